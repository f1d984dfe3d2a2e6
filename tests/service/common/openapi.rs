//! `openapi.yaml`, and what of an answer is not as it says.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use axum::http::{HeaderMap, Method, StatusCode, Uri};
use dedale_server::server::head::normalize;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Map, Value, json};

use super::Answer;

mod rules;

use rules::{check_every, check_matrices, check_members, check_page, check_problem, check_vary};

/// The file.
pub const TEXT: &str = include_str!("../../../openapi.yaml");

/// What is in the file.
pub static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_saphyr::from_str(TEXT).expect("openapi.yaml is well-formed YAML"));

/// Headers that any answer may have: the file lists them only where they must be there.
const UNLISTED_HEADERS: [&str; 13] = [
    "accept",
    "accept-encoding",
    "date",
    "content-type",
    "content-length",
    "content-encoding",
    "vary",
    "allow",
    "access-control-expose-headers",
    "connection",
    "ratelimit",
    "ratelimit-policy",
    "x-request-id",
];

/// Headers that every response has, and how their values begin: the file tells it once, in words.
const ON_EVERY_RESPONSE: [(&str, &str); 5] = [
    ("dedale-version", env!("CARGO_PKG_VERSION")),
    ("accept-ranges", "none"),
    ("x-content-type-options", "nosniff"),
    ("access-control-allow-origin", "*"),
    ("content-security-policy", "default-src 'none'; "),
];

/// The object itself, or the component that it refers to.
pub fn resolve(object: &'static Value) -> &'static Value {
    let Some(reference) = object["$ref"].as_str() else { return object };
    let found = reference.strip_prefix('#').and_then(|pointer| DOCUMENT.pointer(pointer));
    found.unwrap_or_else(|| panic!("openapi.yaml refers to {reference}, which is not there"))
}

/// The names and values of an object of the file; none where there is no object.
pub fn entries(object: &'static Value) -> impl Iterator<Item = (&'static str, &'static Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), resolve(value)))
}

/// The elements of a list of the file; none where there is no list.
pub fn items(list: &'static Value) -> impl Iterator<Item = &'static Value> {
    list.as_array().into_iter().flatten().map(resolve)
}

/// The strings of a list of the file; none where there is no list.
pub fn strings(list: &'static Value) -> Vec<&'static str> {
    items(list).map(|item| item.as_str().expect("a string")).collect()
}

/// The paths of pages for browsers and their parts, which are not in the file, each with an address.
pub const PAGES: [(&str, &str); 7] = [
    ("/", "/"),
    ("/page/{digest}/{*file}", "/page/latest/main.js"),
    ("/map", "/map"),
    ("/help", "/help"),
    ("/docs", "/docs"),
    ("/docs/problems", "/docs/problems"),
    ("/docs/{file}", "/docs/reference.js"),
];

/// Every path: those of the file, and those of the pages.
pub fn paths() -> Vec<&'static str> {
    entries(&DOCUMENT["paths"]).map(|(path, _)| path).chain(PAGES.map(|(path, _)| path)).collect()
}

/// The paths of the file that need more than a path, each with an address.
const ADDRESSES: [(&str, &str); 12] = [
    ("/map/window", "/map/window?seed=7"),
    ("/map/window.{format}", "/map/window.svg?seed=7"),
    ("/map/path", "/map/path?seed=7&moves=3"),
    ("/map/path.{format}", "/map/path.json?seed=7&moves=3"),
    ("/check", "/check?seed=7&directions="),
    ("/maze.{format}", "/maze.svg"),
    ("/solve.{format}", "/solve.svg"),
    ("/convert.{format}", "/convert.svg"),
    ("/mazes.{format}", "/mazes.npy"),
    ("/book.{format}", "/book.pdf"),
    ("/map/tiles.json", "/map/tiles.json?seed=7"),
    ("/map/tiles/{z}/{x}/{file}", "/map/tiles/1/0/1@2x.png?seed=7"),
];

/// An address at a path.
pub fn address(path: &'static str) -> &'static str {
    let known = PAGES.iter().chain(&ADDRESSES).find(|(known, _)| *known == path);
    known.map_or(path, |(_, address)| address)
}

/// Whether a path is one of a page, or of a part of one.
fn is_page(path: &str) -> bool {
    PAGES.iter().any(|(page, _)| *page == path)
}

/// The methods of a path, as the file writes them: `get`, `post`.
pub fn methods(path: &str) -> Vec<&'static str> {
    if is_page(path) {
        return vec!["get"];
    }
    entries(&DOCUMENT["paths"][path]).map(|(name, _)| name).filter(|name| *name != "parameters").collect()
}

/// Every path and method of the file.
pub fn operations() -> Vec<(&'static str, &'static str)> {
    let of_file = entries(&DOCUMENT["paths"]).map(|(path, _)| path);
    of_file.flat_map(|path| methods(path).into_iter().map(move |method| (path, method))).collect()
}

/// The methods that a path has beside those that the file lists, in the order of `Allow`.
pub fn allowed(path: &str) -> String {
    let listed = methods(path);
    let all = [("GET", "get"), ("HEAD", "get"), ("POST", "post")];
    let there = all.into_iter().filter(|(_, of)| listed.contains(of)).map(|(method, _)| method);
    there.chain(["OPTIONS"]).collect::<Vec<_>>().join(", ")
}

/// The operation of a method and a path in the file.
pub fn operation(path: &str, method: &str) -> &'static Value {
    &DOCUMENT["paths"][path][method]
}

/// What the file says of the answers of an operation that have a status.
pub fn response(path: &str, method: &str, status: &str) -> &'static Value {
    resolve(&operation(path, method)["responses"][status])
}

