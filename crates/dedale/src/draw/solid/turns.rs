//! Directions, and points beside them.

use std::cmp::Ordering;
use std::ops::Range;

use crate::draw::line::{Point, cross, dot, length, minus, plus, times, unit};

pub(super) fn left(of: Point) -> Point {
    [-of[1], of[0]]
}

pub(super) fn right(of: Point) -> Point {
    [of[1], -of[0]]
}

/// The order of directions, counter-clockwise.
pub(super) fn by_angle(a: Point, b: Point) -> Ordering {
    let is_low = |[x, y]: Point| y < 0.0 || y == 0.0 && x < 0.0;
    is_low(a).cmp(&is_low(b)).then_with(|| 0.0_f64.total_cmp(&cross(a, b)))
}

/// Where two lines cross that are at the same distance from a point, given the directions to them.
pub(super) fn corner([at, n, m]: [Point; 3], distance: f64) -> Point {
    plus(at, times(plus(n, m), distance / (1.0 + dot(n, m))))
}

/// The direction half way from one to another, counter-clockwise.
pub(super) fn half_turn(n: Point, m: Point) -> Point {
    if dot(n, m) < 0.0 {
        left(unit(minus(n, m)))
    } else {
        times(unit(plus(n, m)), if cross(n, m) < 0.0 { -1.0 } else { 1.0 })
    }
}

/// A point along an arc.
pub(super) struct Along {
    pub(super) middle: Point,
    /// The direction from there.
    pub(super) ray: Point,
    pub(super) radius: f64,
    /// How much farther from the middle it is for each unit to the right.
    pub(super) outwards: f64,
}

impl Along {
    /// The point, or one so far to its right.
    pub(super) fn at(&self, aside: f64) -> Point {
        plus(self.middle, times(self.ray, self.radius + aside * self.outwards))
    }
}

/// Cuts a hole, whose corners are counter-clockwise, out of a polygon: a line that is walked twice leads to it from the nearest corner.
pub(super) fn cut_out(polygon: &mut Vec<Point>, hole: [Point; 3]) {
    let count = polygon.len();
    // A corner that another hole was cut out from is there twice, each time with another part of the polygon beside it.
    let is_inside = |&(corner, k): &(usize, usize)| {
        let [before, after, to] = [polygon[(corner + count - 1) % count], polygon[(corner + 1) % count], hole[k]]
            .map(|other| minus(other, polygon[corner]));
        let is_between = [cross(after, to) > 0.0, cross(to, before) > 0.0];
        if cross(after, before) > 0.0 { is_between == [true; 2] } else { is_between != [false; 2] }
    };
    let pairs = (0..count).flat_map(|corner| (0..hole.len()).map(move |k| (corner, k))).filter(is_inside);
    let apart = |&(corner, k): &(usize, usize)| length(minus(polygon[corner], hole[k]));
    let Some((corner, k)) = pairs.min_by(|a, b| apart(a).total_cmp(&apart(b))) else { return };
    // Clockwise around the hole, back to where it began, and back to the corner.
    let around = [0, 2, 1, 0].map(|step| hole[(k + step) % 3]);
    let there_and_back = around.into_iter().chain([polygon[corner]]);
    drop(polygon.splice(corner + 1..corner + 1, there_and_back));
}

/// The points of a joint that face a cell, from the first to the last, counter-clockwise. They begin again after the last of a round.
pub(super) struct Facing {
    pub(super) range: Range<u32>,
    pub(super) from: u32,
    pub(super) to: u32,
}

impl Facing {
    pub(super) fn points(&self) -> impl Iterator<Item = u32> + use<> {
        let (Range { start, end }, from, to) = (self.range.clone(), self.from, self.to);
        let is_round = to < from;
        (from..if is_round { end } else { to + 1 }).chain(start..if is_round { to + 1 } else { start })
    }
}
