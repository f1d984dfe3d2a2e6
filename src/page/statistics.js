// Numbers about a maze, each with words that explain it.

import { formatMoves, formatNumber, formatPercent, translate } from './language.js';

const ROW_NAMES = ['stat-solution', 'stat-visited', 'difficulty', 'stat-longest', 'stat-ends', 'stat-junctions', 'stat-loops', 'stat-share', 'straightness'];

/** The rows of the list: what it is called, its value, and what it means. Without `stats`, only what belongs to the solution. */
export function showStatistics(list, { length, cost, visited, solver, shortest, cells, stats }) {
  const lengthMessage = cost != null ? 'stat-solution-cost' : shortest ? 'stat-solution-shortest' : 'stat-solution-other';
  const values = [
    [length === null ? translate('none-found') : formatMoves(length), translate(lengthMessage, { cost, solver })],
    [formatNumber(visited), translate('stat-visited-help', { solver, cells })],
    ...(stats ? mazeRows(stats) : []),
  ];
  list.removeAttribute('aria-busy');
  list.replaceChildren(...values.map(([value, words], i) => createRow(translate(ROW_NAMES[i]), value, words)));
}

/** What does not depend on how it is solved. */
function mazeRows(stats) {
  return [
    [stats.difficulty === null ? '–' : formatNumber(stats.difficulty, { maximumFractionDigits: 1 }), describeDifficulty(stats.difficulty)],
    [formatMoves(stats.longest_path.length), translate('stat-longest-help')],
    [`${formatNumber(stats.dead_ends)} (${formatShare(stats.dead_end_share)})`, translate('stat-ends-help')],
    [formatNumber(stats.junctions), translate('stat-junctions-help')],
    [formatNumber(Math.max(0, stats.passages - stats.cells + 1)), translate('stat-loops-help')],
    [formatShare(stats.path_share), translate('stat-share-help')],
    [formatShare(stats.straightness), translate('stat-straightness-help')],
  ];
}

/** Shows that the numbers are being worked out. They keep their places, so that nothing jumps when they come. */
export function showStatisticsLoading(list) {
  if (list.children.length !== ROW_NAMES.length) list.replaceChildren(...ROW_NAMES.map((name) => createRow(translate(name), '–', '\u00a0')));
  list.setAttribute('aria-busy', 'true');
}

/** Says in the list why there are no numbers. */
export function showNoStatistics(list, words) {
  list.removeAttribute('aria-busy');
  list.replaceChildren(createRow('–', '', words));
}

function createRow(name, value, words) {
  const element = document.createElement('div');
  const parts = [['dt', name], ['dd', value], ['dd', words]].filter(([, text]) => text);
  element.append(...parts.map(([tag, text]) => Object.assign(document.createElement(tag), { textContent: text })));
  if (parts.length === 3) element.lastChild.className = 'words';
  return element;
}

function describeDifficulty(bits) {
  if (bits === null) return translate('difficulty-none');
  if (bits === 0) return translate('difficulty-zero');
  const odds = 2 ** bits;
  return odds < 1e9 ? translate('difficulty-odds', { odds: odds < 1000 ? Math.round(odds) : Number(odds.toPrecision(2)) }) : translate('difficulty-never');
}

function formatShare(part) {
  return part === null ? '–' : formatPercent(part);
}
