//! A maze on a mesh as PNG: the lines of the SVG, painted in tiles of pixels by tiny-skia.
//!
//! Curves are made straight here and colors are solid, so that only the scan conversion in whole numbers is left to the library: the same
//! on every machine.

use std::fmt::{self, Formatter};

use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Transform};

use super::layout::Layout;
use super::sketch::Sketch;
use crate::draw::area::{Area, Tiles};
use crate::draw::canvas::{Cap, Stroke};
use crate::draw::heat::Heat;
use crate::draw::line::{Line, Point, Step, minus, plus};
use crate::draw::outline::{Layer, Mark};
use crate::draw::png::{Colors, File};
use crate::grid::{Arc, Cell, Grid, Mesh};
use crate::picture::form::MeshForm as Form;
use crate::picture::palette::Rgb;
use crate::picture::{Color, Picture, Style};

/// By how many pixels a straight line may miss the circle that it is a part of.
const ERROR: f64 = 0.02;

/// The picture in a style.
pub(crate) fn start(picture: &Picture<Mesh>, style: Style) -> Box<dyn Form> {
    let mesh = picture.maze.grid();
    let layout = Layout::new(mesh, style);
    let heat = style.heat.zip(picture.distances.as_ref());
    let heat = heat.map(|(palette, distances)| Heat::new(distances, palette));
    let tiles = tiles(&layout);
    let is_opaque = style.background.alpha == 255;
    let (file, _) = File::new(layout.size, Some(picture.head.title()), Colors::All { is_opaque });
    let cells = CellsOfTiles::new(mesh, &layout, tiles);
    Box::new(Strips { painting: Painting { layout, heat }, tiles, cells, is_opaque, file, pixels: Vec::new() })
}

/// How many pixels are painted at a time, four bytes each, and how many lines at least: cells at the border of two parts are looked at twice.
const PIXELS: u64 = 1 << 18;
const LEAST_LINES: u64 = 32;

/// How many cells are painted at a time, if all are squares: it takes a few milliseconds, in which nothing else is done on the thread.
const CELLS: u64 = 1 << 12;

/// How a picture is cut.
pub(super) fn tiles(layout: &Layout) -> Tiles {
    let ([width, height], cell) = (layout.size, u64::from(layout.style.cell));
    let pixels = PIXELS.min(CELLS.saturating_mul(cell * cell));
    let lines = (pixels / width).max(LEAST_LINES).min(height);
    Tiles::new(layout.size, [(pixels / lines).max(LEAST_LINES), lines])
}

/// In how many pieces a strip is written: where it has several tiles, they are painted first, and then it is compressed, each in as many.
fn pieces_of_strip(tiles: &Tiles) -> u64 {
    if tiles.columns == 1 { 1 } else { 2 * tiles.columns }
}

/// A picture on its way into a PNG, tile by tile.
struct Strips {
    painting: Painting,
    tiles: Tiles,
    cells: CellsOfTiles,
    is_opaque: bool,
    file: File,
    /// Those of a strip of several tiles, as the file has them.
    pixels: Vec<u8>,
}

impl fmt::Debug for Strips {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Strips")
            .field("layout", &self.painting.layout)
            .field("tiles", &self.tiles)
            .finish_non_exhaustive()
    }
}

impl Form for Strips {
    fn pieces(&self) -> u64 {
        self.tiles.rows * pieces_of_strip(&self.tiles)
    }

    /// What comes of it may only be seen in a later one, since compression holds it back.
    fn write_piece(&mut self, picture: &Picture<Mesh>, number: u64, out: &mut Vec<u8>) {
        let pieces = pieces_of_strip(&self.tiles);
        let (row, piece) = (number / pieces, number % pieces);
        let columns = self.tiles.columns;
        if piece < columns {
            let tile = row * columns + piece;
            let area = self.tiles.area(tile);
            let cells = self.cells.of(tile);
            let painted = self.painting.paint(picture, cells, area).map(|canvas| canvas.pixels(self.is_opaque));
            let painted = painted.unwrap_or_default();
            if columns == 1 {
                self.file.write_pixels(&painted);
            } else {
                self.put(&painted, area);
            }
        } else {
            let line = self.tiles.size[0] as usize * if self.is_opaque { 3 } else { 4 };
            let lines = self.pixels.len() / line;
            let [start, end] = [0, 1].map(|next| lines * (piece - columns + next) as usize / columns as usize * line);
            self.file.write_pixels(&self.pixels[start..end]);
        }
        if number + 1 == self.pieces() {
            self.file.finish();
        }
        self.file.take(out);
    }
}

