// The mask that a maze is cut to: chosen by name, typed as a word, or drawn by hand on a small board.

import { directionOfKey } from './gestures.js';
import { translate } from './language.js';
import { Layout } from './layout.js';
import { outlinePath } from './mesh-paint.js';
import { Mesh } from './mesh.js';
import { themeColors } from './theme.js';

/** The digits in which `bits:` is written: six cells each. */
const BITS_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** More cells are too small to be drawn by hand, and their address would be too long. */
export const MAX_DRAWN_CELLS = 12_000;

/** Pixels: around the board, and its greatest height. */
const BOARD_MARGIN_PX = 4, MAX_BOARD_HEIGHT_PX = 340;

/** How far apart the places of a stroke are that are looked at, in sides of a square. */
const STROKE_SAMPLE_DISTANCE = 0.3;

/** Pixels to a side of a square of a picture that becomes a mask: a few, so that each is what is around it. */
const PICTURE_SAMPLES_PER_SIDE = 2;

const $ = (id) => document.getElementById(id);

/** The parts of a mask: its kind, a word or bits, and whether it is turned round. */
function parseMask(mask) {
  const isTurned = mask.startsWith('not:'), rest = isTurned ? mask.slice(4) : mask;
  const [, kind = rest, value = ''] = rest.match(/^(text|bits):(.*)$/s) ?? [];
  return { kind, value, isTurned };
}

function formatMask({ kind, value, isTurned }) {
  if (!kind) return '';
  return `${isTurned ? 'not:' : ''}${kind}${['text', 'bits'].includes(kind) ? `:${value}` : ''}`;
}

function decodeBits(digits, size) {
  return Uint8Array.from({ length: size }, (_, cell) => (BITS_ALPHABET.indexOf(digits[Math.floor(cell / 6)] ?? 'A') >> (5 - (cell % 6))) & 1);
}

function encodeBits(bits) {
  let digits = '';
  for (let start = 0; start < bits.length; start += 6) {
    let digit = 0;
    for (let k = 0; k < 6; k++) digit = (digit << 1) | (bits[start + k] ?? 0);
    digits += BITS_ALPHABET[digit];
  }
  return digits;
}

/** The mask of one state for the grid of another. A drawn one fits only its size: new cells are in, and another shape has none of it. */
export function refitMask(before, after, cellsOf) {
  const { kind, value, isTurned } = parseMask(before.mask);
  if (kind !== 'bits') return before.mask;
  const [old, size] = [cellsOf(before), cellsOf(after)];
  if (before.grid !== after.grid || !(old > 0) || !(size > 0) || size > MAX_DRAWN_CELLS) return '';
  const bits = decodeBits(value, old), [w, h, floors] = [before.w, before.h, before.floors].map(Number);
  const [wide, high] = [after.w, after.h].map(Number), pieces = Math.round(old / (w * h * floors));
  const fitted = Uint8Array.from({ length: size }, (_, cell) => {
    // The rings inside are the same, however many there are.
    if (before.rings !== after.rings) return bits[cell] ?? 1;
    const piece = cell % pieces, place = (cell - piece) / pieces, col = place % wide, row = Math.floor(place / wide) % high;
    const floor = Math.floor(place / wide / high);
    return floor < floors && row < h && col < w ? bits[((floor * h + row) * w + col) * pieces + piece] : 1;
  });
  return formatMask({ kind, value: encodeBits(fitted), isTurned });
}

export class MaskControl {
  #mask = '';
  #change;
  #board;

