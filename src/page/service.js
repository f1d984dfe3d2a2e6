// Talking to the service: JSON, and problems told in words. Streams of steps are read by `step-stream.js`.
// All addresses are relative, so that the page works behind any prefix.

import { capitalize, setEnglishText, translate, translateProblem } from './language.js';

/**
 * A problem that the service reports: a sentence, and `errors` about single parameters. The service says it in English, with a code for which the page has words in
 * other languages.
 */
export class Problem extends Error {
  constructor({ title, detail, code, args, errors = [], faults = [], isOurs = false, isFinal = false }) {
    const words = translateProblem(code, { ...args });
    super(words ? `${capitalize(words)}.` : (detail ?? title));
    this.errors = errors.map(translateFault);
    // The words of the service; and whether the message is in the language of the page, and whether to try again is of no use.
    Object.assign(this, { faults, detail, isOurs: isOurs || Boolean(words), isFinal });
  }
}

/** What is wrong with a parameter in the language of the page, or in English if `isTheirs`. */
function translateFault(fault) {
  const { code, args, detail } = fault;
  // `grid=polar` names a parameter, which has a label here.
  const other = args?.other?.replace(/^[a-z_]+/, (name) => parameterLabel(name));
  const words = translateProblem(code, { ...args, other });
  return { ...fault, detail: words ?? detail, isTheirs: !words };
}

/** Asks whether the service would answer, for which nothing is made. If not, the problem is thrown. */
export async function checkRequest(path, signal) {
  const { ok } = await fetchOrProblem(path, { method: 'HEAD', signal });
  if (!ok) await fetchOk(path, signal);
}

export async function fetchJson(path, signal, body) {
  const answer = await fetchOk(path, signal, body);
  return answer.json();
}

/** Whether an error only says that nobody waits for the answer any more. */
export function isAbortError(error) {
  return error?.name === 'AbortError';
}

/** Says in an element what is wrong: with parameters, by what the page calls them, whose fields in a menu have a prefix. */
export function showProblem(element, { message, isOurs, errors = [] }, prefix) {
  if (errors.length) {
    element.removeAttribute('lang');
    element.replaceChildren(...errors.map((fault) => createNamedFault(fault, parameterLabel(fault.parameter, prefix))));
  } else if (isOurs) element.textContent = message;
  else setEnglishText(element, message);
}

/**
 * What is wrong with a file, fault by fault: the line of each, a mark below its place, and what is expected there. Where the service lists no faults, it is
 * its own sentence, if what is said in the language of the page is less.
 */
export function createFaultList({ faults = [], errors = [], detail, message }) {
  if (!faults.length) {
    const words = document.createElement('small');
    setEnglishText(words, errors.length || detail === message ? '' : ` ${detail}`);
    return words;
  }
  const list = Object.assign(document.createElement('pre'), { className: 'faults', lang: 'en' });
  list.textContent = faults.map(({ line, place, text, caret, detail }) => {
    const number = `${line ?? place}: `, indent = ' '.repeat(number.length);
    return text ? `${number}${text}\n${indent}${caret} ${detail}` : `${number}${detail}`;
  }).join('\n');
  return list;
}

/** What the page calls a parameter: the label of its field, or of the one with this prefix, if there is one. */
export function parameterLabel(parameter, prefix = '') {
  const field = [prefix + parameter.replaceAll('_', '-'), parameter].map((id) => document.getElementById(id)).find(Boolean);
  const label = field?.labels?.[0] ?? document.getElementById(field?.getAttribute('aria-labelledby'));
  return label?.firstChild.textContent.trim() || parameter;
}

/** What is wrong with a parameter, after its name. */
export function createNamedFault({ detail, isTheirs }, name) {
  const element = document.createElement('span'), words = document.createElement('span');
  if (isTheirs) setEnglishText(words, `${detail}. `);
  else words.textContent = `${detail}. `;
  element.append(`${name}: `, words);
  return element;
}

/** So long nothing is asked while somebody types. */
const CHECK_DELAY_MS = 350;

/**
 * A function that says in an element what the service finds wrong with an address, if anything is. Nothing is made for that. Without an address,
 * it only forgets the one before.
 */
export function createChecker(error, prefix) {
  let abort = new AbortController(), timer = 0;
  async function check(address, signal) {
    try {
      await checkRequest(address, signal);
      error.hidden = true;
    } catch (problem) {
      if (isAbortError(problem)) return;
      showProblem(error, problem, prefix);
      error.hidden = false;
    }
  }
  return (address) => {
    abort.abort();
    abort = new AbortController();
    clearTimeout(timer);
    if (address) timer = setTimeout(check, CHECK_DELAY_MS, address, abort.signal);
  };
}

/** The answer to a request, once its head is there. With a body, a maze that somebody opened, it is posted. */
export async function fetchOk(path, signal, body) {
  // Its form is found by looking at it, whatever the browser takes the file for.
  const posted = body && { method: 'POST', body, headers: { 'content-type': 'application/octet-stream' } };
  const answer = await fetchOrProblem(path, { signal, ...posted });
  if (!answer.ok) throw await readProblem(answer);
  return answer;
}

async function fetchOrProblem(path, init) {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (isAbortError(error)) throw error;
    throw new Problem({ detail: translate('unreachable'), isOurs: true });
  }
}

async function readProblem(answer) {
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('application/problem+json')) return new Problem(await answer.json());
  return new Problem({ detail: translate('answered', { status: answer.status }), isOurs: true });
}
