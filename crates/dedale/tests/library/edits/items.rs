//! Items, doors and keys: where they are, and that no order of taking keys leads nowhere.

use std::collections::BTreeSet;

use crate::mesh_of;
use dedale::grid::{Address, Cell, Grid, Side};
use dedale::options::MazeOptions;
use dedale::picture::Picture;

const MAZES: [&str; 12] = [
    "w=12&h=9",
    "w=12&h=9&algo=prim",
    "w=20&h=14&algo=wilson&braid=0.3",
    "w=14&h=10&rooms=3&exits=3",
    "w=14&h=10&braid=1",
    "w=9&h=1",
    "w=3&h=2",
    "w=1&h=1",
    "w=2&h=9&wrap=x",
    "grid=hex&w=9&h=8&ends=farthest",
    "w=6&h=5&floors=2&sparse=0.3",
    "w=10&h=10&weave=1&algo=kruskal",
];

/// The cell of an address.
fn cell(picture: &Picture, numbers: &[u64]) -> Cell {
    let numbers: Vec<u32> = numbers.iter().map(|&number| number as u32).collect();
    let address = match numbers[..] {
        [row, column] => Address::from([row, column]),
        [floor, row, column] => Address::from([floor, row, column]),
        _ => unreachable!("these grids have rows"),
    };
    picture.maze.grid().find(address).unwrap()
}

/// A level: the passages with doors, both ways, and what opens each.
struct Level {
    picture: Picture,
    doors: Vec<BTreeSet<(Cell, Side)>>,
    keys: Vec<Cell>,
}

impl Level {
    fn of(query: &str) -> Level {
        let picture = mesh_of(query);
        let grid = picture.maze.grid();
        let door = |lock: &dedale::picture::LockPlace| {
            let near = cell(&picture, &lock.cell);
            let side = grid.side_named(near, &lock.side).unwrap();
            assert!(picture.maze.passages(near).contains(side), "{query}: a door in a wall");
            [(near, side), (grid.across(near, side), grid.opposite(near, side))].into()
        };
        let doors = picture.metadata.locks.iter().map(door).collect();
        let items = picture.metadata.items.iter().filter(|item| item.lock.is_some());
        let keys = items.enumerate().map(|(number, key)| {
            assert_eq!((key.name.as_str(), key.lock), ("key", Some(number + 1)), "{query}");
            cell(&picture, &key.cell)
        });
        let keys = keys.collect();
        Level { picture, doors, keys }
    }

    /// The cells that can be reached with these doors open.
    fn reached(&self, open: &BTreeSet<usize>) -> BTreeSet<Cell> {
        let maze = &self.picture.maze;
        let mut reached = BTreeSet::from([self.picture.from]);
        let mut waiting = vec![self.picture.from];
        while let Some(cell) = waiting.pop() {
            for (side, far) in maze.neighbors(cell) {
                let is_shut = |number: usize| !open.contains(&number) && self.doors[number].contains(&(cell, side));
                if !(0..self.doors.len()).any(is_shut) && reached.insert(far) {
                    waiting.push(far);
                }
            }
        }
        reached
    }

    /// Takes keys in every order, from those that were taken. If `are_alike`, each opens any one door; or else its own.
    fn walk(&self, taken: &BTreeSet<usize>, open: &BTreeSet<usize>, are_alike: bool, query: &str) {
        let reached = self.reached(open);
        assert_eq!(reached.contains(&self.picture.to), open.len() == self.doors.len(), "{query}: a way around a door");
        if open.len() == self.doors.len() {
            return;
        }
        let is_at_door =
            |door: &usize| !open.contains(door) && self.doors[*door].iter().any(|(cell, _)| reached.contains(cell));
        let mut moves = 0;
        for key in (0..self.keys.len()).filter(|key| !taken.contains(key) && reached.contains(&self.keys[*key])) {
            let taken: BTreeSet<usize> = taken.iter().copied().chain([key]).collect();
            self.walk(&taken, open, are_alike, query);
            moves += 1;
        }
        for door in (0..self.doors.len()).filter(is_at_door) {
            if if are_alike { taken.len() > open.len() } else { taken.contains(&door) } {
                self.walk(taken, &open.iter().copied().chain([door]).collect(), are_alike, query);
                moves += 1;
            }
        }
        assert!(moves > 0, "{query}: stuck with the keys {taken:?} and the doors {open:?}");
    }
}

