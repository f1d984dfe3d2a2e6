//! The two cells that are farthest apart.

use super::LongestPath;
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::solve::{Distances, distances};

/// The most breadth-first searches that [`stats`](super::stats()) makes for the longest path of a maze with this many cells: 128, and as many
/// as together see 2^26 cells.
///
/// A perfect maze takes two. With loops there are fifty as a rule and a few hundred at most, but there are mazes, a ring among them, that
/// take one from each cell: without a limit, time would grow with the square of the cells. A maze of up to 8,192 cells is always
/// searched to the end.
pub(crate) fn most_searches(cells: u32) -> u64 {
    (SEEN_IN_ALL / u64::from(cells.max(1))).max(SEARCHES)
}

/// The most breadth-first searches that are made for the [farthest](crate::options::Ends::Farthest) ends of a maze with this many cells: as many
/// as together see 2^30 cells, but no fewer than 64 and no more than 256. Of mazes with loops of 300 × 300 and 1000 × 1000 cells none took
/// more than 192.
pub(crate) fn most_border_searches(cells: u32) -> u64 {
    (BORDER_SEEN_IN_ALL / u64::from(cells.max(1))).clamp(64, 256)
}

const BORDER_SEEN_IN_ALL: u64 = 1 << 30;

const SEARCHES: u64 = 128;
const SEEN_IN_ALL: u64 = 1 << 26;

/// How many bytes of memory [`farthest_border_pair`] takes for each cell at most.
pub(crate) const FARTHEST_BYTES: u64 = 16;

/// The two cells of the border with the longest shortest path between them. In a maze of several parts without a way between them, the two
/// are in one part. Where that takes more than `searches` searches, they are the two that are farthest apart of those found until then.
///
/// In a perfect maze two searches find them: the border cell that is farthest from any cell is one end of a longest path
/// between border cells. In a maze with loops every search from a cell bounds how far any other border cell can be from its
/// farthest (no more than the way by the searched cell), and border cells are searched, the most promising first, until no
/// bound is above the best pair found.
///
/// # Complexity
///
/// Time `O(cells)` in a perfect maze, and as much for each part of one in parts. With loops `O(cells × k)`, where `k` is fifty as a
/// rule, and at most `searches`. Sixteen bytes for each cell.
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
        // No two of the part are farther apart than by the way over the first.
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

/// Whether the cells that were reached hang together without loops.
pub(super) fn is_tree<G: Grid>(maze: &Maze<G>, reached: &Distances) -> bool {
    let (mut cells, mut ends_of_passages) = (0, 0);
    for cell in maze.cells().filter(|&cell| reached.to(cell).is_some()) {
        cells += 1;
        ends_of_passages += u64::from(maze.passages(cell).len());
    }
    ends_of_passages / 2 + 1 == cells
}

/// The two of `cells` with the longest shortest path between them. All of them must be connected; `is_tree` says that they are so
/// without loops. `from_one` are the distances from any of them. At least one search is made, and at most `searches`, from which
/// the number made is subtracted.
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

/// The farthest of `cells`, the first of several, and how far it is.
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

