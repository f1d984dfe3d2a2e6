// A book of mazes like the one that is shown: its first pages in small, and the link that downloads it.

import { mazeQuery } from './address.js';
import { language, say } from './language.js';
import { usualPaper } from './paper.js';
import { checker } from './service.js';

/** Width and height in millimetres, as the service has them. */
const PAPERS = { a4: [210, 297], a5: [148, 210], letter: [215.9, 279.4], '6x9': [152.4, 228.6], '8.5x11': [215.9, 279.4] };

const $ = (id) => document.getElementById(id);

const MASK = (1n << 64n) - 1n;
const GOLDEN = 0x9E3779B97F4A7C15n;

function mix(word) {
  word = (word ^ (word >> 30n)) * 0xBF58476D1CE4E5B9n & MASK;
  word = (word ^ (word >> 27n)) * 0x94D049BB133111EBn & MASK;
  return word ^ (word >> 31n);
}

/** The seed of maze `i` of a book, counted from 0: as docs/determinism.md says. */
export function derivedSeed(seed, i) {
  if (i === 0) return String(seed);
  const key = mix((BigInt(seed) | (5n << 53n)) + GOLDEN & MASK);
  return String(mix(key ^ (BigInt(i) * GOLDEN & MASK)) >> 11n);
}

/** The menu of books. `stateOf` gives what the page shows. */
export class Book {
  constructor(stateOf) {
    this.stateOf = stateOf;
    this.check = checker($('error-book'));
    $('book-paper').value = usualPaper();
    $('book-lang').value = language;
    $('book').addEventListener('beforetoggle', ({ newState }) => newState === 'open' && this.fill());
    for (const event of ['input', 'change']) $('book-fields').addEventListener(event, () => this.fill());
  }

  /** What is asked of the service besides the maze. */
  wanted() {
    const value = (id) => $(`book-${id}`).value.trim();
    const title = value('title'), answers = value('answers'), lang = value('lang');
    return {
      count: value('count'), paper: value('paper'), per_page: value('per-page'), answers,
      ...(lang !== 'en' && { lang }),
      ...(title && { title }), ...($('book-rising').checked && { difficulty: 'easy..hard' }), ...($('book-print').checked && { bleed: '3', gutter: '12' }),
    };
  }

  /** Shows the first pages, and says what is wrong with such a book, if anything is. */
  fill() {
    // A book does not show the ground.
    const state = { ...this.stateOf(), weights: '' }, wanted = this.wanted(), query = mazeQuery(state, wanted);
    const link = $('book-link');
    link.href = `book.pdf${query}`;
    link.download = `dedale-book-${state.algo}-${state.seed}.pdf`;
    const sheets = [mazes(state, wanted)];
    if (wanted.title) sheets.unshift(cover(wanted));
    $('book-pages').replaceChildren(...sheets);
    this.check(link.href);
  }
}

/** A page in small. */
function sheet({ paper }, ...content) {
  const page = document.createElement('div');
  page.className = 'book-page';
  const [width, height] = PAPERS[paper];
  page.style.aspectRatio = `${width} / ${height}`;
  page.append(...content);
  return page;
}

function cover(wanted) {
  const title = document.createElement('strong');
  title.textContent = wanted.title;
  return sheet(wanted, title);
}

/** The first page with mazes, each as the service draws it. */
function mazes(state, wanted) {
  const most = Number(wanted.per_page), count = Math.max(1, Math.min(most, Number(wanted.count) || most));
  const grid = document.createElement('div');
  grid.className = 'book-mazes';
  grid.style.gridTemplateColumns = `repeat(${columns(state, most, PAPERS[wanted.paper])}, 1fr)`;
  for (let i = 0; i < count; i += 1) {
    const seed = /^\d{1,16}$/.test(state.seed) ? derivedSeed(state.seed, i) : state.seed;
    const image = Object.assign(new Image(), { src: `maze.svg${mazeQuery({ ...state, seed }, { margin: '4' })}`, alt: say('book-maze-seed', { n: String(i + 1), seed }) });
    const figure = document.createElement('figure'), caption = document.createElement('figcaption');
    caption.textContent = most > 2 ? `${i + 1}` : say('book-maze', { n: String(i + 1) });
    figure.append(caption, image);
    grid.append(figure);
  }
  return sheet(wanted, grid);
}

/** How many mazes are beside each other where they are largest. */
function columns({ w, h, levels }, count, [width, height]) {
  const shape = (Number(w) || 1) * (Number(levels) || 1) / (Number(h) || 1);
  const size = (across) => Math.min(width / across / shape, height / (count / across));
  const ways = [1, 2, 3, 4, 6].filter((across) => count % across === 0);
  return ways.reduce((best, next) => (size(next) > size(best) ? next : best));
}
