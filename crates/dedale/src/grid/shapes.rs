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
    /// The path of an SVG, as large as the grid allows, and the lines inside of it.
    Outline(&'static str, &'static [Detail]),
}

/// Some lines inside of a shape, such as an eye: the smallest number of cells of the longer side with which they are drawn, and the path of an SVG.
struct Detail(u32, &'static str);

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
    cat: Outline(
        "M 12 120 C 4 108 6 84 18 68 C 6 60 0 46 0 30 L 0 0 L 12 0 26 16 44 16 58 0 70 0 70 30 C 70 46 64 58 54 66 C 64 74 70 84 72 98 L 86 98 C 86 82 82 70 82 56 C 82 40 92 34 106 34 L 106 50 C 100 50 98 54 99 60 C 101 76 104 92 102 106 C 100 116 92 120 80 120",
        &[
            Detail(0, "O 23 36 3.4 O 47 36 3.4 M 32 47 L 38 47 35 50 32 47 M 35 50 C 35 55 30 56 28 53 M 35 50 C 35 55 40 56 42 53"),
            Detail(12, "M 24 50 L 8 46 M 24 53 L 9 57 M 46 50 L 62 46 M 46 53 L 61 57 M 29 120 L 29 98 M 51 120 L 51 98 M 40 120 L 40 104"),
            Detail(20, "M 5 14 L 5 26 M 65 14 L 65 26 M 28 20 L 30 28 M 35 19 L 35 28 M 42 20 L 40 28 M 20 74 C 28 80 42 80 50 74 M 97 64 L 91 67 M 99 78 L 92 80 M 100 92 L 93 94"),
        ],
    ),
    fish: Outline(
        "M 0 38 C 10 8 52 -10 84 29 L 102 2 120 2 C 112 26 112 50 120 74 L 102 74 84 47 C 52 86 10 68 0 38",
        &[
            Detail(0, "O 20 30 3.6 M 34 17 C 42 29 42 47 34 59 M 2 42 C 7 45 11 45 15 42"),
            Detail(12, "M 56 34 C 64 26 72 28 76 34 C 72 44 62 46 56 40 M 92 29 L 108 18 M 93 38 L 110 38 M 92 47 L 108 58"),
            Detail(20, "M 44 24 C 49 28 49 32 44 36 M 44 40 C 49 44 49 48 44 52 M 54 20 C 59 23 59 26 55 29 M 54 48 C 59 51 59 54 55 57 M 66 22 C 70 24 70 27 67 29"),
        ],
    ),
    rabbit: Outline(
        "M 22 52 C 14 36 8 22 10 6 C 14 -2 28 -2 32 6 C 37 18 38 30 39 42 L 51 42 C 52 30 53 18 58 6 C 62 -2 76 -2 80 6 C 82 22 76 36 68 52 C 78 62 78 78 66 86 C 84 92 92 108 84 122 L 6 122 C -2 108 6 92 24 86 C 12 78 12 62 22 52",
        &[
            Detail(0, "O 33 64 3.4 O 57 64 3.4 M 42 72 L 48 72 45 75 42 72 M 45 75 L 45 79 M 45 79 C 43 82 40 82 38 80 M 45 79 C 47 82 50 82 52 80"),
            Detail(12, "M 25 40 C 20 30 17 20 18 12 C 20 8 26 8 28 12 C 30 20 31 30 32 40 M 65 40 C 70 30 73 20 72 12 C 70 8 64 8 62 12 C 60 20 59 30 58 40 M 36 76 L 20 73 M 36 78 L 21 81 M 54 76 L 70 73 M 54 78 L 69 81"),
            Detail(20, "M 27 122 C 22 106 32 96 45 96 C 58 96 68 106 63 122 M 14 116 C 12 110 18 104 24 106 M 76 116 C 78 110 72 104 66 106"),
        ],
    ),
    bird: Outline(
        "M 0 24 L 16 14 C 22 2 34 -2 46 0 C 60 4 66 18 62 34 C 70 42 86 44 98 42 L 110 28 122 28 C 122 58 106 84 80 88 L 80 108 64 108 64 89 54 88 54 108 38 108 38 84 C 22 76 14 60 20 46 L 0 38",
        &[
            Detail(0, "O 32 17 3.2 M 3 31 L 19 29 M 48 50 C 58 70 80 74 98 58 C 86 58 72 52 64 42"),
            Detail(12, "M 60 56 C 68 64 80 66 90 60 M 66 50 C 72 56 80 59 88 59 M 112 36 L 104 50"),
            Detail(20, "M 24 8 C 30 4 40 4 46 8 M 30 62 C 34 70 40 74 46 76 M 34 52 C 38 60 44 66 50 68 M 118 38 L 110 56"),
        ],
    ),
    butterfly: Outline(
        "M 60 32 C 46 6 20 -6 8 2 C -8 14 0 46 24 56 C 8 64 6 92 24 100 C 42 106 52 92 60 72 C 68 92 78 106 96 100 C 114 92 112 64 96 56 C 120 46 128 14 112 2 C 100 -6 74 6 60 32",
        &[
            Detail(0, "M 60 34 C 56 44 56 62 60 70 C 64 62 64 44 60 34 M 60 34 C 56 26 50 22 44 24 M 60 34 C 64 26 70 22 76 24"),
            Detail(12, "O 24 24 10 O 96 24 10 O 28 82 8 O 92 82 8"),
            Detail(20, "O 24 24 4 O 96 24 4 M 40 40 L 50 46 M 80 40 L 70 46 M 42 66 L 50 62 M 78 66 L 70 62"),
        ],
    ),
    dinosaur: Outline(
        "M 0 22 C 0 6 12 0 22 0 C 36 0 42 10 42 24 L 42 52 C 54 40 80 40 94 56 C 102 64 112 66 124 62 L 124 78 C 114 86 104 86 96 84 L 96 110 74 110 74 88 54 88 54 110 32 110 32 84 C 22 76 20 64 20 52 L 20 26 0 26",
        &[
            Detail(0, "O 23 11 3.2 M 1 19 C 10 21 18 20 26 17"),
            Detail(12, "M 32 74 C 44 82 60 84 74 80 M 50 56 L 56 50 61 57 M 64 52 L 70 47 75 54 M 79 53 L 86 51 88 59"),
            Detail(20, "M 6 14 L 8 14 M 24 34 L 24 44 M 30 34 L 30 46 M 40 68 L 46 72 M 50 70 L 56 74 M 100 68 L 106 76 M 108 68 L 113 74 M 36 108 L 36 102 M 42 108 L 42 102 M 80 108 L 80 102 M 86 108 L 86 102"),
        ],
    ),
    car: Outline(
        "M 2 34 L 22 30 36 2 88 2 104 30 C 118 32 124 38 124 58 L 112 58 C 110 78 84 78 82 58 L 44 58 C 42 78 16 78 14 58 L 0 58",
        &[
            Detail(0, "M 34 28 L 43 9 58 9 58 28 34 28 M 65 28 L 65 9 83 9 93 28 65 28"),
            Detail(12, "M 61 34 L 61 54 M 31 34 L 31 46 M 95 34 L 95 46 M 4 40 L 10 40 M 116 42 L 121 42"),
            Detail(20, "M 66 38 L 73 38 M 36 38 L 43 38 M 46 52 L 80 52"),
        ],
    ),
    house: Outline(
        "M 0 60 L 52 0 68 0 92 28 92 14 108 14 108 46 120 60 102 60 102 116 18 116 18 60",
        &[
            Detail(0, "M 48 116 L 48 86 72 86 72 116 M 28 70 L 40 70 40 82 28 82 28 70 M 80 70 L 92 70 92 82 80 82 80 70"),
            Detail(12, "M 18 60 L 102 60 M 34 70 L 34 82 M 28 76 L 40 76 M 86 70 L 86 82 M 80 76 L 92 76 O 67 102 1.6"),
            Detail(20, "O 60 34 8 M 60 26 L 60 42 M 52 34 L 68 34 M 92 22 L 108 22 M 24 116 L 24 108 M 32 116 L 32 108 M 40 116 L 40 108 M 80 116 L 80 108 M 88 116 L 88 108 M 96 116 L 96 108"),
        ],
    ),
    tree: Outline(
        "M 44 0 L 56 0 82 46 60 46 100 98 60 98 60 120 40 120 40 98 0 98 40 46 18 46",
        &[
            Detail(0, "M 46 46 C 50 50 56 50 60 46 M 40 98 L 60 98"),
            Detail(12, "O 42 34 3 O 58 24 3 O 36 72 3.4 O 52 62 3.4 O 66 78 3.4 O 22 90 3.4 O 48 88 3.4 O 82 92 3.4"),
            Detail(20, "M 38 53 C 45 58 55 58 62 53 M 18 82 C 36 74 60 76 82 84 M 46 104 L 46 114 M 54 104 L 54 114"),
        ],
    ),
    rocket: Outline(
        "M 40 0 C 58 16 62 40 60 64 L 80 88 80 112 58 100 52 120 28 120 22 100 0 112 0 88 20 64 C 18 40 22 16 40 0",
        &[
            Detail(0, "O 40 38 8 M 22 82 C 32 88 48 88 58 82"),
            Detail(12, "M 26 20 C 34 25 46 25 54 20 O 40 38 5 M 40 92 L 40 116"),
            Detail(20, "O 40 64 4 M 8 92 L 16 82 M 72 92 L 64 82 M 32 112 L 34 100 M 48 112 L 46 100"),
        ],
    ),
    boat: Outline(
        "M 0 74 L 46 74 46 66 6 66 C 26 48 42 24 46 0 L 60 0 C 92 14 104 40 108 66 L 60 66 60 74 L 120 74 C 112 96 104 104 92 108 L 28 108 C 14 104 6 96 0 74",
        &[
            Detail(0, "M 53 0 L 53 74 O 36 91 5 O 60 91 5 O 84 91 5"),
            Detail(12, "M 6 82 L 114 82 M 60 14 C 76 26 84 44 88 62 M 40 30 C 34 44 26 54 18 62"),
            Detail(20, "M 66 36 L 96 42 M 24 54 L 46 54 M 62 56 L 103 60 O 36 91 2 O 60 91 2 O 84 91 2"),
        ],
    ),
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
        let Outline(data, _) = area else { return None };
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
        (Outline(..), None) => false,
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
    let (Formula(_, data) | Detailed(_, _, data) | Outline(data, _)) = AREAS[shape];
    Contour::parse(data).unwrap_or_default()
}

/// Returns the lines inside of the shape with this number in the table that are drawn if its longer side has so many cells, in the units of its
/// outline.
pub(super) fn details(shape: usize, cells: f64) -> impl Iterator<Item = Contour> {
    let all = if let Outline(_, details) = AREAS[shape] { details } else { &[] };
    let drawn = all.iter().filter(move |Detail(least, _)| f64::from(*least) <= cells + 0.5);
    drawn.map(|Detail(_, data)| Contour::parse(data).unwrap_or_default())
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
