//! Mazes whose exit cannot be reached.

use crate::mesh_of;
use dedale::rng::derived_seed;

const MAZES: [&str; 8] = [
    "w=12&h=9",
    "w=12&h=9&algo=wilson&braid=1",
    "w=14&h=10&rooms=3&exits=3",
    "w=9&h=1",
    "w=2&h=9&wrap=x",
    "grid=hex&w=9&h=8&ends=farthest",
    "w=6&h=5&floors=2&sparse=0.3",
    "w=8&h=8&rooms=20&room_size=2..3&braid=1",
];

#[test]
fn a_wall_stands_on_the_way() {
    for query in MAZES {
        for seed in 0..12 {
            let query = format!("{query}&seed={seed}");
            let (open, shut) = (mesh_of(&query), mesh_of(&format!("{query}&solvable=0")));
            assert_eq!((open.from, open.to), (shut.from, shut.to), "{query}");
            let closed = open.maze.count_passages() - shut.maze.count_passages();
            assert!(shut.maze.links().all(|(cell, side, _)| open.maze.passages(cell).contains(side)), "{query}");
            if open.from == open.to {
                assert_eq!(closed, 0, "{query}");
                continue;
            }
            assert_eq!(shut.maze.distances(shut.from).to(shut.to), None, "{query}");
            // One wall, unless there is a way around each.
            let around = shut.maze.passages(shut.to).is_empty();
            assert!(closed == 1 || around && closed <= 8, "{query}: {closed}");
        }
    }
}

/// About the share that is asked for: of 400 mazes, within five deviations.
#[test]
fn the_share_is_that_of_many_mazes() {
    for share in [0.1, 0.5, 0.9] {
        let solved = (0..400).filter(|&number| {
            let made = mesh_of(&format!("w=5&h=5&seed={}&solvable={share}", derived_seed(7, number)));
            made.maze.distances(made.from).to(made.to).is_some()
        });
        let (solved, expected) = (solved.count() as f64, 400.0 * share);
        assert!((solved - expected).abs() < 5.0 * (expected * (1.0 - share)).sqrt(), "{solved} of {expected}");
    }
}
