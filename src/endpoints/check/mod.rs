//! `/check`: checks whether a solution is right.

mod line;
mod lines;
mod posted;
mod verdict;

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use axum::routing::{MethodRouter, get};
use dedale::about::InvalidValue;
use dedale::options::{MakeError, MazeOptions};
use dedale::picture::Picture;

pub use self::line::AnswerLine;
pub use self::lines::LinesRequest;
pub use self::posted::PostedCheck;
use self::verdict::judge;
use crate::app::App;
use crate::endpoints::making::{find_maze, not_made, unless_stopped};
use crate::endpoints::{Endpoint, serve, serve_posted};
use crate::limits::cancel::Watch;
use crate::limits::pool::Done;
use crate::parameters::estimate::{Job, Task};
use crate::parameters::format::{FormatSource, Parameters};
use crate::parameters::maze::{GridSource, MazeParameters};
use crate::parameters::query::Query;
use crate::parameters::solve::{AddressSpace, SideNames};
use crate::parameters::table::{Groups, Name};
use crate::posted::body::{self, MediaType};
use crate::posted::maze::{Claim, PostedMaze};
use crate::posted::moves;
use crate::problem::{Code, Problem, Reason};
use crate::response::answer::{Content, Subject};
use crate::response::caching::{Location, Vary};
use crate::response::coding::Coding;
use crate::response::context::RequestContext;
use crate::settings::Settings;
use crate::telemetry::metrics::WorkSummary;

/// `/check`
pub fn handler() -> MethodRouter<Arc<App>> {
    get(serve::<CheckRequest>).post(post)
}

/// Checks a solution of a posted maze, or one in each line of the body.
async fn post(context: RequestContext, body: Body) -> Result<Response, Problem> {
    match body::media_type(&context.headers, body::CHECKED)? {
        MediaType::Lines => lines::respond(context, body).await,
        _ => serve_posted::<PostedCheck>(context, body).await,
    }
}

/// A checked request to check a solution of a generated maze.
#[derive(Clone, Debug)]
pub struct CheckRequest {
    /// The maze.
    pub maze: Box<MazeOptions>,
    /// The solution.
    pub claim: Claim,
    /// True if moves across corners are allowed.
    pub diagonals: bool,
    /// The exact location of the response.
    location: Location,
}

impl CheckRequest {
    /// The parameters that are parsed here.
    pub const GROUPS: Groups = Groups::MAZE.union(Groups::CLAIM).union(Groups::DIAGONALS);
}

impl Endpoint for CheckRequest {
    fn parse(context: &RequestContext) -> Result<CheckRequest, Problem> {
        let mut parameters = Parameters::parse(context, CheckRequest::GROUPS, FormatSource::Fixed)?;
        let parsed = MazeParameters::parse(&mut parameters, GridSource::Whole);
        let query = &mut parameters.query;
        let diagonals = diagonals_of_generated(query, &parsed);
        let claim = parse_claim(query, parsed.space, sides(parsed.sides(), diagonals), None);
        if claim.is_none() && !query.is_faulty(Name::Directions) {
            query.fault(Name::Directions, Reason::new(Code::Missing, "must be given, or path instead"));
        }
        let location = parsed.location(&parameters);
        let (maze, claim) = parameters.finish(parsed.options.zip(claim))?;
        Ok(CheckRequest { maze, claim, diagonals, location })
    }

    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        Task::making(&self.maze).checked(self.claim.moves(), self.diagonals).admit(settings)
    }

    fn subject(&self, _: &RequestContext) -> Result<Subject, Problem> {
        Ok(subject(&self.location, WorkSummary::making(&self.maze, "json")))
    }

    async fn make(self: Box<Self>, context: &RequestContext, Job { cost, attempts }: Job) -> Result<Content, Problem> {
        let CheckRequest { maze, claim, diagonals, .. } = *self;
        let work = move |watch: &mut Watch| {
            let maze = find_maze(&maze, attempts, watch)?;
            let Picture { maze, from, to, .. } = watch.time("generate", |watch| maze.make(watch))?;
            judge(&maze, [from, to], &claim, diagonals, watch).map_err(MakeError::Stopped)
        };
        let Done { result, .. } = context.run(cost, move |watch| unless_stopped(work(watch))).await?;
        let verdict = result.map_err(|why| not_made(&context.uri, why))?;
        Ok(Content::new(format!("{verdict}\n").into()))
    }
}

/// Identifies a verdict.
fn subject(location: &Location, work: WorkSummary) -> Subject {
    let (vary, media_type) = (Vary::Encoding, "application/json");
    let (location, tag) = (location.clone(), location.tag(media_type));
    Subject { location, tag, vary, media_type, coding: Coding::Identity, work }
}

/// Parses whether moves across corners are allowed in a posted maze.
pub(super) fn diagonals_of_posted(query: &mut Query, maze: &PostedMaze) -> bool {
    parse_diagonals(query, maze.grid().has_diagonals(), maze.is_weighted)
}

/// Parses whether moves across corners are allowed in a generated maze.
fn diagonals_of_generated(query: &mut Query, parsed: &MazeParameters) -> bool {
    let is_weighted = query.has(Name::Weights);
    parse_diagonals(query, parsed.has_diagonals(), is_weighted)
}

/// Parses whether moves across corners are allowed, given whether the grid has them and the maze has weights.
fn parse_diagonals(query: &mut Query, has_diagonals: bool, is_weighted: bool) -> bool {
    let are_allowed = query.flag(Name::Diagonals).unwrap_or_default();
    if are_allowed && !has_diagonals {
        query.fault(Name::Diagonals, "is only valid for squares on one floor, without wrap and weave");
    } else if are_allowed && is_weighted {
        query.fault(Name::Diagonals, InvalidValue::conflict("weights"));
    }
    are_allowed
}

/// The names of sides, with those of corners if moves across corners are allowed.
fn sides(sides: SideNames, diagonals: bool) -> SideNames {
    if diagonals { SideNames::Corners } else { sides }
}

/// The solution in the query, or else the one in the body, which may be a whole response of `/solve`.
fn parse_claim(query: &mut Query, space: AddressSpace<'_>, sides: SideNames, posted: Option<Claim>) -> Option<Claim> {
    match (query.has(Name::Directions), query.has(Name::Path)) {
        (true, true) => {
            query.fault(Name::Directions, InvalidValue::conflict("path"));
            None
        }
        (true, false) => Some(Claim::Directions(moves::parse(query.all(Name::Directions), sides))),
        // A cell that the maze does not have is reported as the first fault of the solution.
        (false, true) => {
            let space = if let AddressSpace::Squares(_) = space {
                AddressSpace::Squares(None)
            } else {
                AddressSpace::Unbuilt { cells: 0 }
            };
            Some(Claim::Path(space.addresses(query, Name::Path)))
        }
        (false, false) => posted.map(|claim| claim.canonical(sides)),
    }
}
