//! Cutting the cells of a grid along an outline.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::InvalidMesh;
use super::cut::{Cut, CutCell};
use super::links::{LEFT_OUT, Links, NONE as NO_CELL};
use super::polygon::EdgeKind;
use super::table::{Mesh, Sites, least_cells};
use crate::grid::smooth::{
    Beyond, CellPolygon, Clipped, Clipper, JoinedCell, LatticePoint, NONE, OutlineRoom, Passage, PieceEdge, Pieces,
    Region, STEPS, on_lattice, twice_the_area,
};
use crate::grid::{Cell, Grid, GridKind, Mask, Side, Sides};
use crate::observe::{Observer, checkpoints};

/// The least area of a piece, in thousandths of a cell.
const LEAST_PIECE: i64 = 1;

/// How many cells are looked at for the largest: more than a repeating piece of any tiling has.
const SAMPLE: u32 = 64;

/// How often the arc of a side is halved.
const HALVINGS: u32 = 3;

impl Mesh {
    /// Returns the polygon of the cell at a place, with arcs as several edges. The grid is whole.
    fn cell_polygon(&self, site: u32, polygon: &mut CellPolygon) {
        polygon.corners.clear();
        polygon.sides.clear();
        let cell = Cell(site);
        for edge in self.edges(cell) {
            let ([from, to], EdgeKind::Side(side)) = (self.ends(edge).map(|corner| corner.at), edge.kind()) else {
                continue;
            };
            let mut add = |at: [f64; 2]| {
                polygon.corners.push(on_lattice(at));
                polygon.sides.push(side.number());
            };
            add(from);
            if let (Some(arc), Sites::Rings(rings)) = (self.arc(edge), &self.frame) {
                rings.on_arc([from, to], arc.radius, HALVINGS).into_iter().for_each(add);
            }
        }
    }

    /// Returns true for each cell whose center is inside of the outline of a mask.
    pub(super) fn centers_inside<O: Observer>(
        &self,
        mask: &Mask,
        observer: &mut O,
    ) -> Result<Result<Vec<bool>, InvalidMesh>, O::Stop> {
        let region = match self.region(mask, &self.room_of_outline()) {
            Ok(region) => region,
            Err(invalid) => return Ok(Err(invalid)),
        };
        let mut kept = Vec::with_capacity(self.inner.len());
        for part in checkpoints(0..self.cells()) {
            observer.go_on()?;
            kept.extend(part.map(|site| region.contains(on_lattice(self.center(Cell(site))))));
        }
        Ok(Ok(kept))
    }

    /// Returns the area inside of the outline of a mask in this room.
    fn region(&self, mask: &Mask, room: &OutlineRoom) -> Result<Region, InvalidMesh> {
        let [left, top, right, bottom] = room.grid;
        let (lines, is_inverted) = mask.outline(room).map_err(|least| {
            let kind = self.options.kind;
            InvalidMesh::Small { kind, least: least_cells(kind, least) }
        })?;
        Ok(Region::new(&lines, is_inverted, on_lattice([right - left, bottom - top])))
    }

    /// Returns a distance from the center of any cell beyond which no part of the cell lies. The grid is whole.
    fn reach_of_cells(&self) -> i64 {
        // The cells of a ring are at most one and a half units wide.
        if self.options.kind == GridKind::Polar {
            return STEPS;
        }
        let distances = (0..self.cells().min(SAMPLE)).map(Cell).flat_map(|cell| {
            let [x, y] = self.center(cell);
            self.polygon(cell).map(move |corner| (corner.at[0] - x).abs().max((corner.at[1] - y).abs()))
        });
        (distances.fold(0.0, f64::max) * STEPS as f64) as i64 + 2
    }

    /// Returns the grid whose cells are cut along the outline of its mask. All of them may be kept, even if they are not connected.
    pub(super) fn cut_smoothly<O: Observer>(
        self,
        mask: &Mask,
        in_parts: bool,
        observer: &mut O,
    ) -> Result<Result<Mesh, InvalidMesh>, O::Stop> {
        let room = self.room_of_outline();
        let region = match self.region(mask, &room) {
            Ok(region) => region,
            Err(invalid) => return Ok(Err(invalid)),
        };
        observer.go_on()?;
        let cutting = Cutting::new(&self, &region, observer)?;
        let cut = cutting.finish(mask.details(&room), observer)?;
        if cut.inner.is_empty() {
            return Ok(Err(InvalidMesh::Empty));
        }
        let kept = vec![true; cut.inner.len()];
        cut.keep(kept, in_parts, observer)
    }

