//! Makes a maze, opens half of its dead ends, and prints it.
//!
//! ```sh
//! cargo run -p dedale --example generate
//! ```

use dedale::{Algorithm, Maze, Square};

fn dead_ends(maze: &Maze<Square>) -> usize {
    maze.cells().filter(|&cell| maze.is_dead_end(cell)).count()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let builder = Maze::builder().size(16, 8).algorithm(Algorithm::Kruskal).seed(42);
    let perfect = builder.clone().build()?;
    let maze = builder.braid(0.5).build()?;
    print!("{maze}");
    println!("{} dead ends, and {} before half of them were opened", dead_ends(&maze), dead_ends(&perfect));
    Ok(())
}
