//! The pixels of the first picture of a GIF.

use gif::{ColorOutput, DecodeOptions, Decoder, DecodingError, MemoryLimit};

use super::{PictureSize, Pixels};

pub(super) fn fits(bytes: &[u8]) -> bool {
    bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a")
}

pub(super) fn size(bytes: &[u8]) -> Result<PictureSize, String> {
    let decoder = decoder(bytes)?;
    let [width, height] = [decoder.width(), decoder.height()].map(u32::from);
    // The picture, and the part of it that is drawn, which may be as large, with its numbers of colors.
    let decoder_bytes = 9 * u64::from(width) * u64::from(height) + DECODER_BYTES;
    Ok(PictureSize { width, height, decoder_bytes })
}

/// How many bytes the decoder takes beside the pixels.
const DECODER_BYTES: u64 = 1 << 17;

pub(super) fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    let mut decoder = decoder(bytes)?;
    let [width, height] = [decoder.width(), decoder.height()].map(usize::from);
    let frame = decoder.read_next_frame().map_err(detail)?.ok_or("it has no picture")?;
    // The first picture may be smaller. The rest is transparent.
    let mut pixels = vec![0; 4 * width * height];
    let [left, top, columns] = [frame.left, frame.top, frame.width].map(usize::from);
    let kept = columns.min(width.saturating_sub(left));
    if kept > 0 {
        let rows = pixels.chunks_exact_mut(4 * width).skip(top).zip(frame.buffer.chunks_exact(4 * columns));
        rows.for_each(|(row, drawn)| row[4 * left..4 * (left + kept)].copy_from_slice(&drawn[..4 * kept]));
    }
    Ok(Pixels { width: width as u32, samples: 4, bytes: pixels })
}

fn decoder(bytes: &[u8]) -> Result<Decoder<&[u8]>, String> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    // A part that is larger than the picture would take more memory than was admitted.
    options.check_frame_consistency(true);
    options.set_memory_limit(MemoryLimit::Unlimited);
    options.read_info(bytes).map_err(detail)
}

fn detail(error: DecodingError) -> String {
    error.to_string()
}
