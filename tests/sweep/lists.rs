//! The requests of the sweep: every parameter of every path with the longest values that there may be, and every member of every body with long,
//! many and deeply nested values.
//!
//! Parameters, paths and media types come from `openapi.yaml`, which other tests hold to the tables of the service, and forms of bodies from the
//! table of the library and from what the service writes itself. What is added there is tried here.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use axum::http::Method;
use dedale::formats::Encoding;
use dedale::generate::ALGORITHMS;
use dedale::grid::GridKind;
use dedale::parse::InputFormat;
use dedale_server::parameters::output::Resource;
use dedale_server::parameters::table::Groups;
use dedale_server::server::router::{Class, PATHS};
use dedale_server::settings::Settings;
use serde_json::{Value, json};

/// A request.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: Method,
    pub uri: String,
    pub media_type: &'static str,
    pub body: Vec<u8>,
}

impl Asked {
    pub fn get(uri: impl Into<String>) -> Asked {
        Asked { method: Method::GET, uri: uri.into(), media_type: "", body: Vec::new() }
    }

    pub fn post(uri: impl Into<String>, media_type: &'static str, body: impl Into<Vec<u8>>) -> Asked {
        Asked { method: Method::POST, uri: uri.into(), media_type, body: body.into() }
    }
}

/// A request that can be made of any size.
pub struct Series {
    /// What is long in it.
    pub name: String,
    /// Whether that is the query, and not the body.
    pub is_query: bool,
    of: Box<dyn Fn(usize) -> Asked>,
}

impl Series {
    /// The request in which about so many bytes are what is long.
    pub fn of(&self, bytes: usize) -> Asked {
        (self.of)(bytes)
    }
}

static OPENAPI: LazyLock<Value> =
    LazyLock::new(|| serde_saphyr::from_str(include_str!("../../openapi.yaml")).expect("openapi.yaml is YAML"));

/// The object itself, or the component that it refers to.
fn resolve(object: &'static Value) -> &'static Value {
    let found = object["$ref"].as_str().and_then(|reference| OPENAPI.pointer(reference.strip_prefix('#')?));
    found.unwrap_or(object)
}

fn items(list: &'static Value) -> impl Iterator<Item = &'static Value> {
    list.as_array().into_iter().flatten().map(resolve)
}

/// A path whose responses are made, and one of its methods.
struct Operation {
    path: &'static str,
    method: Method,
    item: &'static Value,
    operation: &'static Value,
}

impl Operation {
    /// Every one, but for paths that end with a format: they are other names.
    fn all() -> impl Iterator<Item = Operation> {
        let made = |path: &&str| Class::of(path) == Class::Metered && !path.ends_with(".{format}");
        PATHS.iter().copied().filter(made).flat_map(|path| {
            let item = &OPENAPI["paths"][path];
            let of = move |method: Method| {
                let operation = &item[method.as_str().to_ascii_lowercase()];
                operation.is_object().then_some(Operation { path, method, item, operation })
            };
            [Method::GET, Method::POST].into_iter().filter_map(of)
        })
    }

    /// The parameters of the query.
    fn parameters(&self) -> impl Iterator<Item = &'static Value> {
        let all = items(&self.operation["parameters"]).chain(items(&self.item["parameters"]));
        all.filter(|parameter| parameter["in"] == "query")
    }

    /// The media types of its body.
    fn media_types(&self) -> Vec<&'static str> {
        let content = resolve(&self.operation["requestBody"])["content"].as_object();
        content.into_iter().flatten().map(|(name, _)| name.as_str()).collect()
    }

    /// The first of the queries with which it answers to a body.
    fn query(&self, media_type: &'static str, body: &[u8], tried: &Try) -> Option<&'static str> {
        QUERIES.into_iter().find(|query| tried(&self.asked(query, "", media_type, body)))
    }

    /// Pairs that may be added to that: each flag, and each value of a parameter that is a name.
    fn more(&self, query: &str, media_type: &'static str, body: &[u8], tried: &Try) -> Vec<String> {
        let named = self.parameters().flat_map(|parameter| {
            let schema = resolve(&parameter["schema"]);
            let names: Vec<&str> = match schema["type"].as_str() {
                Some("boolean") => vec!["true"],
                _ => schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).collect(),
            };
            let name = parameter["name"].as_str().unwrap_or_default();
            names.into_iter().map(move |value| format!("{name}={value}&"))
        });
        named.filter(|more| tried(&self.asked(query, more, media_type, body))).collect()
    }

    /// A request with a query and more after it; a body is posted.
    fn asked(&self, query: &str, more: &str, media_type: &'static str, body: &[u8]) -> Asked {
        let path = self.path.replace("{z}", "0").replace("{x}", "0").replace("{file}", "0.svg");
        let uri = format!("{path}?{query}{more}");
        match self.method == Method::POST {
            true => Asked::post(uri, media_type, body),
            false => Asked::get(uri),
        }
    }
}

