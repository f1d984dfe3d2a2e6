//! A maze that is made while it is written, in the memory of two rows.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::edit::doors::door_sides;
use crate::formats::{Format, Writer};
use crate::generate::Rows;
use crate::grid::{Side, Sides, outer_sides_of};
use crate::options::MazeOptions;
use crate::picture::{Metadata, RowSource, Strip};

/// A maze that is made row by row while it is written, with its two ends. It is to a maze beyond memory what a
/// [`Picture`](crate::picture::Picture) is to a maze in memory.
#[derive(Debug)]
pub(crate) struct Streamed {
    /// The metadata. Its size and its ends are those of the maze, and must not be changed.
    pub(crate) metadata: Metadata,
    rows: Rows,
    /// The walls that are still to be removed: columns and sides, by row.
    open: BTreeMap<u64, Vec<(u64, Side)>>,
    /// The openings of the outer wall that are written: row and column of the cell, and the side.
    openings: BTreeSet<([u64; 2], Side)>,
    /// The number of rows that were made; one more after the end.
    made: u64,
    above: Vec<Sides>,
    here: Vec<Sides>,
}

impl Streamed {
    /// Creates a maze of these rows: those of the window in the metadata, or all. None of them has been made.
    pub(crate) fn new(rows: Rows, metadata: Metadata) -> Streamed {
        debug_assert_eq!(metadata.size(), [rows.columns().into(), rows.rows()], "the rows are those of the window");
        let (open, openings) = (BTreeMap::new(), BTreeSet::new());
        Streamed { metadata, rows, open, openings, made: 0, above: Vec::new(), here: Vec::new() }
    }

    /// Removes the wall on a side of the cell in this row and column, an inner or an outer one, before any row is made. Row and column are
    /// those of the whole maze, or of the whole level. Walls that are not written stay as they are.
    pub(crate) fn open(&mut self, at: [u64; 2], side: Side) {
        let [row, column] = at;
        let is_outer = self.metadata.is_outer(at, side);
        let far = match side {
            Side::N => ([row.wrapping_sub(1), column], Side::S),
            Side::W => ([row, column.wrapping_sub(1)], Side::E),
            Side::S => ([row + 1, column], Side::N),
            _ => ([row, column + 1], Side::W),
        };
        for (at, side) in [Some((at, side)), Some(far).filter(|_| !is_outer)].into_iter().flatten() {
            if let Some([row, column]) = self.metadata.place_of(at) {
                self.open.entry(row).or_default().push((column, side));
            }
        }
        if is_outer {
            self.openings.extend(self.metadata.place_of(at).map(|place| (place, side)));
        }
    }

    fn make_next(&mut self) {
        std::mem::swap(&mut self.above, &mut self.here);
        self.here.clear();
        self.here.extend_from_slice(self.rows.next_row().unwrap_or_default());
        for (column, side) in self.open.remove(&self.made).unwrap_or_default() {
            let open = &mut self.here[column as usize];
            *open = open.with(side);
        }
        self.made += 1;
    }
}

impl RowSource for Streamed {
    fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    fn strip(&mut self, row: u64) -> Strip<'_> {
        while self.made <= row {
            self.make_next();
        }
        debug_assert_eq!(self.made, row + 1, "rows are asked for in their order");
        let (above, here) = (Cow::Borrowed(&self.above[..]), Cow::Borrowed(&self.here[..]));
        Strip::new(row, above, here)
    }

    fn openings(&self) -> Vec<([u64; 2], Side)> {
        self.openings.iter().copied().collect()
    }
}

impl MazeOptions {
    /// Returns the maze in a format, made row by row while it is written, in the memory of a few rows. `None` if its algorithm or its options
    /// need the whole maze, or if the format [is not written row by row](Format::is_by_rows). A part of a maze can always be made in this
    /// way. JSON has `url`, if it is given.
    ///
    /// ```
    /// use dedale::options::MazeOptions;
    /// use dedale::formats::Format;
    ///
    /// let options: MazeOptions = "algo=eller&w=1000&h=100000000&seed=7".parse()?;
    /// let mut writer = options.by_rows(Format::Ascii, None).expect("Eller's algorithm makes rows");
    /// let first = writer.next().expect("the first row");
    /// assert!(first.starts_with(b"+---+---+"));
    ///
    /// let part: MazeOptions = "algo=division&w=9007199254740991&h=1000000&seed=7&window=999000,8000,2,4".parse()?;
    /// let text: Vec<u8> = part.by_rows(Format::Ascii, None).expect("a part can be made").flatten().collect();
    /// assert_eq!(text.iter().filter(|&&byte| byte == b'\n').count(), 5);
    /// # Ok::<(), dedale::options::InvalidOptions>(())
    /// ```
    pub fn by_rows(&self, format: Format, url: Option<String>) -> Option<Writer<'static>> {
        let mut rows = self.streamed()?;
        rows.metadata.url = url;
        Writer::of_rows(rows, format).ok()
    }

    /// Creates the maze that is made row by row, before its first row.
    pub(crate) fn streamed(&self) -> Option<Streamed> {
        let [from, to] = self.places()?;
        let rows = match (self.window(), self.quilt()) {
            (Some(window), Some(quilt)) => quilt.rows(self.zoom_level(), window).ok()?,
            (None, _) if self.needs_whole() => return None,
            (window, _) => Rows::new(self.algorithm(), self.size()?, self.seed(), window).ok()?,
        };
        let mut maze = Streamed::new(rows, self.metadata());
        self.removed().for_each(|(place, side)| maze.open(place, side));
        if self.has_doors() {
            let [entrance, exit] = [from, to].map(|end| outer_sides_of(end, self.size().unwrap_or_default()));
            let sides = door_sides(entrance, exit, from == to);
            for (end, side) in [from, to].into_iter().zip(sides) {
                if let Some(side) = side {
                    maze.open(end.map(|number| number >> self.zoom_level()), side);
                }
            }
        }
        Some(maze)
    }
}
