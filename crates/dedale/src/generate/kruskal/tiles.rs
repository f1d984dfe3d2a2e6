//! Kruskal's algorithm on a large rectangle of squares, one tile after another: the same maze as with all edges in order.
//!
//! Most edges can be decided among a few cells. In a tile of 64 × 64 cells, which fits into the second-level cache:
//!
//! 1. Each cell opens its lightest edge (a step of Borůvka's algorithm), unless that leads out of the tile.
//! 2. The other edges are sorted and taken in order, including those that lead out of the tile. An edge that leads out *taints* its set: the
//!    lightest edge of the set is no longer known. An edge between two sets is in the tree if one of them is not tainted, since it is the
//!    lightest edge of that set. An edge between two tainted sets is *late*: it is kept for the end, unless lighter late edges join its ends
//!    already.
//! 3. Heavy edges are sorted only after light ones have been taken: most of them are within one set by then.
//!
//! A few sets of each tile are left, which get numbers in the whole maze, and its late edges. In the end, all late edges are taken in order.
//!
//! # Source
//!
//! R. E. Tarjan, *Data Structures and Network Algorithms* (1983), ch. 6, with O. Borůvka's algorithm (1926): the lightest edge of a set is in
//! the tree, and the heaviest edge of a loop is not. V. Osipov, P. Sanders and J. Singler, "The Filter-Kruskal Minimum Spanning Tree
//! Algorithm", *ALENEX* (2009): heavy edges are filtered before they are sorted.

use std::hint::select_unpredictable;

use super::order::{MAX_SHUFFLED, weight};
use crate::forest::Forest;
use crate::generate::edge::Edge;
use crate::grid::{Cell, Grid as _, Side, Sides, Square};
use crate::observe::{Observer, Step};
use crate::rng::Key;

/// The length and the width of a tile, in cells.
const SIDE: usize = 64;

/// The distance of two rows of a tile, with a column on both sides for the cells around it.
const PITCH: usize = SIDE + 2;

/// The largest number of places in a tile, including the cells around it, rounded up to a power of two: then `& MASK` shows that an index is
/// within bounds. It is also more than the number of edges that are left to sort: 2 × 64² + 128, less those of step 1, which are at least
/// 1,900.
const PLACES: usize = 1 << 13;
const MASK: usize = PLACES - 1;

/// A weight that no edge exceeds.
const NO_EDGE: u64 = u64::MAX;

/// Edges lighter than this are taken first. A little more than half of all edges join most cells: that many make an infinite square grid fall
/// into one large part.
const LIGHT: u64 = u64::MAX / 100 * 58;

/// Edges are sorted by this many bits of their weights at once.
const BUCKET_BITS: u32 = 10;

/// The sides at which edges are listed, of the western or the northern one of their cells.
const SIDES: [Side; 2] = [Side::E, Side::S];

/// The distance from a place to the place across each of [`SIDES`].
const ACROSS: [usize; 2] = [1, PITCH];

/// The distance from a place to the place across a side, by the number of the side; 0 for [`OUT`].
const STEPS: [usize; 8] = [PITCH.wrapping_neg(), 1, PITCH, usize::MAX, 0, 0, 0, 0];

/// Stands for the side of a lightest edge that leads out of the tile.
const OUT: u8 = 4;

/// A tile of the maze, with tables by the place of a cell: `SIDE` rows and columns, with one more on each side.
struct GridTile {
    /// The number of columns and of rows.
    columns: usize,
    rows: usize,
    /// The edges to the east and to the south of each place; of the places around the tile, only those that lead into it. Each is a weight,
    /// with the place and the side in its lowest bits, and a one in the lowest bit if the edge leads out.
    weights: [Box<[u64; PLACES]>; 2],
    /// The side of the lightest edge of each cell, or [`OUT`].
    lightest: Box<[u8; PLACES]>,
    /// A forest of the joined cells.
    parent: Box<[u16; PLACES]>,
    /// By the root of a set: true if an edge that leads out was lighter than some edge that was taken.
    is_tainted: Box<[bool; PLACES]>,
    /// A forest of the tainted sets that late edges have joined.
    joined_late: Box<[u16; PLACES]>,
    /// The open sides of each cell.
    open: Box<[u8; PLACES]>,
    /// By the root of a set that is left: its number in the whole maze.
    number: Box<[u32; PLACES]>,
    /// The edges to sort, first the light ones and then the heavy ones; and the sorted edges.
    listed: [Box<[u64; PLACES]>; 2],
    sorted: Box<[u64; PLACES]>,
    starts: Box<[u16; 1 << BUCKET_BITS]>,
}

