//! Mazes on a canvas: which lines are drawn.

use dedale::draw::{Canvas, Cap, Ink, Stroke};
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Grid, Side, Square};
use dedale::maze::Maze;
use dedale::picture::{Marks, Picture, Style};

/// The walls that were drawn: the ends of each piece of a cell's length, the lesser one first.
#[derive(Default)]
struct Drawn {
    at: [i64; 2],
    walls: Vec<[[i64; 2]; 2]>,
    strokes: usize,
}

impl Canvas for Drawn {
    fn begin(&mut self, ink: Ink, stroke: Option<Stroke>) {
        assert_eq!((ink, stroke.map(|stroke| stroke.cap)), (Ink::Wall, Some(Cap::Square)));
    }

    fn go(&mut self, to: [f64; 2]) {
        self.at = to.map(|line| line as i64);
        self.strokes += 1;
    }

    fn line(&mut self, to: [f64; 2]) {
        let to = to.map(|line| line as i64);
        assert!(self.at != to && (self.at[0] == to[0] || self.at[1] == to[1]));
        while self.at != to {
            let next = [0, 1].map(|axis| self.at[axis] + (to[axis] - self.at[axis]).signum());
            self.walls.push([self.at.min(next), self.at.max(next)]);
            self.at = next;
        }
    }

    fn curve(&mut self, _: [[f64; 2]; 2], _: [f64; 2]) {
        unreachable!("squares have none");
    }

    fn end(&mut self) {}
}

#[test]
fn every_wall_is_drawn_once() {
    for columns in [1, 2, 31, 63, 64, 65, 127, 128, 150] {
        for rows in [1, 2, 9] {
            let grid = Square::new(columns, rows).unwrap();
            for algorithm in [None, Some(Algorithm::Sidewinder), Some(Algorithm::Division)] {
                let maze = algorithm.map_or(Maze::closed(grid), |algorithm| algorithm.generate(grid, 7));
                let picture = Picture::new(maze, Cell(0), Cell(grid.cells() - 1));
                let (style, mut drawn) = (Style { marks: Marks::None, ..Style::DEFAULT }, Drawn::default());
                picture.draw(&style, &mut drawn);
                let mut walls = Vec::new();
                for cell in picture.maze.cells() {
                    let [x, y] = [grid.column(cell), grid.row(cell)].map(i64::from);
                    let sides = [
                        (Side::N, [[x, y], [x + 1, y]]),
                        (Side::E, [[x + 1, y], [x + 1, y + 1]]),
                        (Side::S, [[x, y + 1], [x + 1, y + 1]]),
                        (Side::W, [[x, y], [x, y + 1]]),
                    ];
                    let is_closed = |side: &Side| !picture.maze.open_sides(cell).contains(*side);
                    walls.extend(sides.into_iter().filter(|(side, _)| is_closed(side)).map(|(_, wall)| wall));
                }
                walls.sort_unstable();
                walls.dedup();
                drawn.walls.sort_unstable();
                assert_eq!(drawn.walls, walls, "{columns} x {rows}");
                assert!(drawn.strokes <= walls.len(), "{} strokes", drawn.strokes);
            }
        }
    }
}
