//! The maze as a map of Tiled, in [JSON](https://doc.mapeditor.org/en/stable/reference/json-map-format/) or
//! [XML](https://doc.mapeditor.org/en/stable/reference/tmx-map-format/): a layer of tiles, floor and wall, and a layer of objects, the
//! entrance, the exit, the path, the rooms, the openings of the outer wall and the dead ends. Both notations say the same in the same
//! order.
//!
//! The two tiles are in the map itself, with their collision shapes; their picture is a file beside it, [`TILES`]. A map of hexagons has a tile
//! for each cell, and there is one tile for each set of walls: [`HEXAGONS`].
//!
//! Maps of squares are read too, those of others as well.

#[cfg(feature = "json")]
pub(crate) mod read;

use std::fmt::{self, Display, Formatter};
use std::io::Write as _;

use super::words::write_even;
use crate::grid::{Cell, Grid as _, GridKind, MeshOptions, Side, Sides, Wrap};
use crate::picture::Room;
use crate::picture::piece_writer::{PieceWriter, WriteInfo, by_pieces};
use crate::picture::strip::WALL;
use crate::picture::{ItemPlace, LockPlace, Picture, RowSource};

/// The name of the picture of the tiles: two beside each other, each of 16 × 16 pixels.
pub const TILES: &str = "tiles.png";

/// The name of the picture of the tiles of a map of hexagons: eight rows of eight, each of 28 × 32 pixels. The tile `k`, from the left and from
/// the top, has the walls whose sum is `k` in [`Encoding::Bits`](super::Encoding::Bits).
pub const HEXAGONS: &str = "hexagons.png";

/// Maps in JSON.
pub(crate) mod tmj {
    use super::*;

    pub(crate) const WRITE: WriteInfo = super::WRITE;

    pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
        super::start(MapNotation::Json, source)
    }
}

/// Maps in XML.
pub(crate) mod tmx {
    use super::*;

    pub(crate) const WRITE: WriteInfo = super::WRITE;

    pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
        super::start(MapNotation::Xml, source)
    }
}

const WRITE: WriteInfo = WriteInfo {
    // Only the whole maze shows how many dead ends there are.
    by_rows: false,
    elements: |_, [columns, rows]| columns.saturating_mul(rows).saturating_mul(4),
    ..WriteInfo::TEXT
};

/// How a map is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MapNotation {
    Json,
    Xml,
}

impl MapNotation {
    /// What is between two objects.
    fn separator(self) -> &'static str {
        if self == MapNotation::Json { "," } else { "" }
    }
}

/// Of what the map consists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TileSet {
    /// A square for each block.
    Squares,
    /// A hexagon for each cell, with its walls.
    Hexagons,
}

/// Width and height of a square in pixels.
const SQUARE: u64 = 16;

/// Width and height of a hexagon, and the length of the sides that stand, in pixels: nearly regular.
const HEXAGON: [u64; 2] = [28, 32];
const SIDE: u64 = 16;

/// The corners of a tile of hexagons, each the first of a side in the order of the sides.
const CORNERS: [[u64; 2]; 6] = [[14, 0], [28, 8], [28, 24], [14, 32], [0, 24], [0, 8]];

impl TileSet {
    /// Returns the middle of the tile of the cell in this row and column, in pixels.
    fn middle(self, [row, column]: [u64; 2]) -> [u64; 2] {
        match self {
            TileSet::Squares => [column, row].map(|line| (2 * line + 1) * SQUARE + SQUARE / 2),
            TileSet::Hexagons => {
                [column * HEXAGON[0] + (1 + row % 2) * (HEXAGON[0] / 2), row * (HEXAGON[1] + SIDE) / 2 + HEXAGON[1] / 2]
            }
        }
    }

    /// Returns the middle of the tile that shows an opening: the one in the outer wall, or that of the cell, which has its walls.
    fn opening(self, (place, side): ([u64; 2], Side)) -> [u64; 2] {
        let [x, y] = self.middle(place);
        match side {
            _ if self == TileSet::Hexagons => [x, y],
            Side::N => [x, y - SQUARE],
            Side::S => [x, y + SQUARE],
            Side::W => [x - SQUARE, y],
            _ => [x + SQUARE, y],
        }
    }

