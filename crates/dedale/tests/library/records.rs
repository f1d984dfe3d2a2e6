//! Records of equal length, and hashes by which equal mazes are found.

use dedale::dataset::{Hash, Records};
use dedale::formats::{Format, Table, Writer};
use dedale::grid::{Cell, Grid, GridKind, Mask, Mesh, MeshOptions, Square};
use dedale::maze::Maze;
use dedale::options::MazeOptions;
use dedale::rng::derived_seed;

/// Each maze has the bytes that its format has in a file.
#[test]
fn mazes_are_as_in_their_own_files() {
    for query in [
        "w=7&h=4",
        "w=1&h=1",
        "w=9&h=9&doors=true&braid=0.5",
        "w=5&h=6&algo=wilson&rooms=1",
        "w=3&h=8&ends=random&doors=true",
    ] {
        for table in [Table::Blocks, Table::Bits] {
            let options: MazeOptions = query.parse().unwrap();
            let mut records = Records::new(options.clone(), table, Vec::new(), Hash::Walls, None, &mut ()).unwrap();
            for seed in 0..20 {
                let mut record = Vec::new();
                records.write(seed, &mut record, &mut ()).unwrap();
                let picture = options.with_seed(seed).make(&mut ()).unwrap();
                let file = picture.to_bytes(Format::Npy(table)).unwrap();
                // A file of one maze marks ends that are not the usual ones.
                let numbers = file[file.len() - record.len()..].iter();
                let is_same = |(&number, &block): (&u8, &u8)| {
                    number == block || table == Table::Blocks && block == 0 && number > 1
                };
                assert!(numbers.zip(&record).all(is_same) && record.len() as u64 == records.record_bytes(), "{query}");
                assert_eq!(file.len() - record.len(), 128, "{query}");
            }
        }
    }
}

#[test]
fn other_grids_have_the_numbers_of_their_own_files() {
    for (query, table) in [
        ("w=9&h=7&mask=circle", Table::Blocks),
        ("w=6&h=5&grid=hex", Table::Bits),
        ("w=8&h=8&sparse=0.5", Table::Bits),
        ("w=8&h=6&wrap=xy", Table::Blocks),
    ] {
        let options: MazeOptions = query.parse().unwrap();
        let mut records = Records::new(options.clone(), table, Vec::new(), Hash::Walls, None, &mut ()).unwrap();
        for number in 0..5 {
            let seed = derived_seed(3, number);
            let mut record = Vec::new();
            records.write(seed, &mut record, &mut ()).unwrap();
            let picture = options.with_seed(seed).make(&mut ()).unwrap();
            let mut own = Writer::new(picture, Format::Npy(table)).unwrap();
            let mut file = Vec::new();
            while !own.is_done() {
                own.write_next(&mut file);
            }
            assert!(file.ends_with(&record) && record.len() as u64 == records.record_bytes(), "{query}");
        }
    }
    let circle: MazeOptions = "grid=polar&rings=4".parse().unwrap();
    assert!(Records::new(circle, Table::Bits, Vec::new(), Hash::Walls, None, &mut ()).is_err());
}

/// Where a cell of a row and column comes to, if the last row and column have this number.
type Image = fn(u32, u32, u32) -> [u32; 2];

/// Turned and mirrored mazes, made by moving their passages one by one.
#[test]
fn images_of_a_maze_have_the_same_canonical_hash() {
    let image = |maze: &Maze<Square>, place: Image| {
        let grid = *maze.grid();
        let last = grid.rows() - 1;
        let at = |cell| {
            let [row, column] = place(grid.row(cell), grid.column(cell), last);
            grid.at(row, column)
        };
        let mut image = Maze::closed(grid);
        for (cell, _, far) in maze.links() {
            let (here, there) = (at(cell), at(far));
            let sides = image.grid().inner_sides(here);
            let side = sides.into_iter().find(|&side| grid.across(here, side) == there).unwrap();
            image.link(here, side);
        }
        image
    };
    let images: [Image; 4] =
        [|r, c, last| [last - r, c], |r, c, last| [r, last - c], |r, c, _| [c, r], |r, c, last| [c, last - r]];
    let mut hashes = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let options: MazeOptions = format!("w=6&h=6&seed={seed}").parse().unwrap();
        let maze = options.make(&mut ()).unwrap().maze.into_squares().unwrap();
        for place in images {
            let image = image(&maze, place);
            assert_eq!(Hash::Canonical.of(&image), Hash::Canonical.of(&maze));
            assert_ne!(Hash::Walls.of(&image), Hash::Walls.of(&maze));
        }
        hashes.insert(Hash::Canonical.of(&maze));
    }
    assert_eq!(hashes.len(), 50);
}

/// Six cells in three rows are no rectangle of two columns.
#[test]
fn what_a_mask_leaves_is_not_turned() {
    let bits = [true, true, true, true, true, false, true, false, false];
    let mask = Mask::from_bits(bits.to_vec());
    let mesh = MeshOptions { columns: 3, rows: 3, mask: Some(mask), ..MeshOptions::new(GridKind::Square) };
    let mesh = Mesh::new(&mesh).unwrap();
    for cell in (0..6).map(Cell) {
        for side in mesh.inner_sides(cell) {
            let mut maze = Maze::closed(mesh.clone());
            maze.link(cell, side);
            assert_eq!(Hash::Canonical.of(&maze), Hash::Walls.of(&maze), "{cell:?} {side:?}");
        }
    }
}