    /// Returns where an outline may be: in the largest rectangle in which there are cells everywhere, or nearly so. On a circle, it lies inside of
    /// the circle.
    fn room_of_outline(&self) -> OutlineRoom {
        let bounds = self.bounds();
        if self.options.kind == GridKind::Polar {
            return OutlineRoom { grid: bounds, inset: [0.0; 4], is_round: true };
        }
        let mut inset = [0.0_f64; 4];
        for site in (0..self.cells()).filter(|&site| !self.outer_sides(Cell(site)).is_empty()) {
            for side in self.outer_sides(Cell(site)) {
                let Some(edge) = self.edge(Cell(site), side) else { continue };
                for [x, y] in self.ends(edge).map(|corner| corner.at) {
                    let distances = [x - bounds[0], y - bounds[1], bounds[2] - x, bounds[3] - y];
                    let nearest = (0..4).min_by(|&a, &b| distances[a].total_cmp(&distances[b])).unwrap_or(0);
                    inset[nearest] = inset[nearest].max(distances[nearest]);
                }
            }
        }
        OutlineRoom { grid: bounds, inset, is_round: false }
    }
}

/// What is known of the place of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SiteState {
    /// It is outside of the outline.
    Outside,
    /// It is inside as a whole, and not beside one that is cut.
    Whole,
    /// It consists of pieces. A whole cell beside one that is cut is such a piece too.
    Pieces,
}

/// The grid while it is cut.
struct Cutting<'a> {
    mesh: &'a Mesh,
    states: Vec<SiteState>,
    pieces: Pieces,
}

impl<'a> Cutting<'a> {
    fn new<O: Observer>(mesh: &'a Mesh, region: &Region, observer: &mut O) -> Result<Cutting<'a>, O::Stop> {
        let (mut polygon, mut clipper) = (CellPolygon::default(), Clipper::default());
        let (mut states, mut cut) = (Vec::with_capacity(mesh.inner.len()), Vec::new());
        let mut pieces = Pieces::new();
        let reach = mesh.reach_of_cells();
        for part in checkpoints(0..mesh.cells()) {
            observer.go_on()?;
            for site in part {
                // Nearly all cells are far from the outline.
                if let Some(is_inside) = region.all_around(on_lattice(mesh.center(Cell(site))), reach) {
                    states.push(if is_inside { SiteState::Whole } else { SiteState::Outside });
                    continue;
                }
                mesh.cell_polygon(site, &mut polygon);
                states.push(match clipper.clip(region, &polygon) {
                    Clipped::Nothing => SiteState::Outside,
                    Clipped::Whole => SiteState::Whole,
                    Clipped::Pieces(found) => {
                        let all = twice_the_area(polygon.corners.iter().copied()).max(1);
                        let area = |piece: &Vec<PieceEdge>| {
                            (i128::from(twice_the_area(piece.iter().map(|edge| edge.from))) * 1000 / i128::from(all))
                                as i64
                        };
                        let areas: Vec<i64> = found.iter().map(area).collect();
                        let largest = (0..found.len()).rev().max_by_key(|&piece| areas[piece]);
                        for (number, (piece, area)) in found.iter().zip(areas).enumerate() {
                            if area >= LEAST_PIECE {
                                pieces.add(site, piece, area, Some(number) == largest);
                            }
                        }
                        cut.push(site);
                        SiteState::Pieces
                    }
                });
            }
        }
        // Whole cells beside those that are cut, so that pieces can be joined to them.
        for site in cut {
            for side in mesh.inner_sides(Cell(site)) {
                let beside = mesh.across(Cell(site), side);
                if states[beside.index()] == SiteState::Whole {
                    states[beside.index()] = SiteState::Pieces;
                    mesh.cell_polygon(beside.0, &mut polygon);
                    let edges = polygon.corners.iter().zip(&polygon.sides);
                    let edges: Vec<PieceEdge> =
                        edges.map(|(&from, &side)| PieceEdge { from, side: Some(side) }).collect();
                    pieces.add(beside.0, &edges, 1000, true);
                }
            }
        }
        Ok(Cutting { mesh, states, pieces })
    }

    /// Returns the place across a side, if a whole cell is there that is no joined one.
    fn whole(&self) -> impl Fn(u32, u8) -> Option<u32> + use<'_> {
        |site, side| {
            let (cell, side) = (Cell(site), Side::new(side));
            let beyond = self.mesh.inner_sides(cell).contains(side).then(|| self.mesh.across(cell, side))?;
            (self.states[beyond.index()] == SiteState::Whole).then_some(beyond.0)
        }
    }

