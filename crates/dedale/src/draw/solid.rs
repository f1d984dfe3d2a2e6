//! The maze as a solid to print: walls on a plate, as triangles in binary STL, in millimeters.
//!
//! Seen from above, the solid consists of areas, each with one height: walls, stairs and floors. `i_overlay` finds the areas of all
//! three in one arrangement of lines, so that areas which meet have the same corners along their common edge, and `i_triangle` divides
//! areas into triangles that have no other corners. Every face that stands is on an edge of an area. So the solid is closed and manifold:
//! every edge of a triangle is an edge of exactly one other.
//!
//! All corners are whole numbers of a unit, small enough for the 32-bit floats of an STL: what is computed is written without rounding.
//!
//! Row 0 of the maze is farthest from the origin, so that the maze is not mirrored.

use std::collections::BTreeSet;
use std::fmt::{self, Debug, Formatter};

use i_overlay::core::extract::BooleanExtractionBuffer;
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::{IntOverlayOptions, Overlay, ShapeType};
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;
use i_triangle::int::triangulation::IntTriangulation;
use i_triangle::int::unchecked::IntUncheckedTriangulatable;

use super::canvas::Cap;
use super::layers::Layer;
use super::line::{LineStep, Point, minus, plus, times, unit};
use super::outline::Outline;
use crate::grid::{Grid as _, GridKind};
use crate::picture::piece_writer::{PieceWriter, WriteInfo};
use crate::picture::{Measures, RowSource, Style, Surface};

pub(crate) const WRITE: WriteInfo = WriteInfo {
    shows_path: false,
    // The number of triangles comes first.
    by_rows: false,
    // A cell is some seven triangles of fifty bytes, which are found before they are written.
    elements: |_, [columns, rows]| columns.saturating_mul(rows).saturating_mul(ELEMENTS),
    ..WriteInfo::TEXT
};

/// The number of elements that take as long as a square.
const ELEMENTS: u64 = 300;

/// The number of elements that take as long as a cell of a mesh, which has more sides, and round joints.
pub(crate) const ELEMENTS_OF_A_MESH: u64 = 1000;

/// Returns the approximate number of [steps](crate::estimate::Estimate::steps) it takes to find the triangles of a solid with `cells` cells, which is
/// done before the first of them is written.
pub(crate) fn solid_steps(cells: u64, surface: Surface) -> u64 {
    cells.saturating_mul(if surface == Surface::Squares { 500 } else { 1500 })
}

/// Returns the maximum memory, in bytes, for finding the triangles of a solid with `cells` cells of such a grid and keeping them until they are written.
/// Mazes of nothing but walls take that much, and perfect mazes half of it.
pub(crate) fn solid_bytes(cells: u64, surface: Surface, kind: GridKind) -> u64 {
    // Walls of other grids are not in rows, and have round joints.
    let of_side = if surface == Surface::Squares { 450 } else { 1_750 };
    cells.saturating_mul(u64::from(kind.max_sides()) * of_side)
}

/// The maximum number of cells of a solid: an STL counts its triangles in 32 bits, and a cell has at most about sixty.
pub(crate) const MAX_CELLS: u32 = u32::MAX / 100;

/// The approximate number of cells of a piece.
const PIECE: f64 = 16.0;

/// The maximum distance of the points along an arc from the circle, in halves of a wall.
const ERROR: f64 = 0.2;

/// The cosine and the sine of the turns in the round end of a wall: 30 degrees.
const TURN: Point = [0.866_025_403_784_438_6, 0.5];

/// The distance of the corners of a round end from its center, in halves of a wall. It is a little less than one, so that rounding moves none of
/// them beyond the edge of another wall.
const ROUND: f64 = 0.98;

/// Areas that touch in a point are united around it, up to this distance in units. Each further search for such points multiplies it by its
/// number.
const PINCH: i32 = 3;

/// The maximum number of searches for such points.
const MAX_SEARCHES: i32 = 8;

/// The maximum number of units in a millimeter, and the maximum number of units in all: 32-bit floats represent whole numbers up to that
/// exactly. Half of the thinnest wall that [`Measures::check`] allows is at least six units.
const UNITS_OF_A_MM: f64 = 2048.0;
const MAX_UNITS: f64 = (1 << 24) as f64;

pub(crate) fn start(measures: Measures, source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
    let grid = source.whole().map(|picture| picture.maze.grid()).filter(|grid| grid.cells() <= MAX_CELLS)?;
    let is_square = grid.mesh().is_none_or(|mesh| mesh.kind() == GridKind::Square && !mesh.is_cut());
    let outline = Outline::of(source, &Style::DEFAULT);
    Some(Box::new(Solid::new(outline, measures, if is_square { Cap::Square } else { Cap::Round })))
}

