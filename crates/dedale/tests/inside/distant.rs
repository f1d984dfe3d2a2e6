//! Paths in mazes that are too large to be generated: compared with breadth-first search where the maze is small, and with windows and with
//! the path in the other direction where it is not.

use std::collections::VecDeque;

use super::{Patch, rectangle};
use dedale::endless::{BENT, DistantPath, DistantPathError, Length, PathPart, PathShape, STRAIGHT};
use dedale::generate::{Algorithm, Bias, Quilt, Rectangle, WindowError};
use dedale::grid::{Side, Sides, Square};
use dedale::maze::Maze;
use dedale::rng::{Key, Stream};

type Place = [u64; 2];

const LONGEST: u64 = (1 << 53) - 1;

fn quilt(passes: u8) -> Algorithm {
    Algorithm::Quilt { passes: passes.to_string().parse().unwrap() }
}

fn levels(columns: u64, rows: u64, seed: u64, passes: u8) -> Quilt {
    Quilt::new(columns, rows, seed, passes.to_string().parse().unwrap()).unwrap()
}

fn beyond([row, column]: Place, side: Side) -> Place {
    match side {
        Side::N => [row - 1, column],
        Side::E => [row, column + 1],
        Side::S => [row + 1, column],
        _ => [row, column - 1],
    }
}

/// The side of a cell at which the next one is.
fn side(from: Place, to: Place) -> Side {
    let near = [Side::N, Side::E, Side::S, Side::W].into_iter().filter(|side| match *side {
        Side::N => from[0] > 0,
        Side::W => from[1] > 0,
        _ => true,
    });
    near.into_iter().find(|&side| beyond(from, side) == to).unwrap_or_else(|| panic!("{from:?} is beside {to:?}"))
}

/// Places in a maze, the next one in each call.
struct Places(Key, u64);

impl Places {
    fn new(seed: u64) -> Places {
        Places(Key::new(seed, Stream::Solve), 0)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.1 += 1;
        self.0.word(self.1) % end
    }

    fn place(&mut self, [columns, rows]: [u64; 2]) -> Place {
        [self.below(rows), self.below(columns)]
    }

    /// A window in a maze.
    fn window(&mut self, [columns, rows]: [u64; 2]) -> Rectangle {
        let [row, column] = self.place([columns, rows]);
        Rectangle { row, column, rows: 1 + self.below(rows - row), columns: 1 + self.below(columns - column) }
    }
}

/// A window with this many cells a side, around a place or as near to it as the maze allows.
fn around([row, column]: Place, side: u64, [columns, rows]: [u64; 2]) -> Rectangle {
    let (rows_in, columns_in) = (side.min(rows), side.min(columns));
    let start = |at: u64, length: u64, end: u64| at.saturating_sub(length / 2).min(end - length);
    Rectangle {
        row: start(row, rows_in, rows),
        column: start(column, columns_in, columns),
        rows: rows_in,
        columns: columns_in,
    }
}

fn is_inside(window: &Rectangle, [row, column]: Place) -> bool {
    (window.row..window.row + window.rows).contains(&row)
        && (window.column..window.column + window.columns).contains(&column)
}

/// The parts of a whole path in a window.
fn cut(path: &[Place], window: Rectangle) -> Vec<PathPart> {
    let inside = |number: &usize| is_inside(&window, path[*number]);
    let numbers: Vec<usize> = (0..path.len()).collect();
    let parts = numbers.chunk_by(|a, b| inside(a) == inside(b)).filter(|part| inside(&part[0]));
    let part = |numbers: &[usize]| PathPart {
        before: numbers[0].checked_sub(1).map(|number| path[number]),
        cells: numbers.iter().map(|&number| path[number]).collect(),
        after: path.get(numbers[numbers.len() - 1] + 1).copied(),
    };
    parts.map(part).collect()
}

fn reversed(parts: Vec<PathPart>) -> Vec<PathPart> {
    let reverse = |part: PathPart| PathPart {
        before: part.after,
        cells: part.cells.into_iter().rev().collect(),
        after: part.before,
    };
    parts.into_iter().rev().map(reverse).collect()
}

/// A whole maze, or a whole level, as the open sides of each cell.
struct Whole {
    columns: u64,
    rows: u64,
    sides: Vec<Sides>,
}

