//! `/solve`, and the paths that name a format: a generated or posted maze is solved.

mod answer;
mod picture;
pub mod posted;

use std::sync::Arc;

use axum::routing::{MethodRouter, get};
use dedale::grid::{Cell, Grid as _};
use dedale::observe::Stopped;
use dedale::options::{Ends, InvalidOptions, MakeError, MazeOptions};
use dedale::picture::Picture;
use dedale_book::options::BookOptions;

pub use self::answer::{Background, Found, solve_and_draw};
use crate::app::App;
use crate::endpoints::making::{Drawn, draw, find_maze, make, subject_of_generated};
use crate::endpoints::worksheet::{self, Page};
use crate::endpoints::{Endpoint, serve};
use crate::limits::cancel::Watch;
use crate::parameters::estimate::{Job, Task};
use crate::parameters::format::{FormatSource, Parameters, Representation, check_solved};
use crate::parameters::maze::{GridSource, MazeParameters, UrlBySeed};
use crate::parameters::output::Resource;
use crate::parameters::solve::{self, SolveOptions};
use crate::parameters::table::Name;
use crate::problem::Problem;
use crate::response::answer::{Content, Subject};
use crate::response::caching::Location;
use crate::response::context::RequestContext;
use crate::settings::Settings;

/// `/solve`, and the paths that name a format.
pub fn handler() -> MethodRouter<Arc<App>> {
    get(serve::<SolveRequest>).post(posted::post)
}

/// A checked request for the solution of a generated maze.
#[derive(Clone, Debug)]
pub struct SolveRequest {
    /// The maze.
    pub maze: Box<MazeOptions>,
    /// The solver and the items to return.
    pub solve: SolveOptions,
    /// The representation of the response.
    pub representation: Representation,
    /// The layout, if it is a worksheet.
    page: Option<BookOptions>,
    /// The exact location of the response.
    pub location: Location,
    /// The shortest URL of the response without the seed, if the response contains it.
    url: Option<UrlBySeed>,
}

impl Endpoint for SolveRequest {
    fn parse(context: &RequestContext) -> Result<SolveRequest, Problem> {
        let mut parameters =
            Parameters::parse(context, Resource::Solve.groups(), FormatSource::Resource(Resource::Solve))?;
        let parsed = MazeParameters::parse(&mut parameters, GridSource::Whole);
        let solve = solve::parse_generated(&mut parameters.query, parsed.space, parsed.seed);
        let representation = parsed.representation(&mut parameters);
        check_solved(&mut parameters.query, representation);
        parsed.check_diagonals(&mut parameters.query, representation);
        let page = worksheet::parse_generated_worksheet(&mut parameters, &parsed, representation);
        let (location, url) = parsed.locate(&parameters);
        let ((maze, solve), (representation, page)) =
            parameters.finish(parsed.options.zip(solve).zip(representation.zip(page)))?;
        Ok(SolveRequest { maze, solve, representation, page, location, url })
    }

    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        Task::making(&self.maze)
            .drawn(self.representation.format, Some(self.solve.solver))
            .solved_as(&self.solve)
            .admit(settings)
    }

    fn subject(&self, context: &RequestContext) -> Result<Subject, Problem> {
        Ok(subject_of_generated(context, &self.maze, &self.location, self.representation))
    }

    async fn make(mut self: Box<Self>, context: &RequestContext, job: Job) -> Result<Content, Problem> {
        self.url = self.url.take().map(|url| url.below(&context.app.base_path));
        let coding = context.coding(self.representation.is_compressed());
        draw(context, job, coding, move |watch| self.draw(job.attempts, watch)).await
    }
}

impl SolveRequest {
    fn draw(mut self, attempts: Option<u32>, watch: &mut Watch) -> Result<Drawn, MakeError<Stopped>> {
        let maze = find_maze(&self.maze, attempts, watch)?;
        let mut picture = make(&maze, self.representation.format, watch)?;
        begin_at(&mut picture, &maze, &self.solve, watch)?;
        picture.metadata.url = self.url.as_ref().and_then(|url| url.for_seed(maze.seed()));
        let page = self.page.as_ref().map(|options| {
            let id = format_args!("solve {} {}", self.maze, self.solve.solver.name());
            Background::Page(Page::new(options, id))
        });
        let seed = attempts.map(|_| maze.seed());
        if let Some(seed) = seed {
            // Random solvers use the seed in the response as well.
            self.solve.set_seed(seed);
        }
        Ok(Drawn { seed, ..solve_and_draw(picture, &self.solve, self.representation, page, watch)? })
    }
}

/// Moves the entrance of a maze to the cell from which it is solved. If the exit is the nearest one, it may change.
pub fn begin_at(
    picture: &mut Picture,
    maze: &MazeOptions,
    solve: &SolveOptions,
    watch: &mut Watch,
) -> Result<(), MakeError<Stopped>> {
    let Some(at) = solve.at else { return Ok(()) };
    let grid = picture.maze.grid();
    let wrong = || InvalidOptions::one(Name::At.as_str(), format!("{at} is no cell of the maze"));
    let from = grid.find(at).ok_or_else(wrong)?;
    let to = match maze.ends_at_any_exit() {
        true => Ends::Nearest { from: at }.find(&picture.maze, watch).map_err(MakeError::Stopped)?.1,
        false => picture.to,
    };
    let numbers = |cell: Cell| grid.address(cell).numbers().iter().map(|&number| number.into()).collect();
    (picture.metadata.from, picture.metadata.to) = (numbers(from), numbers(to));
    (picture.from, picture.to) = (from, to);
    Ok(())
}
