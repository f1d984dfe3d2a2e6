//! `openapi.yaml` and the service are the same interface: whatever one has, the other has.

mod answers;
mod combined;
mod defaults;
mod pages;
mod pictures;
mod problems;
mod taken;

use std::collections::{BTreeSet, HashMap};

use crate::common::openapi::{self, DOCUMENT, entries, items, operation, parameters, resolve, strings};
use crate::common::{get, request, send};
use dedale::about::OptionInfo;
use dedale::dataset::Field;
use dedale::formats::Encoding;
use dedale::generate::{ALGORITHMS, Algorithm, GENERATOR_VERSION, MAX_SIDE, Pick};
use dedale::grid::{GridKind, Limits};
use dedale::options::{OPTIONS, SizeLimits};
use dedale::picture::{MEASURE_OPTIONS, Measures, STYLE_OPTIONS, Style};
use dedale::rng::{MAX_SEED, parse_seed};
use dedale::solve::SOLVERS;
use dedale_server::endpoints::steps::stream::MAX_STEPS;
use dedale_server::parameters::output::Resource;
use dedale_server::parameters::solve::MAX_MATRIX_CELLS;
use dedale_server::parameters::table::MAX_POINTS;
use dedale_server::parameters::table::{Include, Name, Parameter, Values};
use dedale_server::problem::{Kind, Problem};
use dedale_server::server::router::PATHS;
use dedale_server::settings::Settings;
use serde_json::{Value, json};
use taken::{ROW_PATHS, Taken, companions, operations_with_parameters};

fn set<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeSet<T> {
    items.into_iter().collect()
}

/// The parameter of an operation with this name, as the file describes it.
fn described_in(path: &str, method: &str, name: &str) -> &'static Value {
    let found = parameters(path, method, "query").into_iter().find(|parameter| parameter["name"] == name);
    found.unwrap_or_else(|| panic!("{name} is not in the file"))
}

/// The parameter of `GET /solve` with this name, as the file describes it.
fn described(name: &str) -> &'static Value {
    described_in("/solve", "get", name)
}

/// The schema of a component.
fn schema(name: &str) -> &'static Value {
    &DOCUMENT["components"]["schemas"][name]
}

#[test]
fn paths_are_those_of_the_router() {
    // Some formats have separate paths in the file, so that typed clients know what they get.
    let is_a_format = |path: &&str| Resource::ALL.iter().any(|resource| resource.extension(path).is_some());
    let listed = openapi::paths().into_iter().filter(|path| path.contains('{') || !is_a_format(path));
    assert_eq!(set(listed), set(PATHS.iter().copied()));
}

#[tokio::test]
async fn every_path_has_its_methods_and_no_other() {
    for path in openapi::paths() {
        let allowed = openapi::allowed(path);
        let allowed = set(allowed.split(", "));
        let uri = openapi::address(path);
        for method in ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "QUERY", "MAZE"] {
            let answer = send(request(method.parse().unwrap(), uri, &[])).await;
            let expected = match method {
                _ if !allowed.contains(method) => 405,
                "OPTIONS" => 204,
                // There is no body, which needs no media type.
                "POST" => 400,
                _ => 200,
            };
            assert_eq!(answer.status, expected, "{method} {path}");
            if expected == 405 || expected == 204 {
                let told = answer.header("allow").unwrap_or_default();
                assert_eq!(set(told.split(',').map(str::trim)), allowed, "{method} {path}");
            }
        }
    }
}

#[test]
fn operations_are_told_apart_and_explained() {
    let operations = openapi::operations();
    let id = |&(path, method): &(&str, &str)| operation(path, method)["operationId"].as_str().unwrap();
    assert_eq!(set(operations.iter().map(id)).len(), operations.len());
    let tags = set(items(&DOCUMENT["tags"]).map(|tag| tag["name"].as_str().unwrap()));
    for (path, method) in operations {
        let operation = operation(path, method);
        assert!(operation["summary"].is_string(), "{method} {path}");
        assert!(strings(&operation["tags"]).iter().all(|tag| tags.contains(tag)), "{method} {path}");
        for place in ["query", "header", "path"] {
            for parameter in parameters(path, method, place) {
                assert!(parameter["description"].is_string(), "{method} {path} {parameter}");
            }
        }
    }
}

