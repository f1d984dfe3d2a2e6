//! A maze as SVG. It consists of few, long strokes, so it is small, and it is sharp at every size.
//!
//! Lines that look alike are one `path`. Coordinates are in units of a cell if all of them are multiples of half a cell, otherwise in pixels
//! with two decimals. Only colors and numbers are inserted into the text, so nothing needs to be escaped.

use std::fmt::{self, Display, Formatter, Write as _};
use std::io::Write as _;

use super::canvas::{Cap, Stroke};
use super::frame::TileFrame;
use super::heat::{Heat, HeatShades};
use super::layers::Layer;
use super::line::{LineStep, Point, times};
use super::marks::Mark;
use super::outline::Outline;
use crate::digits::write_digits;
use crate::grid::{Address, AnyGrid, Arc, Grid as _};
use crate::picture::palette::Rgb;
use crate::picture::piece_writer::{PieceWriter, WriteInfo};
use crate::picture::{Color, Inks, ItemPlace, Metadata, Picture, RowSource, Shaded, Style};

/// The last line of a drawing.
pub(crate) const END: &str = "</svg>\n";

pub(crate) const WRITE: WriteInfo = WriteInfo {
    // The path is drawn first, and then all walls.
    by_rows: false,
    ..WriteInfo::TEXT
};

pub(crate) fn start(style: Style, source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    Some(Box::new(SvgSheet::new(source, style)?))
}

/// A drawing in a style.
#[derive(Debug)]
struct SvgSheet {
    outline: Outline,
    style: Style,
    shades: Option<HeatShades>,
    /// The number of bands of all shades.
    shade_bands: u64,
    title: String,
    /// The description of the picture, for people who do not see it.
    description: String,
}

/// The kinds of pieces of a drawing.
enum Element {
    Head,
    /// A band of the cells of one shade.
    Shade(u32, u64),
    /// A band of a layer, by the layer's place in the plan.
    Lines(usize, u64),
    Tail,
}

impl PieceWriter for SvgSheet {
    fn pieces(&self) -> u64 {
        2 + self.shade_bands + self.outline.layers.iter().map(|(layer, _)| self.bands(*layer)).sum::<u64>()
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        // Nothing that is written to a vector fails.
        let _ = self.write_part(source, self.part(number), out);
    }
}

impl SvgSheet {
    fn new(source: &dyn RowSource, style: Style) -> Option<SvgSheet> {
        let (picture, outline) = (source.whole()?, Outline::of(source, &style));
        let heat = style.heat.zip(picture.distances.as_ref());
        let shades = heat.map(|(palette, distances)| HeatShades::new(distances, Heat::new(distances, palette)));
        let bands = |shades: &HeatShades| (0..shades.heat.steps).map(|step| shades.bands(step)).sum();
        let shade_bands = shades.as_ref().map_or(0, bands);
        let mut description = ends(picture) + &placed(&picture.metadata);
        if picture.path.is_some() {
            description.push_str(" The way is drawn.");
        }
        if let Some((_, distances)) = heat {
            let longest = distances.longest();
            description += &match (style.shaded, picture.maze.weights()) {
                (Shaded::Weights, Some(_)) => {
                    format!(" Colors show what it costs to enter each cell, up to {longest}.")
                }
                (_, Some(_)) => format!(" Colors show what the way to each cell costs, up to {longest}."),
                _ => format!(" Colors show how far each cell is from the entrance, up to {longest} moves."),
            };
        }
        Some(SvgSheet { outline, style, shades, shade_bands, title: picture.metadata.title(), description })
    }

    /// Returns the number of pieces in which a layer is drawn.
    fn bands(&self, layer: Layer) -> u64 {
        if layer == Layer::Marks { 1 } else { self.outline.bands }
    }

    fn part(&self, number: u64) -> Element {
        let Some(mut left) = number.checked_sub(1) else { return Element::Head };
        // From the farthest, each over those behind it: see `Sketch::area`.
        for (shades, step) in
            self.shades.iter().flat_map(|shades| (0..shades.heat.steps).rev().map(move |step| (shades, step)))
        {
            match left.checked_sub(shades.bands(step)) {
                None => return Element::Shade(step, left),
                Some(rest) => left = rest,
            }
        }
        for (layer, &(kind, _)) in self.outline.layers.iter().enumerate() {
            match left.checked_sub(self.bands(kind)) {
                None => return Element::Lines(layer, left),
                Some(rest) => left = rest,
            }
        }
        Element::Tail
    }

