//! The maze as PNG. A pixel has as few bits as the colors need, and the file contains the size on paper.
//!
//! A picture of squares without marks has two colors and takes a bit for a pixel; with marks or a path it has three. On other grids all
//! mixtures of ground, path and walls fit into a palette. In a heat map there are too many, and each pixel contains its color.

use std::fmt::{self, Debug, Formatter};

use super::mesh::{self, OnMesh};
use super::pixels::Painter;
use super::png_file::PngFile;
use super::raster::{PixelArea, Raster, TileGrid};
use crate::picture::piece_writer::{PieceWriter, WriteInfo};
use crate::picture::{RowSource, Style};

pub(crate) const WRITE: WriteInfo = WriteInfo {
    is_compressed: true,
    elements: |style, [columns, rows]| {
        let [width, height] = style.size(columns, rows);
        height.saturating_mul(width / 32 + 100)
    },
    // The rows above and below.
    row_bytes: |_, columns| columns.saturating_mul(24),
    ..WriteInfo::TEXT
};

pub(crate) fn start(style: Style, source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    let raster: Box<dyn Raster> = match source.whole().and_then(OnMesh::of) {
        Some(shown) => Box::new(mesh::png::MeshRaster::new(shown, style, mesh::paint::tiles)),
        None if style.heat.is_some() && source.whole().is_none() => return None,
        None => Box::new(Painter::new(source, style)),
    };
    let colors = raster.colors();
    let size = raster.tiles().size;
    let file = PngFile::new(size, Some(source.metadata().title()), density(size, style), &colors);
    let (_, bytes) = colors.bits_and_bytes();
    Some(Box::new(Png { raster, file, bytes, strip: Vec::new(), tile: Vec::new(), is_complete: true }))
}

/// The maximum size of a cell on paper, and of the whole picture, in thousandths of a meter: the picture fits between the margins of a sheet.
const MAX_CELL: u64 = 10;
const LARGEST: [u64; 2] = [170, 240];

/// Returns the number of pixels per meter on paper, if a PNG can express it.
fn density([width, height]: [u64; 2], style: Style) -> Option<u32> {
    /// The maximum that a PNG can express.
    const MAX: u64 = (1 << 31) - 1;
    let in_a_meter = |pixels: u64, millimeters: u64| (pixels * 1000).div_ceil(millimeters);
    let lengths = [(width, LARGEST[0]), (height, LARGEST[1]), (style.cell.into(), MAX_CELL)];
    let density = lengths.map(|(pixels, millimeters)| in_a_meter(pixels, millimeters)).into_iter().max()?;
    (density <= MAX).then_some(density as u32)
}

/// A PNG that is being written.
struct Png {
    raster: Box<dyn Raster>,
    file: PngFile,
    /// The number of bytes of a pixel before it is packed.
    bytes: usize,
    /// The pixels of a strip, and those of a tile of it.
    strip: Vec<u8>,
    tile: Vec<u8>,
    /// True if the last requested piece is painted.
    is_complete: bool,
}

impl Png {
    /// Returns the number of pieces in which a strip is written. If it has several tiles, they are painted first, and then the strip is compressed in as
    /// many pieces.
    fn pieces_of_strip(&self) -> u64 {
        let columns = self.raster.tiles().columns;
        if columns == 1 { 1 } else { 2 * columns }
    }

    /// Paints a tile, or a part of it, into its strip. Returns true if all of it is painted.
    fn paint(&mut self, source: &mut dyn RowSource, tile: u64) -> bool {
        let Png { raster, bytes, strip, tile: painted, .. } = self;
        let &TileGrid { size: [all, _], columns, .. } = raster.tiles();
        if columns == 1 {
            strip.clear();
            return raster.paint(source, tile, strip);
        }
        painted.clear();
        if !raster.paint(source, tile, painted) {
            return false;
        }
        let PixelArea { left, width, height, .. } = raster.tiles().area(tile);
        let [all, left, width] = [all, left, width].map(|pixels| pixels as usize * *bytes);
        strip.resize(all * height as usize, 0);
        for (to, from) in strip.chunks_exact_mut(all).zip(painted.chunks_exact(width)) {
            to[left..left + width].copy_from_slice(from);
        }
        true
    }
}

impl PieceWriter for Png {
    fn pieces(&self) -> u64 {
        self.raster.tiles().rows * self.pieces_of_strip()
    }

    /// The bytes of a piece may be written with a later one, since the compressor holds them back.
    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        let &TileGrid { size: [width, _], columns, .. } = self.raster.tiles();
        let pieces = self.pieces_of_strip();
        let (row, piece) = (number / pieces, number % pieces);
        self.is_complete = piece >= columns || self.paint(source, row * columns + piece);
        if !self.is_complete {
            return;
        }
        if let Some(part) = (piece + columns).checked_sub(pieces) {
            let line = width as usize * self.bytes;
            let lines = self.strip.len() / line;
            let [start, end] = [part, part + 1].map(|part| lines * part as usize / columns as usize * line);
            self.file.write_pixels(&self.strip[start..end]);
        }
        if number + 1 == self.pieces() {
            self.file.finish();
        }
        self.file.take(out);
    }

    fn expected_bytes(&self) -> u64 {
        let &TileGrid { size: [all, _], each: [width, height], columns, .. } = self.raster.tiles();
        let tile = if columns == 1 { 0 } else { width * height };
        let pixels = (all * height + tile).saturating_mul(self.bytes as u64);
        pixels.saturating_add(self.file.expected_bytes()).saturating_add(self.raster.expected_bytes())
    }

    fn is_complete(&self) -> bool {
        self.is_complete
    }
}

impl Debug for Png {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Png").field("pieces", &self.pieces()).finish_non_exhaustive()
    }
}
