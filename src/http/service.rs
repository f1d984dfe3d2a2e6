//! The service around the router: what happens to every request before the router, and to every response after it.
//!
//! It is outside the finished router, so its parts are cloned once for each request, and not with every route.

use std::convert::Infallible;
use std::future::Future;
use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CONNECTION, CONTENT_ENCODING};
use axum::http::{Extensions, HeaderMap, HeaderValue, Request, StatusCode, Version};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use http_body::Body as HttpBody;
use tower::ServiceExt as _;
use tower_http::CompressionLevel;
use tower_http::compression::Compression;
use tower_http::compression::predicate::{And, DefaultPredicate, NotForContentType, Predicate as _};

use crate::app::App;
use crate::clients::client_ip::Scheme;
use crate::clients::memory::Reservation;
use crate::clients::rate_limit::Allowance;
use crate::clients::shares::Client;
use crate::http::exchange::{Exchange, Followed};
use crate::http::timeouts::{Activity, Busy};
use crate::http::unread::Unread;
use crate::http::{errors, head};
use crate::paths::{FIXED, PROBES, routes};
use crate::problem::{Kind, Problem};
use crate::response::body::{self, Large};
use crate::response::caching::mark_coding;
use crate::response::fixed::AlreadyCoded;
use crate::response::many::may_be_coded;
use crate::telemetry::metrics::Refusal;

/// Steps are sent as they are generated, and are not delayed for compression.
const UNCOMPRESSED: NotForContentType = NotForContentType::const_new("application/x-ndjson");

/// Books are compressed already.
const COMPRESSED: NotForContentType = NotForContentType::const_new("application/pdf");

/// The maximum size of the state of a coding while a response is compressed, in bytes.
const ENCODER_BYTES: u64 = 1 << 20;

/// Which responses are compressed.
type Compressible = And<And<And<DefaultPredicate, NotForContentType>, NotForContentType>, MayBeCoded>;

/// Of a response, whether it may be compressed.
type MayBeCoded = fn(StatusCode, Version, &HeaderMap, &Extensions) -> bool;

/// The routes, and everything that happens to requests and responses around them.
#[derive(Clone)]
pub struct Service {
    around: Arc<Around>,
    /// The client, if it is known.
    connection: Option<(IpAddr, Arc<Activity>)>,
}

/// The state that all connections share.
struct Around {
    app: Arc<App>,
    routes: Router,
    /// The routes for clients that accept compressed responses. Its futures are seven kilobytes large, for the state of the largest
    /// coding.
    coded: Compression<Router, Compressible>,
}

/// Creates the service of an app: every path, and everything that happens to every request.
pub fn service(app: Arc<App>) -> Service {
    around(routes(app.clone()), app)
}

/// Creates the same for these routes.
pub(crate) fn around(routes: Router, app: Arc<App>) -> Service {
    let coded = Compression::new(routes.clone()).quality(CompressionLevel::Fastest);
    let coded =
        coded.compress_when(DefaultPredicate::new().and(UNCOMPRESSED).and(COMPRESSED).and(may_be_coded as MayBeCoded));
    Service { around: Arc::new(Around { app, routes, coded }), connection: None }
}

impl Service {
    /// Creates the service for a connection from `peer`.
    pub fn for_connection(&self, peer: IpAddr, activity: Arc<Activity>) -> Service {
        Service { around: self.around.clone(), connection: Some((peer, activity)) }
    }

