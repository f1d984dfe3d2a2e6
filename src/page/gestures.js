// Gestures on the canvas: wheel and pinch zoom, dragging pans, and in a game a finger or a mouse moves the player.

/** How far a finger goes, in pixels, before it has swiped. */
const MIN_SWIPE_PX = 26;

/** How near to the player, in pixels and in cells, a drag begins that moves the player. */
const DRAG_RADIUS_PX = 26, DRAG_RADIUS_CELLS = 1.2;

/** How far the direction of a swipe turns, as a cosine, before it is another one. */
const MAX_SAME_SWIPE_COSINE = 0.8;

/** Listens on the canvas of a view. `game` tells the game that is being played, if any. */
export function addGestures(view, game) {
  const { canvas, camera } = view;
  const pointers = new Map();
  let doing = null, swiped = null;

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const purpose = (event, at) => {
    const played = game();
    if (played?.state !== 'playing') return 'pan';
    const [x, y] = view.placeOf(played.player);
    if (Math.hypot(x - at.x, y - at.y) <= Math.max(DRAG_RADIUS_PX, camera.size * DRAG_RADIUS_CELLS)) return 'draw';
    return event.pointerType === 'mouse' ? 'pan' : 'swipe';
  };

  canvas.addEventListener('pointerdown', (event) => {
    if (event.button > 0 || !view.maze) return;
    canvas.setPointerCapture(event.pointerId);
    const at = place(event);
    pointers.set(event.pointerId, at);
    swiped = { ...at, direction: [0, 0] };
    doing = pointers.size > 1 ? 'pinch' : purpose(event, at);
    canvas.classList.toggle('held', doing === 'pan');
  });

  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const at = place(event);
    if (doing === 'pinch') pinch(before, at, event.pointerId);
    pointers.set(event.pointerId, at);
    if (doing === 'pan' && (at.x !== before.x || at.y !== before.y)) camera.pan(at.x - before.x, at.y - before.y);
    if (doing === 'draw') for (const each of event.getCoalescedEvents?.() ?? [event]) draw(place(each));
    if (doing === 'swipe') swipe(at);
  });

  const release = (event) => {
    pointers.delete(event.pointerId);
    canvas.classList.remove('held');
    doing = pointers.size ? 'pan' : null;
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', release);

  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const { x, y } = place(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 24 : 1;
    view.zoomBy(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
  }, { passive: false });

  function pinch(before, at, id) {
    const other = [...pointers].find(([each]) => each !== id)?.[1];
    if (!other) return;
    const factor = Math.hypot(at.x - other.x, at.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
    camera.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    view.zoomBy(factor, (at.x + other.x) / 2, (at.y + other.y) / 2);
  }

  function draw(at) {
    game()?.drawTo(view.cellAt(at.x, at.y));
  }

  /** A swipe runs to the next place where there is something to decide; another one begins with another direction. */
  function swipe(at) {
    const dx = at.x - swiped.x, dy = at.y - swiped.y, length = Math.hypot(dx, dy);
    if (length < MIN_SWIPE_PX) return;
    const direction = [dx / length, dy / length], [x, y] = swiped.direction;
    if (direction[0] * x + direction[1] * y < MAX_SAME_SWIPE_COSINE) game()?.run(direction);
    swiped = { ...at, direction };
  }
}

const NORTH = [0, -1], EAST = [1, 0], SOUTH = [0, 1], WEST = [-1, 0], NORTH_EAST = [1, -1], SOUTH_EAST = [1, 1], SOUTH_WEST = [-1, 1], NORTH_WEST = [-1, -1];

const KEY_DIRECTIONS = { ArrowUp: NORTH, ArrowRight: EAST, ArrowDown: SOUTH, ArrowLeft: WEST, PageUp: 'U', PageDown: 'D' };
const LETTER_DIRECTIONS = { w: NORTH, e: NORTH_EAST, d: EAST, c: SOUTH_EAST, s: SOUTH, z: SOUTH_WEST, a: WEST, q: NORTH_WEST, r: 'U', f: 'D' };

/**
 * The letter of a key, or its name. A letter is the one on the key; where a keyboard has other letters than Latin ones, such as Greek or Russian
 * ones, the place of the key counts.
 * @param {KeyboardEvent} event
 * @returns {string}
 */
export function letterOfKey({ key, code }) {
  const isLatin = /^[a-z]$/i.test(key), [, place] = /^Key([A-Z])$/.exec(code) ?? [];
  return (isLatin ? key : (place ?? key)).toLowerCase();
}

/**
 * The direction of a key in a game, if any, or `U` and `D` for stairs.
 * @param {KeyboardEvent} event
 */
export function directionOfKey(event) {
  return KEY_DIRECTIONS[event.key] ?? LETTER_DIRECTIONS[letterOfKey(event)];
}
