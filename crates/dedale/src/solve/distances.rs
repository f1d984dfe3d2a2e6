//! The distances of all cells of a maze from one cell, and the paths to its openings.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::grid::{Cell, Grid, Side, Sides};
use crate::maze::Maze;
use crate::observe::{Observer, Step};

/// The distance of a cell that cannot be reached.
pub const UNREACHED: u32 = u32::MAX;

/// Returns the approximate number of steps that [`distances`] takes at most in a maze with this many cells, in the sense of
/// [`Estimate::steps`](crate::estimate::Estimate::steps): two for each cell, and twice as many for each cell beyond the cache of a processor.
pub(crate) const fn search_steps(cells: u64) -> u64 {
    cells.saturating_mul(2).saturating_add(beyond_cache(cells).saturating_mul(2))
}

/// Returns the same for [`costs`] in a maze with weights.
pub(crate) const fn cost_steps(cells: u64) -> u64 {
    cells.saturating_mul(8).saturating_add(beyond_cache(cells).saturating_mul(4))
}

/// Returns how many of `cells` cells are beyond the cache of a processor. A cell takes about ten bytes.
const fn beyond_cache(cells: u64) -> u64 {
    cells.saturating_sub(1 << 19)
}

/// The largest number of bytes of memory that [`distances`] takes for each cell, except on a [custom grid](super::TIMES_ON_CUSTOM_GRIDS):
/// four for the result, one for the search, and its queue, in which a quarter of the cells may wait at a time.
pub(crate) const SEARCH_BYTES: u64 = 12;

/// The same for [`costs`] in a maze with weights: four for the result, and eight for each cell that waits.
pub(crate) const COST_BYTES: u64 = 12;

/// The number of moves from one cell to each cell, or the [cost](costs) of a cheapest path there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Distances {
    from: Cell,
    /// By the number of a cell; [`UNREACHED`] if no path leads there.
    each: Vec<u32>,
    longest: u32,
    unit: Unit,
}

/// What distances count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Moves,
    /// The weights of the cells that moves enter.
    Costs,
}

impl Distances {
    /// Creates numbers for cells that are not distances, to be drawn like a heat map. [`UNREACHED`] is the number of a cell without one.
    pub(crate) fn of_numbers(each: Vec<u32>) -> Distances {
        let reached = each.iter().copied().filter(|&number| number != UNREACHED);
        Distances { from: Cell(0), longest: reached.max().unwrap_or(0), each, unit: Unit::Moves }
    }

    /// Sets the number of a cell.
    pub(crate) fn set_number(&mut self, cell: Cell, number: u32) {
        self.each[cell.index()] = number;
    }

    /// Returns the cell from which the distances are measured.
    pub(crate) fn origin(&self) -> Cell {
        self.from
    }

    /// Returns the distance of `cell`; `None` if no path leads to it.
    #[inline]
    pub fn to(&self, cell: Cell) -> Option<u32> {
        let distance = self.each[cell.index()];
        (distance != UNREACHED).then_some(distance)
    }

    /// Returns the distances by the numbers of the cells, with [`UNREACHED`] if no path leads there.
    pub fn as_slice(&self) -> &[u32] {
        &self.each
    }

    /// Returns the largest distance of any cell that can be reached.
    pub fn longest(&self) -> u32 {
        self.longest
    }

    /// Returns the cell at the largest distance. Of several, it is the one with the lowest number.
    pub fn farthest(&self) -> Cell {
        let first = self.each.iter().position(|&distance| distance == self.longest);
        Cell(first.unwrap_or(0) as u32)
    }

    /// Returns the nearest of these cells, the one with the lowest number if there are several; `None` if no path leads to any of them.
    pub(crate) fn nearest_of(&self, cells: impl IntoIterator<Item = Cell>) -> Option<Cell> {
        cells.into_iter().filter_map(|cell| Some((self.to(cell)?, cell))).min().map(|(_, cell)| cell)
    }

    /// Returns a path with this distance to a cell of `maze`, in which the distances were measured; `None` if no path leads there.
    pub(crate) fn path_to<G: Grid>(&self, maze: &Maze<G>, cell: Cell) -> Option<Vec<Cell>> {
        let (mut path, mut here, mut distance) = (vec![cell], cell, self.to(cell)?);
        let length_of_move = |to: Cell| match self.unit {
            Unit::Moves => 1,
            Unit::Costs => maze.weight(to),
        };
        while let Some(before) = distance.checked_sub(length_of_move(here)) {
            let Some((_, next)) = maze.neighbors(here).find(|&(_, next)| self.to(next) == Some(before)) else { break };
            path.push(next);
            (here, distance) = (next, before);
        }
        path.reverse();
        Some(path)
    }
}

