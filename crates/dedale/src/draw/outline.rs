//! What is drawn of a maze, whatever its grid, for every format that consists of lines.
//!
//! A grid gives a [`Plan`] and an [`Outline`]; a format is a [`Drawing`], whose pen follows the lines.

use std::fmt::Debug;

use super::canvas::{Canvas, Ink, Look, Stroke};
use super::heat::Shades;
use super::line::{Pen, Point, Step, dot, length, minus, plus, times};
use super::marks::{self, Mark};
use crate::grid::{Arc, Cell};

/// The kinds of lines of a picture, in the order in which they are drawn. Marks are above the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    /// The cells that were taken out.
    Rock,
    /// The path.
    Path,
    /// The ends of the path at tunnels.
    Mouths,
    /// Triangles that point up and down.
    Stairs,
    /// Edges across which a passage leads to the opposite edge.
    Dashes,
    Walls,
    /// The plate of a solid, which no picture shows: the outlines of all cells together.
    Plate,
    /// The rest of that plate: sides of cells that are open and lead out, or to the opposite edge of the picture.
    Openings,
}

impl Layer {
    /// Whether marks hide it.
    pub(super) fn is_below_marks(self) -> bool {
        matches!(self, Layer::Rock | Layer::Path | Layer::Mouths)
    }

    /// Whether it consists of areas, whose outlines are closed.
    pub(super) fn is_filled(self) -> bool {
        matches!(self, Layer::Rock | Layer::Stairs | Layer::Plate)
    }

    pub(super) fn ink(self) -> Ink {
        match self {
            Layer::Rock => Ink::Rock,
            Layer::Path | Layer::Mouths => Ink::Path,
            Layer::Stairs | Layer::Dashes | Layer::Walls | Layer::Plate | Layer::Openings => Ink::Wall,
        }
    }
}

/// What is known of a drawing before its first line, in units of a cell.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// Width and height.
    pub(super) size: [f64; 2],
    /// The center of all arcs.
    pub(super) middle: Point,
    /// Whether all places are whole cells and halves.
    pub(super) is_even: bool,
    /// The layers that are drawn, in their order, and how they are stroked; `None` for areas.
    pub(super) layers: Vec<(Layer, Option<Stroke>)>,
    /// In how many pieces each layer is drawn.
    pub(super) bands: u64,
    /// How the cells of a heat map are stroked; `None` for areas.
    pub(super) shade: Option<Stroke>,
    /// The marks of the ends and of things.
    pub(super) marks: Vec<Mark>,
}

impl Plan {
    /// The layers below the marks, and those above.
    pub(super) fn below_and_above(&self) -> [&[(Layer, Option<Stroke>)]; 2] {
        self.layers.split_at(self.layers.partition_point(|(layer, _)| layer.is_below_marks())).into()
    }
}

/// The lines of a maze.
pub(super) trait Outline {
    /// Draws a layer in one of its bands. The bands of a layer are asked for in their order.
    fn draw(&mut self, layer: Layer, band: u64, pen: &mut dyn Pen);

    /// Draws some cells of one shade of a heat map.
    fn draw_shade(&mut self, shades: &Shades, step: u32, cells: &[Cell], pen: &mut dyn Pen);
}

/// A picture on its way to the bytes of a format.
pub(super) trait Drawing: Debug + Send + Sync {
    /// In how many pieces.
    fn pieces(&self) -> u64;

    /// Appends the piece with this number. They are asked for in their order.
    fn write_piece(&mut self, outline: &mut dyn Outline, number: u64, out: &mut Vec<u8>);
}

/// Draws on a canvas: what was taken out, the path, the marks, and above them the walls.
pub(super) fn draw(plan: &Plan, outline: &mut dyn Outline, canvas: &mut dyn Canvas) {
    let mut draw = |&(layer, stroke): &(Layer, Option<Stroke>), canvas: &mut dyn Canvas| {
        canvas.begin(Look { ink: layer.ink(), stroke });
        let mut pen = OnCanvas { canvas: &mut *canvas, middle: plan.middle, place: [0.0; 2] };
        (0..plan.bands).for_each(|band| outline.draw(layer, band, &mut pen));
        canvas.end();
    };
    let [below, above] = plan.below_and_above();
    below.iter().for_each(|layer| draw(layer, canvas));
    marks::draw(&plan.marks, canvas);
    above.iter().for_each(|layer| draw(layer, canvas));
}

/// Draws on a canvas, where arcs are curves.
struct OnCanvas<'a> {
    canvas: &'a mut dyn Canvas,
    /// The center of all arcs.
    middle: Point,
    place: Point,
}

impl Pen for OnCanvas<'_> {
    fn go(&mut self, to: Point) {
        self.place = to;
        self.canvas.go(to);
    }

    fn step(&mut self, Step { to, arc }: Step) {
        let from = std::mem::replace(&mut self.place, to);
        match arc {
            None => self.canvas.line(to),
            Some(arc) => self.canvas.curve(controls([from, to], self.middle, arc), to),
        }
    }

    /// Areas are filled, whether or not their outlines are closed.
    fn close(&mut self) {}
}

/// The control points of the curve that is nearest to an arc of at most a quarter of its circle: no farther than a three-thousandth of its
/// radius. They are on the tangents at its ends, `4 / 3 × tan(angle / 4)` radii away. In the four basic operations and square roots, so
/// that they are the same on every machine.
fn controls([from, to]: [Point; 2], middle: Point, arc: Arc) -> [Point; 2] {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_follow_their_arcs() {
        let middle = [3.0, 2.0];
        for (degrees, is_clockwise) in [(1, true), (30, true), (90, true), (30, false), (90, false)] {
            let angle = f64::from(degrees).to_radians();
            let at = |angle: f64| plus(middle, [5.0 * angle.cos(), 5.0 * angle.sin()]);
            // Clockwise as it is seen, where `y` grows downwards.
            let [from, to] = if is_clockwise { [at(0.0), at(angle)] } else { [at(angle), at(0.0)] };
            let [first, second] = controls([from, to], middle, Arc { radius: 5.0, is_clockwise });
            for k in 0..=20 {
                let t = f64::from(k) / 20.0;
                let s = 1.0 - t;
                let weighted =
                    [(from, s * s * s), (first, 3.0 * s * s * t), (second, 3.0 * s * t * t), (to, t * t * t)];
                let point = weighted.into_iter().map(|(point, weight)| times(point, weight)).fold([0.0; 2], plus);
                let off = (length(minus(point, middle)) - 5.0).abs();
                assert!(off < 5.0 / 3000.0, "{degrees} degrees at {t}: {off}");
            }
        }
    }
}
