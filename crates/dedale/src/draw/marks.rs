//! The marks of the ends: what every format draws where a maze begins and where it ends.
//!
//! A mark consists of areas in the inks of the maze, so it has the colors of every style.

use super::canvas::{Canvas, Cap, Ink, Look, Stroke};
use super::line::{Point, minus, plus, times, unit};
use crate::contour::{Contour, Part};
use crate::picture::{Marks, Style};

/// An end of a maze, in units of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// The dot in its cell.
    pub(super) dot: Dot,
    /// How far a symbol in its cell is from the middle to each side.
    pub(super) room: f64,
    /// The middle of the opening of the outer wall.
    pub(super) door: Option<Point>,
    /// Whether the other end is in the same cell and is marked there.
    pub(super) is_shared: bool,
}

/// A ring or a disc, in units of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dot {
    pub(super) center: Point,
    /// To the outside.
    pub(super) radius: f64,
    /// Of the ring, which is as large as the disc.
    pub(super) thickness: f64,
}

impl Dot {
    /// The radius of the line that is as thick as the ring.
    pub(super) fn ring_radius(&self) -> f64 {
        self.radius - self.thickness / 2.0
    }
}

/// A part of the marks. Those that come later are above.
#[derive(Clone, Debug)]
pub(super) enum Mark {
    /// A ring around ground.
    Ring(Dot),
    Disc(Dot),
    Area(Ink, Contour),
}

/// How far what is outside a door is from the wall, in its own lengths.
const GAP: f64 = 0.25;

/// The least margin in which something is drawn outside a door, in units of a cell.
const LEAST_MARGIN: f64 = 0.45;

/// How many times what is outside a door goes at least into the shorter side of the picture, where it is larger than a cell.
const IN_PICTURE: f64 = 16.0;

/// The marks of a picture of this size in units of a cell.
pub(super) fn marks(style: &Style, size: [f64; 2], ends: [Option<End>; 2]) -> Vec<Mark> {
    let margin = style.in_cells(f64::from(style.margin));
    let largest = (size[0].min(size[1]) / IN_PICTURE).max(1.0);
    let outside = (margin / (1.0 + GAP)).min(largest);
    let from_wall = style.in_cells(f64::from(style.wall) / 2.0) + GAP * outside;
    let mut marks = Vec::new();
    for (end, is_entrance) in ends.into_iter().zip([true, false]) {
        let Some(End { dot, room, door, is_shared }) = end else { continue };
        let door = door.filter(|_| margin >= LEAST_MARGIN);
        if style.marks == Marks::None {
            continue;
        }
        let mark = symbols_of(style.marks);
        // The way out, and a place outside the door.
        let way_out = door.map(|door| unit(minus(door, dot.center)));
        let at = |far: f64| door.zip(way_out).map(|(door, out)| plus(door, times(out, from_wall + far * outside)));
        match (mark.map(|[first, last]| if is_entrance { first } else { last }), way_out) {
            (None, Some(out)) if style.marks == Marks::Arrows => {
                // One points to the maze, the other one away from it.
                let [start, way] = if is_entrance { [at(1.0), Some(times(out, -1.0))] } else { [at(0.0), Some(out)] };
                if let (Some(start), Some(way)) = (start, way) {
                    marks.push(Mark::Area(Ink::Path, arrow(start, way, outside)));
                }
            }
            (Some(symbol), _) => {
                let beside = at(0.5).filter(|_| outside / 2.0 > room || is_shared).map(|at| (at, outside / 2.0));
                if let Some((center, radius)) = beside.or((!is_shared).then_some((dot.center, room))) {
                    marks.extend(symbol.iter().map(|shape| shape.at(center, radius)));
                }
            }
            (None, _) if is_shared => {}
            (None, _) => marks.push(if is_entrance { Mark::Ring(dot) } else { Mark::Disc(dot) }),
        }
    }
    marks
}

/// Half the width of the shaft and of the head of an arrow, in its lengths.
const SHAFT: f64 = 0.11;
const HEAD: f64 = 0.34;

