//! Prim's algorithm proper: the minimum spanning tree of random weights.
//!
//! Carves the minimum spanning tree of a grid whose edges have random weights, grown from a random cell: of all edges
//! that lead out of what is carved, the lightest is opened.
//!
//! The maze has the texture of [`kruskal`](super::kruskal), since both give the minimum spanning tree of random
//! weights: many short dead ends (about three cells in ten), less regular than [`prim`](super::prim).
//!
//! # Source
//!
//! R. C. Prim, "Shortest connection networks and some generalizations", *Bell System Technical Journal* 36 (1957);
//! relatives in which cells have weights: Jamis Buck, *Mazes for Programmers* (2015), p. 179.

use super::frontier::{edge, ends};
use super::lightest_first::LightestFirst;
use super::prelude::*;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::TruePrim,
    name: "true-prim",
    title: "True Prim",
    description: "The minimum spanning tree of random edge weights, grown from a random cell by the lightest edge that leads out.",
    texture: "many short dead ends, less regular than randomized Prim",
    time: "O(n log n)",
    steps: Growth::Linear(9),
    bytes: 5,
    source: "R. C. Prim, Bell System Technical Journal 36 (1957); J. Buck, Mazes for Programmers (2015), p. 179",
    ..PLAIN
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_on_board(maze, |board| {
        let (grid, places) = (board.grid(), board.grid().places());
        // Some bits of a weight are replaced by those of its edge. How many depends only on the cells, and is enough for the places of
        // every square grid. Both numbers of a cell are in the same order, which decides between equal weights.
        let numbers = 4 * u64::from(grid.cells()) + 2;
        if places as u64 <= numbers {
            grow_by_weight(board, numbers, |place| place, |place| place, rng, observer)
        } else {
            let (number, place) = (|place| grid.cell_at(place).index(), |number| grid.place(Cell(number as u32)));
            grow_by_weight(board, numbers, number, place, rng, observer)
        }
    })
}

/// Repeatedly takes the lightest edge that leads out, until every cell is carved. `number` maps the cell at a
/// place to one of `numbers`, and `place_of` is its inverse.
#[inline(never)]
fn grow_by_weight<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    numbers: u64,
    number: impl Fn(usize) -> usize,
    place_of: impl Fn(usize) -> usize,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let leads_out = |board: &Board<'_, G>, edge| {
        let (from, side) = ends(edge);
        board.is_new(board.across(place_of(from), side))
    };
    let mut place = board.random_place(rng);
    observer.see(Step::Visit(board.cell(place)))?;
    let mut frontier = LightestFirst::new(2 * board.grid().cells() as usize, (numbers << 3 | 7).ilog2() + 1);
    let mut remaining = board.grid().cells() - 1;
    while remaining > 0 {
        // An edge enters the frontier once, when the first of its cells is carved. To draw its weight then is to draw it at
        // the start, without the memory. Equal weights, should two ever be drawn, fall to the cell with the lower number.
        for side in board.sides_to_new(place) {
            frontier.push(edge(number(place), side), rng, |edge| leads_out(board, edge));
        }
        loop {
            let Some(lightest) = frontier.pop(|edge| leads_out(board, edge)) else { return Ok(()) };
            let (from, side) = ends(lightest);
            let from = place_of(from);
            let far = board.across(from, side);
            observer.see(Step::Visit(board.cell(far)))?;
            if board.is_new(far) {
                board.carve(from, side, far, observer)?;
                place = far;
                remaining -= 1;
                break;
            }
        }
    }
    Ok(())
}
