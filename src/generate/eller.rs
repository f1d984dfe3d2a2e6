//! Eller's algorithm: one row at a time.

use super::disjoint_sets::DisjointSets;
use crate::grid::{Side, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Stopped};
use crate::rng::Rng;

/// Carves a perfect maze one row at a time, knowing of the rows above only which cells of the last one are connected:
/// neighbours of different sets are joined at random, then each set is carried down in one or more places. In the last row
/// all sets are joined.
///
/// An even texture, like [`kruskal`](super::kruskal())'s, a little longer in the rows, with dead ends in about three cells in
/// ten.
///
/// # Complexity
///
/// Time `O(cells × α(columns))`; 17 bytes for each column, whatever the number of rows.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// Marlin Eller (1982), as told in Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for
/// Programmers* (2015), p. 189.
///
/// ```
/// use dedale::{generate::eller, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// eller(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn eller<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), Stopped> {
    let grid = *maze.grid();
    let mut line = Line::new(grid.columns());
    for row in 0..grid.rows() {
        let last = row == grid.rows() - 1;
        for column in 1..grid.columns() {
            if line.differ(column) && (last || rng.coin()) {
                line.join(column);
                maze.join(grid.at(row, column - 1), Side::E, observer)?;
            }
        }
        if !last {
            line.carry_down(rng);
            for column in (0..grid.columns()).filter(|&column| line.carried[column as usize]) {
                maze.carve(grid.at(row, column), Side::S, observer)?;
            }
        }
    }
    Ok(())
}

/// Which cells of one row are connected, through this row and the rows above.
struct Line {
    /// Which columns are connected.
    sets: DisjointSets,
    /// Which columns open south.
    carried: Vec<bool>,
    /// Scratch, by the element that stands for a set: how many of its columns were seen, and the one that is carried down
    /// in any case. After that, the first column of the next row that belongs to it.
    seen: Vec<u32>,
    chosen: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Line {
    fn new(columns: u32) -> Line {
        let n = columns as usize;
        Line { sets: DisjointSets::new(columns), carried: vec![false; n], seen: vec![0; n], chosen: vec![NONE; n] }
    }

    /// Whether `column` and the one west of it are in different sets.
    fn differ(&mut self, column: u32) -> bool {
        self.sets.find(column - 1) != self.sets.find(column)
    }

    /// Joins the set of `column` with that of the one west of it.
    fn join(&mut self, column: u32) {
        self.sets.unite(column - 1, column);
    }

    /// Chooses which columns open south, at least one of each set, and makes the sets those of the next row.
    fn carry_down(&mut self, rng: &mut Rng) {
        let columns = self.carried.len() as u32;
        self.seen.fill(0);
        // One column of each set at random, by reservoir sampling: the k-th seen replaces the one before by 1 in k.
        for column in 0..columns {
            let set = self.sets.find(column) as usize;
            self.seen[set] += 1;
            if rng.below(u64::from(self.seen[set])) == 0 {
                self.chosen[set] = column;
            }
        }
        for column in 0..columns {
            let set = self.sets.find(column) as usize;
            self.carried[column as usize] = self.chosen[set] == column || rng.coin();
        }
        self.next_row(columns);
    }

    /// The sets of the next row: columns that were carried down stay together, the others stand alone.
    fn next_row(&mut self, columns: u32) {
        // `seen` now keeps the old set of each column, since the forest is about to be reset.
        for column in 0..columns {
            self.seen[column as usize] = self.sets.find(column);
        }
        self.sets.reset();
        self.chosen.fill(NONE);
        for column in (0..columns).filter(|&column| self.carried[column as usize]) {
            let first = &mut self.chosen[self.seen[column as usize] as usize];
            if *first == NONE {
                *first = column;
            } else {
                self.sets.unite(*first, column);
            }
        }
    }
}
