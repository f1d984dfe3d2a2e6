//! Pictures of mazes that are only read. [`scan`](crate::scan) reads all kinds of pictures in the same way, and has one entry for each here.

use crate::parse::InputFormat;
use crate::parse::input::Input;
#[cfg(feature = "gif")]
use crate::pixel_rows::GIF as OF_GIF;
#[cfg(feature = "pictures")]
use crate::pixel_rows::{BMP as OF_BMP, JPEG as OF_JPEG, WEBP as OF_WEBP};
use crate::scan;

#[cfg(feature = "pictures")]
pub(crate) const JPEG: InputFormat = InputFormat {
    description: "A photo or a scan, read as a PNG is.",
    ..input("jpeg", "\\xff\\xd8\\xff", |input| OF_JPEG.fits(input.bytes))
};

#[cfg(feature = "gif")]
pub(crate) const GIF: InputFormat = InputFormat {
    description: "The first picture of a GIF, read as a PNG is.",
    ..input("gif", "GIF89a", |input| OF_GIF.fits(input.bytes))
};

#[cfg(feature = "pictures")]
pub(crate) const WEBP: InputFormat = InputFormat {
    description: "A WebP picture, of an animation the first, read as a PNG is.",
    ..input("webp", "RIFF\\0\\0\\0\\0WEBP", |input| OF_WEBP.fits(input.bytes))
};

#[cfg(feature = "pictures")]
pub(crate) const BMP: InputFormat = InputFormat {
    description: "A BMP picture, read as a PNG is.",
    ..input("bmp", "BM", |input| OF_BMP.fits(input.bytes))
};

/// Returns the entry of a kind of picture.
pub(super) const fn input(name: &'static str, first_line: &'static str, fits: fn(&Input<'_>) -> bool) -> InputFormat {
    InputFormat { name, description: "", first_line, is_of_squares: true, fits, read: scan::read }
}
