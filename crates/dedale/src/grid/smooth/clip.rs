//! The parts of a cell that lie inside of a region.

use super::region::{LatticePoint, Region, RegionCrossing, RegionEdge, cross};

/// The polygon of a cell, clockwise. Arcs are several straight edges.
#[derive(Clone, Debug, Default)]
pub(in crate::grid) struct CellPolygon {
    pub(in crate::grid) corners: Vec<LatticePoint>,
    /// By corner: the number of the side that the edge after it belongs to.
    pub(in crate::grid) sides: Vec<u8>,
}

impl CellPolygon {
    /// Returns the two ends of an edge.
    fn ends(&self, edge: usize) -> [LatticePoint; 2] {
        [self.corners[edge], self.corners[(edge + 1) % self.corners.len()]]
    }

    /// Returns the corners of a rectangle around it.
    pub(in crate::grid) fn bounds(&self) -> [LatticePoint; 2] {
        self.corners.iter().fold([[i64::MAX; 2], [i64::MIN; 2]], |[low, high], &at| {
            [[0, 1].map(|axis| at[axis].min(low[axis])), [0, 1].map(|axis| at[axis].max(high[axis]))]
        })
    }

    /// Returns the length of a side.
    pub(in crate::grid) fn length(&self, side: u8) -> i64 {
        let edges = self.sides.iter().enumerate().filter(|(_, of)| **of == side);
        edges.map(|(edge, _)| distance(self.ends(edge))).sum()
    }
}

/// Returns the distance between two places, rounded down.
pub(in crate::grid) fn distance([[ax, ay], [bx, by]]: [LatticePoint; 2]) -> i64 {
    ((ax - bx) * (ax - bx) + (ay - by) * (ay - by)).isqrt()
}

/// Returns twice the area of a polygon whose corners are clockwise.
pub(in crate::grid) fn twice_the_area(corners: impl ExactSizeIterator<Item = LatticePoint> + Clone) -> i64 {
    let next = corners.clone().cycle().skip(1);
    corners.zip(next).map(|(a, b)| cross(a, b)).sum()
}

/// An edge of a piece, from this corner to that of the next edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::grid) struct PieceEdge {
    pub(in crate::grid) from: LatticePoint,
    /// The side of its cell on which it lies; `None` if it is part of the outline of the region.
    pub(in crate::grid) side: Option<u8>,
}

/// The part of a cell that lies in a region, if it is not the whole cell.
pub(in crate::grid) enum Clipped {
    Nothing,
    Whole,
    /// Pieces. There are none if what is left of the cell is thinner than a step of the lattice.
    Pieces(Vec<Vec<PieceEdge>>),
}

/// A crossing of a line of the region and an edge of the cell.
struct Gate {
    /// The number of the edge of the cell.
    edge: usize,
    crossing: RegionCrossing,
    /// True if the boundary of the cell comes into the region here, clockwise.
    is_entry: bool,
}

/// Room for what [`clip`] works with.
#[derive(Default)]
pub(in crate::grid) struct Clipper {
    near: Vec<RegionEdge>,
    gates: Vec<Gate>,
}

impl Clipper {
    /// Returns the parts of a cell that lie in a region. Lines that lie in the cell as a whole are left out: they are too small to be seen.
    pub(in crate::grid) fn clip(&mut self, region: &Region, cell: &CellPolygon) -> Clipped {
        let Clipper { near, gates } = self;
        region.edges_near(cell.bounds(), near);
        let is_inside = region.contains(cell.corners[0]);
        gates.clear();
        if !near.is_empty() {
            for edge in 0..cell.corners.len() {
                let (ends, first) = (cell.ends(edge), gates.len());
                let crossings = near.iter().filter_map(|&line| region.crossing(line, ends));
                gates.extend(crossings.map(|crossing| Gate { edge, crossing, is_entry: false }));
                gates[first..].sort_by(|a, b| a.crossing.along_cell.compare(&b.crossing.along_cell));
            }
        }
        if gates.is_empty() {
            return if is_inside { Clipped::Whole } else { Clipped::Nothing };
        }
        let mut is_in = is_inside;
        for gate in gates.iter_mut() {
            is_in = !is_in;
            gate.is_entry = is_in;
        }
        debug_assert_eq!(is_in, is_inside, "a closed line leaves a region as often as it enters it");
        let mut is_used = vec![false; gates.len()];
        let mut pieces = Vec::new();
        for first in 0..gates.len() {
            if gates[first].is_entry && !is_used[first] {
                pieces.extend(trace(region, cell, gates, first, &mut is_used));
            }
        }
        Clipped::Pieces(pieces)
    }
}

