//! A part of a maze in memory.

use super::Streamed;
use super::along::WindowCells;
use crate::generate::NoRectangle;
use crate::grid::{Side, TooLarge};
use crate::maze::Maze;
use crate::options::MazeOptions;
use crate::picture::{Head, Picture, RowSource, Strip};

/// A window of a maze in memory, for the formats that are not written [row by row](crate::format::Format::is_by_rows), and with the parts of a
/// path that lie in it: what a [`Picture`] is for a whole maze.
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
#[derive(Clone, Debug)]
pub struct Windowed {
    picture: Picture,
    openings: Vec<([u64; 2], Side)>,
}

impl Windowed {
    /// Makes all rows that are left, with these parts of a path: the cells of each in the order in which they are walked, by their rows and
    /// columns in the whole level. A part may begin and end with the cell outside of the window that the path comes from or goes to; the
    /// side that it goes through is drawn then. Steps through walls are not drawn, nor is anything else outside.
    ///
    /// # Complexity
    ///
    /// Two bytes for each cell, and the time to make them.
    ///
    /// # Errors
    ///
    /// [`TooLarge`] for more than 2^32 − 1 cells.
    pub fn new(rows: Streamed, parts: &[Vec<[u64; 2]>]) -> Result<Windowed, TooLarge> {
        let mut rows = rows.along(parts)?;
        let WindowCells { grid, ends: [from, to] } = WindowCells::of(&rows.head)?;
        let mut maze = Maze::closed(grid);
        for row in 0..grid.rows() {
            maze.write_row(row, &rows.strip(row.into()).here);
        }
        let openings = rows.openings();
        let (head, path) = rows.into_head_and_trail();
        let picture = Picture { maze: maze.into(), from, to, path, distances: None, film: None, head };
        Ok(Windowed { picture, openings })
    }
}

impl RowSource for Windowed {
    fn head(&self) -> &Head {
        &self.picture.head
    }

    fn strip(&mut self, row: u64) -> Strip<'_> {
        Strip::of_picture(&self.picture, row)
    }

    fn openings(&self) -> Vec<([u64; 2], Side)> {
        self.openings.clone()
    }

    fn whole(&self) -> Option<&Picture> {
        Some(&self.picture)
    }
}

impl MazeOptions {
    /// A part of a maze in memory, with these parts of a path, for every format but the encoding [`Graph`](crate::text::Encoding::Graph): see
    /// [`Windowed::new`].
    ///
    /// # Errors
    ///
    /// [`NoRectangle::Size`] for more than 2^32 − 1 cells, and for a maze that is not made [row by row](MazeOptions::by_rows).
    pub fn make_part(&self, path: &[Vec<[u64; 2]>]) -> Result<Windowed, NoRectangle> {
        Windowed::new(self.rows_of_part()?, path).map_err(NoRectangle::Size)
    }

    /// A part of a maze row by row.
    pub(super) fn rows_of_part(&self) -> Result<Streamed, NoRectangle> {
        let [columns, rows] = self.extent().map(u64::from);
        self.by_rows().ok_or(NoRectangle::Size(TooLarge { columns, rows }))
    }
}
