// A book of mazes like the one that is shown: its first pages in small, and the link that downloads it.

import { mazeQuery } from './address.js';
import { books, language, translate } from './language.js';
import { MazeCache, stateOfMaze } from './maze-cache.js';
import { createSheetPreview, defaultPaper, PAPER_SIZES_MM, validateTitle } from './paper.js';
import { createChecker, fetchJson, isAbortError, Problem } from './service.js';

/** The marks of ends where nothing is said of them. */
const DEFAULT_MARKS = 'arrows';

const $ = (id) => document.getElementById(id);

/** The menu of books. `getState` gives what the page shows. */
export class Book {
  #mazes = new MazeCache();
  #abort = new AbortController();

  constructor(getState) {
    this.getState = getState;
    this.check = createChecker($('error-book'), 'book-');
    $('book-paper').value = defaultPaper();
    $('book-lang').value = language;
    $('book').addEventListener('beforetoggle', ({ newState }) => newState === 'open' && this.update());
    $('book-link').addEventListener('click', (event) => {
      if (!validateTitle($('book-title')).isWrong) return;
      event.preventDefault();
      $('book-title').focus();
    });
    for (const event of ['input', 'change']) $('book-fields').addEventListener(event, () => this.update());
  }

  /** What is asked of the service besides the maze. */
  bookParameters() {
    const value = (id) => $(`book-${id}`).value.trim(), { word, sum } = this.getState();
    const { title } = validateTitle($('book-title')), [answers, lang, marks, line] = ['answers', 'lang', 'marks', 'line-mm'].map(value), checked = (id) => $(`book-${id}`).checked;
    const shown = [checked('name') && 'name', checked('seeds') && 'seed', checked('difficulty') && 'difficulty', (word || sum) && 'answer'].filter(Boolean).join(',');
    return {
      ...(checked('growing') && growingSizes(this.getState())), count: value('count'), paper: value('paper'), per_page: value('per-page'), answers,
      ...(marks !== DEFAULT_MARKS && { marks }), ...(line && { line_mm: line }), ...(lang !== 'en' && { lang }),
      ...(shown && { show: shown }), ...(title && { title }),
      ...(checked('rising') && { difficulty: 'easy..hard' }), ...(checked('print') && { bleed: '3', gutter: '12' }),
    };
  }

  /** Shows the first pages, and says what is wrong with such a book, if anything is. */
  update() {
    const state = this.getState(), book = this.bookParameters();
    // A book has doors where nothing is said of them.
    const query = mazeQuery(state, { ...(state.doors === 'false' && { doors: 'false' }), ...book });
    const link = $('book-link');
    link.href = `book.pdf${query}`;
    link.download = `dedale-book-${state.algo}-${state.seed}.pdf`;
    this.#showPreview(state, book);
    // The page says its own faults beside the field.
    $('error-book').hidden = true;
    this.check(validateTitle($('book-title')).isWrong ? '' : link.href);
  }

  /** The title page, and the first page with mazes, as they are printed. If there is no such maze, that is said elsewhere. */
  async #showPreview(state, book) {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort, perPage = Number(book.per_page), count = Math.max(1, Number(book.count) || perPage), shown = (book.show ?? '').split(','), words = bookWords(book);
    try {
      const loaded = await this.#mazes.load(state, book, Math.min(perPage, count), signal);
      const details = await Promise.all(loaded.map(async ({ seed }, i) => [
        shown.includes('difficulty') && await fetchDifficulty(stateOfMaze(state, book, i), words, signal), shown.includes('seed') && `${words.seed} ${seed}`,
      ].filter(Boolean).join(', ')));
      const hasCover = book.title && !fitsOnePage(book), marks = book.marks ?? DEFAULT_MARKS;
      const page = createSheetPreview({
        mazes: loaded.map(({ maze }) => maze), count, perPage, paper: book.paper, title: hasCover ? '' : book.title, marks, line: Number(book.line_mm ?? 0),
        hasNames: shown.includes('name'), hasAnswers: shown.includes('answer'), details, words, answers: book.answers,
        // Before the first mazes there may be the title, or an empty page so that they are on the left.
        pagesBefore: hasCover || book.answers === 'facing' ? 1 : 0,
      }, translate('book-first-page'));
      $('book-pages').replaceChildren(...(hasCover ? [createCover(state, book)] : []), page);
    } catch (error) {
      if (!isAbortError(error) && !(error instanceof Problem)) throw error;
    }
  }
}

/** How difficult a maze is, in the words of the book. */
async function fetchDifficulty(state, words, signal) {
  const { stats } = await fetchJson(`solve${mazeQuery(state, { include: 'stats' })}`, signal);
  return `${words.difficulty} ${stats.difficulty.toLocaleString(words.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })}`;
}

/** The sizes of mazes that grow from half the size that is shown to all of it. */
function growingSizes(state) {
  const names = state.grid === 'polar' ? ['rings'] : ['w', 'h'];
  return Object.fromEntries(names.map((name) => [name, `${Math.ceil(state[name] / 2)}..${state[name]}`]));
}

/** Whether all mazes are on one page, with the title above them. */
const fitsOnePage = ({ count, per_page }) => Number(count) <= Number(per_page);

/** A page in small. */
function createPagePreview({ paper }, ...content) {
  const page = document.createElement('div');
  page.className = 'book-page';
  const [width, height] = PAPER_SIZES_MM[paper];
  page.style.aspectRatio = `${width} / ${height}`;
  page.append(...content);
  return page;
}

function createTitle({ title }) {
  const element = createElement('strong', title);
  // A long title has smaller letters.
  element.style.fontSize = `${Math.min(0.95, 5 / Math.sqrt(title.length))}rem`;
  return element;
}

/** The title and what is in the book, and below it walls of the same kind. */
function createCover({ grid, seed }, book) {
  const size = grid === 'polar' ? { rings: '12' } : { w: '24', h: '17' };
  const query = new URLSearchParams({ grid, seed, ...size, margin: '0', doors: 'true' });
  const walls = Object.assign(new Image(), { className: 'book-walls', src: `maze.svg?${query}`, alt: '' });
  const contents = [mazeCount(book), book.answers !== 'none' && bookWords(book).with_solutions].filter(Boolean).join(', ');
  return createPagePreview(book, createTitle(book), createElement('span', contents), walls);
}

/** The words of the book, which may be in another language than the page. */
function bookWords({ lang = 'en' }) {
  return books[lang];
}

/** How many mazes there are. */
function mazeCount(book) {
  const { lang, maze, few, many } = bookWords(book), count = Number(book.count);
  // German writes nouns with a capital letter everywhere.
  const forms = { one: lang === 'de' ? maze : maze.toLocaleLowerCase(lang), few };
  return `${book.count} ${forms[new Intl.PluralRules(lang).select(count)] ?? many}`;
}

function createElement(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}
