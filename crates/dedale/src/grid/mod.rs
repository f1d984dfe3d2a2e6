//! Where cells are, and which cells are neighbours. Nothing here knows about walls.
//!
//! A grid numbers its cells from 0 and gives each cell up to eight sides. A side either leads to a neighbour (an *inner*
//! side) or out of the grid (an *outer* side). Algorithms that are true on any grid ask only [`Grid`]; those that need
//! rows and columns take a [`Square`].

mod address;
mod catalogue;
mod custom;
mod drawn_mask;
mod letters;
mod limits;
mod mask;
mod mesh;
mod rings;
mod square;
mod tiling;
mod weave;

use std::ops::Range;

pub use address::Address;
pub use catalogue::{GRIDS, GridInfo, GridKind};
pub use custom::{Graph, GraphCell, GraphFault, GraphSide, InvalidGraph};
pub use drawn_mask::{DrawnMask, MOST_PIXELS, png_size};
pub use limits::Limits;
pub use mask::{InvalidMask, Mask};
pub use mesh::{Arc, Corner, Crossing, Edge, InvalidMesh, Mesh, MeshOptions, Wrap};
pub(crate) use rings::next_ring;
pub use square::{Square, TooLarge};

/// A cell, as its number in its grid: `0 .. grid.cells()`.
///
/// On a [`Square`] grid cells are numbered row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u32);

impl Cell {
    /// The cell's number, as an index into a slice that has one element for each cell.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One side of a cell: `0 .. 8`. Each grid defines what the numbers mean; for a [`Square`] see [`Side::N`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Side(u8);

impl Side {
    /// North, on a square grid.
    pub const N: Side = Side(0);
    /// East, on a square grid.
    pub const E: Side = Side(1);
    /// South, on a square grid.
    pub const S: Side = Side(2);
    /// West, on a square grid.
    pub const W: Side = Side(3);

    /// The side with this number, `0 .. 8`, for grids that define their own sides.
    ///
    /// # Panics
    ///
    /// When `number` is 8 or more.
    pub const fn new(number: u8) -> Side {
        assert!(number < 8, "a cell has at most eight sides");
        Side(number)
    }

    /// The side's number.
    #[inline]
    pub const fn number(self) -> u8 {
        // As it is; said so that the compiler knows how large it can be.
        self.0 & 7
    }

    /// The letter of a square grid's side: `N`, `E`, `S` or `W`; `?` for a side that no square has.
    pub const fn letter(self) -> char {
        match self {
            Side::N => 'N',
            Side::E => 'E',
            Side::S => 'S',
            Side::W => 'W',
            _ => '?',
        }
    }

    /// The square grid's side that `letter`, in upper case, names.
    pub const fn from_letter(letter: char) -> Option<Side> {
        match letter {
            'N' => Some(Side::N),
            'E' => Some(Side::E),
            'S' => Some(Side::S),
            'W' => Some(Side::W),
            _ => None,
        }
    }
}

/// A set of sides of one cell, as a bit mask: bit `k` represents the side with number `k`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sides(u8);

impl Sides {
    /// No side.
    pub const NONE: Sides = Sides(0);
    /// The four sides of a square cell.
    pub const SQUARE: Sides = Sides(0b1111);

    /// The set whose bit mask is `bits`.
    #[inline]
    pub const fn from_bits(bits: u8) -> Sides {
        Sides(bits)
    }

    /// The bit mask. On a square grid `N = 1`, `E = 2`, `S = 4`, `W = 8`.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many sides are in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether `side` is in the set.
    #[inline]
    pub const fn contains(self, side: Side) -> bool {
        self.0 & (1 << side.0) != 0
    }

    /// The set with `side` in it.
    #[inline]
    #[must_use]
    pub const fn with(self, side: Side) -> Sides {
        Sides(self.0 | 1 << side.0)
    }

    /// The set with `side` not in it.
    #[inline]
    #[must_use]
    pub const fn without(self, side: Side) -> Sides {
        Sides(self.0 & !(1 << side.0))
    }

    /// The sides that are in this set and not in `other`.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Sides) -> Sides {
        Sides(self.0 & !other.0)
    }

