// What the page shows, as the address bar says it, and the queries for the service that follow from it.
// Every value is kept as the text that was written: what is wrong with one is for the service to say, in its own words.

import { availableLanguages, formatList, translate } from './language.js';
import { hasRings } from './shapes.js';
import { readSheetCode } from './sheet-code.js';
import { dateOf, isDate, mazeOfDay } from './today.js';

/** The options of single algorithms, without a value: they do not go along to another one. */
export const NO_ALGORITHM_OPTIONS = { straightness: '', pick: '', bias: '', passes: '' };

/** What the page has a control or a mode for, with what holds when the address is silent. */
const DEFAULTS = {
  algo: 'backtracker', grid: 'square', w: '30', h: '30', rings: '15', seed: '',
  floors: '1', wrap: 'none', weave: '0', mask: '', outline: 'cells', parts: 'one', sparse: '0',
  difficulty: '', length: '', symmetry: '', unicursal: 'false', reveal: '', rooms: '0', room_size: '3..7',
  braid: '0', ends: 'corners', doors: 'false', exits: '0', to: '', weights: '', max_dead_end: '', items: '', locks: '0', word: '', sum: '', ...NO_ALGORITHM_OPTIONS,
  solver: 'auto', hand: '', heat: 'none', palette: 'viridis', solution: 'false',
  mode: 'look', what: 'build', compare: '', today: '', time: '', moves: '', sheet: '', lang: '',
};

/** The value of `today` without a date. */
const UNDATED = 'now';

/** The seconds and the moves of somebody who has won the maze, for whoever opens the link, and the most of each. */
export const CHALLENGE_PARAMETERS = ['time', 'moves'];
const MAX_CHALLENGE = { time: 359_999, moves: 9_999_999 };

/** A code of a sheet. */
const EXAMPLE_SHEET = 'cat 12×12 · 48213';

/** These are in the address always; the others only when they differ from their default. */
const ALWAYS_WRITTEN = ['algo', 'w', 'h', 'rings', 'seed'];

/** What makes the grid, beside its size. */
const GRID_PARAMETERS = ['floors', 'wrap', 'weave', 'mask', 'outline', 'parts', 'sparse'];

/** What shapes a maze on some grids alone. */
export const GRID_SPECIFIC_PARAMETERS = [...GRID_PARAMETERS, 'symmetry', 'unicursal', 'rooms'];

/** The solver that the service takes where the ground costs something and none is named, and the one where it costs nothing. */
export const DEFAULT_SOLVER = { weighted: 'dijkstra', unweighted: 'bfs' };

/** What decides the walls, and what the ground costs. */
const MAZE_PARAMETERS = [
  'algo', 'grid', 'w', 'h', 'rings', 'seed', ...GRID_PARAMETERS, 'difficulty', 'length', 'symmetry', 'unicursal', 'reveal', 'rooms', 'room_size',
  'braid', 'ends', 'doors', 'exits', 'to', 'weights', 'max_dead_end', 'items', 'locks', 'word', 'sum', ...Object.keys(NO_ALGORITHM_OPTIONS),
];

/** What makes the nearest of several exits the exit: the one value of `to` that the page has a control for. */
const NEAREST_EXIT = 'any';

/** What the service takes and the page has no control for: a link may hold it, and it is kept. */
const PASSED_THROUGH = ['generator', 'from', 'to', 'max_walls', 'max_walls_in', 'remove', 'solvable', 'obstacles', 'decoys'];

/** What only the page itself can judge. */
const PAGE_ONLY_VALUES = {
  heat: ['distance', 'weights', 'none'], solution: ['true', 'false'],
  mode: ['look', 'watch', 'play'], what: ['build', 'solve', 'race'],
};

export const PALETTES = ['viridis', 'magma', 'plasma', 'inferno', 'cividis'];

/**
 * Sets how many squares a maze has along each side where the address is silent.
 * @param {number} side
 */
export function setDefaultSize(side) {
  DEFAULTS.w = DEFAULTS.h = String(side);
}

export function randomSeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0] % 10_000_000);
}

