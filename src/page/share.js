// What leaves the page: links to copy, files to save.

import { canBeText, canBeTiledMap, hasNoTunnels, isFlatGrid, isPlainRectangle, mazeQuery, solverParameters, writeAddress } from './address.js';
import { byId } from './dom.js';
import { defaultPaper, translate } from './language.js';
import { PICTURE_FORMATS } from './open.js';
import { createChecker, fetchOk, showProblem } from './service.js';
import { countCells, hasRings } from './shapes.js';

/** @import { Graph, OpenedMaze, Parameters, SetStatus, State } from './types.d.ts' */

/** Pixels: of a cell, if nothing else is asked for, and of the largest one. */
const DEFAULT_CELL_PX = 16, MAX_CELL_PX = 256;

/** Pixels along a side of a picture: the most, and the fewest of a PNG, which are 17 centimeters of paper with 300 to an inch. */
const MAX_PICTURE_PX = 8000, MAX_GIF_PX = 2500, MIN_PNG_PX = 2000;

/** The marks of ends that are drawn where nothing is said of them. */
const DEFAULT_MARKS = 'arrows';

/** How many times thicker than its walls a cell is. */
const CELL_TO_WALL_RATIO = 8;

/** The largest maze whose steps the service shows. */
const MAX_ANIMATED_CELLS = 65_536;

/** How much wider a drawing may be than squares of the same area would be. */
const MAX_STRETCH = 1.3;

/** The most squares along a side that a pencil finds its way through on a page. */
const MAX_PRINTED_SIDE_CELLS = 130;

/**
 * @typedef {{
 *   format: string, title: string, what: string, ending?: string, isBook?: boolean, fits?: (state: State) => boolean,
 *   more?: (state: State, maze: Graph | null) => Parameters | false, solves?: (state: State) => unknown,
 * }} SaveFormat
 */

/**
 * The formats, by what they are for. Each needs a line here. A book has one of a single maze, which is not opened. `fits` says which mazes have it, `more` what else is asked for, and `solves`
 * whether the maze is also solved, instead of whenever the page shows the path.
 * @type {Record<string, SaveFormat[]>}
 */
const SAVE_FORMATS = {
  'save-pictures': [
    { format: 'png', title: 'PNG', what: 'as-picture', more: (state, maze) => ({ ...colorOptions(state), ...pictureOptions(state, MAX_PICTURE_PX), ...enlargeForPaper(maze) }) },
    { format: 'svg', title: 'SVG', what: 'as-drawing', more: (state) => ({ ...colorOptions(state), ...pictureOptions(state, Infinity, ['dark', 'auto']) }) },
    { format: 'pdf', title: 'PDF', what: 'as-sheet', isBook: true, fits: fitsPage, more: sheetOptions },
    { format: 'gif', title: 'GIF', what: 'as-animation', fits: isAnimated, more: (state) => pictureOptions(state, MAX_GIF_PX), solves: usesSolver },
  ],
  'save-text': [
    { format: 'ascii', title: 'ASCII', what: 'as-signs', ending: 'txt', fits: canBeText },
    { format: 'unicode', title: 'Unicode', what: 'as-lines', ending: 'txt', fits: canBeText },
    { format: 'blocks', title: 'Blocks', what: 'as-blocks', ending: 'txt', fits: canBeText },
    { format: 'ansi', title: 'ANSI', what: 'as-terminal', ending: 'ans', fits: canBeText },
    { format: 'squares', title: 'TXT', what: 'as-squares', ending: 'txt', fits: isFlatGrid },
  ],
  'save-programs': [
    { format: 'json', title: 'JSON', what: 'as-data', more: (state) => showsPath(state) && { encoding: 'walls' } },
    { format: 'csv', title: 'CSV', what: 'as-table', more: tableEncoding, solves: solvesTable },
    { format: 'npy', title: 'NPY', what: 'as-numpy', more: tableEncoding, solves: solvesTable },
  ],
  'save-tools': [
    { format: 'dxf', title: 'DXF', what: 'as-cutting' },
    { format: 'stl', title: 'STL', what: 'as-print', fits: hasNoTunnels, solves: never },
    { format: 'tmj', title: 'TMJ', what: 'as-tiled', fits: canBeTiledMap },
    { format: 'tmx', title: 'TMX', what: 'as-tiled', fits: canBeTiledMap },
    { format: 'mms', title: 'MMS', what: 'as-robots', ending: 'txt', fits: isFlatGrid, solves: never },
    { format: 'hex', title: 'HEX', what: 'as-robots', ending: 'txt', fits: isFlatGrid },
    { format: 'map', title: 'MAP', what: 'as-path-finding', fits: isFlatGrid, solves: never },
    { format: 'scen', title: 'SCEN', what: 'as-path-finding', fits: isFlatGrid, solves: never },
    { format: 'description', title: 'Braille', what: 'as-words', ending: 'txt', fits: isFlatGrid, solves: never },
    { format: 'tokens', title: 'Tokens', what: 'as-tokens', ending: 'txt', fits: isFlatGrid },
  ],
};

