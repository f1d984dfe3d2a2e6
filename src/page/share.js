// What leaves the page: links to copy, files to save.

import { isPlain, mazeQuery, solverOf, write } from './address.js';
import { cellsOf, hasRings } from './shapes.js';

/** Pixels: of a cell, if nothing else is asked for, and along a side of a picture. */
const USUAL_CELL = 16, MOST_PIXELS = 8000;

/** How much wider a drawing may be than squares of the same area would be. */
const WIDER = 1.3;

/** The links that save, for what is shown. A picture has the path and the colours in it that the page shows. */
export function fillSaves(state) {
  const looking = state.mode === 'look';
  const solution = looking && state.solution === 'true';
  const heat = looking && state.heat === 'true' && { heat: 'true', palette: state.palette };
  const drawn = solution ? 'solve' : 'maze';
  const more = solution ? solverOf(state) : {};
  save('svg', state, `${drawn}.svg${mazeQuery(state, { ...more, ...heat })}`);
  save('png', state, `${drawn}.png${mazeQuery(state, { ...more, ...heat, ...smaller(state) })}`);
  document.getElementById('save-text').hidden = !isPlain(state);
  save('text', state, solution ? `solve${mazeQuery(state, { ...more, format: 'ascii' })}` : `maze.txt${mazeQuery(state)}`, 'txt');
  save('json', state, solution ? `solve${mazeQuery(state, { ...more, format: 'json', encoding: 'walls' })}` : `maze.json${mazeQuery(state)}`);
}

/** Cells of so few pixels that a picture of a large maze is one that programs open. */
function smaller(state) {
  const { w, h } = hasRings(state.grid) ? { w: 1, h: 1 } : state;
  // A cell that is no square has the area of one; floors are side by side.
  const scale = Math.sqrt(cellsOf({ ...state, levels: '1' }) / (w * h)), longest = Math.max(w * state.levels, h) * scale * WIDER;
  return longest * USUAL_CELL > MOST_PIXELS ? { cell: Math.max(2, Math.floor(MOST_PIXELS / longest)), wall: 1 } : {};
}

function save(name, state, path, ending = name) {
  const link = document.getElementById(`save-${name}`);
  link.href = path;
  const { algo, grid, w, h, rings, seed } = state, shape = isPlain(state) ? '' : `${grid}-`;
  link.download = `dedale-${algo}-${shape}${hasRings(grid) ? rings : `${w}x${h}`}-${seed}.${ending}`;
}

/** The address of the page as it is. */
export function link(state) {
  return new URL(write(state), location.href).href;
}

/** What to type for the same without the page. */
export function curl(state) {
  const solves = state.mode === 'watch' ? state.what === 'solve' : state.mode === 'look' && state.solution === 'true';
  const path = `${solves ? 'solve' : 'maze'}${state.mode === 'watch' ? '/steps' : ''}`;
  const url = new URL(path + mazeQuery(state, solves ? solverOf(state) : {}), location.href);
  return `curl ${state.mode === 'watch' ? '-N ' : ''}'${url}'`;
}

/** Copies a text, and shows on the button whether it went well. */
export async function copy(button, text, tell) {
  const words = button.dataset.words ??= button.textContent;
  if (await copied(text)) {
    button.textContent = 'Copied';
    tell(`Copied: ${text}`);
  } else {
    tell(`The browser does not let the page copy. This is the text: ${text}`);
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