  /** `change` is called with what changes of the state, and whether somebody is still at it; `cells` gives the whole grid as a graph. */
  constructor(change, cells) {
    this.#change = change;
    this.#board = new MaskBoard((bits, stillAtIt) => this.#set({ value: encodeBits(bits) }, stillAtIt), cells);
    $('mask').addEventListener('change', () => this.#choose($('mask').value));
    $('mask-word').addEventListener('input', () => this.#set({ value: $('mask-word').value }, true));
    $('mask-word').addEventListener('change', () => this.#set({ value: $('mask-word').value }, false));
    $('mask-file').addEventListener('change', () => this.#readPicture($('mask-file').files));
    $('mask-not').addEventListener('change', () => this.#set({ isTurned: $('mask-not').checked }));
  }

  async #choose(kind) {
    $('error-picture').hidden = true;
    $('mask-picture').hidden = kind !== 'picture';
    if (kind === 'picture') return $('mask-file').click();
    if (kind !== 'bits') {
      const mask = formatMask({ kind, value: kind === 'text' ? translate('word') : '', isTurned: kind ? parseMask(this.#mask).isTurned : false });
      // Which parts are left out was said of the shape before.
      return this.#change({ mask, parts: 'one' });
    }
    // One begins with the cells that are there, and may draw in parts.
    const bits = await this.#board.present();
    if (bits) this.#change({ mask: formatMask({ kind, value: encodeBits(bits), isTurned: false }), parts: 'largest' });
  }

  /** The cells where a picture is dark. What is apart from the largest part is left out. */
  async #readPicture([file]) {
    if (!file) return;
    const bits = await this.#board.dark(file).catch(() => null);
    $('mask-file').value = '';
    $('error-picture').hidden = bits !== null;
    if (bits) this.#change({ mask: formatMask({ kind: 'bits', value: encodeBits(bits), isTurned: false }), parts: 'largest' });
  }

  #set(changes, stillAtIt = false) {
    const mask = formatMask({ ...parseMask(this.#mask), ...changes });
    this.#change(mask ? { mask } : { mask, parts: 'one' }, stillAtIt);
  }

  /** Shows the mask of a state. `grid` is the query for all cells of its grid, and `size` their number; `maze` gives those that are there. */
  show(state, grid, size, maze) {
    const { kind, value, isTurned } = parseMask(state.mask), select = $('mask');
    this.#mask = state.mask;
    select.querySelector('[data-unknown]')?.remove();
    if (![...select.options].some((option) => option.value === kind)) {
      const unknown = new Option(translate('not-available', { name: kind }), kind);
      unknown.dataset.unknown = '';
      select.add(unknown);
    }
    select.value = kind;
    for (const name of ['bits', 'picture']) select.querySelector(`[value="${name}"]`).disabled = kind !== 'bits' && !(size <= MAX_DRAWN_CELLS);
    $('mask-picture').hidden = true;
    $('mask-word').hidden = kind !== 'text';
    if (kind === 'text' && document.activeElement !== $('mask-word')) $('mask-word').value = value;
    $('field-not').hidden = !kind;
    $('mask-not').checked = isTurned;
    $('drawing').hidden = kind !== 'bits';
    document.documentElement.toggleAttribute('data-draws', kind === 'bits');
    this.#board.show(grid, kind === 'bits' ? (count) => decodeBits(value, count) : null, maze);
  }
}

/** The cells of a grid, to be put in and taken out. */
class MaskBoard {
  #canvas = $('board');
  #onDraw;
  #fetch;
  #maze = () => null;
  #query = '';
  #grid = null;
  #loadedQuery = '';
  #bits = null;
  #cursor = 0;
  /** What a stroke does with the cells that it crosses: 1 puts them in. */
  #strokeValue = null;
  #last = [0, 0];

  constructor(draw, cells) {
    this.#onDraw = draw;
    this.#fetch = cells;
    const canvas = this.#canvas;
    canvas.addEventListener('pointerdown', (event) => this.#beginStroke(event));
    canvas.addEventListener('pointermove', (event) => this.#moveStroke(event));
    for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, () => this.#endStroke());
    canvas.addEventListener('keydown', (event) => this.#key(event));
    for (const name of ['focus', 'blur']) canvas.addEventListener(name, () => this.#paint());
    new ResizeObserver(() => this.#paint()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#paint());
    $('board-all').addEventListener('click', () => this.#fill(1));
    $('board-none').addEventListener('click', () => this.#fill(0));
  }

  async show(query, bitsOf, maze) {
    this.#query = query;
    this.#maze = maze;
    if (!bitsOf) return;
    const grid = await this.#load();
    if (!grid || query !== this.#query) return;
    // Nobody's strokes are taken back by an address that is a moment older.
    if (this.#strokeValue === null) this.#bits = bitsOf(grid.size);
    this.#paint();
  }

  /** Which cells of the whole grid the maze has. */
  async present() {
    const grid = await this.#load(), maze = this.#maze();
    return grid && Uint8Array.from({ length: grid.size }, (_, cell) => (!maze || maze.has(grid.layout.address(cell)) ? 1 : 0));
  }

  /** Which cells of the whole grid lie where a picture is dark, if it is laid over the grid as large as it fits. */
  async dark(file) {
    const grid = await this.#load(), picture = await createImageBitmap(file);
    const canvas = new OffscreenCanvas(Math.ceil(grid.width * PICTURE_SAMPLES_PER_SIDE), Math.ceil(grid.height * PICTURE_SAMPLES_PER_SIDE)), ctx = canvas.getContext('2d');
    const scale = Math.min(canvas.width / picture.width, canvas.height / picture.height), [w, h] = [picture.width * scale, picture.height * scale];
    ctx.imageSmoothingQuality = 'high';
    ctx.drawImage(picture, (canvas.width - w) / 2, (canvas.height - h) / 2, w, h);
    const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
    // From 0 for white or nothing to 255 for black.
    const darkness = (x, y) => {
      const [red, green, blue, alpha] = data.subarray((y * canvas.width + x) * 4);
      return (255 - (0.3 * red + 0.59 * green + 0.11 * blue)) * alpha / 255;
    };
    return Uint8Array.from({ length: grid.size }, (_, cell) => {
      const [x, y] = grid.center(cell).map((at) => Math.floor(at * PICTURE_SAMPLES_PER_SIDE));
      return Number(darkness(Math.min(x, canvas.width - 1), Math.min(y, canvas.height - 1)) >= 128);
    });
  }

  async #load() {
    if (this.#loadedQuery === this.#query) return this.#grid;
    const query = this.#query, answer = await this.#fetch(query);
    if (!answer || query !== this.#query) return null;
    this.#grid = new Mesh(new Layout(answer), 0, 0);
    this.#grid.clear();
    this.#loadedQuery = query;
    this.#cursor = 0;
    return this.#grid;
  }

  /** Pixels to a side of a square, and the place of the corner. */
  #scale() {
    const { clientWidth } = this.#canvas, { width, height } = this.#grid;
    const size = Math.min((clientWidth - 2 * BOARD_MARGIN_PX) / width, (MAX_BOARD_HEIGHT_PX - 2 * BOARD_MARGIN_PX) / height);
    return { size, x: (clientWidth - size * width) / 2, y: BOARD_MARGIN_PX, tall: size * height + 2 * BOARD_MARGIN_PX };
  }

  #paint() {
    const canvas = this.#canvas, grid = this.#grid;
    if (!grid || !this.#bits || !canvas.clientWidth) return;
    const { size, x, y, tall } = this.#scale(), ratio = devicePixelRatio, colors = themeColors(), ctx = canvas.getContext('2d');
    canvas.width = Math.round(canvas.clientWidth * ratio);
    canvas.height = Math.round(tall * ratio);
    ctx.scale(ratio, ratio);
    ctx.translate(x, y);
    ctx.scale(size, size);
    const cells = [...this.#bits.keys()], paths = [0, 1].map((bit) => outlinePath(grid.layout, cells.filter((cell) => this.#bits[cell] === bit)));
    // As the maze itself is painted: floor, and what is outside of it.
    ctx.lineWidth = 1 / size;
    ctx.strokeStyle = colors.untouched;
    ctx.stroke(paths[0]);
    ctx.fillStyle = colors.floor;
    ctx.fill(paths[1]);
    ctx.strokeStyle = colors.wall;
    ctx.stroke(paths[1]);
    if (document.activeElement === canvas) {
      ctx.lineWidth = 3 / size;
      ctx.strokeStyle = colors.exit;
      ctx.stroke(outlinePath(grid.layout, [this.#cursor]));
    }
    $('board-cell').textContent = `${grid.inWords(this.#cursor)}: ${translate(this.#bits[this.#cursor] ? 'in' : 'out')}`;
  }

  /** Where something happens on the board, in sides of a square. */
  #positionOf(event) {
    const box = this.#canvas.getBoundingClientRect(), { size, x, y } = this.#scale();
    return [(event.clientX - box.left - x) / size, (event.clientY - box.top - y) / size];
  }

  #beginStroke(event) {
    if (event.button > 0 || !this.#grid) return;
    this.#last = this.#positionOf(event);
    const cell = this.#grid.cellAt(...this.#last);
    if (cell < 0) return;
    this.#canvas.setPointerCapture(event.pointerId);
    this.#strokeValue = 1 - this.#bits[cell];
    this.#setCell(cell);
    this.#paint();
  }

  #moveStroke(event) {
    if (this.#strokeValue === null) return;
    const [fromX, fromY] = this.#last, [x, y] = this.#positionOf(event), parts = Math.ceil(Math.hypot(x - fromX, y - fromY) / STROKE_SAMPLE_DISTANCE);
    // A fast stroke misses no cell.
    for (let part = 1; part <= parts; part++) {
      const cell = this.#grid.cellAt(fromX + ((x - fromX) * part) / parts, fromY + ((y - fromY) * part) / parts);
      if (cell >= 0 && this.#bits[cell] !== this.#strokeValue) this.#setCell(cell);
    }
    this.#last = [x, y];
    this.#paint();
  }

  #setCell(cell) {
    this.#cursor = cell;
    this.#bits[cell] = this.#strokeValue;
  }

  #endStroke() {
    if (this.#strokeValue === null) return;
    this.#strokeValue = null;
    this.#onDraw(this.#bits, false);
  }

  #fill(bit) {
    this.#bits?.fill(bit);
    // Without any cell there is no maze: one is left to begin with.
    if (!bit && this.#bits) this.#bits[this.#cursor] = 1;
    this.#paint();
    if (this.#bits) this.#onDraw(this.#bits, false);
  }

  #key(event) {
    const direction = event.ctrlKey || event.metaKey || event.altKey ? undefined : directionOfKey(event), grid = this.#grid;
    if (!grid) return;
    if (event.key === ' ' || event.key === 'Enter') {
      this.#bits[this.#cursor] = 1 - this.#bits[this.#cursor];
      this.#onDraw(this.#bits, false);
    } else if (direction) {
      const side = Array.isArray(direction) ? grid.sideTowards(this.#cursor, direction) : grid.sideNamed(this.#cursor, direction);
      const next = side < 0 ? -1 : grid.beside(this.#cursor, side);
      if (next >= 0) this.#cursor = next;
    } else {
      return;
    }
    this.#paint();
    event.preventDefault();
    event.stopPropagation();
  }
}
