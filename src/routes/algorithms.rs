//! `/algorithms`: every algorithm, from the library's table.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use serde_json::{Value, json};

use super::{describe_option, fixed};
use crate::app::App;
use crate::request::params;
use crate::response::problem::Problem;
use dedale::generate::{ALGORITHMS, About, GENERATOR_VERSION};
use dedale::spec::{Limits, RowLimits};

/// `/algorithms`: names, options, limits, costs and sources.
pub async fn all(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    params::none(&uri)?;
    let limits = limits(app.settings.limits);
    let by_rows = limits_by_rows(app.settings.row_limits());
    let name = format!("algorithms {limits} {by_rows}");
    Ok(fixed(&headers, &name, "application/json", || {
        let algorithms: Vec<Value> = ALGORITHMS.iter().map(|about| describe(about, &limits, &by_rows)).collect();
        let document = json!({ "generator": GENERATOR_VERSION, "limits": limits, "algorithms": algorithms });
        Body::from(format!("{document:#}\n"))
    }))
}

fn limits(limits: Limits) -> Value {
    json!({ "max_cells": limits.max_cells, "max_side": limits.max_side })
}

fn limits_by_rows(limits: RowLimits) -> Value {
    json!({ "max_cells": limits.max_cells, "max_columns": limits.max_columns, "max_rows": limits.max_rows })
}

fn describe(about: &About, limits: &Value, by_rows: &Value) -> Value {
    let options: Vec<Value> = about
        .options
        .iter()
        .map(|option| describe_option(option.name, option.values, option.default, option.description))
        .collect();
    json!({
        "name": about.name,
        "aliases": about.aliases,
        "title": about.title,
        "description": about.description,
        "texture": about.texture,
        "options": options,
        "limits": limits,
        "limits_by_rows": if about.algorithm.makes_rows() { by_rows.clone() } else { Value::Null },
        "grids": if about.needs_rows { "rows and columns" } else { "any" },
        "uniform": about.uniform,
        "complexity": { "time": about.time, "memory": about.memory },
        "source": about.source,
    })
}
