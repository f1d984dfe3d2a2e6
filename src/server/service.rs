//! The service: what is done for every request before it is routed, and for every response after that.

use std::error::Error;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, Version};
use axum::response::{IntoResponse as _, Response};
use futures_util::{FutureExt as _, StreamExt as _, TryStreamExt as _, stream};
use http_body::Body as HttpBody;
use tower::ServiceExt as _;

use crate::app::App;
use crate::limits::pool::PieceError;
use crate::problem::{Kind, Problem};
use crate::response::context::Arrival;
use crate::server::exchange::Exchange;
use crate::server::router::{Class, routes};
use crate::server::timeouts::Sender;
use crate::server::{errors, head};
use crate::telemetry::metrics::Refusal;

/// The routes, and what is done around them for every request.
#[derive(Clone, Debug)]
pub struct Service {
    routes: Router,
    app: Arc<App>,
}

/// Creates the service of an app, with every path.
pub fn service(app: Arc<App>) -> Service {
    around(routes(app.clone()), app)
}

/// Creates the service of an app with these routes.
pub fn around(routes: Router, app: Arc<App>) -> Service {
    Service { routes, app }
}

impl Service {
    /// Tracks a request from its head to the last byte of its response: finds its client, checks limits, logs and
    /// counts it.
    pub async fn answer(self, mut request: Request<Body>) -> Response {
        let Service { routes, app } = self;
        let sender = request.extensions_mut().remove::<Sender>();
        let uri = request.uri().clone();
        head::normalize(request.uri_mut());
        let page_language = errors::page_language(request.headers());
        let mut exchange = Exchange::new(&app, &request, uri, sender);
        let limit = app.rate_limit.as_ref().filter(|_| exchange.class == Class::Metered);
        let allowance = limit.map(|limit| limit.count(exchange.origin.client));
        let begun = match &allowance {
            Some(Err(nothing)) => {
                app.metrics.refused(Refusal::RateLimit);
                Err(nothing.problem())
            }
            _ => exchange.begin().await,
        };
        let checked = begun.and_then(|()| head::check(&request, app.settings.max_body));
        let version = request.version();
        let response = match checked {
            Ok(coding) => {
                request.extensions_mut().insert(Arrival {
                    origin: exchange.origin,
                    coding,
                    route: exchange.route.clone(),
                });
                handle(&app, request, routes).await
            }
            Err(problem) => {
                drop(request);
                problem.into_response()
            }
        };
        let line = &exchange.line;
        let response = errors::with_options(response, &line.method, &line.uri);
        let mut response = errors::only_problems(response, &line.method);
        if let Some(lang) = page_language {
            response = errors::as_page(response, lang, &line.uri).await;
        }
        if response.status() == StatusCode::INTERNAL_SERVER_ERROR {
            // The reason was logged where it is known, but without the ID of the request.
            tracing::error!(request_id = line.request_id(), "a request failed because of an error in the server");
        }
        if let Some(Ok(left) | Err(left)) = allowance {
            left.write_headers(response.headers_mut());
        }
        if version == Version::HTTP_10 && response.size_hint().exact().is_none() {
            head::forbid_storing(response.headers_mut());
        }
        exchange.answer(response)
    }
}

/// Returns the response of the handler, or a problem if it panics.
async fn handle(app: &App, request: Request<Body>, routes: Router) -> Response {
    let routed = routes.oneshot(request).map(|Ok(response)| response);
    let handled = AssertUnwindSafe(async { begin(routed.await).await }).catch_unwind().await;
    handled.unwrap_or_else(|_| {
        app.metrics.panics.inc();
        Problem::from(Kind::INTERNAL_ERROR).into_response()
    })
}

/// Waits for the first bytes of a streamed response. Until then, an error can be returned as a problem.
async fn begin(response: Response) -> Response {
    if response.size_hint().exact().is_some() {
        return response;
    }
    let (head, body) = response.into_parts();
    let mut rest = body.into_data_stream();
    let mut first = rest.try_next().await;
    while matches!(&first, Ok(Some(chunk)) if chunk.is_empty()) {
        first = rest.try_next().await;
    }
    match first {
        Ok(first) => Response::from_parts(head, Body::from_stream(stream::iter(first.map(Ok)).chain(rest))),
        Err(error) => {
            let sources = std::iter::successors(error.source(), |&error| error.source());
            if let Some(PieceError { problem }) = sources.filter_map(|error| error.downcast_ref()).next() {
                return problem.clone().into_response();
            }
            tracing::error!(%error, "a body failed before its first byte");
            Problem::from(Kind::INTERNAL_ERROR).into_response()
        }
    }
}