/// Whether the service answers a request with 200.
pub type Try<'a> = dyn Fn(&Asked) -> bool + 'a;

/// Queries for tiny mazes: every path answers to one of them. A path that does not is missing here.
const QUERIES: [&str; 6] = [
    "w=3&h=3&seed=1&count=1&",
    "w=3&h=3&seed=1&directions=E&",
    "w=3&h=3&seed=1&",
    "w=60&h=60&seed=1&window=0,0,3,3&",
    "directions=E&",
    "",
];

/// Some values that a parameter may have.
fn samples(parameter: &'static Value) -> Vec<String> {
    let schema = resolve(&parameter["schema"]);
    let of_items = resolve(&schema["items"]);
    let mut samples = BTreeSet::new();
    for schema in [&parameter["schema"], schema, of_items] {
        let names = schema["enum"].as_array().into_iter().flatten();
        let examples = schema["examples"].as_array().into_iter().flatten();
        let values = names.take(2).chain(examples.take(2)).chain([&schema["default"]]);
        for value in values.flat_map(|value| value.as_array().map_or(vec![value], |list| list.iter().collect())) {
            match value {
                Value::String(text) => drop(samples.insert(text.clone())),
                Value::Number(number) => drop(samples.insert(number.to_string())),
                _ => {}
            }
        }
    }
    samples.into_iter().collect()
}

/// A text in a query. Separators of lists are not encoded, so that as many fit as possible.
fn encoded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~,;:*".contains(&byte);
    let encode = |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(encode).collect()
}

/// A piece as often as it fits.
fn repeated(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len().max(1))
}

/// Pieces with rising numbers, as many as fit.
fn numbered(bytes: usize, piece: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0.. {
        let next = piece(number);
        if text.len() + next.len() > bytes {
            break;
        }
        text.push_str(&next);
    }
    text
}

/// A sample with another number where it has one.
fn with_number(sample: &str, number: usize) -> String {
    let is_digit = |sign: char| sign.is_ascii_digit();
    match (sample.find(is_digit), sample.rfind(is_digit)) {
        (Some(_), Some(last)) => format!("{}{number}{}", &sample[..last], &sample[last + 1..]),
        _ => format!("{sample}{number}"),
    }
}

type Long = Box<dyn Fn(usize) -> String>;

