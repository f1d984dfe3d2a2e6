//! Pictures of meshes as pixels: in parts that are like the whole, and take little time each; and animations, of which only what changes is
//! painted.

use crate::draw::animated::{Animated, AnimationWriter};
use crate::draw::mesh::paint::{CELLS, CellsOfTiles, PIXELS_OF_TILE, WORK, tiles};
use crate::draw::mesh::{OnMesh, gif, layout::Layout, png};
use crate::draw::raster::{PixelArea, Raster, TileGrid};
use crate::grid::{Cell, Graph, GraphCell, GraphSide, Side};
use crate::maze::Maze;
use crate::options::MazeOptions;
use crate::picture::piece_writer::PieceWriter;
use crate::picture::{Animation, Film, Palette, Picture, Shown, Style, Trail};
use crate::solve::{Solver, distances};

fn picture(query: &str) -> Picture {
    query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap()
}

/// The pixels of a heat map that is painted in tiles of at most this size.
fn painted(picture: &Picture, style: Style, each: [u64; 2]) -> Vec<u8> {
    let mut raster =
        png::MeshRaster::new(OnMesh::of(picture).unwrap(), style, |layout| TileGrid::new(layout.size, each));
    let tiles = *raster.tiles();
    let [width, height] = tiles.size.map(|pixels| pixels as usize * 3);
    let mut whole = vec![0; width * height / 3];
    for tile in 0..tiles.count() {
        let mut pixels = Vec::new();
        while !raster.paint(&mut { picture }, tile, &mut pixels) {}
        let PixelArea { left, top, width: across, .. } = tiles.area(tile);
        for (y, line) in (top as usize..).zip(pixels.chunks_exact(3 * across as usize)) {
            whole[y * width + 3 * left as usize..][..line.len()].copy_from_slice(line);
        }
    }
    whole
}

#[test]
fn tiles_have_the_pixels_of_the_whole() {
    for query in
        ["grid=hex&w=40&h=9", "grid=polar&rings=12", "floors=3&w=20&h=8", "w=50&h=7&weave=1", "grid=floret&w=7&h=3"]
    {
        let picture = picture(&format!("{query}&seed=7"));
        let Ok(distances) = distances(&picture.maze, picture.from, &mut ());
        let picture = Picture { distances: Some(distances), ..picture };
        for cell in [3, 17] {
            let style = Style { cell, heat: Some(Palette::Viridis), ..Style::DEFAULT };
            let [parts, whole] = [[100, 37], [u64::MAX; 2]].map(|each| painted(&picture, style, each));
            assert!(parts == whole, "{query}, {cell}");
        }
    }
}

#[test]
fn a_piece_has_few_cells_and_pixels_however_wide_the_picture_is() {
    for (query, cell) in [("sparse=0.1&w=5000&h=4", 16), ("grid=hex&w=3000&h=30", 2), ("grid=triakis&w=60&h=60", 1)] {
        let picture = picture(query);
        let mesh = picture.maze.grid().mesh().unwrap();
        let layout = Layout::new(mesh, Style { cell, margin: 1, ..Style::DEFAULT });
        let tiles = tiles(&layout);
        let mut cells = CellsOfTiles::new(tiles);
        while !cells.list_some(mesh, &layout) {}
        for tile in 0..tiles.count() {
            let area = tiles.area(tile);
            assert!(area.width * area.height <= PIXELS_OF_TILE, "{query}: {area:?}");
            let cells = cells.of(tile)[0].len() as u64;
            assert!(cells <= 6 * CELLS, "{query}: {cells} cells in {area:?}");
        }
    }
}

/// The squares in one place: large ones, or small ones and one large one.
fn squares_in_one_place(count: u32, is_small: bool) -> Picture {
    let mut graph = Graph::default();
    for cell in 0..count {
        let side = |name, to: Option<u32>| GraphSide { to, ..GraphSide::from(name) };
        let sides = [
            side("a", cell.checked_sub(1)),
            side("b", Some(cell + 1).filter(|&next| next < count)),
            GraphSide::from("c"),
            GraphSide::from("d"),
        ];
        let size = if cell == 0 || !is_small { 60.0 } else { 1.0 / 64.0 };
        let polygon = [[0.0, 0.0], [size, 0.0], [size, size], [0.0, size]];
        graph.add(GraphCell { sides: &sides, polygon: &polygon, ..GraphCell::default() }).unwrap();
    }
    let mut maze = Maze::closed(graph.into_mesh().unwrap());
    for cell in 0..count - 1 {
        maze.link(Cell(cell), Side::new(1));
    }
    let Ok(distances) = distances(&maze, Cell(0), &mut ());
    Picture { distances: Some(distances), ..Picture::new(maze, Cell(0), Cell(count - 1)) }
}

