//! `/maze`, and `/maze.json` and the other formats: a maze is made and drawn.

use std::borrow::Cow;
use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use axum::routing::{MethodRouter, get};

use super::worksheet::{self, Page};
use crate::app::App;
use crate::problem::{Kind, Problem};
use crate::request::admit::Job;
use crate::request::body::{self, Form};
use crate::request::draft::Ground;
use crate::request::format::{Call, text};
use crate::request::maze::{self, MazeRequest};
use crate::request::parameters::Name;
use crate::request::posted::PostedMaze;
use crate::response::answer::{Ask, Content, Subject, answer};
use crate::response::body::Drawing;
use crate::response::caching::Tag;
use crate::response::coding::Coding;
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;
use crate::work::pool::{Cost, Done};
use dedale::format::Format;
use dedale::grid::{Grid as _, GridKind, Mesh};
use dedale::observe::Stopped;
use dedale::options::{InvalidOptions, MakeError, MazeOptions};
use dedale::picture::{Film, Picture, Shown};
use dedale::rng::MAX_SEED;
use dedale::solve::{Solution, Solver};

/// `/maze`, and the paths that name a format.
pub fn handler() -> MethodRouter<Arc<App>> {
    get(|ask: Ask| async move {
        let request = read_call(&ask, maze::maze).await?.admitted(&ask.app.settings)?;
        respond(&ask, request, tag, draw_maze).await
    })
    .post(posted)
}

/// A maze on the grid in the body.
async fn posted(ask: Ask, body: Body) -> Result<Response, Problem> {
    let media_type = body::form(&ask.headers, body::GRIDS)?;
    // The query is checked before the body is received.
    let size = read_call(&ask, move |call| maze::mask_size(call, media_type)).await?;
    let received = body::receive(&ask, body).await?;
    let form = body::form_of_grid(media_type, &received.0)?;
    // The memory for what was read is reserved until the answer begins.
    let Done { result: request, memory: _memory } = match form {
        Form::Json => {
            let read = |ask: &Ask, maze: PostedMaze| maze::on_posted(call(ask), maze.into_ground());
            body::received(&ask, body::sent_grid(&ask), received, read).await?
        }
        _ => {
            let read = |ask: &Ask, mask| maze::on_posted(call(ask), Ground::Mask(mask));
            body::mask(&ask, form, size, received, read).await?
        }
    };
    respond(&ask, request.admitted(&ask.app.settings)?, tag, draw_maze).await
}

/// The work for a request for a maze, which is looked for in so many attempts.
pub type DrawMaze = fn(&MazeRequest, Option<u32>, &mut Watch) -> Result<Drawn, MakeError<Stopped>>;

/// The answer to a request for a maze. `tag` says what it is, and `make` makes it, if it is not made row by row.
pub async fn respond(
    ask: &Ask,
    (mut request, job): (MazeRequest, Option<Job>),
    tag: fn(&MazeRequest) -> Tag,
    make: DrawMaze,
) -> Result<Response, Problem> {
    request.url = request.url.map(|url| url.below(&ask.app.base_path));
    let MazeRequest { maze, written, .. } = &request;
    let (format, coding) = (written.format, ask.coding(written.is_compressed()));
    let subject = Subject {
        location: request.location.clone(),
        tag: request.location.tag(|| tag(&request)),
        vary: written.vary(),
        media_type: written.media_type(),
        coding,
        work: Work::making(maze, written.name()),
    };
    let Some(job) = job else {
        let rows = maze.by_rows(format, request.url(maze.seed())).ok_or_else(not_by_rows)?;
        let drawing = Drawing::written(rows, format);
        return answer(ask, subject, async {
            let memory = ask.account.reserve(0)?;
            Content::drawn(drawing, coding, ask, memory).await
        })
        .await;
    };
    let work = move |watch: &mut Watch| make(&request, job.attempts, watch);
    answer(ask, subject, draw(ask, job, coding, work)).await
}

