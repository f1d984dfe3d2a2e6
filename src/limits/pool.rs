//! Running work: small work at once, large work on a bounded number of threads, with clients taking turns.

use std::fmt;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, timeout_at};

use crate::limits::cancel::{Stop, StopOnDrop, StopReason, Watch};
use crate::limits::memory::{Account, Reservation};
use crate::limits::shares::{Client, Full, LimitedResource, Share};
use crate::problem::{Kind, Problem};
use crate::settings::{Settings, turns};
use crate::telemetry::metrics::{Cancelled, Metrics, Refusal};
use crate::telemetry::timing::Timing;
use dedale::observe::Stopped;

/// Work with at most this many steps is done on the async thread, since moving it to another thread and back takes
/// longer.
const INLINE_STEPS: u64 = 20_000;

/// Work with at most this many steps is done in a turn, which takes a few milliseconds.
pub const TURN_STEPS: u64 = 1_000_000;

/// The maximum duration of a turn that makes part of a streamed response, even if it made little: pixels that compress
/// well take long for each byte.
pub const MAX_TURN_TIME: Duration = Duration::from_millis(5);

/// Work with more steps takes longer than about a second. At most half of the workers do such work, so that the others
/// are free soon.
pub const LONG_STEPS: u64 = 100_000_000;

/// The number of seconds after which a request may be sent again when its work was stopped for lack of memory.
const RETRY_AFTER: u32 = 2;

/// The cost of a piece of work, estimated before it begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The approximate number of steps.
    pub steps: u64,
    /// The approximate memory in bytes, which is held until the result has been sent.
    pub bytes: u64,
}

/// A bounded number of threads for work that takes long, with a bounded queue.
///
/// Work is done where it does not delay other clients: at once if moving it to another thread would take longer, in a
/// turn if it takes a few milliseconds, and by a worker otherwise. Work of more than a second gets at most half of the
/// workers.
///
/// Each client has a share of the workers, of the places in the queue and of the memory, and clients take turns. Work
/// is rejected at once if the queue is full, or if its result would need more memory than its client may hold.
#[derive(Clone, Debug)]
pub struct Pool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    settings: Settings,
    metrics: Arc<Metrics>,
    /// The workers: one unit for each piece of work that may run at the same time.
    workers: LimitedResource,
    /// The workers that may do long work.
    long: LimitedResource,
    /// The places in the queue.
    queue: LimitedResource,
    /// The turns, of work and of drawing streamed responses. Turns are short, and do not wait for other work.
    turns: LimitedResource,
    /// The turns that may begin a response: the others are for responses that are being sent, which end sooner.
    first_turns: LimitedResource,
}

/// The units that work needs: a place among the scarcer ones, if it needs one, and its turn or worker.
type Units = (Option<Share>, Share);

/// The outcome of a piece of work.
#[derive(Debug)]
pub struct Done<T> {
    /// The result.
    pub result: T,
    /// The memory that is reserved for the result. It must be kept as long as the result.
    pub memory: Reservation,
}

impl Pool {
    /// Creates a pool with these settings and metrics.
    pub fn new(settings: Settings, metrics: Arc<Metrics>) -> Pool {
        let Settings { workers, queue, client_share, .. } = settings;
        let (working, waiting) = (metrics.working.clone(), metrics.waiting.clone());
        Pool(Arc::new(Inner {
            settings,
            workers: LimitedResource::counted(workers as u64, client_share, Some(working)),
            long: LimitedResource::new((workers as u64).div_ceil(2), client_share),
            queue: LimitedResource::counted(queue as u64, client_share, Some(waiting)),
            turns: LimitedResource::new(turns(), client_share),
            first_turns: LimitedResource::new(turns().div_ceil(2), client_share),
            metrics,
        }))
    }

    /// The number of idle workers.
    pub fn free_workers(&self) -> u64 {
        self.0.workers.left()
    }

    /// The number of turns that are free.
    pub fn free_turns(&self) -> u64 {
        self.0.turns.left()
    }

