// The page as a whole, as a table of what is where: each part is in the module that it is imported from, and begins here.

import { randomSeed, withDate, withGeneratorVersion, writeAddress } from './address.js';
import { byId, setStatus } from './dom.js';
import { addNavigation } from './keyboard.js';
import { initLanguageSelect, keepLanguageInLinks } from './language.js';
import { generator, loadCatalog } from './loading.js';
import { showError } from './messages.js';
import { OpenMenu } from './open.js';
import { addPrinting } from './printing.js';
import { loadEarly, loadModule, presetSize, render, sizeButtons, stopLoading, updateSaveLinks } from './render.js';
import { copyText, curlCommand, pageUrl } from './share.js';
import { changeState, onStateChange, opened, setOpened, showToday, state } from './state.js';
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
const openSheet = addPrinting(getState);
new OpenMenu(setOpened, openSheet);
addNavigation();

// What leaves the page
onClick('copy-link', () => copyText(byId('copy-link'), pageUrl(withGeneratorVersion(withDate(state), generator)), setStatus));
onClick('copy-curl', () => copyText(byId('copy-curl'), curlCommand(withGeneratorVersion(state, generator), opened), setStatus));
onClick('worksheet-link', () => copyText(byId('worksheet-link'), pageUrl(state), setStatus));
for (const event of ['input', 'change']) byId('save-look').addEventListener(event, updateSaveLinks);
onClick('dataset-menu', () => openDataSet().catch(showError));
onClick('book-menu', () => openBook().catch(showError));
onClick('print-worksheet', () => openMenu('worksheet', 'printing'));

// The first maze
keepLanguageInLinks(state.lang);
initLanguageSelect((lang) => writeAddress({ ...state, lang }));
history.replaceState(null, '', writeAddress(state));
showStatisticsLoading(byId('statistics'));
try {
  await Promise.all([loadEarly(), loadCatalog()]);
  if (state.sheet) openSheet(state.sheet);
  render();
} catch (error) {
  showError(error);
} finally {
  document.documentElement.dataset.begun = '';
}
