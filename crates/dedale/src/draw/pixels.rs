//! The pixels of a picture of squares, a line at a time.

use std::hint::select_unpredictable;
use std::ops::Range;

use super::canvas::Ink;
use super::heat::Heat;
use super::line::{Point, minus, plus};
use super::marks::Mark;
use super::png_file::{Colors, Rgba, rgba};
use super::raster::{PixelArea, Raster, TileGrid};
use super::strokes::all_marks;
use crate::contour::{Contour, PathCommand};
use crate::grid::{Side, Sides};
use crate::picture::strip::stands;
use crate::picture::{Color, RowSource, Strip, Style};

/// The number of a color. Those of a heat map follow the others.
pub(crate) const BACKGROUND: u8 = 0;
pub(crate) const WALL: u8 = 1;
pub(crate) const PATH: u8 = 2;
const FIRST_SHADE: u8 = 3;

/// The approximate number of pixels, and the maximum number of lines, that are painted at a time. The thread does nothing else meanwhile.
const PART: u64 = 64 * 1024;
const MAX_LINES: u64 = 256;

/// Paints the lines of a picture. A pixel is the number of a color. Equal lines are painted once, and walls consist of whole pixels, which
/// makes pictures of squares fifty times faster than those of other cells.
#[derive(Debug)]
pub(crate) struct Painter {
    pub(crate) style: Style,
    /// Strips of lines.
    tiles: TileGrid,
    heat: Option<Heat>,
    has_path: bool,
    /// True if the path is the ground of its cells.
    fills_path: bool,
    marks: Vec<PixelMark>,
    /// Of cells.
    columns: u32,
    rows: u32,
    /// The content of the line above.
    above: Option<Scanline>,
    /// The line that was painted last, with a color for each pixel: once without marks, and once with them.
    colors: Vec<u8>,
    marked: Vec<u8>,
}

/// The contents of a line of pixels. Lines with equal contents are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scanline {
    Margin,
    /// The walls north of a row of cells, or south of the last one, at this height.
    Walls(u32, u32),
    /// The rooms of a row of cells, at this height.
    Rooms(u32, u32),
}

impl Painter {
    pub(crate) fn new(source: &dyn RowSource, style: Style) -> Painter {
        let heat = style.heat.zip(source.whole().and_then(|picture| picture.distances.as_ref()));
        Painter::with_heat(source, style, heat.map(|(palette, distances)| Heat::new(distances, palette)))
    }

    /// Creates a painter that paints distances in the colors of `heat` instead of those of the style.
    pub(crate) fn with_heat(source: &dyn RowSource, style: Style, heat: Option<Heat>) -> Painter {
        let has_path = source.whole().is_some_and(|picture| picture.path.is_some());
        let fills_path = has_path && style.fills_path(source.metadata());
        let [columns, rows] = source.metadata().size();
        let marks = all_marks(source, &style).into_iter().map(|mark| PixelMark::new(mark, &style)).collect();
        let size = style.size(columns, rows);
        let tiles = TileGrid::new(size, [size[0], (PART / size[0]).clamp(1, MAX_LINES)]);
        let colors = vec![BACKGROUND; size[0] as usize];
        let [columns, rows] = [columns, rows].map(|cells| cells as u32);
        Painter {
            style,
            tiles,
            heat,
            has_path,
            fills_path,
            marks,
            columns,
            rows,
            above: None,
            colors,
            marked: Vec::new(),
        }
    }

    /// Returns the colors by their numbers: the ground and the walls, the path if there is a path or a mark, and the shades of the heat map.
    pub(crate) fn palette(&self) -> Vec<Rgba> {
        let Style { background, color, path_color, .. } = self.style;
        let is_shaded = self.heat.is_some();
        let has_path = is_shaded || self.has_path || !self.marks.is_empty();
        let shades = self.heat.into_iter().flat_map(|heat| (0..heat.steps).map(move |step| heat.color(step)));
        let inks = [color].into_iter().chain(has_path.then_some(path_color)).chain(shades).map(Color::opaque);
        [background].into_iter().chain(inks).map(rgba).collect()
    }

    /// Appends some lines.
    pub(crate) fn paint_lines(&mut self, source: &mut dyn RowSource, lines: Range<u64>, pixels: &mut Vec<u8>) {
        for y in lines {
            pixels.extend_from_slice(self.paint_line(source, y as u32));
        }
    }

    /// Paints the line of this number, a color for each pixel.
    pub(crate) fn paint_line(&mut self, source: &mut dyn RowSource, y: u32) -> &[u8] {
        let line = self.line(y);
        if self.above != Some(line) {
            self.above = Some(line);
            self.paint_anew(source, line);
        }
        if !self.marks.iter().any(|mark| mark.lines.contains(&y)) {
            return &self.colors;
        }
        self.marked.clone_from(&self.colors);
        self.marks.iter_mut().for_each(|mark| mark.paint(y, &self.style, &mut self.marked));
        &self.marked
    }

