//! A picture on a canvas, whatever its grid.

use super::mesh::sketch;
use super::{Canvas, strokes};
use crate::picture::{Kind, Picture, Plane, Style};

impl<G: Plane> Picture<G> {
    /// Draws the picture as a few long strokes, in units of a cell. Of the style, only how thick a wall is in comparison with a cell counts:
    /// thicknesses are counted in its pixels, so many small ones make them exact. There is no heat map.
    ///
    /// ```
    /// use dedale::{grid::Square, maze::Maze, draw::{Canvas, Look}, picture::{Picture, Style}};
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
        match G::picture(self) {
            Kind::Squares(picture) => strokes::draw(picture, style, canvas),
            Kind::Mesh(picture) => sketch::draw(picture, style, canvas),
        }
    }
}
