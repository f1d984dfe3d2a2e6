// A maze on any grid: where its cells lie, as `layout.js` knows it, and the walls between them.

import { Graph } from './graph.js';
import { translate } from './language.js';
import { Layout } from './layout.js';

/** @import { Address, GraphAnswer, Point } from './types.d.ts' */

/** The words for the numbers of an address, from the last one. */
const ADDRESS_MESSAGES = { rings: ['ring', 'cell'], floors: ['floor', 'row', 'column'], pieces: ['row', 'column', 'piece'] };

/** Marks are no larger in large cells than with this radius around the center. */
const MAX_MARK_RADIUS = 0.6;

export class Mesh extends Graph {
  /** Counts the changes of walls, so that whoever has drawn them knows whether they are the same. */
  version = 0;

  /**
   * A maze of which every wall stands.
   * @param {Layout} layout
   * @param {number} from
   * @param {number} to
   */
  constructor(layout, from, to) {
    super();
    this.layout = layout;
    this.hasCutCells = layout.hasCutCells;
    this.isShape = layout.isShape;
    this.from = from;
    this.to = to;
    this.walls = Uint8Array.from({ length: layout.size }, (_, cell) => (1 << layout.sides(cell).length) - 1);
  }

  /**
   * A maze as `/maze.json?encoding=graph` tells it.
   * @param {GraphAnswer} answer
   */
  static read(answer) {
    const layout = new Layout(answer);
    const mesh = new Mesh(layout, layout.at(answer.from), layout.at(answer.to));
    answer.cells.forEach(({ sides }, cell) => {
      mesh.walls[cell] = sides.reduce((bits, { open }, side) => (open ? bits : bits | (1 << side)), 0);
    });
    mesh.place(answer);
    if (answer.cells[0].weight) mesh.weights = Uint16Array.from(answer.cells, ({ weight = 1 }) => weight);
    return mesh;
  }

  /** The same cells with every wall standing. */
  walled() {
    return new Mesh(this.layout, this.from, this.to);
  }

  get size() {
    return this.layout.size;
  }

  /** How large it is drawn, in sides of a square. */
  get width() {
    return this.layout.width;
  }

  get height() {
    return this.layout.height;
  }

  /** Whether there are floors, and stairs between them. */
  get hasFloors() {
    return this.layout.hasFloors;
  }

  /** @param {Address} address */
  at(address) {
    return this.layout.at(address);
  }

  /**
   * The address of a cell.
   * @param {number} cell
   */
  address(cell) {
    return this.layout.address(cell);
  }

  /**
   * Whether there is a cell with this address.
   * @param {Address} address
   */
  has(address) {
    return this.at(address) >= 0;
  }

  /** @param {number} cell */
  row(cell) {
    return this.layout.address(cell)[0];
  }

  /** @param {number} cell */
  center(cell) {
    return this.layout.center(cell);
  }

  /**
   * The middle of a side of a cell, which may be an arc.
   * @param {number} cell
   * @param {number} side
   * @returns {Point}
   */
  middleOf(cell, side) {
    const line = this.layout.outline(cell, side), last = line.length / 2 - 1;
    const [a, b] = [Math.floor(last / 2), Math.ceil(last / 2)];
    return [(line[2 * a] + line[2 * b]) / 2, (line[2 * a + 1] + line[2 * b + 1]) / 2];
  }

  /**
   * The ends of a side of a cell, or `null` for stairs.
   * @param {number} cell
   * @param {number} side
   */
  edgeOf(cell, side) {
    return this.layout.hasEdge(cell, side) ? this.layout.edge(cell, side) : null;
  }

  /**
   * How much room a cell has for marks, as a share of that of a square.
   * @param {number} cell
   */
  room(cell) {
    return 2 * Math.min(this.layout.innerRadius(cell), MAX_MARK_RADIUS);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    return this.layout.cellAt(x, y);
  }

  /**
   * About how many moves two cells are apart at least.
   * @param {number} a
   * @param {number} b
   */
  apart(a, b) {
    const [ax, ay] = this.center(a), [bx, by] = this.center(b);
    return Math.ceil(Math.hypot(ax - bx, ay - by) / (2 * this.layout.room));
  }

  /** @param {number} cell */
  inWords(cell) {
    const { layout } = this, address = layout.address(cell);
    const words = layout.middle ? ADDRESS_MESSAGES.rings : layout.hasFloors ? ADDRESS_MESSAGES.floors : ADDRESS_MESSAGES.pieces;
    // The ring in the center has the number 0, in words as well.
    return address.map((number, i) => translate(words[i], { n: words[i] === 'ring' ? number : number + 1 })).join(', ');
  }

  /** @param {number} cell */
  sides(cell) {
    return this.layout.sides(cell);
  }

  /**
   * @param {number} cell
   * @param {string} name
   */
  sideNamed(cell, name) {
    return this.layout.sideNamed(cell, name);
  }

  /**
   * @param {number} cell
   * @param {number} side
   */
  sideName(cell, side) {
    return this.layout.sideName(cell, side);
  }

  /**
   * @param {number} cell
   * @param {number} side
   */
  direction(cell, side) {
    return this.layout.direction(cell, side);
  }

  /**
   * @param {number} cell
   * @param {number} side
   */
  beside(cell, side) {
    return this.layout.across(cell, side);
  }

  /**
   * @param {number} cell
   * @param {number} side
   */
  opposite(cell, side) {
    return this.layout.opposite(cell, side);
  }

  /** Makes known that walls are others than before. */
  changed() {
    this.version++;
  }

  /**
   * How many moves each cell is from one, -1 where no way leads.
   * @param {number} start
   */
  distancesFrom(start) {
    const distances = new Int32Array(this.size).fill(-1), queue = new Int32Array(this.size);
    distances[start] = 0;
    queue[0] = start;
    for (let head = 0, tail = 1; head < tail; head++) {
      const cell = queue[head];
      for (const side of this.sides(cell)) {
        const other = this.through(cell, side);
        if (other < 0 || distances[other] >= 0) continue;
        distances[other] = distances[cell] + 1;
        queue[tail++] = other;
      }
    }
    return distances;
  }
}
