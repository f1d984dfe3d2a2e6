//! Requests with many parameters. An idle service answers every request that it accepts: random ones, mostly of parameters that are
//! valid together; and all that shapes a maze, two or three at a time, on every grid and in every format.

use dedale::grid::{Cell, Grid as _, GridKind, Mesh, MeshOptions};
use dedale::rng::Rng;
use dedale_server::parameters::table::{PARAMETERS, Parameter, Values};

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
    "/maze.pdf",
    "/solve.pdf",
    "/check",
    "/solve/steps",
    "/book.pdf",
    "/mazes",
    "/mazes.npy",
];

/// Parameters that are given once in a while, and others hardly ever, since they go with few others.
const RARE: &[&str] = &[
    "window",
    "zoom_level",
    "moves",
    "rings",
    "decoys",
    "outline",
    "sum",
    "symmetry",
    "unicursal",
    "reveal",
    "path_style",
    "max_walls_in",
    "directions",
    "path",
    "room_size",
    "hand",
    "at",
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
    "binding",
    "cover",
    "poster",
    "palette",
    "gutter",
    "per_page",
    "answers_per_page",
    "lang",
    "show",
    "fps",
    "seconds",
    "steps",
    "weights",
    "obstacles",
    "solvable",
    "items",
    "locks",
    "word",
    "sum",
    "text",
    "pairs",
];

/// What shapes a maze, and the values that are tried, the most telling first. `remove` and `from` have their values from the grid.
const SHAPES: &[(&str, &[&str])] = &[
    ("wrap", &["xy", "x", "y"]),
    ("mask", &["circle&parts=largest"]),
    ("outline", &["smooth&mask=heart"]),
    ("floors", &["2"]),
    ("weave", &["1"]),
    ("sparse", &["0.4"]),
    ("rooms", &["2&room_size=2"]),
    ("symmetry", &["mirror-x"]),
    ("unicursal", &["true"]),
    ("reveal", &["heart", "text:A"]),
    ("obstacles", &["0.3", "0.5&parts=any"]),
    ("straightness", &["0.7"]),
    ("max_walls", &["0.3"]),
    ("braid", &["1"]),
    ("max_dead_end", &["2"]),
    ("solvable", &["0"]),
    ("locks", &["2&items=treasure:3"]),
    ("word", &["CAT&decoys=0.5"]),
    ("sum", &["1..9"]),
    ("doors", &["true"]),
    ("exits", &["2"]),
    ("ends", &["farthest", "center", "random"]),
    ("from", &[""]),
    ("remove", &[""]),
    ("length", &["0..1000"]),
    ("weights", &["hills"]),
    ("algo", &["eller", "division", "kruskal"]),
];

/// Where a shape of a grid can be asked for: every format, with and without what it may show besides, and all else that is made of mazes.
const PICTURES: &[&str] = &[
    "/maze.json?",
    "/maze.json?encoding=passages",
    "/maze.json?encoding=bits",
    "/maze.json?encoding=named",
    "/maze.json?encoding=blocks",
    "/maze.json?encoding=graph",
    "/maze.txt?",
    "/solve?format=unicode",
    "/solve?format=blocks",
    "/maze?format=ansi",
    "/maze.svg?",
    "/solve.svg?heat=distance",
    "/maze.png?cell=4&wall=1&margin=1",
    "/solve.png?cell=4&wall=1&margin=1&heat=distance",
    "/maze.gif?cell=2&wall=1&margin=0&fps=4&seconds=1",
    "/maze.csv?",
    "/maze.csv?encoding=bits",
    "/maze.npy?",
    "/maze.npy?encoding=bits",
    "/solve.dxf?",
    "/maze.stl?",
    "/maze.tmj?",
    "/maze.mms?",
    "/maze/steps?",
    "/solve.json?include=path,directions,distances,stats",
    "/solve.txt?",
    "/solve.svg?",
    "/solve.png?cell=4&wall=1&margin=1",
    "/solve.gif?cell=2&wall=1&margin=0&fps=4&seconds=1",
    "/solve?format=dxf",
    "/solve?format=csv&include=distances",
    "/solve?format=tmj",
    "/maze.pdf?",
    "/solve.pdf?poster=true",
    "/check?directions=EES",
    "/solve/steps?",
    "/book.pdf?count=2",
    "/mazes?count=2",
    "/mazes.npy?count=2",
];

