//! Every kind of grid: which cells are neighbors, what they look like, and mazes and solutions on them.

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::PI;

use crate::goldens::{Goldens, Promise, sha256};
use crate::{all_passages, edge, edges, woven, woven_in_part};
use crate::{mesh_of, on_mesh, read};
use dedale::formats::{Encoding, Format, Writer};
use dedale::generate::{ALGORITHMS, Algorithm, Bias, GENERATOR_VERSION};
use dedale::grid::{
    Cell, Graph, GraphCell, GraphSide, Grid, GridKind, InvalidGraph, InvalidMesh, Mask, Mesh, MeshOptions, Side, Wrap,
};
use dedale::maze::Maze;
use dedale::options::{MazeBuilder, OPTIONS};
use dedale::picture::{Picture, Style};
use dedale::rng::{Rng, Stream};
use dedale::solve::{SOLVERS, Solver};

/// Sizes small enough to look at every pair of cells, odd ones among them.
fn sizes(kind: GridKind) -> Vec<MeshOptions> {
    // Narrow strips of some tilings fall into parts.
    let of = |columns, rows| MeshOptions { columns, rows, rings: rows, largest_part: true, ..MeshOptions::new(kind) };
    vec![of(1, 1), of(1, 4), of(5, 1), of(2, 3), of(5, 4), of(4, 6)]
}

/// Those of all kinds, and cylinders and tori.
fn meshes() -> Vec<Mesh> {
    let mut meshes = Vec::new();
    for &kind in GridKind::ALL {
        meshes.extend(sizes(kind).iter().map(|options| Mesh::new(options).unwrap()));
        if kind.info().wraps {
            for wrap in [Wrap::X, Wrap::Y, Wrap::Xy] {
                let options = MeshOptions { columns: 4, rows: 6, wrap, ..MeshOptions::new(kind) };
                meshes.push(Mesh::new(&options).unwrap());
            }
        }
    }
    let square = MeshOptions::new(GridKind::Square);
    meshes.push(Mesh::new(&MeshOptions { columns: 4, rows: 3, floors: 3, ..square.clone() }).unwrap());
    for mask in ["circle", "ring", "diamond", "heart", "star", "hexagon", "triangle", "text:HI", "not:diamond"] {
        for kind in [GridKind::Square, GridKind::Hex, GridKind::Triangle, GridKind::Cairo, GridKind::Polar] {
            let mask = Some(mask.parse().unwrap());
            let options = MeshOptions { columns: 24, rows: 20, mask, largest_part: true, ..MeshOptions::new(kind) };
            meshes.push(Mesh::new(&options).unwrap());
        }
    }
    let squares = Mesh::new(&MeshOptions { columns: 9, rows: 8, ..square }).unwrap();
    meshes.push(woven(squares, 7));
    meshes
}

fn cells(mesh: &Mesh) -> impl Iterator<Item = Cell> + use<> {
    (0..mesh.cells()).map(Cell)
}

fn name(mesh: &Mesh) -> String {
    format!("{:?}", mesh.options())
}

#[test]
fn neighbors_are_symmetric_and_all_cells_are_connected() {
    for mesh in meshes() {
        let mut reached = BTreeSet::from([Cell(0)]);
        let mut waiting = vec![Cell(0)];
        while let Some(cell) = waiting.pop() {
            for side in mesh.inner_sides(cell) {
                let far = mesh.across(cell, side);
                assert_eq!(mesh.across(far, mesh.opposite(cell, side)), cell, "{}", name(&mesh));
                assert_eq!(mesh.opposite(far, mesh.opposite(cell, side)), side, "{}", name(&mesh));
                assert!(mesh.inner_sides(far).contains(mesh.opposite(cell, side)));
                if reached.insert(far) {
                    waiting.push(far);
                }
            }
        }
        assert_eq!(reached.len(), mesh.cells() as usize, "{}", name(&mesh));
    }
}

