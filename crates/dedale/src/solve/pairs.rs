//! The distances between all pairs of cells, where there are no loops.

use super::UNREACHED;
use crate::grid::{Cell, Grid};
use crate::maze::Maze;

/// The cells of a maze without loops, in an order in which the [costs](super::costs) from any cell to all others are found without a search.
#[derive(Clone, Debug)]
pub(crate) struct Pairs {
    /// The cells, each after its parent, the next cell towards the first cell of its part. An entry has the place of the parent, or its own
    /// for a first cell, and the cost of entering the cell.
    order: Vec<(u32, u32)>,
    /// The place of each cell in the order.
    places: Vec<u32>,
}

impl Pairs {
    /// Creates the order; `None` if the maze has loops.
    ///
    /// # Complexity
    ///
    /// Time `O(cells)`, and sixteen bytes for each cell.
    pub(crate) fn new<G: Grid>(maze: &Maze<G>) -> Option<Pairs> {
        let grid = maze.grid();
        let mut places = vec![UNREACHED; grid.cells() as usize];
        let mut order = Vec::with_capacity(places.len());
        // By place: a cell, and the sides by which it leads on.
        let mut reached = Vec::with_capacity(places.len());
        for first in maze.cells() {
            if places[first.index()] != UNREACHED {
                continue;
            }
            let mut next = reached.len();
            places[first.index()] = next as u32;
            order.push((next as u32, maze.weight(first)));
            reached.push((first, maze.passages(first)));
            while let Some(&(cell, ways)) = reached.get(next) {
                for side in ways {
                    let far = grid.across(cell, side);
                    if places[far.index()] != UNREACHED {
                        return None;
                    }
                    places[far.index()] = reached.len() as u32;
                    order.push((next as u32, maze.weight(far)));
                    reached.push((far, maze.passages(far).without(grid.opposite(cell, side))));
                }
                next += 1;
            }
        }
        Some(Pairs { order, places })
    }

    /// Returns the costs from a cell to each cell, by their numbers; [`UNREACHED`] if no way leads there.
    ///
    /// # Complexity
    ///
    /// Time `O(cells)`, and eight bytes for each cell.
    pub(crate) fn costs(&self, from: Cell) -> Vec<u32> {
        // By place: first from here to the first cell of the part, then from all cells on this way to the others.
        let mut costs = vec![UNREACHED; self.order.len()];
        let mut place = self.places[from.index()] as usize;
        costs[place] = 0;
        while self.order[place].0 as usize != place {
            let before = self.order[place].0 as usize;
            costs[before] = costs[place] + self.order[before].1;
            place = before;
        }
        for (place, &(before, cost)) in self.order.iter().enumerate() {
            costs[place] = costs[place].min(costs[before as usize].saturating_add(cost));
        }
        self.places.iter().map(|&place| costs[place as usize]).collect()
    }
}
