//! What `sparse` takes out has a separate color in drawings, which nothing else has.

use dedale::draw::Ink;
use dedale::formats::{Encoding, Format, Writer};
use dedale::grid::{Cell, Grid, GridKind, Mesh, MeshOptions};
use dedale::options::MazeOptions;
use dedale::picture::{Animation, Color, Film, Measures, Picture, Shown, Style};

use crate::canvas::Looks;
use crate::pixels::{Pixels, draw_svg, read_png};
use crate::{arc, edge, edges};

const STYLE: Style = Style { cell: 24, wall: 3, margin: 6, ..Style::DEFAULT };

/// Grids, shapes and floors of which something is taken out.
const MAZES: [&str; 8] = [
    "w=20&h=14&sparse=0.5",
    "w=20&h=14&sparse=0.6&ends=farthest",
    "w=16&h=16&mask=heart&parts=largest&sparse=0.4",
    "w=9&h=7&floors=3&sparse=0.5",
    "w=10&h=8&wrap=xy&sparse=0.6",
    "grid=hex&w=14&h=11&sparse=0.6",
    "grid=polar&rings=7&sparse=0.5",
    "grid=cairo&w=6&h=6&sparse=0.5",
];

fn made(query: &str) -> Picture {
    format!("{query}&seed=7").parse::<MazeOptions>().unwrap().make(&mut ()).unwrap()
}

fn bytes(picture: &Picture, format: Format) -> Vec<u8> {
    let mut pieces = Writer::new(picture, format).unwrap();
    let mut bytes = Vec::new();
    while !pieces.is_done() {
        pieces.write_next(&mut bytes);
    }
    bytes
}

/// Each end that has a side at the border has a door there, and no other end has one.
#[test]
fn no_door_leads_into_rock() {
    let mut doors = 0;
    // Without an edge there is no door.
    let queries = MAZES.into_iter().filter(|query| !query.contains("wrap=xy"));
    for (query, seed) in queries.flat_map(|query| (0..8).map(move |seed| (query, seed))) {
        for ends in ["farthest", "random", "corners"] {
            let query = format!("{}&doors=true&seed={seed}&ends={ends}", query.replace("&ends=farthest", ""));
            let picture = query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap();
            let mesh = picture.maze.grid().mesh().unwrap();
            let rock = mesh.rock().unwrap();
            let ids =
                |mesh: &Mesh, cell| edges(mesh, cell).into_iter().map(|(_, corners)| corners.map(|corner| corner.id));
            let around: Vec<[u64; 2]> = (0..rock.cells()).flat_map(|cell| ids(rock, Cell(cell))).collect();
            let is_rock = |cell, side| {
                let [first, second] = edge(mesh, cell, side).unwrap().map(|corner| corner.id);
                around.contains(&[second, first])
            };
            for (cell, side) in picture.maze.openings() {
                assert!(!is_rock(cell, side), "{query}: {:?}", mesh.address(cell));
                doors += 1;
            }
            for end in [picture.from, picture.to] {
                let is_at_border = mesh.outer_sides(end).into_iter().any(|side| !is_rock(end, side));
                let has_door = picture.maze.openings().any(|(cell, _)| cell == end);
                assert_eq!(has_door, is_at_border, "{query}: {:?}", mesh.address(end));
            }
        }
    }
    assert!(doors > 100, "{doors}");
}

/// The picture as PNG, and as SVG that another program draws.
fn drawn(picture: &Picture, style: Style) -> [(&'static str, Pixels); 2] {
    let [png, svg] = [Format::Png(style), Format::Svg(style)].map(|format| bytes(picture, format));
    [("PNG", read_png(&png)), ("SVG", draw_svg(&svg))]
}

/// The smallest and the largest `x` and `y` of what is drawn.
fn bounds(mesh: &Mesh) -> [f64; 4] {
    let all = [Some(mesh), mesh.rock()].into_iter().flatten().map(Mesh::bounds);
    let [left, top, right, bottom] =
        all.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])]).unwrap();
    if mesh.kind() != GridKind::Polar {
        return [left, top, right, bottom];
    }
    let most = 2.0 * f64::from(mesh.options().rings) + 1.0;
    [(left - 0.25).max(0.0), (top - 0.25).max(0.0), (right + 0.25).min(most), (bottom + 0.25).min(most)]
}

