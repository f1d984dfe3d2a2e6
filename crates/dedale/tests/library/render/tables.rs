//! Tables of numbers, as CSV and as arrays of numpy: the maze, the path and the distances are those of JSON and of the search, on every
//! grid that has rows and columns.

use dedale::formats::{Format, Table, Writer};
use dedale::grid::{Cell, Graph, GraphCell, GraphSide, Grid, GridKind, Mesh, MeshOptions, Side, Sides, Wrap};
use dedale::maze::Maze;
use dedale::picture::Picture;
use dedale::solve::distances;

use super::{opens, pictures, read_sides, with_path};

/// The numbers of a file of numpy, and its shape.
pub fn read_npy(bytes: &[u8]) -> (Vec<usize>, Vec<i32>) {
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let length = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!((length % 64, bytes[length - 1]), (0, b'\n'));
    let line = std::str::from_utf8(&bytes[10..length]).unwrap();
    assert!(line.contains("'fortran_order': False"));
    let shape = line.split_once("'shape': (").unwrap().1.split_once(')').unwrap().0;
    let shape: Vec<usize> = shape.split(", ").map(|axis| axis.parse().unwrap()).collect();
    let numbers: Vec<i32> = if line.starts_with("{'descr': '<i4'") {
        bytes[length..].chunks(4).map(|number| i32::from_le_bytes(number.try_into().unwrap())).collect()
    } else {
        assert!(line.starts_with("{'descr': '|u1'"));
        bytes[length..].iter().map(|&byte| byte.into()).collect()
    };
    assert_eq!(numbers.len(), shape.iter().product::<usize>());
    (shape, numbers)
}

/// The numbers of a CSV file; all lines are equally long.
pub fn read_csv(bytes: &[u8]) -> Vec<i32> {
    let text = std::str::from_utf8(bytes).unwrap();
    assert!(text.ends_with('\n'));
    let lines: Vec<Vec<i32>> =
        text.lines().map(|line| line.split(',').map(|number| number.parse().unwrap()).collect()).collect();
    assert!(lines.iter().all(|line| line.len() == lines[0].len()));
    lines.concat()
}

pub fn written(picture: &Picture, format: Format) -> Option<Vec<u8>> {
    let mut writer = Writer::new(picture, format).ok()?;
    let mut bytes = Vec::new();
    while !writer.is_done() {
        writer.write_next(&mut bytes);
    }
    Some(bytes)
}

/// The table of a picture, which is the same in both formats.
fn table(picture: &Picture, table: Table) -> Option<(Vec<usize>, Vec<i32>)> {
    let read = read_npy(&written(picture, Format::Npy(table))?);
    assert_eq!(read_csv(&written(picture, Format::Csv(table)).unwrap()), read.1);
    Some(read)
}

fn solved(options: &MeshOptions) -> Picture {
    crate::with_distances(&crate::with_path(&crate::perfect(&Mesh::new(options).unwrap())))
}

#[test]
fn tables_of_squares_say_the_maze() {
    for picture in pictures() {
        let maze = &picture.maze;
        let (rows, columns) =
            (maze.grid().square().unwrap().rows() as usize, maze.grid().square().unwrap().columns() as usize);
        let (shape, blocks) = table(&picture, Table::Blocks).unwrap();
        assert_eq!(shape, [2 * rows + 1, 2 * columns + 1]);
        assert_eq!(read_sides(shape[0], shape[1], |y, x| blocks[y * shape[1] + x] != 1), opens(maze));
        let (shape, bits) = table(&picture, Table::Bits).unwrap();
        assert_eq!(shape, [rows, columns]);
        let sides = |&walls: &i32| Sides::SQUARE.minus(Sides::from_bits(walls as u8));
        assert_eq!(bits.iter().map(sides).collect::<Vec<_>>(), opens(maze).concat());
        let found = distances(maze, picture.from, &mut ()).unwrap();
        let expected: Vec<i32> = maze.cells().map(|cell| found.to(cell).map_or(-1, |moves| moves as i32)).collect();
        let known = Picture { distances: Some(found), ..picture.clone() };
        assert_eq!(table(&known, Table::Distances).unwrap(), (vec![rows, columns], expected));
        // The path is a matter of blocks.
        let Some((_, drawn)) = with_path(&picture) else { continue };
        let with = table(&drawn, Table::Blocks).unwrap().1;
        assert!(with.contains(&2));
        let walls = |blocks: &[i32]| blocks.iter().map(|&block| i32::from(block == 1)).collect::<Vec<_>>();
        assert_eq!(walls(&with), walls(&blocks));
        assert_eq!(table(&drawn, Table::Bits).unwrap().1, bits);
    }
}

