// A level of the maze in pieces of 64 × 64 blocks: which of them are seen, and what the service says about each.

import { Maze } from '../maze.js';
import { fetchJson } from '../service.js';

/** Blocks along a side of a piece. */
export const TILE_BLOCKS = 64;
const TILE_SHIFT = 6n;

/** How many blocks of a level there are along a side of the maze. */
export function blockCount(side, level) {
  return ((side - 1n) >> BigInt(level)) + 1n;
}

/** The pieces of a level that are on the canvas, those nearest to its middle first. */
export function visibleTiles(camera, level) {
  const [h, w] = [blockCount(camera.h, level), blockCount(camera.w, level)];
  const of = (cell) => (cell >> BigInt(level)) >> TILE_SHIFT;
  const first = camera.cellAt(0, 0), last = camera.cellAt(camera.width, camera.height);
  const middle = [of(camera.row.cell), of(camera.col.cell)];
  const pieces = [];
  for (let i = max(of(first.row), 0n); i <= min(of(last.row), (h - 1n) >> TILE_SHIFT); i++) {
    for (let j = max(of(first.col), 0n); j <= min(of(last.col), (w - 1n) >> TILE_SHIFT); j++) {
      pieces.push({ ...createTile(level, i, j, h, w), away: Number(i - middle[0]) ** 2 + Number(j - middle[1]) ** 2 });
    }
  }
  return pieces.sort((one, other) => one.away - other.away);
}

/** The piece of a level that a cell is in. */
export function tileOfCell(camera, { row, col }, level) {
  const of = (cell) => (cell >> BigInt(level)) >> TILE_SHIFT;
  return createTile(level, of(row), of(col), blockCount(camera.h, level), blockCount(camera.w, level));
}

/** The piece of a coarser level that a piece lies in. */
export function coarserTileKey({ level, i, j }, levels) {
  return tileKey(level + levels, i >> BigInt(levels), j >> BigInt(levels));
}

function createTile(level, i, j, h, w) {
  const row = i << TILE_SHIFT, col = j << TILE_SHIFT;
  return {
    key: tileKey(level, i, j), level, i, j, row, col,
    rows: Number(min(h - row, BigInt(TILE_BLOCKS))), cols: Number(min(w - col, BigInt(TILE_BLOCKS))),
  };
}

function tileKey(level, i, j) {
  return `${level}/${i}/${j}`;
}

/** The query for a window of a level. */
export function windowQuery(query, { level, row, col, rows, cols }) {
  return `${query}&zoom_level=${level}&window=${row},${col},${rows},${cols}`;
}

/** The walls of a piece, as a maze of its own. */
export async function fetchWalls(query, piece, signal) {
  const { cells } = await fetchJson(`map/window.json${windowQuery(query, piece)}&encoding=bits`, signal);
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
export async function fetchPath(query, camera, piece, signal) {
  const { level } = piece;
  const row = max(piece.row - 1n, 0n), col = max(piece.col - 1n, 0n);
  const rows = Number(min(piece.row + BigInt(piece.rows) + 1n, blockCount(camera.h, level)) - row);
  const cols = Number(min(piece.col + BigInt(piece.cols) + 1n, blockCount(camera.w, level)) - col);
  const solved = await fetchJson(`map/path.json${windowQuery(query, { level, row, col, rows, cols })}`, signal);
  const grid = new Maze(cols, rows), [top, left] = [Number(row), Number(col)];
  const parts = solved.path.map((part) => part.map(([r, c]) => grid.at([r - top, c - left])));
  return { row, col, grid, parts, length: pathLength(solved) };
}

/** The length of a path: `value`, and its relative `error` if it is not exact. */
export function pathLength({ length, length_estimate: estimate }) {
  return length === null ? estimate : { value: length, error: 0 };
}

function min(one, other) {
  return one < other ? one : other;
}

function max(one, other) {
  return one > other ? one : other;
}
