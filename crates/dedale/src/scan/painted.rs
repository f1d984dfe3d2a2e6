//! The picture of a maze that was read, drawn again with a path.

use super::reader::Scan;
use crate::draw::png_file::{Colors, PngFile};
use crate::grid::BitGrid;
use crate::parse::ParseError;
use crate::picture::writer::Writer;
use crate::pixel_rows::{self, PNG, PictureKind};
use crate::solve::Traced;

/// The approximate number of pixels of a piece.
const PIECE_PIXELS: u32 = 1 << 16;

impl Scan {
    /// Draws a path in a color into the picture that this was read from, which is in `bytes`, and writes it as PNG. Everything else is unchanged:
    /// the size, and the colors in eight bits each. In wide corridors, the line is wide. It is written while the picture is decoded again.
    ///
    /// # Errors
    ///
    /// What is no picture, or not the one that was read.
    pub fn with_path<B: AsRef<[u8]> + Send + Sync + 'static>(
        &self,
        bytes: B,
        path: &Traced,
        [red, green, blue]: [u8; 3],
    ) -> Result<Writer<'static>, ParseError> {
        let mut rows = PictureKind::of(bytes.as_ref())
            .unwrap_or(&PNG)
            .rows(bytes)
            .map_err(|error| ParseError::malformed(None, error.to_string()))?;
        let samples = rows.samples();
        let color = [red, green, blue, u8::MAX];
        let (file_colors, numbers) = if self.colors.are_many() {
            (Colors::All { is_opaque: samples % 2 == 1 }, None)
        } else {
            let all = self.colors.all.iter().copied().chain([color]).collect();
            (Colors::Of(all), Some(self.colors.clone()))
        };
        let [width, height] = self.size;
        let mut file = PngFile::new(self.size.map(u64::from), None, None, &file_colors);
        let (_, pixel_bytes) = file_colors.bits_and_bytes();
        // A pixel of the path, as the file has it.
        let painted = match &numbers {
            Some(colors) => vec![colors.all.len() as u8],
            None => color[..pixel_bytes].to_vec(),
        };
        let (line, scale) = (self.line(path), self.scale);
        let lines = (PIECE_PIXELS / width.max(1)).clamp(1, height.max(1));
        let count = u64::from(height.div_ceil(lines));
        let kept = line.size().map(u64::from).iter().product::<u64>() / 8;
        let bytes = kept + 3 * u64::from(lines) * u64::from(width) * pixel_bytes as u64;
        let mut pixels = Vec::new();
        let write = move |number: u64, out: &mut Vec<u8>| {
            let first = number as u32 * lines;
            pixels.clear();
            for row in first..height.min(first + lines) {
                // It was decoded before.
                let Ok(Some(decoded)) = rows.next() else { continue };
                let start = pixels.len();
                let mut last: (&[u8], [u8; 4]) = (&[], [0; 4]);
                for pixel in decoded.chunks_exact(samples) {
                    if pixel != last.0 {
                        let color = pixel_rows::rgba(pixel);
                        last = (pixel, numbers.as_ref().map_or(color, |colors| [colors.number(color); 4]));
                    }
                    pixels.extend_from_slice(&last.1[..painted.len()]);
                }
                for column in line.columns_of(row / scale) {
                    let [from, to] = [column, column + 1].map(|column| (column * scale) as usize * painted.len());
                    let squares = pixels[start + from..start + to].chunks_exact_mut(painted.len());
                    squares.for_each(|pixel| pixel.copy_from_slice(&painted));
                }
            }
            file.write_pixels(&pixels);
            if number + 1 == count {
                file.finish();
            }
            file.take(out);
        };
        Ok(Writer::of(count, u64::from(width) * u64::from(height) / 16, bytes, write))
    }

    /// Returns the squares of the line that shows a path.
    fn line(&self, path: &Traced) -> BitGrid {
        let mut line = self.free.emptied();
        let radius = (path.width.max(1) - 1) / 2;
        for [row, column] in path.squares() {
            if radius == 0 {
                line.add(line.index([row, column]));
                continue;
            }
            for (down, across) in disc(radius) {
                let place = [row.wrapping_add_signed(down), column.wrapping_add_signed(across)];
                if self.is_free(place) {
                    line.add(line.index(place));
                }
            }
        }
        line
    }
}

/// Returns the squares within this distance of a square.
fn disc(radius: u32) -> impl Iterator<Item = (i32, i32)> {
    let radius = radius as i32;
    let reach = radius * radius + radius;
    let rows = (-radius..=radius).flat_map(move |down| (-radius..=radius).map(move |across| (down, across)));
    rows.filter(move |(down, across)| down * down + across * across <= reach)
}