impl Whole {
    fn level(quilt: &Quilt, level: u32) -> Whole {
        let [columns, rows] = quilt.size(level).unwrap();
        let patch = Patch::new(quilt, level, Rectangle { row: 0, column: 0, rows, columns }).unwrap();
        let sides = patch.rows.concat();
        Whole { columns, rows, sides }
    }

    fn generated(algorithm: &Algorithm, [columns, rows]: [u64; 2], seed: u64) -> Whole {
        let maze = algorithm.generate(Square::new(columns as u32, rows as u32).unwrap(), seed);
        Whole { columns, rows, sides: maze.cells().map(|cell| maze.passages(cell)).collect() }
    }

    fn at(&self, [row, column]: Place) -> usize {
        (row * self.columns + column) as usize
    }

    /// The path from one cell to another one, by breadth-first search from the end.
    fn path(&self, from: Place, to: Place) -> Vec<Place> {
        let mut next = vec![None; self.sides.len()];
        next[self.at(to)] = Some(to);
        let mut queue = VecDeque::from([to]);
        while let Some(cell) = queue.pop_front() {
            for side in self.sides[self.at(cell)] {
                let far = beyond(cell, side);
                if next[self.at(far)].is_none() {
                    next[self.at(far)] = Some(cell);
                    queue.push_back(far);
                }
            }
        }
        let mut path = vec![from];
        while path[path.len() - 1] != to {
            path.push(next[self.at(path[path.len() - 1])].unwrap());
        }
        path
    }
}

/// Sizes on whose mazes paths are compared with searches.
fn sizes() -> impl Iterator<Item = [u64; 2]> {
    let small = (1..=20).flat_map(|columns| (1..=20).map(move |rows| [columns, rows]));
    let large = [21, 31, 32, 33, 47, 63, 64, 65, 90, 127, 128];
    small.chain(large.into_iter().flat_map(move |side| [[side, side], [128, side], [side, 127], [1, side], [side, 2]]))
}

#[test]
fn paths_in_quilts_are_those_of_a_search() {
    for (number, size) in (0..).zip(sizes()) {
        let [columns, rows] = size;
        for passes in 0..=8 {
            let seed = 9 * number + u64::from(passes);
            let quilts = levels(columns, rows, seed, passes);
            let wholes: Vec<Whole> = (0..quilts.levels()).map(|level| Whole::level(&quilts, level)).collect();
            let mut places = Places::new(seed);
            for _ in 0..4 {
                let (from, to) = (places.place(size), places.place(size));
                let path = DistantPath::new(&quilt(passes), size, seed, from, to).unwrap();
                let what = format!("{columns} × {rows}, seed {seed}, {passes} passes, from {from:?} to {to:?}");
                for (level, whole) in (0..).zip(&wholes) {
                    let cells: Vec<Place> = path.first(level, u64::MAX).unwrap().collect();
                    let (first, last) = (cells[0], cells[cells.len() - 1]);
                    if level == 0 {
                        assert_eq!((first, last), (from, to), "{what}");
                        assert_eq!(path.length(LONGEST).unwrap(), Length::Exact(cells.len() as u64 - 1), "{what}");
                    }
                    assert!(cells == whole.path(first, last), "{what}, level {level}: {cells:?}");
                    for _ in 0..3 {
                        let window = places.window([whole.columns, whole.rows]);
                        let parts = path.parts(level, window).unwrap();
                        assert_eq!(parts, cut(&cells, window), "{what}, level {level}, {window:?}");
                    }
                }
            }
        }
    }
}

/// The other algorithms whose mazes have parts.
fn others() -> impl Iterator<Item = Algorithm> {
    let trees = Bias::ALL.iter().map(|&bias| Algorithm::BinaryTree { bias });
    trees.chain([Algorithm::Sidewinder, Algorithm::Division])
}

