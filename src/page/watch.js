// The mode in which one watches: which streams are shown, the bar of the animation, counters and the key of the colors.

import { mazeQuery, OF_ALGORITHMS, solverOf } from './address.js';
import { Building, Solving } from './film.js';
import { enable } from './focus.js';
import { catalogued, listed, moves, number, say } from './language.js';
import { Playback, shortSpeed, speedFor, speedInWords } from './playback.js';
import { KEY, Lanes, scoreOf } from './race.js';
import { wantsLessMotion } from './theme.js';

/** The largest maze that solvers race through: there are many pictures of it. */
const MOST_OF_RACE = 10_000;

/** What is said while an animation plays and pauses: of building, and of solving. */
const SAID = { playing: ['building', 'solving'], paused: ['paused', 'paused'] };

/** So many cells of a frontier are listed. */
const LISTED = 12;

const $ = (id) => document.getElementById(id);

export class Watch {
  #playback = new Playback((what, error) => this.#on(what, error));
  #lanes = new Lanes($('lanes'));
  /** Where films are shown: the one or two large ones, or lanes. Each has a view, a title and counters. */
  #large;
  #places = [];
  #tables;
  #page;
  #what = 'build';
  /** How many films of a race have ended, as it is shown, and whether nothing is shown but the end of all. */
  #arrived = -1;
  #hurries = false;
  /** What is written into cells while a maze is solved. */
  #notes = { numbers: false, parents: false };
  /** The size that the speed was chosen for, or whoever watches. */
  #speedFor = 0;

