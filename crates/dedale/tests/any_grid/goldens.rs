//! Mazes of grids that are no squares must not move either: a digest for each of these and each algorithm.
//!
//! `digests.txt` has a line for each: the grid, the algorithm, and the SHA-256 of the passages of all cells, a byte each, for the
//! seeds 0, 1 and 2 one after the other. `DEDALE_BLESS=1 cargo test --test any_grid` adds what is missing; it changes and drops no
//! line unless `GENERATOR_VERSION` was raised.

use std::collections::BTreeMap;

use super::grids::{Listed, grids};
use super::{ALGORITHMS_FOR_ANY, carve};
use dedale::generate::{Algorithm, GENERATOR_VERSION};
use dedale::maze::Maze;
use sha2::{Digest as _, Sha256};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/any_grid/digests.txt");

fn digest(algorithm: Algorithm, grid: &Listed) -> String {
    let mut bytes = Vec::new();
    for seed in 0..3 {
        let mut maze = Maze::closed(grid.clone());
        carve(algorithm, &mut maze, seed, &mut ()).unwrap();
        bytes.extend(maze.all_passages().iter().map(|sides| sides.bits()));
    }
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// By grid and algorithm, the digest.
fn now() -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (name, grid) in grids() {
        for algorithm in ALGORITHMS_FOR_ANY {
            all.insert(format!("{name}: {}", algorithm.name()), digest(algorithm, &grid));
        }
    }
    all
}

#[test]
fn mazes_have_not_moved() {
    let now = now();
    let text = std::fs::read_to_string(FILE).unwrap_or_else(|_| format!("generator version {GENERATOR_VERSION}\n"));
    let (version, lines) = text.split_once('\n').unwrap();
    let version: u32 = version.strip_prefix("generator version ").unwrap().parse().unwrap();
    let stored: BTreeMap<String, String> = lines
        .lines()
        .map(|line| line.rsplit_once(' ').unwrap())
        .map(|(of, digest)| (of.into(), digest.into()))
        .collect();
    let moved: Vec<_> = stored.iter().filter(|(of, digest)| now.get(*of) != Some(digest)).map(|(of, _)| of).collect();
    assert!(moved.is_empty() || version < GENERATOR_VERSION, "not the mazes that they were: {moved:?}");
    if std::env::var_os("DEDALE_BLESS").is_some_and(|value| value == "1") {
        let lines: String = now.iter().map(|(of, digest)| format!("{of} {digest}\n")).collect();
        std::fs::write(FILE, format!("generator version {GENERATOR_VERSION}\n{lines}")).unwrap();
        return;
    }
    assert_eq!((version, stored), (GENERATOR_VERSION, now), "add them with DEDALE_BLESS=1 cargo test --test any_grid");
}
