// The map as a whole: a maze of up to 2^53 − 1 cells a side, from all of it to a single cell.

import { randomSeed } from '../address.js';
import { setEnabled, setVisible } from '../focus.js';
import { addGestures } from '../gestures.js';
import { capitalize, formatNumber, initLanguageSelect, keepLanguageInLinks, setEnglishText, translate } from '../language.js';
import { fetchJson } from '../service.js';
import { isSide, mapQuery, readMapAddress, writeMapAddress } from './address.js';
import { MapCamera } from './camera.js';
import { cellMiddle, formatLengthShort, formatPower, formatScientific, isSameCell, parseWholeNumber } from './coordinates.js';
import { windowQuery } from './tiles.js';
import { MapView } from './view.js';
import { SIDES, Walk } from './walk.js';

/** Pixels that an arrow key pans, the zooms of a key or a button, and how far, in pixels, a click may move. */
const PAN_PX = 120, ZOOM_STEP = 1, MAX_CLICK_MOVE_PX = 6;
const ARROW_SIDES = { ArrowUp: 'north', ArrowRight: 'east', ArrowDown: 'south', ArrowLeft: 'west' };
/** How an end is picked, with keys and a mouse, and with fingers; and what stops a walk. */
const PICKING_MESSAGES = { from: ['picking-start', 'picking-start-touch'], to: ['picking-goal', 'picking-goal-touch'] };
const WALL_MESSAGES = { north: 'wall-north', east: 'wall-east', south: 'wall-south', west: 'wall-west' };
/** The longest bar of the scale, in pixels. */
const MAX_SCALE_BAR_PX = 130;
/** From this number on, lengths are written with a power of ten. */
const MIN_SCIENTIFIC = 10_000_000;

const $ = (id) => document.getElementById(id);
const root = document.documentElement;

const { state, faults: addressFaults } = readMapAddress(location.search);
/** What is wrong, by what it is about. */
const faults = { address: addressFaults.join(' '), walls: '', path: '', walk: '' };
const query = mapQuery(state);
/** Whether somebody has fingers instead of a mouse and keys. */
const hasTouch = matchMedia('(pointer: coarse)').matches;
/** Which end is being picked, and who walks. */
let picking = null, walk = null;

keepLanguageInLinks(state.lang);
initLanguageSelect((lang) => writeMapAddress({ ...state, lang }));
root.dataset.begun = '';
if (isSide(state.w) && isSide(state.h)) startMap(new MapCamera(BigInt(state.w), BigInt(state.h)));
else showInvalidSize();

/** Lets the service say what is wrong with the sides. */
async function showInvalidSize() {
  for (const id of ['controls', 'scale', 'zooms']) setVisible($(id), false, $('map'));
  try {
    await fetchJson(`map/window.json${query}&window=0,0,1,1`);
  } catch (error) {
    showFault('walls', error);
  }
}

