//! A maze on a mesh as pixels: the lines of the SVG, painted in tiles, on a plain ground or on that of a heat map.

use super::OnMesh;
use super::layout::Layout;
use super::paint::{CellsOfTiles, Painting, WORK, count, mixtures, on_ground, parts, rock};
use crate::draw::heat::Heat;
use crate::draw::png_file::{Colors, Rgba, mixture, rgba};
use crate::draw::raster::{Raster, Tiles};
use crate::draw::shapes::{Block, PIXELS, SAMPLES, counts};
use crate::grid::Cell;
use crate::picture::{Color, RowSource, Style};

/// Paints pictures of a mesh.
pub(in crate::draw) struct OfCells {
    painting: Painting,
    /// How many mixtures of colors there are on a plain ground.
    count: usize,
    /// Of a pixel.
    bytes: usize,
    /// Whether all is painted above the ground of the tile that is being painted.
    is_painted: bool,
    shaded: Option<Shaded>,
    tiles: Tiles,
    cells: CellsOfTiles,
}

impl OfCells {
    pub(in crate::draw) fn new(shown: OnMesh<'_>, style: Style, cut: impl FnOnce(&Layout) -> Tiles) -> OfCells {
        let OnMesh { picture, mesh } = shown;
        let layout = Layout::new(mesh, style);
        let tiles = cut(&layout);
        let heat = style.heat.zip(picture.distances.as_ref());
        let shaded = heat.map(|(palette, distances)| Shaded::new(Heat::new(distances, palette), style));
        let cells = CellsOfTiles::new(mesh, tiles);
        let bytes = if shaded.is_none() { 1 } else { 3 + usize::from(style.background.alpha < 255) };
        let count = count(shown, &layout);
        OfCells { painting: Painting::new(layout), count, bytes, is_painted: false, shaded, tiles, cells }
    }
}

impl Raster for OfCells {
    fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// All mixtures of ground, path and walls. In a heat map there are too many.
    fn colors(&self) -> Colors {
        let style = self.painting.layout.style;
        match self.shaded {
            Some(_) => Colors::All { is_opaque: self.bytes == 3 },
            None => Colors::Of(mixtures(rgba(style.background), style).take(self.count).collect()),
        }
    }

    fn paint(&mut self, source: &mut dyn RowSource, tile: u64, pixels: &mut Vec<u8>) -> bool {
        let Some(picture) = source.whole().and_then(OnMesh::of) else { return true };
        if !self.cells.go_on(picture.mesh, &self.painting.layout) {
            return false;
        }
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
        let bytes = self.bytes;
        let (first, width) = (pixels.len(), area.width as usize);
        pixels.resize(first + width * area.height as usize * bytes, 0);
        self.painting.each(|[x, y], block, numbers| {
            let start = first + (y * width + x) * bytes;
            let pixels = &mut pixels[start..start + numbers.len() * bytes];
            match (&self.shaded, <&[u8; PIXELS]>::try_from(numbers)) {
                (Some(shaded), _) => shaded.mix(block, numbers, pixels),
                // Most often there are so many, which is faster if it is known.
                (None, Ok(all)) => pixels.copy_from_slice(all),
                (None, Err(_)) => pixels.copy_from_slice(numbers),
            }
        });
        true
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
    use crate::draw::mesh::paint::{CELLS, PIXELS_OF_TILE, tiles};
    use crate::draw::raster::Area;
    use crate::grid::{Graph, GraphCell, GraphSide, Side};
    use crate::maze::Maze;
    use crate::options::MazeOptions;
    use crate::picture::{Palette, Picture};
    use crate::solve::distances;

    fn picture(query: &str) -> Picture {
        query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap()
    }

    /// The pixels of a heat map that is painted in tiles of at most this size.
    fn painted(picture: &Picture, style: Style, each: [u64; 2]) -> Vec<u8> {
        let mut raster = OfCells::new(OnMesh::of(picture).unwrap(), style, |layout| Tiles::new(layout.size, each));
        let tiles = *raster.tiles();
        let [width, height] = tiles.size.map(|pixels| pixels as usize * 3);
        let mut whole = vec![0; width * height / 3];
        for tile in 0..tiles.count() {
            let mut pixels = Vec::new();
            while !raster.paint(&mut { picture }, tile, &mut pixels) {}
            let Area { left, top, width: across, .. } = tiles.area(tile);
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
            let mut painter = OfCells::new(OnMesh::of(&picture).unwrap(), style, tiles);
            let (mut tile, mut calls, mut pixels) = (0, 0, Vec::new());
            while tile < painter.tiles.count() {
                let before = painter.painting.work();
                pixels.clear();
                tile += u64::from(painter.paint(&mut &picture, tile, &mut pixels));
                let work = painter.painting.work() - before;
                // It asks after each cell, of which one takes no more than its part of the tile.
                assert!(work < 2 * WORK + PIXELS_OF_TILE, "{count}: {work} in a call");
                calls += 1;
            }
            assert!(calls > painter.tiles.count() + 2, "{count}: {calls} calls");
        }
    }
}
