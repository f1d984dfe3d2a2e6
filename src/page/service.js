// Talking to the service: JSON, and problems told in words. Streams of steps are read by `tape.js`.
// All addresses are relative, so that the page works behind any prefix.

/** What the service says is wrong: a sentence, and `errors` about single parameters. */
export class Problem extends Error {
  constructor({ title, detail, errors = [] }) {
    super(detail ?? title);
    this.errors = errors;
  }
}

export async function getJson(path, signal) {
  const answer = await request(path, signal);
  return answer.json();
}

/** Whether an error only says that nobody waits for the answer any more. */
export function isAbort(error) {
  return error?.name === 'AbortError';
}

/** So long nothing is asked while somebody types. */
const PATIENCE = 350;

/** A function that says in an element what the service finds wrong with an address, if anything is. Nothing is made for that. */
export function checker(error) {
  let abort = new AbortController(), waiting = 0;
  async function check(address, signal) {
    try {
      const { ok } = await fetch(address, { method: 'HEAD', signal });
      if (!ok) await request(address, signal);
      error.hidden = true;
    } catch (problem) {
      if (isAbort(problem)) return;
      error.textContent = problem.message;
      error.hidden = false;
    }
  }
  return (address) => {
    abort.abort();
    abort = new AbortController();
    clearTimeout(waiting);
    waiting = setTimeout(check, PATIENCE, address, abort.signal);
  };
}

/** The answer to a request, once its head is there. */
export async function request(path, signal) {
  let answer;
  try {
    answer = await fetch(path, { signal });
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Problem({ detail: 'The service cannot be reached. Is the network there?' });
  }
  if (!answer.ok) throw await problemOf(answer);
  return answer;
}

async function problemOf(answer) {
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('application/problem+json')) return new Problem(await answer.json());
  return new Problem({ detail: `The service answered ${answer.status}, and did not say why.` });
}
