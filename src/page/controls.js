// The form: what there is to choose from, what is chosen, and what is wrong with it, beside the field it is about.

import { isDefault, PALETTES } from './address.js';
import { describeValue } from './descriptions.js';
import { FieldGroups } from './groups.js';
import { catalogEntry, formatPercent, setEnglishText, translate } from './language.js';
import { isMainGrid, PictureChooser } from './picture-chooser.js';

const FIELD_NAMES = [
  'algo', 'straightness', 'pick', 'bias', 'passes', 'w', 'h', 'rings', 'seed', 'floors', 'wrap', 'weave', 'outline', 'parts', 'difficulty', 'length', 'weights',
  'symmetry', 'unicursal', 'rooms', 'room_size', 'sparse', 'braid', 'ends', 'doors', 'exits', 'to', 'max_dead_end', 'items', 'locks', 'word', 'sum', 'solution', 'heat', 'palette', 'solver', 'hand', 'what', 'compare',
];

/** Fields that set what another field sets as well. */
const FIELD_ALIASES = { texture: 'algo' };

/** Those that are more than one element; the first is what an error belongs to. */
const COMPOSITE_FIELD_IDS = { grid: 'grid', mask: 'mask' };

/** Mixes worth a try, beside the single names that the service tells. */
const PICK_SUGGESTIONS = ['newest:50,random:50', 'newest:80,random:20', 'oldest:50,random:50'];

/** Which mazes are wanted; an address may have a range instead. */
const DIFFICULTY_OPTIONS = [['', 'level-any'], ['easy', 'easy'], ['medium', 'medium'], ['hard', 'hard']];

/** What the ground costs; an address may have another range. */
const WEIGHTS_OPTIONS = [['', 'ground-same'], ['1..9', 'ground-9'], ['1..1000', 'ground-1000'], ['hills', 'ground-hills']];

export class Controls {
  #catalog = { algorithms: [], solvers: [] };
  #chooser = new PictureChooser();
  #groups = new FieldGroups();

  /** `change` is called with a name, a value, and whether somebody is still at it, typing or dragging. */
  constructor(form, change) {
    this.form = form;
    // Fields without a name belong to the mask: `mask.js` makes one value of them.
    // Some are outside of the form, below the maze.
    const set = (target, typing) => target.form === form && target.name && change(FIELD_ALIASES[target.name] ?? target.name, fieldValue(target), typing);
    document.addEventListener('input', ({ target }) => set(target, changesContinuously(target)));
    document.addEventListener('change', ({ target }) => set(target, false));
    // The ground and the distances are never shown at a time, so that this is another value of the same name.
    const ground = document.getElementById('ground');
    ground.addEventListener('change', () => change('heat', ground.checked ? 'weights' : 'none', false));
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('keydown', (event) => this.#stepNumber(event, change));
  }

  /** Takes in what the service can do. */
  offer(algorithms, solvers, grids, generator) {
    this.#catalog = { algorithms, solvers };
    this.#chooser.offer(algorithms, grids, generator);
    setOptions(this.form.palette, PALETTES.map((name) => [name, name[0].toUpperCase() + name.slice(1)]));
    document.getElementById('picks').replaceChildren(
      ...[...PICK_SUGGESTIONS, ...(algorithms.flatMap((each) => each.options).find((each) => each.name === 'pick')?.values ?? [])]
        .map((value) => new Option('', value)),
    );
  }

  algorithm(name) {
    return this.#catalog.algorithms.find((each) => each.name === name || each.aliases.includes(name));
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
    return this.#catalog.solvers;
  }

  solver(name) {
    return this.#catalog.solvers.find((each) => each.name === name);
  }

  /** The solvers that find a way on the ground of a state. */
  solving({ weights }) {
    return this.#catalog.solvers.filter((each) => !weights || each.weights);
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
    const running = this.#chooser.running(this.#catalog.algorithms, state);
    this.#chooser.show(state);
    setOptions(form.algo, running.map((each) => catalogOption('algorithms', each)));
    this.#chooser.showTextures(running, algorithm?.name);
    setOptions(form.solver, this.solving(state).map((each) => catalogOption('solvers', each)));
    setOptions(form.weights, withUnknownOption(WEIGHTS_OPTIONS.map(translatedOption), state.weights));
    this.#showCompareOptions(state, running);
    setShown('field-straightness', algorithm?.options.some((each) => each.name === 'straightness') || state.straightness);
    for (const name of ['braid', 'sparse', 'weave']) setText(`${name}-words`, formatNonzeroShare(state[name]) ?? translate('none'));
    setText('straightness-words', formatNonzeroShare(state.straightness) ?? translate('any'));
    this.#showOwnOption('bias', algorithm, state);
    this.#showOwnOption('hand', solver, state);
    for (const name of ['pick', 'passes']) {
      const option = algorithm?.options.find((each) => each.name === name);
      setShown(`field-${name}`, option || state[name]);
      form[name].placeholder = option?.default ?? '';
    }
    setOptions(form.difficulty, withUnknownOption(DIFFICULTY_OPTIONS.map(translatedOption), state.difficulty));
    for (const name of FIELD_NAMES) setField(form[name], name === 'algo' ? (algorithm?.name ?? state.algo) : state[name] || defaultValue(form[name]));
    const about = algorithm && catalogEntry('algorithms', algorithm), aboutSolver = solver && catalogEntry('solvers', solver);
    setText('description', about?.description);
    setText('solver-description', aboutSolver?.description);
    setText('algo-words', about?.title);
    setText('solver-words', aboutSolver?.title);
    setText('rooms-words', Number(state.rooms) || translate('none'));
    setText('passed-on', translate('from-link', { settings: state.passedThrough.map((pair) => pair.join('=')).join(', ') }));
    setShown('passed-on', state.passedThrough.length);
    const watches = state.mode === 'watch', solves = watches && state.what === 'solve';
    this.#groups.show(state, [!isMainGrid(state.grid) && 'group-shape', watches && state.what === 'build' && 'group-maze', solves && 'group-solver']);
    setShown('field-to', Number(state.exits) || state.to);
    setShown('field-room_size', Number(state.rooms) || !isDefault('room_size', state));
    setShown('watch-fields', watches);
    setShown('field-compare', watches && state.what !== 'race');
    this.#arrangeFields(watches, solves);
    setShown('show-fields', state.mode === 'look');
    setShown('group-ground', state.mode !== 'play');
    setShown('group-colors', state.mode === 'look' && state.heat !== 'none');
    setShown('field-ground', state.mode === 'look' && state.weights);
    document.getElementById('ground').checked = state.heat === 'weights';
    setText('heat-words', translate(state.weights ? 'show-costs' : 'show-distances'));
    setShown('help-weights', state.weights);
    setShown('group-solver', state.mode === 'look' || solves);
  }

  /** The options that a choice has of its own, such as `bias`; shown too if the address has one that does not belong. */
  #showOwnOption(name, chosen, state) {
    const option = chosen?.options.find((each) => each.name === name);
    setShown(`field-${name}`, option || state[name]);
    if (option) {
      setOptions(this.form[name], option.values.map((value) => [value, describeValue(value)]));
      this.form[name].dataset.standard = option.default;
    }
  }

