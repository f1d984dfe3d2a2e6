//! Dead-end filling: the maze without its dead ends.
//!
//! ```text
//! for each cell of the maze:
//!     while the cell is not filled, is neither the start nor the goal, and has at most one open neighbor:
//!         fill the cell, and go to its open neighbor
//! the path is a shortest one through the cells that are not filled
//! ```
//!
//! [`Solver::DeadEndFilling`](super::Solver::DeadEndFilling) says more about it, and where it is from.

use super::bfs::spread;
use super::{DEFAULTS, Outcome, Search, Solution, Solver, SolverInfo, State, WalkKind};
use crate::about::Growth;
use crate::grid::Grid;
use crate::observe::{Observer, Step};

pub(super) const INFO: SolverInfo = SolverInfo {
    solver: Solver::DeadEndFilling,
    name: "dead-end-filling",
    title: "Dead-end filling",
    description: "Sees the maze from above and fills dead ends, again and again, until none are left; then takes the shortest way through what is left.",
    walk: WalkKind::Path,
    longest_walk: Growth::Linear(1),
    shortest: true,
    bytes: 12,
    source: "W. D. Pullen, Think Labyrinth: Maze Algorithms",
    ..DEFAULTS
};

pub(super) fn dead_end_filling<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let &Search { maze, .. } = search;
    let mut states = vec![State::Open; maze.grid().cells() as usize];
    for cell in maze.cells() {
        observer.see(Step::Visit(cell))?;
        let mut next = Some(cell);
        // Goes along the blind alley until a cell has two open neighbors. If that cell turns out to belong to a blind alley, it is reached
        // again from the end of that alley.
        while let Some(cell) = next.filter(|&cell| !search.has_end(cell) && states[cell.index()] == State::Open) {
            let neighbors = maze.passages(cell).into_iter().map(|side| maze.grid().across(cell, side));
            let mut open = neighbors.filter(|neighbor| states[neighbor.index()] == State::Open);
            next = open.next();
            if open.next().is_some() {
                break;
            }
            states[cell.index()] = State::Done;
            observer.see(Step::Fill(cell))?;
        }
    }
    through_the_rest(search, states, observer)
}

/// Returns the shortest path through the cells that are not filled.
pub(super) fn through_the_rest<G: Grid, O: Observer>(
    search: &Search<'_, G>,
    states: Vec<State>,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let &Search { from, to, keep_walk, .. } = search;
    let tree = spread(search, |cell| states[cell.index()] == State::Open, observer)?;
    let (outcome, walk) = if tree.is_new(to) {
        (Outcome::Unreachable, vec![from])
    } else {
        let path = tree.path_to(to);
        (Outcome::Arrived(path.clone()), path)
    };
    let visited = states.iter().filter(|&&state| state != State::Unseen).count() as u32;
    Ok(Solution { outcome, visited, states, walk: keep_walk.then_some(walk) })
}
