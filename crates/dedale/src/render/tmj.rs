//! The maze as a map of [Tiled](https://doc.mapeditor.org/en/stable/reference/json-map-format/), in JSON: a layer of tiles, floor and wall,
//! and a layer of objects, the entrance, the exit and the path.
//!
//! The two tiles are in the map itself; their picture is a file beside it, [`TILES`].

use std::io::Write as _;

use super::lattice::{Block, each_block};
use super::writer::Form;
use super::{Format, FormatInfo, RowSource, Strip};

/// The name of the picture of the tiles: two beside each other, each of 16 × 16 pixels.
pub const TILES: &str = "tiles.png";

/// Width and height of a tile in pixels.
const TILE: u64 = 16;

pub(super) const INFO: FormatInfo = FormatInfo {
    media_type: "application/x-tiled+json",
    extension: Some("tmj"),
    elements: |_, [columns, rows]| 2 * columns * rows,
    ..FormatInfo::text("tmj", Format::Tmj)
};

pub(super) fn start(source: &dyn RowSource) -> Option<Box<dyn Form>> {
    Some(Box::new(Map { rows: source.head().size()[1] }))
}

#[derive(Debug)]
struct Map {
    rows: u64,
}

impl Form for Map {
    fn pieces(&self) -> u64 {
        self.rows + 1
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        // Nothing that is written to a vector fails.
        if number == 0 {
            let _ = write_start(source, out);
        }
        write_tiles(&source.strip(number), out);
        if number == self.rows {
            // In the place of the last comma.
            out.pop();
            let _ = write_end(source, out);
        }
    }
}

fn write_start(source: &dyn RowSource, out: &mut Vec<u8>) -> std::io::Result<()> {
    let head = source.head();
    let [width, height] = head.size().map(|cells| 2 * cells + 1);
    write!(
        out,
        "{{\"type\":\"map\",\"version\":\"1.10\",\"tiledversion\":\"1.10.2\",\"orientation\":\"orthogonal\",\
         \"renderorder\":\"right-down\",\"infinite\":false,\"width\":{width},\"height\":{height},\"tilewidth\":{TILE},\
         \"tileheight\":{TILE},\"nextlayerid\":3,\"nextobjectid\":4,\"compressionlevel\":-1,\"tilesets\":[{{\"firstgid\":1,\
         \"name\":\"maze\",\"tilewidth\":{TILE},\"tileheight\":{TILE},\"spacing\":0,\"margin\":0,\"columns\":2,\"tilecount\":2,\
         \"image\":\"{TILES}\",\"imagewidth\":{},\"imageheight\":{TILE},\"tiles\":[{{\"id\":0,\"type\":\"floor\"}},\
         {{\"id\":1,\"type\":\"wall\"}}]}}],\"layers\":[{{\"type\":\"tilelayer\",\"id\":1,\"name\":\"maze\",\"x\":0,\"y\":0,\
         \"width\":{width},\"height\":{height},\"opacity\":1,\"visible\":true,\"data\":[",
        2 * TILE,
    )
}

/// The tiles of a strip: 1 where one can walk, 2 for a wall.
fn write_tiles(strip: &Strip<'_>, out: &mut Vec<u8>) {
    each_block(strip, |block| match block {
        Block::Point { .. } | Block::Wall(_) | Block::Solid | Block::Between(_) => out.extend_from_slice(b"2,"),
        Block::Gap { .. } | Block::Cell { .. } => out.extend_from_slice(b"1,"),
        Block::End => {}
    });
}

fn write_end(source: &dyn RowSource, out: &mut Vec<u8>) -> std::io::Result<()> {
    let head = source.head();
    // The middle of the tile of a cell.
    let middle = |line: u64| (2 * line + 1) * TILE + TILE / 2;
    write!(
        out,
        "]}},{{\"type\":\"objectgroup\",\"id\":2,\"name\":\"objects\",\"x\":0,\"y\":0,\"opacity\":1,\"visible\":true,\
         \"draworder\":\"topdown\",\"objects\":["
    )?;
    let common = "\"width\":0,\"height\":0,\"rotation\":0,\"visible\":true";
    let ends = [1, 2].into_iter().zip(["entrance", "exit"]).zip(head.ends());
    let inside = ends.filter_map(|((id, name), end)| Some((id, name, head.place_of(end)?)));
    for (place, (id, name, [row, column])) in inside.enumerate() {
        let before = if place > 0 { "," } else { "" };
        let (x, y) = (middle(column), middle(row));
        write!(
            out,
            "{before}{{\"id\":{id},\"name\":\"{name}\",\"type\":\"{name}\",\"x\":{x},\"y\":{y},{common},\"point\":true}}"
        )?;
    }
    let turns = source.turns();
    if let Some([row, column]) = turns.first().copied() {
        let (x, y) = (middle(column), middle(row));
        write!(out, ",{{\"id\":3,\"name\":\"path\",\"type\":\"path\",\"x\":{x},\"y\":{y},{common},\"polyline\":[")?;
        for (place, [to_row, to_column]) in turns.iter().enumerate() {
            let before = if place > 0 { "," } else { "" };
            let [x, y] =
                [[column, *to_column], [row, *to_row]].map(|[from, to]| middle(to) as i64 - middle(from) as i64);
            write!(out, "{before}{{\"x\":{x},\"y\":{y}}}")?;
        }
        out.extend_from_slice(b"]}");
    }
    out.extend_from_slice(b"]}]}\n");
    Ok(())
}
