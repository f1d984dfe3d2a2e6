//! A maze in words: each line is short, and together they say the whole maze.

use std::collections::HashMap;

use dedale::formats::Format;
use dedale::grid::{Grid, Side};
use dedale::picture::Picture;

use crate::mesh_of;

/// The text of a picture.
fn described(picture: &Picture) -> String {
    String::from_utf8(picture.to_bytes(Format::Description).unwrap()).unwrap()
}

#[test]
fn a_small_maze_is_said_in_full() {
    let picture = mesh_of("w=3&h=2&seed=1&doors=true");
    let expected = "\
Rows: 2.
Columns: 3.
Entrance: 0,0.
Exit: 1,2.
0,0: east, south, west outside. Entrance.
0,1: east, west.
0,2: south, west.
1,0: north, east.
1,1: west.
1,2: north, east outside. Exit.
";
    assert_eq!(described(&picture), expected);
}

/// The addresses of what is open, and the marks, are those of the maze; a line of braille has forty cells.
#[test]
fn every_cell_is_said_with_its_open_sides() {
    let cut = ["w=16&h=14&mask=heart&seed=1&doors=true", "w=9&h=9&mask=ring&seed=2&braid=1&doors=true"].map(mesh_of);
    for picture in super::pictures().into_iter().chain(cut) {
        let text = described(&picture);
        let grid = picture.maze.grid();
        let address = |cell| grid.address(cell).to_string();
        let (head, cells): (Vec<_>, Vec<_>) =
            text.lines().partition(|line| line.starts_with(|first: char| !first.is_ascii_digit()));
        let ends =
            [("Entrance", picture.from), ("Exit", picture.to)].map(|(name, end)| format!("{name}: {}.", address(end)));
        assert_eq!(head[2..], ends);
        let lines: HashMap<&str, &str> = cells.iter().map(|line| line.split_once(": ").unwrap()).collect();
        assert_eq!(lines.len(), grid.cells() as usize, "{text}");
        for cell in picture.maze.cells() {
            let line = lines[&*address(cell)];
            let open = [(Side::N, "north"), (Side::E, "east"), (Side::S, "south"), (Side::W, "west")].into_iter();
            let sides = open.filter(|(side, _)| picture.maze.open_sides(cell).contains(*side)).map(|(side, name)| {
                let leads_on = picture.maze.passages(cell).contains(side);
                if leads_on { name.to_owned() } else { format!("{name} outside") }
            });
            let sides: Vec<String> = sides.collect();
            let said = if sides.is_empty() { "closed".to_owned() } else { sides.join(", ") };
            let mut expected = format!("{said}.");
            for (name, end) in [("Entrance", picture.from), ("Exit", picture.to)] {
                if end == cell {
                    expected += &format!(" {name}.");
                }
            }
            assert_eq!(line, expected, "{}", address(cell));
            assert!(expected.contains("outside") || address(cell).len() + 2 + expected.len() <= 40, "{expected}");
        }
    }
}
