//! Recursive division: walls across rooms, each with one gap.

use std::convert::Infallible;
use std::hint::select_unpredictable;

use super::lines::{ByRows, Line, columns_before, write_rows};
use crate::grid::{Side, Square};
use crate::maze::Maze;
use crate::observe::{Observer, Step, Stopped};
use crate::rng::{Key, Rng};

/// Builds a perfect maze from an empty room: a wall with one gap divides it in two, across its longer side (a square either
/// way), and so on in both halves until every room is one cell wide.
///
/// Long straight walls and a texture of nested rooms, with passages that all lead through few gaps; the solution is easy to
/// see from above. The rooms still to divide are kept in a list, so no size overflows the machine's stack.
///
/// Of `rng` only its [key](Rng::key) is used: where a room is divided says one word, that of the room's place and size, whatever
/// the size of the maze. So [`rectangle`](super::rectangle()) can make parts alone.
///
/// # Complexity
///
/// Time `O(cells)`: no wall is built twice, and there are fewer walls than cells. Memory: two bits a cell, in words of 64 along
/// each row and each column; and the rooms still to divide, `O(rows + columns)`.
///
/// # Errors
///
/// [`Stopped`] when the observer says so.
///
/// # Source
///
/// John Perry, as told in Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015),
/// p. 197.
///
/// ```
/// use dedale::{generate::division, grid::Square, maze::Maze, rng::{Rng, Stream}};
/// let mut maze = Maze::closed(Square::new(30, 30).unwrap());
/// division(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
/// assert_eq!(maze.count_passages(), 899);
/// # Ok::<(), dedale::observe::Stopped>(())
/// ```
pub fn division<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), Stopped> {
    let whole = Room { start: [0, 0], size: [maze.grid().rows(), maze.grid().columns()] };
    if O::FOLLOWS {
        return tell(maze, whole, rng.key(), observer);
    }
    let grid = *maze.grid();
    let mut division = Division::asking(rng.key(), whole.size, whole, |room| {
        observer.see(Step::Visit(grid.at(room.start[ROWS], room.start[COLUMNS])))
    })?;
    write_rows(maze, &mut division, observer)
}

/// Divides one room after the other, and tells of each wall.
fn tell<O: Observer>(maze: &mut Maze<Square>, whole: Room, key: Key, observer: &mut O) -> Result<(), Stopped> {
    maze.clear(observer)?;
    let grid = *maze.grid();
    let mut rooms = vec![whole];
    while let Some(room) = rooms.pop() {
        if !room.is_divided() {
            continue;
        }
        let (wall, halves) = room.divide(key);
        for place in (wall.start..wall.end).filter(|&place| place != wall.gap) {
            if wall.axis == ROWS {
                maze.wall(grid.at(wall.line, place), Side::S, observer)?;
            } else {
                maze.wall(grid.at(place, wall.line), Side::E, observer)?;
            }
        }
        rooms.extend(halves);
    }
    Ok(())
}

/// The axis along which rows are counted, and the one of the columns.
const ROWS: usize = 0;
const COLUMNS: usize = 1;

/// A rectangle of cells without a wall inside: where it begins and how large it is, along both axes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Room {
    pub(super) start: [u32; 2],
    pub(super) size: [u32; 2],
}

/// A wall behind the line of this number of one axis, from `start` to before `end` on the other one, but for the gap.
#[derive(Clone, Copy, Debug, Default)]
struct Wall {
    axis: usize,
    line: u32,
    start: u32,
    end: u32,
    gap: u32,
}

impl Room {
    #[inline]
    fn is_divided(&self) -> bool {
        (self.size[ROWS] > 1) & (self.size[COLUMNS] > 1)
    }

    fn cells(&self) -> u64 {
        u64::from(self.size[ROWS]) * u64::from(self.size[COLUMNS])
    }

    #[inline]
    fn meets(&self, other: &Room) -> bool {
        // Where one begins behind the end of the other, the difference is a huge number.
        let meets = |axis: usize| {
            let behind = self.start[axis].wrapping_sub(other.start[axis]);
            let before = other.start[axis].wrapping_sub(self.start[axis]);
            (behind < other.size[axis]) | (before < self.size[axis])
        };
        meets(ROWS) & meets(COLUMNS)
    }

