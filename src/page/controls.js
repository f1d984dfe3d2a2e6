// The form: what there is to choose from, what is chosen, and what is wrong with it, beside the field it is about.

import { isDefault, PALETTES } from './address.js';
import { describeValue } from './descriptions.js';
import { byId } from './dom.js';
import { catalogEntry, formatPercent, setEnglishText, translate } from './language.js';
import { isMainGrid, PictureChooser } from './picture-chooser.js';

/** @import { AlgorithmInfo, CatalogEntry, CatalogKind, Fault, GridInfo, Setting, SolverInfo, State } from './types.d.ts' */

/**
 * Settings that are shares, and below the options of an algorithm that are typed.
 * @type {Setting[]}
 */
const SHARES = ['braid', 'sparse', 'weave'];
/** @type {Setting[]} */
const TYPED_OPTIONS = ['pick', 'passes'];

/** @type {Setting[]} */
const FIELD_NAMES = [
  'algo', 'straightness', 'pick', 'bias', 'passes', 'w', 'h', 'rings', 'seed', 'floors', 'wrap', 'weave', 'outline', 'parts', 'difficulty', 'length', 'weights',
  'symmetry', 'unicursal', 'rooms', 'room_size', 'sparse', 'braid', 'ends', 'doors', 'exits', 'to', 'max_dead_end', 'items', 'locks', 'word', 'sum', 'solution', 'heat', 'palette', 'solver', 'hand', 'what', 'compare',
];

/**
 * Fields that set what another field sets as well.
 * @type {Record<string, string>}
 */
const FIELD_ALIASES = { texture: 'algo' };

/** Those that are more than one element: an error belongs to the one with this id. */
const COMPOSITE_FIELD_IDS = ['grid', 'mask'];

/** Mixes worth a try, beside the single names that the service tells. */
const PICK_SUGGESTIONS = ['newest:50,random:50', 'newest:80,random:20', 'oldest:50,random:50'];

/**
 * Which mazes are wanted; an address may have a range instead.
 * @type {Pair[]}
 */
const DIFFICULTY_OPTIONS = [['', 'level-any'], ['easy', 'easy'], ['medium', 'medium'], ['hard', 'hard']];

/**
 * What the ground costs; an address may have another range.
 * @type {Pair[]}
 */
const WEIGHTS_OPTIONS = [['', 'ground-same'], ['1..9', 'ground-9'], ['1..1000', 'ground-1000'], ['hills', 'ground-hills']];

/** Where the session remembers which groups somebody has opened and closed. */
const OPEN_GROUPS_KEY = 'groups';

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */
/** @typedef {[value: string, words: string]} Pair */

export class Controls {
  /** @type {{ algorithms: AlgorithmInfo[], solvers: SolverInfo[] }} */
  #catalog = { algorithms: [], solvers: [] };
  #chooser = new PictureChooser();
  #groups = new FieldGroups();