#[test]
fn paths_by_the_other_algorithms_are_those_of_a_search() {
    for (seed, size) in (0..).zip(sizes()) {
        for algorithm in others() {
            let whole = Whole::generated(&algorithm, size, seed);
            let mut places = Places::new(seed);
            for _ in 0..6 {
                let (from, to) = (places.place(size), places.place(size));
                let path = DistantPath::new(&algorithm, size, seed, from, to).unwrap();
                let what = format!("{algorithm:?}, {size:?}, seed {seed}, from {from:?} to {to:?}");
                let cells: Vec<Place> = path.first(0, u64::MAX).unwrap().collect();
                assert!(cells == whole.path(from, to), "{what}: {cells:?}");
                assert_eq!(path.length(1000).unwrap(), Length::Exact(cells.len() as u64 - 1), "{what}");
                assert!(path.first(0, 3).unwrap().eq(cells.iter().copied().take(4)), "{what}");
                for _ in 0..4 {
                    let window = places.window(size);
                    assert_eq!(path.parts(0, window).unwrap(), cut(&cells, window), "{what}, {window:?}");
                }
            }
        }
    }
}

/// A part of a large maze that follows a path.
struct Near {
    algorithm: Algorithm,
    part: Rectangle,
    maze: Maze<Square>,
}

impl Near {
    fn new(algorithm: Algorithm, at: Place) -> Near {
        let part = around(at, 100, [LONGEST, LONGEST]);
        let maze = rectangle(&algorithm, LONGEST, LONGEST, 7, part).unwrap();
        Near { algorithm, part, maze }
    }

    fn is_open(&mut self, from: Place, to: Place) -> bool {
        if ![from, to].iter().all(|&cell| is_inside(&self.part, cell)) {
            *self = Near::new(self.algorithm, from);
        }
        let cell = self.maze.grid().at((from[0] - self.part.row) as u32, (from[1] - self.part.column) as u32);
        self.maze.passages(cell).contains(side(from, to))
    }
}

#[test]
fn paths_by_the_other_algorithms_in_the_largest_mazes_pass_through_no_wall() {
    let size = [LONGEST, LONGEST];
    for algorithm in others() {
        let middle = [LONGEST / 3, LONGEST / 5];
        // Near each other; far away, but so that `to` is in a later row or column on the way of all paths; and anywhere.
        let near = [middle[0] + 900, middle[1] - 700];
        let ends = match algorithm {
            Algorithm::BinaryTree { bias: Bias::SouthEast | Bias::SouthWest } | Algorithm::Sidewinder => {
                [LONGEST - 1, 5]
            }
            Algorithm::BinaryTree { .. } => [5, LONGEST - 2],
            _ => [LONGEST - 1, 77],
        };
        for to in [near, ends] {
            let path = DistantPath::new(&algorithm, size, 7, middle, to).unwrap();
            let mut near = Near::new(algorithm, middle);
            let mut cells = path.first(0, 20_000).unwrap();
            assert_eq!(cells.next(), Some(middle));
            let (mut before, mut last) = (None, middle);
            for cell in cells {
                assert!(near.is_open(last, cell) && before != Some(cell), "{algorithm:?}: {last:?} to {cell:?}");
                (before, last) = (Some(last), cell);
            }
        }
    }
}

#[test]
fn paths_by_division_in_the_largest_mazes_are_the_same_from_both_ends() {
    let size = [LONGEST, LONGEST];
    let mut places = Places::new(3);
    for _ in 0..100 {
        let (from, to) = (places.place(size), places.place(size));
        let new = |from, to| DistantPath::new(&Algorithm::Division, size, 7, from, to).unwrap();
        let (there, back) = (new(from, to), new(to, from));
        let far = there.first(0, 5000).unwrap().last().unwrap();
        for place in [from, to, far, places.place(size)] {
            let window = around(place, 60, size);
            assert_eq!(there.parts(0, window).unwrap(), reversed(back.parts(0, window).unwrap()));
        }
        let first = there.parts(0, around(from, 60, size)).unwrap();
        assert!(first[0].cells.iter().copied().eq(there.first(0, first[0].cells.len() as u64 - 1).unwrap()));
        assert_eq!(there.length(100), Err(DistantPathError::Length));
    }
}