#[test]
fn addresses_lead_back_to_their_cells() {
    for mesh in meshes() {
        let addresses: Vec<_> = cells(&mesh).map(|cell| mesh.address(cell)).collect();
        assert!(addresses.is_sorted(), "{}", name(&mesh));
        for (cell, &address) in cells(&mesh).zip(&addresses) {
            assert_eq!(mesh.find(address), Some(cell), "{}", name(&mesh));
            assert_eq!(
                address.numbers().len(),
                mesh.kind().info().address.len() + usize::from(mesh.options().floors > 1)
            );
        }
        assert_eq!(mesh.find([99, 99]), None);
    }
}

#[test]
fn every_side_has_a_name_of_its_own() {
    for mesh in meshes() {
        for cell in cells(&mesh) {
            let sides = mesh.sides_of(cell);
            let names: BTreeSet<_> = sides.into_iter().map(|side| mesh.side_name(cell, side)).collect();
            assert_eq!(names.len() as u32, sides.len(), "{} {:?}", name(&mesh), mesh.address(cell));
            assert!(mesh.inner_sides(cell).into_iter().chain(mesh.outer_sides(cell)).all(|side| sides.contains(side)));
        }
    }
}

#[test]
fn neighbors_share_exactly_the_sides_between_them() {
    for mesh in meshes() {
        let is_plain = mesh.options().wrap == Wrap::Off && mesh.crossings().is_empty();
        let mut sides: BTreeMap<[u64; 2], (Cell, Side)> = BTreeMap::new();
        for cell in cells(&mesh) {
            for (side, corners) in edges(&mesh, cell) {
                let floor =
                    if mesh.options().floors > 1 { u64::from(mesh.address(cell).numbers()[0]) << 60 } else { 0 };
                let [from, to] = corners.map(|corner| floor + corner.id);
                let known = sides.insert([from, to], (cell, side));
                assert_eq!(known, None, "{}: two cells lie on the same side of a line", name(&mesh));
            }
        }
        for (&[from, to], &(cell, side)) in &sides {
            let across = sides.get(&[to, from]);
            if is_plain {
                assert_eq!(
                    mesh.inner_sides(cell).contains(side),
                    across.is_some(),
                    "{} {:?}",
                    name(&mesh),
                    mesh.address(cell)
                );
            }
            if let Some(&(far, back)) = across.filter(|_| is_plain) {
                assert_eq!((mesh.across(cell, side), mesh.opposite(cell, side)), (far, back), "{}", name(&mesh));
            }
        }
    }
}

