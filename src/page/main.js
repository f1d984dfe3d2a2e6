// The page as a whole: what is shown follows from the state, and the state is in the address.

import { DEFAULT_SOLVER, defaultGridParameters, isMadeOnPlainRectangle, isPlainRectangle, mazeQuery, NO_ALGORITHM_OPTIONS, NO_CHALLENGE, randomSeed, readAddress, setDefaultSize, solverParameters, withDate, withGeneratorVersion, withoutMask, writeAddress } from './address.js';
import { Book } from './book.js';
import { Controls } from './controls.js';
import { DataSet } from './dataset.js';
import { dailyMazeName, describeDrawing, describeEnds, mazeName, summarizeSolution } from './descriptions.js';
import { setVisible } from './focus.js';
import { addGestures, directionOfKey, letterOfKey } from './gestures.js';
import { createHeatMap } from './heat-map.js';
import { catalogEntry, initLanguageSelect, keepLanguageInLinks, translate } from './language.js';
import { MaskControl, refitMask } from './mask.js';
import { Maze } from './maze.js';
import { Mesh } from './mesh.js';
import { OpenMenu, ReadOptions } from './open.js';
import { defaultPaper, renderPages, validateTitle } from './paper.js';
import { checkRequest, createFaultList, createNamedFault, fetchJson, isAbortError, parameterLabel, Problem, showProblem } from './service.js';
import { countCells, hasRings, similarSize, sizeForShape } from './shapes.js';
import { copyText, curlCommand, pageUrl, showNoSaveLinks, showSaveLinks } from './share.js';
import { showNoStatistics, showStatistics, showStatisticsLoading } from './statistics.js';
import { prefersReducedMotion } from './theme.js';
import { Camera, View } from './view.js';
import { WatchMode } from './watch.js';
import { Worksheet } from './worksheet.js';

/** The largest mazes that are shown: those of plain squares, and others, of which the service tells every corner. */
const MAX_SHOWN_CELLS = 1_000_000, MAX_SHOWN_MESH_CELLS = 65_536;
/** How long, in milliseconds, typing rests before a large maze is asked for, or a name that somebody types. */
const TYPING_DELAY_MS = 250;
/** How long work lasts before its progress is shown. */
const PROGRESS_DELAY_MS = 400;
/** Two mazes that are so much wider than high are one above the other, where there is room. */
const MIN_STACKED_ASPECT_RATIO = 1.8;
/** Up to so many cells a maze is made with each key that is pressed, and the page counts as ready when its numbers are there. */
const MAX_CELLS_WHILE_TYPING = 65_536;

/** The side of a square that a finger finds, in pixels, and how many of them a first maze has along a side at most and at least. */
const MIN_TOUCH_TARGET_PX = 24, MAX_FIRST_SIDE_CELLS = 30, MIN_FIRST_SIDE_CELLS = 8;
/** The screens of phones, as in the style sheet. */
const PHONE_MEDIA_QUERY = '(max-width: 44rem), (max-height: 34rem)';

/** What somebody changes without wanting another maze. */
const VIEW_ONLY_SETTINGS = ['mode', 'what', 'compare', 'solver', 'hand', 'solution', 'heat', 'palette'];

const $ = (id) => document.getElementById(id);

const camera = new Camera();
const view = new View($('maze'), camera);
const secondView = new View($('maze-2'), camera);
const controls = new Controls($('form'), (name, value, typing) => changeState({ [name]: value }, typing));
const maskControl = new MaskControl(changeState, (query) => fetchJson(`maze.json${query}`).catch(() => null));
const readOptions = new ReadOptions(view, { change: render, close: () => setOpened(null), setStatus });
const worksheet = new Worksheet({ getState: () => state, setMaze: showMazeOfSheet, setCode: setSheet });
const watchMode = new WatchMode([view, secondView], controls, { setPageState, setStatus, showError });

