//! Grids that are no squares: what asks only [`Grid`] is true on every one of them.
//!
//! Proved here, on hexagons, a square with holes, a cylinder, a torus without a border, a polar grid and grids whose cells have
//! eight neighbors, all built in `grids`: the algorithms that name no rows connect all cells, as spanning trees unless they are
//! said not to be perfect, and tell their steps;
//! braiding leaves a dead end only where a cell has a single neighbor; distances and the farthest pair of border cells are those
//! that slow and obvious searches find. `layout` holds grids that lay out their cells to those that do not, `goldens` pins a maze
//! of each grid and algorithm.

mod goldens;
pub mod grids;
mod layout;

use crate::Told;
use dedale::edit::{Share, braid, remove};
use dedale::generate::{ALGORITHMS, Algorithm};
use dedale::grid::{Cell, Grid, GridKind, Side, Sides};
use dedale::maze::Maze;
use dedale::observe::{Observer, Step};
use dedale::options::Ends;
use dedale::rng::{Rng, Stream};
use dedale::solve::distances;
use grids::{HOUSE, King, Listed, grids, hexagons, masked, polar, rolled};

/// The algorithms that are true on any grid.
fn algorithms_for_any() -> impl Iterator<Item = Algorithm> {
    ALGORITHMS.iter().filter(|about| about.grids().count() == GridKind::ALL.len()).map(|about| about.algorithm)
}

fn carve<G: Grid, O: Observer>(
    algorithm: Algorithm,
    maze: &mut Maze<G>,
    seed: u64,
    observer: &mut O,
) -> Result<(), O::Stop> {
    algorithm.carve_on(maze, &mut Rng::new(seed, Stream::Generate), observer).expect("runs on any grid")
}

/// Calls `told` with a maze of every grid by every algorithm, for the seeds `0 .. seeds`.
fn for_each_maze(seeds: u64, mut told: impl FnMut(Maze<Listed>, Algorithm, u64, &str)) {
    for (name, grid) in grids() {
        for algorithm in algorithms_for_any() {
            for seed in 0..seeds {
                let mut maze = Maze::closed(grid.clone());
                carve(algorithm, &mut maze, seed, &mut ()).unwrap();
                told(maze, algorithm, seed, &format!("{name}, {algorithm:?}, seed {seed}"));
            }
        }
    }
}

/// The distance of every cell from `from`, by going over all passages until nothing gets nearer (Bellman and Ford).
fn slow_distances(maze: &Maze<Listed>, from: Cell) -> Vec<Option<u32>> {
    let mut moves = vec![None; maze.grid().cells() as usize];
    moves[from.index()] = Some(0);
    loop {
        let before = moves.clone();
        for cell in maze.cells() {
            for side in maze.passages(cell) {
                let far = maze.grid().across(cell, side).index();
                if let Some(here) = moves[cell.index()]
                    && moves[far].is_none_or(|there| there > here + 1)
                {
                    moves[far] = Some(here + 1);
                }
            }
        }
        if moves == before {
            return moves;
        }
    }
}

fn border(grid: &Listed) -> Vec<Cell> {
    (0..grid.cells()).map(Cell).filter(|&cell| !grid.outer_sides(cell).is_empty()).collect()
}

#[test]
fn the_grids_keep_the_contract() {
    for (name, grid) in grids() {
        for cell in (0..grid.cells()).map(Cell) {
            assert!(grid.inner_sides(cell).into_iter().all(|side| !grid.outer_sides(cell).contains(side)));
            for side in grid.inner_sides(cell) {
                let (far, back) = (grid.across(cell, side), grid.opposite(cell, side));
                assert_eq!((grid.across(far, back), grid.opposite(far, back)), (cell, side), "{name}");
                assert_ne!(far, cell, "{name}");
            }
        }
    }
    let inner = |grid: &Listed, cell| grid.inner_sides(Cell(cell)).len();
    assert_eq!(inner(&hexagons(9, 7), 9 + 4), 6);
    assert_eq!(inner(&polar(7), 0), 6);
    assert_eq!(inner(&polar(7), 1), 5);
    assert_eq!(border(&polar(7)).len(), 6 << 3, "the outermost ring, and nothing else");
    assert_eq!(border(&rolled(10, 7, true)), []);
    assert_eq!(border(&rolled(11, 8, false)).len(), 22);
    assert_eq!(inner(&Listed::of(&King::new(9, 8)), 10), 8);
    assert!((0..masked(&HOUSE).cells()).any(|cell| inner(&masked(&HOUSE), cell) == 1));
}

#[test]
fn mazes_are_connected_and_most_are_spanning_trees() {
    for_each_maze(10, |maze, algorithm, _, what| {
        let grid = maze.grid();
        for cell in maze.cells() {
            for side in maze.passages(cell) {
                let (far, back) = grid.neighbor(cell, side);
                assert!(maze.passages(far).contains(back), "{what}: {cell:?} and {far:?} disagree about their wall");
            }
        }
        if algorithm.info().perfect {
            assert_eq!(maze.count_passages(), u64::from(grid.cells()) - 1, "{what}");
        }
        assert!(slow_distances(&maze, Cell(0)).iter().all(Option::is_some), "{what}: not connected");
        assert_eq!(maze.openings().count(), 0, "{what}");
    });
}

