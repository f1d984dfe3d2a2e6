//! The arrow of each cell towards the root of a changing tree.

use super::board::Board;
use super::side_table::SideTable;
use crate::grid::{Grid, Place, Side};
use crate::observe::Observer;

/// The side that the arrow of each cell points through, if it has one. A passage is open while the arrow of one of its two cells points through it.
///
/// If the observer follows the steps, the board has these passages at all times. Otherwise they are opened in the end.
pub(super) struct Arrows(SideTable);

impl Arrows {
    pub(super) fn new<G: Grid>(board: &Board<'_, G>) -> Arrows {
        Arrows(SideTable::new(board))
    }

    /// Gives each cell the arrow that leads to `root`, if the observer follows the steps. Otherwise no first maze is needed, since a walk of
    /// the root replaces all arrows.
    pub(super) fn lead_to<G: Grid, O: Observer>(
        &mut self,
        root: Place,
        board: &mut Board<'_, G>,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let mut waiting = if O::FOLLOWS { vec![root] } else { Vec::new() };
        while let Some(place) = waiting.pop() {
            for side in board.sides_to_unvisited(place) {
                let neighbor = board.across(place, side);
                // Two sides may lead to the same cell, and one side back to its own cell.
                if board.is_unvisited(neighbor) && neighbor != root {
                    self.set(board, neighbor, board.opposite(place, side), observer)?;
                    waiting.push(neighbor);
                }
            }
        }
        Ok(())
    }

    /// Returns the arrow of the cell at `place`.
    #[inline]
    pub(super) fn get(&self, place: Place) -> Option<Side> {
        self.0.get(place)
    }

    /// Sets `side` as the arrow of the cell at `place`, which has none.
    #[inline]
    pub(super) fn set<G: Grid, O: Observer>(
        &mut self,
        board: &mut Board<'_, G>,
        place: Place,
        side: Side,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        self.0.set(place, side);
        if O::FOLLOWS && !self.is_arrow_of_other(board, place, side) {
            board.carve(place, board.neighbor(place, side), observer)?;
        }
        Ok(())
    }

    /// Removes the arrow of the cell at `place`, if it has one.
    #[inline]
    pub(super) fn clear<G: Grid, O: Observer>(
        &mut self,
        board: &mut Board<'_, G>,
        place: Place,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        match self.0.take(place) {
            Some(side) if O::FOLLOWS && !self.is_arrow_of_other(board, place, side) => {
                board.wall(place, board.neighbor(place, side), observer)
            }
            _ => Ok(()),
        }
    }

    /// Returns true if the arrow of the cell across points through the same passage.
    fn is_arrow_of_other<G: Grid>(&self, board: &Board<'_, G>, place: Place, side: Side) -> bool {
        let neighbor = board.across(place, side);
        // If a cell is its own neighbor, both ends of the passage are its own.
        neighbor != place && self.get(neighbor) == Some(board.opposite(place, side))
    }

    /// Opens the passages that the arrows point through, those that are not open yet.
    pub(super) fn open<G: Grid>(&self, board: &mut Board<'_, G>) {
        for place in board.places() {
            if let Some(side) = self.get(place) {
                board.link(place, board.neighbor(place, side));
            }
        }
    }
}