/// Every operation lists its parameters in the same order, which begins with what a newcomer looks for; those of all operations of a
/// path come last.
#[test]
fn parameters_are_in_one_order() {
    let mut pairs = BTreeSet::new();
    for (path, method) in openapi::operations() {
        let names = parameters(path, method, "query").into_iter().map(|parameter| parameter["name"].as_str().unwrap());
        let names: Vec<_> = names.collect();
        let first = ["algo", "w", "h", "seed"].into_iter().filter(|name| names.contains(name));
        assert!(names.starts_with(&first.collect::<Vec<_>>()), "{method} {path}: {names:?}");
        for (at, &one) in names.iter().enumerate() {
            for &other in &names[at + 1..] {
                assert!(!pairs.contains(&(other, one)), "{method} {path}: {one} is before {other}");
                pairs.insert((one, other));
            }
        }
    }
}

#[test]
fn parameters_are_those_of_the_service() {
    let mut with = BTreeSet::new();
    for (path, method, groups, taken) in operations_with_parameters() {
        let names = parameters(path, method, "query").into_iter().map(|parameter| parameter["name"].as_str().unwrap());
        assert_eq!(set(names), set(groups.parameters().map(|known| known.name)), "{method} {path} of openapi.yaml");
        // Tiles are there for some algorithms only.
        for known in groups.parameters().filter(|known| known.name != "algo" || !path.starts_with("/map/")) {
            let described = described_in(path, method, known.name);
            let known = &Parameter { default: known.default_at(groups), ..known.clone() };
            // A record has other parts than a solution.
            let fields = Some(set([Include::NAMES, Field::NAMES].concat()).into_iter().collect());
            let outputs = Resource::ALL.iter().find(|resource| resource.name() == path).map(|it| it.outputs().iter());
            let formats = outputs.map(|all| all.flat_map(|output| [output.name, output.extension]).collect());
            let known = match (path, known.name) {
                ("/mazes" | "/mazes.{format}", "include") => &Parameter { names: fields, ..known.clone() },
                (_, "format") => &Parameter { names: formats, ..known.clone() },
                _ => known,
            };
            let companions = companions(path, method, known.name);
            assert_parameter(&format!("{method} {path}"), described, known, companions, taken);
        }
        with.insert((path, method));
    }
    for (path, method) in openapi::operations().into_iter().filter(|operation| !with.contains(operation)) {
        assert!(parameters(path, method, "query").is_empty(), "{method} {path}");
    }
}

/// Whether this is another name of an algorithm or of a grid. The file lists each of them by one name.
fn is_alias(known: &Parameter, name: &str) -> bool {
    match known.name {
        "algo" => ALGORITHMS.iter().any(|about| about.aliases.contains(&name)),
        "grid" => GridKind::ALL.iter().map(|kind| kind.info()).any(|about| about.aliases.contains(&name)),
        _ => false,
    }
}

