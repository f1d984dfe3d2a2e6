//! Metrics for Prometheus.
//!
//! Labels have few values: the names of routes, algorithms and formats come from our tables, and everything else is
//! `none` or `other`, so clients cannot make the service store arbitrary labels. Only one counter has all labels.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dedale::generate::GENERATOR_VERSION;
use dedale::named;
use dedale::options::MazeOptions;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric as _, prometheus_text};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

/// The media type of [`Metrics::text`].
pub const MEDIA_TYPE: &str = "text/plain; version=0.0.4";

/// The upper bounds of the duration buckets, in seconds: from a small maze to the longest request.
const SECONDS: [f64; 11] = [0.0001, 0.0005, 0.001, 0.005, 0.02, 0.1, 0.5, 1.0, 5.0, 15.0, 60.0];

named! {
    /// The reason why a connection was closed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum CloseReason {
        /// The client sent no request for too long.
        Idle = "idle",
        /// The client did not read a response for too long.
        Read = "slow-read",
        /// The client sent too many HTTP/2 control frames.
        Frames = "control-frames",
    }
}

/// The mazes of a response, for the log and the metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkSummary {
    /// The number of cells of the mazes that were generated or posted.
    pub cells: u64,
    /// The name of the algorithm, or `none`.
    pub algorithm: &'static str,
    /// The name of the format, or `none`.
    pub format: &'static str,
}

impl WorkSummary {
    /// For responses that have nothing to do with mazes.
    pub const NONE: WorkSummary = WorkSummary { cells: 0, algorithm: "none", format: "none" };

    /// For a generated maze, in a format of this name.
    pub fn making(maze: &MazeOptions, format: &'static str) -> WorkSummary {
        WorkSummary { cells: maze.cells(), algorithm: maze.made_by().unwrap_or(WorkSummary::NONE.algorithm), format }
    }
}

/// The number of cells of the mazes in a body, counted while they are made. Clones share the count.
#[derive(Clone, Debug, Default)]
pub struct CellCount(Arc<AtomicU64>);

impl CellCount {
    /// Adds the cells of other mazes.
    pub fn add(&self, cells: u64) {
        self.0.fetch_add(cells, Ordering::Relaxed);
    }

    /// The number of cells so far.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The labels of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Labels {
    /// The name of the algorithm, or `none`.
    pub algorithm: &'static str,
    /// The name of the format, or `none`.
    pub format: &'static str,
    /// The [name](crate::server::router::route_name) of the route.
    pub route: &'static str,
    /// The status of the response.
    pub status: u16,
}

/// The label of durations. Histograms have a dozen series for each value, so there are no other labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabel {
    route: &'static str,
}

named! {
    /// The reason why a valid request was rejected: its client, or all clients together, have used up this resource.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Refusal {
        /// The client has its share of the open and the waiting connections.
        Connections = "connections",
        /// The maximum number of requests is in progress.
        Requests = "requests",
        /// The queue is full.
        Queue = "queue",
        /// The request has waited for too long.
        QueueTimeout = "queue-timeout",
        /// The memory for mazes is used up.
        Memory = "memory",
        /// The maximum number of streams of steps is open.
        Streams = "streams",
        /// The client has sent too many requests.
        RateLimit = "rate-limit",
    }
}

named! {
    /// The reason why work was not finished, or a response was not sent completely.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Cancelled {
        /// The client disconnected while its work was running or waiting.
        ClientLeft = "client-left",
        /// The work timed out.
        Deadline = "deadline",
        /// The work turned out, before it began, to be more than one request may take.
        TooMuch = "too-much-work",
        /// The work needed more memory than estimated, and no more was left.
        Memory = "memory",
        /// The client disconnected or stopped reading while the response was sent, or a stream of steps ran out of time.
        CutShort = "cut-short",
    }
}

/// The label of counters with a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ReasonLabel {
    reason: &'static str,
}

