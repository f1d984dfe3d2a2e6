// What an animation of steps shows: the walls as they stand by now, a mark for each cell, and counters.

import { Maze } from '../maze.js';
import { painterFor } from '../painter.js';
import { rgbChannels } from '../theme.js';

/** @import { BuildSnapshot, CellSets, Context2D, Counter, EndLine, Graph, GridLines, KeyEntry, Point, Snapshot, SolveSnapshot, SolverInfo, ThemeColors } from '../types.d.ts' */

/** Marks of cells. From `FIRST_SET_MARK` on, a mark is the color of the set that a cell belongs to. */
const MARK_UNTOUCHED = 0, MARK_OPEN = 1, MARK_ACTIVE = 2, MARK_SEEN = 3, MARK_LEFT = 4, MARK_FILLED = 5, MARK_FRONTIER = 6, MARK_SETTLED = 7, FIRST_SET_MARK = 16;
/** @type {Record<number, Exclude<keyof ThemeColors, 'sets'>>} */
const MARK_COLORS = {
  [MARK_UNTOUCHED]: 'untouched', [MARK_OPEN]: 'floor', [MARK_ACTIVE]: 'active', [MARK_SEEN]: 'seen', [MARK_LEFT]: 'left', [MARK_FILLED]: 'filled', [MARK_FRONTIER]: 'frontier',
  [MARK_SETTLED]: 'settled',
};
const SET_COLOR_COUNT = 12;

/** How many cells behind the head keep some of its color, how large the ring around the head is, in cells, and how thick and at least how wide in pixels. */
const TAIL_CELLS = 8, RING_CELLS = 1.6, RING_PX = 2, MIN_RING_PX = 8;

/**
 * What is worth showing of an algorithm beyond its steps, since it is what the algorithm keeps in mind.
 * @type {Record<string, string>}
 */
const ALGORITHM_MEMORY = {
  backtracker: 'stack', prim: 'frontier', 'true-prim': 'frontier', kruskal: 'sets', boruvka: 'sets', eller: 'sets', division: 'walls',
  'blobby-division': 'walls', 'reverse-delete': 'walls',
};

/** The algorithms that erase loops of walks. */
const ERASING_ALGORITHMS = ['wilson', 'houston'];

/** Steps that lead to the cell beside theirs, and steps that are about no single cell. */
const STEPS_TO_NEIGHBOR = ['carve', 'join', 'wall'], STEPS_WITHOUT_CELL = ['clear', 'unknown'];

export class StepAnimation {
  marks;
  /** @type {number[]} */
  path = [];
  /** The cells to be painted anew, or that all are. */
  changed = /** @type {Set<number>} */ (new Set());
  renewed = false;
  /** @type {EndLine | null} */
  ended = null;
  steps = 0;
  /** What the last step was. */
  act = '';
  head = -1;
  hasEnds = true;
  /** The cells where the head was last, up to where it is. */
  #tail = /** @type {number[]} */ ([]);
  /** The cells that were painted with a head and its tail, and the ring around. */
  #painted = /** @type {Set<number>} */ (new Set());
  /** @type {Record<string, number>} */
  #counts = {};

  /**
   * @param {Graph} maze
   * @param {string} [name]
   */
  constructor(maze, name) {
    this.maze = maze;
    this.name = name ?? '';
    this.marks = new Uint8Array(maze.size);
  }

  /** @param {string} what */
  count(what) {
    return this.#counts[what] ?? 0;
  }

  /**
   * One step of the stream.
   * @param {string} kind
   * @param {number} cell
   * @param {number} side
   * @param {number} parent
   */
  apply(kind, cell, side, parent) {
    this.steps++;
    this.act = kind;
    this.#counts[kind] = this.count(kind) + 1;
    if (STEPS_TO_NEIGHBOR.includes(kind)) this.#moveHead(this.maze.beside(cell, side));
    else if (!STEPS_WITHOUT_CELL.includes(kind)) this.#moveHead(cell);
    this.follow(kind, cell, side, parent);
  }

  /**
   * The last line of the stream.
   * @param {EndLine} line
   */
  end(line) {
    this.ended = line;
    this.#moveHead(-1);
    this.finish();
  }

  /** Whether there is anything on the cells that is not their color. */
  get hasNotes() {
    return false;
  }

