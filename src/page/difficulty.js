// Difficulty in words, and the search for a seed whose maze has the difficulty that is asked for.

/** From how many yes-or-no choices on the way a maze is called so. Measured: see “Difficulty” in docs/api.md. */
const LEVELS = [['hard', 30], ['medium', 10], ['easy', 0]];

/** How many cells all the mazes of a search have together at most, and how many mazes it makes: at least, at most, at a time. */
const MOST_CELLS = 400_000, LEAST_TRIES = 4, MOST_TRIES = 40, AT_A_TIME = 4;

/** The word for a difficulty: easy, medium or hard. */
export function level(difficulty) {
  return LEVELS.find(([, from]) => difficulty >= from)[0];
}

/**
 * Looks for a seed whose maze has this level, among a bounded number of them. `ask` gives the difficulty for a seed, or `null`.
 * Returns the seed, how many were tried, and the level that its maze has: if none has the one that is wanted, it is the nearest.
 */
export async function search(wanted, cells, drawSeed, ask) {
  const most = Math.min(Math.max(Math.floor(MOST_CELLS / cells), LEAST_TRIES), MOST_TRIES);
  let best = null, tries = 0;
  while (tries < most && best?.apart !== 0) {
    const some = Array.from({ length: Math.min(AT_A_TIME, most - tries) }, drawSeed);
    const found = await Promise.all(some.map(async (seed) => ({ seed, difficulty: await ask(seed) })));
    tries += some.length;
    for (const each of found) {
      const apart = each.difficulty === null ? Infinity : distance(each.difficulty, wanted);
      if (!best || apart < best.apart) best = { ...each, apart };
    }
  }
  return { seed: best.seed, tries, level: best.difficulty === null ? null : level(best.difficulty) };
}

/** How far a difficulty is from a level: 0 if it has it. */
function distance(difficulty, wanted) {
  const at = LEVELS.findIndex(([name]) => name === wanted);
  const least = LEVELS[at][1], most = LEVELS[at - 1]?.[1] ?? Infinity;
  if (difficulty < least) return least - difficulty;
  return difficulty < most ? 0 : difficulty - most + 1e-9;
}
