//! Files for other tools: DXF, STL, maps of Tiled and of simulators say the maze, on every grid that they can say.
//!
//! Proved here: the lines of a DXF file are the walls, each once, and the path; an STL is closed and manifold, and has the volume of its
//! walls and its plate; the tiles of a map are the blocks, and
//! its properties make the same map; what simulators read is read back. `tests/files` opens them with the tools.

use std::collections::{BTreeSet, HashMap};

use dedale::edit::{Share, braid, remove};
use dedale::formats::{Encoding, Format, Writer};
use dedale::generate::ALGORITHMS;
use dedale::grid::{Cell, Grid, GridKind, Mesh, MeshOptions, Side, Sides, Square, Wrap};
use dedale::maze::Maze;
use dedale::options::{Ends, MazeOptions};
use dedale::picture::{Measures, Picture, Trail};
use dedale::rng::{Rng, Stream};
use dedale::solve::Solver;
use serde_json::Value;

use crate::{arc, edges, read};

pub(crate) fn bytes(picture: &Picture, format: Format) -> Vec<u8> {
    let mut writer = Writer::new(picture, format).unwrap();
    let mut bytes = Vec::new();
    while !writer.is_done() {
        writer.write_next(&mut bytes);
    }
    bytes
}

fn text(picture: &Picture, format: Format) -> String {
    String::from_utf8(bytes(picture, format)).unwrap()
}

/// With the shortest path between its ends, if there is one.
pub(crate) fn solved(picture: Picture) -> Picture {
    let found = Solver::Bfs.solve(&picture.maze, picture.from, picture.to);
    Picture { path: found.path().map(|path| Trail::new(&picture.maze, path)), ..picture }
}

/// Perfect mazes, mazes with loops, with openings everywhere, without any wall and with all of them.
pub(crate) fn pictures() -> Vec<Picture> {
    let mut pictures = Vec::new();
    for (columns, rows) in [(1, 1), (1, 5), (6, 1), (2, 2), (7, 5), (16, 13)] {
        let grid = Square::new(columns, rows).unwrap();
        let (from, to) = (grid.at(0, 0), grid.at(rows - 1, columns - 1));
        let mut mazes = vec![Maze::closed(grid)];
        for (seed, about) in (1..).zip(ALGORITHMS) {
            let maze = about.algorithm.generate(grid, seed);
            let mut braided = maze.clone();
            braid(&mut braided, Share::ALL, &mut Rng::new(seed, Stream::Braid), &mut ()).unwrap();
            let mut ruined = maze.clone();
            let mut rng = Rng::new(seed, Stream::MaxWalls);
            for _ in 0..grid.cells() {
                let cell = Cell(rng.below(u64::from(grid.cells())) as u32);
                remove(&mut ruined, cell, Side::new(rng.below(4) as u8), &mut ()).unwrap();
            }
            mazes.extend([maze, braided, ruined]);
        }
        let mut open = Maze::closed(grid);
        for (cell, side) in open.cells().flat_map(|cell| Sides::SQUARE.into_iter().map(move |side| (cell, side))) {
            remove(&mut open, cell, side, &mut ()).unwrap();
        }
        mazes.push(open);
        pictures.extend(mazes.into_iter().map(|maze| solved(Picture::new(maze, from, to))));
    }
    pictures
}

pub(crate) fn mesh(options: &MeshOptions) -> Picture {
    solved(crate::perfect(&Mesh::new(options).unwrap()))
}

/// Rectangles that masks cut, with an opening.
pub(crate) fn cut() -> Vec<Picture> {
    let of_mask = |mask: &str| {
        let mask = Some(mask.parse().unwrap());
        let options =
            MeshOptions { columns: 14, rows: 12, mask, largest_part: true, ..MeshOptions::new(GridKind::Square) };
        let mut picture = mesh(&options);
        let door = picture.maze.grid().outer_sides(Cell(0)).into_iter().next().unwrap();
        picture.maze.open_outer(Cell(0), door);
        picture
    };
    ["heart", "ring", "not:circle", "star"].map(of_mask).into()
}

