//! Readers of every format, small and strict, that know nothing of the writers.

use crate::{letter, lettered};
use dedale::formats::Encoding;
use dedale::grid::{Side, Sides};
use serde_json::Value;

/// The open sides of each cell, outer ones included, by row and column.
pub type Opens = Vec<Vec<Sides>>;

/// A text taken apart into its `(2 × rows + 1) × (2 × columns + 1)` blocks.
pub type Lattice = Vec<Vec<String>>;

/// Cuts a text into blocks: points and standing walls are `narrow` characters wide, cells and lying walls `wide`. Every
/// line must be of the full length, and end.
pub fn cut(text: &str, narrow: usize, wide: usize) -> Lattice {
    assert!(text.ends_with('\n'));
    let cut_line = |line: &str| {
        let chars: Vec<char> = line.chars().collect();
        assert_eq!(chars.len() % (narrow + wide), narrow, "{line:?}");
        let mut blocks: Vec<String> = Vec::new();
        for pair in chars.chunks(narrow + wide) {
            blocks.extend(pair.split_at_checked(narrow).into_iter().flat_map(|(a, b)| [a, b]).map(String::from_iter));
        }
        assert_eq!(blocks.pop().as_deref(), Some(""));
        blocks
    };
    text.lines().map(cut_line).collect()
}

/// What `read` says of each side of each cell, given the side's row and column among the blocks.
pub fn read_sides(rows: usize, columns: usize, is_open: impl Fn(usize, usize) -> bool) -> Opens {
    let cell = |row: usize, column: usize| {
        let (y, x) = (2 * row + 1, 2 * column + 1);
        let sides = [(Side::N, y - 1, x), (Side::E, y, x + 1), (Side::S, y + 1, x), (Side::W, y, x - 1)];
        sides.into_iter().filter(|&(_, y, x)| is_open(y, x)).map(|(side, ..)| side).collect()
    };
    (0..rows / 2).map(|row| (0..columns / 2).map(|column| cell(row, column)).collect()).collect()
}

/// Reads a text without a path, in which walls that lie and that stand look so and cells are blank, or marked as ends.
pub fn read_text(lattice: &Lattice, lying: &str, standing: &str) -> Opens {
    let blank = |block: &str| block.chars().all(|char| " @X○●▒▓".contains(char));
    for line in lattice.iter().skip(1).step_by(2) {
        assert!(line.iter().skip(1).step_by(2).all(|cell| blank(cell)));
    }
    read_sides(lattice.len(), lattice[0].len(), |y, x| {
        let (block, wall) = (&lattice[y][x], if y % 2 == 0 { lying } else { standing });
        assert!(block == wall || blank(block), "{block:?} in row {y}, column {x} is neither a wall nor a gap");
        block != wall
    })
}

/// Reads the colors of the blocks. Each run of one color must have one escape sequence, and each line must end with a reset.
pub fn read_colors(text: &str) -> Vec<Vec<[u8; 3]>> {
    let read_line = |line: &str| {
        let line = line.strip_suffix("\x1b[0m").unwrap();
        let mut colors: Vec<[u8; 3]> = Vec::new();
        for run in line.strip_prefix("\x1b[48;2;").unwrap().split("\x1b[48;2;") {
            let (color, blanks) = run.split_once('m').unwrap();
            let color: Vec<u8> = color.split(';').map(|channel| channel.parse().unwrap()).collect();
            let color: [u8; 3] = color.try_into().unwrap();
            assert_ne!(colors.last(), Some(&color), "a run in two parts");
            assert!(!blanks.is_empty() && blanks.len() % 2 == 0 && blanks.bytes().all(|byte| byte == b' '));
            colors.extend(vec![color; blanks.len() / 2]);
        }
        colors
    };
    text.lines().map(read_line).collect()
}

/// Reads the cells of a matrix.
fn read_cells(cells: &Value, open_sides: impl Fn(&Value) -> Sides) -> Opens {
    let rows = cells.as_array().unwrap().iter();
    rows.map(|row| row.as_array().unwrap().iter().map(&open_sides).collect()).collect()
}

