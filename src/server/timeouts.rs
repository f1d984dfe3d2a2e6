//! Timeouts for clients that are silent, and for clients that do not read their responses.
//!
//! One rule serves both versions of HTTP and does not depend on the bytes that are sent: while no request is being processed, the
//! connection must make progress from time to time. Progress is a request with its complete head, or a part of a response that is taken.
//! Other bytes do not count, so a client gains nothing by sending a head slowly.
//!
//! In HTTP/2, each response has a clock as well ([`StreamExecutor`]): one that is not read is reset, whatever else happens on its
//! connection.

use std::future::Future;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use hyper::rt::Executor;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

use crate::settings::Timeouts;
use crate::telemetry::metrics::CloseReason;

/// The maximum time between requests while others wait for the place, and before the first request while few places are
/// left.
const CROWDED_IDLE_TIMEOUT: Duration = Duration::from_secs(2);

/// The interval between checks of a connection.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The interval between checks, derived from the shorter timeout.
fn interval(timeouts: Timeouts) -> Duration {
    CHECK_INTERVAL.min(timeouts.idle.min(timeouts.write) / 4).max(Duration::from_millis(1))
}

/// The demand for places among the open connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowd {
    /// There are enough.
    None,
    /// Few are left.
    FewLeft,
    /// Others wait for the place of this connection.
    OthersWait,
}

/// The activity on a connection. The default is that of a new connection.
#[derive(Debug, Default)]
pub struct Activity {
    /// The number of requests that are being processed.
    working: AtomicU32,
    /// The number of responses that are being sent.
    sending: AtomicU32,
    /// The number of events. Their times are not recorded: each request would read the clock three times.
    events: AtomicU32,
    /// True if a request has arrived.
    has_asked: AtomicBool,
    /// True if it must be closed at the next check.
    must_close: AtomicBool,
    has_sent_too_many_frames: AtomicBool,
}

impl Activity {
    fn record_event(&self) {
        self.events.fetch_add(1, Ordering::Release);
    }

    /// The number of events: it changes with every request, and with every part of a response that is taken.
    pub fn events(&self) -> u32 {
        self.events.load(Ordering::Acquire)
    }

    /// Returns true if a request is being processed or a response is being sent.
    pub fn is_busy(&self) -> bool {
        self.working.load(Ordering::Acquire) > 0 || self.sending.load(Ordering::Acquire) > 0
    }

    /// Returns true if a request has arrived.
    pub fn has_asked(&self) -> bool {
        self.has_asked.load(Ordering::Acquire)
    }

    /// Records that the client has sent too many control frames.
    pub fn sent_too_many_frames(&self) {
        self.has_sent_too_many_frames.store(true, Ordering::Release);
    }

    /// Returns true if the client has sent too many control frames.
    pub fn has_sent_too_many_frames(&self) -> bool {
        self.has_sent_too_many_frames.load(Ordering::Acquire)
    }

    /// Resolves when the connection has been silent for too long, which is sooner while places are in demand.
    pub async fn overdue(&self, timeouts: Timeouts, crowd: impl Fn() -> Crowd) -> CloseReason {
        let (mut last, mut seen) = (Instant::now(), self.events());
        loop {
            sleep(interval(timeouts)).await;
            if self.must_close.load(Ordering::Acquire) {
                return CloseReason::Read;
            }
            let events = self.events();
            if events != seen || self.working.load(Ordering::Acquire) > 0 {
                (last, seen) = (Instant::now(), events);
                continue;
            }
            let (patience, slow) = if self.sending.load(Ordering::Acquire) > 0 {
                (timeouts.write, CloseReason::Read)
            } else {
                let is_crowded = match crowd() {
                    Crowd::None => false,
                    Crowd::FewLeft => !self.has_asked(),
                    Crowd::OthersWait => true,
                };
                (if is_crowded { timeouts.idle.min(CROWDED_IDLE_TIMEOUT) } else { timeouts.idle }, CloseReason::Idle)
            };
            if last.elapsed() >= patience {
                return slow;
            }
        }
    }
}

/// The sender of a request and its connection: an extension of the request.
#[derive(Clone, Debug)]
pub struct Sender {
    /// The address at the other end of the connection.
    pub peer: IpAddr,
    /// The connection, which is busy with the request.
    pub busy: Arc<Busy>,
}

