//! What is across the sides of the cells of a mesh.

use crate::grid::{Cell, Side, Sides};
use crate::observe::{CHECK_INTERVAL, Observer};

/// No neighbor.
pub(super) const NONE: u32 = u32::MAX;

/// The *link* across each side of each cell: eight times the neighbor's number, plus the number of the same side there. The link of a side
/// without a neighbor can be any number.
#[derive(Clone, Debug)]
pub(super) enum Links {
    /// By cell and side; and how many sides each cell has.
    Each(usize, Vec<u32>),
    /// By cell, which kind it is; by kind and side, the stride; and by kind, the inner sides. Cells of a tiling or a circle are of few kinds, and
    /// this takes two bytes for a cell instead of up to thirty-two.
    Alike { kinds: Vec<u16>, strides: Vec<[Stride; 8]>, inner: Vec<Sides> },
}

impl Links {
    /// The cell across a side, which must be an inner one, and the same side there.
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

    /// Those of some sides of a cell, which must be inner ones, across which is a cell that is wanted. No cell has a side with a number of
    /// `width` or more. Asked about other sides as well, `is_wanted` gets numbers of cells that may not exist.
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

    /// Gives each cell separate links, and changes these.
    pub(super) fn change(&mut self, width: usize, inner: &[Sides], change: impl FnOnce(&mut [u32])) {
        if let Links::Alike { kinds, .. } = &*self {
            let mut links = vec![NONE; kinds.len() * width];
            for (cell, sides) in (0..).map(Cell).zip(inner) {
                for side in *sides {
                    let (far, back) = self.get(cell, side);
                    links[cell.index() * width + usize::from(side.number())] = far.0 << 3 | u32::from(back.number());
                }
            }
            *self = Links::Each(width, links);
        }
        if let Links::Each(_, links) = self {
            change(links);
        }
    }
}

/// Those of some sides for which `is_wanted` says so of what the side with this number has.
#[inline]
fn sides_where<T: Copy>(sides: Sides, of_sides: &[T], is_wanted: impl Fn(T) -> bool) -> Sides {
    // From the last to the first, so each shift moves the earlier ones as well. Those that are no inner sides are taken out at the end,
    // which takes no branch.
    let wanted = of_sides.iter().rev().fold(0, |wanted: u8, &of_side| wanted << 1 | u8::from(is_wanted(of_side)));
    Sides::from_bits(wanted & sides.bits())
}

/// How the number of a neighbor follows from that of a cell: twice that number, halved a number of times; and what is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stride {
    added: u32,
    /// For a walk to keep the kind that it last found there.
    pub(crate) kind: u16,
    halvings: u8,
    /// The same side there.
    pub(crate) back: Side,
}

impl Stride {
    /// Of a side without a neighbor.
    const CLOSED: Stride = Stride { added: 0, kind: 0, halvings: Stride::EVEN, back: Side::N };
    /// Where neighbors are equally far off in the order of cells.
    pub(super) const EVEN: u8 = 1;
    /// Where two cells follow one another for each of these.
    pub(super) const DOUBLED: u8 = 0;
    /// Where one cell follows for two of these, of which every second one is of this kind.
    pub(super) const HALVED: u8 = 2;

    /// The stride with this many halvings that leads from this cell to that one, where the same side is `back`.
    pub(super) fn new(halvings: u8, cell: u32, far: u32, back: u8) -> Stride {
        let from_zero = Stride { added: 0, kind: 0, halvings, back: Side::new(back) };
        Stride { added: far.wrapping_sub(from_zero.from(Cell(cell)).0), ..from_zero }
    }

    /// Where the neighbor is a fixed number further in the order of cells, and the same side there is `back`.
    pub(super) fn even(ahead: i64, back: u8) -> Stride {
        Stride { added: ahead as u32, kind: 0, halvings: Stride::EVEN, back: Side::new(back) }
    }

    /// The neighbor of a cell.
    #[inline]
    pub(crate) fn from(self, cell: Cell) -> Cell {
        Cell((cell.0 << 1 >> (self.halvings & 3)).wrapping_add(self.added))
    }
}

/// What cells have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// By the number of a side; of one without a neighbor, any.
    pub(super) strides: [Stride; 8],
    pub(super) inner: Sides,
    pub(super) outer: Sides,
}

impl Kind {
    /// Without sides.
    pub(super) const CLOSED: Kind = Kind { strides: [Stride::CLOSED; 8], inner: Sides::NONE, outer: Sides::NONE };

    /// Adds a side, with what it leads to, or would lead to if there were a cell.
    pub(super) fn add(&mut self, side: u8, stride: Stride, is_there: bool) {
        let sides = if is_there { &mut self.inner } else { &mut self.outer };
        *sides = sides.with(Side::new(side));
        self.strides[usize::from(side)] = stride;
    }
}

