//! The table of what goes with what, held to the program: every grid with every two options, every algorithm and every change. Each either
//! makes a maze as it should be, or is refused with an error that names what does not go together.

use std::collections::BTreeSet;

use dedale::estimate::Preview;
use dedale::formats::{Encoding, Format, Table};
use dedale::generate::ALGORITHMS;
use dedale::grid::{Cell, Grid, GridKind, Mesh};
use dedale::maze::Maze;
use dedale::options::{InvalidOptions, MakeError, MazeBuilder};

use crate::markdown::{Page, page};

/// What shapes a grid, and the value that is tried.
const SHAPES: [(&str, &str); 10] = [
    ("wrap", "xy"),
    ("mask", "circle"),
    ("floors", "2"),
    ("weave", "1"),
    ("max_walls", "0.3"),
    ("rooms", "1"),
    ("sparse", "0.4"),
    ("symmetry", "mirror-x"),
    ("unicursal", "true"),
    ("reveal", "heart"),
];

/// Those of them that open more walls than a perfect maze has.
const OPENING: [&str; 2] = ["max_walls", "rooms"];

/// What changes a maze that is made, and whether it is perfect afterwards.
const CHANGES: [(&str, &str, bool); 11] = [
    ("seed", "1", true),
    ("braid", "1", false),
    ("doors", "true", true),
    ("ends", "farthest", true),
    ("remove", "", false),
    ("weights", "1..9", true),
    ("exits", "2", true),
    ("max_dead_end", "2", false),
    ("items", "treasure:2", true),
    ("locks", "2", true),
    ("sum", "1..9", true),
];

/// A row of the table: whether something is there for each column of grids, and without which options.
struct Row {
    names: Vec<String>,
    columns: [Option<BTreeSet<String>>; 5],
}

/// The words in backticks.
fn code(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split('`').skip(1).step_by(2).map(str::to_owned)
}

fn rows() -> Vec<Row> {
    let page = page("docs/reference/shapes.md");
    let table = page.table("with");
    let column = |cell: &str| match cell.split(' ').collect::<Vec<_>>()[..] {
        ["–"] => None,
        ["✓", ref notes @ ..] => Some(notes.iter().flat_map(|note| code(note_of(&page, note))).collect()),
        _ => panic!("{cell}: not read here"),
    };
    let named = |cell: &str| if cell.contains('`') { code(cell).collect() } else { vec![cell.to_owned()] };
    let row = |row: &Vec<&str>| Row { names: named(row[0]), columns: [1, 2, 3, 4, 5].map(|at| column(row[at])) };
    table.iter().map(row).collect()
}

/// The note with this number, which has the options that something does not go with.
fn note_of<'a>(page: &'a Page, number: &str) -> &'a str {
    let notes = page.text.lines().filter_map(|line| line.strip_prefix(number)?.strip_prefix(". "));
    let [note] = notes.collect::<Vec<_>>()[..] else { panic!("{number}: not one note") };
    let (start, _) = note.split_once('`').unwrap_or_else(|| panic!("{note}: names nothing"));
    assert!(["Without ", "On a plain rectangle: without "].contains(&start), "{note}: not read here");
    note
}

/// The options that something does not go with on a grid; `None` where it is not there at all.
fn without<'a>(rows: &'a [Row], name: &str, kind: GridKind) -> Option<&'a BTreeSet<String>> {
    let column = match kind {
        GridKind::Square => 0,
        GridKind::Hex => 1,
        GridKind::Triangle => 2,
        GridKind::Polar => 3,
        _ => 4,
    };
    let is_named = |row: &&Row| row.names.iter().any(|known| known == name);
    let other = |row: &&Row| row.names.iter().any(|known| known == "braid");
    let row = rows.iter().find(is_named).or_else(|| rows.iter().find(other));
    row.unwrap_or_else(|| panic!("{name} is not in the table")).columns[column].as_ref()
}

/// What is refused, as pairs of names, by the table.
fn refused(rows: &[Row], kind: GridKind, names: &[&str]) -> BTreeSet<[String; 2]> {
    let mut pairs = BTreeSet::new();
    let is_there = |name: &str| without(rows, name, kind).is_some();
    for &name in names {
        match without(rows, name, kind) {
            None => drop(pairs.insert([name.to_owned(), "grid".to_owned()])),
            Some(without) => {
                let others = names.iter().filter(|&&other| other != name && is_there(other) && without.contains(other));
                pairs.extend(others.map(|other| [name.to_owned(), (*other).to_owned()]));
            }
        }
    }
    pairs
}

fn builder(kind: GridKind, options: &[(&str, &str)]) -> MazeBuilder {
    let mut builder = MazeBuilder::default();
    let size: &[(&str, &str)] = match options.iter().any(|(name, _)| *name == "reveal") {
        _ if kind == GridKind::Polar => &[("rings", "3")],
        // A shape is seen in a larger maze only.
        true => &[("w", "20"), ("h", "20")],
        false => &[("w", "6"), ("h", "6")],
    };
    // What a mask leaves may fall into parts.
    let parts = options.iter().any(|(name, _)| *name == "mask").then_some(("parts", "largest"));
    for (name, value) in [("grid", kind.name())].iter().chain(size).chain(options).copied().chain(parts) {
        builder.set(name, value).unwrap();
    }
    builder
}

/// How many cells can be reached from the first one, how many there are, and how many passages.
fn reached<G: Grid>(maze: &Maze<G>) -> [u64; 3] {
    let found = maze.distances(Cell(0));
    let reached = maze.cells().filter(|&cell| found.to(cell).is_some()).count() as u64;
    [reached, maze.grid().cells().into(), maze.count_passages()]
}