fn assert_parameter(
    operation: &str,
    described: &'static Value,
    known: &Parameter,
    companions: Vec<(&'static str, &'static str)>,
    taken: Taken,
) {
    let (name, outer) = (known.name, &described["schema"]);
    assert!(described.get("required").is_none(), "{name}");
    // A list of names is given once, with commas between them. Other lists are given value by value: OpenAPI has no other separator.
    let is_list = outer["type"] == "array";
    // Of these a pattern says what goes with what.
    let is_one = ["pick", "directions"].contains(&name);
    assert_eq!(is_list, matches!(known.values, Values::List { .. }) && !is_one, "{name}");
    let has_commas = matches!(known.values, Values::List { has_commas: true, .. });
    assert_eq!(is_list && described["explode"] == true, has_commas, "{name}");
    assert_eq!(is_list, described["style"] == "form" && described["explode"].is_boolean(), "{name}");
    // A list that is longer does not fit into a URL, whose length is limited already.
    if let Values::List { max_values: most, has_commas: true } = known.values {
        let said = (most <= 64).then(|| json!(most));
        assert_eq!(outer.get("maxItems"), said.as_ref(), "{name}");
    }
    // One that is more than on or off says its values.
    let is_flag = known.values == Values::Flag && known.names.clone().is_none_or(|names| names.len() == 2);
    assert_eq!(outer["type"] == "boolean", is_flag, "{name}");
    let told = described["description"].as_str().unwrap();
    assert!(known.aliases.iter().all(|alias| told.contains(&format!("`{alias}`"))), "{name} has other names");
    let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
    let default = outer.get("default").map(|default| match default {
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(","),
        value => text(value),
    });
    assert_eq!(default.as_deref(), known.default, "{name}");
    let inner = resolve(outer);
    match known.names.clone() {
        Some(names) if inner["type"] == "boolean" => assert_eq!(set(names), set(["true", "false"]), "{name}"),
        Some(names) if is_list => assert_eq!(set(strings(&resolve(&inner["items"])["enum"])), set(names), "{name}"),
        // Names that are numbers are numbers in the file.
        Some(names) => assert_eq!(
            set(items(&inner["enum"]).map(text)),
            set(names.into_iter().filter(|name| !is_alias(known, name)).map(str::to_owned)),
            "{name}"
        ),
        None => assert!(inner.get("enum").is_none(), "{name}"),
    }
    let examples = if is_list { &outer["examples"][0] } else { &inner["examples"] };
    assert!(default.is_some() || items(examples).next().is_some(), "{name} has neither an example nor a default");
    for example in items(examples).map(text) {
        let alone = [(name.to_owned(), example.clone())];
        let companions = companions.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let pairs: Vec<(String, String)> = alone.into_iter().chain(companions).collect();
        assert!(taken(&pairs), "{operation}: the example {name}={example}");
    }
}

#[test]
fn limits_are_those_of_the_service() {
    let limits = Limits::default();
    for (path, most) in [("/map/window", MAX_SIDE), ("/map/path", MAX_SIDE), ("/solve", limits.max_side.into())] {
        for name in ["w", "h"] {
            let schema = &described_in(path, "get", name)["schema"];
            assert_eq!((&schema["minimum"], &schema["maximum"]), (&json!(1), &json!(most)), "{path} {name}");
        }
    }
    let SizeLimits { max_columns, max_rows, max_cells } = Settings::default().row_limits();
    for path in ROW_PATHS {
        let rows = described_in(path, "get", "h");
        assert_eq!((&rows["schema"]["minimum"], &rows["schema"]["maximum"]), (&json!(1), &json!(max_rows)), "{path}");
        let told = rows["description"].as_str().unwrap();
        assert!(told.contains(&with_commas(max_cells)) && told.contains(&with_commas(max_rows)));
    }
    assert_eq!(max_columns, u64::from(limits.max_side));
    assert_eq!([schema_of_head("w")["maximum"].clone(), schema_of_head("h")["maximum"].clone()], [MAX_SIDE, MAX_SIDE]);
    let width = described_in("/maze", "get", "w");
    let told = width["description"].as_str().unwrap();
    assert!(told.contains(&with_commas(limits.max_cells)), "{told}");
    assert_eq!(width["schema"]["maximum"], max_columns);
    assert_eq!(described("seed")["schema"]["maxLength"], max_seed_bytes());
    assert_eq!(schema_of_head("seed")["maximum"], MAX_SEED);
    let told = |name: &str| described(name)["description"].as_str().unwrap().to_owned();
    assert!(told("w").contains(&with_commas(limits.max_cells)));
    assert!("newest:1000000".parse::<Pick>().is_ok() && "newest:1000001".parse::<Pick>().is_err());
    assert!(told("pick").contains("1,000,000"));
    assert_eq!(schema("Cell")["items"]["maximum"], json!(MAX_SIDE - 1));
}

/// How long a text is at most that is a seed.
fn max_seed_bytes() -> usize {
    (1..).take_while(|&bytes| parse_seed(&"x".repeat(bytes)).is_ok()).count()
}

