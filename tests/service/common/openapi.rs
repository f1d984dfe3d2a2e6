//! `openapi.yaml`, and what of an answer is not as it says.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use axum::http::{HeaderMap, Method, Uri};
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::{Map, Value, json};

use super::Answer;

/// The file.
pub const TEXT: &str = include_str!("../../../openapi.yaml");

/// What is in the file.
pub static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_saphyr::from_str(TEXT).expect("openapi.yaml is well-formed YAML"));

/// Headers that any answer may have: the file lists them only where they must be there.
const UNLISTED_HEADERS: [&str; 9] = [
    "content-type",
    "content-length",
    "content-encoding",
    "vary",
    "allow",
    "access-control-expose-headers",
    "connection",
    "ratelimit",
    "ratelimit-policy",
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

/// Every path, as the file writes it.
pub fn paths() -> Vec<&'static str> {
    entries(&DOCUMENT["paths"]).map(|(path, _)| path).collect()
}

/// The methods of a path, as the file writes them: `get`, `post`.
pub fn methods(path: &str) -> Vec<&'static str> {
    entries(&DOCUMENT["paths"][path]).map(|(name, _)| name).filter(|&name| name != "parameters").collect()
}

/// Every path and method, as the file writes them.
pub fn operations() -> Vec<(&'static str, &'static str)> {
    paths().into_iter().flat_map(|path| methods(path).into_iter().map(move |method| (path, method))).collect()
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

/// The parameters of an operation in the file whose `in` is `place`: `query`, `header` or `path`.
pub fn parameters(path: &str, method: &str, place: &str) -> Vec<&'static Value> {
    let of_all = items(&DOCUMENT["paths"][path]["parameters"]);
    of_all.chain(items(&operation(path, method)["parameters"])).filter(|parameter| parameter["in"] == place).collect()
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
    let value = match schema["type"].as_str().unwrap_or("string") {
        "integer" if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            text.parse::<u64>().map_or(json!(f64::MAX), Value::from)
        }
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
    match described(method, uri.path(), answer.status.as_u16()) {
        Some(described) => {
            check_headers(described, &answer.headers, &mut faults);
            check_content(method, described, answer, &mut faults);
            if answer.status == 200 && *method != Method::POST && is_made(uri.path()) {
                check_seed(uri, answer, &mut faults);
            }
            if answer.status == 200 && *method != Method::HEAD {
                check_matrices(answer, &mut faults);
            }
        }
        None if *method == Method::OPTIONS && answer.status == 204 => check_options(uri.path(), answer, &mut faults),
        None => faults.push(format!("the status {} is not in the file", answer.status)),
    }
    faults
}

/// What the file says of an answer with this status.
fn described(method: &Method, path: &str, status: u16) -> Option<&'static Value> {
    let known = path_in_file(path);
    let method = if *method == Method::HEAD { "get".to_owned() } else { method.as_str().to_ascii_lowercase() };
    if let Some(path) = known
        && methods(path).contains(&method.as_str())
    {
        let described = &operation(path, &method)["responses"][status.to_string()];
        return described.is_object().then(|| resolve(described));
    }
    // The response to a request that is not in the file.
    let name = match status {
        400 => "BadRequest",
        404 if known.is_none() => "NotFound",
        405 if known.is_some() => "MethodNotAllowed",
        406 => "NotAcceptable",
        408 => "RequestTimeout",
        413 => "ContentTooLarge",
        414 => "UriTooLong",
        429 => "TooManyRequests",
        431 => "TooManyHeaders",
        500 => "InternalError",
        501 => "NotImplemented",
        _ => return None,
    };
    Some(&DOCUMENT["components"]["responses"][name])
}

