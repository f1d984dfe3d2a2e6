// The front page: the maze of a bare address, made to fill the stage. It grows from its entrance, the way through flows once, and the controls,
// which have been there all the time, fade in. A click or a key ends this at once.

import { painterFor } from '../painter.js';
import { changeState } from '../state.js';
import { prefersReducedMotion, rgbChannels } from '../theme.js';
import { view } from '../view.js';

/** @import { CellColors, Context2D, Film, Graph, GridLines, ThemeColors } from '../types.d.ts' */

/**
 * What makes a maze, beside its size and its seed, and what does where the stage is higher than wide, if that is something else; how large a
 * repeating piece of it is, in sides of a square; and whether it is round, or in a shape that is about as wide as high.
 * @typedef {{ settings: string, tallSettings?: string, piece?: [number, number], isRound?: boolean }} Recipe
 */

/** @type {Recipe[]} */
const RECIPES = [
  { settings: 'grid=polar&ends=center', isRound: true },
  { settings: 'grid=cairo&algo=wilson&ends=farthest', piece: [2, 2] },
  { settings: 'mask=cat&outline=smooth&ends=farthest', isRound: true },
  { settings: 'weave=0.5&ends=farthest' },
  { settings: 'heat=distance&palette=magma&ends=farthest' },
  { settings: 'grid=hex&ends=farthest', piece: [1.075, 0.931] },
  { settings: 'rooms=9&ends=farthest' },
  { settings: 'grid=rhombille&ends=farthest', piece: [1.861, 1.612] },
  { settings: 'grid=kisrhombille&heat=distance&ends=farthest', piece: [3.722, 3.224] },
  { settings: 'grid=hex&mask=fish&outline=smooth&ends=farthest', tallSettings: 'grid=hex&mask=rocket&outline=smooth&ends=farthest', piece: [1.075, 0.931] },
  { settings: 'unicursal=true' },
  { settings: 'grid=octagon&algo=growing-tree&ends=farthest', piece: [1.414, 1.414] },
];

/** The sides of the smallest square that a finger finds, about how many squares fill a large stage, and how much smaller they are in a shape. */
const MIN_SIDE_PX = 24, MAX_CELLS = 300, SHAPE_SCALE = 0.75;

/** How long the maze grows, and the way through flows, stays, and flows out, in milliseconds. */
const GROW_MS = 2500, FLOW_MS = 1300, STAY_MS = 600, LEAVE_MS = 700;

/**
 * The settings of one of the mazes, as an address has them.
 * @param {number} number any number, which chooses the maze
 */
export function frontMaze(number) {
  // On a phone the stage is higher then.
  setStage('begins');
  const { clientWidth: width, clientHeight: height } = view.canvas, shortest = Math.min(width, height);
  const { piece = [1, 1], isRound, ...recipe } = RECIPES[number % RECIPES.length];
  const settings = (height > width && recipe.tallSettings) || recipe.settings, isShape = settings.includes('mask=');
  const side = Math.max(MIN_SIDE_PX, Math.sqrt(width * height / MAX_CELLS)) * (isShape ? SHAPE_SCALE : 1);
  // The sides of a labyrinth with one way are even.
  const step = settings.includes('unicursal') ? 2 : 1;
  const [w, h] = (isRound ? [shortest, shortest] : [width, height]).map((length, i) => Math.max(step, Math.floor(length / piece[i] / side / step) * step));
  return `?${settings}&${settings.includes('grid=polar') ? `rings=${Math.max(1, w >> 1)}` : `w=${w}&h=${h}`}`;
}

/**
 * A maze that grows: the nearer a cell is to the entrance, the earlier it is seen.
 * @implements {Film}
 */
class Growth {
  ended = null;
  /** @type {number[]} */
  path = [];
  hasEnds = true;
  hasNotes = false;
  #maze;
  #heat;
  #order;
  #isGrown;
  #grownCount = 0;

