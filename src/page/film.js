// What an animation of steps shows: the walls as they stand by now, a mark for each cell, and counters.

import { E, Maze, N, S, W } from './maze.js';
import { cellColours, disc, thread } from './paint.js';
import { channels } from './theme.js';

/** Marks of cells. From `SET` on, a mark is the colour of the set that a cell belongs to. */
const UNTOUCHED = 0, OPEN = 1, ACTIVE = 2, SEEN = 3, LEFT = 4, FILLED = 5, FRONTIER = 6, SETTLED = 7, SET = 16;
const COLOUR = {
  [UNTOUCHED]: 'untouched', [OPEN]: 'floor', [ACTIVE]: 'active', [SEEN]: 'seen', [LEFT]: 'left', [FILLED]: 'filled', [FRONTIER]: 'frontier',
  [SETTLED]: 'settled',
};
const SETS = 12;

/** What is worth showing of an algorithm beyond its steps, since it is what the algorithm keeps in mind. */
const KEEPS = { backtracker: 'stack', prim: 'frontier', 'true-prim': 'frontier', kruskal: 'sets', eller: 'sets', division: 'walls' };

class Film {
  marks;
  path = [];
  changed = new Set();
  ended = null;
  steps = 0;
  head = -1;
  hasEnds = true;
  #counts = {};

  constructor(maze, name) {
    this.maze = maze;
    this.name = name;
    this.marks = new Uint8Array(maze.size);
  }

  count(what) {
    return this.#counts[what] ?? 0;
  }

  /** One step of the stream. */
  apply(step) {
    if (step.step === 'end' || step.step === 'stopped') {
      this.ended = step;
      this.#moveHead(-1);
      this.finish();
      return;
    }
    this.steps++;
    this.#counts[step.step] = this.count(step.step) + 1;
    const cell = step.cell ?? step.to;
    if (cell) this.#moveHead(this.maze.at(cell));
    this.follow(step);
  }

  mark(cell, mark) {
    if (this.marks[cell] === mark) return;
    this.marks[cell] = mark;
    this.changed.add(cell);
  }

  markAll(mark) {
    this.marks.fill(mark);
    for (let cell = 0; cell < this.marks.length; cell++) this.changed.add(cell);
  }

  #moveHead(cell) {
    if (this.head >= 0) this.changed.add(this.head);
    this.head = cell;
    if (cell >= 0) this.changed.add(cell);
  }

  colourOf(cell, colours) {
    if (cell === this.head) return colours.head;
    const mark = this.marks[cell];
    return mark >= SET ? colours.sets[mark - SET] : colours[COLOUR[mark]];
  }

  picture(colours) {
    const known = new Map();
    return cellColours(this.maze, (cell) => {
      const colour = this.colourOf(cell, colours);
      if (!known.has(colour)) known.set(colour, channels(colour));
      return known.get(colour);
    });
  }

  paintAbove(ctx, lines, colours) {
    thread(ctx, this.maze, lines, this.path, colours.thread, colours.floor);
    if (this.path.length > 1 && !this.ended) disc(ctx, this.maze, lines, this.path.at(-1), colours.thread, lines.size * 0.25);
  }
}

/** The building of a maze, from walls everywhere. */
export class Building extends Film {
  hasEnds = false;
  #sets = null;

  constructor({ w, h, from, to }, name) {
    super(new Maze(w, h, from, to), name);
    this.keeps = KEEPS[name];
    this.passages = 0;
    if (this.keeps === 'sets') this.#sets = Array.from({ length: w * h }, (_, cell) => [cell]);
  }

  follow(step) {
    const { maze } = this;
    switch (step.step) {
      case 'visit': {
        const cell = maze.at(step.cell);
        if (this.marks[cell] === UNTOUCHED && !['frontier', 'sets'].includes(this.keeps)) this.mark(cell, ACTIVE);
        break;
      }
      case 'erase':
        this.mark(maze.at(step.cell), UNTOUCHED);
        break;
      case 'back':
        this.mark(maze.at(step.cell), OPEN);
        break;
      case 'clear':
        maze.apply(step);
        this.markAll(OPEN);
        break;
      case 'carve':
      case 'join':
        this.#carve(step);
        break;
      case 'wall':
      case 'open':
        maze.apply(step);
        this.changed.add(maze.at(step.cell ?? step.from));
        break;
    }
  }

