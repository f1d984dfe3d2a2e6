//! Tilings: a piece of a few polygons that repeats in two directions.
//!
//! The neighbors of cells follow from the polygons alone. Two cells are neighbors if a side of one is a side of the other, with its ends
//! exchanged. This is computed once for a piece, in [exact](exact) numbers, and then holds everywhere.

mod exact;
pub(super) mod patterns;

use exact::Exact;
use patterns::Pattern;

/// Every point is multiplied by this number, so that the centers of all polygons are exact too.
const SCALE: i32 = 24;

/// The source of the cells of a grid.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tiling {
    /// The polygons of the pattern.
    Of(&'static Pattern),
    /// The corners of the pattern. Each becomes a cell, whose corners are the centers of the polygons around it.
    Dual(&'static Pattern),
}

/// A repeating piece, with everything that follows from its polygons.
#[derive(Debug)]
pub(super) struct RepeatingPiece {
    /// The cells of the piece.
    pub cells: Vec<PieceCell>,
    /// The columns and rows in which the cells of a piece are arranged, if they are.
    pub arranged: Option<[u32; 2]>,
    /// The position of every corner of the piece. Corners that repeat are one class, and are here once.
    pub corners: Vec<[f64; 2]>,
    /// The step to the right from a piece to the next one in its row.
    pub along: f64,
    /// The step from a piece to a piece in the row below.
    pub down: [f64; 2],
    /// The number of half steps along its row by which the row below is further right: 0 or 1.
    pub lean: i64,
}

/// A cell of a piece.
#[derive(Debug)]
pub(super) struct PieceCell {
    /// Its corners, clockwise. Side `k` leads from corner `k` to the next.
    pub corners: Vec<PieceCorner>,
    /// The neighbor across each side.
    pub across: Vec<Across>,
    /// Its center, for marks and paths.
    pub center: [f64; 2],
}

/// A corner of a cell: its class, and its distance in steps from the first corner of the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PieceCorner {
    pub class: u16,
    pub along: i32,
    pub down: i32,
}

/// The neighbor across a side: a cell of the piece, and its distance in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Across {
    pub cell: u8,
    pub side: u8,
    pub along: i32,
    pub down: i32,
}

impl RepeatingPiece {
    /// Creates the piece of a tiling.
    ///
    /// # Panics
    ///
    /// Panics if the polygons do not tile the plane: a fault of the data, which the tests find.
    pub(super) fn new(tiling: Tiling) -> RepeatingPiece {
        let (Tiling::Of(pattern) | Tiling::Dual(pattern)) = tiling;
        let (along, down) = (Exact::walk(pattern.along) * SCALE, Exact::walk(pattern.down) * SCALE);
        let polygons: Vec<Vec<Exact>> = pattern.polygons.iter().map(corners_of).collect();
        let arranged = pattern.arranged;
        match tiling {
            Tiling::Of(_) => RepeatingPiece::of(&polygons, along, down, arranged),
            Tiling::Dual(_) => {
                RepeatingPiece::of(&gathered(dual(&polygons, along, down), along, down), along, down, None)
            }
        }
    }

    fn of(polygons: &[Vec<Exact>], along: Exact, down: Exact, arranged: Option<[u32; 2]>) -> RepeatingPiece {
        let mut classes: Vec<Exact> = Vec::new();
        let mut corner = |point: Exact| {
            let known =
                classes.iter().enumerate().find_map(|(class, &at)| Some((class, (point - at).as_steps(along, down)?)));
            let (class, [along, down]) = known.unwrap_or_else(|| {
                classes.push(point);
                (classes.len() - 1, [0, 0])
            });
            PieceCorner { class: class as u16, along, down }
        };
        let corners: Vec<Vec<PieceCorner>> =
            polygons.iter().map(|polygon| polygon.iter().map(|&point| corner(point)).collect()).collect();
        let neighbors = neighbors(polygons, along, down);
        let plane = Plane::new(along, down, polygons.len());
        let cells = corners.into_iter().zip(neighbors).zip(polygons).map(|((corners, across), polygon)| {
            let sum =
                polygon.iter().map(|&point| plane.place(point)).fold([0.0, 0.0], |[x, y], [px, py]| [x + px, y + py]);
            PieceCell { corners, across, center: sum.map(|sum| sum / polygon.len() as f64) }
        });
        RepeatingPiece {
            cells: cells.collect(),
            arranged,
            corners: classes.iter().map(|&point| plane.place(point)).collect(),
            along: plane.place(along)[0],
            down: plane.place(down),
            lean: plane.lean(along, down),
        }
    }

