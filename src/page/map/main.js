// The map as a whole: a maze of up to 2^53 − 1 cells a side, from all of it to a single cell.

import { drawSeed } from '../address.js';
import { enable, show as reveal } from '../focus.js';
import { listen } from '../gestures.js';
import { capital, inEnglish, keepLanguage, number, offerLanguages, say } from '../language.js';
import { getJson } from '../service.js';
import { isSide, mazeQuery, read, write } from './address.js';
import { Camera } from './camera.js';
import { blocks, windowQuery } from './pieces.js';
import { isSame, middle, power, readWhole, scientific, short } from './place.js';
import { View } from './view.js';
import { SIDES, Walk } from './walk.js';

/** Pixels that an arrow key pans, the zooms of a key or a button, and how far, in pixels, a click may move. */
const PAN = 120, ZOOM = 1, STILL = 6;
const ARROWS = { ArrowUp: 'north', ArrowRight: 'east', ArrowDown: 'south', ArrowLeft: 'west' };
/** How an end is picked, with keys and a mouse, and with fingers; and what stops a walk. */
const PICKING = { from: ['picking-start', 'picking-start-touch'], to: ['picking-goal', 'picking-goal-touch'] };
const WALLS = { north: 'wall-north', east: 'wall-east', south: 'wall-south', west: 'wall-west' };
/** The longest bar of the scale, in pixels. */
const LONGEST_BAR = 130;
/** From this number on, lengths are written with a power of ten. */
const MANY = 10_000_000;

const $ = (id) => document.getElementById(id);
const root = document.documentElement;

const { state, faults: addressFaults } = read(location.search);
/** What is wrong, by what it is about. */
const faults = { address: addressFaults.join(' '), walls: '', path: '', walk: '' };
const query = mazeQuery(state);
/** Whether somebody has fingers instead of a mouse and keys. */
const hasTouch = matchMedia('(pointer: coarse)').matches;
/** Which end is being picked, and who walks. */
let picking = null, walk = null;

keepLanguage(state.lang);
offerLanguages((lang) => write({ ...state, lang }));
root.dataset.begun = '';
if (isSide(state.w) && isSide(state.h)) begin(new Camera(BigInt(state.w), BigInt(state.h)));
else refuse();

/** Lets the service say what is wrong with the sides. */
async function refuse() {
  for (const id of ['controls', 'scale', 'zooms']) reveal($(id), false, $('map'));
  try {
    await getJson(`map/window.json${query}&window=0,0,1,1`);
  } catch (error) {
    complain('walls', error);
  }
}

