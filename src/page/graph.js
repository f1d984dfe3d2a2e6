// A maze as a graph: what follows from its cells, their neighbors and the walls between them, whatever the cells look like.
// Cells are numbered, and so are the sides of each; bit `k` of the walls of a cell is set where its side `k` is closed.

import { translate } from './language.js';

/** @import { Item, Letter, Lock, PlacedAnswer } from './types.d.ts' */

/** The compass, clockwise from the north. */
const COMPASS_MESSAGES = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

/**
 * A side may be so much farther from a direction than the nearest one, as cosines, if that one is closed: with this, four keys are enough on
 * every grid. Below the least, no side is chosen.
 */
const SIMILAR_COSINE = 0.3, MIN_COSINE = 0.25;

/** Of sides that are equally near, that is taken which goes on as before. */
const PREVIOUS_DIRECTION_BONUS = 0.01;

/** More than the cells of any maze that is shown: a cost times this, and a cell, are one number, which is still exact. */
const MAX_CELLS = 2 ** 20;

/** Numbers, of which the least is taken first. */
class MinHeap {
  /** @type {number[]} */
  #numbers = [];

  get size() {
    return this.#numbers.length;
  }

  /** @param {number} number */
  push(number) {
    const numbers = this.#numbers;
    let at = numbers.length;
    for (let above = (at - 1) >> 1; at > 0 && numbers[above] > number; above = (at - 1) >> 1) {
      numbers[at] = numbers[above];
      at = above;
    }
    numbers[at] = number;
  }

  pop() {
    const numbers = this.#numbers, [smallest] = numbers, number = numbers.pop();
    if (!numbers.length || number === undefined) return smallest;
    let at = 0;
    for (let below = 1; below < numbers.length; below = 2 * at + 1) {
      if (numbers[below + 1] < numbers[below]) below += 1;
      if (numbers[below] >= number) break;
      numbers[at] = numbers[below];
      at = below;
    }
    numbers[at] = number;
    return smallest;
  }
}

export class Graph {
  from = 0;
  to = 0;
  /** Whether cells are cut along an outline, so that those at the ends may have little room for marks. */
  hasCutCells = false;
  /** Whether it is cut to a shape, and no other cells are taken out. */
  isShape = false;
  /**
   * The walls of each cell.
   * @type {Uint8Array}
   */
  walls = new Uint8Array();
  /**
   * The squares that are no cells, where there are any: one for each of them.
   * @type {Uint8Array | null}
   */
  blocked = null;
  /**
   * What it costs to enter each cell; `null` where each move costs the same.
   * @type {Uint16Array | null}
   */
  weights = null;
  /**
   * What was placed: things with their names and cells, a key also with the number of its door, and locked doors, each at a side of a cell.
   * @type {Item[]}
   */
  items = [];
  /** @type {Lock[]} */
  locks = [];
  /**
   * Letters and numbers in cells, those on the way first, and what these say.
   * @type {Letter[]}
   */
  letters = [];
  /** @type {string | null} */
  answer = null;

  /**
   * Places what the service tells.
   * @param {PlacedAnswer} answer
   */
  place({ items = [], locks = [], letters = [], answer = null }) {
    this.letters = letters.map(({ cell, ...letter }) => ({ ...letter, cell: this.at(cell) }));
    this.answer = answer;
    this.items = items.map(({ cell, ...item }) => ({ ...item, cell: this.at(cell) }));
    this.locks = locks.map(({ lock, cell: address, side }) => {
      const cell = this.at(address);
      return { lock, cell, side: this.sideNamed(cell, side) };
    });
  }

  /**
   * @param {number} cell
   * @param {number} side
   */
  isOpen(cell, side) {
    return !(this.walls[cell] & (1 << side));
  }

  /**
   * The cell that one comes to through an opening on that side, or -1. A door leads out of the maze, to no cell.
   * @param {number} cell
   * @param {number} side
   */
  through(cell, side) {
    return this.isOpen(cell, side) ? this.beside(cell, side) : -1;
  }

  /**
   * The sides of a cell on which a door leads out of the maze.
   * @param {number} cell
   */
  doors(cell) {
    return this.sides(cell).filter((side) => this.isOpen(cell, side) && this.beside(cell, side) < 0);
  }

  /**
   * The sides through which one comes to other cells.
   * @param {number} cell
   */
  openSides(cell) {
    return this.sides(cell).filter((side) => this.through(cell, side) >= 0);
  }

  /**
   * The cells beside one, whatever stands between.
   * @param {number} cell
   */
  neighbors(cell) {
    return this.sides(cell).map((side) => this.beside(cell, side)).filter((other) => other >= 0);
  }

  /**
   * The open side that leads from one cell to another, or -1.
   * @param {number} cell
   * @param {number} other
   */
  sideTo(cell, other) {
    return this.sides(cell).find((side) => this.through(cell, side) === other) ?? -1;
  }

