//! `/tiles.json` and `/tiles/…`: a maze as a map.

use std::f64::consts::PI;
use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, VARY};
use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;

use super::maze::{call, not_drawn, not_found, path_in};
use crate::app::App;
use crate::clients::client_ip::Scheme;
use crate::clients::shares::Client;
use crate::problem::{Kind, Problem};
use crate::request::admit::{Admit as _, Job};
use crate::request::maze as mazes;
use crate::request::parameters::Name;
use crate::request::tiles::{self, LARGEST_ZOOM, MapRequest, TilePath, TileRequest};
use crate::response::body::Drawing;
use crate::response::caching::{Determined, Tag, Vary};
use crate::response::fixed::fixed;
use crate::response::reply::{self, Timing};
use crate::telemetry::metrics::Work;
use dedale::endless::{Tile, Tiles};
use dedale::format::Format;
use dedale::options::MazeOptions;
use dedale::text::Encoding;

/// `/tiles/{z}/{x}/{file}`: a tile.
pub async fn tile(
    State(app): State<Arc<App>>,
    client: Client,
    Path((zoom, x, file)): Path<(String, String, String)>,
    request: Request,
) -> Result<Response, Problem> {
    let (head, _) = request.into_parts();
    let path = TilePath::read(&zoom, &x, &file).ok_or_else(|| {
        let detail = "A tile is at /tiles/{z}/{x}/{y}.png, @2x.png, .svg, @2x.svg or .json. See /docs.";
        Problem::new(Kind::NOT_FOUND, detail)
    })?;
    let request = tiles::tile(call(&app, &head.uri, &head.headers), path)?;
    let (tile, format) = (&request.tile, request.written.format);
    let TilePath { zoom, place: [x, y], scale, .. } = path;
    let maze = tile.maze();
    // Versions begin at 1: 0 means no solution.
    let solved = if request.solution { dedale::solve::VERSION } else { 0 };
    let identity = format_args!("tile {maze} {zoom} {x} {y} {scale:?} {} {solved}", format.identity()).to_string();
    let determined = Determined::Tagged(Tag::new(identity), request.age);
    let cells = tile.around().map_or(0, MazeOptions::cells);
    let asked = Work { cells, algorithm: maze.algorithm().name(), format: format.name() };
    if let Some(held) = determined.held(&head.headers, asked) {
        return Ok(determined.mark(held, Vary::Encoding));
    }
    let Job { cost, .. } = request.admit(&app.settings)?;
    let TileRequest { tile, solution, .. } = request;
    let media_type = format.media_type();
    let draw = move |_: &mut _| {
        let mut timing = Timing::default();
        let around = tile.around();
        let path = timing.time("solve", || around.map_or(Ok(Vec::new()), |around| path_in(around, solution)));
        let drawn = timing.time("generate", || match (path, format) {
            (Err(error), _) => Err(not_found(Name::Solution, error)),
            (Ok(path), Format::Svg(style)) => Ok(tile.svg(&path, style).ok()),
            (Ok(path), Format::Png(style)) => Ok(tile.png(&path, style).ok()),
            (Ok(_), Format::Json(encoding)) => Ok(json_of(&tile, encoding)),
            _ => Ok(None),
        });
        Ok((drawn, timing))
    };
    let done = app.pool.run(client, cost, draw).await?;
    let (drawn, mut timing) = done.result;
    let drawn = drawn.map_err(|wrong| mazes::invalid(&head.uri, wrong))?;
    timing.note("queue", done.queued);
    let response = reply::picture(drawn.ok_or_else(not_drawn)?, media_type, asked, timing);
    Ok(determined.mark(response, Vary::Encoding))
}

/// The window of a tile as JSON. Outside of the maze it has no cells.
fn json_of(tile: &Tile, encoding: Encoding) -> Option<Vec<u8>> {
    if let Some(window) = tile.window() {
        return Some(Drawing::window(window.make_part(&[]).ok()?, Format::Json(encoding))?.into_bytes());
    }
    let mut head = tile.maze().head();
    head.window = Some([0; 4]);
    let head = serde_json::to_string(&head).ok()?;
    let head = head.strip_suffix('}')?;
    Some(format!("{head},\"encoding\":\"{}\",\"cells\":[]}}\n", encoding.name()).into_bytes())
}

/// `/tiles.json`: what map libraries need to know of the map.
pub async fn map(
    State(app): State<Arc<App>>,
    scheme: Scheme,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let MapRequest { tiles, query, is_drawn } = tiles::map(call(&app, &uri, &headers))?;
    let maze = tiles.maze();
    let [columns, rows] = maze.size().unwrap_or_default();
    let zooms = tiles.zooms();
    let (least, most) = (*zooms.start(), *zooms.end());
    let (algo, seed) = (maze.algorithm().name(), maze.seed());
    let [west, south, east, north] = bounds(&tiles);
    let document = json!({
        "tilejson": "3.0.0",
        "name": format!("{columns} × {rows} cells, {algo}, seed {seed}"),
        "description": format!("A maze of {columns} × {rows} cells by the algorithm {algo}, seed {seed}."),
        "attribution": "Dédale",
        "scheme": "xyz",
        "tiles": [format!("{}/tiles/{{z}}/{{x}}/{{y}}.png?{query}", origin(scheme, &uri, &headers))],
        "minzoom": least,
        "maxzoom": most.min(LARGEST_ZOOM),
        "bounds": [west, south, east, north],
        "center": [(west + east) / 2.0, (south + north) / 2.0, least],
        // What TileJSON has no words for.
        "maze": { "algo": algo, "w": columns, "h": rows, "seed": seed, "maxzoom": most, "tilesize": 256 },
    });
    let document = format!("{document}\n");
    let mut response = if is_drawn {
        let response = ([(CONTENT_TYPE, "application/json")], document).into_response();
        Determined::Located(None, Some(seed)).mark(response, Vary::Encoding)
    } else {
        fixed(&headers, "application/json", document)
    };
    // The addresses of the tiles begin as the client sees the service.
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding, host, x-forwarded-proto"));
    Ok(response)
}

/// The origin of the service, as the client sees it.
fn origin(scheme: Scheme, uri: &Uri, headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = uri.authority().map(|authority| authority.as_str()).or(host).unwrap_or("localhost");
    format!("{}://{host}", scheme.name())
}

/// Where the maze is on a map of the world in Web Mercator, whose zoom 0 is one tile: west, south, east and north, in degrees, rounded to the outside.
fn bounds(tiles: &Tiles) -> [f64; 4] {
    let across = 16.0 * 2.0_f64.powi(i32::try_from(*tiles.zooms().end()).unwrap_or_default());
    let [width, height] = tiles.maze().size().unwrap_or_default().map(|side| (side as f64 / across).min(1.0));
    let degrees = |radians: f64| radians.to_degrees();
    let latitude = |share: f64| degrees((PI * (1.0 - 2.0 * share)).sinh().atan());
    let step = 1e7;
    let down = |number: f64| (number * step).floor() / step;
    let up = |number: f64| (number * step).ceil() / step;
    [-180.0, down(latitude(height)), up(width * 360.0 - 180.0), up(latitude(0.0))]
}