/// The documented limits of solving and of streams of steps.
#[test]
fn limits_of_solutions_are_those_of_the_service() {
    assert_eq!(described("point")["schema"]["maxItems"], MAX_POINTS);
    for (of, name) in [("SolutionOfSquares", "points"), ("SolutionOfShapes", "points"), ("SolutionBody", "matrix")] {
        assert_eq!(schema(of)["properties"][name]["maxItems"], MAX_MATRIX_CELLS);
    }
    let told = described("point")["description"].as_str().unwrap();
    assert!(told.contains(&format!("{MAX_POINTS} at most")) && told.contains(&with_commas(MAX_MATRIX_CELLS)));
    let mouse = &described_in("/solve", "post", "seed")["schema"];
    assert_eq!(mouse["maxLength"], max_seed_bytes());
    assert_eq!(schema("StepCount")["maximum"], MAX_STEPS);
    let settings = Settings::default();
    for path in ["/maze/steps", "/solve/steps"] {
        let told = operation(path, "get")["description"].as_str().unwrap();
        assert!(told.contains(&with_commas(settings.max_step_cells)), "{path}");
        assert!(told.contains(&with_commas(MAX_STEPS)), "{path}");
    }
    for path in ["/solve", "/check"] {
        let told = openapi::body(path, "post")["description"].as_str().unwrap();
        assert!(told.contains(&format!("{} MiB", settings.max_body >> 20)), "{path}");
    }
}

/// The documented limits of pictures.
#[test]
fn limits_of_pictures_are_those_of_the_service() {
    /// Both limits are values of the option, and one unit beyond them there are none.
    fn check<T: Copy>(options: &[OptionInfo<T>], name: &str, unit: f64, mut target: T) {
        let option = options.iter().find(|option| option.name == name).unwrap();
        let [least, most] =
            ["minimum", "maximum"].map(|limit| described_in("/maze", "get", name)["schema"][limit].as_f64().unwrap());
        let mut takes = |value: f64| (option.set)(&mut target, &value.to_string()).is_ok();
        assert!(takes(least) && takes(most) && !takes(least - unit) && !takes(most + unit), "{name}");
    }
    for name in ["cell", "wall", "margin"] {
        check(STYLE_OPTIONS, name, 1.0, Style::DEFAULT);
    }
    for name in ["cell_mm", "wall_mm", "height_mm", "base_mm"] {
        check(MEASURE_OPTIONS, name, 0.001, Measures::DEFAULT);
    }
    let told = operation("/maze", "get")["description"].as_str().unwrap();
    assert!(told.contains(&with_commas(Settings::default().max_pixels)));
}

fn schema_of_head(name: &str) -> &'static Value {
    resolve(&schema("MazeHead")["properties"][name])
}

fn with_commas(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group));
    groups.collect::<Vec<_>>().join(",")
}

