//! Braiding: opening dead ends into loops.

use crate::about::Share;
use crate::grid::{Cell, Grid, Side, Sides};
use crate::maze::Maze;
use crate::observe::{Observer, shuffle};
use crate::rng::Rng;

/// Opens a share of the dead ends of a maze into loops, rounded to the nearest number of them.
///
/// Dead ends are taken in random order. Each gets one more passage, to another dead end if there is one beside it, so that one opening
/// removes two of them. When one is left to open, a pair is opened only if no dead end can be opened alone. A cell with a single neighbor
/// stays a dead end.
///
/// # Source
///
/// Jamis Buck, *Mazes for Programmers* (2015), p. 141.
pub fn braid<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    share: Share,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    if share == Share::NONE {
        return Ok(());
    }
    let mut dead_ends: Vec<Cell> = maze.cells().filter(|&cell| maze.is_dead_end(cell)).collect();
    let mut still_to_open = share.of(dead_ends.len() as u32);
    shuffle(&mut dead_ends, rng, observer)?;
    // The first one that could only be opened together with another, when one was left to open.
    let mut only_as_pair = None;
    for cell in dead_ends {
        if still_to_open == 0 {
            return Ok(());
        }
        if !maze.is_dead_end(cell) {
            continue;
        }
        let walls = maze.inner_walls(cell);
        let to_dead_end = |&side: &Side| maze.is_dead_end(maze.grid().across(cell, side));
        let pairs: Sides = walls.into_iter().filter(to_dead_end).collect();
        let others = walls.minus(pairs);
        let from = match (still_to_open, pairs.is_empty(), others.is_empty()) {
            (1, false, true) => {
                only_as_pair = only_as_pair.or(Some(cell));
                continue;
            }
            (1, _, _) | (_, true, _) => others,
            (_, false, _) => pairs,
        };
        if let Some(side) = from.pick(|n| rng.below(n)) {
            maze.carve(cell, side, observer)?;
            still_to_open -= if pairs.contains(side) { 2 } else { 1 };
        }
    }
    // If none could be opened alone, one too many is opened rather than one too few.
    if let Some(cell) = only_as_pair.filter(|_| still_to_open == 1)
        && let Some(side) = maze.inner_walls(cell).pick(|n| rng.below(n))
    {
        maze.carve(cell, side, observer)?;
    }
    Ok(())
}