/** Reads the address: the state, and what is wrong with it as `{ parameter, detail }`. */
export function readAddress(search) {
  const state = { ...DEFAULTS, passedThrough: [] };
  const faults = [];
  const seen = new Set();
  for (const [name, value] of new URLSearchParams(search)) {
    if (PASSED_THROUGH.includes(name) && !(name === 'to' && value === NEAREST_EXIT)) {
      state.passedThrough.push([name, value]);
    } else if (!Object.hasOwn(DEFAULTS, name)) {
      faults.push({ parameter: name, detail: translate('unknown-setting', { name, value }) });
    } else if (seen.has(name)) {
      faults.push({ parameter: name, detail: translate('said-twice', { name }) });
    } else {
      seen.add(name);
      state[name] = value;
    }
  }
  if (seen.has('today')) faults.push(...readToday(state, seen));
  for (const [name, allowed] of [...Object.entries(PAGE_ONLY_VALUES), ['palette', PALETTES], ['lang', ['', ...availableLanguages()]]]) {
    if (allowed.includes(state[name])) continue;
    faults.push({ parameter: name, detail: translate('link-says', { name, value: state[name], allowed: formatList(allowed.filter(Boolean), 'disjunction') }) });
    state[name] = DEFAULTS[name];
  }
  if (state.sheet && !readSheetCode(state.sheet)) {
    faults.push({ parameter: 'sheet', detail: translate('link-says', { name: 'sheet', value: state.sheet, allowed: EXAMPLE_SHEET }) });
    state.sheet = '';
  }
  if (CHALLENGE_PARAMETERS.some((name) => seen.has(name))) faults.push(...readChallenge(state));
  for (const name of sizeParameters(state, false)) {
    if (seen.has(name)) faults.push({ parameter: name, detail: translate('lacks', { name, value: state[name] }) });
  }
  if (state.heat === 'weights' && !state.weights) {
    faults.push({ parameter: 'weights', detail: translate('lacks-ground') });
    state.heat = DEFAULTS.heat;
  }
  if (state.solver === DEFAULTS.solver) state.solver = state.weights ? DEFAULT_SOLVER.weighted : DEFAULT_SOLVER.unweighted;
  if (!seen.has('seed')) state.seed ||= randomSeed();
  return { state, faults };
}

/** Fills in the maze of a day, where the address has no value of its own, and says what is wrong with the day. */
function readToday(state, seen) {
  const date = dateOf(), isWrong = state.today !== '' && !isDate(state.today);
  const fault = { parameter: 'today', detail: translate('link-says', { name: 'today', value: state.today, allowed: translate('a-date', { example: date }) }) };
  if (state.today === '' || isWrong) state.today = UNDATED;
  const values = { mode: 'play', ...mazeOfDay(state.today === UNDATED ? date : state.today) };
  for (const [name, value] of Object.entries(values)) if (!seen.has(name)) state[name] = value;
  // With other values it is another maze.
  const isAnother = MAZE_PARAMETERS.some((name) => seen.has(name)) || state.passedThrough.some(([name]) => name !== 'generator');
  if (isAnother) state.today = '';
  return isWrong ? [fault] : [];
}

/** Says what is wrong with a challenge, which is then none. */
function readChallenge(state) {
  const min = { time: 0, moves: 1 };
  const wrong = CHALLENGE_PARAMETERS.filter((name) => !/^\d{1,9}$/.test(state[name]) || state[name] < min[name] || state[name] > MAX_CHALLENGE[name]);
  const faults = wrong.map((name) => challengeFault(name, state[name], min[name]));
  if (faults.length) Object.assign(state, NO_CHALLENGE);
  return faults;
}

/** What holds where nobody has won the maze before. */
export const NO_CHALLENGE = { time: '', moves: '' };

/**
 * What is wrong with a number of a challenge.
 * @param {string} name
 * @param {string} value
 * @param {number} min
 */
export function challengeFault(name, value, min) {
  return { parameter: name, detail: translate('link-says', { name, value, allowed: translate('a-count', { least: min, most: MAX_CHALLENGE[name] }) }) };
}

/** The names of the numbers that make the size of a grid, or that do not. */
function sizeParameters({ grid }, used = true) {
  return hasRings(grid) === used ? ['rings'] : ['w', 'h'];
}

/** Whether a value has to be written: it belongs to the grid, and does not go without saying. */
function isWritten(name, state) {
  return !sizeParameters(state, false).includes(name) && (ALWAYS_WRITTEN.includes(name) || !isDefault(name, state));
}

/** Whether a value is what holds when the address is silent. */
export function isDefault(name, state) {
  return state[name] === (name === 'solver' ? DEFAULT_SOLVER.unweighted : DEFAULTS[name]);
}

/** Whether the maze is on a plain rectangle of squares, which has a drawing of its own here. */
export function isPlainRectangle(state) {
  return ['grid', ...GRID_PARAMETERS].every((name) => isDefault(name, state));
}

/** Whether the maze is made on a plain rectangle of squares, before cells may be taken out. */
export function isMadeOnPlainRectangle(state) {
  return isPlainRectangle({ ...state, sparse: DEFAULTS.sparse });
}

/** Whether every cell is a square in its place, with nothing under it: a mask may take some of them away. */
export function isFlatGrid(state) {
  return ['grid', 'floors', 'wrap', 'weave', 'outline'].every((name) => isDefault(name, state));
}

/** Whether no passage runs under another. */
export function hasNoTunnels({ weave }) {
  return weave === DEFAULTS.weave;
}

/** Whether the maze can be written as text: squares without tunnels. */
export function canBeText(state) {
  return state.grid === DEFAULTS.grid && hasNoTunnels(state) && isDefault('outline', state);
}

