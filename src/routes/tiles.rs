//! `/tiles.json` and `/tiles/…`: a maze as a map.

use std::f64::consts::PI;
use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, HOST};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri};
use axum::response::Response;
use serde_json::json;

use super::maze::{draw_seed, not_drawn, path_in};
use crate::app::App;
use crate::request::cost::TO_A_PATH;
use crate::request::spec::Spec;
use crate::request::tiles::{self, LARGEST_ZOOM, MapRequest, TilePath, TileRequest};
use crate::response::body::Drawing;
use crate::response::caching::{Determined, Tag};
use crate::response::fixed::fixed;
use crate::response::problem::{Kind, Problem};
use crate::response::reply::{self, Timing};
use crate::shares::Client;
use crate::telemetry::metrics::Work;
use crate::work::pool::Cost;
use dedale::options::{Tile, Tiles};
use dedale::render::{Encoding, Format};

const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// About how many steps each pixel of a tile takes.
const PIXELS_IN_A_STEP: u64 = 4;

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
    let TileRequest { tile, written, solution } = tiles::tile(&head.uri, &head.headers, path, &app.settings)?;
    let format = written.format;
    let TilePath { zoom, place: [x, y], scale, .. } = path;
    let maze = tile.maze();
    // Versions begin at 1: 0 means no solution.
    let solved = if solution { dedale::solve::VERSION } else { 0 };
    let identity = format_args!("tile {maze} {zoom} {x} {y} {scale:?} {} {solved}", format.identity()).to_string();
    let determined = Determined::Tagged(Tag::new(identity));
    let spec = tile.around().cloned().map(|around| Spec::Window(Box::new(around)));
    let cells = spec.as_ref().map_or(0, Spec::cells);
    let asked = Work { cells, algorithm: maze.algorithm().name(), format: format.name() };
    if let Some(held) = determined.held(&head.headers, asked) {
        return Ok(determined.mark(held, false));
    }
    let made = spec.as_ref().map_or(0, |spec| spec.expected_steps_at(spec.extent()));
    let pixels = tile.pixels();
    let solving = if solution { TO_A_PATH } else { 0 };
    let cost = Cost { steps: made + solving + pixels / PIXELS_IN_A_STEP, bytes: 2 * pixels };
    let media_type = format.media_type();
    let draw = move |_: &mut _| {
        let mut timing = Timing::default();
        let drawn = timing.time("generate", || match format {
            Format::Svg(style) => tile.svg(&path_of(&tile, solution)?, style).ok(),
            Format::Png(style) => tile.png(&path_of(&tile, solution)?, style).ok(),
            Format::Json(encoding) => json_of(&tile, encoding),
            _ => None,
        });
        Ok((drawn, timing))
    };
    let done = app.pool.run(client, cost, draw).await?;
    let (drawn, mut timing) = done.result;
    timing.note("queue", done.queued);
    let response = reply::picture(drawn.ok_or_else(not_drawn)?, media_type, asked, timing);
    Ok(determined.mark(response, false))
}

/// The parts of the path in a tile and around it.
fn path_of(tile: &Tile, is_wanted: bool) -> Option<Vec<Vec<[u64; 2]>>> {
    tile.around().map_or(Some(Vec::new()), |around| path_in(around, is_wanted))
}

/// The window of a tile as JSON. Outside of the maze it has no cells.
fn json_of(tile: &Tile, encoding: Encoding) -> Option<Vec<u8>> {
    if let Some(window) = tile.window() {
        return Some(Drawing::window(window.make(&[]).ok()?, Format::Json(encoding))?.into_bytes());
    }
    let mut head = tile.maze().head();
    head.window = Some([0; 4]);
    let head = serde_json::to_string(&head).ok()?;
    let head = head.strip_suffix('}')?;
    Some(format!("{head},\"encoding\":\"{}\",\"cells\":[]}}\n", encoding.name()).into_bytes())
}

/// `/tiles.json`: what map libraries need to know of the map.
pub async fn map(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    let MapRequest { tiles, query, is_drawn } = tiles::map(&uri, &headers, &app.settings, draw_seed)?;
    let maze = tiles.maze();
    let [columns, rows] = maze.size();
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
        "tiles": [format!("{}/tiles/{{z}}/{{x}}/{{y}}.png?{query}", origin(&uri, &headers))],
        "minzoom": least,
        "maxzoom": most.min(LARGEST_ZOOM),
        "bounds": [west, south, east, north],
        "center": [(west + east) / 2.0, (south + north) / 2.0, least],
        // What TileJSON has no words for.
        "maze": { "algo": algo, "w": columns, "h": rows, "seed": seed, "maxzoom": most, "tilesize": 256 },
    });
    let mut response = fixed(&headers, "application/json", format!("{document}\n"));
    if is_drawn {
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    Ok(response)
}

/// The origin of the service, as the client sees it.
fn origin(uri: &Uri, headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = uri.authority().map(|authority| authority.as_str()).or(host).unwrap_or("localhost");
    let is_secure = headers.get(X_FORWARDED_PROTO).is_some_and(|scheme| scheme == "https");
    format!("{}://{host}", if is_secure { "https" } else { "http" })
}

/// Where the maze is on a map of the world in Web Mercator, whose zoom 0 is one tile: west, south, east and north, in degrees, rounded to the outside.
fn bounds(tiles: &Tiles) -> [f64; 4] {
    let across = 16.0 * 2.0_f64.powi(i32::try_from(*tiles.zooms().end()).unwrap_or_default());
    let [width, height] = tiles.maze().size().map(|side| (side as f64 / across).min(1.0));
    let degrees = |radians: f64| radians.to_degrees();
    let latitude = |share: f64| degrees((PI * (1.0 - 2.0 * share)).sinh().atan());
    let step = 1e7;
    let down = |number: f64| (number * step).floor() / step;
    let up = |number: f64| (number * step).ceil() / step;
    [-180.0, down(latitude(height)), up(width * 360.0 - 180.0), up(latitude(0.0))]
}
