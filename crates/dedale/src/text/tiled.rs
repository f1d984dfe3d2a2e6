//! The maze as a map of Tiled, in [JSON](https://doc.mapeditor.org/en/stable/reference/json-map-format/) or
//! [XML](https://doc.mapeditor.org/en/stable/reference/tmx-map-format/): a layer of tiles, floor and wall, and a layer of objects, the
//! entrance, the exit, the path, the rooms and the openings of the outer wall. Both notations say the same in the same order.
//!
//! The two tiles are in the map itself; their picture is a file beside it, [`TILES`]. A map of hexagons has a tile for each cell, of which
//! there are as many as there are sets of walls: [`HEXAGONS`].

use std::fmt::{self, Write as _};
use std::io::Write as _;

use crate::edit::Room;
use crate::grid::{Cell, GridKind, Mesh, MeshOptions, Side, Sides, Wrap};
use crate::picture::form::{Form, FormatInfo};
use crate::picture::lattice::{Block, each_block};
use crate::picture::source::turns;
use crate::picture::{Picture, RowSource, Strip};

/// The name of the picture of the tiles: two beside each other, each of 16 × 16 pixels.
pub const TILES: &str = "tiles.png";

/// The name of the picture of the tiles of a map of hexagons: eight rows of eight, each of 28 × 32 pixels. The tile `k`, from the left and from
/// the top, has the walls whose sum is `k` in [`Encoding::Bits`](super::Encoding::Bits).
pub const HEXAGONS: &str = "hexagons.png";

/// Width and height of a tile in pixels.
const TILE: u64 = 16;

/// How a map is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    Json,
    Xml,
}

/// What there is to know of both formats.
pub(crate) const fn info(name: &'static str, media_type: &'static str) -> FormatInfo {
    FormatInfo {
        media_type,
        extension: Some(name),
        elements: |_, [columns, rows]| 2 * columns * rows,
        ..FormatInfo::text(name)
    }
}

pub(crate) fn start(notation: Notation, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    if let Some((picture, mesh)) = of_hexagons(source) {
        // The tile of the cell, which has its walls.
        let openings = picture.maze.openings().map(|(cell, _)| middle(mesh, cell)).collect();
        let objects = Objects::new(notation, openings, picture.head.rooms.len());
        return Some(Box::new(Hexagons { rows: mesh.row_count(), objects }));
    }
    // The middle of the tile in the outer wall that is open.
    let gap = |(place, side): ([u64; 2], Side)| {
        let [x, y] = middle_of(place);
        match side {
            Side::N => [x, y - TILE],
            Side::S => [x, y + TILE],
            Side::W => [x - TILE, y],
            _ => [x + TILE, y],
        }
    };
    let openings = source.openings().into_iter().map(gap).collect();
    let rows = source.head().size()[1];
    Some(Box::new(Tiles { rows, objects: Objects::new(notation, openings, source.head().rooms.len()) }))
}

/// The middle of the tile of a cell.
fn middle_of([row, column]: [u64; 2]) -> [u64; 2] {
    [column, row].map(|line| (2 * line + 1) * TILE + TILE / 2)
}

/// A map of squares: its strips, and then its objects.
#[derive(Debug)]
struct Tiles {
    rows: u64,
    objects: Objects,
}

impl Form for Tiles {
    fn pieces(&self) -> u64 {
        self.rows + self.objects.pieces()
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        if number == 0 {
            let size = source.head().size().map(|cells| 2 * cells + 1);
            let properties = source.head().parameters();
            let more = source.head().rooms.len() + self.objects.openings.len();
            let sheet =
                Sheet { is_hexagonal: false, size, tile: [TILE; 2], image: TILES, tiles: [2, 1], properties, more };
            sheet.write_start(self.objects.notation, out);
        }
        if let Some(number) = number.checked_sub(self.rows + 1) {
            return self.objects.write_openings(number, out);
        }
        let strip = source.strip(number);
        write_tiles(&strip, out);
        if strip.is_last() {
            let head = source.head();
            let ends = head.ends().map(|end| head.place_of(end).map(middle_of));
            let path: Vec<[u64; 2]> = turns(source).into_iter().map(middle_of).collect();
            // Without the walls around it.
            let area = |room: &Room| {
                let [x, y] = [room.column, room.row].map(|first| (2 * u64::from(first) + 1) * TILE);
                let [width, height] = [room.columns, room.rows].map(|cells| (2 * u64::from(cells) - 1) * TILE);
                [x, y, width, height]
            };
            self.objects.write_first(ends, &path, source.head().rooms.iter().map(area), out);
        }
    }
}

