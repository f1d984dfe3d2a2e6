//! Custom grids: any graph.

use std::collections::BTreeMap;
use std::fmt;

use super::mesh::{Corner, EdgeKind, Mesh};
use super::{Cell, Side, Sides};

/// The largest number of cells, so that their sides and corners can be counted in 32 bits.
const MAX_CELLS: usize = 1 << 28;

/// The largest number of sides of a cell.
const MAX_SIDES: usize = 8;

/// The largest number of characters in the name of a side.
const MAX_NAME: usize = 16;

/// More edges than these that belong to no side are not compared with each other.
const MAX_COMPARED: usize = 256;

/// The largest coordinate of a corner, in units of a cell.
const FARTHEST: f64 = 65_536.0;

/// The largest number of cells whose places the rectangle around a polygon may overlap, on average. It is four in a plain grid. This bounds
/// the time and memory that it takes to paint the cells of a graph.
const MAX_REACH: f64 = 64.0;

/// No neighbor.
const NONE: u32 = u32::MAX;

/// A graph that is built cell by cell, and then becomes a [`Mesh`]: a grid of kind [`Custom`](super::GridKind::Custom).
///
/// ```
/// use dedale::grid::{Graph, GraphCell, GraphSide, Grid, Mesh};
/// // A ring of five cells.
/// let mut graph = Graph::default();
/// for cell in 0..5 {
///     let side = |name, to| GraphSide { to: Some(to), ..GraphSide::from(name) };
///     graph.add(GraphCell { sides: &[side("next", (cell + 1) % 5), side("back", (cell + 4) % 5)], ..GraphCell::default() })?;
/// }
/// let ring: Mesh = graph.into_mesh()?;
/// let cell = ring.find([4]).unwrap();
/// assert_eq!(ring.across(cell, ring.side_named(cell, "next").unwrap()), ring.find([0]).unwrap());
/// # Ok::<(), dedale::grid::InvalidGraph>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Graph {
    look: Look,
    /// By cell: the start of its sides in `to`. The sides of the last cell end with it.
    starts: Vec<u32>,
    /// By side: the cell that it leads to.
    to: Vec<u32>,
    open: Vec<Sides>,
    tunnels: Vec<Sides>,
    /// The lists of names, each joined to one text, and their numbers in `look`.
    lists: BTreeMap<String, u32>,
    /// The names of the sides of the last cell.
    key: String,
}

/// A cell of a [`Graph`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GraphCell<'a> {
    /// The center of the cell, in units of a cell, `y` downwards. `None` for the mean of the corners.
    pub center: Option<[f64; 2]>,
    /// The corners of its polygon, clockwise: none, or at least three. Sides lie between [corners](GraphSide::corners), by default side `k` from corner `k`
    /// to corner `k + 1`. What lies at no side is always a wall.
    pub polygon: &'a [[f64; 2]],
    /// The sides, at most eight.
    pub sides: &'a [GraphSide<'a>],
}

/// A side of a [`GraphCell`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphSide<'a> {
    /// The name, which no other side of the cell has: 1 to 16 characters, without commas, semicolons and control characters.
    pub name: &'a str,
    /// The number of the cell across; `None` for an outer side.
    pub to: Option<u32>,
    /// True if the side is open in the maze that comes with the graph. If several sides of a cell lead to the same neighbor, those that are
    /// open are paired with the open ones of the neighbor, in order.
    pub is_open: bool,
    /// True if the side leads through a tunnel under other cells. It must be true for the sides at both ends of a tunnel.
    pub is_tunnel: bool,
    /// The numbers of the corners of the polygon between which the side lies, clockwise. `None` if it lies from the corner with its own number to the
    /// next one.
    pub corners: Option<[u32; 2]>,
}

impl<'a> From<&'a str> for GraphSide<'a> {
    /// Creates a closed outer side with this name.
    fn from(name: &'a str) -> GraphSide<'a> {
        GraphSide { name, ..GraphSide::default() }
    }
}

/// Why a [`Graph`] is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidGraph {
    /// The first wrong cell; `None` if the graph as a whole is wrong.
    pub cell: Option<Cell>,
    /// What is wrong.
    pub fault: String,
}

