// What sheets and books are made of besides mazes, as the service has it. It is loaded with what draws them.

import { fetchJson } from './service.js';

/** @import { BookWords, SymbolAreas } from './types.d.ts' */

/**
 * The words of books, by language, and the letters that they have, as in a character class of a regular expression; the grounds of covers, of which
 * the seed chooses one; the symbols of marks, for the entrance and for the exit; and the names of the shapes in each group of masks.
 * @type {{
 *   books: Record<string, BookWords>, letters: string, grounds: string[], symbols: Record<string, [SymbolAreas, SymbolAreas]>,
 *   maskGroups: Record<string, string[]>,
 * }}
 */
export const { books, letters, grounds, symbols, maskGroups } = await fetchJson(new URL('sheets.json', import.meta.url).href);
