//! Work that is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::telemetry::metrics::{Cancelled, Metrics};
use dedale::observe::{Observer, Step, Stopped};

/// Tells a piece of work to stop when nobody waits for it any more: its time is up, or the client went away. By default there is nobody to
/// say so.
#[derive(Clone, Debug, Default)]
pub struct Watch(Option<Arc<AtomicU8>>);

/// What a [`Watch`] may say.
const GO_ON: u8 = 0;
const CLIENT_LEFT: u8 = 1;
const DEADLINE: u8 = 2;

impl Watch {
    /// One that can be told to stop.
    pub(crate) fn new() -> Watch {
        Watch(Some(Arc::default()))
    }

    fn say(&self, what: u8) {
        if let Some(told) = &self.0 {
            // The first word counts.
            let _ = told.compare_exchange(GO_ON, what, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// What it was told.
    fn told(&self) -> u8 {
        self.0.as_ref().map_or(GO_ON, |told| told.load(Ordering::Relaxed))
    }

    /// Why it said so.
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

/// Stops the work when the request that waits for it is dropped.
pub(crate) struct StopOnDrop<'a> {
    watch: Watch,
    /// Where to count that the client left, while the work has not begun and can not say so itself.
    waiting: Option<&'a Metrics>,
}

impl<'a> StopOnDrop<'a> {
    /// For work that waits to be begun.
    pub(crate) fn waiting(watch: &Watch, metrics: &'a Metrics) -> StopOnDrop<'a> {
        StopOnDrop { watch: watch.clone(), waiting: Some(metrics) }
    }

    /// The work has begun, or was refused.
    pub(crate) fn has_begun(&mut self) {
        self.waiting = None;
    }

    /// Tells the work that it has taken too long.
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
