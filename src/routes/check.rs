//! `POST /check`: whether a solution is right.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use serde::Serialize;

use crate::app::App;
use crate::request::cost::Task;
use crate::request::include::Include;
use crate::request::maze::text;
use crate::request::posted::{self, Posted, known};
use crate::request::solve::{CheckOptions, Claim};
use crate::response::caching::Determined;
use crate::response::problem::Problem;
use crate::response::reply::{self, Timing};
use crate::shares::Client;
use crate::telemetry::metrics::Work;
use dedale::grid::{Cell, Grid, Side, Square};
use dedale::measure::most_searches;
use dedale::solve::{Failure, distances, follow, trace};

/// The result of the check.
#[derive(Debug, Serialize)]
struct Verdict {
    ok: bool,
    from: [u32; 2],
    to: [u32; 2],
    /// The number of moves of the solution.
    length: usize,
    /// The number of moves of the shortest path; `None` where there is none.
    shortest: Option<u32>,
    #[serde(flatten)]
    failure: Option<Told>,
}

/// Where and why a solution fails.
#[derive(Debug, Serialize)]
struct Told {
    at: usize,
    reason: &'static str,
    cell: [u32; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<char>,
}

/// `POST /check`
pub async fn check(
    State(app): State<Arc<App>>,
    client: Client,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let form = Posted::of(&headers)?;
    CheckOptions::check(text(&uri))?;
    let read = posted::maze(form, body, &app, client).await?;
    let mut parsed = read.result?;
    let grid = *parsed.maze.grid();
    let (directions, path) = (parsed.directions.take(), parsed.path.take());
    let size = [grid.columns(), grid.rows()];
    let options = CheckOptions::read(text(&uri), size, known(&parsed), directions, path)?;
    let cells = u64::from(grid.cells());
    let cost = Task::posted(options.ends).including(&[Include::Distances]).cost(size, &app.settings)?;
    let done = app
        .pool
        .run(client, cost, move |watch| {
            let mut timing = Timing::default();
            let (from, to) = options.ends.find_within(&parsed.maze, most_searches(grid.cells()), watch)?;
            let found = timing.time("solve", || distances(&parsed.maze, from, watch))?;
            let inside = |&[row, column]: &[u64; 2]| {
                let is_inside = row < u64::from(grid.rows()) && column < u64::from(grid.columns());
                is_inside.then(|| grid.at(row as u32, column as u32))
            };
            let (length, checked) = match &options.claim {
                Claim::Directions(moves) => (moves.len(), follow(&parsed.maze, from, to, moves)),
                Claim::Path(cells) => {
                    (cells.len().saturating_sub(1), trace(&parsed.maze, from, to, cells.iter().map(inside)))
                }
            };
            let failure = checked.err().map(|Failure { at, reason, cell, side, .. }| Told {
                at,
                reason: reason.name(),
                cell: place(&grid, cell),
                side: side.map(Side::letter),
            });
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
