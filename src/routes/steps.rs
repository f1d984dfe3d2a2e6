//! `/maze/steps` and `/solve/steps`: the building and the search as they happen.

use axum::body::Body;
use axum::response::Response;
use serde_json::{Value, json};

use super::maze::{read_call, unless_stopped};
use super::solve::{Found, begin_at, picture_between};
use crate::app::App;
use crate::frames::{Frames, SearchProgress};
use crate::problem::{Kind, Problem};
use crate::request::admit::Job;
use crate::request::body;
use crate::request::format::{Call, text};
use crate::request::maze::{self, MazeRequest, Search};
use crate::request::posted::PostedMaze;
use crate::request::solve::SolveOptions;
use crate::response::answer::{Ask, Content, Subject, answer};
use crate::response::caching::{Location, Tag, Vary};
use crate::response::coding::Coding;
use crate::settings::Settings;
use crate::steps::{Shown, StepFormat, StepStream, VERSION, stream_steps};
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;
use crate::work::pool::{Cost, Done};
use dedale::generate::GENERATOR_VERSION;
use dedale::grid::{AnyGrid, Grid as _, GridKind};
use dedale::observe::Stopped;
use dedale::options::MazeOptions;
use dedale::picture::Picture;
use dedale::text::SquareOf;

/// `/maze/steps`: how a maze is built.
pub async fn building(ask: Ask) -> Result<Response, Problem> {
    let settings = settings(&ask.app);
    let request =
        read_call(&ask, move |call| maze::steps(Call { settings: &settings, ..call })).await?.admitted(&settings)?;
    respond(&ask, request).await
}

/// `/solve/steps`: how a maze is solved.
pub async fn searching(ask: Ask) -> Result<Response, Problem> {
    let settings = settings(&ask.app);
    let request = read_call(&ask, move |call| maze::search_steps(Call { settings: &settings, ..call }))
        .await?
        .admitted(&settings)?;
    respond(&ask, request).await
}

/// `/solve/steps` with a maze in the body: how it is solved.
pub async fn searching_posted(ask: Ask, body: Body) -> Result<Response, Problem> {
    let format = StepFormat::of(&ask.headers)?;
    let sent = read_call(&ask, |call| body::sent(call, Search::STEPS)).await?;
    let read =
        |ask: &Ask, maze: PostedMaze| Ok((Search::steps(text(&ask.uri), &maze, settings(&ask.app).max_cells)?, maze));
    // The memory for what was read is reserved until the answer begins.
    let Done { result: (search, maze), memory: _memory } = body::maze(&ask, sent, body, read).await?;
    let Job { cost, .. } = search.task(&maze).admit(&ask.app.settings)?;
    let form = maze.form();
    let subject = Subject {
        location: Location::At(None, None),
        tag: None,
        vary: Vary::FormatAndEncoding,
        media_type: format.media_type(),
        coding: Coding::Identity,
        work: Work { cells: maze.cells(), algorithm: "none", format: format.name() },
    };
    let content = posted_steps(&ask, format, search, maze, cost);
    answer(&ask, subject, content).await.map(|response| body::told(response, form))
}

/// The steps in which a posted maze is solved, which are made while they are sent.
async fn posted_steps(
    ask: &Ask,
    format: StepFormat,
    search: Search,
    maze: PostedMaze,
    cost: Cost,
) -> Result<Content, Problem> {
    // As long as the stream.
    let memory = ask.account.reserve(cost.bytes)?;
    let of = if maze.is_of_squares() { SquareOf::Cell } else { SquareOf::Block };
    let (form, Search { ends, solve }) = (maze.form(), search);
    let find = move |watch: &mut Watch| unless_stopped(picture_between(maze.into_maze().0, &ends, form, watch));
    let found = ask.run(Cost { bytes: 0, ..cost }, find).await?.result;
    let picture = found.map_err(|why| maze::not_made(&ask.uri, why))?;
    let start = serde_json::to_value(&picture.head).unwrap_or_default();
    let shown = shown(&picture, of, &solve, format)?;
    let stream = Stream { ask, format, start, solve: Some(solve) };
    let grid = picture.maze.grid().clone();
    Ok(Content::new(stream.body(grid, memory, shown, Some(picture), |_| Err(Stopped))?))
}

