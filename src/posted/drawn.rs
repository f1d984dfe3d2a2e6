//! The maze that a posted SVG shows: where the file says its URL, the maze is made again.

use axum::body::Bytes;
use axum::http::Uri;
use dedale::formats::UrlOfMaze;
use dedale::grid::Grid as _;
use dedale::observe::Stopped;
use dedale::options::{MakeError, MazeOptions};
use dedale::parse::{InputFormat, Legend, Parsed, ReadOptions};

use crate::limits::cancel::Watch;
use crate::limits::pool::{Cost, Done};
use crate::parameters::estimate::{BYTE_STEPS, Task};
use crate::parameters::format::{FormatSource, Parameters};
use crate::parameters::maze::{GridSource, MazeParameters};
use crate::parameters::output::Resource;
use crate::posted::faults::problem_of_maze;
use crate::posted::maze::PostedMaze;
use crate::problem::{Kind, Problem};
use crate::response::context::RequestContext;

/// The name of the format.
const SVG: &str = "svg";

/// The resources whose SVG says the URL of its maze.
const DRAWN: [Resource; 2] = [Resource::Maze, Resource::Solve];

/// Returns the URL of the maze in a body, if it is an SVG that says one.
///
/// # Errors
///
/// A problem with an SVG that does not say which maze it shows, or that was changed.
pub async fn url_in(
    context: &RequestContext,
    options: &ReadOptions,
    body: &Bytes,
) -> Result<Option<UrlOfMaze>, Problem> {
    let starts_as_xml = body.trim_ascii_start().starts_with(b"<");
    let ReadOptions { format, lines, legend, thin, bits, shades, .. } = options;
    let is_of_others = *thin || *legend != Legend::default() || lines.is_some() || bits.is_some() || shades.is_some();
    if !starts_as_xml || is_of_others || format.is_some_and(|format| format.name != SVG) {
        return Ok(None);
    }
    let (steps, bytes) = (BYTE_STEPS * body.len() as u64, 2 * body.len() as u64);
    let body = body.clone();
    let find = move |_: &mut Watch| Ok(UrlOfMaze::find(&body).map_err(|error| problem_of_maze(&error, &body)));
    context.run(Cost { steps, bytes }, find).await?.result
}

/// Makes the maze of a URL and runs `work` with it, in one job. The returned memory is that of the maze.
///
/// # Errors
///
/// A problem if the URL is not valid here, if the maze is too large, or if `work` returns one.
pub async fn with_maze_of_url<T: Send + 'static>(
    context: &RequestContext,
    found: UrlOfMaze,
    work: impl FnOnce(PostedMaze, &mut Watch) -> Result<Result<T, Problem>, Stopped> + Send + 'static,
) -> Result<Done<T>, Problem> {
    let in_file = |problem: Problem| problem.about("the URL of the maze in this SVG");
    let options = parse(context, &found.url).map_err(in_file)?;
    let job = Task::making(&options).admit(&context.app.settings).map_err(in_file)?;
    let work = move |watch: &mut Watch| match make(&options, &found, watch)? {
        Ok(maze) => work(maze, watch),
        Err(why) => Ok(Err(in_file(Problem::new(Kind::NO_SUCH_MAZE, why.to_string())))),
    };
    let Done { result, memory } = context.run(job.cost, work).await?;
    Ok(Done { result: result?, memory })
}

/// Parses the options of the maze of a URL, whatever the base path of the service that wrote it.
fn parse(context: &RequestContext, url: &str) -> Result<Box<MazeOptions>, Problem> {
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let name = path.rsplit('/').next().unwrap_or_default();
    let resource = DRAWN.into_iter().find(|resource| name.strip_suffix(".svg") == resource.name().strip_prefix('/'));
    let uri: Option<Uri> = format!("/{name}?{query}").parse().ok();
    let Some((resource, uri)) = resource.zip(uri) else {
        return Err(Problem::new(Kind::MALFORMED_MAZE, "must be one of /maze.svg or /solve.svg"));
    };
    let mut parameters = Parameters::parse(&context.at(uri), resource.groups(), FormatSource::Resource(resource))?;
    let parsed = MazeParameters::parse(&mut parameters, GridSource::Whole);
    parameters.finish(parsed.options)
}

/// Makes a maze, with the ends that its SVG shows.
fn make(options: &MazeOptions, found: &UrlOfMaze, watch: &mut Watch) -> Result<Result<PostedMaze, MakeError>, Stopped> {
    let picture = match watch.time("generate", |watch| options.make(watch)) {
        Ok(picture) => picture,
        Err(why) => return why.unless_stopped().map(Err),
    };
    let grid = picture.maze.grid();
    let ends = [found.from, found.to].map(|end| end.and_then(|address| grid.find(address)));
    let format = InputFormat::from_name(SVG).unwrap_or(InputFormat::ALL[0]);
    Ok(Ok(PostedMaze::new(Parsed::made(format, picture.maze, ends))))
}
