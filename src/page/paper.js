// Sheets of paper, in black and white: mazes, and their solutions on other pages. The drawing is made here, of the cells that are shown, so that
// a page is complete when the user presses Ctrl+P, without waiting for the service. What is seen of a sheet before it is printed is the same
// drawing in small. It has the layout of a book of the service.

import { byId, contextOf } from './dom.js';
import { language, translate } from './language.js';
import { Maze } from './maze.js';
import { MeshLines, OUTLINE_RATIO } from './mesh-lines.js';
import { DETAIL_OPACITY } from './mesh-paint.js';
import { Mesh } from './mesh.js';
import { placedThings, symbolParts } from './painter.js';
import { fetchJson } from './service.js';

/** @import { BookWords, Graph, PlacedLetters, Point, SymbolAreas, SymbolPart } from './types.d.ts' */

/** @typedef {Record<string, string | number>} Attributes */
/** @typedef {{ at: number[], marks: string, cell: number, mark: number, wall: number, isFilled: boolean }} DrawingLook */
/** @typedef {[cell: number, side: number | undefined, isEntrance: boolean]} MazeEnd */
/** @typedef {{ top: number, width: number, height: number }} Block */
/** @typedef {{ width: number, height: number }} Slot */
/**
 * An arrangement of mazes on a page: the heights of what is beside each, its columns and rows, and how large a slot and a cell are.
 * @typedef {{
 *   label: number, answer: number, prompt: number, belowPrompt: number, name: number, mark: [number, number], isSolved: boolean, aboveLabel: number, above: number, below: number,
 *   columns: number, rows: number, slot: Slot, cell: number,
 * }} MazeGrid
 */
/**
 * What is printed: see `Sheets`.
 * @typedef {{
 *   mazes: Graph[], count?: number, perPage?: number, paper: string, title?: string, footer?: string[], marks?: string, line?: number,
 *   hasNames?: boolean, hasAnswers?: boolean, hidesShapes?: boolean, difficulties?: number[], seeds?: string[], words?: BookWords, solutions?: number[][], answers?: string,
 *   hasCover?: boolean,
 * }} SheetsOptions
 */

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Millimeters. The margin is what every printer can do; the slack keeps rounding from making another page.
 * @type {Record<string, [number, number]>}
 */
export const PAPER_SIZES_MM = { a4: [210, 297], a5: [148, 210], letter: [215.9, 279.4], '6x9': [152.4, 228.6], '8.5x11': [215.9, 279.4] };
export const PAGE_MARGIN_MM = 12;
const ROUNDING_SLACK_MM = 1;

/** A point in millimeters. */
export const PT = 25.4 / 72;

/** Units of the drawing a cell. */
const CELL_UNITS = 20;

/** How thick a wall is, in cells, and at least and at most in millimeters; and how thick it may be in small cells. */
const WALL_CELLS = 0.13, MIN_WALL_MM = 0.8 * PT, MAX_WALL_MM = 7 * PT, MAX_WALL_CELLS = 0.5;

/** The largest cell where a page has several mazes, and what is left free between them and at most between rows of them, in millimeters. */
const MAX_CELL_MM = 18, MAZE_GAPS_MM = [7, 6], MAX_ROW_GAP_MM = 12;

/** The heights of the line for a name, of a heading and of the number of a page, and what is between the parts of a page, in millimeters. */
const NAME_MM = 12, HEADING_MM = 10, PAGE_NUMBER_MM = 7, BELOW_NAME_MM = 4, BELOW_TITLE_MM = 5, BELOW_LABEL_MM = 4, ABOVE_ANSWER_MM = 4, ABOVE_FOOTER_MM = 3;

/** The part of the free height of a page that is above its mazes. */
const ABOVE_PART = 0.2;

/** How long the line for a name is at most, in millimeters, and the line for a sum, in its heights. */
const NAME_LINE_MM = 75, SUM_LINE_HEIGHTS = 3;

/** Sizes of letters in points: of a title, what to do, a heading, the word before the line for a name, the number of a page, the footer, and the smallest beside the number of a maze. */
const TITLE_PT = 26, TASK_PT = 14, HEADING_PT = 14, NAME_PT = 13, PAGE_NUMBER_PT = 9, FOOTER_PT = 7, MIN_DETAILS_PT = 5;

/** The height of a capital letter, and of a line, in sizes of the font. */
const CAPITAL_HEIGHT = 0.7, LINE_HEIGHT = 1.3;

/** The most solutions on a page. */
const MAX_SOLUTIONS_PER_PAGE = 6;

/** By how much a cell must be larger for a sheet to lie on its side. */
const MIN_TURN_GAIN = 1.1;

/** Blocked squares are gray, which saves ink. */
const BLOCKED_COLOR = '#bbb';

/** The length of an arrow and of a symbol outside a door, in cells; the limits of that of a symbol, in millimeters and in shares of a slot; and what is left free for a mark, in its lengths. */
const ARROW_CELLS = 0.5, SYMBOL_CELLS = 2, SYMBOL_LENGTHS_MM = [14, 20], SYMBOL_SHARES = [0.08, 0.1], ROOM_OF_MARK = 1.3;

/** The height of a star in points, from one to the next in its heights, the most stars, and the difficulties from which there is one more. */
const STAR_PT = 12, STAR_STEP = 1.2, MAX_STARS = 5, STAR_LIMITS = [4, 8, 16, 32];

/** The corners of a star that is one high and above 0. */
export const STAR_CORNERS = [[0.5257, -1], [0.4016, -0.618], [0, -0.618], [0.3249, -0.382], [0.2008, 0], [0.5257, -0.2361], [0.8507, 0], [0.7265, -0.382], [1.0515, -0.618], [0.6498, -0.618]];

/** The longest seed. */
const LONGEST_SEED = '18446744073709551615';

/** How far an arrow is from the wall, and half the width of its shaft and of its head, in its lengths. */
const ARROW_GAP = 0.25, ARROW_LENGTH = 0.8, ARROW_SHAFT_HALF_WIDTH = 0.11, ARROW_HEAD_HALF_WIDTH = 0.34;

