//! SVG and PNG show the maze, the path and the distances that JSON tells.
//!
//! The SVG is drawn by another program (resvg) and the PNG read by its own library; then both pictures are flooded cell by
//! cell: between two cells there is a way through the pixels exactly where there is a passage.

use std::collections::{BTreeSet, HashSet, VecDeque};

use dedale::formats::{Encoding, Format, Writer};
use dedale::grid::{Cell, Grid, GridKind, Side, Sides, Square};
use dedale::maze::Maze;
use dedale::options::{MazeBuilder, MazeOptions};
use dedale::picture::{Animation, Color, ItemPlace, Marks, Palette, Picture, Style};
use dedale::solve::Solver;

use crate::pixels::{Pixels, draw_svg, read_png};
use crate::{Made, read, with_distances, with_path};
use resvg::usvg;

type Rgb = [u8; 3];

/// Bits of a pixel, as the head of the file says.
fn depth(png: &[u8]) -> u8 {
    png[24]
}

fn both(picture: &Picture, style: Style) -> [Pixels; 2] {
    [draw_svg(&picture.to_bytes(Format::Svg(style)).unwrap()), read_png(&picture.to_bytes(Format::Png(style)).unwrap())]
}

/// The maze of a query.
fn made(query: &str) -> Picture {
    let Made { maze, from, to } = Made::of(&read(query));
    Picture::new(maze, from, to)
}

/// Mazes of all shapes: perfect, with loops, with doors and openings, with walls and points that stand alone.
fn mazes() -> Vec<Picture> {
    let queries = [
        "w=1&h=1",
        "w=1&h=6&doors=true",
        "w=7&h=1&seed=2",
        "w=2&h=2&seed=1",
        "w=12&h=9&seed=3",
        "algo=prim&w=12&h=9&seed=4&doors=true",
        "algo=binary-tree&w=9&h=12&seed=5&braid=1",
        "algo=division&w=9&h=9&seed=6&max_walls=0.3&ends=farthest",
        "algo=kruskal&w=8&h=8&seed=7&max_walls=0&remove=3,0,W&remove=0,5,N&remove=7,7,S&remove=7,7,E",
        "w=3&h=3&seed=8&from=1,1&to=1,1",
    ];
    let mut mazes: Vec<Picture> = queries.map(made).into();
    let grid = Square::new(4, 3).unwrap();
    // One in which every wall stands: nothing can be reached.
    mazes.push(Picture::new(Maze::closed(grid), grid.at(0, 0), grid.at(2, 3)));
    mazes
}

fn styles() -> Vec<Style> {
    let default = Style { margin: 3, ..Style::DEFAULT };
    let sizes = [(16, 2), (2, 1), (3, 1), (3, 2), (5, 4), (7, 3), (31, 10), (4, 1)];
    sizes.map(|(cell, wall)| Style { cell, wall, ..default }).into()
}

/// The sides of a cell through which a flood of pixels gets out, to the next room or past the outer wall.
fn open_sides(pixels: &Pixels, style: &Style, grid: &Square, cell: Cell, is_wall: impl Fn([u8; 4]) -> bool) -> Sides {
    let (cell_size, wall, margin) = (style.cell as usize, style.wall as usize, style.margin as usize);
    let place = |line: u32| margin + line as usize * cell_size;
    let (left, top) = (place(grid.column(cell)), place(grid.row(cell)));
    let (right, bottom) = (left + cell_size + wall, top + cell_size + wall);
    // From the middle of the room to one pixel beyond the walls.
    let start = (left + wall, top + wall);
    assert!(!is_wall(pixels.at(start.0, start.1)), "there is no wall in a room");
    let (mut seen, mut queue, mut open) = (HashSet::from([start]), VecDeque::from([start]), Sides::NONE);
    while let Some((x, y)) = queue.pop_front() {
        let side = match (x, y) {
            _ if y + 1 == top => Some(Side::N),
            _ if x == right => Some(Side::E),
            _ if y == bottom => Some(Side::S),
            _ if x + 1 == left => Some(Side::W),
            _ => None,
        };
        if let Some(side) = side {
            open = open.with(side);
            continue;
        }
        for next in [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)] {
            // Not along a wall that is not there, round a point, and into the room beside the next one.
            let in_corner =
                (next.0 < left + wall || next.0 >= right - wall) && (next.1 < top + wall || next.1 >= bottom - wall);
            if !in_corner && !is_wall(pixels.at(next.0, next.1)) && seen.insert(next) {
                queue.push_back(next);
            }
        }
    }
    open
}

