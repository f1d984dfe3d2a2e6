//! Requests for a maze: to draw it, to send its steps, or to solve it.
//!
//! Each function reads one kind of request, from the query to the last parameter. It returns a [`Problem`] with everything that is wrong
//! with the parameters, or that says that no format is acceptable. What the request costs is a matter of [`admit`](super::admit).

use axum::http::Uri;
use dedale::about::parse_digits;
use dedale::format::Format;
use dedale::grid::GridKind;
use dedale::options::{Ends, EndsRule, InvalidOptions, MakeError, MazeOptions};
use dedale::rng::parse_seed;
use dedale::solve::{SOLVERS, Solver};
use dedale::text::{Encoding, Table};

use super::admit::{Job, Task};
use super::body::{Form, MaskSize};
use super::book;
use super::draft::{Draft, Ground, OF_GRIDS, has_rows_of_cells, is_part};
use super::format::{
    Call, FormatFrom, MeshTraits, Reading, Written, check_grid, check_solved, is_json, solution, text,
};
use super::output::{Resource, SOLVED};
use super::parameters::{Groups, Include, Name};
use super::posted::PostedMaze;
use super::query::Query;
use super::solve::{self as solution_of, SolveOptions, Space};
use super::style::{Extent, NO_WEIGHTS, SHADED_BY_WEIGHTS};
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
    /// Whether the drawing shows the shortest path.
    pub solution: bool,
    /// How it is solved, if that is what is asked for.
    pub solve: Option<SolveOptions>,
    /// How it is printed, if it is a worksheet.
    pub page: Option<BookOptions>,
    /// Where exactly this response is found again.
    pub location: Location,
}

impl MazeRequest {
    /// The solver of the maze, if it is solved: for a drawing of a part of it, the [usual](Solver::usual) one.
    pub fn solver(&self) -> Option<Solver> {
        let usual = self.solution.then(|| Solver::usual(self.maze.is_weighted()));
        self.solve.as_ref().map(|solve| solve.solver).or(usual)
    }

    /// This request, with the work for it; `None` where the maze is made row by row.
    pub fn admitted(self, settings: &Settings) -> Result<(MazeRequest, Option<Job>), Problem> {
        let job = if self.by_rows { None } else { Some(self.task().admit(settings)?) };
        Ok((self, job))
    }

    /// The work for the maze, its solution and its drawing, if it is made as a whole.
    pub fn task(&self) -> Task<'_> {
        let solver = self.solver();
        let task = Task::making(&self.maze).drawn(self.written.format, solver);
        match (&self.solve, solver) {
            (Some(solve), _) => task.solved_as(solve),
            (None, Some(solver)) => task.solved_by(solver),
            (None, None) => task,
        }
    }
}

/// A maze of more cells is made row by row where that can be done, so that it needs no memory and its first rows are sent at once; and
/// so is one whose picture has more pixels than if it were made as a whole.
const MAX_WHOLE_CELLS: u64 = 20_000;

/// The most moves of a path that are returned of a maze that is not made as a whole.
pub const MAX_MOVES: u64 = 100_000;

/// Why what a query asks for is not available for a part of a maze.
const NEEDS_WHOLE: &str = "needs the whole maze, and does not go with a part of it";

/// Reads and checks a request for a maze.
pub fn maze(call: Call<'_>) -> Result<MazeRequest, Problem> {
    let mut reading = call.read(Resource::Maze.groups(), FormatFrom::Resource(Resource::Maze))?;
    let ground = if is_part(&reading.query) { Ground::Part { any: false, by_rows: true } } else { Ground::Rows };
    let draft = Draft::read(&mut reading, ground);
    drawing(reading, draft)
}

