// The shapes and the algorithms to choose from, as little pictures, and the fields that belong to the shape that is chosen.

import { GRID_SPECIFIC_PARAMETERS, isDefault, isMadeOnPlainRectangle, isPlainRectangle } from './address.js';
import { catalogEntry } from './language.js';
import { hasRings, SHAPE_ICONS } from './shapes.js';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/** The algorithms that go row by row do not run with these. */
const NOT_ROW_BY_ROW_PARAMETERS = ['mask', 'weave', 'floors'], ROW_BY_ROW_ALGORITHMS = ['binary-tree', 'sidewinder', 'eller'];

/** The shapes that come first. */
const MAIN_GRIDS = ['square', 'hex', 'triangle', 'polar'];

/** Whether a shape is one of the first. One that nobody knows is none. */
export function isMainGrid(grid) {
  return MAIN_GRIDS.includes(grid) || hasRings(grid);
}

const $ = (id) => document.getElementById(id);

export class PictureChooser {
  #grids = [];

  /** Takes in what the service can do. `generator` is the version of its generator. */
  offer(algorithms, grids, generator) {
    this.#grids = grids;
    const shapes = (areMain) => grids.filter(({ name }) => MAIN_GRIDS.includes(name) === areMain).map((each) => createChoice('grid', each, catalogEntry('grids', each), createShapeIcon(each.name)));
    $('grid').replaceChildren(...shapes(true));
    $('grid-more').replaceChildren(...shapes(false));
    $('texture').replaceChildren(...algorithms.map((each) => createChoice('texture', each, { title: catalogEntry('algorithms', each).title }, createAlgorithmThumbnail(each.name, generator))));
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
    const canonical = name.toLowerCase().replaceAll('_', '-');
    return this.#grids.find((each) => each.name === canonical || each.aliases.includes(canonical));
  }

  /** Those of the algorithms that run on the grid of a state. */
  running(algorithms, state) {
    const grid = this.grid(state.grid);
    if (!grid) return algorithms;
    const hasRows = NOT_ROW_BY_ROW_PARAMETERS.every((name) => isDefault(name, state)), plain = isMadeOnPlainRectangle({ ...state, grid: grid.name });
    return algorithms.filter(({ name, grids }) => {
      // Those that run on no other grid than squares need a plain rectangle of them.
      if (!grid.algorithms.includes(name) || (grids.length === 1 && !plain)) return false;
      return hasRows || !ROW_BY_ROW_ALGORITHMS.includes(name);
    });
  }

  /** Shows the shape of a state, and the fields that it has. */
  show(state) {
    const grid = this.grid(state.grid), rings = hasRings(state.grid);
    for (const { control } of document.querySelectorAll('.shapes label')) control.checked = control.value === grid?.name;
    $('grid-title').textContent = grid && !MAIN_GRIDS.includes(grid.name) ? catalogEntry('grids', grid).title : '';
    $('field-rings').hidden = !rings;
    $('field-size').hidden = rings;
    // Values from the address are shown even if the shape does not have them; their errors are shown below.
    for (const name of GRID_SPECIFIC_PARAMETERS) $(`field-${name}`).hidden = !this.#has(grid, name, state) && isDefault(name, state);
    for (const button of document.querySelectorAll('.sizes [data-large]')) button.hidden = !isPlainRectangle(state);
    $('w-unit').hidden = $('h-unit').hidden = !(grid?.address.length > 2);
  }

  #has(grid, name, state) {
    if (name === 'parts') return state.mask !== '';
    if (name === 'outline') return state.mask !== '' && !state.mask.includes('bits:') && state.floors === '1' && state.wrap === 'none';
    if (name === 'floors' && !isDefault('weave', state)) return false;
    if (['symmetry', 'unicursal'].includes(name) && !isPlainRectangle(state)) return false;
    if (['rooms', 'sparse'].includes(name) && !isDefault('weave', state)) return false;
    if (name === 'weave' && !isDefault('floors', state)) return false;
    return grid?.options.some((option) => option.name === name) ?? false;
  }
}

/** A radio button that is a picture. The browser itself gives it the arrow keys. */
function createChoice(group, { name }, { title, description }, picture) {
  const label = document.createElement('label'), input = document.createElement('input'), words = document.createElement('span');
  Object.assign(input, { type: 'radio', name: group, value: name, id: `${group}-${name}` });
  words.textContent = title;
  // The mathematics of a shape is for those who rest on its picture.
  label.title = [title, description].filter(Boolean).join('. ');
  label.append(input, picture, words);
  return label;
}

function createShapeIcon(name) {
  const svg = document.createElementNS(SVG_NAMESPACE, 'svg'), path = document.createElementNS(SVG_NAMESPACE, 'path');
  svg.setAttribute('viewBox', '0 0 32 32');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', SHAPE_ICONS[name] ?? '');
  svg.append(path);
  return svg;
}

/** A small maze, made by the service, and asked for when it is in sight. With the version in its address it is kept for a year. */
function createAlgorithmThumbnail(name, generator) {
  const query = `algo=${name}&w=12&h=12&seed=1&generator=${generator}&cell=10&margin=1`;
  return Object.assign(document.createElement('img'), { alt: '', loading: 'lazy', src: `maze.png?${query}` });
}
