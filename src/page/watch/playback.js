// Playing the steps of one stream, or of several side by side: play, pause, step forth and back, go to any place, speed.

import { translate } from '../language.js';
import { StepStream } from './step-stream.js';

/** @import { Snapshot, StepAnimation, View } from '../types.d.ts' */

/** The fastest speed has no limit but the time of a frame, in milliseconds. */
const UNLIMITED_SPEED = 15;
const FRAME_BUDGET_MS = 9;
const STEPS_PER_BATCH = 64;

/** A reel keeps so many states of its film at most, so that going back takes no longer than going forth a little. */
const MAX_SNAPSHOTS = 32;
const FIRST_SNAPSHOT_SPACING = 1024;

/**
 * What a track shows: a view, the stream of steps, what is posted for it, and a function that makes an animation before its first step.
 * @typedef {{ view: View, path: string, body?: Blob, film: () => StepAnimation }} Show
 */

/** A film and the steps that it shows. */
class Track {
  /** @type {Snapshot[]} */
  #snapshots = [];
  #spacing = FIRST_SNAPSHOT_SPACING;

  /** @param {Show} show */
  constructor({ view, path, body, film }) {
    this.view = view;
    this.film = film();
    this.tape = new StepStream(path, this.film.maze, body);
    this.#snapshots.push(this.film.save());
  }

  /** Whether the last step is there. */
  get isWhole() {
    return this.tape.end !== null;
  }

