//! The table of neighbors.

use std::sync::OnceLock;

use super::lattice::Lattice;
use super::links::{Kind, Kinds, Links, NONE, Stride};
use super::tiled::Tiled;
use super::{Corner, DOWN, InvalidMesh, MeshOptions, UP, Wrap};
use crate::grid::catalogue::GridKind;
use crate::grid::custom::Look;
use crate::grid::layout::{self, Internal, Layout};
use crate::grid::rings::Rings;
use crate::grid::{Address, Cell, Grid, InRows, Side, Sides};
use crate::observe::{CHECK_INTERVAL, Observer, checkpoints};

/// Strips of fewer columns or rows of some tilings touch at corners alone; all others are connected.
const CONNECTED: u32 = 3;

/// A grid of any [kind](GridKind): every one but the plain square, whose type is [`Square`](crate::grid::Square).
///
/// It has a table of neighbors, and for each cell an address, names of its sides, and a polygon. Side `k` of a cell lies between the
/// corners `k` and `k + 1` of its polygon, clockwise; sides after those lead up and down.
///
/// ```
/// use dedale::grid::{Grid, GridKind, Mesh, MeshOptions, Side};
/// let hexagons = Mesh::new(&MeshOptions { columns: 4, rows: 3, ..MeshOptions::new(GridKind::Hex) })?;
/// let cell = hexagons.find([1, 0]).unwrap();
/// let names = hexagons.sides_of(cell).into_iter().map(|side| hexagons.side_name(cell, side));
/// assert!(names.eq(["NE", "E", "SE", "SW", "W", "NW"]));
/// assert_eq!(hexagons.address(hexagons.across(cell, Side::new(0))), [0, 1].into());
/// # Ok::<(), dedale::grid::InvalidMesh>(())
/// ```
///
/// # Complexity
///
/// Made in time in proportion to its cells, and takes four bytes for each. If a mask leaves some out, there are tunnels, or it is custom, it takes
/// four bytes for each side of each cell, and two to seven more.
#[derive(Clone, Debug)]
pub struct Mesh {
    pub(super) options: MeshOptions,
    pub(super) frame: Frame,
    /// The sites of the cells, in their order, where not every site has a cell.
    pub(super) sites: Option<Vec<u32>>,
    /// How many sides a cell has in the table.
    pub(super) width: usize,
    pub(super) links: Links,
    pub(super) inner: Vec<Sides>,
    pub(super) outer: Vec<Sides>,
    pub(super) all: Sides,
    pub(super) crossings: Vec<Crossing>,
    /// The layout of a working board, where all cells are alike and none is left out. What changes the table takes it away.
    lattice: Option<Lattice>,
    /// By cell: the sides that lead through tunnels. Empty where there is none.
    pub(super) tunnels: Vec<Sides>,
    /// The cells that were taken out of it.
    pub(super) rock: Option<Box<Mesh>>,
    /// The length of the longest step between the centers of two neighbors, once it was asked for.
    pub(super) longest_step: OnceLock<f64>,
}

/// A cell under which a tunnel runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Crossing {
    /// The cell above.
    pub cell: Cell,
    /// The side of the cell at which the tunnel begins: it ends at the opposite one.
    pub side: Side,
}

/// What sums of lengths may be off by.
const ROUNDED: f64 = 1e-6;

/// The least columns and rows, or for a circle the rings, with which a grid is so wide and high in units of a cell.
fn least_cells(kind: GridKind, needed: [f64; 2]) -> [u32; 2] {
    if kind == GridKind::Polar {
        return [((needed[0].max(needed[1]) - 1.0) / 2.0 - ROUNDED).ceil() as u32; 2];
    }
    // Width and height grow by as much with every two columns or rows.
    let measured = [8, 16].map(|side| {
        let grid = Mesh::new(&MeshOptions { columns: side, rows: side, ..MeshOptions::new(kind) });
        let [left, top, right, bottom] = grid.map_or([0.0; 4], |grid| grid.bounds());
        [right - left, bottom - top]
    });
    [0, 1].map(|axis| {
        let (small, each) = (measured[0][axis], (measured[1][axis] - measured[0][axis]) / 8.0);
        (8.0 + (needed[axis] - small) / each - ROUNDED).ceil().max(1.0) as u32
    })
}

/// Where the sites are: the places for cells, of which a mask may leave some out.
#[derive(Clone, Debug)]
pub(super) enum Frame {
    Tiled(Tiled),
    Rings(Rings),
    Custom(Look),
}

