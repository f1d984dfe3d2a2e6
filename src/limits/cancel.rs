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
pub enum Why {
    /// The result is no longer needed, or needed too much memory.
    Because(Cancelled),
    /// It would take so many steps, and one request may not take as many.
    TooManySteps(u64),
}

impl Why {
    /// How it is counted.
    pub fn cancelled(self) -> Cancelled {
        match self {
            Why::Because(reason) => reason,
            Why::TooManySteps(_) => Cancelled::TooMuch,
        }
    }
}

/// Cancels work that another thread does, since its result is no longer needed: its time is up or the client has disconnected.
#[derive(Clone, Debug)]
pub struct Stop(Arc<StopState>);

#[derive(Debug)]
struct StopState {
    /// How many steps the work may take.
    max_steps: u64,
    /// Why the work is cancelled.
    why: OnceLock<Why>,
}

impl Stop {
    /// Creates what cancels work that may take so many steps.
    pub fn new(max_steps: u64) -> Stop {
        Stop(Arc::new(StopState { max_steps, why: OnceLock::new() }))
    }

    /// Cancels the work. Only the first reason counts.
    pub fn cancel(&self, why: Why) {
        let _ = self.0.why.set(why);
    }

    /// Why the work was cancelled, if it was.
    pub fn why(&self) -> Option<Why> {
        self.0.why.get().copied()
    }
}

/// Cancels the work when the request that waits for it is dropped.
#[derive(Debug)]
pub struct StopOnDrop(pub Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.cancel(Why::Because(Cancelled::ClientLeft));
    }
}

/// Watches work on this thread: it is stopped if it is cancelled, if it turns out to be more than one request may take, or if it needs more
/// memory than there is for it. It also measures how long parts of the work take. The default does nothing of that.
#[derive(Debug, Default)]
pub struct Watch {
    stop: Option<Stop>,
    timing: Option<Timing>,
    meter: Option<Meter>,
    why: Option<Why>,
    /// How many steps were seen.
    steps: u32,
    /// How many more steps may be taken where the work is done.
    room: u64,
}

/// After how many steps of an algorithm a watch looks whether the work may go on: a look takes as long as a step.
const STEPS_UNTIL_LOOK: u32 = 64;

impl Watch {
    /// Creates a watch of work that this thread does from now on for the account.
    pub fn new(account: &Account) -> Watch {
        Watch { meter: Some(Meter::start(account)), ..Watch::default() }
    }

    /// Allows this many more steps of work that is known only when other work is done.
    pub fn with_room(self, steps: u64) -> Watch {
        Watch { room: steps, ..self }
    }

    /// Whether work of so many more steps may be done in the same turn, or by the same worker.
    pub fn has_room_for(&self, steps: u64) -> bool {
        steps <= self.room
    }

    /// Lets this cancel the work.
    pub fn stopped_by(self, stop: &Stop) -> Watch {
        Watch { stop: Some(stop.clone()), ..self }
    }

    /// Measures how long parts of the work take.
    pub fn timed(self, timing: &Timing) -> Watch {
        Watch { timing: Some(timing.clone()), ..self }
    }

    /// Does the whole work that is watched.
    ///
    /// # Errors
    ///
    /// Why the work was cancelled, or why its result cannot be kept.
    pub fn over<T>(mut self, work: impl FnOnce(&mut Watch) -> Result<T, Stopped>) -> Result<T, Why> {
        let result = work(&mut self);
        match result.and_then(|result| self.look_at_memory(Meter::look_now).map(|()| result)) {
            Ok(result) => Ok(result),
            Err(Stopped) => Err(self.why()),
        }
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

    /// Why the work was stopped.
    fn why(&self) -> Why {
        self.why.or_else(|| self.stop.as_ref()?.why()).unwrap_or(Why::Because(Cancelled::ClientLeft))
    }

    /// Stops the work, and all other work that is cancelled with it.
    fn cancel(&mut self, why: Why) -> Result<(), Stopped> {
        self.why.get_or_insert(why);
        self.stop.iter().for_each(|stop| stop.cancel(why));
        Err(Stopped)
    }

    #[inline]
    fn look_at_memory(&mut self, look: impl FnOnce(&mut Meter) -> Result<(), Full>) -> Result<(), Stopped> {
        match self.meter.as_mut().map(look) {
            Some(Err(_)) => self.cancel(Why::Because(Cancelled::Memory)),
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
        self.look_at_memory(Meter::look)
    }

    fn expect(&mut self, steps: u64) -> Result<(), Stopped> {
        if self.stop.as_ref().is_some_and(|stop| steps > stop.0.max_steps) {
            return self.cancel(Why::TooManySteps(steps));
        }
        self.go_on()
    }

    #[inline]
    fn see(&mut self, _: Step) -> Result<(), Stopped> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(STEPS_UNTIL_LOOK) { self.go_on() } else { Ok(()) }
    }
}
