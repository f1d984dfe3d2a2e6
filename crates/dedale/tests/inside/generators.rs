//! Every generator, with every value of its options, on square grids.
//!
//! Proved here: at every size the maze is connected, and a spanning tree unless it is said that it need not be (its passages are one fewer
//! than its cells, both cells agree about every wall, the outer wall is closed); the shapes that single algorithms promise; one maze for each
//! seed; no recursion, on rows of a million cells and on a small stack; the steps told to an observer, played back, give the
//! maze; an observer who says stop is asked no more. `oracles` compares with slow and obvious versions of the algorithms,
//! `fairness` counts how often each maze comes, `parts` holds rows and rectangles that are made alone against whole mazes.
//!
//! Whether a maze is connected is judged by a union-find of the test's own.

mod fairness;
mod oracles;
mod parts;

use std::collections::BTreeSet;

use super::made::{Made, Told};
use dedale::generate::{ALGORITHMS, Algorithm, Bias, Member, Pick};
use dedale::grid::{Cell, Grid, Side, Sides, Square};
use dedale::maze::Maze;
use dedale::measure::stats;
use dedale::observe::{Step, Stopped};
use dedale::options::{MakeError, MazeOptions};
use dedale::rng::{MAX_SEED, Rng, Stream};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// Every algorithm, with every name that its options can have, some mixes and some numbers.
fn generators() -> Vec<Algorithm> {
    let mut all = vec![
        Algorithm::Backtracker,
        Algorithm::Prim,
        Algorithm::TruePrim,
        Algorithm::Kruskal,
        Algorithm::Wilson,
        Algorithm::AldousBroder,
        Algorithm::HuntAndKill,
        Algorithm::Sidewinder,
        Algorithm::Eller,
        Algorithm::Division,
        Algorithm::Houston,
        Algorithm::OriginShift,
        Algorithm::CyclePopping,
        Algorithm::Boruvka,
        Algorithm::ReverseDelete,
        Algorithm::ParallelBacktracker,
        Algorithm::Spiral,
        Algorithm::BlobbyDivision,
        Algorithm::Tessellation,
        Algorithm::Dungeon,
        Algorithm::Cellular,
    ];
    all.extend(Bias::ALL.iter().copied().map(|bias| Algorithm::BinaryTree { bias }));
    all.extend(Member::ALL.iter().copied().map(|member| Algorithm::GrowingTree { pick: Pick::only(member) }));
    all.extend(["0", "1", "4", "8"].map(|passes| Algorithm::Quilt { passes: passes.parse().unwrap() }));
    let mixes = ["newest:50,random:50", "oldest:1,newest:9", "middle:1,random:1,oldest:1", "random:1,newest:1000000"];
    all.extend(mixes.map(|mix| Algorithm::GrowingTree { pick: mix.parse().unwrap() }));
    all
}

fn rng(seed: u64) -> Rng {
    Rng::new(seed, Stream::Generate)
}

fn make(generator: &Algorithm, columns: u32, rows: u32, seed: u64) -> Maze<Square> {
    let mut maze = Maze::closed(Square::new(columns, rows).unwrap());
    generator.carve(&mut maze, &mut rng(seed), &mut ()).unwrap();
    maze
}

fn options(query: &str) -> MazeOptions {
    query.parse().unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// Which of `0 .. n` belong together: the plainest union-find.
struct Sets(Vec<usize>);

impl Sets {
    fn new(n: u32) -> Sets {
        Sets((0..n as usize).collect())
    }

    fn root(&mut self, cell: Cell) -> usize {
        let mut at = cell.index();
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    /// False where the two are together already.
    fn unite(&mut self, a: Cell, b: Cell) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a] = b;
        a != b
    }
}

/// Panics unless the passages connect all cells, seen alike from both sides, and the outer wall is closed; and unless they are a spanning
/// tree, where the algorithm is said to make perfect mazes.
fn assert_made(maze: &Maze<Square>, generator: &Algorithm, what: &dyn std::fmt::Debug) {
    let grid = maze.grid();
    let mut sets = Sets::new(grid.cells());
    let (mut passages, mut joins) = (0, 0);
    for cell in maze.cells() {
        for side in maze.passages(cell) {
            assert!(grid.inner_sides(cell).contains(side), "{what:?}: {cell:?} is open at an outer side");
            let far = grid.across(cell, side);
            let back = grid.opposite(cell, side);
            assert!(maze.passages(far).contains(back), "{what:?}: {cell:?} and {far:?} disagree about their wall");
            if cell < far {
                passages += 1;
                joins += u32::from(sets.unite(cell, far));
            }
        }
    }
    assert_eq!(joins, grid.cells() - 1, "{what:?}: not connected");
    assert_eq!(u64::from(passages), maze.count_passages(), "{what:?}");
    // As many passages as a spanning tree has: then none closes a loop.
    assert!(passages == joins || !generator.info().perfect, "{what:?}: {passages} passages");
    assert_eq!(maze.openings().count(), 0, "{what:?}");
}

