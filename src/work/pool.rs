//! Running work: small work at once, large work on a bounded number of threads, with clients taking turns.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt as _;
use prometheus::IntGauge;
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::{Instant, timeout_at};

use crate::clients::shares::{Client, Full, Resource, Share};
use crate::problem::{Kind, Problem};
use crate::settings::{ClientShare, threads};
use crate::telemetry::metrics::{Metrics, Refusal};
use crate::work::cancel::{StopOnDrop, Watch};
use dedale::observe::Stopped;

/// Work with at most this many steps is done on the async thread. That takes less time than moving it to another thread and back,
/// and other requests on this thread do not notice.
const AT_ONCE: u64 = 20_000;

/// Work with more steps takes longer than a turn, which is 5 ms.
const LONG: u64 = 1_000_000;

/// Up to this size in bytes, no memory is reserved for a response: there are no more of these than requests in progress.
pub const FEW: u64 = 64 * 1024;

/// The maximum size of the state of a coding while a response is compressed, in bytes.
const CODER: u64 = 1 << 20;

/// The unit of reserved memory, in bytes.
const UNIT: u64 = 1024;

/// After how many seconds a rejected request may be sent again.
const RETRY_AFTER: u32 = 2;

/// The cost of a piece of work, estimated before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// The approximate number of steps.
    pub steps: u64,
    /// The approximate memory in bytes, which is held until the result has been sent.
    pub bytes: u64,
}

/// The limits of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolSettings {
    /// How many large mazes are processed at the same time.
    pub workers: usize,
    /// How many pieces of work may wait for a worker.
    pub queue: usize,
    /// How long a piece of work may wait for a worker.
    pub queue_timeout: Duration,
    /// How long a piece of work may take, including waiting.
    pub timeout: Duration,
    /// How many steps a piece of work may take, which is what that time is enough for.
    pub max_steps: u64,
    /// The maximum memory of all results that are being computed or sent, in bytes.
    pub max_held: u64,
    /// The share of each of these that a single client may have.
    pub client_share: ClientShare,
}

/// A bounded number of threads for work that takes long, with a bounded queue.
///
/// Each client has a share of the workers, of the places in the queue and of the memory, and clients take
/// turns. Work is rejected at once if the queue is full, or if its result would need more memory than its client may have.
#[derive(Clone, Debug)]
pub struct Pool(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    settings: PoolSettings,
    metrics: Arc<Metrics>,
    /// One unit for each piece of work that may run at the same time.
    workers: Resource,
    /// One unit for each piece of work that may wait.
    queue: Resource,
    /// One unit for each turn of drawing a response that is being sent. Turns are short, and do not wait for other work, which is long.
    turns: Resource,
    /// One unit for each [`UNIT`] of memory for results.
    memory: Resource,
}

/// The outcome of a piece of work.
#[derive(Debug)]
pub struct Done<T> {
    /// The result.
    pub result: T,
    /// How long it waited for a worker.
    pub queued: Duration,
    /// The memory that is reserved for the result, to be kept as long as the result. Small work has none.
    pub held: Option<Held>,
}

/// Memory that is reserved for a client.
#[derive(Debug)]
pub struct Held {
    _share: Share,
    _counted: Counted,
}

/// An extension of a response: memory that is held until the response has been sent.
#[derive(Clone, Debug, Default)]
pub struct Kept(pub Vec<Arc<Held>>);

/// A gauge value that is subtracted again on drop.
#[derive(Debug)]
pub(crate) struct Counted {
    gauge: IntGauge,
    amount: i64,
}

impl Counted {
    /// Adds this value.
    pub(crate) fn new(gauge: &IntGauge, amount: i64) -> Counted {
        gauge.add(amount);
        Counted { gauge: gauge.clone(), amount }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.gauge.sub(self.amount);
    }
}

