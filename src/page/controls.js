// The form: what there is to choose from, what is chosen, and what is wrong with it, beside the field it is about.

import { isStandard, PALETTES } from './address.js';
import { Chooser, isFew } from './chooser.js';
import { Groups } from './groups.js';
import { catalogued, inEnglish, percent, say } from './language.js';
import { meaning } from './words.js';

const FIELDS = [
  'algo', 'straightness', 'pick', 'bias', 'passes', 'w', 'h', 'rings', 'seed', 'floors', 'wrap', 'weave', 'outline', 'parts', 'difficulty', 'length', 'weights',
  'symmetry', 'unicursal', 'rooms', 'room_size', 'sparse', 'braid', 'ends', 'doors', 'exits', 'to', 'max_dead_end', 'items', 'locks', 'word', 'sum', 'solution', 'heat', 'palette', 'solver', 'hand', 'what', 'compare',
];

/** Fields that set what another field sets as well. */
const SETS = { texture: 'algo' };

/** Those that are more than one element; the first is what an error belongs to. */
const COMPOSED = { grid: 'grid', mask: 'mask' };

/** Mixes worth a try, beside the single names that the service tells. */
const MIXES = ['newest:50,random:50', 'newest:80,random:20', 'oldest:50,random:50'];

/** Which mazes are wanted; an address may have a range instead. */
const LEVELS = [['', 'level-any'], ['easy', 'easy'], ['medium', 'medium'], ['hard', 'hard']];

/** What the ground costs; an address may have another range. */
const GROUNDS = [['', 'ground-same'], ['1..9', 'ground-9'], ['1..1000', 'ground-1000'], ['hills', 'ground-hills']];

export class Controls {
  #tables = { algorithms: [], solvers: [] };
  #chooser = new Chooser();
  #groups = new Groups();

