//! What the service counts, for Prometheus.
//!
//! Labels have few values: routes, algorithms and formats are named from the tables, and whatever is none of them is `none` or
//! `other`, so that nobody can make the service remember what they send.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use prometheus::core::Collector;
use prometheus::{
    Encoder as _, Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry,
    TextEncoder,
};

use crate::net::timeouts::Slow;

/// The media type of what [`Metrics::text`] gives.
pub const MEDIA_TYPE: &str = prometheus::TEXT_FORMAT;

/// The upper ends of the classes of durations, in seconds: from a small maze to the longest that a request may take.
const SECONDS: [f64; 11] = [0.0001, 0.0005, 0.001, 0.005, 0.02, 0.1, 0.5, 1.0, 5.0, 15.0, 60.0];

/// What a request was about: an extension of the response, for the log and the metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// How many cells the maze has that was made for it, or posted.
    pub cells: u64,
    /// The name of the algorithm, or `none`.
    pub algorithm: &'static str,
    /// The name of the format, or `none`.
    pub format: &'static str,
}

impl Work {
    /// Nothing that has to do with mazes.
    pub const NONE: Work = Work { cells: 0, algorithm: "none", format: "none" };
}

/// What requests are told apart by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Labels {
    /// The path, as the router knows it.
    pub route: &'static str,
    /// The name of the algorithm, or `none`.
    pub algorithm: &'static str,
    /// The name of the format, or `none`.
    pub format: &'static str,
    /// The status of the answer.
    pub status: u16,
}

/// Writes an enum of reasons, with the names that metrics give them.
macro_rules! reasons {
    ($(#[$doc:meta])* $reason:ident { $($(#[$which:meta])* $variant:ident $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $reason {
            $($(#[$which])* $variant,)*
        }

        impl $reason {
            /// The names of all of them, in their order.
            const NAMES: &[&str] = &[$($name),*];
        }
    };
}

reasons! {
    /// Why a request was refused that was right in itself.
    Refusal {
        /// As much work waits as may.
        QueueFull "queue-full",
        /// It would have waited for too long, or has.
        QueueSlow "queue-slow",
        /// The mazes that are being sent have all the memory that they may have.
        Memory "memory",
        /// The answers that are being drawn wait too long for their turns.
        Turns "turns",
        /// The threads that answer small requests are behind.
        Behind "behind",
        /// There are as many streams of steps as there may be.
        Streams "streams",
        /// The client has asked too often.
        RateLimit "rate-limit",
    }
}

reasons! {
    /// Why work was not finished, or an answer not sent whole.
    Cancelled {
        /// The client went away while the work was done, or waited to be.
        ClientLeft "client-left",
        /// The work took longer than it may.
        Deadline "deadline",
        /// The client went away, or stopped reading, while the answer was sent.
        CutShort "cut-short",
    }
}

/// The two series of requests of one kind.
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

/// All that is counted.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    duration: HistogramVec,
    /// The series that there are so far, so that they are found by one look.
    series: RwLock<HashMap<Labels, Series>>,
    refused: Vec<IntCounter>,
    cancelled: Vec<IntCounter>,
    closed: IntCounterVec,
    queue_wait: Histogram,
    /// Cells of the mazes that were asked for and made.
    pub cells: IntCounter,
    /// Bytes of bodies that were sent, as they were sent: coded, where they were.
    pub bytes: IntCounter,
    /// Handlers, or work, that panicked.
    pub panics: IntCounter,
    /// Requests that are being answered.
    pub in_progress: IntGauge,
    /// Connections that are open.
    pub connections: IntGauge,
    /// Pieces of work that are being done by the pool.
    pub working: IntGauge,
    /// Pieces of work that wait for the pool.
    pub waiting: IntGauge,
    /// Bytes of memory that are set aside for large mazes which are made or sent.
    pub held: IntGauge,
    /// One while the server is about to stop.
    pub draining: IntGauge,
}

impl Default for Metrics {
    /// Nothing so far.
    fn default() -> Metrics {
        let registry = Registry::new();
        let labels = ["route", "algorithm", "format", "status"];
        let requests = counters("requests_total", "Requests answered.", &labels);
        let duration = HistogramOpts::new("dedale_request_duration_seconds", "From head of request to end of answer.");
        let duration = valid(HistogramVec::new(duration.buckets(SECONDS.to_vec()), &labels));
        let wait =
            HistogramOpts::new("dedale_queue_wait_seconds", "How long work for large mazes waited for the pool.");
        let by_reason = |name, help| enter(&registry, counters(name, help, &["reason"]));
        let refused = by_reason("refused_total", "Requests refused to protect the service.");
        let cancelled = by_reason("cancelled_total", "Work or answers not finished.");
        let closed = by_reason("connections_closed_total", "Connections closed on slow clients.");
        // A counter that is not there cannot be seen to rise.
        let each = |counters: &IntCounterVec, names: &[&str]| {
            names.iter().map(|name| counters.with_label_values(&[name])).collect::<Vec<_>>()
        };
        each(&closed, &Slow::ALL.map(Slow::name));
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
            cells: enter(&registry, counter("cells_total", "Cells of the mazes in answers.")),
            bytes: enter(&registry, counter("body_bytes_total", "Bytes of bodies sent.")),
            panics: enter(&registry, counter("panics_total", "Requests that met an error of the server's own.")),
            in_progress: enter(&registry, gauge("requests_in_progress", "Requests being answered.")),
            connections: enter(&registry, gauge("connections", "Open connections.")),
            working: enter(&registry, gauge("pool_working", "Pieces of work that threads of the pool are doing.")),
            waiting: enter(&registry, gauge("pool_waiting", "Pieces of work that wait for a thread of the pool.")),
            held: enter(&registry, gauge("held_bytes", "Memory set aside for large mazes being made or sent.")),
            draining: enter(&registry, gauge("draining", "1 while the server is about to stop, else 0.")),
            registry,
        }
    }
}

