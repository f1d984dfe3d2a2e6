//! Masks that are drawn as a PNG picture.

use super::drawn_mask::{check_size, go_on, scaled};
use super::{DrawnMask, InvalidMask, Limits, Mask};
use crate::about::OverLimit;
use crate::pixel_rows::{Damaged, PNG, PictureSize, luma, rgba};

/// The largest number of pixels of a picture, which is decoded as a whole.
pub const MAX_PIXELS: u64 = 1 << 22;

impl Mask {
    /// Parses a mask that is drawn as a PNG picture, in which dark and opaque pixels are cells.
    ///
    /// A pixel is dark if its luma is less than half of white's, and opaque if its alpha is at least half. The picture is scaled to the
    /// columns and rows that `size` returns for its pixels. There is a cell if at least half of its pixels are dark and opaque. Of an
    /// animation, the first picture is taken.
    ///
    /// Takes time and memory in proportion to the pixels, at most 4,194,304. They are counted before they are decoded.
    ///
    /// # Errors
    ///
    /// [`InvalidMask`] if it is not a PNG picture, or is damaged; if it has too many pixels; and if a size exceeds the limits.
    pub fn from_png(
        bytes: &[u8],
        size: impl FnOnce([u32; 2]) -> [u32; 2],
        limits: Limits,
    ) -> Result<DrawnMask, InvalidMask> {
        Mask::from_png_within(bytes, size, limits, &mut || true)
    }

    /// Parses a mask as [`from_png`](Mask::from_png) does, and calls `goes_on` at each line and at each row, to know whether to go on.
    ///
    /// # Errors
    ///
    /// Those of [`from_png`](Mask::from_png), and another one if `goes_on` returned `false`.
    pub fn from_png_within(
        bytes: &[u8],
        size: impl FnOnce([u32; 2]) -> [u32; 2],
        limits: Limits,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<DrawnMask, InvalidMask> {
        let picture = PNG.size(bytes).map_err(damaged)?;
        let PictureSize { width, height, .. } = picture;
        let size = check_size(size([width, height]).map(u64::from), limits)?;
        if picture.pixels() > MAX_PIXELS {
            let detail = format!("the picture has {width} × {height} pixels, and {MAX_PIXELS} are allowed");
            let over = OverLimit { limit: "pixels", max: MAX_PIXELS, asked: picture.pixels() };
            return Err(InvalidMask { over: Some(over), ..InvalidMask::new(detail) });
        }
        let mut lines = PNG.rows(bytes).map_err(damaged)?;
        let samples = lines.samples();
        let mut dark = Vec::with_capacity(picture.pixels() as usize);
        while let Some(line) = lines.next().map_err(damaged)? {
            go_on(goes_on)?;
            dark.extend(line.chunks_exact(samples).map(is_cell));
        }
        scaled(dark, [width, height], size, goes_on)
    }
}

/// Returns the columns and rows of pixels of a PNG picture, from its first bytes.
///
/// # Errors
///
/// [`InvalidMask`] if the bytes do not begin like a PNG picture.
pub fn png_size(bytes: &[u8]) -> Result<[u32; 2], InvalidMask> {
    PNG.size(bytes).map(|size| [size.width, size.height]).map_err(damaged)
}

fn damaged(error: Damaged) -> InvalidMask {
    InvalidMask::new(error.to_string())
}

/// Returns true if a pixel is dark and opaque.
fn is_cell(pixel: &[u8]) -> bool {
    let [red, green, blue, alpha] = rgba(pixel).map(u32::from);
    luma([red, green, blue]) < 128_000 && alpha >= 128
}
