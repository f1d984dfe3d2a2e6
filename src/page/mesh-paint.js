// Painting a maze on a mesh on a canvas: the same functions as in `square-paint.js`. Lines are smooth here, in any direction. Therefore an animation
// does not paint single cells, but regions, with everything that reaches into them.

import { MeshLines, OUTLINE_RATIO } from './mesh-lines.js';
import * as squares from './square-paint.js';

/** @import { ColorOfCell, Context2D, Layout, Mesh, ThemeColors } from './types.d.ts' */

export { paintDisc, paintMark, paintRing } from './square-paint.js';

/** Regions are made of squares of so many pixels; if more than this share of the canvas is to be painted anew, all of it is. */
const TILE_PX = 48, MAX_REPAINTED_SHARE = 0.4;

/** How opaque the lines inside of a shape are, as in pictures of the service. */
export const DETAIL_OPACITY = 3 / 8;

/** How far what is drawn of a cell reaches beyond it at most, in sides of a square: half a wall. */
const CELL_REACH = 0.2;

/** Where the drawing lies on the canvas. It is not moved to whole pixels, but for the straight walls of squares. */
export class GridLines extends squares.GridLines {
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} size
   */
  constructor(x, y, size) {
    super(x, y, size);
    this.snaps = false;
    const shift = this.sharp && this.wall % 2 ? 0.5 : 0;
    this.x0 += shift;
    this.y0 += shift;
  }
}

/** What is painted of a maze as it is, kept until it changes: the floor by layout, the walls by maze. */
const floorPaths = new WeakMap(), wallPaths = new WeakMap();

/**
 * The cells in sight, or `null` if those are about all.
 * @param {Context2D} ctx
 * @param {Mesh} mesh
 * @param {GridLines} lines
 * @returns {number[] | null}
 */
function visibleCells(ctx, mesh, lines) {
  const { width, height } = ctx.canvas, left = -lines.x0 / lines.size, top = -lines.y0 / lines.size;
  const right = left + width / lines.size, bottom = top + height / lines.size;
  const seen = Math.min(right, mesh.width) - Math.max(left, 0), tall = Math.min(bottom, mesh.height) - Math.max(top, 0);
  if (seen * tall > 0.6 * mesh.width * mesh.height) return null;
  return mesh.layout.within(left - CELL_REACH, top - CELL_REACH, right + CELL_REACH, bottom + CELL_REACH);
}

/** @param {Mesh} mesh */
function allCells(mesh) {
  return mesh.walls.keys();
}

/**
 * Paints in sides of a square.
 * @param {Context2D} ctx
 * @param {GridLines} lines
 * @param {() => void} paint
 */
function paintScaled(ctx, lines, paint) {
  ctx.save();
  ctx.translate(lines.x0, lines.y0);
  ctx.scale(lines.size, lines.size);
  paint();
  ctx.restore();
}

/**
 * Closing a subpath takes time in proportion to the whole path, and an area that is filled is closed without it.
 * @param {Path2D} path
 * @param {number[]} points
 */
function tracePoints(path, points) {
  path.moveTo(points[0], points[1]);
  for (let i = 2; i < points.length; i += 2) path.lineTo(points[i], points[i + 1]);
}

/** @param {Iterable<number[]>} lines */
function linesPath(lines) {
  const path = new Path2D();
  for (const points of lines) tracePoints(path, points);
  return path;
}

/**
 * The outlines of cells, each from its first corner round to it.
 * @param {Layout} layout
 * @param {Iterable<number>} cells
 */
export function outlinePath(layout, cells) {
  const path = new Path2D();
  for (const cell of cells) tracePoints(path, layout.around(cell));
  return path;
}

/**
 * The cells, the lines inside of a shape, and what was taken out between the cells, as in pictures of the service. The `only` of this and of what follows are the cells that
 * are painted, of all that are in sight.
 * @param {Context2D} ctx
 * @param {Mesh} mesh
 * @param {GridLines} lines
 * @param {ThemeColors} colors
 * @param {Iterable<number> | null} [only]
 */