/// What a query may be long by at a parameter: each makes `name=value`, perhaps several times.
fn long_queries(name: &'static str, samples: &[String]) -> Vec<(String, Long)> {
    let mut all: Vec<(String, Long)> = Vec::new();
    let mut value = |what: &str, long: Long| {
        all.push((what.to_owned(), Box::new(move |bytes| format!("{name}={}", long(bytes)))));
    };
    value("letters", Box::new(|bytes| repeated("a", bytes)));
    value("digits", Box::new(|bytes| repeated("9", bytes)));
    value("brackets", Box::new(|bytes| repeated(&encoded("["), bytes)));
    value("letters of two bytes", Box::new(|bytes| repeated(&encoded("é"), bytes)));
    for separator in [",", ";"] {
        value("empty items", Box::new(move |bytes| repeated(separator, bytes)));
        for sample in samples.iter().map(|sample| encoded(sample)).chain(["0".to_owned(), "0,0".to_owned()]) {
            let again = sample.clone();
            value(
                &format!("{sample}{separator}"),
                Box::new(move |bytes| repeated(&format!("{again}{separator}"), bytes)),
            );
            let item = move |number| format!("{}{separator}", with_number(&sample, number));
            value("numbered items", Box::new(move |bytes| numbered(bytes, &item)));
        }
    }
    for sample in samples.iter().map(|sample| encoded(sample)).chain([String::new()]) {
        let pair = format!("{name}={sample}&");
        all.push((format!("repeated {pair}"), Box::new(move |bytes| repeated(&pair, bytes))));
        let pair = move |number| format!("{name}={}&", with_number(&sample, number));
        all.push(("numbered pairs".to_owned(), Box::new(move |bytes| numbered(bytes, &pair))));
    }
    all
}

/// A body with about so many bytes or less, beside a long query: squares, or lines with a maze each.
fn body_beside(media_type: &str, bytes: usize) -> Vec<u8> {
    if media_type == "application/x-ndjson" {
        let line = r#"{"encoding":"walls","cells":[["NWS","NES"]],"from":[0,0],"to":[0,1],"directions":"E"}"#;
        return repeated(&format!("{line}\n"), bytes.max(100)).into_bytes();
    }
    // One way, to and fro, with an entrance and an exit.
    let side = (bytes / 5).isqrt().max(5) | 1;
    let square = |row: usize, column: usize| {
        let gap = if row % 4 == 2 { side - 2 } else { 1 };
        let is_end = [row, column] == [0, 1] || [row, column] == [side - 1, side - 2];
        let is_free = row % 2 == 1 || row > 0 && row + 1 < side && column == gap;
        if is_end || ![0, side - 1].contains(&column) && is_free { ' ' } else { '#' }
    };
    let row = |row| (0..side).map(|column| square(row, column)).chain(['\n']).collect::<String>();
    (0..side).map(row).collect::<String>().into_bytes()
}

/// Every parameter of every path, long in every way; and names that there are not. Bodies beside them grow too.
pub fn queries(tried: &Try) -> Vec<Series> {
    let mut all = Vec::new();
    for operation in Operation::all().map(Arc::new) {
        let has_lines = operation.media_types().contains(&LINES);
        for media_type in [SQUARES, LINES].into_iter().take(1 + usize::from(has_lines)) {
            let query = operation.query(media_type, &body_beside(media_type, 0), tried);
            let query = query.unwrap_or_else(|| panic!("no query for {}", operation.path));
            let mut add = |query: String, what: String, long: Long| {
                let body = if operation.method == Method::POST { media_type } else { "" };
                let name = format!("{} {}?{query}{what} {body}", operation.method, operation.path);
                let operation = operation.clone();
                let of =
                    move |bytes| operation.asked(&query, &long(bytes), media_type, &body_beside(media_type, bytes));
                all.push(Series { name, is_query: true, of: Box::new(of) });
            };
            let named = operation.parameters().filter_map(|known| Some((known["name"].as_str()?, samples(known))));
            for (name, samples) in named.chain([("no_such_name", Vec::new())]) {
                // Twice would be an error.
                let others = query.split_inclusive('&').filter(|pair| pair.split('=').next() != Some(name));
                let query: String = others.collect();
                for (what, long) in long_queries(name, &samples) {
                    add(query.clone(), format!("{name}: {what}"), long);
                }
            }
            add(
                query.to_owned(),
                "names".to_owned(),
                Box::new(|bytes| numbered(bytes, |number| format!("n{number}=&"))),
            );
        }
    }
    all
}

/// The media types of bodies beside long queries.
const SQUARES: &str = "application/octet-stream";
const LINES: &str = "application/x-ndjson";

/// A body, its media type, and the query that reads it.
pub struct Sample {
    pub media_type: &'static str,
    pub query: String,
    pub bytes: Vec<u8>,
}

