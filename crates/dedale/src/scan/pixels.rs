//! What each pixel of a picture means, and which colors the picture has.

use std::collections::BTreeMap;

use super::clusters::ColorCounts;
use crate::parse::Shades;
use crate::pixel_rows::{luma, rgba};

/// How pixels are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) shades: Shades,
    /// True if green is the start, and red the end. A color that most corridors or walls have is neither.
    pub(super) are_marks: [bool; 2],
}

/// The meaning of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pixel {
    Wall,
    Free,
    /// In the color of a mark.
    EndColor(EndColor),
}

/// The color of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EndColor {
    /// 0 for green, the start, and 1 for red, the end.
    pub(super) end: usize,
    /// True if it is mixed with white or gray, as squares are that a search has explored.
    pub(super) is_pale: bool,
}

impl EndColor {
    /// Returns the mark that has this color, if it is clearly green or red.
    pub(super) fn of([red, green, blue]: [u32; 3]) -> Option<EndColor> {
        let least = red.min(green).min(blue);
        // A quarter of the strongest color or less in the others.
        let is_pale = |most: u32| 4 * (most - least) < 3 * most;
        // Within so many degrees of the pure color, and not white or almost black.
        if green > red && green > blue && green >= 64 {
            let color = green - least;
            if 3 * red.abs_diff(blue) <= 2 * color && 20 * color >= 7 * green {
                return Some(EndColor { end: 0, is_pale: is_pale(green) });
            }
        }
        if red > green && red > blue && red >= 64 {
            let color = red - least;
            if 3 * green.abs_diff(blue) <= color && 2 * color >= red {
                return Some(EndColor { end: 1, is_pale: is_pale(red) });
            }
        }
        None
    }
}

impl Pixel {
    pub(super) fn of(pixel: &[u8], reading: Reading) -> Pixel {
        let [red, green, blue, alpha] = rgba(pixel).map(u32::from);
        if alpha < 128 {
            return Pixel::Free;
        }
        let color = [red, green, blue];
        if let Some(mark) = EndColor::of(color).filter(|mark| reading.are_marks[mark.end]) {
            return Pixel::EndColor(mark);
        }
        let is_dark = f64::from(luma(color)) < reading.shades.threshold * 255_000.0;
        if is_dark == reading.shades.dark_is_free { Pixel::Free } else { Pixel::Wall }
    }
}

/// The meanings of the pixels that were looked at last.
pub(super) struct PixelCache {
    reading: Reading,
    /// At the place that its hash says, a pixel, its meaning, and how often it was looked at since it is there.
    places: Vec<Option<([u8; 4], Pixel, u32)>>,
}

impl PixelCache {
    pub(super) fn new(reading: Reading) -> PixelCache {
        PixelCache { reading, places: vec![None; 256] }
    }

    pub(super) fn reading(&self) -> Reading {
        self.reading
    }

    /// Returns the meaning of a pixel, and whether it was not known. Pixels that are forgotten are counted.
    #[inline]
    pub(super) fn look(&mut self, pixel: &[u8], counts: &mut ColorCounts) -> (Pixel, bool) {
        let color = rgba(pixel);
        let place = &mut self.places[(u32::from_le_bytes(color).wrapping_mul(0x9e37_79b1) >> 24) as usize];
        match place {
            Some((known, meaning, count)) if *known == color => {
                *count += 1;
                (*meaning, false)
            }
            _ => {
                let meaning = Pixel::of(pixel, self.reading);
                if let Some((known, _, count)) = place.replace((color, meaning, 1)) {
                    counts.add(known, count.into());
                }
                (meaning, true)
            }
        }
    }

    /// Counts the pixels that are known.
    pub(super) fn count(&mut self, counts: &mut ColorCounts) {
        for (color, _, count) in self.places.iter_mut().filter_map(Option::take) {
            counts.add(color, count.into());
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

    /// How many colors a picture has at most that is drawn without smooth edges.
    const FEW: usize = 16;

    /// Returns true if there are too many to be numbered.
    pub(super) fn are_many(&self) -> bool {
        self.all.len() > ColorTable::MAX
    }

    /// Returns true if there are so few that none is a mixture of others.
    pub(super) fn are_few(&self) -> bool {
        self.all.len() <= ColorTable::FEW
    }

    /// Returns the number of a color.
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