function startMap(camera) {
  const canvas = $('map');
  const first = { row: 0n, col: 0n }, last = { row: camera.h - 1n, col: camera.w - 1n };
  const startCell = () => state.from ?? first, goalCell = () => state.to ?? last;
  const endsQuery = () => `&from=${startCell().row},${startCell().col}&to=${goalCell().row},${goalCell().col}`;
  const view = new MapView(canvas, camera, query, endsQuery);

  // What is shown

  const size = [camera.w, camera.h].map((side) => formatLengthShort(side).replace(/^.*−.*$/, '($&)')).join(' × ');
  const name = translate('map-of', { size, seed: state.seed });
  $('name').textContent = name;
  document.title = translate('map-of-title', { size });
  canvas.setAttribute('aria-label', translate('map-of-label', { name }));
  $('as-tiles').href = `map/tiles.json${query}`;

  camera.resize(canvas.clientWidth, canvas.clientHeight);
  if (state.at) camera.look({ row: state.at.row, col: state.at.col, zoom: state.zoom ?? camera.deepest });
  else camera.fit();
  showState();
  // An address may say where else one looks.
  if (state.walk) startWalk(state.walk, !state.at);
  setPageState('loading');

  camera.addEventListener('move', () => {
    showScale();
    if (root.dataset.state === 'ready') setPageState('loading');
  });
  view.addEventListener('rest', () => {
    updateAddress();
    describeView();
  });
  view.addEventListener('painted', () => {
    showLength();
    if (root.dataset.state === 'loading') setPageState('ready');
  });
  view.addEventListener('answer', ({ detail: { what, error } }) => {
    showFault(what, error);
    showLength();
  });

  function updateAddress() {
    const { row, col, zoom, fitted } = camera;
    Object.assign(state, fitted ? { at: null, zoom: null } : { at: { row, col }, zoom });
    history.replaceState(null, '', writeMapAddress(state));
  }

  /** Shows what is chosen, and keeps it in the address. */
  function showState() {
    view.marks.from = state.path || state.from ? startCell() : null;
    view.marks.to = state.path || state.to ? goalCell() : null;
    view.marks.walker = walk?.cell ?? null;
    view.shows = state.path;
    view.picks = Boolean(picking);
    $('path').checked = state.path;
    for (const end of ['from', 'to']) {
      const cell = end === 'from' ? startCell() : goalCell();
      $(end).replaceChildren(formatNumber(cell.row), document.createElement('br'), formatNumber(cell.col));
      $(`pick-${end}`).setAttribute('aria-pressed', String(picking === end));
    }
    document.body.classList.toggle('picking', Boolean(picking));
    $('picking').textContent = picking ? translate(PICKING_MESSAGES[picking][Number(hasTouch)]) : '';
    showScale();
    showLength();
    showWalk();
    updateAddress();
    view.refresh();
  }

  function showScale() {
    const maxLength = MAX_SCALE_BAR_PX / camera.scale, ten = 10 ** Math.max(0, Math.floor(Math.log10(maxLength)));
    const length = Math.max(1, ten * ([5, 2].find((times) => ten * times <= maxLength) ?? 1));
    $('scale-bar').style.width = `${length * camera.scale}px`;
    $('scale-words').textContent = formatCount('cells', length);
  }

  function showLength() {
    const isKnown = state.path && view.length;
    $('length').textContent = isKnown ? capitalize(formatMoveCount(view.length)) : '';
    $('elsewhere').textContent = isKnown && !view.seesPath ? translate('path-elsewhere') : '';
  }

  /** Says where one looks; in links, the same for programs. */
  function describeView() {
    const { level } = camera.level, { row, col } = clampCell(camera, { row: camera.row.cell, col: camera.col.cell });
    const what = level ? translate('look-blocks', { size: formatPower(2, level) }) : translate('look-cells');
    const zoom = formatNumber(camera.zoom, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const place = translate('look-at', { row: translate('row', { n: row }), column: translate('column', { n: col }), what, zoom, most: camera.closest });
    setStatus(capitalize(place));
    const shift = BigInt(level);
    const from = clampCell(camera, camera.cellAt(0, 0)), to = clampCell(camera, camera.cellAt(camera.width, camera.height));
    const [top, left] = [from.row >> shift, from.col >> shift];
    const seen = { level, row: top, col: left, rows: (to.row >> shift) - top + 1n, cols: (to.col >> shift) - left + 1n };
    $('as-json').href = `map/window.json${windowQuery(query, seen)}&encoding=bits`;
    const tiled = BigInt(Math.min(level, camera.deepest)), tile = tiled + 4n;
    $('as-tile').href = `map/tiles/${BigInt(camera.deepest) - tiled}/${col >> tile}/${row >> tile}.png${query}`;
  }

  // Moving

  addGestures(view, () => null);
  $('zoom-in').addEventListener('click', () => view.glideZoom(ZOOM_STEP));
  $('zoom-out').addEventListener('click', () => view.glideZoom(-ZOOM_STEP));
  $('zoom-whole').addEventListener('click', () => camera.fit());
  canvas.addEventListener('dblclick', (event) => {
    const { x, y } = pointerPosition(event);
    if (!picking) view.glideZoom(event.shiftKey ? -ZOOM_STEP : ZOOM_STEP, x, y);
  });
  let down = null;
  canvas.addEventListener('pointerdown', (event) => { down = event.isPrimary ? pointerPosition(event) : null; });
  canvas.addEventListener('click', (event) => {
    const { x, y } = pointerPosition(event);
    if (picking && down && Math.hypot(x - down.x, y - down.y) <= MAX_CLICK_MOVE_PX) pick(camera.cellAt(x, y));
  });
  addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input[type="text"]')) return;
    const side = ARROW_SIDES[key];
    const does = {
      '+': () => view.glideZoom(ZOOM_STEP), '=': () => view.glideZoom(ZOOM_STEP), '-': () => view.glideZoom(-ZOOM_STEP), '−': () => view.glideZoom(-ZOOM_STEP),
      Home: () => camera.fit(),
      Escape: picking ? () => pickEnd(null) : walk && stopWalk,
      Enter: picking && target === canvas && (() => pick({ row: camera.row.cell, col: camera.col.cell })),
    }[key];
    if (side && walk) step(side);
    else if (side) view.glidePan(-PAN_PX * SIDES[side].right, -PAN_PX * SIDES[side].down);
    else if (does) does();
    else return;
    event.preventDefault();
  });

  /** Looks at a cell, from near enough to see it. */
  function showCell(cell) {
    camera.look({ row: cellMiddle(cell.row), col: cellMiddle(cell.col), zoom: Math.max(camera.zoom, camera.deepest + 1) });
  }

  $('go').addEventListener('submit', (event) => {
    event.preventDefault();
    const wrong = [];
    const [row, col] = [['row', 'row-label', camera.h], ['col', 'column-label', camera.w]].map(([id, what, side]) => {
      const cell = parseWholeNumber($(id).value), fits = cell !== null && cell < side;
      if (!fits) wrong.push(translate('wrong-number', { name: translate(what), value: $(id).value, most: side - 1n }));
      $(id).setAttribute('aria-invalid', String(!fits));
      return cell;
    });
    $('error-go').textContent = wrong.join(' ');
    setVisible($('error-go'), wrong.length > 0, $('row'));
    if (wrong.length) return;
    view.marks.spot = { row, col };
    showCell({ row, col });
  });

  // The path

  $('path').addEventListener('change', ({ target }) => {
    state.path = target.checked;
    showState();
  });
  for (const end of ['from', 'to']) {
    $(`show-${end}`).addEventListener('click', () => showCell(end === 'from' ? startCell() : goalCell()));
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
    if (!camera.has(cell)) return setStatus(translate('outside'));
    state[picking] = cell;
    state.path = true;
    picking = null;
    view.forgetPath();
    walk?.head(goalCell());
    showState();
  }

  // Walking

  $('walk').addEventListener('click', () => (walk ? stopWalk() : startWalk(startCell(), true)));
  for (const side of Object.keys(SIDES)) $(`step-${side}`).addEventListener('click', () => step(side));

  function startWalk(cell, visits) {
    walk = new Walk(cell, goalCell(), query, (error) => {
      showFault('walk', error);
      showWalk();
    });
    state.walk = cell;
    showState();
    // The buttons for moves may have made the map smaller. No more of what is outside is seen than need be.
    camera.resize(canvas.clientWidth, canvas.clientHeight);
    if (!visits) return;
    showCell(cell);
    camera.pan(...camera.towards(cell));
  }

  function stopWalk() {
    walk.stop();
    walk = state.walk = null;
    showFault('walk', null);
    $('walked').textContent = '';
    showState();
  }

  function step(side) {
    const walls = view.wallsOf(walk.cell);
    if (walls === undefined) {
      showCell(walk.cell);
      $('walked').textContent = translate('loading');
      return;
    }
    const open = walk.step(SIDES[side], walls);
    $('walked').textContent = open ? '' : translate(WALL_MESSAGES[side]);
    if (!open) return;
    view.marks.walker = state.walk = walk.cell;
    view.follow(walk.cell);
    showWalk();
  }

  function showWalk() {
    setVisible($('steps'), Boolean(walk), $('walk'));
    $('walk').textContent = translate(walk ? 'stop-walking' : 'walk');
    $('walk').setAttribute('aria-pressed', String(Boolean(walk)));
    if (!walk) $('left').textContent = '';
    else if (isSameCell(walk.cell, goalCell())) $('left').textContent = translate('arrived', { moves: formatMoveCount({ value: walk.moves, error: 0 }) });
    else $('left').textContent = walk.left ? capitalize(translate('left', { moves: formatMoveCount(walk.left) })) : '';
  }

  // Another maze

  $('new-maze').addEventListener('click', () => {
    setEnabled($('new-maze'), false, canvas);
    location.search = writeMapAddress({ ...state, seed: randomSeed(), walk: null });
  });

  function pointerPosition({ clientX, clientY }) {
    const box = canvas.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  }
}

