//! A grid and its open passages.

use std::collections::{BTreeSet, btree_set};
use std::fmt;
use std::ops::Range;

use crate::grid::{AnyGrid, Cell, Grid, Mesh, Side, Sides, Square};
use crate::observe::{Observer, Pacer, Step, checkpoints};

/// A grid, its open inner walls (*passages*), and the open pieces of its outer wall (*openings*).
///
/// Both cells of a pair always agree about the wall between them: [`link`](Maze::link) and [`unlink`](Maze::unlink) write both, and so does what
/// writes a whole maze or whole rows of one.
///
/// A maze takes one byte for each cell, and three if cells have [weights](Maze::weights). A billion cells take a gigabyte.
///
/// ```
/// use dedale::{grid::{Side, Square}, maze::Maze};
/// let grid = Square::new(2, 1)?;
/// let mut maze = Maze::closed(grid);
/// maze.link(grid.at(0, 0), Side::E);
/// assert!(maze.passages(grid.at(0, 1)).contains(Side::W));
/// // The same as `Format::Ascii` writes.
/// assert_eq!(maze.to_string(), "+---+---+\n|       |\n+---+---+\n");
/// assert!(maze.links().eq([(grid.at(0, 0), Side::E, grid.at(0, 1))]));
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Maze<G> {
    grid: G,
    passages: Vec<Sides>,
    openings: BTreeSet<(Cell, Side)>,
    /// The weights by the numbers of the cells.
    weights: Option<Box<[u16]>>,
}

/// The largest weight of a cell.
pub const MAX_WEIGHT: u16 = 1000;

/// The size of the weight of a cell, in bytes.
pub(crate) const WEIGHT_BYTES: u64 = 2;

/// The largest sum of all weights of a maze, so that the cost of every path is an exact number in every program.
pub(crate) const MAX_COST: u32 = i32::MAX as u32;

/// Invalid weights of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidWeights {
    /// The number of weights is not the number of cells.
    Count,
    /// The weight of this cell is not in the range from 1 to [`MAX_WEIGHT`].
    Weight(Cell),
    /// The sum of all weights is more than 2,147,483,647.
    Sum,
}

impl fmt::Display for InvalidWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InvalidWeights::Count => f.write_str("there must be a weight for each cell"),
            InvalidWeights::Weight(cell) => write!(f, "the weight of cell {} is not from 1 to {MAX_WEIGHT}", cell.0),
            InvalidWeights::Sum => write!(f, "all weights together are more than {MAX_COST}"),
        }
    }
}

impl std::error::Error for InvalidWeights {}

impl<G: Grid> Maze<G> {
    /// Creates a maze without passages.
    pub fn closed(grid: G) -> Maze<G> {
        let passages = vec![Sides::NONE; grid.cells() as usize];
        Maze { grid, passages, openings: BTreeSet::new(), weights: None }
    }

    /// Returns the costs of entering the cells, by their numbers; `None` if each move costs the same.
    #[inline]
    pub fn weights(&self) -> Option<&[u16]> {
        self.weights.as_deref()
    }

    /// Returns the cost of entering `cell`: 1 if there are no weights.
    #[inline]
    pub fn weight(&self, cell: Cell) -> u32 {
        self.weights.as_ref().map_or(1, |weights| weights[cell.index()].into())
    }

    /// Sets the weights of the cells, by their numbers.
    ///
    /// # Errors
    ///
    /// [`InvalidWeights`] if they are invalid. The maze then stays as it was.
    pub fn set_weights(&mut self, weights: Box<[u16]>) -> Result<(), InvalidWeights> {
        if weights.len() != self.passages.len() {
            return Err(InvalidWeights::Count);
        }
        if let Some(cell) = weights.iter().position(|weight| !(1..=MAX_WEIGHT).contains(weight)) {
            return Err(InvalidWeights::Weight(Cell(cell as u32)));
        }
        if weights.iter().map(|&weight| u64::from(weight)).sum::<u64>() > MAX_COST.into() {
            return Err(InvalidWeights::Sum);
        }
        self.weights = Some(weights);
        Ok(())
    }

    /// Returns the cost of a path: the sum of the weights of its cells without the first one. Without weights, it is the number of moves.
    pub fn cost_of(&self, path: &[Cell]) -> u64 {
        path.iter().skip(1).map(|&cell| u64::from(self.weight(cell))).sum()
    }

