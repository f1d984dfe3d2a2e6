//! The rows of a PNG picture, decoded in order.

use std::io::Cursor;

use ::png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Reader, Transformations};

use super::PictureSize;

/// The most bytes that the decoder allocates beside the pixels.
const DECODER_BYTES: usize = 1 << 24;

pub(super) fn fits(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x89PNG\r\n\x1a\n")
}

pub(super) fn size(bytes: &[u8]) -> Result<PictureSize, String> {
    let mut decoder = decoder(bytes);
    let info = decoder.read_header_info().map_err(detail)?;
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

/// The rows of a picture, in order. An interlaced picture is there as a whole before its first row is.
pub(super) struct PngRows<B: AsRef<[u8]>> {
    reader: Reader<Cursor<B>>,
    /// The pixels of an interlaced picture, and where its next row begins.
    whole: Option<(Vec<u8>, usize)>,
    row: Vec<u8>,
}

impl<B: AsRef<[u8]>> PngRows<B> {
    /// Returns the rows of the picture in these bytes.
    pub(super) fn of(bytes: B) -> Result<PngRows<B>, String> {
        let mut reader = decoder(bytes).read_info().map_err(detail)?;
        let too_large = || detail(DecodingError::LimitsExceeded);
        let line = reader.output_line_size(reader.info().width).ok_or_else(too_large)?;
        let whole = if reader.info().interlaced {
            let mut pixels = vec![0; reader.output_buffer_size().ok_or_else(too_large)?];
            reader.next_frame(&mut pixels).map_err(detail)?;
            Some((pixels, 0))
        } else {
            None
        };
        Ok(PngRows { reader, whole, row: vec![0; line] })
    }

    pub(super) fn samples(&self) -> usize {
        self.reader.output_color_type().0.samples()
    }

    pub(super) fn next(&mut self) -> Result<Option<&[u8]>, String> {
        if let Some((pixels, start)) = &mut self.whole {
            let row = pixels.get(*start..*start + self.row.len());
            *start += self.row.len();
            return Ok(row);
        }
        let row = self.reader.read_row(&mut self.row).map_err(detail)?;
        Ok(row.map(|_| &self.row[..]))
    }
}

fn decoder<B: AsRef<[u8]>>(bytes: B) -> Decoder<Cursor<B>> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: DECODER_BYTES });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::normalize_to_color8());
    decoder
}

fn detail(error: DecodingError) -> String {
    error.to_string()
}
