//! `/maze/steps` and `/solve/steps`: the steps of the generation and of the search, sent as they happen.

pub mod frames;
pub mod stream;

use axum::body::Body;
use axum::response::Response;
use dedale::about::OverLimit;
use dedale::formats::SquareOf;
use dedale::generate::GENERATOR_VERSION;
use dedale::grid::{AnyGrid, Grid as _, GridKind};
use dedale::observe::Stopped;
use dedale::options::MazeOptions;
use dedale::picture::Picture;
use serde_json::{Value, json};

use crate::endpoints::making::{not_made, picture_between, unless_stopped};
use crate::endpoints::solve::posted::PostedSolve;
use crate::endpoints::solve::{Found, begin_at};
use crate::endpoints::steps::frames::{Frames, SearchProgress};
use crate::endpoints::steps::stream::{StepAdditions, StepFormat, StepStream, stream_steps};
use crate::endpoints::{Endpoint, parse_before_body};
use crate::limits::cancel::Watch;
use crate::limits::pool::{Cost, Done};
use crate::parameters::estimate::{Job, Task};
use crate::parameters::format::{FormatSource, Parameters};
use crate::parameters::maze::{GridSource, MazeParameters};
use crate::parameters::solve::{self, SolveOptions};
use crate::parameters::table::Groups;
use crate::posted::body;
use crate::posted::maze::PostedMaze;
use crate::problem::Problem;
use crate::response::answer::{Content, Subject};
use crate::response::caching::{Location, Vary};
use crate::response::coding::Coding;
use crate::response::context::RequestContext;
use crate::settings::Settings;
use crate::telemetry::metrics::WorkSummary;

/// The limits of the server, with the limit of cells for mazes whose steps are sent.
fn limited(settings: Settings) -> Settings {
    Settings { max_cells: settings.max_cells.min(settings.max_step_cells), ..settings }
}

/// Identifies a stream of steps.
fn subject(location: &Location, format: StepFormat, work: WorkSummary) -> Subject {
    let media_type = format.media_type();
    Subject {
        location: location.clone(),
        tag: location.tag(media_type),
        vary: Vary::FormatAndEncoding,
        media_type,
        // Steps are sent as they are made, and are not delayed for an encoder.
        coding: Coding::Identity,
        work,
    }
}

/// A checked request for the steps of the generation of a maze, at `/maze/steps`.
#[derive(Clone, Debug)]
pub struct BuildingSteps {
    /// The maze.
    pub maze: Box<MazeOptions>,
    location: Location,
}

impl Endpoint for BuildingSteps {
    fn parse(context: &RequestContext) -> Result<BuildingSteps, Problem> {
        let mut parameters = Parameters::parse(context, Groups::MAZE, FormatSource::Fixed)?;
        parameters.settings = limited(parameters.settings);
        let parsed = MazeParameters::parse(&mut parameters, GridSource::Whole);
        let representation = parsed.representation(&mut parameters);
        let location = parsed.location(&parameters);
        let (maze, _) = parameters.finish(parsed.options.zip(representation))?;
        Ok(BuildingSteps { maze, location })
    }

    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        Task::making(&self.maze).admit(&limited(*settings))
    }

    fn subject(&self, context: &RequestContext) -> Result<Subject, Problem> {
        let format = StepFormat::of(&context.headers)?;
        Ok(subject(&self.location, format, WorkSummary::making(&self.maze, format.name())))
    }

    async fn make(self: Box<Self>, context: &RequestContext, job: Job) -> Result<Content, Problem> {
        steps(context, StepFormat::of(&context.headers)?, *self.maze, None, job).await
    }
}

/// A checked request for the steps of the solution of a generated maze, at `/solve/steps`.
#[derive(Clone, Debug)]
pub struct SearchSteps {
    /// The maze.
    pub maze: Box<MazeOptions>,
    solve: SolveOptions,
    location: Location,
}

impl SearchSteps {
    /// The parameters that the path takes.
    pub const GROUPS: Groups = Groups::MAZE.union(Groups::SOLVER).union(Groups::DIAGONALS).union(Groups::AT);
}

