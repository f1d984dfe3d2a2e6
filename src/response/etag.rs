//! Entity tags: a name for each answer that is determined by its URL, known before any work is done.

use std::fmt::{self, Display, Write as _};
use std::hash::Hasher as _;

use axum::http::header::{CONTENT_ENCODING, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, Response};
use siphasher::sip128::{Hasher128 as _, SipHasher13};

use crate::response::negotiate::accepts_coding;
use dedale::generate::GENERATOR_VERSION;

/// The codings in which an answer may be sent, and the end that each gives to the tag.
const CODINGS: [&str; 3] = ["gzip", "br", "zstd"];

/// Takes text, and makes a number of it that is the same on every machine.
struct Hash(SipHasher13);

impl fmt::Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}

/// The strong tag of an answer as it is before a coding is applied to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ETag {
    /// In quotes, as in a header.
    quoted: [u8; 26],
}

impl ETag {
    /// The tag of an answer that `identity` determines, together with the version of the program.
    pub fn new(identity: impl Display) -> ETag {
        let version = env!("CARGO_PKG_VERSION");
        // Tags are compared with those of the same URL alone, so that nobody has anything to gain from two that are alike.
        let mut hash = Hash(SipHasher13::new());
        // Nothing that is written to a hash fails.
        let _ = write!(hash, "{version} {GENERATOR_VERSION} {identity}");
        let mut quoted = [b'"'; 26];
        for (pair, byte) in quoted[1..25].chunks_exact_mut(2).zip(hash.0.finish128().as_bytes()) {
            pair.copy_from_slice(&hex(byte));
        }
        ETag { quoted }
    }

    /// The tag as the value of a header.
    pub fn to_header(&self) -> Option<HeaderValue> {
        HeaderValue::from_bytes(&self.quoted).ok()
    }

    /// The tag without its quotes.
    fn bare(&self) -> &str {
        std::str::from_utf8(&self.quoted[1..25]).unwrap_or_default()
    }

    /// The tag that the client says it has, when that is this answer in a coding it would be sent again: then there is
    /// nothing to send.
    pub fn is_held(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        // Most requests say nothing, or have the one tag.
        if headers.get(IF_NONE_MATCH)? == &self.quoted[..] {
            return self.to_header();
        }
        let lists = || headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        if lists().any(|list| list.trim() == "*") {
            return self.to_header();
        }
        // Our tags hold no quotes, so that what stands between every other pair of quotes is a tag.
        let held = lists().flat_map(|list| list.split('"').skip(1).step_by(2));
        held.filter_map(|tag| tag.strip_prefix(self.bare())).find_map(|end| {
            let coding = CODINGS.into_iter().find(|coding| end.strip_prefix('-') == Some(*coding));
            match coding {
                Some(coding) if accepts_coding(headers, coding) => {
                    HeaderValue::try_from(format!("\"{}-{coding}\"", self.bare())).ok()
                }
                None if end.is_empty() => self.to_header(),
                _ => None,
            }
        })
    }
}

/// Gives an answer that was coded on its way out a tag of its own, since its bytes are others.
pub fn mark_coding<B>(mut response: Response<B>) -> Response<B> {
    let headers = response.headers();
    let (Some(tag), Some(coding)) = (headers.get(ETAG), headers.get(CONTENT_ENCODING)) else { return response };
    let marked = tag.to_str().ok().and_then(|tag| tag.strip_suffix('"')).zip(coding.to_str().ok());
    if let Some(marked) = marked.and_then(|(tag, coding)| HeaderValue::try_from(format!("{tag}-{coding}\"")).ok()) {
        response.headers_mut().insert(ETAG, marked);
    }
    response
}

/// The two digits of a byte.
pub(crate) fn hex(byte: u8) -> [u8; 2] {
    [byte >> 4, byte & 15].map(|nibble| b"0123456789abcdef"[usize::from(nibble)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::ACCEPT_ENCODING;

    #[test]
    fn what_the_client_holds() {
        let tag = ETag::new("x");
        let bare = tag.bare();
        let cases = [
            (format!("\"{bare}\""), "", Some(format!("\"{bare}\""))),
            (format!("W/\"{bare}\""), "gzip", Some(format!("\"{bare}\""))),
            (format!("\"a,b\", \"{bare}\""), "", Some(format!("\"{bare}\""))),
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
            let found = tag.is_held(&headers).map(|value| value.to_str().unwrap().to_owned());
            assert_eq!(found, expected, "{held} {codings}");
        }
        assert_ne!(ETag::new("x"), ETag::new("y"));
    }
}
