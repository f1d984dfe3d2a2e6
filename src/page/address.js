// What the page shows, as the address bar says it, and the queries for the service that follow from it.
// Every value is kept as the text that was written: what is wrong with one is for the service to say, in its own words.

import { languages, listed, say } from './language.js';
import { hasRings } from './shapes.js';
import { dateOf, isDate, mazeOf } from './today.js';

/** The options of single algorithms, without a value: they do not go along to another one. */
export const OF_ALGORITHMS = { straightness: '', pick: '', bias: '', passes: '' };

/** What the page has a control or a mode for, with what holds when the address is silent. */
const DEFAULTS = {
  algo: 'backtracker', grid: 'square', w: '30', h: '30', rings: '15', seed: '',
  floors: '1', wrap: 'none', weave: '0', mask: '', outline: 'cells', parts: 'one', sparse: '0',
  difficulty: '', length: '', symmetry: '', unicursal: 'false', rooms: '0', room_size: '3..7',
  braid: '0', ends: 'corners', doors: 'false', exits: '0', to: '', weights: '', max_dead_end: '', items: '', locks: '0', word: '', sum: '', ...OF_ALGORITHMS,
  solver: 'auto', hand: '', heat: 'none', palette: 'viridis', solution: 'false',
  mode: 'look', what: 'build', compare: '', today: '', time: '', moves: '', lang: '',
};

/** The value of `today` without a date. */
const NOW = 'now';

/** The seconds and the moves of somebody who has won the maze, for whoever opens the link, and the most of each. */
export const OF_CHALLENGES = ['time', 'moves'];
const MOST_OF_CHALLENGES = { time: 359_999, moves: 9_999_999 };

/** These are in the address always; the others only when they differ from their default. */
const ALWAYS = ['algo', 'w', 'h', 'rings', 'seed'];

/** What makes the grid, beside its size. */
const OF_THE_GRID = ['floors', 'wrap', 'weave', 'mask', 'outline', 'parts', 'sparse'];

/** What shapes a maze on some grids alone. */
export const OF_SOME_GRIDS = [...OF_THE_GRID, 'symmetry', 'unicursal', 'rooms'];

/** The solver that the service takes where the ground costs something and none is named, and the one where it costs nothing. */
export const USUAL_SOLVER = { weighted: 'dijkstra', unweighted: 'bfs' };

/** What decides the walls, and what the ground costs. */
const OF_THE_MAZE = [
  'algo', 'grid', 'w', 'h', 'rings', 'seed', ...OF_THE_GRID, 'difficulty', 'length', 'symmetry', 'unicursal', 'rooms', 'room_size',
  'braid', 'ends', 'doors', 'exits', 'to', 'weights', 'max_dead_end', 'items', 'locks', 'word', 'sum', ...Object.keys(OF_ALGORITHMS),
];

/** What makes the nearest of several exits the exit: the one value of `to` that the page has a control for. */
const NEAREST = 'any';

/** What the service takes and the page has no control for: a link may hold it, and it is kept. */
const PASSED_ON = ['generator', 'from', 'to', 'max_walls', 'max_walls_in', 'remove', 'solvable', 'obstacles', 'decoys'];

/** What only the page itself can judge. */
const CHOICES = {
  heat: ['distance', 'weights', 'none'], solution: ['true', 'false'],
  mode: ['look', 'watch', 'play'], what: ['build', 'solve', 'race'],
};

export const PALETTES = ['viridis', 'magma', 'plasma', 'inferno', 'cividis'];

/**
 * Sets how many squares a maze has along each side where the address is silent.
 * @param {number} side
 */
export function setUsualSize(side) {
  DEFAULTS.w = DEFAULTS.h = String(side);
}

export function drawSeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0] % 10_000_000);
}

