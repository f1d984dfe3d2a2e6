//! Mazes that must never move: the digests of some hundred of them, and one of each algorithm in full.
//!
//! The same generator version, algorithm, size, seed and options give the same maze for ever. `golden/digests.txt` says
//! which mazes those are, one line each: the query, then the digest. It fails here if one wall of one of them moves.
//! `golden/*.txt` beside it are small mazes to look at, so that a person can see what moved.
//!
//! `FROZEN` has the digests of released versions. No command writes them.
//!
//! `DEDALE_BLESS=1 cargo test -p dedale --test library golden::` writes the files anew. It adds what is missing, but refuses to
//! change or drop what is there unless `GENERATOR_VERSION` was raised: no maze can move by an oversight.

use std::collections::BTreeMap;
use std::fs;

use crate::goldens::{Goldens, Promise, blessing, folder, sha256};
use crate::{Made, read};
use dedale::generate::{ALGORITHMS, Algorithm, AlgorithmInfo, GENERATOR_VERSION};
use dedale::grid::{Cell, Grid, Side};
use dedale::options::OPTIONS;
use dedale::picture::Picture;
use dedale::rng::MAX_SEED;

static MAZES: Promise = Promise {
    file: "digests.txt",
    title: "generator version",
    constant: "GENERATOR_VERSION",
    test: "--test library golden",
};

/// Columns and rows.
const SIZES: [(u32, u32); 4] = [(1, 1), (7, 5), (30, 30), (101, 67)];
/// Where lists outgrow their blocks and caches.
const LARGE: (u32, u32) = (1000, 1000);
/// Sizes from which long lists are drawn from differently, and from which several threads generate a maze; and the algorithms that do so.
const LARGEST: (u32, u32) = (3000, 3000);
const LARGEST_OF: [&str; 5] = ["prim", "binary-tree", "sidewinder", "division", "quilt"];
const SEEDS: [u64; 3] = [0, 7, MAX_SEED];

/// Mixes of what `growing-tree` picks, beside the single ones, which come from the table.
const MIXES: [&str; 3] = ["newest:50,random:50", "oldest:1,newest:9", "middle:3,random:2,oldest:1,newest:4"];

/// Every edit alone, and some together. Cells and walls are such as the smaller sizes have.
const EDITS: [&str; 32] = [
    "unicursal=false",
    "rooms=5",
    "rooms=20&room_size=2..4&braid=0.3",
    "braid=0.5",
    "braid=1",
    "max_dead_end=1",
    "max_dead_end=3&braid=0.3",
    "max_walls=0.3&max_walls_in=rows",
    "max_walls=0.3&max_walls_in=columns",
    "max_walls=0.3&max_walls_in=both",
    "max_walls=0.3",
    "max_walls=0",
    "remove=0,0,E&remove=0,0,S&remove=0,0,N&remove=3,2,S&remove=2,6,W",
    "doors=true",
    "doors=false",
    "from=1,0&to=3,6",
    "from=1,0&to=1,0&doors=true",
    "ends=corners",
    "ends=farthest",
    "ends=farthest&doors=true",
    "ends=center",
    "ends=center&doors=true",
    "ends=random",
    "ends=random&doors=true",
    "straightness=0.6",
    "straightness=1",
    "weights=1..9",
    "weights=hills",
    "solvable=0",
    "exits=5",
    "exits=3&to=any&weights=1..9",
    TOGETHER,
];
const SHAPES: [&str; 10] =
    ["grid", "rings", "floors", "wrap", "weave", "mask", "outline", "parts", "obstacles", "sparse"];
