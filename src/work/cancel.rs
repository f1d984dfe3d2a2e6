//! Cancellation of work.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use crate::telemetry::metrics::Cancelled;
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
    /// Why the work is cancelled, and how many steps it would take if these are too many.
    cancelled: OnceLock<(Cancelled, u64)>,
}

impl Watch {
    /// Creates a watch that can be cancelled, of work that may take so many steps.
    pub(crate) fn new(max_steps: u64, timing: Option<&Timing>) -> Watch {
        let state = WatchState { max_steps, cancelled: OnceLock::new() };
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

    /// Cancels the work. Only the first reason counts. `steps` is how many the work would take, if these are too many.
    pub(crate) fn cancel(&self, reason: Cancelled, steps: u64) {
        if let Some(state) = &self.state {
            let _ = state.cancelled.set((reason, steps));
        }
    }

    #[inline]
    fn cancelled(&self) -> Option<&(Cancelled, u64)> {
        self.state.as_ref().and_then(|state| state.cancelled.get())
    }

    /// Why the work was stopped.
    pub(crate) fn why(&self) -> Cancelled {
        self.cancelled().map_or(Cancelled::ClientLeft, |&(reason, _)| reason)
    }

    /// How many steps the work would take, where it was cancelled since these are too many.
    pub(crate) fn too_many_steps(&self) -> Option<u64> {
        self.cancelled().filter(|(reason, _)| *reason == Cancelled::TooMuch).map(|&(_, steps)| steps)
    }
}

impl Observer for Watch {
    const FOLLOWS: bool = false;

    type Stop = Stopped;

    fn go_on(&mut self) -> Result<(), Stopped> {
        self.see(Step::Clear)
    }

    fn expect(&mut self, steps: u64) -> Result<(), Stopped> {
        if self.state.as_ref().is_some_and(|state| steps > state.max_steps) {
            self.cancel(Cancelled::TooMuch, steps);
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
pub struct StopOnDrop(pub(crate) Watch);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel(Cancelled::ClientLeft, 0);
    }
}