  /** `change` is called with a name, a value, and whether somebody is still at it, typing or dragging. */
  constructor(form, change) {
    this.form = form;
    // Fields without a name belong to the mask: `mask.js` makes one value of them.
    // Some are outside of the form, below the maze.
    const set = (target, typing) => target.form === form && target.name && change(SETS[target.name] ?? target.name, valueOf(target), typing);
    document.addEventListener('input', ({ target }) => set(target, isDrawnOut(target)));
    document.addEventListener('change', ({ target }) => set(target, false));
    // The ground and the distances are never shown at a time, so that this is another value of the same name.
    const ground = document.getElementById('ground');
    ground.addEventListener('change', () => change('heat', ground.checked ? 'weights' : 'none', false));
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('keydown', (event) => this.#stepNumber(event, change));
  }

  /** Takes in what the service can do. */
  offer(algorithms, solvers, grids, generator) {
    this.#tables = { algorithms, solvers };
    this.#chooser.offer(algorithms, grids, generator);
    options(this.form.palette, PALETTES.map((name) => [name, name[0].toUpperCase() + name.slice(1)]));
    document.getElementById('picks').replaceChildren(
      ...[...MIXES, ...(algorithms.flatMap((each) => each.options).find((each) => each.name === 'pick')?.values ?? [])]
        .map((value) => new Option('', value)),
    );
  }

  algorithm(name) {
    return this.#tables.algorithms.find((each) => each.name === name || each.aliases.includes(name));
  }

  grid(name) {
    return this.#chooser.grid(name);
  }

  /** Whether an algorithm runs on the grid of a state; one that nobody knows is for the service to judge. */
  runs(name, state) {
    const algorithm = this.algorithm(name);
    return !algorithm || this.#chooser.running([algorithm], state).length > 0;
  }

  get solvers() {
    return this.#tables.solvers;
  }

  solver(name) {
    return this.#tables.solvers.find((each) => each.name === name);
  }

  /** The solvers that find a way on the ground of a state. */
  solving({ weights }) {
    return this.#tables.solvers.filter((each) => !weights || each.weights);
  }

  /** Whether a solver can be chosen in a state; one that nobody knows is for the service to judge. */
  solves(name, state) {
    const solver = this.solver(name);
    return !solver || this.solving(state).includes(solver);
  }

  /** Shows a state in the form. What somebody is typing at this moment is left as it is. */
  show(state) {
    const { form } = this;
    const algorithm = this.algorithm(state.algo), solver = this.solver(state.solver);
    const running = this.#chooser.running(this.#tables.algorithms, state);
    this.#chooser.show(state);
    options(form.algo, running.map((each) => named('algorithms', each)));
    this.#chooser.showTextures(running, algorithm?.name);
    options(form.solver, this.solving(state).map((each) => named('solvers', each)));
    options(form.weights, known(GROUNDS.map(spoken), state.weights));
    this.#compare(state, running);
    shown('field-straightness', algorithm?.options.some((each) => each.name === 'straightness') || state.straightness);
    for (const name of ['braid', 'sparse', 'weave']) text(`${name}-words`, share(state[name]) ?? say('none'));
    text('straightness-words', share(state.straightness) ?? say('any'));
    this.#option('bias', algorithm, state);
    this.#option('hand', solver, state);
    for (const name of ['pick', 'passes']) {
      const option = algorithm?.options.find((each) => each.name === name);
      shown(`field-${name}`, option || state[name]);
      form[name].placeholder = option?.default ?? '';
    }
    options(form.difficulty, known(LEVELS.map(spoken), state.difficulty));
    for (const name of FIELDS) set(form[name], name === 'algo' ? (algorithm?.name ?? state.algo) : state[name] || standardOf(form[name]));
    const about = algorithm && catalogued('algorithms', algorithm), aboutSolver = solver && catalogued('solvers', solver);
    text('description', about?.description);
    text('solver-description', aboutSolver?.description);
    text('algo-words', about?.title);
    text('solver-words', aboutSolver?.title);
    text('rooms-words', Number(state.rooms) || say('none'));
    text('passed-on', say('from-link', { settings: state.passedOn.map((pair) => pair.join('=')).join(', ') }));
    shown('passed-on', state.passedOn.length);
    const watches = state.mode === 'watch', solves = watches && state.what === 'solve';
    this.#groups.show(state, [!isFew(state.grid) && 'group-shape', watches && state.what === 'build' && 'group-maze', solves && 'group-solver']);
    shown('field-to', Number(state.exits) || state.to);
    shown('field-room_size', Number(state.rooms) || !isStandard('room_size', state));
    shown('watch-fields', watches);
    shown('field-compare', watches && state.what !== 'race');
    this.#arrange(watches, solves);
    shown('show-fields', state.mode === 'look');
    shown('group-ground', state.mode !== 'play');
    shown('group-colors', state.mode === 'look' && state.heat !== 'none');
    shown('field-ground', state.mode === 'look' && state.weights);
    document.getElementById('ground').checked = state.heat === 'weights';
    text('heat-words', say(state.weights ? 'show-costs' : 'show-distances'));
    shown('help-weights', state.weights);
    shown('group-solver', state.mode === 'look' || solves);
  }

  /** The options that a choice has of its own, such as `bias`; shown too if the address has one that does not belong. */
  #option(name, chosen, state) {
    const option = chosen?.options.find((each) => each.name === name);
    shown(`field-${name}`, option || state[name]);
    if (option) {
      options(this.form[name], option.values.map((value) => [value, meaning(value)]));
      this.form[name].dataset.standard = option.default;
    }
  }