/// Options that go with some sizes alone, or with no others.
const HALVES: [(u32, u32, &str); 12] = [
    (9, 9, "difficulty=easy"),
    (9, 9, "difficulty=hard&ends=random"),
    (9, 9, "difficulty=hard&braid=0.7"),
    (9, 9, "difficulty=3..6"),
    (9, 9, "length=16..30"),
    (9, 9, "difficulty=medium..hard"),
    (30, 30, "symmetry=mirror-x"),
    (30, 30, "symmetry=mirror-y"),
    (31, 31, "symmetry=rotate"),
    (30, 31, "symmetry=rotate"),
    (30, 30, "unicursal=true"),
    (24, 30, "reveal=heart"),
];
const TOGETHER: &str = "braid=0.4&max_walls=0.4&max_walls_in=both&remove=2,2,E&remove=0,1,N&ends=farthest&doors=true";

/// Every query that has a line in `digests.txt`, in the order of the lines.
fn queries() -> Vec<String> {
    let mut all = Vec::new();
    let mut add = |shape: &str, (columns, rows): (u32, u32), seed: u64, edits: &str| {
        let and = if edits.is_empty() { "" } else { "&" };
        all.push(format!("algo={shape}&w={columns}&h={rows}&seed={seed}{and}{edits}"));
    };
    for about in ALGORITHMS {
        for shape in shapes(about) {
            for size in SIZES {
                SEEDS.iter().for_each(|&seed| add(&shape, size, seed, ""));
            }
        }
        add(about.name, (30, 30), 1, TOGETHER);
        if matches!(about.algorithm, Algorithm::Backtracker | Algorithm::GrowingTree { .. }) {
            add(about.name, (30, 30), 1, "straightness=0.5");
        }
        add(about.name, LARGE, 7, "");
    }
    for about in ALGORITHMS {
        // A way leads around a perfect maze.
        let is_around = |option: &str| option.starts_with("unicursal") || option.starts_with("reveal");
        let halves = HALVES.iter().filter(|(.., option)| about.perfect || !is_around(option));
        halves.for_each(|&(columns, rows, option)| add(about.name, (columns, rows), 7, option));
    }
    LARGEST_OF.iter().for_each(|name| add(name, LARGEST, 7, ""));
    for edits in EDITS {
        for &size in &SIZES[1..] {
            SEEDS.iter().for_each(|&seed| add("backtracker", size, seed, edits));
        }
    }
    all.extend(drawings().into_values());
    all
}

/// The algorithm without options, and with every value of each.
fn shapes(about: &AlgorithmInfo) -> Vec<String> {
    let mut shapes = vec![about.name.to_owned()];
    for option in about.options {
        shapes.extend(option.values.iter().map(|value| format!("{}&{}={value}", about.name, option.name)));
    }
    if matches!(about.algorithm, Algorithm::Quilt { .. }) {
        shapes.extend([0, 1, 2, 8].map(|passes| format!("{}&passes={passes}", about.name)));
    }
    if matches!(about.algorithm, Algorithm::GrowingTree { .. }) {
        shapes.extend(MIXES.map(|mix| format!("{}&pick={mix}", about.name)));
    }
    shapes
}

/// The mazes that are kept in full: file names and queries.
fn drawings() -> BTreeMap<String, String> {
    let named = |about: &AlgorithmInfo| (format!("{}.txt", about.name), format!("algo={}&w=10&h=6&seed=7", about.name));
    let mut drawings: BTreeMap<_, _> = ALGORITHMS.iter().map(named).collect();
    drawings.insert("edited.txt".into(), format!("algo=backtracker&w=10&h=6&seed=7&{TOGETHER}"));
    drawings
}

fn make(query: &str) -> Made {
    Made::of(&read(query).find(1000, &mut ()).unwrap())
}

