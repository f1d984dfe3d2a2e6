//! A cap on the walls of each row and column.

use super::option::steps_of_all;
use super::{EditOption, Edits, Share, Site};
use crate::about::{InvalidValue, Why, named};
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

pub(crate) const MAX_WALLS: EditOption = EditOption {
    name: "max_walls",
    description: "The largest share of the inner walls of a line that are left standing.",
    breaks_halves: true,
    set: |edits, text| text.parse().map(|share| edits.max_walls = Some(share)),
    get: |edits| edits.max_walls.map(|share| share.value().into()),
    check: |edits, site| check_lines(edits.max_walls.is_some(), edits, site),
    steps: |edits, cells| steps_of_all(cells, edits.max_walls.is_some()),
    ..EditOption::NONE
};

pub(crate) const MAX_WALLS_IN: EditOption = EditOption {
    name: "max_walls_in",
    values: Lines::NAMES,
    default: "both",
    description: "The lines that max_walls is about.",
    needs: Some(MAX_WALLS.name),
    set: |edits, text| text.parse().map(|lines| edits.max_walls_in = Some(lines)),
    get: |edits| edits.max_walls_in.map(|lines| lines.name().into()),
    check: |edits, site| check_lines(edits.max_walls_in.is_some(), edits, site),
    fill: |edits| edits.max_walls_in = edits.max_walls.map(|_| edits.max_walls_in.unwrap_or_default()),
    ..EditOption::NONE
};

/// Refuses what is said of lines where these are not straight.
fn check_lines(is_set: bool, edits: &Edits, site: &Site) -> Vec<InvalidValue> {
    let reason = match site.is_rectangle {
        _ if !is_set => return Vec::new(),
        true if edits.sparse.is_some() => InvalidValue::conflict("sparse"),
        true => return Vec::new(),
        false => Why::Unsupported.because(
            "is only valid with grid=square alone, without floors, wrap, weave, mask and sparse: other rows and columns are not straight",
        ),
    };
    vec![reason]
}

/// Opens walls at random, in each row or column, until the share of its inner walls that still stand is at most `share`.
///
/// The inner walls of a row are those between two neighbors of that row, of a column those between two neighbors of that
/// column. Rows come before columns, from the top and from the left.
///
/// # Complexity
///
/// Time `O(cells)`; four bytes for each cell of the longest line.
///
/// ```
/// use dedale::edit::{Lines, Share, max_walls};
/// use dedale::{grid::{Side, Square}, maze::Maze, rng::{Rng, Stream}};
/// let grid = Square::new(5, 1)?;
/// let mut maze = Maze::closed(grid);
/// max_walls(&mut maze, Share::new(0.5)?, Lines::Rows, &mut Rng::new(7, Stream::MaxWalls), &mut ())?;
/// assert_eq!(maze.count_passages(), 2); // of four walls, two still stand
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
