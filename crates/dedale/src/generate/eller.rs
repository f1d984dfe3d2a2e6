//! Eller's algorithm: one row at a time.
//!
//! ```text
//! for each row:
//!     join neighbors of different sets at random, in the last row all of them
//!     choose a column of each set
//!     open south the chosen columns, and others at random
//!     let each other column begin a new set in the next row
//! ```
//!
//! It draws random numbers row by row, so [`Rows`](super::Rows) makes any number of rows without storing them.
//!
//! [`Algorithm::Eller`](super::Algorithm::Eller) says more about its mazes, and where it is from.

use std::hint::select_unpredictable;

use super::prelude::*;
use super::rows::Part;
use super::rows::row_bits::{ByRows, CarvesRows, RowBits, carve_rows, has};
use crate::rng::Key;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Eller,
    name: "eller",
    title: "Eller",
    description: "One row at a time: neighbors of different sets are joined at random, and each set is carried down at least once.",
    texture: "even, much like Kruskal's, in the memory of one row",
    memory: "O(w)",
    bytes: 1,
    bytes_of_column: 18,
    bytes_on_meshes: Some(8),
    source: "M. Eller (1982), in W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 189",
    rows: Some(|_, part| Box::new(Eller::new(part))),
    ..PLAIN
};

pub(super) fn carve<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let whole = Part::whole(rng.key(), maze.grid());
    carve_rows(maze, Eller::new(&whole), observer)
}

/// The rows of Eller's algorithm. The draws of a column come from the same words in every maze.
#[derive(Clone, Debug)]
pub(super) struct Eller {
    joins: Key,
    carries: Key,
    choices: Key,
    rows: u64,
    sets: ColumnSets,
}

impl Eller {
    fn new(&Part { key, columns, rows, .. }: &Part) -> Eller {
        Eller {
            joins: key.of(0),
            carries: key.of(1),
            choices: key.of(2),
            rows,
            sets: ColumnSets::new(columns as usize),
        }
    }
}

impl ByRows for Eller {
    fn make(&mut self, row: u64, line: &mut RowBits) {
        let is_last = row + 1 == self.rows;
        let (joins, carries) = (self.joins.of(row), self.carries.of(row));
        for (block, east) in line.east.iter_mut().enumerate() {
            let coins = if is_last { u64::MAX } else { joins.word(block as u64) };
            *east = self.sets.join(64 * block, coins);
        }
        if is_last {
            line.south.fill(0);
            return;
        }
        self.sets.choose(self.choices.of(row));
        for (block, south) in line.south.iter_mut().enumerate() {
            *south = self.sets.carry_down(64 * block, carries.word(block as u64));
        }
    }
}

/// The sets of connected columns of one row, through this row and the rows above.
///
/// Each set is a ring of its columns, from west to east and from the last one to the first. No two sets cross, since the paths between cells
/// do not. So two neighbors are in one set if and only if one follows the other in its ring. Comparing, joining two rings at neighbors, and
/// taking a column out of its ring take constant time each. A forest would have to be climbed, and could not be taken apart.
///
/// The functions are for up to 64 columns, whose coins are the bits of a word. Coins cannot be predicted, so no branch depends on one.
#[derive(Clone, Debug)]
struct ColumnSets {
    /// The column before each column in its ring, and the column after it.
    before: Vec<u32>,
    after: Vec<u32>,
    /// The number of columns of its set up to each column from the west, and the chosen one of them.
    seen: Vec<(u32, u32)>,
    /// True for chosen columns, with one more entry to write to if no column is chosen.
    chosen: Vec<bool>,
}

impl ColumnSets {
    /// Creates a set of each column.
    fn new(columns: usize) -> ColumnSets {
        let alone: Vec<u32> = (0..columns as u32).collect();
        ColumnSets {
            before: alone.clone(),
            after: alone,
            seen: vec![(0, 0); columns],
            chosen: vec![false; columns + 1],
        }
    }

    /// Joins neighbors of different sets if `coins` has their bit. Returns the columns that were joined with the next one.
    fn join(&mut self, first: usize, coins: u64) -> u64 {
        let mut joined = 0;
        let last = self.after.len() - 1;
        let mut after = self.after[first];
        for k in 0..64.min(last.saturating_sub(first)) {
            let (west, east) = ((first + k) as u32, (first + k + 1) as u32);
            let (before, next) = (self.before[first + k + 1], self.after[first + k + 1]);
            let join = (after != east) & (coins >> k & 1 == 1);
            let open = select_unpredictable(join, after, east);
            self.before[after as usize] = select_unpredictable(join, before, west);
            self.after[before as usize] = open;
            self.after[first + k] = select_unpredictable(join, east, after);
            self.before[first + k + 1] = select_unpredictable(join, west, before);
            joined |= u64::from(join) << k;
            after = select_unpredictable(before == east, open, next);
        }
        joined
    }

    /// Chooses one column of each set, each equally likely, by reservoir sampling: the k-th column from the west replaces the chosen one with
    /// a probability of 1 in k.
    fn choose(&mut self, row: Key) {
        let columns = self.after.len();
        for column in 0..columns {
            let (before, after) = (self.before[column] as usize, self.after[column] as usize);
            let (seen, chosen) = self.seen[before];
            let seen = 1 + select_unpredictable(before < column, seen, 0);
            let chosen = select_unpredictable(row.below(seen.into(), column as u64) == 0, column as u32, chosen);
            self.seen[column] = (seen, chosen);
            self.chosen[select_unpredictable(after <= column, chosen as usize, columns)] = true;
        }
    }

    /// Opens south the columns that are chosen or have a bit in `coins`, and returns them. They stay in their sets. Each other column is
    /// alone in the next row.
    fn carry_down(&mut self, first: usize, coins: u64) -> u64 {
        let mut south = 0;
        let columns = self.after.len();
        let mut before = self.before[first];
        for k in 0..64.min(columns - first) {
            let column = (first + k) as u32;
            let carried = self.chosen[first + k] | (coins >> k & 1 == 1);
            self.chosen[first + k] = false;
            let after = self.after[first + k];
            self.after[before as usize] = select_unpredictable(carried, column, after);
            self.before[after as usize] = select_unpredictable(carried, column, before);
            self.after[first + k] = select_unpredictable(carried, after, column);
            self.before[first + k] = select_unpredictable(carried, before, column);
            south |= u64::from(carried) << k;
            before = self.before[(first + k + 1).min(columns - 1)];
        }
        south
    }
}

impl CarvesRows for Eller {
    const JOINS: bool = true;

    fn opened(&self, line: &RowBits, columns: u32) -> Vec<(u32, Side)> {
        let sides = [(&line.east[..], Side::E), (&line.south[..], Side::S)];
        let opened = |(words, side)| (0..columns).filter(move |&column| has(words, column)).map(move |at| (at, side));
        sides.into_iter().flat_map(opened).collect()
    }
}