  /**
   * All that `restore` needs to show the film as it is now.
   * @returns {Snapshot}
   */
  save() {
    return { steps: this.steps, act: this.act, head: this.head, tail: this.#tail.slice(), counts: { ...this.#counts }, marks: this.marks.slice(), path: this.path.slice() };
  }

  /** @param {Snapshot} snapshot */
  restore({ steps, act, head, tail, counts, marks, path }) {
    Object.assign(this, { steps, act, head, ended: null, path: path.slice(), renewed: true });
    this.#tail = tail.slice();
    this.#counts = { ...counts };
    this.marks.set(marks);
  }

  /**
   * @param {number} cell
   * @param {number} mark
   */
  mark(cell, mark) {
    if (this.marks[cell] === mark) return;
    this.marks[cell] = mark;
    this.changed.add(cell);
  }

  /** @param {number} mark */
  markAll(mark) {
    this.marks.fill(mark);
    this.renewed = true;
  }

  /** @param {number} cell */
  #moveHead(cell) {
    this.head = cell;
    if (cell < 0) this.#tail = [];
    else if (this.#tail.push(cell) > TAIL_CELLS) this.#tail.shift();
  }

  /** The cells to be painted anew: those that have changed, and those around the head and its tail, as they were and as they are. */
  takeChanged() {
    const { maze, head } = this, around = head < 0 ? [] : [head, ...maze.neighbors(head)].flatMap((cell) => [cell, ...maze.neighbors(cell)]);
    const painted = new Set([...this.#tail, ...around]), cells = new Set([...this.changed, ...this.#painted, ...painted]);
    this.#painted = painted;
    this.changed.clear();
    return cells;
  }

  /**
   * Whether nothing has reached a cell yet.
   * @param {number} cell
   */
  isUntouched(cell) {
    return this.marks[cell] === MARK_UNTOUCHED && !this.#tail.includes(cell) && !this.maze.blocked?.[cell];
  }

  /**
   * @param {number} cell
   * @param {ThemeColors} colors
   */
  colorOf(cell, colors) {
    if (this.maze.blocked?.[cell]) return colors.wall;
    const mark = this.marks[cell], color = mark >= FIRST_SET_MARK ? colors.sets[mark - FIRST_SET_MARK] : colors[MARK_COLORS[mark]];
    const behind = this.#tail.length - 1 - this.#tail.lastIndexOf(cell);
    return behind < this.#tail.length ? mixColors(color, colors.head, 1 - behind / TAIL_CELLS) : color;
  }

  /** @param {ThemeColors} colors */
  picture(colors) {
    const rgbColors = new Map();
    return painterFor(this.maze).prepareCellColors(this.maze, (cell) => {
      const color = this.colorOf(cell, colors);
      if (!rgbColors.has(color)) rgbColors.set(color, rgbChannels(color));
      return rgbColors.get(color);
    });
  }

  /**
   * @param {Context2D} ctx
   * @param {GridLines} lines
   * @param {ThemeColors} colors
   */
  paintAbove(ctx, lines, colors) {
    const painter = painterFor(this.maze);
    if (this.head >= 0) this.#paintHead(ctx, lines, colors);
    painter.paintThread(ctx, this.maze, lines, this.path, colors.thread, colors.floor, colors.wall);
    const last = this.path[this.path.length - 1];
    if (this.path.length > 1 && !this.ended) painter.paintDisc(ctx, this.maze, lines, last, colors.thread, lines.size * 0.25 * this.maze.room(last));
  }

  /**
   * A ring around the cell at work.
   * @param {Context2D} ctx
   * @param {GridLines} lines
   * @param {ThemeColors} colors
   */
  #paintHead(ctx, lines, colors) {
    const { maze, head } = this, width = Math.max(lines.size * RING_CELLS * maze.room(head), MIN_RING_PX * devicePixelRatio);
    ctx.save();
    // What is outside of the maze is not painted anew.
    ctx.beginPath();
    ctx.rect(lines.x(0), lines.y(0), lines.x(maze.width) - lines.x(0), lines.y(maze.height) - lines.y(0));
    ctx.clip();
    ctx.beginPath();
    ctx.arc(...lines.middle(maze, head), width / 2, 0, 2 * Math.PI);
    ctx.strokeStyle = colors.headRing;
    ctx.lineWidth = RING_PX * devicePixelRatio;
    ctx.stroke();
    ctx.restore();
  }
}

/**
 * Two colors mixed: all of `two` where `share` is 1.
 * @param {string} one
 * @param {string} two
 * @param {number} share
 */
function mixColors(one, two, share) {
  const to = rgbChannels(two);
  return `#${rgbChannels(one).map((from, i) => Math.round(from + (to[i] - from) * share).toString(16).padStart(2, '0')).join('')}`;
}

/** The building of a maze, from walls everywhere. */
export class BuildAnimation extends StepAnimation {
  hasEnds = false;
  /** @type {CellSets | null} */
  #sets = null;

  /**
   * @param {Graph} maze
   * @param {string} name
   */
  constructor(maze, name) {
    super(maze.walled(), name);
    this.keeps = ALGORITHM_MEMORY[name];
    this.passages = 0;
    if (this.keeps !== 'sets') return;
    const each = Int32Array.from(this.marks, (_, cell) => cell);
    this.#sets = { of: each, next: each.slice(), sizes: new Int32Array(each.length).fill(1) };
  }

  save() {
    const sets = this.#sets && { of: this.#sets.of.slice(), next: this.#sets.next.slice(), sizes: this.#sets.sizes.slice() };
    return { ...super.save(), passages: this.passages, walls: this.maze.walls.slice(), sets };
  }

  /** @param {BuildSnapshot} saved */
  restore(saved) {
    super.restore(saved);
    this.hasEnds = false;
    this.passages = saved.passages;
    this.maze.restore(saved.walls);
    this.#sets = saved.sets && { of: saved.sets.of.slice(), next: saved.sets.next.slice(), sizes: saved.sets.sizes.slice() };
  }

  /**
   * @param {string} kind
   * @param {number} cell
   * @param {number} side
   */
  follow(kind, cell, side) {
    const { maze } = this;
    switch (kind) {
      case 'visit':
        if (this.marks[cell] === MARK_UNTOUCHED && !['frontier', 'sets'].includes(this.keeps)) this.mark(cell, MARK_ACTIVE);
        break;
      case 'root':
      case 'back':
        this.mark(cell, MARK_OPEN);
        break;
      case 'erase':
      case 'fill':
        this.mark(cell, MARK_UNTOUCHED);
        break;
      case 'clear':
        maze.clear();
        this.markAll(MARK_OPEN);
        break;
      case 'carve':
      case 'join':
        this.#carve(cell, side);
        break;
      case 'wall':
        maze.set(cell, side, true);
        this.passages--;
        this.changed.add(cell);
        break;
      case 'open':
        maze.openOuter(cell, side);
        this.changed.add(cell);
        break;
    }
  }

  /**
   * @param {number} from
   * @param {number} side
   */
  #carve(from, side) {
    const to = this.maze.beside(from, side);
    this.maze.set(from, side, false);
    this.passages++;
    this.changed.add(from).add(to);
    // A passage that is carved when a perfect maze is whole opens a loop, and belongs to no stack, front or set.
    const isWhole = this.passages >= this.maze.size;
    // Where no wall is left at a corner, the end of the last one reached into two more cells.
    if (isWhole) for (const cell of [from, to]) for (const other of this.maze.neighbors(cell)) this.changed.add(other);
    if (this.keeps && isWhole) return;
    if (this.keeps === 'sets') return this.#uniteSets(from, to);
    const mark = this.keeps === 'stack' ? MARK_ACTIVE : MARK_OPEN;
    this.mark(from, mark);
    this.mark(to, mark);
    if (this.keeps !== 'frontier') return;
    for (const cell of [from, to]) {
      for (const other of this.maze.neighbors(cell)) {
        if (this.marks[other] === MARK_UNTOUCHED) this.mark(other, MARK_FRONTIER);
      }
    }
  }

  /**
   * The larger set takes in the smaller one, so that a cell changes its color a few times at most.
   * @param {number} a
   * @param {number} b
   */
  #uniteSets(a, b) {
    if (!this.#sets) return;
    const { of, next, sizes } = this.#sets;
    if (of[a] === of[b]) return;
    const [large, small] = sizes[of[a]] < sizes[of[b]] ? [b, a] : [a, b];
    const set = of[large], color = FIRST_SET_MARK + (set * 7 + this.maze.row(set) * 5) % SET_COLOR_COUNT;
    sizes[set] += sizes[of[small]];
    if (this.marks[large] < FIRST_SET_MARK) this.mark(large, color);
    let cell = small;
    do {
      of[cell] = set;
      this.mark(cell, color);
      cell = next[cell];
    } while (cell !== small);
    [next[large], next[small]] = [next[small], next[large]];
  }

  finish() {
    this.hasEnds = true;
    this.markAll(MARK_OPEN);
  }

  /** @returns {Counter[]} */
  get counters() {
    const { size } = this.maze;
    /** @param {number} mark */
    const marked = (mark) => this.marks.reduce((sum, each) => sum + Number(each === mark), 0);
    /** @type {(Counter | false)[]} */
    const counters = [
      ['count-steps', this.steps],
      this.keeps === 'walls' ? ['count-walls', this.count('wall')] : ['count-carved', this.passages],
      ['count-visits', this.count('visit')],
      ['count-backtracks', this.count('back')],
      ERASING_ALGORITHMS.includes(this.name) && ['count-erased', this.count('erase')],
      this.keeps === 'stack' && ['count-stack', marked(MARK_ACTIVE)],
      this.keeps === 'frontier' && ['count-frontier', marked(MARK_FRONTIER)],
      this.keeps === 'sets' && ['count-sets', Math.max(1, size - this.passages)],
    ];
    return counters.filter((each) => each !== false);
  }

  /**
   * What the colors mean.
   * @returns {KeyEntry[]}
   */
  get key() {
    /** @type {(KeyEntry | false)[]} */
    const entries = [
      ['head', 'key-head'],
      this.keeps !== 'walls' && ['untouched', 'key-untouched'],
      this.keeps === 'stack' && ['active', 'key-stack'],
      this.keeps === 'frontier' && ['frontier', 'key-frontier'],
      this.keeps === 'sets' && ['set-0', 'key-sets'],
      ERASING_ALGORITHMS.includes(this.name) && ['active', 'key-walk'],
      this.keeps !== 'sets' && ['floor', 'key-maze'],
    ];
    return entries.filter((each) => each !== false);
  }
}

/** The least size of a cell, in pixels of the page, in which something is written. */
const MIN_NOTE_CELL_PX = 13;

/**
 * A triangle at the edge of a cell that points in a direction.
 * @param {Context2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {Point} direction
 * @param {number} size
 */
function paintPointer(ctx, x, y, [dx, dy], size) {
  /**
   * @param {number} along
   * @param {number} left
   * @returns {Point}
   */
  const corner = (along, left) => [x + size * (along * dx - left * dy), y + size * (along * dy + left * dx)];
  ctx.beginPath();
  for (const [along, left] of [[0.44, 0], [0.28, 0.13], [0.28, -0.13]]) ctx.lineTo(...corner(along, left));
  ctx.fill();
}

/**
 * The direction from the middle of a cell to that of another.
 * @param {Graph} maze
 * @param {number} cell
 * @param {number} other
 * @returns {Point}
 */
function directionBetween(maze, cell, other) {
  const [x, y] = maze.center(cell), [ox, oy] = maze.center(other), far = Math.hypot(ox - x, oy - y);
  return [(ox - x) / far, (oy - y) / far];
}

/** The search for the way through a maze that stands. */
export class SolveAnimation extends StepAnimation {
  #visited = 0;
  /** The cells that were seen and are not done with, in the order in which they were seen. */
  frontier = new Set();
  /** The cell that each was reached from, and what the way to it costs; -1 where that is not known. */
  parents;
  costs;

