//! `/algorithms`, `/solvers` and `/grids`: the tables of the library.

use std::future::ready;
use std::sync::{Arc, OnceLock};

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::routing::{MethodRouter, get};
use serde_json::{Value, json};

use crate::app::App;
use crate::request::format::{no_parameters, text};
use crate::response::fixed::{Document, fixed};
use dedale::format::Format;
use dedale::generate::{ALGORITHMS, GENERATOR_VERSION, Grids};
use dedale::grid::{GridKind, MeshOptions};
use dedale::options::{MazeOption, OPTIONS};
use dedale::solve::SOLVERS;
use dedale::text::Table;

/// `/algorithms`: names, options, limits, costs and sources.
pub fn algorithms() -> MethodRouter<Arc<App>> {
    kept(all_algorithms)
}

/// A document that is made and compressed once for each router: what is in it depends on the settings alone.
fn kept(make: fn(&App) -> Value) -> MethodRouter<Arc<App>> {
    let kept = Arc::new(OnceLock::new());
    get(move |State(app): State<Arc<App>>, uri: Uri, headers: HeaderMap| {
        let make = || Document::compressed(format!("{:#}\n", make(&app)).into());
        ready(
            no_parameters(text(&uri))
                .and_then(|()| fixed(&headers, "application/json", kept.get_or_init(make).clone())),
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
    let algorithms = ALGORITHMS.iter().map(|about| {
        let options = about.options.iter().map(|it| option(it.name, it.values, it.default, it.description));
        // An option of the maze that goes with some algorithms alone.
        let shared = OPTIONS.iter().filter(|it| it.name == "straightness" && about.algorithm.grows_from().is_some());
        let options = options.chain(shared.map(|it| option(it.name, it.values, it.default, it.description)));
        json!({
            "name": about.name,
            "aliases": about.aliases,
            "title": about.title,
            "description": about.description,
            "texture": about.texture,
            "options": options.collect::<Vec<_>>(),
            "limits": limits,
            "limits_by_rows": about.makes_rows().then_some(&by_rows),
            "grids": about.algorithm.grids().names(),
            "perfect": about.perfect,
            "uniform": about.uniform,
            "complexity": { "time": about.time, "memory": about.memory },
            "source": about.source,
        })
    });
    let algorithms: Vec<Value> = algorithms.collect();
    json!({ "generator": GENERATOR_VERSION, "limits": limits, "algorithms": algorithms })
}

/// `/solvers`: names, options, promises, costs and sources.
pub fn solvers() -> MethodRouter<Arc<App>> {
    kept(all_solvers)
}

fn all_solvers(_: &App) -> Value {
    let solvers = SOLVERS.iter().map(|about| {
        let options = about.options.iter().map(|it| option(it.name, it.values, it.default, it.description));
        json!({
            "name": about.name,
            "title": about.title,
            "description": about.description,
            "options": options.collect::<Vec<_>>(),
            "shortest": about.shortest,
            "weights": about.knows_weights,
            "needs_memory": about.needs_memory,
            "solves_loops": about.solves_loops,
            "walk": about.walk.name(),
            "grids": Grids::All.names(),
            "limits": about.limits,
            "complexity": { "time": about.time, "memory": about.memory },
            "source": about.source,
        })
    });
    json!({ "solvers": solvers.collect::<Vec<Value>>() })
}

/// `/grids`: names, addresses, sides, parameters, formats, algorithms and sources.
pub fn grids() -> MethodRouter<Arc<App>> {
    kept(all_grids)
}

fn all_grids(_: &App) -> Value {
    let grids = GridKind::ALL.iter().map(|&kind| {
        let about = kind.info();
        let mesh = MeshOptions::new(kind);
        let is_square = kind == GridKind::Square;
        let formats = Format::ALL.iter().filter(|&&format| is_square || is_written(&mesh, format));
        let generators = ALGORITHMS.iter().filter(|info| info.algorithm.grids().names().contains(&about.name));
        json!({
            "name": about.name,
            "aliases": about.aliases,
            "title": about.title,
            "description": about.description,
            "address": about.address,
            "sides": about.sides,
            "parameters": MazeOption::of_grid(kind).map(|option| option.name).collect::<Vec<_>>(),
            "formats": formats.map(|format| format.name()).collect::<Vec<_>>(),
            "generators": generators.map(|info| info.name).collect::<Vec<_>>(),
            "source": about.source,
        })
    });
    json!({ "grids": grids.collect::<Vec<Value>>() })
}

/// An option of an algorithm or a solver.
fn option(name: &str, values: &[&str], default: &str, description: &str) -> Value {
    json!({ "name": name, "values": values, "default": default, "description": description })
}

/// Whether mazes on a grid are written in a format, whatever else is asked for.
fn is_written(mesh: &MeshOptions, format: Format) -> bool {
    let tables = Table::ALL.iter().map(|&table| format.with_table(table));
    tables.chain([format]).any(|format| format.can_write(mesh, false))
}
