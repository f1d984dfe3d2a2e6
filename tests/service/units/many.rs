//! Bodies of many mazes.

use std::sync::Arc;

use axum::http::{HeaderMap, Uri};
use dedale::observe::Observer as _;
use dedale::options::MakeError;
use dedale_server::app::App;
use dedale_server::endpoints::Endpoint as _;
use dedale_server::endpoints::mazes::ManyRequest;
use dedale_server::limits::client_ip::Origin;
use dedale_server::limits::shares::Client;
use dedale_server::response::context::RequestContext;
use dedale_server::response::many::{Batch, BatchPlan, Make, body};
use dedale_server::settings::Settings;
use dedale_server::telemetry::metrics::CellCount;
use http_body_util::BodyExt as _;

use crate::common::get;

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
    let cells = CellCount::default();
    let plan = BatchPlan { first, numbers: 0..1000, mazes_per_batch: 1, ahead: 2, steps: 0, is_distinct: false, cells };
    let account = app.memory.account(Client::NOBODY, &Uri::from_static("/mazes"));
    let mut body = body(plan, make, app.pool.pieces(&account));
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

/// Memory is reserved for as many bytes as are written.
#[tokio::test]
async fn no_line_is_longer_than_is_reserved() {
    for (path, query) in [
        ("/mazes", "w=7&h=9"),
        ("/mazes", "w=40&h=1&encoding=named"),
        ("/mazes", "w=30&h=30&encoding=graph&weights=1..1000"),
        ("/mazes", "grid=kisrhombille&w=9&h=9&encoding=graph&weights=1..1000"),
        ("/mazes", "grid=cairo&w=9&h=9&encoding=named"),
        ("/mazes", "w=9&h=9&include=matrix&point=all&weights=1..1000"),
        ("/mazes", "w=9&h=9&floors=2&include=matrix,distances,states&point=all"),
        ("/mazes", "w=30&h=30&exits=20&include=paths"),
        ("/mazes", "w=300&h=2&solver=random-mouse&include=walk,path,directions,stats,hash"),
        ("/mazes", "grid=polar&rings=30&include=path,directions&encoding=named"),
        ("/mazes.tokens", "w=30&h=30"),
    ] {
        let uri = format!("{path}?count=1&seed=1&{query}");
        let app = Arc::new(App::new(Settings::default()));
        let context = RequestContext::new(&app, Origin::default(), uri.parse().unwrap(), HeaderMap::new());
        let request = ManyRequest::parse(&context).unwrap_or_else(|problem| panic!("{uri}: {problem:?}"));
        let (line, most) = (get(&uri).await.body.len() as u64, request.max_line_bytes());
        assert!(line <= most, "{uri}: {line} bytes, and {most} are reserved");
    }
}
