//! `POST /check`: whether a solution is right.

use axum::body::Body;
use axum::response::Response;
use serde::Serialize;

use crate::problem::{Problem, cut};
use crate::request::admit::Job;
use crate::request::body;
use crate::request::check::CheckRequest;
use crate::request::format::{check_names, text};
use crate::request::posted::Claim;
use crate::response::answer::{Ask, Content, Subject, answer};
use crate::response::caching::{Identity, Vary};
use crate::response::coding::Coding;
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;
use crate::work::pool::Done;
use dedale::grid::Address;
use dedale::maze::Maze;
use dedale::observe::{Observer as _, Stopped};
use dedale::picture::Plane;
use dedale::solve::{Failure, Reason, costs, distances, follow_by, trace};
use dedale::text::parse::AnyParsed;

/// The result of the check.
#[derive(Debug, Serialize)]
struct Verdict {
    ok: bool,
    from: Address,
    to: Address,
    /// The number of moves of the solution.
    length: usize,
    /// The number of moves of the shortest path; `None` where there is none.
    shortest: Option<u32>,
    #[serde(flatten)]
    costs: Option<Costs>,
    #[serde(flatten)]
    failure: Option<FailureReport>,
}

/// What ways cost in a maze with weights.
#[derive(Debug, Serialize)]
struct Costs {
    /// The cost of the solution; `None` where it is not right.
    cost: Option<u64>,
    /// The cost of the cheapest path; `None` where there is none.
    cheapest: Option<u32>,
}

/// Where and why a solution fails.
#[derive(Debug, Serialize)]
struct FailureReport {
    at: usize,
    reason: &'static str,
    cell: Address,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<String>,
}

/// `POST /check`
pub async fn check(ask: Ask, body: Body) -> Result<Response, Problem> {
    let form = body::form(&ask.headers, &body::MAZES)?;
    check_names(text(&ask.uri), CheckRequest::GROUPS)?;
    let read = |ask: &Ask, mut maze| Ok((CheckRequest::read(text(&ask.uri), &mut maze)?, maze));
    // The memory for what was read is reserved until the answer begins.
    let Done { result: (request, maze), memory: _memory } = body::maze(&ask, form, body, read).await?;
    let Job { cost, .. } = request.task(&maze).admit(&ask.app.settings)?;
    let subject = Subject {
        identity: Identity::POSTED,
        vary: Vary::Encoding,
        media_type: "application/json",
        coding: Coding::Identity,
        work: Work { cells: maze.cells(), algorithm: "none", format: "json" },
    };
    let work = move |watch: &mut _| match maze.parsed {
        AnyParsed::Square(parsed) => judge(&parsed.maze, &request, watch),
        AnyParsed::Mesh(parsed) => judge(&parsed.maze, &request, watch),
    };
    answer(&ask, subject, async { Ok(Content::json(&ask.run(cost, work).await?.result)) }).await
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

fn judge<G: Plane>(maze: &Maze<G>, request: &CheckRequest, watch: &mut Watch) -> Result<Verdict, Stopped> {
    let grid = maze.grid();
    let (from, to) = request.ends.find(maze, watch)?;
    let found = watch.time("solve", |watch| distances(maze, from, watch))?;
    let mut stopped = None;
    let (length, checked) = match &request.claim {
        Claim::Directions(names) => {
            let names = (names.len(), unless_stopped(names.iter(), watch, &mut stopped));
            (names.0, follow_by(maze, from, to, names.1, |cell, name| grid.side(cell, name)))
        }
        Claim::Path(cells) => {
            let cells_of_maze = cells.iter().map(|&address| grid.cell_at_address(address));
            let cells_of_maze = unless_stopped(cells_of_maze, watch, &mut stopped);
            (cells.len().saturating_sub(1), trace(maze, from, to, cells_of_maze))
        }
    };
    if let Some(stop) = stopped {
        return Err(stop);
    }
    let costs = if maze.weights().is_some() {
        let cheapest = watch.time("solve", |watch| costs(maze, from, watch))?.to(to);
        Some(Costs { cost: checked.ok(), cheapest })
    } else {
        None
    };
    let failure = checked.err().map(|Failure { at, reason, cell, side, .. }| FailureReport {
        at,
        reason: reason.name(),
        cell: grid.address_of(cell),
        side: match (side, &request.claim) {
            (Some(side), _) => Some(grid.side_name(cell, side).to_owned()),
            (None, Claim::Directions(names)) if reason == Reason::Side => names.iter().nth(at).map(cut),
            _ => None,
        },
    });
    let (from, to, shortest) = (grid.address_of(from), grid.address_of(to), found.to(to));
    Ok(Verdict { ok: failure.is_none(), from, to, length, shortest, costs, failure })
}
