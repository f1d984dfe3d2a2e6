//! Solids to print: an STL of every grid is closed and manifold, in one piece for each floor, and has the volume of its walls and its plate.
//!
//! `tests/files` opens them with a tool.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use dedale::formats::{Format, Writer};
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Grid, GridKind, Mask, Mesh, MeshOptions, Side, Sides, Square, Wrap};
use dedale::maze::Maze;
use dedale::picture::{Measures, Picture};
use dedale::rng::{Rng, Stream};

use crate::arc;
use crate::files::{bytes, cut, mesh, pictures};

type Triangle = [[f32; 3]; 3];

const MEASURES: [Measures; 3] = [
    Measures::DEFAULT,
    Measures { base: 0, ..Measures::DEFAULT },
    Measures { cell: 4_000, wall: 3_000, height: 500, base: 250 },
];

/// Walls as thick as they may be where cells are no squares, and thin ones.
const ROUND: [Measures; 3] = [
    Measures::DEFAULT,
    Measures { cell: 10_000, wall: 2_000, height: 2_000, base: 0 },
    Measures { cell: 10_000, wall: 2_000, height: 2_000, base: 1_000 },
];

fn stl(picture: &Picture, measures: Measures) -> Vec<Triangle> {
    triangles(&bytes(picture, Format::Stl(measures)))
}

/// The triangles of an STL. Each has an area, and its normal is that of its corners.
fn triangles(bytes: &[u8]) -> Vec<Triangle> {
    let count = u32::from_le_bytes(bytes[80..84].try_into().unwrap()) as usize;
    assert_eq!(bytes.len(), 84 + 50 * count);
    assert!(!bytes.starts_with(b"solid"));
    let triangle = |bytes: &[u8]| {
        let (words, _) = bytes.as_chunks::<4>();
        let numbers: [f32; 12] = std::array::from_fn(|k| f32::from_le_bytes(words[k]));
        let corners = [3, 6, 9].map(|k| [0, 1, 2].map(|axis| numbers[k + axis]));
        let cross = cross(&corners);
        let area = cross.iter().map(|part| part * part).sum::<f64>().sqrt();
        assert!(area > 0.0, "a triangle without an area: {corners:?}");
        assert!((0..3).all(|axis| (cross[axis] / area - f64::from(numbers[axis])).abs() < 1e-7), "its normal");
        corners
    };
    bytes[84..].chunks(50).map(triangle).collect()
}

