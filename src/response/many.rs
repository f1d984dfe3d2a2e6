//! Bodies of many mazes, which are made at the same time and sent in order.

use std::collections::HashSet;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::Arc;

use axum::BoxError;
use axum::body::{Body, Bytes};
use futures_util::{Stream, StreamExt as _, TryStreamExt as _, stream};

use crate::clients::shares::Client;
use crate::response::body::{Drawing, chunks};
use crate::work::cancel::Watch;
use crate::work::pool::Pool;
use dedale::observe::Stopped;
use dedale::options::MakeError;

/// The approximate size of a part in bytes. It is less than the size from which a block of memory has its own pages, which would be new and
/// empty each time.
pub const BATCH_BYTES: u64 = 192 * 1024;

/// Some of the mazes, in order.
#[derive(Default)]
pub struct Batch {
    /// The bytes of all.
    pub bytes: Vec<u8>,
    /// The only maze of the part, where it has too many bytes to be written at once: it is drawn when it is sent.
    pub drawing: Option<Drawing>,
    /// The hash of each and where its bytes end, if those that are equal come once alone.
    pub hashes: Vec<(u64, usize)>,
    /// Why those after them are missing.
    pub error: Option<MakeError<Stopped>>,
}

impl Batch {
    /// Leaves out the mazes whose hashes were seen before.
    fn keep_new_ones(&mut self, seen: &mut HashSet<u64>) {
        let mut kept = Vec::with_capacity(self.bytes.len());
        let mut start = 0;
        for &(hash, end) in &self.hashes {
            if seen.insert(hash) {
                kept.extend_from_slice(&self.bytes[start..end]);
            } else {
                self.drawing = None;
            }
            start = end;
        }
        self.bytes = kept;
    }
}

/// What makes the mazes of these numbers.
pub type Make = Arc<dyn Fn(Range<u64>, &mut Watch) -> Batch + Send + Sync>;

/// How a body of many parts is made.
pub struct BatchPlan {
    /// What is made already, and sent first.
    pub first: Batch,
    /// The numbers of the mazes after it.
    pub numbers: Range<u64>,
    /// How many mazes a part has.
    pub mazes_per_batch: u64,
    /// How many parts are made ahead of what is sent.
    pub ahead: usize,
    /// About how many steps a part takes.
    pub steps: u64,
    /// Whether mazes with the same hash come once alone.
    pub is_distinct: bool,
}

/// Creates a body of many parts, which the pool makes while it is sent: `ahead` of them before they are taken, and none after the body is dropped. Where a maze cannot
/// be made, the body ends with an error, so it is not mistaken for a complete one.
pub fn body(plan: BatchPlan, make: Make, pool: &Pool, client: Client) -> Body {
    let (watch, stop) = pool.watch();
    let BatchPlan { first, numbers, mazes_per_batch, ahead, steps, is_distinct } = plan;
    let count = (numbers.end - numbers.start).div_ceil(mazes_per_batch);
    let mut seen = is_distinct.then(HashSet::new);
    let (pool, of_parts, watched) = (pool.clone(), pool.clone(), watch.clone());
    let first = stream::iter([Ok(first)]);
    let parts = stream::iter(0..count).map(move |number| {
        let first = numbers.start + number * mazes_per_batch;
        let numbers = first..numbers.end.min(first + mazes_per_batch);
        let (make, mut watch, pool) = (make.clone(), watched.clone(), of_parts.clone());
        async move { pool.part(client, steps, move || make(numbers, &mut watch)).await }
    });
    let parts = first.chain(parts.buffered(ahead)).map_err(BoxError::from).map_ok(move |mut part| {
        let _stop = &stop;
        if let Some(seen) = &mut seen {
            part.keep_new_ones(seen);
        }
        bytes_of(part, &pool, client, &watch)
    });
    Body::from_stream(parts.try_flatten().try_filter(|bytes| std::future::ready(!bytes.is_empty())))
}

/// The bytes of a part, and the error that ends it.
fn bytes_of(
    part: Batch,
    pool: &Pool,
    client: Client,
    watch: &Watch,
) -> impl Stream<Item = Result<Bytes, BoxError>> + Send + use<> {
    let Batch { bytes, drawing, error, .. } = part;
    let drawn = drawing.map(|drawing| chunks(drawing, None, pool.clone(), client));
    let error = error.map(|error| match error.unless_stopped::<Infallible>() {
        Err(Stopped) => {
            pool.stopped(watch);
            "the work was stopped".into()
        }
        Ok(error) => error.to_string().into(),
    });
    stream::iter([Ok(Bytes::from(bytes))]).chain(stream::iter(drawn).flatten()).chain(stream::iter(error.map(Err)))
}
