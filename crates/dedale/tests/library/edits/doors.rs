//! Where the doors are.

use crate::letter;
use dedale::edit::doors;
use dedale::grid::Square;
use dedale::maze::Maze;

#[test]
fn every_place_of_the_border_gets_its_side() {
    let grid = Square::new(3, 3).unwrap();
    let cases = [
        ((0, 0), (0, 0), "WN"),
        ((0, 1), (0, 1), "N"),
        ((2, 2), (0, 0), "NE"),
        ((0, 2), (2, 0), "NS"),
        ((1, 2), (1, 0), "WE"),
    ];
    for (from, to, letters) in cases {
        let mut maze = Maze::closed(grid);
        doors(&mut maze, grid.at(from.0, from.1), grid.at(to.0, to.1), &mut ()).unwrap();
        let mut sides: Vec<char> = maze.openings().map(|(_, side)| letter(side)).collect();
        let mut expected: Vec<char> = letters.chars().collect();
        sides.sort_unstable();
        expected.sort_unstable();
        assert_eq!(sides, expected, "{from:?} {to:?}");
    }
}
