//! How long dead ends may be.

use crate::{mesh_of, read};
use dedale::grid::{AnyGrid, Cell, Grid};
use dedale::maze::Maze;

/// How many cells each dead end has, and whether one of the last ones has a wall to another cell.
fn dead_ends(maze: &Maze<AnyGrid>, most: u32) -> Vec<(u32, bool)> {
    let mut found = Vec::new();
    for end in maze.cells().filter(|&cell| maze.is_dead_end(cell)) {
        let mut cells: Vec<Cell> = vec![end];
        loop {
            let last = cells[cells.len() - 1];
            let next = maze.neighbors(last).map(|(_, far)| far).find(|far| !cells.contains(far));
            match next.filter(|&next| maze.passages(next).len() <= 2) {
                Some(next) => cells.push(next),
                None => break,
            }
        }
        let has_wall = |cell: &Cell| maze.grid().inner_sides(*cell) != maze.passages(*cell);
        found.push((cells.len() as u32, cells.iter().take(most as usize + 1).any(has_wall)));
    }
    found
}

#[test]
fn no_dead_end_is_longer_where_a_wall_can_be_opened() {
    for query in [
        "w=30&h=20",
        "w=30&h=20&algo=prim&rooms=3",
        "w=20&h=14&sparse=0.4",
        "w=9&h=1",
        "w=12&h=9&algo=wilson&braid=0.5",
        "grid=hex&w=12&h=9",
        "grid=polar&rings=7",
        "w=8&h=8&weave=1",
        "w=6&h=6&floors=3&wrap=x",
        "w=1&h=1",
    ] {
        for most in [1, 2, 3, 7, 1000] {
            for seed in 0..6 {
                let query = format!("{query}&seed={seed}");
                let before = mesh_of(&query).maze;
                let after = mesh_of(&format!("{query}&max_dead_end={most}")).maze;
                assert!(before.links().all(|(cell, side, _)| after.passages(cell).contains(side)), "{query}");
                for (length, can_be_opened) in dead_ends(&after, most) {
                    assert!(length <= most || !can_be_opened, "{query}: {length} cells, not {most}");
                }
                // None that was short enough is opened, but where another one is joined to it.
                let long = dead_ends(&before, most).into_iter().filter(|&(length, _)| length > most).count() as u64;
                assert!(after.count_passages() - before.count_passages() <= long, "{query}");
            }
        }
    }
}

#[test]
fn it_is_a_number_of_cells() {
    let wrong = |text: &str| read_error(&format!("max_dead_end={text}"));
    for text in ["0", "-1", "1.5", "", "few"] {
        assert_eq!(wrong(text), ["max_dead_end"], "{text}");
    }
    assert_eq!(
        read("max_dead_end=3").to_string(),
        "algo=backtracker&w=30&h=30&seed=0&from=0,0&to=29,29&max_dead_end=3"
    );
}

fn read_error(query: &str) -> Vec<&'static str> {
    let invalid = query.parse::<dedale::options::MazeOptions>().unwrap_err();
    invalid.0.into_iter().map(|invalid| invalid.option).collect()
}
