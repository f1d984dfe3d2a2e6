//! `/convert`: a posted maze is written in another form, as it is.

use std::sync::Arc;

use axum::routing::{MethodRouter, post};
use dedale::format::Format;
use dedale::observe::Stopped;
use dedale::options::{Ends, MakeError};

use crate::app::App;
use crate::endpoints::making::{Drawn, fitted, on_sent, picture_between, shade, subject_of_posted};
use crate::endpoints::{PostedEndpoint, serve_posted};
use crate::limits::cancel::Watch;
use crate::parameters::estimate::Task;
use crate::parameters::format::{FormatFrom, Parameters, Written};
use crate::parameters::output::Resource;
use crate::parameters::table::Groups;
use crate::posted::maze::PostedMaze;
use crate::problem::Problem;
use crate::response::answer::Subject;
use crate::response::body::Drawing;
use crate::response::context::RequestContext;

/// `/convert`, and the paths that name a format.
pub fn handler() -> MethodRouter<Arc<App>> {
    post(serve_posted::<ConvertRequest>)
}

/// A checked request to write a posted maze in another form.
#[derive(Clone, Debug)]
pub struct ConvertRequest {
    /// Where it begins and ends.
    ends: Ends,
    /// How the response is written.
    written: Written,
}

impl PostedEndpoint for ConvertRequest {
    fn groups() -> Groups {
        Resource::Convert.groups()
    }

    const FORMAT: FormatFrom = FormatFrom::Resource(Resource::Convert);

    fn parse(mut parameters: Parameters, maze: &mut PostedMaze) -> Result<ConvertRequest, Problem> {
        let shows_ends = parameters.format.is_none_or(shows_ends);
        let ends = maze.ends_if(&mut parameters.query, 0, shows_ends);
        let written = maze.written(&mut parameters);
        let written = maze.check_grid(&mut parameters.query, written);
        let (ends, written) = parameters.finish(ends.zip(written))?;
        Ok(ConvertRequest { ends, written })
    }

    fn task(&self, maze: &PostedMaze) -> Task<'_> {
        Task::on_posted(maze.facts(), &self.ends).drawn(self.written.format, None)
    }

    fn subject(&self, context: &RequestContext, maze: &PostedMaze) -> Subject {
        subject_of_posted(context, maze, self.written)
    }

    fn draw(self, maze: PostedMaze, watch: &mut Watch) -> Result<Drawn, MakeError<Stopped>> {
        let ConvertRequest { ends, written } = self;
        let (form, scale) = (maze.form(), maze.scale());
        let (maze, sent) = maze.into_maze();
        let mut picture = picture_between(maze, &ends, form, watch)?;
        picture.head.scale = scale;
        if let (Format::Squares(_), Some(sent)) = (written.format, sent) {
            return Ok(Drawn::of(Some(on_sent(&sent, &picture.maze, &[], written.format))));
        }
        let format = fitted(&picture, written.format)?;
        shade(&mut picture, format, watch)?;
        Ok(Drawn::of(Drawing::picture(picture, format)))
    }
}

/// Whether what is written says where a maze begins and ends. Then it must be known.
fn shows_ends(format: Format) -> bool {
    match format {
        Format::Ascii
        | Format::Unicode
        | Format::Blocks
        | Format::Ansi
        | Format::Dxf(_)
        | Format::Stl(_)
        | Format::Csv(_)
        | Format::Npy(_)
        | Format::Map(_)
        | Format::Scen(_) => format.shows_distances(),
        _ => true,
    }
}
