//! A maze on a mesh as PNG: the lines of the SVG, painted in tiles of pixels.
//!
//! All mixtures of ground, path and walls fit into a palette. In a heat map there are too many, and a pixel says its color itself.

use super::OnMesh;
use super::layout::Layout;
use super::paint::{CellsOfTiles, Painting, WORK, count, mixtures, on_ground, parts, rock, tiles};
use crate::draw::area::Tiles;
use crate::draw::heat::Heat;
use crate::draw::png_file::{Colors, File, Lines, Png, Rgba, mixture, rgba};
use crate::draw::shapes::{Block, PIXELS, SAMPLES, counts};
use crate::grid::Cell;
use crate::picture::form::Form;
use crate::picture::{Color, RowSource, Style};

/// The picture in a style.
pub(in crate::draw) fn start(shown: OnMesh<'_>, style: Style) -> Box<dyn Form> {
    let OnMesh { picture, mesh } = shown;
    let mut palette: Vec<Rgba> = mixtures(rgba(style.background), style).collect();
    palette.truncate(count(shown));
    let is_shaded = style.heat.is_some() && picture.distances.is_some();
    let is_opaque = style.background.alpha == 255;
    let colors = if is_shaded { Colors::All { is_opaque } } else { Colors::Of(&palette) };
    let size = Layout::new(mesh, style).size;
    let (file, bits) = File::new(size, Some(picture.head.title()), colors);
    let painter = OfCells::new(shown, style, usize::from(bits) / 8, tiles);
    let pieces = painter.pieces();
    Box::new(Png::new(painter, file, pieces))
}

/// Paints pictures of a mesh, strip by strip.
struct OfCells {
    painting: Painting,
    /// Whether all is painted above the ground of the tile that is being painted.
    is_painted: bool,
    shaded: Option<Shaded>,
    tiles: Tiles,
    cells: CellsOfTiles,
    /// Of a pixel in the file.
    bytes: usize,
    /// The lines of a strip, as the file has them.
    lines: Vec<u8>,
}

impl OfCells {
    fn new(shown: OnMesh<'_>, style: Style, bytes: usize, cut: impl FnOnce(&Layout) -> Tiles) -> OfCells {
        let OnMesh { picture, mesh } = shown;
        let layout = Layout::new(mesh, style);
        let tiles = cut(&layout);
        let heat = style.heat.zip(picture.distances.as_ref());
        let shaded = heat.map(|(palette, distances)| Shaded::new(Heat::new(distances, palette), style));
        let cells = CellsOfTiles::new(mesh, tiles);
        OfCells { painting: Painting::new(layout), is_painted: false, shaded, tiles, cells, bytes, lines: Vec::new() }
    }

    fn pieces(&self) -> u64 {
        self.tiles.rows * self.pieces_of_strip()
    }

    /// In how many pieces a strip is written: where it has several tiles, they are painted first, and then it is compressed, each in as many.
    fn pieces_of_strip(&self) -> u64 {
        if self.tiles.columns == 1 { 1 } else { 2 * self.tiles.columns }
    }

    /// Paints a tile into its strip, or a part of it. The result is whether all of it is painted.
    fn paint_tile(&mut self, picture: OnMesh<'_>, tile: u64) -> bool {
        let (area, shown) = (self.tiles.area(tile), self.cells.of(tile));
        if !self.is_painted && !self.painting.paint(picture, shown, area) {
            return false;
        }
        self.is_painted = true;
        if let Some(shaded) = &mut self.shaded
            && !shaded.paint_ground(&mut self.painting, picture, shown.cells)
        {
            return false;
        }
        self.is_painted = false;
        let (width, left, bytes) = (self.tiles.size[0] as usize, area.left as usize, self.bytes);
        self.lines.resize(width * area.height as usize * bytes, 0);
        let (lines, shaded) = (&mut self.lines, &self.shaded);
        self.painting.each(|[x, y], block, numbers| {
            let start = (y * width + left + x) * bytes;
            let pixels = &mut lines[start..start + numbers.len() * bytes];
            match (shaded, <&[u8; PIXELS]>::try_from(numbers)) {
                (Some(shaded), _) => shaded.mix(block, numbers, pixels),
                // Most often there are so many, which is faster if it is known.
                (None, Ok(all)) => pixels.copy_from_slice(all),
                (None, Err(_)) => pixels.copy_from_slice(numbers),
            }
        });
        true
    }
}