/** Reads the address: the state, and what is wrong with it as `{ parameter, detail }`. */
export function read(search) {
  const state = { ...DEFAULTS, passedOn: [] };
  const faults = [];
  const seen = new Set();
  for (const [name, value] of new URLSearchParams(search)) {
    if (PASSED_ON.includes(name) && !(name === 'to' && value === NEAREST)) {
      state.passedOn.push([name, value]);
    } else if (!Object.hasOwn(DEFAULTS, name)) {
      faults.push({ parameter: name, detail: say('unknown-setting', { name, value }) });
    } else if (seen.has(name)) {
      faults.push({ parameter: name, detail: say('said-twice', { name }) });
    } else {
      seen.add(name);
      state[name] = value;
    }
  }
  if (seen.has('today')) faults.push(...readToday(state, seen));
  for (const [name, allowed] of [...Object.entries(CHOICES), ['palette', PALETTES], ['lang', ['', ...languages()]]]) {
    if (allowed.includes(state[name])) continue;
    faults.push({ parameter: name, detail: say('link-says', { name, value: state[name], allowed: listed(allowed.filter(Boolean), 'disjunction') }) });
    state[name] = DEFAULTS[name];
  }
  if (OF_CHALLENGES.some((name) => seen.has(name))) faults.push(...readChallenge(state));
  for (const name of sizes(state, false)) {
    if (seen.has(name)) faults.push({ parameter: name, detail: say('lacks', { name, value: state[name] }) });
  }
  if (state.heat === 'weights' && !state.weights) {
    faults.push({ parameter: 'weights', detail: say('lacks-ground') });
    state.heat = DEFAULTS.heat;
  }
  if (state.solver === DEFAULTS.solver) state.solver = state.weights ? USUAL_SOLVER.weighted : USUAL_SOLVER.unweighted;
  if (!seen.has('seed')) state.seed ||= drawSeed();
  return { state, faults };
}

/** Fills in the maze of a day, where the address has no value of its own, and says what is wrong with the day. */
function readToday(state, seen) {
  const date = dateOf(), isWrong = state.today !== '' && !isDate(state.today);
  const fault = { parameter: 'today', detail: say('link-says', { name: 'today', value: state.today, allowed: say('a-date', { example: date }) }) };
  if (state.today === '' || isWrong) state.today = NOW;
  const values = { mode: 'play', ...mazeOf(state.today === NOW ? date : state.today) };
  for (const [name, value] of Object.entries(values)) if (!seen.has(name)) state[name] = value;
  // With other values it is another maze.
  const isAnother = OF_THE_MAZE.some((name) => seen.has(name)) || state.passedOn.some(([name]) => name !== 'generator');
  if (isAnother) state.today = '';
  return isWrong ? [fault] : [];
}

/** Says what is wrong with a challenge, which is then none. */
function readChallenge(state) {
  const least = { time: 0, moves: 1 };
  const wrong = OF_CHALLENGES.filter((name) => !/^\d{1,9}$/.test(state[name]) || state[name] < least[name] || state[name] > MOST_OF_CHALLENGES[name]);
  const faults = wrong.map((name) => notACount(name, state[name], least[name]));
  if (faults.length) Object.assign(state, NO_CHALLENGE);
  return faults;
}

/** What holds where nobody has won the maze before. */
export const NO_CHALLENGE = { time: '', moves: '' };

/**
 * What is wrong with a number of a challenge.
 * @param {string} name
 * @param {string} value
 * @param {number} least
 */
export function notACount(name, value, least) {
  return { parameter: name, detail: say('link-says', { name, value, allowed: say('a-count', { least, most: MOST_OF_CHALLENGES[name] }) }) };
}

/** The names of the numbers that make the size of a grid, or that do not. */
function sizes({ grid }, areIts = true) {
  return hasRings(grid) === areIts ? ['rings'] : ['w', 'h'];
}

/** Whether a value has to be written: it belongs to the grid, and does not go without saying. */
function isSaid(name, state) {
  return !sizes(state, false).includes(name) && (ALWAYS.includes(name) || !isStandard(name, state));
}

/** Whether a value is what holds when the address is silent. */
export function isStandard(name, state) {
  return state[name] === (name === 'solver' ? USUAL_SOLVER.unweighted : DEFAULTS[name]);
}

/** Whether the maze is on a plain rectangle of squares, which has a drawing of its own here. */
export function isPlain(state) {
  return ['grid', ...OF_THE_GRID].every((name) => isStandard(name, state));
}

