// How far each cell is from the entrance, or what the ground costs, as colors: palettes that are even to the eye and go from dark to light, for the
// color-blind too.

import { formatNumber, translate } from './language.js';
import { painterFor } from './painter.js';

/** Nine points of each, evenly spaced; between them colors are mixed. The darkest end is left out, so that walls stand out. */
const PALETTE_COLORS = {
  viridis: ['482878', '3e4a89', '31688e', '26828e', '1f9e89', '35b779', '6ece58', 'b5de2b', 'fde725'],
  magma: ['3b0f70', '641a80', '8c2981', 'b5367a', 'de4968', 'f7705c', 'fe9f6d', 'fecf92', 'fcfdbf'],
  plasma: ['41049d', '6a00a8', '8f0da4', 'b12a90', 'cc4778', 'e16462', 'f2844b', 'fca636', 'f0f921'],
  inferno: ['380962', '57106e', '7c1d6d', 'a22b62', 'c73e4c', 'e55c30', 'f8850f', 'fbb61a', 'fcffa4'],
  cividis: ['123570', '3b496c', '575d6d', '707173', '8a8678', 'a59c74', 'c3b369', 'e1cc55', 'fee838'],
};

const COLOR_COUNT = 256;

/** A palette as 256 colors of red, green and blue. */
function paletteColors(name) {
  const points = PALETTE_COLORS[name].map((hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)));
  return Array.from({ length: COLOR_COUNT }, (_, level) => {
    const place = (level / (COLOR_COUNT - 1)) * (points.length - 1);
    const below = Math.min(Math.floor(place), points.length - 2);
    return points[below].map((value, i) => Math.round(value + (points[below + 1][i] - value) * (place - below)));
  });
}

/** The same as a background for the legend. */
function paletteGradient(name) {
  return `linear-gradient(to right, ${PALETTE_COLORS[name].map((hex) => `#${hex}`).join(', ')})`;
}

/** The level of a share between 0 and 1. */
function colorIndex(share) {
  return Math.round(share * (COLOR_COUNT - 1));
}

/** Fills the legend, and returns the picture that lies below the walls. `heat` says what it shows. */
export function createHeatMap(maze, { heat, palette }) {
  const isGround = heat === 'weights' && maze.weights;
  const numbers = isGround ? maze.weights : maze.costsFrom(maze.from), shades = paletteColors(palette);
  const max = numbers.reduce((a, b) => Math.max(a, b), 0);
  document.getElementById('legend-bar').style.background = paletteGradient(palette);
  document.getElementById('legend-most').textContent = formatNumber(max);
  document.getElementById('legend-what').textContent = translate(isGround ? 'legend-cell' : maze.weights ? 'legend-cost' : 'legend-moves');
  return painterFor(maze).prepareCellColors(maze, (cell) => (numbers[cell] < 0 ? null : shades[colorIndex(numbers[cell] / Math.max(1, max))]));
}