fn tag(request: &MazeRequest) -> Tag {
    // Versions begin at 1: 0 means no solution.
    let solved = if request.solve.is_some() { dedale::solve::VERSION } else { 0 };
    let page = worksheet::identity(request.page.as_ref());
    Tag::new(format_args!("maze {} {} {solved}{page}", request.maze, request.written.format.identity()))
}

/// What is drawn of a maze.
pub struct Drawn {
    /// The drawing, if the format draws the grid.
    pub drawing: Option<Drawing>,
    /// How a search ended.
    pub outcome: Option<&'static str>,
    /// The seed of the maze, where it was looked for.
    pub seed: Option<u64>,
}

/// Does the work for a drawing, and begins to draw it.
pub async fn draw(
    ask: &Ask,
    job: Job,
    coding: Coding,
    work: impl FnOnce(&mut Watch) -> Result<Drawn, MakeError<Stopped>> + Send + 'static,
) -> Result<Content, Problem> {
    let work = move |watch: &mut Watch| {
        let Drawn { drawing, outcome, seed } = work(watch)?;
        let drawing = watch.time("render", |watch| drawing.map(|drawing| drawing.begin(watch)).transpose())?;
        Ok(Drawn { drawing, outcome, seed })
    };
    let done = ask.run(job.cost, move |watch| unless_stopped(work(watch))).await?;
    let Drawn { drawing, outcome, seed } = done.result.map_err(|why| maze::not_made(&ask.uri, why))?;
    let drawing = drawing.ok_or_else(not_drawn)?;
    let content = Content::drawn(drawing, coding, ask, done.memory).await?;
    Ok(Content { outcome, seed, ..content })
}

/// Unreachable: the parameters were checked to go with a maze that is made row by row.
fn not_by_rows() -> Problem {
    Problem::new(Kind::INTERNAL_ERROR, "this format is not written row by row")
}

/// Unreachable: the format was checked to draw the grid.
pub fn not_drawn() -> Problem {
    Problem::new(Kind::INTERNAL_ERROR, "this format does not draw this grid")
}

/// A request, with a seed for a maze for which none is sent.
pub fn call(ask: &Ask) -> Call<'_> {
    let Ask { app, uri, headers, .. } = ask;
    Call { uri, headers, settings: &app.settings, random_seed: rand::random_range(0..=MAX_SEED) }
}

/// Up to how many bytes a query is read on the async thread. A longer one takes longer than the way to another thread.
const SHORT_QUERY: usize = 2048;

/// About how many steps it takes to read a byte of a query.
const QUERY_STEPS: u64 = 32;

/// How many bytes of memory it takes at most to read a byte of a query, where there is something wrong with each parameter.
const QUERY_BYTES: u64 = 128;

/// Reads a request: at once if its query is short, or else in a turn.
pub async fn read_call<T: Send + 'static>(
    ask: &Ask,
    read: impl FnOnce(Call<'_>) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let length = text(&ask.uri).len();
    if length <= SHORT_QUERY {
        return read(call(ask));
    }
    let asked = ask.clone();
    let [steps, bytes] = [QUERY_STEPS, QUERY_BYTES].map(|each| each * length as u64);
    ask.run(Cost { steps, bytes }, move |_| Ok(read(call(&asked)))).await?.result
}

/// Whether a format shows the steps in which a maze is made, or those in which it is solved.
fn shows(format: Format, shown: Shown) -> bool {
    format.animation().is_some_and(|animation| animation.shown == shown)
}

/// Makes a maze, and says all that is known of it. Its steps are kept if the format shows them.
pub fn make(options: &MazeOptions, format: Format, watch: &mut Watch) -> Result<Picture, MakeError<Stopped>> {
    watch.time("generate", |watch| match shows(format, Shown::Building) {
        true => make_film(options, watch),
        false => options.make(watch),
    })
}

