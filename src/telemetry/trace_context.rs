//! The trace that a request is part of, as reported by its client (W3C Trace Context, `traceparent`).

use axum::http::{HeaderMap, HeaderName};

/// The header.
pub const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The length of the header in version 00: `00-<32 digits>-<16 digits>-<2 digits>`. Later versions may be longer.
const LENGTH: usize = 55;

/// The trace of a request, and the span that sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceParent {
    /// The first part of the header, which consists of digits and dashes.
    text: Box<str>,
}

impl TraceParent {
    /// Parses the header. Returns `None` if it is absent, repeated, or invalid.
    pub fn of(headers: &HeaderMap) -> Option<TraceParent> {
        let mut values = headers.get_all(TRACEPARENT).iter();
        let (value, None) = (values.next()?, values.next()) else { return None };
        let (text, rest) = value.to_str().ok()?.split_at_checked(LENGTH)?;
        let parts: Vec<&str> = text.split('-').collect();
        let [version, trace, parent, flags] = parts[..] else { return None };
        let is_hex = |part: &str, length| {
            part.len() == length && part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        };
        let is_some = |part: &str| part.bytes().any(|byte| byte != b'0');
        let is_known = if version == "00" { rest.is_empty() } else { rest.is_empty() || rest.starts_with('-') };
        let is_sane =
            is_hex(version, 2) && version != "ff" && is_hex(trace, 32) && is_hex(parent, 16) && is_hex(flags, 2);
        (is_sane && is_known && is_some(trace) && is_some(parent)).then(|| TraceParent { text: text.into() })
    }

    /// The trace ID, 32 hexadecimal digits.
    pub fn trace_id(&self) -> &str {
        &self.text[3..35]
    }

    /// The ID of the parent span, 16 hexadecimal digits.
    pub fn parent_id(&self) -> &str {
        &self.text[36..52]
    }

    /// Returns true if the client samples this trace.
    pub fn is_sampled(&self) -> bool {
        // The lowest bit of the flags.
        self.text.as_bytes().last().is_some_and(|digit| b"13579bdf".contains(digit))
    }
}
