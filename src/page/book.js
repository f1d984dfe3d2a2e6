// A book of mazes like the one that is shown: its first pages in small, and the link that downloads it.

import { mazeQuery } from './address.js';
import { language, say } from './language.js';
import { usualPaper } from './paper.js';
import { checker } from './service.js';

/** Width and height in millimeters, as the service has them. */
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
    this.check = checker($('error-book'), 'book-');
    $('book-paper').value = usualPaper();
    $('book-lang').value = language;
    $('book').addEventListener('beforetoggle', ({ newState }) => newState === 'open' && this.fill());
    for (const event of ['input', 'change']) $('book-fields').addEventListener(event, () => this.fill());
  }

  /** What is asked of the service besides the maze. */
  wanted() {
    const value = (id) => $(`book-${id}`).value.trim();
    const title = value('title'), answers = value('answers'), lang = value('lang'), checked = (id) => $(`book-${id}`).checked;
    const shown = [checked('name') && 'name', checked('seeds') && 'seed'].filter(Boolean).join(',');
    return {
      ...(checked('growing') && growing(this.stateOf())), count: value('count'), paper: value('paper'), per_page: value('per-page'), answers,
      ...(lang !== 'en' && { lang }),
      ...(shown && { show: shown }), ...(title && { title }),
      ...(checked('rising') && { difficulty: 'easy..hard' }), ...(checked('print') && { bleed: '3', gutter: '12' }),
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
    if (wanted.title && !isSheet(wanted)) sheets.unshift(cover(state, wanted));
    $('book-pages').replaceChildren(...sheets);
    this.check(link.href);
  }
}

/** The sizes of mazes that grow from half the size that is shown to all of it. */
function growing(state) {
  const names = state.grid === 'polar' ? ['rings'] : ['w', 'h'];
  return Object.fromEntries(names.map((name) => [name, `${Math.ceil(state[name] / 2)}..${state[name]}`]));
}

/** Whether all mazes are on one page, with the title above them. */
const isSheet = ({ count, per_page }) => Number(count) <= Number(per_page);

/** A page in small. */
function sheet({ paper }, ...content) {
  const page = document.createElement('div');
  page.className = 'book-page';
  const [width, height] = PAPERS[paper];
  page.style.aspectRatio = `${width} / ${height}`;
  page.append(...content);
  return page;
}

function titled({ title }) {
  return Object.assign(document.createElement('strong'), { textContent: title });
}

/** The title, and below it walls of the same kind. */
function cover({ grid, seed }, wanted) {
  const size = grid === 'polar' ? { rings: '12' } : { w: '24', h: '17' };
  const asked = new URLSearchParams({ grid, seed, ...size, margin: '0', doors: 'true' });
  const walls = Object.assign(new Image(), { className: 'book-walls', src: `maze.svg?${asked}`, alt: '' });
  return sheet(wanted, titled(wanted), walls);
}

/** The first page with mazes, each as the service draws it. */
function mazes(state, wanted) {
  const most = Number(wanted.per_page), count = Math.max(1, Math.min(most, Number(wanted.count) || most));
  const grid = document.createElement('div');
  grid.className = 'book-mazes';
  grid.style.gridTemplateColumns = `repeat(${columns(state, most, PAPERS[wanted.paper])}, 1fr)`;
  for (let i = 0; i < count; i += 1) {
    const own = sizeOf(wanted, i);
    const seed = /^\d{1,16}$/.test(state.seed) ? derivedSeed(state.seed, i) : state.seed;
    const image = Object.assign(new Image(), { src: `maze.svg${mazeQuery({ ...state, ...own, seed }, { margin: '4' })}`, alt: say('book-maze-seed', { n: String(i + 1), seed }) });
    const figure = document.createElement('figure'), caption = document.createElement('figcaption');
    caption.textContent = most > 2 ? `${i + 1}` : say('book-maze', { n: String(i + 1) });
    figure.append(caption, image);
    grid.append(figure);
  }
  return isSheet(wanted) && wanted.title ? sheet(wanted, titled(wanted), grid) : sheet(wanted, grid);
}

/** The size of maze `i`, where sizes grow, as the service has it. */
function sizeOf({ count, ...wanted }, i) {
  const ranges = Object.entries(wanted).filter(([name]) => ['w', 'h', 'rings'].includes(name));
  const gaps = Number(count) - 1;
  return Object.fromEntries(ranges.map(([name, range]) => {
    const [least, most] = range.split('..').map(Number);
    return [name, String(gaps > 0 ? least + Math.floor(((most - least) * i * 2 + gaps) / (2 * gaps)) : most)];
  }));
}

/** How many mazes are beside each other where they are largest. */
function columns({ w, h, levels }, count, [width, height]) {
  const shape = (Number(w) || 1) * (Number(levels) || 1) / (Number(h) || 1);
  const size = (across) => Math.min(width / across / shape, height / (count / across));
  const ways = [1, 2, 3, 4, 6].filter((across) => count % across === 0);
  return ways.reduce((best, next) => (size(next) > size(best) ? next : best));
}