/// Grids that are posted: one whose cells have edges and other sides besides, and one without polygons.
const CUSTOM: [&str; 2] = [
    r#"{"grid":"custom","encoding":"graph","cells":[
    {"polygon":[[0,0],[1,0],[1,1],[0,1]],"sides":[{"side":"N"},{"side":"E","to":1},{"side":"S","to":2},{"side":"W"},
        {"side":"ladder","to":3},{"side":"hatch"}]},
    {"polygon":[[1,0],[2,0],[2,1],[1,1]],"sides":[{"side":"N"},{"side":"E"},{"side":"S","to":3},{"side":"W","to":0}]},
    {"polygon":[[0,1],[1,1],[1,2],[0,2]],"sides":[{"side":"N","to":0},{"side":"E","to":3},{"side":"S"},{"side":"W"}]},
    {"polygon":[[1,1],[2,1],[2,2]],"sides":[{"side":"N","to":1},{"side":"E"},{"side":"SW"},{"side":"W","to":2},
        {"side":"ladder","to":0}]}]}"#,
    r#"{"grid":"custom","encoding":"graph","cells":[{"sides":[{"side":"E","to":1},{"side":"W","to":2},{"side":"out"}]},
    {"sides":[{"side":"E","to":2},{"side":"W","to":0}]},{"sides":[{"side":"E","to":0},{"side":"W","to":1},{"side":"out"}]}]}"#,
];

/// A maze that some options shape.
#[derive(Clone, Debug)]
pub struct Shaped {
    kind: GridKind,
    /// The grid, if it is posted.
    body: &'static str,
    query: String,
    floors: u32,
    /// How many options shape it, and the first of [`SHAPES`] that may be added.
    count: usize,
    next: usize,
}

impl Shaped {
    /// All mazes of 4 × 4 cells, of 3 × 4 pieces of many cells, of two rings or on a posted grid that at most `most` options shape, each by
    /// one of its first `values` values. Each maze has another seed.
    pub fn all(most: usize, values: usize) -> Vec<Shaped> {
        let plain = |kind: GridKind, body| {
            let size = match kind {
                GridKind::Custom => String::new(),
                GridKind::Polar => "&grid=polar&rings=2".to_owned(),
                _ => format!("&grid={kind}&w={}&h=4", if kind.cells_of_a_piece() > 2 { 3 } else { 4 }),
            };
            Shaped { kind, body, query: size, floors: 1, count: 0, next: 0 }
        };
        let known = GridKind::ALL.iter().filter(|&&kind| kind != GridKind::Custom).map(|&kind| plain(kind, ""));
        let mut all: Vec<Shaped> = known.chain(CUSTOM.map(|body| plain(GridKind::Custom, body))).collect();
        let mut done = 0;
        while done < all.len() {
            let shaped = all[done].clone();
            all[done].query.push_str(&format!("&seed={done}"));
            done += 1;
            for (place, (name, known)) in SHAPES.iter().enumerate().skip(shaped.next).filter(|_| shaped.count < most) {
                let with = |value: &&str| {
                    let value = if value.is_empty() { shaped.own(name) } else { (*value).to_owned() };
                    let floors = if *name == "floors" { 2 } else { shaped.floors };
                    let query = format!("{}&{name}={value}", shaped.query);
                    Shaped { query, floors, count: shaped.count + 1, next: place + 1, ..shaped.clone() }
                };
                all.extend(known.iter().take(values).map(with));
            }
        }
        all
    }

    /// A cell of the grid, or a side of it.
    fn own(&self, name: &str) -> String {
        let (cell, side) = if self.kind == GridKind::Custom {
            ("1".to_owned(), "E".to_owned())
        } else {
            let floors = if self.kind == GridKind::Square { self.floors } else { 1 };
            let options = MeshOptions { columns: 4, rows: 4, rings: 2, floors, ..MeshOptions::new(self.kind) };
            let (mesh, cell) = (Mesh::new(&options).expect("a small grid"), Cell(1));
            let side = mesh.inner_sides(cell).into_iter().last().expect("a neighbor");
            (mesh.address(cell).to_string(), mesh.side_name(cell, side).to_owned())
        };
        if name == "remove" { format!("{cell},{side}") } else { cell }
    }

