//! Square pieces of a picture as PNG.

use png::{DeflateCompression, Encoder, Filter};

use super::frame::Frame;
use super::pixels::Painter;
use super::png_file::{Colors, File, Rgba, mixture, pack, rgba, set_colors};
use crate::grid::{Side, Sides};
use crate::picture::lattice::stands;
use crate::picture::{Color, RowSource, Strip, Style};

/// The number of the color outside of the maze.
const OUTSIDE: u8 = 3;

impl Frame {
    /// A tile as PNG. Without a source it is empty.
    ///
    /// # Panics
    ///
    /// When the picture of the source is smaller than what is shown.
    pub(crate) fn png(&self, source: Option<&mut dyn RowSource>, style: Style) -> Vec<u8> {
        match source {
            None => encode(self.side, &vec![OUTSIDE; (self.side * self.side) as usize], &plain_colors(style), None),
            Some(source) if self.shrink > 1 => self.small_cells(source, style),
            Some(source) => self.large_cells(source, style),
        }
    }

    /// A tile whose pixels are some of the picture.
    fn large_cells(&self, source: &mut dyn RowSource, style: Style) -> Vec<u8> {
        let mut painter = Painter::new(source, style);
        let count = if self.is_full() { painter.count() } else { 4 };
        let mut colors = vec![OUTSIDE; (self.side * self.side) as usize];
        for (y, line) in (0..self.shown[1]).zip(colors.chunks_exact_mut(self.side as usize)) {
            self.paint_line(&mut painter, source, y, line);
        }
        // Most lines are as the one above. The file is made in a third of the time, and larger by a kilobyte.
        let how = Some((Filter::Up, DeflateCompression::FdeflateUltraFast));
        encode(self.side, &colors, &plain_colors(style)[..count as usize], how)
    }

    /// Whether the maze is everywhere in the tile.
    fn is_full(&self) -> bool {
        self.shown == [self.side * self.shrink; 2]
    }