/// What there is to know of a map before its tiles.
struct Sheet {
    /// Whether the tiles are hexagons, with a tile for each set of walls, or else squares, floor and wall.
    is_hexagonal: bool,
    /// How many tiles the map has across and down.
    size: [u64; 2],
    /// Width and height of a tile in pixels.
    tile: [u64; 2],
    /// The picture of the tiles, and how many there are in it across and down.
    image: &'static str,
    tiles: [u64; 2],
    /// The custom properties of the map: names and texts. All are strings, since seeds are larger than the numbers of Tiled.
    properties: Vec<(&'static str, String)>,
    /// How many objects there are beside the ends and the path: rooms and openings.
    more: usize,
}

impl Sheet {
    /// Everything before the first tile.
    fn write_start(&self, notation: Notation, out: &mut Vec<u8>) {
        let &Sheet { is_hexagonal, size: [width, height], tile: [wide, high], image, tiles: [across, down], .. } = self;
        let (count, [image_width, image_height]) = (across * down, [across * wide, down * high]);
        // Odd rows of hexagons are half a tile further to the right.
        let [orientation, kinds] = match (notation, is_hexagonal) {
            (Notation::Json, false) => {
                ["\"orthogonal\"", ",\"tiles\":[{\"id\":0,\"type\":\"floor\"},{\"id\":1,\"type\":\"wall\"}]"]
            }
            (Notation::Json, true) => {
                ["\"hexagonal\",\"staggeraxis\":\"y\",\"staggerindex\":\"odd\",\"hexsidelength\":16", ""]
            }
            (Notation::Xml, false) => {
                ["\"orthogonal\"", "\n  <tile id=\"0\" type=\"floor\"/>\n  <tile id=\"1\" type=\"wall\"/>"]
            }
            (Notation::Xml, true) => ["\"hexagonal\" staggeraxis=\"y\" staggerindex=\"odd\" hexsidelength=\"16\"", ""],
        };
        let properties = Properties(notation, &self.properties);
        let next_object = FIRST_ROOM + self.more as u64;
        // Nothing that is written to a vector fails.
        let _ = match notation {
            Notation::Json => write!(
                out,
                "{{\"type\":\"map\",\"version\":\"1.10\",\"tiledversion\":\"1.10.2\",\"orientation\":{orientation},\
                 \"renderorder\":\"right-down\",\"infinite\":false,\"width\":{width},\"height\":{height},\"tilewidth\":{wide},\
                 \"tileheight\":{high},\"nextlayerid\":3,\"nextobjectid\":{next_object},\"compressionlevel\":-1,{properties}\"tilesets\":[{{\"firstgid\":1,\
                 \"name\":\"maze\",\"tilewidth\":{wide},\"tileheight\":{high},\"spacing\":0,\"margin\":0,\"columns\":{across},\
                 \"tilecount\":{count},\"image\":\"{image}\",\"imagewidth\":{image_width},\"imageheight\":{image_height}{kinds}}}],\
                 \"layers\":[{{\"type\":\"tilelayer\",\"id\":1,\"name\":\"maze\",\"x\":0,\"y\":0,\
                 \"width\":{width},\"height\":{height},\"opacity\":1,\"visible\":true,\"data\":[",
            ),
            Notation::Xml => writeln!(
                out,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                 <map version=\"1.10\" tiledversion=\"1.10.2\" orientation={orientation} renderorder=\"right-down\" \
                 width=\"{width}\" height=\"{height}\" tilewidth=\"{wide}\" tileheight=\"{high}\" infinite=\"0\" \
                 nextlayerid=\"3\" nextobjectid=\"{next_object}\">\n{properties} <tileset firstgid=\"1\" name=\"maze\" tilewidth=\"{wide}\" \
                 tileheight=\"{high}\" tilecount=\"{count}\" columns=\"{across}\">\n  \
                 <image source=\"{image}\" width=\"{image_width}\" height=\"{image_height}\"/>{kinds}\n </tileset>\n \
                 <layer id=\"1\" name=\"maze\" width=\"{width}\" height=\"{height}\">\n  <data encoding=\"csv\">",
            ),
        };
    }
}

/// The custom properties, and what follows them.
struct Properties<'a>(Notation, &'a [(&'static str, String)]);

impl fmt::Display for Properties<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Properties(notation, properties) = self;
        let [start, before, between, after, separator, end] = match notation {
            Notation::Json => {
                ["\"properties\":[", "{\"name\":\"", "\",\"type\":\"string\",\"value\":\"", "\"}", ",", "],"]
            }
            Notation::Xml => {
                [" <properties>\n", "  <property name=\"", "\" value=\"", "\"/>\n", "", " </properties>\n"]
            }
        };
        for (place, (name, value)) in properties.iter().enumerate() {
            f.write_str(if place == 0 { start } else { separator })?;
            write!(f, "{before}{name}{between}")?;
            for letter in value.chars() {
                match (notation, letter) {
                    (Notation::Json, '"' | '\\') => write!(f, "\\{letter}")?,
                    (Notation::Json, '\0'..' ') => write!(f, "\\u{:04x}", u32::from(letter))?,
                    // No value has the few control characters that XML does not allow.
                    (Notation::Xml, '"' | '&' | '<' | '\0'..' ') => write!(f, "&#{};", u32::from(letter))?,
                    _ => f.write_char(letter)?,
                }
            }
            f.write_str(after)?;
        }
        f.write_str(if properties.is_empty() { "" } else { end })
    }
}

/// The tiles of a strip: 1 where one can walk, 2 for a wall.
fn write_tiles(strip: &Strip<'_>, out: &mut Vec<u8>) {
    each_block(strip, |block| match block {
        Block::Point { .. } | Block::Wall(_) | Block::Solid | Block::Between(_) => out.extend_from_slice(b"2,"),
        Block::Gap { .. } | Block::Bare { .. } | Block::Cell { .. } => out.extend_from_slice(b"1,"),
        Block::End => {}
    });
}

/// The number of the object of the first room: the entrance, the exit and the path have those before it, whether or not they are there.
const FIRST_ROOM: u64 = 4;

/// How many openings a piece has.
const PIECE: usize = 64;

/// The layer of objects.
#[derive(Debug)]
struct Objects {
    notation: Notation,
    /// Where the outer wall is open, in pixels.
    openings: Vec<[u64; 2]>,
    /// The number of the object of the first of them.
    first_opening: u64,
    /// How many objects were written.
    count: u64,
}

impl Objects {
    fn new(notation: Notation, openings: Vec<[u64; 2]>, rooms: usize) -> Objects {
        Objects { notation, openings, first_opening: FIRST_ROOM + rooms as u64, count: 0 }
    }

