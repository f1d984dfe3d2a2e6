//! `POST /solve`: a posted maze is solved.

use axum::body::Body;
use axum::response::Response;
use dedale::formats::Format;
use dedale::observe::Stopped;
use dedale::options::{Ends, EndsRule, MakeError};
use dedale::parse::InputFormat;
use dedale::rng::parse_seed;
use dedale::scan::Scan;
use dedale::solve::{SOLVERS, Solver};
use dedale_book::options::BookOptions;
use dedale_book::plan::{Doors, MazeTraits};

use crate::endpoints::making::{Drawn, picture_between, subject_of_posted};
use crate::endpoints::solve::picture::PictureRequest;
use crate::endpoints::solve::{Background, picture, solve_and_draw};
use crate::endpoints::worksheet::{self, Page};
use crate::endpoints::{PostedEndpoint, parse_before_body, respond_posted};
use crate::limits::cancel::Watch;
use crate::parameters::estimate::Task;
use crate::parameters::format::{FormatSource, Parameters, Representation, check_diagonals, check_solved};
use crate::parameters::output::{Resource, SOLVED};
use crate::parameters::query::Query;
use crate::parameters::solve::{self, SolveOptions};
use crate::parameters::style::Extent;
use crate::parameters::table::{Groups, Name};
use crate::posted::body;
use crate::posted::maze::PostedMaze;
use crate::problem::Problem;
use crate::response::answer::Subject;
use crate::response::context::RequestContext;

/// The handler of `POST /solve`.
pub async fn post(context: RequestContext, body: Body) -> Result<Response, Problem> {
    let (groups, format) = (PostedRequest::groups(), PostedRequest::FORMAT);
    let (parameters, body_options) = parse_before_body(&context, groups, format).await?;
    let received = body::receive(&context, body).await?;
    if Scan::fits(&received.0)
        && body_options.read.format.is_none_or(InputFormat::is_picture)
        && let Some(request) = PictureRequest::new(&parameters)?
    {
        return picture::respond(&context, body_options, received, request).await;
    }
    respond_posted::<PostedRequest>(&context, parameters, body_options, received).await
}

/// A checked request for the solution of a posted maze.
#[derive(Clone, Debug)]
pub struct PostedRequest {
    /// The ends, the solver and the items to return.
    pub search: PostedSolve,
    /// The representation of the response.
    pub representation: Representation,
    /// The layout, if it is a worksheet.
    pub page: Option<BookOptions>,
}

impl PostedEndpoint for PostedRequest {
    fn groups() -> Groups {
        let posted = Groups::ENDS | Groups::SEED | Groups::READ | Groups::MARK | Groups::DIAGONALS;
        posted | SolveOptions::GROUPS | Groups::FORMAT | SOLVED
    }

    const FORMAT: FormatSource = FormatSource::Resource(Resource::Solve);

    fn parse(mut parameters: Parameters, maze: &mut PostedMaze) -> Result<PostedRequest, Problem> {
        let search = PostedSolve::parse(&mut parameters.query, maze);
        let representation = maze.representation(&mut parameters);
        parameters.check_animated(maze.cells());
        check_solved(&mut parameters.query, representation);
        check_diagonals(&mut parameters.query, representation);
        let representation = maze.check_grid(&mut parameters.query, representation);
        let size = match maze.extent {
            Extent::Cells(size) | Extent::Estimated(size) => size.map(f64::from),
            Extent::Units(size) => size,
        };
        // Where the doors are is known when the maze is drawn.
        let doors = if maze.openings > 0 { Doors::Beside } else { Doors::None };
        let traits = MazeTraits { doors, are_solved: true, ..MazeTraits::default() };
        let page = worksheet::parse_worksheet(&mut parameters, None, Some(size), traits, representation);
        let (search, (representation, page)) = parameters.finish(search.zip(representation.zip(page)))?;
        Ok(PostedRequest { search, representation, page })
    }

    fn task(&self, maze: &PostedMaze) -> Task<'_> {
        let PostedSolve { ends, solve } = &self.search;
        Task::on_posted(maze.facts(), ends).drawn(self.representation.format, Some(solve.solver)).solved_as(solve)
    }

    fn subject(&self, context: &RequestContext, maze: &PostedMaze) -> Subject {
        subject_of_posted(context, maze, self.representation)
    }

    fn draw(self, maze: PostedMaze, watch: &mut Watch) -> Result<Drawn, MakeError<Stopped>> {
        let PostedRequest { search: PostedSolve { ends, solve }, representation, page } = self;
        let (picture, drawing) = picture_between(maze, &ends, watch)?;
        let page = page.map(|page| Background::Page(Page::new(&page, format_args!("posted {}", solve.solver.name()))));
        let drawing = drawing.filter(|_| matches!(representation.format, Format::Squares(_))).map(Background::Posted);
        solve_and_draw(picture, &solve, representation, page.or(drawing), watch)
    }
}

/// The ends and the solve options of a posted maze.
#[derive(Clone, Debug)]
pub struct PostedSolve {
    /// The ends of the maze.
    pub ends: Ends,
    /// The solver and the items to return.
    pub solve: SolveOptions,
}

impl PostedSolve {
    /// Parses the ends and the solve options of this maze.
    pub fn parse(query: &mut Query, maze: &PostedMaze) -> Option<PostedSolve> {
        let seed = if query.has(Name::Seed) { query.parsed(Name::Seed, parse_seed) } else { Some(0) };
        let ends = maze.parse_ends(query, seed.unwrap_or(0));
        let mut solve = solve::parse(query, maze.space(), seed.unwrap_or(0), maze.is_weighted, maze.openings > 0);
        if let Some(solve) = &mut solve {
            // The path through a picture should look like one drawn by a person.
            let is_picture = maze.is_of_squares() && maze.scale().is_some();
            solve.keeps_to_middle = is_picture && !query.has(Name::Solver) && !solve.diagonals;
        }
        check_seed(query, solve.as_ref());
        if solve.as_ref().is_some_and(|solve| solve.diagonals) && !maze.is_of_squares() {
            query.fault(
                Name::Diagonals,
                "is only valid for squares without walls between them: a drawing, rows of numbers, a map or a picture",
            );
        }
        let (ends, solve, _) = (ends?, solve?, seed?);
        Some(PostedSolve { ends, solve })
    }
}

/// Reports a seed for a posted maze if nothing is random.
fn check_seed(query: &mut Query, solve: Option<&SolveOptions>) {
    let draws = |solver: &Solver| solver.info().options.iter().any(|option| option.name == Name::Seed.as_str());
    let has_random_ends = query.given(Name::Ends) == Some(EndsRule::Random.name());
    if query.has(Name::Seed) && !has_random_ends && solve.is_some_and(|solve| !draws(&solve.solver)) {
        let owners = SOLVERS.iter().filter(|info| draws(&info.solver)).map(|info| info.name);
        let owners = owners.collect::<Vec<_>>().join(" or ");
        query.fault(
            Name::Seed,
            format!("is only valid with solver={owners} or ends=random, since the maze is made already"),
        );
    }
}
