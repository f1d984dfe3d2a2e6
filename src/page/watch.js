// The mode in which one watches: which streams are shown, the buttons of the animation, counters and the key of the colours.

import { mazeQuery, solverOf } from './address.js';
import { Building, Solving } from './film.js';
import { Playback, speedFor, speedInWords } from './playback.js';

const $ = (id) => document.getElementById(id);

export class Watch {
  #playback = new Playback((what, error) => this.#on(what, error));
  #views;
  #tables;
  #page;
  #solves = false;
  /** The size that the speed was chosen for, or whoever watches. */
  #speedFor = 0;

  /** `tables` knows algorithms and solvers by name; `page` has `setState`, `showWork`, `tell` and `fail`. */
  constructor(views, tables, page) {
    this.#views = views;
    this.#tables = tables;
    this.#page = page;
    $('play-pause').addEventListener('click', () => this.toggle());
    $('step').addEventListener('click', () => this.#playback.step());
    $('restart').addEventListener('click', () => this.#playback.restart());
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

  /** Shows the beginning, and waits for somebody to press play. */
  show(state, maze) {
    if (this.#speedFor !== 'somebody' && this.#speedFor !== maze.size) {
      this.#speedFor = maze.size;
      this.#setSpeed(speedFor(maze.size));
    }
    this.#solves = state.what === 'solve';
    const names = [this.#solves ? state.solver : state.algo, state.compare].filter(Boolean);
    this.#playback.load(names.map((name, i) => this.#reel(state, maze, name, i)));
    this.#fillKey();
  }

  #reel(state, maze, name, i) {
    const about = this.#table(state)(name);
    // The second one has no separate options: those of the form belong to the first.
    const shown = i === 0 ? state : { ...state, ...(this.#solves ? { solver: name, hand: '' } : { algo: name, pick: '', bias: '' }) };
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

  stop() {
    this.#playback.stop();
  }

  #on(what, error) {
    if (what === 'error') return this.#page.fail(error);
    if (what === 'counters') return this.#showCounters();
    const { state, films } = this.#playback;
    $('play-pause').textContent = { playing: 'Pause', done: 'Play again' }[state] ?? 'Play';
    $('step').disabled = state === 'done';
    $('stop').disabled = state === 'ready' || state === 'done';
    if (state === 'done') this.#page.tell(films.map((film) => this.#summary(film)).join(' '));
    else this.#page.tell({ ready: 'Press Play to begin.', playing: `The maze is being ${this.#solves ? 'solved' : 'built'}.`, paused: 'Paused.' }[state]);
    this.#page.setState(state);
  }

  #showCounters() {
    const { films } = this.#playback;
    films.forEach((film, i) => {
      const list = $(i ? 'counters-2' : 'counters');
      film.counters.forEach(([name, value], place) => {
        const group = list.children[place] ?? list.appendChild(counter());
        group.firstChild.textContent = name;
        group.lastChild.textContent = value.toLocaleString('en');
      });
      while (list.children.length > film.counters.length) list.lastChild.remove();
    });
    $('progress').value = Math.max(0, ...films.map((film) => film.progress));
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

  #fillKey() {
    const entries = new Map(this.#playback.films.flatMap((film) => film.key).map((entry) => [entry.join(), entry]));
    $('key').replaceChildren(...[...entries.values()].map(([colour, words]) => {
      const swatch = document.createElement('span');
      swatch.className = `swatch swatch-${colour}`;
      const entry = document.createElement('li');
      entry.append(swatch, words);
      return entry;
    }));
  }

  #setSpeed(speed) {
    this.#playback.speed = speed;
    $('speed').value = speed;
    $('speed-words').textContent = speedInWords(speed);
    $('speed').setAttribute('aria-valuetext', speedInWords(speed));
  }
}

function counter() {
  const group = document.createElement('div');
  group.append(document.createElement('dt'), document.createElement('dd'));
  return group;
}
