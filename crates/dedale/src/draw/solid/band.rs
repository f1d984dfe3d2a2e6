//! A band of rows of a solid: where the walls, the joints and the floors are.

use std::ops::Range;

use super::outline::Outline;
use super::sink::Sink;
use super::turns::{Along, Facing, by_angle, corner, cut_out, half_turn, left, right};
use crate::draw::line::{Point, cross, dot, length, minus, plus, times, unit};
use crate::grid::{Arc, Cell, Side};
use crate::maze::Maze;
use crate::picture::Measures;

/// How many rows beside those of a band are looked at: more than any corner of a cell is away from the cells that share it.
const MARGIN: u32 = 2;

/// How wide the triangles are that show stairs, in units of a cell without its walls: half of it, from the middle to the top.
const STAIRS: [f64; 2] = [0.19, 0.14];

/// How far the points along an arc are from the circle at most, in units of a cell.
const ERROR: f64 = 0.01;

/// The cosine of the largest turn in one corner of a round joint, 30 degrees; and of a joint that has corners, 90 degrees. With a little
/// less, so that rounding decides nothing.
const ROUND: f64 = 0.866;
const CORNERED: f64 = -1e-9;

/// Lengths that differ by less, in units of half a wall, are the same but for rounding.
const SAME: f64 = 1e-9;

/// What is at a side of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// A wall, which is known by the number of a side that it is on: of two cells, that of the first.
    Wall(u32),
    /// Nothing: the floor of the next cell goes on.
    Open,
    /// The edge of the plate.
    Out,
}

/// A corner of cells, at which walls may end.
#[derive(Clone, Copy, Debug)]
struct Node {
    at: Point,
    /// The corner of the bottoms of the cells.
    foot: Point,
    /// Where the ends of its walls and its points begin; they go on to those of the next node.
    ends: u32,
    points: u32,
    /// The first corner of a cell that is here, by its number.
    first: u32,
}

/// The end of a wall at a node. The ends at a node are in counter-clockwise order.
#[derive(Clone, Debug)]
struct End {
    /// The wall, and whether it begins here.
    wall: u32,
    begins: bool,
    /// The direction of the wall, away from the node.
    direction: Point,
    /// The points of the joint between this wall and the next: the edges of both walls meet in the only one, or go round the node.
    gap: Range<u32>,
}

/// The part of a joint at a corner of a cell.
struct CornerOfCell {
    node: u32,
    /// The points between two walls, or all.
    range: Range<u32>,
    /// The directions of the sides of the cell that end and begin here, away from the node.
    directions: [Point; 2],
    /// The points that are farthest in these directions.
    cuts: [u32; 2],
}

#[derive(Debug)]
pub(super) struct Band {
    /// The first cell that is looked at.
    first: u32,
    /// By cell, and one more: where its corners, and the sides that begin there, are in the next two.
    starts: Vec<u32>,
    /// By corner: the node.
    nodes_of: Vec<u32>,
    /// By side.
    ways: Vec<Way>,
    /// By side with a separate wall: where the two ends are, and whether a floor is on the other side.
    walls: Vec<([u32; 2], bool)>,
    /// By side: the arc, and its center.
    arcs: Vec<Option<(Arc, Point)>>,
    /// By cell: the center, and whether stairs lead up and down. Empty where there are none.
    stairs: Vec<(Point, [bool; 2])>,
    /// The nodes, and one more.
    nodes: Vec<Node>,
    ends: Vec<End>,
    /// The directions of the open sides at the edge of the plate, by the nodes that they end at.
    rims: Vec<(u32, Point)>,
    points: Vec<Point>,
    /// By point: whether a floor is at the edge from it to the next point of its joint.
    is_above_floor: Vec<bool>,
    /// A cell, half a wall, and half of the height and width of the triangles of stairs, in mm.
    cell: f64,
    half: f64,
    stair: [f64; 2],
    turn: f64,
}

