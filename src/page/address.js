// What the page shows, as the address bar says it, and the queries for the service that follow from it.
// Every value is kept as the text that was written: what is wrong with one is for the service to say, in its own words.

import { availableLanguages, formatList, translate } from './language.js';
import { hasRings, similarSize } from './shapes.js';
import { readSheetCode, SHEET_NAMES } from './sheet-code.js';
import { dateOf, isDate, mazeOfDay } from './today.js';

/** @import { Changes, Fault, Parameters } from './types.d.ts' */

/** @typedef {keyof typeof DEFAULTS} Setting */
/**
 * What the page shows: the value of each setting, and the parameters that it has no control for.
 * @typedef {Record<Setting, string> & { passedThrough: [string, string][] }} State
 */

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

/**
 * The names of settings in a record of some.
 * @template {string} Name
 * @param {Partial<Record<Name, unknown>>} record
 * @returns {Name[]}
 */
function namesOf(record) {
  return /** @type {Name[]} */ (Object.keys(record));
}

/**
 * Whether a text is the name of a setting.
 * @param {string} name
 * @returns {name is Setting}
 */
function isSetting(name) {
  return Object.hasOwn(DEFAULTS, name);
}

/** The numbers that make the size of a grid. */
const SIZE_PARAMETERS = ['w', 'h', 'rings'];

/** The value of `today` without a date. */
const UNDATED = 'now';

/**
 * The seconds and the moves of somebody who has won the maze, for whoever opens the link, and the most of each.
 * @type {('time' | 'moves')[]}
 */
export const CHALLENGE_PARAMETERS = ['time', 'moves'];
const MAX_CHALLENGE = { time: 359_999, moves: 9_999_999 };

/** A code of a sheet. */
const EXAMPLE_SHEET = 'cat 12×12 · 48213';

/**
 * These are in the address always; the others only when they differ from their default.
 * @type {Setting[]}
 */
const ALWAYS_WRITTEN = ['algo', 'w', 'h', 'rings', 'seed'];

/**
 * What makes the grid, beside its size.
 * @type {Setting[]}
 */
export const GRID_PARAMETERS = ['floors', 'wrap', 'weave', 'mask', 'outline', 'parts', 'sparse'];

/**
 * What shapes a maze on some grids alone.
 * @type {Setting[]}
 */
export const GRID_SPECIFIC_PARAMETERS = [...GRID_PARAMETERS, 'symmetry', 'unicursal', 'rooms'];

/** The solver that the service takes where the ground costs something and none is named, and the one where it costs nothing. */
export const DEFAULT_SOLVER = { weighted: 'dijkstra', unweighted: 'bfs' };

/**
 * What decides the walls, and what the ground costs.
 * @type {Setting[]}
 */
const MAZE_PARAMETERS = [
  'algo', 'grid', 'w', 'h', 'rings', 'seed', ...GRID_PARAMETERS, 'difficulty', 'length', 'symmetry', 'unicursal', 'reveal', 'rooms', 'room_size',
  'braid', 'ends', 'doors', 'exits', 'to', 'weights', 'max_dead_end', 'items', 'locks', 'word', 'sum', ...namesOf(NO_ALGORITHM_OPTIONS),
];

/** What makes the nearest of several exits the exit: the one value of `to` that the page has a control for. */
const NEAREST_EXIT = 'any';

/** What the service takes and the page has no control for: a link may hold it, and it is kept. */
const PASSED_THROUGH = ['generator', 'from', 'to', 'max_walls', 'max_walls_in', 'remove', 'solvable', 'obstacles', 'decoys'];

/**
 * What moves cells from their places in rows and columns, or puts passages under others.
 * @type {Setting[]}
 */
const UNLIKE_FLAT_GRID = ['grid', 'floors', 'wrap', 'weave', 'outline'];

/**
 * What only the page itself can judge.
 * @type {Partial<Record<Setting, string[]>>}
 */
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

/**
 * The size of a grid where the address is silent: it has about as many cells as there would be squares.
 * @param {string} grid
 */
function defaultSize(grid) {
  return similarSize(DEFAULTS, grid);
}

export function randomSeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0] % 10_000_000);
}

/**
 * Reads the address: the state, and what is wrong with it as `{ parameter, detail }`.
 * @param {string} search
 * @returns {{ state: State, faults: Fault[] }}
 */
