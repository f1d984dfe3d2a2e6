// What the map shows, as the address bar says it.

import { drawSeed } from '../address.js';
import { languages, listed, say } from '../language.js';
import * as place from './place.js';

/** The sides if the address has none: 2^46, up to which map libraries can show the tiles of every zoom. */
const SIDE = String(2n ** 46n);
const LONGEST = 2n ** 53n - 1n;

/** What decides the maze. It is for the service to say what is wrong with a value. */
const OF_THE_MAZE = ['w', 'h', 'seed', 'passes', 'generator'];
/** What only this page reads, with the words for what it may be. */
const OF_THE_PAGE = {
  at: [(text) => place.readPair(text, place.read), () => say('a-place', { example: '12.5,7' })],
  zoom: [(text) => (/^-?\d{1,3}(\.\d{1,9})?$/.test(text) ? Number(text) : null), () => say('a-number')],
  from: [cellOf, () => say('a-place', { example: '12,7' })],
  to: [cellOf, () => say('a-place', { example: '12,7' })],
  walk: [cellOf, () => say('a-place', { example: '12,7' })],
  path: [(text) => ({ true: true, false: false })[text] ?? null, () => listed(['true', 'false'], 'disjunction')],
  lang: [(text) => (languages().includes(text) ? text : null), () => listed(languages(), 'disjunction')],
};

/** Reads the address: the state, and in sentences what is wrong with it. */
export function read(search) {
  const state = { w: SIDE, h: SIDE, seed: '', passes: '', generator: '', at: null, zoom: null, from: null, to: null, walk: null, path: false, lang: '' };
  const faults = [];
  const seen = new Set();
  for (const [name, value] of new URLSearchParams(search)) {
    if (seen.has(name)) {
      faults.push(say('said-twice', { name }));
    } else if (OF_THE_MAZE.includes(name)) {
      state[name] = value;
    } else if (Object.hasOwn(OF_THE_PAGE, name)) {
      const [parse, words] = OF_THE_PAGE[name], parsed = parse(value);
      if (parsed === null) faults.push(say('link-says', { name, value, allowed: words() }));
      else state[name] = parsed;
    } else if (name !== 'algo' || value !== 'quilt') {
      faults.push(say('unknown-setting', { name, value }));
    }
    seen.add(name);
  }
  if (state.seed === '') state.seed = drawSeed();
  for (const name of ['from', 'to', 'walk']) {
    const cell = state[name];
    if (!cell || !isSide(state.w) || !isSide(state.h) || (cell.row < BigInt(state.h) && cell.col < BigInt(state.w))) continue;
    faults.push(say('outside-link', { name, value: place.pair(cell) }));
    state[name] = null;
  }
  return { state, faults };
}

/** Whether a text is a side that a maze can have. */
export function isSide(text) {
  return /^[1-9]\d{0,15}$/.test(text) && BigInt(text) <= LONGEST;
}

/** The query for the maze of this state. */
export function mazeQuery(state) {
  const pairs = OF_THE_MAZE.filter((name) => state[name] !== '').map((name) => `&${name}=${encodeURIComponent(state[name])}`);
  return `?algo=quilt${pairs.join('')}`;
}

/** The address that gives this state, from the question mark on. */
export function write(state) {
  const { at, zoom, from, to, walk, path, lang } = state;
  const pairs = OF_THE_MAZE.filter((name) => state[name] !== '').map((name) => [name, encodeURIComponent(state[name])]);
  if (at) pairs.push(['at', `${place.written(at.row)},${place.written(at.col)}`], ['zoom', zoom]);
  for (const [name, cell] of Object.entries({ from, to, walk })) if (cell) pairs.push([name, place.pair(cell)]);
  if (path) pairs.push(['path', true]);
  if (lang) pairs.push(['lang', lang]);
  return `?${pairs.map((each) => each.join('=')).join('&')}`;
}

function cellOf(text) {
  return place.readPair(text, (each) => (/^\d{1,16}$/.test(each) ? BigInt(each) : null));
}
