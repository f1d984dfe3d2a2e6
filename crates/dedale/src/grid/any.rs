//! A grid of any type.

use std::ops::Range;

use super::{Address, Cell, Grid, Mesh, Side, Sides, Square};

/// A grid whose type is only known while the program runs, such as the grid of a [`Picture`](crate::picture::Picture).
#[derive(Clone, Debug, PartialEq)]
pub enum AnyGrid {
    /// A rectangle of plain squares.
    Square(Square),
    /// Any other grid.
    Mesh(Box<Mesh>),
}

impl AnyGrid {
    /// Returns the grid if it is a rectangle of plain squares.
    pub fn square(&self) -> Option<Square> {
        if let AnyGrid::Square(square) = self { Some(*square) } else { None }
    }

    /// Returns the grid if it is any other.
    pub fn mesh(&self) -> Option<&Mesh> {
        if let AnyGrid::Mesh(mesh) = self { Some(mesh) } else { None }
    }
}

impl From<Square> for AnyGrid {
    fn from(square: Square) -> AnyGrid {
        AnyGrid::Square(square)
    }
}

impl From<Mesh> for AnyGrid {
    fn from(mesh: Mesh) -> AnyGrid {
        AnyGrid::Mesh(Box::new(mesh))
    }
}

/// Methods that call the same method of the grid.
macro_rules! forwarded {
    ($(fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $answer:ty;)*) => {
        $(
            #[inline]
            fn $name(&self $(, $argument: $type)*) -> $answer {
                match self {
                    AnyGrid::Square(square) => square.$name($($argument),*),
                    AnyGrid::Mesh(mesh) => mesh.$name($($argument),*),
                }
            }
        )*
    };
}

impl Grid for AnyGrid {
    forwarded! {
        fn cells(&self) -> u32;
        fn inner_sides(&self, cell: Cell) -> Sides;
        fn outer_sides(&self, cell: Cell) -> Sides;
        fn across(&self, cell: Cell, side: Side) -> Cell;
        fn opposite(&self, cell: Cell, side: Side) -> Side;
        fn straight_ahead(&self, cell: Cell, side: Side) -> Option<Side>;
        fn direction(&self, cell: Cell, side: Side) -> Option<[f64; 2]>;
        fn cells_of_row(&self, row: u32) -> Option<Range<u32>>;
        fn min_moves(&self, a: Cell, b: Cell) -> u32;
        fn address(&self, cell: Cell) -> Address;
        fn find(&self, address: impl Into<Address>) -> Option<Cell>;
        fn middle(&self) -> Cell;
        fn default_ends(&self) -> [Cell; 2];
        fn sides_of(&self, cell: Cell) -> Sides;
        fn side_name(&self, cell: Cell, side: Side) -> &str;
        fn has_letters(&self) -> bool;
        fn row_count(&self) -> u32;
        fn as_square(&self) -> Option<Square>;
        fn as_mesh(&self) -> Option<&Mesh>;
    }

    fn places_of_row(&self, row: u32) -> impl Iterator<Item = Option<Cell>> {
        let of_square = self.square().into_iter().flat_map(move |square| square.row_cells(row).map(Some));
        of_square.chain(self.mesh().into_iter().flat_map(move |mesh| mesh.places_of_row(row)))
    }
}
