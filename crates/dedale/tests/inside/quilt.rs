//! Quilts and their levels, by what anyone can see of them: they are spanning trees, windows are as cut from the whole, the code that
//! goes by words of 64 cells does the same as code that goes cell by cell, mazes far away have not moved, and what they look like is what
//! the documentation says.

use super::Patch;
use super::Watch;
use super::made::read;
use super::rectangles::range;
use crate::generate::quilt::{Bits, CellHistory, LevelRect};
use dedale::generate::{Algorithm, Passes, Quilt, Rectangle, WindowError};
use dedale::grid::{Side, Sides, Square};
use dedale::maze::Maze;
use dedale::observe::Stopped;
use dedale::picture::RowSource as _;
use dedale::rng::{Key, Rng, Stream};
use proptest::prelude::*;

const LONGEST: u64 = (1 << 53) - 1;

fn quilt(columns: u64, rows: u64, seed: u64, number: u8) -> Quilt {
    Quilt::new(columns, rows, seed, number.to_string().parse().unwrap()).unwrap()
}

fn rectangle(row: u64, column: u64, rows: u64, columns: u64) -> Rectangle {
    Rectangle { row, column, rows, columns }
}

fn window(quilt: &Quilt, level: u32, part: Rectangle) -> Patch {
    Patch::new(quilt, level, part).unwrap()
}

/// A whole level.
fn level(quilt: &Quilt, level: u32) -> Vec<Vec<Sides>> {
    let [columns, rows] = quilt.size(level).unwrap();
    window(quilt, level, rectangle(0, 0, rows, columns)).rows
}

/// Panics unless the passages are a spanning tree that both cells of each pair agree about.
fn assert_tree(maze: &[Vec<Sides>], what: &str) {
    let (rows, columns) = (maze.len(), maze[0].len());
    let mut sets: Vec<usize> = (0..rows * columns).collect();
    let root = |sets: &mut Vec<usize>, mut at: usize| {
        while sets[at] != at {
            sets[at] = sets[sets[at]];
            at = sets[at];
        }
        at
    };
    let mut passages = 0;
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let open = maze[row][column];
        let near = [
            (Side::N, Side::S, row.checked_sub(1).map(|row| (row, column))),
            (Side::E, Side::W, (column + 1 < columns).then_some((row, column + 1))),
            (Side::S, Side::N, (row + 1 < rows).then_some((row + 1, column))),
            (Side::W, Side::E, column.checked_sub(1).map(|column| (row, column))),
        ];
        for (side, back, far) in near.into_iter().filter(|&(side, ..)| open.contains(side)) {
            let (far_row, far_column) =
                far.unwrap_or_else(|| panic!("{what}: {row},{column} is open at an outer side"));
            assert!(maze[far_row][far_column].contains(back), "{what}: {row},{column}");
            if [Side::E, Side::S].contains(&side) {
                let (a, b) = (root(&mut sets, row * columns + column), root(&mut sets, far_row * columns + far_column));
                assert_ne!(a, b, "{what}: a loop through {row},{column}");
                sets[a] = b;
                passages += 1;
            }
        }
    }
    assert_eq!(passages, rows * columns - 1, "{what}");
}

#[test]
fn all_levels_are_spanning_trees() {
    let small = (1..=70).flat_map(|columns| (1..=70).map(move |rows| (columns, rows)));
    let long = [1, 2, 3].into_iter().flat_map(|short| [127, 128, 129, 1000, 5000].map(|long| (short, long)));
    let sizes =
        small.chain(long.clone()).chain(long.map(|(short, long)| (long, short))).chain([(130, 300), (513, 200)]);
    for (number, (columns, rows)) in sizes.enumerate() {
        let quilt = quilt(columns, rows, number as u64, (number % 9) as u8);
        for number in 0..quilt.levels() {
            assert_tree(&level(&quilt, number), &format!("{columns} × {rows}, level {number}, {:?}", quilt.passes));
        }
    }
}

