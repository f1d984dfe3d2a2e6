//! Limiting the length of dead ends.

use crate::grid::{Cell, Grid, Side};
use crate::maze::Maze;
use crate::observe::{Observer, shuffle};
use crate::rng::Rng;

/// Opens a wall of each dead end with more cells than `most`. The cells of a dead end are those from the cell with one passage up to the
/// first one with three or more, which is not among them.
///
/// Dead ends are taken in random order. Of the cells that may stay a dead end and the next one, the first from the end that has
/// a wall to another cell gets one more passage, through a random one of these walls. A dead end without such walls stays as it is.
pub fn max_dead_end<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    most: u32,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let mut dead_ends: Vec<Cell> = maze.cells().filter(|&cell| maze.is_dead_end(cell)).collect();
    shuffle(&mut dead_ends, rng, observer)?;
    for end in dead_ends {
        observer.go_on()?;
        if !maze.is_dead_end(end) || !is_longer(maze, end, most) {
            continue;
        }
        let first = along(maze, end).take(most as usize + 1).find(|&cell| !maze.inner_walls(cell).is_empty());
        let Some(cell) = first else { continue };
        if let Some(side) = maze.inner_walls(cell).pick(|n| rng.below(n)) {
            maze.carve(cell, side, observer)?;
        }
    }
    Ok(())
}

/// Returns true if the dead end has more cells than this.
fn is_longer<G: Grid>(maze: &Maze<G>, end: Cell, most: u32) -> bool {
    along(maze, end).nth(most as usize).is_some()
}

/// Returns the cells of a dead end, from its end: all that have at most two passages.
fn along<G: Grid>(maze: &Maze<G>, end: Cell) -> impl Iterator<Item = Cell> {
    let mut next = Some((end, None));
    std::iter::from_fn(move || {
        let (cell, back): (Cell, Option<Side>) = next.take()?;
        let passages = maze.passages(cell);
        if passages.len() > 2 {
            return None;
        }
        let on = passages.into_iter().find(|&side| Some(side) != back);
        next = on.map(|side| (maze.grid().across(cell, side), Some(maze.grid().opposite(cell, side))));
        Some(cell)
    })
}
