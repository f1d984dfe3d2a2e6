// The canvas: two levels of the maze over each other, the path and the marks, from pieces that are fetched as they are seen.

import { contextOf } from '../dom.js';
import { Maze } from '../maze.js';
import { GridLines, paintDisc, paintMark, paintRing, paintThread, paintWalls as paintWalls } from '../square-paint.js';
import { prefersReducedMotion, rgbChannels, themeColors } from '../theme.js';
import { BLOCK_PX } from './camera.js';
import { TileCache } from './tile-cache.js';
import * as tiles from './tiles.js';

/** @import { Context2D, MapCamera, MapCell, MoveCount, ThemeColors, Tile } from '../types.d.ts' */

/** How many pieces are kept, of walls and of the path. */
const MAX_WALL_TILES = 300, MAX_PATH_TILES = 150;
/** How bold the finer level is, half way to where it takes the place of the coarser one, and from which boldness on it is seen. */
const FINER_LEVEL_OPACITY = 0.35, MIN_VISIBLE_OPACITY = 0.03;
/** Where more blocks than this would be in sight, the finer level is seen later, so that large windows are painted in time. */
const MAX_VISIBLE_BLOCKS = 12_000;
/** How many levels up a stand-in is looked for while a piece is on its way. */
const MAX_STAND_IN_LEVELS = 8;
/** How long it takes to glide, in milliseconds, and when it comes to rest, in pixels and in zooms. */
const GLIDE_MS = 55, GLIDE_END_PX = 0.5, GLIDE_END_ZOOM = 0.004;
/** How long, in milliseconds, nothing moves before it counts as rest. */
const REST_DELAY_MS = 200;
/** How far, in pixels, a mark may be outside of the canvas and still reach into it. */
const MARK_REACH_PX = 60;

/** How large the mark of who walks is, whatever the size of cells. */
const WALKER_RADIUS_PX = 7;

/** A single cell, for marks. */
const SINGLE_CELL = new Maze(1, 1);

/**
 * What is left of a movement: pixels, and zooms around a place of the canvas.
 * @typedef {{ dx: number, dy: number, zoom: number, x: number, y: number }} Glide
 */

export class MapView extends EventTarget {
  /**
   * What is marked, and whether the path is shown.
   * @type {Record<'from' | 'to' | 'walker' | 'spot', MapCell | null>}
   */
  marks = { from: null, to: null, walker: null, spot: null };
  shows = false;
  picks = false;
  /**
   * Called when walls or a part of the path have come, or could not be had.
   * @type {(what: 'walls' | 'path', error: Error | null) => void}
   */
  onAnswer = () => {};
  /**
   * How long the path is, as soon as that is known.
   * @type {MoveCount | null}
   */
  length = null;
  /** Whether some of the path is in what is seen. */
  seesPath = false;

  /** @type {CanvasRenderingContext2D} */
  #ctx;
  #walls;
  #paths;
  #frameRequested = false;
  #restTimer = 0;
  /** @type {Glide | null} */
  #glide = null;
  #last = 0;
  #resting = true;