    /// Returns the number of steps along the row by which its first piece is moved back to the left, so that the pieces come close to filling
    /// a rectangle.
    pub(super) fn moved_back(&self, row: i64) -> i64 {
        (self.lean * row).div_euclid(2)
    }

    /// Returns the position of a corner of a cell in the piece at this row and column.
    pub(super) fn position(&self, corner: PieceCorner, column: i64, row: i64) -> [f64; 2] {
        let [along, down] = RepeatingPiece::steps(self, corner, column, row);
        let [x, y] = self.corners[usize::from(corner.class)];
        [x + along as f64 * self.along + down as f64 * self.down[0], y + down as f64 * self.down[1]]
    }

    /// Returns the direction from the center of a cell to the middle of a side, which is the same in every piece.
    pub(super) fn direction(&self, cell: usize, side: usize) -> [f64; 2] {
        let PieceCell { corners, center, .. } = &self.cells[cell];
        let [a, b] = [side, (side + 1) % corners.len()].map(|corner| self.position(corners[corner], 0, 0));
        [0, 1].map(|axis| (a[axis] + b[axis]) / 2.0 - center[axis])
    }

    /// Returns the distance of a corner from the first of its class, in steps along and down.
    pub(super) fn steps(&self, corner: PieceCorner, column: i64, row: i64) -> [i64; 2] {
        [column - self.moved_back(row) + i64::from(corner.along), row + i64::from(corner.down)]
    }
}

/// Returns the corners of a polygon, clockwise, multiplied by [`SCALE`].
fn corners_of(polygon: &patterns::Polygon) -> Vec<Exact> {
    let mut corner = Exact::walk(polygon.start) * SCALE;
    let turns = (0..polygon.sides).map(|side| polygon.toward + side * (24 / polygon.sides));
    let mut corners = Vec::new();
    for turn in turns {
        corners.push(corner);
        corner = corner + Exact::step(turn) * SCALE;
    }
    corners
}

/// Returns the two ends of side `k` of a polygon.
fn side(polygon: &[Exact], k: usize) -> [Exact; 2] {
    [polygon[k], polygon[(k + 1) % polygon.len()]]
}

/// Returns, for each side of each polygon, the one side of any polygon with the same ends in reverse order.
fn neighbors(polygons: &[Vec<Exact>], along: Exact, down: Exact) -> Vec<Vec<Across>> {
    let sides = || polygons.iter().enumerate().flat_map(|(cell, corners)| (0..corners.len()).map(move |k| (cell, k)));
    let across = |[from, to]: [Exact; 2]| {
        let mut found = sides().filter_map(|(cell, k)| {
            let [far_from, far_to] = side(&polygons[cell], k);
            let [along, down] =
                if to - from == far_from - far_to { (from - far_to).as_steps(along, down)? } else { return None };
            Some(Across { cell: cell as u8, side: k as u8, along, down })
        });
        let first = found.next();
        assert!(found.next().is_none(), "two polygons lie across one side: they overlap");
        first.expect("a side has no polygon across: there is a gap")
    };
    polygons.iter().map(|polygon| (0..polygon.len()).map(|k| across(side(polygon, k))).collect()).collect()
}

