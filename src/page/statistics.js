// Numbers about a maze, each with words that explain it.

const NAMES = ['Way through', 'Cells visited', 'Difficulty', 'Longest path', 'Dead ends', 'Junctions', 'Loops', 'On the way', 'Straightness'];

/** The rows of the list: what it is called, its value, and what it means. */
export function fill(list, { length, cost, visited, solver, shortest, stats }) {
  const rows = [
    ['Way through', length === null ? 'none found' : `${number(length)} moves`,
      Number.isInteger(cost) ? `from the entrance to the exit, by a cheapest way, which costs ${number(cost)}`
        : shortest ? 'from the entrance to the exit, by a shortest way' : `from the entrance to the exit, as ${solver} goes; there may be a shorter way`],
    ['Cells visited', number(visited), `by ${solver}, of ${number(stats.cells)}`],
    ['Difficulty', stats.difficulty === null ? '–' : decimal(stats.difficulty), difficulty(stats.difficulty)],
    ['Longest path', `${number(stats.longest_path.length)} moves`, 'between the two places farthest from each other'],
    ['Dead ends', `${number(stats.dead_ends)} (${percent(stats.dead_end_share)})`, 'cells with one way in and no other way out'],
    ['Junctions', number(stats.junctions), 'cells where the way parts'],
    ['Loops', number(Math.max(0, stats.passages - stats.cells + 1)), 'a perfect maze has none: there is one way between any two cells'],
    ['On the way', percent(stats.path_share), 'of all cells lie on a shortest way through'],
    ['Straightness', percent(stats.straightness), 'of the corridor cells go straight on; the others are bends'],
  ];
  list.removeAttribute('aria-busy');
  list.replaceChildren(...rows.map(([name, value, words]) => row(name, value, words)));
}

/** Shows that the numbers are being worked out. They keep their places, so that nothing jumps when they come. */
export function wait(list) {
  if (list.children.length !== NAMES.length) list.replaceChildren(...NAMES.map((name) => row(name, '–', '\u00a0')));
  list.setAttribute('aria-busy', 'true');
}

/** Says in the list why there are no numbers. */
export function say(list, words) {
  list.removeAttribute('aria-busy');
  list.replaceChildren(row('None', '', words));
}

function row(name, value, words) {
  const made = document.createElement('div');
  const parts = [['dt', name], ['dd', value], ['dd', words]].filter(([, text]) => text);
  made.append(...parts.map(([tag, text]) => Object.assign(document.createElement(tag), { textContent: text })));
  if (parts.length === 3) made.lastChild.className = 'words';
  return made;
}

function difficulty(bits) {
  if (bits === null) return 'there is no way through';
  if (bits === 0) return 'nothing to decide on the way';
  const odds = 2 ** bits;
  const chance = odds < 1000 ? `once in ${number(Math.round(odds))} tries` : odds < 1e9 ? `once in ${number(Number(odds.toPrecision(2)))} tries` : 'hardly ever';
  return `yes-or-no choices on the way: guessing all of them right happens ${chance}`;
}

function number(value) {
  return value.toLocaleString('en');
}

function decimal(value) {
  return value.toLocaleString('en', { maximumFractionDigits: 1 });
}

function percent(share) {
  return share === null ? '–' : `${(share * 100).toLocaleString('en', { maximumFractionDigits: 0 })} %`;
}