fn made(builder: MazeBuilder) -> Result<[u64; 3], InvalidOptions> {
    let options = builder.options()?;
    let made = match options.make(&mut ()) {
        // Numbers may need a larger maze.
        Err(MakeError::DoesNotFit { .. }) => options.with_on_the_way(None).make(&mut ()),
        made => made,
    };
    match made {
        Ok(picture) => Ok(reached(&picture.maze)),
        Err(MakeError::Invalid(invalid)) => Err(invalid),
        Err(other) => panic!("{other}"),
    }
}

/// Checks a maze, or the error in its place.
fn check(rows: &[Row], kind: GridKind, algorithm: &str, options: &[(&str, &str)], is_perfect: bool) {
    let names: Vec<&str> = options.iter().map(|(name, _)| *name).chain([algorithm]).collect();
    let refused = refused(rows, kind, &names);
    let options: Vec<(&str, &str)> = options.iter().copied().chain([("algo", algorithm)]).collect();
    let place = format!("grid={kind} {options:?}");
    match made(builder(kind, &options)) {
        Ok([reached, cells, passages]) => {
            assert!(refused.is_empty(), "{place} is made, and the table refuses {refused:?}");
            assert_eq!(reached, cells, "{place}");
            assert!(
                if is_perfect { passages == cells - 1 } else { passages >= cells - 1 },
                "{place}: {passages} {cells}"
            );
        }
        Err(invalid) => {
            assert!(!refused.is_empty(), "{place} is refused, and the table has it: {invalid}");
            for [name, other] in refused {
                let option = |name: &str| if name == algorithm { "algo".to_owned() } else { name.to_owned() };
                let says = |fault: &dedale::options::InvalidOption, name: &str, other: &str| {
                    fault.option == option(name) && fault.reason.to_string().contains(other)
                };
                let is_said = invalid.0.iter().any(|fault| says(fault, &name, &other) || says(fault, &other, &name));
                assert!(is_said, "{place}: nothing says that {name} and {other} do not go together: {invalid}");
            }
        }
    }
}

#[test]
fn every_pair_is_made_or_refused_as_the_table_says() {
    let rows = rows();
    let mut pairs: Vec<Vec<(&str, &str)>> = vec![Vec::new()];
    pairs.extend(SHAPES.map(|shape| vec![shape]));
    for (at, &first) in SHAPES.iter().enumerate() {
        pairs.extend(SHAPES[at + 1..].iter().map(|&second| vec![first, second]));
    }
    for &kind in GridKind::ALL {
        for pair in &pairs {
            let is_plain = !pair.iter().any(|(name, _)| OPENING.contains(name));
            for info in ALGORITHMS {
                check(&rows, kind, info.name, pair, is_plain && info.perfect);
            }
            for (name, value, stays_perfect) in CHANGES {
                // Where there is no such grid, that is what is wrong.
                let wall = wall(kind, pair).unwrap_or_else(|| "0,0,N".to_owned());
                let change = (name, if name == "remove" { &*wall } else { value });
                let with_change: Vec<_> = pair.iter().copied().chain([change]).collect();
                check(&rows, kind, "wilson", &with_change, is_plain && stays_perfect);
            }
        }
    }
}

/// A wall of the first cell, where there is such a grid.
fn wall(kind: GridKind, options: &[(&str, &str)]) -> Option<String> {
    let mesh = Mesh::new(&Preview::of(&builder(kind, options)).mesh).ok()?;
    let side = mesh.inner_sides(Cell(0)).into_iter().next()?;
    Some(format!("{},{}", mesh.address(Cell(0)), mesh.side_name(Cell(0), side)))
}

#[test]
fn every_format_is_written_as_the_table_says() {
    let rows = rows();
    let tables = |&format: &Format| match format {
        Format::Csv(_) | Format::Npy(_) => [
            (Table::Blocks, "csv and npy of blocks"),
            (Table::Bits, "csv and npy of numbers"),
            (Table::Distances, "csv and npy of numbers"),
            (Table::Graph, "csv and npy of neighbors"),
        ]
        .map(|(table, name)| (if let Format::Csv(_) = format { Format::Csv(table) } else { Format::Npy(table) }, name))
        .to_vec(),
        Format::Json(_) => vec![(format, "json"), (Format::Json(Encoding::Blocks), "blocks")],
        _ => vec![(format, format.name())],
    };
    for (format, name) in Format::ALL.iter().flat_map(tables) {
        for &kind in GridKind::ALL {
            // The rows of tables all begin with the names of the formats.
            let row = match name {
                "csv and npy of blocks" => rows.iter().find(|row| row.names == ["csv", "npy"]),
                "csv and npy of numbers" => rows.iter().find(|row| row.names.contains(&"distances".to_owned())),
                "csv and npy of neighbors" => rows.iter().find(|row| row.names == ["csv", "npy", "graph"]),
                _ => rows.iter().find(|row| row.names.iter().any(|known| known == name)),
            };
            let row = std::slice::from_ref(row.unwrap_or_else(|| panic!("{name} is not in the table")));
            let without = without(row, &row[0].names[0], kind);
            for shape in [&[][..], &SHAPES[..1], &SHAPES[1..2], &SHAPES[2..3], &SHAPES[3..4]] {
                let names: Vec<&str> = shape.iter().map(|(name, _)| *name).collect();
                if names.iter().any(|name| self::without(&rows, name, kind).is_none()) {
                    continue;
                }
                let mesh = Preview::of(&builder(kind, shape)).mesh;
                let expected = without.is_some_and(|without| names.iter().all(|name| !without.contains(*name)));
                let is_woven = names.contains(&"weave");
                assert_eq!(format.can_write(&mesh, is_woven), expected, "{kind} {names:?} {format:?}");
            }
        }
    }
}
