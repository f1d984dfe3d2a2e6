//! A maze on a mesh as PNG: the lines of the SVG, painted in strips of pixels by tiny-skia.
//!
//! Curves are made straight here and colours are solid, so that only the scan conversion in whole numbers is left to the library: the same
//! on every machine.

use std::fmt::{self, Formatter};
use std::ops::Range;

use png::{BitDepth, ColorType};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Transform};

use super::Form;
use super::layout::Layout;
use super::line::{Line, Point, Step, plus};
use super::sketch::{Layer, Look, Sketch, Stroke};
use super::svg::Title;
use crate::grid::{Arc, Cell, Grid, Mesh};
use crate::render::heat::Heat;
use crate::render::palette::Rgb;
use crate::render::png::File;
use crate::render::{Colour, Picture, Style};

/// How many pixels are painted at a time, and how many lines at least: four bytes a pixel. Cells at the border of two strips are looked at
/// twice.
const STRIP: u64 = 1 << 18;
const LEAST_LINES: u64 = 32;

/// By how many pixels a straight line may miss the circle that it is a part of.
const ERROR: f64 = 0.02;

/// The picture in a style.
pub(super) fn start(picture: &Picture<Mesh>, style: Style) -> Box<dyn Form> {
    let mesh = picture.maze.grid();
    let layout = Layout::new(mesh, style);
    let heat = style.heat.zip(picture.distances.as_ref());
    let heat = heat.map(|(palette, distances)| Heat::new(distances, palette));
    let lines = (STRIP / layout.size[0]).max(LEAST_LINES).min(layout.size[1]);
    let strips = layout.size[1].div_ceil(lines);
    let is_opaque = style.background.alpha == 255;
    let file = File::new(layout.size, Title(&picture.head).to_string(), |encoder| {
        encoder.set_color(if is_opaque { ColorType::Rgb } else { ColorType::Rgba });
        encoder.set_depth(BitDepth::Eight);
    });
    let cells = CellsOfStrips::new(mesh, &layout, lines, strips);
    Box::new(Strips { painting: Painting { layout, heat }, lines, strips, cells, is_opaque, file })
}

/// A picture on its way into a PNG, strip by strip.
struct Strips {
    painting: Painting,
    /// How many lines of pixels a strip has, and how many strips there are.
    lines: u64,
    strips: u64,
    cells: CellsOfStrips,
    is_opaque: bool,
    file: File,
}

impl fmt::Debug for Strips {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Strips")
            .field("layout", &self.painting.layout)
            .field("strips", &self.strips)
            .finish_non_exhaustive()
    }
}

impl Form for Strips {
    fn pieces(&self) -> u64 {
        self.strips
    }

    /// What comes of it may only be seen in a later one, since compression holds it back.
    fn write_piece(&mut self, picture: &Picture<Mesh>, number: u64, out: &mut Vec<u8>) {
        let start = number * self.lines;
        let lines = self.lines.min(self.painting.layout.size[1] - start);
        let cells = self.cells.of(number).iter().copied().map(Cell);
        if let Some(canvas) = self.painting.paint(picture, cells, [start, lines]) {
            self.file.write_pixels(&canvas.pixels(self.is_opaque));
        }
        if number + 1 == self.strips {
            self.file.finish();
        }
        self.file.take(out);
    }
}

/// How a mesh is painted.
pub(super) struct Painting {
    pub(super) layout: Layout,
    pub(super) heat: Option<Heat>,
}

impl Painting {
    /// Everything that these cells have, in the order of the SVG: as many lines of pixels, the first of which has this number. `None` if
    /// there are no pixels.
    pub(super) fn paint(
        &self,
        picture: &Picture<Mesh>,
        cells: impl Iterator<Item = Cell> + Clone,
        [start, lines]: [u64; 2],
    ) -> Option<Canvas<'_>> {
        let mut canvas = Canvas::new(&self.layout, start, lines)?;
        let sketch = Sketch { picture, layout: &self.layout };
        self.paint_shades(sketch, cells.clone(), &mut canvas);
        self.paint_lines(&[Layer::Path, Layer::Mouths], sketch, cells.clone(), &mut canvas);
        self.paint_marks(sketch, &mut canvas);
        self.paint_lines(&[Layer::Stairs, Layer::Dashes, Layer::Walls], sketch, cells, &mut canvas);
        Some(canvas)
    }

    fn paint_lines(
        &self,
        layers: &[Layer],
        sketch: Sketch<'_>,
        cells: impl Iterator<Item = Cell> + Clone,
        canvas: &mut Canvas<'_>,
    ) {
        for layer in layers.iter().filter(|layer| layer.is_drawn(sketch.picture)) {
            canvas.paint(&sketch.lines(*layer, cells.clone()), layer.look(&self.layout));
        }
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
            canvas.paint(&areas, Look { rgb: heat.colour(step), stroke: None });
        }
    }

    fn paint_marks(&self, sketch: Sketch<'_>, canvas: &mut Canvas<'_>) {
        let Style { path_color, background, .. } = self.layout.style;
        let [ring, disc] = sketch.picture.marked();
        let mark = |end: Cell| self.layout.mark(sketch.picture.maze.grid(), end);
        if let Some(end) = ring {
            let ([radius, thickness], center) = (mark(end), sketch.center(end));
            canvas.paint_disc(center, radius - thickness / 2.0, background);
            canvas.paint_ring(center, radius - thickness / 2.0, thickness, path_color);
        }
        if let Some(end) = disc {
            canvas.paint_disc(sketch.center(end), mark(end)[0], Colour::opaque(path_color));
        }
    }
}