/// The codes and values of a DXF file, an entity at a time: its name, and its values by their codes.
fn entities(text: &str) -> Vec<(String, HashMap<u8, String>)> {
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len().is_multiple_of(2) && text.ends_with("0\nENDSEC\n0\nEOF\n"));
    let start = lines.iter().position(|&line| line == "ENTITIES").unwrap() + 1;
    let mut entities: Vec<(String, HashMap<u8, String>)> = Vec::new();
    for pair in lines[start..lines.len() - 4].chunks(2) {
        match pair[0].parse().unwrap() {
            0 => entities.push((pair[1].to_owned(), HashMap::new())),
            code => assert_eq!(entities.last_mut().unwrap().1.insert(code, pair[1].to_owned()), None),
        }
    }
    entities
}

/// The straight lines of a layer, in halves of a cell from the top left.
fn lines_of(text: &str, layer: &str, cell: f64, rows: u32) -> Vec<[[i64; 2]; 2]> {
    let on_layer = entities(text).into_iter().filter(|(_, values)| values[&8] == layer);
    let halves = |length: &str| {
        let halves = length.parse::<f64>().unwrap() / cell * 2.0;
        assert!((halves - halves.round()).abs() < 1e-6);
        halves.round() as i64
    };
    let line = |(name, values): (String, HashMap<u8, String>)| {
        assert_eq!(name, "LINE");
        [[10, 20], [11, 21]].map(|[x, y]| [halves(&values[&x]), i64::from(2 * rows) - halves(&values[&y])])
    };
    on_layer.map(line).collect()
}

/// Lines as pieces of half a cell, by their middles in quarters. None is drawn twice.
fn pieces(lines: &[[[i64; 2]; 2]]) -> BTreeSet<[i64; 2]> {
    let mut pieces = BTreeSet::new();
    for [[x, y], [to_x, to_y]] in lines {
        let (dx, dy) = ((to_x - x).signum(), (to_y - y).signum());
        assert!((dx == 0) != (dy == 0), "upright or level");
        for k in 0..(to_x - x).abs().max((to_y - y).abs()) {
            assert!(pieces.insert([2 * (x + k * dx) + dx, 2 * (y + k * dy) + dy]), "twice");
        }
    }
    pieces
}

#[test]
fn lines_are_the_walls_and_the_path() {
    for picture in pictures() {
        let (maze, grid) = (&picture.maze, picture.maze.grid().square().unwrap());
        let measures = Measures { cell: 7_500, ..Measures::DEFAULT };
        let text = text(&picture, Format::Dxf(measures));
        let lines = lines_of(&text, "WALLS", 7.5, grid.rows());
        let (mut walls, mut path) = (BTreeSet::new(), BTreeSet::new());
        for cell in maze.cells() {
            let (x, y) = (4 * i64::from(grid.column(cell)), 4 * i64::from(grid.row(cell)));
            let trail = picture.path.as_ref();
            for (side, wall, way) in [
                (Side::N, [[1, 0], [3, 0]], [2, 1]),
                (Side::E, [[4, 1], [4, 3]], [3, 2]),
                (Side::S, [[1, 4], [3, 4]], [2, 3]),
                (Side::W, [[0, 1], [0, 3]], [1, 2]),
            ] {
                if !maze.open_sides(cell).contains(side) {
                    walls.extend(wall.map(|[dx, dy]| [x + dx, y + dy]));
                }
                if trail.is_some_and(|path| path.sides(cell).contains(side)) {
                    path.insert([x + way[0], y + way[1]]);
                }
            }
        }
        assert_eq!(pieces(&lines), walls, "{text}");
        // No line goes on where another ends.
        let starts: BTreeSet<_> = lines.iter().map(|[from, to]| (from[0] == to[0], *from)).collect();
        assert!(lines.iter().all(|[from, to]| !starts.contains(&(from[0] == to[0], *to))), "{text}");
        assert_eq!(pieces(&lines_of(&text, "PATH", 7.5, grid.rows())), path, "{text}");
    }
}

