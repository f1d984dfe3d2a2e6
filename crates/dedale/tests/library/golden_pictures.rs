//! Bytes that must never change: digests of every format in every style and encoding, and of solutions.
//!
//! The same rendering version and the same picture give the same bytes. `golden/pictures.txt` says which pictures those are,
//! one line each: maze, path and format, then the SHA-256 of the bytes. The mazes come from this file and not from a generator,
//! so that nothing but the writers can change them.
//!
//! `DEDALE_BLESS=1 cargo test -p dedale --test library golden_pictures::` writes the file anew. It adds what is missing, but refuses to
//! change or drop what is there unless `formats::VERSION` was raised.

use std::collections::BTreeMap;

use dedale::edit::{Item, Letter, Lock};
use dedale::formats::{Encoding, Format, Section, SolutionDocument, SolutionHead, Table, VERSION, directions};
use dedale::grid::{Cell, Grid, Side, Sides, Square};
use dedale::maze::Maze;
use dedale::measure::stats;
use dedale::picture::{OptionList, Picture};
use dedale::solve::{Solver, State, distances};

use crate::every_format::formats;
use crate::goldens::{Goldens, Promise, sha256};
use crate::with_distances;

static PICTURES: Promise = Promise {
    file: "pictures.txt",
    title: "rendering version",
    constant: "formats::VERSION",
    test: "--test library golden_pictures",
};

/// A maze to look at: loops, a room that no way leads to, and openings on every side.
const DRAWN: &str = "\
+---+   +---+---+---+---+---+
|   |           |           |
+   +---+   +   +   +---+   +
|           |       |   |
+---+   +---+---+   +---+   +
        |       |           |
+   +---+   +   +---+---+   +
|           |               |
+---+---+---+---+---+   +---+
";

fn drawn() -> Picture {
    let maze = crate::read_maze(DRAWN).unwrap().maze;
    let grid = maze.grid().square().unwrap();
    Picture::new(maze, grid.at(1, 6), grid.at(2, 0))
}

/// Without a wall on the ways out, so that nothing but the maze's own sides is seen.
fn open(columns: u32, rows: u32) -> Picture {
    let mut picture = closed(columns, rows);
    let grid = picture.maze.grid().square().unwrap();
    for (cell, side) in picture.maze.cells().flat_map(|cell| Sides::SQUARE.into_iter().map(move |side| (cell, side))) {
        if grid.outer_sides(cell).contains(side) {
            picture.maze.open_outer(cell, side);
        } else {
            picture.maze.link(cell, side);
        }
    }
    picture
}

fn closed(columns: u32, rows: u32) -> Picture {
    let grid = Square::new(columns, rows).unwrap();
    Picture::new(Maze::closed(grid), grid.at(0, 0), grid.at(rows - 1, columns - 1))
}

