//! The maze as SVG: drawn from few, long strokes, so that it is small, and sharp at every size.
//!
//! Walls are one `path`, in units of a cell. A heat map is a `path` for each shade. Colours and numbers are all that is put
//! into the text, so that nothing in it needs to be escaped.

use std::fmt::{self, Display, Formatter};
use std::io::Write as _;

use super::heat::{Heat, Shades};
use super::palette::Rgb;
use super::strokes::{self, Pen};
use super::style::{Colour, Style};
use super::writer::Form;
use super::{Format, FormatInfo, Frame, Head, Picture, Plane, RowSource};
use crate::grid::Cell;

pub(super) const INFO: FormatInfo = FormatInfo {
    media_type: "image/svg+xml",
    extension: Some("svg"),
    // Walls reach down over many rows.
    by_rows: false,
    ..FormatInfo::text("svg", Format::Svg(Style::DEFAULT))
};

pub(super) fn start(style: Style, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    Some(Box::new(Sheet::new(source.whole()?, style)))
}

/// Values that are known before the first piece is written.
#[derive(Clone, Debug)]
struct Sheet {
    style: Style,
    shades: Option<Shades>,
    /// How many pieces there are.
    pieces: u64,
}

impl Form for Sheet {
    fn pieces(&self) -> u64 {
        self.pieces
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        if let Some(picture) = source.whole() {
            // Nothing that is written to a vector fails.
            let _ = self.write_part(picture, source.marks(), self.part(picture, number as usize), out);
        }
    }
}

/// Row and column of the ring and of the disc.
type Marks = [Option<[u64; 2]>; 2];

/// The kinds of pieces of a picture.
enum Part {
    Head,
    /// The cells of one shade.
    Shade(u32),
    /// The path in one row, and from there down.
    Path(u32),
    Marks,
    /// The walls of one row of points, and from there down.
    Walls(u32),
    Tail,
}

impl Sheet {
    fn new(picture: &Picture, style: Style) -> Sheet {
        let heat = style.heat.zip(picture.distances.as_ref());
        let shades = heat.map(|(palette, distances)| Shades::new(distances, Heat::new(distances, palette)));
        let sheet = Sheet { style, shades, pieces: 0 };
        let rows = picture.maze.grid().rows() as usize;
        let pieces = 3 + sheet.shade_count() + sheet.path_rows(picture) + rows + 1;
        Sheet { pieces: pieces as u64, ..sheet }
    }

    fn shade_count(&self) -> usize {
        self.shades.as_ref().map_or(0, |shades| shades.heat.steps as usize)
    }

    fn path_rows(&self, picture: &Picture) -> usize {
        if picture.path.is_some() { picture.maze.grid().rows() as usize } else { 0 }
    }

    fn part(&self, picture: &Picture, index: usize) -> Part {
        if index == 0 {
            return Part::Head;
        }
        let mut left = index - 1;
        if left < self.shade_count() {
            return Part::Shade(left as u32);
        }
        left -= self.shade_count();
        if left < self.path_rows(picture) {
            return Part::Path(left as u32);
        }
        left -= self.path_rows(picture);
        let rows = picture.maze.grid().rows() as usize;
        match left {
            0 => Part::Marks,
            _ if left <= rows + 1 => Part::Walls(left as u32 - 1),
            _ => Part::Tail,
        }
    }

    fn write_part(&self, picture: &Picture, marks: Marks, part: Part, out: &mut Vec<u8>) -> std::io::Result<()> {
        match part {
            Part::Head => self.write_head(picture, out),
            Part::Shade(step) => self.write_shade(picture, step, out),
            Part::Path(row) => self.write_path(picture, row, out),
            Part::Marks => self.write_marks(marks, out),
            Part::Walls(row) => write_walls(picture, row, out),
            Part::Tail => out.write_all(b"</g>\n</svg>\n"),
        }
    }

    fn write_head(&self, picture: &Picture, out: &mut Vec<u8>) -> std::io::Result<()> {
        let background = self.style.background;
        let grid = picture.maze.grid();
        let [width, height] = self.style.size(grid.columns().into(), grid.rows().into());
        let description = Description(picture, self.shades.as_ref().map(|shades| &shades.heat));
        write_start(out, [width, height], &Title(&picture.head), &description, background)?;
        write_group(self.style, out)
    }

    /// The part of a picture that a tile shows.
    fn write_shown(&self, picture: &Picture, frame: &Frame, marks: Marks, out: &mut Vec<u8>) -> std::io::Result<()> {
        let [x, y] = frame.first.map(|pixels| Decimal::ratio(2 * u64::from(pixels) + u64::from(self.style.wall), 2));
        let [width, height] = frame.shown;
        writeln!(out, "<svg width=\"{width}\" height=\"{height}\" viewBox=\"{x} {y} {width} {height}\">")?;
        if self.style.background.alpha > 0 {
            let ground = Fill(self.style.background);
            writeln!(out, "<path {ground} d=\"M{x} {y}h{width}v{height}h-{width}Z\"/>")?;
        }
        write_group(self.style, out)?;
        for number in 1..self.pieces as usize {
            self.write_part(picture, marks, self.part(picture, number), out)?;
        }
        Ok(())
    }

