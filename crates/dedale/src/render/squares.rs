//! Mazes of squares of which a mask leaves some out, as rows: so that what writes rows of squares writes these as well.

use super::{Head, Picture, RowSource, Strip};
use crate::grid::{Cell, Grid, GridKind, Mesh, MeshOptions, Side, Square, Wrap};
use crate::maze::Maze;

/// A maze on a rectangle of squares that a mask may cut.
#[derive(Debug)]
pub(super) struct Squares {
    picture: Picture,
    /// By the numbers of the cells in the rectangle: those that are not there.
    left_out: Vec<bool>,
}

impl Squares {
    /// Whether a grid with these options is one of squares that lie side by side, tunnels aside.
    pub(super) fn are(options: &MeshOptions) -> bool {
        options.kind == GridKind::Square && options.levels == 1 && options.wrap == Wrap::Off
    }

    /// The same maze; `None` where its squares do not lie side by side.
    pub(super) fn of(picture: &Picture<Mesh>) -> Option<Squares> {
        let mesh = picture.maze.grid();
        let options = mesh.options();
        if !Squares::are(options) || !mesh.crossings().is_empty() {
            return None;
        }
        let grid = Square::new(options.columns, options.rows).ok()?;
        let mut maze = Maze::closed(grid);
        let mut places = Vec::with_capacity(mesh.cells() as usize);
        let mut left_out = Vec::with_capacity(grid.cells() as usize);
        for (_, cell) in (0..mesh.row_count()).flat_map(|row| mesh.row(row)) {
            if cell.is_some() {
                places.push(Cell(left_out.len() as u32));
            }
            left_out.push(cell.is_none());
        }
        let place = |cell: Cell| places[cell.index()];
        for cell in picture.maze.cells() {
            for side in picture.maze.open_sides(cell) {
                // An opening may lead to a square that is left out.
                if grid.inner_sides(place(cell)).contains(side) {
                    maze.link(place(cell), side);
                } else {
                    maze.open_outer(place(cell), side);
                }
            }
        }
        let mut squares = Picture::new(maze, place(picture.from), place(picture.to));
        squares.path = picture.path.as_ref().map(|path| path.moved(grid.cells(), place));
        (squares.head.algo, squares.head.seed) = (picture.head.algo, picture.head.seed);
        Some(Squares { picture: squares, left_out })
    }
}

impl RowSource for Squares {
    fn head(&self) -> &Head {
        &self.picture.head
    }

    fn strip(&mut self, row: u64) -> Strip<'_> {
        let grid = self.picture.maze.grid();
        let (row, columns) = (row as usize, grid.columns() as usize);
        let of_row = |row: usize| self.left_out.get(row * columns..(row + 1) * columns).unwrap_or_default();
        let left_out = [row.checked_sub(1).map(of_row).unwrap_or_default(), of_row(row)];
        Strip { left_out, ..Strip::of_picture(&self.picture, row as u64) }
    }

    fn marks(&self) -> [Option<[u64; 2]>; 2] {
        // An opening towards a square that is left out is a door as well.
        let marked = [Some(self.picture.from).filter(|&from| from != self.picture.to), Some(self.picture.to)];
        marked.map(|end| end.filter(|&end| !self.has_door(end)).map(|cell| self.picture.place(cell)))
    }

    fn whole(&self) -> Option<&Picture> {
        Some(&self.picture)
    }
}

impl Squares {
    fn has_door(&self, cell: Cell) -> bool {
        let grid = self.picture.maze.grid();
        let leads_out =
            |side: Side| !grid.inner_sides(cell).contains(side) || self.left_out[grid.across(cell, side).index()];
        self.picture.maze.open_sides(cell).into_iter().any(leads_out)
    }
}
