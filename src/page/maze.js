// A maze on a plain rectangle of squares: one byte of walls for each cell, and what follows from the walls alone.
// Cells are numbered row by row, and sides as in the service's `encoding=bits`. Mazes on other grids are in `mesh.js`.

import { Graph } from './graph.js';
import { translate } from './language.js';

/** @import { Address, BitsAnswer, Edge, Point } from './types.d.ts' */

export const N = 0, E = 1, S = 2, W = 3;
const ALL_SIDES = [N, E, S, W];
const SIDE_NAMES = ['N', 'E', 'S', 'W'];
/** @type {Point[]} */
const SIDE_DIRECTIONS = [[0, -1], [1, 0], [0, 1], [-1, 0]];
const ALL_WALLS = 15;

export class Maze extends Graph {
  /**
   * A maze of which every wall stands.
   * @param {number} w
   * @param {number} h
   * @param {number} [from]
   * @param {number} [to]
   */
  constructor(w, h, from = 0, to = w * h - 1) {
    super();
    this.w = w;
    this.h = h;
    this.from = from;
    this.to = to;
    this.walls = new Uint8Array(w * h).fill(ALL_WALLS);
    /** @type {{ across: number[][], down: number[][] } | null} */
    this.runs = null;
  }

  /**
   * A maze as `encoding=bits` tells it. Where a square is blocked, there is no number.
   * @param {BitsAnswer} answer
   */
  static read({ w, h, from, to, cells, weights, ...placed }) {
    const maze = new Maze(w, h);
    maze.from = maze.at(from);
    maze.to = maze.at(to);
    // A blocked square has no number, and no walls until it is taken out.
    cells.forEach((row, r) => maze.walls.set(row.map((bits) => bits ?? 0), r * w));
    if (weights) maze.weights = Uint16Array.from(weights.flat());
    maze.place(placed);
    maze.#blockSquares(cells.flatMap((row, r) => (row.includes(null) ? row.flatMap((bits, c) => (bits === null ? [r * w + c] : [])) : [])));
    return maze;
  }

