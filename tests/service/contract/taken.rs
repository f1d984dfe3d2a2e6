//! How the service reads the query of each operation, so that values can be tried, and what a value needs with it.

use std::sync::LazyLock;

use axum::http::{HeaderMap, Uri};
use dedale::format::Format;
use dedale::grid::{DrawnMask, Mask};
use dedale::picture::{Animation, Measures, Style};
use dedale::text::parse::{self, Names, ReadOptions};
use dedale::text::{Encoding, Table};
use dedale_server::request::body::Form;
use dedale_server::request::check::CheckRequest;
use dedale_server::request::draft::Ground;
use dedale_server::request::format::{Call, FormatFrom, text};
use dedale_server::request::many::{self, DataSetForm};
use dedale_server::request::maze::PostedRequest;
use dedale_server::request::parameters::{Groups, Name};
use dedale_server::request::posted::{Claim, PostedMaze};
use dedale_server::request::tiles::{self, TilePath};
use dedale_server::request::{book, maze};
use dedale_server::settings::Settings;
use serde_json::json;

/// A way to read the names and values of a query, and whether they are good.
pub(super) type Taken = fn(&[(String, String)]) -> bool;

/// The URL of a path with these parameters, and whether they say how a picture looks: then they name a picture.
pub(super) fn uri(path: &str, pairs: &[(String, String)]) -> (Uri, bool) {
    let has_any = |groups: Groups| pairs.iter().any(|(name, _)| Name::find(name, groups).is_some());
    let is_solid = has_any(Groups::LENGTH | Groups::SOLID);
    let is_animation = has_any(Groups::ANIMATION | Groups::STEPS);
    let is_picture = is_solid || is_animation || has_any(Groups::STYLE | Groups::SHADES | Groups::SOLUTION);
    let mut query = form_urlencoded::Serializer::for_suffix(format!("{path}?"), path.len() + 1);
    query.extend_pairs(pairs);
    if is_picture {
        query.append_pair(
            "format",
            if is_solid {
                "stl"
            } else if is_animation {
                "gif"
            } else {
                "svg"
            },
        );
    }
    (query.finish().parse().expect("a URL"), is_picture)
}

/// A request to a server with its usual settings.
fn call(uri: &Uri) -> Call<'_> {
    static SERVER: LazyLock<(HeaderMap, Settings)> = LazyLock::new(Default::default);
    Call { uri, headers: &SERVER.0, settings: &SERVER.1, random_seed: 7 }
}

pub(super) fn takes_maze(pairs: &[(String, String)]) -> bool {
    let (uri, is_picture) = uri("/solve", pairs);
    let from = FormatFrom::Request;
    if is_picture { maze::maze(call(&uri), from).is_ok() } else { maze::solve(call(&uri), from).is_ok() }
}

/// As [`takes_maze`], where a maze may be made row by row.
pub(super) fn takes_rows(pairs: &[(String, String)]) -> bool {
    maze::maze(call(&uri("/maze", pairs).0), FormatFrom::Request).is_ok()
}

/// The mazes in which values are tried: the file does not know which one is posted. Their addresses have two, one and three numbers.
pub(super) static POSTED: LazyLock<[PostedMaze; 3]> = LazyLock::new(|| {
    BODIES
        .each_ref()
        .map(|maze| PostedMaze::new(parse::read(maze.as_bytes(), &ReadOptions::default()).expect("a maze")))
});

pub(super) static BODIES: LazyLock<[String; 3]> = LazyLock::new(|| {
    let squares = json!({ "encoding": "bits", "cells": vec![vec![15; 64]; 64] });
    let one_cell = json!({ "grid": "custom", "encoding": "graph", "cells": [{ "sides": [{ "side": "0" }] }] });
    let pentagons = json!({ "grid": "cairo", "encoding": "bits", "cells": [[[31, 31, 31, 31]]] });
    [squares, one_cell, pentagons].map(|maze| maze.to_string())
});

pub(super) fn tile_uri(pairs: &[(String, String)]) -> Uri {
    let mut query = form_urlencoded::Serializer::for_suffix("/tiles?".to_owned(), 7);
    query.extend_pairs(pairs);
    query.finish().parse().expect("a URL")
}

/// As [`takes_maze`], for tiles and for the description of a map.
pub(super) fn takes_tile(pairs: &[(String, String)]) -> bool {
    let is_json = pairs.iter().any(|(name, _)| name == "encoding");
    let path = TilePath::read("1", "0", if is_json { "1.json" } else { "1.png" }).expect("the path of a tile");
    tiles::tile(call(&tile_uri(pairs)), path).is_ok()
}

