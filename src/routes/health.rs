//! Whether the server is alive, and whether it should be sent work.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, HeaderName};
use serde_json::{Value, json};

use crate::app::App;
use crate::response::problem::{Kind, Problem};

type Status = ([(HeaderName, &'static str); 1], Json<Value>);

fn status(word: &str) -> Status {
    ([(CACHE_CONTROL, "no-store")], Json(json!({ "status": word })))
}

/// `/healthz`: the server is alive.
pub async fn alive() -> Status {
    status("ok")
}

/// `/readyz`: the server is ready for work; not so while it drains.
pub async fn ready(State(app): State<Arc<App>>) -> Result<Status, Problem> {
    if app.is_draining() { Err(Kind::DRAINING.into()) } else { Ok(status("ready")) }
}

/// For how long the threads that answer may stand still before they are given up: whoever runs the service then begins it anew.
const STANDSTILL: Duration = Duration::from_secs(20);

/// For how long they may, before others should be asked.
const HELD_UP: Duration = Duration::from_secs(2);

/// `/healthz` of the admin address, which has a thread of its own: not that one is alive, but those that answer everybody else.
pub async fn others_alive(State(app): State<Arc<App>>) -> Result<Status, Problem> {
    check_threads(&app, STANDSTILL)?;
    Ok(status("ok"))
}

/// `/readyz` of the admin address.
pub async fn others_ready(State(app): State<Arc<App>>) -> Result<Status, Problem> {
    check_threads(&app, HELD_UP)?;
    ready(State(app)).await
}

/// Says so when nothing has been seen of the threads that answer for so long. Before they have begun there is nothing to see.
fn check_threads(app: &App, patience: Duration) -> Result<(), Problem> {
    match app.pool.unseen_for() {
        Some(time) if time > patience => {
            let detail = format!("the threads that answer requests have stood still for {} s", time.as_secs());
            Err(Problem::new(Kind::OVERLOADED, detail).retry_after(1))
        }
        _ => Ok(()),
    }
}
