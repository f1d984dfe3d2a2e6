//! `/book.pdf`: many mazes, to be printed.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use dedale::options::MazeOptions;

use super::maze::{call, unless_stopped};
use crate::app::App;
use crate::book::plan::Plan;
use crate::book::{Book, Mazes};
use crate::clients::shares::Client;
use crate::problem::Problem;
use crate::request::admit::Job;
use crate::request::book::{self, BookRequest};
use crate::request::maze;
use crate::response::body::Drawing;
use crate::response::caching::{Determined, Tag, Vary};
use crate::response::reply::{self, Timing};
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;

/// The version of the pages. It is raised when they change for the same book.
const VERSION: u32 = 2;

/// The handler of `/book.pdf`.
pub async fn pdf(
    State(app): State<Arc<App>>,
    client: Client,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let request = book::book(call(&app, &uri, &headers))?;
    let BookRequest { mazes, options, location } = &request;
    let maze = &mazes[mazes.len() - 1];
    let all: Vec<_> = mazes.iter().map(MazeOptions::to_string).collect();
    let identity = format!("book {VERSION} {} {} {options}", dedale::solve::VERSION, all.join(" "));
    let tag = Tag::new(&identity);
    let id = tag.number();
    let determined = Determined::made(location.clone(), Some(maze.seed()), || tag);
    let asked = Work { cells: maze.cells(), algorithm: maze.algorithm().name(), format: "pdf" };
    let response = match determined.held(&headers, asked) {
        Some(held) => held,
        None => {
            let (Job { cost, attempts }, steps) = request.admit(&app.settings)?;
            let has_doors = maze.has_doors();
            let BookRequest { mazes, options, .. } = request;
            let work =
                move |watch: &mut Watch| Ok((unless_stopped(Mazes::check(mazes, &options, attempts, watch))?, options));
            let (mazes, options) = app.pool.run(client, cost, work).await?.result;
            let mazes = mazes.map_err(|why| maze::not_made(&uri, why))?;
            let plan = Plan::new(options, mazes.sizes().to_vec(), has_doors);
            book::fitting(&uri, &plan)?;
            let mut book = Book::new(mazes, plan, id);
            let bytes = book.bytes();
            let drawing =
                Drawing::compressed(Box::new(move |out| book.write_next(out)), "application/pdf", steps, bytes);
            let memory = app.memory.reserve(client, drawing.bytes_at_hand())?;
            reply::draw(drawing, asked, Timing::default(), &app.pool, client, memory).await?
        }
    };
    Ok(determined.mark(response, Vary::Encoding))
}
