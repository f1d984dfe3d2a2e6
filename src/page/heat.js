// The distances from the entrance, as colours.

import { painterOf } from './painter.js';
import { colours, gradient, level } from './palette.js';

/** Fills the legend, and returns the picture that lies below the walls. */
export function heatMap(maze, palette) {
  const distances = maze.distancesFrom(maze.from), shades = colours(palette);
  const most = distances.reduce((a, b) => Math.max(a, b), 0);
  document.getElementById('legend-bar').style.background = gradient(palette);
  document.getElementById('legend-most').textContent = most.toLocaleString('en');
  return painterOf(maze).cellColours(maze, (cell) => (distances[cell] < 0 ? null : shades[level(distances[cell] / Math.max(1, most))]));
}
