// The mode in which one watches: which streams are shown, the bar of the animation, counters and the key of the colors.

import { mazeQuery, NO_ALGORITHM_OPTIONS, solverParameters } from './address.js';
import { BuildAnimation, SolveAnimation } from './animation.js';
import { setEnabled } from './focus.js';
import { catalogEntry, formatList, formatMoves, formatNumber, translate } from './language.js';
import { describeSpeed, describeSpeedShort, Playback, speedForCells } from './playback.js';
import { RACE_KEY, raceCounters, RaceLanes } from './race.js';
import { prefersReducedMotion } from './theme.js';

/** The largest maze that solvers race through: there are many pictures of it. */
const MAX_RACE_CELLS = 10_000;

/** What is said while an animation plays and pauses: of building, and of solving. */
const STATE_MESSAGES = { playing: ['building', 'solving'], paused: ['paused', 'paused'] };

/** So many cells of a frontier are listed. */
const MAX_LISTED_CELLS = 12;

const $ = (id) => document.getElementById(id);

export class WatchMode {
  #playback = new Playback((what, error) => this.#onPlayback(what, error));
  #lanes = new RaceLanes($('lanes'));
  /** Where films are shown: the one or two large ones, or lanes. Each has a view, a title and counters. */
  #largePanes;
  #panes = [];
  #catalog;
  #page;
  #what = 'build';
  /** How many films of a race have ended, as it is shown, and whether nothing is shown but the end of all. */
  #arrivedCount = -1;
  #skipsToEnd = false;
  /** What is written into cells while a maze is solved. */
  #notes = { numbers: false, parents: false };
  /** The size that the speed was chosen for, or whoever watches. */
  #speedChosenFor = 0;

