//! Makes a maze, opens half of its dead ends, and prints it.
//!
//! ```sh
//! cargo run -p dedale --example generate
//! ```

use dedale::edit::{Share, braid};
use dedale::generate::kruskal;
use dedale::rng::{Rng, Stream};
use dedale::{Maze, Square};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = 42;
    let mut maze = Maze::closed(Square::new(16, 8)?);
    kruskal(&mut maze, &mut Rng::new(seed, Stream::Generate), &mut ())?;
    let dead_ends = maze.cells().filter(|&cell| maze.is_dead_end(cell)).count();
    braid(&mut maze, Share::new(0.5)?, &mut Rng::new(seed, Stream::Braid), &mut ())?;
    print!("{maze}");
    println!("{} passages; {dead_ends} dead ends before half of them were opened", maze.links().count());
    Ok(())
}