// The first maze fits a small screen.
if (matchMedia(PHONE_MEDIA_QUERY).matches) setDefaultSize(Math.max(MIN_FIRST_SIDE_CELLS, Math.min(MAX_FIRST_SIDE_CELLS, view.cellsAcross(MIN_TOUCH_TARGET_PX))));
let { state, faults: addressFaults } = readAddress(location.search);
/** The states whose size and whose mask somebody chose. Those of other shapes and sizes follow from these, whatever came between. */
let sizeState = state, maskState = state;
/** What was got from the service, with the queries that it answers. */
let maze = null, loadedMazeQuery = '', mazeAnswer = null, savableMaze = null, caption = '', solution = null, loadedSolutionQuery = '';
/** The mode in which one plays, once somebody has played: its code is loaded then. */
let playMode = null;
/** What is to be said about the next maze. */
let pendingNotice = '';
/** What somebody has opened, which is shown instead of what the address says. */
let opened = null;
let limits = { max_cells: 0 }, generator = null, abortController = new AbortController(), typingTimer = 0, isEditing = false;

// The state and the address

function changeState(changes, stillEditing = false, notice = '') {
  // A setting that makes another maze closes the one that was opened.
  if (opened && Object.keys(changes).some((name) => !VIEW_ONLY_SETTINGS.includes(name))) return setOpened(null, changes);
  const next = { ...state, ...changes };
  // An option belongs to one algorithm or solver; it does not go along to another.
  if (next.algo !== state.algo) Object.assign(next, NO_ALGORITHM_OPTIONS);
  if (next.what !== state.what) next.compare = '';
  // The nearest exit needs exits, and is the only one.
  if (!Number(next.exits)) next.to = '';
  if (next.to) next.passedThrough = next.passedThrough.filter(([name]) => name !== 'to');
  notice = adjustToGrid(next) || adjustToWeights(next) || notice;
  // Another maze is not that of the day, and nobody has won it yet.
  if (mazeQuery(next) !== mazeQuery(state)) Object.assign(next, { today: '', sheet: '', ...NO_CHALLENGE });
  if (next.solver !== state.solver) next.hand = '';
  // If the seed is empty, a random one is chosen when the user stops typing.
  if (next.seed === '' && !stillEditing) next.seed = randomSeed();
  const same = writeAddress(next) === writeAddress(state);
  state = next;
  if (!same) pendingNotice = notice;
  addressFaults = addressFaults.filter(({ parameter }) => !(parameter in changes) && parameter in state);
  if (!same) updateHistory();
  isEditing = stillEditing;
  if (same && !typingTimer) return;
  // From here on what is shown is not what is asked for.
  setPageState('loading');
  clearTimeout(typingTimer);
  typingTimer = 0;
  // Half a word is no name yet; half a number is one.
  const areNumbers = Object.values(changes).every((value) => /^[\d.]+$/.test(value));
  if (!stillEditing || (areNumbers && countCells(state) <= MAX_CELLS_WHILE_TYPING)) render();
  else if (state.seed !== '') typingTimer = setTimeout(() => { typingTimer = 0; render(); }, TYPING_DELAY_MS);
}

/** Shows what somebody has opened, or again what the address says, with these changes. */
function setOpened(next, changes = {}) {
  opened = next;
  loadedMazeQuery = loadedSolutionQuery = '';
  const before = writeAddress(state);
  changeState(next ? { mode: 'look' } : changes);
  if (writeAddress(state) === before) render();
}

/** Notes the sheet that somebody makes in the address. It stays there until another maze is shown. */
function setSheet(code) {
  state = { ...state, sheet: code };
  history.replaceState(null, '', writeAddress(state));
}

/** Shows the maze of a sheet exactly as its code says. */
function showMazeOfSheet(changes) {
  opened = null;
  loadedMazeQuery = loadedSolutionQuery = '';
  showAddress({ state: { ...state, ...changes, today: '', sheet: '', ...NO_CHALLENGE }, faults: addressFaults });
}

/** Shows the choices for a sheet. */
function openSheet(code) {
  worksheet.restore(code);
  if (!$('worksheet').matches(':popover-open')) $('worksheet').showPopover();
}

/** The state, as far as it is one of the maze that is shown. How an opened one was built nobody knows. */
function shownState() {
  return opened ? { ...state, ...opened.grid, what: state.what === 'build' ? 'solve' : state.what } : state;
}