    /// Returns the grid.
    #[inline]
    pub fn grid(&self) -> &G {
        &self.grid
    }

    /// Takes the maze apart, and returns the grid.
    pub fn into_grid(self) -> G {
        self.grid
    }

    /// Returns the sides of `cell` with a wall, including outer ones.
    #[inline]
    pub(crate) fn closed_sides(&self, cell: Cell) -> Sides {
        self.grid.sides_of(cell).minus(self.open_sides(cell))
    }

    /// Returns all cells, in the order of their numbers.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + use<G> {
        (0..self.grid.cells()).map(Cell)
    }

    /// Returns the sides of `cell` that are open to a neighbor.
    #[inline]
    pub fn passages(&self, cell: Cell) -> Sides {
        self.passages[cell.index()]
    }

    /// Returns the passages of every cell, by the cells' numbers.
    #[inline]
    pub(crate) fn all_passages(&self) -> &[Sides] {
        &self.passages
    }

    /// Returns the neighbors of `cell` to which a passage leads, each with the side of `cell` at which it is.
    #[inline]
    pub fn neighbors(&self, cell: Cell) -> impl Iterator<Item = (Side, Cell)> {
        self.passages(cell).into_iter().map(move |side| (side, self.grid.across(cell, side)))
    }

    /// Returns all passages, each once: a cell, its open side, and the cell across.
    pub fn links(&self) -> impl Iterator<Item = (Cell, Side, Cell)> {
        self.pairs(|cell| self.passages(cell))
    }

    /// Returns all walls between two cells, each once: a cell, its closed side, and the cell across.
    pub fn walls(&self) -> impl Iterator<Item = (Cell, Side, Cell)> {
        self.pairs(|cell| self.inner_walls(cell))
    }

    /// Returns the values of a function of every [wall](Maze::walls), in order.
    pub(crate) fn list_walls<T, O: Observer>(
        &self,
        observer: &mut O,
        mut value: impl FnMut(Cell, Side) -> T,
    ) -> Result<Vec<T>, O::Stop> {
        let mut list = Vec::with_capacity(2 * self.grid.cells() as usize);
        let mut pacer = Pacer::default();
        for (cell, side, _) in self.walls() {
            pacer.tick(observer)?;
            list.push(value(cell, side));
        }
        Ok(list)
    }

    /// Returns these sides of every cell, with each pair of cells once.
    fn pairs(&self, sides: impl Fn(Cell) -> Sides) -> impl Iterator<Item = (Cell, Side, Cell)> {
        self.cells().flat_map(move |cell| {
            let neighbor = sides(cell).into_iter().map(move |side| (cell, side, self.grid.across(cell, side)));
            // A cell of a grid may be its own neighbor.
            neighbor.filter(|&(cell, side, neighbor)| (cell, side) < (neighbor, self.grid.opposite(cell, side)))
        })
    }

    /// Returns the open sides of `cell`, to a neighbor or through the outer wall.
    pub fn open_sides(&self, cell: Cell) -> Sides {
        self.openings_of(cell..Cell(cell.0 + 1)).fold(self.passages(cell), |open, (_, side)| open.with(side))
    }

    /// Returns the inner sides of `cell` with a wall.
    #[inline]
    pub(crate) fn inner_walls(&self, cell: Cell) -> Sides {
        self.grid.inner_sides(cell).minus(self.passages(cell))
    }

    /// Returns the openings of the cells from `cells.start` up to `cells.end`, in the order of their numbers.
    pub(crate) fn openings_of(&self, cells: Range<Cell>) -> impl Iterator<Item = (Cell, Side)> {
        let first = |cell| (cell, Side::new(0));
        // Most mazes are closed, and a range that ends before it begins has no openings.
        let some = match self.openings.is_empty() || cells.end < cells.start {
            true => btree_set::Range::default(),
            false => self.openings.range(first(cells.start)..first(cells.end)),
        };
        some.copied()
    }

    /// Returns the openings in the outer wall, in the order of the cells' numbers.
    pub fn openings(&self) -> impl Iterator<Item = (Cell, Side)> {
        self.openings.iter().copied()
    }

    /// Returns the number of passages. A perfect maze has one fewer than cells.
    pub fn count_passages(&self) -> u64 {
        self.passages.iter().map(|sides| u64::from(sides.len())).sum::<u64>() / 2
    }

    /// Returns true if `cell` is a dead end, which has exactly one passage.
    #[inline]
    pub fn is_dead_end(&self, cell: Cell) -> bool {
        self.passages(cell).len() == 1
    }

    /// Opens the wall between `cell` and the neighbor across `side`, and returns that neighbor.
    ///
    /// # Panics
    ///
    /// Panics if `side` is not an inner side of the cell.
    #[inline]
    pub fn link(&mut self, cell: Cell, side: Side) -> Cell {
        self.change(cell, side, Sides::with)
    }

    /// Closes the wall between `cell` and the neighbor across `side`, and returns that neighbor.
    ///
    /// # Panics
    ///
    /// Panics if `side` is not an inner side of the cell.
    #[inline]
    pub fn unlink(&mut self, cell: Cell, side: Side) -> Cell {
        self.change(cell, side, Sides::without)
    }

    #[inline(always)]
    fn change(&mut self, cell: Cell, side: Side, changed: impl Fn(Sides, Side) -> Sides) -> Cell {
        // A side that leads nowhere would be a passage to some other cell, such as at the other end of the next row.
        if !self.grid.inner_sides(cell).contains(side) {
            not_a_side("inner", cell, side);
        }
        let neighbor = self.grid.across(cell, side);
        let back = self.grid.opposite(cell, side);
        self.passages[cell.index()] = changed(self.passages[cell.index()], side);
        self.passages[neighbor.index()] = changed(self.passages[neighbor.index()], back);
        neighbor
    }

    /// Opens the outer wall at `side` of `cell`.
    ///
    /// # Panics
    ///
    /// Panics if `side` is not an outer side of the cell.
    pub fn open_outer(&mut self, cell: Cell, side: Side) {
        if !self.grid.outer_sides(cell).contains(side) {
            not_a_side("outer", cell, side);
        }
        self.openings.insert((cell, side));
    }

    /// Repeats a step of a generator or of an edit, if it moved a wall.
    ///
    /// If cells were [taken out](crate::edit::sparse()), the steps are those of the grid that still has them. There, an opened wall may also
    /// lead to such a cell, to which no passage leads.
    ///
    /// # Panics
    ///
    /// Panics if the cell does not have the side, or if a wall is opened as an outer one although passages lead to the cell across.
    pub fn replay(&mut self, step: Step) {
        match step {
            Step::Carve { from, side, .. } | Step::Join { from, side, .. } => {
                self.link(from, side);
            }
            Step::Wall { from, side, .. } => {
                self.unlink(from, side);
            }
            Step::Clear => {
                let Ok(()) = self.clear(&mut ());
            }
            Step::Open { cell, side } => {
                let is_inner = self.grid.inner_sides(cell).contains(side);
                if is_inner && self.passages(self.grid.across(cell, side)).is_empty() {
                    self.openings.insert((cell, side));
                } else {
                    self.open_outer(cell, side);
                }
            }
            Step::Visit(_) | Step::Root(_) | Step::Back(_) | Step::Erase(_) | Step::Fill(_) | Step::Path(_) => {}
        }
    }

    /// [Links](Maze::link) two cells, and reports a [`Step::Carve`].
    #[inline]
    pub(crate) fn carve<O: Observer>(&mut self, from: Cell, side: Side, observer: &mut O) -> Result<Cell, O::Stop> {
        let to = self.link(from, side);
        observer.see(Step::Carve { from, side, to }).map(|()| to)
    }

    /// [Links](Maze::link) two cells, and reports a [`Step::Join`].
    #[inline]
    pub(crate) fn join<O: Observer>(&mut self, from: Cell, side: Side, observer: &mut O) -> Result<Cell, O::Stop> {
        let to = self.link(from, side);
        observer.see(Step::Join { from, side, to }).map(|()| to)
    }

    /// [Unlinks](Maze::unlink) two cells, and reports a [`Step::Wall`].
    #[inline]
    pub(crate) fn wall<O: Observer>(&mut self, from: Cell, side: Side, observer: &mut O) -> Result<Cell, O::Stop> {
        let to = self.unlink(from, side);
        observer.see(Step::Wall { from, side, to }).map(|()| to)
    }

    /// [Opens](Maze::open_outer) the outer wall, and reports a [`Step::Open`].
    pub(crate) fn open<O: Observer>(&mut self, cell: Cell, side: Side, observer: &mut O) -> Result<(), O::Stop> {
        self.open_outer(cell, side);
        observer.see(Step::Open { cell, side })
    }

    /// Removes all inner walls, and reports one [`Step::Clear`].
    pub fn clear<O: Observer>(&mut self, observer: &mut O) -> Result<(), O::Stop> {
        for cells in checkpoints(0..self.grid.cells()) {
            observer.go_on()?;
            for cell in cells.map(Cell) {
                self.passages[cell.index()] = self.grid.inner_sides(cell);
            }
        }
        observer.see(Step::Clear)
    }

    /// Creates the maze with these passages and openings; `None` unless there is a set for each cell, both cells of a pair agree, and every
    /// opening is an outer side.
    #[cfg(feature = "serde")]
    pub(crate) fn checked(grid: G, passages: Vec<Sides>, openings: BTreeSet<(Cell, Side)>) -> Option<Maze<G>> {
        let cells = grid.cells();
        if passages.len() != cells as usize {
            return None;
        }
        let agree =
            |cell: Cell, side: Side| passages[grid.across(cell, side).index()].contains(grid.opposite(cell, side));
        let is_right = |cell: Cell| {
            let sides = passages[cell.index()];
            sides.minus(grid.inner_sides(cell)).is_empty() && sides.into_iter().all(|side| agree(cell, side))
        };
        let is_outer = |&(cell, side): &(Cell, Side)| cell.0 < cells && grid.outer_sides(cell).contains(side);
        let holds = (0..cells).map(Cell).all(is_right) && openings.iter().all(is_outer);
        holds.then_some(Maze { grid, passages, openings, weights: None })
    }

    /// Returns the grid and the passages of all cells, for code that writes all of them. Both cells of a pair must agree about the wall
    /// between them.
    #[inline]
    pub(crate) fn grid_and_passages(&mut self) -> (&G, &mut Vec<Sides>) {
        (&self.grid, &mut self.passages)
    }
}

