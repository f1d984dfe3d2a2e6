// Mazes of the user: a file is chosen or dropped, or a text is pasted. They stay in the browser. Each request sends them along, and the
// service keeps nothing of them.

import { queryString, stateOfGrid, unknownInCode } from './address.js';
import { byId, setVisible } from './dom.js';
import { formatPercent, translate } from './language.js';
import { Maze } from './maze.js';
import { Mesh } from './mesh.js';
import { fetchJson, Problem } from './service.js';
import { findSheetCode } from './sheet-code.js';

/** @import { BitsAnswer, Fault, Graph, GraphAnswer, MazeAnswer, Parameters, SetStatus, View } from './types.d.ts' */

/** The forms of pictures. */
export const PICTURE_FORMATS = ['png', 'jpeg', 'gif', 'webp', 'bmp'];

/** The forms in which each square of the drawing is a cell or is blocked. */
const SQUARE_FORMATS = ['squares', 'numbers', 'map', ...PICTURE_FORMATS];

/** The solvers that know moves across corners. */
const DIAGONAL_SOLVERS = ['astar', 'dijkstra'];

/** What an error proposes, such as `walls=X`. */
const PROPOSED_PARAMETER = /\b(walls|free|start|end|read|lines|bits)=(\S+?)(?=[,.;]?(?:\s|$)|\))/g;

/** A maze that was opened, and how it is read. */
export class OpenedMaze {
  /**
   * How the service is told to read it: its parameters, by name.
   * @type {Record<string, string>}
   */
  how = {};
  /**
   * What the service has read, and what is wrong with it if it could not be read.
   * @type {BitsAnswer & GraphAnswer | null}
   */
  answer = null;
  /** @type {Maze | Mesh | null} */
  maze = null;
  /** @type {Problem | null} */
  fault = null;
  /**
   * The ends that are shown, if neither the maze nor anybody says where they are.
   * @type {{ from: string, to: string } | null}
   */
  guessed = null;
  /** Whether one moves across corners of squares too. */
  #diagonals = false;

  /**
   * Bytes, and what they are called.
   * @param {Blob} body
   * @param {string} name
   */
  constructor(body, name) {
    this.body = body;
    this.name = name;
  }

  /**
   * The query that asks the service for something about this maze.
   * @param {Parameters} [more]
   */
  query(more = {}) {
    return queryString(Object.entries({ ...this.how, ...this.guessed, ...more }));
  }

  /** Whether there may be moves across corners. */
  get hasDiagonals() {
    return this.maze instanceof Maze && SQUARE_FORMATS.includes(this.form);
  }

  get diagonals() {
    return this.#diagonals && this.hasDiagonals;
  }

  set diagonals(value) {
    this.#diagonals = value;
  }

  /**
   * What is asked of the service to solve it with this solver, or another one that knows such moves.
   * @param {{ solver?: string, hand?: string }} how
   * @returns {{ solver?: string, hand?: string, diagonals?: string }}
   */
  solving(how) {
    if (!this.diagonals) return how;
    return { solver: how.solver && DIAGONAL_SOLVERS.includes(how.solver) ? how.solver : DIAGONAL_SOLVERS[0], diagonals: 'true' };
  }

  /**
   * What the service answers when this maze is posted.
   * @param {string} path
   * @param {Parameters} more
   * @param {AbortSignal} [signal]
   */
  json(path, more, signal) {
    return fetchJson(path + this.query(more), signal, this.body);
  }

  /**
   * Reads it in another way, from now on.
   * @param {Record<string, string | false>} how
   */
  change(how) {
    for (const [name, value] of Object.entries(how)) {
      if (value) this.how[name] = value;
      else delete this.how[name];
    }
    this.maze = null;
  }

  /**
   * Where the maze begins or ends; where the other end was, it stays.
   * @param {string} end
   * @param {string} address
   */
  place(end, address) {
    const { answer } = this;
    if (answer?.from && answer.to) this.change({ from: answer.from.join(), to: answer.to.join() });
    this.change({ [end]: address });
  }

