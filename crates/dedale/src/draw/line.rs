//! Lines of straight steps and arcs, and how long ones are made of short ones.

use crate::grid::Arc;

/// A place: `[x, y]`, in units of a cell, from the top left of the drawing.
pub(crate) type Point = [f64; 2];

/// What draws lines, from places in units of a cell.
pub(super) trait Pen {
    /// A stroke, or the outline of an area, begins here.
    fn go(&mut self, to: Point);

    /// It goes on.
    fn step(&mut self, step: Step);

    /// It goes back to where it began, straight.
    fn close(&mut self);

    /// A stroke in whole cells, of which at least one part is longer than nothing: from so far above a line straight down to it, along it from one
    /// column to the other, and so far up again.
    fn bracket(&mut self, [from, to]: [u64; 2], y: u64, [down, up]: [u64; 2]) {
        let [left, right, line, top, end] = [from, to, y, y - down, y - up].map(|number| number as f64);
        self.go([left, top]);
        let steps = [(down > 0, [left, line]), (from < to, [right, line]), (up > 0, [right, end])];
        steps.into_iter().filter(|(is_long, _)| *is_long).for_each(|(_, to)| self.step(Step::straight(to)));
    }
}

/// A stroke from point to point, or the outline of an area.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) start: Point,
    pub(super) steps: Vec<Step>,
}

/// A part of a line: to a point, straight on or along a circle around the middle of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) to: Point,
    pub(super) arc: Option<Arc>,
}

impl Step {
    pub(super) fn straight(to: Point) -> Step {
        Step { to, arc: None }
    }

    /// The points of the step after its start, with so many more on an arc that nowhere it is farther than `error` from the circle.
    pub(super) fn flattened(self, from: Point, middle: Point, error: f64, mut go: impl FnMut(Point)) {
        /// An arc is halved so often at most: to a millionth of a circle.
        const MOST: usize = 20;
        let Some(Arc { radius, .. }) = self.arc else { return go(self.to) };
        // The ends of the parts of the arc that are still to come, the nearest last.
        let (mut from, mut ends, mut count) = (from, [self.to; MOST], 1);
        while count > 0 {
            let to = ends[count - 1];
            if count == MOST || radius - length(minus(half_way(from, to), middle)) <= error {
                go(to);
                (from, count) = (to, count - 1);
            } else {
                ends[count] = on_circle(from, to, middle, radius);
                count += 1;
            }
        }
    }
}

impl Line {
    pub(super) fn new(start: Point) -> Line {
        Line { start, steps: Vec::new() }
    }

    /// A line of straight steps.
    pub(super) fn through(start: Point, rest: &[Point]) -> Line {
        Line { start, steps: rest.iter().copied().map(Step::straight).collect() }
    }

    /// Goes on: with a longer last step where the new one only continues it. An arc grows to a quarter of its circle at most, since the
    /// center of a longer one would depend too much on how its ends are rounded.
    pub(super) fn push(&mut self, step: Step, middle: Point) {
        let count = self.steps.len();
        let from = if count < 2 { self.start } else { self.steps[count - 2].to };
        if let Some(last) = self.steps.last_mut()
            && last.arc == step.arc
        {
            let goes_on = match step.arc {
                None => {
                    let (before, after) = (minus(last.to, from), minus(step.to, last.to));
                    let lengths = (dot(before, before) * dot(after, after)).sqrt();
                    dot(before, after) > 0.0 && cross(before, after).abs() <= 1e-9 * lengths
                }
                Some(_) => dot(minus(from, middle), minus(step.to, middle)) >= -1e-9,
            };
            if goes_on {
                last.to = step.to;
                return;
            }
        }
        self.steps.push(step);
    }

    /// Draws the line, back to its start where it is closed.
    pub(super) fn draw(&self, is_closed: bool, pen: &mut dyn Pen) {
        pen.go(self.start);
        let goes_back = |last: &Step| is_closed && last.to == self.start && last.arc.is_none();
        let count = self.steps.len() - usize::from(self.steps.last().is_some_and(goes_back));
        self.steps[..count].iter().for_each(|&step| pen.step(step));
        if is_closed {
            pen.close();
        }
    }
}

/// The point of a circle half way between two directions from its middle. Square roots are rounded alike on every machine, and sines are
/// not.
pub(super) fn on_circle(a: Point, b: Point, middle: Point, radius: f64) -> Point {
    along(middle, plus(unit(minus(a, middle)), unit(minus(b, middle))), radius)
}

/// The point at this distance in a direction.
pub(super) fn along(from: Point, direction: Point, distance: f64) -> Point {
    let [x, y] = unit(direction);
    [from[0] + distance * x, from[1] + distance * y]
}

pub(crate) fn plus([ax, ay]: Point, [bx, by]: Point) -> Point {
    [ax + bx, ay + by]
}

