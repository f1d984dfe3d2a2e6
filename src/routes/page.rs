//! The page at `/`, the map at `/map`, and their parts.

use axum::extract::Path;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use crate::problem::{Kind, Problem};
use crate::response::fixed;

/// The content security policy of both pages: they use their own files and this service, and pictures that they have drawn themselves.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'";

/// Files in a folder of `src`, by name.
macro_rules! parts {
    ($folder:literal: $($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../", $folder, "/", $name)))),*]
    };
}

/// The parts of the page, which are in the program.
static PARTS: [(&str, &str); 37] = parts!["page":
    "address.js",
    "book.js",
    "chooser.js",
    "controls.css",
    "controls.js",
    "dataset.js",
    "film.js",
    "focus.js",
    "gestures.js",
    "graph.js",
    "heat.js",
    "icon.svg",
    "layout.js",
    "main.js",
    "mask.js",
    "maze.js",
    "mesh-paint.js",
    "mesh.js",
    "page.css",
    "paint.js",
    "painter.js",
    "palette.js",
    "paper.js",
    "play.js",
    "playback.js",
    "print.css",
    "race.js",
    "service.js",
    "shapes.js",
    "share.js",
    "sketch.js",
    "statistics.js",
    "tape.js",
    "theme.js",
    "view.js",
    "watch.js",
    "words.js",
];

/// The parts of the map. It uses parts of the page too.
static MAP_PARTS: [(&str, &str); 9] = parts!["map":
    "address.js",
    "camera.js",
    "main.js",
    "map.css",
    "pieces.js",
    "place.js",
    "store.js",
    "view.js",
    "walk.js",
];

/// `/`
pub async fn page(headers: HeaderMap) -> Response {
    answer(&headers, "index.html", include_str!("../page/index.html"))
}

/// `/page/{file}`
pub async fn file(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    part(&PARTS, &name, &headers)
}

/// `/map`
pub async fn map(headers: HeaderMap) -> Response {
    answer(&headers, "index.html", include_str!("../map/index.html"))
}

/// `/map/{file}`
pub async fn map_file(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    part(&MAP_PARTS, &name, &headers)
}

fn part(parts: &[(&'static str, &'static str)], name: &str, headers: &HeaderMap) -> Result<Response, Problem> {
    let part = parts.iter().find(|(part, _)| *part == name);
    let &(name, text) = part.ok_or(Kind::NOT_FOUND)?;
    Ok(answer(headers, name, text))
}

fn answer(headers: &HeaderMap, name: &str, text: &'static str) -> Response {
    let mut answer = fixed::file(headers, name, text, POLICY);
    // Validated on each use, which is cheap while nothing has changed: files of two releases do not work together.
    answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_file_is_a_part() {
        for (folder, parts) in [("page", &PARTS[..]), ("map", &MAP_PARTS)] {
            let folder = format!("{}/src/{folder}", env!("CARGO_MANIFEST_DIR"));
            let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
            let parts = parts.iter().map(|(name, _)| (*name).to_owned()).chain(["index.html".to_owned()]);
            assert_eq!(files.collect::<BTreeSet<_>>(), parts.collect::<BTreeSet<_>>());
        }
    }
}
