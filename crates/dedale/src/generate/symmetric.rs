//! Mazes in two halves that match.
//!
//! ```text
//! carve the first half
//! for each passage of it, open its image in the second half
//! open a passage between the halves: in a mirror at a random place, and in half a turn in the middle
//! if there is a row between the halves:
//!     for each cell of it from its end to the middle:
//!         carve to the half above or to the next cell, at random, and the image of that
//!     carve from the middle cell to both halves
//! ```

use crate::about::{InvalidValue, InvalidValueKind, named};
use crate::grid::{Cell, Grid, Side, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Step};
use crate::rng::Rng;

named! {
    /// How the second half of a maze follows from the first one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Symmetry {
        /// The right half is the mirror image of the left one.
        MirrorX = "mirror-x",
        /// The lower half is the mirror image of the upper one.
        MirrorY = "mirror-y",
        /// The maze looks the same after half a turn.
        Rotate = "rotate",
    }
}

impl Symmetry {
    /// Returns why no perfect maze with these columns and rows has this symmetry: the side that is wrong (`w` or `h`), and the reason. `None`
    /// if there is such a maze.
    ///
    /// A tree that is its own image has a cell or a passage that stays where it is. In a mirror, it is a passage across the mirror, which
    /// exists if the number of cells across is even. (A straight corridor along the mirror is the only other such maze.) In half a turn, it
    /// is the cell or the passage in the middle; there is none if both sides are even.
    pub(crate) fn size_fault(self, [columns, rows]: [u32; 2]) -> Option<(&'static str, InvalidValue)> {
        let reason = || format!("must be even with symmetry={}", self.name());
        let even = |side: &'static str| (side, InvalidValueKind::NoMultiple(2).with_reason(reason()));
        match self {
            Symmetry::MirrorX => (!columns.is_multiple_of(2)).then(|| even("w")),
            Symmetry::MirrorY => (!rows.is_multiple_of(2)).then(|| even("h")),
            Symmetry::Rotate => (columns.is_multiple_of(2) && rows.is_multiple_of(2)).then(|| {
                let reason = "must be odd with symmetry=rotate where h is even: else nothing is in the middle where the halves could meet";
                ("w", reason.into())
            }),
        }
    }

    /// Returns the image of a cell in a maze with these columns and rows.
    pub(crate) fn image(self, [row, column]: [u32; 2], [columns, rows]: [u32; 2]) -> [u32; 2] {
        let row = if self == Symmetry::MirrorX { row } else { rows - 1 - row };
        let column = if self == Symmetry::MirrorY { column } else { columns - 1 - column };
        [row, column]
    }

    /// Returns the image of a side.
    fn image_of_side(self, side: Side) -> Side {
        let is_turned = match side {
            Side::N | Side::S => self != Symmetry::MirrorX,
            _ => self != Symmetry::MirrorY,
        };
        if is_turned { Side::new((side.number() + 2) & 3) } else { side }
    }

    /// Returns the columns and rows of the first half, without the row or column in the middle.
    pub(crate) fn half(self, [columns, rows]: [u32; 2]) -> [u32; 2] {
        match self {
            Symmetry::MirrorX => [columns / 2, rows],
            Symmetry::Rotate if !rows.is_multiple_of(2) && columns.is_multiple_of(2) => [columns / 2, rows],
            Symmetry::MirrorY | Symmetry::Rotate => [columns, rows / 2],
        }
    }
}

