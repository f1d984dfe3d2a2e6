//! Solves a maze by every solver, and compares what they find and how much they see.
//!
//! ```sh
//! cargo run -p dedale --example solve
//! ```

use dedale::solve::SOLVERS;
use dedale::{Algorithm, Maze};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let maze = Maze::builder().size(30, 30).algorithm(Algorithm::Prim).seed(7).build()?;
    let (from, to) = (maze.grid().at(0, 0), maze.grid().at(29, 29));
    for info in SOLVERS {
        let solution = info.solver.solve(&maze, from, to);
        match solution.length() {
            Some(length) => println!("{:26} {length} moves, {} cells seen", info.title, solution.visited),
            None => println!("{:26} found no way", info.title),
        }
    }
    Ok(())
}
