// The maze on paper: one page in black and white, and the solution on a second one. The drawing is made here, of the cells that are
// shown, so that the page is complete when the user presses Ctrl+P, without waiting for the service.

import { letters, symbols, translate } from './language.js';
import { MeshLines } from './mesh-lines.js';
import { Mesh } from './mesh.js';
import { placedThings, symbolParts } from './painter.js';

const $ = (id) => document.getElementById(id);

const SVG = 'http://www.w3.org/2000/svg';

/** Millimeters. The margin is what every printer can do; the slack keeps rounding from making another page. */
const PAPER_SIZES_MM = { a4: [210, 297], letter: [215.9, 279.4] };
const PAGE_MARGIN_MM = 12;
const ROUNDING_SLACK_MM = 1;

/** Units of the drawing a cell. */
const CELL_UNITS = 20;
const WALL_UNITS = 2.4;

/** Blocked squares are gray, which saves ink. */
const BLOCKED_COLOR = '#bbb';

/** An arrow at a door: its least length in millimeters, and in cells. */
const MIN_ARROW_MM = 6, MIN_ARROW_CELLS = 0.6;
/** How far it is from the wall, and half the width of its shaft and of its head, in its lengths: as in books. */
const ARROW_GAP = 0.25, ARROW_SHAFT_HALF_WIDTH = 0.11, ARROW_HEAD_HALF_WIDTH = 0.34;

/** The radius of a symbol in a cell, in cells. */
const SYMBOL_RADIUS_CELLS = 0.38;

/** What symbols are printed in. */
const PRINT_COLORS = { wall: '#000', path: '#aaa', ground: '#fff' };

/** The letters that books have. Sheets have the same, so that a title fits both. */
const PRINTABLE_TEXT = new RegExp(`^[${letters}]+$`, 'u');

const pageStyle = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, pageStyle];

/** The paper that is usual where somebody's language is spoken. */
export function defaultPaper() {
  return /^(en-(US|CA)|es-(MX|CO|VE|CL)|fr-CA)\b/.test(navigator.language) ? 'letter' : 'a4';
}

/** The title that somebody types in a field. What of it cannot be printed is said in the element that describes the field, and at once. */
export function validateTitle(field) {
  const title = field.value.trim().normalize('NFC'), error = $(field.getAttribute('aria-describedby'));
  const signs = Array.from(new Intl.Segmenter().segment(title), ({ segment }) => segment);
  const letter = signs.find((sign) => !PRINTABLE_TEXT.test(sign));
  error.textContent = letter ? translate('title-letter', { letter }) : '';
  error.hidden = !letter;
  field.setAttribute('aria-invalid', String(Boolean(letter)));
  return { title, isWrong: Boolean(letter) };
}

/**
 * Fills `pages` with what is printed: for each of some mazes the word before a line for a name, if there is one, and the maze; and then for each of
 * `solutions` a page with this path. `title` is above them, and `caption` below. `marks` are those of the ends, and `line` is how thick walls are in
 * millimeters, if that is wanted. With the `words` of a book, there is a line for what the letters on the way say.
 */
export function renderPages(pages, { mazes, paper, name, title, caption, solutions, marks = 'arrows', line, words }) {
  const [maze] = mazes;
  if (!maze) return pages.replaceChildren(translate('no-maze-to-print'));
  // A wide maze gets a wide page.
  const [short, long] = PAPER_SIZES_MM[paper];
  const [width, height] = maze.width > maze.height ? [long, short] : [short, long];
  const [inner, tall] = [width - 2 * PAGE_MARGIN_MM, height - 2 * PAGE_MARGIN_MM - ROUNDING_SLACK_MM];
  pageStyle.replaceSync(`
    @page { size: ${width}mm ${height}mm; margin: ${PAGE_MARGIN_MM}mm; }
    @media print { .page { width: ${inner}mm; height: ${tall}mm; } }`);
  const millimeters = Math.min(inner / maze.width, tall / maze.height);
  const look = { caption, marks, words, arrow: Math.max(MIN_ARROW_CELLS, MIN_ARROW_MM / millimeters) * CELL_UNITS, wall: line ? line / millimeters * CELL_UNITS : WALL_UNITS };
  const solved = { ...look, title: [title, translate('show-solution')].filter(Boolean).join(' · ') };
  pages.replaceChildren(...mazes.map((each) => createPage(each, { ...look, name, title }, [])), ...solutions.map((path, i) => createPage(mazes[i], solved, path)));
}

function createPage(maze, { name, title, caption, words: ofBook, ...look }, path) {
  const sheet = document.createElement('div'), words = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
  sheet.className = 'page';
  sheet.append(...[name && createNameLine(name), title && words('h2', title), createDrawing(maze, path, look), createMazeAnswer(maze, ofBook, path.length > 0), caption && words('p', caption)].filter(Boolean));
  return sheet;
}

/** A line for the name of who solves a maze, after a word. */
export function createNameLine(word) {
  const line = document.createElement('div');
  line.className = 'name-line';
  line.append(word, document.createElement('span'));
  return line;
}

