//! `/check`: whether a solution is right.

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use axum::routing::{MethodRouter, get};

use super::check_lines as lines;
use super::maze::{found, read_call, unless_stopped};
use super::verdict::judge;
use crate::app::App;
use crate::problem::Problem;
use crate::request::admit::Job;
use crate::request::body::{self, Form};
use crate::request::check::{CheckRequest, MadeRequest};
use crate::request::format::text;
use crate::request::maze;
use crate::response::answer::{Ask, Content, Subject, answer};
use crate::response::caching::{Location, Tag, Vary};
use crate::response::coding::Coding;
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;
use crate::work::pool::Done;
use dedale::options::MakeError;
use dedale::picture::Picture;

/// `/check`
pub fn handler() -> MethodRouter<Arc<App>> {
    get(made).post(posted)
}

/// A solution of a maze that is made.
async fn made(ask: Ask) -> Result<Response, Problem> {
    let request = read_call(&ask, MadeRequest::read).await?;
    let Job { cost, attempts } = request.task().admit(&ask.app.settings)?;
    let MadeRequest { maze, claim, diagonals, location } = request;
    let moves = if diagonals { " diagonals" } else { "" };
    let tag = location.tag(|| Tag::new(format_args!("check {} {maze} {claim:?}{moves}", dedale::solve::VERSION)));
    let about = Work::making(&maze, "json");
    let work = move |watch: &mut Watch| {
        let maze = found(&maze, attempts, watch)?;
        let Picture { maze, from, to, .. } = watch.time("generate", |watch| maze.make(watch))?;
        judge(&maze, [from, to], &claim, diagonals, watch).map_err(MakeError::Stopped)
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
    if body::form(&ask.headers, body::CHECKED)? == Form::Lines {
        return lines::respond(ask, body).await;
    }
    let sent = read_call(&ask, |call| body::sent(call, CheckRequest::GROUPS)).await?;
    let read = |ask: &Ask, mut maze| Ok((CheckRequest::read(text(&ask.uri), &mut maze)?, maze));
    // The memory for what was read is reserved until the answer begins.
    let Done { result: (request, maze), memory: _memory } = body::maze(&ask, sent, body, read).await?;
    let Job { cost, .. } = request.task(&maze).admit(&ask.app.settings)?;
    let about = Work { cells: maze.cells(), algorithm: "none", format: "json" };
    let form = maze.form();
    let work = move |watch: &mut Watch| {
        let (maze, _) = maze.into_maze();
        let (from, to) = request.ends.find(&maze, watch)?;
        judge(&maze, [from, to], &request.claim, request.diagonals, watch)
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