impl<G: Grid> Maze<G> {
    /// Returns the number of moves from `from` to every cell. This is [`distances`] without an observer.
    ///
    /// ```
    /// use dedale::{grid::{Side, Square}, maze::Maze};
    /// let grid = Square::new(2, 1)?;
    /// let mut maze = Maze::closed(grid);
    /// maze.link(grid.at(0, 0), Side::E);
    /// assert_eq!(maze.distances(grid.at(0, 0)).to(grid.at(0, 1)), Some(1));
    /// # Ok::<(), dedale::grid::TooLarge>(())
    /// ```
    pub fn distances(&self, from: Cell) -> Distances {
        let Ok(distances) = distances(self, from, &mut ());
        distances
    }
}

/// Returns the number of moves from `from` to every cell of the maze, by breadth-first search.
///
/// # Complexity
///
/// Time `O(cells)`; five bytes for each cell, and eight for each cell of the widest level. The source is that of [`Solver::Bfs`](super::Solver::Bfs).
///
/// ```
/// use dedale::{generate::Algorithm, grid::Square, solve::distances};
/// let grid = Square::new(9, 1).unwrap();
/// let maze = Algorithm::Backtracker.generate(grid, 7);
/// let distances = distances(&maze, grid.at(0, 0), &mut ())?;
/// assert_eq!(distances.to(grid.at(0, 8)), Some(8));
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn distances<G: Grid, O: Observer>(maze: &Maze<G>, from: Cell, observer: &mut O) -> Result<Distances, O::Stop> {
    // The grid is asked once for its kind, and not at each step.
    let passages = maze.all_passages();
    match (maze.grid().as_square(), maze.grid().as_mesh()) {
        (Some(grid), _) => search(&grid, passages, from, observer),
        (_, Some(grid)) => search(grid, passages, from, observer),
        _ => search(maze.grid(), passages, from, observer),
    }
}

fn search<G: Grid, O: Observer>(
    grid: &G,
    passages: &[Sides],
    from: Cell,
    observer: &mut O,
) -> Result<Distances, O::Stop> {
    // 0 for cells that have not been reached: zeroed memory need not be filled, which took a fifth of the time in large mazes.
    let mut moves = vec![0; grid.cells() as usize];
    // The passages of the cells that have not been reached yet. Cells without any have been reached, or never will be. In mazes without
    // loops, leaving this check out took no less time, and neither did turning back at dead ends.
    let mut unreached = passages.to_vec();
    let mut queue = RingBuffer::new();
    queue.push(from, std::mem::replace(&mut unreached[from.index()], Sides::NONE));
    let (mut distance, mut level_end) = (0, queue.pushed);
    let mut longest = 0;
    while let Some((cell, sides)) = queue.pop() {
        observer.see(Step::Visit(cell))?;
        moves[cell.index()] = distance;
        longest = distance;
        for side in sides {
            let neighbor = grid.across(cell, side);
            let passages = std::mem::replace(&mut unreached[neighbor.index()], Sides::NONE);
            if !passages.is_empty() {
                queue.push(neighbor, passages.without(grid.opposite(cell, side)));
            }
        }
        let is_level_over = queue.popped == level_end;
        level_end = if is_level_over { queue.pushed } else { level_end };
        distance += u32::from(is_level_over);
    }
    if queue.popped < moves.len() {
        moves.iter_mut().filter(|moves| **moves == 0).for_each(|moves| *moves = UNREACHED);
        moves[from.index()] = 0;
    }
    Ok(Distances { from, each: moves, longest, unit: Unit::Moves })
}

