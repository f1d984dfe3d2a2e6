// What is said of a maze in words.

import { catalogEntry, formatMoves, language, translate } from './language.js';
import { hasRings } from './shapes.js';

/** The short names of the service in words: corners, hands, difficulties. */
const VALUE_MESSAGES = {
  se: 'south-east', sw: 'south-west', ne: 'north-east', nw: 'north-west', right: 'right-hand', left: 'left-hand',
  easy: 'easy', medium: 'medium', hard: 'hard',
};

/** What a short name of the service means; what has no words is a name everywhere. */
export function describeValue(name) {
  return Object.hasOwn(VALUE_MESSAGES, name) ? translate(VALUE_MESSAGES[name]) : name;
}

/** What a maze is called: how it was made, its shape where that is not squares, its size, its difficulty if it was wanted, and its seed. */
export function mazeName({ algo, grid, w, h, rings, floors, seed, options }, tables) {
  const title = (kind, found, name) => (found ? catalogEntry(kind, found).title : name);
  const shape = grid && grid !== 'square' && title('grids', tables.grid(grid), grid);
  const size = hasRings(grid ?? '') ? translate('name-rings', { count: rings }) : [w, h, floors].filter(Boolean).join(' × ');
  const difficulty = options?.difficulty && describeValue(options.difficulty);
  return [title('algorithms', tables.algorithm(algo), algo), shape, size, difficulty, translate('name-seed', { seed: String(seed) })].filter(Boolean).join(', ');
}

/** Where a maze begins and ends. */
export function describeEnds(maze) {
  return translate('ends-words', { from: maze.inWords(maze.from), to: maze.inWords(maze.to) });
}

/** What is drawn in a maze that one looks at. */
export function describeDrawing({ solution, heat, weights }, solved) {
  const path = solution === 'true' && solved?.length && translate('drawn-path', { moves: formatMoves(solved.length) });
  const by = heat === 'weights' ? 'drawn-weights' : weights ? 'drawn-costs' : 'drawn-distances';
  return [path, heat !== 'none' && translate(by)].filter(Boolean).join(' ');
}

/** The numbers that say most about a maze. */
export function summarizeSolution({ length, cost, stats }) {
  const way = length === null ? translate('short-none') : translate(cost == null ? 'short-way' : 'short-cost', { moves: formatMoves(length), cost });
  return stats ? `${way} ${translate('short-ends', { count: stats.dead_ends })}` : way;
}

/**
 * What the maze of a day is called.
 * @param {string} date
 */
export function dailyMazeName(date) {
  return translate('maze-of-day', { date: new Date(date).toLocaleDateString(language, { dateStyle: 'full', timeZone: 'UTC' }) });
}
