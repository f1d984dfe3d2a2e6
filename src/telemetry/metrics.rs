//! Metrics for Prometheus.
//!
//! Labels have few values: routes, algorithms and formats are named from our tables, and everything else is `none` or
//! `other`, so clients cannot make the service store arbitrary labels.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use prometheus::core::{Collector, Desc};
use prometheus::proto::MetricFamily;
use prometheus::{
    Encoder as _, Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry,
    TextEncoder,
};

use dedale::generate::GENERATOR_VERSION;
use dedale::named;

/// The media type of [`Metrics::text`].
pub const MEDIA_TYPE: &str = prometheus::TEXT_FORMAT;

/// The upper bounds of the duration buckets, in seconds: from a small maze to the longest request.
const SECONDS: [f64; 11] = [0.0001, 0.0005, 0.001, 0.005, 0.02, 0.1, 0.5, 1.0, 5.0, 15.0, 60.0];

named! {
    /// The reason why a connection was closed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Slow {
        /// Sending a request.
        Idle = "idle",
        /// Reading a response.
        Read = "slow-read",
        /// Not slow, but busy with frames of HTTP/2 that are no request.
        Frames = "control-frames",
    }
}

/// What a request was about: an extension of the response, for the log and the metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// The number of cells of the maze that was generated or posted.
    pub cells: u64,
    /// The name of the algorithm, or `none`.
    pub algorithm: &'static str,
    /// The name of the format, or `none`.
    pub format: &'static str,
}

impl Work {
    /// For responses that have nothing to do with mazes.
    pub const NONE: Work = Work { cells: 0, algorithm: "none", format: "none" };
}

/// The labels of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Labels {
    /// The path, as the router knows it.
    pub route: &'static str,
    /// The name of the algorithm, or `none`.
    pub algorithm: &'static str,
    /// The name of the format, or `none`.
    pub format: &'static str,
    /// The status of the response.
    pub status: u16,
}

named! {
    /// The reason why a valid request was rejected: its client, or all clients together, have used up this resource.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Refusal {
        /// The client has its share of the connections, and of those that may wait for a place; another one is closed.
        Connections = "connections",
        /// The maximum number of requests is in progress.
        Requests = "requests",
        /// The queue is full.
        Queue = "queue",
        /// The request has waited for too long.
        QueueTimeout = "queue-timeout",
        /// Mazes that are being generated or sent use all the memory for them.
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
        /// The client disconnected while the work was done, or waited to be done.
        ClientLeft = "client-left",
        /// The work timed out.
        Deadline = "deadline",
        /// The work turned out to be more than one request may take, before it began.
        TooMuch = "too-much-work",
        /// The client disconnected or stopped reading while the response was sent, or a stream of steps ran out of time.
        CutShort = "cut-short",
    }
}

/// The two series of one kind of request.
#[derive(Debug)]
struct Series {
    requests: IntCounter,
    duration: Histogram,
}

impl Series {
    fn count(&self, seconds: f64) {
        self.requests.inc();
        self.duration.observe(seconds);
    }
}

/// All metrics.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    duration: HistogramVec,
    /// The series that exist so far, for fast lookup.
    series: RwLock<HashMap<Labels, Series>>,
    refused: Vec<IntCounter>,
    cancelled: Vec<IntCounter>,
    closed: IntCounterVec,
    queue_wait: Histogram,
    /// Cells of mazes that were requested and generated.
    pub cells: IntCounter,
    /// Bytes of bodies as they were sent: compressed, if they were.
    pub bytes: IntCounter,
    /// Handlers or work that panicked.
    pub panics: IntCounter,
    /// Requests in progress.
    pub in_progress: IntGauge,
    /// Open connections.
    pub connections: IntGauge,
    /// Work that is being done by the pool.
    pub working: IntGauge,
    /// Work that waits for the pool.
    pub waiting: IntGauge,
    /// Bytes of memory that are reserved for large mazes that are being generated or sent.
    pub reserved: IntGauge,
    /// How many connections may be open.
    pub connections_limit: IntGauge,
    /// The memory that the process may use, in bytes; 0 if it is not known.
    pub memory_limit: IntGauge,
    /// 1 while the server is about to shut down.
    pub draining: IntGauge,
}

