//! Text and blocks of squares that are more than a rectangle: cut by a mask, with joined edges, and in floors.

use std::collections::BTreeSet;

use dedale::formats::{self, Encoding, Format, Table, Writer};
use dedale::grid::{Grid, GridKind, Mesh, MeshOptions, Side};
use dedale::maze::Maze;
use dedale::parse::{self, Parsed, ReadOptions};
use dedale::picture::{Palette, Picture, Style, Trail};
use dedale::solve::{Solver, distances};
use serde_json::Value;

use super::tables::written;
use super::{Lattice, cut, read_colors};
use crate::{letter, mesh_of};

/// The solved maze of a query.
fn solved(query: &str) -> Picture {
    let picture = mesh_of(query);
    let path = Solver::Bfs.solve(&picture.maze, picture.from, picture.to);
    let path = path.path().map(|path| Trail::new(&picture.maze, path));
    let found = distances(&picture.maze, picture.from, &mut ()).unwrap();
    Picture { path, distances: Some(found), ..picture }
}

fn pictures() -> Vec<(&'static str, Picture)> {
    let queries = [
        "w=16&h=14&mask=heart&seed=1",
        "w=16&h=14&mask=heart&seed=1&doors=true",
        "w=15&h=15&mask=ring&seed=2&doors=true&braid=0.5",
        "w=13&h=12&mask=not:circle&parts=largest&seed=3",
        "w=20&h=9&mask=text:HI&seed=4&doors=true",
        "w=3&h=3&mask=bits:94&seed=5",
        "w=7&h=5&wrap=x&seed=6&doors=true",
        "w=7&h=5&wrap=y&seed=7",
        "w=6&h=6&wrap=xy&seed=8&braid=1",
        "w=10&h=10&wrap=xy&mask=not:diamond&parts=largest&seed=9",
        "w=6&h=4&floors=3&seed=10&doors=true",
        "w=5&h=5&floors=4&mask=diamond&seed=11&braid=1",
        "w=5&h=4&floors=2&wrap=xy&seed=12",
        "w=1&h=1&floors=3&seed=13",
    ];
    queries.map(|query| (query, solved(query))).into()
}

/// The same picture on a mesh.
fn on_a_mesh(picture: &Picture) -> Picture {
    let grid = picture.maze.grid().square().unwrap();
    let options = MeshOptions { columns: grid.columns(), rows: grid.rows(), ..MeshOptions::new(GridKind::Square) };
    let mut maze = Maze::closed(Mesh::new(&options).unwrap());
    picture.maze.links().for_each(|(cell, side, _)| {
        maze.link(cell, side);
    });
    picture.maze.openings().for_each(|(cell, side)| maze.open_outer(cell, side));
    let Picture { from, to, path, distances, .. } = picture.clone();
    Picture { path, distances, ..Picture::new(maze, from, to) }
}

/// A mesh of plain squares is written as squares are: byte for byte in every format, but for those whose files are another drawing of the
/// same maze, which `mesh_pictures` and `pictures` show.
#[test]
fn a_mesh_of_plain_squares_is_written_as_squares_are() {
    let heat = Some(Palette::Viridis);
    let mut formats = Format::ALL.to_vec();
    formats.extend(Encoding::ALL.iter().map(|&encoding| Format::Json(encoding)));
    formats.extend(Table::ALL.iter().flat_map(|&table| [Format::Csv(table), Format::Npy(table)]));
    formats.extend([Format::Svg, Format::Png].map(|format| format(Style { heat, ..Style::DEFAULT })));
    let mut different = BTreeSet::new();
    for picture in super::pictures().into_iter().step_by(3) {
        let path = Solver::Bfs.solve(&picture.maze, picture.from, picture.to);
        let path = path.path().map(|path| Trail::new(&picture.maze, path));
        let distances = distances(&picture.maze, picture.from, &mut ()).unwrap();
        let picture = Picture { path, distances: Some(distances), ..picture };
        let mesh = on_a_mesh(&picture);
        for &format in &formats {
            let (mut squares, cells) = (picture.to_bytes(format).unwrap(), written(&mesh, format));
            if let Format::Json(_) = format {
                // The head of a mesh says what its cells are.
                let text = String::from_utf8(squares).unwrap();
                squares = text.replacen('{', "{\"grid\":\"square\",", 1).into_bytes();
            }
            if cells.unwrap() != squares {
                different.insert(format.name());
            }
        }
    }
    // Squares are painted as rectangles of whole pixels, in a palette; cells of any shape are smoothed. In SVG and DXF each line of squares
    // is a stroke, and on a mesh strokes go round corners.
    assert_eq!(different, ["dxf", "gif", "png", "svg"].into());
}

