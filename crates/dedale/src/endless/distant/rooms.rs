//! Paths in a maze by recursive division.

use super::part::{Parts, PathPart, View, towards};
use crate::generate::Room;
use crate::generate::quilt::Position;
use crate::rng::Key;

/// The path between two cells of a maze by recursive division.
///
/// A wall with one gap divides a room in two. If both ends of a path are in one half, so is the path: the other half can only be reached
/// and left through the gap. If they are not, the path leads to the gap, and on from the cell behind it, and the same is said of both
/// halves. In a room that is not divided, which is one cell wide, the path is straight.
#[derive(Clone, Debug)]
pub(super) struct RoomPath {
    key: Key,
    whole: Stretch,
}

/// A part of a path that does not leave a room.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    room: Room,
    from: Position,
    to: Position,
}

/// What a stretch consists of.
enum Pieces {
    /// A straight line.
    Straight,
    /// The same stretch, in a smaller room.
    One(Stretch),
    /// Two stretches: the path goes on from the first to the second.
    Two([Stretch; 2]),
}

impl Stretch {
    fn pieces(&self, key: Key) -> Pieces {
        let Stretch { room, from, to } = *self;
        if from == to {
            return Pieces::Straight;
        }
        let Some([(near, near_gap), (far, far_gap)]) = room.halves(key) else { return Pieces::Straight };
        match [from, to].map(|cell| near.contains(cell)) {
            [true, true] => Pieces::One(Stretch { room: near, from, to }),
            [false, false] => Pieces::One(Stretch { room: far, from, to }),
            [true, false] => {
                Pieces::Two([Stretch { room: near, from, to: near_gap }, Stretch { room: far, from: far_gap, to }])
            }
            [false, true] => {
                Pieces::Two([Stretch { room: far, from, to: far_gap }, Stretch { room: near, from: near_gap, to }])
            }
        }
    }
}

impl RoomPath {
    pub(super) fn new(key: Key, [columns, rows]: [u64; 2], from: Position, to: Position) -> RoomPath {
        RoomPath { key, whole: Stretch { room: Room::of(0..rows, 0..columns), from, to } }
    }

    /// The cells of the path.
    pub(super) fn walk(&self) -> RoomCells {
        RoomCells { lines: self.lines(), at: None }
    }

    fn lines(&self) -> Lines {
        Lines { key: self.key, left: vec![self.whole] }
    }

    /// The parts of the path in a window, which has cells.
    pub(super) fn parts(&self, window: &View) -> Vec<PathPart> {
        let [rows, columns] = window.clone();
        let view = Room::of(rows, columns);
        let mut parts = Parts::new(window.clone());
        let mut left = vec![self.whole];
        while let Some(stretch) = left.pop() {
            let Stretch { room, from, to } = stretch;
            if !room.meets(&view) {
                parts.see(from);
                parts.see(to);
                continue;
            }
            match stretch.pieces(self.key) {
                Pieces::Straight => parts.see_line(from, to),
                Pieces::One(stretch) => left.push(stretch),
                Pieces::Two([first, second]) => left.extend([second, first]),
            }
        }
        parts.parts
    }

    /// The number of moves, if the path has at most `lines` straight lines.
    pub(super) fn length(&self, lines: u64) -> Option<u64> {
        let mut cells: u64 = 0;
        for (number, [from, to]) in (0..).zip(self.lines()) {
            if number == lines {
                return None;
            }
            cells = from[0].abs_diff(to[0]).checked_add(from[1].abs_diff(to[1]) + 1)?.checked_add(cells)?;
        }
        Some(cells - 1)
    }
}

/// The straight lines of a path, each from its first to its last cell.
#[derive(Clone, Debug)]
struct Lines {
    key: Key,
    /// What is left of the path, the last stretch first.
    left: Vec<Stretch>,
}

impl Iterator for Lines {
    type Item = [Position; 2];

    fn next(&mut self) -> Option<[Position; 2]> {
        loop {
            let stretch = self.left.pop()?;
            match stretch.pieces(self.key) {
                Pieces::Straight => return Some([stretch.from, stretch.to]),
                Pieces::One(stretch) => self.left.push(stretch),
                Pieces::Two([first, second]) => self.left.extend([second, first]),
            }
        }
    }
}

/// The cells of a path, one after another.
#[derive(Clone, Debug)]
pub(super) struct RoomCells {
    lines: Lines,
    /// The last cell, and the end of its line.
    at: Option<[Position; 2]>,
}

impl Iterator for RoomCells {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let [cell, end] = match self.at {
            Some([cell, end]) if cell != end => [towards(cell, end), end],
            _ => self.lines.next()?,
        };
        self.at = Some([cell, end]);
        Some(cell)
    }
}
