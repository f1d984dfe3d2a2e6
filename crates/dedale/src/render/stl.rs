//! The maze as a solid to print: walls on a plate, as triangles in binary STL, in millimetres.
//!
//! The solid is closed and manifold: every edge of a triangle is an edge of exactly one other. Seen from above, the maze is taken apart
//! into rectangles of wall and of floor, each as wide and as long as can be. A corner of one may lie on a side of another: then it is a
//! point of that side too, and its rectangle is divided into triangles that meet there, so that no corner ever touches the middle of an
//! edge.
//!
//! Row 0 of the maze is farthest from the origin, so that the maze is not mirrored.

use super::lattice::{standing_wall, wall_below};
use super::measures::Measures;
use super::writer::Form;
use super::{Format, FormatInfo, RowSource, Strip};

pub(super) const INFO: FormatInfo = FormatInfo {
    media_type: "model/stl",
    extension: Some("stl"),
    shows_path: false,
    // The number of triangles comes first.
    by_rows: false,
    // A cell is some eight triangles of fifty bytes.
    elements: |_, [columns, rows]| 16 * columns * rows,
    ..FormatInfo::text("stl", Format::Stl(Measures::DEFAULT))
};

pub(super) fn start(measures: Measures, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    source.is_in_memory().then_some(())?;
    let size = source.head().size();
    Some(Box::new(Solid { rows: size[1], shape: Shape::new(measures, size) }))
}

#[derive(Debug)]
struct Solid {
    rows: u64,
    shape: Shape,
}

impl Form for Solid {
    fn pieces(&self) -> u64 {
        self.rows + 1
    }

    fn write_piece(&mut self, source: &mut dyn RowSource, number: u64, out: &mut Vec<u8>) {
        if number == 0 {
            let mut counted = self.shape.clone();
            let mut count = 0;
            for row in 0..=self.rows {
                counted.add(&source.strip(row), &mut |_, _| count += 1);
            }
            let mut title = *b"A maze of walls, in millimetres                                                 ";
            title[79] = b'\n';
            out.extend_from_slice(&title);
            out.extend_from_slice(&u32::to_le_bytes(count));
        }
        self.shape.add(&source.strip(number), &mut |normal, corners| write_triangle(normal, corners, out));
    }
}

type Point = [f32; 3];

fn write_triangle(normal: Point, corners: [Point; 3], out: &mut Vec<u8>) {
    for number in [normal, corners[0], corners[1], corners[2]].as_flattened() {
        out.extend_from_slice(&number.to_le_bytes());
    }
    out.extend_from_slice(&[0; 2]);
}

/// Takes a triangle: its normal, and its corners, counter-clockwise as seen from outside.
type Sink<'a> = &'a mut dyn FnMut(Point, [Point; 3]);

/// What is at a place, seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    /// Not a part of the maze.
    Outside,
    Floor,
    Wall,
}

/// Some ground between two lines: `[from, to]`, in numbers of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    ground: Ground,
    ends: [u32; 2],
}

/// A rectangle that goes on downwards. Its points are numbers of lines.
#[derive(Clone, Debug)]
struct Rectangle {
    run: Run,
    /// The points of its upper side, its corners included.
    upper: Vec<u32>,
    /// The points of its left and of its right side, the upper corner included.
    sides: [Vec<u64>; 2],
}

/// The part of a solid that is known so far. Lines are numbered: before and after each post, from the left and from the top.
#[derive(Clone, Debug)]
struct Shape {
    measures: Measures,
    /// Columns and rows.
    size: [u64; 2],
    /// The rectangles that reach the line that was added last, from left to right.
    open: Vec<Rectangle>,
    next_line: u64,
    /// The points on the edges of the plate: top, bottom, left, right.
    edges: [Vec<u64>; 4],
}

impl Shape {
    fn new(measures: Measures, size: [u64; 2]) -> Shape {
        let last = 2 * size[0] as u32 + 1;
        let outside = Run { ground: Ground::Outside, ends: [0, last] };
        let open = vec![Rectangle::new(outside, vec![0, last], 0)];
        Shape { measures, size, open, next_line: 0, edges: Default::default() }
    }

