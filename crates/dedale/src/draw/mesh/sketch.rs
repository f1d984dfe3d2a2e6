//! What is drawn of each cell: the same lines for every kind of picture.

use super::OnMesh;
use super::layout::{Layout, crossing_of_side};
use crate::draw::canvas::{Cap, Stroke};
use crate::draw::heat::Heat;
use crate::draw::layers::{Layer, Layers};
use crate::draw::line::{
    Line, LineStep, Pen, Point, Segment, along, between, encircle, half_way, join, length, minus, on_circle, plus,
    times,
};
use crate::draw::marks::{Door, Dot, End, Mark, WayOut, marks, of_things};
use crate::grid::{
    Address, Arc, Cell, Corner, Crossing, EdgeKind, Grid, GridKind, Mesh, PolygonEdge, Side, Sides, Wrap,
};
use crate::picture::{LockPlace, Picture, Style, Trail};

/// The least width of an opening whose direction follows from its ends, in cells.
const LEAST_OPENING: f64 = 0.1;

/// How far the railings of a bridge are from the edges of its cell, and how far they flare out at their ends.
const RAILING: f64 = 0.22;
const FLARE: f64 = 0.2;

/// How much larger than a dot a symbol is.
const OF_DOT: f64 = 1.15;

/// Where the symbol of a door at stairs is, seen from the middle of its cell, and how large it is, in symbols of a cell: beside the triangles.
const BESIDE_STAIRS: [f64; 2] = [0.28, -0.28];
const AT_STAIRS: f64 = 0.55;

/// How far the area of a cell that is cut along an outline continues beyond an open edge at most, in cells.
const AREA_BEYOND: f64 = 0.15;

/// Nodes that are no corners of cells: the numbers of corners have fewer bits.
const BRIDGE: u64 = 1 << 63;

/// How many cells are drawn at a time.
const BAND: u32 = 1 << 14;

/// A picture, and the positions of everything in it.
#[derive(Clone, Copy)]
pub(crate) struct Sketch<'a> {
    picture: &'a Picture,
    mesh: &'a Mesh,
    layout: &'a Layout,
}

pub(crate) fn layers(shown @ OnMesh { mesh, .. }: OnMesh<'_>, style: &Style) -> Layers<Layout> {
    let layout = Layout::new(mesh, *style);
    let sketch = Sketch::new(shown, &layout);
    let most = mesh.rock().map_or(0, Grid::cells).max(mesh.cells());
    Layers {
        size: layout.units,
        middle: layout.middle,
        layers: sketch.layers(),
        bands: most.div_ceil(BAND).into(),
        marks: [sketch.marks(), sketch.things()].concat(),
        state: layout,
    }
}

/// The corners of a cell.
struct Polygon {
    /// Those of all cells but a few.
    first: [Corner; 8],
    /// All of them, if there are more.
    more: Vec<Corner>,
    count: usize,
    center: Point,
}

impl Polygon {
    fn corner(&self, k: usize) -> Corner {
        self.first.get(k).filter(|_| self.more.is_empty()).copied().unwrap_or_else(|| self.more[k])
    }

    fn at(&self, k: usize) -> Point {
        self.corner(k).at
    }

    /// Returns the two corners of an edge of the cell.
    fn corners(&self, edge: PolygonEdge) -> [Corner; 2] {
        let k = edge.number();
        [k, if k + 1 == self.count { 0 } else { k + 1 }].map(|k| self.corner(k))
    }

    /// Returns the two ends of an edge.
    fn ends(&self, edge: PolygonEdge) -> [Point; 2] {
        self.corners(edge).map(|corner| corner.at)
    }

    fn segment(&self, edge: PolygonEdge, arc: Option<Arc>) -> Segment {
        let corners = self.corners(edge);
        Segment { nodes: corners.map(|corner| corner.id), ends: corners.map(|corner| corner.at), arc }
    }

    fn middle(&self, edge: PolygonEdge) -> Point {
        let [from, to] = self.ends(edge);
        half_way(from, to)
    }

    /// Returns the line of the railing along an edge, from one end of the edge to the other.
    fn railing(&self, edge: PolygonEdge) -> [Point; 4] {
        let [from, to] = self.ends(edge);
        let inwards = times(minus(self.center, half_way(from, to)), 2.0 * RAILING);
        [from, plus(between(from, to, FLARE), inwards), plus(between(to, from, FLARE), inwards), to]
    }
}

