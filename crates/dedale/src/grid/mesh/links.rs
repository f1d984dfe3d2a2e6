//! The neighbors across the sides of the cells of a mesh.

use crate::grid::{Cell, Side, Sides};

/// No neighbor.
pub(super) const NONE: u32 = u32::MAX;

/// The link of a side to a cell that was left out of the grid.
pub(super) const LEFT_OUT: u32 = u32::MAX - 1;

/// The *link* of each side of each cell: eight times the number of the neighbor, plus the number of the same side there. The link of a side
/// without a neighbor can be any number.
#[derive(Clone, Debug)]
pub(super) enum Links {
    /// The number of sides of each cell, and the links by cell and side.
    Each(usize, Vec<u32>),
    /// Links by kind, as in [`Kinds`]. The cells of a tiling or a circle are of few kinds, and this takes two bytes for each cell instead of
    /// up to thirty-two.
    Alike { kinds: Vec<u16>, strides: Vec<[Stride; 8]>, inner: Vec<Sides> },
}

impl Links {
    /// Returns the cell across an inner side, and the same side there.
    #[inline]
    pub(super) fn get(&self, cell: Cell, side: Side) -> (Cell, Side) {
        match self {
            Links::Each(width, links) => {
                let link = links[cell.index() * width + usize::from(side.number())];
                (Cell(link >> 3), Side::new(link as u8 & 7))
            }
            Links::Alike { kinds, strides, .. } => {
                let stride = strides[usize::from(kinds[cell.index()])][usize::from(side.number())];
                (stride.from(cell), stride.back)
            }
        }
    }

    /// Returns true if a cell that was left out of the grid lies across an outer side.
    pub(super) fn is_left_out(&self, cell: Cell, side: Side) -> bool {
        match self {
            Links::Each(width, links) => links[cell.index() * width + usize::from(side.number())] == LEFT_OUT,
            Links::Alike { .. } => false,
        }
    }

    /// Returns the sides, among some inner sides of a cell, that lead to wanted cells. No cell has a side with a number of `width` or more.
    /// If other sides are among them, `is_wanted` may be called with numbers of cells that do not exist.
    #[inline]
    pub(super) fn sides_to(&self, cell: Cell, sides: Sides, width: usize, is_wanted: impl Fn(u32) -> bool) -> Sides {
        match self {
            Links::Each(width, links) => {
                sides_where(sides, &links[cell.index() * width..][..*width], |link| is_wanted(link >> 3))
            }
            Links::Alike { kinds, strides, .. } => {
                let strides = &strides[usize::from(kinds[cell.index()])][..width];
                sides_where(sides, strides, |stride| is_wanted(stride.from(cell).0))
            }
        }
    }

    /// Gives each cell separate links, and changes them.
    pub(super) fn change(&mut self, width: usize, inner: &[Sides], change: impl FnOnce(&mut [u32])) {
        if let Links::Alike { kinds, .. } = &*self {
            let mut links = vec![NONE; kinds.len() * width];
            for (cell, sides) in (0..).map(Cell).zip(inner) {
                for side in *sides {
                    let (neighbor, back) = self.get(cell, side);
                    links[cell.index() * width + usize::from(side.number())] =
                        neighbor.0 << 3 | u32::from(back.number());
                }
            }
            *self = Links::Each(width, links);
        }
        if let Links::Each(_, links) = self {
            change(links);
        }
    }
}

/// Returns the sides, among some, for which `is_wanted` returns true. It is called with what `of_side` returns for the number of a side.
#[inline]
fn sides_where<T: Copy>(sides: Sides, of_sides: &[T], is_wanted: impl Fn(T) -> bool) -> Sides {
    // From the last to the first, so that each shift moves the earlier ones as well. Sides that are not inner ones are removed at the end,
    // which takes no branch.
    let wanted = of_sides.iter().rev().fold(0, |wanted: u8, &of_side| wanted << 1 | u8::from(is_wanted(of_side)));
    Sides::from_bits(wanted & sides.bits())
}

/// The rule by which the number of a neighbor follows from that of a cell: twice that number, halved a number of times, plus `added`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stride {
    added: u32,
    /// The kind of the neighbor that a walk found there last.
    pub(crate) kind: u16,
    halvings: u8,
    /// The same side there.
    pub(crate) back: Side,
}

impl Stride {
    /// The stride of a side without a neighbor.
    const CLOSED: Stride = Stride { added: 0, kind: 0, halvings: Stride::EVEN, back: Side::N };
    /// Neighbors are at a constant distance in the order of cells.
    pub(super) const EVEN: u8 = 1;
    /// Two neighbors follow for each cell.
    pub(super) const DOUBLED: u8 = 0;
    /// One neighbor follows for two cells. Every second of them is of this kind.
    pub(super) const HALVED: u8 = 2;

    /// Creates the stride with this many halvings that leads from `cell` to `neighbor`, whose same side is `back`.
    pub(super) fn new(halvings: u8, cell: u32, neighbor: u32, back: u8) -> Stride {
        let from_zero = Stride { added: 0, kind: 0, halvings, back: Side::new(back) };
        Stride { added: neighbor.wrapping_sub(from_zero.from(Cell(cell)).0), ..from_zero }
    }

    /// Returns the neighbor of a cell.
    #[inline]
    pub(crate) fn from(self, cell: Cell) -> Cell {
        Cell((cell.0 << 1 >> (self.halvings & 3)).wrapping_add(self.added))
    }
}

/// The properties that cells of a kind have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellKind {
    /// By the number of a side. Any stride for a side without a neighbor.
    pub(super) strides: [Stride; 8],
    pub(super) inner: Sides,
    pub(super) outer: Sides,
}

impl CellKind {
    /// A kind without sides.
    pub(super) const CLOSED: CellKind =
        CellKind { strides: [Stride::CLOSED; 8], inner: Sides::NONE, outer: Sides::NONE };

    /// Adds a side and its stride.
    pub(super) fn add(&mut self, side: u8, stride: Stride) {
        self.inner = self.inner.with(Side::new(side));
        self.strides[usize::from(side)] = stride;
    }

    /// Returns true if a cell of this kind is its own neighbor.
    pub(super) fn is_beside_itself(&self) -> bool {
        let mut strides = self.inner.into_iter().map(|side| self.strides[usize::from(side.number())]);
        strides.any(|stride| stride.halvings == Stride::EVEN && stride.added == 0)
    }
}

/// The kinds of cells, if there are few, and a step from a cell to the next follows from its kind. Empty on other grids.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Kinds<'a> {
    /// The kind of each cell.
    pub(crate) of_cells: &'a [u16],
    /// By kind and the number of a side: the stride to the cell across.
    pub(crate) strides: &'a [[Stride; 8]],
    /// By kind: the inner sides.
    pub(crate) inner: &'a [Sides],
}