/** What follows from another grid: sizes, and options that belong to the one before. Returns what there is to be said of it. */
function adjustToGrid(next) {
  if (next.grid !== state.grid) Object.assign(next, defaultGridParameters(), { mask: next.mask, outline: next.outline, parts: next.parts }, similarSize(sizeState, next.grid));
  else if (['w', 'h', 'rings'].some((name) => next[name] !== state[name])) sizeState = next;
  if (next.mask !== state.mask) Object.assign(next, sizeForShape(next));
  if (next.mask !== state.mask || next.parts !== state.parts) maskState = next;
  else next.mask = refitMask(maskState, next, countCells);
  next.parts = next.mask === '' ? 'one' : maskState.parts;
  // Bits have no outline, and other floors and edges none that goes all around.
  if (next.mask === '' || next.mask.includes('bits:') || next.floors !== '1' || next.wrap !== 'none') next.outline = 'cells';
  if (!isMadeOnPlainRectangle(next)) Object.assign(next, { symmetry: '', unicursal: 'false' });
  const isOtherGrid = ['grid', ...Object.keys(defaultGridParameters())].some((name) => next[name] !== state[name]);
  if (isOtherGrid && next.what === 'build' && !controls.runs(next.compare, next)) next.compare = '';
  if (!isOtherGrid || controls.runs(next.algo, next)) return '';
  const [name, other] = [next.algo, 'backtracker'].map((each) => catalogTitle('algorithms', controls.algorithm(each)));
  Object.assign(next, { algo: 'backtracker', ...NO_ALGORITHM_OPTIONS });
  return translate('not-here', { name, other });
}

/** What follows where the ground costs something, or no longer does: another solver. Returns what there is to be said of it. */
function adjustToWeights(next) {
  if (next.weights === state.weights) return '';
  if (!next.weights) {
    if (next.heat === 'weights') next.heat = 'none';
    if (next.solver === DEFAULT_SOLVER.weighted) next.solver = DEFAULT_SOLVER.unweighted;
    return '';
  }
  if (next.what === 'solve' && !controls.solves(next.compare, next)) next.compare = '';
  if (controls.solves(next.solver, next)) return '';
  const [name, other] = [next.solver, DEFAULT_SOLVER.weighted].map((each) => catalogTitle('solvers', controls.solver(each)));
  next.solver = DEFAULT_SOLVER.weighted;
  return translate('ignores-ground', { name, other });
}

function catalogTitle(kind, about) {
  return catalogEntry(kind, about).title;
}

/** A change is a step in the history; while somebody types or drags it is one step altogether. */
function updateHistory() {
  history[isEditing ? 'replaceState' : 'pushState'](null, '', writeAddress(state));
}

addEventListener('popstate', () => {
  const there = readAddress(location.search);
  // A link within the page, such as the one to the controls, is no other state.
  if (writeAddress(there.state) !== writeAddress(state)) showAddress(there);
});

/** Shows the state of another address. */
function showAddress(there) {
  clearTimeout(typingTimer);
  typingTimer = 0;
  isEditing = false;
  pendingNotice = '';
  ({ state, faults: addressFaults } = there);
  sizeState = maskState = state;
  if (state.sheet) openSheet(state.sheet);
  render();
}

/** Shows today's maze, in the language of the page. */
function showToday() {
  const there = readAddress(`?today&lang=${state.lang}`);
  opened = null;
  loadedMazeQuery = loadedSolutionQuery = '';
  history.pushState(null, '', writeAddress(there.state));
  showAddress(there);
}

// Showing the state

async function render() {
  abortController.abort();
  abortController = new AbortController();
  const { signal } = abortController;
  setPageState('loading');
  document.documentElement.dataset.mode = state.mode;
  controls.show({ ...state, what: shownState().what });
  readOptions.show(opened);
  updateSizeButtons();
  updateMask();
  savableMaze = null;
  updateSaveLinks();
  showModeElements();
  showFaults(addressFaults);
  const progressTimer = setTimeout(() => showProgress(true), PROGRESS_DELAY_MS);
  try {
    await loadMaze(signal);
    savableMaze = maze;
    updateSaveLinks();
    caption = opened?.title ?? (state.today ? dailyMazeName(state.seed) : mazeName(mazeAnswer, controls));
    readOptions.show(opened);
    document.title = `${caption} – Dédale`;
    if (state.mode === 'watch') showWatchMode();
    else if (state.mode === 'play') await showPlayMode(signal);
    else await showLookMode(signal);
  } catch (error) {
    if (!isAbortError(error)) showError(error);
  } finally {
    clearTimeout(progressTimer);
    if (abortController.signal === signal) showProgress(false);
  }
}