  /**
   * Takes squares out: their walls are those of the cells around them.
   * @param {number[]} squares
   */
  #blockSquares(squares) {
    if (!squares.length) return;
    const blocked = this.blocked = new Uint8Array(this.size);
    for (const square of squares) blocked[square] = 1;
    for (const square of squares) {
      /** @param {number} side */
      const isOpen = (side) => blocked[this.beside(square, side)] ?? 1;
      this.walls[square] = ALL_SIDES.reduce((bits, side) => (isOpen(side) ? bits : bits | (1 << side)), 0);
    }
  }

  /** The same cells with every wall standing. */
  walled() {
    return new Maze(this.w, this.h, this.from, this.to);
  }

  get size() {
    return this.w * this.h;
  }

  /** How large it is drawn, in sides of a cell. */
  get width() {
    return this.w;
  }

  get height() {
    return this.h;
  }

  /** @param {Address} address */
  at([row, col]) {
    return row * this.w + col;
  }

  /**
   * Whether there is a cell with this address.
   * @param {Address} address
   */
  has([row, col]) {
    return row < this.h && col < this.w && !this.blocked?.[this.at([row, col])];
  }

  /**
   * The address of a cell.
   * @param {number} cell
   */
  address(cell) {
    return [this.row(cell), this.col(cell)];
  }

  /** @param {number} cell */
  row(cell) {
    return Math.floor(cell / this.w);
  }

  /** @param {number} cell */
  col(cell) {
    return cell % this.w;
  }

  /**
   * The middle of a cell, in sides of a cell from the top left.
   * @param {number} cell
   * @returns {Point}
   */
  center(cell) {
    return [this.col(cell) + 0.5, this.row(cell) + 0.5];
  }

  /**
   * The middle of a side of a cell.
   * @param {number} cell
   * @param {number} side
   * @returns {Point}
   */
  middleOf(cell, side) {
    const [x, y] = this.center(cell), [dx, dy] = SIDE_DIRECTIONS[side];
    return [x + dx / 2, y + dy / 2];
  }

  /**
   * The ends of a side of a cell: x and y of one, and of the other.
   * @param {number} cell
   * @param {number} side
   * @returns {Edge}
   */
  edgeOf(cell, side) {
    const [x, y] = this.middleOf(cell, side), [dx, dy] = SIDE_DIRECTIONS[side];
    return [x - dy / 2, y - dx / 2, x + dy / 2, y + dx / 2];
  }

  get hasFloors() {
    return false;
  }

  /** How much room a cell has for marks, as a share of that of a square. */
  room() {
    return 1;
  }

  /**
   * The cell at a place, or -1.
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    return x >= 0 && x < this.w && y >= 0 && y < this.h ? Math.floor(y) * this.w + Math.floor(x) : -1;
  }

  /**
   * How many moves two cells are apart at least.
   * @param {number} a
   * @param {number} b
   */
  apart(a, b) {
    return Math.abs(this.row(a) - this.row(b)) + Math.abs(this.col(a) - this.col(b));
  }

  /** @param {number} cell */
  inWords(cell) {
    return [translate('row', { n: this.row(cell) + 1 }), translate('column', { n: this.col(cell) + 1 })].join(', ');
  }

  sides() {
    return ALL_SIDES;
  }

  /**
   * @param {number} cell
   * @param {string} name
   */
  sideNamed(cell, name) {
    return SIDE_NAMES.indexOf(name);
  }

  /**
   * @param {number} cell
   * @param {number} side
   */
  sideName(cell, side) {
    return SIDE_NAMES[side];
  }

  /**
   * @param {number} cell
   * @param {number} side
   * @returns {Point}
   */
  direction(cell, side) {
    return SIDE_DIRECTIONS[side];
  }

  /**
   * The cell on that side, or -1 where the grid ends.
   * @param {number} cell
   * @param {number} side
   */
  beside(cell, side) {
    switch (side) {
      case N: return Math.max(cell - this.w, -1);
      case S: return cell + this.w < this.size ? cell + this.w : -1;
      case E: return (cell + 1) % this.w ? cell + 1 : -1;
      case W: return cell % this.w ? cell - 1 : -1;
      default: return -1;
    }
  }

  /**
   * The number of the same side in the cell across.
   * @param {number} cell
   * @param {number} side
   */
  opposite(cell, side) {
    return (side + 2) % 4;
  }

  /** Forgets what followed from the walls before. */
  changed() {
    this.runs = null;
  }

  /**
   * Whether a piece of wall stands on grid line `line` (0 is the top) above column `col`.
   * @param {number} line
   * @param {number} col
   */
  across(line, col) {
    if (col < 0 || col >= this.w) return false;
    if (line < this.h) return Boolean(this.walls[line * this.w + col] & (1 << N));
    return Boolean(this.walls[(line - 1) * this.w + col] & (1 << S));
  }

  /**
   * Whether a piece of wall stands on grid line `line` (0 is the left) beside row `row`.
   * @param {number} line
   * @param {number} row
   */
  down(line, row) {
    if (row < 0 || row >= this.h) return false;
    if (line < this.w) return Boolean(this.walls[row * this.w + line] & (1 << W));
    return Boolean(this.walls[row * this.w + line - 1] & (1 << E));
  }

  /** The walls as long straight runs: for each grid line a flat list of where a run begins and ends. */
  wallRuns() {
    this.runs ??= {
      across: Array.from({ length: this.h + 1 }, (_, line) => findRuns(this.w, (col) => this.across(line, col))),
      down: Array.from({ length: this.w + 1 }, (_, line) => findRuns(this.h, (row) => this.down(line, row))),
    };
    return this.runs;
  }

  /**
   * How many moves each cell is from one, -1 where no way leads.
   * @param {number} start
   */
  distancesFrom(start) {
    const { w } = this;
    const distances = new Int32Array(this.size).fill(-1);
    const queue = new Int32Array(this.size);
    distances[start] = 0;
    queue[0] = start;
    for (let head = 0, tail = 1; head < tail; head++) {
      const cell = queue[head], next = distances[cell] + 1;
      /** @param {number} other */
      const visit = (other) => {
        if (distances[other] < 0) {
          distances[other] = next;
          queue[tail++] = other;
        }
      };
      const bits = this.walls[cell];
      if (!(bits & (1 << N)) && cell >= w) visit(cell - w);
      if (!(bits & (1 << E)) && (cell + 1) % w) visit(cell + 1);
      if (!(bits & (1 << S)) && cell + w < this.size) visit(cell + w);
      if (!(bits & (1 << W)) && cell % w) visit(cell - 1);
    }
    return distances;
  }
}

/**
 * @param {number} length
 * @param {(at: number) => boolean} stands
 */
function findRuns(length, stands) {
  const runs = [];
  for (let at = 0; at < length; at++) {
    if (!stands(at)) continue;
    const begin = at;
    while (at < length && stands(at)) at++;
    runs.push(begin, at);
  }
  return runs;
}
