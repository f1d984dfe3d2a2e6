//! Whether the server is alive, and whether it should be sent work.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, HeaderName};
use serde_json::{Value, json};

use crate::server::problem::{Kind, Problem};
use crate::server::state::App;

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
    if app.is_draining() { Err(Problem::new(Kind::DRAINING, Kind::DRAINING.meaning)) } else { Ok(status("ready")) }
}
