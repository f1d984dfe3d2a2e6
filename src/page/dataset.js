// A data set of mazes like the one that is shown, saved as a file while the service makes them.

import { isPlain, mazeQuery } from './address.js';
import { enable, show } from './focus.js';
import { number, say } from './language.js';
import { checker, isAbort, Problem, request, showProblem } from './service.js';
import { copy, fileName, numbers, save } from './share.js';

/** So many bytes the page keeps until they are a file, and so many together, which the browser may then put on its disk. */
const MOST_BYTES = 2e9, PART = 1 << 24;

const LINE_FEED = 10;

const $ = (id) => document.getElementById(id);

/** The menu of data sets. `stateOf` gives what the page shows, and `tell` says something to everyone. */
export class DataSet {
  constructor(stateOf, tell) {
    Object.assign(this, { stateOf, tell, abort: null });
    this.check = checker($('error-dataset'), 'dataset-');
    $('dataset').addEventListener('beforetoggle', ({ newState }) => newState === 'open' && this.fill());
    for (const event of ['input', 'change']) $('dataset-fields').addEventListener(event, () => this.fill());
    $('copy-dataset').addEventListener('click', ({ target }) => copy(target, $('dataset-url').value, tell));
    $('dataset-save').addEventListener('click', () => this.download());
    $('dataset-stop').addEventListener('click', () => this.abort?.abort());
  }

  /** Shows the address, and says what is wrong with it, if anything is. What is on its way stays as it is. */
  fill() {
    const state = this.stateOf(), isLines = $('dataset-format').value === 'ndjson';
    const paths = isLines ? { include: 'directions', encoding: 'walls' } : { include: 'seed,maze,path,length' };
    const more = $('dataset-paths').checked ? paths : !isLines && !isPlain(state) && numbers(state);
    const query = mazeQuery(state, { ...more, count: $('dataset-count').value.trim() });
    $('dataset-url').value = new URL(`mazes.${isLines ? 'ndjson' : 'npy'}${query}`, location.href);
    this.check($('dataset-url').value);
  }

  async download() {
    const state = this.stateOf(), count = Number($('dataset-count').value), ending = $('dataset-format').value;
    const error = $('error-dataset');
    this.abort = new AbortController();
    // The download itself says what is wrong, and a check that ends after it would hide that.
    this.check();
    this.soFar(0, count, 0);
    this.works(true);
    error.hidden = true;
    try {
      const answer = await request($('dataset-url').value, this.abort.signal);
      const file = await this.read(answer, count);
      save(file, `${fileName(state)}-${count}.${ending}`);
      this.tell(say('saved-mazes', { count }));
    } catch (problem) {
      if (isAbort(problem)) this.tell(say('saving-stopped'));
      else {
        showProblem(error, problem instanceof Problem ? problem : { message: say('saving-cut-off'), isOurs: true }, 'dataset-');
        error.hidden = false;
      }
      // What else is on its way is of no use.
      this.abort.abort();
    } finally {
      this.works(false);
    }
  }

  /** The body of an answer. How far it is, the lines tell, or the length of an array. */
  async read(answer, count) {
    const length = Number(answer.headers.get('content-length'));
    let parts = [], last = [], bytes = 0, lines = 0;
    for (const reader = answer.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return new Blob([...parts, ...last]);
      bytes += value.length;
      if (Math.max(bytes, length) > MOST_BYTES) throw new Problem({ detail: say('too-much'), isOurs: true });
      last.push(value);
      if (bytes > PART * (parts.length + 1)) {
        parts.push(new Blob(last));
        last = [];
      }
      for (let at = value.indexOf(LINE_FEED); at >= 0 && !length; at = value.indexOf(LINE_FEED, at + 1)) lines += 1;
      this.soFar(length ? Math.floor(bytes / length * count) : lines, count, bytes);
    }
  }

  soFar(mazes, count, bytes) {
    Object.assign($('dataset-progress'), { max: count || 1, value: mazes });
    const megabytes = number(bytes / 1e6, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    $('dataset-so-far').textContent = say('mazes-so-far', { mazes, count, megabytes });
  }

  works(yes) {
    if (yes) show($('dataset-work'), true);
    enable($('dataset-save'), !yes, $('dataset-stop'));
    if (!yes) show($('dataset-work'), false, $('dataset-save'));
  }
}
