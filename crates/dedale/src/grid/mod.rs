//! Where cells are, and which cells are neighbors. Nothing here knows about walls.
//!
//! A grid numbers its cells from 0 and gives each cell up to eight sides. A side either leads to a neighbor (an *inner*
//! side) or out of the grid (an *outer* side). Algorithms that are true on any grid ask only [`Grid`]; those that need
//! rows and columns take a [`Square`].

mod address;
mod any;
mod bits;
mod catalogue;
mod custom;
mod drawn_mask;
mod layout;
mod letters;
mod mask;
mod mesh;
mod obstacles;
#[cfg(feature = "png")]
mod png_mask;
mod shapes;
mod square;
mod tiling;
mod weave;

use std::ops::Range;

pub use crate::cell::{Cell, Side, Sides, SidesIter};
pub use address::Address;
pub use any::AnyGrid;
pub(crate) use bits::BitGrid;
pub use catalogue::{GridInfo, GridKind};
pub use custom::{Graph, GraphCell, GraphSide, InvalidGraph};
pub use drawn_mask::DrawnMask;
pub(crate) use layout::Places;
pub use mask::{InvalidMask, Mask};
pub(crate) use mesh::{Arc, Kinds, PolygonEdge, Stride, next_ring};
pub use mesh::{Corner, Crossing, InvalidMesh, Mesh, MeshOptions, Wrap};
pub(crate) use obstacles::{Joined, free_squares, least_free, walls_at};
#[cfg(feature = "png")]
pub use png_mask::{MAX_PIXELS, png_size};
pub use square::{Limits, Square, TooLarge};

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
/// neighbors at most across the sides with the numbers 0 to 3 has those mazes that a [`Square`] would have with the same cells.
pub trait Grid {
    /// True if the sides with the numbers 4 to 7 are corners of squares, so that a move across one of them is √2 long.
    #[doc(hidden)]
    const HAS_DIAGONALS: bool = false;

    /// Returns the number of cells: at least 1.
    fn cells(&self) -> u32;

    /// Returns the sides of `cell` that have a neighbor.
    fn inner_sides(&self, cell: Cell) -> Sides;

    /// Returns the sides of `cell` that lead out of the grid.
    fn outer_sides(&self, cell: Cell) -> Sides;

    /// Returns the neighbor across `side`, which must be one of `cell`'s inner sides.
    fn across(&self, cell: Cell, side: Side) -> Cell;

    /// Returns the same wall as `side` of `cell`, seen from the neighbor across it.
    fn opposite(&self, cell: Cell, side: Side) -> Side;

    /// Returns the side of the same cell that lies opposite of `side`, as a corridor goes straight on; `None` if a corner does.
    #[inline]
    fn straight_ahead(&self, _cell: Cell, _side: Side) -> Option<Side> {
        None
    }

    /// Returns the direction in which a side lies, from the middle of the cell: to the right, and down. `None` if it has none, as stairs.
    ///
    /// The sides of a cell that have one are numbered clockwise.
    #[inline]
    fn direction(&self, _cell: Cell, _side: Side) -> Option<[f64; 2]> {
        None
    }

    /// Returns the numbers of the cells of a row, from left to right, for algorithms that go row by row; `None` after the last one. A grid has rows if
    /// the cells of each are connected along it, every row but the last one borders on the next, and no cell has other neighbors than those in
    /// its own row and the rows beside it. Other grids have none.
    fn cells_of_row(&self, _row: u32) -> Option<Range<u32>> {
        None
    }

    /// Returns a number of moves that no way between the two cells is shorter than, whatever walls stand; 0 where the grid knows none.
    ///
    /// Between two neighbors `a` and `b` it differs by at most one move: `min_moves(a, c) <= 1 + min_moves(b, c)`. Every true
    /// distance on the grid without walls is such a number.
    #[inline]
    fn min_moves(&self, _a: Cell, _b: Cell) -> u32 {
        0
    }

    /// Returns the numbers that people use for a cell: its number alone where a grid knows no others.
    fn address(&self, cell: Cell) -> Address {
        [cell.0].into()
    }

    /// Returns the cell at an address; `None` if there is none.
    fn find(&self, address: impl Into<Address>) -> Option<Cell> {
        let &[cell] = address.into().numbers() else { return None };
        (cell < self.cells()).then_some(Cell(cell))
    }

    /// Returns the row and the column of a square, as its address says them.
    #[doc(hidden)]
    fn row_and_column(&self, cell: Cell) -> [u32; 2] {
        if let &[.., row, column] = self.address(cell).numbers() { [row, column] } else { [0, cell.0] }
    }

    /// Returns the cell in the middle: of several, the first.
    fn middle(&self) -> Cell {
        Cell((self.cells() - 1) / 2)
    }

    /// Returns the default ends of a maze: the first and the last cell.
    fn default_ends(&self) -> [Cell; 2] {
        [Cell(0), Cell(self.cells() - 1)]
    }

    /// Returns all sides of a cell: the inner and the outer ones, and those that lead nowhere, such as up from the highest floor.
    #[inline]
    fn sides_of(&self, cell: Cell) -> Sides {
        self.inner_sides(cell).into_iter().chain(self.outer_sides(cell)).collect()
    }

    /// Returns the name of a side of a cell: its number where a grid knows no other.
    fn side_name(&self, _cell: Cell, side: Side) -> &str {
        ["0", "1", "2", "3", "4", "5", "6", "7"][usize::from(side.number() & 7)]
    }

    /// Returns the side of a cell with a name; `None` if the cell has none of it.
    fn side_named(&self, cell: Cell, name: &str) -> Option<Side> {
        self.sides_of(cell).into_iter().find(|&side| self.side_name(cell, side) == name)
    }

    /// True if the names of sides are letters, so that a path is one word.
    fn has_letters(&self) -> bool {
        false
    }

    /// Returns how many rows a list of all cells is written in.
    fn row_count(&self) -> u32 {
        1
    }

    /// Returns the places of one of these rows, from the west; `None` if a mask leaves out a cell.
    fn places_of_row(&self, row: u32) -> impl Iterator<Item = Option<Cell>> {
        let cells = if row == 0 { self.cells() } else { 0 };
        (0..cells).map(|cell| Some(Cell(cell)))
    }

    /// Returns the grid, if it is a rectangle of plain squares. This decides about speed alone.
    #[doc(hidden)]
    #[inline(always)]
    fn as_square(&self) -> Option<Square> {
        None
    }

    /// Returns the grid, if it is a mesh. This decides about speed alone.
    #[doc(hidden)]
    #[inline(always)]
    fn as_mesh(&self) -> Option<&Mesh> {
        None
    }
}
