//! The table of neighbors.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::cut::Cut;
use super::links::{CellKind, Kinds, LEFT_OUT, Links, NONE};
use super::rings::Rings;
use super::tiled::Tiled;
use super::{Corner, DOWN, InvalidMesh, MeshOptions, UP, Wrap};
use crate::grid::catalogue::GridKind;
use crate::grid::custom::Look;
use crate::grid::{Address, Cell, Grid, Side, Sides};
use crate::observe::{CHECK_INTERVAL, Observer, checkpoints};

/// Narrower strips of some tilings touch only at corners. All others are connected.
const CONNECTED: u32 = 3;

/// The number of cells of a custom grid that are written together.
const CUSTOM_ROW: u32 = 1024;

/// A grid of any [kind](GridKind) except plain squares, whose type is [`Square`](crate::grid::Square).
///
/// It has a table of neighbors, and for each cell an address, names of its sides, and a polygon. Side `k` of a cell is between the corners
/// `k` and `k + 1` of its polygon, clockwise. Sides after those lead up and down.
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
/// It takes four bytes for each cell. If a mask leaves some out, if there are tunnels, or if it is custom, it takes four bytes for each side
/// of each cell, and two to seven more.
#[derive(Clone, Debug)]
pub struct Mesh {
    pub(super) options: MeshOptions,
    pub(super) frame: Sites,
    /// The sites of the cells, in order, if not every site has a cell.
    pub(super) sites: Option<Vec<u32>>,
    /// The number of sides of a cell in the table.
    pub(super) width: usize,
    pub(super) links: Links,
    pub(super) inner: Vec<Sides>,
    pub(super) outer: Vec<Sides>,
    pub(super) crossings: Vec<Crossing>,
    /// By cell: the sides that lead through tunnels. Empty if there are none.
    pub(super) tunnels: Vec<Sides>,
    /// The cells that were taken out of it.
    pub(super) rock: Option<Box<Mesh>>,
    /// The cells that are cut along an outline, if there are any.
    pub(super) cut: Option<Arc<Cut>>,
    /// The length of the longest step between the centers of two neighbors, once it has been computed.
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

/// The largest rounding error of sums of lengths.
const ROUNDED: f64 = 1e-6;

/// Returns the smallest columns and rows, or rings of a circle, with which a grid is at least this wide and high in units of a cell.
pub(super) fn least_cells(kind: GridKind, needed: [f64; 2]) -> [u32; 2] {
    if kind == GridKind::Polar {
        return [((needed[0].max(needed[1]) - 1.0) / 2.0 - ROUNDED).ceil() as u32; 2];
    }
    // Width and height grow by the same amount with every two columns or rows.
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

/// The sites, which are the places for cells. A mask may leave some of them out.
#[derive(Clone, Debug)]
pub(super) enum Sites {
    Tiled(Tiled),
    Rings(Rings),
    Custom(Look),
}

impl Sites {
    /// Creates the sites of a grid that is not custom.
    pub(super) fn new(options: &MeshOptions) -> Result<Sites, InvalidMesh> {
        options.check()?;
        Ok(match options.kind.piece() {
            Some(piece) => Sites::Tiled(Tiled::new(piece, options)),
            None => Sites::Rings(Rings::new(options.rings)),
        })
    }

    /// Returns the number of rows of sites: rows of all floors, or rings. The cells of a custom grid are divided into rows of 1,024.
    fn row_count(&self) -> u32 {
        match self {
            Sites::Custom(look) => look.cells().div_ceil(CUSTOM_ROW),
            Sites::Rings(rings) => rings.rings() + 1,
            Sites::Tiled(tiled) => tiled.floors * tiled.rows,
        }
    }

    /// Returns the sites of a row.
    pub(super) fn row(&self, row: u32) -> Range<u32> {
        match self {
            Sites::Custom(look) => row * CUSTOM_ROW..look.cells().min((row + 1) * CUSTOM_ROW),
            Sites::Rings(rings) => rings.at(row, 0)..rings.at(row, 0) + rings.count(row),
            Sites::Tiled(tiled) => {
                let each = tiled.columns * tiled.each();
                row * each..(row + 1) * each
            }
        }
    }

    /// Returns the kinds of all sites of a grid that is not custom. Except at both ends of a row, the same kinds repeat.
    fn kinds<O: Observer>(&self, observer: &mut O) -> Result<(Vec<u16>, Vec<CellKind>), O::Stop> {
        let (mut of_sites, mut kinds) = (Vec::new(), Vec::<CellKind>::new());
        let mut number = |site: u32| {
            let kind = match self {
                Sites::Tiled(tiled) => tiled.kind(site),
                Sites::Rings(rings) => rings.kind(site),
                Sites::Custom(_) => CellKind::CLOSED,
            };
            // There are few.
            let known = kinds.iter().rposition(|known| *known == kind);
            known.unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            }) as u16
        };
        of_sites.reserve_exact(self.row(self.row_count() - 1).end as usize);
        let of_tiled = if let Sites::Tiled(tiled) = self { Some(tiled.edge_and_period()) } else { None };
        for row in 0..self.row_count() {
            let sites = self.row(row);
            // Each cell of the first ring is at another side of the center. In other rings, two may be at one cell.
            let [edge, period] = of_tiled.unwrap_or([if row == 1 { sites.end } else { 2 }, 2]);
            let left = sites.start..sites.end.min(sites.start.saturating_add(edge));
            let right = left.end.max(sites.end.saturating_sub(edge))..sites.end;
            let middle = (right.start - left.end) as usize;
            let again: Vec<u16> = (left.end..right.start).take(period as usize).map(&mut number).collect();
            // Copied as a whole, which takes a quarter of the time.
            let again = again.repeat(middle.min(CHECK_INTERVAL as usize).div_ceil(period as usize));
            of_sites.extend(left.map(&mut number));
            observer.go_on()?;
            for done in (0..middle).step_by(again.len().max(1)) {
                observer.go_on()?;
                of_sites.extend_from_slice(&again[..again.len().min(middle - done)]);
            }
            of_sites.extend(right.map(&mut number));
        }
        Ok((of_sites, kinds))
    }
}

