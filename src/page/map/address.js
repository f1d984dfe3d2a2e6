// What the map shows, as the address bar says it.

import { randomSeed } from '../address.js';
import { availableLanguages, formatList, translate } from '../language.js';
import * as coordinates from './coordinates.js';

/** The sides if the address has none: 2^46, up to which map libraries can show the tiles of every zoom. */
const DEFAULT_SIDE = String(2n ** 46n);
const MAX_SIDE = 2n ** 53n - 1n;

/** What decides the maze. It is for the service to say what is wrong with a value. */
const MAZE_PARAMETERS = ['w', 'h', 'seed', 'passes', 'generator'];
/** What only this page reads, with the words for what it may be. */
const PAGE_PARAMETERS = {
  at: [(text) => coordinates.parsePair(text, coordinates.parseCoordinate), () => translate('a-place', { example: '12.5,7' })],
  zoom: [(text) => (/^-?\d{1,3}(\.\d{1,9})?$/.test(text) ? Number(text) : null), () => translate('a-number')],
  from: [readCell, () => translate('a-place', { example: '12,7' })],
  to: [readCell, () => translate('a-place', { example: '12,7' })],
  walk: [readCell, () => translate('a-place', { example: '12,7' })],
  path: [(text) => ({ true: true, false: false })[text] ?? null, () => formatList(['true', 'false'], 'disjunction')],
  lang: [(text) => (availableLanguages().includes(text) ? text : null), () => formatList(availableLanguages(), 'disjunction')],
};

/** Reads the address: the state, and in sentences what is wrong with it. */
export function readMapAddress(search) {
  const state = { w: DEFAULT_SIDE, h: DEFAULT_SIDE, seed: '', passes: '', generator: '', at: null, zoom: null, from: null, to: null, walk: null, path: false, lang: '' };
  const faults = [];
  const seen = new Set();
  for (const [name, value] of new URLSearchParams(search)) {
    if (seen.has(name)) {
      faults.push(translate('said-twice', { name }));
    } else if (MAZE_PARAMETERS.includes(name)) {
      state[name] = value;
    } else if (Object.hasOwn(PAGE_PARAMETERS, name)) {
      const [parse, words] = PAGE_PARAMETERS[name], parsed = parse(value);
      if (parsed === null) faults.push(translate('link-says', { name, value, allowed: words() }));
      else state[name] = parsed;
    } else if (name !== 'algo' || value !== 'quilt') {
      faults.push(translate('unknown-setting', { name, value }));
    }
    seen.add(name);
  }
  if (state.seed === '') state.seed = randomSeed();
  for (const name of ['from', 'to', 'walk']) {
    const cell = state[name];
    if (!cell || !isSide(state.w) || !isSide(state.h) || (cell.row < BigInt(state.h) && cell.col < BigInt(state.w))) continue;
    faults.push(translate('outside-link', { name, value: coordinates.formatCell(cell) }));
    state[name] = null;
  }
  return { state, faults };
}

/** Whether a text is a side that a maze can have. */
export function isSide(text) {
  return /^[1-9]\d{0,15}$/.test(text) && BigInt(text) <= MAX_SIDE;
}

/** The query for the maze of this state. */
export function mapQuery(state) {
  const pairs = MAZE_PARAMETERS.filter((name) => state[name] !== '').map((name) => `&${name}=${encodeURIComponent(state[name])}`);
  return `?algo=quilt${pairs.join('')}`;
}

/** The address that gives this state, from the question mark on. */
export function writeMapAddress(state) {
  const { at, zoom, from, to, walk, path, lang } = state;
  const pairs = MAZE_PARAMETERS.filter((name) => state[name] !== '').map((name) => [name, encodeURIComponent(state[name])]);
  if (at) pairs.push(['at', `${coordinates.formatCoordinate(at.row)},${coordinates.formatCoordinate(at.col)}`], ['zoom', zoom]);
  for (const [name, cell] of Object.entries({ from, to, walk })) if (cell) pairs.push([name, coordinates.formatCell(cell)]);
  if (path) pairs.push(['path', true]);
  if (lang) pairs.push(['lang', lang]);
  return `?${pairs.map((each) => each.join('=')).join('&')}`;
}

function readCell(text) {
  return coordinates.parsePair(text, (each) => (/^\d{1,16}$/.test(each) ? BigInt(each) : null));
}
