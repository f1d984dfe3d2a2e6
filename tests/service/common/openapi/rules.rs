//! What `openapi.yaml` says in words, or in one place for many answers.

use axum::http::Method;
use dedale_server::problem::{Kind, Problem};
use serde_json::{Value, json};

use super::{Answer, ON_EVERY_RESPONSE, is_made, json_object, methods, path_in_file};

/// What the file says of every response.
pub(super) fn check_every(answer: &Answer, faults: &mut Vec<String>) {
    for (name, start) in ON_EVERY_RESPONSE {
        let value = answer.header(name);
        let whole = start.trim_end() == start;
        if !value.is_some_and(|value| if whole { value == start } else { value.starts_with(start) }) {
            faults.push(format!("the header {name} is {value:?}, and should be {start}"));
        }
    }
    let is_name = |name: &str| {
        name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:/+=@".contains(&byte))
            && (1..=128).contains(&name.len())
    };
    if !answer.header("x-request-id").is_some_and(is_name) {
        faults.push(format!("the header x-request-id is {:?}", answer.header("x-request-id")));
    }
}

/// What depends on headers of the request says so, for caches: all but whether the service runs.
pub(super) fn check_vary(path: &str, answer: &Answer, faults: &mut Vec<String>) {
    let depends = answer.status.as_u16() < 400 && !["/healthz", "/readyz"].contains(&path);
    if depends && answer.header("vary").is_none() {
        faults.push("the header vary is missing".into());
    }
}

/// The pages are not in the file: they are kept by browsers, and asked for again with their tag.
pub(super) fn check_page(answer: &Answer, faults: &mut Vec<String>) {
    let held = ["no-cache", "public, max-age=3600", "public, max-age=31536000, immutable"]
        .map(Some)
        .contains(&answer.header("cache-control"));
    let typed = answer.status == 304 || answer.header("content-type").is_some();
    let good = matches!(answer.status.as_u16(), 200 | 304) && (answer.status == 200 || answer.body.is_empty());
    if !good || !held || !typed || answer.header("etag").is_none() || answer.header("vary").is_none() {
        faults.push(format!("the page has the status {} and the headers {:?}", answer.status, answer.headers));
    }
}

/// The kinds of problem that a request may have, by its method and its path.
fn kinds(method: &Method, path: &str) -> Vec<Kind> {
    let mut kinds = vec![
        Kind::BAD_REQUEST,
        Kind::NOT_ACCEPTABLE,
        Kind::REQUEST_TIMEOUT,
        Kind::PRECONDITION_FAILED,
        Kind::CONTENT_TOO_LARGE,
        Kind::URI_TOO_LONG,
        Kind::TOO_MANY_REQUESTS,
        Kind::TOO_MANY_HEADERS,
        Kind::INTERNAL_ERROR,
        Kind::NOT_IMPLEMENTED,
    ];
    let Some(known) = path_in_file(path) else {
        kinds.push(Kind::NOT_FOUND);
        return kinds;
    };
    let name = if *method == Method::HEAD { "get".to_owned() } else { method.as_str().to_ascii_lowercase() };
    if !methods(known).contains(&&*name) {
        kinds.push(Kind::METHOD_NOT_ALLOWED);
        return kinds;
    }
    kinds.push(Kind::OVERLOADED);
    kinds.push(if known == "/readyz" { Kind::DRAINING } else { Kind::TOO_SLOW });
    if known.contains('{') {
        kinds.push(Kind::NOT_FOUND);
    }
    let posted = *method == Method::POST;
    if posted || is_made(known) || known.starts_with("/map/") {
        kinds.extend([Kind::INVALID_PARAMETER, Kind::TOO_LARGE]);
        if is_made(known) {
            kinds.extend([Kind::NO_SUCH_MAZE, Kind::DOES_NOT_FIT]);
        }
    }
    if posted {
        kinds.extend([Kind::MALFORMED_MAZE, Kind::INCONSISTENT_MAZE, Kind::UNSUPPORTED_MEDIA_TYPE]);
    }
    kinds
}

