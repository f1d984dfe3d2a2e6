//! Any grid that a maze is made on.

use super::layout::{Internal, Layout};
use super::{Address, Cell, Grid, InRows, Mesh, Side, Sides, Square};

/// A grid that is known only while the program runs: that of a [`Picture`](crate::picture::Picture).
///
/// ```
/// use dedale::grid::{AnyGrid, Grid, GridKind, Mesh, MeshOptions, Square};
/// let squares = AnyGrid::from(Square::new(3, 2)?);
/// let hexagons = AnyGrid::from(Mesh::new(&MeshOptions { columns: 3, rows: 2, ..MeshOptions::new(GridKind::Hex) })?);
/// assert_eq!(squares.cells(), hexagons.cells());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum AnyGrid {
    /// A rectangle of plain squares.
    Square(Square),
    /// Any other grid.
    Mesh(Box<Mesh>),
}

impl AnyGrid {
    /// The grid, if it is a rectangle of plain squares.
    pub fn square(&self) -> Option<Square> {
        if let AnyGrid::Square(square) = self { Some(*square) } else { None }
    }

    /// The grid, if it is any other.
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

/// Calls the same method of the grid that it is.
macro_rules! either {
    ($any:expr, $grid:ident => $answer:expr) => {
        match $any {
            AnyGrid::Square($grid) => $answer,
            AnyGrid::Mesh(mesh) => {
                let $grid: &Mesh = mesh;
                $answer
            }
        }
    };
}

impl Grid for AnyGrid {
    #[inline]
    fn cells(&self) -> u32 {
        either!(self, grid => grid.cells())
    }

    #[inline]
    fn inner_sides(&self, cell: Cell) -> Sides {
        either!(self, grid => grid.inner_sides(cell))
    }

    #[inline]
    fn outer_sides(&self, cell: Cell) -> Sides {
        either!(self, grid => grid.outer_sides(cell))
    }

    #[inline]
    fn across(&self, cell: Cell, side: Side) -> Cell {
        either!(self, grid => grid.across(cell, side))
    }

    #[inline]
    fn opposite(&self, cell: Cell, side: Side) -> Side {
        either!(self, grid => grid.opposite(cell, side))
    }

    #[inline]
    fn straight_ahead(&self, cell: Cell, side: Side) -> Option<Side> {
        either!(self, grid => grid.straight_ahead(cell, side))
    }

    #[inline]
    fn direction(&self, cell: Cell, side: Side) -> Option<[f64; 2]> {
        either!(self, grid => grid.direction(cell, side))
    }

    fn in_rows(&self) -> Option<&dyn InRows> {
        either!(self, grid => grid.in_rows())
    }

    #[inline]
    fn at_least(&self, a: Cell, b: Cell) -> u32 {
        either!(self, grid => grid.at_least(a, b))
    }

    fn address(&self, cell: Cell) -> Address {
        either!(self, grid => Grid::address(grid, cell))
    }

    fn find(&self, address: impl Into<Address>) -> Option<Cell> {
        either!(self, grid => Grid::find(grid, address))
    }

    fn middle(&self) -> Cell {
        either!(self, grid => Grid::middle(grid))
    }

    #[inline]
    fn sides_of(&self, cell: Cell) -> Sides {
        either!(self, grid => grid.sides_of(cell))
    }

    fn side_name(&self, cell: Cell, side: Side) -> &str {
        either!(self, grid => Grid::side_name(grid, cell, side))
    }

    fn has_letters(&self) -> bool {
        either!(self, grid => grid.has_letters())
    }

    fn row_count(&self) -> u32 {
        either!(self, grid => Grid::row_count(grid))
    }

    fn places_of_row(&self, row: u32) -> impl Iterator<Item = Option<Cell>> {
        let of_square = self.square().into_iter().flat_map(move |square| square.row_cells(row).map(Some));
        of_square.chain(self.mesh().into_iter().flat_map(move |mesh| mesh.places_of_row(row)))
    }

    #[inline(always)]
    fn board_layout(&self, _: Internal) -> Layout<'_> {
        match self {
            AnyGrid::Square(square) => Layout::Square(square),
            AnyGrid::Mesh(mesh) => Layout::Mesh(mesh),
        }
    }
}
