//! Paths that are checked.

use dedale::grid::{Side, Square};
use dedale::maze::Maze;
use dedale::solve::{PathError, check_moves, check_path};

/// Two rows of three: `+---+---+---+ |           | +---+   +   + |       |   | +---+---+---+`, open to the west of `[0, 0]`.
fn maze() -> Maze<Square> {
    let grid = Square::new(3, 2).unwrap();
    let mut maze = Maze::closed(grid);
    for (row, column, side) in [(0, 0, Side::E), (0, 1, Side::E), (0, 1, Side::S), (0, 2, Side::S), (1, 0, Side::E)] {
        maze.link(grid.at(row, column), side);
    }
    maze.open_outer(grid.at(0, 0), Side::W);
    maze
}

/// Where it fails: move, reason, row and column, side.
type Failed = (usize, &'static str, [u32; 2], Option<char>);

fn failed(grid: &Square, checked: Result<u64, PathError>) -> Option<Failed> {
    let PathError { at, kind, cell, side, .. } = checked.err()?;
    Some((at, kind.name(), [grid.row(cell), grid.column(cell)], side.map(crate::letter)))
}

#[test]
fn moves() {
    let maze = maze();
    let grid = maze.grid();
    let fails = |text: &str| {
        let moves: Vec<Side> = text.chars().map(crate::lettered).collect();
        failed(grid, check_moves(&maze, grid.at(0, 0), grid.at(1, 0), moves, |_, side| Some(side)))
    };
    assert_eq!(fails("ESW"), None);
    assert_eq!(fails("EEWSW"), None, "a path that turns back is legal");
    assert_eq!(fails("S"), Some((0, "wall", [0, 0], Some('S'))));
    assert_eq!(fails("EN"), Some((1, "wall", [0, 1], Some('N'))));
    assert_eq!(fails("EWW"), Some((2, "outside", [0, 0], Some('W'))));
    assert_eq!(fails("ES"), Some((2, "end", [1, 1], None)));
    assert_eq!(fails(""), Some((0, "end", [0, 0], None)));
}

#[test]
fn cells() {
    let maze = maze();
    let grid = maze.grid();
    let fails = |places: &[[u32; 2]]| {
        let cell = |&[row, column]: &[u32; 2]| (row < 2 && column < 3).then(|| grid.at(row, column));
        failed(grid, check_path(&maze, grid.at(0, 0), grid.at(1, 0), places.iter().map(cell)))
    };
    assert_eq!(fails(&[[0, 0], [0, 1], [1, 1], [1, 0]]), None);
    assert_eq!(fails(&[]), Some((0, "start", [0, 0], None)));
    assert_eq!(fails(&[[0, 1], [1, 1], [1, 0]]), Some((0, "start", [0, 0], None)));
    assert_eq!(fails(&[[0, 0], [1, 0]]), Some((0, "wall", [0, 0], Some('S'))));
    assert_eq!(fails(&[[0, 0], [1, 1]]), Some((0, "jump", [0, 0], None)));
    assert_eq!(fails(&[[0, 0], [0, 0]]), Some((0, "jump", [0, 0], None)));
    assert_eq!(fails(&[[0, 0], [0, 1], [9, 1]]), Some((1, "outside", [0, 1], None)));
    assert_eq!(fails(&[[0, 0], [0, 1]]), Some((1, "end", [0, 1], None)));
}
