//! The maze as PNG: a line of pixels at a time, each pixel as few bits as the colors need.
//!
//! A picture without marks has two colors and takes a bit for a pixel; with marks or a path it has three. Lines that are the
//! same as the one above are painted once, and cost next to nothing when they are compressed.

use super::mesh::{self, OnMesh};
use super::pixels::Painter;
use super::png_file::{Colors, File, Lines, Png, Rgba, pack, rgba};
use crate::picture::form::{Form, FormatInfo};
use crate::picture::{Color, RowSource, Style};

pub(crate) const INFO: FormatInfo = FormatInfo {
    media_type: "image/png",
    extension: Some("png"),
    is_compressed: true,
    elements: |style, [columns, rows]| {
        let [width, height] = style.size(columns, rows);
        height * (width / 32 + 100)
    },
    // Two lines of pixels, and the rows above and below.
    row_bytes: |style, columns| 2 * style.size(columns, 1)[0] + 24 * columns,
    ..FormatInfo::text("png")
};

pub(crate) fn start(style: Style, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    if let Some(shown) = source.whole().and_then(OnMesh::of) {
        return Some(mesh::png::start(shown, style));
    }
    if style.heat.is_some() {
        source.whole()?;
    }
    let head = source.head();
    let painter = Painter::new(source, style);
    let [columns, rows] = head.size();
    let size = style.size(columns, rows);
    let shades = painter.heat().into_iter().flat_map(|heat| (0..heat.steps).map(move |step| heat.color(step)));
    let inks = [style.color, style.path_color].into_iter().chain(shades).map(Color::opaque);
    let palette: Vec<Rgba> =
        [style.background].into_iter().chain(inks).map(rgba).take(painter.count() as usize).collect();
    let (file, bits) = File::new(size, Some(head.title()), Colors::Of(&palette));
    let size = size.map(|pixels| pixels as usize);
    let line = (size[0] * usize::from(bits)).div_ceil(8);
    let squares = OfSquares { painter, size, bits, y: 0, line, packed: Vec::new() };
    let pieces = size[1].div_ceil(squares.lines_in_piece()) as u64;
    Some(Box::new(Png::new(squares, file, pieces)))
}

/// About how many bytes of pixels are written in one piece, and how many lines at most: nothing else is done on the thread until a piece is
/// written.
const PIECE: usize = 64 * 1024;
const LINES_IN_PIECE: usize = 256;

/// Paints pictures of squares.
struct OfSquares {
    painter: Painter,
    /// Of pixels.
    size: [usize; 2],
    /// How many bits a pixel has.
    bits: u8,
    /// The next line of pixels, and how many bytes each has.
    y: usize,
    line: usize,
    /// The lines of a piece, as they are in the file.
    packed: Vec<u8>,
}

impl OfSquares {
    fn lines_in_piece(&self) -> usize {
        (PIECE / self.line).clamp(1, LINES_IN_PIECE)
    }
}

impl Lines for OfSquares {
    fn paint(&mut self, source: &mut dyn RowSource, _: u64) -> Option<&[u8]> {
        let OfSquares { line, .. } = *self;
        let count = self.lines_in_piece().min(self.size[1] - self.y);
        // The last line of a piece may go on in the next.
        let last = self.packed.len().saturating_sub(line);
        self.packed.copy_within(last.., 0);
        self.packed.resize(count * line, 0);
        for start in (0..count).map(|k| k * line) {
            if self.painter.paint_line(source, self.y as u32) {
                pack(self.painter.colors(), self.bits, &mut self.packed[start..start + line]);
            } else if start > 0 {
                self.packed.copy_within(start - line..start, start);
            }
            self.y += 1;
        }
        Some(&self.packed)
    }
}
