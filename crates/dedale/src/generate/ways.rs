//! Which sides lead to new cells.

use super::board::{Board, Stand};
use crate::grid::{Grid, Places as _, Sides};

/// By place, the sides of a cell behind which there is a new one: kept on meshes, where it takes less to tell the neighbors of each cell that
/// is visited than to look at all neighbors of a cell twice.
pub(crate) struct Ways(Vec<u8>);

impl Ways {
    /// Those that there are on a board.
    #[inline(always)]
    pub(crate) fn of<G: Grid>(board: &Board<'_, G>) -> Ways {
        if board.grid().is_square() { Ways(Vec::new()) } else { Ways::of_mesh(board) }
    }

    #[inline(never)]
    fn of_mesh<G: Grid>(board: &Board<'_, G>) -> Ways {
        let mut ways = Ways(board.all_sides_at());
        for place in board.visited() {
            ways.close(board, board.stand(place));
        }
        ways
    }

    /// The sides of a cell that lead to new ones.
    #[inline(always)]
    pub(crate) fn at<G: Grid>(&self, board: &Board<'_, G>, stand: Stand) -> Sides {
        if board.grid().is_square() { board.sides_to_new(stand.place) } else { Sides::from_bits(self.0[stand.place]) }
    }

    /// Takes out the ways that lead to a cell.
    #[inline(always)]
    pub(crate) fn close<G: Grid>(&mut self, board: &Board<'_, G>, stand: Stand) {
        if !board.grid().is_square() {
            board.beyond(stand, |far, back| self.0[far] &= !(1 << back.number()));
        }
    }
}
