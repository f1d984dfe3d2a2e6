//! `Accept` and `Accept-Language`.

use axum::http::HeaderValue;
use axum::http::header::{ACCEPT, ACCEPT_LANGUAGE};
use axum::http::{HeaderMap, HeaderName};
use dedale_server::response::negotiate::{language, media_type};

fn with(name: HeaderName, value: &str) -> HeaderMap {
    HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
}

#[test]
fn the_preferred_media_type_wins() {
    let cases = [
        ("*/*", Some("application/json")),
        ("", Some("application/json")),
        ("text/plain", Some("text/plain")),
        ("TEXT/Plain; charset=utf-8", Some("text/plain")),
        ("text/*", Some("text/plain")),
        ("application/*", Some("application/json")),
        ("text/html,application/xhtml+xml,*/*;q=0.8", Some("application/json")),
        ("application/json;q=0.5, text/plain;q=0.9", Some("text/plain")),
        ("text/plain, application/json", Some("application/json")),
        ("*/*;q=0.1, application/json;q=0", Some("text/plain")),
        ("image/png", None),
        ("application/json;q=0, text/plain;q=0", None),
        ("application/json;q=2", None),
        ("*/*;q=0", None),
    ];
    for (accept, expected) in cases {
        assert_eq!(media_type(&with(ACCEPT, accept), &["application/json", "text/plain"]), expected, "{accept}");
    }
    assert_eq!(media_type(&HeaderMap::new(), &["a/b"]), Some("a/b"));
}

#[test]
fn languages() {
    let chosen = |value| language(&with(ACCEPT_LANGUAGE, value), ["en", "de", "el"].into_iter());
    assert_eq!(chosen("de-AT,de;q=0.9,en;q=0.8"), Some("de"));
    assert_eq!(chosen("ja, EL;q=0.7, en;q=0.5"), Some("el"));
    assert_eq!(chosen("en;q=0.5, de;q=0.6"), Some("de"));
    assert_eq!(chosen("de;q=0, en"), Some("en"));
    assert_eq!(chosen("ja, *"), None);
    assert_eq!(language(&HeaderMap::new(), ["en"].into_iter()), None);
}