impl Default for Metrics {
    /// Creates metrics that are all zero.
    fn default() -> Metrics {
        let registry = Registry::new();
        let labels = ["route", "algorithm", "format", "status"];
        let requests = counters("requests_total", "Responses sent.", &labels);
        let duration = HistogramOpts::new(
            "dedale_request_duration_seconds",
            "Time from the head of a request to the end of its response.",
        );
        let duration = valid(HistogramVec::new(duration.buckets(SECONDS.to_vec()), &labels));
        let wait =
            HistogramOpts::new("dedale_queue_wait_seconds", "How long work for large mazes waited for the pool.");
        let by_reason = |name, help| enter(&registry, counters(name, help, &["reason"]));
        let refused = by_reason("refused_total", "Requests rejected to protect the service.");
        let cancelled = by_reason("cancelled_total", "Work or responses that were not completed.");
        let closed = by_reason(
            "connections_closed_total",
            "Connections closed because of what their clients did or did not do.",
        );
        // Counters exist from the start, so Prometheus can see them rise.
        let each = |counters: &IntCounterVec, names: &[&str]| {
            names.iter().map(|name| counters.with_label_values(&[name])).collect::<Vec<_>>()
        };
        each(&closed, Slow::NAMES);
        let build = Opts::new("dedale_build_info", "The version of the program and of its generator; always 1.");
        let build = build.const_label("version", env!("CARGO_PKG_VERSION"));
        let build = build.const_label("generator", GENERATOR_VERSION.to_string());
        enter(&registry, valid(IntGauge::with_opts(build))).set(1);
        #[cfg(target_os = "linux")]
        valid(registry.register(Box::new(prometheus::process_collector::ProcessCollector::for_self())));
        Metrics {
            requests: enter(&registry, requests),
            duration: enter(&registry, duration),
            series: RwLock::default(),
            refused: each(&refused, Refusal::NAMES),
            cancelled: each(&cancelled, Cancelled::NAMES),
            closed,
            queue_wait: enter(&registry, valid(Histogram::with_opts(wait.buckets(SECONDS.to_vec())))),
            cells: enter(&registry, counter("cells_total", "Cells of the mazes in responses.")),
            bytes: enter(&registry, counter("body_bytes_total", "Bytes of response bodies sent.")),
            panics: enter(&registry, counter("panics_total", "Requests that failed because of a panic.")),
            in_progress: enter(&registry, gauge("requests_in_progress", "Requests in progress.")),
            connections: enter(&registry, gauge("connections", "Open connections.")),
            connections_limit: enter(&registry, gauge("connections_limit", "How many connections may be open.")),
            memory_limit: enter(
                &registry,
                gauge("memory_limit_bytes", "Memory of the machine or of the control group; 0 if it is not known."),
            ),
            working: enter(&registry, gauge("pool_working", "Pieces of work that are running in the pool.")),
            waiting: enter(&registry, gauge("pool_waiting", "Pieces of work that wait for the pool.")),
            reserved: enter(
                &registry,
                gauge("reserved_bytes", "Memory reserved for large mazes that are being generated or sent."),
            ),
            draining: enter(&registry, gauge("draining", "1 while the server is shutting down, otherwise 0.")),
            registry,
        }
    }
}

impl Metrics {
    /// Counts a response and its duration.
    pub fn answered(&self, labels: Labels, duration: Duration) {
        let seconds = duration.as_secs_f64();
        if let Some(series) = self.series.read().unwrap_or_else(PoisonError::into_inner).get(&labels) {
            return series.count(seconds);
        }
        let Labels { route, algorithm, format, status } = labels;
        let status = status.to_string();
        let values = [route, algorithm, format, &status];
        let series = Series {
            requests: self.requests.with_label_values(&values),
            duration: self.duration.with_label_values(&values),
        };
        series.count(seconds);
        self.series.write().unwrap_or_else(PoisonError::into_inner).insert(labels, series);
    }

