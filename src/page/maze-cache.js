// The mazes of sheets and of books, each with its own seed, size, shape and word. The service is asked once for each.

import { isPlainRectangle, mazeQuery } from './address.js';
import { Maze } from './maze.js';
import { Mesh } from './mesh.js';
import { loadLetterStrokes } from './painter.js';
import { maskGroups } from './paper.js';
import { fetchJson } from './service.js';

/** @import { BookParameters, Changes, State } from './types.d.ts' */

/** So many mazes are kept for the next time. */
const MAX_KEPT_MAZES = 200;

const U64_MASK = (1n << 64n) - 1n;
const GOLDEN_GAMMA = 0x9E3779B97F4A7C15n;

/** @param {bigint} word */
function mix(word) {
  word = (word ^ (word >> 30n)) * 0xBF58476D1CE4E5B9n & U64_MASK;
  word = (word ^ (word >> 27n)) * 0x94D049BB133111EBn & U64_MASK;
  return word ^ (word >> 31n);
}

/**
 * The seed of maze `i` of a book, counted from 0: as docs/determinism.md says.
 * @param {string} seed
 * @param {number} i
 */
function derivedSeed(seed, i) {
  if (i === 0 || !/^\d{1,16}$/.test(seed)) return String(seed);
  const key = mix((BigInt(seed) | (5n << 53n)) + GOLDEN_GAMMA & U64_MASK);
  return String(mix(key ^ (BigInt(i) * GOLDEN_GAMMA & U64_MASK)) >> 11n);
}

/**
 * The words of a list.
 * @param {string} list
 */
export function splitWords(list) {
  return list.split(/[;,]/).map((word) => word.trim()).filter(Boolean);
}

/**
 * The size of maze `i`, where sizes grow, as the service has it.
 * @param {BookParameters} book
 * @param {number} i
 * @returns {Changes}
 */
function sizeOfMaze({ count, ...book }, i) {
  const ranges = Object.entries(book).filter(([name]) => ['w', 'h', 'rings'].includes(name));
  const gaps = Number(count) - 1;
  return Object.fromEntries(ranges.map(([name, range = '']) => {
    const [smallest, largest] = range.split('..').map(Number);
    return [name, String(gaps > 0 ? smallest + Math.floor(((largest - smallest) * i * 2 + gaps) / (2 * gaps)) : largest)];
  }));
}

/**
 * Maze `i` of a book of this state, as the page knows mazes: of lists, each maze has the next value.
 * @param {State} state
 * @param {BookParameters} book
 * @param {number} i
 * @returns {State}
 */
export function stateOfMaze(state, book, i) {
  /** @param {string} shape */
  const next = (shape) => {
    const shapes = maskGroups[shape] ?? [shape];
    return shapes[i % shapes.length];
  };
  const words = splitWords(state.word);
  return { ...state, ...sizeOfMaze(book, i), seed: derivedSeed(state.seed, i), mask: next(state.mask), reveal: next(state.reveal), word: words[i % words.length] ?? '' };
}

/** @typedef {{ maze: Maze | Mesh, seed: string }} LoadedMaze */

export class MazeCache {
  /** The mazes that are there, by what they were asked for with. */
  #mazes = /** @type {Map<string, LoadedMaze>} */ (new Map());

  /**
   * The first `count` mazes of a book of this state, and the seed of each.
   * @param {State} state
   * @param {BookParameters} book
   * @param {number} count
   * @param {AbortSignal} [signal]
   * @returns {Promise<LoadedMaze[]>}
   */
  async load(state, book, count, signal) {
    const loaded = [];
    for (let i = 0; i < count; i += 1) loaded.push(await this.#get(stateOfMaze(state, book, i), signal));
    if (loaded.length) await loadLetterStrokes(loaded[0].maze);
    return loaded;
  }

  /**
   * @param {State} state
   * @param {AbortSignal} [signal]
   * @returns {Promise<LoadedMaze>}
   */
  async #get(state, signal) {
    const [MazeType, encoding] = isPlainRectangle(state) ? [Maze, 'bits'] : [Mesh, 'graph'], query = mazeQuery(state, { encoding });
    const kept = this.#mazes.get(query);
    if (kept) return kept;
    const answer = await fetchJson(`maze.json${query}`, signal), loaded = { maze: MazeType.read(answer), seed: String(answer.seed) };
    this.#mazes.set(query, loaded);
    if (this.#mazes.size > MAX_KEPT_MAZES) this.#mazes.delete([...this.#mazes.keys()][0]);
    return loaded;
  }
}
