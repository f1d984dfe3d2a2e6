// Pieces that are fetched when they are wanted, and kept for some time.

import { isAbortError } from '../service.js';

/** How many requests are under way at a time, and how long one that failed is left alone, in milliseconds. */
const MAX_PARALLEL_REQUESTS = 5, RETRY_DELAY_MS = 4000;

export class TileCache {
  #kept = new Map();
  #requests = new Map();
  #wanted = [];
  #failed = new Map();

  /** `fetch` gets a piece for what is wanted; `most` are kept; `changed` is called with an error, or without one after a success. */
  constructor(fetch, maxKept, changed) {
    this.fetch = fetch;
    this.maxKept = maxKept;
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
    this.#wanted = pieces.filter(({ key }) => !this.#kept.has(key) && !this.#requests.has(key) && !this.#failed.has(key));
    this.#startRequests();
  }

  /** Forgets everything. */
  clear() {
    for (const abort of this.#requests.values()) abort.abort();
    this.#wanted = [];
    this.#kept.clear();
    this.#requests.clear();
    this.#failed.clear();
  }

  #startRequests() {
    while (this.#wanted.length && this.#requests.size < MAX_PARALLEL_REQUESTS) this.#request(this.#wanted.shift());
  }

  async #request(piece) {
    const { key } = piece, abort = new AbortController();
    this.#requests.set(key, abort);
    let fault = null;
    try {
      const got = await this.fetch(piece, abort.signal);
      if (abort.signal.aborted) return;
      this.#kept.set(key, got);
      for (const old of this.#kept.keys()) {
        if (this.#kept.size <= this.maxKept) break;
        this.#kept.delete(old);
      }
    } catch (error) {
      if (isAbortError(error)) return;
      fault = error;
      this.#rest(key, error);
    }
    this.#requests.delete(key);
    this.changed(fault);
    this.#startRequests();
  }

  /** What the service refuses it refuses again; anything else is tried once more after some time. */
  #rest(key, error) {
    this.#failed.set(key, error);
    if (error.errors?.length) return;
    setTimeout(() => {
      this.#failed.delete(key);
      this.changed(error);
    }, RETRY_DELAY_MS);
  }
}