/** The radius of a symbol in a cell, in cells. */
const SYMBOL_RADIUS_CELLS = 0.38;

/** What symbols are printed in, and what is there to be looked up and not to be read. */
const PRINT_COLORS = { wall: '#000', path: '#aaa', ground: '#fff' }, PALE_COLOR = '#6b7280';

/**
 * What sheets and books are made of besides mazes, as the service has it: the words of books, by language, and the letters that they have, as in a
 * character class of a regular expression; the grounds of covers, of which the seed chooses one; the symbols of marks, for the entrance and for the
 * exit; and the names of the shapes in each group of masks.
 * @type {{
 *   books: Record<string, BookWords>, letters: string, grounds: string[], symbols: Record<string, [SymbolAreas, SymbolAreas]>,
 *   maskGroups: Record<string, string[]>,
 * }}
 */
export const { books, grounds, letters, symbols, maskGroups } = await fetchJson(new URL('sheets.json', import.meta.url).href);

/** The letters that books have. Sheets have the same, so that a title fits both. */
const PRINTABLE_TEXT = new RegExp(`^[${letters}]+$`, 'u');

const pageStyle = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, pageStyle];

/**
 * The title that somebody types in a field. What of it cannot be printed is said in the element that describes the field, and at once.
 * @param {HTMLInputElement} field
 */
export function validateTitle(field) {
  const title = field.value.trim().normalize('NFC'), error = byId(field.getAttribute('aria-describedby') ?? '');
  const signs = Array.from(new Intl.Segmenter().segment(title), ({ segment }) => segment);
  const letter = signs.find((sign) => !PRINTABLE_TEXT.test(sign));
  error.textContent = letter ? translate('title-letter', { letter }) : '';
  error.hidden = !letter;
  field.setAttribute('aria-invalid', String(Boolean(letter)));
  return { title, isWrong: Boolean(letter) };
}

/**
 * Fills `pages` with what is printed: all pages with mazes, and those with their solutions.
 * @param {HTMLElement} pages
 * @param {SheetsOptions} sheets
 */
export function renderPages(pages, sheets) {
  if (!sheets.mazes.length) return pages.replaceChildren(translate('no-maze-to-print'));
  const all = new Sheets(sheets), [width, height] = all.paper;
  pageStyle.replaceSync(`
    @page { size: ${width}mm ${height}mm; margin: ${PAGE_MARGIN_MM}mm; }
    @media print { .page { width: ${all.width}mm; height: ${all.height}mm; } }`);
  pages.replaceChildren(...all.pages().map((content) => {
    const page = document.createElement('div');
    page.className = 'page';
    page.append(content);
    return page;
  }));
}

/**
 * A page with mazes in small, with its margins: the first one, or another. Of the mazes, those up to that page are enough.
 * @param {SheetsOptions} sheets
 * @param {string} label
 * @param {number} [number]
 */
export function createSheetPreview(sheets, label, number = 0) {
  const all = new Sheets(sheets);
  return createPagePreview(all.paper, label, all.mazePage(number));
}

/**
 * A page in small, with its margins.
 * @param {number[]} paper
 * @param {string} label
 * @param {SVGElement} page
 */
export function createPagePreview([width, height], label, page) {
  setAttributes(page, { viewBox: [-PAGE_MARGIN_MM, -PAGE_MARGIN_MM, width, height].join(' '), role: 'img', 'aria-label': label });
  page.classList.add('sheet-preview');
  return page;
}

/**
 * Before anything is arranged.
 * @type {MazeGrid}
 */
const NO_GRID = {
  label: 0, answer: 0, prompt: 0, belowPrompt: 0, name: 0, mark: [0, 0], isSolved: false, aboveLabel: 0, above: 0, below: 0, columns: 1, rows: 1, slot: { width: 0, height: 0 }, cell: 0,
};

/**
 * Pages with mazes. All lengths are in millimeters.
 *
 * `count` is the number of all mazes if not all of `mazes` are there yet, and `perPage` how many there are on a page. `title` is above them, and
 * `footer` has lines below. `marks` are those of the ends, and `line` is how thick walls are, if that is wanted. If `hasNames`, there are lines for
 * names; if `hasAnswers`, lines for what the letters on the way say; if `hidesShapes`, a question, and
 * solutions whose ways are filled. `difficulties` are shown beside the numbers of the mazes, and `seeds` at the foot. `words` are those of a
 * book. `solutions` has the path through each maze, and `answers` says where these are: at the `end`, on the pages that are `facing` those of the
 * mazes, or nowhere. If `hasCover`, the title is there, with a page before the mazes and one after them.
 */
class Sheets {
  /** The size of the paper, and that of what is between its margins. */
  paper = [0, 0];
  width = 0;
  height = 0;
  /** @type {string[]} */
  footer = [];
  titleSize = 0;
  taskSize = 0;
  seedLines = 0;
  /** The arrangements of mazes and of solutions on a page. */
  mazeGrid = NO_GRID;
  solutionGrid = NO_GRID;

  /** @param {SheetsOptions} options */
  constructor({ mazes, count = mazes.length, perPage = 1, paper, title = '', footer = [], marks = 'arrows', line = 0, hasNames = false, hasAnswers = false, hidesShapes = false, difficulties = [], seeds = [], words = books[language], solutions = [], answers = solutions.length ? 'end' : 'none', hasCover = false }) {
    this.mazes = mazes;
    this.count = count;
    this.perPage = perPage;
    this.bookTitle = title;
    this.marks = marks;
    this.line = line;
    this.hasNames = hasNames;
    this.hasAnswers = hasAnswers;
    this.hidesShapes = hidesShapes;
    this.difficulties = difficulties;
    this.seeds = seeds;
    this.words = words;
    this.solutions = solutions;
    this.answers = answers;
    this.hasCover = hasCover;
    // Mazes whose solutions face them are on the left.
    this.pagesBefore = (hasCover ? 2 : 0) + (answers === 'facing' ? 1 : 0);
    this.isOnePage = count <= perPage;
    this.solutionsPerPage = Math.ceil(count / Math.ceil(count / MAX_SOLUTIONS_PER_PAGE));
    this.footerText = footer;
    const task = this.#taskOfMazes();
    // A sheet without a title has what to do there.
    this.title = hasCover ? '' : title || (this.isOnePage ? task : '');
    this.task = title || !this.isOnePage ? task : '';
    const size = PAPER_SIZES_MM[paper];
    this.#layOut(size);
    if (!this.isOnePage || perPage > 1) return;
    const { cell } = this.mazeGrid;
    this.#layOut([...size].reverse());
    if (this.mazeGrid.cell <= cell * MIN_TURN_GAIN) this.#layOut(size);
  }