impl Band {
    /// The part of a solid that has these cells.
    pub(super) fn new<G: Outline>(
        maze: &Maze<G>,
        layout: &G::Layout,
        measures: Measures,
        [first, last]: [u32; 2],
    ) -> Band {
        let grid = maze.grid();
        let [low, high] = [grid.row_of(Cell(first)), grid.row_of(Cell(last - 1))];
        let cells = grid.row_start(low.saturating_sub(MARGIN))..grid.row_start(high + 1 + MARGIN);
        let [cell, wall] = [measures.cell, measures.wall].map(|line| f64::from(line) / 1000.0);
        let mut band = Band {
            first: cells.start,
            starts: vec![0],
            nodes_of: Vec::new(),
            ways: Vec::new(),
            walls: Vec::new(),
            arcs: Vec::new(),
            stairs: Vec::new(),
            nodes: Vec::new(),
            ends: Vec::new(),
            rims: Vec::new(),
            points: Vec::new(),
            is_above_floor: Vec::new(),
            cell,
            half: wall / 2.0,
            stair: STAIRS.map(|length| length * (cell - wall)),
            turn: if grid.is_square() { CORNERED } else { ROUND },
        };
        let height = G::height(layout);
        let place = |[x, y]: Point| [x, height - y].map(|line| line * cell + wall / 2.0);
        band.find_nodes(grid, layout, cells.clone(), place);
        band.find_walls(maze, layout, cells.clone(), place);
        band.find_joints();
        band.find_floors();
        band.find_feet();
        band
    }

