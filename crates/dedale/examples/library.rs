//! Makes a maze and draws it, without a server: the library alone.
//!
//! ```sh
//! cargo run --example library --no-default-features
//! ```

use std::error::Error;
use std::io::Write;

use dedale::render::{Format, Picture};
use dedale::spec::{Limits, MazeSpec};

fn main() -> Result<(), Box<dyn Error>> {
    let query = [("algo", "kruskal"), ("w", "16"), ("h", "8"), ("seed", "42"), ("doors", "true")];
    let pairs = query.map(|(name, value)| (name.into(), value.into()));
    let made = MazeSpec::read(&pairs, &[], Limits::default(), 0)?.make(&mut ())?;
    let dead_ends = made.maze.cells().filter(|&cell| made.maze.is_dead_end(cell)).count();
    std::io::stdout().write_all(&Picture::new(made.maze, made.from, made.to).to_bytes(Format::Unicode))?;
    println!("{dead_ends} dead ends");
    Ok(())
}