pub(super) fn takes_map(pairs: &[(String, String)]) -> bool {
    tiles::map(call(&tile_uri(pairs))).is_ok()
}

pub(super) fn takes_book(pairs: &[(String, String)]) -> bool {
    let (uri, _) = uri("/book.pdf", pairs);
    book::book(call(&uri)).is_ok()
}

/// As [`takes_maze`], for many mazes. Not every grid that there is for lines of JSON is there for lines of tokens.
pub(super) fn takes_lines(pairs: &[(String, String)]) -> bool {
    let (uri, _) = uri("/mazes", pairs);
    many::many(call(&uri), DataSetForm::Lines).is_ok()
}

/// As [`takes_maze`], for an array. Not every grid and encoding that there is for lines is there.
pub(super) fn takes_array(pairs: &[(String, String)]) -> bool {
    if !pairs.iter().any(|(name, _)| name == "include") {
        return takes_lines(pairs);
    }
    let (uri, _) = uri("/mazes.npy", pairs);
    many::many(call(&uri), DataSetForm::Array).is_ok()
}

fn takes_posted(pairs: &[(String, String)]) -> bool {
    let (uri, _) = uri("/solve", pairs);
    POSTED.iter().any(|maze| PostedRequest::read(call(&uri), maze).is_ok())
}

pub(super) fn takes_grid(pairs: &[(String, String)]) -> bool {
    let (uri, _) = uri("/maze", pairs);
    let size = maze::mask_size(call(&uri), Form::Text);
    let Ok(size) = size else { return false };
    let [columns, rows] = size.sides.map(|size| size.unwrap_or(64));
    let drawn = DrawnMask { mask: Mask::from_bits(vec![true; columns as usize * rows as usize]), columns, rows };
    let mazes = BODIES
        .iter()
        .map(|body| PostedMaze::new(parse::read(body.as_bytes(), &ReadOptions::default()).unwrap()).into_ground());
    let read = |given: Ground| maze::on_posted(call(&uri), given).is_ok();
    std::iter::once(Ground::Mask(drawn)).chain(mazes).any(read)
}

pub(super) fn takes_check(pairs: &[(String, String)]) -> bool {
    let (uri, _) = uri("/check", pairs);
    let read = |mut maze: PostedMaze| {
        maze.claim = Some(Claim::Directions(Names::word("")));
        CheckRequest::read(text(&uri), &mut maze)
    };
    POSTED.iter().any(|maze| read(maze.clone()).is_ok())
}

/// Every operation with parameters in its query: the groups of those that the service reads there, and how it reads them.
pub(super) fn operations_with_parameters() -> Vec<(&'static str, &'static str, Groups, Taken)> {
    let maze = |from: FormatFrom| Groups::MAZE | from.groups() | from.drawing_groups();
    let solve = |from: FormatFrom| Groups::MAZE | from.solving_groups() | from.groups();
    let [json, text] = [Format::Json(Encoding::Walls), Format::Ascii].map(FormatFrom::Path);
    let [svg, png] = [Format::Svg(Style::DEFAULT), Format::Png(Style::DEFAULT)].map(FormatFrom::Path);
    let posted = PostedRequest::groups();
    vec![
        ("/maze", "get", maze(FormatFrom::Request), takes_rows),
        ("/maze.json", "get", maze(json), takes_rows),
        ("/maze.txt", "get", maze(text), takes_rows),
        ("/maze.svg", "get", maze(svg), takes_rows),
        ("/maze.png", "get", maze(png), takes_rows),
        ("/maze.gif", "get", maze(FormatFrom::Path(Format::Gif(Animation::DEFAULT))), takes_rows),
        ("/maze.csv", "get", maze(FormatFrom::Path(Format::Csv(Table::Blocks))), takes_rows),
        ("/maze.npy", "get", maze(FormatFrom::Path(Format::Npy(Table::Blocks))), takes_rows),
        ("/maze.dxf", "get", maze(FormatFrom::Path(Format::Dxf(Measures::DEFAULT))), takes_rows),
        ("/maze.stl", "get", maze(FormatFrom::Path(Format::Stl(Measures::DEFAULT))), takes_rows),
        ("/maze.tmj", "get", maze(FormatFrom::Path(Format::Tmj)), takes_rows),
        ("/maze.tmx", "get", maze(FormatFrom::Path(Format::Tmx)), takes_rows),
        ("/maze.mms", "get", maze(FormatFrom::Path(Format::Mms)), takes_rows),
        ("/mazes", "get", DataSetForm::Lines.groups(), takes_lines),
        ("/mazes.ndjson", "get", DataSetForm::Lines.groups(), takes_lines),
        ("/mazes.tokens", "get", DataSetForm::Tokens.groups(), takes_lines),
        ("/mazes.npy", "get", DataSetForm::Array.groups(), takes_array),
        ("/book.pdf", "get", Groups::MAZES | Groups::BOOK, takes_book),
        ("/maze/steps", "get", maze(FormatFrom::Steps), takes_maze),
        ("/solve", "get", solve(FormatFrom::Request), takes_maze),
        ("/solve.json", "get", solve(json), takes_maze),
        ("/solve.txt", "get", solve(text), takes_maze),
        ("/solve.svg", "get", solve(svg), takes_maze),
        ("/solve.png", "get", solve(png), takes_maze),
        ("/solve.gif", "get", solve(FormatFrom::Path(Format::Gif(Animation::DEFAULT))), takes_maze),
        ("/tiles.json", "get", Groups::TILE, takes_map),
        ("/tiles/{z}/{x}/{file}", "get", Groups::TILE | Groups::ENCODING, takes_tile),
        ("/solve", "post", posted, takes_posted),
        ("/maze", "post", maze::on_posted_groups(), takes_grid),
        ("/check", "post", CheckRequest::GROUPS, takes_check),
        ("/solve/steps", "get", solve(FormatFrom::Steps), takes_maze),
    ]
}