#[test]
fn tables_of_every_grid_have_the_axes_of_its_addresses() {
    let small = |kind| MeshOptions { columns: 7, rows: 6, rings: 4, ..MeshOptions::new(kind) };
    let masked = |kind| MeshOptions { mask: Some("circle".parse().unwrap()), largest_part: true, ..small(kind) };
    let floors = MeshOptions { floors: 3, ..small(GridKind::Square) };
    let wrapped = MeshOptions { wrap: Wrap::Xy, ..small(GridKind::Square) };
    let known = GridKind::ALL.iter().filter(|&&kind| kind != GridKind::Custom);
    let options = known.flat_map(|&kind| [small(kind), masked(kind)]).chain([floors, wrapped]);
    for options in options {
        let picture = solved(&options);
        let mesh = picture.maze.grid().mesh().unwrap();
        let has_rows = options.kind != GridKind::Polar;
        for name in [Table::Bits, Table::Distances] {
            assert_eq!(Format::Npy(name).can_write(&options, false), has_rows, "{options:?}");
            let Some((shape, numbers)) = table(&picture, name) else {
                assert!(!has_rows, "{options:?}");
                continue;
            };
            assert_eq!(shape.iter().product::<usize>() as u64, options.cells_without_mask());
            let places = (0..mesh.row_count()).flat_map(|row| mesh.places_of_row(row));
            for (cell, number) in places.zip(numbers) {
                let expected = match (cell, name) {
                    (None, Table::Bits) => 255,
                    (None, _) => -1,
                    (Some(cell), Table::Bits) => {
                        let sides = mesh.sides_of(cell).into_iter();
                        let open = picture.maze.open_sides(cell);
                        sides.filter(|&side| !open.contains(side)).map(|side| 1 << side.number()).sum()
                    }
                    (Some(cell), _) => picture.distances.as_ref().unwrap().to(cell).unwrap() as i32,
                };
                assert_eq!(number, expected, "{options:?} {cell:?}");
            }
        }
        let is_flat = options.kind == GridKind::Square && options.floors == 1;
        assert_eq!(Format::Npy(Table::Blocks).can_write(&options, false), is_flat);
        assert_eq!(table(&picture, Table::Blocks).is_some(), is_flat);
    }
}

/// The records of a table of neighbors in the format of numpy.
fn records(bytes: &[u8]) -> Vec<(u32, u32, bool)> {
    let length = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let line = std::str::from_utf8(&bytes[10..length]).unwrap();
    assert!(length.is_multiple_of(64) && line.ends_with('\n'), "{line:?}");
    let said = "{'descr': [('from', '<u4'), ('to', '<u4'), ('open', '|b1')], 'fortran_order': False, 'shape': (";
    let (count, rest) = line.strip_prefix(said).unwrap().split_once(',').unwrap();
    assert_eq!(rest.trim_end(), "), }");
    let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().unwrap());
    let record = |bytes: &[u8]| (number(&bytes[..4]), number(&bytes[4..8]), bytes[8] == 1);
    let records: Vec<_> = bytes[length..].chunks(9).map(record).collect();
    assert_eq!(records.len(), count.parse::<usize>().unwrap());
    records
}

fn check_neighbors(picture: &Picture) {
    let (grid, maze) = (picture.maze.grid(), &picture.maze);
    let found = records(&written(picture, Format::Npy(Table::Graph)).unwrap());
    let lines: Vec<i32> = found.iter().flat_map(|&(a, b, open)| [a as i32, b as i32, i32::from(open)]).collect();
    let csv = written(picture, Format::Csv(Table::Graph)).unwrap();
    assert_eq!(if csv.is_empty() { Vec::new() } else { read_csv(&csv) }, lines);
    assert!(found.is_sorted_by_key(|&(from, ..)| from) && found.iter().all(|(from, to, _)| from < to));
    // By cell, from both sides.
    let mut expected: Vec<(u32, u32, bool)> = Vec::new();
    for cell in maze.cells() {
        let sides = grid.inner_sides(cell).into_iter();
        expected.extend(sides.map(|side| (cell.0, grid.across(cell, side).0, maze.passages(cell).contains(side))));
    }
    let mut both: Vec<_> = found.iter().flat_map(|&(a, b, open)| [(a, b, open), (b, a, open)]).collect();
    both.sort_unstable();
    expected.sort_unstable();
    assert_eq!(both, expected);
}

