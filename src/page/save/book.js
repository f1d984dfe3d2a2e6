// A book of mazes like the one that is shown: its first pages in small, and the link that downloads it.

import { mazeQuery } from '../address.js';
import { byId, isChecked, valueOf } from '../dom.js';
import { defaultPaper, language, translate } from '../language.js';
import { MazeCache, stateOfMaze } from '../maze-cache.js';
import { createSheetPreview, PAPER_SIZES_MM, validateTitle } from '../paper.js';
import { createChecker, fetchJson, isAbortError, Problem } from '../service.js';
import { books, grounds } from '../sheet-data.js';

/** @import { BookParameters, Setting, State } from '../types.d.ts' */

/** The marks of ends where nothing is said of them. */
const DEFAULT_MARKS = 'arrows';

/** What the pages with mazes are called that are seen before. */
const PAGE_NAMES = ['book-first-page', 'book-second-page'];

/** The menu of books. `getState` gives what the page shows. */
export class Book {
  #mazes = new MazeCache();
  #abort = new AbortController();

  /** @param {() => State} getState */
  constructor(getState) {
    this.getState = getState;
    this.check = createChecker(byId('error-book'), 'book-');
    byId('book-paper', HTMLSelectElement).value = defaultPaper();
    byId('book-lang', HTMLSelectElement).value = language;
    byId('book').addEventListener('beforetoggle', ({ newState }) => newState === 'open' && this.update());
    byId('book-link').addEventListener('click', (event) => {
      if (!validateTitle(byId('book-title')).isWrong) return;
      event.preventDefault();
      byId('book-title').focus();
    });
    for (const event of ['input', 'change']) byId('book-fields').addEventListener(event, () => this.update());
  }

  /** What is asked of the service besides the maze. */
  bookParameters() {
    /** @param {string} id */
    const value = (id) => valueOf(`book-${id}`), { word, sum } = this.getState();
    const { title } = validateTitle(byId('book-title')), [answers, lang, marks, line] = ['answers', 'lang', 'marks', 'line-mm'].map(value);
    /** @param {string} id */
    const checked = (id) => isChecked(`book-${id}`);
    const shown = [checked('name') && 'name', checked('seeds') && 'seed', checked('difficulty') && 'difficulty', (word || sum) && 'answer'].filter(Boolean).join(',');
    return {
      ...(checked('growing') && growingSizes(this.getState())), count: value('count'), paper: value('paper'), per_page: value('per-page'), answers,
      ...(marks !== DEFAULT_MARKS && { marks }), ...(line && { line_mm: line }), ...(lang !== 'en' && { lang }),
      ...(shown && { show: shown }), ...(title && { title, ...(checked('plain') && { cover: 'plain' }) }),
      ...(checked('rising') && { difficulty: 'easy..hard' }), ...(checked('print') && { bleed: '3', gutter: '12' }),
    };
  }

  /** Shows the first pages, and says what is wrong with such a book, if anything is. */
  update() {
    const state = this.getState(), book = this.bookParameters();
    // A book has doors where nothing is said of them.
    const query = mazeQuery(state, { ...(state.doors === 'false' && { doors: 'false' }), ...book });
    const link = byId('book-link', HTMLAnchorElement);
    link.href = `book.pdf${query}`;
    link.download = `dedale-book-${state.algo}-${state.seed}.pdf`;
    this.#showPreview(state, book);
    // The page says its own faults beside the field.
    byId('error-book').hidden = true;
    this.check(validateTitle(byId('book-title')).isWrong ? '' : link.href);
  }

