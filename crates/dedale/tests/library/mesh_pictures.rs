//! SVG and PNG of mazes on every kind of grid show the maze, the path and the distances.
//!
//! The SVG is drawn by another program (resvg) and the PNG read by its own library. Pixels are flooded: two cells are in one region
//! exactly where passages join them that are drawn, and the outside is in the region of the cells with a way out.
//!
//! `golden/mesh_pictures.txt` has the digests of the bytes. See `golden_pictures.rs` for how they may change.

use std::collections::BTreeMap;

use dedale::draw::drawn_size;
use dedale::edit::{Item, Lock};
use dedale::formats::{Format, Table, VERSION, Writer};
use dedale::grid::{AnyGrid, Cell, Corner, Grid, GridKind, MaskOutline, Mesh, MeshOptions, Side, Wrap};
use dedale::maze::Maze;
use dedale::picture::{Color, Marks, Measures, Palette, Picture, Style};
use dedale::solve::Solver;

use crate::goldens::{Goldens, Promise, sha256};
use crate::pixels::{Pixels, draw_svg, read_png};
use crate::{edge, edges, perfect, with_distances, with_path, woven};

static PICTURES: Promise = Promise {
    file: "mesh_pictures.txt",
    title: "rendering version",
    constant: "formats::VERSION",
    test: "--test library mesh_pictures",
};

const STYLE: Style = Style { cell: 32, wall: 3, margin: 6, ..Style::DEFAULT };

/// Every kind of grid, and what can be done with them.
fn meshes() -> Vec<(String, Mesh)> {
    let small = |kind| MeshOptions { columns: 6, rows: 5, rings: 5, largest_part: true, ..MeshOptions::new(kind) };
    let mut options: Vec<(String, MeshOptions)> =
        GridKind::ALL.iter().map(|&kind| (kind.name().to_owned(), small(kind))).collect();
    for wrap in [Wrap::X, Wrap::Y, Wrap::Xy] {
        for kind in [GridKind::Square, GridKind::Hex, GridKind::Cairo] {
            let options_of = MeshOptions { rows: 6, wrap, ..small(kind) };
            options.push((format!("{kind}, wrap {}", wrap.name()), options_of));
        }
    }
    for (kind, mask) in [
        (GridKind::Square, "heart"),
        (GridKind::Hex, "ring"),
        (GridKind::Triangle, "star"),
        (GridKind::Polar, "not:triangle"),
        (GridKind::Floret, "circle"),
    ] {
        let mask_of = Some(mask.parse().unwrap());
        options.push((format!("{kind}, {mask}"), MeshOptions { columns: 12, rows: 12, mask: mask_of, ..small(kind) }));
    }
    for (kind, mask) in [
        (GridKind::Square, "cat"),
        (GridKind::Hex, "fish"),
        (GridKind::Triangle, "star"),
        (GridKind::Polar, "rabbit"),
        (GridKind::Cairo, "butterfly"),
        (GridKind::Square, "not:text:O"),
    ] {
        let small = MeshOptions { columns: 14, rows: 12, rings: 7, ..small(kind) };
        let smooth = MeshOptions { mask: Some(mask.parse().unwrap()), outline: MaskOutline::Smooth, ..small };
        options.push((format!("{kind}, smooth {mask}"), smooth));
    }
    options.push(("one ring".to_owned(), MeshOptions { rings: 1, ..small(GridKind::Polar) }));
    options.push(("one cell".to_owned(), MeshOptions { columns: 1, rows: 1, ..small(GridKind::Hex) }));
    options.push(("floors".to_owned(), MeshOptions { columns: 4, floors: 3, ..small(GridKind::Square) }));
    for wrap in [Wrap::X, Wrap::Y, Wrap::Xy] {
        let options_of = MeshOptions { columns: 4, rows: 3, floors: 2, wrap, ..small(GridKind::Square) };
        options.push((format!("floors, wrap {}", wrap.name()), options_of));
    }
    let mut meshes: Vec<(String, Mesh)> =
        options.into_iter().map(|(name, options)| (name, Mesh::new(&options).unwrap())).collect();
    for (name, wrap) in [("weave", Wrap::Off), ("weave, wrap xy", Wrap::Xy)] {
        let plain = Mesh::new(&MeshOptions { columns: 8, rows: 8, wrap, ..small(GridKind::Square) }).unwrap();
        let woven = woven(plain, 3);
        assert!(!woven.crossings().is_empty());
        meshes.push((name.to_owned(), woven));
    }
    meshes
}

