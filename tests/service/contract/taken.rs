//! How the service reads the query of each operation, so that values can be tried, and what a value needs with it.

use std::sync::{Arc, LazyLock};

use axum::http::{HeaderMap, Uri};
use dedale::formats;
use dedale::grid::DrawnMask;
use dedale::parse::{Names, ReadOptions};
use dedale_server::app::App;
use dedale_server::endpoints::book::BookRequest;
use dedale_server::endpoints::check::{CheckRequest, LinesRequest, PostedCheck};
use dedale_server::endpoints::convert::ConvertRequest;
use dedale_server::endpoints::map::path::PathRequest;
use dedale_server::endpoints::map::tiles::{MapRequest, TileRequest};
use dedale_server::endpoints::map::window::WindowRequest;
use dedale_server::endpoints::maze::{MazeRequest, mask_size, on_posted_groups};
use dedale_server::endpoints::mazes::ManyRequest;
use dedale_server::endpoints::solve::SolveRequest;
use dedale_server::endpoints::solve::posted::PostedRequest;
use dedale_server::endpoints::steps::{self, SearchSteps};
use dedale_server::endpoints::{Endpoint, PostedEndpoint};
use dedale_server::limits::client_ip::Origin;
use dedale_server::parameters::format::{FormatSource, Parameters};
use dedale_server::parameters::maze::GridSource;
use dedale_server::parameters::output::Resource;
use dedale_server::parameters::table::{Groups, Name};
use dedale_server::posted::body::MediaType;
use dedale_server::posted::maze::{Claim, PostedMaze};
use dedale_server::response::context::RequestContext;
use dedale_server::settings::Settings;
use serde_json::json;

use crate::common::openapi;

/// A way to read the names and values of a query, and whether they are good.
pub(super) type Taken = fn(&[(String, String)]) -> bool;

/// The URL of a path with these parameters, and whether they say how a picture looks: then they name a picture.
pub(super) fn uri(path: &str, pairs: &[(String, String)]) -> (Uri, bool) {
    let has_any = |groups: Groups| pairs.iter().any(|(name, _)| Name::find(name, groups).is_some());
    let is_solid = has_any(Groups::LENGTH | Groups::SOLID);
    let is_animation = has_any(Groups::ANIMATION | Groups::STEPS);
    let is_page = has_any(Groups::PAGE) && path != "/book";
    let is_marked = has_any(Groups::MARKS | Groups::INK) && path != "/book";
    let is_drawn = is_marked || has_any(Groups::STYLE | Groups::SHADES | Groups::SOLUTION);
    let has_scenarios = has_any(Groups::SCENARIOS);
    let is_picture = is_page || is_solid || is_animation || is_drawn || has_scenarios;
    let mut query = form_urlencoded::Serializer::for_suffix(format!("{path}?"), path.len() + 1);
    query.extend_pairs(pairs);
    if is_picture {
        query.append_pair(
            "format",
            if is_page {
                "pdf"
            } else if has_any(Groups::SOLID) {
                "stl"
            } else if is_solid {
                "dxf"
            } else if is_animation {
                "gif"
            } else if has_scenarios {
                "scen"
            } else {
                "svg"
            },
        );
    }
    (query.finish().parse().expect("a URL"), is_picture)
}

/// A request to a server with its usual settings.
fn request(uri: &Uri) -> RequestContext {
    static SERVER: LazyLock<Arc<App>> = LazyLock::new(|| Arc::new(App::new(Settings::default())));
    RequestContext::new(&SERVER, Origin::default(), uri.clone(), HeaderMap::new())
}

/// Whether an endpoint takes a request.
fn takes<E: Endpoint>(uri: &Uri) -> bool {
    E::parse(&request(uri)).is_ok()
}

/// Whether one that works with a posted maze takes a request with this one.
fn takes_with<E: PostedEndpoint>(uri: &Uri, maze: &PostedMaze) -> bool {
    let parameters = Parameters::parse(&request(uri), E::groups(), E::FORMAT);
    parameters.is_ok_and(|parameters| E::parse(parameters, &mut maze.clone()).is_ok())
}