  /** Puts next to each other what is compared: two algorithms, or two solvers. When one watches, they come first. */
  #arrange(watches, solves) {
    const after = (id, place) => {
      const moved = document.getElementById(id), before = document.getElementById(place);
      if (before.nextElementSibling !== moved) before.after(moved);
    };
    after('group-maze', watches && !solves ? 'watch-fields' : 'size-fields');
    after('group-solver', solves ? 'watch-fields' : 'group-colors');
    after('field-compare', solves ? 'field-solver' : 'field-algo');
  }

  #compare(state, running) {
    const solving = state.what === 'solve';
    const table = solving ? this.solving(state) : running;
    options(this.form.compare, [['', say(solving ? 'no-other-solver' : 'no-other-algorithm')], ...table.map((each) => named(solving ? 'solvers' : 'algorithms', each))]);
  }

  /** Shows what is wrong, and returns what has no field in sight to be shown beside. */
  complain(faults) {
    const names = [...FIELDS, ...Object.keys(COMPOSED)], fieldOf = (name) => document.getElementById(COMPOSED[name]) ?? this.form[name];
    for (const name of names) {
      const about = faults.filter((fault) => fault.parameter === name), words = about.map(sentence).join(' ');
      const place = document.getElementById(`error-${name}`);
      if (about.some(({ isTheirs }) => isTheirs)) inEnglish(place, words);
      else place.textContent = words;
      place.hidden = !about.length;
      if (about.length) this.#groups.reveal(place);
      mark(fieldOf(name), place.id, about.length > 0);
    }
    return faults.filter(({ parameter }) => !names.includes(parameter) || !fieldOf(parameter).checkVisibility());
  }

  /** Up and down count in the fields for numbers, as they do where the browser itself knows that it is one. */
  #stepNumber(event, change) {
    const { target, key } = event;
    if (!('steps' in target.dataset) || !['ArrowUp', 'ArrowDown'].includes(key) || !/^\d+$/.test(target.value)) return;
    event.preventDefault();
    target.value = Math.max(1, Number(target.value) + (key === 'ArrowUp' ? 1 : -1));
    change(target.name, target.value, true);
  }
}

function valueOf(field) {
  if (field.type !== 'checkbox') return field.value.trim();
  return field.checked ? onOf(field) : (field.dataset.off ?? 'false');
}

/** The value of a check box that is checked. */
function onOf(field) {
  return field.getAttribute('value') ?? 'true';
}

function isDrawnOut(field) {
  return field.type === 'text' || field.type === 'range';
}

/** A share in percent; `null` if it is 0. */
function share(part) {
  return Number(part) ? percent(Number(part)) : null;
}

function named(kind, about) {
  return [about.name, catalogued(kind, about).title];
}

/** A value, and the words that the page has for it. */
function spoken([value, key]) {
  return [value, say(key)];
}

/** These values and their words, and the one that there is if it is another. */
function known(pairs, value) {
  return pairs.some(([each]) => each === value) ? pairs : [...pairs, [value, value]];
}

function standardOf(field) {
  return field.dataset.standard ?? '';
}

function options(select, pairs) {
  const wanted = pairs.map(([value, words]) => `${value} ${words}`).join('\n');
  if (select.dataset.offered === wanted) return;
  select.dataset.offered = wanted;
  select.replaceChildren(...pairs.map(([value, words]) => new Option(words, value)));
}

function set(field, value) {
  if (field.type === 'checkbox') {
    field.checked = value === onOf(field);
    return;
  }
  // Values from the address are shown even if they do not exist; their errors are shown below.
  if (field.tagName === 'SELECT') {
    field.querySelector('[data-unknown]')?.remove();
    if (![...field.options].some((option) => option.value === value)) {
      const unknown = new Option(say('not-available', { name: value }), value);
      unknown.dataset.unknown = '';
      field.add(unknown);
    }
  }
  if (field.value !== value && !(document.activeElement === field && field.value.trim() === value)) field.value = value;
}

function mark(field, id, wrong) {
  if (wrong) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
  const others = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((each) => each && each !== id);
  const all = wrong ? [...others, id] : others;
  if (all.length) field.setAttribute('aria-describedby', all.join(' '));
  else field.removeAttribute('aria-describedby');
}

/** A fault in a sentence. The service writes its details without a capital and a full stop. */
function sentence({ detail }) {
  const words = detail[0].toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

function text(id, words) {
  document.getElementById(id).textContent = words ?? '';
}

function shown(id, yes) {
  document.getElementById(id).hidden = !yes;
}
