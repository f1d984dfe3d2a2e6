//! Where the faces of a solid go.

use super::ears;
use crate::draw::line::Point;
use crate::picture::Measures;

/// Takes faces, and counts their triangles or writes them.
pub(super) struct Sink<'a> {
    /// The heights of the plate and of the walls on it, in mm.
    pub(super) base: f64,
    pub(super) top: f64,
    pub(super) count: u32,
    out: Option<&'a mut Vec<u8>>,
}

impl<'a> Sink<'a> {
    pub(super) fn new(measures: Measures, out: Option<&'a mut Vec<u8>>) -> Sink<'a> {
        let [base, top] = [measures.base, measures.base + measures.height].map(|line| f64::from(line) / 1000.0);
        Sink { base, top, count: 0, out }
    }

    /// A polygon, counter-clockwise, that is seen from above at some height.
    pub(super) fn top(&mut self, polygon: &[Point], height: f64) {
        self.lying(polygon, |[a, b, c]| [a, b, c].map(|[x, y]| [x, y, height]));
    }

    /// A polygon, counter-clockwise, that is seen from below.
    pub(super) fn bottom(&mut self, polygon: &[Point]) {
        self.lying(polygon, |[a, b, c]| [a, c, b].map(|[x, y]| [x, y, 0.0]));
    }

    /// A part of a wall that stands on the ground where there is no plate.
    pub(super) fn wall(&mut self, polygon: &[Point]) {
        self.top(polygon, self.top);
        if self.base == 0.0 {
            self.bottom(polygon);
        }
    }

    fn lying(&mut self, polygon: &[Point], place: impl Fn([Point; 3]) -> [[f64; 3]; 3]) {
        self.count += polygon.len().saturating_sub(2) as u32;
        if let Some(out) = &mut self.out {
            ears::each_triangle(polygon, |triangle| write_triangle(place(triangle), out));
        }
    }

    /// A face that stands on the line between two points, between two heights. It is seen from the right of one who goes from the first point
    /// to the second.
    pub(super) fn face(&mut self, from: Point, to: Point, [low, high]: [f64; 2]) {
        if low == high {
            return;
        }
        self.count += 2;
        if let Some(out) = &mut self.out {
            let [a, b, c, d] = [(from, low), (to, low), (to, high), (from, high)].map(|([x, y], z)| [x, y, z]);
            write_triangle([a, b, c], out);
            write_triangle([a, c, d], out);
        }
    }

    /// The face of a wall, above a floor or at the edge of the plate.
    pub(super) fn wall_face(&mut self, from: Point, to: Point, is_above_floor: bool) {
        if !is_above_floor || self.base == 0.0 {
            self.face(from, to, [0.0, self.base]);
        }
        self.face(from, to, [self.base, self.top]);
    }
}

/// A triangle whose corners are counter-clockwise, as seen from outside.
fn write_triangle(corners: [[f64; 3]; 3], out: &mut Vec<u8>) {
    let corners = corners.map(|corner| corner.map(|line| line as f32));
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    let minus = |p: [f64; 3], q: [f64; 3]| [0, 1, 2].map(|k| p[k] - q[k]);
    let (u, v) = (minus(b, a), minus(c, a));
    let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = cross.iter().map(|part| part * part).sum::<f64>().sqrt();
    // A triangle that is rounded to a line has no direction.
    let normal = cross.map(|part| if length > 0.0 { (part / length) as f32 } else { 0.0 });
    for number in normal.iter().chain(corners.as_flattened()) {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(&[0; 2]);
}
