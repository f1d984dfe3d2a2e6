//! The maze as a picture of pixels, which [`draw`](crate::draw) paints and [`scan`](crate::scan) reads.

use super::pictures::input;
pub(super) use crate::draw::png::{WRITE, start};
use crate::parse::InputFormat;
use crate::pixel_rows::PNG;

pub(crate) const INPUT: InputFormat = InputFormat {
    description: "A picture: what is dark is a wall. The largest green spot is the start, and the largest red one the end. Where one of them is \
                  missing, a blue spot takes its place. Or else the ends are the two openings in the outline of the walls.",
    ..input("png", "\\x89PNG", |input| PNG.fits(input.bytes))
};
