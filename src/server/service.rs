//! What happens to every request on its way in, and to every answer on its way out.
//!
//! One service of our own around the router does what a layer each could do as well. Layers are cloned with every route that
//! they are around, for every request, and most of them wrap the body once more: for a small maze, that was more work than
//! the maze.

use std::convert::Infallible;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, VARY};
use axum::http::{HeaderValue, Method, Request};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use http_body::Body as HttpBody;
use tower::Service as _;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::limit::RequestBodyLimitLayer;

use super::layers;

/// Steps are sent as they are made, and not held back to be compressed together.
const UNCOMPRESSED: NotForContentType = NotForContentType::const_new("application/x-ndjson");

/// The routes, and what happens to every request on its way in and out.
#[derive(Clone, Debug)]
pub struct Service(Arc<Ways>);

/// The two ways to the routes.
#[derive(Debug)]
struct Ways {
    /// For those who may be sent a coded answer, or who send a body.
    whole: Router,
    /// For those who only ask, and take the answer as it is, as most programs do. It leads through no layers.
    short: Router,
}

impl Service {
    /// The service that has these routes, and reads bodies of at most `largest_body` bytes.
    pub fn new(routes: Router, largest_body: usize) -> Service {
        let compression = CompressionLayer::new()
            .quality(CompressionLevel::Fastest)
            .compress_when(DefaultPredicate::new().and(UNCOMPRESSED));
        let whole = routes.clone().layer((compression, RequestBodyLimitLayer::new(largest_body)));
        Service(Arc::new(Ways { whole, short: routes }))
    }

    async fn answer(&self, request: Request<Body>) -> Response {
        let start = Instant::now();
        let id = layers::request_id(request.headers());
        let method = request.method().clone();
        let uri = request.uri().clone();

        let response = match layers::check_head(&request) {
            Ok(()) => self.route(request).await,
            Err(problem) => layers::whole(problem.into_response(), &method),
        };
        let mut response = layers::only_problems(response, &method);
        layers::set_headers(response.headers_mut(), &id);
        layers::log(&method, &uri, &id, &response, start);
        response
    }

    async fn route(&self, request: Request<Body>) -> Response {
        let Ways { whole, short } = &*self.0;
        let method = request.method().clone();
        let is_short = method == Method::GET
            && !request.headers().contains_key(ACCEPT_ENCODING)
            && HttpBody::is_end_stream(request.body());
        let mut routes = if is_short { short } else { whole }.clone();
        let answered = AssertUnwindSafe(async { routes.call(request).await }).catch_unwind().await;
        match answered {
            Ok(Ok(response)) if is_short => vary(response),
            Ok(Ok(response)) => super::etag::mark_coding(response),
            Ok(Err(never)) => match never {},
            Err(panic) => layers::whole(layers::on_panic(panic), &method),
        }
    }
}

/// Says of an answer that is sent as it is that others may be sent it in a coding, where the compression would have said so.
fn vary(mut response: Response) -> Response {
    let headers = response.headers();
    if !headers.contains_key(VARY)
        && !headers.contains_key(CONTENT_ENCODING)
        && DefaultPredicate::new().and(UNCOMPRESSED).should_compress(&response)
    {
        response.headers_mut().insert(VARY, HeaderValue::from_static("accept-encoding"));
    }
    response
}

impl<B> tower::Service<Request<B>> for Service
where
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<axum::BoxError>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let service = self.clone();
        Box::pin(async move { Ok(service.answer(request.map(Body::new)).await) })
    }
}