/// Panics unless the passages are a spanning tree.
fn assert_perfect(maze: &Maze<Square>, what: &dyn std::fmt::Debug) {
    assert_made(maze, &Algorithm::Wilson, what);
}

/// Runs `work` on a stack of 128 KiB, where a call for each cell of a large maze would be the end of the process.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(128 * 1024).spawn(work).unwrap().join().unwrap();
}

#[test]
fn every_algorithm_is_tried_here() {
    for about in ALGORITHMS {
        assert!(generators().iter().any(|generator| generator.name() == about.name), "{}", about.name);
    }
}

#[test]
fn small_sizes_all_of_them() {
    let square = (1..=6).flat_map(|columns| (1..=6).map(move |rows| (columns, rows)));
    let sizes: Vec<(u32, u32)> = square.chain([(7, 5), (1, 40), (40, 1), (2, 40), (40, 2)]).collect();
    for generator in generators() {
        for &(columns, rows) in &sizes {
            for seed in (0..8).chain([MAX_SEED]) {
                let maze = make(&generator, columns, rows, seed);
                assert_made(&maze, &generator, &(&generator, columns, rows, seed));
            }
        }
    }
}

/// A mix of some members in some order, with any weights.
fn any_mix() -> impl Strategy<Value = Algorithm> {
    let members = subsequence(Member::ALL.to_vec(), 1..=4).prop_shuffle();
    (members, prop::collection::vec(1..=Pick::MAX_WEIGHT, 4)).prop_map(|(members, weights)| {
        let parts = members.iter().zip(weights).map(|(member, weight)| format!("{}:{weight}", member.name()));
        Algorithm::GrowingTree { pick: parts.collect::<Vec<_>>().join(",").parse().unwrap() }
    })
}

proptest! {
    // Nothing is written beside the sources: a failure prints its input, which is all that it takes to repeat it.
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_size_any_seed(
        generator in prop_oneof![4 => select(generators()), 1 => any_mix()],
        columns in 1..=60u32,
        rows in 1..=60u32,
        seed in 0..=MAX_SEED,
    ) {
        assert_made(&make(&generator, columns, rows, seed), &generator, &(&generator, columns, rows, seed));
    }
}

#[test]
fn large_mazes_on_a_small_stack() {
    for generator in generators() {
        on_a_small_stack(move || assert_made(&make(&generator, 300, 300, 7), &generator, &generator));
    }
}

#[test]
fn very_long_rows_on_a_small_stack() {
    for generator in generators() {
        let length = 100_000;
        on_a_small_stack(move || {
            assert_made(&make(&generator, length, 1, 7), &generator, &generator);
            assert_made(&make(&generator, 1, length, 7), &generator, &generator);
        });
    }
    on_a_small_stack(|| {
        assert_perfect(&make(&Algorithm::Backtracker, 1, 1_000_000, 7), &"a column of a million");
        assert_perfect(&make(&Algorithm::Backtracker, 1_000_000, 1, 7), &"a row of a million");
    });
}

#[test]
fn one_maze_for_each_seed() {
    // Neighboring seeds, and seeds that differ in one high bit only.
    let seeds: Vec<u64> = (0..20).chain((20..53).map(|bit| 1 << bit)).chain([MAX_SEED]).collect();
    for generator in generators() {
        let mazes: Vec<_> = seeds.iter().map(|&seed| make(&generator, 20, 20, seed)).collect();
        for (i, maze) in mazes.iter().enumerate() {
            assert_eq!(*maze, make(&generator, 20, 20, seeds[i]), "{generator:?} {}", seeds[i]);
            let twin = mazes[..i].iter().position(|other| other == maze);
            assert!(twin.is_none(), "{generator:?}: the seeds {} and {} make one maze", seeds[twin.unwrap()], seeds[i]);
        }
    }
}

#[test]
fn growing_from_the_newest_is_the_backtracker() {
    let newest = Algorithm::GrowingTree { pick: "newest".parse().unwrap() };
    for (columns, rows) in [(1, 1), (1, 9), (7, 5), (40, 30)] {
        for seed in 0..20 {
            assert_eq!(make(&newest, columns, rows, seed), make(&Algorithm::Backtracker, columns, rows, seed));
        }
    }
}

