//! How long a path in a quilt is.

use super::QuiltPath;
use crate::endless::distant::length::Length;
use crate::generate::quilt::Position;

/// How many straight and how many bent cells are expected on the path through a straight block, and through a bent one.
///
/// A path goes straight through a cell, or it turns there. Each of the two doors through which it comes and leaves is at one of two places
/// with equal probability, and one of four passages is walled: sixteen cases, all equally likely. What the path does in one of the cells
/// depends on nothing else, so these are the means.
const STRAIGHT: [f64; 2] = [1.25, 1.5];
const BENT: [f64; 2] = [0.75, 1.5];

/// How far lengths lie from their mean, as a share of it, for a single block on a much higher level: nineteen of twenty are nearer. The
/// lengths of more blocks are nearer by the square root of their number. Measured, see `tests/library/distant.rs`.
const SPREAD: f64 = 1.0;

/// Fewer blocks are not enough for an estimate.
const LEAST_BUDGET: u64 = 100;

impl QuiltPath {
    /// The exact length of a path of at most `budget` moves. For a longer one, the mean of all paths through the blocks that it has on the
    /// lowest level on which there are at most `budget`.
    pub(in super::super) fn length(&self, budget: u64) -> Length {
        let most = budget.max(LEAST_BUDGET).saturating_add(1);
        let mut level = self.levels.len();
        // The highest level has a few cells for each end.
        let mut known = Shape::of(self.walk(level as u32), u64::MAX).unwrap_or_default();
        for number in (0..level).rev() {
            let Some(shape) = Shape::of(self.walk(number as u32), most) else { break };
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

/// How many cells of a path are of which kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shape {
    cells: u64,
    straight: u64,
    bent: u64,
}

impl Shape {
    /// `None` if there are more cells than `most`.
    fn of(cells: impl Iterator<Item = Position>, most: u64) -> Option<Shape> {
        let mut shape = Shape::default();
        let mut last: [Option<Position>; 2] = [None, None];
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The means over all ways of walling one passage of a block and of placing its doors.
    #[test]
    fn means_of_all_blocks() {
        // The cells of a block clockwise, and those with a door to each side.
        let corners = [[0, 0], [0, 1], [1, 1], [1, 0]];
        for (exits, expected) in [([1, 2], STRAIGHT), ([3, 2], BENT)] {
            let mut counts = [0; 2];
            for (walled, entry, exit) in (0..4)
                .flat_map(|walled| [0, 3].into_iter().flat_map(move |entry| exits.map(|exit| (walled, entry, exit))))
            {
                // Clockwise from the entry, or the other way if the walled passage is met.
                let clockwise: Vec<usize> = (0..4).map(|k| (entry + k) % 4).take_while(|&cell| cell != exit).collect();
                let is_free = !clockwise.contains(&walled);
                let back = (0..4).map(|k| (entry + 4 - k) % 4).take_while(|&cell| cell != exit);
                let cells: Vec<usize> = if is_free { clockwise } else { back.collect() };
                let mut path: Vec<Position> =
                    cells.into_iter().chain([exit]).map(|cell| corners[cell].map(|k| k + 1)).collect();
                path.insert(0, [path[0][0], 0]);
                let [row, column] = path[path.len() - 1];
                path.push(if exits == [1, 2] { [row, 3] } else { [3, column] });
                let shape = Shape::of(path.into_iter(), u64::MAX).expect("few cells");
                counts[0] += shape.straight;
                counts[1] += shape.bent;
            }
            assert_eq!(counts.map(|count| count as f64 / 16.0), expected);
        }
    }
}
