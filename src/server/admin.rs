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
use crate::endpoints::health;
use crate::server::{errors, head};
use crate::telemetry::metrics::MEDIA_TYPE;

/// The service of the admin address: `/healthz`, `/readyz` and `/metrics`.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/healthz", get(health::admin_alive))
        .route("/readyz", get(health::admin_ready))
        .route("/metrics", get(metrics))
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

/// Adds the ID of the request, and converts errors to problems. There are no CORS headers: pages of other origins may
/// not read these responses.
async fn finish(request: Request, next: Next) -> Response {
    let id = head::request_id(request.headers());
    let method: Method = request.method().clone();
    let mut response = errors::only_problems(next.run(request).await, &method);
    response.headers_mut().insert(head::X_REQUEST_ID, id);
    response
}

/// Serves every connection to `listener` until the process ends, on a dedicated thread.
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