export function paintFloor(ctx, mesh, lines, colors, only = visibleCells(ctx, mesh, lines)) {
  const { layout } = mesh, { rock } = layout;
  /** @param {Layout} each */
  const floorPath = (each) => floorPaths.get(each) ?? floorPaths.set(each, outlinePath(each, Array(each.size).keys())).get(each);
  paintScaled(ctx, lines, () => {
    ctx.fillStyle = colors.floor;
    ctx.fill(only ? outlinePath(layout, only) : floorPath(layout));
    if (layout.details.length) {
      ctx.save();
      ctx.strokeStyle = colors.wall;
      ctx.globalAlpha = DETAIL_OPACITY;
      ctx.lineWidth = Math.max(lines.wall / lines.size, layout.detailWidth);
      ctx.lineCap = ctx.lineJoin = 'round';
      ctx.stroke(linesPath(layout.details));
      ctx.restore();
    }
    if (!rock) return;
    ctx.fill(floorPath(rock));
    ctx.fillStyle = colors.wall;
    ctx.globalAlpha = 1 / 8;
    ctx.fill(floorPath(rock));
  });
}

/**
 * What `paintCellColors` paints: `colorOf` gives red, green and blue of a cell, or `null`.
 * @param {Mesh} mesh
 * @param {ColorOfCell} colorOf
 */
export function prepareCellColors(mesh, colorOf) {
  return colorOf;
}

/**
 * Colors are painted one after the other. An area reaches below those that come later, so that nothing shines through between them.
 * @param {Context2D} ctx
 * @param {Mesh} mesh
 * @param {GridLines} lines
 * @param {ColorOfCell} colorOf
 * @param {Iterable<number> | null} [only]
 */
