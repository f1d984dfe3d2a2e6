// Worksheets for children: a few choices, such as an age, and mazes to print or to save, one on a page.

import { drawSeed, isPlain, mazeQuery, unmasked } from './address.js';
import { derivedSeed, firstPage, wordAt, splitWords } from './book.js';
import { books, language, say } from './language.js';
import { Maze } from './maze.js';
import { Mesh } from './mesh.js';
import { needLetters } from './painter.js';
import { titleIn, usualPaper } from './paper.js';
import { check, checker, getJson, isAbort, Problem, showProblem } from './service.js';
import { roomy } from './shapes.js';

/** Mazes for children of an age: how large, also where they are cut to a shape, how hard, and how thick lines are, in millimeters. */
const AGES = {
  4: { w: '5', h: '7', cut: '10', difficulty: 'easy', line: '2' },
  6: { w: '8', h: '11', cut: '12', difficulty: 'easy', line: '1.6' },
  8: { w: '14', h: '19', cut: '18', difficulty: 'medium', line: '1.2' },
  10: { w: '20', h: '28', cut: '26', difficulty: 'hard', line: '0.8' },
};

/** More pages than these are a file, and not printed from here. */
const MOST_PRINTED = 100;

const $ = (id) => document.getElementById(id);

export class Worksheet {
  #seed = drawSeed();
  #stateOf;
  #check = checker($('error-worksheet'), 'worksheet-');
  #abort = new AbortController();
  /** What is to be printed, as `paper.js` lays it, until it has been. */
  sheets = null;

  /** `stateOf` gives what the page shows. */
  constructor(stateOf) {
    this.#stateOf = stateOf;
    $('worksheet-marks').value = 'mouse';
    $('worksheet-paper').value = usualPaper();
    $('worksheet-lang').value = language;
    this.#takeAge();
    $('worksheet').addEventListener('beforetoggle', ({ newState }) => newState === 'open' && this.fill());
    $('worksheet-age').addEventListener('change', () => this.#takeAge());
    // Each word needs a sheet.
    $('worksheet-word').addEventListener('input', () => { $('worksheet-count').value = Math.max(this.#words.length, $('worksheet-count').value) || 1; });
    for (const event of ['input', 'change']) $('worksheet-fields').addEventListener(event, () => this.fill());
    $('worksheet-others').addEventListener('click', () => {
      this.#seed = drawSeed();
      this.fill();
    });
    $('worksheet-print').addEventListener('click', () => this.print());
    $('worksheet-save').addEventListener('click', (event) => this.#isTitled() || event.preventDefault());
    addEventListener('afterprint', () => { this.sheets = null; });
  }

  /** Lines are as thick as is usual for the age. */
  #takeAge() {
    const { line } = AGES[$('worksheet-age').value] ?? {};
    if (line) $('worksheet-line-mm').value = line;
  }

  #isTitled() {
    if (!titleIn($('worksheet-title')).isWrong) return true;
    $('worksheet-title').focus();
    return false;
  }

  /** The mazes, as the page knows mazes. */
  get state() {
    const age = AGES[$('worksheet-age').value], mask = $('worksheet-shape').value, shown = this.#stateOf(), way = this.#way;
    if (!age) return { ...shown, seed: this.#seed, ...way, ...(mask && { mask, outline: 'smooth', parts: 'largest', ...roomy({ ...shown, mask }) }) };
    const { w, h, cut, difficulty } = age, size = mask ? { w: cut, h: cut } : { w, h };
    return { ...unmasked({ grid: 'square', rings: '15', floors: '1', ...size }), difficulty, doors: 'true', seed: this.#seed, ...way, ...(mask && { mask, outline: 'smooth', parts: 'largest' }) };
  }

  /** What is read on the way, if anything is: words, one a sheet, or numbers. */
  get #way() {
    const word = this.#words.join(), sum = $('worksheet-sum').value;
    return word || sum ? { word, sum } : {};
  }

  get #words() {
    return splitWords($('worksheet-word').value.normalize('NFC'));
  }

  /** What is asked of a book besides the mazes. */
  get wanted() {
    const { word, sum } = this.state, shown = [$('worksheet-name').checked && 'name', (word || sum) && 'answer'].filter(Boolean).join(',');
    const value = (id) => $(`worksheet-${id}`).value.trim(), { title } = titleIn($('worksheet-title')), lang = value('lang');
    return {
      count: value('count'), paper: value('paper'), per_page: '1', answers: $('worksheet-answers').checked ? 'end' : 'none', gutter: '0',
      marks: value('marks'), line_mm: value('line-mm'), ...(lang !== 'en' && { lang }), ...(shown && { show: shown }), ...(title && { title }),
    };
  }

  /** Shows the first sheet, and says what is wrong with such sheets, if anything is. */
  fill() {
    const { state, wanted } = this, link = $('worksheet-save');
    link.href = `book.pdf${mazeQuery(state, { ...(state.doors === 'false' && { doors: 'false' }), ...wanted })}`;
    link.download = `dedale-${say('worksheet').toLocaleLowerCase(language).replace(/\s+/g, '-')}-${this.#seed}.pdf`;
    $('worksheet-page').replaceChildren(firstPage(state, wanted));
    $('error-worksheet').hidden = true;
    this.#check(titleIn($('worksheet-title')).isWrong ? '' : link.href);
  }

  /** Gets the mazes, and prints them from the page itself. */
  async print() {
    if (!this.#isTitled()) return;
    this.#abort.abort();
    this.#abort = new AbortController();
    try {
      await this.#lay(this.#abort.signal);
    } catch (problem) {
      if (isAbort(problem)) return;
      showProblem($('error-worksheet'), problem, 'worksheet-');
      $('error-worksheet').hidden = false;
      return;
    }
    $('worksheet').hidePopover();
    print();
  }

  async #lay(signal) {
    if (Number(this.wanted.count) > MOST_PRINTED) throw new Problem({ detail: say('too-many-sheets', { count: MOST_PRINTED }), isOurs: true });
    const { state, wanted } = this, [kind, encoding] = isPlain(state) ? [Maze, 'bits'] : [Mesh, 'graph'], words = books[wanted.lang ?? 'en'];
    // What is wrong with the sheets, such as their number, the file says.
    await check($('worksheet-save').href, signal);
    const mazes = [];
    for (let i = 0; i < Number(wanted.count); i += 1) {
      const answer = await getJson(`maze.json${mazeQuery({ ...state, seed: derivedSeed(state.seed, i), word: wordAt(state.word, i) }, { encoding })}`, signal);
      mazes.push(kind.read(answer));
    }
    await needLetters(mazes[0]);
    const { paper, marks, line_mm: line, title, answers } = wanted, shows = (wanted.show ?? '').split(',');
    this.sheets = {
      mazes, paper, title, marks, line: Number(line), name: shows.includes('name') && words.name, words,
      solutions: answers === 'end' ? mazes.map((maze) => maze.wayBetween(maze.from, maze.to)) : [],
    };
  }
}
