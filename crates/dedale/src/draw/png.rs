//! The maze as PNG: a line of pixels at a time, each pixel as few bits as the colors need.
//!
//! A picture without marks has two colors and takes a bit for a pixel; with marks or a path it has three. Lines that are the
//! same as the one above are painted once, and cost next to nothing when they are compressed.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use flate2::{Compress, Compression, FlushCompress};
use png::chunk::{self, ChunkType};
use png::{BitDepth, ColorType, Encoder, Writer};

use super::pixels::Painter;
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
    if style.heat.is_some() {
        source.whole()?;
    }
    Some(Box::new(Stream::new(source, style)))
}

/// About how many bytes of pixels are written in one piece, and how many lines at most: nothing else is done on the thread until a piece is
/// written.
const PIECE: usize = 64 * 1024;
const LINES_IN_PIECE: usize = 256;

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
                pack(self.painter.colors(), self.bits, &mut self.packed);
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

/// A color with its opacity.
pub(super) type Rgba = [u8; 4];

/// How a pixel says which color it has.
pub(super) enum Colors<'a> {
    /// As the number of one of at most 256.
    Of(&'a [Rgba]),
    /// In three bytes, or in four that say how opaque it is.
    All { is_opaque: bool },
}

/// The largest data of one chunk of the file.
const CHUNK: usize = 32 * 1024;

/// The filter of a line that is the difference to the line above: what is the same becomes nothing but zeros.
const UP: u8 = 2;

/// A PNG that is written line by line, and taken as it grows.
pub(super) struct File {
    /// Writes the chunks.
    writer: Writer<Sink>,
    written: Sink,
    /// It is given the lines, and lays what comes of them into the next chunk, so much of which is full. The writers of the libraries are not
    /// used for that, since they write 32 KiB of zeros before each part of a line.
    compressor: Compress,
    chunk: Vec<u8>,
    full: usize,
    /// The last line, and the difference to the one before it, after the number of the filter.
    above: Vec<u8>,
    filtered: Vec<u8>,
}

impl File {
    /// The beginning of a file of this size, and how many bits a pixel has.
    pub(super) fn new([width, height]: [u64; 2], title: Option<String>, colors: Colors<'_>) -> (File, u8) {
        let pixels = |side: u64| {
            assert!(side < 1 << 31, "a PNG has at most 2^31 - 1 pixels a side, not {width} and {height}");
            side as u32
        };
        let written = Sink::default();
        let mut encoder = Encoder::new(written.clone(), pixels(width), pixels(height));
        let bits = set_colors(&mut encoder, colors);
        let titled = title.map_or(Ok(()), |title| encoder.add_text_chunk("Title".to_owned(), title));
        let writer =
            titled.and_then(|()| encoder.write_header()).expect("few colors, and a sink that takes everything");
        let above = vec![0; (width as usize * usize::from(bits)).div_ceil(8)];
        let filtered = vec![UP; above.len() + 1];
        let (compressor, chunk) = (Compress::new(Compression::fast(), true), vec![0; CHUNK]);
        (File { writer, written, compressor, chunk, full: 0, above, filtered }, bits)
    }

    /// Appends lines of pixels, packed as the colors are.
    pub(super) fn write_pixels(&mut self, packed: &[u8]) {
        for line in packed.chunks_exact(self.above.len()) {
            for ((filtered, above), &pixels) in self.filtered[1..].iter_mut().zip(&mut self.above).zip(line) {
                *filtered = pixels.wrapping_sub(*above);
                *above = pixels;
            }
            self.compress(FlushCompress::None);
        }
    }

    /// Ends the file, after the last line.
    pub(super) fn finish(&mut self) {
        self.filtered.clear();
        self.compress(FlushCompress::Finish);
        self.write_chunk(chunk::IDAT);
        // Of no bytes. The writer would do so when it is dropped, which is too late.
        self.write_chunk(chunk::IEND);
    }