/// With a thing in every third cell, and doors on the way.
fn with_things(picture: &Picture) -> Picture {
    let mut picture = picture.clone();
    let path = Solver::Bfs.solve(&picture.maze, picture.from, picture.to).path().unwrap_or_default().to_vec();
    let lock = |ends: &[Cell]| {
        let side = picture.maze.neighbors(ends[0]).find(|&(_, far)| far == ends[1]).map(|(side, _)| side)?;
        Some(Lock { cell: ends[0], side })
    };
    let locks = path.windows(2).step_by(4).filter_map(lock).collect();
    let names = ["key", "treasure", "rune"].into_iter().cycle();
    let cells = picture.maze.cells().step_by(3).zip(names);
    let items =
        cells.map(|(cell, name)| Item { name: name.to_owned(), cell, lock: (name == "key").then_some(0) }).collect();
    picture.list_things(items, locks);
    picture
}

fn bytes(picture: &Picture, format: Format) -> Vec<u8> {
    let mut writer = Writer::new(picture.clone(), format).unwrap();
    let mut bytes = Vec::new();
    while !writer.is_done() {
        writer.write_next(&mut bytes);
    }
    bytes
}

fn svg(picture: &Picture, style: Style) -> Pixels {
    draw_svg(&bytes(picture, Format::Svg(style)))
}

fn png(picture: &Picture, style: Style) -> Pixels {
    read_png(&bytes(picture, Format::Png(style)))
}

/// Where a point of a cell, given from its center, is in the picture of a mesh with these bounds.
fn pixel(mesh: &Mesh, bounds: [f64; 4], cell: Cell, from_center: [f64; 2]) -> (usize, usize) {
    let [left, top, right, _] = bounds;
    let floor = if mesh.options().floors > 1 { f64::from(mesh.address(cell).numbers()[0]) } else { 0.0 };
    let [x, y] = mesh.center(cell);
    let to_pixel =
        |line: f64| (f64::from(STYLE.margin) + f64::from(STYLE.wall) / 2.0 + line * f64::from(STYLE.cell)) as usize;
    (to_pixel(x - left + floor * (right - left + 1.0) + from_center[0]), to_pixel(y - top + from_center[1]))
}

/// The bounds of what is drawn: circles reach beyond the corners of their cells.
fn bounds(mesh: &Mesh) -> [f64; 4] {
    let most = 2.0 * f64::from(mesh.options().rings) + 1.0;
    match (mesh.kind(), mesh.bounds()) {
        (GridKind::Polar, _) if mesh.options().mask.is_none() => [0.0, 0.0, most, most],
        (GridKind::Polar, [left, top, right, bottom]) => {
            [(left - 0.25).max(0.0), (top - 0.25).max(0.0), (right + 0.25).min(most), (bottom + 0.25).min(most)]
        }
        (_, bounds) => bounds,
    }
}

/// A point of each cell that no mark of stairs hides.
fn inside(mesh: &Mesh, bounds: [f64; 4], cell: Cell) -> (usize, usize) {
    pixel(mesh, bounds, cell, if mesh.options().floors > 1 { [0.3, 0.3] } else { [0.0, 0.0] })
}

/// The regions of pixels that fulfil a condition: for each pixel the number of its region.
fn regions(pixels: &Pixels, is_free: impl Fn([u8; 4]) -> bool) -> Vec<Option<usize>> {
    let (width, height) = (pixels.width, pixels.rgba.len() / pixels.width);
    let mut regions = vec![None; pixels.rgba.len()];
    let mut count = 0;
    for start in 0..regions.len() {
        if regions[start].is_some() || !is_free(pixels.rgba[start]) {
            continue;
        }
        let mut waiting = vec![start];
        regions[start] = Some(count);
        while let Some(place) = waiting.pop() {
            let (x, y) = (place % width, place / width);
            let beside = [
                (x > 0).then(|| place - 1),
                (x + 1 < width).then(|| place + 1),
                (y > 0).then(|| place - width),
                (y + 1 < height).then(|| place + width),
            ];
            for next in beside.into_iter().flatten() {
                if regions[next].is_none() && is_free(pixels.rgba[next]) {
                    regions[next] = Some(count);
                    waiting.push(next);
                }
            }
        }
        count += 1;
    }
    regions
}

