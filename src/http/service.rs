//! What happens to every request on its way in, and to every answer on its way out.
//!
//! One service of our own around the router does what a layer each could do as well. Layers are cloned with every route that
//! they are around, for every request, and most of them wrap the body once more: for a small maze, that was more work than
//! the maze.

use std::convert::Infallible;
use std::future::Future;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, VARY};
use axum::http::{HeaderValue, Method, Request, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use http_body::Body as HttpBody;
use tower::Service as _;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::limit::RequestBodyLimitLayer;

use crate::app::App;
use crate::http::access::Allowance;
use crate::http::exchange::{Exchange, Followed};
use crate::http::layers;
use crate::net::connection::{Activity, Busy};
use crate::response::body::{self, Large};
use crate::router::PROBES;
use crate::telemetry::metrics::Refusal;

/// Steps are sent as they are made, and not held back to be compressed together.
const UNCOMPRESSED: NotForContentType = NotForContentType::const_new("application/x-ndjson");

/// The routes, and what happens to every request on its way in and out.
#[derive(Clone, Debug)]
pub struct Service {
    ways: Arc<Ways>,
    /// Who asks, where that is known.
    connection: Option<(IpAddr, Arc<Activity>)>,
}

/// The two ways to the routes.
#[derive(Debug)]
struct Ways {
    app: Arc<App>,
    /// For those who may be sent a coded answer, or who send a body.
    whole: Router,
    /// For those who only ask, and take the answer as it is, as most programs do. It leads through no layers.
    short: Router,
}

impl Service {
    /// The service that has these routes, for an app.
    pub fn new(routes: Router, app: Arc<App>) -> Service {
        let compression = CompressionLayer::new()
            .quality(CompressionLevel::Fastest)
            .compress_when(DefaultPredicate::new().and(UNCOMPRESSED));
        let largest_body = RequestBodyLimitLayer::new(app.settings.max_body);
        let whole = routes.clone().layer((compression, largest_body));
        Service { ways: Arc::new(Ways { app, whole, short: routes }), connection: None }
    }

    /// The same for what comes on a connection from `peer`.
    pub fn for_connection(&self, peer: IpAddr, activity: Arc<Activity>) -> Service {
        Service { ways: self.ways.clone(), connection: Some((peer, activity)) }
    }

    async fn answer(&self, request: Request<Body>) -> Response<Followed> {
        let (peer, activity) = self.connection.as_ref().map(|(peer, activity)| (*peer, activity)).unzip();
        let has_body = !HttpBody::is_end_stream(request.body());
        let busy = activity.map(|activity| Busy::new(activity, has_body));
        let exchange = Exchange::new(&self.ways.app, &request, peer, busy);
        let is_probe = PROBES.contains(&exchange.route());
        let allowance = if is_probe { None } else { self.count(&exchange) };
        let checked = match &allowance {
            Some(Err(nothing)) => Err(nothing.problem()),
            // What is refused costs less than what is answered, so that this is where to catch up.
            _ if !is_probe => self.ways.app.check_load().and_then(|()| layers::check_head(&request)),
            _ => layers::check_head(&request),
        };
        let response = match checked {
            Ok(()) => self.route(request).await,
            Err(problem) => layers::whole(problem.into_response(), exchange.method()),
        };
        let mut response = layers::only_problems(response, exchange.method());
        if response.status() == StatusCode::INTERNAL_SERVER_ERROR {
            // What panicked has said so in the line before, and does not know for whom it worked.
            tracing::error!(request_id = exchange.id(), "a request met an error of the server's own");
        }
        if let Some(Ok(left) | Err(left)) = allowance {
            left.tell(response.headers_mut());
        }
        exchange.answer(response)
    }

    /// Counts a request of a client, if there is a limit.
    fn count(&self, exchange: &Exchange) -> Option<Result<Allowance, Allowance>> {
        let app = &self.ways.app;
        let counted = app.access.count(exchange.client()?)?;
        if counted.is_err() {
            app.metrics.refused(Refusal::RateLimit);
        }
        Some(counted)
    }

    async fn route(&self, request: Request<Body>) -> Response {
        let Ways { app, whole, short } = &*self.ways;
        let method = request.method().clone();
        let is_short = method == Method::GET
            && !request.headers().contains_key(ACCEPT_ENCODING)
            && HttpBody::is_end_stream(request.body());
        let mut routes = if is_short { short } else { whole }.clone();
        let answered = AssertUnwindSafe(async { routes.call(request).await }).catch_unwind().await;
        match answered {
            Ok(Ok(response)) if is_short => vary(self.in_turns(response)),
            Ok(Ok(response)) => crate::response::etag::mark_coding(self.in_turns(response)),
            Ok(Err(never)) => match never {},
            Err(_panic) => {
                app.metrics.panics.inc();
                layers::whole(layers::on_panic(), &method)
            }
        }
    }

    /// Has the pool make the body of an answer, and code it, where that takes long.
    fn in_turns(&self, mut response: Response) -> Response {
        let is_coded = response.headers().contains_key(CONTENT_ENCODING);
        match response.extensions_mut().remove::<Large>() {
            // Who asks with HEAD is sent none.
            Some(large) if large.takes_long(is_coded) && !response.body().is_end_stream() => {
                response.map(|body| body::in_turns(body, self.ways.app.pool.clone()))
            }
            _ => response,
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
    type Response = Response<Followed>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Followed>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let service = self.clone();
        Box::pin(async move { Ok(service.answer(request.map(Body::new)).await) })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::app::Settings;
    use axum::http::HeaderMap;
    use axum::routing::get;
    use http_body_util::BodyExt as _;

    async fn bad() -> &'static str {
        panic!("on purpose: \r\n\u{1b}[31m")
    }

    #[tokio::test]
    async fn a_panic_costs_its_request_a_500_with_a_request_id_and_nothing_else() {
        let app = Arc::new(App::new(Settings::default()));
        let routes = Router::new().route("/bad", get(bad)).route("/good", get(async || "good"));
        let mut service = Service::new(routes, app.clone());
        for coding in ["", "gzip"] {
            let mut ask = |path: &str| {
                let mut request = Request::get(path).body(Body::empty()).unwrap();
                if !coding.is_empty() {
                    request.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
                }
                tower::Service::call(&mut service, request)
            };
            let answer = ask("/bad").await.unwrap();
            assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
            assert_eq!(answer.headers()["x-request-id"].len(), 32);
            assert_eq!(answer.headers()["content-type"], "application/problem+json");
            let body = answer.into_body().collect().await.unwrap().to_bytes();
            let problem: serde_json::Value = serde_json::from_slice(&body).unwrap();
            assert_eq!(problem["status"], 500);
            assert!(!String::from_utf8_lossy(&body).contains("purpose"));
            let answer = ask("/good").await.unwrap();
            assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "good");
        }
        assert_eq!((app.metrics.panics.get(), app.metrics.in_progress.get()), (2, 0));
    }

    /// Whether the body of `large` was made by the thread that answered.
    static MADE_HERE: AtomicBool = AtomicBool::new(false);

    async fn large(headers: HeaderMap) -> Response {
        let answering = std::thread::current().id();
        let body = futures_util::stream::once(async move {
            MADE_HERE.store(std::thread::current().id() == answering, Ordering::SeqCst);
            Ok::<_, Infallible>("a body")
        });
        let mut response = Response::new(Body::from_stream(body));
        let large = match headers["large"].as_bytes() {
            b"drawn" => Some(Large::Drawn),
            b"ready" => Some(Large::Ready),
            _ => None,
        };
        large.map(|large| response.extensions_mut().insert(large));
        response
    }

    #[tokio::test]
    async fn what_takes_long_to_make_or_to_code_is_made_and_coded_by_the_pool() {
        let app = Arc::new(App::new(Settings::default()));
        let mut service = Service::new(Router::new().route("/", get(large)), app);
        for (large, coding, here) in [
            ("drawn", "identity", false),
            ("drawn", "gzip", false),
            ("ready", "identity", true),
            ("ready", "gzip", false),
            ("small", "identity", true),
            ("small", "gzip", true),
        ] {
            let request = Request::get("/").header("large", large).header(ACCEPT_ENCODING, coding);
            let answer = tower::Service::call(&mut service, request.body(Body::empty()).unwrap()).await.unwrap();
            assert_eq!(answer.headers().contains_key(CONTENT_ENCODING), coding == "gzip");
            let body = answer.into_body().collect().await.unwrap().to_bytes();
            assert_eq!(body == "a body", coding == "identity");
            assert_eq!(MADE_HERE.load(Ordering::SeqCst), here, "{large} {coding}");
        }
    }
}
