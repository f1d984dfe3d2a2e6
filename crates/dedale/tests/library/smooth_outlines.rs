//! Grids whose cells are cut along the outline of a mask: their polygons fill the shape, neighbors share a line, and everything works on them.

use std::collections::{BTreeMap, BTreeSet};

use dedale::formats::{Encoding, Format, Writer, read};
use dedale::grid::{Cell, Grid, GridKind, InvalidMesh, Mask, MaskOutline, Mesh, MeshOptions, Sides, Wrap};
use dedale::options::MazeOptions;
use dedale::parse::ReadOptions;
use dedale::picture::Style;

use crate::files::bytes;

/// All grids that can be cut.
fn kinds() -> impl Iterator<Item = GridKind> {
    GridKind::ALL.iter().copied().filter(|&kind| kind != GridKind::Custom)
}

/// About `side` cells on each side.
fn options(kind: GridKind, mask: &str, side: u32) -> MeshOptions {
    let piece = MeshOptions { columns: 1, rows: 1, rings: 1, ..MeshOptions::new(kind) }.cells_without_mask();
    let pieces = (f64::from(side) / (piece as f64).sqrt()).ceil().max(2.0) as u32;
    let [columns, rows] = match kind {
        GridKind::Triangle => [side * 3 / 2, side],
        GridKind::Square | GridKind::Hex => [side; 2],
        _ => [pieces; 2],
    };
    let mask = Some(mask.parse().unwrap());
    MeshOptions { columns, rows, rings: side / 2, mask, outline: MaskOutline::Smooth, ..MeshOptions::new(kind) }
}

fn smooth(kind: GridKind, mask: &str, side: u32) -> Result<Mesh, InvalidMesh> {
    Mesh::new(&options(kind, mask, side))
}

fn cells(mesh: &Mesh) -> impl Iterator<Item = Cell> {
    (0..mesh.cells()).map(Cell)
}

/// A corner in thousandths of a cell.
type Point = [i64; 2];

fn polygon(mesh: &Mesh, cell: Cell) -> Vec<Point> {
    mesh.polygon(cell).map(|corner| corner.at.map(|number| (number * 1000.0).round() as i64)).collect()
}

fn edges(polygon: &[Point]) -> impl Iterator<Item = [Point; 2]> {
    polygon.iter().copied().zip(polygon.iter().copied().cycle().skip(1)).map(|(a, b)| [a, b])
}

fn cross([a, b]: [Point; 2], c: Point) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn twice_the_area(polygon: &[Point]) -> i64 {
    edges(polygon).map(|[a, b]| a[0] * b[1] - a[1] * b[0]).sum()
}

