//! `POST /check`: whether a solution is right.

use axum::body::Body;
use axum::response::Response;
use serde_json::{Value, json};

use crate::problem::{Problem, cut};
use crate::request::admit::Job;
use crate::request::body;
use crate::request::check::CheckRequest;
use crate::request::format::{check_names, text};
use crate::request::posted::Claim;
use crate::response::answer::{Ask, Content, Subject, answer};
use crate::response::caching::{Location, Vary};
use crate::response::coding::Coding;
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;
use crate::work::pool::Done;
use dedale::grid::Grid;
use dedale::maze::Maze;
use dedale::observe::{Observer as _, Stopped};
use dedale::solve::{Failure, Reason, costs, distances, follow_by, trace};

/// `POST /check`
pub async fn check(ask: Ask, body: Body) -> Result<Response, Problem> {
    let form = body::form(&ask.headers, body::MAZES)?;
    check_names(text(&ask.uri), CheckRequest::GROUPS)?;
    let read = |ask: &Ask, mut maze| Ok((CheckRequest::read(text(&ask.uri), &mut maze)?, maze));
    // The memory for what was read is reserved until the answer begins.
    let Done { result: (request, maze), memory: _memory } = body::maze(&ask, form, body, read).await?;
    let Job { cost, .. } = request.task(&maze).admit(&ask.app.settings)?;
    let subject = Subject {
        location: Location::At(None, None),
        tag: None,
        vary: Vary::Encoding,
        media_type: "application/json",
        coding: Coding::Identity,
        work: Work { cells: maze.cells(), algorithm: "none", format: "json" },
    };
    let work = move |watch: &mut _| judge(&maze.into_maze(), &request, watch);
    answer(&ask, subject, async {
        let Done { result, .. } = ask.run(cost, work).await?;
        Ok(Content::new(format!("{result}\n").into()))
    })
    .await
}

/// The moves, until the work is cancelled, which is asked every few thousand moves.
fn unless_stopped<M>(
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

fn judge<G: Grid>(maze: &Maze<G>, request: &CheckRequest, watch: &mut Watch) -> Result<Value, Stopped> {
    let grid = maze.grid();
    let (from, to) = request.ends.find(maze, watch)?;
    let found = watch.time("solve", |watch| distances(maze, from, watch))?;
    let mut stopped = None;
    let (length, checked) = match &request.claim {
        Claim::Directions(names) => {
            let names = (names.len(), unless_stopped(names.iter(), watch, &mut stopped));
            (names.0, follow_by(maze, from, to, names.1, |cell, name| grid.side_named(cell, name)))
        }
        Claim::Path(cells) => {
            let cells_of_maze = cells.iter().map(|&address| grid.find(address));
            let cells_of_maze = unless_stopped(cells_of_maze, watch, &mut stopped);
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
        match (side, &request.claim) {
            (Some(side), _) => verdict["side"] = grid.side_name(cell, side).into(),
            (None, Claim::Directions(names)) if reason == Reason::Side => {
                verdict["side"] = json!(names.iter().nth(at).map(cut));
            }
            _ => {}
        }
    }
    Ok(verdict)
}