/// Walls are darker than anything else.
fn is_no_wall([red, green, ..]: [u8; 4]) -> bool {
    red > 140 || green > 140
}

/// Whether the two sides of a passage are one in the picture.
fn is_drawn_together(mesh: &Mesh, cell: Cell, side: Side) -> bool {
    let ends = |cell, side| {
        let of_side = edges(mesh, cell).into_iter().filter(move |(known, _)| *known == side);
        of_side.map(|(_, corners)| corners.map(|corner| corner.id)).collect::<Vec<_>>()
    };
    let far = ends(mesh.across(cell, side), mesh.opposite(cell, side));
    let is_common = ends(cell, side).into_iter().any(|[from, _]| far.iter().any(|[_, to]| from == *to));
    !mesh.is_tunnel(cell, side) && is_common
}

/// Whether a passage leads to the opposite edge, not through a tunnel.
fn is_at_edge(mesh: &Mesh, cell: Cell, side: Side) -> bool {
    edge(mesh, cell, side).is_some() && !mesh.is_tunnel(cell, side) && !is_drawn_together(mesh, cell, side)
}

/// For each cell, and for the outside at the end, which of them are one region: the least of their numbers.
fn expected_regions(maze: &Maze<AnyGrid>) -> Vec<usize> {
    let mesh = maze.grid().mesh().unwrap();
    let outside = mesh.cells() as usize;
    let mut links = Vec::new();
    for cell in maze.cells() {
        for side in maze.passages(cell) {
            if is_drawn_together(mesh, cell, side) {
                links.push((cell.index(), mesh.across(cell, side).index()));
            } else if is_at_edge(mesh, cell, side) {
                // Through the gaps between the dashes.
                links.push((cell.index(), outside));
            }
        }
    }
    links.extend(maze.openings().map(|(cell, _)| (cell.index(), outside)));
    let mut regions: Vec<usize> = (0..=outside).collect();
    loop {
        let before = regions.clone();
        for &(a, b) in &links {
            let least = regions[a].min(regions[b]);
            (regions[a], regions[b]) = (least, least);
        }
        if regions == before {
            return regions;
        }
    }
}

/// The same of a picture.
fn drawn_regions(pixels: &Pixels, mesh: &Mesh) -> Vec<usize> {
    let regions = regions(pixels, is_no_wall);
    let bounds = bounds(mesh);
    let cells = (0..mesh.cells()).map(|cell| inside(mesh, bounds, Cell(cell)));
    let places: Vec<(usize, usize)> = cells.chain([(0, 0)]).collect();
    let mut first: BTreeMap<usize, usize> = BTreeMap::new();
    let of = places.iter().enumerate().map(|(number, &(x, y))| {
        let region = regions[y * pixels.width + x].unwrap_or_else(|| panic!("there is a wall in cell {number}"));
        *first.entry(region).or_insert(number)
    });
    of.collect()
}

fn check_regions(name: &str, picture: &Picture) {
    let expected = expected_regions(&picture.maze);
    for (format, pixels) in [("SVG", svg(picture, STYLE)), ("PNG", png(picture, STYLE))] {
        assert_eq!(drawn_regions(&pixels, picture.maze.grid().mesh().unwrap()), expected, "{name} as {format}");
    }
}