function updateSaveLinks() {
  showSaveLinks(shownState(), controls.grid(shownState().grid)?.formats ?? [], savableMaze, opened);
}

/** Which of the usual sizes it is, and how large. */
function updateSizeButtons() {
  for (const button of document.querySelectorAll('.sizes button')) {
    button.setAttribute('aria-pressed', String(Object.entries(presetSize(button)).every(([name, side]) => state[name] === side)));
  }
  $('size-words').textContent = hasRings(state.grid) ? '' : `${state.w} × ${state.h}`;
}

/** The size that a button stands for, on the shape that is chosen. */
function presetSize({ dataset: { w, h } }) {
  return sizeForShape({ ...state, ...(state.grid === 'square' ? { w, h } : similarSize({ ...state, grid: 'square', w, h }, state.grid)) });
}

/** A mask is drawn on the grid without it, whatever else makes the maze. */
function updateMask() {
  maskControl.show(state, mazeQuery(withoutMask(state), { encoding: 'graph' }), countCells(state), () => maze);
}

async function loadMaze(signal) {
  if (opened) return loadOpened(signal);
  // It is built on the whole grid, before cells are taken out.
  const shown = state.mode === 'watch' && state.what === 'build' ? { ...state, sparse: '0' } : state;
  const isOfSquares = isPlainRectangle(shown);
  const query = mazeQuery(shown, { encoding: isOfSquares ? 'bits' : 'graph' });
  if (query === loadedMazeQuery) return;
  const size = countCells(state);
  // What the service does not make either, it says itself.
  if (size > (isOfSquares ? MAX_SHOWN_CELLS : MAX_SHOWN_MESH_CELLS) && size <= limits.max_cells) {
    maze = null;
    loadedMazeQuery = '';
    view.clear();
    await checkRequest(`maze.json${query}`, signal);
    throw new Problem({ detail: translate('too-large', { count: size }), isOurs: true, isFinal: true });
  }
  const answer = await fetchJson(`maze.json${query}`, signal);
  signal.throwIfAborted();
  maze = (isOfSquares ? Maze : Mesh).read(answer);
  loadedMazeQuery = query;
  mazeAnswer = answer;
}

async function loadOpened(signal) {
  const query = `opened${opened.query()}`;
  if (opened.maze && query === loadedMazeQuery) return;
  maze = null;
  loadedMazeQuery = '';
  view.clear();
  await opened.read(signal);
  signal.throwIfAborted();
  const { size } = opened.maze;
  if (size > MAX_SHOWN_CELLS) {
    updateSaveLinks();
    throw new Problem({ detail: translate('too-large', { count: size }), isOurs: true, isFinal: true });
  }
  ({ maze, answer: mazeAnswer } = opened);
  loadedMazeQuery = `opened${opened.query()}`;
}

/** Shows and hides what belongs to a mode. */
function showModeElements() {
  const { mode } = state;
  for (const button of document.querySelectorAll('.modes button')) button.setAttribute('aria-pressed', String(button.dataset.mode === mode));
  const compares = mode === 'watch' && state.compare !== '';
  document.documentElement.toggleAttribute('data-compare', compares);
  $('pane-2').hidden = !compares;
  setRaceLayout(false);
  $('counters').hidden = $('transport').hidden = $('key').hidden = mode !== 'watch';
  $('game').hidden = $('pad').hidden = $('play-help').hidden = mode !== 'play';
  // Who plays has the keys; screen readers leave them to an application.
  $('maze').setAttribute('role', mode === 'play' ? 'application' : 'img');
  if (mode === 'play') $('maze').setAttribute('aria-describedby', 'challenge play-description');
  else $('maze').removeAttribute('aria-describedby');
  $('legend').hidden = mode !== 'look' || state.heat === 'none';
  $('statistics-section').hidden = mode !== 'look';
  $('outcome').textContent = '';
  watchMode.leave();
  playMode?.leave();
  showProgress(false);
}

