//! Lines of straight steps and arcs, and joining short lines into long ones.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::grid::Arc;

/// A place: `[x, y]`, in units of a cell, from the top left of the drawing.
pub(crate) type Point = [f64; 2];

/// Draws a line with this start and these steps, in units of a cell. If the flag is true, a straight step back to the start closes it.
pub(crate) type Pen<'a> = dyn FnMut(Point, &[LineStep], bool) + 'a;

/// A stroke from point to point, or the outline of an area.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) start: Point,
    pub(crate) steps: Vec<LineStep>,
}

/// A part of a line: to a point, straight on or along a circle around the middle of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LineStep {
    pub(crate) to: Point,
    pub(crate) arc: Option<Arc>,
}

impl LineStep {
    pub(crate) fn straight(to: Point) -> LineStep {
        LineStep { to, arc: None }
    }

    /// Calls `go` with the points of the step after its start. An arc has enough points that no part is farther than `error` from the circle.
    pub(crate) fn flattened(self, from: Point, middle: Point, error: f64, mut go: impl FnMut(Point)) {
        /// The maximum number of times that an arc is halved: down to a millionth of a circle.
        const MAX: usize = 20;
        let Some(Arc { radius, .. }) = self.arc else { return go(self.to) };
        // The ends of the parts of the arc that are still to come, the nearest last.
        let (mut from, mut ends, mut count) = (from, [self.to; MAX], 1);
        while count > 0 {
            let to = ends[count - 1];
            if count == MAX || radius - length(minus(half_way(from, to), middle)) <= error {
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
    pub(crate) fn new(start: Point) -> Line {
        Line { start, steps: Vec::new() }
    }

    /// Returns a line of straight steps.
    pub(crate) fn through(start: Point, rest: &[Point]) -> Line {
        Line { start, steps: rest.iter().copied().map(LineStep::straight).collect() }
    }

    /// Appends a step. If it only continues the last one, the last step becomes longer instead. An arc grows to a quarter of its circle at most,
    /// since the center of a longer one would depend too much on how its ends are rounded.
    pub(crate) fn push(&mut self, step: LineStep, middle: Point) {
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

    /// Draws the line, and back to its start if it is closed.
    pub(crate) fn draw(&self, is_closed: bool, pen: &mut Pen<'_>) {
        let goes_back = |last: &LineStep| is_closed && last.to == self.start && last.arc.is_none();
        let count = self.steps.len() - usize::from(self.steps.last().is_some_and(goes_back));
        pen(self.start, &self.steps[..count], is_closed);
    }
}

/// Returns the point of a circle half way between two directions from its center. Square roots are rounded the same way on every machine, and sines
/// are not.
pub(crate) fn on_circle(a: Point, b: Point, middle: Point, radius: f64) -> Point {
    along(middle, plus(unit(minus(a, middle)), unit(minus(b, middle))), radius)
}

/// Returns the point at this distance in a direction.
pub(crate) fn along(from: Point, direction: Point, distance: f64) -> Point {
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

/// Returns the point at this fraction of the way from one point to another.
pub(crate) fn between(from: Point, to: Point, part: f64) -> Point {
    plus(from, times(minus(to, from), part))
}

pub(crate) fn half_way(a: Point, b: Point) -> Point {
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

/// A stroke between two nodes, which is joined with others that end there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    /// Numbers that are the same for the same place.
    pub(crate) nodes: [u64; 2],
    pub(crate) ends: [Point; 2],
    /// As it runs from the first end to the second.
    pub(crate) arc: Option<Arc>,
}

/// Joins segments into few, long lines: one for each pair of nodes at which an odd number of segments end, and closed lines for the rest.
/// Where several segments continue a line, it takes the straightest, unless more than [`MAX_COMPARED`] meet there.
///
/// # Complexity
///
/// Time `O(n log n)`, and about 60 bytes for each segment.
pub(crate) fn join(segments: &[Segment], middle: Point) -> Vec<Line> {
    Joints::new(segments, middle).lines()
}

/// Joins the edges of areas to closed lines. All edges run around their area in the same direction, and the lines keep it, so it does not
/// matter how lines that meet at a node are continued.
///
/// # Complexity
///
/// Time `O(n log n)`, and about 200 bytes for each edge.
pub(crate) fn encircle(mut edges: Vec<Segment>, middle: Point) -> Vec<Line> {
    // By node: the edges that begin there, the next one last.
    let mut unused: BTreeMap<u64, Vec<Segment>> = BTreeMap::new();
    edges.sort_unstable_by_key(|edge| Reverse(edge.nodes));
    edges.into_iter().for_each(|edge| unused.entry(edge.nodes[0]).or_default().push(edge));
    let mut lines = Vec::new();
    while let Some((&first, edges)) = unused.first_key_value() {
        let (mut line, mut node) = (Line::new(edges[edges.len() - 1].ends[0]), first);
        while let Some(edge) = unused.get_mut(&node).and_then(Vec::pop) {
            line.push(LineStep { to: edge.ends[1], arc: edge.arc }, middle);
            if unused.get(&node).is_some_and(Vec::is_empty) {
                unused.remove(&node);
            }
            node = edge.nodes[1];
        }
        lines.push(line);
    }
    lines
}

/// The maximum number of segments among which a line takes the straightest, since comparing all of them takes the square of their number.
/// At most twelve meet in a tiling, and any number in a custom grid.
const MAX_COMPARED: usize = 16;

/// The segments that end at each node. A *half* is one end of a segment: twice the number of the segment, plus 0 or 1.
struct Joints<'a> {
    segments: &'a [Segment],
    middle: Point,
    /// The halves, in the order of their nodes.
    halves: Vec<u32>,
    /// For each node, the index of its first half; then the number of halves.
    starts: Vec<u32>,
    /// For each node, the index in `halves` before which all of its halves are used.
    unused: Vec<u32>,
    /// The node of each half, counted from 0.
    nodes: Vec<u32>,
    /// True for each segment that is part of a line.
    used: Vec<bool>,
}

impl<'a> Joints<'a> {
    fn new(segments: &'a [Segment], middle: Point) -> Joints<'a> {
        let ends = segments.iter().zip(0_u32..);
        let mut order: Vec<(u64, u32)> =
            ends.flat_map(|(segment, k)| [(segment.nodes[0], 2 * k), (segment.nodes[1], 2 * k + 1)]).collect();
        order.sort_unstable();
        let (mut starts, mut nodes) = (Vec::new(), vec![0; order.len()]);
        for (place, &(node, half)) in (0..).zip(&order) {
            if place == 0 || order[place - 1].0 != node {
                starts.push(place as u32);
            }
            nodes[half as usize] = starts.len() as u32 - 1;
        }
        let unused = starts.clone();
        starts.push(order.len() as u32);
        Joints {
            segments,
            middle,
            halves: order.into_iter().map(|(_, half)| half).collect(),
            starts,
            unused,
            nodes,
            used: vec![false; segments.len()],
        }
    }

    fn lines(&mut self) -> Vec<Line> {
        let mut lines = Vec::new();
        for node in 0..self.unused.len() {
            while let Some(half) = self.odd_one(node) {
                lines.push(self.walk(half));
            }
        }
        for segment in 0..self.segments.len() {
            if !self.used[segment] {
                lines.push(self.walk(2 * segment as u32));
            }
        }
        lines
    }

    /// Returns the number of segments that end at a node.
    fn count(&self, node: usize) -> usize {
        (self.starts[node + 1] - self.starts[node]) as usize
    }

    fn is_used(&self, half: u32) -> bool {
        self.used[half as usize / 2]
    }

    fn unused(&self, node: usize) -> impl Iterator<Item = u32> + Clone {
        let halves = &self.halves[self.unused[node] as usize..self.starts[node + 1] as usize];
        halves.iter().copied().filter(|&half| !self.is_used(half))
    }

    /// Returns the first unused segment of a node.
    fn first_unused(&mut self, node: usize) -> Option<u32> {
        let (mut place, end) = (self.unused[node], self.starts[node + 1]);
        while place < end && self.is_used(self.halves[place as usize]) {
            place += 1;
        }
        self.unused[node] = place;
        (place < end).then(|| self.halves[place as usize])
    }

    /// Returns the half at which a line must begin or end, if the node has an odd number of unused ones: the one without a straight continuation.
    fn odd_one(&mut self, node: usize) -> Option<u32> {
        if self.unused(node).count().is_multiple_of(2) {
            return None;
        }
        if self.count(node) > MAX_COMPARED {
            return self.first_unused(node);
        }
        let unused = self.unused(node);
        let straightest = |half: u32| {
            let others = unused.clone().filter(|&other| other != half);
            others.map(|other| -dot(self.leaving(half), self.leaving(other))).fold(f64::NEG_INFINITY, f64::max)
        };
        unused.clone().min_by(|&a, &b| straightest(a).total_cmp(&straightest(b)))
    }

    /// Returns the direction in which a segment leaves its node.
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
            line.push(LineStep { to, arc: segment.arc.map(turned) }, self.middle);
            self.used[half as usize / 2] = true;
            let arrived = half ^ 1;
            let node = self.nodes[arrived as usize] as usize;
            next = match self.count(node) {
                1 => None,
                3..=MAX_COMPARED => {
                    let straight = |half: &u32| -dot(self.leaving(arrived), self.leaving(*half));
                    self.unused(node).max_by(|a, b| straight(a).total_cmp(&straight(b)))
                }
                // Most often there is but one way on.
                _ => self.first_unused(node),
            };
        }
        line
    }
}
