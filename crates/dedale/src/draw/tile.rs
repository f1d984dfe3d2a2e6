//! Square tiles of a picture as PNG.

use png::{DeflateCompression, Encoder, Filter};

use super::frame::TileFrame;
use super::pixels::Painter;
use super::png_file::{Colors, PngFile, Rgba, mixture, pack, rgba, set_colors};
use crate::picture::{Color, RowSource, Style};

/// The number of the color outside of the maze.
const OUTSIDE: u8 = 3;

impl TileFrame {
    /// Draws the tile as PNG. Without a source, it is empty.
    ///
    /// # Panics
    ///
    /// Panics if the picture of the source is smaller than the part that is shown.
    pub(crate) fn png(&self, source: Option<&mut dyn RowSource>, style: Style) -> Vec<u8> {
        match source {
            None => {
                encode(self.side, &vec![OUTSIDE; (self.side * self.side) as usize], plain_colors(style).into(), None)
            }
            Some(source) if self.shrink > 1 => self.small_cells(source, style),
            Some(source) => self.large_cells(source, style),
        }
    }

    /// Paints a tile whose pixels are pixels of the picture.
    fn large_cells(&self, source: &mut dyn RowSource, style: Style) -> Vec<u8> {
        let mut painter = Painter::new(source, style);
        let palette = if self.is_full() { painter.palette() } else { plain_colors(style).into() };
        let mut colors = vec![OUTSIDE; (self.side * self.side) as usize];
        for (y, line) in (0..self.shown[1]).zip(colors.chunks_exact_mut(self.side as usize)) {
            self.paint_line(&mut painter, source, y, line);
        }
        // Most lines are as the one above. The file is made in a third of the time, and larger by a kilobyte.
        let how = Some((Filter::Up, DeflateCompression::FdeflateUltraFast));
        encode(self.side, &colors, palette, how)
    }

    /// Returns true if the maze fills the tile.
    fn is_full(&self) -> bool {
        self.shown == [self.side * self.shrink; 2]
    }

    /// Paints the part of a line of the picture that the tile shows.
    fn paint_line(&self, painter: &mut Painter, source: &mut dyn RowSource, y: u32, line: &mut [u8]) {
        let style = painter.style;
        let row = painter.paint_line(source, self.pixel(1, y, style));
        let (shown, first) = (self.shown[0] as usize, (self.first[0] + style.wall / 2) as usize);
        line[..shown].copy_from_slice(&row[first..first + shown]);
        line[shown - 1] = row[self.pixel(0, self.shown[0] - 1, style) as usize];
    }

    /// Returns the pixel of the picture that is shown at a place across or down. At the end of the maze the last one is always a part of the wall: half of a thin wall
    /// would be nothing.
    fn pixel(&self, axis: usize, place: u32, style: Style) -> u32 {
        let is_last = place + 1 == self.shown[axis] && self.is_end[axis];
        self.first[axis] + if is_last { place + 1 } else { place + style.wall / 2 }
    }
}

/// Returns the colors of a tile by their numbers.
fn plain_colors(style: Style) -> [Rgba; 4] {
    let opaque = |rgb: [u8; 3]| rgba(Color::opaque(rgb));
    [rgba(style.background), opaque(style.color), opaque(style.path_color), [0; 4]]
}

