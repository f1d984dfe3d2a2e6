//! A maze on a mesh as pixels: the lines of the SVG, painted in tiles, on a plain ground or on that of a heat map.

use super::OnMesh;
use super::layout::Layout;
use super::paint::{Painting, WORK, count, mixtures, on_ground, parts, rock};
use super::sketch::Sketch;
use crate::draw::heat::Heat;
use crate::draw::png_file::{Colors, Rgba, mixture, rgba};
use crate::draw::raster::{Raster, TileGrid};
use crate::draw::shapes::{PIXELS, SAMPLES, SampleBlock, counts};
use crate::grid::Cell;
use crate::picture::{Color, RowSource, Style};

/// Paints pictures of a mesh.
pub(crate) struct MeshRaster {
    pub(crate) painting: Painting,
    /// The number of mixtures of colors on a plain ground.
    count: usize,
    /// The largest number of layers of sample points.
    layers: u64,
    /// Of a pixel.
    bytes: usize,
    shaded: Option<ShadedCells>,
}

impl MeshRaster {
    pub(crate) fn new(shown: OnMesh<'_>, style: Style, cut: impl FnOnce(&Layout) -> TileGrid) -> MeshRaster {
        let OnMesh { picture, mesh } = shown;
        let layout = Layout::new(mesh, style);
        let sketch = Sketch::new(shown, &layout);
        let things = sketch.things();
        let has_marks = !things.is_empty() || !sketch.marks().is_empty();
        let has_path = picture.path.is_some() || has_marks;
        let tiles = cut(&layout);
        let heat = style.heat.zip(picture.distances.as_ref());
        let shaded = heat.map(|(palette, distances)| ShadedCells::new(Heat::new(distances, palette), style));
        let bytes = if shaded.is_none() { 1 } else { 3 + usize::from(style.background.alpha < 255) };
        let has_rock = mesh.rock().is_some();
        let count = count(has_path, has_rock);
        // The walls; and a large area, while it is painted.
        let layers =
            2 + [has_path, has_marks, has_rock, !mesh.details().is_empty()].into_iter().map(u64::from).sum::<u64>();
        MeshRaster { painting: Painting::new(layout, tiles, things), count, layers, bytes, shaded }
    }
}

impl Raster for MeshRaster {
    fn tiles(&self) -> &TileGrid {
        &self.painting.tiles
    }

    /// Returns all mixtures of ground, path and walls. In a heat map there are too many.
    fn colors(&self) -> Colors {
        let style = self.painting.layout.style;
        match self.shaded {
            Some(_) => Colors::All { is_opaque: self.bytes == 3 },
            None => Colors::Of(mixtures(rgba(style.background), style).take(self.count).collect()),
        }
    }

    fn expected_bytes(&self) -> u64 {
        let of_ground = if self.shaded.is_some() { size_of::<Rgba>() as u64 } else { 0 };
        self.painting.expected_bytes(self.layers) + of_ground * self.painting.pixels_of_tile()
    }

    fn paint(&mut self, source: &mut dyn RowSource, tile: u64, pixels: &mut Vec<u8>) -> bool {
        let Some(picture) = source.whole().and_then(OnMesh::of) else { return true };
        if !self.painting.paint(picture, tile) {
            return false;
        }
        if let Some(shaded) = &mut self.shaded
            && !shaded.paint_ground(&mut self.painting, picture, tile)
        {
            return false;
        }
        let area = self.painting.tiles.area(tile);
        let bytes = self.bytes;
        let (first, width) = (pixels.len(), area.width as usize);
        pixels.resize(first + width * area.height as usize * bytes, 0);
        self.painting.each(|[x, y], block, numbers| {
            let start = first + (y * width + x) * bytes;
            let pixels = &mut pixels[start..start + numbers.len() * bytes];
            match (&self.shaded, <&[u8; PIXELS]>::try_from(numbers)) {
                (Some(shaded), _) => shaded.mix(block, numbers, pixels),
                // This is the most frequent number, and code that knows it is faster.
                (None, Ok(all)) => pixels.copy_from_slice(all),
                (None, Err(_)) => pixels.copy_from_slice(numbers),
            }
        });
        true
    }
}

/// The ground of a heat map.
struct ShadedCells {
    heat: Heat,
    background: Color,
    /// The colors of the path, of the walls, and of cells that were taken out.
    inks: [Rgba; 2],
    rock: Rgba,
    /// By the number of a mixture: how many parts it has of the ground and of these.
    parts: Vec<[u32; 3]>,
    /// By pixel of a tile.
    ground: Vec<Rgba>,
    /// The cells whose areas are still to be painted in the tile, the next one last; `None` before the first.
    shades: Option<Vec<(u32, Cell)>>,
}

impl ShadedCells {
    fn new(heat: Heat, style: Style) -> ShadedCells {
        let inks = [style.path_color, style.color].map(|rgb| rgba(Color::opaque(rgb)));
        ShadedCells {
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
    fn paint_ground(&mut self, painting: &mut Painting, picture: OnMesh<'_>, tile: u64) -> bool {
        let (heat, ground, most) = (self.heat, &mut self.ground, painting.work() + WORK);
        let Some(distances) = &picture.picture.distances else { return true };
        let step_of = |cell: Cell| heat.step(distances, cell);
        let shades = self.shades.get_or_insert_with(|| {
            ground.clear();
            ground.resize(painting.pixels(), rgba(self.background));
            let mut shades: Vec<(u32, Cell)> = painting
                .cells_of(tile)
                .iter()
                .rev()
                .filter_map(|&cell| Some((step_of(Cell(cell))?, Cell(cell))))
                .collect();
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
fn lay(Color { rgb: [red, green, blue], alpha }: Color, block: &SampleBlock, ground: &mut [Rgba]) {
    for (ground, count) in ground.iter_mut().zip(counts(block)) {
        let (part, whole) = (u32::from(count) * u32::from(alpha), u32::from(SAMPLES) * 255);
        if part == whole {
            *ground = [red, green, blue, alpha];
        } else if part > 0 {
            *ground = mixture([([red, green, blue, 255], part), (*ground, whole - part)]);
        }
    }
}
