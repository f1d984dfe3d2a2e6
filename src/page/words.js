// What is said of a maze in words.

import { catalogued, language, moves, say } from './language.js';
import { hasRings } from './shapes.js';

/** The short names of the service in words: corners, hands, difficulties. */
const NAMES = {
  se: 'south-east', sw: 'south-west', ne: 'north-east', nw: 'north-west', right: 'right-hand', left: 'left-hand',
  easy: 'easy', medium: 'medium', hard: 'hard',
};

/** What a short name of the service means; what has no words is a name everywhere. */
export function meaning(name) {
  return Object.hasOwn(NAMES, name) ? say(NAMES[name]) : name;
}

/** What a maze is called: how it was made, its shape where that is not squares, its size, its difficulty if it was wanted, and its seed. */
export function nameOf({ algo, grid, w, h, rings, floors, seed, options }, tables) {
  const title = (kind, found, name) => (found ? catalogued(kind, found).title : name);
  const shape = grid && grid !== 'square' && title('grids', tables.grid(grid), grid);
  const size = hasRings(grid ?? '') ? say('name-rings', { count: rings }) : [w, h, floors].filter(Boolean).join(' × ');
  const difficulty = options?.difficulty && meaning(options.difficulty);
  return [title('algorithms', tables.algorithm(algo), algo), shape, size, difficulty, say('name-seed', { seed: String(seed) })].filter(Boolean).join(', ');
}

/** Where a maze begins and ends. */
export function endsOf(maze) {
  return say('ends-words', { from: maze.inWords(maze.from), to: maze.inWords(maze.to) });
}

/** What is drawn in a maze that one looks at. */
export function drawnIn({ solution, heat, weights }, solved) {
  const path = solution === 'true' && solved?.length && say('drawn-path', { moves: moves(solved.length) });
  const by = heat === 'weights' ? 'drawn-weights' : weights ? 'drawn-costs' : 'drawn-distances';
  return [path, heat !== 'none' && say(by)].filter(Boolean).join(' ');
}

/** The numbers that say most about a maze. */
export function inShort({ length, cost, stats }) {
  const way = length === null ? say('short-none') : say(cost == null ? 'short-way' : 'short-cost', { moves: moves(length), cost });
  return stats ? `${way} ${say('short-ends', { count: stats.dead_ends })}` : way;
}

/**
 * What the maze of a day is called.
 * @param {string} date
 */
export function nameOfDay(date) {
  return say('maze-of-day', { date: new Date(date).toLocaleDateString(language, { dateStyle: 'full', timeZone: 'UTC' }) });
}
