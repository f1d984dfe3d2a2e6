// The code of a sheet: the parameters of a book in a short line, as the service prints it in the footer. In the address of the page it has all of
// them, so that a reload, a bookmark and a link give the same sheet; on paper those of the mazes, and how many there are on which pages.

/**
 * What holds where nothing is said: without a count, it is a single maze.
 * @type {Record<string, string>}
 */
const DEFAULTS = {
  algo: 'backtracker', grid: 'square', doors: 'true', outline: 'smooth', parts: 'one', ends: 'corners', count: '1', per_page: '1', answers: 'end',
  answers_per_page: '6', gutter: '10', marks: 'arrows', paper: 'a4', lang: 'en', cover: 'color',
};

/** What says how many mazes and solutions there are on which pages: it is in the code on paper too. */
export const PRINTED_LAYOUT = ['count', 'per_page', 'answers'];

/** What else says how a sheet looks, and not which mazes are on it. */
const LAYOUT = ['paper', 'answers_per_page', 'line_mm', 'lang', 'show', 'title', 'cover', 'bleed', 'binding', 'gutter', 'marks', 'color', 'path_color', 'path_style', 'poster', 'palette'];

/** What a solution on a sheet is made with: the service has it in the address of such a sheet. */
const SOLUTION = ['solver', 'hand', 'diagonals', 'at', 'include', 'text', 'point', 'hash'];

/** What a code may have besides the parameters of a maze. */
export const SHEET_NAMES = [...PRINTED_LAYOUT, ...LAYOUT, ...SOLUTION];

/** A size, a number that is a seed, and the first sign of a mask. */
const SIZE = /^(\d+(?:\.\.\d+)?)[×x](\d+(?:\.\.\d+)?)$/i, SEED = /^\d{1,16}$/, MASK = /^(?:not:)?[a-z]/i;

/**
 * The code of a sheet with these parameters of a book, with all of them or with those that are printed.
 * @param {Record<string, string | undefined>} parameters
 * @param {boolean} isComplete
 */
export function writeSheetCode(parameters, isComplete) {
  const { seed, w, h, mask, format, generator, ...others } = parameters;
  /** @param {string} value */
  const escape = (value) => value.replaceAll('%', '%25').replaceAll(' ', '%20');
  /** @param {[string, string | undefined]} pair */
  const isSaid = ([name, value]) => value !== '' && (name === 'count' || value !== DEFAULTS[name]) && (isComplete || !LAYOUT.includes(name));
  const pairs = Object.entries(others).filter(isSaid).map(([name, value]) => `${name}=${escape(value ?? '')}`);
  return [mask && escape(mask), w && h && `${w}×${h}`, ...pairs, '·', seed].filter(Boolean).join(' ');
}

/**
 * The code as it is in an address, without what makes it nice to look at.
 * @param {string} code
 */
export function codeInAddress(code) {
  return code.replace('×', 'x').replace('· ', '');
}

/**
 * The parameters that a code has, with the defaults of a book, or `null` for another text.
 * @param {string} text
 * @returns {Record<string, string> | null}
 */
export function readSheetCode(text) {
  // The dot is on few keyboards.
  const words = text.trim().split(/\s+/).filter((word) => !/^[·•.:–-]$/.test(word)), seed = words.pop();
  if (!words.length || words.length > 64 || !seed || !SEED.test(seed) || text.trim().includes('\n')) return null;
  /** @param {string} value */
  const unescape = (value) => value.replaceAll('%20', ' ').replaceAll('%25', '%');
  /** @type {Record<string, string>} */
  const parameters = { ...DEFAULTS, seed };
  if (!words.some((word) => word.startsWith('count='))) parameters.answers = 'none';
  for (const [i, word] of words.entries()) {
    const size = word.match(SIZE), [, name, value] = word.match(/^([a-z_]+)=(.*)$/) ?? [];
    if (size) [, parameters.w, parameters.h] = size;
    else if (name) parameters[name] = unescape(value);
    else if (i === 0 && words.length > 1 && MASK.test(word)) parameters.mask = unescape(word);
    else return null;
  }
  return parameters;
}

/**
 * The code in what somebody pastes: the line of a footer, or the address of a sheet; `null` for another text.
 * @param {string} text
 * @returns {string | null}
 */
export function findSheetCode(text) {
  const address = text.trim().match(/^https?:\S+$/)?.[0], code = address ? new URL(address).searchParams.get('sheet') ?? '' : text.trim();
  return readSheetCode(code) && code;
}
