// Where one looks: the place in the middle of the canvas, and the zoom.
// At zoom z, a block of level Z − z is 16 pixels wide, where Z is the zoom of single cells: zooms are those of the tiles of the service.

import { addDistance, cellMiddle, distanceTo, roundCoordinate } from './coordinates.js';

/** @import { Coordinate, MapCell, MapPlace, Point } from '../types.d.ts' */

/** Pixels of a block whose level is shown alone. */
export const BLOCK_PX = 16;
/** How far one can zoom in beyond single cells of that size, and out beyond the whole. */
const EXTRA_ZOOM_IN = 2, EXTRA_ZOOM_OUT = 0.5;
/** The share of the canvas that the whole maze covers. */
const FITTED_SHARE = 0.92;
/** Decimals of a zoom in an address, and the parts of a pixel to which a place is exact there. */
const ZOOM_DECIMALS = 4, ADDRESS_STEPS_PER_PX = 20;

/** How much of the canvas is outside of the maze at most, on one side, when somebody walks along an edge. */
const BORDER_SHARE = 0.2;

export class MapCamera extends EventTarget {
  row = cellMiddle(0n);
  col = cellMiddle(0n);
  zoom = 0;
  width = 1;
  height = 1;
  /** Whether all of it is seen, and stays so when the window changes. */
  fitted = false;

  /**
   * `w` and `h` are the sides of the maze, in cells, as BigInts.
   * @param {bigint} w
   * @param {bigint} h
   */
  constructor(w, h) {
    super();
    this.w = w;
    this.h = h;
    const longest = w > h ? w : h;
    /** The level of which the maze is one block. */
    this.top = longest > 1n ? (longest - 1n).toString(2).length : 0;
    /** The zoom at which a cell is a block of 16 pixels. */
    this.deepest = Math.max(0, this.top - 4);
    /** The largest zoom. */
    this.closest = this.deepest + EXTRA_ZOOM_IN;
  }

  /** Pixels a cell: 2^−49 for the whole of the largest maze. */
  get scale() {
    return BLOCK_PX * 2 ** (this.zoom - this.deepest);
  }

  /** The zoom at which all of the maze is seen. */
  get whole() {
    const scale = FITTED_SHARE * Math.min(this.width / Number(this.w), this.height / Number(this.h));
    return Math.min(this.deepest + Math.log2(scale / BLOCK_PX), this.closest);
  }

  /** The level whose blocks are 16 to 32 pixels wide, and how far it is, from 0 to 1, to where the next finer one takes its place. */
  get level() {
    const level = Math.min(Math.max(this.deepest - Math.floor(this.zoom), 0), this.top);
    return { level, towards: level ? Math.min(Math.max(this.zoom + level - this.deepest, 0), 1) : 0 };
  }

  /**
   * Where the beginning of a row or column is on the canvas.
   * @param {bigint} col
   */
  x(col) {
    return this.width / 2 + distanceTo(this.col, col) * this.scale;
  }

  /** @param {bigint} row */
  y(row) {
    return this.height / 2 + distanceTo(this.row, row) * this.scale;
  }

  /**
   * The cell at a place of the canvas, which may lie outside the maze.
   * @param {number} x
   * @param {number} y
   * @returns {MapCell}
   */
  cellAt(x, y) {
    const { scale } = this;
    return { row: addDistance(this.row, (y - this.height / 2) / scale).cell, col: addDistance(this.col, (x - this.width / 2) / scale).cell };
  }

  /** @param {MapCell} cell */
  has({ row, col }) {
    return row >= 0n && row < this.h && col >= 0n && col < this.w;
  }

  /**
   * @param {number} width
   * @param {number} height
   */
  resize(width, height) {
    this.width = width;
    this.height = height;
    if (this.fitted) this.fit();
    else this.#moved();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.fitted = false;
    this.#shift(-dx / this.scale, -dy / this.scale);
    this.#moved();
  }

  /**
   * Zooms so that what is at `x`, `y` stays there.
   * @param {number} difference
   * @param {number} x
   * @param {number} y
   */
  zoomBy(difference, x, y) {
    const before = this.scale;
    this.fitted = false;
    this.zoom = this.#possible(this.zoom + difference);
    const shift = 1 / before - 1 / this.scale;
    this.#shift((x - this.width / 2) * shift, (y - this.height / 2) * shift);
    this.#moved();
  }

  /**
   * Looks at a place: coordinates of the middle of the canvas.
   * @param {MapPlace & { zoom?: number }} place
   */
  look({ row, col, zoom = this.zoom }) {
    Object.assign(this, { row, col, zoom: this.#possible(zoom), fitted: false });
    this.#moved();
  }

  /** Looks at all of it. */
  fit() {
    this.look({ row: half(this.h), col: half(this.w), zoom: this.whole });
    this.fitted = true;
  }

  /**
   * How far to pan, in pixels, for a cell to be in the middle, or as near to it as the maze fills the canvas but for a border.
   * @param {MapCell} cell
   * @returns {Point}
   */
  towards({ row, col }) {
    /**
     * @param {number} cell
     * @param {number} begin
     * @param {number} end @param {number} length
     */
    const along = (cell, begin, end, length) => {
      const border = length * BORDER_SHARE;
      if (end - begin <= length - 2 * border) return (length - begin - end) / 2;
      return Math.min(Math.max((length - this.scale) / 2 - cell, length - border - end), border - begin);
    };
    return [along(this.x(col), this.x(0n), this.x(this.w), this.width), along(this.y(row), this.y(0n), this.y(this.h), this.height)];
  }

  /** Rounds to what an address says, which moves nothing by more than a part of a pixel. */
  settle() {
    if (this.fitted) return;
    const decimals = Math.max(0, Math.ceil(Math.log10(this.scale * ADDRESS_STEPS_PER_PX)));
    this.row = roundCoordinate(this.row, decimals);
    this.col = roundCoordinate(this.col, decimals);
    this.zoom = Number(this.zoom.toFixed(ZOOM_DECIMALS));
  }

  /** @param {number} zoom */
  #possible(zoom) {
    return Math.min(Math.max(zoom, Math.min(this.whole, 0) - EXTRA_ZOOM_OUT), this.closest);
  }

  /**
   * @param {number} cols
   * @param {number} rows
   */
  #shift(cols, rows) {
    this.col = addDistance(this.col, cols);
    this.row = addDistance(this.row, rows);
  }

  /** The middle of the canvas is always within the maze. */
  #moved() {
    /**
     * @param {Coordinate} at
     * @param {bigint} side
     */
    const within = (at, side) => (at.cell < 0n ? { cell: 0n, part: 0 } : at.cell >= side ? { cell: side, part: 0 } : at);
    this.row = within(this.row, this.h);
    this.col = within(this.col, this.w);
    this.dispatchEvent(new Event('move'));
  }
}

/**
 * @param {bigint} side
 * @returns {Coordinate}
 */
function half(side) {
  return { cell: side / 2n, part: side % 2n ? 0.5 : 0 };
}
