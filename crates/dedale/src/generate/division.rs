//! Recursive division: walls across rooms, each with one gap.
//!
//! Builds a perfect maze from an empty room: a wall with one gap divides it in two, across its longer side (a square either
//! way), and so on in both halves until every room is one cell wide.
//!
//! Long straight walls and a texture of nested rooms, with passages that all lead through few gaps; the solution is easy to
//! see from above. The rooms still to divide are kept in a list, so no size overflows the call stack.
//!
//! It draws random numbers by position: where a room is divided says one word, that of the room's place and size, whatever
//! the size of the maze. So [`Rows`](super::Rows) can be those of a part of a maze.
//!
//! # Source
//!
//! John Perry, as told in Walter D. Pullen, *Think Labyrinth: Maze Algorithms*; Jamis Buck, *Mazes for Programmers* (2015),
//! p. 197.

use super::prelude::*;
use std::hint::select_unpredictable;
use std::ops::{Add, Range, Sub};

use super::rows::bands::{Bands, InBands, band_height, write_bands};
use super::rows::row_bits::{ByRows, RowBits, columns_before};
use crate::rng::Key;

pub(super) const INFO: AlgorithmInfo = AlgorithmInfo {
    algorithm: Algorithm::Division,
    name: "division",
    aliases: &["recursive-division"],
    title: "Recursive division",
    description: "An empty room is divided by a wall with one gap, and so are its halves, until every room is one cell wide.",
    texture: "long straight walls, nested rooms, few ways through",
    bytes: 3,
    bytes_of_column: 14,
    source: "J. Perry, in W. D. Pullen, Think Labyrinth: Maze Algorithms; J. Buck, Mazes for Programmers (2015), p. 197",
    rectangle: Some(|_, part| {
        let (key, whole, window) = (part.key, [part.rows, part.columns], part.window());
        let columns = window.start()..window.end().min(part.columns);
        let divided = Divided { key, whole, columns, wanted: part.wanted_columns.clone() };
        Box::new(InBands::new(divided, part.wanted.end))
    }),
    ..PLAIN
};

pub(super) fn carve<O: Observer>(maze: &mut Maze<Square>, rng: &mut Rng, observer: &mut O) -> Result<(), O::Stop> {
    let (rows, columns) = (maze.grid().rows().into(), maze.grid().columns().into());
    if O::FOLLOWS {
        return tell(maze, Room { start: [0, 0], size: [rows, columns] }, rng.key(), observer);
    }
    let divided = Divided { key: rng.key(), whole: [rows, columns], columns: 0..columns, wanted: 0..columns };
    write_bands(maze, &divided, band_height(1 << 21, columns), observer)
}

/// Columns of a maze by division, any rows of which can be made. They begin at a block of 64.
#[derive(Clone, Debug)]
pub(crate) struct Divided {
    pub(crate) key: Key,
    /// The rows and the columns of the whole maze.
    pub(crate) whole: [u64; 2],
    pub(crate) columns: Range<u64>,
    /// Those of them whose walls are built. In the others some are missing.
    pub(crate) wanted: Range<u64>,
}

impl Bands for Divided {
    type Band = Division;

    fn columns(&self) -> u64 {
        self.columns.end - self.columns.start
    }

    fn band<O: Observer>(&self, rows: Range<u64>, observer: &mut O) -> Result<Division, O::Stop> {
        let wanted = Room::of(rows.clone(), self.wanted.clone());
        Division::new(self.key, self.whole, Room::of(rows, self.columns.clone()), wanted, observer)
    }
}

/// Divides the rooms in turn, and reports each wall.
fn tell<O: Observer>(maze: &mut Maze<Square>, whole: Room, key: Key, observer: &mut O) -> Result<(), O::Stop> {
    maze.clear(observer)?;
    let grid = *maze.grid();
    let mut rooms = vec![whole];
    while let Some(room) = rooms.pop() {
        if !room.is_divided() {
            continue;
        }
        let (wall, halves) = room.divide(room.draw(key));
        for place in (0..wall.length).filter(|&place| place != wall.gap).map(|place| wall.start + place) {
            if wall.axis == ROWS {
                maze.wall(grid.at(wall.line as u32, place as u32), Side::S, observer)?;
            } else {
                maze.wall(grid.at(place as u32, wall.line as u32), Side::E, observer)?;
            }
        }
        rooms.extend(halves);
    }
    Ok(())
}

/// The axis along which rows are counted, and the one of the columns.
const ROWS: usize = 0;
const COLUMNS: usize = 1;

/// The number of a row or of a column: the whole of it, or its lower half, in which small rooms are divided in three quarters of the time.
pub(crate) trait Number: Copy + Ord + Add<Output = Self> + Sub<Output = Self> + From<u8> {}

impl Number for u64 {}
impl Number for u32 {}