    /// The `k`-th member, counted from 0 in the order of the sides' numbers; `None` when there are fewer.
    ///
    /// ```
    /// use dedale::grid::{Side, Sides};
    /// let sides = Sides::NONE.with(Side::W).with(Side::E);
    /// assert_eq!(sides.nth(0), Some(Side::E));
    /// assert_eq!(sides.nth(1), Some(Side::W));
    /// assert_eq!(sides.nth(2), None);
    /// ```
    #[inline]
    pub fn nth(self, k: u32) -> Option<Side> {
        // Looked up, because a loop that ends after a random number of steps is mispredicted.
        (k < self.len()).then(|| MEMBERS[usize::from(self.0)][k as usize & 7])
    }
}

/// By the bits of a set: its members, in the order of their numbers.
static MEMBERS: [[Side; 8]; 256] = members();

const fn members() -> [[Side; 8]; 256] {
    let mut table = [[Side(0); 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut side, mut rank) = (0, 0);
        while side < 8 {
            if bits >> side & 1 == 1 {
                table[bits][rank] = Side(side);
                rank += 1;
            }
            side += 1;
        }
        bits += 1;
    }
    table
}

impl Sides {
    /// The member whose rank `below` draws: it is given how many there are, and gives a number less than that. `None`, and
    /// nothing drawn, when there is none.
    #[inline]
    pub fn pick(self, below: impl FnOnce(u64) -> u64) -> Option<Side> {
        if self.is_empty() { None } else { self.nth(below(u64::from(self.len())) as u32) }
    }
}

impl FromIterator<Side> for Sides {
    fn from_iter<I: IntoIterator<Item = Side>>(sides: I) -> Sides {
        sides.into_iter().fold(Sides::NONE, Sides::with)
    }
}

impl IntoIterator for Sides {
    type Item = Side;
    type IntoIter = SidesIter;

    #[inline]
    fn into_iter(self) -> SidesIter {
        SidesIter(self.0)
    }
}

/// The members of a [`Sides`], in the order of their numbers.
#[derive(Clone, Debug)]
pub struct SidesIter(u8);

impl Iterator for SidesIter {
    type Item = Side;

    #[inline]
    fn next(&mut self) -> Option<Side> {
        if self.0 == 0 {
            return None;
        }
        let side = Side(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(side)
    }
}

/// The rows of a grid.
///
/// The cells of a row are connected along it, and every row but the last one has a cell that borders on the next.
pub trait InRows {
    /// How many rows there are.
    fn rows(&self) -> u32;

    /// The numbers of the cells of a row, from left to right.
    fn row(&self, row: u32) -> Range<u32>;

    /// The side towards the next cell of the row, to the right or to the left; `None` at its end.
    fn along(&self, cell: Cell, is_rightwards: bool) -> Option<Side>;

    /// The sides towards the row below or above.
    fn onward(&self, cell: Cell, is_downwards: bool) -> Sides;
}

/// A set of cells with sides, and which cell lies across each side.
///
/// Every grid must be connected, and symmetric: if `b` lies across side `s` of `a`, then `a` lies across
/// `opposite(a, s)` of `b`.
///
/// # Mazes
///
/// A maze is made of the number of cells and, for each cell, its inner sides, what is across and opposite of each: of
/// [`cells`](Grid::cells), [`inner_sides`](Grid::inner_sides), [`across`](Grid::across) and [`opposite`](Grid::opposite), and of
/// nothing else. Two grids that agree in these have the same mazes, whatever else they say. In particular, a grid whose cells have
/// neighbours at most across the sides with the numbers 0 to 3 has those mazes that a [`Square`] would have with the same cells.
///
/// # Working boards
///
/// While a maze is made, it stands on a board that has a *place* for each cell, and may have others. All methods from
/// [`sides`](Grid::sides) on are about this board. They decide about speed alone: no maze depends on them. A grid that has none
/// of them has a place for each cell, in their order, and every step asks for the neighbours of a cell. One that can do better
/// lays its cells out so that a step is an addition, with places around them that belong to no cell, so that it need not be asked
/// where the grid ends: see [`Square`].
pub trait Grid {
    /// How many cells there are: at least 1.
    fn cells(&self) -> u32;