#[test]
fn a_flood_of_pixels_reaches_what_passages_reach() {
    for (name, mesh) in meshes() {
        // A tunnel at an edge leads outside too.
        if name == "weave, wrap xy" {
            continue;
        }
        let picture = perfect(&mesh);
        check_regions(&name, &picture);
        // Now with a wall in the middle of some passage, and with a way out.
        let mut other = picture.clone();
        let passage = picture
            .maze
            .links()
            .find(|&(cell, side, _)| cell.0 >= mesh.cells() / 2 && is_drawn_together(&mesh, cell, side));
        if let Some((cell, side, _)) = passage {
            other.maze.unlink(cell, side);
        }
        let outer =
            (0..mesh.cells()).map(Cell).find_map(|cell| Some((cell, mesh.outer_sides(cell).into_iter().next()?)));
        if let Some((cell, side)) = outer.filter(|_| mesh.options().mask.is_none()) {
            other.maze.open_outer(cell, side);
        }
        check_regions(&format!("{name}, changed"), &other);
    }
}

/// How different two pictures are: on average, how many in a thousand pixels are quite different, and the largest difference. An edge that is
/// rounded to another one of the four lines that a pixel is sampled at changes the pixel by a quarter.
fn difference(a: &Pixels, b: &Pixels) -> [f64; 3] {
    assert_eq!((a.width, a.rgba.len()), (b.width, b.rgba.len()));
    let of = |(a, b): (&[u8; 4], &[u8; 4])| a.iter().zip(b).map(|(a, b)| f64::from(a.abs_diff(*b))).fold(0.0, f64::max);
    let differences: Vec<f64> = a.rgba.iter().zip(&b.rgba).map(of).collect();
    let count = differences.len() as f64;
    let many = differences.iter().filter(|&&difference| difference > 80.0).count() as f64;
    [differences.iter().sum::<f64>() / count, many * 1000.0 / count, differences.into_iter().fold(0.0, f64::max)]
}

#[test]
fn both_pictures_are_the_same_and_have_the_size_that_was_said() {
    let seen = Color { rgb: [250, 240, 200], alpha: 90 };
    let heat = Some(Palette::Viridis);
    // What differs most is a transparent ground within the ring at the entrance: an SVG has it twice.
    let styles = [
        (STYLE, [1.5, 1.0, 130.0]),
        (Style { heat, ..STYLE }, [1.5, 1.5, 130.0]),
        (Style { background: seen, cell: 20, wall: 2, ..STYLE }, [3.0, 8.0, 170.0]),
        (Style { cell: 9, wall: 2, margin: 1, ..STYLE }, [5.0, 5.0, 130.0]),
        (Style { cell: 48, wall: 11, background: seen, heat, ..STYLE }, [2.0, 5.0, 130.0]),
    ];
    for (style, most) in styles {
        let mut worst = [(0.0, String::new()), (0.0, String::new()), (0.0, String::new())];
        for (name, mesh) in meshes() {
            let picture = with_distances(&with_path(&perfect(&mesh)));
            let (svg, png) = (svg(&picture, style), png(&picture, style));
            let [width, height] = style.size_of(drawn_size(&mesh)).map(|pixels| pixels as usize);
            assert_eq!((svg.width, svg.rgba.len()), (width, width * height), "{name}");
            for (worst, difference) in worst.iter_mut().zip(difference(&svg, &png)) {
                if difference > worst.0 {
                    *worst = (difference, name.clone());
                }
            }
        }
        let is_small = worst.iter().zip(most).all(|((difference, _), most)| *difference <= most);
        assert!(is_small, "{style:?}: {worst:?}");
    }
}

/// The pixels of a circle around the center of a cell that is `part` of the largest one in it.
fn around(mesh: &Mesh, bounds: [f64; 4], cell: Cell, part: f64) -> Vec<(usize, usize)> {
    let center = mesh.center(cell);
    let to_edge = |(_, corners): (Side, [Corner; 2])| {
        let [[ax, ay], [bx, by]] = corners.map(|corner| corner.at);
        ((bx - ax) * (center[1] - ay) - (by - ay) * (center[0] - ax)).abs() / (bx - ax).hypot(by - ay)
    };
    let radius = edges(mesh, cell).into_iter().map(to_edge).fold(f64::INFINITY, f64::min) * part;
    let steps = || (-20..=20).map(|step| f64::from(step) / 20.0);
    let points = steps().flat_map(|x| steps().map(move |y| [x * radius, y * radius]));
    points.filter(|[x, y]| x.hypot(*y) <= radius).map(|point| pixel(mesh, bounds, cell, point)).collect()
}