    /// Joins small pieces, and cells without a passage to another one.
    fn join(&mut self) -> Vec<Passage> {
        self.pieces.join_small();
        let mut polygon = CellPolygon::default();
        // Cells that are joined have no other edges than before.
        let mut lengths: BTreeMap<(u32, u8), i64> = BTreeMap::new();
        for edge in self.pieces.cells.iter().filter(|cell| cell.is_kept).flat_map(|cell| &cell.edges) {
            let Some(side) = edge.side else { continue };
            lengths.entry((edge.site, side)).or_insert_with(|| {
                self.mesh.cell_polygon(edge.site, &mut polygon);
                polygon.length(side)
            });
        }
        let length = |site: u32, side: u8| lengths.get(&(site, side)).copied().unwrap_or(0);
        loop {
            let passages = self.pieces.passages(&self.whole(), length);
            let mut has_passage = vec![false; self.pieces.cells.len()];
            passages.iter().flat_map(|passage| passage.cells).for_each(|cell| has_passage[cell as usize] = true);
            let mut is_joined = false;
            for cell in 0..self.pieces.cells.len() as u32 {
                let is_whole = |run: &(Beyond, usize, usize)| matches!(run.0, Beyond::Whole(_));
                let is_alone = self.pieces.cells[cell as usize].is_kept
                    && !has_passage[cell as usize]
                    && !self.pieces.runs(cell, &self.whole()).iter().any(is_whole);
                // The other one may have been alone as well.
                is_joined |= is_alone && self.pieces.join(cell);
            }
            if !is_joined {
                return passages;
            }
        }
    }

