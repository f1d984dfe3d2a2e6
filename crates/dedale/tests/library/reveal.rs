//! Mazes whose way shows a shape.
//!
//! Proved here: they are perfect, by every algorithm that makes perfect mazes; their only way visits whole blocks of two by two cells, one
//! after another, and two corridors before and after; the blocks are those of the shape, so that their bits ask for the same maze; the
//! corridors stay away from the shape; what does not go with a shape is refused by name; and the cells of the way are filled in pictures.

use std::collections::BTreeMap;

use dedale::formats::Format;
use dedale::generate::ALGORITHMS;
use dedale::grid::{AnyGrid, Cell, Grid, Limits, Mask};
use dedale::maze::Maze;
use dedale::options::{InvalidOptions, MakeError, MazeBuilder, MazeOptions};
use dedale::picture::{PathStyle, Picture, Style};
use dedale::solve::{Solver, distances};

use crate::pixels::{draw_svg, read_png};
use crate::read;

fn make(query: &str) -> Picture {
    read(query).make(&mut ()).unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// The row and the column of each cell of the only way.
fn way(picture: &Picture, what: &str) -> Vec<[u32; 2]> {
    let maze: &Maze<AnyGrid> = &picture.maze;
    assert_eq!(maze.count_passages(), u64::from(maze.grid().cells()) - 1, "{what}");
    let reached = distances(maze, picture.from, &mut ()).unwrap();
    assert!(maze.cells().all(|cell| reached.to(cell).is_some()), "{what}");
    let solution = Solver::Bfs.solve(maze, picture.from, picture.to);
    let place = |cell: &Cell| <[u32; 2]>::try_from(maze.grid().address(*cell).numbers()).unwrap();
    solution.path().unwrap().iter().map(place).collect()
}

/// Checks that a way visits whole blocks one after another. Returns true for each block that it visits, and the corridors.
fn blocks_of(way: &[[u32; 2]], [columns, rows]: [u32; 2], what: &str) -> (Vec<bool>, [Vec<[u32; 2]>; 2]) {
    let block = |[row, column]: [u32; 2]| [row / 2, column / 2];
    let mut counts = BTreeMap::new();
    way.iter().for_each(|&place| *counts.entry(block(place)).or_insert(0) += 1);
    let is_whole = |place: &[u32; 2]| counts[&block(*place)] == 4;
    let first = way.iter().position(is_whole).unwrap_or_else(|| panic!("{what}: no shape"));
    let last = way.iter().rposition(is_whole).unwrap();
    assert!(way[first..=last].iter().all(is_whole), "{what}: the way leaves the shape");
    let mut blocks = vec![false; (columns / 2 * (rows / 2)) as usize];
    for place in &way[first..=last] {
        let [row, column] = block(*place);
        blocks[(row * (columns / 2) + column) as usize] = true;
    }
    (blocks, [way[..first].to_vec(), way[last + 1..].to_vec()])
}

#[test]
fn the_only_way_visits_the_whole_shape_and_nothing_else_but_two_corridors() {
    let mut shapes: Vec<String> = Mask::NAMES.iter().map(|&name| name.to_owned()).collect();
    shapes.extend(["not:heart", "not:cat", "path:M0 0L10 0 5 10Z"].map(str::to_owned));
    for shape in shapes {
        for (w, h) in [(20, 20), (22, 20), (30, 30), (24, 64), (52, 52), (90, 40)] {
            for (seed, more) in [(1, ""), (2, "&algo=wilson&doors=true"), (3, "&algo=prim&ends=random")] {
                let query = format!("w={w}&h={h}&seed={seed}&reveal={shape}{more}");
                let picture = make(&query);
                let way = way(&picture, &query);
                let (blocks, _) = blocks_of(&way, [w, h], &query);
                let share = blocks.iter().filter(|&&is_kept| is_kept).count() as f64 / blocks.len() as f64;
                assert!((0.04..0.75).contains(&share), "{query}: {share}");
                let bits = Mask::from_bits(blocks);
                let again = read(&format!("w={w}&h={h}&seed={seed}{more}")).with_reveal(bits.clone()).unwrap();
                assert!(again.make(&mut ()).unwrap().maze == picture.maze, "{query}: another maze from its blocks");
                assert!(again.to_string().parse::<MazeOptions>().unwrap() == again, "{query}: {again}");
            }
        }
    }
}

#[test]
fn every_algorithm_that_makes_perfect_mazes_hides_shapes() {
    for info in ALGORITHMS {
        let query = format!("algo={}&w=40&h=36&seed=7&reveal=heart", info.name);
        if info.perfect {
            let picture = make(&query);
            blocks_of(&way(&picture, &query), [40, 36], &query);
            assert!(picture.maze == make(&query).maze, "{query}");
            assert!(picture.maze != make(&query.replace("seed=7", "seed=8")).maze, "{query}");
        } else {
            let refused = query.parse::<MazeOptions>().unwrap_err().to_string();
            assert!(refused.starts_with("reveal: does not go with algo="), "{refused}");
        }
    }
}

#[test]
fn words_have_a_whole_number_of_blocks_for_each_point() {
    for (word, w, h) in [("LOVE", 50, 20), ("LOVE", 100, 44), ("A", 20, 20), ("A1", 26, 80)] {
        let query = format!("w={w}&h={h}&reveal=text:{word}");
        let (blocks, _) = blocks_of(&way(&make(&query), &query), [w, h], &query);
        let count = blocks.iter().filter(|&&is_kept| is_kept).count();
        let points = |side: usize| count / (side * side);
        let times = (1..4).find(|&times| count == points(times) * times * times && times * 8 > 8 * (times - 1));
        assert!(times.is_some(), "{query}: {count}");
        // The line on which they stand joins them.
        let columns = (w / 2) as usize;
        let longest = blocks.chunks(columns).map(|row| row.iter().filter(|&&is_kept| is_kept).count()).max();
        assert!(longest.unwrap() % (word.len() * 6 - 1) == 0, "{query}");
    }
    let refused = "w=48&h=20&reveal=text:LOVE".parse::<MazeOptions>().unwrap_err();
    assert_eq!(refused.to_string(), "reveal: needs w=50 and h=20 or more");
}

#[test]
fn corridors_stay_away_from_the_shape_where_there_is_room() {
    for shape in ["heart", "circle", "diamond", "star"] {
        for seed in 0..8 {
            let query = format!("w=52&h=52&seed={seed}&reveal={shape}");
            let (blocks, corridors) = blocks_of(&way(&make(&query), &query), [52, 52], &query);
            let is_shape = |[row, column]: [u32; 2]| blocks[(row / 2 * 26 + column / 2) as usize];
            let beside = |[row, column]: &[u32; 2]| {
                let rows = row.saturating_sub(1)..(row + 2).min(52);
                rows.flat_map(|row| (column.saturating_sub(1)..(column + 2).min(52)).map(move |column| [row, column]))
                    .any(is_shape)
            };
            let touching: usize =
                corridors.iter().map(|corridor| corridor.iter().filter(|at| beside(at)).count()).sum();
            assert!(touching <= 6, "{query}: {touching} cells of the corridors are beside the shape");
        }
    }
}

#[test]
fn what_does_not_go_with_a_shape_is_refused_by_name() {
    let faults = |query: &str| -> Vec<(&'static str, String)> {
        let options = query.parse::<MazeBuilder>().unwrap().options();
        let made = options.map_err(MakeError::from).and_then(|options| options.make(&mut ()));
        let Err(MakeError::Invalid(InvalidOptions(faults))) = made else { panic!("{query} is valid") };
        faults.into_iter().map(|fault| (fault.option, fault.reason.to_string())).collect()
    };
    for (query, option, other) in [
        ("grid=hex", "reveal", "grid=square"),
        ("floors=2", "reveal", "floors"),
        ("wrap=x", "reveal", "wrap"),
        ("weave=0.5", "reveal", "weave"),
        ("mask=circle", "reveal", "mask"),
        ("sparse=0.5", "reveal", "sparse"),
        ("rooms=2", "reveal", "rooms"),
        ("braid=0.5", "reveal", "braid"),
        ("max_dead_end=2", "reveal", "max_dead_end"),
        ("max_walls=0.5", "reveal", "max_walls"),
        ("solvable=0.5", "reveal", "solvable"),
        ("symmetry=mirror-x", "reveal", "symmetry"),
        ("unicursal=true", "reveal", "unicursal"),
        ("remove=0,0,E", "reveal", "remove"),
        ("exits=2", "reveal", "exits"),
        ("ends=farthest", "reveal", "ends=farthest"),
        ("ends=center", "reveal", "ends=center"),
        ("obstacles=0.3", "obstacles", "reveal"),
        ("from=15,15", "from", "outside of the shape"),
        ("to=15,15", "to", "outside of the shape"),
        ("w=18", "w", "20"),
        ("h=21", "h", "even"),
        ("reveal=text:ABC", "reveal", "w=38 and h=20"),
        ("reveal=bits:AAAA", "reveal", "225 bits"),
        ("reveal=bits:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "reveal", "no cell"),
        ("reveal=bits:AQIECBAgQIECBAgQIECBAgQIECBAgQIECBAgQA", "reveal", "parts"),
        ("reveal=bits:_____________________________________4", "from", "outside of the shape"),
        ("reveal=path:M0 0L10 0 0 1ZM10 9L10 10 0 10Z", "reveal", "2 parts"),
    ] {
        let query = if query.contains("reveal") { query.to_owned() } else { format!("reveal=heart&{query}") };
        let faults = faults(&query);
        assert!(faults.len() == 1 && faults[0].0 == option && faults[0].1.contains(other), "{query}: {faults:?}");
    }
}

/// A drawing that was posted becomes the bits of its blocks, which are the same shape again.
#[test]
fn a_drawing_becomes_the_bits_of_its_blocks() {
    let drawn = Mask::from_text(".#.\n###\n.#.\n.#.\n", |size| size, Limits::default()).unwrap();
    let options = MazeBuilder::default().size(40, 50).seed(7).reveal(drawn.over_grid()).options().unwrap();
    let text = options.to_string();
    assert!(text.contains("reveal=bits:"), "{text}");
    let (made, again) = (options.make(&mut ()).unwrap(), make(&text));
    assert!(made.maze == again.maze);
    assert_eq!(made.metadata.options, again.metadata.options);
    let (blocks, _) = blocks_of(&way(&made, &text), [40, 50], &text);
    // Four rows of three squares, six of which are dark.
    let count = blocks.iter().filter(|&&is_kept| is_kept).count();
    assert!(count > 20 * 25 / 8 && count < 20 * 25 / 2, "{count}");
}

#[test]
fn the_cells_of_the_way_are_filled() {
    let [fill, line] = [Some(PathStyle::Fill), Some(PathStyle::Line)];
    for (query, style, is_filled) in [
        ("w=20&h=20&reveal=cat", None, true),
        ("w=20&h=20&reveal=cat", line, false),
        ("w=20&h=20", None, false),
        ("w=20&h=20&heat=distance", fill, true),
        ("w=2&h=20&doors=true", fill, true),
        ("grid=hex&w=9&h=9", fill, true),
        ("grid=polar&rings=6", fill, true),
        ("grid=triangle&w=14&h=10&mask=heart&parts=largest", fill, true),
        ("grid=cairo&w=4&h=4", None, false),
        ("grid=cairo&w=4&h=4", fill, true),
        ("weave=1&w=9&h=9", fill, true),
        ("floors=2&w=5&h=5", fill, true),
    ] {
        let (maze, heat) = query.split_once("&heat").map_or((query, false), |(maze, _)| (maze, true));
        let mut picture = make(&format!("{maze}&seed=3"));
        picture.solve(Solver::Bfs, &mut ()).unwrap();
        let mut look = Style { path_style: style, ..Style::DEFAULT };
        if heat {
            look.heat = Some(Default::default());
            picture.shade(Format::Png(look), &mut ()).unwrap();
        }
        let cells = picture.maze.cells().filter(|&cell| picture.path.as_ref().unwrap().passes(cell)).count();
        // How many pixels have the color of the path: nearly all of those of its cells, or a part of them.
        let pixels = read_png(&picture.to_bytes(Format::Png(look)).unwrap()).rgba;
        let colored = pixels.iter().filter(|pixel| pixel[..3] == look.path_color).count() as f64;
        let all = picture.drawn_size().map(|side| side * f64::from(look.cell)).iter().product::<f64>();
        let of_cell = colored / cells as f64 / (all / f64::from(picture.maze.grid().cells()));
        assert_eq!(of_cell > 0.6, is_filled, "{query} {style:?}: {of_cell}");
        // Another program that draws the SVG fills as many.
        if !heat {
            let pixels = draw_svg(&picture.to_bytes(Format::Svg(look)).unwrap()).rgba;
            let drawn = pixels.iter().filter(|pixel| pixel[..3] == look.path_color).count() as f64;
            assert!((drawn - colored).abs() < 0.12 * colored, "{query} {style:?}: {drawn} and {colored}");
        }
    }
}