  /**
   * `change` is called with a name, a value, and whether somebody is still at it, typing or dragging.
   * @param {HTMLFormElement} form
   * @param {(name: string, value: string, typing: boolean) => void} change
   */
  constructor(form, change) {
    this.form = form;
    // Fields without a name belong to the mask: `mask.js` makes one value of them.
    // Some are outside of the form, below the maze.
    /** @param {Event} event */
    const onChange = ({ type, target }) => {
      if (!isField(target) || target.form !== form || !target.name) return;
      change(FIELD_ALIASES[target.name] ?? target.name, fieldValue(target), type === 'input' && changesContinuously(target));
    };
    document.addEventListener('input', onChange);
    document.addEventListener('change', onChange);
    // The ground and the distances are never shown at a time, so that this is another value of the same name.
    const ground = byId('ground', HTMLInputElement);
    ground.addEventListener('change', () => change('heat', ground.checked ? 'weights' : 'none', false));
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('keydown', (event) => this.#stepNumber(event, change));
  }

  /**
   * Takes in what the service can do.
   * @param {AlgorithmInfo[]} algorithms
   * @param {SolverInfo[]} solvers
   * @param {GridInfo[]} grids
   * @param {string} generator
   */
  offer(algorithms, solvers, grids, generator) {
    this.#catalog = { algorithms, solvers };
    this.#chooser.offer(algorithms, grids, generator);
    setOptions(this.form.palette, PALETTES.map((name) => [name, name[0].toUpperCase() + name.slice(1)]));
    byId('picks').replaceChildren(
      ...[...PICK_SUGGESTIONS, ...(algorithms.flatMap((each) => each.options).find((each) => each.name === 'pick')?.values ?? [])]
        .map((value) => new Option('', value)),
    );
  }

  /** Leaves groups of settings closed until somebody opens them. */
  foldGroups() {
    this.#groups.fold();
  }

  /** @param {string} name */
  algorithm(name) {
    return this.#catalog.algorithms.find((each) => each.name === name || each.aliases.includes(name));
  }

  /** @param {string} name */
  grid(name) {
    return this.#chooser.grid(name);
  }

  /**
   * Whether an algorithm runs on the grid of a state; one that nobody knows is for the service to judge.
   * @param {string} name
   * @param {State} state
   */
  runs(name, state) {
    const algorithm = this.algorithm(name);
    return !algorithm || this.#chooser.running([algorithm], state).length > 0;
  }

  get solvers() {
    return this.#catalog.solvers;
  }

  /** @param {string} name */
  solver(name) {
    return this.#catalog.solvers.find((each) => each.name === name);
  }

  /**
   * The solvers that find a way on the ground of a state.
   * @param {{ weights: string }} state
   */
  solving({ weights }) {
    return this.#catalog.solvers.filter((each) => !weights || each.weights);
  }

  /**
   * Whether a solver can be chosen in a state; one that nobody knows is for the service to judge.
   * @param {string} name
   * @param {State} state
   */
  solves(name, state) {
    const solver = this.solver(name);
    return !solver || this.solving(state).includes(solver);
  }

  /**
   * Shows a state in the form. What somebody is typing at this moment is left as it is.
   * @param {State} state
   */
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
    for (const name of SHARES) setText(`${name}-words`, formatNonzeroShare(state[name]) ?? translate('none'));
    setText('straightness-words', formatNonzeroShare(state.straightness) ?? translate('any'));
    this.#showOwnOption('bias', algorithm, state);
    this.#showOwnOption('hand', solver, state);
    for (const name of TYPED_OPTIONS) {
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
    byId('ground', HTMLInputElement).checked = state.heat === 'weights';
    setText('heat-words', translate(state.weights ? 'show-costs' : 'show-distances'));
    setShown('help-weights', state.weights);
    setShown('group-solver', state.mode === 'look' || solves);
  }

  /**
   * The options that a choice has of its own, such as `bias`; shown too if the address has one that does not belong.
   * @param {'bias' | 'hand'} name
   * @param {AlgorithmInfo | SolverInfo | undefined} chosen
   * @param {State} state
   */
  #showOwnOption(name, chosen, state) {
    const option = chosen?.options.find((each) => each.name === name);
    setShown(`field-${name}`, option || state[name]);
    if (option) {
      setOptions(this.form[name], option.values.map((value) => [value, describeValue(value)]));
      this.form[name].dataset.standard = option.default;
    }
  }

