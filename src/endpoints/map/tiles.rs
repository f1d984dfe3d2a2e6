//! `/map/tiles.json` and `/map/tiles/…`: a maze as a map.

use std::f64::consts::PI;

use axum::http::header::HOST;
use dedale::about::parse_digits;
use dedale::endless::{Tile, Tiles};
use dedale::estimate::Estimate;
use dedale::formats::{Encoding, Format, Writer};
use dedale::observe::Stopped;
use dedale::options::{MakeError, MazeOptions};
use dedale::picture::Style;
use percent_encoding::percent_decode_str;
use serde_json::json;

use crate::endpoints::Endpoint;
use crate::endpoints::making::{Drawn, draw, subject};
use crate::endpoints::map::{not_found, parse_solution, path_in};
use crate::limits::cancel::Watch;
use crate::limits::pool::Cost;
use crate::parameters::estimate::{Job, Task};
use crate::parameters::format::{FormatSource, Parameters, Representation};
use crate::parameters::maze::{GridSource, MazeParameters};
use crate::parameters::query::write_values;
use crate::parameters::table::{Groups, Name};
use crate::problem::{Code, Kind, Problem, Reason};
use crate::response::answer::{Content, Subject};
use crate::response::body::Drawing;
use crate::response::caching::{Age, Location, Tag, Vary};
use crate::response::coding::Coding;
use crate::response::context::RequestContext;
use crate::settings::Settings;
use crate::telemetry::metrics::WorkSummary;

/// The path of a tile, after `/map/tiles/`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TilePath {
    /// The zoom.
    pub zoom: u32,
    /// The column and row of the tile, or [`u64::MAX`] outside of any maze.
    pub place: [u64; 2],
    /// True if it has twice as many pixels across and down.
    pub is_double: bool,
    /// PNG, SVG or JSON.
    pub format: Format,
}

impl TilePath {
    /// Parses the path of a request; `None` if it is not that of a tile.
    fn of(path: &str) -> Option<TilePath> {
        let path = percent_decode_str(path.strip_prefix("/map/tiles/")?).decode_utf8().ok()?;
        let mut parts = path.split('/');
        let (zoom, x, file) = (parts.next()?, parts.next()?, parts.next()?);
        if parts.next().is_none() { TilePath::parse(zoom, x, file) } else { None }
    }

    /// Parses the parts of the path. The last part is a file name, such as `5.png` or `5@2x.png`. `None` if it is not
    /// the path of a tile.
    pub fn parse(zoom: &str, x: &str, file: &str) -> Option<TilePath> {
        let (name, extension) = file.split_once('.')?;
        let format = match extension {
            "png" => Format::Png(Style::DEFAULT),
            "svg" => Format::Svg(Style::DEFAULT),
            "json" => Format::Json(Encoding::default()),
            _ => return None,
        };
        let (y, is_double) = match name.strip_suffix("@2x") {
            Some(_) if extension == "json" => return None,
            Some(y) => (y, true),
            None => (name, false),
        };
        let zoom = parse_digits(zoom).and_then(|zoom| u32::try_from(zoom).ok())?;
        Some(TilePath { zoom, place: [place(x)?, place(y)?], is_double, format })
    }
}

/// Parses the position of a tile on an axis. Map libraries also request tiles outside of the map.
fn place(text: &str) -> Option<u64> {
    let is_number = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    let number = text.parse::<i64>().ok().filter(|_| is_number)?;
    Some(u64::try_from(number).unwrap_or(u64::MAX))
}

/// A checked request for a tile.
#[derive(Clone, Debug)]
pub struct TileRequest {
    /// The tile.
    tile: Tile,
    /// The representation of the response.
    representation: Representation,
    /// True if it shows the path.
    solution: bool,
    /// The exact location of the response.
    location: Location,
}