  /**
   * Two pages that face each other, as they are printed: the title page and the first one with mazes, or the first two of these. If there is no such maze, that is said elsewhere.
   * @param {State} state
   * @param {BookParameters} book
   */
  async #showPreview(state, book) {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort, perPage = Number(book.per_page), count = Math.max(1, Number(book.count) || perPage), shown = (book.show ?? '').split(','), words = bookWords(book);
    try {
      const hasCover = Boolean(book.title) && !fitsOnePage(book), marks = book.marks ?? DEFAULT_MARKS, names = hasCover ? PAGE_NAMES.slice(0, 1) : PAGE_NAMES;
      const loaded = await this.#mazes.load(state, book, Math.min(names.length * perPage, count), signal);
      const difficulties = shown.includes('difficulty') ? await Promise.all(loaded.map((_, i) => fetchDifficulty(stateOfMaze(state, book, i), signal))) : [];
      const sheets = {
        mazes: loaded.map(({ maze }) => maze), count, perPage, paper: book.paper, title: book.title, hasCover, marks, line: Number(book.line_mm ?? 0),
        hasNames: shown.includes('name'), hasAnswers: shown.includes('answer'), difficulties, seeds: shown.includes('seed') ? loaded.map(({ seed }) => String(seed)) : [], words, answers: book.answers,
      };
      const pages = names.filter((_, i) => i * perPage < count).map((name, i) => createSheetPreview(sheets, translate(name), i));
      byId('book-pages').replaceChildren(...(hasCover ? [createCover(state, book)] : []), ...pages);
    } catch (error) {
      if (!isAbortError(error) && !(error instanceof Problem)) throw error;
    }
  }
}

/**
 * How difficult a maze is.
 * @param {State} state
 * @param {AbortSignal} [signal]
 * @returns {Promise<number>}
 */
async function fetchDifficulty(state, signal) {
  const { stats } = await fetchJson(`solve${mazeQuery(state, { include: 'stats' })}`, signal);
  return stats.difficulty;
}

/**
 * The sizes of mazes that grow from half the size that is shown to all of it.
 * @param {State} state
 * @returns {Record<string, string>}
 */
function growingSizes(state) {
  /** @type {Setting[]} */
  const names = state.grid === 'polar' ? ['rings'] : ['w', 'h'];
  return Object.fromEntries(names.map((name) => [name, `${Math.ceil(Number(state[name]) / 2)}..${state[name]}`]));
}

/**
 * Whether all mazes are on one page, with the title above them.
 * @param {BookParameters} book
 */
const fitsOnePage = ({ count, per_page }) => Number(count) <= Number(per_page);

/**
 * A page in small.
 * @param {BookParameters} book
 * @param {...Node} content
 */
function createPagePreview({ paper }, ...content) {
  const page = document.createElement('div');
  page.className = 'book-page';
  const [width, height] = PAPER_SIZES_MM[paper];
  page.style.aspectRatio = `${width} / ${height}`;
  page.append(...content);
  return page;
}

/** @param {{ title?: string }} book */
function createTitle({ title = '' }) {
  const element = createElement('strong', title);
  // A long title has smaller letters.
  element.style.fontSize = `${Math.min(0.95, 5 / Math.sqrt(title.length))}rem`;
  return element;
}

/** A cell of a cover and its walls, where they fill it and in shapes, which have smaller cells. */
const COVER_CELL = '24', COVER_WALL = '4', SHAPE_WALL = '7';

/**
 * The title and what is in the book on a panel, and walls of the same kind, or the first maze if it is cut to a shape.
 * @param {State} state
 * @param {BookParameters} book
 */
function createCover(state, book) {
  const { grid, seed, mask } = state, isPlain = book.cover === 'plain', first = stateOfMaze(state, book, 0);
  /** @type {Record<string, string>} */
  const size = grid === 'polar' ? { rings: '9' } : { w: '18', h: '24' }, look = { margin: '0', cell: COVER_CELL, wall: mask ? SHAPE_WALL : COVER_WALL, color: isPlain ? '000' : 'fff', background: 'transparent', marks: 'none' };
  const query = mask ? mazeQuery(first, look) : `?${new URLSearchParams({ grid, seed, ...size, ...look, doors: 'true' })}`;
  const walls = Object.assign(new Image(), { className: mask ? 'book-shape' : 'book-walls', src: `maze.svg${query}`, alt: '' });
  const contents = [mazeCount(book), book.answers !== 'none' && bookWords(book).with_solutions].filter(Boolean).join(' ');
  const panel = createElement('div', createTitle(book), createElement('span', contents));
  panel.className = 'book-panel';
  const page = createPagePreview(book, panel, walls);
  if (!isPlain) page.style.background = grounds[Number(BigInt(seed) % BigInt(grounds.length))];
  return page;
}

/** The words of the book, which may be in another language than the page. */
function bookWords({ lang = 'en' }) {
  return books[lang];
}

/**
 * How many mazes there are.
 * @param {BookParameters} book
 */
function mazeCount(book) {
  const { lang, maze, few, many } = bookWords(book), count = Number(book.count);
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
