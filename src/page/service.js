// Talking to the service: JSON, and problems told in words. Streams of steps are read by `tape.js`.
// All addresses are relative, so that the page works behind any prefix.

import { capital, inEnglish, say, wrong } from './language.js';

/**
 * A problem that the service reports: a sentence, and `errors` about single parameters. The service says it in English, with a code for which the page has words in
 * other languages.
 */
export class Problem extends Error {
  constructor({ title, detail, code, args, errors = [], faults = [], isOurs = false, isFinal = false }) {
    const words = wrong(code, { ...args });
    super(words ? `${capital(words)}.` : (detail ?? title));
    this.errors = errors.map(inWords);
    // The words of the service; and whether the message is in the language of the page, and whether to try again is of no use.
    Object.assign(this, { faults, detail, isOurs: isOurs || Boolean(words), isFinal });
  }
}

/** What is wrong with a parameter in the language of the page, or in English if `isTheirs`. */
function inWords(fault) {
  const { code, args, detail } = fault;
  // `grid=polar` names a parameter, which has a label here.
  const other = args?.other?.replace(/^[a-z_]+/, (name) => labelOf(name));
  const words = wrong(code, { ...args, other });
  return { ...fault, detail: words ?? detail, isTheirs: !words };
}

/** Asks whether the service would answer, for which nothing is made. If not, the problem is thrown. */
export async function check(path, signal) {
  const { ok } = await reach(path, { method: 'HEAD', signal });
  if (!ok) await request(path, signal);
}

export async function getJson(path, signal, body) {
  const answer = await request(path, signal, body);
  return answer.json();
}

/** Whether an error only says that nobody waits for the answer any more. */
export function isAbort(error) {
  return error?.name === 'AbortError';
}

/** Says in an element what is wrong: with parameters, by what the page calls them, whose fields in a menu have a prefix. */
export function showProblem(element, { message, isOurs, errors = [] }, prefix) {
  if (errors.length) {
    element.removeAttribute('lang');
    element.replaceChildren(...errors.map((fault) => named(fault, labelOf(fault.parameter, prefix))));
  } else if (isOurs) element.textContent = message;
  else inEnglish(element, message);
}

/** What is wrong with a file, fault by fault: the line of each, a mark below its place, and what is expected there. */
export function listOfFaults({ faults = [] }) {
  const list = Object.assign(document.createElement('pre'), { className: 'faults', lang: 'en' });
  list.textContent = faults.map(({ line, place, text, caret, detail }) => {
    const number = `${line ?? place}: `, indent = ' '.repeat(number.length);
    return text ? `${number}${text}\n${indent}${caret} ${detail}` : `${number}${detail}`;
  }).join('\n');
  return list;
}

/** What the page calls a parameter: the label of its field, or of the one with this prefix, if there is one. */
export function labelOf(parameter, prefix = '') {
  const field = [prefix + parameter.replaceAll('_', '-'), parameter].map((id) => document.getElementById(id)).find(Boolean);
  const label = field?.labels?.[0] ?? document.getElementById(field?.getAttribute('aria-labelledby'));
  return label?.firstChild.textContent.trim() || parameter;
}

/** What is wrong with a parameter, after its name. */
export function named({ detail, isTheirs }, name) {
  const said = document.createElement('span'), words = document.createElement('span');
  if (isTheirs) inEnglish(words, `${detail}. `);
  else words.textContent = `${detail}. `;
  said.append(`${name}: `, words);
  return said;
}

/** So long nothing is asked while somebody types. */
const PATIENCE = 350;

/**
 * A function that says in an element what the service finds wrong with an address, if anything is. Nothing is made for that. Without an address,
 * it only forgets the one before.
 */
export function checker(error, prefix) {
  let abort = new AbortController(), waiting = 0;
  async function look(address, signal) {
    try {
      await check(address, signal);
      error.hidden = true;
    } catch (problem) {
      if (isAbort(problem)) return;
      showProblem(error, problem, prefix);
      error.hidden = false;
    }
  }
  return (address) => {
    abort.abort();
    abort = new AbortController();
    clearTimeout(waiting);
    if (address) waiting = setTimeout(look, PATIENCE, address, abort.signal);
  };
}

/** The answer to a request, once its head is there. With a body, a maze that somebody opened, it is posted. */
export async function request(path, signal, body) {
  // Its form is found by looking at it, whatever the browser takes the file for.
  const posted = body && { method: 'POST', body, headers: { 'content-type': 'application/octet-stream' } };
  const answer = await reach(path, { signal, ...posted });
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

async function reach(path, how) {
  try {
    return await fetch(path, how);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Problem({ detail: say('unreachable'), isOurs: true });
  }
}

async function problemOf(answer) {
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('application/problem+json')) return new Problem(await answer.json());
  return new Problem({ detail: say('answered', { status: answer.status }), isOurs: true });
}
