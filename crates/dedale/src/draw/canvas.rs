//! A picture as strokes and areas, for programs that draw it in another format.

use super::line::{Point, Step, dot, length, minus, plus, times};
use super::marks;
use super::mesh::layout::drawn_size;
use super::outline::{Layer, Outline};
use crate::grid::{AnyGrid, Arc, Cell, Side};
use crate::picture::{Color, Picture, Style};

/// What receives the lines of a picture: in units of a cell, from the middle of the outer walls at the top left, `x` to the right and `y`
/// down.
///
/// [`Picture::draw`](crate::picture::Picture::draw) calls [`begin`](Canvas::begin), then the lines that look alike, then [`end`](Canvas::end), and
/// so on for what lies above them.
pub trait Canvas {
    /// The lines up to the next [`end`](Canvas::end) have this color, and are stroked like this; or they are the outlines of areas that are filled.
    fn begin(&mut self, ink: Ink, stroke: Option<Stroke>);

    /// A stroke, or the outline of an area, begins here.
    fn go(&mut self, to: [f64; 2]);

    /// It goes on straight.
    fn line(&mut self, to: [f64; 2]);

    /// It goes on as a cubic Bézier curve with these two control points.
    fn curve(&mut self, controls: [[f64; 2]; 2], to: [f64; 2]);

    /// All lines that look alike have been drawn.
    fn end(&mut self);
}

/// The kind of a line, which decides its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ink {
    /// The walls.
    Wall,
    /// The path, and most of the marks.
    Path,
    /// The ground.
    Ground,
    /// The cells that were [taken out](crate::grid::Mesh::rock): the color of the walls, through which the ground
    /// [shows](Ink::ROCK_ALPHA). So it goes with every style.
    Rock,
}

impl Ink {
    /// How much of the ground [`Ink::Rock`] covers, of 255: an eighth.
    pub const ROCK_ALPHA: u8 = 32;

    /// The color of a line or an area.
    pub(crate) fn color(self, style: &Style) -> Color {
        match self {
            Ink::Wall => Color::opaque(style.color),
            Ink::Path => Color::opaque(style.path_color),
            Ink::Ground => Color::opaque(style.inks().ground()),
            Ink::Rock => Color { rgb: style.color, alpha: Ink::ROCK_ALPHA },
        }
    }
}

/// How a line is stroked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// In units of a cell.
    pub width: f64,
    /// How it ends. Rounded strokes are joined in arcs, others in corners.
    pub cap: Cap,
}

/// How a stroke ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cap {
    /// Where the line ends.
    Butt,
    /// In half a disc around the end of the line.
    Round,
    /// In half a square around the end of the line.
    Square,
}

impl Picture {
    /// Width and height of the drawing, in units of a cell: [`Style::size_of`](crate::picture::Style::size_of) says how many pixels that are.
    pub fn drawn_size(&self) -> [f64; 2] {
        match self.maze.grid() {
            AnyGrid::Square(grid) => [grid.columns(), grid.rows()].map(f64::from),
            AnyGrid::Mesh(mesh) => drawn_size(mesh),
        }
    }

    /// Draws the picture as a few long strokes, in units of a cell: what was taken out, the path, the marks, and above them the walls. Of the
    /// style, only how thick a wall is in comparison with a cell counts: thicknesses are counted in its pixels, so many small ones make them
    /// exact. There is no heat map.
    ///
    /// ```
    /// use dedale::{grid::Square, maze::Maze, draw::{Canvas, Ink, Stroke}, picture::{Picture, Style}};
    ///
    /// /// Adds up how long the straight lines are.
    /// #[derive(Default)]
    /// struct Ruler { at: [f64; 2], length: f64 }
    ///
    /// impl Canvas for Ruler {
    ///     fn begin(&mut self, _: Ink, _: Option<Stroke>) {}
    ///     fn go(&mut self, to: [f64; 2]) { self.at = to; }
    ///     fn line(&mut self, to: [f64; 2]) {
    ///         self.length += (to[0] - self.at[0]).hypot(to[1] - self.at[1]);
    ///         self.at = to;
    ///     }
    ///     fn curve(&mut self, _: [[f64; 2]; 2], to: [f64; 2]) { self.at = to; }
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
    ///
    /// # Panics
    ///
    /// When a wall is [not thinner](Style::check) than a cell.
    pub fn draw(&self, style: &Style, canvas: &mut dyn Canvas) {
        if let Err(reason) = style.check() {
            panic!("{reason}");
        }
        let (mut source, mut outline) = (self, Outline::of(&self, style));
        for (layer, stroke) in outline.layers.clone() {
            if layer == Layer::Marks {
                marks::draw(&outline.marks, canvas);
                continue;
            }
            canvas.begin(layer.ink(), stroke);
            let middle = outline.middle;
            // Arcs are curves. Areas are filled, whether or not their outlines are closed.
            let mut pen = |start: Point, steps: &[Step], _| {
                canvas.go(start);
                let mut from = start;
                for &Step { to, arc } in steps {
                    match arc {
                        None => canvas.line(to),
                        Some(arc) => canvas.curve(controls([from, to], middle, arc), to),
                    }
                    from = to;
                }
            };
            (0..outline.bands).for_each(|band| outline.draw(&mut source, layer, band, &mut pen));
            canvas.end();
        }
    }

    /// The side by which one leaves the maze at the entrance, and at the exit. `None` for an end whose outer wall is closed. A cell that is
    /// both has one door for each, and one door is the entrance.
    ///
    /// ```
    /// use dedale::{grid::{Side, Square}, maze::Maze, picture::Picture};
    ///
    /// let grid = Square::new(3, 2)?;
    /// let mut maze = Maze::closed(grid);
    /// maze.open_outer(grid.at(0, 0), Side::W);
    /// let picture = Picture::new(maze, grid.at(0, 0), grid.at(1, 2));
    /// assert_eq!(picture.doors(), [Some(Side::W), None]);
    /// # Ok::<(), dedale::grid::TooLarge>(())
    /// ```
    pub fn doors(&self) -> [Option<Side>; 2] {
        let open = |end: Cell| self.maze.open_sides(end).minus(self.maze.passages(end)).into_iter().collect::<Vec<_>>();
        let (from, to) = (open(self.from), open(self.to));
        let others = if self.from == self.to { from.len().min(1) } else { 0 };
        [from.first().copied(), to[others..].last().copied()]
    }
}

/// The control points of the curve that is nearest to an arc of at most a quarter of its circle: no farther than a three-thousandth of its
/// radius. They are on the tangents at its ends, `4 / 3 × tan(angle / 4)` radii away. In the four basic operations and square roots, so
/// that they are the same on every machine.
pub(crate) fn controls([from, to]: [Point; 2], middle: Point, arc: Arc) -> [Point; 2] {
    let [a, b] = [from, to].map(|end| minus(end, middle));
    let cosine = (dot(a, b) / (length(a) * length(b))).clamp(-1.0, 1.0);
    let half = |cosine: f64| ((1.0 + cosine) / 2.0).sqrt();
    let half_cosine = half(cosine);
    let quarter = half(half_cosine);
    // The tangent of half an angle is `sine / (1 + cosine)`.
    let sine = ((1.0 - half_cosine) / 2.0).sqrt();
    let part = 4.0 / 3.0 * sine / quarter;
    let turned = |[x, y]: Point| if arc.is_clockwise { [-y, x] } else { [y, -x] };
    [plus(from, times(turned(a), part)), minus(to, times(turned(b), part))]
}