    /// The response to a request. Both are held by reference: a future has room for each of its arguments twice.
    async fn answer(&self, request: &mut Request<Body>) -> Response<Followed> {
        let app = &self.around.app;
        let (peer, activity) = self.connection.as_ref().map(|(peer, activity)| (*peer, activity)).unzip();
        let version = request.version();
        let busy = activity.map(Busy::new);
        let mut exchange = Exchange::new(app, request, peer, busy);
        let is_probe = PROBES.contains(&exchange.route());
        let is_free = is_probe || FIXED.contains(&exchange.route());
        let allowance = if is_free { None } else { count(app, exchange.client()) };
        let checked = match &allowance {
            Some(Err(nothing)) => Err(nothing.problem()),
            _ => exchange.begin(is_probe).await,
        };
        let checked = checked.and_then(|()| head::check(request, app.settings.max_body));
        let unread = Unread::of(request);
        let response = match checked {
            Ok(()) => self.around.route(request, &exchange).await,
            Err(problem) => {
                drop(std::mem::take(request.body_mut()));
                errors::whole(problem.into_response(), exchange.method())
            }
        };
        let mut response = errors::only_problems(response, exchange.method());
        if response.status() == StatusCode::INTERNAL_SERVER_ERROR {
            // The panic hook has logged the message, without the ID of the request.
            tracing::error!(request_id = exchange.id(), "a request failed because of a panic");
        }
        if let Some(Ok(left) | Err(left)) = allowance {
            left.tell(response.headers_mut());
        }
        if version == Version::HTTP_10 && HttpBody::size_hint(response.body()).exact().is_none() {
            head::forbid_storing(response.headers_mut());
        }
        if let Some(unread) = unread
            && !unread.finish().boxed().await
        {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        exchange.answer(response)
    }
}

impl Around {
    /// The response of the routes to a request, which is taken from its place.
    async fn route(&self, request: &mut Request<Body>, exchange: &Exchange) -> Response {
        let Around { app, routes, coded } = self;
        let client = exchange.client();
        request.extensions_mut().insert(client);
        // Handlers take it for the default where it is not said.
        if exchange.scheme() != Scheme::default() {
            request.extensions_mut().insert(exchange.scheme());
        }
        let answered = if request.headers().contains_key(ACCEPT_ENCODING) {
            // Boxed separately, so other requests do not need space for it.
            let coded =
                coded.clone().oneshot(std::mem::take(request)).map(|Ok(response)| mark_coding(response.map(Body::new)));
            AssertUnwindSafe(coded).catch_unwind().boxed().await
        } else {
            let answering = routes.clone().oneshot(std::mem::take(request)).map(|Ok(response)| response);
            AssertUnwindSafe(answering).catch_unwind().await
        };
        let begun = match answered.map(|response| in_turns(response, app, client)) {
            Ok(Ok(response)) if HttpBody::size_hint(response.body()).exact().is_some() => return response,
            // As above, most requests do without the box.
            Ok(Ok(response)) => AssertUnwindSafe(body::begun(response)).catch_unwind().boxed().await,
            Ok(Err(problem)) => return problem.into_response(),
            Err(panic) => Err(panic),
        };
        match begun {
            Ok(Ok(response)) => return response,
            // Where there was a panic, it was counted.
            Ok(Err(error)) => {
                tracing::error!(request_id = exchange.id(), %error, "a body failed before its first byte")
            }
            Err(_panic) => app.metrics.panics.inc(),
        }
        errors::whole(Problem::from(Kind::INTERNAL_ERROR).into_response(), exchange.method())
    }
}

/// Counts a request of a client, if there is a limit.
fn count(app: &App, client: Client) -> Option<Result<Allowance, Allowance>> {
    let counted = app.rate_limit.as_ref()?.count(client);
    if counted.is_err() {
        app.metrics.refused(Refusal::RateLimit);
    }
    Some(counted)
}

/// Lets the pool generate and compress the body of a response if that takes long. The memory for compression is counted for the client.
///
/// # Errors
///
/// Returns a [`Problem`] if the client may not use that much memory.
fn in_turns(mut response: Response, app: &App, client: Client) -> Result<Response, Problem> {
    let large = response.extensions_mut().remove::<Large>();
    // Responses to HEAD have no body.
    if response.body().is_end_stream() {
        return Ok(response);
    }
    let is_coded = response.headers().contains_key(CONTENT_ENCODING);
    if is_coded && response.extensions_mut().remove::<AlreadyCoded>().is_none() {
        let held = app.memory.reserve(client, ENCODER_BYTES)?;
        response.extensions_mut().get_or_insert_default::<Vec<Arc<Reservation>>>().push(Arc::new(held));
    }
    Ok(match large {
        Some(large) if large.takes_long(is_coded) => {
            response.map(|body| body::in_turns(body, app.pool.clone(), client))
        }
        _ => response,
    })
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
        // Most requests have no body, and need no box for it.
        let mut request = request.map(|body| if body.is_end_stream() { Body::empty() } else { Body::new(body) });
        let service = self.clone();
        Box::pin(async move { Ok(service.answer(&mut request).await) })
    }
}

