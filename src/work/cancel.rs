//! Cancellation of work.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::telemetry::metrics::{Cancelled, Metrics};
use dedale::observe::{Observer, Step, Stopped};

/// Cancels a piece of work when its result is no longer needed, because its time is up or the client has disconnected. The default is
/// never cancelled.
#[derive(Clone, Debug, Default)]
pub struct Watch(Option<Arc<AtomicU8>>);

/// The states of a [`Watch`].
const GO_ON: u8 = 0;
const CLIENT_LEFT: u8 = 1;
const DEADLINE: u8 = 2;

impl Watch {
    /// Creates a watch that can be cancelled.
    pub(crate) fn new() -> Watch {
        Watch(Some(Arc::default()))
    }

    fn say(&self, what: u8) {
        if let Some(told) = &self.0 {
            // Only the first reason counts.
            let _ = told.compare_exchange(GO_ON, what, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// The current state.
    fn told(&self) -> u8 {
        self.0.as_ref().map_or(GO_ON, |told| told.load(Ordering::Relaxed))
    }

    /// The reason of the cancellation.
    pub(crate) fn why(&self) -> Cancelled {
        if self.told() == DEADLINE { Cancelled::Deadline } else { Cancelled::ClientLeft }
    }
}

impl Observer for Watch {
    const FOLLOWS: bool = false;

    type Stop = Stopped;

    fn go_on(&mut self) -> Result<(), Stopped> {
        self.see(Step::Clear)
    }

    #[inline]
    fn see(&mut self, _: Step) -> Result<(), Stopped> {
        if self.told() == GO_ON { Ok(()) } else { Err(Stopped) }
    }
}

/// Cancels the work when the request that waits for it is dropped.
pub(crate) struct StopOnDrop<'a> {
    watch: Watch,
    /// Where to count that the client disconnected, while the work has not begun and cannot count it.
    waiting: Option<&'a Metrics>,
}

impl<'a> StopOnDrop<'a> {
    /// For work that waits in the queue.
    pub(crate) fn waiting(watch: &Watch, metrics: &'a Metrics) -> StopOnDrop<'a> {
        StopOnDrop { watch: watch.clone(), waiting: Some(metrics) }
    }

    /// The work has begun, or was rejected.
    pub(crate) fn has_begun(&mut self) {
        self.waiting = None;
    }

    /// Cancels the work because its time is up.
    pub(crate) fn time_is_up(&self) {
        self.watch.say(DEADLINE);
    }
}

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.watch.say(CLIENT_LEFT);
        if let Some(metrics) = self.waiting {
            metrics.cancelled(Cancelled::ClientLeft);
        }
    }
}
