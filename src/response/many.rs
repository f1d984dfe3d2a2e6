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
use crate::telemetry::metrics::CellCount;
use dedale::observe::Stopped;
use dedale::options::MakeError;

/// The approximate size of a batch in bytes. It is less than the size from which the allocator maps new pages for each
/// block.
pub const BATCH_BYTES: u64 = 192 * 1024;

/// A batch of mazes, in order.
#[derive(Default)]
pub struct Batch {
    /// The bytes of all mazes.
    pub bytes: Vec<u8>,
    /// The only maze of the batch, if it has too many bytes to be written at once: it is drawn while it is sent.
    pub drawing: Option<Drawing>,
    /// The number of cells of all mazes.
    pub cells: u64,
    /// The entry of each maze, if duplicates are dropped.
    pub entries: Vec<BatchEntry>,
    /// The error that ends the batch early.
    pub error: Option<MakeError<Stopped>>,
}

/// One of the mazes of a batch.
pub struct BatchEntry {
    /// The hash, which is the same for equal mazes; `None` for what is never a duplicate.
    pub hash: Option<u64>,
    /// The end of its bytes.
    pub end: usize,
    /// The number of its cells.
    pub cells: u64,
}

impl Batch {
    /// Drops the mazes whose hashes were seen before.
    fn drop_duplicates(&mut self, seen: &mut HashSet<u64>) {
        let mut kept = Vec::with_capacity(self.bytes.len());
        let mut start = 0;
        for BatchEntry { hash, end, cells } in std::mem::take(&mut self.entries) {
            if hash.is_none_or(|hash| seen.insert(hash)) {
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

/// Makes the mazes with these numbers.
pub type Make = Arc<dyn Fn(Range<u64>, &mut Watch) -> Batch + Send + Sync>;

/// The plan of a body of many batches.
pub struct BatchPlan {
    /// The batch that is made already, and sent first.
    pub first: Batch,
    /// The numbers of the mazes after it.
    pub numbers: Range<u64>,
    /// The number of mazes in a batch.
    pub mazes_per_batch: u64,
    /// The number of batches that are made ahead.
    pub ahead: usize,
    /// The approximate number of steps of a batch.
    pub steps: u64,
    /// True if duplicates are dropped: mazes with the same hash as an earlier one.
    pub is_distinct: bool,
    /// Counts the cells of the mazes that are sent.
    pub cells: CellCount,
}

/// Creates a body of many batches, which are made while it is sent: `ahead` of them before they are taken, and none
/// after the body is dropped. If a maze cannot be made, the body ends with an error, so it is not mistaken for a
/// complete one.
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
        // This runs on another thread. It is measured, since the memory that it frees was.
        pieces.account().measure(|| match &mut seen {
            Some(seen) => part.drop_duplicates(seen),
            None => part.entries = Vec::new(),
        });
        cells.add(part.cells);
        bytes_of(part, &pieces)
    });
    Body::from_stream(parts.try_flatten().try_filter(|bytes| std::future::ready(!bytes.is_empty())))
}

/// The bytes of a batch, and its error.
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