/// Follows the boundary of a piece, clockwise: along the cell where that is in the region, and along the lines of the region where these are
/// in the cell. `None` if nothing is left of it on the lattice.
fn trace(
    region: &Region,
    cell: &CellPolygon,
    gates: &[Gate],
    first: usize,
    is_used: &mut [bool],
) -> Option<Vec<PieceEdge>> {
    let mut piece = Vec::new();
    let mut entry = first;
    // Each gate is passed once, unless lines cross, which those of a region do not.
    while !is_used[entry] {
        is_used[entry] = true;
        let corners = cell.corners.len();
        let Gate { edge, crossing, .. } = &gates[entry];
        piece.push(PieceEdge { from: crossing.at, side: Some(cell.sides[*edge]) });
        let exit = (entry + 1) % gates.len();
        let passed = (gates[exit].edge + corners - edge) % corners;
        let passed = if passed == 0 && exit <= entry { corners } else { passed };
        for edge in (edge + 1..=edge + passed).map(|edge| edge % corners) {
            piece.push(PieceEdge { from: cell.corners[edge], side: Some(cell.sides[edge]) });
        }
        entry = follow_line(region, gates, exit, &mut piece)?;
    }
    // What is left of an edge may be a single place.
    let mut kept: Vec<PieceEdge> = Vec::with_capacity(piece.len());
    for (number, edge) in piece.iter().enumerate() {
        if edge.from != piece[(number + 1) % piece.len()].from {
            kept.push(*edge);
        }
    }
    remove_spikes(&mut kept);
    (kept.len() > 2 && twice_the_area(kept.iter().map(|edge| edge.from)) > 0).then_some(kept)
}

/// Removes what is left of a strip that is thinner than the lattice: edges that lead to a place and back on the same line. A neighbor would take them
/// for a common line.
fn remove_spikes(edges: &mut Vec<PieceEdge>) {
    let turns_back = |[[ax, ay], [bx, by], [cx, cy]]: [LatticePoint; 3]| {
        let ([dx, dy], [ex, ey]) = ([bx - ax, by - ay], [cx - bx, cy - by]);
        dx * ey == dy * ex && dx * ex + dy * ey < 0
    };
    let corners = |edges: &[PieceEdge], k: usize| [0, 1, 2].map(|next| edges[(k + next) % edges.len()].from);
    while let Some(out) = (0..edges.len()).find(|&k| turns_back(corners(edges, k))) {
        let ([from, tip, to], back) = (corners(edges, out), (out + 1) % edges.len());
        if distance([tip, to]) > distance([tip, from]) {
            edges[out].side = edges[back].side;
        }
        let is_all = from == to;
        edges.remove(back);
        if is_all {
            edges.remove(if back < out { out - 1 } else { out });
        }
    }
}

/// Follows a line of the region from where it comes into the cell to where it leaves it: the number of that gate.
fn follow_line(region: &Region, gates: &[Gate], exit: usize, piece: &mut Vec<PieceEdge>) -> Option<usize> {
    let Gate { crossing, .. } = &gates[exit];
    let is_forward = crossing.goes_in;
    piece.push(PieceEdge { from: crossing.at, side: None });
    let (mut edge, mut from) = (crossing.edge, Some(crossing.along_line));
    for _ in 0..=region.corners() {
        // The first gate of this edge of the line after the place where it is.
        let is_before = |a: &RegionCrossing, b: &RegionCrossing| {
            let order = a.along_line.compare(&b.along_line);
            if is_forward { order.is_lt() } else { order.is_gt() }
        };
        let ahead = gates.iter().enumerate().filter(|(number, gate)| {
            let is_ahead = from.is_none_or(|from| {
                let order = gate.crossing.along_line.compare(&from);
                if is_forward { order.is_gt() } else { order.is_lt() }
            });
            *number != exit && gate.crossing.edge == edge && is_ahead
        });
        let next = ahead.reduce(|a, b| if is_before(&b.1.crossing, &a.1.crossing) { b } else { a });
        if let Some((number, _)) = next {
            return Some(number);
        }
        let (next, corner) = region.step(edge, is_forward);
        piece.push(PieceEdge { from: corner, side: None });
        (edge, from) = (next, None);
    }
    None
}
