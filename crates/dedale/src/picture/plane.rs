//! What the writers of documents ask of a grid, beside its neighbors.

use std::fmt::Debug;

use super::{Exit, Head, Picture};
use crate::grid::{Address, Cell, Grid, GridKind, Mesh, Side, Sides, Square};
use crate::maze::Maze;

#[cfg(feature = "serde")]
use serde::Serialize;

/// Without the feature `serde`, whatever there is: nothing is written as JSON then.
#[cfg(not(feature = "serde"))]
pub trait Serialize {}

#[cfg(not(feature = "serde"))]
impl<T> Serialize for T {}

/// A grid whose cells have addresses, and whose mazes can be written: [`Square`] and [`Mesh`].
pub trait Plane: Grid + Clone + Debug + Send + Sync + 'static {
    /// What JSON says of a maze on this grid before its cells.
    type Head: Serialize + Clone + Debug + PartialEq + Send + Sync;

    /// The head of a maze of which only the grid and the ends are known.
    fn head(&self, from: Cell, to: Cell) -> Self::Head;

    /// Puts exits into a head: cells, each with a side if it is an opening.
    fn list_exits(&self, exits: Vec<(Cell, Option<Side>)>, head: &mut Self::Head);

    /// The address of a cell.
    fn address_of(&self, cell: Cell) -> Address;

    /// The cell at an address; `None` where there is none.
    fn cell_at_address(&self, address: Address) -> Option<Cell>;

    /// The cell in the middle: of several, the first.
    fn middle(&self) -> Cell;

    /// The name of a side of a cell.
    fn side_name(&self, cell: Cell, side: Side) -> &str;

    /// The side of a cell with a name; `None` where the cell has none of it.
    fn side(&self, cell: Cell, name: &str) -> Option<Side>;

    /// Whether directions are letters, each the name of a side, so that a path is one word.
    fn has_letters(&self) -> bool;

    /// How many rows a list of all cells is written in.
    fn rows(&self) -> u32;

    /// The places of one of these rows, from the west; `None` where a mask leaves out a cell.
    fn places_of(&self, row: u32) -> impl Iterator<Item = Option<Cell>>;

    /// The sides of a cell that have a wall, outer ones included.
    fn closed_sides(maze: &Maze<Self>, cell: Cell) -> Sides;

    /// A maze, by what its grid is.
    fn maze(maze: &Maze<Self>) -> Kind<&Maze<Square>, &Maze<Mesh>>;

    /// A picture, by what its grid is.
    fn picture(picture: &Picture<Self>) -> Kind<&Picture<Square>, &Picture<Mesh>>;

    /// The same, with the picture itself.
    fn into_kind(picture: Picture<Self>) -> Kind<Picture<Square>, Picture<Mesh>>;
}

/// One thing or another, as the grid is one of plain squares or a [`Mesh`].
#[derive(Clone, Copy, Debug)]
pub enum Kind<S, M> {
    /// Of plain squares.
    Squares(S),
    /// On any other grid.
    Mesh(M),
}

impl Plane for Square {
    type Head = Head;

    fn head(&self, from: Cell, to: Cell) -> Head {
        Head::of_grid(self, from, to)
    }

    fn list_exits(&self, exits: Vec<(Cell, Option<Side>)>, head: &mut Head) {
        let place = |cell| [self.row(cell), self.column(cell)].map(u64::from);
        head.exits = exits.into_iter().map(|exit| Exit::new(self, place(exit.0), exit)).collect();
    }

    fn address_of(&self, cell: Cell) -> Address {
        [self.row(cell), self.column(cell)].into()
    }

    fn cell_at_address(&self, address: Address) -> Option<Cell> {
        let &[row, column] = address.numbers() else { return None };
        (row < Square::rows(self) && column < self.columns()).then(|| self.at(row, column))
    }

    fn middle(&self) -> Cell {
        self.at((Square::rows(self) - 1) / 2, (self.columns() - 1) / 2)
    }

    fn side_name(&self, _: Cell, side: Side) -> &str {
        ["N", "E", "S", "W"][usize::from(side.number() & 3)]
    }

    fn side(&self, _: Cell, name: &str) -> Option<Side> {
        let mut letters = name.chars();
        letters.next().and_then(Side::from_letter).filter(|_| letters.next().is_none())
    }

    fn has_letters(&self) -> bool {
        true
    }

    fn rows(&self) -> u32 {
        Square::rows(self)
    }

    fn places_of(&self, row: u32) -> impl Iterator<Item = Option<Cell>> {
        self.row_cells(row).map(Some)
    }

    #[inline]
    fn closed_sides(maze: &Maze<Square>, cell: Cell) -> Sides {
        Sides::SQUARE.minus(maze.open_sides(cell))
    }

    fn maze(maze: &Maze<Square>) -> Kind<&Maze<Square>, &Maze<Mesh>> {
        Kind::Squares(maze)
    }

    fn picture(picture: &Picture<Square>) -> Kind<&Picture<Square>, &Picture<Mesh>> {
        Kind::Squares(picture)
    }

    fn into_kind(picture: Picture<Square>) -> Kind<Picture<Square>, Picture<Mesh>> {
        Kind::Squares(picture)
    }
}

impl Plane for Mesh {
    type Head = Head<Address>;

    fn head(&self, from: Cell, to: Cell) -> Head<Address> {
        Head::of_mesh(self, from, to)
    }

    fn list_exits(&self, exits: Vec<(Cell, Option<Side>)>, head: &mut Head<Address>) {
        head.exits = exits.into_iter().map(|exit| Exit::new(self, self.address(exit.0), exit)).collect();
    }

    fn address_of(&self, cell: Cell) -> Address {
        self.address(cell)
    }

    fn cell_at_address(&self, address: Address) -> Option<Cell> {
        self.find(address)
    }

    fn middle(&self) -> Cell {
        Mesh::middle(self)
    }

    fn side_name(&self, cell: Cell, side: Side) -> &str {
        Mesh::side_name(self, cell, side)
    }

    fn side(&self, cell: Cell, name: &str) -> Option<Side> {
        (0..).zip(self.side_names(cell)).find(|(_, known)| *known == name).map(|(number, _)| Side::new(number))
    }

    fn has_letters(&self) -> bool {
        self.kind() == GridKind::Square && self.options().levels == 1
    }

    fn rows(&self) -> u32 {
        self.row_count()
    }

    fn places_of(&self, row: u32) -> impl Iterator<Item = Option<Cell>> {
        self.row(row).map(|(_, cell)| cell)
    }

    fn closed_sides(maze: &Maze<Mesh>, cell: Cell) -> Sides {
        let sides = (0..maze.grid().side_count(cell) as u8).map(Side::new);
        sides.collect::<Sides>().minus(maze.open_sides(cell))
    }

    fn maze(maze: &Maze<Mesh>) -> Kind<&Maze<Square>, &Maze<Mesh>> {
        Kind::Mesh(maze)
    }

    fn picture(picture: &Picture<Mesh>) -> Kind<&Picture<Square>, &Picture<Mesh>> {
        Kind::Mesh(picture)
    }

    fn into_kind(picture: Picture<Mesh>) -> Kind<Picture<Square>, Picture<Mesh>> {
        Kind::Mesh(picture)
    }
}
