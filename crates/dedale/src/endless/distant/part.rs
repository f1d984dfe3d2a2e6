//! The parts of a path that lie in a window.

use std::ops::Range;

/// A part of a [`DistantPath`](super::DistantPath) in a window: cells one after another, all of them in the window.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PathPart {
    /// The cell before the first one, which is not in the window; `None` where the path begins in the window.
    pub before: Option<[u64; 2]>,
    /// The cells in the window, of which there is at least one.
    pub cells: Vec<[u64; 2]>,
    /// The cell after the last one, which is not in the window; `None` where the path ends in the window.
    pub after: Option<[u64; 2]>,
}

impl PathPart {
    /// The cells with the one before and the one after them.
    pub fn with_neighbors(&self) -> impl Iterator<Item = [u64; 2]> + use<'_> {
        self.before.into_iter().chain(self.cells.iter().copied()).chain(self.after)
    }
}

/// The rows and the columns of a window.
pub(super) type View = [Range<u64>; 2];

/// Receives the cells of a path in the order in which they are walked, and keeps the parts that are in a window.
#[derive(Debug)]
pub(super) struct Parts {
    view: View,
    pub(super) parts: Vec<PathPart>,
    last: Option<[u64; 2]>,
    /// Whether the last part goes on.
    goes_on: bool,
}

impl Parts {
    pub(super) fn new(view: View) -> Parts {
        Parts { view, parts: Vec::new(), last: None, goes_on: false }
    }

    /// The next cell, or the last one once more. Cells may be left out if neither they nor those on both sides of them are in the window.
    pub(super) fn see(&mut self, cell: [u64; 2]) {
        if self.last == Some(cell) {
            return;
        }
        let is_inside = self.view[0].contains(&cell[0]) && self.view[1].contains(&cell[1]);
        match self.parts.last_mut() {
            Some(part) if self.goes_on && is_inside => part.cells.push(cell),
            Some(part) if self.goes_on => part.after = Some(cell),
            _ if is_inside => self.parts.push(PathPart { before: self.last, cells: vec![cell], after: None }),
            _ => {}
        }
        self.goes_on = is_inside;
        self.last = Some(cell);
    }

    /// The cells of a straight line, of which only those in and beside the window are looked at.
    pub(super) fn see_line(&mut self, from: [u64; 2], to: [u64; 2]) {
        self.see(from);
        // The line runs along this axis.
        let axis = usize::from(from[0] == to[0]);
        if self.view[1 - axis].contains(&from[1 - axis]) {
            let (first, last) = (self.view[axis].start.saturating_sub(1), self.view[axis].end);
            let (start, end) = (from[axis].min(to[axis]).max(first), from[axis].max(to[axis]).min(last));
            let mut cell = from;
            let mut see = |place| {
                cell[axis] = place;
                self.see(cell);
            };
            if from[axis] <= to[axis] {
                (start..=end).for_each(&mut see)
            } else {
                (start..=end).rev().for_each(&mut see)
            }
        }
        self.see(to);
    }
}

/// The next cell on a straight line to another cell.
pub(super) fn towards(mut cell: [u64; 2], to: [u64; 2]) -> [u64; 2] {
    let axis = usize::from(cell[0] == to[0]);
    if cell[axis] < to[axis] {
        cell[axis] += 1
    } else {
        cell[axis] -= 1
    }
    cell
}
