//! Heads of requests.

use axum::http::{HeaderMap, HeaderValue, Request, Uri};
use dedale_server::server::head::{X_REQUEST_ID, check, new_request_id, normalize, request_id};

#[test]
fn hosts() {
    let is_host = |host: &str| {
        let request = Request::get("/").header("host", HeaderValue::from_bytes(host.as_bytes()).unwrap());
        check(&request.body(()).unwrap(), 0).is_ok()
    };
    for host in ["x", "localhost:8080", "127.0.0.1", "[::1]:8080", "a_b.example.", "xn--ls8h.la"] {
        assert!(is_host(host), "{host}");
    }
    for host in ["", ":80", "a b", "a/b", "user@x", "x?y", "http://x", "[::1", "é"] {
        assert!(!is_host(host), "{host}");
    }
}

#[test]
fn paths_are_normalized() {
    for (sent, normal) in [
        ("/%6Daze?w=%35", "/maze?w=%35"),
        ("/m%61%7a%65", "/maze"),
        ("/%2fmaze", "/%2fmaze"),
        ("/a%25%36d", "/a%256d"),
        ("/%C3%A9%2D%2E%5f%7E", "/%C3%A9-._~"),
        ("/%FF", "/%FF"),
        ("/%+1", "/%+1"),
        ("/%6", "/%6"),
        ("http://x/%6Daze?", "http://x/maze?"),
    ] {
        let mut uri: Uri = sent.parse().unwrap();
        normalize(&mut uri);
        assert_eq!(uri.to_string(), normal, "{sent}");
    }
}

#[test]
fn sane_request_ids() {
    let is_kept = |id: &HeaderValue| request_id(&HeaderMap::from_iter([(X_REQUEST_ID, id.clone())])) == id;
    let sane = |id: &'static str| is_kept(&HeaderValue::from_static(id));
    assert!(sane("a") && sane("7f1c-9e.x_Y:2/3+4=@"));
    assert!(!sane("") && !sane("a b") && !sane("a\tb") && !sane("a,b") && !sane("\"a\"") && !sane("{a}"));
    assert!(!is_kept(&HeaderValue::from_str(&"x".repeat(129)).unwrap()));
    assert!(is_kept(&new_request_id()));
    assert_ne!(new_request_id(), new_request_id());
}
