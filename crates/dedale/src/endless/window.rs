//! A part of a maze in memory.

use super::Streamed;
use super::along::WindowCells;
use crate::generate::NoRectangle;
use crate::grid::TooLarge;
use crate::maze::Maze;
use crate::options::MazeOptions;
use crate::picture::{Picture, RowSource as _};

impl MazeOptions {
    /// A part of a maze in memory, for every format but the encoding [`Graph`](crate::text::Encoding::Graph), with these parts of a path: the
    /// cells of each in the order in which they are walked, by their rows and columns in the whole level. A part may begin and end with the
    /// cell outside of the window that the path comes from or goes to; the side that it goes through is drawn then. Steps through walls are not
    /// drawn, nor is anything else outside. An end of the maze that is not in the window is no cell of the picture.
    ///
    /// # Complexity
    ///
    /// Two bytes for each cell, and the time to make them.
    ///
    /// # Errors
    ///
    /// [`NoRectangle::Size`] for more than 2^32 − 1 cells, and for a maze that is not made [row by row](MazeOptions::by_rows).
    ///
    /// ```
    /// use dedale::options::MazeOptions;
    /// use dedale::format::{Format, Writer};
    /// let side = (1_u64 << 53) - 1;
    /// let options: MazeOptions = format!("algo=quilt&w={side}&h={side}&seed=7&window=0,0,20,30").parse()?;
    /// let window = options.make_part(&[vec![[0, 0]]])?;
    /// let writer = Writer::new(window, Format::Svg(Default::default())).expect("the window is in memory");
    /// assert!(writer.flatten().count() > 1000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make_part(&self, path: &[Vec<[u64; 2]>]) -> Result<Picture, NoRectangle> {
        let mut rows = self.rows_of_part()?.along(path).map_err(NoRectangle::Size)?;
        let WindowCells { grid, ends: [from, to] } = WindowCells::of(&rows.head).map_err(NoRectangle::Size)?;
        let mut maze = Maze::closed(grid);
        for row in 0..grid.rows() {
            maze.write_row(row, &rows.strip(row.into()).here);
        }
        let (head, path) = rows.into_head_and_trail();
        Ok(Picture { maze: maze.into(), from, to, path, distances: None, film: None, head })
    }

    /// A part of a maze row by row.
    pub(super) fn rows_of_part(&self) -> Result<Streamed, NoRectangle> {
        let [columns, rows] = self.extent().map(u64::from);
        self.streamed().ok_or(NoRectangle::Size(TooLarge { columns, rows }))
    }
}
