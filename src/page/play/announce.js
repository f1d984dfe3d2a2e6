// What is said of the player's cell: where it is, and which of its sides are open, clockwise from the north.

import { capitalize, formatList, translate } from '../language.js';

/** @typedef {import('./game.js').Game} Game */

/** How far a direction is from the north, clockwise, in quarters of a turn; stairs come last. */
function quarterTurns([x, y]) {
  return x || y ? (Math.atan2(x, -y) / (Math.PI / 2) + 4) % 4 : 4;
}

/**
 * The sides of the player's cell, clockwise from the north, with their names. Where several have one direction, they are numbered.
 * @param {Game} game
 * @returns {{ side: number, name: string, isOpen: boolean, lock: number | undefined }[]}
 */
export function namedSides(game) {
  const { maze, player, open } = game;
  const sides = [...maze.sides(player)].map((side) => ({ side, at: quarterTurns(maze.direction(player, side)), words: maze.sideInWords(player, side) }));
  sides.sort((a, b) => a.at - b.at);
  return sides.map(({ side, words }, i) => {
    const alike = sides.filter((each) => each.words === words).length > 1;
    const name = alike ? `${words} ${sides.slice(0, i + 1).filter((each) => each.words === words).length}` : words;
    return { side, name, isOpen: open.includes(side), lock: game.lockAt(side) };
  });
}

/** The names of the open sides. */
function openSideNames(game) {
  return namedSides(game).filter(({ isOpen }) => isOpen).map(({ name }) => name);
}

/** Where the player is. */
function playerPosition({ maze, player }) {
  return capitalize(maze.inWords(player));
}

/**
 * Where the player is after a move: "Row 2, column 3. Junction: north, east, south."
 * @param {Game} game
 * @returns {string}
 */
export function announceMove(game) {
  const names = openSideNames(game), ways = names.join(', ');
  const kind = names.length > 2 ? 'junction' : names.length === 1 && 'dead-end';
  const doors = namedSides(game).filter(({ lock }) => lock).map(({ name, lock }) => `${capitalize(translate('side-locked', { side: name, n: lock }))}.`);
  return [`${playerPosition(game)}.`, kind ? translate(kind, { ways }) : `${capitalize(ways || translate('nowhere'))}.`, ...doors].join(' ');
}

/**
 * The same in a sentence, for whoever asks.
 * @param {Game} game
 * @returns {string}
 */
export function describeSurroundings(game) {
  const names = openSideNames(game);
  return translate('here', { place: playerPosition(game), ways: names.length ? formatList(names) : translate('nowhere') });
}

/**
 * How far the exit is.
 * @param {Game} game
 * @returns {string}
 */
export function describeDistance({ distance: { count, hasDoors } }) {
  return count < 0 ? translate('no-way') : translate(hasDoors ? 'distance-doors' : 'distance', { count });
}