#[test]
fn the_path_is_where_it_is() {
    let is_path = |[red, green, ..]: [u8; 4]| red > 180 && green < 120;
    for (name, mesh) in meshes() {
        let picture = with_path(&perfect(&mesh));
        let path = picture.path.as_ref().unwrap();
        let pixels = svg(&picture, STYLE);
        let bounds = bounds(&mesh);
        let is_seen = |cell: Cell, part: f64| {
            around(&mesh, bounds, cell, part).into_iter().any(|(x, y)| is_path(pixels.at(x, y)))
        };
        for cell in picture.maze.cells().filter(|&cell| cell != picture.from && cell != picture.to) {
            // A path that only goes up or down is hidden by the stairs.
            let is_on_level = path.sides(cell).into_iter().any(|side| edge(&mesh, cell, side).is_some());
            if path.passes(cell) && is_on_level {
                assert!(is_seen(cell, 1.0), "{name}: {:?} is on the path", mesh.address(cell));
            } else if !path.passes(cell) {
                assert!(!is_seen(cell, 0.5), "{name}: {:?} is not on the path", mesh.address(cell));
            }
        }
    }
}

/// A way of one color from end to end, on grids where it can be seen as a whole.
#[test]
fn the_path_leads_from_end_to_end() {
    let is_path = |[red, green, ..]: [u8; 4]| red > 180 && green < 140;
    for (name, mesh) in meshes() {
        if mesh.options().wrap != Wrap::Off || mesh.options().floors > 1 || !mesh.crossings().is_empty() {
            continue;
        }
        // A passage may be a third of a side, where a wall of this thickness hides the path.
        if (mesh.kind(), mesh.options().outline) == (GridKind::Cairo, MaskOutline::Smooth) {
            continue;
        }
        let picture = with_path(&perfect(&mesh));
        let pixels = svg(&picture, STYLE);
        let regions = regions(&pixels, is_path);
        let count = regions.iter().flatten().max();
        assert_eq!(count, Some(&0), "{name}");
    }
}

#[test]
fn shades_meet_without_a_seam() {
    // Without marks, which hide shades.
    let style = Style { heat: Some(Palette::Viridis), marks: Marks::None, ..STYLE };
    for (name, mesh) in meshes() {
        let bounds = bounds(&mesh);
        let picture = with_distances(&perfect(&mesh));
        for pixels in [svg(&picture, style), png(&picture, style)] {
            for (cell, side, far) in
                picture.maze.links().filter(|&(cell, side, _)| is_drawn_together(&mesh, cell, side))
            {
                let [[ax, ay], [bx, by]] = edge(&mesh, cell, side).unwrap().map(|corner| corner.at);
                let center = mesh.center(cell);
                let middle = [(ax + bx) / 2.0 - center[0], (ay + by) / 2.0 - center[1]];
                let (x, y) = pixel(&mesh, bounds, cell, middle);
                // Viridis has no blue as bright as a ground that shines through. A tenth of it may be seen where three areas meet.
                for (x, y) in [(x, y), (x - 1, y), (x, y - 1)] {
                    assert!(pixels.at(x, y)[2] < 160, "{name}: {:?} to {:?}", mesh.address(cell), mesh.address(far));
                }
            }
        }
    }
}