  /**
   * Shows the film as it is after so many steps, or after the last one.
   * @param {number} position
   */
  seek(position) {
    const { film, tape } = this;
    const target = Math.min(position, tape.length);
    tape.want(target);
    if (target < film.steps || (film.ended && target < tape.length)) film.restore(this.#snapshots.findLast(({ steps }) => steps <= target) ?? this.#snapshots[0]);
    while (film.steps < target) {
      const { kind, cell, side, parent } = tape.step(film.steps);
      film.apply(kind, cell, side, parent);
      if (film.steps % this.#spacing === 0 && film.steps > this.#snapshots[this.#snapshots.length - 1].steps) this.#addSnapshot();
    }
    if (tape.end && target === tape.length && !film.ended) film.end(tape.end);
  }

  #addSnapshot() {
    this.#snapshots.push(this.film.save());
    if (this.#snapshots.length <= MAX_SNAPSHOTS) return;
    this.#spacing *= 2;
    this.#snapshots = this.#snapshots.filter(({ steps }) => steps % this.#spacing === 0);
  }

  paint() {
    const { view, film } = this, changed = film.takeChanged();
    if (film.renewed) view.refresh();
    else view.repaint(changed);
    film.renewed = false;
  }
}

export class Playback {
  /** @type {'ready' | 'playing' | 'paused' | 'done'} */
  state = 'ready';
  speed = 7;
  /** How many steps are shown. */
  position = 0;
  /** @type {Track[]} */
  #tracks = [];
  #frame = 0;
  #last = 0;
  #stepsDue = 0;

  /**
   * `onChange` is called with what changed: 'state', 'place', or 'error' and the error.
   * @param {(what: 'state' | 'place' | 'error', error?: Error) => void} onChange
   */
  constructor(onChange) {
    this.onChange = onChange;
  }

  /**
   * Puts in some shows: `{ view, path, body, film }` each, where `film` makes an empty film.
   * @param {Show[]} shows
   */
  load(shows) {
    this.leave();
    this.#tracks = shows.map((show) => new Track(show));
    for (const { view, film } of this.#tracks) view.show({ maze: film.maze, film });
    this.position = this.#stepsDue = 0;
    this.onChange('place');
    this.#set('ready');
    this.#requestFrame();
  }

  get films() {
    return this.#tracks.map(({ film }) => film);
  }

  /** How many steps can be shown by now, and whether more are to come. */
  get length() {
    return Math.max(0, ...this.#tracks.map(({ tape }) => tape.length));
  }

  get isWhole() {
    return this.#tracks.every((reel) => reel.isWhole);
  }

  play() {
    if (this.state === 'done') this.#showPosition(0);
    this.#stepsDue = 0;
    this.#last = performance.now();
    this.#set('playing');
    this.#requestFrame();
  }

  pause() {
    if (this.state === 'playing') this.#set('paused');
  }

  /**
   * One step forth, or back if `by` is -1.
   * @param {number} by
   */
  step(by) {
    this.seek(this.position + by);
  }

  /**
   * Goes to a place, and goes on playing there if it was playing.
   * @param {number} position
   */
  seek(position) {
    this.#stepsDue = 0;
    this.#showPosition(Math.min(Math.max(position, 0), this.length));
    if (this.#hasEnded()) this.#set('done');
    else if (this.state !== 'playing') this.#set(this.position ? 'paused' : 'ready');
    this.#requestFrame();
  }

  /** Leaves the streams and forgets everything. */
  leave() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#tracks.forEach(({ tape }) => tape.leave());
    this.#tracks = [];
  }

  /** @param {Playback['state']} state */
  #set(state) {
    this.state = state;
    this.onChange('state');
  }

  /** @param {number} position */
  #showPosition(position) {
    this.position = position;
    for (const reel of this.#tracks) {
      reel.seek(position);
      reel.paint();
    }
    this.onChange('place');
  }

  #hasEnded() {
    return this.isWhole && this.position >= this.length;
  }

  #requestFrame() {
    if (!this.#frame) this.#frame = requestAnimationFrame((now) => this.#tick(now));
  }

  /** @param {number} now */
  #tick(now) {
    this.#frame = 0;
    const error = this.#tracks.find(({ tape }) => tape.error)?.tape.error;
    if (error) {
      this.leave();
      return this.onChange('error', error);
    }
    if (this.state === 'playing') this.#advance(now);
    // The last step may have been shown before it was known to be the last.
    else if (this.state === 'paused' && this.#hasEnded()) this.seek(this.position);
    else this.onChange('place');
    // Until a stream has ended, its length grows.
    if (this.state === 'playing' || !this.isWhole) this.#requestFrame();
  }

  /** @param {number} now */
  #advance(now) {
    const elapsed = Math.min(Math.max(now - this.#last, 0), 100);
    this.#last = now;
    const before = this.position;
    if (this.speed >= UNLIMITED_SPEED) {
      this.#advanceUnlimited();
    } else {
      this.#stepsDue += (elapsed / 1000) * 2 ** this.speed;
      const taken = Math.min(Math.floor(this.#stepsDue), this.#stepsReady());
      // What did not come in time is not made up for later, or a short wait would end in a jump.
      this.#stepsDue = Math.min(this.#stepsDue - taken, 1);
      if (taken) this.#showPosition(before + taken);
    }
    if (this.#hasEnded()) {
      // A stream may end after its last step has been shown.
      this.#showPosition(this.position);
      this.#set('done');
    }
  }

  /** As many steps as there is time for in a frame. */
  #advanceUnlimited() {
    const until = performance.now() + FRAME_BUDGET_MS;
    let to = this.position;
    do {
      const some = Math.min(STEPS_PER_BATCH, this.#stepsReady(to));
      if (!some) break;
      to += some;
      for (const reel of this.#tracks) reel.seek(to);
    } while (performance.now() < until);
    if (to > this.position) this.#showPosition(to);
  }

  /** How many steps can be shown beyond a place. No film runs ahead of the other because its steps came earlier. */
  #stepsReady(position = this.position) {
    const lengths = this.#tracks.map(({ tape, isWhole }) => (isWhole ? Infinity : tape.length));
    return Math.max(0, Math.min(this.length, ...lengths) - position);
  }
}

/**
 * A speed in words.
 * @param {number} speed
 */
export function describeSpeed(speed) {
  return speed >= UNLIMITED_SPEED ? translate('speed-most') : translate('speed-some', { count: 2 ** speed });
}

/**
 * The same where there is little room.
 * @param {number} speed
 */
export function describeSpeedShort(speed) {
  return speed >= UNLIMITED_SPEED ? translate('speed-most-short') : translate('speed-short', { count: 2 ** speed });
}

/**
 * The speed at which so many cells take a quarter of a minute or so.
 * @param {number} cells
 */
export function speedForCells(cells) {
  return Math.min(Math.max(Math.round(Math.log2((cells * 2) / 12)), 2), 14);
}
