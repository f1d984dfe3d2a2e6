//! Mazes on a [`Mesh`], as JSON and as pictures.

use super::{Format, Pieces};
use crate::draw::mesh::{gif, layout, png, sketch, solid};
use crate::grid::{GridKind, Mesh, MeshOptions};
use crate::picture::Picture;
use crate::picture::form::{self, MeshForm as Form};
use crate::picture::squares::{Reach, Squares};
use crate::text::{Encoding, Table, csv, json, npy, table, tmj};

/// A maze on a mesh on its way to bytes: what a [`Writer`](crate::format::Writer) is for squares.
#[derive(Debug)]
pub struct MeshWriter {
    picture: Picture<Mesh>,
    form: Box<dyn Form>,
    next: u64,
    pieces: u64,
}

impl MeshWriter {
    /// The beginning of a picture in a format; `None` for a format that cannot say such a grid.
    pub fn new(picture: Picture<Mesh>, format: Format) -> Option<MeshWriter> {
        let mesh = picture.maze.grid();
        let form: Box<dyn Form> = match format {
            Format::Json(encoding) => json::start_mesh(&picture, encoding)?,
            Format::Svg(style) => sketch::svg(&picture, style),
            Format::Png(style) => png::start(&picture, style),
            Format::Gif(animation) => gif::start(&picture, animation),
            Format::Dxf(measures) => sketch::dxf(&picture, measures),
            Format::Stl(measures) if has_solid(mesh.options(), !mesh.crossings().is_empty()) => {
                solid::start(&picture, measures)
            }
            Format::Tmj if tmj::has_map(mesh.options()) => tmj::start_mesh(&picture),
            Format::Csv(table) if table != Table::Blocks => table::start_mesh(&picture, table, csv::Digits)?,
            Format::Npy(table) if table != Table::Blocks => table::start_mesh(&picture, table, npy::Binary)?,
            format => Box::new(OfSquares::new(&picture, format)?),
        };
        let pieces = form.pieces();
        Some(MeshWriter { picture, form, next: 0, pieces })
    }

    /// Whether a maze on such a grid can be written in a format. `is_woven` says whether there are tunnels.
    pub fn can_write(mesh: &MeshOptions, is_woven: bool, format: Format) -> bool {
        match format {
            Format::Json(encoding) => json::has_encoding(mesh, encoding) && !(is_woven && encoding == Encoding::Blocks),
            Format::Svg(_) | Format::Png(_) | Format::Gif(_) | Format::Dxf(_) => true,
            Format::Stl(_) => has_solid(mesh, is_woven),
            Format::Tmj if tmj::has_map(mesh) => true,
            Format::Csv(table) | Format::Npy(table) if table != Table::Blocks => table::has_table(mesh, table),
            format => reach(format).is_some_and(|reach| reach.has(mesh)) && !is_woven,
        }
    }

    /// Width and height of what is drawn of a mesh, in units of a cell: [`Style::size_of`](crate::picture::Style::size_of) says how many pixels that are.
    ///
    /// ```
    /// use dedale::grid::{GridKind, Mesh, MeshOptions};
    /// use dedale::{format::MeshWriter, picture::Style};
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

/// Whether a maze on a grid with these options can be printed: not with tunnels, nor where polygons may be anywhere.
fn has_solid(mesh: &MeshOptions, is_woven: bool) -> bool {
    mesh.kind != GridKind::Custom && !is_woven
}

/// Which grids of squares a format shows that is written as rows of squares; `None` for all others.
fn reach(format: Format) -> Option<Reach> {
    match format {
        Format::Ascii | Format::Unicode | Format::Blocks | Format::Ansi => Some(Reach::Levels),
        Format::Csv(Table::Blocks) | Format::Npy(Table::Blocks) => Some(Reach::Wrapped),
        Format::Mms | Format::Tmj => Some(Reach::Flat),
        _ => None,
    }
}

/// What is written as rows of squares, level by level.
#[derive(Debug)]
struct OfSquares {
    /// How a level is written. Where there are several, no piece depends on those before it.
    form: Box<dyn form::Form>,
    levels: u32,
}

impl OfSquares {
    fn new(picture: &Picture<Mesh>, format: Format) -> Option<OfSquares> {
        let mesh = picture.maze.grid();
        if !reach(format)?.has(mesh.options()) || !mesh.crossings().is_empty() {
            return None;
        }
        Some(OfSquares { form: format.start(&Squares::of(picture, 0))?, levels: mesh.options().levels })
    }
}

impl Form for OfSquares {
    fn pieces(&self) -> u64 {
        self.form.pieces() * u64::from(self.levels)
    }

    fn write_piece(&mut self, picture: &Picture<Mesh>, number: u64, out: &mut Vec<u8>) {
        let (level, number) = (number / self.form.pieces(), number % self.form.pieces());
        if level > 0 && number == 0 {
            out.push(b'\n');
        }
        self.form.write_piece(&mut Squares::of(picture, level as u32), number, out);
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