async function showLookMode(signal) {
  const heat = state.heat === 'none' ? null : createHeatMap(maze, state);
  const query = solutionQuery();
  const showsSolution = state.solution === 'true';
  const isLoaded = query === loadedSolutionQuery;
  view.show({ maze, heat, path: isLoaded && showsSolution ? solution.cells : [] });
  showCaption();
  if (!isLoaded) {
    const got = loadSolution(signal);
    if (!showsSolution && maze.size > MAX_CELLS_WHILE_TYPING) got.catch((error) => isAbortError(error) || showNoStatistics($('statistics'), error.message));
    else await got;
    if (showsSolution) view.show({ maze, heat, path: solution.cells });
  }
  showCaption();
  const summary = loadedSolutionQuery === query ? summarizeSolution(solution) : translate('ready');
  setStatus(pendingNotice || [opened?.guessed && translate('ends-unsaid'), summary].filter(Boolean).join(' '));
  setPageState('ready');
}

/** The query for the solution that belongs to what is shown. */
function solutionQuery() {
  if (!opened) return mazeQuery(state, { ...solverParameters(state), include: 'path,stats' });
  // The figures about a maze count straight moves.
  return opened.query({ ...opened.solving(solverParameters(state)), include: opened.diagonals ? 'path' : 'path,stats' });
}

async function loadSolution(signal) {
  const query = solutionQuery();
  showStatisticsLoading($('statistics'));
  const answer = await fetchJson(`solve${query}`, signal, opened?.body);
  signal.throwIfAborted();
  solution = { ...answer, cells: (answer.path ?? []).map((cell) => maze.at(cell)) };
  loadedSolutionQuery = query;
  const solver = controls.solver(answer.solver);
  showStatistics($('statistics'), { ...answer, cells: answer.stats?.cells ?? maze.size, solver: solver ? catalogTitle('solvers', solver) : answer.solver, shortest: solver?.shortest });
}

function showWatchMode() {
  const shown = shownState(), fault = watchMode.fault(shown, maze);
  if (fault) {
    showFaults([...addressFaults, fault]);
    return setPageState('error');
  }
  updateCanvasLabels();
  setRaceLayout(shown.what === 'race');
  $('race-title').textContent = caption;
  if (state.compare) document.documentElement.dataset.compare = maze.width > MIN_STACKED_ASPECT_RATIO * maze.height ? 'wide' : '';
  watchMode.show(shown, maze, !prefersReducedMotion(), opened);
}

/** Shows the lanes of a race instead of the one maze, or no more. */
function setRaceLayout(isRace) {
  document.documentElement.toggleAttribute('data-race', isRace);
}

// Playing

async function showPlayMode(signal) {
  playMode ??= await loadPlayMode();
  signal.throwIfAborted();
  const fault = playMode.show(maze, { ...state, grid: shownState().grid }, { title: caption, note: pendingNotice, hasLink: !opened });
  if (fault) showFaults([...addressFaults, fault]);
  showCaption();
  setPageState('ready');
}

async function loadPlayMode() {
  try {
    const { PlayMode } = await import('./play/mode.js');
    return new PlayMode(view, { setStatus, changeState, link: (shared) => pageUrl(withGeneratorVersion(withDate(shared), generator)) });
  } catch {
    throw new Problem({ detail: translate('unreachable'), isOurs: true });
  }
}

/** The game that is being played, if any. */
function currentGame() {
  return playMode?.game ?? null;
}

/** Zooms; a player stays where one sees it. */
function zoom(factor) {
  const player = currentGame()?.player;
  if (player === undefined) return view.zoomBy(factor);
  view.zoomBy(factor, ...view.placeOf(player));
  view.keepInSight(player);
}

// Words

function showCaption() {
  $('title').textContent = caption;
  updateCanvasLabels();
}

/** What the canvas shows, for those who do not see it. */
function updateCanvasLabels() {
  if (!maze) return;
  const ends = describeEnds(maze);
  const drawn = state.mode === 'look' ? describeDrawing(state, solution) : '';
  $('maze').setAttribute('aria-label', [translate('label', { name: caption, ends }), drawn].filter(Boolean).join(' '));
  $('maze-2').setAttribute('aria-label', translate('label-second', { name: $('title-2').textContent, other: caption, ends }));
}

