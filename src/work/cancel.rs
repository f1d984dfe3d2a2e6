//! Cancellation of work.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use crate::telemetry::metrics::{Cancelled, Metrics};
use crate::telemetry::timing::Timing;
use dedale::observe::{Observer, Step, Stopped};

/// Cancels a piece of work when its result is no longer needed, because its time is up or the client has disconnected; or when it turns out
/// to be more than one request may take. It also measures how long parts of the work take. The default does neither.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    state: Option<Arc<WatchState>>,
    timing: Option<Timing>,
}

#[derive(Debug)]
struct WatchState {
    /// How many steps the work may take.
    max_steps: u64,
    /// How many it would take, where these are more.
    too_many_steps: OnceLock<u64>,
    /// Why the work is cancelled.
    cancelled: OnceLock<Cancelled>,
}

impl Watch {
    /// Creates a watch that can be cancelled, of work that may take so many steps.
    pub(crate) fn new(max_steps: u64, timing: Option<&Timing>) -> Watch {
        let state = WatchState { max_steps, too_many_steps: OnceLock::new(), cancelled: OnceLock::new() };
        Watch { state: Some(Arc::new(state)), timing: timing.cloned() }
    }

    /// Creates a watch that is never cancelled.
    pub(crate) fn timed(timing: &Timing) -> Watch {
        Watch { state: None, timing: Some(timing.clone()) }
    }

    /// Does a part of the work and measures how long it takes.
    pub fn time<T>(&mut self, part: &'static str, work: impl FnOnce(&mut Watch) -> T) -> T {
        let start = self.timing.is_some().then(Instant::now);
        let result = work(self);
        if let Some((timing, start)) = self.timing.as_ref().zip(start) {
            timing.add(part, start.elapsed());
        }
        result
    }

    /// Cancels the work. Only the first reason counts.
    fn cancel(&self, reason: Cancelled) {
        if let Some(state) = &self.state {
            let _ = state.cancelled.set(reason);
        }
    }

    /// Why the work is cancelled, if it is.
    #[inline]
    fn cancelled(&self) -> Option<Cancelled> {
        self.state.as_ref().and_then(|state| state.cancelled.get().copied())
    }

    /// Why the work was stopped.
    pub(crate) fn why(&self) -> Cancelled {
        self.cancelled().unwrap_or(Cancelled::ClientLeft)
    }

    /// How many steps the work would take, where it was cancelled since these are too many.
    pub(crate) fn too_many_steps(&self) -> Option<u64> {
        let state = self.state.as_ref().filter(|_| self.cancelled() == Some(Cancelled::TooMuch))?;
        state.too_many_steps.get().copied()
    }
}

impl Observer for Watch {
    const FOLLOWS: bool = false;

    type Stop = Stopped;

    fn go_on(&mut self) -> Result<(), Stopped> {
        self.see(Step::Clear)
    }

    fn expect(&mut self, steps: u64) -> Result<(), Stopped> {
        if let Some(state) = self.state.as_ref().filter(|state| steps > state.max_steps) {
            let _ = state.too_many_steps.set(steps);
            self.cancel(Cancelled::TooMuch);
        }
        self.go_on()
    }

    #[inline]
    fn see(&mut self, _: Step) -> Result<(), Stopped> {
        if self.cancelled().is_none() { Ok(()) } else { Err(Stopped) }
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
        self.watch.cancel(Cancelled::Deadline);
    }
}

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.watch.cancel(Cancelled::ClientLeft);
        if let Some(metrics) = self.waiting {
            metrics.cancelled(Cancelled::ClientLeft);
        }
    }
}
