// The page as a whole: what is shown follows from the state, and the state is in the address.

import { dated, drawSeed, isPlain, isRectangle, mazeQuery, NO_CHALLENGE, OF_ALGORITHMS, pinned, plain, read, setUsualSize, solverOf, unmasked, USUAL_SOLVER, write } from './address.js';
import { Book } from './book.js';
import { Controls } from './controls.js';
import { DataSet } from './dataset.js';
import { enable, show as reveal } from './focus.js';
import { directionOf, letterOf, listen } from './gestures.js';
import { heatMap } from './heat.js';
import { books, catalogued, keepLanguage, language, number, offerLanguages, say } from './language.js';
import { Mask, refit } from './mask.js';
import { Maze } from './maze.js';
import { Mesh } from './mesh.js';
import { Doors, Reading } from './open.js';
import { lay, titleIn, usualPaper } from './paper.js';
import { check, getJson, isAbort, labelOf, listOfFaults, named, Problem, showProblem } from './service.js';
import { cellsOf, hasRings, roomy, sameSize } from './shapes.js';
import { copy, curl, emptySaves, fillSaves, link } from './share.js';
import * as statistics from './statistics.js';
import { wantsLessMotion } from './theme.js';
import { Camera, View } from './view.js';
import { Watch } from './watch.js';
import { Worksheet } from './worksheet.js';
import { drawnIn, endsOf, inShort, nameOf, nameOfDay } from './words.js';

/** The largest mazes that are shown: those of plain squares, and others, of which the service tells every corner. */
const MOST_CELLS = 1_000_000, MOST_OF_MESH = 65_536;
/** How long, in milliseconds, typing rests before a large maze is asked for, or a name that somebody types. */
const TYPING = 250;
/** How long work lasts before its progress is shown. */
const PATIENCE = 400;
/** Two mazes that are so much wider than high are one above the other, where there is room. */
const WIDE = 1.8;
/** Up to so many cells a maze is made with each key that is pressed, and the page counts as ready when its numbers are there. */
const QUICK = 65_536;

/** The side of a square that a finger finds, in pixels, and how many of them a first maze has along a side at most and at least. */
const FINGER = 24, USUAL_SIDE = 30, LEAST_SIDE = 8;
/** The screens of phones, as in the style sheet. */
const PHONES = '(max-width: 44rem), (max-height: 34rem)';

/** What somebody changes without wanting another maze. */
const OF_LOOKING = ['mode', 'what', 'compare', 'solver', 'hand', 'solution', 'heat', 'palette'];

const $ = (id) => document.getElementById(id);

const camera = new Camera();
const view = new View($('maze'), camera);
const second = new View($('maze-2'), camera);
const controls = new Controls($('form'), (name, value, typing) => change({ [name]: value }, typing));
const mask = new Mask(change, (query) => getJson(`maze.json${query}`).catch(() => null));
const reading = new Reading(view, { change: show, close: () => showOpened(null), tell });
const worksheet = new Worksheet(() => state);
const watch = new Watch([view, second], controls, { setState, tell, fail });

// The first maze fits a small screen.
if (matchMedia(PHONES).matches) setUsualSize(Math.max(LEAST_SIDE, Math.min(USUAL_SIDE, view.cellsAcross(FINGER))));
let { state, faults: addressFaults } = read(location.search);
/** The states whose size and whose mask somebody chose. Those of other shapes and sizes follow from these, whatever came between. */
let sized = state, cut = state;
/** What was got from the service, with the queries that it answers. */
let maze = null, mazeAsked = '', made = null, drawn = null, caption = '', solved = null, solvedAsked = '';
/** The mode in which one plays, once somebody has played: its code is loaded then. */
let playing = null;
/** What is to be said about the next maze. */
let note = '';
/** What somebody has opened, which is shown instead of what the address says. */
let opened = null;
let limits = { max_cells: 0 }, generator = null, abort = new AbortController(), typing = 0, editing = false;

// The state and the address

