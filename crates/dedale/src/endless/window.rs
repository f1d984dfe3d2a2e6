//! A part of a maze in memory.

use super::Streamed;
use crate::generate::WindowError;
use crate::grid::{Cell, Side, Square, TooLarge, outer_sides_of};
use crate::maze::Maze;
use crate::options::MazeOptions;
use crate::picture::strip::NO_CELL;
use crate::picture::{Metadata, Picture, RowSource as _, Trail};

impl MazeOptions {
    /// Returns a part of a maze in memory, for every format but the encoding [`Graph`](crate::formats::Encoding::Graph), with these parts of
    /// a path: the cells of each in the order in which they are walked, by their rows and columns in the whole level. A part may begin and
    /// end with a cell outside of the window, so that the side through which the path leads is drawn. Steps through walls are not drawn, nor
    /// is anything else outside of the window. An end of the maze outside of the window is not a cell of the picture.
    ///
    /// # Complexity
    ///
    /// Two bytes for each cell, and the time to make them.
    ///
    /// # Errors
    ///
    /// [`WindowError::Size`] for more than 2^32 − 1 cells, and if the maze is not made [row by row](MazeOptions::by_rows).
    ///
    /// ```
    /// use dedale::options::MazeOptions;
    /// use dedale::formats::{Format, Writer};
    /// let side = (1_u64 << 53) - 1;
    /// let options: MazeOptions = format!("algo=quilt&w={side}&h={side}&seed=7&window=0,0,20,30").parse()?;
    /// let window = options.make_part(&[vec![[0, 0]]])?;
    /// let writer = Writer::new(window, Format::Svg(Default::default())).expect("the window is in memory");
    /// assert!(writer.flatten().count() > 1000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make_part(&self, path: &[Vec<[u64; 2]>]) -> Result<Picture, WindowError> {
        let [columns, rows] = self.extent().map(u64::from);
        let mut made = self.streamed().ok_or(WindowError::Size(TooLarge { columns, rows }))?;
        let [columns, rows] = made.metadata.size();
        let size = u32::try_from(columns).ok().zip(u32::try_from(rows).ok()).ok_or(TooLarge { columns, rows });
        let grid = size.and_then(|(columns, rows)| Square::new(columns, rows)).map_err(WindowError::Size)?;
        let mut maze = Maze::closed(grid);
        for row in 0..grid.rows() {
            maze.write_row(row, &made.strip(row.into()).here);
        }
        let Streamed { metadata, .. } = made;
        let [from, to] = metadata.ends().map(|end| cell_at(&maze, &metadata, end?)).map(|end| end.unwrap_or(NO_CELL));
        let path = Some(path).filter(|path| !path.is_empty()).map(|path| trail(&maze, &metadata, path));
        Ok(Picture { maze: maze.into(), from, to, path, distances: None, film: None, metadata })
    }
}

/// Returns the cell of the window with this row and column of the level.
fn cell_at(maze: &Maze<Square>, metadata: &Metadata, place: [u64; 2]) -> Option<Cell> {
    metadata.place_of(place).map(|[row, column]| maze.grid().at(row as u32, column as u32))
}

/// Returns the trail of the parts of a path in a window.
fn trail(maze: &Maze<Square>, metadata: &Metadata, parts: &[Vec<[u64; 2]>]) -> Trail {
    let steps = parts.iter().flat_map(|part| part.windows(2));
    let sides = steps.flat_map(|step| {
        let sides = sides_between(step[0], step[1]);
        sides.into_iter().flat_map(|[there, back]| [(step[0], there), (step[1], back)])
    });
    // At an end of the maze, the path goes on to the outside through a door.
    let [from, to] = metadata.ends();
    let first = parts.first().and_then(|part| part.first()).filter(|first| Some(**first) == from);
    let last = parts.last().and_then(|part| part.last()).filter(|last| Some(**last) == to);
    let doors = |&end: &[u64; 2]| {
        let open = cell_at(maze, metadata, end).map(|cell| maze.open_sides(cell)).unwrap_or_default();
        outer_sides_of(end, metadata.level_size())
            .into_iter()
            .filter(move |&side| open.contains(side))
            .map(move |side| (end, side))
    };
    let doors = [first.and_then(|end| doors(end).next()), last.and_then(|end| doors(end).last())];
    let crossed = sides.chain(doors.into_iter().flatten());
    let crossed = crossed.filter_map(|(place, side)| Some((cell_at(maze, metadata, place)?, side)));
    let cells = parts.iter().flatten().filter_map(|&place| cell_at(maze, metadata, place));
    Trail::of(maze.grid(), crossed.filter(|&(cell, side)| maze.open_sides(cell).contains(side)), cells)
}

/// Returns the sides of two neighbors that touch: that of the first, and that of the second.
fn sides_between([row, column]: [u64; 2], [far_row, far_column]: [u64; 2]) -> Option<[Side; 2]> {
    match (far_row.wrapping_sub(row), far_column.wrapping_sub(column)) {
        (u64::MAX, 0) => Some([Side::N, Side::S]),
        (0, 1) => Some([Side::E, Side::W]),
        (1, 0) => Some([Side::S, Side::N]),
        (0, u64::MAX) => Some([Side::W, Side::E]),
        _ => None,
    }
}