fn drawing(mut reading: Reading<'_>, draft: Draft) -> Result<MazeRequest, Problem> {
    let written = draft.written(&mut reading);
    let query = &mut reading.query;
    let solution = is_part(query) && drawn_part(query, written);
    if !is_part(query) && query.has(Name::Solution) {
        let path = written.map_or(Resource::Solve.name(), Written::solved_at);
        query.fault(
            Name::Solution,
            format!("is only valid for a part of a maze; {path} has the solution of a whole one"),
        );
    }
    let page = page(&mut reading, &draft);
    let settings = reading.call.settings;
    let location = draft.location(&reading);
    let ((maze, written), page) = reading.finish(draft.options.zip(written).zip(page))?;
    let by_rows = draft.by_rows && !is_small(&maze, written.format, settings);
    Ok(MazeRequest { maze, by_rows, written, solution, solve: None, page, location })
}

/// Reads and checks a request for the steps in which a maze is made.
pub fn steps(call: Call<'_>) -> Result<MazeRequest, Problem> {
    let mut reading = call.read(Groups::MAZE, FormatFrom::Fixed)?;
    let draft = Draft::read(&mut reading, Ground::Whole);
    drawing(reading, draft)
}

/// Reads and checks a request for the solution of a maze that is made, or for a part of its path: then a part of the maze.
pub fn solve(call: Call<'_>) -> Result<MazeRequest, Problem> {
    solving(call.read(Resource::Solve.groups(), FormatFrom::Resource(Resource::Solve))?)
}

/// The groups of the parameters of steps in which a maze is solved.
pub const SEARCH_STEPS: Groups = Groups::MAZE.union(Groups::SOLVER).union(Groups::AT);

/// Reads and checks a request for the steps in which a maze is solved that is made.
pub fn search_steps(call: Call<'_>) -> Result<MazeRequest, Problem> {
    solving(call.read(SEARCH_STEPS, FormatFrom::Fixed)?)
}

fn solving(mut reading: Reading<'_>) -> Result<MazeRequest, Problem> {
    let is_part = is_part(&reading.query);
    let ground = match is_part {
        // The first moves lead wherever they lead.
        true => Ground::Part { any: !reading.query.has(Name::Window), by_rows: false },
        false => Ground::Whole,
    };
    let draft = Draft::read(&mut reading, ground);
    let moves = if is_part { moves(&mut reading.query) } else { None };
    let solve = solution_of::of_made(&mut reading.query, draft.space, draft.seed);
    let written = if is_part {
        part_of_path(&mut reading, solve.as_ref())
    } else {
        let written = draft.written(&mut reading);
        check_solved(&mut reading.query, written);
        written
    };
    let page = page(&mut reading, &draft);
    let location = draft.location(&reading);
    let ((maze, solve), (written, page)) = reading.finish(draft.options.zip(solve).zip(written.zip(page)))?;
    let solve = Some(SolveOptions { moves, ..solve });
    Ok(MazeRequest { maze, by_rows: false, written, solution: true, solve, page, location })
}

/// Reads how a maze is printed, if it is a worksheet.
#[expect(clippy::option_option, reason = "no worksheet is no error")]
fn page(reading: &mut Reading<'_>, draft: &Draft) -> Option<Option<BookOptions>> {
    if reading.is_pages() && is_part(&reading.query) {
        reading.query.fault(Name::Format, NEEDS_WHOLE);
    }
    let size = if let Space::Plain(Some(size)) = draft.space { Some(size.map(f64::from)) } else { None };
    book::page(reading, size, draft.options.as_ref().is_some_and(|maze| maze.has_doors()))
}

/// Reads how many moves of a path are returned; `None` for its parts in a window.
fn moves(query: &mut Query<'_>) -> Option<u64> {
    let moves = if query.has(Name::Moves) { query.within(Name::Moves, "moves", MAX_MOVES) } else { None };
    match (query.has(Name::Window), query.has(Name::Moves)) {
        (true, true) => query.fault(Name::Moves, "does not go with window: give one or the other"),
        (false, false) => {
            query.fault(
                Name::ZoomLevel,
                "must be given with moves or window, which say what part of the path is returned",
            );
        }
        _ => {}
    }
    moves
}

