//! The pair of border cells that are farthest apart.

use dedale::edit::{Share, braid};
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Grid, Side, Square};
use dedale::maze::Maze;
use dedale::measure::{LongestPath, farthest_border_pair, most_border_searches, stats_steps};
use dedale::observe::Step;
use dedale::rng::{Rng, Stream};
use dedale::solve::{distances, search_steps};

fn farthest<G: Grid>(maze: &Maze<G>) -> (Cell, Cell) {
    farthest_border_pair(maze, u64::MAX, &mut ()).unwrap().ends
}

#[test]
fn fewer_searches_are_made_in_larger_mazes() {
    let searches = |cells: u32| stats_steps(cells, true) / search_steps(cells.into()) - 2;
    assert_eq!([900, 8192, 90_000, 1 << 20, 1 << 22].map(searches), [900, 8192, 745, 128, 128]);
    assert_eq!([900, 1 << 20, 1 << 23, 1 << 26].map(most_border_searches), [256, 256, 128, 64]);
}

#[test]
fn the_pair_is_as_far_apart_as_any_with_and_without_loops() {
    for seed in 0..30 {
        for share in [0.0, 0.5, 1.0] {
            let mut maze = Maze::closed(Square::new(11, 8).unwrap());
            let mut rng = Rng::new(seed, Stream::Generate);
            if seed % 2 == 0 {
                Algorithm::Backtracker.carve(&mut maze, &mut rng, &mut ()).unwrap();
            } else {
                Algorithm::Kruskal.carve(&mut maze, &mut rng, &mut ()).unwrap();
            }
            braid(&mut maze, Share::new(share).unwrap(), &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
            let border = |&cell: &Cell| !maze.grid().outer_sides(cell).is_empty();
            let longest = maze
                .cells()
                .filter(border)
                .map(|cell| {
                    let from = distances(&maze, cell, &mut ()).unwrap();
                    maze.cells().filter(border).filter_map(|to| from.to(to)).max().unwrap()
                })
                .max()
                .unwrap();
            let (a, b) = farthest(&maze);
            assert!(a < b && border(&a) && border(&b));
            assert_eq!(distances(&maze, a, &mut ()).unwrap().to(b), Some(longest), "seed {seed}, braid {share}");
        }
    }
}

#[test]
fn the_parts_of_a_maze_are_looked_at_each_for_itself() {
    // Five cells in a row, in parts of two and three; and a ring beside a cell, which has as many passages as a tree.
    let row = Square::new(5, 1).unwrap();
    let mut maze = Maze::closed(row);
    for column in [0, 2, 3] {
        maze.link(row.at(0, column), Side::E);
    }
    assert_eq!(farthest(&maze), (row.at(0, 2), row.at(0, 4)));
    let grid = Square::new(5, 2).unwrap();
    let mut maze = Maze::closed(grid);
    for column in 0..3 {
        maze.link(grid.at(0, column), Side::E);
        maze.link(grid.at(1, column), Side::E);
    }
    for column in [0, 3] {
        maze.link(grid.at(0, column), Side::S);
    }
    let (a, b) = farthest(&maze);
    assert_eq!(distances(&maze, a, &mut ()).unwrap().to(b), Some(4));
}

#[test]
fn a_single_cell_is_both_ends() {
    let maze = Maze::closed(Square::new(1, 1).unwrap());
    assert_eq!(farthest(&maze), (Cell(0), Cell(0)));
}

/// Two rows joined at both ends: from every cell the farthest is as far, so that no search says anything of another cell.
fn ring(columns: u32) -> Maze<Square> {
    let grid = Square::new(columns, 2).unwrap();
    let mut maze = Maze::closed(grid);
    for column in 0..columns - 1 {
        maze.link(grid.at(0, column), Side::E);
        maze.link(grid.at(1, column), Side::E);
    }
    maze.link(grid.at(0, 0), Side::S);
    maze.link(grid.at(0, columns - 1), Side::S);
    maze
}

/// How many cells this many searches see, and what they find.
fn seen(maze: &Maze<Square>, searches: u64) -> (u64, LongestPath) {
    let mut seen = 0;
    let mut count = |_: Step| {
        seen += 1;
        Ok(())
    };
    let found = farthest_border_pair(maze, searches, &mut count).unwrap();
    (seen, found)
}

#[test]
fn no_more_searches_are_made_than_are_allowed() {
    let maze = ring(300);
    let (all, exact) = seen(&maze, u64::MAX);
    assert_eq!((exact.length, exact.exact), (300, true));
    assert!(all >= 600 * 600, "{all} cells were seen in a ring of 600");
    for searches in [2, 10, 300] {
        let (some, found) = seen(&maze, searches);
        assert_eq!((some, found.exact), (600 * searches, false));
        // A lower bound, by a path that there is.
        assert_eq!(maze.distances(found.ends.0).to(found.ends.1), Some(found.length));
        assert!(found.length <= exact.length);
    }
    assert_eq!(farthest(&maze), exact.ends);
}

#[test]
fn many_parts_take_no_more_searches() {
    let maze = Maze::closed(Square::new(10_000, 1).unwrap());
    let (seen, found) = seen(&maze, 50);
    assert_eq!((seen, found.exact), (50, false), "one cell is seen by each search");
}
