// What leaves the page: links to copy, files to save.

import { hasText, isFlat, isMap, isPlain, isUnwoven, mazeQuery, solverOf, write } from './address.js';
import { say } from './language.js';
import { PICTURES } from './open.js';
import { checker, request, showProblem } from './service.js';
import { cellsOf, hasRings } from './shapes.js';

/** Pixels: of a cell, if nothing else is asked for, and of the largest one. */
const USUAL_CELL = 16, LARGEST_CELL = 256;

/** Pixels along a side of a picture: the most, and the fewest of a PNG, which are 17 centimeters of paper with 300 to an inch. */
const MOST_PIXELS = 8000, MOST_OF_GIF = 2500, FEWEST_PIXELS = 2000;

/** The marks of ends that are drawn where nothing is said of them. */
const USUAL_MARKS = 'arrows';

/** How many times thicker than its walls a cell is. */
const CELL_OF_WALLS = 8;

/** The largest maze whose steps the service shows. */
const MOST_OF_STEPS = 65_536;

/** How much wider a drawing may be than squares of the same area would be. */
const WIDER = 1.3;

/**
 * The formats, by what they are for. Each needs a line here. `fits` says which mazes have it, `more` what else is asked for, and `solves`
 * whether the maze is also solved, instead of whenever the page shows the path.
 */
const KINDS = {
  'save-pictures': [
    { format: 'svg', title: 'SVG', what: 'as-drawing', more: (state) => ({ ...colored(state), ...look(state, Infinity, ['dark', 'auto']) }) },
    { format: 'png', title: 'PNG', what: 'as-picture', more: (state, drawn) => ({ ...colored(state), ...look(state, MOST_PIXELS), ...forPaper(drawn) }) },
    { format: 'gif', title: 'GIF', what: 'as-animation', fits: isAnimated, more: (state) => look(state, MOST_OF_GIF), solves: showsSolver },
  ],
  'save-text': [
    { format: 'ascii', title: 'ASCII', what: 'as-signs', ending: 'txt', fits: hasText },
    { format: 'unicode', title: 'Unicode', what: 'as-lines', ending: 'txt', fits: hasText },
    { format: 'blocks', title: 'Blocks', what: 'as-blocks', ending: 'txt', fits: hasText },
    { format: 'ansi', title: 'ANSI', what: 'as-terminal', ending: 'ans', fits: hasText },
    { format: 'squares', title: 'TXT', what: 'as-squares', ending: 'txt', fits: isFlat },
  ],
  'save-programs': [
    { format: 'json', title: 'JSON', what: 'as-data', more: (state) => showsPath(state) && { encoding: 'walls' } },
    { format: 'csv', title: 'CSV', what: 'as-table', more: numbers, solves: showsBlocks },
    { format: 'npy', title: 'NPY', what: 'as-numpy', more: numbers, solves: showsBlocks },
  ],
  'save-tools': [
    { format: 'dxf', title: 'DXF', what: 'as-cutting' },
    { format: 'stl', title: 'STL', what: 'as-print', fits: isUnwoven, solves: never },
    { format: 'tmj', title: 'TMJ', what: 'as-tiled', fits: isMap },
    { format: 'tmx', title: 'TMX', what: 'as-tiled', fits: isMap },
    { format: 'mms', title: 'MMS', what: 'as-robots', ending: 'txt', fits: isFlat, solves: never },
    { format: 'hex', title: 'HEX', what: 'as-robots', ending: 'txt', fits: isFlat },
    { format: 'map', title: 'MAP', what: 'as-path-finding', fits: isFlat, solves: never },
    { format: 'scen', title: 'SCEN', what: 'as-path-finding', fits: isFlat, solves: never },
    { format: 'description', title: 'Braille', what: 'as-words', ending: 'txt', fits: isFlat, solves: never },
    { format: 'tokens', title: 'Tokens', what: 'as-tokens', ending: 'txt', fits: isFlat },
  ],
};

const $ = (id) => document.getElementById(id);

const checkLook = checker($('error-save'), 'save-');

/**
 * The links that save what is shown, in the formats that the service says its grid has. A picture has the path and the colors that the page shows.
 * `drawn` is the maze, once it is there. `opened` is what it was read from, if it was not made here: that is posted.
 */
export function fillSaves(state, formats, drawn, opened) {
  const [pictures, ...others] = Object.entries(KINDS).map(([name, kinds]) => {
    const links = kinds.filter(({ format, fits }) => formats.includes(format) && (!fits || fits(state))).map((kind) => (opened ? buttonFor(kind, state, drawn, opened) : linkTo(kind, state, drawn)));
    return links.length ? [element('h3', say(name)), element('p', ...links)] : [];
  });
  $('save-pictures').replaceChildren(...pictures);
  $('save-others').replaceChildren(...others.flat());
  $('save-look').hidden = !pictures.length;
  $('error-save').hidden = true;
  // A maze has pictures of some widths, which the service knows.
  checkLook(!opened && $('save-pixels').value && $('save-png')?.href);
}

/** Links to a maze that there is not would only be answered with what is wrong. */
export function emptySaves() {
  fillSaves({}, []);
  $('save-pictures').replaceChildren(element('p', say('no-maze-to-save')));
}

