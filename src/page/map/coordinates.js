// Places in a maze of up to 2^53 − 1 cells a side. A coordinate is a whole cell as a BigInt and a part of that cell between 0 and 1, so
// that it is as exact at the far corner as at the near one. Floating-point numbers are distances from such a coordinate, never places.

import { formatNumber } from '../language.js';

/** The coordinate `distance` cells further on. */
export function addDistance({ cell, part }, distance) {
  const whole = Math.floor(distance);
  const sum = part + (distance - whole), carry = Math.floor(sum);
  return { cell: cell + BigInt(whole) + BigInt(carry), part: sum - carry };
}

/** How many cells lie between a coordinate and the beginning of a cell. */
export function distanceTo({ cell, part }, to) {
  return Number(to - cell) - part;
}

/** The middle of a cell. */
export function cellMiddle(cell) {
  return { cell, part: 0.5 };
}

/** The same coordinate with so many decimals. */
export function roundCoordinate({ cell, part }, decimals) {
  const near = Number(part.toFixed(decimals));
  return near < 1 ? { cell, part: near } : { cell: cell + 1n, part: 0 };
}

/** A coordinate as it is written in an address: `12.5`. */
export function formatCoordinate({ cell, part }) {
  return `${cell}${part ? String(part).slice(1) : ''}`;
}

/** The coordinate that is written so, or null. */
export function parseCoordinate(text) {
  const found = /^(\d{1,16})(\.\d{1,9})?$/.exec(text);
  return found && { cell: BigInt(found[1]), part: Number(found[2] ?? 0) };
}

/** Two of what `one` reads, with a comma between them, as a place, or null. */
export function parsePair(text, one) {
  const pair = text.split(',').map(one);
  return pair.length === 2 && pair.every((each) => each !== null) ? { row: pair[0], col: pair[1] } : null;
}

/** A whole number from 0 on, or null. Spaces and marks between thousands are left out. */
export function parseWholeNumber(text) {
  const digits = text.replaceAll(/[\s'_,.]/g, '');
  return /^\d{1,16}$/.test(digits) ? BigInt(digits) : null;
}

/** The cell with this row and column as it is written in an address and in the service's queries. */
export function formatCell({ row, col }) {
  return `${row},${col}`;
}

export function isSameCell(one, other) {
  return one.row === other.row && one.col === other.col;
}

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** 10 or 2 to some power, in text. */
export function formatPower(base, exponent) {
  return base + [...String(exponent)].map((digit) => SUPERSCRIPT[digit]).join('');
}

/** A length in cells, in few characters: `70,368,744,177,664` is `2⁴⁶`, or `7.04 × 10¹³`. */
export function formatLengthShort(length) {
  const whole = BigInt(length), bits = whole.toString(2);
  if (whole < 100_000n) return formatNumber(whole);
  if (/^10+$/.test(bits)) return formatPower(2, bits.length - 1);
  if (/^1+$/.test(bits)) return `${formatPower(2, bits.length)} − 1`;
  return formatScientific(Number(whole));
}

/** A large number in scientific notation. */
export function formatScientific(large) {
  const [digits, exponent] = large.toExponential(2).split('e+');
  return Number(digits) === 1 ? formatPower(10, exponent) : `${formatNumber(Number(digits))} × ${formatPower(10, exponent)}`;
}
