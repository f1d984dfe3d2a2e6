//! The maze as a map of [Tiled](https://doc.mapeditor.org/en/stable/reference/json-map-format/), in JSON: a layer of tiles, floor and wall,
//! and a layer of objects, the entrance, the exit and the path.
//!
//! The two tiles are in the map itself; their picture is a file beside it, [`TILES`]. A map of hexagons has a tile for each cell, of which
//! there are as many as there are sets of walls: [`HEXAGONS`].

use std::fmt::{self, Write as _};
use std::io::Write as _;

use crate::grid::{Cell, GridKind, Mesh, MeshOptions, Side, Sides, Wrap};
use crate::picture::form::{Form, FormatInfo, MeshForm, Strips};
use crate::picture::lattice::{Block, each_block};
use crate::picture::{Picture, RowSource, Strip};

/// The name of the picture of the tiles: two beside each other, each of 16 × 16 pixels.
pub const TILES: &str = "tiles.png";

/// The name of the picture of the tiles of a map of hexagons: eight rows of eight, each of 28 × 32 pixels. The tile `k`, from the left and from
/// the top, has the walls whose sum is `k` in [`Encoding::Bits`](super::Encoding::Bits).
pub const HEXAGONS: &str = "hexagons.png";

/// Width and height of a tile in pixels.
const TILE: u64 = 16;

pub(crate) const INFO: FormatInfo = FormatInfo {
    media_type: "application/x-tiled+json",
    extension: Some("tmj"),
    elements: |_, [columns, rows]| 2 * columns * rows,
    ..FormatInfo::text("tmj")
};

pub(crate) fn start(source: &dyn RowSource) -> Option<Box<dyn Form>> {
    Strips::start(source, write_piece)
}

fn write_piece(source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
    if number == 0 {
        let size = source.head().size().map(|cells| 2 * cells + 1);
        let kinds = ",\"tiles\":[{\"id\":0,\"type\":\"floor\"},{\"id\":1,\"type\":\"wall\"}]";
        let sheet = Sheet {
            orientation: "\"orthogonal\"",
            size,
            tile: [TILE; 2],
            image: TILES,
            tiles: [2, 1],
            kinds,
            properties: source.head().parameters(),
        };
        sheet.write_start(out);
    }
    let strip = source.strip(number);
    write_tiles(&strip, out);
    if strip.is_last() {
        let head = source.head();
        // The middle of the tile of a cell.
        let middle = |[row, column]: [u64; 2]| [column, row].map(|line| (2 * line + 1) * TILE + TILE / 2);
        let ends = head.ends().map(|end| head.place_of(end).map(middle));
        let path: Vec<[u64; 2]> = source.turns().into_iter().map(middle).collect();
        write_end(ends, &path, out);
    }
}

/// What there is to know of a map before its tiles.
struct Sheet {
    /// The member `orientation`, and what else belongs to it.
    orientation: &'static str,
    /// How many tiles the map has across and down.
    size: [u64; 2],
    /// Width and height of a tile in pixels.
    tile: [u64; 2],
    /// The picture of the tiles, and how many there are in it across and down.
    image: &'static str,
    tiles: [u64; 2],
    /// What is said of single tiles.
    kinds: &'static str,
    /// The custom properties of the map: names and texts.
    properties: Vec<(&'static str, String)>,
}

impl Sheet {
    fn write_start(&self, out: &mut Vec<u8>) {
        let &Sheet {
            orientation, size: [width, height], tile: [wide, high], image, tiles: [across, down], kinds, ..
        } = self;
        // Nothing that is written to a vector fails.
        let _ = write!(
            out,
            "{{\"type\":\"map\",\"version\":\"1.10\",\"tiledversion\":\"1.10.2\",\"orientation\":{orientation},\
             \"renderorder\":\"right-down\",\"infinite\":false,\"width\":{width},\"height\":{height},\"tilewidth\":{wide},\
             \"tileheight\":{high},\"nextlayerid\":3,\"nextobjectid\":4,\"compressionlevel\":-1,{}\"tilesets\":[{{\"firstgid\":1,\
             \"name\":\"maze\",\"tilewidth\":{wide},\"tileheight\":{high},\"spacing\":0,\"margin\":0,\"columns\":{across},\
             \"tilecount\":{},\"image\":\"{image}\",\"imagewidth\":{},\"imageheight\":{}{kinds}}}],\
             \"layers\":[{{\"type\":\"tilelayer\",\"id\":1,\"name\":\"maze\",\"x\":0,\"y\":0,\
             \"width\":{width},\"height\":{height},\"opacity\":1,\"visible\":true,\"data\":[",
            Properties(&self.properties),
            across * down,
            across * wide,
            down * high,
        );
    }
}

/// The member `properties`, and a comma. All are strings, since seeds are larger than the numbers of Tiled.
struct Properties<'a>(&'a [(&'static str, String)]);

impl fmt::Display for Properties<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (name, value)) in self.0.iter().enumerate() {
            let before = if place > 0 { "," } else { "\"properties\":[" };
            write!(f, "{before}{{\"name\":\"{name}\",\"type\":\"string\",\"value\":\"")?;
            for letter in value.chars() {
                match letter {
                    '"' | '\\' => write!(f, "\\{letter}")?,
                    '\0'..' ' => write!(f, "\\u{:04x}", u32::from(letter))?,
                    _ => f.write_char(letter)?,
                }
            }
            f.write_str("\"}")?;
        }
        f.write_str(if self.0.is_empty() { "" } else { "]," })
    }
}