pub(super) fn takes_maze(pairs: &[(String, String)]) -> bool {
    takes::<SolveRequest>(&uri("/solve", pairs).0)
}

/// As [`takes_maze`], where a maze may be made row by row.
pub(super) fn takes_rows(pairs: &[(String, String)]) -> bool {
    takes::<MazeRequest>(&uri("/maze", pairs).0)
}

/// The mazes in which values are tried: the file does not know which one is posted. Their addresses have two, one, three and two numbers.
pub(super) static POSTED: LazyLock<[PostedMaze; 4]> = LazyLock::new(|| {
    BODIES
        .each_ref()
        .map(|maze| PostedMaze::new(formats::read(maze.as_bytes(), &ReadOptions::default()).expect("a maze")))
});

pub(super) static BODIES: LazyLock<[String; 4]> = LazyLock::new(|| {
    let squares = json!({ "encoding": "bits", "cells": vec![vec![15; 64]; 64] });
    let one_cell = json!({ "grid": "custom", "encoding": "graph", "cells": [{ "sides": [{ "side": "0" }] }] });
    let pentagons = json!({ "grid": "cairo", "encoding": "bits", "cells": [[[31, 31, 31, 31]]] });
    // Free squares without walls between them.
    let row = |first: &str, last: &str| format!("{first}{}{last}", ".".repeat(62));
    let open: Vec<String> =
        (0..64).map(|n| row(if n == 0 { "S" } else { "." }, if n == 63 { "E" } else { "." })).collect();
    [squares, one_cell, pentagons, json!(open)].map(|maze| maze.to_string())
});

pub(super) fn tile_uri(path: &str, pairs: &[(String, String)]) -> Uri {
    let mut query = form_urlencoded::Serializer::for_suffix(format!("{path}?"), path.len() + 1);
    query.extend_pairs(pairs);
    query.finish().parse().expect("a URL")
}

/// As [`takes_maze`], for tiles and for the description of a map.
pub(super) fn takes_tile(pairs: &[(String, String)]) -> bool {
    let is_json = pairs.iter().any(|(name, _)| name == "encoding");
    takes::<TileRequest>(&tile_uri(if is_json { "/map/tiles/1/0/1.json" } else { "/map/tiles/1/0/1.png" }, pairs))
}

pub(super) fn takes_map(pairs: &[(String, String)]) -> bool {
    takes::<MapRequest>(&tile_uri("/map/tiles.json", pairs))
}

pub(super) fn takes_window(pairs: &[(String, String)]) -> bool {
    takes::<WindowRequest>(&uri("/map/window", pairs).0)
}

pub(super) fn takes_path(pairs: &[(String, String)]) -> bool {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    takes::<PathRequest>(&format!("/map/path?{query}").parse().expect("a URL"))
}

pub(super) fn takes_book(pairs: &[(String, String)]) -> bool {
    takes::<BookRequest>(&uri("/book", pairs).0)
}

/// As [`takes_maze`], for many mazes, as lines or as an array.
pub(super) fn takes_many(pairs: &[(String, String)]) -> bool {
    let array = [pairs, &[("format".to_owned(), "npy".to_owned())]].concat();
    [pairs, &array].iter().any(|pairs| takes::<ManyRequest>(&uri("/mazes", pairs).0))
}

fn takes_posted(pairs: &[(String, String)]) -> bool {
    let (uri, _) = uri("/solve", pairs);
    POSTED.iter().any(|maze| takes_with::<PostedRequest>(&uri, maze))
}

fn takes_posted_steps(pairs: &[(String, String)]) -> bool {
    let (uri, _) = uri("/solve/steps", pairs);
    let parameters = || Parameters::parse(&request(&uri), steps::POSTED_GROUPS, FormatSource::Fixed);
    POSTED.iter().any(|maze| parameters().is_ok_and(|parameters| steps::parse_posted(parameters, maze).is_ok()))
}

