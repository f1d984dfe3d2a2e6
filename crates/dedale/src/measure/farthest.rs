//! The two cells that are farthest apart.

use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::solve::{Distances, distances};

/// The two cells of the border with the longest shortest path between them, the one with the lower number first. In a maze of
/// several parts without a way between them, the two are in one part.
///
/// In a perfect maze two searches find them: the border cell that is farthest from any cell is one end of a longest path
/// between border cells. In a maze with loops every search from a cell bounds how far any other border cell can be from its
/// farthest (no more than the way by the searched cell), and border cells are searched, the most promising first, until no
/// bound is above the best pair found.
///
/// # Complexity
///
/// Time `O(cells)` in a perfect maze, and as much for each part of one in parts. With loops `O(cells × k)`, where `k` is a handful as a rule and in the worst case the
/// length of the border. Eight bytes for each cell.
///
/// # Errors
///
/// [`Observer::Stop`] when the observer says so.
///
/// # Source
///
/// The two searches: R. W. Bulterman et al., "On computing a longest path in a tree", *Information Processing Letters* 81
/// (2002). The bounds: F. W. Takes and W. A. Kosters, "Determining the diameter of small world networks", *CIKM* (2011).
///
/// ```
/// use dedale::{generate::Algorithm, grid::Square, measure::farthest_border_pair};
/// let grid = Square::new(1, 9).unwrap();
/// let maze = Algorithm::Backtracker.generate(grid, 7);
/// assert_eq!(farthest_border_pair(&maze, &mut ())?, (grid.at(0, 0), grid.at(8, 0)));
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn farthest_border_pair<G: Grid, O: Observer>(maze: &Maze<G>, observer: &mut O) -> Result<(Cell, Cell), O::Stop> {
    let mut left: Vec<Cell> = maze.cells().filter(|&cell| !maze.grid().outer_sides(cell).is_empty()).collect();
    let mut best: Option<(u32, Cell, Cell)> = None;
    while let Some(&first) = left.first() {
        let from_first = distances(maze, first, observer)?;
        let (part, others) = left.into_iter().partition::<Vec<Cell>, _>(|&cell| from_first.to(cell).is_some());
        left = others;
        // No two of the part are farther apart than by the way over the first.
        let bound = 2 * u64::from(farthest_of(&part, &from_first).1);
        if best.is_none_or(|best| bound > u64::from(best.0)) {
            let is_tree = is_tree(maze, &from_first);
            let pair = farthest_pair(maze, &part, &from_first, is_tree, observer)?;
            best = best.filter(|best| best.0 >= pair.0).or(Some(pair));
        }
    }
    Ok(best.map_or((Cell(0), Cell(0)), |(_, a, b)| (a, b)))
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

/// The two of `cells` with the longest shortest path between them: `(length, a, b)`, `a` the one with the lower number. All of
/// them must be connected; `is_tree` says that they are so without loops. `from_one` are the distances from any of them.
pub(super) fn farthest_pair<G: Grid, O: Observer>(
    maze: &Maze<G>,
    cells: &[Cell],
    from_one: &Distances,
    is_tree: bool,
    observer: &mut O,
) -> Result<(u32, Cell, Cell), O::Stop> {
    let end = farthest_of(cells, from_one).0;
    let from_end = distances(maze, end, observer)?;
    let (other, length) = farthest_of(cells, &from_end);
    let best = (length, end.min(other), end.max(other));
    if is_tree { Ok(best) } else { search_bounded(maze, cells, from_end, best, observer) }
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

/// Searches from one of `cells` after the other until none can be farther from any other than the `best` pair is: `(length, a, b)`.
fn search_bounded<G: Grid, O: Observer>(
    maze: &Maze<G>,
    cells: &[Cell],
    searched: Distances,
    mut best: (u32, Cell, Cell),
    observer: &mut O,
) -> Result<(u32, Cell, Cell), O::Stop> {
    // None of the cells is farther from each of them than this.
    let mut bounds = vec![u32::MAX; cells.len()];
    let mut from_here = searched;
    // Turns between the cell that may be farthest from its farthest and the one nearest to the middle, whose search lowers
    // the bounds of all the others most.
    let mut outermost = false;
    loop {
        let (far, longest) = farthest_of(cells, &from_here);
        if longest > best.0 {
            best = (longest, far.min(from_here.origin()), far.max(from_here.origin()));
        }
        for (bound, &cell) in bounds.iter_mut().zip(cells) {
            let here = from_here.to(cell).unwrap_or(0);
            *bound = if cell == from_here.origin() { 0 } else { (*bound).min(here + longest) };
        }
        let open = bounds.iter().zip(cells).filter(|&(&bound, _)| bound > best.0);
        let next = if outermost { open.max_by_key(|&(bound, _)| bound) } else { open.min_by_key(|&(bound, _)| bound) };
        let Some((_, &cell)) = next else { return Ok(best) };
        outermost = !outermost;
        from_here = distances(maze, cell, observer)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Share, braid};
    use crate::generate::{backtracker, kruskal};
    use crate::grid::{Side, Square};
    use crate::rng::{Rng, Stream};

    #[test]
    fn the_pair_is_as_far_apart_as_any_with_and_without_loops() {
        for seed in 0..30 {
            for share in [0.0, 0.5, 1.0] {
                let mut maze = Maze::closed(Square::new(11, 8).unwrap());
                let mut rng = Rng::new(seed, Stream::Generate);
                if seed % 2 == 0 {
                    backtracker(&mut maze, &mut rng, &mut ()).unwrap();
                } else {
                    kruskal(&mut maze, &mut rng, &mut ()).unwrap();
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
                let (a, b) = farthest_border_pair(&maze, &mut ()).unwrap();
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
        assert_eq!(farthest_border_pair(&maze, &mut ()).unwrap(), (row.at(0, 2), row.at(0, 4)));
        let grid = Square::new(5, 2).unwrap();
        let mut maze = Maze::closed(grid);
        for column in 0..3 {
            maze.link(grid.at(0, column), Side::E);
            maze.link(grid.at(1, column), Side::E);
        }
        for column in [0, 3] {
            maze.link(grid.at(0, column), Side::S);
        }
        let (a, b) = farthest_border_pair(&maze, &mut ()).unwrap();
        assert_eq!(distances(&maze, a, &mut ()).unwrap().to(b), Some(4));
    }

    #[test]
    fn a_single_cell_is_both_ends() {
        let maze = Maze::closed(Square::new(1, 1).unwrap());
        assert_eq!(farthest_border_pair(&maze, &mut ()).unwrap(), (Cell(0), Cell(0)));
    }
}