    /// Where a room begins without the walls around it, and how wide and high it is, in pixels. A room of hexagons has several rows, and every
    /// second one is half a tile further to the right.
    fn area(self, &Room { row, column, rows, columns, .. }: &Room) -> [u64; 4] {
        let [row, column, rows, columns] = [row, column, rows, columns].map(u64::from);
        let [wide, high] = HEXAGON;
        match self {
            TileSet::Squares => {
                let ([x, y], sides) = ([column, row].map(|first| (2 * first + 1) * SQUARE), [columns, rows]);
                let [width, height] = sides.map(|cells| (2 * cells - 1) * SQUARE);
                [x, y, width, height]
            }
            TileSet::Hexagons => {
                let [y, height] = [row, rows - 1].map(|rows| rows * (high + SIDE) / 2);
                [column * wide, y, columns * wide + wide / 2, height + high]
            }
        }
    }

    /// What there is to know of the tiles: their types, and the shapes of their walls.
    fn kinds(self, notation: MapNotation) -> String {
        let wall =
            |number: u64, shape: ObjectShape, area: [u64; 4]| Object::new(number, String::new(), "", area, shape);
        let kinds: Vec<String> = match self {
            TileSet::Squares => {
                let floor = match notation {
                    MapNotation::Json => "{\"id\":0,\"type\":\"floor\"}",
                    MapNotation::Xml => "\n  <tile id=\"0\" type=\"floor\"/>",
                };
                let wall = wall(1, ObjectShape::Rectangle, [0, 0, SQUARE, SQUARE]);
                vec![floor.to_owned(), collision(notation, 1, "wall", &[wall])]
            }
            TileSet::Hexagons => {
                let lines = |walls: u8| {
                    let sides = (0..6).filter(move |side| walls >> side & 1 == 1);
                    let line = |(id, side): (u64, usize)| {
                        let ends @ [[x, y], _] = [CORNERS[side], CORNERS[(side + 1) % 6]];
                        wall(id, ObjectShape::Polyline(ends.into()), [x, y, 0, 0])
                    };
                    (1..).zip(sides).map(line).collect::<Vec<_>>()
                };
                (1..64).map(|walls| collision(notation, walls, "", &lines(walls))).collect()
            }
        };
        match notation {
            MapNotation::Json => format!(",\"tiles\":[{}]", kinds.join(",")),
            MapNotation::Xml => kinds.concat(),
        }
    }
}

/// How many objects a piece has.
const PIECE: usize = 64;

fn start(notation: MapNotation, source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    let picture = source.whole()?;
    let mesh = picture.maze.grid().mesh();
    let tiles = if mesh.is_some_and(|mesh| has_map(mesh.options())) { TileSet::Hexagons } else { TileSet::Squares };
    let rows = source.metadata().size()[1];
    // Of squares, there is a line below the last row.
    let strips = if tiles == TileSet::Squares { rows + 1 } else { rows };
    let objects = objects(tiles, source, picture);
    let known = objects.len().div_ceil(PIECE) as u64;
    let dead_ends: u64 = (0..rows).map(|row| dead_ends_of(picture, row).count() as u64).sum();
    let after_last = objects.last().map_or(1, |object| object.id + 1).max(FIRST_ROOM);
    let (mut separator, mut dead_end) = ("", 0);
    by_pieces(strips + known + rows, move |source, number, out| {
        let Some(piece) = number.checked_sub(strips) else {
            if number == 0 {
                out.extend_from_slice(map_start(notation, tiles, source, after_last + dead_ends).as_bytes());
            }
            write_tiles(tiles, source, number, out);
            if number + 1 == strips {
                // In the place of the last comma.
                out.pop();
                out.extend_from_slice(match notation {
                    MapNotation::Json => {
                        b"]},{\"type\":\"objectgroup\",\"id\":2,\"name\":\"objects\",\"x\":0,\"y\":0,\"opacity\":1,\"visible\":true,\
                          \"draworder\":\"topdown\",\"objects\":["
                    }
                    MapNotation::Xml => b"\n  </data>\n </layer>\n <objectgroup id=\"2\" name=\"objects\">\n",
                });
            }
            return;
        };
        let mut put = |object: &Object| {
            let _ = write!(out, "{separator}{}", ObjectText(object, notation));
            separator = notation.separator();
        };
        if piece < known {
            return objects[piece as usize * PIECE..].iter().take(PIECE).for_each(put);
        }
        let Some(picture) = source.whole() else { return };
        for cell in dead_ends_of(picture, piece - known) {
            let name = format!("dead end {}", dead_end + 1);
            put(&Object::point(after_last + dead_end, name, "dead_end", tiles.middle(picture.place(cell))));
            dead_end += 1;
        }
        if piece - known + 1 == rows {
            out.extend_from_slice(match notation {
                MapNotation::Json => b"]}]}\n".as_slice(),
                MapNotation::Xml => b" </objectgroup>\n</map>\n",
            });
        }
    })
}

