//! Problems in a browser are pages for people; everything else gets problem documents.

use std::num::NonZeroU32;
use std::sync::Arc;

use axum::http::Method;
use dedale_server::app::App;
use dedale_server::limits::rate_limit::{ClientLimiter, RateLimit};
use dedale_server::settings::Settings;

use crate::common::{Answer, get_with, request, send, send_to};

/// What browsers send when they go to a URL.
const BROWSER: &str =
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8";

/// Asserts that the response is the page of a problem, and returns its HTML.
#[track_caller]
fn page(answer: &Answer, status: u16, lang: &str) -> String {
    assert_eq!(answer.status, status);
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(answer.header("content-language"), Some(lang));
    assert_eq!(answer.header("vary"), Some("accept, accept-language"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("style-src 'self'"), "{policy}");
    let html = answer.text().to_owned();
    assert!(html.starts_with(&format!("<!doctype html>\n<html lang=\"{lang}\">")), "{html}");
    assert!(!html.contains(['{', '}']) && !html.contains("<script") && !html.contains("style="), "{html}");
    html
}

#[tokio::test]
async fn a_browser_is_shown_what_is_wrong() {
    for (uri, status, title, detail, root) in [
        ("/no-such-maze", 404, "Not found", "There is nothing at this path", "./"),
        ("/no/such/maze", 404, "Not found", "There is nothing at this path", "../../"),
        ("/maze?algo=pirm", 400, "Invalid parameter", "did you mean 'prim'?", "./"),
        ("/maze.svg?w=3000&h=3000", 422, "Too large", "must be at most 4194304 cells", "./"),
        ("/map/tiles/0/0", 404, "Not found", "There is nothing at this path", "../../../"),
    ] {
        let html = page(&get_with(uri, &[("accept", BROWSER)]).await, status, "en");
        for words in ["This path is a dead end.", title, detail] {
            assert!(html.contains(words), "{uri}, {words}: {html}");
        }
        for link in [format!("href=\"{root}\""), format!("href=\"{root}page/")] {
            assert!(html.contains(&link), "{uri}, {link}: {html}");
        }
    }
}

#[tokio::test]
async fn its_files_are_there() {
    let html = page(&get_with("/no/such", &[("accept", BROWSER)]).await, 404, "en");
    for file in html.split("href=\"../page/").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert_eq!(get_with(&format!("/page/{file}"), &[]).await.status, 200, "{file}");
    }
}

#[tokio::test]
async fn what_a_client_sends_is_no_html() {
    let uri = "/maze?algo=%3Cscript%3Ealert(1)%3C/script%3E&%22%3E%3Cb%3E=%26";
    let html = page(&get_with(uri, &[("accept", BROWSER)]).await, 400, "en");
    assert!(html.contains("&quot;&gt;&lt;b&gt;") && !html.contains("<b>"), "{html}");
}

#[tokio::test]
async fn its_words_are_in_the_language_of_the_browser() {
    let headers = [("accept", BROWSER), ("accept-language", "de-AT,de;q=0.9,en;q=0.5")];
    let html = page(&get_with("/nowhere", &headers).await, 404, "de");
    assert!(html.contains("Sackgasse") && html.contains("<div class=\"problem\" lang=\"en\">"), "{html}");
    let headers = [("accept", BROWSER), ("accept-language", "ja")];
    page(&get_with("/nowhere", &headers).await, 404, "en");
}

#[tokio::test]
async fn all_others_get_the_problem_document() {
    for uri in ["/nowhere", "/maze?algo=pirm", "/maze?w=3000&h=3000"] {
        let document = get_with(uri, &[]).await;
        assert_eq!(document.header("content-type"), Some("application/problem+json"));
        assert_eq!(document.header("vary"), None);
        let accepted = [
            "*/*",
            "application/json",
            "application/problem+json, text/html",
            "application/json, text/html",
            "text/html;q=0.5, */*",
            "image/avif,image/webp,*/*;q=0.8",
        ];
        for accept in accepted {
            let other = get_with(uri, &[("accept", accept)]).await;
            if other.status == document.status {
                assert_eq!(other.body, document.body, "{uri}, {accept}");
            }
            assert_eq!(other.header("content-type"), Some("application/problem+json"), "{uri}, {accept}");
        }
    }
}

#[tokio::test]
async fn other_headers_and_head_stay_as_they_are() {
    let headers = [("accept", BROWSER)];
    let answer = send(request(Method::DELETE, "/maze", &headers)).await;
    page(&answer, 405, "en");
    assert!(answer.header("allow").is_some_and(|allow| allow.contains("GET")));
    let head = send(request(Method::HEAD, "/nowhere", &headers)).await;
    assert_eq!((head.status.as_u16(), head.header("content-type")), (404, Some("text/html; charset=utf-8")));
    assert!(head.body.is_empty() && head.header("content-length").is_none());

    let mut app = App::new(Settings::default());
    app.rate_limit = Some(ClientLimiter::new(RateLimit { per_second: NonZeroU32::MIN, burst: NonZeroU32::MIN }));
    let app = Arc::new(app);
    assert_eq!(send_to(&app, request(Method::GET, "/maze?w=2&h=2", &[])).await.status, 200);
    let refused = send_to(&app, request(Method::GET, "/maze?w=2&h=2", &headers)).await;
    page(&refused, 429, "en");
    assert!(refused.header("retry-after").is_some());
}
