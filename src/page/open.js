// Mazes of the user: a file is chosen or dropped, or a text is pasted. They stay in the browser. Each request sends them along, and the
// service keeps nothing of them.

import { queryString, stateOfGrid } from './address.js';
import { setVisible } from './focus.js';
import { formatPercent, translate } from './language.js';
import { Maze } from './maze.js';
import { Mesh } from './mesh.js';
import { fetchJson, Problem } from './service.js';
import { findSheetCode } from './sheet-code.js';

/** The forms of pictures. */
export const PICTURE_FORMATS = ['png', 'jpeg', 'gif', 'webp', 'bmp'];

/** The forms in which each square of the drawing is a cell or is blocked. */
const SQUARE_FORMATS = ['squares', 'numbers', 'map', ...PICTURE_FORMATS];

/** The solvers that know moves across corners. */
const DIAGONAL_SOLVERS = ['astar', 'dijkstra'];

/** What an error proposes, such as `walls=X`. */
const PROPOSED_PARAMETER = /\b(walls|free|start|end|read|lines|bits)=(\S+?)(?=[,.;]?(?:\s|$)|\))/g;

/** A maze that was opened, and how it is read. */
class OpenedMaze {
  /** How the service is told to read it: its parameters, by name. */
  how = {};
  /** What the service has read, and what is wrong with it if it could not be read. */
  answer = null;
  maze = null;
  fault = null;
  /** The ends that are shown, if neither the maze nor anybody says where they are. */
  guessed = null;
  /** Whether one moves across corners of squares too. */
  #diagonals = false;

  /** Bytes, and what they are called. */
  constructor(body, name) {
    Object.assign(this, { body, name });
  }

  /** The query that asks the service for something about this maze. */
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

  /** What is asked of the service to solve it with this solver, or another one that knows such moves. */
  solving(how) {
    if (!this.diagonals) return how;
    return { solver: DIAGONAL_SOLVERS.includes(how.solver) ? how.solver : DIAGONAL_SOLVERS[0], diagonals: 'true' };
  }

  /** What the service answers when this maze is posted. */
  json(path, more, signal) {
    return fetchJson(path + this.query(more), signal, this.body);
  }

  /** Reads it in another way, from now on. */
  change(how) {
    this.how = Object.fromEntries(Object.entries({ ...this.how, ...how }).filter(([, value]) => value));
    this.maze = null;
  }

  /** Where the maze begins or ends; where the other end was, it stays. */
  place(end, address) {
    const { from, to } = this.answer ?? {};
    const knownEnds = from && to ? { from: from.join(), to: to.join() } : {};
    this.change({ ...knownEnds, [end]: address });
  }

  /** Reads it, unless it has been read. */
  async read(signal) {
    if (this.maze) return;
    this.fault = this.guessed = null;
    try {
      const answer = await this.#convertWithEnds({ encoding: 'bits' }, signal);
      const isOfSquares = !answer.grid || SQUARE_FORMATS.includes(answer.read);
      const whole = isOfSquares || answer.encoding === 'graph' ? answer : await this.#convertWithEnds({ encoding: 'graph' }, signal);
      if (!isOfSquares && !whole.cells[0].polygon) throw new Problem({ detail: translate('not-drawn'), isOurs: true, isFinal: true });
      this.answer = answer;
      this.maze = (isOfSquares ? Maze : Mesh).read(whole);
      this.#keepMarkedEnd();
    } catch (error) {
      this.answer = null;
      this.fault = error;
      throw error;
    }
  }

  /** The maze with its ends; where it does not say them, they are as far apart as they can be. */
  async #convertWithEnds(more, signal) {
    const answer = await this.#convert(more, signal);
    if (answer.from && answer.to) return answer;
    const guessed = await this.#convert({ ...more, ends: 'farthest' }, signal);
    this.guessed = { from: guessed.from.join(), to: guessed.to.join() };
    return { ...guessed, marked: { from: answer.from, to: answer.to }, warnings: answer.warnings };
  }

  /** Where the file marks one end alone, it stays there, and the other one is as far away as it can be. */
  #keepMarkedEnd() {
    const { maze, answer } = this, { from, to } = answer.marked ?? {};
    if (!from && !to) return;
    const marked = maze.at(from ?? to), distances = maze.distancesFrom(marked);
    const farthest = distances.indexOf(distances.reduce((most, distance) => Math.max(most, distance)));
    [maze.from, maze.to] = from ? [marked, farthest] : [farthest, marked];
    Object.assign(answer, { from: maze.address(maze.from), to: maze.address(maze.to) });
    this.guessed = { from: answer.from.join(), to: answer.to.join() };
  }

  async #convert(more, signal) {
    try {
      return await this.json('convert.json', more, signal);
    } catch (error) {
      const about = (error.errors ?? []).map(({ parameter }) => parameter);
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

  /** Does what was proposed: of characters, beside those that are known. */
  accept({ name, value }) {
    const before = CHARACTER_FIELDS.includes(name) ? this.how[name] ?? '' : '', comma = before && this.form === 'numbers' ? ',' : '';
    this.change({ [name]: `${before}${comma}${value}` });
  }

  /** What the page knows of mazes that it makes: the grid. */
  get grid() {
    if (!this.answer) return {};
    const { options, crossings, cells } = this.answer;
    return stateOfGrid({ ...this.answer, wrap: options?.wrap, isWoven: crossings?.length, isCut: cells.some((row) => Array.isArray(row) && row.includes(null)) });
  }

  /** What it is called, and how large it is. */
  get title() {
    if (!this.answer) return this.name;
    const { w, h, rings, floors } = this.answer;
    const size = rings ? translate('name-rings', { count: rings }) : w ? [w, h, floors].filter(Boolean).join(' × ') : translate('cells', { count: this.maze.size });
    return `${this.name}, ${size}`;
  }

  /** What a file with this maze in another form is called, without its ending. */
  get fileName() {
    return `${this.name.replace(/\.\w+$/, '')}-dedale`;
  }
}

