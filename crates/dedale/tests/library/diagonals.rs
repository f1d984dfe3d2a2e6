//! Moves across corners of squares, beside a search of the tests' own.

use std::f64::consts::SQRT_2;

use dedale::formats::{self, Directions, directions};
use dedale::grid::{Cell, Grid, GridKind, Mesh, MeshOptions, Square};
use dedale::maze::Maze;
use dedale::parse::{InputFormat, ReadOptions};
use dedale::rng::{Rng, Stream};
use dedale::solve::{Outcome, Solver};

/// The ends of each way, and how long it is: straight moves, and moves across corners.
///
/// Round the end of a wall and past a single post, corners are not cut.
const WAYS: [([u32; 2], [u32; 2], u32, u32); 7] = [
    ([0, 0], [0, 0], 0, 0),
    ([0, 0], [0, 2], 2, 0),
    // Down beside the post, and on to the right below it.
    ([0, 0], [2, 2], 4, 0),
    // Across the room, which is empty.
    ([2, 4], [4, 6], 0, 2),
    ([2, 3], [4, 6], 1, 2),
    // Through the door in the wall at row 2, column 3: one move to its side, then straight through.
    ([2, 2], [2, 4], 2, 0),
    ([1, 2], [2, 4], 3, 0),
];

const MAP: &str = "\
...#...
.#.#...
.......
...#...
...#...
";

#[test]
fn lengths_are_those_that_were_computed_by_hand() {
    let options = ReadOptions { format: InputFormat::from_name("squares"), ..ReadOptions::default() };
    let parsed = formats::read(MAP.as_bytes(), &options).unwrap();
    let maze = parsed.maze.with_diagonals().unwrap();
    for (from, to, straight, diagonal) in WAYS {
        let ends = [from, to].map(|end| maze.grid().find(end).unwrap());
        for solver in [Solver::Astar, Solver::Dijkstra] {
            let solution = solver.solve(&maze, ends[0], ends[1]);
            let length = maze.length_of(solution.path().unwrap());
            assert_eq!(length, f64::from(straight) + f64::from(diagonal) * SQRT_2, "{from:?} {to:?} {solver:?}");
        }
    }
}

/// The length of a shortest way to each square, by looking at all moves until nothing changes.
fn lengths(text: &str, [row, column]: [usize; 2]) -> Vec<Vec<f64>> {
    let squares: Vec<Vec<bool>> = text.lines().map(|line| line.chars().map(|char| char != '#').collect()).collect();
    let (rows, columns) = (squares.len(), squares[0].len());
    let mut lengths = vec![vec![f64::INFINITY; columns]; rows];
    lengths[row][column] = 0.0;
    let mut changes = true;
    while changes {
        changes = false;
        for row in 0..rows {
            for column in 0..columns {
                for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let at = |down: isize, right: isize| {
                        let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
                        let is_free = squares.get(row).and_then(|row| row.get(column)) == Some(&true);
                        (is_free && squares[row][column]).then_some((row, column))
                    };
                    let is_cut = at(down, 0).is_none() || at(0, right).is_none();
                    let Some((to_row, to_column)) = at(down, right).filter(|_| squares[row][column] && !is_cut) else {
                        continue;
                    };
                    let length = lengths[row][column] + if down != 0 && right != 0 { SQRT_2 } else { 1.0 };
                    if length + 1e-9 < lengths[to_row][to_column] {
                        lengths[to_row][to_column] = length;
                        changes = true;
                    }
                }
            }
        }
    }
    lengths
}

#[test]
fn no_way_is_shorter() {
    let mut rng = Rng::new(7, Stream::Generate);
    let (mut found, mut diagonal) = (0, 0);
    for round in 0..120 {
        let (rows, columns) = (2 + rng.below(9) as usize, 2 + rng.below(12) as usize);
        let share = [1, 3, 5][round % 3];
        let mut free = || if rng.below(10) < share { '#' } else { ' ' };
        let mut text: String = (0..rows).map(|_| (0..columns).map(|_| free()).collect::<String>() + "\n").collect();
        text.replace_range(..1, " ");
        let Ok(parsed) = formats::read(
            text.as_bytes(),
            &ReadOptions { format: InputFormat::from_name("squares"), ..ReadOptions::default() },
        ) else {
            continue;
        };
        let grid = parsed.maze.grid();
        let (from, maze) = (grid.find([0, 0]).unwrap(), parsed.maze.with_diagonals().unwrap());
        let expected = lengths(&text, [0, 0]);
        for to in parsed.maze.cells() {
            let &[row, column] = grid.address(to).numbers() else { panic!("a square") };
            let expected = expected[row as usize][column as usize];
            for solver in [Solver::Astar, Solver::Dijkstra] {
                match solver.solve(&maze, from, to).outcome {
                    Outcome::Arrived(path) => {
                        assert!((maze.length_of(&path) - expected).abs() < 1e-9, "{solver:?} {row} {column}\n{text}");
                        assert!(path.windows(2).all(|pair| maze.neighbors(pair[0]).any(|(_, far)| far == pair[1])));
                        found += 1;
                        diagonal += u32::from(maze.length_of(&path).fract() > 1e-9);
                    }
                    _ => assert!(expected.is_infinite(), "{solver:?} {row} {column}\n{text}"),
                }
            }
        }
    }
    assert!(found > 3000 && diagonal > 1000, "{found} {diagonal}");
}

#[test]
fn moves_have_eight_names() {
    let options = ReadOptions { format: InputFormat::from_name("squares"), ..ReadOptions::default() };
    let open = formats::read(b"S  \n   \n  E\n", &options).unwrap();
    let maze = open.maze.with_diagonals().unwrap();
    let cell = |row: u32, column: u32| maze.grid().find([row, column]).unwrap();
    let path = [cell(0, 0), cell(1, 1), cell(0, 2), cell(1, 1), cell(2, 0), cell(1, 1), cell(0, 0), cell(0, 1)];
    let Directions::Names(names) = directions(&maze, &path) else { panic!("names") };
    assert_eq!(names.join(" "), "SE NE SW SW NE NW E");
    assert_eq!(maze.neighbors(cell(1, 1)).count(), 8);
    assert_eq!(maze.neighbors(cell(0, 0)).count(), 3);
    assert!((maze.length_of(&path) - (1.0 + 6.0 * SQRT_2)).abs() < 1e-12);
}

#[test]
fn other_grids_have_no_corners_to_cross() {
    let hexagons = Mesh::new(&MeshOptions { columns: 3, rows: 3, ..MeshOptions::new(GridKind::Hex) }).unwrap();
    assert!(Maze::closed(hexagons.into()).with_diagonals().is_none());
    let floors =
        Mesh::new(&MeshOptions { columns: 3, rows: 3, floors: 2, ..MeshOptions::new(GridKind::Square) }).unwrap();
    assert!(Maze::closed(floors.into()).with_diagonals().is_none());
    let closed = Maze::closed(Square::new(2, 2).unwrap().into());
    let maze = closed.with_diagonals().unwrap();
    assert_eq!(Solver::Astar.solve(&maze, Cell(0), Cell(3)).outcome, Outcome::Unreachable);
}
