//! What the tests of the service share: the router in process, and every answer of it held to `openapi.yaml`.

pub mod openapi;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::header::HOST;
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use dedale_server::app::App;
use dedale_server::server::service::service;
use dedale_server::server::timeouts::Sender;
use dedale_server::settings::Settings;
use http_body_util::BodyExt;
use lopdf::{Document, ObjectId};
use serde_json::Value;

/// An answer, all of it.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answer {
    /// The value of a header; `None` where it is not there.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().expect("headers are ASCII"))
    }

    /// The body as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("the body is UTF-8")
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// Asserts that parameters are wrong: with a 400, or with a 422 where they are only too large.
    pub fn assert_refused(&self) {
        let known = [(400, "invalid-parameter"), (422, "too-large")];
        assert!(known.contains(&(self.status.as_u16(), &*self.problem())), "{}", self.text());
    }

    /// The end of the `type` of a problem: `invalid-parameter`.
    pub fn problem(&self) -> String {
        let document = self.json();
        let detail = document["detail"].as_str().unwrap_or_default();
        let goes_on = detail.split(". ").skip(1).any(|rest| rest.starts_with(char::is_uppercase));
        let is_sentence = detail.ends_with('.') && !detail.starts_with(char::is_lowercase) && !goes_on;
        assert!(is_sentence, "no sentence: {detail}");
        let kind = document["type"].as_str().and_then(|kind| kind.strip_prefix("urn:dedale:problem:"));
        kind.unwrap_or_else(|| panic!("no problem: {document}")).to_owned()
    }
}

/// From where every request comes.
pub const PEER: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// An app with default settings.
pub fn app() -> Arc<App> {
    Arc::new(App::new(Settings::default()))
}

/// A request without a body. `uri` is path and query.
pub fn request(method: Method, uri: &str, headers: &[(&str, &str)]) -> Request<Body> {
    let request = Request::builder().method(method).uri(uri);
    let request = headers.iter().fold(request, |request, &(name, value)| request.header(name, value));
    request.body(Body::empty()).unwrap_or_else(|error| panic!("{uri}: {error}"))
}

/// The answer of a fresh service to `GET`.
///
/// # Panics
///
/// As all of these: when the answer is not as `openapi.yaml` says.
pub async fn get(uri: &str) -> Answer {
    get_with(uri, &[]).await
}

/// The document that a path answers.
pub async fn pdf(uri: &str) -> Document {
    let answer = get(uri).await;
    assert_eq!(answer.status, StatusCode::OK, "{uri}: {}", String::from_utf8_lossy(&answer.body));
    Document::load_mem(&answer.body).unwrap_or_else(|error| panic!("{uri}: {error}"))
}

/// The pages of a document, in order.
pub fn pages(document: &Document) -> Vec<ObjectId> {
    document.get_pages().into_values().collect()
}

/// An answer with a seed that was drawn is not kept, and says at which address the same is found again.
pub async fn assert_tells_where_it_is_found(uri: &str) {
    let answer = get(uri).await;
    assert_eq!(answer.header("cache-control"), Some("no-store"), "{uri}");
    let again = get(answer.header("content-location").unwrap_or_else(|| panic!("{uri} has no Content-Location"))).await;
    assert_eq!(again.body, answer.body, "{uri}");
}

/// The answer of a fresh service to `GET` with headers.
pub async fn get_with(uri: &str, headers: &[(&str, &str)]) -> Answer {
    send(request(Method::GET, uri, headers)).await
}

/// The answer of a fresh service to `POST` with a body of this media type.
pub async fn post(uri: &str, content_type: &str, body: impl Into<Body>) -> Answer {
    let request = Request::builder().method(Method::POST).uri(uri).header("content-type", content_type);
    send(request.body(body.into()).unwrap_or_else(|error| panic!("{uri}: {error}"))).await
}

/// The answer of a fresh service.
pub async fn send(request: Request<Body>) -> Answer {
    send_to(&app(), request).await
}

/// The answer of a service with this state. A request without a `Host` is given one, as clients do.
pub async fn send_to(app: &Arc<App>, request: Request<Body>) -> Answer {
    send_whole(app, request).await.expect("the body arrives whole")
}

/// The response of a service with this state. Nothing of its body is read.
pub async fn begin(app: &Arc<App>, mut request: Request<Body>) -> Response<Body> {
    request.headers_mut().entry(HOST).or_insert(HeaderValue::from_static("localhost"));
    request.extensions_mut().insert(Sender::new(PEER, &Arc::default()));
    service(app.clone()).answer(request).await
}

/// The answer of a service with this state; `None` where its body is cut off.
pub async fn send_whole(app: &Arc<App>, request: Request<Body>) -> Option<Answer> {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let (head, body) = begin(app, request).await.into_parts();
    let body = body.collect().await.ok()?.to_bytes();
    let answer = Answer { status: head.status, headers: head.headers, body };
    let faults = openapi::faults(&method, &uri, &answer);
    assert!(faults.is_empty(), "{method} {uri} is not answered as openapi.yaml says:\n{}", faults.join("\n"));
    Some(answer)
}

/// JSON of a maze or a solution, whatever its URL is.
pub fn without_url(mut json: Value) -> Value {
    json.as_object_mut().map(|members| members.remove("url"));
    json
}