  /**
   * `solver` is what the catalogue says of it, and `notes` what is written into cells: `numbers` and `parents`.
   * @param {Graph} maze
   * @param {SolverInfo | undefined} solver
   * @param {{ numbers?: boolean, parents?: boolean }} notes
   */
  constructor(maze, solver, notes) {
    super(maze, solver?.name);
    this.notes = notes;
    this.parents = new Int32Array(maze.size).fill(-1);
    this.costs = Float64Array.from(this.parents);
    // A solver that does not walk spreads from a frontier, and is done with a cell when it has looked around it.
    this.spreads = solver?.walk !== 'moves';
    this.fills = solver?.walk === 'path';
    this.marks.fill(MARK_OPEN);
  }

  save() {
    return { ...super.save(), visited: this.#visited, frontier: [...this.frontier], parents: this.parents.slice(), costs: this.costs.slice() };
  }

  /** @param {SolveSnapshot} saved */
  restore(saved) {
    super.restore(saved);
    this.#visited = saved.visited;
    this.frontier = new Set(saved.frontier);
    this.parents.set(saved.parents);
    this.costs.set(saved.costs);
  }

  /**
   * @param {string} kind
   * @param {number} cell
   * @param {number} side
   * @param {number} parent
   */
  follow(kind, cell, side, parent) {
    switch (kind) {
      case 'visit':
        if (this.marks[cell] === MARK_OPEN) this.#visited++;
        this.mark(cell, MARK_SEEN);
        this.frontier.add(cell);
        this.parents[cell] = parent;
        if (parent >= 0) this.costs[cell] = this.costs[parent] + this.#costOf(cell, parent);
        else this.costs[cell] = [this.maze.from, this.maze.to].includes(cell) ? 0 : -1;
        break;
      case 'back':
        this.mark(cell, this.spreads ? MARK_SETTLED : MARK_LEFT);
        this.frontier.delete(cell);
        break;
      case 'fill':
        this.mark(cell, MARK_FILLED);
        break;
      case 'erase':
        this.mark(cell, MARK_LEFT);
        break;
      case 'path':
        this.path.push(cell);
        break;
    }
  }

  finish() {}

  /**
   * What a move costs: to enter a cell, or to cross a corner of squares.
   * @param {number} cell
   * @param {number} parent
   */
  #costOf(cell, parent) {
    return this.maze.weights?.[cell] ?? (this.#isAcross(cell, parent) ? Math.SQRT2 : 1);
  }

  /**
   * @param {number} cell
   * @param {number} parent
   */
  #isAcross(cell, parent) {
    const { maze } = this;
    return maze instanceof Maze && maze.row(cell) !== maze.row(parent) && maze.col(cell) !== maze.col(parent);
  }

