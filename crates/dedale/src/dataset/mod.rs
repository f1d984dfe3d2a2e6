//! Many mazes as records of equal length: what arrays are made of.

mod hash;
mod records;

pub use hash::{canonical_hash, wall_hash};
pub use records::{Cells, Field, Hash, Records};