/// Reads how a part of a path is written, and reports what does not go with it.
fn part_of_path(reading: &mut Reading<'_>, solve: Option<&SolveOptions>) -> Option<Written> {
    let query = &mut reading.query;
    if query.has(Name::Solver) && solve.is_some_and(|solve| solve.solver != Solver::Bfs) {
        query.fault(Name::Solver, NEEDS_WHOLE);
    }
    if query.has(Name::At) {
        query.fault(Name::At, NEEDS_WHOLE);
    }
    for name in Include::ALL.iter().filter(|&&item| item != Include::Path).map(|item| item.name()) {
        if query.all(Name::Include).any(|given| given == name) {
            query.fault_of(Name::Include, name, NEEDS_WHOLE);
        }
    }
    if query.has(Name::Remove) {
        query.fault(Name::Remove, "does not go with a part of the path, since it may open a shorter path");
    }
    let written = reading.written_whole(None)?;
    let query = &mut reading.query;
    if !is_json(written.format) {
        query.fault(Name::Format, "must be json for a part of a path; /maze draws a window with solution=true");
    } else if written.encoded {
        query.fault(Name::Encoding, "does not go with a part of a path; /maze returns the cells of a window");
    }
    Some(written)
}

/// Whether a drawing of a part of a maze is to show the path; and reports what it does not go with.
pub fn drawn_part(query: &mut Query<'_>, written: Option<Written>) -> bool {
    if query.has(Name::Heat) {
        query.fault(Name::Heat, NEEDS_WHOLE);
    }
    if let Some(Written { format, .. }) = written {
        if format.animation().is_some() || format == Format::Tokens {
            query.fault(Name::Format, NEEDS_WHOLE);
        }
        if format.encoding() == Some(Encoding::Graph) || format.table() == Some(Table::Graph) {
            query.fault(Name::Encoding, NEEDS_WHOLE);
        }
    }
    let solution = solution(query, written);
    if solution && query.has(Name::Remove) {
        query.fault(Name::Remove, "does not go with solution in a part of a maze, since it may open a shorter path");
    }
    solution
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
        Groups::ENDS | Groups::SEED | SolveOptions::GROUPS | Groups::FORMAT | SOLVED
    }

    /// Reads and checks a request for the solution of this maze.
    pub fn read(call: Call<'_>, maze: &PostedMaze) -> Result<PostedRequest, Problem> {
        let mut reading = call.read(PostedRequest::groups(), FormatFrom::Resource(Resource::Solve))?;
        let query = &mut reading.query;
        let seed = if query.has(Name::Seed) { query.parsed(Name::Seed, parse_seed) } else { Some(0) };
        let ends = maze.ends(query, seed.unwrap_or(0));
        let solve = solution_of::read(query, maze.space(), seed.unwrap_or(0), maze.is_weighted, maze.openings > 0);
        if query.given(Name::Heat) == Some(SHADED_BY_WEIGHTS) && !maze.is_weighted {
            query.fault(Name::Heat, NO_WEIGHTS);
        }
        check_seed(query, solve.as_ref());
        let written = reading.written_whole(Some(maze.extent));
        reading.check_animated(maze.cells());
        check_solved(&mut reading.query, written);
        if let (Space::Laid(mesh), Some(written)) = (maze.space(), written) {
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
        let ((ends, solve), ((_, written), page)) = reading.finish(ends.zip(solve).zip(seed.zip(written).zip(page)))?;
        Ok(PostedRequest { ends, solve, written, page })
    }

    /// The work for the solution of this maze, and its drawing.
    pub fn task<'a>(&'a self, maze: &'a PostedMaze) -> Task<'a> {
        Task::on_posted(maze, &self.ends).drawn(self.written.format, Some(self.solve.solver)).solved_as(&self.solve)
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
fn is_small(maze: &MazeOptions, format: Format, settings: &Settings) -> bool {
    let pixels = match format {
        Format::Png(style) => {
            let [columns, rows] = maze.extent().map(u64::from);
            style.size(columns, rows).iter().product()
        }
        _ => 0,
    };
    maze.cells() <= MAX_WHOLE_CELLS.min(settings.max_cells.into()) && pixels <= settings.max_pixels
}
