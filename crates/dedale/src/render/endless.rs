//! A maze that is drawn while it is made: as many rows as anyone reads, in the memory of two.

use std::borrow::Cow;
use std::cmp::Reverse;

use super::lattice::{Strip, Strips};
use super::png::Stream;
use super::writing::StripForm;
use super::{About, Format};
use crate::generate::Rows;
use crate::grid::{Side, Sides};

/// A maze that is made row by row, its two ends, and what is to be seen of it: what a [`Picture`](super::Picture) is for a maze
/// that there is as a whole.
///
/// ```
/// use dedale::{generate::{Generator, Rows}, render::{Endless, EndlessWriting, Format}};
/// let rows = Rows::new(&Generator::Eller, 1000, 1_000_000_000, 7).expect("Eller needs to know a row alone");
/// let endless = Endless::new(rows, [0, 0], [999_999_999, 999]);
/// let mut writing = EndlessWriting::new(endless, Format::Ascii).expect("ASCII is written row by row");
/// let mut text = Vec::new();
/// writing.write_next(&mut text);
/// assert_eq!(text.len(), 2 * (4 * 1000 + 2));
/// ```
#[derive(Clone, Debug)]
pub struct Endless {
    /// The rows, of which none has been made yet.
    pub rows: Rows,
    /// Row and column of the entrance.
    pub from: [u32; 2],
    /// Row and column of the exit.
    pub to: [u32; 2],
    /// Walls that are taken down beside those that the algorithm opens, inner and outer ones: the row and column of a cell, and one
    /// of its sides.
    pub open: Vec<([u32; 2], Side)>,
    /// What stands in JSON before the cells.
    pub about: About,
}

impl Endless {
    /// A maze of these rows and with these ends, of whose making nothing is known.
    ///
    /// # Panics
    ///
    /// When there are 2^32 rows or more.
    pub fn new(rows: Rows, from: [u32; 2], to: [u32; 2]) -> Endless {
        let h = u32::try_from(rows.rows());
        let about = About::of(rows.columns(), h.expect("rows are counted in 32 bits"), from, to);
        Endless { rows, from, to, open: Vec::new(), about }
    }

    /// The ends without a door, and but one if both are one cell.
    fn marks(&self) -> [Option<[u32; 2]>; 2] {
        let is_closed = |end: &[u32; 2]| !self.open.iter().any(|(at, side)| at == end && self.is_outer(*at, *side));
        let from = Some(self.from).filter(|&from| from != self.to);
        [from.filter(is_closed), Some(self.to).filter(is_closed)]
    }

    fn is_outer(&self, [row, column]: [u32; 2], side: Side) -> bool {
        match side {
            Side::N => row == 0,
            Side::W => column == 0,
            Side::S => row + 1 == self.about.h,
            Side::E => column + 1 == self.about.w,
            _ => false,
        }
    }

    /// The walls that are taken down, as sides of each cell that has them.
    fn opened(&self) -> impl Iterator<Item = ([u32; 2], Side)> {
        self.open.iter().flat_map(|&(at, side)| {
            let [row, column] = at;
            let far = match side {
                Side::N => ([row.wrapping_sub(1), column], Side::S),
                Side::W => ([row, column.wrapping_sub(1)], Side::E),
                Side::S => ([row + 1, column], Side::N),
                _ => ([row, column + 1], Side::W),
            };
            [Some((at, side)), Some(far).filter(|_| !self.is_outer(at, side))].into_iter().flatten()
        })
    }
}

/// How far an [`Endless`] maze has been made and written.
#[derive(Debug)]
pub struct EndlessWriting {
    making: Making,
    about: About,
    form: StripForm,
    next: u64,
    pieces: u64,
}

impl EndlessWriting {
    /// The beginning; `None` for a format that needs the whole maze: SVG, whose walls reach down over many rows, and those that show
    /// distances.
    ///
    /// # Panics
    ///
    /// When a PNG would have 2^31 or more pixels a side.
    pub fn new(endless: Endless, format: Format) -> Option<EndlessWriting> {
        if !format.is_by_rows() {
            return None;
        }
        let png = |style| Stream::new(&endless.about, style, endless.marks(), false, None);
        let form = StripForm::new(format, png)?;
        let pieces = form.pieces(endless.about.h);
        let mut opened: Vec<_> = endless.opened().collect();
        opened.sort_unstable_by_key(|&([row, _], _)| Reverse(row));
        let making = Making { rows: endless.rows, opened, made: 0, above: Vec::new(), here: Vec::new() };
        Some(EndlessWriting { making, about: endless.about, form, next: 0, pieces })
    }

    /// Whether all has been written.
    pub fn is_done(&self) -> bool {
        self.next == self.pieces
    }

    /// Makes and writes the next piece, if there is one, to the end of `out`: byte for byte what a [`Writing`](super::Writing) of
    /// the whole maze would write.
    ///
    /// # Complexity
    ///
    /// As for [`Writing::write_next`](super::Writing::write_next).
    pub fn write_next(&mut self, out: &mut Vec<u8>) {
        if self.is_done() {
            return;
        }
        self.form.write_piece(&self.about, &mut self.making, self.next, out);
        self.next += 1;
    }
}

/// The rows on their way: the last two that were made.
#[derive(Debug)]
struct Making {
    rows: Rows,
    /// What else is to be opened, the topmost at the end.
    opened: Vec<([u32; 2], Side)>,
    /// How many rows were made; one more after the end.
    made: u32,
    above: Vec<Sides>,
    here: Vec<Sides>,
}

impl Making {
    fn make_next(&mut self) {
        std::mem::swap(&mut self.above, &mut self.here);
        self.here.clear();
        self.here.extend_from_slice(self.rows.next_row().unwrap_or_default());
        while let Some(([_, column], side)) = self.opened.pop_if(|([row, _], _)| *row == self.made) {
            let open = &mut self.here[column as usize];
            *open = open.with(side);
        }
        self.made += 1;
    }
}

impl Strips for Making {
    fn strip(&mut self, row: u32) -> Strip<'_> {
        while self.made <= row {
            self.make_next();
        }
        debug_assert_eq!(self.made, row + 1, "rows are asked for in their order");
        Strip { row, above: Cow::Borrowed(&self.above), here: Cow::Borrowed(&self.here), picture: None }
    }
}
