//! A trail on a grid whose cells have eight sides.

use dedale::grid::{Cell, Grid, Side, Sides};
use dedale::maze::Maze;
use dedale::picture::Trail;

use crate::any_grid::grids::King;

/// Each pair of neighbors alone: the trail crosses that one wall from both of its cells, and nothing else.
#[test]
fn every_one_of_eight_sides_can_be_crossed() {
    let grid = King::new(3, 3);
    let pairs = |cell| grid.inner_sides(cell).into_iter().map(move |side| (cell, side));
    for (near, side) in (0..9).map(Cell).flat_map(pairs) {
        let mut maze = Maze::closed(King::new(3, 3));
        maze.link(near, side);
        let (far, back) = (grid.across(near, side), grid.opposite(near, side));
        let trail = Trail::new(&maze, &[near, far]);
        for cell in (0..9).map(Cell) {
            let crossed: Sides =
                [(near, side), (far, back)].into_iter().filter(|end| end.0 == cell).map(|end| end.1).collect();
            assert_eq!(trail.sides(cell), crossed, "{near:?} {side:?}: {cell:?}");
            assert_eq!(trail.passes(cell), !crossed.is_empty());
        }
    }
}

#[test]
fn cells_that_no_passage_joins_are_passed() {
    let mut maze = Maze::closed(King::new(3, 3));
    maze.link(Cell(0), Side::new(3));
    let trail = Trail::new(&maze, &[Cell(8), Cell(0), Cell(4), Cell(2), Cell(8)]);
    let passed: Vec<u32> = (0..9).filter(|&cell| trail.passes(Cell(cell))).collect();
    assert_eq!(passed, [0, 2, 4, 8]);
    assert_eq!((trail.sides(Cell(2)), trail.sides(Cell(8))), (Sides::NONE, Sides::NONE));
    let single = Trail::new(&maze, &[Cell(5)]);
    assert!(single.passes(Cell(5)) && !single.passes(Cell(4)) && single.sides(Cell(5)).is_empty());
}