  #carve(step) {
    const from = this.maze.at(step.from), to = this.maze.at(step.to);
    this.maze.apply(step);
    this.passages++;
    this.changed.add(from).add(to);
    // After the last of these the maze is perfect; whatever is carved then opens loops, and belongs to no stack, front or set.
    if (this.passages >= this.maze.size) return this.changed.add(from);
    if (this.keeps === 'sets') return this.#unite(from, to);
    const mark = this.keeps === 'stack' ? ACTIVE : OPEN;
    this.mark(from, mark);
    this.mark(to, mark);
    if (this.keeps !== 'frontier') return;
    for (const cell of [from, to]) {
      for (const side of [N, E, S, W]) {
        const other = this.maze.beside(cell, side);
        if (other >= 0 && this.marks[other] === UNTOUCHED) this.mark(other, FRONTIER);
      }
    }
  }

  /** The larger set takes in the smaller one, so that a cell changes its colour a few times at most. */
  #unite(a, b) {
    let [large, small] = [this.#sets[a], this.#sets[b]];
    if (large === small) return;
    if (large.length < small.length) [large, small] = [small, large];
    const colour = this.marks[large[0]] >= SET ? this.marks[large[0]] : SET + (large[0] * 7 + this.maze.row(large[0]) * 5) % SETS;
    this.mark(large[0], colour);
    for (const cell of small) {
      this.#sets[cell] = large;
      large.push(cell);
      this.mark(cell, colour);
    }
  }

  finish() {
    this.hasEnds = true;
    this.markAll(OPEN);
  }

  get progress() {
    if (this.ended) return 1;
    const { w, h, size } = this.maze;
    if (this.keeps === 'walls') return Math.min(this.count('wall') / Math.max(1, (w - 1) * h + w * (h - 1) - (size - 1)), 1);
    return Math.min(this.passages / Math.max(1, size - 1), 1);
  }

  get counters() {
    const { size } = this.maze;
    const marked = (mark) => this.marks.reduce((sum, each) => sum + (each === mark), 0);
    return [
      ['Steps', this.steps],
      this.keeps === 'walls' ? ['Walls built', this.count('wall')] : ['Carved', this.passages],
      ['Visits', this.count('visit')],
      ['Backtracks', this.count('back')],
      this.name === 'wilson' && ['Erased', this.count('erase')],
      this.keeps === 'stack' && ['Stack', marked(ACTIVE)],
      this.keeps === 'frontier' && ['Frontier', marked(FRONTIER)],
      this.keeps === 'sets' && ['Sets', Math.max(1, size - this.passages)],
    ].filter(Boolean);
  }

  /** What the colours mean. */
  get key() {
    return [
      ['head', 'at work'],
      this.keeps !== 'walls' && ['untouched', 'not reached yet'],
      this.keeps === 'stack' && ['active', 'on the stack, to turn back to'],
      this.keeps === 'frontier' && ['frontier', 'frontier'],
      this.keeps === 'sets' && ['set-0', 'a colour for each set'],
      this.name === 'wilson' && ['active', 'the walk, loops erased'],
      this.keeps !== 'sets' && ['floor', 'maze'],
    ].filter(Boolean);
  }
}

/** The search for the way through a maze that stands. */
export class Solving extends Film {
  #visited = 0;

  /** `solver` is what the catalogue says of it. */
  constructor(maze, solver) {
    super(maze, solver?.name);
    // A solver that does not walk spreads from a frontier, and is done with a cell when it has looked around it.
    this.spreads = solver?.walk !== 'moves';
    this.fills = solver?.walk === 'path';
    this.marks.fill(OPEN);
  }

  follow(step) {
    const cell = this.maze.at(step.cell);
    switch (step.step) {
      case 'visit':
        if (this.marks[cell] === OPEN) this.#visited++;
        this.mark(cell, SEEN);
        break;
      case 'back':
        this.mark(cell, this.spreads ? SETTLED : LEFT);
        break;
      case 'fill':
        this.mark(cell, FILLED);
        break;
      case 'erase':
        this.mark(cell, LEFT);
        break;
      case 'path':
        this.path.push(cell);
        break;
    }
  }

  finish() {}

  get progress() {
    return this.ended ? 1 : Math.min(this.#visited / this.maze.size, 1);
  }

  get counters() {
    return [
      ['Steps', this.steps],
      ['Visited', this.#visited],
      [this.spreads ? 'Done with' : 'Backtracks', this.count('back')],
      this.fills && ['Filled', this.count('fill')],
      ['Path length', this.path.length ? this.path.length - 1 : '–'],
    ].filter(Boolean);
  }

  get key() {
    return [
      ['head', 'at work'],
      ['seen', this.spreads ? 'seen, to look on from' : 'on the way'],
      this.spreads ? ['settled', 'done with'] : ['left', 'turned back from'],
      this.fills && ['filled', 'filled'],
      ['thread', 'the way found'],
    ].filter(Boolean);
  }
}