/// What the file says of the body of an operation.
pub fn body(path: &str, method: &str) -> &'static Value {
    resolve(&operation(path, method)["requestBody"])
}

/// The parameters of an operation in the file whose `in` is `place`: `query`, `header` or `path`. Those of its path come last.
pub fn parameters(path: &str, method: &str, place: &str) -> Vec<&'static Value> {
    let all = items(&operation(path, method)["parameters"]).chain(items(&DOCUMENT["paths"][path]["parameters"]));
    all.filter(|parameter| parameter["in"] == place).collect()
}

/// What is wrong with a value by a schema of the file.
pub fn schema_faults(schema: &Value, value: &Value) -> Vec<String> {
    validator(schema).iter_errors(value).map(|error| tell(&error)).collect()
}

/// What is wrong and where, without the value itself, which may be a large maze.
fn tell(error: &ValidationError<'_>) -> String {
    let told = format!("at {:?}: {}", error.instance_path().to_string(), error.masked());
    let ValidationErrorKind::OneOfNotValid { context } = error.kind() else { return told };
    let one = |errors: &Vec<ValidationError<'_>>| errors.iter().take(2).map(tell).collect::<Vec<_>>().join(", ");
    format!("{told}: {}", context.iter().map(one).collect::<Vec<_>>().join("; or "))
}

/// A validator by a schema of the file, in which references lead where they do in the file.
fn validator(schema: &Value) -> Arc<Validator> {
    static KNOWN: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().expect("no test panicked here");
    let build = || {
        let mut root =
            schema.as_object().cloned().unwrap_or_else(|| Map::from_iter([("allOf".into(), json!([schema]))]));
        root.insert("components".into(), DOCUMENT["components"].clone());
        let validator = jsonschema::draft202012::options().build(&Value::Object(root));
        Arc::new(validator.unwrap_or_else(|error| panic!("{error} in the schema {schema}")))
    };
    known.entry(schema.to_string()).or_insert_with(build).clone()
}