/// On every other grid the walls are as long together as the sides that they are on, within what rounding does.
#[test]
fn lines_of_every_grid_are_as_long_as_its_walls() {
    let small = |kind| MeshOptions { columns: 7, rows: 6, rings: 5, ..MeshOptions::new(kind) };
    let known = GridKind::ALL.iter().filter(|&&kind| kind != GridKind::Custom).map(|&kind| small(kind));
    for options in known.chain([MeshOptions { floors: 2, ..small(GridKind::Square) }]) {
        let picture = mesh(&options);
        let (maze, mesh) = (&picture.maze, picture.maze.grid().mesh().unwrap());
        let mut expected = 0.0;
        for cell in maze.cells() {
            let open = maze.open_sides(cell);
            for (side, corners) in edges(mesh, cell).into_iter().filter(|(side, _)| !open.contains(*side)) {
                let [[ax, ay], [bx, by]] = corners.map(|corner| corner.at);
                let chord = (ax - bx).hypot(ay - by);
                let length =
                    arc(mesh, cell, side).map_or(chord, |(radius, _)| 2.0 * radius * (chord / 2.0 / radius).asin());
                // Inner walls are seen from both sides.
                expected += if mesh.inner_sides(cell).contains(side) { length / 2.0 } else { length };
            }
        }
        let text = text(&picture, Format::Dxf(Measures::DEFAULT));
        let number = |values: &HashMap<u8, String>, code: u8| values[&code].parse::<f64>().unwrap();
        let length = |(name, values): &(String, HashMap<u8, String>)| {
            let of = |code| number(values, code);
            match &**name {
                "LINE" => (of(10) - of(11)).hypot(of(20) - of(21)),
                "ARC" => of(40) * (of(51) - of(50)).rem_euclid(360.0).to_radians(),
                other => panic!("{other}"),
            }
        };
        let walls: Vec<_> = entities(&text).into_iter().filter(|(_, values)| values[&8] == "WALLS").collect();
        let total: f64 = walls.iter().map(length).sum();
        assert!((total / 10.0 - expected).abs() < 1e-3 * expected, "{options:?}: {total} {expected}");
        assert_eq!(walls.iter().any(|(name, _)| name == "ARC"), options.kind == GridKind::Polar);
        assert!(text.contains("\n8\nPATH\n"));
        assert_eq!(text.contains("\n8\nSTAIRS\n"), options.floors > 1);
    }
}

#[test]
fn tiles_are_blocks() {
    let check = |map: &Value, blocks: &[Vec<u64>], ends: [[u64; 2]; 2]| {
        let (width, height) = (blocks[0].len(), blocks.len());
        assert_eq!((&map["width"], &map["height"]), (&width.into(), &height.into()));
        let data: Vec<u64> = serde_json::from_value(map["layers"][0]["data"].clone()).unwrap();
        assert_eq!(data, blocks.concat().iter().map(|block| block + 1).collect::<Vec<_>>());
        let objects = map["layers"][1]["objects"].as_array().unwrap();
        let middle = |line: u64| Value::from((2 * line + 1) * 16 + 8);
        for (object, [row, column]) in objects.iter().zip(ends) {
            assert_eq!((&object["x"], &object["y"]), (&middle(column), &middle(row)));
        }
        objects.iter().find(|object| object["type"] == "path").cloned()
    };
    for picture in pictures() {
        let map: Value = serde_json::from_str(&text(&picture, Format::Tmj)).unwrap();
        let json: Value = serde_json::from_str(&text(&picture, Format::Json(Encoding::Blocks))).unwrap();
        let blocks: Vec<Vec<u64>> = serde_json::from_value(json["cells"].clone()).unwrap();
        let path = check(&map, &blocks, [&picture.metadata.from, &picture.metadata.to].map(|end| [end[0], end[1]]));
        // The corners of the path lead through all of its cells.
        let Some(path) = path else {
            assert!(picture.path.is_none() || picture.from == picture.to);
            continue;
        };
        let corner = |corner: &Value| [&corner["x"], &corner["y"]].map(|line| line.as_i64().unwrap() / 32);
        let corners: Vec<[i64; 2]> = path["polyline"].as_array().unwrap().iter().map(corner).collect();
        let mut length = 0;
        for pair in corners.windows(2) {
            let [dx, dy] = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]];
            assert!((dx == 0) != (dy == 0));
            length += dx.abs() + dy.abs();
        }
        let found = Solver::Bfs.solve(&picture.maze, picture.from, picture.to);
        assert_eq!(Some(length as u32), found.length());
    }
    for picture in cut() {
        let map: Value = serde_json::from_str(&text(&picture, Format::Tmj)).unwrap();
        let blocks = text(&picture, Format::Csv(dedale::formats::Table::Blocks)).replace('2', "0");
        let number = |number: &str| number.parse().unwrap();
        let blocks: Vec<Vec<u64>> = blocks.lines().map(|line| line.split(',').map(number).collect()).collect();
        let mesh = picture.maze.grid();
        let place = |cell| {
            let address = mesh.address(cell);
            [address.numbers()[0].into(), address.numbers()[1].into()]
        };
        assert!(check(&map, &blocks, [place(picture.from), place(picture.to)]).is_some());
    }
}

