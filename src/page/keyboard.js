// Keys and buttons that move the maze, the player or an animation.

import { byId } from './dom.js';
import { addGestures, directionOfKey, letterOfKey } from './gestures.js';
import { maze } from './loading.js';
import { isInField } from './open.js';
import { camera, secondView, view } from './view.js';
import { playMode, watchMode } from './render.js';
import { state } from './state.js';

/** How much a key or a button zooms, and how far an arrow key moves the maze. */
const ZOOM_FACTOR = 1.4, PAN_PX = 60;

/** @type {Record<string, [number, number]>} */
const PAN_KEYS = { arrowup: [0, PAN_PX], arrowdown: [0, -PAN_PX], arrowleft: [PAN_PX, 0], arrowright: [-PAN_PX, 0] };

/** Listens to keys, to buttons that zoom, and to gestures on both canvases. */
export function addNavigation() {
  addEventListener('keydown', onKey);
  byId('zoom-in').addEventListener('click', () => zoom(ZOOM_FACTOR));
  byId('zoom-out').addEventListener('click', () => zoom(1 / ZOOM_FACTOR));
  byId('zoom-fit').addEventListener('click', () => view.fit());
  addGestures(view, currentGame);
  addGestures(secondView, () => null);
  // Somebody who plays and takes another shape with the mouse goes on playing with the arrow keys.
  byId('shape-fields').addEventListener('click', ({ detail, target }) => {
    if (detail && currentGame() && target instanceof Element && target.closest('.shapes')) byId('maze').focus({ preventScroll: true });
  });
}

/** The game that is being played, if any. */
function currentGame() {
  return playMode?.game ?? null;
}

/**
 * Zooms; a player stays where one sees it.
 * @param {number} factor
 */
function zoom(factor) {
  const player = currentGame()?.player;
  if (player === undefined) return view.zoomBy(factor);
  view.zoomBy(factor, ...view.placeOf(player));
  return view.keepInSight(player);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || isInField(target)) return;
  const key = event.key.toLowerCase(), direction = directionOfKey(event), game = currentGame();
  const isOnBoard = target instanceof Element && target.closest('canvas') !== null;
  const isOnButton = target instanceof Element && target.closest('button, a') !== null;
  if (key === '+' || key === '=') zoom(ZOOM_FACTOR);
  else if (key === '-') zoom(1 / ZOOM_FACTOR);
  else if (key === '0') view.fit();
  else if (game && direction && (Array.isArray(direction) || maze?.hasFloors)) game.go(direction);
  else if (playMode?.onKey(letterOfKey(event), { isOnBoard })) { /* It is done. */ }
  else if (state.mode === 'watch' && key === ' ' && !isOnButton) watchMode?.toggle();
  else if (state.mode === 'watch' && key === '.') watchMode?.step(1);
  else if (state.mode === 'watch' && key === ',') watchMode?.step(-1);
  else if (!game && isOnBoard && Object.hasOwn(PAN_KEYS, key)) camera.pan(...PAN_KEYS[key]);
  else return;
  event.preventDefault();
}
