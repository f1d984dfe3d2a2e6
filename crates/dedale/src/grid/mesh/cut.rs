//! Cells that are cut along an outline.

use std::sync::OnceLock;

use super::polygon::{Corner, EdgeKind};
use crate::grid::Side;
use crate::grid::smooth::{LatticePoint, NONE, distance, off_lattice, on_lattice};

/// Into how many columns and rows the rectangle around a cell is divided to find its center.
const CENTERS: i64 = 16;

/// At which parts of a line its distance from the border is measured.
const PASSED: [f64; 4] = [0.4, 0.6, 0.8, 1.0];

/// The part of its usual distance from the border that the center of a cell must have to stay where it is.
const LEAST_CLEARANCE: f64 = 0.7;

/// The cells that are not those of the whole grid, because a line cuts them, or because pieces are joined to them.
#[derive(Debug, PartialEq)]
pub(super) struct Cut {
    /// By place: the number of the cell in `cells`, or [`NONE`].
    of_site: Vec<u32>,
    cells: Vec<CutCell>,
    /// Lines inside of the shape, which are only drawn: the points of each.
    details: Vec<Vec<[f64; 2]>>,
}

/// A cell of pieces.
#[derive(Debug)]
pub(super) struct CutCell {
    /// The corners of its polygon, clockwise.
    corners: Vec<LatticePoint>,
    /// By corner: what the edge after it is.
    edges: Vec<EdgeKind>,
    /// By side: its name, as the number of the side of the whole cell, or a larger number.
    names: Vec<u8>,
    /// The center of the whole cell, and its distance from the border of that cell.
    usual: ([f64; 2], f64),
    places: OnceLock<Places>,
}

/// Places in a cell. They take longer to find than all else about a cell, and only what draws a maze needs them.
#[derive(Debug)]
struct Places {
    center: [f64; 2],
    /// By side: a place in sight of both the center and the longest edge of the side, if these are not in sight of each other.
    corners_to_pass: Vec<Option<[f64; 2]>>,
}

/// Places follow from the rest.
impl PartialEq for CutCell {
    fn eq(&self, other: &CutCell) -> bool {
        let CutCell { corners, edges, names, usual, places: _ } = self;
        (corners, edges, names, usual) == (&other.corners, &other.edges, &other.names, &other.usual)
    }
}

impl CutCell {
    /// Creates a cell from its corners, edges and names of sides. `whole` are the corners of the whole cell, and `usual` is its center.
    pub(super) fn new(
        corners: Vec<LatticePoint>,
        edges: Vec<EdgeKind>,
        names: Vec<u8>,
        whole: &[LatticePoint],
        usual: [f64; 2],
    ) -> CutCell {
        CutCell { corners, edges, names, usual: (usual, clearance(whole, usual)), places: OnceLock::new() }
    }

    fn places(&self) -> &Places {
        self.places.get_or_init(|| {
            let (usual, usual_clearance) = self.usual;
            let center = center_in(&self.corners, usual, usual_clearance);
            let sides = (0..self.names.len() as u8).map(Side::new);
            Places { center, corners_to_pass: sides.map(|side| self.place_between(center, side)).collect() }
        })
    }

    pub(super) fn corner_count(&self) -> usize {
        self.corners.len()
    }

    pub(super) fn corner(&self, corner: usize) -> Corner {
        lattice_corner(self.corners[corner])
    }

    pub(super) fn center(&self) -> [f64; 2] {
        self.places().center
    }

    /// Returns a place to pass on the way from the center to a side, where the straight line leaves the cell.
    pub(super) fn corner_to_pass(&self, side: Side) -> Option<[f64; 2]> {
        self.places().corners_to_pass.get(usize::from(side.number())).copied().flatten()
    }

    pub(super) fn side_count(&self) -> usize {
        self.names.len()
    }

    /// Returns the name of a side, as a number.
    pub(super) fn name(&self, side: Side) -> Option<u8> {
        self.names.get(usize::from(side.number())).copied()
    }

    /// Returns the side with the name of this side of the whole cell.
    pub(super) fn named(&self, name: Side) -> Option<Side> {
        self.names.iter().position(|&known| known == name.number()).map(|side| Side::new(side as u8))
    }

    pub(super) fn kind(&self, edge: usize) -> EdgeKind {
        self.edges[edge]
    }

    /// Returns the longest edge of a side, the same from both cells.
    pub(super) fn longest_edge(&self, side: Side) -> Option<usize> {
        let ends = |edge: usize| [self.corners[edge], self.corners[(edge + 1) % self.corners.len()]];
        let edges = (0..self.edges.len()).filter(|&edge| self.edges[edge] == EdgeKind::Side(side));
        edges.max_by_key(|&edge| {
            let [from, to] = ends(edge);
            (distance([from, to]), from.max(to))
        })
    }
}

/// Returns the corner at a place of the lattice.
fn lattice_corner(at: LatticePoint) -> Corner {
    // Both coordinates are less than 2^29 on grids that fit in memory.
    let [x, y] = at.map(|number| (number + (1 << 29)) as u64 & ((1 << 30) - 1));
    Corner { id: 1 << 60 | x << 30 | y, at: off_lattice(at) }
}