function change(changes, stillAtIt = false, about = '') {
  // A setting that makes another maze closes the one that was opened.
  if (opened && Object.keys(changes).some((name) => !OF_LOOKING.includes(name))) return showOpened(null, changes);
  const next = { ...state, ...changes };
  // An option belongs to one algorithm or solver; it does not go along to another.
  if (next.algo !== state.algo) Object.assign(next, OF_ALGORITHMS);
  if (next.what !== state.what) next.compare = '';
  // The nearest exit needs exits, and is the only one.
  if (!Number(next.exits)) next.to = '';
  if (next.to) next.passedOn = next.passedOn.filter(([name]) => name !== 'to');
  about = settle(next) || settleGround(next) || about;
  // Another maze is not that of the day, and nobody has won it yet.
  if (mazeQuery(next) !== mazeQuery(state)) Object.assign(next, { today: '', ...NO_CHALLENGE });
  if (next.solver !== state.solver) next.hand = '';
  // If the seed is empty, a random one is chosen when the user stops typing.
  if (next.seed === '' && !stillAtIt) next.seed = drawSeed();
  const same = write(next) === write(state);
  state = next;
  if (!same) note = about;
  addressFaults = addressFaults.filter(({ parameter }) => !(parameter in changes) && parameter in state);
  if (!same) remember();
  editing = stillAtIt;
  if (same && !typing) return;
  // From here on what is shown is not what is asked for.
  setState('loading');
  clearTimeout(typing);
  typing = 0;
  // Half a word is no name yet; half a number is one.
  const areNumbers = Object.values(changes).every((value) => /^[\d.]+$/.test(value));
  if (!stillAtIt || (areNumbers && cellsOf(state) <= QUICK)) show();
  else if (state.seed !== '') typing = setTimeout(() => { typing = 0; show(); }, TYPING);
}

/** Shows what somebody has opened, or again what the address says, with these changes. */
function showOpened(what, changes = {}) {
  opened = what;
  mazeAsked = solvedAsked = '';
  const before = write(state);
  change(what ? { mode: 'look' } : changes);
  if (write(state) === before) show();
}

/** The state, as far as it is one of the maze that is shown. How an opened one was built nobody knows. */
function shape() {
  return opened ? { ...state, ...opened.grid, what: state.what === 'build' ? 'solve' : state.what } : state;
}

/** What follows from another grid: sizes, and options that belong to the one before. Returns what there is to be said of it. */
function settle(next) {
  if (next.grid !== state.grid) Object.assign(next, plain(), { mask: next.mask, outline: next.outline, parts: next.parts }, sameSize(sized, next.grid));
  else if (['w', 'h', 'rings'].some((name) => next[name] !== state[name])) sized = next;
  if (next.mask !== state.mask) Object.assign(next, roomy(next));
  if (next.mask !== state.mask || next.parts !== state.parts) cut = next;
  else next.mask = refit(cut, next, cellsOf);
  next.parts = next.mask === '' ? 'one' : cut.parts;
  // Bits have no outline, and other floors and edges none that goes all around.
  if (next.mask === '' || next.mask.includes('bits:') || next.floors !== '1' || next.wrap !== 'none') next.outline = 'cells';
  if (!isRectangle(next)) Object.assign(next, { symmetry: '', unicursal: 'false' });
  const isOther = ['grid', ...Object.keys(plain())].some((name) => next[name] !== state[name]);
  if (isOther && next.what === 'build' && !controls.runs(next.compare, next)) next.compare = '';
  if (!isOther || controls.runs(next.algo, next)) return '';
  const [name, other] = [next.algo, 'backtracker'].map((each) => titleOf('algorithms', controls.algorithm(each)));
  Object.assign(next, { algo: 'backtracker', ...OF_ALGORITHMS });
  return say('not-here', { name, other });
}

/** What follows where the ground costs something, or no longer does: another solver. Returns what there is to be said of it. */
function settleGround(next) {
  if (next.weights === state.weights) return '';
  if (!next.weights) {
    if (next.heat === 'weights') next.heat = 'none';
    if (next.solver === USUAL_SOLVER.weighted) next.solver = USUAL_SOLVER.unweighted;
    return '';
  }
  if (next.what === 'solve' && !controls.solves(next.compare, next)) next.compare = '';
  if (controls.solves(next.solver, next)) return '';
  const [name, other] = [next.solver, USUAL_SOLVER.weighted].map((each) => titleOf('solvers', controls.solver(each)));
  next.solver = USUAL_SOLVER.weighted;
  return say('ignores-ground', { name, other });
}

