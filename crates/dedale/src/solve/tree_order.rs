//! The distances between all pairs of cells, where there are no loops.

use super::UNREACHED;
use crate::grid::{Cell, Grid};
use crate::maze::Maze;

/// The cells of a maze without loops, in an order in which the [costs](super::costs) from any cell to all others are found without a search.
#[derive(Clone, Debug)]
pub(crate) struct TreeOrder {
    /// The cells, each after its parent, the next cell towards the first cell of its part. An entry has the position of the parent, or its own
    /// for a first cell, and the cost of entering the cell.
    order: Vec<(u32, u32)>,
    /// The position of each cell in the order.
    positions: Vec<u32>,
}

impl TreeOrder {
    /// Creates the order; `None` if the maze has loops.
    ///
    /// # Complexity
    ///
    /// Time `O(cells)`, and sixteen bytes for each cell.
    pub(crate) fn new<G: Grid>(maze: &Maze<G>) -> Option<TreeOrder> {
        let grid = maze.grid();
        let mut positions = vec![UNREACHED; grid.cells() as usize];
        let mut order = Vec::with_capacity(positions.len());
        // By position: a cell, and the sides by which it leads on.
        let mut reached = Vec::with_capacity(positions.len());
        for first in maze.cells() {
            if positions[first.index()] != UNREACHED {
                continue;
            }
            let mut next = reached.len();
            positions[first.index()] = next as u32;
            order.push((next as u32, maze.weight(first)));
            reached.push((first, maze.passages(first)));
            while let Some(&(cell, ways)) = reached.get(next) {
                for side in ways {
                    let neighbor = grid.across(cell, side);
                    if positions[neighbor.index()] != UNREACHED {
                        return None;
                    }
                    positions[neighbor.index()] = reached.len() as u32;
                    order.push((next as u32, maze.weight(neighbor)));
                    reached.push((neighbor, maze.passages(neighbor).without(grid.opposite(cell, side))));
                }
                next += 1;
            }
        }
        Some(TreeOrder { order, positions })
    }

    /// Returns the costs from a cell to each cell, by their numbers; [`UNREACHED`] if no way leads there.
    ///
    /// # Complexity
    ///
    /// Time `O(cells)`, and eight bytes for each cell.
    pub(crate) fn costs(&self, from: Cell) -> Vec<u32> {
        // By position: first from here to the first cell of the part, then from all cells on this way to the others.
        let mut costs = vec![UNREACHED; self.order.len()];
        let mut position = self.positions[from.index()] as usize;
        costs[position] = 0;
        while self.order[position].0 as usize != position {
            let before = self.order[position].0 as usize;
            costs[before] = costs[position] + self.order[before].1;
            position = before;
        }
        for (position, &(before, cost)) in self.order.iter().enumerate() {
            costs[position] = costs[position].min(costs[before as usize].saturating_add(cost));
        }
        self.positions.iter().map(|&position| costs[position as usize]).collect()
    }
}
