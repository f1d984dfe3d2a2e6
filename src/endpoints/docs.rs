//! The description of the interface, for people and programs.

use std::sync::{Arc, LazyLock};

use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::MethodRouter;
use tokio::sync::OnceCell;
use tokio::task::spawn_blocking;

use crate::app::App;
use crate::problem::{Kind, Problem};
use crate::response::fixed::{self, Document, once};
use dedale::formats::{HEXAGONS, TILES};

/// The description as it was written.
pub static OPENAPI: &str = include_str!("../../openapi.yaml");

/// The content security policy of the reference: its own files and this service. It creates style sheets itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'";

/// The content security policy of the problems: a style sheet and an icon.
const STATIC_POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

/// Our own files of these pages, by name.
static PARTS: [(&str, &str); 4] = [
    ("docs.css", include_str!("../docs/docs.css")),
    ("problems.css", include_str!("../docs/problems.css")),
    ("reference.css", include_str!("../docs/reference.css")),
    ("reference.js", include_str!("../docs/reference.js")),
];

/// The script that shows the description. It has some megabytes, which are compressed when they are first requested.
static SCALAR: OnceCell<Option<Document>> = OnceCell::const_new();

/// Returns [`SCALAR`]. Compressing it takes too long for an async thread.
async fn scalar() -> Option<Document> {
    let load = || scalar_api_reference::get_asset("scalar.js").map(Document::compressed);
    SCALAR.get_or_init(async || spawn_blocking(load).await.ok().flatten()).await.clone()
}

/// The page that explains every problem.
static PROBLEMS: LazyLock<String> = LazyLock::new(|| {
    let row = |kind: &Kind| {
        format!("        <li><a href=\"#{}\"><span>{}</span>{}</a></li>", kind.slug, kind.status, to_html(kind.title))
    };
    let section = |kind: &Kind| {
        let Kind { slug, title, status, meaning } = kind;
        let (title, meaning) = (to_html(title), to_html(meaning));
        format!(
            "      <section id=\"{slug}\">\n        <h2><a href=\"#{slug}\">{title}</a></h2>\n        \
             <p class=\"status\">Status {status}, <code>{}</code></p>\n        <p>{meaning}</p>\n      </section>",
            kind.uri()
        )
    };
    let of_all = |part: &dyn Fn(&Kind) -> String| Kind::ALL.iter().map(part).collect::<Vec<_>>().join("\n");
    include_str!("../docs/problems.html")
        .replace("<!-- list -->", &of_all(&row))
        .replace("<!-- sections -->", &of_all(&section))
});

/// Converts our own text to HTML. Text between two backticks becomes code.
fn to_html(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    let parts = escaped.split('`').enumerate();
    parts.map(|(i, part)| if i % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() }).collect()
}

/// The description of this server, with its base path.
fn interface(app: &App) -> String {
    match &*app.base_path {
        "" => OPENAPI.to_owned(),
        base_path => OPENAPI.replacen("servers: [{url: /,", &format!("servers: [{{url: {base_path},"), 1),
    }
}

/// `/openapi.yaml`
pub fn openapi_yaml() -> MethodRouter<Arc<App>> {
    once("application/yaml", interface)
}

/// `/openapi.json`: the same as JSON. A test parses it, so it is well formed.
pub fn openapi_json() -> MethodRouter<Arc<App>> {
    once("application/json", |app| {
        let document: Result<serde_json::Value, _> = serde_saphyr::from_str(&interface(app));
        document.map_or_else(|error| error.to_string(), |document| format!("{document}\n"))
    })
}

/// `/docs`: the API reference.
pub async fn reference(headers: HeaderMap) -> Result<Response, Problem> {
    fixed::file(&headers, "reference.html", Document::new(include_str!("../docs/reference.html")), POLICY)
}

/// `/docs/{file}`: the files of these pages, and the tiles for maps of Tiled.
pub async fn file(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let document = match PARTS.iter().find(|(part, _)| *part == name) {
        Some(&(_, text)) => Some(Document::new(text)),
        None if name == TILES => Some(Document::new(&include_bytes!("tiles.png")[..])),
        None if name == HEXAGONS => Some(Document::new(&include_bytes!("hexagons.png")[..])),
        None if name == "scalar.js" => scalar().await,
        None => None,
    };
    fixed::file(&headers, &name, document.ok_or(Kind::NOT_FOUND)?, POLICY)
}

/// `/docs/problems`: the meaning of each `type` of a problem.
pub async fn problems(headers: HeaderMap) -> Result<Response, Problem> {
    fixed::file(&headers, "problems.html", Document::new(PROBLEMS.as_str()), STATIC_POLICY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_becomes_html() {
        assert_eq!(to_html("`a < b` & `c`"), "<code>a &lt; b</code> &amp; <code>c</code>");
        // A single backtick would turn the rest of the text into code.
        for kind in Kind::ALL {
            assert_eq!(kind.meaning.matches('`').count() % 2, 0, "{}", kind.slug);
        }
    }
}
