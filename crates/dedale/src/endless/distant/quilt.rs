//! Paths in a quilt.

use super::Length;
use super::part::{PartCollector, PathPart, View};
use crate::generate::Quilt;
use crate::generate::quilt::{CellHistory, Coordinates, Level};

/// The expected numbers of straight cells and of bent cells on the path through a straight block, and through a bent one.
///
/// A path goes straight through a cell, or turns in it. Each of the two doors through which it enters and leaves a block is at one of two
/// places with equal probability, and one of four passages is walled: sixteen cases, all equally likely. The path in the cells of a block
/// depends on nothing else, so these are the means.
pub(crate) const STRAIGHT: [f64; 2] = [1.25, 1.5];
pub(crate) const BENT: [f64; 2] = [0.75, 1.5];

/// The largest difference of a length to its mean in nineteen of twenty cases, as a share of it, for a single block on a much higher level.
/// For more blocks, it shrinks with the square root of their number. Measured, see `tests/inside/distant.rs`.
const SPREAD: f64 = 1.0;

/// The smallest number of blocks for an estimate.
const MIN_BUDGET: u64 = 100;

/// The path between two cells of a quilt.
#[derive(Clone, Debug)]
pub(super) struct QuiltPath {
    ends: LevelEnds,
    /// The levels below the one on which the ends meet.
    levels: Vec<Level>,
}

impl QuiltPath {
    pub(super) fn new(quilt: &Quilt, from: Coordinates, to: Coordinates) -> QuiltPath {
        let ends = LevelEnds::new(quilt, from, to);
        let levels = (0..ends.levels.len() as u32).map(|number| quilt.level(number)).collect();
        QuiltPath { ends, levels }
    }

    /// Returns the cells of the path on a level.
    pub(super) fn walk(&self, level: u32) -> Box<dyn Iterator<Item = Coordinates> + '_> {
        match self.alone(level) {
            Some(block) => Box::new(std::iter::once(block)),
            None => self.cells(level as usize),
        }
    }

    /// Returns the cells of the path on a level that is not above the one on which the ends meet. It asks the next higher level for the
    /// blocks of the path when they are needed.
    fn cells(&self, level: usize) -> Box<dyn Iterator<Item = Coordinates> + '_> {
        let top = || Box::new(self.ends.top.iter().copied());
        let (Some([ends, backwards]), Some(cells)) = (self.ends.levels.get(level), self.levels.get(level)) else {
            return top();
        };
        let (Some(&begin), Some(&end)) = (ends.last(), backwards.last()) else { return top() };
        let (mut blocks, mut entry) = (self.cells(level + 1).peekable(), begin);
        let middle = std::iter::from_fn(move || {
            let block = blocks.next()?;
            let [exit, entry_of_next] = blocks.peek().map_or([end; 2], |&next| cells.door(block, next));
            Some(cells.block(block).through(std::mem::replace(&mut entry, entry_of_next), exit))
        });
        // The middle begins and ends with the last cells of both ends.
        Box::new(ends.iter().copied().chain(middle.flatten().skip(1)).chain(backwards.iter().rev().skip(1).copied()))
    }

    /// Returns the parts of the path on a level that are in a window, which has cells.
    ///
    /// From the highest level down, only blocks that meet the window are followed. A cell in the window is in such a block, or near an end of
    /// the path.
    pub(super) fn parts(&self, level: u32, window: &View) -> Vec<PathPart> {
        if let Some(block) = self.alone(level) {
            let mut parts = PartCollector::new(window.clone());
            parts.see(block);
            return parts.parts;
        }
        let (level, meet) = (level as usize, self.ends.levels.len());
        let view = |above: usize| window.clone().map(|range| range.start >> above..((range.end - 1) >> above) + 1);
        let mut parts = PartCollector::new(view(meet - level));
        self.ends.top.iter().for_each(|&cell| parts.see(cell));
        for number in (level..meet).rev() {
            let [ends, backwards] = &self.ends.levels[number];
            let blocks = std::mem::replace(&mut parts, PartCollector::new(view(number - level))).parts;
            ends.iter().for_each(|&cell| parts.see(cell));
            blocks.iter().for_each(|part| self.expand(number, part, &mut parts));
            backwards.iter().rev().for_each(|&cell| parts.see(cell));
        }
        parts.parts
    }

    /// Passes on the cells of consecutive blocks, with the last cell before and the first one after them.
    fn expand(&self, level: usize, part: &PathPart, parts: &mut PartCollector) {
        let cells = &self.levels[level];
        let [ends, backwards] = &self.ends.levels[level];
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
        // The first cell after them, or the last one of the middle again.
        parts.see(entry);
    }

    /// Returns the only block of the path on a level above the one on which the ends meet.
    fn alone(&self, level: u32) -> Option<Coordinates> {
        let above = level.checked_sub(self.ends.levels.len() as u32).filter(|&above| above > 0)?;
        self.ends.top.first().map(|cell| cell.map(|place| place >> above))
    }

    /// Returns the exact length of a path of at most `budget` moves. For a longer one, returns the mean of all paths through its blocks on
    /// the lowest level on which there are at most `budget`.
    pub(super) fn length(&self, budget: u64) -> Length {
        let most = budget.max(MIN_BUDGET).saturating_add(1);
        let mut level = self.levels.len();
        // The highest level has a few cells for each end.
        let mut known = PathShape::of(self.walk(level as u32), u64::MAX).unwrap_or_default();
        for number in (0..level).rev() {
            let Some(shape) = PathShape::of(self.walk(number as u32), most) else { break };
            (known, level) = (shape, number);
        }
        if level == 0 {
            return Length::Exact(known.cells - 1);
        }
        // The path goes through half of the first block and half of the last one.
        let [mut straight, mut bent] = [known.straight, known.bent + 1].map(|count| count as f64);
        for _ in 0..level {
            [straight, bent] = [0, 1].map(|kind| straight * STRAIGHT[kind] + bent * BENT[kind]);
        }
        Length::Estimate { moves: straight + bent, error: SPREAD / (known.cells as f64).sqrt() }
    }
}

