//! Running work: small work at once, large work on a bounded number of threads, with clients taking turns.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::{Instant, timeout_at};

use crate::clients::memory::{Memory, Reservation};
use crate::clients::shares::{Client, Full, Resource, Share};
use crate::problem::{Kind, Problem};
use crate::settings::{Settings, turns};
use crate::telemetry::metrics::{Cancelled, Metrics, Refusal};
use crate::telemetry::timing::Timing;
use crate::work::cancel::{StopOnDrop, Watch};
use dedale::observe::Stopped;

/// Work with at most this many steps is done on the async thread, since moving it to another one and back takes longer.
const INLINE_STEPS: u64 = 20_000;

/// Work with at most this many steps is done in a turn, which takes a few milliseconds.
pub const TURN_STEPS: u64 = 1_000_000;

/// Work with more steps takes longer than about a second. At most half of the workers do such work, so that the others are soon free.
pub const LONG_STEPS: u64 = 100_000_000;

/// The cost of a piece of work, estimated before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The approximate number of steps.
    pub steps: u64,
    /// The approximate memory in bytes, which is held until the result has been sent.
    pub bytes: u64,
}

/// A bounded number of threads for work that takes long, with a bounded queue.
///
/// Work is done where it does not delay other clients: at once if it is shorter than the way to another thread, in a turn if it takes a few
/// milliseconds, and by a worker otherwise. Work of more than a second has at most half of the workers.
///
/// Each client has a share of the workers, of the places in the queue and of the memory, and clients take
/// turns. Work is rejected at once if the queue is full, or if its result would need more memory than its client may have.
#[derive(Clone, Debug)]
pub struct Pool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    settings: Settings,
    metrics: Arc<Metrics>,
    /// One unit for each piece of work that may run at the same time.
    workers: Resource,
    /// One unit for each of them that may take long.
    long: Resource,
    /// One unit for each piece of work that may wait.
    queue: Resource,
    /// One unit for each turn, of work or of drawing a response that is being sent. Turns are short, and do not wait for other work.
    turns: Resource,
    /// One unit for each of them that may begin a response: the others are for responses that are being sent, which end sooner.
    first_turns: Resource,
    memory: Memory,
}

/// What work needs to be done: its turn or worker, and a place among those of which there are few.
type Units = (Option<Share>, Share);

/// The outcome of a piece of work.
#[derive(Debug)]
pub struct Done<T> {
    /// The result.
    pub result: T,
    /// The memory that is reserved for the result, to be kept as long as the result.
    pub memory: Reservation,
}