/// `/map/tiles/{z}/{x}/{file}`
impl Endpoint for TileRequest {
    fn parse(context: &RequestContext) -> Result<TileRequest, Problem> {
        let path = TilePath::of(context.uri.path()).ok_or_else(|| {
            let detail = "A tile is at /map/tiles/{z}/{x}/{y}.png, @2x.png, .svg, @2x.svg or .json.";
            Problem::new(Kind::NOT_FOUND, detail)
        })?;
        let groups = Groups::MAP | Groups::TILE | Groups::ENCODING;
        let mut parameters = Parameters::parse(context, groups, FormatSource::Path(path.format))?;
        let query = &mut parameters.query;
        if !query.has(Name::Seed) {
            query.fault(
                Name::Seed,
                Reason::new(
                    Code::Missing,
                    "must be given: else every tile would be of another maze. /map/tiles.json chooses a seed",
                ),
            );
        }
        let ParsedMap { tiles, representation, solution, location } = parse_map(&mut parameters);
        let (tiles, representation) = parameters.finish(tiles.zip(representation))?;
        let [x, y] = path.place;
        let tile = tiles.tile(path.zoom, x, y, path.is_double).ok_or_else(|| {
            let zooms = tiles.zooms();
            let detail = format!("The zooms of this maze are {} to {}.", zooms.start(), zooms.end());
            Problem::new(Kind::NOT_FOUND, detail)
        })?;
        Ok(TileRequest { tile, representation, solution, location })
    }

    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        let tile = &self.tile;
        let Some(around) = &tile.around else {
            // Outside of the maze, there is only background.
            let Estimate { steps, bytes } = Estimate::of_tile(tile);
            let cost = Cost { steps, bytes };
            return Ok(Job { cost, attempts: None });
        };
        let task = Task::making(around).painted(tile);
        if self.solution { task.with_path_of_part(None) } else { task }.admit(settings)
    }

    fn subject(&self, context: &RequestContext) -> Result<Subject, Problem> {
        let Tile { maze, around, .. } = &self.tile;
        let cells = around.as_ref().map_or(0, MazeOptions::cells);
        let work = WorkSummary { cells, algorithm: maze.algorithm().name(), format: self.representation.name() };
        Ok(subject(context, &self.location, self.representation, work))
    }

    async fn make(self: Box<Self>, context: &RequestContext, job: Job) -> Result<Content, Problem> {
        let coding = context.coding(self.representation.is_compressed());
        draw(context, job, coding, move |watch| self.draw(watch)).await
    }
}

impl TileRequest {
    fn draw(self, watch: &mut Watch) -> Result<Drawn, MakeError<Stopped>> {
        let TileRequest { tile, representation: Representation { format, .. }, solution, .. } = self;
        let path =
            watch.time("solve", |_| tile.around.as_ref().map_or(Ok(Vec::new()), |around| path_in(around, solution)));
        let path = path.map_err(|error| not_found(Name::Solution, error))?;
        let drawing = watch.time("generate", |_| match format {
            Format::Svg(style) => tile.svg(&path, style).ok().map(|bytes| Drawing::ready(bytes, format)),
            Format::Png(style) => tile.png(&path, style).ok().map(|bytes| Drawing::ready(bytes, format)),
            Format::Json(encoding) => json_of(&tile, encoding),
            _ => None,
        });
        Ok(Drawn::of(drawing))
    }
}

/// The window of a tile as JSON. Outside of the maze, it has no cells.
fn json_of(tile: &Tile, encoding: Encoding) -> Option<Drawing> {
    let format = Format::Json(encoding);
    if let Some(window) = &tile.window {
        return Some(Drawing::written(Writer::new(window.make_part(&[]).ok()?, format).ok()?, format));
    }
    let mut metadata = tile.maze.metadata();
    metadata.window = Some([0; 4]);
    let metadata = serde_json::to_string(&metadata).ok()?;
    let metadata = metadata.strip_suffix('}')?;
    let text = format!("{metadata},\"encoding\":\"{}\",\"cells\":[]}}\n", encoding.name());
    Some(Drawing::ready(text.into_bytes(), format))
}

/// A checked request for the description of a map for map libraries.
#[derive(Clone, Debug)]
pub struct MapRequest {
    document: String,
    location: Location,
}

/// The largest zoom of TileJSON.
const MAX_TILEJSON_ZOOM: u32 = 30;

