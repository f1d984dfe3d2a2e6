//! Parsing mazes on any grid: what is written is parsed to the same maze, and errors are reported with their place.

mod refusals;

use crate::parse::read_json as read;
use crate::{all_passages, woven_in_part};
use dedale::formats::{Encoding, Format, Writer};
use dedale::generate::Algorithm;
use dedale::grid::{Cell, Graph, GraphCell, GraphSide, Grid, GridKind, MaskOutline, Mesh, MeshOptions, Side, Wrap};
use dedale::maze::Maze;
use dedale::parse::Parsed;
use dedale::picture::Picture;
use dedale::rng::{Rng, Stream};
use proptest::prelude::*;
use proptest::sample::select;

const NESTED: [Encoding; 4] = [Encoding::Walls, Encoding::Passages, Encoding::Bits, Encoding::Named];

const MASKS: [&str; 9] =
    ["circle", "ring", "diamond", "heart", "star", "hexagon", "triangle", "text:HI", "not:diamond"];

#[track_caller]
fn read_mesh(text: impl AsRef<[u8]>) -> Parsed {
    let parsed = read(text).unwrap();
    assert!(parsed.maze.grid().mesh().is_some(), "{parsed:?}");
    parsed
}

fn write(picture: &Picture, encoding: Encoding) -> String {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(picture.clone(), Format::Json(encoding)).unwrap();
    while !writer.is_done() {
        writer.write_next(&mut bytes);
    }
    String::from_utf8(bytes).unwrap()
}

/// A maze on a grid, each of its walls open with this chance, in percent, and its two ends.
fn open_some(mesh: Mesh, percent: u64, seed: u64) -> Picture {
    let mut rng = Rng::new(seed, Stream::MaxWalls);
    let mut maze = Maze::closed(mesh);
    for cell in maze.cells() {
        for side in maze.grid().inner_sides(cell) {
            if rng.below(100) < percent {
                maze.link(cell, side);
            }
        }
        for side in maze.grid().outer_sides(cell) {
            if rng.below(300) < percent {
                maze.open_outer(cell, side);
            }
        }
    }
    let cells = u64::from(maze.grid().cells());
    let [from, to] = [(); 2].map(|()| Cell(rng.below(cells) as u32));
    Picture::new(maze, from, to)
}

/// Every kind, with everything that goes with it.
fn meshes() -> impl Strategy<Value = Mesh> {
    let size = (1_u32..9, 1_u32..9, 1_u32..6, 1_u32..4);
    let extras = (select(Wrap::ALL), prop::option::weighted(0.4, select(&MASKS[..])), 0_u32..20, any::<u64>());
    (select(GridKind::ALL), size, extras).prop_filter_map("there must be such a grid", |(kind, size, extras)| {
        let ((columns, rows, rings, floors), (wrap, mask, tunnels, seed)) = (size, extras);
        let floors = if kind == GridKind::Square { floors } else { 1 };
        let mask = mask.map(|mask| mask.parse().unwrap());
        let options = MeshOptions {
            kind,
            columns,
            rows,
            rings,
            floors,
            wrap,
            mask,
            outline: MaskOutline::Cells,
            largest_part: true,
        };
        let mesh = Mesh::new(&options).ok()?;
        let is_whole = u64::from(mesh.cells()) == options.cells_without_mask();
        let is_plain = kind == GridKind::Square && floors == 1 && wrap == Wrap::Off && is_whole;
        let woven = woven_in_part(mesh, seed, f64::from(tunnels) / 20.0);
        // Rectangles of squares are read as another type.
        (!is_plain || !woven.crossings().is_empty()).then_some(woven)
    })
}

fn pictures() -> impl Strategy<Value = Picture> {
    (meshes(), 0_u64..=100, any::<u64>()).prop_map(|(mesh, percent, seed)| open_some(mesh, percent, seed))
}