/// Returns the dead ends of a row. At the edge of a window, it is not known where an opening leads.
fn dead_ends_of(picture: &Picture, row: u64) -> impl Iterator<Item = Cell> {
    let Picture { maze, metadata, .. } = picture;
    let is_closed = |cell| metadata.window.is_none() || maze.open_sides(cell).len() == 1;
    maze.grid().places_of_row(row as u32).flatten().filter(move |&cell| maze.is_dead_end(cell) && is_closed(cell))
}

/// The tiles of a row, with a comma after each. They are counted from 1, and nothing is where a mask leaves out a hexagon.
fn write_tiles(tiles: TileSet, source: &mut dyn RowSource, row: u64, out: &mut Vec<u8>) {
    if let (TileSet::Hexagons, Some(Picture { maze, .. })) = (tiles, source.whole()) {
        let all: Sides = (0..6).map(Side::new).collect();
        for cell in maze.grid().places_of_row(row as u32) {
            let tile = cell.map_or(0, |cell| 1 + all.minus(maze.open_sides(cell)).bits());
            let _ = write!(out, "{tile},");
        }
        return;
    }
    let tile = |&block: &u8| if block == WALL { *b"2," } else { *b"1," };
    write_even(source.strip(row).blocks().numbers.iter().map(tile), out);
}

/// The number of the object of the first room: the entrance, the exit and the path have those before it, whether or not they are there.
const FIRST_ROOM: u64 = 4;

/// All objects but the dead ends: the ends, where they are on the map, the path, the rooms, the openings of the outer wall, items, and doors.
fn objects(tiles: TileSet, source: &dyn RowSource, picture: &Picture) -> Vec<Object> {
    let metadata = source.metadata();
    let at = |address: &[u64]| tiles.middle([address[0], address[1]]);
    let ends = metadata.places_of_ends();
    let ends = [(1, "entrance"), (2, "exit")].into_iter().zip(ends);
    let ends = ends.filter_map(|((id, kind), end)| Some(Object::point(id, kind.to_owned(), kind, tiles.middle(end?))));
    let mut objects: Vec<Object> = ends.collect();
    let path: Vec<_> = picture.turns().into_iter().map(|place| tiles.middle(place)).collect();
    if let Some(&[x, y]) = path.first() {
        objects.push(Object::new(3, "path".to_owned(), "path", [x, y, 0, 0], ObjectShape::Polyline(path)));
    }
    objects.extend((0..).zip(&metadata.rooms).map(|(number, room)| {
        let name = format!("room {}", number + 1);
        Object::new(FIRST_ROOM + number, name, "room", tiles.area(room), ObjectShape::Rectangle)
    }));
    let mut id = FIRST_ROOM + metadata.rooms.len() as u64;
    let mut put = |kind: &str, number: usize, at: [u64; 2]| {
        objects.push(Object::point(id, format!("{kind} {number}"), kind, at));
        id += 1;
    };
    for (number, opening) in (1..).zip(source.openings()) {
        put("opening", number, tiles.opening(opening));
    }
    for (place, ItemPlace { name, cell, .. }) in metadata.items.iter().enumerate() {
        put(name, 1 + metadata.items[..place].iter().filter(|other| other.name == *name).count(), at(cell));
    }
    for LockPlace { lock, cell, far, .. } in &metadata.locks {
        let [[x, y], [far_x, far_y]] = [at(cell), at(far)];
        put("lock", *lock, [(x + far_x) / 2, (y + far_y) / 2]);
    }
    objects
}

