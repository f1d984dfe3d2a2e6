//! `docs/gallery.md` and its pictures are what the service returns, and show everything that can be seen.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use dedale::generate::ALGORITHMS;
use dedale::grid::GridKind;
use dedale_server::parameters::table::{Groups, Name};

use crate::console::Server;
use crate::markdown::{page, root};

/// How pictures in a table look.
const SMALL: &str = "&cell=6&wall=1&margin=2";

/// Changes to a maze of 20 × 20 cells.
const CHANGES: [&str; 31] = [
    "straightness=0.8",
    "algo=growing-tree&pick=oldest",
    "algo=binary-tree&bias=nw",
    "algo=quilt&passes=0",
    "braid=1",
    "max_walls=0.4",
    "max_walls=0.4&max_walls_in=rows",
    "remove=9,9,N;9,9,E;9,9,S;9,9,W",
    "rooms=6",
    "rooms=3&room_size=6",
    "sparse=0.6",
    "rooms=6&sparse=1&braid=0.5",
    "symmetry=mirror-x",
    "symmetry=mirror-y",
    "symmetry=rotate&h=19",
    "unicursal=true",
    "reveal=heart&w=30&h=30",
    "doors=true",
    "ends=farthest",
    "ends=center",
    "from=5,5&to=14,14",
    "exits=3",
    "weave=1",
    "wrap=xy",
    "floors=2&w=10&h=10",
    "weights=hills&heat=weights",
    "max_dead_end=2",
    "items=treasure:2&locks=2&w=10&h=10&cell=12",
    "word=MOUSE&w=10&h=10&cell=12",
    "sum=1..9&decoys=0.5&w=10&h=10&cell=12",
    "obstacles=0.3",
];

/// Shapes of a grid of hexagons.
const MASKS: [&str; 20] = [
    "circle",
    "ring",
    "diamond",
    "heart",
    "star",
    "hexagon",
    "triangle",
    "cat",
    "fish",
    "rabbit",
    "bird",
    "butterfly",
    "dinosaur",
    "car",
    "house",
    "tree",
    "rocket",
    "boat",
    "not:star",
    "text:HEX",
];

/// Grids and masks along whose outline their cells are cut.
const SMOOTH: [&str; 8] = [
    "square cat",
    "square dinosaur",
    "square rabbit",
    "square house",
    "hex heart",
    "hex fish",
    "triangle star",
    "cairo butterfly",
];

/// How a picture can look.
const LOOKS: [&str; 7] = [
    "heat=distance",
    "heat=distance&palette=magma",
    "heat=distance&palette=plasma",
    "heat=distance&palette=inferno",
    "heat=distance&palette=cividis",
    "color=ffffff&background=1f4e79",
    "wall=3&margin=6&path_color=2a9d8f",
];

/// The parameters of a maze that no picture shows: they decide which maze is returned.
const UNSEEN: [&str; 5] = ["generator", "difficulty", "length", "parts", "solvable"];

/// A picture: its name, its caption, and its path.
struct Picture {
    file: String,
    label: String,
    path: String,
}

fn picture(group: &str, label: &str, path: String) -> Picture {
    let format = path.split_once('?').and_then(|(path, _)| path.rsplit_once('.')).map_or("svg", |(_, format)| format);
    let name: String = label.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect();
    Picture { file: format!("{group}-{name}.{format}"), label: label.to_owned(), path }
}

