//! `/maze`, and the paths that name a format: a maze is generated and drawn.

use std::sync::Arc;

use axum::body::Body;
use axum::response::Response;
use axum::routing::{MethodRouter, get};
use dedale::about::parse_digits;
use dedale::formats::Format;
use dedale::grid::GridKind;
use dedale::observe::Stopped;
use dedale::options::{MakeError, MazeOptions};
use dedale_book::options::BookOptions;

use crate::app::App;
use crate::endpoints::making::{Drawn, draw, find_maze, fitted, make, shade, subject_of_generated};
use crate::endpoints::worksheet::{self, Page};
use crate::endpoints::{Endpoint, parse, respond, serve};
use crate::limits::cancel::Watch;
use crate::limits::pool::Done;
use crate::parameters::estimate::{Job, Task};
use crate::parameters::format::{FormatSource, Parameters, Representation};
use crate::parameters::maze::{GRID_PARAMETERS, GridSource, MazeParameters, UrlBySeed, has_rows_of_cells, is_revealed};
use crate::parameters::output::Resource;
use crate::parameters::query::Query;
use crate::parameters::table::{Groups, Name};
use crate::posted::body::{self, MaskSize, MediaType};
use crate::posted::maze::PostedMaze;
use crate::problem::{Kind, Problem};
use crate::response::answer::{Content, Subject};
use crate::response::body::Drawing;
use crate::response::caching::Location;
use crate::response::coding::Coding;
use crate::response::context::RequestContext;
use crate::settings::Settings;

/// `/maze`, and the paths that name a format.
pub fn handler() -> MethodRouter<Arc<App>> {
    get(serve::<MazeRequest>).post(posted)
}

/// A checked request for a maze.
#[derive(Clone, Debug)]
pub struct MazeRequest {
    /// The maze. If it is made as a whole, its size is within [`Limits`](dedale::grid::Limits).
    pub maze: Box<MazeOptions>,
    /// True if it is generated row by row while it is sent.
    pub by_rows: bool,
    /// The representation of the response.
    pub representation: Representation,
    /// The layout, if it is a worksheet.
    page: Option<BookOptions>,
    /// The exact location of the response.
    pub location: Location,
    /// The shortest URL of the response without the seed, if the response contains it.
    url: Option<UrlBySeed>,
}

impl Endpoint for MazeRequest {
    fn parse(context: &RequestContext) -> Result<MazeRequest, Problem> {
        let mut parameters =
            Parameters::parse(context, Resource::Maze.groups(), FormatSource::Resource(Resource::Maze))?;
        let parsed = MazeParameters::parse(&mut parameters, GridSource::Rows);
        MazeRequest::new(parameters, parsed)
    }

    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        if self.by_rows { Ok(Job::default()) } else { self.task().admit(settings) }
    }

    fn subject(&self, context: &RequestContext) -> Result<Subject, Problem> {
        Ok(subject_of_generated(context, &self.maze, &self.location, self.representation))
    }

    async fn make(mut self: Box<Self>, context: &RequestContext, job: Job) -> Result<Content, Problem> {
        self.url = self.url.take().map(|url| url.below(&context.app.base_path));
        let coding = context.coding(self.representation.is_compressed());
        if !self.by_rows {
            return draw(context, job, coding, move |watch| self.draw(job.attempts, watch)).await;
        }
        rows(context, &self.maze, self.representation.format, self.url(self.maze.seed()), coding).await
    }
}

impl MazeRequest {
    /// Creates a request from parsed options.
    fn new(mut parameters: Parameters, parsed: MazeParameters) -> Result<MazeRequest, Problem> {
        let representation = parsed.representation(&mut parameters);
        let page = worksheet::parse_generated_worksheet(&mut parameters, &parsed, representation);
        let (location, url) = parsed.locate(&parameters);
        let settings = parameters.settings;
        let ((maze, representation), page) = parameters.finish(parsed.options.zip(representation).zip(page))?;
        let by_rows = parsed.by_rows && !is_small(&maze, representation.format, &settings);
        Ok(MazeRequest { maze, by_rows, representation, page, location, url })
    }

    /// Checks a request for a maze on the grid in a body.
    pub fn on_posted(mut parameters: Parameters, source: GridSource) -> Result<MazeRequest, Problem> {
        if !matches!(source, GridSource::Mask(_)) {
            fault_grid(&mut parameters.query);
        }
        let parsed = MazeParameters::parse(&mut parameters, source);
        MazeRequest::new(parameters, parsed)
    }