impl Mesh {
    /// About how many bytes of memory a mesh takes at most for each cell, while it is made, if each cell has its own list of neighbors.
    pub const CELL_BYTES: u64 = 32;

    /// The same if no cell is left out and there are no tunnels, so that there are few kinds of cells.
    pub(crate) const REGULAR_CELL_BYTES: u64 = 4;

    /// Creates the grid that these options describe.
    ///
    /// # Errors
    ///
    /// [`InvalidMesh`] if there is no such grid.
    pub fn new(options: &MeshOptions) -> Result<Mesh, InvalidMesh> {
        let Ok(mesh) = Mesh::make(options, false, &mut ());
        mesh
    }

    /// Creates the grid that these options describe, unless the observer stops the work; it is asked every few thousand cells. If `in_parts`
    /// is true, all cells that the mask leaves are kept, even if they are not connected.
    pub(crate) fn make<O: Observer>(
        options: &MeshOptions,
        in_parts: bool,
        observer: &mut O,
    ) -> Result<Result<Mesh, InvalidMesh>, O::Stop> {
        let frame = match Sites::new(options) {
            Ok(frame) => frame,
            Err(invalid) => return Ok(Err(invalid)),
        };
        let (of_sites, kinds) = frame.kinds(observer)?;
        if kinds.iter().any(CellKind::is_beside_itself) {
            let rows = !options.wrap.joins_columns() || options.columns > 1;
            return Ok(Err(InvalidMesh::Open { rows, number: 2, is_least: true }));
        }
        let [inner_of_kinds, outer_of_kinds]: [Vec<Sides>; 2] =
            [|kind: &CellKind| kind.inner, |kind: &CellKind| kind.outer].map(|sides| kinds.iter().map(sides).collect());
        let [inner, outer] = [&inner_of_kinds, &outer_of_kinds]
            .map(|sides| of_sites.iter().map(|&kind| sides[usize::from(kind)]).collect());
        observer.go_on()?;
        let strides = kinds.iter().map(|kind| kind.strides).collect();
        let links = Links::Alike { kinds: of_sites, strides, inner: inner_of_kinds };
        let floors = if options.floors > 1 { 2 } else { 0 };
        let width = (options.kind.max_sides() + floors) as usize;
        let mesh = Mesh::of(options.clone(), frame, (width, links), [inner, outer]);
        if let (Some(mask), true) = (&options.mask, options.is_smooth()) {
            return mesh.cut_smoothly(mask, in_parts, observer);
        }
        let is_narrow = options.columns.min(options.rows) < CONNECTED && mesh.kind().info().wraps;
        if options.mask.is_some() || is_narrow { mesh.cut(in_parts, observer) } else { Ok(Ok(mesh)) }
    }

