// A data set of mazes like the one that is shown, saved as a file while the service makes them.

import { isPlainRectangle, mazeQuery } from '../address.js';
import { byId, setEnabled, setVisible } from '../dom.js';
import { formatNumber, translate } from '../language.js';
import { bodyOf, createChecker, fetchOk, isAbortError, Problem, showProblem } from '../service.js';
import { copyText, fileName, saveBlob, tableEncoding } from '../share.js';

/** @import { SetStatus, State } from '../types.d.ts' */

/** So many bytes the page keeps until they are a file, and so many together, which the browser may then put on its disk. */
const MAX_BYTES = 2e9, BLOB_PART_BYTES = 1 << 24;

const LINE_FEED = 10;

/**
 * The menu, once it was opened.
 * @type {DataSet | undefined}
 */
let menu;

/**
 * Makes the menu work, once.
 * @param {() => State} getState
 * @param {SetStatus} setStatus
 */
export function addDataSet(getState, setStatus) {
  menu ??= new DataSet(getState, setStatus);
}

/** The menu of data sets. `getState` gives what the page shows, and `setStatus` puts text into the status line. */
class DataSet {
  /**
   * @param {() => State} getState
   * @param {SetStatus} setStatus
   */
  constructor(getState, setStatus) {
    this.getState = getState;
    this.setStatus = setStatus;
    /** @type {AbortController | null} */
    this.abort = null;
    this.check = createChecker(byId('error-dataset'), 'dataset-');
    byId('dataset').addEventListener('beforetoggle', ({ newState }) => newState === 'open' && this.update());
    for (const event of ['input', 'change']) byId('dataset-fields').addEventListener(event, () => this.update());
    byId('copy-dataset').addEventListener('click', () => copyText(byId('copy-dataset'), byId('dataset-url', HTMLInputElement).value, setStatus));
    byId('dataset-save').addEventListener('click', () => this.download());
    byId('dataset-stop').addEventListener('click', () => this.abort?.abort());
  }

  /** Shows the address, and says what is wrong with it, if anything is. What is on its way stays as it is. */
  update() {
    const state = this.getState(), isLines = byId('dataset-format', HTMLSelectElement).value === 'ndjson';
    const paths = isLines ? { include: 'directions', encoding: 'walls' } : { include: 'seed,maze,path,length' };
    const more = byId('dataset-paths', HTMLInputElement).checked ? paths : !isLines && !isPlainRectangle(state) && tableEncoding(state);
    const query = mazeQuery(state, { ...more, count: byId('dataset-count', HTMLInputElement).value.trim() });
    byId('dataset-url', HTMLInputElement).value = new URL(`mazes.${isLines ? 'ndjson' : 'npy'}${query}`, location.href).href;
    this.check(byId('dataset-url', HTMLInputElement).value);
  }

  async download() {
    const state = this.getState(), count = Number(byId('dataset-count', HTMLInputElement).value), ending = byId('dataset-format', HTMLSelectElement).value;
    const error = byId('error-dataset');
    this.abort = new AbortController();
    // The download itself says what is wrong, and a check that ends after it would hide that.
    this.check();
    this.showProgress(0, count, 0);
    this.showWorking(true);
    error.hidden = true;
    try {
      const answer = await fetchOk(byId('dataset-url', HTMLInputElement).value, this.abort.signal);
      const file = await this.read(answer, count);
      saveBlob(file, `${fileName(state)}-${count}.${ending}`);
      this.setStatus(translate('saved-mazes', { count }));
    } catch (problem) {
      if (isAbortError(problem)) this.setStatus(translate('saving-stopped'));
      else {
        showProblem(error, problem instanceof Problem ? problem : { message: translate('saving-cut-off'), isOurs: true }, 'dataset-');
        error.hidden = false;
      }
      // What else is on its way is of no use.
      this.abort.abort();
    } finally {
      this.showWorking(false);
    }
  }

  /**
   * The body of an answer. How far it is, the lines tell, or the length of an array.
   * @param {Response} answer
   * @param {number} count
   */
  async read(answer, count) {
    const length = Number(answer.headers.get('content-length'));
    /** @type {BlobPart[]} */
    const parts = [];
    /** @type {BlobPart[]} */
    let last = [];
    let bytes = 0, lines = 0;
    for (const reader = bodyOf(answer).getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return new Blob([...parts, ...last]);
      bytes += value.length;
      if (Math.max(bytes, length) > MAX_BYTES) throw new Problem({ detail: translate('too-much'), isOurs: true });
      last.push(value);
      if (bytes > BLOB_PART_BYTES * (parts.length + 1)) {
        parts.push(new Blob(last));
        last = [];
      }
      for (let at = value.indexOf(LINE_FEED); at >= 0 && !length; at = value.indexOf(LINE_FEED, at + 1)) lines += 1;
      this.showProgress(length ? Math.floor(bytes / length * count) : lines, count, bytes);
    }
  }

  /**
   * @param {number} mazes
   * @param {number} count
   * @param {number} bytes
   */
  showProgress(mazes, count, bytes) {
    Object.assign(byId('dataset-progress'), { max: count || 1, value: mazes });
    const megabytes = formatNumber(bytes / 1e6, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    byId('dataset-so-far').textContent = translate('mazes-so-far', { mazes, count, megabytes });
  }

  /** @param {boolean} isWorking */
  showWorking(isWorking) {
    if (isWorking) setVisible(byId('dataset-work'), true);
    setEnabled(byId('dataset-save'), !isWorking, byId('dataset-stop'));
    if (!isWorking) setVisible(byId('dataset-work'), false, byId('dataset-save'));
  }
}
