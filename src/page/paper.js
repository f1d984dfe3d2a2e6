// The maze on paper: one page in black and white, and the solution on a second one. The drawing is made here, of the cells that are
// shown, so that the page is complete when the user presses Ctrl+P, without waiting for the service.

import { letters, say, symbols } from './language.js';
import { Mesh } from './mesh.js';
import { partsOf, placedIn } from './painter.js';
import { Sketch } from './sketch.js';

const $ = (id) => document.getElementById(id);

const SVG = 'http://www.w3.org/2000/svg';

/** Millimeters. The margin is what every printer can do; the slack keeps rounding from making another page. */
const PAPERS = { a4: [210, 297], letter: [215.9, 279.4] };
const MARGIN = 12;
const SLACK = 1;

/** Units of the drawing a cell. */
const CELL = 20;
const WALL = 2.4;

/** Blocked squares are gray, which saves ink. */
const BLOCK = '#bbb';

/** An arrow at a door: its least length in millimeters, and in cells. */
const ARROW = 6, ARROW_OF_CELLS = 0.6;
/** How far it is from the wall, and half the width of its shaft and of its head, in its lengths: as in books. */
const GAP = 0.25, SHAFT = 0.11, HEAD = 0.34;

/** The radius of a symbol in a cell, in cells. */
const IN_CELL = 0.38;

/** What symbols are printed in. */
const INKS = { wall: '#000', path: '#aaa', ground: '#fff' };

/** The letters that books have. Sheets have the same, so that a title fits both. */
const LETTERS = new RegExp(`^[${letters}]+$`, 'u');

const pageStyle = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, pageStyle];

/** The paper that is usual where somebody's language is spoken. */
export function usualPaper() {
  return /^(en-(US|CA)|es-(MX|CO|VE|CL)|fr-CA)\b/.test(navigator.language) ? 'letter' : 'a4';
}

/** The title that somebody types in a field. What of it cannot be printed is said in the element that describes the field, and at once. */
export function titleIn(field) {
  const title = field.value.trim().normalize('NFC'), error = $(field.getAttribute('aria-describedby'));
  const signs = Array.from(new Intl.Segmenter().segment(title), ({ segment }) => segment);
  const letter = signs.find((sign) => !LETTERS.test(sign));
  error.textContent = letter ? say('title-letter', { letter }) : '';
  error.hidden = !letter;
  field.setAttribute('aria-invalid', String(Boolean(letter)));
  return { title, isWrong: Boolean(letter) };
}

/**
 * Fills `pages` with what is printed: for each of some mazes the word before a line for a name, if there is one, and the maze; and then for each of
 * `solutions` a page with this path. `title` is above them, and `caption` below. `marks` are those of the ends, and `line` is how thick walls are in
 * millimeters, if that is wanted. With the `words` of a book, there is a line for what the letters on the way say.
 */
export function lay(pages, { mazes, paper, name, title, caption, solutions, marks = 'arrows', line, words }) {
  const [maze] = mazes;
  if (!maze) return pages.replaceChildren(say('no-maze-to-print'));
  // A wide maze gets a wide page.
  const [short, long] = PAPERS[paper];
  const [width, height] = maze.width > maze.height ? [long, short] : [short, long];
  const [inner, tall] = [width - 2 * MARGIN, height - 2 * MARGIN - SLACK];
  pageStyle.replaceSync(`
    @page { size: ${width}mm ${height}mm; margin: ${MARGIN}mm; }
    @media print { .page { width: ${inner}mm; height: ${tall}mm; } }`);
  const millimeters = Math.min(inner / maze.width, tall / maze.height);
  const look = { caption, marks, words, arrow: Math.max(ARROW_OF_CELLS, ARROW / millimeters) * CELL, wall: line ? line / millimeters * CELL : WALL };
  const solved = { ...look, title: [title, say('show-solution')].filter(Boolean).join(' · ') };
  pages.replaceChildren(...mazes.map((each) => page(each, { ...look, name, title }, [])), ...solutions.map((path, i) => page(mazes[i], solved, path)));
}

function page(maze, { name, title, caption, words: ofBook, ...look }, path) {
  const sheet = document.createElement('div'), words = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
  sheet.className = 'page';
  sheet.append(...[name && nameLine(name), title && words('h2', title), drawing(maze, path, look), answerOf(maze, ofBook, path.length > 0), caption && words('p', caption)].filter(Boolean));
  return sheet;
}

