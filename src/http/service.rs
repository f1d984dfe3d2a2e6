//! The service around the router: what happens to every request before the router, and to every response after it.

use std::any::Any;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, StatusCode, Version};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::{Extension, Router};
use http_body::Body as HttpBody;
use tower::ServiceBuilder;
use tower::util::BoxCloneSyncService;
use tower_http::catch_panic::CatchPanicLayer;

use crate::app::App;
use crate::clients::client_ip::Scheme;
use crate::http::exchange::Exchange;
use crate::http::timeouts::{Activity, Busy};
use crate::http::{errors, head};
use crate::paths::{FIXED, PROBES, routes};
use crate::problem::{Kind, Problem};
use crate::response::body;
use crate::telemetry::metrics::Refusal;

/// The routes, and everything that happens to requests and responses around them.
pub type Service = BoxCloneSyncService<Request<Body>, Response, Infallible>;

/// An extension of a request: its connection.
#[derive(Clone, Debug)]
struct Connection {
    peer: IpAddr,
    activity: Arc<Activity>,
}

/// Creates the service of an app: every path, and everything that happens to every request.
pub fn service(app: Arc<App>) -> Service {
    around(routes(app.clone()), app)
}

/// Creates the same for these routes.
pub(crate) fn around(routes: Router, app: Arc<App>) -> Service {
    let panics = app.metrics.panics.clone();
    let on_panic = move |_: Box<dyn Any + Send>| {
        panics.inc();
        Problem::from(Kind::INTERNAL_ERROR).into_response()
    };
    let around = ServiceBuilder::new()
        .layer(from_fn_with_state(app, follow))
        .layer(CatchPanicLayer::custom(on_panic))
        .layer(from_fn(begin))
        .service(routes);
    BoxCloneSyncService::new(around)
}

/// Creates the service for a connection from `peer`.
pub fn for_connection(service: &Service, peer: IpAddr, activity: Arc<Activity>) -> Service {
    let connection = Extension(Connection { peer, activity });
    BoxCloneSyncService::new(ServiceBuilder::new().layer(connection).service(service.clone()))
}

/// Follows a request from its head to the last byte of its response: who sent it, whether it may begin, and what is logged and counted.
async fn follow(State(app): State<Arc<App>>, mut request: Request<Body>, next: Next) -> Response {
    let connection = request.extensions_mut().remove::<Connection>();
    let (peer, busy) = connection.map(|Connection { peer, activity }| (peer, Busy::new(&activity))).unzip();
    let uri = request.uri().clone();
    head::normalize(request.uri_mut());
    let mut exchange = Exchange::new(&app, &request, uri, peer, busy);
    let is_probe = PROBES.contains(&exchange.route());
    let is_unmetered = is_probe || FIXED.contains(&exchange.route());
    let limit = app.rate_limit.as_ref().filter(|_| !is_unmetered);
    let allowance = limit.map(|limit| limit.count(exchange.client()));
    let begun = match &allowance {
        Some(Err(nothing)) => {
            app.metrics.refused(Refusal::RateLimit);
            Err(nothing.problem())
        }
        _ => exchange.begin(is_probe).await,
    };
    let checked = begun.and_then(|()| head::check(&request, app.settings.max_body));
    let version = request.version();
    let response = match checked {
        Ok(()) => {
            request.extensions_mut().insert(exchange.client());
            // Handlers take it for the default where it is not said.
            if exchange.scheme() != Scheme::default() {
                request.extensions_mut().insert(exchange.scheme());
            }
            next.run(request).await
        }
        Err(problem) => {
            drop(request);
            problem.into_response()
        }
    };
    let mut response = errors::only_problems(response, exchange.method());
    if response.status() == StatusCode::INTERNAL_SERVER_ERROR {
        // The reason was logged where it is known, without the ID of the request.
        tracing::error!(request_id = exchange.id(), "a request failed because of an error in the server");
    }
    if let Some(Ok(left) | Err(left)) = allowance {
        left.tell(response.headers_mut());
    }
    if version == Version::HTTP_10 && response.size_hint().exact().is_none() {
        head::forbid_storing(response.headers_mut());
    }
    exchange.answer(response)
}