impl Frame {
    /// Those of a grid that is not custom.
    pub(super) fn new(options: &MeshOptions) -> Result<Frame, InvalidMesh> {
        match options.kind.piece() {
            Some(piece) => Ok(Frame::Tiled(Tiled::new(piece, options))),
            None => Rings::new(options.rings).map(Frame::Rings).ok_or(InvalidMesh::Size),
        }
    }
}

impl Mesh {
    /// About how many bytes of memory a mesh takes for each cell at most, while it is made, if each cell has its own list of neighbors.
    pub const CELL_BYTES: u64 = 32;

    /// As many as that if no cell is left out and there are no tunnels: then there are few kinds of cells.
    pub(crate) const REGULAR_CELL_BYTES: u64 = 4;

    /// The grid that these options describe.
    ///
    /// # Errors
    ///
    /// [`InvalidMesh`] where there is none.
    pub fn new(options: &MeshOptions) -> Result<Mesh, InvalidMesh> {
        let Ok(mesh) = Mesh::make(options, &mut ());
        mesh
    }

    /// The grid that these options describe, unless the observer stops the work, which it is asked every few thousand cells.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] when the observer stops the work; and within, [`InvalidMesh`] where there is no such grid.
    pub(crate) fn make<O: Observer>(
        options: &MeshOptions,
        observer: &mut O,
    ) -> Result<Result<Mesh, InvalidMesh>, O::Stop> {
        Mesh::make_of(options, Some(options.largest_part), observer)
    }

    /// The same with all cells that the mask leaves, also where there is no way between some of them.
    pub(crate) fn in_parts<O: Observer>(
        options: &MeshOptions,
        observer: &mut O,
    ) -> Result<Result<Mesh, InvalidMesh>, O::Stop> {
        Mesh::make_of(options, None, observer)
    }

    /// Where the cells fall into parts: whether the largest one alone is kept, or there is no such grid. `None` keeps all of them.
    fn make_of<O: Observer>(
        options: &MeshOptions,
        largest: Option<bool>,
        observer: &mut O,
    ) -> Result<Result<Mesh, InvalidMesh>, O::Stop> {
        if let Err(invalid) = options.check() {
            return Ok(Err(invalid));
        }
        let cells = options.sites();
        let frame = match Frame::new(options) {
            Ok(frame) => frame,
            Err(invalid) => return Ok(Err(invalid)),
        };
        let width = match &frame {
            Frame::Tiled(tiled) => {
                let most = tiled.piece.cells.iter().map(|cell| cell.across.len()).max().unwrap_or(0);
                most + if tiled.floors > 1 { 2 } else { 0 }
            }
            Frame::Rings(_) | Frame::Custom(_) => 6,
        };
        let mut kinds = Kinds::new(cells as usize);
        match &frame {
            Frame::Tiled(tiled) => tiled.link(options.wrap, &mut kinds, observer)?,
            Frame::Rings(rings) => link_rings(rings, &mut kinds, observer)?,
            // Its tables are made with it.
            Frame::Custom(_) => {}
        }
        let (links, inner, outer) = kinds.finish();
        let mesh = Mesh {
            options: options.clone(),
            frame,
            sites: None,
            width,
            links,
            inner,
            outer,
            all: (0..width as u8).map(Side::new).collect(),
            crossings: Vec::new(),
            lattice: None,
            tunnels: Vec::new(),
            rock: None,
            longest_step: OnceLock::new(),
        };
        if mesh.cells_beside_themselves(observer)? {
            let rows = !options.wrap.joins_columns() || options.columns > 1;
            return Ok(Err(InvalidMesh::Open { rows, number: 2, is_least: true }));
        }
        let is_narrow = options.columns.min(options.rows) < CONNECTED && mesh.kind().info().wraps;
        if options.mask.is_some() || is_narrow {
            return mesh.cut(largest, observer);
        }
        let lattice = match (&mesh.frame, options.wrap) {
            (Frame::Tiled(tiled), Wrap::Off) => Lattice::new(tiled),
            _ => None,
        };
        Ok(Ok(Mesh { lattice, ..mesh }))
    }