/// The same with its steps, without those about cells that were taken out.
fn make_film(options: &MazeOptions, watch: &mut Watch) -> Result<Picture, MakeError<Stopped>> {
    let mut film = Film::default();
    let laid = options.lay(watch)?;
    let picture = options.make_on(laid.clone(), &mut film.recorder(watch))?;
    let grid = picture.maze.grid();
    if grid.cells() < laid.cells() {
        film.renumber(|cell| grid.find(laid.address(cell)));
    }
    Ok(Picture { film: Some(film), ..picture })
}

/// The result of work that was not stopped: what was made, or why nothing was.
pub fn unless_stopped<T>(made: Result<T, MakeError<Stopped>>) -> Result<Result<T, MakeError>, Stopped> {
    match made {
        Ok(made) => Ok(Ok(made)),
        Err(why) => why.unless_stopped().map(Err),
    }
}

/// Solves the maze of a picture, to which the steps are added if the format shows them.
pub fn search(
    picture: &mut Picture,
    solver: Solver,
    keep_walk: bool,
    format: Format,
    watch: &mut Watch,
) -> Result<Solution, Stopped> {
    let &mut Picture { ref maze, from, to, .. } = picture;
    if !shows(format, Shown::Solving) {
        return watch.time("solve", |watch| solver.run(maze, from, to, keep_walk, watch));
    }
    let mut film = Film::default();
    let solution = watch.time("solve", |watch| solver.run(maze, from, to, keep_walk, &mut film.recorder(watch)))?;
    picture.film = Some(film);
    Ok(solution)
}

/// The maze that is looked for, in so many attempts, where it is.
pub fn found<'a>(
    maze: &'a MazeOptions,
    attempts: Option<u32>,
    watch: &mut Watch,
) -> Result<Cow<'a, MazeOptions>, MakeError<Stopped>> {
    let Some(attempts) = attempts else { return Ok(Cow::Borrowed(maze)) };
    watch.time("find", |watch| maze.find(attempts, watch)).map(Cow::Owned)
}

/// Gives a picture the distances that its format shows.
pub fn shade(picture: &mut Picture, format: Format, watch: &mut Watch) -> Result<(), Stopped> {
    if format.shows_distances() { watch.time("solve", |watch| picture.shade(format, watch)) } else { Ok(()) }
}

fn draw_maze(request: &MazeRequest, attempts: Option<u32>, watch: &mut Watch) -> Result<Drawn, MakeError<Stopped>> {
    let maze = found(&request.maze, attempts, watch)?;
    let drawing = drawing_of(make(&maze, request.written.format, watch)?, request, maze.seed(), watch)?;
    Ok(Drawn { drawing, outcome: None, seed: attempts.map(|_| maze.seed()) })
}

/// The format with the lengths with which a picture is as wide as is asked for, where only its grid shows which these are. Fails too where only
/// the grid shows that a solid is too long for its walls.
pub fn fitted(picture: &Picture, format: Format) -> Result<Format, InvalidOptions> {
    if let Format::Stl(measures) = format {
        let wrong = |reason| InvalidOptions::one(Name::WallMm.as_str(), reason);
        let kind = picture.maze.grid().mesh().map_or(GridKind::Square, Mesh::kind);
        measures.check(kind, Some(picture.drawn_size())).map_err(wrong)?;
    }
    picture.fitted(format).map_err(|wrong| InvalidOptions::one(Name::Pixels.as_str(), wrong.to_string()))
}

fn drawing_of(
    mut picture: Picture,
    request: &MazeRequest,
    seed: u64,
    watch: &mut Watch,
) -> Result<Option<Drawing>, MakeError<Stopped>> {
    if let Some(options) = &request.page {
        return Ok(Some(Page::new(options, &tag(request)).draw(picture)?));
    }
    picture.head.url = request.url(seed);
    let format = fitted(&picture, request.written.format)?;
    shade(&mut picture, format, watch)?;
    Ok(Drawing::picture(picture, format))
}