impl Lines for OfCells {
    fn paint(&mut self, source: &mut dyn RowSource, number: u64) -> Option<&[u8]> {
        let picture = source.whole().and_then(OnMesh::of)?;
        if !self.cells.go_on(picture.mesh, &self.painting.layout) {
            return None;
        }
        let (pieces, columns) = (self.pieces_of_strip(), self.tiles.columns);
        let (row, piece) = (number / pieces, number % pieces);
        if piece < columns && !self.paint_tile(picture, row * columns + piece) {
            return None;
        }
        let Some(part) = (piece + columns).checked_sub(pieces) else { return Some(&[]) };
        let line = self.tiles.size[0] as usize * self.bytes;
        let lines = self.lines.len() / line;
        let [start, end] = [part, part + 1].map(|part| lines * part as usize / columns as usize * line);
        Some(&self.lines[start..end])
    }
}

/// The ground of a heat map.
struct Shaded {
    heat: Heat,
    background: Color,
    /// The colors of the path and the walls, and of what was taken out.
    inks: [Rgba; 2],
    rock: Rgba,
    /// By the number of a mixture: how many parts it has of the ground and of these.
    parts: Vec<[u32; 3]>,
    /// By pixel of a tile.
    ground: Vec<Rgba>,
    /// The cells whose areas are still to be painted in the tile, the next one last; `None` before the first.
    shades: Option<Vec<(u32, Cell)>>,
}

impl Shaded {
    fn new(heat: Heat, style: Style) -> Shaded {
        let inks = [style.path_color, style.color].map(|rgb| rgba(Color::opaque(rgb)));
        Shaded {
            heat,
            background: style.background,
            inks,
            rock: rock(style),
            parts: parts().collect(),
            ground: Vec::new(),
            shades: None,
        }
    }

    /// Paints the areas of cells, or of some of them, the farthest first: each runs on under those that come after it, so that nothing shines
    /// through between two. The result is whether all are painted.
    fn paint_ground(&mut self, painting: &mut Painting, picture: OnMesh<'_>, cells: &[u32]) -> bool {
        let (heat, ground, most) = (self.heat, &mut self.ground, painting.work() + WORK);
        let Some(distances) = &picture.picture.distances else { return true };
        let step_of = |cell: Cell| heat.step(distances, cell);
        let shades = self.shades.get_or_insert_with(|| {
            ground.clear();
            ground.resize(painting.pixels(), rgba(self.background));
            let mut shades: Vec<(u32, Cell)> =
                cells.iter().rev().filter_map(|&cell| Some((step_of(Cell(cell))?, Cell(cell)))).collect();
            shades.sort_by_key(|&(step, _)| step);
            shades
        });
        while painting.work() < most
            && let Some((step, cell)) = shades.pop()
        {
            let reaches = |far: Cell| step_of(far).is_some_and(|far| far <= step);
            let color = Color::opaque(heat.color(step));
            painting.cover(picture, cell, reaches, |number, block| lay(color, block, &mut ground[number * PIXELS..]));
        }
        if !shades.is_empty() {
            return false;
        }
        self.shades = None;
        painting.uncover(|number, block| lay(self.background, block, &mut ground[number * PIXELS..]));
        true
    }