/// Reads the cells of a graph, which says twice where each side leads.
fn read_graph(cells: &Value) -> Opens {
    let cells = cells.as_array().unwrap();
    let columns = cells.iter().filter(|node| node["cell"][0] == 0).count();
    let read = |(number, node): (usize, &Value)| {
        let (row, column) = (number / columns, number % columns);
        assert_eq!(node["cell"], serde_json::json!([row, column]));
        let across = [
            ("N", row.checked_sub(1).map(|row| (row, column))),
            ("E", Some((row, column + 1)).filter(|_| column + 1 < columns)),
            ("S", Some((row + 1, column)).filter(|_| (row + 1) * columns < cells.len())),
            ("W", column.checked_sub(1).map(|column| (row, column))),
        ];
        let sides = node["sides"].as_array().unwrap();
        assert_eq!(sides.len(), 4);
        for (side, (name, far)) in sides.iter().zip(across) {
            assert_eq!(side["side"], name);
            assert_eq!(side["to"].as_u64(), far.map(|(row, column)| (row * columns + column) as u64));
        }
        let is_open = |side: &Side| sides[usize::from(side.number())]["open"] == true;
        Sides::SQUARE.into_iter().filter(is_open).collect()
    };
    let opens: Vec<Sides> = cells.iter().enumerate().map(read).collect();
    opens.chunks(columns).map(<[Sides]>::to_vec).collect()
}

pub fn read_json(text: &str, encoding: Encoding) -> Opens {
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(value["encoding"], encoding.name());
    let cells = &value["cells"];
    let letters = |cell: &Value| {
        let letters = cell.as_str().unwrap();
        assert!(letters.chars().is_sorted_by_key(|letter| "NESW".find(letter).unwrap()));
        letters.chars().map(lettered).collect::<Sides>()
    };
    match encoding {
        Encoding::Walls => read_cells(cells, |cell| Sides::SQUARE.minus(letters(cell))),
        Encoding::Passages => read_cells(cells, letters),
        Encoding::Bits => read_cells(cells, |cell| {
            let walls = cell.as_u64().unwrap();
            [(Side::N, 1), (Side::E, 2), (Side::S, 4), (Side::W, 8)]
                .into_iter()
                .filter(|(_, bit)| walls & bit == 0)
                .map(|(side, _)| side)
                .collect()
        }),
        Encoding::Named => read_cells(cells, |cell| {
            assert_eq!(cell.as_object().unwrap().len(), 4);
            let is_open = |side: &Side| !cell[letter(*side).to_string()].as_bool().unwrap();
            Sides::SQUARE.into_iter().filter(is_open).collect()
        }),
        Encoding::Blocks => {
            let blocks: Vec<Vec<u8>> = serde_json::from_value(cells.clone()).unwrap();
            for (y, x) in (0..blocks.len()).flat_map(|y| (0..blocks[y].len()).map(move |x| (y, x))) {
                let (is_point, is_cell) = (y % 2 == 0 && x % 2 == 0, y % 2 == 1 && x % 2 == 1);
                assert!(blocks[y][x] == 1 || blocks[y][x] == 0 && !(is_point && has_wall(&blocks, y, x)));
                assert!(blocks[y][x] == 0 || !is_cell);
            }
            read_sides(blocks.len(), blocks[0].len(), |y, x| blocks[y][x] == 0)
        }
        Encoding::Graph => read_graph(cells),
        other => panic!("{other:?} is not read here yet"),
    }
}

/// Whether a wall ends at a point, or it is at the border.
fn has_wall(blocks: &[Vec<u8>], y: usize, x: usize) -> bool {
    let at = |y: usize, x: usize| blocks.get(y).and_then(|row| row.get(x)).is_none_or(|&block| block == 1);
    at(y.wrapping_sub(1), x) || at(y + 1, x) || at(y, x.wrapping_sub(1)) || at(y, x + 1)
}