/** Whether the maze is made on a plain rectangle of squares, before cells may be taken out. */
export function isRectangle(state) {
  return isPlain({ ...state, sparse: DEFAULTS.sparse });
}

/** Whether every cell is a square in its place, with nothing under it: a mask may take some of them away. */
export function isFlat(state) {
  return ['grid', 'floors', 'wrap', 'weave', 'outline'].every((name) => isStandard(name, state));
}

/** Whether no passage runs under another. */
export function isUnwoven({ weave }) {
  return weave === DEFAULTS.weave;
}

/** Whether the maze can be written as text: squares without tunnels. */
export function hasText(state) {
  return state.grid === DEFAULTS.grid && isUnwoven(state) && isStandard('outline', state);
}

/** Whether the maze can be a map of Tiled: squares, or hexagons, in their places. */
export function isMap(state) {
  return isFlat(state) || state.grid === 'hex' && isFlat({ ...state, grid: DEFAULTS.grid });
}

/** A maze on the same grid of which nothing else is said, without a mask. */
export function unmasked({ grid, w, h, rings, floors }) {
  return { ...DEFAULTS, grid, w, h, rings, floors, seed: '1', passedOn: [] };
}

/** What a grid is made of when nothing is said of it. */
export function plain() {
  return Object.fromEntries(OF_THE_GRID.map((name) => [name, DEFAULTS[name]]));
}

/** The address that gives this state, from the question mark on. */
export function write(state) {
  const pairs = [];
  if (state.today) return query(pairsOfToday(state));
  for (const name of Object.keys(DEFAULTS)) {
    if (isSaid(name, state)) pairs.push([name, state[name]]);
    if (name === 'passes') pairs.push(...state.passedOn);
  }
  return query(pairs);
}

/** The pairs that give a maze of a day. A challenge is about the maze of one date. */
function pairsOfToday(state) {
  const isOpen = state.today === NOW && state.seed === dateOf() && OF_CHALLENGES.every((name) => !state[name]);
  const others = Object.keys(DEFAULTS).filter((name) => name !== 'today' && !OF_THE_MAZE.includes(name));
  const isUsual = (name) => (name === 'mode' ? state.mode === 'play' : isStandard(name, state));
  return [isOpen ? ['today'] : ['today', state.seed], ...others.filter((name) => !isUsual(name)).map((name) => [name, state[name]]), ...state.passedOn];
}

/**
 * The same state for somebody else: the maze of this date, whenever the link is opened.
 * @param {object} state
 */
export function dated(state) {
  return state.today ? { ...state, today: state.seed } : state;
}

/** The same state, made by this version of the generator alone: another one answers with an error instead of another maze. */
export function pinned(state, generator) {
  const isPinned = !generator || state.passedOn.some(([name]) => name === 'generator');
  return isPinned ? state : { ...state, passedOn: [...state.passedOn, ['generator', generator]] };
}

/** The query that asks the service for the maze of this state, with whatever else is asked, or asked instead. */
export function mazeQuery(state, more = {}) {
  const pairs = OF_THE_MAZE.filter((name) => !(name in more) && isSaid(name, state)).map((name) => [name, state[name]]);
  return query([...pairs, ...state.passedOn, ...Object.entries(more)]);
}

/** The parameters that say how the maze is solved. The usual solver is not named: through an opened picture it then keeps to the middle. */
export function solverOf(state) {
  return { ...(!isStandard('solver', state) && { solver: state.solver }), ...(state.hand && { hand: state.hand }) };
}

/** What a maze is asked for with where only its grid is known. */
export function onGrid({ grid = 'square', w, h, rings, floors = 1, wrap, isWoven, isCut }) {
  const size = Object.fromEntries(Object.entries({ w, h, rings, floors }).map(([name, value]) => [name, String(value ?? DEFAULTS[name])]));
  return { ...plain(), grid, ...size, ...(wrap && { wrap }), ...(isWoven && { weave: '1' }), ...(isCut && { mask: 'bits:' }) };
}

/** Commas and colons stay as they are, so that `pick` can be read in an address. */
export function query(pairs) {
  const written = (text) => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll("'", '%27');
  return `?${pairs.map((pair) => pair.map(written).join('=')).join('&')}`;
}