  /**
   * Reads it, unless it has been read.
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ maze: Maze | Mesh, answer: MazeAnswer }>}
   */
  async read(signal) {
    if (this.maze && this.answer) return { maze: this.maze, answer: this.answer };
    this.fault = this.guessed = null;
    try {
      const answer = await this.#convertWithEnds({ encoding: 'bits' }, signal);
      const isOfSquares = !answer.grid || SQUARE_FORMATS.includes(answer.read ?? '');
      const whole = isOfSquares || answer.encoding === 'graph' ? answer : await this.#convertWithEnds({ encoding: 'graph' }, signal);
      if (!isOfSquares && !whole.cells[0].polygon) throw new Problem({ detail: translate('not-drawn'), isOurs: true, isFinal: true });
      this.answer = answer;
      this.maze = (isOfSquares ? Maze : Mesh).read(whole);
      this.#keepMarkedEnd(this.maze, answer);
      return { maze: this.maze, answer };
    } catch (error) {
      this.answer = null;
      this.fault = error;
      throw error;
    }
  }

  /**
   * The maze with its ends; where it does not say them, they are as far apart as they can be.
   * @param {Record<string, string>} more
   * @param {AbortSignal} [signal]
   * @returns {Promise<BitsAnswer & GraphAnswer>}
   */
  async #convertWithEnds(more, signal) {
    const answer = await this.#convert(more, signal);
    if (answer.from && answer.to) return answer;
    const guessed = await this.#convert({ ...more, ends: 'farthest' }, signal);
    this.guessed = { from: guessed.from.join(), to: guessed.to.join() };
    return { ...guessed, marked: { from: answer.from, to: answer.to }, warnings: answer.warnings };
  }

  /**
   * Where the file marks one end alone, it stays there, and the other one is as far away as it can be.
   * @param {Graph} maze
   * @param {MazeAnswer} answer
   */
  #keepMarkedEnd(maze, answer) {
    const { from, to } = answer.marked ?? {}, address = from ?? to;
    if (!address) return;
    const marked = maze.at(address), distances = maze.distancesFrom(marked);
    const farthest = distances.indexOf(distances.reduce((most, distance) => Math.max(most, distance)));
    [maze.from, maze.to] = from ? [marked, farthest] : [farthest, marked];
    Object.assign(answer, { from: maze.address(maze.from), to: maze.address(maze.to) });
    this.guessed = { from: answer.from.join(), to: answer.to.join() };
  }

  /**
   * @param {Record<string, string>} more
   * @param {AbortSignal} [signal]
   * @returns {Promise<BitsAnswer & GraphAnswer>}
   */
  async #convert(more, signal) {
    try {
      return await this.json('convert.json', more, signal);
    } catch (error) {
      /** @type {string[]} */
      const about = (error.errors ?? []).map((/** @type {Fault} */ { parameter }) => parameter);
      if (more.encoding !== 'graph' && about.includes('encoding')) return this.#convert({ ...more, encoding: 'graph' }, signal);
      const lacksEnds = about.length > 0 && about.every((name) => ['from', 'to'].includes(name) && !this.how[name]);
      if (!lacksEnds || more.ends) throw error;
      const answer = await this.#convert({ ...more, ends: 'farthest' }, signal);
      this.guessed = { from: answer.from.join(), to: answer.to.join() };
      return answer;
    }
  }

  /** What the service says is wrong, in its own words. */
  get #faultDetail() {
    return this.fault?.detail ?? '';
  }

  /** How it was read, or was tried to be read, where that is known. */
  get form() {
    return this.answer?.read ?? this.how.read ?? this.#faultDetail.match(/\bread as (\w+)/)?.[1] ?? '';
  }

  /** What may help where it could not be read: the name of a parameter, and its value. */
  get proposals() {
    const found = [...this.#faultDetail.matchAll(PROPOSED_PARAMETER)].map(([, name, value]) => ({ name, value }));
    return found.filter(({ name, value }, i) => found.findIndex((each) => each.name === name && each.value === value) === i);
  }

  /**
   * Does what was proposed: of characters, beside those that are known.
   * @param {Proposal} proposal
   */
  accept({ name, value }) {
    const before = CHARACTER_FIELDS.includes(name) ? this.how[name] ?? '' : '', comma = before && this.form === 'numbers' ? ',' : '';
    this.change({ [name]: `${before}${comma}${value}` });
  }

  /** What the page knows of mazes that it makes: the grid. */
  get grid() {
    if (!this.answer) return {};
    const { options, crossings, cells } = this.answer;
    return stateOfGrid({ ...this.answer, wrap: options?.wrap, isWoven: Boolean(crossings?.length), isCut: cells.some((row) => Array.isArray(row) && row.includes(null)) });
  }

  /** What it is called, and how large it is. */
  get title() {
    if (!this.answer) return this.name;
    const { w, h, rings, floors } = this.answer;
    const size = rings ? translate('name-rings', { count: rings }) : w ? [w, h, floors].filter(Boolean).join(' × ') : translate('cells', { count: this.maze?.size });
    return `${this.name}, ${size}`;
  }

  /** What a file with this maze in another form is called, without its ending. */
  get fileName() {
    return `${this.name.replace(/\.\w+$/, '')}-dedale`;
  }
}