/// Generates [`Metrics`] from a list of metrics with their initial values, names and help texts. In the output,
/// `_total` is added to the names of counters, and a period to each help text.
macro_rules! metrics {
    ($($visibility:vis $field:ident: $kind:ty = $new:expr, $name:literal, $help:literal;)*) => {
        /// All metrics.
        #[derive(Debug)]
        pub struct Metrics {
            registry: Mutex<Registry>,
            $(#[doc = $help] $visibility $field: $kind,)*
        }

        impl Metrics {
            /// Creates metrics with their initial values, and adds them to a registry.
            fn new(mut registry: Registry) -> Metrics {
                let ours = registry.sub_registry_with_prefix("dedale");
                $(let $field: $kind = $new; ours.register($name, $help, $field.clone());)*
                Metrics { $($field,)* registry: Mutex::new(registry) }
            }
        }
    };
}

metrics! {
    requests: Family<Labels, Counter> = Family::default(), "requests", "Responses sent";
    duration: Family<RouteLabel, Histogram, fn() -> Histogram> = Family::new_with_constructor(seconds),
        "request_duration_seconds", "Time from the head of a request to the end of its response";
    refused: Family<ReasonLabel, Counter> = by_reason(Refusal::NAMES), "refused", "Requests rejected to protect the service";
    cancelled: Family<ReasonLabel, Counter> = by_reason(Cancelled::NAMES), "cancelled", "Work or responses that were not completed";
    closed: Family<ReasonLabel, Counter> = by_reason(CloseReason::NAMES),
        "connections_closed", "Connections closed because of what their clients did or did not do";
    queue_wait: Histogram = seconds(), "queue_wait_seconds", "How long work for large mazes waited for the pool";
    pub cells: Counter = Counter::default(), "cells", "Cells of all mazes in responses that were sent whole";
    pub bytes: Counter = Counter::default(), "body_bytes", "Bytes of response bodies sent";
    pub panics: Counter = Counter::default(), "panics", "Requests that failed because of a panic";
    pub in_progress: Gauge = Gauge::default(), "requests_in_progress", "Requests in progress";
    pub connections: Gauge = Gauge::default(), "connections", "Open connections";
    pub connections_limit: Gauge = Gauge::default(), "connections_limit", "How many connections may be open";
    pub memory_limit: Gauge = Gauge::default(),
        "memory_limit_bytes", "Memory of the machine or of the control group; 0 if it is not known";
    pub working: Gauge = Gauge::default(), "pool_working", "Pieces of work that are running in the pool";
    pub waiting: Gauge = Gauge::default(), "pool_waiting", "Pieces of work that wait for the pool";
    pub reserved: Gauge = Gauge::default(),
        "reserved_bytes", "Memory reserved for large mazes that are being generated or sent";
    pub draining: Gauge = Gauge::default(), "draining", "1 while the server is shutting down, otherwise 0";
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::default();
        #[cfg(target_os = "linux")]
        registry.register_collector(Box::new(super::process::ProcessMetrics));
        let version = [("version", env!("CARGO_PKG_VERSION").to_owned()), ("generator", GENERATOR_VERSION.to_string())];
        let help = "The version of the program and of its generator; always 1";
        registry.register("dedale_build", help, Info::new(version.to_vec()));
        Metrics::new(registry)
    }
}

fn seconds() -> Histogram {
    Histogram::new(SECONDS)
}

/// Creates a counter for each reason. They exist from the start, so Prometheus can see them rise.
fn by_reason(reasons: &[&'static str]) -> Family<ReasonLabel, Counter> {
    let counters = Family::default();
    reasons.iter().for_each(|&reason| drop(counters.get_or_create(&ReasonLabel { reason })));
    counters
}

impl Metrics {
    /// Counts a response and its duration.
    pub fn answered(&self, labels: Labels, duration: Duration) {
        self.requests.get_or_create(&labels).inc();
        self.duration.get_or_create(&RouteLabel { route: labels.route }).observe(duration.as_secs_f64());
    }

    /// Counts a request that was rejected.
    pub fn refused(&self, reason: Refusal) {
        self.refused.get_or_create(&ReasonLabel { reason: reason.name() }).inc();
    }

    /// Counts work that was cancelled, or a response that was not sent completely.
    pub fn cancelled(&self, reason: Cancelled) {
        self.cancelled.get_or_create(&ReasonLabel { reason: reason.name() }).inc();
    }

    /// Counts a connection that was closed because of its client.
    pub fn closed(&self, reason: &'static str) {
        self.closed.get_or_create(&ReasonLabel { reason }).inc();
    }

    /// Records the time that work has waited.
    pub fn waited(&self, time: Duration) {
        self.queue_wait.observe(time.as_secs_f64());
    }

    /// Adds a metric for the number of dropped log lines, which `dropped` returns.
    pub fn count_dropped_lines(&self, dropped: impl Fn() -> u64 + Send + Sync + 'static) {
        let mut registry = self.registry.lock().unwrap_or_else(PoisonError::into_inner);
        registry.register_collector(Box::new(DroppedLines(dropped)));
    }

    /// All metrics in the text format of Prometheus.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string never fails.
        let _ = prometheus_text::encode(&mut text, &self.registry.lock().unwrap_or_else(PoisonError::into_inner));
        text
    }
}

/// The number of dropped log lines. The log counts them, and the number is read whenever metrics are.
struct DroppedLines<F>(F);

impl<F> fmt::Debug for DroppedLines<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DroppedLines")
    }
}

impl<F: Fn() -> u64 + Send + Sync + 'static> Collector for DroppedLines<F> {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let (lines, help) = (ConstCounter::new((self.0)()), "Log lines that could not be written.");
        lines.encode(encoder.encode_descriptor("dedale_log_lines_dropped", help, None, lines.metric_type())?)
    }
}
