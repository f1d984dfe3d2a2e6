//! A maze on a mesh as SVG: few, long strokes, in hundredths of a pixel.
//!
//! The lines of some ten thousand cells are joined at a time: a piece needs the memory of those, however large the maze.

use std::fmt::{self, Display, Formatter};
use std::io::Write as _;
use std::ops::Range;

use super::layout::Layout;
use super::line::{Line, Point};
use super::sketch::{Layer, Look, Sketch, Stroke};
use super::{Form, MeshHead};
use crate::grid::{Address, Cell, Grid, GridKind, Mesh};
use crate::render::heat::{Heat, Shades};
use crate::render::svg::{Fill, Hex, describe_drawn, write_start};
use crate::render::{Picture, Style};

/// How many cells are drawn at a time.
const BAND: u32 = 1 << 14;

/// The drawing in a style.
pub(super) fn start(picture: &Picture<Mesh>, style: Style) -> Box<dyn Form> {
    let heat = style.heat.zip(picture.distances.as_ref());
    let shades = heat.map(|(palette, distances)| Shades::new(distances, Heat::new(distances, palette)));
    let layout = Layout::new(picture.maze.grid(), style);
    let parts = parts(picture, shades.as_ref());
    Box::new(Sheet { layout, shades, parts })
}

/// Values that are known before the first piece is written.
#[derive(Debug)]
struct Sheet {
    layout: Layout,
    shades: Option<Shades>,
    parts: Vec<Part>,
}

/// The kinds of pieces of a picture.
#[derive(Clone, Debug)]
enum Part {
    Head,
    /// The cells of one shade.
    Shade(u32),
    /// The lines of a layer in some cells.
    Lines {
        layer: Layer,
        cells: Range<u32>,
        is_first: bool,
        is_last: bool,
    },
    Marks,
    Tail,
}

fn parts(picture: &Picture<Mesh>, shades: Option<&Shades>) -> Vec<Part> {
    let mesh = picture.maze.grid();
    let lines = |layer: Layer| {
        let cells = mesh.cells();
        (0..cells.div_ceil(BAND)).map(move |band| {
            let (start, end) = (band * BAND, ((band + 1) * BAND).min(cells));
            Part::Lines { layer, cells: start..end, is_first: start == 0, is_last: end == cells }
        })
    };
    let steps = shades.map_or(0, |shades| shades.heat.steps);
    let mut parts = vec![Part::Head];
    // From the farthest, each over those behind it: see `Sketch::area`.
    parts.extend((0..steps).rev().map(Part::Shade));
    let layers = [Layer::Path, Layer::Mouths].into_iter().filter(|&layer| layer.is_drawn(picture));
    parts.extend(layers.flat_map(lines));
    parts.push(Part::Marks);
    let layers = [Layer::Stairs, Layer::Dashes, Layer::Walls].into_iter().filter(|&layer| layer.is_drawn(picture));
    parts.extend(layers.flat_map(lines));
    parts.push(Part::Tail);
    parts
}

impl Form for Sheet {
    fn pieces(&self) -> u64 {
        self.parts.len() as u64
    }

    fn write_piece(&mut self, picture: &Picture<Mesh>, number: u64, out: &mut Vec<u8>) {
        // Nothing that is written to a vector fails.
        let _ = self.write_part(picture, &self.parts[number as usize], out);
    }
}

impl Sheet {
    fn write_part(&self, picture: &Picture<Mesh>, part: &Part, out: &mut Vec<u8>) -> std::io::Result<()> {
        let sketch = Sketch { picture, layout: &self.layout };
        match *part {
            Part::Head => self.write_head(picture, out),
            Part::Shade(step) => self.write_shade(sketch, step, out),
            Part::Lines { layer, ref cells, is_first, is_last } => {
                if is_first {
                    self.write_start(layer, out)?;
                }
                let mut pen = Pen::new(&self.layout);
                for line in sketch.lines(layer, cells.clone().map(Cell)) {
                    pen.draw(&line, layer == Layer::Stairs, out)?;
                }
                if is_last {
                    out.extend_from_slice(b"\"/>\n");
                }
                Ok(())
            }
            Part::Marks => self.write_marks(sketch, out),
            Part::Tail => out.write_all(b"</g>\n</svg>\n"),
        }
    }