const checkPictureOptions = createChecker(byId('error-save'), 'save-');

/**
 * The links that save what is shown, in the formats that the service says its grid has. A picture has the path and the colors that the page shows.
 * `drawn` is the maze, once it is there. `opened` is what it was read from, if it was not made here: that is posted.
 * @param {State} state
 * @param {string[]} formats
 * @param {Graph | null} maze
 * @param {OpenedMaze | null} opened
 */
export function showSaveLinks(state, formats, maze, opened) {
  /** @param {SaveFormat} kind */
  const isOffered = ({ format, isBook, fits }) => (isBook ? !opened : formats.includes(format)) && (!fits || fits(state));
  const [pictures, ...others] = Object.entries(SAVE_FORMATS).map(([name, kinds]) => {
    const links = kinds.filter(isOffered).map((kind) => (opened ? createSaveButton(kind, state, maze, opened) : createSaveLink(kind, state, maze)));
    return { name, links };
  });
  byId('save-pictures').replaceChildren(...pictures.links);
  byId('save-others').replaceChildren(...others.flatMap(({ name, links }) => (links.length ? [createElement('h3', translate(name)), ...links] : [])));
  byId('save-look').hidden = !pictures.links.length;
  byId('save-more').hidden = !byId('save-others').childElementCount;
  byId('error-save').hidden = true;
  // A maze has pictures of some widths, which the service knows.
  checkPictureOptions(!opened && byId('save-pixels', HTMLInputElement).value && document.querySelector('#save-png')?.getAttribute('href') || '');
}

/** Links to a maze that there is not would only be answered with what is wrong. */
export function showNoSaveLinks() {
  byId('save-others').replaceChildren();
  byId('save-look').hidden = byId('save-more').hidden = byId('error-save').hidden = true;
  checkPictureOptions();
  byId('save-pictures').replaceChildren(createElement('p', translate('no-maze-to-save')));
}

/**
 * @param {SaveFormat} saveFormat
 * @param {State} state
 * @param {Graph | null} maze
 */
function createSaveLink({ format, title, what, ending = format, isBook, more, solves = showsPath }, state, maze) {
  const path = isBook ? 'book.pdf' : solves(state) ? 'solve' : 'maze';
  const query = mazeQuery(state, { ...(path === 'solve' && solverParameters(state)), ...more?.(state, maze), ...(!isBook && { format }) });
  const link = createElement('a', `${title} `, createElement('small', translate(what)));
  return Object.assign(link, {
    id: `save-${format}`,
    href: `${path}${query}`,
    download: `${fileName(state)}.${ending}`,
  });
}

/**
 * What saves an opened maze, which is posted. What is wrong is said above.
 * @param {SaveFormat} saveFormat
 * @param {State} state
 * @param {Graph | null} maze
 * @param {OpenedMaze} opened
 */
