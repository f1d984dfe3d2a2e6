// Painting a maze of plain squares on a canvas: floor, colors of cells, walls, paths and the marks of entrance and exit.
// Everything is in pixels of the device; `GridLines` says where the lines of the grid fall. `mesh-paint.js` paints all other grids.

import { contextOf } from './dom.js';
import { rgbChannels } from './theme.js';

/** @import { ColorOfCell, Context2D, Graph, Maze, Point, ThemeColors } from './types.d.ts' */

/** Below this many pixels a cell, lines are not moved to whole pixels: thin and even looks better than sharp and uneven. */
const MIN_SHARP_CELL_PX = 5;

/** The smallest mark of an end, in pixels of the page. */
const MIN_MARK_RADIUS_PX = 3;

/** The thickest wall, in pixels of the page. */
const MAX_WALL_PX = 8;

/** Where the grid lies on the canvas: `x` and `y` of its corner, and `size` of a cell. */
export class GridLines {
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} size
   */
  constructor(x, y, size) {
    this.x0 = x;
    this.y0 = y;
    this.size = size;
    this.sharp = size >= MIN_SHARP_CELL_PX;
    this.snaps = this.sharp;
    this.wall = this.sharp ? Math.min(Math.max(1, Math.round(size * 0.12)), Math.round(MAX_WALL_PX * devicePixelRatio)) : Math.max(0.5, size * 0.22);
  }

  /** @param {number} line */
  x(line) {
    const at = this.x0 + line * this.size;
    return this.snaps ? Math.round(at) : at;
  }

  /** @param {number} line */
  y(line) {
    const at = this.y0 + line * this.size;
    return this.snaps ? Math.round(at) : at;
  }

  /**
   * The middle of a cell.
   * @param {Graph} maze
   * @param {number} cell
   * @returns {Point}
   */
  middle(maze, cell) {
    const [x, y] = maze.center(cell);
    return [(this.x(x - 0.5) + this.x(x + 0.5)) / 2, (this.y(y - 0.5) + this.y(y + 0.5)) / 2];
  }

  /**
   * Which lines are on a canvas of that size: columns `left` to `right`, rows `top` to `bottom`.
   * @param {Graph} maze
   * @param {number} width
   * @param {number} height
   */
  visible(maze, width, height) {
    /**
     * @param {number} at
     * @param {number} max
     */
    const within = (at, max) => Math.min(Math.max(at, 0), max);
    return {
      left: within(Math.floor((0 - this.x0) / this.size) - 1, maze.width),
      right: within(Math.ceil((width - this.x0) / this.size) + 1, maze.width),
      top: within(Math.floor((0 - this.y0) / this.size) - 1, maze.height),
      bottom: within(Math.ceil((height - this.y0) / this.size) + 1, maze.height),
    };
  }
}

/** The blocked squares of mazes, as pictures in the color of walls. */
const blockedPictures = /** @type {WeakMap<Maze, { color: string, picture: OffscreenCanvas }>} */ (new WeakMap());

/**
 * @param {Context2D} ctx
 * @param {Maze} maze
 * @param {GridLines} lines
 * @param {ThemeColors} colors
 */
export function paintFloor(ctx, maze, lines, colors) {
  ctx.fillStyle = colors.floor;
  ctx.fillRect(lines.x(0), lines.y(0), lines.x(maze.w) - lines.x(0), lines.y(maze.h) - lines.y(0));
  const { blocked } = maze;
  if (!blocked) return;
  let known = blockedPictures.get(maze);
  if (known?.color !== colors.wall) {
    const color = rgbChannels(colors.wall);
    known = { color: colors.wall, picture: prepareCellColors(maze, (cell) => (blocked[cell] ? color : null)) };
    blockedPictures.set(maze, known);
  }
  paintCellColors(ctx, maze, lines, known.picture);
}

/**
 * A picture with a pixel for each cell, which `paintCellColors` stretches over the grid. `colorOf` gives red, green and blue.
 * @param {Maze} maze
 * @param {ColorOfCell} colorOf
 * @returns {OffscreenCanvas}
 */