#[test]
fn walls_are_few_long_strokes() {
    for kind in [GridKind::Hex, GridKind::Triangle, GridKind::Polar, GridKind::Cairo, GridKind::Kisrhombille] {
        let mesh = Mesh::new(&MeshOptions { columns: 12, rows: 12, rings: 12, ..MeshOptions::new(kind) }).unwrap();
        let picture = perfect(&mesh);
        let text = String::from_utf8(bytes(&picture, Format::Svg(STYLE))).unwrap();
        let (drawing, _) = text.split_once("<metadata>").unwrap();
        let walls = drawing.rsplit("<path ").next().unwrap();
        let strokes = walls.matches(['m', 'M']).count();
        let sides = picture.maze.walls().count()
            + picture.maze.cells().map(|cell| mesh.outer_sides(cell).len() as usize).sum::<usize>();
        // Hardly a stroke ends where another one could take it on: each pair of ends is at two corners of an odd number of walls.
        let mut at_corner: BTreeMap<u64, usize> = BTreeMap::new();
        for cell in picture.maze.cells() {
            for (side, corners) in edges(&mesh, cell) {
                let is_inner = mesh.inner_sides(cell).contains(side);
                let is_first = !is_inner || cell < mesh.across(cell, side);
                if is_first && !picture.maze.open_sides(cell).contains(side) {
                    for corner in corners {
                        *at_corner.entry(corner.id).or_default() += 1;
                    }
                }
            }
        }
        let odd = at_corner.values().filter(|&&walls| walls % 2 == 1).count();
        assert!(
            strokes <= odd / 2 + odd / 20 + 1 && strokes < sides / 2,
            "{kind}: {strokes} strokes, {odd} odd corners, {sides} sides"
        );
    }
}

#[test]
fn a_large_maze_is_drawn_in_pieces_that_fit_together() {
    let mesh = Mesh::new(&MeshOptions { columns: 200, rows: 200, ..MeshOptions::new(GridKind::Hex) }).unwrap();
    let picture = with_path(&perfect(&mesh));
    let style = Style { cell: 8, margin: 2, ..Style::DEFAULT };
    let mut writer = Writer::new(picture.clone(), Format::Svg(style)).unwrap();
    let (mut bytes, mut largest) = (Vec::new(), 0);
    while !writer.is_done() {
        let before = bytes.len();
        writer.write_next(&mut bytes);
        largest = largest.max(bytes.len() - before);
    }
    assert!(largest * 2 < bytes.len(), "{largest} of {}", bytes.len());
    let [average, many, _] = difference(&draw_svg(&bytes), &png(&picture, style));
    assert!(average < 1.0 && many < 1.0, "{average} {many}");
}

#[test]
fn a_wide_maze_has_all_its_lines() {
    let mesh = Mesh::new(&MeshOptions { columns: 1000, rows: 3, ..MeshOptions::new(GridKind::Hex) }).unwrap();
    let picture = with_distances(&perfect(&mesh));
    let style = Style { cell: 13, margin: 2, ..Style::DEFAULT };
    for style in [style, Style { heat: Some(Palette::Viridis), ..style }] {
        let [average, many, _] = difference(&svg(&picture, style), &png(&picture, style));
        assert!(average < 2.0 && many < 2.0, "{style:?}: {average} {many}");
    }
}

#[test]
fn pictures_have_not_moved() {
    let mut lines = Vec::new();
    for (name, mesh) in meshes() {
        let picture = with_distances(&with_path(&perfect(&mesh)));
        for (what, style) in [("plain", Style::DEFAULT), ("heat", Style { heat: Some(Palette::Magma), ..STYLE })] {
            for format in [Format::Svg(style), Format::Png(style)] {
                lines.push((format!("{name}: {}, {what}", format.info().name), sha256(&bytes(&picture, format))));
            }
        }
    }
    for (name, mesh) in meshes() {
        let picture = with_things(&perfect(&mesh));
        for format in [Format::Svg(STYLE), Format::Png(STYLE)] {
            lines.push((format!("{name}: {}, things", format.info().name), sha256(&bytes(&picture, format))));
        }
    }
    let hexagons = MeshOptions { columns: 9, rows: 7, ..MeshOptions::new(GridKind::Hex) };
    for (name, mesh) in meshes().into_iter().chain([("plain hexagons".to_owned(), Mesh::new(&hexagons).unwrap())]) {
        let picture = with_path(&perfect(&mesh));
        for format in [Format::Stl(Measures::DEFAULT), Format::Tmj, Format::Npy(Table::Graph)] {
            let Ok(mut writer) = Writer::new(picture.clone(), format) else { continue };
            let mut bytes = Vec::new();
            while !writer.is_done() {
                writer.write_next(&mut bytes);
            }
            lines.push((format!("{name}: {}", format.info().name), sha256(&bytes)));
        }
    }
    PICTURES.check(&Goldens { promise: &PICTURES, version: VERSION, lines });
}