#[test]
fn polygons_turn_clockwise_and_fill_the_area() {
    for mesh in meshes() {
        let mut area = 0.0;
        for cell in cells(&mesh) {
            let corners: Vec<_> = mesh.polygon(cell).map(|corner| corner.at).collect();
            let twice: f64 = (0..corners.len())
                .map(|k| (corners[k], corners[(k + 1) % corners.len()]))
                .map(|([ax, ay], [bx, by])| ax * by - ay * bx)
                .sum();
            assert!(twice > 0.1, "{} {:?}: {twice}", name(&mesh), mesh.address(cell));
            // The center lies inside: on the same side of every line.
            let [x, y] = mesh.center(cell);
            for k in 0..corners.len() {
                let ([ax, ay], [bx, by]) = (corners[k], corners[(k + 1) % corners.len()]);
                assert!((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0, "{} {:?}", name(&mesh), mesh.address(cell));
            }
            area += twice / 2.0;
        }
        let [left, top, right, bottom] = mesh.bounds();
        assert!((right - left) * (bottom - top) * f64::from(mesh.options().floors) > area - 1e-9, "{}", name(&mesh));
        if mesh.kind() != GridKind::Polar && u64::from(mesh.cells()) == mesh.options().cells_without_mask() {
            let all = f64::from(mesh.cells());
            // A piece cut in two at the right or below has cells of other sizes than the average, but triangles are all equal.
            assert!((area - all).abs() < 1e-6 * all, "{}: {area}", name(&mesh));
        }
    }
}

#[test]
fn tilings_have_the_polygons_that_are_known_of_them() {
    let known: [(GridKind, &[usize]); 10] = [
        (GridKind::Octagon, &[4, 8]),
        (GridKind::SnubHexagonal, &[3, 3, 3, 3, 3, 3, 3, 3, 6]),
        (GridKind::Cairo, &[5; 4]),
        (GridKind::Floret, &[5; 6]),
        (GridKind::Prismatic, &[5; 2]),
        (GridKind::Rhombille, &[4; 3]),
        (GridKind::Deltoidal, &[4; 6]),
        (GridKind::Tetrakis, &[3; 4]),
        (GridKind::Triakis, &[3; 6]),
        (GridKind::Kisrhombille, &[3; 12]),
    ];
    for (kind, corners) in known {
        let mesh = Mesh::new(&MeshOptions { columns: 5, rows: 4, ..MeshOptions::new(kind) }).unwrap();
        let mut found: Vec<usize> = cells(&mesh).take(corners.len()).map(|cell| mesh.polygon(cell).len()).collect();
        found.sort_unstable();
        assert_eq!((found.as_slice(), mesh.cells()), (corners, 20 * corners.len() as u32), "{kind}");
    }
}

#[test]
fn rings_split_where_cells_get_too_wide() {
    let mesh = Mesh::new(&MeshOptions { rings: 24, ..MeshOptions::new(GridKind::Polar) }).unwrap();
    let counts: Vec<usize> = (0..mesh.row_count()).map(|ring| mesh.places_of_row(ring).count()).collect();
    assert_eq!(counts[..8], [1, 6, 12, 24, 24, 24, 48, 48]);
    for (ring, &count) in counts.iter().enumerate().skip(1) {
        let width = 2.0 * PI * ring as f64 / count as f64;
        assert!((0.75..1.5).contains(&width), "{ring}: {width}");
    }
    assert_eq!((counts.len(), counts.iter().sum::<usize>() as u64), (25, mesh.options().cells_without_mask()));
    let huge = MeshOptions { rings: 20_000, ..MeshOptions::new(GridKind::Polar) };
    assert_eq!(Mesh::new(&huge).unwrap_err(), InvalidMesh::Size);
}

#[test]
fn corners_are_where_their_numbers_say() {
    for mesh in meshes() {
        let mut places: BTreeMap<u64, [f64; 2]> = BTreeMap::new();
        for cell in cells(&mesh) {
            for corner in mesh.polygon(cell) {
                let place = *places.entry(corner.id).or_insert(corner.at);
                assert_eq!(place, corner.at, "{}: to the last bit", name(&mesh));
            }
        }
        let mut all: Vec<_> = places.values().collect();
        all.sort_by(|a, b| a.partial_cmp(b).unwrap());
        let same = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).abs() < 1e-6 && (a[1] - b[1]).abs() < 1e-6;
        assert!(all.windows(2).all(|pair| !same(pair[0], pair[1])), "{}: two corners in one place", name(&mesh));
    }
}

#[test]
fn doors_are_never_stairs() {
    let mut holes = 0;
    for (seed, ends) in (0..60).flat_map(|seed| ["corners", "random", "farthest", "center"].map(|ends| (seed, ends))) {
        let query = format!("w=3&h=2&floors=3&sparse=0.5&doors=true&seed={seed}&ends={ends}");
        let Picture { maze, from, to, .. } = mesh_of(&query);
        let mesh = maze.grid().mesh().unwrap();
        for cell in maze.cells() {
            // A cell that is left out above is no way out.
            let &[floor, row, column] = mesh.address(cell).numbers() else { panic!("three numbers") };
            holes += usize::from(floor < 2 && mesh.find([floor + 1, row, column]).is_none());
            assert!(mesh.outer_sides(cell).into_iter().all(|side| edge(mesh, cell, side).is_some()), "{query}");
        }
        for end in [from, to] {
            let has_door = maze.openings().any(|(cell, _)| cell == end);
            // All cells of two rows are at the border.
            assert!(has_door, "{query}");
        }
    }
    assert!(holes > 0);
}

#[test]
fn doors_of_a_custom_grid_are_edges_where_there_are_any() {
    let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let outer = ["N", "E", "S", "W", "hatch"].map(GraphSide::from);
    for (polygon, first, last) in [(&square[..], "W", "E"), (&square[..0], "N", "E")] {
        let mut graph = Graph::default();
        graph.add(GraphCell { polygon, sides: &outer, ..GraphCell::default() }).unwrap();
        let options = MazeBuilder::default().doors(true).on(graph.into_mesh().unwrap()).options().unwrap();
        let Picture { maze, .. } = options.make(&mut ()).unwrap();
        let mut doors: Vec<&str> = maze.openings().map(|(cell, side)| maze.grid().side_name(cell, side)).collect();
        doors.sort_unstable_by_key(|&door| door != first);
        assert_eq!(doors, [first, last]);
    }
}

