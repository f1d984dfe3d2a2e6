//! How long responses may be kept, and entity tags: a name for each response that is determined by its URL, known before any work is done.

use std::fmt::{Display, Write as _};

use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LOCATION, ETAG, Entry, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use siphasher::sip128::SipHasher13;

use crate::digits::hex;
use crate::response::negotiate::accepts_coding;
use crate::telemetry::metrics::Work;
use dedale::generate::GENERATOR_VERSION;

/// The codings in which a response may be sent, and the end that each gives to the tag.
const CODINGS: [&str; 3] = ["gzip", "br", "zstd"];

/// The strong tag of a response as it is before a coding is applied to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag(HeaderValue);

impl Tag {
    /// The tag of a response that `identity` determines, together with the versions of the walls and of the rendering.
    pub fn new(identity: impl Display) -> Tag {
        // Hashed at once, which costs less than piece by piece.
        let mut text = String::with_capacity(256);
        // Nothing that is written to a string fails.
        let _ = write!(text, "{} {GENERATOR_VERSION} {identity}", dedale::render::VERSION);
        Tag::of_bytes(text.as_bytes())
    }

    /// The tag of a response with these bytes.
    pub fn of_bytes(bytes: &[u8]) -> Tag {
        // Tags are compared with those of the same URL alone, so nobody gains from two that are alike.
        let hash = SipHasher13::new().hash(bytes).as_bytes();
        let mut quoted = [b'"'; 34];
        quoted[1..33].copy_from_slice(&hex::<16, 32>(hash));
        // Digits and quotes are valid in any header.
        Tag(HeaderValue::from_bytes(&quoted).unwrap_or(HeaderValue::from_static("\"\"")))
    }

    /// The tag as the value of a header.
    pub fn to_header(&self) -> HeaderValue {
        self.0.clone()
    }

    /// The tag of this response in a coding.
    fn coded(tag: &HeaderValue, coding: &str) -> Option<HeaderValue> {
        let open = tag.to_str().ok()?.strip_suffix('"')?;
        HeaderValue::try_from(format!("{open}-{coding}\"")).ok()
    }

    /// The tag that the client says it has, when that is this response in a coding it would be sent again: then there is nothing to send.
    pub fn held(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        if !headers.contains_key(IF_NONE_MATCH) {
            return None;
        }
        let coded = CODINGS.into_iter().filter(|coding| accepts_coding(headers, coding));
        let tags = std::iter::once(self.0.clone()).chain(coded.filter_map(|coding| Tag::coded(&self.0, coding)));
        let is_held = |tag: &HeaderValue| {
            let mut held = headers.get_all(IF_NONE_MATCH).iter();
            held.any(|held| names(held.as_bytes(), tag.as_bytes()))
        };
        tags.into_iter().find(is_held)
    }
}

/// Whether a value of `If-None-Match` names this strong tag, or any there may be. Tags are compared weakly, as RFC 9110, section 13.1.2
/// asks. What is no tag names none.
fn names(held: &[u8], tag: &[u8]) -> bool {
    let mut is_quoted = false;
    let mut tags = held.split(|&byte| {
        is_quoted ^= byte == b'"';
        byte == b',' && !is_quoted
    });
    let is_this = |held: &[u8]| held.strip_prefix(b"W/").unwrap_or(held) == tag;
    held.trim_ascii() == b"*" || tags.any(|held| is_this(held.trim_ascii()))
}

/// Gives a response that was coded on its way out its own tag, since its bytes are others.
pub fn mark_coding<B>(mut response: axum::http::Response<B>) -> axum::http::Response<B> {
    let headers = response.headers();
    let (Some(tag), Some(coding)) = (headers.get(ETAG), headers.get(CONTENT_ENCODING)) else { return response };
    if let Some(tag) = coding.to_str().ok().and_then(|coding| Tag::coded(tag, coding)) {
        response.headers_mut().insert(ETAG, tag);
    }
    response
}

/// How far an answer is determined by its URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Determined {
    /// Wholly: it has a tag, and may be kept for long.
    Tagged(Tag),
    /// All but what was drawn at random: this is the URL of exactly this answer.
    Located(String),
    /// It is about a body that was posted.
    Posted,
}

impl Determined {
    /// The answer that there is nothing to send, when the client holds what it asks for: no cells were made for it.
    pub fn held(&self, headers: &HeaderMap, work: Work) -> Option<Response> {
        let Determined::Tagged(tag) = self else { return None };
        let held = tag.held(headers)?;
        let mut response = StatusCode::NOT_MODIFIED.into_response();
        response.headers_mut().insert(ETAG, held);
        response.extensions_mut().insert(Work { cells: 0, ..work });
        Some(response)
    }

    /// Says on an answer how long it may be kept, and of which headers it depends on. `negotiated`: `Accept` had a part in it.
    pub fn mark(&self, mut response: Response, negotiated: bool) -> Response {
        let headers = response.headers_mut();
        let vary = if negotiated { "accept, accept-encoding" } else { "accept-encoding" };
        headers.insert(VARY, HeaderValue::from_static(vary));
        let keep = match self {
            Determined::Tagged(tag) => {
                // A 304 has the tag that the client holds already.
                if let Entry::Vacant(place) = headers.entry(ETAG) {
                    place.insert(tag.0.clone());
                }
                "public, max-age=31536000"
            }
            Determined::Located(location) => {
                // Serialised queries are ASCII without control characters, which any header takes.
                if let Ok(location) = HeaderValue::try_from(location) {
                    headers.insert(CONTENT_LOCATION, location);
                }
                "no-store"
            }
            Determined::Posted => "no-store",
        };
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::ACCEPT_ENCODING;

    #[test]
    fn what_the_client_holds() {
        let tag = Tag::new("x");
        let bare = tag.0.to_str().unwrap().trim_matches('"');
        let cases = [
            (format!("\"{bare}\""), "", Some(format!("\"{bare}\""))),
            (format!("W/\"{bare}\""), "gzip", Some(format!("\"{bare}\""))),
            (format!("\"a,b\", \"{bare}\""), "", Some(format!("\"{bare}\""))),
            // No tag has a space in it; those beside it count all the same.
            (format!("\"a b\", {bare}, W/\"{bare}\""), "", Some(format!("\"{bare}\""))),
            (format!("\"a b\",\"{bare}"), "", None),
            ("*".to_owned(), "", Some(format!("\"{bare}\""))),
            (format!("\"{bare}-gzip\""), "gzip, br", Some(format!("\"{bare}-gzip\""))),
            (format!("\"{bare}-gzip\""), "br", None),
            (format!("\"{bare}-lzw\""), "lzw", None),
            (format!("\"{bare}0\""), "", None),
            ("\"other\"".to_owned(), "", None),
            (bare.to_owned(), "", None),
        ];
        for (held, codings, expected) in cases {
            let headers = HeaderMap::from_iter([
                (IF_NONE_MATCH, HeaderValue::from_str(&held).unwrap()),
                (ACCEPT_ENCODING, HeaderValue::from_str(codings).unwrap()),
            ]);
            let found = tag.held(&headers).map(|value| value.to_str().unwrap().to_owned());
            assert_eq!(found, expected, "{held} {codings}");
        }
        assert_ne!(Tag::new("x"), Tag::new("y"));
    }
}
