//! The maze as PNG: a line of pixels at a time, each pixel as few bits as the colours need.
//!
//! A picture without marks has two colours and takes a bit for a pixel; with marks or a path it has three. Lines that are the
//! same as the one above are painted once, and cost next to nothing when they are compressed.

use std::io::Write;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter, StreamWriter};

use super::heat::Heat;
use super::lattice::stands;
use super::style::{Colour, Style};
use super::svg::Title;
use super::writer::Form;
use super::{Format, FormatInfo, RowSource, Strip};
use crate::grid::Side;

pub(super) const INFO: FormatInfo = FormatInfo {
    media_type: "image/png",
    extension: Some("png"),
    is_compressed: true,
    elements: |style, [columns, rows]| {
        let [width, height] = style.size(columns, rows);
        // However short a line of pixels is, it takes two microseconds to compress it.
        height * (width / 32 + 100)
    },
    // Two lines of pixels, and the rows above and below.
    row_bytes: |style, columns| 2 * style.size(columns, 1)[0] + 24 * columns,
    ..FormatInfo::text("png", Format::Png(Style::DEFAULT))
};

pub(super) fn start(style: Style, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    if style.heat.is_some() {
        source.whole()?;
    }
    Some(Box::new(Stream::new(source, style)))
}

/// About how many bytes of pixels are written in one piece, and how many lines at most, since each takes two microseconds however short
/// it is: as long as that takes, nothing else is done on the thread.
const PIECE: usize = 64 * 1024;
const LINES_IN_PIECE: usize = 256;

/// The largest data of one chunk of the file.
const CHUNK: usize = 32 * 1024;

/// Numbers of colours; those of a heat map follow.
const BACKGROUND: u8 = 0;
const WALL: u8 = 1;
const PATH: u8 = 2;
const FIRST_SHADE: u8 = 3;

/// A picture on its way into a PNG.
struct Stream {
    style: Style,
    heat: Option<Heat>,
    has_path: bool,
    /// Row and column of the ring and of the disc.
    marks: [Option<[u64; 2]>; 2],
    /// Of cells.
    columns: u32,
    rows: u32,
    /// Of pixels.
    size: [usize; 2],
    /// How many bits a pixel has.
    bits: u8,
    /// The next line of pixels.
    y: usize,
    /// What the line above shows.
    above: Option<Line>,
    /// The line above, a colour a pixel; and as it is in the file.
    colours: Vec<u8>,
    packed: Vec<u8>,
    file: File,
}

impl Form for Stream {
    fn pieces(&self) -> u64 {
        self.size[1].div_ceil(self.lines_in_piece()) as u64
    }

    /// What comes of it may only be seen in a later one, since compression holds it back.
    fn write_piece(&mut self, source: &mut dyn RowSource, _: u64, out: &mut Vec<u8>) {
        for _ in 0..self.lines_in_piece().min(self.size[1] - self.y) {
            let line = self.line();
            if self.above != Some(line) {
                self.above = Some(line);
                self.paint(source, line);
                self.pack();
            }
            self.file.write_pixels(&self.packed);
            self.y += 1;
        }
        if self.y == self.size[1] {
            self.file.finish();
        }
        self.file.take(out);
    }
}

/// A PNG that is written line by line, and taken as it grows.
pub(super) struct File {
    /// Until it is finished.
    writer: Option<StreamWriter<'static, Sink>>,
    written: Sink,
}