/**
 * A box for each letter of a word, or a line for a sum, after the words of a book for it. `text` is what is in them, or how many boxes there are: as
 * many as it has letters.
 */
export function createAnswerLine({ word, sum }, text, isWord, isShown) {
  const line = document.createElement('div');
  line.className = 'answer-line';
  const box = (content) => Object.assign(document.createElement('span'), { textContent: isShown ? content : '', className: isWord ? 'box' : 'line' });
  line.append(isWord ? word : `${sum} =`, ...(isWord ? [...text] : [text]).map(box));
  return line;
}

/** The line for what the letters on the way through a maze say, if it has some. */
function createMazeAnswer({ letters, answer }, words, isShown) {
  if (!answer || !words) return null;
  // No sum is its numbers side by side.
  const isWord = letters.filter((letter) => letter.on_path).map(({ text }) => text).join('') === answer;
  return createAnswerLine(words, answer, isWord, isShown);
}

/** What the screen shows: the walls, and a mark at each end, as pictures of the service have them. */
function createDrawing(maze, path, { marks, arrow, wall }) {
  // A single cell that is both ends has a door for each.
  const ends = [[maze.from, maze.doors(maze.from)[0], true], [maze.to, maze.doors(maze.to).at(-1), false]];
  const isOutside = ends.some(([cell, side]) => isMarkOutside(maze, cell, side, marks, arrow));
  const edge = wall / 2 + 0.4 + (isOutside ? (1 + ARROW_GAP) * arrow : 0);
  const svg = createSvgElement('svg', { viewBox: `${-edge} ${-edge} ${maze.width * CELL_UNITS + 2 * edge} ${maze.height * CELL_UNITS + 2 * edge}` });
  const lines = { ...WALL_ATTRIBUTES, 'stroke-width': wall };
  svg.append(...(maze instanceof Mesh ? createMeshLines(maze, path, lines) : createSquareLines(maze, path, lines)));
  svg.append(...ends.flatMap((end) => createMark(maze, end, marks, arrow, wall)));
  svg.append(...createPlacedThings(maze, marks !== 'none'));
  return svg;
}

/** Whether the mark of an end is outside its door: arrows are, and symbols where they are larger there than in the cell. */
function isMarkOutside(maze, cell, side, marks, arrow) {
  if (side === undefined) return false;
  return marks === 'arrows' || Boolean(symbols[marks]) && (maze.from === maze.to || arrow > 2 * SYMBOL_RADIUS_CELLS * CELL_UNITS * maze.room(cell));
}

/** The mark of an end: a symbol, an arrow outside its door, or a dot in its cell. */
function createMark(maze, [cell, side, isEntrance], marks, arrow, wall) {
  const room = CELL_UNITS * maze.room(cell), center = cellCenter(maze, cell), [cx, cy] = center;
  const outside = isMarkOutside(maze, cell, side, marks, arrow) && placesOutsideDoor(maze, cell, side, wall);
  if (outside && marks === 'arrows') return [createArrow(outside, isEntrance, arrow)];
  // In a cell that is both ends there is room for one mark.
  if (marks === 'none' || (!outside && isEntrance && maze.from === maze.to)) return [];
  if (symbols[marks]) return [createSymbol(symbolParts(symbols[marks][isEntrance ? 0 : 1]), outside ? outside([(ARROW_GAP + 0.5) * arrow, 0]) : center, outside ? arrow / 2 : room * SYMBOL_RADIUS_CELLS)];
  if (isEntrance) return [createSvgElement('circle', { cx, cy, r: room * 0.24, fill: '#fff', stroke: '#000', 'stroke-width': room * 0.09 })];
  return [createSvgElement('circle', { cx, cy, r: room * 0.28, fill: '#000' })];
}

/** A symbol, whose parts fill a square from -100 to 100, in this circle. */
function createSymbol(parts, [x, y], radius) {
  const group = createSvgElement('g', { transform: `translate(${x} ${y}) scale(${radius / 100})` });
  group.append(...parts.map(({ ink, d, at, scale }) => createSvgElement('path', { d, fill: PRINT_COLORS[ink], transform: `translate(${at.join(' ')}) scale(${scale})` })));
  return group;
}