    /// The sides of `cell` that have a neighbour.
    fn inner_sides(&self, cell: Cell) -> Sides;

    /// The sides of `cell` that lead out of the grid.
    fn outer_sides(&self, cell: Cell) -> Sides;

    /// The neighbour across `side`, which must be one of `cell`'s inner sides.
    fn across(&self, cell: Cell, side: Side) -> Cell;

    /// The same wall as `side` of `cell`, seen from the neighbour across it.
    fn opposite(&self, cell: Cell, side: Side) -> Side;

    /// The side of the same cell that lies opposite of `side`, as a corridor goes straight on; `None` where a corner does.
    #[inline]
    fn straight_ahead(&self, _cell: Cell, _side: Side) -> Option<Side> {
        None
    }

    /// The direction in which a side lies, from the middle of the cell: to the right, and down. `None` where it has none, as stairs.
    ///
    /// The sides of a cell that have one are numbered clockwise.
    #[inline]
    fn direction(&self, _cell: Cell, _side: Side) -> Option<[f64; 2]> {
        None
    }

    /// The rows of the grid, for algorithms that go row by row; `None` where there are no rows, or where some cell of a row has a
    /// neighbour neither in its own nor in the next one.
    fn in_rows(&self) -> Option<&dyn InRows> {
        None
    }

    /// A number of moves that no way between the two cells is shorter than, whatever walls stand; 0 where the grid knows none.
    ///
    /// Between two neighbours `a` and `b` it differs by at most one move: `at_least(a, c) <= 1 + at_least(b, c)`. Every true
    /// distance on the grid without walls is such a number. A [`Mesh`] has the distance of centres, divided by the longest step between
    /// those of neighbours.
    #[inline]
    fn at_least(&self, _a: Cell, _b: Cell) -> u32 {
        0
    }

    /// Every side that any cell of this grid has, inner or outer, and maybe others. The fewer there are, the fewer are looked at.
    #[inline]
    fn sides(&self) -> Sides {
        Sides::from_bits(u8::MAX)
    }

    /// How many places a [working board](Grid#working-boards) has.
    #[inline]
    fn places(&self) -> usize {
        self.cells() as usize
    }

    /// Of how many cells, counted on from every cell whose number this number divides, the places follow one another as well.
    #[inline]
    fn run(&self) -> u32 {
        self.cells()
    }

    /// The place of `cell` on a working board: `0 .. places()`, no other cell's, and in the order of the cells' numbers.
    #[inline]
    fn place(&self, cell: Cell) -> usize {
        cell.index()
    }

    /// The cell at `place`, which must be a cell's.
    #[inline]
    fn cell_at(&self, place: usize) -> Cell {
        Cell(place as u32)
    }

    /// The sides of the cell at `place` behind which there is a place: at least its inner sides, and others only where the place
    /// behind them is no cell's.
    #[inline]
    fn sides_at(&self, place: usize) -> Sides {
        self.inner_sides(self.cell_at(place))
    }

    /// Whether there is only one way between any two cells when no wall stands, as in a single row: then the grid has one perfect maze.
    fn is_tree(&self) -> bool {
        let most = 2 * (u64::from(self.cells()) - 1);
        let mut ends_of_sides = 0;
        (0..self.cells()).all(|cell| {
            ends_of_sides += u64::from(self.inner_sides(Cell(cell)).len());
            ends_of_sides <= most
        })
    }

    /// Whether the place across a side is equally far off from the place of every cell that has this side at its place.
    #[inline]
    fn steps_evenly(&self) -> bool {
        false
    }

    /// The wall at `side` of the cell at `place`, one of its inner sides, as a side of the cell across.
    #[inline]
    fn opposite_at(&self, place: usize, side: Side) -> Side {
        self.opposite(self.cell_at(place), side)
    }

    /// The place across `side`, which must be one of [`sides_at`](Grid::sides_at) `place`.
    #[inline]
    fn place_across(&self, place: usize, side: Side) -> usize {
        self.place(self.across(self.cell_at(place), side))
    }
}