/// A problem is of a kind that the request may have, and says what goes with its kind.
pub(super) fn check_problem(method: &Method, path: &str, answer: &Answer, faults: &mut Vec<String>) {
    let status = answer.status.as_u16();
    for (name, needed, allowed) in [
        ("retry-after", status == 429, matches!(status, 429 | 503)),
        ("allow", status == 405, status == 405),
        ("accept", false, status == 415),
        ("accept-encoding", false, status == 415),
    ] {
        let found = answer.headers.contains_key(name);
        if needed && !found || found && !allowed {
            faults.push(format!("the header {name} is there: {found}, with the status {status}"));
        }
    }
    let of_status = |kind: &Kind| kind.status == status;
    let possible = kinds(method, path);
    if *method == Method::HEAD || answer.headers.contains_key("content-encoding") {
        if !possible.iter().any(of_status) {
            faults.push(format!("no problem of this request has the status {status}"));
        }
        return;
    }
    let Ok(problem) = serde_json::from_slice::<Value>(&answer.body) else { return };
    let Some(kind) = possible.iter().find(|kind| problem["type"] == kind.uri()) else {
        faults.push(format!("this request cannot have the problem {}", problem["type"]));
        return;
    };
    if problem["status"] != status || !of_status(kind) || problem["title"] != kind.title {
        faults.push(format!("the problem does not have the status or the title of its kind: {problem}"));
    }
    let (has, is_large) = (|name: &str| problem.get(name).is_some(), *kind == Kind::TOO_LARGE);
    let does_not_fit = *kind == Kind::DOES_NOT_FIT;
    let must_have = *kind == Kind::INVALID_PARAMETER || does_not_fit;
    if must_have && !has("errors") || has("errors") && !must_have && !is_large {
        faults.push("only parameters that are invalid, too large or do not fit have errors".into());
    }
    // The description lists the codes of parameters, and the page has words for each.
    if problem["code"] != kind.slug
        && (*kind, &problem["code"]) != (Kind::TOO_MANY_REQUESTS, &json!(Problem::RATE_LIMIT))
        && !(problem["code"] == format!("{}-at", kind.slug) && problem["args"]["place"].is_string())
    {
        faults.push(format!("the code is neither that of the kind nor one of those that it has: {problem}"));
    }
    let has_arg = |name: &str| problem["args"].get(name).is_some();
    if has_arg("limit") != is_large || has_arg("asked") != (is_large || does_not_fit) {
        faults.push(format!("what is too large, and nothing else, has a limit: {problem}"));
    }
}

/// Which members of a solution and of a verdict go together.
pub(super) fn check_members(answer: &Answer, faults: &mut Vec<String>) {
    let Some(document) = json_object(answer) else { return };
    let has = |name: &str| document.get(name).is_some();
    let is_null = |name: &str| document.get(name).is_none_or(Value::is_null);
    let mut rule = |holds: bool, words: &str| {
        if !holds {
            faults.push(format!("{words}: {document}"));
        }
    };
    if let Some(solver) = document.get("solver") {
        let (found, reachable) = (!document["length"].is_null(), document["reachable"] == true);
        rule(has("hand") == (solver == "wall-follower"), "a wall follower has a hand, and no other solver");
        rule(!found || reachable, "what was found can be reached");
        rule(has("gave_up") == (reachable && !found), "a solver gave up if there is a path and it found none");
        for part in ["path", "directions"] {
            rule(!has(part) || is_null(part) != found, "there is a path if one was found");
        }
    }
    if let Some(encoding) = document["encoding"].as_str().filter(|_| document["window"]["rows"] != json!(0)) {
        // Cells are nested as addresses are. On squares, their sides are letters of a word.
        let address = document["from"].as_array().map_or(2, Vec::len);
        // Squares that are cut along an outline have names as other cells have.
        let is_smooth = document["options"]["outline"] == "smooth";
        let is_word = !is_smooth && [Value::Null, "square".into()].contains(&document["grid"]);
        let first = first_at(&document["cells"], if encoding == "graph" { 1 } else { address });
        let fits = first.is_some_and(|first| match encoding {
            "walls" | "passages" => {
                if is_word {
                    first.is_string()
                } else {
                    first.is_array()
                }
            }
            "named" | "graph" => first.is_object(),
            _ => first.is_u64(),
        });
        rule(fits, "the cells are in their encoding");
        let numbers =
            document["cells"].as_array().into_iter().flatten().flat_map(|row| row.as_array().into_iter().flatten());
        let most = if encoding == "blocks" {
            1
        } else if has("grid") {
            255
        } else {
            15
        };
        rule(numbers.filter_map(Value::as_u64).all(|number| number <= most), "the cells are in their encoding");
    }
    if let Some(ok) = document["ok"].as_bool() {
        let failed = ["at", "reason", "cell"].map(has);
        rule(failed == [!ok; 3] && !(ok && has("side")), "a solution that fails says where");
        rule(!ok || document["shortest"].is_u64(), "a right solution is a path");
    }
}

/// The first element of nested lists that is not missing.
fn first_at(list: &Value, depth: usize) -> Option<&Value> {
    match depth {
        0 => Some(list).filter(|cell| !cell.is_null()),
        _ => list.as_array()?.iter().find_map(|item| first_at(item, depth - 1)),
    }
}

/// What the file says in words of the sizes of matrices.
pub(super) fn check_matrices(answer: &Answer, faults: &mut Vec<String>) {
    let Some(document) = json_object(answer) else { return };
    let side = |name: &str| document[name].as_u64().unwrap_or_default() as usize;
    let of_window = |name: &str| document["window"][name].as_u64().map(|side| side as usize);
    let (rows, columns) =
        (of_window("rows").unwrap_or_else(|| side("h")), of_window("cols").unwrap_or_else(|| side("w")));
    // A tile that is not in the maze.
    if rows == 0 && document["cells"].as_array().is_some_and(Vec::is_empty) {
        return;
    }
    let points = document["points"].as_array().map_or(0, Vec::len);
    if document["grid"].is_string() {
        return;
    }
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
        if name == "cells" && document["encoding"] == "graph" {
            if matrix.len() != rows * columns {
                faults.push(format!("the graph is not one of {rows} rows and {columns} columns"));
            }
            continue;
        }
        if matrix.len() != rows || matrix.iter().any(|row| row.as_array().map(Vec::len) != Some(columns)) {
            faults.push(format!("the matrix {name} is not one of {rows} rows and {columns} columns"));
        }
    }
}
