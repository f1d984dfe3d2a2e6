// The lanes of a race of solvers: for each of them a small picture of the maze, and its numbers.

import { Camera, View } from './view.js';

/** What is counted in a race. */
const COUNTED = ['Steps', 'Visited', 'Path length'];

/** What colours mean, whoever runs. */
export const KEY = [
  ['head', 'at work'], ['seen', 'seen'], ['settled', 'done with'], ['left', 'turned back from'], ['filled', 'filled'], ['thread', 'the way found'],
];

export class Lanes {
  #list;
  /** By the name of a solver. A view looks after its canvas for good, so that each is made once. */
  #lanes = new Map();

  constructor(list) {
    this.#list = list;
  }

  /** A lane for each of these solvers, in this order. */
  of(names) {
    const lanes = names.map((name) => {
      if (!this.#lanes.has(name)) this.#lanes.set(name, lane());
      return this.#lanes.get(name);
    });
    this.#arrange(lanes);
    for (const { place } of lanes) place.textContent = '';
    return lanes;
  }

  /** Puts lanes in the order in which their films have ended; those without a way come last. Returns the film that was first. */
  rank(lanes, films) {
    const isThere = ({ ended }) => ended.length != null;
    const ranked = films.map((film, i) => ({ film, lane: lanes[i] }))
      .sort((a, b) => isThere(b.film) - isThere(a.film) || a.film.steps - b.film.steps);
    ranked.forEach(({ film, lane }, i) => { lane.place.textContent = isThere(film) ? `${i + 1}. ` : '– '; });
    this.#arrange(ranked.map(({ lane }) => lane));
    return ranked[0].film;
  }

  #arrange(lanes) {
    this.#list.replaceChildren(...lanes.map(({ element }) => element));
  }
}

/** What is counted of a film. */
export function scoreOf({ counters }) {
  return counters.filter(([name]) => COUNTED.includes(name));
}

function lane() {
  const [element, heading, place, title, track, canvas, counters] = ['li', 'p', 'span', 'span', 'div', 'canvas', 'dl'].map((name) => document.createElement(name));
  canvas.role = 'img';
  track.className = 'track';
  heading.append(place, title);
  track.append(canvas);
  element.append(heading, track, counters);
  return { element, place, title, counters, view: new View(canvas, new Camera()) };
}
