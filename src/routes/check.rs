//! `POST /check`: is this the way out?

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use serde::Serialize;

use crate::app::App;
use crate::request::maze::text;
use crate::request::posted::{self, Posted, known};
use crate::request::solve::{CheckOptions, Claim};
use crate::response::caching::Determined;
use crate::response::problem::Problem;
use crate::response::reply::{self, Timing};
use crate::telemetry::metrics::Work;
use crate::work::pool::Cost;
use dedale::grid::{Cell, Grid, Side, Square};
use dedale::maze::Maze;
use dedale::solve::distances;

/// What is said of a solution.
#[derive(Debug, Serialize)]
struct Verdict {
    ok: bool,
    from: [u32; 2],
    to: [u32; 2],
    /// The number of moves that were given.
    length: usize,
    /// The number of moves of the shortest path; `None` where there is none.
    shortest: Option<u32>,
    #[serde(flatten)]
    failure: Option<Failure>,
}

/// Where and why a solution fails.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Failure {
    /// The move that cannot be made, from 0; the number of moves, where all can but do not lead there.
    at: usize,
    reason: &'static str,
    /// Where the one who follows the solution stands then.
    cell: [u32; 2],
    /// The side that the move goes through, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<char>,
}

/// `POST /check`
pub async fn check(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let form = Posted::of(&headers)?;
    CheckOptions::check(text(&uri))?;
    let read = posted::maze(form, body, &app).await?;
    let mut parsed = read.result?;
    let grid = *parsed.maze.grid();
    let (directions, path) = (parsed.directions.take(), parsed.path.take());
    let size = [grid.columns(), grid.rows()];
    let options = CheckOptions::read(text(&uri), size, known(&parsed), directions, path)?;
    let cells = u64::from(grid.cells());
    let done = app
        .pool
        .run(Cost { steps: 9 * cells, bytes: 0 }, move |watch| {
            let mut timing = Timing::default();
            let (from, to) = options.ends.find(&parsed.maze, watch)?;
            let found = timing.time("solve", || distances(&parsed.maze, from, watch))?;
            let (length, failure) = match &options.claim {
                Claim::Directions(sides) => (sides.len(), follow(&parsed.maze, from, to, sides)),
                Claim::Path(places) => (places.len().saturating_sub(1), trace(&parsed.maze, from, to, places)),
            };
            let (from, to, shortest) = (place(&grid, from), place(&grid, to), found.to(to));
            Ok((Verdict { ok: failure.is_none(), from, to, length, shortest, failure }, timing))
        })
        .await?;
    let (verdict, mut timing) = done.result;
    timing.note("queue", read.queued + done.queued);
    let posted = Work { cells, algorithm: "none", format: "json" };
    Ok(Determined::Posted.mark(reply::json(&verdict, posted, timing), false))
}

fn place(grid: &Square, cell: Cell) -> [u32; 2] {
    [grid.row(cell), grid.column(cell)]
}

/// Where and why the moves fail; `None` when they lead from `from` to `to`.
fn follow(maze: &Maze<Square>, from: Cell, to: Cell, sides: &[Side]) -> Option<Failure> {
    let mut cell = from;
    for (at, &side) in sides.iter().enumerate() {
        match step(maze, cell, side) {
            Ok(next) => cell = next,
            Err(reason) => {
                return Some(Failure { at, reason, cell: place(maze.grid(), cell), side: Some(side.letter()) });
            }
        }
    }
    arrives(maze, cell, to, sides.len())
}

/// Where and why the path fails; `None` when it leads from `from` to `to`.
fn trace(maze: &Maze<Square>, from: Cell, to: Cell, places: &[[u64; 2]]) -> Option<Failure> {
    let grid = maze.grid();
    let cells = |&[row, column]: &[u64; 2]| {
        let inside = row < u64::from(grid.rows()) && column < u64::from(grid.columns());
        inside.then(|| grid.at(row as u32, column as u32))
    };
    let start = Failure { at: 0, reason: "start", cell: place(grid, from), side: None };
    let Some((first, rest)) = places.split_first() else { return Some(start) };
    if cells(first) != Some(from) {
        return Some(start);
    }
    let mut cell = from;
    for (at, next) in rest.iter().enumerate() {
        let fails = |reason, side: Option<Side>| {
            Some(Failure { at, reason, cell: place(grid, cell), side: side.map(Side::letter) })
        };
        let Some(next) = cells(next) else { return fails("outside", None) };
        let Some(side) = grid.inner_sides(cell).into_iter().find(|&side| grid.across(cell, side) == next) else {
            return fails("jump", None);
        };
        match step(maze, cell, side) {
            Ok(next) => cell = next,
            Err(reason) => return fails(reason, Some(side)),
        }
    }
    arrives(maze, cell, to, rest.len())
}

