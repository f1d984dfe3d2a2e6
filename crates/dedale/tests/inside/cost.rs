//! What it is said to cost to make and to solve a maze, held against what it does. Steps are counted, and no clock is read.

mod growth;
mod unfriendly;

use super::made::Made;
use dedale::endless::Tiles;
use dedale::formats::Format;
use dedale::generate::{ALGORITHMS, Algorithm};
use dedale::observe::{Observer, Step, Stopped};
use dedale::options::MazeOptions;
use dedale::picture::Style;
use dedale::solve::{SOLVERS, Solver};

/// Counts the steps that are reported to an observer that does not follow them, and how often it is asked whether to go on.
struct Count(u64);

impl Observer for Count {
    const FOLLOWS: bool = false;

    type Stop = Stopped;

    fn go_on(&mut self) -> Result<(), Stopped> {
        self.0 += 1;
        Ok(())
    }

    fn see(&mut self, _: Step) -> Result<(), Stopped> {
        self.0 += 1;
        Ok(())
    }
}

/// Squares, and grids that are long and narrow, both ways.
const SIZES: [[u32; 2]; 10] =
    [[2, 2], [10, 10], [60, 60], [200, 200], [2, 40], [300, 2], [3, 200], [8, 300], [300, 16], [64, 500]];

fn options(query: &str, [columns, rows]: [u32; 2], seed: u64) -> MazeOptions {
    format!("{query}&w={columns}&h={rows}&seed={seed}").parse().unwrap()
}

/// The steps that are counted on average, and those that are expected.
fn steps(query: &str, size: [u32; 2]) -> (f64, f64) {
    let mut all = Count(0);
    for seed in 0..SEEDS {
        Made::watched(&options(query, size, seed), &mut all).unwrap();
    }
    (all.0 as f64 / SEEDS as f64, options(query, size, 0).expected_steps() as f64)
}

const SEEDS: u64 = 10;

/// How many steps are expected for each thing that an algorithm reports, where that is more than one: an arrow is drawn, followed and
/// thrown away; a move of origin shift takes longer; and the longest walks of Aldous and Broder are to end in time as well.
fn steps_of_each(algorithm: Algorithm) -> f64 {
    match algorithm {
        Algorithm::CyclePopping => 3.0,
        Algorithm::OriginShift | Algorithm::AldousBroder => 1.5,
        _ => 1.0,
    }
}

#[test]
fn random_walks_take_about_as_many_steps_as_are_expected() {
    for info in ALGORITHMS.iter().filter(|info| info.walks()) {
        for size in SIZES {
            let (counted, expected) = steps(&format!("algo={}", info.name), size);
            let ratio = expected / (counted * steps_of_each(info.algorithm));
            assert!(ratio > 1.0 / 3.0 && ratio < 3.0, "{} on {size:?}: {expected} of {counted}", info.name);
        }
    }
}

/// What others do takes longer than a move of a walk, or is reported once for many cells: but never does it take more steps than are
/// expected, by far, and the shape of the grid changes nothing.
#[test]
fn others_take_as_long_for_a_cell_of_any_grid() {
    for info in ALGORITHMS.iter().filter(|info| !info.walks()) {
        for size in SIZES {
            let (counted, expected) = steps(&format!("algo={}", info.name), size);
            let cells = f64::from(size[0] * size[1]);
            assert!(counted < 3.0 * expected, "{} on {size:?}: {expected} of {counted}", info.name);
            // What takes time in proportion to the logarithm of the cells as well takes as long on one row.
            let of_row = info.steps.of(u64::from(size[0] * size[1])) as f64;
            let of_square = cells * (info.steps.of(1_000_000) as f64 / 1e6);
            let like = if info.algorithm == Algorithm::BlobbyDivision { of_row } else { of_square };
            assert_eq!(expected, like, "{} on {size:?}", info.name);
        }
    }
}

#[test]
fn halves_and_rooms_take_no_more_steps_than_are_expected() {
    for query in
        ["symmetry=mirror-x", "algo=wilson&symmetry=mirror-x", "unicursal=true", "straightness=0.8", "rooms=100"]
    {
        for size in [[10, 10], [60, 60], [300, 2], [64, 500]] {
            let (counted, expected) = steps(query, size);
            assert!(counted < 3.0 * expected, "{query} on {size:?}: {expected} of {counted}");
        }
    }
}

/// A single row has one maze, which no walk has to look for.
#[test]
fn a_single_row_takes_as_many_steps_as_it_has_cells() {
    for info in ALGORITHMS {
        for size in [[1, 1], [1, 5_000], [5_000, 1]] {
            let (counted, expected) = steps(&format!("algo={}", info.name), size);
            assert!(counted <= 3.0 * expected, "{} on {size:?}: {expected} of {counted}", info.name);
            let most = if info.walks() { 9.0 } else { info.steps.of(1_000_000) as f64 / 1e6 };
            assert!(expected <= most * f64::from(size[0] * size[1]), "{} on {size:?}: {expected}", info.name);
        }
    }
}