/** A line for the name of who solves a maze, after a word. */
export function nameLine(word) {
  const line = document.createElement('div');
  line.className = 'name-line';
  line.append(word, document.createElement('span'));
  return line;
}

/**
 * A box for each letter of a word, or a line for a sum, after the words of a book for it. `text` is what is in them, or how many boxes there are: as
 * many as it has letters.
 */
export function answerLine({ word, sum }, text, isWord, isShown) {
  const line = document.createElement('div');
  line.className = 'answer-line';
  const box = (content) => Object.assign(document.createElement('span'), { textContent: isShown ? content : '', className: isWord ? 'box' : 'line' });
  line.append(isWord ? word : `${sum} =`, ...(isWord ? [...text] : [text]).map(box));
  return line;
}

/** The line for what the letters on the way through a maze say, if it has some. */
function answerOf({ letters, answer }, words, isShown) {
  if (!answer || !words) return null;
  // No sum is its numbers side by side.
  const isWord = letters.filter((letter) => letter.on_path).map(({ text }) => text).join('') === answer;
  return answerLine(words, answer, isWord, isShown);
}

/** What the screen shows: the walls, and a mark at each end, as pictures of the service have them. */
function drawing(maze, path, { marks, arrow, wall }) {
  // A single cell that is both ends has a door for each.
  const ends = [[maze.from, maze.doors(maze.from)[0], true], [maze.to, maze.doors(maze.to).at(-1), false]];
  const isOutside = ends.some(([cell, side]) => isOutsideOf(maze, cell, side, marks, arrow));
  const edge = wall / 2 + 0.4 + (isOutside ? (1 + GAP) * arrow : 0);
  const svg = element('svg', { viewBox: `${-edge} ${-edge} ${maze.width * CELL + 2 * edge} ${maze.height * CELL + 2 * edge}` });
  const lines = { ...WALLS, 'stroke-width': wall };
  svg.append(...(maze instanceof Mesh ? meshLines(maze, path, lines) : squareLines(maze, path, lines)));
  svg.append(...ends.flatMap((end) => markOf(maze, end, marks, arrow, wall)));
  svg.append(...placedOn(maze, marks !== 'none'));
  return svg;
}

/** Whether the mark of an end is outside its door: arrows are, and symbols where they are larger there than in the cell. */
function isOutsideOf(maze, cell, side, marks, arrow) {
  if (side === undefined) return false;
  return marks === 'arrows' || Boolean(symbols[marks]) && (maze.from === maze.to || arrow > 2 * IN_CELL * CELL * maze.room(cell));
}

/** The mark of an end: a symbol, an arrow outside its door, or a dot in its cell. */
function markOf(maze, [cell, side, isEntrance], marks, arrow, wall) {
  const room = CELL * maze.room(cell), center = middle(maze, cell), [cx, cy] = center;
  const outside = isOutsideOf(maze, cell, side, marks, arrow) && outsideOf(maze, cell, side, wall);
  if (outside && marks === 'arrows') return [arrowAt(outside, isEntrance, arrow)];
  // In a cell that is both ends there is room for one mark.
  if (marks === 'none' || (!outside && isEntrance && maze.from === maze.to)) return [];
  if (symbols[marks]) return [symbol(partsOf(symbols[marks][isEntrance ? 0 : 1]), outside ? outside([(GAP + 0.5) * arrow, 0]) : center, outside ? arrow / 2 : room * IN_CELL)];
  if (isEntrance) return [element('circle', { cx, cy, r: room * 0.24, fill: '#fff', stroke: '#000', 'stroke-width': room * 0.09 })];
  return [element('circle', { cx, cy, r: room * 0.28, fill: '#000' })];
}

/** A symbol, whose parts fill a square from -100 to 100, in this circle. */
function symbol(parts, [x, y], radius) {
  const group = element('g', { transform: `translate(${x} ${y}) scale(${radius / 100})` });
  group.append(...parts.map(({ ink, d, at, scale }) => element('path', { d, fill: INKS[ink], transform: `translate(${at.join(' ')}) scale(${scale})` })));
  return group;
}