    /// The cells of one shade as strokes as thick as a cell, those beside each other as one.
    fn write_shade(&self, picture: &Picture, step: u32, out: &mut Vec<u8>) -> std::io::Result<()> {
        let Some(shades) = &self.shades else { return Ok(()) };
        let heat = &shades.heat;
        if step == 0 {
            out.extend_from_slice(
                b"<g stroke-width=\"1\" stroke-linecap=\"butt\" shape-rendering=\"crispEdges\" \
                  transform=\"translate(0 .5)\">\n",
            );
        }
        let of_step = shades.cells_of(step);
        if !of_step.is_empty() {
            write!(out, "<path stroke=\"{}\" d=\"", Hex(heat.colour(step)))?;
            let grid = picture.maze.grid();
            let mut pen = Data::new(out);
            let in_a_row = |a: &Cell, b: &Cell| a.0 + 1 == b.0 && grid.column(*b) > 0;
            for run in of_step.chunk_by(in_a_row) {
                let first = run[0];
                pen.go(i64::from(grid.column(first)), i64::from(grid.row(first)));
                pen.lie(run.len() as i64);
            }
            out.extend_from_slice(b"\"/>\n");
        }
        if step + 1 == heat.steps {
            out.extend_from_slice(b"</g>\n");
        }
        Ok(())
    }

    /// The path, in units of half a cell: what lies in this row, and what stands from here down.
    fn write_path(&self, picture: &Picture, row: u32, out: &mut Vec<u8>) -> std::io::Result<()> {
        if row == 0 {
            let thickness = Decimal::ratio(
                2 * u64::from(self.style.room() - 2 * self.style.path_inset()),
                u64::from(self.style.cell),
            );
            writeln!(
                out,
                "<path transform=\"scale(.5)\" stroke=\"{}\" stroke-width=\"{thickness}\" stroke-linecap=\"round\" d=\"",
                Hex(self.style.path_color),
            )?;
        }
        strokes::path(picture, row, &mut Data::new(out));
        if row + 1 == picture.maze.grid().rows() {
            out.extend_from_slice(b"\"/>\n");
        }
        Ok(())
    }

    /// A ring at the entrance and a disc at the exit, unless there is a door.
    fn write_marks(&self, [ring, disc]: Marks, out: &mut Vec<u8>) -> std::io::Result<()> {
        let Style { cell, path_color, background, .. } = self.style;
        let room = self.style.room() - 2 * self.style.mark_inset();
        let middle = |line: u64| Decimal::ratio(2 * line + 1, 2);
        if let Some([row, column]) = ring {
            let thickness = self.style.ring_thickness();
            writeln!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" stroke=\"{}\" stroke-width=\"{}\" {}/>",
                middle(column),
                middle(row),
                Decimal::ratio(u64::from(room - thickness), 2 * u64::from(cell)),
                Hex(path_color),
                Decimal::ratio(thickness.into(), cell.into()),
                Fill(background),
            )?;
        }
        if let Some([row, column]) = disc {
            writeln!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" stroke=\"none\" fill=\"{}\"/>",
                middle(column),
                middle(row),
                Decimal::ratio(room.into(), 2 * u64::from(cell)),
                Hex(path_color),
            )?;
        }
        Ok(())
    }
}

/// What is drawn in units of a cell, from the middle of the first walls.
fn write_group(style: Style, out: &mut Vec<u8>) -> std::io::Result<()> {
    let Style { cell, wall, margin, color, .. } = style;
    let origin = Decimal::ratio(u64::from(2 * margin + wall), 2);
    let thickness = Decimal::ratio(wall.into(), cell.into());
    writeln!(
        out,
        "<g transform=\"translate({origin} {origin})scale({cell})\" fill=\"none\" stroke=\"{}\" \
         stroke-width=\"{thickness}\" stroke-linecap=\"square\">",
        Hex(color),
    )
}

/// A tile: what a frame shows of a picture, and what it is of. Without a picture it is empty.
pub(super) fn write_tile(source: Option<&dyn RowSource>, head: &Head, style: Style, frame: &Frame, out: &mut Vec<u8>) {
    let write = |out: &mut Vec<u8>| -> std::io::Result<()> {
        let (side, drawn) = (frame.side, frame.side * frame.shrink);
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"{side}\" viewBox=\"0 0 {drawn} {drawn}\" \
             role=\"img\">\n<title>{}</title>",
            Title(head),
        )?;
        if let Some((source, picture)) = source.and_then(|source| Some((source, source.whole()?))) {
            Sheet::new(picture, style).write_shown(picture, frame, source.marks(), out)?;
        }
        out.write_all(b"</svg>\n")
    };
    // Nothing that is written to a vector fails.
    let _ = write(out);
}

/// The beginning of every drawing, up to its ground.
pub(super) fn write_start(
    out: &mut Vec<u8>,
    [width, height]: [u64; 2],
    title: &dyn Display,
    description: &dyn Display,
    background: Colour,
) -> std::io::Result<()> {
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\">\n<title>{title}</title>\n<desc>{description}</desc>",
    )?;
    if background.alpha > 0 {
        writeln!(out, "<path {} d=\"M0 0H{width}V{height}H0Z\"/>", Fill(background))?;
    }
    Ok(())
}

