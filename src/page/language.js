// The words of the page in its language, which the server puts into the page: `words/en.json` and the files beside it.

import { byId } from './dom.js';

/** @import { CatalogEntry, CatalogKind, SymbolAreas, Values } from './types.d.ts' */

const MESSAGES = JSON.parse(byId('words').textContent ?? '');

/** The language, as BCP 47 names it. */
export const language = document.documentElement.lang;

/**
 * The symbols of things, by name, and the digits. A symbol has areas, from back to front, each with its ink and the path of an SVG, and perhaps a
 * plate for a number.
 * @type {{ digits: string[], things: Record<string, SymbolAreas> }}
 */
export const { digits, things } = MESSAGES;

const pluralRules = new Intl.PluralRules(language);

/**
 * The words with this key. What is in braces there is replaced by the value of that name. Of words that have several forms, the one for
 * the number `count` is taken, which is shown as `written` if there is that.
 * @param {string} key
 * @param {Values} [values]
 * @returns {string}
 */
export function translate(key, values = {}) {
  const forms = MESSAGES[key], words = typeof forms === 'string' ? forms : forms[pluralRules.select(Number(values.count))] ?? forms.other;
  return interpolate(words, values);
}

/**
 * What is wrong, by the code of the service and its arguments; nothing where there are no words for it, as in English, which the service speaks itself.
 * @param {string | undefined} code
 * @param {Values} values
 * @returns {string | undefined}
 */
export function translateProblem(code, values) {
  const words = code && MESSAGES.problems?.[code];
  return words && interpolate(words, { ...values, limit: MESSAGES.limits[String(values.limit)] ?? values.limit });
}

/**
 * @param {string} words
 * @param {Values} values
 */
function interpolate(words, values) {
  return words.replace(/\{(\w+)\}/g, (_, name) => {
    const value = name === 'count' ? values.written ?? values.count : values[name];
    return typeof value === 'number' || typeof value === 'bigint' ? formatNumber(value) : String(value);
  });
}

/**
 * A number as it is written in this language.
 * @param {number | bigint} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export function formatNumber(value, options) {
  return new Intl.NumberFormat(language, options).format(value);
}

/**
 * A share in percent.
 * @param {number} share
 */
export function formatPercent(share) {
  return formatNumber(share, { style: 'percent', maximumFractionDigits: 0 });
}

/**
 * Several words in a row, with `and` before the last, or `or` if `kind` is `disjunction`.
 * @param {string[]} words
 * @param {'conjunction' | 'disjunction'} [kind]
 */
export function formatList(words, kind = 'conjunction') {
  return new Intl.ListFormat(language, { type: kind }).format(words);
}

/**
 * A number of moves in words.
 * @param {number} count
 */
export function formatMoves(count) {
  return translate('moves', { count });
}

/**
 * Words with a capital letter first, as at the beginning of a sentence.
 * @param {string} words
 */
export function capitalize(words) {
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

/**
 * What is said of an algorithm, a solver or a grid. Where the catalogue has no words in this language, those of the service are English.
 * @param {CatalogKind} kind
 * @param {CatalogEntry} entry
 * @returns {{ title: string, description: string }}
 */
export function catalogEntry(kind, { name, title, description = '', texture = '' }) {
  const [ours, about] = MESSAGES.catalogue?.[kind]?.[name] ?? [];
  if (ours) return { title: ours, description: about ?? '' };
  return { title, description: texture ? translate('result', { description: description.replace(/\.$/, ''), texture }) : description };
}

/**
 * Shows words that are English in every language, such as those of the service, and says so to programs that read them aloud.
 * @param {HTMLElement} element
 * @param {string} words
 */
export function setEnglishText(element, words) {
  element.textContent = words;
  if (words && language !== 'en') element.lang = 'en';
  else element.removeAttribute('lang');
}

/** The paper that is usual where somebody's language is spoken. */
export function defaultPaper() {
  return /^(en-(US|CA)|es-(MX|CO|VE|CL)|fr-CA)\b/.test(navigator.language) ? 'letter' : 'a4';
}

/** The languages that there are, by name. */
export function availableLanguages() {
  return [...byId('language', HTMLSelectElement).options].map(({ value }) => value);
}

/**
 * Lets somebody choose another language: `write` gives the address of the page in it.
 * @param {(lang: string) => string} write
 */
export function initLanguageSelect(write) {
  const select = byId('language', HTMLSelectElement);
  select.value = language;
  select.addEventListener('change', () => { location.search = write(select.value); });
}

/**
 * Links to the other pages keep a language that the address names.
 * @param {string} lang
 */
export function keepLanguageInLinks(lang) {
  if (!lang) return;
  for (const link of document.querySelectorAll('a')) if ('keepsLanguage' in link.dataset) link.search = `?lang=${lang}`;
}

/**
 * What something of the catalogue is called, or its name if there is no such thing.
 * @param {CatalogKind} kind
 * @param {CatalogEntry | undefined} entry
 * @param {string} name
 */
export function catalogTitle(kind, entry, name) {
  return entry ? catalogEntry(kind, entry).title : name;
}
