// The shapes to choose from, as little pictures, and the fields that belong to the shape that is chosen.

import { isPlain, isRectangle, isStandard, OF_SOME_GRIDS } from './address.js';
import { hasRings, PICTURES } from './shapes.js';

const SVG = 'http://www.w3.org/2000/svg';

/** The algorithms that go row by row do not run with these. */
const WITHOUT_ROWS = ['mask', 'weave', 'levels'], BY_ROWS = ['binary-tree', 'sidewinder', 'eller'];

const $ = (id) => document.getElementById(id);

export class Chooser {
  #grids = [];

  /** Takes in what the service can do. */
  offer(grids) {
    this.#grids = grids;
    $('grid').replaceChildren(...grids.map(choice));
  }

  grid(name) {
    const wanted = name.toLowerCase().replaceAll('_', '-');
    return this.#grids.find((each) => each.name === wanted || each.aliases.includes(wanted));
  }

  /** Those of the algorithms that run on the grid of a state. */
  running(algorithms, state) {
    const grid = this.grid(state.grid);
    if (!grid) return algorithms;
    const hasRows = WITHOUT_ROWS.every((name) => isStandard(name, state)), plain = isRectangle({ ...state, grid: grid.name });
    return algorithms.filter(({ name, grids }) => {
      // Those that run on no other grid than squares need a plain rectangle of them.
      if (!grid.generators.includes(name) || (grids.length === 1 && !plain)) return false;
      return hasRows || !BY_ROWS.includes(name);
    });
  }

  /** Shows the shape of a state, and the fields that it has. */
  show(state) {
    const grid = this.grid(state.grid), rings = hasRings(state.grid);
    for (const { control } of $('grid').querySelectorAll('label')) control.checked = control.value === grid?.name;
    $('grid-title').textContent = grid?.title ?? '';
    $('grid-description').textContent = grid?.description ?? '';
    $('field-rings').hidden = !rings;
    $('field-size').hidden = rings;
    // Values from the address are shown even if the shape does not have them; their errors are shown below.
    for (const name of OF_SOME_GRIDS) $(`field-${name}`).hidden = !this.#has(grid, name, state) && isStandard(name, state);
    for (const button of document.querySelectorAll('.sizes [data-large]')) button.hidden = !isPlain(state);
    $('w-unit').textContent = $('h-unit').textContent = grid?.address.length > 2 ? ' in pieces' : '';
  }

  #has(grid, name, state) {
    if (name === 'parts') return state.mask !== '';
    if (name === 'levels' && !isStandard('weave', state)) return false;
    if (['symmetry', 'unicursal'].includes(name) && !isPlain(state)) return false;
    if (['rooms', 'sparse'].includes(name) && !isStandard('weave', state)) return false;
    if (name === 'weave' && !isStandard('levels', state)) return false;
    return grid?.parameters.includes(name) ?? false;
  }
}

/** A radio button that is a picture. The browser itself gives it the arrow keys. */
function choice({ name, title }) {
  const label = document.createElement('label'), input = document.createElement('input'), words = document.createElement('span');
  Object.assign(input, { type: 'radio', name: 'grid', value: name, id: `grid-${name}` });
  words.textContent = title;
  label.title = title;
  label.append(input, picture(name), words);
  return label;
}

function picture(name) {
  const svg = document.createElementNS(SVG, 'svg'), path = document.createElementNS(SVG, 'path');
  svg.setAttribute('viewBox', '0 0 32 32');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', PICTURES[name] ?? '');
  svg.append(path);
  return svg;
}
