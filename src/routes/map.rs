//! `/map/window` and `/map/path`: a part of a maze that may be larger than any memory, and a part of the path through it.

use std::sync::Arc;

use axum::routing::{MethodRouter, get};

use super::maze::{Drawn, draw, read_call, respond};
use crate::app::App;
use crate::request::maze::MazeRequest;
use crate::request::parameters::Name;
use crate::request::solve::LENGTH_BUDGET;
use crate::request::window::{self, PathRequest};
use crate::response::answer::{Ask, Subject, answer};
use crate::response::body::Drawing;
use crate::response::caching::Tag;
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;
use dedale::endless::{DistantPath, Length, NoDistantPath, PathDocument, PathPart};
use dedale::format::Writer;
use dedale::generate::Rectangle;
use dedale::observe::Stopped;
use dedale::options::{InvalidOptions, MakeError, MazeOptions};
use dedale::solve::VERSION;

/// `/map/window`, and the paths that name a format.
pub fn window() -> MethodRouter<Arc<App>> {
    get(|ask: Ask| async move {
        let request = read_call(&ask, window::window).await?.admitted(&ask.app.settings)?;
        respond(&ask, request, tag, draw_window).await
    })
}

fn tag(request: &MazeRequest) -> Tag {
    // Versions begin at 1: 0 means no path.
    let solved = if request.solution { VERSION } else { 0 };
    Tag::new(format_args!("window {} {} {solved}", request.maze, request.written.format.identity()))
}

fn draw_window(request: &MazeRequest, _: Option<u32>, watch: &mut Watch) -> Result<Drawn, MakeError<Stopped>> {
    let MazeRequest { maze, written, solution, .. } = request;
    let path = watch.time("solve", |_| path_in(maze, *solution)).map_err(|error| not_found(Name::Solution, error))?;
    let made = watch.time("generate", |_| maze.make_part(&path).ok());
    Ok(Drawn {
        drawing: made.and_then(|made| Some(Drawing::written(Writer::new(made, written.format)?, written.format))),
        outcome: None,
        seed: None,
    })
}

/// `/map/path`, and the path that names its format.
pub fn path() -> MethodRouter<Arc<App>> {
    get(|ask: Ask| async move {
        let (request, job) = read_call(&ask, window::path).await?.admitted(&ask.app.settings)?;
        let PathRequest { maze, moves, written, location } = request;
        let coding = ask.coding(written.is_compressed());
        let subject = Subject {
            tag: location.tag(|| Tag::new(format_args!("path {VERSION} {maze} {moves:?}"))),
            location,
            vary: written.vary(),
            media_type: written.media_type(),
            coding,
            work: Work::making(&maze, written.name()),
        };
        let name = if moves.is_some() { Name::Moves } else { Name::Window };
        let work = move |watch: &mut Watch| {
            let part = watch.time("solve", |_| part_of_path(&maze, moves)).map_err(|error| not_found(name, error))?;
            Ok(Drawn { drawing: Some(Drawing::document(part.pieces())), outcome: Some("arrived"), seed: None })
        };
        answer(&ask, subject, draw(&ask, job, coding, work)).await
    })
}

/// The parts of the path in a part of a maze, if it is wanted. Fails where they are too far from both ends to be found.
pub fn path_in(window: &MazeOptions, is_wanted: bool) -> Result<Vec<Vec<[u64; 2]>>, NoDistantPath> {
    if !is_wanted {
        return Ok(Vec::new());
    }
    let Some(part) = window.window() else { return Ok(Vec::new()) };
    let parts = distant_path(window)?.parts(window.zoom_level(), part)?;
    Ok(parts.into_iter().map(|part| part.before.into_iter().chain(part.cells).chain(part.after).collect()).collect())
}

/// The error for a parameter that asks for a part of a path that is not found.
pub fn not_found(name: Name, error: NoDistantPath) -> InvalidOptions {
    let reason = error.to_string();
    let reason = error.over_limit().map_or_else(|| reason.clone().into(), |over| over.because(reason.clone()));
    InvalidOptions::one(name.as_str(), reason)
}

/// The path in a maze that is not made as a whole.
pub fn distant_path(window: &MazeOptions) -> Result<DistantPath, NoDistantPath> {
    let [from, to] = window.places().unwrap_or_default();
    DistantPath::new(window.algorithm(), window.size().unwrap_or_default(), window.seed(), from, to)
}

fn part_of_path(window: &MazeOptions, moves: Option<u64>) -> Result<PathDocument, NoDistantPath> {
    let path = distant_path(window)?;
    let (level, mut head) = (window.zoom_level(), window.head());
    let (parts, is_complete) = match moves {
        Some(moves) => {
            head.window = None;
            // One more move shows whether the path goes on.
            let mut cells: Vec<[u64; 2]> = path.first(level, moves + 1)?.collect();
            let is_complete = cells.len() as u64 <= moves + 1;
            cells.truncate(usize::try_from(moves + 1).unwrap_or(usize::MAX));
            (vec![cells], is_complete)
        }
        None => {
            let part = window.window().unwrap_or(Rectangle { row: 0, column: 0, rows: 1, columns: 1 });
            let parts = path.parts(level, part)?;
            let is_complete = matches!(&parts[..], [PathPart { before: None, after: None, .. }]);
            (parts.into_iter().map(|part| part.cells).collect(), is_complete)
        }
    };
    let length = if is_complete && level == 0 {
        Some(Length::Exact(parts.iter().map(|cells| cells.len() as u64 - 1).sum()))
    } else {
        // Of other mazes than quilts, no length is estimated.
        path.length(LENGTH_BUDGET).ok()
    };
    Ok(PathDocument { head, parts, is_list: moves.is_none(), is_complete, length })
}