fn takes_converted(pairs: &[(String, String)]) -> bool {
    let (uri, _) = uri("/convert", pairs);
    POSTED.iter().any(|maze| takes_with::<ConvertRequest>(&uri, maze))
}

pub(super) fn takes_grid(pairs: &[(String, String)]) -> bool {
    let (uri, _) = uri("/maze", pairs);
    let parsed = Parameters::parse(&request(&uri), on_posted_groups(), FormatSource::Resource(Resource::Maze));
    let Ok(mut parameters) = parsed else { return false };
    let Ok(size) = mask_size(&mut parameters, MediaType::Text) else { return false };
    let [columns, rows] = size.sides.map(|size| size.unwrap_or(64));
    let drawn = DrawnMask::new(vec![true; columns as usize * rows as usize], columns).unwrap();
    let drawn = if size.is_smooth { drawn.traced([columns, rows]).unwrap() } else { drawn };
    let mazes = BODIES.iter().map(|body| {
        PostedMaze::new(formats::read(body.as_bytes(), &ReadOptions::default()).unwrap()).into_grid_source()
    });
    let takes = |given: GridSource| MazeRequest::on_posted(parameters.clone(), given).is_ok();
    std::iter::once(GridSource::Mask(drawn)).chain(mazes).any(takes)
}

/// As [`takes_maze`], for a solution of a maze that is made: some solution, if none is given.
pub(super) fn takes_made_check(pairs: &[(String, String)]) -> bool {
    let is_given = pairs.iter().any(|(name, _)| ["directions", "path"].contains(&name.as_str()));
    let empty = [("directions".to_owned(), String::new())];
    let pairs = [pairs, if is_given { &[] } else { &empty }].concat();
    // Sides have other names on other grids, and cells are where they are.
    let hexagons = [&pairs[..], &[("grid".to_owned(), "hex".to_owned())]].concat();
    let ways = if is_given { vec![pairs, hexagons] } else { vec![pairs] };
    ways.iter().any(|pairs| takes::<CheckRequest>(&uri("/check", pairs).0))
}

pub(super) fn takes_check(pairs: &[(String, String)]) -> bool {
    let (uri, _) = uri("/check", pairs);
    let takes = |mut maze: PostedMaze| {
        maze.claim = Some(Claim::Directions(Names::word("")));
        takes_with::<PostedCheck>(&uri, &maze)
    };
    // Mazes that are made for the lines of a body have every cell and wall of the values that are tried.
    let is_given = |name: &str| pairs.iter().any(|(given, _)| given == name);
    let more = [("w", "64"), ("h", "64"), ("mask", "heart")];
    let goes = |name: &str| if name == "mask" { is_given("parts") || is_given("outline") } else { !is_given("rings") };
    let more = more.into_iter().filter(|(name, _)| !is_given(name) && goes(name));
    let made: Vec<_> = pairs.iter().cloned().chain(more.map(|(name, value)| (name.into(), value.into()))).collect();
    let of_lines = self::uri("/check", &made).0;
    POSTED.iter().any(|maze| takes(maze.clone())) || LinesRequest::parse(&request(&of_lines)).is_ok()
}

