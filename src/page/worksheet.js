// Worksheets for children: a few choices, such as an age, and mazes to print or to save, one on a page.

import { isPlainRectangle, mazeQuery, randomSeed, withoutMask } from './address.js';
import { createFirstPage, derivedSeed, splitWords, wordOfMaze } from './book.js';
import { books, language, translate } from './language.js';
import { Maze } from './maze.js';
import { Mesh } from './mesh.js';
import { loadLetterStrokes } from './painter.js';
import { defaultPaper, validateTitle } from './paper.js';
import { checkRequest, createChecker, fetchJson, isAbortError, Problem, showProblem } from './service.js';
import { sizeForShape } from './shapes.js';

/** Mazes for children of an age: how large, also where they are cut to a shape, how hard, and how thick lines are, in millimeters. */
const AGE_PRESETS = {
  4: { w: '5', h: '7', cut: '10', difficulty: 'easy', line: '2' },
  6: { w: '8', h: '11', cut: '12', difficulty: 'easy', line: '1.6' },
  8: { w: '14', h: '19', cut: '18', difficulty: 'medium', line: '1.2' },
  10: { w: '20', h: '28', cut: '26', difficulty: 'hard', line: '0.8' },
};

/** More pages than these are a file, and not printed from here. */
const MAX_PRINTED_SHEETS = 100;

const $ = (id) => document.getElementById(id);

export class Worksheet {
  #seed = randomSeed();
  #getState;
  #check = createChecker($('error-worksheet'), 'worksheet-');
  #abort = new AbortController();
  /** What is to be printed, as `paper.js` lays it, until it has been. */
  sheets = null;

  /** `getState` gives what the page shows. */
  constructor(getState) {
    this.#getState = getState;
    $('worksheet-marks').value = 'mouse';
    $('worksheet-paper').value = defaultPaper();
    $('worksheet-lang').value = language;
    this.#applyLineWidthOfAge();
    $('worksheet').addEventListener('beforetoggle', ({ newState }) => newState === 'open' && this.update());
    $('worksheet-age').addEventListener('change', () => this.#applyLineWidthOfAge());
    // Each word needs a sheet.
    $('worksheet-word').addEventListener('input', () => { $('worksheet-count').value = Math.max(this.#words.length, $('worksheet-count').value) || 1; });
    for (const event of ['input', 'change']) $('worksheet-fields').addEventListener(event, () => this.update());
    $('worksheet-others').addEventListener('click', () => {
      this.#seed = randomSeed();
      this.update();
    });
    $('worksheet-print').addEventListener('click', () => this.print());
    $('worksheet-save').addEventListener('click', (event) => this.#hasValidTitle() || event.preventDefault());
    addEventListener('afterprint', () => { this.sheets = null; });
  }

  /** Lines are as thick as is usual for the age. */
  #applyLineWidthOfAge() {
    const { line } = AGE_PRESETS[$('worksheet-age').value] ?? {};
    if (line) $('worksheet-line-mm').value = line;
  }

  #hasValidTitle() {
    if (!validateTitle($('worksheet-title')).isWrong) return true;
    $('worksheet-title').focus();
    return false;
  }

  /** The mazes, as the page knows mazes. */
  get state() {
    const age = AGE_PRESETS[$('worksheet-age').value], mask = $('worksheet-shape').value, shown = this.#getState(), letters = this.#pathLetters;
    if (!age) return { ...shown, seed: this.#seed, ...letters, ...(mask && { mask, outline: 'smooth', parts: 'largest', ...sizeForShape({ ...shown, mask }) }) };
    const { w, h, cut, difficulty } = age, size = mask ? { w: cut, h: cut } : { w, h };
    return { ...withoutMask({ grid: 'square', rings: '15', floors: '1', ...size }), difficulty, doors: 'true', seed: this.#seed, ...letters, ...(mask && { mask, outline: 'smooth', parts: 'largest' }) };
  }

  /** What is read on the way, if anything is: words, one a sheet, or numbers. */
  get #pathLetters() {
    const word = this.#words.join(), sum = $('worksheet-sum').value;
    return word || sum ? { word, sum } : {};
  }

  get #words() {
    return splitWords($('worksheet-word').value.normalize('NFC'));
  }

  /** What is asked of a book besides the mazes. */
  get bookParameters() {
    const { word, sum } = this.state, shown = [$('worksheet-name').checked && 'name', (word || sum) && 'answer'].filter(Boolean).join(',');
    const value = (id) => $(`worksheet-${id}`).value.trim(), { title } = validateTitle($('worksheet-title')), lang = value('lang');
    return {
      count: value('count'), paper: value('paper'), per_page: '1', answers: $('worksheet-answers').checked ? 'end' : 'none', gutter: '0',
      marks: value('marks'), line_mm: value('line-mm'), ...(lang !== 'en' && { lang }), ...(shown && { show: shown }), ...(title && { title }),
    };
  }

  /** Shows the first sheet, and says what is wrong with such sheets, if anything is. */
  update() {
    const { state, bookParameters: book } = this, link = $('worksheet-save');
    link.href = `book.pdf${mazeQuery(state, { ...(state.doors === 'false' && { doors: 'false' }), ...book })}`;
    link.download = `dedale-${translate('worksheet').toLocaleLowerCase(language).replace(/\s+/g, '-')}-${this.#seed}.pdf`;
    $('worksheet-page').replaceChildren(createFirstPage(state, book));
    $('error-worksheet').hidden = true;
    this.#check(validateTitle($('worksheet-title')).isWrong ? '' : link.href);
  }

  /** Gets the mazes, and prints them from the page itself. */
  async print() {
    if (!this.#hasValidTitle()) return;
    this.#abort.abort();
    this.#abort = new AbortController();
    try {
      await this.#preparePrint(this.#abort.signal);
    } catch (problem) {
      if (isAbortError(problem)) return;
      showProblem($('error-worksheet'), problem, 'worksheet-');
      $('error-worksheet').hidden = false;
      return;
    }
    $('worksheet').hidePopover();
    print();
  }

  async #preparePrint(signal) {
    if (Number(this.bookParameters.count) > MAX_PRINTED_SHEETS) throw new Problem({ detail: translate('too-many-sheets', { count: MAX_PRINTED_SHEETS }), isOurs: true });
    const { state, bookParameters: book } = this, [MazeType, encoding] = isPlainRectangle(state) ? [Maze, 'bits'] : [Mesh, 'graph'], words = books[book.lang ?? 'en'];
    // What is wrong with the sheets, such as their number, the file says.
    await checkRequest($('worksheet-save').href, signal);
    const mazes = [];
    for (let i = 0; i < Number(book.count); i += 1) {
      const answer = await fetchJson(`maze.json${mazeQuery({ ...state, seed: derivedSeed(state.seed, i), word: wordOfMaze(state.word, i) }, { encoding })}`, signal);
      mazes.push(MazeType.read(answer));
    }
    await loadLetterStrokes(mazes[0]);
    const { paper, marks, line_mm: line, title, answers } = book, shows = (book.show ?? '').split(',');
    this.sheets = {
      mazes, paper, title, marks, line: Number(line), name: shows.includes('name') && words.name, words,
      solutions: answers === 'end' ? mazes.map((maze) => maze.wayBetween(maze.from, maze.to)) : [],
    };
  }
}