/// The coarse levels of the largest quilt, and of one that has a single row.
#[test]
fn levels_of_the_largest_quilts_are_spanning_trees() {
    for (columns, rows) in [(LONGEST, LONGEST), (LONGEST, LONGEST / 3), (5, LONGEST)] {
        let quilt = quilt(columns, rows, 7, 4);
        for number in 46..quilt.levels() {
            assert_tree(&level(&quilt, number), &format!("{columns} × {rows}, level {number}"));
        }
    }
    // In a single row there is one tree.
    let row = quilt(LONGEST, 1, 7, 4);
    for column in [0, 1 << 52, LONGEST - 300] {
        let cells = window(&row, 0, rectangle(0, column, 1, 300)).rows;
        for (number, open) in (column..).zip(&cells[0]) {
            let expected = [(Side::E, number + 1 < LONGEST), (Side::W, number > 0)];
            let expected: Sides = expected.into_iter().filter(|&(_, is_open)| is_open).map(|(side, _)| side).collect();
            assert_eq!(*open, expected, "column {number}");
        }
    }
}

/// A level as the definition says, cell by cell: whether each cell is open to the east and to the south.
struct Slow {
    columns: u64,
    rows: u64,
    east: Vec<bool>,
    south: Vec<bool>,
}

impl Slow {
    fn new(quilt: &Quilt, seed: u64, level: u32) -> Slow {
        let [columns, rows] = quilt.size(level).unwrap();
        let none = vec![false; (columns * rows) as usize];
        let mut slow = Slow { columns, rows, east: none.clone(), south: none };
        if level + 1 < quilt.levels() {
            let key = Key::new(seed, Stream::Generate);
            let above = Slow::new(quilt, seed, level + 1);
            slow.refine(&above, key.of(2 * (u64::from(level) + 1)));
            let passes = u64::from(quilt.passes.get());
            for pass in 0..passes {
                for color in 0..2 {
                    slow.hang(key.of(2 * u64::from(level) + 1), passes, pass, color);
                }
            }
        }
        slow
    }

    fn refine(&mut self, above: &Slow, key: Key) {
        for (row, column) in (0..above.rows).flat_map(|row| (0..above.columns).map(move |column| (row, column))) {
            let bits = |word: u64| key.of(row).word(2 * (column / 32) + word) >> (2 * (column % 32)) & 3;
            let (walled, doors) = (bits(0), bits(1));
            let (top, left) = (2 * row, 2 * column);
            let (has_bottom, has_right) = (top + 1 < self.rows, left + 1 < self.columns);
            let is_walled = |number| has_bottom && has_right && walled == number;
            let at = |row: u64, column: u64| (row * self.columns + column) as usize;
            // Of the two bits the lower one is written first: 00, 01, 10, 11.
            self.east[at(top, left)] = has_right && !is_walled(0b00);
            if has_bottom {
                self.east[at(top + 1, left)] = has_right && !is_walled(0b10);
                self.south[at(top, left)] = !is_walled(0b01);
            }
            if has_bottom && has_right {
                self.south[at(top, left + 1)] = !is_walled(0b11);
            }
            if above.open(row, column).contains(Side::E) {
                self.east[at(top + if has_bottom { doors & 1 } else { 0 }, left + 1)] = true;
            }
            if above.open(row, column).contains(Side::S) {
                self.south[at(top + 1, left + if has_right { doors >> 1 } else { 0 })] = true;
            }
        }
    }

    fn open(&self, row: u64, column: u64) -> Sides {
        let at = (row * self.columns + column) as usize;
        let open = [
            (Side::N, row > 0 && self.south[at - self.columns as usize]),
            (Side::E, self.east[at]),
            (Side::S, self.south[at]),
            (Side::W, column > 0 && self.east[at - 1]),
        ];
        open.into_iter().filter(|&(_, is_open)| is_open).map(|(side, _)| side).collect()
    }

    fn set(&mut self, row: u64, column: u64, side: Side, is_open: bool) {
        let at = (row * self.columns + column) as usize;
        match side {
            Side::N => self.south[at - self.columns as usize] = is_open,
            Side::E => self.east[at] = is_open,
            Side::S => self.south[at] = is_open,
            _ => self.east[at - 1] = is_open,
        }
    }

