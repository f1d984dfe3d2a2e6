//! The service as a caller meets it, in process. Every answer here is held to `openapi.yaml` as well, by `common`.

use std::sync::Arc;
use std::time::Duration;

use crate::common::{Answer, app, get, get_with, post, request, send, send_to, without_url};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use dedale_server::app::App;
use dedale_server::limits::shares::Client;
use dedale_server::server::service::service;
use dedale_server::settings::Settings;
use serde_json::{Value, json};

/// The name and the value of each invalid parameter.
fn faults(answer: &Answer) -> Vec<(String, String)> {
    answer.assert_refused();
    let errors = answer.json()["errors"].as_array().expect("a list").clone();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    errors.iter().map(|error| (text(&error["parameter"]), text(&error["value"]))).collect()
}

#[tokio::test]
async fn a_maze_as_json() {
    let answer = get("/maze?algo=prim&w=3&h=2&seed=42").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let maze = answer.json();
    let head = json!([maze["algo"], maze["w"], maze["h"], maze["seed"], maze["generator"], maze["options"]]);
    assert_eq!(head, json!(["prim", 3, 2, 42, 1, {}]));
    assert_eq!(json!([maze["from"], maze["to"], maze["encoding"]]), json!([[0, 0], [1, 2], "walls"]));
    assert_eq!(maze["cells"], json!([["NSW", "N", "NE"], ["NSW", "ES", "ESW"]]));
    // The order of the keys is that of the contract.
    assert!(
        answer.text().starts_with(r#"{"algo":"prim","w":3,"h":2,"seed":42,"generator":1,"options":{},"from":[0,0]"#)
    );
}

#[tokio::test]
async fn aliases_are_reported_by_their_name() {
    let maze = get("/maze?algo=recursive-backtracker&w=5&h=5&seed=7").await.json();
    assert_eq!(maze["algo"], "backtracker");
    assert_eq!(maze["cells"], get("/maze?algo=dfs&w=5&h=5&seed=7").await.json()["cells"]);
    assert_eq!(get("/maze?algo=fusion&w=5&h=5&seed=7").await.json()["algo"], "kruskal");
}

#[tokio::test]
async fn the_object_turned_into_a_query_gives_the_same_maze() {
    for query in [
        "algo=growing-tree&pick=oldest:2,newest:3&w=9&h=7&seed=1&braid=0.4&doors=true&remove=0,0,E&remove=3,3,S",
        "algo=binary-tree&bias=nw&w=9&h=7&seed=2&max_walls=0.4&max_walls_in=columns",
        "algo=wilson&w=9&h=7&seed=3&ends=farthest&encoding=bits",
        "w=9&h=7&from=1,1&to=2,2&seed=4",
    ] {
        let maze = get(&format!("/maze?{query}")).await.json();
        let mut pairs: Vec<(String, String)> = Vec::new();
        for name in ["algo", "w", "h", "seed", "encoding"] {
            pairs.push((name.to_owned(), maze[name].to_string().trim_matches('"').to_owned()));
        }
        for name in ["from", "to"] {
            pairs.push((name.to_owned(), format!("{},{}", maze[name][0], maze[name][1])));
        }
        for (name, value) in maze["options"].as_object().unwrap() {
            let values = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
            pairs.extend(values.iter().map(|v| (name.clone(), v.to_string().trim_matches('"').to_owned())));
        }
        let query: Vec<String> = pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(without_url(get(&format!("/maze?{}", query.join("&"))).await.json()), without_url(maze));
    }
}

#[tokio::test]
async fn every_fault_is_named_at_once() {
    let answer = get("/maze?w=0&h=-3&algo=pirm&foo=1").await;
    let mut named = faults(&answer);
    named.sort();
    let expected = [("algo", "pirm"), ("foo", "1"), ("h", "-3"), ("w", "0")];
    assert_eq!(named, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    assert!(answer.text().contains("did you mean 'prim'?"));
    // The detail names three.
    let told = answer.json()["detail"].as_str().unwrap().to_owned();
    assert!(told.starts_with("4 parameters are invalid: foo (unknown parameter; "), "{told}");
    assert!(told.contains("), algo (unknown algorithm; ") && told.ends_with(") and 1 more."), "{told}");
    // Names, and no other names for the same.
    let answer = get("/maze?algo=nothing-like-it&grid=nothing-like-it").await.json();
    let allowed = |i: usize| answer["errors"][i]["allowed"].as_array().unwrap().clone();
    assert!(allowed(0).contains(&json!("backtracker")) && !allowed(0).contains(&json!("recursive-backtracker")));
    assert!(allowed(1).contains(&json!("polar")) && !allowed(1).contains(&json!("circle")));
}

/// A parameter with many wrong values is one parameter, and what is not listed is mentioned.
#[tokio::test]
async fn many_faults_are_counted_by_their_parameters() {
    let removed = |walls: usize| format!("/maze?remove={}", vec!["0,0,Q"; walls].join(";"));
    for (uri, detail, listed) in [
        (removed(2), "1 parameter is invalid, in 2 ways", 2),
        (removed(100), "1 parameter is invalid, in 100 ways", 100),
        (removed(1000), "At least 1 parameter is invalid, in more than 100 ways", 100),
        (format!("{}&w=0", removed(10)), "2 parameters are invalid, in 11 ways", 11),
        (
            (0..200).map(|name| format!("x{name}=1")).fold("/maze?w=0".to_owned(), |uri, more| format!("{uri}&{more}")),
            "12 parameters are invalid",
            12,
        ),
    ] {
        let answer = get(&uri).await.json();
        let errors = answer["errors"].as_array().unwrap();
        let [parameter, says] = ["parameter", "detail"].map(|part| errors[0][part].as_str().unwrap());
        let told = answer["detail"].as_str().unwrap();
        assert!(told.starts_with(&format!("{detail}: {parameter} ({says})")), "{told}");
        assert_eq!(errors.len(), listed);
    }
}

#[tokio::test]
async fn parameters_that_exclude_each_other_are_rejected() {
    for (uri, name) in [
        ("/maze?pick=newest", "pick"),
        ("/maze?algo=eller&bias=nw", "bias"),
        ("/maze?max_walls_in=rows", "max_walls_in"),
        ("/maze?algo=prim&straightness=0.5", "straightness"),
        ("/maze?ends=center&to=0,0", "ends"),
        ("/maze?ends=farthest&from=0,0", "ends"),
        ("/maze?doors=true&to=3,3", "to"),
        ("/maze?w=60000&h=60000", "w"),
        ("/maze?w=3&w=3", "w"),
        ("/maze?format=ascii&encoding=bits", "encoding"),
        ("/maze?format=svgg", "format"),
        ("/maze?encoding=bit", "encoding"),
        ("/maze.txt?format=ascii", "format"),
        ("/maze.txt?encoding=bits", "encoding"),
        ("/maze.json?format=json", "format"),
    ] {
        let named: Vec<_> = faults(&get(uri).await).into_iter().map(|(name, _)| name).collect();
        assert_eq!(named, [name], "{uri}");
    }
    let answer = get_with("/maze?encoding=bits", &[("accept", "text/plain")]).await;
    assert_eq!(faults(&answer)[0].0, "encoding");
}

#[tokio::test]
async fn the_format_is_that_of_the_path_then_the_query_then_accept() {
    let json = Some("application/json");
    let text = Some("text/plain; charset=utf-8");
    for (uri, accept, media_type) in [
        ("/maze.json?seed=1", "text/plain", json),
        ("/maze.txt?seed=1", "application/json", text),
        ("/maze?seed=1&format=blocks", "application/json", text),
        ("/maze?seed=1", "text/plain", text),
        ("/maze?seed=1", "text/plain;q=0.1, application/json;q=0.2", json),
        ("/maze?seed=1", "text/html,*/*;q=0.8", json),
        ("/maze?seed=1", "image/png", Some("image/png")),
        ("/maze?seed=1", "image/avif,image/webp,image/*,*/*;q=0.8", Some("image/svg+xml")),
        ("/maze?seed=1&format=png", "application/json", Some("image/png")),
        ("/maze.svg?seed=1", "image/png", Some("image/svg+xml")),
        ("/maze.png?seed=1", "application/json", Some("image/png")),
    ] {
        let answer = get_with(uri, &[("accept", accept)]).await;
        assert_eq!(answer.header("content-type"), media_type, "{uri} {accept}");
        let negotiated = !uri.contains("format") && uri.starts_with("/maze?");
        let vary = if negotiated { "accept, accept-encoding" } else { "accept-encoding" };
        assert_eq!(answer.header("vary"), Some(vary), "{uri}");
    }
    let answer = get_with("/maze?seed=1", &[("accept", "image/webp")]).await;
    assert_eq!((answer.status, answer.problem().as_str()), (StatusCode::NOT_ACCEPTABLE, "not-acceptable"));
}

#[tokio::test]
async fn a_random_seed_is_returned_and_gives_the_same_response_again() {
    let answer = get_with("/maze?w=4&h=3&remove=0,0,E", &[("accept", "text/plain")]).await;
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("etag"), None);
    let location = answer.header("content-location").unwrap();
    assert!(location.starts_with("/maze.txt?w=4&h=3&seed="), "{location}");
    assert!(location.ends_with("&generator=1&remove=0,0,E"), "{location}");
    let again = get(location).await;
    assert_eq!(again.text(), answer.text());
    assert!(again.header("etag").is_some());
    assert_eq!(again.header("content-location"), None);
    let seeds = [get("/maze?w=1&h=1").await.json(), get("/maze?w=1&h=1").await.json()];
    assert_ne!(seeds[0]["seed"], seeds[1]["seed"]);
}

/// What is not at its default, by the names that parameters and values have, in one order; with the seed and the version of the generators.
#[tokio::test]
async fn json_has_its_shortest_url() {
    for (uri, url) in [
        (
            "/maze?remove=0,0,E&w=5&remove=1%2C1%2CS&h=5&seed=7&encoding=bits",
            "/maze.json?w=5&h=5&seed=7&generator=1&remove=0,0,E;1,1,S&encoding=bits",
        ),
        ("/maze?grid=sigma&seed=7&mask=Heart", "/maze.json?grid=hex&mask=heart&seed=7&generator=1"),
        (
            "/maze?height=12&seed=7&width=30&algo=fusion&braid=0&doors=true",
            "/maze.json?algo=kruskal&h=12&seed=7&generator=1&doors=true",
        ),
        (
            "/maze.json?seed=anna&w=5&h=4&encoding=bits",
            "/maze.json?w=5&h=4&seed=8103966380040206&generator=1&encoding=bits",
        ),
        (
            "/maze?algo=eller&w=9&h=30000&seed=7&encoding=bits",
            "/maze.json?algo=eller&w=9&h=30000&seed=7&generator=1&encoding=bits",
        ),
        ("/maze?obstacles=0.3&seed=7", "/maze.json?obstacles=0.3&seed=7&generator=1"),
        (
            "/solve?include=stats,path&w=9&h=9&seed=7&solver=auto&from=1,1",
            "/solve.json?w=9&h=9&seed=7&generator=1&from=1,1&include=path,stats",
        ),
        ("/maze?w=5&h=4&exits=2&to=any&seed=7", "/maze.json?w=5&h=4&seed=7&generator=1&exits=2"),
    ] {
        let answer = get(uri).await;
        assert_eq!(answer.json()["url"], url, "{uri}");
        assert!(get(url).await.body == answer.body, "{uri}");
    }
    // The members of JSON say it already.
    for uri in [
        "/maze?seed=7",
        "/maze?generator=1&seed=7&format=json&algo=dfs&w=5&from=0,0",
        "/solve?w=9",
        "/maze?h=4&seed=anna",
    ] {
        assert_eq!(get(uri).await.json().get("url"), None, "{uri}");
    }
    let drawn = get("/solve?w=9&algorithm=Prim&doors=true").await;
    assert_eq!(drawn.json()["url"], drawn.header("content-location").unwrap());
    // A maze that was looked for is that of its seed.
    let found = get("/solve?w=12&h=12&doors=true&difficulty=easy&seed=7").await;
    let seed = found.header("dedale-seed").unwrap();
    assert_eq!(found.json()["url"], format!("/solve.json?w=12&h=12&seed={seed}&generator=1&doors=true"));
    assert!(get(found.json()["url"].as_str().unwrap()).await.body == found.body);
    // Of a maze that is posted there is none.
    let posted = post("/solve", "application/json", r#"{"encoding":"bits","cells":[[13,7]]}"#).await;
    assert_eq!((posted.status, posted.json().get("url")), (StatusCode::OK, None));
    let lines = get("/mazes?count=2&w=4&h=4&seed=7").await;
    assert!(!lines.text().contains("\"url\""));
}

/// A service reads URLs of 8 KiB, so a longer one is of no use.
#[tokio::test]
async fn the_url_with_the_seed_is_no_longer_than_what_is_read() {
    // Escaped, these would be longer than 8 KiB, and so would `remove` for each.
    let walls = vec!["0,0,E"; 1000].join(";");
    let answer = get(&format!("/maze?w=4&h=3&remove={walls}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let again = get(answer.header("content-location").unwrap()).await;
    assert!(again.body == answer.body);
    // What comes escaped for no reason does not stay so.
    let drawn = get("/maze?w=4&h=4&remove=1%2C1%2CE&to=2%2c2&remove=0,0,S%3B2,2,E").await;
    let location = drawn.header("content-location").unwrap();
    assert!(location.starts_with("/maze.json?w=4&h=4&seed="), "{location}");
    assert!(location.ends_with("&generator=1&to=2,2&remove=1,1,E;0,0,S;2,2,E"), "{location}");
    assert_eq!(get(location).await.body, drawn.body);
    // At the limit, there is no room for the seed.
    for uri in ["/maze.svg?", "/solve?", "/maze/steps?", "/book.pdf?count=1&"] {
        let start = format!("{uri}w=9&h=9&remove=");
        let rest = (8 * 1024 - start.len()) / 6;
        let answer = get(&format!("{start}{}", vec!["0,0,E"; rest].join(";"))).await;
        assert_eq!(answer.status, StatusCode::OK, "{uri}");
        assert_eq!(answer.header("content-location"), None, "{uri}");
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{uri}");
        assert!(answer.header("dedale-seed").is_some() && answer.header("etag").is_none(), "{uri}");
    }
}

/// Without the version in the URL, the next release may return another maze.
#[tokio::test]
async fn a_url_that_names_the_generator_version_is_kept_for_a_year() {
    for path in [
        "/maze?",
        "/maze.svg?grid=hex&",
        "/maze?format=png&",
        "/map/window.json?window=1,1,2,2&algo=quilt&",
        "/solve?",
        "/solve.txt?",
        "/map/path?algo=quilt&moves=2&",
        "/maze/steps?",
        "/solve/steps?",
        "/book.pdf?count=1&",
        "/mazes?count=2&",
        "/mazes.tokens?count=2&",
        "/mazes.npy?count=2&",
        "/map/tiles/0/0/0.png?algo=quilt&",
    ] {
        let uri = format!("{path}w=8&h=8&seed=7");
        let (open, pinned) = (get(&uri).await, get(&format!("{uri}&generator=1")).await);
        assert_eq!(open.status, StatusCode::OK, "{uri}: {}", open.text());
        assert_eq!(open.header("cache-control"), Some("public, max-age=86400"), "{uri}");
        assert_eq!(pinned.header("cache-control"), Some("public, max-age=31536000"), "{uri}");
        assert_eq!(open.header("etag"), pinned.header("etag"), "{uri}");
        assert!(open.body == pinned.body, "{uri}");
        let tag = pinned.header("etag").unwrap();
        let held = get_with(&format!("{uri}&generator=1"), &[("if-none-match", tag)]).await;
        assert_eq!(
            (held.status, held.header("cache-control")),
            (StatusCode::NOT_MODIFIED, pinned.header("cache-control"))
        );
        for other in ["2", "0", "01", "", "one"] {
            let answer = get(&format!("{uri}&generator={other}")).await;
            assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{uri} {other}");
            assert!(answer.text().contains("this server has generator version 1 and no other"), "{}", answer.text());
        }
    }
    // A seed that was drawn does not make the response one to keep, and its URL names what was sent.
    let drawn = get("/maze?w=3&h=3&generator=1").await;
    assert_eq!(drawn.header("cache-control"), Some("no-store"));
    assert!(drawn.header("content-location").unwrap().ends_with("&generator=1"));
    let map = get("/map/tiles.json?algo=quilt&seed=7&generator=1").await.json();
    assert!(map["tiles"][0].as_str().unwrap().ends_with("&generator=1"), "{map}");
}

#[tokio::test]
async fn validators() {
    let uri = "/maze?seed=7&w=20&h=20";
    let plain = get(uri).await;
    let tag = plain.header("etag").unwrap();
    assert_eq!(plain.header("cache-control"), Some("public, max-age=86400"));
    assert_eq!(get("/maze?h=20&seed=7&w=20&algo=dfs").await.header("etag"), Some(tag), "the same answer");
    assert_ne!(get("/maze?seed=7&w=20&h=20&encoding=bits").await.header("etag"), Some(tag));
    assert_ne!(get("/maze?seed=8&w=20&h=20").await.header("etag"), Some(tag));

    let held = get_with(uri, &[("if-none-match", tag)]).await;
    assert_eq!((held.status, held.body.len()), (StatusCode::NOT_MODIFIED, 0));
    for name in ["etag", "cache-control", "vary"] {
        assert_eq!(held.header(name), plain.header(name), "{name}");
    }
    assert_eq!(held.header("server-timing"), None, "no work was done");
    assert_eq!(get_with(uri, &[("if-none-match", "\"other\"")]).await.status, StatusCode::OK);
    // A maze whose seed is drawn is another one each time.
    assert_eq!(get_with("/maze?w=2&h=2", &[("if-none-match", "*")]).await.status, StatusCode::OK);
}

/// A tag that changes while the bytes stay makes every cache fetch them anew; one that stays while the bytes change leaves old bytes
/// in caches for a day, and for a year with `generator`. Where bytes change, raise the version that they depend on and write the new tags here:
///
/// - walls: `dedale::generate::GENERATOR_VERSION`, which is in every tag;
/// - formats: `dedale::formats::VERSION`, which is in every tag;
/// - paths, what was searched, the order of steps: `dedale::solve::VERSION`, in `/solve` and `/solve/steps`;
/// - how steps are written: `dedale_server::endpoints::steps::stream::VERSION`, in `/maze/steps` and `/solve/steps`.
#[tokio::test]
async fn the_tag_of_a_url_changes_only_with_a_version() {
    let known = [
        ("/maze?seed=7", "cf48a63c0898fb3aa180cfe89f7d4e13"),
        (
            "/maze.json?algo=growing-tree&pick=oldest:2,newest:3&w=9&h=7&seed=1&braid=0.4&doors=true&encoding=bits",
            "27642399b6179c55b53d57b581e7f7c4",
        ),
        ("/maze.txt?algo=eller&w=9&h=7&seed=7&max_walls=0.5&remove=3,3,S", "84f8655c3bd6c7e0fdb9074b61d88f8e"),
        (
            "/maze.svg?w=9&h=7&seed=7&ends=farthest&heat=distance&palette=magma&cell=9",
            "cd073e79960f52f977b5f20853fa4ef2",
        ),
        ("/maze.png?w=9&h=7&seed=7&background=0000", "9ec02f936875aea69661ce81e170872b"),
        ("/solve?w=9&h=7&seed=7&solver=wall-follower&hand=left&include=path,walk", "4797da09bb51a04b1a18c9ddff6b692b"),
        ("/solve?w=9&h=7&seed=7&solver=random-mouse&format=unicode", "18651cc55d12213702fc7b447ebf72c6"),
        ("/maze/steps?w=3&h=2&seed=7", "786a560c17d3fd247a1213ee3ca52be3"),
        ("/solve/steps?w=3&h=2&seed=7&solver=astar", "e61c57227b16e7296ecaa8b3f24b689f"),
    ];
    let mut tags = Vec::new();
    for (uri, _) in known {
        tags.push((uri, get(uri).await.header("etag").unwrap().trim_matches('"').to_owned()));
    }
    assert_eq!(tags, known.map(|(uri, tag)| (uri, tag.to_owned())));
}

#[tokio::test]
async fn different_bytes_have_different_tags() {
    let steps = [("accept", "text/event-stream")];
    let requests: &[(&str, &[(&str, &str)])] = &[
        ("/maze?", &[]),
        ("/maze?algo=prim", &[]),
        ("/maze?algo=binary-tree", &[]),
        ("/maze?algo=binary-tree&bias=nw", &[]),
        ("/maze?doors=true", &[]),
        ("/maze?to=1,1", &[]),
        ("/maze?ends=farthest", &[]),
        ("/maze?braid=0.5", &[]),
        ("/maze?max_walls=0.5", &[]),
        ("/maze?max_walls=0.5&max_walls_in=rows", &[]),
        ("/maze?remove=1,1,S", &[]),
        ("/maze?encoding=bits", &[]),
        ("/maze.txt?", &[]),
        ("/solve.txt?solver=dfs", &[]),
        ("/maze.gif?", &[]),
        ("/solve.gif?", &[]),
        ("/solve.gif?steps=building", &[]),
        ("/maze.gif?fps=9", &[]),
        ("/maze.gif?seconds=5", &[]),
        ("/maze.csv?", &[]),
        ("/maze.npy?", &[]),
        ("/maze.dxf?", &[]),
        ("/maze.stl?", &[]),
        ("/maze.tmj?", &[]),
        ("/maze.tmx?", &[]),
        ("/maze.mms?", &[]),
        ("/maze.svg?", &[]),
        ("/maze.svg?cell=9", &[]),
        ("/maze.svg?wall=3", &[]),
        ("/maze.svg?margin=3", &[]),
        ("/maze.svg?color=123", &[]),
        ("/maze.svg?background=123", &[]),
        ("/maze.svg?background=0000", &[]),
        ("/maze.svg?path_color=123", &[]),
        ("/maze.svg?heat=distance", &[]),
        ("/maze.svg?heat=distance&palette=magma", &[]),
        ("/maze.png?", &[]),
        ("/solve?", &[]),
        ("/solve?encoding=walls", &[]),
        ("/solve?encoding=bits", &[]),
        ("/solve?solver=astar", &[]),
        ("/solve?solver=wall-follower", &[]),
        ("/solve?solver=wall-follower&hand=left", &[]),
        ("/solve?include=path,stats", &[]),
        ("/solve?include=stats", &[]),
        ("/solve?include=matrix&point=0,0&point=1,1", &[]),
        ("/solve?include=matrix&point=1,1&point=0,0", &[]),
        ("/solve?include=matrix&point=0,0&point=1,2", &[]),
        ("/solve?format=ascii", &[]),
        ("/solve.svg?", &[]),
        ("/solve.svg?solver=astar", &[]),
        ("/solve?include=hash", &[]),
        ("/solve?include=hash&hash=canonical", &[]),
        ("/mazes?", &[]),
        ("/mazes?count=19", &[]),
        ("/mazes?offset=1", &[]),
        ("/mazes?distinct=true", &[]),
        ("/mazes?distinct=true&hash=canonical", &[]),
        ("/mazes?encoding=bits", &[]),
        ("/mazes?include=path", &[]),
        ("/mazes?include=path&encoding=walls", &[]),
        ("/mazes?include=hash", &[]),
        ("/mazes?include=hash&hash=canonical", &[]),
        ("/mazes?solver=dfs", &[]),
        ("/mazes.tokens?", &[]),
        ("/mazes.npy?", &[]),
        ("/mazes.npy?encoding=bits", &[]),
        ("/mazes.npy?include=maze", &[]),
        ("/mazes.npy?include=maze,hash", &[]),
        ("/mazes.npy?include=maze,hash&hash=canonical", &[]),
        ("/book.pdf?", &[]),
        ("/book.pdf?count=19", &[]),
        ("/book.pdf?paper=a5", &[]),
        ("/book.pdf?per_page=2", &[]),
        ("/book.pdf?answers=facing", &[]),
        ("/book.pdf?answers_per_page=1", &[]),
        ("/book.pdf?lang=fr", &[]),
        ("/book.pdf?show=seed", &[]),
        ("/book.pdf?title=a", &[]),
        ("/book.pdf?title=a&cover=plain", &[]),
        ("/book.pdf?title=a&cover=none", &[]),
        ("/book.pdf?bleed=3", &[]),
        ("/book.pdf?bleed=3&binding=left", &[]),
        ("/book.pdf?color=000", &[]),
        ("/book.pdf?path_color=000", &[]),
        ("/book.pdf?gutter=9.5", &[]),
        ("/maze/steps?", &[]),
        ("/maze/steps?", &steps),
        ("/solve/steps?", &[]),
        ("/solve/steps?", &steps),
        ("/solve/steps?solver=astar", &[]),
    ];
    let mut tags = std::collections::BTreeMap::new();
    for (uri, headers) in requests {
        let answer = get_with(&format!("{uri}&w=3&h=3&seed=7"), headers).await;
        let tag = answer.header("etag").unwrap_or_else(|| panic!("{uri}: {}", answer.text())).to_owned();
        let same = tags.insert(tag, uri);
        assert_eq!(same, None, "{uri} has the same tag");
    }
}

#[tokio::test]
async fn each_coding_has_a_tag_of_its_own() {
    let uri = "/maze?seed=7&w=20&h=20";
    let mut tags = vec![get(uri).await.header("etag").unwrap().to_owned()];
    for coding in ["gzip", "br", "zstd"] {
        let coded = get_with(uri, &[("accept-encoding", coding)]).await;
        assert_eq!(coded.header("content-encoding"), Some(coding));
        let tag = coded.header("etag").unwrap().to_owned();
        let held = get_with(uri, &[("accept-encoding", coding), ("if-none-match", &tag)]).await;
        assert_eq!((held.status, held.header("etag")), (StatusCode::NOT_MODIFIED, Some(tag.as_str())));
        let plain = get_with(uri, &[("if-none-match", &tag)]).await;
        assert_eq!(
            (plain.status, plain.header("content-encoding")),
            (StatusCode::OK, None),
            "{coding} was not asked for"
        );
        assert!(!tags.contains(&tag));
        tags.push(tag);
    }
    let refused = get_with(uri, &[("accept-encoding", "identity;q=0")]).await;
    assert_eq!((refused.status, refused.problem().as_str()), (StatusCode::NOT_ACCEPTABLE, "not-acceptable"));
    let refused = get_with("/nowhere", &[("accept-encoding", "identity;q=0")]).await;
    assert_eq!((refused.status, refused.json()["status"].as_u64()), (StatusCode::NOT_ACCEPTABLE, Some(406)));
}

/// A strong tag promises the same bytes, which a coding may flush anywhere.
#[tokio::test]
async fn each_coding_of_a_large_answer_has_the_same_bytes_every_time() {
    for uri in ["/maze?seed=7&w=300&h=300", "/maze.txt?seed=7&algo=eller&w=300&h=300"] {
        for coding in ["gzip", "br", "zstd"] {
            let ask = async || get_with(uri, &[("accept-encoding", coding)]).await;
            let first = ask().await;
            assert_eq!((first.header("content-encoding"), first.header("content-length")), (Some(coding), None));
            for _ in 0..3 {
                assert!(ask().await.body == first.body, "{uri} in {coding}");
            }
        }
    }
}

#[tokio::test]
async fn head_and_options() {
    for uri in [
        "/maze?seed=1",
        "/maze?seed=1&w=300&h=300",
        "/maze.txt?seed=1",
        "/algorithms",
        "/docs",
        "/openapi.json",
        "/healthz",
    ] {
        let head = send(request(Method::HEAD, uri, &[])).await;
        let get = get(uri).await;
        assert_eq!((head.status, head.body.len()), (get.status, 0));
        for name in ["content-type", "content-length", "etag", "cache-control", "vary"] {
            assert_eq!(head.header(name), get.header(name), "{name} of {uri}");
        }
        let options = send(request(Method::OPTIONS, uri, &[])).await;
        let is_posted = uri.starts_with("/maze");
        let allowed = if is_posted { "GET, HEAD, POST, OPTIONS" } else { "GET, HEAD, OPTIONS" };
        assert_eq!(options.header("allow"), Some(allowed), "{uri}");
    }
    // What the server can be asked at all.
    let options = send(request(Method::OPTIONS, "*", &[])).await;
    assert_eq!((options.status.as_u16(), options.header("allow")), (204, Some("GET, HEAD, POST, OPTIONS")));
    assert_eq!(send(request(Method::GET, "*", &[])).await.problem(), "not-found");
    let preflight = [("origin", "https://example.org"), ("access-control-request-method", "GET")];
    let answer = send(request(Method::OPTIONS, "/maze", &preflight)).await;
    assert!(answer.status.is_success());
    assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
    assert_eq!(answer.header("access-control-allow-methods"), Some("GET, HEAD, POST, OPTIONS"));
    let headers: Vec<_> = answer.header("access-control-allow-headers").unwrap().split(", ").collect();
    for header in ["content-type", "if-none-match", "traceparent", "tracestate", "x-request-id"] {
        assert!(headers.contains(&header), "{header}: {headers:?}");
    }
}

#[tokio::test]
async fn headers_of_every_answer() {
    for uri in ["/maze?seed=1", "/maze?w=0", "/nowhere", "/healthz", "/docs/problems"] {
        let answer = get_with(uri, &[("x-request-id", "my-id.7")]).await;
        assert_eq!(answer.header("x-request-id"), Some("my-id.7"), "{uri}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{uri}");
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"), "{uri}");
        let exposed = answer.header("access-control-expose-headers").unwrap().to_owned();
        assert!(exposed.contains("etag") && exposed.contains("server-timing") && exposed.contains("x-request-id"));
        let other = get_with(uri, &[("x-request-id", "not {sane}")]).await;
        assert_eq!(other.header("x-request-id").map(str::len), Some(32), "{uri}");
    }
    let timing = get("/maze?seed=1&format=ansi").await.header("server-timing").unwrap().to_owned();
    for part in ["generate;dur=", "solve;dur=", "render;dur=", "queue;dur="] {
        assert!(timing.contains(part), "{timing}");
    }
}

#[tokio::test]
async fn errors_of_the_framework_are_problems() {
    let too_long = format!("/maze?seed={}", "1".repeat(9000));
    let large = Request::post("/maze").header("content-length", "1000000000").body(Body::empty()).unwrap();
    for (request, status, problem) in [
        (request(Method::GET, "/nowhere", &[]), 404, "not-found"),
        (request(Method::GET, "/docs/nothing.js", &[]), 404, "not-found"),
        (request(Method::POST, "/mazes", &[]), 405, "method-not-allowed"),
        (request(Method::DELETE, "/", &[]), 405, "method-not-allowed"),
        (request(Method::GET, &too_long, &[]), 414, "uri-too-long"),
        (large, 413, "content-too-large"),
    ] {
        let answer = send(request).await;
        assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (status, problem));
        assert_eq!(answer.header("content-type"), Some("application/problem+json"));
        assert_eq!(answer.json()["status"], status);
        assert_eq!(answer.header("allow").is_some(), status == 405);
    }
}

#[tokio::test]
async fn settings_hold() {
    let settings = Settings { max_side: 50, max_cells: 1000, ..Settings::default() };
    let app = Arc::new(App::new(settings));
    let answer = send_to(&app, request(Method::GET, "/maze?w=51", &[])).await;
    assert_eq!(answer.json()["errors"][0]["detail"], "must be between 1 and 50; larger mazes are at /map");
    let answer = send_to(&app, request(Method::GET, "/maze?w=40&h=26", &[])).await;
    assert_eq!(
        answer.json()["errors"][0]["detail"],
        "w × h must be at most 1000 cells, and 40 × 26 is 1040; larger mazes are at /map"
    );
    let limits = send_to(&app, request(Method::GET, "/server", &[])).await.json()["limits"].clone();
    assert_eq!((&limits["max_cells"], &limits["max_side"]), (&json!(1000), &json!(50)));
}

/// A server that makes nothing larger than this as a whole: what can be made row by row is.
fn app_of_rows() -> Arc<App> {
    Arc::new(App::new(Settings {
        max_side: 50,
        max_cells: 100,
        max_streamed_cells: 100_000,
        max_pixels: 1_000_000,
        ..Settings::default()
    }))
}

#[tokio::test]
async fn mazes_made_row_by_row_are_those_made_as_a_whole() {
    let app = app_of_rows();
    for query in
        ["algo=eller&w=40&h=400&doors=true", "algo=sidewinder&w=9&h=12&remove=3,3,S", "algo=binary-tree&w=50&h=700"]
    {
        for format in ["json", "json&encoding=bits", "ascii", "unicode", "blocks", "png&cell=4"] {
            let uri = format!("/maze?{query}&seed=7&format={format}");
            let (rows, whole) = (send_to(&app, request(Method::GET, &uri, &[])).await, get(&uri).await);
            assert_eq!(rows.status, StatusCode::OK, "{uri}: {}", rows.text());
            assert!(rows.body == whole.body, "{uri}");
            for header in ["etag", "content-type", "vary", "cache-control"] {
                assert_eq!(rows.header(header), whole.header(header), "{uri} {header}");
            }
            let held = [("if-none-match", rows.header("etag").unwrap())];
            let again = send_to(&app, request(Method::GET, &uri, &held)).await;
            assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
        }
    }
    // A random seed is returned here as well.
    let drawn = send_to(&app, request(Method::GET, "/maze.txt?algo=eller&w=20&h=20", &[])).await;
    let location = drawn.header("content-location").unwrap().to_owned();
    assert_eq!(get(&location).await.text(), drawn.text());
}

#[tokio::test]
async fn options_that_need_the_whole_maze_are_rejected_if_it_is_too_large() {
    let app = app_of_rows();
    let why = "needs the whole maze, which may then have at most 50 columns or rows and 100 cells in all";
    for (uri, parameter, detail) in [
        ("/maze?algo=eller&h=400&braid=0.5", "braid", why),
        ("/maze?algo=eller&h=400&max_walls=0.5", "max_walls", why),
        ("/maze?algo=eller&h=400&ends=farthest", "ends", why),
        ("/maze?algo=eller&h=400&format=ansi", "format", why),
        ("/maze?algo=eller&h=400&format=svg", "format", why),
        ("/maze?algo=eller&h=400&format=png&heat=distance", "heat", why),
        ("/maze.svg?algo=eller&h=400", "h", &format!("format=svg {why}; larger mazes are at /map")),
        ("/maze.txt?algo=eller&w=51&h=400", "w", "must be between 1 and 50; larger mazes are at /map"),
        ("/maze.txt?algo=eller&h=1000000001", "h", "must be between 1 and 1000000000; larger mazes are at /map"),
        (
            "/maze.txt?algo=eller&h=4000",
            "h",
            "w × h must be at most 100000 cells, and 30 × 4000 is 120000; larger mazes are at /map",
        ),
        // Others are made as a whole or not at all.
        ("/maze.txt?algo=prim&h=400", "h", "must be between 1 and 50; larger mazes are at /map"),
        ("/solve?algo=eller&h=400", "h", "must be between 1 and 50; larger mazes are at /map"),
        ("/maze/steps?algo=eller&h=400", "h", "must be between 1 and 50; larger mazes are at /map"),
    ] {
        let answer = send_to(&app, request(Method::GET, uri, &[])).await;
        assert_eq!(faults(&answer).len(), 1, "{uri}: {}", answer.text());
        let error = &answer.json()["errors"][0];
        assert_eq!((&error["parameter"], &error["detail"]), (&json!(parameter), &json!(detail)), "{uri}");
    }
    // As many pixels as that many cells have in their usual size, and as many lines as the format counts.
    let png = |query: &str| request(Method::GET, &format!("/maze.png?algo=eller&{query}"), &[]);
    let answer = send_to(&app, png("w=30&h=400&cell=256&wall=1")).await;
    assert!(answer.text().contains("7713 × 102433 pixels, and its cells may have 25600000 in all"));
    let large = Arc::new(App::new(Settings { max_streamed_cells: u64::MAX, ..Settings::default() }));
    let answer = send_to(&large, png("w=1&h=1000000000&cell=3&wall=1")).await;
    assert!(answer.text().contains("and may have 2147483647 a side"), "{}", answer.text());
}

#[tokio::test]
async fn work_that_takes_too_long_is_a_problem_and_so_is_a_full_queue() {
    let app = Arc::new(App::new(Settings {
        timeout: Duration::from_millis(30),
        workers: 1,
        queue: 0,
        ..Settings::default()
    }));
    // A random walk along two rows of this length takes half a minute.
    let slow = || request(Method::GET, "/maze?algo=aldous-broder&w=25000&h=2&seed=1", &[]);
    let (first, second) = tokio::join!(send_to(&app, slow()), send_to(&app, slow()));
    assert_eq!((first.status.as_u16(), first.problem().as_str()), (503, "too-slow"));
    assert_eq!((second.status.as_u16(), second.problem().as_str()), (503, "overloaded"));
    assert!(second.header("retry-after").is_some());
}

#[tokio::test]
async fn readiness_ends_where_draining_begins() {
    let app = app();
    assert_eq!(send_to(&app, request(Method::GET, "/readyz", &[])).await.json(), json!({ "status": "ready" }));
    app.start_draining();
    let answer = send_to(&app, request(Method::GET, "/readyz", &[])).await;
    assert_eq!((answer.status.as_u16(), answer.problem().as_str()), (503, "draining"));
    assert_eq!(send_to(&app, request(Method::GET, "/healthz", &[])).await.json(), json!({ "status": "ok" }));
    let answer = send_to(&app, request(Method::GET, "/maze", &[])).await;
    assert_eq!((answer.status, answer.header("connection")), (StatusCode::OK, Some("close")));
}

#[tokio::test]
async fn a_large_maze_is_the_same_streamed() {
    // Beyond what is drawn before it is sent, and with a width that cuts chunks inside and between rows.
    let streamed = get("/maze.txt?w=333&h=77&seed=5").await;
    assert_eq!(streamed.header("content-length"), None);
    let lines: Vec<_> = streamed.text().lines().collect();
    assert_eq!(lines.len(), 2 * 77 + 1);
    assert!(lines.iter().all(|line| line.len() == 4 * 333 + 1));
    let bits = get("/maze?w=333&h=77&seed=5&encoding=bits").await.json();
    for (row, cells) in bits["cells"].as_array().unwrap().iter().enumerate() {
        for (column, cell) in cells.as_array().unwrap().iter().enumerate() {
            let wall = cell.as_u64().unwrap() & 2 != 0;
            assert_eq!(lines[2 * row + 1].as_bytes()[4 * column + 4] == b'|', wall, "{row},{column}");
        }
    }
}

#[tokio::test]
async fn the_interface_is_served_as_it_is_written() {
    assert_eq!(get("/openapi.yaml").await.text(), include_str!("../../openapi.yaml"));
    assert_eq!(get("/openapi.json").await.json()["openapi"], "3.1.0");
}

/// Requests without `Accept-Encoding` take a shorter path through the service than those that accept no coding, with the same response.
#[tokio::test]
async fn the_short_way_and_the_whole_way_give_the_same_answer() {
    for uri in [
        "/",
        "/maze?seed=7",
        "/maze?seed=7&w=300&h=300",
        "/maze.txt?seed=7&w=3&h=3",
        "/maze.png?seed=7",
        "/maze?w=0",
        "/maze/steps?seed=7&w=3&h=3",
        "/solve?seed=7",
        "/algorithms",
        "/solvers",
        "/server",
        "/healthz",
        "/readyz",
        "/check",
        "/docs",
        "/docs/problems",
        "/openapi.json",
        "/openapi.yaml",
        "/nothing",
    ] {
        let (short, whole) = (get(uri).await, get_with(uri, &[("accept-encoding", "identity")]).await);
        assert_eq!((short.status, &short.body), (whole.status, &whole.body), "{uri}");
        let named = |answer: &Answer| {
            let mut headers = answer.headers.clone();
            for differs in ["x-request-id", "server-timing", "date"] {
                headers.remove(differs);
            }
            headers
        };
        assert_eq!(named(&short), named(&whole), "{uri}");
    }
}

/// Numbers of an STL are exact to a few millionths of its size.
#[tokio::test]
async fn stl_of_walls_that_would_be_lost_in_its_size_is_refused() {
    let tall = "h=90&cell_mm=1000&wall_mm=0.1&seed=1";
    for query in ["/maze.stl?w=9", "/maze.stl?w=90&mask=ring", "/maze.stl?grid=hex&w=9"] {
        let refused = get(&format!("{query}&{tall}")).await;
        refused.assert_refused();
        assert_eq!(faults(&refused), [("wall_mm".to_owned(), "0.1".to_owned())], "{query}: {}", refused.text());
    }
    get("/maze.stl?w=65535&h=1&cell_mm=1000&seed=1").await.assert_refused();
    assert_eq!(get("/maze.stl?w=59&h=9&cell_mm=1000&wall_mm=0.1&seed=1").await.status, 200);
}

#[tokio::test]
async fn more_requests_than_there_may_be_connections_are_refused() {
    let app = Arc::new(App::new(Settings {
        max_connections: 2,
        queue_timeout: Duration::from_millis(10),
        ..Settings::default()
    }));
    let ask = async |uri: &str| send_to(&app, request(Method::GET, uri, &[])).await.status;
    assert_eq!(ask("/maze?w=3&h=3").await, 200);
    // As if a connection of HTTP/2 had two more in progress.
    let others = [0, 1].map(|_| app.requests.take(Client::NOBODY, 1).expect("a place"));
    assert_eq!(ask("/maze?w=3&h=3").await, 503);
    assert_eq!(ask("/healthz").await, 200);
    drop(others);
    assert_eq!(ask("/maze?w=3&h=3").await, 200);
}

#[tokio::test]
async fn long_rows_have_memory_set_aside() {
    let app = Arc::new(App::new(Settings { max_memory: 18 << 20, client_share: 100, ..Settings::default() }));
    let ask = async |uri: &str| send_to(&app, request(Method::GET, uri, &[])).await.status;
    // There is enough for one of these, and another must wait.
    let wide = "/maze.png?algo=eller&w=65535&h=1&cell=32&wall=1&seed=1";
    let first = service(app.clone()).answer(request(Method::GET, wide, &[("host", "x")])).await;
    assert!(first.status() == 200 && app.metrics.reserved.get() > 4 << 20, "{}", app.metrics.reserved.get());
    let second = send_to(&app, request(Method::GET, wide, &[])).await;
    assert_eq!(second.status, 503, "{}", second.text());
    assert_eq!(ask("/maze.png?algo=eller&w=1000&h=30&cell=8&wall=1&seed=1").await, 200);
    drop(first);
    assert_eq!(app.metrics.reserved.get(), 0);
}