impl Pool {
    /// Creates a pool with these limits and metrics.
    pub fn new(settings: PoolSettings, metrics: Arc<Metrics>) -> Pool {
        let PoolSettings { workers, queue, max_held, client_share, .. } = settings;
        Pool(Arc::new(Inner {
            settings,
            workers: Resource::counted(workers as u64, client_share, Some(metrics.working.clone())),
            queue: Resource::counted(queue as u64, client_share, Some(metrics.waiting.clone())),
            // Turns are so short that a client may take all of them.
            turns: Resource::new(threads(), ClientShare(100)),
            memory: Resource::new((max_held / UNIT).max(1), client_share),
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

    /// Runs `work` of a client, with the given cost: on this thread if it is small, otherwise on a thread of the pool.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] if the client or all clients together have too much work already, if it takes too long, or if it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        client: Client,
        cost: Cost,
        work: impl FnOnce(&mut Watch) -> Result<T, Stopped> + Send + 'static,
    ) -> Result<Done<T>, Problem> {
        if cost.steps <= AT_ONCE {
            let result = work(&mut Watch::default()).map_err(|Stopped| self.too_slow())?;
            return Ok(Done { result, queued: Duration::ZERO, held: None });
        }
        // In a box, so that small work is not moved with what only large work needs.
        self.run_large(client, cost, work).boxed().await
    }

    /// Runs large work on a thread of the pool.
    async fn run_large<T: Send + 'static>(
        &self,
        client: Client,
        cost: Cost,
        work: impl FnOnce(&mut Watch) -> Result<T, Stopped> + Send + 'static,
    ) -> Result<Done<T>, Problem> {
        let mut watch = Watch::new(self.0.settings.max_steps);
        let start = Instant::now();
        let deadline = start + self.0.settings.timeout;
        let held = self.hold(client, cost.bytes)?;
        let mut stop = StopOnDrop::waiting(&watch, &self.0.metrics);
        let worker = self.wait_for_worker(client, deadline).await;
        stop.has_begun();
        let worker = worker?;
        let queued = start.elapsed();
        let metrics = self.0.metrics.clone();
        metrics.waited(queued);
        // The worker and the memory belong to the work, not to the request: cancelled work keeps both until it has stopped.
        let watched = watch.clone();
        let working = spawn_blocking(move || {
            let result = work(&mut watch);
            if result.is_err() {
                metrics.cancelled(watch.why());
            }
            drop(worker);
            result.map(|result| (result, held))
        });
        match timeout_at(deadline, working).await {
            Ok(Ok(Ok((result, held)))) => Ok(Done { result, queued, held: Some(held) }),
            Ok(Ok(Err(Stopped))) => match watched.too_many_steps() {
                Some(steps) => Err(self.too_many_steps(steps)),
                None => Err(self.too_slow()),
            },
            Err(_) => {
                stop.time_is_up();
                Err(self.too_slow())
            }
            Ok(Err(_panic)) => {
                self.0.metrics.panics.inc();
                Err(Problem::new(Kind::INTERNAL_ERROR, "an error occurred while the maze was processed"))
            }
        }
    }

    /// Runs a short turn of drawing a response that is being sent, when it is this client's turn.
    ///
    /// # Errors
    ///
    /// Returns an error if the work panics, which is counted.
    pub fn turn<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, JoinError>> + Send + 'static {
        self.part(client, false, work)
    }

    /// Runs a part of a response that is being sent, when it is this client's turn: on a thread of the pool if it takes `long`. It waits
    /// as long as it must, since what was sent already would be lost otherwise.
    ///
    /// # Errors
    ///
    /// Returns an error if the work panics, which is counted.
    pub fn part<T: Send + 'static>(
        &self,
        client: Client,
        is_long: bool,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, JoinError>> + Send + 'static {
        let turns = if is_long { self.0.workers.clone() } else { self.0.turns.clone() };
        let metrics = self.0.metrics.clone();
        async move {
            let turn = turns.wait(client).await;
            // As above, the turn belongs to the work.
            let drawing = spawn_blocking(move || {
                let result = work();
                drop(turn);
                result
            });
            drawing.await.inspect_err(|_panic| metrics.panics.inc())
        }
    }

    /// Whether work of so many steps is too long for a turn.
    pub fn is_long(steps: u64) -> bool {
        steps > LONG
    }

    /// A watch of work that goes on while a response is sent, and what stops it when that is dropped.
    pub fn watch(&self) -> (Watch, StopOnDrop<'static>) {
        let watch = Watch::new(self.0.settings.max_steps);
        let stop = StopOnDrop::of(&watch);
        (watch, stop)
    }

    /// Counts work that was stopped while its response was sent.
    pub fn stopped(&self, watch: &Watch) {
        self.0.metrics.cancelled(watch.why());
    }

    /// Reserves the memory for compressing a response.
    ///
    /// # Errors
    ///
    /// As [`hold`](Pool::hold).
    pub fn hold_coder(&self, client: Client) -> Result<Held, Problem> {
        self.hold(client, CODER)
    }

    /// Reserves memory for a client if it is more than a small amount.
    ///
    /// # Errors
    ///
    /// As [`hold`](Pool::hold).
    pub fn hold_large(&self, client: Client, bytes: u64) -> Result<Option<Held>, Problem> {
        if bytes > FEW { self.hold(client, bytes).map(Some) } else { Ok(None) }
    }

    /// Reserves memory for a client if it is more than a small amount, for work that holds so many bytes already.
    ///
    /// # Errors
    ///
    /// As [`hold`](Pool::hold) for all of it.
    pub fn hold_more(&self, client: Client, before: u64, bytes: u64) -> Result<Option<Held>, Problem> {
        if before.saturating_add(bytes) > self.0.memory.most() * UNIT {
            return Err(self.too_much(before.saturating_add(bytes)));
        }
        self.hold_large(client, bytes)
    }