/** A letter or a number in its cell. */
function createLetters({ center, radius, scale, thick, parts }) {
  const [x, y] = center.map((at) => at * CELL_UNITS), size = scale * CELL_UNITS;
  const group = createSvgElement('g', { fill: 'none', stroke: PRINT_COLORS.wall, 'stroke-width': thick, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', class: 'letter' });
  const written = parts.map(({ d, at: [left, top] }) => createSvgElement('path', { d, transform: `translate(${x + left * size} ${y + top * size}) scale(${size})` }));
  group.append(createSvgElement('circle', { cx: x, cy: y, r: radius * CELL_UNITS, fill: PRINT_COLORS.ground, stroke: 'none' }), ...written);
  return group;
}

/** Locked doors and things, if there are symbols, and letters. */
function createPlacedThings(maze, hasSymbols) {
  const { bars, symbols: placed, letters } = placedThings(maze);
  if (!hasSymbols) return letters.map(createLetters);
  const lines = bars.map(({ edge, width }) => createSvgElement('path', { d: `M${edge.map((at) => at * CELL_UNITS).join(' ')}`, stroke: PRINT_COLORS.path, 'stroke-width': width * CELL_UNITS }));
  const things = placed.map(({ parts, center, radius }) => createSymbol(parts, center.map((at) => at * CELL_UNITS), radius * CELL_UNITS));
  return [...lines, ...things, ...letters.map(createLetters)];
}

/** A function that gives places outside a door: so far from the wall, and so far to the left. */
function placesOutsideDoor(maze, cell, side, wall) {
  const [x, y] = cellCenter(maze, cell), [doorX, doorY] = maze.middleOf(cell, side).map((at) => at * CELL_UNITS);
  const far = Math.hypot(doorX - x, doorY - y), [dx, dy] = [(doorX - x) / far, (doorY - y) / far];
  return ([along, left]) => [doorX + (wall / 2 + along) * dx + left * dy, doorY + (wall / 2 + along) * dy - left * dx];
}

/** An arrow outside a door, of this length. */
function createArrow(outside, isInwards, length) {
  const point = ([along, left]) => outside([length * (ARROW_GAP + (isInwards ? 1 - along : along)), length * left]).map((at) => Math.round(at * 100) / 100).join();
  const corners = [[0, ARROW_SHAFT_HALF_WIDTH], [0.5, ARROW_SHAFT_HALF_WIDTH], [0.5, ARROW_HEAD_HALF_WIDTH], [1, 0], [0.5, -ARROW_HEAD_HALF_WIDTH], [0.5, -ARROW_SHAFT_HALF_WIDTH], [0, -ARROW_SHAFT_HALF_WIDTH]];
  return createSvgElement('polygon', { points: corners.map(point).join(' '), fill: '#000' });
}

const PATH_ATTRIBUTES = { fill: 'none', stroke: '#999', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
const WALL_ATTRIBUTES = { fill: 'none', stroke: '#000' };

function createSquareLines(maze, path, lines) {
  const walls = createSvgElement('path', { ...lines, d: wallPathData(maze), 'stroke-linecap': 'square' });
  const blocks = maze.blocked ? [createSvgElement('path', { fill: BLOCKED_COLOR, d: blockedPathData(maze) })] : [];
  if (path.length < 2) return [...blocks, walls];
  return [...blocks, createSvgElement('polyline', { ...PATH_ATTRIBUTES, points: path.map((cell) => cellCenter(maze, cell).join()).join(' '), 'stroke-width': CELL_UNITS * 0.3 }), walls];
}

/** The same lines as on the canvas. */
function createMeshLines(mesh, path, lines) {
  const sketch = new MeshLines(mesh), cells = [...mesh.walls.keys()];
  const drawn = (outlines, attributes, end = '') => {
    const d = Array.from(outlines, (points) => `M${points.map((at) => Math.round(at * CELL_UNITS * 100) / 100).join(' ')}${end}`).join('');
    return createSvgElement('path', { ...attributes, d });
  };
  return [
    drawn(path.length > 1 ? sketch.thread(path) : [], { ...PATH_ATTRIBUTES, 'stroke-width': CELL_UNITS * sketch.threadWidth }),
    drawn(sketch.stairs(cells), { fill: '#000' }, 'z'),
    drawn(sketch.dashes(cells), lines),
    drawn(sketch.walls(cells), { ...lines, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
  ];
}

function wallPathData(maze) {
  const { across, down } = maze.wallRuns();
  const pieces = [];
  across.forEach((runs, line) => {
    for (let i = 0; i < runs.length; i += 2) pieces.push(`M${runs[i] * CELL_UNITS} ${line * CELL_UNITS}H${runs[i + 1] * CELL_UNITS}`);
  });
  down.forEach((runs, line) => {
    for (let i = 0; i < runs.length; i += 2) pieces.push(`M${line * CELL_UNITS} ${runs[i] * CELL_UNITS}V${runs[i + 1] * CELL_UNITS}`);
  });
  return pieces.join('');
}

/** The blocked squares, run by run. */
function blockedPathData({ blocked, w, h }) {
  const pieces = [];
  for (let row = 0; row < h; row++) {
    for (let col = 0; col < w; col++) {
      const begin = col;
      while (col < w && blocked[row * w + col]) col++;
      if (col > begin) pieces.push(`M${begin * CELL_UNITS} ${row * CELL_UNITS}h${(col - begin) * CELL_UNITS}v${CELL_UNITS}h${(begin - col) * CELL_UNITS}z`);
    }
  }
  return pieces.join('');
}

function cellCenter(maze, cell) {
  return maze.center(cell).map((at) => at * CELL_UNITS);
}

function createSvgElement(name, attributes) {
  const svgElement = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) svgElement.setAttribute(attribute, value);
  return svgElement;
}
