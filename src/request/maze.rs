//! What maze a request asks for, within the limits of the server, and whether it is made as a whole or row by row.

use std::sync::LazyLock;

use axum::http::{HeaderMap, Uri};
use dedale::about::parse_digits;
use dedale::draw::drawn_size;
use dedale::format::Format;
use dedale::generate::LONGEST_SIDE;
use dedale::grid::{GridKind, Limits, Mesh, MeshOptions};
use dedale::options::{InvalidOptions, MakeError, MazeBuilder, MazeOptions, OPTIONS};
use dedale::picture::Shown;
use dedale::rng::MAX_SEED;
use dedale::text::{Encoding, Table};

use super::format::{Asked, FormatFrom, Written, finish, only_in_json, solution};
use super::location;
use super::measures::check_walls;
use super::own::set_own_options;
use super::parameters::{Groups, Name};
use super::posted::{Form, PostedMaze};
use super::query::Query;
use super::solve as solving;
use super::solve::{Known, PostedOptions, SolveOptions, Space};
use super::style::{Extent, MostPixels};
use super::window::{self, Window};
use crate::problem::Fault;
use crate::problem::{Kind, Problem};
use crate::response::caching::Location;
use crate::settings::{RowLimits, Settings};

/// A checked request for a maze.
#[derive(Clone, Debug)]
pub struct MazeRequest {
    /// The maze. Where it is made as a whole, its size is within [`Limits`].
    pub maze: MazeOptions,
    /// Whether it is made row by row, while it is sent.
    pub by_rows: bool,
    /// How it is written.
    pub written: Written,
    /// Whether the drawing shows the shortest path.
    pub solution: bool,
    /// Where exactly this response is found again.
    pub location: Location,
}

impl MazeRequest {
    /// Whether the maze is solved by the [usual](dedale::solve::Solver::usual) solver, whose path or whose steps are drawn.
    pub fn is_solved(&self) -> bool {
        self.solution || self.written.format.shows_steps(Shown::Solving)
    }
}

/// How large a grid is that is not one of plain squares.
pub(super) enum Ground {
    /// As the query says.
    Asked,
    /// In so many columns and rows.
    Sized([u32; 2]),
    /// As this one, on which the maze is made.
    Laid(Box<Mesh>),
}

/// A maze of more cells is made row by row where that can be done, so that it needs no memory and its first rows are sent at once; and
/// so is one whose picture has more pixels than if it were made as a whole.
const WHOLE: u64 = 20_000;

/// Reads and checks a request for a maze. `draw` gives a seed where none was sent.
///
/// # Errors
///
/// A [`Problem`] with everything that is wrong with the parameters, or that says that no format is acceptable.
pub fn maze(
    uri: &Uri,
    headers: &HeaderMap,
    from: FormatFrom,
    settings: &Settings,
    draw: impl FnOnce() -> u64,
) -> Result<MazeRequest, Problem> {
    let mut query = Query::new(text(uri), Groups::MAZE | from.groups() | from.drawing_groups());
    let asked = Asked::read(&query, headers, from);
    if window::is_asked(&query) {
        return windowed(uri, query, asked, settings, draw);
    }
    let mut read = Read::new(&mut query, MazeBuilder::default(), &OTHER_OPTIONS, draw);
    if !read.builder.is_plain() {
        return shaped(uri, query, asked, read, settings, true, |_, _, _| Some(())).map(|(request, ())| request);
    }
    // Whether nothing that is asked for needs the whole maze, whatever its size.
    let can_be_by_rows = asked.is_by_rows(&query) && read.makes_rows && read.needs_whole.is_empty();
    let size = read.size(&mut query, settings, can_be_by_rows);
    let is_endless = size.is_some() && read.whole_size(settings.limits).is_none();
    let options = read.options(&mut query, size);
    if is_endless {
        for &name in &read.needs_whole {
            query.fault(name, needs_whole(settings.limits));
        }
    }
    let most = if is_endless || can_be_by_rows { MostPixels::streamed(settings) } else { MostPixels::whole(settings) };
    let written = asked.written(&mut query, size.map(Extent::Cells), most);
    let solution = solution(&mut query, written);
    if is_endless {
        only_by_rows(&mut query, written, solution, settings.limits);
    }
    let location = location::of(uri, &query, read.seed, written);
    let (maze, written) = finish(query, asked, options.zip(written))?;
    let by_rows =
        is_endless || can_be_by_rows && written.format.is_by_rows() && !is_small(&maze, written.format, settings);
    Ok(MazeRequest { maze, by_rows, written, solution, location })
}