/// The open sides as JSON tells them, by the cells' numbers.
fn told(picture: &Picture) -> Vec<Sides> {
    let document: serde_json::Value =
        serde_json::from_slice(&picture.to_bytes(Format::Json(Encoding::Bits)).unwrap()).unwrap();
    let rows = document["cells"].as_array().unwrap().iter();
    let bits = rows.flat_map(|row| row.as_array().unwrap()).map(|bits| bits.as_u64().unwrap() as u8);
    bits.map(|bits| Sides::SQUARE.minus(Sides::from_bits(bits))).collect()
}

/// Whether a pixel has this color, but for what is lost where an edge is drawn smoothly.
fn is(rgb: Rgb) -> impl Fn([u8; 4]) -> bool {
    move |[r, g, b, alpha]| alpha == 255 && [r, g, b].into_iter().zip(rgb).all(|(a, b)| a.abs_diff(b) < 8)
}

/// Whether a pixel is more of this color than not.
fn is_rather(rgb: Rgb) -> impl Fn([u8; 4]) -> bool {
    move |[r, g, b, _]| [r, g, b].into_iter().zip(rgb).all(|(a, b)| a.abs_diff(b) < 64)
}

#[test]
fn walls_are_those_of_the_json() {
    for picture in mazes() {
        let expected = told(&picture);
        let grid = picture.maze.grid().square().unwrap();
        for picture in [picture.clone(), with_path(&picture), with_distances(&with_path(&picture))] {
            for style in styles() {
                let heat = picture.distances.as_ref().map(|_| Palette::Viridis);
                let style = Style { heat, ..style };
                for (name, pixels) in ["SVG", "PNG"].iter().zip(both(&picture, style)) {
                    let [width, height] =
                        style.size(grid.columns().into(), grid.rows().into()).map(|size| size as usize);
                    assert_eq!((pixels.width, pixels.rgba.len()), (width, width * height));
                    for cell in picture.maze.cells() {
                        let open = open_sides(&pixels, &style, &grid, cell, is(style.color));
                        assert_eq!(
                            open,
                            expected[cell.index()],
                            "{name} of {:?}, {cell:?}, {style:?}",
                            picture.metadata
                        );
                    }
                }
            }
        }
    }
}

/// Without paths both are the same at every pixel beside the round marks of the ends, heat maps included.
#[test]
fn both_pictures_are_the_same() {
    for picture in mazes() {
        // A maze whose ends have doors.
        let mut open = with_distances(&picture);
        for end in [open.from, open.to] {
            if let Some(side) = open.maze.grid().outer_sides(end).into_iter().next() {
                open.maze.open_outer(end, side);
            }
        }
        if [open.from, open.to].iter().any(|&end| open.maze.open_sides(end) == open.maze.passages(end)) {
            continue;
        }
        for (style, heat) in styles().into_iter().flat_map(|style| [(style, None), (style, Some(Palette::Magma))]) {
            // Shades meet in the middle of a wall: at half a pixel, where it has no middle.
            if heat.is_some() && style.wall % 2 == 1 {
                continue;
            }
            let [svg, png] = both(&open, Style { heat, marks: Marks::Dots, ..style });
            let same = |k: usize| {
                let [red, green, blue, _] = png.rgba[k];
                is_rather([red, green, blue])(svg.rgba[k])
            };
            for k in (0..svg.rgba.len()).filter(|&k| !same(k)) {
                let (x, y) = (k % svg.width, k / svg.width);
                if [open.from, open.to]
                    .iter()
                    .any(|&end| is_in_room(&style, &open.maze.grid().square().unwrap(), end, x, y))
                {
                    continue;
                }
                // Beyond an opening SVG has no shade.
                let beyond = heat.is_some() && is_in_outer_wall(&style, &open.maze.grid().square().unwrap(), x, y);
                assert!(beyond, "{style:?} {heat:?} {x},{y}: {:?} {:?}", svg.rgba[k], png.rgba[k]);
            }
        }
    }
}

