//! A circle: rings of cells around one in the center.

use super::links::{CellKind, Stride};
use crate::grid::Side;

/// The rings of a circular grid.
///
/// Ring 0 is the center, a single cell of radius ½. Ring 1 has six cells. Each further ring is one unit wide, and has as many cells as the
/// ring inside of it, or twice as many if they would otherwise be more than one and a half units wide. Cells are numbered clockwise from the
/// top.
///
/// A side towards the center is straight between its two corners, except in drawings, where it is an arc.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rings {
    /// The number of the first cell of each ring, and the number of all cells.
    starts: Vec<u32>,
    /// The unit vectors to the points that divide the outermost ring, clockwise from the top.
    directions: Vec<[f64; 2]>,
}

/// The sides of a cell outside the center, clockwise. Sides outwards are numbered from [`OUT`] on.
pub(super) const CLOCKWISE: u8 = 0;
pub(super) const IN: u8 = 1;
pub(super) const COUNTERCLOCKWISE: u8 = 2;
pub(super) const OUT: u8 = 3;

/// The number of cells in the first ring.
const FIRST: u64 = 6;

/// Returns the number of cells of a ring, from 1, by the number of cells of the ring inside of it.
pub(crate) fn next_ring(ring: u64, inside: u64) -> u64 {
    match ring {
        1 => FIRST,
        // A cell is 2πr / count wide, and 22/7 is close enough to π for all rings where this decides.
        _ if 88 * ring > 21 * inside => 2 * inside,
        _ => inside,
    }
}

impl Rings {
    /// Creates this many rings around the center, at least one.
    pub(super) fn new(rings: u32) -> Rings {
        let (mut starts, mut count) = (vec![0, 1], 1);
        for ring in 1..=rings {
            count = next_ring(ring.into(), count);
            starts.push(starts[ring as usize] + count as u32);
        }
        Rings { starts, directions: directions(count as usize) }
    }

    /// Returns the number of cells of this many rings, at most `limit`.
    pub(super) fn count_cells(rings: u32, limit: u64) -> u64 {
        let (mut cells, mut count) = (1, 1);
        for ring in 1..=u64::from(rings) {
            count = next_ring(ring, count);
            cells += count;
            if cells > limit {
                break;
            }
        }
        cells
    }

    /// Returns the number of rings around the center.
    pub(super) fn rings(&self) -> u32 {
        self.starts.len() as u32 - 2
    }

    /// Returns the number of cells of a ring.
    pub(super) fn count(&self, ring: u32) -> u32 {
        self.starts[ring as usize + 1] - self.starts[ring as usize]
    }

    pub(super) fn at(&self, ring: u32, index: u32) -> u32 {
        self.starts[ring as usize] + index
    }

    pub(super) fn place(&self, cell: u32) -> [u32; 2] {
        let ring = self.starts.partition_point(|&start| start <= cell) - 1;
        [ring as u32, cell - self.starts[ring]]
    }

    /// Returns the number of cells of the next ring at each cell of this one; 1 in the outermost ring, for the outer wall.
    pub(super) fn outwards(&self, ring: u32) -> u32 {
        if ring == self.rings() { 1 } else { self.count(ring + 1) / self.count(ring) }
    }

    /// Returns the number of sides of a cell.
    pub(super) fn sides(&self, ring: u32) -> u8 {
        if ring == 0 { self.outwards(0) as u8 } else { OUT + self.outwards(ring) as u8 }
    }

    /// Returns the neighbor across a side: ring, index, and the number of the same side there.
    fn across(&self, [ring, index]: [u32; 2], side: u8) -> Option<([u32; 2], u8)> {
        if ring == 0 {
            return Some(([1, u32::from(side)], IN));
        }
        let count = self.count(ring);
        match side {
            CLOCKWISE => Some(([ring, (index + 1) % count], COUNTERCLOCKWISE)),
            COUNTERCLOCKWISE => Some(([ring, (index + count - 1) % count], CLOCKWISE)),
            IN => {
                let each = self.outwards(ring - 1);
                let first = if ring == 1 { 0 } else { OUT };
                Some(([ring - 1, index / each], first + (index % each) as u8))
            }
            _ if ring == self.rings() => None,
            _ => Some(([ring + 1, index * self.outwards(ring) + u32::from(side - OUT)], IN)),
        }
    }

