//! Caching and entity tags. A tag identifies each response that is determined by its URL, and is known before any work is done.

use std::fmt::{Display, Write as _};

use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LOCATION, ETAG, Entry, HeaderName, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use siphasher::sip128::SipHasher13;

use crate::digits::hex;
use crate::response::negotiate::accepts_coding;
use crate::telemetry::metrics::Work;
use dedale::generate::GENERATOR_VERSION;

/// The seed, if it was chosen at random: not every format contains it.
const DEDALE_SEED: HeaderName = HeaderName::from_static("dedale-seed");

/// The codings in which a response may be sent, and the suffix of the tag for each.
const CODINGS: [&str; 3] = ["gzip", "br", "zstd"];

/// The strong tag of a response before a coding is applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag(HeaderValue);

impl Tag {
    /// The tag of a response that is determined by `identity` and the versions of generators and rendering.
    pub fn new(identity: impl Display) -> Tag {
        // Hashing it in one piece is faster than in parts.
        let mut text = String::with_capacity(256);
        // Writing to a string never fails.
        let _ = write!(text, "{} {GENERATOR_VERSION} {identity}", dedale::format::VERSION);
        Tag::of_bytes(text.as_bytes())
    }

    /// The tag of a response with these bytes.
    pub fn of_bytes(bytes: &[u8]) -> Tag {
        // Tags are compared only within one URL, so collisions between URLs do no harm.
        let hash = SipHasher13::new().hash(bytes).as_bytes();
        let mut quoted = [b'"'; 34];
        quoted[1..33].copy_from_slice(&hex::<16, 32>(hash));
        // Digits and quotes are valid in any header.
        Tag(HeaderValue::from_bytes(&quoted).unwrap_or(HeaderValue::from_static("\"\"")))
    }

    /// The number that the tag is.
    pub fn number(&self) -> u128 {
        let digits = self.0.to_str().map(|tag| tag.trim_matches('"'));
        digits.ok().and_then(|digits| u128::from_str_radix(digits, 16).ok()).unwrap_or_default()
    }

    /// The tag as a header value.
    pub fn to_header(&self) -> HeaderValue {
        self.0.clone()
    }

    /// The tag of this response in a coding.
    fn coded(tag: &HeaderValue, coding: &str) -> Option<HeaderValue> {
        let open = tag.to_str().ok()?.strip_suffix('"')?;
        HeaderValue::try_from(format!("{open}-{coding}\"")).ok()
    }

    /// The tag that the client sent, if it is the tag of this response in a coding that it accepts. In that case, a 304 is sufficient.
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

/// Whether a value of `If-None-Match` contains this strong tag, or `*`. The comparison is weak, as required by RFC 9110, section 13.1.2.
/// Anything that is not a tag is ignored.
fn names(held: &[u8], tag: &[u8]) -> bool {
    let mut is_quoted = false;
    let mut tags = held.split(|&byte| {
        is_quoted ^= byte == b'"';
        byte == b',' && !is_quoted
    });
    let is_this = |held: &[u8]| held.strip_prefix(b"W/").unwrap_or(held) == tag;
    held.trim_ascii() == b"*" || tags.any(|held| is_this(held.trim_ascii()))
}

/// Gives a compressed response a separate tag, because its bytes are different.
pub fn mark_coding<B>(mut response: axum::http::Response<B>) -> axum::http::Response<B> {
    let headers = response.headers();
    let (Some(tag), Some(coding)) = (headers.get(ETAG), headers.get(CONTENT_ENCODING)) else { return response };
    if let Some(tag) = coding.to_str().ok().and_then(|coding| Tag::coded(tag, coding)) {
        response.headers_mut().insert(ETAG, tag);
    }
    response
}

/// Where a response is found again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// At the URL of the request.
    Here(Age),
    /// At this URL, which names what the one of the request leaves open.
    At(String),
    /// Nowhere: a body belongs to the request, or the URL would be too long.
    Nowhere,
}

/// How long a response that its URL determines may be kept without asking whether it is still the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    /// A day: the next release may have another generator version.
    Day,
    /// A year: the URL names the generator version. It is not `immutable`, since how the maze is drawn or written may still change, and
    /// then a client that reloads gets the new bytes.
    Year,
}

impl Age {
    fn header(self) -> HeaderValue {
        match self {
            Age::Day => const { HeaderValue::from_static("public, max-age=86400") },
            Age::Year => const { HeaderValue::from_static("public, max-age=31536000") },
        }
    }
}

/// What determines a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Determined {
    /// The URL alone: the response has a tag and may be cached.
    Tagged(Tag, Age),
    /// The URL and a random seed, or a request body: this is the URL of exactly this response, if there is one, and the seed, if it was
    /// chosen at random.
    Located(Option<String>, Option<u64>),
}

/// Which headers of a request the response depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vary {
    /// Whether it may be compressed.
    Encoding,
    /// The format too.
    FormatAndEncoding,
}

impl Vary {
    fn header(self) -> HeaderValue {
        match self {
            Vary::Encoding => const { HeaderValue::from_static("accept-encoding") },
            Vary::FormatAndEncoding => const { HeaderValue::from_static("accept, accept-encoding") },
        }
    }
}

impl Determined {
    /// A request body alone.
    pub const POSTED: Determined = Determined::Located(None, None);

    /// The URL, or what it leaves open: a seed that was `drawn`, or a body.
    pub fn made(location: Location, drawn: Option<u64>, tag: impl FnOnce() -> Tag) -> Determined {
        match location {
            Location::Here(age) => Determined::Tagged(tag(), age),
            Location::At(url) => Determined::Located(Some(url), drawn),
            Location::Nowhere => Determined::Located(None, drawn),
        }
    }

    /// The 304 response if the client has the current response in its cache. No maze is generated for it.
    pub fn held(&self, headers: &HeaderMap, work: Work) -> Option<Response> {
        let Determined::Tagged(tag, _) = self else { return None };
        let held = tag.held(headers)?;
        let mut response = StatusCode::NOT_MODIFIED.into_response();
        response.headers_mut().insert(ETAG, held);
        response.extensions_mut().insert(Work { cells: 0, ..work });
        Some(response)
    }

    /// Adds the caching headers.
    pub fn mark(self, mut response: Response, vary: Vary) -> Response {
        let headers = response.headers_mut();
        headers.insert(VARY, vary.header());
        let keep = match self {
            Determined::Tagged(tag, age) => {
                // A 304 contains the tag that the client sent.
                if let Entry::Vacant(place) = headers.entry(ETAG) {
                    place.insert(tag.0);
                }
                age.header()
            }
            Determined::Located(location, seed) => {
                if let Some(seed) = seed {
                    headers.insert(DEDALE_SEED, seed.into());
                }
                // Serialized queries are ASCII without control characters, which are valid in a header.
                if let Some(location) = location.and_then(|location| HeaderValue::try_from(location).ok()) {
                    headers.insert(CONTENT_LOCATION, location);
                }
                HeaderValue::from_static("no-store")
            }
        };
        headers.insert(CACHE_CONTROL, keep);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::ACCEPT_ENCODING;

    #[test]
    fn if_none_match() {
        let tag = Tag::new("x");
        let bare = tag.0.to_str().unwrap().trim_matches('"');
        let cases = [
            (format!("\"{bare}\""), "", Some(format!("\"{bare}\""))),
            (format!("W/\"{bare}\""), "gzip", Some(format!("\"{bare}\""))),
            (format!("\"a,b\", \"{bare}\""), "", Some(format!("\"{bare}\""))),
            // Tags cannot contain a space, but the tags beside such a value count.
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