    /// The grid of a graph, from its tables of neighbors, and its inner sides, outer sides and tunnels.
    pub(in crate::grid) fn of_graph(
        look: Look,
        width: usize,
        across: Vec<u32>,
        [inner, outer, tunnels]: [Vec<Sides>; 3],
    ) -> Mesh {
        Mesh {
            options: MeshOptions { columns: look.cells(), rows: 1, rings: 0, ..MeshOptions::new(GridKind::Custom) },
            frame: Frame::Custom(look),
            sites: None,
            width,
            links: Links::Each(width, across),
            inner,
            outer,
            all: (0..width as u8).map(Side::new).collect(),
            crossings: Vec::new(),
            lattice: None,
            tunnels,
            rock: None,
            longest_step: OnceLock::new(),
        }
    }

    fn cells_beside_themselves<O: Observer>(&self, observer: &mut O) -> Result<bool, O::Stop> {
        if self.options.wrap == Wrap::Off {
            return Ok(false);
        }
        let is_beside_itself = |cell| self.inner_sides(cell).into_iter().any(|side| self.across(cell, side) == cell);
        for mut part in checkpoints(0..self.cells()) {
            observer.go_on()?;
            if part.any(|cell| is_beside_itself(Cell(cell))) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The smallest and the largest `x` and `y` of any corner: `[left, top, right, bottom]`. All are 0 where there are no corners.
    pub fn bounds(&self) -> [f64; 4] {
        let mut bounds = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        let mut see = |cell: Cell| {
            for Corner { at: [x, y], .. } in self.polygon(cell) {
                bounds = [bounds[0].min(x), bounds[1].min(y), bounds[2].max(x), bounds[3].max(y)];
            }
        };
        match &self.frame {
            Frame::Tiled(tiled) if self.sites.is_none() => tiled.sites_at_edge().map(Cell).for_each(see),
            _ => (0..self.cells()).map(Cell).for_each(&mut see),
        }
        if bounds[0] > bounds[2] { [0.0; 4] } else { bounds }
    }

    /// The same grid without the cells outside the mask.
    fn cut<O: Observer>(self, largest: Option<bool>, observer: &mut O) -> Result<Result<Mesh, InvalidMesh>, O::Stop> {
        let mut kept = match self.kept(observer)? {
            Ok(kept) => kept,
            Err(invalid) => return Ok(Err(invalid)),
        };
        if !kept.contains(&true) {
            return Ok(Err(InvalidMesh::Empty));
        }
        if let Some(is_cut) = largest {
            let parts = self.parts(&kept, observer)?;
            let sizes = &parts.sizes;
            if !is_cut && sizes.len() > 1 {
                return Ok(Err(InvalidMesh::Parts(sizes.len() as u32)));
            }
            // The first of the largest.
            let largest = (0..sizes.len()).rev().max_by_key(|&part| sizes[part]).unwrap_or(0) as u32;
            for (kept, &part) in kept.iter_mut().zip(&parts.part_of) {
                *kept = *kept && part == largest;
            }
        }
        observer.go_on()?;
        Ok(Ok(if kept.contains(&false) { self.only(&kept) } else { self }))
    }

    /// Whether the mask keeps each site.
    fn kept<O: Observer>(&self, observer: &mut O) -> Result<Result<Vec<bool>, InvalidMesh>, O::Stop> {
        let Some(mask) = &self.options.mask else { return Ok(Ok(vec![true; self.inner.len()])) };
        let Some(mask) = mask.fitted(self.cells()) else {
            return Ok(Err(InvalidMesh::Bits { expected: self.cells() }));
        };
        let bounds @ [left, top, right, bottom] = self.bounds();
        let needed = mask.least_size();
        if right - left < needed[0] - ROUNDED || bottom - top < needed[1] - ROUNDED {
            let least = least_cells(self.options.kind, needed);
            return Ok(Err(InvalidMesh::Small { kind: self.options.kind, least }));
        }
        let mut kept = Vec::with_capacity(self.inner.len());
        for part in checkpoints(0..self.cells()) {
            observer.go_on()?;
            kept.extend(part.map(|site| mask.covers(site, || self.center(Cell(site)), bounds)));
        }
        Ok(Ok(kept))
    }

    /// The grid of the sites that are kept.
    pub(super) fn only(&self, kept: &[bool]) -> Mesh {
        let sites: Vec<u32> = (0..kept.len() as u32).filter(|&site| kept[site as usize]).collect();
        let mut number = vec![NONE; kept.len()];
        for (cell, &site) in sites.iter().enumerate() {
            number[site as usize] = cell as u32;
        }
        let mut across = vec![NONE; sites.len() * self.width];
        let (mut inner, mut outer) = (Vec::with_capacity(sites.len()), Vec::with_capacity(sites.len()));
        for (cell, &site) in sites.iter().enumerate() {
            let (mut to_cells, mut out) = (Sides::NONE, self.outer[site as usize]);
            for side in self.inner[site as usize] {
                let (far, back) = self.links.get(Cell(site), side);
                match number[far.index()] {
                    // Stairs to a cell that is left out lead nowhere, not even outside.
                    NONE if self.up_and_down().is_some_and(|stairs| stairs.contains(&side)) => {}
                    NONE => out = out.with(side),
                    far_cell => {
                        to_cells = to_cells.with(side);
                        across[cell * self.width + usize::from(side.number())] =
                            far_cell << 3 | u32::from(back.number());
                    }
                }
            }
            inner.push(to_cells);
            outer.push(out);
        }
        Mesh {
            options: self.options.clone(),
            frame: self.frame.clone(),
            sites: Some(sites),
            width: self.width,
            links: Links::Each(self.width, across),
            inner,
            outer,
            all: self.all,
            crossings: self.crossings.clone(),
            lattice: None,
            tunnels: self.tunnels.clone(),
            rock: None,
            longest_step: self.longest_step.clone(),
        }
    }

    /// How many connected parts there are, and for each cell the number of its part.
    pub(in crate::grid) fn connected_parts<O: Observer>(&self, observer: &mut O) -> Result<(usize, Vec<u32>), O::Stop> {
        let Parts { part_of, sizes } = self.parts(&vec![true; self.inner.len()], observer)?;
        Ok((sizes.len(), part_of))
    }

    /// Keeps where tunnels are. `plain` is the grid without them.
    pub(in crate::grid) fn set_crossings(&mut self, plain: &Mesh, crossings: Vec<Crossing>) {
        // Tunnels are longer steps.
        self.longest_step = OnceLock::new();
        if !crossings.is_empty() {
            self.tunnels = vec![Sides::NONE; self.inner.len()];
        }
        for crossing in &crossings {
            for side in [crossing.side, plain.opposite(crossing.cell, crossing.side)] {
                let (end, back) = (plain.across(crossing.cell, side), plain.opposite(crossing.cell, side));
                self.tunnels[end.index()] = self.tunnels[end.index()].with(back);
            }
        }
        self.crossings = crossings;
    }

    /// Makes two sides the two sides of one wall.
    pub(in crate::grid) fn link_sides(&mut self, (a, side_of_a): (Cell, Side), (b, side_of_b): (Cell, Side)) {
        self.lattice = None;
        let Mesh { links, inner, width, .. } = self;
        links.change(*width, inner, |links| {
            for (cell, side, far, back) in [(a, side_of_a, b, side_of_b), (b, side_of_b, a, side_of_a)] {
                links[cell.index() * *width + usize::from(side.number())] = far.0 << 3 | u32::from(back.number());
            }
        });
        for (cell, side) in [(a, side_of_a), (b, side_of_b)] {
            inner[cell.index()] = inner[cell.index()].with(side);
        }
    }

    /// Leaves the cell nothing across these sides, not even the outside.
    pub(in crate::grid) fn unlink_sides(&mut self, cell: Cell, sides: [Side; 2]) {
        self.lattice = None;
        // A cell without some of its sides is of none of the kinds.
        self.links.change(self.width, &self.inner, |_| {});
        self.inner[cell.index()] = sides.iter().fold(self.inner[cell.index()], |inner, &side| inner.without(side));
    }

    /// The connected parts of the cells that are kept.
    fn parts<O: Observer>(&self, kept: &[bool], observer: &mut O) -> Result<Parts, O::Stop> {
        let mut part_of = vec![NONE; kept.len()];
        let mut sizes = Vec::new();
        let mut waiting = Vec::new();
        let mut seen = 0_u32;
        for start in 0..kept.len() as u32 {
            if !kept[start as usize] || part_of[start as usize] != NONE {
                continue;
            }
            let part = sizes.len() as u32;
            let mut size = 0_u32;
            part_of[start as usize] = part;
            waiting.push(Cell(start));
            while let Some(cell) = waiting.pop() {
                if seen.is_multiple_of(CHECK_INTERVAL) {
                    observer.go_on()?;
                }
                seen += 1;
                size += 1;
                for side in self.inner_sides(cell) {
                    let far = self.across(cell, side);
                    if kept[far.index()] && part_of[far.index()] == NONE {
                        part_of[far.index()] = part;
                        waiting.push(far);
                    }
                }
            }
            sizes.push(size);
        }
        Ok(Parts { part_of, sizes })
    }
}

/// Finds the kinds of all cells of a circle.
fn link_rings<O: Observer>(rings: &Rings, kinds: &mut Kinds, observer: &mut O) -> Result<(), O::Stop> {
    for ring in 0..=rings.rings() {
        let last = rings.count(ring) - 1;
        let kind = |index: u32| kind_in_ring(rings, [ring, index]);
        // All between the first and the last, of which two may lie at one cell of the ring inside.
        kinds.set_run(&[2, 3].map(|index| kind(last.min(index))));
        kinds.extend(last + 1, observer)?;
        // Each cell of the first ring lies at another side of the one in the center.
        for index in (0..=last).step_by(if ring == 1 { 1 } else { last.max(1) as usize }) {
            kinds.set(rings.at(ring, index) as usize, &kind(index));
        }
    }
    Ok(())
}

/// The kind of a cell of a circle.
fn kind_in_ring(rings: &Rings, [ring, index]: [u32; 2]) -> Kind {
    let mut kind = Kind::CLOSED;
    for side in 0..rings.sides(ring) {
        let Some(([far_ring, far], back)) = rings.across([ring, index], side) else {
            kind.outer = kind.outer.with(Side::new(side));
            continue;
        };
        let halvings = match (rings.count(ring), rings.count(far_ring)) {
            (1, _) => Stride::EVEN,
            (count, far) if far > count => Stride::DOUBLED,
            (count, far) if far < count => Stride::HALVED,
            _ => Stride::EVEN,
        };
        kind.add(side, Stride::new(halvings, rings.at(ring, index), rings.at(far_ring, far), back), true);
    }
    kind
}

/// The connected parts of some cells.
struct Parts {
    /// By cell: the number of its part.
    part_of: Vec<u32>,
    /// By part: how many cells it has.
    sizes: Vec<u32>,
}

/// Two meshes are equal if they have the same cells with the same neighbors, names and polygons, whatever mask they were cut with, and
/// whatever was taken out of them.
impl PartialEq for Mesh {
    fn eq(&self, other: &Mesh) -> bool {
        let size = |mesh: &Mesh| {
            let MeshOptions { kind, columns, rows, rings, floors, wrap, .. } = mesh.options;
            let [columns, rows, rings] = if kind == GridKind::Polar { [0, 0, rings] } else { [columns, rows, 0] };
            (kind, columns, rows, rings, floors, wrap)
        };
        let looks_same = match (&self.frame, &other.frame) {
            (Frame::Custom(look), Frame::Custom(other)) => look == other,
            // Known from kind and size.
            _ => true,
        };
        size(self) == size(other)
            && looks_same
            && self.sites == other.sites
            && self.inner == other.inner
            && self.outer == other.outer
            && (0..self.cells()).map(Cell).all(|cell| {
                self.inner_sides(cell).into_iter().all(|side| self.links.get(cell, side) == other.links.get(cell, side))
            })
            && self.crossings == other.crossings
            && self.tunnels == other.tunnels
    }
}

/// Its [`Layout`].
impl Mesh {
    #[inline]
    pub(in crate::grid) fn all_sides(&self) -> Sides {
        self.all
    }

    pub(in crate::grid) fn usual_sides(&self) -> Sides {
        // Twice as many cells lie outside of hardly any ring.
        if let Frame::Rings(_) = self.frame { Sides::SQUARE } else { self.all }
    }

    pub(in crate::grid) fn kinds(&self) -> layout::Kinds<'_> {
        match &self.links {
            Links::Alike { kinds, strides, inner } if self.lattice.is_none() => {
                layout::Kinds { of_places: kinds, strides, inner }
            }
            _ => layout::Kinds::default(),
        }
    }

    pub(in crate::grid) fn places(&self) -> usize {
        self.lattice.as_ref().map_or(self.inner.len(), Lattice::places)
    }

    pub(in crate::grid) fn run(&self) -> u32 {
        self.lattice.as_ref().map_or(self.cells(), Lattice::columns)
    }

    #[inline]
    pub(in crate::grid) fn place(&self, cell: Cell) -> usize {
        self.lattice.as_ref().map_or(cell.index(), |lattice| lattice.place(cell))
    }

    #[inline]
    pub(in crate::grid) fn cell_at(&self, place: usize) -> Cell {
        self.lattice.as_ref().map_or(Cell(place as u32), |lattice| lattice.cell_at(place))
    }

    #[inline]
    pub(in crate::grid) fn sides_at(&self, place: usize) -> Sides {
        if self.lattice.is_some() { self.all } else { self.inner[place] }
    }

    /// For cells without a lattice.
    #[inline]
    pub(in crate::grid) fn sides_to(&self, place: usize, is_wanted: impl Fn(usize) -> bool) -> Sides {
        self.links.sides_to(Cell(place as u32), self.inner[place], self.width, |far| is_wanted(far as usize))
    }

    #[inline]
    pub(in crate::grid) fn steps_evenly(&self) -> bool {
        self.lattice.is_some()
    }

    #[inline]
    pub(in crate::grid) fn opposite_at(&self, place: usize, side: Side) -> Side {
        self.lattice.as_ref().map_or_else(|| self.opposite(Cell(place as u32), side), |lattice| lattice.opposite(side))
    }

    #[inline]
    pub(in crate::grid) fn place_across(&self, place: usize, side: Side) -> usize {
        match &self.lattice {
            Some(lattice) => lattice.across(place, side),
            None => self.across(Cell(place as u32), side).index(),
        }
    }
}

impl Grid for Mesh {
    #[inline]
    fn cells(&self) -> u32 {
        self.inner.len() as u32
    }