/// Returns true for a grid with more edges than can be shuffled.
pub(super) fn is_large(grid: &Square) -> bool {
    let [columns, rows] = [grid.columns(), grid.rows()].map(u64::from);
    2 * columns * rows - columns - rows > MAX_SHUFFLED as u64
}

/// Carves the whole maze, whose walls must all stand.
pub(crate) fn carve_in_tiles<O: Observer>(
    grid: Square,
    passages: &mut [Sides],
    key: Key,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let (columns, rows) = (grid.columns() as usize, grid.rows() as usize);
    let mut tile = GridTile::new();
    let mut late = LateEdges::new(key);
    let mut undecided = Vec::new();
    let mut sets = 0;
    // The sets of the last column of the tile to the west, and of the last row of the tiles to the north.
    let (mut west, mut north) = ([0; SIDE], vec![0; columns]);
    for row in (0..rows).step_by(SIDE) {
        for column in (0..columns).step_by(SIDE) {
            let first = grid.at(row as u32, column as u32);
            observer.see(Step::Visit(first))?;
            (tile.columns, tile.rows) = (SIDE.min(columns - column), SIDE.min(rows - row));
            tile.weigh(grid, first, key);
            tile.open_lightest();
            let listed = tile.list_edges();
            undecided.clear();
            tile.take_all(listed, &mut undecided);
            tile.write(&mut passages[first.index()..], columns);
            sets = tile.number_sets(sets);
            // The cell in this row and column of the tile. One before the first column, or above the first row, is in the tile before.
            let cell = |row: usize, column: usize| Cell((first.index() + row * columns + column) as u32);
            for &edge in &undecided {
                let [place, far] = cells_of(edge);
                let (row, column) = (place / PITCH - 1, place % PITCH - 1);
                late.keep(Edge::new(cell(row, column), side_of(edge)), [tile.set(place), tile.set(far)]);
            }
            let north = &mut north[column..][..tile.columns];
            let west = &mut west[..tile.rows];
            for (row, &far) in west.iter().enumerate().filter(|_| column > 0) {
                let before = Cell(cell(row, 0).0 - 1);
                late.keep(Edge::new(before, Side::E), [far, tile.set(place(row, 0))]);
            }
            for (column, &far) in north.iter().enumerate().filter(|_| row > 0) {
                let above = Cell(cell(0, column).0 - columns as u32);
                late.keep(Edge::new(above, Side::S), [far, tile.set(place(0, column))]);
            }
            west.iter_mut().enumerate().for_each(|(row, set)| *set = tile.set(place(row, tile.columns - 1)));
            north.iter_mut().enumerate().for_each(|(column, set)| *set = tile.set(place(tile.rows - 1, column)));
        }
    }
    drop(tile);
    late.take_all(grid, passages, sets, observer)
}

/// The edges that are left of all tiles, each with the sets that it joins. They are kept in parts by their weights, and each part is sorted in a
/// short time.
struct LateEdges {
    key: Key,
    parts: Vec<Vec<LateEdge>>,
}

struct LateEdge {
    weight: u64,
    edge: Edge,
    /// The numbers of both sets.
    sets: [u32; 2],
}

impl LateEdges {
    /// The number of parts.
    const PARTS: usize = 64;

    fn new(key: Key) -> LateEdges {
        LateEdges { key, parts: (0..LateEdges::PARTS).map(|_| Vec::new()).collect() }
    }