/** @typedef {{ name: string, value: string }} Proposal */

/** Fields of what a maze is read with: by the end of their ids, which are the names of parameters. */
const CHARACTER_FIELDS = ['walls', 'free', 'start', 'end'];
/** @type {('from' | 'to')[]} */
const END_FIELDS = ['from', 'to'];

/**
 * What is said of a character that means one of these, and of an end that is to be picked.
 * @type {Record<string, string>}
 */
const PROPOSAL_MESSAGES = { walls: 'is-walls', free: 'is-free', start: 'is-start', end: 'is-end', lines: 'only-lines', bits: 'with-bits' };
/** @type {Record<string, string>} */
const PICKING_MESSAGES = { from: 'picking-from', to: 'picking-to' };

/** Pixels of a picture that are darker than this part of white are dark where nothing is said. */
const DEFAULT_THRESHOLD = '0.5';

/** The forms in which characters have meanings that somebody can give them. */
const CHARACTER_FORMATS = ['squares', 'numbers', 'map', ''];

/** So many pixels the pointer may move in a click. */
const MAX_CLICK_MOVE_PX = 6;

/**
 * Whether something happens in a field, which takes what is typed, pasted or dropped there.
 * @param {EventTarget | null} target
 */
export function isInField(target) {
  return target instanceof Element && target.closest('input, select, textarea') !== null;
}

/** The ways in: the menu, a drop anywhere, and a paste anywhere but into a field. */
export class OpenMenu {
  /**
   * `open` is called with what somebody opens, and `openSheet` with the code of a sheet.
   * @param {(opened: OpenedMaze) => void} open
   * @param {(code: string) => void} openSheet
   */
  constructor(open, openSheet) {
    this.open = open;
    this.openSheet = openSheet;
    byId('open-file').addEventListener('change', () => this.#openFiles(byId('open-file', HTMLInputElement).files ?? []));
    byId('open-text').addEventListener('input', () => this.#hideErrors());
    byId('open-it').addEventListener('click', () => this.#openText(byId('open-text', HTMLTextAreaElement).value, true));
    document.addEventListener('paste', (event) => {
      const { target, clipboardData } = event;
      if (!clipboardData || isInField(target)) return;
      if (clipboardData.files.length) this.#openFiles(clipboardData.files);
      else this.#openText(clipboardData.getData('text/plain'));
    });
    document.addEventListener('dragover', (event) => this.#onDragOver(event));
    document.addEventListener('dragleave', (event) => { if (!event.relatedTarget) byId('drop').hidden = true; });
    document.addEventListener('drop', (event) => this.#onDrop(event));
  }

  /** @param {DragEvent} event */
  #onDragOver(event) {
    const { target, dataTransfer } = event;
    if (!dataTransfer) return;
    if (!dataTransfer.types.includes('Files') && (!dataTransfer.types.includes('text/plain') || isInField(target))) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'copy';
    byId('drop').hidden = false;
  }

  /** @param {DragEvent} event */
  #onDrop(event) {
    const isOurs = !byId('drop').hidden;
    byId('drop').hidden = true;
    const { dataTransfer } = event;
    if (!isOurs || !dataTransfer) return;
    event.preventDefault();
    if (dataTransfer.files.length) this.#openFiles(dataTransfer.files);
    else this.#openText(dataTransfer.getData('text/plain'));
  }

  /** @param {Iterable<File>} files */
  #openFiles([file]) {
    if (!file) return;
    byId('open-file', HTMLInputElement).value = '';
    this.#openMaze(file, file.name);
  }

  /**
   * @param {string} text
   * @param {boolean} [isAsked]
   */
  #openText(text, isAsked = false) {
    const code = findSheetCode(text), unknown = code && unknownInCode(code);
    if (unknown) return this.#refuseCode(text, unknown.join('='));
    if (code) {
      this.#close();
      return this.openSheet(code);
    }
    if (text.trim()) return this.#openMaze(new Blob([text]), translate('pasted'));
    this.#hideErrors();
    byId('error-open').hidden = !isAsked;
    return undefined;
  }

  /**
   * Says which word of a code nobody knows. It is there to be mended, also if it was dropped or pasted elsewhere.
   * @param {string} text
   * @param {string} word
   */
  #refuseCode(text, word) {
    this.#hideErrors();
    byId('open-text', HTMLTextAreaElement).value = text;
    byId('error-code').textContent = translate('unknown-in-code', { word });
    byId('error-code').hidden = false;
    if (!byId('open').matches(':popover-open')) byId('open').showPopover();
    byId('open-text').focus();
  }