    /// Creates the grid with these links, `width` for each cell, and these inner and outer sides.
    pub(super) fn of(
        options: MeshOptions,
        frame: Sites,
        (width, links): (usize, Links),
        [inner, outer]: [Vec<Sides>; 2],
    ) -> Mesh {
        Mesh {
            options,
            frame,
            sites: None,
            width,
            links,
            inner,
            outer,
            crossings: Vec::new(),
            tunnels: Vec::new(),
            rock: None,
            cut: None,
            longest_step: OnceLock::new(),
        }
    }

    /// Creates the grid of a graph from its tables of neighbors, and from its inner sides, outer sides and tunnels.
    pub(in crate::grid) fn of_graph(
        look: Look,
        width: usize,
        across: Vec<u32>,
        [inner, outer, tunnels]: [Vec<Sides>; 3],
    ) -> Mesh {
        let options = MeshOptions { columns: look.cells(), rows: 1, rings: 0, ..MeshOptions::new(GridKind::Custom) };
        let links = (width, Links::Each(width, across));
        Mesh { tunnels, ..Mesh::of(options, Sites::Custom(look), links, [inner, outer]) }
    }

    /// Returns the smallest and the largest `x` and `y` of any corner: `[left, top, right, bottom]`. All are 0 if there are no corners.
    pub fn bounds(&self) -> [f64; 4] {
        let mut bounds = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        let mut see = |cell: Cell| {
            for Corner { at: [x, y], .. } in self.polygon(cell) {
                bounds = [bounds[0].min(x), bounds[1].min(y), bounds[2].max(x), bounds[3].max(y)];
            }
        };
        match &self.frame {
            Sites::Tiled(tiled) if self.sites.is_none() => tiled.sites_at_edge().map(Cell).for_each(see),
            _ => (0..self.cells()).map(Cell).for_each(&mut see),
        }
        if bounds[0] > bounds[2] { [0.0; 4] } else { bounds }
    }

    /// Returns the grid without the cells outside of the mask.
    fn cut<O: Observer>(self, in_parts: bool, observer: &mut O) -> Result<Result<Mesh, InvalidMesh>, O::Stop> {
        match self.kept(observer)? {
            Ok(kept) if !kept.contains(&true) => Ok(Err(InvalidMesh::Empty)),
            Ok(kept) => self.keep(kept, in_parts, observer),
            Err(invalid) => Ok(Err(invalid)),
        }
    }

    /// Returns the grid of the cells that are kept. Unless `in_parts` is true, they must be connected, or the largest part of them is kept.
    pub(super) fn keep<O: Observer>(
        self,
        mut kept: Vec<bool>,
        in_parts: bool,
        observer: &mut O,
    ) -> Result<Result<Mesh, InvalidMesh>, O::Stop> {
        if !in_parts {
            let (part_of, sizes) = self.parts(|cell| kept[cell.index()], observer)?;
            if !self.options.largest_part && sizes.len() > 1 {
                return Ok(Err(InvalidMesh::Parts(sizes.len() as u32)));
            }
            // The first of the largest parts.
            let largest = (0..sizes.len()).rev().max_by_key(|&part| sizes[part]).unwrap_or(0) as u32;
            kept.iter_mut().zip(part_of).for_each(|(kept, part)| *kept &= part == largest);
        }
        observer.go_on()?;
        Ok(Ok(if kept.contains(&false) { self.only(&kept) } else { self }))
    }

