//! A PNG that is written line by line.

use std::io::Write;

use flate2::{Compress, Compression, Crc, FlushCompress};
use png::{BitDepth, ColorType, Encoder, PixelDimensions, Unit};

use crate::picture::Color;

/// A color with its opacity.
pub(crate) type Rgba = [u8; 4];

pub(crate) fn rgba(Color { rgb: [red, green, blue], alpha }: Color) -> Rgba {
    [red, green, blue, alpha]
}

/// Returns a mixture of colors in these proportions.
pub(crate) fn mixture<const N: usize>(colors: [(Rgba, u32); N]) -> Rgba {
    let (mut parts, mut alpha, mut sums) = (0, 0, [0; 3]);
    for (color, part) in &colors {
        let weight = part * u32::from(color[3]);
        (parts, alpha) = (parts + part, alpha + weight);
        sums.iter_mut().zip(color).for_each(|(sum, &channel)| *sum += weight * u32::from(channel));
    }
    let channel = |sum: u32| ((sum + alpha / 2) / alpha.max(1)) as u8;
    [channel(sums[0]), channel(sums[1]), channel(sums[2]), ((alpha + parts / 2) / parts) as u8]
}

/// The format of a pixel.
pub(crate) enum Colors {
    /// One byte: the number of one of at most 256 colors.
    Of(Vec<Rgba>),
    /// Three bytes, or four with the opacity.
    All { is_opaque: bool },
}

impl Colors {
    /// Returns the number of bits of a pixel in the file, and the number of its bytes before it is packed.
    pub(crate) fn bits_and_bytes(&self) -> (u8, usize) {
        match self {
            Colors::Of(colors) => match colors.len() {
                0..=2 => (1, 1),
                3..=4 => (2, 1),
                5..=16 => (4, 1),
                _ => (8, 1),
            },
            Colors::All { is_opaque: true } => (24, 3),
            Colors::All { is_opaque: false } => (32, 4),
        }
    }
}

/// The maximum size of the data of a chunk of the file, and the size of the rest of a chunk: its length, name and checksum.
const CHUNK: usize = 32 * 1024;
const EMPTY_CHUNK: usize = 12;

/// The approximate number of bytes of lines that are compressed together.
const FILTERED: usize = 8 * 1024;

/// The maximum memory of the compressor, in bytes: its window, and the index of its contents.
const COMPRESSOR_BYTES: u64 = 320 * 1024;

/// The filter of a line that is written as the difference to the line above, so that equal parts become zeros.
const UP: u8 = 2;

/// A PNG that is written line by line, and taken as it grows.
pub(crate) struct PngFile {
    /// The bytes that were written and not taken yet, and the last chunk of the file.
    written: Vec<u8>,
    end: Vec<u8>,
    /// Compresses the lines into the next chunk, which has `full` bytes so far. The writers of the libraries are not used, since they write
    /// 32 KiB of zeros before each part of a line.
    compressor: Compress,
    chunk: Vec<u8>,
    full: usize,
    /// The number of bits of a pixel.
    bits: u8,
    /// The last line: its pixels, and its bytes in the file.
    above: Vec<u8>,
    packed: Vec<u8>,
    /// The bytes of the next line in the file.
    next: Vec<u8>,
    /// The data that is compressed next: for each line, the number of the filter and the difference to the line above.
    filtered: Vec<u8>,
}

impl PngFile {
    /// Begins a file of this size, with this number of pixels per meter on paper.
    pub(crate) fn new(
        [width, height]: [u64; 2],
        title: Option<String>,
        density: Option<u32>,
        colors: &Colors,
    ) -> PngFile {
        let mut written = Vec::new();
        let mut encoder = Encoder::new(&mut written, width as u32, height as u32);
        set_colors(&mut encoder, colors);
        encoder.set_pixel_dims(density.map(|density| PixelDimensions {
            xppu: density,
            yppu: density,
            unit: Unit::Meter,
        }));
        let titled = title.map_or(Ok(()), |title| encoder.add_text_chunk("Title".to_owned(), title));
        // The writer ends the file when it is dropped.
        let begun = titled.and_then(|()| encoder.write_header()).map(drop);
        debug_assert!(begun.is_ok(), "few colors, and a vector takes everything: {begun:?}");
        let end = written.split_off(written.len().saturating_sub(EMPTY_CHUNK));
        let (bits, bytes) = colors.bits_and_bytes();
        // As if a line of nothing but zeros were above the first.
        let (above, packed) =
            (vec![0; width as usize * bytes], vec![0; (width as usize * usize::from(bits)).div_ceil(8)]);
        let (compressor, chunk) = (Compress::new(Compression::fast(), true), vec![0; CHUNK]);
        let (next, filtered) = (packed.clone(), Vec::new());
        PngFile { written, end, compressor, chunk, full: 0, bits, above, packed, next, filtered }
    }