    /// Where this room is divided, and its two halves.
    #[inline]
    fn divide(&self, key: Key) -> (Wall, [Room; 2]) {
        let [rows, columns] = self.size;
        let [row, column] = self.start;
        // The lines that a wall can stand behind: of the longer side, and of both if they are alike.
        let across = if rows >= columns { rows - 1 } else { 0 };
        let down = if columns >= rows { columns - 1 } else { 0 };
        let room = key.of(u64::from(row) << 32 | u64::from(column));
        let number = u64::from(rows) << 32 | u64::from(columns);
        let [line, gap] = room.both_below([across + down, rows.min(columns)], number);
        // Nobody can tell which it will be, so nothing here is left to a guess of the processor.
        let is_across = line < across;
        let first = 1 + line - select_unpredictable(is_across, 0, across);
        let by_row = select_unpredictable(is_across, first, 0);
        let by_column = first - by_row;
        let near_rows = select_unpredictable(is_across, first, rows);
        let near_columns = select_unpredictable(is_across, columns, first);
        let near = Room { start: self.start, size: [near_rows, near_columns] };
        let far = Room { start: [row + by_row, column + by_column], size: [rows - by_row, columns - by_column] };
        let start = select_unpredictable(is_across, column, row);
        let wall = Wall {
            axis: select_unpredictable(is_across, ROWS, COLUMNS),
            line: select_unpredictable(is_across, row, column) + first - 1,
            start,
            end: start + rows.min(columns),
            gap: start + gap,
        };
        (wall, [near, far])
    }
}

/// Rooms of at most so many cells are divided together, in the order in which they come up: so the division of one needs not
/// wait for the end of another.
const SMALL: u64 = 1024;

/// The walls that stand in a part of a divided room, as bits along each line of both axes.
#[derive(Clone, Debug)]
pub(super) struct Division {
    /// The size of the whole.
    whole: [u32; 2],
    /// The part. Its columns begin at a block of 64.
    part: Room,
    /// For each axis the words of its first line, then those of the next.
    walls: [Vec<u64>; 2],
    /// How many words a line of each axis has.
    words: [usize; 2],
    /// The walls to the east in the 64 rows that were made last: the words of a row one after the other.
    east: Vec<u64>,
}

impl Division {
    /// Divides a room of this size, as far as the walls in `part` depend on it.
    pub(super) fn new(key: Key, whole: [u32; 2], part: Room) -> Division {
        let Ok(division) = Division::asking(key, whole, part, |_| Ok::<(), Infallible>(()));
        division
    }

    /// As [`new`](Division::new), and asks before each of the larger rooms whether to go on.
    fn asking<E>(
        key: Key,
        whole: [u32; 2],
        part: Room,
        go_on: impl FnMut(&Room) -> Result<(), E>,
    ) -> Result<Division, E> {
        let words = [part.size[COLUMNS], part.size[ROWS]].map(|length| length.div_ceil(64) as usize);
        let room = Room { start: [0, 0], size: whole };
        let lines = |axis: usize| if room.is_divided() { part.size[axis] as usize * words[axis] } else { 0 };
        let walls = [ROWS, COLUMNS].map(|axis| vec![0; lines(axis)]);
        let mut division = Division { whole, part, walls, words, east: vec![0; 64 * words[ROWS]] };
        division.divide(room, key, go_on)?;
        Ok(division)
    }

    fn divide<E>(&mut self, room: Room, key: Key, mut go_on: impl FnMut(&Room) -> Result<(), E>) -> Result<(), E> {
        let part = self.part;
        let is_left = |room: &Room| room.is_divided() & room.meets(&part);
        let mut large = vec![room];
        large.retain(is_left);
        let mut small = vec![Room::default(); room.cells().min(SMALL) as usize + 1];
        let mut walls = vec![Wall::default(); small.len()];
        while let Some(room) = large.pop() {
            go_on(&room)?;
            if room.cells() > SMALL {
                let (wall, halves) = room.divide(key);
                self.build(wall);
                large.extend(halves.into_iter().filter(is_left));
                continue;
            }
            small[0] = room;
            let (mut next, mut end) = (0, 1);
            while next < end {
                let (wall, halves) = small[next].divide(key);
                walls[next] = wall;
                next += 1;
                for half in halves {
                    // Written in any case and kept if it is left to divide: cheaper than to guess.
                    small[end] = half;
                    end += usize::from(is_left(&half));
                }
            }
            walls[..end].iter().for_each(|&wall| self.build(wall));
        }
        Ok(())
    }

