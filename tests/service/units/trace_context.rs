//! `traceparent`.

use axum::http::HeaderValue;
use dedale_server::telemetry::trace_context::{TRACEPARENT, TraceParent};

fn read(values: &[&str]) -> Option<TraceParent> {
    let values = values.iter().map(|value| (TRACEPARENT, HeaderValue::from_str(value).unwrap()));
    TraceParent::of(&values.collect())
}

#[test]
fn traceparents_from_clients() {
    let sane = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let trace = read(&[sane]).unwrap();
    assert_eq!((trace.trace_id(), trace.parent_id()), ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"));
    assert!(trace.is_sampled());
    let later = read(&["cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00-and-more"]).unwrap();
    assert!(!later.is_sampled());
    for wrong in [
        "",
        "00",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01more",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-600f067aa0ba902b7-01",
        "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ] {
        assert_eq!(read(&[wrong]), None, "{wrong}");
    }
    assert_eq!(read(&[sane, sane]), None);
}