    #[inline]
    fn inner_sides(&self, cell: Cell) -> Sides {
        self.inner[cell.index()]
    }

    #[inline]
    fn outer_sides(&self, cell: Cell) -> Sides {
        self.outer[cell.index()]
    }

    #[inline]
    fn across(&self, cell: Cell, side: Side) -> Cell {
        debug_assert!(self.inner_sides(cell).contains(side));
        self.links.get(cell, side).0
    }

    #[inline]
    fn opposite(&self, cell: Cell, side: Side) -> Side {
        self.links.get(cell, side).1
    }

    fn straight_ahead(&self, cell: Cell, side: Side) -> Option<Side> {
        let (number, corners) = (side.number(), self.edge_count(cell) as u8);
        if number >= corners && self.kind() == GridKind::Custom {
            return None;
        }
        if number >= corners {
            return Some(if side == UP { DOWN } else { UP });
        }
        corners.is_multiple_of(2).then(|| Side::new((number + corners / 2) % corners))
    }

    fn in_rows(&self) -> Option<&dyn InRows> {
        let has_rows = self.kind().has_rows();
        let is_whole = self.sites.is_none() && self.crossings.is_empty() && self.options.floors == 1;
        (has_rows && is_whole).then_some(self)
    }

    #[inline(always)]
    fn board_layout(&self, _: Internal) -> Layout<'_> {
        Layout::Mesh(self)
    }