pub(crate) fn minus([ax, ay]: Point, [bx, by]: Point) -> Point {
    [ax - bx, ay - by]
}

pub(crate) fn times([x, y]: Point, factor: f64) -> Point {
    [x * factor, y * factor]
}

/// The point that is so large a part of the way from one to another.
pub(super) fn between(from: Point, to: Point, part: f64) -> Point {
    plus(from, times(minus(to, from), part))
}

pub(super) fn half_way(a: Point, b: Point) -> Point {
    between(a, b, 0.5)
}

pub(crate) fn dot([ax, ay]: Point, [bx, by]: Point) -> f64 {
    ax * bx + ay * by
}

pub(crate) fn cross([ax, ay]: Point, [bx, by]: Point) -> f64 {
    ax * by - ay * bx
}

pub(crate) fn length(of: Point) -> f64 {
    dot(of, of).sqrt()
}

pub(crate) fn unit(of: Point) -> Point {
    times(of, 1.0 / length(of))
}

/// A stroke between two nodes, to be joined with others that end there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    /// Numbers that are the same for the same place.
    pub(super) nodes: [u64; 2],
    pub(super) ends: [Point; 2],
    /// As it runs from the first end to the second.
    pub(super) arc: Option<Arc>,
}

/// Joins segments into few, long lines: as many as there are pairs of nodes at which an odd number ends, and the closed ones that are
/// left. Where several go on, a line takes the straightest.
///
/// # Complexity
///
/// Time `O(n log n)`, and about 50 bytes for each segment.
pub(super) fn join(segments: &[Segment], middle: Point) -> Vec<Line> {
    let mut joints = Joints::new(segments, middle);
    let mut lines = Vec::new();
    let mut start = 0;
    while start < joints.halves.len() {
        let end = joints.node(start).end;
        while let Some(half) = joints.odd_one(start) {
            lines.push(joints.walk(half));
        }
        start = end;
    }
    for segment in 0..segments.len() {
        if !joints.used[segment] {
            lines.push(joints.walk(2 * segment as u32));
        }
    }
    lines
}

/// Joins the edges of areas, all of which run around their area in the same direction, to closed lines. These keep that direction, so that it
/// does not matter which of the lines that meet at a node goes on as which.
///
/// # Complexity
///
/// Time `O(n log n)`, and a byte for each edge beside the lines.
pub(super) fn encircle(mut edges: Vec<Segment>, middle: Point) -> Vec<Line> {
    edges.sort_unstable_by_key(|edge| edge.nodes);
    let mut used = vec![false; edges.len()];
    let mut lines = Vec::new();
    for first in 0..edges.len() {
        let mut line = Line::new(edges[first].ends[0]);
        let mut next = Some(first).filter(|&first| !used[first]);
        while let Some(here) = next {
            used[here] = true;
            let Segment { nodes: [_, node], ends: [_, to], arc } = edges[here];
            line.push(Step { to, arc }, middle);
            let start = edges.partition_point(|edge| edge.nodes[0] < node);
            let from_here = edges[start..].iter().take_while(|edge| edge.nodes[0] == node).count();
            next = (start..start + from_here).find(|&edge| !used[edge]);
        }
        if !line.steps.is_empty() {
            lines.push(line);
        }
    }
    lines
}

/// Which segments end at a node. A *half* is one end of a segment: twice its number, and 0 or 1.
struct Joints<'a> {
    segments: &'a [Segment],
    middle: Point,
    /// Node and half, in order.
    halves: Vec<(u64, u32)>,
    /// By half: where it is in that order.
    places: Vec<u32>,
    /// By segment.
    used: Vec<bool>,
}