/// Of some size: each cell is open to the north or to the west as a hash of its number has it, and some to both.
fn hashed(columns: u32, rows: u32) -> Picture {
    let mut picture = closed(columns, rows);
    let grid = picture.maze.grid().square().unwrap();
    for cell in picture.maze.cells() {
        let hash = u64::from(cell.0 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56;
        let [north, west] = [Side::N, Side::W].map(|side| grid.inner_sides(cell).contains(side));
        if north && (!west || hash % 2 == 0 || hash < 20) {
            picture.maze.link(cell, Side::N);
        }
        if west && (!north || hash % 2 == 1 || hash < 20) {
            picture.maze.link(cell, Side::W);
        }
    }
    picture
}

/// Names and mazes.
fn mazes() -> Vec<(&'static str, Picture)> {
    let mut course = hashed(40, 30);
    course.maze.open_outer(course.from, Side::W);
    course.maze.open_outer(course.to, Side::S);
    let mut turned = drawn();
    (turned.from, turned.to) = (turned.to, turned.to);
    vec![
        ("closed-1x1", closed(1, 1)),
        ("open-1x1", open(1, 1)),
        ("closed-3x2", closed(3, 2)),
        ("open-4x3", open(4, 3)),
        ("hashed-1x9", hashed(1, 9)),
        ("hashed-11x1", hashed(11, 1)),
        ("drawn-7x4", drawn()),
        ("one-end-7x4", turned),
        ("doors-40x30", course),
    ]
}

/// The picture with all that can be known of it.
fn told(picture: Picture) -> Picture {
    let mut picture = picture;
    picture.metadata.algo = Some("hunt-and-kill");
    picture.metadata.seed = Some((1 << 53) - 1);
    picture.metadata.generator = Some(1);
    let mut options = OptionList::default();
    options.0.push(("braid", 0.1.into()));
    options.0.push(("max_walls", 1.0.into()));
    options.0.push(("max_walls_in", "both".into()));
    options.0.push(("remove", vec!["0,0,N".to_owned(), "1,2,W".to_owned()].into()));
    options.0.push(("doors", true.into()));
    options.0.push(("pick", "newest:50,random:50".into()));
    picture.metadata.options = Some(options);
    picture
}

/// The picture with a thing of every symbol, and two doors, one across and one along.
fn placed(mut picture: Picture) -> Picture {
    let names = [
        "key", "treasure", "coin", "gem", "heart", "potion", "cheese", "mouse", "child", "rocket", "planet", "lock",
        "rune",
    ];
    let keys = [4, 17].into_iter().map(|lock| (("key", Some(lock - 1)), lock as u32));
    let others = (5..).zip(names).map(|(cell, name)| ((name, None), cell)).filter(|(_, cell)| *cell != 17);
    let item =
        |((name, lock), cell): ((&str, Option<usize>), u32)| Item { name: name.to_owned(), cell: Cell(cell), lock };
    let items = keys.chain(others).map(item).collect();
    let lock = |cell, side| Lock { cell: Cell(cell), side };
    picture.list_things(items, vec![lock(1, Side::E), lock(20, Side::S)]);
    picture
}

/// The picture with letters, an accent, and numbers of one and two digits.
fn lettered(mut picture: Picture) -> Picture {
    let texts = ["A", "S", "Q", "Ä", "Ж", "Ω", "7", "42"];
    let letter = |(cell, text): (u32, &&str)| Letter { text: (*text).to_owned(), cell: Cell(cell), on_path: cell < 12 };
    let letters = (8..).zip(&texts).map(letter).collect();
    picture.list_letters(letters, "ASQÄ".to_owned());
    picture
}

/// Every maze in every format, with a path and without, with distances and without.
fn pictures() -> Vec<(String, Vec<u8>)> {
    let mut lines = Vec::new();
    let mut write = |name: String, picture: &Picture, format: Format| match picture.to_bytes(format) {
        Ok(bytes) => lines.push((name, bytes)),
        Err(_) => assert!(format.table() == Some(Table::Distances) && picture.distances.is_none(), "{name}"),
    };
    for (maze, picture) in mazes() {
        let shaded = with_distances(&picture);
        let mut shown = vec![("plain", picture.clone()), ("distances", shaded.clone())];
        let with_path = |picture: &Picture| Some(crate::with_path(picture)).filter(|drawn| drawn.path.is_some());
        shown.extend(with_path(&picture).map(|drawn| ("path", drawn)));
        shown.extend(with_path(&shaded).map(|drawn| ("path+distances", drawn)));
        for (what, picture) in shown {
            for (name, format) in formats() {
                write(format!("{maze} {what} {name}"), &picture, format);
            }
        }
    }
    let told = told(drawn());
    for (name, format) in formats() {
        write(format!("told-7x4 plain {name}"), &told, format);
    }
    let placed = placed(drawn());
    for (name, format) in formats() {
        write(format!("placed-7x4 plain {name}"), &placed, format);
    }
    let lettered = lettered(drawn());
    for (name, format) in formats() {
        write(format!("lettered-7x4 plain {name}"), &lettered, format);
    }
    // More lines of pixels than one piece has.
    let large = hashed(150, 120);
    for &format in Format::ALL {
        write(format!("hashed-150x120 plain {}", format.name()), &large, format);
    }
    lines
}

/// Solutions as JSON: one with everything, one of each section, and those of searches that found nothing.
fn solutions() -> Vec<(String, Vec<u8>)> {
    let picture = told(drawn());
    let (maze, from, to) = (picture.maze.clone(), picture.from, picture.to);
    let grid = maze.grid().square().unwrap();
    let found = Solver::Bfs.solve(&maze, from, to);
    let path = found.path().unwrap().to_vec();
    let points = vec![from, grid.at(1, 5), to];
    let ways = |point: &Cell| {
        let found = distances(&maze, *point, &mut ()).unwrap();
        points.iter().map(|&cell| found.to(cell)).collect()
    };
    // Other numbers than those of the maze, so that what is measured cannot change the bytes.
    let mut numbers = stats(&maze, from, to, &mut ()).unwrap();
    (numbers.cells, numbers.passages, numbers.dead_ends, numbers.junctions) = (28, 21, 7, 5);
    (numbers.longest_path.ends, numbers.longest_path.length) = ((grid.at(0, 0), grid.at(3, 6)), 19);
    (numbers.dead_end_share, numbers.path_share, numbers.straightness) = (0.25, Some(0.5), None);
    numbers.difficulty = Some(3.584962500721156);
    let states = State::ALL.iter().copied().cycle().take(28).collect();
    let mut sections = vec![
        ("path", Section::Cells("path", Some(path.clone()))),
        ("no-path", Section::Cells("path", None)),
        ("empty-walk", Section::Cells("walk", Some(Vec::new()))),
        ("long-walk", Section::Cells("walk", Some(grid_walk(grid, 10_000)))),
        ("directions", Section::Directions(Some(directions(&maze, &path)))),
        ("no-directions", Section::Directions(None)),
        ("distances", Section::Distances(distances(&maze, from, &mut ()).unwrap())),
        ("states", Section::States(states)),
        ("matrix", Section::Matrix(points.clone(), points.iter().map(ways).collect())),
        ("stats", Section::Stats(numbers)),
    ];
    // The graph has a separate digest among the formats.
    let encodings = Encoding::ALL.iter().copied().filter(|&encoding| encoding != Encoding::Graph);
    sections.extend(encodings.map(|encoding| (encoding.name(), Section::Maze(encoding))));
    let head = SolutionHead {
        maze: picture.metadata,
        solver: "bfs",
        options: BTreeMap::new(),
        reachable: true,
        length: Some(path.len() as u32 - 1),
        cost: None,
        visited: found.visited,
        gave_up: None,
    };
    let gave_up = SolutionHead {
        options: BTreeMap::from([("hand", "left".to_owned())]),
        length: None,
        cost: None,
        gave_up: Some("said \"no\"".to_owned()),
        ..head.clone()
    };
    let unreachable = SolutionHead { reachable: false, length: None, ..head.clone() };
    let write = |head: &SolutionHead, sections: Vec<Section>| {
        let document = SolutionDocument { maze: maze.clone(), head: head.clone(), sections };
        let mut bytes = Vec::new();
        document.pieces().for_each(|piece| bytes.extend(piece));
        bytes
    };
    let all = sections.iter().map(|(_, section)| section.clone()).collect();
    let mut lines = vec![
        ("solution head".to_owned(), write(&head, Vec::new())),
        ("solution gave-up".to_owned(), write(&gave_up, Vec::new())),
        ("solution unreachable".to_owned(), write(&unreachable, Vec::new())),
        ("solution all".to_owned(), write(&head, all)),
    ];
    lines.extend(sections.into_iter().map(|(name, section)| (format!("solution {name}"), write(&head, vec![section]))));
    lines
}

/// Along the rows and around again: more cells than one piece has.
fn grid_walk(grid: Square, length: u32) -> Vec<Cell> {
    (0..length).map(|k| Cell(k % grid.cells())).collect()
}

#[test]
fn bytes_have_not_changed() {
    let all = [pictures(), solutions()].concat();
    let lines: Vec<_> = all.into_iter().map(|(name, bytes)| (name, sha256(&bytes))).collect();
    let twice = lines.iter().enumerate().find(|(i, line)| lines[..*i].iter().any(|other| other.0 == line.0));
    assert_eq!(twice, None, "a picture has one line");
    PICTURES.check(&Goldens { promise: &PICTURES, version: VERSION, lines });
}