export function readAddress(search) {
  const state = { ...DEFAULTS, passedThrough: /** @type {[string, string][]} */ ([]) };
  /** @type {Fault[]} */
  const faults = [];
  const seen = new Set();
  for (const [name, value] of new URLSearchParams(search)) {
    if (PASSED_THROUGH.includes(name) && !(name === 'to' && value === NEAREST_EXIT)) {
      state.passedThrough.push([name, value]);
    } else if (!isSetting(name)) {
      faults.push({ parameter: name, detail: translate('unknown-setting', { name, value }) });
    } else if (seen.has(name)) {
      faults.push({ parameter: name, detail: translate('said-twice', { name }) });
    } else {
      seen.add(name);
      state[name] = value;
    }
  }
  if (!SIZE_PARAMETERS.some((name) => seen.has(name))) Object.assign(state, defaultSize(state.grid));
  if (seen.has('today')) faults.push(...readToday(state, seen));
  const values = { ...PAGE_ONLY_VALUES, palette: PALETTES, lang: ['', ...availableLanguages()] };
  for (const name of namesOf(values)) {
    const allowed = values[name] ?? [];
    if (allowed.includes(state[name])) continue;
    faults.push({ parameter: name, detail: translate('link-says', { name, value: state[name], allowed: formatList(allowed.filter(Boolean), 'disjunction') }) });
    state[name] = DEFAULTS[name];
  }
  if (state.sheet && !readSheetCode(state.sheet)) {
    faults.push({ parameter: 'sheet', detail: translate('link-says', { name: 'sheet', value: state.sheet, allowed: EXAMPLE_SHEET }) });
    state.sheet = '';
  }
  const unknown = unknownInCode(state.sheet);
  if (unknown) {
    const [name, value] = unknown;
    faults.push({ parameter: 'sheet', detail: translate('unknown-setting', { name, value }) });
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

/**
 * Fills in the maze of a day, where the address has no value of its own, and says what is wrong with the day.
 * @param {State} state
 * @param {Set<string>} seen
 */
function readToday(state, seen) {
  const date = dateOf(), isWrong = state.today !== '' && !isDate(state.today);
  const fault = { parameter: 'today', detail: translate('link-says', { name: 'today', value: state.today, allowed: translate('a-date', { example: date }) }) };
  if (state.today === '' || isWrong) state.today = UNDATED;
  /** @type {Partial<Record<Setting, string>>} */
  const values = { mode: 'play', ...mazeOfDay(state.today === UNDATED ? date : state.today) };
  for (const name of namesOf(values)) if (!seen.has(name)) state[name] = values[name] ?? '';
  // With other values it is another maze.
  const isAnother = MAZE_PARAMETERS.some((name) => seen.has(name)) || state.passedThrough.some(([name]) => name !== 'generator');
  if (isAnother) state.today = '';
  return isWrong ? [fault] : [];
}

/**
 * Says what is wrong with a challenge, which is then none.
 * @param {State} state
 */
function readChallenge(state) {
  const min = { time: 0, moves: 1 };
  const wrong = CHALLENGE_PARAMETERS.filter((name) => !/^\d{1,9}$/.test(state[name]) || Number(state[name]) < min[name] || Number(state[name]) > MAX_CHALLENGE[name]);
  const faults = wrong.map((name) => challengeFault(name, state[name], min[name]));
  if (faults.length) Object.assign(state, NO_CHALLENGE);
  return faults;
}

/** What holds where nobody has won the maze before. */
export const NO_CHALLENGE = { time: '', moves: '' };

/**
 * What is wrong with a number of a challenge.
 * @param {'time' | 'moves'} name
 * @param {string} value
 * @param {number} min
 * @returns {Fault}
 */
export function challengeFault(name, value, min) {
  return { parameter: name, detail: translate('link-says', { name, value, allowed: translate('a-count', { least: min, most: MAX_CHALLENGE[name] }) }) };
}

/**
 * The names of the numbers that make the size of a grid, or that do not.
 * @param {{ grid: string }} state
 * @param {boolean} [used]
 * @returns {Setting[]}
 */
function sizeParameters({ grid }, used = true) {
  return hasRings(grid) === used ? ['rings'] : ['w', 'h'];
}

/**
 * Whether a value has to be written: it belongs to the grid, and does not go without saying.
 * @param {Setting} name
 * @param {State} state
 */
function isWritten(name, state) {
  return !sizeParameters(state, false).includes(name) && (ALWAYS_WRITTEN.includes(name) || !isDefault(name, state));
}

/**
 * Whether a value is what holds when the address is silent.
 * @param {Setting} name
 * @param {State} state
 */
export function isDefault(name, state) {
  const defaults = { ...DEFAULTS, solver: DEFAULT_SOLVER.unweighted, ...defaultSize(state.grid) };
  return state[name] === defaults[name];
}

/**
 * The size of another grid with about as many cells as there are in a state: the one where the address is silent, if nobody has chosen another.
 * @param {State} state
 * @param {string} grid
 * @returns {Changes}
 */
export function sizeOnGrid(state, grid) {
  return sizeParameters(state).every((name) => isDefault(name, state)) ? defaultSize(grid) : similarSize(state, grid);
}

/**
 * Whether the maze is on a plain rectangle of squares, which has a drawing of its own here.
 * @param {State} state
 */
export function isPlainRectangle(state) {
  return isDefault('grid', state) && GRID_PARAMETERS.every((name) => isDefault(name, state));
}

/**
 * Whether the maze is made on a plain rectangle of squares, before cells may be taken out.
 * @param {State} state
 */
export function isMadeOnPlainRectangle(state) {
  return isPlainRectangle({ ...state, sparse: DEFAULTS.sparse });
}

/**
 * Whether every cell is a square in its place, with nothing under it: a mask may take some of them away.
 * @param {State} state
 */
export function isFlatGrid(state) {
  return UNLIKE_FLAT_GRID.every((name) => isDefault(name, state));
}

/**
 * Whether no passage runs under another.
 * @param {{ weave: string }} state
 */
export function hasNoTunnels({ weave }) {
  return weave === DEFAULTS.weave;
}

/**
 * Whether the maze can be written as text: squares without tunnels.
 * @param {State} state
 */
export function canBeText(state) {
  return state.grid === DEFAULTS.grid && hasNoTunnels(state) && isDefault('outline', state);
}

/**
 * Whether the maze can be a map of Tiled: squares, or hexagons, in their places.
 * @param {State} state
 */
export function canBeTiledMap(state) {
  return isFlatGrid(state) || state.grid === 'hex' && isFlatGrid({ ...state, grid: DEFAULTS.grid });
}

/**
 * A maze on the same grid of which nothing else is said, without a mask.
 * @param {Pick<State, 'grid' | 'w' | 'h' | 'rings' | 'floors'>} size
 * @returns {State}
 */
export function withoutMask({ grid, w, h, rings, floors }) {
  return { ...DEFAULTS, grid, w, h, rings, floors, seed: '1', passedThrough: [] };
}

/**
 * The maze of a book with these parameters, by name: what of the state it is.
 * @param {Record<string, string | undefined>} parameters
 * @returns {Changes & { passedThrough: [string, string][] }}
 */
export function stateOfParameters(parameters) {
  /** @type {[string, string][]} */
  const passedThrough = [];
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && PASSED_THROUGH.includes(name) && !(name === 'to' && value === NEAREST_EXIT)) passedThrough.push([name, value]);
  }
  /** @param {Setting} name */
  const isKept = (name) => parameters[name] !== undefined && !passedThrough.some(([other]) => other === name);
  return { ...Object.fromEntries(MAZE_PARAMETERS.map((name) => [name, isKept(name) ? parameters[name] : DEFAULTS[name]])), passedThrough };
}

