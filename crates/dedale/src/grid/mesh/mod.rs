//! Any grid, as tables: the neighbors, positions and polygons of cells.

mod cut;
mod cutting;
mod links;
mod options;
mod places;
mod polygon;
mod rings;
mod table;
mod tiled;

pub(crate) use links::{Kinds, Stride};
pub use options::{InvalidMesh, MaskOutline, MeshOptions, Wrap};
pub use polygon::Corner;
pub(crate) use polygon::{Arc, EdgeKind, PolygonEdge};
pub(crate) use rings::next_ring;
pub use table::{Crossing, Mesh};

use super::Side;

/// The sides that lead up and down, if there are floors. They follow the four sides of a square.
const UP: Side = Side::new(4);
const DOWN: Side = Side::new(5);