/// The geometry of a form: how wide points and cells are, a wall that lies and one that stands, and what is in a cell that is left out.
const FORMS: [(Format, [usize; 2], [&str; 3]); 3] = [
    (Format::Ascii, [1, 3], ["---", "|", " . "]),
    (Format::Unicode, [1, 3], ["───", "│", " · "]),
    (Format::Blocks, [2, 2], ["██", "██", "██"]),
];

fn floors(text: &str, [narrow, wide]: [usize; 2]) -> Vec<Lattice> {
    let floors: Vec<&str> = text.trim_end_matches('\n').split("\n\n").collect();
    floors.iter().map(|floor| cut(&format!("{floor}\n"), narrow, wide)).collect()
}

fn text(picture: &Picture, format: Format) -> String {
    String::from_utf8(written(picture, format).unwrap()).unwrap()
}

/// Level, row and column of a place for a cell.
fn place(numbers: &[u32]) -> [usize; 3] {
    match *numbers {
        [row, column] => [0, row as usize, column as usize],
        [floor, row, column] => [floor as usize, row as usize, column as usize],
        _ => panic!("{numbers:?} is no address of a square"),
    }
}

#[test]
fn text_says_which_cells_there_are_and_which_sides_are_open() {
    for (query, picture) in pictures() {
        let mesh = picture.maze.grid().mesh().unwrap();
        let plain = Picture { path: None, ..picture.clone() };
        for (format, widths, [lying, standing, out]) in FORMS {
            let drawn = floors(&text(&plain, format), widths);
            assert_eq!(drawn.len(), mesh.options().floors as usize, "{query}");
            for floor in &drawn {
                let size = [floor.len(), floor[0].len()].map(|lines| lines as u32);
                assert_eq!(size, [2 * mesh.options().rows + 1, 2 * mesh.options().columns + 1], "{query}");
            }
            let rows = mesh.options().rows;
            let in_row = |row| (0..).zip(mesh.places_of_row(row)).map(move |(column, cell)| (row, column, cell));
            for (row, column, cell) in (0..mesh.row_count()).flat_map(in_row) {
                let (floor, row): (usize, usize) = ((row / rows) as usize, (row % rows) as usize);
                let (y, x) = (2 * row + 1, 2 * column + 1);
                let at = |y: usize, x: usize| drawn[floor][y][x].as_str();
                let Some(cell) = cell else {
                    assert_eq!(at(y, x), out, "{query} {floor},{row},{column}");
                    continue;
                };
                let open = picture.maze.open_sides(cell);
                for (side, y, x) in [(Side::N, y - 1, x), (Side::E, y, x + 1), (Side::S, y + 1, x), (Side::W, y, x - 1)]
                {
                    let wall = if y % 2 == 0 { lying } else { standing };
                    let expected = if open.contains(side) { " ".repeat(wall.chars().count()) } else { wall.to_owned() };
                    assert_eq!(at(y, x), expected, "{query} {floor},{row},{column} {}", letter(side));
                }
                let stairs = match (open.contains(Side::new(4)), open.contains(Side::new(5))) {
                    (true, true) => "X",
                    (true, false) => "/",
                    (false, true) => "\\",
                    (false, false) => " ",
                };
                assert_eq!(
                    at(y, x),
                    format!("{}{stairs}", " ".repeat(widths[1] - 1)),
                    "{query} {floor},{row},{column}"
                );
            }
        }
    }
}

