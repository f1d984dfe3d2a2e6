//! How long a random walk takes on a grid, known before it begins.

use crate::forest::Forest;
use crate::grid::{Cell, Grid};
use crate::observe::{Observer, Pacer};

/// Determines how long a random walk takes on a grid: the number of its cells, and how far they are from each other.
///
/// A walk reaches cells nearby in a time that grows with the logarithm of the cells, or less. Along a grid that is long and narrow, it takes
/// time in the square of the length. The exact measure is the electrical resistance between two cells, if every wall between two cells is a
/// resistor of one ohm: the expected number of moves from one to the other and back is the resistance times the sum of the numbers of
/// neighbors of all cells.
///
/// # Source
///
/// A. K. Chandra, P. Raghavan, W. L. Ruzzo, R. Smolensky and P. Tiwari, "The electrical resistance of a graph captures its commute and
/// cover times", *STOC* (1989).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WalkTime {
    cells: u64,
    /// The moves for each cell that its neighborhood adds.
    nearby: f64,
    /// The length of the grid compared with its width.
    along: f64,
}

impl WalkTime {
    /// Returns the time on a box of columns, rows and floors of squares. If two ends are `joined`, the way is half as long.
    pub(crate) fn in_box(lengths: [u64; 3], joined: [bool; 3]) -> WalkTime {
        let cells = lengths.iter().fold(1_u64, |cells, &length| cells.saturating_mul(length));
        let mut sides = [0, 1, 2].map(|side| (lengths[side].max(1) as f64, joined[side]));
        sides.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let [(low, _), (short, _), (long, is_joined)] = sides;
        let neighbors: f64 = sides.iter().map(|&(length, _)| 2.0 - 2.0 / length).sum();
        let along = neighbors / 4.0 * long / (low * short) / if is_joined { 2.0 } else { 1.0 };
        WalkTime { cells, nearby: logarithm(short / low) / low, along }
    }

    /// Returns the time on a grid without loops, which has only one maze: no walk looks for it.
    pub(crate) fn nowhere(cells: u64) -> WalkTime {
        WalkTime { cells, nearby: 0.0, along: 0.0 }
    }

    /// Returns the time on any connected grid. A search from a cell at its edge divides the grid into levels, and each level into connected
    /// parts. The sides that lead on from a part share what is beyond.
    ///
    /// # Complexity
    ///
    /// Time `O(cells α(cells))`, and twenty bytes for each cell.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the work. It is asked every few thousand cells.
    pub(crate) fn on<G: Grid, O: Observer>(grid: &G, observer: &mut O) -> Result<WalkTime, O::Stop> {
        let edge = SearchLevels::from(grid, Cell(0), observer)?.last();
        let SearchLevels { depth, order } = SearchLevels::from(grid, edge, observer)?;
        let cells = order.len() as f64;
        let mut parts = Forest::new(depth.len());
        // By the root of a part: its cells, and the sides that lead to it from the level before.
        let mut beyond = vec![1_u32; depth.len()];
        let mut entries = vec![0_u32; depth.len()];
        let (mut sides, mut resistance) = (0, 0.0);
        let mut pacer = Pacer::default();
        for level in order.chunk_by(|a, b| depth[a.index()] == depth[b.index()]).rev() {
            for &cell in level {
                pacer.tick(observer)?;
                for side in grid.inner_sides(cell) {
                    sides += 1;
                    let neighbor = grid.across(cell, side);
                    if depth[neighbor.index()] >= depth[cell.index()] {
                        let pair = [parts.root(cell.0), parts.root(neighbor.0)];
                        if parts.unite(pair[0], pair[1]) {
                            let all = pair.map(|root| beyond[root as usize]).iter().sum();
                            beyond[parts.root(cell.0) as usize] = all;
                        }
                    }
                }
            }
            let entry = |cell: Cell| {
                let is_before = |&side: &_| depth[grid.across(cell, side).index()] < depth[cell.index()];
                grid.inner_sides(cell).into_iter().filter(is_before).count() as u32
            };
            for &cell in level {
                entries[parts.root(cell.0) as usize] += entry(cell);
            }
            for &cell in level {
                let root = parts.root(cell.0) as usize;
                let entries = std::mem::take(&mut entries[root]);
                if entries > 0 {
                    let share = f64::from(beyond[root]) / cells;
                    resistance += share * share / f64::from(entries);
                }
            }
        }
        // From one end of a path, the resistance is twice the mean. In a ring, it is the mean. This is between the two.
        let along = 1.125 * f64::from(sides) / cells * resistance;
        Ok(WalkTime { cells: order.len() as u64, nearby: 0.0, along })
    }