function titleOf(kind, about) {
  return catalogued(kind, about).title;
}

/** A change is a step in the history; while somebody types or drags it is one step altogether. */
function remember() {
  history[editing ? 'replaceState' : 'pushState'](null, '', write(state));
}

addEventListener('popstate', () => {
  const there = read(location.search);
  // A link within the page, such as the one to the controls, is no other state.
  if (write(there.state) !== write(state)) goTo(there);
});

/** Shows the state of another address. */
function goTo(there) {
  clearTimeout(typing);
  typing = 0;
  editing = false;
  note = '';
  ({ state, faults: addressFaults } = there);
  sized = cut = state;
  show();
}

/** Shows today's maze, in the language of the page. */
function showToday() {
  const there = read(`?today&lang=${state.lang}`);
  opened = null;
  mazeAsked = solvedAsked = '';
  history.pushState(null, '', write(there.state));
  goTo(there);
}

// Showing the state

async function show() {
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  setState('loading');
  document.documentElement.dataset.mode = state.mode;
  controls.show({ ...state, what: shape().what });
  reading.show(opened);
  showSizes();
  showMask();
  drawn = null;
  showSaves();
  furnish();
  complain(addressFaults);
  const patience = setTimeout(() => showWork(true), PATIENCE);
  try {
    await getMaze(signal);
    drawn = maze;
    showSaves();
    caption = opened?.title ?? (state.today ? nameOfDay(state.seed) : nameOf(made, controls));
    reading.show(opened);
    document.title = `${caption} – Dédale`;
    if (state.mode === 'watch') showWatch();
    else if (state.mode === 'play') await play(signal);
    else await look(signal);
  } catch (error) {
    if (!isAbort(error)) fail(error);
  } finally {
    clearTimeout(patience);
    if (abort.signal === signal) showWork(false);
  }
}

function showSaves() {
  fillSaves(shape(), controls.grid(shape().grid)?.formats ?? [], drawn, opened);
}

/** Which of the usual sizes it is, and how large. */
function showSizes() {
  for (const button of document.querySelectorAll('.sizes button')) {
    button.setAttribute('aria-pressed', String(Object.entries(usualSize(button)).every(([name, side]) => state[name] === side)));
  }
  $('size-words').textContent = hasRings(state.grid) ? '' : `${state.w} × ${state.h}`;
}

/** The size that a button stands for, on the shape that is chosen. */
function usualSize({ dataset: { w, h } }) {
  return roomy({ ...state, ...(state.grid === 'square' ? { w, h } : sameSize({ ...state, grid: 'square', w, h }, state.grid)) });
}

/** A mask is drawn on the grid without it, whatever else makes the maze. */
function showMask() {
  mask.show(state, mazeQuery(unmasked(state), { encoding: 'graph' }), cellsOf(state), () => maze);
}

async function getMaze(signal) {
  if (opened) return getOpened(signal);
  // It is built on the whole grid, before cells are taken out.
  const shown = state.mode === 'watch' && state.what === 'build' ? { ...state, sparse: '0' } : state;
  const isOfSquares = isPlain(shown);
  const asked = mazeQuery(shown, { encoding: isOfSquares ? 'bits' : 'graph' });
  if (asked === mazeAsked) return;
  const size = cellsOf(state);
  // What the service does not make either, it says itself.
  if (size > (isOfSquares ? MOST_CELLS : MOST_OF_MESH) && size <= limits.max_cells) {
    maze = null;
    mazeAsked = '';
    view.clear();
    await check(`maze.json${asked}`, signal);
    throw new Problem({ detail: say('too-large', { count: size }), isOurs: true, isFinal: true });
  }
  const answer = await getJson(`maze.json${asked}`, signal);
  signal.throwIfAborted();
  maze = (isOfSquares ? Maze : Mesh).read(answer);
  mazeAsked = asked;
  made = answer;
}

async function getOpened(signal) {
  const asked = `opened${opened.query()}`;
  if (opened.maze && asked === mazeAsked) return;
  maze = null;
  mazeAsked = '';
  view.clear();
  await opened.read(signal);
  signal.throwIfAborted();
  const { size } = opened.maze;
  if (size > MOST_CELLS) {
    showSaves();
    throw new Problem({ detail: say('too-large', { count: size }), isOurs: true, isFinal: true });
  }
  ({ maze, answer: made } = opened);
  mazeAsked = `opened${opened.query()}`;
}