    fn direction(&self, cell: Cell, side: Side) -> Option<[f64; 2]> {
        let edge = self.edge(cell, side)?;
        if let Frame::Tiled(tiled) = &self.frame {
            return Some(tiled.piece.direction(tiled.site(self.site(cell)).cell, usize::from(side.number())));
        }
        let ([a, b], center) = (self.ends(edge), self.center(cell));
        Some([0, 1].map(|axis| (a.at[axis] + b.at[axis]) / 2.0 - center[axis]))
    }

    fn at_least(&self, a: Cell, b: Cell) -> u32 {
        self.least_moves(a, b)
    }

    fn address(&self, cell: Cell) -> Address {
        Mesh::address(self, cell)
    }

    fn find(&self, address: impl Into<Address>) -> Option<Cell> {
        Mesh::find(self, address)
    }

    fn middle(&self) -> Cell {
        Mesh::middle(self)
    }

    fn sides_of(&self, cell: Cell) -> Sides {
        (0..self.side_count(cell) as u8).map(Side::new).collect()
    }

    fn side_name(&self, cell: Cell, side: Side) -> &str {
        Mesh::side_name(self, cell, side)
    }

    fn has_letters(&self) -> bool {
        self.kind() == GridKind::Square
    }

    fn row_count(&self) -> u32 {
        Mesh::row_count(self)
    }

    fn places_of_row(&self, row: u32) -> impl Iterator<Item = Option<Cell>> {
        self.row(row).map(|(_, cell)| cell)
    }
}