    /// Adds the line of posts of a strip and the cells below it; after the last one, the end.
    fn add(&mut self, strip: &Strip<'_>, sink: Sink<'_>) {
        self.add_runs(&post_runs(strip), sink);
        if strip.is_last() {
            let outside = Run { ground: Ground::Outside, ends: [0, 2 * strip.columns() + 1] };
            self.add_runs(&[outside], sink);
            self.finish(sink);
        } else {
            self.add_runs(&cell_runs(strip), sink);
        }
    }

    /// Adds what is between the next line and the one after it.
    fn add_runs(&mut self, below: &[Run], sink: Sink<'_>) {
        let line = self.next_line;
        self.next_line += 1;
        let above: Vec<Run> = self.open.iter().map(|rectangle| rectangle.run).collect();
        // The ends of all that ends or begins here are points of this line; what goes on may have to take some of them as well.
        let ends = |runs: &[Run], others: &[Run]| {
            let changed = runs.iter().filter(|run| !goes_on(run, others));
            changed.flat_map(|run| run.ends).collect::<Vec<u32>>()
        };
        let mut points = [ends(&above, below), ends(below, &above)].concat();
        points.sort_unstable();
        points.dedup();
        let within = |[from, to]: [u32; 2]| {
            let start = points.partition_point(|&point| point < from);
            let end = points.partition_point(|&point| point <= to);
            points[start..end].to_vec()
        };
        let mut next = Vec::with_capacity(below.len());
        for mut rectangle in std::mem::take(&mut self.open) {
            let run = rectangle.run;
            let is_there = |point: &u32| points.binary_search(point).is_ok();
            if goes_on(&run, below) {
                for (side, end) in rectangle.sides.iter_mut().zip(run.ends) {
                    side.extend(Some(line).filter(|_| is_there(&end)));
                }
                next.push(rectangle);
                continue;
            }
            let lower = within(run.ends);
            self.close(&rectangle, &lower, line, sink);
            self.add_steps(run.ground, &lower, below, line, sink);
        }
        for &run in below.iter().filter(|run| !goes_on(run, &above)) {
            next.push(Rectangle::new(run, within(run.ends), line));
        }
        next.sort_unstable_by_key(|rectangle| rectangle.run.ends);
        self.open = next;
    }

    /// Ends a rectangle at a line: its ground, and what is left of it; at the right edge also what is right of it.
    fn close(&mut self, rectangle: &Rectangle, lower: &[u32], line: u64, sink: Sink<'_>) {
        let Run { ground, ends: [from, to] } = rectangle.run;
        if ground == Ground::Outside {
            return;
        }
        let sides = rectangle.sides.clone().map(|mut side| {
            side.push(line);
            side
        });
        let [left, right] = &sides;
        if from == 0 {
            self.edges[2].extend(left);
            self.add_sides(from, left, [Ground::Outside, ground], sink);
        } else {
            let other = if ground == Ground::Wall { Ground::Floor } else { Ground::Wall };
            self.add_sides(from, left, [other, ground], sink);
        }
        if to == self.last()[0] {
            self.edges[3].extend(right);
            self.add_sides(to, right, [ground, Ground::Outside], sink);
        }
        let height = self.height(ground);
        let at = |x: u32, y: u64| [self.x(x), self.y(y), height];
        let row = |points: &[u32], y: u64| points.iter().map(|&x| at(x, y)).collect::<Vec<Point>>();
        let column = |x: u32, points: &[u64]| points.iter().map(|&y| at(x, y)).collect::<Vec<Point>>();
        let outline = [row(&rectangle.upper, left[0]), column(to, right), row(lower, line), column(from, left)];
        if height > 0.0 {
            add_area(&outline, 1.0, sink);
        }
        if self.measures.base == 0 && ground == Ground::Wall {
            add_area(&outline.map(|side| side.into_iter().map(|[x, y, _]| [x, y, 0.0]).collect()), -1.0, sink);
        }
    }