/// A part of a maze.
fn windowed(
    uri: &Uri,
    mut query: Query<'_>,
    asked: Asked,
    settings: &Settings,
    draw: impl FnOnce() -> u64,
) -> Result<MazeRequest, Problem> {
    let (window, seed) = window::window(&mut query, asked, settings, draw);
    let location = location::of(uri, &query, seed, window.as_ref().map(|window| window.written));
    let Window { options, by_rows, written, solution } = finish(query, asked, window)?;
    Ok(MazeRequest { maze: options, by_rows, written, solution, location })
}

/// Reads and checks a request for the steps in which a maze is made.
///
/// # Errors
///
/// As for [`maze`].
pub fn steps(
    uri: &Uri,
    headers: &HeaderMap,
    settings: &Settings,
    draw: impl FnOnce() -> u64,
) -> Result<MazeRequest, Problem> {
    let query = Query::new(text(uri), Groups::MAZE | FormatFrom::Steps.groups());
    whole(uri, query, headers, FormatFrom::Steps, settings, draw, |_, _, _| Some(())).map(|(maze, ())| maze)
}

/// Reads and checks a request for many mazes that differ in their seeds, each as a whole, and what else `read` reads from the query, given
/// the size of the mazes and the first seed.
///
/// # Errors
///
/// As for [`maze`].
pub fn many<T>(
    uri: &Uri,
    headers: &HeaderMap,
    from: FormatFrom,
    query: Query<'_>,
    settings: &Settings,
    draw: impl FnOnce() -> u64,
    read: impl FnOnce(&mut Query<'_>, Space<'_>, u64) -> Option<T>,
) -> Result<(MazeRequest, T), Problem> {
    whole(uri, query, headers, from, settings, draw, read)
}

/// Reads and checks a request for the solution of a maze that is made, or for a part of its path: then a part of the maze.
///
/// # Errors
///
/// As for [`maze`].
pub fn solve(
    uri: &Uri,
    headers: &HeaderMap,
    from: FormatFrom,
    settings: &Settings,
    draw: impl FnOnce() -> u64,
) -> Result<(MazeRequest, SolveOptions), Problem> {
    let mut query = Query::new(text(uri), Groups::MAZE | from.groups() | from.solving_groups());
    if !window::is_part_of_path(&query) {
        return whole(uri, query, headers, from, settings, draw, |query, space, seed| {
            solving::solve(query, space, seed, false)
        });
    }
    let asked = Asked::read(&query, headers, from);
    let (part, seed) = window::path(&mut query, asked, settings, draw);
    let location = location::of(uri, &query, seed, part.as_ref().map(|(_, _, written)| *written));
    let (options, solve, written) = finish(query, asked, part)?;
    Ok((MazeRequest { maze: options, by_rows: false, written, solution: true, location }, solve))
}

/// A maze that is made as a whole, and what else `read` reads about it, given its size and its seed.
fn whole<'a, T>(
    uri: &'a Uri,
    mut query: Query<'a>,
    headers: &HeaderMap,
    from: FormatFrom,
    settings: &Settings,
    draw: impl FnOnce() -> u64,
    read: impl FnOnce(&mut Query<'_>, Space<'_>, u64) -> Option<T>,
) -> Result<(MazeRequest, T), Problem> {
    let has_report = from.solving_groups().intersects(Groups::REPORT);
    let asked = Asked::read(&query, headers, from);
    let mut maze = Read::new(&mut query, MazeBuilder::default(), &OTHER_OPTIONS, draw);
    if !maze.builder.is_plain() {
        let (mut request, rest) = shaped(uri, query, asked, maze, settings, false, read)?;
        request.solution = true;
        return Ok((request, rest));
    }
    let size = maze.whole_size(settings.limits).or_else(|| {
        if has_report && query.takes(Groups::WINDOW) && maze.makes_parts() {
            query.fault(if query.has(Name::W) { Name::W } else { Name::H }, needs_part(settings.limits));
            return None;
        }
        check_whole(&mut query, settings.limits)
    });
    let options = maze.options(&mut query, size);
    let rest = read(&mut query, Space::Plain(size), maze.seed);
    let written = asked.written(&mut query, size.map(Extent::Cells), MostPixels::whole(settings));
    if has_report {
        only_in_json(&mut query, written);
    }
    let location = location::of(uri, &query, maze.seed, written);
    let (maze, (written, rest)) = finish(query, asked, options.zip(written.zip(rest)))?;
    Ok((MazeRequest { maze, by_rows: false, written, solution: true, location }, rest))
}

