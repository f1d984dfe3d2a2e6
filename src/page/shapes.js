// Facts about shapes that the page needs at once: a picture of each, and how many cells a repeating piece has.

/** Lines in a square of 32 × 32: the polygons of `encoding=graph`, around a place where several meet. */
export const SHAPE_ICONS = {
  square: 'M0 10.7L0 0L32 0L32 32L0 32L0 10.7L32 10.7M0 21.3L32 21.3M10.7 0L10.7 32M21.3 0L21.3 32',
  hex:
    'M0 0.4L4.9 3.2L10.4 0M0 12.4L4.9 9.6L10.5 12.8L16 9.6L16 3.2L21.5 0M0 19.6L4.9 22.4L10.5 19.2L16 22.4L16 28.8L10.5 32' +
    'M0 31.6L4.9 28.8L10.4 32M4.9 3.2L4.9 9.6M4.9 22.4L4.9 28.8M10.5 0L16 3.2M10.5 12.8L10.5 19.2' +
    'M16 9.6L21.5 12.8L21.5 19.2L16 22.4M16 28.8L21.5 32M21.5 12.8L27.1 9.6L32 12.4M21.5 19.2L27.1 22.4L32 19.6' +
    'M21.6 0L27.1 3.2L27.1 9.6M21.6 32L27.1 28.8L27.1 22.4M27.1 3.2L32 0.4M27.1 28.8L32 31.6',
  triangle:
    'M0 4.8L15.7 32M0 7.7L32 7.7M0 10.7L6.2 0M0 20.1L32 20.1M0 29.6L1.4 32M2 32L20.5 0M11.5 0L30 32M16.3 32L32 4.8' +
    'M25.8 0L32 10.7M30.6 32L32 29.6',
  polar:
    'M16 12.9a3.1 3.1 0 1 1-.1 0zM16 6.8a9.2 9.2 0 1 1-.1 0zM16 0.6a15.4 15.4 0 1 1-.1 0zM24 11.4L18.7 14.5' +
    'M24 20.6L18.7 17.5M16 25.2L16 19.1M8 20.6L13.3 17.5M8 11.4L13.3 14.5M16 6.8L16 12.9M23.7 2.7L20.6 8M29.3 8.3L24 11.4' +
    'M31.4 16L25.2 16M29.3 23.7L24 20.6M23.7 29.3L20.6 24M16 31.4L16 25.2M8.3 29.3L11.4 24M2.7 23.7L8 20.6M0.6 16L6.8 16' +
    'M2.7 8.3L8 11.4M8.3 2.7L11.4 8M16 0.6L16 6.8',
  octagon:
    'M0 8.6L1.2 9.9L6.3 9.9L9.9 13.5L9.9 18.5L13.5 22.1L18.5 22.1L22.1 25.7L22.1 30.8L20.9 32M0 11.1L1.2 9.9' +
    'M0 20.9L1.2 22.1L6.3 22.1L9.9 25.7L9.9 30.8L11.1 32M0 23.4L1.2 22.1M6.3 9.9L9.9 6.3L9.9 1.2L11.1 0M6.3 22.1L9.9 18.5' +
    'M8.6 0L9.9 1.2M8.6 32L9.9 30.8M9.9 6.3L13.5 9.9L18.5 9.9L22.1 13.5L22.1 18.5L25.7 22.1L30.8 22.1L32 20.9' +
    'M9.9 13.5L13.5 9.9M9.9 25.7L13.5 22.1M18.5 9.9L22.1 6.3L22.1 1.2L20.9 0M18.5 22.1L22.1 18.5M22.1 1.2L23.4 0' +
    'M22.1 6.3L25.7 9.9L30.8 9.9L32 11.1M22.1 13.5L25.7 9.9M22.1 25.7L25.7 22.1M22.1 30.8L23.4 32M30.8 9.9L32 8.6' +
    'M30.8 22.1L32 23.4',
  trihexagonal:
    'M0 1.2L17.8 32M0 5L2.9 0M0 9.6L32 9.6M0 22.4L32 22.4M0 27L2.9 32M0 30.8L17.8 0M14.2 0L32 30.8M14.2 32L32 1.2' +
    'M29.1 0L32 5M29.1 32L32 27',
  rhombitrihexagonal:
    'M0 2.9L0.4 2.9L6.4 6.4L9.9 12.5L9.9 19.5L6.4 25.6L0.4 29.1L0 29.1M0 3.5L0.4 2.9L0.4 0' +
    'M0 10.8L2.9 12.5L9.9 12.5L16 9L19.5 2.9L19.5 0M0 21.2L2.9 19.5L9.9 19.5L16 23L19.5 29.1L19.5 32' +
    'M0 28.5L0.4 29.1L0.4 32M12.5 0L12.5 2.9L16 9L22.1 12.5L29.1 12.5L32 10.8' +
    'M12.5 32L12.5 29.1L16 23L22.1 19.5L29.1 19.5L32 21.2M31.6 0L31.6 2.9L32 3.5M31.6 32L31.6 29.1L32 28.5' +
    'M32 2.9L31.6 2.9L25.6 6.4L22.1 12.5L22.1 19.5L25.6 25.6L31.6 29.1L32 29.1' +
    'M2.9 12.5L6.4 6.4L12.5 2.9L19.5 2.9L25.6 6.4L29.1 12.5L29.1 19.5L25.6 25.6L19.5 29.1L12.5 29.1L6.4 25.6L2.9 19.5' +
    'L2.9 12.5',
  'snub-square':
    'M0 8.1L4.2 9.2L13.5 6.7L22.8 9.2L32 6.7M0 13.3L4.2 9.2L6.6 0M0 16.7L6.7 18.5L13.5 25.3L22.8 27.8L32 25.4' +
    'M0 26.7L4.2 27.8L13.5 25.3L16 16L22.8 9.2L25.3 0M0 32L4.2 27.8L6.7 18.5L4.2 9.2M4.2 27.8L5.3 32' +
    'M6.7 18.5L16 16L25.3 18.5L32 25.2M6.8 0L13.5 6.7L16 16M13.5 6.7L15.3 0M13.5 25.3L15.3 32' +
    'M18.7 32L22.8 27.8L25.3 18.5L22.8 9.2M22.8 27.8L23.9 32M25.3 18.5L32 16.7M25.5 0L32 6.5',
  'elongated-triangular':
    'M0 1.8L32 1.8M0 10.1L0.4 10.8L0.4 21.2L0 21.9M0 10.8L32 10.8M0 21.2L32 21.2M0 30.2L32 30.2M0.4 10.8L5.6 1.8L5.6 0' +
    'M0.4 21.2L5.6 30.2L5.6 32M5.6 1.8L10.8 10.8L10.8 21.2L5.6 30.2M10.8 10.8L16 1.8L16 0M10.8 21.2L16 30.2L16 32' +
    'M16 1.8L21.2 10.8L21.2 21.2L16 30.2M21.2 10.8L26.4 1.8L26.4 0M21.2 21.2L26.4 30.2L26.4 32' +
    'M26.4 1.8L31.6 10.8L31.6 21.2L32 21.9M26.4 30.2L31.6 21.2M31.6 10.8L32 10.1',
  'snub-hexagonal':
    'M0 2.1L10.5 11.3L7.8 25.5L1 27.8L0 28.2M0 8.3L18.7 1.8L19.1 0M0 10.4L20.1 27.8L32 23.7M0 21.5L9.2 18.4' +
    'M0 27L1 27.8L0.2 32M1 27.8L5.1 6.5M2.4 20.7L15.4 32M3.7 13.6L31 4.2L32 3.8M7.8 25.5L28.3 18.4L32 21.6' +
    'M10.5 11.3L12.7 0M11.9 4.2L28.3 18.4L26.9 25.5L32 29.9M12.9 32L13.3 30.2L14.6 23.1' +
    'M13.3 30.2L20.1 27.8L24.2 6.5L16.6 0M17.4 8.9L18.7 1.8M19.3 32L20.1 27.8M21.5 20.7L26.9 25.5M22.8 13.6L32 10.5' +
    'M24.2 6.5L29.6 11.3L28.3 18.4M29.6 11.3L31.8 0M31 4.2L32 5',
  cairo:
    'M-0 0.6L6.8 2.4L10 14.4L6.8 17.6L10 29.6L7.6 32M0 3.6L0.8 0.8L1 0M0 7.6L2.4 10L0 18.8M-0 15.8L6.8 17.6' +
    'M0 22.9L2.4 25.2L14.4 22L17.6 25.2L29.6 22L32 24.4M-0 31L0.8 31.2L3.6 32M0.6 32L2.4 25.2' +
    'M2.4 10L14.4 6.8L17.6 10L29.6 6.8L32 9.1M6.8 2.4L9.1 -0M10 14.4L22 17.6L25.2 14.4L22 2.4L24.4 -0M10 29.6L18.8 32' +
    'M13.2 0L22 2.4M14.4 6.8L16.2 0M14.4 22L17.6 10M15.8 32L17.6 25.2M22 17.6L25.2 29.6L22.9 32M25.2 14.4L32 16.2' +
    'M25.2 29.6L32 31.4M28.4 0L31.2 0.8L32 1M29.6 6.8L31.4 0M29.6 22L32 13.2M31 32L31.2 31.2L32 28.4',
  floret:
    'M0 6.2L2.2 6.6L7.9 0M0 14.2L3.5 10.2L7.2 10.9L8.5 14.6L23.5 17.4L26 14.6L32 15.7M0 16.3L6 17.4L8.5 14.6' +
    'M0 20.5L1 23.2L4.7 24L7.5 32M0 24.3L1 23.2M0 29.8L11.4 32M2.2 6.6L3.5 10.2M3.1 0L14.7 2.3L16 5.9L19.8 6.6L25.5 0' +
    'M4.7 24L7.2 21.1L6 17.4M6.5 32L12.2 25.4L11 21.8L21 10.2L19.8 6.6M6.9 0L9.7 8L13.5 8.8L18.5 23.2L22.3 24L25.1 32' +
    'M7.2 10.9L9.7 8M7.2 21.1L11 21.8M12.2 25.4L16 26.1L18.5 23.2M13.5 8.8L16 5.9M14.7 2.3L16.7 0' +
    'M15.3 32L17.3 29.7L28.9 32M16 26.1L17.3 29.7M20.6 0L32 2.2M21 10.2L24.8 10.9L27.3 8L24.5 0' +
    'M22.3 24L24.8 21.1L28.5 21.8L29.8 25.4L32 25.8M23.5 17.4L24.8 21.1M24.1 32L29.8 25.4M24.8 10.9L26 14.6' +
    'M27.3 8L31 8.8L32 11.5M28.5 21.8L32 17.8M31 8.8L32 7.7',
  prismatic:
    'M0 2.9L3.3 4.8L3.3 18.2L0 20.1M0 11.5L32 11.5M0 27.3L32 27.3M3.3 4.8L7.5 2.3L7.5 0' +
    'M3.3 18.2L7.5 20.6L11.8 18.2L16 20.6L20.2 18.2L24.5 20.6L28.7 18.2L32 20.1M7.5 2.3L11.8 4.8L11.8 18.2M7.5 20.6L7.5 32' +
    'M11.8 4.8L16 2.3L16 0M16 2.3L20.2 4.8L20.2 18.2M16 20.6L16 32M20.2 4.8L24.5 2.3L24.5 0M24.5 2.3L28.7 4.8L28.7 18.2' +
    'M24.5 20.6L24.5 32M28.7 4.8L32 2.9',
  rhombille:
    'M0 6.8L0.3 7L0.3 25L0 25.2M0 15.8L0.3 16L8.2 20.5L23.8 11.5L31.7 16L32 16.2' +
    'M0 16.2L0.3 16L8.2 11.5L23.8 20.5L31.7 16L32 15.8M0.3 7L12.4 0M0.3 25L12.4 32M4 0L16 7L16 25L28 32M4 32L16 25' +
    'M8.2 0L8.2 11.5M8.2 20.5L8.2 32M16 7L28 0M19.6 0L31.7 7L31.7 25L32 25.2M19.6 32L31.7 25M23.8 0L23.8 11.5' +
    'M23.8 20.5L23.8 32M31.7 7L32 6.8',
  deltoidal:
    'M0 0.1L32 0.1M0 6.8L6.8 10.7L16 5.4L16 0M0 12L6.8 0.1L6.9 0M0 16L32 16M0 20L6.8 31.9L6.9 32' +
    'M0 25.2L6.8 21.3L16 26.6L16 32M0 31.9L32 31.9M6.8 0L6.8 0.1L25.2 31.9L25.2 32M6.8 10.7L6.8 21.3' +
    'M6.8 32L6.8 31.9L25.2 0.1L25.2 0M16 5.4L25.2 10.7L32 6.8M16 26.6L25.2 21.3L32 25.2M25.1 0L25.2 0.1L32 12' +
    'M25.1 32L25.2 31.9L32 20M25.2 10.7L25.2 21.3',
  tetrakis: 'M0 0L32 0L32 32L0 32L0 0L32 32M0 16L16 0L32 16L16 32L0 16L32 16M0 32L32 0M16 0L16 32',
  triakis:
    'M0 2.1L3.6 0M0 9L5.2 0M0 13.7L6 10.2L6 0M0 16L32 16M0 18.3L6 21.8L6 32M0 23L5.2 32M0 29.9L3.6 32M6 10.2L26 21.8L26 32' +
    'M6 21.8L26 10.2L26 0M6.8 0L25.2 32M6.8 32L25.2 0M8.3 0L16 4.4L23.7 0M8.3 32L16 27.6L23.7 32M16 4.4L16 27.6' +
    'M26 10.2L32 13.7M26 21.8L32 18.3M26.8 0L32 9M26.8 32L32 23M28.4 0L32 2.1M28.4 32L32 29.9',
  kisrhombille:
    'M0 0.7L0.4 0M0 6.8L32 25.2M0 10.9L18.9 0M0 16L32 16M0 21.1L18.9 32M0 25.2L32 6.8M0 31.3L0.4 32M3.6 0L3.6 32' +
    'M6.8 0L25.2 32M6.8 32L25.2 0M13.1 0L32 10.9M13.1 32L32 21.1M16 0L16 32M28.4 0L28.4 32M31.6 0L32 0.7M31.6 32L32 31.3',
};