    /// Returns the grid of the joined cells and those that are whole, with these lines inside of the shape.
    fn finish<O: Observer>(mut self, details: Vec<Vec<[f64; 2]>>, observer: &mut O) -> Result<Mesh, O::Stop> {
        let passages = self.join();
        observer.go_on()?;
        let Cutting { mesh, states, pieces } = &self;
        let whole = self.whole();
        let joined: Vec<u32> =
            (0..pieces.cells.len() as u32).filter(|&cell| pieces.cells[cell as usize].is_kept).collect();
        // By place: the joined cell that has its address from it.
        let mut anchored = vec![NONE; states.len()];
        joined.iter().for_each(|&cell| anchored[pieces.cells[cell as usize].anchor as usize] = cell);
        let sites: Vec<u32> = (0..states.len() as u32)
            .filter(|&site| states[site as usize] == SiteState::Whole || anchored[site as usize] != NONE)
            .collect();
        let mut number = vec![NO_CELL; states.len()];
        (0..).zip(&sites).for_each(|(cell, &site)| number[site as usize] = cell);
        observer.go_on()?;

        // By joined cell and edge: the passage that leads through it.
        let mut lines = vec![Vec::new(); pieces.cells.len()];
        for (passage, Passage { cells: [cell, other], first, edges, .. }) in (0_u32..).zip(&passages) {
            let count = pieces.cells[*cell as usize].edges.len();
            let far = &pieces.cells[*other as usize].edges;
            for edge in (*first..first + edges).map(|edge| edge % count) {
                let [from, to] = pieces.ends(*cell, edge);
                lines[*cell as usize].push((edge, passage));
                let back = (0..far.len()).find(|&k| far[k].from == to && far[(k + 1) % far.len()].from == from);
                lines[*other as usize].extend(back.map(|back| (back, passage)));
            }
        }
        let mut of_site = vec![NONE; states.len()];
        let (mut cut_cells, mut polygon) = (Vec::new(), CellPolygon::default());
        // By joined cell and side: what is beyond, and the first edge.
        let mut sides_of: BTreeMap<u32, Vec<(Beyond, usize)>> = BTreeMap::new();
        for &cell in &joined {
            let mut through = vec![NONE; pieces.cells[cell as usize].edges.len()];
            lines[cell as usize].iter().for_each(|&(edge, passage)| through[edge] = passage);
            let sided = SidedCell::new(pieces, cell, &through, &whole);
            let cell_of_pieces = &pieces.cells[cell as usize];
            mesh.cell_polygon(cell_of_pieces.anchor, &mut polygon);
            if !sided.is_usual(mesh, cell_of_pieces, &polygon) {
                of_site[cell_of_pieces.anchor as usize] = cut_cells.len() as u32;
                cut_cells.push(sided.cell(mesh, cell_of_pieces, &polygon));
            }
            sides_of.insert(cell, sided.beyond);
        }
        observer.go_on()?;

        let most = sides_of.values().map(Vec::len).max().unwrap_or(0).max(mesh.width);
        let mut across = vec![NO_CELL; sites.len() * most];
        let (mut inner, mut outer) = (vec![Sides::NONE; sites.len()], vec![Sides::NONE; sites.len()]);
        let link = |site: u32, side: Side| number[site as usize] << 3 | u32::from(side.number());
        for part in checkpoints(0..sites.len() as u32) {
            observer.go_on()?;
            for cell in part {
                let site = sites[cell as usize];
                if states[site as usize] != SiteState::Whole {
                    continue;
                }
                outer[cell as usize] = mesh.outer_sides(Cell(site));
                inner[cell as usize] = mesh.inner_sides(Cell(site));
                for side in mesh.inner_sides(Cell(site)) {
                    let (beyond, back) = mesh.links.get(Cell(site), side);
                    // What is no whole cell links itself below.
                    across[cell as usize * most + usize::from(side.number())] = link(beyond.0, back);
                }
            }
        }
        for (&joined, beyond) in &sides_of {
            let JoinedCell { anchor, edges, .. } = &pieces.cells[joined as usize];
            let cell = number[*anchor as usize] as usize;
            for (side, &(beyond, first)) in beyond.iter().enumerate() {
                let side = Side::new(side as u8);
                let place = cell * most + usize::from(side.number());
                match beyond {
                    Beyond::Outside => {
                        outer[cell] = outer[cell].with(side);
                        across[place] = LEFT_OUT;
                    }
                    Beyond::Joined(other) => {
                        let back = sides_of[&other].iter().position(|back| back.0 == Beyond::Joined(joined));
                        let back = Side::new(back.unwrap_or_default() as u8);
                        across[place] = link(pieces.cells[other as usize].anchor, back);
                        inner[cell] = inner[cell].with(side);
                    }
                    Beyond::Whole(_) => {
                        let edge = edges[first];
                        let (other, back) = mesh.links.get(Cell(edge.site), Side::new(edge.side.unwrap_or_default()));
                        across[place] = link(other.0, back);
                        let far = number[other.index()] as usize * most + usize::from(back.number());
                        across[far] = link(*anchor, side);
                        inner[cell] = inner[cell].with(side);
                    }
                    Beyond::Itself => {}
                }
            }
        }
        let cut = Cut::new(of_site, cut_cells, details);
        let (options, frame) = (mesh.options.clone(), mesh.frame.clone());
        let links = (most, Links::Each(most, across));
        let is_all = sites.len() == states.len();
        let mesh = Mesh::of(options, frame, links, [inner, outer]);
        Ok(Mesh { sites: (!is_all).then_some(sites), cut: Some(Arc::new(cut)), ..mesh })
    }
}

/// The sides of a joined cell.
struct SidedCell {
    /// The number of the first edge of its polygon, among those of the joined cell.
    start: usize,
    /// By edge, from the first one on.
    edges: Vec<EdgeKind>,
    names: Vec<u8>,
    /// By side: what is beyond, and its first edge among those of the joined cell.
    beyond: Vec<(Beyond, usize)>,
}

