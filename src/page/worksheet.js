// Worksheets for children: a few choices, such as an age, and mazes to print or to save. All choices are in the address of the page.

import { hasOtherParameters, mazeQuery, randomSeed, stateOfParameters, withoutMask } from './address.js';
import { byId, isChecked, setValue, valueOf } from './dom.js';
import { defaultPaper, language, translate } from './language.js';
import { MazeCache, splitWords } from './maze-cache.js';
import { books, createSheetPreview, maskGroups, validateTitle } from './paper.js';
import { checkRequest, createChecker, isAbortError, Problem, showProblem } from './service.js';
import { sizeForShape } from './shapes.js';
import { codeInAddress, PRINTED_LAYOUT, readSheetCode, writeSheetCode } from './sheet-code.js';

/** @import { Changes, SheetsOptions, State } from './types.d.ts' */

/** @typedef {{ w: string, h: string, cut: string, hidden: [string, string], difficulty: string, line: string }} AgePreset */

/**
 * Mazes for children of an age: how large, also where they are cut to a shape or hide one, how hard, and how thick lines are, in millimeters.
 * @type {Record<string, AgePreset>}
 */
const AGE_PRESETS = {
  4: { w: '5', h: '7', cut: '10', hidden: ['20', '24'], difficulty: 'easy', line: '2' },
  6: { w: '8', h: '11', cut: '12', hidden: ['24', '30'], difficulty: 'easy', line: '1.6' },
  8: { w: '14', h: '19', cut: '18', hidden: ['32', '40'], difficulty: 'medium', line: '1.2' },
  10: { w: '20', h: '28', cut: '26', hidden: ['44', '56'], difficulty: 'hard', line: '0.8' },
};

/** More mazes than these are a file, and not printed from here. */
const MAX_PRINTED_MAZES = 100;

/** How long, in milliseconds, typing rests before the mazes of the first page are asked for. */
const PREVIEW_DELAY_MS = 150;

/** Fields whose ids end as these parameters of a book, with `-` in the place of `_`. */
const BOOK_FIELDS = ['count', 'per_page', 'marks', 'line_mm', 'paper', 'lang', 'title'];

/** Check boxes for what is printed beside the mazes. */
const SHOWN_FIELDS = ['name', 'code'];

/** The shapes that are hidden where none is chosen. */
const DEFAULT_HIDDEN = 'animals';

/** How thick the lines of mazes are that hide a shape. */
const HIDDEN_LINE_MM = '0.8';

/** A maze that is a silhouette of its shape. */
const SILHOUETTE = 'outline=smooth&w=16&h=16&seed=1&cell=30&wall=29&margin=0&marks=none';

/** The smallest side of a maze that hides a shape. */
const MIN_HIDDEN_SIDE = 20;

/** What the fields say of the mazes. */
const SHEET_PARAMETERS = ['w', 'h', 'mask', 'reveal', 'outline', 'parts', 'difficulty', 'doors', 'word', 'sum', 'seed'];

/**
 * The mazes that hide a shape. Their way is as long as the shape is large, whatever is said of difficulty.
 * @param {string} reveal
 * @param {AgePreset | undefined} age
 * @param {State} shown
 * @returns {State}
 */
function hidingState(reveal, age, shown) {
  /** @param {string} side */
  const even = (side) => String(Math.max(MIN_HIDDEN_SIDE, 2 * Math.ceil(Number(side) / 2)) || side);
  if (!age) return { ...shown, w: even(shown.w), h: even(shown.h), mask: '', outline: 'cells', parts: 'one', difficulty: '', length: '', reveal };
  const [w, h] = age.hidden;
  return { ...withoutMask({ grid: 'square', rings: '15', floors: '1', w, h }), doors: 'true', reveal };
}

function shapeInputs() {
  return [...byId('worksheet-shape').querySelectorAll('input')];
}

/** The shape that is chosen, or an empty text. */
function chosenShape() {
  return shapeInputs().find(({ checked }) => checked)?.value ?? '';
}