/// The cell behind a side, or why there is no way through it.
fn step(maze: &Maze<Square>, cell: Cell, side: Side) -> Result<Cell, &'static str> {
    if maze.passages(cell).contains(side) {
        Ok(maze.grid().across(cell, side))
    } else if maze.open_sides(cell).contains(side) {
        Err("outside")
    } else {
        Err("wall")
    }
}

fn arrives(maze: &Maze<Square>, cell: Cell, to: Cell, at: usize) -> Option<Failure> {
    (cell != to).then(|| Failure { at, reason: "end", cell: place(maze.grid(), cell), side: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rows of three: `+---+---+---+ |           | +---+   +   + |       |   | +---+---+---+`, open to the west of `[0, 0]`.
    fn maze() -> Maze<Square> {
        let grid = Square::new(3, 2).unwrap();
        let mut maze = Maze::closed(grid);
        for (row, column, side) in [(0, 0, Side::E), (0, 1, Side::E), (0, 1, Side::S), (0, 2, Side::S), (1, 0, Side::E)]
        {
            maze.link(grid.at(row, column), side);
        }
        maze.open_outer(grid.at(0, 0), Side::W);
        maze
    }

    fn told(failure: Option<Failure>) -> Option<(usize, &'static str, [u32; 2], Option<char>)> {
        failure.map(|failure| (failure.at, failure.reason, failure.cell, failure.side))
    }

    #[test]
    fn directions() {
        let maze = maze();
        let (from, to) = (maze.grid().at(0, 0), maze.grid().at(1, 0));
        let follow = |text: &str| {
            let sides: Vec<Side> = text.chars().map(|letter| Side::from_letter(letter).unwrap()).collect();
            told(follow(&maze, from, to, &sides))
        };
        assert_eq!(follow("ESW"), None);
        assert_eq!(follow("EEWSW"), None, "a way that turns back is legal");
        assert_eq!(follow("S"), Some((0, "wall", [0, 0], Some('S'))));
        assert_eq!(follow("EN"), Some((1, "wall", [0, 1], Some('N'))));
        assert_eq!(follow("EWW"), Some((2, "outside", [0, 0], Some('W'))));
        assert_eq!(follow("ES"), Some((2, "end", [1, 1], None)));
        assert_eq!(follow(""), Some((0, "end", [0, 0], None)));
    }

    #[test]
    fn paths() {
        let maze = maze();
        let (from, to) = (maze.grid().at(0, 0), maze.grid().at(1, 0));
        let trace = |places: &[[u64; 2]]| told(trace(&maze, from, to, places));
        assert_eq!(trace(&[[0, 0], [0, 1], [1, 1], [1, 0]]), None);
        assert_eq!(trace(&[]), Some((0, "start", [0, 0], None)));
        assert_eq!(trace(&[[0, 1], [1, 1], [1, 0]]), Some((0, "start", [0, 0], None)));
        assert_eq!(trace(&[[0, 0], [1, 0]]), Some((0, "wall", [0, 0], Some('S'))));
        assert_eq!(trace(&[[0, 0], [1, 1]]), Some((0, "jump", [0, 0], None)));
        assert_eq!(trace(&[[0, 0], [0, 0]]), Some((0, "jump", [0, 0], None)));
        assert_eq!(trace(&[[0, 0], [0, 1], [u64::MAX, 1]]), Some((1, "outside", [0, 1], None)));
        assert_eq!(trace(&[[0, 0], [0, 1]]), Some((1, "end", [0, 1], None)));
    }
}