/// Whether an inner wall at `side` is down between `cell` and its neighbor there.
fn is_open(maze: &Maze<Square>, row: u32, column: u32, side: Side) -> bool {
    maze.passages(maze.grid().at(row, column)).contains(side)
}

#[test]
fn binary_tree_opens_one_of_two_sides_and_ends_in_two_corridors() {
    let (columns, rows) = (13, 9);
    for (bias, vertical, horizontal) in [
        (Bias::SouthEast, Side::S, Side::E),
        (Bias::SouthWest, Side::S, Side::W),
        (Bias::NorthEast, Side::N, Side::E),
        (Bias::NorthWest, Side::N, Side::W),
    ] {
        for seed in 0..20 {
            let maze = make(&Algorithm::BinaryTree { bias }, columns, rows, seed);
            let grid = *maze.grid();
            for cell in maze.cells() {
                let own: Sides = [vertical, horizontal].into_iter().collect();
                let possible = own.minus(grid.outer_sides(cell));
                let opened = maze.passages(cell).into_iter().filter(|&side| own.contains(side)).count();
                assert_eq!(opened, usize::from(!possible.is_empty()), "{bias:?} {seed} {cell:?}");
            }
            let last_row = if vertical == Side::S { rows - 1 } else { 0 };
            let last_column = if horizontal == Side::E { columns - 1 } else { 0 };
            assert!((1..columns).all(|column| is_open(&maze, last_row, column, Side::W)), "{bias:?} {seed}");
            assert!((1..rows).all(|row| is_open(&maze, row, last_column, Side::N)), "{bias:?} {seed}");
        }
    }
}

#[test]
fn squares_are_carved_as_squares_by_the_function_for_any_grid() {
    for generator in generators() {
        let grid = Square::new(9, 7).unwrap();
        let [mut squares, mut others] = [Maze::closed(grid), Maze::closed(grid)];
        generator.carve(&mut squares, &mut rng(7), &mut ()).unwrap();
        let carved = generator.carve_on(&mut others, &mut rng(7), &mut ());
        assert_eq!(carved, Some(Ok(())), "{generator:?}");
        assert_eq!(others, squares, "{generator:?}");
    }
}

#[test]
fn sidewinder_leaves_each_run_by_one_way_south() {
    let (columns, rows) = (13, 9);
    for seed in 0..50 {
        let maze = make(&Algorithm::Sidewinder, columns, rows, seed);
        assert!((1..columns).all(|column| is_open(&maze, rows - 1, column, Side::W)), "seed {seed}: the last row");
        for row in 0..rows - 1 {
            let mut ways_south = 0;
            for column in 0..columns {
                ways_south += u32::from(is_open(&maze, row, column, Side::S));
                if !is_open(&maze, row, column, Side::E) {
                    assert_eq!(ways_south, 1, "seed {seed}: the run that ends at {row},{column}");
                    ways_south = 0;
                }
            }
        }
    }
}

/// A dungeon has rooms, and nothing else makes loops but doors: without both, what is left are the trees of backtrackers.
#[test]
fn a_dungeon_is_rooms_and_mazes_with_doors() {
    for seed in 0..20 {
        let mut doors = Vec::new();
        let mut maze = Maze::closed(Square::new(40, 30).unwrap());
        let mut follow: Told = &mut |step| {
            if let Step::Join { from, side, .. } = step {
                doors.push((from, side));
            }
            Ok(())
        };
        Algorithm::Dungeon.carve(&mut maze, &mut rng(seed), &mut follow).unwrap();
        let grid = *maze.grid();
        for &(cell, side) in &doors {
            maze.unlink(cell, side);
        }
        let has_room = |&cell: &Cell| {
            let [east, south] = [Side::E, Side::S].map(|side| maze.passages(cell).contains(side));
            let below = |side, next| maze.passages(grid.across(cell, side)).contains(next);
            east && south && below(Side::S, Side::E) && below(Side::E, Side::S)
        };
        // Every cell of a room is the corner of four that have no wall between them.
        let mut room_of = vec![false; grid.cells() as usize];
        for cell in maze.cells().filter(has_room) {
            let (east, south) = (grid.across(cell, Side::E), grid.across(cell, Side::S));
            for corner in [cell, east, south, grid.across(south, Side::E)] {
                room_of[corner.index()] = true;
            }
        }
        let mut parts = Sets::new(grid.cells());
        for (cell, _, far) in maze.links() {
            assert_eq!(room_of[cell.index()], room_of[far.index()], "seed {seed}: {cell:?} leads out without a door");
            let closes_loop = !parts.unite(cell, far);
            assert!(!closes_loop || room_of[cell.index()], "seed {seed}: a loop between rooms at {cell:?}");
        }
        // Rooms are rectangles that do not touch: a wall of a room has no room behind it, and no wall is inside.
        for (cell, side, far) in maze.walls() {
            assert!(
                !(room_of[cell.index()] && room_of[far.index()]),
                "seed {seed}: a wall in a room at {cell:?} {side:?}"
            );
        }
        let in_rooms = room_of.iter().filter(|&&is_room| is_room).count();
        assert!((240..720).contains(&in_rooms), "seed {seed}: {in_rooms} of 1200 cells are in rooms");
        let mut joined = 0;
        doors.iter().for_each(|&(cell, side)| joined += u32::from(parts.unite(cell, grid.across(cell, side))));
        assert!(doors.len() as u32 > joined, "seed {seed}: no door but those that join");
    }
}

