//! Rows and rectangles that are made alone are those of the whole maze; and whole mazes are the same whether anyone follows the
//! steps or not.

use super::super::made::Told;
use super::super::rectangles::part;
use super::super::{Patch, Watch, rectangle};
use super::{Sets, assert_perfect, generators, is_open, make, play_back, rng};
use dedale::generate::{Algorithm, AlgorithmInfo, Bias, MAX_SIDE, Quilt, Rectangle, Rows, WindowError};
use dedale::grid::{Cell, Grid, Side, Sides, Square};
use dedale::maze::Maze;
use dedale::observe::Stopped;
use dedale::rng::MAX_SEED;
use proptest::prelude::*;
use proptest::sample::select;

fn with_rows() -> Vec<Algorithm> {
    generators().into_iter().filter(|generator| generator.info().makes_rows()).collect()
}

fn with_parts() -> Vec<Algorithm> {
    let makes_parts = |info: &AlgorithmInfo| info.makes_rows() || info.makes_rectangles();
    generators().into_iter().filter(|generator| makes_parts(generator.info())).collect()
}

fn with_rectangles() -> Vec<Algorithm> {
    generators().into_iter().filter(|generator| generator.info().makes_rectangles()).collect()
}

#[test]
fn the_algorithms_that_make_parts() {
    let whole = Rectangle { row: 0, column: 0, rows: 5, columns: 7 };
    for generator in generators() {
        assert_eq!(Rows::new(&generator, [7, 5], 3, None).is_ok(), generator.info().makes_rows(), "{generator:?}");
        let part = rectangle(&generator, 7, 5, 3, whole);
        assert_eq!(part.is_ok(), generator.info().makes_rectangles(), "{generator:?}");
        assert!(part.is_ok() || part == Err(WindowError::Algorithm(generator)), "{generator:?}");
    }
    assert_eq!((with_rows().len(), with_rectangles().len()), (10, 10));
}

#[test]
fn observers_that_do_not_follow_get_the_same_maze_and_can_cancel_it() {
    for generator in generators() {
        for (columns, rows) in [(1, 1), (1, 9), (130, 7), (7, 130), (90, 80)] {
            let grid = Square::new(columns, rows).unwrap();
            let watched = |after| {
                let (mut maze, mut watch) = (Maze::closed(grid), Watch { after, told: 0 });
                let outcome = generator.carve(&mut maze, &mut rng(7), &mut watch);
                (maze, outcome, watch.told)
            };
            let (maze, outcome, told) = watched(usize::MAX);
            assert_eq!((&maze, outcome), (&make(&generator, columns, rows, 7), Ok(())), "{generator:?}");
            let mut steps = Vec::new();
            let mut followed = Maze::closed(grid);
            let mut note: Told = &mut |step| {
                steps.push(step);
                Ok(())
            };
            generator.carve(&mut followed, &mut rng(7), &mut note).unwrap();
            assert_eq!(maze, followed, "{generator:?}: being watched moved a wall");
            assert_eq!(maze, play_back(grid, &steps), "{generator:?}");
            for after in (0..told).step_by(1 + told / 20) {
                let (maze, outcome, told) = watched(after);
                assert_eq!((outcome, told), (Err(Stopped), after + 1), "{generator:?}");
                for cell in maze.cells() {
                    for side in maze.passages(cell) {
                        let far = grid.across(cell, side);
                        assert!(maze.passages(far).contains(grid.opposite(cell, side)), "{generator:?}, {after}");
                    }
                }
            }
        }
    }
}

/// The sides of every cell of a rectangle of the maze.
fn cut(maze: &Maze<Square>, part: Rectangle) -> Vec<Sides> {
    let rows = part.row..part.row + part.rows;
    let at = |row: u64, column: u64| maze.grid().at(row as u32, column as u32);
    let cell = |row| (part.column..part.column + part.columns).map(move |column| maze.open_sides(at(row, column)));
    rows.flat_map(cell).collect()
}

