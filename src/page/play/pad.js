// Buttons for directions: one for each side of the player's cell, whose name says whether the side is open.

import { setVisible } from '../focus.js';
import { capitalize, translate } from '../language.js';
import { namedSides } from './announce.js';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
/** An arrow to the north, in a square of 24. */
const ARROW_PATH = 'M12 4 5 13h4.5v7h5v-7H19z';

export class DirectionPad {
  #place;
  #move;
  /** @type {{ button: HTMLButtonElement, arrow: SVGPathElement, side: number }[]} */
  #keys = [];

  /**
   * @param {HTMLElement} place the element for the buttons
   * @param {(side: number) => void} move called with the side of a button that is pressed
   */
  constructor(place, move) {
    this.#place = place;
    this.#move = move;
  }

  /**
   * Shows the sides of the player's cell. Stairs have buttons of their own.
   * @param {import('./game.js').Game} game
   */
  show(game) {
    const { maze, player } = game;
    const sides = namedSides(game).filter(({ side }) => maze.direction(player, side).some(Boolean));
    while (this.#keys.length < sides.length) this.#add();
    this.#keys.forEach((key, i) => {
      setVisible(key.button, i < sides.length, this.#keys[0].button);
      if (i < sides.length) this.#set(key, maze.direction(player, sides[i].side), sides[i]);
    });
  }

  #set(key, [x, y], { side, name, isOpen, lock }) {
    key.side = side;
    key.arrow.setAttribute('transform', `rotate(${Math.round((Math.atan2(x, -y) / Math.PI) * 180)} 12 12)`);
    const words = capitalize(translate(isOpen ? 'side-open' : lock ? 'side-locked' : 'side-wall', { side: name, n: lock }));
    key.button.setAttribute('aria-label', words);
    key.button.classList.toggle('closed', !isOpen);
  }

  #add() {
    const button = Object.assign(document.createElement('button'), { type: 'button' });
    const svg = document.createElementNS(SVG_NAMESPACE, 'svg'), arrow = document.createElementNS(SVG_NAMESPACE, 'path');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    arrow.setAttribute('d', ARROW_PATH);
    svg.append(arrow);
    button.append(svg);
    const key = { button, arrow, side: -1 };
    button.addEventListener('click', () => this.#move(key.side));
    this.#keys.push(key);
    this.#place.append(button);
  }
}
