//! A maze in a wall of bricks, a grid of one's own that can be drawn: its cells have polygons.
//!
//! ```sh
//! cargo run -p dedale --example bricks > bricks.svg
//! ```

use dedale::formats::Writer;
use dedale::grid::{Graph, GraphCell, GraphSide};
use dedale::options::MazeBuilder;
use dedale::picture::{Style, Trail};
use dedale::{Format, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (columns, rows) = (12, 16);
    let mut wall = Graph::default();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        // A brick is two wide, and every other row is shifted by one. The sides follow the corners, clockwise.
        let (x, y, right) = (2 * column + row % 2, row, column + row % 2);
        let corners = [(x, y), (x + 1, y), (x + 2, y), (x + 2, y + 1), (x + 1, y + 1), (x, y + 1)];
        let across =
            [(y - 1, right - 1), (y - 1, right), (y, column + 1), (y + 1, right), (y + 1, right - 1), (y, column - 1)];
        let number = |(row, column)| {
            let is_inside = (0..rows).contains(&row) && (0..columns).contains(&column);
            is_inside.then_some((row * columns + column) as u32)
        };
        let names = ["NW", "NE", "E", "SE", "SW", "W"].into_iter();
        let sides: Vec<_> =
            names.zip(across).map(|(name, far)| GraphSide { to: number(far), ..GraphSide::from(name) }).collect();
        let polygon = corners.map(|(x, y): (i32, i32)| [x.into(), y.into()]);
        wall.add(GraphCell { sides: &sides, polygon: &polygon, center: None })?;
    }
    let mut picture = MazeBuilder::default().seed(7).on(wall.into_mesh()?).options()?.make(&mut ())?;
    let solution = Solver::Astar.solve(&picture.maze, picture.from, picture.to);
    picture.path = solution.path().map(|path| Trail::new(&picture.maze, path));
    let mut drawing = Writer::new(picture, Format::Svg(Style::DEFAULT))?;
    let mut svg = Vec::new();
    while !drawing.is_done() {
        drawing.write_next(&mut svg);
    }
    print!("{}", String::from_utf8(svg)?);
    Ok(())
}
