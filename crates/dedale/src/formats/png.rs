//! The maze as a picture of pixels, which [`draw`](crate::draw) paints and [`scan`](crate::scan) reads.

pub(super) use crate::draw::png::{WRITE, start};
use crate::parse::InputFormat;
use crate::parse::input::{Input, PNG};
use crate::scan;

pub(crate) const INPUT: InputFormat = InputFormat {
    name: "png",
    description: "A picture: what is dark is a wall. The largest green spot is the start, and the largest red one the end, or else the two openings in the \
                  outline of the walls.",
    first_line: "\\x89PNG",
    is_of_squares: true,
    fits,
    read: scan::read,
};

/// Whether the input is a picture.
fn fits(input: &Input<'_>) -> bool {
    input.bytes.starts_with(PNG)
}
