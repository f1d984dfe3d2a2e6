//! Solves a maze by every solver, and compares what they find and how much they see.
//!
//! ```sh
//! cargo run -p dedale --example solve
//! ```

use dedale::generate::prim;
use dedale::rng::{Rng, Stream};
use dedale::solve::SOLVERS;
use dedale::{Maze, Square};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid = Square::new(30, 30)?;
    let mut maze = Maze::closed(grid);
    prim(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
    let (from, to) = (grid.at(0, 0), grid.at(29, 29));
    for info in SOLVERS {
        let solution = info.solver.solve(&maze, from, to);
        match solution.length() {
            Some(length) => println!("{:26} {length} moves, {} cells seen", info.title, solution.visited),
            None => println!("{:26} found no way", info.title),
        }
    }
    Ok(())
}
