//! `/check`: whether a solution is right.

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use axum::routing::{MethodRouter, get};
use serde_json::{Value, json};

use super::maze::{call, found, unless_stopped};
use crate::app::App;
use crate::problem::{Problem, cut};
use crate::request::admit::Job;
use crate::request::body;
use crate::request::check::{CheckRequest, MadeRequest};
use crate::request::fits::admitted;
use crate::request::format::{Call, text};
use crate::request::maze;
use crate::request::posted::Claim;
use crate::response::answer::{Ask, Content, Subject, answer};
use crate::response::caching::{Location, Tag, Vary};
use crate::response::coding::Coding;
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;
use crate::work::pool::Done;
use dedale::grid::{Cell, Grid};
use dedale::maze::Maze;
use dedale::observe::{Observer as _, Stopped};
use dedale::options::MakeError;
use dedale::picture::Picture;
use dedale::solve::{Failure, Reason, costs, distances, follow_by, trace};

/// `/check`
pub fn handler() -> MethodRouter<Arc<App>> {
    get(made).post(posted)
}

/// A solution of a maze that is made.
async fn made(ask: Ask) -> Result<Response, Problem> {
    let read = |call: Call<'_>| {
        let request = MadeRequest::read(call)?;
        let job = request.task().admit(call.settings)?;
        Ok((request, job))
    };
    let (request, Job { cost, attempts }) = admitted(call(&ask), read)?;
    let MadeRequest { maze, claim, location } = request;
    let tag = location.tag(|| Tag::new(format_args!("check {} {maze} {claim:?}", dedale::solve::VERSION)));
    let about = Work { cells: maze.cells(), algorithm: maze.algorithm().name(), format: "json" };
    let work = move |watch: &mut Watch| {
        let maze = found(&maze, attempts, watch)?;
        let Picture { maze, from, to, .. } = watch.time("generate", |watch| maze.make(watch))?;
        judge(&maze, [from, to], &claim, watch).map_err(MakeError::Stopped)
    };
    answer(&ask, subject(location, tag, about), async {
        let Done { result, .. } = ask.run(cost, move |watch| unless_stopped(work(watch))).await?;
        let verdict = result.map_err(|why| maze::not_made(&ask.uri, why))?;
        Ok(Content::new(format!("{verdict}\n").into()))
    })
    .await
}

/// A solution of a maze that was posted.
async fn posted(ask: Ask, body: Body) -> Result<Response, Problem> {
    let sent = body::sent(&ask, CheckRequest::GROUPS)?;
    let read = |ask: &Ask, mut maze| Ok((CheckRequest::read(text(&ask.uri), &mut maze)?, maze));
    // The memory for what was read is reserved until the answer begins.
    let Done { result: (request, maze), memory: _memory } = body::maze(&ask, sent, body, read).await?;
    let Job { cost, .. } = request.task(&maze).admit(&ask.app.settings)?;
    let about = Work { cells: maze.cells(), algorithm: "none", format: "json" };
    let form = maze.form();
    let work = move |watch: &mut Watch| {
        let (maze, _) = maze.into_maze();
        let (from, to) = request.ends.find(&maze, watch)?;
        judge(&maze, [from, to], &request.claim, watch)
    };
    let verdict = answer(&ask, subject(Location::At(None, None), None, about), async {
        let Done { mut result, .. } = ask.run(cost, work).await?;
        result["read"] = form.into();
        Ok(Content::new(format!("{result}\n").into()))
    });
    verdict.await.map(|response| body::told(response, form))
}

fn subject(location: Location, tag: Option<Tag>, work: Work) -> Subject {
    let (vary, media_type) = (Vary::Encoding, "application/json");
    Subject { location, tag, vary, media_type, coding: Coding::Identity, work }
}

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

fn judge<G: Grid>(maze: &Maze<G>, [from, to]: [Cell; 2], claim: &Claim, watch: &mut Watch) -> Result<Value, Stopped> {
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
