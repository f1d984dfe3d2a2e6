//! A path in a quilt, cell by cell.

use super::QuiltPath;
use crate::generate::quilt::{Position, Through};

/// The cells of a path on one level, from its beginning. Each level asks the next higher one for the blocks that the path goes through.
#[derive(Clone, Debug)]
pub(super) struct LevelCells<'a> {
    path: &'a QuiltPath,
    /// The level of the cells, which is not above the one on which the ends meet.
    level: usize,
    /// How far the walk is, on each level from `level` to the one below the highest.
    walks: Vec<OnLevel>,
    /// How many cells of the highest level have been walked.
    walked: usize,
}

/// How far a walk is on one level.
#[derive(Clone, Debug)]
struct OnLevel {
    /// How many cells of the first end have been walked, and how many of the other one are left.
    walked: usize,
    left: usize,
    /// What is left of the path through the block.
    inside: Through,
    /// Where the path comes into the next block.
    entry: Position,
    /// The next block.
    next: Option<Position>,
}

impl<'a> LevelCells<'a> {
    pub(super) fn new(path: &'a QuiltPath, level: usize) -> LevelCells<'a> {
        let on_level = |ends: &[Vec<Position>; 2]| OnLevel {
            walked: 0,
            left: ends[1].len() - 1,
            inside: Through::NONE,
            entry: [0, 0],
            next: None,
        };
        LevelCells { path, level, walks: path.ends.levels[level..].iter().map(on_level).collect(), walked: 0 }
    }

    /// The next cell on a level. It calls itself for the next higher level only.
    fn next_on(&mut self, level: usize) -> Option<Position> {
        let path = self.path;
        let Some(ends) = path.ends.levels.get(level) else {
            self.walked += 1;
            return path.ends.top.get(self.walked - 1).copied();
        };
        let walk = &mut self.walks[level - self.level];
        if let Some(&cell) = ends[0].get(walk.walked) {
            walk.walked += 1;
            if walk.walked == ends[0].len() {
                // The last one is the first cell of the middle.
                let first = self.next_on(level + 1);
                let walk = &mut self.walks[level - self.level];
                (walk.entry, walk.next) = (cell, first);
                self.enter(level);
                self.walks[level - self.level].inside.next();
            }
            return Some(cell);
        }
        loop {
            let walk = &mut self.walks[level - self.level];
            if let Some(cell) = walk.inside.next() {
                return Some(cell);
            }
            if walk.next.is_none() {
                // The last one was the last cell of the middle.
                walk.left = walk.left.checked_sub(1)?;
                return Some(ends[1][walk.left]);
            }
            self.enter(level);
        }
    }

    /// Goes into the next block of the middle.
    fn enter(&mut self, level: usize) {
        let path = self.path;
        let Some(block) = self.walks[level - self.level].next else { return };
        let next = self.next_on(level + 1);
        let cells = &path.levels[level];
        let walk = &mut self.walks[level - self.level];
        let entry = walk.entry;
        let [exit, entry_of_next] = match next {
            Some(next) => cells.door(block, next),
            None => [path.ends.levels[level][1].last().copied().unwrap_or(entry); 2],
        };
        walk.inside = cells.block(block).through(entry, exit);
        (walk.entry, walk.next) = (entry_of_next, next);
    }
}

impl Iterator for LevelCells<'_> {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        self.next_on(self.level)
    }
}