export function paintCellColors(ctx, mesh, lines, colorOf, only = visibleCells(ctx, mesh, lines)) {
  const groups = new Map(), colors = new Map(), meshLines = new MeshLines(mesh);
  /** @param {number} cell */
  const keyOf = (cell) => {
    if (!colors.has(cell)) colors.set(cell, String(colorOf(cell) ?? ''));
    return colors.get(cell);
  };
  for (const cell of only ?? allCells(mesh)) {
    const color = keyOf(cell);
    if (!color) continue;
    if (!groups.has(color)) groups.set(color, []);
    groups.get(color).push(cell);
  }
  paintScaled(ctx, lines, () => {
    for (const [color, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
      ctx.fillStyle = `rgb(${color})`;
      const path = new Path2D();
      for (const cell of group) tracePoints(path, meshLines.area(cell, (other) => keyOf(other) > color));
      ctx.fill(path);
    }
  });
}

/**
 * The lines of the walls of some cells, or of all.
 * @param {Mesh} mesh
 * @param {Iterable<number> | null} only
 */
function wallPathsOf(mesh, only) {
  const { version } = mesh, cached = wallPaths.get(mesh);
  if (!only && cached?.version === version) return cached;
  const meshLines = new MeshLines(mesh), cells = [...only ?? allCells(mesh)];
  const paths = { version, path: linesPath(meshLines.walls(cells)), outline: linesPath(meshLines.outline(cells)), dashes: linesPath(meshLines.dashes(cells)) };
  if (!only) wallPaths.set(mesh, paths);
  return paths;
}

/**
 * The walls along the outline of a shape are thicker, and may have another color.
 * @param {Context2D} ctx
 * @param {Mesh} mesh
 * @param {GridLines} lines
 * @param {string} color
 * @param {number} width
 * @param {number} height
 * @param {Iterable<number> | null} [only]
 * @param {string} [outerColor]
 */
export function paintWalls(ctx, mesh, lines, color, width, height, only = visibleCells(ctx, mesh, lines), outerColor = color) {
  const { path, outline, dashes } = wallPathsOf(mesh, only);
  paintScaled(ctx, lines, () => {
    ctx.strokeStyle = color;
    ctx.lineWidth = lines.wall / lines.size;
    ctx.stroke(dashes);
    ctx.lineCap = ctx.lineJoin = 'round';
    ctx.stroke(path);
    ctx.strokeStyle = outerColor;
    ctx.lineWidth *= OUTLINE_RATIO;
    ctx.stroke(outline);
  });
}

/**
 * The marks of stairs, which are above all others, so that one sees where they lead from where one stands.
 * @param {Context2D} ctx
 * @param {Mesh} mesh
 * @param {GridLines} lines
 * @param {string} color
 */
export function paintStairs(ctx, mesh, lines, color) {
  if (!mesh.layout.hasFloors) return;
  const meshLines = new MeshLines(mesh), path = linesPath(meshLines.stairs(visibleCells(ctx, mesh, lines) ?? allCells(mesh)));
  ctx.fillStyle = color;
  paintScaled(ctx, lines, () => ctx.fill(path));
}

/**
 * Paints some cells over what is there, and the walls around them.
 * @param {Context2D} ctx
 * @param {Mesh} mesh
 * @param {GridLines} lines
 * @param {Iterable<number>} changed
 * @param {(cell: number) => string} colorOf
 * @param {string} wallColor
 */
export function paintCells(ctx, mesh, lines, changed, colorOf, wallColor) {
  const meshLines = new MeshLines(mesh), { layout } = mesh, path = new Path2D(), around = new Set();
  for (const cell of changed) {
    ctx.fillStyle = colorOf(cell);
    tracePoints(path, meshLines.area(cell));
    for (const other of layout.within(...layout.box(cell))) around.add(other);
  }
  paintScaled(ctx, lines, () => ctx.fill(path));
  paintWalls(ctx, mesh, lines, wallColor, 0, 0, around);
}

/**
 * @param {Context2D} ctx
 * @param {Mesh} mesh
 * @param {GridLines} lines
 * @param {Iterable<number>} cells
 * @param {string} wallColor
 */
export function paintCellWalls(ctx, mesh, lines, cells, wallColor) {
  paintWalls(ctx, mesh, lines, wallColor, 0, 0, cells);
}

/**
 * A thread through the middles of cells, with a border in another color that sets it off. It goes below the railings of bridges.
 * @param {Context2D} ctx
 * @param {Mesh} mesh
 * @param {GridLines} lines
 * @param {number[]} way
 * @param {string} color
 * @param {string | null} border
 * @param {string} wallColor
 */
export function paintThread(ctx, mesh, lines, way, color, border, wallColor) {
  if (way.length < 2) return;
  const meshLines = new MeshLines(mesh), path = linesPath(meshLines.thread(way));
  const width = Math.max(1.5 / lines.size, meshLines.threadWidth);
  /** @type {[string, number][]} */
  const passes = border ? [[border, width * 1.7], [color, width]] : [[color, width]];
  paintScaled(ctx, lines, () => {
    ctx.lineCap = ctx.lineJoin = 'round';
    for (const [stroke, thick] of passes) {
      ctx.strokeStyle = stroke;
      ctx.lineWidth = thick;
      ctx.stroke(path);
    }
  });
  const bridges = meshLines.bridges(way);
  if (bridges.length) paintWalls(ctx, mesh, lines, wallColor, 0, 0, bridges);
}

/**
 * What is to be painted anew where these cells have changed: a part of the canvas, and the cells in it. `null` is all.
 * @param {Context2D} ctx
 * @param {Mesh} mesh
 * @param {GridLines} lines
 * @param {Iterable<number>} changed
 * @returns {{ clip: Path2D, cells: Set<number> } | null}
 */
export function changedRegion(ctx, mesh, lines, changed) {
  const { width, height } = ctx.canvas, across = Math.ceil(width / TILE_PX), down = Math.ceil(height / TILE_PX), tiles = new Set();
  /**
   * @param {number} place
   * @param {number} count
   */
  const tileOf = (place, count) => Math.min(Math.max(Math.floor(place / TILE_PX), 0), count - 1);
  for (const cell of changed) {
    const box = mesh.layout.box(cell).map((place, i) => (i % 2 ? lines.y0 : lines.x0) + (place + (i < 2 ? -CELL_REACH : CELL_REACH)) * lines.size);
    if (box[2] < 0 || box[3] < 0 || box[0] > width || box[1] > height) continue;
    for (let row = tileOf(box[1], down); row <= tileOf(box[3], down); row++) {
      for (let col = tileOf(box[0], across); col <= tileOf(box[2], across); col++) tiles.add(row * across + col);
    }
    if (tiles.size > MAX_REPAINTED_SHARE * across * down) return null;
  }
  const clip = new Path2D(), cells = new Set();
  for (const tile of tiles) {
    const x = (tile % across) * TILE_PX, y = Math.floor(tile / across) * TILE_PX;
    clip.rect(x, y, TILE_PX, TILE_PX);
    const [left, top] = [(x - lines.x0) / lines.size, (y - lines.y0) / lines.size], side = TILE_PX / lines.size;
    for (const cell of mesh.layout.within(left - CELL_REACH, top - CELL_REACH, left + side + CELL_REACH, top + side + CELL_REACH)) cells.add(cell);
  }
  return { clip, cells };
}
