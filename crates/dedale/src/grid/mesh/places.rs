//! The positions of the cells of a mesh, the names of their sides, and their polygons.

use super::cut::{Cut, CutCell};
use super::polygon::{Arc, Corner, EdgeKind, PolygonEdge};
use super::rings::{self, Rings};
use super::table::{Mesh, Sites};
use super::tiled::{Site, Tiled};
use super::{Crossing, DOWN, InvalidMesh, MeshOptions, UP};
use crate::grid::catalogue::GridKind;
use crate::grid::custom::{Look, Spread};
use crate::grid::smooth::NONE;
use crate::grid::{Address, Cell, Grid, Mask, Side};

/// The position of a cell. For repeating pieces: the number of the cell in its piece, and the row and column of the piece.
#[derive(Clone, Copy)]
enum CellPosition<'a> {
    Custom(&'a Look, Cell),
    Rings(&'a Rings, [u32; 2]),
    Tiled(&'a Tiled, usize, [i64; 2]),
    Cut(&'a CutCell),
}

impl CellPosition<'_> {
    /// Returns the number of corners of its polygon.
    fn corners(self) -> usize {
        match self {
            CellPosition::Custom(look, cell) => look.corners(cell),
            CellPosition::Rings(rings, [ring, _]) => usize::from(rings.sides(ring)),
            CellPosition::Tiled(tiled, cell, _) => tiled.piece.cells[cell].corners.len(),
            CellPosition::Cut(cell) => cell.corner_count(),
        }
    }

    /// Returns a corner. Where cells are cut, all corners are on the lattice, so that those of whole cells are those of their neighbors.
    fn corner_on(self, is_cut: bool, corner: usize) -> Corner {
        match self {
            CellPosition::Rings(..) | CellPosition::Tiled(..) if is_cut => Cut::rounded(self.corner(corner)),
            _ => self.corner(corner),
        }
    }

    fn corner(self, corner: usize) -> Corner {
        match self {
            CellPosition::Custom(look, cell) => look.corner(cell, corner),
            CellPosition::Rings(rings, place) => {
                let [circle, step] = rings.corner(place, corner as u8);
                Corner { id: u64::from(circle) << 32 | u64::from(step), at: rings.position([circle, step]) }
            }
            CellPosition::Tiled(tiled, cell, [row, column]) => {
                let corner = tiled.piece.cells[cell].corners[corner];
                let [along, down] = tiled.piece.steps(corner, column, row);
                let [x, y] = tiled.piece.position(corner, column, row);
                // Small numbers, some of them negative, side by side.
                let part = |steps: i64| (steps + (1 << 28)) as u64;
                let id = (part(along) << 29 | part(down)) << 5 | u64::from(corner.class);
                let [left, top] = tiled.origin();
                Corner { id, at: [x - left, y - top] }
            }
            CellPosition::Cut(cell) => cell.corner(corner),
        }
    }
}

impl Sites {
    /// Returns the number of the place for a cell at an address; `None` if there is none.
    pub(super) fn find(&self, address: Address) -> Option<u32> {
        match (self, address.numbers()) {
            (Sites::Rings(rings), &[ring, index]) => {
                (ring <= rings.rings() && index < rings.count(ring)).then(|| rings.at(ring, index))
            }
            (Sites::Custom(look), &[number]) => (number < look.cells()).then_some(number),
            (Sites::Tiled(tiled), numbers) => {
                let [floor, row, column, piece] = match (numbers, tiled.arranged.is_some(), tiled.floors > 1) {
                    (&[row, column], true, false) => [0, row, column, 0],
                    (&[floor, row, column], true, true) => [floor, row, column, 0],
                    (&[row, column, piece], false, _) => [0, row, column, piece],
                    _ => return None,
                };
                let is_inside =
                    floor < tiled.floors && row < tiled.rows && column < tiled.columns && piece < tiled.each();
                is_inside.then(|| tiled.number(floor, row, column, piece))
            }
            _ => None,
        }
    }

    pub(super) fn address(&self, site: u32) -> Address {
        match self {
            Sites::Rings(rings) => rings.place(site).into(),
            Sites::Custom(_) => [site].into(),
            Sites::Tiled(tiled) => {
                let Site { floor, row, column, cell } = tiled.site(site);
                match tiled.arranged {
                    Some(_) if tiled.floors > 1 => [floor, row, column].into(),
                    Some(_) => [row, column].into(),
                    None => [row, column, cell as u32].into(),
                }
            }
        }
    }
}

impl MeshOptions {
    /// Returns a function that finds the number of the place for a cell at an address, including places that a mask leaves out, without
    /// making the grid.
    pub(crate) fn places(&self) -> Result<impl Fn(Address) -> Option<u32> + use<>, InvalidMesh> {
        let frame = Sites::new(self)?;
        Ok(move |address| frame.find(address))
    }
}

impl Mesh {
    /// Returns the options from which the grid was made.
    pub fn options(&self) -> &MeshOptions {
        &self.options
    }

    /// Returns the kind of its cells.
    pub fn kind(&self) -> GridKind {
        self.options.kind
    }

    /// Returns the number of the place of a cell, including places that a mask leaves out.
    #[inline]
    pub(crate) fn site(&self, cell: Cell) -> u32 {
        self.sites.as_ref().map_or(cell.0, |sites| sites[cell.index()])
    }

    /// Returns the grid of the cells that are `kept`, as if a mask had left out the others. Their order stays the same. The others are its
    /// [rock](Mesh::rock). Not for custom grids, nor for grids with tunnels.
    pub(crate) fn of_only(&self, kept: &[bool]) -> Mesh {
        let taken: Vec<bool> = kept.iter().map(|kept| !kept).collect();
        let mut mesh = self.only(kept);
        // The outline of a mask is needed to know the cells that are cut along it.
        if !self.is_cut() {
            mesh.options.mask = Some(mesh.bits());
            mesh.options.largest_part = false;
        }
        mesh.rock = taken.contains(&true).then(|| Box::new(self.only(&taken)));
        mesh
    }

    /// Returns the grid with the cells at the places that a mask of bits keeps. Fails with the first place where there is no cell.
    pub(crate) fn of_places(&self, mask: &Mask) -> Result<Mesh, Address> {
        let mut kept = vec![false; self.cells() as usize];
        for place in mask.places() {
            let cell = match &self.sites {
                Some(sites) => sites.binary_search(&place).ok(),
                None => Some(place as usize),
            };
            *cell.and_then(|cell| kept.get_mut(cell)).ok_or_else(|| self.frame.address(place))? = true;
        }
        Ok(if kept.contains(&false) { self.only(&kept) } else { self.clone() })
    }

    /// Returns the cells that [`sparse`](crate::edit::sparse()) took out, as a separate grid with the same positions. Drawings show them in
    /// another color than the ground. `None` if no cells are missing, or if only a mask left some out.
    pub fn rock(&self) -> Option<&Mesh> {
        self.rock.as_deref()
    }

    /// Returns true if [rock](Mesh::rock) lies across an outer side of a cell.
    pub(crate) fn is_rock(&self, cell: Cell, side: Side) -> bool {
        self.rock.is_some() && self.links.is_left_out(cell, side)
    }

    /// Returns the mask of bits that keeps exactly the cells of this grid.
    pub(crate) fn bits(&self) -> Mask {
        let mut bits = vec![self.sites.is_none(); self.options.cells_without_mask() as usize];
        self.sites.iter().flatten().for_each(|&site| bits[site as usize] = true);
        Mask::from_bits(bits)
    }

    /// Returns the names of the sides of a cell, in order.
    pub(crate) fn side_names(&self, cell: Cell) -> impl ExactSizeIterator<Item = &str> + Clone {
        (0..self.side_count(cell)).map(move |side| self.side_name(cell, Side::new(side as u8)))
    }

    /// Returns the number of sides of a cell: those along its polygon, and those after them, such as up and down.
    pub(crate) fn side_count(&self, cell: Cell) -> usize {
        match &self.frame {
            Sites::Custom(look) => look.names(cell).len(),
            _ => match self.cut_cell(cell) {
                Some(cut) => cut.side_count(),
                None => self.edge_count(cell) + if self.options.floors > 1 { 2 } else { 0 },
            },
        }
    }

    /// Returns the number of edges that a cell would have if it were not cut.
    pub(super) fn edge_count_of_whole(&self, cell: Cell) -> usize {
        self.whole_position(cell).corners()
    }

    /// Returns a cell that consists of pieces.
    pub(super) fn cut_cell(&self, cell: Cell) -> Option<&CutCell> {
        self.cut.as_ref()?.cell(self.site(cell))
    }

    /// Returns the lines inside of the shape along whose outline cells are cut, such as an eye: the points of each. They are no walls.
    pub(crate) fn details(&self) -> &[Vec<[f64; 2]>] {
        self.cut.as_ref().map_or(&[], |cut| cut.details())
    }

    /// Returns true if cells are cut along an outline.
    pub(crate) fn is_cut(&self) -> bool {
        self.cut.is_some()
    }

    /// Returns true if each side of a cell is an edge of its polygon, and each edge a side: if it is not cut along an outline, nor given otherwise.
    pub(crate) fn is_usual(&self, cell: Cell) -> bool {
        match &self.frame {
            Sites::Custom(look) => look.is_usual(cell),
            _ => self.cut_cell(cell).is_none(),
        }
    }

    /// Returns the corners of the polygon of a cell between which a side lies, clockwise, if it is not the edge with its own number.
    pub(crate) fn corners_of(&self, cell: Cell, side: Side) -> Option<[usize; 2]> {
        if self.is_usual(cell) {
            return None;
        }
        let (longest, count) = (self.edge(cell, side)?.number(), self.edge_count(cell));
        let is_same = |edge: usize| self.edges(cell).nth(edge % count).is_some_and(|edge| edge.side() == Some(side));
        let before = (1..count).take_while(|back| is_same(longest + count - back)).count();
        let after = (1..count).take_while(|&on| is_same(longest + on)).count();
        Some([(longest + count - before) % count, (longest + after + 1) % count])
    }

    /// Returns the sides that lead up and down, if there are floors.
    pub(crate) fn up_and_down(&self) -> Option<[Side; 2]> {
        (self.options.floors > 1).then_some([UP, DOWN])
    }

    /// Returns true if every cell has a polygon. Only a custom grid can lack them.
    pub fn is_drawable(&self) -> bool {
        !matches!(&self.frame, Sites::Custom(look) if !look.is_drawable())
    }

    /// Returns the number of edges of the polygon of a cell, which is that of its corners.
    pub(crate) fn edge_count(&self, cell: Cell) -> usize {
        self.seen(cell).corners()
    }

    /// Returns the edge of a side, the longest of several; `None` if it has none, such as stairs.
    pub(crate) fn edge(&self, cell: Cell, side: Side) -> Option<PolygonEdge> {
        let number = match (self.cut_cell(cell), &self.frame) {
            (Some(cut), _) => cut.longest_edge(side)?,
            (None, Sites::Custom(look)) => look.longest_edge(cell, side)?,
            (None, _) => Some(usize::from(side.number())).filter(|&number| number < self.edge_count(cell))?,
        };
        Some(PolygonEdge { cell, number: number as u32, kind: EdgeKind::Side(side) })
    }

    /// Returns the edges of the polygon of a cell, clockwise.
    pub(crate) fn edges(&self, cell: Cell) -> impl ExactSizeIterator<Item = PolygonEdge> + Clone {
        let cut = self.cut_cell(cell);
        (0..self.edge_count(cell) as u32).map(move |number| {
            let kind = match (cut, &self.frame) {
                (Some(cut), _) => cut.kind(number as usize),
                (None, Sites::Custom(look)) => look.kind(cell, number as usize),
                (None, _) => EdgeKind::Side(Side::new(number as u8)),
            };
            PolygonEdge { cell, number, kind }
        })
    }

    /// Returns true if a cell lies on the other side of an edge that is always a wall.
    pub(crate) fn is_inner_wall(&self, edge: PolygonEdge) -> bool {
        let EdgeKind::Wall(site) = edge.kind else { return false };
        site != NONE && self.sites.as_ref().is_none_or(|sites| sites.binary_search(&site).is_ok())
    }

    /// Returns true if an edge is drawn as a wall, whether or not any side is open: of two cells with the same such edge, the first has it.
    pub(crate) fn is_fixed_wall(&self, edge: PolygonEdge) -> bool {
        let EdgeKind::Wall(site) = edge.kind else { return false };
        self.site(edge.cell) < site || !self.is_inner_wall(edge)
    }

    /// Returns the factor by which painting the cells takes longer than if none overlapped: 1 for all grids but custom ones.
    pub fn overlap(&self) -> f64 {
        self.spread().map_or(1.0, |spread| spread.overlap())
    }

    /// Returns how far the polygons of a custom grid reach over others.
    pub(crate) fn spread(&self) -> Option<Spread> {
        if let Sites::Custom(look) = &self.frame { Some(look.known_spread()) } else { None }
    }

    /// Returns the corners of the polygon of a cell, clockwise: that with number `k` is where the side with this number begins.
    pub fn polygon(&self, cell: Cell) -> impl ExactSizeIterator<Item = Corner> + Clone {
        let (place, is_cut) = (self.seen(cell), self.is_cut());
        (0..place.corners()).map(move |corner| place.corner_on(is_cut, corner))
    }

    /// Returns the side that each edge of the polygon of a cell is a part of, from the edge between its first two corners on. `None` for an edge of no side, where a
    /// wall stands always: cells that are [cut](crate::grid::MaskOutline::Smooth) have such edges, and sides of several edges.
    pub fn sides_of_edges(&self, cell: Cell) -> impl ExactSizeIterator<Item = Option<Side>> + Clone {
        self.edges(cell).map(PolygonEdge::side)
    }

    /// Returns the two corners of an edge, clockwise.
    pub(crate) fn ends(&self, PolygonEdge { cell, number, .. }: PolygonEdge) -> [Corner; 2] {
        let (place, start, is_cut) = (self.seen(cell), number as usize, self.is_cut());
        [start, (start + 1) % place.corners()].map(|corner| place.corner_on(is_cut, corner))
    }

    /// Returns the site of the cell, which is looked up once for all of its corners.
    fn seen(&self, cell: Cell) -> CellPosition<'_> {
        if let Some(cut) = self.cut_cell(cell) {
            return CellPosition::Cut(cut);
        }
        self.whole_position(cell)
    }

    /// Returns the site of the cell as if it were not cut.
    fn whole_position(&self, cell: Cell) -> CellPosition<'_> {
        match &self.frame {
            Sites::Custom(look) => CellPosition::Custom(look, cell),
            Sites::Rings(rings) => CellPosition::Rings(rings, rings.place(self.site(cell))),
            Sites::Tiled(tiled) => {
                let site = tiled.site(self.site(cell));
                CellPosition::Tiled(tiled, site.cell, tiled.piece_at(site))
            }
        }
    }

    /// Returns the center of a cell if it is known. The centers of a custom grid are known if they were given.
    pub(crate) fn known_center(&self, cell: Cell) -> Option<[f64; 2]> {
        match &self.frame {
            Sites::Custom(look) => look.given_center(cell),
            _ => Some(self.center(cell)),
        }
    }

    /// Returns the center of a cell, where its mark is. On a custom grid, it is the given center, or else the mean of the corners.
    pub fn center(&self, cell: Cell) -> [f64; 2] {
        match self.seen(cell) {
            CellPosition::Custom(look, cell) => look.center(cell),
            CellPosition::Cut(cell) => cell.center(),
            CellPosition::Rings(rings, place) => rings.center(place),
            CellPosition::Tiled(tiled, cell, [row, column]) => {
                let piece = tiled.piece;
                let [x, y] = piece.cells[cell].center;
                let along = (column - piece.moved_back(row)) as f64;
                let ([right, below], [left, top]) = (piece.down, tiled.origin());
                [x + along * piece.along + row as f64 * right - left, y + row as f64 * below - top]
            }
        }
    }

    /// Returns a place to pass on the way from the center of a cell to a side, where the straight line would leave the cell.
    pub(crate) fn corner_to_pass(&self, cell: Cell, side: Side) -> Option<[f64; 2]> {
        self.cut_cell(cell)?.corner_to_pass(side)
    }

    /// Returns the arc of an edge, around the middle of the [`bounds`](Mesh::bounds); `None` if it is straight.
    pub(crate) fn arc(&self, PolygonEdge { cell, number, .. }: PolygonEdge) -> Option<Arc> {
        let Sites::Rings(rings) = &self.frame else { return None };
        if self.cut_cell(cell).is_some() {
            return None;
        }
        let [ring, _] = rings.place(self.site(cell));
        match number as u8 {
            _ if ring == 0 => Some(Arc { radius: rings::radius(0), is_clockwise: true }),
            rings::CLOCKWISE | rings::COUNTERCLOCKWISE => None,
            rings::IN => Some(Arc { radius: rings::radius(ring - 1), is_clockwise: false }),
            _ => Some(Arc { radius: rings::radius(ring), is_clockwise: true }),
        }
    }

    /// Returns the places of a row, `0 .. row_count()`: their addresses, and their cells, unless a mask leaves them out.
    pub(crate) fn row(&self, row: u32) -> impl Iterator<Item = (Address, Option<Cell>)> {
        let places = self.frame.row(row);
        let mut next = self.sites.as_ref().map_or(0, |sites| sites.partition_point(|&site| site < places.start));
        places.map(move |site| {
            let cell = match &self.sites {
                None => Some(Cell(site)),
                Some(sites) => (sites.get(next) == Some(&site)).then(|| {
                    next += 1;
                    Cell(next as u32 - 1)
                }),
            };
            (self.frame.address(site), cell)
        })
    }

    /// Returns true if a side leads through a tunnel.
    pub fn is_tunnel(&self, cell: Cell, side: Side) -> bool {
        self.tunnels.get(cell.index()).is_some_and(|sides| sides.contains(side))
    }

    /// Returns the address of the last place before a row.
    pub(crate) fn last_address_before(&self, row: u32) -> Option<Address> {
        let row = row.checked_sub(1)?;
        self.row(row).last().map(|(address, _)| address)
    }

    /// Returns the crossings, in the order of their cells.
    pub fn crossings(&self) -> &[Crossing] {
        &self.crossings
    }
}
