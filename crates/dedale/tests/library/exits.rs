//! Several ways out: openings of the border that are drawn, and the nearest of them.
//!
//! Proved here, on every kind of grid: exits move no wall, and are openings of as many different cells of the border; `to=any` and the paths
//! to the exits are those that a search from each exit finds; what is written is read back with the same openings; what does not go with
//! exits is refused.

use std::collections::BTreeSet;

use dedale::formats::{Encoding, Format};
use dedale::grid::{Cell, Grid};
use dedale::maze::Maze;
use dedale::options::{Ends, InvalidOptions, MakeError, MazeOptions};
use dedale::picture::Picture;
use dedale::solve::{check_path, costs, distances, exit_paths};

use crate::all_passages;
use crate::files::bytes;
use crate::{read, with_every_grid};

/// Mazes of every kind of grid, and all else that changes which cells there are and which are at the border.
fn queries() -> Vec<String> {
    with_every_grid(&[
        "w=1&h=7",
        "w=2&h=9",
        "w=14&h=11&from=5,6",
        "w=14&h=11&braid=1&weights=1..9",
        "w=14&h=11&weave=1",
        "w=12&h=12&mask=ring",
        "w=8&h=7&floors=3&braid=1",
        "w=8&h=7&wrap=x",
        "grid=polar&rings=6&braid=1&weights=hills",
        "grid=hex&w=8&h=8&wrap=y",
        "grid=triangle&w=12&h=12&mask=heart&parts=largest",
        "w=14&h=14&algo=prim&symmetry=mirror-x",
    ])
}

/// What is done with a maze on any grid.
trait Check {
    fn check(&mut self, picture: Picture, query: &str);
}

fn for_each(more: &str, check: &mut impl Check) {
    for (seed, query) in queries().into_iter().enumerate() {
        let query = format!("{query}&seed={seed}{more}");
        check.check(read(&query).make(&mut ()).unwrap(), &query);
    }
}

#[test]
fn exits_are_openings_of_different_cells_and_move_no_wall() {
    struct Opened;
    impl Check for Opened {
        fn check(&mut self, picture: Picture, query: &str) {
            let Picture { maze, from, to, .. } = picture;
            let cells: BTreeSet<Cell> = maze.openings().map(|(cell, _)| cell).collect();
            assert_eq!((cells.len(), maze.openings().count()), (5, 5), "{query}");
            let grid = maze.grid();
            assert!(maze.openings().all(|(cell, side)| grid.outer_sides(cell).contains(side)), "{query}");
            let without = read(&query.replace("&exits=5", "")).make(&mut ()).unwrap();
            assert!(all_passages(&without.maze) == all_passages(&maze) && without.from == from, "{query}");
            // Where no other exit is asked for, it is one of these.
            assert!(cells.contains(&to), "{query}");
        }
    }
    for_each("&exits=5", &mut Opened);
}

/// The cost of a way between two cells, by a search that begins at the other one: what it costs to enter the first cell is not counted,
/// and what it costs to enter the last one is.
fn cost_back<G: Grid>(maze: &Maze<G>, from: Cell, exit: Cell) -> Option<u32> {
    let back = costs(maze, exit, &mut ()).unwrap().to(from)?;
    Some(if from == exit { 0 } else { back + maze.weight(exit) - maze.weight(from) })
}

#[test]
fn the_nearest_exit_is_the_one_that_a_search_from_each_finds() {
    struct Nearest;
    impl Check for Nearest {
        fn check(&mut self, picture: Picture, query: &str) {
            let Picture { maze, from, to, .. } = picture;
            let expected =
                maze.openings().map(|(cell, _)| (cost_back(&maze, from, cell).unwrap(), cell)).min().unwrap();
            assert_eq!(to, expected.1, "{query}");
            let ends = Ends::Nearest { from: maze.grid().address(from) };
            assert_eq!(ends.find(&maze, &mut ()).unwrap(), (from, to), "{query}");
            for (path, (cell, side)) in exit_paths(&maze, from, &mut ()).unwrap().into_iter().zip(maze.openings()) {
                assert_eq!((path.cell, path.side), (cell, side));
                let path = path.path.unwrap();
                assert_eq!((path.first(), path.last()), (Some(&from), Some(&cell)), "{query}");
                assert_eq!(maze.cost_of(&path), u64::from(cost_back(&maze, from, cell).unwrap()), "{query}");
                assert_eq!(
                    check_path(&maze, from, cell, path.iter().copied().map(Some)),
                    Ok(maze.cost_of(&path)),
                    "{query}"
                );
                if maze.weights().is_none() {
                    let moves = distances(&maze, from, &mut ()).unwrap().to(cell).unwrap();
                    assert_eq!(path.len() as u32 - 1, moves, "{query}");
                }
            }
        }
    }
    for_each("&exits=4&to=any", &mut Nearest);
}