/// Whether a pixel is between the walls of a cell.
fn is_in_room(style: &Style, grid: &Square, cell: Cell, x: usize, y: usize) -> bool {
    let within = |at: usize, line: u32| {
        let first = (style.margin + line * style.cell + style.wall) as usize;
        (first..first + (style.cell - style.wall) as usize).contains(&at)
    };
    within(x, grid.column(cell)) && within(y, grid.row(cell))
}

fn is_in_outer_wall(style: &Style, grid: &Square, x: usize, y: usize) -> bool {
    let outer = |at: usize, cells: u32| {
        let first = style.margin as usize;
        let last = first + (cells * style.cell) as usize;
        (first..first + style.wall as usize).contains(&at) || (last..last + style.wall as usize).contains(&at)
    };
    outer(x, grid.columns()) || outer(y, grid.rows())
}

#[test]
fn the_path_and_the_ends_are_where_they_are() {
    for picture in mazes() {
        let drawn = with_path(&picture);
        for style in styles().into_iter().filter(|style| style.cell - style.wall > 1) {
            let style = Style { marks: Marks::Dots, ..style };
            for (name, [plain, with]) in ["SVG", "PNG"].iter().zip({
                let ([plain_svg, plain_png], [svg, png]) = (both(&picture, style), both(&drawn, style));
                [[plain_svg, svg], [plain_png, png]]
            }) {
                let grid = picture.maze.grid().square().unwrap();
                let changed = |cell: Cell| {
                    let place = |line: u32| (style.margin + line * style.cell + style.wall) as usize;
                    let (left, top) = (place(grid.column(cell)), place(grid.row(cell)));
                    let room = (style.cell - style.wall) as usize;
                    let mut pixels = (top..top + room).flat_map(|y| (left..left + room).map(move |x| (x, y)));
                    pixels.any(|(x, y)| plain.at(x, y) != with.at(x, y))
                };
                let is_end = |cell: Cell| cell == picture.from || cell == picture.to;
                for cell in picture.maze.cells().filter(|&cell| !is_end(cell)) {
                    let passes = drawn.path.as_ref().is_some_and(|path| path.passes(cell));
                    assert_eq!(changed(cell), passes, "{name} {cell:?} {style:?} {:?}", picture.metadata);
                }
                // The exit has a disc, whether there is a door or not.
                let middle = |line: u32| {
                    (style.margin + line * style.cell + style.wall + (style.cell - style.wall) / 2) as usize
                };
                let to = plain.at(middle(grid.column(picture.to)), middle(grid.row(picture.to)));
                assert!(is_rather(style.path_color)(to), "{name} {style:?} {:?} {to:?}", picture.metadata);
            }
        }
    }
}

