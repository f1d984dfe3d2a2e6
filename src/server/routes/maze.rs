//! `/maze`, `/maze.json` and `/maze.txt`: a maze is made and drawn.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_LOCATION, CONTENT_TYPE, ETAG, HeaderName, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Response};

use crate::generate::GENERATOR_VERSION;
use crate::grid::Grid;
use crate::observe::{Observer, Stopped};
use crate::render::{About, Format, Picture};
use crate::rng::MAX_SEED;
use crate::server::body::PictureBody;
use crate::server::etag::ETag;
use crate::server::layers::Cells;
use crate::server::params::{self, FormatFrom, MazeRequest};
use crate::server::problem::Problem;
use crate::server::state::App;
use crate::solve::distances;
use crate::spec::MazeSpec;

const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// A picture of no more cells than this is drawn before it is sent, so that its length is known; a larger one while it is sent.
const DRAWN_AT_ONCE: u64 = 20_000;

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
    let draw = || rand::random_range(0..=MAX_SEED);
    let request = params::read(&uri, &headers, from, app.settings.limits, draw)?;
    let tag = ETag::new(&format!("{} {:?}", request.spec.canonical(), request.format));
    let cells = u64::from(request.spec.grid().cells());
    let mut response = match tag.is_held(&headers).filter(|_| request.location.is_none()) {
        Some(held) => ([(ETAG, held)], StatusCode::NOT_MODIFIED).into_response(),
        None => made(&app, &request, tag, cells).await?,
    };
    let vary = if request.negotiated { "accept, accept-encoding" } else { "accept-encoding" };
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static(vary));
    match request.location.map(HeaderValue::try_from) {
        Some(location) => {
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
            // Serialised queries are ASCII without control characters, which any header takes.
            location.ok().and_then(|location| headers.insert(CONTENT_LOCATION, location));
        }
        None => {
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000"));
        }
    }
    response.extensions_mut().insert(Cells(cells));
    Ok(response)
}

/// Makes the maze and draws it.
async fn made(app: &App, request: &MazeRequest, tag: ETag, cells: u64) -> Result<Response, Problem> {
    let (spec, format) = (request.spec.clone(), request.format);
    let done = app.pool.run(spec.expected_steps(), move |watch| work(&spec, format, watch)).await?;
    let Work { picture, generated, searched } = done.result;
    let mut timing = format!("generate;dur={:.3}", milliseconds(generated));
    if let Some(searched) = searched {
        timing += &format!(", solve;dur={:.3}", milliseconds(searched));
    }
    let body = if cells <= DRAWN_AT_ONCE {
        let start = Instant::now();
        let bytes = picture.to_bytes(format);
        timing += &format!(", render;dur={:.3}", milliseconds(start.elapsed()));
        Body::from(bytes)
    } else {
        Body::new(PictureBody::new(picture, format))
    };
    timing += &format!(", queue;dur={:.3}", milliseconds(done.queued));
    let mut response = ([(CONTENT_TYPE, format.media_type())], body).into_response();
    let headers = response.headers_mut();
    HeaderValue::try_from(timing).ok().and_then(|timing| headers.insert(SERVER_TIMING, timing));
    if request.location.is_none() {
        tag.to_header().and_then(|tag| headers.insert(ETAG, tag));
    }
    Ok(response)
}

/// What the pool does for a maze, and how long it took.
struct Work {
    picture: Picture,
    generated: Duration,
    searched: Option<Duration>,
}

fn work<O: Observer>(spec: &MazeSpec, format: Format, observer: &mut O) -> Result<Work, Stopped> {
    let start = Instant::now();
    let made = spec.make(observer)?;
    let generated = start.elapsed();
    let about = About {
        algo: Some(spec.algorithm().name()),
        seed: Some(spec.seed()),
        generator: Some(GENERATOR_VERSION),
        options: Some(spec.options()),
        ..About::new(made.maze.grid(), made.from, made.to)
    };
    let mut picture = Picture { about, ..Picture::new(made.maze, made.from, made.to) };
    let mut searched = None;
    if format == Format::Ansi {
        let start = Instant::now();
        picture.distances = Some(distances(&picture.maze, picture.from, observer)?);
        searched = Some(start.elapsed());
    }
    Ok(Work { picture, generated, searched })
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
