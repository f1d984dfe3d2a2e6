//! The pixels of a WebP picture, of an animation the first.

use std::io::Cursor;

use image_webp::{DecodingError, WebPDecoder};

use super::{PictureSize, Pixels};

pub(super) fn fits(bytes: &[u8]) -> bool {
    bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP")
}

pub(super) fn size(bytes: &[u8]) -> Result<PictureSize, String> {
    let (width, height) = decoder(bytes)?.dimensions();
    // The pixels, and while they are decoded, their planes, or those of a part of an animation.
    let decoder_bytes = (u64::from(width) * u64::from(height)).saturating_mul(BYTES_OF_PIXEL) + DECODER_BYTES;
    Ok(PictureSize { width, height, decoder_bytes })
}

pub(super) fn is_lossless(bytes: &[u8]) -> bool {
    decoder(bytes).is_ok_and(|mut decoder| !decoder.is_lossy())
}

const BYTES_OF_PIXEL: u64 = 12;

/// How many bytes the decoder takes beside the pixels.
const DECODER_BYTES: u64 = 1 << 20;

pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    let mut decoder = decoder(bytes)?;
    let (width, _) = decoder.dimensions();
    let samples = if decoder.has_alpha() { 4 } else { 3 };
    let length = decoder.output_buffer_size().ok_or_else(|| detail(DecodingError::ImageTooLarge))?;
    let mut bytes = vec![0; length];
    decoder.read_image(&mut bytes).map_err(detail)?;
    Ok(Pixels { width, samples, bytes })
}

fn decoder(bytes: &[u8]) -> Result<WebPDecoder<Cursor<&[u8]>>, String> {
    WebPDecoder::new(Cursor::new(bytes)).map_err(detail)
}

fn detail(error: DecodingError) -> String {
    error.to_string()
}
