//! `/algorithms`, `/solvers` and `/grids`: the tables of the library in a common form. `/server`: the limits of this
//! server.

use std::sync::Arc;

use axum::routing::MethodRouter;
use serde_json::{Value, json};

use crate::app::App;
use crate::response::fixed::once;
use crate::settings::{MAX_URI_BYTES, Settings};
use dedale::formats::{Format, Table};
use dedale::generate::{ALGORITHMS, AlgorithmInfo, GENERATOR_VERSION};
use dedale::grid::{GridKind, MeshOptions};
use dedale::options::{MazeOption, MazeOptions, OPTIONS};
use dedale::parse::InputFormat;
use dedale::solve::{SOLVERS, SolverInfo};

/// The version of the program, which every response has in a header.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// `/algorithms`: names, options, limits, costs and sources.
pub fn algorithms() -> MethodRouter<Arc<App>> {
    document(|app| json!({ "algorithms": ALGORITHMS.iter().map(|about| algorithm(about, app)).collect::<Vec<_>>() }))
}

/// `/solvers`: names, options, limits, promises, costs and sources.
pub fn solvers() -> MethodRouter<Arc<App>> {
    document(|app| json!({ "solvers": SOLVERS.iter().map(|about| solver(about, app)).collect::<Vec<_>>() }))
}

/// `/grids`: names, options, limits, addresses, sides, formats, algorithms and sources.
pub fn grids() -> MethodRouter<Arc<App>> {
    document(|app| json!({ "grids": GridKind::ALL.iter().map(|&kind| grid(kind, app)).collect::<Vec<_>>() }))
}

/// `/server`: the versions of the program and of its generators, the limits, and the forms in which mazes are parsed.
pub fn server() -> MethodRouter<Arc<App>> {
    document(|App { settings, .. }| {
        let by_rows = settings.row_limits();
        json!({
            "version": VERSION,
            "generator": GENERATOR_VERSION,
            "limits": {
                "max_cells": settings.max_cells,
                "max_side": settings.max_side,
                "max_streamed_cells": by_rows.max_cells,
                "max_streamed_rows": by_rows.max_rows,
                "max_step_cells": settings.max_step_cells,
                "max_pixels": settings.max_pixels,
                "max_steps": settings.max_steps,
                "max_memory": settings.max_request_memory(),
                "max_body": settings.max_body,
                "max_uri": MAX_URI_BYTES,
                "timeout": settings.timeout.as_secs_f64(),
            },
            "forms": InputFormat::ALL.iter().copied().map(form).collect::<Vec<_>>(),
        })
    })
}

/// A form in which mazes are parsed.
fn form(about: &InputFormat) -> Value {
    json!({ "name": about.name, "description": about.description, "first_line": about.first_line })
}

/// A document as JSON.
fn document(make: fn(&App) -> Value) -> MethodRouter<Arc<App>> {
    once("application/json", move |app| format!("{:#}\n", make(app)))
}

/// Adds the members that entries of all tables have: the limits as an object, and the sources as a list.
fn entry(mut about: Value, source: &str, settings: &Settings) -> Value {
    if let Some(members) = about.as_object_mut() {
        members.remove("source");
    }
    let Settings { max_cells, max_side, max_steps, .. } = settings;
    about["limits"] = json!({ "max_cells": max_cells, "max_side": max_side, "max_steps": max_steps });
    about["sources"] = source.split("; ").collect();
    about
}

fn algorithm(about: &AlgorithmInfo, App { settings, .. }: &App) -> Value {
    let mut options: Vec<Value> = about.options.iter().map(|option| json!(option)).collect();
    // This option of the maze is valid with some algorithms only.
    if format!("algo={}&straightness=0.5", about.name).parse::<MazeOptions>().is_ok() {
        options.push(json!(MazeOption::named("straightness")));
    }
    let mut entry = entry(json!(about), about.source, settings);
    entry["options"] = options.into();
    if about.makes_rows() {
        let by_rows = settings.row_limits();
        entry["limits"]["max_streamed_cells"] = by_rows.max_cells.into();
        entry["limits"]["max_streamed_rows"] = by_rows.max_rows.into();
    }
    entry["grids"] = about.grids().map(|kind| kind.name()).collect();
    entry["complexity"] = json!({ "time": about.time, "memory": about.memory });
    entry
}

fn solver(about: &SolverInfo, App { settings, .. }: &App) -> Value {
    let mut entry = entry(json!(about), about.source, settings);
    entry["aliases"] = json!([]);
    entry["gives_up"] = about.limits.into();
    entry["grids"] = GridKind::ALL.iter().map(|kind| kind.name()).collect();
    entry["complexity"] = json!({ "time": about.time, "memory": about.memory });
    entry
}

fn grid(kind: GridKind, App { settings, .. }: &App) -> Value {
    let about = kind.info();
    let mesh = MeshOptions::new(kind);
    let is_square = kind == GridKind::Square;
    let formats = Format::ALL.iter().filter(|&&format| is_square || is_written(&mesh, format));
    let algorithms = ALGORITHMS.iter().filter(|info| info.grids().any(|on| on == kind));
    let mut entry = entry(json!(about), about.source, settings);
    entry["options"] = of_grid(kind).map(|option| json!(option)).collect();
    entry["formats"] = formats.map(|format| format.name()).collect();
    entry["algorithms"] = algorithms.map(|info| info.name).collect();
    entry
}

/// The options that determine a grid of this kind, or that are not valid for all kinds.
fn of_grid(kind: GridKind) -> impl Iterator<Item = &'static MazeOption> {
    OPTIONS.iter().filter(move |option| (option.grids)(kind) && !(option.grids)(GridKind::Custom))
}

/// Returns true if mazes on a grid can be written in a format.
fn is_written(mesh: &MeshOptions, format: Format) -> bool {
    let of_table = |&table: &Table| match format {
        Format::Csv(_) => Format::Csv(table),
        Format::Npy(_) => Format::Npy(table),
        other => other,
    };
    Table::ALL.iter().map(of_table).chain([format]).any(|format| format.can_write(mesh, false))
}
