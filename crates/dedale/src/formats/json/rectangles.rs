//! The walls of a maze of squares as few rectangles of blocks, for programs that ask what is hit.

use super::encoding::Encoding;
use super::write::has_encoding;
use crate::generate::Rectangle;
use crate::grid::{AnyGrid, Grid as _, Mesh, MeshOptions};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::picture::Strip;
use crate::picture::strip::{FREE, WALL};

/// About how many steps it takes to find the rectangles, for each cell, and how many bytes: four blocks, and the rectangles.
pub(crate) const RECTANGLE_STEPS: u64 = 12;
pub(crate) const RECTANGLE_BYTES: u64 = 72;

/// Returns true if the walls of mazes on a grid with these options are rectangles: on squares on one floor, without tunnels.
pub fn has_rectangles(options: &MeshOptions, is_woven: bool) -> bool {
    has_encoding(options, Encoding::Blocks) && options.floors == 1 && !is_woven
}

/// Returns the walls of a maze as rectangles of blocks, as in [`Encoding::Blocks`]: together they are all blocks that are walls, and no block is in two
/// of them. They are in the order of their first blocks, row by row. Where walls are thin, as in a maze that fills its rectangle, no fewer
/// rectangles are enough. `None` where the grid has [none](has_rectangles).
///
/// # Complexity
///
/// Time `O(cells)`; four bytes for each cell, and 32 for each rectangle.
///
/// # Errors
///
/// What the observer said when it stopped the work.
///
/// ```
/// use dedale::{grid::{Side, Square}, maze::Maze, formats::rectangles};
/// let grid = Square::new(2, 1)?;
/// let mut maze = Maze::closed(grid);
/// maze.link(grid.at(0, 0), Side::E);
/// let Ok(found) = rectangles(&maze.into(), &mut ());
/// let sides = found.unwrap_or_default().into_iter().map(|it| [it.row, it.column, it.rows, it.columns]);
/// assert_eq!(sides.collect::<Vec<_>>(), [[0, 0, 1, 5], [1, 0, 2, 1], [1, 4, 2, 1], [2, 1, 1, 3]]);
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
pub fn rectangles<O: Observer>(maze: &Maze<AnyGrid>, observer: &mut O) -> Result<Option<Vec<Rectangle>>, O::Stop> {
    let has_some = |mesh: &Mesh| has_rectangles(mesh.options(), !mesh.crossings().is_empty());
    if maze.grid().mesh().is_some_and(|mesh| !has_some(mesh)) {
        return Ok(None);
    }
    // The blocks that are walls and in no rectangle yet are left.
    let (mut blocks, mut width) = (Vec::new(), 1);
    for row in 0..=maze.grid().row_count() {
        observer.go_on()?;
        let of_strip = Strip::of(maze, row).blocks();
        width = of_strip.width;
        blocks.extend(of_strip.numbers);
    }
    let mut found = Vec::new();
    for row in 0..blocks.len() / width {
        observer.go_on()?;
        for column in 0..width {
            if blocks[row * width + column] == WALL {
                let [high, wide] = largest(&blocks, width, row, column);
                (row..row + high).for_each(|row| blocks[row * width + column..][..wide].fill(FREE));
                let [row, column, rows, columns] = [row, column, high, wide].map(|number| number as u64);
                found.push(Rectangle { row, column, rows, columns });
            }
        }
    }
    Ok(Some(found))
}

/// Returns the height and the width of the larger one of two rectangles that begin with a block: the one that is as wide as can be, and the one that is
/// as high as can be.
fn largest(blocks: &[u8], width: usize, row: usize, column: usize) -> [usize; 2] {
    let is_row = |row: usize, wide: usize| {
        blocks.get(row * width + column..row * width + column + wide).is_some_and(|blocks| !blocks.contains(&FREE))
    };
    let line = &blocks[row * width..][..width];
    let wide = line[column..].iter().take_while(|block| **block == WALL).count();
    let wide_high = (row..).take_while(|&row| is_row(row, wide)).count();
    let high = (row..).take_while(|&row| is_row(row, 1)).count();
    let is_column = |column: usize| column < width && (row..row + high).all(|row| blocks[row * width + column] == WALL);
    let high_wide = (column..).take_while(|&column| is_column(column)).count();
    // A wall that ends at another one does not divide it.
    let end = &blocks[(row + high - 1) * width..][..width];
    let is_at_wall = column > 0 && end[column - 1] == WALL && end.get(column + 1) == Some(&WALL);
    let high = if high_wide == 1 && high > 1 && is_at_wall { high - 1 } else { high };
    let wide_high = if wide == 1 { high } else { wide_high };
    if wide_high * wide >= high * high_wide { [wide_high, wide] } else { [high, high_wide] }
}