/// Each dead end is an object at the middle of its tile; numbers of objects are counted without a gap between those that are known from the
/// beginning and those that are not, and the map knows the next one.
#[test]
fn dead_ends_are_objects() {
    for query in [
        "w=12&h=9&seed=3&rooms=2&exits=3",
        "w=20&h=12&seed=4&braid=0.6",
        "w=9&h=9&mask=circle&seed=5",
        "w=8&h=8&braid=1&seed=1",
        "w=1&h=1&seed=1",
        "grid=hex&w=9&h=8&seed=2&exits=2",
    ] {
        let picture = read(query).make(&mut ()).unwrap();
        let map: Value = serde_json::from_str(&text(&picture, Format::Tmj)).unwrap();
        let objects = map["layers"][1]["objects"].as_array().unwrap();
        let of_kind = |kind: &str| objects.iter().filter(|object| object["type"] == kind).collect::<Vec<_>>();
        let maze = &picture.maze;
        let middle = |cell: Cell| {
            let [row, column] = match *maze.grid().address(cell).numbers() {
                [row, column] => [row, column],
                _ => unreachable!("these are on one floor"),
            };
            match query.contains("hex") {
                true => [28 * column + 14 * (row % 2) + 14, 24 * row + 16],
                false => [(2 * column + 1) * 16 + 8, (2 * row + 1) * 16 + 8],
            }
        };
        let expected: Vec<_> = maze.cells().filter(|&cell| maze.is_dead_end(cell)).map(middle).collect();
        let number = |value: &Value| value.as_u64().unwrap() as u32;
        let found: Vec<_> =
            of_kind("dead_end").iter().map(|object| [number(&object["x"]), number(&object["y"])]).collect();
        assert_eq!(found, expected, "{query}");
        assert_eq!(of_kind("opening").len(), maze.openings().count(), "{query}");
        let ids: Vec<u64> = objects.iter().skip(2).map(|object| object["id"].as_u64().unwrap()).collect();
        assert!(ids.iter().zip(4..).all(|(&id, expected)| id == expected), "{query}: {ids:?}");
        assert_eq!(map["nextobjectid"].as_u64(), Some(ids.last().map_or(4, |last| last + 1)), "{query}");
    }
}