  /** @param {number[]} paper */
  #layOut(paper) {
    this.paper = paper;
    this.width = paper[0] - 2 * PAGE_MARGIN_MM;
    this.height = paper[1] - 2 * PAGE_MARGIN_MM - ROUNDING_SLACK_MM;
    this.footer = this.footerText.flatMap((line) => cutLine(line, this.width));
    this.seedLines = this.seeds.length ? this.#linesOfSeeds(Array.from({ length: this.perPage }, () => LONGEST_SEED)).length : 0;
    this.titleSize = this.title ? fittingSize(this.title, TITLE_PT * PT, this.width, 600) : 0;
    this.taskSize = this.task ? fittingSize(this.task, TASK_PT * PT, this.width) : 0;
    this.mazeGrid = this.#bestGrid(this.perPage, false);
    this.solutionGrid = this.#bestGrid([1, 2, 4, 6].find((places) => places >= this.solutionsPerPage) ?? MAX_SOLUTIONS_PER_PAGE, true);
  }

  /** What to do with the mazes, where nothing beside them says it and their ends are marked. */
  #taskOfMazes() {
    const { hidesShapes, marks, words: { tasks } } = this;
    if (hidesShapes || (this.hasAnswers && this.mazes.some(({ answer }) => answer))) return '';
    return tasks[marks === 'arrows' && !this.mazes.some(hasDoors) ? 'dots' : marks] ?? '';
  }

  /**
   * The seeds of the mazes of a page, in lines that are no wider than it.
   * @param {string[]} seeds
   */
  #linesOfSeeds(seeds) {
    return breakLine(`${this.words.seed} ${seeds.join(', ')}`, this.width, FOOTER_PT * PT);
  }

  /** The height of what is below the mazes of a page. */
  get footHeight() {
    const lines = this.footer.length + this.seedLines, footer = lines ? lines * FOOTER_PT * PT * LINE_HEIGHT + ABOVE_FOOTER_MM : 0;
    return footer + (this.isOnePage ? 0 : PAGE_NUMBER_MM);
  }

  /**
   * Where the mazes of a page may be.
   * @param {boolean} isSolved
   * @returns {Block}
   */
  #block(isSolved) {
    const name = this.hasNames && this.perPage === 1 ? NAME_MM : 0, title = (this.titleSize + this.taskSize) * LINE_HEIGHT;
    const top = isSolved ? HEADING_MM : name + title + (title && BELOW_TITLE_MM);
    return { top, width: this.width, height: this.height - top - this.footHeight };
  }

  /**
   * The arrangement of so many mazes on a page in which they are largest.
   * @param {number} places
   * @param {boolean} isSolved
   * @returns {MazeGrid}
   */
  #bestGrid(places, isSolved) {
    /**
     * @param {number} one
     * @param {number} two
     * @param {number} more
     */
    const of = (one, two, more) => (places === 1 ? one : places === 2 ? two : more);
    const hasLabels = this.count > 1 || (this.difficulties.length > 0 && !isSolved), hasAnswers = this.hasAnswers && this.mazes.some(({ answer }) => answer);
    const grid = {
      label: !hasLabels ? 0 : (isSolved ? of(12, 9, 9) : of(15, 12, 10.5)) * PT,
      answer: !hasAnswers ? 0 : (isSolved ? of(22, 11, 11) : of(22, 18, 14)) * PT,
      prompt: isSolved || !this.hidesShapes ? 0 : of(15, 12, 9) * PT,
      name: isSolved || places === 1 || !this.hasNames ? 0 : of(0, 12, 10) * PT,
      isSolved,
    };
    const arrow = of(20, 17, 9) * PT;
    /**
     * The least and the greatest length of a mark outside a door. Where the ways are shown, nobody looks for the ends.
     * @param {Slot} slot
     * @returns {[number, number]}
     */
    const markLengths = ({ width, height }) => {
      if (!symbols[this.marks]) return [arrow, Infinity];
      if (isSolved) return [arrow, arrow];
      const [least, most] = SYMBOL_LENGTHS_MM.map((length, i) => Math.max(arrow, Math.min(length, SYMBOL_SHARES[i] * Math.min(width, height))));
      return [least, most];
    };
    const aboveLabel = grid.name && grid.name + BELOW_NAME_MM;
    const above = aboveLabel + (grid.label && grid.label + BELOW_LABEL_MM), belowPrompt = grid.prompt && grid.prompt + ABOVE_ANSWER_MM;
    const below = belowPrompt + (grid.answer && grid.answer + ABOVE_ANSWER_MM);
    const block = this.#block(isSolved), ways = [1, 2, 3, 4, 6].filter((columns) => places % columns === 0).map((columns) => {
      const rows = places / columns;
      const slot = { width: (block.width - (columns - 1) * MAZE_GAPS_MM[0]) / columns, height: (block.height - (rows - 1) * MAZE_GAPS_MM[1]) / rows };
      const arranged = { ...grid, mark: markLengths(slot), aboveLabel, above, belowPrompt, below, columns, rows, slot };
      return { ...arranged, cell: Math.min(...this.mazes.map((maze) => this.#cellSize(maze, arranged).cell)) };
    });
    return ways.reduce((best, next) => (next.cell > best.cell + 1e-9 ? next : best));
  }

  /**
   * How large a cell is where a maze is as large as its slot allows, how long a mark outside a door is if marks are there, and what is left free
   * above and below for it.
   * @param {Graph} maze
   * @param {Omit<MazeGrid, 'cell'>} grid
   * @returns {{ cell: number, mark: number, around: number }}
   */
  #cellSize(maze, { columns, rows, slot, above, below, mark: [least, longest] }) {
    const most = columns * rows === 1 ? Infinity : MAX_CELL_MM, sides = [slot.width, slot.height - above - below], size = [maze.width, maze.height];
    // Doors on the left and on the right alone take no room above and below.
    const shares = hasDoors(maze) ? [1, hasDoorsBeside(maze) ? 0 : 1] : [0, 0], part = symbols[this.marks] ? SYMBOL_CELLS : ARROW_CELLS;
    /**
     * @param {number} millimeters
     * @param {number} cells
     * @param {number} wall
     */
    const fitted = (millimeters, cells, wall) => Math.min(most, ...sides.map((side, axis) => (side - wall - 2 * ROOM_OF_MARK * shares[axis] * millimeters) / (size[axis] + 2 * ROOM_OF_MARK * shares[axis] * cells)));
    /** @param {(wall: number) => number} cellOf */
    const besideWalls = (cellOf) => cellOf(this.#wall(cellOf(0), false));
    const inside = besideWalls((wall) => fitted(0, 0, wall));
    const isOutside = hasDoors(maze) && (this.marks === 'arrows' || Boolean(symbols[this.marks]) && (maze.from === maze.to || maze.hasCutCells || inside * 2 * SYMBOL_RADIUS_CELLS < least));
    if (!isOutside) return { cell: inside, mark: 0, around: 0 };
    // The marks are so many cells long, within their limits.
    const cell = besideWalls((wall) => Math.min(fitted(least, 0, wall), Math.max(fitted(0, part, wall), longest === Infinity ? 0 : fitted(longest, 0, wall))));
    const mark = Math.max(least, Math.min(part * cell, longest));
    return { cell, mark, around: ROOM_OF_MARK * mark * shares[1] };
  }

  /**
   * How thick walls are where cells are so large. Where the way is shown, in smaller cells, walls are no thicker than usual.
   * @param {number} cell
   * @param {boolean} isSolved
   */
  #wall(cell, isSolved) {
    const usual = Math.min(Math.max(cell * WALL_CELLS, MIN_WALL_MM), MAX_WALL_MM), line = this.line || usual;
    return Math.min(isSolved ? Math.min(line, usual) : line, cell * MAX_WALL_CELLS);
  }

  /** All pages. */
  pages() {
    const mazePages = Math.ceil(this.count / this.perPage), solutionPages = this.answers === 'end' ? Math.ceil(this.count / this.solutionsPerPage) : 0;
    return [
      ...Array.from({ length: mazePages }, (_, page) => this.mazePage(page)),
      ...Array.from({ length: solutionPages }, (_, page) => this.#solutionPage(page, mazePages)),
    ];
  }

  /** @param {number} number */
  mazePage(number) {
    const page = this.#createPage(), block = this.#block(false), first = number * this.perPage, head = this.titleSize + this.taskSize;
    const widest = Math.max(this.titleSize && textWidth(this.title, this.titleSize, 600), this.taskSize && textWidth(this.task, this.taskSize));
    const left = this.mazes[first] ? this.#edge(this.mazes[first], this.mazeGrid, 0, widest) : 0, top = block.top - (head && head * LINE_HEIGHT + BELOW_TITLE_MM);
    if (this.hasNames && this.perPage === 1) page.append(this.#nameLine(left, NAME_PT * PT, NAME_PT * PT, this.width - left));
    if (this.titleSize) page.append(text(this.title, left, top + this.titleSize, this.titleSize, { class: 'title', 'font-weight': 600 }));
    if (this.taskSize) page.append(text(this.task, left, top + this.titleSize * LINE_HEIGHT + this.taskSize, this.taskSize, { class: 'task' }));
    this.#appendMazes(page, this.mazeGrid, first, this.perPage, block);
    return this.#withFoot(page, number, this.seeds.slice(first, first + this.perPage));
  }

  /**
   * @param {number} number
   * @param {number} mazePages
   */
  #solutionPage(number, mazePages) {
    const page = this.#createPage(), first = number * this.solutionsPerPage, count = Math.min(this.solutionsPerPage, this.count - first);
    const heading = [this.bookTitle, count === 1 ? this.words.solution : this.words.solutions].filter(Boolean).join(' · ');
    const size = fittingSize(heading, HEADING_PT * PT, this.width, 600);
    const left = this.mazes[first] ? this.#edge(this.mazes[first], this.solutionGrid, 0, textWidth(heading, size, 600)) : 0;
    page.append(text(heading, left, HEADING_PT * PT, size, { class: 'title', 'font-weight': 600 }));
    this.#appendMazes(page, this.solutionGrid, first, count, this.#block(true));
    return this.#withFoot(page, mazePages + number, []);
  }

  /**
   * Where something so wide begins: at the outside of the outer wall of a maze in the slot that begins here, or before it if the slot ends too soon.
   * @param {Graph} maze
   * @param {MazeGrid} grid
   * @param {number} from
   * @param {number} wide
   */
  #edge(maze, grid, from, wide) {
    const { cell } = this.#cellSize(maze, grid), { slot: { width } } = grid, wall = this.#wall(cell, grid.isSolved);
    return Math.max(from, Math.min(from + (width - maze.width * cell - wall) / 2, from + width - wide));
  }

  #createPage() {
    return createSvgElement('svg', { viewBox: `0 0 ${this.width} ${this.height}` });
  }

  /**
   * The same page with its number, if pages have numbers, these seeds and its footer.
   * @param {SVGElement} page
   * @param {number} number
   * @param {string[]} seeds
   */
  #withFoot(page, number, seeds) {
    const size = FOOTER_PT * PT, lines = [...(seeds.length ? this.#linesOfSeeds(seeds) : []), ...this.footer];
    const bottom = this.height - (LINE_HEIGHT - 1) * size;
    lines.forEach((line, i) => page.append(text(line, 0, bottom - (lines.length - 1 - i) * size * LINE_HEIGHT, size, { class: 'footer' })));
    if (!this.isOnePage) {
      page.append(text(String(this.pagesBefore + number + 1), this.width / 2, bottom - this.footHeight + PAGE_NUMBER_MM, PAGE_NUMBER_PT * PT, { class: 'page-number', 'text-anchor': 'middle' }));
    }
    return page;
  }

  /**
   * So many mazes from this one on, each in its slot.
   * @param {SVGElement} page
   * @param {MazeGrid} grid
   * @param {number} first
   * @param {number} count
   * @param {Block} block
   */
  #appendMazes(page, grid, first, count, block) {
    const numbers = Array.from({ length: Math.min(count, this.count - first) }, (_, i) => first + i).filter((number) => this.mazes[number]);
    /** @param {Graph} maze */
    const tall = (maze) => {
      const { cell, around } = this.#cellSize(maze, grid);
      return grid.above + grid.below + 2 * around + maze.height * cell + this.#wall(cell, grid.isSolved);
    };
    const tallest = Math.max(...numbers.map((number) => tall(this.mazes[number])));
    for (const number of numbers) {
      const maze = this.mazes[number], place = number - first, column = place % grid.columns, row = Math.floor(place / grid.columns);
      // The rest of the height is between the rows, up to a limit, and around them: most of it below.
      const { rows, slot } = grid, left = Math.max(0, slot.height - (rows * grid.columns === 1 ? tall(maze) : tallest)), between = Math.min(rows * left / (rows + 1), MAX_ROW_GAP_MM);
      const shift = (rows * left - (rows - 1) * between) * ABOVE_PART - row * (left - between);
      const x = column * (slot.width + MAZE_GAPS_MM[0]), y = block.top + row * (slot.height + MAZE_GAPS_MM[1]) + shift;
      page.append(this.#maze(maze, number, grid, { x, y, width: slot.width }));
    }
  }

  /**
   * A maze with what is said beside it, at the top of a slot.
   * @param {Graph} maze
   * @param {number} number
   * @param {MazeGrid} grid
   * @param {{ x: number, y: number, width: number }} slot
   */
  #maze(maze, number, grid, slot) {
    const group = createSvgElement('g', { class: 'sheet-maze' }), { cell, mark, around } = this.#cellSize(maze, grid), { isSolved } = grid, wall = this.#wall(cell, isSolved);
    const width = maze.width * cell, left = slot.x + (slot.width - width) / 2, top = slot.y + grid.above + around + wall / 2, end = top + maze.height * cell + wall / 2 + around;
    /** @param {number} wide */
    const edge = (wide) => this.#edge(maze, grid, slot.x, wide);
    if (grid.name) {
      const wide = Math.min(Math.max(width + wall, NAME_LINE_MM), slot.width);
      group.append(this.#nameLine(edge(wide), slot.y + grid.name, grid.name, wide));
    }
    if (grid.label) {
      const name = this.count === 1 ? '' : isSolved ? String(number + 1) : `${this.words.maze} ${number + 1}`, details = this.#reference(number, isSolved);
      const difficulty = isSolved ? undefined : this.difficulties[number], star = Math.min(STAR_PT * PT, grid.label), beforeStars = name ? textWidth(name, grid.label, 600) + 3 : 0;
      const nameWidth = difficulty === undefined ? textWidth(name, grid.label, 600) : beforeStars + MAX_STARS * STAR_STEP * star;
      /** @param {number} room */
      const fitted = (room) => fittingSize(details, Math.max(grid.label * 0.62, FOOTER_PT * PT), Math.max(room, 0)), beside = fitted(slot.width - nameWidth - 3), smallest = MIN_DETAILS_PT * PT;
      // In a narrow slot they have a line of their own below the number.
      const isBelow = details !== '' && beside < smallest, size = isBelow ? Math.min(fitted(slot.width), smallest) : beside, detailsWidth = details ? textWidth(details, size) : 0;
      const wide = Math.min(Math.max(width + wall, isBelow ? Math.max(nameWidth, detailsWidth) : nameWidth + (details ? detailsWidth + 3 : 0)), slot.width), start = edge(wide), y = slot.y + grid.aboveLabel + grid.label;
      if (name) group.append(text(name, start, y, grid.label, { class: 'number', 'font-weight': 600 }));
      if (difficulty !== undefined) group.append(createStars(start + beforeStars, y, star, difficulty));
      if (isBelow) group.append(text(details, start, y + 1.25 * smallest, size, { class: 'details' }));
      else if (details) group.append(text(details, start + wide, y, size, { class: 'details', 'text-anchor': 'end' }));
    }
    group.append(createDrawing(maze, isSolved ? this.solutions[number] ?? [] : [], { at: [left, top], marks: this.marks, cell, wall, mark, isFilled: this.hidesShapes }));
    if (grid.prompt) {
      const size = fittingSize(this.words.color, grid.prompt, slot.width), wide = textWidth(this.words.color, size);
      group.append(text(this.words.color, Math.min(Math.max(left + (width - wide) / 2, slot.x), slot.x + slot.width - wide), end + grid.belowPrompt, size, { class: 'prompt' }));
    }
    if (grid.answer && maze.answer) group.append(this.#answerLine(maze, isSolved, { ...slot, y: end + grid.belowPrompt + ABOVE_ANSWER_MM, height: grid.answer, middle: left + width / 2 }));
    return group;
  }

  /**
   * On which page the solution of a maze is, or the maze of a solution.
   * @param {number} number
   * @param {boolean} isSolved
   */
  #reference(number, isSolved) {
    if (this.answers === 'none' || this.isOnePage) return '';
    const first = this.pagesBefore + 1, page = Math.floor(number / this.perPage), isFacing = this.answers === 'facing';
    if (isSolved) return `${this.words.page} ${first + page}`;
    return `${this.words.solution_on} ${first + (isFacing ? 2 * page + 1 : Math.ceil(this.count / this.perPage) + Number(this.hasCover) + Math.floor(number / this.solutionsPerPage))}`;
  }

  /**
   * A line for the name of who solves a maze, after its word.
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {number} width
   */
  #nameLine(x, y, size, width) {
    const group = createSvgElement('g', { class: 'name-line' }), from = textWidth(this.words.name, size) + 2;
    group.append(text(this.words.name, x, y, size), ruled(x + from, x + Math.min(from + NAME_LINE_MM, width), y + 0.7));
    return group;
  }

  /**
   * A box for each letter on the way, or a line for the sum, after a word, around this middle. What is in them is shown with the way.
   * @param {Graph} maze
   * @param {boolean} isShown
   * @param {Slot & { x: number, y: number, middle: number }} place
   */
  #answerLine({ letters: placed, answer }, isShown, { x, y, width, height, middle }) {
    // No sum is its numbers side by side.
    const isWord = placed.filter((letter) => letter.on_path).map((letter) => letter.text).join('') === answer;
    const group = createSvgElement('g', { class: 'answer-line' }), size = height * 0.62, label = isWord ? this.words.word : `${this.words.sum} =`;
    const signs = isWord ? [...(answer ?? '')] : [answer ?? ''], places = isWord ? signs.length : SUM_LINE_HEIGHTS, labelWidth = textWidth(label, size) + 2;
    const side = Math.min((width - labelWidth) / places, height), wide = labelWidth + places * side, left = Math.min(Math.max(middle - wide / 2, x), x + width - wide);
    group.append(text(label, left, y + side - (side - size * CAPITAL_HEIGHT) / 2, Math.min(size, side * 0.8)));
    const boxes = signs.map((_, i) => createSvgElement('rect', { x: left + labelWidth + i * side, y, width: side, height: side, fill: 'none', stroke: PALE_COLOR, 'stroke-width': 0.25, class: 'box' }));
    group.append(...(isWord ? boxes : [ruled(left + labelWidth, left + wide, y + side)]));
    if (!isShown) return group;
    const letterSize = side * 0.72, each = places * side / signs.length;
    group.append(...signs.map((sign, i) => text(sign, left + labelWidth + (i + 0.5) * each, y + side - (side - letterSize * CAPITAL_HEIGHT) / 2, letterSize, { 'font-weight': 600, 'text-anchor': 'middle' })));
    return group;
  }
}