fn contains(polygon: &[Point], [x, y]: [f64; 2]) -> bool {
    let crossed = edges(polygon).filter(|edge| {
        let [[ax, ay], [bx, by]] = edge.map(|at| at.map(|number| number as f64 / 1000.0));
        (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
    });
    crossed.count() % 2 == 1
}

/// Checks what is true of every grid that is cut.
fn check(name: &str, mesh: &Mesh) {
    // Who has each edge.
    let mut owners: BTreeMap<[Point; 2], Cell> = BTreeMap::new();
    for cell in cells(mesh) {
        let polygon = polygon(mesh, cell);
        assert!(twice_the_area(&polygon) > 0, "{name}, {cell:?}: {polygon:?} is not clockwise");
        assert!(contains(&polygon, mesh.center(cell)), "{name}, {cell:?}: the center is outside of {polygon:?}");
        let edges: Vec<[Point; 2]> = edges(&polygon).collect();
        for (number, &first) in edges.iter().enumerate() {
            for &second in &edges[number + 1..] {
                let apart = |edge, [a, b]: [Point; 2]| cross(edge, a).signum() * cross(edge, b).signum() < 0;
                assert!(
                    !(apart(first, second) && apart(second, first)),
                    "{name}, {cell:?}: {first:?} crosses {second:?}"
                );
            }
            let other = owners.insert(first, cell);
            assert!(other.is_none(), "{name}: {first:?} is an edge of {cell:?} and of {other:?}");
        }
    }
    let mut seen = BTreeSet::from([Cell(0)]);
    let mut waiting = vec![Cell(0)];
    while let Some(cell) = waiting.pop() {
        for side in mesh.inner_sides(cell) {
            let (far, back) = (mesh.across(cell, side), mesh.opposite(cell, side));
            assert_eq!((mesh.across(far, back), mesh.opposite(far, back)), (cell, side), "{name}, {cell:?}, {side:?}");
            assert_ne!(far, cell, "{name}");
            assert_eq!(
                mesh.side_named(cell, mesh.side_name(cell, side)),
                Some(side),
                "{name}: two sides of {cell:?} have one name"
            );
            let common = edges(&polygon(mesh, cell)).any(|[a, b]| owners.get(&[b, a]) == Some(&far));
            // A circle has arcs, which are several edges of a cell that is cut and one of another.
            assert!(common || mesh.kind() == GridKind::Polar, "{name}: {cell:?} and {far:?} have no common edge");
            if seen.insert(far) {
                waiting.push(far);
            }
        }
        let all = mesh.inner_sides(cell).bits() | mesh.outer_sides(cell).bits();
        assert_eq!(mesh.sides_of(cell), Sides::from_bits(all), "{name}, {cell:?}");
        assert_eq!(mesh.inner_sides(cell).bits() & mesh.outer_sides(cell).bits(), 0, "{name}, {cell:?}");
    }
    assert_eq!(seen.len(), mesh.cells() as usize, "{name}");
}

#[test]
fn every_shape_is_one_piece_on_every_grid() {
    for kind in kinds() {
        for shape in Mask::NAMES {
            for side in [8, 12, 20] {
                let name = format!("{shape} of {side} on {kind}");
                match smooth(kind, shape, side) {
                    Ok(mesh) => check(&name, &mesh),
                    // The pieces of some tilings are so large that there are too few of them.
                    Err(InvalidMesh::Small { .. } | InvalidMesh::Parts(_)) => {
                        assert!(side == 8 && !matches!(kind, GridKind::Square | GridKind::Hex), "{name}");
                    }
                    Err(other) => panic!("{name}: {other}"),
                }
            }
        }
    }
}

#[test]
fn words_and_what_is_around_a_shape_are_cut_too() {
    for kind in [GridKind::Square, GridKind::Hex, GridKind::Triangle, GridKind::Polar, GridKind::Kisrhombille] {
        for mask in ["text:OX", "text:B8", "not:heart", "not:cat", "not:ring"] {
            let name = format!("{mask} on {kind}");
            let options = MeshOptions { largest_part: true, ..options(kind, mask, 40) };
            check(&name, &Mesh::new(&options).unwrap_or_else(|invalid| panic!("{name}: {invalid}")));
        }
    }
}

/// The area of all cells, in cells.
fn area(mesh: &Mesh) -> f64 {
    cells(mesh).map(|cell| twice_the_area(&polygon(mesh, cell)) as f64).sum::<f64>() / 2e6
}

#[test]
fn the_cells_fill_the_shape() {
    for shape in Mask::NAMES {
        let fine = MeshOptions {
            columns: 480,
            rows: 480,
            outline: MaskOutline::Cells,
            ..options(GridKind::Square, shape, 20)
        };
        let expected = f64::from(Mesh::new(&fine).unwrap().cells()) / 24.0 / 24.0;
        let found = area(&smooth(GridKind::Square, shape, 20).unwrap());
        assert!((found / expected - 1.0).abs() < 0.03, "{shape}: {found} cells, and {expected} expected");
    }
}

#[test]
fn whole_cells_stay_as_they_are() {
    let whole = Mesh::new(&MeshOptions { columns: 20, rows: 20, ..MeshOptions::new(GridKind::Square) }).unwrap();
    let circle = smooth(GridKind::Square, "circle", 20).unwrap();
    let middle = circle.find([10, 10]).unwrap();
    let names = |mesh: &Mesh, cell| {
        mesh.sides_of(cell).into_iter().map(|side| mesh.side_name(cell, side).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&circle, middle), ["N", "E", "S", "W"]);
    assert_eq!(polygon(&circle, middle), polygon(&whole, whole.find([10, 10]).unwrap()));
    // The border of a cell that is cut is numbered after the sides of a square.
    let top = circle.find([0, 9]).unwrap();
    let border = circle.outer_sides(top).into_iter().next().unwrap();
    assert_eq!(circle.side_name(top, border), "4");
}

fn make(query: &str) -> dedale::picture::Picture {
    let options: MazeOptions = query.parse().unwrap_or_else(|invalid| panic!("{query}: {invalid}"));
    options.make(&mut ()).unwrap_or_else(|error| panic!("{query}: {error}"))
}

const QUERIES: [&str; 8] = [
    "mask=cat&w=12&h=12&braid=0.3&doors=true",
    "mask=dinosaur&w=14&h=12&algo=wilson&weights=1..9&items=treasure:2&locks=1",
    "mask=fish&grid=hex&w=12&h=12&algo=kruskal&exits=3",
    "mask=star&grid=triangle&w=24&h=12&algo=prim&sparse=0.4",
    "mask=text:HI&grid=polar&rings=12&algo=hunt-and-kill",
    "mask=butterfly&grid=cairo&w=6&h=6&algo=growing-tree&ends=farthest",
    "mask=heart&w=20&h=20&weave=0.5&algo=true-prim",
    "mask=house&w=16&h=16&rooms=3&solvable=0",
];

#[test]
fn a_maze_that_is_read_back_is_the_same() {
    for query in QUERIES {
        let picture = make(&format!("{query}&outline=smooth&seed=5"));
        for encoding in [Encoding::Walls, Encoding::Passages, Encoding::Bits, Encoding::Named, Encoding::Graph] {
            let text = bytes(&picture, Format::Json(encoding));
            let parsed = read(&text, &ReadOptions::default()).unwrap_or_else(|error| panic!("{query}: {error}"));
            assert!(parsed.maze == picture.maze, "{query}, {encoding:?}");
        }
    }
}

#[test]
fn as_a_graph_of_its_own_it_looks_the_same() {
    for query in ["mask=cat&w=12&h=12", "mask=fish&grid=hex&w=12&h=12", "mask=star&grid=triangle&w=24&h=12"] {
        let picture = make(&format!("{query}&outline=smooth&seed=5"));
        let text = String::from_utf8(bytes(&picture, Format::Json(Encoding::Graph))).unwrap();
        let start = text.find("\"cells\"").unwrap();
        // The place of a cell is its address there.
        let mut cells: serde_json::Value = serde_json::from_str(&format!("{{{}", &text[start..])).unwrap();
        cells["cells"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(|cell| drop(cell.as_object_mut().unwrap().remove("cell")));
        cells["grid"] = "custom".into();
        cells["encoding"] = "graph".into();
        let custom = read(cells.to_string().as_bytes(), &ReadOptions::default()).unwrap().maze;
        let (mesh, custom_mesh) = (picture.maze.grid().mesh().unwrap(), custom.grid().mesh().unwrap());
        check(query, custom_mesh);
        for cell in (0..mesh.cells()).map(Cell) {
            assert_eq!(polygon(mesh, cell), polygon(custom_mesh, cell), "{query}");
            assert_eq!(picture.maze.open_sides(cell), custom.open_sides(cell), "{query}");
        }
    }
}

#[test]
fn what_has_no_outline_is_refused_by_name() {
    let refused = |query: &str| query.parse::<MazeOptions>().unwrap_err().to_string();
    assert!(refused("outline=smooth").contains("outline"), "{}", refused("outline=smooth"));
    for (query, other) in [
        ("outline=smooth&mask=bits:__8&w=4&h=4", "bits"),
        ("outline=smooth&mask=cat&w=12&h=12&floors=2", "floors"),
        ("outline=smooth&mask=cat&w=12&h=12&wrap=x", "wrap"),
        ("outline=smooth&mask=cat&w=12&h=12&algo=eller", "eller"),
    ] {
        assert!(refused(query).contains(other), "{query}: {}", refused(query));
    }
    let wrapped = MeshOptions { wrap: Wrap::X, ..options(GridKind::Square, "cat", 12) };
    assert_eq!(Mesh::new(&wrapped).unwrap_err(), InvalidMesh::Outline);
    let least = smooth(GridKind::Square, "cat", 5).unwrap_err();
    assert!(matches!(least, InvalidMesh::Small { least: [6, 6], .. }), "{least:?}");
    let picture = make("mask=cat&outline=smooth&w=12&h=12&seed=1");
    for format in [Format::Ascii, Format::Unicode, Format::Blocks, Format::Tmj, Format::Mms, Format::Hex] {
        assert!(Writer::new(&picture, format).is_err(), "{format:?}");
    }
}

/// The lines of a shape lie on those of the grid at some sizes: at 10, the sails of the boat end at a row, and its mast at a column.
#[test]
fn shapes_of_every_size_are_whole() {
    for shape in Mask::NAMES {
        for side in 5..40 {
            if let Ok(mesh) = smooth(GridKind::Square, shape, side) {
                check(&format!("{shape} of {side}"), &mesh);
            }
        }
    }
}

/// The member `details` of a shape as a graph: the points of each line.
fn details(shape: &str, side: u32) -> Vec<Vec<[f64; 2]>> {
    let picture = make(&format!("mask={shape}&outline=smooth&w={side}&h={side}&seed=1"));
    let graph: serde_json::Value = serde_json::from_slice(&bytes(&picture, Format::Json(Encoding::Graph))).unwrap();
    serde_json::from_value(graph["details"].clone()).unwrap_or_default()
}

#[test]
fn lines_inside_of_a_shape_are_inside_of_it() {
    for shape in Mask::NAMES {
        for side in [8, 12, 20, 30] {
            let Ok(mesh) = smooth(GridKind::Square, shape, side) else { continue };
            let polygons: Vec<Vec<Point>> = cells(&mesh).map(|cell| polygon(&mesh, cell)).collect();
            for at in details(shape, side).into_iter().flatten() {
                // A point may lie on the line between two cells, or at the end of the outline.
                let near = [[0.0, 0.0], [0.05, 0.05], [-0.05, 0.05], [0.05, -0.05], [-0.05, -0.05]];
                let is_inside = near
                    .iter()
                    .any(|[dx, dy]| polygons.iter().any(|polygon| contains(polygon, [at[0] + dx, at[1] + dy])));
                assert!(is_inside, "{shape} of {side}: {at:?}");
            }
        }
    }
}

#[test]
fn larger_shapes_have_more_lines_inside() {
    for (_, shapes) in Mask::GROUPS {
        for shape in *shapes {
            let counts = [11, 12, 20].map(|side| details(shape, side).len());
            assert!(0 < counts[0] && counts[0] < counts[1] && counts[1] < counts[2], "{shape}: {counts:?}");
        }
    }
    assert!(details("star", 20).is_empty() && details("not:cat", 20).is_empty());
}

#[test]
fn lines_inside_of_a_shape_are_below_the_walls() {
    let picture = make("mask=cat&outline=smooth&w=12&h=12&seed=1");
    let svg = String::from_utf8(bytes(&picture, Format::Svg(Style::default()))).unwrap();
    let (before, after) = svg.split_once("stroke-opacity=\"0.375\"").unwrap();
    let walls = format!("stroke=\"#1d2430\" stroke-width=\"{}\"", Style::DEFAULT.wall);
    assert!(!before.contains(&walls) && after.contains(&walls), "{svg}");
    let dxf = String::from_utf8(bytes(&picture, Format::Dxf(dedale::picture::Measures::default()))).unwrap();
    assert!(["WALLS", "PATH", "STAIRS", "SEAMS"].iter().all(|layer| dxf.contains(layer)) && !dxf.contains("DETAILS"));
}

/// In pixels too, six of sixteen parts of the color of the walls.
#[test]
fn lines_inside_of_a_shape_are_lighter_than_walls() {
    let lighter = |mask: &str| {
        let picture = make(&format!("mask={mask}&outline=smooth&w=12&h=12&seed=1"));
        let png = bytes(&picture, Format::Png(Style::default()));
        let [walls, ground] = [[0x1d, 0x24, 0x30], [255; 3]];
        let expected: Vec<u32> = (0..3).map(|k: usize| (walls[k] * 6 + ground[k] * 10) / 16).collect();
        let (_, pixels) = crate::scans::decode(&png);
        pixels.iter().filter(|pixel| (0..3).all(|k| u32::from(pixel[k]).abs_diff(expected[k]) <= 1)).count()
    };
    let [cat, heart] = ["cat", "heart"].map(lighter);
    assert!(cat > 300 && heart * 4 < cat, "{cat} and {heart}");
}