    fn write_part(&mut self, source: &mut dyn RowSource, part: Element, out: &mut Vec<u8>) -> std::io::Result<()> {
        match part {
            Element::Head => self.write_head(out),
            Element::Shade(step, band) => self.write_shade(source, step, band, out),
            Element::Lines(number, band) => {
                let (layer, stroke) = self.outline.layers[number];
                if layer == Layer::Marks {
                    return self.write_marks(out);
                }
                if band == 0 {
                    self.write_look(layer, stroke, out)?;
                }
                let units = self.units();
                let mut data = Data::new(units, out);
                self.outline
                    .draw(source, layer, band, &mut |start, steps, is_closed| data.draw(start, steps, is_closed));
                if band + 1 == self.outline.bands {
                    out.extend_from_slice(b"\"/>\n");
                }
                Ok(())
            }
            Element::Tail => write!(out, "</g>\n{END}"),
        }
    }

    /// Returns the number of units of a cell.
    fn units(&self) -> f64 {
        if self.outline.is_of_squares() { 1.0 } else { self.style.cell.into() }
    }

    /// Returns a length in cells as a number of units.
    fn length(&self, cells: f64) -> Decimal {
        Decimal::of(cells * self.units())
    }

    fn write_head(&self, out: &mut Vec<u8>) -> std::io::Result<()> {
        let Style { background, .. } = self.style;
        let [width, height] = self.style.size_of(self.outline.size);
        write_start(out, [width, height], [width, height], &self.title)?;
        if !self.description.is_empty() {
            writeln!(out, "<desc>{}</desc>", self.description)?;
        }
        self.write_dark(out)?;
        if background.alpha > 0 {
            writeln!(out, "<path {} d=\"M0 0H{width}V{height}H0Z\"/>", Fill(background))?;
        }
        self.write_group(out)
    }

    /// Writes the colors for a dark page. Each replaces one of the others.
    fn write_dark(&self, out: &mut Vec<u8>) -> std::io::Result<()> {
        let (light, Some(dark)) = (self.style.inks(), self.style.dark) else { return Ok(()) };
        out.write_all(b"<style>@media(prefers-color-scheme:dark){")?;
        let colors = |inks: Inks| [inks.color, inks.path_color, inks.ground()];
        for (light, dark) in colors(light).into_iter().zip(colors(dark)) {
            if light != dark {
                let (light, dark) = (Hex(light), Hex(dark));
                write!(out, "[fill=\"{light}\"]{{fill:{dark}}}[stroke=\"{light}\"]{{stroke:{dark}}}")?;
            }
        }
        out.write_all(b"}</style>\n")
    }

    /// Begins the group whose origin is the middle of the first walls.
    fn write_group(&self, out: &mut Vec<u8>) -> std::io::Result<()> {
        let Style { cell, wall, margin, .. } = self.style;
        let origin = Decimal::of(f64::from(margin) + f64::from(wall) / 2.0);
        let scale = if self.outline.is_of_squares() { format!("scale({cell})") } else { String::new() };
        writeln!(out, "<g transform=\"translate({origin} {origin}){scale}\" fill=\"none\">")
    }

    /// Writes the part of a picture that a tile shows.
    fn write_shown(&mut self, source: &mut dyn RowSource, frame: &TileFrame, out: &mut Vec<u8>) -> std::io::Result<()> {
        let [x, y] = frame.first.map(|pixels| Decimal::of(f64::from(pixels) + f64::from(self.style.wall) / 2.0));
        let [width, height] = frame.shown;
        writeln!(out, "<svg width=\"{width}\" height=\"{height}\" viewBox=\"{x} {y} {width} {height}\">")?;
        if self.style.background.alpha > 0 {
            let ground = Fill(self.style.background);
            writeln!(out, "<path {ground} d=\"M{x} {y}h{width}v{height}h-{width}Z\"/>")?;
        }
        self.write_group(out)?;
        (1..self.pieces()).try_for_each(|number| self.write_part(source, self.part(number), out))
    }