    /// The faces along a line, between what is above and what is below.
    fn add_steps(&mut self, ground: Ground, points: &[u32], below: &[Run], line: u64, sink: Sink<'_>) {
        for pair in points.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let under = below.iter().rfind(|run| run.ends[0] <= from).map_or(Ground::Outside, |run| run.ground);
            if ground == Ground::Outside {
                self.edges[0].extend([u64::from(from), u64::from(to)]);
            } else if under == Ground::Outside {
                self.edges[1].extend([u64::from(from), u64::from(to)]);
            }
            // The line farther down is nearer to the origin.
            let (higher, lower, direction) =
                if self.height(ground) > self.height(under) { (ground, under, -1.0) } else { (under, ground, 1.0) };
            let (y, xs) = (self.y(line), [self.x(from), self.x(to)]);
            for [bottom, top] in self.faces(higher, lower) {
                let corner = |x: f32, z: f32| [x, y, z];
                let corners = [corner(xs[0], bottom), corner(xs[1], bottom), corner(xs[1], top), corner(xs[0], top)];
                add_quad(corners, [0.0, direction, 0.0], sink);
            }
        }
    }

    /// The faces along an upright line, between what is left and what is right of it.
    fn add_sides(&self, line: u32, points: &[u64], [left, right]: [Ground; 2], sink: Sink<'_>) {
        let (higher, lower, direction) =
            if self.height(left) > self.height(right) { (left, right, 1.0) } else { (right, left, -1.0) };
        for pair in points.windows(2) {
            let (x, ys) = (self.x(line), [self.y(pair[0]), self.y(pair[1])]);
            for [bottom, top] in self.faces(higher, lower) {
                let corner = |y: f32, z: f32| [x, y, z];
                let corners = [corner(ys[0], bottom), corner(ys[1], bottom), corner(ys[1], top), corner(ys[0], top)];
                add_quad(corners, [direction, 0.0, 0.0], sink);
            }
        }
    }

    /// The plate from below.
    fn finish(&mut self, sink: Sink<'_>) {
        if self.measures.base == 0 {
            return;
        }
        let mut edges = std::mem::take(&mut self.edges);
        for edge in &mut edges {
            edge.sort_unstable();
            edge.dedup();
        }
        let [right, bottom] = self.last();
        let [top, low, left, far] = &edges;
        let at = |x: u64, y: u64| [self.x(x as u32), self.y(y), 0.0];
        let row = |points: &[u64], y: u64| points.iter().map(|&x| at(x, y)).collect::<Vec<Point>>();
        let column = |x: u32, points: &[u64]| points.iter().map(|&y| at(x.into(), y)).collect::<Vec<Point>>();
        let outline = [row(top, 0), column(right, far), row(low, bottom.into()), column(0, left)];
        add_area(&outline, -1.0, sink);
    }

    /// The numbers of the last line on each axis.
    fn last(&self) -> [u32; 2] {
        self.size.map(|cells| 2 * cells as u32 + 1)
    }

    /// From the left to a line, in mm.
    fn x(&self, line: u32) -> f32 {
        self.millimetres(line.into())
    }

    /// From the bottom to a line, in mm.
    fn y(&self, line: u64) -> f32 {
        self.millimetres(2 * self.size[1] + 1 - line)
    }

    /// Lines are as far apart from the bottom as from the top.
    fn millimetres(&self, line: u64) -> f32 {
        let Measures { cell, wall, .. } = self.measures;
        let thousandths = line / 2 * u64::from(cell) + line % 2 * u64::from(wall);
        (thousandths as f64 / 1000.0) as f32
    }

    fn height(&self, ground: Ground) -> f32 {
        let Measures { height, base, .. } = self.measures;
        let thousandths = match ground {
            Ground::Outside => 0,
            Ground::Floor => base,
            Ground::Wall => base + height,
        };
        (f64::from(thousandths) / 1000.0) as f32
    }

    /// The faces between two grounds, from below: at the edge of the plate a wall has one that belongs to the plate and one that belongs to the wall.
    fn faces(&self, higher: Ground, lower: Ground) -> impl Iterator<Item = [f32; 2]> + use<> {
        let all = [Ground::Outside, Ground::Floor, Ground::Wall].map(|ground| self.height(ground));
        let range = [self.height(lower), self.height(higher)];
        let steps = [[all[0], all[1]], [all[1], all[2]]];
        steps.into_iter().filter(move |step| step[0] < step[1] && range[0] <= step[0] && step[1] <= range[1])
    }
}