/** Fields of what a maze is read with: by the end of their ids, which are the names of parameters. */
const CHARACTER_FIELDS = ['walls', 'free', 'start', 'end'], END_FIELDS = ['from', 'to'];

/** What is said of a character that means one of these, and of an end that is to be picked. */
const PROPOSAL_MESSAGES = { walls: 'is-walls', free: 'is-free', start: 'is-start', end: 'is-end', lines: 'only-lines', bits: 'with-bits' }, PICKING_MESSAGES = { from: 'picking-from', to: 'picking-to' };

/** Pixels of a picture that are darker than this part of white are dark where nothing is said. */
const DEFAULT_THRESHOLD = '0.5';

/** The forms in which characters have meanings that somebody can give them. */
const CHARACTER_FORMATS = ['squares', 'numbers', 'map', ''];

/** So many pixels the pointer may move in a click. */
const MAX_CLICK_MOVE_PX = 6;

const $ = (id) => document.getElementById(id);

/** The ways in: the menu, a drop anywhere, and a paste anywhere but into a field. */
export class OpenMenu {
  /** `open` is called with what somebody opens, and `openSheet` with the code of a sheet. */
  constructor(open, openSheet) {
    this.open = open;
    this.openSheet = openSheet;
    $('open-file').addEventListener('change', () => this.#openFiles($('open-file').files));
    $('open-text').addEventListener('input', () => { $('error-open').hidden = true; });
    $('open-it').addEventListener('click', () => this.#openText($('open-text').value, true));
    document.addEventListener('paste', (event) => {
      if (event.target.closest?.('input, select, textarea')) return;
      if (event.clipboardData.files.length) this.#openFiles(event.clipboardData.files);
      else this.#openText(event.clipboardData.getData('text/plain'));
    });
    document.addEventListener('dragover', (event) => this.#onDragOver(event));
    document.addEventListener('dragleave', (event) => { if (!event.relatedTarget) $('drop').hidden = true; });
    document.addEventListener('drop', (event) => this.#onDrop(event));
  }

  #onDragOver(event) {
    const isFile = event.dataTransfer.types.includes('Files');
    if (!isFile && (!event.dataTransfer.types.includes('text/plain') || event.target.closest?.('input, select, textarea'))) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    $('drop').hidden = false;
  }

  #onDrop(event) {
    const isOurs = !$('drop').hidden;
    $('drop').hidden = true;
    if (!isOurs) return;
    event.preventDefault();
    const { files } = event.dataTransfer;
    if (files.length) this.#openFiles(files);
    else this.#openText(event.dataTransfer.getData('text/plain'));
  }

  #openFiles([file]) {
    if (!file) return;
    $('open-file').value = '';
    this.#openMaze(file, file.name);
  }

  #openText(text, isAsked = false) {
    const code = findSheetCode(text);
    if (code) {
      this.#close();
      return this.openSheet(code);
    }
    if (text.trim()) return this.#openMaze(new Blob([text]), translate('pasted'));
    $('error-open').hidden = !isAsked;
    return undefined;
  }

  #close() {
    $('error-open').hidden = true;
    $('open-menu').focus();
    if ($('open').matches(':popover-open')) $('open').hidePopover();
  }

  #openMaze(body, name) {
    this.#close();
    this.open(new OpenedMaze(body, name));
  }
}

/** The fields that say how the opened maze is read. */
export class ReadOptions {
  #opened = null;
  /** The end that the next click on the maze is, or none. */
  #pickedEnd = '';
  #change;
  #setStatus;

