//! Which sides lead to new cells.

use super::board::{Board, Stand};
use crate::grid::{Grid, Places as _, Sides};

/// By place, the sides of a cell behind which there is a new one: kept on meshes, where it takes less to tell the neighbors of each cell that
/// is visited than to look at all neighbors of a cell twice.
pub(super) struct Ways(Vec<u8>);

impl Ways {
    /// Those that there are on a board.
    #[inline(always)]
    pub(super) fn of<G: Grid>(board: &Board<'_, G>) -> Ways {
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
    pub(super) fn at<G: Grid>(&self, board: &Board<'_, G>, stand: Stand) -> Sides {
        if board.grid().is_square() { board.sides_to_new(stand.place) } else { Sides::from_bits(self.0[stand.place]) }
    }

    /// Takes out the ways that lead to a cell.
    #[inline(always)]
    pub(super) fn close<G: Grid>(&mut self, board: &Board<'_, G>, stand: Stand) {
        if !board.grid().is_square() {
            board.beyond(stand, |far, back| self.0[far] &= !(1 << back.number()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::backtracker::Walker;
    use super::super::board::{carve_on_board, meshes_and_parts};
    use super::*;
    use crate::grid::Cell;
    use crate::maze::Maze;
    use crate::rng::{Rng, Stream};

    #[test]
    fn ways_are_the_sides_to_new_cells() {
        for (kind, meshes) in meshes_and_parts(5) {
            for mesh in meshes {
                let Ok(()) = carve_on_board(&mut Maze::closed(mesh), |board| {
                    let mut rng = Rng::new(7, Stream::Generate);
                    let mut ways = Ways::of(board);
                    let mut walker = Walker::at(board.random_place(&mut rng), 0, board);
                    loop {
                        let begun_now = Ways::of(board);
                        for cell in (0..board.grid().cells()).map(Cell) {
                            let stand = board.stand(board.grid().place(cell));
                            let expected = board.sides_to_new(stand.place);
                            for ways in [&ways, &begun_now] {
                                assert_eq!(ways.at(board, stand), expected, "{kind:?} {cell:?}");
                            }
                        }
                        let Ok(goes_on) = walker.go_on(board, &mut ways, &mut rng, &mut ());
                        if !goes_on {
                            return Ok::<(), std::convert::Infallible>(());
                        }
                    }
                });
            }
        }
    }
}