/// Each mark is drawn at both ends: outside the doors if there is room for it, and else in the cells. Both pictures show the same.
#[test]
fn marks_are_at_both_ends() {
    let wide = Style { cell: 40, wall: 4, margin: 40, ..Style::DEFAULT };
    let narrow = Style { margin: 2, ..wide };
    for (query, has_doors) in
        [("w=8&h=6&seed=7", false), ("w=8&h=6&seed=7&doors=true", true), ("grid=hex&w=6&h=5&seed=3&doors=true", true)]
    {
        let picture = query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap();
        for (style, marks) in
            [wide, narrow].into_iter().flat_map(|style| Marks::ALL.iter().map(move |&marks| (style, marks)))
        {
            let what = format!("{query} {marks} {}", style.margin);
            let none = both(&picture, Style { marks: Marks::None, ..style });
            let with = both(&picture, Style { marks, ..style });
            let margin = style.margin as usize;
            for ([none, with], name) in none.iter().zip(&with).map(|(none, with)| [none, with]).zip(["SVG", "PNG"]) {
                let changed: Vec<usize> = (0..with.rgba.len()).filter(|&k| none.rgba[k] != with.rgba[k]).collect();
                let height = with.rgba.len() / with.width;
                let is_outside = |k: usize| {
                    let (x, y) = (k % with.width, k / with.width);
                    !(margin..with.width - margin).contains(&x) || !(margin..height - margin).contains(&y)
                };
                // As many pixels as a tenth of a cell at each end.
                let first = changed.iter().filter(|&&k| k % with.width < with.width / 2).count();
                let enough = |count: usize| (count > 150) == (marks != Marks::None);
                assert!(enough(first) && enough(changed.len() - first), "{what} {name}: {first} {}", changed.len());
                let outside = changed.iter().filter(|&&k| is_outside(k)).count();
                let is_beside = has_doors && style.margin == 40 && ![Marks::Dots, Marks::None].contains(&marks);
                assert_eq!(outside > changed.len() / 2, is_beside, "{what} {name}: {outside} of {}", changed.len());
            }
            // Squares have sharp pixels.
            let differ = (0..with[0].rgba.len()).filter(|&k| {
                let [red, green, blue, _] = with[1].rgba[k];
                !is_rather([red, green, blue])(with[0].rgba[k])
            });
            assert!(differ.count() < 250, "{what}");
        }
    }
}

/// The ground inside a symbol is seen on its walls, on whatever ground a transparent picture lies.
#[test]
fn symbols_show_on_any_ground() {
    let picture = "w=5&h=4&seed=3".parse::<MazeOptions>().unwrap().make(&mut ()).unwrap();
    let see_through = Color { rgb: [0; 3], alpha: 0 };
    for (color, inside) in [([0x1b, 0x1f, 0x2a], [255; 3]), ([0xe6, 0xe8, 0xee], [0; 3])] {
        let style = Style { cell: 60, color, background: see_through, marks: Marks::Mouse, ..Style::DEFAULT };
        let [svg, png] = both(&picture, style);
        let count = |pixels: &Pixels, of: [u8; 4]| pixels.rgba.iter().filter(|&&pixel| pixel == of).count();
        let [red, green, blue] = inside;
        assert!(count(&svg, [red, green, blue, 255]) > 50, "{color:?}");
        // In a PNG there are holes: as many pixels more are seen through.
        let [in_svg, in_png] = [&svg, &png].map(|pixels| count(pixels, [0; 4]));
        assert!(in_png > in_svg + 50, "{color:?}: {in_svg} {in_png}");
    }
}