pub(crate) type Vertex = IntPoint<i32>;

/// An area: its outline, and those of its holes.
pub(crate) type IntPolygon = Vec<Vec<Vertex>>;

/// A solid that is being written.
pub(crate) struct Solid {
    outline: Outline,
    /// The heights of the plate and of the walls on it, in mm.
    base: f64,
    top: f64,
    pub(crate) edges: Edges,
    /// Areas that are not yet triangles, and their kinds.
    pub(crate) areas: Vec<(AreaKind, Vec<IntPolygon>)>,
    triangles: Vec<[[f32; 3]; 3]>,
    /// The number of triangles that were written.
    written: usize,
}

impl Debug for Solid {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solid").field("outline", &self.outline).finish_non_exhaustive()
    }
}

/// The lines of a maze, as edges of areas.
pub(crate) struct Edges {
    scale: Scale,
    /// How a wall ends.
    cap: Cap,
    /// Those of all areas, until these are known.
    overlay: Overlay<i32>,
    /// The first corner of each triangle of stairs, which distinguishes its area from those of walls.
    stairs: BTreeSet<Vertex>,
}

/// The kinds of areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AreaKind {
    /// Walls and stairs.
    Standing,
    Floor,
    /// What is below both.
    Plate,
}

/// From cells to units.
#[derive(Clone, Copy, Debug)]
struct Scale {
    /// A cell, half a wall, and a millimeter, in units.
    cell: f64,
    half: f64,
    mm: f64,
    /// How high all cells are together, in units of a cell.
    height: f64,
}

impl Scale {
    fn new(size: Point, measures: Measures) -> Scale {
        let [cell, wall] = [measures.cell, measures.wall].map(|line| f64::from(line) / 1000.0);
        let longest = measures.longest(size);
        let mut mm = UNITS_OF_A_MM;
        while longest * mm > MAX_UNITS {
            mm /= 2.0;
        }
        Scale { cell: cell * mm, half: wall / 2.0 * mm, mm, height: size[1] }
    }

    /// Returns a place, from the lower left corner of the solid.
    fn at(&self, [x, y]: Point) -> Point {
        [x, self.height - y].map(|line| line * self.cell + self.half)
    }

    fn corner(point: Point) -> Vertex {
        let [x, y] = point.map(|line| line.round() as i32);
        IntPoint::new(x, y)
    }
}

impl Solid {
    pub(crate) fn new(outline: Outline, measures: Measures, cap: Cap) -> Solid {
        let [base, top] = [measures.base, measures.base + measures.height].map(|line| f64::from(line) / 1000.0);
        let options = IntOverlayOptions::keep_output_points();
        Solid {
            base,
            top,
            edges: Edges {
                scale: Scale::new(outline.size, measures),
                cap,
                overlay: Overlay::new_custom(0, options, Default::default()),
                stairs: BTreeSet::new(),
            },
            areas: Vec::new(),
            triangles: Vec::new(),
            written: 0,
            outline,
        }
    }

