//! The endpoints, one file or folder each: the request, its estimate, the identity of its response, and the work.
//!
//! An endpoint is a type for checked requests that implements [`Endpoint`]; [`serve`] is its handler. Endpoints that
//! work with a posted maze implement [`PostedEndpoint`], and their handler is [`serve_posted`].

use std::future::Future;

use axum::body::Body;
use axum::response::Response;
use dedale::options::MakeError;

use crate::endpoints::making::{Drawn, begin, content, unless_stopped};
use crate::limits::cancel::Watch;
use crate::limits::pool::{Cost, Done};
use crate::parameters::estimate::{Job, Task};
use crate::parameters::format::{FormatSource, Parameters};
use crate::parameters::table::Groups;
use crate::posted::body;
use crate::posted::maze::PostedMaze;
use crate::problem::Problem;
use crate::response::answer::{Content, Subject};
use crate::response::caching::precondition;
use crate::response::context::RequestContext;
use crate::settings::Settings;
use dedale::observe::Stopped;

pub mod book;
pub mod catalogue;
pub mod check;
pub mod convert;
pub mod docs;
pub mod health;
mod making;
pub mod map;
pub mod maze;
pub mod mazes;
pub mod page;
pub mod solve;
pub mod steps;
mod varied;
mod worksheet;

/// A checked request to an endpoint.
pub trait Endpoint: Sized + Send + 'static {
    /// Parses and checks a request.
    ///
    /// # Errors
    ///
    /// A problem with all faults of the parameters, or if no format is acceptable.
    fn parse(context: &RequestContext) -> Result<Self, Problem>;

    /// Estimates the work.
    ///
    /// # Errors
    ///
    /// A problem that names every limit that the work exceeds.
    fn admit(&self, settings: &Settings) -> Result<Job, Problem>;

    /// Identifies the response before any work is done.
    ///
    /// # Errors
    ///
    /// A problem if the endpoint chooses the format and none is acceptable.
    fn subject(&self, context: &RequestContext) -> Result<Subject, Problem>;

    /// Makes the content of the response. The request is boxed, since it is moved with the work.
    fn make(
        self: Box<Self>,
        context: &RequestContext,
        job: Job,
    ) -> impl Future<Output = Result<Content, Problem>> + Send;
}

/// The handler of an endpoint.
pub async fn serve<E: Endpoint>(context: RequestContext) -> Result<Response, Problem> {
    let request = parse(&context, E::parse).await?;
    respond(&context, request).await
}

/// Responds to a checked request: admits it, compares its preconditions, and makes its content.
async fn respond<E: Endpoint>(context: &RequestContext, request: E) -> Result<Response, Problem> {
    let job = request.admit(&context.app.settings)?;
    let subject = request.subject(context)?;
    let content = match subject.is_wanted(context)? {
        true => Some(Box::new(request).make(context, job).await?),
        false => None,
    };
    Ok(subject.respond(context, content))
}

/// A checked request that works with a posted maze and responds with a drawing in any format.
pub trait PostedEndpoint: Sized + Send + 'static {
    /// The parameters that the path takes.
    fn groups() -> Groups;

    /// The source of the format of the response.
    const FORMAT: FormatSource;

    /// Checks a request to work with this maze.
    ///
    /// # Errors
    ///
    /// The same as for [`Endpoint::parse`].
    fn parse(parameters: Parameters, maze: &mut PostedMaze) -> Result<Self, Problem>;

    /// The work.
    fn task(&self, maze: &PostedMaze) -> Task<'_>;

    /// Identifies the response before any work is done.
    fn subject(&self, context: &RequestContext, maze: &PostedMaze) -> Subject;

    /// Does the work.
    ///
    /// # Errors
    ///
    /// [`MakeError`] if the maze lacks something that the request names, or if the work was stopped.
    fn draw(self, maze: PostedMaze, watch: &mut Watch) -> Result<Drawn, MakeError<Stopped>>;
}

/// The handler of an endpoint that works with a posted maze.
pub async fn serve_posted<E: PostedEndpoint>(context: RequestContext, body: Body) -> Result<Response, Problem> {
    let (parameters, body_options) = parse_before_body(&context, E::groups(), E::FORMAT).await?;
    let received = body::receive(&context, body).await?;
    respond_posted::<E>(&context, parameters, body_options, received).await
}

/// Parses the query of a request with a maze in its body, and the options for parsing the maze.
async fn parse_before_body(
    context: &RequestContext,
    groups: Groups,
    format: FormatSource,
) -> Result<(Parameters, body::BodyOptions), Problem> {
    // The response has no tag.
    precondition(&context.headers, None)?;
    let parse_both = move |context: &RequestContext| {
        let mut parameters = Parameters::parse(context, groups, format)?;
        let body_options = body::body_options(context, &mut parameters)?;
        Ok((parameters, body_options))
    };
    parse(context, parse_both).await
}

/// Responds to a request whose body was received. The maze is parsed, and short work is done in the same turn.
async fn respond_posted<E: PostedEndpoint>(
    context: &RequestContext,
    parameters: Parameters,
    body_options: body::BodyOptions,
    received: body::Received,
) -> Result<Response, Problem> {
    let task_context = context.clone();
    let work = move |mut maze: PostedMaze, watch: &mut Watch| {
        let checked = E::parse(parameters, &mut maze).and_then(|request| {
            let job = request.task(&maze).admit(&task_context.app.settings)?;
            let memory = task_context.account.reserve(job.cost.bytes)?;
            Ok((request, job, memory))
        });
        let (request, job, memory) = match checked {
            Ok(checked) => checked,
            Err(problem) => return Ok(Err(problem)),
        };
        let (subject, how) = (request.subject(&task_context, &maze), maze.how_read());
        let result = match watch.has_room_for(job.cost.steps) {
            true => Ok(unless_stopped(begin(request.draw(maze, watch), watch))?),
            false => Err((request, maze, job)),
        };
        Ok(Ok((subject, how, result, memory)))
    };
    // The memory of the parsed body is reserved until the response begins.
    let Done { result: (subject, how, result, memory), memory: _memory } =
        body::with_maze(context, body_options, received, work).await?;
    let coding = subject.coding;
    let drawn = match result {
        Ok(drawn) => drawn,
        Err((request, maze, job)) => {
            let work = move |watch: &mut Watch| unless_stopped(begin(request.draw(maze, watch), watch));
            context.run(Cost { bytes: 0, ..job.cost }, work).await?.result
        }
    };
    let content = content(context, drawn, coding, memory).await?;
    Ok(body::with_read_headers(subject.respond(context, Some(content)), &how))
}

/// The maximum number of bytes of a query that is parsed on the async thread. Parsing longer ones takes longer than
/// switching threads.
const SHORT_QUERY: usize = 2048;

/// The approximate number of steps to parse a byte of a query.
const QUERY_STEPS: u64 = 32;

/// The maximum memory to parse a byte of a query, in bytes: every parameter may be wrong.
const QUERY_BYTES: u64 = 128;

/// Parses a request: immediately if its query is short, otherwise in a turn.
async fn parse<T: Send + 'static>(
    context: &RequestContext,
    parse: impl FnOnce(&RequestContext) -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let length = context.query().len();
    if length <= SHORT_QUERY {
        return parse(context);
    }
    let task_context = context.clone();
    let [steps, bytes] = [QUERY_STEPS, QUERY_BYTES].map(|each| each * length as u64);
    // Boxed, so that short queries do not carry the future of long ones.
    Box::pin(context.run(Cost { steps, bytes }, move |_| Ok(parse(&task_context)))).await?.result
}