/// The SHA-256, in lower-case hexadecimal, of these bytes, with every number in four bytes, the lowest first:
///
/// 1. the columns, the rows, the number of the entrance's cell, the number of the exit's cell;
/// 2. for each cell, row by row from the top left, one byte: the sides that are open to a neighbor, as the sum of
///    N = 1, E = 2, S = 4, W = 8;
/// 3. for each opening in the outer wall, in the order of the cells and at one cell in the order N E S W: the number of the
///    cell, then one byte for the side, N = 0, E = 1, S = 2, W = 3;
/// 4. for a maze with weights, that of each cell, in two bytes, the lowest first.
fn digest(made: &Made) -> String {
    let grid = made.maze.grid();
    let mut bytes = Vec::new();
    for number in [grid.columns(), grid.rows(), made.from.0, made.to.0] {
        bytes.extend(number.to_le_bytes());
    }
    let sides = [(Side::N, 1), (Side::E, 2), (Side::S, 4), (Side::W, 8)];
    for cell in made.maze.cells() {
        let open = sides.iter().filter(|(side, _)| made.maze.passages(cell).contains(*side));
        bytes.push(open.map(|&(_, bit)| bit).sum::<u8>());
    }
    for (cell, side) in made.maze.openings() {
        bytes.extend(cell.0.to_le_bytes());
        bytes.extend(sides.iter().position(|&(other, _)| other == side).map(|number| number as u8));
    }
    bytes.extend(made.maze.weights().into_iter().flatten().flat_map(|weight| weight.to_le_bytes()));
    sha256(&bytes)
}