    /// In how many pieces they are written.
    fn pieces(&self) -> u64 {
        1 + self.openings.len().div_ceil(PIECE) as u64
    }

    /// What comes after the last tile, and its comma: the entrance and the exit, where they are on the map, the corners of the path, and
    /// where each room begins and how wide and high it is, all in pixels.
    fn write_first(
        &mut self,
        ends: [Option<[u64; 2]>; 2],
        path: &[[u64; 2]],
        rooms: impl Iterator<Item = [u64; 4]>,
        out: &mut Vec<u8>,
    ) {
        // In the place of the last comma.
        out.pop();
        out.extend_from_slice(match self.notation {
            Notation::Json => {
                b"]},{\"type\":\"objectgroup\",\"id\":2,\"name\":\"objects\",\"x\":0,\"y\":0,\"opacity\":1,\"visible\":true,\
                  \"draworder\":\"topdown\",\"objects\":["
            }
            Notation::Xml => b"\n  </data>\n </layer>\n <objectgroup id=\"2\" name=\"objects\">\n",
        });
        for ((id, kind), end) in [(1, "entrance"), (2, "exit")].into_iter().zip(ends) {
            if let Some(end) = end {
                self.write(&Object::point(id, kind, end, self.notation), out);
            }
        }
        if let Some(&start @ [x, y]) = path.first() {
            let shape = polyline(self.notation, start, path);
            self.write(&Object { id: 3, name: None, kind: "path", area: [x, y, 0, 0], shape }, out);
        }
        for (number, area) in (0..).zip(rooms) {
            let name = Some(format!("room {}", number + 1));
            self.write(&Object { id: FIRST_ROOM + number, name, kind: "room", area, shape: String::new() }, out);
        }
        if self.openings.is_empty() {
            self.write_end(out);
        }
    }