/// The tiles of a strip: 1 where one can walk, 2 for a wall.
fn write_tiles(strip: &Strip<'_>, out: &mut Vec<u8>) {
    each_block(strip, |block| match block {
        Block::Point { .. } | Block::Wall(_) | Block::Solid | Block::Between(_) => out.extend_from_slice(b"2,"),
        Block::Gap { .. } | Block::Cell { .. } => out.extend_from_slice(b"1,"),
        Block::End => {}
    });
}

/// What comes after the last tile, and its comma: the entrance and the exit, where they are on the map, and the corners of the path, all in
/// pixels.
fn write_end(ends: [Option<[u64; 2]>; 2], path: &[[u64; 2]], out: &mut Vec<u8>) {
    // In the place of the last comma.
    out.pop();
    out.extend_from_slice(
        b"]},{\"type\":\"objectgroup\",\"id\":2,\"name\":\"objects\",\"x\":0,\"y\":0,\"opacity\":1,\"visible\":true,\
          \"draworder\":\"topdown\",\"objects\":[",
    );
    let common = "\"width\":0,\"height\":0,\"rotation\":0,\"visible\":true";
    let ends = [1, 2].into_iter().zip(["entrance", "exit"]).zip(ends);
    let inside = ends.filter_map(|((id, name), end)| Some((id, name, end?)));
    for (place, (id, name, [x, y])) in inside.enumerate() {
        let before = if place > 0 { "," } else { "" };
        let _ = write!(
            out,
            "{before}{{\"id\":{id},\"name\":\"{name}\",\"type\":\"{name}\",\"x\":{x},\"y\":{y},{common},\"point\":true}}"
        );
    }
    if let Some(&[x, y]) = path.first() {
        let _ =
            write!(out, ",{{\"id\":3,\"name\":\"path\",\"type\":\"path\",\"x\":{x},\"y\":{y},{common},\"polyline\":[");
        for (place, to) in path.iter().enumerate() {
            let before = if place > 0 { "," } else { "" };
            let [x, y] = [0, 1].map(|axis| to[axis] as i64 - path[0][axis] as i64);
            let _ = write!(out, "{before}{{\"x\":{x},\"y\":{y}}}");
        }
        out.extend_from_slice(b"]}");
    }
    out.extend_from_slice(b"]}]}\n");
}

/// Width and height of a tile, and the length of the sides that stand, in pixels: nearly regular.
const HEXAGON: [u64; 2] = [28, 32];
const SIDE: u64 = 16;

/// Whether mazes on a grid with these options are such maps. Where edges are joined, the path would not be a line.
pub(crate) fn has_map(options: &MeshOptions) -> bool {
    options.kind == GridKind::Hex && options.wrap == Wrap::Off
}

pub(crate) fn start_mesh(picture: &Picture<Mesh>) -> Box<dyn MeshForm> {
    Box::new(Hexagons { rows: picture.maze.grid().row_count() })
}

#[derive(Debug)]
struct Hexagons {
    rows: u32,
}

impl MeshForm for Hexagons {
    fn pieces(&self) -> u64 {
        self.rows.into()
    }

    fn write_piece(&mut self, picture: &Picture<Mesh>, number: u64, out: &mut Vec<u8>) {
        let (mesh, maze) = (picture.maze.grid(), &picture.maze);
        if number == 0 {
            let &MeshOptions { columns, rows, .. } = mesh.options();
            // Odd rows are half a tile further to the right.
            let sheet = Sheet {
                orientation: "\"hexagonal\",\"staggeraxis\":\"y\",\"staggerindex\":\"odd\",\"hexsidelength\":16",
                size: [columns, rows].map(u64::from),
                tile: HEXAGON,
                image: HEXAGONS,
                tiles: [8, 8],
                kinds: "",
                properties: picture.head.parameters(),
            };
            sheet.write_start(out);
        }
        let all: Sides = (0..6).map(Side::new).collect();
        for (_, cell) in mesh.row(number as u32) {
            // Tiles are counted from 1; nothing is where a mask leaves a cell out.
            let tile = cell.map_or(0, |cell| 1 + all.minus(maze.open_sides(cell)).bits());
            let _ = write!(out, "{tile},");
        }
        if number + 1 == self.pieces() {
            let path: Vec<[u64; 2]> = picture.turns().into_iter().map(|cell| middle(mesh, cell)).collect();
            write_end([picture.from, picture.to].map(|end| Some(middle(mesh, end))), &path, out);
        }
    }
}

/// The middle of the tile of a cell, in pixels.
fn middle(mesh: &Mesh, cell: Cell) -> [u64; 2] {
    let address = mesh.address(cell);
    let [row, column] = [0, 1].map(|axis| u64::from(address.numbers()[axis]));
    [column * HEXAGON[0] + (1 + row % 2) * (HEXAGON[0] / 2), row * (HEXAGON[1] + SIDE) / 2 + HEXAGON[1] / 2]
}
