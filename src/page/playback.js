// Playing the steps of one stream, or of several side by side: play, pause, step forth and back, go to any place, speed.

import { say } from './language.js';
import { Tape } from './tape.js';

/** The fastest speed has no limit but the time of a frame, in milliseconds. */
const UNLIMITED = 15;
const FRAME = 9;
const BATCH = 64;

/** A reel keeps so many states of its film at most, so that going back takes no longer than going forth a little. */
const KEPT = 32;
const FIRST_SPACING = 1024;

/** A film and the steps that it shows. */
class Reel {
  #kept = [];
  #spacing = FIRST_SPACING;

  constructor({ view, path, body, film }) {
    this.view = view;
    this.film = film();
    this.tape = new Tape(path, this.film.maze, body);
    this.#kept.push(this.film.save());
  }

  /** Whether the last step is there. */
  get isWhole() {
    return this.tape.end !== null;
  }

  /** Shows the film as it is after so many steps, or after the last one. */
  seek(position) {
    const { film, tape } = this;
    const target = Math.min(position, tape.length);
    tape.want(target);
    if (target < film.steps || (film.ended && target < tape.length)) film.restore(this.#kept.findLast(({ steps }) => steps <= target));
    while (film.steps < target) {
      const { kind, cell, side, parent } = tape.step(film.steps);
      film.apply(kind, cell, side, parent);
      if (film.steps % this.#spacing === 0 && film.steps > this.#kept.at(-1).steps) this.#keep();
    }
    if (this.isWhole && target === tape.length && !film.ended) film.end(tape.end);
  }

  #keep() {
    this.#kept.push(this.film.save());
    if (this.#kept.length <= KEPT) return;
    this.#spacing *= 2;
    this.#kept = this.#kept.filter(({ steps }) => steps % this.#spacing === 0);
  }

  paint() {
    const { view, film } = this;
    if (film.renewed) view.refresh();
    else view.repaint(film.changed);
    film.changed.clear();
    film.renewed = false;
  }
}

export class Playback {
  state = 'ready';
  speed = 7;
  /** How many steps are shown. */
  position = 0;
  #reels = [];
  #frame = 0;
  #last = 0;
  #owed = 0;

  /** `tell` is called with what changed: 'state', 'place', or 'error' and the error. */
  constructor(tell) {
    this.tell = tell;
  }

  /** Puts in some shows: `{ view, path, body, film }` each, where `film` makes an empty film. */
  load(shows) {
    this.leave();
    this.#reels = shows.map((show) => new Reel(show));
    for (const { view, film } of this.#reels) view.show({ maze: film.maze, film });
    this.position = this.#owed = 0;
    this.tell('place');
    this.#set('ready');
    this.#wait();
  }

  get films() {
    return this.#reels.map(({ film }) => film);
  }

  /** How many steps can be shown by now, and whether more are to come. */
  get length() {
    return Math.max(0, ...this.#reels.map(({ tape }) => tape.length));
  }

  get isWhole() {
    return this.#reels.every((reel) => reel.isWhole);
  }

  play() {
    if (this.state === 'done') this.#go(0);
    this.#owed = 0;
    this.#last = performance.now();
    this.#set('playing');
    this.#wait();
  }

  pause() {
    if (this.state === 'playing') this.#set('paused');
  }

  /** One step forth, or back if `by` is -1. */
  step(by) {
    this.seek(this.position + by);
  }

  /** Goes to a place, and goes on playing there if it was playing. */
  seek(position) {
    this.#owed = 0;
    this.#go(Math.min(Math.max(position, 0), this.length));
    if (this.#hasEnded()) this.#set('done');
    else if (this.state !== 'playing') this.#set(this.position ? 'paused' : 'ready');
    this.#wait();
  }

  /** Leaves the streams and forgets everything. */
  leave() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#reels.forEach(({ tape }) => tape.leave());
    this.#reels = [];
  }

  #set(state) {
    this.state = state;
    this.tell('state');
  }

  #go(position) {
    this.position = position;
    for (const reel of this.#reels) {
      reel.seek(position);
      reel.paint();
    }
    this.tell('place');
  }

  #hasEnded() {
    return this.isWhole && this.position >= this.length;
  }

  #wait() {
    if (!this.#frame) this.#frame = requestAnimationFrame((now) => this.#tick(now));
  }

  #tick(now) {
    this.#frame = 0;
    const error = this.#reels.find(({ tape }) => tape.error)?.tape.error;
    if (error) {
      this.leave();
      return this.tell('error', error);
    }
    if (this.state === 'playing') this.#advance(now);
    // The last step may have been shown before it was known to be the last.
    else if (this.state === 'paused' && this.#hasEnded()) this.seek(this.position);
    else this.tell('place');
    // Until a stream has ended, its length grows.
    if (this.state === 'playing' || !this.isWhole) this.#wait();
  }

  #advance(now) {
    const elapsed = Math.min(Math.max(now - this.#last, 0), 100);
    this.#last = now;
    const before = this.position;
    if (this.speed >= UNLIMITED) {
      this.#hurry();
    } else {
      this.#owed += (elapsed / 1000) * 2 ** this.speed;
      const taken = Math.min(Math.floor(this.#owed), this.#ready());
      // What did not come in time is not made up for later, or a short wait would end in a jump.
      this.#owed = Math.min(this.#owed - taken, 1);
      if (taken) this.#go(before + taken);
    }
    if (this.#hasEnded()) {
      // A stream may end after its last step has been shown.
      this.#go(this.position);
      this.#set('done');
    }
  }

  /** As many steps as there is time for in a frame. */
  #hurry() {
    const until = performance.now() + FRAME;
    let to = this.position;
    do {
      const some = Math.min(BATCH, this.#ready(to));
      if (!some) break;
      to += some;
      for (const reel of this.#reels) reel.seek(to);
    } while (performance.now() < until);
    if (to > this.position) this.#go(to);
  }

  /** How many steps can be shown beyond a place. No film runs ahead of the other because its steps came earlier. */
  #ready(position = this.position) {
    const lengths = this.#reels.map(({ tape, isWhole }) => (isWhole ? Infinity : tape.length));
    return Math.max(0, Math.min(this.length, ...lengths) - position);
  }
}

/** A speed in words. */
export function speedInWords(speed) {
  return speed >= UNLIMITED ? say('speed-most') : say('speed-some', { count: 2 ** speed });
}

/** The same where there is little room. */
export function shortSpeed(speed) {
  return speed >= UNLIMITED ? say('speed-most-short') : say('speed-short', { count: 2 ** speed });
}

/** The speed at which so many cells take a quarter of a minute or so. */
export function speedFor(cells) {
  return Math.min(Math.max(Math.round(Math.log2((cells * 2) / 12)), 2), 14);
}