impl fmt::Display for InvalidGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Cell(cell)) = self.cell {
            write!(f, "cell {cell}: ")?;
        }
        f.write_str(&self.fault)
    }
}

impl std::error::Error for InvalidGraph {}

/// Creates an error about all cells together.
fn invalid(fault: String) -> InvalidGraph {
    InvalidGraph { cell: None, fault }
}

fn wrong_size() -> String {
    format!("a graph must have between 1 and {MAX_CELLS} cells")
}

impl Graph {
    /// Returns the number of cells so far.
    pub(crate) fn cells(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Adds a cell, whose number is the number of cells before it. Its neighbors may follow. Takes `O(log n)` for `n` different lists of
    /// names.
    ///
    /// # Errors
    ///
    /// [`InvalidGraph`] if the cell alone is wrong.
    pub fn add(&mut self, cell: GraphCell<'_>) -> Result<Cell, InvalidGraph> {
        let number = Cell(self.cells());
        self.check(cell).map_err(|fault| InvalidGraph { cell: Some(number), fault })?;
        self.key.clear();
        for side in cell.sides {
            self.key.push_str(side.name);
            // No name has this character.
            self.key.push('\0');
        }
        let list = match self.lists.get(&self.key) {
            Some(&list) => list,
            None => {
                let list = self.look.lists.len() as u32;
                self.look.lists.push(cell.sides.iter().map(|side| side.name.into()).collect());
                self.lists.insert(self.key.clone(), list);
                list
            }
        };
        self.look.list_of.push(list);
        self.look.centers.push(cell.center.map(without_sign));
        self.look.corner_starts.push(self.look.corners.len() as u32);
        self.look.corners.extend(cell.polygon.iter().copied().map(without_sign));
        let edges = edges_of(cell).map_err(|fault| InvalidGraph { cell: Some(number), fault })?;
        self.look.edges.extend(edges);
        self.starts.push(self.to.len() as u32);
        self.to.extend(cell.sides.iter().map(|side| side.to.unwrap_or(NONE)));
        let all = |is: fn(&GraphSide<'_>) -> bool| {
            (0..).zip(cell.sides).filter(|(_, side)| is(side)).map(|(side, _)| Side::new(side)).collect()
        };
        self.open.push(all(|side| side.is_open));
        self.tunnels.push(all(|side| side.is_tunnel));
        Ok(number)
    }

    fn check(&self, cell: GraphCell<'_>) -> Result<(), String> {
        if self.starts.len() == MAX_CELLS {
            return Err(wrong_size());
        }
        if cell.sides.len() > MAX_SIDES {
            return Err(format!("a cell must have at most {MAX_SIDES} sides"));
        }
        for (place, side) in cell.sides.iter().enumerate() {
            let characters = side.name.chars().take(MAX_NAME + 1).count();
            // These characters separate the names of sides in a query.
            let is_outside = |letter: char| letter.is_control() || [',', ';'].contains(&letter);
            if !(1..=MAX_NAME).contains(&characters) || side.name.contains(is_outside) {
                let name: String = side.name.chars().take(MAX_NAME + 1).collect();
                return Err(format!(
                    "{name:?} is no name of a side: it must have 1 to {MAX_NAME} characters, and no comma, semicolon or control \
                     character"
                ));
            }
            if cell.sides[..place].iter().any(|before| before.name == side.name) {
                return Err(format!("side {} is named twice", side.name));
            }
            if side.to.is_none() && side.is_tunnel {
                return Err(format!("side {} leads through a tunnel to no cell", side.name));
            }
        }
        let numbers = cell.center.iter().chain(cell.polygon).flatten();
        if numbers.into_iter().any(|number| !(-FARTHEST..=FARTHEST).contains(number)) {
            return Err(format!("coordinates must be between -{FARTHEST} and {FARTHEST}"));
        }
        match cell.polygon.len() {
            0 => Ok(()),
            corners if corners < 3 => Err(format!("the polygon has {corners} corners: it must have at least 3")),
            _ if twice_the_area(cell.polygon) > 0.0 => Ok(()),
            _ => Err("the polygon must run clockwise (y downwards) around an area".to_owned()),
        }
    }

    /// Returns the grid of these cells.
    /// Takes `O(n log n)` in the number of corners, and `O(n)` without them.
    ///
    /// # Errors
    ///
    /// [`InvalidGraph`] if neighbors are not symmetric, if the graph is not connected, and if polygons overlap too many others.
    pub fn into_mesh(self) -> Result<Mesh, InvalidGraph> {
        self.into_mesh_and_open().map(|(mesh, _)| mesh)
    }

    /// Returns the grid, and the open sides of each cell.
    pub(crate) fn into_mesh_and_open(mut self) -> Result<(Mesh, Vec<Sides>), InvalidGraph> {
        let cells = self.starts.len();
        if cells == 0 {
            return Err(invalid(wrong_size()));
        }
        self.starts.push(self.to.len() as u32);
        self.look.corner_starts.push(self.look.corners.len() as u32);
        let width = self.starts.windows(2).map(|pair| (pair[1] - pair[0]) as usize).max().unwrap_or(0);
        let mut across = vec![NONE; cells * width];
        let (mut inner, mut outer) = (vec![Sides::NONE; cells], vec![Sides::NONE; cells]);
        for cell in 0..cells {
            for (side, &to) in self.sides_of(cell).iter().enumerate() {
                let sides = if to == NONE { &mut outer[cell] } else { &mut inner[cell] };
                *sides = sides.with(Side::new(side as u8));
                if to != NONE {
                    let back = self.back(cell, side, to);
                    let back = back.map_err(|fault| InvalidGraph { cell: Some(Cell(cell as u32)), fault })?;
                    across[cell * width + side] = to << 3 | back as u32;
                }
            }
        }
        let tunnels = if self.tunnels.iter().all(|sides| sides.is_empty()) { Vec::new() } else { self.tunnels };
        self.look.spread = self.look.spread();
        let reach = self.look.spread.reach();
        if reach > MAX_REACH {
            return Err(invalid(format!(
                "the polygons lie over each other: the rectangle around each reaches over the places of {} cells on average, and may reach \
                 over {MAX_REACH}",
                reach.ceil()
            )));
        }
        self.look.number_corners();
        let mesh = Mesh::of_graph(self.look, width, across, [inner, outer, tunnels]);
        let Ok((_, parts)) = mesh.parts(|_| true, &mut ());
        if parts.len() > 1 {
            return Err(invalid(format!(
                "the cells fall into {} parts, and there must be a way between any two if all walls are open",
                parts.len()
            )));
        }
        Ok((mesh, self.open))
    }

    /// Returns the cell across each side of a cell.
    fn sides_of(&self, cell: usize) -> &[u32] {
        &self.to[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }

    /// Returns the side of the neighbor that leads back.
    fn back(&self, cell: usize, side: usize, to: u32) -> Result<usize, String> {
        let name = &self.look.names(Cell(cell as u32))[side];
        if to as usize >= self.open.len() {
            return Err(format!("side {name} leads to cell {to}, which does not exist"));
        }
        if to as usize == cell {
            return Err(format!("side {name} leads to its own cell"));
        }
        let leading = |from: usize, to: usize| {
            (0..).zip(self.sides_of(from)).filter(move |&(_, &neighbor)| neighbor as usize == to).map(|(side, _)| side)
        };
        let traits = |cell: usize, side: usize| {
            let side = Side::new(side as u8);
            (self.open[cell].contains(side), self.tunnels[cell].contains(side))
        };
        let (there, back) = (leading(cell, to as usize).count(), leading(to as usize, cell).count());
        match (there, back) {
            _ if there == back => {}
            (1, 0) => return Err(format!("side {name} leads to cell {to}, which has no side that leads back")),
            _ => {
                return Err(format!("side {name} leads to cell {to} ({there} sides do), but {back} sides lead back"));
            }
        }
        let own @ (is_open, is_tunnel) = traits(cell, side);
        let rank = leading(cell, to as usize).filter(|&other| other < side && traits(cell, other) == own).count();
        let back = leading(to as usize, cell).filter(|&other| traits(to as usize, other) == own).nth(rank);
        back.ok_or_else(|| {
            let wall = if is_open { "no wall" } else { "a wall" };
            let tunnel = if is_tunnel { " and a tunnel" } else { "" };
            format!("{wall}{tunnel} on side {name}, but no side of cell {to} that leads back has the same")
        })
    }
}

/// The number of the side of an edge that belongs to none: a wall, or an edge that another one of the cell leads back.
const NO_SIDE: u8 = u8::MAX;
const SEAM: u8 = u8::MAX - 1;

/// Returns the side of each edge of the polygon of a cell.
fn edges_of(cell: GraphCell<'_>) -> Result<Vec<u8>, String> {
    let count = cell.polygon.len();
    let mut edges = vec![NO_SIDE; count];
    for (number, side) in (0_u8..).take(MAX_SIDES).zip(cell.sides) {
        let [from, to] = match side.corners {
            Some(corners) => corners.map(|corner| corner as usize),
            None if usize::from(number) < count => [number.into(), (usize::from(number) + 1) % count],
            None => continue,
        };
        if from.max(to) >= count || from == to {
            return Err(format!(
                "side {} lies from corner {from} to corner {to}, and the polygon has corners 0 to {}",
                side.name,
                count as i64 - 1
            ));
        }
        for edge in (from..from + (to + count - from) % count).map(|edge| edge % count) {
            if edges[edge] != NO_SIDE {
                let other = cell.sides[usize::from(edges[edge])].name;
                return Err(format!("side {} lies where side {other} does, after corner {edge}", side.name));
            }
            edges[edge] = number;
        }
    }
    let ends = |edge: usize| [cell.polygon[edge], cell.polygon[(edge + 1) % count]];
    let walls: Vec<usize> = (0..count).filter(|&edge| edges[edge] == NO_SIDE).collect();
    for &edge in walls.iter().filter(|_| walls.len() <= MAX_COMPARED) {
        let [from, to] = ends(edge);
        if walls.iter().any(|&other| ends(other) == [to, from]) {
            edges[edge] = SEAM;
        }
    }
    Ok(edges)
}

/// Returns the point without negative zeros, which would make another point of it.
fn without_sign(point: [f64; 2]) -> [f64; 2] {
    point.map(|number| number + 0.0)
}

/// Returns twice the area of a polygon, which is positive if the corners are clockwise while `y` points down.
fn twice_the_area(corners: &[[f64; 2]]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|([ax, ay], [bx, by])| ax * by - ay * bx).sum()
}

/// The names and polygons of the cells of a graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Look {
    /// The different lists of names of sides.
    lists: Vec<Box<[Box<str>]>>,
    /// By cell: the number of its list.
    list_of: Vec<u32>,
    centers: Vec<Option<[f64; 2]>>,
    /// By cell: the start of its corners. One more entry follows for their end.
    corner_starts: Vec<u32>,
    corners: Vec<[f64; 2]>,
    /// By corner: the number of the side of the edge after it, or [`NO_SIDE`].
    edges: Vec<u8>,
    /// By corner: a number that is the same for all corners at this place.
    corner_numbers: Vec<u32>,
    spread: Spread,
}