#[test]
fn what_is_too_far_in_rows() {
    let size = [LONGEST, LONGEST];
    let middle = [LONGEST / 2, LONGEST / 2];
    for (algorithm, behind, beside) in [
        (Algorithm::BinaryTree { bias: Bias::SouthEast }, [5, 5], [5, LONGEST - 5]),
        (Algorithm::BinaryTree { bias: Bias::SouthWest }, [5, LONGEST - 5], [5, 5]),
        (Algorithm::BinaryTree { bias: Bias::NorthEast }, [LONGEST - 5, 5], [LONGEST - 5, LONGEST - 5]),
        (Algorithm::BinaryTree { bias: Bias::NorthWest }, [LONGEST - 5, LONGEST - 5], [LONGEST - 5, 5]),
    ] {
        let new = |to| DistantPath::new(&algorithm, size, 7, middle, to).unwrap();
        assert_eq!(new(behind).first(0, 10).err(), Some(DistantPathError::TooFar), "{algorithm:?}");
        assert_eq!(new(behind).parts(0, around(middle, 10, size)), Err(DistantPathError::TooFar), "{algorithm:?}");
        assert_eq!(new(behind).length(1000), Err(DistantPathError::Length), "{algorithm:?}");
        assert_eq!(new(beside).first(0, 10).unwrap().count(), 11, "{algorithm:?}");
        // Neither path leads to where both come from.
        let nowhere = around([behind[0], beside[1]], 2, size);
        assert_eq!(new(middle).parts(0, nowhere), Ok(Vec::new()), "{algorithm:?}");
    }
    let path = DistantPath::new(&Algorithm::Sidewinder, size, 7, middle, [5, 5]).unwrap();
    assert_eq!(path.first(0, 10).err(), Some(DistantPathError::TooFar));
    assert_eq!(path.first(1, 10).err(), Some(WindowError::Level { levels: 1 }.into()));
    assert!(DistantPathError::TooFar.to_string().contains("262144 rows"));
    assert!(DistantPathError::Length.to_string().contains("only in a maze by quilt"));
}

/// Walls around a place, in a patch that follows it.
struct Walls {
    quilt: Quilt,
    patch: Patch,
}

impl Walls {
    fn new(quilt: Quilt, at: Place) -> Walls {
        let patch = Walls::around(&quilt, at);
        Walls { quilt, patch }
    }

    fn around(quilt: &Quilt, at: Place) -> Patch {
        Patch::new(quilt, 0, around(at, 300, quilt.size(0).unwrap())).unwrap()
    }

    fn is_open(&mut self, from: Place, to: Place) -> bool {
        if !is_inside(&self.patch.part, from) {
            self.patch = Walls::around(&self.quilt, from);
        }
        self.patch.sides(from[0], from[1]).contains(side(from, to))
    }
}

#[test]
fn a_million_moves_in_the_largest_quilt_pass_through_no_wall() {
    let mut places = Places::new(1);
    for passes in [0, 1, 4, 8] {
        let size = [LONGEST, LONGEST];
        let (from, to) = (places.place(size), places.place(size));
        let path = DistantPath::new(&quilt(passes), size, 7, from, to).unwrap();
        let mut walls = Walls::new(levels(LONGEST, LONGEST, 7, passes), from);
        let (mut before, mut last, mut moves) = (None, from, 0);
        let mut cells = path.first(0, 250_000).unwrap();
        assert_eq!(cells.next(), Some(from));
        for cell in cells {
            // In a tree, a walk that never turns back is a path.
            assert!(walls.is_open(last, cell) && before != Some(cell), "{last:?} to {cell:?}");
            (before, last) = (Some(last), cell);
            moves += 1;
        }
        assert_eq!(moves, 250_000);
    }
}

/// A cell somewhere in the middle of a path: level by level, one of the cells that the path has in a block.
fn somewhere(path: &DistantPath, quilt: &Quilt, places: &mut Places) -> Option<Place> {
    let level = (0..quilt.levels()).find(|&level| path.first(level, 1000).unwrap().count() <= 1000)?;
    let blocks: Vec<Place> = path.first(level, 1000).unwrap().collect();
    let mut block = blocks[places.below(blocks.len() as u64) as usize];
    for below in (0..level).rev() {
        let [row, column] = block.map(|place| 2 * place);
        let [columns, rows] = quilt.size(below).unwrap();
        let window = Rectangle { row, column, rows: (rows - row).min(2), columns: (columns - column).min(2) };
        let cells: Vec<Place> = path.parts(below, window).unwrap().into_iter().flat_map(|part| part.cells).collect();
        // Near the ends a path may have left a block that it has on a higher level.
        block = *cells.get(places.below(cells.len().max(1) as u64) as usize)?;
    }
    Some(block)
}