export function prepareCellColors(maze, colorOf) {
  const picture = new OffscreenCanvas(maze.w, maze.h);
  const ctx = contextOf(picture);
  const image = ctx.createImageData(maze.w, maze.h);
  for (let cell = 0; cell < maze.size; cell++) {
    const color = colorOf(cell);
    if (color) image.data.set([...color, 255], cell * 4);
  }
  ctx.putImageData(image, 0, 0);
  return picture;
}

/**
 * @param {Context2D} ctx
 * @param {Maze} maze
 * @param {GridLines} lines
 * @param {OffscreenCanvas} picture
 */
export function paintCellColors(ctx, maze, lines, picture) {
  ctx.imageSmoothingEnabled = false;
  if (!lines.snaps || Number.isInteger(lines.size)) return ctx.drawImage(picture, lines.x(0), lines.y(0), lines.x(maze.w) - lines.x(0), lines.y(maze.h) - lines.y(0));
  // Where a cell may have a pixel more than the next, first the columns are stretched, and then the rows.
  const { left, right, top, bottom } = lines.visible(maze, ctx.canvas.width, ctx.canvas.height), x0 = lines.x(left), width = lines.x(right) - x0, height = bottom - top;
  if (width < 1 || height < 1) return;
  const columns = new OffscreenCanvas(width, height), columnsCtx = contextOf(columns);
  columnsCtx.imageSmoothingEnabled = false;
  for (let c = left; c < right; c++) columnsCtx.drawImage(picture, c, top, 1, height, lines.x(c) - x0, 0, lines.x(c + 1) - lines.x(c), height);
  for (let r = top; r < bottom; r++) ctx.drawImage(columns, 0, r - top, width, 1, x0, lines.y(r), width, lines.y(r + 1) - lines.y(r));
}

/**
 * The outer walls may have another color.
 * @param {Context2D} ctx
 * @param {Maze} maze
 * @param {GridLines} lines
 * @param {string} color
 * @param {number} width
 * @param {number} height
 * @param {Iterable<number> | null} [_only]
 * @param {string} [outerColor]
 */
export function paintWalls(ctx, maze, lines, color, width, height, _only, outerColor = color) {
  const seen = lines.visible(maze, width, height);
  const { across, down } = maze.wallRuns();
  const thick = lines.wall, half = lines.sharp ? Math.floor(thick / 2) : thick / 2;
  /** @param {number} line */
  const paintAcross = (line) => {
    const y = lines.y(line) - half;
    forEachRun(across[line], seen.left, seen.right, (begin, end) => {
      const x = lines.x(begin) - half;
      ctx.fillRect(x, y, lines.x(end) - half + thick - x, thick);
    });
  };
  /** @param {number} line */
  const paintDown = (line) => {
    const x = lines.x(line) - half;
    forEachRun(down[line], seen.top, seen.bottom, (begin, end) => {
      const y = lines.y(begin) - half;
      ctx.fillRect(x, y, thick, lines.y(end) - half + thick - y);
    });
  };
  ctx.fillStyle = color;
  for (let line = seen.top; line <= seen.bottom; line++) paintAcross(line);
  for (let line = seen.left; line <= seen.right; line++) paintDown(line);
  if (outerColor === color) return;
  ctx.fillStyle = outerColor;
  for (const line of [0, maze.h]) paintAcross(line);
  for (const line of [0, maze.w]) paintDown(line);
}

/**
 * @param {number[]} runs
 * @param {number} first
 * @param {number} last
 * @param {(begin: number, end: number) => void} paint
 */
function forEachRun(runs, first, last, paint) {
  for (let i = 0; i < runs.length; i += 2) {
    if (runs[i + 1] >= first && runs[i] <= last) paint(runs[i], runs[i + 1]);
  }
}

/**
 * Paints single cells anew, with the walls around them and the ends of walls that reach into their corners.
 * @param {Context2D} ctx
 * @param {Maze} maze
 * @param {GridLines} lines
 * @param {Iterable<number>} changed
 * @param {(cell: number) => string} colorOf
 * @param {string} wallColor
 * @param {string} [outerColor]
 */
