//! Bodies of many mazes.

use std::sync::Arc;

use dedale::observe::Observer as _;
use dedale::options::MakeError;
use dedale_server::app::App;
use dedale_server::clients::shares::Client;
use dedale_server::response::many::{Batch, BatchPlan, Make, body};
use dedale_server::settings::Settings;
use http_body_util::BodyExt as _;

/// Parts of a byte each, until one asks for more steps than there may be.
#[tokio::test]
async fn a_stream_that_is_stopped_is_cut_off_and_counted() {
    let app = App::new(Settings::default());
    let make: Make = Arc::new(|numbers, watch| {
        let expected = if numbers.start < 10 { 1 } else { u64::MAX };
        let error = watch.expect(expected).err().map(MakeError::Stopped);
        Batch { bytes: vec![b'.'], error, ..Batch::default() }
    });
    let first = Batch { bytes: b"start".to_vec(), ..Batch::default() };
    let plan = BatchPlan { first, numbers: 0..1000, mazes_per_batch: 1, ahead: 2, steps: 0, is_distinct: false };
    let mut body = body(plan, make, &app.pool, Client::NOBODY);
    let mut bytes = Vec::new();
    let error = loop {
        match body.frame().await {
            Some(Ok(frame)) => bytes.extend_from_slice(&frame.into_data().unwrap()),
            Some(Err(error)) => break error,
            None => panic!("the body has an end"),
        }
    };
    assert!(bytes.starts_with(b"start.") && bytes.len() < 20, "{error}");
    let text = app.metrics.text();
    assert!(text.contains("dedale_cancelled_total{reason=\"too-much-work\"} 1\n"), "{text}");
}