/// Whether the file allows a value of a parameter, as it appears in a URL.
pub fn allows(parameter: &Value, text: &str) -> bool {
    let schema = &parameter["schema"];
    // Schemas of strings are referred to, so that what says no type here is one of them.
    // As JSON writes them: no number begins with a zero but that one.
    let is_whole =
        text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0')) && !text.is_empty();
    // Where there are several types, the first that the text is.
    let mut types = schema["type"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let is_of = |name: &&str| *name != "integer" || is_whole;
    let value = match schema["type"].as_str().or_else(|| types.find(is_of)).unwrap_or("string") {
        "integer" if is_whole => text.parse::<u64>().map_or(json!(f64::MAX), Value::from),
        "number" => text.parse::<f64>().map_or(json!(text), Value::from),
        "boolean" if text == "true" || text == "false" => json!(text == "true"),
        "array" if parameter["explode"] == false => text.split(',').collect(),
        "array" => json!([text]),
        _ => json!(text),
    };
    validator(schema).is_valid(&value)
}

/// Everything in which an answer is not as the file says; empty for a good one.
pub fn faults(method: &Method, uri: &Uri, answer: &Answer) -> Vec<String> {
    let mut faults = Vec::new();
    let uri = &mut uri.clone();
    normalize(uri);
    check_every(answer, &mut faults);
    match described(method, uri.path(), answer.status) {
        Some(described) => {
            check_headers(described, &answer.headers, &mut faults);
            check_vary(uri.path(), answer, &mut faults);
            check_content(method, described, answer, &mut faults);
            if answer.status == 200 && *method != Method::POST && is_made(uri.path()) {
                check_seed(uri, answer, &mut faults);
            }
            if answer.status == 200 && *method != Method::HEAD {
                check_matrices(answer, &mut faults);
                check_members(answer, &mut faults);
            }
            if answer.status.as_u16() >= 400 {
                check_problem(method, uri.path(), answer, &mut faults);
            }
        }
        None if *method == Method::OPTIONS && answer.status == 204 => check_options(uri.path(), answer, &mut faults),
        None if path_in_file(uri.path()).is_some_and(is_page) => check_page(answer, &mut faults),
        None => faults.push(format!("the status {} is not in the file", answer.status)),
    }
    faults
}

/// What the file says of an answer with this status.
fn described(method: &Method, path: &str, status: StatusCode) -> Option<&'static Value> {
    let method = if *method == Method::HEAD { "get".to_owned() } else { method.as_str().to_ascii_lowercase() };
    let known = path_in_file(path).filter(|path| !is_page(path) && methods(path).contains(&method.as_str()));
    let Some(path) = known else {
        // The answer to a request that is not in the file.
        let is_problem = status.is_client_error() || status.is_server_error();
        return is_problem.then(|| &DOCUMENT["components"]["responses"]["Problem"]);
    };
    let responses = &operation(path, &method)["responses"];
    let class = format!("{}XX", status.as_u16() / 100);
    [status.as_str(), &class].iter().map(|name| &responses[*name]).find(|found| found.is_object()).map(resolve)
}

/// The path as the file writes it.
fn path_in_file(path: &str) -> Option<&'static str> {
    let fits = |known: &str| {
        // The last part of a path may match several.
        let rest = if known.contains("{*") { known.split('/').count() } else { usize::MAX };
        let (known, path) = (known.split('/'), path.splitn(rest, '/'));
        let is_alike = |(known, part): (&str, &str)| {
            let beginning = known.split_once('{').map(|(beginning, _)| beginning);
            known == part || beginning.is_some_and(|it| part.len() > it.len() && part.starts_with(it))
        };
        known.clone().count() == path.clone().count() && known.zip(path).all(is_alike)
    };
    let mut fitting: Vec<_> = paths().into_iter().filter(|known| fits(known)).collect();
    fitting.sort_by_key(|known| known.contains('{'));
    fitting.first().copied()
}

