// The game: the player looks for the exit, leaving a thread behind.

import { formatMoves, translate } from '../language.js';
import { painterFor, placedThings } from '../painter.js';
import { prefersReducedMotion } from '../theme.js';

/** @import { Context2D, Direction, Graph, GridLines, Item, Lock, PlacedThings, ThemeColors } from '../types.d.ts' */

/** How many moves of the way a hint shows. */
const HINT_MOVES = 6;

/** The corners of an arrow that points along a move, in cells; a cell counts as so many pixels at least, and the middles of its ends are no farther apart. */
const HINT_ARROW = [[0.25, 0], [0, 0.22], [0, 0.08], [-0.25, 0.08], [-0.25, -0.08], [0, -0.08], [0, -0.22]], MIN_HINT_PX = 12, MAX_ARROW_STEP_CELLS = 2.5;

/** How much longer than as the crow flies a way may be that a drag takes by itself. */
const MAX_DRAG_DETOUR_MOVES = 2;

/** How long the color of the trail takes to change from its beginning to the exit. */
const SWEEP_MS = 600;

/** With up to so many moves for each of the shortest path, a player gets three stars, two, or one. */
const STAR_LIMITS = [1, 1.5, Infinity];

/**
 * The way to a cell, from what each one was found from: -1 where the search began.
 * @param {Map<number, number>} from
 * @param {number} target
 */
function pathFromPredecessors(from, target) {
  const way = [];
  for (let cell = target; cell >= 0; cell = from.get(cell) ?? -1) way.push(cell);
  return way.reverse();
}

export class Game {
  moves = 0;
  hints = 0;
  state = 'playing';
  #visitedCells;
  #trail;
  /** @type {number[]} */
  #hint = [];
  /** @type {number[]} */
  #revealedPath = [];
  #wonAt = 0;
  /** The direction of the last move. */
  #heading = [0, 0];
  /**
   * What is still there of what was placed.
   * @type {{ items: Item[], locks: Lock[] }}
   */
  #left = { items: [], locks: [] };
  /**
   * The shapes of that.
   * @type {PlacedThings}
   */
  placed = { bars: [], symbols: [], letters: [] };
  /** The numbers of locked doors, by cell and side, from both sides. */
  #doors = /** @type {Map<string, number>} */ (new Map());
  /**
   * The door that was found locked by the last move, or the key that was found, as the key of the words and the number.
   * @type {[key: string, n: number] | null}
   */
  news = null;
  /** Whether the last move ended at a wall. */
  bumped = false;

  /**
   * `onChange` is called when anything has changed.
   * @param {Graph} maze
   * @param {() => void} onChange
   */
  constructor(maze, onChange) {
    this.maze = maze;
    this.onChange = onChange;
    this.player = maze.from;
    this.#trail = [maze.from];
    this.#visitedCells = new Set(this.#trail);
    this.toExit = maze.distancesFrom(maze.to);
    // With keys to fetch, it is not known.
    this.shortest = maze.locks.length ? null : this.toExit[maze.from];
    this.#setLeft({ items: maze.items, locks: maze.locks });
    for (const { lock, cell, side } of maze.locks) {
      this.#doors.set(`${cell} ${side}`, lock);
      this.#doors.set(`${maze.beside(cell, side)} ${maze.opposite(cell, side)}`, lock);
    }
    // Entrance and exit in one cell: there is nothing to do, and that is soon done.
    if (this.shortest === 0) this.state = 'won';
  }

  /**
   * One move, where no wall stands.
   * @param {number} side
   */
  move(side) {
    if (this.state !== 'playing') return false;
    const cell = side < 0 ? -1 : this.#through(this.player, side), lock = this.lockAt(side);
    if (cell < 0) {
      this.bumped = !lock;
      if (lock) this.#setNews('door-locked', lock);
      else this.onChange();
      return false;
    }
    this.#heading = this.maze.direction(this.player, side);
    this.news = null;
    this.#enterCell(cell);
    this.onChange();
    return true;
  }

  /**
   * The number of the locked door on a side of the player's cell, if there is one.
   * @param {number} side
   */
  lockAt(side) {
    return this.#doors.get(`${this.player} ${side}`);
  }

  /** The sides on which the player can leave the cell. */
  get open() {
    return this.maze.openSides(this.player).filter((side) => this.#through(this.player, side) >= 0);
  }

  /** How many moves lead to the exit, and whether locked doors are before it or elsewhere. */
  get distance() {
    return { count: this.toExit[this.player], hasDoors: this.#doors.size > 0 };
  }

  /**
   * The cell that one comes to through an opening that no locked door closes, or -1.
   * @param {number} cell
   * @param {number} side
   */
  #through(cell, side) {
    return this.#doors.has(`${cell} ${side}`) ? -1 : this.maze.through(cell, side);
  }

  /**
   * @param {string} key
   * @param {number} n
   */
  #setNews(key, n) {
    this.news = [key, n];
    this.onChange();
  }