/// Values, good and bad: the file allows exactly those that the service takes.
#[test]
fn values_are_allowed_and_taken_alike() {
    let values = [
        ("algo", &["prim", "dfs", "Prim", "pirm", "", "true-prim "][..]),
        (
            "window",
            &["0,0,1,1", "0,0,64,64", "63,63,1,1", "0,0,64", "0,0,1,1,1", "-1,0,1,1", "0,0,1,x", "", " 0,0,1,1"],
        ),
        ("zoom_level", &["0", "1", "6", "54", "-1", "", "x"]),
        ("moves", &["1", "100000", "0", "100001", "-1", "", "all"]),
        ("w", &["1", "65535", "0", "", "-1", "+1", "1.0", "1e1", "0x1", "99999999999999999999", " 1"]),
        ("h", &["1", "64", "0", "65535", "9007199254740992", "ten"]),
        ("seed", &["0", "9007199254740991", "9007199254740992", "-1", "", "7.5", "lesson 3", "zwölf"]),
        // What else is right on other grids is tried in `shapes`.
        ("from", &["0,0", "63,63", "0,", ",0", "0", "", "-1,0", "0, 0", "a,b", "0;0", "0,0\n"]),
        ("to", &["0,0", "63,63", "0,0,N", "+1,1", "1.0,1"]),
        ("grid", &["hex", "sigma", "octagon", "hexes", "", "Cairo", "4.8.8"]),
        ("floors", &["1", "0", "", "-1", "two"]),
        ("wrap", &["none", "x", "y", "xy", "yx", "", "X"]),
        ("weave", &["0", "1", "0.5", "-0.1", "1.1", "", "half"]),
        ("mask", &["heart", "not:text:AB C", "text:", "text:é", "hart", "", "Circle", "not:", "text: "]),
        ("ends", &["corners", "farthest", "center", "random", "corner", "", "FARTHEST"]),
        ("difficulty", &["easy", "hard", "0..99999", "0.5..9999.5", "Easy", "", "8", "8..", "a..b", "-1..2"]),
        ("length", &["0..999999", "8", "", "a..b", "-1..2", "1.5..2"]),
        ("straightness", &["0", "1", "0.5", "-0.1", "1.1", "", "all"]),
        // A turned maze has an odd side.
        ("symmetry", &["mirror-x", "mirror-y", "mirror", "", "Mirror-x", "none"]),
        ("unicursal", &["true", "false", "1", "yes", ""]),
        ("reveal", &["heart", "not:text:A", "text:", "hart", "", "Circle", "not:"]),
        ("rooms", &["0", "1", "100", "101", "-1", "", "2.5", "many"]),
        ("room_size", &["3..7", "2..20", "5", "20", "20..20", "9..10", "1..3", "2..21", "21", "3..", "..7", "", "3-7"]),
        ("sparse", &["0", "1", "0.4", "-0.1", "1.1", "", "half"]),
        ("exits", &["0", "1", "252", "1001", "-1", "", "2.5", "many"]),
        ("doors", &["true", "false", "1", "0", "yes", "TRUE", ""]),
        ("braid", &["0", "1", "0.5", "1e-3", "-0.1", "1.1", "nan", "inf", "", "half", "0,5", "1e400"]),
        ("max_dead_end", &["1", "3", "4294967295", "0", "4294967296", "-1", "", "2.5", "few"]),
        (
            "items",
            &[
                "treasure:3",
                "key,potion:2",
                "a:100",
                "a:101",
                "a:0",
                "1a",
                "a b",
                "",
                "a:",
                ":3",
                "a:1:2",
                "abcdefghijklmnopqrstu",
            ],
        ),
        ("solvable", &["0", "1", "0.25", "-1", "2", "", "all"]),
        ("obstacles", &["0", "0.5", "0.25", "-1", "2", "", "all"]),
        ("text", &["squares", "emoji", "emojis", "", "Ascii"]),
        ("locks", &["0", "1", "100", "101", "-1", "", "2.5", "many"]),
        ("word", &["CAT", "mäuse", "R2D2", "A", "", "A B", "<b>", "CAT;DOG"]),
        ("sum", &["1..9", "7", "0..99", "1..100", "-1..3", "", "many"]),
        ("decoys", &["1", "0.5", "-1", "2", "", "many"]),
        ("max_walls", &["0", "1", "0.25", "-1", "2", "", "all"]),
        ("remove", &["0,0,N", "63,63,S", "0,0,E", "0,0,W", "0,0", "N,0,0", "", "0,0,N,"]),
        ("max_walls_in", &["rows", "columns", "both", "cols", ""]),
        ("bias", &["se", "sw", "ne", "nw", "es", "", "SE"]),
        ("passes", &["0", "4", "8", "9", "-1", "", "4.0", "four"]),
        ("solver", &["auto", "bfs", "random-mouse", "bsf", "", "BFS", "dfs,bfs"]),
        ("hand", &["right", "left", "", "Left", "both"]),
        ("include", &["path", "stats,path", "path,path", "", ",", "path,", "path, walk", "walks"]),
        ("point", &["0,0", "63,63", "all", "0", "", "a,b", "All", "alle"]),
        ("directions", &["", "N", "NESW", "n", "N E", "X", "NN\n"]),
        ("cell", &["2", "256", "1", "257", "", "-2", "2.5", "16px"]),
        ("wall", &["1", "255", "0", "256", "", "two"]),
        ("margin", &["0", "1024", "1025", "-1", ""]),
        ("pixels", &["700", "0", "1000001", "-1", "", "7.5"]),
        ("theme", &["light", "dark", "Dark", "gray", ""]),
        ("path_style", &["line", "fill", "Fill", "dots", ""]),
        ("marks", &["arrows", "Mouse", "none", "dots", "cat", ""]),
        ("steps", &["building", "solving", "solve", "", "Building"]),
        ("fps", &["1", "50", "0", "51", "", "2.5"]),
        ("seconds", &["1", "60", "0", "61", "", "8s"]),
        ("cell_mm", &["1", "1000", "2.5", "1e1", "0.9", "1000.1", "-1", "", "nan", "inf", "10mm"]),
        ("wall_mm", &["0.1", "100", "0.05", "100.5", "", "thin"]),
        ("height_mm", &["0.1", "1000", "0", "1001", ""]),
        ("base_mm", &["0", "100", "0.2", "-0.1", "100.1", ""]),
        ("color", &["fff", "#A0b", "a0b1c2", "#a0b1c2", "ffff", "ff", "red", "", "#", "##fff", "ggg", "fff;", "\"/>"]),
        ("background", &["fff", "0000", "#12345678", "a0b1c2", "12345", "1234567", "none", "", "#ffg", "fff\n"]),
        ("path_color", &["e34", "#d7263d", "d7263d80", "rgb(1,2,3)", ""]),
        ("heat", &["distance", "none", "weights", "yes", "", "true"]),
        ("palette", &["viridis", "cividis", "jet", "", "Magma"]),
        ("solution", &["true", "false", "yes", "", "TRUE"]),
        ("pairs", &["1", "10000", "0", "10001", "", "-1", "1.5", "few"]),
        ("count", &["1", "500", "0", "501", "", "-1", "1.5", "many", "1000000000", "1000000001"]),
        ("offset", &["0", "7", "-1", "", "1.5", "9007199254740972", "9007199254740992"]),
        ("distinct", &["true", "false", "yes", "", "2"]),
        ("hash", &["walls", "canonical", "", "Walls", "sha256"]),
        ("line_mm", &["0.1", "1.2", "10", "0", "11", "", "thick"]),
        ("paper", &["a5", "6x9", "8.5x11", "A4", "a9", "", "6x 9"]),
        ("per_page", &["1", "6", "3", "0", "01", "", "x"]),
        ("answers", &["end", "facing", "none", "never", ""]),
        ("answers_per_page", &["1", "9", "2", "", "nine"]),
        ("lang", &["en", "el", "EN", "xx", ""]),
        ("show", &["name", "name,seed,difficulty", "seed,seed", "", "Name"]),
        ("title", &["Mazes", "Λαβύρινθοι", "Ё", ""]),
        ("bleed", &["0", "3", "10", "2.5", "10.1", "-1", "", "3mm"]),
        ("cover", &["color", "plain", "none", "", "Color"]),
        ("binding", &["none", "left", "right", "", "Left"]),
        ("gutter", &["0", "50", "12.7", "51", "", "nan"]),
        ("path", &["0,0", "9999999999999999999,0", "99999999999999999999,0", "0", "", "-1,0", "0,0,0"]),
    ];
    for (name, values) in values {
        for value in values {
            assert_alike(name, value);
        }
    }
}