/// A rectangle of cells without a wall inside: where it begins and how large it is, along both axes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Room<N = u64> {
    pub(super) start: [N; 2],
    pub(super) size: [N; 2],
}

/// A wall behind the line of this number of one axis: a number of cells long, from `start` on the other axis. The gap is counted from
/// there.
#[derive(Clone, Copy, Debug)]
struct Wall<N = u64> {
    axis: usize,
    line: N,
    start: N,
    length: N,
    gap: N,
}

impl Wall {
    /// The wall in the lower halves of the numbers.
    fn lower(&self) -> Wall<u32> {
        let [line, start, length, gap] = [self.line, self.start, self.length, self.gap].map(|number| number as u32);
        Wall { axis: self.axis, line, start, length, gap }
    }
}

/// The multiplier of room sizes, which distinguishes them from positions: one with a good spectrum, from G. Steele and
/// S. Vigna, "Computationally easy, spectrally good multipliers for congruential pseudorandom number generators" (2021).
const SIZES: u64 = 0xd134_2543_de82_ef95;

impl<N: Number> Room<N> {
    #[inline]
    fn is_divided(&self) -> bool {
        (self.size[ROWS] > N::from(1)) & (self.size[COLUMNS] > N::from(1))
    }

    /// How many lines a wall across the room can stand behind, and how many down the room: those of the longer side, and of both
    /// if they are alike.
    #[inline]
    fn lines(&self) -> (N, N) {
        let [rows, columns] = self.size;
        let (none, one) = (N::from(0), N::from(1));
        (if rows >= columns { rows - one } else { none }, if columns >= rows { columns - one } else { none })
    }

    /// The wall that was drawn, and the halves at both sides of it.
    #[inline]
    fn divide(&self, [line, gap]: [N; 2]) -> (Wall<N>, [Room<N>; 2]) {
        let [rows, columns] = self.size;
        let [row, column] = self.start;
        let (none, one) = (N::from(0), N::from(1));
        let (across, _) = self.lines();
        // The result is unpredictable, so this code has no branches that depend on it.
        let is_across = line < across;
        let first = one + line - select_unpredictable(is_across, none, across);
        let by_row = select_unpredictable(is_across, first, none);
        let by_column = first - by_row;
        let near_rows = select_unpredictable(is_across, first, rows);
        let near_columns = select_unpredictable(is_across, columns, first);
        let near = Room { start: self.start, size: [near_rows, near_columns] };
        let far = Room { start: [row + by_row, column + by_column], size: [rows - by_row, columns - by_column] };
        let wall = Wall {
            axis: usize::from(!is_across),
            line: select_unpredictable(is_across, row, column) + first - one,
            start: select_unpredictable(is_across, column, row),
            length: rows.min(columns),
            gap,
        };
        (wall, [near, far])
    }
}

impl Room<u32> {
    /// Draws the line of the wall and the gap.
    #[inline]
    fn draw(&self, key: Key) -> [u32; 2] {
        let (across, down) = self.lines();
        let number = |[row, column]: [u32; 2]| u64::from(row) << 32 | u64::from(column);
        let room = number(self.start).wrapping_add(number(self.size).wrapping_mul(SIZES));
        key.both_below([across + down, self.size[ROWS].min(self.size[COLUMNS])], room).map(|drawn| drawn as u32)
    }
}

impl Room {
    fn cells(&self) -> u64 {
        self.size[ROWS].saturating_mul(self.size[COLUMNS])
    }

    /// A room of these rows and columns.
    pub(crate) fn of(rows: Range<u64>, columns: Range<u64>) -> Room {
        Room { start: [rows.start, columns.start], size: [rows.end - rows.start, columns.end - columns.start] }
    }

    /// Whether the cell with this row and column is in the room.
    pub(crate) fn contains(&self, cell: [u64; 2]) -> bool {
        [ROWS, COLUMNS].into_iter().all(|axis| cell[axis].wrapping_sub(self.start[axis]) < self.size[axis])
    }

    /// The two halves of a room, and in each the cell beside the gap in the wall between them; `None` if the room is not divided.
    pub(crate) fn halves(&self, key: Key) -> Option<[(Room, [u64; 2]); 2]> {
        if !self.is_divided() {
            return None;
        }
        let (wall, [near, far]) = self.divide(self.draw(key));
        let gap = wall.start + wall.gap;
        let beside = |line| if wall.axis == ROWS { [line, gap] } else { [gap, line] };
        Some([(near, beside(wall.line)), (far, beside(wall.line + 1))])
    }

    #[inline]
    pub(crate) fn meets(&self, other: &Room) -> bool {
        // Where one begins behind the end of the other, the difference is a huge number.
        let meets = |axis: usize| {
            let behind = self.start[axis].wrapping_sub(other.start[axis]);
            let before = other.start[axis].wrapping_sub(self.start[axis]);
            (behind < other.size[axis]) | (before < self.size[axis])
        };
        meets(ROWS) & meets(COLUMNS)
    }

