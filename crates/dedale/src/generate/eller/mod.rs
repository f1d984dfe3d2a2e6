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
//! On plain squares, [`bits`] does so for 64 cells at a time, and draws other random numbers: the mazes are different.
//!
//! [`Algorithm::Eller`](super::Algorithm::Eller) says more about its mazes, and where it is from.

mod bits;
mod column_sets;

use super::bias::Bias;
use super::prelude::*;
use super::rows::row_bits::carve_rows;
use super::rows::row_cell::{RowCell, count_rows, row_cells};
use crate::forest::Forest;
use bits::Eller;

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
    rows: Some(|_, request| Box::new(Eller::new(request))),
    ..DEFAULTS
};

/// Carves a maze on any grid that has rows.
///
/// A cell of such a grid may have several neighbors in the next row, or none. The sets of all cells are kept, since a cell can border on two
/// cells of the row before.
pub(super) fn carve_on_rows<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let mut sets = Forest::new(maze.grid().cells() as usize);
    let rows = count_rows(maze.grid());
    for row in 0..rows {
        let is_last = row + 1 == rows;
        let cells = row_cells(maze.grid(), Bias::SouthEast, rows, row);
        // The last cell, if it does not lead to the next row, can only be joined to the cell before it.
        let mut before = None;
        for &RowCell { cell, along, onward } in &cells {
            observer.see(Step::Visit(cell))?;
            let leads_on = is_last || !onward.is_empty();
            match along {
                Some(side) if is_last || !leads_on || rng.coin() => unite(maze, &mut sets, cell, side, observer)?,
                None if !leads_on => {
                    if let Some((cell, side)) = before {
                        unite(maze, &mut sets, cell, side, observer)?;
                    }
                }
                _ => {}
            }
            before = along.map(|along| (cell, along));
        }
        // The sides to the next row, by set. In random order, the first one of each set is opened, and some of the others.
        let onwards = cells.iter().flat_map(|of| of.onward.into_iter().map(|side| (of.cell, side)));
        let mut onwards: Vec<(u32, Cell, Side)> = onwards.map(|(cell, side)| (sets.root(cell.0), cell, side)).collect();
        onwards.sort_unstable();
        for of_set in onwards.chunk_by_mut(|a, b| a.0 == b.0) {
            rng.shuffle(of_set);
            for (index, &(_, cell, side)) in of_set.iter().enumerate() {
                if index == 0 || rng.below(ALSO_ONE_IN) == 0 {
                    unite(maze, &mut sets, cell, side, observer)?;
                }
            }
        }
    }
    Ok(())
}

/// One in this many of the other sides to the next row is opened as well.
const ALSO_ONE_IN: u64 = 3;

/// Opens the wall at a side if the cells beside it are in different sets, and unites these.
fn unite<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    sets: &mut Forest,
    cell: Cell,
    side: Side,
    observer: &mut O,
) -> Result<(), O::Stop> {
    if sets.unite(cell.0, maze.grid().across(cell, side).0) {
        maze.carve(cell, side, observer)?;
    }
    Ok(())
}

/// Carves a maze on plain squares.
pub(super) fn carve<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_rows(maze, Eller::new, rng, observer)
}