    /// The problem with work that needs more memory than a client may ever have.
    fn too_much(&self, bytes: u64) -> Problem {
        self.0.metrics.refused(Refusal::Memory);
        let [needed, most] = [bytes, self.0.memory.most() * UNIT].map(|bytes| bytes.div_ceil(1 << 20));
        let detail = format!("this needs {needed} MiB of memory, and one client may have {most}");
        Problem::new(Kind::TOO_MUCH_WORK, detail)
    }

    /// Reserves memory for a client.
    ///
    /// # Errors
    ///
    /// Returns a [`Problem`] if the client may not have that much, now or ever, or if not enough is left.
    pub fn hold(&self, client: Client, bytes: u64) -> Result<Held, Problem> {
        let memory = &self.0.memory;
        let units = bytes.div_ceil(UNIT).max(1);
        let share = memory.take(client, units).map_err(|full| match full {
            Full::TooMuch => self.too_much(bytes),
            full => self.refuse(Refusal::Memory, full, "memory for large mazes"),
        })?;
        let counted = Counted::new(&self.0.metrics.held, (units * UNIT) as i64);
        Ok(Held { _share: share, _counted: counted })
    }

    /// Counts a rejected request, and explains whether the client or all clients together need too much of `what`.
    pub fn refuse(&self, why: Refusal, full: Full, what: &str) -> Problem {
        self.0.metrics.refused(why);
        let problem = match full {
            Full::Whole => Problem::new(Kind::OVERLOADED, format!("the server has no {what} left")),
            Full::Client | Full::TooMuch => {
                Problem::new(Kind::TOO_MANY_REQUESTS, format!("this address has as much {what} as one client may have"))
            }
        };
        problem.retry_after(RETRY_AFTER)
    }

    async fn wait_for_worker(&self, client: Client, deadline: Instant) -> Result<Share, Problem> {
        const PLACE: &str = "room for work on large mazes";
        let Inner { settings, workers, queue, .. } = &*self.0;
        if let Ok(worker) = workers.take(client, 1) {
            return Ok(worker);
        }
        let place = queue.take(client, 1).map_err(|full| self.refuse(Refusal::Queue, full, PLACE))?;
        let patience = deadline.min(Instant::now() + settings.queue_timeout);
        let worker = timeout_at(patience, workers.wait(client)).await;
        drop(place);
        worker.map_err(|_| self.refuse(Refusal::QueueTimeout, Full::Whole, PLACE))
    }

    fn too_many_steps(&self, steps: u64) -> Problem {
        let PoolSettings { timeout, max_steps, .. } = self.0.settings;
        let detail = format!(
            "on this grid, a random walk would take about {steps} steps, and one request may take {max_steps}, which is what {} s are \
             enough for; a smaller grid or another algorithm would fit",
            timeout.as_secs_f64()
        );
        Problem::new(Kind::TOO_MUCH_WORK, detail)
    }

