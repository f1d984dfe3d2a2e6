//! The parts of a path in a quilt that lie in a window.

use super::QuiltPath;
use crate::endless::distant::part::{Parts, PathPart, View};

/// The parts in a window of a level that is not above the one on which the ends meet.
///
/// From the highest level down, only blocks that meet the window are followed: a cell in the window lies in such a block, or near an end
/// of the path.
pub(super) fn parts(path: &QuiltPath, level: usize, window: &View) -> Vec<PathPart> {
    let meet = path.ends.levels.len();
    let view = |above: usize| window.clone().map(|range| range.start >> above..((range.end - 1) >> above) + 1);
    let mut parts = Parts::new(view(meet - level));
    path.ends.top.iter().for_each(|&cell| parts.see(cell));
    for number in (level..meet).rev() {
        let [ends, backwards] = &path.ends.levels[number];
        let blocks = std::mem::replace(&mut parts, Parts::new(view(number - level))).parts;
        ends.iter().for_each(|&cell| parts.see(cell));
        blocks.iter().for_each(|part| expand(path, number, part, &mut parts));
        backwards.iter().rev().for_each(|&cell| parts.see(cell));
    }
    parts.parts
}

/// The cells of consecutive blocks, with the last one before and the first one after them.
fn expand(path: &QuiltPath, level: usize, part: &PathPart, parts: &mut Parts) {
    let cells = &path.levels[level];
    let [ends, backwards] = &path.ends.levels[level];
    let Some(&first) = part.cells.first() else { return };
    let (Some(&begin), Some(&end)) = (ends.last(), backwards.last()) else { return };
    let mut entry = begin;
    if let Some(before) = part.before {
        let [last, first] = cells.door(before, first);
        parts.see(last);
        entry = first;
    }
    let nexts = part.cells[1..].iter().copied().map(Some).chain([part.after]);
    for (&block, next) in part.cells.iter().zip(nexts) {
        let [exit, entry_of_next] = next.map_or([end; 2], |next| cells.door(block, next));
        cells.block(block).through(entry, exit).for_each(|cell| parts.see(cell));
        entry = entry_of_next;
    }
    // The first cell after them; or the last one of the middle once more.
    parts.see(entry);
}