/// Where a point on the floor of a cell is in the picture, in pixels. The cell may be one of a part of the mesh.
fn pixel(bounds: [f64; 4], part: &Mesh, cell: Cell, [x, y]: [f64; 2], style: Style) -> (usize, usize) {
    let [left, top, right, _] = bounds;
    let floor = if part.options().floors > 1 { f64::from(part.address(cell).numbers()[0]) } else { 0.0 };
    let at =
        |line: f64| (f64::from(style.margin) + f64::from(style.wall) / 2.0 + line * f64::from(style.cell)) as usize;
    (at(x - left + floor * (right - left + 1.0)), at(y - top))
}

/// The color of the walls over the ground, as much of it as is said.
fn mixed(style: Style) -> [u8; 4] {
    let (above, ground) = (f64::from(Ink::ROCK_ALPHA) / 255.0, f64::from(style.background.alpha) / 255.0);
    let alpha = above + ground * (1.0 - above);
    let mix = |k: usize| {
        let [wall, ground_color] = [style.color[k], style.background.rgb[k]].map(f64::from);
        (wall * above + ground_color * ground * (1.0 - above)) / alpha
    };
    [mix(0), mix(1), mix(2), alpha * 255.0].map(|channel| channel.round() as u8)
}

/// Whether two colors are the same, rounded: what hardly covers has but a few values of each channel.
fn is_like(color: [u8; 4], other: [u8; 4]) -> bool {
    let most = if other[3] < 128 { 8 } else { 1 };
    color.iter().zip(other).all(|(a, b)| a.abs_diff(b) <= most)
}

#[test]
fn what_is_taken_out_has_a_color_and_nothing_else_has_it() {
    let seen = Color { rgb: [250, 240, 200], alpha: 0 };
    for query in MAZES {
        let picture = made(query);
        let mesh = picture.maze.grid().mesh().unwrap();
        let (rock, bounds) = (mesh.rock().unwrap(), bounds(mesh));
        let all = Mesh::new(&MeshOptions { mask: None, ..mesh.options().clone() }).unwrap();
        let dark = Style { color: [230, 232, 238], background: Color::opaque([20, 23, 30]), ..STYLE };
        for style in [STYLE, dark, Style { background: seen, ..STYLE }] {
            let ground = style.background;
            let floor = [ground.rgb[0], ground.rgb[1], ground.rgb[2], ground.alpha];
            let floor = if ground.alpha == 0 { [0; 4] } else { floor };
            for (format, pixels) in drawn(&picture, style) {
                let at = |(x, y): (usize, usize)| pixels.at(x, y);
                for cell in (0..rock.cells()).map(Cell) {
                    let color = at(pixel(bounds, rock, cell, rock.center(cell), style));
                    assert!(is_like(color, mixed(style)), "{query}, {format}: {:?} is {color:?}", rock.address(cell));
                }
                let ends = [picture.from, picture.to];
                for cell in (0..mesh.cells()).map(Cell).filter(|cell| !ends.contains(cell)) {
                    // Beside the marks of stairs.
                    let [x, y] = mesh.center(cell);
                    let apart = if mesh.options().floors > 1 { 0.3 } else { 0.0 };
                    let color = at(pixel(bounds, mesh, cell, [x + apart, y + apart], style));
                    assert_eq!(color, floor, "{query}, {format}: {:?}", mesh.address(cell));
                    // Walls between the two are whole, whatever is beside them.
                    for (side, corners) in edges(mesh, cell) {
                        let is_wall = mesh.outer_sides(cell).minus(picture.maze.open_sides(cell)).contains(side);
                        if !is_wall || arc(mesh, cell, side).is_some() {
                            continue;
                        }
                        let [from, to] = corners.map(|corner| corner.at);
                        let middle = [0, 1].map(|axis| (from[axis] + to[axis]) / 2.0);
                        let color = at(pixel(bounds, mesh, cell, middle, style));
                        assert_eq!(&color[..3], &style.color, "{query}, {format}: {:?}", mesh.address(cell));
                    }
                }
                // The cells that a mask left out, inside the picture.
                let left_out = (0..all.cells()).map(Cell).filter(|&cell| {
                    let address = all.address(cell);
                    mesh.find(address).is_none() && rock.find(address).is_none()
                });
                for cell in left_out {
                    let [left, top, right, bottom] = bounds;
                    let [x, y] = all.center(cell);
                    if x > left && x < right && y > top && y < bottom {
                        assert_eq!(at(pixel(bounds, &all, cell, [x, y], style)), floor, "{query}, {format}");
                    }
                }
            }
        }
    }
}

