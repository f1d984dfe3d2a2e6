//! Requests for a maze: to draw it, to send its steps, or to solve it.
//!
//! Each function reads one kind of request, from the query to the last parameter. It returns a [`Problem`] with everything that is wrong
//! with the parameters, or that says that no format is acceptable. What the request costs is a matter of [`admit`](super::admit).

use axum::http::Uri;
use dedale::about::{OverLimit, parse_digits};
use dedale::format::Format;
use dedale::grid::GridKind;
use dedale::options::{Ends, EndsRule, InvalidOptions, MakeError, MazeOptions};
use dedale::rng::parse_seed;
use dedale::solve::{SOLVERS, Solver};

use super::admit::{Job, Task};
use super::body::{Form, MaskSize};
use super::book;
use super::draft::{Draft, Ground, OF_GRIDS, UrlBySeed, has_rows_of_cells};
use super::format::{Call, FormatFrom, MeshTraits, Reading, Written, check_diagonals, check_grid, check_solved, text};
use super::output::{Resource, SOLVED};
use super::parameters::{Groups, Name};
use super::posted::PostedMaze;
use super::query::Query;
use super::solve::{self as solution_of, SolveOptions, Space};
use super::style::{Extent, SHADED_BY_WEIGHTS, no_weights};
use crate::problem::{Kind, Problem};
use crate::response::caching::Location;
use crate::settings::Settings;
use dedale_book::options::BookOptions;

/// A checked request for a maze.
#[derive(Clone, Debug)]
pub struct MazeRequest {
    /// The maze. Where it is made as a whole, its size is within [`Limits`](dedale::grid::Limits).
    pub maze: Box<MazeOptions>,
    /// Whether it is made row by row, while it is sent.
    pub by_rows: bool,
    /// How it is written.
    pub written: Written,
    /// Whether the drawing of a part shows the path through it.
    pub solution: bool,
    /// How it is solved, if that is what is asked for.
    pub solve: Option<SolveOptions>,
    /// How it is printed, if it is a worksheet.
    pub page: Option<BookOptions>,
    /// Where exactly this response is found again.
    pub location: Location,
    /// The shortest URL of the response, where it says that, but for the seed.
    pub url: Option<UrlBySeed>,
}

impl MazeRequest {
    /// This request, with the work for it; `None` where the maze is made row by row.
    pub fn admitted(self, settings: &Settings) -> Result<(MazeRequest, Option<Job>), Problem> {
        let job = if self.by_rows { None } else { Some(self.task().admit(settings)?) };
        Ok((self, job))
    }

    /// The shortest URL of the maze of this seed, where the response says it.
    pub fn url(&self, seed: u64) -> Option<String> {
        self.url.as_ref()?.with(seed)
    }

    /// The work for the maze, its solution and its drawing, if it is made as a whole.
    pub fn task(&self) -> Task<'_> {
        let solver = self.solve.as_ref().map(|solve| solve.solver);
        let task = Task::making(&self.maze).drawn(self.written.format, solver);
        match &self.solve {
            Some(solve) => task.solved_as(solve),
            None if self.solution => task.with_path_of_part(None),
            None => task,
        }
    }
}

/// A maze of more cells is made row by row where that can be done, so that it needs no memory and its first rows are sent at once; and
/// so is one whose picture has more pixels than if it were made as a whole.
const MAX_WHOLE_CELLS: u64 = 20_000;

/// Reads and checks a request for a maze.
pub fn maze(call: Call<'_>) -> Result<MazeRequest, Problem> {
    let mut reading = call.read(Resource::Maze.groups(), FormatFrom::Resource(Resource::Maze))?;
    let draft = Draft::read(&mut reading, Ground::Rows);
    drawing(reading, draft)
}

fn drawing(mut reading: Reading<'_>, draft: Draft) -> Result<MazeRequest, Problem> {
    let written = draft.written(&mut reading);
    let page = page(&mut reading, &draft);
    let settings = reading.call.settings;
    let location = draft.location(&reading);
    let url = draft.url_by_seed(&reading);
    let ((maze, written), page) = reading.finish(draft.options.zip(written).zip(page))?;
    let by_rows = draft.by_rows && !is_small(&maze, written.format, settings);
    Ok(MazeRequest { maze, by_rows, written, solution: false, solve: None, page, location, url })
}

/// Reads and checks a request for the steps in which a maze is made.
pub fn steps(call: Call<'_>) -> Result<MazeRequest, Problem> {
    let mut reading = call.read(Groups::MAZE, FormatFrom::Fixed)?;
    let draft = Draft::read(&mut reading, Ground::Whole);
    drawing(reading, draft)
}