/** The cells of a repeating piece, where there are several. */
const CELLS_PER_PIECE = {
  octagon: 2, trihexagonal: 3, rhombitrihexagonal: 6, 'snub-square': 6, 'elongated-triangular': 3,
  'snub-hexagonal': 9, cairo: 4, floret: 6, prismatic: 2, rhombille: 3, deltoidal: 6, tetrakis: 4, triakis: 6,
  kisrhombille: 12,
};

/** The names of the grid of rings: its size is `rings`, and not `w` and `h`. */
const RING_GRIDS = ['polar', 'theta', 'circular', 'circle'];

/** More rings the service does not make, and about how many cells there are by the square of the rings. */
const MAX_RINGS = 65_535, CELLS_PER_SQUARED_RINGS = 3.35;

/** Whether a grid, by any of its names, is made of rings. */
export function hasRings(grid) {
  return RING_GRIDS.includes(grid.toLowerCase());
}

/** The cells of so many rings around one: six in the first, and twice as many as inside where they would get too wide. */
function countRingCells(rings) {
  let cells = 1;
  for (let ring = 1, inside = 6; ring <= Math.min(rings, MAX_RINGS); ring++) {
    if (ring > 1 && 88 * ring > 21 * inside) inside *= 2;
    cells += inside;
  }
  return cells;
}