    /// Mixes the colors of some pixels of a block.
    fn mix(&self, block: usize, numbers: &[u8], pixels: &mut [u8]) {
        let bytes = pixels.len() / numbers.len();
        let ground = &self.ground[block * PIXELS..];
        for ((pixel, &number), &ground) in pixels.chunks_exact_mut(bytes).zip(numbers).zip(ground) {
            let color = if number == 0 {
                ground
            } else {
                let (number, is_rock) = on_ground(number);
                let ground = if is_rock { self.rock } else { ground };
                let [rest, path, walls] = self.parts[number];
                mixture([(ground, rest), (self.inks[0], path), (self.inks[1], walls)])
            };
            pixel.copy_from_slice(&color[..bytes]);
        }
    }
}

/// Lays a color on the pixels of a block, as much of it as they have sample points.
fn lay(Color { rgb: [red, green, blue], alpha }: Color, block: &Block, ground: &mut [Rgba]) {
    for (ground, count) in ground.iter_mut().zip(counts(block)) {
        let (part, whole) = (u32::from(count) * u32::from(alpha), u32::from(SAMPLES) * 255);
        if part == whole {
            *ground = [red, green, blue, alpha];
        } else if part > 0 {
            *ground = mixture([([red, green, blue, 255], part), (*ground, whole - part)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::mesh::paint::{CELLS, PIXELS_OF_TILE};
    use crate::grid::{Graph, GraphCell, GraphSide, Side};
    use crate::maze::Maze;
    use crate::options::MazeOptions;
    use crate::picture::{Palette, Picture};
    use crate::solve::distances;

    fn picture(query: &str) -> Picture {
        query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap()
    }

    /// The lines of a picture that is painted in tiles of at most this size.
    fn painted(picture: &Picture, style: Style, each: [u64; 2]) -> Vec<u8> {
        let mut painter = OfCells::new(OnMesh::of(picture).unwrap(), style, 4, |layout| Tiles::new(layout.size, each));
        let pieces = painter.pieces();
        let mut piece = |number| {
            std::iter::repeat_with(|| painter.paint(&mut { picture }, number).map(<[u8]>::to_vec))
                .find_map(|lines| lines)
        };
        (0..pieces).filter_map(&mut piece).flatten().collect()
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
        for (query, cell) in [("sparse=0.1&w=5000&h=4", 16), ("grid=hex&w=3000&h=30", 2), ("grid=triakis&w=60&h=60", 1)]
        {
            let picture = picture(query);
            let mesh = picture.maze.grid().mesh().unwrap();
            let layout = Layout::new(mesh, Style { cell, margin: 1, ..Style::DEFAULT });
            let tiles = tiles(&layout);
            let mut cells = CellsOfTiles::new(mesh, tiles);
            while !cells.go_on(mesh, &layout) {}
            for tile in 0..tiles.count() {
                let area = tiles.area(tile);
                assert!(area.width * area.height <= PIXELS_OF_TILE, "{query}: {area:?}");
                let cells = cells.of(tile).cells.len() as u64;
                assert!(cells <= 6 * CELLS, "{query}: {cells} cells in {area:?}");
            }
        }
    }

    /// The squares in one place: large ones, or small ones and one large one.
    fn squares_in_one_place(count: u32, is_small: bool) -> Picture {
        let mut graph = Graph::default();
        for cell in 0..count {
            let side = |name, to: Option<u32>| GraphSide { to, ..GraphSide::outer(name) };
            let sides = [
                side("a", cell.checked_sub(1)),
                side("b", Some(cell + 1).filter(|&next| next < count)),
                GraphSide::outer("c"),
                GraphSide::outer("d"),
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
            let mut painter = OfCells::new(OnMesh::of(&picture).unwrap(), style, 4, tiles);
            let (mut number, mut calls) = (0, 0);
            while number < painter.pieces() {
                let before = painter.painting.work();
                number += u64::from(painter.paint(&mut &picture, number).is_some());
                let work = painter.painting.work() - before;
                // It asks after each cell, of which one takes no more than its part of the tile.
                assert!(work < 2 * WORK + PIXELS_OF_TILE, "{count}: {work} in a call");
                calls += 1;
            }
            assert!(calls > painter.pieces() + 2, "{count}: {calls} calls");
        }
    }
}