    fn write_shade(&self, source: &dyn RowSource, step: u32, band: u64, out: &mut Vec<u8>) -> std::io::Result<()> {
        let Some((shades, picture)) = self.shades.as_ref().zip(source.whole()) else { return Ok(()) };
        let (is_first, is_last) = (band == 0, band + 1 == shades.bands(step));
        if step + 1 == shades.heat.steps && is_first {
            out.write_all(match self.outline.is_of_squares() {
                true => b"<g stroke-width=\"1\" shape-rendering=\"crispEdges\">\n",
                false => b"<g>\n",
            })?;
        }
        if !shades.cells_of(step).is_empty() {
            // Squares side by side are one stroke.
            let (attribute, columns) =
                if self.outline.is_of_squares() { ("stroke", self.outline.size[0] as u32) } else { ("fill", 1) };
            if is_first {
                write!(out, "<path {attribute}=\"{}\" d=\"", Hex(shades.heat.color(step)))?;
            }
            let cells = shades.band(step, band, columns);
            let mut data = Data::new(self.units(), out);
            let mut draw = |start: Point, steps: &[LineStep], is_closed| data.draw(start, steps, is_closed);
            self.outline.draw_shade(picture, shades.heat, step, cells, &mut draw);
            if is_last {
                out.extend_from_slice(b"\"/>\n");
            }
        }
        if step == 0 && is_last { out.write_all(b"</g>\n") } else { Ok(()) }
    }

    /// Writes the start tag of the lines of a layer.
    fn write_look(&self, layer: Layer, stroke: Option<Stroke>, out: &mut Vec<u8>) -> std::io::Result<()> {
        let color = layer.ink().color(&self.style);
        let Some(Stroke { width, cap }) = stroke else { return write!(out, "<path {} d=\"", Fill(color)) };
        let opacity = match color.alpha {
            255 => String::new(),
            alpha => format!(" stroke-opacity=\"{}\"", f64::from(alpha) / 256.0),
        };
        let color = Hex(color.rgb);
        let cap = match cap {
            // Rows of cells meet without a seam.
            Cap::Butt if layer == Layer::PathCells => " shape-rendering=\"crispEdges\"",
            Cap::Butt => "",
            Cap::Round => " stroke-linecap=\"round\" stroke-linejoin=\"round\"",
            Cap::Square => " stroke-linecap=\"square\"",
        };
        write!(out, "<path stroke=\"{color}\" stroke-width=\"{}\"{opacity}{cap} d=\"", self.length(width))
    }

