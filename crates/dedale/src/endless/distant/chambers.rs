//! Paths in a maze by recursive division.

use super::part::{PartCollector, PathPart, View, cells_of};
use crate::generate::Chamber;
use crate::generate::quilt::Coordinates;
use crate::rng::Key;

/// The path between two cells of a maze by recursive division.
///
/// A wall with one gap divides a chamber in two. If both ends of a path are in one half, so is the path: the other half can only be entered
/// and left through the gap. Otherwise, the path leads to the gap, and on from the cell behind it, and the same holds in both halves. In a
/// chamber that is not divided, which is one cell wide, the path is straight.
#[derive(Clone, Debug)]
pub(super) struct ChamberPath {
    key: Key,
    whole: Stretch,
}

/// A part of a path inside of a chamber.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    chamber: Chamber,
    from: Coordinates,
    to: Coordinates,
}

impl Stretch {
    /// Returns the stretches in the halves of the chamber; one half may have none. `None` for a straight line.
    fn halves(self, key: Key) -> Option<[Option<Stretch>; 2]> {
        let Stretch { chamber, from, to } = self;
        let halves = chamber.halves(key).filter(|_| from != to)?;
        let [(first, gap), (second, far_gap)] = [from, to].map(|end| halves[usize::from(!halves[0].0.contains(end))]);
        Some(if first.contains(to) {
            [Some(Stretch { chamber: first, from, to }), None]
        } else {
            [Some(Stretch { chamber: first, from, to: gap }), Some(Stretch { chamber: second, from: far_gap, to })]
        })
    }
}

impl ChamberPath {
    pub(super) fn new(key: Key, [columns, rows]: [u64; 2], from: Coordinates, to: Coordinates) -> ChamberPath {
        ChamberPath { key, whole: Stretch { chamber: Chamber::new(0..rows, 0..columns), from, to } }
    }

    /// Returns the cells of the path.
    pub(super) fn walk(&self) -> impl Iterator<Item = Coordinates> + use<> {
        cells_of(self.lines(None))
    }

    /// Returns the straight lines of the path, each from its first to its last cell. With a window, stretches in chambers outside of it have
    /// only their ends.
    fn lines(&self, view: Option<Chamber>) -> impl Iterator<Item = [Coordinates; 2]> + use<> {
        let key = self.key;
        // The rest of the path, the last stretch first.
        let mut left = vec![self.whole];
        std::iter::from_fn(move || {
            loop {
                let stretch = left.pop()?;
                let is_seen = view.as_ref().is_none_or(|view| stretch.chamber.overlaps(view));
                match if is_seen { stretch.halves(key) } else { None } {
                    Some(halves) => left.extend(halves.into_iter().rev().flatten()),
                    None => return Some([stretch.from, stretch.to]),
                }
            }
        })
    }

    /// Returns the parts of the path in a window, which has cells.
    pub(super) fn parts(&self, window: &View) -> Vec<PathPart> {
        let [rows, columns] = window.clone();
        let mut parts = PartCollector::new(window.clone());
        self.lines(Some(Chamber::new(rows, columns))).for_each(|line| parts.see_line(line));
        parts.parts
    }

    /// Returns the number of moves, if the path has at most `lines` straight lines.
    pub(super) fn length(&self, lines: u64) -> Option<u64> {
        let mut cells: u64 = 0;
        for (number, [from, to]) in (0..).zip(self.lines(None)) {
            if number == lines {
                return None;
            }
            cells = from[0].abs_diff(to[0]).checked_add(from[1].abs_diff(to[1]) + 1)?.checked_add(cells)?;
        }
        Some(cells - 1)
    }
}
