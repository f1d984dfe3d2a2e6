//! `/map/window`, and the paths that name a format: a part of a maze that may be larger than any memory.

use dedale::formats::Writer;
use dedale::observe::Stopped;
use dedale::options::{MakeError, MazeOptions};

use crate::endpoints::Endpoint;
use crate::endpoints::making::{Drawn, draw, subject_of_generated};
use crate::endpoints::map::{not_found, parse_solution, path_in};
use crate::endpoints::maze::{is_small, rows};
use crate::limits::cancel::Watch;
use crate::parameters::estimate::{Job, Task};
use crate::parameters::format::{FormatSource, Parameters, Representation};
use crate::parameters::maze::{GridSource, MazeParameters};
use crate::parameters::output::Resource;
use crate::parameters::table::Name;
use crate::problem::Problem;
use crate::response::answer::{Content, Subject};
use crate::response::body::Drawing;
use crate::response::caching::Location;
use crate::response::context::RequestContext;
use crate::settings::Settings;

/// A checked request for a window of a maze.
#[derive(Clone, Debug)]
pub struct WindowRequest {
    /// The maze and the window.
    pub maze: Box<MazeOptions>,
    /// True if it is generated row by row while it is sent.
    pub by_rows: bool,
    /// The representation of the response.
    pub representation: Representation,
    /// True if it shows the path.
    pub solution: bool,
    /// The exact location of the response.
    pub location: Location,
}

impl Endpoint for WindowRequest {
    fn parse(context: &RequestContext) -> Result<WindowRequest, Problem> {
        let mut parameters =
            Parameters::parse(context, Resource::Window.groups(), FormatSource::Resource(Resource::Window))?;
        let parsed = MazeParameters::parse(&mut parameters, GridSource::Part { any: false, by_rows: true });
        let representation = parsed.representation(&mut parameters);
        let solution = parse_solution(&mut parameters.query, representation);
        let (settings, location) = (parameters.settings, parsed.location(&parameters));
        let (maze, representation) = parameters.finish(parsed.options.zip(representation))?;
        let by_rows = parsed.by_rows && !is_small(&maze, representation.format, &settings);
        Ok(WindowRequest { maze, by_rows, representation, solution, location })
    }

    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        if self.by_rows {
            return Ok(Job::default());
        }
        let task = Task::making(&self.maze).drawn(self.representation.format, None);
        if self.solution { task.with_path_of_part(None) } else { task }.admit(settings)
    }

    fn subject(&self, context: &RequestContext) -> Result<Subject, Problem> {
        Ok(subject_of_generated(context, &self.maze, &self.location, self.representation))
    }

    async fn make(self: Box<Self>, context: &RequestContext, job: Job) -> Result<Content, Problem> {
        let coding = context.coding(self.representation.is_compressed());
        match self.by_rows {
            true => rows(context, &self.maze, self.representation.format, None, coding).await,
            false => draw(context, job, coding, move |watch| self.draw(watch)).await,
        }
    }
}

impl WindowRequest {
    fn draw(self, watch: &mut Watch) -> Result<Drawn, MakeError<Stopped>> {
        let WindowRequest { maze, representation, solution, .. } = self;
        let path =
            watch.time("solve", |_| path_in(&maze, solution)).map_err(|error| not_found(Name::Solution, error))?;
        let made = watch.time("generate", |_| maze.make_part(&path).ok());
        let writer = made.and_then(|made| Writer::new(made, representation.format).ok());
        Ok(Drawn::of(writer.map(|writer| Drawing::written(writer, representation.format))))
    }
}