    /// Returns true for each site that the mask keeps.
    fn kept<O: Observer>(&self, observer: &mut O) -> Result<Result<Vec<bool>, InvalidMesh>, O::Stop> {
        let Some(mask) = &self.options.mask else { return Ok(Ok(vec![true; self.inner.len()])) };
        let Some(mask) = mask.fitted(self.cells()) else {
            return Ok(Err(InvalidMesh::Bits { expected: self.cells() }));
        };
        let bounds @ [left, top, right, bottom] = if mask.is_of_cells() { [0.0; 4] } else { self.bounds() };
        let needed = mask.least_size();
        if right - left < needed[0] - ROUNDED || bottom - top < needed[1] - ROUNDED {
            let least = least_cells(self.options.kind, needed);
            return Ok(Err(InvalidMesh::Small { kind: self.options.kind, least }));
        }
        if mask.is_lines() {
            return self.centers_inside(&mask, observer);
        }
        let mut kept = Vec::with_capacity(self.inner.len());
        for part in checkpoints(0..self.cells()) {
            observer.go_on()?;
            kept.extend(part.map(|site| mask.covers(site, || self.center(Cell(site)), bounds)));
        }
        Ok(Ok(kept))
    }

    /// Returns the grid of the cells that are kept.
    pub(in crate::grid) fn only(&self, kept: &[bool]) -> Mesh {
        let cells: Vec<Cell> = (0..self.cells()).map(Cell).filter(|cell| kept[cell.index()]).collect();
        let mut number = vec![NONE; kept.len()];
        (0..).zip(&cells).for_each(|(new, cell)| number[cell.index()] = new);
        let mut across = vec![NONE; cells.len() * self.width];
        let (mut inner, mut outer) = (Vec::with_capacity(cells.len()), Vec::with_capacity(cells.len()));
        for (links, &cell) in across.chunks_exact_mut(self.width.max(1)).zip(&cells) {
            let (mut to_cells, mut out) = (Sides::NONE, self.outer_sides(cell));
            for side in self.inner_sides(cell) {
                let (neighbor, back) = self.links.get(cell, side);
                match number[neighbor.index()] {
                    // Stairs to a cell that is left out lead nowhere, not even outside.
                    NONE if self.up_and_down().is_some_and(|stairs| stairs.contains(&side)) => {}
                    NONE => {
                        out = out.with(side);
                        links[usize::from(side.number())] = LEFT_OUT;
                    }
                    neighbor => {
                        to_cells = to_cells.with(side);
                        links[usize::from(side.number())] = neighbor << 3 | u32::from(back.number());
                    }
                }
            }
            inner.push(to_cells);
            outer.push(out);
        }
        let (options, links) = (self.options.clone(), (self.width, Links::Each(self.width, across)));
        let (sites, longest_step) =
            (cells.into_iter().map(|cell| self.site(cell)).collect(), self.longest_step.clone());
        let cut = self.cut.clone();
        Mesh { sites: Some(sites), cut, longest_step, ..Mesh::of(options, self.frame.clone(), links, [inner, outer]) }
    }

    /// Sets the tunnels. `plain` is the grid without them.
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

