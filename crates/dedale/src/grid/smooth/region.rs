//! The area inside of an outline, in whole numbers.

use std::cmp::Ordering;

/// A place on the lattice: `[x, y]`, in thousandths of a cell.
pub(in crate::grid) type LatticePoint = [i64; 2];

/// The steps of the lattice in the length of a cell.
pub(in crate::grid) const STEPS: i64 = 1000;

/// Returns the place of the lattice that is nearest to a point, in units of a cell.
pub(in crate::grid) fn on_lattice(point: [f64; 2]) -> LatticePoint {
    point.map(|number| (number * STEPS as f64).round() as i64)
}

/// Returns a place of the lattice in units of a cell.
pub(in crate::grid) fn off_lattice(point: LatticePoint) -> [f64; 2] {
    point.map(|number| number as f64 / STEPS as f64)
}

/// The area inside of closed lines that do not cross. A line around another one makes a hole.
///
/// All lines are moved by a distance that is smaller than any number: by ε to the right, and by ε² down. So no corner of a line lies on an
/// edge of a cell, no corner of a cell lies on a line, and every question has one answer, without rounding. (Edelsbrunner and Mücke,
/// *Simulation of simplicity*, 1990.)
#[derive(Debug)]
pub(in crate::grid) struct Region {
    points: Vec<LatticePoint>,
    /// By point: the next one and the one before on its line.
    next: Vec<u32>,
    previous: Vec<u32>,
    /// True if the area is that outside of the lines.
    is_inverted: bool,
    buckets: Buckets,
    /// By square of the buckets: whether it is in the area; `None` where there are edges.
    squares: Vec<Option<bool>>,
}

/// A line from a point of the region to the next one on its line: the number of its first point.
pub(in crate::grid) type RegionEdge = u32;

/// The edges near each square of the lattice with the size of a cell, so that few are compared with each cell.
#[derive(Debug)]
struct Buckets {
    columns: i64,
    rows: i64,
    /// By square: the start of its edges. One more entry follows for their end.
    starts: Vec<u32>,
    edges: Vec<RegionEdge>,
    /// The same for each row of squares.
    row_starts: Vec<u32>,
    row_edges: Vec<RegionEdge>,
}

impl Buckets {
    /// Sorts what `list` reports, pairs of a place and an edge, by their places.
    fn sorted(places: usize, list: impl Fn(&mut dyn FnMut(usize, RegionEdge))) -> (Vec<u32>, Vec<RegionEdge>) {
        let mut starts = vec![0_u32; places + 1];
        list(&mut |place, _| starts[place + 1] += 1);
        for place in 0..places {
            starts[place + 1] += starts[place];
        }
        let mut next = starts.clone();
        let mut edges = vec![0; starts[places] as usize];
        list(&mut |place, edge| {
            edges[next[place] as usize] = edge;
            next[place] += 1;
        });
        (starts, edges)
    }

    fn new(size: LatticePoint, lines: &[[LatticePoint; 2]]) -> Buckets {
        let [columns, rows] = size.map(|size| size.div_euclid(STEPS) + 1);
        let in_rows = |y: i64| y.div_euclid(STEPS).clamp(0, rows - 1);
        let in_columns = |x: i64| x.div_euclid(STEPS).clamp(0, columns - 1);
        let rows_of = |[[_, ay], [_, by]]: [LatticePoint; 2]| in_rows(ay.min(by))..=in_rows(ay.max(by));
        let (row_starts, row_edges) = Buckets::sorted(rows as usize, |add| {
            for (edge, &line) in (0..).zip(lines) {
                rows_of(line).for_each(|row| add(row as usize, edge));
            }
        });
        let (starts, edges) = Buckets::sorted((columns * rows) as usize, |add| {
            for (edge, &line) in (0..).zip(lines) {
                let [[ax, ay], [bx, by]] = line;
                for row in rows_of(line) {
                    // Where it enters and leaves the row, and a little beyond.
                    let at = |y: i64| {
                        let y = y.clamp(ay.min(by), ay.max(by));
                        if ay == by { ax } else { ax + (bx - ax) * (y - ay) / (by - ay) }
                    };
                    let ends = if ay == by { [ax, bx] } else { [at(row * STEPS), at((row + 1) * STEPS)] };
                    let [low, high] = [ends[0].min(ends[1]) - 2, ends[0].max(ends[1]) + 2];
                    for column in in_columns(low)..=in_columns(high) {
                        add((row * columns + column) as usize, edge);
                    }
                }
            }
        });
        Buckets { columns, rows, starts, edges, row_starts, row_edges }
    }
}

