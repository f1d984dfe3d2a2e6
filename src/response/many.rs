//! Bodies of many mazes, which are made at the same time and sent in order.

use std::collections::HashSet;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::Arc;

use axum::BoxError;
use axum::body::{Body, Bytes};
use futures_util::{Stream, StreamExt as _, TryStreamExt as _, stream};

use crate::limits::cancel::Watch;
use crate::limits::pool::Pieces;
use crate::response::body::{Drawing, chunks};
use crate::telemetry::metrics::Cells;
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
    /// The cells of all.
    pub cells: u64,
    /// Each of them, if those that are equal come once alone.
    pub entries: Vec<BatchEntry>,
    /// Why those after them are missing.
    pub error: Option<MakeError<Stopped>>,
}

/// One of the mazes of a batch.
pub struct BatchEntry {
    /// A number that equal mazes have in common.
    pub hash: u64,
    /// Where its bytes end.
    pub end: usize,
    /// Its cells.
    pub cells: u64,
}

impl Batch {
    /// Leaves out the mazes whose hashes were seen before.
    fn keep_new_ones(&mut self, seen: &mut HashSet<u64>) {
        let mut kept = Vec::with_capacity(self.bytes.len());
        let mut start = 0;
        for BatchEntry { hash, end, cells } in std::mem::take(&mut self.entries) {
            if seen.insert(hash) {
                kept.extend_from_slice(&self.bytes[start..end]);
            } else {
                self.drawing = None;
                self.cells -= cells;
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
    /// The count of the cells of all that is sent.
    pub cells: Cells,
}

/// Creates a body of many parts, which are made while it is sent: `ahead` of them before they are taken, and none after the body is dropped. Where a maze cannot
/// be made, the body ends with an error, so it is not mistaken for a complete one.
pub fn body(plan: BatchPlan, make: Make, pieces: Pieces) -> Body {
    let BatchPlan { first, numbers, mazes_per_batch, ahead, steps, is_distinct, cells } = plan;
    let count = (numbers.end - numbers.start).div_ceil(mazes_per_batch);
    let mut seen = is_distinct.then(HashSet::new);
    let first = stream::iter([Ok(first)]);
    let makes = pieces.clone();
    let parts = stream::iter(0..count).map(move |number| {
        let first = numbers.start + number * mazes_per_batch;
        let numbers = first..numbers.end.min(first + mazes_per_batch);
        let make = make.clone();
        makes.make(steps, move |watch| Ok(make(numbers, watch)))
    });
    let parts = first.chain(parts.buffered(ahead)).map_err(BoxError::from).map_ok(move |mut part| {
        // On this thread, and counted, as what it frees was.
        pieces.account().measure(|| match &mut seen {
            Some(seen) => part.keep_new_ones(seen),
            None => part.entries = Vec::new(),
        });
        cells.add(part.cells);
        bytes_of(part, &pieces)
    });
    Body::from_stream(parts.try_flatten().try_filter(|bytes| std::future::ready(!bytes.is_empty())))
}

/// The bytes of a part, and the error that ends it.
fn bytes_of(part: Batch, pieces: &Pieces) -> impl Stream<Item = Result<Bytes, BoxError>> + Send + use<> {
    let Batch { bytes, drawing, error, .. } = part;
    let drawn = drawing.map(|drawing| chunks(drawing, None, pieces.clone()));
    let error = error.map(|error| match error.unless_stopped::<Infallible>() {
        Err(Stopped) => pieces.stopped().into(),
        Ok(error) => error.to_string().into(),
    });
    let bytes = pieces.account().sent(bytes);
    stream::iter([Ok(bytes)]).chain(stream::iter(drawn).flatten()).chain(stream::iter(error.map(Err)))
}
