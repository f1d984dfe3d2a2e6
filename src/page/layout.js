// The cells of a grid that is not a plain rectangle of squares: their addresses, their sides, which are neighbors, and where they lie, as
// `encoding=graph` tells it. All lengths are in sides of a square, from the top left of the drawing. Walls are not known here.

import { hasRings } from './shapes.js';

/** @import { Address, Box, Edge, GraphAnswer, GraphCell, GraphSide, Point } from './types.d.ts' */

/** More sides than these no cell has. */
export const MAX_SIDES = 8;

/** From one floor to the next, without the floors themselves. */
const FLOOR_GAP = 1;

/** How far an arc can be outside the polygon of its cell, and by how much a straight piece may miss the arc that it is a part of. */
const MAX_ARC_BULGE = 0.25, MAX_ARC_ERROR = 0.0015;

/** Places that differ by less are the same: the service rounds to a millionth. */
const SAME_PLACE_TOLERANCE = 1e-4;

/** How many cells are looked at for the smallest. */
const SMALLEST_CELL_SAMPLE = 64;

/** The numbers of the sides of a square that are above and below it, by the way that a tunnel runs under it. */
const TUNNEL_SIDES = { NS: [0, 2], EW: [1, 3] };

/** The smallest thickness of the lines inside of a shape, in widths or heights of the drawing, whichever is more. */
const DETAIL_OF_SHAPE = 0.013;

/** The least width of an opening whose direction follows from its ends. */
const LEAST_OPENING = 0.1;

export class Layout {
  /** What is across each side of each cell, -1 where the grid ends, and the number of the same side there. */
  #across = new Int32Array();
  #opposite = new Uint8Array();
  /** A bit for each side that leads through a tunnel. */
  #tunnels = new Uint8Array();
  /** Of cells that are cut along an outline: the numbers of the first and the last corner of each side, and a place to pass on the way to it. */
  #spans = /** @type {Map<number, Pick<GraphSide, 'corners' | 'via'>[]>} */ (new Map());
  /** @type {{ names: string[], numbers: number[] }[]} */
  #sideSets = [];
  #addresses;
  #cellsByAddress = /** @type {Map<string, number>} */ (new Map());
  /** The corners of all cells, and where those of a cell begin. */
  #corners = new Float64Array();
  #firstCorners = new Uint32Array();
  #centers = new Float64Array();
  #columns = 0;
  #rows = 0;
  /** @type {{ columns: number, lists: number[][] } | null} */
  #boxes = null;
  /** How large the drawing is. */
  width = 0;
  height = 0;
  /**
   * The cells that were taken out, if any.
   * @type {Layout | null}
   */
  rock = null;
  /**
   * Lines inside of the shape, which are no walls: for each, x and y of its points.
   * @type {number[][]}
   */
  details = [];
  detailWidth = 0;
  /** Whether the grid is cut to a shape, and no other cells are taken out. */
  isShape = false;
  /** Whether cells are cut along an outline, so that those at the ends may have little room for marks. */
  hasCutCells = false;

  /**
   * `rock` are the cells that were taken out, which are laid in the same `bounds`.
   * @param {Pick<GraphAnswer, 'grid' | 'rings' | 'floors' | 'w' | 'h' | 'cells' | 'rock' | 'crossings' | 'details' | 'options'>} answer
   * @param {Box} [bounds]
   */
  constructor({ grid = 'square', rings = 0, floors = 1, w = 0, h = 0, cells, rock = [], crossings = [], details = [], options }, bounds) {
    this.size = cells.length;
    this.hasCutCells = options?.mask !== undefined && options.outline === 'smooth';
    this.isShape = options?.mask !== undefined && rock.length === 0;
    this.hasFloors = floors > 1;
    this.#addresses = cells.map(({ cell }) => cell);
    this.#addresses.forEach((address, cell) => this.#cellsByAddress.set(address.join(), cell));
    this.#readSides(cells);
    // Rings are drawn as arcs around this place.
    /** @type {Point | null} */
    this.middle = hasRings(grid) ? [rings + 0.5, rings + 0.5] : null;
    bounds ??= this.#bounds([...cells, ...rock]);
    this.#readPositions(cells, floors, bounds);
    if (rock.length) this.rock = new Layout({ grid, rings, floors, cells: rock }, bounds);
    const [left, top] = bounds;
    this.detailWidth = DETAIL_OF_SHAPE * Math.max(this.width, this.height);
    this.details = details.map((line) => line.flatMap(([x, y]) => [x - left, y - top]));
    this.#findOppositeSides();
    this.room = this.#smallestRadius();
    this.#columns = w;
    this.#rows = h;
    this.crossings = new Map(crossings.map(([row, col, way]) => [this.at([row, col]), TUNNEL_SIDES[way]]));
  }