function setStatus(words) {
  $('status').textContent = words;
}

function setPageState(name) {
  document.documentElement.dataset.state = name;
}

/** Shows that work is under way, or no more. */
function showProgress(isWorking) {
  if (isWorking) {
    setStatus(translate('long-work'));
  }
  setVisible($('work'), isWorking, $('maze'));
}

function showFaults(faults) {
  const remaining = controls.complain(faults);
  // What the page itself finds in the address names it.
  const isPassedOn = (parameter) => state.passedThrough.some(([name]) => name === parameter);
  const nameOfField = ({ parameter }) => (isPassedOn(parameter) ? parameter : parameterLabel(parameter));
  showBanner(remaining.flatMap((fault) => (fault.code ? [createNamedFault(fault, nameOfField(fault))] : [fault.detail, ' '])));
}

/** Says these words, and elements of words, on the sheet. */
function showBanner(words, { again: canRetry = false } = {}) {
  setVisible($('banner'), words.length > 0, $('maze'));
  $('banner').replaceChildren(...words);
  if (!canRetry) return;
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: translate('try-again') });
  button.addEventListener('click', render);
  $('banner').append(' ', button);
}

function showError(error) {
  showProgress(false);
  if (opened && !opened.maze) return showReadError(error);
  const faults = (error.errors ?? []).map((fault) => ({ ...fault, detail: fault.value ? `“${fault.value}”: ${fault.detail}` : fault.detail }));
  showFaults([...addressFaults, ...faults]);
  // A maze that is only too large to be shown can be saved.
  if (faults.length) showNoSaveLinks();
  if (!faults.length) {
    const words = document.createElement('span');
    showProblem(words, error);
    showBanner([words], { again: error instanceof Problem && !error.isFinal });
  }
  setStatus(faults.length ? translate('no-such-maze') : '');
  clearCaptions();
  setPageState('error');
}

/** What somebody opened cannot be read: what is wrong, and what may help. */
function showReadError(error) {
  showFaults([]);
  const words = document.createElement('span');
  showProblem(words, error, 'read-');
  showBanner([words, createFaultList(error), document.createElement('br'), ...readOptions.help()]);
  setStatus(translate('not-read', { name: opened.name }));
  showNoSaveLinks();
  clearCaptions();
  readOptions.show(opened);
  setPageState('error');
}

/** Nothing on the page speaks of the maze before, when there is none for what is asked. */
function clearCaptions() {
  setRaceLayout(false);
  $('title').textContent = $('title-2').textContent = $('outcome').textContent = caption = '';
  for (const id of ['maze', 'maze-2']) $(id).setAttribute('aria-label', translate('no-maze-shown'));
  showNoStatistics($('statistics'), translate('no-maze'));
  document.title = 'Dédale';
}

// On paper

function renderPrintPages() {
  if (worksheet.sheets) return renderPages($('pages'), worksheet.sheets);
  const wants = $('print-solution').checked && maze;
  const isLoaded = loadedSolutionQuery === solutionQuery() && solution.cells.length > 0;
  renderPages($('pages'), {
    mazes: [maze].filter(Boolean),
    paper: $('paper').value,
    marks: $('print-marks').value,
    hasNames: $('print-name').checked,
    title: validateTitle($('print-title')).title,
    footer: $('print-made').checked && maze ? [`Dédale · ${opened?.title ?? mazeName(mazeAnswer, controls)}`] : [],
    hidesShapes: Boolean(mazeAnswer?.options?.reveal),
    solutions: wants ? [isLoaded ? solution.cells : maze.cheapestWay(maze.from, maze.to)] : [],
  });
}

// Wiring

