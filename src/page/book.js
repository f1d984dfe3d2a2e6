// A book of mazes like the one that is shown: its first pages in small, and the link that downloads it.

import { mazeQuery } from './address.js';
import { books, language, say } from './language.js';
import { answerLine, nameLine, titleIn, usualPaper } from './paper.js';
import { checker, getJson } from './service.js';

/** Width and height in millimeters, as the service has them. */
const PAPERS = { a4: [210, 297], a5: [148, 210], letter: [215.9, 279.4], '6x9': [152.4, 228.6], '8.5x11': [215.9, 279.4] };

/** The marks of ends where nothing is said of them. */
const USUAL_MARKS = 'arrows';

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
    $('book-link').addEventListener('click', (event) => {
      if (!titleIn($('book-title')).isWrong) return;
      event.preventDefault();
      $('book-title').focus();
    });
    for (const event of ['input', 'change']) $('book-fields').addEventListener(event, () => this.fill());
  }

  /** What is asked of the service besides the maze. */
  wanted() {
    const value = (id) => $(`book-${id}`).value.trim(), { word, sum } = this.stateOf();
    const { title } = titleIn($('book-title')), [answers, lang, marks, line] = ['answers', 'lang', 'marks', 'line-mm'].map(value), checked = (id) => $(`book-${id}`).checked;
    const shown = [checked('name') && 'name', checked('seeds') && 'seed', checked('difficulty') && 'difficulty', (word || sum) && 'answer'].filter(Boolean).join(',');
    return {
      ...(checked('growing') && growing(this.stateOf())), count: value('count'), paper: value('paper'), per_page: value('per-page'), answers,
      ...(marks !== USUAL_MARKS && { marks }), ...(line && { line_mm: line }), ...(lang !== 'en' && { lang }),
      ...(shown && { show: shown }), ...(title && { title }),
      ...(checked('rising') && { difficulty: 'easy..hard' }), ...(checked('print') && { bleed: '3', gutter: '12' }),
    };
  }

  /** Shows the first pages, and says what is wrong with such a book, if anything is. */
  fill() {
    const state = this.stateOf(), wanted = this.wanted();
    // A book has doors where nothing is said of them.
    const query = mazeQuery(state, { ...(state.doors === 'false' && { doors: 'false' }), ...wanted });
    const link = $('book-link');
    link.href = `book.pdf${query}`;
    link.download = `dedale-book-${state.algo}-${state.seed}.pdf`;
    const sheets = [firstPage(state, wanted)];
    if (wanted.title && !isSheet(wanted)) sheets.unshift(cover(state, wanted));
    $('book-pages').replaceChildren(...sheets);
    // The page says its own faults beside the field.
    $('error-book').hidden = true;
    this.check(titleIn($('book-title')).isWrong ? '' : link.href);
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
  const made = element('strong', title);
  // A long title has smaller letters.
  made.style.fontSize = `${Math.min(0.95, 5 / Math.sqrt(title.length))}rem`;
  return made;
}

/** The title and what is in the book, and below it walls of the same kind. */
function cover({ grid, seed }, wanted) {
  const size = grid === 'polar' ? { rings: '12' } : { w: '24', h: '17' };
  const asked = new URLSearchParams({ grid, seed, ...size, margin: '0', doors: 'true' });
  const walls = Object.assign(new Image(), { className: 'book-walls', src: `maze.svg?${asked}`, alt: '' });
  const told = [countOf(wanted), wanted.answers !== 'none' && bookWords(wanted).with_solutions].filter(Boolean).join(', ');
  return sheet(wanted, titled(wanted), element('span', told), walls);
}

/** The words of the book, which may be in another language than the page. */
function bookWords({ lang = 'en' }) {
  return books[lang];
}

/** How many mazes there are. */
function countOf(wanted) {
  const { lang, maze, few, many } = bookWords(wanted), count = Number(wanted.count);
  // German writes nouns with a capital letter everywhere.
  const forms = { one: lang === 'de' ? maze : maze.toLocaleLowerCase(lang), few };
  return `${wanted.count} ${forms[new Intl.PluralRules(lang).select(count)] ?? many}`;
}

/** The words of a list. */
export function splitWords(list) {
  return list.split(/[;,]/).map((word) => word.trim()).filter(Boolean);
}

/** The word of maze `i` of a book, of a list of words; empty if there are none. */
export function wordAt(list, i) {
  const words = splitWords(list);
  return words[i % words.length] ?? '';
}

/** The capital letters of a word, as they are in the maze. */
function lettersOf(word) {
  return word.toUpperCase().normalize('NFC');
}

/** The first page with mazes, each as the service draws it. */
export function firstPage(state, wanted) {
  const most = Number(wanted.per_page), count = Math.max(1, Math.min(most, Number(wanted.count) || most));
  const shows = (wanted.show ?? '').split(','), words = bookWords(wanted);
  const grid = element('div');
  grid.className = 'book-mazes';
  const across = columns(state, most, PAPERS[wanted.paper]);
  Object.assign(grid.style, { gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))`, fontSize: `${0.6 / Math.sqrt(across)}rem` });
  for (let i = 0; i < count; i += 1) {
    const seed = /^\d{1,16}$/.test(state.seed) ? derivedSeed(state.seed, i) : state.seed, own = { ...state, ...sizeOf(wanted, i), seed, word: wordAt(state.word, i) };
    const image = Object.assign(new Image(), { src: `maze.svg${mazeQuery(own, { margin: '20', ...(wanted.marks && { marks: wanted.marks }) })}`, alt: say('book-maze-seed', { n: String(i + 1), seed }) });
    const told = element('span', shows.includes('seed') ? `${words.seed} ${seed}` : '');
    if (shows.includes('difficulty')) tellDifficulty(told, own, words);
    const name = element('b', wanted.count === '1' ? '' : `${words.maze} ${i + 1}`);
    const answer = shows.includes('answer') && (own.word || own.sum) ? [answerLine(words, lettersOf(own.word), Boolean(own.word), false)] : [];
    grid.append(element('figure', element('figcaption', name, told), image, ...answer));
  }
  const head = [...(shows.includes('name') ? [nameLine(words.name)] : []), ...(isSheet(wanted) && wanted.title ? [titled(wanted)] : [])];
  // Before the first mazes there may be the title, or an empty page so that they are on the left.
  const number = isSheet(wanted) ? '' : wanted.title || wanted.answers === 'facing' ? '2' : '1';
  return sheet(wanted, ...head, grid, element('small', number));
}

/** Puts the difficulty of a maze before what else is told of it, when it is there. If there is no such maze, that is said elsewhere. */
async function tellDifficulty(place, state, words) {
  const solved = await getJson(`solve${mazeQuery(state, { include: 'stats' })}`).catch(() => null);
  const difficulty = solved?.stats.difficulty;
  if (difficulty != null) place.prepend(`${words.difficulty} ${difficulty.toLocaleString(words.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false })}`, place.textContent && ', ');
}

function element(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
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
function columns({ w, h, floors }, count, [width, height]) {
  const shape = (Number(w) || 1) * (Number(floors) || 1) / (Number(h) || 1);
  const size = (across) => Math.min(width / across / shape, height / (count / across));
  const ways = [1, 2, 3, 4, 6].filter((across) => count % across === 0);
  return ways.reduce((best, next) => (size(next) > size(best) ? next : best));
}