  /** Puts next to each other what is compared: two algorithms, or two solvers. When one watches, they come first. */
  #arrangeFields(watches, solves) {
    const after = (id, place) => {
      const moved = document.getElementById(id), before = document.getElementById(place);
      if (before.nextElementSibling !== moved) before.after(moved);
    };
    after('group-maze', watches && !solves ? 'watch-fields' : 'size-fields');
    after('group-solver', solves ? 'watch-fields' : 'group-colors');
    after('field-compare', solves ? 'field-solver' : 'field-algo');
  }

  #showCompareOptions(state, running) {
    const solving = state.what === 'solve';
    const table = solving ? this.solving(state) : running;
    setOptions(this.form.compare, [['', translate(solving ? 'no-other-solver' : 'no-other-algorithm')], ...table.map((each) => catalogOption(solving ? 'solvers' : 'algorithms', each))]);
  }

  /** Shows what is wrong, and returns what has no field in sight to be shown beside. */
  complain(faults) {
    const names = [...FIELD_NAMES, ...Object.keys(COMPOSITE_FIELD_IDS)], fieldOf = (name) => document.getElementById(COMPOSITE_FIELD_IDS[name]) ?? this.form[name];
    for (const name of names) {
      const about = faults.filter((fault) => fault.parameter === name), words = about.map(faultSentence).join(' ');
      const place = document.getElementById(`error-${name}`);
      if (about.some(({ isTheirs }) => isTheirs)) setEnglishText(place, words);
      else place.textContent = words;
      place.hidden = !about.length;
      if (about.length) this.#groups.reveal(place);
      setInvalid(fieldOf(name), place.id, about.length > 0);
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

function fieldValue(field) {
  if (field.type !== 'checkbox') return field.value.trim();
  return field.checked ? checkedValue(field) : (field.dataset.off ?? 'false');
}

/** The value of a check box that is checked. */
function checkedValue(field) {
  return field.getAttribute('value') ?? 'true';
}

function changesContinuously(field) {
  return field.type === 'text' || field.type === 'range';
}

/** A share in percent; `null` if it is 0. */
function formatNonzeroShare(part) {
  return Number(part) ? formatPercent(Number(part)) : null;
}

function catalogOption(kind, about) {
  return [about.name, catalogEntry(kind, about).title];
}

/** A value, and the words that the page has for it. */
function translatedOption([value, key]) {
  return [value, translate(key)];
}

/** These values and their words, and the one that there is if it is another. */
function withUnknownOption(pairs, value) {
  return pairs.some(([each]) => each === value) ? pairs : [...pairs, [value, value]];
}

function defaultValue(field) {
  return field.dataset.standard ?? '';
}

function setOptions(select, pairs) {
  const offered = pairs.map(([value, words]) => `${value} ${words}`).join('\n');
  if (select.dataset.offered === offered) return;
  select.dataset.offered = offered;
  select.replaceChildren(...pairs.map(([value, words]) => new Option(words, value)));
}

function setField(field, value) {
  if (field.type === 'checkbox') {
    field.checked = value === checkedValue(field);
    return;
  }
  // Values from the address are shown even if they do not exist; their errors are shown below.
  if (field.tagName === 'SELECT') {
    field.querySelector('[data-unknown]')?.remove();
    if (![...field.options].some((option) => option.value === value)) {
      const unknown = new Option(translate('not-available', { name: value }), value);
      unknown.dataset.unknown = '';
      field.add(unknown);
    }
  }
  if (field.value !== value && !(document.activeElement === field && field.value.trim() === value)) field.value = value;
}

function setInvalid(field, id, isInvalid) {
  if (isInvalid) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
  const others = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((each) => each && each !== id);
  const all = isInvalid ? [...others, id] : others;
  if (all.length) field.setAttribute('aria-describedby', all.join(' '));
  else field.removeAttribute('aria-describedby');
}

/** A fault in a sentence. The service writes its details without a capital and a full stop. */
function faultSentence({ detail }) {
  const words = detail[0].toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

function setText(id, words) {
  document.getElementById(id).textContent = words ?? '';
}

function setShown(id, isShown) {
  document.getElementById(id).hidden = !isShown;
}
