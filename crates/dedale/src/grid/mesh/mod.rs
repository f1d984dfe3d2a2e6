//! Any grid, as tables: the neighbors, positions and polygons of cells.

mod cut;
mod links;
mod options;
mod places;
mod rings;
mod table;
mod tiled;

pub(crate) use cut::EdgeKind;
pub(super) use cut::OutlineRoom;
pub(crate) use links::{Kinds, Stride};
pub use options::{InvalidMesh, MaskOutline, MeshOptions, Wrap};
pub use places::Corner;
pub(crate) use places::{Arc, PolygonEdge};
pub(crate) use rings::next_ring;
pub use table::{Crossing, Mesh};

use super::Side;

/// The sides that lead up and down, if there are floors. They follow the four sides of a square.
const UP: Side = Side::new(4);
const DOWN: Side = Side::new(5);
