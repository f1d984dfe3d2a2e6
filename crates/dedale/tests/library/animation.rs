//! Animated GIFs, as another reader sees them: when each picture is shown, what it shows, and that the last one is the maze.

use std::collections::BTreeSet;

use dedale::formats::{Format, VERSION, Writer};
use dedale::generate::{ALGORITHMS, Algorithm};
use dedale::grid::{Cell, Grid, GridKind, Mesh, MeshOptions};
use dedale::maze::Maze;
use dedale::options::MazeOptions;
use dedale::picture::{Animation, Color, Film, Picture, Shown, Style, Trail};
use dedale::rng::{Rng, Stream};
use dedale::solve::SOLVERS;

use crate::goldens::{Goldens, Promise, sha256};
use crate::pixels::read_png;

static ANIMATIONS: Promise = Promise {
    file: "animations.txt",
    title: "rendering version",
    constant: "formats::VERSION",
    test: "--test library animation",
};

const STYLE: Style = Style { cell: 7, wall: 2, margin: 3, ..Style::DEFAULT };

type Rgb = [u8; 3];

/// The pictures of a GIF, each as a whole, and for how many hundredths of a second each is shown.
struct Seen {
    size: [usize; 2],
    pictures: Vec<Vec<Rgb>>,
    delays: Vec<u16>,
}

fn seen(bytes: &[u8]) -> Seen {
    let mut decoder = gif::DecodeOptions::new();
    decoder.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = decoder.read_info(bytes).unwrap();
    assert_eq!(decoder.repeat(), gif::Repeat::Infinite);
    let size = [decoder.width(), decoder.height()].map(usize::from);
    let mut shown = vec![[0; 3]; size[0] * size[1]];
    let (mut pictures, mut delays) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let [left, top, width] = [frame.left, frame.top, frame.width].map(usize::from);
        for (k, pixel) in frame.buffer.chunks(4).enumerate().filter(|(_, pixel)| pixel[3] == 255) {
            shown[(top + k / width) * size[0] + left + k % width] = [pixel[0], pixel[1], pixel[2]];
        }
        pictures.push(shown.clone());
        delays.push(frame.delay);
    }
    Seen { size, pictures, delays }
}

fn bytes(picture: Picture, format: Format) -> Vec<u8> {
    let mut pieces = Writer::new(picture, format).unwrap();
    let mut bytes = Vec::new();
    while !pieces.is_done() {
        pieces.write_next(&mut bytes);
    }
    bytes
}

/// The pixels of a PNG.
fn painted(picture: Picture) -> Vec<Rgb> {
    let pixels = read_png(&bytes(picture, Format::Png(STYLE)));
    pixels.rgba.iter().map(|&[red, green, blue, _]| [red, green, blue]).collect()
}

fn built(query: &str) -> Picture {
    let mut film = Film::default();
    let made = query.parse::<MazeOptions>().unwrap().make(&mut film.recorder(&mut ())).unwrap();
    Picture { film: Some(film), ..made }
}

fn animated(shown: Shown, fps: u32, seconds: u32) -> Format {
    Format::Gif(Animation { style: STYLE, shown, fps, seconds })
}

#[test]
fn it_takes_its_time_and_ends_with_the_maze() {
    for (query, fps, seconds) in [
        ("algo=wilson&w=9&h=7&seed=3", 10, 2),
        ("algo=kruskal&w=9&h=7&seed=3&doors=true", 7, 3),
        ("w=12&h=9&seed=1", 50, 1),
    ] {
        let picture = built(query);
        let seen = seen(&picture.to_bytes(animated(Shown::Building, fps, seconds)).unwrap());
        assert_eq!(
            seen.size,
            STYLE
                .size(
                    picture.maze.grid().square().unwrap().columns().into(),
                    picture.maze.grid().square().unwrap().rows().into()
                )
                .map(|side| side as usize)
        );
        let all: u32 = seen.delays.iter().copied().map(u32::from).sum();
        // The last picture begins a moment before the end.
        assert_eq!(all, (fps * seconds - 1) * 100 / fps + 200, "{query}");
        assert!(seen.delays.iter().all(|&delay| delay >= 2), "{query}: {:?}", seen.delays);
        assert_eq!(*seen.pictures.last().unwrap(), painted(Picture { film: None, ..picture.clone() }), "{query}");
        // It begins with walls everywhere: wherever the maze has one, and elsewhere.
        let closed = painted(Picture::new(Maze::closed(picture.maze.grid().clone()), picture.from, picture.to));
        let walls = closed.iter().zip(&seen.pictures[0]).filter(|(wall, _)| **wall == STYLE.color);
        assert!(walls.clone().count() > 0 && walls.clone().all(|(wall, shown)| wall == shown), "{query}");
    }
}

#[test]
fn few_steps_are_shown_one_by_one() {
    let picture = built("w=2&h=1&seed=1");
    let steps = picture.film.as_ref().unwrap().steps.len();
    let seen = seen(&picture.to_bytes(animated(Shown::Building, 20, 8)).unwrap());
    assert!((2..=steps + 1).contains(&seen.pictures.len()), "{} of {steps}", seen.pictures.len());
    let all: u32 = seen.delays.iter().copied().map(u32::from).sum();
    assert_eq!(all, steps as u32 * 5 + 200);
}