/// Areas that are filled one by one have seams: at an edge of both, either covers a part of the same pixel. At an eighth these are one value
/// of a channel off, so the colors are the same or it fails.
#[test]
fn no_lines_show_between_cells_that_are_taken_out() {
    // The last one has more cells than are written at a time.
    let black = Style { color: [0; 3], ..STYLE };
    let large = ("grid=hex&w=320&h=80&sparse=0.8", Style { cell: 7, wall: 1, ..black });
    for (query, style) in MAZES.map(|query| (query, black)).into_iter().chain([large]) {
        let picture = made(query);
        let mesh = picture.maze.grid().mesh().unwrap();
        let (rock, bounds) = (mesh.rock().unwrap(), bounds(mesh));
        let mut seen = 0;
        for (format, pixels) in drawn(&picture, style) {
            let (x, y) = pixel(bounds, rock, Cell(0), rock.center(Cell(0)), style);
            let all = pixels.at(x, y);
            assert!(is_like(all, mixed(style)), "{query}, {format}: {all:?}");
            for cell in (0..rock.cells()).map(Cell) {
                for (side, corners) in edges(rock, cell) {
                    if !rock.inner_sides(cell).contains(side) {
                        continue;
                    }
                    let far = rock.across(cell, side);
                    let back = edge(rock, far, rock.opposite(cell, side)).unwrap();
                    if corners[0].id != back[1].id {
                        continue;
                    }
                    let ([ax, ay], [bx, by]) = (rock.center(cell), rock.center(far));
                    for part in (0..=40).map(|part| f64::from(part) / 40.0) {
                        let (x, y) = pixel(bounds, rock, cell, [ax + (bx - ax) * part, ay + (by - ay) * part], style);
                        assert_eq!(pixels.at(x, y), all, "{query}, {format}, {x}, {y}");
                    }
                    seen += 1;
                }
            }
        }
        assert!(seen > 40, "{query}: {seen}");
    }
}

#[test]
fn svg_has_an_area_exactly_where_cells_were_taken_out() {
    let svg = |query: &str, style: Style| String::from_utf8(bytes(&made(query), Format::Svg(style))).unwrap();
    let rock = "<path fill=\"#1d2430\" fill-opacity=\".125491\" d=\"M";
    for query in MAZES {
        let text = svg(query, STYLE);
        assert_eq!(text.matches(rock).count(), 1, "{query}");
        assert!(text.find(rock) < text.find("stroke="), "{query}: below all lines");
        let [start, _] = query.split("&sparse").collect::<Vec<_>>()[..] else { panic!("{query}") };
        if start.contains("mask") || start.contains("grid") || start.contains("floors") {
            assert!(!svg(start, STYLE).contains("fill-opacity"), "{start}");
        }
    }
    // Nothing can be taken out of loops.
    assert!(!svg("grid=hex&w=1&h=1&sparse=1", STYLE).contains("fill-opacity"));
    // A block of cells is one area, however many they are: cells beside each other have no lines between them.
    let text = svg("w=40&h=24&rooms=8&sparse=0.35&braid=0.4", STYLE);
    let (_, data) = text.split_once(rock).unwrap();
    let data = data.split('"').next().unwrap();
    let taken =
        made("w=40&h=24&rooms=8&sparse=0.35&braid=0.4").maze.grid().mesh().unwrap().rock().unwrap().cells() as usize;
    assert!(data.matches('z').count() < taken / 3, "{} areas of {taken} cells", data.matches('z').count());
    assert!(data.len() < 8 * taken, "{} bytes for {taken} cells", data.len());
}

#[test]
fn it_is_drawn_first_on_a_canvas_and_not_cut() {
    let picture = made(MAZES[0]);
    let mut looks = Looks::default();
    picture.draw(&STYLE, &mut looks);
    let rock: Vec<usize> = (0..).zip(&looks.0).filter(|(_, look)| look.0 == Ink::Rock).map(|(k, _)| k).collect();
    assert_eq!((rock, looks.0[0].1), (vec![0], false));
    let dxf = String::from_utf8(bytes(&picture, Format::Dxf(Measures::DEFAULT))).unwrap();
    let walls = dxf.matches("LINE\n8\nWALLS\n").count();
    assert!(walls > 0 && dxf.matches("0\nLINE\n").count() == walls, "{walls}");
}

