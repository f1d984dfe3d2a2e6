//! A square maze taken apart into blocks, the one geometry of every text form.
//!
//! ```text
//!    x  0   1   2   3   4
//!  y
//!  0    ·  ───  ·  ───  ·      ·       a point, where up to four walls meet
//!  1    │   a   │   b   │      a b c d cells
//!  2    ·  ───  ·  ───  ·      ─── │   sides: a wall, or a gap where it is open
//!  3    │   c   │   d   │
//!  4    ·  ───  ·  ───  ·
//! ```
//!
//! A maze of `rows × columns` cells is `(2 × rows + 1) × (2 × columns + 1)` blocks. Each form gives the blocks its own
//! widths and looks.

use super::Strip;
use crate::cell::are_open_across;
use crate::grid::{Side, Sides};

impl Strip<'_> {
    /// How many columns the maze has.
    #[inline]
    pub(crate) fn columns(&self) -> u32 {
        self.above.len().max(self.here.len()) as u32
    }

    /// Whether this is the line of points south of the last row.
    #[inline]
    pub(crate) fn is_last(&self) -> bool {
        self.here.is_empty()
    }

    /// Whether a wall lies between this column of the row above and of this one.
    #[inline]
    pub(crate) fn lies(&self, column: u32) -> bool {
        match self.here.get(column as usize) {
            Some(open) => !open.contains(Side::N),
            None => !self.above[column as usize].contains(Side::S),
        }
    }

    /// Whether a mask leaves out cells of the maze.
    pub(crate) fn is_cut(&self) -> bool {
        self.left_out.iter().any(|row| !row.is_empty())
    }

    /// Whether a mask leaves out the cell of the row in this column.
    #[inline]
    pub(crate) fn is_left_out(&self, column: u32) -> bool {
        self.left_out[1].get(column as usize).is_some_and(|&is_left_out| is_left_out)
    }

    /// The sides of a point from which a wall leads away.
    #[inline]
    pub(crate) fn arms(&self, column: u32) -> Sides {
        let columns = self.columns();
        let north = standing_wall(&self.above, &self.left_out[0], column);
        let east = column < columns && wall_below(self, column);
        let south = standing_wall(&self.here, &self.left_out[1], column);
        let west = column > 0 && wall_below(self, column - 1);
        Sides::from_bits(u8::from(north) | u8::from(east) << 1 | u8::from(south) << 2 | u8::from(west) << 3)
    }

    /// Whether all cells around a point are left out by a mask, or outside. Nothing is where there is no mask.
    pub(crate) fn is_out_around(&self, column: u32) -> bool {
        let is_out = |row: &[bool], column: u32| row.get(column as usize).is_none_or(|&is_left_out| is_left_out);
        let beside = |row: &[bool]| is_out(row, column) && column.checked_sub(1).is_none_or(|west| is_out(row, west));
        self.is_cut() && self.left_out.iter().all(|row| beside(row))
    }

    /// Whether there is a post at a point: wherever a wall ends, and at the border, where one of the four places around it is no cell.
    #[inline]
    pub(crate) fn has_post(&self, column: u32) -> bool {
        let column = column as usize;
        let beside = column.checked_sub(1).and_then(|west| self.above.get(west).zip(self.here.get(column)));
        let is_out = |row: &[bool]| row.get(column - 1..=column).is_some_and(|places| places.contains(&true));
        beside
            .is_none_or(|(above, here)| !are_open_across(*above, *here) || self.left_out.iter().any(|row| is_out(row)))
    }

    /// Whether there is a point without a post.
    pub(crate) fn has_bare_points(&self) -> bool {
        let pairs = self.above.iter().zip(self.here.get(1..).unwrap_or_default());
        // Without a choice for each of them, as most rows have none.
        pairs.fold(false, |any, (above, here)| any | are_open_across(*above, *here))
    }

    /// The character of the stairs in this cell of the row, if there are any.
    #[inline]
    pub(crate) fn stairs_at(&self, column: u32) -> Option<char> {
        self.stairs.get(column as usize)?.glyph()
    }
}

/// Whether a wall stands west of this column, or east of the last one. No cells have no walls.
#[inline]
pub(crate) fn stands(cells: &[Sides], column: u32) -> bool {
    match cells.get(column as usize) {
        Some(open) => !open.contains(Side::W),
        None => cells.last().is_some_and(|open| !open.contains(Side::E)),
    }
}

/// The same as [`stands`], where a mask may leave out some of the cells: there is no wall between two of these, nor at the edge.
#[inline]
pub(crate) fn standing_wall(cells: &[Sides], left_out: &[bool], column: u32) -> bool {
    stands(cells, column) && !is_between(left_out, column)
}

/// Whether a wall lies above this column, or below the last row, where a mask may leave out some of the cells.
#[inline]
pub(crate) fn wall_below(strip: &Strip<'_>, column: u32) -> bool {
    let is_out = |row: &[bool]| row.get(column as usize).is_none_or(|&is_left_out| is_left_out);
    strip.lies(column) && !(strip.is_cut() && strip.left_out.iter().all(|row| is_out(row)))
}

/// Whether both cells beside a line are left out, or beyond the edge.
fn is_between(left_out: &[bool], column: u32) -> bool {
    let is_out = |column: Option<u32>| column.and_then(|column| left_out.get(column as usize)).is_none_or(|&out| out);
    !left_out.is_empty() && is_out(column.checked_sub(1)) && is_out(Some(column))
}

/// One block of the lattice.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Block {
    /// A point with a post. Of their columns there is one more than of the cells'.
    Point { column: u32 },
    /// A point without a post, inside the maze: no wall ends here, and all four sides around it are open.
    Bare { column: u32 },
    /// A side that is closed: a lying wall where it is `N` or `S` of its cell, else a standing one.
    Wall(Side),
    /// A side of a cell that is open, to a neighbor or through the outer wall.
    Gap { row: u64, column: u32, side: Side },
    /// The inside of a cell of the row.
    Cell { column: u32 },
    /// The inside of a cell that a mask leaves out.
    Solid,
    /// A side between two of these, or between one and the outside: `N` or `S` where it lies.
    Between(Side),
    /// No block: the line of blocks ends here.
    End,
}

/// Tells `put` of the blocks of one strip, line by line and from west to east: the line of sides north of its row and the line
/// of its cells; for the strip after the last row, the line of sides south of the maze.
#[inline]
pub(crate) fn each_block(strip: &Strip<'_>, mut put: impl FnMut(Block)) {
    let columns = strip.columns();
    let (row, side) = if strip.is_last() { (strip.row - 1, Side::S) } else { (strip.row, Side::N) };
    for column in 0..columns {
        put(if strip.has_post(column) { Block::Point { column } } else { Block::Bare { column } });
        put(match strip.lies(column) {
            true if !wall_below(strip, column) => Block::Between(side),
            true => Block::Wall(side),
            false => Block::Gap { row, column, side },
        });
    }
    put(Block::Point { column: columns });
    put(Block::End);
    if !strip.is_last() {
        let standing = |column: u32, is_open: bool, side: Side| match is_open {
            true => Block::Gap { row, column, side },
            false if is_between(&strip.left_out[1], if side == Side::E { column + 1 } else { column }) => {
                Block::Between(side)
            }
            false => Block::Wall(side),
        };
        for (column, open) in (0..).zip(strip.here.iter()) {
            put(standing(column, open.contains(Side::W), Side::W));
            put(if strip.is_left_out(column) { Block::Solid } else { Block::Cell { column } });
        }
        put(standing(columns - 1, !stands(&strip.here, columns), Side::E));
        put(Block::End);
    }
}
