//! Where cells are, and which cells are neighbours. Nothing here knows about walls.
//!
//! A grid numbers its cells from 0 and gives each cell up to eight sides. A side either leads to a neighbour (an *inner*
//! side) or out of the grid (an *outer* side). Algorithms that are true on any grid ask only [`Grid`]; those that need
//! rows and columns take a [`Square`].

mod address;
mod catalogue;
mod custom;
mod drawn_mask;
mod letters;
mod mask;
mod mesh;
#[cfg(feature = "png")]
mod png_mask;
mod rings;
mod square;
mod tiling;
mod weave;

use std::ops::Range;

pub use crate::cell::{Cell, Side, Sides, SidesIter};
pub use address::Address;
pub use catalogue::{GRIDS, GridInfo, GridKind};
pub use custom::{Graph, GraphCell, GraphFault, GraphSide, InvalidGraph};
pub use drawn_mask::DrawnMask;
pub use mask::{InvalidMask, Mask};
pub use mesh::{Arc, Corner, Crossing, Edge, InvalidMesh, Mesh, MeshOptions, Wrap};
#[cfg(feature = "png")]
pub use png_mask::{MOST_PIXELS, png_size};
pub(crate) use rings::next_ring;
pub use square::{Limits, Square, TooLarge};

/// The rows of a grid.
///
/// The cells of a row are connected along it, and every row but the last one has a cell that borders on the next.
pub trait InRows {
    /// How many rows there are.
    fn rows(&self) -> u32;

    /// The numbers of the cells of a row, from left to right.
    fn row(&self, row: u32) -> Range<u32>;

    /// The side towards the next cell of the row, to the right or to the left; `None` at its end.
    fn along(&self, cell: Cell, is_rightwards: bool) -> Option<Side>;

    /// The sides towards the row below or above.
    fn onward(&self, cell: Cell, is_downwards: bool) -> Sides;
}

/// A set of cells with sides, and which cell lies across each side.
///
/// Every grid must be connected, and symmetric: if `b` lies across side `s` of `a`, then `a` lies across
/// `opposite(a, s)` of `b`.
///
/// # Mazes
///
/// A maze is made of the number of cells and, for each cell, its inner sides, what is across and opposite of each: of
/// [`cells`](Grid::cells), [`inner_sides`](Grid::inner_sides), [`across`](Grid::across) and [`opposite`](Grid::opposite), and of
/// nothing else. Two grids that agree in these have the same mazes, whatever else they say. In particular, a grid whose cells have
/// neighbours at most across the sides with the numbers 0 to 3 has those mazes that a [`Square`] would have with the same cells.
///
/// # Working boards
///
/// While a maze is made, it stands on a board that has a *place* for each cell, and may have others. All methods from
/// [`sides`](Grid::sides) on are about this board. They decide about speed alone: no maze depends on them. A grid that has none
/// of them has a place for each cell, in their order, and every step asks for the neighbours of a cell. One that can do better
/// lays its cells out so that a step is an addition, with places around them that belong to no cell, so that it need not be asked
/// where the grid ends: see [`Square`].
pub trait Grid {
    /// How many cells there are: at least 1.
    fn cells(&self) -> u32;

    /// The sides of `cell` that have a neighbour.
    fn inner_sides(&self, cell: Cell) -> Sides;

    /// The sides of `cell` that lead out of the grid.
    fn outer_sides(&self, cell: Cell) -> Sides;

    /// The neighbour across `side`, which must be one of `cell`'s inner sides.
    fn across(&self, cell: Cell, side: Side) -> Cell;

    /// The same wall as `side` of `cell`, seen from the neighbour across it.
    fn opposite(&self, cell: Cell, side: Side) -> Side;

    /// The side of the same cell that lies opposite of `side`, as a corridor goes straight on; `None` where a corner does.
    #[inline]
    fn straight_ahead(&self, _cell: Cell, _side: Side) -> Option<Side> {
        None
    }

    /// The direction in which a side lies, from the middle of the cell: to the right, and down. `None` where it has none, as stairs.
    ///
    /// The sides of a cell that have one are numbered clockwise.
    #[inline]
    fn direction(&self, _cell: Cell, _side: Side) -> Option<[f64; 2]> {
        None
    }

    /// The rows of the grid, for algorithms that go row by row; `None` where there are no rows, or where some cell of a row has a
    /// neighbour neither in its own nor in the next one.
    fn in_rows(&self) -> Option<&dyn InRows> {
        None
    }

    /// A number of moves that no way between the two cells is shorter than, whatever walls stand; 0 where the grid knows none.
    ///
    /// Between two neighbours `a` and `b` it differs by at most one move: `at_least(a, c) <= 1 + at_least(b, c)`. Every true
    /// distance on the grid without walls is such a number. A [`Mesh`] has the distance of centres, divided by the longest step between
    /// those of neighbours.
    #[inline]
    fn at_least(&self, _a: Cell, _b: Cell) -> u32 {
        0
    }

    /// Every side that any cell of this grid has, inner or outer, and maybe others. The fewer there are, the fewer are looked at.
    #[inline]
    fn sides(&self) -> Sides {
        Sides::from_bits(u8::MAX)
    }

    /// How many places a [working board](Grid#working-boards) has.
    #[inline]
    fn places(&self) -> usize {
        self.cells() as usize
    }

    /// Of how many cells, counted on from every cell whose number this number divides, the places follow one another as well.
    #[inline]
    fn run(&self) -> u32 {
        self.cells()
    }

    /// The place of `cell` on a working board: `0 .. places()`, no other cell's, and in the order of the cells' numbers.
    #[inline]
    fn place(&self, cell: Cell) -> usize {
        cell.index()
    }

    /// The cell at `place`, which must be a cell's.
    #[inline]
    fn cell_at(&self, place: usize) -> Cell {
        Cell(place as u32)
    }

    /// The sides of the cell at `place` behind which there is a place: at least its inner sides, and others only where the place
    /// behind them is no cell's.
    #[inline]
    fn sides_at(&self, place: usize) -> Sides {
        self.inner_sides(self.cell_at(place))
    }

    /// Whether there is only one way between any two cells when no wall stands, as in a single row: then the grid has one perfect maze.
    fn is_tree(&self) -> bool {
        let most = 2 * (u64::from(self.cells()) - 1);
        let mut ends_of_sides = 0;
        (0..self.cells()).all(|cell| {
            ends_of_sides += u64::from(self.inner_sides(Cell(cell)).len());
            ends_of_sides <= most
        })
    }

    /// Whether the place across a side is equally far off from the place of every cell that has this side at its place.
    #[inline]
    fn steps_evenly(&self) -> bool {
        false
    }

    /// The wall at `side` of the cell at `place`, one of its inner sides, as a side of the cell across.
    #[inline]
    fn opposite_at(&self, place: usize, side: Side) -> Side {
        self.opposite(self.cell_at(place), side)
    }

    /// The place across `side`, which must be one of [`sides_at`](Grid::sides_at) `place`.
    #[inline]
    fn place_across(&self, place: usize, side: Side) -> usize {
        self.place(self.across(self.cell_at(place), side))
    }
}