/// The same on a grid that is not one of plain squares. `read` reads the rest.
pub(super) fn shaped<T>(
    uri: &Uri,
    mut query: Query<'_>,
    asked: Asked,
    mut maze: Read,
    settings: &Settings,
    may_show_solution: bool,
    read: impl FnOnce(&mut Query<'_>, Space<'_>, u64) -> Option<T>,
) -> Result<(MazeRequest, T), Problem> {
    let side = u64::from(settings.limits.max_side);
    let mut builder = std::mem::take(&mut maze.builder);
    let is_woven = builder.is_woven();
    match maze.ground {
        Ground::Laid(_) => {}
        Ground::Sized([columns, rows]) => builder = builder.size(columns.into(), rows.into()),
        Ground::Asked if builder.get_mesh().kind == GridKind::Polar => {
            for name in [Name::W, Name::H] {
                if query.has(name) {
                    query.fault(name, "is not valid with grid=polar: rings gives its size");
                }
            }
        }
        Ground::Asked => {
            let size = query.whole(Name::W, 1..=side).zip(query.whole(Name::H, 1..=side));
            // A wrong size is a fault already, and what depends on it is checked with another.
            let (columns, rows) = size.unwrap_or((1, 1));
            builder = builder.size(columns, rows);
        }
    }
    let (mesh, most) = (builder.get_mesh(), u64::from(settings.limits.max_cells));
    if mesh.sites() > most {
        let sizes = [Name::Levels, Name::Rings, Name::H, Name::W, Name::Grid];
        // Where none was sent, the default size is too large.
        let name = sizes.into_iter().find(|&name| query.has(name)).unwrap_or(Name::H);
        query.fault(name, format!("the grid may have at most {most} cells, and this one would have {}", mesh.sites()));
    }
    query.put(std::mem::take(&mut maze.faults));
    let (mut size, mut is_drawable) = (None, true);
    let options = match maze.ground {
        Ground::Laid(mesh) => {
            size = Some(Extent::Units(drawn_size(&mesh)));
            is_drawable = mesh.is_drawable();
            builder.on(*mesh).options()
        }
        Ground::Asked | Ground::Sized(_) => builder.options(),
    };
    // That there are far too many cells is said already.
    let is_known = |option: &str| option == "w" && mesh.sites() > most;
    let options = options.map_err(|invalid| query.invalid_options(invalid, is_known)).ok();
    let rest = read(&mut query, Space::Shaped { cells: Some(mesh.sites()) }, maze.seed);
    let extent = size.or_else(|| options.as_ref().map(|options| Extent::Cells(options.extent())));
    let mut written = asked.written(&mut query, extent, MostPixels::whole(settings));
    if let Some(written) = &mut written {
        check_format(&mut query, &mesh, Look { is_drawable, is_woven }, *written);
        if mesh.kind == GridKind::Custom && !written.encoded {
            // No other encoding says which cells are neighbours.
            written.format = written.format.with_encoding(Encoding::Graph);
        }
    }
    let solution = may_show_solution && solution(&mut query, written);
    if !may_show_solution && !query.takes(Groups::FIELDS) {
        only_in_json(&mut query, written);
    }
    let location = location::of(uri, &query, maze.seed, written);
    let (options, (written, rest)) = finish(query, asked, options.zip(written.zip(rest)))?;
    Ok((MazeRequest { maze: options, by_rows: false, written, solution, location }, rest))
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
    let mut query = Query::new(
        text(uri),
        Groups::MAZE
            | Groups::SOLVER
            | Groups::REPORT
            | Groups::FORMAT
            | Groups::ENCODING
            | Groups::STYLE
            | Groups::SHADES
            | Groups::ANIMATION
            | Groups::STEPS
            | Groups::LENGTH
            | Groups::SOLID
            | Groups::SOLUTION
            | Groups::WINDOW
            | Groups::MOVES
            | Groups::BOOK
            | Groups::MANY
            | Groups::DISTINCT,
    );
    query.invalid_options(invalid, |_| false);
    query.into_faults().into()
}