fn check_headers(described: &'static Value, headers: &HeaderMap, faults: &mut Vec<String>) {
    for (name, header) in entries(&described["headers"]) {
        let values: Vec<_> = headers.get_all(name).iter().collect();
        match values[..] {
            [] if header["required"] == true => faults.push(format!("the header {name} is missing")),
            [] => {}
            [value] => {
                let text = value.to_str().unwrap_or_default();
                if !allows(header, text) {
                    faults.push(format!("the header {name} is {text:?}, and should be as {}", header["schema"]));
                }
            }
            _ => faults.push(format!("the header {name} is there {} times", values.len())),
        }
    }
    let listed: Vec<_> = entries(&described["headers"]).map(|(name, _)| name.to_ascii_lowercase()).collect();
    for name in headers.keys().map(|name| name.as_str()) {
        let is_known = UNLISTED_HEADERS.contains(&name) || ON_EVERY_RESPONSE.iter().any(|(every, _)| *every == name);
        if !listed.iter().any(|listed| listed == name) && !is_known {
            faults.push(format!("the header {name} is not in the file"));
        }
    }
}

fn check_content(method: &Method, described: &'static Value, answer: &Answer, faults: &mut Vec<String>) {
    let media_type = answer.header("content-type").map(|value| value.split(';').next().unwrap_or_default().trim());
    let content = &described["content"];
    if *method == Method::HEAD && !answer.body.is_empty() {
        faults.push("an answer to HEAD has a body".into());
    }
    let Some(media_type) = media_type else {
        if content.is_object() || !answer.body.is_empty() {
            faults.push("the header content-type is missing".into());
        }
        return;
    };
    let Some(of_type) = content.get(media_type) else {
        faults.push(format!("the media type {media_type} is not in the file for this status"));
        return;
    };
    let coded = answer.headers.contains_key("content-encoding");
    let Some(schema) = of_type.get("schema").filter(|_| *method != Method::HEAD && !coded) else { return };
    let is_json = media_type.ends_with("/json") || media_type.ends_with("+json");
    let values = match media_type {
        // What the file says of a line holds for the data of an event as well.
        "application/x-ndjson" | "text/event-stream" => {
            let of_a_line = &content["application/x-ndjson"]["schema"];
            // Lines that are no events stand alone.
            let are_events = content.get("text/event-stream").is_some();
            return match events(answer) {
                Ok(lines) if !are_events => {
                    let validator = validator(of_a_line);
                    let wrong = lines.iter().filter(|line| !validator.is_valid(line));
                    faults.extend(wrong.take(5).map(|line| format!("no line of the file: {line}")));
                }
                Ok(events) => check_events(of_a_line, &events, faults),
                Err(error) => faults.push(format!("the body is not {media_type}: {error}")),
            };
        }
        _ if is_json => serde_json::from_slice(&answer.body).map_err(|error| error.to_string()),
        _ if resolve(schema)["format"] == "binary" => {
            let start: &[u8] = match media_type {
                "application/pdf" => b"%PDF-1.7\n",
                "model/stl" => b"A maze of walls",
                "image/gif" => b"GIF89a",
                "application/x-npy" => b"\x93NUMPY\x01\x00",
                _ => b"\x89PNG\r\n\x1a\n",
            };
            match answer.body.starts_with(start) {
                true => return,
                false => Err("it does not begin as such a file does".into()),
            }
        }
        _ => std::str::from_utf8(&answer.body).map(Value::from).map_err(|error| error.to_string()),
    };
    match values {
        Ok(value) => faults.extend(schema_faults(schema, &value).into_iter().take(5)),
        Err(error) => faults.push(format!("the body is not {media_type}: {error}")),
    }
}

/// The events of a stream, in either of its forms.
pub fn events(answer: &Answer) -> Result<Vec<Value>, String> {
    let text = std::str::from_utf8(&answer.body).map_err(|error| error.to_string())?;
    let object = |text: &str| serde_json::from_str::<Value>(text).map_err(|error| format!("{error}: {text}"));
    if answer.header("content-type") != Some("text/event-stream") {
        return text.strip_suffix('\n').ok_or("the last line has no end")?.split('\n').map(object).collect();
    }
    let event = |part: &str| {
        let parts = part.strip_prefix("event: ").and_then(|part| part.split_once("\ndata: "));
        let (name, data) = parts.filter(|(_, data)| !data.contains('\n')).ok_or(format!("no event: {part}"))?;
        object(data)
            .and_then(|event| if event["step"] == name { Ok(event) } else { Err(format!("not {name}: {data}")) })
    };
    text.strip_suffix("\n\n").ok_or("the last event has no end")?.split("\n\n").map(event).collect()
}