/** @param {string} shape */
function chooseShape(shape) {
  for (const input of shapeInputs()) input.checked = input.value === shape;
}

/** The shapes in small: mazes whose walls are as thick as their cells. */
function showSilhouettes() {
  for (const input of shapeInputs()) {
    if (!input.value || input.value in maskGroups || input.nextElementSibling instanceof HTMLImageElement) continue;
    input.after(Object.assign(new Image(), { src: `maze.svg?mask=${input.value}&${SILHOUETTE}`, alt: '' }));
  }
}

export class Worksheet {
  #seed = randomSeed();
  #getState;
  #setMaze;
  #setCode;
  #check = createChecker(byId('error-worksheet'), 'worksheet-');
  #abort = new AbortController();
  #previewAbort = new AbortController();
  #timer = 0;
  #mazes = new MazeCache();
  /**
   * What is to be printed, as `paper.js` lays it, until it has been.
   * @type {SheetsOptions | null}
   */
  sheets = null;

  /**
   * `getState` gives what the page shows, `setMaze` shows another maze, and `setCode` is called with the code of the sheet.
   * @param {{ getState: () => State, setMaze: (changes: Changes) => void, setCode: (code: string) => void }} page
   */
  constructor({ getState, setMaze, setCode }) {
    this.#getState = getState;
    this.#setMaze = setMaze;
    this.#setCode = setCode;
    byId('worksheet-marks', HTMLSelectElement).value = 'mouse';
    byId('worksheet-paper', HTMLSelectElement).value = defaultPaper();
    byId('worksheet-lang', HTMLSelectElement).value = language;
    this.#applyLineWidthOfAge();
    byId('worksheet').addEventListener('beforetoggle', ({ newState }) => newState === 'open' && this.#fill());
    byId('worksheet-age').addEventListener('change', () => this.#applyLineWidthOfAge());
    const reveal = byId('worksheet-reveal', HTMLInputElement), shapes = byId('worksheet-shape');
    // There is a picture to hide, or none is hidden. The mazes that hide one have more cells, and thinner lines.
    reveal.addEventListener('change', () => {
      if (reveal.checked && !chosenShape()) chooseShape(DEFAULT_HIDDEN);
      this.#applyLineWidthOfAge();
    });
    shapes.addEventListener('change', () => {
      if (!chosenShape() && reveal.checked) reveal.click();
    });
    // Each word needs a maze.
    byId('worksheet-word').addEventListener('input', () => { byId('worksheet-count', HTMLInputElement).value = String(Math.max(this.#words.length, Number(valueOf('worksheet-count'))) || 1); });
    for (const event of ['input', 'change']) byId('worksheet-fields').addEventListener(event, () => this.update());
    byId('worksheet-others').addEventListener('click', () => {
      this.#seed = randomSeed();
      this.update();
    });
    byId('worksheet-print').addEventListener('click', () => this.print());
    // There is no file of what is said to be wrong.
    byId('worksheet-save').addEventListener('click', (event) => (this.#hasValidTitle() && byId('error-worksheet').hidden) || event.preventDefault());
    addEventListener('afterprint', () => {
      // The choices are there again for the next sheet.
      if (this.sheets && !byId('worksheet').matches(':popover-open')) byId('worksheet').showPopover();
      this.sheets = null;
    });
    // Somebody may have opened the menu while this was being loaded.
    if (byId('worksheet').matches(':popover-open')) this.#fill();
  }

  /** Shows what belongs in the open menu. */
  #fill() {
    showSilhouettes();
    this.update();
  }

  /** Lines are as thick as is usual for the age, or for small cells. */
  #applyLineWidthOfAge() {
    const { line } = AGE_PRESETS[byId('worksheet-age', HTMLSelectElement).value] ?? {};
    if (line) byId('worksheet-line-mm', HTMLSelectElement).value = isChecked('worksheet-reveal') ? HIDDEN_LINE_MM : line;
  }

  #hasValidTitle() {
    if (!validateTitle(byId('worksheet-title')).isWrong) return true;
    byId('worksheet-title').focus();
    return false;
  }

  /** The mazes, as the page knows mazes. */
  get state() {
    const age = AGE_PRESETS[byId('worksheet-age', HTMLSelectElement).value], mask = chosenShape(), shown = this.#getState(), letters = this.#pathLetters;
    if (mask && isChecked('worksheet-reveal')) return { ...hidingState(mask, age, shown), seed: this.#seed, ...letters };
    const shape = mask && { mask, outline: 'smooth', parts: 'one' };
    if (!age) return { ...shown, seed: this.#seed, ...letters, ...(mask && { ...shape, ...sizeForShape({ ...shown, mask }) }) };
    const { w, h, cut, difficulty } = age, size = mask ? { w: cut, h: cut } : { w, h };
    return { ...withoutMask({ grid: 'square', rings: '15', floors: '1', ...size }), difficulty, doors: 'true', seed: this.#seed, ...letters, ...shape };
  }

  /** What is read on the way, if anything is: words, one a maze, or numbers. */
  get #pathLetters() {
    const word = this.#words.join(';'), sum = byId('worksheet-sum', HTMLSelectElement).value;
    return word || sum ? { word, sum } : {};
  }

  get #words() {
    return splitWords(byId('worksheet-word', HTMLInputElement).value.normalize('NFC'));
  }

  /** What is asked of a book besides the mazes. */
  get bookParameters() {
    const { word, sum } = this.state, shown = [...SHOWN_FIELDS.filter((name) => isChecked(`worksheet-${name}`)), ...(word || sum ? ['answer'] : [])].join(',');
    /** @param {string} id */
    const value = (id) => valueOf(`worksheet-${id}`), { title } = validateTitle(byId('worksheet-title')), lang = value('lang');
    return {
      count: value('count'), paper: value('paper'), per_page: value('per-page'), answers: byId('worksheet-answers', HTMLInputElement).checked ? 'end' : 'none', gutter: '0',
      marks: value('marks'), line_mm: value('line-mm'), ...(lang !== 'en' && { lang }), ...(shown && { show: shown }), // On sheets the title is above the mazes.
      ...(title && { title, cover: 'none' }),
    };
  }

  /** The query of the file. */
  get #query() {
    const { state } = this;
    return mazeQuery(state, { ...(state.doors === 'false' && { doors: 'false' }), ...this.bookParameters });
  }

  /**
   * The code of the sheet with all choices, or with those that are printed.
   * @param {boolean} isComplete
   */
  #code(isComplete) {
    return writeSheetCode(Object.fromEntries(new URLSearchParams(this.#query)), isComplete);
  }

  /**
   * Makes the choices that a code has.
   * @param {string} code
   */
  restore(code) {
    const parameters = readSheetCode(code);
    if (!parameters) return;
    const { mask: cutTo = '', reveal = '', seed, show = '', answers, word = '', sum = '', ...others } = parameters, shown = show.split(',');
    this.#seed = seed;
    /** @param {string} name @param {string} [value] */
    const set = (name, value) => { setValue(`worksheet-${name.replaceAll('_', '-')}`, value ?? ''); };
    // A code that was printed leaves the rest as it is.
    const isComplete = show !== '' || others.line_mm !== undefined;
    for (const name of BOOK_FIELDS) if (isComplete || PRINTED_LAYOUT.includes(name)) set(name, others[name]);
    byId('worksheet-answers', HTMLInputElement).checked = answers !== 'none';
    if (isComplete) for (const name of SHOWN_FIELDS) byId(`worksheet-${name}`, HTMLInputElement).checked = shown.includes(name);
    set('word', word);
    set('sum', sum);
    const mask = reveal || cutTo;
    const isOffered = shapeInputs().some(({ value }) => value === mask);
    chooseShape(isOffered ? mask : '');
    byId('worksheet-reveal', HTMLInputElement).checked = isOffered && reveal !== '';
    const { w, h, difficulty } = others;
    /** @param {AgePreset} preset */
    const isOf = ({ cut, hidden, ...age }) => {
      if (reveal) return w === hidden[0] && h === hidden[1];
      return age.difficulty === difficulty && (mask ? w === cut && h === cut : w === age.w && h === age.h);
    };
    const [age = ''] = isOffered && !hasOtherParameters(others, SHEET_PARAMETERS) ? Object.entries(AGE_PRESETS).find(([, preset]) => isOf(preset)) ?? [] : [];
    set('age', age);
    if (!isComplete) this.#applyLineWidthOfAge();
    // The maze of the page is the first one then, and what the sheet has of it.
    if (!age) this.#setMaze(stateOfParameters({ ...others, seed, ...(isOffered ? { outline: 'cells', parts: 'one' } : { mask: cutTo, reveal }) }));
    this.update();
  }

  /** Shows the first sheet, and says what is wrong with such sheets, if anything is. */
  update() {
    const link = byId('worksheet-save', HTMLAnchorElement);
    link.href = `book.pdf${this.#query}`;
    link.download = `dedale-${translate('worksheet').toLocaleLowerCase(language).replace(/\s+/g, '-')}-${this.#seed}.pdf`;
    byId('error-worksheet').hidden = true;
    this.#check(validateTitle(byId('worksheet-title')).isWrong ? '' : link.href);
    this.#setCode(codeInAddress(this.#code(true)));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#showPreview(), byId('worksheet-page').childElementCount ? PREVIEW_DELAY_MS : 0);
  }

  /** The first page, drawn as it is printed. If there is no such maze, that is said elsewhere. */
  async #showPreview() {
    this.#previewAbort.abort();
    this.#previewAbort = new AbortController();
    const { count, per_page: perPage } = this.bookParameters;
    try {
      const mazes = await this.#load(Math.max(1, Math.min(Number(perPage), Number(count) || 1)), this.#previewAbort.signal);
      byId('worksheet-page').replaceChildren(createSheetPreview({ ...this.#layout(), mazes, count: Math.max(1, Number(count) || 1) }, translate('worksheet')));
    } catch (error) {
      if (!isAbortError(error) && !(error instanceof Problem)) throw error;
    }
  }

  /**
   * The first mazes of the sheet.
   * @param {number} count
   * @param {AbortSignal} [signal]
   */
  async #load(count, signal) {
    const loaded = await this.#mazes.load(this.state, this.bookParameters, count, signal);
    return loaded.map(({ maze }) => maze);
  }

  /** How the mazes are laid on paper. */
  #layout() {
    const { paper, per_page: perPage, marks, line_mm: line, title, answers, lang = 'en', show = '' } = this.bookParameters, shown = show.split(',');
    return {
      paper, perPage: Number(perPage), marks, line: Number(line), title, words: books[lang], hasNames: shown.includes('name'), hasAnswers: shown.includes('answer'),
      answers, hidesShapes: this.state.reveal !== '', footer: shown.includes('code') ? [this.#code(false)] : [],
    };
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
      showProblem(byId('error-worksheet'), problem, 'worksheet-');
      byId('error-worksheet').hidden = false;
      return;
    }
    byId('worksheet').hidePopover();
    print();
  }

  /** @param {AbortSignal} [signal] */
  async #preparePrint(signal) {
    const count = Number(this.bookParameters.count);
    if (count > MAX_PRINTED_MAZES) throw new Problem({ detail: translate('too-many-sheets', { count: MAX_PRINTED_MAZES }), isOurs: true });
    // What is wrong with the sheets, such as their number, the file says.
    await checkRequest(byId('worksheet-save', HTMLAnchorElement).href, signal);
    const mazes = await this.#load(count, signal), layout = this.#layout();
    this.sheets = { ...layout, mazes, solutions: layout.answers === 'end' ? mazes.map((maze) => maze.shortestPath(maze.from, maze.to)) : [] };
  }
}
