//! What each pixel of a picture means, and which colors the picture has.

use std::collections::BTreeMap;

use super::clusters::ColorCounts;
use crate::parse::Shades;
use crate::pixel_rows::{luma, rgba};

/// How pixels are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reading {
    pub(super) shades: Shades,
    /// True if green is the start, if red is the end, and if blue is the one that is missing. A color that most corridors or walls have is none.
    pub(super) are_marks: [bool; 3],
}

impl Reading {
    /// Green and red are marks, and blue is none.
    pub(super) const GREEN_AND_RED: [bool; 3] = [true, true, false];
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
    /// 0 for green, the start, 1 for red, the end, and [`BLUE`](EndColor::BLUE).
    pub(super) end: usize,
    /// True if it is mixed with white or gray, as squares are that a search has explored.
    pub(super) is_pale: bool,
}

/// Returns true if a color has more than a quarter of the strongest sample in each of the others.
fn is_pale([least, most]: [u32; 2]) -> bool {
    4 * (most - least) < 3 * most
}

impl EndColor {
    /// The number of blue, which is the start beside red, and the end beside green.
    pub(super) const BLUE: usize = 2;

    /// Returns the mark that has this color, if it is clearly blue.
    pub(super) fn blue([red, green, blue]: [u32; 3]) -> Option<EndColor> {
        let least = red.min(green);
        if blue <= red || blue <= green || blue < 64 {
            return None;
        }
        let color = blue - least;
        // Farther from violet than from cyan, which is as light as green.
        let is_near = 3 * red.saturating_sub(green) <= color && 3 * green.saturating_sub(red) <= 2 * color;
        (is_near && 2 * color >= blue).then(|| EndColor { end: EndColor::BLUE, is_pale: is_pale([least, blue]) })
    }

    /// Returns the mark that has this color, if it is clearly green or red.
    pub(super) fn of([red, green, blue]: [u32; 3]) -> Option<EndColor> {
        let least = red.min(green).min(blue);
        let is_pale = |most: u32| is_pale([least, most]);
        // Green may be 40 degrees from its pure hue, and red 20; neither may be nearly white or black.
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
        if reading.are_marks[EndColor::BLUE]
            && let Some(mark) = EndColor::blue(color)
        {
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
