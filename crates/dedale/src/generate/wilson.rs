//! Wilson's algorithm: loop-erased random walks.
//!
//! Carves a uniform spanning tree: every perfect maze of the grid is equally likely.
//!
//! The tree begins as one random cell. From each cell outside it, row by row, a random walk sets out until it meets the
//! tree; whenever the walk crosses itself, the loop is erased; what remains is carved. Which cell a walk sets out from does
//! not matter to the result. The texture has no bias at all, and three dead ends in ten cells.
//!
//! # Source
//!
//! D. B. Wilson, "Generating random spanning trees more quickly than the cover time", *STOC* (1996).

use super::from_root::carve_from_root;
use super::prelude::*;
use super::walk::WalkTime;
use super::wanderer::Wanderer;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Wilson,
    name: "wilson",
    title: "Wilson",
    description: "Random walks to the tree, their loops erased: a uniform spanning tree.",
    texture: "no bias at all: every perfect maze is equally likely",
    uniform: true,
    time: "O(n log n) expected on a square, O(n²) on two rows",
    walk: Some(WalkTime::hitting),
    bytes: 3,
    source: "D. B. Wilson, Generating random spanning trees more quickly than the cover time, STOC (1996)",
    ..PLAIN
};

#[inline(never)]
pub(super) fn carve<G: Grid, O: Observer>(maze: &mut Maze<G>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    carve_from_root(maze, Step::Root, rng, observer, walk_from_new)
}

/// Lets walks set out from every new cell, row by row, until each meets the tree, to which the cell at `root` belongs.
// Inlined, so that the parts of the board stay in registers: Wilson's algorithm takes a tenth longer otherwise.
#[inline(always)]
pub(super) fn walk_from_new<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    root: usize,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let mut exits = vec![NO_EXIT; board.grid().places()];
    let mut wanderer = Wanderer::at(root, board, rng);
    let mut next = 0;
    while let Some(start) = board.first_new(next) {
        next = start + 1;
        if start != root {
            wanderer.set_out(start, board);
            walk_to_tree(board, &mut wanderer, root, &mut exits, observer)?;
            let met = wanderer.place();
            let mut place = start;
            while place != met {
                let side = Side::new(std::mem::replace(&mut exits[place], NO_EXIT) & 7);
                let far = board.across(place, side);
                board.carve(place, side, far, observer)?;
                place = far;
            }
        }
    }
    wanderer.stop(board);
    Ok(())
}

/// Lets `wanderer` walk until the tree is met. `exits` then has, by place, the side by which the walk left each cell for the last time, which
/// leads from the start to the tree and leaves the loops out.
// Inlined, so that the wanderer stays in registers.
#[inline(always)]
fn walk_to_tree<G: Grid, O: Observer>(
    board: &mut Board<'_, G>,
    wanderer: &mut Wanderer<'_>,
    root: usize,
    exits: &mut [u8],
    observer: &mut O,
) -> Result<(), O::Stop> {
    let mut place = wanderer.place();
    observer.see(Step::Visit(board.cell(place)))?;
    loop {
        let Some(side) = wanderer.go_on(board) else {
            observer.see(Step::Visit(board.cell(place)))?;
            continue;
        };
        exits[place] = side.number();
        let next = wanderer.place();
        if O::FOLLOWS {
            tell_of_loop(board, next, exits, observer)?;
        }
        observer.see(Step::Visit(board.cell(next)))?;
        if !board.is_new(next) || next == root {
            return Ok(());
        }
        place = next;
    }
}

/// If the walk has been at `place` before, the path from there to here is a loop. Removes it, and reports that to `observer`.
fn tell_of_loop<G: Grid, O: Observer>(
    board: &Board<'_, G>,
    place: usize,
    exits: &mut [u8],
    observer: &mut O,
) -> Result<(), O::Stop> {
    let mut looped = place;
    loop {
        let exit = std::mem::replace(&mut exits[looped], NO_EXIT);
        if exit == NO_EXIT {
            return Ok(());
        }
        if looped != place {
            observer.see(Step::Erase(board.cell(looped)))?;
        }
        looped = board.across(looped, Side::new(exit));
    }
}

/// No side has this number.
const NO_EXIT: u8 = u8::MAX;
