// Numbers about a maze, each with words that explain it.

import { moves, number, percent, say } from './language.js';

const NAMES = ['stat-solution', 'stat-visited', 'difficulty', 'stat-longest', 'stat-ends', 'stat-junctions', 'stat-loops', 'stat-share', 'straightness'];

/** The rows of the list: what it is called, its value, and what it means. Without `stats`, only what belongs to the solution. */
export function fill(list, { length, cost, visited, solver, shortest, cells, stats }) {
  const way = cost != null ? 'stat-solution-cost' : shortest ? 'stat-solution-shortest' : 'stat-solution-other';
  const values = [
    [length === null ? say('none-found') : moves(length), say(way, { cost, solver })],
    [number(visited), say('stat-visited-help', { solver, cells })],
    ...(stats ? ofMaze(stats) : []),
  ];
  list.removeAttribute('aria-busy');
  list.replaceChildren(...values.map(([value, words], i) => row(say(NAMES[i]), value, words)));
}

/** What does not depend on how it is solved. */
function ofMaze(stats) {
  return [
    [stats.difficulty === null ? '–' : number(stats.difficulty, { maximumFractionDigits: 1 }), difficulty(stats.difficulty)],
    [moves(stats.longest_path.length), say('stat-longest-help')],
    [`${number(stats.dead_ends)} (${share(stats.dead_end_share)})`, say('stat-ends-help')],
    [number(stats.junctions), say('stat-junctions-help')],
    [number(Math.max(0, stats.passages - stats.cells + 1)), say('stat-loops-help')],
    [share(stats.path_share), say('stat-share-help')],
    [share(stats.straightness), say('stat-straightness-help')],
  ];
}

/** Shows that the numbers are being worked out. They keep their places, so that nothing jumps when they come. */
export function wait(list) {
  if (list.children.length !== NAMES.length) list.replaceChildren(...NAMES.map((name) => row(say(name), '–', '\u00a0')));
  list.setAttribute('aria-busy', 'true');
}

/** Says in the list why there are no numbers. */
export function explain(list, words) {
  list.removeAttribute('aria-busy');
  list.replaceChildren(row('–', '', words));
}

function row(name, value, words) {
  const made = document.createElement('div');
  const parts = [['dt', name], ['dd', value], ['dd', words]].filter(([, text]) => text);
  made.append(...parts.map(([tag, text]) => Object.assign(document.createElement(tag), { textContent: text })));
  if (parts.length === 3) made.lastChild.className = 'words';
  return made;
}

function difficulty(bits) {
  if (bits === null) return say('difficulty-none');
  if (bits === 0) return say('difficulty-zero');
  const odds = 2 ** bits;
  return odds < 1e9 ? say('difficulty-odds', { odds: odds < 1000 ? Math.round(odds) : Number(odds.toPrecision(2)) }) : say('difficulty-never');
}

function share(part) {
  return part === null ? '–' : percent(part);
}