    /// Returns the layers of the maze that the solid consists of.
    fn layers(&self) -> &'static [Layer] {
        let layers = &[Layer::Walls, Layer::Stairs, Layer::Plate, Layer::Openings];
        if self.base > 0.0 { layers } else { &layers[..2] }
    }

    /// Returns the number of the piece in which the areas are found. In the next pieces, they become triangles.
    fn search(&self) -> u64 {
        self.layers().len() as u64 * self.outline.bands
    }

    /// Finds the areas from the lines that were added.
    pub(crate) fn find_areas(&mut self) {
        let mut overlay = std::mem::replace(&mut self.edges.overlay, Overlay::new(0));
        for search in 1..=MAX_SEARCHES {
            self.areas = self.areas_of(&mut overlay);
            let pinches = pinches(&self.areas);
            for &(corner, kind) in &pinches {
                let steps = [[-1, -1], [1, -1], [1, 1], [-1, 1]];
                let square =
                    steps.map(|step| step.map(|line| line * PINCH * search)).map(|[x, y]| corner + IntPoint::new(x, y));
                let kind = if kind == AreaKind::Plate { ShapeType::Clip } else { ShapeType::Subject };
                overlay.add_contour(&square, kind);
            }
            if pinches.is_empty() {
                break;
            }
        }
        // A place on a straight edge is a corner if it is one of another area.
        let mut corners: Vec<Vertex> = Vec::new();
        for outline in self.areas.iter().flat_map(|(_, areas)| areas.iter().flatten()) {
            let before = outline.iter().cycle().skip(outline.len() - 1);
            let after = outline.iter().cycle().skip(1);
            let turns = |[from, at, to]: [&Vertex; 3]| (*at - *from).cross_product(*to - *at) != 0;
            let bent = before.zip(outline).zip(after).filter(|&((from, at), to)| turns([from, at, to]));
            corners.extend(bent.map(|((_, at), _)| *at));
        }
        corners.sort_unstable();
        corners.dedup();
        for outline in self.areas.iter_mut().flat_map(|(_, areas)| areas.iter_mut().flatten()) {
            outline.retain(|corner| corners.binary_search(corner).is_ok());
            // The start is the same however the lines of the walls were found.
            let first = outline.iter().enumerate().min_by_key(|(_, corner)| **corner).map_or(0, |(first, _)| first);
            outline.rotate_left(first);
        }
    }

    /// Returns the areas of each kind, with all places where edges end.
    fn areas_of(&self, overlay: &mut Overlay<i32>) -> Vec<(AreaKind, Vec<IntPolygon>)> {
        let Some(graph) = overlay.build_graph_view(FillRule::NonZero) else { return Vec::new() };
        let kinds = [
            (AreaKind::Standing, OverlayRule::Subject),
            (AreaKind::Floor, OverlayRule::InverseDifference),
            (AreaKind::Plate, OverlayRule::Union),
        ];
        let kinds = if self.base > 0.0 { &kinds[..] } else { &kinds[..1] };
        let mut buffer = BooleanExtractionBuffer::default();
        let find = |&(kind, rule): &(AreaKind, OverlayRule)| (kind, graph.extract_shapes(rule, &mut buffer));
        kinds.iter().map(find).collect()
    }

    /// Divides the areas of one kind into triangles.
    fn divide(&mut self, kind: AreaKind, areas: &[IntPolygon]) {
        for area in areas {
            let is_stairs = self.edges.stairs.contains(&area[0][0]);
            let (low, high) = match kind {
                AreaKind::Standing if is_stairs => (self.base, f64::midpoint(self.base, self.top)),
                AreaKind::Standing => (self.base, self.top),
                AreaKind::Floor => (self.base, self.base),
                AreaKind::Plate => (0.0, self.base),
            };
            let lying: IntTriangulation<i32, u32> = area.uncheck_triangulate().into_triangulation();
            for [a, b, c] in lying.triangles() {
                if kind != AreaKind::Plate {
                    self.triangles.push([a, b, c].map(|corner| self.place(corner, high)));
                }
                if low == 0.0 {
                    self.triangles.push([a, c, b].map(|corner| self.place(corner, 0.0)));
                }
            }
            if kind == AreaKind::Floor {
                continue;
            }
            for outline in area {
                for (&from, &to) in outline.iter().zip(outline.iter().cycle().skip(1)) {
                    let corners = [(from, low), (to, low), (to, high), (from, high)];
                    let [a, b, c, d] = corners.map(|(corner, height)| self.place(corner, height));
                    self.triangles.extend([[a, b, c], [a, c, d]]);
                }
            }
        }
    }

    /// Returns a corner in mm.
    fn place(&self, corner: Vertex, height: f64) -> [f32; 3] {
        let [x, y] = [corner.x, corner.y].map(|line| (f64::from(line) / self.edges.scale.mm) as f32);
        [x, y, height as f32]
    }
}

/// Returns the points where areas of one kind touch. Each would be an edge of four faces.
fn pinches(areas: &[(AreaKind, Vec<IntPolygon>)]) -> Vec<(Vertex, AreaKind)> {
    let mut pinches = Vec::new();
    for (kind, areas) in areas {
        let mut corners: Vec<Vertex> = areas.iter().flatten().flatten().copied().collect();
        corners.sort_unstable();
        let twice = corners.windows(2).filter(|pair| pair[0] == pair[1]);
        pinches.extend(twice.map(|pair| (pair[0], *kind)));
    }
    pinches
}

impl PieceWriter for Solid {
    fn pieces(&self) -> u64 {
        let [columns, rows] = self.outline.size;
        self.search() + 4 + (columns * rows / PIECE).ceil() as u64
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        let search = self.search();
        if number < search {
            let layer = self.layers()[(number / self.outline.bands) as usize];
            let Solid { outline, edges, .. } = self;
            let middle = outline.middle;
            let mut add_line = |start: Point, steps: &[LineStep], _| edges.add_line(layer, middle, start, steps);
            outline.draw(source, layer, number % outline.bands, &mut add_line);
        } else if number == search {
            self.find_areas();
        } else if number <= search + 3 {
            if let Some((kind, areas)) = self.areas.pop() {
                self.divide(kind, &areas);
            }
        } else {
            if number == search + 4 {
                let mut title = *b"A maze of walls, in millimeters                                                 ";
                title[79] = b'\n';
                out.extend_from_slice(&title);
                out.extend_from_slice(&(self.triangles.len() as u32).to_le_bytes());
            }
            let left = self.triangles.len() - self.written;
            let end = self.written + left.div_ceil((self.pieces() - number) as usize);
            self.triangles[self.written..end].iter().for_each(|triangle| write_triangle(triangle, out));
            self.written = end;
        }
    }
}

