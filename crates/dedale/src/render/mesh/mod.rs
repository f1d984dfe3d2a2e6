//! Mazes on a [`Mesh`], as JSON and as pictures.

mod dxf;
mod gif;
mod json;
mod layout;
mod line;
mod png;
mod sketch;
mod svg;
mod table;

pub use json::MeshHead;
pub(super) use json::{has_letters, write_cells, write_row};

use std::fmt::Debug;

use super::squares::Squares;
use super::table::Table;
use super::{Format, Picture, Pieces, Writer, csv, npy};
use crate::grid::{Mesh, MeshOptions};

/// A maze on a mesh on its way to bytes: what a [`Writer`](super::Writer) is for squares.
#[derive(Debug)]
pub struct MeshWriter {
    picture: Picture<Mesh>,
    form: Box<dyn Form>,
    next: u64,
    pieces: u64,
}

/// How a format writes a mesh.
pub(super) trait Form: Debug + Send {
    /// In how many pieces.
    fn pieces(&self) -> u64;

    /// Appends the piece with this number. They are asked for in their order.
    fn write_piece(&mut self, picture: &Picture<Mesh>, number: u64, out: &mut Vec<u8>);
}

impl MeshWriter {
    /// The beginning of a picture in a format; `None` for a format that cannot say such a grid.
    pub fn new(picture: Picture<Mesh>, format: Format) -> Option<MeshWriter> {
        let form: Box<dyn Form> = match format {
            Format::Json(encoding) => json::start(&picture, encoding)?,
            Format::Svg(style) => svg::start(&picture, style),
            Format::Png(style) => png::start(&picture, style),
            Format::Gif(animation) => gif::start(&picture, animation),
            Format::Dxf(measures) => dxf::start(&picture, measures),
            Format::Csv(table @ (Table::Bits | Table::Distances)) => table::start(&picture, table, csv::Digits)?,
            Format::Npy(table @ (Table::Bits | Table::Distances)) => table::start(&picture, table, npy::Binary)?,
            format if is_of_squares(format) => Box::new(OfSquares(Writer::by_rows(Squares::of(&picture)?, format)?)),
            _ => return None,
        };
        let pieces = form.pieces();
        Some(MeshWriter { picture, form, next: 0, pieces })
    }

    /// Whether a maze on such a grid can be written in a format. `is_woven` says whether there are tunnels.
    pub fn can_write(mesh: &MeshOptions, is_woven: bool, format: Format) -> bool {
        match format {
            Format::Json(encoding) => json::has_encoding(mesh, encoding),
            Format::Svg(_) | Format::Png(_) | Format::Gif(_) | Format::Dxf(_) => true,
            Format::Csv(table) | Format::Npy(table) => {
                table::has_table(mesh, table) && !(is_woven && table == Table::Blocks)
            }
            _ => is_of_squares(format) && Squares::are(mesh) && !is_woven,
        }
    }

    /// Width and height of what is drawn of a mesh, in units of a cell: [`Style::size_of`](crate::render::Style::size_of) says how many pixels that are.
    ///
    /// ```
    /// use dedale::grid::{GridKind, Mesh, MeshOptions};
    /// use dedale::render::{MeshWriter, Style};
    /// let circle = Mesh::new(&MeshOptions { rings: 9, ..MeshOptions::new(GridKind::Polar) })?;
    /// // Nine rings on both sides of the cell in the centre.
    /// assert_eq!(MeshWriter::units(&circle), [19.0; 2]);
    /// assert_eq!(Style::DEFAULT.size_of([19.0; 2]), [2 * 16 + 19 * 16 + 2; 2]);
    /// # Ok::<(), dedale::grid::InvalidMesh>(())
    /// ```
    ///
    /// # Complexity
    ///
    /// Time in proportion to the cells at the edge, or to all cells where there is a mask.
    pub fn units(mesh: &Mesh) -> [f64; 2] {
        layout::units(mesh)
    }
}

/// Whether a format is written of squares that lie side by side and that a mask may cut.
fn is_of_squares(format: Format) -> bool {
    let tables = matches!(format, Format::Csv(Table::Blocks) | Format::Npy(Table::Blocks));
    tables || matches!(format, Format::Stl(_) | Format::Mms | Format::Tmj)
}

/// What is written as rows of squares.
#[derive(Debug)]
struct OfSquares(Writer<Squares>);

impl Form for OfSquares {
    fn pieces(&self) -> u64 {
        self.0.pieces()
    }

    fn write_piece(&mut self, _: &Picture<Mesh>, _: u64, out: &mut Vec<u8>) {
        self.0.write_next(out);
    }
}

impl Pieces for MeshWriter {
    fn is_done(&self) -> bool {
        self.next == self.pieces
    }

    fn write_next(&mut self, out: &mut Vec<u8>) {
        if !self.is_done() {
            self.form.write_piece(&self.picture, self.next, out);
            self.next += 1;
        }
    }
}
