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

    /// Returns the area of strokes of this width along its lines, with round ends. Each line and each curve is an outline of its own, and all of
    /// them run the same way around, so they are one area.
    pub(crate) fn stroked(&self, width: f64) -> Contour {
        let radius = width / 2.0;
        let mut parts = Vec::new();
        let mut from = [0.0; 2];
        for part in &self.0 {
            match *part {
                PathCommand::Go(to) => from = to,
                PathCommand::Line(to) => {
                    let third = |part: f64| [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * part);
                    add_stroke(from, [third(1.0 / 3.0), third(2.0 / 3.0)], to, radius, &mut parts);
                    from = to;
                }
                PathCommand::Curve(controls, to) => {
                    add_stroke(from, controls, to, radius, &mut parts);
                    from = to;
                }
            }
        }
        Contour(parts)
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

/// Adds the outline of a thick curve: along its left side, around its end, back along its right side, and around its start. The sides are the
/// curves whose control points are as far away as the curve is thick, which is nearly right where a curve is not much more than a quarter of
/// a circle (W. Tiller and E. Hanson, *Offsets of Two-Dimensional Profiles*, 1984).
fn add_stroke(from: [f64; 2], [first, second]: [[f64; 2]; 2], to: [f64; 2], radius: f64, parts: &mut Vec<PathCommand>) {
    let direction = |[ax, ay]: [f64; 2], [bx, by]: [f64; 2]| {
        let [x, y] = [bx - ax, by - ay];
        let length = (x * x + y * y).sqrt();
        if length > 0.0 { [x / length, y / length] } else { [1.0, 0.0] }
    };
    let at = |[x, y]: [f64; 2], [along_x, along_y]: [f64; 2], along: f64, left: f64| {
        [x + radius * (along * along_x + left * along_y), y + radius * (along * along_y - left * along_x)]
    };
    let [start, middle, end] = [direction(from, first), direction(first, second), direction(second, to)];
    let bend = |a: [f64; 2], b: [f64; 2]| direction([0.0; 2], [a[0] + b[0], a[1] + b[1]]);
    let [near_start, near_end] = [bend(start, middle), bend(middle, end)];
    parts.push(PathCommand::Go(at(from, start, 0.0, 1.0)));
    parts.push(PathCommand::Curve(
        [at(first, near_start, 0.0, 1.0), at(second, near_end, 0.0, 1.0)],
        at(to, end, 0.0, 1.0),
    ));
    let around = |center: [f64; 2], ahead: [f64; 2]| {
        let at = move |along: f64, left: f64| at(center, ahead, along, left);
        [
            PathCommand::Curve([at(QUARTER, 1.0), at(1.0, QUARTER)], at(1.0, 0.0)),
            PathCommand::Curve([at(1.0, -QUARTER), at(QUARTER, -1.0)], at(0.0, -1.0)),
        ]
    };
    parts.extend(around(to, end));
    parts.push(PathCommand::Curve(
        [at(second, near_end, 0.0, -1.0), at(first, near_start, 0.0, -1.0)],
        at(from, start, 0.0, -1.0),
    ));
    parts.extend(around(from, start.map(|part| -part)));
}

impl Contour {
    /// Returns the path of an SVG, with four decimals, whose lines are stroked: they do not end where they begin.
    pub(crate) fn to_open(&self) -> String {
        let closed = self.to_string();
        closed.strip_suffix('Z').map_or_else(String::new, str::to_owned)
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
