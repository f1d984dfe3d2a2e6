//! What each pixel of a picture means, and which colors the picture has.

use std::collections::BTreeMap;

use crate::parse::Shades;
use crate::png_rows::{luma, rgba};

/// The meaning of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pixel {
    Wall,
    Free,
    /// Clearly green.
    Start,
    /// Clearly red.
    End,
}

impl Pixel {
    pub(super) fn of(pixel: &[u8], shades: Shades) -> Pixel {
        let [red, green, blue, alpha] = rgba(pixel).map(u32::from);
        if alpha < 128 {
            return Pixel::Free;
        }
        let least = red.min(green).min(blue);
        // Within so many degrees of the pure color, and not pale, or almost black.
        if green > red && green > blue && green >= 64 {
            let color = green - least;
            if 3 * red.abs_diff(blue) <= 2 * color && 20 * color >= 7 * green {
                return Pixel::Start;
            }
        }
        if red > green && red > blue && red >= 64 {
            let color = red - least;
            if 3 * green.abs_diff(blue) <= color && 2 * color >= red {
                return Pixel::End;
            }
        }
        let is_dark = f64::from(luma([red, green, blue])) < shades.threshold * 255_000.0;
        if is_dark == shades.dark_is_free { Pixel::Free } else { Pixel::Wall }
    }
}

/// The meanings of the pixels that were looked at last.
pub(super) struct PixelCache {
    shades: Shades,
    /// At the place that its hash says, a pixel and its meaning.
    places: Vec<Option<([u8; 4], Pixel)>>,
}

impl PixelCache {
    pub(super) fn new(shades: Shades) -> PixelCache {
        PixelCache { shades, places: vec![None; 256] }
    }

    /// The meaning of a pixel, and whether it was not known.
    #[inline]
    pub(super) fn look(&mut self, pixel: &[u8]) -> (Pixel, bool) {
        let color = rgba(pixel);
        let place = &mut self.places[(u32::from_le_bytes(color).wrapping_mul(0x9e37_79b1) >> 24) as usize];
        match *place {
            Some((known, meaning)) if known == color => (meaning, false),
            _ => {
                let meaning = Pixel::of(pixel, self.shades);
                *place = Some((color, meaning));
                (meaning, true)
            }
        }
    }
}

/// The colors of a picture, until they are more than a byte can number, with one more.
#[derive(Clone, Debug, Default)]
pub(super) struct ColorTable {
    /// In the order in which they were found.
    pub(super) all: Vec<[u8; 4]>,
    numbers: BTreeMap<[u8; 4], u8>,
}

impl ColorTable {
    const MAX: usize = 255;

    /// Whether there are too many to be numbered.
    pub(super) fn are_many(&self) -> bool {
        self.all.len() > ColorTable::MAX
    }

    /// The number of a color.
    pub(super) fn number(&self, color: [u8; 4]) -> u8 {
        self.numbers.get(&color).copied().unwrap_or(0)
    }

    pub(super) fn add(&mut self, color: [u8; 4]) {
        if !self.are_many() && !self.numbers.contains_key(&color) {
            self.numbers.insert(color, self.all.len() as u8);
            self.all.push(color);
        }
    }
}
