//! Health checks: whether the server is alive, and whether it is ready for work.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName};
use serde_json::json;

use crate::app::App;
use crate::problem::{Kind, Problem};

type Status = ([(HeaderName, &'static str); 2], String);

fn status(word: &str) -> Status {
    let headers = [(CACHE_CONTROL, "no-store"), (CONTENT_TYPE, "application/json")];
    (headers, format!("{}\n", json!({ "status": word })))
}

/// `/healthz`: the server is alive.
pub async fn alive() -> Status {
    status("ok")
}

/// `/readyz`: the server is ready for work, unless it drains.
pub async fn ready(State(app): State<Arc<App>>) -> Result<Status, Problem> {
    if app.is_draining() { Err(Kind::DRAINING.into()) } else { Ok(status("ready")) }
}

/// How long the async threads may be blocked before the process is considered dead and should be restarted.
const DEAD_AFTER: Duration = Duration::from_secs(20);

/// How long they may be blocked before the process is considered not ready.
const NOT_READY_AFTER: Duration = Duration::from_secs(2);

/// `/healthz` of the admin address. Since that has a dedicated thread, it reports whether the async threads are alive.
pub async fn admin_alive(State(app): State<Arc<App>>) -> Result<Status, Problem> {
    check_threads(&app, DEAD_AFTER)?;
    Ok(status("ok"))
}

/// `/readyz` of the admin address.
pub async fn admin_ready(State(app): State<Arc<App>>) -> Result<Status, Problem> {
    check_threads(&app, NOT_READY_AFTER)?;
    ready(State(app)).await
}

/// Reports a problem if the async threads have not made progress for this long.
fn check_threads(app: &App, patience: Duration) -> Result<(), Problem> {
    let time = app.pulse.unseen_for();
    if time <= patience {
        return Ok(());
    }
    let detail = format!("the async threads have made no progress for {} s", time.as_secs());
    Err(Problem::new(Kind::OVERLOADED, detail).retry_after(1))
}
