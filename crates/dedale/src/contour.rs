//! Contours: areas between straight lines and cubic curves, like the path of an SVG.

use std::fmt::{self, Display, Formatter};

/// A part of a contour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PathCommand {
    /// An outline begins here. The one before is closed.
    Go([f64; 2]),
    /// It goes on straight.
    Line([f64; 2]),
    /// It goes on as a cubic Bézier curve with these two control points.
    Curve([[f64; 2]; 2], [f64; 2]),
}

/// The closed outlines of an area.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Contour(pub(crate) Vec<PathCommand>);

/// The distance from an end of a quarter of a circle to its control point, in radii: `4 / 3 × (√2 − 1)`.
const QUARTER: f64 = 0.552_284_749_830_793_4;

/// The largest number of straight lines of a curve.
const MAX_CURVE_SIDES: u32 = 1024;

impl Contour {
    /// Parses the commands `M`, `L` and `C` of the path of an SVG, which are separated by spaces, and an additional command `O`: a circle, by
    /// its center and its radius. `None` for anything else.
    pub(crate) fn parse(data: &str) -> Option<Contour> {
        let (mut parts, mut command, mut numbers) = (Vec::new(), "", Vec::new());
        for word in data.split_ascii_whitespace() {
            if ["M", "L", "C", "O"].contains(&word) {
                command = word;
                continue;
            }
            numbers.push(word.parse::<f64>().ok()?);
            let part = match (command, &numbers[..]) {
                ("M", &[x, y]) => vec![PathCommand::Go([x, y])],
                ("L", &[x, y]) => vec![PathCommand::Line([x, y])],
                ("C", &[ax, ay, bx, by, x, y]) => vec![PathCommand::Curve([[ax, ay], [bx, by]], [x, y])],
                ("O", &[x, y, radius]) => Contour::circle([x, y], radius).0,
                ("", _) => return None,
                _ => continue,
            };
            parts.extend(part);
            numbers.clear();
        }
        numbers.is_empty().then_some(Contour(parts))
    }

    /// Returns a circle, as four curves.
    pub(crate) fn circle([x, y]: [f64; 2], radius: f64) -> Contour {
        let control = QUARTER * radius;
        let at = |dx: f64, dy: f64| [x + dx, y + dy];
        // Each quarter begins where the one before ended, a quarter of a turn on.
        let quarters = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]].map(|[dx, dy]: [f64; 2]| {
            let [sx, sy] = [-dy, dx];
            let first = at(radius * dx + control * sx, radius * dy + control * sy);
            let second = at(radius * sx + control * dx, radius * sy + control * dy);
            PathCommand::Curve([first, second], at(radius * sx, radius * sy))
        });
        Contour([PathCommand::Go(at(radius, 0.0))].into_iter().chain(quarters).collect())
    }

    /// Returns the contour with every point moved.
    pub(crate) fn moved(&self, to: impl Fn([f64; 2]) -> [f64; 2]) -> Contour {
        let moved = self.0.iter().map(|part| match *part {
            PathCommand::Go(at) => PathCommand::Go(to(at)),
            PathCommand::Line(at) => PathCommand::Line(to(at)),
            PathCommand::Curve(controls, at) => PathCommand::Curve(controls.map(&to), to(at)),
        });
        Contour(moved.collect())
    }

    /// Returns the top left and the bottom right corner of a rectangle around the contour.
    pub(crate) fn bounds(&self) -> [[f64; 2]; 2] {
        // Curves are between their ends and their control points.
        let places = self.0.iter().flat_map(|part| match *part {
            PathCommand::Go(at) | PathCommand::Line(at) => [at; 3],
            PathCommand::Curve([first, second], at) => [first, second, at],
        });
        places.fold([[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]], |[low, high], at| {
            [[0, 1].map(|axis| at[axis].min(low[axis])), [0, 1].map(|axis| at[axis].max(high[axis]))]
        })
    }

    /// Returns its outlines as polygons, with this many sides for each curve.
    pub(crate) fn polygons(&self, sides: u32) -> Vec<Vec<[f64; 2]>> {
        self.polygons_with(|_| sides)
    }

    /// Returns its outlines as polygons that are nowhere farther from it than `error`.
    pub(crate) fn polygons_within(&self, error: f64) -> Vec<Vec<[f64; 2]>> {
        self.polygons_with(|[from, first, second, to]| {
            // How far a chord is from a curve follows from its second derivative.
            let bend = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
                let [x, y] = [0, 1].map(|axis| a[axis] - 2.0 * b[axis] + c[axis]);
                (x * x + y * y).sqrt()
            };
            let most = 6.0 * bend(from, first, second).max(bend(first, second, to));
            ((most / (8.0 * error)).sqrt().ceil() as u32).clamp(1, MAX_CURVE_SIDES)
        })
    }

    fn polygons_with(&self, sides: impl Fn([[f64; 2]; 4]) -> u32) -> Vec<Vec<[f64; 2]>> {
        let mut polygons: Vec<Vec<[f64; 2]>> = Vec::new();
        for part in &self.0 {
            match (*part, polygons.last_mut()) {
                (PathCommand::Go(at), _) => polygons.push(vec![at]),
                (PathCommand::Line(at), Some(polygon)) => polygon.push(at),
                (PathCommand::Curve(controls, to), Some(polygon)) => {
                    let from = polygon[polygon.len() - 1];
                    let sides = sides([from, controls[0], controls[1], to]);
                    let points = (1..=sides).map(|side| {
                        let t = f64::from(side) / f64::from(sides);
                        let s = 1.0 - t;
                        let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
                        [0, 1].map(|axis| {
                            let ends = [from, controls[0], controls[1], to];
                            ends.iter().zip(weights).map(|(end, weight)| end[axis] * weight).sum()
                        })
                    });
                    polygon.extend(points.collect::<Vec<_>>());
                }
                (PathCommand::Line(_) | PathCommand::Curve(..), None) => {}
            }
        }
        polygons
    }
}

/// Writes the path of an SVG, with four decimals.
impl Display for Contour {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        // Adding zero makes negative zeros positive.
        let short = |[x, y]: [f64; 2]| [x, y].map(|number| (number * 1e4).round() / 1e4 + 0.0);
        for part in &self.0 {
            match *part {
                PathCommand::Go(to) => write!(f, "M{} {}", short(to)[0], short(to)[1])?,
                PathCommand::Line(to) => write!(f, "L{} {}", short(to)[0], short(to)[1])?,
                PathCommand::Curve(controls, to) => {
                    let [[ax, ay], [bx, by], [x, y]] = [controls[0], controls[1], to].map(short);
                    write!(f, "C{ax} {ay} {bx} {by} {x} {y}")?;
                }
            }
        }
        f.write_str("Z")
    }
}

/// Returns true if polygons cover a point: a line from the point to the right crosses an odd number of their sides.
pub(crate) fn covers(polygons: &[Vec<[f64; 2]>], [x, y]: [f64; 2]) -> bool {
    let crossed = polygons.iter().flat_map(|polygon| {
        let next = polygon.iter().cycle().skip(1);
        polygon
            .iter()
            .zip(next)
            .filter(|([ax, ay], [bx, by])| (*ay > y) != (*by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax))
    });
    crossed.count() % 2 == 1
}
