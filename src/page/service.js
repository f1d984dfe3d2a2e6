// Talking to the service: JSON, problems told in words, and streams of steps read line by line.
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

async function request(path, signal) {
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

/** The most lines that wait to be taken. Beyond it the stream is left alone, and the service waits. */
const READ_AHEAD = 60_000;

/**
 * The steps of a stream, read on demand. The service disconnects clients that read nothing for half a minute,
 * which a pause may well last: then the same stream is asked for again and what was read of it is passed over, since the
 * same address tells the same steps.
 */
export class Steps {
  #path;
  #abort = new AbortController();
  #lines = [];
  #next = 0;
  #read = 0;
  #wake = null;
  ended = false;
  error = null;

  constructor(path) {
    this.#path = path;
    this.#run();
  }

  /** How many steps can be taken at once. */
  get ready() {
    return this.#lines.length - this.#next;
  }

  /** The next step; only while there are some `ready`. */
  take() {
    const step = JSON.parse(this.#lines[this.#next++]);
    if (this.#next === this.#lines.length || this.#next > READ_AHEAD) {
      this.#lines.splice(0, this.#next);
      this.#next = 0;
    }
    if (this.ready < READ_AHEAD / 2) this.#wake?.();
    return step;
  }

  /** Leaves the stream, on which the service stops working for it. */
  leave() {
    this.#abort.abort();
    this.#wake?.();
  }

  async #run() {
    try {
      for (;;) {
        const before = this.#read;
        if (await this.#readOnce()) break;
        if (this.#read === before) throw new Problem({ detail: 'The stream of steps was cut off.' });
      }
    } catch (error) {
      if (!isAbort(error)) this.error = error;
    }
    this.ended = true;
  }

  /** Reads the stream from where we are; whether it came to its end. */
  async #readOnce() {
    const answer = await request(this.#path, this.#abort.signal);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let passOver = this.#read, rest = '';
    for (;;) {
      let chunk;
      try {
        chunk = await reader.read();
      } catch (error) {
        if (isAbort(error)) throw error;
        return false;
      }
      if (chunk.done) return false;
      const lines = (rest + chunk.value).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        // The first line describes the maze, which is known already.
        if (line.startsWith('{"step":"start"')) continue;
        if (passOver-- > 0) continue;
        this.#read++;
        this.#lines.push(line);
      }
      const last = lines.at(-1);
      if (last?.startsWith('{"step":"end"') || last?.startsWith('{"step":"stopped"')) return true;
      if (this.ready >= READ_AHEAD) await new Promise((wake) => { this.#wake = wake; });
    }
  }
}
