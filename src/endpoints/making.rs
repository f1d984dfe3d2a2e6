//! The work that several endpoints share: generating a maze, solving it, and beginning to draw it.

use std::borrow::Cow;

use axum::http::Uri;
use dedale::formats::{Format, SquareStyle};
use dedale::grid::{AnyGrid, Cell, Grid, GridKind, Mesh};
use dedale::maze::Maze;
use dedale::observe::{Observer, Stopped};
use dedale::options::{Ends, InvalidOptions, MakeError, MazeOptions};
use dedale::parse::SquareDrawing;
use dedale::picture::{Film, Picture, Shown};
use dedale::solve::{Solution, Solver};

use crate::limits::cancel::Watch;
use crate::limits::memory::Reservation;
use crate::parameters::estimate::Job;
use crate::parameters::format::Representation;
use crate::parameters::query::Query;
use crate::parameters::table::{Groups, Name};
use crate::posted::maze::PostedMaze;
use crate::problem::{Kind, Problem};
use crate::response::answer::{Content, Subject};
use crate::response::body::Drawing;
use crate::response::caching::Location;
use crate::response::coding::Coding;
use crate::response::context::RequestContext;
use crate::telemetry::metrics::WorkSummary;

/// The drawing of a maze and the outcome of its search.
pub struct Drawn {
    /// The drawing; `None` if the format cannot draw the grid.
    pub drawing: Option<Drawing>,
    /// The outcome of the search.
    pub outcome: Option<&'static str>,
    /// The seed of the maze, if it was searched for.
    pub seed: Option<u64>,
}

impl Drawn {
    /// A drawing without a search.
    pub fn of(drawing: Option<Drawing>) -> Drawn {
        Drawn { drawing, outcome: None, seed: None }
    }
}

/// Identifies a response with this representation.
pub fn subject(
    context: &RequestContext,
    location: &Location,
    representation: Representation,
    work: WorkSummary,
) -> Subject {
    let media_type = representation.media_type();
    Subject {
        tag: location.tag(media_type),
        location: location.clone(),
        vary: representation.vary(),
        media_type,
        coding: context.coding(representation.is_compressed()),
        work,
    }
}

/// Identifies the response about a generated maze.
pub fn subject_of_generated(
    context: &RequestContext,
    maze: &MazeOptions,
    location: &Location,
    representation: Representation,
) -> Subject {
    subject(context, location, representation, WorkSummary::making(maze, representation.name()))
}

/// Identifies the response about a posted maze, which has no URL.
pub fn subject_of_posted(context: &RequestContext, maze: &PostedMaze, representation: Representation) -> Subject {
    let work = WorkSummary { cells: maze.cells(), algorithm: "none", format: representation.name() };
    subject(context, &Location::At(None, None), representation, work)
}

/// Runs the work for a drawing, and begins to draw it.
pub async fn draw(
    context: &RequestContext,
    job: Job,
    coding: Coding,
    work: impl FnOnce(&mut Watch) -> Result<Drawn, MakeError<Stopped>> + Send + 'static,
) -> Result<Content, Problem> {
    let done = context.run(job.cost, move |watch| unless_stopped(begin(work(watch), watch))).await?;
    content(context, done.result, coding, done.memory).await
}

/// Begins a drawing in the same turn as its work.
pub fn begin(drawn: Result<Drawn, MakeError<Stopped>>, watch: &mut Watch) -> Result<Drawn, MakeError<Stopped>> {
    let Drawn { drawing, outcome, seed } = drawn?;
    let drawing = watch.time("render", |watch| drawing.map(|drawing| drawing.begin(watch)).transpose())?;
    Ok(Drawn { drawing, outcome, seed })
}

/// The content of a response with a drawing that has begun.
pub async fn content(
    context: &RequestContext,
    drawn: Result<Drawn, MakeError>,
    coding: Coding,
    memory: Reservation,
) -> Result<Content, Problem> {
    let Drawn { drawing, outcome, seed } = drawn.map_err(|why| not_made(&context.uri, why))?;
    let drawing = drawing.ok_or_else(not_drawn)?;
    let content = Content::drawn(drawing, coding, context, memory).await?;
    Ok(Content { outcome, seed, ..content })
}

/// The problem with a maze that cannot be made.
pub fn not_made(uri: &Uri, why: MakeError) -> Problem {
    match why {
        MakeError::Invalid(wrong) => invalid(uri, wrong),
        MakeError::DoesNotFit { option, error } => Problem::does_not_fit(option, error),
        other => Problem::new(Kind::NO_SUCH_MAZE, other.to_string()),
    }
}

/// The problem with options that are found to be wrong when the grid is built. The query is parsed again, since the
/// problem names its parameters.
fn invalid(uri: &Uri, invalid: InvalidOptions) -> Problem {
    let mut query = Query::new(uri.query().unwrap_or_default(), Groups::all());
    query.invalid_options(invalid);
    query.into_problem()
}

/// Unreachable: `check_grid` rejects formats that cannot draw the grid.
fn not_drawn() -> Problem {
    Problem::new(Kind::INTERNAL_ERROR, "this format does not draw this grid")
}

/// Returns true if a format is an animation of this kind of steps.
fn shows(format: Format, shown: Shown) -> bool {
    format.animation().is_some_and(|animation| animation.shown == shown)
}

