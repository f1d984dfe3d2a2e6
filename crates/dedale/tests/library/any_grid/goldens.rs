//! Mazes of grids that are no squares must not move either: `golden/any_grid.txt` has a digest for each grid and algorithm, the
//! SHA-256 of the passages of all cells, a byte each, for the seeds 0, 1 and 2 in order.

use super::grids::{Listed, grids};
use super::{algorithms_for_any, carve};
use crate::all_passages;
use crate::goldens::{Goldens, Promise, sha256};
use dedale::generate::{Algorithm, GENERATOR_VERSION};
use dedale::maze::Maze;

static MAZES: Promise = Promise {
    file: "any_grid.txt",
    title: "generator version",
    constant: "GENERATOR_VERSION",
    test: "--test library any_grid",
};

fn digest(algorithm: Algorithm, grid: &Listed) -> String {
    let mut bytes = Vec::new();
    for seed in 0..3 {
        let mut maze = Maze::closed(grid.clone());
        carve(algorithm, &mut maze, seed, &mut ()).unwrap();
        bytes.extend(all_passages(&maze).iter().map(|sides| sides.bits()));
    }
    sha256(&bytes)
}

#[test]
fn mazes_have_not_moved() {
    let mut lines = Vec::new();
    for (name, grid) in grids() {
        for algorithm in algorithms_for_any() {
            lines.push((format!("{name}: {}", algorithm.name()), digest(algorithm, &grid)));
        }
    }
    MAZES.check(&Goldens { promise: &MAZES, version: GENERATOR_VERSION, lines });
}
