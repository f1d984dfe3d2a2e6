//! `/algorithms` and `/solvers`: what there is, from the library's tables.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use serde_json::{Value, json};

use crate::app::App;
use crate::request::format::no_parameters;
use crate::request::maze::text;
use crate::response::fixed::fixed;
use crate::response::problem::Problem;
use dedale::generate::{ALGORITHMS, GENERATOR_VERSION};
use dedale::solve::SOLVERS;

/// `/algorithms`: names, options, limits, costs and sources.
pub async fn algorithms(State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    no_parameters(text(&uri))?;
    let (whole, by_rows) = (app.settings.limits, app.settings.row_limits());
    let max_steps = app.settings.max_steps;
    let limits = json!({ "max_cells": whole.max_cells, "max_side": whole.max_side, "max_steps": max_steps });
    let by_rows = json!({
        "max_cells": by_rows.max_cells,
        "max_columns": by_rows.max_columns,
        "max_rows": by_rows.max_rows,
    });
    let algorithms = ALGORITHMS.iter().map(|about| {
        let options = about.options.iter().map(|it| option(it.name, it.values, it.default, it.description));
        json!({
            "name": about.name,
            "aliases": about.aliases,
            "title": about.title,
            "description": about.description,
            "texture": about.texture,
            "options": options.collect::<Vec<_>>(),
            "limits": limits,
            "limits_by_rows": about.makes_rows().then_some(&by_rows),
            "grids": grids(about.needs_rows),
            "uniform": about.uniform,
            "complexity": { "time": about.time, "memory": about.memory },
            "source": about.source,
        })
    });
    let algorithms: Vec<Value> = algorithms.collect();
    let document = json!({ "generator": GENERATOR_VERSION, "limits": limits, "algorithms": algorithms });
    Ok(fixed(&headers, "application/json", format!("{document:#}\n")))
}

/// `/solvers`: names, options, promises, costs and sources.
pub async fn solvers(uri: Uri, headers: HeaderMap) -> Result<Response, Problem> {
    no_parameters(text(&uri))?;
    let solvers = SOLVERS.iter().map(|about| {
        let options = about.options.iter().map(|it| option(it.name, it.values, it.default, it.description));
        json!({
            "name": about.name,
            "title": about.title,
            "description": about.description,
            "options": options.collect::<Vec<_>>(),
            "shortest": about.shortest,
            "walk": about.walk.name(),
            "grids": grids(about.needs_rows),
            "limits": about.limits,
            "complexity": { "time": about.time, "memory": about.memory },
            "source": about.source,
        })
    });
    let document = json!({ "solvers": solvers.collect::<Vec<Value>>() });
    Ok(fixed(&headers, "application/json", format!("{document:#}\n")))
}

/// The grids that an algorithm or a solver works on.
fn grids(needs_rows: bool) -> &'static str {
    if needs_rows { "rows and columns" } else { "any" }
}

/// An option of an algorithm or a solver.
fn option(name: &str, values: &[&str], default: &str, description: &str) -> Value {
    json!({ "name": name, "values": values, "default": default, "description": description })
}
