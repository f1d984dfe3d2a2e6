//! A maze of hexagons as a map of Tiled, in its hexagonal orientation: a tile for each cell, by its walls.

use std::io::Write as _;

use super::Form;
use crate::grid::{Cell, GridKind, Mesh, MeshOptions, Side, Sides, Wrap};
use crate::render::Picture;
use crate::render::tmj::{HEXAGONS, Sheet, write_end};

/// Width and height of a tile, and the length of the sides that stand, in pixels: nearly regular.
const TILE: [u64; 2] = [28, 32];
const SIDE: u64 = 16;

/// Whether mazes on a grid with these options are such maps. Where edges are joined, the path would not be a line.
pub(super) fn has_map(options: &MeshOptions) -> bool {
    options.kind == GridKind::Hex && options.wrap == Wrap::Off
}

pub(super) fn start(picture: &Picture<Mesh>) -> Box<dyn Form> {
    Box::new(Map { rows: picture.maze.grid().row_count() })
}

#[derive(Debug)]
struct Map {
    rows: u32,
}

impl Form for Map {
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
                tile: TILE,
                image: HEXAGONS,
                tiles: [8, 8],
                kinds: "",
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
    [column * TILE[0] + (1 + row % 2) * (TILE[0] / 2), row * (TILE[1] + SIDE) / 2 + TILE[1] / 2]
}