/// The longest path of a maze with loops takes more searches than one without.
#[test]
fn ends_that_are_farthest_apart_are_expected_to_take_several_searches() {
    for query in ["algo=prim", "algo=prim&braid=0.5", "algo=backtracker&max_walls=0.5", "algo=wilson&remove=3,1,E"] {
        for size in [[30, 30], [3, 200]] {
            let carved = steps(query, size);
            let found = steps(&format!("{query}&ends=farthest"), size);
            let ratio = (found.1 - carved.1) / (found.0 - carved.0);
            // A search is expected to take two steps for each cell, and with loops, as many are expected as are made at most.
            assert!(ratio > 0.66 && ratio < 120.0, "{query} on {size:?}: {found:?} and {carved:?}");
        }
    }
}

#[test]
fn solvers_take_about_as_many_steps_as_are_expected() {
    for info in SOLVERS {
        for size in [[10, 10], [60, 60], [2, 40], [300, 2], [3, 200], [300, 16]] {
            let of_algorithm = |algorithm: &str| {
                let mut all = Count(0);
                for seed in 0..SEEDS {
                    let made = Made::of(&options(algorithm, size, seed));
                    let solver = match info.solver {
                        Solver::RandomMouse { .. } => Solver::RandomMouse { seed },
                        other => other,
                    };
                    let _ = solver.solve_observed(&made.maze, made.from, made.to, &mut all).unwrap();
                }
                all.0 as f64 / SEEDS as f64
            };
            let slowest =
                ["algo=prim", "algo=wilson", "algo=backtracker"].map(of_algorithm).into_iter().fold(0.0, f64::max);
            let cells = u64::from(size[0] * size[1]);
            // What it counts are cells that it takes out of a heap.
            let steps_of_each = if info.solver == Solver::Flood { 10.0 } else { 1.0 };
            let ratio = info.steps.of(cells) as f64 / (steps_of_each * slowest);
            // The mouse is expected to make all moves that it may, since it does where there is no way.
            let most = if matches!(info.solver, Solver::RandomMouse { .. }) { 200.0 } else { 9.0 };
            assert!(ratio > 1.0 / 3.0 && ratio < most, "{} on {size:?}: {ratio} of {slowest}", info.name);
        }
    }
}

/// A step is a cell of the recursive backtracker; a walk from one end to the other takes time in the square of their distance.
#[test]
fn steps_are_cells_or_moves() {
    let steps = |query: &str| query.parse::<MazeOptions>().unwrap().expected_steps();
    assert_eq!(steps("algo=backtracker&w=1000&h=1000"), 1_000_000);
    assert!(steps("algo=wilson&w=2&h=500000") > 10_000 * steps("algo=wilson&w=1000&h=1000"));
}

/// The largest sizes that any format may be asked about.
#[test]
fn estimates_of_the_largest_drawings_do_not_overflow() {
    for format in Format::ALL {
        for size in [[1 << 53, 1], [1, 1 << 53], [1 << 53, 1 << 53], [u64::MAX, u64::MAX]] {
            assert!(format.elements(size[0], size[1]) >= (1 << 53) / 32, "{format:?} of {size:?}");
            assert!(format.row_bytes(size[0]) >= size[0].min(1 << 60), "{format:?} of {size:?}");
        }
    }
    let map = Tiles::new("algo=quilt&w=1000&h=1000".parse().unwrap()).unwrap();
    let tile = map.tile(*map.zooms().end(), 0, 0, false).unwrap();
    assert!(tile.svg(&[], Style { wall: u32::MAX, ..Style::DEFAULT }).is_ok());
}

/// The largest mazes there are: an estimate that does not fit is the largest number.
#[test]
fn estimates_of_the_largest_mazes_do_not_overflow() {
    let most = u32::MAX;
    for info in ALGORITHMS {
        for edit in ["", "&braid=1&ends=farthest", "&ends=center&max_walls=0.5", "&rooms=100&room_size=20"] {
            for size in [format!("w={most}&h={most}"), format!("w={most}&h=2"), format!("w=1&h={most}")] {
                let query = format!("algo={}&{size}{edit}", info.name);
                let options: MazeOptions = query.parse().unwrap_or_else(|error| panic!("{query}: {error}"));
                assert!(options.expected_steps() >= options.cells(), "{query}");
                assert!(options.expected_bytes() >= options.cells(), "{query}");
            }
        }
    }
    for query in ["symmetry=mirror-x", "symmetry=rotate", "unicursal=true", "straightness=1"] {
        // Halves that are turned round need an odd side, and others an even one.
        let width = if query == "symmetry=rotate" { most } else { most - 1 };
        let options: MazeOptions = format!("{query}&w={width}&h={}", most - 1).parse().unwrap();
        assert!(options.expected_steps() >= options.cells(), "{query}");
    }
    let side = (1_u64 << 53) - 1;
    for algo in ["quilt", "division", "sidewinder", "binary-tree"] {
        let query = format!("algo={algo}&w={side}&h={side}&window=0,0,{side},4294967295");
        let options: MazeOptions = query.parse().unwrap_or_else(|error| panic!("{query}: {error}"));
        for moves in [None, Some(1), Some(u64::MAX)] {
            assert!(options.expected_path_steps(moves) > 0 && options.expected_path_bytes(moves) > 0, "{query}");
        }
    }
}