  /**
   * Puts next to each other what is compared: two algorithms, or two solvers. When one watches, they come first.
   * @param {boolean} watches
   * @param {boolean} solves
   */
  #arrangeFields(watches, solves) {
    /**
     * @param {string} id
     * @param {string} place
     */
    const after = (id, place) => {
      const moved = byId(id), before = byId(place);
      if (before.nextElementSibling !== moved) before.after(moved);
    };
    after('group-maze', watches && !solves ? 'watch-fields' : 'size-fields');
    after('group-solver', solves ? 'watch-fields' : 'group-colors');
    after('field-compare', solves ? 'field-solver' : 'field-algo');
  }

  /**
   * @param {State} state
   * @param {AlgorithmInfo[]} running
   */
  #showCompareOptions(state, running) {
    const solving = state.what === 'solve';
    const table = solving ? this.solving(state) : running;
    setOptions(this.form.compare, [['', translate(solving ? 'no-other-solver' : 'no-other-algorithm')], ...table.map((each) => catalogOption(solving ? 'solvers' : 'algorithms', each))]);
  }

  /**
   * Shows what is wrong, and returns what has no field in sight to be shown beside.
   * @param {Fault[]} faults
   */
  complain(faults) {
    const names = [...FIELD_NAMES, ...COMPOSITE_FIELD_IDS];
    /** @param {string} name */
    const fieldOf = (name) => (COMPOSITE_FIELD_IDS.includes(name) ? byId(name) : this.form[name]);
    for (const name of names) {
      const about = faults.filter((fault) => fault.parameter === name), words = about.map(faultSentence).join(' ');
      const place = byId(`error-${name}`);
      if (about.some(({ isTheirs }) => isTheirs)) setEnglishText(place, words);
      else place.textContent = words;
      place.hidden = !about.length;
      if (about.length) this.#groups.reveal(place);
      setInvalid(fieldOf(name), place.id, about.length > 0);
    }
    return faults.filter(({ parameter }) => !names.includes(parameter) || !fieldOf(parameter).checkVisibility());
  }

  /**
   * Up and down count in the fields for numbers, as they do where the browser itself knows that it is one.
   * @param {KeyboardEvent} event
   * @param {(name: string, value: string, typing: boolean) => void} change
   */
  #stepNumber(event, change) {
    const { target, key } = event;
    if (!(target instanceof HTMLInputElement) || !('steps' in target.dataset) || !['ArrowUp', 'ArrowDown'].includes(key) || !/^\d+$/.test(target.value)) return;
    event.preventDefault();
    target.value = String(Math.max(1, Number(target.value) + (key === 'ArrowUp' ? 1 : -1)));
    change(target.name, target.value, true);
  }
}

/**
 * @param {unknown} target
 * @returns {target is Field}
 */
function isField(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** @param {Field} field */
function fieldValue(field) {
  if (!(field instanceof HTMLInputElement) || field.type !== 'checkbox') return field.value.trim();
  return field.checked ? checkedValue(field) : (field.dataset.off ?? 'false');
}

/**
 * The value of a check box that is checked.
 * @param {Field} field
 */
function checkedValue(field) {
  return field.getAttribute('value') ?? 'true';
}

/** @param {Field} field */
function changesContinuously(field) {
  return field.type === 'text' || field.type === 'range';
}

/**
 * A share in percent; `null` if it is 0.
 * @param {string} part
 */
function formatNonzeroShare(part) {
  return Number(part) ? formatPercent(Number(part)) : null;
}

/**
 * @param {CatalogKind} kind
 * @param {CatalogEntry} about
 * @returns {Pair}
 */
function catalogOption(kind, about) {
  return [about.name, catalogEntry(kind, about).title];
}

/**
 * A value, and the words that the page has for it.
 * @param {Pair} pair
 * @returns {Pair}
 */
function translatedOption([value, key]) {
  return [value, translate(key)];
}

/**
 * These values and their words, and the one that there is if it is another.
 * @param {Pair[]} pairs
 * @param {string} value
 * @returns {Pair[]}
 */
function withUnknownOption(pairs, value) {
  return pairs.some(([each]) => each === value) ? pairs : [...pairs, [value, value]];
}

/** @param {Field} field */
function defaultValue(field) {
  return field.dataset.standard ?? '';
}

/**
 * @param {HTMLSelectElement} select
 * @param {Pair[]} pairs
 */
function setOptions(select, pairs) {
  const offered = pairs.map(([value, words]) => `${value} ${words}`).join('\n');
  if (select.dataset.offered === offered) return;
  select.dataset.offered = offered;
  select.replaceChildren(...pairs.map(([value, words]) => new Option(words, value)));
}

/**
 * @param {Field} field
 * @param {string} value
 */
function setField(field, value) {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') {
    field.checked = value === checkedValue(field);
    return;
  }
  // Values from the address are shown even if they do not exist; their errors are shown below.
  if (field instanceof HTMLSelectElement) {
    field.querySelector('[data-unknown]')?.remove();
    if (![...field.options].some((option) => option.value === value)) {
      const unknown = new Option(translate('not-available', { name: value }), value);
      unknown.dataset.unknown = '';
      field.add(unknown);
    }
  }
  if (field.value !== value && !(document.activeElement === field && field.value.trim() === value)) field.value = value;
}

