//! `/solvers`: every solver, from the library's table.

use axum::body::Body;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use serde_json::{Value, json};

use super::{describe_options, fixed};
use crate::request::params;
use crate::response::problem::Problem;
use dedale::solve::{About, SOLVERS};

/// `/solvers`: names, options, promises, costs and sources.
pub async fn all(uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    params::none(&uri)?;
    Ok(fixed(&headers, "solvers", "application/json", || {
        let solvers: Vec<Value> = SOLVERS.iter().map(describe).collect();
        Body::from(format!("{:#}\n", json!({ "solvers": solvers })))
    }))
}

fn describe(about: &About) -> Value {
    json!({
        "name": about.name,
        "title": about.title,
        "description": about.description,
        "options": describe_options(about.options),
        "shortest": about.shortest,
        "grids": if about.needs_rows { "rows and columns" } else { "any" },
        "limits": about.limits,
        "complexity": { "time": about.time, "memory": about.memory },
        "source": about.source,
    })
}
