// How far each cell is from the entrance, or what the ground costs, as colors.

import { number, say } from './language.js';
import { painterOf } from './painter.js';
import { colors, gradient, level } from './palette.js';

/** Fills the legend, and returns the picture that lies below the walls. `heat` says what it shows. */
export function heatMap(maze, { heat, palette }) {
  const isGround = heat === 'weights' && maze.weights;
  const numbers = isGround ? maze.weights : maze.costsFrom(maze.from), shades = colors(palette);
  const most = numbers.reduce((a, b) => Math.max(a, b), 0);
  document.getElementById('legend-bar').style.background = gradient(palette);
  document.getElementById('legend-most').textContent = number(most);
  document.getElementById('legend-what').textContent = say(isGround ? 'legend-cell' : maze.weights ? 'legend-cost' : 'legend-moves');
  return painterOf(maze).cellColors(maze, (cell) => (numbers[cell] < 0 ? null : shades[level(numbers[cell] / Math.max(1, most))]));
}
