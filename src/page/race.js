// The lanes of a race of solvers: for each of them a small picture of the maze, and its numbers.

import { Camera, View } from './view.js';

/** What is counted in a race. */
const RACE_COUNTERS = ['count-steps', 'count-visited', 'count-path'];

/** What colors mean, whoever runs. */
export const RACE_KEY = [
  ['head', 'key-head'], ['seen', 'key-seen'], ['settled', 'key-done'], ['left', 'key-left'], ['filled', 'key-filled'], ['thread', 'key-path'],
];

export class RaceLanes {
  #list;
  /** By the name of a solver. A view looks after its canvas for good, so that each is made once. */
  #lanes = new Map();

  constructor(list) {
    this.#list = list;
  }

  /** The lanes of these solvers. `rank` shows them. */
  of(names) {
    return names.map((name) => {
      if (!this.#lanes.has(name)) this.#lanes.set(name, createLane());
      return this.#lanes.get(name);
    });
  }

  /** Puts lanes in the order in which their films have ended, those that run behind them, and last those without a way. Returns the first film. */
  rank(lanes, films) {
    const group = ({ ended }) => (!ended ? 1 : ended.length != null ? 0 : 2);
    const byPlace = (a, b) => group(a) - group(b) || (a.ended ? a.steps - b.steps : 0);
    const ranked = films.map((film, i) => ({ film, lane: lanes[i] })).sort((a, b) => byPlace(a.film, b.film));
    for (const { film, lane } of ranked) {
      const before = films.filter((other) => byPlace(other, film) < 0).length;
      lane.place.textContent = [`${before + 1}. `, '', '– '][group(film)];
    }
    this.#list.replaceChildren(...ranked.map(({ lane }) => lane.element));
    return ranked[0].film;
  }
}

/** What is counted of a film. */
export function raceCounters({ counters }) {
  return counters.filter(([name]) => RACE_COUNTERS.includes(name));
}

function createLane() {
  const [element, heading, place, title, track, canvas, counters] = ['li', 'p', 'span', 'span', 'div', 'canvas', 'dl'].map((name) => document.createElement(name));
  canvas.role = 'img';
  track.className = 'track';
  heading.append(place, title);
  track.append(canvas);
  element.append(heading, track, counters);
  return { element, place, title, counters, view: new View(canvas, new Camera()) };
}