impl Edges {
    /// Adds a line of a layer, whose arcs are around this place.
    pub(crate) fn add_line(&mut self, layer: Layer, middle: Point, start: Point, steps: &[LineStep]) {
        let (scale, cap) = (self.scale, self.cap);
        // In units.
        let (mut from, mut line) = (start, vec![scale.at(start)]);
        for step in steps {
            step.flattened(from, middle, ERROR * scale.half / scale.cell, |point| line.push(scale.at(point)));
            from = step.to;
            // A step of length zero has no sides.
            line.dedup();
            if layer.is_filled() || line.len() < 2 {
                continue;
            }
            // By point: the direction to its right.
            let normal = |ends: &[Point], at: Point| match step.arc {
                // Parts of one circle end in the same corners.
                Some(arc) => times(unit(minus(at, scale.at(middle))), if arc.is_clockwise { -1.0 } else { 1.0 }),
                None => {
                    let [x, y] = unit(minus(ends[1], ends[0]));
                    [y, -x]
                }
            };
            let there: Vec<[Point; 2]> = line.iter().map(|&at| [at, normal(&line, at)]).collect();
            let back: Vec<[Point; 2]> = there.iter().rev().map(|&[at, normal]| [at, times(normal, -1.0)]).collect();
            let mut outline = Vec::new();
            add_side(&there, scale.half, cap, &mut outline);
            add_side(&back, scale.half, cap, &mut outline);
            self.add(layer, &outline);
            line.drain(..line.len() - 1);
        }
        if !layer.is_filled() {
            return;
        }
        // They are clockwise.
        line.reverse();
        if layer == Layer::Stairs {
            let Scale { cell, half, .. } = scale;
            // Smaller by what the walls take of their cell, which is a square.
            for at in line.as_flattened_mut() {
                let center = (((*at - half) / cell).floor() + 0.5) * cell + half;
                *at = center + (*at - center) * (1.0 - 2.0 * half / cell);
            }
            self.stairs.extend(line.iter().map(|&point| Scale::corner(point)));
        }
        self.add(layer, &line);
    }

    /// Adds an area, counter-clockwise.
    fn add(&mut self, layer: Layer, outline: &[Point]) {
        let is_standing = matches!(layer, Layer::Walls | Layer::Stairs);
        let kind = if is_standing { ShapeType::Subject } else { ShapeType::Clip };
        self.overlay.add_path_iter(outline.iter().map(|&point| Scale::corner(point)), kind);
    }
}

/// Adds the outline of the right side of a stroke, after its start, and of its end: counter-clockwise.
fn add_side(line: &[[Point; 2]], half: f64, cap: Cap, outline: &mut Vec<Point>) {
    let Some(&[end, [x, y]]) = line.last() else { return };
    outline.extend(line[1..line.len() - 1].iter().map(|&[at, normal]| plus(at, times(normal, half))));
    let mut add = |aside: Point, distance: f64| outline.push(plus(end, times(aside, distance)));
    if cap == Cap::Square {
        add([x - y, y + x], half);
        add([-x - y, x - y], half);
        return;
    }
    add([x, y], half);
    let mut aside = [x, y];
    for _ in 0..5 {
        let [x, y] = aside;
        aside = [x * TURN[0] - y * TURN[1], x * TURN[1] + y * TURN[0]];
        add(aside, half * ROUND);
    }
    add([-x, -y], half);
}

/// A triangle whose corners are counter-clockwise, as seen from outside.
pub(crate) fn write_triangle(corners: &[[f32; 3]; 3], out: &mut Vec<u8>) {
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    let minus = |p: [f64; 3], q: [f64; 3]| [0, 1, 2].map(|k| p[k] - q[k]);
    let (u, v) = (minus(b, a), minus(c, a));
    let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = cross.iter().map(|part| part * part).sum::<f64>().sqrt();
    // Three corners on a line have no normal: programs take zeros for that.
    let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
    for number in cross.map(|part| (part * scale) as f32).iter().chain(corners.as_flattened()) {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(&[0; 2]);
}