    /// Returns about how many moves Wilson's algorithm takes: the mean hitting time, fitted to counted steps. The part of a grid that is
    /// [very long](VERY_LONG) counts four times.
    pub(crate) fn hitting(self) -> u64 {
        self.moves(3.0 + self.nearby + 4.0 / 3.0 * (self.along + 3.0 * self.excess()))
    }

    /// Returns about how many moves Houston's algorithm takes at most: a walk finds the first third of the cells sooner than Wilson's first
    /// walks find the tree. Fitted to counted steps.
    pub(crate) fn hitting_a_third(self) -> u64 {
        self.moves(1.0 + self.nearby / 2.0 + 4.0 / 3.0 * (self.along + 3.0 * self.excess()))
    }

    /// Returns about how many moves it takes to visit all cells: the cover time, fitted to counted steps. It grows faster than the cells,
    /// since the last cells are found ever later. The part of a grid that is [very long](VERY_LONG) counts twice, since this time differs
    /// less.
    pub(crate) fn cover(self) -> u64 {
        let is_walked = self.along > 0.0;
        let nearby = if is_walked { (4.0 * logarithm(self.cells as f64) - 13.0).max(1.0) } else { 1.0 };
        self.moves(nearby + 7.0 / 3.0 * (self.along + self.excess()))
    }

    /// Returns one and a half times the cover time, for walks that must all end in time, or whose moves take longer.
    pub(crate) fn long_cover(self) -> u64 {
        let moves = self.cover();
        moves.saturating_add(moves / 2)
    }

    /// Returns by how much this grid is longer than a very long one; 0 if it is not.
    fn excess(self) -> f64 {
        (self.along - VERY_LONG).max(0.0)
    }

    fn moves(self, for_each_cell: f64) -> u64 {
        // Numbers that are too large become the largest number.
        (self.cells as f64 * for_each_cell) as u64
    }
}

/// From this length on, a single walk determines how long the maze takes. Such walks differ from seed to seed: one in fourteen takes three
/// times the mean. So more steps than the mean are expected, and hardly any maze takes more.
const VERY_LONG: f64 = 2048.0;

/// Returns the logarithm to the base of 2, rounded down; 0 for numbers less than 1.
fn logarithm(number: f64) -> f64 {
    f64::from((number as u64).max(1).ilog2())
}

/// A breadth-first search of the cells that can be reached if no walls stand.
pub(crate) struct SearchLevels {
    /// By cell: the number of moves to it, or [`u32::MAX`] if it cannot be reached.
    pub(crate) depth: Vec<u32>,
    order: Vec<Cell>,
}

impl SearchLevels {
    pub(crate) fn from<G: Grid, O: Observer>(grid: &G, start: Cell, observer: &mut O) -> Result<SearchLevels, O::Stop> {
        let mut depth = vec![u32::MAX; grid.cells() as usize];
        let mut order = Vec::with_capacity(depth.len());
        depth[start.index()] = 0;
        order.push(start);
        let (mut next, mut pacer) = (0, Pacer::default());
        while let Some(&cell) = order.get(next) {
            pacer.tick(observer)?;
            next += 1;
            for side in grid.inner_sides(cell) {
                let neighbor = grid.across(cell, side);
                if depth[neighbor.index()] == u32::MAX {
                    depth[neighbor.index()] = depth[cell.index()] + 1;
                    order.push(neighbor);
                }
            }
        }
        Ok(SearchLevels { depth, order })
    }

    fn last(&self) -> Cell {
        self.order.last().copied().unwrap_or(Cell(0))
    }
}
