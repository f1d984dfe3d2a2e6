//! The service: what happens to every request on its way to the routes, and to every response on its way back.
//!
//! It is put around the finished router, so that its parts are cloned once for a request, and not with every route.

use std::convert::Infallible;
use std::future::Future;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING};
use axum::http::{Request, StatusCode};
use axum::response::{IntoResponse as _, Response};
use futures_util::FutureExt as _;
use http_body::Body as HttpBody;
use tower::ServiceExt as _;
use tower_http::CompressionLevel;
use tower_http::compression::Compression;
use tower_http::compression::predicate::{And, DefaultPredicate, NotForContentType, Predicate as _};

use crate::app::App;
use crate::http::errors;
use crate::http::exchange::{Exchange, Followed};
use crate::http::head;
use crate::http::rate_limit::Allowance;
use crate::net::timeouts::{Activity, Busy};
use crate::paths::{PROBES, routes};
use crate::response::body::{self, Large};
use crate::response::caching::mark_coding;
use crate::response::problem::{Kind, Problem};
use crate::telemetry::metrics::Refusal;

/// Steps are sent as they are made, and not held back to be compressed together.
const UNCOMPRESSED: NotForContentType = NotForContentType::const_new("application/x-ndjson");

/// The routes, and what happens to every request on its way in and out.
#[derive(Clone)]
pub struct Service {
    around: Arc<Around>,
    /// Who asks, where that is known.
    connection: Option<(IpAddr, Arc<Activity>)>,
}

/// What all connections share.
struct Around {
    app: Arc<App>,
    routes: Router,
    /// For those who may be sent a coded response. What it answers takes seven kilobytes, for the state of the largest coding.
    coded: Compression<Router, And<DefaultPredicate, NotForContentType>>,
}

/// The service of an app: every path, and what happens to every request.
pub fn service(app: Arc<App>) -> Service {
    around(routes(app.clone()), app)
}

fn around(routes: Router, app: Arc<App>) -> Service {
    let coded = Compression::new(routes.clone()).quality(CompressionLevel::Fastest);
    let coded = coded.compress_when(DefaultPredicate::new().and(UNCOMPRESSED));
    Service { around: Arc::new(Around { app, routes, coded }), connection: None }
}

impl Service {
    /// The same for what comes on a connection from `peer`.
    pub fn for_connection(&self, peer: IpAddr, activity: Arc<Activity>) -> Service {
        Service { around: self.around.clone(), connection: Some((peer, activity)) }
    }

    async fn answer(self, request: Request<Body>) -> Response<Followed> {
        let app = &self.around.app;
        let (peer, activity) = self.connection.as_ref().map(|(peer, activity)| (*peer, activity)).unzip();
        let has_body = !HttpBody::is_end_stream(request.body());
        let busy = activity.map(|activity| Busy::new(activity, has_body));
        let exchange = Exchange::new(app, &request, peer, busy);
        let is_probe = PROBES.contains(&exchange.route());
        let allowance = if is_probe { None } else { count(app, &exchange) };
        let checked = match &allowance {
            Some(Err(nothing)) => Err(nothing.problem()),
            // What is refused costs less than what is answered, so that this is where to catch up.
            _ if !is_probe => app.check_load(),
            _ => Ok(()),
        };
        let checked = checked.and_then(|()| head::check(&request, app.settings.max_body));
        let response = match checked {
            Ok(()) => self.around.route(request, &exchange).await,
            Err(problem) => errors::whole(problem.into_response(), exchange.method()),
        };
        let mut response = errors::only_problems(response, exchange.method());
        if response.status() == StatusCode::INTERNAL_SERVER_ERROR {
            // What panicked has said so in the line before, and does not know for whom it worked.
            tracing::error!(request_id = exchange.id(), "a request met an error of the server's own");
        }
        if let Some(Ok(left) | Err(left)) = allowance {
            left.tell(response.headers_mut());
        }
        exchange.answer(response)
    }
}

impl Around {
    async fn route(&self, request: Request<Body>, exchange: &Exchange) -> Response {
        let Around { app, routes, coded } = self;
        let answered = if request.headers().contains_key(ACCEPT_ENCODING) {
            // In a box of its own, so that others need no room for what it takes.
            let coded = coded.clone().oneshot(request).map(|Ok(response)| mark_coding(response.map(Body::new)));
            AssertUnwindSafe(coded).catch_unwind().boxed().await
        } else {
            AssertUnwindSafe(routes.clone().oneshot(request).map(|Ok(response)| response)).catch_unwind().await
        };
        match answered {
            Ok(response) => in_turns(response, app),
            Err(_panic) => {
                app.metrics.panics.inc();
                errors::whole(Problem::from(Kind::INTERNAL_ERROR).into_response(), exchange.method())
            }
        }
    }
}

/// Counts a request of a client, if there is a limit.
fn count(app: &App, exchange: &Exchange) -> Option<Result<Allowance, Allowance>> {
    let counted = app.rate_limit.as_ref()?.count(exchange.client()?);
    if counted.is_err() {
        app.metrics.refused(Refusal::RateLimit);
    }
    Some(counted)
}

/// Has the pool make the body of a response, and code it, where that takes long.
fn in_turns(mut response: Response, app: &App) -> Response {
    let is_coded = response.headers().contains_key(CONTENT_ENCODING);
    match response.extensions_mut().remove::<Large>() {
        // Who asks with HEAD is sent none.
        Some(large) if large.takes_long(is_coded) && !response.body().is_end_stream() => {
            response.map(|body| body::in_turns(body, app.pool.clone()))
        }
        _ => response,
    }
}

impl<B> hyper::service::Service<Request<B>> for Service
where
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Into<axum::BoxError>,
{
    type Response = Response<Followed>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Followed>, Infallible>> + Send>>;

    fn call(&self, request: Request<B>) -> Self::Future {
        // Most requests have no body, and none of those needs a box for it.
        let request = request.map(|body| if body.is_end_stream() { Body::empty() } else { Body::new(body) });
        let service = self.clone();
        Box::pin(async move { Ok(service.answer(request).await) })
    }
}

/// For tests, and whatever else calls services as tower does.
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
        hyper::service::Service::call(self, request)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::settings::Settings;
    use axum::http::{HeaderMap, HeaderValue};
    use axum::routing::get;
    use http_body_util::BodyExt as _;

    async fn bad() -> &'static str {
        panic!("on purpose: \r\n\u{1b}[31m")
    }

    #[test]
    fn a_request_needs_no_room_for_the_state_of_a_coding() {
        let service = service(Arc::new(App::new(Settings::default())));
        let answering = service.answer(Request::new(Body::empty()));
        assert!(size_of_val(&answering) < 3000, "{} bytes are moved for each request", size_of_val(&answering));
    }

    #[tokio::test]
    async fn a_panic_costs_its_request_a_500_with_a_request_id_and_nothing_else() {
        let app = Arc::new(App::new(Settings::default()));
        let routes = Router::new().route("/bad", get(bad)).route("/good", get(async || "good"));
        let mut service = around(routes, app.clone());
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
        let mut service = around(Router::new().route("/", get(large)), app);
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
