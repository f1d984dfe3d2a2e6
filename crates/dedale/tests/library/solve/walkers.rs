//! Walkers that count turns, robots along walls, mice that learn, and searches that begin again: each held against what it must do.

use super::{make, on_grid, run};
use crate::inner_walls;
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Grid, GridKind, Mesh, MeshOptions, Square};
use dedale::maze::Maze;
use dedale::rng::{Rng, Stream};
use dedale::solve::Solver;

/// Every grid, and some with holes in them.
fn flat() -> Vec<MeshOptions> {
    let of = |kind| MeshOptions { columns: 9, rows: 8, rings: 6, largest_part: true, ..MeshOptions::new(kind) };
    let mut all = Vec::new();
    for &kind in GridKind::ALL {
        all.push(of(kind));
        all.push(MeshOptions {
            columns: 14,
            rows: 13,
            rings: 9,
            mask: Some("not:diamond".parse().unwrap()),
            ..of(kind)
        });
    }
    all
}

/// Builds walls, which close some parts.
fn close_some(maze: &mut Maze<Mesh>, rng: &mut Rng) {
    for cell in maze.cells() {
        for (side, _) in maze.neighbors(cell).collect::<Vec<_>>() {
            if rng.below(12) == 0 {
                maze.unlink(cell, side);
            }
        }
    }
}

#[test]
fn pledge_comes_from_anywhere_to_the_outer_wall() {
    let mut by_hand = 0;
    for options in flat().into_iter().filter(|options| options.mask.is_none()) {
        for (seed, loops) in (0..40).zip([0.0, 0.5, 1.0].into_iter().cycle()) {
            let mut maze = on_grid(Mesh::new(&options).unwrap(), seed, loops);
            let mut rng = Rng::new(seed, Stream::Solve);
            if seed >= 30 {
                // Large rooms with a few pillars.
                for cell in maze.cells() {
                    for side in inner_walls(&maze, cell) {
                        if rng.below(4) > 0 {
                            maze.link(cell, side);
                        }
                    }
                }
            }
            let cells = u64::from(maze.grid().cells());
            for _ in 0..20 {
                let from = Cell(rng.below(cells) as u32);
                let outer: Vec<Cell> = maze.cells().filter(|&cell| !maze.grid().outer_sides(cell).is_empty()).collect();
                let to = outer[rng.below(outer.len() as u64) as usize];
                let found = run(Solver::Pledge, &maze, from, to);
                assert!(found.path().is_some(), "{options:?} {seed} {loops} {from:?} {to:?}: {:?}", found.outcome);
                by_hand +=
                    u32::from(run("wall-follower".parse::<Solver>().unwrap(), &maze, from, to).gave_up().is_some());
            }
        }
    }
    assert!(by_hand > 1000, "a wall follower gave up {by_hand} times");
}

#[test]
fn the_chain_reaches_every_cell_of_flat_mazes() {
    for options in flat() {
        for (seed, loops) in (0..30).zip([0.0, 0.5, 1.0].into_iter().cycle()) {
            let mut maze = on_grid(Mesh::new(&options).unwrap(), seed, loops);
            let mut rng = Rng::new(seed, Stream::Solve);
            let cells = u64::from(maze.grid().cells());
            if seed >= 20 {
                close_some(&mut maze, &mut rng);
            }
            for _ in 0..20 {
                let [from, to] = [(), ()].map(|()| Cell(rng.below(cells) as u32));
                let found = run(Solver::Chain, &maze, from, to);
                let is_reachable = maze.distances(from).to(to).is_some();
                assert_eq!(found.path().is_some(), is_reachable, "{options:?} {seed} {loops} {from:?} {to:?}");
            }
        }
    }
}

/// The walk of a mouse that works out all distances anew before each move.
fn mouse(maze: &Maze<Mesh>, from: Cell, to: Cell) -> Vec<Cell> {
    let mut known = Maze::closed(maze.grid().clone());
    known.clear(&mut ()).unwrap();
    let mut walk = vec![from];
    let mut cell = from;
    while cell != to {
        for side in inner_walls(maze, cell) {
            known.unlink(cell, side);
        }
        let left = known.distances(to);
        let beside = maze.neighbors(cell).filter_map(|(_, far)| left.to(far).map(|left| (left, far)));
        match beside.min_by_key(|&(left, _)| left) {
            Some((_, far)) => cell = far,
            None => break,
        }
        walk.push(cell);
    }
    walk
}

#[test]
fn the_mouse_always_goes_the_shortest_way_that_it_can_hope_for() {
    let [square, hex] =
        [GridKind::Square, GridKind::Hex].map(|kind| MeshOptions { columns: 12, rows: 9, ..MeshOptions::new(kind) });
    let floors = MeshOptions { floors: 3, columns: 6, rows: 5, ..square.clone() };
    let polar = MeshOptions { rings: 6, ..MeshOptions::new(GridKind::Polar) };
    let mut in_vain = 0;
    for options in [square, hex, floors, polar] {
        for (seed, loops) in (0..60).zip([0.0, 0.3, 1.0].into_iter().cycle()) {
            let mut maze = on_grid(Mesh::new(&options).unwrap(), seed, loops);
            let mut rng = Rng::new(seed, Stream::Solve);
            if seed >= 40 {
                close_some(&mut maze, &mut rng);
            }
            let [from, to] = [(), ()].map(|()| Cell(rng.below(u64::from(maze.grid().cells())) as u32));
            let found = run(Solver::Flood, &maze, from, to);
            assert_eq!(found.walk.as_deref(), Some(&mouse(&maze, from, to)[..]), "{options:?} {seed}");
            in_vain += u32::from(found.path().is_none());
        }
    }
    assert!(in_vain > 10, "{in_vain} in vain");
}

#[test]
fn each_search_enters_each_cell_once_however_many_loops_there_are() {
    let mut room = Maze::closed(Square::new(12, 12).unwrap());
    room.clear(&mut ()).unwrap();
    let braided = make(&Algorithm::Kruskal, 12, 12, 7, 1.0);
    for maze in [room, braided] {
        let away = maze.distances(Cell(0));
        let to = away.farthest();
        let solution = run(Solver::IterativeDeepening, &maze, Cell(0), to);
        assert_eq!(solution.length(), away.to(to));
        // Of the searches before the last, each enters all cells that are so far away at most, and comes back.
        let within = |moves: u32| away.as_slice().iter().filter(|&&distance| (1..=moves).contains(&distance)).count();
        let before: usize = (1..away.longest()).map(|moves| 2 * within(moves)).sum();
        let last = solution.walk.unwrap().len() - 1 - before;
        assert!(last >= away.longest() as usize && last < 2 * 144, "{last}");
    }
}