#[test]
fn what_is_written_is_read_back() {
    struct Back;
    impl Check for Back {
        fn check(&mut self, picture: Picture, query: &str) {
            let openings: Vec<_> = picture.maze.openings().collect();
            let text = bytes(&picture, Format::Json(Encoding::Graph));
            let told: serde_json::Value = serde_json::from_slice(&text).unwrap();
            assert_eq!(told["exits"].as_array().map(Vec::len), Some(3), "{query}");
            for (exit, (cell, side)) in told["exits"].as_array().unwrap().iter().zip(&openings) {
                let grid = picture.maze.grid();
                assert_eq!(exit["side"], grid.side_name(*cell, *side), "{query}");
                assert_eq!(exit["cell"], serde_json::json!(grid.address(*cell)), "{query}");
            }
            let read: Vec<_> = crate::read_maze(&text).unwrap().maze.openings().collect();
            assert_eq!(read, openings, "{query}");
        }
    }
    for_each("&exits=3", &mut Back);
}

#[test]
fn no_way_may_lead_to_an_exit() {
    let grid = dedale::grid::Square::new(3, 1).unwrap();
    let mut maze = Maze::closed(grid);
    let ends = |maze: &Maze<_>| Ends::Nearest { from: [0, 0].into() }.find(maze, &mut ()).unwrap();
    assert_eq!(ends(&maze), (Cell(0), Cell(0)));
    maze.open_outer(Cell(2), dedale::grid::Side::E);
    assert_eq!(ends(&maze), (Cell(0), Cell(2)));
    assert_eq!(exit_paths(&maze, Cell(0), &mut ()).unwrap()[0].path, None);
}

/// The exits stay where cells are taken out.
#[test]
fn sparse_mazes_keep_their_exits() {
    for query in ["w=12&h=9&sparse=1", "grid=hex&w=9&h=8&sparse=0.7"] {
        let picture = read(&format!("{query}&seed=3&exits=6&to=any")).make(&mut ()).unwrap();
        assert_eq!(picture.maze.openings().count(), 6, "{query}");
        let ends = Ends::Nearest { from: picture.maze.grid().address(picture.from) };
        assert_eq!(ends.find(&picture.maze, &mut ()).unwrap(), (picture.from, picture.to), "{query}");
    }
}

#[test]
fn what_does_not_go_with_exits_is_refused() {
    let wrong = |query: &str| -> InvalidOptions {
        let options: Result<MazeOptions, _> = query.parse();
        match options {
            Ok(options) => match options.make(&mut ()) {
                Err(MakeError::Invalid(invalid)) => invalid,
                other => panic!("{query}: {:?}", other.map(|_| ())),
            },
            Err(invalid) => invalid,
        }
    };
    for (query, expected) in [
        ("w=4&h=3&exits=11", "exits: must be at most 10, since so many cells are at the border"),
        ("w=1&h=4&exits=5", "exits: must be at most 4, since so many cells are at the border"),
        ("grid=hex&w=3&h=3&exits=9", "exits: must be at most 8, since so many cells are at the border"),
        ("w=4&h=4&wrap=xy&exits=1", "exits: does not go with wrap=xy, which leaves no border"),
        ("exits=2&doors=true", "exits: does not go with doors: give one or the other"),
        ("to=any", "to: is only valid with exits"),
        ("exits=2&to=any&ends=farthest", "ends: does not go with from or to: give one or the other"),
        ("algo=quilt&window=0,0,5,5&exits=2", "exits: needs the whole maze, and does not go with a part of it"),
    ] {
        assert_eq!(wrong(query).to_string(), expected, "{query}");
    }
    assert!("exits=1001".parse::<MazeOptions>().is_err());
}