    /// Builds what is in the part of this wall.
    #[inline]
    fn build(&mut self, wall: Wall) {
        let (axis, other) = (wall.axis, 1 - wall.axis);
        let line = wall.line.wrapping_sub(self.part.start[axis]);
        let first = self.part.start[other];
        let start = wall.start.max(first) - first;
        let end = wall.end.min(first + self.part.size[other]).saturating_sub(first);
        if line >= self.part.size[axis] || start >= end {
            return;
        }
        let words = self.words[axis];
        let words = &mut self.walls[axis][line as usize * words..][..words];
        let (low, high) = (start as usize / 64, (end - 1) as usize / 64);
        let from_start = u64::MAX << (start % 64);
        let to_end = u64::MAX >> (63 - (end - 1) % 64);
        let gap = wall.gap.wrapping_sub(first);
        if low == high {
            words[low] |= from_start & to_end & !(u64::from(gap / 64 == start / 64) << (gap % 64));
            return;
        }
        words[low] |= from_start;
        words[low + 1..high].fill(u64::MAX);
        words[high] |= to_end;
        if (start..end).contains(&gap) {
            words[gap as usize / 64] &= !(1 << (gap % 64));
        }
    }

    /// Turns the walls to the east of 64 rows, which are kept by columns, into those of each row.
    fn turn(&mut self, block: usize) {
        let (columns, stride) = (self.words[ROWS], self.words[COLUMNS]);
        for (column, lines) in self.walls[COLUMNS].chunks(64 * stride).enumerate() {
            let mut square = [0; 64];
            square.iter_mut().zip(lines.chunks(stride)).for_each(|(word, line)| *word = line[block]);
            transpose(&mut square);
            self.east.iter_mut().skip(column).step_by(columns).zip(square).for_each(|(word, turned)| *word = turned);
        }
    }
}

impl ByRows for Division {
    /// Rows are to be made in turn, from the first one of the part.
    fn make(&mut self, row: u64, line: &mut Line) {
        let [rows, columns] = self.whole.map(u64::from);
        let [first_row, first_column] = self.part.start;
        let in_part = (row - u64::from(first_row)) as usize;
        if in_part.is_multiple_of(64) {
            self.turn(in_part / 64);
        }
        // Where nothing is divided, no wall is kept.
        let words = self.words[ROWS];
        let walls = self.walls[ROWS].get(in_part * words..).into_iter().flatten().chain(std::iter::repeat(&0));
        let blocks = u64::from(first_column) / 64..;
        for ((word, wall), block) in line.south.iter_mut().zip(walls).zip(blocks.clone()) {
            *word = if row + 1 < rows { !wall & columns_before(columns, block) } else { 0 };
        }
        let walls = &self.east[in_part % 64 * words..];
        for ((word, wall), block) in line.east.iter_mut().zip(walls).zip(blocks) {
            *word = !wall & columns_before(columns - 1, block);
        }
    }
}

/// Makes bit `i` of word `k` bit `k` of word `i`.
///
/// # Source
///
/// Henry S. Warren, *Hacker's Delight* (2nd edition, 2013), section 7-3.
fn transpose(square: &mut [u64; 64]) {
    let mut half = 32;
    let mut low = u64::MAX >> 32;
    while half > 0 {
        for k in (0..64).filter(|k| k & half == 0) {
            let change = (square[k] >> half ^ square[k + half]) & low;
            square[k] ^= change << half;
            square[k + half] ^= change;
        }
        half /= 2;
        low ^= low << half;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_turns_rows_into_columns() {
        let key = Key::new(7, crate::rng::Stream::Generate);
        let before: [u64; 64] = std::array::from_fn(|k| key.word(k as u64));
        let mut after = before;
        transpose(&mut after);
        for (k, i) in (0..64).flat_map(|k| (0..64).map(move |i| (k, i))) {
            assert_eq!(before[k] >> i & 1, after[i] >> k & 1);
        }
    }

    #[test]
    fn rooms_meet_where_they_have_a_cell_in_common() {
        let room = |start, size| Room { start, size };
        let middle = room([10, 20], [5, 5]);
        for (other, meets) in [
            (room([14, 24], [9, 9]), true),
            (room([0, 0], [11, 21]), true),
            (room([0, 0], [30, 30]), true),
            (room([12, 22], [1, 1]), true),
            (room([15, 20], [9, 9]), false),
            (room([0, 0], [10, 30]), false),
            (room([10, 25], [5, 5]), false),
        ] {
            assert_eq!((middle.meets(&other), other.meets(&middle)), (meets, meets), "{other:?}");
        }
    }
}
