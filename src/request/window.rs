//! A part of a maze that may be far too large to be made as a whole.

use dedale::format::Format;
use dedale::generate::Rectangle;
use dedale::options::{MazeBuilder, MazeOptions};
use dedale::rng::MAX_SEED;
use dedale::solve::Solver;
use dedale::text::{Encoding, Table};

use super::format::{Asked, Written, is_json, solution};
use super::include::Include;
use super::own::{is_own, set_own_options};
use super::parameters::{Groups, Name};
use super::query::Query;
use super::solve::{self, SolveOptions, Space};
use super::style::{Extent, MostPixels};
use crate::settings::Settings;

/// Why what a query asks for is not available for a part of a maze.
const NEEDS_WHOLE: &str = "needs the whole maze, and does not go with a part of it";

/// The most moves of a path that are returned of a maze that is not made as a whole.
pub const MOST_MOVES: u64 = 100_000;

/// A window of more cells is made row by row where that can be done, as a maze is.
const WHOLE: u64 = 20_000;

/// Whether a query asks for a part of a maze.
pub fn is_asked(query: &Query<'_>) -> bool {
    query.has(Name::Window) || query.has(Name::Level)
}

/// A part of a maze, and how it is written.
#[derive(Clone, Debug)]
pub struct Window {
    /// The part.
    pub options: MazeOptions,
    /// Whether it is made row by row, while it is sent.
    pub by_rows: bool,
    /// How it is written.
    pub written: Written,
    /// Whether the drawing shows the path.
    pub solution: bool,
}

/// Reads a window and how it is to be written. `draw` gives a seed where none was sent; the seed is returned as well.
pub fn window(
    query: &mut Query<'_>,
    asked: Asked,
    settings: &Settings,
    draw: impl FnOnce() -> u64,
) -> (Option<Window>, u64) {
    let (options, seed) = options(query, MazeBuilder::default(), draw);
    let can_be_by_rows = asked.is_by_rows(query);
    let size = options.as_ref().and_then(|options| check_size(query, options, settings, can_be_by_rows));
    let most = if can_be_by_rows { MostPixels::streamed(settings) } else { MostPixels::whole(settings) };
    let written = asked.written(query, size.map(Extent::Cells), most);
    check_drawn(query, written);
    let solution = solution(query, written);
    if solution {
        check_solution(query);
    }
    let window = options.zip(written).zip(size).map(|((options, written), size)| {
        let pixels = match written.format {
            Format::Png(style) => style.size(size[0].into(), size[1].into()).iter().product(),
            _ => 0,
        };
        let is_small = options.cells() <= WHOLE && pixels <= settings.max_pixels;
        Window { options, by_rows: can_be_by_rows && !is_small, written, solution }
    });
    (window, seed)
}

/// A part of a path: the maze with the window that the path crosses, how it is solved, and how the response is written.
pub type PartOfPath = (MazeOptions, SolveOptions, Written);

/// Whether a query asks for a part of a path.
pub fn is_part_of_path(query: &Query<'_>) -> bool {
    is_asked(query) || query.has(Name::Moves)
}

/// Reads what part of a path is asked for. `draw` gives a seed where none was sent; the seed is returned as well.
pub fn path(
    query: &mut Query<'_>,
    asked: Asked,
    settings: &Settings,
    draw: impl FnOnce() -> u64,
) -> (Option<PartOfPath>, u64) {
    let mut builder = MazeBuilder::default();
    let (has_window, has_moves) = (query.has(Name::Window), query.has(Name::Moves));
    if !has_window {
        // The first moves lead wherever they lead.
        builder = builder.window(Rectangle { row: 0, column: 0, rows: 1, columns: 1 });
    }
    let (options, seed) = options(query, builder, draw);
    let size = options.as_ref().and_then(|options| check_size(query, options, settings, false));
    let moves = if has_moves { query.whole(Name::Moves, 1..=MOST_MOVES) } else { None };
    match (has_window, has_moves) {
        (true, true) => query.fault(Name::Moves, "does not go with window: give one or the other"),
        (false, false) => {
            query.fault(Name::Level, "must be given with moves or window, which say what part of the path is returned")
        }
        _ => {}
    }
    let solve = solve::solve(query, Space::Plain(None), seed, false);
    if query.has(Name::Solver) && solve.as_ref().is_some_and(|solve| solve.solver != Solver::Bfs) {
        query.fault(Name::Solver, NEEDS_WHOLE);
    }
    for name in Include::ALL.iter().filter(|&&item| item != Include::Path).map(|item| item.name()) {
        if query.all(Name::Include).any(|given| given == name) {
            query.fault_of(Name::Include, name, NEEDS_WHOLE);
        }
    }
    if query.has(Name::Remove) {
        query.fault(Name::Remove, "does not go with a part of the path, since it may open a shorter path");
    }
    let written = asked.written(query, None, MostPixels::whole(settings));
    match written {
        Some(written) if !is_json(written.format) => {
            query.fault(Name::Format, "must be json for a part of a path; /maze draws a window with solution=true");
        }
        Some(written) if written.encoded => {
            query.fault(Name::Encoding, "does not go with a part of a path; /maze returns the cells of a window");
        }
        _ => {}
    }
    let part = options.zip(size).zip(solve).zip(written);
    (part.map(|(((options, _), solve), written)| (options, SolveOptions { moves, ..solve }, written)), seed)
}