/** Shows and hides what belongs to a mode. */
function furnish() {
  const { mode } = state;
  for (const button of document.querySelectorAll('.modes button')) button.setAttribute('aria-pressed', String(button.dataset.mode === mode));
  const compares = mode === 'watch' && state.compare !== '';
  document.documentElement.toggleAttribute('data-compare', compares);
  $('pane-2').hidden = !compares;
  showRace(false);
  $('counters').hidden = $('transport').hidden = $('key').hidden = mode !== 'watch';
  $('game').hidden = $('pad').hidden = $('play-help').hidden = mode !== 'play';
  // Who plays has the keys; screen readers leave them to an application.
  $('maze').setAttribute('role', mode === 'play' ? 'application' : 'img');
  if (mode === 'play') $('maze').setAttribute('aria-describedby', 'challenge play-description');
  else $('maze').removeAttribute('aria-describedby');
  $('legend').hidden = mode !== 'look' || state.heat === 'none';
  $('statistics-section').hidden = mode !== 'look';
  $('outcome').textContent = '';
  watch.leave();
  playing?.leave();
  showWork(false);
}

async function look(signal) {
  const heat = state.heat === 'none' ? null : heatMap(maze, state);
  const asked = solutionAsked();
  const wants = state.solution === 'true';
  const known = asked === solvedAsked;
  view.show({ maze, heat, path: known && wants ? solved.cells : [] });
  describe();
  if (!known) {
    const got = getSolution(signal);
    if (!wants && maze.size > QUICK) got.catch((error) => isAbort(error) || statistics.explain($('statistics'), error.message));
    else await got;
    if (wants) view.show({ maze, heat, path: solved.cells });
  }
  describe();
  const short = solvedAsked === asked ? inShort(solved) : say('ready');
  tell(note || [opened?.guessed && say('ends-unsaid'), short].filter(Boolean).join(' '));
  setState('ready');
}

/** The query for the solution that belongs to what is shown. */
function solutionAsked() {
  if (!opened) return mazeQuery(state, { ...solverOf(state), include: 'path,stats' });
  // The figures about a maze count straight moves.
  return opened.query({ ...opened.solving(solverOf(state)), include: opened.diagonals ? 'path' : 'path,stats' });
}

async function getSolution(signal) {
  const asked = solutionAsked();
  statistics.wait($('statistics'));
  const answer = await getJson(`solve${asked}`, signal, opened?.body);
  signal.throwIfAborted();
  solved = { ...answer, cells: (answer.path ?? []).map((cell) => maze.at(cell)) };
  solvedAsked = asked;
  const solver = controls.solver(answer.solver);
  statistics.fill($('statistics'), { ...answer, cells: answer.stats?.cells ?? maze.size, solver: solver ? titleOf('solvers', solver) : answer.solver, shortest: solver?.shortest });
}

function showWatch() {
  const shown = shape(), fault = watch.fault(shown, maze);
  if (fault) {
    complain([...addressFaults, fault]);
    return setState('error');
  }
  label();
  showRace(shown.what === 'race');
  $('race-title').textContent = caption;
  if (state.compare) document.documentElement.dataset.compare = maze.width > WIDE * maze.height ? 'wide' : '';
  watch.show(shown, maze, !wantsLessMotion(), opened);
}

/** Shows the lanes of a race instead of the one maze, or no more. */
function showRace(yes) {
  document.documentElement.toggleAttribute('data-race', yes);
}

// Playing

async function play(signal) {
  playing ??= await loadPlay();
  signal.throwIfAborted();
  const fault = playing.show(maze, { ...state, grid: shape().grid }, { title: caption, note, hasLink: !opened });
  if (fault) complain([...addressFaults, fault]);
  describe();
  setState('ready');
}

async function loadPlay() {
  try {
    const { Play } = await import('./play/mode.js');
    return new Play(view, { tell, change, link: (shared) => link(pinned(dated(shared), generator)) });
  } catch {
    throw new Problem({ detail: say('unreachable'), isOurs: true });
  }
}

