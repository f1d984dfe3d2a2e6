//! The interface, to read and for tools.

use std::sync::{Arc, LazyLock};

use axum::body::{Body, Bytes};
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::http::HeaderValue;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::Response;
use utoipa_swagger_ui::Config;

use super::fixed;
use crate::response::problem::{Kind, Problem};

/// The interface as it was written.
pub static OPENAPI: &str = include_str!("../../openapi.yaml");

/// The same as JSON. A test reads it, so that what is served is known to be well formed.
static OPENAPI_JSON: LazyLock<String> = LazyLock::new(|| {
    let document: Result<serde_json::Value, _> = serde_saphyr::from_str(OPENAPI);
    document.map_or_else(|error| format!("{{\"error\":{:?}}}", error.to_string()), |document| format!("{document}\n"))
});

/// `/openapi.yaml`
pub async fn openapi_yaml(headers: HeaderMap) -> Response {
    fixed(&headers, OPENAPI, "application/yaml", || Body::from(OPENAPI))
}

/// `/openapi.json`
pub async fn openapi_json(headers: HeaderMap) -> Response {
    fixed(&headers, &format!("json {OPENAPI}"), "application/json", || Body::from(OPENAPI_JSON.as_str()))
}

/// `/docs`: a viewer of the description.
pub async fn viewer(headers: HeaderMap) -> Result<Response, Problem> {
    let page = file("index.html")?;
    // The page names its parts relative to a folder; its own path does not end in one.
    let page = String::from_utf8_lossy(&page).replacen("<head>", "<head>\n    <base href=\"docs/\">", 1);
    Ok(allowed(fixed(&headers, "docs", "text/html; charset=utf-8", || Body::from(page))))
}

/// `/docs/{file}`: the parts of the viewer.
pub async fn viewer_file(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let body = file(&name)?;
    let media_type = match name.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("png") => "image/png",
        Some("html") => "text/html; charset=utf-8",
        _ => "application/octet-stream",
    };
    Ok(allowed(fixed(&headers, &format!("docs/{name}"), media_type, || Body::from(body))))
}

/// Lets the viewer do what it needs to.
fn allowed(mut answer: Response) -> Response {
    const POLICY: HeaderValue = HeaderValue::from_static(
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src data:; \
         connect-src 'self'; base-uri 'self'; form-action 'none'",
    );
    answer.headers_mut().insert(CONTENT_SECURITY_POLICY, POLICY);
    answer
}

fn file(name: &str) -> Result<Bytes, Problem> {
    let config = Arc::new(Config::from("../openapi.yaml").try_it_out_enabled(true).display_request_duration(true));
    match utoipa_swagger_ui::serve(name, config) {
        Ok(Some(file)) => Ok(file.bytes.into_owned().into()),
        Ok(None) => Err(Problem::new(Kind::NOT_FOUND, Kind::NOT_FOUND.meaning)),
        Err(error) => {
            tracing::error!(%error, file = name, "a part of the viewer cannot be served");
            Err(Problem::new(Kind::INTERNAL_ERROR, Kind::INTERNAL_ERROR.meaning))
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
    fixed(&headers, &page.clone(), "text/html; charset=utf-8", || Body::from(page))
}
