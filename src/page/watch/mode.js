// The mode in which one watches: which streams are shown, the bar of the animation, counters and the key of the colors.

import { mazeQuery, NO_ALGORITHM_OPTIONS, solverParameters } from '../address.js';
import { byId, isChecked, setEnabled } from '../dom.js';
import { catalogEntry, formatList, formatMoves, formatNumber, translate } from '../language.js';
import { prefersReducedMotion } from '../theme.js';
import { BuildAnimation, SolveAnimation } from './animation.js';
import { describeSpeed, describeSpeedShort, Playback, speedForCells } from './playback.js';
import { RACE_KEY, raceCounters, RaceLanes } from './race.js';

/** @import { AlgorithmInfo, Catalog, CatalogEntry, Counter, Fault, Graph, KeyEntry, OpenedMaze, Page, Pane, Parameters, SolverInfo, State, StepAnimation, View } from '../types.d.ts' */

/** The largest maze that solvers race through: there are many pictures of it. */
const MAX_RACE_CELLS = 10_000;

/**
 * What is said while an animation plays: of building, and of solving.
 * @type {Record<string, string[]>}
 */
const STATE_MESSAGES = { playing: ['building', 'solving'] };

/**
 * What is said of the last step while an animation that walks pauses.
 * @type {Record<string, string>}
 */
const ACT_MESSAGES = { carve: 'act-carve', visit: 'act-visit', back: 'act-back' };

/**
 * What can be written into cells while a maze is solved.
 * @type {('numbers' | 'parents')[]}
 */
const NOTES = ['numbers', 'parents'];

/** So many cells of a frontier are listed. */
const MAX_LISTED_CELLS = 12;

export class WatchMode {
  #playback = new Playback((what, error) => this.#onPlayback(what, error));
  #lanes = new RaceLanes(byId('lanes'));
  /** Where films are shown: the one or two large ones, or lanes. Each has a view, a title and counters. */
  #largePanes;
  /** @type {Pane[]} */
  #panes = [];
  #catalog;
  #page;
  #what = 'build';
  /** How many films of a race have ended, as it is shown, and whether nothing is shown but the end of all. */
  #arrivedCount = -1;
  #skipsToEnd = false;
  /** What is written into cells while a maze is solved. */
  #notes = { numbers: false, parents: false };
  /**
   * The size that the speed was chosen for, or whoever watches.
   * @type {number | 'somebody'}
   */
  #speedChosenFor = 0;

