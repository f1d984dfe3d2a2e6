//! A random walk on a board.

use super::board::{Board, Neighbor, Position};
use crate::grid::{BoardLayout as _, Grid, Place, Side, Sides};
use crate::observe::Observer;
use crate::rng::{BatchedDraws, Coins, Rng};

/// A random walker, which moves to a [random neighbor](Board::random_neighbor) with each step.
///
/// A walk takes many steps for each cell, and most of the time is spent on drawing them. So the walker keeps the source of its draws at hand:
/// on squares, the random bits that are left, which then stay in registers; on meshes, the [draws](BatchedDraws) for the sides that most
/// cells have. Both draw what the generator would have drawn. It gets the rest back with [`stop`](Wanderer::stop).
pub(crate) struct Wanderer<'r> {
    position: Position,
    rng: &'r mut Rng,
    /// On squares, the random bits that are left, which stay in registers here.
    coins: Coins,
    /// On meshes, the sides that most cells have, and the draws that name them.
    usual: Sides,
    draws: BatchedDraws,
}

impl<'r> Wanderer<'r> {
    #[inline(always)]
    pub(crate) fn at<G: Grid>(place: Place, board: &Board<'_, G>, rng: &'r mut Rng) -> Wanderer<'r> {
        let usual = board.grid().common_sides();
        let mut draws = BatchedDraws::new(board.width_of_draws(), usual.bits());
        if !board.grid().is_square() {
            draws.sift(rng);
        }
        let coins = *rng.coins_mut();
        Wanderer { position: board.position(place), rng, coins, usual, draws }
    }

    /// Moves the walker to another place.
    #[inline(always)]
    pub(crate) fn set_out<G: Grid>(&mut self, place: Place, board: &Board<'_, G>) {
        self.position = board.position(place);
    }

    #[inline(always)]
    pub(crate) fn place(&self) -> Place {
        self.position.place
    }

    /// Walks to a random neighbor, as [`Board::random_neighbor`] finds it. Returns the side that leads there.
    // Inlined, so that everything stays in registers.
    #[inline(always)]
    pub(crate) fn advance<G: Grid, O: Observer>(
        &mut self,
        board: &mut Board<'_, G>,
        observer: &mut O,
    ) -> Result<Side, O::Stop> {
        loop {
            let found = if board.grid().is_square() { self.step_on_squares(board) } else { self.step_on_mesh(board) };
            match found {
                Some(side) => return Ok(side),
                None => board.visit(self.position.place, observer)?,
            }
        }
    }

    #[inline(always)]
    fn step_on_squares<G: Grid>(&mut self, board: &Board<'_, G>) -> Option<Side> {
        let draw = |width| self.coins.take(width, || self.rng.rare_word());
        let neighbor = board.random_neighbor_after(0, self.position.place, draw)?;
        self.position.place = neighbor.place;
        Some(neighbor.side)
    }

    #[inline(always)]
    fn step_on_mesh<G: Grid>(&mut self, board: &mut Board<'_, G>) -> Option<Side> {
        let sides = board.sides_at(self.position);
        let mut drawn = 0;
        if sides.minus(self.usual).is_empty() {
            let side = Side::new(self.draws.next(self.rng) & 7);
            if sides.contains(side) {
                let next = board.step(self.position, side);
                if board.is_cell_beyond(next.place) {
                    self.position = next;
                    return Some(side);
                }
            }
            drawn = self.draws.drawn();
        }
        self.draws.settle(self.rng);
        let found = one_by_one(drawn, self.position.place, board, self.rng);
        self.draws.sift(self.rng);
        let neighbor = found?;
        self.position = board.position(neighbor.place);
        Some(neighbor.side)
    }

    /// Gives the draws that are left back to the generator.
    #[inline(always)]
    pub(crate) fn stop<G: Grid>(mut self, board: &Board<'_, G>) {
        if board.grid().is_square() {
            *self.rng.coins_mut() = self.coins;
        } else {
            self.draws.settle(self.rng);
        }
    }
}

#[cold]
#[inline(never)]
fn one_by_one<G: Grid>(draws: u32, place: Place, board: &Board<'_, G>, rng: &mut Rng) -> Option<Neighbor> {
    board.random_neighbor_after(draws, place, |width| rng.bits(width))
}