impl SidedCell {
    /// Finds the sides of a joined cell. `through` has the passage through each of its edges, or [`NONE`].
    fn new(pieces: &Pieces, cell: u32, through: &[u32], whole: &impl Fn(u32, u8) -> Option<u32>) -> SidedCell {
        let JoinedCell { edges, anchor, .. } = &pieces.cells[cell as usize];
        let count = edges.len();
        let runs = pieces.runs(cell, whole);
        let outside = runs.iter().filter(|run| run.0 == Beyond::Outside);
        let outside = outside.map(|&(_, first, edges)| (pieces.length(cell, first, edges), first));
        let outside = outside.reduce(|a, b| if b.0 > a.0 { b } else { a }).map(|(_, first)| first);
        // The sides that there are, clockwise: what is beyond, and their edges.
        let mut sides: Vec<(Beyond, usize, usize)> = runs
            .iter()
            .filter(|&&(beyond, first, edges)| match beyond {
                Beyond::Joined(_) => (first..first + edges).any(|edge| through[edge % count] != NONE),
                Beyond::Whole(_) => true,
                Beyond::Outside => outside == Some(first),
                Beyond::Itself => false,
            })
            .copied()
            .collect();
        // The side of the whole cell that it is a part of; the border has one only if all of it is the same.
        let name = |&(beyond, first, length): &(Beyond, usize, usize)| {
            let own = |edge: usize| Some(edges[edge % count]).filter(|edge| edge.site == *anchor)?.side;
            let mut names = (first..first + length).map(own);
            match beyond {
                Beyond::Outside => names.clone().reduce(|a, b| a.filter(|_| a == b)).flatten(),
                _ => names.find_map(|name| name),
            }
        };
        // The first is that with the lowest number.
        let first = (0..sides.len()).min_by_key(|&side| name(&sides[side]).unwrap_or(u8::MAX)).unwrap_or(0);
        sides.rotate_left(first);
        let start = sides.first().map_or(0, |side| side.1);
        let mut names: Vec<u8> = Vec::new();
        for side in &sides {
            let own = name(side).filter(|own| !names.contains(own));
            names.push(own.unwrap_or(u8::MAX));
        }
        let mut kinds = vec![EdgeKind::Seam; count];
        for &(beyond, first, length) in &runs {
            let side = sides.iter().position(|side| side.1 == first && side.0 == beyond);
            for edge in (first..first + length).map(|edge| edge % count) {
                let kind = match (beyond, side) {
                    (Beyond::Itself, _) => EdgeKind::Seam,
                    (Beyond::Joined(_), Some(side)) if through[edge] != NONE => EdgeKind::Side(Side::new(side as u8)),
                    (Beyond::Joined(other), _) => EdgeKind::Wall(pieces.cells[other as usize].anchor),
                    (_, Some(side)) => EdgeKind::Side(Side::new(side as u8)),
                    (_, None) => EdgeKind::Wall(NONE),
                };
                kinds[(edge + count - start) % count] = kind;
            }
        }
        SidedCell { start, edges: kinds, names, beyond: sides.into_iter().map(|side| (side.0, side.1)).collect() }
    }

    /// Returns true if the cell is whole and has the sides that it has in the whole grid, where `whole` is its polygon.
    fn is_usual(&self, mesh: &Mesh, cell: &JoinedCell, whole: &CellPolygon) -> bool {
        // Nothing may be left of an edge that cuts off a corner, but the corner is another one.
        let edges = cell.edges.iter().map(|edge| (edge.from, edge.side, edge.site));
        let of_whole = whole.corners.iter().zip(&whole.sides).map(|(&from, &side)| (from, Some(side), cell.anchor));
        let is_whole =
            edges.len() == of_whole.len() && edges.cycle().skip(self.start).zip(of_whole).all(|(a, b)| a == b);
        is_whole
            && (0..mesh.edge_count(Cell(cell.anchor)) as u8).eq(self.names.iter().copied())
            && self.edges.iter().all(|kind| matches!(kind, EdgeKind::Side(_)))
    }

    /// Returns the cell. `whole` is the polygon that it has in the whole grid.
    fn cell(&self, mesh: &Mesh, cell: &JoinedCell, whole: &CellPolygon) -> CutCell {
        let (count, anchor) = (cell.edges.len(), Cell(cell.anchor));
        let corners: Vec<LatticePoint> = (0..count).map(|k| cell.edges[(self.start + k) % count].from).collect();
        // Names that the whole cell does not have.
        let mut next = mesh.edge_count(anchor) as u8;
        let names = self.names.iter().map(|&name| {
            if name != u8::MAX {
                return name;
            }
            next += 1;
            next - 1
        });
        let names = names.collect();
        CutCell::new(corners, self.edges.clone(), names, &whole.corners, mesh.center(anchor))
    }
}
