//! `/book.pdf`: many mazes, to be printed.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;

use super::maze::{draw_seed, unless_stopped};
use crate::app::App;
use crate::book::options::Answers;
use crate::book::plan::Plan;
use crate::book::{Book, Mazes};
use crate::clients::shares::Client;
use crate::problem::Problem;
use crate::request::book::{self, BookRequest};
use crate::request::cost::Task;
use crate::request::maze;
use crate::response::body::Drawing;
use crate::response::caching::{Determined, Tag};
use crate::response::reply::{self, Timing};
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;

/// The version of the pages. It is raised when they change for the same book.
const VERSION: u32 = 1;

/// The handler of `/book.pdf`.
pub async fn pdf(
    State(app): State<Arc<App>>,
    client: Client,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let BookRequest { maze, options, location } = book::book(&uri, &headers, &app.settings, draw_seed)?;
    let identity = format!("book {VERSION} {} {maze} {options}", dedale::solve::VERSION);
    let tag = Tag::new(&identity);
    let id = tag.number();
    let determined = Determined::made(location, maze.seed(), || tag);
    let asked = Work { cells: maze.cells(), algorithm: maze.algorithm().name(), format: "pdf" };
    let response = match determined.held(&headers, asked) {
        Some(held) => held,
        None => {
            let task = Task::making(&maze);
            let cost = task.book(options.count, options.answers != Answers::None, &app.settings)?;
            let (checked, attempts) = task.checked(&options, &app.settings)?;
            let work =
                move |watch: &mut Watch| Ok((unless_stopped(Mazes::check(maze, &options, attempts, watch))?, options));
            let (mazes, options) = app.pool.run(client, checked, work).await?.result;
            let mazes = mazes.map_err(|why| maze::not_made(&uri, why))?;
            let plan = Plan::new(options, mazes.size());
            book::fitting(&uri, &plan)?;
            let book = Book::new(mazes, plan, id);
            let bytes = book.bytes();
            let drawing = Drawing::compressed(book, "application/pdf", cost.steps, bytes);
            let held = app.pool.hold_large(client, drawing.bytes_at_hand())?;
            reply::draw(drawing, asked, Timing::default(), &app.pool, client, held).await?
        }
    };
    Ok(determined.mark(response, false))
}
