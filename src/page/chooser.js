// The shapes and the algorithms to choose from, as little pictures, and the fields that belong to the shape that is chosen.

import { isPlain, isRectangle, isStandard, OF_SOME_GRIDS } from './address.js';
import { catalogued } from './language.js';
import { hasRings, PICTURES } from './shapes.js';

const SVG = 'http://www.w3.org/2000/svg';

/** The algorithms that go row by row do not run with these. */
const WITHOUT_ROWS = ['mask', 'weave', 'floors'], BY_ROWS = ['binary-tree', 'sidewinder', 'eller'];

/** The shapes that come first. */
const FEW = ['square', 'hex', 'triangle', 'polar'];

/** Whether a shape is one of the first. One that nobody knows is none. */
export function isFew(grid) {
  return FEW.includes(grid) || hasRings(grid);
}

const $ = (id) => document.getElementById(id);

export class Chooser {
  #grids = [];

  /** Takes in what the service can do. `generator` is the version of its generator. */
  offer(algorithms, grids, generator) {
    this.#grids = grids;
    const shapes = (wanted) => grids.filter(({ name }) => FEW.includes(name) === wanted).map((each) => choice('grid', each, catalogued('grids', each), picture(each.name)));
    $('grid').replaceChildren(...shapes(true));
    $('grid-more').replaceChildren(...shapes(false));
    $('texture').replaceChildren(...algorithms.map((each) => choice('texture', each, { title: catalogued('algorithms', each).title }, texture(each.name, generator))));
  }

  /** Shows which algorithms run, and which one is chosen. */
  showTextures(running, chosen) {
    for (const label of $('texture').children) {
      const { control } = label;
      label.hidden = !running.some(({ name }) => name === control.value);
      control.checked = control.value === chosen;
    }
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
      if (!grid.algorithms.includes(name) || (grids.length === 1 && !plain)) return false;
      return hasRows || !BY_ROWS.includes(name);
    });
  }

  /** Shows the shape of a state, and the fields that it has. */
  show(state) {
    const grid = this.grid(state.grid), rings = hasRings(state.grid);
    for (const { control } of document.querySelectorAll('.shapes label')) control.checked = control.value === grid?.name;
    $('grid-title').textContent = grid && !FEW.includes(grid.name) ? catalogued('grids', grid).title : '';
    $('field-rings').hidden = !rings;
    $('field-size').hidden = rings;
    // Values from the address are shown even if the shape does not have them; their errors are shown below.
    for (const name of OF_SOME_GRIDS) $(`field-${name}`).hidden = !this.#has(grid, name, state) && isStandard(name, state);
    for (const button of document.querySelectorAll('.sizes [data-large]')) button.hidden = !isPlain(state);
    $('w-unit').hidden = $('h-unit').hidden = !(grid?.address.length > 2);
  }

  #has(grid, name, state) {
    if (name === 'parts') return state.mask !== '';
    if (name === 'outline') return state.mask !== '' && !state.mask.includes('bits:') && state.floors === '1' && state.wrap === 'none';
    if (name === 'floors' && !isStandard('weave', state)) return false;
    if (['symmetry', 'unicursal'].includes(name) && !isPlain(state)) return false;
    if (['rooms', 'sparse'].includes(name) && !isStandard('weave', state)) return false;
    if (name === 'weave' && !isStandard('floors', state)) return false;
    return grid?.options.some((option) => option.name === name) ?? false;
  }
}

/** A radio button that is a picture. The browser itself gives it the arrow keys. */
function choice(group, { name }, { title, description }, picture) {
  const label = document.createElement('label'), input = document.createElement('input'), words = document.createElement('span');
  Object.assign(input, { type: 'radio', name: group, value: name, id: `${group}-${name}` });
  words.textContent = title;
  // The mathematics of a shape is for those who rest on its picture.
  label.title = [title, description].filter(Boolean).join('. ');
  label.append(input, picture, words);
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

/** A small maze, made by the service, and asked for when it is in sight. With the version in its address it is kept for a year. */
function texture(name, generator) {
  const query = `algo=${name}&w=12&h=12&seed=1&generator=${generator}&cell=10&margin=1`;
  return Object.assign(document.createElement('img'), { alt: '', loading: 'lazy', src: `maze.png?${query}` });
}
