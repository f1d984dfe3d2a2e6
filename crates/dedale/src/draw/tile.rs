//! Square pieces of a picture as PNG.

use png::{DeflateCompression, Encoder, Filter};

use super::frame::Frame;
use super::pixels::{BACKGROUND, PATH, Painter, WALL};
use super::png::{Colors, File, Rgba, mixture, pack, rgba, set_colors};
use crate::picture::{Color, RowSource, Style};

/// The number of the color outside of the maze.
const OUTSIDE: u8 = 3;

impl Frame {
    /// A tile as PNG. Without a source it is empty.
    ///
    /// # Panics
    ///
    /// When the picture of the source is smaller than what is shown.
    pub(crate) fn png(&self, mut source: Option<impl RowSource>, style: Style) -> Vec<u8> {
        let [side, drawn] = [self.side, self.side * self.shrink].map(|pixels| pixels as usize);
        let mut painter = source.as_mut().map(|source| Painter::new(source, style));
        let count = painter.as_ref().filter(|_| self.shown == [drawn as u32; 2]).map_or(4, Painter::count);
        let mixtures = (self.shrink > 1).then(Palette::mixtures);
        let mut colors = Vec::with_capacity(side * side);
        // The lines of the picture that are one line of the tile.
        let mut lines = vec![OUTSIDE; drawn * self.shrink as usize];
        for y in 0..self.side {
            for (y, line) in (y * self.shrink..).zip(lines.chunks_exact_mut(drawn)) {
                match (&mut source, &mut painter) {
                    (Some(source), Some(painter)) if y < self.shown[1] => self.paint_line(painter, source, y, line),
                    _ => line.fill(OUTSIDE),
                }
            }
            let Some(mixtures) = &mixtures else {
                colors.extend_from_slice(&lines);
                continue;
            };
            let (above, below) = lines.split_at(drawn);
            let pixels = above.chunks_exact(2).zip(below.chunks_exact(2));
            let bits = pixels.map(|(above, below)| above[0] | above[1] << 2 | below[0] << 4 | below[1] << 6);
            colors.extend(bits.map(|bits| mixtures[usize::from(bits)]));
        }
        let palette = Palette::new(style);
        let palette = if self.shrink > 1 { palette.mixed() } else { palette.plain[..count as usize].to_vec() };
        encode(self.side, &colors, &palette, source.is_some() && self.shrink == 1)
    }

    /// Paints what the tile shows of a line of the picture.
    fn paint_line(&self, painter: &mut Painter, source: &mut impl RowSource, y: u32, line: &mut [u8]) {
        let style = painter.style();
        painter.paint_line(source, self.pixel(1, y, style));
        let row = painter.colors();
        let (shown, first) = (self.shown[0] as usize, (self.first[0] + style.wall / 2) as usize);
        line[..shown].copy_from_slice(&row[first..first + shown]);
        line[shown - 1] = row[self.pixel(0, self.shown[0] - 1, style) as usize];
    }

    /// The pixel of the picture that is shown at a place across or down. At the end of the maze the last one is always a part of the wall: half of a thin wall
    /// would be nothing.
    fn pixel(&self, axis: usize, place: u32, style: Style) -> u32 {
        let is_last = place + 1 == self.shown[axis] && self.is_end[axis];
        self.first[axis] + if is_last { place + 1 } else { place + style.wall / 2 }
    }
}

/// The colors of a tile.
struct Palette {
    /// By the numbers of the colors.
    plain: [Rgba; 4],
}

impl Palette {
    fn new(style: Style) -> Palette {
        let opaque = |rgb: [u8; 3]| rgba(Color::opaque(rgb));
        Palette { plain: [rgba(style.background), opaque(style.color), opaque(style.path_color), [0; 4]] }
    }

    /// The number of the color of four pixels together, by the two bits that each of these has.
    fn mixtures() -> [u8; 256] {
        std::array::from_fn(|bits| Palette::mixture([0, 2, 4, 6].map(|place| (bits >> place & 3) as u8)))
    }

    /// The number of the color of four pixels together: all are outside, or none.
    fn mixture(pixels: [u8; 4]) -> u8 {
        if pixels[0] == OUTSIDE {
            return 15;
        }
        let count = |color| pixels.iter().filter(|&&pixel| pixel == color).count() as u8;
        let (walls, path) = (count(WALL), count(PATH));
        // With so many walls, there may be from none to 4 − walls pixels of the path.
        walls * 5 - walls * walls.saturating_sub(1) / 2 + path
    }

    /// The colors of all mixtures, by their numbers.
    fn mixed(&self) -> Vec<Rgba> {
        let plain = [BACKGROUND, WALL, PATH].map(|color| self.plain[usize::from(color)]);
        let counts = (0..=4_u32).flat_map(|walls| (0..=4 - walls).map(move |path| [4 - walls - path, walls, path]));
        let mix = |[rest, walls, path]: [u32; 3]| mixture([(plain[0], rest), (plain[1], walls), (plain[2], path)]);
        counts.map(mix).chain([[0; 4]]).collect()
    }
}

/// A PNG of these colors, in as few bits as they need. Most lines of a plain tile are as the one above: it is compressed in a third of the time,
/// and larger by a kilobyte. An empty tile is as small as it can be, since most tiles around a maze are one.
fn encode(side: u32, colors: &[u8], palette: &[Rgba], is_plain: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(4096);
    let pack_all = |bits: u8| {
        let line = (side as usize * usize::from(bits)).div_ceil(8);
        let mut packed = vec![0; line * side as usize];
        let mut above: &[u8] = &[];
        for (y, pixels) in colors.chunks_exact(side as usize).enumerate() {
            if pixels == above {
                packed.copy_within((y - 1) * line..y * line, y * line);
            } else {
                pack(pixels, bits, &mut packed[y * line..(y + 1) * line]);
            }
            above = pixels;
        }
        packed
    };
    if !is_plain {
        let (mut file, bits) = File::new([side.into(); 2], None, Colors::Of(palette));
        file.write_pixels(&pack_all(bits));
        file.finish();
        file.take(&mut out);
        return out;
    }
    let mut encoder = Encoder::new(&mut out, side, side);
    let bits = set_colors(&mut encoder, Colors::Of(palette));
    encoder.set_filter(Filter::Up);
    encoder.set_deflate_compression(DeflateCompression::FdeflateUltraFast);
    let written = encoder.write_header().and_then(|mut file| {
        file.write_image_data(&pack_all(bits))?;
        file.finish()
    });
    debug_assert!(written.is_ok(), "there are as many bytes as the size says, and a vector takes all: {written:?}");
    out
}
