//! The admin address, for operators: health, readiness and metrics.
//!
//! It is served by a dedicated thread, so it responds even if the service is busy, and reports the service as dead if its async threads
//! are blocked.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, Method};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::app::App;
use crate::http::{errors, head};
use crate::routes::health;
use crate::telemetry::metrics::MEDIA_TYPE;

/// The service of the admin address: `/healthz`, `/readyz` and `/metrics`.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/healthz", get(health::others_alive))
        .route("/readyz", get(health::others_ready))
        .route("/metrics", get(metrics))
        .fallback(errors::not_found)
        .layer(from_fn(finish))
        .with_state(app)
}

async fn metrics(State(app): State<Arc<App>>) -> Response {
    let mut response = Body::from(app.metrics.text()).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Adds the ID of the request, and converts errors to problems. Pages of other origins may not read these responses.
async fn finish(request: Request, next: Next) -> Response {
    let id = head::request_id(request.headers());
    let method: Method = request.method().clone();
    let mut response = errors::only_problems(next.run(request).await, &method);
    response.headers_mut().insert(head::X_REQUEST_ID, id);
    response
}

/// Serves every connection to `listener` until the process ends, on a dedicated thread.
///
/// # Errors
///
/// The error of the operating system if the thread cannot be started.
pub fn start(listener: TcpListener, app: Arc<App>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let serving = async move {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        axum::serve(listener, router(app)).await
    };
    std::thread::Builder::new().name("admin".to_owned()).spawn(move || {
        if let Err(error) = runtime.block_on(serving) {
            tracing::error!(%error, "the admin address is not served");
        }
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use axum::http::StatusCode;
    use http_body_util::BodyExt as _;
    use std::time::Duration;
    use tower::ServiceExt as _;

    #[tokio::test(start_paused = true)]
    async fn how_the_service_is() {
        let app = Arc::new(App::new(Settings::default()));
        let ask = async |path: &str| {
            let answer = router(app.clone()).oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
            let (head, body) = answer.into_parts();
            assert!(head.headers.contains_key("x-request-id"), "{path}");
            assert!(!head.headers.contains_key("access-control-allow-origin"), "{path}");
            (head.status, String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap())
        };
        // During normal operation, and after two durations without a beat.
        let all = |healthy, ready| [("/healthz", healthy), ("/readyz", ready)];
        let (good, bad) = (StatusCode::OK, StatusCode::SERVICE_UNAVAILABLE);
        for (seconds, expected) in
            [(0, all(good, good)), (3, all(good, bad)), (21, all(bad, bad)), (1, all(good, good))]
        {
            app.pulse.record();
            tokio::time::advance(Duration::from_secs(seconds)).await;
            for (path, status) in expected {
                let (seen, body) = ask(path).await;
                assert_eq!(seen, status, "{path} {seconds}");
                assert_eq!(body.contains("/docs/problems#overloaded"), status == bad, "{body}");
            }
        }
        let (status, text) = ask("/metrics").await;
        assert!(status == StatusCode::OK && text.contains("\ndedale_draining 0\n"), "{text}");
        app.start_draining();
        assert_eq!(ask("/readyz").await.0, StatusCode::SERVICE_UNAVAILABLE);
        assert!(ask("/metrics").await.1.contains("\ndedale_draining 1\n"));
        let (status, problem) = ask("/maze").await;
        assert!(status == StatusCode::NOT_FOUND && problem.contains("/docs/problems#not-found"), "{problem}");
    }
}
