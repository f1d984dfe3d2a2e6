//! The page at `/`, and its parts.

use axum::extract::Path;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;

use crate::response::fixed;
use crate::response::problem::{Kind, Problem};

/// The content security policy of the page: it uses its own files and this service, and pictures that it has drawn itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'";

/// The files in `src/page`, by name.
macro_rules! parts {
    ($($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!("../page/", $name)))),*]
    };
}

/// The parts of the page, which are in the program.
static PARTS: [(&str, &str); 35] = parts![
    "address.js",
    "chooser.js",
    "controls.css",
    "controls.js",
    "difficulty.js",
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

/// `/`
pub async fn page(headers: HeaderMap) -> Response {
    answer(&headers, "index.html", include_str!("../page/index.html"))
}

/// `/page/{file}`
pub async fn file(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let part = PARTS.iter().find(|(part, _)| *part == name);
    let &(name, text) = part.ok_or(Kind::NOT_FOUND)?;
    Ok(answer(&headers, name, text))
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

    use dedale::grid::GridKind;

    use super::*;

    #[test]
    fn every_file_is_a_part() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/page");
        let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        let parts = PARTS.iter().map(|(name, _)| (*name).to_owned()).chain(["index.html".to_owned()]);
        assert_eq!(files.collect::<BTreeSet<_>>(), parts.collect::<BTreeSet<_>>());
    }

    #[test]
    fn every_grid_has_a_picture() {
        let shapes = include_str!("../page/shapes.js");
        for &kind in GridKind::ALL.iter().filter(|&&kind| kind != GridKind::Custom) {
            let name = kind.name();
            let is_drawn = shapes.contains(&format!("\n  {name}:")) || shapes.contains(&format!("\n  '{name}':"));
            assert!(is_drawn, "{name}");
        }
    }
}
