//! Cancellation of work.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::telemetry::metrics::{Cancelled, Metrics};
use dedale::observe::{Observer, Step, Stopped};

/// Cancels a piece of work when its result is no longer needed, because its time is up or the client has disconnected; or when it turns out
/// to be more than one request may take. The default is never cancelled.
#[derive(Clone, Debug, Default)]
pub struct Watch(Option<Arc<Told>>);

#[derive(Debug)]
struct Told {
    state: AtomicU8,
    /// How many steps the work may take.
    most_steps: u64,
    /// How many it would take, where these are more.
    expected: AtomicU64,
}

/// The states of a [`Watch`].
const GO_ON: u8 = 0;
const CLIENT_LEFT: u8 = 1;
const DEADLINE: u8 = 2;
const TOO_MUCH: u8 = 3;

impl Watch {
    /// Creates a watch that can be cancelled, of work that may take so many steps.
    pub(crate) fn new(most_steps: u64) -> Watch {
        Watch(Some(Arc::new(Told { state: AtomicU8::new(GO_ON), most_steps, expected: AtomicU64::new(0) })))
    }

    fn say(&self, what: u8) {
        if let Some(told) = &self.0 {
            // Only the first reason counts.
            let _ = told.state.compare_exchange(GO_ON, what, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// The current state.
    #[inline]
    fn told(&self) -> u8 {
        self.0.as_ref().map_or(GO_ON, |told| told.state.load(Ordering::Relaxed))
    }

    /// The reason of the cancellation.
    pub(crate) fn why(&self) -> Cancelled {
        match self.told() {
            DEADLINE => Cancelled::Deadline,
            TOO_MUCH => Cancelled::TooMuch,
            _ => Cancelled::ClientLeft,
        }
    }

    /// How many steps the work would take, where it was cancelled since these are too many.
    pub(crate) fn too_many_steps(&self) -> Option<u64> {
        let told = self.0.as_ref()?;
        (self.told() == TOO_MUCH).then(|| told.expected.load(Ordering::Relaxed))
    }
}

impl Observer for Watch {
    const FOLLOWS: bool = false;

    type Stop = Stopped;

    fn go_on(&mut self) -> Result<(), Stopped> {
        self.see(Step::Clear)
    }

    fn expect(&mut self, steps: u64) -> Result<(), Stopped> {
        if let Some(told) = self.0.as_ref().filter(|told| steps > told.most_steps) {
            told.expected.store(steps, Ordering::Relaxed);
            self.say(TOO_MUCH);
        }
        self.go_on()
    }

    #[inline]
    fn see(&mut self, _: Step) -> Result<(), Stopped> {
        if self.told() == GO_ON { Ok(()) } else { Err(Stopped) }
    }
}

/// Cancels the work when the request that waits for it is dropped.
#[derive(Debug)]
pub struct StopOnDrop<'a> {
    watch: Watch,
    /// Where to count that the client disconnected, while the work has not begun and cannot count it.
    waiting: Option<&'a Metrics>,
}

impl StopOnDrop<'static> {
    /// For work that goes on.
    pub(crate) fn of(watch: &Watch) -> StopOnDrop<'static> {
        StopOnDrop { watch: watch.clone(), waiting: None }
    }
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