#[test]
fn what_cannot_be_made_is_refused() {
    let hex = MeshOptions::new(GridKind::Hex);
    let refused = |options: MeshOptions| Mesh::new(&options).unwrap_err();
    assert_eq!(refused(MeshOptions { columns: 0, ..hex.clone() }), InvalidMesh::Size);
    assert_eq!(refused(MeshOptions { columns: 65_535, rows: 65_535, ..hex.clone() }), InvalidMesh::Size);
    assert_eq!(refused(MeshOptions { floors: 2, ..hex.clone() }), InvalidMesh::Floors);
    assert_eq!(refused(MeshOptions { wrap: Wrap::X, ..MeshOptions::new(GridKind::Polar) }), InvalidMesh::NoEdges);
    let open = |rows, number, is_least| InvalidMesh::Open { rows, number, is_least };
    assert_eq!(refused(MeshOptions { rows: 5, wrap: Wrap::Y, ..hex.clone() }), open(true, 2, false));
    assert_eq!(refused(MeshOptions { columns: 1, wrap: Wrap::X, ..hex.clone() }), open(false, 2, true));
    let triangle = MeshOptions { columns: 5, wrap: Wrap::Xy, ..MeshOptions::new(GridKind::Triangle) };
    assert_eq!(refused(triangle), open(false, 2, false));
    let masked = |text: &str| MeshOptions { columns: 12, rows: 8, mask: Some(text.parse().unwrap()), ..hex.clone() };
    assert_eq!(refused(masked("bits:AAAA")), InvalidMesh::Bits { expected: 96 });
    assert_eq!(refused(masked("bits:AAAAAAAAAAAAAAAA")), InvalidMesh::Empty);
    assert!(matches!(refused(masked("not:diamond")), InvalidMesh::Parts(2..)));
    // Eight bits that are set, and four that are not.
    for (columns, fits) in [(8, true), (7, false), (13, false)] {
        let mask = Some("bits:_w".parse().unwrap());
        let mesh = Mesh::new(&MeshOptions { columns, rows: 1, mask, ..MeshOptions::new(GridKind::Square) });
        assert_eq!(mesh.is_ok(), fits, "{columns}");
    }
}

/// A row of cells with these polygons, of which each leads to the next.
fn row_of(polygons: &[[[f64; 2]; 4]]) -> Result<Mesh, InvalidGraph> {
    let mut graph = Graph::default();
    for (cell, polygon) in (0_u32..).zip(polygons) {
        let side = |name, to: Option<u32>| GraphSide { to, ..GraphSide::from(name) };
        let next = Some(cell + 1).filter(|&next| (next as usize) < polygons.len());
        let sides = [side("a", cell.checked_sub(1)), side("b", next), GraphSide::from("c"), GraphSide::from("d")];
        graph.add(GraphCell { polygon, sides: &sides, ..GraphCell::default() })?;
    }
    graph.into_mesh()
}