/**
 * Whether a maze with these parameters is made with others than `names`.
 * @param {Record<string, string | undefined>} parameters
 * @param {string[]} names
 */
export function hasOtherParameters(parameters, names) {
  const others = [...MAZE_PARAMETERS, ...PASSED_THROUGH].filter((name) => !names.includes(name));
  return others.some((name) => parameters[name] !== undefined && !(isSetting(name) && parameters[name] === DEFAULTS[name]));
}

/**
 * The first name in the code of a sheet that no sheet has, and its value, if there is one: somebody has mistyped it.
 * @param {string} code
 */
export function unknownInCode(code) {
  const names = [...MAZE_PARAMETERS, ...PASSED_THROUGH, ...SHEET_NAMES];
  return Object.entries(readSheetCode(code) ?? {}).find(([name]) => !names.includes(name)) ?? null;
}

/** What a grid is made of when nothing is said of it. */
export function defaultGridParameters() {
  return Object.fromEntries(GRID_PARAMETERS.map((name) => [name, DEFAULTS[name]]));
}

/**
 * The address that gives this state, from the question mark on.
 * @param {State} state
 */
export function writeAddress(state) {
  /** @type {[string, string][]} */
  const pairs = [];
  if (state.today) return queryString(todayPairs(state));
  for (const name of namesOf(DEFAULTS)) {
    if (isWritten(name, state)) pairs.push([name, state[name]]);
    if (name === 'passes') pairs.push(...state.passedThrough);
  }
  return queryString(pairs);
}