    /// Counts a request that was rejected.
    pub fn refused(&self, reason: Refusal) {
        self.refused[reason as usize].inc();
    }

    /// Counts work that was cancelled, or a response that was not sent completely.
    pub fn cancelled(&self, reason: Cancelled) {
        self.cancelled[reason as usize].inc();
    }

    /// Counts a connection that was closed because of its client.
    pub fn closed(&self, reason: &'static str) {
        self.closed.with_label_values(&[reason]).inc();
    }

    /// Counts how long work has waited.
    pub fn waited(&self, time: Duration) {
        self.queue_wait.observe(time.as_secs_f64());
    }

    /// Adds the number of dropped log lines, which is returned by `dropped`.
    ///
    /// # Panics
    ///
    /// Panics if it is called twice.
    pub fn count_dropped_lines(&self, dropped: impl Fn() -> u64 + Send + Sync + 'static) {
        valid(self.registry.register(Box::new(DroppedLines { none: dropped_lines(), dropped })));
    }

    /// All metrics in the text format of Prometheus.
    pub fn text(&self) -> Vec<u8> {
        let mut text = Vec::new();
        if let Err(error) = TextEncoder::new().encode(&self.registry.gather(), &mut text) {
            tracing::error!(%error, "the metrics cannot be written");
        }
        text
    }
}

/// The number of dropped log lines. They are counted elsewhere, and read whenever metrics are.
struct DroppedLines<F> {
    /// Only its description is used. It stays at 0.
    none: IntCounter,
    dropped: F,
}

impl<F: Fn() -> u64 + Send + Sync> Collector for DroppedLines<F> {
    fn desc(&self) -> Vec<&Desc> {
        self.none.desc()
    }

    fn collect(&self) -> Vec<MetricFamily> {
        let lines = dropped_lines();
        lines.inc_by((self.dropped)());
        lines.collect()
    }
}

fn dropped_lines() -> IntCounter {
    counter("log_lines_dropped_total", "Log lines that could not be written.")
}

fn counters(name: &str, help: &str, labels: &[&str]) -> IntCounterVec {
    valid(IntCounterVec::new(Opts::new(format!("dedale_{name}"), help), labels))
}

fn counter(name: &str, help: &str) -> IntCounter {
    valid(IntCounter::new(format!("dedale_{name}"), help))
}

fn gauge(name: &str, help: &str) -> IntGauge {
    valid(IntGauge::new(format!("dedale_{name}"), help))
}

/// Unwraps a result that is an error only for names that are malformed or duplicate. Ours are constants.
fn valid<T>(made: prometheus::Result<T>) -> T {
    made.expect("names of metrics are well formed, and differ")
}

fn enter<C: Collector + Clone + 'static>(registry: &Registry, collector: C) -> C {
    valid(registry.register(Box::new(collector.clone())));
    collector
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_values_are_reported() {
        let metrics = Metrics::default();
        let labels = Labels { route: "/maze", algorithm: "prim", format: "json", status: 200 };
        metrics.answered(labels, Duration::from_micros(200));
        metrics.answered(labels, Duration::from_micros(300));
        metrics.refused(Refusal::Queue);
        metrics.in_progress.inc();
        metrics.count_dropped_lines(|| 7);
        let text = String::from_utf8(metrics.text()).unwrap();
        for line in [
            "dedale_requests_total{algorithm=\"prim\",format=\"json\",route=\"/maze\",status=\"200\"} 2",
            "dedale_request_duration_seconds_count{algorithm=\"prim\",format=\"json\",route=\"/maze\",status=\"200\"} 2",
            "dedale_refused_total{reason=\"queue\"} 1",
            "dedale_refused_total{reason=\"memory\"} 0",
            "dedale_cancelled_total{reason=\"deadline\"} 0",
            "dedale_requests_in_progress 1",
            "# TYPE dedale_log_lines_dropped_total counter",
            "dedale_log_lines_dropped_total 7",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
    }
}