/** Whether the maze can be a map of Tiled: squares, or hexagons, in their places. */
export function canBeTiledMap(state) {
  return isFlatGrid(state) || state.grid === 'hex' && isFlatGrid({ ...state, grid: DEFAULTS.grid });
}

/** A maze on the same grid of which nothing else is said, without a mask. */
export function withoutMask({ grid, w, h, rings, floors }) {
  return { ...DEFAULTS, grid, w, h, rings, floors, seed: '1', passedThrough: [] };
}

/** The maze of a book with these parameters, by name: what of the state it is. */
export function stateOfParameters(parameters) {
  const passedThrough = Object.entries(parameters).filter(([name, value]) => PASSED_THROUGH.includes(name) && !(name === 'to' && value === NEAREST_EXIT));
  const isKept = (name) => parameters[name] !== undefined && !passedThrough.some(([other]) => other === name);
  return { ...Object.fromEntries(MAZE_PARAMETERS.map((name) => [name, isKept(name) ? parameters[name] : DEFAULTS[name]])), passedThrough };
}

/** Whether a maze with these parameters is made with others than `names`. */
export function hasOtherParameters(parameters, names) {
  const others = [...MAZE_PARAMETERS, ...PASSED_THROUGH].filter((name) => !names.includes(name));
  return others.some((name) => parameters[name] !== undefined && parameters[name] !== DEFAULTS[name]);
}

/** What a grid is made of when nothing is said of it. */
export function defaultGridParameters() {
  return Object.fromEntries(GRID_PARAMETERS.map((name) => [name, DEFAULTS[name]]));
}

/** The address that gives this state, from the question mark on. */
export function writeAddress(state) {
  const pairs = [];
  if (state.today) return queryString(todayPairs(state));
  for (const name of Object.keys(DEFAULTS)) {
    if (isWritten(name, state)) pairs.push([name, state[name]]);
    if (name === 'passes') pairs.push(...state.passedThrough);
  }
  return queryString(pairs);
}

/** The pairs that give a maze of a day. A challenge is about the maze of one date. */
function todayPairs(state) {
  const isUndated = state.today === UNDATED && state.seed === dateOf() && CHALLENGE_PARAMETERS.every((name) => !state[name]);
  const others = Object.keys(DEFAULTS).filter((name) => name !== 'today' && !MAZE_PARAMETERS.includes(name));
  const isOmitted = (name) => (name === 'mode' ? state.mode === 'play' : isDefault(name, state));
  return [isUndated ? ['today'] : ['today', state.seed], ...others.filter((name) => !isOmitted(name)).map((name) => [name, state[name]]), ...state.passedThrough];
}

/**
 * The same state for somebody else: the maze of this date, whenever the link is opened.
 * @param {object} state
 */
export function withDate(state) {
  return state.today ? { ...state, today: state.seed } : state;
}

/** The same state, made by this version of the generator alone: another one answers with an error instead of another maze. */
export function withGeneratorVersion(state, generator) {
  const isPinned = !generator || state.passedThrough.some(([name]) => name === 'generator');
  return isPinned ? state : { ...state, passedThrough: [...state.passedThrough, ['generator', generator]] };
}

/** The query that asks the service for the maze of this state, with whatever else is asked, or asked instead. */
export function mazeQuery(state, more = {}) {
  const pairs = MAZE_PARAMETERS.filter((name) => !(name in more) && isWritten(name, state)).map((name) => [name, state[name]]);
  return queryString([...pairs, ...state.passedThrough, ...Object.entries(more)]);
}

/** The parameters that say how the maze is solved. The usual solver is not named: through an opened picture it then keeps to the middle. */
export function solverParameters(state) {
  return { ...(!isDefault('solver', state) && { solver: state.solver }), ...(state.hand && { hand: state.hand }) };
}

/** What a maze is asked for with where only its grid is known. */
export function stateOfGrid({ grid = 'square', w, h, rings, floors = 1, wrap, isWoven, isCut }) {
  const size = Object.fromEntries(Object.entries({ w, h, rings, floors }).map(([name, value]) => [name, String(value ?? DEFAULTS[name])]));
  return { ...defaultGridParameters(), grid, ...size, ...(wrap && { wrap }), ...(isWoven && { weave: '1' }), ...(isCut && { mask: 'bits:' }) };
}

/** Commas and colons stay as they are, so that `pick` can be read in an address. */
export function queryString(pairs) {
  const encode = (text) => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll("'", '%27');
  // A code of a sheet has a few words, which can be read in an address too.
  const encodeCode = (text) => encode(text).replaceAll('%20', '+').replaceAll('%3D', '=').replaceAll('%3B', ';');
  return `?${pairs.map(([name, ...values]) => [encode(name), ...values.map(name === 'sheet' ? encodeCode : encode)].join('=')).join('&')}`;
}