    /// Keeps an edge between two sets.
    fn keep(&mut self, edge: Edge, sets: [u32; 2]) {
        let weight = weight(self.key, edge.number());
        self.parts[(weight >> (u64::BITS - LateEdges::PARTS.ilog2())) as usize].push(LateEdge { weight, edge, sets });
    }

    /// Takes all edges in order, and opens those that join two of this many sets.
    fn take_all<O: Observer>(
        self,
        grid: Square,
        passages: &mut [Sides],
        sets: u32,
        observer: &mut O,
    ) -> Result<(), O::Stop> {
        let mut forest = Forest::new(sets as usize);
        for mut part in self.parts {
            observer.go_on()?;
            part.sort_unstable_by_key(|late| (late.weight, late.edge));
            for LateEdge { edge, sets: [a, b], .. } in part {
                if forest.unite(a, b) {
                    let (cell, side) = edge.cell_and_side();
                    let far = grid.across(cell, side);
                    passages[cell.index()] = passages[cell.index()].with(side);
                    passages[far.index()] = passages[far.index()].with(grid.opposite(far, side));
                }
            }
        }
        Ok(())
    }
}

/// Returns the place of the cell in this row and column of a tile.
fn place(row: usize, column: usize) -> usize {
    (row + 1) * PITCH + column + 1
}

/// Creates a table with an entry for each place.
fn table<T: Copy, const LENGTH: usize>(entry: T) -> Box<[T; LENGTH]> {
    Box::new([entry; LENGTH])
}

/// Returns the root of the set that `place` is in. Points every place on the way at the one two steps further.
#[inline(always)]
fn root(parent: &mut [u16; PLACES], mut place: usize) -> usize {
    loop {
        let above = usize::from(parent[place & MASK]);
        if above == place {
            return place;
        }
        let next = parent[above & MASK];
        parent[place & MASK] = next;
        place = next.into();
    }
}

/// Sorts edges: distributes them to buckets by the highest bits of their weights, which leaves a few in each, and sorts these by insertion.
fn sort(edges: &[u64], sorted: &mut [u64; PLACES], starts: &mut [u16; 1 << BUCKET_BITS]) {
    let bucket = |edge: u64| (edge >> (u64::BITS - BUCKET_BITS)) as usize;
    starts.fill(0);
    edges.iter().for_each(|&edge| starts[bucket(edge)] += 1);
    let mut sum = 0;
    for start in starts.iter_mut() {
        (*start, sum) = (sum, sum + *start);
    }
    for &edge in edges {
        let start = &mut starts[bucket(edge)];
        sorted[usize::from(*start) & MASK] = edge;
        *start += 1;
    }
    let sorted = &mut sorted[..edges.len()];
    for next in 1..sorted.len() {
        let edge = sorted[next];
        let mut slot = next;
        while slot > 0 && sorted[slot - 1] > edge {
            sorted[slot] = sorted[slot - 1];
            slot -= 1;
        }
        sorted[slot] = edge;
    }
}

impl GridTile {
    fn new() -> GridTile {
        GridTile {
            columns: 0,
            rows: 0,
            weights: [table(NO_EDGE), table(NO_EDGE)],
            lightest: table(0),
            parent: table(0),
            is_tainted: table(false),
            joined_late: table(0),
            open: table(0),
            number: table(0),
            listed: [table(0), table(0)],
            sorted: table(0),
            starts: table(0),
        }
    }

