// The next level: the same kind of maze, one step larger.

import { countCells, hasRings } from '../shapes.js';

/** A step is this share of a side, and at least one cell. */
const GROWTH_SHARE = 1 / 8;
/** Mazes with more cells do not grow. */
const MAX_GROWING_CELLS = 10_000;

/**
 * The size of the maze after this one.
 * @param {{ grid: string, w: string, h: string, rings: string, floors: string }} state
 * @returns {Record<string, string>} the values of parameters that change
 */
export function nextSize(state) {
  const longer = (side) => String(Number(side) + Math.max(1, Math.round(side * GROWTH_SHARE)));
  const names = hasRings(state.grid) ? ['rings'] : ['w', 'h'];
  const size = Object.fromEntries(names.map((name) => [name, longer(state[name])]));
  return countCells({ ...state, ...size }) > MAX_GROWING_CELLS ? {} : size;
}