    fn line(&self, y: u32) -> Scanline {
        let Style { cell, wall, margin, .. } = self.style;
        let rows = self.rows;
        let Some(y) = y.checked_sub(margin) else { return Scanline::Margin };
        let (row, height) = (y / cell, y % cell);
        if row > rows || (row == rows && height >= wall) {
            return Scanline::Margin;
        }
        if height < wall {
            // Shades meet in the middle of where a wall could be.
            let lower = self.has_grounds() && height >= wall / 2;
            return Scanline::Walls(row, if lower { wall / 2 } else { 0 });
        }
        let height = height - wall;
        let (inset, room) = (self.style.path_inset(), self.style.room());
        Scanline::Rooms(
            row,
            match () {
                () if !self.has_path || self.fills_path || height < inset => 0,
                () if height < room - inset => inset,
                () => room - inset,
            },
        )
    }

    fn paint_anew(&mut self, source: &mut dyn RowSource, line: Scanline) {
        self.colors.fill(BACKGROUND);
        match line {
            Scanline::Margin => {}
            Scanline::Walls(row, height) => self.paint_walls(&source.strip(row.into()), height),
            Scanline::Rooms(row, height) => self.paint_rooms(&source.strip(row.into()), height),
        }
    }

    /// Returns the pixels of all cells of a line, and those of the wall after the last one.
    fn cells_mut(&mut self) -> (&mut [u8], &mut [u8]) {
        let Style { cell, wall, margin, .. } = self.style;
        let (cells, after) = self.colors[margin as usize..].split_at_mut(self.columns as usize * cell as usize);
        (cells, &mut after[..wall as usize])
    }

    /// Returns true if a cell consists of one pixel of a wall and one of its room, and the ground is opaque, as on most maps. The colors are
    /// then computed from the sides of many cells at a time.
    fn is_smallest(&self) -> bool {
        (self.style.cell, self.style.wall) == (2, 1) && !self.has_grounds()
    }

    /// Returns true if each cell has its own ground.
    fn has_grounds(&self) -> bool {
        self.heat.is_some() || self.fills_path
    }

    fn paint_walls(&mut self, strip: &Strip<'_>, height: u32) {
        let Style { cell, wall, .. } = self.style;
        let row = strip.row;
        // The row whose shade is seen through the gaps, and the side of it that is the wall.
        let (seen, side) =
            if strip.is_last() || (row > 0 && height < wall / 2) { (row - 1, Side::S) } else { (row, Side::N) };
        self.paint_grounds(strip, seen);
        let (upper, lower) = match (&*strip.above, &*strip.here) {
            ([], only) | (only, []) => (only, only),
            both => both,
        };
        let lying = if strip.is_last() { Side::S } else { Side::N };
        let is_smallest = self.is_smallest();
        let (cells, after) = self.cells_mut();
        let mut lay_before = false;
        let both = upper.iter().zip(lower).map(|(upper, lower)| {
            let (lies, stands) = (!lower.contains(lying), !(upper.contains(Side::W) & lower.contains(Side::W)));
            [lies | std::mem::replace(&mut lay_before, lies) | stands, lies]
        });
        if is_smallest {
            cells.as_chunks_mut().0.iter_mut().zip(both).for_each(|(pixels, both)| *pixels = both.map(wall_if));
        } else {
            for (pixels, [point, room]) in cells.chunks_exact_mut(cell as usize).zip(both) {
                let pixels = pixels.split_at_mut(wall as usize);
                fill_if(point, pixels.0, WALL);
                fill_if(room, pixels.1, WALL);
            }
        }
        let end = |row: &[Sides]| stands(row, strip.columns());
        fill_if(lay_before || end(upper) || end(lower), after, WALL);
        if strip.path.is_some() && !self.fills_path {
            let inset = self.style.path_inset();
            for column in (0..self.columns).filter(|&column| strip.crosses(seen, column, side)) {
                let left = self.left(column);
                self.fill(left + wall + inset..left + cell - inset, PATH);
            }
        }
    }

    fn paint_rooms(&mut self, strip: &Strip<'_>, height: u32) {
        let Style { cell, wall, .. } = self.style;
        self.paint_grounds(strip, strip.row);
        let is_smallest = self.is_smallest();
        let (cells, after) = self.cells_mut();
        let stand = strip.here.iter().map(|open| !open.contains(Side::W));
        if is_smallest {
            let pixels = cells.as_chunks_mut().0;
            pixels.iter_mut().zip(stand).for_each(|(pixels, stands)| *pixels = [wall_if(stands), BACKGROUND]);
        } else {
            let pixels = cells.chunks_exact_mut(cell as usize);
            pixels.zip(stand).for_each(|(pixels, stands)| fill_if(stands, &mut pixels[..wall as usize], WALL));
        }
        fill_if(stands(&strip.here, strip.columns()), after, WALL);
        let room = |left: u32| left + wall..left + cell;
        if strip.path.is_some() && !self.fills_path {
            for column in 0..self.columns {
                self.paint_path(strip, column, height, &room(self.left(column)));
            }
        }
    }

