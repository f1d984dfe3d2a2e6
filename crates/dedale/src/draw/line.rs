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

    /// The points of the step after its start, and as many more on an arc as it takes so that nowhere it is farther than `error` from the circle.
    pub(super) fn flattened(self, from: Point, middle: Point, error: f64, mut go: impl FnMut(Point)) {
        /// An arc is halved so often at most: to a millionth of a circle.
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
/// left. Where several go on, a line takes the straightest, unless more than [`MAX_COMPARED`] meet there.
///
/// # Complexity
///
/// Time `O(n log n)`, and about 60 bytes for each segment.
pub(super) fn join(segments: &[Segment], middle: Point) -> Vec<Line> {
    Joints::new(segments, middle).lines()
}

/// Joins the edges of areas, all of which run around their area in the same direction, to closed lines. These keep that direction, so that it
/// does not matter which of the lines that meet at a node goes on as which.
///
/// # Complexity
///
/// Time `O(n log n)`, and five bytes for each edge beside the lines.
pub(super) fn encircle(mut edges: Vec<Segment>, middle: Point) -> Vec<Line> {
    edges.sort_unstable_by_key(|edge| edge.nodes);
    let mut used = vec![false; edges.len()];
    // By the first edge of a node: before which edge all of the node are used.
    let mut unused: Vec<u32> = (0..edges.len() as u32).collect();
    let mut lines = Vec::new();
    for first in 0..edges.len() {
        let mut line = Line::new(edges[first].ends[0]);
        let mut next = Some(first).filter(|&first| !used[first]);
        while let Some(here) = next {
            used[here] = true;
            let Segment { nodes: [_, node], ends: [_, to], arc } = edges[here];
            line.push(Step { to, arc }, middle);
            let start = edges.partition_point(|edge| edge.nodes[0] < node);
            let is_from_here = |edge: usize| edges.get(edge).is_some_and(|edge| edge.nodes[0] == node);
            next = is_from_here(start).then(|| {
                let mut edge = unused[start] as usize;
                while is_from_here(edge) && used[edge] {
                    edge += 1;
                }
                unused[start] = edge as u32;
                edge
            });
            next = next.filter(|&edge| is_from_here(edge));
        }
        if !line.steps.is_empty() {
            lines.push(line);
        }
    }
    lines
}

/// At how many segments a line looks at most for the straightest: to compare all would take the square of their number. At most twelve meet in
/// a tiling, and any number in a custom grid.
const MAX_COMPARED: usize = 16;

/// Which segments end at a node. A *half* is one end of a segment: twice its number, and 0 or 1.
struct Joints<'a> {
    segments: &'a [Segment],
    middle: Point,
    /// By node, in order.
    halves: Vec<u32>,
    /// By node: where its halves begin. The end of the last ones follows.
    starts: Vec<u32>,
    /// By node: before which place in `halves` all of its halves are used.
    unused: Vec<u32>,
    /// By half: its node, counted from 0.
    nodes: Vec<u32>,
    /// By segment.
    used: Vec<bool>,
    /// At how many halves it has looked.
    #[cfg(test)]
    looks: std::cell::Cell<usize>,
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
            #[cfg(test)]
            looks: std::cell::Cell::new(0),
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

    /// How many segments end at a node.
    fn count(&self, node: usize) -> usize {
        (self.starts[node + 1] - self.starts[node]) as usize
    }

    fn is_used(&self, half: u32) -> bool {
        #[cfg(test)]
        self.looks.set(self.looks.get() + 1);
        self.used[half as usize / 2]
    }

    fn unused(&self, node: usize) -> impl Iterator<Item = u32> + Clone {
        let halves = &self.halves[self.unused[node] as usize..self.starts[node + 1] as usize];
        halves.iter().copied().filter(|&half| !self.is_used(half))
    }

    /// The first of the segments of a node that is not used yet.
    fn first_unused(&mut self, node: usize) -> Option<u32> {
        let (mut place, end) = (self.unused[node], self.starts[node + 1]);
        while place < end && self.is_used(self.halves[place as usize]) {
            place += 1;
        }
        self.unused[node] = place;
        (place < end).then(|| self.halves[place as usize])
    }

    /// Where a line must begin, or end, at a node: at the half that has the least straight continuation.
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
    fn it_takes_as_long_for_each_line_however_many_meet() {
        // Lines from one node to a few, and closed ones that all have it.
        let star = |count: u64| {
            let arms = (0..count).flat_map(|k| {
                let (x, y) = (k as f64, (k % 7) as f64 + 1.0);
                let [near, far] = [1 + 2 * k, 2 + 2 * k];
                let center = segment([0, near], [[0.0; 2], [x, y]]);
                let across = segment([near, far], [[x, y], [x + 0.5, y]]);
                let back = segment([far, 0], [[x + 0.5, y], [0.0; 2]]);
                [center, across, back, segment([0, far], [[0.0; 2], [x + 0.5, y]])]
            });
            arms.collect::<Vec<_>>()
        };
        let looks = [1000, 4000].map(|count| {
            let segments = star(count);
            let mut joints = Joints::new(&segments, [0.0; 2]);
            let lines = joints.lines();
            // No straight continuation is part of any.
            assert_eq!(lines.iter().map(|line| line.steps.len()).sum::<usize>(), segments.len());
            joints.looks.get() as f64 / segments.len() as f64
        });
        assert!(looks[1] < 1.1 * looks[0] && looks[1] < 20.0, "{looks:?} for each segment");
    }

    #[test]
    fn areas_that_meet_at_one_corner_are_encircled() {
        // Wedges: there is one line for each, or for some that pass through the corner.
        let wedge = |k: u64| {
            let (x, y) = (k as f64, 1.0);
            let corners = [(0, [0.0; 2]), (1 + 2 * k, [x, y]), (2 + 2 * k, [x + 0.5, y])];
            [0, 1, 2].map(|k| {
                let [(a, from), (b, to)] = [corners[k], corners[(k + 1) % 3]];
                segment([a, b], [from, to])
            })
        };
        let lines = encircle((0..5000).flat_map(wedge).collect(), [0.0; 2]);
        assert_eq!(lines.iter().map(|line| line.steps.len()).sum::<usize>(), 15_000);
        assert!(lines.iter().all(|line| line.steps.last().is_some_and(|last| last.to == line.start)));
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