  /** `tables` knows algorithms and solvers by name; `page` has `setPageState`, `setStatus` and `showError`. */
  constructor(views, tables, page) {
    this.#largePanes = views.map((view, i) => ({ view, title: $(i ? 'title-2' : 'title'), counters: $(i ? 'counters-2' : 'counters') }));
    this.#catalog = tables;
    this.#page = page;
    $('play-pause').addEventListener('click', () => this.toggle());
    $('step').addEventListener('click', () => this.step(1));
    $('step-back').addEventListener('click', () => this.step(-1));
    $('scrub').addEventListener('input', () => this.#playback.seek(Number($('scrub').value)));
    for (const name of Object.keys(this.#notes)) {
      $(`note-${name}`).addEventListener('change', ({ target }) => {
        this.#notes[name] = target.checked;
        this.#largePanes.forEach(({ view }) => view.refresh());
      });
    }
    $('frontier').addEventListener('toggle', () => this.#showFrontier());
    $('speed').addEventListener('input', () => {
      this.#speedChosenFor = 'somebody';
      this.#setSpeed(Number($('speed').value));
    });
  }

  /** What is wrong with what shall be watched, which the service is never asked about. */
  fault(state, { size }) {
    if (state.what === 'race' && size > MAX_RACE_CELLS) {
      return { parameter: 'what', detail: translate('race-limit', { count: MAX_RACE_CELLS }) };
    }
    if (state.what === 'race' && state.compare) return { parameter: 'compare', detail: translate('race-alone') };
    if (!state.compare || this.#table(state)(state.compare)) return null;
    return { parameter: 'compare', detail: translate(state.what === 'solve' ? 'no-solver' : 'no-algorithm', { name: state.compare }) };
  }

  /** Shows the beginning, and plays at once if that is wanted. `opened` is what the maze was read from, if it was not made here. */
  show(state, maze, plays, opened) {
    if (this.#speedChosenFor !== 'somebody' && this.#speedChosenFor !== maze.size) {
      this.#speedChosenFor = maze.size;
      this.#setSpeed(speedForCells(maze.size));
    }
    this.#what = state.what;
    $('lesson').hidden = !this.#solves || this.#races;
    const names = this.#races ? this.#catalog.solving(state).map(({ name }) => name) : [this.#solves ? state.solver : state.algo, state.compare].filter(Boolean);
    this.#panes = this.#races ? this.#lanes.of(names) : this.#largePanes;
    this.#arrivedCount = -1;
    this.#skipsToEnd = this.#races && prefersReducedMotion();
    this.#playback.load(names.map((name, i) => this.#createTrack(state, maze, name, i, opened)));
    if (this.#races) {
      fillKey($('race-key'), RACE_KEY);
      $('left-out').textContent = this.#leftOut(state);
    } else {
      const keys = alignKeys(this.#playback.films.map(({ key }) => key));
      keys.forEach((key, i) => fillKey($(i ? 'key-2' : 'key'), key));
    }
    if (plays) this.#playback.play();
  }

  get #solves() {
    return this.#what !== 'build';
  }

  get #races() {
    return this.#what === 'race';
  }

  /** Which solvers do not run, and why. */
  #leftOut(state) {
    const running = this.#catalog.solving(state), others = this.#catalog.solvers.filter((each) => !running.includes(each));
    if (!others.length) return '';
    return translate('left-out', { names: formatList(others.map((each) => catalogEntry('solvers', each).title)) });
  }

  #createTrack(state, maze, name, i, opened) {
    const { view, title } = this.#panes[i];
    // The options of the form belong to the first of two. The second, and all in a race, have none.
    const isOfForm = i === 0 && !this.#races;
    const shown = isOfForm ? state : { ...state, ...(this.#solves ? { solver: name, hand: '' } : { algo: name, ...NO_ALGORITHM_OPTIONS }) };
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
      film: () => (this.#solves ? new SolveAnimation(maze, about, this.#races ? {} : this.#notes) : new BuildAnimation(maze, about?.name ?? running)),
    };
  }

  #title(about, name) {
    return about ? catalogEntry(this.#solves ? 'solvers' : 'algorithms', about).title : name;
  }

  #table({ what }) {
    return (name) => (what !== 'build' ? this.#catalog.solver(name) : this.#catalog.algorithm(name));
  }

  leave() {
    $('lesson').hidden = true;
    this.#playback.leave();
  }

  toggle() {
    if (this.#playback.state === 'playing') this.#playback.pause();
    else this.#playback.play();
  }

  /** One step, for which an animation that plays pauses. */
  step(by) {
    this.#playback.pause();
    this.#playback.step(by);
  }

  #onPlayback(what, error) {
    if (what === 'error') return this.#page.showError(error);
    if (what === 'place') return this.#showPosition();
    if (this.#skipsToEnd && this.#playback.state === 'done') this.#skipsToEnd = false;
    const { state, films } = this.#playback;
    $('play-pause').dataset.does = state === 'playing' ? 'pause' : 'play';
    $('play-words').textContent = translate({ playing: 'pause', done: 'replay' }[state] ?? 'play');
    if (state === 'done') this.#page.setStatus(this.#conclusion(films));
    else if (!this.#skipsToEnd) this.#page.setStatus(Object.hasOwn(STATE_MESSAGES, state) ? translate(STATE_MESSAGES[state][Number(this.#solves)]) : '');
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
    const scrub = $('scrub');
    scrub.max = length;
    scrub.value = position;
    scrub.setAttribute('aria-valuetext', translate('step-of', { at, of }));
    $('position').textContent = `${at} / ${of}${isWhole ? '' : '+'}`;
    setEnabled($('step-back'), position > 0, $('play-pause'));
    setEnabled($('step'), position < length || !isWhole, $('play-pause'));
  }

  /** The frontier as a list, where somebody looks at it: its first cells, what the way to each costs, and where it was reached from. */
  #showFrontier() {
    const [film] = this.#playback.films;
    if (!film?.frontier) return;
    $('frontier-title').textContent = translate(film.spreads ? 'frontier' : 'trail');
    if (!$('frontier').open) return;
    const { maze, frontier, parents, costs } = film, words = (cell) => (cell < 0 ? '–' : maze.address(cell).join(', '));
    const first = [...frontier].slice(0, MAX_LISTED_CELLS);
    fillRows($('frontier-cells'), first.map((cell) => [words(cell), costs[cell] < 0 ? '–' : formatNumber(costs[cell]), words(parents[cell])]));
    $('frontier-more').textContent = frontier.size > MAX_LISTED_CELLS ? translate('more-cells', { count: frontier.size - MAX_LISTED_CELLS }) : '';
  }

  #rank(films) {
    const arrived = films.filter(({ ended }) => ended).length;
    if (arrived !== this.#arrivedCount) this.#lanes.rank(this.#panes, films);
    this.#arrivedCount = arrived;
  }

  /** How all animations ended. */
  #conclusion(films) {
    if (!this.#races) return films.map((film) => this.#summary(film)).join(' ');
    return translate('first-of', { count: films.length, summary: this.#summary(this.#lanes.rank(this.#panes, films)) });
  }

  /** How an animation ended, in a sentence. */
  #summary(film) {
    const about = this.#solves ? this.#catalog.solver(film.name) : this.#catalog.algorithm(film.name);
    const values = { name: this.#title(about, film.name), steps: translate('steps', { count: film.steps }) };
    if (film.ended.step === 'stopped') return translate('end-stopped', values);
    if (film.ended.gave_up) return translate('end-gave-up', { ...values, why: film.ended.gave_up });
    if (!this.#solves) return translate('end-built', values);
    if (film.ended.length === null) return translate('end-no-way', values);
    return translate('end-solved', { ...values, moves: formatMoves(film.ended.length) });
  }

  #setSpeed(speed) {
    this.#playback.speed = speed;
    $('speed').value = speed;
    $('speed-words').textContent = describeSpeedShort(speed);
    $('speed').setAttribute('aria-valuetext', describeSpeed(speed));
  }
}

function fillCounters(list, counters) {
  counters.forEach(([key, value], place) => {
    const group = list.children[place] ?? list.appendChild(createCounter());
    const name = translate(key), words = formatNumber(value);
    if (group.firstChild.textContent !== name) group.firstChild.textContent = name;
    if (group.lastChild.textContent !== words) group.lastChild.textContent = words;
  });
  while (list.children.length > counters.length) list.lastChild.remove();
}

function fillRows(body, rows) {
  while (body.rows.length > rows.length) body.deleteRow(-1);
  rows.forEach((cells, i) => {
    const row = body.rows[i] ?? body.insertRow();
    cells.forEach((words, k) => {
      const cell = row.cells[k] ?? row.insertCell();
      if (cell.textContent !== words) cell.textContent = words;
    });
  });
}

function createCounter() {
  const group = document.createElement('div');
  group.append(document.createElement('dt'), document.createElement('dd'));
  return group;
}

/** Keys whose entries are in one order: what all of them have comes first, so that they are in line. */
function alignKeys(keys) {
  const isShared = (entry) => keys.every((key) => key.some((other) => other.join() === entry.join()));
  return keys.map((key) => [...key.filter(isShared), ...key.filter((entry) => !isShared(entry))]);
}

/** Each of two animations has a key of its own: the same color may mean one thing in one, and another in the other. */
function fillKey(list, key) {
  list.replaceChildren(...key.map(([color, meaning]) => {
    const swatch = document.createElement('span');
    swatch.className = `swatch swatch-${color}`;
    const entry = document.createElement('li');
    entry.append(swatch, translate(meaning));
    return entry;
  }));
}