/// The requests whose answers are mazes as they can be posted: each format, and each encoding of JSON.
pub fn writers() -> impl Iterator<Item = String> {
    let formats = Resource::Maze.outputs().iter().map(|output| format!("/maze?w=4&h=3&seed=1&format={}", output.name));
    let encodings = Encoding::NAMES.iter();
    let encoded =
        encodings.map(|name| format!("/maze?w=4&h=3&seed=1&format=json&weights=1..9&doors=true&encoding={name}"));
    let solved = ["/solve?w=4&h=3", "/mazes?w=3&h=3&count=1"];
    let solved = solved.map(|path| format!("{path}&seed=1&encoding=walls&include=path,directions"));
    formats.chain(encoded).chain(solved)
}

/// JSON that is as long as wanted.
fn long_json() -> Vec<(&'static str, Long)> {
    let list = |item: &'static str| -> Long {
        Box::new(move |bytes| format!("[{}{item}]", repeated(&format!("{item},"), bytes)))
    };
    vec![
        ("letters", Box::new(|bytes| format!("\"{}\"", repeated("a", bytes)))),
        ("directions", Box::new(|bytes| format!("\"{}\"", repeated("E", bytes)))),
        ("escaped letters", Box::new(|bytes| format!("\"{}\"", repeated("\\u00e9", bytes)))),
        ("digits", Box::new(|bytes| format!("1{}", repeated("0", bytes)))),
        ("spaces", Box::new(|bytes| format!("{}0", repeated(" ", bytes)))),
        ("a list of numbers", list("0")),
        ("a list of texts", list("\"\"")),
        ("a list of lists", list("[]")),
        ("a list of pairs", list("[0,0]")),
        ("a list of objects", list("{\"\":[0]}")),
        ("an object", Box::new(|bytes| format!("{{{}\"\":0}}", repeated("\"\":0,", bytes)))),
        (
            "an object of names",
            Box::new(|bytes| format!("{{{}\"\":0}}", numbered(bytes, |number| format!("\"{number}\":0,")))),
        ),
        ("nested lists", Box::new(|bytes| format!("{}{}", "[".repeat(bytes / 2), "]".repeat(bytes / 2)))),
        ("nested objects", Box::new(|bytes| format!("{}0{}", "{\"\":".repeat(bytes / 6), "}".repeat(bytes / 6)))),
    ]
}

/// The places of the members of a document, in the first object of each list.
fn members(value: &Value, place: &str, all: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                let place = format!("{place}/{name}");
                members(value, &place, all);
                all.push(place);
            }
        }
        Value::Array(list) => list.iter().take(1).for_each(|value| members(value, &format!("{place}/0"), all)),
        _ => {}
    }
}

/// The place in a document that is filled.
const HOLE: &str = "\u{1}hole";

/// A document with a text in place of a value.
fn filled(document: &Value, text: &str) -> String {
    document.to_string().replacen(&Value::from(HOLE).to_string(), text, 1)
}

/// A document of JSON, each of whose members is long in every way.
fn json_bodies(document: &Value) -> Vec<(String, Long)> {
    let mut all: Vec<(String, Long)> = Vec::new();
    let mut places = Vec::new();
    members(document, "", &mut places);
    places.push("/no_such_member".to_owned());
    for place in places {
        let mut holed = document.clone();
        let old = match holed.pointer_mut(&place) {
            Some(value) => std::mem::replace(value, HOLE.into()),
            None => std::mem::replace(&mut holed["no_such_member"], HOLE.into()),
        };
        for (what, long) in long_json() {
            let holed = holed.clone();
            all.push((format!("{place}: {what}"), Box::new(move |bytes| filled(&holed, &long(bytes)))));
        }
        // What is valid, many times.
        let item = old.as_array().and_then(|list| list.first()).map_or("1".to_owned(), Value::to_string);
        let (list, of_item) = (holed.clone(), item.clone());
        let items = move |bytes| filled(&list, &format!("[{}{of_item}]", repeated(&format!("{of_item},"), bytes)));
        all.push((format!("{place}: a list of {item}"), Box::new(items)));
        let member = format!("{old},{}:", Value::from(place.rsplit('/').next().unwrap_or_default()));
        let again = move |bytes| filled(&holed, &format!("{}{old}", repeated(&member, bytes)));
        all.push((format!("{place}: the same name again"), Box::new(again)));
    }
    let text = document.to_string();
    let spaced = move |bytes: usize| {
        let spaces = format!(",\n{}", " ".repeat(bytes / text.matches(',').count().max(1)));
        text.replace(',', &spaces)
    };
    all.push(("pretty".to_owned(), Box::new(spaced)));
    all
}

