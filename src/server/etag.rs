//! Entity tags: a name for each answer that is determined by its URL, known before any work is done.

use axum::http::header::{CONTENT_ENCODING, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, Response};
use sha2::{Digest, Sha256};

use super::negotiate::accepts_coding;
use crate::generate::GENERATOR_VERSION;

/// The codings in which an answer may be sent, and the end that each gives to the tag.
const CODINGS: [&str; 3] = ["gzip", "br", "zstd"];

/// The strong tag of an answer as it is before a coding is applied to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ETag(String);

impl ETag {
    /// The tag of an answer that `identity` determines, together with the version of the program.
    pub fn new(identity: &str) -> ETag {
        let version = env!("CARGO_PKG_VERSION");
        let digest = Sha256::digest(format!("{version} {GENERATOR_VERSION} {identity}"));
        let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble)]);
        ETag(digest.iter().take(12).flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect())
    }

    /// The tag as the value of a header.
    pub fn to_header(&self) -> Option<HeaderValue> {
        HeaderValue::try_from(format!("\"{}\"", self.0)).ok()
    }

    /// The tag that the client says it has, when that is this answer in a coding it would be sent again: then there is
    /// nothing to send.
    pub fn is_held(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        let lists = || headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        if lists().any(|list| list.trim() == "*") {
            return self.to_header();
        }
        // Our tags hold no quotes, so that what stands between every other pair of quotes is a tag.
        let held = lists().flat_map(|list| list.split('"').skip(1).step_by(2));
        held.filter_map(|tag| tag.strip_prefix(&self.0)).find_map(|end| {
            let coding = CODINGS.into_iter().find(|coding| end.strip_prefix('-') == Some(*coding));
            match coding {
                Some(coding) if accepts_coding(headers, coding) => {
                    HeaderValue::try_from(format!("\"{}-{coding}\"", self.0)).ok()
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::ACCEPT_ENCODING;

    #[test]
    fn what_the_client_holds() {
        let tag = ETag::new("x");
        let bare = &tag.0;
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
            (bare.clone(), "", None),
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