    /// Paints what the tile shows of a line of the picture.
    fn paint_line(&self, painter: &mut Painter, source: &mut dyn RowSource, y: u32, line: &mut [u8]) {
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

/// The colors of a tile by their numbers.
fn plain_colors(style: Style) -> [Rgba; 4] {
    let opaque = |rgb: [u8; 3]| rgba(Color::opaque(rgb));
    [rgba(style.background), opaque(style.color), opaque(style.path_color), [0; 4]]
}

impl Frame {
    /// A tile of cells of one pixel: each is the mean of the four that a cell has with its walls in the north and in the west.
    fn small_cells(&self, source: &mut dyn RowSource, style: Style) -> Vec<u8> {
        let side = self.side as usize;
        let in_cells = |pixels: u32| (pixels / self.shrink) as usize;
        let (first, shown) = (self.first.map(in_cells), self.shown.map(in_cells));
        let marks = source.marks();
        let columns = source.head().size()[0] as usize;
        let (mut upper, mut lower) = (vec![0; columns], vec![0; columns]);
        // Nothing is counted outside of the maze.
        let mut counts = vec![u8::MAX; side * side];
        for (y, pixels) in (0..shown[1]).zip(counts.chunks_exact_mut(side)) {
            let row = (first[1] + y) as u64;
            let strip = source.strip(row);
            count_lying(&strip, self.is_end[0], &mut upper);
            if y + 1 == shown[1] && self.is_end[1] {
                // The last walls are drawn within the maze.
                count_lying(&source.strip(row + 1), self.is_end[0], &mut lower);
            } else {
                count_standing(&strip, &marks, self.is_end[0], &mut lower);
            }
            let both = upper[first[0]..].iter().zip(&lower[first[0]..]);
            pixels[..shown[0]].iter_mut().zip(both).for_each(|(pixel, (upper, lower))| *pixel = upper + lower);
        }
        let [ground, wall, path, _] = plain_colors(style);
        let mix = |[walls, on_path]: [u8; 2]| {
            mixture([(ground, (4 - walls - on_path).into()), (wall, walls.into()), (path, on_path.into())])
        };
        if counts.iter().fold(0, |most, &count| most.max(count)) <= 3 {
            // There are only walls, and their number is that of the color. Two bits for a pixel are fewer than what compression makes of four.
            let palette = [0, 1, 2, 3].map(|walls| mix([walls, 0]));
            let how = (Filter::NoFilter, DeflateCompression::NoCompression);
            return encode(self.side, &counts, &palette, Some(how));
        }
        let mut numbers = [MIXTURES.len() as u8; 256];
        for (number, [walls, path]) in (0..).zip(MIXTURES) {
            numbers[usize::from(walls + path * OF_PATH)] = number;
        }
        counts.iter_mut().for_each(|count| *count = numbers[usize::from(*count)]);
        let palette: Vec<Rgba> = MIXTURES.map(mix).into_iter().chain([[0; 4]]).collect();
        let how = self.is_full().then_some((Filter::NoFilter, DeflateCompression::FdeflateUltraFast));
        encode(self.side, &counts, &palette, how)
    }
}

/// Walls are counted in ones, and pixels of the path in these.
const OF_PATH: u8 = 16;

/// How many of four pixels may be walls, and how many may be of the path. The first are the most frequent, whose numbers are compressed best.
const MIXTURES: [[u8; 2]; 15] = [
    [2, 0],
    [3, 0],
    [1, 0],
    [1, 1],
    [2, 1],
    [1, 2],
    [2, 2],
    [3, 1],
    [1, 3],
    [0, 0],
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
    [4, 0],
];

/// Counts what there is in the upper pixels of cells: the point in the north west and the wall in the north, or in the last column of the maze
/// the point in the north east.
fn count_lying(strip: &Strip<'_>, is_end: bool, counts: &mut [u8]) {
    let (upper, lower) = match (&*strip.above, &*strip.here) {
        ([], only) | (only, []) => (only, only),
        both => both,
    };
    let (row, side) = if strip.is_last() { (strip.row - 1, Side::S) } else { (strip.row, Side::N) };
    let is_closed = |open: &Sides, side| u8::from(!open.contains(side));
    let mut before = 0;
    for ((count, upper), lower) in counts.iter_mut().zip(upper).zip(lower) {
        let lies = is_closed(lower, side);
        *count = lies + (before | lies | is_closed(upper, Side::W) | is_closed(lower, Side::W));
        before = lies;
    }
    let columns = strip.columns();
    if is_end && let Some(last) = counts.last_mut() {
        *last = *last - before + (before | u8::from(stands(upper, columns) || stands(lower, columns)));
    }
    if let Some((path, _)) = strip.path_in(row) {
        let shown = if is_end { columns - 1 } else { columns };
        for (count, path) in counts.iter_mut().zip(&path[..shown as usize]) {
            *count += OF_PATH * u8::from(path.contains(side));
        }
    }
}

/// Counts what there is in the lower pixels of cells: the wall in the west and the room, or in the last column of the maze the wall in the east.
fn count_standing(strip: &Strip<'_>, marks: &[Option<[u64; 2]>; 2], is_end: bool, counts: &mut [u8]) {
    let of_side =
        |open: Sides, path: Sides, side: Side| u8::from(!open.contains(side)) + OF_PATH * u8::from(path.contains(side));
    for (count, &open) in counts.iter_mut().zip(&*strip.here) {
        *count = of_side(open, Sides::NONE, Side::W);
    }
    if let Some((path, isolated)) = strip.path_in(strip.row) {
        for (count, path) in counts.iter_mut().zip(path) {
            *count += OF_PATH * (u8::from(!path.is_empty()) + u8::from(path.contains(Side::W)));
        }
        let columns = strip.columns();
        isolated.iter().for_each(|cell| counts[(cell.0 % columns) as usize] += OF_PATH);
    }
    for [_, column] in marks.iter().flatten().filter(|[row, _]| *row == strip.row) {
        if strip.path_at(*column as u32).is_none() {
            counts[*column as usize] += OF_PATH;
        }
    }
    if let (true, Some(last), Some(&open)) = (is_end, counts.last_mut(), strip.here.last()) {
        let path = strip.path_at(strip.columns() - 1).unwrap_or(Sides::NONE);
        *last = of_side(open, path, Side::W) + of_side(open, path, Side::E);
    }
}

/// A PNG of these colors, in as few bits as they need; filtered and compressed in a way that takes little time, or if none is given, as small as
/// it can be: most tiles around a maze are empty.
fn encode(side: u32, colors: &[u8], palette: &[Rgba], how: Option<(Filter, DeflateCompression)>) -> Vec<u8> {
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
    let Some((filter, compression)) = how else {
        let (mut file, bits) = File::new([side.into(); 2], None, Colors::Of(palette));
        file.write_pixels(&pack_all(bits));
        file.finish();
        file.take(&mut out);
        return out;
    };
    let mut encoder = Encoder::new(&mut out, side, side);
    let bits = set_colors(&mut encoder, Colors::Of(palette));
    encoder.set_filter(filter);
    encoder.set_deflate_compression(compression);
    let written = encoder.write_header().and_then(|mut file| {
        file.write_image_data(&pack_all(bits))?;
        file.finish()
    });
    debug_assert!(written.is_ok(), "there are as many bytes as the size says, and a vector takes all: {written:?}");
    out
}