/// Reads and checks a request for the solution of a maze that was posted.
///
/// # Errors
///
/// As for [`maze`].
pub fn posted(
    uri: &Uri,
    headers: &HeaderMap,
    maze: &PostedMaze,
    settings: &Settings,
) -> Result<(PostedOptions, Written), Problem> {
    let space = maze.space();
    let (mut query, asked, read) = read_posted(uri, headers, space, Some(maze.extent), maze.known(), settings);
    if let (Space::Laid(mesh), Some((_, written))) = (space, &read) {
        let look = Look { is_drawable: mesh.is_drawable(), is_woven: !mesh.crossings().is_empty() };
        check_format(&mut query, mesh.options(), look, *written);
    }
    finish(query, asked, read)
}

/// Checks what can be wrong with such a request before the maze is read.
///
/// # Errors
///
/// As for [`maze`].
pub fn check_posted(uri: &Uri, headers: &HeaderMap, form: Form, settings: &Settings) -> Result<(), Problem> {
    let (query, asked, _) = read_posted(uri, headers, form.space(), None, Known::default(), settings);
    finish(query, asked, Some(()))
}

fn read_posted<'a>(
    uri: &'a Uri,
    headers: &HeaderMap,
    space: Space<'_>,
    size: Option<Extent>,
    known: Known,
    settings: &Settings,
) -> (Query<'a>, Asked, Option<(PostedOptions, Written)>) {
    let from = FormatFrom::Request;
    let mut query = Query::new(text(uri), PostedOptions::GROUPS | from.groups());
    let asked = Asked::read(&query, headers, from);
    let options = solving::posted(&mut query, space, known);
    let written = asked.written(&mut query, size, MostPixels::whole(settings));
    only_in_json(&mut query, written);
    (query, asked, options.zip(written))
}

/// What is known of a grid besides its options.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// Whether every cell has a polygon.
    is_drawable: bool,
    /// Whether there may be tunnels.
    is_woven: bool,
}

/// Notes that a format, or an encoding that was named, cannot show a grid.
fn check_format(query: &mut Query<'_>, mesh: &MeshOptions, look: Look, written: Written) {
    let Written { format, .. } = written;
    let Look { is_drawable, is_woven } = look;
    let is_json = format.encoding().is_some();
    if is_json && !query.has(Name::Encoding) && mesh.kind == GridKind::Custom {
        return;
    }
    let is_drawn = is_drawable || is_json || format.table().is_some();
    if format.can_write(mesh, is_woven) && is_drawn {
        if matches!(format, Format::Stl(_)) {
            check_walls(query, mesh.kind, format.measures());
        }
        return;
    }
    let rows = "is a table of rows of equal length, which this grid does not have";
    let (name, detail) = match format.table() {
        _ if mesh.kind == GridKind::Custom && is_json => {
            (Name::Encoding, "must be graph for a custom grid: nothing else says which cells are neighbours")
        }
        _ if !is_drawn => (Name::Format, "needs polygon for every cell of a custom grid; json needs none"),
        Some(Table::Blocks) => (Name::Format, "has blocks of squares on one level, without weave"),
        Some(Table::Distances | Table::Weights) => (Name::Include, rows),
        Some(_) => (Name::Encoding, rows),
        None if matches!(format, Format::Stl(_)) => {
            (Name::Format, "is there for every grid that is not custom, without weave")
        }
        None if format == Format::Tmj => {
            (Name::Format, "is only there for squares on one level and for hexagons, without wrap and weave")
        }
        None if matches!(format, Format::Mms | Format::Tokens) => {
            (Name::Format, "is only there for squares on one level, without wrap and weave")
        }
        None if is_json => {
            (Name::Encoding, "is only there as blocks for squares without weave: graph is there for every grid")
        }
        None => (Name::Format, "is only there for squares without weave: json, svg and png are there for every grid"),
    };
    let name = match () {
        () if is_json => Name::Encoding,
        () if query.has(name) => name,
        () if query.has(Name::Grid) && !query.has(Name::Format) => Name::Grid,
        () => Name::Format,
    };
    if name == Name::Format && !query.has(name) {
        query.fault(name, format!("{} is what Accept asks for, and {detail}", format.name()));
    } else {
        query.fault(name, detail);
    }
}

