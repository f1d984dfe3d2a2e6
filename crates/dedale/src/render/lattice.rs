//! A square maze taken apart into blocks, the one geometry of every text form.
//!
//! ```text
//!    x  0   1   2   3   4
//!  y
//!  0    ·  ───  ·  ───  ·      ·       a point, where up to four walls meet
//!  1    │   a   │   b   │      a b c d cells
//!  2    ·  ───  ·  ───  ·      ─── │   sides: a wall, or a gap where it is open
//!  3    │   c   │   d   │
//!  4    ·  ───  ·  ───  ·
//! ```
//!
//! A maze of `rows × columns` cells is `(2 × rows + 1) × (2 × columns + 1)` blocks. Each form gives the blocks its own
//! widths and looks.

use std::borrow::Cow;

use super::{Mark, Picture};
use crate::grid::{Cell, Side, Sides, Square};
use crate::maze::Maze;

/// As much of a maze as one piece of a drawing needs: a row of cells, the row above it, and the line of points between them.
#[derive(Clone, Debug)]
pub(super) struct Strip<'a> {
    /// The number of the row of cells; after the last one, how many there are.
    pub(super) row: u32,
    /// The open sides of the cells above, outer ones included; none above the first row.
    pub(super) above: Cow<'a, [Sides]>,
    /// The open sides of the cells of the row; none after the last one.
    pub(super) here: Cow<'a, [Sides]>,
    /// The picture that this is a part of, where there is a whole one: it knows of paths and distances.
    pub(super) picture: Option<&'a Picture>,
}

/// Where strips come from: a maze, or whoever makes one row by row.
pub(super) trait Strips {
    /// The strip at this row, of which there is one more than rows of cells. A row is asked for after those before it.
    fn strip(&mut self, row: u32) -> Strip<'_>;
}

impl Strips for &Picture {
    fn strip(&mut self, row: u32) -> Strip<'_> {
        Picture::strip(self, row)
    }
}

impl<'a> Strip<'a> {
    /// The strip of a maze at this row.
    pub(super) fn of(maze: &'a Maze<Square>, row: u32) -> Strip<'a> {
        let above = row.checked_sub(1).map(|above| open_row(maze, above)).unwrap_or_default();
        let here = if row < maze.grid().rows() { open_row(maze, row) } else { Cow::default() };
        Strip { row, above, here, picture: None }
    }
}

/// The open sides of the cells of a row, outer ones included.
pub(super) fn open_row(maze: &Maze<Square>, row: u32) -> Cow<'_, [Sides]> {
    let grid = maze.grid();
    let first = grid.at(row, 0);
    let passages = &maze.all_passages()[first.index()..][..grid.columns() as usize];
    let mut openings = maze.openings_of(first..Cell(first.0 + grid.columns())).peekable();
    if openings.peek().is_none() {
        return Cow::Borrowed(passages);
    }
    let mut open = passages.to_vec();
    for (cell, side) in openings {
        let column = grid.column(cell) as usize;
        open[column] = open[column].with(side);
    }
    Cow::Owned(open)
}

impl Strip<'_> {
    /// How many columns the maze has.
    #[inline]
    pub(super) fn columns(&self) -> u32 {
        self.above.len().max(self.here.len()) as u32
    }

    /// Whether this is the line of points south of the last row.
    #[inline]
    pub(super) fn is_last(&self) -> bool {
        self.here.is_empty()
    }

    /// Whether a wall lies between this column of the row above and of this one.
    #[inline]
    pub(super) fn lies(&self, column: u32) -> bool {
        match self.here.get(column as usize) {
            Some(open) => !open.contains(Side::N),
            None => !self.above[column as usize].contains(Side::S),
        }
    }

    /// The sides of a point from which a wall leads away.
    #[inline]
    pub(super) fn arms(&self, column: u32) -> Sides {
        let columns = self.columns();
        let north = stands(&self.above, column);
        let east = column < columns && self.lies(column);
        let south = stands(&self.here, column);
        let west = column > 0 && self.lies(column - 1);
        Sides::from_bits(u8::from(north) | u8::from(east) << 1 | u8::from(south) << 2 | u8::from(west) << 3)
    }

    /// Whether there is a path to be shown.
    pub(super) fn has_path(&self) -> bool {
        self.picture.is_some_and(|picture| picture.path.is_some())
    }

    /// Whether the path goes through this open side.
    #[inline]
    pub(super) fn crosses(&self, row: u32, column: u32, side: Side) -> bool {
        self.picture.is_some_and(|picture| {
            picture.path.as_ref().is_some_and(|path| path.crosses(picture.maze.grid().at(row, column), side))
        })
    }

    /// The sides of a cell of the row that the path goes through, if it passes there.
    #[inline]
    pub(super) fn path_at(&self, column: u32) -> Option<Sides> {
        let picture = self.picture?;
        let cell = picture.maze.grid().at(self.row, column);
        picture.path.as_ref().filter(|path| path.passes(cell)).map(|path| path.sides(cell))
    }

    /// What the text forms show in the middle of a cell of the row.
    #[inline]
    pub(super) fn mark(&self, column: u32) -> Option<Mark> {
        let picture = self.picture?;
        picture.mark(picture.maze.grid().at(self.row, column))
    }
}

/// Whether a wall stands west of this column, or east of the last one. No cells have no walls.
#[inline]
pub(super) fn stands(cells: &[Sides], column: u32) -> bool {
    match cells.get(column as usize) {
        Some(open) => !open.contains(Side::W),
        None => cells.last().is_some_and(|open| !open.contains(Side::E)),
    }
}

/// One block of the lattice.
#[derive(Clone, Copy, Debug)]
pub(super) enum Block {
    /// A point. Of their columns there is one more than of the cells'.
    Point { column: u32 },
    /// A side that is closed: a lying wall where it is `N` or `S` of its cell, else a standing one.
    Wall(Side),
    /// A side of a cell that is open, to a neighbour or through the outer wall.
    Gap { row: u32, column: u32, side: Side },
    /// The inside of a cell of the row.
    Cell { column: u32 },
    /// No block: the line of blocks ends here.
    End,
}

/// Tells `put` of the blocks of one strip, line by line and from west to east: the line of sides north of its row and the line
/// of its cells; for the strip after the last row, the line of sides south of the maze.
#[inline]
pub(super) fn each_block(strip: &Strip<'_>, mut put: impl FnMut(Block)) {
    let columns = strip.columns();
    let (row, side) = if strip.is_last() { (strip.row - 1, Side::S) } else { (strip.row, Side::N) };
    for column in 0..columns {
        put(Block::Point { column });
        put(if strip.lies(column) { Block::Wall(side) } else { Block::Gap { row, column, side } });
    }
    put(Block::Point { column: columns });
    put(Block::End);
    if !strip.is_last() {
        let standing = |column: u32, is_open: bool, side: Side| {
            if is_open { Block::Gap { row, column, side } } else { Block::Wall(side) }
        };
        for (column, open) in (0..).zip(strip.here.iter()) {
            put(standing(column, open.contains(Side::W), Side::W));
            put(Block::Cell { column });
        }
        put(standing(columns - 1, !stands(&strip.here, columns), Side::E));
        put(Block::End);
    }
}
