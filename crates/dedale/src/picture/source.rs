//! Where the rows of a picture come from.

use std::borrow::Cow;

use super::overlay::Overlay;
use super::{Head, Picture};
use crate::grid::{Cell, Side, Sides, Square};
use crate::maze::Maze;

/// A maze of squares as a [`Writer`](crate::format::Writer) takes it: row by row from the top, with what is known of the whole.
///
/// A [`Picture`] is one, and so is a reference to a picture: a maze in memory. A [`Streamed`](crate::endless::Streamed) maze is another,
/// whose rows are made when they are asked for. Any other kind of maze that has rows can be written by implementing this trait.
///
/// # Example
///
/// ```
/// use dedale::grid::{Side, Sides};
/// use dedale::{format::{Format, Writer}, picture::{Head, RowSource, Strip}};
///
/// /// Corridors from west to east, as many as there are rows.
/// struct Corridors {
///     head: Head,
///     row: Vec<Sides>,
/// }
///
/// impl RowSource for Corridors {
///     fn head(&self) -> &Head {
///         &self.head
///     }
///
///     fn strip(&mut self, row: u64) -> Strip<'_> {
///         let above = if row > 0 { &self.row[..] } else { &[] };
///         let here = if row < self.head.h { &self.row[..] } else { &[] };
///         Strip::new(row, above, here)
///     }
/// }
///
/// let (east, west) = (Sides::NONE.with(Side::E), Sides::NONE.with(Side::W));
/// let corridors = Corridors { head: Head::new([2, 2], [0, 0], [1, 1]), row: vec![east, west] };
/// let writer = Writer::new(corridors, Format::Ascii).expect("ASCII is written row by row");
/// let text: Vec<u8> = writer.flatten().collect();
/// assert_eq!(text, b"+---+---+\n|       |\n+---+---+\n|       |\n+---+---+\n");
/// ```
pub trait RowSource {
    /// The size of the maze, its ends, and the other members of its JSON head. If it has a window, the rows and columns are those of that.
    fn head(&self) -> &Head;

    /// The rows above and below a line of points: the rows `row - 1` and `row`. `row` goes from 0, above the first row, to the number of
    /// rows in `head().size()`, below the last.
    ///
    /// Writers ask for each number in turn, and may ask for the same one several times.
    fn strip(&mut self, row: u64) -> Strip<'_>;

    /// Row and column of the ends that pictures mark, the entrance and the exit: only the exit if both are the same cell. They are counted from the first row and column that are written; ends elsewhere are not marked.
    fn marks(&self) -> [Option<[u64; 2]>; 2] {
        let head = self.head();
        let [from, to] = head.ends();
        [Some(from).filter(|&from| from != to), Some(to)].map(|end| end.and_then(|end| head.place_of(end)))
    }

    /// The openings of the outer wall in what is written: row and column of the cell, counted from the first that are written, and the side.
    fn openings(&self) -> Vec<([u64; 2], Side)> {
        Vec::new()
    }

    /// The whole picture, with its path and its distances, where it is one of squares in memory. Most formats that are not written row by
    /// row need it: see [`Format::is_by_rows`](crate::format::Format::is_by_rows).
    fn whole(&self) -> Option<&Picture> {
        None
    }

    /// Whether a path is drawn.
    fn has_path(&self) -> bool {
        self.whole().is_some_and(|picture| picture.path.is_some())
    }

    /// Whether the whole maze is in memory, so that every row can be asked for again, with all that is known of paths and distances.
    fn is_in_memory(&self) -> bool {
        self.whole().is_some()
    }

    /// Row and column of the cells in which a path begins, turns and ends, in its order; empty where no path is known, or it is a single
    /// cell.
    fn turns(&self) -> Vec<[u64; 2]> {
        let turns = |picture: &Picture| picture.turns().into_iter().map(|cell| picture.place(cell)).collect();
        self.whole().map(turns).unwrap_or_default()
    }
}

impl RowSource for Picture {
    fn head(&self) -> &Head {
        &self.head
    }

