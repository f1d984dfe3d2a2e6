//! The maze as a map of Tiled, in [JSON](https://doc.mapeditor.org/en/stable/reference/json-map-format/) or
//! [XML](https://doc.mapeditor.org/en/stable/reference/tmx-map-format/): a layer of tiles, floor and wall, and a layer of objects, the
//! entrance, the exit, the path, the rooms, the openings of the outer wall and the dead ends. Both notations say the same in the same
//! order.
//!
//! The two tiles are in the map itself, with their collision shapes; their picture is a file beside it, [`TILES`]. A map of hexagons has a tile
//! for each cell, of which there are as many as there are sets of walls: [`HEXAGONS`].

use std::borrow::Cow;
use std::fmt::{self, Write as _};
use std::io::Write as _;

use crate::grid::{Cell, Grid as _, GridKind, Mesh, MeshOptions, Side, Sides, Wrap};
use crate::picture::Room;
use crate::picture::form::{Form, FormatInfo};
use crate::picture::strip::WALL;
use crate::picture::{Head, ItemPlace, LockPlace, Picture, RowSource};

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
        // Only the whole maze shows how many dead ends there are.
        by_rows: false,
        elements: |_, [columns, rows]| 4 * columns * rows,
        ..FormatInfo::text(name)
    }
}

