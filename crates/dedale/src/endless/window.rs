//! A part of a maze in memory.

use super::Streamed;
use crate::generate::NoRectangle;
use crate::grid::{Cell, Grid, Side, Sides, Square, TooLarge};
use crate::maze::Maze;
use crate::options::MazeOptions;
use crate::picture::{Head, Picture, RowSource, Strip, Trail};

/// A window of a maze in memory, for the formats that are not written [row by row](crate::format::Format::is_by_rows), and with the parts of a
/// path that lie in it: what a [`Picture`] is for a whole maze.
///
/// ```
/// use dedale::options::MazeOptions;
/// use dedale::format::{Format, Writer};
/// let side = (1_u64 << 53) - 1;
/// let options: MazeOptions = format!("algo=quilt&w={side}&h={side}&seed=7&window=0,0,20,30").parse()?;
/// let window = options.make_part(&[vec![[0, 0]]])?;
/// let writer = Writer::new(window, Format::Svg(Default::default())).expect("the window is in memory");
/// assert!(writer.flatten().count() > 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Windowed {
    picture: Picture,
    marks: [Option<[u64; 2]>; 2],
}

/// No cell: a grid has fewer. It is the end of a maze that is not in the window.
const NO_CELL: Cell = Cell(u32::MAX);

impl Windowed {
    /// Makes all rows that are left, with these parts of a path: the cells of each in the order in which they are walked, by their rows and
    /// columns in the whole level. A part may begin and end with the cell outside of the window that the path comes from or goes to; the
    /// side that it goes through is drawn then. Steps through walls are not drawn, nor is anything else outside.
    ///
    /// # Complexity
    ///
    /// Two bytes for each cell, and the time to make them.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for more than 2^32 − 1 cells.
    pub fn new(mut rows: Streamed, parts: &[Vec<[u64; 2]>]) -> Result<Windowed, TooLarge> {
        let [columns, height] = rows.head.size();
        let too_large = TooLarge { columns, rows: height };
        let size = u32::try_from(columns).ok().zip(u32::try_from(height).ok());
        let grid = size.ok_or(too_large).and_then(|(columns, rows)| Square::new(columns, rows))?;
        let mut maze = Maze::closed(grid);
        for row in 0..grid.rows() {
            maze.write_row(row, &rows.strip(row.into()).here);
        }
        let marks = rows.marks();
        let head = rows.head;
        let at = |place| head.place_of(place).map_or(NO_CELL, |[row, column]| grid.at(row as u32, column as u32));
        let [from, to] = head.ends().map(at);
        let path = (!parts.is_empty()).then(|| trail(&maze, &head, parts));
        Ok(Windowed { picture: Picture { maze, from, to, path, distances: None, film: None, head }, marks })
    }
}

/// The parts of a path that lie in the window.
fn trail(maze: &Maze<Square>, head: &Head, parts: &[Vec<[u64; 2]>]) -> Trail {
    let grid = maze.grid();
    let at = |place| head.place_of(place).map(|[row, column]| grid.at(row as u32, column as u32));
    let mut crossed = vec![Sides::NONE; grid.cells() as usize];
    let mut cross = |place, side: Side| {
        if let Some(cell) = at(place).filter(|&cell| maze.open_sides(cell).contains(side)) {
            crossed[cell.index()] = crossed[cell.index()].with(side);
        }
    };
    for step in parts.iter().flat_map(|part| part.windows(2)) {
        if let Some([there, back]) = sides_between(step[0], step[1]) {
            cross(step[0], there);
            cross(step[1], back);
        }
    }
    // Through a door, the path goes on to the outside.
    let [columns, rows] = head.level_size();
    let outer = |[row, column]: [u64; 2]| {
        let sides =
            [(Side::N, row == 0), (Side::E, column + 1 == columns), (Side::S, row + 1 == rows), (Side::W, column == 0)];
        let is_open = move |side| at([row, column]).is_some_and(|cell| maze.open_sides(cell).contains(side));
        sides.into_iter().filter(move |&(side, is_outer)| is_outer && is_open(side)).map(|(side, _)| side)
    };
    let [from, to] = head.ends();
    let first = parts.first().and_then(|part| part.first()).filter(|&&first| first == from);
    if let Some((&first, side)) = first.and_then(|first| Some((first, outer(*first).next()?))) {
        cross(first, side);
    }
    let last = parts.last().and_then(|part| part.last()).filter(|&&last| last == to);
    if let Some((&last, side)) = last.and_then(|last| Some((last, outer(*last).next_back()?))) {
        cross(last, side);
    }
    Trail::of_parts(crossed, parts.iter().flatten().filter_map(|&place| at(place)))
}

/// The sides of two neighbors that they have in common: that of the first, and that of the second.
fn sides_between([row, column]: [u64; 2], [far_row, far_column]: [u64; 2]) -> Option<[Side; 2]> {
    match (far_row.wrapping_sub(row), far_column.wrapping_sub(column)) {
        (u64::MAX, 0) => Some([Side::N, Side::S]),
        (0, 1) => Some([Side::E, Side::W]),
        (1, 0) => Some([Side::S, Side::N]),
        (0, u64::MAX) => Some([Side::W, Side::E]),
        _ => None,
    }
}

impl RowSource for Windowed {
    fn head(&self) -> &Head {
        &self.picture.head
    }

    fn strip(&mut self, row: u64) -> Strip<'_> {
        Strip::of_picture(&self.picture, row)
    }

    fn marks(&self) -> [Option<[u64; 2]>; 2] {
        self.marks
    }

    fn whole(&self) -> Option<&Picture> {
        Some(&self.picture)
    }
}

impl MazeOptions {
    /// A part of a maze in memory, with these parts of a path, for every format but the encoding [`Graph`](crate::text::Encoding::Graph): see
    /// [`Windowed::new`].
    ///
    /// # Errors
    ///
    /// [`NoRectangle::Size`] for more than 2^32 − 1 cells, and for a maze that is not made [row by row](MazeOptions::by_rows).
    pub fn make_part(&self, path: &[Vec<[u64; 2]>]) -> Result<Windowed, NoRectangle> {
        let [columns, rows] = self.extent().map(u64::from);
        let too_large = || NoRectangle::Size(TooLarge { columns, rows });
        Windowed::new(self.by_rows().ok_or_else(too_large)?, path).map_err(NoRectangle::Size)
    }
}
