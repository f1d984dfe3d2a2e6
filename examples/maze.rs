//! Asks a running server for a maze and counts its dead ends.
//!
//! ```sh
//! cargo run --example maze [http://127.0.0.1:8080]
//! ```

use std::error::Error;

use serde::Deserialize;

#[derive(Deserialize)]
struct Maze {
    w: usize,
    h: usize,
    seed: u64,
    /// Rows of cells, each the sum of its walls: N is 1, E is 2, S is 4, W is 8.
    cells: Vec<Vec<u8>>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let base = std::env::args().nth(1).or_else(|| std::env::var("DEDALE_URL").ok());
    let base = base.unwrap_or_else(|| "http://127.0.0.1:8080".to_owned());
    let answer = minreq::get(format!("{base}/maze?algo=prim&w=16&h=8&encoding=bits")).with_timeout(10).send()?;
    if answer.status_code != 200 {
        return Err(answer.as_str()?.into());
    }
    let maze: Maze = serde_json::from_slice(answer.as_bytes())?;
    let cells: Vec<u8> = maze.cells.into_iter().flatten().collect();
    if cells.len() != maze.w * maze.h {
        return Err(format!("{} cells in a maze of {} × {}", cells.len(), maze.w, maze.h).into());
    }
    let dead_ends = cells.iter().filter(|walls| walls.count_ones() == 3).count();
    println!("seed {}: {dead_ends} of {} cells are dead ends", maze.seed, cells.len());
    Ok(())
}