/**
 * @param {string} content
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Attributes} [attributes]
 */
export function text(content, x, y, size, attributes = {}) {
  const made = createSvgElement('text', { x, y, 'font-size': size, ...attributes });
  made.textContent = content;
  return made;
}

/**
 * A line on which something is to be written.
 * @param {number} x1
 * @param {number} x2
 * @param {number} y
 */
export function ruled(x1, x2, y) {
  return createSvgElement('line', { x1, x2, y1: y, y2: y, stroke: PALE_COLOR, 'stroke-width': 0.25, class: 'ruled' });
}

const FONT_FAMILY = getComputedStyle(document.documentElement).getPropertyValue('--sans');

const measure = contextOf(new OffscreenCanvas(1, 1));

/**
 * How wide a text is in letters of this size.
 * @param {string} content
 * @param {number} size
 * @param {number} [weight]
 */
function textWidth(content, size, weight = 400) {
  measure.font = `${weight} 100px ${FONT_FAMILY}`;
  return measure.measureText(content).width * size / 100;
}

/**
 * The size of letters, at most this one, with which a text is no wider.
 * @param {string} content
 * @param {number} size
 * @param {number} width
 * @param {number} [weight]
 */
export function fittingSize(content, size, width, weight = 400) {
  return size * Math.min(1, width / Math.max(textWidth(content, size, weight), 1e-9));
}

