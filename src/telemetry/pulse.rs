//! Whether the async threads make progress.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::time::sleep;

/// How often the async threads record that they make progress.
const BEAT_INTERVAL: Duration = Duration::from_millis(500);

/// When the async threads last made progress.
#[derive(Debug, Default)]
pub struct Pulse(Mutex<Option<Instant>>);

impl Pulse {
    /// Beats forever, on the async threads.
    pub async fn beat(&self) {
        loop {
            self.seen_at(Instant::now());
            sleep(BEAT_INTERVAL).await;
        }
    }

    /// Records a beat.
    pub(crate) fn seen_at(&self, time: Instant) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(time);
    }

    /// The time since the last beat, which is rarely longer than half a second unless the threads are blocked; `None` before the first
    /// beat.
    pub fn unseen_for(&self) -> Option<Duration> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).map(|time| time.elapsed())
    }
}
