//! A check that the async threads make progress.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};

/// The interval at which the async threads record that they make progress.
const BEAT_INTERVAL: Duration = Duration::from_millis(500);

/// The time at which the async threads last made progress. Creating it counts as a beat.
#[derive(Debug)]
pub struct Pulse {
    start: Instant,
    /// The time of the last beat, in milliseconds since the start.
    last: AtomicU64,
}

impl Default for Pulse {
    fn default() -> Pulse {
        Pulse { start: Instant::now(), last: AtomicU64::new(0) }
    }
}

impl Pulse {
    /// Beats forever, on the async threads.
    pub async fn beat(&self) {
        loop {
            self.record();
            sleep(BEAT_INTERVAL).await;
        }
    }

    /// Records a beat.
    pub fn record(&self) {
        self.last.store(self.start.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    /// The time since the last beat, which is rarely longer than half a second unless the threads are blocked.
    pub fn unseen_for(&self) -> Duration {
        let last = Duration::from_millis(self.last.load(Ordering::Relaxed));
        self.start.elapsed().saturating_sub(last)
    }
}
