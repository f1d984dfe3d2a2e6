// A book of mazes like the one that is shown: its first pages in small, and the link that downloads it.

import { mazeQuery } from '../address.js';
import { byId, isChecked, valueOf } from '../dom.js';
import { defaultPaper, language, translate } from '../language.js';
import { MazeCache, stateOfMaze } from '../maze-cache.js';
import { books, createSheetPreview, validateTitle } from '../paper.js';
import { createChecker, fetchJson, isAbortError, Problem } from '../service.js';
import { createCover, createFinishPage, createOwnerPage } from './front-pages.js';

/** @import { BookParameters, Setting, State } from '../types.d.ts' */

/** The marks of ends and the cover where nothing is said of them, and the value that is for no cover. */
const DEFAULT_MARKS = 'arrows', DEFAULT_COVER = 'color', NO_COVER = 'none';

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
    const { title } = validateTitle(byId('book-title')), [answers, lang, marks, line, cover] = ['answers', 'lang', 'marks', 'line-mm', 'cover'].map(value);
    /** @param {string} id */
    const checked = (id) => isChecked(`book-${id}`);
    const shown = [checked('name') && 'name', checked('seeds') && 'seed', checked('difficulty') && 'difficulty', (word || sum) && 'answer'].filter(Boolean).join(',');
    return {
      ...(checked('growing') && growingSizes(this.getState())), count: value('count'), paper: value('paper'), per_page: value('per-page'), answers,
      ...(marks !== DEFAULT_MARKS && { marks }), ...(line && { line_mm: line }), ...(lang !== 'en' && { lang }),
      ...(shown && { show: shown }), ...(title && { title, ...(cover !== DEFAULT_COVER && { cover }) }),
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
    // Without a title, or where all mazes are on one page, there is no cover.
    byId('book-cover', HTMLSelectElement).disabled = !book.title || fitsOnePage(book);
    this.#showPreview(state, book);
    // The page says its own faults beside the field.
    byId('error-book').hidden = true;
    this.check(validateTitle(byId('book-title')).isWrong ? '' : link.href);
  }

  /**
   * Pages as they are printed: the first two with mazes, or if there is a cover, that, the pages after it, and the one after the last maze. If there
   * is no such maze, that is said elsewhere.
   * @param {State} state
   * @param {BookParameters} book
   */
  async #showPreview(state, book) {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort, perPage = Number(book.per_page), count = Math.max(1, Number(book.count) || perPage), shown = (book.show ?? '').split(','), words = books[book.lang ?? 'en'];
    try {
      const hasCover = Boolean(book.title) && !fitsOnePage(book) && book.cover !== NO_COVER, marks = book.marks ?? DEFAULT_MARKS, names = hasCover ? PAGE_NAMES.slice(0, 1) : PAGE_NAMES;
      const loaded = await this.#mazes.load(state, book, Math.min(names.length * perPage, count), signal);
      const difficulties = shown.includes('difficulty') ? await Promise.all(loaded.map((_, i) => fetchDifficulty(stateOfMaze(state, book, i), signal))) : [];
      const sheets = {
        mazes: loaded.map(({ maze }) => maze), count, perPage, paper: book.paper, title: book.title, hasCover, marks, line: Number(book.line_mm ?? 0),
        hasNames: shown.includes('name'), hasAnswers: shown.includes('answer'), difficulties, seeds: shown.includes('seed') ? loaded.map(({ seed }) => String(seed)) : [], words, answers: book.answers,
      };
      const pages = names.filter((_, i) => i * perPage < count).map((name, i) => createSheetPreview(sheets, translate(name), i));
      const { paper } = book, facing = Object.assign(document.createElement('div'), { className: 'facing-pages' });
      // The page for the owner is beside the first one with mazes.
      if (hasCover) facing.append(createOwnerPage(paper, words, translate('book-owner')));
      facing.append(...pages);
      const [before, after] = hasCover ? [[createCover(state, book, words)], [createFinishPage(paper, words, translate('book-finish'))]] : [[], []];
      byId('book-pages').replaceChildren(...before, facing, ...after);
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
