//! Dead-end filling: what is left when every dead end is gone.
//!
//! Finds a shortest path by filling in every dead end, and whatever becomes one by that, but neither `from` nor `to`; then by
//! breadth-first search through what is left.
//!
//! In a perfect maze nothing is left but the path. With loops the path is still a shortest one: a cell is only filled when at most
//! one way leads on from it, so no path that passes each cell once can pass it, and all shortest paths are left standing.
//!
//! It sees the maze from above: it looks at each cell in turn ([`Step::Visit`]) and fills the whole blind alley that ends there
//! ([`Step::Fill`]). So all cells are seen; one is done when it was filled, and open when it was left standing. Its walk is the path
//! itself, and `from` alone where there is none.
//!
//! # Complexity
//!
//! Time `O(cells)`; three bytes for each cell and four for each that is left.
//!
//! # Source
//!
//! W. D. Pullen, *Think Labyrinth*, "Maze Algorithms": dead end filler.

use super::bfs::spread;
use super::{KeepWalk, Outcome, PLAIN, Solution, Solver, SolverInfo, State, WalkKind};
use crate::about::Growth;
use crate::grid::{Cell, Grid};
use crate::maze::Maze;
use crate::observe::{Observer, Step};

/// What [`SOLVERS`](super::SOLVERS) says of it.
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
    ..PLAIN
};

pub(super) fn dead_end_filling<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    keep_walk: KeepWalk,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let states = fill(maze, from, to, observer)?;
    through_the_rest(maze, from, to, states, keep_walk, observer)
}

/// The shortest path through the cells that were left open.
pub(super) fn through_the_rest<G: Grid, O: Observer>(
    maze: &Maze<G>,
    from: Cell,
    to: Cell,
    states: Vec<State>,
    keep_walk: KeepWalk,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let tree = spread(maze, from, to, |cell| states[cell.index()] == State::Open, observer)?;
    let (outcome, walk) = if tree.is_new(to) {
        (Outcome::Unreachable, vec![from])
    } else {
        let path = tree.path_to(to);
        (Outcome::Arrived(path.clone()), path)
    };
    let visited = states.iter().filter(|&&state| state != State::Unseen).count() as u32;
    Ok(Solution { outcome, visited, states, walk: keep_walk.then(|| walk) })
}

/// Fills every dead end: [`State::Done`] where it did, [`State::Open`] elsewhere.
fn fill<G: Grid, O: Observer>(maze: &Maze<G>, from: Cell, to: Cell, observer: &mut O) -> Result<Vec<State>, O::Stop> {
    let grid = maze.grid();
    let mut states = vec![State::Open; grid.cells() as usize];
    for cell in maze.cells() {
        observer.see(Step::Visit(cell))?;
        let mut next = Some(cell);
        // Along the blind alley, until a cell has two ways left. A cell that is passed over here, with two ways, is met again
        // from the end of the alley that it turns out to belong to.
        while let Some(cell) = next.filter(|&cell| cell != from && cell != to && states[cell.index()] == State::Open) {
            let beside = maze.passages(cell).into_iter().map(|side| grid.across(cell, side));
            let mut ways = beside.filter(|far| states[far.index()] == State::Open);
            next = ways.next();
            if ways.next().is_some() {
                break;
            }
            states[cell.index()] = State::Done;
            observer.see(Step::Fill(cell))?;
        }
    }
    Ok(states)
}
