//! A polygon as triangles.

use crate::draw::line::{Point, cross, dot, minus};

/// Divides a polygon, whose corners are counter-clockwise, into triangles that have its corners and no others: two fewer than there are
/// corners. Corners may be on the line between their neighbors, as they are where other polygons have a corner there.
///
/// Corners are cut off one by one, each time the one that makes the best triangle.
///
/// # Complexity
///
/// Time `O(corners³)`: a cell has few.
pub(super) fn each_triangle(polygon: &[Point], mut take: impl FnMut([Point; 3])) {
    let mut left = polygon.to_vec();
    while left.len() > 3 {
        let count = left.len();
        let ear = |k: usize| [left[(k + count - 1) % count], left[k], left[(k + 1) % count]];
        let is_free = |k: &usize| !left.iter().any(|&point| is_inside(point, ear(*k)));
        let best = |a: &(usize, f64), b: &(usize, f64)| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0));
        let ears = || (0..count).map(|k| (k, quality(ear(k))));
        // There always is a free one, unless walls are so thick that the polygon is folded.
        let free = ears().filter(|&(_, quality)| quality > FLAT).filter(|(k, _)| is_free(k)).max_by(best);
        let Some((k, _)) = free.or_else(|| ears().max_by(best)) else { return };
        take(ear(k));
        left.remove(k);
    }
    if let &[a, b, c] = &left[..] {
        take([a, b, c]);
    }
}

/// A point is on a line if it is not farther from it than this part of the line's length: more than rounding makes of it.
const FLAT: f64 = 1e-6;

/// How far a triangle is from a line: its area in comparison with its longest side, and negative where it is clockwise.
fn quality([a, b, c]: [Point; 3]) -> f64 {
    let [u, v, w] = [minus(b, a), minus(c, b), minus(a, c)];
    let longest = dot(u, u).max(dot(v, v)).max(dot(w, w));
    if longest > 0.0 { cross(u, v) / longest } else { 0.0 }
}

/// Whether a point is in a triangle or on its edge, and no corner of it.
fn is_inside(point: Point, [a, b, c]: [Point; 3]) -> bool {
    let is_left = |from: Point, to: Point| {
        let along = minus(to, from);
        cross(along, minus(point, from)) >= -FLAT * dot(along, along)
    };
    is_left(a, b) && is_left(b, c) && is_left(c, a) && ![a, b, c].contains(&point)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A comb, and points on straight lines.
    #[test]
    fn triangles_cover_the_polygon() {
        let polygon = [
            [0.0, 0.0],
            [1.0, 0.0],
            [2.0, 0.0],
            [5.0, 0.0],
            [5.0, 5.0],
            [4.0, 1.0],
            [3.0, 5.0],
            [2.0, 1.0],
            [1.0, 5.0],
            [0.0, 5.0],
            [0.0, 2.0],
        ];
        let mut areas = Vec::new();
        each_triangle(&polygon, |[a, b, c]| areas.push(cross(minus(b, a), minus(c, a)) / 2.0));
        assert_eq!(areas.len(), polygon.len() - 2);
        assert!(areas.iter().all(|&area| area > 0.0), "{areas:?}");
        let doubled: f64 = (0..polygon.len()).map(|k| cross(polygon[k], polygon[(k + 1) % polygon.len()])).sum();
        assert!((areas.iter().sum::<f64>() - doubled / 2.0).abs() < 1e-12);
    }
}