    /// Joins two sides, which become the sides of one wall.
    pub(in crate::grid) fn link_sides(&mut self, (a, side_of_a): (Cell, Side), (b, side_of_b): (Cell, Side)) {
        let Mesh { links, inner, width, .. } = self;
        links.change(*width, inner, |links| {
            for (cell, side, neighbor, back) in [(a, side_of_a, b, side_of_b), (b, side_of_b, a, side_of_a)] {
                links[cell.index() * *width + usize::from(side.number())] = neighbor.0 << 3 | u32::from(back.number());
            }
        });
        for (cell, side) in [(a, side_of_a), (b, side_of_b)] {
            inner[cell.index()] = inner[cell.index()].with(side);
        }
    }

    /// Removes these sides of a cell: nothing lies across them, not even the outside.
    pub(in crate::grid) fn unlink_sides(&mut self, cell: Cell, sides: [Side; 2]) {
        // A cell without some of its sides is of none of the kinds.
        self.links.change(self.width, &self.inner, |_| {});
        self.inner[cell.index()] = sides.iter().fold(self.inner[cell.index()], |inner, &side| inner.without(side));
    }

    /// Returns the connected parts of the cells that are kept: for each cell the number of its part, and for each part its number of cells.
    pub(in crate::grid) fn parts<O: Observer>(
        &self,
        is_kept: impl Fn(Cell) -> bool,
        observer: &mut O,
    ) -> Result<(Vec<u32>, Vec<u32>), O::Stop> {
        let mut part_of = vec![NONE; self.inner.len()];
        let (mut sizes, mut waiting) = (Vec::new(), Vec::new());
        let mut seen = 0_u32;
        for start in (0..self.cells()).map(Cell) {
            if !is_kept(start) || part_of[start.index()] != NONE {
                continue;
            }
            let part = sizes.len() as u32;
            let before = seen;
            part_of[start.index()] = part;
            waiting.push(start);
            while let Some(cell) = waiting.pop() {
                if seen.is_multiple_of(CHECK_INTERVAL) {
                    observer.go_on()?;
                }
                seen += 1;
                for side in self.inner_sides(cell) {
                    let neighbor = self.across(cell, side);
                    if is_kept(neighbor) && part_of[neighbor.index()] == NONE {
                        part_of[neighbor.index()] = part;
                        waiting.push(neighbor);
                    }
                }
            }
            sizes.push(seen - before);
        }
        Ok((part_of, sizes))
    }
}

/// Two meshes are equal if they have the same cells with the same neighbors, names and polygons. Their masks, and the cells that were taken
/// out, make no difference.
impl PartialEq for Mesh {
    fn eq(&self, other: &Mesh) -> bool {
        let size = |mesh: &Mesh| {
            let MeshOptions { kind, columns, rows, rings, floors, wrap, .. } = mesh.options;
            let [columns, rows, rings] = if kind == GridKind::Polar { [0, 0, rings] } else { [columns, rows, 0] };
            (kind, columns, rows, rings, floors, wrap)
        };
        let looks_same = match (&self.frame, &other.frame) {
            (Sites::Custom(look), Sites::Custom(other)) => look == other,
            // The kind and the size determine it.
            _ => true,
        };
        size(self) == size(other)
            && looks_same
            && self.sites == other.sites
            && self.cut == other.cut
            && self.inner == other.inner
            && self.outer == other.outer
            && (0..self.cells()).map(Cell).all(|cell| {
                self.inner_sides(cell).into_iter().all(|side| self.links.get(cell, side) == other.links.get(cell, side))
            })
            && self.crossings == other.crossings
            && self.tunnels == other.tunnels
    }
}

impl Mesh {
    /// Returns the distance from one cell to another on their floor, or above it.
    fn length(&self, a: Cell, b: Cell) -> f64 {
        if self.kind() == GridKind::Square {
            let [[row, column], [far_row, far_column]] = [a, b].map(|cell| self.row_and_column(cell));
            return f64::from(row.abs_diff(far_row) + column.abs_diff(far_column));
        }
        let ([x, y], [far_x, far_y]) = (self.center(a), self.center(b));
        ((x - far_x) * (x - far_x) + (y - far_y) * (y - far_y)).sqrt()
    }

