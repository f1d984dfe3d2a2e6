//! `/convert`: a posted maze is written in another format without changes.

use std::sync::Arc;

use axum::routing::{MethodRouter, post};
use dedale::formats::Format;
use dedale::observe::Stopped;
use dedale::options::{Ends, MakeError};

use crate::app::App;
use crate::endpoints::making::{Drawn, fitted, picture_between, posted_drawing, shade, subject_of_posted};
use crate::endpoints::{PostedEndpoint, serve_posted};
use crate::limits::cancel::Watch;
use crate::parameters::estimate::Task;
use crate::parameters::format::{FormatSource, Parameters, Representation};
use crate::parameters::output::Resource;
use crate::parameters::table::{Groups, Name};
use crate::posted::maze::PostedMaze;
use crate::problem::Problem;
use crate::response::answer::Subject;
use crate::response::body::Drawing;
use crate::response::context::RequestContext;

/// `/convert`, and the paths that name a format.
pub fn handler() -> MethodRouter<Arc<App>> {
    post(serve_posted::<ConvertRequest>)
}

/// A checked request to write a posted maze in another format.
#[derive(Clone, Debug)]
pub struct ConvertRequest {
    /// The ends of the maze.
    ends: Ends,
    /// Whether the entrance, and whether the exit, is not known. It is not written then.
    lacks_ends: [bool; 2],
    /// The representation of the response.
    representation: Representation,
}

impl PostedEndpoint for ConvertRequest {
    fn groups() -> Groups {
        Resource::Convert.groups()
    }

    const FORMAT: FormatSource = FormatSource::Resource(Resource::Convert);

    fn parse(mut parameters: Parameters, maze: &mut PostedMaze) -> Result<ConvertRequest, Problem> {
        // Distances are those from the entrance.
        let needs_ends = parameters.format.is_some_and(Format::shows_distances) || parameters.query.has(Name::Heat);
        let lacks_ends = maze.lacks_ends(&parameters.query);
        maze.warn_of_ends(lacks_ends);
        let ends = maze.parse_ends_if(&mut parameters.query, 0, needs_ends);
        let representation = maze.representation(&mut parameters);
        let representation = maze.check_grid(&mut parameters.query, representation);
        let (ends, representation) = parameters.finish(ends.zip(representation))?;
        Ok(ConvertRequest { ends, lacks_ends, representation })
    }

    fn task(&self, maze: &PostedMaze) -> Task<'_> {
        Task::on_posted(maze.facts(), &self.ends).drawn(self.representation.format, None)
    }

    fn subject(&self, context: &RequestContext, maze: &PostedMaze) -> Subject {
        subject_of_posted(context, maze, self.representation)
    }

    fn draw(self, maze: PostedMaze, watch: &mut Watch) -> Result<Drawn, MakeError<Stopped>> {
        let ConvertRequest { ends, lacks_ends, representation } = self;
        let (mut picture, drawing) = picture_between(maze, &ends, watch)?;
        let metadata = &mut picture.metadata;
        for (end, lacks) in [&mut metadata.from, &mut metadata.to].into_iter().zip(lacks_ends) {
            if lacks {
                end.clear();
            }
        }
        if let (Format::Squares(_), Some(drawing)) = (representation.format, drawing) {
            return Ok(Drawn::of(Some(posted_drawing(&drawing, &picture.maze, &[], representation.format))));
        }
        let format = fitted(&picture, representation.format)?;
        shade(&mut picture, format, watch)?;
        Ok(Drawn::of(Drawing::picture(picture, format)))
    }
}
