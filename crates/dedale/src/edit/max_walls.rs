//! Limiting the walls of each row and column.

use crate::about::{Share, named};
use crate::grid::{Cell, Side, Square};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::Rng;

named! {
    /// The lines of a square grid whose walls are limited.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Lines {
        /// Each row: the `columns - 1` walls between neighbors in it.
        Rows = "rows",
        /// Each column: the `rows - 1` walls between neighbors in it.
        Columns = "columns",
        /// Each row, then each column.
        #[default]
        Both = "both",
    }
}

/// Opens random walls in each row or column, until at most this share of its inner walls still stand.
///
/// The inner walls of a row are those between two neighbors in that row, and the same for columns. Rows are opened before columns, from the
/// top and from the left.
pub fn max_walls<O: Observer>(
    maze: &mut Maze<Square>,
    share: Share,
    lines: Lines,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let grid = *maze.grid();
    let mut standing = Vec::new();
    if lines != Lines::Columns {
        for row in 0..grid.rows() {
            let cells = (0..grid.columns() - 1).map(|column| grid.at(row, column));
            cap_line(maze, cells, Side::E, share, &mut standing, rng, observer)?;
        }
    }
    if lines != Lines::Rows {
        for column in 0..grid.columns() {
            let cells = (0..grid.rows() - 1).map(|row| grid.at(row, column));
            cap_line(maze, cells, Side::S, share, &mut standing, rng, observer)?;
        }
    }
    Ok(())
}

/// Limits the walls at `side` of `cells`. `standing` is scratch space.
fn cap_line<O: Observer>(
    maze: &mut Maze<Square>,
    cells: impl ExactSizeIterator<Item = Cell>,
    side: Side,
    share: Share,
    standing: &mut Vec<Cell>,
    rng: &mut Rng,
    observer: &mut O,
) -> Result<(), O::Stop> {
    let allowed = share.at_most_of(cells.len() as u32) as usize;
    standing.clear();
    standing.extend(cells.filter(|&cell| !maze.passages(cell).contains(side)));
    while standing.len() > allowed {
        let cell = standing.swap_remove(rng.index(standing.len()));
        maze.carve(cell, side, observer)?;
    }
    Ok(())
}
