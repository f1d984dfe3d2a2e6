//! A cap on the walls of each row and column.

use crate::about::{Share, named};
use crate::grid::{Cell, Side, Square};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::rng::Rng;

named! {
    /// Which lines of a square grid a cap on walls holds for.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Lines {
        /// In each row: of the `columns - 1` walls between neighbors in it.
        Rows = "rows",
        /// In each column: of the `rows - 1` walls between neighbors in it.
        Columns = "columns",
        /// In each row, then in each column.
        #[default]
        Both = "both",
    }
}

/// Opens walls at random, in each row or column, until the share of its inner walls that still stand is at most `share`.
///
/// The inner walls of a row are those between two neighbors of that row, of a column those between two neighbors of that
/// column. Rows come before columns, from the top and from the left.
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

/// Caps the walls at `side` of each of `cells`. `standing` is scratch.
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