fn groups() -> Vec<(&'static str, String, Vec<Picture>)> {
    let algorithms = ALGORITHMS
        .iter()
        .map(|info| picture("algo", info.name, format!("/maze.svg?algo={}&w=20&h=20&seed=1{SMALL}", info.name)));
    let grids = GridKind::ALL.iter().map(|kind| (kind.info(), kind)).map(|(info, kind)| {
        let side = (200.0 / f64::from(kind.cells_of_a_piece())).sqrt().round();
        let size = if *kind == GridKind::Polar { "rings=7".to_owned() } else { format!("w={side}&h={side}") };
        picture("grid", info.name, format!("/maze.svg?grid={}&{size}&seed=1&cell=9&wall=1&margin=2", info.name))
    });
    let masks = MASKS.map(|mask| {
        let size = if mask.starts_with("text") { "w=36&h=14" } else { "w=16&h=16" };
        picture("mask", mask, format!("/maze.svg?mask={mask}&grid=hex&{size}&seed=1&parts=largest{SMALL}"))
    });
    let smooth = SMOOTH.map(|grid| {
        let (name, mask) = grid.split_once(' ').unwrap();
        let size = if name == "cairo" { "w=6&h=6" } else { "w=12&h=12" };
        let path = format!("/maze.svg?mask={mask}&outline=smooth&grid={name}&{size}&seed=1&cell=9&wall=1&margin=2");
        picture("smooth", grid, path)
    });
    let changed = |change: &str| {
        let given = |name: &str| change.split('&').any(|part| part.starts_with(&format!("{name}=")));
        let rest: String = ["w=20", "h=20", "seed=7", "cell=6", "wall=1", "margin=2"]
            .iter()
            .filter(|part| !given(part.split_once('=').unwrap().0))
            .map(|part| format!("&{part}"))
            .collect();
        format!("{change}{rest}")
    };
    let changes = CHANGES.map(|change| picture("change", change, format!("/maze.svg?{}", changed(change))));
    let looks = LOOKS.map(|look| picture("look", look, format!("/maze.svg?{}", changed(look))));
    let others = ["png", "gif"]
        .map(|format| picture("format", format, format!("/maze.{format}?algo=prim&w=20&h=20&seed=7{SMALL}")));
    let about = |text: &str| text.to_owned();
    vec![
        ("Algorithms", about("[The list](reference/maze.md#algorithms) describes them."), algorithms.collect()),
        ("Grids", about("[The grids](reference/shapes.md#the-grids) have other names, too."), grids.collect()),
        (
            "Masks",
            about("A grid can be [cut to a shape](reference/shapes.md#edges-floors-tunnels-and-masks)."),
            masks.into(),
        ),
        (
            "Smooth outlines",
            about("Cells are [cut along the outline](reference/shapes.md#smooth-outlines) of the mask."),
            smooth.into(),
        ),
        (
            "Changes",
            about("What [changes a maze](reference/maze.md#changes-to-a-maze), and where it begins and ends."),
            changes.into(),
        ),
        ("Looks", about("[Pictures](reference/pictures.md) in other colors."), looks.into()),
        ("Other pictures", about("PNG, and a GIF of how the maze is built."), others.into()),
    ]
}

/// The expected content of `docs/gallery.md`, and of the files of `docs/gallery`.
fn expected(server: &Server) -> (String, Vec<(String, Vec<u8>)>) {
    let get = |path: &str| {
        let answer = minreq::get(format!("http://{}{path}", server.address)).with_timeout(60).send().unwrap();
        assert_eq!(answer.status_code, 200, "{path}: {}", answer.as_str().unwrap_or_default());
        answer.into_bytes()
    };
    let mut files = Vec::new();
    let mut text = "# Gallery\n\nEach picture is what the service returns, and leads to its URL on a server at `127.0.0.1:8080`.\n"
        .to_owned();
    for (title, about, pictures) in groups() {
        write!(text, "\n## {title}\n\n{about}\n\n| | | | |\n|---|---|---|---|\n").unwrap();
        for row in pictures.chunks(4) {
            for Picture { file, label, path } in row {
                write!(text, "| [![{label}](gallery/{file})](http://127.0.0.1:8080{path})<br>`{label}` ").unwrap();
                files.push((file.clone(), get(path)));
            }
            text += "|\n";
        }
    }
    text += "\n[Formats](reference/formats.md) has text, tables and files for other programs.\n";
    (text, files)
}

fn folder() -> PathBuf {
    root().join("docs/gallery")
}

#[test]
fn the_gallery_is_what_the_service_returns() {
    let (text, files) = expected(&Server::start());
    if std::env::var_os("DEDALE_BLESS").is_some_and(|value| value == "1") {
        std::fs::remove_dir_all(folder()).ok();
        std::fs::create_dir_all(folder()).unwrap();
        for (name, bytes) in &files {
            std::fs::write(folder().join(name), bytes).unwrap();
        }
        std::fs::write(root().join("docs/gallery.md"), &text).unwrap();
    }
    assert_eq!(page("docs/gallery.md").text, text, "DEDALE_BLESS=1 writes docs/gallery.md");
    for (name, bytes) in &files {
        assert!(
            std::fs::read(folder().join(name)).is_ok_and(|kept| kept == *bytes),
            "{name}: DEDALE_BLESS=1 writes it"
        );
    }
    let kept: BTreeSet<String> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(kept, files.iter().map(|(name, _)| name.clone()).collect());
    let bytes: usize = files.iter().map(|(_, bytes)| bytes.len()).sum();
    assert!(bytes < 500_000, "{bytes} bytes are much for a repository");
}

#[test]
fn the_gallery_shows_every_parameter_of_a_maze() {
    let paths: Vec<String> =
        groups().into_iter().flat_map(|(_, _, pictures)| pictures).map(|picture| picture.path).collect();
    for name in Groups::MAZE.names().map(Name::as_str).filter(|name| !UNSEEN.contains(name)) {
        let [first, later] = [format!("?{name}="), format!("&{name}=")];
        assert!(paths.iter().any(|path| path.contains(&first) || path.contains(&later)), "{name} is in no picture");
    }
}