/**
 * The pairs that give a maze of a day. A challenge is about the maze of one date.
 * @param {State} state
 */
function todayPairs(state) {
  const isUndated = state.today === UNDATED && state.seed === dateOf() && CHALLENGE_PARAMETERS.every((name) => !state[name]);
  const others = namesOf(DEFAULTS).filter((name) => name !== 'today' && !MAZE_PARAMETERS.includes(name));
  /** @param {Setting} name */
  const isOmitted = (name) => (name === 'mode' ? state.mode === 'play' : isDefault(name, state));
  return [isUndated ? ['today'] : ['today', state.seed], ...others.filter((name) => !isOmitted(name)).map((name) => [name, state[name]]), ...state.passedThrough];
}

/**
 * The same state for somebody else: the maze of this date, whenever the link is opened.
 * @param {State} state
 * @returns {State}
 */
export function withDate(state) {
  return state.today ? { ...state, today: state.seed } : state;
}

/**
 * The same state, made by this version of the generator alone: another one answers with an error instead of another maze.
 * @param {State} state
 * @param {string | null} generator
 * @returns {State}
 */
export function withGeneratorVersion(state, generator) {
  const isPinned = !generator || state.passedThrough.some(([name]) => name === 'generator');
  return isPinned ? state : { ...state, passedThrough: [...state.passedThrough, ['generator', generator]] };
}

/**
 * The query that asks the service for the maze of this state, with whatever else is asked, or asked instead.
 * @param {State} state
 * @param {Parameters} [more]
 */
export function mazeQuery(state, more = {}) {
  const pairs = MAZE_PARAMETERS.filter((name) => !(name in more) && isWritten(name, state)).map((name) => [name, state[name]]);
  return queryString([...pairs, ...state.passedThrough, ...Object.entries(more)]);
}

/**
 * The parameters that say how the maze is solved. The usual solver is not named: through an opened picture it then keeps to the middle.
 * @param {State} state
 * @returns {{ solver?: string, hand?: string }}
 */
export function solverParameters(state) {
  return { ...(!isDefault('solver', state) && { solver: state.solver }), ...(state.hand && { hand: state.hand }) };
}

/**
 * What a maze is asked for with where only its grid is known.
 * @param {{ grid?: string, w?: number, h?: number, rings?: number, floors?: number, wrap?: string, isWoven?: boolean, isCut?: boolean }} grid
 * @returns {Changes}
 */
export function stateOfGrid({ grid = 'square', w, h, rings, floors = 1, wrap, isWoven, isCut }) {
  const size = { w: String(w ?? DEFAULTS.w), h: String(h ?? DEFAULTS.h), rings: String(rings ?? DEFAULTS.rings), floors: String(floors) };
  return { ...defaultGridParameters(), grid, ...size, ...(wrap && { wrap }), ...(isWoven && { weave: '1' }), ...(isCut && { mask: 'bits:' }) };
}

/**
 * Commas and colons stay as they are, so that `pick` can be read in an address.
 * @param {(string | number | undefined)[][]} pairs
 */
export function queryString(pairs) {
  /** @param {string | number} [text] */
  const encode = (text) => encodeURIComponent(String(text)).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll("'", '%27');
  /**
   * A code of a sheet has a few words, which can be read in an address too.
   * @param {string | number} [text]
   */
  const encodeCode = (text) => encode(text).replaceAll('%20', '+').replaceAll('%3D', '=').replaceAll('%3B', ';');
  return `?${pairs.map(([name, ...values]) => [encode(name), ...values.map(name === 'sheet' ? encodeCode : encode)].join('=')).join('&')}`;
}
