//! The verdict on a solution.

use std::iter;

use dedale::grid::{AnyGrid, Cell, Grid};
use dedale::maze::Maze;
use dedale::observe::{Observer as _, Stopped};
use dedale::solve::diagonals::Diagonals;
use dedale::solve::{PathError, PathErrorKind, Solver, check_moves, check_path, costs, distances};
use serde_json::{Value, json};

use crate::limits::cancel::Watch;
use crate::posted::maze::Claim;
use crate::problem::cut;

/// The moves until the work is cancelled, which is checked every few thousand moves.
fn until_stopped<M>(
    moves: impl Iterator<Item = M>,
    watch: &mut Watch,
    stopped: &mut Option<Stopped>,
) -> impl Iterator<Item = M> {
    moves.enumerate().map_while(move |(number, next)| {
        if number % 4096 == 0 {
            *stopped = watch.go_on().err();
        }
        stopped.is_none().then_some(next)
    })
}

/// Checks whether a solution of a maze is right and, if not, where it fails. If moves across corners are allowed, the
/// best path is the one of least cost.
pub fn judge(
    maze: &Maze<AnyGrid>,
    ends: [Cell; 2],
    claim: &Claim,
    diagonals: bool,
    watch: &mut Watch,
) -> Result<Value, Stopped> {
    let [from, to] = ends;
    if let Some(maze) = diagonals.then(|| maze.with_diagonals()).flatten() {
        let solver = Solver::recommended_for(&maze);
        let best = watch.time("solve", |watch| solver.solve_observed(&maze, from, to, watch))?;
        let checked = CheckedClaim::new(&maze, ends, claim, watch)?;
        let cost = checked.result.is_ok().then(|| length_of(&maze, from, claim));
        let cheapest = best.path().map(|path| maze.length_of(path));
        return Ok(checked.verdict(&maze, ends, claim, best.length(), Some([json!(cost), json!(cheapest)])));
    }
    let found = watch.time("solve", |watch| distances(maze, from, watch))?;
    let checked = CheckedClaim::new(maze, ends, claim, watch)?;
    let costs = match maze.weights() {
        Some(_) => {
            let cheapest = watch.time("solve", |watch| costs(maze, from, watch))?.to(to);
            Some([json!(checked.result.ok()), json!(cheapest)])
        }
        None => None,
    };
    Ok(checked.verdict(maze, ends, claim, found.to(to), costs))
}

/// The length of a correct solution, with moves across corners of length √2.
fn length_of(maze: &Maze<Diagonals<'_>>, from: Cell, claim: &Claim) -> f64 {
    let grid = maze.grid();
    let path: Vec<Cell> = match claim {
        Claim::Directions(names) => {
            let sides = names.iter().filter_map(|name| grid.side_named(from, name));
            let cells = sides.scan(from, |cell, side| {
                *cell = grid.across(*cell, side);
                Some(*cell)
            });
            iter::once(from).chain(cells).collect()
        }
        Claim::Path(cells) => cells.iter().filter_map(|&address| grid.find(address)).collect(),
    };
    maze.length_of(&path)
}

/// A solution that was followed.
struct CheckedClaim {
    /// The number of moves.
    length: usize,
    /// The cost, or the place where it fails.
    result: Result<u64, PathError>,
}

impl CheckedClaim {
    fn new<G: Grid>(
        maze: &Maze<G>,
        [from, to]: [Cell; 2],
        claim: &Claim,
        watch: &mut Watch,
    ) -> Result<CheckedClaim, Stopped> {
        let grid = maze.grid();
        let mut stopped = None;
        let (length, result) = match claim {
            Claim::Directions(names) => {
                let names_of_maze = until_stopped(names.iter(), watch, &mut stopped);
                let result = check_moves(maze, from, to, names_of_maze, |cell, name| grid.side_named(cell, name));
                (names.iter().count(), result)
            }
            Claim::Path(cells) => {
                let cells_of_maze = cells.iter().map(|&address| grid.find(address));
                let cells_of_maze = until_stopped(cells_of_maze, watch, &mut stopped);
                (cells.len().saturating_sub(1), check_path(maze, from, to, cells_of_maze))
            }
        };
        stopped.map_or(Ok(CheckedClaim { length, result }), Err)
    }

    /// The response, with the length of the best path and, if costs differ, the costs of both.
    fn verdict<G: Grid>(
        &self,
        maze: &Maze<G>,
        ends: [Cell; 2],
        claim: &Claim,
        shortest: Option<u32>,
        costs: Option<[Value; 2]>,
    ) -> Value {
        let (grid, length) = (maze.grid(), self.length);
        let [from, to] = ends.map(|cell| grid.address(cell));
        let mut verdict =
            json!({ "ok": self.result.is_ok(), "from": from, "to": to, "length": length, "shortest": shortest });
        if let Some([cost, cheapest]) = costs {
            verdict["cost"] = cost;
            verdict["cheapest"] = cheapest;
        }
        if let Err(PathError { at, kind, cell, side, .. }) = self.result {
            verdict["at"] = at.into();
            verdict["reason"] = kind.name().into();
            verdict["cell"] = json!(grid.address(cell));
            match (side, claim) {
                (Some(side), _) => verdict["side"] = grid.side_name(cell, side).into(),
                (None, Claim::Directions(names)) if kind == PathErrorKind::Side => {
                    verdict["side"] = json!(names.iter().nth(at).map(cut));
                }
                _ => {}
            }
        }
        verdict
    }
}