/// Each thing is drawn in its cell and each door across its passage, and nothing else is; two keys with different numbers look different.
#[test]
fn things_and_doors_are_where_they_were_placed() {
    let style = Style { cell: 40, wall: 4, margin: 20, ..Style::DEFAULT };
    for query in
        ["w=12&h=9&seed=7&items=treasure:3&items=rune:2&locks=3", "w=9&h=6&seed=2&items=potion:4&locks=12&braid=0.3"]
    {
        let picture = query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap();
        let mut bare = picture.clone();
        bare.list_things(Vec::new(), Vec::new());
        let (with, without) = (both(&picture, style), both(&bare, style));
        let place = |address: &[u64]| [address[1], address[0]].map(|line| 22.0 + 40.0 * (line as f64 + 0.5));
        let things = picture.metadata.items.iter().map(|item| (place(&item.cell), 20.0));
        let doors = picture.metadata.locks.iter().map(|lock| {
            let ([x, y], (dx, dy)) = (
                place(&lock.cell),
                match &*lock.side {
                    "N" => (0.0, -20.0),
                    "E" => (20.0, 0.0),
                    "S" => (0.0, 20.0),
                    _ => (-20.0, 0.0),
                },
            );
            ([x + dx, y + dy], 21.0)
        });
        let places: Vec<([f64; 2], f64)> = things.chain(doors).collect();
        assert!(places.len() > 6, "{query}");
        for (with, without) in with.iter().zip(&without) {
            let mut changed = vec![0; places.len()];
            for k in (0..with.rgba.len()).filter(|&k| with.rgba[k] != without.rgba[k]) {
                let at = [k % with.width, k / with.width].map(|pixel| pixel as f64);
                let near = |([x, y], reach): &([f64; 2], f64)| (at[0] - x).abs().max((at[1] - y).abs()) <= *reach;
                let found: Vec<usize> = (0..places.len()).filter(|&place| near(&places[place])).collect();
                assert!(!found.is_empty(), "{query}: a pixel at {at:?}");
                found.into_iter().for_each(|place| changed[place] += 1);
            }
            assert!(changed.iter().all(|&pixels| pixels > 150), "{query}: {changed:?}");
        }
        let none = Style { marks: Marks::None, ..style };
        assert!(both(&picture, none)[1].rgba == both(&bare, none)[1].rgba, "{query}");
        let cell = |item: &ItemPlace| {
            let [x, y] = place(&item.cell).map(|at| at as usize);
            let pixels = (y - 16..y + 16).flat_map(|y| (x - 16..x + 16).map(move |x| (x, y)));
            pixels.map(|(x, y)| with[1].at(x, y)).collect::<Vec<_>>()
        };
        let keys: Vec<_> = picture.metadata.items.iter().filter(|item| item.lock.is_some()).map(cell).collect();
        assert!(keys.len() > 1 && (1..keys.len()).all(|key| keys[key] != keys[key - 1]), "{query}");
    }
}

/// Each letter is drawn between the walls of its cell, and the ground behind it over the path, whatever the marks are.
#[test]
fn letters_are_drawn_inside_of_their_cells() {
    let style = Style { cell: 40, wall: 4, margin: 20, ..Style::DEFAULT };
    for cell in [16, 40] {
        let style = Style { cell, wall: cell / 8, ..style };
        for query in ["w=12&h=9&seed=7&word=MOUSE", "w=12&h=9&seed=3&sum=1..99", "w=12&h=9&seed=3&word=%C3%84WQ"] {
            let query = query.replace("%C3%84", "Ä");
            let mut picture = query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap();
            picture.solve(Solver::Bfs, &mut ()).unwrap();
            for marks in [Marks::Dots, Marks::None] {
                let style = Style { marks, ..style };
                let mut bare = picture.clone();
                bare.metadata.letters = Vec::new();
                let (with, without) = (both(&picture, style), both(&bare, style));
                let unit = f64::from(cell);
                let origin = 20.0 + f64::from(style.wall) / 2.0;
                let middle = |address: &[u64]| [address[1], address[0]].map(|line| origin + unit * (line as f64 + 0.5));
                let places: Vec<[f64; 2]> =
                    picture.metadata.letters.iter().map(|letter| middle(&letter.cell)).collect();
                for (with, without) in with.iter().zip(&without) {
                    let mut changed = vec![0; places.len()];
                    for k in (0..with.rgba.len()).filter(|&k| with.rgba[k] != without.rgba[k]) {
                        let at = [k % with.width, k / with.width].map(|pixel| pixel as f64 + 0.5);
                        // Half of the room between the walls.
                        let room = (unit - f64::from(style.wall)) / 2.0;
                        let near = |[x, y]: &[f64; 2]| (at[0] - x).abs().max((at[1] - y).abs()) <= room;
                        let place =
                            places.iter().position(near).unwrap_or_else(|| panic!("{query}: a pixel at {at:?}"));
                        changed[place] += 1;
                    }
                    let least = usize::from(cell == 40) * 80 + 15;
                    assert!(changed.iter().all(|&pixels| pixels >= least), "{query}: {changed:?}");
                }
            }
        }
    }
}