/**
 * Stars of this height on a base line, as many of them filled as a maze of this difficulty has: each but the first takes twice as much as the one
 * before it.
 * @param {number} x
 * @param {number} y
 * @param {number} height
 * @param {number} difficulty
 */
function createStars(x, y, height, difficulty) {
  const filled = 1 + STAR_LIMITS.filter((limit) => difficulty >= limit).length, group = createSvgElement('g', { class: 'stars', stroke: '#000', 'stroke-width': height * 0.06, 'stroke-linejoin': 'round' });
  /** @param {number} i */
  const points = (i) => STAR_CORNERS.map(([across, up]) => [x + (i * STAR_STEP + across) * height, y + up * height].join()).join(' ');
  group.append(...Array.from({ length: MAX_STARS }, (_, i) => createSvgElement('polygon', { points: points(i), fill: i < filled ? '#000' : 'none' })));
  return group;
}

/** @param {Graph} maze */
const hasDoors = (maze) => [maze.from, maze.to].some((cell) => maze.doors(cell).length > 0);

/**
 * Whether a maze has doors on the left and on the right alone.
 * @param {Graph} maze
 */
const hasDoorsBeside = (maze) => maze instanceof Maze && [maze.from, maze.to].every((cell) => maze.doors(cell).every((side) => maze.direction(cell, side)[1] === 0));

