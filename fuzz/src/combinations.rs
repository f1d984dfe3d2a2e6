//! Requests of random parameters, most of which are valid together: what a service that has nothing else to do accepts, it answers.

use dedale::rng::Rng;
use dedale_server::request::parameters::{PARAMETERS, Parameter, Values};

/// The paths of mazes, and how often each is asked.
const PATHS: &[&str] = &[
    "/maze",
    "/maze",
    "/maze.json",
    "/maze.txt",
    "/maze.svg",
    "/maze.svg",
    "/maze.png",
    "/maze.png",
    "/maze.gif",
    "/maze.csv",
    "/maze.npy",
    "/maze.dxf",
    "/maze.stl",
    "/maze.tmj",
    "/maze.mms",
    "/maze/steps",
    "/solve",
    "/solve",
    "/solve.json",
    "/solve.txt",
    "/solve.svg",
    "/solve.png",
    "/solve.gif",
    "/solve/steps",
    "/book.pdf",
];

/// Parameters that are given once in a while, and others hardly ever, since they go with few others.
const RARE: &[&str] = &[
    "window",
    "level",
    "moves",
    "rings",
    "symmetry",
    "unicursal",
    "max_walls_in",
    "directions",
    "path",
    "room_size",
    "hand",
    "pick",
    "bias",
    "passes",
    "from",
    "to",
    "point",
    "difficulty",
    "length",
    "parts",
    "cell_mm",
    "wall_mm",
    "height_mm",
    "base_mm",
    "title",
    "bleed",
    "gutter",
    "per_page",
    "answers_per_page",
    "lang",
    "fps",
    "seconds",
    "steps",
];

/// A request.
pub fn request(rng: &mut Rng) -> Vec<u8> {
    let path = PATHS[rng.index(PATHS.len())];
    let mut query = Vec::new();
    let [w, h] = size(rng);
    query.push(format!("w={w}&h={h}"));
    query.push(format!("seed={}", rng.below(1000)));
    for parameter in PARAMETERS.iter().filter(|parameter| !["w", "h", "seed"].contains(&parameter.name)) {
        let one_in = if RARE.contains(&parameter.name) { 60 } else { 9 };
        if is_of(path, parameter.name) && rng.below(one_in) == 0 {
            query.push(format!("{}={}", parameter.name, value(parameter, [w, h], rng)));
        }
    }
    format!("GET {path}?{} HTTP/1.1\n\n", query.join("&")).into_bytes()
}

/// Whether a path may take a parameter.
fn is_of(path: &str, name: &str) -> bool {
    let ends = |end: &str| path.ends_with(end);
    let is_solved = path.starts_with("/solve");
    let is_book = path == "/book.pdf";
    match name {
        "format" => path == "/maze" || path == "/solve",
        "encoding" => ["/maze", "/solve", "/maze.json", "/solve.json", "/maze.csv", "/maze.npy"].contains(&path),
        "solver" | "hand" | "include" | "point" => is_solved,
        "cell" | "wall" | "margin" | "color" | "background" | "path_color" => {
            [".svg", ".png", ".gif"].iter().any(|end| ends(end)) || is_book && name != "cell" && name != "margin"
        }
        "heat" | "palette" => ends(".svg") || ends(".png"),
        "steps" | "fps" | "seconds" => ends(".gif"),
        "cell_mm" => ends(".dxf") || ends(".stl"),
        "wall_mm" | "height_mm" | "base_mm" => ends(".stl"),
        "solution" => path.starts_with("/maze."),
        "count" | "paper" | "per_page" | "answers" | "answers_per_page" | "lang" | "title" | "bleed" | "gutter" => {
            is_book
        }
        "directions" | "path" => false,
        _ => true,
    }
}

/// Columns and rows: a few, some, or many of one and few of the other.
fn size(rng: &mut Rng) -> [u64; 2] {
    let long = [65_535, 10_000, 3000][rng.index(3)];
    match rng.below(12) {
        0..4 => [1 + rng.below(12), 1 + rng.below(12)],
        4..9 => [2 * (1 + rng.below(30)), 2 * (1 + rng.below(30))],
        9 => [120, 120],
        10 => [long, 1 + rng.below(3)],
        _ => [1 + rng.below(3), long],
    }
}

/// A value that a parameter may have: nearly always a valid one, where the others allow it.
fn value(parameter: &Parameter, [w, h]: [u64; 2], rng: &mut Rng) -> String {
    if let Some(names) = parameter.names {
        let names = names();
        let some = if let Values::List(_) = parameter.values { 1 + rng.index(2) } else { 1 };
        return (0..some).map(|_| names[rng.index(names.len())]).collect::<Vec<_>>().join(",");
    }
    let place = |rng: &mut Rng| format!("{},{}", rng.below(h), rng.below(w));
    let one_of = |values: &[&str], rng: &mut Rng| values[rng.index(values.len())].to_owned();
    match parameter.name {
        "rings" => (1 + rng.below(40)).to_string(),
        "levels" => (1 + rng.below(4)).to_string(),
        "weave" | "straightness" | "braid" | "sparse" | "max_walls" => one_of(&["0", "0.01", "0.3", "0.9", "1"], rng),
        "mask" => one_of(&["circle", "heart", "not:star", "ring", "text:AB", "diamond"], rng),
        "rooms" => rng.below(101).to_string(),
        "room_size" => one_of(&["2", "3..7", "20"], rng),
        "difficulty" => one_of(&["easy", "hard", "0..1", "3..40"], rng),
        "length" => one_of(&["0..5", "10..60", "100..1000"], rng),
        "from" | "to" | "point" => place(rng),
        "remove" => format!("{},{}", place(rng), one_of(&["N", "E", "S", "W", "NE"], rng)),
        "pick" => one_of(&["newest", "random", "newest:50,oldest:50"], rng),
        "passes" => (1 + rng.below(8)).to_string(),
        "window" => format!("{},{},{},{}", rng.below(h), rng.below(w), 1 + rng.below(20), 1 + rng.below(20)),
        "level" => rng.below(4).to_string(),
        "moves" => rng.below(1000).to_string(),
        "cell" => one_of(&["1", "2", "5", "16", "40"], rng),
        "wall" => one_of(&["1", "2", "3"], rng),
        "margin" => one_of(&["0", "1", "16"], rng),
        "color" | "background" | "path_color" => one_of(&["ff0000", "00ff0080", "transparent"], rng),
        "fps" => one_of(&["1", "20", "50"], rng),
        "seconds" => one_of(&["1", "8", "60"], rng),
        "count" => (1 + rng.below(40)).to_string(),
        _ => match (parameter.values, parameter.default) {
            (Values::Flag, _) => "true".to_owned(),
            (_, Some(default)) => default.to_owned(),
            (..) => "1".to_owned(),
        },
    }
}