/// The numbers of cells of a path, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PathShape {
    pub(crate) cells: u64,
    pub(crate) straight: u64,
    pub(crate) bent: u64,
}

impl PathShape {
    /// Counts cells; `None` if there are more than `most`.
    pub(crate) fn of(cells: impl Iterator<Item = Coordinates>, most: u64) -> Option<PathShape> {
        let mut shape = PathShape::default();
        let mut last: [Option<Coordinates>; 2] = [None, None];
        for cell in cells {
            if shape.cells == most {
                return None;
            }
            shape.cells += 1;
            if let [Some(before), Some(_)] = last {
                let is_straight = before[0] == cell[0] || before[1] == cell[1];
                shape.straight += u64::from(is_straight);
                shape.bent += u64::from(!is_straight);
            }
            last = [last[1], Some(cell)];
        }
        Some(shape)
    }
}

/// The cells of a path that cannot be computed from the path on the next higher level: those near both ends.
///
/// On level `l`, the path is `ends[0]`, the middle, and `ends[1]` reversed. The middle leads from the last cell of one to the last cell of
/// the other, through the blocks of the path on level `l + 1`.
///
/// # Why this is the path
///
/// A half-pass moves only dead ends. The inner cells of a path have two passages, so they do not move, and a path changes only at its two
/// ends. Let the path lead from `a` to `b`. If the half-pass has hung `a`, then `a` is a dead end after it, and the path is `a` and the path
/// from the neighbor of `a`. That neighbor is of the other color, and did not move. Without `a`, the half-pass would have changed nothing for
/// the other cells. So the path from the neighbor to `b` can be followed backwards in the same way, from the state before the half-pass. What
/// is left before the first half-pass is a path through blocks: in each block the path through its tree, which has at most four cells, and
/// between them the doors. The blocks are a path on the level above, since that is a tree too.
///
/// The two ends move towards each other, so they may meet. Otherwise they are in one block on some level, at the latest below the highest
/// level, which has a single cell.
#[derive(Clone, Debug)]
struct LevelEnds {
    /// For each level from 0, the cells from each end inwards.
    levels: Vec<[Vec<Coordinates>; 2]>,
    /// The whole path on the next higher level, on which both ends meet.
    top: Vec<Coordinates>,
}

impl LevelEnds {
    fn new(quilt: &Quilt, from: Coordinates, to: Coordinates) -> LevelEnds {
        let mut trails = CellHistory::pair(quilt, [from, to]);
        let (mut at, mut levels) = ([from, to], Vec::new());
        for number in 0..quilt.levels() {
            let moves = trails.each_mut().map(CellHistory::moves);
            let mut ends = at.map(|cell| vec![cell]);
            follow(&moves, &mut at, &mut ends);
            let blocks = at.map(|cell| cell.map(|place| place / 2));
            if blocks[0] == blocks[1] {
                let [mut top, back] = ends;
                top.pop();
                top.extend(quilt.level(number).block(blocks[0]).through(at[0], at[1]));
                top.extend(back.iter().rev().skip(1));
                return LevelEnds { levels, top };
            }
            levels.push(ends);
            at = blocks;
        }
        LevelEnds { levels, top: vec![at[0]] }
    }
}

/// Follows both ends backwards through the half-passes of a level until they meet.
fn follow(moves: &[Vec<(usize, Coordinates)>; 2], at: &mut [Coordinates; 2], ends: &mut [Vec<Coordinates>; 2]) {
    let mut moves = moves.each_ref().map(|moves| moves.iter().copied().peekable());
    while at[0] != at[1] {
        // The later half-pass comes first. In the same one, both cells have one color and are not neighbors.
        let halves = moves.each_mut().map(|moves| moves.peek().map(|&(half, _)| half));
        let end = usize::from(halves[1] > halves[0]);
        let Some((_, cell)) = moves[end].next() else { return };
        at[end] = cell;
        ends[end].push(cell);
    }
}