/// Makes the open sides of the cells of a part of a maze of so many columns and rows; `None` where the algorithm is not made in this way.
type MakePart = fn(&Algorithm, [u64; 2], u64, Rectangle) -> Option<Vec<Sides>>;

/// Every way in which a part of a maze is made without the rest of it.
const WAYS: [(&str, MakePart); 5] = [
    ("rows, from the first one", |generator, [columns, rows], seed, part| {
        let mut made = Rows::new(generator, [columns, rows], seed, None).ok()?;
        assert_eq!((u64::from(made.columns()), made.rows()), (columns, rows));
        (0..part.row).for_each(|_| assert!(made.next_row().is_some()));
        let sides = rows_of(&mut made, part.rows, part.column as usize, part.columns as usize);
        assert!(part.row + part.rows < rows || (made.next_row().is_none() && made.next_row().is_none()));
        Some(sides)
    }),
    ("rows of a window", |generator, [columns, rows], seed, part| {
        let mut made = Rows::new(generator, [columns, rows], seed, Some(part)).ok()?;
        let sides = rows_of(&mut made, part.rows, 0, part.columns as usize);
        assert_eq!(made.next_row(), None);
        Some(sides)
    }),
    ("a rectangle", |generator, [columns, rows], seed, part| {
        let made = rectangle(generator, columns, rows, seed, part).ok()?;
        assert_eq!((u64::from(made.grid().columns()), u64::from(made.grid().rows())), (part.columns, part.rows));
        Some(made.cells().map(|cell| made.open_sides(cell)).collect())
    }),
    ("a window of level 0", |generator, [columns, rows], seed, part| {
        let &Algorithm::Quilt { passes } = generator else { return None };
        let quilt = Quilt::new(columns, rows, seed, passes).unwrap();
        let patch = Patch::new(&quilt, 0, part).unwrap();
        let cells = |row| (part.column..part.column + part.columns).map(move |column| (row, column));
        let places = (part.row..part.row + part.rows).flat_map(cells);
        Some(places.map(|(row, column)| patch.sides(row, column)).collect())
    }),
    ("rows of level 0", |generator, [columns, rows], seed, part| {
        let &Algorithm::Quilt { passes } = generator else { return None };
        let mut made = Quilt::new(columns, rows, seed, passes).unwrap().rows(0, part).unwrap();
        Some(rows_of(&mut made, part.rows, 0, part.columns as usize))
    }),
];

/// The open sides in so many rows, from a column on.
fn rows_of(made: &mut Rows, rows: u64, column: usize, columns: usize) -> Vec<Sides> {
    (0..rows).flat_map(|_| made.next_row().unwrap()[column..][..columns].to_vec()).collect()
}

/// The side of a maze that may be as large as any.
fn long_side() -> impl Strategy<Value = u64> {
    prop_oneof![4 => Just(MAX_SIDE), 2 => 1 << 30..=MAX_SIDE, 2 => 1..=MAX_SIDE, 1 => 1..200u64]
}

