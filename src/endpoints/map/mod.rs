//! `/map`: parts of a maze that may be larger than any memory, parts of the path through it, and tiles for map
//! libraries.

pub mod path;
pub mod tiles;
pub mod window;

use dedale::endless::{DistantPath, DistantPathError};
use dedale::formats::{Encoding, Table};
use dedale::options::{InvalidOptions, MazeOptions};

use crate::parameters::format::{Representation, shows_solution};
use crate::parameters::query::Query;
use crate::parameters::table::Name;

/// Parses whether the drawing of a part of a maze shows the path, and reports an encoding that needs the whole maze.
fn parse_solution(query: &mut Query, representation: Option<Representation>) -> bool {
    if let Some(Representation { format, .. }) = representation
        && (format.encoding() == Some(Encoding::Graph) || format.table() == Some(Table::Graph))
    {
        query.fault(Name::Encoding, "graph needs the whole maze, at /maze");
    }
    shows_solution(query, representation)
}

/// Finds the parts of the path in a window, if they are requested. Fails if they are too far from both ends to be
/// found.
fn path_in(window: &MazeOptions, is_wanted: bool) -> Result<Vec<Vec<[u64; 2]>>, DistantPathError> {
    if !is_wanted {
        return Ok(Vec::new());
    }
    let Some(part) = window.window() else { return Ok(Vec::new()) };
    let parts = distant_path(window)?.parts(window.zoom_level(), part)?;
    Ok(parts.into_iter().map(|part| part.before.into_iter().chain(part.cells).chain(part.after).collect()).collect())
}

/// The error of a parameter that requests a part of a path that is not found.
fn not_found(name: Name, error: DistantPathError) -> InvalidOptions {
    let reason = error.to_string();
    let reason = error.over_limit().map_or_else(|| reason.clone().into(), |over| over.with_reason(reason.clone()));
    InvalidOptions::one(name.as_str(), reason)
}

/// The path through a maze that is not made as a whole.
fn distant_path(window: &MazeOptions) -> Result<DistantPath, DistantPathError> {
    let [from, to] = window.places().unwrap_or_default();
    DistantPath::new(window.algorithm(), window.size().unwrap_or_default(), window.seed(), from, to)
}
