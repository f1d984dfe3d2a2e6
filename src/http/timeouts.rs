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

/// The activity on a connection.
#[derive(Debug)]
pub struct Activity {
    begin: Instant,
    /// How many requests are being processed.
    working: AtomicU32,
    /// How many responses are being sent.
    sending: AtomicU32,
    /// When something last happened, in milliseconds since the start.
    last: AtomicU32,
    /// Whether a request has come.
    has_asked: AtomicBool,
}

impl Default for Activity {
    /// Creates the activity of a new connection.
    fn default() -> Activity {
        Activity {
            begin: Instant::now(),
            working: AtomicU32::new(0),
            sending: AtomicU32::new(0),
            last: AtomicU32::new(0),
            has_asked: AtomicBool::new(false),
        }
    }
}

impl Activity {
    /// Milliseconds since the start of the connection. They overflow only after seven weeks.
    fn now(&self) -> u32 {
        u32::try_from(self.begin.elapsed().as_millis()).unwrap_or(u32::MAX)
    }

    fn happened(&self) {
        self.last.store(self.now(), Ordering::Relaxed);
    }

    /// Done when nothing has happened for too long: for the first request, that is sooner while `is_crowded`.
    pub async fn overdue(&self, timeouts: Timeouts, is_crowded: impl Fn() -> bool) -> Slow {
        loop {
            sleep(interval(timeouts)).await;
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
            let silent = self.now().saturating_sub(self.last.load(Ordering::Relaxed));
            if Duration::from_millis(silent.into()) >= patience {
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
    use tokio::time::{pause, timeout};

    const SECOND: Duration = Duration::from_secs(1);
    const TIMEOUTS: Timeouts = Timeouts { idle: SECOND, write: SECOND };

    async fn overdue(activity: &Activity) -> Option<Slow> {
        timeout(SECOND, activity.overdue(TIMEOUTS, || false)).await.ok()
    }

    /// Makes the last event older than any timeout.
    fn silent() -> Arc<Activity> {
        let begin = Instant::now().checked_sub(10 * SECOND).expect("the system runs for longer");
        Arc::new(Activity { begin, ..Activity::default() })
    }

    #[tokio::test]
    async fn silence_counts_unless_a_request_is_at_work() {
        pause();
        assert_eq!(overdue(&Activity::default()).await, None);
        let activity = silent();
        assert_eq!(overdue(&activity).await, Some(Slow::Idle));
        let busy = Busy::new(&activity);
        assert_eq!(overdue(&activity).await, None, "a request is at work");
        busy.sends();
        assert_eq!(overdue(&activity).await, None, "a part of a response has just been taken");
        activity.last.store(0, Ordering::Relaxed);
        assert_eq!(overdue(&activity).await, Some(Slow::Read));
        let other = Busy::new(&activity);
        assert_eq!(overdue(&activity).await, None);
        drop(other);
        activity.last.store(0, Ordering::Relaxed);
        drop(busy);
        assert_eq!(overdue(&activity).await, None, "the response has just been taken");
        activity.last.store(0, Ordering::Relaxed);
        assert_eq!(overdue(&activity).await, Some(Slow::Idle));
    }

    #[tokio::test]
    async fn the_first_request_has_less_time_in_a_crowd() {
        pause();
        let long = Timeouts { idle: 60 * SECOND, write: 60 * SECOND };
        let activity = silent();
        assert!(timeout(SECOND, activity.overdue(long, || false)).await.is_err());
        assert_eq!(timeout(2 * SECOND, activity.overdue(long, || true)).await, Ok(Slow::Idle));
        drop(Busy::new(&activity));
        activity.last.store(0, Ordering::Relaxed);
        assert!(timeout(2 * SECOND, activity.overdue(long, || true)).await.is_err());
    }
}
