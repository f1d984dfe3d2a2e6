// The words of the page in its language, which the server puts into the page: `words/en.json` and the files beside it.

const MESSAGES = JSON.parse(document.getElementById('words').textContent);

/** The language, as BCP 47 names it. */
export const language = document.documentElement.lang;

/**
 * The words of books, by language, and the letters that they have, as in a character class of a regular expression; and the symbols of marks, for
 * the entrance and for the exit, those of things, by name, and the digits. A symbol has areas, from back to front, each with its ink and the path of an
 * SVG, and perhaps a plate for a number. A group of masks has the names of its shapes.
 */
export const { books, digits, letters, maskGroups, symbols, things } = MESSAGES;

const pluralRules = new Intl.PluralRules(language);

/**
 * The words with this key. What is in braces there is replaced by the value of that name. Of words that have several forms, the one for
 * the number `count` is taken, which is shown as `written` if there is that.
 */
export function translate(key, values = {}) {
  const forms = MESSAGES[key], words = typeof forms === 'string' ? forms : forms[pluralRules.select(values.count)] ?? forms.other;
  return interpolate(words, values);
}

/** What is wrong, by the code of the service and its arguments; nothing where there are no words for it, as in English, which the service speaks itself. */
export function translateProblem(code, values) {
  const words = MESSAGES.problems?.[code];
  return words && interpolate(words, { ...values, limit: MESSAGES.limits[values.limit] ?? values.limit });
}

function interpolate(words, values) {
  return words.replace(/\{(\w+)\}/g, (_, name) => {
    const value = name === 'count' ? values.written ?? values.count : values[name];
    return ['number', 'bigint'].includes(typeof value) ? formatNumber(value) : value;
  });
}

/** A number as it is written in this language. */
export function formatNumber(value, options) {
  return value.toLocaleString(language, options);
}

/** A share in percent. */
export function formatPercent(share) {
  return formatNumber(share, { style: 'percent', maximumFractionDigits: 0 });
}

/** Several words in a row, with `and` before the last, or `or` if `kind` is `disjunction`. */
export function formatList(words, kind = 'conjunction') {
  return new Intl.ListFormat(language, { type: kind }).format(words);
}

/** A number of moves in words. */
export function formatMoves(count) {
  return translate('moves', { count });
}

/** Words with a capital letter first, as at the beginning of a sentence. */
export function capitalize(words) {
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

/** What is said of an algorithm, a solver or a grid. Where the catalogue has no words in this language, those of the service are English. */
export function catalogEntry(kind, { name, title, description = '', texture = '' }) {
  const [ours, about] = MESSAGES.catalogue?.[kind]?.[name] ?? [];
  if (ours) return { title: ours, description: about ?? '' };
  return { title, description: texture ? translate('result', { description: description.replace(/\.$/, ''), texture }) : description };
}

/** Shows words that are English in every language, such as those of the service, and says so to programs that read them aloud. */
export function setEnglishText(element, words) {
  element.textContent = words;
  if (words && language !== 'en') element.lang = 'en';
  else element.removeAttribute('lang');
}

/** The languages that there are, by name. */
export function availableLanguages() {
  return [...document.getElementById('language').options].map(({ value }) => value);
}

/** Lets somebody choose another language: `write` gives the address of the page in it. */
export function initLanguageSelect(write) {
  const select = document.getElementById('language');
  select.value = language;
  select.addEventListener('change', () => { location.search = write(select.value); });
}

/** Links to the other pages keep a language that the address names. */
export function keepLanguageInLinks(lang) {
  if (!lang) return;
  for (const link of document.querySelectorAll('[data-keeps-language]')) link.search = `?lang=${lang}`;
}