    /// Finds out which corners of cells are the same.
    fn find_nodes<G: Outline>(
        &mut self,
        grid: &G,
        layout: &G::Layout,
        cells: Range<u32>,
        place: impl Fn(Point) -> Point,
    ) {
        let mut corners = Vec::new();
        for cell in cells.map(Cell) {
            let level = grid.level(layout, cell);
            for corner in grid.corners(layout, cell) {
                corners.push((level, corner.id, corners.len() as u32, corner.at));
            }
            self.starts.push(corners.len() as u32);
        }
        corners.sort_unstable_by_key(|&(level, id, number, _)| (level, id, number));
        self.nodes_of = vec![0; corners.len()];
        for same in corners.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (_, _, first, at) = same[0];
            same.iter().for_each(|corner| self.nodes_of[corner.2 as usize] = self.nodes.len() as u32);
            self.nodes.push(Node { at: place(at), foot: place(at), ends: 0, points: 0, first });
        }
        self.nodes.push(Node { at: [0.0; 2], foot: [0.0; 2], ends: 0, points: 0, first: u32::MAX });
    }

    /// The numbers of the corners of a cell.
    fn corners_of(&self, cell: u32) -> Range<u32> {
        let at = (cell - self.first) as usize;
        self.starts[at]..self.starts[at + 1]
    }

    /// The nodes of a side, as the cell has them.
    fn nodes_of_side(&self, cell: u32, side: u32) -> Option<[u32; 2]> {
        let is_known = cell >= self.first && ((cell - self.first) as usize) < self.starts.len() - 1;
        let corners = self.corners_of(if is_known { cell } else { return None });
        let count = corners.len() as u32;
        (side < count).then(|| [side, (side + 1) % count].map(|k| self.nodes_of[(corners.start + k) as usize]))
    }

    /// Finds out what is at each side, and the ends of the walls.
    fn find_walls<G: Outline>(
        &mut self,
        maze: &Maze<G>,
        layout: &G::Layout,
        cells: Range<u32>,
        place: impl Fn(Point) -> Point,
    ) {
        let grid = maze.grid();
        for cell in cells.clone() {
            let open = maze.open_sides(Cell(cell));
            for (k, number) in (0..).zip(self.corners_of(cell)) {
                let side = Side::new(k as u8);
                let far = grid.inner_sides(Cell(cell)).contains(side).then(|| {
                    let (far, back) = (grid.across(Cell(cell), side).0, grid.opposite(Cell(cell), side));
                    (far, u32::from(back.number()))
                });
                // At joined edges the cell across is elsewhere.
                let is_beside = |(far, back): &(u32, u32)| {
                    !cells.contains(far)
                        || self.nodes_of_side(*far, *back).map(|[a, b]| [b, a]) == self.nodes_of_side(cell, k)
                };
                let far = far.filter(is_beside);
                let way = match far {
                    Some(_) if open.contains(side) => Way::Open,
                    None if open.contains(side) => Way::Out,
                    Some((far, back)) if far < cell && cells.contains(&far) => {
                        Way::Wall(self.corners_of(far).start + back)
                    }
                    _ => Way::Wall(number),
                };
                self.ways.push(way);
                self.walls.push(([0; 2], far.is_some()));
                let arc = grid.arc(layout, Cell(cell), side);
                self.arcs.push(arc.map(|(arc, middle)| (arc, place(middle))));
            }
            if let Some((center, sides)) = grid.stairs(layout, Cell(cell)) {
                self.stairs.push((place(center), sides.map(|side| open.contains(side))));
            }
        }
        let mut ends: Vec<(u32, End)> = Vec::new();
        for cell in cells {
            for (k, number) in (0..).zip(self.corners_of(cell)) {
                let Some(nodes) = self.nodes_of_side(cell, k) else { continue };
                if self.ways[number as usize] == Way::Out {
                    let [from, to] = nodes.map(|node| self.nodes[node as usize].at);
                    self.rims.extend([(nodes[0], unit(minus(to, from))), (nodes[1], unit(minus(from, to)))]);
                }
                if self.ways[number as usize] == Way::Wall(number) {
                    let along = self.along(nodes, number);
                    let [from, to] = nodes.map(|node| self.nodes[node as usize].at);
                    let nexts =
                        [along.first().map_or(to, |step| step.at(0.0)), along.last().map_or(from, |step| step.at(0.0))];
                    for (node, (at, next), begins) in
                        [(nodes[0], (from, nexts[0]), true), (nodes[1], (to, nexts[1]), false)]
                    {
                        let direction = unit(minus(next, at));
                        ends.push((node, End { wall: number, begins, direction, gap: 0..0 }));
                    }
                }
            }
        }
        self.rims.sort_unstable_by_key(|(node, _)| *node);
        ends.sort_unstable_by(|(a, first), (b, second)| {
            a.cmp(b).then_with(|| by_angle(first.direction, second.direction))
        });
        let mut next = 0;
        for (number, node) in (0..).zip(&mut self.nodes) {
            node.ends = next as u32;
            next += ends[next..].iter().take_while(|(node, _)| *node == number).count();
        }
        self.ends = ends.into_iter().map(|(_, end)| end).collect();
        for (number, end) in (0..).zip(&self.ends) {
            self.walls[end.wall as usize].0[usize::from(!end.begins)] = number;
        }
    }

    /// The points of the joints.
    fn find_joints(&mut self) {
        for number in 0..self.nodes.len() - 1 {
            self.nodes[number].points = self.points.len() as u32;
            let ends = self.nodes[number].ends..self.nodes[number + 1].ends;
            if ends.is_empty() {
                // Without walls, it is a part of the plate.
                let [up, down] = [[0.0, 1.0], [0.0, -1.0]];
                self.add_joint(number, up, down);
                self.add_joint(number, down, up);
            }
            for end in ends.clone() {
                let next = if end + 1 == ends.end { ends.start } else { end + 1 };
                let [here, next] = [end, next].map(|end| self.ends[end as usize].direction);
                let from = self.points.len() as u32;
                self.add_joint(number, left(here), right(next));
                self.ends[end as usize].gap = from..self.points.len() as u32;
            }
        }
        if let Some(last) = self.nodes.last_mut() {
            last.points = self.points.len() as u32;
        }
    }

    /// The points where the lines meet that are half a wall away in the first direction and in the second, and in as many directions between
    /// them as a round has, if the turn is to the left.
    fn add_joint(&mut self, node: usize, first: Point, last: Point) {
        let mut directions = vec![first, last];
        let is_left_turn = cross(first, last) > 0.0 || dot(first, last) < -1.0 + SAME;
        while is_left_turn && dot(directions[0], directions[1]) < self.turn {
            let halves = directions.windows(2).flat_map(|pair| [pair[0], half_turn(pair[0], pair[1])]);
            directions = halves.chain([last]).collect();
        }
        let (at, half) = (self.nodes[node].at, self.half);
        self.points.extend(directions.windows(2).map(|pair| corner([at, pair[0], pair[1]], half)));
    }

    /// Marks the edges of joints that cells are at.
    fn find_floors(&mut self) {
        self.is_above_floor = vec![false; self.points.len()];
        for cell in 0..self.starts.len() as u32 - 1 {
            for k in 0..self.corners_of(self.first + cell).len() as u32 {
                let facing = self.facing(self.first + cell, k);
                let points = facing.points().filter(|&point| point != facing.to);
                points.for_each(|point| self.is_above_floor[point as usize] = true);
            }
        }
    }

    /// Moves the corners of bottoms that the edge of the plate would leave towards a cell: where walls are near each other, it comes in to a
    /// point that is in a cell, and not always in the one whose side it is beside, so it is a corner of all cells there.
    fn find_feet(&mut self) {
        for cell in self.first..self.first + self.starts.len() as u32 - 1 {
            for (k, number) in (0..).zip(self.corners_of(cell)) {
                let Some(nodes) = self.nodes_of_side(cell, k).filter(|_| self.ways[number as usize] == Way::Out) else {
                    continue;
                };
                let [from, to] = nodes.map(|node| self.nodes[node as usize].at);
                let along = unit(minus(to, from));
                for ((node, at), point) in nodes.into_iter().zip([from, to]).zip(self.rim(cell, k)) {
                    let point = self.points[point as usize];
                    if cross(along, minus(point, at)) <= SAME * self.half {
                        self.nodes[node as usize].foot = point;
                    }
                }
            }
        }
    }

    /// The ends of the walls at a node.
    fn ends_at(&self, node: u32) -> Range<u32> {
        self.nodes[node as usize].ends..self.nodes[node as usize + 1].ends
    }

    /// The points of a joint before the end of a wall, counter-clockwise.
    fn gap_before(&self, node: u32, end: u32) -> Range<u32> {
        let ends = self.ends_at(node);
        let before = if end == ends.start { ends.end } else { end };
        self.ends[before as usize - 1].gap.clone()
    }

    /// The points of a joint between the walls on both sides of a direction: all of them without walls.
    fn gap_around(&self, node: u32, direction: Point) -> Range<u32> {
        let ends = self.ends_at(node);
        if ends.is_empty() {
            return self.nodes[node as usize].points..self.nodes[node as usize + 1].points;
        }
        let known = &self.ends[ends.start as usize..ends.end as usize];
        let next = known.partition_point(|end| by_angle(end.direction, direction).is_le());
        self.gap_before(node, ends.start + if next == known.len() { 0 } else { next as u32 })
    }

    /// The points of a joint that face a cell at one of its corners.
    fn facing(&self, cell: u32, k: u32) -> Facing {
        let [before, here] = self.sides_at(cell, k);
        let corner = self.corner(cell, k);
        let from = match self.ways[before as usize] {
            Way::Wall(_) => corner.range.start,
            Way::Open => corner.cuts[0],
            Way::Out => self.rim(cell, before - self.corners_of(cell).start)[1],
        };
        let to = match self.ways[here as usize] {
            Way::Wall(_) => corner.range.end - 1,
            Way::Open => corner.cuts[1],
            Way::Out => self.rim(cell, k)[0],
        };
        Facing { range: corner.range, from, to }
    }

    /// The side of a cell that ends at one of its corners, and the one that begins there.
    fn sides_at(&self, cell: u32, k: u32) -> [u32; 2] {
        let corners = self.corners_of(cell);
        let count = corners.len() as u32;
        [k + count - 1, k].map(|k| corners.start + k % count)
    }

    /// The part of a joint at a corner of a cell.
    fn corner(&self, cell: u32, k: u32) -> CornerOfCell {
        let [before, here] = self.sides_at(cell, k);
        let [_, after] = self.sides_at(cell, k + 1);
        let [from, node, to] = [before, here, after].map(|corner| self.nodes_of[corner as usize]);
        let at = |node: u32| self.nodes[node as usize].at;
        let directions = [from, to].map(|other| unit(minus(at(other), at(node))));
        // The end of a wall here: that of another cell's side is the other way round.
        let end_of =
            |side: u32, wall: u32, is_start: bool| self.walls[wall as usize].0[usize::from((side == wall) != is_start)];
        let range = match [before, here].map(|side| self.ways[side as usize]) {
            [Way::Wall(wall), _] => self.ends[end_of(before, wall, false) as usize].gap.clone(),
            [_, Way::Wall(wall)] => self.gap_before(node, end_of(here, wall, true)),
            _ => self.gap_around(node, directions[0]),
        };
        let cuts = directions.map(|direction| self.farthest(node, &range, direction, direction));
        CornerOfCell { node, range, directions, cuts }
    }

    /// The points of two joints between which the plate ends, beside an open side at its edge: no part of a joint is beyond the line from one
    /// to the other, so that no floor is folded. Of several, the nearest.
    fn rim(&self, cell: u32, k: u32) -> [u32; 2] {
        let [first, last] = [k, k + 1].map(|k| self.corner(cell, k));
        let [from, to] = [&first, &last].map(|corner| self.nodes[corner.node as usize].at);
        let (along, middle) = (first.directions[1], length(minus(to, from)) / 2.0);
        let place = |point: u32| [along, left(along)].map(|axis| dot(minus(self.points[point as usize], from), axis));
        let lasts: Vec<(u32, Point)> = self.outside(&last, 0).points().map(|point| (point, place(point))).collect();
        let same = SAME * self.half;
        let mut best = ([first.cuts[1], last.cuts[0]], [f64::NEG_INFINITY; 2]);
        for point in self.outside(&first, 1).points() {
            let [x, y] = place(point);
            for &(other, [far_x, far_y]) in &lasts {
                // How far out the line is half way, and how short.
                let far = [y + (far_y - y) * (middle - x) / (far_x - x), x - far_x];
                let most = best.1;
                if far[0] > most[0] + same || far[0] > most[0] - same && far[1] > most[1] + same {
                    best = ([point, other], far);
                }
            }
        }
        best.0
    }

    /// The points of a joint at which the edge of the plate can be beside an open side: from the side to half way to the next one outside.
    /// The side is the one that ends at a corner, 0, or the one that begins there, 1.
    fn outside(&self, corner: &CornerOfCell, side: usize) -> Facing {
        let &CornerOfCell { node, ref range, directions, cuts } = corner;
        let (direction, cut) = (directions[side], cuts[side]);
        let sign = if side == 0 { -1.0 } else { 1.0 };
        let ends = self.ends_at(node);
        let among = match side {
            _ if ends.is_empty() => range.clone(),
            0 => range.start..cut + 1,
            _ => cut..range.end,
        };
        let walls = self.ends[ends.start as usize..ends.end as usize].iter().map(|end| end.direction);
        let first = self.rims.partition_point(|(known, _)| *known < node);
        let rims = self.rims[first..].iter().take_while(|(known, _)| *known == node).map(|(_, direction)| *direction);
        let turned = |other: Point| [dot(direction, other), sign * cross(direction, other)];
        let is_other = |other: &Point| dot(direction, *other) < 1.0 - SAME;
        let next = walls.chain(rims).filter(is_other).min_by(|a, b| by_angle(turned(*a), turned(*b)));
        // The same from both sides, to the last bit.
        let half_way = match next {
            Some(next) if side == 0 => half_turn(next, direction),
            Some(next) => half_turn(direction, next),
            None => times(left(direction), sign),
        };
        let end = self.farthest(node, &among, half_way, direction);
        let [from, to] = if side == 0 { [end, cut] } else { [cut, end] };
        Facing { range: range.clone(), from, to }
    }

    /// The point of a joint that is farthest in a direction, and of several, in another one; and then the first.
    fn farthest(&self, node: u32, range: &Range<u32>, direction: Point, then: Point) -> u32 {
        let at = self.nodes[node as usize].at;
        let far = |point: u32| [direction, then].map(|axis| dot(minus(self.points[point as usize], at), axis));
        let mut best = (range.start, far(range.start));
        for point in range.clone().skip(1) {
            let (far, most) = (far(point), best.1);
            let same = SAME * self.half;
            if far[0] > most[0] + same || far[0] > most[0] - same && far[1] > most[1] + same {
                best = (point, far);
            }
        }
        best.0
    }

    /// The points along the arc between two nodes, if it is one.
    fn along(&self, nodes: [u32; 2], side: u32) -> Vec<Along> {
        let Some((arc, middle)) = self.arcs[side as usize] else { return Vec::new() };
        // The same from both sides, to the last bit.
        let is_forward = nodes[0] < nodes[1];
        let [from, to] = if is_forward { nodes } else { [nodes[1], nodes[0]] };
        let ray = |node: u32| unit(minus(self.nodes[node as usize].at, middle));
        let mut rays = vec![ray(from), ray(to)];
        let radius = arc.radius * self.cell;
        let cosine_of_half = |rays: &[Point]| ((1.0 + dot(rays[0], rays[1])) / 2.0).sqrt();
        while radius * (1.0 - cosine_of_half(&rays)) > ERROR * self.cell {
            let halves = rays.windows(2).flat_map(|pair| [pair[0], unit(plus(pair[0], pair[1]))]);
            rays = halves.chain(rays.last().copied()).collect();
        }
        // Half a wall from the chords.
        let offset = 1.0 / cosine_of_half(&rays);
        let outwards = if arc.is_clockwise { -offset } else { offset };
        let mut along: Vec<Along> =
            rays[1..rays.len() - 1].iter().map(|&ray| Along { middle, ray, radius, outwards }).collect();
        if !is_forward {
            along.reverse();
        }
        along
    }

    /// Writes what belongs to a cell: its floor, the walls that it is the first to have, and the joints.
    pub(super) fn write(&self, cell: u32, sink: &mut Sink<'_>) {
        let corners = self.corners_of(cell);
        if sink.base > 0.0 {
            self.write_floor(cell, sink);
            self.write_bottom(cell, sink);
        }
        self.write_stairs(cell, sink);
        for (k, number) in (0..).zip(corners) {
            let node = self.nodes_of[number as usize];
            if self.nodes[node as usize].first == number {
                self.write_joint(node, sink);
                if sink.base > 0.0 {
                    self.write_bottom_of_joint(node, sink);
                }
            }
            if self.ways[number as usize] == Way::Wall(number)
                && let Some(nodes) = self.nodes_of_side(cell, k)
            {
                self.write_wall(nodes, number, sink);
            }
        }
    }

    fn write_wall(&self, nodes: [u32; 2], number: u32, sink: &mut Sink<'_>) {
        let ([start, end], is_above_floor) = self.walls[number as usize];
        let first = |gap: Range<u32>| self.points[gap.start as usize];
        let last = |gap: Range<u32>| self.points[gap.end as usize - 1];
        let after = |end: u32| self.ends[end as usize].gap.clone();
        let along = self.along(nodes, number);
        let line = |from: Point, half: f64, to: Point| -> Vec<Point> {
            [from].into_iter().chain(along.iter().map(|step| step.at(half))).chain([to]).collect()
        };
        let near = line(last(self.gap_before(nodes[0], start)), self.half, first(after(end)));
        let far = line(first(after(start)), -self.half, last(self.gap_before(nodes[1], end)));
        for (near, far) in near.windows(2).zip(far.windows(2)) {
            sink.wall(&[near[0], near[1], far[1], far[0]]);
            sink.wall_face(near[0], near[1], true);
            sink.wall_face(far[1], far[0], is_above_floor);
        }
    }

    fn write_joint(&self, node: u32, sink: &mut Sink<'_>) {
        let range = self.nodes[node as usize].points..self.nodes[node as usize + 1].points;
        let all = &self.points[range.start as usize..range.end as usize];
        let ends = self.ends_at(node);
        if ends.is_empty() {
            if sink.base > 0.0 {
                sink.top(all, sink.base);
                for (k, (&from, point)) in all.iter().zip(range).enumerate() {
                    if !self.is_above_floor[point as usize] {
                        sink.face(from, all[(k + 1) % all.len()], [0.0, sink.base]);
                    }
                }
            }
            return;
        }
        // Two points are a line, at which two walls meet or one ends.
        if all.len() > 2 {
            sink.wall(all);
        }
        for end in &self.ends[ends.start as usize..ends.end as usize] {
            let points = &self.points[end.gap.start as usize..end.gap.end as usize];
            for (pair, point) in points.windows(2).zip(end.gap.clone()) {
                sink.wall_face(pair[0], pair[1], self.is_above_floor[point as usize]);
            }
        }
    }

    fn write_floor(&self, cell: u32, sink: &mut Sink<'_>) {
        // Clockwise, as the corners of the cell are.
        let mut floor: Vec<Point> = Vec::new();
        let mut edges = Vec::new();
        let corners = self.corners_of(cell);
        for (k, number) in (0..).zip(corners) {
            floor.extend(self.facing(cell, k).points().map(|point| self.points[point as usize]));
            let way = self.ways[number as usize];
            let half = if way == Way::Out { -self.half } else { self.half };
            let start = floor.len() - 1;
            if way != Way::Open
                && let Some(nodes) = self.nodes_of_side(cell, k)
            {
                floor.extend(self.along(nodes, number).iter().map(|step| step.at(half)));
            }
            if way == Way::Out {
                edges.extend(start..floor.len());
            }
        }
        for edge in edges {
            sink.face(floor[(edge + 1) % floor.len()], floor[edge], [0.0, sink.base]);
        }
        floor.reverse();
        for triangle in self.triangles(cell) {
            cut_out(&mut floor, triangle);
        }
        sink.top(&floor, sink.base);
    }

    /// The bottom of the plate under a cell, and under what belongs to its sides at the edge of the plate.
    fn write_bottom(&self, cell: u32, sink: &mut Sink<'_>) {
        let mut bottom: Vec<Point> = Vec::new();
        for (k, number) in (0..).zip(self.corners_of(cell)) {
            let Some(nodes) = self.nodes_of_side(cell, k) else { continue };
            bottom.push(self.nodes[nodes[0] as usize].foot);
            let ends = match self.ways[number as usize] {
                Way::Out => [self.facing(cell, k).to, self.facing(cell, k + 1).from],
                Way::Wall(wall) if !self.walls[wall as usize].1 => {
                    let [start, end] = self.walls[wall as usize].0;
                    [self.ends[start as usize].gap.start, self.gap_before(nodes[1], end).end - 1]
                }
                _ => continue,
            };
            let [from, to] = ends.map(|point| self.points[point as usize]);
            let along = self.along(nodes, number);
            bottom.extend([from].into_iter().chain(along.iter().map(|step| step.at(-self.half))).chain([to]));
        }
        bottom.dedup();
        if bottom.first() == bottom.last() {
            bottom.pop();
        }
        bottom.reverse();
        sink.bottom(&bottom);
    }

    /// The bottom of the plate under the outer parts of a joint.
    fn write_bottom_of_joint(&self, node: u32, sink: &mut Sink<'_>) {
        let Node { foot, points: start, .. } = self.nodes[node as usize];
        let ends = self.ends_at(node);
        let mut part = vec![foot];
        let mut add = |is_outside: bool, from: u32, to: u32| {
            if is_outside {
                if part.len() == 1 {
                    part.push(self.points[from as usize]);
                }
                part.push(self.points[to as usize]);
            } else if part.len() > 1 {
                part.dedup();
                sink.bottom(&part);
                part.truncate(1);
            }
        };
        if ends.is_empty() {
            // Once around, from an edge that is not outside, if there is one.
            let count = self.nodes[node as usize + 1].points - start;
            let first = (0..count).find(|k| self.is_above_floor[(start + k) as usize]).unwrap_or_default();
            for k in (first..first + count).map(|k| k % count) {
                add(!self.is_above_floor[(start + k) as usize], start + k, start + (k + 1) % count);
            }
            add(false, 0, 0);
        }
        for end in &self.ends[ends.start as usize..ends.end as usize] {
            for point in end.gap.start..end.gap.end - 1 {
                add(!self.is_above_floor[point as usize], point, point + 1);
            }
            add(false, 0, 0);
        }
    }

    /// The triangles that show the stairs of a cell, counter-clockwise.
    fn triangles(&self, cell: u32) -> impl Iterator<Item = [Point; 3]> {
        let stairs = self.stairs.get((cell - self.first) as usize).copied();
        let [wide, high] = self.stair;
        stairs.into_iter().flat_map(move |(center, [up, down])| {
            // Alone in the middle; together one above the other.
            let apart = if up && down { high * 1.3 } else { 0.0 };
            let at = move |x: f64, y: f64| plus(center, [x, y]);
            let upwards = [at(-wide, apart - high), at(wide, apart - high), at(0.0, apart + high)];
            let downwards = [at(0.0, -apart - high), at(wide, high - apart), at(-wide, high - apart)];
            [(up, upwards), (down, downwards)]
                .into_iter()
                .filter(|(is_there, _)| *is_there)
                .map(|(_, triangle)| triangle)
        })
    }

    fn write_stairs(&self, cell: u32, sink: &mut Sink<'_>) {
        let top = f64::midpoint(sink.base, sink.top);
        for triangle in self.triangles(cell) {
            sink.top(&triangle, top);
            if sink.base == 0.0 {
                sink.bottom(&triangle);
            }
            for k in 0..3 {
                sink.face(triangle[k], triangle[(k + 1) % 3], [sink.base, top]);
            }
        }
    }
}
