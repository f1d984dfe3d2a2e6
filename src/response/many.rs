//! Bodies of many parts that are made at the same time and sent in order.

use std::collections::HashSet;
use std::ops::Range;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::BoxError;
use axum::body::{Body, Bytes};
use axum::http::{Extensions, HeaderMap, StatusCode, Version};
use futures_util::{Stream, StreamExt as _, stream};
use http_body::{Body as HttpBody, Frame, SizeHint};

use crate::clients::memory::Reservation;
use crate::clients::shares::Client;
use crate::work::cancel::{StopOnDrop, Watch};
use crate::work::pool::Pool;
use dedale::observe::Stopped;

/// The approximate size of a part in bytes. It is less than the size from which a block of memory has its own pages, which would be new and
/// empty each time.
pub const PART_BYTES: u64 = 192 * 1024;

/// An extension of a response: it is not compressed, since its parts are made by the pool already, and its length is known.
#[derive(Clone, Copy, Debug)]
pub struct AsItIs;

/// Whether a response may be compressed.
pub fn may_be_coded(_: StatusCode, _: Version, _: &HeaderMap, extensions: &Extensions) -> bool {
    extensions.get::<AsItIs>().is_none()
}

/// Why a body of many parts is cut off.
#[derive(Debug)]
pub enum Cut {
    /// The client left, or a maze takes more steps than one request may.
    Stopped,
    /// A maze cannot be made.
    NotMade(BoxError),
}

impl From<Stopped> for Cut {
    fn from(_: Stopped) -> Cut {
        Cut::Stopped
    }
}

/// Some of the mazes, in order.
#[derive(Debug, Default)]
pub struct Part {
    /// The bytes of all.
    pub bytes: Vec<u8>,
    /// The hash of each and where its bytes end, if those that are equal come once alone.
    pub hashes: Vec<(u64, usize)>,
    /// Why those after them are missing.
    pub cut: Option<Cut>,
}

impl Part {
    /// The bytes of those mazes whose hashes were not seen before.
    fn new_ones(&mut self, seen: &mut HashSet<u64>) -> Vec<u8> {
        let mut kept = Vec::with_capacity(self.bytes.len());
        let mut start = 0;
        for &(hash, end) in &self.hashes {
            if seen.insert(hash) {
                kept.extend_from_slice(&self.bytes[start..end]);
            }
            start = end;
        }
        kept
    }
}

/// What makes the mazes of these numbers.
pub type Make = Arc<dyn Fn(Range<u64>, &mut Watch) -> Part + Send + Sync>;

/// How a body of many parts is made.
pub struct Plan {
    /// What is sent before the first part.
    pub start: Vec<u8>,
    /// The numbers of all mazes.
    pub numbers: Range<u64>,
    /// How many mazes a part has.
    pub in_a_part: u64,
    /// How many parts are made ahead of what is sent.
    pub ahead: usize,
    /// About how many steps a part takes.
    pub steps: u64,
    /// How many bytes there are in all, if that is known.
    pub bytes: Option<u64>,
    /// Whether mazes with the same hash come once alone.
    pub is_distinct: bool,
    /// The memory that is reserved for all this.
    pub memory: Reservation,
}

type Parts = Pin<Box<dyn Stream<Item = Result<Part, BoxError>> + Send>>;

/// A body of many parts. No part is begun before there is room for it among those that are ahead, and none after this is dropped.
struct Many {
    start: Bytes,
    parts: Parts,
    failed: Option<BoxError>,
    left: Option<u64>,
    seen: Option<HashSet<u64>>,
    pool: Pool,
    watch: Watch,
    _stop: StopOnDrop<'static>,
    _memory: Reservation,
}

