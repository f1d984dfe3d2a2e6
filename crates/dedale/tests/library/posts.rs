//! Posts: where a wall ends, and at the border, and nowhere else, in every format that has them; and what is read back is the same maze.

use dedale::formats::{self, Encoding, Format, SquareOf, SquareStyle, Table};
use dedale::grid::{Cell, Grid, Side};
use dedale::maze::Maze;
use dedale::parse::ReadOptions;
use dedale::picture::Picture;

use crate::read;

/// Mazes with rooms, loops, rock, masks and openings.
const MAZES: [&str; 12] = [
    "w=12&h=9&rooms=5&room_size=2..4",
    "w=9&h=12&rooms=4&doors=true",
    "w=10&h=10&max_walls=0.1",
    "w=7&h=6&max_walls=0",
    "w=8&h=8&braid=1&exits=9",
    "w=14&h=10&sparse=0.5&rooms=3",
    "w=12&h=10&sparse=1&braid=1",
    "w=15&h=15&mask=circle&rooms=6",
    "w=15&h=15&mask=not:diamond&rooms=6&parts=largest&exits=4",
    "w=20&h=14&algo=dungeon",
    "w=20&h=14&algo=cellular",
    "w=1&h=1",
];

/// The blocks of a maze by the rule, told by its walls alone: 1 for a wall and a post.
fn blocks<G: Grid>(maze: &Maze<G>, at: impl Fn(i64, i64) -> Option<Cell>, rows: i64, columns: i64) -> Vec<Vec<u8>> {
    let is_open = |cell: Option<Cell>, side: Side| cell.is_some_and(|cell| maze.open_sides(cell).contains(side));
    let lies = |y: i64, column: i64| !is_open(at(y, column), Side::N) && !is_open(at(y - 1, column), Side::S);
    let stands = |row: i64, x: i64| !is_open(at(row, x), Side::W) && !is_open(at(row, x - 1), Side::E);
    let block = |y: i64, x: i64| match (y % 2, x % 2) {
        (1, 1) => at(y / 2, x / 2).is_none(),
        (0, 1) => lies(y / 2, x / 2),
        (1, 0) => stands(y / 2, x / 2),
        _ => {
            let (y, x) = (y / 2, x / 2);
            let is_border = [(y, x), (y - 1, x), (y, x - 1), (y - 1, x - 1)].iter().any(|&(y, x)| at(y, x).is_none());
            is_border || lies(y, x) || lies(y, x - 1) || stands(y, x) || stands(y - 1, x)
        }
    };
    (0..=2 * rows).map(|y| (0..=2 * columns).map(|x| u8::from(block(y, x))).collect()).collect()
}

/// The blocks that are drawn: of text, a point and a cell are so many characters wide.
fn blocks_of_text(text: &str, [point, cell]: [usize; 2]) -> Vec<Vec<u8>> {
    let line = |line: &str| {
        let characters: Vec<char> = line.chars().collect();
        let (mut at, mut blocks) = (0, Vec::new());
        while at < characters.len() {
            blocks.push(u8::from(characters[at] != ' '));
            at += if blocks.len() % 2 == 1 { point } else { cell };
        }
        blocks
    };
    text.lines().map(line).collect()
}

/// The number of a block, or of a free one where an end is marked.
fn without_end(block: u8) -> u8 {
    if block > 1 { 0 } else { block }
}

