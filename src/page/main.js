// The page as a whole, as a table of what is where: each part is in the module that it is imported from, and begins here.

import { randomSeed, withDate, withGeneratorVersion, writeAddress } from './address.js';
import { byId, setStatus } from './dom.js';
import { addNavigation } from './keyboard.js';
import { initLanguageSelect, keepLanguageInLinks } from './language.js';
import { generator, loadCatalog } from './loading.js';
import { showError } from './messages.js';
import { OpenMenu } from './open.js';
import { loadEarly, loadModule, presetSize, render, sizeButtons, stopLoading, updateSaveLinks } from './render.js';
import { showProblem } from './service.js';
import { copyText, curlCommand, pageUrl } from './share.js';
import { changeState, onStateChange, opened, setFrontMaze, setOpened, showToday, state } from './state.js';
import { showStatisticsLoading } from './statistics.js';

const getState = () => state;

/**
 * @param {string} id
 * @param {() => void} action
 */
function onClick(id, action) {
  byId(id).addEventListener('click', action);
}

/**
 * Opens one menu from another.
 * @param {string} id
 * @param {string} from
 */
function openMenu(id, from) {
  byId(from).hidePopover();
  byId(id).showPopover();
}

/** Opens the menu of data sets, whose code few need. */
async function openDataSet() {
  const { addDataSet } = await loadModule(import('./save/dataset.js'));
  addDataSet(getState, setStatus);
  openMenu('dataset', 'save');
}

/**
 * Shows the choices for the sheet with a code, once that is possible.
 * @type {Promise<(code: string) => void> | null}
 */
let sheets = null;

/** Loads what makes sheets of paper. */
function loadSheets() {
  sheets ??= loadModule(Promise.all([import('./printing.js'), import('./worksheet.js'), import('./paper.js'), import('./maze-cache.js')]))
    .then(([{ addPrinting }]) => addPrinting(getState));
  return sheets;
}

/** Loads what an open menu of sheets needs, and says there if that cannot be. */
async function fillSheetMenus() {
  try {
    await loadSheets();
  } catch (problem) {
    const error = byId('error-worksheet');
    showProblem(error, /** @type {Error} */ (problem));
    error.hidden = false;
  }
}

/** @param {string} code */
async function openSheet(code) {
  (await loadSheets())(code);
}

/** Chooses the maze of the front page, and returns what plays before it. */
async function loadFront() {
  const { frontMaze, playShow } = await loadModule(import('./front/show.js'));
  setFrontMaze(frontMaze(Number(state.seed)));
  return playShow;
}

/** @type {import('./save/book.js').Book | null} */
let book = null;

/** Opens the menu of books, whose code few need. */
async function openBook() {
  const { Book } = await loadModule(import('./save/book.js'));
  book ??= new Book(getState);
  openMenu('book', 'printing');
}

// What makes another maze, or shows it in another way
onStateChange(render);
onClick('new-maze', () => changeState({ seed: randomSeed() }));
onClick('today', showToday);
onClick('start-race', () => changeState({ mode: 'watch', what: 'race' }));
onClick('stop', stopLoading);
for (const button of sizeButtons()) button.addEventListener('click', () => changeState(presetSize(button)));
for (const button of document.querySelectorAll('button')) {
  const { mode } = button.dataset;
  if (mode) button.addEventListener('click', () => changeState({ mode }));
}
new OpenMenu(setOpened, (code) => openSheet(code).catch(showError));
addNavigation();

// What leaves the page
onClick('copy-link', () => copyText(byId('copy-link'), pageUrl(withGeneratorVersion(withDate(state), generator)), setStatus));
onClick('copy-curl', () => copyText(byId('copy-curl'), curlCommand(withGeneratorVersion(state, generator), opened), setStatus));
onClick('worksheet-link', () => copyText(byId('worksheet-link'), pageUrl(state), setStatus));
for (const event of ['input', 'change']) byId('save-look').addEventListener(event, updateSaveLinks);
onClick('dataset-menu', () => openDataSet().catch(showError));
onClick('book-menu', () => openBook().catch(showError));
onClick('print-worksheet', () => openMenu('worksheet', 'printing'));
// The browser opens these menus by itself, if need be before there is anything else.
for (const id of ['worksheet', 'printing']) {
  byId(id).addEventListener('beforetoggle', ({ newState }) => newState === 'open' && fillSheetMenus());
  if (byId(id).matches(':popover-open')) fillSheetMenus();
}

// The first maze. A bare address stays so until somebody does something.
const isFront = !location.search && !location.hash;
keepLanguageInLinks(state.lang);
initLanguageSelect((lang) => writeAddress({ ...state, lang }));
if (!isFront) history.replaceState(null, '', writeAddress(state));
showStatisticsLoading(byId('statistics'));
try {
  const front = isFront ? loadFront() : null;
  const [playShow] = await Promise.all([front, Promise.resolve(front).then(loadEarly), loadCatalog(), !isFront && loadSheets()]);
  if (state.sheet) await openSheet(state.sheet);
  render();
  // The front page has no use for sheets while its maze grows.
  playShow?.().then(loadSheets).catch(showError);
} catch (error) {
  showError(error);
} finally {
  document.documentElement.dataset.begun = '';
}
