//! `X.F` is `X?format=F`, and `X` with that `Accept`, for every path with formats.

use axum::http::Method;
use dedale_server::parameters::output::{Output, Resource};

use crate::common::{Answer, get, get_with, post, request, send};

/// A request for something small on each path, which names a seed.
fn query(resource: Resource, output: &Output) -> &'static str {
    match (resource, output.name) {
        (Resource::Maze | Resource::Solve, "gif") => "w=5&h=4&seed=7&cell=8&seconds=1",
        (Resource::Maze | Resource::Solve, _) => "w=5&h=4&seed=7",
        (Resource::Mazes, _) => "w=5&h=4&seed=7&count=3",
        (Resource::Book, _) => "w=5&h=4&seed=7&count=2",
        (Resource::Window, _) => "w=5000000000&h=4&seed=7&window=0,0,4,5",
        (Resource::Path, _) => "w=5000000000&h=4&seed=7&moves=3",
        // Its maze is posted.
        (Resource::Convert, _) => "",
    }
}

/// What a client sees of an answer, but for the headers that name the request or the time.
fn seen(answer: &Answer) -> (u16, Vec<(String, String)>, Vec<u8>) {
    let mut headers: Vec<_> = answer
        .headers
        .iter()
        .filter(|(name, _)| !["x-request-id", "server-timing", "date"].contains(&name.as_str()))
        .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
        .collect();
    headers.sort();
    (answer.status.as_u16(), headers, answer.body.to_vec())
}

/// The same without the headers that the response depends on, which are more where `Accept` chooses.
fn without_vary(answer: &Answer) -> (u16, Vec<(String, String)>, Vec<u8>) {
    let (status, mut headers, body) = seen(answer);
    headers.retain(|(name, _)| name != "vary");
    (status, headers, body)
}

/// The first format of a path with this media type, which is the one that `Accept` chooses.
fn is_first_of_its_type(resource: Resource, output: &Output) -> bool {
    let first = resource.outputs().iter().find(|other| other.essence() == output.essence());
    first.is_some_and(|first| first.name == output.name)
}

#[tokio::test]
async fn a_path_a_parameter_and_a_header_name_the_format_alike() {
    for &resource in Resource::ALL.iter().filter(|resource| **resource != Resource::Convert) {
        let path = resource.name();
        for output in resource.outputs() {
            let query = query(resource, output);
            let by_path = get(&format!("{}?{query}", output.path)).await;
            assert_eq!(by_path.status, 200, "{}: {}", output.path, by_path.text());
            assert_eq!(by_path.header("content-type"), Some(output.media_type), "{}", output.path);
            for name in [output.name, output.extension] {
                let uri = format!("{path}.{name}?{query}");
                assert_eq!(seen(&get(&uri).await), seen(&by_path), "{uri}");
                let uri = format!("{path}?{query}&format={name}");
                assert_eq!(seen(&get(&uri).await), seen(&by_path), "{uri}");
            }
            let head = send(request(Method::HEAD, &format!("{}?{query}", output.path), &[])).await;
            assert_eq!(seen(&head).1, seen(&by_path).1, "HEAD {}", output.path);
            if is_first_of_its_type(resource, output) {
                let negotiated = get_with(&format!("{path}?{query}"), &[("accept", output.essence())]).await;
                assert_eq!(without_vary(&negotiated), without_vary(&by_path), "{path} {}", output.essence());
                assert_eq!(negotiated.header("vary"), Some("accept, accept-encoding"), "{path}");
            }
            // A path says more than `Accept`.
            let other = get_with(&format!("{}?{query}", output.path), &[("accept", "image/webp")]).await;
            assert_eq!(seen(&other), seen(&by_path), "{}", output.path);
            assert_eq!(by_path.header("vary"), Some("accept-encoding"), "{}", output.path);
        }
        let first = get(&format!("{path}?{}", query(resource, &resource.outputs()[0]))).await;
        assert_eq!(first.header("content-type"), Some(resource.outputs()[0].media_type), "{path}");
    }
}

#[tokio::test]
async fn what_is_posted_is_answered_in_every_format() {
    let mask = "#####\n#####\n#####\n".as_bytes();
    let maze = get("/maze.txt?w=5&h=4&seed=7").await.body;
    for (resource, body) in [(Resource::Maze, mask), (Resource::Solve, &maze[..]), (Resource::Convert, &maze[..])] {
        let path = resource.name();
        let query = match resource {
            Resource::Maze => "seed=7",
            Resource::Convert => "read=ascii",
            _ => "solver=dfs",
        };
        for output in resource.outputs() {
            let by_path = post(&format!("{}?{query}", output.path), "text/plain", body.to_vec()).await;
            assert_eq!(by_path.status, 200, "{}: {}", output.path, by_path.text());
            assert_eq!(by_path.header("content-type"), Some(output.media_type), "{}", output.path);
            let uri = format!("{path}?{query}&format={}", output.name);
            assert_eq!(seen(&post(&uri, "text/plain", body.to_vec()).await), seen(&by_path), "{uri}");
            if is_first_of_its_type(resource, output) {
                let headers = [("content-type", "text/plain"), ("accept", output.essence())];
                let mut asked = request(Method::POST, &format!("{path}?{query}"), &headers);
                *asked.body_mut() = body.to_vec().into();
                assert_eq!(
                    without_vary(&send(asked).await),
                    without_vary(&by_path),
                    "POST {path} {}",
                    output.essence()
                );
            }
            if resource == Resource::Maze {
                let location = by_path.header("content-location").unwrap();
                assert!(location.starts_with(&format!("{}?", output.path)), "{location}");
                assert_eq!(get(location).await.body, by_path.body, "{location}");
            }
        }
    }
}

#[tokio::test]
async fn another_format_is_an_error_that_lists_what_there_is() {
    for &resource in Resource::ALL.iter().filter(|resource| **resource != Resource::Convert) {
        let path = resource.name();
        let asked = format!("{path}?{}", query(resource, &resource.outputs()[0]));
        let refused = get_with(&asked, &[("accept", "image/webp")]).await;
        assert_eq!(refused.problem(), "not-acceptable", "{path}");
        let detail = refused.json()["detail"].as_str().unwrap().to_owned();
        assert!(resource.media_types().iter().all(|media_type| detail.contains(media_type)), "{detail}");
        let refused = get(&format!("{path}?format=webp")).await;
        assert_eq!(refused.json()["errors"][0]["allowed"], serde_json::json!(resource.names()), "{path}");
        let missing = get(&format!("{path}.webp")).await;
        assert_eq!(missing.status, 404);
        let detail = missing.json()["detail"].as_str().unwrap().to_owned();
        assert!(resource.outputs().iter().all(|output| detail.contains(&output.path)), "{detail}");
        let twice = get(&format!("{}?format={}", resource.outputs()[0].path, resource.outputs()[0].name)).await;
        assert_eq!(twice.json()["errors"][0]["parameter"], "format", "{path}");
    }
    for path in ["/maze/steps", "/solve/steps"] {
        let refused = get_with(path, &[("accept", "application/json")]).await;
        let detail = refused.json()["detail"].as_str().unwrap().to_owned();
        assert_eq!((refused.status.as_u16(), detail.contains("application/x-ndjson")), (406, true), "{detail}");
    }
}