/// How a search is sent.
fn shown(picture: &Picture, of: SquareOf, solve: &SolveOptions, format: StepFormat) -> Result<Shown, Problem> {
    let frames = match format {
        StepFormat::Text => Some(Frames::of_search(picture, of, solve.solver)?),
        _ => None,
    };
    Ok(Shown { search: Some(SearchProgress::new(solve.solver)), frames })
}

/// The settings, with the limits for mazes whose steps are sent.
fn settings(app: &App) -> Settings {
    Settings { max_cells: app.settings.max_cells.min(app.settings.max_step_cells), ..app.settings }
}

async fn respond(ask: &Ask, (request, job): (MazeRequest, Option<Job>)) -> Result<Response, Problem> {
    let format = StepFormat::of(&ask.headers)?;
    let maze = &request.maze;
    let tag = request.location.tag(|| {
        let (path, solved, format) = (ask.uri.path(), dedale::solve::VERSION, format.name());
        Tag::new(format_args!("{VERSION} {solved} {path} {maze} {:?} {format}", request.solve))
    });
    let subject = Subject {
        location: request.location.clone(),
        tag,
        vary: Vary::FormatAndEncoding,
        media_type: format.media_type(),
        // Steps are sent as they are made, and are not delayed for an encoder.
        coding: Coding::Identity,
        work: Work::making(maze, format.name()),
    };
    let job = job.ok_or_else(|| Problem::new(Kind::INTERNAL_ERROR, "steps are not made row by row"))?;
    answer(ask, subject, steps(ask, format, request, job)).await
}

/// The steps, which are made while they are sent.
async fn steps(ask: &Ask, format: StepFormat, request: MazeRequest, job: Job) -> Result<Content, Problem> {
    let uri = &ask.uri;
    let Job { cost, attempts } = job;
    let MazeRequest { maze, mut solve, .. } = request;
    // As long as the stream.
    let memory = ask.account.reserve(cost.bytes)?;
    let cost = Cost { bytes: 0, ..cost };
    let maze = match attempts {
        None => *maze,
        Some(attempts) => {
            // The stream begins with the maze that was found.
            let find = move |watch: &mut _| unless_stopped(maze.find(attempts, watch));
            let found = ask.run(cost, find).await?.result;
            found.map_err(|why| maze::not_made(uri, why))?
        }
    };
    let seed = attempts.map(|_| maze.seed());
    if let (Some(seed), Some(solve)) = (seed, &mut solve) {
        solve.set_seed(seed);
    }
    let stream = Stream { ask, format, start: asked_for(&maze), solve: solve.clone() };
    let is_solved = solve.is_some();
    let of = if maze.is_open_ground() { SquareOf::Cell } else { SquareOf::Block };
    let options = maze.clone();
    let (grid, laid, made) = if maze.is_plain() && !is_solved {
        let grid = maze.lay(&mut ()).map_err(|why| maze::not_made(uri, why))?;
        (grid.clone(), Some(grid), None)
    } else {
        // Of a maze that is solved, cells may have been taken out of the grid.
        let lay = move |watch: &mut Watch| match is_solved {
            true => {
                let mut made = maze.make(watch)?;
                solve.iter().try_for_each(|solve| begin_at(&mut made, &maze, solve, watch))?;
                Ok((made.maze.grid().clone(), None, Some(made)))
            }
            false => maze.lay(watch).map(|grid| (grid.clone(), Some(grid), None)),
        };
        let laid = ask.run(cost, move |watch| unless_stopped(lay(watch))).await?.result;
        laid.map_err(|why| maze::not_made(uri, why))?
    };
    let shown = match (&made, &stream.solve) {
        (Some(made), Some(solve)) => shown(made, of, solve, format)?,
        _ if format == StepFormat::Text => Shown { search: None, frames: Some(Frames::of_building(&grid, of)?) },
        _ => Shown::default(),
    };
    let body = stream.body(grid, memory, shown, made, move |steps| {
        // What only the grid shows to be wrong was found when it was laid.
        let made = match laid {
            Some(grid) => options.make_on(grid, steps),
            None => options.make(steps),
        };
        made.map_err(|_| Stopped)
    })?;
    Ok(Content { seed, ..Content::new(body) })
}