pub(crate) fn start(notation: Notation, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    let picture = source.whole()?;
    if let Some(mesh) = mesh_of_hexagons(picture) {
        // The tile of the cell, which has its walls.
        let openings = picture.maze.openings().map(|(cell, _)| middle_of_hexagon(picture.place(cell))).collect();
        let middle = |address: &[u64]| middle_of_hexagon([address[0], address[1]]);
        let objects = Objects::new(notation, openings, picture, middle);
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
    let middle = |address: &[u64]| middle_of([address[0], address[1]]);
    Some(Box::new(Tiles { rows, objects: Objects::new(notation, openings, picture, middle) }))
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
        self.rows + 1 + self.objects.pieces()
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        if number == 0 {
            let size = source.head().size().map(|cells| 2 * cells + 1);
            let properties = source.head().parameters();
            let next_object = self.objects.next;
            let sheet = Sheet {
                is_hexagonal: false,
                size,
                tile: [TILE; 2],
                image: TILES,
                tiles: [2, 1],
                properties,
                next_object,
            };
            sheet.write_start(self.objects.notation, out);
        }
        if let Some(number) = number.checked_sub(self.rows + 1) {
            let Some(picture) = source.whole() else { return };
            return self.objects.write_points(picture, number, |cell| middle_of(picture.place(cell)), out);
        }
        let strip = source.strip(number);
        for line in strip.blocks() {
            line.iter().for_each(|&block| out.extend_from_slice(if block == WALL { b"2," } else { b"1," }));
        }
        if strip.is_last() {
            let head = source.head();
            let ends = head.ends().map(|end| head.place_of(end).map(middle_of));
            let turns = source.whole().map(Picture::turns).unwrap_or_default();
            let path: Vec<[u64; 2]> = turns.into_iter().map(middle_of).collect();
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
    /// The number that the next object would have.
    next_object: u64,
}

impl Sheet {
    /// Everything before the first tile.
    fn write_start(&self, notation: Notation, out: &mut Vec<u8>) {
        let &Sheet { is_hexagonal, size: [width, height], tile: [wide, high], image, tiles: [across, down], .. } = self;
        let (count, [image_width, image_height]) = (across * down, [across * wide, down * high]);
        // Odd rows of hexagons are half a tile further to the right.
        let orientation = match (notation, is_hexagonal) {
            (_, false) => "\"orthogonal\"",
            (Notation::Json, true) => {
                "\"hexagonal\",\"staggeraxis\":\"y\",\"staggerindex\":\"odd\",\"hexsidelength\":16"
            }
            (Notation::Xml, true) => "\"hexagonal\" staggeraxis=\"y\" staggerindex=\"odd\" hexsidelength=\"16\"",
        };
        let kinds = if is_hexagonal { kinds_of_hexagons(notation) } else { kinds_of_squares(notation) };
        let properties = Properties(notation, &self.properties);
        let next_object = self.next_object;
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

/// What there is to know of the tiles of squares: their types, and the shape of a wall.
fn kinds_of_squares(notation: Notation) -> String {
    let wall =
        Object { id: 1, name: String::new(), kind: Cow::Borrowed(""), area: [0, 0, TILE, TILE], shape: String::new() };
    let floor = match notation {
        Notation::Json => ",\"tiles\":[{\"id\":0,\"type\":\"floor\"},",
        Notation::Xml => "\n  <tile id=\"0\" type=\"floor\"/>",
    };
    let mut kinds = floor.to_owned();
    write_collision(notation, 1, "wall", &[wall], &mut kinds);
    kinds + if notation == Notation::Json { "]" } else { "" }
}

/// The corners of a tile of hexagons, each the first of a side in the order of the sides.
const CORNERS: [[u64; 2]; 6] = [[14, 0], [28, 8], [28, 24], [14, 32], [0, 24], [0, 8]];

/// The shapes of the tiles of hexagons: a line for each wall.
fn kinds_of_hexagons(notation: Notation) -> String {
    let is_json = notation == Notation::Json;
    let mut kinds = if is_json { ",\"tiles\":[" } else { "" }.to_owned();
    for walls in 1..64_u8 {
        let sides = (0..6).filter(|side| walls >> side & 1 == 1);
        let line = |(id, side): (u64, usize)| {
            let ends = [CORNERS[side], CORNERS[(side + 1) % 6]];
            let ([x, y], shape) = (ends[0], polyline(notation, ends[0], &ends));
            Object { id, name: String::new(), kind: Cow::Borrowed(""), area: [x, y, 0, 0], shape }
        };
        let lines: Vec<Object> = (1..).zip(sides).map(line).collect();
        if is_json && walls > 1 {
            kinds.push(',');
        }
        write_collision(notation, walls, "", &lines, &mut kinds);
    }
    kinds + if is_json { "]" } else { "" }
}

/// Writes what there is to know of a tile with collision shapes.
fn write_collision(notation: Notation, tile: u8, kind: &str, shapes: &[Object], kinds: &mut String) {
    let mut objects = Vec::new();
    for (number, shape) in shapes.iter().enumerate() {
        if number > 0 && notation == Notation::Json {
            objects.push(b',');
        }
        shape.write(notation, &mut objects);
    }
    let objects = String::from_utf8_lossy(&objects);
    let named = |before: &str| if kind.is_empty() { String::new() } else { format!("{before}\"{kind}\"") };
    // Nothing that is written to a string fails.
    let _ = match notation {
        Notation::Json => write!(
            kinds,
            "{{\"id\":{tile}{},\"objectgroup\":{{\"type\":\"objectgroup\",\"id\":1,\"name\":\"\",\"x\":0,\"y\":0,\
             \"opacity\":1,\"visible\":true,\"draworder\":\"index\",\"objects\":[{objects}]}}}}",
            named(",\"type\":")
        ),
        Notation::Xml => write!(
            kinds,
            "\n  <tile id=\"{tile}\"{}>\n   <objectgroup draworder=\"index\">\n{objects}   </objectgroup>\n  </tile>",
            named(" type=")
        ),
    };
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

/// The number of the object of the first room: the entrance, the exit and the path have those before it, whether or not they are there.
const FIRST_ROOM: u64 = 4;

/// How many points a piece has.
const PIECE: usize = 64;

/// An object that is a point.
#[derive(Clone, Debug)]
struct Point {
    /// The type.
    kind: Cow<'static, str>,
    /// Which one of its type, from 1.
    number: usize,
    /// Where it is, in pixels.
    at: [u64; 2],
}

/// The layer of objects.
#[derive(Debug)]
struct Objects {
    notation: Notation,
    /// The objects that are known beforehand: openings of the outer wall, items, and doors.
    points: Vec<Point>,
    /// How many rows of cells have dead ends, or may have some.
    rows: u64,
    /// How many objects were written, and how many of them are dead ends.
    count: u64,
    dead_ends: usize,
    /// The number of the object of the first point.
    first_point: u64,
    /// The number that comes after those of all objects.
    next: u64,
}

impl Objects {
    /// `middle` says where the cell with an address is.
    fn new(
        notation: Notation,
        openings: Vec<[u64; 2]>,
        picture: &Picture,
        middle: impl Fn(&[u64]) -> [u64; 2],
    ) -> Objects {
        let Head { items, locks, .. } = &picture.head;
        let point = |(number, at)| Point { kind: Cow::Borrowed("opening"), number, at };
        let mut points: Vec<Point> = (1..).zip(openings).map(point).collect();
        for (place, ItemPlace { name, cell, .. }) in items.iter().enumerate() {
            let number = 1 + items[..place].iter().filter(|other| other.name == *name).count();
            points.push(Point { kind: Cow::Owned(name.clone()), number, at: middle(cell) });
        }
        points.extend(locks.iter().map(|LockPlace { lock, cell, far, .. }| {
            let [[x, y], [far_x, far_y]] = [middle(cell), middle(far)];
            Point { kind: Cow::Borrowed("lock"), number: *lock, at: [(x + far_x) / 2, (y + far_y) / 2] }
        }));
        let rows = picture.maze.grid().row_count();
        let dead_ends = (0..rows).map(|row| dead_ends(picture, row).count() as u64).sum::<u64>();
        let first_point = FIRST_ROOM + picture.head.rooms.len() as u64;
        let next = first_point + points.len() as u64 + dead_ends;
        Objects { notation, points, rows: rows.into(), count: 0, dead_ends: 0, first_point, next }
    }

    /// In how many pieces those are written that come after the rooms: points that are known, and rows of dead ends.
    fn pieces(&self) -> u64 {
        self.pieces_of_points() + self.rows
    }

    fn pieces_of_points(&self) -> u64 {
        self.points.len().div_ceil(PIECE) as u64
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
                self.write(&Object::point(id, Cow::Borrowed(kind), end, self.notation), out);
            }
        }
        if let Some(&start @ [x, y]) = path.first() {
            let shape = polyline(self.notation, start, path);
            let kind = Cow::Borrowed("path");
            self.write(&Object { id: 3, name: kind.clone().into(), kind, area: [x, y, 0, 0], shape }, out);
        }
        for (number, area) in (0..).zip(rooms) {
            let name = format!("room {}", number + 1);
            let kind = Cow::Borrowed("room");
            self.write(&Object { id: FIRST_ROOM + number, name, kind, area, shape: String::new() }, out);
        }
    }

    /// Some of the points, or the dead ends of a row, and after the last of these the end. `middle` says where a cell is.
    fn write_points(&mut self, picture: &Picture, piece: u64, middle: impl Fn(Cell) -> [u64; 2], out: &mut Vec<u8>) {
        let Some(row) = piece.checked_sub(self.pieces_of_points()) else {
            let first = piece as usize * PIECE;
            for number in first..self.points.len().min(first + PIECE) {
                let Point { kind, number: of_kind, at } = self.points[number].clone();
                let id = self.first_point + number as u64;
                let name = format!("{kind} {of_kind}");
                self.write(&Object { name, ..Object::point(id, kind, at, self.notation) }, out);
            }
            return;
        };
        for cell in dead_ends(picture, row as u32) {
            let id = self.first_point + (self.points.len() + self.dead_ends) as u64;
            self.dead_ends += 1;
            let name = format!("dead end {}", self.dead_ends);
            let object = Object::point(id, Cow::Borrowed("dead_end"), middle(cell), self.notation);
            self.write(&Object { name, ..object }, out);
        }
        if row + 1 == self.rows {
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
    name: String,
    /// The type.
    kind: Cow<'static, str>,
    /// Where it begins, and how wide and high it is, in pixels.
    area: [u64; 4],
    /// What says that it is no rectangle.
    shape: String,
}

impl Object {
    /// A point that is called as its type is.
    fn point(id: u64, kind: Cow<'static, str>, [x, y]: [u64; 2], notation: Notation) -> Object {
        let shape = if notation == Notation::Json { "\"point\":true" } else { "<point/>" };
        Object { id, name: kind.clone().into(), kind, area: [x, y, 0, 0], shape: shape.to_owned() }
    }

    fn write(&self, notation: Notation, out: &mut Vec<u8>) {
        let Object { id, name, kind, area: [x, y, width, height], shape } = self;
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

/// The grid, if it is one of hexagons.
fn mesh_of_hexagons(picture: &Picture) -> Option<&Mesh> {
    picture.maze.grid().mesh().filter(|mesh| has_map(mesh.options()))
}

/// The dead ends of a row. At the edge of a window, it is not known where an opening leads.
fn dead_ends(picture: &Picture, row: u32) -> impl Iterator<Item = Cell> {
    let Picture { maze, head, .. } = picture;
    let is_closed = |cell| head.window.is_none() || maze.open_sides(cell).len() == 1;
    maze.grid().places_of_row(row).flatten().filter(move |&cell| maze.is_dead_end(cell) && is_closed(cell))
}

#[derive(Debug)]
struct Hexagons {
    rows: u32,
    objects: Objects,
}

impl Form for Hexagons {
    fn pieces(&self) -> u64 {
        u64::from(self.rows) + self.objects.pieces()
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        let Some(picture) = source.whole() else { return };
        let Some(mesh) = mesh_of_hexagons(picture) else { return };
        let maze = &picture.maze;
        let middle = |cell: Cell| middle_of_hexagon(picture.place(cell));
        if let Some(number) = number.checked_sub(self.rows.into()) {
            return self.objects.write_points(picture, number, middle, out);
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
                next_object: self.objects.next,
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
            let path: Vec<[u64; 2]> = picture.turns().into_iter().map(middle_of_hexagon).collect();
            let ends = [picture.from, picture.to].map(|end| Some(middle(end)));
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

/// The middle of the tile of the hexagon with this row and column, in pixels.
fn middle_of_hexagon([row, column]: [u64; 2]) -> [u64; 2] {
    [column * HEXAGON[0] + (1 + row % 2) * (HEXAGON[0] / 2), row * (HEXAGON[1] + SIDE) / 2 + HEXAGON[1] / 2]
}