function addListeners() {
  $('new-maze').addEventListener('click', () => changeState({ seed: randomSeed() }));
  for (const button of document.querySelectorAll('.modes button')) {
    button.addEventListener('click', () => changeState({ mode: button.dataset.mode }));
  }
  for (const button of document.querySelectorAll('.sizes button')) {
    button.addEventListener('click', () => changeState(presetSize(button)));
  }
  $('start-race').addEventListener('click', () => changeState({ mode: 'watch', what: 'race' }));
  $('zoom-in').addEventListener('click', () => zoom(1.4));
  $('zoom-out').addEventListener('click', () => zoom(1 / 1.4));
  $('zoom-fit').addEventListener('click', () => view.fit());
  $('stop').addEventListener('click', stopLoading);
  $('today').addEventListener('click', showToday);
  $('copy-link').addEventListener('click', ({ target }) => copyText(target, pageUrl(withGeneratorVersion(withDate(state), generator)), setStatus));
  $('copy-curl').addEventListener('click', ({ target }) => copyText(target, curlCommand(withGeneratorVersion(state, generator), opened), setStatus));
  $('worksheet-link').addEventListener('click', ({ target }) => copyText(target, pageUrl(state), setStatus));
  new OpenMenu(setOpened, openSheet);
  $('paper').value = defaultPaper();
  $('print-title').addEventListener('input', () => validateTitle($('print-title')));
  $('print').addEventListener('click', () => {
    if (validateTitle($('print-title')).isWrong) return $('print-title').focus();
    $('printing').hidePopover();
    print();
  });
  for (const event of ['input', 'change']) $('save-look').addEventListener(event, updateSaveLinks);
  new DataSet(() => state, setStatus);
  $('dataset-menu').addEventListener('click', () => {
    $('save').hidePopover();
    $('dataset').showPopover();
  });
  new Book(() => state);
  $('book-menu').addEventListener('click', () => {
    $('printing').hidePopover();
    $('book').showPopover();
  });
  addEventListener('beforeprint', renderPrintPages);
  matchMedia('print').addEventListener('change', ({ matches }) => matches && renderPrintPages());
  addEventListener('keydown', onKey);
  // Somebody who plays and takes another shape with the mouse goes on playing with the arrow keys.
  $('shape-fields').addEventListener('click', ({ detail, target }) => detail && currentGame() && target.closest('.shapes') && $('maze').focus({ preventScroll: true }));
  addGestures(view, currentGame);
  addGestures(secondView, () => null);
}

function stopLoading() {
  abortController.abort();
  showProgress(false);
  clearCaptions();
  showBanner([translate('stopped')], { again: true });
  setPageState('error');
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea')) return;
  const key = event.key.toLowerCase(), direction = directionOfKey(event), isOnBoard = event.target.closest('canvas') !== null;
  if (key === '+' || key === '=') zoom(1.4);
  else if (key === '-') zoom(1 / 1.4);
  else if (key === '0') view.fit();
  else if (currentGame() && direction && (Array.isArray(direction) || maze.hasFloors)) currentGame().go(direction);
  else if (playMode?.onKey(letterOfKey(event), { isOnBoard })) { /* It is done. */ }
  else if (state.mode === 'watch' && key === ' ' && !event.target.closest('button, a')) watchMode.toggle();
  else if (state.mode === 'watch' && key === '.') watchMode.step(1);
  else if (state.mode === 'watch' && key === ',') watchMode.step(-1);
  else if (!currentGame() && isOnBoard && key.startsWith('arrow')) panByKey(key);
  else return;
  event.preventDefault();
}

function panByKey(key) {
  const [dx, dy] = { arrowup: [0, 60], arrowdown: [0, -60], arrowleft: [60, 0], arrowright: [-60, 0] }[key];
  camera.pan(dx, dy);
}

async function start() {
  addListeners();
  keepLanguageInLinks(state.lang);
  initLanguageSelect((lang) => writeAddress({ ...state, lang }));
  history.replaceState(null, '', writeAddress(state));
  showStatisticsLoading($('statistics'));
  // The maze is on its way while the page learns what there is to choose from. What is wrong with it, `show` tells.
  const early = countCells(state) <= MAX_CELLS_WHILE_TYPING ? loadMaze(abortController.signal).catch(() => {}) : null;
  try {
    const [{ algorithms }, { solvers }, { grids }, { generator: version, limits: limitsOfServer }] = await Promise.all([...['algorithms', 'solvers', 'grids', 'server'].map((path) => fetchJson(path)), early]);
    controls.offer(algorithms, solvers, grids, version);
    [generator, limits] = [version, limitsOfServer];
    if (state.sheet) openSheet(state.sheet);
  } catch (error) {
    return showError(error);
  } finally {
    document.documentElement.dataset.begun = '';
  }
  render();
}

start();