#[test]
fn paths_in_the_largest_quilts_are_the_same_from_both_ends() {
    let mut places = Places::new(2);
    let mut compared = 0;
    for (columns, rows, passes) in
        [(LONGEST, LONGEST, 4), (LONGEST, LONGEST, 8), (LONGEST, LONGEST, 1), (LONGEST, 70, 4), (3, LONGEST, 2)]
    {
        let size = [columns, rows];
        let quilts = levels(columns, rows, 7, passes);
        for _ in 0..20 {
            let (from, to) = (places.place(size), places.place(size));
            let [there, back] =
                [[from, to], [to, from]].map(|[from, to]| DistantPath::new(&quilt(passes), size, 7, from, to).unwrap());
            // The last moves are the first ones in the other direction.
            for (one, other, end) in [(&there, &back, from), (&back, &there, to)] {
                let window = around(end, 60, size);
                assert_eq!(one.parts(0, window).unwrap(), reversed(other.parts(0, window).unwrap()));
                assert_eq!(one.parts(0, window).unwrap()[0].cells[0], end);
            }
            let Some(cell) = somewhere(&there, &quilts, &mut places) else { continue };
            let window = around(cell, 100, size);
            let parts = there.parts(0, window).unwrap();
            assert!(parts.iter().any(|part| part.cells.contains(&cell)));
            let patch = Patch::new(&quilts, 0, window).unwrap();
            for part in &parts {
                let cells: Vec<Place> =
                    part.before.into_iter().chain(part.cells.iter().copied()).chain(part.after).collect();
                for (&from, &to) in cells.iter().zip(&cells[1..]) {
                    let (inside, outside) = if is_inside(&window, from) { (from, to) } else { (to, from) };
                    assert!(patch.sides(inside[0], inside[1]).contains(side(inside, outside)), "{from:?} to {to:?}");
                }
                assert!(part.before.is_some() || part.cells[0] == from);
                assert!(part.after.is_some() || part.cells[part.cells.len() - 1] == to);
            }
            assert_eq!(reversed(back.parts(0, window).unwrap()), parts);
            compared += 1;
        }
    }
    assert!(compared > 90, "{compared}");
}

/// Lengths in mazes whose paths can still be walked, as a share of what was estimated from few blocks.
#[test]
fn nineteen_of_twenty_estimates_are_as_near_as_they_say() {
    let size = [1500, 2048];
    for passes in [0, 2, 4, 8] {
        let mut places = Places::new(passes.into());
        for budget in [0, 1000] {
            let (mut count, mut near, mut sum) = (0_u32, 0_u32, 0.0);
            for seed in 0..400 {
                let path =
                    DistantPath::new(&quilt(passes), size, seed, places.place(size), places.place(size)).unwrap();
                let Length::Exact(exact) = path.length(LONGEST).unwrap() else {
                    panic!("a budget that is large enough")
                };
                let Length::Estimate { moves, error } = path.length(budget).unwrap() else { continue };
                let wrong = exact as f64 / moves - 1.0;
                count += 1;
                near += u32::from(wrong.abs() <= error);
                sum += wrong;
            }
            let mean = sum / f64::from(count);
            assert!(
                count > 300 && near * 20 >= count * 19 && mean.abs() < 0.03,
                "{passes} passes, budget {budget}: {near} of {count}, mean {mean}"
            );
        }
    }
}

