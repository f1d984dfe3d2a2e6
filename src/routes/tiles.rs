//! `/map/tiles.json` and `/map/tiles/…`: a maze as a map.

use std::f64::consts::PI;

use axum::extract::Path;
use axum::http::header::HOST;
use axum::response::Response;
use serde_json::json;

use super::map::{not_found, path_in};
use super::maze::{Drawn, draw, read_call};
use crate::problem::{Kind, Problem};
use crate::request::parameters::Name;
use crate::request::tiles::{self, MAX_TILEJSON_ZOOM, MapRequest, TilePath, TileRequest};
use crate::response::answer::{Ask, Content, Subject, answer};
use crate::response::body::Drawing;
use crate::response::caching::{Age, Location, Tag, Vary};
use crate::response::coding::Coding;
use crate::telemetry::metrics::Work;
use crate::work::cancel::Watch;
use dedale::endless::{Tile, Tiles};
use dedale::format::{Format, Writer};
use dedale::options::MazeOptions;
use dedale::text::Encoding;

/// `/map/tiles/{z}/{x}/{file}`: a tile.
pub async fn tile(Path((zoom, x, file)): Path<(String, String, String)>, ask: Ask) -> Result<Response, Problem> {
    let path = TilePath::read(&zoom, &x, &file).ok_or_else(|| {
        let detail = "A tile is at /map/tiles/{z}/{x}/{y}.png, @2x.png, .svg, @2x.svg or .json.";
        Problem::new(Kind::NOT_FOUND, detail)
    })?;
    let (request, job) = read_call(&ask, move |call| tiles::tile(call, path)).await?.admitted(&ask.app.settings)?;
    let (maze, format) = (&request.tile.maze, request.written.format);
    let TilePath { zoom, place: [x, y], is_double, .. } = path;
    // Versions begin at 1: 0 means no solution.
    let solved = if request.solution { dedale::solve::VERSION } else { 0 };
    let tag = Tag::new(format_args!("tile {maze} {zoom} {x} {y} {is_double} {} {solved}", format.identity()));
    let coding = ask.coding(format.info().is_compressed);
    let subject = Subject {
        location: Location::Here(request.age, Some(maze.seed())),
        tag: Some(tag),
        vary: Vary::Encoding,
        media_type: format.info().media_type,
        coding,
        work: Work {
            cells: request.tile.around.as_ref().map_or(0, MazeOptions::cells),
            algorithm: maze.algorithm().name(),
            format: format.name(),
        },
    };
    let TileRequest { tile, solution, .. } = request;
    let work = move |watch: &mut Watch| {
        let path =
            watch.time("solve", |_| tile.around.as_ref().map_or(Ok(Vec::new()), |around| path_in(around, solution)));
        let path = path.map_err(|error| not_found(Name::Solution, error))?;
        let drawing = watch.time("generate", |_| match format {
            Format::Svg(style) => tile.svg(&path, style).ok().map(|bytes| Drawing::ready(bytes, format)),
            Format::Png(style) => tile.png(&path, style).ok().map(|bytes| Drawing::ready(bytes, format)),
            Format::Json(encoding) => json_of(&tile, encoding),
            _ => None,
        });
        Ok(Drawn { drawing, outcome: None, seed: None })
    };
    answer(&ask, subject, draw(&ask, job, coding, work)).await
}

/// The window of a tile as JSON. Outside of the maze it has no cells.
fn json_of(tile: &Tile, encoding: Encoding) -> Option<Drawing> {
    let format = Format::Json(encoding);
    if let Some(window) = &tile.window {
        return Some(Drawing::written(Writer::new(window.make_part(&[]).ok()?, format)?, format));
    }
    let mut head = tile.maze.head();
    head.window = Some([0; 4]);
    let head = serde_json::to_string(&head).ok()?;
    let head = head.strip_suffix('}')?;
    let text = format!("{head},\"encoding\":\"{}\",\"cells\":[]}}\n", encoding.name());
    Some(Drawing::ready(text.into_bytes(), format))
}

/// `/map/tiles.json`: what map libraries need to know of the map.
pub async fn map(ask: Ask) -> Result<Response, Problem> {
    let MapRequest { tiles, query, is_drawn } = read_call(&ask, tiles::map).await?;
    let maze = &tiles.maze;
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
        "tiles": [format!("{}/map/tiles/{{z}}/{{x}}/{{y}}.png?{query}", base_url(&ask))],
        "minzoom": least,
        "maxzoom": most.min(MAX_TILEJSON_ZOOM),
        "bounds": [west, south, east, north],
        "center": [(west + east) / 2.0, (south + north) / 2.0, least],
        // What TileJSON has no words for.
        "maze": { "algo": algo, "w": columns, "h": rows, "seed": seed, "maxzoom": most, "tilesize": 256 },
    });
    let document = format!("{document}\n");
    let url = format!("{}?{query}", ask.uri.path());
    let location = if is_drawn { Location::At(Some(url), Some(seed)) } else { Location::Here(Age::Hour, Some(seed)) };
    let tag = location.tag(|| Tag::of_bytes(document.as_bytes()));
    // The addresses of the tiles begin as the client sees the service.
    let (vary, media_type) = (Vary::Origin, "application/json");
    let subject = Subject { location, tag, vary, media_type, coding: Coding::Identity, work: Work::NONE };
    answer(&ask, subject, async { Ok(Content::new(document.into())) }).await
}

/// The URL of the service, as the client sees it.
fn base_url(Ask { app, scheme, uri, headers, .. }: &Ask) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = uri.authority().map(|authority| authority.as_str()).or(host).unwrap_or("localhost");
    format!("{scheme}://{host}{}", app.base_path)
}

/// Where the maze is on a map of the world in Web Mercator, whose zoom 0 is one tile: west, south, east and north, in degrees, rounded to the outside.
fn bounds(tiles: &Tiles) -> [f64; 4] {
    let across = 16.0 * 2.0_f64.powi(i32::try_from(*tiles.zooms().end()).unwrap_or_default());
    let [width, height] = tiles.maze.size().unwrap_or_default().map(|side| (side as f64 / across).min(1.0));
    let degrees = |radians: f64| radians.to_degrees();
    let latitude = |share: f64| degrees((PI * (1.0 - 2.0 * share)).sinh().atan());
    let step = 1e7;
    let down = |number: f64| (number * step).floor() / step;
    let up = |number: f64| (number * step).ceil() / step;
    [-180.0, down(latitude(height)), up(width * 360.0 - 180.0), up(latitude(0.0))]
}
