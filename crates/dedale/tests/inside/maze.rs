//! Passages and openings: both cells agree about each.

use dedale::grid::{Cell, Grid, Side, Sides, Square};
use dedale::maze::Maze;
use dedale::observe::Step;

#[test]
fn link_and_unlink_write_both_cells() {
    let grid = Square::new(3, 3).unwrap();
    let mut maze = Maze::closed(grid);
    let middle = grid.at(1, 1);
    for side in Sides::SQUARE {
        let far = maze.link(middle, side);
        assert_eq!(maze.passages(far), Sides::NONE.with(grid.opposite(middle, side)));
    }
    assert_eq!(maze.count_passages(), 4);
    for side in Sides::SQUARE {
        maze.unlink(middle, side);
    }
    assert_eq!(maze, Maze::closed(grid));
}

#[test]
fn a_range_that_ends_before_it_begins_has_no_openings() {
    let mut maze = Maze::closed(Square::new(3, 1).unwrap());
    maze.open_outer(Cell(0), Side::W);
    assert_eq!(maze.openings_of(Cell(2)..Cell(0)).count(), 0);
    assert_eq!(maze.openings_of(Cell(0)..Cell(3)).count(), 1);
}

/// East of the last column is the next row by its number, and an opening between two cells would be no passage.
#[test]
fn walls_are_opened_only_where_they_are() {
    let grid = Square::new(3, 2).unwrap();
    for (from, side, is_inner) in [(grid.at(0, 2), Side::E, true), (grid.at(0, 0), Side::E, false)] {
        let mut maze = Maze::closed(grid);
        let open = std::panic::AssertUnwindSafe(|| {
            if is_inner {
                maze.link(from, side);
            } else {
                maze.open_outer(from, side);
            }
        });
        let message = std::panic::catch_unwind(open).unwrap_err();
        let expected =
            if is_inner { "side 1 of cell 2 is not an inner side" } else { "side 1 of cell 0 is not an outer side" };
        assert_eq!(message.downcast_ref::<String>().unwrap(), expected);
        assert_eq!(maze, Maze::closed(grid));
    }
}

/// Beside a cell that was taken out, which no passage leads to, a wall is an outer one.
#[test]
fn steps_open_walls_beside_cells_that_were_taken_out() {
    let grid = Square::new(3, 2).unwrap();
    let mut maze = Maze::closed(grid);
    maze.link(grid.at(0, 1), Side::S);
    maze.replay(Step::Open { cell: grid.at(1, 1), side: Side::W });
    maze.replay(Step::Open { cell: grid.at(0, 0), side: Side::N });
    let openings = [(grid.at(0, 0), Side::N), (grid.at(1, 1), Side::W)];
    assert!(maze.openings().eq(openings));
    let open = std::panic::AssertUnwindSafe(|| maze.replay(Step::Open { cell: grid.at(0, 0), side: Side::E }));
    assert!(std::panic::catch_unwind(open).is_err());
    assert!(maze.openings().eq(openings));
}

#[test]
fn openings_are_no_passages() {
    let grid = Square::new(2, 2).unwrap();
    let mut maze = Maze::closed(grid);
    maze.open_outer(grid.at(0, 0), Side::W);
    assert_eq!(maze.passages(grid.at(0, 0)), Sides::NONE);
    assert_eq!(maze.open_sides(grid.at(0, 0)), Sides::NONE.with(Side::W));
    assert_eq!(maze.open_sides(grid.at(0, 1)), Sides::NONE);
}