impl File {
    /// The beginning of a file of this size, with what `set` says of its colours.
    pub(super) fn new(size: [u64; 2], title: String, set: impl FnOnce(&mut Encoder<'_, Sink>)) -> File {
        assert!(size.iter().all(|&pixels| pixels < 1 << 31), "a PNG has at most 2^31 - 1 pixels a side, not {size:?}");
        let written = Sink::default();
        let mut encoder = Encoder::new(written.clone(), size[0] as u32, size[1] as u32);
        set(&mut encoder);
        // What is the same as above becomes nothing but zeros.
        encoder.set_filter(Filter::Up);
        encoder.set_deflate_compression(DeflateCompression::Level(4));
        let writer = encoder
            .add_text_chunk("Title".to_owned(), title)
            .and_then(|()| encoder.write_header())
            .and_then(|file| file.into_stream_writer_with_size(CHUNK));
        debug_assert!(writer.is_ok(), "the size is right, the colours are few, and the sink takes everything");
        File { writer: writer.ok(), written }
    }

    /// Appends lines of pixels, packed as the colours are.
    pub(super) fn write_pixels(&mut self, packed: &[u8]) {
        if let Some(writer) = &mut self.writer {
            let written = writer.write_all(packed);
            debug_assert!(written.is_ok(), "the sink takes everything: {written:?}");
        }
    }

    /// Ends the file, after the last line.
    pub(super) fn finish(&mut self) {
        let finished = self.writer.take().map(StreamWriter::finish);
        debug_assert!(matches!(finished, Some(Ok(()))), "there are as many lines as the head says: {finished:?}");
    }

    /// Moves what has been compressed to the end of `out`.
    pub(super) fn take(&mut self, out: &mut Vec<u8>) {
        self.written.take(out);
    }
}

/// Where the file is put together until someone takes it: the encoder wants to own what it writes to.
#[derive(Clone, Default)]
pub(super) struct Sink(Arc<Mutex<Vec<u8>>>);

impl Sink {
    fn take(&self, out: &mut Vec<u8>) {
        out.append(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The contents of a line of pixels. Lines with equal contents are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Margin,
    /// Through the walls north of a row of cells, or after the last one, at this height.
    Walls(u32, u32),
    /// Through the rooms of a row of cells, at this height.
    Rooms(u32, u32),
}

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("style", &self.style).field("y", &self.y).finish_non_exhaustive()
    }
}

impl Stream {
    fn new(source: &dyn RowSource, style: Style) -> Stream {
        let (head, marks) = (source.head(), source.marks());
        let has_path = source.whole().is_some_and(|picture| picture.path.is_some());
        let heat = style.heat.zip(source.whole().and_then(|picture| picture.distances.as_ref()));
        let heat = heat.map(|(palette, distances)| Heat::new(distances, palette));
        let marked = has_path || marks != [None, None];
        let colours = match &heat {
            Some(heat) => u32::from(FIRST_SHADE) + heat.steps,
            None if marked => 3,
            None => 2,
        };
        let (bits, depth) = match colours {
            0..=2 => (1, BitDepth::One),
            3..=4 => (2, BitDepth::Two),
            5..=16 => (4, BitDepth::Four),
            _ => (8, BitDepth::Eight),
        };
        let [columns, rows] = head.size();
        let size = style.size(columns, rows);
        let file = File::new(size, Title(head).to_string(), |encoder| {
            encoder.set_color(ColorType::Indexed);
            encoder.set_depth(depth);
            let shades = heat.iter().flat_map(|heat| (0..heat.steps).map(|step| heat.colour(step)));
            let palette = [style.background.rgb, style.color, style.path_color].into_iter().chain(shades);
            encoder.set_palette(palette.take(colours as usize).flatten().collect::<Vec<u8>>());
            if style.background != Colour::opaque(style.background.rgb) {
                encoder.set_trns(vec![style.background.alpha]);
            }
        });
        let size = size.map(|pixels| pixels as usize);
        Stream {
            style,
            heat,
            has_path,
            marks,
            columns: columns as u32,
            rows: rows as u32,
            size,
            bits,
            y: 0,
            above: None,
            colours: vec![BACKGROUND; size[0]],
            packed: vec![0; (size[0] * usize::from(bits)).div_ceil(8)],
            file,
        }
    }

    fn lines_in_piece(&self) -> usize {
        (PIECE / self.packed.len()).clamp(1, LINES_IN_PIECE)
    }

    fn line(&self) -> Line {
        let Style { cell, wall, margin, .. } = self.style;
        let rows = self.rows;
        let Some(y) = (self.y as u32).checked_sub(margin) else { return Line::Margin };
        let (row, height) = (y / cell, y % cell);
        if row > rows || (row == rows && height >= wall) {
            return Line::Margin;
        }
        if height < wall {
            // Shades meet in the middle of where a wall could be.
            let lower = self.heat.is_some() && height >= wall / 2;
            return Line::Walls(row, if lower { wall / 2 } else { 0 });
        }
        let height = height - wall;
        let is_marked = self.marks.into_iter().flatten().any(|[marked, _]| marked == u64::from(row));
        let (inset, room) = (self.style.path_inset(), self.style.room());
        Line::Rooms(
            row,
            match () {
                () if is_marked => height,
                () if !self.has_path || height < inset => 0,
                () if height < room - inset => inset,
                () => room - inset,
            },
        )
    }

    fn paint(&mut self, source: &mut dyn RowSource, line: Line) {
        self.colours.fill(BACKGROUND);
        match line {
            Line::Margin => {}
            Line::Walls(row, height) => self.paint_walls(&source.strip(row.into()), height),
            Line::Rooms(row, height) => self.paint_rooms(&source.strip(row.into()), height),
        }
    }

    fn paint_walls(&mut self, strip: &Strip<'_>, height: u32) {
        let Style { cell, wall, .. } = self.style;
        let row = strip.row;
        // The row whose shade is seen through the gaps, and the side of it that is the wall.
        let (seen, side) =
            if strip.is_last() || (row > 0 && height < wall / 2) { (row - 1, Side::S) } else { (row, Side::N) };
        self.paint_shades(strip, seen);
        let inset = self.style.path_inset();
        for column in 0..=self.columns {
            let left = self.left(column);
            if !strip.arms(column).is_empty() {
                self.fill(left..left + wall, WALL);
            }
            if column == self.columns {
                break;
            }
            let room = left + wall..left + cell;
            if strip.lies(column) {
                self.fill(room, WALL);
            } else if strip.crosses(seen, column, side) {
                self.fill(room.start + inset..room.end - inset, PATH);
            }
        }
    }