impl Endpoint for SearchSteps {
    fn parse(context: &RequestContext) -> Result<SearchSteps, Problem> {
        let mut parameters = Parameters::parse(context, SearchSteps::GROUPS, FormatSource::Fixed)?;
        parameters.settings = limited(parameters.settings);
        let parsed = MazeParameters::parse(&mut parameters, GridSource::Whole);
        let solve = solve::parse_generated(&mut parameters.query, parsed.space, parsed.seed);
        let representation = parsed.representation(&mut parameters);
        parsed.check_diagonals(&mut parameters.query, representation);
        let location = parsed.location(&parameters);
        let ((maze, solve), _) = parameters.finish(parsed.options.zip(solve).zip(representation))?;
        Ok(SearchSteps { maze, solve, location })
    }

    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        Task::making(&self.maze).solved_as(&self.solve).admit(&limited(*settings))
    }

    fn subject(&self, context: &RequestContext) -> Result<Subject, Problem> {
        let format = StepFormat::of(&context.headers)?;
        Ok(subject(&self.location, format, WorkSummary::making(&self.maze, format.name())))
    }

    async fn make(self: Box<Self>, context: &RequestContext, job: Job) -> Result<Content, Problem> {
        steps(context, StepFormat::of(&context.headers)?, *self.maze, Some(self.solve), job).await
    }
}

/// The parameters of the steps of the solution of a posted maze.
pub const POSTED_GROUPS: Groups =
    Groups::ENDS.union(Groups::SEED).union(Groups::READ).union(Groups::SOLVER).union(Groups::DIAGONALS);

/// Checks a request for the steps of the solution of this maze.
pub fn parse_posted(mut parameters: Parameters, maze: &PostedMaze) -> Result<PostedSolve, Problem> {
    let search = PostedSolve::parse(&mut parameters.query, maze);
    let max_cells = limited(parameters.settings).max_cells;
    let search = parameters.finish(search)?;
    let over = OverLimit { limit: "step_cells", max: max_cells.into(), asked: maze.cells() };
    if over.asked > over.max {
        let detail = format!("the steps of at most {} cells are sent, and the maze has {}", over.max, over.asked);
        return Err(Problem::too_large(over, detail));
    }
    Ok(search)
}

/// `POST /solve/steps`: the steps of the solution of the maze in the body.
pub async fn posted(context: RequestContext, body: Body) -> Result<Response, Problem> {
    let format = StepFormat::of(&context.headers)?;
    let (parameters, body_options) = parse_before_body(&context, POSTED_GROUPS, FormatSource::Fixed).await?;
    let received = body::receive(&context, body).await?;
    let with_search =
        |maze: PostedMaze, _: &mut Watch| Ok(parse_posted(parameters, &maze).map(|search| (search, maze)));
    // The memory of the parsed body is reserved until the response begins.
    let Done { result: (search, maze), memory: _memory } =
        body::with_maze(&context, body_options, received, with_search).await?;
    let PostedSolve { ends, solve } = &search;
    let Job { cost, .. } = Task::on_posted(maze.facts(), ends).solved_as(solve).admit(&context.app.settings)?;
    let how = maze.how_read();
    let work = WorkSummary { cells: maze.cells(), algorithm: "none", format: format.name() };
    let subject = subject(&Location::At(None, None), format, work);
    let content = posted_steps(&context, format, search, maze, cost).await?;
    Ok(body::with_read_headers(subject.respond(&context, Some(content)), &how))
}

/// The steps of the solution of a posted maze, which are made while they are sent.
async fn posted_steps(
    context: &RequestContext,
    format: StepFormat,
    search: PostedSolve,
    maze: PostedMaze,
    cost: Cost,
) -> Result<Content, Problem> {
    // Reserved as long as the stream lasts.
    let memory = context.account.reserve(cost.bytes)?;
    let of = if maze.is_of_squares() { SquareOf::Cell } else { SquareOf::Block };
    let PostedSolve { ends, solve } = search;
    let find = move |watch: &mut Watch| unless_stopped(picture_between(maze, &ends, watch));
    let found = context.run(Cost { bytes: 0, ..cost }, find).await?.result;
    let (picture, _) = found.map_err(|why| not_made(&context.uri, why))?;
    let start = serde_json::to_value(&picture.metadata).unwrap_or_default();
    let shown = shown(&picture, of, &solve, format)?;
    let stream = PendingStream { context, format, start, solve: Some(solve) };
    let grid = picture.maze.grid().clone();
    Ok(Content::new(stream.body(grid, memory, shown, Some(picture), |_| Err(Stopped))?))
}