/// How far polygons reach over others: the sums of the widths, heights and areas of the rectangles around them, as parts of the rectangle
/// around all.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Spread {
    polygons: f64,
    width: f64,
    height: f64,
    area: f64,
}

impl Spread {
    /// Returns a sum over all polygons of the product of two lengths, across and down. `whole` is the length of something as large as all
    /// polygons together, and `least` is added to each length.
    pub(crate) fn within(&self, [[across, least_across], [down, least_down]]: [[f64; 2]; 2]) -> f64 {
        self.polygons * least_across * least_down
            + self.width * across * least_down
            + self.height * down * least_across
            + self.area * across * down
    }

    /// Returns the average number of cells that a rectangle overlaps, if all cells are of the same size.
    fn reach(&self) -> f64 {
        let cells = self.polygons.max(1.0);
        self.within([[cells.sqrt(), 1.0]; 2]) / cells
    }

    /// Returns the factor by which painting the cells takes longer than painting those of a plain grid: at least 1.
    pub(crate) fn overlap(&self) -> f64 {
        (self.reach() / 4.0).max(1.0)
    }
}

impl Look {
    fn spread(&self) -> Spread {
        let around = |corners: &[[f64; 2]]| {
            let none = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
            let [low, high] = corners
                .iter()
                .fold(none, |[low, high], &[x, y]| [[low[0].min(x), low[1].min(y)], [high[0].max(x), high[1].max(y)]]);
            [high[0] - low[0], high[1] - low[1]]
        };
        let [width, height] = around(&self.corners);
        let polygons = self.corner_starts.windows(2).map(|ends| &self.corners[ends[0] as usize..ends[1] as usize]);
        let mut spread = Spread::default();
        for polygon in polygons.filter(|polygon| !polygon.is_empty()) {
            let [across, down] = around(polygon);
            spread.polygons += 1.0;
            spread.width += across / width;
            spread.height += down / height;
            spread.area += across / width * (down / height);
        }
        spread
    }