    /// Returns every side that any cell has, and maybe others.
    #[inline]
    pub(in crate::grid) fn all_sides(&self) -> Sides {
        Sides::from_bits(((1_u16 << self.width) - 1) as u8)
    }

    /// Returns the sides that most cells have, inner or outer.
    pub(in crate::grid) fn common_sides(&self) -> Sides {
        // Hardly any ring has twice as many cells outside of it.
        if let Sites::Rings(_) = self.frame { Sides::SQUARE } else { self.all_sides() }
    }

    /// Returns the kinds of cells.
    pub(in crate::grid) fn kinds(&self) -> Kinds<'_> {
        match &self.links {
            Links::Alike { kinds, strides, inner } => Kinds { of_cells: kinds, strides, inner },
            Links::Each(..) => Kinds::default(),
        }
    }

    /// Returns the inner sides of a cell that lead to wanted cells. It may be called with numbers that are not cells, which do not matter.
    #[inline]
    pub(in crate::grid) fn sides_to(&self, cell: Cell, is_wanted: impl Fn(u32) -> bool) -> Sides {
        self.links.sides_to(cell, self.inner[cell.index()], self.width, is_wanted)
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
        if let Some(cut) = self.cut_cell(cell) {
            let (name, count) = (cut.name(side)?, self.edge_count_of_whole(cell) as u8);
            let opposite = Side::new((name + count / 2) % count);
            return (name < count && count.is_multiple_of(2)).then(|| cut.named(opposite)).flatten();
        }
        if !self.is_usual(cell) {
            return None;
        }
        let (number, corners) = (side.number(), self.edge_count(cell) as u8);
        if number >= corners && self.kind() == GridKind::Custom {
            return None;
        }
        if number >= corners {
            return Some(if side == UP { DOWN } else { UP });
        }
        corners.is_multiple_of(2).then(|| Side::new((number + corners / 2) % corners))
    }

    /// Returns rows of squares, hexagons and triangles from the top, or rings from the outermost one inwards.
    fn cells_of_row(&self, row: u32) -> Option<Range<u32>> {
        let is_whole = self.sites.is_none() && self.crossings.is_empty() && self.options.floors == 1;
        let last = self.frame.row_count() - 1;
        let from_top = if self.kind() == GridKind::Polar { last.checked_sub(row)? } else { row };
        (self.kind().has_rows() && is_whole && row <= last).then(|| self.frame.row(from_top))
    }

    #[inline(always)]
    fn as_mesh(&self) -> Option<&Mesh> {
        Some(self)
    }

    fn direction(&self, cell: Cell, side: Side) -> Option<[f64; 2]> {
        let edge = self.edge(cell, side)?;
        if let (Sites::Tiled(tiled), None) = (&self.frame, self.cut_cell(cell)) {
            return Some(tiled.piece.direction(tiled.site(self.site(cell)).cell, usize::from(side.number())));
        }
        let ([a, b], center) = (self.ends(edge), self.center(cell));
        Some([0, 1].map(|axis| (a.at[axis] + b.at[axis]) / 2.0 - center[axis]))
    }

    /// Returns the number of stairs between their floors, plus their distance on a floor. That is the distance of their centers, divided by
    /// the longest step between the centers of neighbors, which takes `O(cells)` to find the first time. For squares, it is the difference of
    /// their rows plus that of their columns. If edges are joined, it is not known, and 0.
    fn min_moves(&self, a: Cell, b: Cell) -> u32 {
        if self.options.wrap != Wrap::Off {
            return 0;
        }
        let longest = *self.longest_step.get_or_init(|| {
            let cells = (0..self.cells()).map(Cell);
            let steps = cells.flat_map(|cell| {
                self.inner_sides(cell).into_iter().map(move |side| self.length(cell, self.across(cell, side)))
            });
            steps.fold(0.0, f64::max)
        });
        let floor = |cell| self.address(cell).numbers()[0];
        let stairs = if self.options.floors > 1 { floor(a).abs_diff(floor(b)) } else { 0 };
        // A number that exceeds a whole one only by rounding is that one.
        let level = if longest > 0.0 { (self.length(a, b) / longest - ROUNDED).ceil() as u32 } else { 0 };
        level + stairs
    }

    fn address(&self, cell: Cell) -> Address {
        self.frame.address(self.site(cell))
    }

    fn find(&self, address: impl Into<Address>) -> Option<Cell> {
        let site = self.frame.find(address.into())?;
        match &self.sites {
            Some(sites) => sites.binary_search(&site).ok().map(|cell| Cell(cell as u32)),
            None => Some(Cell(site)),
        }
    }

    /// Returns a cell of the rim and the center on a circle; if edges are joined, the first cell and the one in the middle.
    fn default_ends(&self) -> [Cell; 2] {
        let (first, last) = (Cell(0), Cell(self.cells() - 1));
        let MeshOptions { kind, columns, rows, rings, wrap, .. } = self.options;
        if kind == GridKind::Polar {
            return [self.find([rings, 0]).unwrap_or(last), self.find([0, 0]).unwrap_or(first)];
        }
        if wrap == Wrap::Off {
            return [first, last];
        }
        let (row, column) = (rows / 2, columns / 2);
        let middle =
            self.find([row, column]).or_else(|| self.find([row, column, 0])).or_else(|| self.find([0, row, column]));
        [first, middle.unwrap_or(Cell(self.cells() / 2))]
    }

    /// Returns the cell whose center is nearest to the middle of the whole, the first of several. On a custom grid with unknown centers, it
    /// is the cell with the middle number. Takes time `O(cells)`.
    fn middle(&self) -> Cell {
        let [left, top, right, bottom] = self.bounds();
        let [x, y] = [(left + right) / 2.0, (top + bottom) / 2.0];
        let mut nearest = (f64::INFINITY, Cell(0));
        for cell in (0..self.cells()).map(Cell) {
            let Some([at_x, at_y]) = self.known_center(cell) else { return Cell((self.cells() - 1) / 2) };
            let squared = (at_x - x) * (at_x - x) + (at_y - y) * (at_y - y);
            // Centers at equal distances may be rounded differently.
            if squared < nearest.0 - 1e-9 {
                nearest = (squared, cell);
            }
        }
        nearest.1
    }

    fn sides_of(&self, cell: Cell) -> Sides {
        (0..self.side_count(cell) as u8).map(Side::new).collect()
    }

    fn side_name(&self, cell: Cell, side: Side) -> &str {
        static NUMBERS: [&str; 16] =
            ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"];
        static FLOORS: [&str; 6] = ["N", "E", "S", "W", "U", "D"];
        let (sides, number) = (self.kind().info().sides, usize::from(side.number()));
        let number = match self.cut_cell(cell) {
            Some(cut) => match cut.name(side).map(usize::from) {
                Some(name) if name < self.edge_count_of_whole(cell) => name,
                name => return name.and_then(|name| NUMBERS.get(name)).unwrap_or(&"?"),
            },
            None => number,
        };
        let names: &[&str] = match &self.frame {
            Sites::Custom(look) => return look.names(cell).get(number).map_or("?", |name| name),
            Sites::Rings(rings) => match rings.place(self.site(cell)) {
                [0, _] => sides[2],
                [ring, _] => sides[rings.outwards(ring) as usize - 1],
            },
            Sites::Tiled(tiled) if tiled.floors > 1 => &FLOORS,
            Sites::Tiled(tiled) => sides.get(tiled.site(self.site(cell)).cell).copied().unwrap_or(&NUMBERS),
        };
        names.get(number).unwrap_or(&"?")
    }

    fn has_letters(&self) -> bool {
        self.kind() == GridKind::Square && !self.is_cut()
    }

    fn row_count(&self) -> u32 {
        self.frame.row_count()
    }

    fn places_of_row(&self, row: u32) -> impl Iterator<Item = Option<Cell>> {
        self.row(row).map(|(_, cell)| cell)
    }
}