    /// Some of the openings, and after them the end.
    fn write_openings(&mut self, piece: u64, out: &mut Vec<u8>) {
        let first = piece as usize * PIECE;
        let last = self.openings.len().min(first + PIECE);
        for number in first..last {
            let name = Some(format!("opening {}", number + 1));
            let id = self.first_opening + number as u64;
            let object = Object::point(id, "opening", self.openings[number], self.notation);
            self.write(&Object { name, ..object }, out);
        }
        if last == self.openings.len() {
            self.write_end(out);
        }
    }

    fn write(&mut self, object: &Object, out: &mut Vec<u8>) {
        if self.count > 0 && self.notation == Notation::Json {
            out.push(b',');
        }
        self.count += 1;
        object.write(self.notation, out);
    }

    fn write_end(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(match self.notation {
            Notation::Json => b"]}]}\n".as_slice(),
            Notation::Xml => b" </objectgroup>\n</map>\n",
        });
    }
}

/// An object of a map.
struct Object {
    id: u64,
    /// If it has another name than its kind.
    name: Option<String>,
    kind: &'static str,
    /// Where it begins, and how wide and high it is, in pixels.
    area: [u64; 4],
    /// What says that it is no rectangle.
    shape: String,
}

impl Object {
    fn point(id: u64, kind: &'static str, [x, y]: [u64; 2], notation: Notation) -> Object {
        let shape = if notation == Notation::Json { "\"point\":true" } else { "<point/>" };
        Object { id, name: None, kind, area: [x, y, 0, 0], shape: shape.to_owned() }
    }