  #hideErrors() {
    for (const id of ['error-open', 'error-code']) byId(id).hidden = true;
  }

  #close() {
    this.#hideErrors();
    byId('open-menu').focus();
    if (byId('open').matches(':popover-open')) byId('open').hidePopover();
  }

  /**
   * @param {Blob} body
   * @param {string} name
   */
  #openMaze(body, name) {
    this.#close();
    this.open(new OpenedMaze(body, name));
  }
}

/** The fields that say how the opened maze is read. */
export class ReadOptions {
  /** @type {OpenedMaze | null} */
  #opened = null;
  /** The end that the next click on the maze is, or none. */
  #pickedEnd = '';
  #change;
  #setStatus;

  /**
   * `change` is called when the maze is to be read again, `close` when it is not wanted any more.
   * @param {View} view
   * @param {{ change: () => void, close: () => void, setStatus: SetStatus }} page
   */
  constructor(view, { change, close, setStatus }) {
    this.#change = change;
    this.#setStatus = setStatus;
    byId('read-read').addEventListener('change', () => this.#set({ read: byId('read-read', HTMLSelectElement).value }));
    byId('read-thin').addEventListener('change', () => this.#set({ thin: byId('read-thin', HTMLInputElement).checked && 'true' }));
    byId('read-dark').addEventListener('change', () => this.#set({ dark: byId('read-dark', HTMLInputElement).checked ? 'free' : 'wall' }));
    byId('read-threshold').addEventListener('input', () => this.#showThreshold());
    byId('read-threshold').addEventListener('change', () => this.#set({ threshold: byId('read-threshold', HTMLInputElement).value }));
    byId('read-diagonals').addEventListener('change', () => {
      if (!this.#opened) return;
      this.#opened.diagonals = byId('read-diagonals', HTMLInputElement).checked;
      this.#change();
    });
    for (const name of CHARACTER_FIELDS) byId(`read-${name}`).addEventListener('change', () => this.#set({ [name]: byId(`read-${name}`, HTMLInputElement).value.trim() }));
    for (const name of END_FIELDS) {
      byId(`read-${name}`).addEventListener('change', () => this.#place(name, byId(`read-${name}`, HTMLInputElement).value.replace(/[^\d]+/g, ',').replace(/^,|,$/g, '')));
      byId(`pick-${name}`).addEventListener('click', () => this.#togglePicking(name));
    }
    byId('close-file').addEventListener('click', close);
    let down = [0, 0];
    view.canvas.addEventListener('pointerdown', ({ offsetX, offsetY }) => { down = [offsetX, offsetY]; });
    view.canvas.addEventListener('click', ({ offsetX: x, offsetY: y }) => {
      const { maze } = view, cell = this.#pickedEnd && maze ? view.cellAt(x, y) : -1;
      if (!maze || cell < 0 || maze.blocked?.[cell] || Math.hypot(x - down[0], y - down[1]) > MAX_CLICK_MOVE_PX) return;
      this.#place(this.#pickedEnd, maze.address(cell).join());
    });
    addEventListener('keydown', ({ key }) => key === 'Escape' && this.#pickedEnd && this.#togglePicking(this.#pickedEnd));
  }

  #showThreshold() {
    byId('read-threshold-words').textContent = formatPercent(Number(byId('read-threshold', HTMLInputElement).value));
  }

  /** @param {Record<string, string | false>} how */
  #set(how) {
    this.#opened?.change(how);
    this.#change();
  }

  /**
   * @param {string} end
   * @param {string} address
   */
  #place(end, address) {
    this.#opened?.place(end, address);
    this.#change();
  }

  /**
   * The next click on the maze is this end, or is no more.
   * @param {string} end
   */
  #togglePicking(end) {
    this.#pickedEnd = end === this.#pickedEnd ? '' : end;
    for (const name of END_FIELDS) byId(`pick-${name}`).setAttribute('aria-pressed', String(name === this.#pickedEnd));
    document.documentElement.toggleAttribute('data-picks', this.#pickedEnd !== '');
    this.#setStatus(this.#pickedEnd && translate(PICKING_MESSAGES[this.#pickedEnd]));
  }

  /**
   * Shows how a maze was read, or that there is none.
   * @param {OpenedMaze | null} opened
   */
  show(opened) {
    this.#opened = opened;
    if (this.#pickedEnd) this.#togglePicking(this.#pickedEnd);
    setVisible(byId('opened'), opened !== null, byId('maze'));
    document.documentElement.toggleAttribute('data-opened', opened !== null);
    for (const option of byId('what', HTMLSelectElement).options) if (option.value === 'build') option.hidden = opened !== null;
    if (!opened) return;
    const { how, form, answer, guessed } = opened;
    byId('opened-name').textContent = opened.title;
    byId('read-read', HTMLSelectElement).value = form;
    byId('read-thin', HTMLInputElement).checked = how.thin === 'true';
    byId('read-dark', HTMLInputElement).checked = (how.dark ?? answer?.dark) === 'free';
    byId('read-threshold', HTMLInputElement).value = how.threshold ?? answer?.threshold ?? DEFAULT_THRESHOLD;
    this.#showThreshold();
    byId('of-pictures').hidden = !PICTURE_FORMATS.includes(form);
    byId('read-diagonals', HTMLInputElement).checked = opened.diagonals;
    byId('field-diagonals').hidden = !opened.hasDiagonals;
    for (const name of CHARACTER_FIELDS) byId(`read-${name}`, HTMLInputElement).value = how[name] ?? '';
    for (const name of END_FIELDS) byId(`read-${name}`, HTMLInputElement).value = answer?.[name]?.join(', ') ?? how[name] ?? '';
    byId('characters').hidden = !CHARACTER_FORMATS.includes(form);
    if (CHARACTER_FIELDS.some((name) => how[name]) || opened.proposals.some(({ name }) => CHARACTER_FIELDS.includes(name))) byId('characters', HTMLDetailsElement).open = true;
    byId('ends-unsaid').hidden = !guessed;
    byId('ends-unsaid').textContent = translate(answer?.marked?.from || answer?.marked?.to ? 'one-end-unsaid' : 'ends-unsaid');
    byId('read-warnings').textContent = answer?.warnings?.join('; ') ?? '';
    byId('read-warnings').hidden = !answer?.warnings;
    byId('opened-ends').hidden = !opened.maze && !how.from && !how.to;
  }

  /** A button for each thing that may help where a maze could not be read. */
  help() {
    const opened = this.#opened;
    return (opened?.proposals ?? []).map((proposal) => {
      const { name, value } = proposal, words = name === 'read' ? translate('read-it-as', { form: translate(`form-${value}`) }) : translate(PROPOSAL_MESSAGES[name], { sign: value });
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: words });
      button.addEventListener('click', () => {
        opened?.accept(proposal);
        this.#change();
      });
      return button;
    });
  }
}
