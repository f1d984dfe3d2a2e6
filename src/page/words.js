// What is said of a maze in words.

import { moves } from './play.js';
import { hasRings } from './shapes.js';

/** What a maze is called: how it was made, its shape where that is not squares, its size, its difficulty if it was wanted, and its seed. */
export function nameOf({ algo, grid, w, h, rings, levels, seed, options }, tables) {
  const shape = grid && grid !== 'square' ? `${tables.grid(grid)?.title ?? grid}, ` : '';
  const size = hasRings(grid ?? '') ? `${rings} ${rings === 1 ? 'ring' : 'rings'}` : [w, h, levels].filter(Boolean).join(' × ');
  return `${tables.algorithm(algo)?.title ?? algo}, ${shape}${size}${options?.difficulty ? `, ${options.difficulty}` : ''}, seed ${seed}`;
}

/** Where a maze begins and ends. */
export function endsOf(maze) {
  return `Entrance in ${maze.inWords(maze.from)}; exit in ${maze.inWords(maze.to)}.`;
}

/** What is drawn in a maze that one looks at. */
export function drawnIn({ solution, heat, weights }, solved) {
  const path = solution === 'true' && solved?.length ? ` The way through is drawn: ${moves(solved.length)}.` : '';
  if (heat === 'false') return path;
  const by = heat === 'weights' ? 'what it costs to enter them' : weights ? 'what the way there costs' : 'their distance from the entrance';
  return `${path} Cells are coloured by ${by}.`;
}

/** The numbers that say most about a maze. */
export function inShort({ length, cost, stats: { dead_ends: ends } }) {
  const price = cost == null ? '' : ` and costs ${cost.toLocaleString('en')}`;
  const way = length === null ? 'No way was found' : `The way through has ${moves(length)}${price}`;
  return `${way}; there ${ends === 1 ? 'is 1 dead end' : `are ${ends.toLocaleString('en')} dead ends`}.`;
}