#[test]
fn a_png_has_a_size_on_paper() {
    // Cells of 10 mm, or as large as fit on a sheet.
    for (query, style, per_meter) in [
        ("w=8&h=8", Style::DEFAULT, 1600),
        ("w=30&h=30", Style::DEFAULT, (514_000_u32).div_ceil(170)),
        ("w=8&h=30", Style { cell: 40, ..Style::DEFAULT }, (1_234_000_u32).div_ceil(240)),
        ("grid=hex&w=5&h=5", Style { cell: 30, ..Style::DEFAULT }, 3000),
    ] {
        let picture = query.parse::<MazeOptions>().unwrap().make(&mut ()).unwrap();
        let png = picture.to_bytes(Format::Png(style)).unwrap();
        let chunk = png.windows(4).position(|four| four == b"pHYs").unwrap();
        let expected = [per_meter.to_be_bytes(), per_meter.to_be_bytes()].concat();
        assert_eq!((&png[chunk + 4..chunk + 12], png[chunk + 12]), (&expected[..], 1), "{query}");
    }
}

#[test]
fn shades_follow_distance() {
    let picture = with_distances(&made("w=40&h=30&seed=9&doors=true"));
    let style = Style { heat: Some(Palette::Viridis), ..Style::DEFAULT };
    let grid = picture.maze.grid().square().unwrap();
    let found = picture.distances.clone().unwrap();
    for pixels in both(&picture, style) {
        let shade = |cell: Cell| {
            let middle = |line: u32| (style.margin + line * style.cell + style.cell / 2) as usize;
            pixels.at(middle(grid.column(cell)), middle(grid.row(cell)))
        };
        // The marks of the ends hide theirs.
        let is_end = |cell: &Cell| [picture.from, picture.to].contains(cell);
        let mut cells: Vec<Cell> = picture.maze.cells().filter(|cell| !is_end(cell)).collect();
        cells.sort_by_key(|&cell| found.to(cell));
        let shades: Vec<_> = cells.iter().map(|&cell| shade(cell)).collect();
        let mut steps = shades.clone();
        steps.dedup();
        assert_eq!(steps.len(), steps.iter().collect::<HashSet<_>>().len(), "no shade comes twice");
        assert!(steps.len() > 200, "{}", steps.len());
        // Viridis grows ever lighter.
        let lightness = |[r, g, b, _]: &[u8; 4]| 3 * u32::from(*r) + 10 * u32::from(*g) + u32::from(*b);
        assert!(lightness(&steps[0]) + 800 < lightness(steps.last().unwrap()));
    }
}

#[test]
fn unreachable_cells_have_no_shade() {
    let grid = Square::new(3, 1).unwrap();
    let picture = with_distances(&Picture::new(Maze::closed(grid), grid.at(0, 0), grid.at(0, 0)));
    let style = Style { heat: Some(Palette::Plasma), ..Style::DEFAULT };
    for pixels in both(&picture, style) {
        assert_eq!(pixels.at(16 + 2 * 16 + 8, 24), [255; 4]);
        // Beside the disc that marks the only end.
        assert_ne!(pixels.at(16 + 2, 18), [255; 4]);
    }
}

#[test]
fn colors_are_those_of_the_style() {
    let style = Style {
        color: [1, 2, 3],
        background: Color { rgb: [0; 3], alpha: 0 },
        path_color: [9, 200, 4],
        ..Style::DEFAULT
    };
    for pixels in both(&with_path(&made("w=9&h=9&seed=1")), style) {
        let [red, green, blue, alpha] = pixels.at(0, 0);
        assert_eq!(alpha, 0, "{red} {green} {blue}");
        let opaque: BTreeSet<[u8; 4]> = pixels.rgba.iter().copied().filter(|pixel| pixel[3] == 255).collect();
        assert!(opaque.contains(&[1, 2, 3, 255]) && opaque.contains(&[9, 200, 4, 255]), "{opaque:?}");
    }
    let half = Style { background: Color { rgb: [250, 100, 50], alpha: 128 }, ..Style::DEFAULT };
    for pixels in both(&made("w=2&h=2"), half) {
        let [red, green, blue, alpha] = pixels.at(0, 0);
        let near = |value: u8, expected: u8| value.abs_diff(expected) <= 1;
        assert!(near(red, 250) && near(green, 100) && near(blue, 50) && alpha == 128, "{:?}", pixels.at(0, 0));
    }
}