/// The additions to the steps of a search.
fn shown(picture: &Picture, of: SquareOf, solve: &SolveOptions, format: StepFormat) -> Result<StepAdditions, Problem> {
    let frames = match format {
        StepFormat::Text => Some(Frames::of_search(picture, of, solve.solver)?),
        _ => None,
    };
    Ok(StepAdditions { search: Some(SearchProgress::new(solve.solver)), frames })
}

/// The steps, which are made while they are sent.
async fn steps(
    context: &RequestContext,
    format: StepFormat,
    maze: MazeOptions,
    mut solve: Option<SolveOptions>,
    Job { cost, attempts }: Job,
) -> Result<Content, Problem> {
    let uri = &context.uri;
    // Reserved as long as the stream lasts.
    let memory = context.account.reserve(cost.bytes)?;
    let cost = Cost { bytes: 0, ..cost };
    let maze = match attempts {
        None => maze,
        Some(attempts) => {
            // The stream begins with the maze that was found.
            let find = move |watch: &mut _| unless_stopped(maze.find(attempts, watch));
            let found = context.run(cost, find).await?.result;
            found.map_err(|why| not_made(uri, why))?
        }
    };
    let seed = attempts.map(|_| maze.seed());
    if let (Some(seed), Some(solve)) = (seed, &mut solve) {
        solve.set_seed(seed);
    }
    let stream = PendingStream { context, format, start: asked_for(&maze), solve: solve.clone() };
    let is_solved = solve.is_some();
    let of = if maze.is_open_ground() { SquareOf::Cell } else { SquareOf::Block };
    let options = maze.clone();
    let (grid, empty_grid, made) = if maze.is_plain() && !is_solved {
        let grid = maze.build_grid(&mut ()).map_err(|why| not_made(uri, why))?;
        (grid.clone(), Some(grid), None)
    } else {
        // If the maze is solved, it is made first, since cells may be removed from the grid.
        let lay = move |watch: &mut Watch| match is_solved {
            true => {
                let mut made = maze.make(watch)?;
                solve.iter().try_for_each(|solve| begin_at(&mut made, &maze, solve, watch))?;
                Ok((made.maze.grid().clone(), None, Some(made)))
            }
            false => maze.build_grid(watch).map(|grid| (grid.clone(), Some(grid), None)),
        };
        let empty_grid = context.run(cost, move |watch| unless_stopped(lay(watch))).await?.result;
        empty_grid.map_err(|why| not_made(uri, why))?
    };
    let shown = match (&made, &stream.solve) {
        (Some(made), Some(solve)) => shown(made, of, solve, format)?,
        _ if format == StepFormat::Text => {
            StepAdditions { search: None, frames: Some(Frames::of_building(&grid, of)?) }
        }
        _ => StepAdditions::default(),
    };
    let body = stream.body(grid, memory, shown, made, move |steps| {
        // Options that do not fit the grid were reported when it was built.
        let made = match empty_grid {
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
struct PendingStream<'a> {
    context: &'a RequestContext,
    format: StepFormat,
    start: Value,
    solve: Option<SolveOptions>,
}

impl PendingStream<'_> {
    /// Sends the steps of the solution of `made`, or else the steps of `make`. `memory` is kept until the end.
    fn body(
        self,
        grid: AnyGrid,
        memory: impl Send + 'static,
        shown: StepAdditions,
        made: Option<Picture>,
        make: impl FnOnce(&mut StepStream) -> Result<Picture, Stopped> + Send + 'static,
    ) -> Result<Body, Problem> {
        let PendingStream { context, format, start, solve } = self;
        stream_steps(context, format, grid, shown, move |steps| {
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
        Some(maze) => Found::with_diagonals(&maze, solve.solver.solve_observed(&maze, from, to, steps)?),
        None => Found::along_passages(maze, solve.solver.solve_observed(maze, from, to, steps)?),
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