function createSaveButton({ format, title, what, ending = format, more, solves = showsPath }, state, maze, opened) {
  const button = createElement('button', `${title} `, createElement('small', translate(what)));
  // The path is drawn on a picture that was opened, as it is.
  const isPicture = PICTURE_FORMATS.includes(opened.form) && format === 'png', isSolved = isPicture || format === 'gif' || solves(state);
  const parameters = isPicture ? { format } : { ...(isSolved ? solverParameters(state) : {}), ...more?.(state, maze), format };
  button.addEventListener('click', async () => {
    byId('error-save').hidden = true;
    try {
      const answer = await fetchOk(`${isSolved ? 'solve' : 'convert'}${opened.query(parameters)}`, undefined, opened.body);
      saveBlob(await answer.blob(), `${opened.fileName}.${ending}`);
    } catch (problem) {
      showProblem(byId('error-save'), problem, 'save-');
      byId('error-save').hidden = false;
      byId('save-look', HTMLDetailsElement).open = true;
    }
  });
  return Object.assign(button, { id: `save-${format}`, type: 'button' });
}

/**
 * What a file is called, without its ending.
 * @param {State} state
 */
export function fileName(state) {
  const { algo, grid, w, h, rings, seed } = state, shape = isPlainRectangle(state) ? '' : `${grid}-`;
  return `dedale-${algo}-${shape}${hasRings(grid) ? rings : `${w}x${h}`}-${seed}`;
}

/**
 * Saves bytes that are there.
 * @param {Blob} blob
 * @param {string} name
 */
