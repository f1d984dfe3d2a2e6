//! The picture of a maze that was read, drawn again with a path.

use png::DecodingError;

use super::png_file::{Colors, File};
use crate::grid::BitGrid;
use crate::picture::writer::Writer;
use crate::png_rows::{self, Rows};
use crate::solve::Traced;
use crate::text::parse::Scan;
use crate::text::parse::pixels;

/// About how many pixels are written in one piece.
const PIECE_PIXELS: u64 = 1 << 16;

impl Scan {
    /// The picture in `bytes`, from which this was read, with a path in a color, as PNG. Everything else is as it was: the same size, and the same
    /// colors in eight bits each. Where corridors are wide, the line is too. It is written while the picture is decoded again.
    ///
    /// # Errors
    ///
    /// What is no PNG picture, or not the one that was read.
    pub fn with_path<B: AsRef<[u8]> + Send + Sync + 'static>(
        &self,
        bytes: B,
        path: &Traced,
        [red, green, blue]: [u8; 3],
    ) -> Result<Writer<'static>, DecodingError> {
        let rows = Rows::of(bytes)?;
        let samples = rows.samples();
        let colors = &self.colors;
        let color = [red, green, blue, u8::MAX];
        let (file_colors, numbers) = if colors.are_many() {
            (Colors::All { is_opaque: samples % 2 == 1 }, None)
        } else {
            let all = colors.all.iter().copied().chain([color]).collect();
            (Colors::Of(all), Some(colors.clone()))
        };
        let size = self.size;
        let [width, height] = size.map(u64::from);
        let file = File::new([width, height], None, None, &file_colors);
        let (_, pixel_bytes) = file_colors.bits_and_bytes();
        let lines = (PIECE_PIXELS / width.max(1)).clamp(1, height.max(1));
        let [columns, rows_of_squares] = self.squares().map(u64::from);
        let bytes = columns * rows_of_squares / 8 + 3 * lines * width * pixel_bytes as u64;
        let painted = match &numbers {
            Some(colors) => vec![colors.all.len() as u8],
            None => color[..pixel_bytes].to_vec(),
        };
        let (line, scale) = (self.line(path), self.scale);
        let mut shown = Redrawn {
            rows,
            samples,
            line,
            scale,
            height: size[1],
            lines: lines as u32,
            numbers,
            painted,
            file,
            pixels: Vec::new(),
        };
        Ok(Writer::of(shown.count(), width * height / 16, bytes, move |number, out| shown.write_piece(number, out)))
    }

    /// The squares of the line that shows a path.
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

/// What is so near to a square.
fn disc(radius: u32) -> impl Iterator<Item = (i32, i32)> {
    let radius = radius as i32;
    let reach = radius * radius + radius;
    let rows = (-radius..=radius).flat_map(move |down| (-radius..=radius).map(move |across| (down, across)));
    rows.filter(move |(down, across)| down * down + across * across <= reach)
}

/// A picture that is written with a path.
struct Redrawn<B: AsRef<[u8]>> {
    rows: Rows<B>,
    samples: usize,
    line: BitGrid,
    scale: u32,
    height: u32,
    /// How many lines of pixels there are in a piece.
    lines: u32,
    /// The numbers of the colors, where these are few.
    numbers: Option<pixels::Colors>,
    /// A pixel of the path, as the file has it.
    painted: Vec<u8>,
    file: File,
    pixels: Vec<u8>,
}

impl<B: AsRef<[u8]>> Redrawn<B> {
    /// Appends the next line of pixels.
    fn add_line(&mut self, number: u32) {
        let start = self.pixels.len();
        // It was decoded before.
        let Ok(Some(row)) = self.rows.next() else { return };
        let width = self.painted.len();
        let mut last: (&[u8], [u8; 4]) = (&[], [0; 4]);
        for pixel in row.chunks_exact(self.samples) {
            if pixel != last.0 {
                let color = png_rows::rgba(pixel);
                last = (pixel, self.numbers.as_ref().map_or(color, |colors| [colors.number(color); 4]));
            }
            self.pixels.extend_from_slice(&last.1[..width]);
        }
        let line = &mut self.pixels[start..];
        for column in self.line.columns_of(number / self.scale) {
            let pixels = [column, column + 1].map(|column| (column * self.scale) as usize * width);
            line[pixels[0]..pixels[1]].chunks_exact_mut(width).for_each(|pixel| pixel.copy_from_slice(&self.painted));
        }
    }
}

impl<B: AsRef<[u8]>> Redrawn<B> {
    fn count(&self) -> u64 {
        self.height.div_ceil(self.lines).into()
    }

    fn write_piece(&mut self, number: u64, out: &mut Vec<u8>) {
        let first = number as u32 * self.lines;
        self.pixels.clear();
        for line in first..self.height.min(first + self.lines) {
            self.add_line(line);
        }
        self.file.write_pixels(&self.pixels);
        if number + 1 == self.count() {
            self.file.finish();
        }
        self.file.take(out);
    }
}
