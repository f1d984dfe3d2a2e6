//! `/maze`, `/maze.json` and its kin: a maze is made and drawn.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::{MethodRouter, get};

use crate::app::App;
use crate::request::cost::Task;
use crate::request::format::FormatFrom;
use crate::request::maze::{self, MazeRequest};
use crate::response::body::Drawing;
use crate::response::caching::{Determined, Tag};
use crate::response::problem::{Kind, Problem};
use crate::response::reply::{self, Timing};
use crate::shares::Client;
use crate::telemetry::metrics::Work;
use dedale::observe::Observer;
use dedale::options::{Made, MazeOptions};
use dedale::render::{Format, Picture, Trail};
use dedale::rng::MAX_SEED;
use dedale::solve::{Solver, bfs, distances};

/// `/maze`, in the format that the query or `Accept` names, and `/maze.json` and its kin.
pub fn drawn(from: FormatFrom) -> MethodRouter<Arc<App>> {
    get(move |State(app), client: Client, request: Request| answer(app, client, request, from))
}

async fn answer(app: Arc<App>, client: Client, request: Request, from: FormatFrom) -> Result<Response, Problem> {
    let (head, _) = request.into_parts();
    let MazeRequest { maze, by_rows, written, solution, location } =
        maze::maze(&head.uri, &head.headers, from, &app.settings, draw_seed)?;
    let format = written.format;
    let determined = location.map_or_else(
        || {
            // Versions begin at 1: 0 means no solution.
            let solved = if solution { dedale::solve::VERSION } else { 0 };
            Determined::Tagged(Tag::new(format_args!("maze {maze} {} {solved}", format.identity())))
        },
        |location| Determined::Located(location, maze.seed()),
    );
    let asked = Work { cells: maze.cells(), algorithm: maze.algorithm().name(), format: format.name() };
    let response = match determined.held(&head.headers, asked) {
        Some(held) => held,
        None if by_rows => {
            let rows = maze.by_rows().ok_or_else(not_by_rows)?;
            let drawing = Drawing::rows(rows, format).ok_or_else(not_by_rows)?;
            let held = app.pool.hold_large(client, drawing.bytes_at_hand())?;
            reply::draw(drawing, asked, Timing::default(), &app.pool, client, held).await?
        }
        None => {
            let mut task = Task::making(&maze).drawn(format);
            task.solver = solution.then_some(Solver::Bfs);
            let cost = task.cost([maze.columns(), maze.rows()], &app.settings)?;
            let done = app.pool.run(client, cost, move |watch| work(&maze, format, solution, watch)).await?;
            let (drawing, mut timing) = done.result;
            timing.note("queue", done.queued);
            reply::draw(drawing, asked, timing, &app.pool, client, done.held).await?
        }
    };
    Ok(determined.mark(response, written.negotiated))
}

/// A problem that does not occur: the parameters were checked to go with a maze that is made row by row.
fn not_by_rows() -> Problem {
    Problem::new(Kind::INTERNAL_ERROR, "this format is not written row by row")
}

/// A seed for a request that names none.
pub fn draw_seed() -> u64 {
    rand::random_range(0..=MAX_SEED)
}

/// Makes a maze, and says all that is known of it.
pub fn make<O: Observer>(options: &MazeOptions, timing: &mut Timing, observer: &mut O) -> Result<Picture, O::Stop> {
    let Made { maze, from, to } = timing.time("generate", || options.make(observer))?;
    let mut picture = Picture::new(maze, from, to);
    let grid = picture.maze.grid();
    let [from, to] = [from, to].map(|cell| [grid.row(cell), grid.column(cell)]);
    picture.head = options.head(from, to);
    Ok(picture)
}

/// Gives a picture the distances that its format shows.
pub fn shade<O: Observer>(
    picture: &mut Picture,
    format: Format,
    timing: &mut Timing,
    observer: &mut O,
) -> Result<(), O::Stop> {
    if format.shows_distances() && picture.distances.is_none() {
        let found = timing.time("solve", || distances(&picture.maze, picture.from, observer))?;
        picture.distances = Some(found);
    }
    Ok(())
}

fn work<O: Observer>(
    options: &MazeOptions,
    format: Format,
    solution: bool,
    observer: &mut O,
) -> Result<(Drawing, Timing), O::Stop> {
    let mut timing = Timing::default();
    let mut picture = make(options, &mut timing, observer)?;
    if solution {
        let found = timing.time("solve", || bfs(&picture.maze, picture.from, picture.to, false, observer))?;
        picture.path = found.path().map(|path| Trail::new(&picture.maze, path));
    }
    shade(&mut picture, format, &mut timing, observer)?;
    Ok((Drawing::picture(picture, format), timing))
}