#[test]
fn what_there_is_no_path_for() {
    let new = |algorithm: &Algorithm, size, from, to| DistantPath::new(algorithm, size, 7, from, to);
    assert_eq!(
        new(&Algorithm::Wilson, [9, 9], [0, 0], [8, 8]).unwrap_err(),
        DistantPathError::Algorithm(Algorithm::Wilson)
    );
    for size in [[0, 1], [1, 0], [LONGEST + 1, 1], [1, u64::MAX]] {
        assert_eq!(new(&quilt(4), size, [0, 0], [0, 0]).unwrap_err(), WindowError::Whole.into());
    }
    for cell in [[9, 0], [0, 8], [u64::MAX, 0]] {
        assert_eq!(new(&quilt(4), [8, 9], cell, [0, 0]).unwrap_err(), DistantPathError::Cell(cell));
        assert_eq!(new(&quilt(4), [8, 9], [8, 7], cell).unwrap_err(), DistantPathError::Cell(cell));
    }
    let path = new(&quilt(4), [8, 9], [0, 0], [8, 7]).unwrap();
    let none = DistantPathError::from(WindowError::Level { levels: 5 });
    assert_eq!(path.first(5, 1).err(), Some(none));
    let window = |row, rows| Rectangle { row, column: 0, rows, columns: 1 };
    assert_eq!(path.parts(5, window(0, 1)).unwrap_err(), none);
    for (row, rows) in [(0, 0), (0, 10), (9, 1), (u64::MAX, 1), (1, u64::MAX)] {
        assert_eq!(path.parts(0, window(row, rows)).unwrap_err(), WindowError::Outside.into());
    }
    assert_eq!(DistantPathError::Cell([9, 0]).to_string(), "the maze has no cell 9,0");
    assert_eq!(none.to_string(), "there are the levels 0 to 4");
    let wilson = DistantPathError::Algorithm(Algorithm::Wilson).to_string();
    assert_eq!(wilson, "a path in a maze by wilson is only found in the whole maze");
}

#[test]
fn first_moves() {
    let path = DistantPath::new(&quilt(4), [50, 50], 7, [0, 0], [49, 49]).unwrap();
    let all: Vec<Place> = path.first(0, u64::MAX).unwrap().collect();
    for moves in [0, 1, 10, all.len() as u64 - 1, all.len() as u64] {
        let first = path.first(0, moves).unwrap();
        assert!(first.eq(all.iter().copied().take(moves as usize + 1)), "{moves}");
    }
    let length = all.len() as u64 - 1;
    assert!(length > 100, "{length}");
    assert_eq!(path.length(length).unwrap(), Length::Exact(length));
    for budget in [0, length - 1] {
        assert!(matches!(path.length(budget).unwrap(), Length::Estimate { error, .. } if error < 0.3));
    }
}

/// If one of these fails, paths have changed, though mazes have not: see `dedale::solve::VERSION`.
#[test]
fn paths_far_away_have_not_moved() {
    let (third, seventh) = (LONGEST / 3, LONGEST / 7);
    let frozen = [
        (
            [LONGEST, LONGEST],
            4,
            [[0, 0], [LONGEST - 1, LONGEST - 1]],
            [0x232f_e71b_3bb9_1b5c, 0x657a_a133_1a57_77bd, 0x443b_c8a2_822f_7b81],
        ),
        (
            [LONGEST, LONGEST],
            4,
            [[third, seventh], [third + 5, seventh + 900]],
            [0x56cf_678c_c434_1ae3, 0x7a07_070d_8ec5_8a25, 0x40e0_0e70_8000_0000],
        ),
        (
            [LONGEST, LONGEST],
            8,
            [[LONGEST - 1, 0], [0, LONGEST - 1]],
            [0x3f76_c1fd_2cce_ecb6, 0x6489_1d86_d8de_978b, 0x443a_0fc7_582d_5541],
        ),
        (
            [LONGEST, LONGEST],
            0,
            [[1 << 52, third], [(1 << 52) - 1, third]],
            [0xa602_e016_e1f4_0f3f, 0xd903_9894_70b1_f35b, 0x4434_e22e_ba34_c854],
        ),
        (
            [70, LONGEST],
            3,
            [[seventh, 69], [LONGEST - 5, 0]],
            [0x455c_ef24_83ab_0782, 0xbbcb_4d48_89ad_a3af, 0x43fb_f7f1_ecba_8d34],
        ),
    ];
    let found = frozen.map(|(size, passes, [from, to], _)| {
        let path = DistantPath::new(&quilt(passes), size, 7, from, to).unwrap();
        let parts = path.parts(0, around(to, 64, size)).unwrap();
        let length = match path.length(5000).unwrap() {
            Length::Exact(length) => length,
            Length::Estimate { moves, .. } => moves.to_bits(),
        };
        let found = [
            digest(path.first(0, 1000).unwrap()),
            digest(parts.iter().flat_map(|part| part.cells.iter().copied())),
            length,
        ];
        (size, passes, [from, to], found)
    });
    assert_eq!(found, frozen);
}