    /// Paints the path in one room, and in the gap west of it.
    fn paint_path(&mut self, strip: &Strip<'_>, column: u32, height: u32, room: &Range<u32>) {
        let Some(path) = strip.path_at(column) else { return };
        let inset = self.style.path_inset();
        let (is_above, on_path) = (height < inset, (inset..self.style.room() - inset).contains(&height));
        let middle = room.start + inset..room.end - inset;
        if on_path {
            let from = if path.contains(Side::W) { room.start - self.style.wall } else { middle.start };
            let to = if path.contains(Side::E) { room.end } else { middle.end };
            self.fill(from..to, PATH);
            // No room east of the last one fills its gap.
            if path.contains(Side::E) && column + 1 == self.columns {
                self.fill(to..to + self.style.wall, PATH);
            }
        } else if path.contains(if is_above { Side::N } else { Side::S }) {
            self.fill(middle, PATH);
        }
    }

    /// Paints the grounds of a row of cells. Each ends in the middle of the walls beside its cell.
    fn paint_grounds(&mut self, strip: &Strip<'_>, row: u64) {
        if !self.has_grounds() {
            return;
        }
        let (heat, fills_path) = (self.heat.zip(strip.distances), self.fills_path);
        let ground = |column: u32| {
            let cell = strip.cell_at(row, column)?;
            if fills_path && strip.path.is_some_and(|path| path.passes(cell)) {
                return Some(PATH);
            }
            heat.and_then(|(heat, distances)| heat.step(distances, cell)).map(|step| FIRST_SHADE + step as u8)
        };
        let Style { cell, wall, .. } = self.style;
        let columns = strip.columns();
        for column in 0..columns {
            if let Some(color) = ground(column) {
                let left = self.left(column) + wall / 2;
                self.fill(left..left + cell, color);
            }
        }
        // The outer halves of the outer walls belong to no cell; through an opening they look like the room behind it.
        for (at, outer) in [(0, self.left(0)..self.left(0) + wall / 2), {
            let after = self.left(columns);
            (columns - 1, after + wall / 2..after + wall)
        }] {
            if let Some(color) = ground(at) {
                self.fill(outer, color);
            }
        }
    }

    /// Returns the first pixel of the wall west of a column, or east of the last one.
    fn left(&self, column: u32) -> u32 {
        self.style.margin + column * self.style.cell
    }

    fn fill(&mut self, pixels: Range<u32>, color: u8) {
        self.colors[pixels.start as usize..pixels.end as usize].fill(color);
    }
}

/// A mark of a picture.
#[derive(Debug)]
struct PixelMark {
    mark: Mark,
    /// The lines that it may be in.
    lines: Range<u32>,
    /// The numbers of the colors of its areas, and their polygons in pixels. They are kept from its first line to its last only, since there may
    /// be thousands of marks.
    areas: Vec<(u8, Vec<Vec<Point>>)>,
}

/// The number of straight lines that a curve of a mark consists of.
const SIDES: u32 = 12;

impl PixelMark {
    fn new(mark: Mark, style: &Style) -> PixelMark {
        let [top, bottom] = mark.bounds().map(|place| in_pixels(style, place)[1]);
        // Conversions saturate at 0. A disc is moved to whole pixels.
        let lines = (top.floor() - 1.0) as u32..bottom.ceil() as u32 + 1;
        PixelMark { mark, lines, areas: Vec::new() }
    }

    /// Paints the part of the mark in a line.
    fn paint(&mut self, y: u32, style: &Style, colors: &mut [u8]) {
        if !self.lines.contains(&y) {
            self.areas = Vec::new();
            return;
        }
        if let Mark::Ring(dot) | Mark::Disc(dot) = &self.mark {
            let across = style.room() - 2 * style.mark_inset();
            let corner = in_pixels(style, dot.center).map(|at| (at - f64::from(across) / 2.0).round() as u32);
            paint_disc(y, corner, across, PATH, colors);
            if let Mark::Ring(_) = self.mark {
                let inset = style.ring_thickness();
                paint_disc(y, corner.map(|at| at + inset), across.saturating_sub(2 * inset), BACKGROUND, colors);
            }
        }
        if self.areas.is_empty() {
            let area = |(ink, contour): (Ink, Contour)| {
                let color = match ink {
                    Ink::Path => PATH,
                    Ink::Ground => BACKGROUND,
                    Ink::Wall | Ink::Rock | Ink::Detail | Ink::Shade(_) => WALL,
                };
                (color, contour.moved(|place| in_pixels(style, place)).polygons(SIDES))
            };
            self.areas = match &self.mark {
                Mark::Letters(strokes, width) => {
                    vec![(WALL, sharp_strokes(strokes, *width, style).polygons(SIDES))]
                }
                mark => mark.areas().into_iter().map(area).collect(),
            };
        }
        for (color, polygons) in &self.areas {
            polygons.iter().for_each(|polygon| paint_polygon(y, polygon, *color, colors));
        }
    }
}