/// Creates a body of many parts, which the pool makes by all cores while it is sent. Where a maze cannot be made, the body ends with an error
/// after those before it, so it is not mistaken for a complete one.
pub fn body(plan: Plan, make: Make, pool: &Pool, client: Client) -> Body {
    let (watch, stop) = pool.watch();
    let Plan { numbers, in_a_part, ahead, steps, .. } = plan;
    let count = (numbers.end - numbers.start).div_ceil(in_a_part);
    let (pool, watched) = (pool.clone(), watch.clone());
    let of_parts = pool.clone();
    let parts = stream::iter(0..count).map(move |number| {
        let first = numbers.start + number * in_a_part;
        let numbers = first..numbers.end.min(first + in_a_part);
        let (make, pool, mut watch) = (make.clone(), of_parts.clone(), watched.clone());
        async move { Ok(pool.part(client, steps, move || make(numbers, &mut watch)).await?) }
    });
    Body::new(Many {
        start: plan.start.into(),
        parts: Box::pin(parts.buffered(ahead)),
        failed: None,
        left: plan.bytes,
        seen: plan.is_distinct.then(HashSet::new),
        pool,
        watch,
        _stop: stop,
        _memory: plan.memory,
    })
}

impl HttpBody for Many {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let many = &mut *self;
        let mut bytes = std::mem::take(&mut many.start);
        while bytes.is_empty() {
            if let Some(error) = many.failed.take() {
                return Poll::Ready(Some(Err(error)));
            }
            let Some(part) = ready!(many.parts.as_mut().poll_next(cx)) else { return Poll::Ready(None) };
            let mut part = part?;
            bytes = match &mut many.seen {
                Some(seen) => part.new_ones(seen).into(),
                None => part.bytes.into(),
            };
            many.failed = part.cut.map(|cut| match cut {
                Cut::Stopped => {
                    many.pool.stopped(&many.watch);
                    "the work was stopped".into()
                }
                Cut::NotMade(error) => error,
            });
        }
        many.left = many.left.map(|left| left.saturating_sub(bytes.len() as u64));
        Poll::Ready(Some(Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        self.left == Some(0)
    }

    fn size_hint(&self) -> SizeHint {
        self.left.map(SizeHint::with_exact).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::App;
    use crate::settings::Settings;
    use dedale::observe::Observer as _;
    use http_body_util::BodyExt as _;

    /// A plan of parts of one maze each.
    fn plan(app: &App, mazes: u64, bytes: Option<u64>) -> Plan {
        Plan {
            start: b"start".to_vec(),
            numbers: 0..mazes,
            in_a_part: 1,
            ahead: 2,
            steps: 0,
            bytes,
            is_distinct: false,
            memory: app.memory.reserve(Client::NOBODY, 0).unwrap(),
        }
    }

    /// The HTTP library does not ask for more than the length that it was told, so the body says by itself that it is complete. Otherwise
    /// it would be counted as cut short.
    #[tokio::test]
    async fn a_body_of_known_length_ends_with_its_last_byte() {
        let app = App::new(Settings::default());
        let make: Make = Arc::new(|_, _| Part { bytes: vec![b'.'], ..Part::default() });
        let mut body = body(plan(&app, 3, Some(8)), make, &app.pool, Client::NOBODY);
        let mut bytes = Vec::new();
        while bytes.len() < 8 {
            assert!(!body.is_end_stream(), "after {} bytes", bytes.len());
            bytes.extend_from_slice(&body.frame().await.unwrap().unwrap().into_data().unwrap());
        }
        assert_eq!(bytes, b"start...");
        assert!(body.is_end_stream());
    }

    /// Parts of a byte each, until one asks for more steps than there may be.
    #[tokio::test]
    async fn a_stream_that_is_stopped_is_cut_off_and_counted() {
        let app = App::new(Settings::default());
        let make: Make = Arc::new(|numbers, watch| {
            let expected = if numbers.start < 10 { 1 } else { u64::MAX };
            Part { bytes: vec![b'.'], cut: watch.expect(expected).err().map(Cut::from), ..Part::default() }
        });
        let mut body = body(plan(&app, 1000, None), make, &app.pool, Client::NOBODY);
        let mut bytes = Vec::new();
        let error = loop {
            match body.frame().await {
                Some(Ok(frame)) => bytes.extend_from_slice(&frame.into_data().unwrap()),
                Some(Err(error)) => break error,
                None => panic!("the body has an end"),
            }
        };
        assert!(bytes.starts_with(b"start.") && bytes.len() < 20, "{error}");
        let text = String::from_utf8(app.metrics.text()).unwrap();
        assert!(text.contains("dedale_cancelled_total{reason=\"too-much-work\"} 1\n"), "{text}");
    }
}