    fn strip(&mut self, row: u64) -> Strip<'_> {
        Strip::of_picture(self, row)
    }

    fn marks(&self) -> [Option<[u64; 2]>; 2] {
        self.marked().map(|end| end.map(|cell| self.place(cell)))
    }

    fn openings(&self) -> Vec<([u64; 2], Side)> {
        self.maze.openings().map(|(cell, side)| (self.place(cell), side)).collect()
    }

    fn whole(&self) -> Option<&Picture> {
        Some(self)
    }
}

impl RowSource for &Picture {
    fn head(&self) -> &Head {
        &self.head
    }

    fn strip(&mut self, row: u64) -> Strip<'_> {
        Strip::of_picture(self, row)
    }

    fn marks(&self) -> [Option<[u64; 2]>; 2] {
        RowSource::marks(*self)
    }

    fn openings(&self) -> Vec<([u64; 2], Side)> {
        RowSource::openings(*self)
    }

    fn whole(&self) -> Option<&Picture> {
        Some(self)
    }
}

/// As much of a maze as one piece of most formats needs: a line of points between two rows of cells, and those rows.
#[derive(Clone, Debug)]
pub struct Strip<'a> {
    /// The number of the row below the line; below the last row, how many rows there are.
    pub(crate) row: u64,
    /// The open sides of the cells above, outer ones included; none above the first row.
    pub(crate) above: Cow<'a, [Sides]>,
    /// The open sides of the cells below, outer ones included; none below the last row.
    pub(crate) here: Cow<'a, [Sides]>,
    /// What else is known of the cells.
    pub(crate) overlay: Option<Overlay<'a>>,
    /// Which cells above and below the line a mask leaves out; empty where none.
    pub(crate) left_out: [&'a [bool]; 2],
    /// Where stairs lead from the cells below the line; empty where there are none.
    pub(crate) stairs: &'a [Stairs],
}

/// Which stairs lead from a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stairs {
    pub(crate) up: bool,
    pub(crate) down: bool,
}

impl Stairs {
    /// The character that text shows them by.
    pub(crate) fn glyph(self) -> Option<char> {
        match (self.up, self.down) {
            (true, true) => Some('X'),
            (true, false) => Some('/'),
            (false, true) => Some('\\'),
            (false, false) => None,
        }
    }
}

impl<'a> Strip<'a> {
    /// The strip at this row of the open sides of the cells `above` and `below` the line, from west to east, openings in the
    /// outer wall included. `above` is empty at the first row, and `below` after the last one.
    ///
    /// # Panics
    ///
    /// When both rows are empty, when they have different lengths and neither is empty, or when a cell has a side that no
    /// [square](Sides::SQUARE) has.
    pub fn new(row: u64, above: impl Into<Cow<'a, [Sides]>>, below: impl Into<Cow<'a, [Sides]>>) -> Strip<'a> {
        let (above, here) = (above.into(), below.into());
        assert!(!above.is_empty() || !here.is_empty(), "a line of points has cells above or below it");
        assert!(above.is_empty() || here.is_empty() || above.len() == here.len(), "all rows have the same length");
        for cells in [&above, &here] {
            let sides = cells.iter().fold(0, |sides, cell| sides | cell.bits());
            let others = Sides::from_bits(sides).minus(Sides::SQUARE);
            assert!(others.is_empty(), "squares have the sides N, E, S and W, and not {others:?}");
        }
        Strip { row, above, here, overlay: None, left_out: [&[]; 2], stairs: &[] }
    }

    /// The strip of a maze at this row.
    pub(crate) fn of(maze: &'a Maze<Square>, row: u32) -> Strip<'a> {
        let above = row.checked_sub(1).map(|above| open_row(maze, above)).unwrap_or_default();
        let here = if row < maze.grid().rows() { open_row(maze, row) } else { Cow::default() };
        Strip { row: row.into(), above, here, overlay: None, left_out: [&[]; 2], stairs: &[] }
    }

    /// The strip of a picture at this row, with its path.
    pub(crate) fn of_picture(picture: &'a Picture, row: u64) -> Strip<'a> {
        Strip { overlay: Some(Overlay::of(picture)), ..Strip::of(&picture.maze, row as u32) }
    }
}

/// The open sides of the cells of a row, outer ones included.
pub(crate) fn open_row(maze: &Maze<Square>, row: u32) -> Cow<'_, [Sides]> {
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