/// From the entrance, through gaps, joined edges and stairs, one reaches in text what one reaches in the maze.
#[test]
fn text_leads_to_every_cell() {
    for (query, picture) in pictures() {
        let mesh = picture.maze.grid().mesh().unwrap();
        let plain = Picture { path: None, ..picture.clone() };
        for (format, widths, _) in FORMS {
            let drawn = floors(&text(&plain, format), widths);
            let size = [drawn.len(), drawn[0].len() / 2, drawn[0][0].len() / 2];
            let mut reached = BTreeSet::new();
            let mut waiting = vec![place(mesh.address(picture.from).numbers())];
            while let Some([floor, row, column]) = waiting.pop() {
                if !reached.insert([floor, row, column]) {
                    continue;
                }
                let (y, x) = (2 * row + 1, 2 * column + 1);
                let is_blank = |y: usize, x: usize| drawn[floor][y][x].trim().is_empty();
                let cell = picture.maze.grid().find([row as u32, column as u32]);
                // A door leads outside, and a gap in an edge that is joined to the other side.
                let is_door = |side| cell.is_some_and(|cell| mesh.outer_sides(cell).contains(side));
                let around = [
                    (Side::N, y - 1, x, [floor, (row + size[1] - 1) % size[1], column]),
                    (Side::E, y, x + 1, [floor, row, (column + 1) % size[2]]),
                    (Side::S, y + 1, x, [floor, (row + 1) % size[1], column]),
                    (Side::W, y, x - 1, [floor, row, (column + size[2] - 1) % size[2]]),
                ];
                waiting.extend(
                    around.into_iter().filter(|&(side, y, x, _)| is_blank(y, x) && !is_door(side)).map(|to| to.3),
                );
                if drawn[floor][y][x].ends_with(['/', 'X']) {
                    waiting.push([floor + 1, row, column]);
                }
                if drawn[floor][y][x].ends_with(['\\', 'X']) {
                    waiting.push([floor - 1, row, column]);
                }
            }
            let cells: BTreeSet<_> = picture.maze.cells().map(|cell| place(mesh.address(cell).numbers())).collect();
            let floors = mesh.options().floors;
            // Doors of floors are not told apart here.
            if floors == 1 || !query.contains("doors") {
                assert_eq!(reached, cells, "{query} {format:?}");
            }
        }
    }
}

#[test]
fn a_path_takes_the_place_of_blanks() {
    for (query, picture) in pictures() {
        let path = picture.path.as_ref().unwrap();
        let plain = Picture { path: None, ..picture.clone() };
        for (format, widths, _) in FORMS {
            let (with, without) = (text(&picture, format), text(&plain, format));
            assert_eq!(with.chars().count(), without.chars().count());
            for (with, without) in with.chars().zip(without.chars()) {
                let is_path = without == ' ' && format.write_info().path_glyphs.contains(with);
                assert!(with == without || is_path, "{query} {format:?}: {with:?} for {without:?}");
            }
            let drawn = floors(&with, widths);
            for cell in picture.maze.cells() {
                let [floor, row, column] = place(picture.maze.grid().address(cell).numbers());
                let middle = drawn[floor][2 * row + 1][2 * column + 1].chars().nth((widths[1] - 1) / 2).unwrap();
                assert_eq!(middle != ' ', path.passes(cell), "{query} {format:?} {cell:?}");
            }
        }
    }
}