  /** @param {GraphCell[]} cells */
  #readSides(cells) {
    const sideSets = new Map();
    this.#across = new Int32Array(this.size * MAX_SIDES).fill(-1);
    this.#tunnels = new Uint8Array(this.size);
    this.#sideSets = cells.map(({ sides }, cell) => {
      if (sides.some(({ corners }) => corners)) this.#spans.set(cell, sides.map(({ corners, via }) => ({ corners, via })));
      sides.forEach(({ to, tunnel }, side) => {
        this.#across[cell * MAX_SIDES + side] = to ?? -1;
        if (tunnel) this.#tunnels[cell] |= 1 << side;
      });
      // Many cells have the same names, which are kept once.
      const names = sides.map(({ side }) => side), key = names.join();
      if (!sideSets.has(key)) sideSets.set(key, { names, numbers: names.map((_, side) => side) });
      return sideSets.get(key);
    });
  }

  /**
   * Moves everything so that the drawing begins at 0, and floor beside floor.
   * @param {GraphCell[]} cells
   * @param {number} floors
   * @param {Box} bounds
   */
  #readPositions(cells, floors, [left, top, right, bottom]) {
    const step = floors > 1 ? right - left + FLOOR_GAP : 0;
    this.width = right - left + (floors - 1) * step;
    this.height = bottom - top;
    if (this.middle) this.middle = [this.middle[0] - left, this.middle[1] - top];
    this.#firstCorners = new Uint32Array(this.size + 1);
    cells.forEach(({ polygon }, cell) => { this.#firstCorners[cell + 1] = this.#firstCorners[cell] + polygon.length; });
    this.#corners = new Float64Array(this.#firstCorners[this.size] * 2);
    this.#centers = new Float64Array(this.size * 2);
    cells.forEach((each, cell) => {
      const shift = (floors > 1 ? each.cell[0] * step : 0) - left;
      each.polygon.forEach(([x, y], k) => this.#corners.set([x + shift, y - top], (this.#firstCorners[cell] + k) * 2));
      for (const span of this.#spans.get(cell) ?? []) if (span.via) span.via = [span.via[0] + shift, span.via[1] - top];
      this.#centers.set([each.center[0] + shift, each.center[1] - top], cell * 2);
    });
  }

  /**
   * @param {GraphCell[]} cells
   * @returns {Box}
   */
  #bounds(cells) {
    /** @type {Box} */
    const bounds = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { polygon } of cells) {
      for (const [x, y] of polygon) {
        bounds[0] = Math.min(bounds[0], x);
        bounds[1] = Math.min(bounds[1], y);
        bounds[2] = Math.max(bounds[2], x);
        bounds[3] = Math.max(bounds[3], y);
      }
    }
    if (!this.middle) return bounds;
    const diameter = 2 * this.middle[0], [left, top, right, bottom] = bounds;
    return [
      Math.max(left - MAX_ARC_BULGE, 0), Math.max(top - MAX_ARC_BULGE, 0),
      Math.min(right + MAX_ARC_BULGE, diameter), Math.min(bottom + MAX_ARC_BULGE, diameter),
    ];
  }

  /** Finds for each side the same side in the cell across: of those that lead back, the one that runs along it the other way. */
  #findOppositeSides() {
    this.#opposite = new Uint8Array(this.size * MAX_SIDES);
    for (let cell = 0; cell < this.size; cell++) {
      for (const side of this.sides(cell)) {
        const far = this.across(cell, side);
        if (far < 0) continue;
        const back = this.sides(far).filter((each) => this.across(far, each) === cell);
        this.#opposite[cell * MAX_SIDES + side] = back.length === 1 ? back[0] : this.#reverseSide(cell, side, far, back);
      }
    }
  }

  /**
   * @param {number} cell
   * @param {number} side
   * @param {number} far
   * @param {number[]} back
   * @returns {number}
   */
  #reverseSide(cell, side, far, back) {
    if (!this.hasEdge(cell, side)) return back.find((each) => !this.hasEdge(far, each)) ?? -1;
    const [ax, ay, bx, by] = this.edge(cell, side);
    /** @param {number} each */
    const miss = (each) => {
      if (!this.hasEdge(far, each)) return Infinity;
      const [cx, cy, dx, dy] = this.edge(far, each);
      return Math.hypot(bx - ax + dx - cx, by - ay + dy - cy) + SAME_PLACE_TOLERANCE * Math.hypot(ax - dx, ay - dy);
    };
    return back.reduce((best, each) => (miss(each) < miss(best) ? each : best));
  }

  #smallestRadius() {
    let smallest = Infinity;
    for (let cell = 0; cell < Math.min(this.size, SMALLEST_CELL_SAMPLE); cell++) smallest = Math.min(smallest, this.innerRadius(cell));
    return smallest;
  }

  // Cells and sides

  /** @param {Address} address */
  at(address) {
    return this.#cellsByAddress.get(address.join()) ?? -1;
  }

  /** @param {number} cell */
  address(cell) {
    return this.#addresses[cell];
  }

  /**
   * The numbers of the sides of a cell.
   * @param {number} cell
   */
  sides(cell) {
    return this.#sideSets[cell].numbers;
  }

  /**
   * @param {number} cell
   * @param {number} side
   */
  sideName(cell, side) {
    return this.#sideSets[cell].names[side];
  }

  /**
   * @param {number} cell
   * @param {string} name
   */
  sideNamed(cell, name) {
    return this.#sideSets[cell].names.indexOf(name);
  }

  /**
   * @param {number} cell
   * @param {number} side
   */
  across(cell, side) {
    return this.#across[cell * MAX_SIDES + side];
  }

  /**
   * @param {number} cell
   * @param {number} side
   */
  opposite(cell, side) {
    return this.#opposite[cell * MAX_SIDES + side];
  }

  /**
   * @param {number} cell
   * @param {number} side
   */
  isTunnel(cell, side) {
    return Boolean(this.#tunnels[cell] & (1 << side));
  }

  /**
   * The cell that lies right beside a square, also where a tunnel leads on under it, or -1.
   * @param {number} cell
   * @param {number} side
   */
  next(cell, side) {
    const [row, col] = this.address(cell), [down, right] = [[-1, 0], [0, 1], [1, 0], [0, -1]][side];
    /**
     * @param {number} at
     * @param {number} length
     */
    const around = (at, length) => (at + length) % length;
    return this.at([around(row + down, this.#rows), around(col + right, this.#columns)]);
  }

  // Places

  /**
   * @param {number} cell
   * @returns {Point}
   */
  center(cell) {
    return [this.#centers[cell * 2], this.#centers[cell * 2 + 1]];
  }

  /** @param {number} cell */
  corners(cell) {
    return this.#firstCorners[cell + 1] - this.#firstCorners[cell];
  }

  /**
   * Whether a cell is cut along an outline, so that its sides are not the edges of its polygon one by one.
   * @param {number} cell
   */
  isCut(cell) {
    return this.#spans.has(cell);
  }

  /**
   * Whether a side is drawn as an edge of the cell, which stairs are not.
   * @param {number} cell
   * @param {number} side
   */
  hasEdge(cell, side) {
    return this.isCut(cell) ? Boolean(this.#spans.get(cell)?.[side]?.corners) : side < this.corners(cell);
  }

  /**
   * The ends of a side: x and y of one, and of the other.
   * @param {number} cell
   * @param {number} side
   * @returns {Edge}
   */
  edge(cell, side) {
    const [from, to] = this.#spans.get(cell)?.[side].corners ?? [side, side + 1];
    return [...this.#corner(cell, from), ...this.#corner(cell, to)];
  }

  /**
   * @param {number} cell
   * @param {number} number
   * @returns {Point}
   */
  #corner(cell, number) {
    const at = (this.#firstCorners[cell] + (number % this.corners(cell))) * 2;
    return [this.#corners[at], this.#corners[at + 1]];
  }

  /**
   * The edges of the polygon of a cell: their ends.
   * @param {number} cell
   * @returns {Edge[]}
   */
  edges(cell) {
    return Array.from({ length: this.corners(cell) }, (_, k) => [...this.#corner(cell, k), ...this.#corner(cell, k + 1)]);
  }

  /**
   * The numbers of the edges of a side.
   * @param {number} cell
   * @param {number} side
   */
  #edgeNumbers(cell, side) {
    const count = this.corners(cell), [from, to] = this.#spans.get(cell)?.[side].corners ?? [0, 0];
    return Array.from({ length: (to - from + count) % count }, (_, k) => (from + k) % count);
  }

  /**
   * The edge of a side, the longest of several, the same from both cells.
   * @param {number} cell
   * @param {number} side
   * @returns {Edge}
   */
  longestEdge(cell, side) {
    if (!this.isCut(cell)) return this.edge(cell, side);
    const edges = this.edges(cell);
    /** @param {Edge} edge */
    const length = ([ax, ay, bx, by]) => Math.hypot(ax - bx, ay - by);
    /**
     * @param {Edge} a
     * @param {Edge} b
     */
    const isMore = (a, b) => length(a) - length(b) || Math.max(a[0], a[2]) - Math.max(b[0], b[2]) || Math.max(a[1], a[3]) - Math.max(b[1], b[3]);
    return this.#edgeNumbers(cell, side).map((number) => edges[number]).reduce((best, edge) => (isMore(edge, best) > 0 ? edge : best));
  }

  /**
   * A place to pass on the way from the center of a cell to a side, where the straight line would leave the cell.
   * @param {number} cell
   * @param {number} side
   * @returns {Point | null}
   */
  via(cell, side) {
    return this.#spans.get(cell)?.[side]?.via ?? null;
  }

  /**
   * Edges of a cell that belong to no side, and are walls always. Where an edge leads back the same way, both are none of its border.
   * @param {number} cell
   */
  fixedWalls(cell) {
    if (!this.isCut(cell)) return [];
    const edges = this.edges(cell), sided = new Set(this.sides(cell).filter((side) => this.hasEdge(cell, side)).flatMap((side) => this.#edgeNumbers(cell, side)));
    /** @param {Edge} edge */
    const leadsBack = ([ax, ay, bx, by]) => edges.some(([cx, cy, dx, dy]) => ax === dx && ay === dy && bx === cx && by === cy);
    return edges.filter((edge, number) => !sided.has(number) && !leadsBack(edge));
  }

  /**
   * The radius of a side that is an arc around the middle, or 0.
   * @param {number} cell
   * @param {number} side
   */
  radius(cell, side) {
    if (!this.middle || this.isCut(cell)) return 0;
    const name = this.sideName(cell, side), ring = this.address(cell)[0];
    return name === 'IN' ? ring - 0.5 : name.startsWith('OUT') ? ring + 0.5 : 0;
  }

  /**
   * A side as points, from one end to the other: x and y by turns.
   * @param {number} cell
   * @param {number} side
   * @returns {number[]}
   */
  outline(cell, side) {
    if (this.isCut(cell)) {
      const numbers = this.#edgeNumbers(cell, side);
      return [...numbers, numbers[numbers.length - 1] + 1].flatMap((number) => this.#corner(cell, number));
    }
    const edge = this.edge(cell, side), radius = this.radius(cell, side);
    return radius ? this.arc(edge, radius) : edge;
  }

  /**
   * All sides of a cell as points, from its first corner round to it.
   * @param {number} cell
   * @returns {number[]}
   */
  around(cell) {
    if (this.isCut(cell)) return this.edges(cell).flat();
    const points = [];
    for (let side = 0; side < this.corners(cell); side++) points.push(...this.outline(cell, side));
    return points;
  }

  /**
   * The shorter arc around the middle between two places. Both cells at it get the same points.
   * @param {Edge} ends
   * @param {number} radius
   * @returns {number[]}
   */
  arc([ax, ay, bx, by], radius) {
    const [x, y] = this.middle ?? [0, 0], from = Math.atan2(ay - y, ax - x);
    const turn = ((Math.atan2(by - y, bx - x) - from + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
    const count = Math.max(1, Math.ceil(Math.abs(turn) / (2 * Math.acos(1 - MAX_ARC_ERROR / Math.max(radius, 0.5)))));
    const points = [ax, ay];
    for (let i = 1; i < count; i++) {
      const angle = from + (turn * i) / count;
      points.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    }
    points.push(bx, by);
    return points;
  }

  /**
   * The ends of an opening that leads out of the maze, clockwise, where that side may have several edges; nothing if it is too narrow to have a direction.
   * @param {number} cell
   * @param {number} side
   * @returns {[Point, Point] | null}
   */
  #opening(cell, side) {
    const ends = this.across(cell, side) < 0 ? this.#spans.get(cell)?.[side]?.corners : undefined;
    if (!ends) return null;
    const [from, to] = ends.map((number) => this.#corner(cell, number));
    return Math.hypot(to[0] - from[0], to[1] - from[1]) > LEAST_OPENING ? [from, to] : null;
  }

  /**
   * The middle of a side.
   * @param {number} cell
   * @param {number} side
   * @returns {Point}
   */
  gate(cell, side) {
    const opening = this.#opening(cell, side);
    if (opening) return [(opening[0][0] + opening[1][0]) / 2, (opening[0][1] + opening[1][1]) / 2];
    const [ax, ay, bx, by] = this.longestEdge(cell, side), radius = this.radius(cell, side);
    const x = (ax + bx) / 2, y = (ay + by) / 2;
    if (!radius) return [x, y];
    const [mx, my] = this.middle ?? [0, 0], length = Math.hypot(x - mx, y - my);
    return [mx + ((x - mx) * radius) / length, my + ((y - my) * radius) / length];
  }

  /**
   * The direction in which a side lies, of length 1; of stairs, 0.
   * @param {number} cell
   * @param {number} side
   * @returns {Point}
   */
  direction(cell, side) {
    if (!this.hasEdge(cell, side)) return [0, 0];
    const opening = this.#opening(cell, side);
    if (opening) {
      const [[ax, ay], [bx, by]] = opening, width = Math.hypot(bx - ax, by - ay);
      return [(by - ay) / width, (ax - bx) / width];
    }
    const [x, y] = this.gate(cell, side), [cx, cy] = this.center(cell), length = Math.hypot(x - cx, y - cy);
    return [(x - cx) / length, (y - cy) / length];
  }

  /**
   * Whether a side and a side of another cell are at opposite edges of the drawing.
   * @param {number} cell
   * @param {number} side
   * @param {number} far
   * @param {number} back
   */
  isSeam(cell, side, far, back) {
    const [ax, ay, bx, by] = this.edge(cell, side), [cx, cy, dx, dy] = this.edge(far, back);
    return Math.hypot(ax - dx, ay - dy) + Math.hypot(bx - cx, by - cy) > SAME_PLACE_TOLERANCE;
  }

  /**
   * Whether the cell across a side lies right beside it.
   * @param {number} cell
   * @param {number} side
   */
  isDirect(cell, side) {
    const far = this.across(cell, side);
    return far >= 0 && this.hasEdge(cell, side) && !this.isTunnel(cell, side) && !this.isSeam(cell, side, far, this.opposite(cell, side));
  }

  /**
   * The radius of the largest circle around the center of a cell.
   * @param {number} cell
   */
  innerRadius(cell) {
    const [x, y] = this.center(cell);
    let smallest = Infinity;
    if (this.isCut(cell)) {
      for (const [ax, ay, bx, by] of this.edges(cell)) {
        const [dx, dy] = [bx - ax, by - ay], part = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy), 0), 1);
        smallest = Math.min(smallest, Math.hypot(x - ax - part * dx, y - ay - part * dy));
      }
      return smallest;
    }
    for (let side = 0; side < this.corners(cell); side++) {
      const [ax, ay, bx, by] = this.edge(cell, side);
      const away = this.radius(cell, side) ? 0.5 : Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / Math.hypot(bx - ax, by - ay);
      smallest = Math.min(smallest, away);
    }
    return smallest;
  }

  /**
   * The cell at a place, or -1.
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    for (const cell of this.within(x, y, x, y)) if (this.#contains(cell, x, y)) return cell;
    return -1;
  }

  /**
   * @param {number} cell
   * @param {number} x
   * @param {number} y
   */
  #contains(cell, x, y) {
    let inside = false;
    const points = this.around(cell);
    for (let i = 2; i < points.length; i += 2) {
      const [ax, ay, bx, by] = points.slice(i - 2, i + 2);
      if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) inside = !inside;
    }
    return inside;
  }

  /**
   * Left, top, right and bottom of a cell.
   * @param {number} cell
   * @returns {Box}
   */
  box(cell) {
    /** @type {Box} */
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    const bulge = this.middle ? MAX_ARC_BULGE : 0;
    for (let i = this.#firstCorners[cell]; i < this.#firstCorners[cell + 1]; i++) {
      const x = this.#corners[i * 2], y = this.#corners[i * 2 + 1];
      box[0] = Math.min(box[0], x - bulge);
      box[1] = Math.min(box[1], y - bulge);
      box[2] = Math.max(box[2], x + bulge);
      box[3] = Math.max(box[3], y + bulge);
    }
    return box;
  }

  /**
   * The cells that may reach into a rectangle, in the order of their numbers.
   * @param {number} left
   * @param {number} top
   * @param {number} right
   * @param {number} bottom
   * @returns {number[]}
   */
  within(left, top, right, bottom) {
    this.#boxes ??= this.#sortIntoBoxes();
    const { columns, lists } = this.#boxes, found = new Set();
    for (let row = Math.max(0, Math.floor(top)); row <= Math.min(bottom, this.height); row++) {
      for (let col = Math.max(0, Math.floor(left)); col <= Math.min(right, this.width); col++) {
        for (const cell of lists[row * columns + col] ?? []) found.add(cell);
      }
    }
    return [...found].sort((a, b) => a - b);
  }

  /** Which cells reach into each square of side 1. */
  #sortIntoBoxes() {
    const columns = Math.floor(this.width) + 1;
    /** @type {number[][]} */
    const lists = [];
    for (let cell = 0; cell < this.size; cell++) {
      const [left, top, right, bottom] = this.box(cell);
      for (let row = Math.max(0, Math.floor(top)); row <= Math.min(bottom, this.height); row++) {
        for (let col = Math.max(0, Math.floor(left)); col <= Math.min(right, this.width); col++) (lists[row * columns + col] ??= []).push(cell);
      }
    }
    return { columns, lists };
  }
}
