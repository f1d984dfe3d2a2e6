//! The admin address.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use dedale_server::app::App;
use dedale_server::server::admin::router;
use dedale_server::settings::Settings;
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
    for (seconds, expected) in [(0, all(good, good)), (3, all(good, bad)), (21, all(bad, bad)), (1, all(good, good))] {
        app.pulse.record();
        tokio::time::advance(Duration::from_secs(seconds)).await;
        for (path, status) in expected {
            let (seen, body) = ask(path).await;
            assert_eq!(seen, status, "{path} {seconds}");
            assert_eq!(body.contains("urn:dedale:problem:overloaded"), status == bad, "{body}");
        }
    }
    let (status, text) = ask("/metrics").await;
    assert!(status == StatusCode::OK && text.contains("\ndedale_draining 0\n"), "{text}");
    app.start_draining();
    assert_eq!(ask("/readyz").await.0, StatusCode::SERVICE_UNAVAILABLE);
    assert!(ask("/metrics").await.1.contains("\ndedale_draining 1\n"));
    let (status, problem) = ask("/maze").await;
    assert!(status == StatusCode::NOT_FOUND && problem.contains("urn:dedale:problem:not-found"), "{problem}");
}
