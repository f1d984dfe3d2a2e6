// Painting a maze on a mesh on a canvas: the same functions as in `paint.js`. Lines are smooth here, in any direction. Therefore an animation
// does not paint single cells, but regions, with everything that reaches into them.

import * as squares from './paint.js';
import { Sketch } from './sketch.js';

export { disc, mark, ring } from './paint.js';

/** Regions are made of squares of so many pixels; if more than this share of the canvas is to be painted anew, all of it is. */
const TILE = 48, MOST_TILES = 0.4;

/** How far what is drawn of a cell reaches beyond it at most, in sides of a square: half a wall. */
const AROUND = 0.2;

/** Where the drawing lies on the canvas. It is not moved to whole pixels, but for the straight walls of squares. */
export class Lines extends squares.Lines {
  constructor(x, y, size) {
    super(x, y, size);
    this.snaps = false;
    const shift = this.sharp && this.wall % 2 ? 0.5 : 0;
    this.x0 += shift;
    this.y0 += shift;
  }
}

/** What is painted of a maze as it is, kept until it changes: the floor by layout, the walls by maze. */
const floors = new WeakMap(), wallsOf = new WeakMap();

/** The cells in sight, or `null` if those are about all. */
function inSight(ctx, mesh, lines) {
  const { width, height } = ctx.canvas, left = -lines.x0 / lines.size, top = -lines.y0 / lines.size;
  const right = left + width / lines.size, bottom = top + height / lines.size;
  const seen = Math.min(right, mesh.width) - Math.max(left, 0), tall = Math.min(bottom, mesh.height) - Math.max(top, 0);
  if (seen * tall > 0.6 * mesh.width * mesh.height) return null;
  return mesh.layout.within(left - AROUND, top - AROUND, right + AROUND, bottom + AROUND);
}

function all(mesh) {
  return mesh.walls.keys();
}

/** Paints in sides of a square. */
function scaled(ctx, lines, paint) {
  ctx.save();
  ctx.translate(lines.x0, lines.y0);
  ctx.scale(lines.size, lines.size);
  paint();
  ctx.restore();
}

/** Closing a subpath takes time in proportion to the whole path, and an area that is filled is closed without it. */
function trace(path, points) {
  path.moveTo(points[0], points[1]);
  for (let i = 2; i < points.length; i += 2) path.lineTo(points[i], points[i + 1]);
}

function pathOf(lines) {
  const path = new Path2D();
  for (const points of lines) trace(path, points);
  return path;
}

/** The outlines of cells, each from its first corner round to it. */
export function outlines(layout, cells) {
  const path = new Path2D();
  for (const cell of cells) trace(path, layout.around(cell));
  return path;
}

/**
 * The cells, and what was taken out between them, as in pictures of the service. The `only` of this and of what follows are the cells that
 * are painted, of all that are in sight.
 */
export function floor(ctx, mesh, lines, colors, only = inSight(ctx, mesh, lines)) {
  const { layout } = mesh, { rock } = layout;
  const known = (each) => floors.get(each) ?? floors.set(each, outlines(each, Array(each.size).keys())).get(each);
  scaled(ctx, lines, () => {
    ctx.fillStyle = colors.floor;
    ctx.fill(only ? outlines(layout, only) : known(layout));
    if (!rock) return;
    ctx.fill(known(rock));
    ctx.fillStyle = colors.wall;
    ctx.globalAlpha = 1 / 8;
    ctx.fill(known(rock));
  });
}

/** What `cellPicture` paints: `colorOf` gives red, green and blue of a cell, or `null`. */
export function cellColors(mesh, colorOf) {
  return colorOf;
}