/// Waits for the first bytes of a response that is made while it is sent: until then, an error can be returned as one.
async fn begin(request: Request<Body>, next: Next) -> Response {
    let response = next.run(request).await;
    if response.size_hint().exact().is_some() {
        return response;
    }
    body::begun(response).await.unwrap_or_else(|error| {
        tracing::error!(%error, "a body failed before its first byte");
        Problem::from(Kind::INTERNAL_ERROR).into_response()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clients::shares::Client;
    use crate::response::answer::{Ask, Content};
    use crate::response::body::Drawing;
    use crate::response::coding::Coding;
    use crate::settings::Settings;
    use crate::steps::stream;
    use axum::http::header::{ACCEPT_ENCODING, CONTENT_LENGTH};
    use axum::routing::get;
    use dedale::observe::Stopped;
    use http_body_util::BodyExt as _;
    use tower::ServiceExt as _;

    async fn bad() -> &'static str {
        panic!("on purpose: \r\n\u{1b}[31m")
    }

    #[tokio::test]
    async fn a_panic_costs_its_request_a_500_with_a_request_id_and_nothing_else() {
        let app = Arc::new(App::new(Settings::default()));
        let routes = Router::new().route("/bad", get(bad)).route("/good", get(async || "good"));
        let service = around(routes, app.clone());
        let ask = |path: &str| {
            let request = Request::get(path).header("host", "x").body(Body::empty()).unwrap();
            service.clone().oneshot(request)
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
        assert_eq!((app.metrics.panics.get(), app.metrics.in_progress.get()), (1, 0));
    }

    /// The HTTP library does not ask for more than the length that it was told, so the body says by itself that it is complete. Otherwise
    /// it would be counted as cut short.
    #[tokio::test]
    async fn a_body_of_known_length_ends_with_its_last_byte() {
        let app = Arc::new(App::new(Settings::default()));
        let parts = async || {
            let parts = futures_util::stream::iter(["ab", "c"].map(Ok::<_, Infallible>));
            ([(CONTENT_LENGTH, "3")], Body::from_stream(parts))
        };
        let service = around(Router::new().route("/", get(parts)), app.clone());
        let request = Request::get("/").header("host", "x").body(Body::empty()).unwrap();
        let mut body = service.oneshot(request).await.unwrap().into_body();
        for is_last in [false, true] {
            assert!(!body.is_end_stream());
            body.frame().await.unwrap().unwrap();
            assert_eq!(body.is_end_stream(), is_last);
        }
        drop(body);
        let text = app.metrics.text();
        assert!(text.contains("dedale_cancelled_total{reason=\"cut-short\"} 0\n"), "{text}");
    }

    /// A body that fails: before its first byte, or after it.
    async fn failing(ask: Ask) -> Result<Response, Problem> {
        let how = ask.headers["how"].to_str().unwrap().to_owned();
        if how == "thread" || how == "cut" {
            let work = move |_| if how == "cut" { Err(Stopped) } else { panic!("on purpose") };
            return Ok(Response::new(stream(&ask.app, Client::NOBODY, work)?));
        }
        let is_late = how == "late";
        let mut pieces = 0;
        let write_next = move |out: &mut Vec<u8>| {
            pieces += 1;
            assert!(is_late && pieces == 1, "on purpose");
            out.resize(1 << 20, 0);
            true
        };
        let steps = if how == "small" { 50_000 } else { 1_000_000 };
        let drawing = Drawing::compressed(Box::new(write_next), steps, 0);
        let coding = Coding::choose(&ask.headers, &Coding::ALL).unwrap();
        let memory = ask.app.memory.reserve(ask.client, 0)?;
        let content = Content::drawn(drawing, coding, &ask, memory).await?;
        Ok(Response::new(content.body))
    }

    #[tokio::test]
    async fn a_body_that_fails_before_its_first_byte_is_a_500_and_never_a_200() {
        let app = Arc::new(App::new(Settings::default()));
        let service = around(Router::new().route("/", get(failing)).with_state(app.clone()), app.clone());
        let mut panics = 0;
        for (how, coding) in ["small", "drawn", "late", "thread", "cut"].map(|how| [(how, ""), (how, "gzip")]).concat()
        {
            let request = Request::get("/").header("host", "x").header("how", how).header(ACCEPT_ENCODING, coding);
            let answer = service.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
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
}