impl Pool {
    /// Creates a pool with these settings, memory and metrics.
    pub fn new(settings: Settings, memory: Memory, metrics: Arc<Metrics>) -> Pool {
        let Settings { workers, queue, client_share, .. } = settings;
        let (working, waiting) = (metrics.working.clone(), metrics.waiting.clone());
        Pool(Arc::new(Inner {
            settings,
            workers: Resource::counted(workers as u64, client_share, Some(working)),
            long: Resource::new((workers as u64).div_ceil(2), client_share),
            queue: Resource::counted(queue as u64, client_share, Some(waiting)),
            turns: Resource::new(turns(), client_share),
            first_turns: Resource::new(turns().div_ceil(2), client_share),
            memory,
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

    /// Runs `work` of a client, with the given cost: on this thread if it is small, otherwise on a thread of the pool. `timing` receives how
    /// long it waited and how long its parts took.
    /// Fails if the client or all clients together have too much work already, if it takes too long, or if it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        client: Client,
        timing: &Timing,
        cost: Cost,
        work: impl FnOnce(&mut Watch) -> Result<T, Stopped> + Send + 'static,
    ) -> Result<Done<T>, Problem> {
        let memory = self.0.memory.reserve(client, cost.bytes)?;
        if cost.steps <= INLINE_STEPS {
            timing.add("queue", Duration::ZERO);
            let result = work(&mut Watch::timed(timing)).map_err(|Stopped| self.too_slow())?;
            return Ok(Done { result, memory });
        }
        // In a box, so that small work is not moved with what only large work needs.
        self.run_large(client, timing, cost.steps, memory, work).boxed().await
    }

    async fn run_large<T: Send + 'static>(
        &self,
        client: Client,
        timing: &Timing,
        steps: u64,
        memory: Reservation,
        work: impl FnOnce(&mut Watch) -> Result<T, Stopped> + Send + 'static,
    ) -> Result<Done<T>, Problem> {
        let mut watch = Watch::new(self.0.settings.max_steps, Some(timing));
        let watched = StopOnDrop(watch.clone());
        let start = Instant::now();
        let deadline = start + self.0.settings.timeout;
        let units = self.wait_for_units(client, steps, deadline).await?;
        let queued = start.elapsed();
        timing.add("queue", queued);
        let metrics = self.0.metrics.clone();
        metrics.waited(queued);
        // The worker and the memory belong to the work, not to the request: cancelled work keeps both until it has stopped.
        let working = spawn_blocking(move || {
            let result = work(&mut watch);
            if result.is_err() {
                metrics.cancelled(watch.why());
            }
            drop(units);
            result.map(|result| (result, memory))
        });
        match timeout_at(deadline, working).await {
            Ok(Ok(Ok((result, memory)))) => Ok(Done { result, memory }),
            Ok(Ok(Err(Stopped))) => match watched.0.too_many_steps() {
                Some(steps) => {
                    let (over, detail) = self.0.settings.too_many_steps("a random walk on this grid", steps);
                    Err(Problem::too_large(over, format!("{detail}; a smaller grid or another algorithm would fit")))
                }
                None => Err(self.too_slow()),
            },
            Err(_) => {
                watched.0.cancel(Cancelled::Deadline, 0);
                Err(self.too_slow())
            }
            Ok(Err(_panic)) => {
                self.0.metrics.panics.inc();
                Err(Problem::new(Kind::INTERNAL_ERROR, "an error occurred while the maze was processed"))
            }
        }
    }

    /// Runs a part of a response that is being sent and takes about so many steps, when it is this client's turn. It waits as long as it
    /// must, since what was sent already would be lost otherwise. A panic is counted, and returned as an error.
    pub fn part<T: Send + 'static>(
        &self,
        client: Client,
        steps: u64,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, JoinError>> + Send + 'static {
        let pool = self.clone();
        async move {
            let units = pool.0.units(client, steps, false).await;
            // The turn belongs to the work.
            let drawing = spawn_blocking(move || {
                let result = work();
                drop(units);
                result
            });
            drawing.await.inspect_err(|_panic| {
                pool.0.metrics.panics.inc();
            })
        }
    }

    /// A watch of work that goes on while a response is sent, and what stops it when that is dropped.
    pub fn watch(&self) -> (Watch, StopOnDrop) {
        let watch = Watch::new(self.0.settings.max_steps, None);
        (watch.clone(), StopOnDrop(watch))
    }

    /// Counts work that was stopped while its response was sent.
    pub fn stopped(&self, watch: &Watch) {
        self.0.metrics.cancelled(watch.why());
    }

    /// Waits for what work of so many steps needs, in the queue if it is not there at once.
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

    fn too_slow(&self) -> Problem {
        let seconds = self.0.settings.timeout.as_secs_f64();
        Problem::new(
            Kind::TOO_SLOW,
            format!("the work was stopped after {seconds} s, the most that one request may take"),
        )
    }
}

/// Counts a client that disconnects while its work waits, and cannot count it.
struct CountOnDrop<'a>(Option<&'a Metrics>);

impl Drop for CountOnDrop<'_> {
    fn drop(&mut self) {
        if let Some(metrics) = self.0 {
            metrics.cancelled(Cancelled::ClientLeft);
        }
    }
}

impl Inner {
    /// What work of so many steps needs, as soon as it is this client's turn. `begins` says whether nothing of its response was sent.
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