    #[inline]
    fn is_inside(&self, other: &Room) -> bool {
        [ROWS, COLUMNS].into_iter().all(|axis| {
            let behind = self.start[axis].wrapping_sub(other.start[axis]);
            behind < other.size[axis] && self.size[axis] <= other.size[axis] - behind
        })
    }

    /// The key with which this room is divided. The upper halves of the numbers, which are zero near the origin, make a separate one.
    #[inline]
    fn key(&self, key: Key) -> Key {
        let [row, column] = self.start.map(|start| start >> 32);
        if row | column == 0 { key } else { key.of(row << 32 | column) }
    }

    /// The room in the lower halves of the numbers, if the upper ones of all its cells are alike: then all rooms that it is divided into
    /// have the same [key](Room::key).
    fn lower(&self) -> Option<Room<u32>> {
        let is_one = |axis: usize| self.start[axis] >> 32 == (self.start[axis] + self.size[axis] - 1) >> 32;
        (is_one(ROWS) && is_one(COLUMNS))
            .then(|| Room { start: self.start.map(|start| start as u32), size: self.size.map(|size| size as u32) })
    }

    /// Draws the line of the wall and the gap.
    fn draw(&self, key: Key) -> [u64; 2] {
        let [start, size] = [self.start, self.size].map(|pair| pair.map(|number| number as u32));
        let key = self.key(key);
        if self.size.iter().all(|&side| side <= 1 << 31) {
            return Room { start, size }.draw(key).map(u64::from);
        }
        let (across, down) = self.lines();
        let [row, column] = start.map(u64::from);
        let key = key.of(self.size[ROWS]).of(self.size[COLUMNS]).of(row << 32 | column);
        [key.below(across + down, 0), key.below(self.size[ROWS].min(self.size[COLUMNS]), 1)]
    }
}

/// Rooms of at most this many cells, together or alone, are divided generation by generation: first all of them, then their halves, then all of
/// theirs. Consecutive rooms are therefore independent, and no draw waits for the one before. The shorter side of such a room, and so each wall,
/// is no longer than a word.
const SMALL: u64 = 64 * 64;

/// The same for a room at the edge of what is wanted: of a large one, half may be divided for nothing.
const SMALL_AT_EDGE: u64 = 16 * 16;

/// Small rooms that are divided together.
#[derive(Debug)]
struct Batch {
    /// The [key](Room::key) of each.
    key: Key,
    /// How many rooms there are, and their cells.
    count: usize,
    cells: u64,
    /// The rooms of one generation, those of the next one, and what was drawn.
    rooms: Vec<Room<u32>>,
    halves: Vec<Room<u32>>,
    draws: Vec<[u32; 2]>,
}

impl Batch {
    /// No rooms yet, of at most this many cells.
    fn new(cells: u64, key: Key) -> Batch {
        // They do not meet, and have four cells or more.
        let most = cells as usize / 4 + 1;
        let rooms = vec![Room::default(); most];
        Batch { key, count: 0, cells: 0, halves: rooms.clone(), rooms, draws: Vec::with_capacity(most) }
    }
}

/// The walls in a part of a divided room, as bits along each line of both axes.
#[derive(Clone, Debug)]
pub(crate) struct Division {
    /// The size of the whole.
    whole: [u64; 2],
    /// The part. Its columns begin at a block of 64.
    part: Room,
    /// For each axis the words of its first line, then those of the next; and where those of the axis begin.
    walls: Vec<u64>,
    first: [usize; 2],
    /// How many words a line of each axis has.
    words: [usize; 2],
    /// The walls to the east in the 64 rows that were generated last: the words of each row, row by row.
    east: Vec<u64>,
}

impl Division {
    /// Divides a room of this size, but only where the walls in `wanted` depend on it, which lies in `part`, and asks before each of the larger
    /// rooms whether to go on.
    fn new<O: Observer>(
        key: Key,
        whole: [u64; 2],
        part: Room,
        wanted: Room,
        observer: &mut O,
    ) -> Result<Division, O::Stop> {
        let words = [part.size[COLUMNS], part.size[ROWS]].map(|length| length.div_ceil(64) as usize);
        let room = Room { start: [0, 0], size: whole };
        let lines = |axis: usize| if room.is_divided() { part.size[axis] as usize * words[axis] } else { 0 };
        let walls = vec![0; lines(ROWS) + lines(COLUMNS)];
        let first = [0, lines(ROWS)];
        let mut division = Division { whole, part, walls, first, words, east: vec![0; 64 * words[ROWS]] };
        division.divide(room, wanted, key, observer)?;
        Ok(division)
    }