/// Everything before the first tile.
fn map_start(notation: MapNotation, tiles: TileSet, source: &dyn RowSource, next_object: u64) -> String {
    let (size, properties) = (source.metadata().size(), properties(notation, &source.metadata().parameters()));
    let is_hexagonal = tiles == TileSet::Hexagons;
    let [width, height] = size.map(|cells| if is_hexagonal { cells } else { 2 * cells + 1 });
    // The size of a tile, and the picture with its tiles across and down.
    let ([wide, high], image, [across, down]) =
        if is_hexagonal { (HEXAGON, HEXAGONS, [8, 8]) } else { ([SQUARE; 2], TILES, [2, 1]) };
    let (count, [image_width, image_height]) = (across * down, [across * wide, down * high]);
    // Odd rows of hexagons are half a tile further to the right.
    let orientation = match (notation, is_hexagonal) {
        (_, false) => "\"orthogonal\"",
        (MapNotation::Json, true) => {
            "\"hexagonal\",\"staggeraxis\":\"y\",\"staggerindex\":\"odd\",\"hexsidelength\":16"
        }
        (MapNotation::Xml, true) => "\"hexagonal\" staggeraxis=\"y\" staggerindex=\"odd\" hexsidelength=\"16\"",
    };
    let kinds = tiles.kinds(notation);
    match notation {
        MapNotation::Json => format!(
            "{{\"type\":\"map\",\"version\":\"1.10\",\"tiledversion\":\"1.10.2\",\"orientation\":{orientation},\
             \"renderorder\":\"right-down\",\"infinite\":false,\"width\":{width},\"height\":{height},\"tilewidth\":{wide},\
             \"tileheight\":{high},\"nextlayerid\":3,\"nextobjectid\":{next_object},\"compressionlevel\":-1,{properties}\"tilesets\":[{{\"firstgid\":1,\
             \"name\":\"maze\",\"tilewidth\":{wide},\"tileheight\":{high},\"spacing\":0,\"margin\":0,\"columns\":{across},\
             \"tilecount\":{count},\"image\":\"{image}\",\"imagewidth\":{image_width},\"imageheight\":{image_height}{kinds}}}],\
             \"layers\":[{{\"type\":\"tilelayer\",\"id\":1,\"name\":\"maze\",\"x\":0,\"y\":0,\
             \"width\":{width},\"height\":{height},\"opacity\":1,\"visible\":true,\"data\":[",
        ),
        MapNotation::Xml => format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <map version=\"1.10\" tiledversion=\"1.10.2\" orientation={orientation} renderorder=\"right-down\" \
             width=\"{width}\" height=\"{height}\" tilewidth=\"{wide}\" tileheight=\"{high}\" infinite=\"0\" \
             nextlayerid=\"3\" nextobjectid=\"{next_object}\">\n{properties} <tileset firstgid=\"1\" name=\"maze\" tilewidth=\"{wide}\" \
             tileheight=\"{high}\" tilecount=\"{count}\" columns=\"{across}\">\n  \
             <image source=\"{image}\" width=\"{image_width}\" height=\"{image_height}\"/>{kinds}\n </tileset>\n \
             <layer id=\"1\" name=\"maze\" width=\"{width}\" height=\"{height}\">\n  <data encoding=\"csv\">\n",
        ),
    }
}

/// Returns the custom properties of the map, and what follows them. All are strings, since seeds are larger than the numbers of Tiled.
fn properties(notation: MapNotation, properties: &[(&str, String)]) -> String {
    let escaped = |letter: char| match (notation, letter) {
        (MapNotation::Json, '"' | '\\') => format!("\\{letter}"),
        (MapNotation::Json, '\0'..' ') => format!("\\u{:04x}", u32::from(letter)),
        // No value has the few control characters that XML does not allow.
        (MapNotation::Xml, '"' | '&' | '<' | '\0'..' ') => format!("&#{};", u32::from(letter)),
        _ => letter.to_string(),
    };
    let texts = properties.iter().map(|(name, value)| {
        let value: String = value.chars().map(escaped).collect();
        match notation {
            MapNotation::Json => format!("{{\"name\":\"{name}\",\"type\":\"string\",\"value\":\"{value}\"}}"),
            MapNotation::Xml => format!("  <property name=\"{name}\" value=\"{value}\"/>\n"),
        }
    });
    let texts = texts.collect::<Vec<_>>().join(notation.separator());
    match notation {
        _ if texts.is_empty() => texts,
        MapNotation::Json => format!("\"properties\":[{texts}],"),
        MapNotation::Xml => format!(" <properties>\n{texts} </properties>\n"),
    }
}

