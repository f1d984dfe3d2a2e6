//! Requests for a part of a maze that may be larger than any memory: a window, or a part of the path.

use dedale::about::InvalidValue;
use dedale::options::MazeOptions;
use dedale::text::{Encoding, Table};

use super::admit::{Job, Task};
use super::draft::{Draft, Ground};
use super::format::{Call, FormatFrom, Reading, Written, solution};
use super::maze::{MazeRequest, is_small};
use super::output::Resource;
use super::parameters::Name;
use super::query::Query;
use crate::problem::{Code, Problem, Reason};
use crate::response::caching::Location;
use crate::settings::Settings;

/// The most moves of a path that are returned.
pub const MAX_MOVES: u64 = 100_000;

/// Reads and checks a request for a window of a maze.
pub fn window(call: Call<'_>) -> Result<MazeRequest, Problem> {
    let mut reading = call.read(Resource::Window.groups(), FormatFrom::Resource(Resource::Window))?;
    let draft = Draft::read(&mut reading, Ground::Part { any: false, by_rows: true });
    let written = draft.written(&mut reading);
    let solution = shown(&mut reading.query, written);
    let (settings, location) = (reading.call.settings, draft.location(&reading));
    let (maze, written) = reading.finish(draft.options.zip(written))?;
    let by_rows = draft.by_rows && !is_small(&maze, written.format, settings);
    Ok(MazeRequest { maze, by_rows, written, solution, solve: None, page: None, location, url: None })
}

/// Whether a drawing of a part of a maze is to show the path; and reports an encoding that needs all of its cells.
pub fn shown(query: &mut Query<'_>, written: Option<Written>) -> bool {
    if let Some(Written { format, .. }) = written
        && (format.encoding() == Some(Encoding::Graph) || format.table() == Some(Table::Graph))
    {
        query.fault(Name::Encoding, "graph needs the whole maze, at /maze");
    }
    solution(query, written)
}

/// A checked request for a part of the path through a maze.
#[derive(Clone, Debug)]
pub struct PathRequest {
    /// The maze, and the window that the path is looked for in.
    pub maze: Box<MazeOptions>,
    /// How many moves are returned; `None` for all parts in the window.
    pub moves: Option<u64>,
    /// How they are written.
    pub written: Written,
    /// Where exactly this response is found again.
    pub location: Location,
}

impl PathRequest {
    /// This request, with the work for it.
    pub fn admitted(self, settings: &Settings) -> Result<(PathRequest, Job), Problem> {
        let job = Task::making(&self.maze).with_path_of_part(self.moves).with_length_of_path().admit(settings)?;
        Ok((self, job))
    }
}

/// Reads and checks a request for a part of the path through a maze.
pub fn path(call: Call<'_>) -> Result<PathRequest, Problem> {
    let mut reading = call.read(Resource::Path.groups(), FormatFrom::Resource(Resource::Path))?;
    // The first moves lead wherever they lead.
    let any = !reading.query.has(Name::Window);
    let draft = Draft::read(&mut reading, Ground::Part { any, by_rows: false });
    let moves = moves(&mut reading);
    let written = draft.written(&mut reading);
    let location = draft.location(&reading);
    let ((maze, written), moves) = reading.finish(draft.options.zip(written).zip(moves))?;
    Ok(PathRequest { maze, moves, written, location })
}

/// Reads how many moves of a path are returned.
#[expect(clippy::option_option, reason = "no number of moves is no error")]
fn moves(reading: &mut Reading<'_>) -> Option<Option<u64>> {
    let query = &mut reading.query;
    match (query.has(Name::Window), query.has(Name::Moves)) {
        (true, false) => Some(None),
        (false, true) => query.within(Name::Moves, "moves", MAX_MOVES).map(Some),
        (true, true) => {
            query.fault(Name::Moves, InvalidValue::conflict("window"));
            None
        }
        (false, false) => {
            query.fault(
                Name::Moves,
                Reason::new(
                    Code::Missing,
                    format!("must be given, between 1 and {MAX_MOVES}, or window: which part of the path is returned"),
                ),
            );
            None
        }
    }
}
