//! A picture as strokes and areas.

use super::canvas::{Canvas, Cap, Ink, Stroke};
use super::heat::{Heat, HeatShades};
use super::layers::Layer;
use super::line::{LineStep, Point, dot, length, minus, plus, times};
use super::marks;
use super::mesh::layout::drawn_size;
use super::outline::Outline;
use crate::grid::{AnyGrid, Arc, Cell, Side};
use crate::picture::{Picture, Style};

/// How far rows of filled cells overlap, in units of a cell.
const OVERLAP: f64 = 0.02;

impl Picture {
    /// Returns the width and height of the drawing, in units of a cell. [`Style::size_of`](crate::picture::Style::size_of) converts them to pixels.
    pub fn drawn_size(&self) -> [f64; 2] {
        match self.maze.grid() {
            AnyGrid::Square(grid) => [grid.columns(), grid.rows()].map(f64::from),
            AnyGrid::Mesh(mesh) => drawn_size(mesh),
        }
    }

    /// Draws the picture as a few long strokes, in units of a cell: the heat map, cells that were taken out, the path, the marks, and the walls above
    /// them. Of the lengths of the style, only the ratio of a wall to a cell matters; both are whole numbers of pixels, so large numbers make the
    /// ratio exact. There is a heat map if the style has [its colors](Style::heat) and the picture has distances.
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
    /// Time in proportion to the cells. On squares it takes no memory, on other grids about 50 bytes for each wall, and for a heat map four bytes for
    /// each cell.
    ///
    /// # Panics
    ///
    /// When a wall is [not thinner](Style::check) than a cell.
    pub fn draw(&self, style: &Style, canvas: &mut dyn Canvas) {
        if let Err(reason) = style.check() {
            panic!("{reason}");
        }
        let (mut source, mut outline) = (self, Outline::of(&self, style));
        self.draw_heat_map(style, &outline, canvas);
        for (layer, stroke) in outline.layers.clone() {
            if layer == Layer::Marks {
                marks::draw(&outline.marks, canvas);
                continue;
            }
            // Rows of cells overlap a little, so that nothing shines through between two.
            let overlap = if layer == Layer::PathCells { OVERLAP } else { 0.0 };
            canvas.begin(layer.ink(), stroke.map(|stroke| Stroke { width: stroke.width + overlap, ..stroke }));
            let middle = outline.middle;
            let mut pen = |start: Point, steps: &[LineStep], _| draw_line(start, steps, middle, canvas);
            (0..outline.bands).for_each(|band| outline.draw(&mut source, layer, band, &mut pen));
            canvas.end();
        }
    }

    /// Draws the heat map, if there is one.
    fn draw_heat_map(&self, style: &Style, outline: &Outline, canvas: &mut dyn Canvas) {
        let Some((palette, distances)) = style.heat.zip(self.distances.as_ref()) else { return };
        let shades = HeatShades::new(distances, Heat::new(distances, palette));
        // Rows of squares are strokes, which overlap a little on all sides.
        let stroke = outline.is_of_squares().then_some(Stroke { width: 1.0 + OVERLAP, cap: Cap::Butt });
        // From the farthest, each over those behind it: see `Sketch::area`.
        for step in (0..shades.heat.steps).rev().filter(|&step| !shades.cells_of(step).is_empty()) {
            canvas.begin(Ink::Shade(shades.heat.color(step)), stroke);
            let mut pen = |start: Point, steps: &[LineStep], _| match (stroke, steps) {
                (Some(_), &[LineStep { to, .. }]) => {
                    canvas.go([start[0] - OVERLAP / 2.0, start[1]]);
                    canvas.line([to[0] + OVERLAP / 2.0, to[1]]);
                }
                _ => draw_line(start, steps, outline.middle, canvas),
            };
            outline.draw_shade(self, shades.heat, step, shades.cells_of(step), &mut pen);
            canvas.end();
        }
    }

    /// Returns the sides of the entrance and the exit at which the maze is open; `None` for an end whose outer wall is closed. If one cell is both
    /// ends, each has its own door, and a single door belongs to the entrance.
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

/// Draws a line, whose arcs become curves. Areas are filled, whether or not their outlines are closed.
fn draw_line(start: Point, steps: &[LineStep], middle: Point, canvas: &mut dyn Canvas) {
    canvas.go(start);
    let mut from = start;
    for &LineStep { to, arc } in steps {
        match arc {
            None => canvas.line(to),
            Some(arc) => canvas.curve(controls([from, to], middle, arc), to),
        }
        from = to;
    }
}

/// Returns the control points of the curve that is nearest to an arc of at most a quarter of its circle: no farther than a three-thousandth of its
/// radius. They are on the tangents at its ends, `4 / 3 × tan(angle / 4)` radii away. Only the four basic operations and square roots are
/// used, so they are the same on every machine.
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