    /// The work for the maze and its drawing.
    fn task(&self) -> Task<'_> {
        Task::making(&self.maze).drawn(self.representation.format, None)
    }

    /// The shortest URL of the maze with this seed, if the response contains it.
    pub fn url(&self, seed: u64) -> Option<String> {
        self.url.as_ref()?.for_seed(seed)
    }

    fn draw(self, attempts: Option<u32>, watch: &mut Watch) -> Result<Drawn, MakeError<Stopped>> {
        let maze = find_maze(&self.maze, attempts, watch)?;
        let mut picture = make(&maze, self.representation.format, watch)?;
        let seed = attempts.map(|_| maze.seed());
        picture.metadata.url = self.url(maze.seed());
        let format = fitted(&picture, self.representation.format)?;
        shade(&mut picture, format, watch)?;
        if let Some(options) = &self.page {
            let page = Page::new(options, format_args!("maze {}", self.maze));
            return Ok(Drawn { seed, ..Drawn::of(Some(page.draw(picture)?)) });
        }
        Ok(Drawn { seed, ..Drawn::of(Drawing::picture(picture, format)) })
    }
}

/// The maximum number of cells of a maze that is made as a whole although it could be made row by row. Larger ones need
/// no memory by rows, and their first rows are sent at once. Pictures with too many pixels to be drawn as a whole are
/// also made row by row.
const MAX_WHOLE_CELLS: u64 = 20_000;

/// Returns true if a maze is made as a whole although it could be made row by row.
pub fn is_small(maze: &MazeOptions, format: Format, settings: &Settings) -> bool {
    let pixels = match format {
        Format::Png(style) => {
            let [columns, rows] = maze.extent().map(u64::from);
            style.size(columns, rows).iter().product()
        }
        _ => 0,
    };
    maze.cells() <= MAX_WHOLE_CELLS.min(settings.max_cells.into()) && pixels <= settings.max_pixels
}

/// The content of a response with a maze that is generated row by row.
pub async fn rows(
    context: &RequestContext,
    maze: &MazeOptions,
    format: Format,
    url: Option<String>,
    coding: Coding,
) -> Result<Content, Problem> {
    // Unreachable: `needs_whole` rejects formats that cannot be written row by row.
    let not_by_rows = || Problem::new(Kind::INTERNAL_ERROR, "this format is not written row by row");
    let rows = maze.by_rows(format, url).ok_or_else(not_by_rows)?;
    Content::drawn(Drawing::written(rows, format), coding, context, context.account.reserve(0)?).await
}

/// Handles a request for a maze on the grid in the body.
async fn posted(context: RequestContext, body: Body) -> Result<Response, Problem> {
    let media_type = body::media_type(&context.headers, body::GRIDS)?;
    // The query is checked before the body is received.
    let parse_query = move |context: &RequestContext| {
        let mut parameters = Parameters::parse(context, on_posted_groups(), FormatSource::Resource(Resource::Maze))?;
        let size = mask_size(&mut parameters, media_type)?;
        Ok((parameters, size))
    };
    let (parameters, size) = parse(&context, parse_query).await?;
    let received = body::receive(&context, body).await?;
    // The memory of the parsed body is reserved until the response begins.
    let Done { result: request, memory: _memory } = match body::media_type_of_grid(media_type, &received.0)? {
        MediaType::Json => {
            let on_grid =
                move |maze: PostedMaze, _: &mut Watch| Ok(MazeRequest::on_posted(parameters, maze.into_grid_source()));
            body::with_maze(&context, body::grid_options(&context), received, on_grid).await?
        }
        media_type => {
            let on_mask = |mask| MazeRequest::on_posted(parameters, GridSource::Mask(mask));
            body::with_mask(&context, media_type, size, received, on_mask).await?
        }
    };
    respond(&context, request).await
}

/// The groups of parameters of a maze on a grid in a body.
pub fn on_posted_groups() -> Groups {
    Groups::ON_GRID | Groups::FORMAT | Groups::OF_FORMATS
}

/// Checks the parameters of a maze on a posted grid that do not depend on the body, and returns the size of a mask.
pub fn mask_size(parameters: &mut Parameters, media_type: MediaType) -> Result<MaskSize, Problem> {
    let Parameters { query, settings, .. } = parameters;
    let kind = query.given(Name::Grid).and_then(|name| name.parse().ok()).unwrap_or(GridKind::Square);
    let is_revealed = is_revealed(query);
    let is_scaled = media_type != MediaType::Json && has_rows_of_cells(kind);
    let sides = [Name::W, Name::H].map(|name| {
        let is_read = is_scaled && query.has(name);
        let side = if is_read { query.whole(name, 1..=settings.max_side.into()) } else { None };
        side.and_then(|side| u32::try_from(side).ok())
    });
    let floors = query.given(Name::Floors).and_then(parse_digits).unwrap_or(1);
    let is_smooth = query.given(Name::Outline).is_some_and(|outline| outline.eq_ignore_ascii_case("smooth"));
    query.check()?;
    let longer_side = sides.into_iter().flatten().max().unwrap_or(MaskSize::LONGER_SIDE);
    // A shape in a maze keeps its proportions, whatever those of the maze are.
    let sides = if is_revealed { [None; 2] } else { sides };
    Ok(MaskSize { sides, longer_side, floors, is_smooth, is_revealed })
}

/// Reports all parameters of the grid, which a JSON body determines.
fn fault_grid(query: &mut Query) {
    for name in GRID_PARAMETERS {
        if query.has(name) {
            query.fault(name, "is not valid with a JSON body, which says what the grid is");
        }
    }
}
