//! The access log: one line for each request.

use std::borrow::Cow;
use std::net::IpAddr;
use std::time::Duration;

use axum::http::{HeaderValue, Method, Uri};
use percent_encoding::{AsciiSet, CONTROLS, percent_encode};

use crate::telemetry::metrics::WorkSummary;
use crate::telemetry::trace_context::TraceParent;

/// The content of a line.
#[derive(Debug)]
pub struct LogLine {
    /// The method.
    pub method: Method,
    /// Path and query, as they were sent.
    pub uri: Uri,
    /// The status of the response.
    pub status: u16,
    /// The time from the head of the request to the end of the response.
    pub duration: Duration,
    /// The number of bytes of the body that were sent.
    pub bytes: u64,
    /// True if the response was sent completely.
    pub is_whole: bool,
    /// The subject of the response.
    pub work: WorkSummary,
    /// The address of the client.
    pub client: Option<IpAddr>,
    /// The ID of the request.
    pub request_id: HeaderValue,
    /// The trace that the request is part of.
    pub trace: Option<TraceParent>,
}

impl LogLine {
    /// The ID of the request as text.
    pub fn request_id(&self) -> &str {
        self.request_id.to_str().unwrap_or_default()
    }

    /// Writes the line.
    pub fn log(&self) {
        let (path, query) = (escaped(self.uri.path()), self.uri.query().map(escaped));
        // Absent values are not logged.
        tracing::info!(
            method = short_method(self.method.as_str()),
            path = &*path,
            query = query.as_deref(),
            status = self.status,
            duration_ms = self.duration.as_micros() as f64 / 1000.0,
            bytes = self.bytes,
            whole = Some(false).filter(|_| !self.is_whole),
            cells = Some(self.work.cells).filter(|&cells| cells > 0),
            client = self.client.map(tracing::field::display),
            request_id = self.request_id(),
            trace_id = self.trace.as_ref().map(TraceParent::trace_id),
            parent_id = self.trace.as_ref().map(TraceParent::parent_id),
            "request",
        );
    }
}

/// Cuts a method for a log line: it may be any word, and as long as a head.
pub fn short_method(method: &str) -> &str {
    const MAX_LETTERS: usize = 20;
    // It is ASCII.
    method.get(..MAX_LETTERS).unwrap_or(method)
}

/// The characters that are escaped in a log line, besides those outside ASCII.
const LOG_ESCAPES: &AsciiSet = &CONTROLS.add(b' ');

/// Cuts and escapes a part of a URI for a log line. Characters outside ASCII are percent-encoded: some of them end a
/// line for some readers, or are commands to a terminal, and JSON does not escape them.
pub fn escaped(text: &str) -> Cow<'_, str> {
    const MAX_BYTES: usize = 500;
    percent_encode(&text.as_bytes()[..text.len().min(MAX_BYTES)], LOG_ESCAPES).into()
}