#[test]
fn all_blocks_are_the_same() {
    for (query, picture) in pictures() {
        let picture = Picture { path: None, ..picture };
        let blocks = floors(&text(&picture, Format::Blocks), [2, 2]);
        let solid = |floor: &Lattice| -> Vec<Vec<u8>> {
            floor.iter().map(|line| line.iter().map(|block| u8::from(block == "██")).collect()).collect()
        };
        let expected: Vec<_> = blocks.iter().map(solid).collect();
        let object: Value = serde_json::from_str(&text(&picture, Format::Json(Encoding::Blocks))).unwrap();
        assert_eq!(object["encoding"], "blocks");
        let has_floors = picture.maze.grid().mesh().unwrap().options().floors > 1;
        let expected_cells = if has_floors { serde_json::json!(expected) } else { serde_json::json!(expected[0]) };
        assert_eq!(object["cells"], expected_cells, "{query}");
        let colors = text(&picture, Format::Ansi);
        for (floor, expected) in colors.split("\n\n").zip(&expected) {
            let grounds = without_glyphs(floor);
            let drawn = read_colors(&grounds);
            let dark: Vec<Vec<u8>> =
                drawn.iter().map(|line| line.iter().map(|&color| u8::from(color == [24, 26, 36])).collect()).collect();
            assert_eq!(dark, *expected, "{query}");
        }
    }
}

/// The grounds of a picture in the colors of a terminal, without the stairs on them.
fn without_glyphs(colors: &str) -> String {
    let mut parts = colors.split("\x1b[38;2;");
    let mut grounds = parts.next().unwrap().to_owned();
    for part in parts {
        let (_, rest) = part.split_once('m').unwrap();
        let rest = rest.strip_prefix(' ').unwrap();
        assert!(rest.starts_with(['/', '\\', 'X']));
        grounds.push_str("  ");
        grounds.push_str(&rest[1..]);
    }
    grounds
}

#[test]
fn a_heart_a_cylinder_and_two_floors() {
    let drawn = |query: &str, format| text(&solved(query), format);
    let heart = "
    +---+---+   +---+---+    
  . | @     | . |       | .  
    + * +---+---+---+   +    
  . | * * * * *         | .  
    +   +---+ * +---+   +    
  . |       | * |   |   | .  
    +---+   + * +   +---+    
  .   . |   | *     | .   .  
        +---+ * +---+        
  .   .   . | X | .   .   .  
            +---+            
";
    assert_eq!(drawn("w=7&h=5&mask=bits:bPnxwQ&seed=4", Format::Ascii), heart[1..]);
    let cylinder = "
┌───┬───────────────┬───┐
│ ○ │ ┏━━━┓         │   │
│ ┃ ╵ ┃ ╷ ┃ ╶───┐   │   │
│ ┗━━━┛ │ ┗━━━● │   │   │
└───────┴───╴   │   │   ╵
                │   │    
╶───────────────┴───┴───╴
";
    assert_eq!(drawn("w=6&h=3&wrap=x&seed=5", Format::Unicode), cylinder[1..]);
    let floors = r"
+---+---+---+---+
| @/|  /|  /|  /|
+ * +---+   +   +
| * |  /    |  /|
+ * +---+---+---+
| * * * * */    |
+---+---+---+---+

+---+---+---+---+
|  \   \|  \   \|
+---+---+---+---+
|   |  \|   |  \|
+   +   +   +   +
|       | *\* X |
+---+---+---+---+
";
    assert_eq!(drawn("w=4&h=3&floors=2&seed=6", Format::Ascii), floors[1..]);
    let blocks = r"
██████████████████
██▒/██ /██ /██ /██
██░░██████  ██  ██
██░░██ /    ██ /██
██░░██████████████
██░░░░░░░░░/    ██
██████████████████

██████████████████
██ \   \██ \   \██
██████████████████
██  ██ \██  ██ \██
██  ██  ██  ██  ██
██      ██░\░░▓▓██
██████████████████
";
    assert_eq!(drawn("w=4&h=3&floors=2&seed=6", Format::Blocks), blocks[1..]);
}

