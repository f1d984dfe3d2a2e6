//! Many mazes that differ in their seeds: making them, and writing them as the records of an array.

mod hash;
mod maker;
mod records;

pub use maker::Maker;
pub use records::{Field, Hash, Records};