  /** `tables` knows algorithms and solvers by name; `page` has `setState`, `tell` and `fail`. */
  constructor(views, tables, page) {
    this.#large = views.map((view, i) => ({ view, title: $(i ? 'title-2' : 'title'), counters: $(i ? 'counters-2' : 'counters') }));
    this.#tables = tables;
    this.#page = page;
    $('play-pause').addEventListener('click', () => this.toggle());
    $('step').addEventListener('click', () => this.step(1));
    $('step-back').addEventListener('click', () => this.step(-1));
    $('scrub').addEventListener('input', () => this.#playback.seek(Number($('scrub').value)));
    for (const name of Object.keys(this.#notes)) {
      $(`note-${name}`).addEventListener('change', ({ target }) => {
        this.#notes[name] = target.checked;
        this.#large.forEach(({ view }) => view.refresh());
      });
    }
    $('frontier').addEventListener('toggle', () => this.#showFrontier());
    $('speed').addEventListener('input', () => {
      this.#speedFor = 'somebody';
      this.#setSpeed(Number($('speed').value));
    });
  }

  /** What is wrong with what shall be watched, which the service is never asked about. */
  fault(state, { size }) {
    if (state.what === 'race' && size > MOST_OF_RACE) {
      return { parameter: 'what', detail: say('race-limit', { count: MOST_OF_RACE }) };
    }
    if (state.what === 'race' && state.compare) return { parameter: 'compare', detail: say('race-alone') };
    if (!state.compare || this.#table(state)(state.compare)) return null;
    return { parameter: 'compare', detail: say(state.what === 'solve' ? 'no-solver' : 'no-algorithm', { name: state.compare }) };
  }

  /** Shows the beginning, and plays at once if that is wanted. `opened` is what the maze was read from, if it was not made here. */
  show(state, maze, plays, opened) {
    if (this.#speedFor !== 'somebody' && this.#speedFor !== maze.size) {
      this.#speedFor = maze.size;
      this.#setSpeed(speedFor(maze.size));
    }
    this.#what = state.what;
    $('lesson').hidden = !this.#solves || this.#races;
    const names = this.#races ? this.#tables.solving(state).map(({ name }) => name) : [this.#solves ? state.solver : state.algo, state.compare].filter(Boolean);
    this.#places = this.#races ? this.#lanes.of(names) : this.#large;
    this.#arrived = -1;
    this.#hurries = this.#races && wantsLessMotion();
    this.#playback.load(names.map((name, i) => this.#reel(state, maze, name, i, opened)));
    if (this.#races) {
      fillKey($('race-key'), KEY);
      $('left-out').textContent = this.#leftOut(state);
    } else {
      const keys = inLine(this.#playback.films.map(({ key }) => key));
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
    const running = this.#tables.solving(state), others = this.#tables.solvers.filter((each) => !running.includes(each));
    if (!others.length) return '';
    return say('left-out', { names: listed(others.map((each) => catalogued('solvers', each).title)) });
  }

  #reel(state, maze, name, i, opened) {
    const { view, title } = this.#places[i];
    // The options of the form belong to the first of two. The second, and all in a race, have none.
    const isOfForm = i === 0 && !this.#races;
    const shown = isOfForm ? state : { ...state, ...(this.#solves ? { solver: name, hand: '' } : { algo: name, ...OF_ALGORITHMS }) };
    const query = (more) => opened?.query(more) ?? mazeQuery(shown, more), plain = this.#races ? { solver: name } : solverOf(shown);
    // Where moves go across corners, another solver may run than the one that was chosen.
    const solving = this.#races ? plain : opened?.solving(plain) ?? plain, running = this.#solves ? solving.solver ?? name : name;
    const about = this.#table(state)(running);
    title.textContent = this.#title(about, running);
    if (this.#races) view.canvas.setAttribute('aria-label', say('as-known', { name: title.textContent }));
    return {
      view,
      path: this.#solves ? `solve/steps${query(solving)}` : `maze/steps${query()}`,
      body: opened?.body,
      film: () => (this.#solves ? new Solving(maze, about, this.#races ? {} : this.#notes) : new Building(maze, about?.name ?? running)),
    };
  }

  #title(about, name) {
    return about ? catalogued(this.#solves ? 'solvers' : 'algorithms', about).title : name;
  }

  #table({ what }) {
    return (name) => (what !== 'build' ? this.#tables.solver(name) : this.#tables.algorithm(name));
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

  #on(what, error) {
    if (what === 'error') return this.#page.fail(error);
    if (what === 'place') return this.#showPlace();
    if (this.#hurries && this.#playback.state === 'done') this.#hurries = false;
    const { state, films } = this.#playback;
    $('play-pause').dataset.does = state === 'playing' ? 'pause' : 'play';
    $('play-words').textContent = say({ playing: 'pause', done: 'replay' }[state] ?? 'play');
    if (state === 'done') this.#page.tell(this.#conclusion(films));
    else if (!this.#hurries) this.#page.tell(Object.hasOwn(SAID, state) ? say(SAID[state][Number(this.#solves)]) : '');
    this.#showPlace();
    this.#page.setState(state);
  }

  #showPlace() {
    const { films, position, length, isWhole } = this.#playback;
    if (this.#hurries && position < length) return this.#playback.seek(length);
    films.forEach((film, i) => fillCounters(this.#places[i].counters, this.#races ? scoreOf(film) : film.counters));
    const [at, of] = [position, length].map((steps) => number(steps));
    if (this.#races) this.#rank(films);
    this.#showFrontier();
    const scrub = $('scrub');
    scrub.max = length;
    scrub.value = position;
    scrub.setAttribute('aria-valuetext', say('step-of', { at, of }));
    $('position').textContent = `${at} / ${of}${isWhole ? '' : '+'}`;
    enable($('step-back'), position > 0, $('play-pause'));
    enable($('step'), position < length || !isWhole, $('play-pause'));
  }

  /** The frontier as a list, where somebody looks at it: its first cells, what the way to each costs, and where it was reached from. */
  #showFrontier() {
    const [film] = this.#playback.films;
    if (!film?.frontier) return;
    $('frontier-title').textContent = say(film.spreads ? 'frontier' : 'trail');
    if (!$('frontier').open) return;
    const { maze, frontier, parents, costs } = film, words = (cell) => (cell < 0 ? '–' : maze.address(cell).join(', '));
    const first = [...frontier].slice(0, LISTED);
    fillRows($('frontier-cells'), first.map((cell) => [words(cell), costs[cell] < 0 ? '–' : number(costs[cell]), words(parents[cell])]));
    $('frontier-more').textContent = frontier.size > LISTED ? say('more-cells', { count: frontier.size - LISTED }) : '';
  }

  #rank(films) {
    const arrived = films.filter(({ ended }) => ended).length;
    if (arrived !== this.#arrived) this.#lanes.rank(this.#places, films);
    this.#arrived = arrived;
  }

  /** How all animations ended. */
  #conclusion(films) {
    if (!this.#races) return films.map((film) => this.#summary(film)).join(' ');
    return say('first-of', { count: films.length, summary: this.#summary(this.#lanes.rank(this.#places, films)) });
  }

  /** How an animation ended, in a sentence. */
  #summary(film) {
    const about = this.#solves ? this.#tables.solver(film.name) : this.#tables.algorithm(film.name);
    const told = { name: this.#title(about, film.name), steps: say('steps', { count: film.steps }) };
    if (film.ended.step === 'stopped') return say('end-stopped', told);
    if (film.ended.gave_up) return say('end-gave-up', { ...told, why: film.ended.gave_up });
    if (!this.#solves) return say('end-built', told);
    if (film.ended.length === null) return say('end-no-way', told);
    return say('end-solved', { ...told, moves: moves(film.ended.length) });
  }

  #setSpeed(speed) {
    this.#playback.speed = speed;
    $('speed').value = speed;
    $('speed-words').textContent = shortSpeed(speed);
    $('speed').setAttribute('aria-valuetext', speedInWords(speed));
  }
}

function fillCounters(list, counters) {
  counters.forEach(([key, value], place) => {
    const group = list.children[place] ?? list.appendChild(counter());
    const name = say(key), words = number(value);
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

function counter() {
  const group = document.createElement('div');
  group.append(document.createElement('dt'), document.createElement('dd'));
  return group;
}

/** Keys whose entries are in one order: what all of them have comes first, so that they are in line. */
function inLine(keys) {
  const isShared = (entry) => keys.every((key) => key.some((other) => other.join() === entry.join()));
  return keys.map((key) => [...key.filter(isShared), ...key.filter((entry) => !isShared(entry))]);
}

/** Each of two animations has a key of its own: the same color may mean one thing in one, and another in the other. */
function fillKey(list, key) {
  list.replaceChildren(...key.map(([color, meaning]) => {
    const swatch = document.createElement('span');
    swatch.className = `swatch swatch-${color}`;
    const entry = document.createElement('li');
    entry.append(swatch, say(meaning));
    return entry;
  }));
}
