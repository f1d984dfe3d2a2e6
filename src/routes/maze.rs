//! `/maze`, and `/maze.json` and the other formats: a maze is made and drawn.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use axum::routing::{MethodRouter, get};
use futures_util::FutureExt as _;

use crate::app::App;
use crate::clients::shares::Client;
use crate::problem::{Kind, Problem};
use crate::request::admit::{Admit as _, Job};
use crate::request::draft::Ground;
use crate::request::format::{Call, FormatFrom};
use crate::request::maze::{self, MazeRequest};
use crate::request::parameters::Name;
use crate::request::posted::{self, Form, OF_GRIDS};
use crate::response::body::Drawing;
use crate::response::caching::{Determined, Tag};
use crate::response::reply::{self, Timing};
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;
use crate::work::pool::{Cost, Done};
use dedale::endless::{DistantPath, NoDistantPath};
use dedale::format::Format;
use dedale::grid::Grid as _;
use dedale::observe::{Observer, Stopped};
use dedale::options::{InvalidOption, InvalidOptions, Made, MakeError, MazeOptions};
use dedale::picture::{Film, Picture, Plane, Shown, Trail};
use dedale::rng::MAX_SEED;
use dedale::solve::{KeepWalk, Solution, Solver};

/// `/maze`, in the format that the query or `Accept` names, and the paths that name a format.
pub fn drawn(from: FormatFrom) -> MethodRouter<Arc<App>> {
    get(move |State(app): State<Arc<App>>, client: Client, request: Request| async move {
        let call = call(&app, request.uri(), request.headers());
        // In a box, so that the router does not move all that it needs.
        respond(&app, client, call, Box::new(maze::maze(call, from)?), Duration::ZERO).boxed().await
    })
}

/// `POST /maze`: a maze on the grid in the body.
pub async fn posted(
    State(app): State<Arc<App>>,
    client: Client,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let form = Form::of(&headers, OF_GRIDS)?;
    let call = call(&app, &uri, &headers);
    let size = maze::check_given(call, form)?;
    // The memory for what was read is reserved until the answer begins.
    let (ground, queued, _memory) = if form == Form::Json {
        let mut maze = posted::maze(form, body, &app, client).await?;
        let (queued, memory) = (maze.queued, maze.memory.take());
        (maze.into_ground(), queued, memory)
    } else {
        let Done { result, queued, memory } = posted::mask(form, size, body, &app, client).await?;
        (Ground::Mask(result), queued, Some(memory))
    };
    // Its grid may have millions of cells, which are looked at and written into the URL of the maze.
    let (head, settings, drawn) = ((uri.clone(), headers.clone()), app.settings, call.drawn);
    let reading = Cost { steps: ground.cells(), bytes: 0 };
    let read = move |_: &mut Watch| {
        let (uri, headers) = &head;
        Ok(maze::given(Call { uri, headers, settings: &settings, drawn }, ground).map(Box::new))
    };
    let read = app.pool.run(client, reading, read).await?;
    respond(&app, client, call, read.result?, queued + read.queued).await
}

/// The answer to a request for a maze, what it read of which was `queued` for so long. The request is passed on as a pointer: it has hundreds of bytes,
/// and the futures that it goes through are moved with it.
async fn respond(
    app: &App,
    client: Client,
    call: Call<'_>,
    request: Box<MazeRequest>,
    queued: Duration,
) -> Result<Response, Problem> {
    let (maze, format) = (&request.maze, request.written.format);
    let (algorithm, vary) = (maze.algorithm().name(), request.written.vary());
    let determined = Determined::made(request.location.clone(), request.drawn, || {
        // Versions begin at 1: 0 means no solution.
        let solved = if request.solver().is_some() { dedale::solve::VERSION } else { 0 };
        Tag::new(format_args!("maze {maze} {} {solved}", format.identity()))
    });
    let asked = Work { cells: maze.cells(), algorithm, format: format.name() };
    let response = match determined.held(call.headers, asked) {
        Some(held) => held,
        None if request.by_rows => {
            let rows = maze.by_rows().ok_or_else(not_by_rows)?;
            let drawing = Drawing::rows(rows, format).ok_or_else(not_by_rows)?;
            let memory = app.memory.reserve(client, drawing.bytes_at_hand())?;
            reply::draw(drawing, asked, Timing::default(), &app.pool, client, memory).await?
        }
        None => {
            let job = request.admit(&app.settings)?;
            let work = move |watch: &mut Watch| work(&request, job.attempts, watch);
            send(app, client, call.uri, job, queued, asked, work).await?.0
        }
    };
    Ok(determined.mark(response, vary))
}

