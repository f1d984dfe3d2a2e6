// The best times of the mazes of days. They stay in this browser.

/** Where the browser keeps them, and how many: those of the latest dates. */
const STORAGE_KEY = 'best-times', MAX_KEPT_TIMES = 400;

/** @returns {Record<string, number>} seconds by date */
function readTimes() {
  // A browser may keep nothing for the page, or something else.
  try {
    return Object.assign({}, JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}'));
  } catch {
    return {};
  }
}

/**
 * The best time for the maze of a date, in seconds, if it was won before.
 * @param {string} date
 * @returns {number | undefined}
 */
export function bestTime(date) {
  const seconds = readTimes()[date];
  return Number.isInteger(seconds) ? seconds : undefined;
}

/**
 * Keeps a time for the maze of a date if it is the best.
 * @param {string} date
 * @param {number} seconds
 */
export function keepTime(date, seconds) {
  const times = { ...readTimes(), [date]: Math.min(seconds, bestTime(date) ?? seconds) };
  const latest = Object.entries(times).sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, MAX_KEPT_TIMES);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(latest)));
  } catch { /* Nothing is kept. */ }
}
