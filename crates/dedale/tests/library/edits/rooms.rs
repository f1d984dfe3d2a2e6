//! Rooms: where they are, and what they need.

use dedale::about::{Between, InvalidValueKind};
use dedale::edit::rooms;
use dedale::generate::Algorithm;
use dedale::grid::{Grid, Side, Square};
use dedale::maze::Maze;
use dedale::options::MazeBuilder;
use dedale::rng::{Rng, Stream};

#[test]
fn rooms_are_open_inside_and_do_not_touch() {
    for (columns, rows, count, [least, most]) in
        [(30, 20, 9, [3, 7]), (9, 9, 100, [2, 2]), (3, 40, 7, [2, 20]), (2, 1, 5, [2, 2]), (60, 60, 100, [2, 4])]
    {
        for seed in 0..20 {
            let grid = Square::new(columns, rows).unwrap();
            let mut maze = Algorithm::Wilson.generate(grid, seed);
            let before = maze.clone();
            let size = Between::new(least, most).unwrap();
            let at = |grid: &Square, [_, row, column]: [u32; 3]| Some(grid.at(row, column));
            let rng = &mut Rng::new(seed, Stream::Rooms);
            let placed = rooms(&mut maze, count, size, [1, rows, columns], at, rng, &mut ()).unwrap();
            assert!(placed.len() <= count as usize);
            let mut room_of = vec![None; grid.cells() as usize];
            for (number, room) in placed.iter().enumerate() {
                assert!([room.rows, room.columns].iter().all(|&side| size.contains(side)));
                for row in room.row..room.row + room.rows {
                    for column in room.column..room.column + room.columns {
                        // Neither a cell nor a corner of it belongs to another room.
                        for near in [[0, 0], [0, 2], [2, 0], [2, 2], [0, 1], [1, 0], [1, 1], [1, 2], [2, 1]] {
                            let [near_row, near_column] = [row + near[0], column + near[1]];
                            if (1..=rows).contains(&near_row) && (1..=columns).contains(&near_column) {
                                let other = room_of[grid.at(near_row - 1, near_column - 1).index()];
                                assert!(other.is_none_or(|other| other == number), "{placed:?}");
                            }
                        }
                        room_of[grid.at(row, column).index()] = Some(number);
                    }
                }
            }
            for cell in maze.cells() {
                for side in grid.inner_sides(cell) {
                    let is_inside = room_of[cell.index()].is_some()
                        && room_of[cell.index()] == room_of[grid.across(cell, side).index()];
                    let was_open = before.passages(cell).contains(side);
                    assert_eq!(maze.passages(cell).contains(side), is_inside || was_open);
                }
            }
        }
    }
}

#[test]
fn rooms_need_all_of_their_cells() {
    let grid = Square::new(9, 9).unwrap();
    let mut maze = Maze::closed(grid);
    let at = |grid: &Square, [_, row, column]: [u32; 3]| (column != 4).then(|| grid.at(row, column));
    let placed =
        rooms(&mut maze, 20, "3..9".parse().unwrap(), [1, 9, 9], at, &mut Rng::new(7, Stream::Rooms), &mut ()).unwrap();
    assert!(!placed.is_empty());
    assert!((0..9).all(|row| maze.passages(grid.at(row, 4)).is_empty()));
    assert!((0..9).all(|row| !maze.passages(grid.at(row, 3)).contains(Side::E)));
}

#[test]
fn sizes_that_are_none() {
    let wrong = "must be a number of cells between 2 and 20, or a range of them such as 3..7";
    for text in ["", "1", "21", "3..", "..7", "7..3", "3..7..9", "3-7", "2..21", "a"] {
        let set = MazeBuilder::default().set("room_size", text);
        assert_eq!(set, Err(InvalidValueKind::Unreadable("3..7").with_reason(wrong)), "{text}");
    }
}