  /**
   * `query` is that of the maze, and `ends` gives the part of it that says where a path begins and ends.
   * @param {HTMLCanvasElement} canvas
   * @param {MapCamera} camera
   * @param {string} query
   * @param {() => string} ends
   */
  constructor(canvas, camera, query, ends) {
    super();
    this.canvas = canvas;
    this.camera = camera;
    this.#ctx = contextOf(canvas);
    /** @param {'walls' | 'path'} what */
    const changed = (what) => (/** @type {Error | null} */ error) => {
      this.onAnswer(what, error);
      this.refresh();
    };
    this.#walls = new TileCache((/** @type {Tile} */ piece, signal) => tiles.fetchWalls(query, piece, signal), MAX_WALL_TILES, changed('walls'));
    this.#paths = new TileCache(async (/** @type {Tile} */ piece, signal) => {
      const path = await tiles.fetchPath(query + ends(), camera, piece, signal);
      this.length = path.length;
      return path;
    }, MAX_PATH_TILES, changed('path'));
    camera.addEventListener('move', () => this.#onMove());
    new ResizeObserver(() => this.#resize()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.refresh());
  }

  /** For the gestures: there is something to be moved, always. */
  get maze() {
    return this.#walls;
  }

  /**
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   */
  zoomBy(factor, x, y) {
    this.#glide = null;
    this.camera.zoomBy(Math.log2(factor), x, y);
  }

  /**
   * Zooms by steps, as smoothly as somebody wishes.
   * @param {number} zoom
   * @param {number} [x]
   * @param {number} [y]
   */
  glideZoom(zoom, x = this.camera.width / 2, y = this.camera.height / 2) {
    const left = this.#glide?.zoom ?? 0;
    this.#startGlide({ zoom: left + zoom, x, y });
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  glidePan(dx, dy) {
    const { dx: x = 0, dy: y = 0 } = this.#glide ?? {};
    this.#startGlide({ dx: x + dx, dy: y + dy });
  }

  /**
   * Brings a cell to the middle, or as near to it as the maze fills the canvas.
   * @param {MapCell} cell
   */
  follow(cell) {
    const [dx, dy] = this.camera.towards(cell);
    this.#startGlide({ dx, dy });
  }

  /** The path is another one. */
  forgetPath() {
    this.length = null;
    this.#paths.clear();
    this.refresh();
  }

  /**
   * The walls around a cell, as the service's bits, or undefined as long as they are on their way.
   * @param {MapCell} cell
   */
  wallsOf(cell) {
    const piece = tiles.tileOfCell(this.camera, cell, 0), maze = this.#walls.get(piece.key);
    return maze?.walls[maze.at([Number(cell.row - piece.row), Number(cell.col - piece.col)])];
  }

  /** Paints everything, at the next frame. */
  refresh() {
    if (this.#frameRequested) return;
    this.#frameRequested = true;
    requestAnimationFrame((now) => {
      this.#frameRequested = false;
      this.#advanceGlide(now);
      this.#paint();
    });
  }

  /** @param {Partial<Glide>} glide */
  #startGlide(glide) {
    this.#glide = { dx: 0, dy: 0, zoom: 0, x: 0, y: 0, ...glide };
    this.#last = performance.now();
    if (prefersReducedMotion()) this.#advanceGlide(Infinity);
    this.refresh();
  }

  /**
   * Goes on gliding: fast at first, then more slowly, and in the end exactly to where it was to go.
   * @param {number} now
   */
  #advanceGlide(now) {
    const glide = this.#glide;
    if (!glide) return;
    const rests = Math.hypot(glide.dx, glide.dy) < GLIDE_END_PX && Math.abs(glide.zoom) < GLIDE_END_ZOOM;
    const share = rests ? 1 : 1 - Math.exp(-Math.max(0, now - this.#last) / GLIDE_MS);
    this.#last = now;
    if (share === 1) {
      this.#glide = null;
      // A glide to where one is already comes to rest too.
      this.#onMove();
    }
    if (glide.dx || glide.dy) this.camera.pan(glide.dx * share, glide.dy * share);
    if (glide.zoom) this.camera.zoomBy(glide.zoom * share, glide.x, glide.y);
    glide.dx *= 1 - share;
    glide.dy *= 1 - share;
    glide.zoom *= 1 - share;
    if (this.#glide) this.refresh();
  }

  #onMove() {
    this.#resting = false;
    clearTimeout(this.#restTimer);
    this.#restTimer = setTimeout(() => this.#onRest(), REST_DELAY_MS);
    this.refresh();
  }

  #onRest() {
    if (this.#glide) return;
    this.#resting = true;
    this.camera.settle();
    this.dispatchEvent(new Event('rest'));
    this.refresh();
  }

  #resize() {
    const { canvas, camera } = this, ratio = devicePixelRatio;
    canvas.width = Math.round(canvas.clientWidth * ratio);
    canvas.height = Math.round(canvas.clientHeight * ratio);
    camera.resize(canvas.clientWidth, canvas.clientHeight);
    // Setting the size has wiped the canvas; waiting for the next frame would let it flash.
    this.#paint();
  }

  #paint() {
    const { canvas, camera } = this, ctx = this.#ctx, colors = themeColors();
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    if (!canvas.width || !canvas.height) return;
    const layers = this.#layers();
    this.#paintFloor(ctx, layers[0].level, colors.floor);
    /** @type {Tile[]} */
    const missing = [];
    /** @type {Tile[]} */
    const later = [];
    // The bolder one is above.
    for (const [i, { level, bold }] of layers.entries()) {
      const color = mixColors(colors.floor, colors.wall, bold);
      for (const piece of tiles.visibleTiles(camera, level)) {
        const maze = this.#walls.get(piece.key);
        if (!maze) (bold > MIN_VISIBLE_OPACITY ? missing : later).push(piece);
        if (bold <= MIN_VISIBLE_OPACITY) continue;
        if (maze) paintWalls(ctx, maze, this.#lines(piece), color, canvas.width, canvas.height);
        else if (i === layers.length - 1) this.#paintStandIn(ctx, piece, color);
      }
    }
    const strongest = layers[layers.length - 1].level;
    const paths = this.shows ? this.#paintPath(ctx, strongest, colors) : [];
    this.#paintMarks(ctx, colors);
    // The coarser level is fetched too, for the case that the user zooms out.
    if (strongest < camera.top) later.push(...tiles.visibleTiles(camera, strongest + 1));
    missing.reverse();
    this.#walls.want([...missing, ...(this.#resting ? later : [])]);
    this.#paths.want(paths);
    if (this.#resting && !missing.length && !paths.length) this.dispatchEvent(new Event('painted'));
  }

  /** The levels that are seen, and how bold each of them is; the boldest comes last. */
  #layers() {
    const { level, towards } = this.camera.level;
    if (!level) return [{ level, bold: 1 }];
    const fits = Math.sqrt((this.camera.width * this.camera.height) / MAX_VISIBLE_BLOCKS);
    const first = Math.min(Math.max(Math.log2(fits / (BLOCK_PX / 2)), 0), 0.45);
    const later = smoothStep(Math.max(0, 2 * towards - 1)), sooner = smoothStep(Math.min(Math.max((towards - first) / (0.5 - first), 0), 1));
    const layers = [{ level: level - 1, bold: FINER_LEVEL_OPACITY * sooner + (1 - FINER_LEVEL_OPACITY) * later }, { level, bold: 1 - later }];
    return layers.sort((one, other) => one.bold - other.bold);
  }

  /**
   * Where the lines between the blocks of a piece are, in pixels of the device.
   * @param {{ level: number } & MapCell} place
   */
  #lines({ level, row, col }) {
    const { camera } = this, ratio = devicePixelRatio, shift = BigInt(level);
    return new GridLines(camera.x(col << shift) * ratio, camera.y(row << shift) * ratio, camera.scale * 2 ** level * ratio);
  }

  /**
   * @param {Context2D} ctx
   * @param {number} level
   * @param {string} color
   */
  #paintFloor(ctx, level, color) {
    const { camera } = this, ratio = devicePixelRatio, shift = BigInt(level);
    /** @param {bigint} side */
    const end = (side) => tiles.blockCount(side, level) << shift;
    /**
     * @param {number} at
     * @param {number} max
     */
    const within = (at, max) => Math.min(Math.max(Math.round(at * ratio), 0), max);
    const left = within(camera.x(0n), ctx.canvas.width), right = within(camera.x(end(camera.w)), ctx.canvas.width);
    const top = within(camera.y(0n), ctx.canvas.height), bottom = within(camera.y(end(camera.h)), ctx.canvas.height);
    ctx.fillStyle = color;
    ctx.fillRect(left, top, right - left, bottom - top);
  }

  /**
   * Coarser walls where a piece is to come.
   * @param {Context2D} ctx
   * @param {Tile} piece
   * @param {string} color
   */
  #paintStandIn(ctx, piece, color) {
    for (let levels = 1; levels <= MAX_STAND_IN_LEVELS; levels++) {
      const maze = this.#walls.get(tiles.coarserTileKey(piece, levels));
      if (!maze) continue;
      const place = this.#lines(piece), shift = BigInt(levels), side = ~BigInt(tiles.TILE_BLOCKS - 1);
      const lines = this.#lines({ level: piece.level + levels, row: (piece.row >> shift) & side, col: (piece.col >> shift) & side });
      ctx.save();
      ctx.beginPath();
      ctx.rect(place.x(0), place.y(0), place.x(piece.cols) - place.x(0), place.y(piece.rows) - place.y(0));
      ctx.clip();
      paintWalls(ctx, maze, lines, color, ctx.canvas.width, ctx.canvas.height);
      ctx.restore();
      return;
    }
  }

  /**
   * Paints the path as far as it is here, and returns the pieces that are not.
   * @param {Context2D} ctx
   * @param {number} level
   * @param {ThemeColors} colors
   */
  #paintPath(ctx, level, colors) {
    this.seesPath = false;
    return tiles.visibleTiles(this.camera, level).filter((piece) => {
      const path = this.#paths.get(piece.key);
      if (!path) return true;
      this.seesPath ||= path.parts.length > 0;
      const lines = this.#lines({ level, row: path.row, col: path.col });
      for (const part of path.parts) paintThread(ctx, path.grid, lines, part, colors.thread, null);
      return false;
    });
  }

  /**
   * @param {Context2D} ctx
   * @param {ThemeColors} colors
   */
  #paintMarks(ctx, colors) {
    const { from, to, walker, spot } = this.marks;
    /**
     * @param {MapCell | null} cell
     * @param {(lines: GridLines) => void} paint
     */
    const on = (cell, paint) => {
      const { camera } = this;
      if (!cell) return;
      const x = camera.x(cell.col), y = camera.y(cell.row);
      if (x < -MARK_REACH_PX || x > camera.width + MARK_REACH_PX || y < -MARK_REACH_PX || y > camera.height + MARK_REACH_PX) return;
      paint(this.#lines({ level: 0, ...cell }));
    };
    on(spot, (lines) => paintRing(ctx, SINGLE_CELL, lines, 0, colors.note, colors.floor));
    on(from, (lines) => paintRing(ctx, SINGLE_CELL, lines, 0, colors.entrance, colors.floor));
    on(to, (lines) => paintMark(ctx, SINGLE_CELL, lines, 0, colors.exit, colors.floor));
    on(walker, (lines) => {
      paintDisc(ctx, SINGLE_CELL, lines, 0, colors.threadBorder, WALKER_RADIUS_PX * devicePixelRatio + 2 * devicePixelRatio);
      paintDisc(ctx, SINGLE_CELL, lines, 0, colors.player, WALKER_RADIUS_PX * devicePixelRatio);
    });
    if (this.picks) this.#paintCrosshair(ctx, colors.exit);
  }

  /**
   * A cross in the middle, where Enter picks.
   * @param {Context2D} ctx
   * @param {string} color
   */
  #paintCrosshair(ctx, color) {
    const ratio = devicePixelRatio, x = Math.round(ctx.canvas.width / 2), y = Math.round(ctx.canvas.height / 2);
    ctx.fillStyle = color;
    for (const [dx, dy, width, height] of [[-18, -1, 12, 2], [6, -1, 12, 2], [-1, -18, 2, 12], [-1, 6, 2, 12]]) {
      ctx.fillRect(x + dx * ratio, y + dy * ratio, width * ratio, height * ratio);
    }
  }
}

/**
 * From 0 to 1, gently at both ends.
 * @param {number} share
 */
function smoothStep(share) {
  return share * share * (3 - 2 * share);
}

/**
 * Two colors mixed: all of `two` where `share` is 1.
 * @param {string} one
 * @param {string} two
 * @param {number} share
 */
function mixColors(one, two, share) {
  const to = rgbChannels(two);
  return `rgb(${rgbChannels(one).map((from, i) => Math.round(from + (to[i] - from) * share)).join(' ')})`;
}
