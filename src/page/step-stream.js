// The steps of a stream, kept so that an animation can go to any of them: four bytes each, and four more for the cell that one was reached from.

import { translate } from './language.js';
import { fetchOk, isAbortError, Problem } from './service.js';

/**
 * The kinds of steps, in the lowest four bits of a number; the next four have the side, and the rest the cell. A kind that this page does not
 * know yet changes nothing.
 */
const STEP_KINDS = ['unknown', 'visit', 'root', 'carve', 'join', 'back', 'erase', 'fill', 'path', 'clear', 'wall', 'open'];
/** How far ahead of the animation a stream is read. Beyond it the stream is left alone, and the service waits. */
const MAX_STEPS_READ_AHEAD = 400_000;

/** The same numbers, with room for as many more. */
function doubled(numbers) {
  const copy = new numbers.constructor(numbers.length * 2);
  copy.set(numbers);
  return copy;
}

export class StepStream {
  /** Whether the stream has ended, and its last line. */
  end = null;
  error = null;
  length = 0;
  #steps = new Uint32Array(4096);
  #parents = new Int32Array(4096);
  #path;
  #body;
  #maze;
  #abort = new AbortController();
  #shownPosition = 0;
  #resumeReading = null;

  /**
   * Reads the stream at `path`, to which `body` is posted if there is one. `maze` knows the numbers of cells and sides that the service tells by
   * address and name.
   */
  constructor(path, maze, body) {
    this.#path = path;
    this.#body = body;
    this.#maze = maze;
    this.#readAll();
  }

  /** One step: what happened, the number of its cell, and its side, if it has them; and the cell that this one was reached from, or -1. */
  step(index) {
    const step = this.#steps[index];
    return { kind: STEP_KINDS[step & 15], side: (step >> 4) & 15, cell: step >>> 8, parent: this.#parents[index] };
  }

  /** Says how far the animation is. */
  want(index) {
    this.#shownPosition = index;
    if (this.length - index < MAX_STEPS_READ_AHEAD / 2) this.#resumeReading?.();
  }

  /** Leaves the stream, on which the service stops working for it. */
  leave() {
    this.#abort.abort();
    this.#resumeReading?.();
  }

  #push({ step, cell, from, side, parent }) {
    if (this.length === this.#steps.length) {
      this.#steps = doubled(this.#steps);
      this.#parents = doubled(this.#parents);
    }
    const address = cell ?? from, place = address ? this.#maze.at(address) : 0;
    const number = side === undefined ? 0 : this.#maze.sideNamed(place, side);
    this.#parents[this.length] = parent ? this.#maze.at(parent) : -1;
    this.#steps[this.length++] = Math.max(STEP_KINDS.indexOf(step), 0) | (number << 4) | (place << 8);
  }

  async #readAll() {
    try {
      while (!this.end) {
        const before = this.length;
        await this.#readOnce();
        if (!this.end && this.length === before) throw new Problem({ detail: translate('cut-off'), isOurs: true });
      }
    } catch (error) {
      if (!isAbortError(error)) this.error = error;
    }
  }

  /**
   * Reads the stream from where we are. The service disconnects clients that read nothing for half a minute, which a pause may well
   * last: then the same stream is asked for again, and what was read of it is passed over, since the same address tells the same steps.
   */
  async #readOnce() {
    const answer = await fetchOk(this.#path, this.#abort.signal, this.#body);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let passOver = this.length, rest = '';
    for (;;) {
      let chunk;
      try {
        chunk = await reader.read();
      } catch (error) {
        if (isAbortError(error)) throw error;
        return;
      }
      if (chunk.done) return;
      const lines = (rest + chunk.value).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        // The first line describes the maze, which is known already.
        if (line.startsWith('{"step":"start"')) continue;
        if (line.startsWith('{"step":"end"') || line.startsWith('{"step":"stopped"')) {
          this.end = JSON.parse(line);
          return;
        }
        if (passOver-- > 0) continue;
        this.#push(JSON.parse(line));
      }
      while (this.length - this.#shownPosition >= MAX_STEPS_READ_AHEAD && !this.#abort.signal.aborted) await new Promise((wake) => { this.#resumeReading = wake; });
    }
  }
}
