// Printing the maze that is shown, from the menu and with the browser's own command.

import { mazeName } from './descriptions.js';
import { byId, isChecked, valueOf } from './dom.js';
import { defaultPaper } from './language.js';
import { loadedSolution, maze, mazeAnswer } from './loading.js';
import { renderPages, validateTitle } from './paper.js';
import { controls, onSheet, opened, setSheet, showMazeOfSheet } from './state.js';
import { Worksheet } from './worksheet.js';

/** @import { State } from './types.d.ts' */

/**
 * Makes the menu work, and fills the pages before the browser prints them. Returns what shows the choices for the sheet with a code.
 * @param {() => State} getState
 */
export function addPrinting(getState) {
  const worksheet = new Worksheet({ getState, setMaze: showMazeOfSheet, setCode: setSheet }), title = byId('print-title', HTMLInputElement);
  const fillPages = () => (worksheet.sheets ? renderPages(byId('pages'), worksheet.sheets) : renderMaze());
  byId('paper', HTMLSelectElement).value = defaultPaper();
  title.addEventListener('input', () => validateTitle(title));
  byId('print').addEventListener('click', () => {
    if (validateTitle(title).isWrong) return title.focus();
    byId('printing').hidePopover();
    return print();
  });
  addEventListener('beforeprint', fillPages);
  matchMedia('print').addEventListener('change', ({ matches }) => matches && fillPages());
  /** @param {string} code */
  const openSheet = (code) => {
    worksheet.restore(code);
    if (!byId('worksheet').matches(':popover-open')) byId('worksheet').showPopover();
  };
  onSheet(openSheet);
  return openSheet;
}

function renderMaze() {
  const name = opened?.title ?? (mazeAnswer ? mazeName(mazeAnswer, controls) : ''), path = loadedSolution()?.cells ?? [];
  const solution = maze && isChecked('print-solution') ? [path.length ? path : maze.cheapestPath(maze.from, maze.to)] : [];
  renderPages(byId('pages'), {
    mazes: maze ? [maze] : [],
    paper: valueOf('paper'),
    marks: valueOf('print-marks'),
    hasNames: isChecked('print-name'),
    title: validateTitle(byId('print-title', HTMLInputElement)).title,
    hidesShapes: Boolean(mazeAnswer?.options?.reveal),
    footer: maze && isChecked('print-made') ? [`Dédale · ${name}`] : [],
    solutions: solution,
  });
}