/// Returns the polygons of the dual tiling, one for each corner of a piece. Their corners are the centers of the polygons around it.
fn dual(polygons: &[Vec<Exact>], along: Exact, down: Exact) -> Vec<Vec<Exact>> {
    let neighbors = neighbors(polygons, along, down);
    let center = |polygon: &Vec<Exact>| {
        let sum = polygon.iter().fold(Exact::ZERO, |sum, &corner| sum + corner);
        sum.divided_by(polygon.len() as i32)
    };
    let mut corners: Vec<Exact> = Vec::new();
    let mut cells = Vec::new();
    for (first, polygon) in polygons.iter().enumerate() {
        for (k, &corner) in polygon.iter().enumerate() {
            if corners.iter().any(|&known| (corner - known).as_steps(along, down).is_some()) {
                continue;
            }
            corners.push(corner);
            // From a polygon to the one across the side that begins at the corner, all the way around, counterclockwise.
            let mut around = Vec::new();
            let (mut cell, mut k, mut moved) = (first, k, Exact::ZERO);
            loop {
                around.push(center(&polygons[cell]) + moved);
                let next = neighbors[cell][k];
                moved = moved + along * next.along + down * next.down;
                (cell, k) =
                    (usize::from(next.cell), (usize::from(next.side) + 1) % polygons[usize::from(next.cell)].len());
                debug_assert_eq!(polygons[cell][k] + moved, corner);
                if (cell, moved) == (first, Exact::ZERO) {
                    break;
                }
            }
            around.reverse();
            cells.push(around);
        }
    }
    cells
}

/// Returns the polygons of a repeating piece, each moved by whole steps so that the piece holds together: one after another, each moves to
/// where it has the most neighbors among those before it.
fn gathered(mut polygons: Vec<Vec<Exact>>, along: Exact, down: Exact) -> Vec<Vec<Exact>> {
    let neighbors = neighbors(&polygons, along, down);
    let step = |across: &Across| along * across.along + down * across.down;
    let mut moved = vec![None; polygons.len()];
    moved[0] = Some(Exact::ZERO);
    while moved.contains(&None) {
        // The possible places of a polygon: beside one that has its place.
        let places = (0..polygons.len()).filter(|&cell| moved[cell].is_none()).flat_map(|cell| {
            let beside =
                neighbors[cell].iter().filter_map(|across| Some(moved[usize::from(across.cell)]? - step(across)));
            beside.map(move |place| (cell, place)).collect::<Vec<_>>()
        });
        let beside = |&(cell, place): &(usize, Exact)| {
            neighbors[cell]
                .iter()
                .filter(|across| moved[usize::from(across.cell)] == Some(place + step(across)))
                .count()
        };
        // The first of the best.
        let best = places.reduce(|best, next| if beside(&next) > beside(&best) { next } else { best });
        let (cell, place) = best.expect("a tiling is connected");
        moved[cell] = Some(place);
    }
    for (polygon, moved) in polygons.iter_mut().zip(moved) {
        for corner in polygon {
            *corner = *corner + moved.unwrap_or_default();
        }
    }
    polygons
}

/// How exact points become positions: they are turned so that rows are level, and scaled so that the mean area of a cell is 1.
struct Plane {
    turned: [f64; 2],
    scale: f64,
}

impl Plane {
    fn new(along: Exact, down: Exact, cells: usize) -> Plane {
        let ([ax, ay], [dx, dy]) = (along.rounded(), down.rounded());
        let length = (ax * ax + ay * ay).sqrt();
        let area = ax * dy - ay * dx;
        Plane { turned: [ax / length, ay / length], scale: (cells as f64 / area).sqrt() }
    }

    fn place(&self, point: Exact) -> [f64; 2] {
        let ([x, y], [cosine, sine]) = (point.rounded(), self.turned);
        [(x * cosine + y * sine) * self.scale, (y * cosine - x * sine) * self.scale]
    }

    fn lean(&self, along: Exact, down: Exact) -> i64 {
        let ([along, _], [right, _]) = (self.place(along), self.place(down));
        let lean = (2.0 * right / along).round();
        assert!(
            (lean * along - 2.0 * right).abs() < 1e-9 * along && (0.0..=1.0).contains(&lean),
            "rows close after two"
        );
        lean as i64
    }
}
