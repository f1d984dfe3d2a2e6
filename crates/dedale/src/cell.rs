//! Cells and their sides, by their numbers.

/// A cell, as its number in its grid: `0 .. grid.cells()`.
///
/// On a [`Square`](crate::grid::Square) grid, cells are numbered row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell(pub u32);

impl Cell {
    /// Returns the number of the cell, as an index into a slice with an element for each cell.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A side of a cell: `0 .. 8`. Each grid defines the meaning of the numbers; for a [`Square`](crate::grid::Square) see [`Side::N`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
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

    /// Creates the side with this number, `0 .. 8`, for grids that define their own sides.
    ///
    /// # Panics
    ///
    /// Panics if `number` is 8 or more.
    #[inline]
    pub const fn new(number: u8) -> Side {
        assert!(number < 8, "a cell has at most eight sides");
        Side(number)
    }

    /// Returns the number of the side.
    #[inline]
    pub const fn number(self) -> u8 {
        // This changes nothing, but shows the compiler how large it can be.
        self.0 & 7
    }

    /// Returns the letter of a side of a square: `N`, `E`, `S` or `W`; `?` for a side that squares do not have.
    pub(crate) fn letter(self) -> char {
        LETTERS.get(usize::from(self.0)).map_or('?', |&letter| letter)
    }

    /// Returns the side of a square with this upper-case letter.
    pub(crate) fn from_letter(letter: char) -> Option<Side> {
        LETTERS.iter().position(|&known| known == letter).map(|number| Side(number as u8))
    }

    /// Returns the side of a square with this name, an upper-case letter.
    pub(crate) fn from_name(name: &str) -> Option<Side> {
        let mut letters = name.chars();
        letters.next().and_then(Side::from_letter).filter(|_| letters.next().is_none())
    }

    /// Returns the rows down and the columns to the right of a move through this side of a square.
    pub(crate) const fn offset(self) -> [i32; 2] {
        match self {
            Side::N => [-1, 0],
            Side::E => [0, 1],
            Side::S => [1, 0],
            _ => [0, -1],
        }
    }
}

/// A direction around a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rotation {
    Clockwise,
    Counterclockwise,
}

/// The letters of the sides of a square.
const LETTERS: [char; 4] = ['N', 'E', 'S', 'W'];

/// A set of sides of one cell, as a bit mask: bit `k` represents the side with number `k`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sides(u8);

impl Sides {
    /// No side.
    pub const NONE: Sides = Sides(0);
    /// The four sides of a square cell.
    pub const SQUARE: Sides = Sides(0b1111);

    /// Creates the set with the bit mask `bits`.
    #[inline]
    pub const fn from_bits(bits: u8) -> Sides {
        Sides(bits)
    }

    /// Returns the bit mask. On a square grid `N = 1`, `E = 2`, `S = 4`, `W = 8`.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of sides in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if `side` is in the set.
    #[inline]
    pub const fn contains(self, side: Side) -> bool {
        self.0 & (1 << side.0) != 0
    }

    /// Returns the set with `side` added.
    #[inline]
    #[must_use]
    pub const fn with(self, side: Side) -> Sides {
        Sides(self.0 | 1 << side.0)
    }

    /// Returns the set with `side` removed.
    #[inline]
    #[must_use]
    pub const fn without(self, side: Side) -> Sides {
        Sides(self.0 & !(1 << side.0))
    }

    /// Returns the sides that are in this set and not in `other`.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Sides) -> Sides {
        Sides(self.0 & !other.0)
    }

    /// Returns the `k`-th side, from 0 in the order of their numbers; `None` if there are fewer.
    #[inline]
    pub(crate) fn nth(self, k: u32) -> Option<Side> {
        // Looked up, since a loop that ends after a random number of steps is mispredicted.
        (k < self.len()).then(|| MEMBERS[usize::from(self.0)][k as usize & 7])
    }

    /// Returns the first of these sides after `side`, in this direction around the cell; `side` itself is the last one.
    #[inline]
    pub(crate) fn first_after(self, side: Side, rotation: Rotation) -> Option<Side> {
        // Sides are numbered clockwise.
        let after = |k: u8| match rotation {
            Rotation::Clockwise => side.number() + k,
            Rotation::Counterclockwise => side.number().wrapping_sub(k),
        };
        (1..=8).map(|k| Side::new(after(k) & 7)).find(|&side| self.contains(side))
    }

    /// Returns the side whose rank `below` draws. `below` is called with the number of sides, and returns a smaller number. `None`, without a
    /// draw, if the set is empty.
    #[inline]
    pub(crate) fn pick(self, below: impl FnOnce(u64) -> u64) -> Option<Side> {
        if self.is_empty() { None } else { self.nth(below(u64::from(self.len())) as u32) }
    }
}

/// By the bits of a set: its sides, in the order of their numbers.
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

/// The sides of a [`Sides`], in the order of their numbers.
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
