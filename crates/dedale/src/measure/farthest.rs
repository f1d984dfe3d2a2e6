//! The two cells that are farthest apart.

use super::LongestPath;
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::solve::{Distances, distances};

/// Returns the largest number of breadth-first searches that [`stats`](super::stats()) makes for the longest path of a maze with this many
/// cells: 128, and as many as together see 2^26 cells.
///
/// A perfect maze takes two. With loops, there are usually fifty and at most a few hundred. But some mazes, such as a ring, take one search
/// from each cell: without a limit, the time would grow with the square of the cells. A maze of up to 8,192 cells is always searched to the
/// end.
pub(super) fn most_searches(cells: u32) -> u64 {
    ((1 << 26) / u64::from(cells.max(1))).max(128)
}

/// Returns the largest number of breadth-first searches that are made for the [farthest](crate::options::Ends::Farthest) ends of a maze with
/// this many cells: as many as together see 2^30 cells, but at least 64 and at most 256. In tests, no maze with loops of 300 × 300 or 1000 ×
/// 1000 cells took more than 192.
pub(crate) fn most_border_searches(cells: u32) -> u64 {
    ((1 << 30) / u64::from(cells.max(1))).clamp(64, 256)
}

/// The largest number of bytes of memory that [`farthest_border_pair`] takes for each cell.
pub(crate) const FARTHEST_BYTES: u64 = 16;

/// Returns the two cells of the border with the longest shortest path between them. If the maze has several parts, both are in one part. If
/// finding them takes more than `searches` searches, they are the two that are farthest apart among those found until then.
///
/// In a perfect maze, two searches find them: the border cell that is farthest from any cell is an end of a longest path between border
/// cells. In a maze with loops, every search from a cell bounds the distance of any other border cell from its farthest one, by the way
/// through the searched cell. Border cells are searched, the most promising first, until no bound is above the best pair.
///
/// # Source
///
/// The two searches: R. W. Bulterman et al., "On computing a longest path in a tree", *Information Processing Letters* 81
/// (2002). The bounds: F. W. Takes and W. A. Kosters, "Determining the diameter of small world networks", *CIKM* (2011).
pub(crate) fn farthest_border_pair<G: Grid, O: Observer>(
    maze: &Maze<G>,
    mut searches: u64,
    observer: &mut O,
) -> Result<LongestPath, O::Stop> {
    let mut left: Vec<Cell> = maze.cells().filter(|&cell| !maze.grid().outer_sides(cell).is_empty()).collect();
    let mut best: Option<LongestPath> = None;
    while let Some(&first) = left.first()
        && searches > 0
    {
        searches -= 1;
        let from_first = distances(maze, first, observer)?;
        let (part, others) = left.into_iter().partition::<Vec<Cell>, _>(|&cell| from_first.to(cell).is_some());
        left = others;
        // No two cells of the part are farther apart than the way through the first one.
        let bound = 2 * u64::from(farthest_of(&part, &from_first).1);
        if best.is_none_or(|best| bound > u64::from(best.length)) {
            let is_tree = is_tree(maze, &from_first);
            let pair = farthest_pair(maze, &part, &from_first, is_tree, &mut searches, observer)?;
            let exact = pair.exact && best.is_none_or(|best| best.exact);
            let longer = best.filter(|best| best.length >= pair.length).unwrap_or(pair);
            best = Some(LongestPath { exact, ..longer });
        }
    }
    let best = best.unwrap_or(LongestPath { ends: (Cell(0), Cell(0)), length: 0, exact: true });
    Ok(LongestPath { exact: best.exact && left.is_empty(), ..best })
}

/// Returns true if the reached cells are connected without loops.
pub(super) fn is_tree<G: Grid>(maze: &Maze<G>, reached: &Distances) -> bool {
    let (mut cells, mut ends_of_passages) = (0, 0);
    for cell in maze.cells().filter(|&cell| reached.to(cell).is_some()) {
        cells += 1;
        ends_of_passages += u64::from(maze.passages(cell).len());
    }
    ends_of_passages / 2 + 1 == cells
}

/// Returns the two of `cells` with the longest shortest path between them. All of them must be connected; `is_tree` is true if they are so
/// without loops. `from_one` are the distances from any of them. At least one search is made, and at most `searches`, from which the number
/// of searches is subtracted.
pub(super) fn farthest_pair<G: Grid, O: Observer>(
    maze: &Maze<G>,
    cells: &[Cell],
    from_one: &Distances,
    is_tree: bool,
    searches: &mut u64,
    observer: &mut O,
) -> Result<LongestPath, O::Stop> {
    let end = farthest_of(cells, from_one).0;
    *searches = searches.saturating_sub(1);
    let from_end = distances(maze, end, observer)?;
    let (other, length) = farthest_of(cells, &from_end);
    let best = LongestPath { ends: (end.min(other), end.max(other)), length, exact: true };
    if is_tree { Ok(best) } else { search_bounded(maze, cells, from_end, best, searches, observer) }
}

/// Returns the farthest of `cells`, the first of several, and its distance.
fn farthest_of(cells: &[Cell], distances: &Distances) -> (Cell, u32) {
    let mut farthest = (distances.origin(), 0);
    for &cell in cells {
        let moves = distances.to(cell).unwrap_or(0);
        if moves > farthest.1 {
            farthest = (cell, moves);
        }
    }
    farthest
}

/// Searches from one of `cells` after another, until none can be farther from any other than the `best` pair, or until no `searches` are
/// left.
fn search_bounded<G: Grid, O: Observer>(
    maze: &Maze<G>,
    cells: &[Cell],
    searched: Distances,
    mut best: LongestPath,
    searches: &mut u64,
    observer: &mut O,
) -> Result<LongestPath, O::Stop> {
    // The upper bound of the distance of each cell from any other.
    let mut bounds = vec![u32::MAX; cells.len()];
    let mut from_here = searched;
    // Alternates between the cell that may be farthest from another and the cell nearest to the middle, whose search lowers the bounds of all
    // others the most.
    let mut outermost = false;
    loop {
        let here = from_here.origin();
        let (far, longest) = farthest_of(cells, &from_here);
        if longest > best.length {
            best = LongestPath { ends: (far.min(here), far.max(here)), length: longest, ..best };
        }
        for (bound, &cell) in bounds.iter_mut().zip(cells) {
            let moves = from_here.to(cell).unwrap_or(0);
            *bound = if cell == here { 0 } else { (*bound).min(moves + longest) };
        }
        let open = bounds.iter().zip(cells).filter(|&(&bound, _)| bound > best.length);
        let next = if outermost { open.max_by_key(|&(bound, _)| bound) } else { open.min_by_key(|&(bound, _)| bound) };
        let Some((_, &cell)) = next else { return Ok(best) };
        if *searches == 0 {
            return Ok(LongestPath { exact: false, ..best });
        }
        *searches -= 1;
        outermost = !outermost;
        // The distances from here are no longer needed, but their memory is.
        drop(from_here);
        from_here = distances(maze, cell, observer)?;
    }
}
