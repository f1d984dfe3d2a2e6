//! Which sides lead to unvisited cells.

use super::board::{Board, Position};
use super::place_table::PlaceTable;
use crate::grid::{BoardLayout as _, Grid, Side, Sides};
use crate::observe::Observer;
use crate::rng::Rng;

/// The sides of each cell that lead to unvisited cells, by place, for walks that return to cells.
///
/// On meshes, updating the neighbors of each cell that is visited costs less than looking at all neighbors of a cell each time that the walk
/// returns to it. On squares, whose neighbors are found as quickly, nothing is kept.
pub(crate) struct SidesToUnvisited(PlaceTable<u8>);

impl SidesToUnvisited {
    /// Creates the table of a board.
    #[inline(always)]
    pub(crate) fn new<G: Grid>(board: &Board<'_, G>) -> SidesToUnvisited {
        if board.grid().is_square() {
            SidesToUnvisited(PlaceTable::of(Vec::new()))
        } else {
            SidesToUnvisited::of_mesh(board)
        }
    }

    #[inline(never)]
    fn of_mesh<G: Grid>(board: &Board<'_, G>) -> SidesToUnvisited {
        let mut sides = SidesToUnvisited(board.all_sides_at());
        for place in board.visited() {
            sides.close(board, board.position(place));
        }
        sides
    }

    /// Returns the sides of a cell that lead to unvisited cells.
    #[inline(always)]
    pub(crate) fn at<G: Grid>(&self, board: &Board<'_, G>, position: Position) -> Sides {
        if board.grid().is_square() {
            board.sides_to_unvisited(position.place)
        } else {
            Sides::from_bits(self.0[position.place])
        }
    }

    /// Returns a random unvisited neighbor of a cell, each equally likely, and the side that leads there.
    #[inline(always)]
    pub(crate) fn random_unvisited<G: Grid>(
        &self,
        board: &mut Board<'_, G>,
        position: Position,
        rng: &mut Rng,
    ) -> Option<(Side, Position)> {
        board.choose_step(position, self.at(board, position), rng)
    }

    /// Carves from a cell to an unvisited neighbor. Returns the side that leads back.
    #[inline(always)]
    pub(crate) fn carve<G: Grid, O: Observer>(
        &mut self,
        board: &mut Board<'_, G>,
        from: Position,
        (side, to): (Side, Position),
        observer: &mut O,
    ) -> Result<Side, O::Stop> {
        // The cell in which a walk begins is visited with its first passage.
        if board.is_unvisited(from.place) {
            self.close(board, from);
        }
        self.close(board, to);
        board.carve_step(from, side, to, observer)
    }

    /// Removes the sides that lead to a cell.
    #[inline(always)]
    fn close<G: Grid>(&mut self, board: &Board<'_, G>, position: Position) {
        if !board.grid().is_square() {
            board.for_each_neighbor(position, |neighbor, back| self.0[neighbor] &= !(1 << back.number()));
        }
    }
}