/// The same cells as a graph of one's own.
fn customized(mesh: &Mesh, with_polygons: bool) -> Mesh {
    let rounded = |[x, y]: [f64; 2]| [x, y].map(|number| (number * 1e6).round() / 1e6);
    let mut graph = Graph::default();
    for cell in (0..mesh.cells()).map(Cell) {
        let side = |side| {
            let is_inner = mesh.inner_sides(cell).contains(side);
            let to = is_inner.then(|| mesh.across(cell, side).0);
            GraphSide { to, is_tunnel: mesh.is_tunnel(cell, side), ..GraphSide::from(mesh.side_name(cell, side)) }
        };
        let sides: Vec<_> = mesh.sides_of(cell).into_iter().map(side).collect();
        let corners = mesh.polygon(cell).filter(|_| with_polygons);
        let polygon: Vec<_> = corners.map(|corner| rounded(corner.at)).collect();
        let center = Some(rounded(mesh.center(cell))).filter(|_| cell.0 % 2 == 0);
        graph.add(GraphCell { center, polygon: &polygon, sides: &sides }).unwrap();
    }
    graph.into_mesh().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_parsed_and_written_again(picture in pictures()) {
        for encoding in NESTED.into_iter().chain([Encoding::Graph]) {
            let text = write(&picture, encoding);
            let parsed = read_mesh(&text);
            prop_assert_eq!(&parsed.maze, &picture.maze, "{}", text);
            prop_assert_eq!((parsed.from, parsed.to), (Some(picture.from), Some(picture.to)));
            prop_assert!(!parsed.ends_are_openings && parsed.directions.is_none() && parsed.path.is_none());
            prop_assert_eq!(write(&Picture::new(parsed.maze, picture.from, picture.to), encoding), text);
        }
    }

    #[test]
    fn members_come_in_any_order(picture in pictures(), encoding in select(&NESTED[..])) {
        for encoding in [encoding, Encoding::Graph] {
            let text = write(&picture, encoding);
            let (head, rest) = text.trim_end().split_once(",\"encoding\":").unwrap();
            let (name, cells) = rest.split_once(",\"cells\":").unwrap();
            let (head, cells) = (head.strip_prefix('{').unwrap(), cells.strip_suffix('}').unwrap());
            let turned = format!("{{\"x\":[{{\"cells\":1}}],\"cells\":{cells},{head},\"encoding\":{name}}}\n");
            let parsed = read_mesh(&turned);
            prop_assert_eq!(&parsed.maze, &picture.maze, "{}", turned);
            prop_assert_eq!((parsed.from, parsed.to), (Some(picture.from), Some(picture.to)));
        }
    }

    #[test]
    fn custom_graphs_are_written_and_parsed(mesh in meshes(), percent in 0_u64..=100, seed in any::<u64>(), with_polygons in any::<bool>()) {
        let custom = customized(&mesh, with_polygons);
        prop_assert_eq!((custom.kind(), custom.is_drawable()), (GridKind::Custom, with_polygons));
        let picture = open_some(custom, percent, seed);
        prop_assert!(NESTED.iter().all(|&encoding| Writer::new(picture.clone(), Format::Json(encoding)).is_err()));
        let text = write(&picture, Encoding::Graph);
        let parsed = read_mesh(&text);
        prop_assert_eq!(&parsed.maze, &picture.maze, "{}", text);
        prop_assert_eq!((parsed.from, parsed.to), (Some(picture.from), Some(picture.to)));
        prop_assert_eq!(write(&Picture::new(parsed.maze, picture.from, picture.to), Encoding::Graph), text);
    }

    #[test]
    fn generators_carve_a_custom_graph_as_the_grid_it_was(mesh in meshes(), seed in any::<u64>()) {
        // Where two cells are neighbors twice, the sides of a graph are paired in another way.
        let is_simple = |cell: Cell| {
            let mut across: Vec<Cell> = mesh.inner_sides(cell).into_iter().map(|side| mesh.across(cell, side)).collect();
            let all = across.len();
            across.sort_unstable();
            across.dedup();
            across.len() == all
        };
        prop_assume!((0..mesh.cells()).map(Cell).all(is_simple));
        let [mut known, mut custom] = [mesh.clone(), customized(&mesh, false)].map(Maze::closed);
        let all = [Algorithm::Wilson, Algorithm::Backtracker, Algorithm::Kruskal];
        for algorithm in all {
            for maze in [&mut known, &mut custom] {
                *maze = Maze::closed(maze.grid().clone());
                algorithm.carve_on(maze, &mut Rng::new(seed, Stream::Generate), &mut ()).unwrap().unwrap();
            }
            prop_assert_eq!(all_passages(&known), all_passages(&custom));
            prop_assert_eq!(custom.count_passages(), u64::from(mesh.cells()) - 1);
        }
    }

    #[test]
    fn damaged_input_is_read_or_rejected(
        picture in pictures(),
        encoding in select(&[Encoding::Walls, Encoding::Bits, Encoding::Named, Encoding::Graph][..]),
        is_custom in any::<bool>(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in prop::option::weighted(0.1, any::<prop::sample::Index>()),
    ) {
        let is_custom = is_custom && encoding == Encoding::Graph;
        let picture = if is_custom { open_some(customized(picture.maze.grid().mesh().unwrap(), true), 40, 7) } else { picture };
        let mut text = write(&picture, encoding).into_bytes();
        for (at, byte) in damage {
            let at = at.index(text.len());
            text[at] = byte;
        }
        text.truncate(cut.map_or(text.len(), |cut| cut.index(text.len())));
        if let Ok(parsed) = read(&text) {
            let again = Picture::new(parsed.maze, Cell(0), Cell(0));
            prop_assert_eq!(&read(write(&again, Encoding::Graph)).unwrap().maze, &again.maze);
        }
    }
}

#[test]
fn squares_are_squares_however_they_are_written() {
    let mesh = Mesh::new(&MeshOptions { columns: 4, rows: 3, ..MeshOptions::new(GridKind::Square) }).unwrap();
    let picture = open_some(mesh, 50, 7);
    for &encoding in NESTED.iter().chain([&Encoding::Graph]) {
        let text = write(&picture, encoding);
        assert!(text.starts_with(r#"{"grid":"square","w":4,"h":3,"#));
        for text in [text.clone(), text.replace("square", "gamma"), text.replace("\"grid\":\"square\",", "")] {
            let parsed = read(&text).unwrap();
            assert!(parsed.maze.grid().square().is_some(), "{text}");
            assert_eq!(all_passages(&parsed.maze), all_passages(&picture.maze));
            assert!(parsed.maze.openings().eq(picture.maze.openings()));
            assert_eq!((parsed.from, parsed.to), (Some(picture.from), Some(picture.to)));
        }
    }
}

/// The triangle whose cells are all neighbors.
const TRIANGLE: &str = r#"{"encoding":"graph","cells":[
    {"sides":[{"side":"left","to":1,"open":true},{"side":"right","to":2}]},
    {"sides":[{"open":true,"to":0,"side":"right"},{"side":"left","to":2,"open":true},{"side":"out","open":true}]},
    {"cell":[2],"x":[[]],"sides":[{"side":"left","to":0},{"side":"↗","to":1,"open":true},{"side":"out","to":null,"open":true}]}],
    "directions":["left","left"],"path":[[0],[1],[2]]}"#;

#[test]
fn a_graph_of_ones_own_needs_little() {
    let parsed = read_mesh(TRIANGLE);
    let mesh = parsed.maze.grid().mesh().unwrap();
    assert_eq!((mesh.kind(), mesh.cells(), mesh.is_drawable()), (GridKind::Custom, 3, false));
    assert_eq!((mesh.polygon(Cell(0)).len(), mesh.bounds()), (0, [0.0; 4]));
    assert!(mesh.sides_of(Cell(2)).into_iter().map(|side| mesh.side_name(Cell(2), side)).eq(["left", "↗", "out"]));
    assert_eq!(mesh.side_name(Cell(2), Side::new(1)), "↗");
    assert_eq!((mesh.find([1]), mesh.find([3]), mesh.find([0, 1])), (Some(Cell(1)), None, None));
    assert_eq!(parsed.maze.count_passages(), 2);
    // The two openings are the ends.
    assert_eq!((parsed.from, parsed.to, parsed.ends_are_openings), (Some(Cell(1)), Some(Cell(2)), true));
    assert!(parsed.directions.unwrap().iter().eq(["left", "left"]));
    assert_eq!(parsed.path.unwrap(), [[0], [1], [2]].map(Into::into));
    let named = TRIANGLE.replacen('{', r#"{"grid":"custom","w":9,"#, 1);
    assert_eq!(read_mesh(named).maze, parsed.maze);
}

#[test]
fn two_sides_to_the_same_neighbor_are_paired_by_their_walls() {
    let parsed = read_mesh(
        r#"{"grid":"custom","encoding":"graph","cells":[
        {"sides":[{"side":"a","to":1,"open":true},{"side":"b","to":1}]},
        {"sides":[{"side":"c","to":0},{"side":"d","to":0,"open":true}]}]}"#,
    );
    let mesh = parsed.maze.grid().mesh().unwrap();
    assert_eq!(mesh.opposite(Cell(0), Side::new(0)), Side::new(1));
    assert_eq!(mesh.opposite(Cell(0), Side::new(1)), Side::new(0));
    assert_eq!(parsed.maze.count_passages(), 1);
}

