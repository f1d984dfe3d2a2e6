//! The rows of a PNG picture, decoded in order.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, DecodingError, Reader, Transformations};

/// The largest number of bytes that the decoder allocates in addition to the pixels.
const DECODER_BYTES: usize = 1 << 24;

/// The rows of a picture, in order. An interlaced picture is decoded as a whole before its first row.
pub(crate) struct PngRows<B: AsRef<[u8]>> {
    reader: Reader<Cursor<B>>,
    /// The pixels of an interlaced picture, and the start of its next row.
    whole: Option<(Vec<u8>, usize)>,
    row: Vec<u8>,
}

impl<B: AsRef<[u8]>> PngRows<B> {
    /// Returns the rows of the picture in these bytes.
    pub(crate) fn of(bytes: B) -> Result<PngRows<B>, DecodingError> {
        let mut reader = decoder(bytes).read_info()?;
        let line = reader.output_line_size(reader.info().width).ok_or(DecodingError::LimitsExceeded)?;
        let whole = if reader.info().interlaced {
            let mut pixels = vec![0; reader.output_buffer_size().ok_or(DecodingError::LimitsExceeded)?];
            reader.next_frame(&mut pixels)?;
            Some((pixels, 0))
        } else {
            None
        };
        Ok(PngRows { reader, whole, row: vec![0; line] })
    }

    /// Returns the number of bytes of a pixel.
    pub(crate) fn samples(&self) -> usize {
        self.reader.output_color_type().0.samples()
    }

    /// Returns the next row; `None` after the last. Each pixel is gray, gray and alpha, the three colors, or these and alpha.
    pub(crate) fn next(&mut self) -> Result<Option<&[u8]>, DecodingError> {
        if let Some((pixels, start)) = &mut self.whole {
            let row = pixels.get(*start..*start + self.row.len());
            *start += self.row.len();
            return Ok(row);
        }
        let row = self.reader.read_row(&mut self.row)?;
        Ok(row.map(|_| &self.row[..]))
    }
}

fn decoder<B: AsRef<[u8]>>(bytes: B) -> Decoder<Cursor<B>> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: DECODER_BYTES });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::normalize_to_color8());
    decoder
}

/// The size of a picture, from its first bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PictureSize {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// About how many bytes the decoder takes, for some rows or for all of them.
    pub(crate) decoder_bytes: u64,
}

impl PictureSize {
    pub(crate) fn of(bytes: &[u8]) -> Result<PictureSize, DecodingError> {
        let mut decoder = decoder(bytes);
        let info = decoder.read_header_info()?;
        let (width, height) = info.size();
        let samples = match info.color_type {
            ColorType::Grayscale | ColorType::GrayscaleAlpha => 2,
            _ => 4,
        };
        let depth = if info.bit_depth == BitDepth::Sixteen { 2 } else { 1 };
        let row = u64::from(width) * samples;
        let whole = if info.interlaced { row.saturating_mul(height.into()) } else { 0 };
        Ok(PictureSize {
            width,
            height,
            decoder_bytes: (4 * depth * row).saturating_add(whole) + DECODER_BYTES as u64 / 16,
        })
    }

    pub(crate) fn pixels(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }
}

/// Returns the color and the opacity of a pixel.
pub(crate) fn rgba(pixel: &[u8]) -> [u8; 4] {
    match *pixel {
        [gray] => [gray, gray, gray, u8::MAX],
        [gray, alpha] => [gray, gray, gray, alpha],
        [red, green, blue] => [red, green, blue, u8::MAX],
        [red, green, blue, alpha, ..] => [red, green, blue, alpha],
        [] => [0; 4],
    }
}

/// Returns the brightness of a color, in thousandths of a sample: the luma of ITU-R BT.601.
pub(crate) fn luma([red, green, blue]: [u32; 3]) -> u32 {
    299 * red + 587 * green + 114 * blue
}