/// As above, for every mix of up to five members, with weights of all kinds.
#[test]
fn mixes_are_allowed_and_taken_alike() {
    let members = ["newest", "oldest", "random", "middle", "new", ""];
    let weights = ["", ":1", ":01", ":1000000", ":0", ":1000001", ":9999999", ":00", ":-1", ":+1", ":", ":1:1", ":x"];
    for member in members {
        for weight in weights {
            assert_alike("pick", &format!("{member}{weight}"));
        }
    }
    for number in 0..6_usize.pow(4) * 2 {
        let parts: Vec<_> = (0..4).map(|place| members[number / 6_usize.pow(place) % 6]).collect();
        let weight = if number % 2 == 0 { ":5" } else { "" };
        let length = if number < 6_usize.pow(4) { 4 } else { 3 };
        assert_alike("pick", &parts[..length].join(&format!("{weight},")));
    }
    assert_alike("pick", "newest,oldest,random,middle,newest");
    assert_alike("pick", "newest,oldest,random,middle,");
    assert_alike("pick", "newest:50, random:50");
}

fn assert_alike(name: &str, value: &str) {
    for (path, method, known, taken) in operations_with_parameters() {
        // Tiles are there for some algorithms and encodings only.
        let is_for_some = path.starts_with("/map/") && ["algo", "encoding"].contains(&name);
        // No maze that is posted here has weights.
        let is_of_weights = (name, value, method) == ("heat", "weights", "post") && !path.starts_with("/maze");
        if is_for_some || is_of_weights || !known.parameters().any(|known| known.name == name) {
            continue;
        }
        // A maze in which every cell and wall of the values above exists, and the parameters that must go with this one.
        // The thickest lines are for large cells.
        let side = if name == "line_mm" { "5" } else { "64" };
        let others = [("w", side), ("h", side)].into_iter().filter(|(other, _)| method == "get" && *other != name);
        let query = others.chain(companions(path, method, name)).chain([(name, value)]);
        let pairs: Vec<_> = query.map(|(name, value)| (name.into(), value.into())).collect();
        // The file lists names as they are written; the service forgives their case and their underscores, and words for on and off.
        let is_forgiven = name == "algo" || name == "solver" || name == "grid";
        let parameter = Name::find(name, known).unwrap().parameter();
        let spelled = value.to_ascii_lowercase().replace('_', "-");
        let meant = match () {
            () if name == "algo" => spelled.parse::<Algorithm>().map_or(spelled, |known| known.name().to_owned()),
            () if name == "grid" => spelled.parse::<GridKind>().map_or(spelled, |known| known.name().to_owned()),
            () if is_forgiven => spelled,
            // Each of a list, in the case in which it is listed, and a word for on and off as what it means.
            () => parameter
                .values
                .split(value)
                .map(|item| parameter.canonical(item.into()))
                .collect::<Vec<_>>()
                .join(parameter.values.separator()),
        };
        let is_unsaid = parameter.is_default(&meant, known);
        let allowed = is_unsaid || openapi::allows(described_in(path, method, name), &meant);
        assert_eq!(allowed, taken(&pairs), "{method} {path} {name}={value:?}: allowed by the file, and taken");
    }
}