    fn divide<O: Observer>(&mut self, room: Room, wanted: Room, key: Key, observer: &mut O) -> Result<(), O::Stop> {
        let part = self.part;
        let is_left = |room: &Room| room.is_divided() && room.meets(&wanted);
        let mut large = vec![room];
        large.retain(is_left);
        let mut batch = Batch::new(room.cells().min(SMALL), key);
        while let Some(room) = large.pop() {
            observer.go_on()?;
            let limit = if room.is_inside(&wanted) { SMALL } else { SMALL_AT_EDGE };
            let small = Some(room).filter(|room| room.cells() <= limit && room.is_inside(&part));
            let Some(small) = small.and_then(|room| room.lower()) else {
                let (wall, halves) = room.divide(room.draw(key));
                self.build_part(wall);
                large.extend(halves.into_iter().filter(is_left));
                continue;
            };
            let key = room.key(key);
            if key != batch.key || batch.cells + room.cells() > SMALL {
                self.divide_batch(&mut batch);
                batch.key = key;
            }
            batch.rooms[batch.count] = small;
            batch.count += 1;
            batch.cells += room.cells();
        }
        self.divide_batch(&mut batch);
        Ok(())
    }

    /// Divides all of these rooms, of which none is left.
    fn divide_batch(&mut self, batch: &mut Batch) {
        let Batch { rooms, halves, draws, key, .. } = batch;
        let mut count = std::mem::take(&mut batch.count);
        batch.cells = 0;
        while count > 0 {
            draws.clear();
            draws.extend(rooms[..count].iter().map(|room| room.draw(*key)));
            let mut left = 0;
            for (room, &draw) in rooms.iter().zip(&*draws) {
                let (wall, both) = room.divide(draw);
                self.build(wall);
                for half in both {
                    // Written in any case and kept if it is left to divide, which is cheaper than to guess.
                    halves[left] = half;
                    left += usize::from(half.is_divided());
                }
            }
            std::mem::swap(rooms, halves);
            count = left;
        }
    }

    /// Builds the part of this wall that is in the window, one word's length at a time.
    fn build_part(&mut self, wall: Wall) {
        let Wall { axis, line, start, length, gap } = wall;
        let (first, size) = (self.part.start[1 - axis], self.part.size[1 - axis]);
        let (from, to) = (start.max(first), (start + length).min(first + size));
        if line.wrapping_sub(self.part.start[axis]) < self.part.size[axis] {
            for from in (from..to).step_by(64) {
                let gap = (start + gap).wrapping_sub(from).min(64);
                // All of them differ little from where the part begins.
                self.build(Wall { axis, line, start: from, length: (to - from).min(64), gap }.lower());
            }
        }
    }

    /// Builds a wall of at most 64 cells, all of which are in the part; without a gap if that is behind its end.
    #[inline]
    fn build(&mut self, wall: Wall<u32>) {
        let Wall { axis, line, start, length, gap } = wall;
        // The part has fewer than 2^32 rows and columns.
        let behind = |number: u32, axis: usize| number.wrapping_sub(self.part.start[axis] as u32) as usize;
        let (line, start) = (behind(line, axis), behind(start, 1 - axis));
        let wall = u64::MAX >> (64 - length) & !(u64::from(gap < 64) << (gap % 64));
        let word = self.first[axis] + line * self.words[axis] + start / 64;
        let words = &mut self.walls;
        words[word] |= wall << (start % 64);
        if start % 64 + length as usize > 64 {
            words[word + 1] |= wall >> (64 - start % 64);
        }
    }

    /// Turns the walls to the east of 64 rows, which are kept by columns, into those of each row.
    fn turn(&mut self, block: usize) {
        let (columns, stride) = (self.words[ROWS], self.words[COLUMNS]);
        for (column, lines) in self.walls[self.first[COLUMNS]..].chunks(64 * stride).enumerate() {
            let mut square = [0; 64];
            square.iter_mut().zip(lines.chunks(stride)).for_each(|(word, line)| *word = line[block]);
            transpose(&mut square);
            self.east.iter_mut().skip(column).step_by(columns).zip(square).for_each(|(word, turned)| *word = turned);
        }
    }
}

impl ByRows for Division {
    /// Rows are to be made in turn, from the first one of the part.
    fn make(&mut self, row: u64, line: &mut RowBits) {
        let [rows, columns] = self.whole;
        let [first_row, first_column] = self.part.start;
        let in_part = (row - first_row) as usize;
        if in_part.is_multiple_of(64) {
            self.turn(in_part / 64);
        }
        // Where nothing is divided, no wall is kept.
        let words = self.words[ROWS];
        let walls =
            self.walls[..self.first[COLUMNS]].get(in_part * words..).into_iter().flatten().chain(std::iter::repeat(&0));
        let blocks = first_column / 64..;
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
