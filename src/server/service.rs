//! The service around the router: the processing of every request before the router, and of every response after it.

use std::convert::Infallible;
use std::error::Error;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, StatusCode, Version};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use futures_util::{FutureExt as _, StreamExt as _, TryStreamExt as _, stream};
use http_body::Body as HttpBody;
use tower::Layer as _;
use tower::util::BoxCloneSyncService;

use crate::app::App;
use crate::limits::pool::PieceError;
use crate::problem::{Kind, Problem};
use crate::response::context::Arrival;
use crate::server::exchange::Exchange;
use crate::server::router::{Class, routes};
use crate::server::timeouts::Sender;
use crate::server::{errors, head};
use crate::telemetry::metrics::Refusal;

/// The routes with the layers around them.
pub type Service = BoxCloneSyncService<Request<Body>, Response, Infallible>;

/// Creates the service of an app: every path, with the layers around the router.
pub fn service(app: Arc<App>) -> Service {
    around(routes(app.clone()), app)
}

/// Adds the layers to these routes.
pub fn around(routes: Router, app: Arc<App>) -> Service {
    BoxCloneSyncService::new(from_fn_with_state(app, follow).layer(routes))
}

/// Tracks a request from its head to the last byte of its response: finds its client, checks limits, logs and counts
/// it.
async fn follow(State(app): State<Arc<App>>, mut request: Request<Body>, next: Next) -> Response {
    let sender = request.extensions_mut().remove::<Sender>();
    let uri = request.uri().clone();
    head::normalize(request.uri_mut());
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
            request.extensions_mut().insert(Arrival { origin: exchange.origin, coding, route: exchange.route.clone() });
            handle(&app, request, next).await
        }
        Err(problem) => {
            drop(request);
            problem.into_response()
        }
    };
    let line = &exchange.line;
    let response = errors::with_options(response, &line.method, &line.uri);
    let mut response = errors::only_problems(response, &line.method);
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

/// Returns the response of the handler, or a problem if it panics.
async fn handle(app: &App, request: Request<Body>, next: Next) -> Response {
    let handled = AssertUnwindSafe(async { begin(next.run(request).await).await }).catch_unwind().await;
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
