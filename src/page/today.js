// Today's maze: on one day everybody has the same one. Mondays are small, Sundays are the largest, and each day has another shape.

import { similarSize } from './shapes.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The shapes, one a day in this order. There are not seven or fourteen of them, so that each comes on every day of the week in time.
 * @type {{ grid?: string, mask?: string }[]}
 */
const DAILY_SHAPES = [
  {}, { mask: 'cat' }, { grid: 'hex' }, { mask: 'heart' }, { grid: 'polar' }, { mask: 'rocket' }, { grid: 'triangle' }, { mask: 'fish' },
  { grid: 'octagon' }, { mask: 'star' }, { grid: 'cairo' }, { mask: 'rabbit' }, { mask: 'ring' }, { mask: 'tree' }, { grid: 'rhombille' }, { mask: 'car' },
  { mask: 'circle' }, { mask: 'butterfly' }, { mask: 'diamond' }, { mask: 'dinosaur' }, { mask: 'house' }, { mask: 'boat' }, { mask: 'bird' },
];

/** The squares along a side, from Sunday to Saturday, and how many more there are where a shape is cut out of them. */
const SIDES_BY_WEEKDAY = [24, 10, 12, 14, 16, 18, 20], EXTRA_SIDE_FOR_SHAPES = 4;

/**
 * The date of a moment in UTC, as `2026-11-30`.
 * @param {Date} [moment]
 * @returns {string}
 */
export function dateOf(moment = new Date()) {
  return moment.toISOString().slice(0, 10);
}

/**
 * Whether a text is a date that there is.
 * @param {string} text
 * @returns {boolean}
 */
export function isDate(text) {
  const moment = new Date(`${text}T00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(moment.getTime()) && dateOf(moment) === text;
}

/**
 * What makes the maze of a day.
 * @param {string} date
 * @returns {Record<string, string>} the values of parameters
 */
export function mazeOfDay(date) {
  const day = Date.parse(date) / DAY_MS, { grid = 'square', mask = '' } = DAILY_SHAPES[((day % DAILY_SHAPES.length) + DAILY_SHAPES.length) % DAILY_SHAPES.length];
  const side = String(SIDES_BY_WEEKDAY[new Date(date).getUTCDay()] + (mask ? EXTRA_SIDE_FOR_SHAPES : 0)), size = { w: side, h: side };
  return { grid, ...(grid === 'square' ? size : similarSize({ grid: 'square', ...size }, grid)), mask, parts: mask ? 'largest' : 'one', seed: date };
}
