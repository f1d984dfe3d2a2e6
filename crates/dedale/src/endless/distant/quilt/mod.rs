//! Paths in a quilt.

mod ends;
mod length;
mod parts;
mod walk;

use super::part::{Parts, PathPart, View};
use crate::generate::Quilt;
use crate::generate::quilt::{Level, Position};
use ends::LevelEnds;
use walk::LevelCells;

/// The path between two cells of a quilt.
#[derive(Clone, Debug)]
pub(super) struct QuiltPath {
    ends: LevelEnds,
    /// What the cells of each level depend on, below the one on which the ends meet.
    levels: Vec<Level>,
}

impl QuiltPath {
    pub(super) fn new(quilt: &Quilt, from: Position, to: Position) -> QuiltPath {
        let ends = LevelEnds::new(quilt, from, to);
        let levels = (0..ends.levels.len() as u32).map(|number| quilt.level(number)).collect();
        QuiltPath { ends, levels }
    }

    /// The cells of the path on a level.
    pub(super) fn walk(&self, level: u32) -> impl Iterator<Item = Position> + use<'_> {
        let alone = self.alone(level);
        let walk = if alone.is_none() { Some(LevelCells::new(self, level as usize)) } else { None };
        alone.into_iter().chain(walk.into_iter().flatten())
    }

    /// The parts of the path on a level that are in a window, which has cells.
    pub(super) fn parts(&self, level: u32, window: &View) -> Vec<PathPart> {
        let Some(block) = self.alone(level) else { return parts::parts(self, level as usize, window) };
        let mut parts = Parts::new(window.clone());
        parts.see(block);
        parts.parts
    }

    /// The only block of the path on a level that is above the one on which the ends meet.
    fn alone(&self, level: u32) -> Option<Position> {
        let above = level.checked_sub(self.ends.levels.len() as u32).filter(|&above| above > 0)?;
        self.ends.top.first().map(|cell| cell.map(|place| place >> above))
    }
}