    /// Returns the maximum memory, in bytes: lines, chunks and the compressor. Buffers may have twice the capacity that they need.
    pub(crate) fn expected_bytes(&self) -> u64 {
        let filtered = FILTERED + self.packed.len();
        let lines = self.above.len() + self.packed.len() + self.next.len() + 2 * filtered;
        COMPRESSOR_BYTES + (lines + 3 * CHUNK) as u64
    }

    /// Appends lines of pixels.
    pub(crate) fn write_pixels(&mut self, pixels: &[u8]) {
        for line in pixels.chunks_exact(self.above.len()) {
            self.filtered.push(UP);
            if line == self.above {
                // So are most lines of pictures of squares.
                self.filtered.resize(self.filtered.len() + self.packed.len(), 0);
            } else {
                pack(line, self.bits, &mut self.next);
                let both = self.next.iter().zip(&self.packed);
                self.filtered.extend(both.map(|(pixels, above)| pixels.wrapping_sub(*above)));
                std::mem::swap(&mut self.packed, &mut self.next);
                self.above.copy_from_slice(line);
            }
            // A call of the compressor takes as long as a hundred bytes or more.
            if self.filtered.len() >= FILTERED {
                self.compress(FlushCompress::None);
            }
        }
        self.compress(FlushCompress::None);
    }

    /// Ends the file, after the last line.
    pub(crate) fn finish(&mut self) {
        self.compress(FlushCompress::Finish);
        self.write_chunk();
        self.written.append(&mut self.end);
    }

    /// Compresses the filtered lines.
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
            self.write_chunk();
        }
        self.filtered.clear();
    }

    fn write_chunk(&mut self) {
        let mut sum = Crc::new();
        sum.update(b"IDAT");
        sum.update(&self.chunk[..self.full]);
        self.written.extend_from_slice(&(self.full as u32).to_be_bytes());
        self.written.extend_from_slice(b"IDAT");
        self.written.extend_from_slice(&self.chunk[..self.full]);
        self.written.extend_from_slice(&sum.sum().to_be_bytes());
        self.full = 0;
    }

    /// Moves the written bytes to the end of `out`.
    pub(crate) fn take(&mut self, out: &mut Vec<u8>) {
        out.append(&mut self.written);
    }
}

/// Sets the depth, the color type and the palette of an encoder.
pub(crate) fn set_colors<W: Write>(encoder: &mut Encoder<'_, W>, colors: &Colors) {
    let (bits, _) = colors.bits_and_bytes();
    encoder.set_depth(match bits {
        1 => BitDepth::One,
        2 => BitDepth::Two,
        4 => BitDepth::Four,
        _ => BitDepth::Eight,
    });
    let colors = match colors {
        Colors::Of(colors) => colors,
        Colors::All { is_opaque } => {
            return encoder.set_color(if *is_opaque { ColorType::Rgb } else { ColorType::Rgba });
        }
    };
    encoder.set_color(ColorType::Indexed);
    encoder.set_palette(colors.iter().flat_map(|color| &color[..3]).copied().collect::<Vec<u8>>());
    // The opacities end with the last that is no full one.
    if let Some(last) = colors.iter().rposition(|color| color[3] < 255) {
        encoder.set_trns(colors[..=last].iter().map(|color| color[3]).collect::<Vec<u8>>());
    }
}

/// Packs a line of pixels of a few bits each, the first pixel into the highest bits.
pub(crate) fn pack(colors: &[u8], bits: u8, packed: &mut [u8]) {
    match bits {
        // A product has each pixel at its place in the highest byte, and no two pixels at one place.
        1 => pack_each(colors, packed, |pixels| {
            (u64::from_le_bytes(pixels).wrapping_mul(0x8040_2010_0804_0201) >> 56) as u8
        }),
        2 => pack_each(colors, packed, |pixels| (u32::from_le_bytes(pixels).wrapping_mul(0x4010_0401) >> 24) as u8),
        4 => pack_each(colors, packed, |[first, second]| first << 4 | second),
        _ => packed.copy_from_slice(colors),
    }
}

/// Packs a line with this number of pixels in a byte; `join` packs one byte.
fn pack_each<const IN_BYTE: usize>(colors: &[u8], packed: &mut [u8], join: impl Fn([u8; IN_BYTE]) -> u8) {
    let (whole, rest) = colors.as_chunks::<IN_BYTE>();
    packed.iter_mut().zip(whole).for_each(|(byte, pixels)| *byte = join(*pixels));
    if let Some(byte) = packed.get_mut(whole.len()) {
        let mut pixels = [0; IN_BYTE];
        pixels[..rest.len()].copy_from_slice(rest);
        *byte = join(pixels);
    }
}