/// Returns the area of the strokes of letters in pixels. Their edges are at edges of pixels, so all strokes of a small letter are equally thick.
fn sharp_strokes(strokes: &Contour, width: f64, style: &Style) -> Contour {
    let width = (width * f64::from(style.cell)).round().max(1.0);
    let sharp = |at: f64| (at - width / 2.0).round() + width / 2.0;
    let mut strokes = strokes.moved(|at| in_pixels(style, at));
    // A curve is moved with its ends, and keeps its shape.
    let mut moved = [0.0; 2];
    for part in &mut strokes.0 {
        let (PathCommand::Go(to) | PathCommand::Line(to) | PathCommand::Curve(_, to)) = part;
        let before = std::mem::replace(&mut moved, minus(to.map(sharp), *to));
        *to = plus(*to, moved);
        if let PathCommand::Curve([first, second], _) = part {
            (*first, *second) = (plus(*first, before), plus(*second, moved));
        }
    }
    strokes.stroked(width)
}

/// Paints the part of a disc with this corner in a line.
fn paint_disc(y: u32, [left, top]: [u32; 2], diameter: u32, color: u8, colors: &mut [u8]) {
    let Some(row) = y.checked_sub(top).filter(|row| *row < diameter) else { return };
    if let Some(first) = (0..diameter).find(|&x| is_in_disc(x, row, diameter)) {
        colors[(left + first) as usize..(left + diameter - first) as usize].fill(color);
    }
}

/// Paints the part of a polygon in a line.
fn paint_polygon(y: u32, polygon: &[Point], color: u8, colors: &mut [u8]) {
    let middle = f64::from(y) + 0.5;
    let next = polygon.iter().cycle().skip(1);
    let crossed = polygon.iter().zip(next).filter(|(a, b)| (a[1] > middle) != (b[1] > middle));
    let mut places: Vec<f64> = crossed.map(|([ax, ay], [bx, by])| ax + (middle - ay) / (by - ay) * (bx - ax)).collect();
    places.sort_by(f64::total_cmp);
    // The pixels whose middles are between two edges.
    let pixel = |x: f64| ((x - 0.5).ceil().max(0.0) as usize).min(colors.len());
    let between: Vec<Range<usize>> = places.chunks_exact(2).map(|ends| pixel(ends[0])..pixel(ends[1])).collect();
    between.into_iter().for_each(|pixels| colors[pixels].fill(color));
}

/// Returns the place of a point in the picture, in pixels.
fn in_pixels(style: &Style, [x, y]: Point) -> Point {
    let origin = f64::from(style.margin) + f64::from(style.wall) / 2.0;
    [x, y].map(|cells| origin + cells * f64::from(style.cell))
}

impl Raster for Painter {
    fn expected_bytes(&self) -> u64 {
        self.colors.len() as u64
    }

    fn tiles(&self) -> &TileGrid {
        &self.tiles
    }

    fn colors(&self) -> Colors {
        Colors::Of(self.palette())
    }

    fn paint(&mut self, source: &mut dyn RowSource, tile: u64, pixels: &mut Vec<u8>) -> bool {
        let PixelArea { top, height, .. } = self.tiles.area(tile);
        self.paint_lines(source, top..top + height, pixels);
        true
    }
}

fn wall_if(condition: bool) -> u8 {
    if condition { WALL } else { BACKGROUND }
}

#[inline]
fn fill_if(condition: bool, pixels: &mut [u8], color: u8) {
    match pixels {
        // In small pictures nearly all are like this: without a call, and without a branch that is mispredicted.
        [pixel] => *pixel = select_unpredictable(condition, color, *pixel),
        pixels if condition => pixels.fill(color),
        _ => {}
    }
}

/// Returns true if the middle of a pixel is in a disc of this diameter.
fn is_in_disc(x: u32, y: u32, diameter: u32) -> bool {
    // In halves of a pixel, from the middle of the disc.
    let from_middle = |k: u32| (2 * i64::from(k) + 1 - i64::from(diameter)).pow(2);
    x < diameter && y < diameter && from_middle(x) + from_middle(y) <= i64::from(diameter).pow(2)
}