/// Which cells each strip shows: four bytes for each, and for each again that two strips show.
struct CellsOfStrips {
    cells: Vec<u32>,
    /// Where each strip's cells begin, and where the last one's end.
    starts: Vec<usize>,
}

impl CellsOfStrips {
    /// Sorts by counting, so that the cells of a strip stay in the order of their numbers.
    fn new(mesh: &Mesh, layout: &Layout, lines: u64, strips: u64) -> CellsOfStrips {
        let strips_of = |cell: u32| -> Range<usize> {
            let [first, last] = layout.lines_of(mesh, Cell(cell)).map(|line| (line / lines) as usize);
            first..last + 1
        };
        let mut starts = vec![0; strips as usize + 1];
        for strip in (0..mesh.cells()).flat_map(strips_of) {
            starts[strip + 1] += 1;
        }
        for strip in 1..starts.len() {
            starts[strip] += starts[strip - 1];
        }
        let mut next = starts.clone();
        let mut cells = vec![0; starts[starts.len() - 1]];
        for cell in 0..mesh.cells() {
            for strip in strips_of(cell) {
                cells[next[strip]] = cell;
                next[strip] += 1;
            }
        }
        CellsOfStrips { cells, starts }
    }

    fn of(&self, strip: u64) -> &[u32] {
        &self.cells[self.starts[strip as usize]..self.starts[strip as usize + 1]]
    }
}

/// The pixels of a strip.
pub(super) struct Canvas<'a> {
    layout: &'a Layout,
    pixels: Pixmap,
    /// The first line of pixels.
    top: f64,
}

impl<'a> Canvas<'a> {
    /// Nothing but the ground; `None` for a strip without pixels.
    fn new(layout: &'a Layout, top: u64, lines: u64) -> Option<Canvas<'a>> {
        let mut pixels = Pixmap::new(layout.size[0] as u32, lines as u32)?;
        let Colour { rgb: [red, green, blue], alpha } = layout.style.background;
        pixels.fill(Color::from_rgba8(red, green, blue, alpha));
        Some(Canvas { layout, pixels, top: top as f64 })
    }

    /// Strokes of a thickness, or areas.
    fn paint(&mut self, lines: &[Line], Look { rgb, stroke }: Look) {
        let mut path = PathBuilder::new();
        let place = |point: Point| {
            let [x, y] = self.layout.to_pixels(point);
            [x as f32, (y - self.top) as f32]
        };
        let error = ERROR / f64::from(self.layout.style.cell);
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
            Some(Stroke { width, is_round }) => {
                let line_cap = if is_round { LineCap::Round } else { LineCap::Butt };
                let width = width as f32;
                path.stroke(
                    &tiny_skia::Stroke { width, line_cap, line_join: LineJoin::Round, ..Default::default() },
                    1.0,
                )
            }
        });
        if let Some(path) = path {
            self.fill(&path, Colour::opaque(rgb));
        }
    }

    fn fill(&mut self, path: &Path, Colour { rgb: [red, green, blue], alpha }: Colour) {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color_rgba8(red, green, blue, alpha);
        self.pixels.fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
    }

    fn paint_disc(&mut self, center: Point, radius: f64, colour: Colour) {
        if let Some(path) = self.circle(center, radius) {
            self.fill(&path, colour);
        }
    }

    fn paint_ring(&mut self, center: Point, radius: f64, thickness: f64, rgb: Rgb) {
        let stroke = tiny_skia::Stroke { width: thickness as f32, line_join: LineJoin::Round, ..Default::default() };
        if let Some(ring) = self.circle(center, radius).and_then(|path| path.stroke(&stroke, 1.0)) {
            self.fill(&ring, Colour::opaque(rgb));
        }
    }

    /// A circle around a point, whose radius is in pixels.
    fn circle(&self, center: Point, radius: f64) -> Option<Path> {
        let cell = f64::from(self.layout.style.cell);
        let radius = radius / cell;
        let at = |x: f64, y: f64| plus(center, [x * radius, y * radius]);
        let quarters = [at(1.0, 0.0), at(0.0, 1.0), at(-1.0, 0.0), at(0.0, -1.0)];
        let arc = Some(Arc { radius, is_clockwise: true });
        let steps = [1, 2, 3, 0].map(|k| Step { to: quarters[k], arc });
        let mut path = PathBuilder::new();
        let mut place = |point: Point, is_first: bool| {
            let [x, y] = self.layout.to_pixels(point);
            let (x, y) = (x as f32, (y - self.top) as f32);
            if is_first { path.move_to(x, y) } else { path.line_to(x, y) }
        };
        place(quarters[0], true);
        Line { start: quarters[0], steps: steps.into() }.flattened(center, ERROR / cell, |point| place(point, false));
        path.close();
        path.finish()
    }

    /// The colour of each pixel, where the ground is opaque.
    pub(super) fn colours(&self) -> impl Iterator<Item = Rgb> {
        self.pixels.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
    }

    /// The bytes of the pixels, as the file has them.
    fn pixels(&self, is_opaque: bool) -> Vec<u8> {
        if is_opaque {
            return self.colours().flatten().collect();
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
