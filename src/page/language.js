// The words of the page in its language, which the server puts into the page: `words/en.json` and the files beside it.

const WORDS = JSON.parse(document.getElementById('words').textContent);

/** The language, as BCP 47 names it. */
export const language = document.documentElement.lang;

/**
 * The words of books, by language, and the letters that they have, as in a character class of a regular expression; and the symbols of marks, for
 * the entrance and for the exit, those of things, by name, and the digits. A symbol has areas, from back to front, each with its ink and the path of an
 * SVG, and perhaps a plate for a number.
 */
export const { books, digits, letters, symbols, things } = WORDS;

const plurals = new Intl.PluralRules(language);

/**
 * The words with this key. What is in braces there is replaced by the value of that name. Of words that have several forms, the one for
 * the number `count` is taken, which is shown as `written` if there is that.
 */
export function say(key, values = {}) {
  const forms = WORDS[key], words = typeof forms === 'string' ? forms : forms[plurals.select(values.count)] ?? forms.other;
  return filled(words, values);
}

/** What is wrong, by the code of the service and its arguments; nothing where there are no words for it, as in English, which the service speaks itself. */
export function wrong(code, values) {
  const words = WORDS.problems?.[code];
  return words && filled(words, { ...values, limit: WORDS.limits[values.limit] ?? values.limit });
}

function filled(words, values) {
  return words.replace(/\{(\w+)\}/g, (_, name) => {
    const value = name === 'count' ? values.written ?? values.count : values[name];
    return ['number', 'bigint'].includes(typeof value) ? number(value) : value;
  });
}

/** A number as it is written in this language. */
export function number(value, options) {
  return value.toLocaleString(language, options);
}

/** A share in percent. */
export function percent(share) {
  return number(share, { style: 'percent', maximumFractionDigits: 0 });
}

/** Several words in a row, with `and` before the last, or `or` if `kind` is `disjunction`. */
export function listed(words, kind = 'conjunction') {
  return new Intl.ListFormat(language, { type: kind }).format(words);
}

/** A number of moves in words. */
export function moves(count) {
  return say('moves', { count });
}

/** Words with a capital letter first, as at the beginning of a sentence. */
export function capital(words) {
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

/** What is said of an algorithm, a solver or a grid. Where the catalogue has no words in this language, those of the service are English. */
export function catalogued(kind, { name, title, description = '', texture = '' }) {
  const [ours, about] = WORDS.catalogue?.[kind]?.[name] ?? [];
  if (ours) return { title: ours, description: about ?? '' };
  return { title, description: texture ? say('result', { description: description.replace(/\.$/, ''), texture }) : description };
}

/** Shows words that are English in every language, such as those of the service, and says so to programs that read them aloud. */
export function inEnglish(element, words) {
  element.textContent = words;
  if (words && language !== 'en') element.lang = 'en';
  else element.removeAttribute('lang');
}

/** The languages that there are, by name. */
export function languages() {
  return [...document.getElementById('language').options].map(({ value }) => value);
}

/** Lets somebody choose another language: `write` gives the address of the page in it. */
export function offerLanguages(write) {
  const select = document.getElementById('language');
  select.value = language;
  select.addEventListener('change', () => { location.search = write(select.value); });
}

/** Links to the other pages keep a language that the address names. */
export function keepLanguage(lang) {
  if (!lang) return;
  for (const link of document.querySelectorAll('[data-keeps-language]')) link.search = `?lang=${lang}`;
}