#[test]
fn animations_show_it_from_the_first_picture_on() {
    for query in ["grid=hex&w=14&h=11&sparse=0.7", "w=20&h=14&sparse=0.7", "grid=polar&rings=6&sparse=0.6"] {
        let mut film = Film::default();
        let options: MazeOptions = format!("{query}&seed=7").parse().unwrap();
        let mesh = options.build_grid(&mut ()).unwrap();
        let picture = options.make_on(mesh.clone(), &mut film.recorder(&mut ())).unwrap();
        film.renumber(|cell| picture.maze.grid().find(mesh.address(cell)));
        let picture = Picture { film: Some(film), ..picture };
        let animation = Animation { style: STYLE, shown: Shown::Building, fps: 10, seconds: 2 };
        let gif = bytes(&picture, Format::Gif(animation));
        let mut decoder = gif::DecodeOptions::new();
        decoder.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = decoder.read_info(&gif[..]).unwrap();
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut shown = vec![[0; 4]; width * height];
        let mut pictures = 0;
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let [left, top, width_of] = [frame.left, frame.top, frame.width].map(usize::from);
            for (k, pixel) in frame.buffer.chunks(4).enumerate().filter(|(_, pixel)| pixel[3] == 255) {
                shown[(top + k / width_of) * width + left + k % width_of] = pixel.try_into().unwrap();
            }
            pictures += 1;
            let grid = picture.maze.grid().mesh().unwrap();
            let rock = grid.rock().unwrap();
            for cell in (0..rock.cells()).map(Cell) {
                let (x, y) = pixel(bounds(grid), rock, cell, rock.center(cell), STYLE);
                let color = shown[y * width + x];
                assert!(is_like(color, mixed(STYLE)), "{query}, picture {pictures}: {color:?}");
            }
        }
        assert!(pictures > 10, "{query}: {pictures}");
    }
}

#[test]
fn a_graph_lists_what_was_taken_out() {
    for query in MAZES {
        let picture = made(query);
        let mesh = picture.maze.grid().mesh().unwrap();
        let rock = mesh.rock().unwrap();
        let read = |encoding: Encoding| bytes(&picture, Format::Json(encoding));
        let document: serde_json::Value = serde_json::from_slice(&read(Encoding::Graph)).unwrap();
        let listed = document["rock"].as_array().unwrap();
        assert_eq!(listed.len(), rock.cells() as usize, "{query}");
        for (cell, node) in (0..).map(Cell).zip(listed) {
            assert_eq!(node["cell"], serde_json::json!(rock.address(cell)), "{query}");
            let polygon = node["polygon"].as_array().unwrap();
            let corners: Vec<[f64; 2]> = rock.polygon(cell).map(|corner| corner.at).collect();
            assert_eq!(polygon.len(), corners.len(), "{query}");
            for (read, known) in polygon.iter().zip(corners) {
                assert!(
                    (0..2).all(|axis| (read[axis].as_f64().unwrap() - known[axis]).abs() < 1e-6),
                    "{query}: {node}"
                );
            }
            let sides = node["sides"].as_array().unwrap();
            assert_eq!(sides.len(), rock.sides_of(cell).len() as usize, "{query}");
            assert!(sides.iter().all(|side| side["to"].is_null() && side["open"] == false), "{query}: {node}");
        }
        // It is not read back, and changes nothing.
        let text = String::from_utf8(read(Encoding::Graph)).unwrap();
        let parsed = crate::read_maze(&text).unwrap_or_else(|error| panic!("{query}: {error}"));
        assert!(parsed.maze.grid().mesh().unwrap().rock().is_none(), "{query}");
        assert!(parsed.maze == picture.maze, "{query}");
        assert!(!String::from_utf8(read(Encoding::Walls)).unwrap().contains("rock"), "{query}");
    }
    assert!(
        !String::from_utf8(bytes(&made("grid=hex&w=5&h=5"), Format::Json(Encoding::Graph))).unwrap().contains("rock")
    );
}
