//! What tile of which map a request asks for.

use dedale::about::parse_digits;
use dedale::endless::{Tile, Tiles};
use dedale::format::Format;
use dedale::picture::Style;
use dedale::rng::MAX_SEED;
use dedale::text::Encoding;

use super::admit::{Job, Task};
use super::draft::{Draft, Ground, age};
use super::format::{Call, FormatFrom, Reading, Written};
use super::parameters::{Groups, Name};
use super::query::text_of;
use super::window::shown;
use crate::problem::{Code, Kind, Problem, Reason};
use crate::response::caching::Age;
use crate::settings::Settings;
use crate::work::pool::Cost;

/// The path of a tile, after `/map/tiles/`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TilePath {
    /// The zoom.
    pub zoom: u32,
    /// The tile, from left to right and from top to bottom. Where it is outside of any maze, [`u64::MAX`].
    pub place: [u64; 2],
    /// Whether it has twice as many pixels across and down.
    pub is_double: bool,
    /// PNG, SVG or JSON.
    pub format: Format,
}

impl TilePath {
    /// Reads the parts of the path, the last of which is such as `5.png` or `5@2x.png`; `None` if it is not the path of a tile.
    pub fn read(zoom: &str, x: &str, file: &str) -> Option<TilePath> {
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

/// Where a tile is on an axis. Map libraries ask for tiles outside of the map as well.
fn place(text: &str) -> Option<u64> {
    let is_number = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
    let number = text.parse::<i64>().ok().filter(|_| is_number)?;
    Some(u64::try_from(number).unwrap_or(u64::MAX))
}

/// A checked request for a tile.
#[derive(Clone, Debug)]
pub struct TileRequest {
    /// The tile.
    pub tile: Tile,
    /// How it is written.
    pub written: Written,
    /// Whether it shows the path.
    pub solution: bool,
    /// How long it may be kept.
    pub age: Age,
}

impl TileRequest {
    /// This request, with the work for the window around the tile, and its pixels.
    pub fn admitted(self, settings: &Settings) -> Result<(TileRequest, Job), Problem> {
        let job = self.admit(settings)?;
        Ok((self, job))
    }

    fn admit(&self, settings: &Settings) -> Result<Job, Problem> {
        let tile = &self.tile;
        let Some(around) = &tile.around else {
            // Outside of the maze, there is nothing but the ground.
            let cost = Cost { steps: tile.expected_steps(), bytes: tile.expected_bytes() };
            return Ok(Job { cost, attempts: None });
        };
        let task = Task::making(around).painted(tile);
        if self.solution { task.with_path_of_part(None) } else { task }.admit(settings)
    }
}

/// Reads and checks a request for a tile.
pub fn tile(call: Call<'_>, path: TilePath) -> Result<TileRequest, Problem> {
    let mut reading = call.read(Groups::MAP | Groups::TILE | Groups::ENCODING, FormatFrom::Path(path.format))?;
    let query = &mut reading.query;
    if !query.has(Name::Seed) {
        query.fault(
            Name::Seed,
            Reason::new(
                Code::Missing,
                "must be given: else every tile would be of another maze. /map/tiles.json chooses a seed",
            ),
        );
    }
    let age = age(query);
    let (tiles, written, solution) = read(&mut reading);
    let (tiles, written) = reading.finish(tiles.zip(written))?;
    let [x, y] = path.place;
    let tile = tiles.tile(path.zoom, x, y, path.is_double).ok_or_else(|| {
        let zooms = tiles.zooms();
        let detail = format!("The zooms of this maze are {} to {}.", zooms.start(), zooms.end());
        Problem::new(Kind::NOT_FOUND, detail)
    })?;
    Ok(TileRequest { tile, written, solution, age })
}

/// A checked request for the description of a map.
#[derive(Clone, Debug)]
pub struct MapRequest {
    /// The map.
    pub tiles: Tiles,
    /// The query of its tiles.
    pub query: String,
    /// Whether the seed was drawn, so that another request has another map.
    pub is_drawn: bool,
}

/// The largest zoom of TileJSON.
pub const MAX_TILEJSON_ZOOM: u32 = 30;

/// Reads and checks a request for the description of a map.
pub fn map(call: Call<'_>) -> Result<MapRequest, Problem> {
    let mut reading = call.read(Groups::MAP | Groups::TILE, FormatFrom::Path(Format::Png(Style::DEFAULT)))?;
    let (tiles, written, _) = read(&mut reading);
    let query = &mut reading.query;
    if let Some(least) = tiles.as_ref().map(|tiles| *tiles.zooms().start()).filter(|&least| least > MAX_TILEJSON_ZOOM) {
        let name = if query.has(Name::W) { Name::W } else { Name::H };
        let detail =
            format!("the first zoom of this maze is {least}, and TileJSON has zooms up to {MAX_TILEJSON_ZOOM}");
        query.fault(name, detail);
    }
    let is_drawn = !query.has(Name::Seed);
    let drawn = is_drawn.then(|| (Name::Seed, (call.random_seed & MAX_SEED).to_string()));
    let text = text_of(&query.canonical(drawn.as_slice(), &[], None));
    let (tiles, _) = reading.finish(tiles.zip(written))?;
    Ok(MapRequest { tiles, query: text, is_drawn })
}

fn read(reading: &mut Reading<'_>) -> (Option<Tiles>, Option<Written>, bool) {
    // Each tile is another window of the maze.
    let draft = Draft::read(reading, Ground::Part { any: true, by_rows: false });
    let written = reading.written_whole(None);
    let solution = shown(&mut reading.query, written);
    (draft.options.and_then(|maze| Tiles::new(*maze).ok()), written, solution)
}