impl Strips {
    /// Puts the pixels of a tile into its strip.
    fn put(&mut self, painted: &[u8], area: Area) {
        let bytes = if self.is_opaque { 3 } else { 4 };
        let [line, part, left] = [self.tiles.size[0], area.width, area.left].map(|pixels| pixels as usize * bytes);
        self.pixels.resize(line * area.height as usize, 0);
        for (line, part) in self.pixels.chunks_exact_mut(line).zip(painted.chunks_exact(part)) {
            line[left..left + part.len()].copy_from_slice(part);
        }
    }
}

/// How a mesh is painted.
pub(super) struct Painting {
    pub(super) layout: Layout,
    pub(super) heat: Option<Heat>,
}

impl Painting {
    /// Everything that these cells have in a part of the picture, in the order of the SVG. `None` if there are no pixels.
    pub(super) fn paint(&self, picture: &Picture<Mesh>, shown: OfTile<'_>, area: Area) -> Option<Canvas<'_>> {
        let mut canvas = Canvas::new(&self.layout, area, self.layout.style.background)?;
        let sketch = Sketch { picture, layout: &self.layout };
        self.paint_shades(sketch, numbered(shown.cells), &mut canvas);
        self.paint_above(sketch, shown, &mut canvas);
        Some(canvas)
    }

    /// Everything that lies above the shades.
    pub(super) fn paint_above(&self, sketch: Sketch<'_>, shown: OfTile<'_>, canvas: &mut Canvas<'_>) {
        let plan = sketch.plan();
        let [below, above] = plan.below_and_above();
        let paint = |layers: &[(Layer, Option<Stroke>)], canvas: &mut Canvas<'_>| {
            for &(layer, stroke) in layers {
                let cells = if layer == Layer::Rock { shown.rock } else { shown.cells };
                canvas.paint(&sketch.lines(layer, numbered(cells)), layer.ink().color(&self.layout.style), stroke);
            }
        };
        paint(below, canvas);
        let is_here = |end: Cell| shown.cells.contains(&end.0);
        let [ring, disc] = sketch.picture.marked().map(|end| end.is_some_and(is_here));
        canvas.paint_marks([plan.marks[0].filter(|_| ring), plan.marks[1].filter(|_| disc)]);
        paint(above, canvas);
    }

    fn paint_shades(&self, sketch: Sketch<'_>, cells: impl Iterator<Item = Cell>, canvas: &mut Canvas<'_>) {
        let Some((heat, distances)) = self.heat.as_ref().zip(sketch.picture.distances.as_ref()) else { return };
        let step_of = |cell: Cell| heat.step(distances, cell);
        let mut shaded: Vec<(u32, Cell)> = cells.filter_map(|cell| Some((step_of(cell)?, cell))).collect();
        shaded.sort_by_key(|&(step, _)| std::cmp::Reverse(step));
        for of_step in shaded.chunk_by(|(a, _), (b, _)| a == b) {
            let step = of_step[0].0;
            let reaches = |far: Cell| step_of(far).is_some_and(|far| far <= step);
            let areas: Vec<Line> = of_step.iter().map(|&(_, cell)| sketch.area(cell, reaches)).collect();
            canvas.paint(&areas, Color::opaque(heat.color(step)), None);
        }
    }
}

/// Which cells each tile shows, of the maze and of what was taken out of it.
#[derive(Default)]
pub(super) struct CellsOfTiles {
    cells: Lists,
    rock: Option<Lists>,
}

/// The cells that a tile shows, by their numbers.
#[derive(Clone, Copy)]
pub(super) struct OfTile<'a> {
    pub(super) cells: &'a [u32],
    rock: &'a [u32],
}

impl CellsOfTiles {
    pub(super) fn new(mesh: &Mesh, layout: &Layout, tiles: Tiles) -> CellsOfTiles {
        let of = |mesh: &Mesh| Lists::new(mesh, layout, tiles);
        CellsOfTiles { cells: of(mesh), rock: mesh.rock().map(of) }
    }

    pub(super) fn of(&self, tile: u64) -> OfTile<'_> {
        OfTile { cells: self.cells.of(tile), rock: self.rock.as_ref().map_or(&[], |rock| rock.of(tile)) }
    }
}

/// Cells of these numbers.
fn numbered(cells: &[u32]) -> impl Iterator<Item = Cell> {
    cells.iter().copied().map(Cell)
}

/// Which cells of a mesh each tile shows: four bytes for each, and for each again that two tiles show.
#[derive(Default)]
struct Lists {
    cells: Vec<u32>,
    /// Where each tile's cells begin, and where the last one's end.
    starts: Vec<usize>,
}

