//! The sidewinder: runs to the east, each with one way south.
//!
//! ```text
//! for each row but the last, and each cell of it from the west:
//!     if a coin says so, and this is not the last cell, carve east
//!     else, close the run: carve south from a random cell of it
//! carve the last row as one run
//! ```
//!
//! On plain squares, [`bits`] does so for 64 cells at a time, and draws other random numbers: the mazes are different.
//!
//! [`Algorithm::Sidewinder`](super::Algorithm::Sidewinder) says more about its mazes, and where it is from.

mod bits;

pub(crate) use bits::Sidewinder;

use super::bias::Bias;
use super::prelude::*;
use super::rows::row_bits::carve_rows;
use super::rows::row_cell::{RowCell, count_rows, join_before, row_cells};

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Sidewinder,
    name: "sidewinder",
    title: "Sidewinder",
    description: "Row by row, either the run goes on to the east, or it is closed and a random cell of it opens south.",
    texture: "a vertical drift, one straight corridor along the bottom",
    memory: "O(w)",
    bytes: 1,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 12",
    rows: Some(|_, request| Box::new(Sidewinder::new(request))),
    rectangle: Some(|_, request| Box::new(Sidewinder::new(request))),
    ..DEFAULTS
};

/// Carves a maze on any grid that has rows.
///
/// A run can only be closed if one of its cells borders on the next row. A run without such a cell at the end of its row is joined to the run
/// before it.
pub(super) fn carve_on_rows<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let rows = count_rows(maze.grid());
    for row in 0..rows {
        let is_last = row + 1 == rows;
        // The sides of the run to the next row, and the side that leads to the run from the cell before it.
        let (mut onwards, mut before_run) = (Vec::new(), None);
        for RowCell { cell, along, onward } in row_cells(maze.grid(), Bias::SouthEast, rows, row) {
            observer.see(Step::Visit(cell))?;
            onwards.extend(onward.into_iter().map(|side| (cell, side)));
            if let Some(along) = along.filter(|_| is_last || onwards.is_empty() || rng.coin()) {
                maze.carve(cell, along, observer)?;
                continue;
            }
            if onwards.is_empty() {
                join_before(maze, before_run, observer)?;
            } else {
                let (cell, side) = onwards[rng.index(onwards.len())];
                maze.carve(cell, side, observer)?;
            }
            onwards.clear();
            before_run = along.map(|along| (cell, along));
        }
    }
    Ok(())
}

/// Carves a maze on plain squares.
pub(super) fn carve<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_rows(maze, Sidewinder::new, rng, observer)
}
