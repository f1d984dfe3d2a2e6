//! A cap on the walls of each row and column.

use crate::about::{InvalidValue, Share, Why, named};
use crate::grid::{Cell, Side, Square};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::options::{Faults, MazeBuilder, MazeOption, OPTION};
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

pub(crate) const MAX_WALLS: MazeOption = MazeOption {
    name: "max_walls",
    description: "The largest share of the inner walls of a line that are left standing.",
    breaks_halves: true,
    needs_walls: true,
    set: |maze, text| text.parse().map(|share| maze.edits.max_walls = Some(share)),
    get: |maze| maze.edits.max_walls.map(|share| share.value().into()),
    check: |maze, faults| check_lines("max_walls", maze.edits.max_walls.is_some(), maze, faults),
    steps: |_, cells| cells.saturating_mul(2),
    ..OPTION
};

pub(crate) const MAX_WALLS_IN: MazeOption = MazeOption {
    name: "max_walls_in",
    values: Lines::NAMES,
    default: "both",
    description: "The lines that max_walls is about.",
    needs: Some(MAX_WALLS.name),
    set: |maze, text| text.parse().map(|lines| maze.edits.max_walls_in = Some(lines)),
    get: |maze| maze.edits.max_walls_in.map(|lines| lines.name().into()),
    check: |maze, faults| check_lines("max_walls_in", maze.edits.max_walls_in.is_some(), maze, faults),
    fill: |maze| maze.edits.max_walls_in = maze.edits.max_walls.map(|_| maze.edits.max_walls_in.unwrap_or_default()),
    ..OPTION
};

/// Refuses what is said of lines where these are not straight.
fn check_lines(option: &'static str, is_set: bool, maze: &MazeBuilder, faults: &mut Faults) {
    if is_set && !maze.is_rectangle() {
        let reason = "is only valid with grid=square alone, without floors, wrap, weave, mask and sparse: other rows and columns are not straight";
        faults.add(option, Why::Unsupported.because(reason));
    } else if is_set && maze.edits.sparse.is_some() {
        faults.add(option, InvalidValue::conflict("sparse"));
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
