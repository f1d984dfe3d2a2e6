//! The steps of an algorithm as an animated GIF.
//!
//! Pictures of squares have few colors. Pictures of other cells have smooth edges, and their pixels have the nearest color of a palette, which
//! consists of the colors of the style and mixtures of each two of them.

use super::animated::{Animated, AnimationWriter, colors, of_marks};
use super::heat::Heat;
use super::mesh::{self, OnMesh};
use super::pixels::Painter;
use super::raster::{PixelArea, TileGrid};
use crate::picture::film::Change;
use crate::picture::palette::Rgb;
use crate::picture::piece_writer::{PieceWriter, WriteInfo};
use crate::picture::{Animation, Picture, RowSource, Style};

pub(crate) const WRITE: WriteInfo = WriteInfo {
    by_rows: false,
    is_compressed: true,
    // How often the picture is painted is not known here: each takes as long as the pixels of a PNG.
    elements: |style, [columns, rows]| {
        let [width, height] = style.size(columns, rows);
        width.saturating_mul(height).saturating_mul(PICTURES) / 32
    },
    ..WriteInfo::TEXT
};

/// The approximate number of pictures of an animation.
const PICTURES: u64 = 100;

pub(crate) fn start(animation: Animation, source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    let picture = source.whole()?;
    if let Some(shown) = OnMesh::of(picture) {
        return Some(mesh::gif::start(shown, animation));
    }
    let [columns, rows] = source.metadata().size();
    let style = animation.style;
    let size = style.size(columns, rows);
    let raster = OfSquares { style, tiles: TileGrid::new(size, [size[0], style.cell.into()]) };
    Some(Box::new(AnimationWriter::new(picture, animation, raster)))
}

/// Paints pictures of squares, in strips of as many lines as a cell has.
#[derive(Debug)]
struct OfSquares {
    style: Style,
    tiles: TileGrid,
}

impl Animated for OfSquares {
    fn tiles(&self) -> &TileGrid {
        &self.tiles
    }

    fn work(&self) -> u64 {
        0
    }

    fn palette(&self) -> Vec<Rgb> {
        colors(self.style)
    }

    /// Shows a row of cells, with the walls above and below it, and the part outside where a door may open.
    fn showing(&self, picture: &Picture, change: Change, mut show: impl FnMut(u64)) {
        let Style { cell: height, wall, margin, .. } = self.style;
        let around = if matches!(change, Change::Lines(_)) { u64::from(margin) } else { 0 };
        for cell in change.cells() {
            let [row, _] = picture.place(cell);
            let first = u64::from(margin) + row * u64::from(height);
            let last = first + u64::from(height + wall) - 1;
            let lines = [first - around, (last + around).min(self.tiles.size[1] - 1)];
            self.tiles.showing([[0, 0], lines]).for_each(&mut show);
        }
    }

    fn paint(&mut self, picture: &Picture, tile: u64, _: bool, pixels: &mut Vec<u8>) -> bool {
        let mut source = picture;
        let heat = picture.distances.is_some().then(|| Heat::of_marks(of_marks(self.style)));
        let mut painter = Painter::with_heat(&source, self.style, heat);
        let PixelArea { top, height, .. } = self.tiles.area(tile);
        painter.paint_lines(&mut source, top..top + height, pixels);
        true
    }
}
