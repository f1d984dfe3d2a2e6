//! Cells that are cut along the outline of a shape, in whole numbers, so that all machines find the same.

mod clip;
mod joined;
mod region;
mod trace;

pub(super) use clip::{CellPolygon, Clipped, Clipper, PieceEdge, distance, twice_the_area};
pub(super) use joined::{Beyond, JoinedCell, NONE, Passage, Pieces};
pub(super) use region::{LatticePoint, OutlineRoom, Region, STEPS, off_lattice, on_lattice};
pub(super) use trace::{around, cross_each_other, simplified};
