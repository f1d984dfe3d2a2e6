//! `/maze/steps` and `/solve/steps`: the building and the search as they happen.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::maze::draw_seed;
use crate::app::App;
use crate::request::cost::Task;
use crate::request::format::FormatFrom;
use crate::request::maze::{self, MazeRequest};
use crate::request::solve::SolveOptions;
use crate::response::caching::{Determined, Tag};
use crate::response::problem::{Kind, Problem};
use crate::settings::Settings;
use crate::shares::Client;
use crate::steps::events::{Form, Teller, VERSION, tell};
use crate::telemetry::metrics::Work;
use crate::work::pool::Cost;
use dedale::generate::GENERATOR_VERSION;
use dedale::grid::{Cell, Limits, Square};
use dedale::observe::Stopped;
use dedale::options::{Made, MazeOptions};

/// `/maze/steps`: how a maze is built.
pub async fn building(
    State(app): State<Arc<App>>,
    client: Client,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let request = maze::steps(&uri, &headers, &settings(&app), draw_seed)?;
    answer(&app, client, &uri, &headers, request, None).await
}

/// `/solve/steps`: how a maze is solved.
pub async fn searching(
    State(app): State<Arc<App>>,
    client: Client,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (request, solve) = maze::solve(&uri, &headers, FormatFrom::Steps, &settings(&app), draw_seed)?;
    answer(&app, client, &uri, &headers, request, Some(solve)).await
}

/// The settings, with the limits for mazes whose steps are sent.
fn settings(app: &App) -> Settings {
    let Limits { max_side, max_cells } = app.settings.limits;
    Settings { limits: Limits { max_side, max_cells: max_cells.min(app.settings.max_step_cells) }, ..app.settings }
}

async fn answer(
    app: &Arc<App>,
    client: Client,
    uri: &Uri,
    headers: &HeaderMap,
    request: MazeRequest,
    solve: Option<SolveOptions>,
) -> Result<Response, Problem> {
    let form = Form::of(headers)?;
    let maze = request.maze;
    let grid = maze.grid().map_err(|error| Problem::new(Kind::INTERNAL_ERROR, error.to_string()))?;
    let determined = request.location.map_or_else(
        || {
            let solve = solve.as_ref().map(SolveOptions::identity).unwrap_or_default();
            Determined::Tagged(Tag::new(format_args!("{VERSION} {} {maze} {solve} {}", uri.path(), form.name())))
        },
        |location| Determined::Located(location, maze.seed()),
    );
    let cells = maze.cells();
    let asked = Work { cells, algorithm: maze.algorithm().name(), format: form.name() };
    if let Some(held) = determined.held(headers, asked) {
        return Ok(determined.mark(held, true));
    }
    let task = solve.as_ref().map_or(Task::making(&maze), |solve| Task::making(&maze).solved(solve));
    let cost = task.cost([maze.columns(), maze.rows()], &app.settings)?;
    // As long as the stream.
    let held = app.pool.hold(client, cost.bytes)?;
    let body = match solve {
        None => tell(app, client, form, grid, move |teller| {
            let _held = held;
            tell_building(&maze, teller)
        })?,
        Some(solve) => {
            let options = maze.clone();
            let made = app.pool.run(client, Cost { bytes: 0, ..cost }, move |watch| options.make(watch)).await?.result;
            tell(app, client, form, grid, move |teller| {
                let _held = held;
                tell_search(&maze, &made, &solve, teller)
            })?
        }
    };
    let mut response = ([(CONTENT_TYPE, form.media_type())], body).into_response();
    response.extensions_mut().insert(asked);
    Ok(determined.mark(response, true))
}

fn place(grid: &Square, cell: Cell) -> [u32; 2] {
    [grid.row(cell), grid.column(cell)]
}

/// The first event: information about the maze, which is known before it is generated.
fn asked(maze: &MazeOptions) -> Value {
    json!({
        "algo": maze.algorithm().name(),
        "w": maze.columns(),
        "h": maze.rows(),
        "seed": maze.seed(),
        "generator": GENERATOR_VERSION,
        "options": maze.shaping(),
    })
}

fn tell_building(options: &MazeOptions, teller: &mut Teller) -> Result<(), Stopped> {
    teller.tell("start", asked(options))?;
    let Made { maze, from, to } = options.make(teller)?;
    let (steps, grid) = (teller.steps(), maze.grid());
    teller.tell("end", json!({ "steps": steps, "from": place(grid, from), "to": place(grid, to) }))
}

fn tell_search(options: &MazeOptions, made: &Made, solve: &SolveOptions, teller: &mut Teller) -> Result<(), Stopped> {
    let &Made { ref maze, from, to } = made;
    let mut start = asked(options);
    start["from"] = json!(place(maze.grid(), from));
    start["to"] = json!(place(maze.grid(), to));
    start["solver"] = solve.solver.name().into();
    for (name, value) in solve.own_options() {
        start[name] = value.into();
    }
    teller.tell("start", start)?;
    let solution = solve.solver.run(maze, from, to, false, teller)?;
    let mut end = json!({ "steps": teller.steps(), "length": solution.length(), "visited": solution.visited });
    if let Some(why) = solution.gave_up() {
        end["gave_up"] = why.to_string().into();
    }
    teller.tell("end", end)
}