    fn write(&self, notation: Notation, out: &mut Vec<u8>) {
        let Object { id, name, kind, area: [x, y, width, height], shape } = self;
        let name = name.as_deref().unwrap_or(kind);
        let _ = match notation {
            Notation::Json => write!(
                out,
                "{{\"id\":{id},\"name\":\"{name}\",\"type\":\"{kind}\",\"x\":{x},\"y\":{y},\"width\":{width},\
                 \"height\":{height},\"rotation\":0,\"visible\":true{}{shape}}}",
                if shape.is_empty() { "" } else { "," },
            ),
            Notation::Xml if shape.is_empty() => writeln!(
                out,
                "  <object id=\"{id}\" name=\"{name}\" type=\"{kind}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
            ),
            Notation::Xml => writeln!(
                out,
                "  <object id=\"{id}\" name=\"{name}\" type=\"{kind}\" x=\"{x}\" y=\"{y}\">{shape}</object>"
            ),
        };
    }
}

/// The corners of a path, from its start.
fn polyline(notation: Notation, start: [u64; 2], path: &[[u64; 2]]) -> String {
    let corners = path.iter().map(|to| [0, 1].map(|axis| to[axis] as i64 - start[axis] as i64));
    match notation {
        Notation::Json => {
            let corners: Vec<_> = corners.map(|[x, y]| format!("{{\"x\":{x},\"y\":{y}}}")).collect();
            format!("\"polyline\":[{}]", corners.join(","))
        }
        Notation::Xml => {
            let corners: Vec<_> = corners.map(|[x, y]| format!("{x},{y}")).collect();
            format!("<polyline points=\"{}\"/>", corners.join(" "))
        }
    }
}

/// Width and height of a tile, and the length of the sides that stand, in pixels: nearly regular.
const HEXAGON: [u64; 2] = [28, 32];
const SIDE: u64 = 16;

/// Whether mazes on a grid with these options are such maps. Where edges are joined, the path would not be a line.
pub(crate) fn has_map(options: &MeshOptions) -> bool {
    options.kind == GridKind::Hex && options.wrap == Wrap::Off
}

/// The picture, if it is one of hexagons.
fn of_hexagons(source: &dyn RowSource) -> Option<(&Picture, &Mesh)> {
    let picture = source.whole()?;
    picture.maze.grid().mesh().filter(|mesh| has_map(mesh.options())).map(|mesh| (picture, mesh))
}

#[derive(Debug)]
struct Hexagons {
    rows: u32,
    objects: Objects,
}

impl Form for Hexagons {
    fn pieces(&self) -> u64 {
        // The first objects come with the last row.
        u64::from(self.rows) + self.objects.pieces() - 1
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        let Some((picture, mesh)) = of_hexagons(source) else { return };
        let maze = &picture.maze;
        if let Some(number) = number.checked_sub(self.rows.into()) {
            return self.objects.write_openings(number, out);
        }
        if number == 0 {
            let &MeshOptions { columns, rows, .. } = mesh.options();
            let sheet = Sheet {
                is_hexagonal: true,
                size: [columns, rows].map(u64::from),
                tile: HEXAGON,
                image: HEXAGONS,
                tiles: [8, 8],
                properties: picture.head.parameters(),
                more: picture.head.rooms.len() + self.objects.openings.len(),
            };
            sheet.write_start(self.objects.notation, out);
        }
        let all: Sides = (0..6).map(Side::new).collect();
        for (_, cell) in mesh.row(number as u32) {
            // Tiles are counted from 1; nothing is where a mask leaves a cell out.
            let tile = cell.map_or(0, |cell| 1 + all.minus(maze.open_sides(cell)).bits());
            let _ = write!(out, "{tile},");
        }
        if number + 1 == u64::from(self.rows) {
            let path: Vec<[u64; 2]> = picture.turns().into_iter().map(|cell| middle(mesh, cell)).collect();
            let ends = [picture.from, picture.to].map(|end| Some(middle(mesh, end)));
            self.objects.write_first(ends, &path, picture.head.rooms.iter().map(area_of_hexagons), out);
        }
    }
}

/// Where the tiles of a room begin, and how wide and high they are together, in pixels: a room has several rows, and every second one is half
/// a tile further to the right.
fn area_of_hexagons(room: &Room) -> [u64; 4] {
    let Room { row, column, rows, columns, .. } = *room;
    let [row, column, rows, columns] = [row, column, rows, columns].map(u64::from);
    let [wide, high] = HEXAGON;
    [column * wide, row * (high + SIDE) / 2, columns * wide + wide / 2, (rows - 1) * (high + SIDE) / 2 + high]
}

/// The middle of the tile of a cell, in pixels.
fn middle(mesh: &Mesh, cell: Cell) -> [u64; 2] {
    let address = mesh.address(cell);
    let [row, column] = [0, 1].map(|axis| u64::from(address.numbers()[axis]));
    [column * HEXAGON[0] + (1 + row % 2) * (HEXAGON[0] / 2), row * (HEXAGON[1] + SIDE) / 2 + HEXAGON[1] / 2]
}