impl<'a> Joints<'a> {
    fn new(segments: &'a [Segment], middle: Point) -> Joints<'a> {
        let ends = segments.iter().zip(0_u32..);
        let mut halves: Vec<(u64, u32)> =
            ends.flat_map(|(segment, k)| [(segment.nodes[0], 2 * k), (segment.nodes[1], 2 * k + 1)]).collect();
        halves.sort_unstable();
        let mut places = vec![0; halves.len()];
        for (place, &(_, half)) in (0..).zip(&halves) {
            places[half as usize] = place;
        }
        Joints { segments, middle, halves, places, used: vec![false; segments.len()] }
    }

    /// The places of all that end at the same node as that at one place.
    fn node(&self, place: usize) -> std::ops::Range<usize> {
        let same = |&&(node, _): &&(u64, u32)| node == self.halves[place].0;
        let before = self.halves[..place].iter().rev().take_while(same).count();
        let after = self.halves[place..].iter().take_while(same).count();
        place - before..place + after
    }

    fn unused(&self, place: usize) -> impl Iterator<Item = u32> + Clone {
        self.halves[self.node(place)].iter().map(|&(_, half)| half).filter(|&half| !self.used[half as usize / 2])
    }

    /// Where a line must begin, or end, at a node: at the half that has the least straight continuation.
    fn odd_one(&self, place: usize) -> Option<u32> {
        let unused = self.unused(place);
        if unused.clone().count().is_multiple_of(2) {
            return None;
        }
        let straightest = |half: u32| {
            let others = unused.clone().filter(|&other| other != half);
            others.map(|other| -dot(self.leaving(half), self.leaving(other))).fold(f64::NEG_INFINITY, f64::max)
        };
        unused.clone().min_by(|&a, &b| straightest(a).total_cmp(&straightest(b)))
    }

    /// The direction in which a segment leaves its node.
    fn leaving(&self, half: u32) -> Point {
        let segment = &self.segments[half as usize / 2];
        let end = half as usize % 2;
        let here = segment.ends[end];
        match segment.arc {
            None => unit(minus(segment.ends[1 - end], here)),
            Some(arc) => {
                let [x, y] = unit(minus(here, self.middle));
                if arc.is_clockwise == (end == 0) { [-y, x] } else { [y, -x] }
            }
        }
    }

    fn walk(&mut self, first: u32) -> Line {
        let ends = |half: u32| self.segments[half as usize / 2].ends;
        let mut line = Line::new(ends(first)[first as usize % 2]);
        let mut next = Some(first);
        while let Some(half) = next {
            let segment = &self.segments[half as usize / 2];
            let backwards = half % 2 == 1;
            let turned = |arc: Arc| Arc { is_clockwise: arc.is_clockwise != backwards, ..arc };
            let to = segment.ends[usize::from(!backwards)];
            line.push(Step { to, arc: segment.arc.map(turned) }, self.middle);
            self.used[half as usize / 2] = true;
            let arrived = half ^ 1;
            let place = self.places[arrived as usize] as usize;
            next = match self.node(place).len() {
                1 => None,
                // Most often there is but one way on.
                2 => self.unused(place).next(),
                _ => {
                    let straight = |half: &u32| -dot(self.leaving(arrived), self.leaving(*half));
                    self.unused(place).max_by(|a, b| straight(a).total_cmp(&straight(b)))
                }
            };
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(nodes: [u64; 2], ends: [Point; 2]) -> Segment {
        Segment { nodes, ends, arc: None }
    }

    #[test]
    fn a_cross_is_two_strokes_and_a_square_is_one() {
        let at = |x: f64, y: f64| [x, y];
        let arm = |node: u64, x: f64, y: f64| segment([0, node], [at(0.0, 0.0), at(x, y)]);
        let cross = [arm(1, 1.0, 0.0), arm(2, 0.0, 1.0), arm(3, -1.0, 0.0), arm(4, 0.0, -1.0)];
        let lines = join(&cross, [0.0; 2]);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.steps.len() == 1), "straight through: {lines:?}");

        let corners = [at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)];
        let side = |k: usize| segment([k as u64, (k as u64 + 1) % 4], [corners[k], corners[(k + 1) % 4]]);
        let lines = join(&[side(2), side(0), side(3), side(1)], [0.0; 2]);
        assert_eq!(lines.len(), 1);
        assert_eq!((lines[0].start, lines[0].steps.len(), lines[0].steps[3].to), (corners[2], 4, corners[2]));
    }

    #[test]
    fn the_stem_of_a_t_ends_at_its_bar() {
        let arm = |node: u64, x: f64, y: f64| segment([0, node], [[0.0; 2], [x, y]]);
        let lines = join(&[arm(1, 1.0, 0.0), arm(2, 0.0, 1.0), arm(3, -1.0, 0.0)], [0.0; 2]);
        let mut steps: Vec<_> = lines.iter().map(|line| (line.steps.len(), line.start)).collect();
        steps.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(lines.len(), 2);
        assert!(steps.iter().all(|&(count, _)| count == 1), "{lines:?}");
    }

    #[test]
    fn arcs_grow_to_quarters() {
        let (high, arc) = (3_f64.sqrt() / 2.0, Some(Arc { radius: 1.0, is_clockwise: true }));
        let points = [[0.0, -1.0], [0.5, -high], [high, -0.5], [1.0, 0.0], [high, 0.5]];
        let mut line = Line::new(points[0]);
        points[1..].iter().for_each(|&to| line.push(Step { to, arc }, [0.0; 2]));
        assert_eq!(line.steps.iter().map(|step| step.to).collect::<Vec<_>>(), [points[3], points[4]]);
        let mut flat = Vec::new();
        line.steps[0].flattened(line.start, [0.0; 2], 0.01, |point| flat.push(point));
        assert!(flat.len() > 4 && flat.iter().all(|&point| (length(point) - 1.0).abs() < 1e-12), "{flat:?}");
        assert_eq!(flat.last(), Some(&points[3]));
    }
}
