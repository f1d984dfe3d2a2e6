//! A maze on a mesh as strokes and areas.

use super::layout::Layout;
use super::line::{Line, Point, dot, length, minus, plus, times};
use super::sketch::{Layer, Sketch};
use crate::grid::{Arc, Cell, Grid, Mesh};
use crate::render::canvas::{Canvas, Cap, Ink, Look, Stroke, in_cells, marks};
use crate::render::{Picture, Style};

/// Draws a picture: the path, the marks, and above them the walls.
pub(in crate::render) fn draw(picture: &Picture<Mesh>, style: &Style, canvas: &mut dyn Canvas) {
    let mesh = picture.maze.grid();
    let layout = Layout::new(mesh, *style);
    let sketch = Sketch { picture, layout: &layout };
    let layer = |layer: Layer, canvas: &mut dyn Canvas| {
        if !layer.is_drawn(picture) {
            return;
        }
        let stroke = layer.look(&layout).stroke.map(|stroke| Stroke {
            width: in_cells(style, stroke.width),
            cap: if stroke.is_round { Cap::Round } else { Cap::Butt },
        });
        let ink = if matches!(layer, Layer::Path | Layer::Mouths) { Ink::Path } else { Ink::Wall };
        canvas.begin(Look { ink, stroke });
        for line in sketch.lines(layer, (0..mesh.cells()).map(Cell)) {
            draw_line(&line, layout.middle, canvas);
        }
        canvas.end();
    };
    layer(Layer::Path, canvas);
    layer(Layer::Mouths, canvas);
    let [ring, disc] = picture.marked().map(|end| {
        end.map(|cell| (sketch.center(cell), layout.mark(mesh, cell).map(|pixels| in_cells(style, pixels))))
    });
    marks(canvas, ring, disc.map(|(center, [radius, _])| (center, radius)));
    for above in [Layer::Stairs, Layer::Dashes, Layer::Walls] {
        layer(above, canvas);
    }
}

fn draw_line(line: &Line, middle: Point, canvas: &mut dyn Canvas) {
    canvas.go(line.start);
    let mut from = line.start;
    for step in &line.steps {
        match step.arc {
            None => canvas.line(step.to),
            Some(arc) => canvas.curve(controls([from, step.to], middle, arc), step.to),
        }
        from = step.to;
    }
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
