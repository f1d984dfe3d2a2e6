//! `/map/path`, and the path that names its format: a part of the path through a maze that may be larger than any
//! memory.

use dedale::about::InvalidValue;
use dedale::endless::{DistantPathError, Length, PathDocument, PathPart};
use dedale::generate::Rectangle;
use dedale::options::MazeOptions;

use crate::endpoints::Endpoint;
use crate::endpoints::making::{Drawn, draw, subject_of_generated};
use crate::endpoints::map::{distant_path, not_found};
use crate::limits::cancel::Watch;
use crate::parameters::estimate::{Job, Task};
use crate::parameters::format::{FormatSource, Parameters, Representation};
use crate::parameters::maze::{GridSource, MazeParameters};
use crate::parameters::output::Resource;
use crate::parameters::solve::LENGTH_BUDGET;
use crate::parameters::table::Name;
use crate::problem::{Code, Problem, Reason};
use crate::response::answer::{Content, Subject};
use crate::response::body::Drawing;
use crate::response::caching::Location;
use crate::response::context::RequestContext;
use crate::settings::Settings;

/// The maximum number of moves of a path that are returned.
pub const MAX_MOVES: u64 = 100_000;

/// A checked request for a part of the path through a maze.
#[derive(Clone, Debug)]
pub struct PathRequest {
    /// The maze, and the window in which the path is searched for.
    pub maze: Box<MazeOptions>,
    /// The number of moves to return; `None` for all parts in the window.
    pub moves: Option<u64>,
    /// The representation of the response.
    pub representation: Representation,
    /// The exact location of the response.
    pub location: Location,
}

impl Endpoint for PathRequest {
    fn parse(context: &RequestContext) -> Result<PathRequest, Problem> {
        let mut parameters =
            Parameters::parse(context, Resource::Path.groups(), FormatSource::Resource(Resource::Path))?;
        // The first moves need no window.
        let any = !parameters.query.has(Name::Window);
        let parsed = MazeParameters::parse(&mut parameters, GridSource::Part { any, by_rows: false });
        let moves = parse_moves(&mut parameters);
        let representation = parsed.representation(&mut parameters);
        let location = parsed.location(&parameters);
        let ((maze, representation), moves) = parameters.finish(parsed.options.zip(representation).zip(moves))?;
        Ok(PathRequest { maze, moves, representation, location })
    }

    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        Task::making(&self.maze).with_path_of_part(self.moves).with_length_of_path().admit(settings)
    }

    fn subject(&self, context: &RequestContext) -> Result<Subject, Problem> {
        Ok(subject_of_generated(context, &self.maze, &self.location, self.representation))
    }

    async fn make(self: Box<Self>, context: &RequestContext, job: Job) -> Result<Content, Problem> {
        let PathRequest { maze, moves, representation, .. } = *self;
        let name = if moves.is_some() { Name::Moves } else { Name::Window };
        let work = move |watch: &mut Watch| {
            let part = watch.time("solve", |_| part_of_path(&maze, moves)).map_err(|error| not_found(name, error))?;
            Ok(Drawn { outcome: Some("arrived"), ..Drawn::of(Some(Drawing::document(part.pieces()))) })
        };
        draw(context, job, context.coding(representation.is_compressed()), work).await
    }
}

/// Parses the number of moves to return. The inner value is `None` for the parts in a window.
#[expect(clippy::option_option, reason = "no number of moves is no error")]
fn parse_moves(parameters: &mut Parameters) -> Option<Option<u64>> {
    let query = &mut parameters.query;
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

fn part_of_path(window: &MazeOptions, moves: Option<u64>) -> Result<PathDocument, DistantPathError> {
    let path = distant_path(window)?;
    let (level, mut metadata) = (window.zoom_level(), window.metadata());
    let (parts, is_complete) = match moves {
        Some(moves) => {
            metadata.window = None;
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
        // Lengths are estimated for quilts only.
        path.length(LENGTH_BUDGET).ok()
    };
    Ok(PathDocument { metadata, parts, is_list: moves.is_none(), is_complete, length })
}