/**
 * A text in lines that are no wider than this, broken between words.
 * @param {string} content
 * @param {number} width
 * @param {number} size
 */
export function breakLine(content, width, size) {
  /** @type {string[]} */
  const lines = [];
  for (const word of content.split(' ')) {
    const longer = lines.length ? `${lines[lines.length - 1]} ${word}` : '';
    if (longer && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/**
 * A line of the footer in pieces that are no wider than a page: it may have no spaces.
 * @param {string} line
 * @param {number} width
 */
function cutLine(line, width) {
  const pieces = [''];
  for (const sign of line) {
    const longer = pieces[pieces.length - 1] + sign;
    if (textWidth(longer, FOOTER_PT * PT) > width) pieces.push(sign);
    else pieces[pieces.length - 1] = longer;
  }
  return pieces;
}

/**
 * The walls of a maze and a mark at each end, as pictures of the service have them, from this place on. Lengths are in millimeters.
 * @param {Graph} maze
 * @param {number[]} path
 * @param {DrawingLook} look
 */
function createDrawing(maze, path, { at: [x, y], marks, cell, mark: markLength, wall: wallWidth, isFilled }) {
  const units = CELL_UNITS / cell, [mark, wall] = [markLength, wallWidth].map((length) => length * units);
  // A single cell that is both ends has a door for each.
  /** @type {MazeEnd[]} */
  const ends = [[maze.from, maze.doors(maze.from)[0], true], [maze.to, maze.doors(maze.to).at(-1), false]];
  const drawing = createSvgElement('g', { class: 'drawing', transform: `translate(${x} ${y}) scale(${1 / units})` });
  const lines = { ...WALL_ATTRIBUTES, 'stroke-width': wall };
  drawing.append(...(maze instanceof Mesh ? createMeshLines(maze, path, lines) : maze instanceof Maze ? createSquareLines(maze, path, lines, isFilled) : []));
  drawing.append(...ends.flatMap((end) => createMark(maze, end, marks, mark, wall)));
  drawing.append(...createPlacedThings(maze, marks !== 'none'));
  return drawing;
}

/**
 * Whether the mark of an end is outside its door: arrows are, and symbols where they are larger there than in cells.
 * @param {number | undefined} side
 * @param {string} marks
 * @param {number} mark
 */
function isMarkOutside(side, marks, mark) {
  return side !== undefined && mark > 0 && (marks === 'arrows' || Boolean(symbols[marks]));
}

/**
 * The mark of an end: a symbol, an arrow outside its door, or a dot in its cell.
 * @param {Graph} maze
 * @param {MazeEnd} end
 * @param {string} marks
 * @param {number} mark
 * @param {number} wall
 * @returns {SVGElement[]}
 */
function createMark(maze, [cell, side, isEntrance], marks, mark, wall) {
  const room = CELL_UNITS * maze.room(cell), center = cellCenter(maze, cell), [cx, cy] = center;
  const outside = side !== undefined && isMarkOutside(side, marks, mark) && placesOutsideDoor(maze, cell, side, wall);
  if (outside && marks === 'arrows') return [createArrow(outside, isEntrance, mark)];
  // In a cell that is both ends there is room for one mark.
  if (marks === 'none' || (!outside && isEntrance && maze.from === maze.to)) return [];
  if (symbols[marks]) return [createSymbol(symbolParts(symbols[marks][isEntrance ? 0 : 1]), outside ? outside([(ARROW_GAP + 0.5) * mark, 0]) : center, outside ? mark / 2 : room * SYMBOL_RADIUS_CELLS)];
  if (isEntrance) return [createSvgElement('circle', { cx, cy, r: room * 0.24, fill: '#fff', stroke: '#000', 'stroke-width': room * 0.09 })];
  return [createSvgElement('circle', { cx, cy, r: room * 0.28, fill: '#000' })];
}

/**
 * A symbol, whose parts fill a square from -100 to 100, in this circle.
 * @param {SymbolPart[]} parts
 * @param {Point} center
 * @param {number} radius
 */
function createSymbol(parts, [x, y], radius) {
  const group = createSvgElement('g', { transform: `translate(${x} ${y}) scale(${radius / 100})` });
  group.append(...parts.map(({ ink, d, at, scale }) => createSvgElement('path', { d, fill: PRINT_COLORS[ink], transform: `translate(${at.join(' ')}) scale(${scale})` })));
  return group;
}

/**
 * A letter or a number in its cell.
 * @param {PlacedLetters} letters
 */
function createLetters({ center, radius, scale, thick, parts }) {
  const [x, y] = center.map((at) => at * CELL_UNITS), size = scale * CELL_UNITS;
  const group = createSvgElement('g', { fill: 'none', stroke: PRINT_COLORS.wall, 'stroke-width': thick, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', class: 'letter' });
  const written = parts.map(({ d, at: [left, top] }) => createSvgElement('path', { d, transform: `translate(${x + left * size} ${y + top * size}) scale(${size})` }));
  group.append(createSvgElement('circle', { cx: x, cy: y, r: radius * CELL_UNITS, fill: PRINT_COLORS.ground, stroke: 'none' }), ...written);
  return group;
}

/**
 * Locked doors and things, if there are symbols, and letters.
 * @param {Graph} maze
 * @param {boolean} hasSymbols
 */
function createPlacedThings(maze, hasSymbols) {
  const { bars, symbols: placed, letters } = placedThings(maze);
  if (!hasSymbols) return letters.map(createLetters);
  const lines = bars.map(({ edge, width }) => createSvgElement('path', { d: `M${edge.map((at) => at * CELL_UNITS).join(' ')}`, stroke: PRINT_COLORS.path, 'stroke-width': width * CELL_UNITS }));
  const things = placed.map(({ parts, center, radius }) => createSymbol(parts, [center[0] * CELL_UNITS, center[1] * CELL_UNITS], radius * CELL_UNITS));
  return [...lines, ...things, ...letters.map(createLetters)];
}

/**
 * A function that gives places outside a door: so far from the wall, and so far to the left.
 * @param {Graph} maze
 * @param {number} cell
 * @param {number} side
 * @param {number} wall
 * @returns {(place: Point) => Point}
 */
function placesOutsideDoor(maze, cell, side, wall) {
  const [x, y] = cellCenter(maze, cell), [doorX, doorY] = maze.middleOf(cell, side).map((at) => at * CELL_UNITS);
  const far = Math.hypot(doorX - x, doorY - y), [dx, dy] = [(doorX - x) / far, (doorY - y) / far];
  return ([along, left]) => [doorX + (wall / 2 + along) * dx + left * dy, doorY + (wall / 2 + along) * dy - left * dx];
}

/**
 * An arrow outside a door, of this length.
 * @param {(place: Point) => Point} outside
 * @param {boolean} isInwards
 * @param {number} length
 */
function createArrow(outside, isInwards, length) {
  /** @param {Point} place */
  const point = ([along, left]) => outside([length * (ARROW_GAP + ARROW_LENGTH * (isInwards ? 1 - along : along)), length * ARROW_LENGTH * left]).map((at) => Math.round(at * 100) / 100).join();
  /** @type {Point[]} */
  const corners = [[0, ARROW_SHAFT_HALF_WIDTH], [0.5, ARROW_SHAFT_HALF_WIDTH], [0.5, ARROW_HEAD_HALF_WIDTH], [1, 0], [0.5, -ARROW_HEAD_HALF_WIDTH], [0.5, -ARROW_SHAFT_HALF_WIDTH], [0, -ARROW_SHAFT_HALF_WIDTH]];
  return createSvgElement('polygon', { points: corners.map(point).join(' '), fill: '#000' });
}

const ROUND_ENDS = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
const PATH_ATTRIBUTES = { fill: 'none', stroke: '#999', ...ROUND_ENDS };
const WALL_ATTRIBUTES = { fill: 'none', stroke: '#000' };

/**
 * @param {Maze} maze
 * @param {number[]} path
 * @param {Attributes} lines
 * @param {boolean} isFilled
 */
function createSquareLines(maze, path, lines, isFilled) {
  const walls = createSvgElement('path', { ...lines, d: wallPathData(maze), 'stroke-linecap': 'square' });
  const blocks = maze.blocked ? [createSvgElement('path', { fill: BLOCKED_COLOR, d: blockedPathData(maze) })] : [];
  if (path.length < 2) return [...blocks, walls];
  if (isFilled) return [...blocks, createSvgElement('path', { fill: PRINT_COLORS.path, d: path.map((cell) => squarePathData(maze, cell)).join(''), class: 'filled' }), walls];
  return [...blocks, createSvgElement('polyline', { ...PATH_ATTRIBUTES, points: path.map((cell) => cellCenter(maze, cell).join()).join(' '), 'stroke-width': CELL_UNITS * 0.3 }), walls];
}

/**
 * The same lines as on the canvas.
 * @param {Mesh} mesh
 * @param {number[]} path
 * @param {Attributes} lines
 */
function createMeshLines(mesh, path, lines) {
  const sketch = new MeshLines(mesh), cells = [...mesh.walls.keys()];
  /** @param {Iterable<number[]>} outlines @param {Attributes} attributes @param {string} [end] */
  const drawn = (outlines, attributes, end = '') => {
    const d = Array.from(outlines, (points) => `M${points.map((at) => Math.round(at * CELL_UNITS * 100) / 100).join(' ')}${end}`).join('');
    return createSvgElement('path', { ...attributes, d });
  };
  return [
    drawn(mesh.layout.details, { ...lines, 'stroke-width': Math.max(Number(lines['stroke-width']), CELL_UNITS * mesh.layout.detailWidth), 'stroke-opacity': DETAIL_OPACITY, ...ROUND_ENDS }),
    drawn(path.length > 1 ? sketch.thread(path) : [], { ...PATH_ATTRIBUTES, 'stroke-width': CELL_UNITS * sketch.threadWidth }),
    drawn(sketch.stairs(cells), { fill: '#000' }, 'z'),
    drawn(sketch.dashes(cells), lines),
    drawn(sketch.walls(cells), { ...lines, ...ROUND_ENDS }),
    ...(mesh.isShape ? [drawn(sketch.outline(cells), { ...lines, ...ROUND_ENDS, 'stroke-width': Number(lines['stroke-width']) * OUTLINE_RATIO, class: 'outline' })] : []),
  ];
}

/** @param {Maze} maze */
function wallPathData(maze) {
  const { across, down } = maze.wallRuns();
  /** @type {string[]} */
  const pieces = [];
  across.forEach((runs, line) => {
    for (let i = 0; i < runs.length; i += 2) pieces.push(`M${runs[i] * CELL_UNITS} ${line * CELL_UNITS}H${runs[i + 1] * CELL_UNITS}`);
  });
  down.forEach((runs, line) => {
    for (let i = 0; i < runs.length; i += 2) pieces.push(`M${line * CELL_UNITS} ${runs[i] * CELL_UNITS}V${runs[i + 1] * CELL_UNITS}`);
  });
  return pieces.join('');
}

/**
 * A square, which is a little larger so that none shines through between two.
 * @param {Maze} maze
 * @param {number} cell
 */
function squarePathData(maze, cell) {
  const [x, y] = cellCenter(maze, cell), side = CELL_UNITS * 1.02;
  return `M${x - side / 2} ${y - side / 2}h${side}v${side}h${-side}z`;
}

/**
 * The blocked squares, run by run.
 * @param {Maze} maze
 */
function blockedPathData({ blocked, w, h }) {
  /** @type {string[]} */
  const pieces = [];
  for (let row = 0; row < h; row++) {
    for (let col = 0; col < w; col++) {
      const begin = col;
      while (col < w && blocked?.[row * w + col]) col++;
      if (col > begin) pieces.push(`M${begin * CELL_UNITS} ${row * CELL_UNITS}h${(col - begin) * CELL_UNITS}v${CELL_UNITS}h${(begin - col) * CELL_UNITS}z`);
    }
  }
  return pieces.join('');
}

/**
 * @param {Graph} maze
 * @param {number} cell
 * @returns {Point}
 */
function cellCenter(maze, cell) {
  const [x, y] = maze.center(cell);
  return [x * CELL_UNITS, y * CELL_UNITS];
}

/**
 * @param {string} name
 * @param {Attributes} attributes
 */
export function createSvgElement(name, attributes) {
  const svgElement = document.createElementNS(SVG, name);
  setAttributes(svgElement, attributes);
  return svgElement;
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
function setAttributes(element, attributes) {
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
}
