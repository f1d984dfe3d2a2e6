// How a maze is painted: plain squares have lines on whole pixels and are soon painted, everything else has polygons; and what was placed in it, as
// symbols: things in cells, and locked doors across passages. The canvas and the paper show the same symbols.

import { digits, things } from './language.js';
import { Mesh } from './mesh.js';
import * as meshes from './mesh-paint.js';
import * as squares from './paint.js';

export function painterOf(maze) {
  return maze instanceof Mesh ? meshes : squares;
}

/** A number on a symbol, as pictures of the service have it: how wide and high a digit is, and how far it is to the next. */
const DIGIT = [60, 100], BETWEEN_DIGITS = 18;
/** The radius of the hole in the place of a number, in heights of that. */
const HOLE = 0.3;

/** The radius of a symbol in a cell, and in comparison that of a door, and the width of its bar. */
const IN_CELL = 0.38, ON_DOOR = 0.9, BAR = 0.34;

/** Where a door at stairs is, seen from the middle of its cell, and how large in comparison: beside the triangles. */
const BESIDE_STAIRS = [0.28, -0.28], AT_STAIRS = 0.55;

/** The parts of a symbol, from back to front: an ink, the path of an SVG, and where in a square from -100 to 100 that is and how large. */
export function partsOf({ areas, plate }, number) {
  const parts = areas.map(([ink, d]) => ({ ink, d, at: [0, 0], scale: 1 }));
  if (!plate) return parts;
  const [[x, y], [width, height]] = plate;
  if (!number) {
    const r = height * HOLE;
    return [...parts, { ink: 'ground', d: `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`, at: [x, y], scale: 1 }];
  }
  const signs = [...String(number)], wide = signs.length * (DIGIT[0] + BETWEEN_DIGITS) - BETWEEN_DIGITS;
  const scale = Math.min(width / wide, height / DIGIT[1]), left = x - wide * scale / 2, top = y - DIGIT[1] * scale / 2;
  const written = signs.map((digit, i) => ({ ink: 'ground', d: digits[digit], at: [left + i * (DIGIT[0] + BETWEEN_DIGITS) * scale, top], scale }));
  return [...parts, ...written];
}

/**
 * The shapes of doors and things: `bars` with their ends and widths, then `symbols` with their parts, their centers and how far they reach from
 * there to each side. Lengths are in sides of a square. Of a maze that is played, things that were taken are left out.
 */
export function placedIn(maze, { locks, items } = maze) {
  const doors = locks.map(({ lock, cell, side }) => {
    const room = maze.room(cell) * IN_CELL, edge = maze.edgeOf(cell, side), parts = partsOf(things.lock, lock);
    if (!edge) return { symbol: { parts, center: maze.center(cell).map((at, axis) => at + BESIDE_STAIRS[axis]), radius: room * AT_STAIRS } };
    const [ax, ay, bx, by] = edge, radius = Math.min(room * ON_DOOR, Math.hypot(bx - ax, by - ay) / 2);
    return { bar: { edge, width: room * BAR }, symbol: { parts, center: [(ax + bx) / 2, (ay + by) / 2], radius } };
  });
  const placed = items.map(({ name, cell, lock }) => {
    const symbol = Object.hasOwn(things, name) ? things[name] : things.star;
    return { parts: partsOf(symbol, lock), center: maze.center(cell), radius: maze.room(cell) * IN_CELL };
  });
  return { bars: doors.map(({ bar }) => bar).filter(Boolean), symbols: [...doors.map(({ symbol }) => symbol), ...placed] };
}

/** Paths are read once. */
const paths = new Map();

function pathOf(d) {
  if (!paths.has(d)) paths.set(d, new Path2D(d));
  return paths.get(d);
}

/** Symbols are no smaller than this radius, in pixels of the page, so that they are found. */
const LEAST = 4;

/** Paints what was placed on a canvas. */
export function paintThings(ctx, lines, colors, placed) {
  const inks = { wall: colors.wall, path: colors.thread, ground: colors.floor };
  const at = ([x, y]) => [lines.x0 + x * lines.size, lines.y0 + y * lines.size];
  ctx.lineCap = 'butt';
  ctx.strokeStyle = inks.path;
  for (const { edge: [ax, ay, bx, by], width } of placed.bars) {
    ctx.lineWidth = width * lines.size;
    ctx.beginPath();
    ctx.moveTo(...at([ax, ay]));
    ctx.lineTo(...at([bx, by]));
    ctx.stroke();
  }
  for (const { parts, center, radius } of placed.symbols) {
    const size = Math.max(radius * lines.size, LEAST * devicePixelRatio) / 100, [x, y] = at(center);
    if (x < -100 * size || y < -100 * size || x > ctx.canvas.width + 100 * size || y > ctx.canvas.height + 100 * size) continue;
    for (const { ink, d, at: [left, top], scale } of parts) {
      ctx.save();
      ctx.translate(x + left * size, y + top * size);
      ctx.scale(scale * size, scale * size);
      ctx.fillStyle = inks[ink];
      ctx.fill(pathOf(d));
      ctx.restore();
    }
  }
}
