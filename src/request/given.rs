//! What maze a request asks for on a grid that it posts: the grid of a maze, or one that is cut to a mask.

use axum::http::{HeaderMap, Uri};
use dedale::grid::{DrawnMask, GridKind};
use dedale::options::MazeBuilder;
use dedale::text::parse::AnyParsed;

use super::format::{Asked, FormatFrom, finish, solution};
use super::location;
use super::maze::{Ground, MazeRequest, OTHER_OPTIONS, Read, shaped, text};
use super::parameters::{Groups, Name};
use super::posted::{Form, PostedMaze};
use super::query::Query;
use super::style::{Extent, MostPixels};
use crate::problem::Problem;
use crate::response::caching::Location;
use crate::settings::Settings;

/// The grid that a maze is made on, from the body of a request.
#[derive(Debug)]
pub enum Given {
    /// A grid that is cut to a mask.
    Mask(DrawnMask),
    /// The grid of a maze.
    Maze(PostedMaze),
}

/// The parameters that say what a grid is.
const OF_GRIDS: [Name; 8] =
    [Name::Grid, Name::Rings, Name::Levels, Name::Wrap, Name::Weave, Name::Parts, Name::W, Name::H];

/// The groups of the parameters of a maze on a grid that is posted.
pub fn groups() -> Groups {
    Groups::MADE | FormatFrom::Request.groups() | Groups::SOLUTION | Groups::STEPS
}

/// Checks what can be wrong with a request for a maze on a grid that is posted, before the grid is read. Returns the columns and rows that
/// a mask is scaled to, where they are asked for.
///
/// # Errors
///
/// As for [`maze`](super::maze::maze).
pub fn check(uri: &Uri, headers: &HeaderMap, form: Form, settings: &Settings) -> Result<[Option<u32>; 2], Problem> {
    let mut query = Query::new(text(uri), groups());
    let asked = Asked::read(&query, headers, FormatFrom::Request);
    if form == Form::Json {
        fault_grid(&mut query);
    }
    let most = u64::from(settings.limits.max_side);
    let size = [Name::W, Name::H].map(|name| {
        let side = if query.has(name) { query.whole(name, 1..=most) } else { None };
        side.and_then(|side| u32::try_from(side).ok())
    });
    let written = asked.written(&mut query, None, MostPixels::whole(settings));
    solution(&mut query, written);
    let kind = query.given(Name::Grid).and_then(|name| name.parse().ok()).unwrap_or(GridKind::Square);
    finish(query, asked, Some(if has_rows_of_cells(kind) { size } else { [None, None] }))
}

/// Reads and checks a request for a maze on a grid that was posted. `draw` gives a seed where none was sent.
///
/// # Errors
///
/// As for [`maze`](super::maze::maze).
pub fn read(
    uri: &Uri,
    headers: &HeaderMap,
    given: Given,
    settings: &Settings,
    draw: impl FnOnce() -> u64,
) -> Result<MazeRequest, Problem> {
    let mut query = Query::new(text(uri), groups());
    let asked = Asked::read(&query, headers, FormatFrom::Request);
    let parsed = match given {
        Given::Mask(drawn) => return masked(uri, query, asked, drawn, settings, draw),
        Given::Maze(PostedMaze { parsed, .. }) => parsed,
    };
    fault_grid(&mut query);
    let names: Vec<Name> = OTHER_OPTIONS.iter().copied().filter(|name| !OF_GRIDS.contains(name)).collect();
    match parsed {
        AnyParsed::Square(parsed) => {
            let size = [parsed.maze.grid().columns(), parsed.maze.grid().rows()];
            let builder = MazeBuilder::default().size(size[0].into(), size[1].into());
            let mut read = Read::new(&mut query, builder, &names, draw);
            if !read.builder.is_plain() {
                read.ground = Ground::Sized(size);
                let made = shaped(uri, query, asked, read, settings, true, |_, _, _| Some(()));
                return made.map(|(request, ())| MazeRequest { location: Location::Nowhere, ..request });
            }
            let options = read.options(&mut query, Some(size));
            let written = asked.written(&mut query, Some(Extent::Cells(size)), MostPixels::whole(settings));
            let solution = solution(&mut query, written);
            let (maze, written) = finish(query, asked, options.zip(written))?;
            Ok(MazeRequest { maze, by_rows: false, written, solution, location: Location::Nowhere })
        }
        AnyParsed::Mesh(parsed) => {
            let mesh = parsed.maze.into_grid();
            let builder = MazeBuilder::default().mesh(mesh.options().clone());
            let mut read = Read::new(&mut query, builder, &names, draw);
            read.ground = Ground::Laid(Box::new(mesh));
            let made = shaped(uri, query, asked, read, settings, true, |_, _, _| Some(()));
            made.map(|(request, ())| MazeRequest { location: Location::Nowhere, ..request })
        }
    }
}

/// Notes every parameter that says what the grid is, for a body that says it.
fn fault_grid(query: &mut Query<'_>) {
    for name in OF_GRIDS {
        if query.has(name) {
            query.fault(name, "is not valid with a JSON body, which says what the grid is");
        }
    }
}

/// The same on a grid that is cut to a mask.
fn masked(
    uri: &Uri,
    mut query: Query<'_>,
    asked: Asked,
    drawn: DrawnMask,
    settings: &Settings,
    draw: impl FnOnce() -> u64,
) -> Result<MazeRequest, Problem> {
    let (columns, rows) = (drawn.columns, drawn.rows);
    let mut read = Read::new(&mut query, MazeBuilder::default(), &OTHER_OPTIONS, draw);
    let mut mesh = read.builder.get_mesh();
    let side = u64::from(settings.limits.max_side);
    let size = [(Name::W, columns), (Name::H, rows)].map(|(name, drawn)| match query.has(name) {
        true => query.whole(name, 1..=side).map_or(drawn, |asked| asked as u32),
        false => drawn,
    });
    let seed = read.seed;
    let mut more = Vec::new();
    mesh.mask = Some(if has_rows_of_cells(mesh.kind) {
        (mesh.columns, mesh.rows) = (columns, rows);
        // A grid that is too large is refused below.
        let levels = if mesh.sites() <= u64::from(settings.limits.max_cells) { mesh.levels } else { 1 };
        let mask = drawn.mask.repeated(levels);
        let given = [(Name::W, columns.to_string()), (Name::H, rows.to_string()), (Name::Seed, seed.to_string())];
        more.extend(given.into_iter().filter(|(name, _)| !query.has(*name)));
        more.push((Name::Mask, mask.to_string()));
        mask
    } else {
        drawn.over_grid()
    });
    if mesh.kind != GridKind::Polar {
        read.ground = Ground::Sized(size);
    }
    read.builder = read.builder.mesh(mesh);
    let pairs = query.clone();
    let (request, ()) = shaped(uri, query, asked, read, settings, true, |_, _, _| Some(()))?;
    let location = match more.is_empty() {
        true => Location::Nowhere,
        false => location::with(uri, &pairs, more, Some(request.written)),
    };
    Ok(MazeRequest { location, ..request })
}

/// Whether a grid has one cell in each row and column, so that each place of a picture is a cell.
fn has_rows_of_cells(kind: GridKind) -> bool {
    kind != GridKind::Polar && kind.cells_of_a_piece() == 1
}
