// A maze as the page knows it: one byte of walls for each cell, and what follows from the walls alone.
// Cells are numbered row by row; the bits of a wall are those of the service's `encoding=bits`.

export const N = 1, E = 2, S = 4, W = 8;
/** The sides as the service writes them. */
export const BIT = { N, E, S, W };
const BACK = { [N]: S, [E]: W, [S]: N, [W]: E };

export class Maze {
  /** A maze of which every wall stands. */
  constructor(w, h, from = 0, to = w * h - 1) {
    this.w = w;
    this.h = h;
    this.from = from;
    this.to = to;
    this.walls = new Uint8Array(w * h).fill(N | E | S | W);
    this.runs = null;
  }

  /** A maze as `/maze.json?encoding=bits` tells it. */
  static read({ w, h, from, to, cells }) {
    const maze = new Maze(w, h);
    maze.from = maze.at(from);
    maze.to = maze.at(to);
    cells.forEach((row, r) => maze.walls.set(row, r * w));
    return maze;
  }

  get size() {
    return this.w * this.h;
  }

  at([row, col]) {
    return row * this.w + col;
  }

  row(cell) {
    return Math.floor(cell / this.w);
  }

  col(cell) {
    return cell % this.w;
  }

  /** The cell on that side, or -1 where the grid ends. */
  beside(cell, side) {
    switch (side) {
      case N: return Math.max(cell - this.w, -1);
      case S: return cell + this.w < this.size ? cell + this.w : -1;
      case E: return (cell + 1) % this.w ? cell + 1 : -1;
      case W: return cell % this.w ? cell - 1 : -1;
      default: return -1;
    }
  }

  isOpen(cell, side) {
    return !(this.walls[cell] & side);
  }

  /** The cell that one comes to through an opening on that side, or -1. A door leads out of the maze, to no cell. */
  through(cell, side) {
    return this.isOpen(cell, side) ? this.beside(cell, side) : -1;
  }

  /** Whether a door leads out of the maze here. */
  hasDoor(cell) {
    return [N, E, S, W].some((side) => this.isOpen(cell, side) && this.beside(cell, side) < 0);
  }

  /** How many passages lead out of a cell to others. */
  ways(cell) {
    return [N, E, S, W].filter((side) => this.through(cell, side) >= 0).length;
  }

  /** The cells beside one, whatever stands between. */
  neighbours(cell) {
    return [N, E, S, W].map((side) => this.beside(cell, side)).filter((other) => other >= 0);
  }

  /** Builds or opens the wall between a cell and the one beside it. */
  set(cell, side, stands) {
    this.runs = null;
    const other = this.beside(cell, side);
    if (stands) {
      this.walls[cell] |= side;
      this.walls[other] |= BACK[side];
    } else {
      this.walls[cell] &= ~side;
      this.walls[other] &= ~BACK[side];
    }
  }

  /** Opens a piece of the outer wall. */
  openOuter(cell, side) {
    this.runs = null;
    this.walls[cell] &= ~side;
  }

  /** Takes down every inner wall. */
  clear() {
    this.runs = null;
    for (let cell = 0; cell < this.size; cell++) {
      this.walls[cell] = [N, E, S, W].reduce((bits, side) => bits | (this.beside(cell, side) < 0 ? side : 0), 0);
    }
  }

  /** Puts back walls that were kept. */
  restore(walls) {
    this.runs = null;
    this.walls.set(walls);
  }

  /** Whether a piece of wall stands on grid line `line` (0 is the top) above column `col`. */
  across(line, col) {
    if (col < 0 || col >= this.w) return false;
    if (line < this.h) return Boolean(this.walls[line * this.w + col] & N);
    return Boolean(this.walls[(line - 1) * this.w + col] & S);
  }

  /** Whether a piece of wall stands on grid line `line` (0 is the left) beside row `row`. */
  down(line, row) {
    if (row < 0 || row >= this.h) return false;
    if (line < this.w) return Boolean(this.walls[row * this.w + line] & W);
    return Boolean(this.walls[row * this.w + line - 1] & E);
  }

  /** The walls as long straight runs: for each grid line a flat list of where a run begins and ends. */
  wallRuns() {
    this.runs ??= {
      across: Array.from({ length: this.h + 1 }, (_, line) => runsOf(this.w, (col) => this.across(line, col))),
      down: Array.from({ length: this.w + 1 }, (_, line) => runsOf(this.h, (row) => this.down(line, row))),
    };
    return this.runs;
  }

  /** How many moves each cell is from one, -1 where no way leads. */
  distancesFrom(start) {
    const { w } = this;
    const distances = new Int32Array(this.size).fill(-1);
    const queue = new Int32Array(this.size);
    distances[start] = 0;
    queue[0] = start;
    for (let head = 0, tail = 1; head < tail; head++) {
      const cell = queue[head], next = distances[cell] + 1;
      const visit = (other) => {
        if (distances[other] < 0) {
          distances[other] = next;
          queue[tail++] = other;
        }
      };
      const bits = this.walls[cell];
      if (!(bits & N) && cell >= w) visit(cell - w);
      if (!(bits & E) && (cell + 1) % w) visit(cell + 1);
      if (!(bits & S) && cell + w < this.size) visit(cell + w);
      if (!(bits & W) && cell % w) visit(cell - 1);
    }
    return distances;
  }

  /** A shortest way between two cells, both included; empty where there is none. */
  wayBetween(from, to) {
    const distances = this.distancesFrom(to);
    if (distances[from] < 0) return [];
    const way = [from];
    while (way.at(-1) !== to) way.push(this.nextTowards(way.at(-1), distances));
    return way;
  }

  /** The neighbour that is a move nearer to where `distances` are counted from. */
  nextTowards(cell, distances) {
    for (const side of [N, E, S, W]) {
      const other = this.through(cell, side);
      if (other >= 0 && distances[other] === distances[cell] - 1) return other;
    }
    return cell;
  }
}

function runsOf(length, stands) {
  const runs = [];
  for (let at = 0; at < length; at++) {
    if (!stands(at)) continue;
    const begin = at;
    while (at < length && stands(at)) at++;
    runs.push(begin, at);
  }
  return runs;
}
