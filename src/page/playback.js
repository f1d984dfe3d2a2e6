// Playing the steps of one stream, or of two side by side: play, pause, single step, speed, restart.

import { Steps } from './service.js';

/** The fastest speed has no limit but the time of a frame, in milliseconds. */
const UNLIMITED = 15;
const FRAME = 9;
const BATCH = 64;

export class Playback {
  state = 'ready';
  speed = 7;
  #films = [];
  #views = [];
  #sources = [];
  #frame = 0;
  #last = 0;
  #owed = 0;

  /** `tell` is called with what changed: 'state', 'counters', or 'error' and the error. */
  constructor(tell) {
    this.tell = tell;
  }

  /** Puts in one show or two: `{ view, path, film }` each, where `film` makes an empty film. Waits for `play`. */
  load(shows) {
    this.leave();
    this.shows = shows;
    this.#rewind();
  }

  get films() {
    return this.#films;
  }

  play() {
    if (this.state === 'done') this.#rewind();
    this.#open();
    this.#owed = 0;
    this.#go('playing');
  }

  pause() {
    if (this.state === 'playing') this.#set('paused');
  }

  step() {
    if (this.state === 'done') return;
    this.#open();
    this.#owed = 1;
    this.#go('paused');
  }

  restart() {
    this.#rewind();
    this.play();
  }

  stop() {
    this.#rewind();
  }

  /** Leaves the streams and forgets everything. */
  leave() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#sources.forEach((source) => source.leave());
    this.#sources = [];
  }

  #rewind() {
    this.leave();
    this.#films = this.shows.map(({ film }) => film());
    this.#views = this.shows.map(({ view }) => view);
    this.#views.forEach((view, i) => view.show({ maze: this.#films[i].maze, film: this.#films[i] }));
    this.tell('counters');
    this.#set('ready');
  }

  #open() {
    if (!this.#sources.length) this.#sources = this.shows.map(({ path }) => new Steps(path));
  }

  #set(state) {
    this.state = state;
    this.tell('state');
  }

  #go(state) {
    this.#last = performance.now();
    this.#set(state);
    if (!this.#frame) this.#frame = requestAnimationFrame((now) => this.#tick(now));
  }

  #tick(now) {
    this.#frame = 0;
    const elapsed = Math.min(Math.max(now - this.#last, 0), 100);
    this.#last = now;
    if (this.state === 'playing' && this.speed < UNLIMITED) this.#owed += (elapsed / 1000) * 2 ** this.speed;
    const taken = this.state === 'playing' && this.speed >= UNLIMITED ? this.#takeForAFrame() : this.#take(Math.floor(this.#owed));
    // What did not come in time is not made up for later, or a short wait would end in a jump.
    this.#owed = this.state === 'playing' ? Math.min(this.#owed - taken, 1) : this.#owed - taken;
    if (taken) this.#show();
    const error = this.#sources.find((source) => source.error)?.error;
    if (error) {
      this.leave();
      this.tell('error', error);
    } else if (this.#films.every((film) => film.ended)) {
      this.leave();
      this.#set('done');
    } else if (this.state === 'playing' || this.#owed >= 1) {
      this.#frame = requestAnimationFrame((next) => this.#tick(next));
    }
  }

  #takeForAFrame() {
    const until = performance.now() + FRAME;
    let taken = 0, batch;
    do {
      batch = this.#take(BATCH);
      taken += batch;
    } while (batch && performance.now() < until);
    return taken;
  }

  /** As many steps, of each stream that has not ended. None runs ahead of the other because its steps came earlier. */
  #take(wanted) {
    const running = this.#films.map((film, i) => [film, this.#sources[i]]).filter(([film]) => !film.ended);
    const some = Math.min(wanted, ...running.map(([, source]) => source.ready));
    for (const [film, source] of running) {
      for (let i = 0; i < some && !film.ended; i++) {
        film.apply(source.take());
      }
      // The last line only marks the end, and should not need another click.
      if (!film.ended && source.ended && source.ready === 1) film.apply(source.take());
    }
    return running.length ? some : 0;
  }

  #show() {
    this.#films.forEach((film, i) => {
      this.#views[i].repaint(film.changed);
      film.changed.clear();
    });
    this.tell('counters');
  }
}

/** A speed in words. */
export function speedInWords(speed) {
  if (speed >= UNLIMITED) return 'as fast as it comes';
  if (speed === 0) return '1 step a second';
  return `${(2 ** speed).toLocaleString('en')} steps a second`;
}

/** The speed at which so many cells take a quarter of a minute or so. */
export function speedFor(cells) {
  return Math.min(Math.max(Math.round(Math.log2((cells * 2) / 12)), 2), 14);
}