    fn write_head(&self, picture: &Picture<Mesh>, out: &mut Vec<u8>) -> std::io::Result<()> {
        let description = Description(picture, self.shades.is_some());
        let Style { background, .. } = self.layout.style;
        write_start(out, self.layout.size, &Title(&picture.head), &description, background)?;
        out.write_all(b"<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n")
    }

    /// The cells of one shade, each an area.
    fn write_shade(&self, sketch: Sketch<'_>, step: u32, out: &mut Vec<u8>) -> std::io::Result<()> {
        let Some((shades, distances)) = self.shades.as_ref().zip(sketch.picture.distances.as_ref()) else {
            return Ok(());
        };
        let cells = shades.cells_of(step);
        if cells.is_empty() {
            return Ok(());
        }
        write!(out, "<path fill=\"{}\" d=\"", Hex(shades.heat.colour(step)))?;
        let mut pen = Pen::new(&self.layout);
        for &cell in cells {
            let area = sketch.area(cell, |far| shades.heat.step(distances, far).is_some_and(|far| far <= step));
            pen.draw(&area, true, out)?;
        }
        out.write_all(b"\"/>\n")
    }

    fn write_start(&self, layer: Layer, out: &mut Vec<u8>) -> std::io::Result<()> {
        let Look { rgb, stroke } = layer.look(&self.layout);
        let Some(Stroke { width, is_round }) = stroke else { return write!(out, "<path fill=\"{}\" d=\"", Hex(rgb)) };
        let cap = if is_round { "" } else { " stroke-linecap=\"butt\"" };
        write!(out, "<path stroke=\"{}\" stroke-width=\"{}\"{cap} d=\"", Hex(rgb), Hundredths::of(width))
    }

    /// A ring at the entrance and a disc at the exit, unless there is a door.
    fn write_marks(&self, sketch: Sketch<'_>, out: &mut Vec<u8>) -> std::io::Result<()> {
        let Style { path_color, background, .. } = self.layout.style;
        let [ring, disc] = sketch.picture.marked();
        let circle = |end: Cell, radius: f64| {
            let [x, y] = self.layout.to_pixels(sketch.center(end)).map(Hundredths::of);
            format!("cx=\"{x}\" cy=\"{y}\" r=\"{}\"", Hundredths::of(radius))
        };
        let mark = |end: Cell| self.layout.mark(sketch.picture.maze.grid(), end);
        if let Some(end) = ring {
            let [radius, thickness] = mark(end);
            let (circle, thickness) = (circle(end, radius - thickness / 2.0), Hundredths::of(thickness));
            writeln!(
                out,
                "<circle {circle} stroke=\"{}\" stroke-width=\"{thickness}\" {}/>",
                Hex(path_color),
                Fill(background)
            )?;
        }
        if let Some(end) = disc {
            let [radius, _] = mark(end);
            writeln!(out, "<circle {} fill=\"{}\"/>", circle(end, radius), Hex(path_color))?;
        }
        Ok(())
    }
}

/// A number with at most two decimals, and no zeros at either end.
#[derive(Clone, Copy)]
struct Hundredths(i64);

impl Hundredths {
    fn of(number: f64) -> Hundredths {
        Hundredths((number * 100.0).round() as i64)
    }

    fn has_point(self) -> bool {
        self.0 % 100 != 0
    }

    /// Whether it needs a space after another number; a minus or a second point keeps the two apart as well.
    fn needs_space(self, before: Hundredths) -> bool {
        self.0 >= 0 && !(self.0 < 100 && self.has_point() && before.has_point())
    }

    fn write(self, out: &mut Vec<u8>) {
        if self.0 < 0 {
            out.push(b'-');
        }
        let (whole, part) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        if whole > 0 || part == 0 {
            let mut digits = [0; 20];
            let (mut rest, mut first) = (whole, digits.len());
            loop {
                first -= 1;
                digits[first] = b'0' + (rest % 10) as u8;
                rest /= 10;
                if rest == 0 {
                    break;
                }
            }
            out.extend_from_slice(&digits[first..]);
        }
        if part > 0 {
            out.extend_from_slice(&[b'.', b'0' + (part / 10) as u8]);
            if !part.is_multiple_of(10) {
                out.push(b'0' + (part % 10) as u8);
            }
        }
    }
}

