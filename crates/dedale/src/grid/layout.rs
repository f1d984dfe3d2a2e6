//! How the cells of a grid lie on the board on which a maze is carved.
//!
//! A board has a *place* for each cell, and may have others. A grid that says nothing has a place for each cell, in their order, and every
//! step asks for the neighbors of a cell. One that can do better lays its cells out so that a step is an addition, with places around them
//! that belong to no cell, so that it need not be asked where the grid ends. No maze depends on it.

use super::{Cell, Grid, Mesh, Side, Sides, Square, Stride};

/// The layouts there are.
#[derive(Clone, Copy, Debug)]
pub enum Layout<'a> {
    /// A place for each cell, in their order: every grid of another crate.
    OneByOne,
    /// That of squares.
    Square(&'a Square),
    /// That of a mesh.
    Mesh(&'a Mesh),
}

/// A value that only this crate can make, so that other crates can neither call nor override [`Grid::board_layout`].
#[derive(Clone, Copy, Debug)]
pub struct Internal(());

/// The kinds of cells, where there are few, and a step from a cell to the next follows from its kind. Empty on other grids, and on those
/// that [step evenly](Places::steps_evenly).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Kinds<'a> {
    /// By place.
    pub(crate) of_places: &'a [u16],
    /// By kind and the number of a side: from the place of a cell to the one across.
    pub(crate) strides: &'a [[Stride; 8]],
    /// By kind: the inner sides.
    pub(crate) inner: &'a [Sides],
}

/// What the layout of a grid says. The compiler knows it from the type of the grid.
pub(crate) trait Places: Grid {
    /// Which of the layouts it has. A loop that asks an [`AnyGrid`](super::AnyGrid) at each step is faster on what is found here.
    fn layout(&self) -> Layout<'_>;

    /// Every side that any cell of this grid has, inner or outer, and maybe others. The fewer there are, the fewer are looked at.
    fn sides(&self) -> Sides;

    /// Whether it is one of squares: the compiler knows that nothing else has to be asked.
    fn is_square(&self) -> bool;

    /// The sides that most cells have, inner or outer.
    fn usual_sides(&self) -> Sides;

    /// The kinds of cells.
    fn kinds(&self) -> Kinds<'_>;

    /// Whether there is only one way between any two cells when no wall stands, as in a single row: then the grid has one perfect maze.
    fn is_tree(&self) -> bool;

    /// How many places a board has.
    fn places(&self) -> usize;

    /// Of how many cells, counted on from every cell whose number this number divides, the places follow one another as well.
    fn run(&self) -> u32;

    /// The place of `cell` on a board: `0 .. places()`, no other cell's, and in the order of the cells' numbers.
    fn place(&self, cell: Cell) -> usize;

    /// The cell at `place`, which must be a cell's.
    fn cell_at(&self, place: usize) -> Cell;

    /// The sides of the cell at `place` behind which there is a place: at least its inner sides, and others only where the place
    /// behind them is no cell's.
    fn sides_at(&self, place: usize) -> Sides;

    /// Those of [`sides_at`](Places::sides_at) `place` behind which there is a place that is wanted, for cells that do not step evenly. This may
    /// be asked about numbers that are no place's, which do not matter.
    fn sides_to(&self, place: usize, is_wanted: impl Fn(usize) -> bool) -> Sides;

    /// Whether the place across a side is equally far off from the place of every cell that has this side at its place.
    fn steps_evenly(&self) -> bool;

    /// The wall at `side` of the cell at `place`, one of its inner sides, as a side of the cell across.
    fn opposite_at(&self, place: usize, side: Side) -> Side;

    /// The place across `side`, which must be one of [`sides_at`](Places::sides_at) `place`.
    fn place_across(&self, place: usize, side: Side) -> usize;

    /// What [`Grid::at_least`] says of any cell and this one.
    fn at_least_to(&self, to: Cell) -> impl Fn(Cell) -> u32;
}

/// Calls the method of the layout of a grid; a grid without one has a place for each cell, in order.
macro_rules! laid_out {
    ($grid:ident.$method:ident($($argument:ident),*), else $one_by_one:expr) => {
        match $grid.layout() {
            Layout::Square(square) => square.$method($($argument),*),
            Layout::Mesh(mesh) => mesh.$method($($argument),*),
            Layout::OneByOne => $one_by_one,
        }
    };
}

impl<G: Grid> Places for G {
    #[inline(always)]
    fn layout(&self) -> Layout<'_> {
        self.board_layout(Internal(()))
    }

    #[inline(always)]
    fn sides(&self) -> Sides {
        laid_out!(self.all_sides(), else Sides::from_bits(u8::MAX))
    }

    #[inline(always)]
    fn is_square(&self) -> bool {
        matches!(self.layout(), Layout::Square(_))
    }

    #[inline]
    fn usual_sides(&self) -> Sides {
        if let Layout::Mesh(mesh) = self.layout() { mesh.usual_sides() } else { self.sides() }
    }

    #[inline]
    fn kinds(&self) -> Kinds<'_> {
        if let Layout::Mesh(mesh) = self.layout() { mesh.kinds() } else { Kinds::default() }
    }

    #[inline]
    fn is_tree(&self) -> bool {
        if let Layout::Square(square) = self.layout() {
            return square.columns() == 1 || square.rows() == 1;
        }
        let most = 2 * (u64::from(self.cells()) - 1);
        let mut ends_of_sides = 0;
        (0..self.cells()).all(|cell| {
            ends_of_sides += u64::from(self.inner_sides(Cell(cell)).len());
            ends_of_sides <= most
        })
    }

    #[inline(always)]
    fn places(&self) -> usize {
        laid_out!(self.places(), else self.cells() as usize)
    }

    #[inline(always)]
    fn run(&self) -> u32 {
        laid_out!(self.run(), else self.cells())
    }

    #[inline(always)]
    fn place(&self, cell: Cell) -> usize {
        laid_out!(self.place(cell), else cell.index())
    }

    #[inline(always)]
    fn cell_at(&self, place: usize) -> Cell {
        laid_out!(self.cell_at(place), else Cell(place as u32))
    }

    #[inline(always)]
    fn sides_at(&self, place: usize) -> Sides {
        laid_out!(self.sides_at(place), else self.inner_sides(Cell(place as u32)))
    }

    #[inline(always)]
    fn sides_to(&self, place: usize, is_wanted: impl Fn(usize) -> bool) -> Sides {
        if let Layout::Mesh(mesh) = self.layout() {
            return mesh.sides_to(place, is_wanted);
        }
        self.sides_at(place).into_iter().filter(|&side| is_wanted(self.place_across(place, side))).collect()
    }

    #[inline(always)]
    fn steps_evenly(&self) -> bool {
        laid_out!(self.steps_evenly(), else false)
    }

    #[inline(always)]
    fn opposite_at(&self, place: usize, side: Side) -> Side {
        laid_out!(self.opposite_at(place, side), else self.opposite(Cell(place as u32), side))
    }

    #[inline(always)]
    fn place_across(&self, place: usize, side: Side) -> usize {
        laid_out!(self.place_across(place, side), else self.across(Cell(place as u32), side).index())
    }

    #[inline(always)]
    fn at_least_to(&self, to: Cell) -> impl Fn(Cell) -> u32 {
        let layout = self.layout();
        let on_squares = if let Layout::Square(square) = layout { Some(square.at_least_to(to)) } else { None };
        move |cell| on_squares.as_ref().map_or_else(|| self.at_least(cell, to), |at_least| at_least(cell))
    }
}