    /// Compresses the filtered line.
    fn compress(&mut self, flush: FlushCompress) {
        let start = self.compressor.total_in();
        loop {
            let (read, before) = ((self.compressor.total_in() - start) as usize, self.compressor.total_out());
            let status = self.compressor.compress(&self.filtered[read..], &mut self.chunk[self.full..], flush);
            debug_assert!(status.is_ok(), "there is room: {status:?}");
            self.full += (self.compressor.total_out() - before) as usize;
            if self.full < CHUNK {
                break;
            }
            self.write_chunk(chunk::IDAT);
        }
    }

    fn write_chunk(&mut self, kind: ChunkType) {
        let written = self.writer.write_chunk(kind, &self.chunk[..self.full]);
        debug_assert!(written.is_ok(), "the sink takes everything: {written:?}");
        self.full = 0;
    }

    /// Moves what has been compressed to the end of `out`.
    pub(super) fn take(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.written.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Says how pixels have colors, and how many bits each has.
pub(super) fn set_colors<W: Write>(encoder: &mut Encoder<'_, W>, colors: Colors<'_>) -> u8 {
    let colors = match colors {
        Colors::Of(colors) => colors,
        Colors::All { is_opaque } => {
            encoder.set_color(if is_opaque { ColorType::Rgb } else { ColorType::Rgba });
            encoder.set_depth(BitDepth::Eight);
            return if is_opaque { 24 } else { 32 };
        }
    };
    let (bits, depth) = match colors.len() {
        0..=2 => (1, BitDepth::One),
        3..=4 => (2, BitDepth::Two),
        5..=16 => (4, BitDepth::Four),
        _ => (8, BitDepth::Eight),
    };
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(depth);
    encoder.set_palette(colors.iter().flat_map(|color| &color[..3]).copied().collect::<Vec<u8>>());
    // The opacities end with the last that is no full one.
    if let Some(last) = colors.iter().rposition(|color| color[3] < 255) {
        encoder.set_trns(colors[..=last].iter().map(|color| color[3]).collect::<Vec<u8>>());
    }
    bits
}

/// Where the file is put together until someone takes it: the encoder wants to own what it writes to.
#[derive(Clone, Default)]
pub(super) struct Sink(Arc<Mutex<Vec<u8>>>);

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
        let [columns, rows] = head.size();
        let size = style.size(columns, rows);
        let heat = painter.heat();
        let shades = heat.into_iter().flat_map(|heat| (0..heat.steps).map(move |step| heat.color(step)));
        let Color { rgb: [red, green, blue], alpha } = style.background;
        let palette = [[red, green, blue, alpha]].into_iter();
        let opaque =
            [style.color, style.path_color].into_iter().chain(shades).map(|[red, green, blue]| [red, green, blue, 255]);
        let palette: Vec<Rgba> = palette.chain(opaque).take(painter.count() as usize).collect();
        let (file, bits) = File::new(size, Some(head.title()), Colors::Of(&palette));
        let size = size.map(|pixels| pixels as usize);
        Stream { painter, size, bits, y: 0, packed: vec![0; (size[0] * usize::from(bits)).div_ceil(8)], file }
    }

    fn lines_in_piece(&self) -> usize {
        (PIECE / self.packed.len()).clamp(1, LINES_IN_PIECE)
    }
}

/// Packs a line of pixels of so many bits, the first pixel into the highest bits.
pub(super) fn pack(colors: &[u8], bits: u8, packed: &mut [u8]) {
    match bits {
        1 => pack_each::<8>(colors, packed),
        2 => pack_each::<4>(colors, packed),
        4 => pack_each::<2>(colors, packed),
        _ => packed.copy_from_slice(colors),
    }
}

/// The same, with so many pixels in a byte.
fn pack_each<const IN_BYTE: usize>(colors: &[u8], packed: &mut [u8]) {
    let join = |pixels: &[u8; IN_BYTE]| pixels.iter().fold(0, |byte, &color| byte << (8 / IN_BYTE) | color);
    let (whole, rest) = colors.as_chunks::<IN_BYTE>();
    packed.iter_mut().zip(whole).for_each(|(byte, pixels)| *byte = join(pixels));
    if let Some(byte) = packed.get_mut(whole.len()) {
        let mut pixels = [0; IN_BYTE];
        pixels[..rest.len()].copy_from_slice(rest);
        *byte = join(&pixels);
    }
}
