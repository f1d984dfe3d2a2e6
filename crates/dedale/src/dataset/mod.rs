//! Many mazes that differ in their seeds: making them, and writing them as records of equal length, which arrays are made of.

mod hash;
mod maker;
mod records;

pub use maker::Maker;
pub use records::{Field, Hash, Records};
