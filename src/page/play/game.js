// The game: the player looks for the exit, leaving a thread behind.

import { formatMoves, translate } from '../language.js';
import { painterFor, placedThings } from '../painter.js';
import { prefersReducedMotion } from '../theme.js';

/** How many moves of the way a hint shows. */
const HINT_MOVES = 6;

/** How much longer than as the crow flies a way may be that a drag takes by itself. */
const MAX_DRAG_DETOUR_MOVES = 2;

const CELEBRATION_MS = 1600;

/** The way to a cell, from what each one was found from: -1 where the search began. */
function pathFromPredecessors(from, target) {
  const way = [];
  for (let cell = target; cell >= 0; cell = from.get(cell)) way.push(cell);
  return way.reverse();
}

export class Game {
  moves = 0;
  hints = 0;
  state = 'playing';
  #visitedCells;
  #trail;
  #hint = [];
  #revealedPath = [];
  #wonAt = 0;
  /** The direction of the last move. */
  #heading = [0, 0];
  /** What is still there of what was placed, its shapes, and the door that a key would open, by its two sides. */
  #left;
  placed;
  #doors = new Map();
  /** The door that was found locked by the last move, or the key that was found, as the key of the words and the number. */
  news = null;
  /** Whether the last move ended at a wall. */
  bumped = false;

  /** `onChange` is called when anything has changed. */
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

  /** One move, where no wall stands. */
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

  /** The number of the locked door on a side of the player's cell, if there is one. */
  lockAt(side) {
    return this.#doors.get(`${this.player} ${side}`);
  }

  /** The sides on which the player can leave the cell. */
  get open() {
    return this.maze.ways(this.player).filter((side) => this.#through(this.player, side) >= 0);
  }

  /** How many moves lead to the exit, and whether locked doors are before it or elsewhere. */
  get distance() {
    return { count: this.toExit[this.player], hasDoors: this.#doors.size > 0 };
  }

  /** The cell that one comes to through an opening that no locked door closes, or -1. */
  #through(cell, side) {
    return this.#doors.has(`${cell} ${side}`) ? -1 : this.maze.through(cell, side);
  }

  #setNews(key, n) {
    this.news = [key, n];
    this.onChange();
  }

  /** Takes what lies in a cell. A key opens its door. */
  #takeItems(cell) {
    const { items, locks } = this.#left, taken = items.filter((item) => item.cell === cell).map(({ lock }) => lock);
    if (!taken.length) return;
    const isLeft = ({ lock }) => !taken.includes(lock);
    this.#setLeft({ items: items.filter((item) => item.cell !== cell), locks: locks.filter(isLeft) });
    this.#doors = new Map([...this.#doors].filter(([, lock]) => !taken.includes(lock)));
    const key = taken.find(Boolean);
    if (key) this.news = ['key-found', key];
  }

  #setLeft(left) {
    this.#left = left;
    this.placeAgain();
  }

  /** Notes how what is left is painted. */
  placeAgain() {
    this.placed = placedThings(this.maze, this.#left);
  }

  /** One move to the side that is nearest to a direction, or by stairs: up or down. */
  go(direction) {
    return this.move(this.#side(direction));
  }

  /** Runs on as long as there is nothing to decide and nothing to tell. */
  run(direction) {
    let going = this.#side(direction);
    while (going >= 0) {
      const back = this.maze.opposite(this.player, going);
      if (!this.move(going) || this.state !== 'playing' || this.news) return;
      const ways = this.maze.ways(this.player);
      going = ways.length === 2 ? ways.find((each) => each !== back) : -1;
    }
  }

  #side(direction) {
    if (Array.isArray(direction)) return this.maze.sideTowards(this.player, direction, this.#heading);
    return this.maze.sideNamed(this.player, direction);
  }

  /** Whether stairs lead from here, `U` up or `D` down. */
  hasStairs(name) {
    const side = this.maze.sideNamed(this.player, name);
    return side >= 0 && this.maze.through(this.player, side) >= 0;
  }

  /** Walks to a cell that is near, along the passages: what a finger or a mouse draws. */
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

  /** The cells that can be reached in at most so many moves, the nearest first, until `target` is among them, each with the one before it. */
  #searchFromPlayer(target, maxMoves = Infinity) {
    const from = new Map([[this.player, -1]]);
    let ring = [this.player];
    for (let depth = 0; depth < maxMoves && ring.length && !from.has(target); depth++) {
      const next = [];
      for (const cell of ring) {
        for (const side of this.maze.ways(cell)) {
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

  /** The way to a cell of at most so many moves, without the cell one stands on. */
  #shortPath(target, maxMoves) {
    const from = this.#searchFromPlayer(target, maxMoves);
    return from.has(target) ? pathFromPredecessors(from, target).slice(1) : [];
  }

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
    while (way.length <= HINT_MOVES && way.at(-1) !== this.maze.to) way.push(this.maze.nextTowards(way.at(-1), this.toExit));
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
    this.#revealedPath = this.maze.wayBetween(this.player, this.maze.to);
    this.onChange();
  }

  /** Whether something on the canvas moves by itself. */
  get celebrates() {
    return this.state === 'won' && !prefersReducedMotion() && performance.now() - this.#wonAt < CELEBRATION_MS;
  }

  paintTrod(ctx, lines, colors) {
    painterFor(this.maze).paintCells(ctx, this.maze, lines, this.#visitedCells, () => colors.trod, colors.wall);
  }

  paintAbove(ctx, lines, colors) {
    const { maze, player } = this, { paintDisc, paintMark, paintThread } = painterFor(maze);
    for (const cell of this.#hint.slice(1)) paintDisc(ctx, maze, lines, cell, colors.hint, Math.max(lines.size * 0.13 * maze.room(cell), 2));
    paintThread(ctx, maze, lines, this.#revealedPath, colors.hint, null, colors.wall);
    paintThread(ctx, maze, lines, this.#trail, this.state === 'won' ? colors.player : colors.trail, null, colors.wall);
    if (this.celebrates) this.#rings(ctx, lines, colors);
    paintMark(ctx, maze, lines, player, colors.player, colors.floor);
  }

  /** Rings that go out from the exit, like those of a stone thrown into water. */
  #rings(ctx, lines, colors) {
    const passed = (performance.now() - this.#wonAt) / CELEBRATION_MS;
    const reach = Math.max(lines.size * 5, 90 * devicePixelRatio);
    for (const delay of [0, 0.15, 0.3]) {
      const age = (passed - delay) / 0.7;
      if (age < 0 || age > 1) continue;
      ctx.globalAlpha = (1 - age) ** 1.5;
      ctx.beginPath();
      ctx.arc(...lines.middle(this.maze, this.maze.to), reach * (1 - (1 - age) ** 3), 0, 2 * Math.PI);
      ctx.lineWidth = Math.max(2, lines.size * 0.14);
      ctx.strokeStyle = colors.player;
      ctx.stroke();
    }
    ctx.globalAlpha = 1;
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