/// Reports what a format shows of the whole maze alone.
pub fn check_drawn(query: &mut Query<'_>, written: Option<Written>) {
    if query.given(Name::Heat).is_some_and(|heat| heat != "false") {
        query.fault(Name::Heat, NEEDS_WHOLE);
    }
    let needs_whole = |format: Format| format.animation().is_some() || format == Format::Tokens;
    if written.is_some_and(|written| needs_whole(written.format)) {
        query.fault(Name::Format, NEEDS_WHOLE);
    }
    let is_graph = |format: Format| format.encoding() == Some(Encoding::Graph) || format.table() == Some(Table::Graph);
    if written.is_some_and(|written| is_graph(written.format)) {
        query.fault(Name::Encoding, NEEDS_WHOLE);
    }
}

/// Reports what a path in a part of a maze does not go with.
pub fn check_solution(query: &mut Query<'_>) {
    if query.has(Name::Remove) {
        query.fault(Name::Remove, "does not go with solution in a part of a maze, since it may open a shorter path");
    }
}

/// Reads the options of a part of a maze, and its seed. What the query does not set is as in `builder`.
pub fn options(query: &mut Query<'_>, builder: MazeBuilder, draw: impl FnOnce() -> u64) -> (Option<MazeOptions>, u64) {
    // A part, also where what says which cannot be read.
    let mut builder = builder.level(0);
    query.set(Name::Algo, &mut builder);
    set_own_options(query, &mut builder);
    let seed = if query.has(Name::Seed) { 0 } else { draw() & MAX_SEED };
    builder = builder.seed(seed);
    for name in (Groups::MAZE | Groups::WINDOW).names() {
        if ![Name::Algo, Name::Generator].contains(&name) && query.has(name) && !is_own(name) {
            query.set(name, &mut builder);
        }
    }
    match builder.options() {
        Ok(options) => (Some(options), seed),
        Err(invalid) => {
            // What depends on something that is wrong is not known to be wrong.
            let names = [Name::Algo, Name::Level, Name::Window];
            let [algo, level, window] = names.map(|name| query.is_faulty(name));
            let [w, h] = [Name::W, Name::H]
                .map(|name| query.is_faulty(name) || invalid.0.iter().any(|invalid| invalid.option == name.as_str()));
            let is_known = |option: &str| match option {
                "algo" => algo,
                "level" => algo || w || h,
                "window" => algo || w || h || level || window,
                "from" | "to" | "remove" => w || h,
                _ => false,
            };
            query.invalid_options(invalid, is_known);
            (None, seed)
        }
    }
}

/// Columns and rows of a window, or what is wrong with them: by the limits that hold for how it is made.
fn check_size(
    query: &mut Query<'_>,
    options: &MazeOptions,
    settings: &Settings,
    can_be_by_rows: bool,
) -> Option<[u32; 2]> {
    let Rectangle { rows, columns, .. } = options.window()?;
    let (most_columns, most_rows, most_cells) = if can_be_by_rows {
        let limits = settings.row_limits();
        (limits.max_columns, limits.max_rows, limits.max_cells)
    } else {
        let limits = settings.limits;
        (limits.max_side, limits.max_side, limits.max_cells.into())
    };
    let size = u32::try_from(columns).ok().zip(u32::try_from(rows).ok());
    let size = size.filter(|&(columns, rows)| columns <= most_columns && rows <= most_rows);
    if size.is_none() || options.cells() > most_cells {
        let name = if query.has(Name::Window) { Name::Window } else { Name::Level };
        let advice = if query.has(Name::Window) { "" } else { "; window names a part of it" };
        let detail = format!(
            "what is asked for may have {most_columns} columns, {most_rows} rows and {most_cells} cells in all, and has {columns} columns \
             and {rows} rows{advice}"
        );
        query.fault(name, detail);
        return None;
    }
    size.map(|(columns, rows)| [columns, rows])
}