#[test]
fn names_are_those_of_the_library() {
    let names: Vec<_> = ALGORITHMS.iter().map(|about| about.name).collect();
    assert_eq!(strings(&schema("Algorithm")["enum"]), names);
    assert_eq!(schema("GeneratorVersion")["const"], GENERATOR_VERSION);

    let encodings = Encoding::ALL.iter().map(|encoding| encoding.name()).collect::<Vec<_>>();
    // Each form of a maze has a separate type, which its encoding names.
    let encoding = |cells: &'static Value| strings(&resolve(&cells["properties"]["encoding"])["enum"]);
    for name in ["Maze", "PostedSquares"] {
        let mazes = items(&schema(name)["oneOf"]).flat_map(|maze| encoding(resolve(&maze["allOf"][1])));
        assert_eq!(mazes.collect::<Vec<_>>(), encodings, "{name}");
    }
    assert_eq!(strings(&schema("Encoding")["enum"]), encodings);
    assert_eq!(
        strings(&schema("Grid")["enum"]),
        GridKind::ALL.iter().map(|kind| kind.info()).map(|info| info.name).collect::<Vec<_>>()
    );
    let solvers: Vec<_> = SOLVERS.iter().map(|about| about.name).collect();
    assert_eq!(strings(&schema("Solver")["enum"]), solvers);
    let told = described("include")["description"].as_str().unwrap();
    for item in Include::ALL.iter().map(|include| include.name()) {
        assert!(told.contains(&format!("* `{item}`: ")), "{item}");
    }

    for &resource in Resource::ALL {
        for method in openapi::methods(resource.name()) {
            let path = resource.name();
            let told = entries(&openapi::response(path, method, "200")["content"]).map(|(name, _)| name);
            assert_eq!(set(told), set(resource.media_types().iter().copied()), "{method} {path}");
        }
    }

    let own = ALGORITHMS.iter().flat_map(|about| about.options).map(|option| option.name);
    let parameters = OPTIONS.iter().map(|option| option.name).chain(own);
    let of_the_head =
        ["algo", "grid", "rings", "floors", "w", "h", "seed", "window", "zoom_level", "from", "to", "ends"];
    let options = entries(&schema("MazeOptions")["properties"]).map(|(name, _)| name);
    let shaping = parameters.filter(|name| !of_the_head.contains(name));
    assert_eq!(set(options), set(shaping));

    for option in ALGORITHMS.iter().flat_map(|about| about.options) {
        for value in option.values.iter().chain([&option.default]) {
            assert!(openapi::allows(described(option.name), value), "{}={value}", option.name);
        }
    }
    assert_eq!(DOCUMENT["info"]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn problems_are_those_of_the_service() {
    let codes = strings(&schema("Problem")["properties"]["code"]["enum"]);
    assert_eq!(set(codes), set(Kind::ALL.iter().map(|kind| kind.slug).chain(Problem::CODES)));
    let told = DOCUMENT["components"]["responses"]["Problem"]["description"].as_str().unwrap();
    for kind in Kind::ALL {
        let line = told.lines().find(|line| line.starts_with(&format!("* {}: ", kind.status)));
        assert!(line.is_some_and(|line| line.contains(&format!("`{}`", kind.slug))), "{}", kind.slug);
    }

    for (name, response) in entries(&DOCUMENT["components"]["responses"]) {
        let content = &response["content"]["application/problem+json"];
        let several = entries(&content["examples"]).map(|(_, example)| &example["value"]);
        for problem in several.chain(content.get("example")) {
            let kind = Kind::ALL.iter().find(|kind| problem["type"] == kind.uri()).unwrap();
            assert_eq!(problem["title"], kind.title, "{name}");
            assert_eq!(problem["status"], kind.status, "{name}");
            assert_eq!(openapi::schema_faults(&content["schema"], problem), [""; 0], "{name}");
        }
    }

    // Every operation refers to the one response.
    for (path, method) in openapi::operations() {
        let statuses = operation(path, method)["responses"].as_object().unwrap();
        let problem = json!({"$ref": "#/components/responses/Problem"});
        for (status, response) in statuses {
            let is_problem = status.starts_with(['4', '5']);
            assert_eq!(*response == problem, is_problem, "{method} {path} {status}");
        }
        assert!(["4XX", "5XX"].iter().all(|class| statuses.contains_key(*class)), "{method} {path}");
    }
}

#[tokio::test]
async fn the_file_is_served_as_it_is() {
    assert!(get("/openapi.yaml").await.text() == openapi::TEXT);
    assert!(get("/openapi.json").await.json() == *DOCUMENT);
}

/// There are few enough aliases for programs that have a limit: SnakeYAML reads fifty of lists and objects, and the package `yaml` a
/// hundred of one anchor.
#[test]
fn aliases_are_few_enough_for_every_program() {
    let of_lines = |sign: &'static str| {
        openapi::TEXT
            .lines()
            .filter_map(move |line| line.split_once(sign)?.1.split(' ').next().map(|name| (name, line)))
    };
    // An anchor at the end of its line is one of a list or an object, and any other is one of a text.
    let of_objects: BTreeSet<&str> =
        of_lines(": &").filter(|(name, line)| line.ends_with(&format!("&{name}"))).map(|(name, _)| name).collect();
    let mut uses = HashMap::new();
    for (name, line) in of_lines(": *").filter(|(name, line)| line.ends_with(&format!(": *{name}"))) {
        assert!(of_lines(": &").any(|(known, _)| known == name), "{line}");
        *uses.entry(name).or_insert(0) += 1;
    }
    let all: u32 = uses.iter().filter(|(name, _)| of_objects.contains(*name)).map(|(_, count)| count).sum();
    assert!((1..=50).contains(&all), "{all} lists and objects are aliases");
    assert!(uses.values().all(|&count| count <= 100), "{uses:?}");
}

/// Every reference leads to something, and every component is used.
#[test]
fn components_are_there_and_used() {
    let mut used = BTreeSet::new();
    collect_references(&DOCUMENT, &mut used);
    for reference in &used {
        assert!(DOCUMENT.pointer(&reference[1..]).is_some(), "{reference}");
    }
    let mut all = BTreeSet::new();
    for (kind, components) in entries(&DOCUMENT["components"]) {
        all.extend(components.as_object().unwrap().keys().map(|name| format!("#/components/{kind}/{name}")));
    }
    assert_eq!(used, all);
}

fn collect_references(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            into.extend(object.get("$ref").and_then(Value::as_str).map(str::to_owned));
            object.values().for_each(|value| collect_references(value, into));
        }
        Value::Array(list) => list.iter().for_each(|value| collect_references(value, into)),
        _ => {}
    }
}
