//! Metrics in the format of Prometheus.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use dedale::generate::Algorithm;
use dedale_server::parameters::output::Resource;
use dedale_server::server::service::service;
use dedale_server::server::timeouts::Sender;
use dedale_server::telemetry::metrics::{Labels, Metrics, Refusal};
use http_body_util::BodyExt as _;
use serde_json::Value;

use crate::common::{PEER, app, request};

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
        "dedale_request_duration_seconds_count{route=\"/maze\"} 2",
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

/// Every label has few values, whatever clients ask for.
#[tokio::test]
async fn ten_thousand_urls_have_few_series() {
    let app = app();
    let (algorithms, formats) = (Algorithm::names(), Resource::Solve.names());
    let maze_formats = Resource::Maze.outputs();
    for number in 0..10_000_usize {
        let algorithm = algorithms[number % algorithms.len()];
        let output = &maze_formats[number / algorithms.len() % maze_formats.len()];
        let solved = formats[number / algorithms.len() % formats.len()];
        let uri = match number % 5 {
            0 => format!("{}?w=4&h=2&algo={algorithm}&seed={number}", output.path),
            1 => format!("/maze?w=4&h=2&algo={algorithm}&format={}&seed={number}", output.name),
            2 => format!("/solve?w=4&h=2&algo={algorithm}&format={solved}&seed={number}"),
            3 => format!("/maze?algo={algorithm}&name{number}={number}"),
            _ => format!("/{algorithm}/{number}.{}", output.extension),
        };
        let mut request = request(Method::GET, &uri, &[("host", "localhost")]);
        request.extensions_mut().insert(Sender::new(PEER, &Arc::default()));
        let response = service(app.clone()).answer(request).await;
        response.into_body().collect().await.expect("the body arrives whole");
    }
    let text = app.metrics.text();
    let lines = text.lines().count();
    assert!(lines <= 2_000, "{lines} lines");
}
