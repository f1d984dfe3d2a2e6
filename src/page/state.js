// The state of the page, which the address bar always says, and what follows from a change of it.

import {
  DEFAULT_SOLVER, defaultGridParameters, GRID_PARAMETERS, isMadeOnPlainRectangle, mazeQuery, NO_ALGORITHM_OPTIONS, NO_CHALLENGE, randomSeed,
  readAddress, setDefaultSize, sizeOnGrid, writeAddress,
} from './address.js';
import { Controls } from './controls.js';
import { byId, setPageState } from './dom.js';
import { catalogTitle, translate } from './language.js';
import { refitMask } from './mask.js';
import { view } from './view.js';
import { countCells, sizeForShape } from './shapes.js';

/** @import { Changes, Fault, OpenedMaze, State } from './types.d.ts' */

/** How long typing rests before a large maze is asked for, or a name that somebody types. */
const TYPING_DELAY_MS = 250;
/** Up to so many cells a maze is made with each key that is pressed, and the page counts as ready when its numbers are there. */
export const MAX_CELLS_WHILE_TYPING = 65_536;

/** The side of a square that a finger finds, and how many of them a first maze has along a side at most and at least. */
const MIN_TOUCH_TARGET_PX = 24, MAX_FIRST_SIDE_CELLS = 30, MIN_FIRST_SIDE_CELLS = 8;
/** How many there are at most on a screen of less than so many pixels. */
const MAX_NARROW_SIDE_CELLS = 15, NARROW_SCREEN_PX = 420;
/** The screens of phones, as in the style sheet. */
const PHONE_MEDIA_QUERY = '(max-width: 44rem), (max-height: 34rem)';

/** What somebody changes without wanting another maze. */
const VIEW_ONLY_SETTINGS = ['mode', 'what', 'compare', 'solver', 'hand', 'solution', 'heat', 'palette'];

// The first maze fits a small screen.
if (matchMedia(PHONE_MEDIA_QUERY).matches) {
  const max = innerWidth < NARROW_SCREEN_PX ? MAX_NARROW_SIDE_CELLS : MAX_FIRST_SIDE_CELLS;
  setDefaultSize(Math.max(MIN_FIRST_SIDE_CELLS, Math.min(max, view.cellsAcross(MIN_TOUCH_TARGET_PX))));
}

/** What the address says, and what is wrong with it. Other modules see every change of these. */
export let { state, faults: addressFaults } = readAddress(location.search);
/**
 * What somebody has opened, which is shown instead of what the address says.
 * @type {OpenedMaze | null}
 */
export let opened = null;
/** What is to be said about the next maze. */
export let pendingNotice = '';

export const controls = new Controls(byId('form', HTMLFormElement), (name, value, isTyping) => changeState({ [name]: value }, isTyping));

/** The states whose size and whose mask somebody chose. Those of other shapes and sizes follow from these, whatever came between. */
let sizeState = state, maskState = state;
let typingTimer = 0, isEditing = false;

/** Shows the state as it is now. */
let render = () => {};

/**
 * Says what shows the state whenever it changes.
 * @param {() => void} show
 */
export function onStateChange(show) {
  render = show;
}

/**
 * Shows the choices for the sheet with a code.
 * @type {(code: string) => void}
 */
let openSheet = () => {};

/**
 * Says what opens the sheet of an address.
 * @param {(code: string) => void} open
 */
export function onSheet(open) {
  openSheet = open;
}

/** Shows the state once more. */
export function showStateAgain() {
  render();
}

/**
 * Changes settings. `stillEditing` is while somebody types or drags, and `notice` is to be said of the next maze.
 * @param {Changes} changes
 * @param {boolean} [stillEditing]
 * @param {string} [notice]
 * @returns {void}
 */
export function changeState(changes, stillEditing = false, notice = '') {
  // A setting that makes another maze closes the one that was opened.
  if (opened && Object.keys(changes).some((name) => !VIEW_ONLY_SETTINGS.includes(name))) return setOpened(null, changes);
  const next = { ...state, ...changes };
  // An option belongs to one algorithm or solver; it does not go along to another.
  if (next.algo !== state.algo) Object.assign(next, NO_ALGORITHM_OPTIONS);
  if (next.what !== state.what) next.compare = '';
  // The nearest exit needs exits, and is the only one.
  if (!Number(next.exits)) next.to = '';
  if (next.to) next.passedThrough = next.passedThrough.filter(([name]) => name !== 'to');
  const ownNotice = adjustToGrid(next) || adjustToWeights(next) || notice;
  // Another maze is not that of the day, and nobody has won it yet.
  if (mazeQuery(next) !== mazeQuery(state)) Object.assign(next, { today: '', sheet: '', ...NO_CHALLENGE });
  if (next.solver !== state.solver) next.hand = '';
  // If the seed is empty, a random one is chosen when the user stops typing.
  if (next.seed === '' && !stillEditing) next.seed = randomSeed();
  const isSame = writeAddress(next) === writeAddress(state);
  if (!isSame) keepFrontMaze();
  state = next;
  if (!isSame) pendingNotice = ownNotice;
  addressFaults = addressFaults.filter(({ parameter }) => !(parameter in changes) && parameter in state);
  if (!isSame) updateHistory();
  isEditing = stillEditing;
  if (isSame && !typingTimer) return;
  // From here on what is shown is not what is asked for.
  setPageState('loading');
  stopTypingTimer();
  // Half a word is no name yet; half a number is one.
  const areNumbers = Object.values(changes).every((value) => /^[\d.]+$/.test(value));
  if (!stillEditing || (areNumbers && countCells(state) <= MAX_CELLS_WHILE_TYPING)) render();
  else if (state.seed !== '') typingTimer = setTimeout(() => { typingTimer = 0; render(); }, TYPING_DELAY_MS);
}