/// A wall can be hit, and nothing else: the whole tile of squares, and on hexagons the sides that are walls.
#[test]
fn tiles_have_collision_shapes() {
    let map = |query: &str| -> Value {
        serde_json::from_str(&text(&read(query).make(&mut ()).unwrap(), Format::Tmj)).unwrap()
    };
    let squares = map("w=3&h=3&seed=1");
    let tiles = squares["tilesets"][0]["tiles"].as_array().unwrap();
    assert!(tiles[0].get("objectgroup").is_none() && tiles[1]["type"] == "wall");
    let shape = &tiles[1]["objectgroup"]["objects"][0];
    assert_eq!(["x", "y", "width", "height"].map(|side| shape[side].as_u64().unwrap()), [0, 0, 16, 16]);
    let hexagons = map("grid=hex&w=3&h=3&seed=1");
    let tiles = hexagons["tilesets"][0]["tiles"].as_array().unwrap();
    assert_eq!(tiles.len(), 63);
    // Clockwise from the north-east: where the middle of each side is, as seen from the middle of the tile.
    let middles = [[1, -1], [1, 0], [1, 1], [-1, 1], [-1, 0], [-1, -1]];
    for tile in tiles {
        let walls = tile["id"].as_u64().unwrap();
        let lines = tile["objectgroup"]["objects"].as_array().unwrap();
        let sides = (0..6).filter(|side| walls >> side & 1 == 1);
        assert_eq!(lines.len(), sides.clone().count());
        for (line, side) in lines.iter().zip(sides) {
            let number = |value: &Value| value.as_i64().unwrap();
            let [x, y] = ["x", "y"].map(|axis| number(&line[axis]));
            let end = &line["polyline"][1];
            let twice = [2 * x + number(&end["x"]) - 28, 2 * y + number(&end["y"]) - 32];
            assert_eq!(twice.map(i64::signum), middles[side], "{tile}");
        }
    }
}

#[test]
fn the_properties_of_a_map_make_it_again() {
    let map = |query: &str| {
        let options = query.parse::<MazeOptions>().unwrap().find(100, &mut ()).unwrap();
        text(&options.make(&mut ()).unwrap(), Format::Tmj)
    };
    for (query, expected) in [
        ("w=9&h=7&seed=9007199254740991", "algo=backtracker&w=9&h=7&seed=9007199254740991&from=0,0&to=6,8"),
        // The walls depend on the ends.
        (
            "algo=dungeon&w=17&h=11&seed=5&sparse=0.3&ends=farthest",
            "algo=dungeon&w=17&h=11&seed=5&sparse=0.3&ends=farthest",
        ),
        ("w=9&h=7&seed=5&sparse=0.6&from=3,3", "algo=backtracker&w=9&h=7&seed=5&sparse=0.6&from=3,3"),
        (
            "algo=dungeon&w=12&h=9&seed=3&rooms=2&sparse=0.5",
            "algo=dungeon&w=12&h=9&seed=3&rooms=2&room_size=3..7&sparse=0.5",
        ),
        ("grid=hex&w=5&h=4&seed=2&mask=circle&algo=prim", "algo=prim&grid=hex&w=5&h=4&seed=2&mask=circle"),
        ("w=9&h=9&seed=1&length=20..30", "algo=backtracker&w=9&h=9&seed=6089723297937043&from=0,0&to=8,8"),
    ] {
        let written = map(query);
        let read: Value = serde_json::from_str(&written).unwrap();
        let properties = read["properties"].as_array().unwrap().iter();
        // The version of the generator is no option: this program has one.
        let options = properties.filter(|property| property["name"] != "generator");
        let option = |property: &Value| {
            assert_eq!(property["type"], "string");
            [&property["name"], &property["value"]].map(|text| text.as_str().unwrap()).join("=")
        };
        let again: Vec<String> = options.map(option).collect();
        assert_eq!(again.join("&"), expected);
        assert!(map(&again.join("&")) == written, "{query}");
    }
}

/// What stands between two texts, the first of each.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let rest = text.split_once(start).unwrap_or_else(|| panic!("{start} in {text}")).1;
    rest.split_once(end).unwrap_or_else(|| panic!("{end} in {rest}")).0
}