/// One end of the tunnel under a cell.
struct Mouth {
    /// The edge of the cell that is crossed.
    edge: PolygonEdge,
    /// The same edge of the cell that the tunnel begins at.
    near: PolygonEdge,
    is_open: bool,
    /// True if the two are at opposite edges of the picture.
    is_at_seam: bool,
}

impl<'a> Sketch<'a> {
    pub(crate) fn new(OnMesh { picture, mesh }: OnMesh<'a>, layout: &'a Layout) -> Sketch<'a> {
        Sketch { picture, mesh, layout }
    }

    pub(crate) fn draw(&self, layer: Layer, band: u64, pen: &mut Pen<'_>) {
        let of = if layer == Layer::Rock { self.mesh.rock() } else { Some(self.mesh) };
        let (first, most) = (band as u32 * BAND, of.map_or(0, Grid::cells));
        for line in self.lines(layer, (first..(first + BAND).min(most)).map(Cell)) {
            line.draw(layer.is_filled(), pen);
        }
    }

    /// Draws the areas of cells of one shade of a heat map.
    pub(crate) fn draw_shade(&self, heat: Heat, step: u32, cells: &[Cell], pen: &mut Pen<'_>) {
        let Some(distances) = &self.picture.distances else { return };
        let reaches = |far| heat.step(distances, far).is_some_and(|far| far <= step);
        cells.iter().for_each(|&cell| self.area(cell, reaches).draw(true, pen));
    }

    /// Returns the layers that are drawn, in their order, and how they are stroked; `None` for areas.
    pub(crate) fn layers(&self) -> Vec<(Layer, Option<Stroke>)> {
        let (mesh, layout) = (self.mesh, self.layout);
        let stroke = |pixels: f64, cap: Cap| Some(Stroke { width: layout.style.in_cells(pixels), cap });
        let (path, wall) = (layout.path_width(), f64::from(layout.style.wall));
        let (has_path, has_tunnels) = (self.picture.path.is_some(), !mesh.crossings().is_empty());
        let is_filled = layout.style.fills_path(&self.picture.metadata);
        // Where cells were taken out, they show where the maze ends.
        let is_shape = mesh.options().mask.is_some() && mesh.rock().is_none();
        let layers = [
            (mesh.rock().is_some(), Layer::Rock, None),
            (
                !mesh.details().is_empty(),
                Layer::Details,
                Some(Stroke { width: layout.detail_width(), cap: Cap::Round }),
            ),
            (has_path && !is_filled, Layer::Path, stroke(path, Cap::Round)),
            (has_path && is_filled, Layer::PathCells, None),
            (has_path && has_tunnels, Layer::Mouths, stroke(path, Cap::Butt)),
            (true, Layer::Marks, None),
            (mesh.options().floors > 1, Layer::Stairs, None),
            (self.wraps(), Layer::Dashes, stroke(wall, Cap::Butt)),
            (true, Layer::Walls, stroke(wall, Cap::Round)),
            (is_shape, Layer::Border, stroke(layout.border_width(), Cap::Round)),
        ];
        layers.into_iter().filter(|layer| layer.0).map(|(_, layer, stroke)| (layer, stroke)).collect()
    }

    /// Returns the marks of the entrance and the exit.
    pub(crate) fn marks(&self) -> Vec<Mark> {
        marks(&self.layout.style, self.layout.units, self.ends())
    }

    /// Returns the entrance and the exit.
    fn ends(&self) -> [Option<End>; 2] {
        let (mesh, Picture { from, to, .. }, doors) = (self.mesh, self.picture, self.picture.doors());
        let are_known = [&self.picture.metadata.from, &self.picture.metadata.to].map(|end| !end.is_empty());
        let ends = [(*from, doors[0], from == to, are_known[0]), (*to, doors[1], false, are_known[1])];
        ends.map(|(end, door, is_shared, is_known)| {
            if !is_known {
                return None;
            }
            let [radius, thickness] = self.layout.mark(mesh, end).map(|pixels| self.layout.style.in_cells(pixels));
            let dot = Dot { center: self.center(end), radius, thickness };
            let door = door.and_then(|side| self.opening(end, side));
            Some(End { dot, room: OF_DOT * radius, door, is_shared })
        })
    }

    /// Returns the opening at a side: of one that may have several edges, that between its ends, unless it is too narrow to have a direction.
    fn opening(&self, cell: Cell, side: Side) -> Option<WayOut> {
        let outline = self.outline(cell);
        // Corners are clockwise.
        let between = self.mesh.corners_of(cell, side).map(|ends| ends.map(|corner| outline.at(corner)));
        let opening = between.filter(|&[from, to]| length(minus(to, from)) > LEAST_OPENING).map(|[from, to]| {
            let [x, y] = minus(to, from);
            WayOut { middle: half_way(from, to), out: times([y, -x], 1.0 / length([x, y])) }
        });
        opening.or_else(|| Some(WayOut::seen_from(self.center(cell), outline.middle(self.mesh.edge(cell, side)?))))
    }

    /// Returns the marks of the things in the maze.
    pub(crate) fn things(&self) -> Vec<Mark> {
        let (mesh, metadata, style) = (self.mesh, &self.picture.metadata, self.layout.style);
        let find = |numbers: &[u64]| {
            let numbers: Vec<u32> = numbers.iter().map(|&number| number as u32).collect();
            mesh.find(Address::try_from(&numbers[..]).ok()?)
        };
        let room = |cell: Cell| OF_DOT * style.in_cells(self.layout.mark(mesh, cell)[0]);
        let door = |lock: &LockPlace| {
            let (number, near) = (lock.lock, find(&lock.cell)?);
            let room = room(near);
            Some(match mesh.edge(near, mesh.side_named(near, &lock.side)?) {
                Some(edge) => {
                    let outline = self.outline(near);
                    Door { number, ends: Some(outline.ends(edge)), middle: outline.middle(edge), room }
                }
                None => {
                    let middle = plus(self.center(near), BESIDE_STAIRS);
                    Door { number, ends: None, middle, room: room * AT_STAIRS }
                }
            })
        };
        let place = |numbers: &[u64]| find(numbers).map(|cell| (self.center(cell), room(cell)));
        of_things(&style, metadata, place, door)
    }

    pub(crate) fn center(&self, cell: Cell) -> Point {
        plus(self.mesh.center(cell), self.layout.shift(self.mesh, cell))
    }

    fn outline(&self, cell: Cell) -> Polygon {
        self.outline_on(self.mesh, cell)
    }

    /// Returns the corners of a cell of the mesh, or of a cell that was taken out of it.
    fn outline_on(&self, mesh: &Mesh, cell: Cell) -> Polygon {
        let shift = self.layout.shift(mesh, cell);
        let polygon = mesh.polygon(cell);
        let count = polygon.len();
        let shifted = polygon.map(|Corner { id, at }| Corner { id, at: plus(at, shift) });
        let mut first = [Corner { id: 0, at: [0.0; 2] }; 8];
        let mut more = Vec::new();
        if count > first.len() {
            more.extend(shifted);
        } else {
            first.iter_mut().zip(shifted).for_each(|(place, corner)| *place = corner);
        }
        Polygon { first, more, count, center: plus(mesh.center(cell), shift) }
    }

    /// Returns the lines of a layer in some cells, joined: those of [`Layer::Rock`] are cells of what was taken out, in the order of their numbers. The
    /// outlines of areas are closed.
    fn lines(&self, layer: Layer, cells: impl Iterator<Item = Cell>) -> Vec<Line> {
        if layer == Layer::Rock {
            return self.mesh.rock().map(|rock| self.outlines(rock, &cells.collect::<Vec<_>>())).unwrap_or_default();
        }
        if layer == Layer::Details {
            // All of them with the first cells.
            let is_first = cells.into_iter().next() == Some(Cell(0));
            return if is_first { self.details().collect() } else { Vec::new() };
        }
        if layer == Layer::Plate {
            return self.outlines(self.mesh, &cells.collect::<Vec<_>>());
        }
        let (mut segments, mut lines) = (Vec::new(), Vec::new());
        let mut floor = 0;
        for cell in cells {
            // Corners have the same numbers on all floors.
            let next = self.layout.floor(self.mesh, cell);
            if floor != next {
                floor = next;
                lines.extend(join(&segments, self.layout.middle));
                segments.clear();
            }
            self.add(layer, cell, &mut segments, &mut lines);
        }
        lines.extend(join(&segments, self.layout.middle));
        lines
    }

    /// Returns the lines inside of the shape.
    pub(crate) fn details(&self) -> impl Iterator<Item = Line> {
        let shift = self.layout.shift(self.mesh, Cell(0));
        self.mesh.details().iter().filter_map(move |points| {
            let (&start, rest) = points.split_first()?;
            let steps = rest.iter().map(|&to| LineStep::straight(plus(to, shift))).collect();
            Some(Line { start: plus(start, shift), steps })
        })
    }

    /// Adds the parts of a layer in a cell: segments, to be joined with others, and whole lines.
    pub(crate) fn add(&self, layer: Layer, cell: Cell, segments: &mut Vec<Segment>, lines: &mut Vec<Line>) {
        match (layer, &self.picture.path) {
            (Layer::Rock, _) => self.add_rock(cell, lines),
            (Layer::Path, Some(path)) => self.add_path(path, cell, segments),
            (Layer::Mouths, Some(path)) => self.add_mouths(path, cell, lines),
            // Through open sides, the area of a cell runs on into the next one.
            (Layer::PathCells, Some(path)) if path.passes(cell) => lines.push(self.area(cell, |far| path.passes(far))),
            (Layer::PathCells, _)
            | (Layer::Path | Layer::Mouths, None)
            | (Layer::Details | Layer::Marks | Layer::Plate, _) => {}
            (Layer::Openings, _) => self.add_openings(cell, segments),
            (Layer::Stairs, _) => self.add_stairs(cell, lines),
            (Layer::Dashes, _) => self.add_dashes(cell, lines),
            (Layer::Walls, _) => self.add_walls(cell, segments),
            (Layer::Border, _) => self.add_border(cell, segments),
        }
    }

    /// The outline of a cell that was taken out.
    fn add_rock(&self, cell: Cell, lines: &mut Vec<Line>) {
        let Some(rock) = self.mesh.rock() else { return };
        let outline = self.outline_on(rock, cell);
        let step = |edge: PolygonEdge| LineStep { to: outline.ends(edge)[1], arc: rock.arc(edge) };
        lines.push(Line { start: outline.at(0), steps: rock.edges(cell).map(step).collect() });
    }

    /// Returns the outlines of areas of cells that were taken out: all edges except those between two such cells. So the areas have no seams, and
    /// a translucent color is the same everywhere in them.
    fn outlines(&self, rock: &Mesh, cells: &[Cell]) -> Vec<Line> {
        let mut lines = Vec::new();
        // Corners have the same numbers on all floors.
        for cells in cells.chunk_by(|&a, &b| self.layout.floor(rock, a) == self.layout.floor(rock, b)) {
            let is_between = |edge: PolygonEdge| {
                let cell = edge.cell();
                let side = match edge.kind() {
                    EdgeKind::Side(side) => side,
                    EdgeKind::Seam => return true,
                    EdgeKind::Wall(_) => return rock.is_inner_wall(edge),
                };
                let is_inner = rock.inner_sides(cell).contains(side);
                let far = is_inner.then(|| rock.edge(rock.across(cell, side), rock.opposite(cell, side))).flatten();
                far.is_some_and(|far| !is_apart(rock, edge, far) && cells.binary_search(&far.cell()).is_ok())
            };
            let mut edges = Vec::new();
            for &cell in cells {
                let outline = self.outline_on(rock, cell);
                let outer = rock.edges(cell).filter(|&edge| !is_between(edge));
                edges.extend(outer.map(|edge| outline.segment(edge, rock.arc(edge))));
            }
            lines.extend(encircle(edges, self.layout.middle));
        }
        lines
    }

    fn wraps(&self) -> bool {
        self.mesh.options().wrap != Wrap::Off
    }

    /// Returns the same edge of the cell that lies right beside a square, whether or not the two are neighbors.
    pub(crate) fn beside(&self, edge: PolygonEdge) -> Option<PolygonEdge> {
        let mesh = self.mesh;
        let (columns, rows) = (mesh.options().columns, mesh.options().rows);
        let address = mesh.address(edge.cell());
        let &[row, column] = address.numbers() else { return None };
        let (to, back) = match edge.side()? {
            Side::N => ([(row + rows - 1) % rows, column], Side::S),
            Side::E => ([row, (column + 1) % columns], Side::W),
            Side::S => ([(row + 1) % rows, column], Side::N),
            _ => ([row, (column + columns - 1) % columns], Side::E),
        };
        mesh.edge(mesh.find(to)?, back)
    }

    /// Returns true if an edge and that across are at opposite edges of the picture.
    fn is_seam(&self, edge: PolygonEdge, far: PolygonEdge) -> bool {
        self.wraps() && is_apart(self.mesh, edge, far)
    }

    fn across(&self, cell: Cell, side: Side) -> (Cell, Side) {
        (self.mesh.across(cell, side), self.mesh.opposite(cell, side))
    }

    /// Returns the same edge of the cell across; `None` if that one has no edge.
    fn edge_across(&self, edge: PolygonEdge) -> Option<PolygonEdge> {
        let (far, back) = self.across(edge.cell(), edge.side()?);
        self.mesh.edge(far, back)
    }

    /// Returns the ends of the tunnel under a cell, if one is there.
    fn mouths(&self, cell: Cell) -> impl Iterator<Item = Mouth> {
        let crossings = self.mesh.crossings();
        let found = crossings.binary_search_by_key(&cell, |crossing| crossing.cell).ok().map(|place| crossings[place]);
        let sides =
            found.into_iter().flat_map(move |Crossing { side, .. }| [Some(side), self.mesh.straight_ahead(cell, side)]);
        sides.flatten().filter_map(move |side| {
            let edge = self.mesh.edge(cell, side)?;
            let near = self.beside(edge)?;
            let is_open = self.picture.maze.passages(near.cell()).contains(near.side()?);
            Some(Mouth { edge, near, is_open, is_at_seam: self.is_seam(edge, near) })
        })
    }

    /// Returns true if a cell draws the wall at one of its sides. Of two cells, the first draws the wall between them; at an edge of the picture and at a
    /// tunnel, each draws its own.
    fn has_wall(&self, edge: PolygonEdge, side: Side) -> bool {
        let (mesh, cell) = (self.mesh, edge.cell());
        if !mesh.inner_sides(cell).contains(side) {
            return true;
        }
        if mesh.is_tunnel(cell, side) {
            return self.beside(edge).is_some_and(|far| self.is_seam(edge, far));
        }
        (cell, side) < self.across(cell, side) || self.edge_across(edge).is_none_or(|far| self.is_seam(edge, far))
    }

    fn add_walls(&self, cell: Cell, segments: &mut Vec<Segment>) {
        let (mesh, maze) = (self.mesh, &self.picture.maze);
        let (inner, open) = (mesh.inner_sides(cell), maze.open_sides(cell));
        let outline = self.outline(cell);
        let closed_in = |sides: Sides| sides.into_iter().filter(|&side| !open.contains(side));
        let closed: Sides = closed_in(inner).chain(closed_in(mesh.outer_sides(cell))).collect();
        let is_usual = mesh.is_usual(cell);
        // Inner sides come first. A cell that is cut has edges of no side as well.
        let of_sides = closed_in(inner).chain(closed_in(mesh.outer_sides(cell))).filter(|_| is_usual);
        let of_cut = mesh.edges(cell).filter(|_| !is_usual);
        for edge in of_sides.filter_map(|side| mesh.edge(cell, side)).chain(of_cut) {
            let is_ours = match edge.kind() {
                EdgeKind::Side(side) => closed.contains(side) && self.has_wall(edge, side),
                EdgeKind::Wall(_) => mesh.is_fixed_wall(edge),
                EdgeKind::Seam => false,
            };
            if is_ours {
                segments.push(outline.segment(edge, mesh.arc(edge)));
            }
        }
        if mesh.crossings().is_empty() {
            return;
        }
        for mouth in self.mouths(cell) {
            if !mouth.is_open {
                segments.push(outline.segment(mouth.edge, mesh.arc(mouth.edge)));
                continue;
            }
            let ([from, to], points) = (outline.segment(mouth.edge, None).nodes, outline.railing(mouth.edge));
            let node = |k: u64| BRIDGE | u64::from(cell.0) << 3 | (mouth.edge.number() as u64) << 1 | k;
            for (k, nodes) in [[from, node(0)], [node(0), node(1)], [node(1), to]].into_iter().enumerate() {
                segments.push(Segment { nodes, ends: [points[k], points[k + 1]], arc: None });
            }
        }
    }

    /// The walls of a cell with no other cell behind them.
    fn add_border(&self, cell: Cell, segments: &mut Vec<Segment>) {
        let mesh = self.mesh;
        let closed = mesh.outer_sides(cell).minus(self.picture.maze.open_sides(cell));
        // Nearly all cells are far from the outline.
        if closed.is_empty() && mesh.is_usual(cell) {
            return;
        }
        let outline = self.outline(cell);
        let is_border = |edge: &PolygonEdge| match edge.kind() {
            EdgeKind::Side(side) => closed.contains(side),
            EdgeKind::Wall(_) => !mesh.is_inner_wall(*edge),
            EdgeKind::Seam => false,
        };
        segments.extend(mesh.edges(cell).filter(is_border).map(|edge| outline.segment(edge, mesh.arc(edge))));
    }

    /// The open sides of a cell that lead to none beside it.
    fn add_openings(&self, cell: Cell, segments: &mut Vec<Segment>) {
        let (mesh, outline, open) = (self.mesh, self.outline(cell), self.picture.maze.open_sides(cell));
        let is_open = |edge: PolygonEdge| edge.side().is_some_and(|side| open.contains(side));
        let openings = mesh.edges(cell).filter(|&edge| is_open(edge) && self.beyond(edge).is_none());
        segments.extend(openings.map(|edge| outline.segment(edge, mesh.arc(edge))));
    }

    /// Two dashes for each open edge that leads to the opposite edge of the picture.
    fn add_dashes(&self, cell: Cell, lines: &mut Vec<Line>) {
        if !self.wraps() {
            return;
        }
        let mesh = self.mesh;
        let is_dashed = |&edge: &PolygonEdge| {
            let is_tunnel = edge.side().is_some_and(|side| mesh.is_tunnel(cell, side));
            let far = if is_tunnel { self.beside(edge) } else { self.edge_across(edge) };
            far.is_some_and(|far| self.is_seam(edge, far))
        };
        let open = self.picture.maze.passages(cell).into_iter().filter_map(|side| mesh.edge(cell, side));
        let mouths = self.mouths(cell).filter(|mouth| mouth.is_open && mouth.is_at_seam).map(|mouth| mouth.edge);
        for edge in open.filter(is_dashed).chain(mouths) {
            let [from, to] = self.outline(cell).ends(edge);
            let dash = |start: f64| Line::through(between(from, to, start), &[between(from, to, start + 0.25)]);
            lines.extend([dash(0.125), dash(0.625)]);
        }
    }

    /// Adds a triangle for each direction in which stairs lead, upwards and downwards.
    fn add_stairs(&self, cell: Cell, lines: &mut Vec<Line>) {
        let Some(stairs) = self.mesh.up_and_down() else { return };
        let (center, passages) = (self.center(cell), self.picture.maze.passages(cell));
        let [up, down] = stairs.map(|side| passages.contains(side));
        // Alone in the middle; together one above the other.
        let apart = if up && down { 0.18 } else { 0.0 };
        let mut triangle = |middle: f64, height: f64| {
            let at = |x: f64, y: f64| plus(center, [x, y]);
            lines.push(Line::through(
                at(0.0, middle - height),
                &[at(0.19, middle + height), at(-0.19, middle + height)],
            ));
        };
        if up {
            triangle(-apart, 0.14);
        }
        if down {
            triangle(apart, -0.14);
        }
    }

    /// Returns the point at which the path crosses an edge: in the middle, or on the straight line from center to center.
    fn gate(&self, edge: PolygonEdge, outline: &Polygon) -> Point {
        match self.beyond(edge) {
            // A cell that is cut is not always on the straight line.
            Some((far, _)) if self.mesh.is_usual(edge.cell()) && self.mesh.is_usual(far) => {
                crossing_of_side(outline.ends(edge), [outline.center, self.center(far)])
            }
            _ => outline.middle(edge),
        }
    }

    /// Returns the cell across an edge, and its side, if it lies right beside it in the picture.
    fn beyond(&self, edge: PolygonEdge) -> Option<(Cell, Side)> {
        let (mesh, cell, side) = (self.mesh, edge.cell(), edge.side()?);
        let is_seam = || self.edge_across(edge).is_some_and(|far| self.is_seam(edge, far));
        let is_direct = mesh.inner_sides(cell).contains(side) && !mesh.is_tunnel(cell, side) && !is_seam();
        is_direct.then(|| self.across(cell, side))
    }

    /// Returns the edge that the path crosses across an edge, if the cell there is cut along an outline.
    fn cut_edge_beyond(&self, edge: PolygonEdge) -> Option<PolygonEdge> {
        let (far, back) = self.beyond(edge).filter(|(far, _)| !self.mesh.is_usual(*far))?;
        self.mesh.edge(far, back)
    }

    /// Returns the node of the path at an edge: the same for both cells.
    fn gate_node(&self, edge: PolygonEdge) -> u64 {
        let here = (edge.cell(), edge.side().unwrap_or(Side::N));
        let (cell, side) = self.beyond(edge).map_or(here, |far| far.min(here));
        u64::from(cell.0) << 4 | u64::from(side.number())
    }

    fn add_path(&self, path: &Trail, cell: Cell, segments: &mut Vec<Segment>) {
        let crossed = path.sides(cell);
        if crossed.is_empty() {
            return;
        }
        let is_ring = self.mesh.kind() == GridKind::Polar && cell_ring(self.mesh, cell) > 0;
        if is_ring && self.mesh.is_usual(cell) {
            return self.add_path_of_ring(crossed, cell, segments);
        }
        let outline = self.outline(cell);
        for edge in crossed.into_iter().filter_map(|side| self.mesh.edge(cell, side)) {
            let mut gate = self.gate(edge, &outline);
            let far = self.cut_edge_beyond(edge);
            if let Some(far) = far.filter(|_| self.mesh.arc(edge).is_some()) {
                gate = self.outline(far.cell()).middle(far);
            } else if let Some(arc) = self.mesh.arc(edge) {
                gate = along(self.layout.middle, minus(gate, self.layout.middle), arc.radius);
            }
            let [from, to] = [self.gate_node(edge), u64::from(cell.0) << 4 | 8];
            let corner = edge.side().and_then(|side| self.mesh.corner_to_pass(cell, side));
            let Some(corner) = corner.map(|at| plus(at, self.layout.shift(self.mesh, cell))) else {
                segments.push(Segment { nodes: [from, to], ends: [gate, outline.center], arc: None });
                continue;
            };
            let passed = BRIDGE | from;
            segments.push(Segment { nodes: [from, passed], ends: [gate, corner], arc: None });
            segments.push(Segment { nodes: [passed, to], ends: [corner, outline.center], arc: None });
        }
    }

    /// In a ring the path runs along the middle of the ring, and straight in and out.
    fn add_path_of_ring(&self, crossed: Sides, cell: Cell, segments: &mut Vec<Segment>) {
        let (mesh, middle) = (self.mesh, self.layout.middle);
        let outline = self.outline(cell);
        let radius = f64::from(cell_ring(mesh, cell));
        // Five places along the middle of the ring: its ends, its center, and those where two cells outside have their centers.
        let [start, center, end] = [outline.at(3), outline.center, outline.at(0)];
        let on_ring = |a: Point, b: Point| on_circle(a, b, middle, radius);
        let places = [on_ring(start, start), on_ring(start, center), center, on_ring(center, end), on_ring(end, end)];
        let split = outline.count > 4;
        let place_of = |edge: PolygonEdge| match edge.number() {
            0 => 4,
            2 => 0,
            3 if split => 1,
            4 => 3,
            _ => 2,
        };
        let mut nodes: [u64; 5] = std::array::from_fn(|place| u64::from(cell.0) << 4 | (8 + place as u64));
        let mut used = [false; 5];
        used[2] = crossed.len() == 1;
        for edge in crossed.into_iter().filter_map(|side| mesh.edge(cell, side)) {
            let place = place_of(edge);
            used[place] = true;
            match mesh.arc(edge) {
                None => nodes[place] = self.gate_node(edge),
                Some(arc) => {
                    // A cell that is cut has several edges there, and the path crosses one of them.
                    let far = self.cut_edge_beyond(edge);
                    let gate = match far {
                        Some(far) => self.outline(far.cell()).middle(far),
                        None => along(middle, minus(places[place], middle), arc.radius),
                    };
                    let nodes = [self.gate_node(edge), nodes[place]];
                    segments.push(Segment { nodes, ends: [gate, places[place]], arc: None });
                }
            }
        }
        let mut last = None;
        for place in (0..5).filter(|&place| used[place]) {
            if let Some(last) = last.replace(place) {
                let arc = Some(Arc { radius, is_clockwise: true });
                segments.push(Segment { nodes: [nodes[last], nodes[place]], ends: [places[last], places[place]], arc });
            }
        }
    }

    /// The path from the sides of a cell to the railings, where it goes through the tunnel under it.
    fn add_mouths(&self, path: &Trail, cell: Cell, lines: &mut Vec<Line>) {
        let is_walked = |near: PolygonEdge| near.side().is_some_and(|side| path.sides(near.cell()).contains(side));
        for mouth in self.mouths(cell).filter(|mouth| is_walked(mouth.near)) {
            let outline = self.outline(cell);
            let [_, from, to, _] = outline.railing(mouth.edge);
            lines.push(Line::through(outline.middle(mouth.edge), &[half_way(from, to)]));
        }
    }

    /// Returns the place where the area of a cell ends beyond an edge: the center of the cell there. If one of the two is cut along an outline, the
    /// center may be out of sight, and the place is near the edge.
    fn beyond_edge(&self, far: Cell, cell: Cell, [from, to]: [Point; 2]) -> Point {
        if self.mesh.is_usual(cell) && self.mesh.is_usual(far) {
            return self.center(far);
        }
        let [x, y] = minus(to, from);
        // To the left of a clockwise edge, which is outside.
        along(half_way(from, to), [y, -x], AREA_BEYOND.min(length([x, y]) / 3.0))
    }

    /// Returns the visible area of a cell. Through open edges it continues to the center of the cell across, where `reaches` allows that: such cells
    /// are filled later and cover it, so that nothing shines through between the two.
    pub(crate) fn area(&self, cell: Cell, reaches: impl Fn(Cell) -> bool) -> Line {
        let (mesh, maze) = (self.mesh, &self.picture.maze);
        let outline = self.outline(cell);
        let mouths: Vec<Mouth> = if mesh.crossings().is_empty() { Vec::new() } else { self.mouths(cell).collect() };
        let mut area = Line::new(outline.at(0));
        for edge in mesh.edges(cell) {
            let side = edge.side().filter(|&side| maze.passages(cell).contains(side));
            let is_open = side.is_some();
            let reached = || self.beyond(edge).map(|(far, _)| far).filter(|&far| reaches(far));
            let [from, to] = outline.ends(edge);
            if side.is_some_and(|side| mesh.is_tunnel(cell, side)) {
                // The ground in front of the bridge is that of the cell where the tunnel begins.
                if let Some(bridge) = self.beside(edge).filter(|&far| !self.is_seam(edge, far)) {
                    let [_, to, from, _] = self.outline(bridge.cell()).railing(bridge);
                    area.steps.extend([from, to].map(LineStep::straight));
                }
            } else if let Some(far) = is_open.then(reached).flatten() {
                area.steps.push(LineStep::straight(self.beyond_edge(far, cell, [from, to])));
            } else if mouths.iter().any(|mouth| mouth.edge == edge && mouth.is_open && !mouth.is_at_seam) {
                let [_, from, to, _] = outline.railing(edge);
                area.steps.extend([from, to].map(LineStep::straight));
            }
            let arc = mesh.arc(edge).filter(|_| area.steps.last().is_none_or(|step| step.to == from));
            area.steps.push(LineStep { to, arc });
        }
        area
    }
}

/// Returns true if an edge and that across are not one line.
fn is_apart(mesh: &Mesh, edge: PolygonEdge, far: PolygonEdge) -> bool {
    // A side of a cell of pieces has several edges.
    if !mesh.is_usual(edge.cell()) || !mesh.is_usual(far.cell()) {
        return false;
    }
    mesh.ends(edge)[0].id != mesh.ends(far)[1].id
}

/// Returns the ring of a circle that a cell is in.
fn cell_ring(mesh: &Mesh, cell: Cell) -> u32 {
    mesh.address(cell).numbers()[0]
}
