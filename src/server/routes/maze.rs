//! `/maze`, `/maze.json` and `/maze.txt`: a maze is made and drawn.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;

use crate::generate::GENERATOR_VERSION;
use crate::grid::Grid;
use crate::observe::{Observer, Stopped};
use crate::render::{About, Format, Picture};
use crate::rng::MAX_SEED;
use crate::server::body::Drawing;
use crate::server::etag::ETag;
use crate::server::params::{self, FormatFrom};
use crate::server::problem::Problem;
use crate::server::reply::{self, Determined, Timing};
use crate::server::state::App;
use crate::solve::distances;
use crate::spec::{Made, MazeSpec};

/// `/maze`: in the format that the query or `Accept` names.
pub async fn any(state: State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    answer(state, uri, headers, FormatFrom::Request).await
}

/// `/maze.json`: as JSON.
pub async fn json(state: State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    answer(state, uri, headers, FormatFrom::JsonPath).await
}

/// `/maze.txt`: as ASCII text.
pub async fn text(state: State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    answer(state, uri, headers, FormatFrom::TextPath).await
}

async fn answer(
    State(app): State<Arc<App>>,
    uri: Uri,
    headers: HeaderMap,
    from: FormatFrom,
) -> Result<Response, Problem> {
    let request = params::maze(&uri, &headers, from, app.settings.limits, draw_seed)?;
    let (spec, format) = (request.spec, request.written.format);
    let determined = request.location.map_or_else(
        || Determined::Tagged(ETag::new(&format!("{} {format:?}", spec.canonical()))),
        Determined::Located,
    );
    let response = match determined.held(&headers) {
        Some(held) => held,
        None => {
            let cells = u64::from(spec.grid().cells());
            let done = app.pool.run(spec.expected_steps(), move |watch| work(&spec, format, watch)).await?;
            let (picture, mut timing) = done.result;
            timing.note("queue", done.queued);
            reply::draw(Drawing::Picture(picture, format), cells, timing)
        }
    };
    Ok(determined.mark(response, request.written.negotiated))
}

/// A seed for a request that names none.
pub fn draw_seed() -> u64 {
    rand::random_range(0..=MAX_SEED)
}

/// Makes a maze, and says all that is known of it.
pub fn make<O: Observer>(spec: &MazeSpec, timing: &mut Timing, observer: &mut O) -> Result<Picture, Stopped> {
    let Made { maze, from, to } = timing.time("generate", || spec.make(observer))?;
    let about = About {
        algo: Some(spec.algorithm().name()),
        seed: Some(spec.seed()),
        generator: Some(GENERATOR_VERSION),
        options: Some(spec.options()),
        ..About::new(maze.grid(), from, to)
    };
    Ok(Picture { about, ..Picture::new(maze, from, to) })
}

/// Gives a picture the distances that its format shows.
pub fn shade<O: Observer>(
    picture: &mut Picture,
    format: Format,
    timing: &mut Timing,
    observer: &mut O,
) -> Result<(), Stopped> {
    if format == Format::Ansi && picture.distances.is_none() {
        let found = timing.time("solve", || distances(&picture.maze, picture.from, observer))?;
        picture.distances = Some(found);
    }
    Ok(())
}

fn work<O: Observer>(spec: &MazeSpec, format: Format, observer: &mut O) -> Result<(Picture, Timing), Stopped> {
    let mut timing = Timing::default();
    let mut picture = make(spec, &mut timing, observer)?;
    shade(&mut picture, format, &mut timing, observer)?;
    Ok((picture, timing))
}