/// Applies the steps that change a maze, in turn, to one in which every wall stands.
fn play_back(grid: Square, steps: &[Step]) -> Maze<Square> {
    let mut maze = Maze::closed(grid);
    for &step in steps {
        match step {
            Step::Carve { from, side, to } | Step::Join { from, side, to } => assert_eq!(maze.link(from, side), to),
            Step::Wall { from, side, to } => assert_eq!(maze.unlink(from, side), to),
            Step::Open { cell, side } => maze.open_outer(cell, side),
            Step::Clear => {
                for cell in maze.cells() {
                    for side in grid.inner_sides(cell) {
                        maze.link(cell, side);
                    }
                }
            }
            Step::Visit(cell) | Step::Root(cell) | Step::Back(cell) | Step::Erase(cell) => {
                assert!(cell.0 < grid.cells())
            }
            _ => panic!("a step of solvers: {step:?}"),
        }
    }
    maze
}

#[test]
fn steps_played_back_give_the_maze() {
    for generator in generators() {
        for (columns, rows) in [(1, 1), (1, 9), (9, 1), (2, 2), (7, 5), (23, 19)] {
            let mut steps = Vec::new();
            let mut maze = Maze::closed(Square::new(columns, rows).unwrap());
            let mut note: Told = &mut |step| {
                steps.push(step);
                Ok(())
            };
            generator.carve(&mut maze, &mut rng(7), &mut note).unwrap();
            assert_eq!(play_back(*maze.grid(), &steps), maze, "{generator:?} {columns} × {rows}");
            assert_eq!(maze, make(&generator, columns, rows, 7), "{generator:?}: being watched moved a wall");
            // Nothing is carved twice and nothing is walled twice.
            let carved = steps.iter().filter(|step| matches!(step, Step::Carve { .. } | Step::Join { .. })).count();
            let walled = steps.iter().filter(|step| matches!(step, Step::Wall { .. })).count();
            let inner_walls = (columns * (rows - 1) + rows * (columns - 1)) as usize;
            let cleared = if steps.contains(&Step::Clear) { inner_walls } else { 0 };
            let kept = cleared + carved - walled;
            assert_eq!(kept as u64, maze.count_passages(), "{generator:?} {columns} × {rows}");
        }
    }
}

/// Who only sees the steps of Wilson's algorithm knows which cells belong to the maze: a walk ends where it meets one of them, and
/// nowhere else.
#[test]
fn walks_of_wilson_end_where_the_steps_say_that_the_maze_is() {
    for seed in 0..50 {
        let mut in_maze = BTreeSet::new();
        let mut has_arrived = false;
        let mut follow: Told = &mut |step| {
            match step {
                Step::Root(cell) => assert!(in_maze.is_empty() && in_maze.insert(cell), "seed {seed}: a second root"),
                Step::Visit(cell) => {
                    assert!(!has_arrived, "seed {seed}: {cell:?} is visited although the walk has met the maze");
                    has_arrived = in_maze.contains(&cell);
                }
                Step::Carve { from, to, .. } => {
                    assert!(has_arrived || in_maze.contains(&from), "seed {seed}: {from:?} is carved during a walk");
                    has_arrived = false;
                    in_maze.extend([from, to]);
                }
                _ => {}
            }
            Ok(())
        };
        let mut maze = Maze::closed(Square::new(7, 5).unwrap());
        Algorithm::Wilson.carve(&mut maze, &mut rng(seed), &mut follow).unwrap();
        assert_eq!(in_maze.len(), 35);
    }
}

