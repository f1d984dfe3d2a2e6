//! Converts errors of the framework to problems.

use axum::http::Method;
use axum::http::header::{ALLOW, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::problem::{Kind, MEDIA_TYPE, Problem, cut};

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

/// The problem for a method that a path does not support. It supports those in `allowed`.
fn not_allowed(method: &Method, allowed: &str) -> Problem {
    let methods: Vec<_> = allowed.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let takes = match &methods[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        others => others.join(", "),
    };
    let advice = match (methods.contains(&"POST"), methods.contains(&"GET")) {
        (true, false) => "; POST a maze, as JSON or as text",
        (false, true) if method == Method::POST => {
            "; mazes are posted to /solve and /check, and grids and masks to /maze"
        }
        _ => "",
    };
    let detail = format!("this path takes {takes}, not {}{advice}", cut(method.as_str()));
    Problem::new(Kind::METHOD_NOT_ALLOWED, detail)
}

/// The response for a path that does not exist.
pub async fn not_found() -> Problem {
    Kind::NOT_FOUND.into()
}