    fn hang(&mut self, key: Key, passes: u64, pass: u64, color: u64) {
        for row in 0..self.rows {
            for column in (0..self.columns).filter(|column| (row + column) % 2 == color) {
                let open: Vec<Side> = self.open(row, column).into_iter().collect();
                let &[only] = &open[..] else { continue };
                let bit = |word: u64| key.of(row).word(2 * (column / 64 * passes + pass) + word) >> (column % 64) & 1;
                let (side, exists) = match (bit(0), bit(1)) {
                    (0, 0) => (Side::N, row > 0),
                    (1, 0) => (Side::E, column + 1 < self.columns),
                    (0, 1) => (Side::S, row + 1 < self.rows),
                    _ => (Side::W, column > 0),
                };
                if exists {
                    self.set(row, column, only, false);
                    self.set(row, column, side, true);
                }
            }
        }
    }
}

#[test]
fn words_of_64_cells_do_the_same_as_single_cells() {
    let sides = [1, 2, 3, 5, 31, 33, 63, 64, 65, 100, 129];
    for (columns, rows) in sides.into_iter().flat_map(|columns| sides.map(|rows| (columns, rows))) {
        let (seed, number) = (columns * 1000 + rows, ((columns + 3 * rows) % 9) as u8);
        let quilt = quilt(columns, rows, seed, number);
        for number in 0..quilt.levels() {
            let slow = Slow::new(&quilt, seed, number);
            let slow: Vec<Vec<Sides>> =
                (0..slow.rows).map(|row| (0..slow.columns).map(|column| slow.open(row, column)).collect()).collect();
            assert!(level(&quilt, number) == slow, "{columns} × {rows}, level {number}, {:?}", quilt.passes);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn windows_are_as_cut_from_the_whole_level(
        (columns, rows) in (1..400u64, 1..400u64),
        number in 0..=Passes::MAX,
        seed in 0..1000u64,
        places in (any::<u64>(), any::<u64>(), any::<u64>(), any::<u64>(), any::<u64>()),
    ) {
        let quilt = quilt(columns, rows, seed, number);
        let number = (places.4 % u64::from(quilt.levels())) as u32;
        let [columns, rows] = quilt.size(number).unwrap();
        let whole = level(&quilt, number);
        let (row, column) = (places.0 % rows, places.1 % columns);
        let part = rectangle(row, column, 1 + places.2 % (rows - row), 1 + places.3 % (columns - column));
        let patch = window(&quilt, number, part);
        let cut: Vec<Vec<Sides>> = whole[row as usize..][..part.rows as usize]
            .iter()
            .map(|row| row[column as usize..][..part.columns as usize].to_vec())
            .collect();
        prop_assert!(patch.rows == cut, "{part:?} of level {number}");
    }

    #[test]
    fn windows_far_away_agree(
        row in range(LONGEST, 150),
        column in range(LONGEST, 150),
        inner in (range(150, 150), range(150, 150)),
        number in 0..=Passes::MAX,
        level in 0..12u32,
        seed in 0..1000u64,
    ) {
        let quilt = quilt(LONGEST, LONGEST, seed, number);
        let [longest, _] = quilt.size(level).unwrap();
        let near = |(start, length): (u64, u64)| (start.min(longest - length), length);
        let ((row, rows), (column, columns)) = (near(row), near(column));
        let outer = window(&quilt, level, rectangle(row, column, rows, columns));
        let inside = |(start, length): (u64, u64), whole: u64| (start % whole, 1 + length % (whole - start % whole));
        let ((dy, rows), (dx, columns)) = (inside(inner.0, rows), inside(inner.1, columns));
        let part = window(&quilt, level, rectangle(row + dy, column + dx, rows, columns));
        for (y, x) in (row + dy..row + dy + rows).flat_map(|y| (column + dx..column + dx + columns).map(move |x| (y, x))) {
            prop_assert_eq!(part.sides(y, x), outer.sides(y, x), "{},{} of level {}", y, x, level);
        }
    }
}

/// A band of a wide quilt is made in pieces, one beside another: it is the same, and the work can be stopped before each of them.
#[test]
fn wide_quilts_are_made_in_pieces() {
    let grid = Square::new(70_001, 64).unwrap();
    let make = |after| {
        let (mut maze, mut watch) = (Maze::closed(grid), Watch { after, told: 0 });
        let outcome = Algorithm::Quilt { passes: Passes::DEFAULT }.carve(
            &mut maze,
            &mut Rng::new(7, Stream::Generate),
            &mut watch,
        );
        (maze, outcome, watch.told)
    };
    let (maze, outcome, told) = make(usize::MAX);
    // Two of 32,768 columns, and the rest.
    assert_eq!((outcome, told), (Ok(()), 64 + 3));
    let whole = level(&quilt(70_001, 64, 7, 4), 0);
    assert!(maze.cells().map(|cell| maze.passages(cell)).eq(whole.into_iter().flatten()));
    for after in 0..3 {
        let (maze, outcome, told) = make(after);
        assert_eq!((maze.count_passages(), outcome, told), (0, Err(Stopped), after + 1));
    }
}

#[test]
fn sizes_and_levels() {
    let sizes = |quilt: &Quilt| (0..quilt.levels()).map(|level| quilt.size(level).unwrap()).collect::<Vec<_>>();
    assert_eq!(sizes(&quilt(1, 1, 0, 4)), [[1, 1]]);
    assert_eq!(sizes(&quilt(5, 2, 0, 4)), [[5, 2], [3, 1], [2, 1], [1, 1]]);
    let largest = quilt(LONGEST, 1, 0, 4);
    assert_eq!((largest.levels(), largest.size(1), largest.size(52)), (54, Some([1 << 52, 1]), Some([2, 1])));
    assert_eq!((largest.size(53), largest.size(54)), (Some([1, 1]), None));
    for [columns, rows] in [[0, 1], [1, 0], [LONGEST + 1, 1], [1, u64::MAX]] {
        assert_eq!(Quilt::new(columns, rows, 0, Passes::DEFAULT).unwrap_err(), WindowError::Whole);
    }
    let small = quilt(5, 2, 0, 4);
    assert_eq!(Patch::new(&small, 4, rectangle(0, 0, 1, 1)).err().unwrap(), WindowError::Level { levels: 4 });
    assert_eq!(WindowError::Level { levels: 4 }.to_string(), "there are the levels 0 to 3");
    for outside in [[0, 0, 3, 1], [0, 5, 1, 1], [1, 1, 1, 0], [u64::MAX, 0, 1, 1], [0, 1, 1, u64::MAX]] {
        let [row, column, rows, columns] = outside;
        assert_eq!(Patch::new(&small, 0, rectangle(row, column, rows, columns)).err().unwrap(), WindowError::Outside);
    }
}

#[test]
fn zoom_levels_are_those_of_the_quilt() {
    for (level, doors) in [(0, false), (1, true), (3, false), (7, true)] {
        let quilt = quilt(100, 70, 7, 4);
        let [columns, rows] = quilt.size(level).unwrap();
        let part = rectangle(0, 0, rows, columns);
        let mut expected = window(&quilt, level, part).rows;
        if doors {
            let (last_row, last_column) = (rows as usize - 1, columns as usize - 1);
            expected[0][0] = expected[0][0].with(Side::W);
            expected[last_row][last_column] = expected[last_row][last_column].with(Side::E);
        }
        let query =
            format!("algo=quilt&w=100&h=70&seed=7&zoom_level={level}&doors={doors}&window=0,0,{rows},{columns}");
        let mut made = read(&query).streamed().unwrap();
        let made: Vec<_> = (0..rows).map(|row| made.strip(row).here.to_vec()).collect();
        assert!(made == expected, "{query}");
    }
}

/// Columns and rows, passes, a level, the row and the column of a window of it, and the digest of that.
type Frozen = ([u64; 2], u8, u32, [u64; 2], u64);

/// If one of these fails, every quilt has changed: see `GENERATOR_VERSION`. They were worked out by other code than this library's.
#[test]
fn quilts_far_away_have_not_moved() {
    let (third, seventh) = (LONGEST / 3, LONGEST / 7);
    #[rustfmt::skip]
    let frozen: [Frozen; 11] = [
        ([LONGEST, LONGEST], 4, 0, [0, 0], 0xcf9f_6b6e_f813_aff9),
        ([LONGEST, LONGEST], 4, 0, [LONGEST - 40, LONGEST - 70], 0x43ec_e110_badc_f06f),
        ([LONGEST, LONGEST], 4, 0, [1 << 52, (1 << 52) - 33], 0xa7bf_f62f_dc0a_94ea),
        ([LONGEST, LONGEST], 8, 0, [third, seventh], 0x35d3_f550_7200_fbbd),
        ([LONGEST, LONGEST], 0, 0, [third, seventh], 0x3107_b398_69d1_22c9),
        ([70, LONGEST], 3, 0, [LONGEST - 40, 0], 0xd26e_8044_4050_935d),
        ([LONGEST, 40], 2, 0, [0, LONGEST - 70], 0x8030_0261_a18e_4437),
        ([LONGEST, LONGEST], 4, 20, [1 << 32, (1 << 33) - 71], 0xd4b3_c329_b2ce_90b3),
        ([200, 100], 4, 0, [31, 61], 0x1eb1_4052_2bce_0ce7),
        ([200, 100], 4, 1, [5, 25], 0x3fd0_c6ec_d1fd_95ab),
        ([1000, 1000], 4, 0, [930, 930], 0xa255_98c4_6287_04a8),
    ];
    // The sides of 40 rows of 70 cells, one after another, into one number, by the steps of SplitMix64.
    let mix = |word: u64| {
        let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    };
    for ([columns, rows], number, level, [row, column], expected) in frozen {
        let patch = window(&quilt(columns, rows, 7, number), level, rectangle(row, column, 40, 70));
        let cells = patch.rows.into_iter().flatten().map(|sides| u64::from(sides.bits()));
        let digest = cells.fold(0, |digest: u64, cell| mix(digest.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ cell));
        assert_eq!(digest, expected, "level {level} of {columns} × {rows} at {row},{column}");
    }
}

/// The longest run of walls in a line, and the share of dead ends in percent.
fn look(cells: &[Vec<Sides>]) -> (usize, f64) {
    let longest = |line: &mut dyn Iterator<Item = bool>| {
        let mut run = 0;
        line.map(|is_wall| {
            run = if is_wall { run + 1 } else { 0 };
            run
        })
        .max()
        .unwrap_or(0)
    };
    let across = cells.iter().map(|row| longest(&mut row.iter().map(|sides| !sides.contains(Side::S))));
    let down = (0..cells[0].len()).map(|column| longest(&mut cells.iter().map(|row| !row[column].contains(Side::E))));
    let run = across.chain(down).max().unwrap_or(0);
    let ends = cells.iter().flatten().filter(|sides| sides.len() == 1).count();
    (run, 100.0 * ends as f64 / (cells.len() * cells[0].len()) as f64)
}

/// Nowhere is a border of large blocks seen, not even where the two halves of the largest maze meet.
#[test]
fn no_long_walls_and_as_many_dead_ends_as_wilson() {
    let middle = (1 << 52) - 512;
    for number in [2, 4, 8] {
        let quilt = quilt(LONGEST, LONGEST, 7, number);
        for [row, column] in
            [[middle, middle], [middle, 12_345], [3 << 50, (1 << 51) - 300], [LONGEST / 3, LONGEST / 5]]
        {
            let (run, ends) = look(&window(&quilt, 0, rectangle(row, column, 1024, 1024)).rows);
            assert!(run <= 64, "{number} passes, {row},{column}: {run} walls in a line");
            assert!((28.0..=29.5).contains(&ends), "{number} passes, {row},{column}: {ends} % dead ends");
        }
    }
    // Without passes the middle of the maze is one long wall, which shows that the test can fail.
    let (run, _) = look(&window(&quilt(LONGEST, LONGEST, 7, 0), 0, rectangle(middle, middle, 1024, 1024)).rows);
    assert!(run > 500, "{run}");
}

/// The walled passage of each block and its doors, as a number below 16, at a place where every block has four cells.
fn blocks(seed: u64, level: u32, [row, column]: [u64; 2]) -> Vec<Vec<usize>> {
    const SIDE: u64 = 200;
    let quilt = quilt(LONGEST, LONGEST, seed, 0);
    let patch = window(&quilt, level, rectangle(2 * row, 2 * column, 2 * SIDE, 2 * SIDE));
    let block = |row: u64, column: u64| {
        let open = |dy, dx, side| patch.sides(2 * row + dy, 2 * column + dx).contains(side);
        let walls = [!open(0, 0, Side::E), !open(1, 0, Side::E), !open(0, 0, Side::S), !open(0, 1, Side::S)];
        assert_eq!(walls.iter().filter(|&&is_wall| is_wall).count(), 1, "a block of {row},{column} has one wall");
        walls.iter().position(|&is_wall| is_wall).unwrap()
    };
    (row..row + SIDE).map(|row| (column..column + SIDE).map(|column| block(row, column)).collect()).collect()
}

/// Fair counts stay under it in 9999 of 10,000 runs, with 15 degrees of freedom.
const CRITICAL_15: f64 = 44.3;

/// Each of the four inner passages is walled as often as the others, whatever is walled in the block beside it, in the one below, at the
/// same place of the next word, of the next level, or of the next seed.
#[test]
fn inner_walls_are_even_and_independent() {
    let place = [123_456_789_012, 2_345_678_901_234];
    let these = blocks(7, 3, place);
    let moved = |by: [u64; 2]| blocks(7, 3, [place[0] + by[0], place[1] + by[1]]);
    let far = [moved([0, 1]), moved([1, 0]), moved([0, 32]), moved([1 << 40, 0]), moved([0, 1 << 40])];
    for others in far.into_iter().chain([blocks(7, 4, place), blocks(8, 3, place), blocks(7 + (1 << 52), 3, place)]) {
        let mut pairs = [0; 16];
        for (this, other) in these.iter().flatten().zip(others.iter().flatten()) {
            pairs[4 * this + other] += 1;
        }
        let mean = f64::from(pairs.iter().sum::<u32>()) / 16.0;
        let chi: f64 = pairs.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum();
        assert!(chi < CRITICAL_15, "{pairs:?}");
    }
}

/// Where two blocks of 2^48 cells are joined, there is one door in their border. From level to level it is in the upper half as often as in
/// the lower one, whatever it was on the level before.
#[test]
fn doors_in_borders_of_the_largest_blocks_are_anywhere() {
    let mut pairs = [0_u32; 4];
    for seed in 0..300 {
        let quilt = quilt(LONGEST, LONGEST, seed, 0);
        let (mut row, column, top) = (3_u64, 5_u64, 48_u32);
        let is_door = |level: u32, row: u64| {
            // The last column of the block on this level.
            let last = ((column + 1) << (top - level)) - 1;
            window(&quilt, level, rectangle(row, last, 1, 1)).sides(row, last).contains(Side::E)
        };
        if !is_door(top, row) {
            continue;
        }
        let mut before = None;
        for level in (0..top).rev() {
            let doors = [is_door(level, 2 * row), is_door(level, 2 * row + 1)];
            assert!(doors[0] != doors[1], "one door, seed {seed}, level {level}");
            row = 2 * row + u64::from(doors[1]);
            if let Some(before) = before.replace(usize::from(doors[1])) {
                pairs[2 * before + usize::from(doors[1])] += 1;
            }
        }
    }
    let mean = f64::from(pairs.iter().sum::<u32>()) / 4.0;
    let chi: f64 = pairs.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum();
    // Fair counts stay under it in 9999 of 10,000 runs, with three degrees of freedom.
    assert!(mean > 1000.0 && chi < 21.1, "{pairs:?}");
}

/// The doors of blocks are as often at one of the two places as at the other, whatever is walled in the block.
#[test]
fn doors_are_even() {
    let (row, column, side) = (123_456_788_u64, 2_345_678_902_u64, 600);
    let patch = window(&quilt(LONGEST, LONGEST, 7, 0), 2, rectangle(row, column, side, side));
    let mut counts = [[0; 2]; 2];
    for (y, x) in (row..row + side).step_by(2).flat_map(|y| (column..column + side).step_by(2).map(move |x| (y, x))) {
        let open = |dy, dx, side| patch.sides(y + dy, x + dx).contains(side);
        let doors = [[open(0, 1, Side::E), open(1, 1, Side::E)], [open(1, 0, Side::S), open(1, 1, Side::S)]];
        for (counts, doors) in counts.iter_mut().zip(doors) {
            assert!(!(doors[0] && doors[1]), "one door in a border");
            counts.iter_mut().zip(doors).for_each(|(count, is_open)| *count += u32::from(is_open));
        }
    }
    for [first, second] in counts {
        // Within five standard deviations.
        let (sum, difference) = (f64::from(first + second), f64::from(first.abs_diff(second)));
        assert!(sum > 20_000.0 && difference < 5.0 * sum.sqrt(), "{counts:?}");
    }
}

/// A border as wide as the influence of a wall is enough around a window, and one cell less is not.
#[test]
fn no_smaller_halo_would_do() {
    const SIDE: u64 = 700;
    for number in [1, 2, 4, 8] {
        let enough = quilt(SIDE, SIDE, 5, number);
        let whole = enough.hung(0, &LevelRect { rows: 0..SIDE, columns: 0..SIDE });
        let wrong = |quilt: Quilt| {
            let is_wrong = |window: &u64| {
                let key = Key::new(*window, Stream::Solve);
                let [first, rows] = [key.below(SIDE - 40, 0), key.below(39, 1)];
                // One after the ends of words, which would hide a halo that is too small.
                let column = 64 * key.below(10, 2) + 2 * u64::from(number) + key.below(3, 3);
                let cells = LevelRect { rows: first..first + 1 + rows, columns: column..column + 20 };
                let bits = quilt.hung(0, &cells);
                let places = cells.rows.flat_map(|row| cells.columns.clone().map(move |column| (row, column)));
                places.into_iter().any(|(row, column)| {
                    let own = |bits: &Bits| bits.sides(row, column).minus([Side::N, Side::W].into_iter().collect());
                    own(&bits) != own(&whole)
                })
            };
            (0..300).filter(is_wrong).count()
        };
        let mut less = enough.clone();
        less.halo -= 1;
        assert_eq!(wrong(enough), 0, "{number} passes");
        assert!(wrong(less) > 0, "{number} passes");
    }
}

/// In a half-pass, one dead end in four moves in each direction; and where the next one of the row moves says nothing about that.
#[test]
fn dead_ends_move_in_all_directions() {
    let quilt = quilt(LONGEST, LONGEST, 7, 4);
    for (level, half) in [(0, 0), (0, 1), (0, 7), (1, 0), (10, 2)] {
        let cells = LevelRect { rows: 700_000..700_400, columns: 4_000_000_000..4_000_000_400 };
        let mut bits = quilt.refined(level, &cells);
        let before = bits.clone();
        bits.hang_half(half);
        let mut pairs = [0; 16];
        for row in cells.rows.start + 1..cells.rows.end - 1 {
            let first = cells.columns.start + 2 + (row + half as u64) % 2;
            let ends = (first..cells.columns.end - 2).step_by(2).filter(|&column| before.sides(row, column).len() == 1);
            let direction = |column| {
                let sides = bits.sides(row, column);
                assert_eq!(sides.len(), 1, "level {level}, half-pass {half}: {row},{column}");
                Sides::SQUARE.into_iter().position(|side| sides.contains(side)).unwrap()
            };
            let moved: Vec<usize> = ends.map(direction).collect();
            moved.windows(2).for_each(|pair| pairs[4 * pair[0] + pair[1]] += 1);
        }
        let sum: u32 = pairs.iter().sum();
        let mean = f64::from(sum) / 16.0;
        let chi: f64 = pairs.iter().map(|&count: &u32| (f64::from(count) - mean).powi(2) / mean).sum();
        assert!(sum > 10_000 && chi < CRITICAL_15, "level {level}, half-pass {half}: {pairs:?}");
    }
}

/// A cell has one trail, whatever the other cell is with which its surroundings are made: where that is near, nothing is known of high levels,
/// and they are made again.
#[test]
fn trails_are_the_same_whatever_is_known() {
    const SIDE: u64 = 1 << 20;
    let (mut moved, middle) = (0, SIDE / 2);
    for seed in 0..4 {
        let quilt = quilt(SIDE, SIDE, seed, 4);
        for [cell, far] in
            [[[5, 7], [5, 8]], [[0, 0], [SIDE - 1, SIDE - 1]], [[middle - 1, 300_000], [middle, 300_002]]]
        {
            let [[mut trail, _], [mut alone, _]] = [far, cell].map(|other| CellHistory::pair(&quilt, [cell, other]));
            for _ in 1..quilt.levels() {
                let moves = trail.moves();
                assert_eq!(moves, alone.moves());
                moved += moves.len();
            }
        }
    }
    assert!(moved > 50, "{moved}");
}