  /**
   * Builds or opens the wall between a cell and the one beside it.
   * @param {number} cell
   * @param {number} side
   * @param {boolean} stands
   */
  set(cell, side, stands) {
    const other = this.beside(cell, side), here = 1 << side, there = 1 << this.opposite(cell, side);
    if (stands) {
      this.walls[cell] |= here;
      this.walls[other] |= there;
    } else {
      this.walls[cell] &= ~here;
      this.walls[other] &= ~there;
    }
    this.changed();
  }

  /**
   * Opens a piece of the outer wall.
   * @param {number} cell
   * @param {number} side
   */
  openOuter(cell, side) {
    this.walls[cell] &= ~(1 << side);
    this.changed();
  }

  /** Takes down every inner wall. */
  clear() {
    for (let cell = 0; cell < this.size; cell++) {
      this.walls[cell] = this.sides(cell).reduce((bits, side) => bits | (this.beside(cell, side) < 0 ? 1 << side : 0), 0);
    }
    this.changed();
  }

  /**
   * Puts back walls that were kept.
   * @param {Uint8Array} walls
   */
  restore(walls) {
    this.walls.set(walls);
    this.changed();
  }

  /**
   * What the cheapest way from one cell to each costs, -1 where no way leads. Where nothing costs, how many moves it is.
   * @param {number} start
   */
  costsFrom(start) {
    if (!this.weights) return this.distancesFrom(start);
    const costs = new Int32Array(this.size).fill(-1), waiting = new MinHeap();
    waiting.push(start);
    while (waiting.size) {
      const first = waiting.pop(), cell = first % MAX_CELLS, cost = (first - cell) / MAX_CELLS;
      if (costs[cell] >= 0) continue;
      costs[cell] = cost;
      for (const side of this.sides(cell)) {
        const other = this.through(cell, side);
        if (other >= 0 && costs[other] < 0) waiting.push((cost + this.weights[other]) * MAX_CELLS + other);
      }
    }
    return costs;
  }

  /**
   * A cheapest way between two cells, both included; empty where there is none.
   * @param {number} from
   * @param {number} to
   * @returns {number[]}
   */
  cheapestPath(from, to) {
    if (!this.weights) return this.shortestPath(from, to);
    const costs = this.costsFrom(from);
    if (costs[to] < 0) return [];
    const path = [to];
    for (let cell = to; cell !== from; path.push(cell)) {
      const before = costs[cell] - this.weights[cell];
      const next = this.openSides(cell).map((side) => this.through(cell, side)).find((other) => costs[other] === before);
      cell = /** @type {number} */ (next);
    }
    return path.reverse();
  }

  /**
   * A shortest way between two cells, both included; empty where there is none.
   * @param {number} from
   * @param {number} to
   */
  shortestPath(from, to) {
    const distances = this.distancesFrom(to);
    if (distances[from] < 0) return [];
    const path = [from];
    for (let cell = from; cell !== to; path.push(cell)) cell = this.nextTowards(cell, distances);
    return path;
  }

  /**
   * The neighbor that is a move nearer to where `distances` are counted from.
   * @param {number} cell
   * @param {Int32Array} distances
   */
  nextTowards(cell, distances) {
    for (const side of this.sides(cell)) {
      const other = this.through(cell, side);
      if (other >= 0 && distances[other] === distances[cell] - 1) return other;
    }
    return cell;
  }

  /**
   * The side that is nearest to a direction, or -1. Where several are about as near, an open one is preferred, and then the one that goes
   * on in the direction `before`.
   * @param {number} cell
   * @param {number[]} direction
   * @param {number[]} [before]
   */
  sideTowards(cell, [x, y], before = [0, 0]) {
    const length = Math.hypot(x, y);
    const rated = this.sides(cell).map((side) => {
      const [dx, dy] = this.direction(cell, side);
      return { side, near: (dx * x + dy * y) / length + PREVIOUS_DIRECTION_BONUS * (dx * before[0] + dy * before[1]) };
    });
    const nearest = Math.max(...rated.map(({ near }) => near));
    if (nearest < MIN_COSINE) return -1;
    const similar = rated.filter(({ near }) => near >= nearest - SIMILAR_COSINE).sort((a, b) => b.near - a.near);
    return (similar.find(({ side }) => this.through(cell, side) >= 0) ?? similar[0]).side;
  }

  /**
   * Where a side leads, in words: a direction of the compass, or up and down stairs.
   * @param {number} cell
   * @param {number} side
   */
  sideInWords(cell, side) {
    const [x, y] = this.direction(cell, side);
    if (!x && !y) return translate(this.sideName(cell, side) === 'U' ? 'up' : 'down');
    return translate(COMPASS_MESSAGES[(Math.round(Math.atan2(x, -y) / (Math.PI / 4)) + 8) % 8]);
  }
}
