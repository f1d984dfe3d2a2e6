//! The interface, to read and for tools.

use std::sync::{Arc, LazyLock};

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;
use utoipa_swagger_ui::Config;

use crate::response::fixed::{self, fixed};
use crate::response::problem::{Kind, Problem};

/// The interface as it was written.
pub static OPENAPI: &str = include_str!("../../openapi.yaml");

/// The same as JSON. A test reads it, so that what is served is known to be well formed.
static OPENAPI_JSON: LazyLock<String> = LazyLock::new(|| {
    let document: Result<serde_json::Value, _> = serde_saphyr::from_str(OPENAPI);
    document.map_or_else(|error| format!("{{\"error\":{:?}}}", error.to_string()), |document| format!("{document}\n"))
});

/// What the viewer may do in a browser.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
     font-src data:; connect-src 'self'; base-uri 'self'; form-action 'none'";

/// `/openapi.yaml`
pub async fn openapi_yaml(headers: HeaderMap) -> Response {
    fixed(&headers, "application/yaml", OPENAPI)
}

/// `/openapi.json`
pub async fn openapi_json(headers: HeaderMap) -> Response {
    fixed(&headers, "application/json", OPENAPI_JSON.as_str())
}

/// `/docs`: a viewer of the description.
pub async fn viewer(headers: HeaderMap) -> Result<Response, Problem> {
    let page = file("index.html")?;
    // The page names its parts relative to a folder; its own path does not end in one.
    let page = String::from_utf8_lossy(&page).replacen("<head>", "<head>\n    <base href=\"docs/\">", 1);
    Ok(fixed::file(&headers, "index.html", page, POLICY))
}

/// `/docs/{file}`: the parts of the viewer.
pub async fn viewer_file(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let body = file(&name)?;
    Ok(fixed::file(&headers, &name, body, POLICY))
}

fn file(name: &str) -> Result<Bytes, Problem> {
    let config = Arc::new(Config::from("../openapi.yaml").try_it_out_enabled(true).display_request_duration(true));
    match utoipa_swagger_ui::serve(name, config) {
        Ok(Some(file)) => Ok(file.bytes.into_owned().into()),
        Ok(None) => Err(Kind::NOT_FOUND.into()),
        Err(error) => {
            tracing::error!(%error, file = name, "a part of the viewer cannot be served");
            Err(Kind::INTERNAL_ERROR.into())
        }
    }
}

/// `/docs/problems`: what each `type` of a problem means.
pub async fn problems(headers: HeaderMap) -> Response {
    let rows: String = Kind::ALL
        .iter()
        .map(|kind| {
            let Kind { slug, title, status, meaning } = kind;
            format!("<dt id=\"{slug}\"><code>{slug}</code> {status} {title}</dt>\n<dd>{meaning}</dd>\n")
        })
        .collect();
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Dédale: problems</title>\n\
         <style>body{{font:1rem/1.5 system-ui,sans-serif;max-width:45rem;margin:2rem auto;padding:0 1rem}}\
         dt{{font-weight:bold;margin-top:1rem}}:target{{background:#ffd}}</style>\n<h1>Problems</h1>\n\
         <p>Every answer of 400 and up is <code>application/problem+json</code> (RFC 9457), and its <code>type</code> is one \
         of these.</p>\n<dl>\n{rows}</dl>\n</html>\n"
    );
    fixed(&headers, "text/html; charset=utf-8", page)
}
