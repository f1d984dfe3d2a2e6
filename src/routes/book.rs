//! `/book`: many mazes, to be printed.

use axum::response::Response;

use super::maze::{read_call, unless_stopped};
use super::worksheet::VERSION;
use crate::problem::Problem;
use crate::request::admit::Job;
use crate::request::book::{self as request, BookRequest};
use crate::request::maze;
use crate::response::answer::{Ask, Content, Subject, answer};
use crate::response::body::Drawing;
use crate::response::caching::Tag;
use crate::response::coding::Coding;
use crate::telemetry::metrics::{Cells, Work};
use crate::work::cancel::Watch;
use dedale::options::MazeOptions;
use dedale_book::plan::Plan;
use dedale_book::{Book, Mazes, drawn_steps};

/// `/book`, and the path that names its format.
pub async fn book(ask: Ask) -> Result<Response, Problem> {
    let (request, job, steps) = read_call(&ask, request::book).await?.admitted(&ask.app.settings)?;
    let BookRequest { mazes, options, vary, location } = &request;
    let maze = &mazes.largest;
    // The smallest and the largest say all of them.
    let smallest = if mazes.count() > 1 { format!("{} ", mazes.smallest()) } else { String::new() };
    let tag = Tag::new(format_args!("book {VERSION} {} {smallest}{maze} {options}", dedale::solve::VERSION));
    let (id, has_doors) = (tag.number(), maze.has_doors());
    let subject = Subject {
        location: location.clone(),
        tag: location.tag(|| tag),
        vary: *vary,
        media_type: "application/pdf",
        coding: Coding::Identity,
        work: Work::making(maze, "pdf"),
    };
    // Each is made when it is drawn.
    let drawn = drawn_steps(maze.cells(), maze.facts().is_weighted);
    let steps_of_maze = maze.expected_steps().saturating_add(drawn);
    let Job { cost, attempts } = job;
    let BookRequest { mazes, options, .. } = request;
    let uri = &ask.uri;
    answer(&ask, subject, async {
        let work = move |watch: &mut Watch| {
            let mazes = mazes.all(watch).and_then(|mazes| {
                let of_all: u64 = mazes.iter().map(MazeOptions::cells).fold(0, u64::saturating_add);
                // A single size is that of each maze.
                let times = if mazes.len() == 1 { options.count.into() } else { 1 };
                Ok((Mazes::check(mazes, &options, attempts, watch)?, of_all.saturating_mul(times)))
            });
            Ok((unless_stopped(mazes)?, options))
        };
        let (mazes, options) = ask.run(cost, work).await?.result;
        let (mazes, cells_of_all) = mazes.map_err(|why| maze::not_made(uri, why))?;
        let cells = Cells::default();
        cells.add(cells_of_all);
        let plan = Plan::new(options, mazes.sizes().to_vec(), has_doors);
        request::fitting(uri, &plan)?;
        let mut book = Book::new(mazes, plan, id);
        let bytes = book.bytes();
        let write_next = Box::new(move |out: &mut Vec<u8>, watch: &mut Watch| book.write_next(out, watch));
        let drawing = Drawing::compressed(write_next, steps, steps_of_maze, bytes);
        let memory = ask.account.reserve(0)?;
        let content = Content::drawn(drawing, Coding::Identity, &ask, memory).await?;
        Ok(Content { cells: Some(cells), ..content })
    })
    .await
}
