//! Mazes and solutions as JSON.

mod cells;
mod encoding;
mod ends;
mod graph;
mod objects;
#[cfg(feature = "png")]
mod picture_solution;
mod read;
mod rectangles;
pub(super) mod rows;
mod sides;
mod solution;
mod write;

pub use encoding::Encoding;
pub(super) use ends::end_of;
pub(crate) use objects::INPUT as OBJECTS;
#[cfg(feature = "png")]
pub use picture_solution::traced_document;
pub(crate) use read::{GRAPH, INPUT};
pub(crate) use rectangles::{RECTANGLE_BYTES, RECTANGLE_STEPS};
pub use rectangles::{has_rectangles, rectangles};
pub(crate) use sides::INPUT as SIDES;
pub use solution::{PathCost, Section, SolutionDocument, SolutionHead};
pub(crate) use solution::{pieces_of_list, write_elements, write_member, write_numbers};
pub(crate) use write::{WRITE, has_encoding, start, write_object_start, write_value};
