//! What holds for every solution, whatever solver found it.

use dedale::grid::{Cell, Grid};
use dedale::maze::Maze;
use dedale::observe::Step;
use dedale::solve::{Outcome, Solution, SolverInfo, State, WalkKind, distances};

/// Whether a passage leads from `a` to `b`.
fn is_move<G: Grid>(maze: &Maze<G>, a: Cell, b: Cell) -> bool {
    maze.passages(a).into_iter().any(|side| maze.grid().across(a, side) == b)
}

/// Fails unless `cells` can be walked in order.
fn is_walk<G: Grid>(maze: &Maze<G>, cells: &[Cell]) {
    for pair in cells.windows(2) {
        assert!(is_move(maze, pair[0], pair[1]), "no passage between {pair:?}");
    }
}

/// Fails unless the solution, searched with its walk kept, agrees with the steps that were reported before the path.
pub fn check<G: Grid>(maze: &Maze<G>, from: Cell, to: Cell, solution: &Solution, steps: &[Step], info: &SolverInfo) {
    let away = distances(maze, from, &mut ()).unwrap();
    match &solution.outcome {
        Outcome::Arrived(path) => {
            assert_eq!((path.first(), path.last()), (Some(&from), Some(&to)));
            is_walk(maze, path);
            let mut cells = path.clone();
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len(), path.len(), "the path passes a cell twice");
            if info.shortest {
                assert_eq!(solution.length(), away.to(to));
            }
        }
        Outcome::Unreachable => assert_eq!(away.to(to), None),
        _ => assert!(solution.gave_up().is_some() && !info.limits.is_empty() && !info.shortest),
    }
    check_states(maze, from, solution, steps, info);
    check_walk(maze, from, to, solution, steps, info);
}

fn check_states<G: Grid>(maze: &Maze<G>, from: Cell, solution: &Solution, steps: &[Step], info: &SolverInfo) {
    assert_eq!(solution.states.len(), maze.grid().cells() as usize);
    let mut seen = vec![false; solution.states.len()];
    seen[from.index()] = true;
    for &step in steps {
        if let Step::Visit(cell) = step {
            seen[cell.index()] = true;
        }
    }
    for (cell, &state) in maze.cells().zip(&solution.states) {
        assert_eq!(state != State::Unseen, seen[cell.index()], "{cell:?} is {state:?}");
    }
    assert_eq!(solution.visited as usize, seen.iter().filter(|&&seen| seen).count());
    if info.walk == WalkKind::Moves
        && let Some(path) = solution.path()
    {
        let open = |&cell: &Cell| solution.states[cell.index()] == State::Open;
        assert!(path.iter().all(open) && maze.cells().filter(&open).count() == path.len());
    }
    if info.walk == WalkKind::Path {
        let filled = steps.iter().filter(|step| matches!(step, Step::Fill(_))).count();
        assert_eq!(filled, solution.states.iter().filter(|&&state| state == State::Done).count());
    }
}

fn check_walk<G: Grid>(maze: &Maze<G>, from: Cell, to: Cell, solution: &Solution, steps: &[Step], info: &SolverInfo) {
    let walk = solution.walk.as_ref().unwrap();
    is_walk(maze, walk);
    assert_eq!(walk.first(), Some(&from));
    if solution.path().is_some() {
        assert_eq!(walk.last(), Some(&to));
    }
    if info.walk == WalkKind::Path {
        assert_eq!(walk, solution.path().unwrap_or(&[from]));
        return;
    }
    if info.walk == WalkKind::Moves {
        let moves: Vec<Cell> = steps
            .iter()
            .filter_map(|&step| match step {
                Step::Visit(cell) | Step::Back(cell) => Some(cell),
                _ => None,
            })
            .collect();
        assert_eq!(walk, &moves);
        return;
    }
    // A tour goes everywhere that was seen and can be reached, and through each passage of the tree at most twice.
    let mut toured = vec![false; solution.states.len()];
    walk.iter().for_each(|cell| toured[cell.index()] = true);
    let away = distances(maze, from, &mut ()).unwrap();
    for (cell, &state) in maze.cells().zip(&solution.states) {
        assert_eq!(toured[cell.index()], state != State::Unseen && away.to(cell).is_some(), "{cell:?}");
    }
    assert!(walk.len() < 2 * solution.visited as usize);
    if solution.path().is_none() {
        let last = walk[walk.len() - 1];
        assert!(!walk[..walk.len() - 1].contains(&last), "the tour goes on when there is nothing new");
    }
}
