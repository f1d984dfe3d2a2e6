//! Caching and entity tags. A tag identifies each response that is determined by its URL, and is known before any work is done.

use std::fmt::{Display, Write as _};

use axum::http::header::{CACHE_CONTROL, CONTENT_LOCATION, HeaderName, IF_MATCH, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue};
use siphasher::sip128::SipHasher13;

use crate::problem::{Kind, Problem};
use crate::response::coding::Coding;
use dedale::generate::GENERATOR_VERSION;
use dedale::{formats, named, solve};

/// The seed of the maze: not every format contains it.
pub const DEDALE_SEED: HeaderName = HeaderName::from_static("dedale-seed");

/// The version of what the service itself writes about mazes: books, streams of steps, lists of mazes, verdicts. It is raised when they change
/// for the same URL.
pub const VERSION: u32 = 1;

/// The strong tag of a response before a coding is applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag(HeaderValue);

impl Tag {
    /// The tag of a response that is determined by `identity` and the versions of all that makes bytes.
    pub fn new(identity: impl Display) -> Tag {
        // Hashing it in one piece is faster than in parts.
        let mut text = String::with_capacity(256);
        // Writing to a string never fails.
        let _ = write!(text, "{VERSION} {} {} {GENERATOR_VERSION} {identity}", formats::VERSION, solve::VERSION);
        Tag::of_bytes(text.as_bytes())
    }

    /// The tag of a response with these bytes.
    pub fn of_bytes(bytes: &[u8]) -> Tag {
        // Tags are compared only within one URL, so collisions between URLs do no harm.
        let hash = u128::from_be_bytes(SipHasher13::new().hash(bytes).as_bytes());
        // Digits and quotes are valid in any header.
        Tag(HeaderValue::try_from(format!("\"{hash:032x}\"")).unwrap_or(HeaderValue::from_static("\"\"")))
    }

    /// The tag as a number.
    pub fn number(&self) -> u128 {
        let digits = self.0.to_str().map(|tag| tag.trim_matches('"'));
        digits.ok().and_then(|digits| u128::from_str_radix(digits, 16).ok()).unwrap_or_default()
    }

    /// The tag of this response in a coding, in which it has other bytes.
    pub fn coded(&self, coding: Coding) -> HeaderValue {
        let open = self.0.to_str().unwrap_or_default().trim_end_matches('"');
        match coding {
            Coding::Identity => self.0.clone(),
            coding => HeaderValue::try_from(format!("{open}-{}\"", coding.name())).unwrap_or(self.0.clone()),
        }
    }
}

/// The result of the preconditions of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precondition {
    /// The response must be sent.
    Holds,
    /// The client has the response: a 304 is sufficient.
    NotModified,
}

/// Evaluates `If-Match` and `If-None-Match` for a response with this tag, if it has one (RFC 9110, section 13.2.2).
/// Fails if `If-Match` has other tags.
pub fn precondition(headers: &HeaderMap, tag: Option<&HeaderValue>) -> Result<Precondition, Problem> {
    let lists = |name| headers.get_all(name).iter().map(HeaderValue::as_bytes);
    // The comparison of `If-Match` is strong: a weak tag is no match.
    let mut wanted = lists(IF_MATCH).peekable();
    if wanted.peek().is_some() && !wanted.any(|list| has_tag(list, tag, |tag| tag)) {
        let detail = match tag.and_then(|tag| tag.to_str().ok()) {
            Some(tag) => format!("the ETag of this response is {tag}, which is not in If-Match"),
            None => "this response has no ETag, and If-Match names one".to_owned(),
        };
        return Err(Problem::new(Kind::PRECONDITION_FAILED, detail));
    }
    // A response without a tag is different each time.
    let has = tag.is_some()
        && lists(IF_NONE_MATCH).any(|list| has_tag(list, tag, |tag| tag.strip_prefix(b"W/").unwrap_or(tag)));
    Ok(if has { Precondition::NotModified } else { Precondition::Holds })
}

/// Returns true if a list of tags is `*` or contains this tag. `strong` turns an element of the list into a strong tag.
/// Elements that are not tags are ignored.
fn has_tag(list: &[u8], tag: Option<&HeaderValue>, strong: impl Fn(&[u8]) -> &[u8]) -> bool {
    let mut is_quoted = false;
    let mut tags = list.split(|&byte| {
        is_quoted ^= byte == b'"';
        byte == b',' && !is_quoted
    });
    let is_this = |other: &[u8]| tag.is_some_and(|tag| strong(other) == tag.as_bytes());
    list.trim_ascii() == b"*" || tags.any(|other| is_this(other.trim_ascii()))
}

/// Where a response can be found again, which depends on whether its URL determines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// The URL of the request alone: the response has a tag and may be cached.
    Here {
        /// The shortest URL of the same response.
        canonical: String,
        /// How long it may be kept.
        age: Age,
        /// The seed, if a maze is made.
        seed: Option<u64>,
    },
    /// A random seed, or a body: this is the URL of exactly this response, if there is one that is not too long, and the seed, if a maze is
    /// made.
    At(Option<String>, Option<u64>),
}

named! {
    /// The time for which a response may be cached without revalidation, if its URL determines it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Age {
        /// The settings of the server determine it too.
        Hour = "public, max-age=3600",
        /// The next release may have another generator version.
        Day = "public, max-age=86400",
        /// The URL names the generator version. It is not `immutable`, since how the maze is drawn or written may still change, and then a
        /// client that reloads gets the new bytes.
        Year = "public, max-age=31536000",
    }
}

named! {
    /// The request headers that a response depends on.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Vary {
        /// Those that choose the coding.
        Encoding = "accept-encoding",
        /// Those that choose the format or the coding.
        FormatAndEncoding = "accept, accept-encoding",
        /// Those that choose the coding, or contain the URL of the service as the client sees it.
        Origin = "accept-encoding, host, x-forwarded-proto",
    }
}

impl Location {
    /// The tag of a response of this media type that is found here; others have none. Two URLs of the same response have the same tag.
    pub fn tag(&self, media_type: &str) -> Option<Tag> {
        match self {
            Location::Here { canonical, .. } => Some(Tag::new(format_args!("{media_type} {canonical}"))),
            Location::At(..) => None,
        }
    }

    /// Adds the headers for caches, with the URL as clients see it, under `base_path`. A 304 has the same headers.
    pub fn write_headers(self, base_path: &str, headers: &mut HeaderMap) {
        let (Location::Here { seed, .. } | Location::At(_, seed)) = self;
        headers.extend(seed.map(|seed| (DEDALE_SEED, seed.into())));
        let keep = match self {
            Location::Here { age, .. } => HeaderValue::from_static(age.name()),
            Location::At(url, _) => {
                // Serialized queries are ASCII without control characters, which are valid in a header.
                let url = url.and_then(|url| HeaderValue::try_from(format!("{base_path}{url}")).ok());
                headers.extend(url.map(|url| (CONTENT_LOCATION, url)));
                HeaderValue::from_static("no-store")
            }
        };
        headers.insert(CACHE_CONTROL, keep);
    }
}