/// The query of a URI.
pub fn text(uri: &Uri) -> &str {
    uri.query().unwrap_or_default()
}

/// The options of a maze that could be read.
pub(super) struct Read {
    pub(super) builder: MazeBuilder,
    pub(super) seed: u64,
    /// How large the grid is, where it is not one of plain squares.
    pub(super) ground: Ground,
    /// Whether the algorithm makes rows.
    makes_rows: bool,
    /// The requested parameters that need the whole maze.
    needs_whole: Vec<Name>,
    /// Columns and rows that are whole numbers.
    sides: [Option<u64>; 2],
    /// What is wrong with the options besides the algorithm, and not reported yet.
    faults: Vec<Fault>,
}

impl Read {
    /// Reads the algorithm and the other options that are named, in this order.
    pub(super) fn new(
        query: &mut Query<'_>,
        mut builder: MazeBuilder,
        names: &[Name],
        draw: impl FnOnce() -> u64,
    ) -> Read {
        query.set(Name::Algo, &mut builder);
        let makes_rows = builder.get_algorithm().info().makes_rows() && !query.is_faulty(Name::Algo);
        set_own_options(query, &mut builder);
        let seed = if query.has(Name::Seed) { 0 } else { draw() & MAX_SEED };
        builder = builder.seed(seed);
        // Their faults are reported after those of the size, because the limits of the size depend on them.
        let faults = query.faults_of(|query| {
            for &name in names {
                if query.has(name) {
                    query.set(name, &mut builder);
                }
            }
        });
        let needs_whole = builder.whole_maze_options().filter_map(|name| Name::find(name, Groups::MAZE)).collect();
        let sides = [Name::W, Name::H].map(|name| query.text(name).and_then(parse_digits));
        Read { seed: builder.get_seed(), builder, ground: Ground::Asked, makes_rows, needs_whole, sides, faults }
    }

    /// Whether parts of the maze can be made, whatever its size.
    fn makes_parts(&self) -> bool {
        let is_side = |side: &Option<u64>| side.is_some_and(|side| (1..=LONGEST_SIDE).contains(&side));
        self.builder.get_algorithm().info().makes_rectangles() && self.sides.iter().all(is_side)
    }

    /// Columns and rows, where they are within the limits of a maze that is made as a whole.
    fn whole_size(&self, limits: Limits) -> Option<[u32; 2]> {
        let side = u64::from(limits.max_side);
        self.size_within([side, side], limits.max_cells.into())
    }

    /// Columns and rows, where they are within the limits of a maze that is made row by row.
    fn rows_size(&self, limits: RowLimits) -> Option<[u32; 2]> {
        self.size_within([limits.max_columns.into(), limits.max_rows.into()], limits.max_cells)
    }

    fn size_within(&self, [max_columns, max_rows]: [u64; 2], max_cells: u64) -> Option<[u32; 2]> {
        let [Some(columns), Some(rows)] = self.sides else { return None };
        let is_within = (1..=max_columns).contains(&columns) && (1..=max_rows).contains(&rows);
        // Both fit in 32 bits.
        (is_within && columns * rows <= max_cells).then_some([columns as u32, rows as u32])
    }

    /// Columns and rows, or what is wrong with them: by the limits that hold for what else is asked.
    fn size(&self, query: &mut Query<'_>, settings: &Settings, can_be_by_rows: bool) -> Option<[u32; 2]> {
        let (limits, row_limits) = (settings.limits, settings.row_limits());
        let rows_size = || self.rows_size(row_limits).filter(|_| self.makes_rows);
        self.whole_size(limits)
            .or_else(rows_size)
            .or_else(|| if can_be_by_rows { check_rows(query, row_limits) } else { check_whole(query, limits) })
    }

