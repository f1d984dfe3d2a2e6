// A level of the maze in pieces of 64 × 64 blocks: which of them are seen, and what the service says about each.

import { Maze } from '../maze.js';
import { getJson } from '../service.js';

/** Blocks along a side of a piece. */
export const SIDE = 64;
const SHIFT = 6n;

/** How many blocks of a level there are along a side of the maze. */
export function blocks(side, level) {
  return ((side - 1n) >> BigInt(level)) + 1n;
}

/** The pieces of a level that are on the canvas, those nearest to its middle first. */
export function seen(camera, level) {
  const [h, w] = [blocks(camera.h, level), blocks(camera.w, level)];
  const of = (cell) => (cell >> BigInt(level)) >> SHIFT;
  const first = camera.cellAt(0, 0), last = camera.cellAt(camera.width, camera.height);
  const middle = [of(camera.row.cell), of(camera.col.cell)];
  const pieces = [];
  for (let i = most(of(first.row), 0n); i <= least(of(last.row), (h - 1n) >> SHIFT); i++) {
    for (let j = most(of(first.col), 0n); j <= least(of(last.col), (w - 1n) >> SHIFT); j++) {
      pieces.push({ ...piece(level, i, j, h, w), away: Number(i - middle[0]) ** 2 + Number(j - middle[1]) ** 2 });
    }
  }
  return pieces.sort((one, other) => one.away - other.away);
}

/** The piece of a level that a cell is in. */
export function pieceOf(camera, { row, col }, level) {
  const of = (cell) => (cell >> BigInt(level)) >> SHIFT;
  return piece(level, of(row), of(col), blocks(camera.h, level), blocks(camera.w, level));
}

/** The piece of a coarser level that a piece lies in. */
export function above({ level, i, j }, levels) {
  return key(level + levels, i >> BigInt(levels), j >> BigInt(levels));
}

function piece(level, i, j, h, w) {
  const row = i << SHIFT, col = j << SHIFT;
  return {
    key: key(level, i, j), level, i, j, row, col,
    rows: Number(least(h - row, BigInt(SIDE))), cols: Number(least(w - col, BigInt(SIDE))),
  };
}

function key(level, i, j) {
  return `${level}/${i}/${j}`;
}

/** The query for a window of a level. */
export function windowQuery(query, { level, row, col, rows, cols }) {
  return `${query}&zoom_level=${level}&window=${row},${col},${rows},${cols}`;
}

/** The walls of a piece, as a maze of its own. */
export async function walls(query, piece, signal) {
  const { cells } = await getJson(`map/window.json${windowQuery(query, piece)}&encoding=bits`, signal);
  const maze = new Maze(piece.cols, piece.rows);
  cells.forEach((row, r) => maze.walls.set(row, r * piece.cols));
  // While other requests are in progress, rather than in a frame of a movement.
  maze.wallRuns();
  return maze;
}

/**
 * The parts of the path in a piece, and how long the path is. The piece is a block wider on every side where there is one, so that the
 * parts of two pieces overlap.
 */
export async function path(query, camera, piece, signal) {
  const { level } = piece;
  const row = most(piece.row - 1n, 0n), col = most(piece.col - 1n, 0n);
  const rows = Number(least(piece.row + BigInt(piece.rows) + 1n, blocks(camera.h, level)) - row);
  const cols = Number(least(piece.col + BigInt(piece.cols) + 1n, blocks(camera.w, level)) - col);
  const solved = await getJson(`map/path.json${windowQuery(query, { level, row, col, rows, cols })}`, signal);
  const grid = new Maze(cols, rows), [top, left] = [Number(row), Number(col)];
  const parts = solved.path.map((part) => part.map(([r, c]) => grid.at([r - top, c - left])));
  return { row, col, grid, parts, length: lengthOf(solved) };
}

/** The length of a path: `value`, and its relative `error` if it is not exact. */
export function lengthOf({ length, length_estimate: estimate }) {
  return length === null ? estimate : { value: length, error: 0 };
}

function least(one, other) {
  return one < other ? one : other;
}

function most(one, other) {
  return one > other ? one : other;
}