#[test]
fn neighbors_are_those_of_the_grid() {
    for picture in pictures() {
        check_neighbors(&picture);
    }
    let small = |kind| MeshOptions { columns: 7, rows: 6, rings: 4, ..MeshOptions::new(kind) };
    let known = GridKind::ALL.iter().map(|&kind| small(kind));
    let narrow = MeshOptions { columns: 2, wrap: Wrap::X, ..small(GridKind::Square) };
    for options in known.chain([MeshOptions { floors: 3, ..small(GridKind::Square) }, narrow]) {
        assert!(Format::Npy(Table::Graph).can_write(&options, true), "{options:?}");
        check_neighbors(&solved(&options));
    }
    // A custom grid, in more than one piece.
    let mut ring = Graph::default();
    for cell in 0..1000 {
        let side = |name, to| GraphSide { to: Some(to), ..GraphSide::from(name) };
        let sides = [side("next", (cell + 1) % 1000), side("back", (cell + 999) % 1000)];
        ring.add(GraphCell { sides: &sides, ..GraphCell::default() }).unwrap();
    }
    check_neighbors(&Picture::new(Maze::closed(ring.into_mesh().unwrap()), Cell(0), Cell(999)));
}

/// Places that a mask leaves out are solid, and all else is as in JSON.
#[test]
fn blocks_of_a_cut_rectangle() {
    for mask in ["heart", "not:circle", "bits:_w"] {
        let size = if mask.starts_with("bits") { 4 } else { 12 };
        let mask = Some(mask.parse().unwrap());
        let options = MeshOptions {
            columns: size,
            rows: if size == 4 { 3 } else { 12 },
            mask,
            largest_part: true,
            ..MeshOptions::new(GridKind::Square)
        };
        let mut picture = solved(&options);
        // A way out towards what is left out, or through the edge.
        let mesh = picture.maze.grid().mesh().unwrap().clone();
        let door = mesh.outer_sides(Cell(0)).into_iter().next().unwrap();
        picture.maze.open_outer(Cell(0), door);
        let (shape, blocks) = table(&picture, Table::Blocks).unwrap();
        let plain = table(&Picture { path: None, ..picture.clone() }, Table::Blocks).unwrap().1;
        let in_row = |row| (0..).zip(mesh.places_of_row(row)).map(move |(column, cell)| (row as usize, column, cell));
        for (row, column, cell) in (0..mesh.row_count()).flat_map(in_row) {
            let at = |y: usize, x: usize| (plain[y * shape[1] + x], blocks[y * shape[1] + x]);
            let (y, x) = (2 * row + 1, 2 * column + 1);
            let Some(cell) = cell else {
                assert_eq!(at(y, x), (1, 1));
                continue;
            };
            let path = picture.path.as_ref().unwrap();
            assert_eq!(at(y, x), (0, if path.passes(cell) { 2 } else { 0 }));
            for (side, y, x) in [(Side::N, y - 1, x), (Side::E, y, x + 1), (Side::S, y + 1, x), (Side::W, y, x - 1)] {
                let is_open = picture.maze.open_sides(cell).contains(side);
                assert_eq!(at(y, x).0 == 0, is_open);
                assert_eq!(at(y, x).1 == 2, path.sides(cell).contains(side));
            }
        }
    }
}

/// Distances are written where they are known, and not as a table without numbers.
#[test]
fn distances_that_nobody_asked_for_are_no_table() {
    let mut picture = pictures().remove(0);
    picture.distances = None;
    for format in [Format::Csv(Table::Distances), Format::Npy(Table::Distances)] {
        assert!(picture.to_bytes(format).is_err(), "{format:?}");
        let mut shaded = picture.clone();
        shaded.shade(format, &mut ()).unwrap();
        assert!(shaded.to_bytes(format).is_ok(), "{format:?}");
    }
}