impl Display for Hundredths {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.write(&mut text);
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

/// Writes lines into a `d`: the first of a piece begins at its coordinates, the others by the way from the one before.
struct Pen<'a> {
    layout: &'a Layout,
    place: Option<[i64; 2]>,
}

impl Pen<'_> {
    fn new(layout: &Layout) -> Pen<'_> {
        Pen { layout, place: None }
    }

    fn at(&self, point: Point) -> [i64; 2] {
        self.layout.to_pixels(point).map(|line| Hundredths::of(line).0)
    }

    fn draw(&mut self, line: &Line, is_closed: bool, out: &mut Vec<u8>) -> std::io::Result<()> {
        let start = self.at(line.start);
        let [x, y] = match self.place {
            None => start,
            Some(place) => [start[0] - place[0], start[1] - place[1]],
        };
        out.push(if self.place.is_none() { b'M' } else { b'm' });
        pair(x, y, out);
        // After the first two numbers of a relative move, all others are those of lines.
        let mut command = if self.place.is_none() { 0 } else { b'l' };
        let mut last = Hundredths(y);
        let mut place = start;
        for (number, step) in line.steps.iter().enumerate() {
            let to = self.at(step.to);
            let [dx, dy] = [to[0] - place[0], to[1] - place[1]];
            place = to;
            // A closed line needs no last step back to its start.
            if is_closed && number + 1 == line.steps.len() && step.arc.is_none() && place == start {
                break;
            }
            if let Some(arc) = step.arc {
                let radius = Hundredths::of(arc.radius * f64::from(self.layout.style.cell));
                write!(out, "a{radius} {radius} 0 0 {}", u8::from(arc.is_clockwise))?;
                if dx >= 0 {
                    out.push(b' ');
                }
                pair(dx, dy, out);
                command = b'a';
                continue;
            }
            match (dx, dy) {
                (0, 0) => continue,
                (_, 0) => {
                    out.push(b'h');
                    Hundredths(dx).write(out);
                    command = b'h';
                }
                (0, _) => {
                    out.push(b'v');
                    Hundredths(dy).write(out);
                    command = b'v';
                }
                _ => {
                    if command != b'l' {
                        out.push(b'l');
                    } else if Hundredths(dx).needs_space(last) {
                        out.push(b' ');
                    }
                    pair(dx, dy, out);
                    (command, last) = (b'l', Hundredths(dy));
                }
            }
        }
        if is_closed {
            out.push(b'z');
            place = start;
        }
        self.place = Some(place);
        Ok(())
    }
}

fn pair(x: i64, y: i64, out: &mut Vec<u8>) {
    let (x, y) = (Hundredths(x), Hundredths(y));
    x.write(out);
    if y.needs_space(x) {
        out.push(b' ');
    }
    y.write(out);
}

/// The title of the picture.
pub(super) struct Title<'a>(pub(super) &'a MeshHead);

impl Display for Title<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let MeshHead { algo, grid, w, h, rings, levels, seed, .. } = self.0;
        let title = GridKind::from_name(grid).map_or(*grid, |kind| kind.info().title);
        write!(f, "Maze: {}", title.to_lowercase())?;
        if let (Some(w), Some(h)) = (w, h) {
            write!(f, ", {w} × {h}")?;
        }
        for (number, what) in [(rings, "rings"), (levels, "levels")] {
            if let Some(number) = number {
                write!(f, ", {number} {what}")?;
            }
        }
        if let Some(algo) = algo {
            write!(f, ", {algo}")?;
        }
        if let Some(seed) = seed {
            write!(f, ", seed {seed}")?;
        }
        Ok(())
    }
}

/// What there is to be seen, for those who do not see it.
struct Description<'a>(&'a Picture<Mesh>, bool);

impl Display for Description<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Description(picture, has_heat) = *self;
        let mesh = picture.maze.grid();
        let names: Vec<&str> = match mesh.options().levels {
            1 => mesh.kind().info().address.to_vec(),
            _ => vec!["level", "row", "column"],
        };
        let place = |address: Address| {
            let parts: Vec<String> =
                names.iter().zip(address.numbers()).map(|(name, number)| format!("{name} {number}")).collect();
            parts.join(", ")
        };
        let [from, to] = [picture.from, picture.to].map(|end| place(mesh.address(end)));
        write!(f, "From {from} to {to}, counted from 0.")?;
        describe_drawn(f, picture, has_heat)
    }
}
