//! `POST /check`: a solution of a posted maze is checked.

use dedale::formats::{Encoding, Format};
use dedale::observe::Stopped;
use dedale::options::{ANY_EXIT, Ends, MakeError};

use crate::endpoints::PostedEndpoint;
use crate::endpoints::check::verdict::judge;
use crate::endpoints::check::{diagonals_of_posted, parse_claim, sides, subject};
use crate::endpoints::making::Drawn;
use crate::limits::cancel::Watch;
use crate::parameters::estimate::Task;
use crate::parameters::format::{FormatSource, Parameters};
use crate::parameters::table::{Groups, Name};
use crate::posted::maze::{Claim, PostedMaze};
use crate::problem::{Code, Problem, Reason};
use crate::response::answer::Subject;
use crate::response::body::Drawing;
use crate::response::caching::Location;
use crate::response::context::RequestContext;
use crate::telemetry::metrics::WorkSummary;

/// A checked request to check a solution of a posted maze.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedCheck {
    /// The ends of the maze.
    pub ends: Ends,
    /// The solution.
    pub claim: Claim,
    /// True if moves across corners are allowed.
    pub diagonals: bool,
}

impl PostedEndpoint for PostedCheck {
    fn groups() -> Groups {
        Groups::ENDS | Groups::CLAIM | Groups::READ | Groups::DIAGONALS
    }

    const FORMAT: FormatSource = FormatSource::Fixed;

    /// Parses the solution and the ends from the query, or else from the body. Fails if there is no solution, or more
    /// than one in the query.
    fn parse(mut parameters: Parameters, maze: &mut PostedMaze) -> Result<PostedCheck, Problem> {
        let query = &mut parameters.query;
        let ends = if query.given(Name::To) == Some(ANY_EXIT) {
            query.fault(Name::To, "any is only valid at /maze and /solve");
            None
        } else {
            maze.parse_ends(query, 0)
        };
        let posted = maze.claim.take();
        let diagonals = diagonals_of_posted(query, maze);
        let claim = parse_claim(query, maze.space(), sides(maze.sides(), diagonals), posted);
        if claim.is_none() && !query.is_faulty(Name::Directions) {
            query.fault(
                Name::Directions,
                Reason::new(Code::Missing, "must be given, or path instead, in the query or in a JSON body"),
            );
        }
        let (ends, claim) = parameters.finish(ends.zip(claim))?;
        Ok(PostedCheck { ends, claim, diagonals })
    }

    fn task(&self, maze: &PostedMaze) -> Task<'_> {
        Task::on_posted(maze.facts(), &self.ends).checked(self.claim.moves(), self.diagonals)
    }

    fn subject(&self, _: &RequestContext, maze: &PostedMaze) -> Subject {
        subject(&Location::At(None, None), WorkSummary { cells: maze.cells(), algorithm: "none", format: "json" })
    }

    fn draw(self, maze: PostedMaze, watch: &mut Watch) -> Result<Drawn, MakeError<Stopped>> {
        let how = maze.how_read();
        let (maze, _) = maze.into_maze();
        let (from, to) = self.ends.find(&maze, watch)?;
        let mut verdict = judge(&maze, [from, to], &self.claim, self.diagonals, watch)?;
        verdict["read"] = how.form.into();
        if !how.warnings.is_empty() {
            verdict["warnings"] = how.warnings.into();
        }
        let bytes = format!("{verdict}\n").into_bytes();
        Ok(Drawn::of(Some(Drawing::ready(bytes, Format::Json(Encoding::default())))))
    }
}
