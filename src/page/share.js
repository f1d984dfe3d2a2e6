// What leaves the page: links to copy, files to save.

import { canBeText, canBeTiledMap, hasNoTunnels, isFlatGrid, isPlainRectangle, mazeQuery, solverParameters, writeAddress } from './address.js';
import { translate } from './language.js';
import { PICTURE_FORMATS } from './open.js';
import { createChecker, fetchOk, showProblem } from './service.js';
import { countCells, hasRings } from './shapes.js';

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

/**
 * The formats, by what they are for. Each needs a line here. `fits` says which mazes have it, `more` what else is asked for, and `solves`
 * whether the maze is also solved, instead of whenever the page shows the path.
 */
const SAVE_FORMATS = {
  'save-pictures': [
    { format: 'svg', title: 'SVG', what: 'as-drawing', more: (state) => ({ ...colorOptions(state), ...pictureOptions(state, Infinity, ['dark', 'auto']) }) },
    { format: 'png', title: 'PNG', what: 'as-picture', more: (state, maze) => ({ ...colorOptions(state), ...pictureOptions(state, MAX_PICTURE_PX), ...enlargeForPaper(maze) }) },
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

const $ = (id) => document.getElementById(id);

const checkPictureOptions = createChecker($('error-save'), 'save-');

/**
 * The links that save what is shown, in the formats that the service says its grid has. A picture has the path and the colors that the page shows.
 * `drawn` is the maze, once it is there. `opened` is what it was read from, if it was not made here: that is posted.
 */
export function showSaveLinks(state, formats, maze, opened) {
  const [pictures, ...others] = Object.entries(SAVE_FORMATS).map(([name, kinds]) => {
    const links = kinds.filter(({ format, fits }) => formats.includes(format) && (!fits || fits(state))).map((kind) => (opened ? createSaveButton(kind, state, maze, opened) : createSaveLink(kind, state, maze)));
    return links.length ? [createElement('h3', translate(name)), createElement('p', ...links)] : [];
  });
  $('save-pictures').replaceChildren(...pictures);
  $('save-others').replaceChildren(...others.flat());
  $('save-look').hidden = !pictures.length;
  $('error-save').hidden = true;
  // A maze has pictures of some widths, which the service knows.
  checkPictureOptions(!opened && $('save-pixels').value && $('save-png')?.href);
}

/** Links to a maze that there is not would only be answered with what is wrong. */
export function showNoSaveLinks() {
  showSaveLinks({}, []);
  $('save-pictures').replaceChildren(createElement('p', translate('no-maze-to-save')));
}

function createSaveLink({ format, title, what, ending = format, more, solves = showsPath }, state, maze) {
  const path = solves(state) ? 'solve' : 'maze';
  const query = mazeQuery(state, { ...(path === 'solve' && solverParameters(state)), ...more?.(state, maze), format });
  const link = createElement('a', `${title} `, createElement('small', translate(what)));
  return Object.assign(link, {
    id: `save-${format}`,
    href: `${path}${query}`,
    download: `${fileName(state)}.${ending}`,
  });
}

/** What saves an opened maze, which is posted. What is wrong is said above. */
function createSaveButton({ format, title, what, ending = format, more, solves = showsPath }, state, maze, opened) {
  const button = createElement('button', `${title} `, createElement('small', translate(what)));
  // The path is drawn on a picture that was opened, as it is.
  const isPicture = PICTURE_FORMATS.includes(opened.form) && format === 'png', isSolved = isPicture || format === 'gif' || solves(state);
  const parameters = isPicture ? { format } : { ...(isSolved && solverParameters(state)), ...more?.(state, maze), format };
  button.addEventListener('click', async () => {
    $('error-save').hidden = true;
    try {
      const answer = await fetchOk(`${isSolved ? 'solve' : 'convert'}${opened.query(parameters)}`, undefined, opened.body);
      saveBlob(await answer.blob(), `${opened.fileName}.${ending}`);
    } catch (problem) {
      showProblem($('error-save'), problem, 'save-');
      $('error-save').hidden = false;
      $('save-look').open = true;
    }
  });
  return Object.assign(button, { id: `save-${format}`, type: 'button' });
}

/** What a file is called, without its ending. */
export function fileName(state) {
  const { algo, grid, w, h, rings, seed } = state, shape = isPlainRectangle(state) ? '' : `${grid}-`;
  return `dedale-${algo}-${shape}${hasRings(grid) ? rings : `${w}x${h}`}-${seed}`;
}

/** Saves bytes that are there. */
export function saveBlob(blob, name) {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function createElement(name, ...content) {
  const element = document.createElement(name);
  element.append(...content);
  return element;
}

function showsPath(state) {
  return state.mode === 'look' && state.solution === 'true';
}

/** A table of cells has no path. */
function solvesTable(state) {
  return showsPath(state) && !tableEncoding(state);
}

function usesSolver(state) {
  return state.mode === 'watch' ? state.what !== 'build' : showsPath(state);
}

function never() {
  return false;
}

/** What a table has numbers of where there are no blocks: cells, and where those are in no rows of equal length, neighbors. */
export function tableEncoding(state) {
  return !isFlatGrid(state) && { encoding: hasRings(state.grid) ? 'graph' : 'bits' };
}

function isAnimated(state) {
  return countCells(state) <= MAX_ANIMATED_CELLS;
}

function colorOptions({ mode, heat, palette }) {
  return mode === 'look' && heat !== 'none' && { heat, palette };
}

/** How large a picture is, as somebody wants it or so that programs open it, its colors, if they are among these, and its marks. */
function pictureOptions(state, maxPixels, themes = ['dark']) {
  const pixels = $('save-pixels').value.trim(), theme = $('save-theme').value, marks = $('save-marks').value;
  return { ...(pixels ? { pixels } : limitCellSize(state, maxPixels)), ...(themes.includes(theme) && { theme }), ...(marks !== DEFAULT_MARKS && { marks }) };
}

/** Cells of so few pixels that a picture of a large maze is one that programs open. */
function limitCellSize(state, maxPixels) {
  const { w, h } = hasRings(state.grid) ? { w: 1, h: 1 } : state;
  // A cell that is no square has the area of one; floors are side by side.
  const scale = Math.sqrt(countCells({ ...state, floors: '1' }) / (w * h)), longest = Math.max(w * state.floors, h) * scale * MAX_STRETCH;
  return longest * DEFAULT_CELL_PX > maxPixels ? { cell: Math.max(2, Math.floor(maxPixels / longest)), wall: 1 } : {};
}

/** Larger cells, so that a picture of a small maze is sharp on paper. */
function enlargeForPaper(maze) {
  if ($('save-pixels').value.trim() || !maze) return {};
  const longest = Math.max(maze.width, maze.height), cell = Math.min(Math.ceil(MIN_PNG_PX / longest), MAX_CELL_PX);
  if (cell <= DEFAULT_CELL_PX) return {};
  // Around a few cells, which cannot be larger, there is more room.
  return { cell, wall: Math.round(cell / CELL_TO_WALL_RATIO), margin: Math.max(cell, Math.ceil((MIN_PNG_PX - longest * cell) / 2)) };
}

/** The address of the page as it is. */
export function pageUrl(state) {
  return new URL(writeAddress(state), location.href).href;
}

/** What to type for the same without the page. An opened maze is a file, which curl sends. */
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

/** Copies a text, and shows on the button whether it went well. */
export async function copyText(button, text, setStatus) {
  const words = button.dataset.words ??= button.textContent;
  if (await writeToClipboard(text)) {
    button.textContent = translate('copied');
    setStatus(translate('copied-text', { text }));
  } else {
    setStatus(translate('cannot-copy', { text }));
  }
  setTimeout(() => { button.textContent = words; }, 1600);
}

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
    before?.focus();
    return done;
  }
}
