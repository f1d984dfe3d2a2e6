//! Draws a maze with its solution: as text on the terminal, and as SVG and PNG in the folder that is named.
//!
//! ```sh
//! cargo run -p dedale --example draw
//! cargo run -p dedale --example draw -- /tmp
//! ```
#![allow(clippy::disallowed_methods, reason = "programs may write files, and the library may not")]

use std::path::Path;

use dedale::generate::backtracker;
use dedale::render::Trail;
use dedale::rng::{Rng, Stream};
use dedale::{Format, Maze, Picture, Side, Solver, Square};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid = Square::new(24, 10)?;
    let mut maze = Maze::closed(grid);
    backtracker(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ())?;
    let (from, to) = (grid.at(0, 0), grid.at(9, 23));
    maze.open_outer(from, Side::N);
    maze.open_outer(to, Side::S);
    let solution = Solver::Bfs.solve(&maze, from, to);
    let mut picture = Picture::new(maze, from, to);
    picture.path = solution.path().map(|path| Trail::new(&picture.maze, path));
    print!("{}", String::from_utf8(picture.to_bytes(Format::Unicode))?);
    if let Some(folder) = std::env::args().nth(1) {
        for name in ["svg", "png"] {
            let format = Format::from_name(name).ok_or("a format")?;
            let file = Path::new(&folder).join("maze").with_extension(name);
            std::fs::write(&file, picture.to_bytes(format))?;
            println!("{}", file.display());
        }
    }
    Ok(())
}
