//! Errors of the framework and of layers as problems.

use axum::body::{Body, HttpBody as _};
use axum::http::Method;
use axum::http::header::{ALLOW, CONTENT_LENGTH};
use axum::response::{IntoResponse, Response};

use crate::response::problem::{Kind, Problem, Told};

/// A response that was not made by the router, as the router would have sent it: with its length, and for `HEAD` without its body.
pub fn whole(mut response: Response, method: &Method) -> Response {
    if let Some(length) = response.body().size_hint().exact() {
        response.headers_mut().insert(CONTENT_LENGTH, length.into());
    }
    if method == Method::HEAD {
        *response.body_mut() = Body::empty();
    }
    response
}

/// Replaces every error that is not a problem yet: those of the framework and of the layers.
pub fn only_problems(response: Response, method: &Method) -> Response {
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    if !is_error || response.extensions().get() == Some(&Told(status)) {
        return response;
    }
    let mut problem = Problem::from(Kind::of_status(status)).into_response();
    if let Some(methods) = response.headers().get(ALLOW) {
        problem.headers_mut().insert(ALLOW, methods.clone());
    }
    whole(problem, method)
}

/// The response to a path that does not exist.
pub async fn not_found() -> Problem {
    Kind::NOT_FOUND.into()
}

/// The response to a method that the path does not have; the router adds `Allow`.
pub async fn method_not_allowed() -> Problem {
    Kind::METHOD_NOT_ALLOWED.into()
}