/// The same in several lines, which are read at the same time.
fn in_lines(what: String, long: Long) -> (String, Long) {
    const LINES: usize = 4;
    let lines = move |bytes| format!("{}\n", long(bytes / LINES).replace('\n', " ")).repeat(LINES);
    (format!("{what} in lines"), Box::new(lines))
}

/// Text that is long in every way.
fn text_bodies(sample: &str) -> Vec<(String, Long)> {
    let mut all: Vec<(String, Long)> = Vec::new();
    for end in ["\n", "\r\n", " \n", "\u{c}"] {
        all.push((format!("blank lines {end:?}"), Box::new(move |bytes| repeated(end, bytes))));
    }
    let lines: Vec<String> = sample.lines().map(str::to_owned).collect();
    let letters: BTreeSet<char> =
        sample.chars().chain("#aE,9".chars()).filter(|letter| *letter != '\n').take(30).collect();
    for letter in letters {
        all.push((format!("a line of {letter:?}"), Box::new(move |bytes| repeated(&letter.to_string(), bytes))));
        let line = format!("{letter}\n");
        all.push((format!("lines of {letter:?}"), Box::new(move |bytes| repeated(&line, bytes))));
    }
    for (number, line) in lines.iter().enumerate().take(3) {
        let (before, line, after) = (lines[..number].join("\n"), format!("{line}\n"), lines[number..].join("\n"));
        let again = move |bytes| format!("{before}\n{}{after}\n", repeated(&line, bytes)).trim_start().to_owned();
        all.push((format!("line {number} again"), Box::new(again)));
    }
    let whole = sample.to_owned();
    all.push(("all of it again".to_owned(), Box::new(move |bytes| repeated(&whole, bytes))));
    let (first, long) = (sample.to_owned(), lines.last().cloned().unwrap_or_default());
    all.push(("a long last line".to_owned(), Box::new(move |bytes| format!("{first}{}", repeated(&long, bytes)))));
    all
}

/// Bodies that are long in every way, made of these samples, and posted to every path that takes them.
pub fn bodies(samples: &[Sample], tried: &Try) -> Vec<Series> {
    let mut all = Vec::new();
    for operation in Operation::all().filter(|operation| operation.method == Method::POST).map(Arc::new) {
        let media_types = operation.media_types();
        for Sample { media_type, query, bytes } in
            samples.iter().filter(|sample| media_types.contains(&sample.media_type))
        {
            let Ok(text) = str::from_utf8(bytes) else { continue };
            let document = serde_json::from_str::<Value>(text);
            let longs = match &document {
                Ok(document) if *media_type == LINES => {
                    // Each line alone, and many.
                    let line = format!("{document}\n");
                    let empty: Long = Box::new(|bytes| repeated("{}\n", bytes));
                    let many: Long = Box::new(move |bytes| repeated(&line, bytes));
                    let mut longs = json_bodies(document);
                    longs.extend(json_bodies(document).into_iter().map(|(what, long)| in_lines(what, long)));
                    longs.extend(text_bodies("{\"directions\":\"E\"}\n"));
                    longs.extend([("empty lines".to_owned(), empty), ("lines".to_owned(), many)]);
                    longs
                }
                Ok(document) => json_bodies(document),
                Err(_) => text_bodies(text),
            };
            // Without one, the sample is no body for this path, which is an error to be tried too.
            let known = operation.query(media_type, bytes, tried).unwrap_or_default();
            let more = operation.more(known, media_type, bytes, tried);
            for (number, (what, long)) in longs.into_iter().enumerate() {
                // Each in its turn, and none.
                let more = more.get(number % (more.len() + 1)).map_or("", String::as_str);
                let (operation, query, media_type) = (operation.clone(), format!("{more}{query}"), *media_type);
                let name = format!("POST {}?{known}{query} {media_type}: {what}", operation.path);
                let of = move |bytes| operation.asked(known, &query, media_type, long(bytes).as_bytes());
                all.push(Series { name, is_query: false, of: Box::new(of) });
            }
        }
    }
    all
}