    /// Returns the kind of a cell.
    pub(super) fn kind(&self, cell: u32) -> CellKind {
        let place @ [ring, _] = self.place(cell);
        let mut kind = CellKind::CLOSED;
        for side in 0..self.sides(ring) {
            let Some(([far_ring, far], back)) = self.across(place, side) else {
                kind.outer = kind.outer.with(Side::new(side));
                continue;
            };
            let halvings = match (self.count(ring), self.count(far_ring)) {
                (1, _) => Stride::EVEN,
                (count, far) if far > count => Stride::DOUBLED,
                (count, far) if far < count => Stride::HALVED,
                _ => Stride::EVEN,
            };
            kind.add(side, Stride::new(halvings, cell, self.at(far_ring, far), back));
        }
        kind
    }

    /// Returns the corner at the start of a side: the number of its circle, and its place there, in steps of the outermost ring.
    pub(super) fn corner(&self, [ring, index]: [u32; 2], side: u8) -> [u32; 2] {
        let finest = self.directions.len() as u32;
        if ring == 0 {
            return [0, u32::from(side) * (finest / self.outwards(0))];
        }
        let step = finest / self.count(ring);
        let (start, end) = (index * step, (index + 1) % self.count(ring) * step);
        match side {
            CLOCKWISE => [ring, end],
            IN => [ring - 1, end],
            COUNTERCLOCKWISE => [ring - 1, start],
            _ => [ring, start + u32::from(side - OUT) * (step / self.outwards(ring))],
        }
    }

    /// Returns the position of a corner: `[x, y]`, from the top left of the square around the circle.
    pub(super) fn position(&self, [circle, step]: [u32; 2]) -> [f64; 2] {
        self.point(radius(circle), self.directions[step as usize])
    }

    /// Returns the center of a cell.
    pub(super) fn center(&self, [ring, index]: [u32; 2]) -> [f64; 2] {
        let step = self.directions.len() / self.count(ring) as usize;
        let start = index as usize * step;
        if ring == 0 {
            return [self.middle(); 2];
        }
        let direction = if step.is_multiple_of(2) {
            self.directions[start + step / 2]
        } else {
            half_way(self.directions[start], self.directions[(start + 1) % self.directions.len()])
        };
        self.point(f64::from(ring), direction)
    }

    /// Returns the distance of the center from the left and from the top.
    pub(super) fn middle(&self) -> f64 {
        radius(self.rings())
    }

    /// Returns the points that divide an arc between two points into equal parts, twice as many with each halving. They are the same from both
    /// ends.
    pub(super) fn on_arc(&self, ends: [[f64; 2]; 2], radius: f64, halvings: u32) -> Vec<[f64; 2]> {
        let mut directions = ends.map(|[x, y]| [x - self.middle(), y - self.middle()]).to_vec();
        for _ in 0..halvings {
            let pairs = directions.windows(2).flat_map(|pair| {
                let [x, y] = half_way(pair[0], pair[1]);
                [pair[0], [radius * x, radius * y]]
            });
            directions = pairs.chain(directions.last().copied()).collect();
        }
        let inner = &directions[1..directions.len() - 1];
        inner.iter().map(|&[x, y]| [self.middle() + x, self.middle() + y]).collect()
    }

    fn point(&self, radius: f64, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.middle() + radius * x, self.middle() + radius * y]
    }
}

/// Returns the radius of a circle between two rings, counted from the one around the center.
pub(super) fn radius(circle: u32) -> f64 {
    f64::from(circle) + 0.5
}

/// Returns unit vectors in `count` directions, six times a power of two, clockwise from the top. Square roots are rounded the same way on
/// every machine, while sines are not.
fn directions(count: usize) -> Vec<[f64; 2]> {
    let high = 3_f64.sqrt() / 2.0;
    let mut directions = vec![[0.0, -1.0], [high, -0.5], [high, 0.5], [0.0, 1.0], [-high, 0.5], [-high, -0.5]];
    while directions.len() < count {
        let next = |k: usize| directions[(k + 1) % directions.len()];
        directions = directions.iter().enumerate().flat_map(|(k, &here)| [here, half_way(here, next(k))]).collect();
    }
    directions
}

fn half_way([ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> [f64; 2] {
    let (x, y) = (ax + bx, ay + by);
    let length = (x * x + y * y).sqrt();
    [x / length, y / length]
}