/// The same by other algorithms. In a binary tree and a sidewinder, the second cell is near the first one, or in the last row.
#[test]
fn paths_by_the_other_algorithms_far_away_have_not_moved() {
    let size = [LONGEST, LONGEST];
    let (third, seventh) = (LONGEST / 3, LONGEST / 7);
    let near = [[third, seventh], [third + 70, seventh + 9000]];
    let tree = Algorithm::BinaryTree { bias: Bias::SouthEast };
    let frozen = [
        (Algorithm::Division, [[0, 0], [LONGEST - 1, LONGEST - 1]], [0xf97b_9103_4a22_2fce, 0xf97f_3e4b_a6ee_8bd6]),
        (Algorithm::Division, near, [0x5a92_5279_8218_63a9, 0xa617_6ee1_eae4_4a6e]),
        (tree, near, [0x755a_62ff_1317_012a, 0x1f72_76f8_375e_1e39]),
        (tree, [[third, seventh], [LONGEST - 1, 5]], [0x755a_62ff_1317_012a, 0x1f72_76f8_375e_1e39]),
        (Algorithm::BinaryTree { bias: Bias::NorthWest }, near, [0x9d85_6772_5b20_a838, 0x762c_427e_ddb4_845b]),
        (Algorithm::Sidewinder, near, [0x147b_8905_113c_d9c1, 0x1149_3ff1_a318_2e40]),
        (
            Algorithm::Sidewinder,
            [[LONGEST - 1, 0], [LONGEST - 40, LONGEST - 1]],
            [0xdefc_16e1_e48c_c7b8, 0x3b21_828b_6a82_cd25],
        ),
    ];
    let found = frozen.map(|(algorithm, [from, to], _)| {
        let path = DistantPath::new(&algorithm, size, 7, from, to).unwrap();
        let moves = digest(path.first(0, 1000).unwrap());
        let last = path.first(0, 1000).unwrap().last().unwrap();
        let parts = path.parts(0, around(last, 64, size)).unwrap();
        assert!(!parts.is_empty());
        let cells = digest(parts.iter().flat_map(|part| part.cells.iter().copied()));
        (algorithm, [from, to], [moves, cells])
    });
    assert!(found == frozen, "{found:#x?}");
}

/// The places, one after another, into one number, by a multiplication for each.
fn digest(places: impl Iterator<Item = Place>) -> u64 {
    places.flatten().fold(0, |digest: u64, place| (digest ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23))
}

/// The means over all ways of walling one passage of a block and of placing its doors.
#[test]
fn means_of_all_blocks() {
    // The cells of a block clockwise, and those with a door to each side.
    let corners = [[0, 0], [0, 1], [1, 1], [1, 0]];
    for (exits, expected) in [([1, 2], STRAIGHT), ([3, 2], BENT)] {
        let mut counts = [0; 2];
        for (walled, entry, exit) in
            (0..4).flat_map(|walled| [0, 3].into_iter().flat_map(move |entry| exits.map(|exit| (walled, entry, exit))))
        {
            // Clockwise from the entry, or the other way if the walled passage is met.
            let clockwise: Vec<usize> = (0..4).map(|k| (entry + k) % 4).take_while(|&cell| cell != exit).collect();
            let is_free = !clockwise.contains(&walled);
            let back = (0..4).map(|k| (entry + 4 - k) % 4).take_while(|&cell| cell != exit);
            let cells: Vec<usize> = if is_free { clockwise } else { back.collect() };
            let mut path: Vec<Place> =
                cells.into_iter().chain([exit]).map(|cell| corners[cell].map(|k| k + 1)).collect();
            path.insert(0, [path[0][0], 0]);
            let [row, column] = path[path.len() - 1];
            path.push(if exits == [1, 2] { [row, 3] } else { [3, column] });
            let shape = PathShape::of(path.into_iter(), u64::MAX).expect("few cells");
            counts[0] += shape.straight;
            counts[1] += shape.bent;
        }
        assert_eq!(counts.map(|count| count as f64 / 16.0), expected);
    }
}