export function paintCells(ctx, maze, lines, changed, colorOf, wallColor, outerColor) {
  for (const cell of changed) {
    const r = maze.row(cell), c = maze.col(cell);
    const x = lines.x(c), y = lines.y(r), right = lines.x(c + 1), bottom = lines.y(r + 1);
    ctx.fillStyle = colorOf(cell);
    ctx.fillRect(x, y, right - x, bottom - y);
    // Of the wall that stood where a door is now, one half lies outside.
    const { wall } = lines;
    if (r === 0 && !maze.across(0, c)) ctx.clearRect(x, y - wall, right - x, wall);
    if (r === maze.h - 1 && !maze.across(maze.h, c)) ctx.clearRect(x, bottom, right - x, wall);
    if (c === 0 && !maze.down(0, r)) ctx.clearRect(x - wall, y, wall, bottom - y);
    if (c === maze.w - 1 && !maze.down(maze.w, r)) ctx.clearRect(right, y, wall, bottom - y);
  }
  paintCellWalls(ctx, maze, lines, changed, wallColor, outerColor);
}

/**
 * Paints the walls around single cells, and the ends of walls that reach into their corners.
 * @param {Context2D} ctx
 * @param {Maze} maze
 * @param {GridLines} lines
 * @param {Iterable<number>} cells
 * @param {string} wallColor
 * @param {string} [outerColor]
 */
export function paintCellWalls(ctx, maze, lines, cells, wallColor, outerColor = wallColor) {
  const thick = lines.wall, half = lines.sharp ? Math.floor(thick / 2) : thick / 2;
  ctx.fillStyle = wallColor;
  for (const cell of cells) {
    const r = maze.row(cell), c = maze.col(cell);
    const left = lines.x(c) - half, right = lines.x(c + 1) - half, top = lines.y(r) - half, bottom = lines.y(r + 1) - half;
    const n = maze.across(r, c), s = maze.across(r + 1, c), w = maze.down(c, r), e = maze.down(c + 1, r);
    if (n) ctx.fillRect(left, top, right - left + thick, thick);
    if (s) ctx.fillRect(left, bottom, right - left + thick, thick);
    if (w) ctx.fillRect(left, top, thick, bottom - top + thick);
    if (e) ctx.fillRect(right, top, thick, bottom - top + thick);
    if (!n && !w && (maze.across(r, c - 1) || maze.down(c, r - 1))) ctx.fillRect(left, top, thick, thick);
    if (!n && !e && (maze.across(r, c + 1) || maze.down(c + 1, r - 1))) ctx.fillRect(right, top, thick, thick);
    if (!s && !w && (maze.across(r + 1, c - 1) || maze.down(c, r + 1))) ctx.fillRect(left, bottom, thick, thick);
    if (!s && !e && (maze.across(r + 1, c + 1) || maze.down(c + 1, r + 1))) ctx.fillRect(right, bottom, thick, thick);
    if (outerColor === wallColor) continue;
    ctx.fillStyle = outerColor;
    if (n && r === 0) ctx.fillRect(left, top, right - left + thick, thick);
    if (s && r === maze.h - 1) ctx.fillRect(left, bottom, right - left + thick, thick);
    if (w && c === 0) ctx.fillRect(left, top, thick, bottom - top + thick);
    if (e && c === maze.w - 1) ctx.fillRect(right, top, thick, bottom - top + thick);
    ctx.fillStyle = wallColor;
  }
}

/** Below this many pixels a cell, nobody sees whether the corners of a thread are round, and square ones are soon painted. */
const MIN_ROUND_CELL_PX = 8;

/**
 * A thread through the middles of cells, with a border in another color that sets it off.
 * @param {Context2D} ctx
 * @param {Maze} maze
 * @param {GridLines} lines
 * @param {number[]} way
 * @param {string} color
 * @param {string | null} border
 */