#[test]
fn steps_played_back_give_the_maze() {
    for (name, grid) in grids() {
        for algorithm in algorithms_for_any() {
            let (mut maze, mut again) = (Maze::closed(grid.clone()), Maze::closed(grid.clone()));
            let mut follow: Told = &mut |step| {
                match step {
                    Step::Carve { from, side, to } | Step::Join { from, side, to } => {
                        assert!(!again.passages(from).contains(side), "{name}, {algorithm:?}: carved twice");
                        assert_eq!(again.link(from, side), to);
                    }
                    Step::Wall { from, side, to } => {
                        assert!(again.passages(from).contains(side), "{name}, {algorithm:?}: walled twice");
                        assert_eq!(again.unlink(from, side), to);
                    }
                    Step::Clear => again.clear(&mut ()).unwrap(),
                    _ => {}
                }
                Ok(())
            };
            carve(algorithm, &mut maze, 7, &mut follow).unwrap();
            assert_eq!(maze, again, "{name}, {algorithm:?}");
        }
    }
}

#[test]
fn braid_leaves_a_dead_end_only_where_there_is_no_other_way() {
    for_each_maze(6, |maze, _, seed, what| {
        let mut braided = maze.clone();
        braid(&mut braided, Share::ALL, &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
        for cell in maze.cells() {
            let single = braided.grid().inner_sides(cell).len() == 1;
            assert_eq!(braided.is_dead_end(cell), single, "{what}: {cell:?}");
            assert!(maze.passages(cell).minus(braided.passages(cell)).is_empty(), "{what}: a passage was closed");
            // A dead end is opened once; others only to end one beside them.
            let opened = braided.passages(cell).minus(maze.passages(cell));
            let with_dead_ends = opened.into_iter().all(|side| maze.is_dead_end(maze.grid().across(cell, side)));
            assert!(maze.is_dead_end(cell) || with_dead_ends, "{what}: {cell:?} was opened for nothing");
        }
    });
}

#[test]
fn distances_are_those_of_a_slow_search() {
    for_each_maze(3, |mut maze, _, seed, what| {
        braid(&mut maze, Share::new(0.4).unwrap(), &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
        let from = Cell(seed as u32 % maze.grid().cells());
        let found = distances(&maze, from, &mut ()).unwrap();
        let slow = slow_distances(&maze, from);
        assert!(maze.cells().all(|cell| found.to(cell) == slow[cell.index()]), "{what}");
        assert_eq!(Some(found.longest()), slow.iter().copied().max().unwrap(), "{what}");
        assert_eq!(
            slow.iter().position(|&moves| moves == Some(found.longest())),
            Some(found.farthest().index()),
            "{what}"
        );
    });
}

#[test]
fn cells_that_no_way_leads_to_have_no_distance() {
    let grid = hexagons(4, 4);
    let mut maze = Maze::closed(grid.clone());
    let far = maze.link(Cell(5), Side::new(0));
    let found = distances(&maze, Cell(5), &mut ()).unwrap();
    for cell in maze.cells() {
        let expected = if cell == Cell(5) { Some(0) } else { (cell == far).then_some(1) };
        assert_eq!(found.to(cell), expected);
    }
}

#[test]
fn the_farthest_border_pair_is_that_of_a_slow_search() {
    for_each_maze(3, |made, _, seed, what| {
        for share in [0.0, 0.3, 1.0] {
            let mut maze = made.clone();
            braid(&mut maze, Share::new(share).unwrap(), &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
            let border = border(maze.grid());
            if border.is_empty() {
                // Any two cells that are far from each other.
                continue;
            }
            let (a, b) = Ends::Farthest.find(&maze, &mut ()).unwrap();
            let from_each: Vec<_> = border.iter().map(|&cell| distances(&maze, cell, &mut ()).unwrap()).collect();
            let longest = from_each.iter().flat_map(|from| border.iter().filter_map(|&to| from.to(to))).max();
            assert!(a <= b, "{what}, braid {share}");
            assert!(border.contains(&a) && border.contains(&b), "{what}, braid {share}");
            assert_eq!(distances(&maze, a, &mut ()).unwrap().to(b), longest, "{what}, braid {share}");
        }
    });
}

#[test]
fn remove_opens_a_passage_or_an_opening() {
    for (name, grid) in grids() {
        for cell in (0..grid.cells()).map(Cell) {
            for side in grid.inner_sides(cell).into_iter().chain(grid.outer_sides(cell)) {
                let mut maze = Maze::closed(grid.clone());
                remove(&mut maze, cell, side, &mut ()).unwrap();
                let is_inner = grid.inner_sides(cell).contains(side);
                assert_eq!(maze.count_passages(), u64::from(is_inner), "{name}, {cell:?} {side:?}");
                assert_eq!(maze.openings().count(), usize::from(!is_inner), "{name}, {cell:?} {side:?}");
                assert_eq!(maze.open_sides(cell), Sides::NONE.with(side), "{name}, {cell:?} {side:?}");
            }
        }
    }
}