  /** `change` is called when the maze is to be read again, `close` when it is not wanted any more. */
  constructor(view, { change, close, setStatus }) {
    this.#change = change;
    this.#setStatus = setStatus;
    $('read-read').addEventListener('change', () => this.#set({ read: $('read-read').value }));
    $('read-thin').addEventListener('change', () => this.#set({ thin: $('read-thin').checked && 'true' }));
    $('read-dark').addEventListener('change', () => this.#set({ dark: $('read-dark').checked ? 'free' : 'wall' }));
    $('read-threshold').addEventListener('input', () => this.#showThreshold());
    $('read-threshold').addEventListener('change', () => this.#set({ threshold: $('read-threshold').value }));
    $('read-diagonals').addEventListener('change', () => {
      this.#opened.diagonals = $('read-diagonals').checked;
      this.#change();
    });
    for (const name of CHARACTER_FIELDS) $(`read-${name}`).addEventListener('change', () => this.#set({ [name]: $(`read-${name}`).value.trim() }));
    for (const name of END_FIELDS) {
      $(`read-${name}`).addEventListener('change', () => this.#place(name, $(`read-${name}`).value.replace(/[^\d]+/g, ',').replace(/^,|,$/g, '')));
      $(`pick-${name}`).addEventListener('click', () => this.#togglePicking(name));
    }
    $('close-file').addEventListener('click', close);
    let down = [0, 0];
    view.canvas.addEventListener('pointerdown', ({ offsetX, offsetY }) => { down = [offsetX, offsetY]; });
    view.canvas.addEventListener('click', ({ offsetX: x, offsetY: y }) => {
      const { maze } = view, cell = this.#pickedEnd && maze ? view.cellAt(x, y) : -1;
      if (cell < 0 || maze.blocked?.[cell] || Math.hypot(x - down[0], y - down[1]) > MAX_CLICK_MOVE_PX) return;
      this.#place(this.#pickedEnd, maze.address(cell).join());
    });
    addEventListener('keydown', ({ key }) => key === 'Escape' && this.#pickedEnd && this.#togglePicking(this.#pickedEnd));
  }

  #showThreshold() {
    $('read-threshold-words').textContent = formatPercent(Number($('read-threshold').value));
  }

  #set(how) {
    this.#opened.change(how);
    this.#change();
  }

  #place(end, address) {
    this.#opened.place(end, address);
    this.#change();
  }

  /** The next click on the maze is this end, or is no more. */
  #togglePicking(end) {
    this.#pickedEnd = end === this.#pickedEnd ? '' : end;
    for (const name of END_FIELDS) $(`pick-${name}`).setAttribute('aria-pressed', String(name === this.#pickedEnd));
    document.documentElement.toggleAttribute('data-picks', this.#pickedEnd !== '');
    this.#setStatus(this.#pickedEnd && translate(PICKING_MESSAGES[this.#pickedEnd]));
  }

  /** Shows how a maze was read, or that there is none. */
  show(opened) {
    this.#opened = opened;
    if (this.#pickedEnd) this.#togglePicking(this.#pickedEnd);
    setVisible($('opened'), opened !== null, $('maze'));
    document.documentElement.toggleAttribute('data-opened', opened !== null);
    $('what').querySelector('[value="build"]').hidden = opened !== null;
    if (!opened) return;
    const { how, form, answer, guessed } = opened;
    $('opened-name').textContent = opened.title;
    $('read-read').value = form;
    $('read-thin').checked = how.thin === 'true';
    $('read-dark').checked = (how.dark ?? answer?.dark) === 'free';
    $('read-threshold').value = how.threshold ?? answer?.threshold ?? DEFAULT_THRESHOLD;
    this.#showThreshold();
    $('of-pictures').hidden = !PICTURE_FORMATS.includes(form);
    $('read-diagonals').checked = opened.diagonals;
    $('field-diagonals').hidden = !opened.hasDiagonals;
    for (const name of CHARACTER_FIELDS) $(`read-${name}`).value = how[name] ?? '';
    for (const name of END_FIELDS) $(`read-${name}`).value = answer?.[name]?.join(', ') ?? how[name] ?? '';
    $('characters').hidden = !CHARACTER_FORMATS.includes(form);
    if (CHARACTER_FIELDS.some((name) => how[name]) || opened.proposals.some(({ name }) => CHARACTER_FIELDS.includes(name))) $('characters').open = true;
    $('ends-unsaid').hidden = !guessed;
    $('ends-unsaid').textContent = translate(answer?.marked?.from || answer?.marked?.to ? 'one-end-unsaid' : 'ends-unsaid');
    $('read-warnings').textContent = answer?.warnings?.join('; ') ?? '';
    $('read-warnings').hidden = !answer?.warnings;
    $('opened-ends').hidden = !opened.maze && !how.from && !how.to;
  }

  /** A button for each thing that may help where a maze could not be read. */
  help() {
    return this.#opened.proposals.map((proposal) => {
      const { name, value } = proposal, words = name === 'read' ? translate('read-it-as', { form: translate(`form-${value}`) }) : translate(PROPOSAL_MESSAGES[name], { sign: value });
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: words });
      button.addEventListener('click', () => {
        this.#opened.accept(proposal);
        this.#change();
      });
      return button;
    });
  }
}