/// A drawing, if the format draws the grid; what else is known of it; and how long the parts of the work took.
pub type Drawn<T> = (Option<Drawing>, T, Timing);

/// Does the work for a drawing, and sends it. What it is about was `queued` for so long before.
pub async fn send<T: Send + 'static>(
    app: &App,
    client: Client,
    uri: &Uri,
    job: Job,
    queued: Duration,
    asked: Work,
    work: impl FnOnce(&mut Watch) -> Result<Drawn<T>, MakeError<Stopped>> + Send + 'static,
) -> Result<(Response, T), Problem> {
    let done = app.pool.run(client, job.cost, move |watch| unless_stopped(work(watch))).await?;
    let (drawing, known, mut timing) = done.result.map_err(|why| maze::not_made(uri, why))?;
    let drawing = drawing.ok_or_else(not_drawn)?;
    timing.note("queue", queued + done.queued);
    Ok((reply::draw(drawing, asked, timing, &app.pool, client, done.memory).await?, known))
}

/// A problem that does not occur: the parameters were checked to go with a maze that is made row by row.
fn not_by_rows() -> Problem {
    Problem::new(Kind::INTERNAL_ERROR, "this format is not written row by row")
}

/// A problem that does not occur: the format was checked to draw the grid.
pub fn not_drawn() -> Problem {
    Problem::new(Kind::INTERNAL_ERROR, "this format does not draw this grid")
}

/// A request, with a seed for a maze for which none is sent.
pub fn call<'a>(app: &'a App, uri: &'a Uri, headers: &'a HeaderMap) -> Call<'a> {
    Call { uri, headers, settings: &app.settings, drawn: rand::random_range(0..=MAX_SEED) }
}

/// Makes a maze, and says all that is known of it. Its steps are kept if the format shows them.
pub fn make<O: Observer<Stop = Stopped>>(
    options: &MazeOptions,
    format: Format,
    timing: &mut Timing,
    observer: &mut O,
) -> Result<Made, MakeError<Stopped>> {
    timing.time("generate", || match format.shows_steps(Shown::Building) {
        true => make_film(options, observer),
        false => options.make(observer),
    })
}

/// The same with its steps, without those about cells that were taken out.
fn make_film<O: Observer<Stop = Stopped>>(options: &MazeOptions, observer: &mut O) -> Result<Made, MakeError<Stopped>> {
    let mut film = Film::default();
    if options.is_plain() {
        let made = options.make(&mut film.recorder(observer))?.into_squares();
        return made
            .map(|picture| Made::Squares(Picture { film: Some(film), ..picture }))
            .ok_or(MakeError::Stopped(Stopped));
    }
    let mesh = options.lay(observer)?;
    let picture = options.make_on(mesh.clone(), &mut film.recorder(observer))?;
    let grid = picture.maze.grid();
    if grid.cells() < mesh.cells() {
        film.renumber(|cell| grid.find(mesh.address(cell)));
    }
    Ok(Made::Mesh(Picture { film: Some(film), ..picture }))
}

/// The result of work that was not stopped: what was made, or why nothing was.
///
/// # Errors
///
/// [`Stopped`] where the work was stopped.
pub fn unless_stopped<T>(made: Result<T, MakeError<Stopped>>) -> Result<Result<T, MakeError>, Stopped> {
    match made {
        Ok(made) => Ok(Ok(made)),
        Err(why) => why.unless_stopped().map(Err),
    }
}

/// Solves the maze of a picture, to which the steps are added if the format shows them.
pub fn search<G: Plane, O: Observer>(
    picture: &mut Picture<G>,
    solver: Solver,
    keep_walk: KeepWalk,
    format: Format,
    timing: &mut Timing,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    let &mut Picture { ref maze, from, to, .. } = picture;
    if !format.shows_steps(Shown::Solving) {
        return timing.time("solve", || solver.run(maze, from, to, keep_walk, observer));
    }
    let mut film = Film::default();
    let solution = timing.time("solve", || solver.run(maze, from, to, keep_walk, &mut film.recorder(observer)))?;
    picture.film = Some(film);
    Ok(solution)
}

