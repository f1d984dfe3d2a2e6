//! A random walk on a board.

use super::board::{Board, Stand};
use crate::grid::{Grid, Places as _, Side, Sides};
use crate::rng::{Coins, Rng, Sieve};

/// A random walker, from a cell to a [random neighbor](Board::random_neighbor) of it.
pub(crate) struct Wanderer<'r> {
    stand: Stand,
    rng: &'r mut Rng,
    /// On squares, the bits that the generator drew: kept here, they stay in registers.
    coins: Coins,
    /// On meshes, the sides that most cells have, and the draws that name them.
    usual: Sides,
    sieve: Sieve,
}

impl<'r> Wanderer<'r> {
    #[inline(always)]
    pub(crate) fn at<G: Grid>(place: usize, board: &Board<'_, G>, rng: &'r mut Rng) -> Wanderer<'r> {
        let usual = board.grid().usual_sides();
        let mut sieve = Sieve::new(board.width_of_draws(), usual.bits());
        if !board.grid().is_square() {
            sieve.sift(rng);
        }
        let coins = *rng.coins_mut();
        Wanderer { stand: board.stand(place), rng, coins, usual, sieve }
    }

    /// Goes on from another place.
    #[inline(always)]
    pub(crate) fn set_out<G: Grid>(&mut self, place: usize, board: &Board<'_, G>) {
        self.stand = board.stand(place);
    }

    #[inline(always)]
    pub(crate) fn place(&self) -> usize {
        self.stand.place
    }

    /// Walks to a random neighbor, and gives the side that leads there. `None` where many draws have found none, as
    /// [`Board::random_neighbor`] says.
    // Inlined, so that everything stays in registers.
    #[inline(always)]
    pub(crate) fn go_on<G: Grid>(&mut self, board: &mut Board<'_, G>) -> Option<Side> {
        if board.grid().is_square() {
            let draw = |width| self.coins.take(width, || self.rng.rare_word());
            let (side, next) = board.random_neighbor_after(0, self.stand.place, draw)?;
            self.stand.place = next;
            return Some(side);
        }
        let sides = board.sides_at(self.stand);
        let mut draws = 0;
        if sides.minus(self.usual).is_empty() {
            let side = Side::new(self.sieve.next(self.rng) & 7);
            if sides.contains(side) {
                let next = board.step(self.stand, side);
                if board.is_cell_beyond(next.place) {
                    self.stand = next;
                    return Some(side);
                }
            }
            draws = self.sieve.drawn();
        }
        self.sieve.settle(self.rng);
        let found = one_by_one(draws, self.stand.place, board, self.rng);
        self.sieve.sift(self.rng);
        let (side, next) = found?;
        self.stand = board.stand(next);
        Some(side)
    }

    /// Leaves the generator to others.
    #[inline(always)]
    pub(crate) fn stop<G: Grid>(mut self, board: &Board<'_, G>) {
        if board.grid().is_square() {
            *self.rng.coins_mut() = self.coins;
        } else {
            self.sieve.settle(self.rng);
        }
    }
}

#[cold]
#[inline(never)]
fn one_by_one<G: Grid>(draws: u32, place: usize, board: &Board<'_, G>, rng: &mut Rng) -> Option<(Side, usize)> {
    board.random_neighbor_after(draws, place, |width| rng.bits(width))
}
