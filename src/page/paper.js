// The maze on paper: one page in black and white, and the solution on a second one. The drawing is made here, of the cells that are
// shown, so that the page is complete when the user presses Ctrl+P, without waiting for the service.

import { letters, say } from './language.js';
import { Mesh } from './mesh.js';
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
 * Fills `pages` with what is printed: on the first the word before a line for a name, if there is one, and the maze. `solution` is the path for a
 * second page, or null. `title` is above both, and `caption` below.
 */
export function lay(pages, { maze, paper, name, title, caption, solution }) {
  if (!maze) return pages.replaceChildren(say('no-maze-to-print'));
  // A wide maze gets a wide page.
  const [short, long] = PAPERS[paper];
  const [width, height] = maze.width > maze.height ? [long, short] : [short, long];
  const [inner, tall] = [width - 2 * MARGIN, height - 2 * MARGIN - SLACK];
  pageStyle.replaceSync(`
    @page { size: ${width}mm ${height}mm; margin: ${MARGIN}mm; }
    @media print { .page { width: ${inner}mm; height: ${tall}mm; } }`);
  const arrow = Math.max(ARROW_OF_CELLS, ARROW / Math.min(inner / maze.width, tall / maze.height)) * CELL;
  const sheets = [page(maze, { name, title, caption, arrow }, [])];
  if (solution) sheets.push(page(maze, { title: [title, say('show-solution')].filter(Boolean).join(' · '), caption, arrow }, solution));
  pages.replaceChildren(...sheets);
}

function page(maze, { name, title, caption, arrow }, path) {
  const sheet = document.createElement('div'), words = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
  sheet.className = 'page';
  sheet.append(...[name && nameLine(name), title && words('h2', title), drawing(maze, path, arrow), caption && words('p', caption)].filter(Boolean));
  return sheet;
}

/** A line for the name of who solves a maze, after a word. */
export function nameLine(word) {
  const line = document.createElement('div');
  line.className = 'name-line';
  line.append(word, document.createElement('span'));
  return line;
}

/** What the screen shows: the walls, and a mark at each end. Outside a door there is an arrow of this length too. */
function drawing(maze, path, arrow) {
  // A single cell that is both ends has a door for each.
  const arrows = [[maze.from, maze.doors(maze.from)[0], true], [maze.to, maze.doors(maze.to).at(-1), false]].filter(([, side]) => side !== undefined);
  const edge = WALL / 2 + 0.4 + (arrows.length ? (1 + GAP) * arrow : 0);
  const svg = element('svg', { viewBox: `${-edge} ${-edge} ${maze.width * CELL + 2 * edge} ${maze.height * CELL + 2 * edge}` });
  svg.append(...(maze instanceof Mesh ? meshLines(maze, path) : squareLines(maze, path)));
  const [x, y] = middle(maze, maze.from), [right, bottom] = middle(maze, maze.to);
  const [from, to] = [maze.from, maze.to].map((cell) => CELL * maze.room(cell));
  if (maze.from !== maze.to) svg.append(element('circle', { cx: x, cy: y, r: from * 0.24, fill: '#fff', stroke: '#000', 'stroke-width': from * 0.09 }));
  svg.append(element('circle', { cx: right, cy: bottom, r: to * 0.28, fill: '#000' }));
  svg.append(...arrows.map(([cell, side, isInwards]) => arrowAt(maze, cell, side, isInwards, arrow)));
  return svg;
}

/** An arrow outside a door. */
function arrowAt(maze, cell, side, isInwards, length) {
  const [x, y] = middle(maze, cell), [doorX, doorY] = maze.middleOf(cell, side).map((at) => at * CELL);
  const far = Math.hypot(doorX - x, doorY - y), [dx, dy] = [(doorX - x) / far, (doorY - y) / far];
  // From the wall outwards, and to the left of that, in lengths.
  const point = ([along, left]) => {
    const out = GAP + (isInwards ? 1 - along : along);
    return [doorX + length * (out * dx + left * dy), doorY + length * (out * dy - left * dx)].map((at) => Math.round(at * 100) / 100).join();
  };
  const corners = [[0, SHAFT], [0.5, SHAFT], [0.5, HEAD], [1, 0], [0.5, -HEAD], [0.5, -SHAFT], [0, -SHAFT]];
  return element('polygon', { points: corners.map(point).join(' '), fill: '#000' });
}

const WAY = { fill: 'none', stroke: '#999', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
const WALLS = { fill: 'none', stroke: '#000', 'stroke-width': WALL };

function squareLines(maze, path) {
  const walls = element('path', { ...WALLS, d: wallPath(maze), 'stroke-linecap': 'square' });
  const blocks = maze.blocked ? [element('path', { fill: BLOCK, d: blockPath(maze) })] : [];
  if (path.length < 2) return [...blocks, walls];
  return [...blocks, element('polyline', { ...WAY, points: path.map((cell) => middle(maze, cell).join()).join(' '), 'stroke-width': CELL * 0.3 }), walls];
}

/** The same lines as on the canvas. */
function meshLines(mesh, path) {
  const sketch = new Sketch(mesh), cells = [...mesh.walls.keys()];
  const drawn = (lines, attributes, end = '') => {
    const d = Array.from(lines, (points) => `M${points.map((at) => Math.round(at * CELL * 100) / 100).join(' ')}${end}`).join('');
    return element('path', { ...attributes, d });
  };
  return [
    drawn(path.length > 1 ? sketch.thread(path) : [], { ...WAY, 'stroke-width': CELL * sketch.threadWidth }),
    drawn(sketch.stairs(cells), { fill: '#000' }, 'z'),
    drawn(sketch.dashes(cells), WALLS),
    drawn(sketch.walls(cells), { ...WALLS, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
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
