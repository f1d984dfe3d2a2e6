//! Converts errors of the framework to problems, shows problems to people, and answers `OPTIONS`.

use axum::body::{Body, to_bytes};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_MAX_AGE, ALLOW, CONTENT_LANGUAGE,
    CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use dedale_book::words::LANGUAGES;
use serde_json::Value;

use crate::endpoints::page;
use crate::problem::{Kind, MEDIA_TYPE, Problem, cut, in_words};
use crate::response::negotiate;

/// The request headers that scripts of other origins may send.
const ALLOWED_HEADERS: HeaderValue =
    HeaderValue::from_static("accept, content-type, if-none-match, traceparent, tracestate, x-request-id");

/// Answers `OPTIONS`, which the router does not support, with the methods of the path: for people and for the preflight
/// requests of browsers. `OPTIONS *` is about the server rather than a path, and gets all methods of any path (RFC
/// 9110, section 9.3.7).
pub fn with_options(mut response: Response, method: &Method, uri: &Uri) -> Response {
    let allowed = match response.headers().get(ALLOW).and_then(|allowed| allowed.to_str().ok()) {
        Some(allowed) => format!("{}, OPTIONS", allowed.replace(',', ", ")),
        None if uri.path() == "*" && method == Method::OPTIONS => "GET, HEAD, POST, OPTIONS".to_owned(),
        None => return response,
    };
    // The names of methods are valid in any header.
    let allowed = HeaderValue::try_from(allowed).unwrap_or(HeaderValue::from_static("OPTIONS"));
    response.headers_mut().insert(ALLOW, allowed.clone());
    if method != Method::OPTIONS {
        return response;
    }
    let headers = [
        (ALLOW, allowed.clone()),
        (ACCESS_CONTROL_ALLOW_METHODS, allowed),
        (ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS),
        (ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400")),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Replaces every error of the framework that is not a problem yet.
pub fn only_problems(response: Response, method: &Method) -> Response {
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    if !is_error || response.headers().get(CONTENT_TYPE) == Some(&MEDIA_TYPE) {
        return response;
    }
    let Some(allowed) = response.headers().get(ALLOW) else {
        return Problem::from(Kind::of_status(status)).into_response();
    };
    let mut problem = not_allowed(method, allowed.to_str().unwrap_or_default()).into_response();
    problem.headers_mut().insert(ALLOW, allowed.clone());
    problem
}

/// The problem for a method that a path does not support. `allowed` lists the supported ones.
fn not_allowed(method: &Method, allowed: &str) -> Problem {
    let methods = allowed.split(',').map(str::trim).filter(|name| !name.is_empty());
    let methods: Vec<String> = methods.map(str::to_owned).collect();
    let takes = in_words(&methods);
    let has = |method: &str| methods.iter().any(|name| name == method);
    let advice = if *method == Method::POST && has("GET") {
        "; mazes are posted to /solve and /check, and grids and masks to /maze"
    } else {
        ""
    };
    let detail = format!("this path takes {takes}, not {}{advice}", cut(method.as_str()));
    Problem::new(Kind::METHOD_NOT_ALLOWED, detail)
}

/// The most bytes of a problem that is shown as a page.
const MAX_PROBLEM_BYTES: usize = 1 << 20;

/// Returns the language in which problems are shown to a client that prefers HTML to JSON, as browsers do when they go to
/// a URL. All others get problem documents.
pub fn page_language(headers: &HeaderMap) -> Option<&'static str> {
    let offered = ["application/problem+json", "application/json", "text/html"];
    let is_browser = negotiate::media_type(headers, &offered) == Some("text/html");
    let preferred = || negotiate::language(headers, LANGUAGES.iter().map(|language| language.lang));
    is_browser.then(|| preferred().unwrap_or("en"))
}

/// Replaces a problem by a page that shows it. Its status and its other headers stay.
pub async fn as_page(response: Response, lang: &'static str, uri: &Uri) -> Response {
    if response.headers().get(CONTENT_TYPE) != Some(&MEDIA_TYPE) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let problem = to_bytes(body, MAX_PROBLEM_BYTES).await.unwrap_or_default();
    // The response to `HEAD` is empty.
    let is_empty = problem.is_empty();
    let problem: Value = serde_json::from_slice(&problem).unwrap_or_default();
    let [title, detail] = ["title", "detail"].map(|name| problem[name].as_str().unwrap_or_default());
    let depth = uri.path().matches('/').count().saturating_sub(1);
    let root = if depth == 0 { "./".to_owned() } else { "../".repeat(depth) };
    let (html, policy) = page::of_problem(lang, &root, title, detail);
    head.headers.remove(CONTENT_LENGTH);
    head.headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    head.headers.insert(CONTENT_SECURITY_POLICY, policy);
    head.headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(lang));
    head.headers.append(VARY, HeaderValue::from_static("accept, accept-language"));
    Response::from_parts(head, if is_empty { Body::empty() } else { Body::from(html) })
}