  /**
   * `tables` knows algorithms and solvers by name; `page` has `setPageState`, `setStatus` and `showError`.
   * @param {View[]} views
   * @param {Catalog} tables
   * @param {Page} page
   */
  constructor(views, tables, page) {
    this.#largePanes = views.map((view, i) => ({ view, title: byId(i ? 'title-2' : 'title'), counters: byId(i ? 'counters-2' : 'counters') }));
    this.#catalog = tables;
    this.#page = page;
    byId('play-pause').addEventListener('click', () => this.toggle());
    byId('step').addEventListener('click', () => this.step(1));
    byId('step-back').addEventListener('click', () => this.step(-1));
    byId('scrub').addEventListener('input', () => this.#playback.seek(Number(byId('scrub', HTMLInputElement).value)));
    for (const name of NOTES) {
      byId(`note-${name}`).addEventListener('change', () => {
        this.#notes[name] = isChecked(`note-${name}`);
        this.#largePanes.forEach(({ view }) => view.refresh());
      });
    }
    byId('frontier').addEventListener('toggle', () => this.#showFrontier());
    byId('speed').addEventListener('input', () => {
      this.#speedChosenFor = 'somebody';
      this.#setSpeed(Number(byId('speed', HTMLInputElement).value));
    });
  }

  /**
   * What is wrong with what shall be watched, which the service is never asked about.
   * @param {State} state
   * @param {Graph} maze
   * @returns {Fault | null}
   */
  fault(state, { size }) {
    if (state.what === 'race' && size > MAX_RACE_CELLS) {
      return { parameter: 'what', detail: translate('race-limit', { count: MAX_RACE_CELLS }) };
    }
    if (state.what === 'race' && state.compare) return { parameter: 'compare', detail: translate('race-alone') };
    if (!state.compare || this.#table(state)(state.compare)) return null;
    return { parameter: 'compare', detail: translate(state.what === 'solve' ? 'no-solver' : 'no-algorithm', { name: state.compare }) };
  }

  /**
   * Shows the beginning, and plays at once if that is wanted. `opened` is what the maze was read from, if it was not made here.
   * @param {State} state
   * @param {Graph} maze
   * @param {boolean} plays
   * @param {OpenedMaze | null} opened
   */
  show(state, maze, plays, opened) {
    if (this.#speedChosenFor !== 'somebody' && this.#speedChosenFor !== maze.size) {
      this.#speedChosenFor = maze.size;
      this.#setSpeed(speedForCells(maze.size));
    }
    this.#what = state.what;
    byId('lesson').hidden = !this.#solves || this.#races;
    const names = this.#races ? this.#catalog.solving(state).map(({ name }) => name) : [this.#solves ? state.solver : state.algo, state.compare].filter(Boolean);
    this.#panes = this.#races ? this.#lanes.of(names) : this.#largePanes;
    this.#arrivedCount = -1;
    this.#skipsToEnd = this.#races && prefersReducedMotion();
    this.#playback.load(names.map((name, i) => this.#createTrack(state, maze, name, i, opened)));
    if (this.#races) {
      fillKey(byId('race-key'), RACE_KEY);
      byId('left-out').textContent = this.#leftOut(state);
    } else {
      const keys = alignKeys(this.#playback.films.map(({ key }) => key));
      keys.forEach((key, i) => fillKey(byId(i ? 'key-2' : 'key'), key));
    }
    if (plays) this.#playback.play();
  }

  get #solves() {
    return this.#what !== 'build';
  }

  get #races() {
    return this.#what === 'race';
  }

  /**
   * Which solvers do not run, and why.
   * @param {State} state
   */
  #leftOut(state) {
    const running = this.#catalog.solving(state), others = this.#catalog.solvers.filter((each) => !running.includes(each));
    if (!others.length) return '';
    return translate('left-out', { names: formatList(others.map((each) => catalogEntry('solvers', each).title)) });
  }

  /**
   * @param {State} state
   * @param {Graph} maze
   * @param {string} name
   * @param {number} i
   * @param {OpenedMaze | null} opened
   */
  #createTrack(state, maze, name, i, opened) {
    const { view, title } = this.#panes[i];
    // The options of the form belong to the first of two. The second, and all in a race, have none.
    const isOfForm = i === 0 && !this.#races;
    const shown = isOfForm ? state : { ...state, ...(this.#solves ? { solver: name, hand: '' } : { algo: name, ...NO_ALGORITHM_OPTIONS }) };
    /** @param {Parameters} [more] */
    const query = (more) => opened?.query(more) ?? mazeQuery(shown, more), plain = this.#races ? { solver: name } : solverParameters(shown);
    // Where moves go across corners, another solver may run than the one that was chosen.
    const solving = this.#races ? plain : opened?.solving(plain) ?? plain, running = this.#solves ? solving.solver ?? name : name;
    const about = this.#table(state)(running);
    title.textContent = this.#title(about, running);
    if (this.#races) view.canvas.setAttribute('aria-label', translate('as-known', { name: title.textContent }));
    return {
      view,
      path: this.#solves ? `solve/steps${query(solving)}` : `maze/steps${query()}`,
      body: opened?.body,
      film: () => (this.#solves ? new SolveAnimation(maze, this.#catalog.solver(running), this.#races ? {} : this.#notes) : new BuildAnimation(maze, about?.name ?? running)),
    };
  }

  /**
   * @param {CatalogEntry | undefined} about
   * @param {string} name
   */
  #title(about, name) {
    return about ? catalogEntry(this.#solves ? 'solvers' : 'algorithms', about).title : name;
  }

  /**
   * @param {State} state
   * @returns {(name: string) => AlgorithmInfo | SolverInfo | undefined}
   */
  #table({ what }) {
    return (name) => (what !== 'build' ? this.#catalog.solver(name) : this.#catalog.algorithm(name));
  }

  leave() {
    byId('lesson').hidden = true;
    this.#playback.leave();
  }

  toggle() {
    if (this.#playback.state === 'playing') this.#playback.pause();
    else this.#playback.play();
  }

  /**
   * One step, for which an animation that plays pauses.
   * @param {number} by
   */
  step(by) {
    this.#playback.pause();
    this.#playback.step(by);
  }

  /**
   * @param {'state' | 'place' | 'error'} what
   * @param {Error} [error]
   */
  #onPlayback(what, error) {
    if (error) return this.#page.showError(error);
    if (what === 'place') return this.#showPosition();
    if (this.#skipsToEnd && this.#playback.state === 'done') this.#skipsToEnd = false;
    const { state, films } = this.#playback;
    byId('play-pause').dataset.does = state === 'playing' ? 'pause' : 'play';
    byId('play-words').textContent = translate(state === 'playing' ? 'pause' : state === 'done' ? 'replay' : 'play');
    if (state === 'done') this.#page.setStatus(this.#conclusion(films));
    else if (!this.#skipsToEnd && state !== 'paused') this.#page.setStatus(Object.hasOwn(STATE_MESSAGES, state) ? translate(STATE_MESSAGES[state][Number(this.#solves)]) : '');
    this.#showPosition();
    this.#page.setPageState(state);
  }

  #showPosition() {
    const { films, position, length, isWhole } = this.#playback;
    if (this.#skipsToEnd && position < length) return this.#playback.seek(length);
    films.forEach((film, i) => fillCounters(this.#panes[i].counters, this.#races ? raceCounters(film) : film.counters));
    const [at, of] = [position, length].map((steps) => formatNumber(steps));
    if (this.#races) this.#rank(films);
    this.#showFrontier();
    if (this.#playback.state === 'paused') this.#page.setStatus([translate('paused'), this.#act].filter(Boolean).join(' '));
    const scrub = byId('scrub', HTMLInputElement);
    scrub.max = String(length);
    scrub.value = String(position);
    scrub.setAttribute('aria-valuetext', translate('step-of', { at, of }));
    byId('position').textContent = `${at} / ${of}${isWhole ? '' : '+'}`;
    setEnabled(byId('step-back'), position > 0, byId('play-pause'));
    setEnabled(byId('step'), position < length || !isWhole, byId('play-pause'));
  }

  /** What the last step of the one animation was, where that is easily said. */
  get #act() {
    const { films: [film, ...others] } = this.#playback;
    // A solver that spreads is done with a cell when it has looked around it, and walks nowhere.
    const isWalking = film instanceof SolveAnimation ? !film.spreads : film instanceof BuildAnimation && film.keeps === 'stack';
    return !others.length && isWalking && !film.ended && Object.hasOwn(ACT_MESSAGES, film.act) ? translate(ACT_MESSAGES[film.act]) : '';
  }

  /** The frontier as a list, where somebody looks at it: its first cells, what the way to each costs, and where it was reached from. */
  #showFrontier() {
    const [film] = this.#playback.films;
    if (!(film instanceof SolveAnimation)) return;
    byId('frontier-title').textContent = translate(film.spreads ? 'frontier' : 'trail');
    if (!byId('frontier', HTMLDetailsElement).open) return;
    const { maze, frontier, parents, costs } = film;
    /** @param {number} cell */
    const words = (cell) => (cell < 0 ? '–' : maze.address(cell).join(', '));
    const first = [...frontier].slice(0, MAX_LISTED_CELLS);
    fillRows(byId('frontier-cells'), first.map((cell) => [words(cell), costs[cell] < 0 ? '–' : formatNumber(costs[cell]), words(parents[cell])]));
    byId('frontier-more').textContent = frontier.size > MAX_LISTED_CELLS ? translate('more-cells', { count: frontier.size - MAX_LISTED_CELLS }) : '';
  }

  /** @param {StepAnimation[]} films */
  #rank(films) {
    const arrived = films.filter(({ ended }) => ended).length;
    if (arrived !== this.#arrivedCount) this.#lanes.rank(films);
    this.#arrivedCount = arrived;
  }

  /**
   * How all animations ended.
   * @param {StepAnimation[]} films
   */
  #conclusion(films) {
    if (!this.#races) return films.map((film) => this.#summary(film)).join(' ');
    return translate('first-of', { count: films.length, summary: this.#summary(this.#lanes.rank(films)) });
  }

  /**
   * How an animation ended, in a sentence.
   * @param {StepAnimation} film
   */
  #summary(film) {
    const about = this.#solves ? this.#catalog.solver(film.name) : this.#catalog.algorithm(film.name);
    const values = { name: this.#title(about, film.name), steps: translate('steps', { count: film.steps }) };
    const { ended } = film;
    if (!ended || ended.step === 'stopped') return translate('end-stopped', values);
    if (ended.gave_up) return translate('end-gave-up', { ...values, why: ended.gave_up });
    if (!this.#solves) return translate('end-built', values);
    if (ended.length == null) return translate('end-no-way', values);
    return translate('end-solved', { ...values, moves: formatMoves(ended.length) });
  }

  /** @param {number} speed */
  #setSpeed(speed) {
    this.#playback.speed = speed;
    byId('speed', HTMLInputElement).value = String(speed);
    byId('speed-words').textContent = describeSpeedShort(speed);
    byId('speed').setAttribute('aria-valuetext', describeSpeed(speed));
  }
}

/**
 * @param {HTMLElement} list
 * @param {Counter[]} counters
 */
function fillCounters(list, counters) {
  counters.forEach(([key, value], place) => {
    const group = list.children[place] ?? list.appendChild(createCounter());
    const [name, count] = group.children;
    setWords(name, translate(key));
    setWords(count, typeof value === 'number' ? formatNumber(value) : value);
  });
  while (list.children.length > counters.length) list.lastElementChild?.remove();
}

/**
 * Changes words that are others than before.
 * @param {Element} element
 * @param {string} words
 */
function setWords(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/**
 * @param {HTMLTableSectionElement} body
 * @param {string[][]} rows
 */
function fillRows(body, rows) {
  while (body.rows.length > rows.length) body.deleteRow(-1);
  rows.forEach((cells, i) => {
    const row = body.rows[i] ?? body.insertRow();
    cells.forEach((words, k) => {
      const cell = row.cells[k] ?? row.insertCell();
      setWords(cell, words);
    });
  });
}

function createCounter() {
  const group = document.createElement('div');
  group.append(document.createElement('dt'), document.createElement('dd'));
  return group;
}

/**
 * Keys whose entries are in one order: what all of them have comes first, so that they are in line.
 * @param {KeyEntry[][]} keys
 * @returns {KeyEntry[][]}
 */
function alignKeys(keys) {
  /** @param {KeyEntry} entry */
  const isShared = (entry) => keys.every((key) => key.some((other) => other.join() === entry.join()));
  return keys.map((key) => [...key.filter(isShared), ...key.filter((entry) => !isShared(entry))]);
}

/**
 * Each of two animations has a key of its own: the same color may mean one thing in one, and another in the other.
 * @param {HTMLElement} list
 * @param {KeyEntry[]} key
 */
function fillKey(list, key) {
  list.replaceChildren(...key.map(([color, meaning]) => {
    const swatch = document.createElement('span');
    swatch.className = `swatch swatch-${color}`;
    const entry = document.createElement('li');
    entry.append(swatch, translate(meaning));
    return entry;
  }));
}
