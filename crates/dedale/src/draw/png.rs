//! The maze as PNG: a line of pixels at a time, each pixel as few bits as the colours need.
//!
//! A picture without marks has two colours and takes a bit for a pixel; with marks or a path it has three. Lines that are the
//! same as the one above are painted once, and cost next to nothing when they are compressed.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter, StreamWriter};

use super::pixels::Painter;
use crate::picture::form::{Form, FormatInfo};
use crate::picture::{Colour, RowSource, Style};

pub(crate) const INFO: FormatInfo = FormatInfo {
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
    ..FormatInfo::text("png")
};

pub(crate) fn start(style: Style, source: &dyn RowSource) -> Option<Box<dyn Form>> {
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

/// A picture on its way into a PNG.
struct Stream {
    painter: Painter,
    /// Of pixels.
    size: [usize; 2],
    /// How many bits a pixel has.
    bits: u8,
    /// The next line of pixels.
    y: usize,
    /// The line above, as it is in the file.
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
            if self.painter.paint_line(source, self.y as u32) {
                pack(self.painter.colours(), self.bits, &mut self.packed);
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

impl std::fmt::Debug for Stream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("painter", &self.painter).field("y", &self.y).finish_non_exhaustive()
    }
}

impl Stream {
    fn new(source: &dyn RowSource, style: Style) -> Stream {
        let head = source.head();
        let painter = Painter::new(source, style);
        let colours = painter.count();
        let (bits, depth) = depth(colours);
        let heat = painter.heat();
        let [columns, rows] = head.size();
        let size = style.size(columns, rows);
        let file = File::new(size, head.title(), |encoder| {
            encoder.set_color(ColorType::Indexed);
            encoder.set_depth(depth);
            let shades = heat.into_iter().flat_map(|heat| (0..heat.steps).map(move |step| heat.colour(step)));
            let palette = [style.background.rgb, style.color, style.path_color].into_iter().chain(shades);
            encoder.set_palette(palette.take(colours as usize).flatten().collect::<Vec<u8>>());
            if style.background != Colour::opaque(style.background.rgb) {
                encoder.set_trns(vec![style.background.alpha]);
            }
        });
        let size = size.map(|pixels| pixels as usize);
        Stream { painter, size, bits, y: 0, packed: vec![0; (size[0] * usize::from(bits)).div_ceil(8)], file }
    }

    fn lines_in_piece(&self) -> usize {
        (PIECE / self.packed.len()).clamp(1, LINES_IN_PIECE)
    }
}

/// How many bits a pixel takes that has one of so many colours.
pub(super) fn depth(colours: u32) -> (u8, BitDepth) {
    match colours {
        0..=2 => (1, BitDepth::One),
        3..=4 => (2, BitDepth::Two),
        5..=16 => (4, BitDepth::Four),
        _ => (8, BitDepth::Eight),
    }
}

/// Packs a line of pixels of so many bits, the first pixel into the highest bits.
pub(super) fn pack(colours: &[u8], bits: u8, packed: &mut [u8]) {
    let in_byte = usize::from(8 / bits);
    for (byte, pixels) in packed.iter_mut().zip(colours.chunks(in_byte)) {
        let joined = pixels.iter().fold(0u16, |byte, &colour| byte << bits | u16::from(colour));
        *byte = (joined << (usize::from(bits) * (in_byte - pixels.len()))) as u8;
    }
}
