//! Converts errors of the framework and of layers to problems.

use axum::body::{Body, HttpBody as _};
use axum::http::Method;
use axum::http::header::{ALLOW, CONTENT_LENGTH};
use axum::response::{IntoResponse, Response};

use crate::problem::{Kind, Problem, Told, cut};

/// Completes a response that was not created by the router in the same way: with its length, and without a body for `HEAD`.
pub fn whole(mut response: Response, method: &Method) -> Response {
    if let Some(length) = response.body().size_hint().exact() {
        response.headers_mut().insert(CONTENT_LENGTH, length.into());
    }
    if method == Method::HEAD {
        *response.body_mut() = Body::empty();
    }
    response
}

/// Replaces every error of the framework and of the layers that is not a problem yet.
pub fn only_problems(response: Response, method: &Method) -> Response {
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    if !is_error || response.extensions().get() == Some(&Told(status)) {
        return response;
    }
    let Some(allowed) = response.headers().get(ALLOW) else {
        return whole(Problem::from(Kind::of_status(status)).into_response(), method);
    };
    let mut problem = not_allowed(method, allowed.to_str().unwrap_or_default()).into_response();
    problem.headers_mut().insert(ALLOW, allowed.clone());
    whole(problem, method)
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