    /// The options, if they are valid.
    pub(super) fn options(&mut self, query: &mut Query<'_>, size: Option<[u32; 2]>) -> Option<MazeOptions> {
        query.put(std::mem::take(&mut self.faults));
        let [columns, rows] = size.unwrap_or([1, 1]).map(u64::from);
        match std::mem::take(&mut self.builder).size(columns, rows).options() {
            Ok(options) => Some(options),
            Err(invalid) => {
                // Without a size it is not known where a cell can be, nor whether a side is even; and without the ends, how far it is.
                let no_size = size.is_none();
                let no_ends = no_size || [Name::From, Name::To, Name::Ends].iter().any(|&name| query.is_faulty(name));
                let is_known = |option: &str| match option {
                    "from" | "to" | "remove" | "exits" | "w" | "h" => no_size,
                    "length" | "difficulty" => no_ends,
                    _ => false,
                };
                query.invalid_options(invalid, is_known);
                None
            }
        }
    }
}

/// The options of a maze that are read by their names alone: all but the algorithm and the size.
pub(super) static OTHER_OPTIONS: LazyLock<Vec<Name>> = LazyLock::new(|| {
    let names = OPTIONS.iter().filter_map(|option| Name::find(option.name, Groups::MAZE));
    let mut names: Vec<Name> = names.filter(|name| ![Name::Algo, Name::W, Name::H].contains(name)).collect();
    // What makes another grid of squares comes before cells of it.
    names.sort_by_key(|name| [Name::From, Name::To, Name::Remove].contains(name));
    names
});

/// Columns and rows of a maze that is made as a whole.
fn check_whole(query: &mut Query<'_>, limits: Limits) -> Option<[u32; 2]> {
    let side = u64::from(limits.max_side);
    // Said of one that was sent: the other may be the default.
    let name = if query.has(Name::W) { Name::W } else { Name::H };
    check_size(query, [side, side], limits.max_cells.into(), name)
}

/// Columns and rows of a maze that is made row by row.
fn check_rows(query: &mut Query<'_>, limits: RowLimits) -> Option<[u32; 2]> {
    let name = if query.has(Name::H) { Name::H } else { Name::W };
    check_size(query, [limits.max_columns.into(), limits.max_rows.into()], limits.max_cells, name)
}

fn check_size(query: &mut Query<'_>, most: [u64; 2], max_cells: u64, name: Name) -> Option<[u32; 2]> {
    let (columns, rows) = (query.whole(Name::W, 1..=most[0]), query.whole(Name::H, 1..=most[1]));
    let (columns, rows) = (columns?, rows?);
    let cells = columns * rows; // Both fit in 32 bits.
    if cells > max_cells {
        query.fault(name, format!("w × h must be at most {max_cells} cells, and {columns} × {rows} is {cells}"));
        return None;
    }
    Some([columns as u32, rows as u32])
}

/// Why an option is not available for a maze that is too large to be generated as a whole.
fn needs_whole(limits: Limits) -> String {
    let Limits { max_side, max_cells } = limits;
    format!("needs the whole maze, which may then have at most {max_side} columns or rows and {max_cells} cells in all")
}

/// Why the whole path in a maze is not available that is too large to be generated as a whole.
fn needs_part(limits: Limits) -> String {
    let Limits { max_side, max_cells } = limits;
    format!(
        "the whole path is returned in a maze of at most {max_side} columns or rows and {max_cells} cells in all; in a larger one, give \
         moves for its first moves, or window for its parts there"
    )
}

/// Reports the parameters that need the whole of a maze that is too large for that.
fn only_by_rows(query: &mut Query<'_>, written: Option<Written>, solution: bool, limits: Limits) {
    if solution {
        query.fault(Name::Solution, needs_whole(limits));
    }
    let Some(format) = written.map(|written| written.format).filter(|format| !format.is_by_rows()) else { return };
    if format.info().by_rows && query.has(Name::Heat) {
        query.fault(Name::Heat, needs_whole(limits));
    } else if query.has(Name::Format) {
        query.fault(Name::Format, needs_whole(limits));
    } else {
        // The path or a header names it: then the size is too large.
        let name = if query.has(Name::H) { Name::H } else { Name::W };
        query.fault(name, format!("format={} {}", format.name(), needs_whole(limits)));
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
    maze.cells() <= WHOLE && pixels <= settings.max_pixels
}
