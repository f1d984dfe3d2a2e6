//! `/maze/steps` and `/solve/steps`: the building and the search as they happen.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::maze::draw_seed;
use crate::app::App;
use crate::request::params::{self, FormatFrom, MazeRequest};
use crate::response::caching::{Determined, Tag};
use crate::response::problem::Problem;
use crate::settings::Settings;
use crate::steps::events::{Form, Teller, tell};
use crate::telemetry::metrics::Work;
use crate::work::pool::Cost;
use dedale::generate::GENERATOR_VERSION;
use dedale::grid::{Cell, Grid, Square};
use dedale::observe::Stopped;
use dedale::spec::{Limits, Made, MazeSpec, SolveSpec};

/// `/maze/steps`: how a maze is built.
pub async fn building(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let request = params::steps(&uri, &headers, &settings(&app), draw_seed)?;
    answer(&app, &uri, &headers, request, None).await
}

/// `/solve/steps`: how a maze is solved.
pub async fn searching(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let (request, solve) = params::solve(&uri, &headers, FormatFrom::Steps, &settings(&app), draw_seed)?;
    answer(&app, &uri, &headers, request, Some(solve)).await
}

/// The settings, with the limits on a maze whose steps are told.
fn settings(app: &App) -> Settings {
    let Limits { max_side, max_cells } = app.settings.limits;
    Settings { limits: Limits { max_side, max_cells: max_cells.min(app.settings.max_step_cells) }, ..app.settings }
}

async fn answer(
    app: &Arc<App>,
    uri: &Uri,
    headers: &HeaderMap,
    request: MazeRequest<MazeSpec>,
    solve: Option<SolveSpec>,
) -> Result<Response, Problem> {
    let form = Form::of(headers)?;
    let spec = request.maze;
    let determined = request.location.map_or_else(
        || Determined::Tagged(Tag::new(format_args!("{} {} {solve:?} {form:?}", uri.path(), spec.canonical()))),
        Determined::Located,
    );
    let cells = u64::from(spec.grid().cells());
    let asked = Work { cells, algorithm: spec.algorithm().name(), format: form.name() };
    if let Some(held) = determined.held(headers, asked) {
        return Ok(determined.mark(held, true));
    }
    let grid = spec.grid();
    let body = match solve {
        None => tell(app, form, grid, move |teller| tell_building(&spec, teller))?,
        Some(solve) => {
            let maze = spec.clone();
            let made = app
                .pool
                .run(Cost { steps: spec.expected_steps(), bytes: cells }, move |watch| maze.make(watch))
                .await?
                .result;
            tell(app, form, grid, move |teller| tell_search(&spec, &made, &solve, teller))?
        }
    };
    let mut response = ([(CONTENT_TYPE, form.media_type())], body).into_response();
    response.extensions_mut().insert(asked);
    Ok(determined.mark(response, true))
}

fn place(grid: &Square, cell: Cell) -> [u32; 2] {
    [grid.row(cell), grid.column(cell)]
}

/// What is known of the maze before it is made.
fn asked(spec: &MazeSpec) -> Value {
    json!({
        "algo": spec.algorithm().name(),
        "w": spec.grid().columns(),
        "h": spec.grid().rows(),
        "seed": spec.seed(),
        "generator": GENERATOR_VERSION,
        "options": spec.options(),
    })
}

fn tell_building(spec: &MazeSpec, teller: &mut Teller) -> Result<(), Stopped> {
    let grid = spec.grid();
    teller.tell("start", asked(spec))?;
    let Made { from, to, .. } = spec.make(teller)?;
    let steps = teller.steps();
    teller.tell("end", json!({ "steps": steps, "from": place(&grid, from), "to": place(&grid, to) }))
}

fn tell_search(spec: &MazeSpec, made: &Made, solve: &SolveSpec, teller: &mut Teller) -> Result<(), Stopped> {
    let grid = spec.grid();
    let &Made { ref maze, from, to } = made;
    let mut start = asked(spec);
    start["from"] = json!(place(&grid, from));
    start["to"] = json!(place(&grid, to));
    start["solver"] = solve.solver.name().into();
    for (name, value) in solve.options() {
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
