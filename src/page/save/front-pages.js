// The pages of a book that have no mazes, in small: its cover, the page for the name of its owner, and the one after the last maze. They are laid as the
// service lays them.

import { mazeQuery } from '../address.js';
import { stateOfMaze } from '../maze-cache.js';
import { breakLine, createPagePreview, createSvgElement, fittingSize, grounds, PAGE_MARGIN_MM, PAPER_SIZES_MM, PT, ruled, STAR_CORNERS, text } from '../paper.js';

/** @import { BookParameters, BookWords, State } from '../types.d.ts' */

/** A cell of a cover and its walls, where they fill it and in shapes, which have smaller cells. */
const COVER_CELL = '24', COVER_WALL = '4', SHAPE_WALL = '7';

/** Sizes of letters in points: of a title, of the words before a name, and of the rules; and from a line to the next, in these sizes. */
const TITLE_PT = 44, OWNER_PT = 24, RULE_PT = 14, LEADING = 1.22;

/** Where on the page for the owner the words are, in heights of it, and what is below them and the line, and left of the rules, in millimeters. */
const OWNER_TOP = 0.22, BELOW_OWNER_MM = 12, BELOW_LINE_MM = 24, RULE_INDENT_MM = 9;

/** The height of a star in widths of the page and at most in millimeters, its own width in its heights, where it stands, and what is below it. */
const STAR_SHARE = 0.4, MAX_STAR_MM = 70, STAR_WIDTH = 1.0515, STAR_BOTTOM = 0.45, BELOW_STAR_MM = 16;

/**
 * A page without anything, and how large it is between its margins.
 * @param {string} paper
 */
function createEmptyPage(paper) {
  const [width, height] = PAPER_SIZES_MM[paper].map((side) => side - 2 * PAGE_MARGIN_MM);
  return { page: createSvgElement('svg', {}), width, height };
}

/**
 * The page with the line for the name of the owner, and with the rules.
 * @param {string} paper
 * @param {BookWords} words
 * @param {string} label
 */
export function createOwnerPage(paper, words, label) {
  const { page, width, height } = createEmptyPage(paper), size = fittingSize(words.belongs_to, OWNER_PT * PT, width, 600), ruleSize = RULE_PT * PT;
  let y = height * OWNER_TOP;
  page.append(text(words.belongs_to, 0, y, size, { 'font-weight': 600 }));
  y += size * LEADING + BELOW_OWNER_MM;
  page.append(ruled(0, width, y));
  y += BELOW_LINE_MM;
  words.rules.forEach((rule, i) => {
    page.append(text(`${i + 1}.`, 0, y, ruleSize, { 'font-weight': 600 }));
    for (const line of breakLine(rule, width - RULE_INDENT_MM, ruleSize)) {
      page.append(text(line, RULE_INDENT_MM, y, ruleSize));
      y += ruleSize * LEADING;
    }
    y += ruleSize * 0.8;
  });
  return createPagePreview(PAPER_SIZES_MM[paper], label, page);
}

/**
 * The page after the last maze.
 * @param {string} paper
 * @param {BookWords} words
 * @param {string} label
 */
export function createFinishPage(paper, words, label) {
  const { page, width, height } = createEmptyPage(paper), star = Math.min(width * STAR_SHARE, MAX_STAR_MM), bottom = height * STAR_BOTTOM;
  const points = STAR_CORNERS.map(([across, up]) => [width / 2 + (across - STAR_WIDTH / 2) * star, bottom + up * star].join()).join(' ');
  const size = fittingSize(words.done, TITLE_PT * PT, width, 600);
  page.append(createSvgElement('polygon', { points }), text(words.done, width / 2, bottom + BELOW_STAR_MM + size, size, { 'font-weight': 600, 'text-anchor': 'middle' }));
  return createPagePreview(PAPER_SIZES_MM[paper], label, page);
}

/**
 * The title and what is in the book on a panel, and walls of the same kind, or the first maze if it is cut to a shape.
 * @param {State} state
 * @param {BookParameters} book
 * @param {BookWords} words
 */
export function createCover(state, book, words) {
  const { grid, seed, mask } = state, isPlain = book.cover === 'plain', first = stateOfMaze(state, book, 0);
  /** @type {Record<string, string>} */
  const size = grid === 'polar' ? { rings: '9' } : { w: '18', h: '24' }, look = { margin: '0', cell: COVER_CELL, wall: mask ? SHAPE_WALL : COVER_WALL, color: isPlain ? '000' : 'fff', background: 'transparent', marks: 'none' };
  const query = mask ? mazeQuery(first, look) : `?${new URLSearchParams({ grid, seed, ...size, ...look, doors: 'true' })}`;
  const walls = Object.assign(new Image(), { className: mask ? 'book-shape' : 'book-walls', src: `maze.svg${query}`, alt: '' });
  const contents = [countMazes(book, words), book.answers !== 'none' && words.with_solutions].filter(Boolean).join(' ');
  const panel = createElement('div', createTitle(book), createElement('span', contents)), page = createElement('div', panel, walls);
  panel.className = 'book-panel';
  page.className = 'book-page';
  page.style.aspectRatio = PAPER_SIZES_MM[book.paper].join(' / ');
  if (!isPlain) page.style.background = grounds[Number(BigInt(seed) % BigInt(grounds.length))];
  return page;
}

/** @param {{ title?: string }} book */
function createTitle({ title = '' }) {
  const element = createElement('strong', title);
  // In widths of the page. A long title has smaller letters.
  element.style.fontSize = `${Math.min(7.4, 40 / Math.sqrt(title.length))}cqi`;
  return element;
}

/**
 * How many mazes there are.
 * @param {BookParameters} book
 * @param {BookWords} words
 */
function countMazes(book, { lang, maze, few, many }) {
  const count = Number(book.count);
  // German writes nouns with a capital letter everywhere.
  /** @type {Partial<Record<Intl.LDMLPluralRule, string>>} */
  const forms = { one: lang === 'de' ? maze : maze.toLocaleLowerCase(lang), few };
  return `${book.count} ${forms[new Intl.PluralRules(lang).select(count)] ?? many}`;
}

/**
 * @param {string} name
 * @param {...(string | Node)} content
 * @returns {HTMLElement}
 */
function createElement(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}