/// The maze that is looked for, in so many attempts, where it is.
pub fn found<'a, O: Observer<Stop = Stopped>>(
    maze: &'a MazeOptions,
    attempts: Option<u32>,
    timing: &mut Timing,
    observer: &mut O,
) -> Result<Cow<'a, MazeOptions>, MakeError<Stopped>> {
    let Some(attempts) = attempts else { return Ok(Cow::Borrowed(maze)) };
    timing.time("find", || maze.find(attempts, observer)).map(Cow::Owned)
}

/// Gives a picture the distances that its format shows.
pub fn shade<G: Plane, O: Observer>(
    picture: &mut Picture<G>,
    format: Format,
    timing: &mut Timing,
    observer: &mut O,
) -> Result<(), O::Stop> {
    if format.shows_distances() { timing.time("solve", || picture.shade(format, observer)) } else { Ok(()) }
}

fn work<O: Observer<Stop = Stopped>>(
    request: &MazeRequest,
    attempts: Option<u32>,
    observer: &mut O,
) -> Result<Drawn<()>, MakeError<Stopped>> {
    let (format, solver, mut timing) = (request.written.format, request.solver(), Timing::default());
    let maze = found(&request.maze, attempts, &mut timing, observer)?;
    let drawing = if maze.window().is_some() {
        let path = timing.time("solve", || path_in(&maze, solver.is_some()));
        let path = path.map_err(|error| not_found(Name::Solution, error))?;
        let made = timing.time("generate", || maze.make_part(&path).ok());
        made.and_then(|made| Drawing::window(made, format))
    } else {
        match make(&maze, format, &mut timing, observer)? {
            Made::Squares(picture) => draw(picture, format, solver, &mut timing, observer)?,
            Made::Mesh(picture) => draw(picture, format, solver, &mut timing, observer)?,
        }
    };
    Ok((drawing, (), timing))
}

/// The parts of the path in a part of a maze, if it is wanted.
///
/// # Errors
///
/// [`NoDistantPath`] where they are too far from both ends to be found.
pub fn path_in(window: &MazeOptions, is_wanted: bool) -> Result<Vec<Vec<[u64; 2]>>, NoDistantPath> {
    if !is_wanted {
        return Ok(Vec::new());
    }
    let Some(part) = window.window() else { return Ok(Vec::new()) };
    let parts = distant_path(window)?.parts(window.zoom_level(), part)?;
    Ok(parts.iter().map(|part| part.with_neighbors().collect()).collect())
}

/// The error for a parameter that asks for a part of a path that is not found.
pub fn not_found(name: Name, error: NoDistantPath) -> InvalidOptions {
    InvalidOptions(vec![InvalidOption::new(name.as_str(), 0, error.to_string())])
}

/// The path in a maze that is not made as a whole.
///
/// # Errors
///
/// [`NoDistantPath`] where the algorithm has none.
pub fn distant_path(window: &MazeOptions) -> Result<DistantPath, NoDistantPath> {
    let [from, to] = window.places().unwrap_or_default();
    DistantPath::new(window.algorithm(), window.size().unwrap_or_default(), window.seed(), from, to)
}

/// The format with the lengths with which a picture is as wide as is asked for, where only its grid shows which these are.
///
/// # Errors
///
/// [`InvalidOptions`] that name the width.
pub fn fitted<G: Plane>(picture: &Picture<G>, format: Format) -> Result<Format, InvalidOptions> {
    picture.fitted(format).map_err(|wrong| InvalidOptions::one(Name::Pixels.as_str(), wrong.to_string()))
}

fn draw<G: Plane, O: Observer<Stop = Stopped>>(
    mut picture: Picture<G>,
    format: Format,
    solver: Option<Solver>,
    timing: &mut Timing,
    observer: &mut O,
) -> Result<Option<Drawing>, MakeError<Stopped>> {
    let format = fitted(&picture, format)?;
    if let Some(solver) = solver {
        let found = search(&mut picture, solver, KeepWalk::No, format, timing, observer)?;
        picture.path = found.path().map(|path| Trail::new(&picture.maze, path));
    }
    shade(&mut picture, format, timing, observer)?;
    Ok(Drawing::picture(picture, format))
}