/// Reads and checks a request for the solution of a maze that is made.
pub fn solve(call: Call<'_>) -> Result<MazeRequest, Problem> {
    solving(call.read(Resource::Solve.groups(), FormatFrom::Resource(Resource::Solve))?)
}

/// The groups of the parameters of steps in which a maze is solved.
pub const SEARCH_STEPS: Groups = Groups::MAZE.union(Groups::SOLVER).union(Groups::DIAGONALS).union(Groups::AT);

/// Reads and checks a request for the steps in which a maze is solved that is made.
pub fn search_steps(call: Call<'_>) -> Result<MazeRequest, Problem> {
    solving(call.read(SEARCH_STEPS, FormatFrom::Fixed)?)
}

fn solving(mut reading: Reading<'_>) -> Result<MazeRequest, Problem> {
    let draft = Draft::read(&mut reading, Ground::Whole);
    let solve = solution_of::of_made(&mut reading.query, draft.space, draft.seed);
    let written = draft.written(&mut reading);
    check_solved(&mut reading.query, written);
    draft.check_diagonals(&mut reading.query, written);
    let page = page(&mut reading, &draft);
    let location = draft.location(&reading);
    let url = draft.url_by_seed(&reading);
    let ((maze, solve), (written, page)) = reading.finish(draft.options.zip(solve).zip(written.zip(page)))?;
    Ok(MazeRequest { maze, by_rows: false, written, solution: false, solve: Some(solve), page, location, url })
}

/// Reads how a maze is printed, if it is a worksheet.
#[expect(clippy::option_option, reason = "no worksheet is no error")]
fn page(reading: &mut Reading<'_>, draft: &Draft) -> Option<Option<BookOptions>> {
    let size = if let Space::Plain(Some(size)) = draft.space { Some(size.map(f64::from)) } else { None };
    book::page(reading, size, draft.options.as_ref().is_some_and(|maze| maze.has_doors()))
}

/// The groups of the parameters of a maze on a grid in a body.
pub fn on_posted_groups() -> Groups {
    Groups::MADE | Groups::FORMAT | Groups::OF_FORMATS
}

/// Checks what needs no body of a request for a maze on the grid in it: the names of the parameters, and the size of a mask, which is
/// returned.
pub fn mask_size(call: Call<'_>, form: Form) -> Result<MaskSize, Problem> {
    let mut query = Query::new(text(call.uri), on_posted_groups());
    let kind = query.given(Name::Grid).and_then(|name| name.parse().ok()).unwrap_or(GridKind::Square);
    let is_scaled = form != Form::Json && has_rows_of_cells(kind);
    let sides = [Name::W, Name::H].map(|name| {
        let is_read = is_scaled && query.has(name);
        let side = if is_read { query.whole(name, 1..=call.settings.max_side.into()) } else { None };
        side.and_then(|side| u32::try_from(side).ok())
    });
    let floors = query.given(Name::Floors).and_then(parse_digits).unwrap_or(1);
    query.finish(Some(MaskSize { sides, floors }))
}

/// Reads and checks a request for a maze on the grid in a body.
pub fn on_posted(call: Call<'_>, ground: Ground) -> Result<MazeRequest, Problem> {
    let mut reading = call.read(on_posted_groups(), FormatFrom::Resource(Resource::Maze))?;
    if !matches!(ground, Ground::Mask(_)) {
        fault_grid(&mut reading.query);
    }
    let draft = Draft::read(&mut reading, ground);
    drawing(reading, draft)
}

/// Notes every parameter that says what the grid is, for a body that says it.
fn fault_grid(query: &mut Query<'_>) {
    for name in OF_GRIDS {
        if query.has(name) {
            query.fault(name, "is not valid with a JSON body, which says what the grid is");
        }
    }
}

/// The problem with a maze that cannot be made.
pub fn not_made(uri: &Uri, why: MakeError) -> Problem {
    match why {
        MakeError::Invalid(wrong) => invalid(uri, wrong),
        other => Problem::new(Kind::NO_SUCH_MAZE, other.to_string()),
    }
}

/// The problem with options that only the grid shows to be wrong.
pub fn invalid(uri: &Uri, invalid: InvalidOptions) -> Problem {
    let mut query = Query::new(text(uri), Groups::all());
    query.invalid_options(invalid);
    query.into_problem()
}

/// A checked request for the solution of a posted maze.
#[derive(Clone, Debug)]
pub struct PostedRequest {
    /// Where it begins and ends.
    pub ends: Ends,
    /// How it is to be solved, and what is to be returned.
    pub solve: SolveOptions,
    /// How the response is written.
    pub written: Written,
    /// How it is printed, if it is a worksheet.
    pub page: Option<BookOptions>,
}