#[test]
fn a_map_says_the_same_in_xml() {
    let queries = [
        "w=1&h=1&seed=1",
        "algo=dungeon&w=12&h=9&seed=3&rooms=2&sparse=0.5",
        "grid=hex&w=5&h=4&seed=2&mask=circle&algo=prim&ends=farthest",
    ];
    for query in queries {
        let picture = solved(query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap());
        let both = [Format::Tmj, Format::Tmx].map(|format| text(&picture, format));
        let (json, xml): (Value, _) = (serde_json::from_str(&both[0]).unwrap(), &both[1]);
        assert_eq!(between(xml, "encoding=\"csv\">\n", "\n  </data>"), between(&both[0], "\"data\":[", "]"), "{query}");
        for member in ["orientation", "width", "height", "tilewidth", "tileheight", "renderorder"] {
            let expected = json[member].as_str().map_or_else(|| json[member].to_string(), str::to_owned);
            assert_eq!(between(xml, &format!(" {member}=\""), "\""), expected, "{query}");
        }
        for property in json["properties"].as_array().unwrap() {
            let [name, value] = ["name", "value"].map(|member| property[member].as_str().unwrap());
            assert_eq!(between(xml, &format!("<property name=\"{name}\" value=\""), "\"/>"), value, "{query}");
        }
        let objects = json["layers"][1]["objects"].as_array().unwrap();
        let (tileset, xml) = xml.split_once("</tileset>").unwrap();
        assert_eq!(xml.matches("<object ").count(), objects.len(), "{query}");
        // The shapes of the tiles too.
        let tiles = json["tilesets"][0]["tiles"].as_array().unwrap();
        let shapes = |tile: &Value| tile["objectgroup"]["objects"].as_array().map_or(0, Vec::len);
        assert_eq!(tileset.matches("<object ").count(), tiles.iter().map(shapes).sum::<usize>(), "{query}");
        for object in objects {
            let start = format!("<object id=\"{}\" name={} type={}", object["id"], object["name"], object["type"]);
            let place = format!(" x=\"{}\" y=\"{}\"", object["x"], object["y"]);
            assert!(xml.contains(&(start + &place)), "{object}: {xml}");
            if let Some(corners) = object["polyline"].as_array() {
                let corners: Vec<String> = corners.iter().map(|at| format!("{},{}", at["x"], at["y"])).collect();
                assert_eq!(between(xml, "<polyline points=\"", "\"/>"), corners.join(" "), "{query}");
            }
        }
    }
}

#[test]
fn tiles_of_hexagons_are_their_walls() {
    let size = MeshOptions { columns: 9, rows: 8, ..MeshOptions::new(GridKind::Hex) };
    let mask = Some("ring".parse().unwrap());
    for options in [size.clone(), MeshOptions { columns: 20, rows: 20, mask, largest_part: true, ..size }] {
        let picture = mesh(&options);
        let map: Value = serde_json::from_str(&text(&picture, Format::Tmj)).unwrap();
        for (member, expected) in [("orientation", "hexagonal"), ("staggeraxis", "y"), ("staggerindex", "odd")] {
            assert_eq!(map[member], expected);
        }
        assert_eq!([&map["width"], &map["height"]], [options.columns, options.rows]);
        let bits = text(&picture, Format::Csv(dedale::formats::Table::Bits)).replace('\n', ",");
        let bits = bits.trim_end_matches(',').split(',').map(|number| number.parse::<u64>().unwrap());
        let tiles: Vec<u64> = bits.map(|bits| if bits == 255 { 0 } else { bits + 1 }).collect();
        assert_eq!(map["layers"][0]["data"], Value::from(tiles));
        // The path leads from the middle of one tile to the next.
        let mesh = picture.maze.grid();
        let found = Solver::Bfs.solve(&picture.maze, picture.from, picture.to);
        let middle = |cell: Cell| {
            let address = mesh.address(cell);
            let [row, column] = [0, 1].map(|axis| i64::from(address.numbers()[axis]));
            [28 * column + 14 * (row % 2) + 14, 24 * row + 16]
        };
        let path = &map["layers"][1]["objects"][2];
        let line: Vec<[i64; 2]> = path["polyline"]
            .as_array()
            .unwrap()
            .iter()
            .map(|point| {
                [["x", "x"], ["y", "y"]].map(|[of, axis]| path[of].as_i64().unwrap() + point[axis].as_i64().unwrap())
            })
            .collect();
        let mut places = found.path().unwrap().iter().map(|&cell| middle(cell));
        assert_eq!(places.next(), Some(line[0]));
        for pair in line.windows(2) {
            let [dx, dy] = [0, 1].map(|axis| pair[1][axis] - pair[0][axis]);
            let steps = if dy == 0 { dx.abs() / 28 } else { dy.abs() / 24 };
            for step in 1..=steps {
                let place = [0, 1].map(|axis| pair[0][axis] + [dx, dy][axis] * step / steps);
                assert_eq!(
                    places.next(),
                    Some(place),
                    "{line:?} {:?}",
                    found.path().unwrap().iter().map(|&cell| middle(cell)).collect::<Vec<_>>()
                );
            }
        }
        assert_eq!(places.next(), None);
        let objects = map["layers"][1]["objects"].as_array().unwrap();
        for (object, end) in objects.iter().zip([picture.from, picture.to]) {
            assert_eq!([&object["x"], &object["y"]], middle(end));
        }
    }
}

