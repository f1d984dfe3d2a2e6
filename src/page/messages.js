// What the page says beside the maze: what it is called, what is wrong, and that work is under way.

import { describeDrawing, describeEnds } from './descriptions.js';
import { byId, setPageState, setStatus, setVisible } from './dom.js';
import { translate } from './language.js';
import { loadedSolution, maze } from './loading.js';
import { ReadOptions } from './open.js';
import { view } from './view.js';
import { createFaultList, createNamedFault, parameterLabel, Problem, showProblem } from './service.js';
import { showNoSaveLinks } from './share.js';
import { addressFaults, changeState, controls, opened, setOpened, showStateAgain, state } from './state.js';
import { showNoStatistics } from './statistics.js';

/** @import { Changes, Fault, OpenedMaze } from './types.d.ts' */

/** How an opened maze is read. */
export const readOptions = new ReadOptions(view, { change: showStateAgain, close: () => setOpened(null), setStatus });

/** What the maze that is shown is called. */
export let caption = '';

/** @param {string} words */
export function setCaption(words) {
  caption = words;
  document.title = words ? `${words} – Dédale` : 'Dédale';
  byId('made').textContent = words;
}

/** Shows above the maze what to do with it, or what it is called if that is no list of how it was made. */
export function showCaption() {
  byId('title').textContent = opened || state.today ? caption : translate('task');
  updateCanvasLabels();
}

/** Says what the canvases show, for those who do not see it. */
export function updateCanvasLabels() {
  if (!maze) return;
  const ends = describeEnds(maze), drawn = state.mode === 'look' ? describeDrawing(state, loadedSolution()) : '';
  byId('maze').setAttribute('aria-label', [translate('label', { name: caption, ends }), drawn].filter(Boolean).join(' '));
  byId('maze-2').setAttribute('aria-label', translate('label-second', { name: byId('title-2').textContent, other: caption, ends }));
}

/** Nothing on the page speaks of the maze before, when there is none for what is asked. */
function clearCaptions() {
  setRaceLayout(false);
  setCaption('');
  for (const id of ['title', 'title-2', 'outcome']) byId(id).textContent = '';
  for (const id of ['maze', 'maze-2']) byId(id).setAttribute('aria-label', translate('no-maze-shown'));
  showNoStatistics(byId('statistics'), translate('no-maze'));
}

/**
 * Shows the lanes of a race instead of the one maze, or no more.
 * @param {boolean} isRace
 */
export function setRaceLayout(isRace) {
  document.documentElement.toggleAttribute('data-race', isRace);
}

/**
 * Shows that work is under way, or no more.
 * @param {boolean} isWorking
 */
export function showProgress(isWorking) {
  if (isWorking) setStatus(translate('long-work'));
  setVisible(byId('work'), isWorking, byId('maze'));
}

/**
 * Shows faults beside their fields, and on the sheet those that have none, or all where there is no maze.
 * @param {Fault[]} faults
 * @param {boolean} [areFatal]
 */
export function showFaults(faults, areFatal = false) {
  // What the page itself finds in the address names it.
  const names = state.passedThrough.map(([name]) => name);
  /** @param {Fault} fault */
  const labelOf = ({ parameter }) => (names.includes(parameter) ? parameter : parameterLabel(parameter));
  /** @type {(string | Node)[]} */
  const words = [];
  const others = controls.complain(faults);
  for (const fault of areFatal ? faults : others) {
    const line = document.createElement('p');
    if (fault.code === 'too-small' && shapeName()) line.textContent = translate('needs-size', { shape: shapeName(), size: fault.args?.size });
    else line.append(fault.code ? createNamedFault(fault, labelOf(fault)) : fault.detail);
    words.push(line);
  }
  const size = neededSize(faults);
  if (size) words.push(createButton(translate('use-size'), () => changeState(size)));
  showBanner(words);
}

/** What the shape that the maze is cut to is called. */
function shapeName() {
  return byId('mask', HTMLSelectElement).selectedOptions[0]?.textContent ?? '';
}

/**
 * The size that a maze needs, as its faults say, if they say it.
 * @param {Fault[]} faults
 * @returns {Changes | null}
 */
function neededSize(faults) {
  /** @type {Changes} */
  const size = {};
  for (const { parameter, code, args } of faults) {
    const [, w, h] = (code === 'too-small' && args?.size?.match(/^(\d+) × (\d+)$/)) || [];
    if (w) Object.assign(size, { w: String(Math.max(Number(w), Number(state.w))), h: String(Math.max(Number(h), Number(state.h))) });
    else if (code === 'too-little' && (parameter === 'w' || parameter === 'h')) size[parameter] = String(args?.least);
    else return null;
  }
  return faults.length ? size : null;
}

/**
 * @param {string} words
 * @param {() => void} onClick
 */
function createButton(words, onClick) {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: words });
  button.addEventListener('click', onClick);
  return button;
}

/**
 * Says these words, and elements of words, above the maze.
 * @param {(string | Node)[]} words
 * @param {boolean} [canRetry]
 */
function showBanner(words, canRetry = false) {
  setVisible(byId('banner'), words.length > 0, byId('maze'));
  byId('banner').replaceChildren(...words);
  if (!canRetry) return;
  byId('banner').append(' ', createButton(translate('try-again'), showStateAgain));
}

/**
 * Shows why there is no maze.
 * @param {Error} error
 */
export function showError(error) {
  showProgress(false);
  if (opened && !opened.maze) return showReadError(opened, error);
  const errors = error instanceof Problem ? error.errors : [];
  const faults = errors.map((fault) => ({ ...fault, detail: fault.value ? `“${fault.value}”: ${fault.detail}` : fault.detail }));
  showFaults([...addressFaults, ...faults], faults.length > 0);
  if (faults.length) {
    // A maze that is only too large to be shown can be saved.
    showNoSaveLinks();
  } else {
    const words = document.createElement('span');
    showProblem(words, error);
    showBanner([words], error instanceof Problem && !error.isFinal);
  }
  setStatus(faults.length ? translate('no-such-maze') : '');
  clearCaptions();
  return setPageState('error');
}

/**
 * What somebody opened cannot be read: shows what is wrong, and what may help.
 * @param {OpenedMaze} unread
 * @param {Error} error
 */
function showReadError(unread, error) {
  showFaults([]);
  const words = document.createElement('span');
  showProblem(words, error, 'read-');
  const faults = error instanceof Problem ? [createFaultList(error)] : [];
  showBanner([words, ...faults, document.createElement('br'), ...readOptions.help()]);
  setStatus(translate('not-read', { name: unread.name }));
  showNoSaveLinks();
  clearCaptions();
  readOptions.show(unread);
  setPageState('error');
}

/** Says that somebody has stopped what was under way. */
export function showStopped() {
  showProgress(false);
  clearCaptions();
  showBanner([translate('stopped')], true);
  setPageState('error');
}