    fn paint_rooms(&mut self, strip: &Strip<'_>, height: u32) {
        let Style { cell, wall, .. } = self.style;
        self.paint_shades(strip, strip.row);
        let (inset, room_size) = (self.style.path_inset(), self.style.room());
        let on_path = (inset..room_size - inset).contains(&height);
        for column in 0..=self.columns {
            let left = self.left(column);
            if stands(&strip.here, column) {
                self.fill(left..left + wall, WALL);
            }
            if column == self.columns {
                break;
            }
            let room = left + wall..left + cell;
            self.paint_path(strip, column, on_path, height < inset, &room);
            self.paint_mark([strip.row, column.into()], height, &room);
        }
    }

    /// The path in one room, and in the gap west of it.
    fn paint_path(&mut self, strip: &Strip<'_>, column: u32, on_path: bool, is_above: bool, room: &Range<u32>) {
        let Some(path) = strip.path_at(column) else { return };
        let inset = self.style.path_inset();
        let middle = room.start + inset..room.end - inset;
        if on_path {
            let from = if path.contains(Side::W) { room.start - self.style.wall } else { middle.start };
            let to = if path.contains(Side::E) { room.end } else { middle.end };
            self.fill(from..to, PATH);
            // No room east of the last one fills its gap.
            if path.contains(Side::E) && column + 1 == self.columns {
                self.fill(to..to + self.style.wall, PATH);
            }
        } else if path.contains(if is_above { Side::N } else { Side::S }) {
            self.fill(middle, PATH);
        }
    }

    /// The ring at the entrance and the disc at the exit.
    fn paint_mark(&mut self, at: [u64; 2], height: u32, room: &Range<u32>) {
        let marks = self.marks;
        if !marks.contains(&Some(at)) {
            return;
        }
        let inset = self.style.mark_inset();
        let Some(y) = height.checked_sub(inset) else { return };
        let across = self.style.room() - 2 * inset;
        let thickness = self.style.ring_thickness();
        let inner = across.saturating_sub(2 * thickness);
        for x in 0..across {
            let place = room.start + inset + x;
            if !is_in_disc(x, y, across) {
                continue;
            }
            let in_hole = marks[0] == Some(at)
                && matches!((x.checked_sub(thickness), y.checked_sub(thickness)), (Some(x), Some(y)) if is_in_disc(x, y, inner));
            self.fill(place..place + 1, if in_hole { BACKGROUND } else { PATH });
        }
    }

    /// The shades of a row of cells; each ends in the middle of the walls beside it.
    fn paint_shades(&mut self, strip: &Strip<'_>, row: u64) {
        let (Some(heat), Some(picture)) = (self.heat, strip.picture) else { return };
        let Some(distances) = &picture.distances else { return };
        let Style { cell, wall, .. } = self.style;
        let grid = picture.maze.grid();
        for column in 0..grid.columns() {
            if let Some(step) = heat.step(distances, grid.at(row as u32, column)) {
                let left = self.left(column) + wall / 2;
                self.fill(left..left + cell, FIRST_SHADE + step as u8);
            }
        }
        // The outer halves of the outer walls belong to no cell; through an opening they look like the room behind it.
        for (at, outer) in [(0, self.left(0)..self.left(0) + wall / 2), {
            let after = self.left(grid.columns());
            (grid.columns() - 1, after + wall / 2..after + wall)
        }] {
            if let Some(step) = heat.step(distances, grid.at(row as u32, at)) {
                self.fill(outer, FIRST_SHADE + step as u8);
            }
        }
    }

    /// The first pixel of the wall west of a column, or east of the last one.
    fn left(&self, column: u32) -> u32 {
        self.style.margin + column * self.style.cell
    }

    fn fill(&mut self, pixels: Range<u32>, colour: u8) {
        self.colours[pixels.start as usize..pixels.end as usize].fill(colour);
    }

    /// Packs the line, the first pixel into the highest bits.
    fn pack(&mut self) {
        let bits = self.bits;
        let in_byte = usize::from(8 / bits);
        for (byte, pixels) in self.packed.iter_mut().zip(self.colours.chunks(in_byte)) {
            let packed = pixels.iter().fold(0u16, |byte, &colour| byte << bits | u16::from(colour));
            *byte = (packed << (usize::from(bits) * (in_byte - pixels.len()))) as u8;
        }
    }
}

/// Whether the middle of a pixel is within a disc of this diameter.
fn is_in_disc(x: u32, y: u32, diameter: u32) -> bool {
    // In halves of a pixel, from the middle of the disc.
    let from_middle = |k: u32| (2 * i64::from(k) + 1 - i64::from(diameter)).pow(2);
    x < diameter && y < diameter && from_middle(x) + from_middle(y) <= i64::from(diameter).pow(2)
}
