//! Reads maps of Tiled, in JSON and in XML: one layer of tiles, in which walls are known by their tiles, or a layer of walls alone.

use crate::parse::Parsed;
use std::collections::BTreeMap;

use crate::parse::error::{ParseError, Place};
use crate::parse::input::Request;
use crate::parse::legend::{Meanings, Sign, SquareKind};
use crate::parse::matrix::Matrix;

/// The names of layers in which every tile is a wall.
const WALL_LAYERS: [&str; 6] = ["wall", "walls", "collision", "collisions", "obstacles", "solid"];

/// The types and names of objects where the maze begins, and where it ends.
const ENDS: [&[&str]; 2] = [&["entrance", "start", "spawn", "player"], &["exit", "end", "goal", "finish"]];

/// The bits of the number of a tile that say how it is turned.
const TURNED: u32 = 0xf000_0000;

/// What a map says.
#[derive(Debug, Default)]
pub(super) struct TiledMap {
    /// The columns and the rows of tiles.
    pub(super) size: [usize; 2],
    /// The width and the height of a tile.
    pub(super) tile: [f64; 2],
    /// The layers of tiles: the name of each, and the number of the tile in each place.
    pub(super) layers: Vec<(String, Vec<u32>)>,
    /// The numbers of the tiles that are walls: of the type `wall`, or with a shape that things collide with.
    pub(super) walls: Vec<u32>,
    /// The types and the names of objects, and where they are.
    pub(super) objects: Vec<([String; 2], [f64; 2])>,
}

impl TiledMap {
    /// Adds what is known of a tile.
    pub(super) fn add_tile(&mut self, number: u32, kind: &str, has_shape: bool) {
        if has_shape || WALL_LAYERS.iter().any(|name| kind.eq_ignore_ascii_case(name)) {
            self.walls.push(number);
        }
    }

    /// Adds a layer, whose tiles are as many as the map has places.
    pub(super) fn add_layer(&mut self, name: String, tiles: Vec<u32>) -> Result<(), ParseError> {
        let [columns, rows] = self.size;
        if tiles.len() == columns.saturating_mul(rows) {
            self.layers.push((name, tiles));
            return Ok(());
        }
        let detail = format!("the layer {name:?} has {} tiles, and the map {columns} × {rows} places", tiles.len());
        Err(ParseError::inconsistent(None, detail))
    }

    /// The layer that is the maze, and whether all of its tiles are walls.
    fn layer(&mut self) -> Result<(Vec<u32>, bool), ParseError> {
        let is_of_walls = |name: &str| WALL_LAYERS.iter().any(|known| name.eq_ignore_ascii_case(known));
        let lone = (self.layers.len() == 1).then_some(0);
        let Some(number) = lone.or_else(|| self.layers.iter().position(|(name, _)| is_of_walls(name))) else {
            let names: Vec<String> = self.layers.iter().take(8).map(|(name, _)| format!("{name:?}")).collect();
            let detail = match names.is_empty() {
                true => "the map has no layer of tiles".to_owned(),
                false => format!("the map has the layers {}, and none is called walls or collision", names.join(", ")),
            };
            return Err(ParseError::inconsistent(None, detail));
        };
        let (name, tiles) = self.layers.swap_remove(number);
        Ok((tiles, is_of_walls(&name)))
    }

    /// The maze of this map.
    pub(super) fn read(mut self, request: &Request<'_>) -> Result<Parsed, ParseError> {
        let (tiles, is_of_walls) = self.layer()?;
        self.walls.sort_unstable();
        let has_legend = !request.options.legend.is_empty();
        let meanings = Meanings::of_numbers(&request.options.legend, false)?;
        if !is_of_walls && !has_legend && self.walls.is_empty() {
            return Err(unknown_tiles(&tiles));
        }
        let ends = self.ends();
        let mut matrix = Matrix::new(self.size, Meanings::default(), request)?;
        for (number, &tile) in tiles.iter().enumerate() {
            if number % self.size[0] == 0 {
                request.go_on()?;
            }
            let tile = tile & !TURNED;
            let is_wall = if is_of_walls { tile != 0 } else { self.walls.binary_search(&tile).is_ok() };
            let known = if is_wall { SquareKind::Wall } else { SquareKind::Free };
            let square = meanings.given(Sign::Number(tile.into())).unwrap_or(known);
            let square = match ends.map(|end| end == Some(number)) {
                _ if square == SquareKind::Wall => square,
                [true, true] => SquareKind::Both,
                [true, false] => SquareKind::Start,
                [false, true] => SquareKind::End,
                [false, false] => square,
            };
            let place = [number / self.size[0], number % self.size[0]].map(|number| number as u32);
            matrix.push(square, || Place::Address(place.into()));
        }
        matrix.read(request)
    }