/// Carves a maze in two halves that match: `carve` makes the first one, a maze of half the size, and the second one is its image. They are
/// joined once, so the maze is perfect if the halves are.
///
/// # Complexity
///
/// Time of the algorithm for half the cells, and `O(cells)`; half a byte for each cell.
///
/// # Panics
///
/// Panics if the size has a [`size_fault`](Symmetry::size_fault) for this symmetry.
pub(crate) fn symmetric<O: Observer>(
    maze: &mut Maze<Square>,
    symmetry: Symmetry,
    carve: impl FnOnce(&mut Maze<Square>, &mut Halves<'_, O>) -> Result<(), O::Stop>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let whole = *maze.grid();
    let size = [whole.columns(), whole.rows()];
    assert!(symmetry.size_fault(size).is_none(), "no perfect maze of {size:?} is symmetric");
    let half = symmetry.half(size);
    let image = |cell| image(&whole, symmetry, cell);
    if let Ok(half) = Square::new(half[0], half[1]) {
        let mut first = Maze::closed(half);
        carve(&mut first, &mut Halves { observer, symmetry: Some(symmetry), whole, half })?;
        for (cell, side, _) in first.links() {
            let cell = whole.at(half.row(cell), half.column(cell));
            maze.link(cell, side);
            maze.link(image(cell), symmetry.image_of_side(side));
        }
    }
    join_halves(maze, symmetry, rng, observer)
}

/// Opens a passage between the halves, or carves the row between them.
fn join_halves<O: Observer>(
    maze: &mut Maze<Square>,
    symmetry: Symmetry,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let grid = *maze.grid();
    let [columns, rows] = [grid.columns(), grid.rows()];
    let [middle_row, middle_column] = [rows / 2, columns / 2];
    let (cell, side) = match symmetry {
        Symmetry::MirrorX => (grid.at(rng.below(rows.into()) as u32, middle_column - 1), Side::E),
        Symmetry::MirrorY => (grid.at(middle_row - 1, rng.below(columns.into()) as u32), Side::S),
        Symmetry::Rotate if rows.is_multiple_of(2) => (grid.at(middle_row - 1, middle_column), Side::S),
        Symmetry::Rotate if columns.is_multiple_of(2) => (grid.at(middle_row, middle_column - 1), Side::E),
        Symmetry::Rotate => return carve_middle_row(maze, rng, observer),
    };
    maze.carve(cell, side, observer)?;
    Ok(())
}

/// Carves the row between the halves of a maze with half a turn and odd sides, together with its image: from its ends to the middle cell, which
/// is joined to both halves.
fn carve_middle_row<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let grid = *maze.grid();
    let has_halves = grid.rows() > 1;
    let [row, middle] = [grid.rows() / 2, grid.columns() / 2];
    let mut carve_both = |column: u32, side: Side| {
        let cell = grid.at(row, column);
        maze.carve(cell, side, observer)?;
        maze.carve(image(&grid, Symmetry::Rotate, cell), Symmetry::Rotate.image_of_side(side), observer)?;
        Ok(())
    };
    for column in 0..middle {
        let side = if has_halves && rng.coin() { Side::N } else { Side::E };
        carve_both(column, side)?;
    }
    if has_halves { carve_both(middle, Side::N) } else { Ok(()) }
}

fn image(grid: &Square, symmetry: Symmetry, cell: Cell) -> Cell {
    let [row, column] = symmetry.image([grid.row(cell), grid.column(cell)], [grid.columns(), grid.rows()]);
    grid.at(row, column)
}

/// Reports each step of the first half of a maze, followed by its image in the second half.
#[derive(Debug)]
pub(crate) struct Halves<'a, O> {
    observer: &'a mut O,
    /// `None` if no steps are reported.
    symmetry: Option<Symmetry>,
    whole: Square,
    half: Square,
}

impl<'a, O: Observer> Halves<'a, O> {
    /// Creates an observer that reports no steps, and can stop the work, for a maze from which another one is made.
    pub(crate) fn silent(observer: &'a mut O, half: Square) -> Halves<'a, O> {
        Halves { observer, symmetry: None, whole: half, half }
    }

    /// Returns true if the cells at both sides of a wall are in one half.
    fn is_within(&self, symmetry: Symmetry, cell: Cell, side: Side) -> bool {
        let half_of = |cell: Cell| {
            let is_first =
                |cell: Cell| self.whole.row(cell) < self.half.rows() && self.whole.column(cell) < self.half.columns();
            if is_first(cell) { 1 } else { 2 * u32::from(is_first(image(&self.whole, symmetry, cell))) }
        };
        let half = half_of(cell);
        half > 0 && half == half_of(self.whole.across(cell, side))
    }
}

impl<O: Observer> Observer for Halves<'_, O> {
    const FOLLOWS: bool = O::FOLLOWS;

    type Stop = O::Stop;

    fn go_on(&mut self) -> Result<(), O::Stop> {
        self.observer.go_on()
    }

    fn see(&mut self, step: Step) -> Result<(), O::Stop> {
        if !O::FOLLOWS {
            return self.observer.see(step);
        }
        let (whole, half) = (self.whole, self.half);
        let Some(symmetry) = self.symmetry else { return self.observer.go_on() };
        let first = |cell: Cell| whole.at(half.row(cell), half.column(cell));
        let moved = step.moved(first, |side| side);
        self.observer.see(moved)?;
        if step == Step::Clear {
            // The walls between the halves, and around the row or the cell between them, still stand.
            for from in (0..whole.cells()).map(Cell) {
                for side in [Side::E, Side::S] {
                    if whole.inner_sides(from).contains(side) && !self.is_within(symmetry, from, side) {
                        self.observer.see(Step::Wall { from, side, to: whole.across(from, side) })?;
                    }
                }
            }
            return Ok(());
        }
        self.observer.see(moved.moved(|cell| image(&whole, symmetry, cell), |side| symmetry.image_of_side(side)))
    }
}
