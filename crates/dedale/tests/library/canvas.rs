//! Mazes on a canvas: which lines are drawn.

use dedale::draw::{Canvas, Cap, Ink, Stroke};
use dedale::formats::Format;
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Grid, GridKind, MeshOptions, Side, Square};
use dedale::maze::Maze;
use dedale::options::MazeBuilder;
use dedale::picture::{Marks, Palette, Picture, Style};

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

/// The inks in their order, and whether each is a stroke.
#[derive(Default)]
pub struct Looks(pub Vec<(Ink, bool)>);

impl Canvas for Looks {
    fn begin(&mut self, ink: Ink, stroke: Option<Stroke>) {
        self.0.push((ink, stroke.is_some()));
    }

    fn go(&mut self, _: [f64; 2]) {}

    fn line(&mut self, _: [f64; 2]) {}

    fn curve(&mut self, _: [[f64; 2]; 2], _: [f64; 2]) {}

    fn end(&mut self) {}
}

/// A heat map is below all else, from the farthest cells to the nearest, and has one color for each distance.
#[test]
fn a_heat_map_is_drawn_first() {
    for grid in [GridKind::Square, GridKind::Hex, GridKind::Polar] {
        let builder = MazeBuilder::default().grid(grid).seed(7);
        let builder = match grid {
            GridKind::Polar => builder.mesh(MeshOptions { rings: 6, ..MeshOptions::new(grid) }),
            _ => builder.size(9, 7),
        };
        let mut picture = builder.options().unwrap().make(&mut ()).unwrap();
        let style = Style { heat: Some(Palette::Viridis), ..Style::DEFAULT };
        let drawn = |picture: &Picture| {
            let mut looks = Looks::default();
            picture.draw(&style, &mut looks);
            looks.0
        };
        let without = drawn(&picture);
        picture.shade(Format::Svg(style), &mut ()).unwrap();
        let longest = picture.distances.as_ref().unwrap().longest();
        let with = drawn(&picture);
        let shades: Vec<_> = with.iter().take_while(|(ink, _)| matches!(ink, Ink::Shade(_))).collect();
        assert_eq!(shades.len(), longest as usize + 1, "{grid:?}");
        let colors = (0..=longest).rev().map(|step| Ink::Shade(Palette::Viridis.color(step, longest + 1)));
        assert!(shades.iter().map(|(ink, _)| *ink).eq(colors), "{grid:?}");
        assert!(shades.iter().all(|(_, is_stroke)| *is_stroke == (grid == GridKind::Square)), "{grid:?}");
        assert!(with[shades.len()..].iter().all(|(ink, _)| !matches!(ink, Ink::Shade(_))), "{grid:?}");
        assert!(without.iter().all(|(ink, _)| !matches!(ink, Ink::Shade(_))), "{grid:?}");
    }
}
