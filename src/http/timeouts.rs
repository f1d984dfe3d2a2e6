//! How long a connection may be silent.
//!
//! One rule serves both versions of HTTP and does not depend on the bytes that are sent: while no request is being processed, the
//! connection must make progress from time to time. Progress is a request with its complete head, or a part of a response that is taken.
//! Other bytes do not count, so a client gains nothing by sending a head slowly.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::settings::Timeouts;
use crate::telemetry::metrics::Slow;

/// The maximum time for the first request of a connection while few connections are left for others. Later requests have more: data of a
/// response in the buffers of the system would be lost with the connection, and a slow client takes some time to read it.
const CROWDED: Duration = Duration::from_secs(2);

/// The interval between checks of a connection.
const LOOK: Duration = Duration::from_secs(1);

/// The interval between checks, derived from the shorter timeout.
fn interval(timeouts: Timeouts) -> Duration {
    LOOK.min(timeouts.idle.min(timeouts.write) / 4).max(Duration::from_millis(1))
}

/// The activity on a connection. The default is that of a new one.
#[derive(Debug, Default)]
pub struct Activity {
    /// How many requests are being processed.
    working: AtomicU32,
    /// How many responses are being sent.
    sending: AtomicU32,
    /// Whether something has happened since the last look. When it did is not recorded: each request would read the clock three times.
    has_happened: AtomicBool,
    /// Whether a request has come.
    has_asked: AtomicBool,
}

impl Activity {
    fn happened(&self) {
        self.has_happened.store(true, Ordering::Relaxed);
    }

    /// Done when nothing has happened for too long: for the first request, that is sooner while `is_crowded`.
    pub async fn overdue(&self, timeouts: Timeouts, is_crowded: impl Fn() -> bool) -> Slow {
        let mut last = Instant::now();
        loop {
            sleep(interval(timeouts)).await;
            if self.has_happened.swap(false, Ordering::Relaxed) {
                last = Instant::now();
            }
            if self.working.load(Ordering::Relaxed) > 0 {
                continue;
            }
            let is_sending = self.sending.load(Ordering::Relaxed) > 0;
            let (patience, slow) = if is_sending {
                (timeouts.write, Slow::Read)
            } else if !self.has_asked.load(Ordering::Relaxed) && is_crowded() {
                (timeouts.idle.min(CROWDED), Slow::Idle)
            } else {
                (timeouts.idle, Slow::Idle)
            };
            if last.elapsed() >= patience {
                return slow;
            }
        }
    }
}

/// A request on a connection, until its whole response is taken.
#[derive(Debug)]
pub struct Busy {
    activity: Arc<Activity>,
    is_sending: AtomicBool,
}

impl Busy {
    /// Records that a request has arrived.
    pub fn new(activity: &Arc<Activity>) -> Busy {
        activity.working.fetch_add(1, Ordering::Relaxed);
        activity.has_asked.store(true, Ordering::Relaxed);
        Busy { activity: activity.clone(), is_sending: AtomicBool::new(false) }
    }

    /// Records that its response, or another part of that, is ready for the client.
    pub fn sends(&self) {
        self.activity.happened();
        if !self.is_sending.swap(true, Ordering::Relaxed) {
            self.activity.sending.fetch_add(1, Ordering::Relaxed);
            self.activity.working.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        let Activity { working, sending, .. } = &*self.activity;
        self.activity.happened();
        if *self.is_sending.get_mut() { sending } else { working }.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::{Pin, pin};
    use tokio::time::{pause, timeout};

    const SECOND: Duration = Duration::from_secs(1);
    const TIMEOUTS: Timeouts = Timeouts { idle: SECOND, write: SECOND };

    /// Whether the connection is overdue within this time.
    async fn within(time: Duration, overdue: Pin<&mut impl Future<Output = Slow>>) -> Option<Slow> {
        timeout(time, overdue).await.ok()
    }

    #[tokio::test]
    async fn silence_counts_unless_a_request_is_at_work() {
        pause();
        let activity = Arc::new(Activity::default());
        let mut overdue = pin!(activity.overdue(TIMEOUTS, || false));
        assert_eq!(within(SECOND / 2, overdue.as_mut()).await, None);
        let busy = Busy::new(&activity);
        assert_eq!(within(9 * SECOND, overdue.as_mut()).await, None, "a request is at work");
        busy.sends();
        assert_eq!(within(SECOND, overdue.as_mut()).await, None, "a part of a response has just been taken");
        busy.sends();
        assert_eq!(within(SECOND, overdue.as_mut()).await, None, "and another one");
        assert_eq!(within(SECOND, overdue.as_mut()).await, Some(Slow::Read));

        let mut overdue = pin!(activity.overdue(TIMEOUTS, || false));
        let other = Busy::new(&activity);
        assert_eq!(within(9 * SECOND, overdue.as_mut()).await, None);
        drop((other, busy));
        assert_eq!(within(SECOND, overdue.as_mut()).await, None, "the response has just been taken");
        assert_eq!(within(SECOND, overdue).await, Some(Slow::Idle));
        assert_eq!(within(2 * SECOND, pin!(activity.overdue(TIMEOUTS, || false))).await, Some(Slow::Idle));
    }

    #[tokio::test]
    async fn the_first_request_has_less_time_in_a_crowd() {
        pause();
        let long = Timeouts { idle: 60 * SECOND, write: 60 * SECOND };
        let activity = Arc::new(Activity::default());
        assert_eq!(within(9 * SECOND, pin!(activity.overdue(long, || false))).await, None);
        assert_eq!(within(3 * SECOND, pin!(activity.overdue(long, || true))).await, Some(Slow::Idle));
        drop(Busy::new(&activity));
        assert_eq!(within(9 * SECOND, pin!(activity.overdue(long, || true))).await, None);
    }
}