/// Searches from one of `cells` after the other until none can be farther from any other than the `best` pair is, or there are no more
/// `searches` to make.
fn search_bounded<G: Grid, O: Observer>(
    maze: &Maze<G>,
    cells: &[Cell],
    searched: Distances,
    mut best: LongestPath,
    searches: &mut u64,
    observer: &mut O,
) -> Result<LongestPath, O::Stop> {
    // None of the cells is farther from each of them than this.
    let mut bounds = vec![u32::MAX; cells.len()];
    let mut from_here = searched;
    // Turns between the cell that may be farthest from its farthest and the one nearest to the middle, whose search lowers
    // the bounds of all the others most.
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
        // The distances from here are not needed any more, and their memory is.
        drop(from_here);
        from_here = distances(maze, cell, observer)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Share, braid};
    use crate::generate::Algorithm;
    use crate::grid::{Side, Square};
    use crate::observe::Step;
    use crate::rng::{Rng, Stream};

    fn farthest<G: Grid>(maze: &Maze<G>) -> (Cell, Cell) {
        farthest_border_pair(maze, u64::MAX, &mut ()).unwrap().ends
    }

    #[test]
    fn fewer_searches_are_made_in_larger_mazes() {
        assert_eq!([900, 8192, 90_000, 1 << 20, 1 << 22].map(most_searches), [74_565, 8192, 745, 128, 128]);
        assert_eq!([900, 1 << 20, 1 << 23, 1 << 26].map(most_border_searches), [256, 256, 128, 64]);
    }

    #[test]
    fn the_pair_is_as_far_apart_as_any_with_and_without_loops() {
        for seed in 0..30 {
            for share in [0.0, 0.5, 1.0] {
                let mut maze = Maze::closed(Square::new(11, 8).unwrap());
                let mut rng = Rng::new(seed, Stream::Generate);
                if seed % 2 == 0 {
                    Algorithm::Backtracker.carve(&mut maze, &mut rng, &mut ()).unwrap();
                } else {
                    Algorithm::Kruskal.carve(&mut maze, &mut rng, &mut ()).unwrap();
                }
                braid(&mut maze, Share::new(share).unwrap(), &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
                let border = |&cell: &Cell| !maze.grid().outer_sides(cell).is_empty();
                let longest = maze
                    .cells()
                    .filter(border)
                    .map(|cell| {
                        let from = distances(&maze, cell, &mut ()).unwrap();
                        maze.cells().filter(border).filter_map(|to| from.to(to)).max().unwrap()
                    })
                    .max()
                    .unwrap();
                let (a, b) = farthest(&maze);
                assert!(a < b && border(&a) && border(&b));
                assert_eq!(distances(&maze, a, &mut ()).unwrap().to(b), Some(longest), "seed {seed}, braid {share}");
            }
        }
    }

    #[test]
    fn the_parts_of_a_maze_are_looked_at_each_for_itself() {
        // Five cells in a row, in parts of two and three; and a ring beside a cell, which has as many passages as a tree.
        let row = Square::new(5, 1).unwrap();
        let mut maze = Maze::closed(row);
        for column in [0, 2, 3] {
            maze.link(row.at(0, column), Side::E);
        }
        assert_eq!(farthest(&maze), (row.at(0, 2), row.at(0, 4)));
        let grid = Square::new(5, 2).unwrap();
        let mut maze = Maze::closed(grid);
        for column in 0..3 {
            maze.link(grid.at(0, column), Side::E);
            maze.link(grid.at(1, column), Side::E);
        }
        for column in [0, 3] {
            maze.link(grid.at(0, column), Side::S);
        }
        let (a, b) = farthest(&maze);
        assert_eq!(distances(&maze, a, &mut ()).unwrap().to(b), Some(4));
    }

    #[test]
    fn a_single_cell_is_both_ends() {
        let maze = Maze::closed(Square::new(1, 1).unwrap());
        assert_eq!(farthest(&maze), (Cell(0), Cell(0)));
    }

    /// Two rows joined at both ends: from every cell the farthest is as far, so that no search says anything of another cell.
    fn ring(columns: u32) -> Maze<Square> {
        let grid = Square::new(columns, 2).unwrap();
        let mut maze = Maze::closed(grid);
        for column in 0..columns - 1 {
            maze.link(grid.at(0, column), Side::E);
            maze.link(grid.at(1, column), Side::E);
        }
        maze.link(grid.at(0, 0), Side::S);
        maze.link(grid.at(0, columns - 1), Side::S);
        maze
    }

    /// How many cells this many searches see, and what they find.
    fn seen(maze: &Maze<Square>, searches: u64) -> (u64, LongestPath) {
        let mut seen = 0;
        let mut count = |_: Step| {
            seen += 1;
            Ok(())
        };
        let found = farthest_border_pair(maze, searches, &mut count).unwrap();
        (seen, found)
    }

    #[test]
    fn no_more_searches_are_made_than_are_allowed() {
        let maze = ring(300);
        let (all, exact) = seen(&maze, u64::MAX);
        assert_eq!((exact.length, exact.exact), (300, true));
        assert!(all >= 600 * 600, "{all} cells were seen in a ring of 600");
        for searches in [2, 10, 300] {
            let (some, found) = seen(&maze, searches);
            assert_eq!((some, found.exact), (600 * searches, false));
            // A lower bound, by a path that there is.
            assert_eq!(maze.distances(found.ends.0).to(found.ends.1), Some(found.length));
            assert!(found.length <= exact.length);
        }
        assert_eq!(farthest(&maze), exact.ends);
    }

    #[test]
    fn many_parts_take_no_more_searches() {
        let maze = Maze::closed(Square::new(10_000, 1).unwrap());
        let (seen, found) = seen(&maze, 50);
        assert_eq!((seen, found.exact), (50, false), "one cell is seen by each search");
    }
}