/// The first line of every input format, read in that format. It is seldom a whole maze, and the errors are tried too.
pub fn forms() -> Vec<Sample> {
    let of = |form: &dedale::parse::InputFormat| {
        let body = form.first_line.replace("\\n", "\n");
        Sample {
            media_type: "application/octet-stream",
            query: format!("read={}", form.name),
            bytes: body.into_bytes(),
        }
    };
    InputFormat::ALL.iter().copied().map(of).collect()
}

/// A line of the answers that are checked.
pub fn answer_line() -> Sample {
    let line =
        json!({ "seed": 1, "id": "a", "path": [[0, 0], [0, 1]], "from": [0, 0], "to": [2, 2], "directions": "E" });
    Sample { media_type: LINES, query: String::new(), bytes: line.to_string().into_bytes() }
}

/// Mazes at their limits and just beyond: each format of each path, each algorithm, each grid.
pub fn sizes(settings: &Settings) -> Vec<Asked> {
    let Settings { max_side: side, max_cells: cells, max_streamed_cells: streamed, .. } = *settings;
    let root = cells.isqrt();
    let rows = streamed / u64::from(root);
    let sizes = [
        [1, 1],
        [1, side.into()],
        [side.into(), 1],
        [root.into(), root.into()],
        [u64::from(root) + 1, root.into()],
        [root.into(), rows],
        [root.into(), rows + 1],
        [side.into(), streamed / u64::from(side)],
        [u64::from(side) + 1, 1],
    ];
    let algorithms = ALGORITHMS.iter().map(|info| format!("algo={}", info.name));
    let grids = GridKind::names().iter().map(|name| format!("grid={name}"));
    let kinds: Vec<String> = algorithms.chain(grids).collect();
    let mut all = Vec::new();
    for resource in [Resource::Maze, Resource::Solve, Resource::Mazes, Resource::Book] {
        let count = if matches!(resource, Resource::Mazes | Resource::Book) { "&count=2" } else { "" };
        let paths = resource.outputs().iter().flat_map(|output| {
            let has_encodings =
                output.format.is_some_and(|format| Groups::of_format(format).contains(Groups::ENCODING));
            let encodings = Encoding::NAMES.iter().filter(move |_| has_encodings);
            let encoded = encodings.map(|encoding| format!("{}?encoding={encoding}&", output.path));
            [format!("{}?", output.path)].into_iter().chain(encoded)
        });
        for path in paths {
            let made = kinds.iter().flat_map(|kind| sizes.map(|size| (kind, size)));
            all.extend(made.map(|(kind, [w, h])| Asked::get(format!("{path}{kind}&w={w}&h={h}&seed=1{count}"))));
        }
    }
    for [w, h] in sizes {
        for kind in &kinds {
            let steps = ["/maze/steps", "/solve/steps", "/check"].map(|path| {
                let claim = if path == "/check" { "&directions=E" } else { "" };
                Asked::get(format!("{path}?{kind}&w={w}&h={h}&seed=1{claim}"))
            });
            all.extend(steps);
        }
        for output in Resource::Window.outputs() {
            let side = 1_u64 << 52;
            all.push(Asked::get(format!("{}?w={side}&h={side}&seed=1&window=5,5,{h},{w}", output.path)));
        }
    }
    all
}
