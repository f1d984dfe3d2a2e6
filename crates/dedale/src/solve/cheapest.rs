//! The cheapest path, where entering each cell has a cost: what Dijkstra's algorithm and A* have in common.

use std::cmp::Reverse;

use super::best_first::{Order, best_first};
use super::{KeepWalk, Solution, State};
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::Observer;

/// Finds a cheapest path: always looks on from the cell whose cost so far, together with the least that can be left, is the least.
///
/// `entering` is what it costs to enter a cell; the first one is not entered. `left` is what is left at least from a cell to `to`,
/// and falls by no more than the cost of each move, so that no cell need be looked on from twice. Of cells that promise the same,
/// the one with less left goes first, and of those the one with the lowest number.
///
/// Ten bytes for each cell, and sixteen for each that waits.
#[inline]
pub(super) fn cheapest<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    entering: impl Fn(Cell) -> u32,
    left: impl Fn(Cell) -> u32,
    keep_walk: KeepWalk,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let order = ByCost { entering, left, costs: vec![0; maze.grid().cells() as usize] };
    best_first(maze, from, to, keep_walk, order, observer)
}

/// By the cost so far and the least that can be left.
struct ByCost<E, L> {
    entering: E,
    left: L,
    /// Of the best way to each cell that is known. A path may cost more than four bytes can say.
    costs: Vec<u64>,
}

/// The cost so far and what is left, what is left, and the cell: one number, which is compared in two instructions.
type Promise = Reverse<u128>;

impl<E, L: Fn(Cell) -> u32> ByCost<E, L> {
    #[inline]
    fn promise(&self, cell: Cell, cost: u64) -> Promise {
        let left = (self.left)(cell);
        let total = cost + u64::from(left);
        Reverse(u128::from(total) << 64 | u128::from(left) << 32 | u128::from(cell.0))
    }
}

impl<E: Fn(Cell) -> u32, L: Fn(Cell) -> u32> Order for ByCost<E, L> {
    type Waiting = Promise;

    #[inline]
    fn cell(&Reverse(waiting): &Promise) -> Cell {
        Cell(waiting as u32)
    }

    fn begin(&self, from: Cell) -> Promise {
        self.promise(from, 0)
    }

    #[inline]
    fn reach(&mut self, &Reverse(waited): &Promise, far: Cell, state: State) -> Option<Promise> {
        let [total, left] = [(waited >> 64) as u64, waited as u64 >> 32];
        let cost = total - left + u64::from((self.entering)(far));
        let known = &mut self.costs[far.index()];
        if state == State::Unseen || state == State::Open && cost < *known {
            *known = cost;
            Some(self.promise(far, cost))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Share, braid};
    use crate::generate::Algorithm;
    use crate::grid::Square;
    use crate::rng::{Rng, Stream};

    /// The cost of a cheapest way to each cell, by looking at all passages until nothing changes (Bellman and Ford).
    fn costs(maze: &Maze<Square>, from: Cell, entering: impl Fn(Cell) -> u32) -> Vec<u64> {
        let mut costs = vec![u64::MAX; maze.grid().cells() as usize];
        costs[from.index()] = 0;
        let mut changes = true;
        while changes {
            changes = false;
            for cell in maze.cells().filter(|cell| costs[cell.index()] < u64::MAX).collect::<Vec<_>>() {
                for (_, far) in maze.neighbors(cell) {
                    let cost = costs[cell.index()] + u64::from(entering(far));
                    if cost < costs[far.index()] {
                        costs[far.index()] = cost;
                        changes = true;
                    }
                }
            }
        }
        costs
    }

    #[test]
    fn no_path_is_cheaper() {
        let mut winding = 0;
        for seed in 0..60 {
            let mut maze = Algorithm::Kruskal.generate(Square::new(14, 11).unwrap(), seed);
            let loops = Share::new(if seed % 4 == 0 { 0.0 } else { 1.0 }).unwrap();
            braid(&mut maze, loops, &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
            let mut rng = Rng::new(seed, Stream::Solve);
            let most = [1, 9, 1000][seed as usize % 3];
            let weights: Vec<u32> = maze.cells().map(|_| 1 + rng.below(most) as u32).collect();
            let entering = |cell: Cell| weights[cell.index()];
            let expected = costs(&maze, Cell(0), entering);
            for to in [Cell(153), Cell(76), Cell(0)] {
                let bounds: [&dyn Fn(Cell) -> u32; 2] = [&|_| 0, &|cell| maze.grid().at_least(cell, to)];
                for left in bounds {
                    let solution = cheapest(&maze, Cell(0), to, entering, left, KeepWalk::No, &mut ()).unwrap();
                    let path = solution.path().unwrap();
                    let cost: u64 = path[1..].iter().map(|&cell| u64::from(entering(cell))).sum();
                    assert_eq!(cost, expected[to.index()], "{seed} {to:?}");
                    winding += u32::from(solution.length() > maze.distances(Cell(0)).to(to));
                }
            }
        }
        assert!(winding > 20, "the cheapest path is often not the shortest: {winding}");
    }
}
