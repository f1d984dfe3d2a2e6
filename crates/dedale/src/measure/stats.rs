//! Statistics of a maze.

use super::farthest::{farthest_pair, is_tree, most_searches};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::solve::{Solver, distances, search_steps};

/// The primes up to 7 and their binary logarithms, as the nearest doubles, so that no library of the machine is involved.
const LOG2: [(u32, f64); 4] =
    [(2, 1.0), (3, 1.584_962_500_721_156), (5, 2.321_928_094_887_362), (7, 2.807_354_922_057_604)];

/// Numbers about a maze, and about the path from one of its cells to another.
///
/// Each is a count, or is computed from counts by the four operations of arithmetic, and so the same on every machine.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stats {
    /// The number of cells.
    pub cells: u32,
    /// The number of passages between them.
    pub passages: u64,
    /// The number of dead ends: cells with one passage.
    pub dead_ends: u32,
    /// The dead ends as a share of all cells, `0 ..= 1`.
    pub dead_end_share: f64,
    /// The number of junctions: cells with three or more passages.
    pub junctions: u32,
    /// The longest shortest path between any two of the cells that can be reached from `from`.
    pub longest_path: LongestPath,
    /// The cells of a shortest path from `from` to `to`, both included, as a share of all cells; `None` if there is no path.
    pub path_share: Option<f64>,
    /// The straightness of corridors: among the cells with exactly two passages, the share whose passages are opposite, `0 ..= 1`; `None` if
    /// there are none. Cells with a corner opposite of each side, such as triangles, do not count.
    pub straightness: Option<f64>,
    /// The number of yes-or-no answers that one needs, on average, to walk the shortest path without a mistake; `None` if there is no path.
    ///
    /// At each cell of the path but the last, being told which of `k` ways on is right takes `log2 k` bits. A way on is a passage other than
    /// the one through which the path came, and at `from` any passage. So a corridor is free, a fork costs one bit, and a crossing (three
    /// ways on) 1.585. A random walker who never turns around guesses the whole path right once in `2^difficulty` times. If there are several
    /// shortest paths, it is the one that [`Bfs`](crate::Solver::Bfs) finds.
    pub difficulty: Option<f64>,
}

/// Two cells that are as far apart as any, or the farthest that were found before the search took too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct LongestPath {
    /// The ends, the one with the lower number first.
    pub ends: (Cell, Cell),
    /// The number of moves between them, on a shortest path.
    pub length: u32,
    /// True if no two cells are farther apart for certain: always in a maze without loops, and in any maze of up to 8,192 cells. With loops,
    /// the search ends when 2^26 cells have been seen, but not before 128 searches, and `length` may then be less than that of the longest
    /// path.
    pub exact: bool,
}

/// The number of bytes of memory that [`stats`] takes for each cell.
pub(crate) const STATS_BYTES: u64 = 24;

/// Returns the approximate number of steps that [`stats`] takes at most in a maze with this many cells, as in
/// [`Estimate::steps`](crate::estimate::Estimate::steps). `has_loops` is true if there may be more than one path between two cells.
pub(crate) fn stats_steps(cells: u32, has_loops: bool) -> u64 {
    let searches = if has_loops { most_searches(cells).min(u64::from(cells)) } else { 2 };
    // The counts and the path take as long as two more searches.
    search_steps(cells.into()).saturating_mul(searches + 2)
}

