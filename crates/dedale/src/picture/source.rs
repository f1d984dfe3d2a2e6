//! The source of the rows of a picture.

use std::borrow::Borrow;

use super::{Metadata, Picture, Strip};
use crate::grid::{Grid as _, Side};

/// A maze as the input of a [`Writer`](crate::formats::Writer): row by row from the top, with its metadata.
///
/// A [`Picture`], and a reference to a picture, is a maze in memory. The rows of other sources are made when they are requested.
pub(crate) trait RowSource {
    /// Returns the size of the maze, its ends, and how it was made. If it has a window, the rows and columns are those of the window.
    fn metadata(&self) -> &Metadata;

    /// Returns the rows above and below a line of points: the rows `row - 1` and `row`. `row` goes from 0, above the first row, to the number
    /// of rows in `metadata().size()`, below the last one, and on from there with the next floor, if there are several.
    ///
    /// Writers request each number in order, and may request the same one several times.
    fn strip(&mut self, row: u64) -> Strip<'_>;

    /// Returns the openings of the outer wall that are written: the row and column of the cell, counted from the first written ones, and the
    /// side.
    fn openings(&self) -> Vec<([u64; 2], Side)>;

    /// Returns the whole picture, with its path and its distances, if it is in memory. Most formats that are not written row by row need it:
    /// see [`Format::is_by_rows`](crate::formats::Format::is_by_rows).
    fn whole(&self) -> Option<&Picture> {
        None
    }
}

impl<P: Borrow<Picture>> RowSource for P {
    fn metadata(&self) -> &Metadata {
        &self.borrow().metadata
    }

    fn strip(&mut self, row: u64) -> Strip<'_> {
        Strip::of_picture((*self).borrow(), row)
    }

    fn openings(&self) -> Vec<([u64; 2], Side)> {
        let picture = self.borrow();
        let openings = picture.maze.openings().map(|(cell, side)| (picture.place(cell), side));
        match picture.metadata.window {
            None => openings.collect(),
            // Passages lead out of a part, too.
            Some([row, column, ..]) => {
                let of_level = |place: [u64; 2]| [row + place[0], column + place[1]];
                openings.filter(|&(place, side)| picture.metadata.is_outer(of_level(place), side)).collect()
            }
        }
    }

    fn whole(&self) -> Option<&Picture> {
        Some(self.borrow())
    }
}

/// A marked end of a maze of squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MarkedEnd {
    /// Row and column, counted from the first written ones.
    pub(crate) place: [u64; 2],
    /// The side of the outer wall that is open there.
    pub(crate) door: Option<Side>,
    /// True if the other end is in the same cell and is marked there.
    pub(crate) is_shared: bool,
}

/// Returns the entrance and the exit of a maze of squares, if they are written, with their doors. A cell that is both has a door for each; if
/// it has only one, that is the entrance. If two cells are one on the level that is written, only the exit is marked.
pub(crate) fn ends_and_doors(source: &dyn RowSource) -> [Option<MarkedEnd>; 2] {
    let (metadata, openings) = (source.metadata(), source.openings());
    let ([from, to], is_shared) = match source.whole().filter(|_| metadata.window.is_none()) {
        Some(picture) => {
            let places = [(picture.from, &metadata.from), (picture.to, &metadata.to)];
            let places = places.map(|(end, known)| (!known.is_empty()).then(|| picture.place(end)));
            (places, picture.from == picture.to)
        }
        None => (metadata.places_of_ends(), metadata.from == metadata.to),
    };
    let sides_of = |place: [u64; 2]| openings.iter().filter(move |(at, _)| *at == place).map(|&(_, side)| side);
    let entrance = from.filter(|_| from != to || is_shared);
    let entrance = entrance.map(|place| MarkedEnd { place, door: sides_of(place).next(), is_shared });
    let exit = to.map(|place| {
        let door = if is_shared { sides_of(place).skip(1).last() } else { sides_of(place).next_back() };
        MarkedEnd { place, door, is_shared: false }
    });
    [entrance, exit]
}

/// Returns the ends that a drawing must mark: those that a reader would not find without a mark. Unmarked, a reader takes the only two
/// openings, or else the corners. If all squares are cells, the corners are walls, so ends are always marked. Both are `None` if a path shows
/// the ends, and on several floors, which are not read.
pub(crate) fn ends_to_mark(source: &dyn RowSource, is_of_cells: bool) -> [Option<[u64; 2]>; 2] {
    let (metadata, picture) = (source.metadata(), source.whole());
    let has_floors =
        picture.and_then(|picture| picture.maze.grid().mesh()).is_some_and(|mesh| mesh.options().floors > 1);
    if has_floors || picture.is_some_and(|picture| picture.path.is_some()) {
        return [None; 2];
    }
    if is_of_cells {
        return metadata.places_of_ends();
    }
    let (ends, places) = (metadata.ends(), metadata.places_of_ends());
    let corners = match picture.filter(|_| metadata.window.is_none()) {
        Some(picture) => picture.maze.grid().default_ends().map(|end| Some(picture.place(end))),
        None => [[0; 2], metadata.level_size().map(|side| side - 1)].map(|[column, row]| Some([row, column])),
    };
    let mut openings: Vec<_> = source.openings().into_iter().map(|(place, _)| Some(place)).collect();
    openings.sort_unstable();
    let are_found = match openings[..] {
        // Of a part, some openings may be outside.
        _ if metadata.window.is_some() => {
            ends == corners || places.iter().flatten().all(|&place| openings.contains(&Some(place)))
        }
        [first, last] => ends == [first, last],
        _ => ends == corners,
    };
    if are_found { [None; 2] } else { places }
}
