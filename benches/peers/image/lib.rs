//! What knossos names of the crate `image`, and nothing behind it.
//!
//! The real one comes with every format of pictures, an encoder of AV1 included, and takes many times longer to build than all
//! the rest. No picture is drawn here: every picture is empty, and saving one fails.

use std::fmt;

/// An empty picture.
pub struct ImageBuffer;

/// A picture, which has no pixels.
pub type RgbImage = ImageBuffer;

/// A color.
pub struct Rgb<T>(pub [T; 3]);

/// That no picture is drawn.
#[derive(Debug)]
pub struct NoPictures;

impl fmt::Display for NoPictures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no pictures here")
    }
}

impl ImageBuffer {
    /// An empty picture.
    pub fn new(_: u32, _: u32) -> ImageBuffer {
        ImageBuffer
    }

    /// No pixels.
    pub fn enumerate_pixels_mut(&mut self) -> impl Iterator<Item = (u32, u32, &mut Rgb<u8>)> {
        std::iter::empty()
    }

    /// None of the pixels.
    ///
    /// # Panics
    ///
    /// Always.
    pub fn get_pixel_mut(&mut self, _: u32, _: u32) -> &mut Rgb<u8> {
        panic!("{NoPictures}")
    }

    /// Saves nothing.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn save(&self, _: &str) -> Result<(), NoPictures> {
        Err(NoPictures)
    }
}