/// For tests, and for other users of tower services.
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
    use crate::steps::stream;
    use axum::extract::State;
    use axum::routing::get;
    use dedale::observe::Stopped;
    use http_body_util::BodyExt as _;

    async fn bad() -> &'static str {
        panic!("on purpose: \r\n\u{1b}[31m")
    }

    #[test]
    fn requests_without_compression_hold_no_encoder_state() {
        // Without routes, which do not change its size.
        let mut service = around(Router::new(), Arc::new(App::new(Settings::default())));
        let answering = tower::Service::call(&mut service, Request::new(Body::empty()));
        let size = size_of_val(&*answering);
        // The allocator has more work with a larger one.
        assert!(size <= 1032, "{size} bytes are moved for each request");
    }

    #[tokio::test]
    async fn a_panic_costs_its_request_a_500_with_a_request_id_and_nothing_else() {
        let app = Arc::new(App::new(Settings::default()));
        let routes = Router::new().route("/bad", get(bad)).route("/good", get(async || "good"));
        let mut service = around(routes, app.clone());
        for coding in ["", "gzip"] {
            let mut ask = |path: &str| {
                let mut request = Request::get(path).header("host", "x").body(Body::empty()).unwrap();
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

    /// A body that fails: before its first byte, or after it.
    async fn failing(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
        let how = headers["how"].to_str().unwrap().to_owned();
        if how == "thread" || how == "cut" {
            let work = move |_| if how == "cut" { Err(Stopped) } else { panic!("on purpose") };
            return Response::new(stream(&app, Client::NOBODY, work).unwrap());
        }
        let (is_large, is_late) = (how != "small", how == "late");
        let mut frames = 0;
        let body = futures_util::stream::poll_fn(move |cx| {
            frames += 1;
            match frames {
                1 => Poll::Ready(Some(Ok::<_, Infallible>(Bytes::new()))),
                2 if is_late => Poll::Ready(Some(Ok("a body".into()))),
                // What compresses it sends what it has.
                3 | 4 if is_late => {
                    cx.waker().wake_by_ref();
                    Poll::Pending
                }
                _ => panic!("on purpose"),
            }
        });
        let mut response = Response::new(Body::from_stream(body));
        is_large.then(|| response.extensions_mut().insert(Large::Drawn));
        response
    }

    #[tokio::test]
    async fn a_body_that_fails_before_its_first_byte_is_a_500_and_never_a_200() {
        let app = Arc::new(App::new(Settings::default()));
        let mut service = around(Router::new().route("/", get(failing)).with_state(app.clone()), app.clone());
        let mut panics = 0;
        for (how, coding) in ["small", "drawn", "late", "thread", "cut"].map(|how| [(how, ""), (how, "gzip")]).concat()
        {
            let request = Request::get("/").header("host", "x").header("how", how).header(ACCEPT_ENCODING, coding);
            let answer = tower::Service::call(&mut service, request.body(Body::empty()).unwrap()).await.unwrap();
            let (head, body) = answer.into_parts();
            let body = body.collect().await;
            if how == "late" {
                assert!(head.status == StatusCode::OK && body.is_err(), "{how} {coding}: {}", head.status);
            } else {
                assert_eq!(head.status, StatusCode::INTERNAL_SERVER_ERROR, "{how} {coding}");
                assert_eq!(head.headers["content-type"], "application/problem+json", "{how} {coding}");
                let problem: serde_json::Value = serde_json::from_slice(&body.unwrap().to_bytes()).unwrap();
                assert_eq!(problem["status"], 500);
            }
            panics += u64::from(how != "cut");
            assert_eq!((app.metrics.panics.get(), app.metrics.in_progress.get()), (panics, 0), "{how} {coding}");
        }
    }

    /// Whether the body of `large` was generated by the thread that answers the request.
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
    async fn large_responses_are_generated_and_compressed_by_the_pool() {
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
            let request = Request::get("/").header("host", "x").header("large", large).header(ACCEPT_ENCODING, coding);
            let answer = tower::Service::call(&mut service, request.body(Body::empty()).unwrap()).await.unwrap();
            assert_eq!(answer.headers().contains_key(CONTENT_ENCODING), coding == "gzip");
            let body = answer.into_body().collect().await.unwrap().to_bytes();
            assert_eq!(body == "a body", coding == "identity");
            assert_eq!(MADE_HERE.load(Ordering::SeqCst), here, "{large} {coding}");
        }
    }
}