    pub(super) fn known_spread(&self) -> Spread {
        self.spread
    }

    fn number_corners(&mut self) {
        let bits = |corner: u32| self.corners[corner as usize].map(f64::to_bits);
        let mut order: Vec<u32> = (0..self.corners.len() as u32).collect();
        order.sort_unstable_by_key(|&corner| bits(corner));
        let mut numbers = vec![0; order.len()];
        let mut number = 0;
        for (place, &corner) in order.iter().enumerate() {
            if place > 0 && bits(corner) != bits(order[place - 1]) {
                number += 1;
            }
            numbers[corner as usize] = number;
        }
        self.corner_numbers = numbers;
    }

    pub(super) fn cells(&self) -> u32 {
        self.list_of.len() as u32
    }

    pub(super) fn names(&self, cell: Cell) -> &[Box<str>] {
        &self.lists[self.list_of[cell.index()] as usize]
    }

    fn corner_range(&self, cell: Cell) -> std::ops::Range<usize> {
        self.corner_starts[cell.index()] as usize..self.corner_starts[cell.index() + 1] as usize
    }

    pub(super) fn corners(&self, cell: Cell) -> usize {
        self.corner_range(cell).len()
    }

    pub(super) fn corner(&self, cell: Cell, corner: usize) -> Corner {
        let place = self.corner_range(cell).start + corner;
        Corner { id: self.corner_numbers[place].into(), at: self.corners[place] }
    }

