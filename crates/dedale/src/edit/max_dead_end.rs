//! No dead end that is longer than some cells.

use super::EditOption;
use super::option::steps_of_all;
use crate::about::{InvalidValue, parse_whole};
use crate::grid::{Cell, Grid, Side};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::Rng;

pub(crate) const MAX_DEAD_END: EditOption = EditOption {
    name: "max_dead_end",
    description: "The most cells that a dead end may have: longer ones are joined to a neighbor.",
    breaks_halves: true,
    set: |edits, text| parse_whole(text, 1..=u32::MAX.into()).map(|cells| edits.max_dead_end = Some(cells as u32)),
    get: |edits| edits.max_dead_end.map(u32::into),
    check: |edits, _| match edits.max_dead_end {
        Some(0) => vec![InvalidValue::out_of_range("", &(1..=u32::MAX))],
        _ => Vec::new(),
    },
    steps: |edits, cells| steps_of_all(cells, edits.max_dead_end.is_some()),
    // As for `braid`.
    bytes: |edits| if edits.max_dead_end.is_some() { 4 } else { 0 },
    ..EditOption::NONE
};

/// Opens a wall of each dead end that has more cells than `most`: they are those from the cell with one passage up to the first that has
/// three or more, which is none of them.
///
/// Dead ends are taken in random order. Of the cells that may stay a dead end and the next one, the one nearest to the end that has a wall to
/// another cell gets one more passage, through any such wall, each equally likely. A dead end of cells without such walls stays as it is.
///
/// # Complexity
///
/// Time `O(cells)`; four bytes for each dead end.
///
/// ```
/// use dedale::edit::max_dead_end;
/// use dedale::{generate::Algorithm, grid::Square, rng::{Rng, Stream}};
/// let mut maze = Algorithm::Backtracker.generate(Square::new(30, 30)?, 7);
/// let before = maze.clone();
/// let Ok(()) = max_dead_end(&mut maze, 3, &mut Rng::new(7, Stream::MaxDeadEnd), &mut ());
/// assert!(maze.count_passages() > before.count_passages());
/// let Ok(()) = max_dead_end(&mut maze, 3, &mut Rng::new(8, Stream::MaxDeadEnd), &mut ());
/// assert!(maze.cells().any(|cell| maze.is_dead_end(cell)));
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
pub fn max_dead_end<G: Grid, O: Observer>(
    maze: &mut Maze<G>,
    most: u32,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let mut dead_ends: Vec<Cell> = maze.cells().filter(|&cell| maze.is_dead_end(cell)).collect();
    rng.shuffle(&mut dead_ends);
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

/// Whether the dead end has more cells than this.
fn is_longer<G: Grid>(maze: &Maze<G>, end: Cell, most: u32) -> bool {
    along(maze, end).nth(most as usize).is_some()
}

/// The cells of a dead end, from its end on: all that have no more than two passages.
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
