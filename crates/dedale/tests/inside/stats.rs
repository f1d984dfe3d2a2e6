//! Figures of mazes, held against brute force.

use dedale::edit::{Share, braid};
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Grid, Side, Sides, Square};
use dedale::maze::Maze;
use dedale::measure::{self, LongestPath, path_difficulty, stats};
use dedale::observe::{Step, Stopped};
use dedale::rng::{Rng, Stream};
use dedale::solve::{Distances, Solver, distances};

fn make(columns: u32, rows: u32, seed: u64, loops: f64) -> Maze<Square> {
    let mut maze = Maze::closed(Square::new(columns, rows).unwrap());
    let mut rng = Rng::new(seed, Stream::Generate);
    if seed.is_multiple_of(2) {
        Algorithm::Backtracker.carve(&mut maze, &mut rng, &mut ())
    } else {
        Algorithm::Kruskal.carve(&mut maze, &mut rng, &mut ())
    }
    .unwrap();
    braid(&mut maze, Share::new(loops).unwrap(), &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
    maze
}

fn all_distances(maze: &Maze<Square>) -> Vec<Distances> {
    maze.cells().map(|cell| distances(maze, cell, &mut ()).unwrap()).collect()
}

#[test]
fn counts_and_longest_path_are_those_of_brute_force() {
    for seed in 0..12 {
        for loops in [0.0, 0.3, 1.0] {
            for (columns, rows) in [(1, 1), (1, 6), (2, 2), (9, 7)] {
                let maze = make(columns, rows, seed, loops);
                let (grid, last) = (*maze.grid(), Cell(columns * rows - 1));
                let stats = stats(&maze, Cell(0), last, &mut ()).unwrap();
                let all = all_distances(&maze);
                let LongestPath { ends: (a, b), length, exact } = stats.longest_path;
                assert!(a <= b && exact);
                assert_eq!(all[a.index()].to(b), Some(length));
                assert_eq!(Some(length), all.iter().map(Distances::longest).max());
                let with = |n: u32| maze.cells().filter(|&cell| maze.passages(cell).len() == n).count() as u32;
                assert_eq!((stats.dead_ends, stats.junctions), (with(1), with(3) + with(4)));
                assert_eq!(stats.cells, grid.cells());
                assert_eq!(stats.passages, maze.count_passages());
                assert_eq!(stats.dead_end_share, f64::from(with(1)) / f64::from(stats.cells));
                let path = f64::from(all[0].to(last).unwrap() + 1);
                assert_eq!(stats.path_share, Some(path / f64::from(stats.cells)));
                let is_straight = |sides: u8| sides == 0b0101 || sides == 0b1010;
                let straight = maze.cells().filter(|&cell| is_straight(maze.passages(cell).bits())).count();
                let share = (with(2) > 0).then(|| straight as f64 / f64::from(with(2)));
                assert_eq!(stats.straightness, share);
            }
        }
    }
}

#[test]
fn difficulty_is_the_chance_of_a_guesser_in_bits() {
    for seed in 0..30 {
        let maze = make(12, 9, seed, 0.5);
        let path = Solver::Bfs.solve(&maze, Cell(0), Cell(107));
        let mut chance = 1.0;
        for (place, &cell) in path.path().unwrap()[..path.length().unwrap() as usize].iter().enumerate() {
            let entered_from = if place == 0 { 0 } else { 1 };
            chance /= f64::from(maze.passages(cell).len() - entered_from);
        }
        let difficulty = stats(&maze, Cell(0), Cell(107), &mut ()).unwrap().difficulty.unwrap();
        assert_eq!(measure::difficulty(&maze, Cell(0), Cell(107), &mut ()), Ok(Some(difficulty)));
        assert!((difficulty + chance.log2()).abs() < 1e-9, "{difficulty} bits, chance {chance}");
    }
}

#[test]
fn a_crossing_costs_two_bits_at_the_start_and_fewer_on_the_way() {
    let grid = Square::new(3, 3).unwrap();
    let mut maze = Maze::closed(grid);
    for side in [Side::N, Side::E, Side::S, Side::W] {
        maze.link(grid.at(1, 1), side);
    }
    let difficulty = |from, to| stats(&maze, from, to, &mut ()).unwrap().difficulty;
    assert_eq!(difficulty(grid.at(1, 1), grid.at(0, 1)), Some(2.0));
    assert_eq!(difficulty(grid.at(2, 1), grid.at(0, 1)), Some(1.584_962_500_721_156));
    assert_eq!(difficulty(grid.at(0, 1), grid.at(0, 1)), Some(0.0));
}

/// A cell in the middle, and up to eight around it.
struct Star;

impl Grid for Star {
    fn cells(&self) -> u32 {
        9
    }

    fn inner_sides(&self, cell: Cell) -> Sides {
        Sides::from_bits(if cell == Cell(0) { u8::MAX } else { 1 })
    }

    fn outer_sides(&self, _: Cell) -> Sides {
        Sides::NONE
    }

    fn across(&self, cell: Cell, side: Side) -> Cell {
        if cell == Cell(0) { Cell(1 + u32::from(side.number())) } else { Cell(0) }
    }

    fn opposite(&self, cell: Cell, _: Side) -> Side {
        Side::new(if cell == Cell(0) { 0 } else { (cell.0 - 1) as u8 })
    }
}

#[test]
fn any_number_of_ways_has_its_bits() {
    for ways in 1..=8 {
        let mut maze = Maze::closed(Star);
        for side in (0..ways).map(Side::new) {
            maze.link(Cell(0), side);
        }
        let bits = f64::from(ways).log2();
        assert!((path_difficulty(&maze, &[Cell(0), Cell(1)]) - bits).abs() < 1e-12, "{ways} ways from the start");
        if ways > 1 {
            let bits = f64::from(ways - 1).log2();
            assert!((path_difficulty(&maze, &[Cell(1), Cell(0), Cell(2)]) - bits).abs() < 1e-12, "{ways} ways");
        }
    }
}

#[test]
fn unreachable_cells_have_no_figures_and_are_not_on_the_longest_path() {
    let grid = Square::new(9, 1).unwrap();
    let mut maze = make(9, 1, 0, 0.0);
    maze.unlink(grid.at(0, 2), Side::E);
    let stats = stats(&maze, grid.at(0, 1), grid.at(0, 8), &mut ()).unwrap();
    assert_eq!((stats.path_share, stats.difficulty), (None, None));
    assert_eq!(stats.longest_path, LongestPath { ends: (Cell(0), Cell(2)), length: 2, exact: true });
    assert_eq!((stats.dead_ends, stats.straightness), (4, Some(1.0)));
}

#[test]
fn cancelling_takes_effect_at_once() {
    let maze = make(5, 4, 1, 1.0);
    let mut all = 0;
    let mut count = |_: Step| {
        all += 1;
        Ok(())
    };
    stats(&maze, Cell(0), Cell(19), &mut count).unwrap();
    for last in 0..all {
        let mut seen = 0;
        let mut stop = |_: Step| {
            seen += 1;
            if seen > last { Err(Stopped) } else { Ok(()) }
        };
        assert_eq!(stats(&maze, Cell(0), Cell(19), &mut stop), Err(Stopped));
        assert_eq!(seen, last + 1);
    }
}
