//! A grid that the library does not have: squares around a cylinder. Algorithms and solvers work on it as on any other.
//!
//! A builder makes mazes of squares; on a grid of your own an algorithm carves ([`carve_on`](dedale::generate::Algorithm::carve_on)).
//!
//! ```sh
//! cargo run -p dedale --example own_grid
//! ```

use dedale::generate::Algorithm;
use dedale::grid::{Cell, Grid, Sides};
use dedale::rng::{Rng, Stream};
use dedale::{Maze, Side, Solver};

/// `rows × columns` squares; the first column is east of the last.
struct Cylinder {
    columns: u32,
    rows: u32,
}

impl Grid for Cylinder {
    fn cells(&self) -> u32 {
        self.columns * self.rows
    }

    fn inner_sides(&self, cell: Cell) -> Sides {
        Sides::SQUARE.minus(self.outer_sides(cell))
    }

    fn outer_sides(&self, cell: Cell) -> Sides {
        let row = cell.0 / self.columns;
        let north = if row == 0 { Sides::NONE.with(Side::N) } else { Sides::NONE };
        if row == self.rows - 1 { north.with(Side::S) } else { north }
    }

    fn across(&self, cell: Cell, side: Side) -> Cell {
        let (columns, column) = (self.columns, cell.0 % self.columns);
        Cell(match side {
            Side::N => cell.0 - columns,
            Side::S => cell.0 + columns,
            Side::E => cell.0 - column + (column + 1) % columns,
            _ => cell.0 - column + (column + columns - 1) % columns,
        })
    }

    fn opposite(&self, _: Cell, side: Side) -> Side {
        Side::new((side.number() + 2) % 4)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut maze = Maze::closed(Cylinder { columns: 12, rows: 6 });
    let rng = &mut Rng::new(7, Stream::Generate);
    Algorithm::Backtracker.carve_on(&mut maze, rng, &mut ()).ok_or("not on this grid")??;
    let seams = maze.links().filter(|(a, _, b)| a.0.abs_diff(b.0) == 11).count();
    println!("{seams} passages lead from the last column to the first");
    let to = maze.distances(Cell(0)).farthest();
    let solution = Solver::Bidirectional.solve(&maze, Cell(0), to);
    println!("The cell that is farthest from cell 0 is cell {}, {:?} moves away", to.0, solution.length());
    Ok(())
}