    /// The names of its parameters.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.query.split('&').filter_map(|pair| pair.split_once('=')).map(|(name, _)| name)
    }

    /// The requests for it, one for each of [`PICTURES`].
    pub fn requests(&self) -> impl Iterator<Item = String> {
        PICTURES.iter().filter_map(|&picture| {
            let query = &self.query;
            if self.body.is_empty() {
                return Some(format!("GET {picture}{query} HTTP/1.1\n\n"));
            }
            // The format of a posted grid is in the query.
            let (format, style) = picture.strip_prefix("/maze.")?.split_once('?')?;
            let format = if format == "txt" { "ascii" } else { format };
            let head = format!("POST /maze?format={format}&{style}{query} HTTP/1.1\ncontent-type: application/json");
            Some(format!("{head}\n\n{}", self.body))
        })
    }
}

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
    let (is_many, is_array) = (path.starts_with("/mazes"), path == "/mazes.npy");
    match name {
        "format" => path == "/maze" || path == "/solve",
        "encoding" => {
            ["/maze", "/solve", "/maze.json", "/solve.json", "/maze.csv", "/maze.npy"].contains(&path) || is_many
        }
        "solver" | "hand" | "include" | "point" | "text" => is_solved || is_many && !is_array,
        "hash" => is_solved || is_many,
        "offset" => is_many,
        "distinct" => is_many && !is_array,
        "count" => is_book || is_many,
        "cell" | "wall" | "margin" | "pixels" | "theme" | "color" | "background" | "path_color" => {
            let is_color = name == "color" || name == "path_color";
            [".svg", ".png", ".gif"].iter().any(|end| ends(end)) || is_color && ends(".pdf")
        }
        "heat" | "palette" => ends(".svg") || ends(".png"),
        "steps" => path == "/solve.gif",
        "fps" | "seconds" => ends(".gif"),
        "cell_mm" => ends(".dxf") || ends(".stl"),
        "wall_mm" | "height_mm" | "base_mm" => ends(".stl"),
        "pairs" => ends(".scen"),
        "solution" => path.starts_with("/maze."),
        "paper" | "lang" | "show" | "title" => ends(".pdf"),
        "per_page" | "answers" | "answers_per_page" | "bleed" | "binding" | "cover" | "gutter" => is_book,
        "at" => is_solved,
        "directions" | "path" => path == "/check",
        "read" | "lines" | "walls" | "free" | "start" | "end" | "thin" | "bits" | "mark" => false,
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
    if let Some(names) = parameter.names.clone() {
        let some = if let Values::List { .. } = parameter.values { 1 + rng.index(2) } else { 1 };
        return (0..some).map(|_| names[rng.index(names.len())]).collect::<Vec<_>>().join(",");
    }
    let place = |rng: &mut Rng| format!("{},{}", rng.below(h), rng.below(w));
    let one_of = |values: &[&str], rng: &mut Rng| values[rng.index(values.len())].to_owned();
    match parameter.name {
        "rings" => (1 + rng.below(40)).to_string(),
        "floors" => (1 + rng.below(4)).to_string(),
        "weave" | "straightness" | "braid" | "sparse" | "max_walls" => one_of(&["0", "0.01", "0.3", "0.9", "1"], rng),
        "mask" => one_of(&["circle", "heart", "not:star", "ring", "text:AB", "diamond", "cat"], rng),
        "rooms" => rng.below(101).to_string(),
        "max_dead_end" => (1 + rng.below(9)).to_string(),
        "obstacles" => one_of(&["0", "0.3", "0.6"], rng),
        "solvable" => one_of(&["0", "0.5", "1"], rng),
        "items" => one_of(&["treasure:3", "key,potion:2"], rng),
        "locks" => rng.below(5).to_string(),
        "word" => one_of(&["CAT", "Mäuse", "R2D2"], rng),
        "sum" => one_of(&["1..9", "10..99", "7"], rng),
        "exits" => rng.below(9).to_string(),
        "room_size" => one_of(&["2", "3..7", "20"], rng),
        "difficulty" => one_of(&["easy", "hard", "0..1", "3..40"], rng),
        "length" => one_of(&["0..5", "10..60", "100..1000"], rng),
        "from" | "to" | "point" | "at" => place(rng),
        "directions" => one_of(&["E", "EES", "", "X"], rng),
        "remove" => format!("{},{}", place(rng), one_of(&["N", "E", "S", "W", "NE"], rng)),
        "weights" => one_of(&["1..9", "1..1000", "7", "hills"], rng),
        "pick" => one_of(&["newest", "random", "newest:50,oldest:50"], rng),
        "passes" => (1 + rng.below(8)).to_string(),
        "window" => format!("{},{},{},{}", rng.below(h), rng.below(w), 1 + rng.below(20), 1 + rng.below(20)),
        "zoom_level" => rng.below(4).to_string(),
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
