//! The maze as a solid to print: walls on a plate, as triangles in binary STL, in millimeters.
//!
//! Seen from above, the solid is a plane that is divided into polygons, each with one height: walls, the joints where walls meet, and the
//! floors of cells. Polygons that meet have the same corners on the line between them, and each face that stands is on such a line. The
//! bottom is another plane with the same corners at its edge. So the solid is closed and manifold: every edge of a triangle is an edge of
//! exactly one other.
//!
//! Corners are where the edges of walls cross, which depends on nothing but the sides at one corner of cells. So a band of rows is known by
//! itself, and the memory needed is that of a band.
//!
//! Row 0 of the maze is farthest from the origin, so that the maze is not mirrored.

mod band;
mod ears;
mod outline;
mod sink;
mod turns;

use band::Band;
pub(super) use outline::Outline;
use sink::Sink;

use crate::grid::Square;
use crate::picture::form::{Form, FormatInfo};
use crate::picture::{Measures, Picture, RowSource, Surface};

pub(crate) const INFO: FormatInfo = FormatInfo {
    media_type: "model/stl",
    extension: Some("stl"),
    shows_path: false,
    // The number of triangles comes first.
    by_rows: false,
    // A cell is some eleven triangles of fifty bytes, which are counted before they are written.
    elements: |_, [columns, rows]| ELEMENTS * columns * rows,
    ..FormatInfo::text("stl")
};

/// How many elements take as long as a square.
const ELEMENTS: u64 = 300;

/// How many elements take as long as a cell of a mesh, which has more sides, and round joints.
pub(crate) const ELEMENTS_OF_A_MESH: u64 = 1000;

/// About how many [steps](crate::options::MazeOptions::expected_steps) it takes to count the triangles of a solid of so many cells, which is
/// done before the first of them is written.
///
/// ```
/// use dedale::{draw::solid_steps, picture::Surface};
/// assert!(solid_steps(900, Surface::Mesh) > solid_steps(900, Surface::Squares));
/// ```
pub fn solid_steps(cells: u64, surface: Surface) -> u64 {
    cells.saturating_mul(if surface == Surface::Squares { 500 } else { 1500 })
}

/// How many cells a piece has.
const PIECE: u32 = 16;

/// How many cells a band has at least.
const BAND: u32 = 1024;

pub(crate) fn start(measures: Measures, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    Some(Box::new(Solid::new(source.whole()?, measures)))
}

impl Form for Solid<Square> {
    fn pieces(&self) -> u64 {
        self.pieces
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        if let Some(picture) = source.whole() {
            self.write(picture, number, out);
        }
    }
}

/// A solid on its way to bytes.
#[derive(Debug)]
pub(super) struct Solid<G: Outline> {
    measures: Measures,
    layout: G::Layout,
    /// How many cells a band has.
    band_cells: u32,
    /// The band that is known, and its number.
    band: Option<(u32, Band)>,
    /// How many triangles were counted so far.
    count: u32,
    pub(super) pieces: u64,
}

impl<G: Outline> Solid<G> {
    /// The beginning of a solid.
    pub(super) fn new(picture: &Picture<G>, measures: Measures) -> Solid<G> {
        let grid = picture.maze.grid();
        let band_cells = grid.longest_row().next_multiple_of(PIECE).max(BAND);
        let cells = grid.cells();
        let pieces = u64::from(cells.div_ceil(band_cells)) + u64::from(cells.div_ceil(PIECE));
        Solid { measures, layout: grid.layout(), band_cells, band: None, count: 0, pieces }
    }

    /// Writes a piece: first, for each band, nothing, since its triangles are counted; and then the triangles of some cells.
    pub(super) fn write(&mut self, picture: &Picture<G>, number: u64, out: &mut Vec<u8>) {
        let cells = picture.maze.grid().cells();
        let bands = cells.div_ceil(self.band_cells);
        if number < u64::from(bands) {
            let (first, last) = self.cells_of_band(number as u32, cells);
            let mut counted = Sink::new(self.measures, None);
            let band = self.band(picture, number as u32);
            (first..last).for_each(|cell| band.write(cell, &mut counted));
            self.count += counted.count;
            return;
        }
        let piece = (number - u64::from(bands)) as u32;
        if piece == 0 {
            let mut title = *b"A maze of walls, in millimeters                                                 ";
            title[79] = b'\n';
            out.extend_from_slice(&title);
            out.extend_from_slice(&self.count.to_le_bytes());
        }
        let (first, last) = (piece * PIECE, cells.min((piece + 1) * PIECE));
        let mut written = Sink::new(self.measures, Some(out));
        let band = self.band(picture, first / self.band_cells);
        (first..last).for_each(|cell| band.write(cell, &mut written));
    }

    fn cells_of_band(&self, number: u32, cells: u32) -> (u32, u32) {
        (number * self.band_cells, cells.min((number + 1) * self.band_cells))
    }

    /// The band with this number.
    fn band(&mut self, picture: &Picture<G>, number: u32) -> &Band {
        let (first, last) = self.cells_of_band(number, picture.maze.grid().cells());
        let known = self.band.take().filter(|(known, _)| *known == number);
        let laid = || (number, Band::new(&picture.maze, &self.layout, self.measures, [first, last]));
        &self.band.insert(known.unwrap_or_else(laid)).1
    }
}