/// An arrow that begins here, and goes this way so far.
fn arrow(start: Point, [x, y]: Point, length: f64) -> Contour {
    let at = |along: f64, left: f64| plus(start, times([along * x + left * y, along * y - left * x], length));
    let corners = [[0.5, SHAFT], [0.5, HEAD], [1.0, 0.0], [0.5, -HEAD], [0.5, -SHAFT], [0.0, -SHAFT]];
    let lines = corners.map(|[along, left]| Part::Line(at(along, left)));
    Contour([Part::Go(at(0.0, SHAFT))].into_iter().chain(lines).collect())
}

/// Draws the marks on a canvas.
pub(super) fn draw(marks: &[Mark], canvas: &mut dyn Canvas) {
    for mark in marks {
        let (center, radius) = match mark {
            Mark::Ring(dot) => (dot.center, dot.ring_radius()),
            Mark::Disc(dot) => (dot.center, dot.radius),
            Mark::Area(ink, contour) => {
                draw_contour(canvas, Look { ink: *ink, stroke: None }, contour);
                continue;
            }
        };
        let circle = Contour::circle(center, radius);
        let stroke = if let Mark::Ring(dot) = mark {
            // The path begins behind it.
            draw_contour(canvas, Look { ink: Ink::Ground, stroke: None }, &circle);
            Some(Stroke { width: dot.thickness, cap: Cap::Butt })
        } else {
            None
        };
        draw_contour(canvas, Look { ink: Ink::Path, stroke }, &circle);
    }
}

fn draw_contour(canvas: &mut dyn Canvas, look: Look, contour: &Contour) {
    canvas.begin(look);
    for part in &contour.0 {
        match *part {
            Part::Go(to) => canvas.go(to),
            Part::Line(to) => canvas.line(to),
            Part::Curve(controls, to) => canvas.curve(controls, to),
        }
    }
    canvas.end();
}

/// A part of a symbol, which fills a square from −100 to 100. Parts that come later are above.
struct Shape(Ink, Form);