/// Measures a maze, and the path from `from` to `to`.
///
/// # Complexity
///
/// Time `O(cells)` in a maze without loops, and `O(cells × k)` with loops, where `k` is usually fifty. About twenty bytes for each cell.
///
/// # Panics
///
/// Panics if `from` or `to` is not a cell of the maze.
///
/// # Source
///
/// The difficulty is the information content of the path, in the sense of C. E. Shannon, "A mathematical theory of communication", *Bell
/// System Technical Journal* 27 (1948). M. S. McClendon, "The complexity and difficulty of a maze", *Bridges* (2001), also weighs the lengths
/// and bends of the hallways.
///
/// ```
/// use dedale::{grid::{Side, Square}, maze::Maze, measure::stats};
/// // Three cells in a row, and one below the middle.
/// let grid = Square::new(3, 2).unwrap();
/// let mut maze = Maze::closed(grid);
/// for (column, side) in [(0, Side::E), (1, Side::E), (1, Side::S)] {
///     maze.link(grid.at(0, column), side);
/// }
/// let stats = stats(&maze, grid.at(0, 0), grid.at(0, 2), &mut ())?;
/// assert_eq!((stats.dead_ends, stats.junctions, stats.longest_path.length), (3, 1, 2));
/// assert_eq!(stats.path_share, Some(0.5));
/// // From the middle, there are ways on to the east and to the south.
/// assert_eq!(stats.difficulty, Some(1.0));
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn stats<G: Grid, O: Observer>(maze: &Maze<G>, from: Cell, to: Cell, observer: &mut O) -> Result<Stats, O::Stop> {
    let cells = maze.grid().cells();
    let counts = Counts::of(maze, observer)?;
    let solution = Solver::Bfs.solve_observed(maze, from, to, observer)?;
    Ok(Stats {
        cells,
        passages: maze.count_passages(),
        dead_ends: counts.dead_ends,
        dead_end_share: f64::from(counts.dead_ends) / f64::from(cells),
        junctions: counts.junctions,
        longest_path: longest_path(maze, from, observer)?,
        path_share: solution.path().map(|path| path.len() as f64 / f64::from(cells)),
        straightness: (counts.corridors > 0).then(|| f64::from(counts.straight) / f64::from(counts.corridors)),
        difficulty: solution.path().map(|path| path_difficulty(maze, path)),
    })
}

/// The number of cells of each kind.
#[derive(Default)]
struct Counts {
    dead_ends: u32,
    corridors: u32,
    straight: u32,
    junctions: u32,
}

impl Counts {
    fn of<G: Grid, O: Observer>(maze: &Maze<G>, observer: &mut O) -> Result<Counts, O::Stop> {
        let mut counts = Counts::default();
        for cell in maze.cells() {
            observer.see(Step::Visit(cell))?;
            let passages = maze.passages(cell);
            match passages.len() {
                0 => {}
                1 => counts.dead_ends += 1,
                2 => {
                    let ahead = |side| maze.grid().straight_ahead(cell, side);
                    counts.corridors += u32::from(passages.into_iter().all(|side| ahead(side).is_some()));
                    let is_straight =
                        passages.into_iter().all(|side| ahead(side).is_some_and(|ahead| passages.contains(ahead)));
                    counts.straight += u32::from(is_straight);
                }
                _ => counts.junctions += 1,
            }
        }
        Ok(counts)
    }
}

/// Returns the two cells that are farthest apart among those that can be reached from `from`.
fn longest_path<G: Grid, O: Observer>(maze: &Maze<G>, from: Cell, observer: &mut O) -> Result<LongestPath, O::Stop> {
    let from_one = distances(maze, from, observer)?;
    // Room for all at once, rather than for more and more.
    let mut reached: Vec<Cell> = Vec::with_capacity(maze.grid().cells() as usize);
    reached.extend(maze.cells().filter(|&cell| from_one.to(cell).is_some()));
    // One of the searches has been made already.
    let mut searches = most_searches(maze.grid().cells()) - 1;
    farthest_pair(maze, &reached, &from_one, is_tree(maze, &from_one), &mut searches, observer)
}

/// Returns the difficulty of the path from one cell to another, as in [`Stats::difficulty`]; `None` if there is no path.
pub fn difficulty<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    observer: &mut O,
) -> Result<Option<f64>, O::Stop> {
    Ok(Solver::Bfs.solve_observed(maze, from, to, observer)?.path().map(|path| path_difficulty(maze, path)))
}

/// Returns the number of bits that describe `path`.
pub(crate) fn path_difficulty<G: Grid>(maze: &Maze<G>, path: &[Cell]) -> f64 {
    // The logarithms are summed as that of a product, by its prime factors, since a cell has no more than eight passages on.
    let mut exponents = LOG2.map(|_| 0_u32);
    for (place, &cell) in path.iter().take(path.len() - 1).enumerate() {
        let mut choices = maze.passages(cell).len() - u32::from(place > 0);
        for (exponent, (prime, _)) in exponents.iter_mut().zip(LOG2) {
            while choices > 0 && choices.is_multiple_of(prime) {
                choices /= prime;
                *exponent += 1;
            }
        }
    }
    exponents.iter().zip(LOG2).map(|(&exponent, (_, log2))| f64::from(exponent) * log2).sum()
}
