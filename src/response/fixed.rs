//! Documents that change only with the program or its settings.

use std::io::Write as _;
use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodRouter, get};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::app::App;
use crate::problem::Problem;
use crate::response::caching::{Age, Precondition, Tag, Vary, precondition};
use crate::response::coding::Coding;

/// The bytes of a document, and its tag.
#[derive(Clone, Debug)]
pub struct Document {
    bytes: Bytes,
    tag: Tag,
    /// The bytes with gzip, if they are kept. Every browser accepts gzip.
    gzip: Option<Bytes>,
}

impl Document {
    /// Creates a document that is sent as it is.
    pub fn new(bytes: impl Into<Bytes>) -> Document {
        let bytes = bytes.into();
        Document { tag: Tag::of_bytes(&bytes), bytes, gzip: None }
    }

    /// Creates a document that is kept, and compresses it once.
    pub fn compressed(bytes: impl Into<Bytes>) -> Document {
        let document = Document::new(bytes);
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        // Writing to a vector never fails.
        let gzip = gzip.write_all(&document.bytes).and_then(|()| gzip.finish()).ok().map(Bytes::from);
        Document { gzip, ..document }
    }
}

/// A handler for a document that is made and compressed once for each router: its content depends only on the settings.
pub fn once(
    media_type: &'static str,
    make: impl Fn(&App) -> String + Clone + Send + Sync + 'static,
) -> MethodRouter<Arc<App>> {
    let document = Arc::new(OnceLock::new());
    get(async move |State(app): State<Arc<App>>, headers: HeaderMap| {
        let document = document.get_or_init(|| Document::compressed(make(&app))).clone();
        fixed(&headers, media_type, document)
    })
}

/// Sends a document, or a 304 if the client has it. Fails if the client asks for another version of it.
pub fn fixed(headers: &HeaderMap, media_type: &'static str, document: Document) -> Result<Response, Problem> {
    let Document { bytes, tag, gzip } = document;
    let offered = if gzip.is_some() { &[Coding::Gzip, Coding::Identity][..] } else { &[Coding::Identity] };
    let coding = Coding::choose(headers, offered).unwrap_or_default();
    let tag = tag.coded(coding);
    let mut response = match precondition(headers, Some(&tag))? {
        Precondition::NotModified => StatusCode::NOT_MODIFIED.into_response(),
        Precondition::Holds if coding == Coding::Identity => ([(CONTENT_TYPE, media_type)], bytes).into_response(),
        Precondition::Holds => {
            let head = [(CONTENT_TYPE, media_type), (CONTENT_ENCODING, coding.name())];
            (head, gzip.unwrap_or_default()).into_response()
        }
    };
    response.headers_mut().extend([
        (ETAG, tag),
        (CACHE_CONTROL, HeaderValue::from_static(Age::Hour.name())),
        (VARY, HeaderValue::from_static(Vary::Encoding.name())),
    ]);
    Ok(response)
}

/// Sends a file with a content security policy. The media type is derived from its name.
pub fn file(headers: &HeaderMap, name: &str, document: Document, policy: &'static str) -> Result<Response, Problem> {
    let media_type = match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    };
    let mut response = fixed(headers, media_type, document)?;
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    Ok(response)
}
