// Printing the maze that is shown, from the menu and with the browser's own command.

import { mazeName } from './descriptions.js';
import { byId, isChecked, valueOf } from './dom.js';
import { books, language } from './language.js';
import { loadedSolution, maze, mazeAnswer } from './loading.js';
import { defaultPaper, renderPages, validateTitle } from './paper.js';
import { controls, opened } from './state.js';
import { Worksheet } from './worksheet.js';

/** @import { State } from './types.d.ts' */

/**
 * Makes the menu work, and fills the pages before the browser prints them.
 * @param {() => State} getState
 */
export function addPrinting(getState) {
  const worksheet = new Worksheet(getState), title = byId('print-title', HTMLInputElement);
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
}

function renderMaze() {
  const name = opened?.title ?? (mazeAnswer ? mazeName(mazeAnswer, controls) : ''), path = loadedSolution()?.cells ?? [];
  const solution = maze && isChecked('print-solution') ? [path.length ? path : maze.cheapestPath(maze.from, maze.to)] : [];
  renderPages(byId('pages'), {
    mazes: maze ? [maze] : [],
    paper: valueOf('paper'),
    marks: valueOf('print-marks'),
    name: isChecked('print-name') && books[language].name,
    title: validateTitle(byId('print-title', HTMLInputElement)).title,
    caption: maze && isChecked('print-made') && `Dédale · ${name}`,
    solutions: solution,
  });
}