    /// Runs `work` for the request of `account`: on this thread if its cost is small, otherwise on a thread of the
    /// pool. `timing` receives the time that it waited and the durations of its parts.
    ///
    /// # Errors
    ///
    /// A problem if the client or all clients together have too much work already, if it takes too long or too much memory, or if it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        account: &Account,
        timing: &Timing,
        cost: Cost,
        work: impl FnOnce(&mut Watch) -> Result<T, Stopped> + Send + 'static,
    ) -> Result<Done<T>, Problem> {
        let memory = account.reserve(cost.bytes)?;
        if cost.steps <= INLINE_STEPS {
            timing.add("queue", Duration::ZERO);
            let result = self.run_watched(Watch::new(account).with_room(INLINE_STEPS - cost.steps), timing, work)?;
            return Ok(Done { result, memory });
        }
        // Boxed, so that small work does not carry the future of large work.
        self.run_large(account.clone(), timing, cost.steps, memory, work).boxed().await
    }

    /// Runs small work on this thread.
    ///
    /// # Errors
    ///
    /// A problem if it takes too much memory.
    pub fn run_here<T>(
        &self,
        account: &Account,
        timing: &Timing,
        work: impl FnOnce(&mut Watch) -> Result<T, Stopped>,
    ) -> Result<T, Problem> {
        self.run_watched(Watch::new(account), timing, work)
    }

    fn run_watched<T>(
        &self,
        watch: Watch,
        timing: &Timing,
        work: impl FnOnce(&mut Watch) -> Result<T, Stopped>,
    ) -> Result<T, Problem> {
        watch.timed(timing).run(work).map_err(|why| {
            self.0.metrics.cancelled(why.cancelled());
            self.problem(why)
        })
    }

    async fn run_large<T: Send + 'static>(
        &self,
        account: Account,
        timing: &Timing,
        steps: u64,
        memory: Reservation,
        work: impl FnOnce(&mut Watch) -> Result<T, Stopped> + Send + 'static,
    ) -> Result<Done<T>, Problem> {
        let stop = Stop::new(self.0.settings.max_steps);
        let stopper = StopOnDrop(stop.clone());
        let start = Instant::now();
        let deadline = start + self.0.settings.timeout;
        let units = self.wait_for_units(account.client(), steps, deadline).await?;
        let queued = start.elapsed();
        timing.add("queue", queued);
        let most = [TURN_STEPS, LONG_STEPS].into_iter().find(|&most| steps <= most).unwrap_or(u64::MAX);
        let metrics = self.0.metrics.clone();
        metrics.waited(queued);
        let timing = timing.clone();
        // The worker and the memory belong to the work, not to the request: cancelled work keeps both until it has stopped.
        let working = spawn_blocking(move || {
            let watch = Watch::new(&account).stopped_by(&stop).timed(&timing).with_room(most - steps);
            let result = watch.run(work);
            if let Err(why) = result {
                metrics.cancelled(why.cancelled());
            }
            drop(units);
            result.map(|result| (result, memory))
        });
        match timeout_at(deadline, working).await {
            Ok(Ok(Ok((result, memory)))) => Ok(Done { result, memory }),
            Ok(Ok(Err(why))) => Err(self.problem(why)),
            Err(_) => {
                let why = StopReason::Because(Cancelled::Deadline);
                stopper.0.cancel(why);
                Err(self.problem(why))
            }
            Ok(Err(_panic)) => {
                self.0.metrics.panics.inc();
                Err(Problem::new(Kind::INTERNAL_ERROR, "an error occurred while the maze was processed"))
            }
        }
    }

    /// Creates a maker of the pieces of a streamed response.
    pub fn pieces(&self, account: &Account) -> Pieces {
        let stop = Arc::new(StopOnDrop(Stop::new(self.0.settings.max_steps)));
        Pieces { pool: self.clone(), account: account.clone(), stop }
    }

    /// Waits for a turn of a client.
    pub async fn turn(&self, client: Client) -> Share {
        self.0.turns.wait(client).await
    }

    /// Waits for the units that work of `steps` steps needs, in the queue if they are not available at once.
    async fn wait_for_units(&self, client: Client, steps: u64, deadline: Instant) -> Result<Units, Problem> {
        let Inner { settings, queue, metrics, .. } = &*self.0;
        let mut units = pin!(self.0.units(client, steps, true));
        if let Some(units) = units.as_mut().now_or_never() {
            return Ok(units);
        }
        let waiting = queue.take(client, 1).map_err(|full| full.refuse(Refusal::Queue, metrics))?;
        let mut left = CountOnDrop(Some(metrics));
        let patience = deadline.min(Instant::now() + settings.queue_timeout);
        let units = timeout_at(patience, units).await;
        left.0 = None;
        drop(waiting);
        units.map_err(|_| Full::Whole.refuse(Refusal::QueueTimeout, metrics))
    }

    /// The problem of a request whose work was cancelled.
    fn problem(&self, why: StopReason) -> Problem {
        match why {
            StopReason::TooManySteps(steps) => {
                let (over, detail) = self.0.settings.too_many_steps("a random walk on this grid", steps);
                Problem::too_large(over, format!("{detail}; a smaller grid or another algorithm would fit"))
            }
            StopReason::Because(Cancelled::Memory) => {
                let detail = "the work was stopped: it needs more memory than was estimated, and no more is left";
                Problem::new(Kind::OVERLOADED, detail).retry_after(RETRY_AFTER)
            }
            StopReason::Because(_) => {
                let seconds = self.0.settings.timeout.as_secs_f64();
                let detail = format!("the work was stopped after {seconds} s, the most that one request may take");
                Problem::new(Kind::TOO_SLOW, detail)
            }
        }
    }
}