enum Form {
    /// Its center and its radius.
    Circle([f64; 2], f64),
    /// The path of an SVG.
    Path(&'static str),
}

use Form::{Circle, Path};

impl Shape {
    /// The part where the symbol is in this circle.
    fn at(&self, center: Point, radius: f64) -> Mark {
        let contour = match self.1 {
            Circle(center, radius) => Contour::circle(center, radius),
            Path(data) => Contour::read(data).unwrap_or_default(),
        };
        Mark::Area(self.0, contour.moved(|at| plus(center, times(at, radius / 100.0))))
    }
}

type Symbol = &'static [Shape];

/// The symbols at the entrance and at the exit, if these marks are symbols.
fn symbols_of(marks: Marks) -> Option<[Symbol; 2]> {
    match marks {
        Marks::Arrows | Marks::Dots | Marks::None => None,
        Marks::Mouse => Some([MOUSE, CHEESE]),
        Marks::Treasure => Some([CHILD, CHEST]),
        Marks::Rocket => Some([ROCKET, PLANET]),
    }
}

/// The symbols at the entrance and at the exit, for programs that draw themselves; `None` for marks that are no symbols.
///
/// Each consists of areas, from back to front: an ink, and the path of an SVG in a square from −100 to 100.
pub fn symbols(marks: Marks) -> Option<[Vec<(Ink, String)>; 2]> {
    let path = |form: &Form| match form {
        Path(data) => (*data).to_owned(),
        Circle([x, y], radius) => {
            let (left, width) = (x - radius, 2.0 * radius);
            format!("M {left} {y} a {radius} {radius} 0 1 0 {width} 0 a {radius} {radius} 0 1 0 -{width} 0")
        }
    };
    symbols_of(marks).map(|both| both.map(|symbol| symbol.iter().map(|Shape(ink, form)| (*ink, path(form))).collect()))
}

const MOUSE: Symbol = &[
    Shape(Ink::Wall, Path("M -66 62 C -104 60 -112 4 -78 -22 L -70 -12 C -92 8 -86 42 -60 44")),
    Shape(Ink::Wall, Path("M -74 62 C -86 -2 -40 -42 10 -36 C 52 -30 84 12 98 42 C 102 54 94 62 80 62")),
    Shape(Ink::Wall, Circle([18.0, -44.0], 34.0)),
    Shape(Ink::Path, Circle([18.0, -44.0], 20.0)),
    Shape(Ink::Ground, Circle([58.0, 12.0], 9.0)),
    Shape(Ink::Path, Circle([90.0, 46.0], 10.0)),
];

const CHEESE: Symbol = &[
    Shape(Ink::Wall, Path("M -98 8 L 52 -70 C 84 -60 98 -30 98 8 L 98 74 -98 74")),
    Shape(Ink::Path, Path("M -58 2 L 50 -54 C 72 -46 82 -24 84 2")),
    Shape(Ink::Path, Path("M -84 18 L 84 18 84 60 -84 60")),
    Shape(Ink::Ground, Circle([34.0, -22.0], 15.0)),
    Shape(Ink::Ground, Circle([-36.0, 40.0], 15.0)),
    Shape(Ink::Ground, Circle([20.0, 36.0], 12.0)),
    Shape(Ink::Ground, Circle([62.0, 46.0], 10.0)),
];

const CHILD: Symbol = &[
    Shape(Ink::Wall, Path("M -24 30 L 24 30 28 98 6 98 0 60 -6 98 -28 98")),
    Shape(Ink::Path, Path("M -30 -22 L -74 -66 -90 -50 -34 14 -34 46 34 46 34 14 90 -50 74 -66 30 -22")),
    Shape(Ink::Wall, Circle([0.0, -58.0], 38.0)),
    Shape(Ink::Ground, Circle([0.0, -52.0], 28.0)),
    Shape(Ink::Wall, Circle([-11.0, -54.0], 6.0)),
    Shape(Ink::Wall, Circle([11.0, -54.0], 6.0)),
    Shape(Ink::Path, Path("M -14 -42 C -8 -30 8 -30 14 -42")),
];

const CHEST: Symbol = &[
    Shape(Ink::Wall, Path("M -96 -6 C -96 -60 -74 -78 -44 -78 L 44 -78 C 74 -78 96 -60 96 -6 L 96 80 -96 80")),
    Shape(Ink::Path, Path("M -80 -10 C -80 -50 -64 -62 -42 -62 L 42 -62 C 64 -62 80 -50 80 -10")),
    Shape(Ink::Path, Path("M -80 10 L 80 10 80 64 -80 64")),
    Shape(Ink::Wall, Circle([0.0, 2.0], 30.0)),
    Shape(Ink::Ground, Circle([0.0, 0.0], 19.0)),
    Shape(Ink::Wall, Path("M -7 -8 L 7 -8 5 12 -5 12")),
];

const ROCKET: Symbol = &[
    Shape(Ink::Path, Path("M -24 44 C -40 76 -14 78 0 100 C 14 78 40 76 24 44")),
    Shape(Ink::Path, Path("M -30 -10 L -78 44 -74 72 -26 46 26 46 74 72 78 44 30 -10")),
    Shape(Ink::Wall, Path("M 0 -100 C 52 -58 52 10 34 54 L -34 54 C -52 10 -52 -58 0 -100")),
    Shape(Ink::Ground, Circle([0.0, -24.0], 19.0)),
];

const PLANET: Symbol = &[
    Shape(Ink::Path, Circle([0.0, 0.0], 66.0)),
    Shape(Ink::Ground, Circle([-24.0, -34.0], 11.0)),
    Shape(
        Ink::Wall,
        Path(
            "M -97 24 C -92 66 70 30 96 -24 C 101 -44 84 -52 56 -50 L 62 -36 C 72 -36 80 -32 76 -24 C 56 10 -62 44 -76 18 C -78 10 -72 4 -64 -4 L -66 -20 C -86 -6 -100 8 -97 24",
        ),
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_is_read_and_stays_in_its_square() {
        for symbol in [MOUSE, CHEESE, CHILD, CHEST, ROCKET, PLANET] {
            let mut reach: f64 = 0.0;
            for shape in symbol {
                if let Path(data) = shape.1 {
                    assert!(Contour::read(data).is_some_and(|contour| contour.0.len() > 1), "{data}");
                }
                let Mark::Area(_, contour) = shape.at([0.0; 2], 1.0) else { unreachable!() };
                let places = contour.polygons(8).concat();
                reach = places.iter().flatten().fold(reach, |reach, at| reach.max(at.abs()));
            }
            assert!((0.9..=1.005).contains(&reach), "{reach}");
        }
    }
}