fn check(picture: &Picture, write: impl Fn(Format) -> Vec<u8>, query: &str) {
    let maze = &picture.maze;
    let cells: std::collections::BTreeMap<(i64, i64), Cell> = maze
        .cells()
        .map(|cell| match *maze.grid().address(cell).numbers() {
            [row, column] => ((i64::from(row), i64::from(column)), cell),
            _ => unreachable!("these are on one floor"),
        })
        .collect();
    let csv = String::from_utf8(write(Format::Csv(Table::Blocks))).unwrap();
    let size = |length: usize| (length as i64 - 1) / 2;
    let [rows, columns] = [size(csv.lines().count()), size(csv.lines().next().unwrap().split(',').count())];
    let expected = blocks(maze, |row, column| cells.get(&(row, column)).copied(), rows, columns);

    let of_csv: Vec<Vec<u8>> =
        csv.lines().map(|line| line.split(',').map(|block| without_end(block.parse().unwrap())).collect()).collect();
    assert_eq!(of_csv, expected, "{query}: csv");
    let npy = write(Format::Npy(Table::Blocks));
    let numbers: Vec<u8> = npy.iter().skip(npy.len() - expected.concat().len()).copied().map(without_end).collect();
    assert_eq!(numbers, expected.concat(), "{query}: npy");
    let json = String::from_utf8(write(Format::Json(Encoding::Blocks))).unwrap();
    let lists: Vec<String> = expected.iter().map(|row| format!("{row:?}").replace(' ', "")).collect();
    assert!(json.contains(&format!("\"cells\":[{}]", lists.join(","))), "{query}: json");
    // Where an end is marked, it is free.
    let text = String::from_utf8(write(Format::Blocks)).unwrap().replace(['▒', '▓'], " ");
    assert_eq!(blocks_of_text(&text, [2, 2]), expected, "{query}: blocks\n{text}");
    for (format, wall) in [(Format::Squares(SquareStyle::DEFAULT), '#'), (Format::Map(SquareOf::Block), '@')] {
        let text = String::from_utf8(write(format)).unwrap();
        let head = if wall == '@' { 4 } else { 0 };
        let line = |line: &str| line.chars().map(|char| u8::from(char == wall)).collect();
        let squares: Vec<Vec<u8>> = text.lines().skip(head).map(line).collect();
        assert_eq!(squares, expected, "{query}: {}\n{text}", format.name());
        // Of cells that are left out, thin walls say nothing.
        if maze.grid().cells() as i64 == rows * columns {
            let thin = ReadOptions { thin: true, ..ReadOptions::default() };
            let read = formats::read(text.as_bytes(), &thin).unwrap_or_else(|error| panic!("{query}: {error}\n{text}"));
            assert_eq!(all_open(&read.maze), all_open(maze), "{query}: {}", format.name());
        }
    }
    let tiles = String::from_utf8(write(Format::Tmj)).unwrap();
    let (_, tiles) = tiles.split_once("\"data\":[").unwrap();
    let tiles: Vec<u8> =
        tiles.split(']').next().unwrap().split(',').map(|tile| tile.parse::<u8>().unwrap() - 1).collect();
    assert_eq!(tiles, expected.concat(), "{query}: tmj");
    // In text, there is nothing between places that are left out.
    let ascii = String::from_utf8(write(Format::Ascii)).unwrap();
    let drawn = blocks_of_text(&ascii, [1, 3]);
    for (y, x) in (0..=rows).flat_map(|y| (0..=columns).map(move |x| (y, x))) {
        let around = [(y, x), (y - 1, x), (y, x - 1), (y - 1, x - 1)];
        if around.iter().any(|place| cells.contains_key(place)) {
            let [y, x] = [y, x].map(|line| 2 * line as usize);
            assert_eq!(drawn[y][x], expected[y][x], "{query}: ascii, {y}, {x}\n{ascii}");
        }
    }

    for format in [Format::Ascii, Format::Unicode, Format::Blocks, Format::Json(Encoding::Blocks)] {
        let written = write(format);
        let parsed = crate::read_maze(&written)
            .unwrap_or_else(|error| panic!("{query}: {error}\n{}", String::from_utf8_lossy(&written)));
        let read = &parsed.maze;
        assert_eq!((all_open(read), read.grid().cells()), (all_open(maze), maze.grid().cells()), "{query}: {format:?}");
    }
}

/// The open sides of each cell.
fn all_open<G: Grid>(maze: &Maze<G>) -> Vec<u8> {
    maze.cells().map(|cell| maze.open_sides(cell).bits()).collect()
}

#[test]
fn a_post_stands_where_a_wall_ends_and_at_the_border() {
    let mut bare = 0;
    for query in MAZES {
        for seed in 0..6 {
            let query = format!("{query}&seed={seed}");
            let made = read(&query).make(&mut ()).unwrap();
            let ascii = String::from_utf8(made.to_bytes(Format::Ascii).unwrap()).unwrap();
            let points = ascii.lines().step_by(2).flat_map(|line| line.chars().step_by(4));
            bare += points.filter(|&point| point == ' ').count();
            let write = |format: Format| made.to_bytes(format).unwrap();
            check(&made, write, &query);
        }
    }
    assert!(bare > 1000, "{bare}");
}

#[test]
fn a_post_that_is_missing_where_a_wall_ends_is_an_error() {
    let text = |text: &str| crate::read_maze(text).unwrap_err().to_string();
    let expected = "line 3, column 5: '+' must stand here, where a wall ends";
    assert_eq!(text("+---+---+\n|       |\n+       +\n|   |   |\n+---+---+\n"), expected);
    assert_eq!(text("+---+---+\n|   |   |\n+       +\n|       |\n+---+---+\n"), expected);
    assert_eq!(text("+---+---+\n|       |\n+    ---+\n|       |\n+---+---+\n"), expected);
    let blocks = "██████████\n██      ██\n██  ██  ██\n██  ██  ██\n██████████\n";
    assert!(crate::read_maze(blocks).is_ok());
    let without = blocks.replacen("██  ██  ██", "██      ██", 1);
    assert_eq!(text(&without), "line 3, column 5: '█' must stand here, where a wall ends");
    // Where none ends, it does not matter.
    for post in ["+", " "] {
        let free = format!("+---+---+\n|       |\n+   {post}   +\n|       |\n+---+---+\n");
        assert_eq!(crate::read_maze(free).unwrap().maze.count_passages(), 4);
    }
    let json = |point: u8, wall: u8| {
        let cells = format!("[[1,1,1,1,1],[1,0,0,0,1],[1,0,{point},0,1],[1,0,{wall},0,1],[1,1,1,1,1]]");
        crate::read_maze(format!(r#"{{"encoding":"blocks","cells":{cells}}}"#))
    };
    assert_eq!(
        json(0, 1).unwrap_err().to_string(),
        "row 2, column 2 of the blocks: a wall ends here, so this block must be 1"
    );
    assert_eq!(json(0, 0).unwrap().maze, json(1, 0).unwrap().maze);
    assert!(json(1, 1).is_ok());
}