    /// Returns the places of each row of cells.
    fn rows(&self) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let columns = self.columns;
        (0..self.rows).map(move |row| place(row, 0)..place(row, columns))
    }

    /// Computes the weights of all edges of the tile, whose first cell is given. Each has its place and its side in the lowest bits, so that
    /// all are different. If the other bits of two weights are equal, the edge that is first in the order of cells and sides is the lighter
    /// one.
    fn weigh(&mut self, grid: Square, first: Cell, key: Key) {
        let (columns, rows) = (grid.columns() as usize, grid.rows() as usize);
        let (top, left) = (grid.row(first) as usize, grid.column(first) as usize);
        // The edges to the east and to the south, also of the row above the tile and the column before it.
        for row in 0..=self.rows {
            let places = row * PITCH..row * PITCH + 1 + self.columns;
            let [east, south] = self.weights.each_mut().map(|weights| &mut weights[places.clone()]);
            let Some(of_row) = (top + row).checked_sub(1) else {
                south.fill(NO_EDGE);
                continue;
            };
            let weigh = |weights: &mut [u64], side: usize| {
                // In the first column of the maze, there is no column before it, and this result is not used.
                let first = Edge::new(Cell((of_row * columns + left) as u32), SIDES[side]);
                let before = first.number().wrapping_sub(1 << 3);
                for (own, it) in weights.iter_mut().enumerate() {
                    let name = (row * PITCH + own) << 2 | side << 1;
                    *it = weight(key, before.wrapping_add((own as u64) << 3)) | name as u64;
                }
            };
            if row > 0 {
                weigh(east, 0);
                if left == 0 {
                    east[0] = NO_EDGE;
                }
                if left + self.columns == columns {
                    east[self.columns] = NO_EDGE;
                }
            }
            if of_row + 1 == rows {
                south.fill(NO_EDGE);
            } else {
                weigh(south, 1);
            }
        }
    }

    /// Opens the lightest edge of every cell, unless it leads out of the tile.
    fn open_lightest(&mut self) {
        let [east, south] = &self.weights;
        for place in self.rows().flatten() {
            let (n, e, s, w) = (south[place - PITCH], east[place], south[place], east[place - 1]);
            // The numbers of the sides: 0 or 2, and 1 or 3.
            let (vertical, horizontal) = (u8::from(s < n) << 1, 1 | u8::from(w < e) << 1);
            self.lightest[place] = select_unpredictable(n.min(s) < e.min(w), vertical, horizontal);
        }
        let out = |lightest: &mut u8, side: Side| *lightest = if *lightest == side.number() { OUT } else { *lightest };
        let (last_row, last_column) = (self.rows - 1, self.columns - 1);
        for column in 0..self.columns {
            out(&mut self.lightest[place(0, column)], Side::N);
            out(&mut self.lightest[place(last_row, column)], Side::S);
        }
        for row in 0..self.rows {
            out(&mut self.lightest[place(row, 0)], Side::W);
            out(&mut self.lightest[place(row, last_column)], Side::E);
        }
        let used = (self.rows + 2) * PITCH;
        self.open[..used].fill(0);
        self.is_tainted[..used].fill(false);
        for (own, (parent, joined)) in self.parent.iter_mut().zip(&mut *self.joined_late).enumerate().take(used) {
            (*parent, *joined) = (own as u16, own as u16);
        }
        for place in self.rows().flatten() {
            let side = self.lightest[place];
            let far = place.wrapping_add(STEPS[usize::from(side & 7)]) & MASK;
            // If two cells have the same lightest edge, the western or northern one is the root.
            let is_mutual = self.lightest[far] == side ^ 2;
            let is_root = (side == OUT) | (is_mutual & ((side == 1) | (side == 2)));
            self.parent[place] = select_unpredictable(is_root, place, far) as u16;
            let opened = u8::from(!is_root);
            self.open[place] |= opened << (side & 7);
            self.open[far] |= opened << ((side ^ 2) & 7);
        }
        self.shorten(3);
    }

    /// Points every cell at its parent's parent, this many times.
    fn shorten(&mut self, times: usize) {
        for _ in 0..times {
            for place in self.rows().flatten() {
                self.parent[place] = self.parent[usize::from(self.parent[place]) & MASK];
            }
        }
    }

    /// Lists the edges that join two sets or lead out, light ones and heavy ones, and returns the number of each.
    fn list_edges(&mut self) -> [usize; 2] {
        let GridTile { columns, rows, weights, parent, listed: [lighter, heavier], .. } = self;
        let (mut light, mut heavy) = (0, 0);
        let mut list = |weight: u64, is_out: bool, is_wanted: bool| {
            let is_wanted = is_wanted & (weight != NO_EDGE);
            // Writing the edge in any case and keeping it only if it is wanted is cheaper than a branch.
            lighter[light & MASK] = weight | u64::from(is_out);
            heavier[heavy & MASK] = weight | u64::from(is_out);
            light += usize::from(is_wanted & (weight < LIGHT));
            heavy += usize::from(is_wanted & (weight >= LIGHT));
        };
        for column in 0..*columns {
            list(weights[1][place(0, column) - PITCH], true, true);
        }
        for row in 0..*rows {
            list(weights[0][place(row, 0) - 1], true, true);
            for column in 0..*columns {
                let place = place(row, column);
                for (side, is_out) in [column + 1 == *columns, row + 1 == *rows].into_iter().enumerate() {
                    let joins = parent[place & MASK] != parent[(place + ACROSS[side]) & MASK];
                    list(weights[side][place & MASK], is_out, is_out | joins);
                }
            }
        }
        [light, heavy]
    }

    /// Opens all edges of the tile that are known to be in the tree, and lists the late ones.
    fn take_all(&mut self, [light, heavy]: [usize; 2], late: &mut Vec<u64>) {
        sort(&self.listed[0][..light], &mut self.sorted, &mut self.starts);
        self.take(light, late);
        self.shorten(2);
        let GridTile { parent, listed: [left, heavier], .. } = self;
        let mut count = 0;
        for &edge in &heavier[..heavy] {
            let [place, far] = cells_of(edge);
            left[count & MASK] = edge;
            count += usize::from((edge & 1 == 1) | (parent[place] != parent[far]));
        }
        sort(&self.listed[0][..count], &mut self.sorted, &mut self.starts);
        self.take(count, late);
    }

    /// Takes this many sorted edges, in order.
    #[inline(always)]
    fn take(&mut self, count: usize, late: &mut Vec<u64>) {
        for &edge in &self.sorted[..count] {
            let [place, far] = cells_of(edge);
            let [a, b] = [place, far].map(|place| root(&mut self.parent, place) & MASK);
            if edge & 1 == 1 {
                // One of the two is a cell around the tile. Nothing else is known of it.
                (self.is_tainted[a], self.is_tainted[b]) = (true, true);
            } else if a == b {
                continue;
            } else if !self.is_tainted[a] || !self.is_tainted[b] {
                // The root of a tainted set stays.
                let (below, above) = if self.is_tainted[a] { (b, a) } else { (a, b) };
                self.parent[below] = above as u16;
                let side = side_of(edge);
                self.open[place] |= 1 << side.number();
                self.open[far] |= 1 << (side.number() ^ 2);
            } else {
                let [a, b] = [a, b].map(|set| root(&mut self.joined_late, set) & MASK);
                if a != b {
                    self.joined_late[a] = b as u16;
                    late.push(edge);
                }
            }
        }
    }

    /// Writes the open sides of the cells to `passages`, those of a maze with this number of columns from the first cell of the tile on.
    fn write(&self, passages: &mut [Sides], columns: usize) {
        for (cells, places) in passages.chunks_mut(columns).zip(self.rows()) {
            cells.iter_mut().zip(&self.open[places]).for_each(|(sides, &open)| *sides = Sides::from_bits(open));
        }
    }

    /// Numbers every set that is left, from `next` on, and returns the next free number. A tile without edges that lead out is the whole
    /// maze, and needs no numbers.
    fn number_sets(&mut self, mut next: u32) -> u32 {
        for place in self.rows().flatten() {
            if self.is_tainted[place] && usize::from(self.parent[place]) == place {
                self.number[place] = next;
                next += 1;
            }
        }
        next
    }

    /// Returns the number of the set that the cell at `place` is in.
    fn set(&mut self, place: usize) -> u32 {
        self.number[root(&mut self.parent, place) & MASK]
    }
}

/// Returns the side of an edge at the first of its cells.
#[inline(always)]
fn side_of(edge: u64) -> Side {
    SIDES[edge as usize >> 1 & 1]
}

/// Returns the places of the two cells of an edge.
#[inline(always)]
fn cells_of(edge: u64) -> [usize; 2] {
    let place = edge as usize >> 2 & MASK;
    [place, (place + ACROSS[edge as usize >> 1 & 1]) & MASK]
}
