//! Draws a maze with its solution: as text on the terminal, and as SVG and PNG in the folder that is named.
//!
//! ```sh
//! cargo run -p dedale --example draw
//! cargo run -p dedale --example draw -- /tmp
//! ```
#![allow(clippy::disallowed_methods, reason = "programs may write files, and the library may not")]

use std::path::Path;

use dedale::{Format, Maze, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Maze::builder().size(24, 10).seed(7).doors(true).options()?;
    let mut picture = options.make(&mut ())?;
    picture.solve(Solver::Bfs, &mut ())?;
    picture.write_to(Format::Unicode, &mut std::io::stdout())?;
    if let Some(folder) = std::env::args().nth(1) {
        for name in ["svg", "png"] {
            let format = Format::from_name(name).ok_or("a format")?;
            let file = Path::new(&folder).join("maze").with_extension(name);
            std::fs::write(&file, picture.to_bytes(format)?)?;
            println!("{}", file.display());
        }
    }
    Ok(())
}