#[test]
fn corners_at_the_same_place_are_the_same() {
    let parsed = read_mesh(
        r#"{"grid":"custom","encoding":"graph","cells":[
        {"polygon":[[0,0],[1,0],[1,1.0]],"sides":[{"side":"a"},{"side":"b"},{"side":"c","to":1}]},
        {"center":[0.25,0.75],"polygon":[[-0.0,0],[1,1],[0,1]],"sides":[{"side":"a","to":0},{"side":"b"},{"side":"c"},{"side":"up"}]}]}"#,
    );
    let mesh = parsed.maze.grid().mesh().unwrap();
    assert!(mesh.is_drawable());
    let ids = |cell| mesh.polygon(Cell(cell)).map(|corner| corner.id).collect::<Vec<_>>();
    let ([a, b, c], [d, e, f]) = (<[u64; 3]>::try_from(ids(0)).unwrap(), <[u64; 3]>::try_from(ids(1)).unwrap());
    assert_eq!((a, c), (d, e));
    assert!(a != b && b != c && a != c && f != a && f != b && f != c);
    assert_eq!((mesh.center(Cell(1)), mesh.bounds()), ([0.25, 0.75], [0.0, 0.0, 1.0, 1.0]));
    let [x, y] = mesh.center(Cell(0));
    assert!((x - 2.0 / 3.0).abs() < 1e-9 && (y - 1.0 / 3.0).abs() < 1e-9);
    assert_eq!((mesh.sides_of(Cell(1)).len(), mesh.polygon(Cell(1)).len()), (4, 3));
}

#[test]
fn words_and_lists_of_directions_are_read() {
    let text = |directions: &str| {
        format!(r#"{{"grid":"square","encoding":"bits","cells":[[9,null],[12,6]],"directions":{directions}}}"#)
    };
    for directions in [r#""SE""#, r#"["S","E"]"#] {
        assert!(read_mesh(text(directions)).directions.unwrap().iter().eq(["S", "E"]), "{directions}");
    }
    let none = read_mesh(text("null")).directions;
    assert_eq!(none, None);
}
