// The mode in which one watches: which streams are shown, the bar of the animation, counters and the key of the colours.

import { mazeQuery, OF_ALGORITHMS, solverOf } from './address.js';
import { Building, Solving } from './film.js';
import { enable } from './focus.js';
import { Playback, shortSpeed, speedFor, speedInWords } from './playback.js';

const $ = (id) => document.getElementById(id);

export class Watch {
  #playback = new Playback((what, error) => this.#on(what, error));
  #views;
  #tables;
  #page;
  #solves = false;
  /** The size that the speed was chosen for, or whoever watches. */
  #speedFor = 0;

  /** `tables` knows algorithms and solvers by name; `page` has `setState`, `tell` and `fail`. */
  constructor(views, tables, page) {
    this.#views = views;
    this.#tables = tables;
    this.#page = page;
    $('play-pause').addEventListener('click', () => this.toggle());
    $('step').addEventListener('click', () => this.step(1));
    $('step-back').addEventListener('click', () => this.step(-1));
    $('scrub').addEventListener('input', () => this.#playback.seek(Number($('scrub').value)));
    $('speed').addEventListener('input', () => {
      this.#speedFor = 'somebody';
      this.#setSpeed(Number($('speed').value));
    });
  }

  /** What is wrong with what shall be watched, which the service is never asked about. */
  fault(state) {
    if (!state.compare || this.#table(state)(state.compare)) return null;
    return { parameter: 'compare', detail: `There is no ${state.what === 'solve' ? 'solver' : 'algorithm'} “${state.compare}”.` };
  }

  /** Shows the beginning, and plays at once if that is wanted. */
  show(state, maze, plays) {
    if (this.#speedFor !== 'somebody' && this.#speedFor !== maze.size) {
      this.#speedFor = maze.size;
      this.#setSpeed(speedFor(maze.size));
    }
    this.#solves = state.what === 'solve';
    const names = [this.#solves ? state.solver : state.algo, state.compare].filter(Boolean);
    this.#playback.load(names.map((name, i) => this.#reel(state, maze, name, i)));
    const keys = inLine(this.#playback.films.map(({ key }) => key));
    keys.forEach((key, i) => fillKey($(i ? 'key-2' : 'key'), key));
    if (plays) this.#playback.play();
  }

  #reel(state, maze, name, i) {
    const about = this.#table(state)(name);
    // The second one has no separate options: those of the form belong to the first.
    const shown = i === 0 ? state : { ...state, ...(this.#solves ? { solver: name, hand: '' } : { algo: name, ...OF_ALGORITHMS }) };
    $(i ? 'title-2' : 'title').textContent = about?.title ?? name;
    return {
      view: this.#views[i],
      path: this.#solves ? `solve/steps${mazeQuery(shown, solverOf(shown))}` : `maze/steps${mazeQuery(shown)}`,
      film: () => (this.#solves ? new Solving(maze, about) : new Building(maze, about?.name ?? name)),
    };
  }

  #table({ what }) {
    return (name) => (what === 'solve' ? this.#tables.solver(name) : this.#tables.algorithm(name));
  }

  leave() {
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
    const { state, films } = this.#playback;
    $('play-pause').dataset.does = state === 'playing' ? 'pause' : 'play';
    $('play-words').textContent = { playing: 'Pause', done: 'Replay' }[state] ?? 'Play';
    if (state === 'done') this.#page.tell(films.map((film) => this.#summary(film)).join(' '));
    else this.#page.tell({ playing: `The maze is being ${this.#solves ? 'solved' : 'built'}.`, paused: 'Paused.' }[state] ?? '');
    this.#showPlace();
    this.#page.setState(state);
  }

  #showPlace() {
    const { films, position, length, isWhole } = this.#playback;
    films.forEach((film, i) => fillCounters($(i ? 'counters-2' : 'counters'), film.counters));
    const [at, of] = [position, length].map((steps) => steps.toLocaleString('en'));
    const scrub = $('scrub');
    scrub.max = length;
    scrub.value = position;
    scrub.setAttribute('aria-valuetext', `step ${at} of ${of}`);
    $('position').textContent = `${at} / ${of}${isWhole ? '' : '+'}`;
    enable($('step-back'), position > 0, $('play-pause'));
    enable($('step'), position < length || !isWhole, $('play-pause'));
  }

  /** How an animation ended, in a sentence. */
  #summary(film) {
    const name = (this.#solves ? this.#tables.solver(film.name) : this.#tables.algorithm(film.name))?.title ?? film.name;
    const steps = `${film.steps.toLocaleString('en')} ${film.steps === 1 ? 'step' : 'steps'}`;
    if (film.ended.step === 'stopped') return `${name}: the service told no more than the first ${steps}.`;
    if (film.ended.gave_up) return `${name}, ${steps}: gave up, since ${film.ended.gave_up}.`;
    if (!this.#solves) return `${name}: built in ${steps}.`;
    if (film.ended.length === null) return `${name}, ${steps}: there is no way through.`;
    return `${name}: a way of ${film.ended.length.toLocaleString('en')} moves, found in ${steps}.`;
  }

  #setSpeed(speed) {
    this.#playback.speed = speed;
    $('speed').value = speed;
    $('speed-words').textContent = shortSpeed(speed);
    $('speed').setAttribute('aria-valuetext', speedInWords(speed));
  }
}

function fillCounters(list, counters) {
  counters.forEach(([name, value], place) => {
    const group = list.children[place] ?? list.appendChild(counter());
    group.firstChild.textContent = name;
    group.lastChild.textContent = value.toLocaleString('en');
  });
  while (list.children.length > counters.length) list.lastChild.remove();
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

/** Each of two animations has a key of its own: the same colour may mean one thing in one, and another in the other. */
function fillKey(list, key) {
  list.replaceChildren(...key.map(([colour, words]) => {
    const swatch = document.createElement('span');
    swatch.className = `swatch swatch-${colour}`;
    const entry = document.createElement('li');
    entry.append(swatch, words);
    return entry;
  }));
}
