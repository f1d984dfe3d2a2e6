// A walk through the passages, and how many moves are left to the goal.

import { getJson, isAbort } from '../service.js';
import { lengthOf } from './pieces.js';
import { isSame, pair } from './place.js';

/** How many moves ahead are asked for, and how many are left when more are. */
const AHEAD = 1000, SOON = 100;

/** The sides of a cell: the bit of each in the service's `encoding=bits`, and where it leads. */
export const SIDES = {
  north: { bit: 1, down: -1, right: 0 },
  east: { bit: 2, down: 0, right: 1 },
  south: { bit: 4, down: 1, right: 0 },
  west: { bit: 8, down: 0, right: -1 },
};

export class Walk {
  moves = 0;
  /** How many moves are left: `value` and its relative `error`, or null as long as that is not known. */
  left = null;

  #path = [];
  #at = 0;
  #length = null;
  /** The cells that were walked since the path was left, which leads back to it the same way. */
  #astray = [];
  #asks = null;

  /** `query` is that of the maze; `changed` is called when more is known, with an error if there is one. */
  constructor(cell, goal, query, changed) {
    Object.assign(this, { cell, goal, query, changed });
    this.#ask();
  }

  /** One move, where no wall stands in `walls`, the bits of the cell. */
  step({ bit, down, right }, walls) {
    if (walls & bit) return false;
    this.#to({ row: this.cell.row + BigInt(down), col: this.cell.col + BigInt(right) });
    this.moves += 1;
    return true;
  }

  /** Waits for no answer any more. */
  stop() {
    this.#asks?.abort();
  }

  /** Another goal. */
  head(goal) {
    this.goal = goal;
    this.stop();
    this.#path = [];
    this.#astray = [];
    this.left = null;
    this.#ask();
  }

  #to(cell) {
    this.cell = cell;
    if (this.#path.length) {
      const back = this.#astray.length > 1 ? this.#astray.at(-2) : this.#path[this.#at];
      if (this.#astray.length) {
        if (isSame(cell, back)) this.#astray.pop();
        else this.#astray.push(cell);
      } else if (this.#isOnPath(cell, 1)) {
        this.#at += 1;
      } else if (this.#isOnPath(cell, -1)) {
        this.#at -= 1;
      } else {
        this.#astray.push(cell);
      }
    }
    this.#count();
    if (!this.#isComplete && this.#path.length - this.#at < SOON) this.#ask();
  }

  #isOnPath(cell, further) {
    const there = this.#path[this.#at + further];
    return there !== undefined && isSame(cell, there);
  }

  get #isComplete() {
    return this.#path.length > 0 && isSame(this.#path.at(-1), this.goal);
  }

  #count() {
    if (this.#length) this.left = { ...this.#length, value: this.#length.value - this.#at + this.#astray.length };
  }

  /** Asks for the next moves, from where the path was left if it was. */
  async #ask() {
    if (this.#asks) return;
    const asks = this.#asks = new AbortController();
    const from = this.#path[this.#at] ?? this.cell;
    const walked = this.cell;
    try {
      const query = `${this.query}&from=${pair(from)}&to=${pair(this.goal)}&moves=${AHEAD}`;
      const solved = await getJson(`map/path.json${query}`, asks.signal);
      asks.signal.throwIfAborted();
      const path = solved.path.map(([row, col]) => ({ row: BigInt(row), col: BigInt(col) }));
      // Meanwhile the user may have walked on.
      const at = path.findIndex((cell) => isSame(cell, this.#path[this.#at] ?? this.cell));
      this.#length = lengthOf(solved);
      this.#path = path;
      this.#at = Math.max(at, 0);
      this.#asks = null;
      if (at < 0 && !isSame(walked, this.cell)) return this.head(this.goal);
      this.#count();
      this.changed(null);
    } catch (error) {
      if (this.#asks === asks) this.#asks = null;
      if (!isAbort(error)) this.changed(error);
    }
  }
}