fn minus([ax, ay]: LatticePoint, [bx, by]: LatticePoint) -> LatticePoint {
    [ax - bx, ay - by]
}

pub(in crate::grid) fn cross([ax, ay]: LatticePoint, [bx, by]: LatticePoint) -> i64 {
    ax * by - ay * bx
}

/// A number `(of[0] + of[1] ε + of[2] ε²) / by`, in which `by` is positive.
#[derive(Clone, Copy, Debug)]
pub(in crate::grid) struct Position {
    of: [i64; 3],
    by: i64,
}

impl Position {
    fn new(of: [i64; 3], by: i64) -> Position {
        if by < 0 { Position { of: of.map(|number| -number), by: -by } } else { Position { of, by } }
    }
}

impl Position {
    /// Compares two positions exactly.
    pub(in crate::grid) fn compare(&self, other: &Position) -> Ordering {
        let scaled = |number: i64, by: i64| i128::from(number) * i128::from(by);
        let pairs = self.of.iter().zip(other.of);
        pairs
            .map(|(&a, b)| scaled(a, other.by).cmp(&scaled(b, self.by)))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }
}

/// A place where a line of the region crosses an edge of a cell.
#[derive(Clone, Copy, Debug)]
pub(in crate::grid) struct RegionCrossing {
    pub(in crate::grid) edge: RegionEdge,
    /// How far along the edge of the cell, and along the line.
    pub(in crate::grid) along_cell: Position,
    pub(in crate::grid) along_line: Position,
    /// True if the line comes to the right of the edge of the cell, which is the inside of a cell whose corners are clockwise.
    pub(in crate::grid) goes_in: bool,
    /// The place of the lattice that is nearest to it.
    pub(in crate::grid) at: LatticePoint,
}

impl Region {
    /// Creates the area inside of closed lines, or outside of them, near a rectangle of this size whose top left corner is `[0, 0]`.
    pub(in crate::grid) fn new(lines: &[Vec<LatticePoint>], is_inverted: bool, size: LatticePoint) -> Region {
        let (mut points, mut next, mut previous) = (Vec::new(), Vec::new(), Vec::new());
        for line in lines {
            let mut line = line.clone();
            line.dedup();
            while line.len() > 1 && line.first() == line.last() {
                line.pop();
            }
            if line.len() < 3 {
                continue;
            }
            let (first, count) = (points.len() as u32, line.len() as u32);
            points.extend(line);
            next.extend((0..count).map(|k| first + (k + 1) % count));
            previous.extend((0..count).map(|k| first + (k + count - 1) % count));
        }
        let lines: Vec<[LatticePoint; 2]> =
            next.iter().zip(&points).map(|(&next, &point)| [point, points[next as usize]]).collect();
        let buckets = Buckets::new(size, &lines);
        let mut region = Region { points, next, previous, is_inverted, buckets, squares: Vec::new() };
        region.squares = region.inside_of_squares();
        region
    }

    /// Finds which squares of the buckets are in the area: those without edges between two others with edges are alike.
    fn inside_of_squares(&self) -> Vec<Option<bool>> {
        let Buckets { columns, rows, starts, .. } = &self.buckets;
        let mut squares = Vec::with_capacity((columns * rows) as usize);
        for row in 0..*rows {
            let mut before = None;
            for column in 0..*columns {
                let bucket = squares.len();
                let is_empty = starts[bucket] == starts[bucket + 1];
                let middle = [column, row].map(|at| at * STEPS + STEPS / 2);
                before = is_empty.then(|| before.unwrap_or_else(|| self.contains(middle)));
                squares.push(before);
            }
        }
        squares
    }

    /// Returns whether everything around a place, up to this distance, is in the area or outside of it; `None` if that is not known without looking at
    /// edges.
    pub(in crate::grid) fn all_around(&self, [x, y]: LatticePoint, distance: i64) -> Option<bool> {
        let Buckets { columns, rows, .. } = self.buckets;
        let column = |x: i64| x.div_euclid(STEPS).clamp(0, columns - 1);
        let row = |y: i64| y.div_euclid(STEPS).clamp(0, rows - 1);
        let is_inside = self.squares[(row(y) * columns + column(x)) as usize]?;
        let (left, right) = (column(x - distance), column(x + distance));
        for row in row(y - distance)..=row(y + distance) {
            for column in left..=right {
                self.squares[(row * columns + column) as usize]?;
            }
        }
        Some(is_inside)
    }