function begin(camera) {
  const canvas = $('map');
  const first = { row: 0n, col: 0n }, last = { row: camera.h - 1n, col: camera.w - 1n };
  const start = () => state.from ?? first, goal = () => state.to ?? last;
  const ends = () => `&from=${start().row},${start().col}&to=${goal().row},${goal().col}`;
  const view = new View(canvas, camera, query, ends);

  // What is shown

  const size = [camera.w, camera.h].map((side) => short(side).replace(/^.*−.*$/, '($&)')).join(' × ');
  const name = say('map-of', { size, seed: state.seed });
  $('name').textContent = name;
  document.title = say('map-of-title', { size });
  canvas.setAttribute('aria-label', say('map-of-label', { name }));
  $('as-tiles').href = `map/tiles.json${query}`;

  camera.resize(canvas.clientWidth, canvas.clientHeight);
  if (state.at) camera.look({ row: state.at.row, col: state.at.col, zoom: state.zoom ?? camera.deepest });
  else camera.fit();
  showState();
  // An address may say where else one looks.
  if (state.walk) setOut(state.walk, !state.at);
  setState('loading');

  camera.addEventListener('move', () => {
    showScale();
    if (root.dataset.state === 'ready') setState('loading');
  });
  view.addEventListener('rest', () => {
    remember();
    describe();
  });
  view.addEventListener('painted', () => {
    showLength();
    if (root.dataset.state === 'loading') setState('ready');
  });
  view.addEventListener('answer', ({ detail: { what, error } }) => {
    complain(what, error);
    showLength();
  });

  function remember() {
    const { row, col, zoom, fitted } = camera;
    Object.assign(state, fitted ? { at: null, zoom: null } : { at: { row, col }, zoom });
    history.replaceState(null, '', write(state));
  }

  /** Shows what is chosen, and keeps it in the address. */
  function showState() {
    view.marks.from = state.path || state.from ? start() : null;
    view.marks.to = state.path || state.to ? goal() : null;
    view.marks.walker = walk?.cell ?? null;
    view.shows = state.path;
    view.picks = Boolean(picking);
    $('path').checked = state.path;
    for (const end of ['from', 'to']) {
      const cell = end === 'from' ? start() : goal();
      $(end).replaceChildren(number(cell.row), document.createElement('br'), number(cell.col));
      $(`pick-${end}`).setAttribute('aria-pressed', String(picking === end));
    }
    document.body.classList.toggle('picking', Boolean(picking));
    $('picking').textContent = picking ? say(PICKING[picking][Number(hasTouch)]) : '';
    showScale();
    showLength();
    showWalk();
    remember();
    view.refresh();
  }

  function showScale() {
    const most = LONGEST_BAR / camera.scale, ten = 10 ** Math.max(0, Math.floor(Math.log10(most)));
    const length = Math.max(1, ten * ([5, 2].find((times) => ten * times <= most) ?? 1));
    $('scale-bar').style.width = `${length * camera.scale}px`;
    $('scale-words').textContent = counted('cells', length);
  }

  function showLength() {
    const known = state.path && view.length;
    $('length').textContent = known ? capital(moves(view.length)) : '';
    $('elsewhere').textContent = known && !view.seesPath ? say('path-elsewhere') : '';
  }

  /** Says where one looks; in links, the same for programs. */
  function describe() {
    const { level } = camera.level, { row, col } = clamped(camera, { row: camera.row.cell, col: camera.col.cell });
    const what = level ? say('look-blocks', { size: power(2, level) }) : say('look-cells');
    const zoom = number(camera.zoom, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const place = say('look-at', { row: say('row', { n: row }), column: say('column', { n: col }), what, zoom, most: camera.closest });
    tell(capital(place));
    const shift = BigInt(level);
    const from = clamped(camera, camera.cellAt(0, 0)), to = clamped(camera, camera.cellAt(camera.width, camera.height));
    const [top, left] = [from.row >> shift, from.col >> shift];
    const seen = { level, row: top, col: left, rows: (to.row >> shift) - top + 1n, cols: (to.col >> shift) - left + 1n };
    $('as-json').href = `map/window.json${windowQuery(query, seen)}&encoding=bits`;
    const tiled = BigInt(Math.min(level, camera.deepest)), tile = tiled + 4n;
    $('as-tile').href = `map/tiles/${BigInt(camera.deepest) - tiled}/${col >> tile}/${row >> tile}.png${query}`;
  }

  // Moving

  listen(view, () => null);
  $('zoom-in').addEventListener('click', () => view.glideZoom(ZOOM));
  $('zoom-out').addEventListener('click', () => view.glideZoom(-ZOOM));
  $('zoom-whole').addEventListener('click', () => camera.fit());
  canvas.addEventListener('dblclick', (event) => {
    const { x, y } = placeOf(event);
    if (!picking) view.glideZoom(event.shiftKey ? -ZOOM : ZOOM, x, y);
  });
  let down = null;
  canvas.addEventListener('pointerdown', (event) => { down = event.isPrimary ? placeOf(event) : null; });
  canvas.addEventListener('click', (event) => {
    const { x, y } = placeOf(event);
    if (picking && down && Math.hypot(x - down.x, y - down.y) <= STILL) pick(camera.cellAt(x, y));
  });
  addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input[type="text"]')) return;
    const side = ARROWS[key];
    const does = {
      '+': () => view.glideZoom(ZOOM), '=': () => view.glideZoom(ZOOM), '-': () => view.glideZoom(-ZOOM), '−': () => view.glideZoom(-ZOOM),
      Home: () => camera.fit(),
      Escape: picking ? () => pickEnd(null) : walk && halt,
      Enter: picking && target === canvas && (() => pick({ row: camera.row.cell, col: camera.col.cell })),
    }[key];
    if (side && walk) step(side);
    else if (side) view.glidePan(-PAN * SIDES[side].right, -PAN * SIDES[side].down);
    else if (does) does();
    else return;
    event.preventDefault();
  });

  /** Looks at a cell, from near enough to see it. */
  function visit(cell) {
    camera.look({ row: middle(cell.row), col: middle(cell.col), zoom: Math.max(camera.zoom, camera.deepest + 1) });
  }

  $('go').addEventListener('submit', (event) => {
    event.preventDefault();
    const wrong = [];
    const [row, col] = [['row', 'row-label', camera.h], ['col', 'column-label', camera.w]].map(([id, what, side]) => {
      const cell = readWhole($(id).value), fits = cell !== null && cell < side;
      if (!fits) wrong.push(say('wrong-number', { name: say(what), value: $(id).value, most: side - 1n }));
      $(id).setAttribute('aria-invalid', String(!fits));
      return cell;
    });
    $('error-go').textContent = wrong.join(' ');
    reveal($('error-go'), wrong.length > 0, $('row'));
    if (wrong.length) return;
    view.marks.spot = { row, col };
    visit({ row, col });
  });

  // The path

  $('path').addEventListener('change', ({ target }) => {
    state.path = target.checked;
    showState();
  });
  for (const end of ['from', 'to']) {
    $(`show-${end}`).addEventListener('click', () => visit(end === 'from' ? start() : goal()));
    $(`pick-${end}`).addEventListener('click', () => {
      pickEnd(picking === end ? null : end);
      if (picking) canvas.focus({ preventScroll: true });
    });
  }

  function pickEnd(end) {
    picking = end;
    showState();
  }

  function pick(cell) {
    if (!camera.has(cell)) return tell(say('outside'));
    state[picking] = cell;
    state.path = true;
    picking = null;
    view.forgetPath();
    walk?.head(goal());
    showState();
  }

  // Walking

  $('walk').addEventListener('click', () => (walk ? halt() : setOut(start(), true)));
  for (const side of Object.keys(SIDES)) $(`step-${side}`).addEventListener('click', () => step(side));

  function setOut(cell, visits) {
    walk = new Walk(cell, goal(), query, (error) => {
      complain('walk', error);
      showWalk();
    });
    state.walk = cell;
    showState();
    // The buttons for moves may have made the map smaller. No more of what is outside is seen than need be.
    camera.resize(canvas.clientWidth, canvas.clientHeight);
    if (!visits) return;
    visit(cell);
    camera.pan(...camera.towards(cell));
  }

  function halt() {
    walk.stop();
    walk = state.walk = null;
    complain('walk', null);
    $('walked').textContent = '';
    showState();
  }

  function step(side) {
    const walls = view.wallsOf(walk.cell);
    if (walls === undefined) {
      visit(walk.cell);
      $('walked').textContent = say('loading');
      return;
    }
    const open = walk.step(SIDES[side], walls);
    $('walked').textContent = open ? '' : say(WALLS[side]);
    if (!open) return;
    view.marks.walker = state.walk = walk.cell;
    view.follow(walk.cell);
    showWalk();
  }

  function showWalk() {
    reveal($('steps'), Boolean(walk), $('walk'));
    $('walk').textContent = say(walk ? 'stop-walking' : 'walk');
    $('walk').setAttribute('aria-pressed', String(Boolean(walk)));
    if (!walk) $('left').textContent = '';
    else if (isSame(walk.cell, goal())) $('left').textContent = say('arrived', { moves: moves({ value: walk.moves, error: 0 }) });
    else $('left').textContent = walk.left ? capital(say('left', { moves: moves(walk.left) })) : '';
  }

  // Another maze

  $('new-maze').addEventListener('click', () => {
    enable($('new-maze'), false, canvas);
    location.search = write({ ...state, seed: drawSeed(), walk: null });
  });

  function placeOf({ clientX, clientY }) {
    const box = canvas.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }
}

