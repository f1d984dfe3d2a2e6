//! `/algorithms`, `/solvers` and `/grids`: the tables of the library.

use std::future::ready;
use std::sync::{Arc, OnceLock};

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::routing::{MethodRouter, get};
use serde_json::{Value, json};

use crate::app::App;
use crate::request::format::{check_names, text};
use crate::request::parameters::Groups;
use crate::response::fixed::{Document, fixed};
use dedale::format::Format;
use dedale::generate::{ALGORITHMS, AlgorithmInfo, GENERATOR_VERSION, Grids};
use dedale::grid::{GridKind, MeshOptions};
use dedale::options::MazeOption;
use dedale::solve::{SOLVERS, SolverInfo};
use dedale::text::Table;

/// `/algorithms`: names, options, limits, costs and sources.
pub fn algorithms() -> MethodRouter<Arc<App>> {
    document(all_algorithms)
}

/// A document that is made and compressed once for each router: what is in it depends on the settings alone.
fn document(make: fn(&App) -> Value) -> MethodRouter<Arc<App>> {
    let document = Arc::new(OnceLock::new());
    get(move |State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap| {
        let make = || Document::compressed(format!("{:#}\n", make(&app)));
        ready(
            check_names(text(&uri), Groups::empty())
                .and_then(|()| fixed(&headers, "application/json", document.get_or_init(make).clone())),
        )
    })
}

fn all_algorithms(app: &App) -> Value {
    let (whole, by_rows) = (app.settings.limits(), app.settings.row_limits());
    let max_steps = app.settings.max_steps;
    let limits = json!({ "max_cells": whole.max_cells, "max_side": whole.max_side, "max_steps": max_steps });
    let by_rows = json!({
        "max_cells": by_rows.max_cells,
        "max_columns": by_rows.max_columns,
        "max_rows": by_rows.max_rows,
    });
    let entry = |about: &AlgorithmInfo| {
        let mut options: Vec<Value> = about.options.iter().map(|option| json!(option)).collect();
        // An option of the maze that goes with some algorithms alone.
        if about.algorithm.growth_pick().is_some() {
            options.push(json!(MazeOption::named("straightness")));
        }
        let mut entry = json!(about);
        entry["options"] = options.into();
        entry["limits"] = limits.clone();
        entry["limits_by_rows"] = json!(about.makes_rows().then_some(&by_rows));
        entry["grids"] = json!(about.algorithm.grids().names());
        entry["complexity"] = json!({ "time": about.time, "memory": about.memory });
        entry
    };
    let algorithms: Vec<Value> = ALGORITHMS.iter().map(entry).collect();
    json!({ "generator": GENERATOR_VERSION, "limits": limits, "algorithms": algorithms })
}

/// `/solvers`: names, options, promises, costs and sources.
pub fn solvers() -> MethodRouter<Arc<App>> {
    document(all_solvers)
}

fn all_solvers(_: &App) -> Value {
    let entry = |about: &SolverInfo| {
        let mut entry = json!(about);
        entry["grids"] = json!(Grids::All.names());
        entry["complexity"] = json!({ "time": about.time, "memory": about.memory });
        entry
    };
    json!({ "solvers": SOLVERS.iter().map(entry).collect::<Vec<Value>>() })
}

/// `/grids`: names, addresses, sides, parameters, formats, algorithms and sources.
pub fn grids() -> MethodRouter<Arc<App>> {
    document(all_grids)
}

fn all_grids(_: &App) -> Value {
    let entry = |&kind: &GridKind| {
        let about = kind.info();
        let mesh = MeshOptions::new(kind);
        let is_square = kind == GridKind::Square;
        let formats = Format::ALL.iter().filter(|&&format| is_square || is_written(&mesh, format));
        let generators = ALGORITHMS.iter().filter(|info| info.algorithm.grids().names().contains(&about.name));
        let mut entry = json!(about);
        entry["parameters"] = MazeOption::of_grid(kind).map(|option| option.name).collect();
        entry["formats"] = formats.map(|format| format.name()).collect();
        entry["generators"] = generators.map(|info| info.name).collect();
        entry
    };
    json!({ "grids": GridKind::ALL.iter().map(entry).collect::<Vec<Value>>() })
}

/// Whether mazes on a grid are written in a format, whatever else is asked for.
fn is_written(mesh: &MeshOptions, format: Format) -> bool {
    let tables = Table::ALL.iter().map(|&table| format.with_table(table));
    tables.chain([format]).any(|format| format.can_write(mesh, false))
}