/// The first event: information about the maze, which is known before it is generated.
fn asked_for(maze: &MazeOptions) -> Value {
    let mut start = json!({});
    if let Some(algo) = maze.made_by() {
        start["algo"] = algo.into();
    }
    let mesh = maze.mesh();
    if !maze.is_plain() {
        start["grid"] = mesh.kind.name().into();
    }
    if mesh.kind == GridKind::Polar {
        start["rings"] = mesh.rings.into();
    } else {
        start["w"] = mesh.columns.into();
        start["h"] = mesh.rows.into();
    }
    if mesh.floors > 1 {
        start["floors"] = mesh.floors.into();
    }
    start["seed"] = maze.seed().into();
    start["generator"] = GENERATOR_VERSION.into();
    start["options"] = json!(maze.shaping());
    start
}

/// A stream of steps that is about to begin.
struct Stream<'a> {
    ask: &'a Ask,
    format: StepFormat,
    start: Value,
    solve: Option<SolveOptions>,
}

impl Stream<'_> {
    /// Sends how a maze is solved that is `made`, or how it is made by `make`. `memory` is kept until the end.
    fn body(
        self,
        grid: AnyGrid,
        memory: impl Send + 'static,
        shown: Shown,
        made: Option<Picture>,
        make: impl FnOnce(&mut StepStream) -> Result<Picture, Stopped> + Send + 'static,
    ) -> Result<Body, Problem> {
        let Stream { ask, format, start, solve } = self;
        stream_steps(ask, format, grid, shown, move |steps| {
            let _memory = memory;
            match made.zip(solve) {
                Some((made, solve)) => send_search(start, &made, &solve, steps),
                None => {
                    steps.send_event("start", &start)?;
                    let picture = make(steps)?;
                    steps.end_building(&picture);
                    let Picture { maze, from, to, .. } = picture;
                    let [from, to] = [from, to].map(|cell| maze.grid().address(cell));
                    steps.send_event("end", &json!({ "steps": steps.steps, "from": from, "to": to }))
                }
            }
        })
    }
}

fn send_search(mut start: Value, made: &Picture, solve: &SolveOptions, steps: &mut StepStream) -> Result<(), Stopped> {
    let &Picture { ref maze, from, to, .. } = made;
    start["from"] = json!(maze.grid().address(from));
    start["to"] = json!(maze.grid().address(to));
    start["solver"] = solve.solver.name().into();
    for (name, value) in solve.own_options() {
        start[name] = value.into();
    }
    steps.send_event("start", &start)?;
    let found = match solve.diagonals.then(|| maze.with_diagonals()).flatten() {
        Some(maze) => Found::with_diagonals(&maze, solve.solver.run(&maze, from, to, false, steps)?),
        None => Found::along_passages(maze, solve.solver.run(maze, from, to, false, steps)?),
    };
    let Found { solution, cost, .. } = found;
    steps.end_search();
    let mut end = json!({ "steps": steps.steps, "length": solution.length(), "visited": solution.visited });
    if let Some(cost) = cost {
        end["cost"] = json!(cost);
    }
    if let Some(why) = solution.gave_up() {
        end["gave_up"] = why.to_string().into();
    }
    steps.send_event("end", &end)
}