impl Metrics {
    /// Counts a request that was answered, and how long that took.
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

    /// Counts a request that was refused.
    pub fn refused(&self, reason: Refusal) {
        self.refused[reason as usize].inc();
    }

    /// Counts work that was stopped, or an answer that was not sent whole.
    pub fn cancelled(&self, reason: Cancelled) {
        self.cancelled[reason as usize].inc();
    }

    /// Counts a connection that was closed since its client was slow in something.
    pub fn closed(&self, reason: &'static str) {
        self.closed.with_label_values(&[reason]).inc();
    }

    /// Counts how long a piece of work waited.
    pub fn waited(&self, time: Duration) {
        self.queue_wait.observe(time.as_secs_f64());
    }

    /// All of it in Prometheus' text format.
    pub fn text(&self) -> Vec<u8> {
        let mut text = Vec::new();
        if let Err(error) = TextEncoder::new().encode(&self.registry.gather(), &mut text) {
            tracing::error!(%error, "the metrics cannot be written");
        }
        text
    }
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

/// What can only fail for names that are malformed or there twice, and ours are constants.
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
    fn what_was_counted_is_told() {
        let metrics = Metrics::default();
        let labels = Labels { route: "/maze", algorithm: "prim", format: "json", status: 200 };
        metrics.answered(labels, Duration::from_micros(200));
        metrics.answered(labels, Duration::from_micros(300));
        metrics.refused(Refusal::QueueFull);
        metrics.in_progress.inc();
        let text = String::from_utf8(metrics.text()).unwrap();
        for line in [
            "dedale_requests_total{algorithm=\"prim\",format=\"json\",route=\"/maze\",status=\"200\"} 2",
            "dedale_request_duration_seconds_count{algorithm=\"prim\",format=\"json\",route=\"/maze\",status=\"200\"} 2",
            "dedale_refused_total{reason=\"queue-full\"} 1",
            "dedale_refused_total{reason=\"memory\"} 0",
            "dedale_cancelled_total{reason=\"deadline\"} 0",
            "dedale_requests_in_progress 1",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
    }
}
