//! `/solvers`: every solver, from the library's table.

use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use serde_json::{Value, json};

use super::{describe_option, fixed};
use crate::request::params;
use crate::response::problem::Problem;
use dedale::solve::{SOLVERS, SolverInfo};

/// `/solvers`: names, options, promises, costs and sources.
pub async fn all(uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    params::none(&uri)?;
    Ok(fixed(&headers, "solvers", "application/json", || {
        let solvers: Vec<Value> = SOLVERS.iter().map(describe).collect();
        Body::from(format!("{:#}\n", json!({ "solvers": solvers })))
    }))
}

fn describe(info: &SolverInfo) -> Value {
    let options: Vec<Value> = info
        .options
        .iter()
        .map(|option| describe_option(option.name, option.values, option.default, option.description))
        .collect();
    json!({
        "name": info.name,
        "title": info.title,
        "description": info.description,
        "options": options,
        "shortest": info.shortest,
        "walk": info.walk.name(),
        "grids": if info.needs_rows { "rows and columns" } else { "any" },
        "limits": info.limits,
        "complexity": { "time": info.time, "memory": info.memory },
        "source": info.source,
    })
}