/** The game that is being played, if any. */
function game() {
  return playing?.game ?? null;
}

/** Zooms; a player stays where one sees it. */
function zoom(factor) {
  const player = game()?.player;
  if (player === undefined) return view.zoomBy(factor);
  view.zoomBy(factor, ...view.placeOf(player));
  view.keepInSight(player);
}

// Words

function describe() {
  $('title').textContent = caption;
  label();
}

/** What the canvas shows, for those who do not see it. */
function label() {
  if (!maze) return;
  const ends = endsOf(maze);
  const drawn = state.mode === 'look' ? drawnIn(state, solved) : '';
  $('maze').setAttribute('aria-label', [say('label', { name: caption, ends }), drawn].filter(Boolean).join(' '));
  $('maze-2').setAttribute('aria-label', say('label-second', { name: $('title-2').textContent, other: caption, ends }));
}

function tell(words) {
  $('status').textContent = words;
}

function setState(name) {
  document.documentElement.dataset.state = name;
}

/** Shows that work is under way, or no more. */
function showWork(yes) {
  if (yes) {
    tell(say('long-work'));
  }
  reveal($('work'), yes, $('maze'));
}

function complain(faults) {
  const rest = controls.complain(faults);
  // What the page itself finds in the address names it.
  const isPassedOn = (parameter) => state.passedOn.some(([name]) => name === parameter);
  const nameOfField = ({ parameter }) => (isPassedOn(parameter) ? parameter : labelOf(parameter));
  banner(rest.flatMap((fault) => (fault.code ? [named(fault, nameOfField(fault))] : [fault.detail, ' '])));
}

/** Says these words, and elements of words, on the sheet. */
function banner(words, { again = false } = {}) {
  reveal($('banner'), words.length > 0, $('maze'));
  $('banner').replaceChildren(...words);
  if (!again) return;
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: say('try-again') });
  button.addEventListener('click', show);
  $('banner').append(' ', button);
}

function fail(error) {
  showWork(false);
  if (opened && !opened.maze) return failToOpen(error);
  const faults = (error.errors ?? []).map((fault) => ({ ...fault, detail: fault.value ? `“${fault.value}”: ${fault.detail}` : fault.detail }));
  complain([...addressFaults, ...faults]);
  // A maze that is only too large to be shown can be saved.
  if (faults.length) emptySaves();
  if (!faults.length) {
    const words = document.createElement('span');
    showProblem(words, error);
    banner([words], { again: error instanceof Problem && !error.isFinal });
  }
  tell(faults.length ? say('no-such-maze') : '');
  forget();
  setState('error');
}

/** What somebody opened cannot be read: what is wrong, and what may help. */
function failToOpen(error) {
  complain([]);
  const words = document.createElement('span');
  showProblem(words, error, 'read-');
  const faults = error.faults?.length ? [listOfFaults(error)] : [];
  banner([words, ...faults, document.createElement('br'), ...reading.help()]);
  tell(say('not-read', { name: opened.name }));
  emptySaves();
  forget();
  reading.show(opened);
  setState('error');
}

/** Nothing on the page speaks of the maze before, when there is none for what is asked. */
function forget() {
  showRace(false);
  $('title').textContent = $('title-2').textContent = $('outcome').textContent = caption = '';
  for (const id of ['maze', 'maze-2']) $(id).setAttribute('aria-label', say('no-maze-shown'));
  statistics.explain($('statistics'), say('no-maze'));
  document.title = 'Dédale';
}

// On paper

function layPages() {
  if (worksheet.sheets) return lay($('pages'), worksheet.sheets);
  const wants = $('print-solution').checked && maze;
  const known = solvedAsked === solutionAsked() && solved.cells.length > 0;
  lay($('pages'), {
    mazes: [maze].filter(Boolean),
    paper: $('paper').value,
    marks: $('print-marks').value,
    name: $('print-name').checked && books[language].name,
    title: titleIn($('print-title')).title,
    caption: $('print-made').checked && maze && `Dédale · ${opened?.title ?? nameOf(made, controls)}`,
    solutions: wants ? [known ? solved.cells : maze.cheapestWay(maze.from, maze.to)] : [],
  });
}

// Wiring

