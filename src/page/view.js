// A canvas with a maze on it, and the camera through which one looks: panning, zooming, and painting no more than is needed.

import { byId, contextOf } from './dom.js';
import { loadLetterStrokes, painterFor, paintThings, placedThings } from './painter.js';
import { themeColors } from './theme.js';

/** @import { CellColors, Context2D, Film, Game, Graph, GridLines, PlacedThings, Point, ThemeColors } from './types.d.ts' */

/** Around a maze that fits: at most so many pixels, and on small screens this share of them. */
const MAX_MARGIN_PX = 14, MARGIN_SHARE = 0.025;
const MAX_FITTED_CELL_PX = 96;
/** From so many pixels of the device on, a cell may have one more than the next. */
const MIN_UNEVEN_CELL_PX = 12;
/** The least room on the left and right of a maze, in pixels, in which counters and colors are explained. */
const MIN_SIDE_ROOM_PX = 104;
const MAX_ZOOMED_CELL_PX = 160;

/** With more cells in sight than this, moving the camera shows a picture made before, and the true one when it rests. */
const MAX_CELLS_PAINTED_WHILE_MOVING = 15_000;
const REST_DELAY_MS = 140;
/** With more changed cells than this in a frame, an animation paints everything: the walls are then drawn in long runs. */
const MAX_CELLS_REPAINTED = 8000;
const OVERVIEW_SIDE_PX = 2400;
/** In mazes with more cells than this, all walls have one color while they are built. */
const MAX_CELLS_WITH_PALE_WALLS = 10_000;
/** Pixels a cell where an animation is painted larger than it is shown, and along the longest side of such a picture. */
const SHEET_CELL_PX = 6, MAX_SHEET_SIDE_PX = 8000;

/** Where one looks. Two views side by side share one. */
export class Camera extends EventTarget {
  x = 0;
  y = 0;
  size = 16;
  fitted = true;

  moved() {
    this.dispatchEvent(new Event('move'));
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.fitted = false;
    this.moved();
  }

  /**
   * Zooms so that what is at `x`, `y` stays there.
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   * @param {number} smallest
   */
  zoom(factor, x, y, smallest) {
    const size = Math.min(Math.max(this.size * factor, smallest), MAX_ZOOMED_CELL_PX);
    this.x = x - (x - this.x) * (size / this.size);
    this.y = y - (y - this.y) * (size / this.size);
    this.size = size;
    this.fitted = false;
    this.moved();
  }
}

/**
 * What a view shows.
 * @typedef {{ maze: Graph, heat?: CellColors | null, path?: number[], film?: Film | null, game?: Game | null }} Shown
 */

export class View {
  /**
   * What is shown; whoever changes one of these calls `refresh`. `film` is an animation, `game` one being played.
   * @type {Graph | null}
   */
  maze = null;
  /** @type {CellColors | null} */
  heat = null;
  /** @type {number[]} */
  path = [];
  /** @type {Film | null} */
  film = null;
  /** @type {Game | null} */
  game = null;

