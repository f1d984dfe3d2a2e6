//! The walls as rectangles of blocks.

use dedale::formats::{Format, Table, rectangles};

use crate::read;

/// Together the rectangles are all walls, and no two of them share a block.
#[test]
fn rectangles_are_the_walls_once() {
    for query in [
        "w=1&h=1",
        "w=12&h=9",
        "w=30&h=20&algo=wilson&doors=true",
        "w=20&h=14&rooms=6&braid=1&exits=3",
        "w=20&h=14&algo=cellular",
        "w=20&h=14&sparse=0.6&algo=prim",
        "w=15&h=15&mask=ring",
        "w=9&h=8&wrap=xy",
    ] {
        for seed in 0..8 {
            let query = format!("{query}&seed={seed}");
            let picture = read(&query).make(&mut ()).unwrap();
            let csv = String::from_utf8(picture.to_bytes(Format::Csv(Table::Blocks)).unwrap()).unwrap();
            let blocks: Vec<Vec<u8>> =
                csv.lines().map(|line| line.split(',').map(|block| u8::from(block == "1")).collect()).collect();
            let mut covered = vec![vec![0; blocks[0].len()]; blocks.len()];
            let Ok(found) = rectangles(&picture.maze, &mut ());
            for rectangle in found.unwrap() {
                let [row, column, rows, columns] =
                    [rectangle.row, rectangle.column, rectangle.rows, rectangle.columns].map(|number| number as usize);
                assert!(rows > 0 && columns > 0);
                covered[row..row + rows].iter_mut().for_each(|line| {
                    line[column..column + columns].iter_mut().for_each(|block| *block += 1);
                });
            }
            assert_eq!(covered, blocks, "{query}");
        }
    }
    let woven = read("w=9&h=9&weave=1&seed=1").make(&mut ()).unwrap();
    assert_eq!(rectangles(&woven.maze, &mut ()), Ok(None));
}

/// Where walls are thin, each rectangle begins at a wall's end or beside a crossing: a wall that goes straight on is divided only where another
/// one crosses it.
#[test]
fn no_fewer_rectangles_are_enough_for_thin_walls() {
    for seed in 0..20 {
        let picture = read(&format!("w=12&h=9&seed={seed}")).make(&mut ()).unwrap();
        let csv = String::from_utf8(picture.to_bytes(Format::Csv(Table::Blocks)).unwrap()).unwrap();
        let blocks: Vec<Vec<bool>> =
            csv.lines().map(|line| line.split(',').map(|block| block == "1").collect()).collect();
        let is_wall = |row: usize, column: usize| blocks.get(row).and_then(|line| line.get(column)) == Some(&true);
        // Straight walls along both axes, and posts where two of them cross.
        let (mut straight, mut crossings) = (0, 0);
        for (row, line) in blocks.iter().enumerate() {
            for column in (0..line.len()).filter(|&column| line[column]) {
                let [north, south] =
                    [row.checked_sub(1), Some(row + 1)].map(|row| row.is_some_and(|row| is_wall(row, column)));
                let [west, east] = [column.checked_sub(1), Some(column + 1)]
                    .map(|column| column.is_some_and(|column| is_wall(row, column)));
                straight += usize::from(east && !west) + usize::from(south && !north);
                crossings += usize::from(north && south && west && east);
            }
        }
        let Ok(found) = rectangles(&picture.maze, &mut ());
        assert!(found.unwrap().len() <= straight + crossings, "seed {seed}");
    }
}