impl Lists {
    /// Sorts by counting, so that the cells of a tile stay in the order of their numbers.
    fn new(mesh: &Mesh, layout: &Layout, tiles: Tiles) -> Lists {
        let tiles_of = |cell: u32| tiles.showing(layout.pixels_of(mesh, Cell(cell))).map(|tile| tile as usize);
        let mut starts = vec![0; (tiles.rows * tiles.columns) as usize + 1];
        for tile in (0..mesh.cells()).flat_map(tiles_of) {
            starts[tile + 1] += 1;
        }
        for tile in 1..starts.len() {
            starts[tile] += starts[tile - 1];
        }
        let mut next = starts.clone();
        let mut cells = vec![0; starts[starts.len() - 1]];
        for cell in 0..mesh.cells() {
            for tile in tiles_of(cell) {
                cells[next[tile]] = cell;
                next[tile] += 1;
            }
        }
        Lists { cells, starts }
    }

    fn of(&self, tile: u64) -> &[u32] {
        &self.cells[self.starts[tile as usize]..self.starts[tile as usize + 1]]
    }
}

/// The pixels of a part of a picture.
pub(super) struct Canvas<'a> {
    layout: &'a Layout,
    pixels: Pixmap,
    /// Whether pixels at an edge have a mixture of the colors on both sides of it.
    is_smooth: bool,
    /// Where the first pixel is in the picture.
    corner: Point,
}

