//! Cancellation of work.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use crate::limits::memory::{Account, Meter};
use crate::limits::shares::Full;
use crate::telemetry::metrics::Cancelled;
use crate::telemetry::timing::Timing;
use dedale::observe::{Observer, Step, Stopped};

/// Why work was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The result is no longer needed, or needed too much memory.
    Because(Cancelled),
    /// It would need this number of steps, which is more than one request may take.
    TooManySteps(u64),
}

impl StopReason {
    /// The label in metrics.
    pub fn cancelled(self) -> Cancelled {
        match self {
            StopReason::Because(reason) => reason,
            StopReason::TooManySteps(_) => Cancelled::TooMuch,
        }
    }
}

/// Cancels work on another thread, when its time is up or the client has disconnected.
#[derive(Clone, Debug)]
pub struct Stop(Arc<StopState>);

#[derive(Debug)]
struct StopState {
    /// The maximum number of steps of the work.
    max_steps: u64,
    /// Why the work is cancelled.
    why: OnceLock<StopReason>,
}

impl Stop {
    /// Creates a handle for work that may take at most `max_steps`.
    pub fn new(max_steps: u64) -> Stop {
        Stop(Arc::new(StopState { max_steps, why: OnceLock::new() }))
    }

    /// Cancels the work. Only the first reason counts.
    pub fn cancel(&self, why: StopReason) {
        let _ = self.0.why.set(why);
    }

    /// Why the work was cancelled, if it was.
    pub fn why(&self) -> Option<StopReason> {
        self.0.why.get().copied()
    }
}

/// Cancels the work when the request that waits for it is dropped.
#[derive(Debug)]
pub struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel(StopReason::Because(Cancelled::ClientLeft));
    }
}

/// Watches work on this thread, and stops it if it is cancelled, if it turns out to be more than one request may take,
/// or if its memory cannot be reserved. It also measures the duration of parts of the work. The default does none of
/// this.
#[derive(Debug, Default)]
pub struct Watch {
    stop: Option<Stop>,
    timing: Option<Timing>,
    meter: Option<Meter>,
    why: Option<StopReason>,
    /// The number of steps that were seen.
    steps: u32,
    /// How many more steps may be taken where the work is done.
    room: u64,
}

/// The number of steps of an algorithm after which a watch checks whether the work may go on: a check takes as long as
/// a step.
const STEPS_PER_CHECK: u32 = 64;

impl Watch {
    /// Creates a watch for the work of this thread from now on. Its memory is counted for the account.
    pub fn new(account: &Account) -> Watch {
        Watch { meter: Some(Meter::start(account)), ..Watch::default() }
    }

    /// Allows `steps` more steps, for work that is known only after other work.
    pub fn with_room(self, steps: u64) -> Watch {
        Watch { room: steps, ..self }
    }

    /// Whether work of `steps` more steps may be done in the same turn, or by the same worker.
    pub fn has_room_for(&self, steps: u64) -> bool {
        steps <= self.room
    }

    /// Lets `stop` cancel the work.
    pub fn stopped_by(self, stop: &Stop) -> Watch {
        Watch { stop: Some(stop.clone()), ..self }
    }

    /// Measures the duration of parts of the work.
    pub fn timed(self, timing: &Timing) -> Watch {
        Watch { timing: Some(timing.clone()), ..self }
    }

    /// Does the work, and ends the watch.
    ///
    /// # Errors
    ///
    /// Why the work was cancelled, or why its result cannot be kept.
    pub fn run<T>(mut self, work: impl FnOnce(&mut Watch) -> Result<T, Stopped>) -> Result<T, StopReason> {
        let result = work(&mut self);
        match result.and_then(|result| self.check_memory(Meter::check_now).map(|()| result)) {
            Ok(result) => Ok(result),
            Err(Stopped) => Err(self.why()),
        }
    }

    /// Does a part of the work and measures its duration.
    pub fn time<T>(&mut self, part: &'static str, work: impl FnOnce(&mut Watch) -> T) -> T {
        let start = self.timing.is_some().then(Instant::now);
        let result = work(self);
        if let Some((timing, start)) = self.timing.as_ref().zip(start) {
            timing.add(part, start.elapsed());
        }
        result
    }

    /// Why the work was stopped.
    fn why(&self) -> StopReason {
        self.why.or_else(|| self.stop.as_ref()?.why()).unwrap_or(StopReason::Because(Cancelled::ClientLeft))
    }

    /// Stops the work, and all other work that is cancelled with it.
    fn cancel(&mut self, why: StopReason) -> Result<(), Stopped> {
        self.why.get_or_insert(why);
        self.stop.iter().for_each(|stop| stop.cancel(why));
        Err(Stopped)
    }

    #[inline]
    fn check_memory(&mut self, check: impl FnOnce(&mut Meter) -> Result<(), Full>) -> Result<(), Stopped> {
        match self.meter.as_mut().map(check) {
            Some(Err(_)) => self.cancel(StopReason::Because(Cancelled::Memory)),
            _ => Ok(()),
        }
    }
}

impl Observer for Watch {
    const FOLLOWS: bool = false;

    type Stop = Stopped;

    // Not inlined, so that the loops of algorithms stay small.
    #[inline(never)]
    fn go_on(&mut self) -> Result<(), Stopped> {
        if self.stop.as_ref().is_some_and(|stop| stop.0.why.get().is_some()) {
            return Err(Stopped);
        }
        self.check_memory(Meter::check)
    }

    fn expect(&mut self, steps: u64) -> Result<(), Stopped> {
        if self.stop.as_ref().is_some_and(|stop| steps > stop.0.max_steps) {
            return self.cancel(StopReason::TooManySteps(steps));
        }
        self.go_on()
    }

    #[inline]
    fn see(&mut self, _: Step) -> Result<(), Stopped> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(STEPS_PER_CHECK) { self.go_on() } else { Ok(()) }
    }
}
