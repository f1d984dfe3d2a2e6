// Pieces that are fetched when they are wanted, and kept for some time.

import { isAbort } from '../service.js';

/** How many requests are under way at a time, and how long one that failed is left alone, in milliseconds. */
const AT_ONCE = 5, REST = 4000;

export class Store {
  #kept = new Map();
  #asked = new Map();
  #wanted = [];
  #failed = new Map();

  /** `fetch` gets a piece for what is wanted; `most` are kept; `changed` is called with an error, or without one after a success. */
  constructor(fetch, most, changed) {
    this.fetch = fetch;
    this.most = most;
    this.changed = changed;
  }

  /** The piece with this key, if it is here. */
  get(key) {
    const piece = this.#kept.get(key);
    if (piece !== undefined) {
      // Those that were used last are at the end, and go last.
      this.#kept.delete(key);
      this.#kept.set(key, piece);
    }
    return piece;
  }

  /** Fetches pieces, each of which has a `key`, the first of them first. What was wanted before, and is not begun, is forgotten. */
  want(pieces) {
    this.#wanted = pieces.filter(({ key }) => !this.#kept.has(key) && !this.#asked.has(key) && !this.#failed.has(key));
    this.#next();
  }

  /** Forgets everything. */
  clear() {
    for (const abort of this.#asked.values()) abort.abort();
    this.#wanted = [];
    this.#kept.clear();
    this.#asked.clear();
    this.#failed.clear();
  }

  #next() {
    while (this.#wanted.length && this.#asked.size < AT_ONCE) this.#ask(this.#wanted.shift());
  }

  async #ask(piece) {
    const { key } = piece, abort = new AbortController();
    this.#asked.set(key, abort);
    let fault = null;
    try {
      const got = await this.fetch(piece, abort.signal);
      if (abort.signal.aborted) return;
      this.#kept.set(key, got);
      for (const old of this.#kept.keys()) {
        if (this.#kept.size <= this.most) break;
        this.#kept.delete(old);
      }
    } catch (error) {
      if (isAbort(error)) return;
      fault = error;
      this.#rest(key, error);
    }
    this.#asked.delete(key);
    this.changed(fault);
    this.#next();
  }

  /** What the service refuses it refuses again; anything else is tried once more after some time. */
  #rest(key, error) {
    this.#failed.set(key, error);
    if (error.errors?.length) return;
    setTimeout(() => {
      this.#failed.delete(key);
      this.changed(error);
    }, REST);
  }
}