  /** @type {CanvasRenderingContext2D} */
  #ctx;
  #frameRequested = false;
  /** @type {PlacedThings | null} */
  #placed = null;
  /** @type {OffscreenCanvas | null} */
  #overview = null;
  /** @type {OffscreenCanvas | null} */
  #gameBackground = null;
  /** @type {{ picture: OffscreenCanvas, ctx: OffscreenCanvasRenderingContext2D, lines: GridLines } | null} */
  #sheet = null;
  #moving = false;
  #restTimer = 0;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {Camera} camera
   */
  constructor(canvas, camera) {
    this.canvas = canvas;
    this.camera = camera;
    this.#ctx = contextOf(canvas);
    camera.addEventListener('move', () => this.#onMove());
    new ResizeObserver(() => this.#resize()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.refresh());
  }

  /** Paints everything anew, at the next frame. */
  refresh() {
    this.#overview = null;
    this.#gameBackground = null;
    this.#sheet = null;
    this.#requestPaint();
  }

  /** Paints what moves in a game, over what stays as it is. */
  refreshGame() {
    this.#requestPaint();
  }

  /** @param {Shown} shown */
  show({ maze, heat = null, path = [], film = null, game = null }) {
    const resized = this.maze?.width !== maze.width || this.maze?.height !== maze.height;
    if (this.maze !== maze) this.#placed = null;
    Object.assign(this, { maze, heat, path, film, game });
    this.canvas.parentElement?.style.setProperty('--shape', String(maze.width / maze.height));
    this.canvas.closest('.pane')?.toggleAttribute('data-cut', maze.isShape);
    this.#measureSides();
    if (resized) this.fit();
    this.refresh();
    this.#loadLetters(maze);
  }

  /**
   * Paints the letters of a maze when their strokes are there. Without them, the maze is still a maze.
   * @param {Graph} maze
   */
  async #loadLetters(maze) {
    const areNew = await loadLetterStrokes(maze).catch(() => false);
    if (!areNew || this.maze !== maze) return;
    this.#placed = null;
    this.game?.placeAgain();
    this.refresh();
  }

  clear() {
    this.maze = null;
    clearTimeout(this.#restTimer);
    this.refresh();
  }

  fit() {
    const { maze, camera, canvas } = this;
    if (!maze || !canvas.clientWidth) return;
    const ratio = devicePixelRatio;
    let size = this.#fittingSize();
    // Where a pixel more or less would be seen, every cell is as large as the next.
    if (size * ratio >= 6 && size * ratio < MIN_UNEVEN_CELL_PX) size = Math.floor(size * ratio) / ratio;
    camera.size = size;
    camera.x = (canvas.clientWidth - size * maze.width) / 2;
    camera.y = (canvas.clientHeight - size * maze.height) / 2;
    camera.fitted = true;
    camera.moved();
  }

  /**
   * How many cells of at least so many pixels fit beside and above each other.
   * @param {number} pixels
   */
  cellsAcross(pixels) {
    const shortest = Math.min(this.canvas.clientWidth, this.canvas.clientHeight);
    return Math.floor((shortest - 2 * this.#margin()) / pixels);
  }

  /**
   * @param {number} factor
   * @param {number} [x]
   * @param {number} [y]
   */
  zoomBy(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    if (this.maze) this.camera.zoom(factor, x, y, this.#fittingSize() * 0.6);
  }

  /**
   * The cell at a place of the canvas, or -1.
   * @param {number} x
   * @param {number} y
   */
  cellAt(x, y) {
    const { camera } = this;
    return this.#shownMaze.cellAt((x - camera.x) / camera.size, (y - camera.y) / camera.size);
  }

  /**
   * The middle of a cell on the canvas.
   * @param {number} cell
   * @returns {Point}
   */
  placeOf(cell) {
    const { camera } = this, [x, y] = this.#shownMaze.center(cell);
    return [camera.x + x * camera.size, camera.y + y * camera.size];
  }

  /**
   * Moves the camera, if need be, so that a cell is in sight with some cells around it.
   * @param {number} cell
   */
  keepInSight(cell) {
    const { canvas, camera } = this;
    const [x, y] = this.placeOf(cell);
    const border = Math.min(camera.size * 3, canvas.clientWidth / 4, canvas.clientHeight / 4);
    /**
     * @param {number} at
     * @param {number} length
     */
    const into = (at, length) => Math.max(border - at, 0) + Math.min(length - border - at, 0);
    if (camera.fitted) return;
    const dx = into(x, canvas.clientWidth), dy = into(y, canvas.clientHeight);
    if (dx || dy) camera.pan(dx, dy);
  }

  /**
   * Paints only these cells, at once. For animations.
   * @param {Set<number>} cells
   */
  repaint(cells) {
    const { film } = this;
    if (!film || !cells.size) return;
    if (cells.size > MAX_CELLS_REPAINTED) return this.refresh();
    const painter = this.#painter, colors = this.#colors, lines = this.#gridLines();
    if (painter.changedRegion) return this.#repaintRegion(cells, lines);
    if (lines.sharp || film.ended) this.#sheet = null;
    if (this.#sheet) {
      this.#paintFilmCells(this.#sheet.ctx, this.#sheet.lines, cells);
      return this.#paint();
    }
    if (this.#frameRequested) return;
    if (!lines.sharp) return this.#requestPaint();
    // The cells below a mark are painted with it. Otherwise the edges of the mark would grow darker each time.
    if (film.path.length > 1 || film.hasNotes) return this.#requestPaint();
    this.#paintFilmCells(this.#ctx, lines, [...cells, ...this.#cellsUnderEnds()]);
    this.#paintMarks(this.#ctx, lines, colors);
  }

  /**
   * Paints the part of a mesh in which these cells are, as all of it would be painted.
   * @param {Set<number>} cells
   * @param {GridLines} lines
   */
  #repaintRegion(cells, lines) {
    if (this.#frameRequested) return;
    const ctx = this.#ctx, { width, height } = this.canvas, region = this.#painter.changedRegion?.(ctx, this.#shownMaze, lines, cells);
    if (!region) return this.#requestPaint();
    ctx.save();
    ctx.clip(region.clip);
    ctx.clearRect(0, 0, width, height);
    this.#paintLayers(ctx, lines, width, height, region.cells);
    this.#paintMarks(ctx, lines, this.#colors);
    ctx.restore();
  }

  /**
   * Paints single cells of an animation. Walls between cells that nothing has reached are pale.
   * @param {Context2D} ctx
   * @param {GridLines} lines
   * @param {Iterable<number>} cells
   */
  #paintFilmCells(ctx, lines, cells) {
    const { film } = this, maze = this.#shownMaze, painter = this.#painter, colors = this.#colors;
    /** @param {number} cell */
    const colorOf = (cell) => film?.colorOf(cell, colors) ?? colors.floor;
    const untouched = new Set(), others = new Set();
    for (const cell of cells) (this.#hasPaleWalls && film?.isUntouched(cell) ? untouched : others).add(cell);
    painter.paintCells(ctx, maze, lines, untouched, colorOf, colors.untouchedWall, colors.wall);
    painter.paintCells(ctx, maze, lines, others, colorOf, colors.wall);
    // Their walls end in corners of cells that were painted.
    const beside = [...untouched].flatMap((cell) => maze.neighbors(cell)).flatMap((cell) => [cell, ...maze.neighbors(cell)]);
    painter.paintCellWalls(ctx, maze, lines, new Set(beside.filter((cell) => !film?.isUntouched(cell))), colors.wall);
  }

  /** Whether walls are pale that nothing has reached: where there are so few that one looks at each. */
  get #hasPaleWalls() {
    return this.film !== null && !this.film.hasEnds && this.#shownMaze.size <= MAX_CELLS_WITH_PALE_WALLS;
  }

  /** The cells that the marks of entrance and exit may reach into. */
  #cellsUnderEnds() {
    const maze = this.#shownMaze;
    /** @param {number} cell */
    const around = (cell) => [cell, ...maze.neighbors(cell)];
    return this.film?.hasEnds ? [maze.from, maze.to].flatMap(around).flatMap(around) : [];
  }

  #margin() {
    return marginOf(this.canvas.clientWidth, this.canvas.clientHeight);
  }

  #fittingSize() {
    const { canvas } = this, maze = this.#shownMaze;
    const { clientWidth: width, clientHeight: height } = canvas;
    const margin = this.#margin();
    const size = Math.min((width - 2 * margin) / maze.width, (height - 2 * margin) / maze.height);
    return Math.min(Math.max(size, 0.1), MAX_FITTED_CELL_PX);
  }

  /** The maze, where one is shown: without one, nothing is painted. */
  get #shownMaze() {
    if (!this.maze) throw new TypeError('maze');
    return this.maze;
  }

  get #painter() {
    return painterFor(this.#shownMaze);
  }

  /** The colors of the scheme; a shape has a floor of its own. */
  get #colors() {
    const colors = themeColors();
    return this.#shownMaze.isShape ? { ...colors, floor: colors.inside } : colors;
  }