/// Every operation with parameters in its query: the groups of those that the service reads there, and how it reads them.
pub(super) fn operations_with_parameters() -> Vec<(&'static str, &'static str, Groups, Taken)> {
    let [maze, solve, mazes, book] = [Resource::Maze, Resource::Solve, Resource::Mazes, Resource::Book];
    let [window, path] = [Resource::Window, Resource::Path];
    let operations: [(Resource, &str, Groups, Taken); 9] = [
        (Resource::Convert, "post", Resource::Convert.groups(), takes_converted),
        (window, "get", window.groups(), takes_window),
        (path, "get", path.groups(), takes_path),
        (maze, "get", maze.groups(), takes_rows),
        (maze, "post", on_posted_groups(), takes_grid),
        (solve, "get", solve.groups(), takes_maze),
        (solve, "post", PostedRequest::groups(), takes_posted),
        (mazes, "get", mazes.groups(), takes_many),
        (book, "get", book.groups(), takes_book),
    ];
    let in_formats = operations.into_iter().flat_map(|(resource, method, groups, taken)| {
        let with_format = openapi::paths().into_iter().filter(move |path| resource.extension(path).is_some());
        let with_format = with_format.map(move |path| (path, method, groups - Groups::FORMAT, taken));
        with_format.chain([(resource.name(), method, groups, taken)])
    });
    let others: [(&str, &str, Groups, Taken); 7] = [
        ("/solve/steps", "post", steps::POSTED_GROUPS, takes_posted_steps),
        ("/maze/steps", "get", Groups::MAZE, takes_maze),
        ("/solve/steps", "get", SearchSteps::GROUPS, takes_maze),
        ("/map/tiles.json", "get", Groups::MAP | Groups::TILE, takes_map),
        ("/map/tiles/{z}/{x}/{file}", "get", Groups::MAP | Groups::TILE | Groups::ENCODING, takes_tile),
        ("/check", "post", PostedCheck::groups() | LinesRequest::GROUPS, takes_check),
        ("/check", "get", CheckRequest::GROUPS, takes_made_check),
    ];
    in_formats.chain(others).collect()
}

/// The paths whose mazes may be made row by row.
pub(super) const ROW_PATHS: [&str; 6] =
    ["/maze", "/maze.{format}", "/maze.json", "/maze.txt", "/maze.svg", "/maze.png"];

/// What must be given with a parameter for it to be right.
pub(super) fn companions(path: &str, method: &str, name: &str) -> Vec<(&'static str, &'static str)> {
    // As many rows as there can be are made row by row.
    if method == "get" && name == "h" && ROW_PATHS.contains(&path) {
        return vec![("algo", "quilt")];
    }
    let mut companions: Vec<_> = companion(path, method, name).into_iter().collect();
    // Colors may show weights.
    if name == "heat" && (method == "get" || path.starts_with("/maze")) {
        companions.push(("weights", "1..9"));
    }
    // Sides may be as long as they can be where a part of the maze is asked for.
    if path.starts_with("/map/window") && ["w", "h"].contains(&name) {
        companions.push(("window", "0,0,1,1"));
    }
    if path.starts_with("/map/path") && !["moves", "window"].contains(&name) {
        companions.push(("moves", "1"));
    }
    if path.starts_with("/map/tiles") && name != "seed" {
        companions.push(("seed", "7"));
    }
    companions
}

pub(super) fn companion(path: &str, method: &str, name: &str) -> Option<(&'static str, &'static str)> {
    match name {
        "rings" => Some(("grid", "polar")),
        "parts" | "outline" if method == "get" => Some(("mask", "heart")),
        "diagonals" if method == "get" => Some(("obstacles", "0.3")),
        "pick" => Some(("algo", "growing-tree")),
        "bias" => Some(("algo", "binary-tree")),
        "passes" => Some(("algo", "quilt")),
        "max_walls_in" => Some(("max_walls", "0.5")),
        "room_size" => Some(("rooms", "2")),
        "decoys" => Some(("word", "CAT")),
        "binding" => Some(("bleed", "3")),
        "cover" => Some(("title", "a")),
        "hand" => Some(("solver", "wall-follower")),
        "mark" => Some(("format", "squares")),
        "point" => Some(("include", "matrix")),
        "text" => Some(("include", "text")),
        "hash" => Some(("include", "hash")),
        "palette" => Some(("heat", "distance")),
        // Thinner than the thickest wall, and wider than the narrowest cell.
        "wall" if !path.starts_with("/map/tiles") => Some(("cell", "256")),
        // So many pictures have few pixels each.
        "fps" | "seconds" => Some(("cell", "4")),
        "cell" => Some(("wall", "1")),
        "wall_mm" => Some(("cell_mm", "1000")),
        "cell_mm" if !path.starts_with("/solve") && path != "/map/path" => Some(("wall_mm", "0.1")),
        "seed" if method == "post" && path.starts_with("/solve") => Some(("solver", "random-mouse")),
        _ => None,
    }
}
