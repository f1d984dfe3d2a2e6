// Showing the state: the form, the maze, and what belongs to the mode in which somebody looks at it, watches or plays. The code of a mode is
// loaded when it is needed.

import { mazeQuery, withDate, withGeneratorVersion, withoutMask } from './address.js';
import { dailyMazeName, mazeName, summarizeSolution } from './descriptions.js';
import { byId, setPageState, setStatus } from './dom.js';
import { catalogTitle, translate } from './language.js';
import { generator, loadedSolution, loadMaze, loadSolution, maze, mazeAnswer } from './loading.js';
import { MaskControl } from './mask.js';
import { caption, readOptions, setCaption, setRaceLayout, showCaption, showError, showFaults, showProgress, showStopped, updateCanvasLabels } from './messages.js';
import { secondView, view } from './view.js';
import { fetchJson, isAbortError, Problem } from './service.js';
import { countCells, hasRings, similarSize, sizeForShape } from './shapes.js';
import { pageUrl, showSaveLinks } from './share.js';
import { addressFaults, changeState, controls, MAX_CELLS_WHILE_TYPING, opened, pendingNotice, shownState, state } from './state.js';
import { showNoStatistics, showStatistics, showStatisticsLoading } from './statistics.js';
import { prefersReducedMotion } from './theme.js';

/** @import { PlayMode } from './play/mode.js' */
/** @import { WatchMode } from './watch/mode.js' */
/** @import { Changes, Graph } from './types.d.ts' */
/** How long work lasts before its progress is shown. */
const PROGRESS_DELAY_MS = 400;
/** Two mazes that are so much wider than high are one above the other, where there is room. */
const MIN_STACKED_ASPECT_RATIO = 1.8;

const maskControl = new MaskControl(changeState, (query) => fetchJson(`maze.json${query}`).catch(() => null));

/**
 * The modes in which one plays and watches, once somebody has done so.
 * @type {PlayMode | null}
 */
export let playMode = null;
/** @type {WatchMode | null} */
export let watchMode = null;
/** @type {typeof import('./look/heat-map.js') | null} */
let heatMap = null;

/** Ends what is under way when something else is to be shown. */
let abortController = new AbortController();
/** Whether the maze that is shown is the one of the state. */
let isCurrent = false;

/** Shows the state. */
export async function render() {
  abortController.abort();
  abortController = new AbortController();
  const { signal } = abortController;
  setPageState('loading');
  document.documentElement.dataset.mode = state.mode;
  controls.show({ ...state, what: shownState().what });
  readOptions.show(opened);
  updateSizeButtons();
  // A mask is drawn on the grid without it, whatever else makes the maze.
  maskControl.show(state, mazeQuery(withoutMask(state), { encoding: 'graph' }), countCells(state), () => maze);
  isCurrent = false;
  updateSaveLinks();
  showModeElements();
  showFaults(addressFaults);
  const progressTimer = setTimeout(() => showProgress(true), PROGRESS_DELAY_MS);
  try {
    const loaded = await loadMaze(signal);
    isCurrent = true;
    updateSaveLinks();
    setCaption(opened?.title ?? (state.today ? dailyMazeName(state.seed) : mazeAnswer ? mazeName(mazeAnswer, controls) : ''));
    readOptions.show(opened);
    if (state.mode === 'watch') await showWatchMode(loaded, signal);
    else if (state.mode === 'play') await showPlayMode(loaded, signal);
    else await showLookMode(loaded, signal);
  } catch (error) {
    if (isAbortError(error)) return;
    // An opened maze that is only too large to be shown can be saved.
    if (opened) updateSaveLinks();
    showError(error);
  } finally {
    clearTimeout(progressTimer);
    if (abortController.signal === signal) showProgress(false);
  }
}

/**
 * Gets a small maze and the code of the mode while the page learns what there is to choose from, so that all of it is shown at once. What is
 * wrong with it, `render` tells.
 */
export async function loadEarly() {
  const isSmall = countCells(state) <= MAX_CELLS_WHILE_TYPING;
  await Promise.allSettled([isSmall && loadMaze(abortController.signal), loadMode()]);
}

/** Gets the code that only this mode needs. */
async function loadMode() {
  if (state.mode === 'watch') await loadWatchMode();
  else if (state.mode === 'play') await loadPlayMode();
  else if (state.heat !== 'none') await loadHeatMap();
}

async function loadHeatMap() {
  heatMap ??= await loadModule(import('./look/heat-map.js'));
  return heatMap;
}

async function loadWatchMode() {
  if (watchMode) return watchMode;
  const { WatchMode } = await loadModule(import('./watch/mode.js'));
  watchMode ??= new WatchMode([view, secondView], controls, { setPageState, setStatus, showError });
  return watchMode;
}

async function loadPlayMode() {
  if (playMode) return playMode;
  const { PlayMode } = await loadModule(import('./play/mode.js'));
  playMode ??= new PlayMode(view, { setStatus, changeState, link: (shared) => pageUrl(withGeneratorVersion(withDate(shared), generator)) });
  return playMode;
}

/** Ends what is under way. */
export function stopLoading() {
  abortController.abort();
  showStopped();
}

/** Shows the formats in which the maze can be saved. */
export function updateSaveLinks() {
  showSaveLinks(shownState(), controls.grid(shownState().grid)?.formats ?? [], isCurrent ? maze : null, opened);
}