/// Returns the least cost of a path from `from` to every cell, by Dijkstra's algorithm. Without [weights](Maze::weights), each move costs 1,
/// and the result is that of [`distances`].
///
/// # Complexity
///
/// Time `O(cells × log cells)`; four bytes for each cell, and eight for each that waits. Without weights, that of [`distances`]. The source
/// is that of [`Solver::Dijkstra`](super::Solver::Dijkstra).
///
/// ```
/// use dedale::{generate::Algorithm, grid::Square, solve::costs};
/// let grid = Square::new(3, 1)?;
/// let mut maze = Algorithm::Backtracker.generate(grid, 7);
/// maze.set_weights([5, 2, 9].into())?;
/// let costs = costs(&maze, grid.at(0, 0), &mut ())?;
/// assert_eq!(costs.as_slice(), [0, 2, 11]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn costs<G: Grid, O: Observer>(maze: &Maze<G>, from: Cell, observer: &mut O) -> Result<Distances, O::Stop> {
    let Some(weights) = maze.weights() else { return distances(maze, from, observer) };
    let mut costs = vec![UNREACHED; weights.len()];
    costs[from.index()] = 0;
    let mut waiting = BinaryHeap::from([Reverse((0, from))]);
    let mut longest = 0;
    while let Some(Reverse((cost, cell))) = waiting.pop() {
        if costs[cell.index()] < cost {
            // The cell was reached by a cheaper path later, and that was taken first.
            continue;
        }
        observer.see(Step::Visit(cell))?;
        longest = cost;
        for side in maze.passages(cell) {
            let neighbor = maze.grid().across(cell, side);
            let reached = cost + u32::from(weights[neighbor.index()]);
            if reached < costs[neighbor.index()] {
                costs[neighbor.index()] = reached;
                waiting.push(Reverse((reached, neighbor)));
            }
        }
    }
    Ok(Distances { from, each: costs, longest, unit: Unit::Costs })
}

/// An opening of the outer wall, and a path to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExitPath {
    /// The cell with the opening.
    pub cell: Cell,
    /// The side that is open.
    pub side: Side,
    /// The cells of a cheapest path, or of a shortest one if there are no weights; `None` if no path leads there.
    pub path: Option<Vec<Cell>>,
}

/// Returns a path from `from` to each of the [openings](Maze::openings), in their order.
///
/// # Complexity
///
/// That of [`costs`], and time and memory in proportion to the cells of the paths.
///
/// ```
/// use dedale::{generate::Algorithm, grid::{Side, Square}, solve::exit_paths};
/// let grid = Square::new(3, 1)?;
/// let mut maze = Algorithm::Backtracker.generate(grid, 7);
/// maze.open_outer(grid.at(0, 2), Side::E);
/// let paths = exit_paths(&maze, grid.at(0, 0), &mut ())?;
/// assert_eq!(paths[0].path, Some(vec![grid.at(0, 0), grid.at(0, 1), grid.at(0, 2)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exit_paths<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    observer: &mut O,
) -> Result<Vec<ExitPath>, O::Stop> {
    let costs = costs(maze, from, observer)?;
    let path = |(cell, side)| {
        observer.go_on()?;
        Ok(ExitPath { cell, side, path: costs.path_to(maze, cell) })
    };
    maze.openings().map(path).collect()
}

/// A ring buffer of reached cells, each with the sides on which it was not entered. It always has room for the neighbors of one more cell.
struct RingBuffer {
    ring: Vec<u64>,
    /// The number of cells that were ever pushed, and popped.
    pushed: usize,
    popped: usize,
}

impl RingBuffer {
    fn new() -> RingBuffer {
        RingBuffer { ring: vec![0; 1 << 8], pushed: 0, popped: 0 }
    }

    /// Pushes a cell. At most eight may be pushed for each that is popped.
    #[inline]
    fn push(&mut self, cell: Cell, sides: Sides) {
        let last = self.ring.len() - 1;
        self.ring[self.pushed & last] = u64::from(sides.bits()) << 32 | u64::from(cell.0);
        self.pushed += 1;
    }

    #[inline]
    fn pop(&mut self) -> Option<(Cell, Sides)> {
        if self.popped == self.pushed {
            return None;
        }
        if self.pushed - self.popped + 8 > self.ring.len() {
            self.grow();
        }
        let entry = self.ring[self.popped & (self.ring.len() - 1)];
        self.popped += 1;
        Some((Cell(entry as u32), Sides::from_bits((entry >> 32) as u8)))
    }

    #[cold]
    fn grow(&mut self) {
        let last = self.ring.len() - 1;
        let mut ring = vec![0; 2 * self.ring.len()];
        let larger_last = ring.len() - 1;
        for i in self.popped..self.pushed {
            ring[i & larger_last] = self.ring[i & last];
        }
        self.ring = ring;
    }
}