/// Generates a maze. Its steps are recorded if the format shows them.
pub fn make(options: &MazeOptions, format: Format, watch: &mut Watch) -> Result<Picture, MakeError<Stopped>> {
    watch.time("generate", |watch| match shows(format, Shown::Building) {
        true => make_film(options, watch),
        false => options.make(watch),
    })
}

/// Generates a maze and records its steps, except those about cells that are removed.
fn make_film(options: &MazeOptions, watch: &mut Watch) -> Result<Picture, MakeError<Stopped>> {
    let mut film = Film::default();
    let full_grid = options.build_grid(watch)?;
    let picture = options.make_on(full_grid.clone(), &mut film.recorder(watch))?;
    let grid = picture.maze.grid();
    if grid.cells() < full_grid.cells() {
        film.renumber(|cell| grid.find(full_grid.address(cell)));
    }
    Ok(Picture { film: Some(film), ..picture })
}

/// Separates the stop of the work from its other errors.
pub fn unless_stopped<T>(made: Result<T, MakeError<Stopped>>) -> Result<Result<T, MakeError>, Stopped> {
    match made {
        Ok(made) => Ok(Ok(made)),
        Err(why) => why.unless_stopped().map(Err),
    }
}

/// Solves the maze of a picture. The steps are added to the picture if the format shows them.
pub fn search(
    picture: &mut Picture,
    solver: Solver,
    keep_walk: bool,
    format: Format,
    watch: &mut Watch,
) -> Result<Solution, Stopped> {
    let &mut Picture { ref maze, from, to, .. } = picture;
    if !shows(format, Shown::Solving) {
        return watch.time("solve", |watch| run(solver, maze, [from, to], keep_walk, watch));
    }
    let mut film = Film::default();
    let solution = watch.time("solve", |watch| run(solver, maze, [from, to], keep_walk, &mut film.recorder(watch)))?;
    picture.film = Some(film);
    Ok(solution)
}

/// Runs a solver, which keeps its walk if `keep_walk` is true.
pub fn run<G: Grid, O: Observer>(
    solver: Solver,
    maze: &Maze<G>,
    [from, to]: [Cell; 2],
    keep_walk: bool,
    observer: &mut O,
) -> Result<Solution, O::Stop> {
    match keep_walk {
        true => solver.walk(maze, from, to, observer),
        false => solver.solve_observed(maze, from, to, observer),
    }
}

/// Finds a maze with the requested properties within a number of attempts, if the request has such properties.
pub fn find_maze<'a>(
    maze: &'a MazeOptions,
    attempts: Option<u32>,
    watch: &mut Watch,
) -> Result<Cow<'a, MazeOptions>, MakeError<Stopped>> {
    let Some(attempts) = attempts else { return Ok(Cow::Borrowed(maze)) };
    watch.time("find", |watch| maze.find(attempts, watch)).map(Cow::Owned)
}

/// Adds the distances that the format shows to a picture.
pub fn shade(picture: &mut Picture, format: Format, watch: &mut Watch) -> Result<(), Stopped> {
    if format.shows_distances() { watch.time("solve", |watch| picture.shade(format, watch)) } else { Ok(()) }
}

/// Adjusts the lengths of a format to the requested width of a picture, if they depend on the grid. Fails if they
/// cannot be adjusted, or if a solid is too long for its walls.
pub fn fitted(picture: &Picture, format: Format) -> Result<Format, InvalidOptions> {
    if let Format::Stl(measures) = format {
        let wrong = |reason| InvalidOptions::one(Name::WallMm.as_str(), reason);
        let kind = picture.maze.grid().mesh().map_or(GridKind::Square, Mesh::kind);
        measures.check(kind, Some(picture.drawn_size())).map_err(wrong)?;
    }
    picture.fitted(format).map_err(|wrong| InvalidOptions::one(Name::Pixels.as_str(), wrong.to_string()))
}

/// Creates the picture of a posted maze. Ends that the request does not name as cells are searched for.
pub fn picture_between(
    posted: PostedMaze,
    ends: &Ends,
    watch: &mut Watch,
) -> Result<(Picture, Option<SquareDrawing>), MakeError<Stopped>> {
    let how = posted.how_read();
    let (maze, drawing) = posted.into_maze();
    let (from, to) = ends.find(&maze, watch)?;
    let mut picture = Picture::new(maze, from, to);
    how.write_to(&mut picture.metadata);
    match ends {
        Ends::Nearest { .. } => picture.list_openings(),
        Ends::NearestOf { goals, .. } => {
            let goals: Vec<Cell> = goals.iter().filter_map(|&goal| picture.maze.grid().find(goal)).collect();
            picture.list_goals(goals);
        }
        _ => {}
    }
    Ok((picture, drawing))
}

/// Draws a path on the posted drawing.
pub fn posted_drawing(drawing: &SquareDrawing, maze: &Maze<AnyGrid>, path: &[Cell], format: Format) -> Drawing {
    let mark = if let Format::Squares(style) = format { style.mark } else { SquareStyle::DEFAULT.mark };
    Drawing::ready(drawing.with_path(maze, path, mark).into_bytes(), format)
}