/// Every event is one of the file's, the first is the start, and the last is an end that counts those between.
fn check_events(schema: &Value, events: &[Value], faults: &mut Vec<String>) {
    let validator = validator(schema);
    let wrong = events.iter().filter(|event| !validator.is_valid(event));
    faults.extend(wrong.take(5).map(|event| format!("no event of the file: {event}")));
    let ends = [events.first(), events.last()].map(|event| event.and_then(|event| event["step"].as_str()));
    if !matches!(ends, [Some("start"), Some("end" | "stopped")]) {
        faults.push(format!("the first and the last event are {ends:?}"));
    }
    let between = events.iter().filter(|event| event.get("steps").is_none()).count() - 1;
    if events.last().is_some_and(|last| last["steps"] != between) {
        faults.push(format!("there are {between} events between the first and the last"));
    }
}

/// Whether a path answers about a maze that is made.
pub fn is_made(path: &str) -> bool {
    path.starts_with("/maze")
        || path.starts_with("/solve") && path != "/solvers"
        || path.starts_with("/book")
        || path == "/check"
}

/// The description of the headers of a generated maze in the file, with a given and with a random seed.
fn check_seed(uri: &Uri, answer: &Answer, faults: &mut Vec<String>) {
    let query = uri.query().unwrap_or_default();
    let given = query.split('&').any(|pair| pair.starts_with("seed="));
    let location = answer.header("content-location");
    let kept = answer.header("cache-control") != Some("no-store");
    let seed = answer.header("dedale-seed");
    // A URL of more than 8 KiB would not be read, so it is left out.
    let is_too_long = location.is_none() && uri.to_string().len() > 8 * 1024 - 50;
    let has_location = location.is_some() || is_too_long && !given;
    if [kept, answer.header("etag").is_some(), !has_location] != [given; 3] {
        faults.push(format!("cache-control, etag and content-location are not those of a seed given: {given}"));
    }
    if seed.is_none() {
        faults.push("there is no dedale-seed".into());
    }
    // A maze that is looked for has another seed than the request.
    let is_found = ["difficulty=", "length="].iter().any(|name| query.contains(name));
    if is_found {
        return;
    }
    if seed.zip(location).is_some_and(|(seed, location)| !has_pair(location, &format!("seed={seed}"))) {
        faults.push("dedale-seed is not that of content-location".into());
    }
    // A verdict says nothing of the maze.
    let Some(seed) = json_object(answer).and_then(|maze| Some(format!("seed={}", maze.get("seed")?))) else { return };
    if location.is_some_and(|location| !has_pair(location, &seed)) {
        faults.push(format!("content-location does not have {seed}"));
    }
}

/// Whether this is one of the pairs of the query of a URL.
fn has_pair(url: &str, pair: &str) -> bool {
    url.split(['?', '&']).any(|other| other == pair)
}

/// The object that an answer is; `None` where it is none that can be read here. (What should be one was found out before.)
fn json_object(answer: &Answer) -> Option<Value> {
    let is_json = answer.header("content-type") == Some("application/json");
    let value = serde_json::from_slice(&answer.body).ok()?;
    Some(value).filter(|value: &Value| is_json && value.is_object() && !answer.headers.contains_key("content-encoding"))
}

/// What the file says in words of `OPTIONS`.
fn check_options(path: &str, answer: &Answer, faults: &mut Vec<String>) {
    // `OPTIONS *` is about all paths.
    let all = (path == "*").then(|| "GET, HEAD, POST, OPTIONS".to_owned());
    let methods = all.or_else(|| path_in_file(path).map(allowed)).unwrap_or_default();
    if answer.header("allow") != Some(&methods) {
        faults.push(format!("the header allow is {:?}, and should be {methods}", answer.header("allow")));
    }
    if answer.header("x-request-id").is_none() || !answer.body.is_empty() {
        faults.push("an answer to OPTIONS has no body, and a name".into());
    }
}