export function saveBlob(blob, name) {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * @param {string} name
 * @param {...(string | Node)} content
 */
function createElement(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

/** @param {State} state */
function showsPath(state) {
  return state.mode === 'look' && state.solution === 'true';
}

/**
 * A table of cells has no path.
 * @param {State} state
 */
function solvesTable(state) {
  return showsPath(state) && !tableEncoding(state);
}

/** @param {State} state */
function usesSolver(state) {
  return state.mode === 'watch' ? state.what !== 'build' : showsPath(state);
}

function never() {
  return false;
}

/**
 * What a table has numbers of where there are no blocks: cells, and where those are in no rows of equal length, neighbors.
 * @param {State} state
 */
export function tableEncoding(state) {
  return !isFlatGrid(state) && { encoding: hasRings(state.grid) ? 'graph' : 'bits' };
}

/** @param {State} state */
function isAnimated(state) {
  return countCells(state) <= MAX_ANIMATED_CELLS;
}

/** @param {State} state */
function colorOptions({ mode, heat, palette }) {
  return mode === 'look' && heat !== 'none' && { heat, palette };
}

/**
 * How a page with this maze alone is laid.
 * @param {State} state
 */
function sheetOptions(state) {
  const paper = defaultPaper();
  return { count: 1, answers: showsPath(state) ? 'end' : 'none', gutter: 0, ...(paper !== 'a4' && { paper }), ...(state.doors === 'false' && { doors: 'false' }), ...marksOption() };
}

/** @param {State} state */
function fitsPage(state) {
  return longestSide(state) <= MAX_PRINTED_SIDE_CELLS;
}

function marksOption() {
  const marks = byId('save-marks', HTMLSelectElement).value;
  return marks !== DEFAULT_MARKS && { marks };
}

/**
 * How large a picture is, as somebody wants it or so that programs open it, its colors, if they are among these, and its marks.
 * @param {State} state
 * @param {number} maxPixels
 * @param {string[]} [themes]
 */
function pictureOptions(state, maxPixels, themes = ['dark']) {
  const pixels = byId('save-pixels', HTMLInputElement).value.trim(), theme = byId('save-theme', HTMLSelectElement).value;
  return { ...(pixels ? { pixels } : limitCellSize(state, maxPixels)), ...(themes.includes(theme) && { theme }), ...marksOption() };
}

/**
 * About how many squares long a maze is.
 * @param {State} state
 */
function longestSide(state) {
  const [w, h] = hasRings(state.grid) ? [1, 1] : [Number(state.w), Number(state.h)];
  // A cell that is no square has the area of one; floors are side by side.
  const scale = Math.sqrt(countCells({ ...state, floors: '1' }) / (w * h));
  return Math.max(w * Number(state.floors), h) * scale * MAX_STRETCH;
}

/**
 * Cells of so few pixels that a picture of a large maze is one that programs open.
 * @param {State} state
 * @param {number} maxPixels
 */
function limitCellSize(state, maxPixels) {
  const longest = longestSide(state);
  return longest * DEFAULT_CELL_PX > maxPixels ? { cell: Math.max(2, Math.floor(maxPixels / longest)), wall: 1 } : {};
}

/**
 * Larger cells, so that a picture of a small maze is sharp on paper.
 * @param {Graph | null} maze
 */
function enlargeForPaper(maze) {
  if (byId('save-pixels', HTMLInputElement).value.trim() || !maze) return {};
  const longest = Math.max(maze.width, maze.height), cell = Math.min(Math.ceil(MIN_PNG_PX / longest), MAX_CELL_PX);
  if (cell <= DEFAULT_CELL_PX) return {};
  // Around a few cells, which cannot be larger, there is more room.
  return { cell, wall: Math.round(cell / CELL_TO_WALL_RATIO), margin: Math.max(cell, Math.ceil((MIN_PNG_PX - longest * cell) / 2)) };
}

/**
 * The address of the page as it is.
 * @param {State} state
 */
export function pageUrl(state) {
  return new URL(writeAddress(state), location.href).href;
}

/**
 * What to type for the same without the page. An opened maze is a file, which curl sends.
 * @param {State} state
 * @param {OpenedMaze | null} opened
 */
export function curlCommand(state, opened) {
  const solves = usesSolver(state);
  if (opened) {
    const [path, more] = state.mode === 'watch' ? ['solve/steps', solverParameters(state)] : solves ? ['solve', solverParameters(state)] : ['convert', {}];
    return `curl --data-binary @'${opened.name.replaceAll("'", "'\\''")}' '${new URL(path + opened.query(more), location.href)}'`;
  }
  const path = `${solves ? 'solve' : 'maze'}${state.mode === 'watch' ? '/steps' : ''}`;
  const url = new URL(path + mazeQuery(state, solves ? solverParameters(state) : {}), location.href);
  return `curl ${state.mode === 'watch' ? '-N ' : ''}'${url}'`;
}

/** How long, in milliseconds, a button says that something was copied. */
const COPIED_MS = 2000;

/**
 * What a button says otherwise, and when it says so again.
 * @type {Map<HTMLElement, { words: string | null, timer: number }>}
 */
const copiedFrom = new Map();

/**
 * Copies a text, and shows on the button that this was done: the status line may be behind a menu.
 * @param {HTMLElement} button
 * @param {string} text
 * @param {SetStatus} setStatus
 */
export async function copyText(button, text, setStatus) {
  if (!(await writeToClipboard(text))) return setStatus(translate('cannot-copy', { text }));
  const { words, timer } = copiedFrom.get(button) ?? { words: button.textContent, timer: 0 };
  clearTimeout(timer);
  // Nothing beside it moves.
  button.style.minWidth = `${button.offsetWidth}px`;
  button.textContent = translate('copied');
  button.classList.add('copied');
  setStatus(translate('copied-text', { text }));
  copiedFrom.set(button, {
    words,
    timer: setTimeout(() => {
      copiedFrom.delete(button);
      button.classList.remove('copied');
      button.style.minWidth = '';
      button.textContent = words;
    }, COPIED_MS),
  });
}

/** @param {string} text */
async function writeToClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https, as on the server of a school, a page may not use the clipboard, but may copy what is marked in it.
    const area = Object.assign(document.createElement('textarea'), { value: text, readOnly: true, className: 'skip' });
    const before = document.activeElement;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (before instanceof HTMLElement) before.focus();
    return done;
  }
}