/** The buttons for usual sizes. */
export function sizeButtons() {
  return [...document.querySelectorAll('button')].filter(({ dataset }) => dataset.w);
}

/** Shows which of the usual sizes it is, and how large. */
function updateSizeButtons() {
  for (const button of sizeButtons()) {
    const { w, h, rings } = presetSize(button);
    const isThis = [[w, state.w], [h, state.h], [rings, state.rings]].every(([wanted, side]) => wanted === undefined || wanted === side);
    button.setAttribute('aria-pressed', String(isThis));
  }
  byId('size-words').textContent = hasRings(state.grid) ? '' : `${state.w} × ${state.h}`;
}

/**
 * The size that a button stands for, on the shape that is chosen.
 * @param {HTMLButtonElement} button
 * @returns {Changes}
 */
export function presetSize({ dataset: { w = '', h = '' } }) {
  return sizeForShape({ ...state, ...(state.grid === 'square' ? { w, h } : similarSize({ ...state, grid: 'square', w, h }, state.grid)) });
}

/** Shows and hides what belongs to a mode. */
function showModeElements() {
  const { mode } = state;
  for (const button of document.querySelectorAll('button')) {
    if (button.dataset.mode) button.setAttribute('aria-pressed', String(button.dataset.mode === mode));
  }
  const compares = mode === 'watch' && state.compare !== '';
  document.documentElement.toggleAttribute('data-compare', compares);
  byId('pane-2').hidden = !compares;
  setRaceLayout(false);
  byId('counters').hidden = byId('transport').hidden = byId('key').hidden = mode !== 'watch';
  byId('game').hidden = byId('pad').hidden = byId('play-help').hidden = mode !== 'play';
  // Who plays has the keys; screen readers leave them to an application.
  byId('maze').setAttribute('role', mode === 'play' ? 'application' : 'img');
  if (mode === 'play') byId('maze').setAttribute('aria-describedby', 'challenge play-description');
  else byId('maze').removeAttribute('aria-describedby');
  byId('legend').hidden = mode !== 'look' || state.heat === 'none';
  byId('statistics-section').hidden = mode !== 'look';
  byId('lesson').hidden = true;
  byId('outcome').textContent = '';
  watchMode?.leave();
  playMode?.leave();
  showProgress(false);
}

/**
 * @param {Graph} shown
 * @param {AbortSignal} signal
 */
async function showLookMode(shown, signal) {
  const heat = state.heat === 'none' ? null : (await loadHeatMap()).createHeatMap(shown, state);
  signal.throwIfAborted();
  const showsSolution = state.solution === 'true';
  view.show({ maze: shown, heat, path: showsSolution ? loadedSolution()?.cells : [] });
  showCaption();
  if (!loadedSolution()) {
    showStatisticsLoading(byId('statistics'));
    const solving = solve(shown, signal);
    if (showsSolution || shown.size <= MAX_CELLS_WHILE_TYPING) await solving;
    else solving.catch((error) => isAbortError(error) || showNoStatistics(byId('statistics'), error.message));
    if (showsSolution) view.show({ maze: shown, heat, path: loadedSolution()?.cells });
  }
  showCaption();
  const solution = loadedSolution(), summary = solution ? summarizeSolution(solution) : translate('ready');
  const notice = pendingNotice || (opened?.guessed ? `${translate('ends-unsaid')} ${summary}` : '');
  // The numbers are in the statistics.
  setStatus(notice || summary, !notice && solution?.length !== null);
  setPageState('ready');
}

/**
 * Gets the solution, and shows the numbers that come with it.
 * @param {Graph} shown
 * @param {AbortSignal} signal
 */
async function solve(shown, signal) {
  const solution = await loadSolution(shown, signal), info = controls.solver(solution.solver);
  const cells = solution.stats?.cells ?? shown.size, solver = catalogTitle('solvers', info, solution.solver);
  showStatistics(byId('statistics'), { ...solution, cells, solver, shortest: info?.shortest });
}

/**
 * @param {Graph} shown
 * @param {AbortSignal} signal
 */
async function showWatchMode(shown, signal) {
  const mode = await loadWatchMode();
  signal.throwIfAborted();
  const watched = shownState(), fault = mode.fault(watched, shown);
  if (fault) {
    showFaults([...addressFaults, fault]);
    return setPageState('error');
  }
  updateCanvasLabels();
  setRaceLayout(watched.what === 'race');
  byId('race-title').textContent = caption;
  if (state.compare) document.documentElement.dataset.compare = shown.width > MIN_STACKED_ASPECT_RATIO * shown.height ? 'wide' : '';
  return mode.show(watched, shown, !prefersReducedMotion(), opened);
}

/**
 * @param {Graph} shown
 * @param {AbortSignal} signal
 */
async function showPlayMode(shown, signal) {
  const mode = await loadPlayMode();
  signal.throwIfAborted();
  const fault = mode.show(shown, { ...state, grid: shownState().grid }, { title: caption, note: pendingNotice, hasLink: !opened });
  if (fault) showFaults([...addressFaults, fault]);
  showCaption();
  setPageState('ready');
}

/**
 * A module that is loaded when it is needed.
 * @template T
 * @param {Promise<T>} imported
 * @returns {Promise<T>}
 */
export async function loadModule(imported) {
  try {
    return await imported;
  } catch {
    throw new Problem({ detail: translate('unreachable'), isOurs: true });
  }
}