impl<'a> Canvas<'a> {
    /// Nothing but the ground; `None` for a part without pixels.
    pub(super) fn new(
        layout: &'a Layout,
        Area { left, top, width, height }: Area,
        ground: Color,
    ) -> Option<Canvas<'a>> {
        let mut pixels = Pixmap::new(width as u32, height as u32)?;
        let Color { rgb: [red, green, blue], alpha } = ground;
        pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, alpha));
        Some(Canvas { layout, pixels, is_smooth: true, corner: [left as f64, top as f64] })
    }

    /// Nothing, on which each pixel has one of the colors that are painted.
    pub(super) fn of_numbers(layout: &'a Layout, area: Area) -> Option<Canvas<'a>> {
        Some(Canvas { is_smooth: false, ..Canvas::new(layout, area, Color { rgb: [0; 3], alpha: 0 })? })
    }

    /// Strokes, or areas.
    pub(super) fn paint(&mut self, lines: &[Line], color: Color, stroke: Option<Stroke>) {
        let mut path = PathBuilder::new();
        let place = |point: Point| minus(self.layout.to_pixels(point), self.corner).map(|line| line as f32);
        let error = self.error();
        for line in lines {
            let [x, y] = place(line.start);
            path.move_to(x, y);
            line.flattened(self.layout.middle, error, |point| {
                let [x, y] = place(point);
                path.line_to(x, y);
            });
            if stroke.is_none() {
                path.close();
            }
        }
        let path = path.finish().and_then(|path| match stroke {
            None => Some(path),
            Some(Stroke { width, cap }) => {
                let line_cap = match cap {
                    Cap::Butt => LineCap::Butt,
                    Cap::Round => LineCap::Round,
                    Cap::Square => LineCap::Square,
                };
                let width = self.pixels_of(width);
                path.stroke(
                    &tiny_skia::Stroke { width, line_cap, line_join: LineJoin::Round, ..Default::default() },
                    1.0,
                )
            }
        });
        if let Some(path) = path {
            self.fill(&path, color);
        }
    }

    fn fill(&mut self, path: &Path, Color { rgb: [red, green, blue], alpha }: Color) {
        let mut paint = Paint { anti_alias: self.is_smooth, ..Paint::default() };
        paint.set_color_rgba8(red, green, blue, alpha);
        self.pixels.fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
    }

    /// By how many cells a straight line may miss the circle that it is a part of.
    fn error(&self) -> f64 {
        ERROR / f64::from(self.layout.style.cell)
    }

    /// A length in cells in pixels.
    fn pixels_of(&self, cells: f64) -> f32 {
        (cells * f64::from(self.layout.style.cell)) as f32
    }

    fn paint_marks(&mut self, [ring, disc]: [Option<Mark>; 2]) {
        let Style { path_color, background, .. } = self.layout.style;
        if let Some((mark, circle)) = ring.and_then(|mark| Some((mark, self.circle(mark.center, mark.ring_radius())?)))
        {
            self.fill(&circle, background);
            let width = self.pixels_of(mark.thickness);
            let stroke = tiny_skia::Stroke { width, line_join: LineJoin::Round, ..Default::default() };
            if let Some(ring) = circle.stroke(&stroke, 1.0) {
                self.fill(&ring, Color::opaque(path_color));
            }
        }
        if let Some(circle) = disc.and_then(|mark| self.circle(mark.center, mark.radius)) {
            self.fill(&circle, Color::opaque(path_color));
        }
    }

    fn circle(&self, center: Point, radius: f64) -> Option<Path> {
        let at = |x: f64, y: f64| plus(center, [x * radius, y * radius]);
        let quarters = [at(1.0, 0.0), at(0.0, 1.0), at(-1.0, 0.0), at(0.0, -1.0)];
        let arc = Some(Arc { radius, is_clockwise: true });
        let steps = [1, 2, 3, 0].map(|k| Step { to: quarters[k], arc });
        let mut path = PathBuilder::new();
        let mut place = |point: Point, is_first: bool| {
            let [x, y] = minus(self.layout.to_pixels(point), self.corner).map(|line| line as f32);
            if is_first { path.move_to(x, y) } else { path.line_to(x, y) }
        };
        place(quarters[0], true);
        Line { start: quarters[0], steps: steps.into() }.flattened(center, self.error(), |point| place(point, false));
        path.close();
        path.finish()
    }

    /// The color of each pixel, where the ground is opaque.
    pub(super) fn colors(&self) -> impl Iterator<Item = Rgb> {
        self.seen().map(|[red, green, blue, _]| [red, green, blue])
    }

    /// What is seen of each pixel on a black ground, and how much it covers of that.
    pub(super) fn seen(&self) -> impl Iterator<Item = [u8; 4]> {
        self.pixels.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()])
    }

    /// The bytes of the pixels, as the file has them.
    fn pixels(&self, is_opaque: bool) -> Vec<u8> {
        if is_opaque {
            return self.colors().flatten().collect();
        }
        // In whole numbers, rounded.
        let plain = |pixel: &tiny_skia::PremultipliedColorU8| {
            let alpha = u32::from(pixel.alpha());
            let divided = |channel: u8| ((u32::from(channel) * 255 + alpha / 2) / alpha.max(1)).min(255) as u8;
            [divided(pixel.red()), divided(pixel.green()), divided(pixel.blue()), pixel.alpha()]
        };
        self.pixels.pixels().iter().flat_map(plain).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::MazeOptions;
    use crate::picture::Palette;
    use crate::solve::distances;

    fn picture(query: &str) -> Picture<Mesh> {
        query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap().into_mesh().unwrap()
    }

    #[test]
    fn tiles_have_the_pixels_of_the_whole() {
        for query in [
            "grid=hex&w=40&h=9",
            "grid=hex&w=40&h=9&sparse=0.6",
            "grid=polar&rings=12",
            "levels=3&w=20&h=8",
            "w=50&h=7&weave=1",
            "grid=floret&w=7&h=3",
        ] {
            let picture = picture(&format!("{query}&seed=7"));
            let Ok(distances) = distances(&picture.maze, picture.from, &mut ());
            let heat = Heat::new(&distances, Palette::ALL[0]);
            let picture = Picture { distances: Some(distances), ..picture };
            for cell in [3, 17] {
                let layout = Layout::new(picture.maze.grid(), Style { cell, ..Style::DEFAULT });
                let size = layout.size;
                let tiles = Tiles::new(size, [100, 37]);
                let cells = CellsOfTiles::new(picture.maze.grid(), &layout, tiles);
                let painting = Painting { layout, heat: Some(heat) };
                let one = Tiles::new(size, size);
                let all = CellsOfTiles::new(picture.maze.grid(), &painting.layout, one);
                let whole = painting.paint(&picture, all.of(0), one.area(0)).unwrap().pixels(true);
                let mut most = 0;
                for tile in 0..tiles.count() {
                    let area = tiles.area(tile);
                    let part = painting.paint(&picture, cells.of(tile), area).unwrap().pixels(true);
                    for (y, line) in part.chunks_exact(3 * area.width as usize).enumerate() {
                        let start = 3 * ((area.top as usize + y) * size[0] as usize + area.left as usize);
                        let differences = line.iter().zip(&whole[start..]).map(|(a, b)| a.abs_diff(*b));
                        most = most.max(differences.max().unwrap_or(0));
                    }
                }
                // Arcs are made straight from where a line begins, which differs.
                assert!(most <= 40, "{query}: {most}");
            }
        }
    }

    #[test]
    fn a_piece_has_few_cells_and_pixels_however_wide_the_picture_is() {
        for (query, cell) in [("sparse=0.1&w=5000&h=4", 16), ("grid=hex&w=3000&h=30", 2), ("grid=triakis&w=60&h=60", 1)]
        {
            let picture = picture(query);
            let layout = Layout::new(picture.maze.grid(), Style { cell, margin: 1, ..Style::DEFAULT });
            let tiles = tiles(&layout);
            let cells = CellsOfTiles::new(picture.maze.grid(), &layout, tiles);
            for tile in 0..tiles.count() {
                let area = tiles.area(tile);
                assert!(area.width * area.height <= PIXELS, "{query}: {area:?}");
                let cells = cells.of(tile).cells.len() as u64;
                assert!(cells <= 6 * CELLS, "{query}: {cells} cells in {area:?}");
            }
        }
    }
}
