// How a maze is painted: plain squares have lines on whole pixels and are soon painted, everything else has polygons; and what was placed in it, as
// symbols: things in cells, and locked doors across passages. The canvas and the paper show the same symbols.

import { digits, things } from './language.js';
import * as meshes from './mesh-paint.js';
import { Mesh } from './mesh.js';
import { fetchJson } from './service.js';
import * as squares from './square-paint.js';

export function painterFor(maze) {
  return maze instanceof Mesh ? meshes : squares;
}

/** A number on a symbol, as pictures of the service have it: how wide and high a digit is, and how far it is to the next. */
const DIGIT_SIZE = [60, 100], DIGIT_GAP = 18;
/** The radius of the hole in the place of a number, in heights of that. */
const PLATE_HOLE_RADIUS = 0.3;

/** The radius of a symbol in a cell, and in comparison that of a door, and the width of its bar. */
const SYMBOL_RADIUS = 0.38, DOOR_SYMBOL_RATIO = 0.9, DOOR_BAR_RATIO = 0.34;

/** Where a door at stairs is, seen from the middle of its cell, and how large in comparison: beside the triangles. */
const STAIRS_DOOR_OFFSET = [0.28, -0.28], STAIRS_DOOR_RATIO = 0.55;

/** How thick the strokes of letters are, how wide most letters and how high all are, and the distance between two numbers side by side. */
const STROKE_WIDTH = 16, MIN_LETTERS_WIDTH = 66, LETTER_HEIGHT = 100, LETTER_GAP = 34;
/** The radius of the ground behind letters, and the distance from their middle to their corners, in comparison with the radius of a symbol. */
const LETTER_GROUND_RATIO = 1.1, LETTER_CORNER_RATIO = 1.12;

/** The strokes of letters and digits, which only mazes with letters need. */
let strokes = null;

/** Gets the strokes of letters, if this maze has some. The promise tells whether they were not there yet. */
export async function loadLetterStrokes(maze) {
  if (strokes || !maze.letters.length) return false;
  strokes = await fetchJson(new URL('strokes.json', import.meta.url));
  return true;
}

/** A letter or a number in a circle: the strokes of its letters, each with its place, from 0 to 100 from the top, and how large that is. */
function layOutLetters(text, center, radius) {
  const letters = [...text].map((letter) => strokes?.[letter]).filter(Boolean);
  const width = letters.reduce((sum, [, left, right]) => sum + right - left + LETTER_GAP, -LETTER_GAP);
  const scale = radius * LETTER_CORNER_RATIO / (Math.hypot(Math.max(width, MIN_LETTERS_WIDTH) + STROKE_WIDTH, LETTER_HEIGHT + STROKE_WIDTH) / 2);
  let x = -width / 2;
  const parts = letters.map(([d, left, right]) => {
    const at = [x - left, -LETTER_HEIGHT / 2];
    x += right - left + LETTER_GAP;
    return { d, at };
  });
  return { center, radius: radius * LETTER_GROUND_RATIO, scale, thick: STROKE_WIDTH, parts };
}

/** The parts of a symbol, from back to front: an ink, the path of an SVG, and where in a square from -100 to 100 that is and how large. */
export function symbolParts({ areas, plate }, number) {
  const parts = areas.map(([ink, d]) => ({ ink, d, at: [0, 0], scale: 1 }));
  if (!plate) return parts;
  const [[x, y], [width, height]] = plate;
  if (!number) {
    const r = height * PLATE_HOLE_RADIUS;
    return [...parts, { ink: 'ground', d: `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`, at: [x, y], scale: 1 }];
  }
  const signs = [...String(number)], wide = signs.length * (DIGIT_SIZE[0] + DIGIT_GAP) - DIGIT_GAP;
  const scale = Math.min(width / wide, height / DIGIT_SIZE[1]), left = x - wide * scale / 2, top = y - DIGIT_SIZE[1] * scale / 2;
  const written = signs.map((digit, i) => ({ ink: 'ground', d: digits[digit], at: [left + i * (DIGIT_SIZE[0] + DIGIT_GAP) * scale, top], scale }));
  return [...parts, ...written];
}

/**
 * The shapes of doors and things: `bars` with their ends and widths, then `symbols` with their parts, their centers and how far they reach from
 * there to each side, and then `letters`. Lengths are in sides of a square. Of a maze that is played, things that were taken are left out.
 */
export function placedThings(maze, { locks, items } = maze) {
  const doors = locks.map(({ lock, cell, side }) => {
    const room = maze.room(cell) * SYMBOL_RADIUS, edge = maze.edgeOf(cell, side), parts = symbolParts(things.lock, lock);
    if (!edge) return { symbol: { parts, center: maze.center(cell).map((at, axis) => at + STAIRS_DOOR_OFFSET[axis]), radius: room * STAIRS_DOOR_RATIO } };
    const [ax, ay, bx, by] = edge, radius = Math.min(room * DOOR_SYMBOL_RATIO, Math.hypot(bx - ax, by - ay) / 2);
    return { bar: { edge, width: room * DOOR_BAR_RATIO }, symbol: { parts, center: [(ax + bx) / 2, (ay + by) / 2], radius } };
  });
  const placed = items.map(({ name, cell, lock }) => {
    const symbol = Object.hasOwn(things, name) ? things[name] : things.star;
    return { parts: symbolParts(symbol, lock), center: maze.center(cell), radius: maze.room(cell) * SYMBOL_RADIUS };
  });
  const letters = maze.letters.map(({ text, cell }) => layOutLetters(text, maze.center(cell), maze.room(cell) * SYMBOL_RADIUS));
  return { bars: doors.map(({ bar }) => bar).filter(Boolean), symbols: [...doors.map(({ symbol }) => symbol), ...placed], letters };
}

/** Paths are read once. */
const pathCache = new Map();

function cachedPath(d) {
  if (!pathCache.has(d)) pathCache.set(d, new Path2D(d));
  return pathCache.get(d);
}

/** Symbols are no smaller than this radius, in pixels of the page, so that they are found. */
const MIN_SYMBOL_RADIUS_PX = 4;

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
    const size = Math.max(radius * lines.size, MIN_SYMBOL_RADIUS_PX * devicePixelRatio) / 100, [x, y] = at(center);
    if (x < -100 * size || y < -100 * size || x > ctx.canvas.width + 100 * size || y > ctx.canvas.height + 100 * size) continue;
    for (const { ink, d, at: [left, top], scale } of parts) {
      ctx.save();
      ctx.translate(x + left * size, y + top * size);
      ctx.scale(scale * size, scale * size);
      ctx.fillStyle = inks[ink];
      ctx.fill(cachedPath(d));
      ctx.restore();
    }
  }
  for (const { center, radius, scale, thick, parts } of placed.letters) {
    const [x, y] = at(center), size = scale * lines.size;
    if (x < -lines.size || y < -lines.size || x > ctx.canvas.width + lines.size || y > ctx.canvas.height + lines.size) continue;
    ctx.fillStyle = inks.ground;
    ctx.beginPath();
    ctx.arc(x, y, radius * lines.size, 0, 2 * Math.PI);
    ctx.fill();
    for (const { d, at: [left, top] } of parts) {
      ctx.save();
      ctx.translate(x + left * size, y + top * size);
      ctx.scale(size, size);
      Object.assign(ctx, { strokeStyle: inks.wall, lineWidth: thick, lineCap: 'round', lineJoin: 'round' });
      ctx.stroke(cachedPath(d));
      ctx.restore();
    }
  }
}