function wire() {
  $('new-maze').addEventListener('click', () => change({ seed: drawSeed() }));
  for (const button of document.querySelectorAll('.modes button')) {
    button.addEventListener('click', () => change({ mode: button.dataset.mode }));
  }
  for (const button of document.querySelectorAll('.sizes button')) {
    button.addEventListener('click', () => change(usualSize(button)));
  }
  $('start-race').addEventListener('click', () => change({ mode: 'watch', what: 'race' }));
  $('zoom-in').addEventListener('click', () => zoom(1.4));
  $('zoom-out').addEventListener('click', () => zoom(1 / 1.4));
  $('zoom-fit').addEventListener('click', () => view.fit());
  $('stop').addEventListener('click', stop);
  $('today').addEventListener('click', showToday);
  $('copy-link').addEventListener('click', ({ target }) => copy(target, link(pinned(dated(state), generator)), tell));
  $('copy-curl').addEventListener('click', ({ target }) => copy(target, curl(pinned(state, generator), opened), tell));
  new Doors(showOpened);
  $('paper').value = usualPaper();
  $('print-title').addEventListener('input', () => titleIn($('print-title')));
  $('print').addEventListener('click', () => {
    if (titleIn($('print-title')).isWrong) return $('print-title').focus();
    $('printing').hidePopover();
    print();
  });
  for (const event of ['input', 'change']) $('save-look').addEventListener(event, showSaves);
  new DataSet(() => state, tell);
  $('dataset-menu').addEventListener('click', () => {
    $('save').hidePopover();
    $('dataset').showPopover();
  });
  new Book(() => state);
  $('book-menu').addEventListener('click', () => {
    $('printing').hidePopover();
    $('book').showPopover();
  });
  addEventListener('beforeprint', layPages);
  matchMedia('print').addEventListener('change', ({ matches }) => matches && layPages());
  addEventListener('keydown', onKey);
  // Somebody who plays and takes another shape with the mouse goes on playing with the arrow keys.
  $('shape-fields').addEventListener('click', ({ detail, target }) => detail && game() && target.closest('.shapes') && $('maze').focus({ preventScroll: true }));
  listen(view, game);
  listen(second, () => null);
}

function stop() {
  abort.abort();
  showWork(false);
  forget();
  banner([say('stopped')], { again: true });
  setState('error');
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea')) return;
  const key = event.key.toLowerCase(), direction = directionOf(event), isOnBoard = event.target.closest('canvas') !== null;
  if (key === '+' || key === '=') zoom(1.4);
  else if (key === '-') zoom(1 / 1.4);
  else if (key === '0') view.fit();
  else if (game() && direction && (Array.isArray(direction) || maze.hasFloors)) game().go(direction);
  else if (playing?.onKey(letterOf(event), { isOnBoard })) { /* It is done. */ }
  else if (state.mode === 'watch' && key === ' ' && !event.target.closest('button, a')) watch.toggle();
  else if (state.mode === 'watch' && key === '.') watch.step(1);
  else if (state.mode === 'watch' && key === ',') watch.step(-1);
  else if (!game() && isOnBoard && key.startsWith('arrow')) panBy(key);
  else return;
  event.preventDefault();
}

function panBy(key) {
  const [dx, dy] = { arrowup: [0, 60], arrowdown: [0, -60], arrowleft: [60, 0], arrowright: [-60, 0] }[key];
  camera.pan(dx, dy);
}

async function begin() {
  wire();
  keepLanguage(state.lang);
  offerLanguages((lang) => write({ ...state, lang }));
  history.replaceState(null, '', write(state));
  statistics.wait($('statistics'));
  // The maze is on its way while the page learns what there is to choose from. What is wrong with it, `show` tells.
  const early = cellsOf(state) <= QUICK ? getMaze(abort.signal).catch(() => {}) : null;
  try {
    const [{ algorithms }, { solvers }, { grids }, { generator: version, limits: told }] = await Promise.all([...['algorithms', 'solvers', 'grids', 'server'].map((path) => getJson(path)), early]);
    controls.offer(algorithms, solvers, grids, version);
    [generator, limits] = [version, told];
  } catch (error) {
    return fail(error);
  } finally {
    document.documentElement.dataset.begun = '';
  }
  show();
}

begin();
