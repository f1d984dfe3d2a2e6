// A walk through the passages, and how many moves are left to the goal.

import { fetchJson, isAbortError } from '../service.js';
import { formatCell, isSameCell } from './coordinates.js';
import { pathLength } from './tiles.js';

/** How many moves ahead are asked for, and how many are left when more are. */
const MOVES_PER_REQUEST = 1000, MIN_MOVES_AHEAD = 100;

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
  #pathIndex = 0;
  #length = null;
  /** The cells that were walked since the path was left, which leads back to it the same way. */
  #detour = [];
  #request = null;

  /** `query` is that of the maze; `changed` is called when more is known, with an error if there is one. */
  constructor(cell, goal, query, changed) {
    Object.assign(this, { cell, goal, query, changed });
    this.#fetchMoves();
  }

  /** One move, where no wall stands in `walls`, the bits of the cell. */
  step({ bit, down, right }, walls) {
    if (walls & bit) return false;
    this.#enterCell({ row: this.cell.row + BigInt(down), col: this.cell.col + BigInt(right) });
    this.moves += 1;
    return true;
  }

  /** Waits for no answer any more. */
  stop() {
    this.#request?.abort();
  }

  /** Another goal. */
  head(goal) {
    this.goal = goal;
    this.stop();
    this.#path = [];
    this.#detour = [];
    this.left = null;
    this.#fetchMoves();
  }

  #enterCell(cell) {
    this.cell = cell;
    if (this.#path.length) {
      const back = this.#detour.length > 1 ? this.#detour.at(-2) : this.#path[this.#pathIndex];
      if (this.#detour.length) {
        if (isSameCell(cell, back)) this.#detour.pop();
        else this.#detour.push(cell);
      } else if (this.#isOnPath(cell, 1)) {
        this.#pathIndex += 1;
      } else if (this.#isOnPath(cell, -1)) {
        this.#pathIndex -= 1;
      } else {
        this.#detour.push(cell);
      }
    }
    this.#updateLeft();
    if (!this.#isComplete && this.#path.length - this.#pathIndex < MIN_MOVES_AHEAD) this.#fetchMoves();
  }

  #isOnPath(cell, further) {
    const there = this.#path[this.#pathIndex + further];
    return there !== undefined && isSameCell(cell, there);
  }

  get #isComplete() {
    return this.#path.length > 0 && isSameCell(this.#path.at(-1), this.goal);
  }

  #updateLeft() {
    if (this.#length) this.left = { ...this.#length, value: this.#length.value - this.#pathIndex + this.#detour.length };
  }

  /** Asks for the next moves, from where the path was left if it was. */
  async #fetchMoves() {
    if (this.#request) return;
    const asks = this.#request = new AbortController();
    const from = this.#path[this.#pathIndex] ?? this.cell;
    const walked = this.cell;
    try {
      const query = `${this.query}&from=${formatCell(from)}&to=${formatCell(this.goal)}&moves=${MOVES_PER_REQUEST}`;
      const solved = await fetchJson(`map/path.json${query}`, asks.signal);
      asks.signal.throwIfAborted();
      const path = solved.path.map(([row, col]) => ({ row: BigInt(row), col: BigInt(col) }));
      // Meanwhile the user may have walked on.
      const at = path.findIndex((cell) => isSameCell(cell, this.#path[this.#pathIndex] ?? this.cell));
      this.#length = pathLength(solved);
      this.#path = path;
      this.#pathIndex = Math.max(at, 0);
      this.#request = null;
      if (at < 0 && !isSameCell(walked, this.cell)) return this.head(this.goal);
      this.#updateLeft();
      this.changed(null);
    } catch (error) {
      if (this.#request === asks) this.#request = null;
      if (!isAbortError(error)) this.changed(error);
    }
  }
}