impl Cut {
    pub(super) fn new(of_site: Vec<u32>, cells: Vec<CutCell>, details: Vec<Vec<[f64; 2]>>) -> Cut {
        Cut { of_site, cells, details }
    }

    pub(super) fn details(&self) -> &[Vec<[f64; 2]>] {
        &self.details
    }

    pub(super) fn cell(&self, site: u32) -> Option<&CutCell> {
        let number = self.of_site[site as usize];
        (number != NONE).then(|| &self.cells[number as usize])
    }

    /// Returns a corner of a whole cell, on the lattice.
    pub(super) fn rounded(corner: Corner) -> Corner {
        lattice_corner(on_lattice(corner.at))
    }
}

/// Returns the distance of a point from the nearest edge of a polygon, in units of a cell; negative outside of it.
fn clearance(corners: &[LatticePoint], point: [f64; 2]) -> f64 {
    let corners = corners.iter().map(|&corner| off_lattice(corner));
    let (mut nearest, mut is_inside) = (f64::INFINITY, false);
    for ([ax, ay], [bx, by]) in corners.clone().zip(corners.cycle().skip(1)) {
        let ([dx, dy], [px, py]) = ([bx - ax, by - ay], [point[0] - ax, point[1] - ay]);
        let squared = dx * dx + dy * dy;
        let part = if squared > 0.0 { ((px * dx + py * dy) / squared).clamp(0.0, 1.0) } else { 0.0 };
        let [x, y] = [px - part * dx, py - part * dy];
        nearest = nearest.min((x * x + y * y).sqrt());
        if (ay > point[1]) != (by > point[1]) && point[0] < ax + (point[1] - ay) / (by - ay) * dx {
            is_inside = !is_inside;
        }
    }
    if is_inside { nearest } else { -nearest }
}

/// Returns true if two lines cross, not only at their ends.
fn cross_properly([a, b]: [[f64; 2]; 2], [c, d]: [[f64; 2]; 2]) -> bool {
    let side = |[[ax, ay], [bx, by]]: [[f64; 2]; 2], [x, y]: [f64; 2]| (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    side([a, b], c) * side([a, b], d) < 0.0 && side([c, d], a) * side([c, d], b) < 0.0
}

/// Returns places all over the rectangle around a polygon.
fn places_around(corners: &[LatticePoint]) -> impl Iterator<Item = [f64; 2]> {
    let ends = [0, 1].map(|axis| {
        let numbers = corners.iter().map(|corner| corner[axis]);
        [numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0)]
    });
    let places = (1..CENTERS).flat_map(|row| (1..CENTERS).map(move |column| [column, row]));
    places.map(move |place| {
        off_lattice([0, 1].map(|axis| ends[axis][0] + (ends[axis][1] - ends[axis][0]) * place[axis] / CENTERS))
    })
}

/// Returns the center of a cell of pieces: that of the whole cell, if it is far enough from the border, or else the place with the most room.
fn center_in(corners: &[LatticePoint], usual: [f64; 2], usual_clearance: f64) -> [f64; 2] {
    let here = clearance(corners, usual);
    if here >= LEAST_CLEARANCE * usual_clearance {
        return usual;
    }
    let places = places_around(corners).map(|place| (clearance(corners, place), place));
    let best = places.reduce(|a, b| if b.0 > a.0 { b } else { a });
    best.filter(|best| best.0 > here).map_or(usual, |best| best.1)
}

impl CutCell {
    /// Finds the place to pass on the way from the center to a side.
    fn place_between(&self, center: [f64; 2], side: Side) -> Option<[f64; 2]> {
        let edge = self.longest_edge(side)?;
        let corners_of =
            |edge: usize| [edge, (edge + 1) % self.corners.len()].map(|corner| off_lattice(self.corners[corner]));
        let ends = corners_of(edge);
        let gate = [0, 1].map(|axis| (ends[0][axis] + ends[1][axis]) / 2.0);
        let is_in_sight = |a: [f64; 2], b: [f64; 2]| {
            let middle = [0, 1].map(|axis| (a[axis] + b[axis]) / 2.0);
            let mut others = (0..self.corners.len()).filter(|&other| other != edge);
            clearance(&self.corners, middle) > 0.0 && !others.any(|other| cross_properly([a, b], corners_of(other)))
        };
        if is_in_sight(center, gate) {
            return None;
        }
        // The one that stays farthest from the border, but for the end at the side.
        let room = |at: [f64; 2]| {
            let on = |from: [f64; 2], to: [f64; 2], part: f64| {
                [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part)
            };
            let passed = PASSED.iter().flat_map(|&part| [on(center, at, part), on(gate, at, part)]);
            passed.map(|passed| clearance(&self.corners, passed)).fold(f64::INFINITY, f64::min)
        };
        let seen = places_around(&self.corners)
            .filter(|&at| clearance(&self.corners, at) > 0.0 && is_in_sight(center, at) && is_in_sight(at, gate));
        seen.map(|at| (room(at), at)).reduce(|a, b| if b.0 > a.0 { b } else { a }).map(|best| best.1)
    }
}