/** The nearest cell of the maze. */
function clampCell({ w, h }, { row, col }) {
  const within = (at, side) => (at < 0n ? 0n : at < side ? at : side - 1n);
  return { row: within(row, h), col: within(col, w) };
}

/** A number of moves in words, with how exact it is. */
function formatMoveCount({ value, error }) {
  const words = formatCount('moves', Math.round(value));
  return error ? translate('about', { moves: words, error: formatNumber(error, { style: 'percent', maximumSignificantDigits: 1 }) }) : words;
}

/** A number of something in words; a large one with a power of ten. */
function formatCount(key, value) {
  return translate(key, { count: value, ...(value >= MIN_SCIENTIFIC && { written: formatScientific(value) }) });
}

function setStatus(words) {
  if ($('status').textContent !== words) $('status').textContent = words;
}

function showFault(about, error) {
  const details = (error?.errors ?? []).map(({ parameter, value, detail }) => `${parameter}${value ? ` “${value}”` : ''}: ${detail}.`);
  faults[about] = error ? details.join(' ') || error.message : '';
  const words = [...new Set(Object.values(faults).filter(Boolean))].join(' ');
  const isOurs = !details.length && (error?.isOurs ?? true);
  if ($('banner').textContent !== words) {
    if (isOurs) $('banner').textContent = words;
    else setEnglishText($('banner'), words);
  }
  setVisible($('banner'), Boolean(words), $('map'));
  if (faults.walls || faults.path) setPageState('error');
  else if (root.dataset.state === 'error') setPageState('loading');
}

function setPageState(name) {
  root.dataset.state = name;
}