/** The nearest cell of the maze. */
function clamped({ w, h }, { row, col }) {
  const within = (at, side) => (at < 0n ? 0n : at < side ? at : side - 1n);
  return { row: within(row, h), col: within(col, w) };
}

/** A number of moves in words, with how exact it is. */
function moves({ value, error }) {
  const words = counted('moves', Math.round(value));
  return error ? say('about', { moves: words, error: number(error, { style: 'percent', maximumSignificantDigits: 1 }) }) : words;
}

/** A number of something in words; a large one with a power of ten. */
function counted(key, value) {
  return say(key, { count: value, ...(value >= MANY && { written: scientific(value) }) });
}

function tell(words) {
  if ($('status').textContent !== words) $('status').textContent = words;
}

function complain(about, error) {
  const details = (error?.errors ?? []).map(({ parameter, value, detail }) => `${parameter}${value ? ` “${value}”` : ''}: ${detail}.`);
  faults[about] = error ? details.join(' ') || error.message : '';
  const words = [...new Set(Object.values(faults).filter(Boolean))].join(' ');
  const isOurs = !details.length && (error?.isOurs ?? true);
  if ($('banner').textContent !== words) {
    if (isOurs) $('banner').textContent = words;
    else inEnglish($('banner'), words);
  }
  reveal($('banner'), Boolean(words), $('map'));
  if (faults.walls || faults.path) setState('error');
  else if (root.dataset.state === 'error') setState('loading');
}

function setState(name) {
  root.dataset.state = name;
}