/// The maze as text: a line for the walls north of each row, a line for the row, and a last line for the south; without
/// spaces at the ends of lines, since editors take them away.
fn draw(made: &Made) -> String {
    let grid = made.maze.grid();
    let is_open = |row, column, side| made.maze.open_sides(grid.at(row, column)).contains(side);
    let walls = |row, side| (0..grid.columns()).map(move |c| if is_open(row, c, side) { "   +" } else { "---+" });
    let mut text = String::new();
    for row in 0..grid.rows() {
        text.extend(["+"].into_iter().chain(walls(row, Side::N)).chain(["\n"]));
        text.push(if is_open(row, 0, Side::W) { ' ' } else { '|' });
        text.extend((0..grid.columns()).map(|c| if is_open(row, c, Side::E) { "    " } else { "   |" }));
        text.push('\n');
    }
    text.extend(["+"].into_iter().chain(walls(grid.rows() - 1, Side::S)));
    text.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The digests of all mazes as they are made now.
fn now() -> Goldens {
    let line = |query: String| (query.clone(), digest(&make(&query)));
    Goldens { promise: &MAZES, version: GENERATOR_VERSION, lines: queries().into_iter().map(line).collect() }
}

/// The text that belongs into each file of a drawing.
fn drawn() -> BTreeMap<String, String> {
    let drawn = |(file, query): (String, String)| (file, format!("{query}\n{}", draw(&make(&query))));
    drawings().into_iter().map(drawn).collect()
}

#[test]
fn mazes_have_not_moved() {
    MAZES.check(&now());
    if blessing() {
        drawn().into_iter().for_each(|(file, text)| fs::write(folder().join(file), text).unwrap());
        return;
    }
    for (file, text) in drawn() {
        let stored = fs::read_to_string(folder().join(&file));
        let stored = stored.unwrap_or_else(|_| panic!("there is no {file}.{}", MAZES.how_to_add()));
        assert!(stored.lines().eq(text.lines()), "{file} is\n{stored}\nand not\n{text}{}", MAZES.how_to_move());
    }
}

/// The SHA-256 of the walls of all [`frozen_queries`] of an algorithm, as they were when generator version 1 was released. `DEDALE_BLESS`
/// does not write these.
const FROZEN: [(&str, &str); 24] = [
    ("backtracker", "3f5ae0bcce820aec4c92419ebbe86c9b7aa688e43ba0c5342dde8bf8f638811e"),
    ("prim", "4eb8278c638c028946c99e0b18568a3f670305bd65ffc762d7a4e7a1fd58dded"),
    ("true-prim", "6b5717e3b40437f20ecec257ef1bdbdb3e05ce9a475d3ca7405e1a4525a31086"),
    ("kruskal", "8126800286f8c012eb1776b575ed82e078e798307f664f3aecc0f65e96169d6c"),
    ("growing-tree", "c8b2b3ffa12a7ee6179a0695803c6377d7e10602cc1e5d290b68f67ddf7bde3b"),
    ("wilson", "de1a95310f66987da8aa3e81365d3065d7ba78cb7d2d289ce805148eb468457e"),
    ("aldous-broder", "dfb3c15b8b20030775171dfa7b2fbd51e7d488aa5e168fcb2b1b31173c9097c3"),
    ("hunt-and-kill", "77f4d78f785979a134bba764a0708d95dec8ad5754e81d1283470cf806f7641e"),
    ("binary-tree", "1a1949267b14baca2e030793a0884a61d7028aa7cefacdda66faaa695ef241c7"),
    ("sidewinder", "bd6de06c4c33d714e14029a3ac7487381c2c0d716dec350401ea32892a51411e"),
    ("eller", "07d3b54a3008f58bc14c424e79def07b2e0b82b67f32d61b3d8575b59d61fc1a"),
    ("division", "a4085d9303c59eb26cee3fdb64110fc8d86fbe4b533e4f105b776344008efc59"),
    ("quilt", "c386c700bc0a3f56479b55745c576d43d779260ac9d76ae9388b7c13cde2fed6"),
    ("houston", "b7cb0dcc1b0781b29fc4278db8450db86a5269d56290530088895de305d94357"),
    ("origin-shift", "a5d9bc455c0ed301d9fa1141ee70331dd249164461ea49f623957d063074ebe7"),
    ("cycle-popping", "1eb47e70cee267cea024925cda2da819b0cb106c61ca7a373b269f1e71419ede"),
    ("boruvka", "b848b6d2baa465ad499ce733c329e784a4906b86fc878117663e7495155aa3d8"),
    ("reverse-delete", "6974ee77028808980bc96e04dbe5710063be583aeeed153c6f0ffd828c9e2cd8"),
    ("parallel-backtracker", "d702f753377c3ff541d36271f7b2c785f75375d17403ca5d96c84166c7bf5f44"),
    ("spiral", "7d71f7b31d7da73814ca5f708356cf7a6f0b2b1f104a187ea1fdcb14ec73bb81"),
    ("blobby-division", "81b34395be035c7df863ec18a824381ee7c6a61cf35615028076b38a8483a774"),
    ("tessellation", "3bd1c483b8521bd581fcf6ca9af86513720dd02ba7f45bf68342e4398e502f45"),
    ("dungeon", "1c932477477054a09094e0fc45e3abb897bdb6a1550a7e9ae6a52b425cb68ae8"),
    ("cellular", "83120887291f21d6a7d8eaba2a272678ffe6a0039492272f7cad787d9da5d237"),
];

/// Mazes of an algorithm on several grids, with several options and seeds.
fn frozen_queries(about: &AlgorithmInfo) -> Vec<String> {
    let mut shapes = Vec::new();
    for size in ["w=13&h=9", "w=24&h=31"] {
        let options = [
            "",
            "&braid=0.5",
            "&max_dead_end=2",
            "&max_walls=0.4",
            "&exits=2&weights=1..9",
            "&ends=farthest&doors=true",
        ];
        shapes.extend(options.map(|options| format!("{size}{options}")));
    }
    if about.grids().count() > 1 {
        for grid in ["grid=hex&w=9&h=8", "grid=triangle&w=10&h=7", "grid=polar&rings=6", "w=8&h=7&wrap=x"] {
            shapes.extend(["", "&braid=0.5"].map(|options| format!("{grid}{options}")));
        }
    }
    let named = |shape: String| SEEDS.map(|seed| format!("algo={}&{shape}&seed={seed}", about.name));
    shapes.into_iter().flat_map(named).collect()
}

/// For each maze its ends, and for each of its cells the sides that are open and the weight.
fn frozen_walls(about: &AlgorithmInfo) -> String {
    let mut bytes = Vec::new();
    for query in frozen_queries(about) {
        let Picture { maze, from, to, .. } =
            read(&query).make(&mut ()).unwrap_or_else(|error| panic!("{query}: {error}"));
        bytes.extend([maze.cells().count() as u32, from.0, to.0].map(u32::to_le_bytes).as_flattened());
        bytes.extend(maze.cells().map(|cell| maze.open_sides(cell).bits()));
        bytes.extend(maze.weights().into_iter().flatten().flat_map(|weight| weight.to_le_bytes()));
    }
    sha256(&bytes)
}

#[test]
fn generator_version_1_is_frozen() {
    assert_eq!(GENERATOR_VERSION, 1, "another version has other walls: name this test after it, and freeze those");
    let now: Vec<(&str, String)> = ALGORITHMS.iter().map(|about| (about.name, frozen_walls(about))).collect();
    let moved: Vec<_> = now.iter().filter(|(name, walls)| !FROZEN.contains(&(*name, walls.as_str()))).collect();
    assert!(
        moved.is_empty(),
        "walls of generator version 1, which is released, have moved: whoever wants this must raise GENERATOR_VERSION, and say so in \
         CHANGELOG.md. (A new algorithm gets its line in FROZEN.) {moved:#?}"
    );
    assert_eq!(FROZEN.len(), ALGORITHMS.len(), "no algorithm of generator version 1 goes away");
}

#[test]
fn the_folder_holds_nothing_else() {
    let expected = drawings();
    for entry in fs::read_dir(folder()).into_iter().flatten() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_other = [
            "digests.txt",
            "any_grid.txt",
            "shapes.txt",
            "mesh_pictures.txt",
            "animations.txt",
            "pictures.txt",
            "solutions.txt",
            "streams.txt",
            "goldens.rs",
        ]
        .contains(&name.as_str());
        assert!(is_other || expected.contains_key(&name), "{name} is no golden");
    }
}

