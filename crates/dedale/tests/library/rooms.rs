//! Where rooms are, as the head of a maze says.
//!
//! Proved here: what `rooms` opens are the walls inside the rooms that are listed, and no others, on every grid that has rooms; the rooms of
//! a dungeon are all listed, in halves that match too; and JSON says where they are.

use std::collections::BTreeSet;

use dedale::Format;
use dedale::edit::Room;
use dedale::formats::Encoding;
use dedale::grid::{Address, Cell, Grid, Side};

use crate::read;

/// The cells of a room.
fn cells_of<G: Grid>(grid: &G, room: &Room, has_floors: bool) -> BTreeSet<Cell> {
    let rows = room.row..room.row + room.rows;
    let places = rows.flat_map(|row| (room.column..room.column + room.columns).map(move |column| (row, column)));
    let address =
        |(row, column)| -> Address { if has_floors { [room.floor, row, column].into() } else { [row, column].into() } };
    places.map(|place| grid.find(address(place)).expect("a room consists of cells")).collect()
}

/// The pairs of neighbors with a passage between them, the cells of each room, and all pairs of neighbors.
type Known = (BTreeSet<(Cell, Cell)>, Vec<BTreeSet<Cell>>, Vec<(Cell, Cell)>);

fn known(query: &str) -> Known {
    let picture = read(query).make(&mut ()).unwrap();
    let grid = picture.maze.grid();
    let pairs = |sides: &dyn Fn(Cell) -> Vec<Side>| -> Vec<(Cell, Cell)> {
        let of = |cell| sides(cell).into_iter().map(move |side| (cell, grid.across(cell, side)));
        picture.maze.cells().flat_map(of).filter(|(cell, far)| cell < far).collect()
    };
    let open = pairs(&|cell| picture.maze.passages(cell).into_iter().collect());
    let all = pairs(&|cell| grid.inner_sides(cell).into_iter().collect());
    let (rooms, has_floors) = (&picture.metadata.rooms, picture.metadata.floors.is_some());
    let rooms = rooms.iter().map(|room| cells_of(grid, room, has_floors)).collect();
    (open.into_iter().collect(), rooms, all)
}

#[test]
fn what_rooms_open_is_inside_the_rooms_that_are_listed() {
    for query in [
        "w=20&h=15",
        "w=20&h=15&algo=wilson",
        "grid=hex&w=18&h=16",
        "grid=triangle&w=30&h=16",
        "w=16&h=12&floors=3",
        "w=30&h=30&mask=circle",
        "w=20&h=20&wrap=xy",
    ] {
        for seed in 0..5 {
            let query = format!("{query}&seed={seed}");
            let (before, none, _) = known(&query);
            assert_eq!(none, []);
            let (after, rooms, all) = known(&format!("{query}&rooms=6&room_size=2..5"));
            assert!((1..=6).contains(&rooms.len()), "{query}");
            let is_inside = |(a, b): &(Cell, Cell)| rooms.iter().any(|room| room.contains(a) && room.contains(b));
            let expected = before.into_iter().chain(all.into_iter().filter(is_inside)).collect();
            assert_eq!(after, expected, "{query}");
        }
    }
}

#[test]
fn all_rooms_of_a_dungeon_are_listed() {
    for query in [
        "w=40&h=30",
        "w=40&h=30&wrap=x",
        "w=40&h=31&symmetry=rotate",
        "w=33&h=34&symmetry=mirror-y",
        "w=25&h=25&mask=circle",
    ] {
        for seed in 0..5 {
            let query = format!("algo=dungeon&seed={seed}&{query}");
            let (open, rooms, all) = known(&query);
            assert!(!rooms.is_empty(), "{query}");
            let room_of = |cell| rooms.iter().position(|room| room.contains(&cell));
            // Every wall inside is open, and without the rooms there are no loops.
            let mut parts: Vec<u32> = (0..=all.iter().map(|(_, far)| far.0).max().unwrap()).collect();
            for (a, b) in all {
                let is_open = open.contains(&(a, b));
                match (room_of(a), room_of(b)) {
                    (Some(room), Some(other)) if room == other => assert!(is_open, "{query}: {a:?} {b:?}"),
                    (None, None) if is_open => {
                        let [from, to] = [a, b].map(|cell| parts[cell.index()]);
                        // A room that is cut off by a mask, or goes on at the opposite edge, is no rectangle.
                        let may_be_cut = ["mask", "wrap"].iter().any(|cut| query.contains(cut));
                        assert!(from != to || may_be_cut, "{query}: a loop at {a:?}");
                        parts.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
                    }
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn json_lists_rooms() {
    let json = |query: &str| -> serde_json::Value {
        serde_json::from_slice(&read(query).make(&mut ()).unwrap().to_bytes(Format::Json(Encoding::Walls)).unwrap())
            .unwrap()
    };
    let maze = json("w=9&h=9&seed=7&rooms=1&room_size=3");
    let [row, column] = ["row", "col"].map(|name| maze["rooms"][0][name].as_u64().unwrap() as usize);
    assert_eq!(maze["rooms"].as_array().unwrap().len(), 1);
    assert_eq!((&maze["rooms"][0]["rows"], &maze["rooms"][0]["cols"]), (&3.into(), &3.into()));
    // The cell in the middle has no wall.
    assert_eq!(maze["cells"][row + 1][column + 1], "");
    assert!(maze["rooms"][0].get("floor").is_none());
    assert!(json("w=9&h=9&floors=2&seed=7&rooms=1")["rooms"][0]["floor"].is_u64());
    assert!(json("w=9&h=9&seed=7").get("rooms").is_none());
    // Nothing is a rectangle there.
    assert!(json("grid=hex&algo=dungeon&w=20&h=20&seed=7").get("rooms").is_none());
}