/// What there is to know of a tile with collision shapes.
fn collision(notation: MapNotation, tile: u8, kind: &str, shapes: &[Object]) -> String {
    let objects: Vec<String> = shapes.iter().map(|shape| ObjectText(shape, notation).to_string()).collect();
    let objects = objects.join(notation.separator());
    let named = |before: &str| if kind.is_empty() { String::new() } else { format!("{before}\"{kind}\"") };
    match notation {
        MapNotation::Json => format!(
            "{{\"id\":{tile}{},\"objectgroup\":{{\"type\":\"objectgroup\",\"id\":1,\"name\":\"\",\"x\":0,\"y\":0,\
             \"opacity\":1,\"visible\":true,\"draworder\":\"index\",\"objects\":[{objects}]}}}}",
            named(",\"type\":")
        ),
        MapNotation::Xml => format!(
            "\n  <tile id=\"{tile}\"{}>\n   <objectgroup draworder=\"index\">\n{objects}   </objectgroup>\n  </tile>",
            named(" type=")
        ),
    }
}

/// An object of a map.
struct Object {
    id: u64,
    name: String,
    /// The type.
    kind: String,
    /// Where it begins, and how wide and high it is, in pixels.
    area: [u64; 4],
    shape: ObjectShape,
}

enum ObjectShape {
    Rectangle,
    Point,
    /// The corners. The object begins at the first one.
    Polyline(Vec<[u64; 2]>),
}

impl Object {
    fn new(id: u64, name: String, kind: &str, area: [u64; 4], shape: ObjectShape) -> Object {
        Object { id, name, kind: kind.to_owned(), area, shape }
    }

    fn point(id: u64, name: String, kind: &str, [x, y]: [u64; 2]) -> Object {
        Object::new(id, name, kind, [x, y, 0, 0], ObjectShape::Point)
    }
}

/// An object as it is written.
struct ObjectText<'a>(&'a Object, MapNotation);

impl Display for ObjectText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let &ObjectText(Object { id, name, kind, area: [x, y, width, height], shape }, notation) = self;
        match notation {
            MapNotation::Json => write!(
                f,
                "{{\"id\":{id},\"name\":\"{name}\",\"type\":\"{kind}\",\"x\":{x},\"y\":{y},\"width\":{width},\
                 \"height\":{height},\"rotation\":0,\"visible\":true"
            )?,
            MapNotation::Xml => {
                write!(f, "  <object id=\"{id}\" name=\"{name}\" type=\"{kind}\" x=\"{x}\" y=\"{y}\"")?;
            }
        }
        match (shape, notation) {
            (ObjectShape::Rectangle, MapNotation::Json) => f.write_str("}"),
            (ObjectShape::Rectangle, MapNotation::Xml) => writeln!(f, " width=\"{width}\" height=\"{height}\"/>"),
            (ObjectShape::Point, MapNotation::Json) => f.write_str(",\"point\":true}"),
            (ObjectShape::Point, MapNotation::Xml) => f.write_str("><point/></object>\n"),
            (ObjectShape::Polyline(corners), _) => {
                let corners = corners.iter().map(|to| [to[0] as i64 - *x as i64, to[1] as i64 - *y as i64]);
                let corner = |[x, y]: [i64; 2]| match notation {
                    MapNotation::Json => format!("{{\"x\":{x},\"y\":{y}}}"),
                    MapNotation::Xml => format!("{x},{y}"),
                };
                let corners: Vec<String> = corners.map(corner).collect();
                match notation {
                    MapNotation::Json => write!(f, ",\"polyline\":[{}]}}", corners.join(",")),
                    MapNotation::Xml => writeln!(f, "><polyline points=\"{}\"/></object>", corners.join(" ")),
                }
            }
        }
    }
}

/// Returns true if mazes on a grid with these options are such maps. Where edges are joined, the path would not be a line.
pub(crate) fn has_map(options: &MeshOptions) -> bool {
    options.kind == GridKind::Hex && options.wrap == Wrap::Off && !options.is_smooth()
}