/// Held against the file, not against the list of queries above: what is added to the tables of the library and forgotten
/// there is found here.
#[test]
fn every_algorithm_option_and_edit_has_a_golden() {
    let Some(stored) = fs::read_to_string(folder().join("digests.txt")).ok().filter(|_| !blessing()) else { return };
    let goldens = Goldens::read(&MAZES, &stored).unwrap();
    let how_to_add = MAZES.how_to_add();
    let has = |pairs: &[String]| {
        let has_all = |query: &str| pairs.iter().all(|pair| query.split('&').any(|other| other == pair));
        goldens.lines.iter().any(|(query, _)| has_all(query))
    };
    for about in ALGORITHMS {
        let algo = format!("algo={}", about.name);
        for (columns, rows) in SIZES {
            for seed in SEEDS {
                let query = format!("{algo}&w={columns}&h={rows}&seed={seed}");
                assert!(goldens.digest(&query).is_some(), "no golden for {query}.{how_to_add}");
            }
        }
        for option in about.options {
            for value in option.values {
                let pair = format!("{}={value}", option.name);
                assert!(has(&[algo.clone(), pair.clone()]), "no golden for {algo} with {pair}.{how_to_add}");
            }
        }
        assert!(goldens.digest(&drawings()[&format!("{}.txt", about.name)]).is_some(), "{algo} is drawn nowhere");
    }
    let own = ALGORITHMS.iter().flat_map(|about| about.options).map(|option| (option.name, option.values));
    // The goldens of other grids are in shapes.rs, those of parts in windows.rs, and those of things and letters in edits/items.rs
    // and edits/letters.rs.
    let is_elsewhere = |name: &str| {
        SHAPES.contains(&name) || ["window", "zoom_level", "items", "locks", "word", "sum", "decoys"].contains(&name)
    };
    let plain = OPTIONS.iter().filter(|option| !is_elsewhere(option.name));
    for (name, values) in plain.map(|option| (option.name, option.values)).chain(own) {
        let sent = format!("{name}=");
        let somewhere = goldens.lines.iter().any(|(query, _)| query.split('&').any(|pair| pair.starts_with(&sent)));
        assert!(somewhere, "no golden with {sent}…{how_to_add}");
        for value in values {
            assert!(has(&[format!("{sent}{value}")]), "no golden with {sent}{value}.{how_to_add}");
        }
    }
}