    /// The places of the entrance and of the exit, where one object is each.
    fn ends(&self) -> [Option<usize>; 2] {
        ENDS.map(|known| {
            let is_end = |name: &String| known.iter().any(|known| name.eq_ignore_ascii_case(known));
            let mut objects = self.objects.iter().filter(|(names, _)| names.iter().any(is_end));
            let (_, [x, y]) = objects.next().filter(|_| objects.next().is_none())?;
            let [column, row] = [x / self.tile[0], y / self.tile[1]].map(|number| number.floor().max(0.0) as usize);
            (column < self.size[0] && row < self.size[1]).then_some(row * self.size[0] + column)
        })
    }
}

/// The error that it is not known which tiles are walls.
fn unknown_tiles(tiles: &[u32]) -> ParseError {
    let mut counts = BTreeMap::new();
    for tile in tiles.iter().map(|tile| tile & !TURNED) {
        if counts.len() < 8 || counts.contains_key(&tile) {
            *counts.entry(tile).or_insert(0) += 1;
        }
    }
    let shown: Vec<String> = counts.iter().map(|(tile, count)| format!("{tile} ({count})")).collect();
    let first = counts.keys().next().unwrap_or(&1);
    let detail = format!(
        "no tile has the type wall or a shape to collide with: of the tiles {}, walls={first} or another list says which are walls",
        shown.join(", ")
    );
    ParseError::inconsistent(None, detail)
}

/// Maps in JSON.
#[cfg(feature = "json")]
pub(crate) mod json {
    use serde::Deserialize;
    use serde::de::IgnoredAny;
    use serde_json::value::RawValue;

    use super::*;
    use crate::parse::InputFormat;
    use crate::parse::input::Input;
    use crate::parse::values::Value;

    pub(crate) const INPUT: InputFormat = InputFormat {
        name: "tmj",
        description: "A map of Tiled in JSON, with one layer of tiles, or a layer of walls. A tile is a wall if it has the type wall, or a shape to collide with.",
        first_line: r#"{"type":"map","tiledversion":"#,
        is_of_squares: true,
        fits: |input| {
            input.first_char() == Some('{')
                && ["\"layers\"", "\"tilesets\""].iter().all(|name| input.text().contains(name))
        },
        read,
    };

