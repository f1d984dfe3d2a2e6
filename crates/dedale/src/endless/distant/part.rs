//! The parts of a path in a window.

use std::ops::Range;

use crate::generate::quilt::Coordinates;

/// A part of a [`DistantPath`](super::DistantPath) in a window: consecutive cells, all of them in the window.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PathPart {
    /// The cell before the first one, which is not in the window; `None` if the path begins in the window.
    pub before: Option<[u64; 2]>,
    /// The cells in the window: at least one.
    pub cells: Vec<[u64; 2]>,
    /// The cell after the last one, which is not in the window; `None` if the path ends in the window.
    pub after: Option<[u64; 2]>,
}

/// The rows and the columns of a window.
pub(super) type View = [Range<u64>; 2];

/// Receives the cells of a path in the order in which they are walked, and keeps the parts that are in a window.
#[derive(Debug)]
pub(super) struct PartCollector {
    view: View,
    pub(super) parts: Vec<PathPart>,
    last: Option<Coordinates>,
    /// True if the last part goes on.
    goes_on: bool,
}

impl PartCollector {
    pub(super) fn new(view: View) -> PartCollector {
        PartCollector { view, parts: Vec::new(), last: None, goes_on: false }
    }

    /// Receives the next cell, or the last one again. Cells may be left out if neither they nor their neighbors on the path are in the
    /// window.
    pub(super) fn see(&mut self, cell: Coordinates) {
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

    /// Receives the cells of a straight line, of which only those in the window and beside it are looked at; or two cells, if those between
    /// them are outside of the window.
    pub(super) fn see_line(&mut self, [from, to]: [Coordinates; 2]) {
        self.see(from);
        // The line is along this axis.
        let axis = usize::from(from[0] == to[0]);
        if self.view[1 - axis].contains(&from[1 - axis]) {
            let [near, far] = [self.view[axis].start.saturating_sub(1), self.view[axis].end];
            let (start, end) = (from[axis].min(to[axis]).max(near), from[axis].max(to[axis]).min(far));
            let ends = if from[axis] <= to[axis] { [start, end] } else { [end, start] };
            let ends = ends.map(|place| if axis == 0 { [place, from[1]] } else { [from[0], place] });
            if start <= end {
                straight(ends).for_each(|cell| self.see(cell));
            }
        }
        self.see(to);
    }
}

/// Returns the cells of a straight line, from one end to the other.
fn straight([from, to]: [Coordinates; 2]) -> impl Iterator<Item = Coordinates> {
    let axis = usize::from(from[0] == to[0]);
    (0..=from[axis].abs_diff(to[axis])).map(move |step| {
        let mut cell = from;
        cell[axis] = if from[axis] < to[axis] { from[axis] + step } else { from[axis] - step };
        cell
    })
}

/// Returns the cells of straight lines. Each begins beside the end of the previous one.
pub(super) fn cells_of(lines: impl Iterator<Item = [Coordinates; 2]>) -> impl Iterator<Item = Coordinates> {
    lines.flat_map(straight)
}