function linkTo({ format, title, what, ending = format, more, solves = showsPath }, state, drawn) {
  const path = solves(state) ? 'solve' : 'maze';
  const query = mazeQuery(state, { ...(path === 'solve' && solverOf(state)), ...more?.(state, drawn), format });
  const link = element('a', `${title} `, element('small', say(what)));
  return Object.assign(link, {
    id: `save-${format}`,
    href: `${path}${query}`,
    download: `${fileName(state)}.${ending}`,
  });
}

/** What saves an opened maze, which is posted. What is wrong is said above. */
function buttonFor({ format, title, what, ending = format, more, solves = showsPath }, state, drawn, opened) {
  const button = element('button', `${title} `, element('small', say(what)));
  // The path is drawn on a picture that was opened, as it is.
  const isPicture = PICTURES.includes(opened.form) && format === 'png', isSolved = isPicture || format === 'gif' || solves(state);
  const asked = isPicture ? { format } : { ...(isSolved && solverOf(state)), ...more?.(state, drawn), format };
  button.addEventListener('click', async () => {
    $('error-save').hidden = true;
    try {
      const answer = await request(`${isSolved ? 'solve' : 'convert'}${opened.query(asked)}`, undefined, opened.body);
      save(await answer.blob(), `${opened.fileName}.${ending}`);
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
  const { algo, grid, w, h, rings, seed } = state, shape = isPlain(state) ? '' : `${grid}-`;
  return `dedale-${algo}-${shape}${hasRings(grid) ? rings : `${w}x${h}`}-${seed}`;
}

/** Saves bytes that are there. */
export function save(blob, name) {
  const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: name });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function element(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

function showsPath(state) {
  return state.mode === 'look' && state.solution === 'true';
}

/** A table of cells has no path. */
function showsBlocks(state) {
  return showsPath(state) && !numbers(state);
}

function showsSolver(state) {
  return state.mode === 'watch' ? state.what !== 'build' : showsPath(state);
}

function never() {
  return false;
}

/** What a table has numbers of where there are no blocks: cells, and where those are in no rows of equal length, neighbors. */
export function numbers(state) {
  return !isFlat(state) && { encoding: hasRings(state.grid) ? 'graph' : 'bits' };
}

function isAnimated(state) {
  return cellsOf(state) <= MOST_OF_STEPS;
}

function colored({ mode, heat, palette }) {
  return mode === 'look' && heat !== 'none' && { heat, palette };
}

/** How large a picture is, as somebody wants it or so that programs open it, its colors, if they are among these, and its marks. */
function look(state, most, themes = ['dark']) {
  const pixels = $('save-pixels').value.trim(), theme = $('save-theme').value, marks = $('save-marks').value;
  return { ...(pixels ? { pixels } : smaller(state, most)), ...(themes.includes(theme) && { theme }), ...(marks !== USUAL_MARKS && { marks }) };
}

/** Cells of so few pixels that a picture of a large maze is one that programs open. */
function smaller(state, most) {
  const { w, h } = hasRings(state.grid) ? { w: 1, h: 1 } : state;
  // A cell that is no square has the area of one; floors are side by side.
  const scale = Math.sqrt(cellsOf({ ...state, floors: '1' }) / (w * h)), longest = Math.max(w * state.floors, h) * scale * WIDER;
  return longest * USUAL_CELL > most ? { cell: Math.max(2, Math.floor(most / longest)), wall: 1 } : {};
}

/** Larger cells, so that a picture of a small maze is sharp on paper. */
function forPaper(drawn) {
  if ($('save-pixels').value.trim() || !drawn) return {};
  const longest = Math.max(drawn.width, drawn.height), cell = Math.min(Math.ceil(FEWEST_PIXELS / longest), LARGEST_CELL);
  if (cell <= USUAL_CELL) return {};
  // Around a few cells, which cannot be larger, there is more room.
  return { cell, wall: Math.round(cell / CELL_OF_WALLS), margin: Math.max(cell, Math.ceil((FEWEST_PIXELS - longest * cell) / 2)) };
}

/** The address of the page as it is. */
export function link(state) {
  return new URL(write(state), location.href).href;
}

/** What to type for the same without the page. An opened maze is a file, which curl sends. */
export function curl(state, opened) {
  const solves = showsSolver(state);
  if (opened) {
    const [path, more] = state.mode === 'watch' ? ['solve/steps', solverOf(state)] : solves ? ['solve', solverOf(state)] : ['convert', {}];
    return `curl --data-binary @'${opened.name.replaceAll("'", "'\\''")}' '${new URL(path + opened.query(more), location.href)}'`;
  }
  const path = `${solves ? 'solve' : 'maze'}${state.mode === 'watch' ? '/steps' : ''}`;
  const url = new URL(path + mazeQuery(state, solves ? solverOf(state) : {}), location.href);
  return `curl ${state.mode === 'watch' ? '-N ' : ''}'${url}'`;
}

/** Copies a text, and shows on the button whether it went well. */
export async function copy(button, text, tell) {
  const words = button.dataset.words ??= button.textContent;
  if (await copied(text)) {
    button.textContent = say('copied');
    tell(say('copied-text', { text }));
  } else {
    tell(say('cannot-copy', { text }));
  }
  setTimeout(() => { button.textContent = words; }, 1600);
}

async function copied(text) {
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
