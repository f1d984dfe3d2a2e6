//! Where a mesh is in its picture, and how thick its lines are.

use crate::draw::line::{Point, cross, dot, length, minus, plus, times};
use crate::grid::{Cell, Grid, GridKind, Mesh, PolygonEdge};
use crate::picture::Style;

/// From one floor to the next, in cells, without the floors themselves.
const GAP: f64 = 1.0;

/// How far an arc can be outside the polygon of its cell, in cells: a little more than that of the first ring. And how far the ground of a
/// cell at a tunnel, and the path in it, run on before the railing of a bridge: a little more than to where that is.
const BULGE: f64 = 0.25;

/// How many cells are looked at for the smallest: at least a repeating piece of every tiling, and the first rings.
const SAMPLE: u32 = 64;

/// The smallest thickness of the lines inside of a shape, in widths or heights of the picture, whichever is more.
const OF_SHAPE: f64 = 0.013;

/// The thickness of the walls along the outline of a shape, in thicknesses of the others.
const BORDER: f64 = 1.6;

/// The measures of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) style: Style,
    /// Width and height in units of a cell.
    pub(crate) units: [f64; 2],
    /// Width and height in pixels.
    pub(crate) size: [u64; 2],
    /// The center of all arcs.
    pub(crate) middle: Point,
    /// The top left of a floor in the mesh's own coordinates.
    corner: Point,
    /// The distance from one floor to the next, to the right; 0 if there is only one.
    floor_step: f64,
    /// The radius of the largest circle around the center of a small cell, in pixels and without half a wall.
    room: f64,
}

/// Returns the smallest and the largest `x` and `y` of everything that is drawn on one floor, including cells that were taken out.
fn bounds(mesh: &Mesh) -> [f64; 4] {
    let mut bounds = mesh.bounds();
    if let Some(rock) = mesh.rock() {
        let ([left, top, right, bottom], rock) = (bounds, rock.bounds());
        bounds = [left.min(rock[0]), top.min(rock[1]), right.max(rock[2]), bottom.max(rock[3])];
    }
    if mesh.kind() != GridKind::Polar {
        return bounds;
    }
    let most = 2.0 * middle(mesh)[0];
    if mesh.options().mask.is_none() {
        return [0.0, 0.0, most, most];
    }
    let [left, top, right, bottom] = bounds;
    [(left - BULGE).max(0.0), (top - BULGE).max(0.0), (right + BULGE).min(most), (bottom + BULGE).min(most)]
}

/// Returns the center of the circles, in the mesh's own coordinates.
fn middle(mesh: &Mesh) -> Point {
    [f64::from(mesh.options().rings.max(1)) + 0.5; 2]
}

/// Width and height of one floor, and of all, in units of a cell.
fn extent(mesh: &Mesh, [left, top, right, bottom]: [f64; 4]) -> [f64; 3] {
    let (width, floors) = (right - left, f64::from(mesh.options().floors));
    [width, floors * width + (floors - 1.0) * GAP, bottom - top]
}

/// Returns the width and height of the drawing of a mesh, in units of a cell. [`Style::size_of`](crate::picture::Style::size_of) converts them to pixels.
///
/// # Complexity
///
/// Time in proportion to the cells at the edge, or to all cells if there is a mask.
pub fn drawn_size(mesh: &Mesh) -> [f64; 2] {
    let [_, width, height] = extent(mesh, bounds(mesh));
    [width, height]
}

/// Returns the radius of the largest circle around the center of a cell.
pub(crate) fn inner_radius(mesh: &Mesh, cell: Cell) -> f64 {
    let center = mesh.center(cell);
    let to_edge = |edge: PolygonEdge| {
        let [from, to] = mesh.ends(edge).map(|corner| corner.at);
        let along = minus(to, from);
        match mesh.arc(edge) {
            // Every ring is one unit wide.
            Some(_) => 0.5,
            None if mesh.is_usual(cell) => cross(along, minus(center, from)).abs() / length(along),
            None => {
                // The nearest point of the edge, since lines beyond its ends may be nearer.
                let part = (dot(minus(center, from), along) / dot(along, along)).clamp(0.0, 1.0);
                length(minus(center, plus(from, times(along, part))))
            }
        }
    };
    mesh.edges(cell).map(to_edge).fold(f64::INFINITY, f64::min)
}

