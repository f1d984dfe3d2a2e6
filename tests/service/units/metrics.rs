//! Metrics in the format of Prometheus.

use std::collections::BTreeSet;
use std::time::Duration;

use dedale_server::telemetry::metrics::{Labels, Metrics, Refusal};
use serde_json::Value;

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

/// The names of metrics in an expression of Prometheus.
fn names(expression: &str) -> impl Iterator<Item = &str> {
    let words = expression.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| word.starts_with("dedale_") || word.starts_with("process_"))
}

#[cfg(target_os = "linux")]
#[test]
fn the_dashboard_asks_for_metrics_that_there_are_and_for_all_of_our_own() {
    let metrics = Metrics::default();
    metrics.answered(
        Labels { route: "/maze", algorithm: "prim", format: "json", status: 200 },
        Duration::from_micros(200),
    );
    metrics.count_dropped_lines(|| 0);
    let text = metrics.text();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let known: BTreeSet<&str> = lines.filter_map(|line| line.split(['{', ' ']).next()).collect();
    let dashboard: Value = serde_json::from_str(include_str!("../../../deploy/grafana/dedale.json")).unwrap();
    let panels = dashboard["panels"].as_array().unwrap().iter();
    let targets = panels.flat_map(|panel| panel["targets"].as_array().unwrap());
    let asked: BTreeSet<&str> = targets.flat_map(|target| names(target["expr"].as_str().unwrap())).collect();
    assert_eq!(asked.difference(&known).collect::<Vec<_>>(), Vec::<&&str>::new(), "no such metric");
    // The count and the sum of a histogram are in its buckets.
    let ours =
        known.iter().filter(|name| name.starts_with("dedale_") && !name.ends_with("_count") && !name.ends_with("_sum"));
    assert_eq!(ours.filter(|name| !asked.contains(**name)).collect::<Vec<_>>(), Vec::<&&str>::new(), "on no panel");
}