    fn write_marks(&self, out: &mut Vec<u8>) -> std::io::Result<()> {
        let write_circle = |out: &mut Vec<u8>, [x, y]: Point, radius: f64| {
            let [x, y, radius] = [x, y, radius].map(|cells| self.length(cells));
            write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"")
        };
        let color = Hex(self.style.path_color);
        for mark in &self.outline.marks {
            match mark {
                Mark::Ring(dot) => {
                    write_circle(out, dot.center, dot.ring_radius())?;
                    let (thickness, ground) = (self.length(dot.thickness), Fill(self.style.background));
                    writeln!(out, " stroke=\"{color}\" stroke-width=\"{thickness}\" {ground}/>")?;
                }
                Mark::Disc(dot) => {
                    write_circle(out, dot.center, dot.radius)?;
                    writeln!(out, " fill=\"{color}\"/>")?;
                }
                Mark::Letters(strokes, width) => {
                    let strokes = strokes.moved(|at| times(at, self.units())).to_open();
                    let (color, width) = (Hex(self.style.color), self.length(*width));
                    writeln!(
                        out,
                        "<path stroke=\"{color}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"{strokes}\"/>"
                    )?;
                }
                Mark::Area(..) | Mark::Symbol(_) => {
                    for (ink, contour) in mark.areas() {
                        let contour = contour.moved(|at| times(at, self.units()));
                        writeln!(out, "<path {} d=\"{contour}\"/>", Fill(ink.color(&self.style)))?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl TileFrame {
    /// Returns a tile as SVG. Without a source it is empty. The metadata is that of the maze.
    pub(crate) fn svg(&self, source: Option<impl RowSource>, metadata: &Metadata, style: Style) -> Vec<u8> {
        let mut out = Vec::new();
        // Nothing that is written to a vector fails.
        let _ = self.write_svg(source, metadata, style, &mut out);
        out
    }

    fn write_svg(
        &self,
        mut source: Option<impl RowSource>,
        metadata: &Metadata,
        style: Style,
        out: &mut Vec<u8>,
    ) -> std::io::Result<()> {
        let drawn = self.side * self.shrink;
        write_start(out, [self.side; 2].map(u64::from), [drawn; 2].map(u64::from), &metadata.title())?;
        if let Some(source) = &mut source
            && let Some(mut sheet) = SvgSheet::new(source, style)
        {
            sheet.write_shown(source, self, out)?;
        }
        out.write_all(END.as_bytes())
    }
}

/// Returns a sentence about the positions of the ends.
fn ends(picture: &Picture) -> String {
    let Picture { maze, from, to, metadata, .. } = picture;
    let (names, whence) = match maze.grid() {
        AnyGrid::Square(_) => (vec!["row", "column"], " at the top left"),
        AnyGrid::Mesh(mesh) if mesh.options().floors > 1 => (vec!["floor", "row", "column"], ""),
        AnyGrid::Mesh(mesh) => (mesh.kind().info().address.to_vec(), ""),
    };
    let place = |numbers: &[u64]| {
        let parts: Vec<String> = names.iter().zip(numbers).map(|(name, number)| format!("{name} {number}")).collect();
        parts.join(", ")
    };
    let numbers = |address: Address| address.numbers().iter().map(|&number| number.into()).collect();
    let [from, to]: [Vec<u64>; 2] = match metadata.window {
        Some(_) => [metadata.from.clone(), metadata.to.clone()],
        None => [*from, *to].map(|end| numbers(maze.grid().address(end))),
    };
    if metadata.from.is_empty() || metadata.to.is_empty() {
        return String::new();
    }
    format!("From {} to {}, counted from 0{whence}.", place(&from), place(&to))
}

/// Sentences about the things that were placed.
fn placed(Metadata { items, locks, letters, .. }: &Metadata) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for ItemPlace { name, .. } in items {
        match counts.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let things: Vec<String> = counts.iter().map(|(name, count)| format!("{count} × {name}")).collect();
    let things = if things.is_empty() { String::new() } else { format!(" In it: {}.", things.join(", ")) };
    let doors = if locks.is_empty() { String::new() } else { format!(" Locked doors: {}.", locks.len()) };
    let letters = if letters.is_empty() { String::new() } else { format!(" Letters in cells: {}.", letters.len()) };
    things + &doors + &letters
}

/// Writes the beginning of a document, up to its title.
fn write_start(
    out: &mut Vec<u8>,
    [width, height]: [u64; 2],
    [drawn_width, drawn_height]: [u64; 2],
    title: &str,
) -> std::io::Result<()> {
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {drawn_width} {drawn_height}\" role=\"img\">\n<title>{title}</title>",
    )
}

/// A color as CSS writes it.
#[derive(Clone, Copy)]
struct Hex(Rgb);

impl Display for Hex {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// The attributes that fill with a color.
struct Fill(Color);

impl Display for Fill {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Color { rgb, alpha } = self.0;
        write!(f, "fill=\"{}\"", Hex(rgb))?;
        if alpha < 255 { write!(f, " fill-opacity=\"{}\"", Decimal::of(f64::from(alpha) / 255.0)) } else { Ok(()) }
    }
}

/// A non-negative number in millionths. It is rounded up, since a wall that is slightly too thin leaves its last pixel not quite covered; an
/// excess of less than a thousandth of a millionth is a rounding error and is ignored.
struct Decimal(u64);

impl Decimal {
    fn of(number: f64) -> Decimal {
        Decimal((number * 1e6 - 1e-3).ceil() as u64)
    }
}

impl Display for Decimal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut digits = Vec::new();
        write_decimal(self.0, 1_000_000, &mut digits);
        digits.into_iter().try_for_each(|digit| f.write_char(digit.into()))
    }
}

/// Writes `number / parts` as a decimal, without zeros at either end.
#[inline]
fn write_decimal(number: u64, parts: u64, out: &mut Vec<u8>) {
    let (whole, rest) = (number / parts, number % parts);
    if whole > 0 || rest == 0 {
        write_digits(whole, out);
    }
    if rest > 0 {
        write_decimals(rest, parts, out);
    }
}

/// Writes the digits after the point.
fn write_decimals(mut rest: u64, mut parts: u64, out: &mut Vec<u8>) {
    out.push(b'.');
    while rest > 0 {
        parts /= 10;
        out.push(b'0' + (rest / parts) as u8);
        rest %= parts;
    }
}

/// Writes the `d` of a path. The first line of a piece begins at absolute coordinates, and the others relative to the end of the previous line.
pub(crate) struct Data<'a> {
    out: &'a mut Vec<u8>,
    /// The number of units of a cell.
    units: f64,
    /// The end of the last line, in hundredths of a unit; `None` at the start of a piece.
    place: Option<[i64; 2]>,
    /// The last command. Its letter need not be repeated.
    command: u8,
    /// The last number.
    last: Hundredths,
}

impl<'a> Data<'a> {
    pub(crate) fn new(units: f64, out: &'a mut Vec<u8>) -> Data<'a> {
        Data { out, units, place: None, command: 0, last: Hundredths(0) }
    }

    fn at(&self, point: Point) -> [i64; 2] {
        point.map(|line| Hundredths::of(line * self.units).0)
    }

    fn draw(&mut self, start: Point, steps: &[LineStep], is_closed: bool) {
        let start = self.at(start);
        match self.place {
            None => {
                self.out.push(b'M');
                self.pair(start[0], start[1]);
                self.command = 0;
            }
            Some([x, y]) => {
                self.out.push(b'm');
                self.pair(start[0] - x, start[1] - y);
                // After the first two numbers of a relative move, all others belong to lines.
                self.command = b'l';
            }
        }
        let mut place = start;
        for &step in steps {
            let to = self.at(step.to);
            self.step([to[0] - place[0], to[1] - place[1]], step.arc);
            place = to;
        }
        if is_closed {
            self.out.push(b'z');
            place = start;
        }
        self.place = Some(place);
    }

    /// Writes a command with a number.
    #[inline]
    pub(crate) fn number(&mut self, command: u8, number: i64) {
        self.out.push(command);
        Hundredths(number).write(self.out);
        self.command = command;
    }

    /// Writes two numbers.
    #[inline]
    fn pair(&mut self, x: i64, y: i64) {
        let (x, y) = (Hundredths(x), Hundredths(y));
        x.write(self.out);
        if y.needs_space(x) {
            self.out.push(b' ');
        }
        y.write(self.out);
        self.last = y;
    }

    #[inline]
    fn step(&mut self, [dx, dy]: [i64; 2], arc: Option<Arc>) {
        match arc {
            None if dx == 0 && dy == 0 => {}
            None if dx == 0 || dy == 0 => self.number(if dy == 0 { b'h' } else { b'v' }, dx + dy),
            _ => self.step_aside([dx, dy], arc),
        }
    }

    /// Writes a step that is not along an axis.
    fn step_aside(&mut self, [dx, dy]: [i64; 2], arc: Option<Arc>) {
        match arc {
            Some(arc) => {
                let radius = Hundredths::of(arc.radius * self.units);
                self.out.push(b'a');
                radius.write(self.out);
                self.out.push(b' ');
                radius.write(self.out);
                self.out.extend_from_slice(if arc.is_clockwise { b" 0 0 1" } else { b" 0 0 0" });
                if dx >= 0 {
                    self.out.push(b' ');
                }
                self.pair(dx, dy);
                self.command = b'a';
            }
            None => {
                if self.command != b'l' {
                    self.out.push(b'l');
                } else if Hundredths(dx).needs_space(self.last) {
                    self.out.push(b' ');
                }
                self.pair(dx, dy);
                self.command = b'l';
            }
        }
    }
}

/// A number with at most two decimals, and no zeros at either end.
#[derive(Clone, Copy)]
struct Hundredths(i64);

impl Hundredths {
    fn of(number: f64) -> Hundredths {
        // To the nearest one, halves away from 0, since the conversion truncates. On old processors, `round` is a function call.
        let hundredths = number * 100.0;
        Hundredths((hundredths + 0.5_f64.copysign(hundredths)) as i64)
    }

    fn has_point(self) -> bool {
        self.0 % 100 != 0
    }

    /// Returns true if a space must separate it from the number before. A minus or a second point separates them as well.
    fn needs_space(self, before: Hundredths) -> bool {
        self.0 >= 0 && !(self.0 < 100 && self.has_point() && before.has_point())
    }

    #[inline(always)]
    fn write(self, out: &mut Vec<u8>) {
        // Most numbers are whole and have one digit.
        match self.0 / 100 {
            whole @ 0..10 if !self.has_point() => out.push(b'0' + whole as u8),
            whole @ -9..0 if !self.has_point() => out.extend_from_slice(&[b'-', b'0' + whole.unsigned_abs() as u8]),
            _ => self.write_long(out),
        }
    }

    #[inline(never)]
    fn write_long(self, out: &mut Vec<u8>) {
        if self.0 < 0 {
            out.push(b'-');
        }
        write_decimal(self.0.unsigned_abs(), 100, out);
    }
}