/** Colors are painted one after the other. An area reaches below those that come later, so that nothing shines through between them. */
export function cellPicture(ctx, mesh, lines, colorOf, only = inSight(ctx, mesh, lines)) {
  const groups = new Map(), colors = new Map(), sketch = new Sketch(mesh);
  const keyOf = (cell) => {
    if (!colors.has(cell)) colors.set(cell, String(colorOf(cell) ?? ''));
    return colors.get(cell);
  };
  for (const cell of only ?? all(mesh)) {
    const color = keyOf(cell);
    if (!color) continue;
    if (!groups.has(color)) groups.set(color, []);
    groups.get(color).push(cell);
  }
  scaled(ctx, lines, () => {
    for (const [color, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
      ctx.fillStyle = `rgb(${color})`;
      const path = new Path2D();
      for (const cell of group) trace(path, sketch.area(cell, (other) => keyOf(other) > color));
      ctx.fill(path);
    }
  });
}

export function walls(ctx, mesh, lines, color, width, height, only = inSight(ctx, mesh, lines)) {
  const sketch = new Sketch(mesh), known = wallsOf.get(mesh);
  if (!only && known?.version !== mesh.version) {
    wallsOf.set(mesh, { version: mesh.version, path: pathOf(sketch.walls(all(mesh))), dashes: pathOf(sketch.dashes(all(mesh))) });
  }
  const { path, dashes } = only ? { path: pathOf(sketch.walls(only)), dashes: pathOf(sketch.dashes(only)) } : wallsOf.get(mesh);
  scaled(ctx, lines, () => {
    ctx.strokeStyle = color;
    ctx.lineWidth = lines.wall / lines.size;
    ctx.stroke(dashes);
    ctx.lineCap = ctx.lineJoin = 'round';
    ctx.stroke(path);
  });
}

/** The marks of stairs, which are above all others, so that one sees where they lead from where one stands. */
export function stairs(ctx, mesh, lines, color) {
  if (!mesh.layout.hasFloors) return;
  const sketch = new Sketch(mesh), path = pathOf(sketch.stairs(inSight(ctx, mesh, lines) ?? all(mesh)));
  ctx.fillStyle = color;
  scaled(ctx, lines, () => ctx.fill(path));
}

/** Paints some cells over what is there, and the walls around them. */
export function cells(ctx, mesh, lines, changed, colorOf, wallColor) {
  const sketch = new Sketch(mesh), { layout } = mesh, path = new Path2D(), around = new Set();
  for (const cell of changed) {
    ctx.fillStyle = colorOf(cell);
    trace(path, sketch.area(cell));
    for (const other of layout.within(...layout.box(cell))) around.add(other);
  }
  scaled(ctx, lines, () => ctx.fill(path));
  walls(ctx, mesh, lines, wallColor, 0, 0, around);
}

/** A thread through the middles of cells, with a border in another color that sets it off. It goes below the railings of bridges. */
export function thread(ctx, mesh, lines, way, color, border, wallColor) {
  if (way.length < 2) return;
  const sketch = new Sketch(mesh), path = pathOf(sketch.thread(way));
  const width = Math.max(1.5 / lines.size, sketch.threadWidth);
  scaled(ctx, lines, () => {
    ctx.lineCap = ctx.lineJoin = 'round';
    for (const [stroke, thick] of border ? [[border, width * 1.7], [color, width]] : [[color, width]]) {
      ctx.strokeStyle = stroke;
      ctx.lineWidth = thick;
      ctx.stroke(path);
    }
  });
  const bridges = sketch.bridges(way);
  if (bridges.length) walls(ctx, mesh, lines, wallColor, 0, 0, bridges);
}

/** What is to be painted anew where these cells have changed: a part of the canvas, and the cells in it. `null` is all. */
export function region(ctx, mesh, lines, changed) {
  const { width, height } = ctx.canvas, across = Math.ceil(width / TILE), down = Math.ceil(height / TILE), tiles = new Set();
  const tileOf = (place, most) => Math.min(Math.max(Math.floor(place / TILE), 0), most - 1);
  for (const cell of changed) {
    const box = mesh.layout.box(cell).map((place, i) => (i % 2 ? lines.y0 : lines.x0) + (place + (i < 2 ? -AROUND : AROUND)) * lines.size);
    if (box[2] < 0 || box[3] < 0 || box[0] > width || box[1] > height) continue;
    for (let row = tileOf(box[1], down); row <= tileOf(box[3], down); row++) {
      for (let col = tileOf(box[0], across); col <= tileOf(box[2], across); col++) tiles.add(row * across + col);
    }
    if (tiles.size > MOST_TILES * across * down) return null;
  }
  const clip = new Path2D(), cells = new Set();
  for (const tile of tiles) {
    const x = (tile % across) * TILE, y = Math.floor(tile / across) * TILE;
    clip.rect(x, y, TILE, TILE);
    const [left, top] = [(x - lines.x0) / lines.size, (y - lines.y0) / lines.size], side = TILE / lines.size;
    for (const cell of mesh.layout.within(left - AROUND, top - AROUND, left + side + AROUND, top + side + AROUND)) cells.add(cell);
  }
  return { clip, cells };
}
