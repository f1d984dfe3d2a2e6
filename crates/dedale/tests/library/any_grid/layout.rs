//! How a grid lays out its cells moves no wall; eight sides are as good as four; and nothing runs on without asking.

use std::collections::HashMap;

use super::grids::{King, Listed, star, windmill};
use super::{algorithms_for_any, carve};
use crate::Told;
use crate::all_passages;
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Grid, GridKind, Mesh, MeshOptions, Sides, Square};
use dedale::maze::Maze;
use dedale::observe::{Observer, Step, Stopped};

fn passages<G: Grid>(algorithm: Algorithm, grid: G, seed: u64) -> Vec<Sides> {
    let mut maze = Maze::closed(grid);
    carve(algorithm, &mut maze, seed, &mut ()).unwrap();
    all_passages(&maze)
}

/// Holds the mazes of `grid` to those of one that has the same cells and says nothing of their layout.
fn assert_layout_moves_no_wall(name: &str, grid: &(impl Grid + Clone), seeds: u64) {
    for algorithm in algorithms_for_any() {
        for seed in 0..seeds {
            let plain = passages(algorithm, Listed::of(grid), seed);
            assert!(plain == passages(algorithm, grid.clone(), seed), "{name}, {algorithm:?}, seed {seed}");
        }
    }
}

fn mesh(kind: GridKind, columns: u32, rows: u32) -> Mesh {
    Mesh::new(&MeshOptions { columns, rows, ..MeshOptions::new(kind) }).unwrap()
}

#[test]
fn layout_moves_no_wall() {
    for (columns, rows) in [(1, 1), (1, 9), (9, 1), (2, 2), (7, 5), (30, 30)] {
        let name = format!("square {columns} × {rows}");
        assert_layout_moves_no_wall(&name, &Square::new(columns, rows).unwrap(), 5);
    }
    for (columns, rows) in [(1, 1), (1, 6), (6, 1), (2, 2), (3, 3), (9, 8), (20, 20)] {
        assert_layout_moves_no_wall(&format!("hexagons {columns} × {rows}"), &mesh(GridKind::Hex, columns, rows), 5);
    }
    assert_layout_moves_no_wall("octagons", &mesh(GridKind::Octagon, 5, 4), 5);
}

/// Where lists are so long that they are made and drawn from in other ways.
#[test]
fn layout_moves_no_wall_of_a_large_maze() {
    assert_layout_moves_no_wall("square 130 × 120", &Square::new(130, 120).unwrap(), 1);
    assert_layout_moves_no_wall("hexagons 90 × 80", &mesh(GridKind::Hex, 90, 80), 1);
}

/// Stops after so many steps.
struct Patience {
    left: u32,
}

impl Observer for Patience {
    const FOLLOWS: bool = false;

    type Stop = Stopped;

    fn see(&mut self, _: Step) -> Result<(), Stopped> {
        self.left = self.left.checked_sub(1).ok_or(Stopped)?;
        Ok(())
    }
}

#[test]
fn cells_with_eight_passages_are_cells() {
    for algorithm in algorithms_for_any() {
        for seed in 0..20 {
            let mut maze = Maze::closed(star());
            carve(algorithm, &mut maze, seed, &mut Patience { left: 1_000_000 }).unwrap();
            assert_eq!(maze.passages(Cell(0)).len(), 8, "{algorithm:?}, seed {seed}");
            assert_eq!(maze.count_passages(), u64::from(maze.grid().cells()) - 1, "{algorithm:?}, seed {seed}");
        }
    }
}

/// Two unconnected parts are not a valid grid, but endless work on them can be cancelled.
#[test]
fn endless_work_can_be_cancelled() {
    let mut parts = Listed::new(5, 8);
    parts.pair(0, 0, 1, 4);
    parts.pair(2, 7, 3, 3);
    for algorithm in algorithms_for_any() {
        for seed in 0..20 {
            let mut maze = Maze::closed(parts.clone());
            // Ends, or is stopped.
            let _ = carve(algorithm, &mut maze, seed, &mut Patience { left: 10_000 });
            assert!(maze.count_passages() < 3, "{algorithm:?}");
        }
    }
}

#[test]
fn observers_that_cancel_are_not_called_again() {
    for grid in [Listed::of(&King::new(5, 4)), star(), windmill()] {
        for algorithm in algorithms_for_any() {
            let mut all = 0;
            let mut count: Told = &mut |_| {
                all += 1;
                Ok(())
            };
            carve(algorithm, &mut Maze::closed(grid.clone()), 7, &mut count).unwrap();
            for last in 0..all {
                let mut told = 0;
                let mut stop: Told = &mut |_| {
                    told += 1;
                    if told > last { Err(Stopped) } else { Ok(()) }
                };
                let outcome = carve(algorithm, &mut Maze::closed(grid.clone()), 7, &mut stop);
                assert_eq!((outcome, told), (Err(Stopped), last + 1), "{algorithm:?}");
            }
        }
    }
}

/// Where a cell has eight neighbors as well.
#[test]
fn uniform_spanning_trees() {
    // Chi-square with 80 degrees of freedom, p = 0.001; the seeds are fixed.
    const CRITICAL_80: f64 = 124.839;
    // Houston's mazes are so nearly even that it would take more of them to tell.
    let makes_trees = |algorithm: &Algorithm| *algorithm != Algorithm::Houston && algorithm.info().perfect;
    for algorithm in algorithms_for_any().filter(makes_trees) {
        let mut counts: HashMap<Vec<Sides>, f64> = HashMap::new();
        (0..8100).for_each(|seed| *counts.entry(passages(algorithm, windmill(), seed)).or_default() += 1.0);
        assert!(counts.len() <= 81, "{algorithm:?}");
        let missing = (81 - counts.len()) as f64 * 100.0;
        let chi = missing + counts.values().map(|count| (count - 100.0) * (count - 100.0) / 100.0).sum::<f64>();
        // Of four triangles, random weights make even trees as well.
        let has_weights = [Algorithm::Kruskal, Algorithm::TruePrim, Algorithm::Boruvka, Algorithm::ReverseDelete];
        let is_even = algorithm.info().uniform || has_weights.contains(&algorithm);
        assert_eq!(chi < CRITICAL_80, is_even, "{algorithm:?}: {chi}");
    }
}