/// The paths whose mazes may be made row by row.
pub(super) const ROW_PATHS: [&str; 10] = [
    "/maze",
    "/maze.json",
    "/maze.txt",
    "/maze.png",
    "/maze.csv",
    "/maze.npy",
    "/maze.dxf",
    "/maze.tmj",
    "/maze.tmx",
    "/maze.mms",
];

/// What must be given with a parameter for it to be right.
pub(super) fn companions(path: &str, method: &str, name: &str) -> Vec<(&'static str, &'static str)> {
    // Sides may be as long as they can be where a part of the maze is asked for.
    if method == "get"
        && ["w", "h"].contains(&name)
        && path.starts_with("/maze")
        && !["/maze/steps", "/maze.gif", "/mazes", "/mazes.ndjson", "/mazes.tokens", "/mazes.npy"].contains(&path)
    {
        return vec![("algo", "quilt"), ("window", "0,0,1,1")];
    }
    let is_of_paths = method == "get" && ["/solve", "/solve.json"].contains(&path);
    if is_of_paths && ["w", "h", "zoom_level"].contains(&name) {
        return vec![("algo", "quilt"), ("moves", "1")];
    }
    let mut companions: Vec<_> = companion(path, method, name).into_iter().collect();
    if path.starts_with("/tiles") {
        for (other, value) in [("algo", "quilt"), ("seed", "7")] {
            if other != name && !companions.iter().any(|(given, _)| *given == other) {
                companions.push((other, value));
            }
        }
    }
    companions
}

pub(super) fn companion(path: &str, method: &str, name: &str) -> Option<(&'static str, &'static str)> {
    match name {
        "rings" => Some(("grid", "polar")),
        "parts" if method == "get" => Some(("mask", "heart")),
        "pick" => Some(("algo", "growing-tree")),
        "bias" => Some(("algo", "binary-tree")),
        "passes" | "window" | "zoom_level" | "moves" => Some(("algo", "quilt")),
        "max_walls_in" => Some(("max_walls", "0.5")),
        "room_size" => Some(("rooms", "2")),
        "attempt" => Some(("difficulty", "easy")),
        "hand" => Some(("solver", "wall-follower")),
        "point" => Some(("include", "matrix")),
        "hash" if path == "/mazes.tokens" => Some(("distinct", "true")),
        "hash" => Some(("include", "hash")),
        "palette" => Some(("heat", "distance")),
        // Thinner than the thickest wall, and wider than the narrowest cell.
        "wall" if !path.starts_with("/tiles") => Some(("cell", "256")),
        // So many pictures have few pixels each.
        "fps" | "seconds" => Some(("cell", "4")),
        "cell" => Some(("wall", "1")),
        "wall_mm" => Some(("cell_mm", "1000")),
        "cell_mm" => Some(("wall_mm", "0.1")),
        "seed" if (path, method) == ("/solve", "post") => Some(("solver", "random-mouse")),
        _ => None,
    }
}