/// The path as the file writes it.
fn path_in_file(path: &str) -> Option<&'static str> {
    let fits = |known: &str| match known.split_once('{') {
        None => known == path,
        Some((start, end)) => {
            let value = path.strip_prefix(start).and_then(|rest| rest.strip_suffix(end.split_once('}')?.1));
            value.is_some_and(|value| !value.is_empty() && !value.contains('/'))
        }
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
        if !listed.iter().any(|listed| listed == name) && !UNLISTED_HEADERS.contains(&name) {
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
            return match events(answer) {
                Ok(events) => check_events(of_a_line, &events, faults),
                Err(error) => faults.push(format!("the body is not {media_type}: {error}")),
            };
        }
        _ if is_json => serde_json::from_slice(&answer.body).map_err(|error| error.to_string()),
        _ => std::str::from_utf8(&answer.body).map(Value::from).map_err(|error| error.to_string()),
    };
    match values {
        Ok(value) => faults.extend(schema_faults(schema, &value).into_iter().take(5)),
        Err(error) => faults.push(format!("the body is not {media_type}: {error}")),
    }
    let status = answer.status.as_u16();
    if media_type == "application/problem+json" && !answer.text().contains(&format!("\"status\":{status}")) {
        faults.push(format!("the problem does not say the status {status}"));
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
fn is_made(path: &str) -> bool {
    path.starts_with("/maze") || path.starts_with("/solve") && path != "/solvers"
}

/// The description of the headers of a generated maze in the file, with a given and with a random seed.
fn check_seed(uri: &Uri, answer: &Answer, faults: &mut Vec<String>) {
    let query = uri.query().unwrap_or_default();
    let given = query.split('&').any(|pair| pair.starts_with("seed="));
    let location = answer.header("content-location");
    let kept = answer.header("cache-control") != Some("no-store");
    let seed = answer.header("dedale-seed");
    if [kept, answer.header("etag").is_some(), location.is_none(), seed.is_none()] != [given; 4] {
        faults.push(format!(
            "cache-control, etag, content-location and dedale-seed are not those of a seed given: {given}"
        ));
    }
    if seed.zip(location).is_some_and(|(seed, location)| !has_pair(location, &format!("seed={seed}"))) {
        faults.push("dedale-seed is not that of content-location".into());
    }
    let Some(maze) = json_object(answer) else { return };
    let seed = format!("seed={}", maze["seed"]);
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

/// What the file says in words of the sizes of matrices.
fn check_matrices(answer: &Answer, faults: &mut Vec<String>) {
    let Some(document) = json_object(answer) else { return };
    let side = |name: &str| document[name].as_u64().unwrap_or_default() as usize;
    let (rows, columns, points) = (side("h"), side("w"), document["points"].as_array().map_or(0, Vec::len));
    let blocks = document["encoding"] == "blocks";
    let of_cells = if blocks { (2 * rows + 1, 2 * columns + 1) } else { (rows, columns) };
    let sizes = [
        ("cells", of_cells),
        ("distances", (rows, columns)),
        ("states", (rows, columns)),
        ("matrix", (points, points)),
    ];
    for (name, (rows, columns)) in sizes {
        let Some(matrix) = document[name].as_array().filter(|_| document["w"].is_u64()) else { continue };
        if matrix.len() != rows || matrix.iter().any(|row| row.as_array().map(Vec::len) != Some(columns)) {
            faults.push(format!("the matrix {name} is not one of {rows} rows and {columns} columns"));
        }
    }
}

/// What the file says in words of `OPTIONS`.
fn check_options(path: &str, answer: &Answer, faults: &mut Vec<String>) {
    // `OPTIONS *` is about all paths.
    let all = (path == "*").then(|| "GET, HEAD, POST, OPTIONS".to_owned());
    let methods = all.or_else(|| path_in_file(path).map(allowed)).unwrap_or_default();
    for (name, value) in
        [("allow", &*methods), ("x-content-type-options", "nosniff"), ("access-control-allow-origin", "*")]
    {
        if answer.header(name) != Some(value) {
            faults.push(format!("the header {name} is {:?}, and should be {value}", answer.header(name)));
        }
    }
    if answer.header("x-request-id").is_none() || !answer.body.is_empty() {
        faults.push("an answer to OPTIONS has no body, and a name".into());
    }
}