impl Rectangle {
    fn new(run: Run, upper: Vec<u32>, line: u64) -> Rectangle {
        Rectangle { run, upper, sides: [vec![line], vec![line]] }
    }
}

/// Whether the same ground is there between the same lines.
fn goes_on(run: &Run, others: &[Run]) -> bool {
    others.binary_search_by_key(&run.ends, |other| other.ends).is_ok_and(|place| others[place].ground == run.ground)
}

/// A rectangle, given the points of its upper, right, lower and left side, corners included, from the left and from the top.
fn add_area([upper, right, lower, left]: &[Vec<Point>; 4], up: f32, sink: Sink<'_>) {
    let normal = [0.0, 0.0, up];
    if left.len() == 2 && right.len() == 2 {
        // From left to right, the next point of one side or of the other.
        let (mut k, mut l) = (0, 0);
        while k + 1 < upper.len() || l + 1 < lower.len() {
            let is_upper = l + 1 == lower.len() || k + 1 < upper.len() && upper[k + 1][0] <= lower[l + 1][0];
            let next = if is_upper { upper[k + 1] } else { lower[l + 1] };
            add_triangle([upper[k], lower[l], next], normal, sink);
            if is_upper {
                k += 1;
            } else {
                l += 1;
            }
        }
        return;
    }
    let (start, end) = (upper[0], lower[lower.len() - 1]);
    let middle = [(start[0] + end[0]) / 2.0, (start[1] + end[1]) / 2.0, start[2]];
    for side in [upper, right, lower, left] {
        side.windows(2).for_each(|pair| add_triangle([middle, pair[0], pair[1]], normal, sink));
    }
}

fn add_quad([a, b, c, d]: [Point; 4], normal: Point, sink: Sink<'_>) {
    add_triangle([a, b, c], normal, sink);
    add_triangle([a, c, d], normal, sink);
}

/// A triangle that is seen from the side to which the normal points.
fn add_triangle([a, b, c]: [Point; 3], normal: Point, sink: Sink<'_>) {
    let minus = |p: Point, q: Point| [0, 1, 2].map(|k| f64::from(p[k]) - f64::from(q[k]));
    let (u, v) = (minus(b, a), minus(c, a));
    let cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let along: f64 = cross.into_iter().zip(normal).map(|(cross, normal)| cross * f64::from(normal)).sum();
    sink(normal, if along > 0.0 { [a, b, c] } else { [a, c, b] });
}

/// Ground from left to right; the same ground twice in a row is one run.
#[derive(Default)]
struct Runs(Vec<Run>);

impl Runs {
    fn push(&mut self, is_wall: bool, ends: [u32; 2]) {
        let ground = if is_wall { Ground::Wall } else { Ground::Floor };
        match self.0.last_mut() {
            Some(last) if last.ground == ground => last.ends[1] = ends[1],
            _ => self.0.push(Run { ground, ends }),
        }
    }
}

/// The posts of a line of points, and the walls between them.
fn post_runs(strip: &Strip<'_>) -> Vec<Run> {
    let columns = strip.columns();
    let lies = |column: u32| wall_below(strip, column);
    let mut runs = Runs::default();
    for column in 0..=columns {
        let [above, here] = [
            standing_wall(&strip.above, strip.left_out[0], column),
            standing_wall(&strip.here, strip.left_out[1], column),
        ];
        let west = column > 0 && lies(column - 1);
        let east = column < columns && lies(column);
        runs.push(above || here || west || east, [2 * column, 2 * column + 1]);
        if column < columns {
            runs.push(east, [2 * column + 1, 2 * column + 2]);
        }
    }
    runs.0
}

/// The cells of a row, and the walls between them.
fn cell_runs(strip: &Strip<'_>) -> Vec<Run> {
    let columns = strip.columns();
    let mut runs = Runs::default();
    for column in 0..=columns {
        runs.push(standing_wall(&strip.here, strip.left_out[1], column), [2 * column, 2 * column + 1]);
        if column < columns {
            runs.push(false, [2 * column + 1, 2 * column + 2]);
        }
    }
    runs.0
}
