// A book of mazes like the one that is shown: its first pages in small, and the link that downloads it.

import { mazeQuery } from './address.js';
import { books, language, translate } from './language.js';
import { createAnswerLine, createNameLine, defaultPaper, validateTitle } from './paper.js';
import { createChecker, fetchJson } from './service.js';

/** Width and height in millimeters, as the service has them. */
const PAPER_SIZES_MM = { a4: [210, 297], a5: [148, 210], letter: [215.9, 279.4], '6x9': [152.4, 228.6], '8.5x11': [215.9, 279.4] };

/** The marks of ends where nothing is said of them. */
const DEFAULT_MARKS = 'arrows';

const $ = (id) => document.getElementById(id);

const U64_MASK = (1n << 64n) - 1n;
const GOLDEN_GAMMA = 0x9E3779B97F4A7C15n;

function mix(word) {
  word = (word ^ (word >> 30n)) * 0xBF58476D1CE4E5B9n & U64_MASK;
  word = (word ^ (word >> 27n)) * 0x94D049BB133111EBn & U64_MASK;
  return word ^ (word >> 31n);
}

/** The seed of maze `i` of a book, counted from 0: as docs/determinism.md says. */
export function derivedSeed(seed, i) {
  if (i === 0) return String(seed);
  const key = mix((BigInt(seed) | (5n << 53n)) + GOLDEN_GAMMA & U64_MASK);
  return String(mix(key ^ (BigInt(i) * GOLDEN_GAMMA & U64_MASK)) >> 11n);
}

/** The menu of books. `getState` gives what the page shows. */
export class Book {
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
    const sheets = [createFirstPage(state, book)];
    if (book.title && !fitsOnePage(book)) sheets.unshift(createCover(state, book));
    $('book-pages').replaceChildren(...sheets);
    // The page says its own faults beside the field.
    $('error-book').hidden = true;
    this.check(validateTitle($('book-title')).isWrong ? '' : link.href);
  }
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

/** The words of a list. */
export function splitWords(list) {
  return list.split(/[;,]/).map((word) => word.trim()).filter(Boolean);
}

/** The word of maze `i` of a book, of a list of words; empty if there are none. */
export function wordOfMaze(list, i) {
  const words = splitWords(list);
  return words[i % words.length] ?? '';
}

/** The capital letters of a word, as they are in the maze. */
function capitalLetters(word) {
  return word.toUpperCase().normalize('NFC');
}

/** The first page with mazes, each as the service draws it. */
export function createFirstPage(state, book) {
  const perPage = Number(book.per_page), count = Math.max(1, Math.min(perPage, Number(book.count) || perPage));
  const shown = (book.show ?? '').split(','), words = bookWords(book);
  const grid = createElement('div');
  grid.className = 'book-mazes';
  const across = columnCount(state, perPage, PAPER_SIZES_MM[book.paper]);
  Object.assign(grid.style, { gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))`, fontSize: `${0.6 / Math.sqrt(across)}rem` });
  for (let i = 0; i < count; i += 1) {
    const seed = /^\d{1,16}$/.test(state.seed) ? derivedSeed(state.seed, i) : state.seed, mazeState = { ...state, ...sizeOfMaze(book, i), seed, word: wordOfMaze(state.word, i) };
    const image = Object.assign(new Image(), { src: `maze.svg${mazeQuery(mazeState, { margin: '20', ...(book.marks && { marks: book.marks }) })}`, alt: translate('book-maze-seed', { n: String(i + 1), seed }) });
    const details = createElement('span', shown.includes('seed') ? `${words.seed} ${seed}` : '');
    if (shown.includes('difficulty')) addDifficulty(details, mazeState, words);
    const name = createElement('b', book.count === '1' ? '' : `${words.maze} ${i + 1}`);
    const answer = shown.includes('answer') && (mazeState.word || mazeState.sum) ? [createAnswerLine(words, capitalLetters(mazeState.word), Boolean(mazeState.word), false)] : [];
    grid.append(createElement('figure', createElement('figcaption', name, details), image, ...answer));
  }
  const head = [...(shown.includes('name') ? [createNameLine(words.name)] : []), ...(fitsOnePage(book) && book.title ? [createTitle(book)] : [])];
  // Before the first mazes there may be the title, or an empty page so that they are on the left.
  const number = fitsOnePage(book) ? '' : book.title || book.answers === 'facing' ? '2' : '1';
  return createPagePreview(book, ...head, grid, createElement('small', number));
}

/** Puts the difficulty of a maze before what else is told of it, when it is there. If there is no such maze, that is said elsewhere. */
async function addDifficulty(element, state, words) {
  const solved = await fetchJson(`solve${mazeQuery(state, { include: 'stats' })}`).catch(() => null);
  const difficulty = solved?.stats.difficulty;
  if (difficulty != null) element.prepend(`${words.difficulty} ${difficulty.toLocaleString(words.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })}`, element.textContent && ', ');
}

function createElement(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

/** The size of maze `i`, where sizes grow, as the service has it. */
function sizeOfMaze({ count, ...book }, i) {
  const ranges = Object.entries(book).filter(([name]) => ['w', 'h', 'rings'].includes(name));
  const gaps = Number(count) - 1;
  return Object.fromEntries(ranges.map(([name, range]) => {
    const [smallest, largest] = range.split('..').map(Number);
    return [name, String(gaps > 0 ? smallest + Math.floor(((largest - smallest) * i * 2 + gaps) / (2 * gaps)) : largest)];
  }));
}

/** How many mazes are beside each other where they are largest. */
function columnCount({ w, h, floors }, count, [width, height]) {
  const shape = (Number(w) || 1) * (Number(floors) || 1) / (Number(h) || 1);
  const size = (across) => Math.min(width / across / shape, height / (count / across));
  const ways = [1, 2, 3, 4, 6].filter((across) => count % across === 0);
  return ways.reduce((best, next) => (size(next) > size(best) ? next : best));
}