/** How many cells the grid of a state has without a mask, or not a number. */
export function countCells({ grid, w, h, rings, floors }) {
  if (hasRings(grid)) return countRingCells(Number(rings));
  return w * h * floors * (CELLS_PER_PIECE[grid] ?? 1);
}

/** The size that has about as many cells with another grid: what of a state changes. */
export function similarSize(state, grid) {
  const cells = countCells({ ...state, floors: '1' });
  if (!(cells > 0)) return {};
  if (grid === state.grid) return { w: state.w, h: state.h, rings: state.rings };
  if (hasRings(grid)) return { rings: String(Math.max(1, Math.round(Math.sqrt(cells / CELLS_PER_SQUARED_RINGS)))) };
  // A circle becomes as wide as it is high.
  const { w, h } = hasRings(state.grid) ? { w: 1, h: 1 } : state;
  const scale = Math.sqrt(cells / countCells({ grid, w, h, floors: '1' }));
  const scaled = (side) => String(Math.max(1, Math.round(side * scale)));
  return { w: scaled(w), h: scaled(h) };
}

/** Shapes that are recognized wherever there are cells, and on how many columns and rows of squares all others are. */
const SHAPES_OF_ANY_SIZE = ['circle', 'ring', 'diamond', 'hexagon', 'triangle'], MIN_SHAPE_SIDE = '12';

/** The columns of a letter of a word and the gap after it, and the rows of letters and of the line below them. */
const LETTER_COLUMNS = 6, LETTER_ROWS = 8;

/** The fewest columns and rows of squares with which a shape is recognized, or a word is read. */
function minSizeOfShape(shape) {
  const [, word] = shape.match(/^text:(.*)$/s) ?? [];
  if (word !== undefined) return { w: String(Math.max(1, word.length * LETTER_COLUMNS - 1)), h: String(LETTER_ROWS) };
  const side = shape && !shape.includes(':') && !SHAPES_OF_ANY_SIZE.includes(shape) ? MIN_SHAPE_SIDE : '1';
  return { w: side, h: side };
}

/** The size of a state, or where its shape needs more cells to be recognized, a larger one. */
export function sizeForShape({ mask, ...state }) {
  const size = similarSize({ ...state, grid: 'square', ...minSizeOfShape(mask.replace(/^not:/, '')) }, state.grid);
  return Object.fromEntries(Object.entries(size).map(([name, side]) => [name, String(Math.max(side, state[name]) || state[name])]));
}
