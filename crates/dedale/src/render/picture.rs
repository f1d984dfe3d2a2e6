//! A maze in memory, with all that can be drawn of it.

use super::{Canvas, Film, Format, Plane, Shaded, Style, Trail, Writer};
use crate::grid::{Cell, Side, Square};
use crate::maze::Maze;
use crate::observe::Observer;
use crate::solve::{Distances, costs};

/// A maze, its two ends, and all that is drawn with them.
///
/// ```
/// use dedale::{grid::{Side, Square}, maze::Maze, render::{Format, Picture, Trail}};
/// let grid = Square::new(2, 2)?;
/// let mut maze = Maze::closed(grid);
/// maze.link(grid.at(0, 0), Side::E);
/// maze.link(grid.at(0, 1), Side::S);
/// maze.link(grid.at(1, 1), Side::W);
/// let path = Trail::new(&maze, &[grid.at(0, 0), grid.at(0, 1), grid.at(1, 1)]);
/// let picture = Picture { path: Some(path), ..Picture::new(maze, grid.at(0, 0), grid.at(1, 1)) };
/// let expected = "\
/// ┌───────┐
/// │ ○━━━┓ │
/// ├───╴ ┃ │
/// │     ● │
/// └───────┘
/// ";
/// assert_eq!(picture.to_bytes(Format::Unicode), expected.as_bytes());
/// # Ok::<(), dedale::grid::TooLarge>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture<G: Plane = Square> {
    /// The maze.
    pub maze: Maze<G>,
    /// The entrance.
    pub from: Cell,
    /// The exit.
    pub to: Cell,
    /// The path that the drawings show, a way from `from` to `to` as a rule. JSON says nothing of it.
    pub path: Option<Trail>,
    /// The distances that the colours of [`Format::Ansi`] and of a [heat map](super::Style::heat) show, or the weights that are
    /// [in their place](Picture::shade); without them all cells have the same colour.
    pub distances: Option<Distances>,
    /// The steps that an [animation](Format::Gif) shows; without them it is a single picture.
    pub film: Option<Film>,
    /// The head of its JSON.
    pub head: G::Head,
}

impl<G: Plane> Picture<G> {
    /// The picture of a maze and its ends, without a path. Its head does not say how it was made.
    pub fn new(maze: Maze<G>, from: Cell, to: Cell) -> Picture<G> {
        let head = maze.grid().head(from, to);
        Picture { maze, from, to, path: None, distances: None, film: None, head }
    }

    /// Gives the picture the distances that a format shows, if it shows some and there are none yet: the least costs in a maze with weights;
    /// or the weights themselves, where the style asks for these.
    ///
    /// # Complexity
    ///
    /// That of [`costs`], where distances are shown.
    ///
    /// # Errors
    ///
    /// [`Observer::Stop`] if the observer cancels the work.
    pub fn shade<O: Observer>(&mut self, format: Format, observer: &mut O) -> Result<(), O::Stop> {
        if format.shows_distances() && self.distances.is_none() {
            let shows_weights = format.style().is_some_and(|style| style.shaded == Shaded::Weights);
            self.distances = Some(match self.maze.weights().filter(|_| shows_weights) {
                Some(weights) => Distances::of_weights(weights),
                None => costs(&self.maze, self.from, observer)?,
            });
        }
        Ok(())
    }

    /// Draws the picture as a few long strokes, in units of a cell. Of the style, only how thick a wall is in comparison with a cell counts:
    /// thicknesses are counted in its pixels, so many small ones make them exact. There is no heat map.
    ///
    /// ```
    /// use dedale::{grid::Square, maze::Maze, render::{Canvas, Look, Picture, Style}};
    ///
    /// /// Adds up how long the straight lines are.
    /// #[derive(Default)]
    /// struct Ruler {
    ///     at: [f64; 2],
    ///     length: f64,
    /// }
    ///
    /// impl Canvas for Ruler {
    ///     fn begin(&mut self, _: Look) {}
    ///     fn go(&mut self, to: [f64; 2]) {
    ///         self.at = to;
    ///     }
    ///     fn line(&mut self, to: [f64; 2]) {
    ///         self.length += (to[0] - self.at[0]).hypot(to[1] - self.at[1]);
    ///         self.at = to;
    ///     }
    ///     fn curve(&mut self, _: [[f64; 2]; 2], to: [f64; 2]) {
    ///         self.at = to;
    ///     }
    ///     fn end(&mut self) {}
    /// }
    ///
    /// let grid = Square::new(3, 2)?;
    /// let mut ruler = Ruler::default();
    /// Picture::new(Maze::closed(grid), grid.at(0, 0), grid.at(1, 2)).draw(&Style::DEFAULT, &mut ruler);
    /// // Three lines that lie and four that stand.
    /// assert_eq!(ruler.length, 3.0 * 3.0 + 4.0 * 2.0);
    /// # Ok::<(), dedale::grid::TooLarge>(())
    /// ```
    ///
    /// # Complexity
    ///
    /// Time in proportion to the cells. On squares it takes no memory; on other grids about 50 bytes for each wall.
    pub fn draw(&self, style: &Style, canvas: &mut dyn Canvas) {
        G::draw(self, style, canvas);
    }

    /// The ends that the pictures mark, the entrance and the exit: those without a door, and but one if both are one cell.
    pub(super) fn marked(&self) -> [Option<Cell>; 2] {
        let is_closed = |end: &Cell| self.maze.open_sides(*end) == self.maze.passages(*end);
        let from = Some(self.from).filter(|&from| from != self.to);
        [from.filter(is_closed), Some(self.to).filter(is_closed)]
    }

    /// The cells in which the path begins, turns and ends; empty where there is no path, or it is a single cell. It is followed from the
    /// entrance, straight on where it crosses itself.
    pub(super) fn turns(&self) -> Vec<Cell> {
        let (Some(path), grid) = (&self.path, self.maze.grid()) else { return Vec::new() };
        let mut turns = Vec::new();
        let mut here = self.from;
        // The side by which the last cell was left, and the same side of this one.
        let (mut last, mut back): (Option<Side>, Option<Side>) = (None, None);
        for _ in 0..grid.cells() {
            let inner = |side: &Side| grid.inner_sides(here).contains(*side) && Some(*side) != back;
            let ways = || path.sides(here).into_iter().filter(inner);
            let next = ways().find(|&side| Some(side) == last).or_else(|| ways().next()).filter(|_| here != self.to);
            if last.is_none() || next != last {
                turns.push(here);
            }
            let Some(side) = next else { break };
            (last, back) = (Some(side), Some(grid.opposite(here, side)));
            here = grid.across(here, side);
        }
        if turns.len() > 1 { turns } else { Vec::new() }
    }
}

impl Picture {
    /// The whole picture at once, for pictures that are known to be small. For others see [`Writer`].
    pub fn to_bytes(&self, format: Format) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(self, format);
        while !writer.is_done() {
            writer.write_next(&mut bytes);
        }
        bytes
    }

    /// The row and the column of a cell.
    pub(super) fn place(&self, cell: Cell) -> [u64; 2] {
        let grid = self.maze.grid();
        [grid.row(cell).into(), grid.column(cell).into()]
    }
}
