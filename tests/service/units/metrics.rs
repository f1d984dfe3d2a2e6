//! Metrics in the format of Prometheus.

use std::time::Duration;

use dedale_server::telemetry::metrics::{Labels, Metrics, Refusal};

#[test]
fn counted_values_are_reported() {
    let metrics = Metrics::default();
    let labels = Labels { route: "/maze", algorithm: "prim", format: "json", status: 200 };
    metrics.answered(labels, Duration::from_micros(200));
    metrics.answered(labels, Duration::from_micros(300));
    metrics.refused(Refusal::Queue);
    metrics.in_progress.inc();
    metrics.count_dropped_lines(|| 7);
    let text = metrics.text();
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
