//! Spans of requests for an OpenTelemetry collector (the feature `otel`).
//!
//! The exporter is configured with the environment variables of OpenTelemetry: `OTEL_EXPORTER_OTLP_ENDPOINT` (without
//! it, nothing is sent), `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, `OTEL_BSP_SCHEDULE_DELAY` and others.

use std::time::{Duration, SystemTime};

use opentelemetry::trace::{
    Span as _, SpanContext, SpanId, SpanKind, Status, TraceContextExt as _, TraceFlags, TraceId, TraceState,
    Tracer as _, TracerProvider as _,
};
use opentelemetry::{Context, KeyValue};
use opentelemetry_otlp::{ExporterBuildError, SpanExporter};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider};

use crate::telemetry::access_log::LogLine;
use crate::telemetry::trace_context::TraceParent;

/// The methods that may appear in spans by name, according to OpenTelemetry. Other methods are arbitrary text from clients.
const KNOWN_METHODS: [&str; 9] = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"];

/// The exporter of spans.
#[derive(Debug)]
pub struct Spans {
    tracer: SdkTracer,
    provider: SdkTracerProvider,
}

impl Spans {
    /// Creates the exporter from the environment; `None` if no endpoint is configured.
    pub fn from_environment() -> Result<Option<Spans>, ExporterBuildError> {
        let names = ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
        if names.iter().all(|name| std::env::var_os(name).is_none()) {
            return Ok(None);
        }
        let exporter = SpanExporter::builder().with_http().build()?;
        let mut resource =
            Resource::builder().with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
        if std::env::var_os("OTEL_SERVICE_NAME").is_none() {
            resource = resource.with_service_name("dedale");
        }
        let provider =
            SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource.build()).build();
        Ok(Some(Spans { tracer: provider.tracer("dedale"), provider }))
    }

    /// Sends the span of a request whose response has just ended. `route` is its path in the table of paths.
    pub fn export(&self, line: &LogLine, route: &'static str) {
        let parent = line
            .trace
            .as_ref()
            .and_then(remote_context)
            .map_or_else(Context::new, |remote| Context::new().with_remote_span_context(remote));
        let method = KNOWN_METHODS.into_iter().find(|&known| line.method.as_str() == known);
        let attributes = [
            KeyValue::new("http.request.method", method.unwrap_or("_OTHER")),
            KeyValue::new("http.route", route),
            KeyValue::new("http.response.status_code", i64::from(line.status)),
            KeyValue::new("http.response.body.size", line.bytes as i64),
            KeyValue::new("dedale.cells", line.work.cells as i64),
            KeyValue::new("dedale.algorithm", line.work.algorithm),
        ];
        let span = self.tracer.span_builder(format!("{} {route}", method.unwrap_or("HTTP")));
        let span = span.with_kind(SpanKind::Server).with_start_time(SystemTime::now() - line.duration);
        let mut span = span.with_attributes(attributes).start_with_context(&self.tracer, &parent);
        if line.status >= 500 {
            span.set_status(Status::error(""));
        }
        span.end();
    }

    /// Sends the remaining spans, and waits no longer than `patience`.
    pub fn finish(&self, patience: Duration) {
        if let Err(error) = self.provider.shutdown_with_timeout(patience) {
            tracing::warn!(%error, "the last spans could not be sent");
        }
    }
}

fn remote_context(parent: &TraceParent) -> Option<SpanContext> {
    let (trace, span) = (TraceId::from_hex(parent.trace_id()).ok()?, SpanId::from_hex(parent.parent_id()).ok()?);
    let flags = if parent.is_sampled() { TraceFlags::SAMPLED } else { TraceFlags::default() };
    Some(SpanContext::new(trace, span, flags, true, TraceState::default()))
}