/// `/map/tiles.json`
impl Endpoint for MapRequest {
    fn parse(context: &RequestContext) -> Result<MapRequest, Problem> {
        let format = FormatSource::Path(Format::Png(Style::DEFAULT));
        let mut parameters = Parameters::parse(context, Groups::MAP | Groups::TILE, format)?;
        let ParsedMap { tiles, representation, .. } = parse_map(&mut parameters);
        let query = &mut parameters.query;
        if let Some(least) =
            tiles.as_ref().map(|tiles| *tiles.zooms().start()).filter(|&least| least > MAX_TILEJSON_ZOOM)
        {
            let name = if query.has(Name::W) { Name::W } else { Name::H };
            let detail =
                format!("the first zoom of this maze is {least}, and TileJSON has zooms up to {MAX_TILEJSON_ZOOM}");
            query.fault(name, detail);
        }
        let has_seed = query.has(Name::Seed);
        let chosen = tiles.as_ref().filter(|_| !has_seed).map(|tiles| (Name::Seed, tiles.maze.seed().to_string()));
        let mut canonical = String::new();
        write_values(&mut canonical, &query.canonical(&chosen.iter().collect::<Vec<_>>(), |_| false, None));
        let (tiles, _) = parameters.finish(tiles.zip(representation))?;
        let (url, seed) = (format!("{}?{canonical}", context.uri.path()), Some(tiles.maze.seed()));
        let location = match has_seed {
            true => Location::Here { canonical: url, age: Age::Hour, seed },
            false => Location::At(Some(url), seed),
        };
        Ok(MapRequest { document: describe(context, &tiles, &canonical), location })
    }

    fn admit(&self, _: &Settings) -> Result<Job, Problem> {
        Ok(Job::default())
    }

    fn subject(&self, _: &RequestContext) -> Result<Subject, Problem> {
        // The document contains the URLs of the tiles, which depend on the origin that the client uses.
        let is_found_again = matches!(self.location, Location::Here { .. });
        Ok(Subject {
            location: self.location.clone(),
            tag: is_found_again.then(|| Tag::of_bytes(self.document.as_bytes())),
            vary: Vary::Origin,
            media_type: "application/json",
            coding: Coding::Identity,
            work: WorkSummary::NONE,
        })
    }

    async fn make(self: Box<Self>, _: &RequestContext, _: Job) -> Result<Content, Problem> {
        Ok(Content::new(self.document.into()))
    }
}

/// The description of a map whose tiles have this query.
fn describe(context: &RequestContext, tiles: &Tiles, query: &str) -> String {
    let maze = &tiles.maze;
    let [columns, rows] = maze.size().unwrap_or_default();
    let zooms = tiles.zooms();
    let (least, most) = (*zooms.start(), *zooms.end());
    let (algo, seed) = (maze.algorithm().name(), maze.seed());
    let [west, south, east, north] = bounds(tiles);
    let document = json!({
        "tilejson": "3.0.0",
        "name": format!("{columns} × {rows} cells, {algo}, seed {seed}"),
        "description": format!("A maze of {columns} × {rows} cells by the algorithm {algo}, seed {seed}."),
        "attribution": "Dédale",
        "scheme": "xyz",
        "tiles": [format!("{}/map/tiles/{{z}}/{{x}}/{{y}}.png?{}", base_url(context), query)],
        "minzoom": least,
        "maxzoom": most.min(MAX_TILEJSON_ZOOM),
        "bounds": [west, south, east, north],
        "center": [(west + east) / 2.0, (south + north) / 2.0, least],
        // Members that TileJSON does not define.
        "maze": { "algo": algo, "w": columns, "h": rows, "seed": seed, "maxzoom": most, "tilesize": 256 },
    });
    format!("{document}\n")
}

/// The parameters of a map.
struct ParsedMap {
    tiles: Option<Tiles>,
    representation: Option<Representation>,
    /// True if it shows the path.
    solution: bool,
    location: Location,
}

fn parse_map(parameters: &mut Parameters) -> ParsedMap {
    // Each tile is a different window of the maze.
    let parsed = MazeParameters::parse(parameters, GridSource::Part { any: true, by_rows: false });
    let representation = parameters.representation(None);
    let solution = parse_solution(&mut parameters.query, representation);
    let location = parsed.location(parameters);
    ParsedMap { tiles: parsed.options.and_then(|maze| Tiles::new(*maze).ok()), representation, solution, location }
}

/// The URL of the service, as the client sees it.
fn base_url(RequestContext { app, scheme, uri, headers, .. }: &RequestContext) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = uri.authority().map(|authority| authority.as_str()).or(host).unwrap_or("localhost");
    format!("{scheme}://{host}{}", app.base_path)
}

/// The bounds of the maze on a map of the world in Web Mercator, whose zoom 0 is one tile: west, south, east and north,
/// in degrees, rounded outwards.
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