#[test]
fn no_call_does_much_however_many_cells_a_tile_shows() {
    for (count, is_small) in [(49, false), (100_000, true)] {
        let picture = squares_in_one_place(count, is_small);
        let style = Style { heat: Some(Palette::Viridis), ..Style::DEFAULT };
        let mut painter = png::MeshRaster::new(OnMesh::of(&picture).unwrap(), style, tiles);
        let (mut tile, mut calls, mut pixels) = (0, 0, Vec::new());
        while tile < painter.painting.tiles.count() {
            let before = painter.painting.work();
            pixels.clear();
            tile += u64::from(painter.paint(&mut &picture, tile, &mut pixels));
            let work = painter.painting.work() - before;
            // It asks after each cell, of which one takes no more than its part of the tile.
            assert!(work < 2 * WORK + PIXELS_OF_TILE, "{count}: {work} in a call");
            calls += 1;
        }
        assert!(calls > painter.painting.tiles.count() + 2, "{count}: {calls} calls");
    }
}

/// The picture of a query with the film of how it was built, or solved.
fn filmed(query: &str, shown: Shown) -> Picture {
    let (mut built, mut solved) = (Film::default(), Film::default());
    let made = query.parse::<MazeOptions>().unwrap().make(&mut built.recorder(&mut ()));
    let picture = made.unwrap();
    let Picture { ref maze, from, to, .. } = picture;
    let Ok(found) = Solver::Bfs.solve_observed(maze, from, to, &mut solved.recorder(&mut ()));
    let path = found.path().map(|path| Trail::new(maze, path));
    Picture { film: Some(if shown == Shown::Building { built } else { solved }), path, ..picture }
}

#[test]
fn what_changes_is_all_that_differs() {
    for (query, shown) in [
        ("grid=hex&w=7&h=5&doors=true&braid=0.3", Shown::Building),
        ("grid=hex&w=7&h=5&doors=true", Shown::Solving),
        ("grid=polar&rings=4&algo=wilson", Shown::Building),
        ("grid=polar&rings=4", Shown::Solving),
        ("weave=1&w=9&h=7", Shown::Building),
        ("weave=1&w=9&h=7", Shown::Solving),
        ("weave=0.7&wrap=xy&w=6&h=6", Shown::Building),
        ("weave=0.7&wrap=xy&w=6&h=6", Shown::Solving),
        ("floors=2&w=5&h=4&wrap=x", Shown::Building),
        ("floors=2&w=5&h=4", Shown::Solving),
        ("grid=cairo&w=4&h=3&algo=kruskal", Shown::Building),
    ] {
        let picture = filmed(&format!("{query}&seed=7"), shown);
        let animation = Animation { shown, fps: 10, seconds: 3, ..Animation::DEFAULT };
        let mesh = picture.maze.grid().mesh().unwrap();
        let mut frames = AnimationWriter::new(&picture, animation, gif::AnimatedMesh::new(mesh, animation));
        for number in 0..frames.pieces() {
            frames.write_piece(&mut &picture, number, &mut Vec::new());
            while !frames.is_complete() {
                frames.write_piece(&mut &picture, number, &mut Vec::new());
            }
            let mut anew = gif::AnimatedMesh::new(mesh, animation);
            let tiles = *anew.tiles();
            for tile in (0..tiles.count()).filter(|_| number + 1 < frames.pieces()) {
                let (mut painted, area) = (Vec::new(), tiles.area(tile));
                while !anew.paint(frames.playback.now(), tile, false, &mut painted) {}
                for (y, line) in (area.top..).zip(painted.chunks_exact(area.width as usize)) {
                    let start = (y * tiles.size[0] + area.left) as usize;
                    let shown = &frames.pixels[start..start + line.len()];
                    assert_eq!(line, shown, "{query}, picture {number}, line {y} of {area:?}");
                }
            }
        }
    }
}