/// Makes the pieces of a streamed response, each in a turn or by a worker. The work is stopped when the last clone and
/// the last piece are dropped with the body of the response.
#[derive(Clone, Debug)]
pub struct Pieces {
    pool: Pool,
    account: Account,
    stop: Arc<StopOnDrop>,
}

impl Pieces {
    /// Begins to make a piece, which takes about `steps` steps. It waits for its turn without a timeout, since the part
    /// of the response that was sent would be lost otherwise.
    ///
    /// The work belongs to a dedicated task, which continues while the piece is not polled: a client that reads nothing
    /// does not hold a turn.
    pub fn make<T: Send + 'static>(
        &self,
        steps: u64,
        work: impl FnOnce(&mut Watch) -> Result<T, Stopped> + Send + 'static,
    ) -> Piece<T> {
        let (pool, account, stop) = (self.pool.clone(), self.account.clone(), self.stop.0.clone());
        let task = tokio::spawn(async move {
            let units = pool.0.units(account.client(), steps, false).await;
            let working = spawn_blocking(move || {
                let result = Watch::new(&account).stopped_by(&stop).run(work);
                // The turn belongs to the work.
                drop(units);
                result
            });
            match working.await {
                Ok(result) => result.map_err(|why| {
                    pool.0.metrics.cancelled(why.cancelled());
                    PieceError { problem: pool.problem(why) }
                }),
                Err(_panic) => {
                    pool.0.metrics.panics.inc();
                    Err(Kind::INTERNAL_ERROR.into())
                }
            }
        });
        Piece { task, _stop: self.stop.clone() }
    }

    /// The account of the request.
    pub fn account(&self) -> &Account {
        &self.account
    }

    /// Counts a piece whose work was stopped, and returns its error.
    pub fn stopped(&self) -> PieceError {
        let why = self.stop.0.why().unwrap_or(StopReason::Because(Cancelled::ClientLeft));
        self.pool.0.metrics.cancelled(why.cancelled());
        PieceError { problem: self.pool.problem(why) }
    }
}

/// A piece of a response, which is being made. If it is dropped before its turn, it is not made.
#[derive(Debug)]
pub struct Piece<T> {
    task: JoinHandle<Result<T, PieceError>>,
    _stop: Arc<StopOnDrop>,
}

impl<T> Future for Piece<T> {
    type Output = Result<T, PieceError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        // The task itself does not panic, and is aborted only by `drop`.
        Pin::new(&mut self.task).poll(cx).map(|made| made.unwrap_or_else(|_| Err(Kind::INTERNAL_ERROR.into())))
    }
}

impl<T> Drop for Piece<T> {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The error of a response that has no next piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceError {
    /// The problem to return if nothing was sent yet.
    pub problem: Problem,
}

impl From<Kind> for PieceError {
    fn from(kind: Kind) -> PieceError {
        PieceError { problem: kind.into() }
    }
}

impl fmt::Display for PieceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a piece of the response could not be made")
    }
}

impl std::error::Error for PieceError {}

/// Counts a client that disconnects while its work waits.
struct CountOnDrop<'a>(Option<&'a Metrics>);

impl Drop for CountOnDrop<'_> {
    fn drop(&mut self) {
        if let Some(metrics) = self.0 {
            metrics.cancelled(Cancelled::ClientLeft);
        }
    }
}

impl Inner {
    /// Waits for the units that work of `steps` steps needs. `begins` is true if no part of its response was sent.
    async fn units(&self, client: Client, steps: u64, begins: bool) -> Units {
        let (few, resource) = match steps {
            steps if steps <= TURN_STEPS => (Some(&self.first_turns).filter(|_| begins), &self.turns),
            steps if steps <= LONG_STEPS => (None, &self.workers),
            _ => (Some(&self.long), &self.workers),
        };
        let place = match few {
            Some(few) => Some(few.wait(client).await),
            None => None,
        };
        (place, resource.wait(client).await)
    }
}