#[test]
fn no_order_of_taking_keys_is_stuck() {
    let mut doors = 0;
    for query in MAZES {
        for locks in [1, 2, 4] {
            for seed in 0..8 {
                let query = format!("{query}&seed={seed}&locks={locks}&items=key:2");
                let level = Level::of(&query);
                assert_eq!(level.doors.len(), level.keys.len(), "{query}");
                assert!(level.doors.len() <= locks, "{query}");
                doors += level.doors.len();
                level.walk(&BTreeSet::new(), &BTreeSet::new(), false, &query);
                level.walk(&BTreeSet::new(), &BTreeSet::new(), true, &query);
            }
        }
    }
    assert!(doors > 300, "{doors}");
}

/// Dead ends come first, none of the ends has a thing, and no cell has two.
#[test]
fn things_are_at_dead_ends_and_never_together() {
    for query in MAZES {
        for items in ["treasure:3", "a:100,b:7,c", "key:2,treasure:5&locks=3"] {
            for seed in 0..4 {
                let items = items.replace(',', "&items=");
                let query = format!("{query}&seed={seed}&items={items}");
                let picture = mesh_of(&query);
                let maze = &picture.maze;
                let cells: Vec<Cell> = picture.metadata.items.iter().map(|item| cell(&picture, &item.cell)).collect();
                let different: BTreeSet<Cell> = cells.iter().copied().collect();
                assert_eq!(different.len(), cells.len(), "{query}");
                assert!(!different.contains(&picture.from) && !different.contains(&picture.to), "{query}");
                let is_free = |cell: &Cell| ![picture.from, picture.to].contains(cell);
                let free = maze.cells().filter(is_free).count();
                let asked: usize = query.parse::<MazeOptions>().map_or(0, |options| {
                    let shown = options.to_string();
                    let counts = shown.split('&').filter_map(|pair| pair.strip_prefix("items="));
                    counts.map(|items| items.split_once(':').unwrap().1.parse::<usize>().unwrap()).sum()
                });
                assert_eq!(cells.len(), (asked + picture.metadata.locks.len()).min(free), "{query}");
                // Whatever is not a key is elsewhere only where no dead end is left.
                let items = picture.metadata.items.iter().zip(&cells).filter(|(item, _)| item.lock.is_none());
                if items.clone().any(|(_, &cell)| !maze.is_dead_end(cell)) {
                    let mut left = maze.cells().filter(|&cell| maze.is_dead_end(cell) && is_free(&cell));
                    assert!(left.all(|cell| different.contains(&cell)), "{query}");
                }
            }
        }
    }
}

/// The places of a seed stay, as its walls do.
#[test]
fn things_have_not_moved() {
    let metadata = mesh_of("w=12&h=9&seed=7&locks=1&items=key:1&items=treasure:2").metadata;
    let places: Vec<_> = metadata.items.iter().map(|item| (&*item.name, &item.cell[..], item.lock)).collect();
    let expected: [(&str, &[u64], Option<usize>); 4] =
        [("key", &[1, 6], Some(1)), ("key", &[0, 11], None), ("treasure", &[7, 0], None), ("treasure", &[6, 10], None)];
    assert_eq!(places, expected);
    let doors: Vec<_> = metadata.locks.iter().map(|lock| (&lock.cell[..], lock.side.clone())).collect();
    assert_eq!(doors, [(&[7, 2][..], "N".to_owned())]);
}

/// No wall depends on what is placed.
#[test]
fn things_move_no_wall() {
    for query in MAZES {
        let (plain, furnished) = (mesh_of(query), mesh_of(&format!("{query}&locks=3&items=treasure:3")));
        assert_eq!((plain.maze, plain.from, plain.to), (furnished.maze, furnished.from, furnished.to), "{query}");
    }
}

/// As many doors as there can be: in a corridor, one at each passage with room before it.
#[test]
fn a_corridor_has_room_for_a_key_before_each_door() {
    let level = Level::of("w=9&h=1&seed=1&locks=100");
    assert_eq!(level.doors.len(), 7);
}

#[test]
fn items_are_names_and_numbers() {
    let set = |text: &str| dedale::options::MazeBuilder::default().set("items", text).is_ok();
    for text in ["a", "a:1", "a:100", "big_red-Key2:07"] {
        assert!(set(text), "{text}");
    }
    for text in ["", "a:", ":1", "a:0", "a:101", "a:-1", "1a", "a b", "é", "a:1:1", "abcdefghijklmnopqrstu", "a;b"] {
        assert!(!set(text), "{text}");
    }
    let many = (0..21).map(|number| format!("items=a{number}")).collect::<Vec<_>>().join("&");
    let wrong = many.parse::<MazeOptions>().unwrap_err();
    assert_eq!(wrong.to_string(), "items: at most 20 names may be given");
}
