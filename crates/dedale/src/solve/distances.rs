//! Breadth-first search over a whole maze.

use crate::grid::{Cell, Grid, Layout, Places as _, Sides};
use crate::maze::Maze;
use crate::observe::{Observer, Step};

/// The distance of a cell that cannot be reached.
pub const UNREACHED: u32 = u32::MAX;

/// The approximate number of steps that [`distances`] takes at most in a maze with this many cells, in the sense of
/// [`MazeOptions::expected_steps`](crate::options::MazeOptions::expected_steps): two for each cell, and twice as many for each cell
/// beyond those that fit into the cache of a processor.
pub(crate) const fn search_steps(cells: u64) -> u64 {
    cells.saturating_mul(2).saturating_add(beyond_cache(cells).saturating_mul(2))
}

/// How many of `cells` cells are searched from memory, rather than from the cache of a processor: a cell takes about ten bytes.
pub(super) const fn beyond_cache(cells: u64) -> u64 {
    cells.saturating_sub(1 << 19)
}

/// How many bytes of memory [`distances`] takes for each cell at most, except on a [custom grid](super::TIMES_ON_CUSTOM_GRIDS): four that it
/// returns, one while it works, and its queue, in which a quarter of the cells may wait at the same time.
pub(crate) const SEARCH_BYTES: u64 = 12;

/// How many moves each cell is from one cell, or what the way there [costs](super::costs).
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Distances {
    from: Cell,
    /// By the cells' numbers; [`UNREACHED`] where no way leads.
    moves: Vec<u32>,
    /// The last cell that was reached.
    last: Cell,
}

impl Distances {
    pub(super) fn new(from: Cell, moves: Vec<u32>, last: Cell) -> Distances {
        Distances { from, moves, last }
    }

    /// Weights of cells, to be drawn as a heat map is.
    pub(crate) fn of_weights(weights: &[u16]) -> Distances {
        let largest = (0..).zip(weights).max_by_key(|&(_, &weight)| weight).map_or(0, |(cell, _)| cell);
        Distances { from: Cell(0), moves: weights.iter().map(|&weight| weight.into()).collect(), last: Cell(largest) }
    }

    /// Numbers for cells that are no distances, [`UNREACHED`] for a cell that has none, to be drawn as a heat map is.
    pub(crate) fn of_numbers(moves: Vec<u32>) -> Distances {
        Distances { from: Cell(0), moves, last: Cell(0) }
    }

    /// Gives a cell another number.
    pub(crate) fn set_number(&mut self, cell: Cell, number: u32) {
        self.moves[cell.index()] = number;
    }

    /// The cell that the distances are from.
    pub fn origin(&self) -> Cell {
        self.from
    }

    /// How many moves `cell` is away; `None` where no way leads to it.
    #[inline]
    pub fn to(&self, cell: Cell) -> Option<u32> {
        let moves = self.moves[cell.index()];
        (moves != UNREACHED).then_some(moves)
    }

    /// The distances as a slice, by the cells' numbers, [`UNREACHED`] where no way leads.
    pub fn as_slice(&self) -> &[u32] {
        &self.moves
    }

    /// The largest distance of any cell that can be reached.
    pub fn longest(&self) -> u32 {
        self.moves[self.last.index()]
    }

    /// The cell at the largest distance; of several, the one with the lowest number.
    pub fn farthest(&self) -> Cell {
        let longest = self.longest();
        let first = self.moves.iter().position(|&moves| moves == longest);
        Cell(first.unwrap_or(0) as u32)
    }
}

impl<G: Grid> Maze<G> {
    /// The number of moves from `from` to every cell: [`distances`] without an observer.
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

/// The number of moves from `from` to every cell of the maze, by breadth-first search.
///
/// # Complexity
///
/// Time `O(cells)`; five bytes for each cell, and eight for each cell of the widest level.
///
/// # Source
///
/// E. F. Moore, "The shortest path through a maze", *Proc. International Symposium on the Theory of Switching* (1959).
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
    // Asked once which grid it is, and not at each step.
    let passages = maze.all_passages();
    match maze.grid().layout() {
        Layout::Square(grid) => search(grid, passages, from, observer),
        Layout::Mesh(grid) => search(grid, passages, from, observer),
        Layout::OneByOne => search(maze.grid(), passages, from, observer),
    }
}

fn search<G: Grid, O: Observer>(
    grid: &G,
    passages: &[Sides],
    from: Cell,
    observer: &mut O,
) -> Result<Distances, O::Stop> {
    // 0 for a cell that has not been reached: memory that is zero already need not be filled, which took a fifth of the time in large mazes.
    let mut moves = vec![0; grid.cells() as usize];
    // The passages of the cells that have not been reached yet. Cells without any have been reached, or never can be. To search mazes without
    // loops without that question took no less time, and neither did turning back at dead ends.
    let mut unreached = passages.to_vec();
    let mut queue = RingBuffer::new();
    queue.push(from, std::mem::replace(&mut unreached[from.index()], Sides::NONE));
    let (mut distance, mut level_end) = (0, queue.pushed);
    let mut last = from;
    while let Some((cell, ways)) = queue.pop() {
        observer.see(Step::Visit(cell))?;
        moves[cell.index()] = distance;
        last = cell;
        for side in ways {
            let far = grid.across(cell, side);
            let passages = std::mem::replace(&mut unreached[far.index()], Sides::NONE);
            if !passages.is_empty() {
                queue.push(far, passages.without(grid.opposite(cell, side)));
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
    Ok(Distances { from, moves, last })
}

/// A ring buffer of the cells that were reached, each with the ways that lead on from it. It always has room for the neighbors of one
/// more cell.
struct RingBuffer {
    ring: Vec<u64>,
    /// How many were ever pushed and popped.
    pushed: usize,
    popped: usize,
}

impl RingBuffer {
    fn new() -> RingBuffer {
        RingBuffer { ring: vec![0; 1 << 8], pushed: 0, popped: 0 }
    }

    /// Pushes a cell: no more than eight between two that are popped.
    #[inline]
    fn push(&mut self, cell: Cell, ways: Sides) {
        let last = self.ring.len() - 1;
        self.ring[self.pushed & last] = u64::from(ways.bits()) << 32 | u64::from(cell.0);
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