  /**
   * @param {Graph} maze
   * @param {CellColors | null} heat
   */
  constructor(maze, heat) {
    this.#maze = maze;
    this.#heat = heat;
    this.#isGrown = new Uint8Array(maze.size);
    const distances = maze.distancesFrom(maze.from);
    this.#order = [...distances.keys()].sort((a, b) => distances[a] - distances[b]);
  }

  /** @param {number} share */
  growTo(share) {
    for (const until = share * this.#order.length; this.#grownCount < until; this.#grownCount++) this.#isGrown[this.#order[this.#grownCount]] = 1;
  }

  /** @param {number} cell */
  isUntouched(cell) {
    return !this.#isGrown[cell];
  }

  /**
   * @param {number} cell
   * @param {ThemeColors} colors
   */
  colorOf(cell, colors) {
    return this.#isGrown[cell] ? colors.floor : colors.untouched;
  }

  picture() {
    return this.#heat;
  }

  /**
   * Covers what has not grown yet.
   * @param {Context2D} ctx
   * @param {GridLines} lines
   * @param {ThemeColors} colors
   */
  paintAbove(ctx, lines, colors) {
    const painter = painterFor(this.#maze), untouched = rgbChannels(colors.untouched);
    const cover = painter.prepareCellColors(this.#maze, (cell) => (this.#isGrown[cell] ? null : untouched));
    painter.paintCellColors(ctx, this.#maze, lines, cover);
  }
}

/**
 * Slow at both ends, for shares from 0 to 1.
 * @param {number} share
 */
function ease(share) {
  const inside = Math.min(Math.max(share, 0), 1);
  return inside * inside * (3 - 2 * inside);
}

/**
 * Notes in the document how far the show is: the style sheet fades the controls in.
 * @param {'begins' | 'grows' | 'flows' | 'over'} name
 */
function setStage(name) {
  document.documentElement.dataset.front = name;
}

/** @returns {Promise<number>} */
function nextFrame() {
  return new Promise((resolve) => { requestAnimationFrame(resolve); });
}

/** Plays before the maze that the page is about to show, as soon as it is there. */
export async function playShow() {
  if (prefersReducedMotion()) return setStage('over');
  while (!view.maze) {
    if (document.documentElement.dataset.state === 'error') return setStage('over');
    await nextFrame();
  }
  const { maze, heat } = view, growth = new Growth(maze, heat), path = maze.cheapestPath(maze.from, maze.to);
  const isShown = () => (view.film ? view.film === growth : view.maze === maze && !view.game);
  const abort = new AbortController(), { signal } = abort;
  const end = () => {
    abort.abort();
    if (isShown()) view.show({ maze, heat });
    setStage('over');
  };
  /** @param {Event} event */
  const onInput = ({ target, type }) => {
    end();
    if (type === 'click' && target === view.canvas) changeState({ mode: 'play' });
  };
  for (const type of ['click', 'keydown', 'paste', 'drop']) addEventListener(type, onInput, { capture: true, signal });
  // Another maze may come meanwhile.
  const isOver = () => signal.aborted || !isShown();
  view.show({ maze, heat, film: growth });
  setStage('grows');
  const begun = performance.now();
  for (let time = 0; time < GROW_MS; time = await nextFrame() - begun) {
    if (isOver()) break;
    growth.growTo(ease(time / GROW_MS));
    view.refresh();
  }
  if (!isOver()) {
    view.show({ maze, heat });
    setStage('flows');
  }
  for (let time = 0; time < FLOW_MS + STAY_MS + LEAVE_MS; time = await nextFrame() - begun - GROW_MS) {
    if (isOver()) break;
    const [tail, head] = [ease((time - FLOW_MS - STAY_MS) / LEAVE_MS), ease(time / FLOW_MS)].map((share) => Math.round(share * path.length));
    view.path = path.slice(tail, head);
    view.refresh();
  }
  if (!signal.aborted) end();
}