  /**
   * Takes what lies in a cell. A key opens its door.
   * @param {number} cell
   */
  #takeItems(cell) {
    const { items, locks } = this.#left, taken = items.filter((item) => item.cell === cell).map(({ lock }) => lock);
    if (!taken.length) return;
    /** @param {{ lock: number }} item */
    const isLeft = ({ lock }) => !taken.includes(lock);
    this.#setLeft({ items: items.filter((item) => item.cell !== cell), locks: locks.filter(isLeft) });
    this.#doors = new Map([...this.#doors].filter(([, lock]) => !taken.includes(lock)));
    const key = taken.find(Boolean);
    if (key) this.news = ['key-found', key];
  }

  /** @param {{ items: Item[], locks: Lock[] }} left */
  #setLeft(left) {
    this.#left = left;
    this.placeAgain();
  }

  /** Notes how what is left is painted. */
  placeAgain() {
    this.placed = placedThings(this.maze, this.#left);
  }

  /**
   * One move to the side that is nearest to a direction, or by stairs: up or down.
   * @param {Direction} direction
   */
  go(direction) {
    return this.move(this.#side(direction));
  }

  /**
   * Runs on as long as there is nothing to decide and nothing to tell.
   * @param {Direction} direction
   */
  run(direction) {
    let going = this.#side(direction);
    while (going >= 0) {
      const back = this.maze.opposite(this.player, going);
      if (!this.move(going) || this.state !== 'playing' || this.news) return;
      const ways = this.maze.openSides(this.player);
      going = ways.length === 2 ? ways.find((each) => each !== back) ?? -1 : -1;
    }
  }

  /** @param {Direction} direction */
  #side(direction) {
    if (Array.isArray(direction)) return this.maze.sideTowards(this.player, direction, this.#heading);
    return this.maze.sideNamed(this.player, direction);
  }

  /**
   * Whether stairs lead from here, `U` up or `D` down.
   * @param {string} name
   */
  hasStairs(name) {
    const side = this.maze.sideNamed(this.player, name);
    return side >= 0 && this.maze.through(this.player, side) >= 0;
  }

  /**
   * Walks to a cell that is near, along the passages: what a finger or a mouse draws.
   * @param {number} cell
   */
  drawTo(cell) {
    if (this.state !== 'playing' || cell < 0 || cell === this.player) return;
    const way = this.#shortPath(cell, this.maze.apart(cell, this.player) + MAX_DRAG_DETOUR_MOVES);
    this.news = null;
    for (const next of way) {
      if (this.state !== 'playing') break;
      this.#enterCell(next);
    }
    if (way.length) this.onChange();
  }

  /**
   * The cells that can be reached in at most so many moves, the nearest first, until `target` is among them, each with the one before it.
   * @param {number} [target]
   * @param {number} [maxMoves]
   */
  #searchFromPlayer(target, maxMoves = Infinity) {
    const from = new Map([[this.player, -1]]), isFound = () => target !== undefined && from.has(target);
    let ring = [this.player];
    for (let depth = 0; depth < maxMoves && ring.length && !isFound(); depth++) {
      const next = [];
      for (const cell of ring) {
        for (const side of this.maze.openSides(cell)) {
          const other = this.#through(cell, side);
          if (other < 0 || from.has(other)) continue;
          from.set(other, cell);
          next.push(other);
        }
      }
      ring = next;
    }
    return from;
  }

  /**
   * The way to a cell of at most so many moves, without the cell one stands on.
   * @param {number} target
   * @param {number} maxMoves
   */
  #shortPath(target, maxMoves) {
    const from = this.#searchFromPlayer(target, maxMoves);
    return from.has(target) ? pathFromPredecessors(from, target).slice(1) : [];
  }

  /** @param {number} cell */
  #enterCell(cell) {
    this.bumped = false;
    this.moves++;
    this.#takeItems(cell);
    // Going back winds the thread up again.
    if (this.#trail.at(-2) === cell) this.#trail.pop();
    else this.#trail.push(cell);
    this.player = cell;
    this.#visitedCells.add(cell);
    if (!this.#hint.includes(cell)) this.#hint = [];
    if (cell === this.maze.to) {
      this.#hint = [];
      this.state = 'won';
      this.#wonAt = performance.now();
    }
  }

  /** Shows the next few moves, and says the first ones. */
  hint() {
    this.hints++;
    this.bumped = false;
    const way = this.#doors.size ? this.#pathPastDoors().slice(0, HINT_MOVES + 1) : this.#pathAhead();
    this.#hint = way;
    this.news = null;
    this.onChange();
    const words = way.slice(1).map((cell, i) => this.maze.sideInWords(way[i], this.maze.sideTo(way[i], cell)));
    const same = words.findIndex((word) => word !== words[0]);
    const count = same < 0 ? words.length : same;
    const keys = same < 0 ? ['hint-same', 'hint-moves'] : ['hint-then', 'hint-moves-then'];
    return translate(keys[Number(count > 1)], { first: words[0], next: words[same], count });
  }

  /** The next moves to the exit, where no door is locked. */
  #pathAhead() {
    const way = [this.player];
    for (let cell = this.player; way.length <= HINT_MOVES && cell !== this.maze.to; way.push(cell)) cell = this.maze.nextTowards(cell, this.toExit);
    return way;
  }

  /** The way to the exit, or where a door is before it, to the nearest key. */
  #pathPastDoors() {
    const keys = new Set(this.#left.items.filter(({ lock }) => lock).map(({ cell }) => cell));
    const from = this.#searchFromPlayer();
    const target = from.has(this.maze.to) ? this.maze.to : [...from.keys()].find((each) => keys.has(each));
    return target === undefined ? [] : pathFromPredecessors(from, target);
  }

  giveUp() {
    this.state = 'given up';
    this.bumped = false;
    this.news = null;
    this.#hint = [];
    this.#revealedPath = this.maze.shortestPath(this.player, this.maze.to);
    this.onChange();
  }

  /** How much of the trail is in the color of a win, from 0 to 1. */
  get #sweep() {
    if (this.state !== 'won') return 0;
    return prefersReducedMotion() ? 1 : Math.min((performance.now() - this.#wonAt) / SWEEP_MS, 1);
  }

  /** Whether something on the canvas moves by itself. */
  get celebrates() {
    return this.state === 'won' && this.#sweep < 1;
  }

  /** How good the way was, in stars out of three; 0 where nobody has won, or the shortest path is not known. */
  get stars() {
    const { moves, shortest } = this;
    if (this.state !== 'won' || shortest === null) return 0;
    return STAR_LIMITS.length - STAR_LIMITS.findIndex((limit) => moves <= shortest * limit);
  }

  /**
   * @param {Context2D} ctx
   * @param {GridLines} lines
   * @param {ThemeColors} colors
   */
  paintTrod(ctx, lines, colors) {
    painterFor(this.maze).paintCells(ctx, this.maze, lines, this.#visitedCells, () => colors.trod, colors.wall);
  }

  /**
   * @param {Context2D} ctx
   * @param {GridLines} lines
   * @param {ThemeColors} colors
   */
  paintAbove(ctx, lines, colors) {
    const { maze, player } = this, { paintMark, paintThread } = painterFor(maze);
    this.#paintHint(ctx, lines, colors);
    paintThread(ctx, maze, lines, this.#revealedPath, colors.thread, null, colors.wall);
    const sweep = this.#sweep;
    if (sweep < 1) paintThread(ctx, maze, lines, this.#trail, colors.trail, null, colors.wall);
    paintThread(ctx, maze, lines, this.#trail.slice(0, Math.ceil(sweep * this.#trail.length)), colors.entrance, null, colors.wall);
    paintMark(ctx, maze, lines, player, colors.player, colors.floor);
  }

  /**
   * The next moves, each as an arrow of half a cell, or as a disc where the way jumps to another edge or floor.
   * @param {Context2D} ctx
   * @param {GridLines} lines
   * @param {ThemeColors} colors
   */
  #paintHint(ctx, lines, colors) {
    const { maze } = this;
    this.#hint.forEach((cell, i) => {
      if (i === 0) return;
      const [fromX, fromY] = lines.middle(maze, this.#hint[i - 1]), [x, y] = lines.middle(maze, cell), far = Math.hypot(x - fromX, y - fromY);
      const size = Math.max(lines.size * maze.room(cell), MIN_HINT_PX * devicePixelRatio), dx = (x - fromX) / far, dy = (y - fromY) / far;
      if (far > MAX_ARROW_STEP_CELLS * lines.size) return painterFor(maze).paintDisc(ctx, maze, lines, cell, colors.hint, size * 0.13);
      ctx.beginPath();
      for (const [along, left] of HINT_ARROW) ctx.lineTo(x + size * (along * dx - left * dy), y + size * (along * dy + left * dx));
      ctx.fillStyle = colors.hint;
      ctx.fill();
    });
  }

  /** How it went, in words. */
  get outcome() {
    if (this.state === 'given up') return translate('gave-up', { moves: formatMoves(this.moves) });
    if (this.state !== 'won') return '';
    const won = translate(this.hints ? 'won-hints' : 'won', { moves: formatMoves(this.moves), count: this.hints });
    if (this.shortest === null) return won;
    return `${won} ${this.moves === this.shortest ? translate('won-shortest') : translate('won-longer', { count: this.shortest })}`;
  }
}
