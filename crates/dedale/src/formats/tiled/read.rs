//! Reads maps of Tiled, in JSON and in XML: one layer of tiles, in which walls are known by their tiles, or a layer of walls alone.

use std::collections::BTreeMap;

use crate::formats::json::end_of;
use crate::parse::Parsed;
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::input::ReadContext;
use crate::parse::legend::{Meanings, Sign, SquareKind};
use crate::parse::matrix::Matrix;

/// The names of layers in which every tile is a wall.
const WALL_LAYERS: [&str; 6] = ["wall", "walls", "collision", "collisions", "obstacles", "solid"];

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
    /// Where the maze begins and ends, by objects that are called so: how many there are of each, and where the first one is.
    pub(super) ends: [(usize, [f64; 2]); 2],
}

impl TiledMap {
    /// Adds what is known of a tile.
    pub(super) fn add_tile(&mut self, number: u32, kind: &str, has_shape: bool) {
        if has_shape || WALL_LAYERS.iter().any(|name| kind.eq_ignore_ascii_case(name)) {
            self.walls.push(number);
        }
    }

    /// Adds an object, if its type or its name is that of an end.
    pub(super) fn add_object(&mut self, names: [&str; 2], at: [f64; 2]) {
        if let Some(end) = names.into_iter().find_map(end_of) {
            let (count, first) = &mut self.ends[end];
            if *count == 0 {
                *first = at;
            }
            *count += 1;
        }
    }

    /// How many tiles a layer has.
    pub(super) fn places(&self) -> usize {
        self.size[0].saturating_mul(self.size[1])
    }

    /// Adds a tile to a layer. One that has more than the map has places is an error.
    pub(super) fn push_tile(&self, tiles: &mut Vec<u32>, tile: u32) -> Result<(), ParseError> {
        if tiles.len() == self.places() {
            let [columns, rows] = self.size;
            let detail = format!("a layer has more tiles than the map has places, which are {columns} × {rows}");
            return Err(ParseError::inconsistent(None, detail));
        }
        tiles.push(tile);
        Ok(())
    }

    /// Adds a layer, whose tiles are as many as the map has places.
    pub(super) fn add_layer(&mut self, name: String, tiles: Vec<u32>) -> Result<(), ParseError> {
        let [columns, rows] = self.size;
        if tiles.len() == self.places() {
            self.layers.push((name, tiles));
            return Ok(());
        }
        let detail = format!("the layer {name:?} has {} tiles, and the map {columns} × {rows} places", tiles.len());
        Err(ParseError::inconsistent(None, detail))
    }

    /// Returns the layer that is the maze, and whether all of its tiles are walls.
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