/**
 * Shows what somebody has opened, or again what the address says, with these changes.
 * @param {OpenedMaze | null} next
 * @param {Changes} [changes]
 */
export function setOpened(next, changes = {}) {
  opened = next;
  const before = writeAddress(state);
  changeState(next ? { mode: 'look' } : changes);
  if (writeAddress(state) === before) render();
}

/**
 * Notes the sheet that somebody makes in the address. It stays there until another maze is shown.
 * @param {string} sheet
 */
export function setSheet(sheet) {
  state = { ...state, sheet };
  history.replaceState(null, '', writeAddress(state));
}

/**
 * Shows the maze of a sheet exactly as its code says.
 * @param {Partial<State>} changes
 */
export function showMazeOfSheet(changes) {
  opened = null;
  showAddress({ state: { ...state, ...changes, today: '', sheet: '', ...NO_CHALLENGE }, faults: addressFaults });
}

/**
 * The state, as far as it is one of the maze that is shown. How an opened one was built nobody knows.
 * @returns {State}
 */
export function shownState() {
  return opened ? { ...state, ...opened.grid, what: state.what === 'build' ? 'solve' : state.what } : state;
}

/**
 * Makes the maze of the front page that of the state, whose groups of settings are folded. The address does not say it.
 * @param {string} search
 */
export function setFrontMaze(search) {
  ({ state } = readAddress(search));
  sizeState = maskState = state;
  controls.foldGroups();
}

/** Before there is another maze, the address of the front page says which one it was, so that one can go back to it. */
function keepFrontMaze() {
  if (!location.search) history.replaceState(null, '', writeAddress(state));
}

/** Shows today's maze, in the language of the page. */
export function showToday() {
  const there = readAddress(`?today&lang=${state.lang}`);
  opened = null;
  keepFrontMaze();
  history.pushState(null, '', writeAddress(there.state));
  showAddress(there);
}

addEventListener('popstate', () => {
  const there = readAddress(location.search);
  // A link within the page, such as the one to the controls, is no other state.
  if (location.search && writeAddress(there.state) !== writeAddress(state)) showAddress(there);
});

/**
 * Shows the state of another address.
 * @param {{ state: State, faults: Fault[] }} there
 */
function showAddress(there) {
  stopTypingTimer();
  isEditing = false;
  pendingNotice = '';
  ({ state, faults: addressFaults } = there);
  sizeState = maskState = state;
  if (state.sheet) openSheet(state.sheet);
  render();
}

function stopTypingTimer() {
  clearTimeout(typingTimer);
  typingTimer = 0;
}

/** A change is a step in the history; while somebody types or drags it is one step altogether. */
function updateHistory() {
  history[isEditing ? 'replaceState' : 'pushState'](null, '', writeAddress(state));
}

/**
 * What follows from another grid: sizes, and options that belong to the one before. Returns what there is to be said of it.
 * @param {State} next
 */
function adjustToGrid(next) {
  const { mask, outline, parts } = next;
  if (next.grid !== state.grid) Object.assign(next, defaultGridParameters(), { mask, outline, parts }, sizeOnGrid(sizeState, next.grid));
  else if (next.w !== state.w || next.h !== state.h || next.rings !== state.rings) sizeState = next;
  if (next.mask !== state.mask) Object.assign(next, sizeForShape(next));
  if (next.mask !== state.mask || next.parts !== state.parts) maskState = next;
  else next.mask = refitMask(maskState, next, countCells);
  next.parts = next.mask === '' ? 'one' : maskState.parts;
  // Bits have no outline, and other floors and edges none that goes all around.
  if (next.mask === '' || next.mask.includes('bits:') || next.floors !== '1' || next.wrap !== 'none') next.outline = 'cells';
  if (!isMadeOnPlainRectangle(next)) Object.assign(next, { symmetry: '', unicursal: 'false' });
  const isOtherGrid = next.grid !== state.grid || GRID_PARAMETERS.some((name) => next[name] !== state[name]);
  if (isOtherGrid && next.what === 'build' && !controls.runs(next.compare, next)) next.compare = '';
  if (!isOtherGrid || controls.runs(next.algo, next)) return '';
  const [name, other] = [next.algo, 'backtracker'].map((each) => catalogTitle('algorithms', controls.algorithm(each), each));
  Object.assign(next, { algo: 'backtracker', ...NO_ALGORITHM_OPTIONS });
  return translate('not-here', { name, other });
}

/**
 * What follows where the ground costs something, or no longer does: another solver. Returns what there is to be said of it.
 * @param {State} next
 */
function adjustToWeights(next) {
  if (next.weights === state.weights) return '';
  if (!next.weights) {
    if (next.heat === 'weights') next.heat = 'none';
    if (next.solver === DEFAULT_SOLVER.weighted) next.solver = DEFAULT_SOLVER.unweighted;
    return '';
  }
  if (next.what === 'solve' && !controls.solves(next.compare, next)) next.compare = '';
  if (controls.solves(next.solver, next)) return '';
  const [name, other] = [next.solver, DEFAULT_SOLVER.weighted].map((each) => catalogTitle('solvers', controls.solver(each), each));
  next.solver = DEFAULT_SOLVER.weighted;
  return translate('ignores-ground', { name, other });
}