impl Sender {
    /// Records that a request has arrived from `peer`.
    pub fn new(peer: IpAddr, activity: &Arc<Activity>) -> Sender {
        Sender { peer, busy: Arc::new(Busy::new(activity)) }
    }
}

/// A request on a connection, until its whole response has been taken.
#[derive(Debug)]
pub struct Busy {
    activity: Arc<Activity>,
    is_sending: AtomicBool,
    /// The clock of its stream, in HTTP/2, as soon as there is a response.
    stream: OnceLock<Arc<StreamClock>>,
}

impl Busy {
    /// Records that a request has arrived.
    pub fn new(activity: &Arc<Activity>) -> Busy {
        activity.working.fetch_add(1, Ordering::AcqRel);
        activity.has_asked.store(true, Ordering::Release);
        activity.record_event();
        Busy { activity: activity.clone(), is_sending: AtomicBool::new(false), stream: OnceLock::new() }
    }

    /// Records that the response, or a chunk of it, is ready for the client or has been taken.
    pub fn chunk_progressed(&self) {
        self.activity.record_event();
        if !self.is_sending.swap(true, Ordering::AcqRel) {
            self.activity.sending.fetch_add(1, Ordering::AcqRel);
            self.activity.working.fetch_sub(1, Ordering::AcqRel);
            if let Ok(stream) = STREAM.try_with(Arc::clone) {
                stream.is_open.store(true, Ordering::Release);
                // It is set only here, and once.
                let _ = self.stream.set(stream);
            }
        }
        if let Some(stream) = self.stream.get() {
            stream.chunks.fetch_add(1, Ordering::Release);
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let Activity { working, sending, .. } = &*self.activity;
        self.activity.record_event();
        if *self.is_sending.get_mut() { sending } else { working }.fetch_sub(1, Ordering::AcqRel);
        if let Some(stream) = self.stream.get() {
            stream.is_open.store(false, Ordering::Release);
            stream.closed.notify_one();
        }
    }
}

tokio::task_local! {
    /// The clock of the stream of a task. The HTTP library gives a service no other way to know its stream.
    static STREAM: Arc<StreamClock>;
}

/// Tells when a chunk of the response on an HTTP/2 stream was last taken.
#[derive(Debug, Default)]
struct StreamClock {
    /// The number of times that a chunk of the response was ready or taken.
    chunks: AtomicU32,
    /// True while part of the response is held.
    is_open: AtomicBool,
    /// Notified when no part is held any more.
    closed: Notify,
}

impl StreamClock {
    /// Resolves when no chunk of the response was taken for too long. A connection on which nothing else happens is closed sooner.
    async fn overdue(&self, timeouts: Timeouts) {
        let (mut last, mut seen) = (Instant::now(), 0);
        loop {
            sleep(interval(timeouts)).await;
            let chunks = self.chunks.load(Ordering::Acquire);
            if chunks != seen || chunks == 0 {
                (last, seen) = (Instant::now(), chunks);
            } else if last.elapsed() >= timeouts.write + 2 * interval(timeouts) {
                return;
            }
        }
    }

    /// Resolves when the whole response has been taken.
    async fn taken(&self) {
        while self.is_open.load(Ordering::Acquire) {
            self.closed.notified().await;
        }
    }
}

/// Runs the streams of an HTTP/2 connection. The HTTP library resets one whose task is dropped.
#[derive(Clone, Debug)]
pub struct StreamExecutor {
    /// The activity on the connection.
    pub activity: Arc<Activity>,
    /// The timeouts of its client.
    pub timeouts: Timeouts,
}

impl<F: Future<Output: Send> + Send + 'static> Executor<F> for StreamExecutor {
    fn execute(&self, stream: F) {
        let StreamExecutor { activity, timeouts } = self.clone();
        let clock = Arc::<StreamClock>::default();
        tokio::spawn(async move {
            tokio::select! {
                biased;
                _ = STREAM.scope(clock.clone(), stream) => {}
                () = clock.overdue(timeouts) => return tracing::debug!("a response that is not read is reset"),
            }
            // The library holds the rest of the response, and only the end of the connection makes it drop that.
            tokio::select! {
                biased;
                () = clock.taken() => {}
                () = clock.overdue(timeouts) => activity.must_close.store(true, Ordering::Release),
            }
        });
    }
}