    /// Returns the maze of this map.
    pub(super) fn read(mut self, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
        let (tiles, is_of_walls) = self.layer()?;
        self.walls.sort_unstable();
        let has_legend = !context.options.legend.is_empty();
        let meanings = Meanings::of_numbers(&context.options.legend, false, |_| false)?;
        if !is_of_walls && !has_legend && self.walls.is_empty() {
            return Err(unknown_tiles(&tiles));
        }
        let ends = self.ends(&tiles, is_of_walls, context);
        let mut matrix = Matrix::new(self.size, Meanings::default(), context)?;
        for (number, &tile) in tiles.iter().enumerate() {
            if number % self.size[0] == 0 {
                context.go_on()?;
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
            matrix.push(square, || InputPlace::Address(place.into()));
        }
        matrix.read(context)
    }

    /// Returns the places of the entrance and of the exit, where one object is each.
    fn ends(&self, tiles: &[u32], is_of_walls: bool, context: &ReadContext<'_>) -> [Option<usize>; 2] {
        let mut number = 0;
        self.ends.map(|(count, [x, y])| {
            let what = ["start", "exit"][number];
            number += 1;
            if count == 0 {
                return None;
            }
            let [column, row] = [x / self.tile[0], y / self.tile[1]].map(f64::floor);
            let is_inside = |number: f64, side: usize| (0.0..side as f64).contains(&number);
            let place = (is_inside(column, self.size[0]) && is_inside(row, self.size[1]))
                .then(|| row as usize * self.size[0] + column as usize);
            let is_wall = |place: usize| {
                let tile = tiles[place] & !TURNED;
                if is_of_walls { tile != 0 } else { self.walls.binary_search(&tile).is_ok() }
            };
            let why = match place {
                _ if count > 1 => format!("{count} objects are a {what}"),
                None => format!("the object that is the {what} is not on the map"),
                Some(place) if is_wall(place) => format!("the object that is the {what} is on a wall"),
                Some(place) => return Some(place),
            };
            context.warn(None, format!("{why}, and no end was taken from it"));
            None
        })
    }
}

/// Returns the error that it is not known which tiles are walls.
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
    use crate::parse::json_value::Value;

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
    #[serde(bound(deserialize = "'de: 'a"))]
    struct Map<'a> {
        width: usize,
        height: usize,
        tilewidth: f64,
        tileheight: f64,
        #[serde(default)]
        orientation: String,
        layers: &'a RawValue,
        tilesets: &'a RawValue,
    }

    #[derive(Deserialize)]
    #[serde(bound(deserialize = "'de: 'a"))]
    struct TileLayer<'a> {
        #[serde(default)]
        name: String,
        data: Option<&'a RawValue>,
        objects: Option<&'a RawValue>,
    }

    #[derive(Deserialize)]
    #[serde(bound(deserialize = "'de: 'a"))]
    struct Tileset<'a> {
        firstgid: u32,
        tiles: Option<&'a RawValue>,
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
        gid: Option<IgnoredAny>,
    }

    fn read(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
        let whole = Value::new(input.text()).of(context);
        let Map { width, height, tilewidth, tileheight, orientation, layers, tilesets } =
            whole.object("a map of Tiled")?;
        check_orientation(&orientation)?;
        context.check_size([width, height])?;
        let mut map = TiledMap { size: [width, height], tile: [tilewidth, tileheight], ..TiledMap::default() };
        // Each of them is read separately: there may be millions.
        whole.part(tilesets).each("an array of tilesets", |tileset| {
            let Tileset { firstgid, tiles } = tileset.object("a tileset")?;
            let Some(tiles) = tiles else { return Ok(()) };
            whole.part(tiles).each("an array of tiles", |tile| {
                let TileInfo { id, r#type, objectgroup } = tile.object("a tile")?;
                map.add_tile(firstgid.saturating_add(id), &r#type, objectgroup.is_some());
                Ok(())
            })
        })?;
        whole.part(layers).each("an array of layers", |layer| {
            let TileLayer { name, data, objects } = layer.object("a layer")?;
            if let Some(objects) = objects {
                whole.part(objects).each("an array of objects", |object| {
                    let MapObject { name, r#type, x, y, gid } = object.object("an object")?;
                    // The place of a tile that is an object is that of its lower left corner.
                    let y = if gid.is_some() { y - tileheight / 2.0 } else { y };
                    map.add_object([&r#type, &name], [x, y]);
                    Ok(())
                })?;
            }
            let Some(data) = data.map(|data| whole.part(data)) else { return Ok(()) };
            if data.text().starts_with('"') {
                let detail =
                    "a layer is read as numbers, and this one is encoded: save the map with the tile layer format CSV";
                return Err(ParseError::malformed(data.start(), detail));
            }
            context.ask(4 * map.places() as u64)?;
            let mut tiles = Vec::new();
            data.each("an array of the numbers of tiles", |tile| {
                let number = u32::try_from(tile.number()?);
                map.push_tile(&mut tiles, number.map_err(|_| ParseError::malformed(tile.start(), NO_TILE))?)
            })?;
            map.add_layer(name, tiles)
        })?;
        map.read(context)
    }
}

/// Maps in XML.
#[cfg(feature = "xml")]
pub(crate) mod xml {
    use std::borrow::Cow;
    use std::io::Read as _;
    use std::str::FromStr;

    use base64::alphabet;
    use base64::engine::{DecodePaddingMode, Engine as _, GeneralPurpose, GeneralPurposeConfig};
    use flate2::read::{GzDecoder, ZlibDecoder};
    use quick_xml::events::{BytesStart, Event};
    use quick_xml::reader::Reader;

    use super::*;
    use crate::parse::InputFormat;
    use crate::parse::input::{Input, lines};

    pub(crate) const INPUT: InputFormat = InputFormat {
        name: "tmx",
        description: "The same in XML, with layers as CSV or base64, which zlib or gzip may compress.",
        first_line: r#"<map version="1.10" orientation="orthogonal""#,
        is_of_squares: true,
        fits: |input| {
            input.first_char() == Some('<')
                && ["<map", "<layer", "<tileset"].iter().all(|tag| input.text().contains(tag))
        },
        read,
    };

    /// Why a layer is refused that is written otherwise.
    const UNREAD: &str = "a layer is read as CSV, or as base64 without compression, with zlib or with gzip: save the map with the tile layer format CSV";

    /// How far a map has been read.
    #[derive(Default)]
    struct TmxProgress {
        map: TiledMap,
        /// The number of the first tile of the tileset, and the tile in it with its type, which may have a shape.
        first: u32,
        tile: Option<(u32, String)>,
        /// The layer that is open, and its tiles, once they have begun.
        layer: Option<String>,
        tiles: Option<Vec<u32>>,
        /// What was read of these as base64.
        packed: Option<(Packing, Vec<u8>)>,
    }

    fn read(input: &Input<'_>, context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
        let mut reader = Reader::from_str(input.text());
        let mut progress = TmxProgress::default();
        loop {
            context.go_on()?;
            let event = reader.read_event().map_err(|error| {
                let offset = usize::try_from(reader.error_position()).unwrap_or(usize::MAX).min(input.text().len());
                let before = String::from_utf8_lossy(&input.text().as_bytes()[..offset]);
                let line = lines(&before).last().unwrap_or_default();
                let place = InputPlace::text(before.matches('\n').count() + 1, line.chars().count() + 1);
                ParseError::malformed(place, format!("the XML cannot be read: {error}"))
            })?;
            match event {
                Event::Start(tag) => progress.open(&tag, context)?,
                Event::Empty(tag) => {
                    progress.open(&tag, context)?;
                    progress.close(tag.name().as_ref())?;
                }
                Event::Text(text) => progress.add_text(&text)?,
                Event::End(tag) => progress.close(tag.name().as_ref())?,
                Event::Eof => break,
                _ => {}
            }
        }
        progress.map.read(context)
    }

    impl TmxProgress {
        /// Takes the beginning of an element.
        fn open(&mut self, tag: &BytesStart<'_>, context: &ReadContext<'_>) -> Result<(), ParseError> {
            let text = |name: &str| attribute(tag, name).unwrap_or_default();
            match tag.name().as_ref() {
                b"map" => {
                    check_orientation(&text("orientation"))?;
                    self.map.size = [number(tag, "width")?, number(tag, "height")?];
                    self.map.tile = [number(tag, "tilewidth")?, number(tag, "tileheight")?];
                    context.check_size(self.map.size)?;
                }
                b"tileset" => self.first = number(tag, "firstgid")?,
                b"tile" => {
                    let kind = if text("type").is_empty() { text("class") } else { text("type") };
                    let tile = self.first.saturating_add(number(tag, "id")?);
                    self.map.add_tile(tile, &kind, false);
                    self.tile = Some((tile, kind.into_owned()));
                }
                b"objectgroup" => {
                    if let Some((tile, kind)) = &self.tile {
                        self.map.add_tile(*tile, kind, true);
                    }
                }
                b"object" if self.tile.is_none() => {
                    let kind = if text("type").is_empty() { text("class") } else { text("type") };
                    let [x, y]: [f64; 2] = [number(tag, "x")?, number(tag, "y")?];
                    // The place of a tile that is an object is that of its lower left corner.
                    let y = if attribute(tag, "gid").is_some() { y - self.map.tile[1] / 2.0 } else { y };
                    self.map.add_object([&kind, &text("name")], [x, y]);
                }
                b"layer" => self.layer = Some(text("name").into_owned()),
                b"data" if self.layer.is_some() => {
                    // For each place, four bytes of what is encoded, and a number.
                    self.packed = match (&*text("encoding"), &*text("compression")) {
                        ("csv", _) => None,
                        ("base64", "" | "none") => Some((Packing::None, Vec::new())),
                        ("base64", "zlib") => Some((Packing::Zlib, Vec::new())),
                        ("base64", "gzip") => Some((Packing::Gzip, Vec::new())),
                        _ => return Err(ParseError::malformed(None, UNREAD)),
                    };
                    context.ask(8 * self.map.places() as u64)?;
                    self.tiles = Some(Vec::new());
                }
                _ => {}
            }
            Ok(())
        }

        /// Takes text: the numbers of the tiles of a layer.
        fn add_text(&mut self, text: &[u8]) -> Result<(), ParseError> {
            let Some(tiles) = &mut self.tiles else { return Ok(()) };
            if let Some((_, packed)) = &mut self.packed {
                packed.extend(text.iter().filter(|byte| !byte.is_ascii_whitespace()));
                return Ok(());
            }
            for word in text.split(|&byte| byte == b',').map(<[u8]>::trim_ascii).filter(|word| !word.is_empty()) {
                let number = str::from_utf8(word).ok().and_then(|word| word.parse().ok());
                self.map.push_tile(tiles, number.ok_or_else(|| ParseError::malformed(None, NO_TILE))?)?;
            }
            Ok(())
        }

        /// Takes the end of an element.
        fn close(&mut self, name: &[u8]) -> Result<(), ParseError> {
            match name {
                b"tile" => self.tile = None,
                b"data" => {
                    if let (Some((packing, packed)), Some(tiles)) = (self.packed.take(), &mut self.tiles) {
                        let bytes = packing.unpack(&packed, 4 * self.map.places());
                        let bytes = bytes.ok_or_else(|| {
                            ParseError::malformed(None, "a layer that is encoded as base64 cannot be decoded")
                        })?;
                        for number in bytes.as_chunks().0 {
                            self.map.push_tile(tiles, u32::from_le_bytes(*number))?;
                        }
                    }
                }
                b"layer" => {
                    if let (Some(name), Some(tiles)) = (self.layer.take(), self.tiles.take()) {
                        self.map.add_layer(name, tiles)?;
                    }
                }
                _ => {}
            }
            Ok(())
        }
    }

    /// How the tiles of a layer are compressed, four bytes each, before they are written as base64.
    enum Packing {
        None,
        Zlib,
        Gzip,
    }

    impl Packing {
        /// Returns the bytes that were packed; no more than one byte above `most` of them. `None` if they are damaged.
        fn unpack(&self, packed: &[u8], most: usize) -> Option<Vec<u8>> {
            let bytes = BASE64.decode(packed).ok()?;
            let most = most as u64 + 1;
            let mut out = Vec::new();
            match self {
                Packing::None => return Some(bytes),
                Packing::Zlib => ZlibDecoder::new(&bytes[..]).take(most).read_to_end(&mut out),
                Packing::Gzip => GzDecoder::new(&bytes[..]).take(most).read_to_end(&mut out),
            }
            .ok()?;
            Some(out)
        }
    }

    /// Base64 with or without what fills it up to four digits.
    const BASE64: GeneralPurpose = GeneralPurpose::new(
        &alphabet::STANDARD,
        GeneralPurposeConfig::new()
            .with_decode_padding_mode(DecodePaddingMode::Indifferent)
            .with_decode_allow_trailing_bits(true),
    );

    /// Returns the value of an attribute, as it is written. The names and numbers that are looked for have no escapes.
    fn attribute<'a>(tag: &'a BytesStart<'_>, name: &str) -> Option<Cow<'a, str>> {
        // Without a search for others of the same name, which takes long where there are many.
        let mut attributes = tag.attributes();
        let found =
            attributes.with_checks(false).flatten().find(|attribute| attribute.key.as_ref() == name.as_bytes())?;
        Some(String::from_utf8_lossy(&found.value).into_owned().into())
    }

    /// Returns the number that an attribute is.
    fn number<T: FromStr>(tag: &BytesStart<'_>, name: &str) -> Result<T, ParseError> {
        let wrong = || {
            let element: String = String::from_utf8_lossy(tag.name().as_ref()).chars().take(20).collect();
            ParseError::malformed(None, format!("the element {element} must have a number as {name}"))
        };
        attribute(tag, name).and_then(|text| text.parse().ok()).ok_or_else(wrong)
    }
}

/// Why a layer is refused in which something else stands.
#[cfg(any(feature = "json", feature = "xml"))]
const NO_TILE: &str = "this is no number of a tile";

/// Fails for a map whose tiles are no squares.
fn check_orientation(orientation: &str) -> Result<(), ParseError> {
    if orientation.is_empty() || orientation == "orthogonal" {
        return Ok(());
    }
    let shown: String = orientation.chars().take(20).collect();
    Err(ParseError::malformed(None, format!("a map of squares is read, and its orientation is {shown:?}")))
}