impl Layout {
    pub(crate) fn new(mesh: &Mesh, style: Style) -> Layout {
        let bounds = bounds(mesh);
        let [width, all, height] = extent(mesh, bounds);
        let corner = [bounds[0], bounds[1]];
        let smallest =
            (0..mesh.cells().min(SAMPLE)).map(|cell| inner_radius(mesh, Cell(cell))).fold(f64::INFINITY, f64::min);
        Layout {
            style,
            units: [all, height],
            size: style.size_of([all, height]),
            middle: minus(middle(mesh), corner),
            corner,
            floor_step: if mesh.options().floors > 1 { width + GAP } else { 0.0 },
            room: room(&style, smallest),
        }
    }

    /// Returns the floor of a cell.
    pub(crate) fn floor(&self, mesh: &Mesh, cell: Cell) -> u32 {
        if self.floor_step > 0.0 { mesh.address(cell).numbers()[0] } else { 0 }
    }

    /// Returns the offset of the coordinates of a cell in the mesh.
    pub(crate) fn shift(&self, mesh: &Mesh, cell: Cell) -> Point {
        let floor = f64::from(self.floor(mesh, cell));
        [floor * self.floor_step - self.corner[0], -self.corner[1]]
    }

    /// Returns the place of a point in the picture, in pixels.
    pub(crate) fn to_pixels(&self, point: Point) -> Point {
        let Style { cell, wall, margin, .. } = self.style;
        let origin = f64::from(margin) + f64::from(wall) / 2.0;
        [origin + point[0] * f64::from(cell), origin + point[1] * f64::from(cell)]
    }

    /// Returns the thickness of the lines inside of a shape, in units of a cell: in a large maze more than that of the walls, so that they are seen
    /// among them.
    pub(crate) fn detail_width(&self) -> f64 {
        let [width, height] = self.units;
        self.style.in_cells(self.style.wall.into()).max(width.max(height) * OF_SHAPE)
    }

    /// Returns the thickness of the walls along the outline of a shape, in pixels.
    pub(crate) fn border_width(&self) -> f64 {
        f64::from(self.style.wall) * BORDER
    }

    /// Returns the thickness of the path in pixels, as on squares.
    pub(crate) fn path_width(&self) -> f64 {
        (self.room * 0.56).max(1.0)
    }

    /// Returns the radius of the mark in a cell, and how thick its ring is, in pixels: as on squares, and no larger in large cells.
    pub(crate) fn mark(&self, mesh: &Mesh, cell: Cell) -> [f64; 2] {
        let radius = (room(&self.style, inner_radius(mesh, cell).min(0.6)) * 0.7).max(1.0);
        [radius, (radius * 0.4).max(1.0).min(radius)]
    }

    /// Returns how far lines extend beyond the outline of their cell, in pixels.
    pub(crate) fn around(&self) -> f64 {
        self.border_width().max(self.path_width()) / 2.0 + 2.0
    }

    /// Returns the first and the last column, and the first and the last line of pixels that a cell, and all that is drawn with it, can reach.
    pub(crate) fn pixels_of(&self, mesh: &Mesh, cell: Cell) -> [[u64; 2]; 2] {
        let shift = self.shift(mesh, cell);
        let corners = mesh.polygon(cell).map(|corner| plus(corner.at, shift));
        let (low, high) = corners.fold(([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]), |(low, high), [x, y]| {
            ([low[0].min(x), low[1].min(y)], [high[0].max(x), high[1].max(y)])
        });
        let bulge = if mesh.kind() == GridKind::Polar || !mesh.crossings().is_empty() { BULGE } else { 0.0 };
        let around = self.around();
        let (low, high) = (self.to_pixels(minus(low, [bulge; 2])), self.to_pixels(plus(high, [bulge; 2])));
        // Conversions saturate at 0.
        let pixel = |axis: usize, at: f64| (at as u64).min(self.size[axis] - 1);
        let pixels = |axis: usize| [pixel(axis, low[axis] - around), pixel(axis, high[axis] + around)];
        [pixels(0), pixels(1)]
    }
}

/// Returns the room for marks in a cell.
fn room(style: &Style, radius: f64) -> f64 {
    (radius * f64::from(style.cell) - f64::from(style.wall) / 2.0).max(0.5)
}

/// Returns where the line between two centers crosses the side between them, but not near its ends.
pub(crate) fn crossing_of_side([from, to]: [Point; 2], [center, far]: [Point; 2]) -> Point {
    let side = minus(to, from);
    let (before, after) = (cross(side, minus(center, from)), cross(side, minus(far, from)));
    let part = before / (before - after);
    let place = minus([center[0] + part * (far[0] - center[0]), center[1] + part * (far[1] - center[1])], from);
    let along = (dot(place, side) / dot(side, side)).clamp(0.25, 0.75);
    [from[0] + along * side[0], from[1] + along * side[1]]
}
