// What the page gets from the service: what there is to choose from, the maze of the state, and its solution. What is there already is kept.

import { isPlainRectangle, mazeQuery, solverParameters } from './address.js';
import { translate } from './language.js';
import { Maze } from './maze.js';
import { Mesh } from './mesh.js';
import { view } from './view.js';
import { checkRequest, fetchJson, Problem } from './service.js';
import { countCells } from './shapes.js';
import { controls, opened, state } from './state.js';

/** @import { Graph, MazeAnswer, OpenedMaze, Solution } from './types.d.ts' */

/** The largest mazes that are shown: those of plain squares, and others, of which the service tells every corner. */
const MAX_SHOWN_CELLS = 1_000_000, MAX_SHOWN_MESH_CELLS = 65_536;

/**
 * The maze that is shown, and what the service told of it.
 * @type {Graph | null}
 */
export let maze = null;
/** @type {MazeAnswer | null} */
export let mazeAnswer = null;
/** @type {Solution | null} */
let solution = null;
/** The version of the generator, and the most cells that the service makes. */
export let generator = '', maxCells = 0;

/** The queries that these answer, and what was opened, if anything. */
let loadedMazeQuery = '', loadedSolutionQuery = '';
/** @type {OpenedMaze | null} */
let mazeSource = null;
/** @type {OpenedMaze | null} */
let solutionSource = null;

/** Gets what there is to choose from, and fills the form with it. */
export async function loadCatalog() {
  const paths = ['algorithms', 'solvers', 'grids', 'server'];
  const [{ algorithms }, { solvers }, { grids }, server] = await Promise.all(paths.map((path) => fetchJson(path)));
  controls.offer(algorithms, solvers, grids, server.generator);
  generator = server.generator;
  maxCells = server.limits.max_cells;
}

/**
 * Gets the maze of the state, or reads what was opened.
 * @param {AbortSignal} signal
 * @returns {Promise<Graph>}
 */
export async function loadMaze(signal) {
  if (opened) return loadOpened(opened, signal);
  // It is built on the whole grid, before cells are taken out.
  const shown = state.mode === 'watch' && state.what === 'build' ? { ...state, sparse: '0' } : state;
  const isOfSquares = isPlainRectangle(shown);
  const query = mazeQuery(shown, { encoding: isOfSquares ? 'bits' : 'graph' });
  if (maze && query === loadedMazeQuery && !mazeSource) return maze;
  const count = countCells(state);
  // What the service does not make either, it says itself.
  if (count > (isOfSquares ? MAX_SHOWN_CELLS : MAX_SHOWN_MESH_CELLS) && count <= maxCells) {
    forgetMaze();
    await checkRequest(`maze.json${query}`, signal);
    throw new Problem({ detail: translate('too-large', { count }), isOurs: true, isFinal: true });
  }
  const answer = await fetchJson(`maze.json${query}`, signal);
  signal.throwIfAborted();
  return keepMaze((isOfSquares ? Maze : Mesh).read(answer), answer, query, null);
}

/**
 * @param {OpenedMaze} source
 * @param {AbortSignal} signal
 */
async function loadOpened(source, signal) {
  if (maze && source.maze && source === mazeSource && source.query() === loadedMazeQuery) return maze;
  forgetMaze();
  const { maze: read, answer } = await source.read(signal);
  signal.throwIfAborted();
  if (read.size > MAX_SHOWN_CELLS) throw new Problem({ detail: translate('too-large', { count: read.size }), isOurs: true, isFinal: true });
  return keepMaze(read, answer, source.query(), source);
}

/**
 * @param {Graph} next
 * @param {MazeAnswer} answer
 * @param {string} query
 * @param {OpenedMaze | null} source
 */
function keepMaze(next, answer, query, source) {
  maze = next;
  mazeAnswer = answer;
  loadedMazeQuery = query;
  mazeSource = source;
  return next;
}

function forgetMaze() {
  maze = null;
  loadedMazeQuery = '';
  view.clear();
}

/**
 * The solution of the maze that is shown, if it is there already.
 * @returns {Solution | null}
 */
export function loadedSolution() {
  return solution && solutionSource === opened && loadedSolutionQuery === solutionQuery() ? solution : null;
}

/**
 * Gets the solution of a maze.
 * @param {Graph} solved
 * @param {AbortSignal} signal
 * @returns {Promise<Solution>}
 */
export async function loadSolution(solved, signal) {
  const query = solutionQuery(), source = opened;
  /** @type {import('./types.d.ts').SolveAnswer} */
  const answer = await fetchJson(`solve${query}`, signal, source?.body);
  signal.throwIfAborted();
  solution = { ...answer, cells: (answer.path ?? []).map((cell) => solved.at(cell)) };
  loadedSolutionQuery = query;
  solutionSource = source;
  return solution;
}

/** The query for the solution that belongs to what is shown. */
function solutionQuery() {
  if (!opened) return mazeQuery(state, { ...solverParameters(state), include: 'path,stats' });
  // The figures about a maze count straight moves.
  return opened.query({ ...opened.solving(solverParameters(state)), include: opened.diagonals ? 'path' : 'path,stats' });
}