#[test]
fn without_a_film_it_is_a_single_picture() {
    let picture = Picture { film: None, ..built("w=3&h=3&seed=1") };
    let seen = seen(&picture.to_bytes(animated(Shown::Building, 20, 8)).unwrap());
    assert_eq!(seen.pictures, [painted(picture)]);
    assert_eq!(seen.delays, [200]);
}

/// A small maze on another grid, and how it was built.
fn on_mesh(kind: GridKind) -> Picture {
    let mesh = Mesh::new(&MeshOptions { columns: 4, rows: 3, rings: 3, ..MeshOptions::new(kind) }).unwrap();
    let mut film = Film::default();
    let mut maze = Maze::closed(mesh.clone());
    let mut rng = Rng::new(5, Stream::Generate);
    Algorithm::Backtracker.carve_on(&mut maze, &mut rng, &mut film.recorder(&mut ())).unwrap().unwrap();
    Picture { film: Some(film), ..Picture::new(maze, Cell(0), Cell(mesh.cells() - 1)) }
}

#[test]
fn other_grids_end_with_the_nearest_colors_of_their_picture() {
    for &kind in GridKind::ALL {
        let picture = on_mesh(kind);
        let seen = seen(&bytes(picture.clone(), animated(Shown::Building, 10, 2)));
        let painted = painted(picture);
        let difference = |a: &Rgb, b: &Rgb| (0..3).map(|k| a[k].abs_diff(b[k])).max().unwrap();
        let most = seen.pictures.last().unwrap().iter().zip(&painted).map(|(a, b)| difference(a, b)).max().unwrap();
        assert!(most <= 24, "{kind}: {most}");
        assert!(seen.pictures.len() > 10, "{kind}");
    }
}

#[test]
fn colors_follow_the_style() {
    let (color, ground, path_color) = ([10, 20, 200], [250, 240, 30], [20, 200, 40]);
    let style = Style { color, background: Color::opaque(ground), path_color, ..STYLE };
    let picture = built("algo=wilson&w=9&h=7&seed=3");
    let format = Format::Gif(Animation { style, shown: Shown::Building, fps: 10, seconds: 3 });
    let colors: BTreeSet<Rgb> = seen(&picture.to_bytes(format).unwrap()).pictures.concat().into_iter().collect();
    assert!([color, ground, path_color].iter().all(|color| colors.contains(color)), "{colors:?}");
    // Every other color is a mixture of two of these: none has more of anything, or less.
    let is_between = |&[red, green, blue]: &Rgb| {
        (10..=250).contains(&red) && (20..=240).contains(&green) && (30..=200).contains(&blue)
    };
    assert!(colors.iter().all(is_between), "{colors:?}");
}

#[test]
fn another_animation_has_another_identity() {
    let formats = [(10, 2), (10, 3), (11, 2)].map(|(fps, seconds)| animated(Shown::Building, fps, seconds));
    let of_solving = animated(Shown::Solving, 10, 2);
    let identities: BTreeSet<String> = formats.iter().chain([&of_solving]).map(|format| format.identity()).collect();
    assert_eq!(identities.len(), 4, "{identities:?}");
}

/// The film of how the maze of a picture is solved.
fn solved(picture: Picture, solver: &str) -> Picture {
    let mut film = Film::default();
    let info = SOLVERS.iter().find(|info| info.name == solver).unwrap();
    let found = info.solver.solve_observed(&picture.maze, picture.from, picture.to, &mut film.recorder(&mut ()));
    let Ok(found) = found;
    let path = found.path().map(|path| Trail::new(&picture.maze, path));
    Picture { film: Some(film), path, ..picture }
}

#[test]
fn bytes_have_not_changed() {
    let mut lines = Vec::new();
    for info in ALGORITHMS {
        let picture = built(&format!("algo={}&w=9&h=7&seed=3&braid=0.2&doors=true", info.name));
        let gif = picture.to_bytes(animated(Shown::Building, 10, 3)).unwrap();
        lines.push((format!("building {}", info.name), sha256(&gif)));
    }
    for info in SOLVERS {
        let picture = solved(built("w=9&h=7&seed=3&braid=0.2"), info.name);
        let gif = picture.to_bytes(animated(Shown::Solving, 10, 3)).unwrap();
        lines.push((format!("solving {}", info.name), sha256(&gif)));
    }
    for kind in [GridKind::Hex, GridKind::Polar, GridKind::Cairo] {
        lines.push((format!("on {kind}"), sha256(&bytes(on_mesh(kind), animated(Shown::Building, 10, 2)))));
    }
    ANIMATIONS.check(&Goldens { promise: &ANIMATIONS, version: VERSION, lines });
}

/// Things are in the last picture, on every grid.
#[test]
fn the_last_picture_shows_things() {
    for grid in ["square", "hex", "polar&rings=4"] {
        let size = if grid.starts_with("polar") { "" } else { "&w=8&h=6" };
        for [fps, seconds] in [[1, 1], [10, 3]] {
            let last = |items: &str| {
                let picture = built(&format!("grid={grid}{size}&seed=1{items}"));
                seen(&bytes(picture, animated(Shown::Building, fps, seconds))).pictures.pop().unwrap()
            };
            assert_ne!(last("&items=gem:3"), last(""), "{grid}, {fps} a second");
        }
    }
}