#[test]
fn one_wall_makes_another_digest() {
    for query in ["algo=prim&w=7&h=5&seed=7", "w=7&h=5&seed=7&braid=1&doors=true"] {
        let made = make(query);
        let grid = *made.maze.grid();
        let mut others = vec![made.clone()];
        for cell in made.maze.cells() {
            for side in grid.inner_sides(cell).into_iter().filter(|&side| grid.across(cell, side) > cell) {
                let mut other = made.clone();
                let is_open = made.maze.passages(cell).contains(side);
                if is_open {
                    other.maze.unlink(cell, side)
                } else {
                    other.maze.link(cell, side)
                };
                others.push(other);
            }
            for side in grid.outer_sides(cell).into_iter().filter(|&s| !made.maze.open_sides(cell).contains(s)) {
                let mut other = made.clone();
                other.maze.open_outer(cell, side);
                others.push(other);
            }
            others
                .extend([cell].into_iter().filter(|&from| from != made.from).map(|from| Made { from, ..made.clone() }));
            others.extend([cell].into_iter().filter(|&to| to != made.to).map(|to| Made { to, ..made.clone() }));
        }
        let all = others.len();
        let mut digests: Vec<String> = others.iter().map(digest).collect();
        digests.sort_unstable();
        digests.dedup();
        assert_eq!(digests.len(), all, "{query}");
    }
    let of_shape = |query| digest(&make(query));
    assert_ne!(of_shape("algo=sidewinder&w=1&h=6"), of_shape("algo=sidewinder&w=6&h=1"));
}

/// The bytes of a digest, by hand, so that the digest itself cannot change its meaning.
#[test]
fn digests_are_of_the_bytes_that_are_documented() {
    let made = make("w=2&h=1&seed=7&doors=true");
    assert_eq!((made.from, made.to), (Cell(0), Cell(1)));
    // 02000000 01000000 00000000 01000000, 02 08, 00000000 03, 01000000 01
    assert_eq!(digest(&made), "a55011886d4666b35ba621f0e42d542187ddc1414e4466720a532236f86559d6");
    assert_eq!(draw(&made), "+---+---+\n\n+---+---+\n");
}

#[test]
fn goldens_are_read_as_they_are_written() {
    let now = Goldens {
        promise: &MAZES,
        version: 3,
        lines: vec![("a=1&b=2,3".into(), "0f".into()), ("c=4".into(), "1e".into())],
    };
    assert_eq!(Goldens::read(&MAZES, &now.write()), Some(now));
    assert_eq!(Goldens::read(&MAZES, "a=1 0f\n"), None);
    assert_eq!(Goldens::read(&MAZES, ""), None);
    let queries = queries();
    let twice = queries.iter().enumerate().find(|(i, query)| queries[..*i].contains(query));
    assert_eq!(twice, None, "a query has one line");
}

#[test]
fn blessing_moves_no_maze_within_a_version() {
    let goldens = |version, lines: &[(&str, &str)]| Goldens {
        promise: &MAZES,
        version,
        lines: lines.iter().map(|&(query, digest)| (query.to_owned(), digest.to_owned())).collect(),
    };
    let old = goldens(2, &[("a=1", "0f"), ("b=1", "1e")]);
    let added = [("a=1", "0f"), ("c=1", "99"), ("b=1", "1e")];
    let moved = [("a=1", "0f"), ("b=1", "ff")];
    let dropped = [("a=1", "0f")];
    assert!(old.may_become(&goldens(2, &added)).is_ok());
    assert!(old.may_become(&goldens(3, &moved)).is_ok());
    assert!(old.may_become(&goldens(3, &dropped)).is_ok());
    assert!(old.may_become(&goldens(1, &added)).is_err());
    for lines in [&moved[..], &dropped] {
        let why = old.may_become(&goldens(2, lines)).unwrap_err();
        assert!(
            why.contains("b=1") && why.contains("raise GENERATOR_VERSION") && why.contains("CHANGELOG.md"),
            "{why}"
        );
        assert!(!why.contains("a=1"), "{why}");
    }
}
