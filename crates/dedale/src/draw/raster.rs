//! Pictures as pixels, painted part by part, for PNG on every grid. The pictures of a GIF are cut into such parts too.

use super::png_file::Colors;
use crate::picture::RowSource;

/// Paints a picture.
pub(crate) trait Raster: Send + Sync {
    /// Returns the tiles of the picture.
    fn tiles(&self) -> &TileGrid;

    /// Returns the meaning of the bytes of a pixel.
    fn colors(&self) -> Colors;

    /// Returns the maximum memory for painting a tile, in bytes, without its pixels.
    fn expected_bytes(&self) -> u64;

    /// Appends the pixels of a tile, line by line. Returns true when they are appended; otherwise nothing is, and this must be called again.
    fn paint(&mut self, source: &mut dyn RowSource, tile: u64, pixels: &mut Vec<u8>) -> bool;
}

/// A part of a picture, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PixelArea {
    pub(crate) left: u64,
    pub(crate) top: u64,
    pub(crate) width: u64,
    pub(crate) height: u64,
}

/// Divides a picture into strips of lines, and these into tiles, row by row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileGrid {
    /// The size of the picture, in pixels.
    pub(crate) size: [u64; 2],
    /// The size of a tile, in pixels. Those at the right and at the bottom may be smaller.
    pub(crate) each: [u64; 2],
    pub(crate) columns: u64,
    pub(crate) rows: u64,
}

impl TileGrid {
    /// Divides a picture into tiles of `each` pixels a side, or fewer.
    pub(crate) fn new(size: [u64; 2], each: [u64; 2]) -> TileGrid {
        let each = [0, 1].map(|axis| each[axis].min(size[axis]));
        let [columns, rows] = [0, 1].map(|axis| size[axis].div_ceil(each[axis]));
        TileGrid { size, each, columns, rows }
    }

    pub(crate) fn count(&self) -> u64 {
        self.rows * self.columns
    }

    /// Returns the pixels of a tile.
    pub(crate) fn area(&self, tile: u64) -> PixelArea {
        let [left, top] = [tile % self.columns * self.each[0], tile / self.columns * self.each[1]];
        let [width, height] = [self.each[0].min(self.size[0] - left), self.each[1].min(self.size[1] - top)];
        PixelArea { left, top, width, height }
    }

    /// Returns the tiles that have pixels between the first and the last column, and between the first and the last line.
    pub(crate) fn showing(&self, [across, down]: [[u64; 2]; 2]) -> impl Iterator<Item = u64> + use<> {
        let part = |[first, last]: [u64; 2], each: u64| first / each..last / each + 1;
        let (columns, across, down) = (self.columns, part(across, self.each[0]), part(down, self.each[1]));
        down.flat_map(move |row| across.clone().map(move |column| row * columns + column))
    }
}
