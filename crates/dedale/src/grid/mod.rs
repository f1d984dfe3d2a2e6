//! Cells, their sides and their neighbors. Nothing here knows about walls.
//!
//! A grid numbers its cells from 0 and gives each cell up to eight sides. A side either leads to a neighbor (an *inner* side) or out of the
//! grid (an *outer* side). Algorithms that work on any grid use only [`Grid`]; those that need rows and columns take a [`Square`].

mod address;
mod any;
mod bits;
mod blocks;
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
mod smooth;
mod square;
#[cfg(feature = "xml")]
mod svg_mask;
mod tiling;
mod weave;

use std::ops::Range;

pub(crate) use crate::cell::Rotation;
pub use crate::cell::{Cell, Side, Sides, SidesIter};
pub use address::Address;
pub use any::AnyGrid;
pub(crate) use bits::BitGrid;
pub(crate) use blocks::BlocksFault;
pub use catalogue::{GridInfo, GridKind};
pub use custom::{Graph, GraphCell, GraphSide, InvalidGraph};
pub use drawn_mask::DrawnMask;
pub(crate) use layout::{BoardLayout, Place};
pub use mask::{InvalidMask, Mask};
pub(crate) use mesh::{Arc, EdgeKind, Kinds, PolygonEdge, Stride, next_ring};
pub use mesh::{Corner, Crossing, InvalidMesh, MaskOutline, Mesh, MeshOptions, Wrap};
pub(crate) use obstacles::{Joined, free_squares, least_free, walls_at};
#[cfg(feature = "png")]
pub use png_mask::{MAX_PIXELS, png_size};
pub(crate) use square::outer_sides_of;
pub use square::{Limits, Square, TooLarge};

/// A set of cells with sides, and the neighbors across their sides.
///
/// Every grid must be connected, and symmetric: if `b` lies across side `s` of `a`, then `a` lies across
/// `opposite(a, s)` of `b`. No cell may be its own neighbor.
///
/// # Mazes
///
/// A maze depends on the number of cells, and on the inner sides of each cell, the cells across them, and the same sides there: on
/// [`cells`](Grid::cells), [`inner_sides`](Grid::inner_sides), [`across`](Grid::across) and [`opposite`](Grid::opposite), and on nothing
/// else. Two grids that agree in these have the same mazes. In particular, a grid whose cells have neighbors only across the sides with the
/// numbers 0 to 3 has the mazes of a [`Square`] with the same cells.
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

    /// Returns the neighbor across `side`, which must be an inner side of `cell`.
    fn across(&self, cell: Cell, side: Side) -> Cell;

    /// Returns the side of the neighbor at the same wall as `side` of `cell`.
    fn opposite(&self, cell: Cell, side: Side) -> Side;

    /// Returns the opposite side of the same cell, through which a corridor goes straight on; `None` if a corner is opposite.
    #[inline]
    fn straight_ahead(&self, _cell: Cell, _side: Side) -> Option<Side> {
        None
    }

    /// Returns the direction of a side from the middle of the cell: to the right, and down. `None` if it has no direction, such as stairs.
    ///
    /// The sides of a cell that have one are numbered clockwise.
    #[inline]
    fn direction(&self, _cell: Cell, _side: Side) -> Option<[f64; 2]> {
        None
    }

    /// Returns the numbers of the cells of a row, from left to right, for algorithms that go row by row; `None` after the last row. A grid
    /// has rows if the cells of each row are connected along it, if every row but the last one borders on the next, and if no cell has
    /// neighbors other than those in its own row and the rows beside it. Other grids have none.
    fn cells_of_row(&self, _row: u32) -> Option<Range<u32>> {
        None
    }

    /// Returns a number of moves such that no path between the two cells is shorter, whatever walls stand; 0 if the grid knows none.
    ///
    /// For two neighbors `a` and `b`, it differs by at most one move: `min_moves(a, c) <= 1 + min_moves(b, c)`. The distance on the grid
    /// without walls is such a number.
    #[inline]
    fn min_moves(&self, _a: Cell, _b: Cell) -> u32 {
        0
    }

    /// Returns the address of a cell: only its number, if the grid knows no other address.
    fn address(&self, cell: Cell) -> Address {
        [cell.0].into()
    }

    /// Returns the cell at an address; `None` if there is none.
    fn find(&self, address: impl Into<Address>) -> Option<Cell> {
        let &[cell] = address.into().numbers() else { return None };
        (cell < self.cells()).then_some(Cell(cell))
    }

    /// Returns the row and the column of a square, as in its address.
    #[doc(hidden)]
    fn row_and_column(&self, cell: Cell) -> [u32; 2] {
        if let &[.., row, column] = self.address(cell).numbers() { [row, column] } else { [0, cell.0] }
    }

    /// Returns the cell in the middle; the first, if there are several.
    fn middle(&self) -> Cell {
        Cell((self.cells() - 1) / 2)
    }

    /// Returns the default ends of a maze: the first and the last cell.
    fn default_ends(&self) -> [Cell; 2] {
        [Cell(0), Cell(self.cells() - 1)]
    }

    /// Returns all sides of a cell: inner sides, outer sides, and those that lead nowhere, such as up from the highest floor.
    #[inline]
    fn sides_of(&self, cell: Cell) -> Sides {
        self.inner_sides(cell).into_iter().chain(self.outer_sides(cell)).collect()
    }

    /// Returns the name of a side of a cell: its number, if the grid knows no name.
    fn side_name(&self, _cell: Cell, side: Side) -> &str {
        ["0", "1", "2", "3", "4", "5", "6", "7"][usize::from(side.number() & 7)]
    }

    /// Returns the side of a cell with this name; `None` if the cell has none.
    fn side_named(&self, cell: Cell, name: &str) -> Option<Side> {
        self.sides_of(cell).into_iter().find(|&side| self.side_name(cell, side) == name)
    }

    /// Returns true if the names of sides are letters, so that a path is one word.
    fn has_letters(&self) -> bool {
        false
    }

    /// Returns the number of rows in which a list of all cells is written.
    fn row_count(&self) -> u32 {
        1
    }

    /// Returns the places of one of these rows, from the west. A place is `None` if a mask leaves out its cell.
    fn places_of_row(&self, row: u32) -> impl Iterator<Item = Option<Cell>> {
        let cells = if row == 0 { self.cells() } else { 0 };
        (0..cells).map(|cell| Some(Cell(cell)))
    }

    /// Returns the grid if it is a rectangle of plain squares. Only speed depends on this.
    #[doc(hidden)]
    #[inline(always)]
    fn as_square(&self) -> Option<Square> {
        None
    }

    /// Returns the grid if it is a mesh. Only speed depends on this.
    #[doc(hidden)]
    #[inline(always)]
    fn as_mesh(&self) -> Option<&Mesh> {
        None
    }
}