    fn ends(&self, edge: RegionEdge) -> [LatticePoint; 2] {
        [self.points[edge as usize], self.points[self.next[edge as usize] as usize]]
    }

    /// Returns the edge after another one on its line, or before it, and the corner between the two.
    pub(in crate::grid) fn step(&self, edge: RegionEdge, is_forward: bool) -> (RegionEdge, LatticePoint) {
        if is_forward {
            let next = self.next[edge as usize];
            (next, self.points[next as usize])
        } else {
            (self.previous[edge as usize], self.points[edge as usize])
        }
    }

    /// The number of corners of all lines.
    pub(in crate::grid) fn corners(&self) -> usize {
        self.points.len()
    }

    /// Adds the edges that may touch a rectangle, from its top left to its bottom right corner, in the order of their numbers.
    pub(in crate::grid) fn edges_near(&self, [low, high]: [LatticePoint; 2], edges: &mut Vec<RegionEdge>) {
        let Buckets { columns, rows, starts, edges: all, .. } = &self.buckets;
        edges.clear();
        let range = |axis: usize, most: i64| {
            low[axis].div_euclid(STEPS).clamp(0, most - 1)..=high[axis].div_euclid(STEPS).clamp(0, most - 1)
        };
        for row in range(1, *rows) {
            for column in range(0, *columns) {
                let bucket = (row * columns + column) as usize;
                edges.extend_from_slice(&all[starts[bucket] as usize..starts[bucket + 1] as usize]);
            }
        }
        if !edges.is_empty() {
            edges.sort_unstable();
            edges.dedup();
        }
    }

    /// Returns true if a point is in the area.
    pub(in crate::grid) fn contains(&self, point: LatticePoint) -> bool {
        let Buckets { rows, row_starts, row_edges, .. } = &self.buckets;
        let row = point[1].div_euclid(STEPS).clamp(0, rows - 1) as usize;
        // How often a line to the right crosses others.
        let crossed = row_edges[row_starts[row] as usize..row_starts[row + 1] as usize].iter().filter(|&&edge| {
            let [a, b] = self.ends(edge);
            let [is_below, is_next_below] = [a, b].map(|end| end[1] >= point[1]);
            let [low, high] = if is_below { [b, a] } else { [a, b] };
            is_below != is_next_below && cross(minus(high, low), minus(point, low)) >= 0
        });
        (crossed.count() % 2 == 1) != self.is_inverted
    }

    /// Returns the crossing of a line and an edge of a cell, from `from` to `to`, if they cross.
    pub(in crate::grid) fn crossing(&self, edge: RegionEdge, [from, to]: [LatticePoint; 2]) -> Option<RegionCrossing> {
        let [a, b] = self.ends(edge);
        let (line, side) = (minus(b, a), minus(to, from));
        // What moving the line changes of a product that is zero.
        let sign = |product: i64, [x, y]: LatticePoint, turned: i64| match (product, y, x) {
            (0, 0, x) => -x * turned > 0,
            (0, y, _) => y * turned > 0,
            (product, ..) => product > 0,
        };
        let [before, after] = [from, to].map(|corner| sign(cross(line, minus(corner, a)), line, 1));
        let [start, end] = [a, b].map(|point| sign(cross(side, minus(point, from)), side, -1));
        let by = cross(line, side);
        if before == after || start == end || by == 0 {
            return None;
        }
        let to_corner = cross(line, minus(from, a));
        let along_cell = Position::new([-to_corner, -line[1], line[0]], by);
        let along_line = Position::new([-cross(side, minus(a, from)), side[1], -side[0]], -by);
        // Rounded in the same way from both cells at the edge.
        let at = [0, 1].map(|axis| {
            let (of, by) = (i128::from(-to_corner) * i128::from(side[axis]), i128::from(by));
            let (of, by) = if by < 0 { (-of, -by) } else { (of, by) };
            let twice = 2 * (of + i128::from(from[axis]) * by) + by;
            twice.div_euclid(2 * by) as i64
        });
        Some(RegionCrossing { edge, along_cell, along_line, goes_in: end, at })
    }
}

/// Where an outline may be.
pub(in crate::grid) struct OutlineRoom {
    /// Left, top, right and bottom of the grid.
    pub(in crate::grid) grid: [f64; 4],
    /// How far from each of these there are cells everywhere.
    pub(in crate::grid) inset: [f64; 4],
    /// True if it must lie in the circle inside of the rectangle.
    pub(in crate::grid) is_round: bool,
}