#[cold]
#[inline(never)]
fn not_a_side(kind: &str, cell: Cell, side: Side) -> ! {
    panic!("side {} of cell {} is not an {kind} side", side.number(), cell.0)
}

impl Maze<Square> {
    /// Writes the open sides of a row. Outer ones become openings.
    pub(crate) fn write_row(&mut self, row: u32, open: &[Sides]) {
        let first = self.grid.at(row, 0);
        self.passages[first.index()..][..open.len()].copy_from_slice(open);
        let is_edge = row == 0 || row + 1 == self.grid.rows();
        let inner = if is_edge { 1 } else { open.len().saturating_sub(1).max(1) };
        // All cells of the first and the last row, and the first and the last cell of the others.
        for column in [0].into_iter().chain(inner..open.len()) {
            let cell = self.grid.at(row, column as u32);
            for side in self.grid.outer_sides(cell).into_iter().filter(|&side| open[column].contains(side)) {
                self.passages[cell.index()] = self.passages[cell.index()].without(side);
                self.open_outer(cell, side);
            }
        }
    }
}

impl Maze<AnyGrid> {
    /// Returns the maze if its grid is plain squares. No wall is copied.
    pub fn into_squares(self) -> Option<Maze<Square>> {
        let Maze { grid, passages, openings, weights } = self;
        Some(Maze { grid: grid.square()?, passages, openings, weights })
    }
}

impl From<Maze<Square>> for Maze<AnyGrid> {
    fn from(maze: Maze<Square>) -> Maze<AnyGrid> {
        let Maze { grid, passages, openings, weights } = maze;
        Maze { grid: grid.into(), passages, openings, weights }
    }
}

impl From<Maze<Mesh>> for Maze<AnyGrid> {
    fn from(maze: Maze<Mesh>) -> Maze<AnyGrid> {
        let Maze { grid, passages, openings, weights } = maze;
        Maze { grid: grid.into(), passages, openings, weights }
    }
}