    /// Returns what an edge is.
    pub(super) fn kind(&self, cell: Cell, edge: usize) -> EdgeKind {
        match self.edges[self.corner_range(cell).start + edge] {
            NO_SIDE => EdgeKind::Wall(NONE),
            SEAM => EdgeKind::Seam,
            side => EdgeKind::Side(Side::new(side)),
        }
    }

    /// Returns true if each of the first sides of a cell is an edge, in their order, and there are no other edges.
    pub(super) fn is_usual(&self, cell: Cell) -> bool {
        let edges = &self.edges[self.corner_range(cell)];
        (0..).zip(edges).all(|(number, &side)| number == side)
    }

    /// Returns the longest edge of a side, the same from both cells.
    pub(super) fn longest_edge(&self, cell: Cell, side: Side) -> Option<usize> {
        let range = self.corner_range(cell);
        let (corners, count) = (&self.corners[range.clone()], range.len());
        let edges = (0..count).filter(|&edge| self.kind(cell, edge) == EdgeKind::Side(side));
        let key = |edge: usize| {
            let [a, b] = [corners[edge], corners[(edge + 1) % count]];
            let [x, y] = [0, 1].map(|axis| a[axis] - b[axis]);
            (x * x + y * y, a[0].max(b[0]), a[1].max(b[1]))
        };
        edges.max_by(|&a, &b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal))
    }

    pub(super) fn given_center(&self, cell: Cell) -> Option<[f64; 2]> {
        self.centers[cell.index()]
    }

    /// Returns the given center, or else the mean of the corners.
    pub(super) fn center(&self, cell: Cell) -> [f64; 2] {
        self.given_center(cell).unwrap_or_else(|| {
            let corners = &self.corners[self.corner_range(cell)];
            let count = corners.len().max(1) as f64;
            [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / count)
        })
    }

    pub(super) fn is_drawable(&self) -> bool {
        self.corner_starts.windows(2).all(|pair| pair[0] < pair[1])
    }
}