/// Passages that like to go straight on make spanning trees as well, and straighter ones the more they like it; those of the growing tree
/// from the newest are the backtracker's.
#[test]
fn straightness_makes_perfect_mazes_with_straighter_passages() {
    for pick in ["newest", "oldest", "random", "middle", "newest:50,random:50"] {
        let mut least = 0.0;
        for share in [0.0, 0.3, 0.6, 0.9, 1.0] {
            let mut straight = 0.0;
            for seed in 0..8 {
                let growing = format!("algo=growing-tree&pick={pick}&w=40&h=30&seed={seed}");
                let maze = Made::of(&options(&format!("{growing}&straightness={share}"))).maze;
                assert_perfect(&maze, &growing);
                straight += stats(&maze, Cell(0), Cell(1199), &mut ()).unwrap().straightness.unwrap();
                if share == 0.0 {
                    assert_eq!(maze, Made::of(&options(&growing)).maze);
                }
                if pick == "newest" {
                    let walked = Made::of(&options(&format!("w=40&h=30&seed={seed}&straightness={share}")));
                    assert_eq!(walked.maze, maze);
                }
            }
            // From some cells there is nothing else left to gain.
            let is_straight = straight > least || straight > 7.8;
            assert!(is_straight, "{pick} {share}: {straight} of 8 and not more than {least}");
            least = straight;
        }
    }
    for (columns, rows) in [(1, 1), (1, 9), (9, 1), (2, 2)] {
        let query = format!("w={columns}&h={rows}&straightness=0.5");
        assert_perfect(&Made::of(&options(&query)).maze, &query);
    }
}

/// Specs in which every edit has its turn.
const EDITED: [&str; 9] = [
    "w=12&h=9&straightness=0.7&ends=center&doors=true",
    "algo=growing-tree&w=12&h=9&straightness=0.7&ends=random&doors=true",
    "algo=prim&w=1&h=9&ends=center&seed=3",
    "w=12&h=9&braid=0.5",
    "algo=prim&w=12&h=9&max_walls=0.3&seed=4",
    "algo=kruskal&w=12&h=9&max_walls=0.5&max_walls_in=columns&remove=0,0,E&remove=0,0,N&remove=0,0,E",
    "algo=division&w=12&h=9&braid=1&doors=true",
    "algo=wilson&w=12&h=9&ends=farthest&doors=true&seed=3",
    "algo=eller&w=12&h=9&braid=0.2&max_walls=0.4&remove=8,11,S&ends=farthest&doors=true",
];

#[test]
fn steps_played_back_give_the_edited_maze() {
    for query in EDITED {
        let mut steps = Vec::new();
        let mut note: Told = &mut |step| {
            steps.push(step);
            Ok(())
        };
        let made = Made::watched(&options(query), &mut note).unwrap();
        assert_eq!(play_back(*made.maze.grid(), &steps), made.maze, "{query}");
        assert_eq!(made, Made::of(&options(query)), "{query}: being watched moved a wall");
    }
}

/// Runs `work` with an observer that cancels it at step `k`, for every `k`; it must end at once, with an error, every time. Gives
/// the steps of the whole run.
fn stop_everywhere(mut work: impl FnMut(Told) -> Result<(), Stopped>) -> Vec<Step> {
    let mut steps = Vec::new();
    let whole = work(&mut |step| {
        steps.push(step);
        Ok(())
    });
    assert_eq!(whole, Ok(()));
    for k in 0..steps.len() {
        let mut told = 0;
        let outcome = work(&mut |_| {
            told += 1;
            if told > k { Err(Stopped) } else { Ok(()) }
        });
        assert_eq!((outcome, told), (Err(Stopped), k + 1), "of {} steps", steps.len());
    }
    steps
}

#[test]
fn cancelled_generators_stop_at_once() {
    for generator in generators() {
        let grid = Square::new(6, 5).unwrap();
        let mut unfinished = Vec::new();
        let steps = stop_everywhere(|mut observer| {
            let mut maze = Maze::closed(grid);
            let outcome = generator.carve(&mut maze, &mut rng(7), &mut observer);
            unfinished.push(maze);
            outcome
        });
        // The result has exactly the steps that were reported.
        for (k, maze) in unfinished[1..].iter().enumerate() {
            assert_eq!(*maze, play_back(grid, &steps[..=k]), "{generator:?} at step {k}");
        }
    }
}

#[test]
fn cancelled_edits_stop_at_once() {
    for query in EDITED {
        let options = options(query);
        stop_everywhere(|mut observer| match options.make(&mut observer) {
            Ok(_) => Ok(()),
            Err(MakeError::Stopped(stopped)) => Err(stopped),
            Err(other) => panic!("{other}"),
        });
    }
}