/** A letter or a number in its cell. */
function lettersAt({ center, radius, scale, thick, parts }) {
  const [x, y] = center.map((at) => at * CELL), size = scale * CELL;
  const group = element('g', { fill: 'none', stroke: INKS.wall, 'stroke-width': thick, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', class: 'letter' });
  const written = parts.map(({ d, at: [left, top] }) => element('path', { d, transform: `translate(${x + left * size} ${y + top * size}) scale(${size})` }));
  group.append(element('circle', { cx: x, cy: y, r: radius * CELL, fill: INKS.ground, stroke: 'none' }), ...written);
  return group;
}

/** Locked doors and things, if there are symbols, and letters. */
function placedOn(maze, hasSymbols) {
  const { bars, symbols: placed, letters } = placedIn(maze);
  if (!hasSymbols) return letters.map(lettersAt);
  const lines = bars.map(({ edge, width }) => element('path', { d: `M${edge.map((at) => at * CELL).join(' ')}`, stroke: INKS.path, 'stroke-width': width * CELL }));
  const things = placed.map(({ parts, center, radius }) => symbol(parts, center.map((at) => at * CELL), radius * CELL));
  return [...lines, ...things, ...letters.map(lettersAt)];
}

/** A function that gives places outside a door: so far from the wall, and so far to the left. */
function outsideOf(maze, cell, side, wall) {
  const [x, y] = middle(maze, cell), [doorX, doorY] = maze.middleOf(cell, side).map((at) => at * CELL);
  const far = Math.hypot(doorX - x, doorY - y), [dx, dy] = [(doorX - x) / far, (doorY - y) / far];
  return ([along, left]) => [doorX + (wall / 2 + along) * dx + left * dy, doorY + (wall / 2 + along) * dy - left * dx];
}

/** An arrow outside a door, of this length. */
function arrowAt(outside, isInwards, length) {
  const point = ([along, left]) => outside([length * (GAP + (isInwards ? 1 - along : along)), length * left]).map((at) => Math.round(at * 100) / 100).join();
  const corners = [[0, SHAFT], [0.5, SHAFT], [0.5, HEAD], [1, 0], [0.5, -HEAD], [0.5, -SHAFT], [0, -SHAFT]];
  return element('polygon', { points: corners.map(point).join(' '), fill: '#000' });
}

const WAY = { fill: 'none', stroke: '#999', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
const WALLS = { fill: 'none', stroke: '#000' };

function squareLines(maze, path, lines) {
  const walls = element('path', { ...lines, d: wallPath(maze), 'stroke-linecap': 'square' });
  const blocks = maze.blocked ? [element('path', { fill: BLOCK, d: blockPath(maze) })] : [];
  if (path.length < 2) return [...blocks, walls];
  return [...blocks, element('polyline', { ...WAY, points: path.map((cell) => middle(maze, cell).join()).join(' '), 'stroke-width': CELL * 0.3 }), walls];
}

/** The same lines as on the canvas. */
function meshLines(mesh, path, lines) {
  const sketch = new Sketch(mesh), cells = [...mesh.walls.keys()];
  const drawn = (outlines, attributes, end = '') => {
    const d = Array.from(outlines, (points) => `M${points.map((at) => Math.round(at * CELL * 100) / 100).join(' ')}${end}`).join('');
    return element('path', { ...attributes, d });
  };
  return [
    drawn(path.length > 1 ? sketch.thread(path) : [], { ...WAY, 'stroke-width': CELL * sketch.threadWidth }),
    drawn(sketch.stairs(cells), { fill: '#000' }, 'z'),
    drawn(sketch.dashes(cells), lines),
    drawn(sketch.walls(cells), { ...lines, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
  ];
}

function wallPath(maze) {
  const { across, down } = maze.wallRuns();
  const pieces = [];
  across.forEach((runs, line) => {
    for (let i = 0; i < runs.length; i += 2) pieces.push(`M${runs[i] * CELL} ${line * CELL}H${runs[i + 1] * CELL}`);
  });
  down.forEach((runs, line) => {
    for (let i = 0; i < runs.length; i += 2) pieces.push(`M${line * CELL} ${runs[i] * CELL}V${runs[i + 1] * CELL}`);
  });
  return pieces.join('');
}

/** The blocked squares, run by run. */
function blockPath({ blocked, w, h }) {
  const pieces = [];
  for (let row = 0; row < h; row++) {
    for (let col = 0; col < w; col++) {
      const begin = col;
      while (col < w && blocked[row * w + col]) col++;
      if (col > begin) pieces.push(`M${begin * CELL} ${row * CELL}h${(col - begin) * CELL}v${CELL}h${(begin - col) * CELL}z`);
    }
  }
  return pieces.join('');
}

function middle(maze, cell) {
  return maze.center(cell).map((at) => at * CELL);
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}