/// The rectangle that both have in common.
fn common(a: Rectangle, b: Rectangle) -> Option<Rectangle> {
    let range = |a: u64, a_length: u64, b: u64, b_length: u64| {
        let (start, end) = (a.max(b), (a + a_length).min(b + b_length));
        (start < end).then(|| (start, end - start))
    };
    let (row, rows) = range(a.row, a.rows, b.row, b.rows)?;
    let (column, columns) = range(a.column, a.columns, b.column, b.columns)?;
    Some(Rectangle { row, column, rows, columns })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parts_are_those_of_the_whole_maze(
        generator in select(with_parts()),
        (columns, rows, part) in (1..220u64, 1..220u64).prop_flat_map(|(columns, rows)| {
            (Just(columns), Just(rows), part(columns, rows, 150))
        }),
        seed in 0..=MAX_SEED,
    ) {
        let expected = cut(&make(&generator, columns as u32, rows as u32, seed), part);
        let made = WAYS.map(|(way, make)| (way, make(&generator, [columns, rows], seed, part)));
        for (way, made) in made.iter().filter_map(|(way, made)| Some((way, made.as_ref()?))) {
            prop_assert_eq!(made, &expected, "{} of {:?}", way, generator);
        }
        prop_assert!(made.iter().any(|(_, made)| made.is_some()));
    }

    #[test]
    fn rectangles_of_huge_mazes_agree(
        generator in select(with_rectangles()),
        (columns, rows, part) in (long_side(), long_side()).prop_flat_map(|(columns, rows)| {
            (Just(columns), Just(rows), part(columns, rows, 100))
        }),
        moved in (-90..90i64, -90..90i64),
        length in (1..100u64, 1..100u64),
        seed in 0..=MAX_SEED,
    ) {
        let made = rectangle(&generator, columns, rows, seed, part).unwrap();
        assert_parts_of_trees(&generator, columns, rows, part, &made);
        let near = |start: u64, by: i64, length: u64, whole: u64| {
            let length = length.min(whole);
            (start.saturating_add_signed(by).min(whole - length), length)
        };
        let ((row, rows_of_it), (column, columns_of_it)) =
            (near(part.row, moved.0, length.0, rows), near(part.column, moved.1, length.1, columns));
        let other = Rectangle { row, column, rows: rows_of_it, columns: columns_of_it };
        let other_made = rectangle(&generator, columns, rows, seed, other).unwrap();
        if let Some(both) = common(part, other) {
            let of = |whole: Rectangle| Rectangle { row: both.row - whole.row, column: both.column - whole.column, ..both };
            prop_assert_eq!(cut(&made, of(part)), cut(&other_made, of(other)));
        }
    }
}

/// No passages close a loop, no way leads out of the whole maze, and each cell or run has the one way on that is its own.
fn assert_parts_of_trees(generator: &Algorithm, columns: u64, rows: u64, part: Rectangle, made: &Maze<Square>) {
    let grid = *made.grid();
    let mut sets = Sets::new(grid.cells());
    for cell in made.cells() {
        for side in [Side::E, Side::S].into_iter().filter(|&side| made.passages(cell).contains(side)) {
            assert!(sets.unite(cell, grid.across(cell, side)), "{generator:?}: a loop");
        }
    }
    let is_open = |cell: Cell, side| made.open_sides(cell).contains(side);
    let beyond = |cell: Cell| {
        let (row, column) = (part.row + u64::from(grid.row(cell)), part.column + u64::from(grid.column(cell)));
        let sides =
            [(Side::N, row == 0), (Side::S, row == rows - 1), (Side::W, column == 0), (Side::E, column == columns - 1)];
        sides.into_iter().filter(|&(_, is)| is).map(|(side, _)| side).collect::<Sides>()
    };
    assert!(made.cells().all(|cell| beyond(cell).into_iter().all(|side| !is_open(cell, side))), "{generator:?}");
    match generator {
        Algorithm::BinaryTree { bias } => {
            let own: Sides = match bias {
                Bias::SouthEast => [Side::S, Side::E],
                Bias::SouthWest => [Side::S, Side::W],
                Bias::NorthEast => [Side::N, Side::E],
                Bias::NorthWest => [Side::N, Side::W],
            }
            .into_iter()
            .collect();
            for cell in made.cells() {
                let ways = own.into_iter().filter(|&side| is_open(cell, side)).count();
                assert_eq!(ways, usize::from(!own.minus(beyond(cell)).is_empty()), "{generator:?}: {cell:?}");
            }
        }
        Algorithm::Sidewinder => {
            // Of each run that lies in the rectangle from end to end, one cell leads on.
            for row in (0..grid.rows()).filter(|&row| part.row + u64::from(row) + 1 < rows) {
                let mut ways_of_run = (part.column == 0).then_some(0);
                for cell in grid.row_cells(row) {
                    ways_of_run = ways_of_run.map(|ways| ways + u32::from(is_open(cell, Side::S)));
                    if !is_open(cell, Side::E) {
                        assert!(ways_of_run.is_none_or(|ways| ways == 1), "the run that ends at {cell:?}");
                        ways_of_run = Some(0);
                    }
                }
            }
        }
        // No cell of a maze with more than one is closed.
        _ => assert!(made.cells().all(|cell| (columns, rows) == (1, 1) || !made.open_sides(cell).is_empty())),
    }
}