/// The maze in a text of squares of which some are left out.
fn read_back(text: &str) -> Parsed {
    crate::read_maze(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn what_a_mask_leaves_is_read_back() {
    let masked = pictures().into_iter().filter(|(query, _)| query.contains("mask") && !query.contains("floors"));
    for (query, picture) in masked.filter(|(query, _)| !query.contains("wrap")) {
        for path in [None, picture.path.clone()] {
            let drawn = Picture { path, ..picture.clone() };
            for (format, ..) in FORMS {
                let text = text(&drawn, format);
                let read = read_back(&text);
                assert_eq!(read.maze, picture.maze, "{query} {format:?}");
                if query.contains("doors") {
                    assert_eq!([read.from, read.to], [Some(picture.from), Some(picture.to)], "{query}");
                }
                let cut: Vec<&str> = text.lines().map(str::trim_end).collect();
                assert_eq!(read_back(&cut.join("\r\n")).maze, picture.maze, "{query} {format:?}");
            }
        }
    }
}

#[test]
fn blocks_of_one_level_are_read_back() {
    for (query, picture) in pictures() {
        let has_floors = picture.maze.grid().mesh().unwrap().options().floors > 1;
        let json = text(&picture, Format::Json(Encoding::Blocks));
        match crate::read_maze(json) {
            Ok(read) => assert_eq!(read.maze, picture.maze, "{query}"),
            other => {
                assert!(has_floors, "{query}: {other:?}");
                assert!(other.unwrap_err().to_string().contains("without floors"), "{query}");
            }
        }
    }
}

#[test]
fn what_text_cannot_say_is_refused() {
    let drawn = |query: &str, format| text(&Picture { path: None, ..solved(query) }, format);
    for (format, ..) in FORMS {
        let floors = drawn("w=4&h=3&floors=2&seed=6", format);
        let error = crate::read_maze(floors).unwrap_err();
        assert!(error.to_string().contains("floors are not read from text"), "{error}");
        // Joined edges are gaps in them, as doors are.
        let cylinder = drawn("w=6&h=3&wrap=x&seed=5", format);
        let read = crate::read_maze(cylinder).unwrap();
        assert_eq!(read.maze.openings().count(), 2);
    }
    let of = |text: &str| crate::read_maze(text).unwrap_err().to_string();
    assert_eq!(of("+---+---+\n|     . |\n        +\n"), "line 3, column 1: '+' must stand here, where a wall ends");
    // What is left may fall into parts.
    assert_eq!(read_back("+---+---+---+\n|   | . |   |\n+---+---+---+\n").maze.grid().cells(), 2);
    assert_eq!(
        of("+---+---+\n|  .|   |\n+---+---+\n"),
        "line 2, column 4: '.' stands inside a cell, where no wall can be"
    );
    assert_eq!(
        of("+---+---+\n| .     |\n+-.-+---+\n"),
        "line 3, column 3: '.' cannot stand here, where only '-' or a blank can"
    );
    let asked =
        formats::read_within("██████████\n██████  ██\n██████████\n".as_bytes(), &ReadOptions::default(), &|_| false)
            .unwrap_err();
    assert_eq!(asked.kind, parse::ParseErrorKind::Refused);
}

/// Tunnels have no place among blocks.
#[test]
fn woven_squares_have_no_text() {
    let woven = solved("w=9&h=9&weave=1&seed=1");
    assert!(!woven.maze.grid().mesh().unwrap().crossings().is_empty());
    for format in [Format::Ascii, Format::Unicode, Format::Blocks, Format::Ansi, Format::Json(Encoding::Blocks)] {
        assert!(Writer::new(woven.clone(), format).is_err());
        assert!(!format.can_write(woven.maze.grid().mesh().unwrap().options(), true));
        assert!(format.can_write(woven.maze.grid().mesh().unwrap().options(), false));
    }
}