/// The kinds of all cells, while they are found.
#[derive(Default)]
pub(super) struct Kinds {
    kinds: Vec<u16>,
    strides: Vec<[Stride; 8]>,
    inner_of_kinds: Vec<Sides>,
    pub(super) inner: Vec<Sides>,
    pub(super) outer: Vec<Sides>,
    /// The kinds of some cells that follow one another.
    run: Vec<(u16, Sides, Sides)>,
}

/// About how many cells are written at a time.
const RUN: usize = 64;

impl Kinds {
    pub(super) fn new(cells: usize) -> Kinds {
        let [inner, outer] = [(); 2].map(|()| Vec::with_capacity(cells));
        Kinds { kinds: Vec::with_capacity(cells), inner, outer, ..Kinds::default() }
    }

    pub(super) fn finish(self) -> (Links, Vec<Sides>, Vec<Sides>) {
        (Links::Alike { kinds: self.kinds, strides: self.strides, inner: self.inner_of_kinds }, self.inner, self.outer)
    }

    /// The number of a kind. There are few, since only the cells at the edges of a whole differ from all the rest.
    fn number(&mut self, kind: &Kind) -> u16 {
        let known = |&number: &usize| self.inner_of_kinds[number] == kind.inner && self.strides[number] == kind.strides;
        let number = (0..self.strides.len()).rev().find(known).unwrap_or_else(|| {
            self.strides.push(kind.strides);
            self.inner_of_kinds.push(kind.inner);
            self.strides.len() - 1
        });
        number as u16
    }

    /// Makes these the kinds of the cells that follow, again and again.
    pub(super) fn set_run(&mut self, kinds: &[Kind]) {
        let kinds: Vec<_> = kinds.iter().map(|kind| (self.number(kind), kind.inner, kind.outer)).collect();
        self.run.clear();
        while self.run.len() < RUN {
            self.run.extend_from_slice(&kinds);
        }
    }

    /// Adds cells of the run, from its start.
    pub(super) fn extend<O: Observer>(&mut self, cells: u32, observer: &mut O) -> Result<(), O::Stop> {
        let mut left = cells as usize;
        while left > 0 {
            observer.go_on()?;
            let runs = left.min(CHECK_INTERVAL as usize).div_ceil(self.run.len());
            for _ in 0..runs {
                let run = &self.run[..left.min(self.run.len())];
                self.kinds.extend(run.iter().map(|kind| kind.0));
                self.inner.extend(run.iter().map(|kind| kind.1));
                self.outer.extend(run.iter().map(|kind| kind.2));
                left -= run.len();
            }
        }
        Ok(())
    }

    /// Makes a cell that was added one of this kind.
    pub(super) fn set(&mut self, cell: usize, kind: &Kind) {
        self.kinds[cell] = self.number(kind);
        (self.inner[cell], self.outer[cell]) = (kind.inner, kind.outer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid as _, GridKind, Mesh, MeshOptions, Wrap};

    #[test]
    fn links_lead_back_and_are_the_same_for_each_cell_as_by_kinds() {
        let mut meshes = 0;
        for (&kind, &wrap) in GridKind::ALL.iter().flat_map(|kind| Wrap::ALL.iter().map(move |wrap| (kind, wrap))) {
            for (columns, rows) in [(6, 8), (70, 4), (12, 2)] {
                let options = MeshOptions { columns, rows, rings: rows + 3, wrap, ..MeshOptions::new(kind) };
                let Ok(mesh) = Mesh::new(&options) else { continue };
                meshes += 1;
                for cell in (0..mesh.cells()).map(Cell) {
                    for side in mesh.inner_sides(cell) {
                        let (far, back) = (mesh.across(cell, side), mesh.opposite(cell, side));
                        assert!(mesh.inner_sides(far).contains(back), "{options:?} {cell:?} {side:?}");
                        assert_eq!((mesh.across(far, back), mesh.opposite(far, back)), (cell, side), "{options:?}");
                    }
                }
                let mut each = mesh.clone();
                each.links.change(each.width, &each.inner, |_| {});
                assert!(matches!(each.links, Links::Each(..)));
                assert!(each == mesh, "{options:?}");
                let wanted = |far: u32| !far.is_multiple_of(3);
                for (cell, &sides) in (0..).map(Cell).zip(&mesh.inner) {
                    let expected: Sides = sides.into_iter().filter(|&side| wanted(mesh.across(cell, side).0)).collect();
                    for mesh in [&each, &mesh] {
                        assert_eq!(mesh.links.sides_to(cell, sides, mesh.width, wanted), expected);
                    }
                }
            }
        }
        assert!(meshes > 60, "only {meshes}");
    }
}