export function paintThread(ctx, maze, lines, way, color, border) {
  const pieces = straightPieces(maze, way, lines.visible(maze, ctx.canvas.width, ctx.canvas.height));
  const width = Math.max(1.5, Math.min(lines.size * 0.26, 22));
  /** @type {[string, number][]} */
  const passes = border ? [[border, width * 1.7], [color, width]] : [[color, width]];
  const places = pieces.map(([from, to]) => [...lines.middle(maze, from), ...lines.middle(maze, to)]);
  for (const [stroke, thick] of passes) {
    if (lines.size < MIN_ROUND_CELL_PX) {
      ctx.fillStyle = stroke;
      for (const [x1, y1, x2, y2] of places) {
        ctx.fillRect(Math.min(x1, x2) - thick / 2, Math.min(y1, y2) - thick / 2, Math.abs(x2 - x1) + thick, Math.abs(y2 - y1) + thick);
      }
      continue;
    }
    ctx.beginPath();
    for (const [x1, y1, x2, y2] of places) {
      ctx.moveTo(x1, y1);
      ctx.lineTo(x2, y2);
    }
    ctx.lineCap = 'round';
    ctx.strokeStyle = stroke;
    ctx.lineWidth = thick;
    ctx.stroke();
  }
}

/**
 * The straight pieces of a way that are in sight, each as its two ends.
 * @param {Maze} maze
 * @param {number[]} way
 * @param {{ left: number, right: number, top: number, bottom: number }} seen
 */
function straightPieces(maze, way, { left, right, top, bottom }) {
  const pieces = [];
  for (let i = 1, begin = 0; i < way.length; i++) {
    if (i + 1 < way.length && way[i + 1] - way[i] === way[i] - way[i - 1]) continue;
    const r1 = maze.row(way[begin]), c1 = maze.col(way[begin]), r2 = maze.row(way[i]), c2 = maze.col(way[i]);
    if (Math.max(c1, c2) >= left && Math.min(c1, c2) <= right && Math.max(r1, r2) >= top && Math.min(r1, r2) <= bottom) {
      pieces.push([way[begin], way[i]]);
    }
    begin = i;
  }
  return pieces;
}

/** Stairs are in mazes of several floors alone, which `mesh-paint.js` paints. */
export function paintStairs() {}

/**
 * The radius of a mark in a cell; where cells are tiny it is larger than they are, so that it is found.
 * @param {Graph} maze
 * @param {GridLines} lines
 * @param {number} cell
 * @param {number} share
 */
function markRadius(maze, lines, cell, share) {
  const min = 4.5 * devicePixelRatio, size = lines.size * maze.room(cell);
  return size < 2 * min ? min : Math.max(size * share, Math.min(min, size * 0.3), MIN_MARK_RADIUS_PX * devicePixelRatio);
}

/**
 * @param {Context2D} ctx
 * @param {Graph} maze
 * @param {GridLines} lines
 * @param {number} cell
 * @param {string} color
 * @param {string} border
 */
export function paintRing(ctx, maze, lines, cell, color, border) {
  const radius = markRadius(maze, lines, cell, 0.23), width = radius * 0.42;
  paintDisc(ctx, maze, lines, cell, border, radius + width * 0.9);
  ctx.beginPath();
  ctx.arc(...lines.middle(maze, cell), radius, 0, 2 * Math.PI);
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.stroke();
}

/**
 * A disc with a border that sets it off.
 * @param {Context2D} ctx
 * @param {Graph} maze
 * @param {GridLines} lines
 * @param {number} cell
 * @param {string} color
 * @param {string} border
 */
export function paintMark(ctx, maze, lines, cell, color, border) {
  const radius = markRadius(maze, lines, cell, 0.28);
  paintDisc(ctx, maze, lines, cell, border, radius * 1.18);
  paintDisc(ctx, maze, lines, cell, color, radius);
}

/**
 * @param {Context2D} ctx
 * @param {Graph} maze
 * @param {GridLines} lines
 * @param {number} cell
 * @param {string} color
 * @param {number} radius
 */
export function paintDisc(ctx, maze, lines, cell, color, radius) {
  ctx.beginPath();
  ctx.arc(...lines.middle(maze, cell), radius, 0, 2 * Math.PI);
  ctx.fillStyle = color;
  ctx.fill();
}
