//! A parameter that is sent at its default means what it means where it is not sent, whatever is sent with it.
//! Each is tried alone with one of the queries, and together with all others with each of them.

use serde_json::Value;

use super::taken::BODIES;
use crate::common::openapi::{self, parameters};
use crate::common::{Answer, post, request, send};
use dedale_server::parameters::table::{Groups, PARAMETERS};

/// Queries that defaults are added to: every kind of grid, and what some defaults used to contradict.
const QUERIES: [&str; 8] = [
    "seed=7&w=5&h=4",
    "seed=7&w=5&h=4&grid=hex",
    "seed=7&grid=polar&rings=4",
    "seed=7&w=5&h=4&floors=2",
    "seed=7&w=9&h=9&mask=heart&weights=1..9",
    "seed=7&w=5&h=4&weave=1",
    "seed=7&w=5&h=4&from=1,1&to=any&exits=3",
    "seed=7&w=6&h=4&algo=prim&theme=dark&unicursal=true",
];

/// The same for a maze, or for a mask, that is in the body.
const POSTED_QUERIES: [&str; 3] = ["seed=7", "seed=7&theme=dark&format=svg", "seed=7&format=csv"];

/// The parameters of an operation that have a default, with it, as a generated client sends it.
fn defaults(path: &str, method: &str) -> Vec<(&'static str, String)> {
    let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
    let described = parameters(path, method, "query").into_iter().filter_map(|parameter| {
        let default = match parameter["schema"].get("default")? {
            Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join(","),
            // As Python writes it: 0.0.
            value if parameter["schema"]["type"] == "number" => format!("{:?}", value.as_f64()?),
            value => text(value),
        };
        Some((parameter["name"].as_str()?, default))
    });
    described.collect()
}

/// The query with these parameters, except those that it has already.
fn with(query: &str, more: &[(&str, String)]) -> String {
    let has = |name: &str| query.split('&').any(|pair| pair.split('=').next() == Some(name));
    let mut text = form_urlencoded::Serializer::new(query.to_owned());
    for (name, value) in more.iter().filter(|(name, _)| !has(name)) {
        text.append_pair(name, value);
    }
    text.finish()
}

fn assert_same(said: &str, one: &Answer, other: &Answer) {
    assert_eq!(one.status, other.status, "{said}: {}", String::from_utf8_lossy(&one.body));
    if one.status == 200 {
        assert_eq!(one.header("content-type"), other.header("content-type"), "{said}");
        assert_eq!(one.header("etag"), other.header("etag"), "{said}");
        assert!(one.body == other.body, "{said}");
    }
}

#[tokio::test]
async fn defaults_that_are_sent_change_nothing() {
    for (path, method) in openapi::operations() {
        let defaults = defaults(path, method);
        if method != "get" || defaults.is_empty() {
            continue;
        }
        let address = openapi::address(path);
        let (address, of_path) = address.split_once('?').unwrap_or((address, ""));
        for (at, query) in QUERIES.iter().enumerate() {
            // So that a book, a data set and an animation are small.
            let small = ["count=2", "cell=4", "seconds=1"].into_iter();
            let small = small.filter(|pair| defaults.iter().any(|(name, _)| pair.split('=').next() == Some(name)));
            let is_drawn = path.ends_with(".gif") || path.ends_with(".png");
            let query = [*query].into_iter().chain(small.filter(|pair| is_drawn || pair.starts_with("count")));
            let query = query.collect::<Vec<_>>().join("&");
            let query =
                if of_path.is_empty() { query } else { with(of_path, &[("w", "64".into()), ("h", "64".into())]) };
            let unsent = send(request("GET".parse().unwrap(), &format!("{address}?{query}"), &[])).await;
            let alone = defaults.iter().skip(at).step_by(QUERIES.len());
            let alone = alone.map(|default| with(&query, std::slice::from_ref(default)));
            for sent in alone.chain([with(&query, &defaults)]) {
                let uri = format!("{address}?{sent}");
                assert_same(&uri, &send(request("GET".parse().unwrap(), &uri, &[])).await, &unsent);
            }
        }
    }
}

/// Every parameter of the service, at its default or off, may be said wherever it says nothing new: at paths, and so in formats, that do not take it too.
#[tokio::test]
async fn what_goes_without_saying_may_be_said_at_every_path() {
    for (path, method) in openapi::operations() {
        let known = parameters(path, method, "query");
        if method != "get" || known.is_empty() {
            continue;
        }
        let taken = |name: &str| known.iter().find(|parameter| parameter["name"] == name);
        let is_taken = |name: &str| taken(name).is_some();
        let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
        let address = openapi::address(path);
        let (address, of_path) = address.split_once('?').unwrap_or((address, ""));
        let small =
            [("w", "5"), ("h", "4"), ("seed", "7"), ("count", "1")].into_iter().filter(|(name, _)| is_taken(name));
        let small: Vec<_> = small.map(|(name, value)| (name, value.to_owned())).collect();
        let query = with(of_path, &small);
        let unsent = send(request("GET".parse().unwrap(), &format!("{address}?{query}"), &[])).await;
        for parameter in PARAMETERS.iter() {
            let default = parameter.default.filter(|_| !is_taken(parameter.name)).map(str::to_owned);
            let meant = parameter.canonical("None".into());
            // The defaults of some paths are others.
            let own = taken(parameter.name).map(|known| known["schema"].get("default").map(text));
            let is_off = own.as_ref().is_none_or(|own| match own {
                Some(own) => *own == meant,
                None => parameter.off == Some(""),
            });
            let none =
                Some(&meant).filter(|none| is_off && (own.is_some() || parameter.is_default(none, Groups::empty())));
            for value in default.into_iter().chain(none.map(|_| "None".to_owned())) {
                let uri = format!("{address}?{}", with(&query, &[(parameter.name, value)]));
                assert_same(&uri, &send(request("GET".parse().unwrap(), &uri, &[])).await, &unsent);
            }
        }
    }
}

#[tokio::test]
async fn defaults_that_are_sent_with_a_body_change_nothing() {
    for (path, method) in openapi::operations() {
        let defaults = defaults(path, method);
        // The queries say the format.
        if method != "post" || defaults.is_empty() || path.contains("{format}") {
            continue;
        }
        let bodies = BODIES.iter().map(|body| ("application/json", body.as_str()));
        for (kind, body) in bodies.chain([("text/plain", "####\n####\n")]) {
            for query in POSTED_QUERIES {
                let unsent = post(&format!("{path}?{query}"), kind, body.to_owned()).await;
                let alone = defaults.iter().map(|default| with(query, std::slice::from_ref(default)));
                for sent in alone.chain([with(query, &defaults)]) {
                    let uri = format!("{path}?{sent}");
                    assert_same(&uri, &post(&uri, kind, body.to_owned()).await, &unsent);
                }
            }
        }
    }
}

/// Generated clients send every default that they know. They can ask for a circle, and for the cheapest path.
#[tokio::test]
async fn clients_that_send_defaults_can_ask_for_everything() {
    for (path, more) in [
        ("/maze", "grid=polar&rings=3&seed=7"),
        ("/maze", "grid=hex&w=4&h=4&seed=7&format=stl"),
        ("/solve", "w=4&h=4&seed=7&weights=1..9&include=weights"),
        ("/solve", "w=4&h=4&seed=7&solver=wall-follower&hand=left"),
    ] {
        let query = with(more, &defaults(path, "get"));
        let answer = send(request("GET".parse().unwrap(), &format!("{path}?{query}"), &[])).await;
        assert_eq!(answer.status, 200, "{path}?{query}");
    }
}
