//! The maze as a solid to print: walls on a plate, as triangles in binary STL, in millimetres.
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

use std::fmt::Debug;

use band::Band;

use super::mesh::line::Point;
use super::writer::Form;
use super::{Format, FormatInfo, Measures, Picture, Plane, RowSource};
use crate::grid::{Arc, Cell, Corner, Side, Square};

pub(super) const INFO: FormatInfo = FormatInfo {
    media_type: "model/stl",
    extension: Some("stl"),
    shows_path: false,
    // The number of triangles comes first.
    by_rows: false,
    // A cell is some thirteen triangles of fifty bytes, which are counted before they are written.
    elements: |_, [columns, rows]| ELEMENTS * columns * rows,
    ..FormatInfo::text("stl", Format::Stl(Measures::DEFAULT))
};

/// How many elements take as long as a cell.
pub(super) const ELEMENTS: u64 = 60;

/// How many cells a piece has.
const PIECE: u32 = 16;

/// How many cells a band has at least.
const BAND: u32 = 1024;

/// How many rows beside those of a band are looked at: more than any corner of a cell is away from the cells that share it.
const MARGIN: u32 = 2;

/// How wide the triangles are that show stairs, in units of a cell without its walls: half of it, from the middle to the top.
const STAIRS: [f64; 2] = [0.19, 0.14];

/// A grid whose cells are polygons on a plane.
pub(super) trait Outline: Plane {
    /// Where the cells are.
    type Layout: Debug + Send + Sync;

    fn layout(&self) -> Self::Layout;

    /// How high all cells are together, in units of a cell.
    fn height(layout: &Self::Layout) -> f64;

    /// The level of a cell.
    fn level(&self, layout: &Self::Layout, cell: Cell) -> u32;

    /// The corners of a cell, clockwise, in units of a cell from the top left. Side `k` is between the corners `k` and `k + 1`.
    fn corners(&self, layout: &Self::Layout, cell: Cell) -> impl Iterator<Item = Corner>;

    /// The arc of a side, and its centre.
    fn arc(&self, layout: &Self::Layout, cell: Cell, side: Side) -> Option<(Arc, Point)>;

    /// The centre of a cell from which stairs can lead, and the sides that lead up and down.
    fn stairs(&self, layout: &Self::Layout, cell: Cell) -> Option<(Point, [Side; 2])>;

    /// The row of a cell.
    fn row_of(&self, cell: Cell) -> u32;

    /// The number of the first cell of a row, or of the rows after it.
    fn row_start(&self, row: u32) -> u32;

    /// The most cells of a row.
    fn longest_row(&self) -> u32;

    /// Whether walls end and meet in corners; otherwise they do in rounds.
    fn is_square(&self) -> bool;
}

impl Outline for Square {
    /// The number of rows.
    type Layout = f64;

    fn layout(&self) -> f64 {
        self.rows().into()
    }

    fn height(rows: &f64) -> f64 {
        *rows
    }

    fn level(&self, _: &f64, _: Cell) -> u32 {
        0
    }

    fn corners(&self, _: &f64, cell: Cell) -> impl Iterator<Item = Corner> {
        let corner = move |[right, down]: [u32; 2]| {
            let [x, y] = [self.column(cell) + right, self.row(cell) + down];
            Corner { id: u64::from(y) << 32 | u64::from(x), at: [x, y].map(f64::from) }
        };
        [[0, 0], [1, 0], [1, 1], [0, 1]].into_iter().map(corner)
    }

    fn arc(&self, _: &f64, _: Cell, _: Side) -> Option<(Arc, Point)> {
        None
    }

    fn stairs(&self, _: &f64, _: Cell) -> Option<(Point, [Side; 2])> {
        None
    }

    fn row_of(&self, cell: Cell) -> u32 {
        self.row(cell)
    }

    fn row_start(&self, row: u32) -> u32 {
        row.min(self.rows()) * self.columns()
    }

    fn longest_row(&self) -> u32 {
        self.columns()
    }

    fn is_square(&self) -> bool {
        true
    }
}

pub(super) fn start(measures: Measures, source: &dyn RowSource) -> Option<Box<dyn Form>> {
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
            let mut title = *b"A maze of walls, in millimetres                                                 ";
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

/// Takes faces, and counts their triangles or writes them.
struct Sink<'a> {
    /// The heights of the plate and of the walls on it, in mm.
    base: f64,
    top: f64,
    count: u32,
    out: Option<&'a mut Vec<u8>>,
}

impl<'a> Sink<'a> {
    fn new(measures: Measures, out: Option<&'a mut Vec<u8>>) -> Sink<'a> {
        let [base, top] = [measures.base, measures.base + measures.height].map(|line| f64::from(line) / 1000.0);
        Sink { base, top, count: 0, out }
    }

    /// A polygon, counter-clockwise, that is seen from above at some height.
    fn top(&mut self, polygon: &[Point], height: f64) {
        self.lying(polygon, |[a, b, c]| [a, b, c].map(|[x, y]| [x, y, height]));
    }

    /// A polygon, counter-clockwise, that is seen from below.
    fn bottom(&mut self, polygon: &[Point]) {
        self.lying(polygon, |[a, b, c]| [a, c, b].map(|[x, y]| [x, y, 0.0]));
    }

    /// A part of a wall that stands on the ground where there is no plate.
    fn wall(&mut self, polygon: &[Point]) {
        self.top(polygon, self.top);
        if self.base == 0.0 {
            self.bottom(polygon);
        }
    }

    fn lying(&mut self, polygon: &[Point], place: impl Fn([Point; 3]) -> [[f64; 3]; 3]) {
        self.count += polygon.len().saturating_sub(2) as u32;
        if let Some(out) = &mut self.out {
            ears::each_triangle(polygon, |triangle| write_triangle(place(triangle), out));
        }
    }

    /// A face that stands on the line between two points, between two heights. It is seen from the right of one who goes from the first point
    /// to the second.
    fn face(&mut self, from: Point, to: Point, [low, high]: [f64; 2]) {
        if low == high {
            return;
        }
        self.count += 2;
        if let Some(out) = &mut self.out {
            let [a, b, c, d] = [(from, low), (to, low), (to, high), (from, high)].map(|([x, y], z)| [x, y, z]);
            write_triangle([a, b, c], out);
            write_triangle([a, c, d], out);
        }
    }

    /// The face of a wall, above a floor or at the edge of the plate.
    fn wall_face(&mut self, from: Point, to: Point, is_above_floor: bool) {
        if !is_above_floor || self.base == 0.0 {
            self.face(from, to, [0.0, self.base]);
        }
        self.face(from, to, [self.base, self.top]);
    }
}

/// A triangle whose corners are counter-clockwise, as seen from outside.
fn write_triangle(corners: [[f64; 3]; 3], out: &mut Vec<u8>) {
    let corners = corners.map(|corner| corner.map(|line| line as f32));
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    let minus = |p: [f64; 3], q: [f64; 3]| [0, 1, 2].map(|k| p[k] - q[k]);
    let (u, v) = (minus(b, a), minus(c, a));
    let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = cross.iter().map(|part| part * part).sum::<f64>().sqrt();
    // A triangle that is rounded to a line has no direction.
    let normal = cross.map(|part| if length > 0.0 { (part / length) as f32 } else { 0.0 });
    for number in normal.iter().chain(corners.as_flattened()) {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(&[0; 2]);
}
