//! Shapes with names, to which a grid is cut.
//!
//! A shape is one entry of the table. Tests check that it is one piece, and can be recognized where it is small: no part of it is thinner
//! than a cell if it has [`LEAST`] of them.

use std::sync::LazyLock;

use crate::contour::{self, Contour};

enum Outlined {
    /// Whether it has a point of the square from −1 to 1, in which `y` points down, and its outline there.
    Formula(fn(f64, f64) -> bool, &'static str),
    /// The same for a shape that needs this many cells on each side to be recognized.
    Detailed(f64, fn(f64, f64) -> bool, &'static str),
    /// The path of an SVG, as large as the grid allows.
    Outline(&'static str),
}

use Outlined::{Detailed, Formula, Outline};

/// The number of cells of the longer side with which an outline can be recognized.
const LEAST: f64 = 10.0;

/// Writes the tables of the names and areas of shapes, in the order in which messages name them.
macro_rules! shapes {
    ($($name:ident: $area:expr,)*) => {
        pub(super) const NAMES: &[&str] = &[$(stringify!($name)),*];
        static AREAS: &[Outlined] = &[$($area),*];
    };
}

shapes! {
    circle: Formula(|x, y| x * x + y * y <= 1.0, "O 0 0 1"),
    ring: Formula(|x, y| (0.2..=1.0).contains(&(x * x + y * y)), "O 0 0 1 O 0 0 0.447"),
    diamond: Formula(|x, y| x.abs() + y.abs() <= 1.0, "M 0 -1 L 1 0 0 1 -1 0"),
    heart: Detailed(9.0, is_in_heart, "M 0 -0.68 C -0.14 -0.94 -0.38 -1 -0.54 -1 C -0.82 -1 -1 -0.72 -1 -0.4 C -1 0.2 -0.46 0.6 0 1 C 0.46 0.6 1 0.2 1 -0.4 C 1 -0.72 0.82 -1 0.54 -1 C 0.38 -1 0.14 -0.94 0 -0.68"),
    star: Detailed(9.0, |x, y| is_in_star(x.abs(), y), "M 0 -1 L 0.294 -0.405 0.951 -0.309 0.476 0.155 0.588 0.809 0 0.5 -0.588 0.809 -0.476 0.155 -0.951 -0.309 -0.294 -0.405"),
    hexagon: Formula(
        |x, y| y.abs() <= HIGH && y.abs() <= 2.0 * HIGH * (1.0 - x.abs()),
        "M -1 0 L -0.5 -0.866 0.5 -0.866 1 0 0.5 0.866 -0.5 0.866"
    ),
    triangle: Formula(|x, y| y <= 1.0 && x.abs() <= (y + 1.0) / 2.0, "M 0 -1 L 1 1 -1 1"),
    cat: Outline("M 12 120 C 4 108 6 84 18 68 C 6 60 0 46 0 30 L 0 0 L 12 0 26 16 44 16 58 0 70 0 70 30 C 70 46 64 58 54 66 C 64 74 70 84 72 98 L 86 98 C 86 82 82 70 82 56 C 82 40 92 34 106 34 L 106 50 C 100 50 98 54 99 60 C 101 76 104 92 102 106 C 100 116 92 120 80 120"),
    fish: Outline("M 0 38 C 10 8 52 -10 84 29 L 102 2 120 2 C 112 26 112 50 120 74 L 102 74 84 47 C 52 86 10 68 0 38"),
    rabbit: Outline("M 22 52 C 14 36 8 22 10 6 C 14 -2 28 -2 32 6 C 37 18 38 30 39 42 L 51 42 C 52 30 53 18 58 6 C 62 -2 76 -2 80 6 C 82 22 76 36 68 52 C 78 62 78 78 66 86 C 84 92 92 108 84 122 L 6 122 C -2 108 6 92 24 86 C 12 78 12 62 22 52"),
    bird: Outline("M 0 24 L 16 14 C 22 2 34 -2 46 0 C 60 4 66 18 62 34 C 70 42 86 44 98 42 L 110 28 122 28 C 122 58 106 84 80 88 L 80 108 64 108 64 89 54 88 54 108 38 108 38 84 C 22 76 14 60 20 46 L 0 38"),
    butterfly: Outline("M 60 32 C 46 6 20 -6 8 2 C -8 14 0 46 24 56 C 8 64 6 92 24 100 C 42 106 52 92 60 72 C 68 92 78 106 96 100 C 114 92 112 64 96 56 C 120 46 128 14 112 2 C 100 -6 74 6 60 32"),
    dinosaur: Outline("M 0 22 C 0 6 12 0 22 0 C 36 0 42 10 42 24 L 42 52 C 54 40 80 40 94 56 C 102 64 112 66 124 62 L 124 78 C 114 86 104 86 96 84 L 96 110 74 110 74 88 54 88 54 110 32 110 32 84 C 22 76 20 64 20 52 L 20 26 0 26"),
    car: Outline("M 2 34 L 22 30 36 2 88 2 104 30 C 118 32 124 38 124 58 L 112 58 C 110 78 84 78 82 58 L 44 58 C 42 78 16 78 14 58 L 0 58"),
    house: Outline("M 0 60 L 52 0 68 0 92 28 92 14 108 14 108 46 120 60 102 60 102 116 18 116 18 60"),
    tree: Outline("M 44 0 L 56 0 82 46 60 46 100 98 60 98 60 120 40 120 40 98 0 98 40 46 18 46"),
    rocket: Outline("M 40 0 C 58 16 62 40 60 64 L 80 88 80 112 58 100 52 120 28 120 22 100 0 112 0 88 20 64 C 18 40 22 16 40 0"),
    boat: Outline("M 0 74 L 46 74 46 66 6 66 C 26 48 42 24 46 0 L 60 0 C 92 14 104 40 108 66 L 60 66 60 74 L 120 74 C 112 96 104 104 92 108 L 28 108 C 14 104 6 96 0 74"),
}

/// Names for several shapes each, in the order in which messages name them.
pub(super) const GROUPS: &[(&str, &[&str])] = &[
    ("animals", &["cat", "fish", "rabbit", "bird", "butterfly", "dinosaur"]),
    ("vehicles", &["car", "rocket", "boat"]),
];

/// An outline as polygons, and the rectangle around it.
struct TracedShape {
    polygons: Vec<Vec<[f64; 2]>>,
    corner: [f64; 2],
    size: [f64; 2],
}

/// By the place of the shape in the table; `None` for formulas.
static TRACED: LazyLock<Vec<Option<TracedShape>>> = LazyLock::new(|| {
    let traced = |area: &Outlined| {
        let Outline(data) = area else { return None };
        let polygons = Contour::parse(data).unwrap_or_default().polygons(SIDES);
        let mut ends = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        for at in polygons.iter().flatten() {
            for axis in [0, 1] {
                (ends[0][axis], ends[1][axis]) = (ends[0][axis].min(at[axis]), ends[1][axis].max(at[axis]));
            }
        }
        Some(TracedShape { polygons, corner: ends[0], size: [0, 1].map(|axis| ends[1][axis] - ends[0][axis]) })
    };
    AREAS.iter().map(traced).collect()
});

/// The number of straight lines by which a curve is traced.
const SIDES: u32 = 16;

/// Returns true if the shape with this number in the table has a point of a grid of this size, counted from its top left corner.
pub(super) fn covers(shape: usize, at: [f64; 2], size: [f64; 2]) -> bool {
    match (&AREAS[shape], &TRACED[shape]) {
        (Formula(has, _) | Detailed(_, has, _), _) => {
            let half = size[0].min(size[1]) / 2.0;
            has((at[0] - size[0] / 2.0) / half, (at[1] - size[1] / 2.0) / half)
        }
        (_, Some(traced)) => {
            let scale = (size[0] / traced.size[0]).min(size[1] / traced.size[1]);
            let place = [0, 1]
                .map(|axis| (at[axis] - size[axis] / 2.0) / scale + traced.corner[axis] + traced.size[axis] / 2.0);
            contour::covers(&traced.polygons, place)
        }
        (Outline(_), None) => false,
    }
}

/// Returns the smallest width and height of a grid in which the shape with this number in the table can be recognized.
pub(super) fn least_size(shape: usize) -> [f64; 2] {
    match (&AREAS[shape], &TRACED[shape]) {
        (Detailed(least, ..), _) => [*least; 2],
        (_, Some(TracedShape { size, .. })) => size.map(|side| side * LEAST / size[0].max(size[1])),
        _ => [0.0; 2],
    }
}

/// Returns the outline of the shape with this number in the table.
pub(super) fn outline(shape: usize) -> Contour {
    let (Formula(_, data) | Detailed(_, _, data) | Outline(data)) = AREAS[shape];
    Contour::parse(data).unwrap_or_default()
}

/// Returns the corners of the rectangle that is fitted into a grid, in the units of the outline.
pub(super) fn frame(shape: usize) -> [[f64; 2]; 2] {
    match &TRACED[shape] {
        Some(TracedShape { corner, size, .. }) => [*corner, [0, 1].map(|axis| corner[axis] + size[axis])],
        None => [[-1.0; 2], [1.0; 2]],
    }
}

/// Half the square root of 3.
const HIGH: f64 = 0.866_025_403_784_438_6;

/// (x² + y² − 1)³ ≤ x²y³, fitted into the square.
fn is_in_heart(x: f64, y: f64) -> bool {
    let (x, y) = (x * 1.14, 0.12 - y * 1.12);
    let round = x * x + y * y - 1.0;
    round * round * round <= x * x * y * y * y
}

/// Returns true if a point of the right half is in a star with five points, whose inner corners are half as far from the center as the outer ones.
/// `OUTLINE` is its outline from the top down.
fn is_in_star(x: f64, y: f64) -> bool {
    // Sines and cosines of 36 and 72 degrees.
    const OUTLINE: [[f64; 2]; 6] = [
        [0.0, -1.0],
        [0.5 * 0.587_785_252_292_473_1, -0.5 * 0.809_016_994_374_947_5],
        [0.951_056_516_295_153_5, -0.309_016_994_374_947_5],
        [0.5 * 0.951_056_516_295_153_5, 0.5 * 0.309_016_994_374_947_5],
        [0.587_785_252_292_473_1, 0.809_016_994_374_947_5],
        [0.0, 0.5],
    ];
    // The number of times that a ray to the right leaves the outline.
    let crossed = OUTLINE.windows(2).filter(|side| {
        let ([ax, ay], [bx, by]) = (side[0], side[1]);
        (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
    });
    crossed.count() % 2 == 1
}