  #gridLines() {
    const { camera } = this, ratio = devicePixelRatio;
    return new this.#painter.GridLines(Math.round(camera.x * ratio), Math.round(camera.y * ratio), camera.size * ratio);
  }

  /** Notes whether the maze, as high as its ground, leaves room on its left and right. */
  #measureSides() {
    const { maze, canvas } = this, sheet = canvas.parentElement, ground = sheet?.parentElement?.querySelector('.ground');
    if (!maze || !sheet || !ground?.clientHeight) return;
    const { clientWidth: width, clientHeight: height } = ground, margin = marginOf(width, height);
    const cell = Math.min((height - 2 * margin) / maze.height, MAX_FITTED_CELL_PX), room = (width - cell * maze.width) / 2;
    sheet.toggleAttribute('data-sides', room >= MIN_SIDE_ROOM_PX);
    sheet.closest('section')?.style.setProperty('--side-room', `${Math.floor(room)}px`);
  }

  #resize() {
    this.#measureSides();
    const { canvas } = this, ratio = devicePixelRatio;
    const width = Math.round(canvas.clientWidth * ratio), height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width === width && canvas.height === height) return;
    canvas.width = width;
    canvas.height = height;
    this.#gameBackground = null;
    if (this.camera.fitted) this.fit();
    // Setting the size has wiped the canvas; waiting for the next frame would let it flash.
    this.#paint();
  }

  #onMove() {
    // With all of the maze in sight there is nothing to pan, and a finger may scroll the page.
    this.canvas.classList.toggle('zoomed', !this.camera.fitted);
    this.#moving = true;
    this.#gameBackground = null;
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => {
      this.#moving = false;
      this.#requestPaint();
    }, REST_DELAY_MS);
    this.#requestPaint();
  }

  #requestPaint() {
    if (this.#frameRequested) return;
    this.#frameRequested = true;
    requestAnimationFrame(() => {
      this.#frameRequested = false;
      this.#paint();
    });
  }

  #paint() {
    const { maze, canvas } = this, ctx = this.#ctx;
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    if (!maze || !canvas.width || !canvas.height) return;
    const lines = this.#gridLines();
    const seen = lines.visible(maze, canvas.width, canvas.height);
    const many = (seen.right - seen.left) * (seen.bottom - seen.top) > MAX_CELLS_PAINTED_WHILE_MOVING;
    if (many && this.#moving && !this.film) {
      this.#overview ??= this.#paintOverview();
      enableSmoothing(ctx);
      ctx.drawImage(this.#overview, lines.x(0), lines.y(0), lines.x(maze.width) - lines.x(0), lines.y(maze.height) - lines.y(0));
    } else if (this.game) {
      this.#gameBackground ??= this.#paintGameBackground(lines);
      ctx.drawImage(this.#gameBackground, 0, 0);
    } else if (this.film && !this.film.ended && !lines.sharp && !this.#painter.changedRegion && Math.max(maze.width, maze.height) <= MAX_SHEET_SIDE_PX / SHEET_CELL_PX) {
      this.#sheet ??= this.#paintSheet();
      const scale = lines.size / SHEET_CELL_PX, { picture } = this.#sheet;
      enableSmoothing(ctx);
      ctx.drawImage(picture, lines.x(0) - scale, lines.y(0) - scale, picture.width * scale, picture.height * scale);
    } else {
      this.#paintLayers(ctx, lines, canvas.width, canvas.height);
    }
    this.#paintMarks(ctx, lines, this.#colors);
    if (many && !this.#moving && !this.film) this.#prepareOverview();
  }

  /** Makes the overview before somebody moves the camera, while nothing else is going on. */
  #prepareOverview() {
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => { this.#overview ??= this.#paintOverview(); }, 2 * REST_DELAY_MS);
  }

  /**
   * An animation in which cells are tiny. Single cells can only be painted anew where lines fall on whole pixels, so that is done on a
   * larger picture, with a pixel more around it for the outer walls, which is then shown at its size.
   */
  #paintSheet() {
    const maze = this.#shownMaze;
    const picture = new OffscreenCanvas(maze.width * SHEET_CELL_PX + 2, maze.height * SHEET_CELL_PX + 2);
    const ctx = contextOf(picture), lines = new this.#painter.GridLines(1, 1, SHEET_CELL_PX);
    this.#paintLayers(ctx, lines, picture.width, picture.height);
    return { picture, ctx, lines };
  }

  /**
   * What stays as it is while somebody plays.
   * @param {GridLines} lines
   */
  #paintGameBackground(lines) {
    const { width, height } = this.canvas;
    const picture = new OffscreenCanvas(width, height);
    this.#paintLayers(contextOf(picture), lines, width, height);
    return picture;
  }

  /** The whole maze as one picture, so that moving over a large one costs as much as over a small one. */
  #paintOverview() {
    const maze = this.#shownMaze;
    const size = Math.min(OVERVIEW_SIDE_PX / Math.max(maze.width, maze.height), 8);
    const picture = new OffscreenCanvas(Math.ceil(maze.width * size), Math.ceil(maze.height * size));
    this.#paintLayers(contextOf(picture), new this.#painter.GridLines(0, 0, size), picture.width, picture.height);
    return picture;
  }

  /**
   * With `only`, of a mesh no more than these cells.
   * @param {Context2D} ctx
   * @param {GridLines} lines
   * @param {number} width
   * @param {number} height
   * @param {Iterable<number> | null} [only]
   */
  #paintLayers(ctx, lines, width, height, only) {
    const { heat, path, film } = this, maze = this.#shownMaze;
    const painter = this.#painter, colors = this.#colors;
    painter.paintFloor(ctx, maze, lines, colors, only);
    const picture = film ? film.picture(colors) : heat;
    if (picture) painter.paintCellColors(ctx, maze, lines, picture, only);
    const wall = heat ? colors.wallOnHeat : colors.wall;
    if (film && this.#hasPaleWalls) {
      painter.paintWalls(ctx, maze, lines, colors.untouchedWall, width, height, only, wall);
      painter.paintCellWalls(ctx, maze, lines, [...(only ?? Array(maze.size).keys())].filter((cell) => !film.isUntouched(cell)), wall);
    } else {
      painter.paintWalls(ctx, maze, lines, wall, width, height, only);
    }
    painter.paintThread(ctx, maze, lines, path, colors.thread, heat ? colors.threadBorder : colors.floor, wall);
  }

  /**
   * @param {Context2D} ctx
   * @param {GridLines} lines
   * @param {ThemeColors} colors
   */
  #paintMarks(ctx, lines, colors) {
    const { film, game } = this, maze = this.#shownMaze, painter = this.#painter;
    game?.paintTrod(ctx, lines, colors);
    if (!film || film.hasEnds) {
      const border = this.heat ? colors.threadBorder : colors.floor;
      painter.paintRing(ctx, maze, lines, maze.from, colors.entrance, border);
      painter.paintMark(ctx, maze, lines, maze.to, colors.exit, border);
    }
    // Things are placed after the maze is built, and solvers pass them by.
    if (!film) paintThings(ctx, lines, colors, game ? game.placed : this.#placed ??= placedThings(maze));
    film?.paintAbove(ctx, lines, colors);
    game?.paintAbove(ctx, lines, colors);
    painter.paintStairs(ctx, maze, lines, this.heat ? colors.wallOnHeat : colors.wall);
  }
}

/**
 * What is left free around a maze that fits, in pixels.
 * @param {number} width
 * @param {number} height
 */
function marginOf(width, height) {
  return Math.min(MAX_MARGIN_PX, Math.min(width, height) * MARGIN_SHARE);
}

/**
 * Makes pictures that are shown smaller than they are even, rather than full of patterns.
 * @param {Context2D} ctx
 */
function enableSmoothing(ctx) {
  ctx.imageSmoothingEnabled = true;
  ctx.imageSmoothingQuality = 'medium';
}

/** The two canvases of the page, side by side when two animations are compared, and the camera that both share. */
export const camera = new Camera();
export const view = new View(byId('maze', HTMLCanvasElement), camera);
export const secondView = new View(byId('maze-2', HTMLCanvasElement), camera);
