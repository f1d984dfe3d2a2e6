//! Pictures of squares with lines between them, as on squared paper. No path could cross such lines, so they are no walls.

use crate::about::gcd;
use crate::grid::BitGrid;

/// Squares at equal distances, with dark lines between them that go all the way across a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ruled {
    /// From the first pixel of a square to that of the next.
    distance: u32,
    /// How wide a square is.
    width: u32,
    /// The first row and the first column of a square.
    first: [u32; 2],
    /// How many columns and rows of squares there are.
    size: [u32; 2],
}

impl Ruled {
    /// Returns the squares between the lines of a picture, and which of them are free, if all of it is ruled, lines are thinner than squares, and some squares are walls: without any, it
    /// may be a maze that is closed. `lines` are the rows and the columns that are of one color, which is the same for all of them.
    pub(super) fn of(free: &BitGrid, lines: Option<&[Vec<bool>; 2]>) -> Option<(Ruled, BitGrid)> {
        // Plain lines of another color than walls, or else of the same.
        let by_color = lines.and_then(|[rows, columns]| {
            let bands = |lines: &[bool]| RuledBands::of(lines.iter().map(|is_line| !is_line));
            Ruled::between(bands(rows)?, bands(columns)?, free)
        });
        by_color.or_else(|| {
            let [columns, rows] = free.size();
            let rows = RuledBands::of((0..rows).map(|row| free.columns_of(row).next().is_some()))?;
            // Most pictures have no line across them, and are not looked at any further.
            let mut are_free = vec![false; columns as usize];
            for row in 0..free.size()[1] {
                free.columns_of(row).for_each(|column| are_free[column as usize] = true);
            }
            Ruled::between(rows, RuledBands::of(are_free.into_iter())?, free)
        })
    }

    /// Returns the squares of the rows and columns in which something is.
    fn between(rows: RuledBands, columns: RuledBands, free: &BitGrid) -> Option<(Ruled, BitGrid)> {
        let distance = gcd(rows.distance, columns.distance);
        if rows.width != columns.width || distance <= rows.width || 2 * (distance - rows.width) > rows.width {
            return None;
        }
        let first = [&rows, &columns].map(|bands| bands.first % distance);
        if first.iter().any(|first| first + rows.width > distance) {
            return None;
        }
        // All that the picture has room for: where the last ones are walls, nothing is in them.
        let [height, width] = [free.size()[1], free.size()[0]];
        let [down, across] = [(height, first[0]), (width, first[1])];
        let count = |(side, first): (u32, u32)| (side - first - rows.width) / distance + 1;
        let size = [across, down].map(count);
        let ruled = Ruled { distance, width: rows.width, first, size };
        let squares = ruled.squares(free)?;
        let has_walls = (0..size[1]).any(|row| squares.columns_of(row).count() < size[0] as usize);
        has_walls.then_some((ruled, squares))
    }

    /// From one square to the next, in pixels.
    pub(super) fn distance(self) -> u32 {
        self.distance
    }

    /// Of each square its middle.
    pub(super) fn squares(self, pixels: &BitGrid) -> Option<BitGrid> {
        let mut squares = BitGrid::new(self.size)?;
        for row in 0..self.size[1] {
            let at = |number: u32, axis: usize| number * self.distance + self.first[axis] + self.width / 2;
            let bits = (0..self.size[0]).map(|column| pixels.has_at([at(row, 0), at(column, 1)]));
            squares.add_row(row, bits);
        }
        Some(squares)
    }
}

/// Runs of rows, or of columns, in which something is: all as wide, and at multiples of a distance.
struct RuledBands {
    first: u32,
    width: u32,
    distance: u32,
}

impl RuledBands {
    /// `None` if there is one alone, or they are not equally wide.
    fn of(are_filled: impl Iterator<Item = bool>) -> Option<RuledBands> {
        let mut starts: Vec<u32> = Vec::new();
        let (mut width, mut length) = (None, 0);
        for (number, is_filled) in (0..).zip(are_filled.chain([false])) {
            if is_filled {
                if length == 0 {
                    starts.push(number);
                }
                length += 1;
            } else if length > 0 {
                if *width.get_or_insert(length) != length {
                    return None;
                }
                length = 0;
            }
        }
        let &first = starts.first()?;
        let distance = starts.iter().fold(0, |distance, start| gcd(distance, start - first));
        Some(RuledBands { first, width: width?, distance }).filter(|_| distance > 0)
    }
}
