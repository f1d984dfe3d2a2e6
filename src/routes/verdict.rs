//! The verdict on a solution that is checked.

use dedale::grid::{Cell, Grid};
use dedale::maze::Maze;
use dedale::observe::{Observer as _, Stopped};
use dedale::solve::{Failure, Reason, costs, distances, follow_by, trace};
use serde_json::{Value, json};

use crate::problem::cut;
use crate::request::posted::Claim;
use crate::work::cancel::Watch;

/// The moves, until the work is cancelled, which is asked every few thousand moves.
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

/// Whether a solution of a maze is right and, if not, where it fails.
pub fn judge<G: Grid>(
    maze: &Maze<G>,
    [from, to]: [Cell; 2],
    claim: &Claim,
    watch: &mut Watch,
) -> Result<Value, Stopped> {
    let grid = maze.grid();
    let found = watch.time("solve", |watch| distances(maze, from, watch))?;
    let mut stopped = None;
    let (length, checked) = match claim {
        Claim::Directions(names) => {
            let names = (names.len(), until_stopped(names.iter(), watch, &mut stopped));
            (names.0, follow_by(maze, from, to, names.1, |cell, name| grid.side_named(cell, name)))
        }
        Claim::Path(cells) => {
            let cells_of_maze = cells.iter().map(|&address| grid.find(address));
            let cells_of_maze = until_stopped(cells_of_maze, watch, &mut stopped);
            (cells.len().saturating_sub(1), trace(maze, from, to, cells_of_maze))
        }
    };
    if let Some(stop) = stopped {
        return Err(stop);
    }
    let (ends, shortest) = ([from, to].map(|cell| grid.address(cell)), found.to(to));
    let mut verdict = json!({
        "ok": checked.is_ok(), "from": ends[0], "to": ends[1], "length": length, "shortest": shortest,
    });
    if maze.weights().is_some() {
        verdict["cost"] = json!(checked.ok());
        verdict["cheapest"] = json!(watch.time("solve", |watch| costs(maze, from, watch))?.to(to));
    }
    if let Err(Failure { at, reason, cell, side, .. }) = checked {
        verdict["at"] = at.into();
        verdict["reason"] = reason.name().into();
        verdict["cell"] = json!(grid.address(cell));
        match (side, claim) {
            (Some(side), _) => verdict["side"] = grid.side_name(cell, side).into(),
            (None, Claim::Directions(names)) if reason == Reason::Side => {
                verdict["side"] = json!(names.iter().nth(at).map(cut));
            }
            _ => {}
        }
    }
    Ok(verdict)
}