    fn too_slow(&self) -> Problem {
        let seconds = self.0.settings.timeout.as_secs_f64();
        Problem::new(
            Kind::TOO_SLOW,
            format!("the work was stopped after {seconds} s, the most that one request may take"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale::grid::Cell;
    use dedale::observe::{Observer as _, Step};
    use std::sync::mpsc;

    const NOBODY: Client = Client::NOBODY;
    const LONG: Cost = Cost { steps: AT_ONCE + 1, bytes: UNIT };
    const SHORT: Cost = Cost { steps: 1, bytes: 1 };

    fn pool(workers: usize, queue: usize, timeout: Duration) -> Pool {
        let client_share = ClientShare::default();
        let settings = PoolSettings {
            workers,
            queue,
            queue_timeout: timeout,
            timeout,
            max_steps: u64::MAX,
            max_held: 10 * UNIT,
            client_share,
        };
        Pool::new(settings, Arc::new(Metrics::default()))
    }

    fn forever(watch: &mut Watch) -> Result<(), Stopped> {
        loop {
            watch.see(Step::Visit(Cell(0)))?;
        }
    }

    #[tokio::test]
    async fn work_that_takes_too_long_is_stopped() {
        let pool = pool(1, 0, Duration::from_millis(20));
        let problem = pool.run(NOBODY, LONG, forever).await.unwrap_err();
        assert_eq!(problem, pool.too_slow());
        // The worker is free again as soon as the work has stopped.
        while pool.free_workers() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(pool.run(NOBODY, LONG, |_| Ok(7)).await.unwrap().result, 7);
    }

    #[tokio::test]
    async fn work_is_cancelled_when_its_client_disconnects() {
        let pool = pool(1, 0, Duration::from_secs(600));
        let (heard, stopped) = mpsc::channel();
        let work = move |watch: &mut Watch| {
            let result = forever(watch);
            heard.send(()).unwrap();
            result
        };
        let waiting = tokio::time::timeout(Duration::from_millis(20), pool.run(NOBODY, LONG, work)).await;
        assert!(waiting.is_err());
        assert_eq!(tokio::task::spawn_blocking(move || stopped.recv()).await.unwrap(), Ok(()));
    }

    #[tokio::test]
    async fn a_full_queue_is_refused_and_a_panic_is_a_problem() {
        let pool = pool(1, 1, Duration::from_secs(600));
        let (release, gate) = mpsc::channel::<()>();
        let busy = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(NOBODY, LONG, move |_| Ok(gate.recv().is_ok())).await.unwrap().result }
        });
        while pool.free_workers() == 1 {
            tokio::task::yield_now().await;
        }
        let waiting = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(NOBODY, LONG, |_| Ok(())).await.unwrap().queued }
        });
        while pool.0.queue.left() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = pool.run(NOBODY, LONG, |_| Ok(())).await.unwrap_err();
        let overloaded = Problem::new(Kind::OVERLOADED, "the server has no room for work on large mazes left");
        assert_eq!(refused, overloaded.retry_after(RETRY_AFTER));
        // Small work is still done.
        assert_eq!(pool.run(NOBODY, SHORT, |_| Ok(3)).await.unwrap().result, 3);
        release.send(()).unwrap();
        assert!(busy.await.unwrap());
        assert!(waiting.await.unwrap() > Duration::ZERO);

        let panicked = pool.run(NOBODY, LONG, |_| -> Result<(), Stopped> { panic!("on purpose") }).await.unwrap_err();
        assert_eq!(panicked, Problem::new(Kind::INTERNAL_ERROR, "an error occurred while the maze was processed"));
        assert!(pool.run(NOBODY, LONG, |_| Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn memory_is_held_until_the_result_is_sent() {
        let pool = pool(2, 2, Duration::from_secs(600));
        let cost = Cost { bytes: 6 * UNIT, ..LONG };
        let first = pool.run(NOBODY, cost, |_| Ok(())).await.unwrap();
        assert_eq!(pool.0.metrics.held.get(), 6 * UNIT as i64);
        let refused = pool.run(NOBODY, cost, |_| Ok(())).await.unwrap_err();
        let overloaded = Problem::new(Kind::OVERLOADED, "the server has no memory for large mazes left");
        assert_eq!(refused, overloaded.retry_after(RETRY_AFTER));
        assert!(pool.run(NOBODY, Cost { bytes: 4 * UNIT, ..LONG }, |_| Ok(())).await.is_ok());
        drop(first);
        assert_eq!(pool.0.metrics.held.get(), 0);
        // Work that is larger than the whole pool is never begun.
        let refused = pool.run(NOBODY, Cost { bytes: u64::MAX, ..LONG }, |_| Ok(())).await.unwrap_err();
        assert!(refused.to_json().contains("too-much-work"));
    }

    #[tokio::test]
    async fn one_client_leaves_workers_places_and_memory_to_others() {
        let [greedy, other] = [1, 2].map(|number| Client::at([192, 0, 2, number].into()));
        let pool = pool(4, 4, Duration::from_secs(600));
        let (release, gate) = std::sync::mpsc::channel::<()>();
        let gate = Arc::new(std::sync::Mutex::new(gate));
        let mut tasks = Vec::new();
        for number in 0..4 {
            let (works, gate) = (pool.clone(), gate.clone());
            tasks.push(tokio::spawn(async move {
                works.run(greedy, LONG, move |_| Ok(gate.lock().unwrap().recv().is_ok())).await.unwrap().result
            }));
            // Two are running, and two wait.
            let left = |pool: &Pool| (pool.0.workers.left(), pool.0.queue.left());
            let expected = [(3, 4), (2, 4), (2, 3), (2, 2)][number];
            while left(&pool) != expected {
                tokio::task::yield_now().await;
            }
        }
        let refused = pool.run(greedy, LONG, |_| Ok(())).await.unwrap_err().to_json();
        assert!(refused.contains("too-many-requests"), "{refused}");
        assert!(pool.run(other, LONG, |_| Ok(())).await.is_ok());
        assert!(pool.hold(greedy, 5 * UNIT).unwrap_err().to_json().contains("too-many-requests"));
        assert!(pool.hold(other, 3 * UNIT).is_ok());
        for _ in &tasks {
            release.send(()).unwrap();
        }
        for task in tasks {
            assert!(task.await.unwrap());
        }
    }
}