#[test]
fn a_png_has_as_few_bits_as_will_do() {
    let closed = made("w=20&h=20&seed=1");
    let open = made("w=20&h=20&seed=1&doors=true");
    let style = Style::DEFAULT;
    let heat = Style { heat: Some(Palette::Viridis), ..style };
    assert_eq!(depth(&open.to_bytes(Format::Png(style)).unwrap()), 2);
    assert_eq!(depth(&closed.to_bytes(Format::Png(style)).unwrap()), 2);
    assert_eq!(depth(&with_path(&open).to_bytes(Format::Png(style)).unwrap()), 2);
    assert_eq!(depth(&with_distances(&made("w=3&h=3")).to_bytes(Format::Png(heat)).unwrap()), 4);
    assert_eq!(depth(&with_distances(&open).to_bytes(Format::Png(heat)).unwrap()), 8);
}

#[test]
fn an_svg_is_small_and_has_few_elements() {
    for algorithm in dedale::generate::ALGORITHMS {
        for seed in 1..4 {
            let picture = made(&format!("algo={}&w=100&h=100&seed={seed}", algorithm.name));
            let svg = picture.to_bytes(Format::Svg(Style::DEFAULT)).unwrap();
            assert!(svg.len() < 60_000, "{}: {} bytes", algorithm.name, svg.len());
            let text = String::from_utf8(svg).unwrap();
            let document = usvg::roxmltree::Document::parse(&text).unwrap();
            let count = |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count();
            // The ground and the walls.
            assert_eq!((count("path"), count("circle"), count("title"), count("desc")), (2, 2, 1, 1));
        }
    }
}

/// Slow readers hold one piece and no more.
#[test]
fn pieces_are_small() {
    let picture = with_distances(&with_path(&made("w=200&h=150&seed=3")));
    let heat = Style { heat: Some(Palette::Viridis), ..Style::DEFAULT };
    for format in [Format::Svg(Style::DEFAULT), Format::Png(Style::DEFAULT), Format::Svg(heat), Format::Png(heat)] {
        let mut writer = Writer::new(&picture, format).unwrap();
        let (mut whole, mut pieces, mut largest) = (Vec::new(), 0, 0);
        while !writer.is_done() {
            let before = whole.len();
            writer.write_next(&mut whole);
            largest = largest.max(whole.len() - before);
            pieces += 1;
        }
        assert!(pieces > 20 && largest < 70_000, "{format:?}: {pieces} pieces, of up to {largest} bytes");
        writer.write_next(&mut whole);
        assert_eq!(whole, picture.to_bytes(format).unwrap());
    }
}

/// Lengths that no picture can have were subtracted from each other, and divided by.
#[test]
fn lengths_that_no_picture_has_are_refused() {
    let hexagons = MazeBuilder::default().grid(GridKind::Hex).size(4, 3).make().unwrap();
    for picture in [&made("w=3&h=2"), &hexagons] {
        for (cell, wall) in [(4, 4), (3, 5), (0, 0)] {
            let style = Style { cell, wall, ..Style::DEFAULT };
            let animation = Animation { style, ..Animation::DEFAULT };
            for format in [Format::Svg(style), Format::Png(style), Format::Gif(animation)] {
                let refused = picture.write_to(format, &mut std::io::sink()).unwrap_err().to_string();
                assert_eq!(refused, format!("a wall must be thinner than a cell, and wall is {wall} and cell {cell}"));
                assert!(picture.to_bytes(format).is_err());
            }
        }
        let style = Style { cell: 1 << 30, ..Style::DEFAULT };
        for format in [Format::Png(style), Format::Gif(Animation { style, ..Animation::DEFAULT })] {
            let refused = picture.write_to(format, &mut std::io::sink()).unwrap_err().to_string();
            assert!(refused.contains("pixels a side"), "{refused}");
        }
    }
}