/// The walls that lie on one line of points, and those that stand from this line down.
fn write_walls(picture: &Picture, row: u32, out: &mut Vec<u8>) -> std::io::Result<()> {
    if row == 0 {
        out.extend_from_slice(b"<path d=\"");
    }
    strokes::walls(picture, row, &mut Data::new(out));
    if row == picture.maze.grid().rows() {
        out.extend_from_slice(b"\"/>\n");
    }
    Ok(())
}

/// The strokes of a `d`.
struct Data<'a> {
    out: &'a mut Vec<u8>,
    /// Where the last one ended.
    place: Option<(i64, i64)>,
}

impl Data<'_> {
    fn new(out: &mut Vec<u8>) -> Data<'_> {
        Data { out, place: None }
    }
}

/// Nothing that is written to a vector fails.
impl Pen for Data<'_> {
    /// The first stroke of a piece begins by its coordinates, the others by the way from the one before.
    fn go(&mut self, x: i64, y: i64) {
        let _ = match self.place.replace((x, y)) {
            None => write!(self.out, "M{x}{}", Next(y)),
            Some((old_x, old_y)) => write!(self.out, "m{}{}", x - old_x, Next(y - old_y)),
        };
    }

    fn lie(&mut self, length: i64) {
        self.place = self.place.map(|(x, y)| (x + length, y));
        if length != 0 {
            let _ = write!(self.out, "h{length}");
        }
    }

    fn stand(&mut self, length: i64) {
        self.place = self.place.map(|(x, y)| (x, y + length));
        if length != 0 {
            let _ = write!(self.out, "v{length}");
        }
    }
}

/// A number after another one: a minus keeps them apart as well as a space.
struct Next(i64);

impl Display for Next {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0 < 0 { write!(f, "{}", self.0) } else { write!(f, " {}", self.0) }
    }
}

/// A colour as CSS writes it.
pub(super) struct Hex(pub(super) Rgb);

impl Display for Hex {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// The attributes that fill with a colour.
pub(super) struct Fill(pub(super) Colour);

impl Display for Fill {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Colour { rgb, alpha } = self.0;
        write!(f, "fill=\"{}\"", Hex(rgb))?;
        if alpha < 255 { write!(f, " fill-opacity=\"{}\"", Decimal::ratio(alpha.into(), 255)) } else { Ok(()) }
    }
}

/// A number with as many decimals as can be seen, and no zeros at either end.
struct Decimal {
    millionths: u64,
}

impl Decimal {
    /// `numerator / denominator`, rounded up to millionths, in whole numbers: the same on every machine. Up, since a wall that
    /// is too thin by so little leaves the last of its pixels not quite covered.
    fn ratio(numerator: u64, denominator: u64) -> Decimal {
        Decimal { millionths: (numerator * 1_000_000).div_ceil(denominator) }
    }
}

impl Display for Decimal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.millionths / 1_000_000, self.millionths % 1_000_000);
        if part == 0 {
            return write!(f, "{whole}");
        }
        if whole > 0 {
            write!(f, "{whole}")?;
        }
        let digits = format!("{part:06}");
        write!(f, ".{}", digits.trim_end_matches('0'))
    }
}

/// The title of the picture.
pub(super) struct Title<'a>(pub(super) &'a Head);

impl Display for Title<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Head { algo, w, h, seed, window, level, .. } = self.0;
        write!(f, "Maze of {w} × {h} cells")?;
        if let Some(algo) = algo {
            write!(f, ", {algo}")?;
        }
        if let Some(seed) = seed {
            write!(f, ", seed {seed}")?;
        }
        if let Some([row, column, rows, columns]) = window {
            write!(f, ", window of {columns} × {rows} from row {row}, column {column}")?;
        }
        if let Some(level) = level {
            write!(f, ", level {level}")?;
        }
        Ok(())
    }
}

/// What there is to be seen, for those who do not see it.
struct Description<'a>(&'a Picture, Option<&'a Heat>);

impl Display for Description<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Description(picture, heat) = self;
        let place = |[row, column]: [u64; 2]| format!("row {row}, column {column}");
        let (from, to) = if picture.head.window.is_some() {
            (picture.head.from, picture.head.to)
        } else {
            (picture.place(picture.from), picture.place(picture.to))
        };
        write!(f, "From {} to {}, counted from 0 at the top left.", place(from), place(to))?;
        describe_drawn(f, picture, heat.is_some())
    }
}

/// What is drawn with the maze.
pub(super) fn describe_drawn<G: Plane>(f: &mut Formatter<'_>, picture: &Picture<G>, has_heat: bool) -> fmt::Result {
    if picture.path.is_some() {
        write!(f, " The way is drawn.")?;
    }
    if let Some(distances) = picture.distances.as_ref().filter(|_| has_heat) {
        write!(f, " Colours show how far each cell is from the entrance, up to {} moves.", distances.longest())?;
    }
    Ok(())
}