impl TileFrame {
    /// Paints a tile whose cells are single pixels: each is the mean of the four pixels of a cell and its northern and western walls.
    fn small_cells(&self, source: &mut dyn RowSource, style: Style) -> Vec<u8> {
        let side = self.side as usize;
        let [columns, rows] = self.shown.map(|pixels| pixels / 2);
        let mut painter = Painter::new(source, style);
        let mut lines = [vec![OUTSIDE; 2 * side], vec![OUTSIDE; 2 * side]];
        // Nothing is counted outside of the maze.
        let mut counts = vec![u8::MAX; side * side];
        for (y, pixels) in (0..rows).zip(counts.chunks_exact_mut(side)) {
            for (y, line) in (2 * y..).zip(&mut lines) {
                self.paint_line(&mut painter, source, y, line);
            }
            // The numbers of walls and of the path are 1 and 2.
            let count = |color: u8| (color & 1) + (color >> 1) * OF_PATH;
            let [upper, lower] = lines.each_mut().map(|line| &mut line[..2 * columns as usize]);
            upper.iter_mut().zip(&*lower).for_each(|(upper, &lower)| *upper = count(*upper) + count(lower));
            let pairs = upper.as_chunks::<2>().0.iter().map(|[west, east]| west + east);
            pixels[..columns as usize].iter_mut().zip(pairs).for_each(|(pixel, count)| *pixel = count);
        }
        let [ground, wall, path, _] = plain_colors(style);
        let mix = |count: u8| {
            let (walls, on_path) = (count % OF_PATH, count / OF_PATH);
            mixture([(ground, (4 - walls - on_path).into()), (wall, walls.into()), (path, on_path.into())])
        };
        if counts.iter().fold(0, |most, &count| most.max(count)) <= 3 {
            // There are only walls, and the number of a pixel is that of its color. Two bits for a pixel take less space than four after compression.
            let palette = [0, 1, 2, 3].map(mix);
            let how = (Filter::NoFilter, DeflateCompression::NoCompression);
            return encode(self.side, &counts, palette.into(), Some(how));
        }
        let mut numbers = [MIXTURES.len() as u8; 256];
        for (number, count) in (0..).zip(MIXTURES) {
            numbers[usize::from(count)] = number;
        }
        counts.iter_mut().for_each(|count| *count = numbers[usize::from(*count)]);
        let palette: Vec<Rgba> = MIXTURES.map(mix).into_iter().chain([[0; 4]]).collect();
        let how = self.is_full().then_some((Filter::NoFilter, DeflateCompression::FdeflateUltraFast));
        encode(self.side, &counts, palette, how)
    }
}

/// The weight of a pixel of the path in the number of a mixture. A pixel of a wall has the weight 1.
const OF_PATH: u8 = 16;

/// How many of four pixels may be of the path, and walls: the hexadecimal digits. The first are the most frequent, whose numbers are
/// compressed best.
const MIXTURES: [u8; 15] = [0x02, 0x03, 0x01, 0x11, 0x12, 0x21, 0x22, 0x13, 0x31, 0x00, 0x10, 0x20, 0x30, 0x40, 0x04];

/// Returns a PNG of these colors, in as few bits as they need; filtered and compressed in a way that takes little time, or if none is given, as small as
/// it can be: most tiles around a maze are empty.
fn encode(side: u32, pixels: &[u8], palette: Vec<Rgba>, how: Option<(Filter, DeflateCompression)>) -> Vec<u8> {
    let mut out = Vec::with_capacity(4096);
    let colors = Colors::Of(palette);
    let Some((filter, compression)) = how else {
        let mut file = PngFile::new([side.into(); 2], None, None, &colors);
        file.write_pixels(pixels);
        file.finish();
        file.take(&mut out);
        return out;
    };
    let (bits, _) = colors.bits_and_bytes();
    let line = (side as usize * usize::from(bits)).div_ceil(8);
    let mut packed = vec![0; line * side as usize];
    let mut above: &[u8] = &[];
    for (y, pixels) in pixels.chunks_exact(side as usize).enumerate() {
        if pixels == above {
            packed.copy_within((y - 1) * line..y * line, y * line);
        } else {
            pack(pixels, bits, &mut packed[y * line..(y + 1) * line]);
        }
        above = pixels;
    }
    let mut encoder = Encoder::new(&mut out, side, side);
    set_colors(&mut encoder, &colors);
    encoder.set_filter(filter);
    encoder.set_deflate_compression(compression);
    let written = encoder.write_header().and_then(|mut file| {
        file.write_image_data(&packed)?;
        file.finish()
    });
    debug_assert!(written.is_ok(), "there are as many bytes as the size says, and a vector takes all: {written:?}");
    out
}
