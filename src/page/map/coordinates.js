// Places in a maze of up to 2^53 − 1 cells a side. A coordinate is a whole cell as a BigInt and a part of that cell between 0 and 1, so
// that it is as exact at the far corner as at the near one. Floating-point numbers are distances from such a coordinate, never places.

import { formatNumber } from '../language.js';

/** @import { Coordinate, MapCell } from '../types.d.ts' */

/**
 * The coordinate `distance` cells further on.
 * @param {Coordinate} coordinate
 * @param {number} distance
 * @returns {Coordinate}
 */
export function addDistance({ cell, part }, distance) {
  const whole = Math.floor(distance);
  const sum = part + (distance - whole), carry = Math.floor(sum);
  return { cell: cell + BigInt(whole) + BigInt(carry), part: sum - carry };
}

/**
 * How many cells lie between a coordinate and the beginning of a cell.
 * @param {Coordinate} coordinate
 * @param {bigint} to
 */
export function distanceTo({ cell, part }, to) {
  return Number(to - cell) - part;
}

/**
 * The middle of a cell.
 * @param {bigint} cell
 * @returns {Coordinate}
 */
export function cellMiddle(cell) {
  return { cell, part: 0.5 };
}

/**
 * The same coordinate with so many decimals.
 * @param {Coordinate} coordinate
 * @param {number} decimals
 * @returns {Coordinate}
 */
export function roundCoordinate({ cell, part }, decimals) {
  const near = Number(part.toFixed(decimals));
  return near < 1 ? { cell, part: near } : { cell: cell + 1n, part: 0 };
}

/**
 * A coordinate as it is written in an address: `12.5`.
 * @param {Coordinate} coordinate
 */
export function formatCoordinate({ cell, part }) {
  return `${cell}${part ? String(part).slice(1) : ''}`;
}

/**
 * The coordinate that is written so, or null.
 * @param {string} text
 * @returns {Coordinate | null}
 */
export function parseCoordinate(text) {
  const found = /^(\d{1,16})(\.\d{1,9})?$/.exec(text);
  return found && { cell: BigInt(found[1]), part: Number(found[2] ?? 0) };
}

/**
 * Two of what `parse` reads, with a comma between them: a row and a column, or null.
 * @template T
 * @param {string} text
 * @param {(text: string) => T | null} parse
 * @returns {{ row: T, col: T } | null}
 */
export function parsePair(text, parse) {
  const [row = null, col = null, ...others] = text.split(',').map(parse);
  return row !== null && col !== null && !others.length ? { row, col } : null;
}

/**
 * A whole number from 0 on, or null. Spaces and marks between thousands are left out.
 * @param {string} text
 * @returns {bigint | null}
 */
export function parseWholeNumber(text) {
  const digits = text.replaceAll(/[\s'_,.]/g, '');
  return /^\d{1,16}$/.test(digits) ? BigInt(digits) : null;
}

/**
 * The cell with this row and column as it is written in an address and in the service's queries.
 * @param {MapCell} cell
 */
export function formatCell({ row, col }) {
  return `${row},${col}`;
}

/**
 * @param {MapCell} one
 * @param {MapCell} other
 */
export function isSameCell(one, other) {
  return one.row === other.row && one.col === other.col;
}

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * 10 or 2 to some power, in text.
 * @param {number} base
 * @param {number | string} exponent
 */
export function formatPower(base, exponent) {
  return base + [...String(exponent)].map((digit) => SUPERSCRIPT[Number(digit)]).join('');
}

/**
 * A length in cells, in few characters: `70,368,744,177,664` is `2⁴⁶`, or `7.04 × 10¹³`.
 * @param {bigint | number} length
 */
export function formatLengthShort(length) {
  const whole = BigInt(length), bits = whole.toString(2);
  if (whole < 100_000n) return formatNumber(whole);
  if (/^10+$/.test(bits)) return formatPower(2, bits.length - 1);
  if (/^1+$/.test(bits)) return `${formatPower(2, bits.length)} − 1`;
  return formatScientific(Number(whole));
}

/**
 * A large number in scientific notation.
 * @param {number} large
 */
export function formatScientific(large) {
  const [digits, exponent] = large.toExponential(2).split('e+');
  return Number(digits) === 1 ? formatPower(10, exponent) : `${formatNumber(Number(digits))} × ${formatPower(10, exponent)}`;
}