    #[derive(Deserialize)]
    struct Map<'a> {
        width: usize,
        height: usize,
        tilewidth: f64,
        tileheight: f64,
        #[serde(default)]
        orientation: String,
        #[serde(borrow)]
        layers: Vec<TileLayer<'a>>,
        tilesets: Vec<Tileset>,
    }

    #[derive(Deserialize)]
    struct TileLayer<'a> {
        #[serde(default)]
        name: String,
        #[serde(borrow)]
        data: Option<&'a RawValue>,
        #[serde(default)]
        objects: Vec<MapObject>,
    }

    #[derive(Deserialize)]
    struct Tileset {
        firstgid: u32,
        #[serde(default)]
        tiles: Vec<TileInfo>,
    }

    #[derive(Deserialize)]
    struct TileInfo {
        id: u32,
        #[serde(default, alias = "class")]
        r#type: String,
        objectgroup: Option<IgnoredAny>,
    }

    #[derive(Deserialize)]
    struct MapObject {
        #[serde(default)]
        name: String,
        #[serde(default, alias = "class")]
        r#type: String,
        x: f64,
        y: f64,
    }

    fn read(input: &Input<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
        let whole = Value::new(input.text()).of(request);
        let Map { width, height, tilewidth, tileheight, orientation, layers, tilesets } =
            whole.object("a map of Tiled")?;
        check_orientation(&orientation)?;
        request.check_size([width, height])?;
        let mut map = TiledMap { size: [width, height], tile: [tilewidth, tileheight], ..TiledMap::default() };
        for Tileset { firstgid, tiles } in tilesets {
            for TileInfo { id, r#type, objectgroup } in tiles {
                map.add_tile(firstgid.saturating_add(id), &r#type, objectgroup.is_some());
            }
        }
        for TileLayer { name, data, objects } in layers {
            map.objects.extend(objects.into_iter().map(|object| ([object.r#type, object.name], [object.x, object.y])));
            let Some(data) = data else { continue };
            let data = whole.part(data);
            if data.text().starts_with('"') {
                return Err(ParseError::malformed(data.start(), compressed()));
            }
            request.ask(4 * (width as u64) * (height as u64))?;
            let mut tiles = Vec::new();
            data.each("an array of the numbers of tiles", |tile| {
                let number = tile.number()?;
                tiles.push(
                    u32::try_from(number)
                        .map_err(|_| ParseError::malformed(tile.start(), "this is no number of a tile"))?,
                );
                Ok(())
            })?;
            map.add_layer(name, tiles)?;
        }
        map.read(request)
    }
}

/// Maps in XML.
#[cfg(feature = "xml")]
pub(crate) mod xml {
    use roxmltree::{Document, Node};

    use super::*;
    use crate::parse::InputFormat;
    use crate::parse::input::Input;

    pub(crate) const INPUT: InputFormat = InputFormat {
        name: "tmx",
        description: "The same in XML, with layers as CSV.",
        first_line: r#"<map version="1.10" orientation="orthogonal""#,
        is_of_squares: true,
        fits: |input| {
            input.first_char() == Some('<')
                && ["<map", "<layer", "<tileset"].iter().all(|name| input.text().contains(name))
        },
        read,
    };

    /// How many bytes a document takes for each byte of its text.
    const BYTES_A_BYTE: u64 = 16;

    fn read(input: &Input<'_>, request: &Request<'_>) -> Result<Parsed, ParseError> {
        request.ask(BYTES_A_BYTE * input.text().len() as u64)?;
        let wrong = |error: roxmltree::Error| {
            let place = error.pos();
            ParseError::malformed(
                Place::text(place.row as usize, place.col as usize),
                format!("the XML cannot be read: {error}"),
            )
        };
        let document = Document::parse(input.text()).map_err(wrong)?;
        let root = document.root_element();
        check_orientation(root.attribute("orientation").unwrap_or_default())?;
        let size = [number(root, "width")?, number(root, "height")?];
        let tile = [number(root, "tilewidth")?, number(root, "tileheight")?];
        request.check_size(size)?;
        let mut map = TiledMap { size, tile: tile.map(|side: usize| side as f64), ..TiledMap::default() };
        let named = |node: Node<'_, '_>, name: &str| node.is_element() && node.has_tag_name(name);
        for tileset in root.children().filter(|&node| named(node, "tileset")) {
            let first: u32 = number(tileset, "firstgid")?;
            for tile in tileset.children().filter(|&node| named(node, "tile")) {
                let kind = tile.attribute("type").or(tile.attribute("class")).unwrap_or_default();
                let has_shape = tile.children().any(|node| named(node, "objectgroup"));
                map.add_tile(first.saturating_add(number(tile, "id")?), kind, has_shape);
            }
        }
        for object in root.descendants().filter(|&node| named(node, "object") && node.attribute("x").is_some()) {
            let name = |name| object.attribute(name).unwrap_or_default().to_owned();
            let kind = if name("type").is_empty() { name("class") } else { name("type") };
            map.objects.push(([kind, name("name")], [number(object, "x")?, number(object, "y")?]));
        }
        for layer in root.children().filter(|&node| named(node, "layer")) {
            let Some(data) = layer.children().find(|&node| named(node, "data")) else { continue };
            if data.attribute("encoding") != Some("csv") {
                return Err(ParseError::malformed(None, compressed()));
            }
            request.ask(4 * (size[0] as u64) * (size[1] as u64))?;
            let words = data.text().unwrap_or_default().split(',').map(str::trim).filter(|word| !word.is_empty());
            let tiles: Option<Vec<u32>> = words.map(|word| word.parse().ok()).collect();
            let tiles = tiles
                .ok_or_else(|| ParseError::malformed(None, "a layer has something that is no number of a tile"))?;
            map.add_layer(layer.attribute("name").unwrap_or_default().to_owned(), tiles)?;
        }
        map.read(request)
    }

    /// The number that an attribute is.
    fn number<T: std::str::FromStr>(node: Node<'_, '_>, name: &str) -> Result<T, ParseError> {
        let wrong = || format!("the element {} must have a number as {name}", node.tag_name().name());
        node.attribute(name).and_then(|text| text.parse().ok()).ok_or_else(|| ParseError::malformed(None, wrong()))
    }
}

/// Fails for a map whose tiles are no squares.
fn check_orientation(orientation: &str) -> Result<(), ParseError> {
    if orientation.is_empty() || orientation == "orthogonal" {
        return Ok(());
    }
    let shown: String = orientation.chars().take(20).collect();
    Err(ParseError::malformed(None, format!("a map of squares is read, and its orientation is {shown:?}")))
}

fn compressed() -> &'static str {
    "a layer is read as numbers, and this one is encoded: save the map with the tile layer format CSV"
}