impl PostedRequest {
    /// The groups of its parameters.
    pub fn groups() -> Groups {
        let posted = Groups::ENDS | Groups::SEED | Groups::READ | Groups::MARK | Groups::DIAGONALS;
        posted | SolveOptions::GROUPS | Groups::FORMAT | SOLVED
    }

    /// Reads and checks a request for the solution of this maze.
    pub fn read(call: Call<'_>, maze: &PostedMaze) -> Result<PostedRequest, Problem> {
        let mut reading = call.read(PostedRequest::groups(), FormatFrom::Resource(Resource::Solve))?;
        let query = &mut reading.query;
        let search = Search::read(query, maze);
        if query.given(Name::Heat) == Some(SHADED_BY_WEIGHTS) && !maze.is_weighted {
            query.fault(Name::Heat, no_weights());
        }
        let mut written = reading.written_whole(Some(maze.extent)).map(|written| maze.written(written, &reading.query));
        reading.check_animated(maze.cells());
        check_solved(&mut reading.query, written);
        check_diagonals(&mut reading.query, written);
        if let (Space::Laid(mesh), Some(written)) = (maze.space(), &mut written) {
            let (is_drawable, is_woven) = (mesh.is_drawable(), !mesh.crossings().is_empty());
            check_grid(
                &mut reading.query,
                &MeshTraits { mesh: mesh.options().clone(), is_drawable, is_woven },
                written,
            );
        }
        let size = match maze.extent {
            Extent::Cells(size) | Extent::Estimated(size) => size.map(f64::from),
            Extent::Units(size) => size,
        };
        let page = book::page(&mut reading, Some(size), maze.openings > 0);
        let (Search { ends, solve }, (written, page)) = reading.finish(search.zip(written.zip(page)))?;
        Ok(PostedRequest { ends, solve, written, page })
    }

    /// The work for the solution of this maze, and its drawing.
    pub fn task<'a>(&'a self, maze: &'a PostedMaze) -> Task<'a> {
        Task::on_posted(maze, &self.ends).drawn(self.written.format, Some(self.solve.solver)).solved_as(&self.solve)
    }
}

/// How a posted maze is solved.
#[derive(Clone, Debug)]
pub struct Search {
    /// Where it begins and ends.
    pub ends: Ends,
    /// How it is solved, and what is to be returned.
    pub solve: SolveOptions,
}

impl Search {
    /// The groups of the parameters of the steps in which a posted maze is solved.
    pub const STEPS: Groups =
        Groups::ENDS.union(Groups::SEED).union(Groups::READ).union(Groups::SOLVER).union(Groups::DIAGONALS);

    /// Reads how this maze is to be solved.
    fn read(query: &mut Query<'_>, maze: &PostedMaze) -> Option<Search> {
        let seed = if query.has(Name::Seed) { query.parsed(Name::Seed, parse_seed) } else { Some(0) };
        let ends = maze.ends(query, seed.unwrap_or(0));
        let mut solve = solution_of::read(query, maze.space(), seed.unwrap_or(0), maze.is_weighted, maze.openings > 0);
        if let Some(solve) = &mut solve {
            // A line through a picture is to look as a person would draw it.
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
        Some(Search { ends, solve })
    }

    /// Reads and checks a request for the steps in which this maze is solved, which has at most `max_cells`.
    pub fn steps(query: &str, maze: &PostedMaze, max_cells: u32) -> Result<Search, Problem> {
        let mut query = Query::new(query, Search::STEPS);
        let search = Search::read(&mut query, maze);
        let search = query.finish(search)?;
        let over = OverLimit { limit: "step_cells", max: max_cells.into(), asked: maze.cells() };
        if over.asked > over.max {
            let detail = format!("the steps of at most {} cells are sent, and the maze has {}", over.max, over.asked);
            return Err(Problem::too_large(over, detail));
        }
        Ok(search)
    }

    /// The work for the solution of this maze.
    pub fn task<'a>(&'a self, maze: &'a PostedMaze) -> Task<'a> {
        Task::on_posted(maze, &self.ends).solved_as(&self.solve)
    }
}

/// Reports a seed for a posted maze where nothing is drawn from it.
fn check_seed(query: &mut Query<'_>, solve: Option<&SolveOptions>) {
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

/// Whether a maze is made as a whole although it could be made row by row.
pub fn is_small(maze: &MazeOptions, format: Format, settings: &Settings) -> bool {
    let pixels = match format {
        Format::Png(style) => {
            let [columns, rows] = maze.extent().map(u64::from);
            style.size(columns, rows).iter().product()
        }
        _ => 0,
    };
    maze.cells() <= MAX_WHOLE_CELLS.min(settings.max_cells.into()) && pixels <= settings.max_pixels
}
