//! The binary tree: each cell opens one of two sides.
//!
//! ```text
//! for each cell, row by row:
//!     carve to one of the two neighbors that bias names, at random
//! ```
//!
//! On plain squares, [`bits`] does so for 64 cells at a time, and draws other random numbers: the mazes are different.
//!
//! [`Algorithm::BinaryTree`](super::Algorithm::BinaryTree) says more about its mazes, and where it is from.

mod bits;

pub(crate) use bits::BinaryTree;

use super::bias::Bias;
use super::prelude::*;
use super::rows::MakeRows;
use super::rows::row_bits::carve_rows;
use super::rows::row_cell::{RowCell, count_rows, join_before, row_cells};
use crate::about::{OptionInfo, own_option};

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::BinaryTree { bias: Bias::SouthEast },
    name: "binary-tree",
    title: "Binary tree",
    description: "Row by row from the top left, each cell opens one of the two sides that bias names, at random.",
    texture: "a strong diagonal drift, two straight corridors along the borders",
    options: &[OptionInfo {
        values: Bias::NAMES,
        default: Bias::SouthEast.name(),
        description: "The corner that every passage drifts towards.",
        ..own_option!(Algorithm::BinaryTree { bias })
    }],
    memory: "O(w)",
    bytes: 1,
    source: "J. Buck, Mazes for Programmers (2015), p. 6",
    rows: Some(ROWS),
    rectangle: Some(ROWS),
    ..DEFAULTS
};

const ROWS: MakeRows = |algorithm, request| {
    let bias = if let Algorithm::BinaryTree { bias } = *algorithm { bias } else { Bias::default() };
    Box::new(BinaryTree::new(bias, request))
};

/// Carves a maze on any grid that has rows.
///
/// A cell of such a grid may have several neighbors in the next row, or none. A cell that has no way on at all is joined to the cell before
/// it, which therefore goes elsewhere.
pub(super) fn carve_on_rows<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    bias: Bias,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let rows = count_rows(maze.grid());
    for row in 0..rows {
        let mut before = None;
        let cells = row_cells(maze.grid(), bias, rows, row);
        for (index, &RowCell { cell, along, onward }) in cells.iter().enumerate() {
            observer.see(Step::Visit(cell))?;
            let next_is_stuck = cells.get(index + 1).is_some_and(|next| next.along.is_none() && next.onward.is_empty());
            let goes_along = onward.is_empty() || along.is_some() && !next_is_stuck && rng.coin();
            match if goes_along { along } else { onward.pick(|count| rng.below(count)) } {
                Some(side) => {
                    maze.carve(cell, side, observer)?;
                }
                None => join_before(maze, before, observer)?,
            }
            before = along.map(|along| (cell, along));
        }
    }
    Ok(())
}

/// Carves a maze on plain squares.
pub(super) fn carve<O: Observer>(
    maze: &mut Maze<Square>,
    bias: Bias,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    carve_rows(maze, |request| BinaryTree::new(bias, request), rng, observer)
}