#[test]
fn polygons_may_lie_over_some_others_and_not_over_all() {
    let square = |x: f64, y: f64, size: f64| [[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
    let refused = |polygons: &[_]| row_of(polygons).unwrap_err();
    let error = refused(&vec![square(0.0, 0.0, 100.0); 4900]);
    assert_eq!(error.cell, None);
    assert!(
        error.to_string().ends_with("reaches over the places of 5041 cells on average, and may reach over 64"),
        "{error}"
    );
    // Wedges around a point, strips that cross the picture, and a city beside a country: all of them are drawn.
    let wedges = (0..200).map(|k| {
        let at = |k: i32| [100.0 * (f64::from(k) / 100.0 * PI).cos(), 100.0 * (f64::from(k) / 100.0 * PI).sin()];
        let [from, to] = [at(k), at(k + 1)];
        [[0.0; 2], from, [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0], to]
    });
    let strips = (0..80).map(|k| {
        let x = f64::from(k);
        [[x, 0.0], [x + 1.0, 0.0], [x + 81.0, 80.0], [x + 80.0, 80.0]]
    });
    let city = (0..4000).map(|k| square(f64::from(k % 63), f64::from(k / 63), 1.0));
    let city = city.chain([square(0.0, 64.0, 2000.0)]);
    for polygons in [wedges.collect::<Vec<_>>(), strips.collect(), city.collect()] {
        let mesh = row_of(&polygons).unwrap();
        assert!((1.0..=16.0).contains(&mesh.overlap()), "{}", mesh.overlap());
    }
    // Corners that all cells have in one place are no matter where these are small.
    let mut star = vec![square(0.0, 0.0, 0.25); 3000];
    star.push(square(1.0, 1.0, 300.0));
    let picture = Picture::new(Maze::closed(row_of(&star).unwrap()), Cell(0), Cell(3000));
    let svg = picture.to_bytes(Format::Svg(Style::DEFAULT)).unwrap();
    assert!(svg.ends_with(b"</svg>\n"));
}

#[test]
fn only_narrow_strips_fall_into_parts() {
    for &kind in GridKind::ALL {
        for (columns, rows) in [(1, 9), (9, 1), (2, 9), (9, 2), (3, 3), (3, 9), (9, 3), (6, 5)] {
            let mesh = Mesh::new(&MeshOptions { columns, rows, ..MeshOptions::new(kind) });
            if columns.min(rows) < 3 {
                assert!(matches!(mesh, Ok(_) | Err(InvalidMesh::Parts(2..))), "{kind} {columns} × {rows}");
            } else {
                assert_eq!(
                    u64::from(mesh.unwrap().cells()),
                    MeshOptions { columns, rows, rings: 15, ..MeshOptions::new(kind) }.cells_without_mask()
                );
            }
        }
    }
}

#[test]
fn every_algorithm_that_runs_on_a_grid_connects_its_cells_and_most_by_spanning_trees() {
    for mesh in meshes() {
        for info in ALGORITHMS {
            let mut maze = Maze::closed(mesh.clone());
            let rng = &mut Rng::new(7, Stream::Generate);
            let Some(carved) = info.algorithm.carve_on(&mut maze, rng, &mut ()) else {
                let has_rows = mesh.cells_of_row(0).is_some() && info.grids().count() > 1;
                assert!(info.grids().count() < GridKind::ALL.len() && !has_rows, "{} {}", info.name, name(&mesh));
                continue;
            };
            assert_eq!(carved, Ok(()));
            let is_tree = maze.count_passages() == u64::from(mesh.cells()) - 1;
            assert!(is_tree || !info.perfect, "{} {}", info.name, name(&mesh));
            let reached = maze.distances(Cell(0));
            assert!(maze.cells().all(|cell| reached.to(cell).is_some()), "{} {}", info.name, name(&mesh));
        }
    }
}

#[test]
fn algorithms_by_rows_run_on_grids_with_rows() {
    for bias in Bias::ALL {
        for kind in [GridKind::Hex, GridKind::Triangle, GridKind::Polar, GridKind::Square] {
            let options = MeshOptions { columns: 7, rows: 6, rings: 6, ..MeshOptions::new(kind) };
            let mut maze = Maze::closed(Mesh::new(&options).unwrap());
            let algorithm = Algorithm::BinaryTree { bias: *bias };
            algorithm.carve_on(&mut maze, &mut Rng::new(7, Stream::Generate), &mut ()).unwrap().unwrap();
            assert_eq!(maze.count_passages(), u64::from(maze.grid().cells()) - 1);
            let reached = maze.distances(Cell(0));
            assert!(maze.cells().all(|cell| reached.to(cell).is_some()), "{kind} {bias:?}");
        }
    }
}

#[test]
fn every_solver_finds_what_breadth_first_search_finds() {
    for mesh in meshes() {
        let maze = crate::backtracked(mesh, 3);
        let (from, to) = (Cell(0), maze.distances(Cell(0)).farthest());
        let expected = Solver::Bfs.solve(&maze, from, to);
        for info in SOLVERS {
            let found = info.solver.solve(&maze, from, to);
            // A maze without loops has one path, which all find but those that give up.
            assert!(
                found.gave_up().is_some() || found.path() == expected.path(),
                "{} {}",
                info.name,
                name(maze.grid())
            );
        }
    }
}

#[test]
fn weave_crosses_as_many_as_are_asked_for() {
    let plain = Mesh::new(&MeshOptions { columns: 12, rows: 12, ..MeshOptions::new(GridKind::Square) }).unwrap();
    let most = woven(plain.clone(), 7).crossings().len();
    let woven = |count: u32| woven_in_part(plain.clone(), 7, (f64::from(count) + 0.1) / most as f64);
    assert!(most > 30, "{most} of 100 cells inside");
    let few: BTreeSet<_> = woven(10).crossings().iter().copied().collect();
    let more: BTreeSet<_> = woven(20).crossings().iter().copied().collect();
    assert_eq!((few.len(), more.len()), (10, 20));
    assert!(few.is_subset(&more));
    for crossing in &few {
        let mesh = woven(10);
        assert_eq!(mesh.inner_sides(crossing.cell).len(), 2);
        assert!(!mesh.inner_sides(crossing.cell).contains(crossing.side));
        let near = plain.across(crossing.cell, crossing.side);
        let far = plain.across(crossing.cell, plain.opposite(crossing.cell, crossing.side));
        assert_eq!(mesh.across(near, plain.opposite(crossing.cell, crossing.side)), far);
    }
}

/// The shapes that are outlines are connected at every size that is allowed, and a size that is not says which is.
#[test]
fn outlines_are_one_piece() {
    let outlines = Mask::NAMES.iter().skip_while(|name| **name != "triangle").skip(1);
    let mut count = 0;
    for (name, kind) in outlines.flat_map(|name| [GridKind::Square, GridKind::Hex].map(|kind| (name, kind))) {
        count += 1;
        let made = |columns, rows| {
            let mask = Some(name.parse().unwrap());
            Mesh::new(&MeshOptions { columns, rows, mask, ..MeshOptions::new(kind) })
        };
        let Err(InvalidMesh::Small { least: [columns, rows], .. }) = made(4, 4) else { panic!("{name} is small") };
        for more in 0..=60 {
            let mesh = made(columns + more, rows + more);
            let cells = mesh.unwrap_or_else(|why| panic!("{name} {kind} {more}: {why}")).cells();
            let most = (columns + more) * (rows + more);
            assert!((most / 4..most).contains(&cells), "{name} {kind} {more}: {cells}");
        }
        for [columns, rows] in [[columns - 1, rows], [columns, rows - 1]] {
            assert!(matches!(made(columns, rows), Err(InvalidMesh::Small { .. })), "{name} {kind}");
        }
    }
    assert_eq!(count, 22);
}

/// What must not change: every wall, and every corner.
static SHAPES: Promise = Promise {
    file: "shapes.txt",
    title: "generator version",
    constant: "GENERATOR_VERSION",
    test: "--test library shapes",
};

/// The queries of the goldens.
fn queries() -> Vec<String> {
    let mut queries = Vec::new();
    for &kind in GridKind::ALL {
        let size = if kind == GridKind::Polar { "rings=6" } else { "w=7&h=6" };
        for algo in ["backtracker", "prim", "kruskal", "wilson"] {
            queries.push(format!("algo={algo}&grid={kind}&{size}&seed=7&wrap=none&weave=0&floors=1&parts=one"));
        }
        if kind.info().wraps {
            queries.extend(["x", "y", "xy"].map(|wrap| format!("grid={kind}&w=6&h=4&seed=7&wrap={wrap}")));
        }
    }
    for info in ALGORITHMS.iter().filter(|info| info.grids().count() > 1) {
        for grid in ["grid=hex&w=7&h=6", "grid=triangle&w=7&h=6", "grid=polar&rings=5", "grid=square&w=6&h=5&wrap=x"] {
            queries.push(format!("algo={}&{grid}&seed=3", info.name));
        }
    }
    for mask in Mask::NAMES.iter().copied().chain(["text:MAZE", "not:heart", "bits:____8AAA"]) {
        let size = if mask.starts_with("bits:") { "w=6&h=8" } else { "w=40&h=24" };
        queries.push(format!("grid=square&{size}&seed=7&mask={mask}&parts=largest"));
    }
    for more in [
        "w=9&h=8&weave=0.5",
        "w=9&h=8&weave=1",
        "w=9&h=8&weave=1&wrap=xy",
        "w=5&h=4&floors=3",
        "w=5&h=4&floors=3&wrap=x&mask=diamond&parts=largest",
        "grid=hex&w=9&h=8&braid=0.5&doors=true&remove=0,0,E&remove=1,1,NE",
        "grid=polar&rings=6&doors=true",
        "grid=hex&w=9&h=8&exits=5&to=any",
        "w=9&h=8&mask=ring&parts=largest&exits=4",
        "grid=hex&w=9&h=8&ends=farthest&doors=true",
        "grid=hex&w=8&h=8&wrap=xy&ends=farthest",
        "grid=hex&w=9&h=8&straightness=0.8",
        "grid=hex&w=9&h=8&difficulty=medium",
        "w=9&h=8&sparse=0.4",
        "algo=quilt&w=20&h=20&sparse=0.4&rooms=3&braid=0.5&doors=true",
        "grid=hex&w=9&h=8&sparse=0.4&ends=farthest",
        "grid=polar&rings=6&sparse=0.4",
        "grid=triangle&w=20&h=20&rooms=4&room_size=3",
        "w=9&h=8&mask=circle&parts=largest&sparse=0.3&ends=center",
        "w=9&h=8&floors=3&rooms=6&room_size=2..3&sparse=0.3&wrap=x",
        "grid=triangle&w=9&h=8&straightness=0.8&algo=growing-tree",
        "grid=polar&rings=6&ends=center&doors=true",
        "grid=hex&w=9&h=8&ends=center",
        "grid=cairo&w=4&h=4&ends=random&doors=true",
        "grid=square&w=8&h=8&wrap=xy&ends=random",
        "grid=square&w=8&h=8&wrap=xy&ends=center",
        "w=12&h=9&obstacles=0",
        "w=12&h=9&obstacles=0.3",
        "w=12&h=9&obstacles=0.8",
        "w=12&h=9&obstacles=0.3&parts=any&weights=hills",
        "w=12&h=9&obstacles=0.3&solvable=0",
        "w=12&h=9&obstacles=0.1&solvable=0",
    ] {
        queries.push(format!("{more}&seed=7"));
    }
    queries
}

fn make(query: &str) -> Picture {
    on_mesh(query).find(1000, &mut ()).unwrap().make(&mut ()).unwrap()
}

fn json(picture: Picture, encoding: Encoding) -> Vec<u8> {
    let mut writer = Writer::new(picture, Format::Json(encoding)).unwrap();
    let mut bytes = Vec::new();
    while !writer.is_done() {
        writer.write_next(&mut bytes);
    }
    bytes
}

#[test]
fn no_wall_and_no_corner_has_moved() {
    let lines = queries().into_iter().map(|query| {
        let digest = sha256(&json(make(&query), Encoding::Graph));
        (query, digest)
    });
    SHAPES.check(&Goldens { promise: &SHAPES, version: GENERATOR_VERSION, lines: lines.collect() });
}

#[test]
fn every_option_of_other_grids_has_a_golden() {
    let queries = queries();
    for option in OPTIONS.iter().filter(|option| {
        ["grid", "rings", "floors", "wrap", "weave", "mask", "parts", "obstacles", "sparse"].contains(&option.name)
    }) {
        for value in option.values.iter().chain([&""]) {
            let pair = format!("{}={value}", option.name);
            assert!(queries.iter().any(|query| query.split('&').any(|other| other.starts_with(&pair))), "{pair}");
        }
    }
}

#[test]
fn options_are_displayed_as_they_are_read() {
    for query in queries() {
        let shown = read(&query);
        assert_eq!(read(&shown.to_string()), shown, "{query}");
        let found = shown.find(1000, &mut ()).unwrap();
        assert_eq!(read(&found.to_string()), found, "{query}");
        assert_eq!(json(make(&query), Encoding::Bits), json(make(&found.to_string()), Encoding::Bits), "{query}");
    }
}

#[test]
fn matrices_are_nested_as_addresses_are() {
    for query in
        ["grid=polar&rings=3", "grid=cairo&w=2&h=2", "w=3&h=2&floors=2", "w=9&h=7&mask=diamond", "grid=hex&w=3&h=2"]
    {
        let picture = make(&format!("{query}&seed=7"));
        let mesh = picture.maze.grid().mesh().unwrap().clone();
        let text = json(picture, Encoding::Bits);
        let document: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let mut found = 0;
        for cell in cells(&mesh) {
            let element =
                mesh.address(cell).numbers().iter().fold(&document["cells"], |list, &number| &list[number as usize]);
            assert!(element.is_u64(), "{query} {:?}", mesh.address(cell));
            found += 1;
        }
        let numbers = String::from_utf8(text).unwrap();
        let list = &numbers[numbers.find("\"cells\"").unwrap()..];
        let elements = list.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty()).count();
        assert_eq!(elements, found, "{query}: nothing else is in the list");
    }
}

/// Every spanning tree of a small grid comes up equally often, by chi-square.
#[test]
fn uniform_algorithms_are_uniform_on_every_grid() {
    let hex = |columns, rows| MeshOptions { columns, rows, ..MeshOptions::new(GridKind::Hex) };
    let square = |columns, rows| MeshOptions { columns, rows, ..MeshOptions::new(GridKind::Square) };
    let mut grids = vec![
        Mesh::new(&hex(3, 2)).unwrap(),
        Mesh::new(&MeshOptions { columns: 4, rows: 2, ..MeshOptions::new(GridKind::Triangle) }).unwrap(),
        Mesh::new(&MeshOptions { rings: 1, ..MeshOptions::new(GridKind::Polar) }).unwrap(),
        Mesh::new(&MeshOptions { wrap: Wrap::Xy, ..square(2, 2) }).unwrap(),
        Mesh::new(&MeshOptions { floors: 2, ..square(2, 2) }).unwrap(),
    ];
    grids.push(woven(Mesh::new(&square(3, 3)).unwrap(), 1));
    assert_eq!(grids.last().unwrap().crossings().len(), 1);
    for mesh in grids {
        let trees = count_spanning_trees(&mesh);
        for algorithm in [Algorithm::Wilson, Algorithm::AldousBroder] {
            let mut times: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
            let draws = 40 * trees;
            for seed in 0..draws {
                let mut maze = Maze::closed(mesh.clone());
                algorithm.carve_on(&mut maze, &mut Rng::new(seed, Stream::Generate), &mut ()).unwrap().unwrap();
                *times.entry(all_passages(&maze).iter().map(|sides| sides.bits()).collect()).or_default() += 1;
            }
            assert_eq!(times.len() as u64, trees, "{algorithm:?} {}", name(&mesh));
            let expected = draws as f64 / trees as f64;
            let chi: f64 = times.values().map(|&times| (times as f64 - expected).powi(2) / expected).sum();
            let freedom = trees as f64 - 1.0;
            // Five standard deviations.
            assert!(chi < freedom + 5.0 * (2.0 * freedom).sqrt(), "{algorithm:?} {}: {chi} for {freedom}", name(&mesh));
        }
    }
}

/// How many spanning trees there are, by Kirchhoff's theorem: a determinant without fractions (Bareiss, 1968).
fn count_spanning_trees(mesh: &Mesh) -> u64 {
    let n = mesh.cells() as usize - 1;
    let mut matrix = vec![vec![0_i128; n]; n];
    for cell in cells(mesh) {
        for side in mesh.inner_sides(cell) {
            let (a, b) = (cell.index(), mesh.across(cell, side).index());
            if a < n {
                matrix[a][a] += 1;
                if b < n {
                    matrix[a][b] -= 1;
                }
            }
        }
    }
    let mut last = 1;
    for k in 0..n - 1 {
        for i in k + 1..n {
            for j in k + 1..n {
                matrix[i][j] = (matrix[i][j] * matrix[k][k] - matrix[i][k] * matrix[k][j]) / last;
            }
        }
        last = matrix[k][k];
    }
    matrix[n - 1][n - 1] as u64
}