#[test]
fn maps_of_simulators_are_read_back() {
    for picture in pictures() {
        let text = text(&picture, Format::Mms);
        let parsed = crate::read_maze(&text).unwrap();
        assert_eq!(parsed.maze, picture.maze, "{text}");
        assert_eq!((parsed.from, parsed.to), (Some(picture.from), Some(picture.to)));
        assert!(!parsed.ends_are_openings);
    }
    for picture in cut() {
        let parsed = crate::read_maze(text(&picture, Format::Mms)).unwrap();
        // An opening towards what is left out is a passage.
        let ways = parsed.maze.count_passages() + parsed.maze.openings().count() as u64;
        assert_eq!(ways, picture.maze.count_passages() + 1);
    }
}

/// As mazes of competitions are written, with four goals around a point, and with blanks left out at the ends of lines.
#[test]
fn a_maze_of_a_competition_is_read() {
    let map = "\
o---o---o---o---o
|               |
o   o---o---o   o
|   | G   G |   |
o   o   o   o   o
|   | G   G     |
o   o---o---o---o
| S |           |
o---o---o---o---o
";
    let parsed = crate::read_maze(map).unwrap();
    let grid = parsed.maze.grid().square().unwrap();
    assert_eq!((grid.columns(), grid.rows()), (4, 4));
    let goals = [[1, 1], [1, 2], [2, 1], [2, 2]].map(|[row, column]| grid.at(row, column));
    assert_eq!((parsed.from, parsed.to, &parsed.goals[..]), (Some(grid.at(3, 0)), None, &goals[..]));
    let goals = goals.map(|goal| parsed.maze.grid().address(goal)).to_vec();
    let ends = Ends::NearestOf { from: [3, 0].into(), goals };
    let (from, to) = ends.find(&parsed.maze, &mut ()).unwrap();
    assert_eq!((from, to), (grid.at(3, 0), grid.at(2, 2)));
    assert_eq!(Solver::Bfs.solve(&parsed.maze, from, to).length(), Some(9));
    for (wrong, what) in [(map.replace("G", "X"), "'X'"), (map.replace("o---o\n|", "+---o\n|"), "'+'")] {
        let error = crate::read_maze(wrong).unwrap_err();
        assert!(error.to_string().contains(what), "{error}");
    }
}

#[test]
fn what_cannot_be_said_is_refused() {
    let is_written = |options: &MeshOptions, format: Format| {
        let can = format.can_write(options, false);
        assert_eq!(Writer::new(mesh(options), format).is_ok(), can, "{options:?} {format:?}");
        can
    };
    let square = MeshOptions::new(GridKind::Square);
    let (solid, lines) = (Format::Stl(Measures::DEFAULT), Format::Dxf(Measures::DEFAULT));
    for (options, is_map) in [
        (MeshOptions::new(GridKind::Hex), true),
        (MeshOptions { wrap: Wrap::X, ..MeshOptions::new(GridKind::Hex) }, false),
        (MeshOptions::new(GridKind::Triangle), false),
        (MeshOptions::new(GridKind::Polar), false),
        (MeshOptions { floors: 2, ..square.clone() }, false),
        (MeshOptions { wrap: Wrap::X, ..square.clone() }, false),
    ] {
        assert!(!is_written(&options, Format::Mms) && is_written(&options, solid) && is_written(&options, lines));
        assert_eq!([Format::Tmj, Format::Tmx].map(|format| is_written(&options, format)), [is_map; 2], "{options:?}");
    }
    for format in [solid, Format::Tmj, Format::Tmx, Format::Mms] {
        assert!(format.can_write(&square, false) && !format.can_write(&square, true));
    }
}
