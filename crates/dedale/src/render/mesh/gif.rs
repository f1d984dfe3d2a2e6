//! The steps of an algorithm on a mesh as an animated GIF: pictures as in a PNG, in the nearest colours of a palette.

use std::collections::BTreeMap;

use super::Form;
use super::layout::Layout;
use super::png::{Area, Painting};
use crate::grid::{Cell, Grid, Mesh};
use crate::render::gif::{Frames, Raster, colours, mixed, of_marks};
use crate::render::heat::Heat;
use crate::render::palette::Rgb;
use crate::render::{Animation, Picture};

/// How many mixtures of each two colours the palette has.
const BETWEEN: u32 = 6;

/// The animation of a picture.
pub(super) fn start(picture: &Picture<Mesh>, animation: Animation) -> Box<dyn Form> {
    let layout = Layout::new(picture.maze.grid(), animation.style);
    let mut palette = colours(animation.style);
    for second in 1..palette.len() {
        for first in 0..second {
            let between = |part| mixed(palette[first], palette[second], part, BETWEEN + 1);
            palette.extend((1..=BETWEEN).map(between).collect::<Vec<_>>());
        }
    }
    let raster = OfCells { painting: Painting { layout, heat: None }, palette, nearest: BTreeMap::new() };
    Box::new(Frames::new(picture, animation, raster))
}

/// Paints pictures of a mesh.
struct OfCells {
    painting: Painting,
    palette: Vec<Rgb>,
    /// The numbers of the colours that have been met.
    nearest: BTreeMap<Rgb, u8>,
}

impl Raster<Mesh> for OfCells {
    fn size(&self) -> [u64; 2] {
        self.painting.layout.size
    }

    fn palette(&self) -> Vec<Rgb> {
        self.palette.clone()
    }

    fn paint(&mut self, picture: &Picture<Mesh>, pixels: &mut Vec<u8>) {
        let style = self.painting.layout.style;
        self.painting.heat = picture.distances.is_some().then(|| Heat::of_marks(of_marks(style)));
        let all = Area::all(self.painting.layout.size);
        let cells = (0..picture.maze.grid().cells()).map(Cell);
        let Some(canvas) = self.painting.paint(picture, cells, all) else { return };
        // Most pixels have the colour of the one before.
        let mut last = ([0; 3], None);
        for colour in canvas.colours() {
            let number = match last {
                (before, Some(number)) if before == colour => number,
                _ => *self.nearest.entry(colour).or_insert_with(|| nearest(colour, &self.palette)),
            };
            last = (colour, Some(number));
            pixels.push(number);
        }
    }
}

/// The number of the colour that differs least.
fn nearest(colour: Rgb, palette: &[Rgb]) -> u8 {
    let difference = |other: &Rgb| (0..3).map(|k| u32::from(colour[k].abs_diff(other[k])).pow(2)).sum::<u32>();
    (0..).zip(palette).min_by_key(|(_, other)| difference(other)).map_or(0, |(number, _)| number)
}

impl Form for Frames<Mesh, OfCells> {
    fn pieces(&self) -> u64 {
        self.pictures()
    }

    fn write_piece(&mut self, picture: &Picture<Mesh>, number: u64, out: &mut Vec<u8>) {
        self.write(picture, number, out);
    }
}