/**
 * @param {HTMLElement} field
 * @param {string} id
 * @param {boolean} isInvalid
 */
function setInvalid(field, id, isInvalid) {
  if (isInvalid) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
  const others = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((each) => each && each !== id);
  const all = isInvalid ? [...others, id] : others;
  if (all.length) field.setAttribute('aria-describedby', all.join(' '));
  else field.removeAttribute('aria-describedby');
}

/**
 * A fault in a sentence. The service writes its details without a capital and a full stop.
 * @param {Fault} fault
 */
function faultSentence({ detail }) {
  const words = detail[0].toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(words) ? words : `${words}.`;
}

/**
 * @param {string} id
 * @param {string | number} [words]
 */
function setText(id, words) {
  byId(id).textContent = String(words ?? '');
}

/**
 * @param {string} id
 * @param {unknown} isShown
 */
function setShown(id, isShown) {
  byId(id).hidden = !isShown;
}

/** Groups of fields that fold, so that a child sees few of them and an expert all. */
class FieldGroups {
  #groups = [...document.querySelectorAll('details')].filter(({ dataset }) => dataset.fields);
  /** @type {Record<string, boolean>} */
  #openByUser = {};

  constructor() {
    // A browser may keep nothing for the page.
    try {
      this.#openByUser = JSON.parse(sessionStorage.getItem(OPEN_GROUPS_KEY) ?? '{}') ?? {};
    } catch { /* Nothing is remembered. */ }
    for (const group of this.#groups) {
      // Before the click is done: it opens what is closed now.
      group.querySelector('summary')?.addEventListener('click', () => this.#rememberChoice(group.id, !group.open));
    }
  }

  /**
   * @param {string} name
   * @param {boolean} isOpen
   */
  #rememberChoice(name, isOpen) {
    this.#openByUser[name] = isOpen;
    try {
      sessionStorage.setItem(OPEN_GROUPS_KEY, JSON.stringify(this.#openByUser));
    } catch { /* As above. */ }
  }

  /**
   * Opens what is not as it is by default, and what is named, unless somebody has closed it. Nothing closes by itself.
   * @param {State} state
   * @param {(string | false)[]} named
   */
  show(state, named) {
    for (const group of this.#groups) {
      const isSaid = named.includes(group.id) || settingsOf(group).some((name) => !isDefault(name, state));
      group.open = this.#openByUser[group.id] ?? (group.open || isSaid);
    }
  }

  /** Leaves closed what nobody has opened, whatever is in it. */
  fold() {
    for (const { id } of this.#groups) this.#openByUser[id] ??= false;
  }

  /**
   * Opens the groups that a field is in.
   * @param {Element} field
   */
  reveal(field) {
    for (let group = field.closest('details'); group; group = group.parentElement?.closest('details') ?? null) group.open = true;
  }
}

/**
 * The settings that have their fields in a group.
 * @param {HTMLDetailsElement} group
 */
function settingsOf({ dataset: { fields = '' } }) {
  return /** @type {Setting[]} */ (fields.split(' '));
}