fn cross(triangle: &Triangle) -> [f64; 3] {
    let [a, b, c] = triangle.map(|corner| corner.map(f64::from));
    let (u, v) = ([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}

/// A quick hash of some million corners and edges, which come from our own code: with the hash of the standard library, these tests spend most
/// of their time on it.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// Checks that a solid is closed and manifold, and returns its volume in mm³, and how many bodies it has.
#[track_caller]
fn volume(triangles: &[Triangle]) -> (f64, usize) {
    let mut numbers: HashMap<[u32; 3], u64, BuildHasherDefault<Quick>> = HashMap::default();
    let mut number = |corner: [f32; 3]| {
        let next = numbers.len() as u64;
        *numbers.entry(corner.map(|line| (line + 0.0).to_bits())).or_insert(next)
    };
    let corners: Vec<[u64; 3]> = triangles.iter().map(|triangle| triangle.map(&mut number)).collect();
    // From corner to corner.
    let edge = |from: u64, to: u64| from << 32 | to;
    let mut edges: HashMap<u64, usize, BuildHasherDefault<Quick>> = HashMap::default();
    for (number, &[a, b, c]) in corners.iter().enumerate() {
        for edge in [edge(a, b), edge(b, c), edge(c, a)] {
            let other = edges.insert(edge, number);
            assert_eq!(other, None, "twice: {edge:x} of {:?}", triangles[number]);
        }
    }
    // Bodies: triangles that can be reached from each other.
    let mut bodies = 0;
    let mut is_seen = vec![false; triangles.len()];
    for start in 0..triangles.len() {
        if std::mem::replace(&mut is_seen[start], true) {
            continue;
        }
        bodies += 1;
        let mut rest = vec![start];
        while let Some(number) = rest.pop() {
            let [a, b, c] = corners[number];
            for back in [edge(b, a), edge(c, b), edge(a, c)] {
                let next = *edges.get(&back).unwrap_or_else(|| panic!("open at {:?}", triangles[number]));
                if !std::mem::replace(&mut is_seen[next], true) {
                    rest.push(next);
                }
            }
        }
    }
    // Without what rounding did to thousandths of a millimeter.
    let six = |triangle: &Triangle| {
        let [a, b, c] = triangle.map(|corner| corner.map(|line| (f64::from(line) * 2_000.0).round() / 2_000.0));
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
    };
    (triangles.iter().map(six).sum::<f64>() / 6.0, bodies)
}

/// The volume of blocks of which `is_wall` says whether they are walls; `None` where there is no plate.
fn of_blocks([columns, rows]: [u32; 2], measures: Measures, is_wall: impl Fn(u32, u32) -> Option<bool>) -> f64 {
    let side = |line: u32| {
        f64::from(if line.is_multiple_of(2) { measures.wall } else { measures.cell - measures.wall }) / 1000.0
    };
    let [base, height] = [measures.base, measures.height].map(|line| f64::from(line) / 1000.0);
    let blocks = (0..=2 * rows).flat_map(|y| (0..=2 * columns).map(move |x| (y, x)));
    let volume = |(y, x)| {
        let high = is_wall(y, x).map_or(0.0, |is_wall| if is_wall { base + height } else { base });
        side(y) * side(x) * high
    };
    blocks.map(volume).sum()
}

/// Whether a block is a wall in a maze of squares, of which some cells may be left out; `None` if it is not next to a cell. The point between
/// four walls is one if one of them is.
fn block<G: Grid>(maze: &Maze<G>, find: &dyn Fn(u32, u32) -> Option<Cell>, y: u32, x: u32) -> Option<bool> {
    let cell = |dy: u32, dx: u32| find(y.checked_sub(dy)? / 2, x.checked_sub(dx)? / 2);
    let closed = |cell: Option<Cell>, side: Side| cell.is_some_and(|cell| !maze.open_sides(cell).contains(side));
    match (y % 2, x % 2) {
        (1, 1) => cell(0, 0).map(|_| false),
        (1, _) => {
            let [west, east] = [cell(0, 1), cell(0, 0)];
            west.or(east).map(|_| closed(west, Side::E) || closed(east, Side::W))
        }
        (_, 1) => {
            let [north, south] = [cell(1, 0), cell(0, 0)];
            north.or(south).map(|_| closed(north, Side::S) || closed(south, Side::N))
        }
        _ => {
            let around = [(1, 1), (1, 0), (0, 1), (0, 0)].map(|(dy, dx)| cell(dy, dx));
            let [nw, ne, sw, se] = around;
            let walls = [
                (nw, Side::E),
                (nw, Side::S),
                (ne, Side::W),
                (ne, Side::S),
                (sw, Side::E),
                (sw, Side::N),
                (se, Side::W),
                (se, Side::N),
            ];
            around.into_iter().flatten().next().map(|_| walls.into_iter().any(|(cell, side)| closed(cell, side)))
        }
    }
}

#[test]
fn solids_are_closed_and_have_the_volume_of_their_walls() {
    for picture in pictures() {
        let grid = picture.maze.grid().square().unwrap();
        let size = [grid.columns(), grid.rows()];
        let find = |row: u32, column: u32| (row < size[1] && column < size[0]).then(|| grid.at(row, column));
        for measures in MEASURES {
            let solid = stl(&picture, measures);
            let is_axis = |triangle| cross(triangle).iter().filter(|part| **part != 0.0).count() == 1;
            assert!(solid.iter().all(is_axis), "every face is along two axes");
            let expected = of_blocks(size, measures, |y, x| block(&picture.maze, &find, y, x));
            let (volume, bodies) = volume(&solid);
            assert!((volume - expected).abs() <= 1e-6 * expected, "{measures:?}: {volume} {expected}");
            assert!(measures.base == 0 || bodies == 1, "{bodies}");
        }
    }
}

/// The plate is where the cells are.
#[test]
fn solids_of_cut_rectangles_are_closed() {
    let touching = MeshOptions { columns: 3, rows: 3, ..MeshOptions::new(GridKind::Square) };
    // A ring of cells, of which two touch at a corner alone.
    let bits = [true, true, true, true, false, true, true, true, false];
    let touching = mesh(&MeshOptions { mask: Some(Mask::from_bits(bits.to_vec())), ..touching });
    for mut picture in cut().into_iter().chain([touching]) {
        for is_open in [false, true] {
            let size = [
                picture.maze.grid().mesh().unwrap().options().columns,
                picture.maze.grid().mesh().unwrap().options().rows,
            ];
            if is_open {
                open_all(&mut picture.maze);
            }
            let grid = picture.maze.grid();
            let find = |row: u32, column: u32| grid.find([row, column]);
            for measures in MEASURES {
                let (volume, bodies) = volume(&stl(&picture, measures));
                let expected = of_blocks(size, measures, |y, x| block(&picture.maze, &find, y, x));
                assert!((volume - expected).abs() <= 1e-6 * expected, "{measures:?}: {volume} {expected}");
                assert!(measures.base == 0 || bodies == 1, "{bodies}");
            }
        }
    }
}

/// Opens every wall, the outer ones too.
fn open_all<G: Grid>(maze: &mut Maze<G>) {
    for cell in maze.cells() {
        let (inner, outer) = (maze.grid().inner_sides(cell), maze.grid().outer_sides(cell));
        for side in inner {
            maze.link(cell, side);
        }
        outer.into_iter().for_each(|side| maze.open_outer(cell, side));
    }
}

/// Far fewer than two for each face of each block.
#[test]
fn solids_have_few_triangles() {
    let grid = Square::new(100, 100).unwrap();
    let maze = Algorithm::Backtracker.generate(grid, 1);
    let count = stl(&Picture::new(maze, Cell(0), Cell(9_999)), Measures::DEFAULT).len();
    println!("{count} triangles");
    assert!(count < 130_000, "{count}");
}

fn small(kind: GridKind) -> MeshOptions {
    MeshOptions { columns: 4, rows: 4, rings: 3, ..MeshOptions::new(kind) }
}

/// Every grid, whole, cut by masks, and where possible with joined edges.
fn grids() -> Vec<MeshOptions> {
    let known = GridKind::ALL.iter().map(|&kind| small(kind));
    let mut grids = Vec::new();
    for options in known {
        // Nothing of a circle is outside a circle.
        let is_round = options.kind == GridKind::Polar;
        let masks = ["not:diamond", "diamond", "ring", "not:circle", "hexagon"];
        for mask in masks.into_iter().filter(|&mask| !is_round || mask != "not:circle") {
            let mask = Some(mask.parse().unwrap());
            let side = (30 / options.kind.cells_of_a_piece()).isqrt().max(3);
            let size = MeshOptions { columns: side, rows: side, rings: 4, ..options.clone() };
            grids.push(MeshOptions { mask, largest_part: true, ..size });
        }
        if options.kind.info().wraps {
            grids.extend([Wrap::X, Wrap::Y, Wrap::Xy].map(|wrap| MeshOptions { wrap, ..options.clone() }));
        }
        grids.push(options);
    }
    grids.push(MeshOptions { floors: 3, ..small(GridKind::Square) });
    grids.push(MeshOptions { floors: 2, wrap: Wrap::X, ..small(GridKind::Square) });
    grids
}

/// A perfect maze; some with fewer walls, inner and outer; one without any, and one of nothing else.
fn mazes(options: &MeshOptions) -> Vec<Picture> {
    let perfect = mesh(options);
    let ruined = |share: u64| {
        let mut ruined = perfect.clone();
        let mut rng = Rng::new(1, Stream::MaxWalls);
        let mut some = |sides: Sides| sides.into_iter().filter(|_| rng.below(10) < share).collect::<Vec<_>>();
        for cell in perfect.maze.cells() {
            let (inner, outer) = (perfect.maze.grid().inner_sides(cell), perfect.maze.grid().outer_sides(cell));
            for side in some(inner) {
                ruined.maze.link(cell, side);
            }
            some(outer).into_iter().for_each(|side| ruined.maze.open_outer(cell, side));
        }
        ruined
    };
    let mut open = perfect.clone();
    open_all(&mut open.maze);
    let closed = Picture::new(Maze::closed(perfect.maze.grid().clone()), perfect.from, perfect.to);
    let ruined = [1, 3, 6].map(ruined);
    [perfect, open, closed].into_iter().chain(ruined).collect()
}

#[test]
fn solids_of_every_grid_are_closed_and_in_one_piece() {
    for options in grids() {
        for (number, picture) in mazes(&options).iter().enumerate() {
            for measures in if options.kind == GridKind::Square { MEASURES } else { ROUND } {
                println!("{} {number} {measures:?}", options.kind);
                let triangles = stl(picture, measures);
                let (volume, bodies) = volume(&triangles);
                if measures.base > 0 {
                    let stairs = options.floors > 1;
                    assert!(bodies == options.floors as usize, "{bodies} {stairs}");
                }
                assert!(volume > 0.0 || triangles.is_empty());
                // Nothing is folded: what lies on the ground is seen from below, and everything else from above. A long triangle that is
                // hardly wider than the last digit of a number may be turned by rounding.
                for triangle in triangles.iter().filter(|[a, b, c]| a[2] == b[2] && b[2] == c[2]) {
                    let upwards = if triangle[0][2] == 0.0 { -cross(triangle)[2] } else { cross(triangle)[2] };
                    assert!(upwards > -0.001, "folded: {triangle:?}");
                }
            }
        }
    }
}

/// Places side by side, a small square for each.
struct Raster {
    origin: [f64; 2],
    wide: usize,
    /// Whether each is a wall; `None` where nothing is.
    places: Vec<Option<bool>>,
}

const STEP: f64 = 0.025;

impl Raster {
    /// What is within half the thickness of a wall from a closed side, or in a cell.
    fn of(picture: &Picture, half: f64) -> Raster {
        let [left, top, right, bottom] = picture.maze.grid().mesh().unwrap().bounds();
        let [wide, high] = [right - left, bottom - top].map(|length| ((length + 2.0) / STEP) as usize);
        let mut raster = Raster { origin: [left - 1.0, top - 1.0], wide, places: vec![None; wide * high] };
        picture.maze.cells().for_each(|cell| raster.add(picture, cell, half));
        raster
    }

    fn add(&mut self, picture: &Picture, cell: Cell, half: f64) {
        let (mesh, open) = (picture.maze.grid().mesh().unwrap(), picture.maze.open_sides(cell));
        let corners: Vec<[f64; 2]> = mesh.polygon(cell).map(|corner| corner.at).collect();
        let count = corners.len();
        // An arc is not far outside the polygon.
        let reach = half + 0.3;
        let [xs, ys] = [0, 1].map(|axis| {
            let line = |sign: f64| corners.iter().map(|corner| sign * corner[axis]).fold(f64::NEG_INFINITY, f64::max);
            let place = |at: f64| ((at - self.origin[axis]) / STEP) as usize;
            place(-line(-1.0) - reach)..place(line(1.0) + reach)
        });
        for (row, column) in ys.flat_map(|row| xs.clone().map(move |column| (row, column))) {
            // Somewhere in the small square, so that no line of places is along a side.
            let part = |salt: u64| {
                let hash = ((row * self.wide + column) as u64 * 2 + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                (hash ^ hash >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) as f64 / u64::MAX as f64
            };
            let [x, y] =
                [(column, 0), (row, 1)].map(|(k, axis)| self.origin[axis] + (k as f64 + part(axis as u64)) * STEP);
            let sides = (0..count).map(|k| side(mesh, cell, k, [corners[k], corners[(k + 1) % count]], [x, y]));
            let (mut is_inside, mut is_wall) = (true, false);
            for (k, (is_right, distance)) in sides.enumerate() {
                is_inside &= is_right;
                is_wall |= distance <= half && !open.contains(Side::new(k as u8));
            }
            let place = &mut self.places[row * self.wide + column];
            if is_wall || is_inside {
                *place = Some(is_wall || *place == Some(true));
            }
        }
    }

    /// The area where there is a floor, and where there is a wall.
    fn areas(&self) -> [f64; 2] {
        [false, true].map(|kind| self.places.iter().filter(|place| **place == Some(kind)).count() as f64 * STEP * STEP)
    }
}

/// Whether a place is on the cell's side of a line, and how far it is from it.
fn side(mesh: &Mesh, cell: Cell, k: usize, [[ax, ay], [bx, by]]: [[f64; 2]; 2], [x, y]: [f64; 2]) -> (bool, f64) {
    let (dx, dy) = (bx - ax, by - ay);
    let Some((circle, is_clockwise)) = arc(mesh, cell, Side::new(k as u8)) else {
        let along = (((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
        return (dx * (y - ay) - dy * (x - ax) >= 0.0, (ax + along * dx - x).hypot(ay + along * dy - y));
    };
    let middle = f64::from(mesh.options().rings) + 0.5;
    let (radius, sign) = ((x - middle).hypot(y - middle), if is_clockwise { 1.0 } else { -1.0 });
    let is_after =
        |px: f64, py: f64, sign: f64| sign * ((px - middle) * (y - middle) - (py - middle) * (x - middle)) >= 0.0;
    let is_beside = is_after(ax, ay, sign) && is_after(bx, by, -sign);
    let to_ends = (ax - x).hypot(ay - y).min((bx - x).hypot(by - y));
    ((radius <= circle) == is_clockwise, if is_beside { (radius - circle).abs() } else { to_ends })
}

/// A perfect maze without openings is as large as what is near its walls, and in its cells.
#[test]
fn solids_of_every_grid_have_the_volume_of_their_walls() {
    for &kind in GridKind::ALL {
        for mask in [None, Some("diamond".parse().unwrap())] {
            let size = if mask.is_some() { 6 } else { 4 };
            let options = MeshOptions { columns: size, rows: size, rings: 4, mask, largest_part: true, ..small(kind) };
            let picture = mesh(&options);
            let half = 0.1;
            let [floor, wall] = Raster::of(&picture, half).areas();
            let measures = Measures { cell: 1_000, wall: 200, height: 2_000, base: 1_000 };
            assert_eq!(measures.check(kind, None), Ok(()), "as thick as walls may be");
            let solid = stl(&picture, measures);
            let (volume, _) = volume(&solid);
            // What lies at a height, seen from above.
            let lying = |height: f32| {
                let there = solid.iter().filter(|triangle| triangle.iter().all(|corner| corner[2] == height));
                there.map(|triangle| cross(triangle)[2].max(0.0) / 2.0).sum::<f64>()
            };
            println!("{kind}: {floor} {wall} {} {}", lying(1.0), lying(3.0));
            // Squares have corners in the places of rounds.
            let tolerance = if kind == GridKind::Square { 0.02 } else { 0.01 };
            for (found, expected) in [(lying(1.0), floor), (lying(3.0), wall), (volume, floor + 3.0 * wall)] {
                assert!((found - expected).abs() < tolerance * expected, "{options:?}: {found} {expected}");
            }
        }
    }
}

/// A maze of plain squares is the same solid, whatever it is a maze on.
#[test]
fn squares_are_the_same_on_a_mesh() {
    for picture in pictures() {
        let grid = picture.maze.grid().square().unwrap();
        let options = MeshOptions { columns: grid.columns(), rows: grid.rows(), ..MeshOptions::new(GridKind::Square) };
        let mut maze = Maze::closed(Mesh::new(&options).unwrap());
        for cell in picture.maze.cells() {
            let (inner, open) = (maze.grid().inner_sides(cell), picture.maze.open_sides(cell));
            for side in open {
                if inner.contains(side) {
                    maze.link(cell, side);
                } else {
                    maze.open_outer(cell, side);
                }
            }
        }
        let other = Picture::new(maze, picture.from, picture.to);
        let format = Format::Stl(Measures::DEFAULT);
        assert!(bytes(&picture, format) == bytes(&other, format));
    }
}

/// Lines are read in bands: where one ends, the next goes on.
#[test]
fn solids_of_many_bands_are_closed() {
    for &kind in GridKind::ALL {
        let rows = 18_000 / (16 * kind.cells_of_a_piece());
        let picture = mesh(&MeshOptions { columns: 16, rows, rings: 75, ..MeshOptions::new(kind) });
        assert!(picture.maze.grid().cells() > 1 << 14);
        assert_eq!(volume(&stl(&picture, Measures::DEFAULT)).1, 1, "{kind}");
    }
}

/// An STL counts its triangles in 32 bits.
#[test]
fn solids_that_are_too_large_are_refused() {
    let grid = Square::new(6554, 6554).unwrap();
    let picture = Picture::new(Maze::closed(grid), Cell(0), Cell(0));
    let format = Format::Stl(Measures::DEFAULT);
    assert!(Writer::new(&picture, format).is_err());
    let refused = picture.write_to(format, &mut Vec::new()).unwrap_err();
    assert_eq!(refused.to_string(), "a solid has at most 42949672 cells, and this maze 42954916");
}

/// Walls that are nearly too thin for the numbers of an STL are all there, and thinner ones are refused.
#[test]
fn solids_that_are_too_large_for_their_walls_are_refused() {
    // Halves of walls are seven units.
    let thin = Measures { cell: 66_000, wall: 110, height: 2_000, base: 1_000 };
    let grid = Square::new(999, 2).unwrap();
    let maze = Algorithm::Backtracker.generate(grid, 1);
    let picture = Picture::new(maze, Cell(0), Cell(1_997));
    let find = |row: u32, column: u32| (row < 2 && column < 999).then(|| grid.at(row, column));
    let walls = Measures { base: 0, ..thin };
    let expected = of_blocks([999, 2], walls, |y, x| block(&picture.maze, &find, y, x));
    let (found, _) = volume(&stl(&picture, walls));
    assert!((found - expected).abs() < 0.01 * expected, "{found} {expected}");
    let hexagons = mesh(&MeshOptions { columns: 900, rows: 2, ..MeshOptions::new(GridKind::Hex) });
    assert_eq!(volume(&stl(&hexagons, thin)).1, 1);

    let refused = |picture: &Picture, measures: Measures| {
        let format = Format::Stl(measures);
        assert!(Writer::new(picture, format).is_err());
        picture.write_to(format, &mut Vec::new()).unwrap_err().to_string()
    };
    let reason = "in an STL, a wall must be at least a 600,000th of the longer side, and wall_mm is 0.109 and the side 65934.109 mm";
    assert_eq!(refused(&picture, Measures { wall: 109, ..thin }), reason);
    let reason = "a wall must be thinner than a cell, and wall_mm is 66 and cell_mm 66";
    assert_eq!(refused(&picture, Measures { wall: 66_000, ..thin }), reason);
    let reason =
        "where cells are no squares, a wall must be at most 0.2 of cell_mm thick, and wall_mm is 14 and cell_mm 66";
    assert_eq!(refused(&hexagons, Measures { wall: 14_000, ..thin }), reason);
    // The largest maze of the usual lengths.
    let row = Picture::new(Maze::closed(Square::new(65_535, 1).unwrap()), Cell(0), Cell(65_534));
    assert!(Writer::new(&row, Format::Stl(Measures::DEFAULT)).is_ok());
}

#[test]
fn solids_are_written_in_small_pieces() {
    for &kind in GridKind::ALL {
        let picture = mesh(&small(kind));
        let mut writer = Writer::new(picture, Format::Stl(Measures::DEFAULT)).unwrap();
        let mut piece = Vec::new();
        while !writer.is_done() {
            piece.clear();
            writer.write_next(&mut piece);
            assert!(piece.len() < 80_000, "{kind}: {}", piece.len());
        }
    }
}
