//! Masks that are drawn as a PNG picture.

use std::io::Cursor;

use png::{ColorType, Decoder, Transformations};

use super::drawn_mask::{check_size, scaled};
use super::{DrawnMask, InvalidMask, Limits, Mask};
use crate::about::OverLimit;

/// The most pixels that a picture can have: it is decoded as a whole.
pub const MAX_PIXELS: u64 = 1 << 22;

/// The most bytes that the decoder allocates beside the pixels.
const DECODER_BYTES: usize = 1 << 24;

impl Mask {
    /// Reads a mask that is drawn as a PNG picture: what is dark and opaque is a cell.
    ///
    /// A pixel is dark if its luma is less than half of white's, and opaque if its alpha is at least half. Without `size`, each pixel is a
    /// cell. Otherwise the picture is scaled to that many columns and rows, and a cell is where at least half of its pixels are dark and
    /// opaque. Of an animation, the first picture is taken.
    ///
    /// # Complexity
    ///
    /// Time and memory in proportion to the pixels, of which there may be 4,194,304. They are counted before they are decoded.
    ///
    /// # Errors
    ///
    /// What is no PNG picture, or a damaged one; too many pixels; a size that exceeds the limits.
    pub fn from_png(bytes: &[u8], size: Option<[u32; 2]>, limits: Limits) -> Result<DrawnMask, InvalidMask> {
        let mut decoder = decoder(bytes);
        let (width, height) = decoder.read_header_info().map_err(damaged)?.size();
        let [columns, rows] = size.unwrap_or([width, height]);
        let [columns, rows] = check_size(columns.into(), rows.into(), limits)?;
        let asked = u64::from(width) * u64::from(height);
        if asked > MAX_PIXELS {
            let detail = format!("the picture has {width} × {height} pixels, and {MAX_PIXELS} are allowed");
            return Err(InvalidMask::too_large(OverLimit { limit: "pixels", max: MAX_PIXELS, asked }, detail));
        }
        let mut reader = decoder.read_info().map_err(damaged)?;
        let mut pixels = vec![0; reader.output_buffer_size().unwrap_or(0)];
        let info = reader.next_frame(&mut pixels).map_err(damaged)?;
        let is_cell = is_cell(info.color_type);
        let samples = info.color_type.samples();
        let dark: Vec<bool> = (0..height as usize)
            .flat_map(|row| pixels[row * info.line_size..].chunks_exact(samples).take(width as usize))
            .map(is_cell)
            .collect();
        Ok(scaled(dark, [width, height], [columns, rows]))
    }
}

/// The columns and rows of pixels of a PNG picture, from its first bytes.
///
/// # Errors
///
/// What does not begin as a PNG picture does.
pub fn png_size(bytes: &[u8]) -> Result<[u32; 2], InvalidMask> {
    decoder(bytes).read_header_info().map(|info| info.size().into()).map_err(damaged)
}

fn decoder(bytes: &[u8]) -> Decoder<Cursor<&[u8]>> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: DECODER_BYTES });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::normalize_to_color8());
    decoder
}

fn damaged(error: png::DecodingError) -> InvalidMask {
    InvalidMask::new(format!("the PNG picture cannot be decoded: {error}"))
}

/// Whether a pixel, given as its samples of eight bits, is dark and opaque.
fn is_cell(color: ColorType) -> fn(&[u8]) -> bool {
    fn is_dark(red: u8, green: u8, blue: u8) -> bool {
        // The luma of ITU-R BT.601.
        299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) < 128_000
    }
    match color {
        // The decoder has converted palettes to colors.
        ColorType::Grayscale | ColorType::Indexed => |pixel| pixel[0] < 128,
        ColorType::GrayscaleAlpha => |pixel| pixel[0] < 128 && pixel[1] >= 128,
        ColorType::Rgb => |pixel| is_dark(pixel[0], pixel[1], pixel[2]),
        ColorType::Rgba => |pixel| is_dark(pixel[0], pixel[1], pixel[2]) && pixel[3] >= 128,
    }
}