  get hasNotes() {
    return Boolean(this.notes.numbers || this.notes.parents);
  }

  /**
   * @param {Context2D} ctx
   * @param {GridLines} lines
   * @param {ThemeColors} colors
   */
  paintAbove(ctx, lines, colors) {
    if (this.hasNotes) this.#paintNotes(ctx, lines, colors);
    super.paintAbove(ctx, lines, colors);
  }

  /**
   * In each cell what the way to it costs, and at its edge a triangle that points to the cell that it was reached from.
   * @param {Context2D} ctx
   * @param {GridLines} lines
   * @param {ThemeColors} colors
   */
  #paintNotes(ctx, lines, colors) {
    const { maze, notes, parents, costs } = this, { width, height } = ctx.canvas;
    ctx.fillStyle = colors.note;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    for (let cell = 0; cell < maze.size; cell++) {
      const size = lines.size * maze.room(cell);
      if (costs[cell] < 0 || size < MIN_NOTE_CELL_PX * devicePixelRatio) continue;
      const [x, y] = lines.middle(maze, cell);
      if (x < -size || y < -size || x > width + size || y > height + size) continue;
      if (notes.numbers) {
        const words = Number.isInteger(costs[cell]) ? String(costs[cell]) : costs[cell].toFixed(1);
        ctx.font = `600 ${Math.min(size * 0.42, (size * 0.95) / words.length)}px sans-serif`;
        ctx.fillText(words, x, y);
      }
      if (!notes.parents || parents[cell] < 0) continue;
      const side = maze.sideTo(cell, parents[cell]);
      if (side >= 0) paintPointer(ctx, x, y, maze.direction(cell, side), size);
      else if (this.#isAcross(cell, parents[cell])) paintPointer(ctx, x, y, directionBetween(maze, cell, parents[cell]), size);
    }
  }

  /** @returns {Counter[]} */
  get counters() {
    /** @type {(Counter | false)[]} */
    const counters = [
      ['count-steps', this.steps],
      ['count-visited', this.#visited],
      this.spreads && ['count-frontier', this.frontier.size],
      [this.spreads ? 'count-done' : 'count-backtracks', this.count('back')],
      this.fills && ['count-filled', this.count('fill')],
      ['count-path', this.path.length ? this.path.length - 1 : '–'],
    ];
    return counters.filter((each) => each !== false);
  }

  /** @returns {KeyEntry[]} */
  get key() {
    /** @type {(KeyEntry | false)[]} */
    const entries = [
      ['head', 'key-head'],
      ['seen', this.spreads ? 'key-seen-spreading' : 'key-seen-walking'],
      this.spreads ? ['settled', 'key-done'] : ['left', 'key-left'],
      this.fills && ['filled', 'key-filled'],
      ['thread', 'key-path'],
    ];
    return entries.filter((each) => each !== false);
  }
}