#[test]
fn a_billion_rows_begin_like_a_thousand() {
    // The blocks of a quilt are cut off by the border.
    let depends_on_size = |generator: &Algorithm| matches!(generator, Algorithm::Quilt { .. });
    for generator in with_rows().into_iter().filter(|generator| !depends_on_size(generator)) {
        let mut many = Rows::new(&generator, [100, 1_000_000_000_000], 5, None).unwrap();
        let mut few = Rows::new(&generator, [100, 1_000], 5, None).unwrap();
        for row in 0..999 {
            assert_eq!(many.next_row(), few.next_row(), "{generator:?}, row {row}");
        }
        assert!(few.next_row().is_some() && many.next_row().is_some());
        assert_eq!(few.next_row(), None);
    }
    for size in [[0, 1], [1, 0]] {
        assert_eq!(Rows::new(&Algorithm::Eller, size, 5, None).err(), Some(WindowError::Whole));
    }
}

/// A cell opens the same sides in mazes of all sizes, because no key depends on the size.
#[test]
fn a_larger_maze_goes_on_where_a_smaller_one_ends() {
    let bias = Bias::SouthEast;
    for generator in [Algorithm::BinaryTree { bias }, Algorithm::Sidewinder] {
        let (small, large) = (make(&generator, 70, 20, 9), make(&generator, 150, 40, 9));
        for (row, column) in (0..19).flat_map(|row| (0..69).map(move |column| (row, column))) {
            assert_eq!(is_open(&small, row, column, Side::E), is_open(&large, row, column, Side::E), "{generator:?}");
        }
    }
}

#[test]
fn the_whole_is_a_rectangle_of_itself() {
    for generator in with_rectangles() {
        let part = Rectangle { row: 0, column: 0, rows: 70, columns: 130 };
        let made = rectangle(&generator, 130, 70, 3, part).unwrap();
        assert_perfect(&made, &generator);
        assert_eq!(made, make(&generator, 130, 70, 3));
    }
}

#[test]
fn rectangles_that_do_not_lie_in_the_maze() {
    let generator = Algorithm::Sidewinder;
    let made = |columns, rows, part| rectangle(&generator, columns, rows, 1, part);
    let part = |row, column, rows, columns| Rectangle { row, column, rows, columns };
    assert_eq!(made(0, 5, part(0, 0, 1, 1)), Err(WindowError::Whole));
    assert_eq!(made(5, MAX_SIDE + 1, part(0, 0, 1, 1)), Err(WindowError::Whole));
    for outside in [
        part(0, 0, 0, 3),
        part(0, 5, 1, 1),
        part(5, 0, 1, 1),
        part(4, 4, 1, 2),
        part(4, 4, 2, 1),
        part(u64::MAX, 0, 1, 1),
    ] {
        assert_eq!(made(5, 5, outside), Err(WindowError::Outside), "{outside:?}");
    }
    assert!(matches!(made(1 << 20, 1 << 20, part(0, 0, 1 << 20, 1 << 20)), Err(WindowError::Size(_))));
    let texts = [WindowError::Whole, WindowError::Outside, WindowError::Algorithm(generator)].map(|no| no.to_string());
    assert!(texts.iter().all(|text| !text.is_empty()), "{texts:?}");
}
