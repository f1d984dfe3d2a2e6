//! Where mazes are made: small ones at once, large ones on a bounded number of threads.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use prometheus::IntGauge;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::{Instant, sleep, timeout_at};

use crate::response::problem::{Kind, Problem};
use crate::telemetry::metrics::{Metrics, Refusal};
use crate::work::cancel::{StopOnDrop, Watch};
use dedale::observe::Stopped;

/// Work of no more steps than this is done where it is: it takes less time than moving it to another thread and back is
/// worth, and far less than other requests on this thread would notice.
const AT_ONCE: u64 = 20_000;

/// How far behind the threads that answer may be, in milliseconds, before every request is refused.
const MOST_BEHIND: u32 = 30;

/// How many requests may be ready to be answered, beyond the few hundred that each thread has before it, before every request is refused.
const MOST_READY: usize = 128;

/// How often it is seen how far behind they are, and of how many times the best counts: who is held up for a moment is not behind.
const LOOK: Duration = Duration::from_millis(10);
const LOOKS: usize = 4;

/// How many steps a millisecond a worker takes, before any was seen to work.
const FIRST_PACE: u64 = 100_000;

/// How long an answer that is being drawn may wait for its next turn before no others are begun.
const LONGEST_TURN_WAIT: Duration = Duration::from_millis(100);

/// The most bytes for which no memory is set aside.
const FEW: u64 = 64 * 1024;

/// The unit in which memory is set aside, in bytes.
const UNIT: u64 = 1024;

/// What a piece of work costs, as far as that is known before it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// About how many steps it takes.
    pub steps: u64,
    /// About how many bytes of memory its result has, for as long as it is being sent.
    pub bytes: u64,
}

/// What the pool has, and what it holds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolSettings {
    /// How many large mazes are worked on at a time.
    pub workers: usize,
    /// How many pieces of work may wait for a worker.
    pub queue: usize,
    /// How long a piece of work may wait for a worker.
    pub queue_timeout: Duration,
    /// How long a piece of work may take, waiting included.
    pub timeout: Duration,
    /// How many bytes all results together may have that are being made or sent.
    pub max_held: u64,
}

/// A bounded number of threads for work that takes long, and a bounded queue before them.
///
/// What a piece of work costs is told before it begins, and it is refused at once when there is no place for it in the queue,
/// when it would wait there for too long, or when its result would need more memory than is left.
#[derive(Clone, Debug)]
pub struct Pool(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    settings: PoolSettings,
    metrics: Arc<Metrics>,
    /// One for each piece of work that is being done.
    workers: Arc<Semaphore>,
    /// One for each piece of work that is being done or waits.
    places: Arc<Semaphore>,
    /// One for each turn of work for an answer that is being sent. They are short, and do not wait for the others, which are long.
    turns: Arc<Semaphore>,
    /// One for each [`UNIT`] of the memory that results may have.
    memory: Arc<Semaphore>,
    /// The steps of all work that is being done or waits.
    steps_ahead: AtomicU64,
    /// How many steps a millisecond a worker takes, of late.
    pace: AtomicU64,
    /// How far behind the threads are that answer, in milliseconds.
    behind: AtomicU32,
    /// How long it takes until it is somebody's turn, of late, in microseconds.
    turn_wait: AtomicU64,
    /// When that was last seen, by the clock of the system.
    looked: Mutex<Option<std::time::Instant>>,
}

/// What came of a piece of work.
#[derive(Debug)]
pub struct Done<T> {
    /// Its result.
    pub result: T,
    /// How long it waited for a worker.
    pub queued: Duration,
    /// The memory that is set aside for the result: to be kept as long as that is. A small one has none.
    pub held: Option<Held>,
}

/// Memory that is set aside for a large result.
#[derive(Debug)]
pub struct Held {
    _permit: OwnedSemaphorePermit,
    gauge: Counted,
}

impl Held {
    /// How many bytes.
    pub fn bytes(&self) -> u64 {
        self.gauge.amount.unsigned_abs()
    }
}

/// Something that is counted while it lasts.
#[derive(Debug)]
pub(crate) struct Counted {
    gauge: IntGauge,
    amount: i64,
}

impl Counted {
    /// Counts it, as so much.
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

/// Steps that are ahead of those who come later.
struct Ahead {
    shared: Arc<Shared>,
    steps: u64,
}

impl Ahead {
    fn new(shared: &Arc<Shared>, steps: u64) -> Ahead {
        shared.steps_ahead.fetch_add(steps, Ordering::Relaxed);
        Ahead { shared: shared.clone(), steps }
    }
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.shared.steps_ahead.fetch_sub(self.steps, Ordering::Relaxed);
    }
}

impl Pool {
    /// A pool that holds to these settings, and counts in `metrics`.
    pub fn new(settings: PoolSettings, metrics: Arc<Metrics>) -> Pool {
        let PoolSettings { workers, queue, max_held, .. } = settings;
        let semaphore = |permits: usize| Arc::new(Semaphore::new(permits.min(Semaphore::MAX_PERMITS)));
        Pool(Arc::new(Shared {
            settings,
            metrics,
            workers: semaphore(workers),
            places: semaphore(workers.saturating_add(queue)),
            turns: semaphore(workers),
            memory: semaphore((max_held / UNIT).max(1).try_into().unwrap_or(usize::MAX)),
            steps_ahead: AtomicU64::new(0),
            pace: AtomicU64::new(FIRST_PACE),
            behind: AtomicU32::new(0),
            turn_wait: AtomicU64::new(0),
            looked: Mutex::new(None),
        }))
    }

    /// How many workers have nothing to do.
    pub fn free_workers(&self) -> usize {
        self.0.workers.available_permits()
    }

    /// How many more turns could be taken now.
    pub fn free_turns(&self) -> usize {
        self.0.turns.available_permits()
    }

    /// Sees, for ever, how far behind the threads are that answer: by how much later than it should a sleeper on them wakes.
    pub async fn watch_threads(self) {
        let mut seen = [0; LOOKS];
        let mut was_crowded = false;
        loop {
            for place in 0..LOOKS {
                let start = Instant::now();
                sleep(LOOK).await;
                // A clock of milliseconds wakes sleepers up to one late.
                let behind = start.elapsed().saturating_sub(LOOK).as_millis().saturating_sub(1);
                seen[place] = behind.try_into().unwrap_or(u32::MAX);
                // Who wakes goes before those for whom the threads have had no room yet, so that they are counted as well.
                // Once is no matter: clocks of many connections may strike together.
                let is_crowded = Handle::current().metrics().global_queue_depth() > MOST_READY;
                let is_flooded = is_crowded && was_crowded;
                was_crowded = is_crowded;
                let behind = if is_flooded { u32::MAX } else { seen.into_iter().min().unwrap_or(0) };
                self.0.behind.store(behind, Ordering::Relaxed);
                self.looked_at(std::time::Instant::now());
            }
        }
    }

    /// Notes when it was last seen how far behind the threads are.
    pub(crate) fn looked_at(&self, time: std::time::Instant) {
        *self.0.looked.lock().unwrap_or_else(PoisonError::into_inner) = Some(time);
    }

    /// For how long nobody has seen how far behind the threads are, which is never long but where they stand still; `None` before
    /// anybody has.
    pub fn unseen_for(&self) -> Option<Duration> {
        self.0.looked.lock().unwrap_or_else(PoisonError::into_inner).map(|time| time.elapsed())
    }

    /// Refuses a request, however small, while the threads that answer are behind.
    ///
    /// # Errors
    ///
    /// A [`Problem`] that says so.
    pub fn check_threads(&self) -> Result<(), Problem> {
        if self.0.behind.load(Ordering::Relaxed) > MOST_BEHIND { Err(self.refuse(Refusal::Behind, 1)) } else { Ok(()) }
    }

    /// Does `work` that costs so much: here when it is small, else on a thread of the pool.
    ///
    /// # Errors
    ///
    /// A [`Problem`] when too much work waits already, when it takes too long, or when it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        cost: Cost,
        work: impl FnOnce(&mut Watch) -> Result<T, Stopped> + Send + 'static,
    ) -> Result<Done<T>, Problem> {
        if cost.steps <= AT_ONCE {
            let result = work(&mut Watch::default()).map_err(|Stopped| self.too_slow())?;
            return Ok(Done { result, queued: Duration::ZERO, held: None });
        }
        let mut watch = Watch::new();
        let start = Instant::now();
        let deadline = start + self.0.settings.timeout;
        let ahead = self.check_wait(cost.steps)?;
        let held = self.hold(cost.bytes)?;
        let mut stop = StopOnDrop::waiting(&watch, &self.0.metrics);
        let permits = self.wait_for_worker(deadline).await;
        stop.has_begun();
        let permits = permits?;
        let queued = start.elapsed();
        let shared = self.0.clone();
        shared.metrics.waited(queued);
        // What it has goes with the work and not with the request: work that was told to stop still has its thread until it has
        // heard.
        let working = spawn_blocking(move || {
            let _working = Counted::new(&shared.metrics.working, 1);
            let begin = Instant::now();
            let result = work(&mut watch);
            match &result {
                Ok(_) => shared.worked(cost.steps, begin.elapsed()),
                Err(Stopped) => shared.metrics.cancelled(watch.why()),
            }
            drop((permits, ahead));
            result.map(|result| (result, held))
        });
        match timeout_at(deadline, working).await {
            Ok(Ok(Ok((result, held)))) => Ok(Done { result, queued, held: Some(held) }),
            Ok(Ok(Err(Stopped))) => Err(self.too_slow()),
            Err(_) => {
                stop.time_is_up();
                Err(self.too_slow())
            }
            Ok(Err(_panic)) => Err(self.panicked()),
        }
    }

    /// Does a short turn of work for an answer that is being sent, when it is this one's turn.
    ///
    /// # Errors
    ///
    /// When the work panics.
    pub fn turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, JoinError>> + Send + 'static {
        let shared = self.0.clone();
        async move {
            let start = Instant::now();
            // The semaphore is never closed. As above, the permit goes with the work.
            let permit = shared.turns.clone().acquire_owned().await.ok();
            shared.turn_waited(start.elapsed());
            spawn_blocking(move || {
                let result = work();
                drop(permit);
                result
            })
            .await
        }
    }

    /// Refuses to begin another large answer while those that are being drawn wait too long for their turns: all would take ever longer,
    /// however many there are.
    ///
    /// # Errors
    ///
    /// A [`Problem`] that says so.
    pub fn check_turns(&self) -> Result<(), Problem> {
        let wait = Duration::from_micros(self.0.turn_wait.load(Ordering::Relaxed));
        if wait > LONGEST_TURN_WAIT && self.free_turns() == 0 { Err(self.refuse(Refusal::Turns, 2)) } else { Ok(()) }
    }

    /// Whether more than half of the memory is taken that results may have.
    pub fn is_scarce(&self) -> bool {
        2 * self.0.metrics.held.get() > self.0.settings.max_held as i64
    }

    /// Counts that work panicked. What it said is in the log.
    pub fn panicked(&self) -> Problem {
        self.0.metrics.panics.inc();
        Problem::new(Kind::INTERNAL_ERROR, "something went wrong while the maze was made")
    }

    /// Counts a request that is refused, which may come again after so many seconds, and says why.
    pub fn refuse(&self, why: Refusal, seconds: u32) -> Problem {
        self.0.metrics.refused(why);
        let detail = match why {
            Refusal::QueueFull | Refusal::QueueSlow => "too many large mazes are waiting to be made",
            Refusal::Memory | Refusal::Turns => "too many large mazes are being sent",
            Refusal::Streams => "too many streams of steps are being read",
            Refusal::Behind | Refusal::RateLimit => "too many requests are waiting to be answered",
        };
        Problem::new(Kind::OVERLOADED, detail).retry_after(seconds)
    }

    /// Takes a place behind the steps that are ahead, unless they take longer than anybody may wait.
    fn check_wait(&self, steps: u64) -> Result<Ahead, Problem> {
        let shared = &self.0;
        let ahead = shared.steps_ahead.load(Ordering::Relaxed);
        let pace = shared.pace.load(Ordering::Relaxed).saturating_mul(shared.settings.workers as u64).max(1);
        let wait = Duration::from_millis(ahead / pace);
        // Where a worker is free nothing waits, however long the others work.
        if wait > shared.settings.queue_timeout && self.free_workers() == 0 {
            return Err(self.refuse(Refusal::QueueSlow, self.seconds_ahead()));
        }
        Ok(Ahead::new(shared, steps))
    }

    /// After how many seconds about half of what is ahead will be done.
    fn seconds_ahead(&self) -> u32 {
        let shared = &self.0;
        let pace = shared.pace.load(Ordering::Relaxed).saturating_mul(shared.settings.workers as u64).max(1);
        let milliseconds = shared.steps_ahead.load(Ordering::Relaxed) / pace / 2;
        milliseconds.div_ceil(1000).clamp(1, 60) as u32
    }

    /// Sets memory aside for so many bytes, if they are many: of what has few there is no more than there are connections.
    ///
    /// # Errors
    ///
    /// A [`Problem`] when there is not so much left.
    pub fn hold_large(&self, bytes: u64) -> Result<Option<Held>, Problem> {
        if bytes > FEW { self.hold(bytes).map(Some) } else { Ok(None) }
    }

    /// Sets memory aside. What is larger than all there is may have all there is.
    ///
    /// # Errors
    ///
    /// A [`Problem`] when there is not so much left.
    pub fn hold(&self, bytes: u64) -> Result<Held, Problem> {
        let bytes = bytes.min(self.0.settings.max_held);
        let units = u32::try_from((bytes / UNIT).max(1)).unwrap_or(u32::MAX);
        let permit = self.0.memory.clone().try_acquire_many_owned(units);
        let permit = permit.map_err(|_| self.refuse(Refusal::Memory, self.seconds_ahead().max(2)))?;
        Ok(Held { _permit: permit, gauge: Counted::new(&self.0.metrics.held, bytes as i64) })
    }

    async fn wait_for_worker(&self, deadline: Instant) -> Result<[OwnedSemaphorePermit; 2], Problem> {
        let shared = &self.0;
        let place = shared.places.clone().try_acquire_owned();
        let place = place.map_err(|_| self.refuse(Refusal::QueueFull, self.seconds_ahead()))?;
        let _waiting = Counted::new(&shared.metrics.waiting, 1);
        let patience = deadline.min(Instant::now() + shared.settings.queue_timeout);
        let worker = timeout_at(patience, shared.workers.clone().acquire_owned()).await;
        // Neither semaphore is ever closed, so what is left is the time being up.
        let worker = worker.ok().and_then(Result::ok);
        let worker = worker.ok_or_else(|| self.refuse(Refusal::QueueSlow, self.seconds_ahead()))?;
        Ok([place, worker])
    }

    fn too_slow(&self) -> Problem {
        let seconds = self.0.settings.timeout.as_secs_f64();
        Problem::new(
            Kind::TOO_SLOW,
            format!("the work was stopped after {seconds} s, the most that one request may take"),
        )
    }
}

impl Shared {
    /// Notes how fast a worker was.
    fn worked(&self, steps: u64, time: Duration) {
        let pace = (steps as f64 / (time.as_secs_f64() * 1000.0).max(0.001)) as u64;
        // What was seen of late counts for most. Another worker may note its own between these two, and one is lost: no matter. How many
        // steps there would be was a guess, which may have been far too high.
        let before = self.pace.load(Ordering::Relaxed);
        let pace = pace.min(before.saturating_mul(2));
        self.pace.store(before.saturating_mul(3).saturating_add(pace) / 4, Ordering::Relaxed);
    }

    /// Notes how long it took until it was somebody's turn.
    fn turn_waited(&self, time: Duration) {
        let wait = time.as_micros().try_into().unwrap_or(u64::MAX);
        let before = self.turn_wait.load(Ordering::Relaxed);
        self.turn_wait.store(before.saturating_mul(7).saturating_add(wait) / 8, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dedale::grid::Cell;
    use dedale::observe::{Observer as _, Step};
    use std::sync::mpsc;

    const LONG: Cost = Cost { steps: AT_ONCE + 1, bytes: UNIT };
    const SHORT: Cost = Cost { steps: 1, bytes: 1 };

    fn pool(workers: usize, queue: usize, timeout: Duration) -> Pool {
        let settings = PoolSettings { workers, queue, queue_timeout: timeout, timeout, max_held: 10 * UNIT };
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
        let problem = pool.run(LONG, forever).await.unwrap_err();
        assert_eq!(problem, pool.too_slow());
        // Its worker is free again, as soon as it has heard.
        while pool.free_workers() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(pool.run(LONG, |_| Ok(7)).await.unwrap().result, 7);
    }

    #[tokio::test]
    async fn work_is_stopped_when_nobody_waits_for_it() {
        let pool = pool(1, 0, Duration::from_secs(600));
        let (heard, stopped) = mpsc::channel();
        let work = move |watch: &mut Watch| {
            let result = forever(watch);
            heard.send(()).unwrap();
            result
        };
        let waiting = tokio::time::timeout(Duration::from_millis(20), pool.run(LONG, work)).await;
        assert!(waiting.is_err());
        assert_eq!(tokio::task::spawn_blocking(move || stopped.recv()).await.unwrap(), Ok(()));
    }

    #[tokio::test]
    async fn a_full_queue_is_refused_and_a_panic_is_a_problem() {
        let pool = pool(1, 1, Duration::from_secs(600));
        let (release, gate) = mpsc::channel::<()>();
        let busy = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(LONG, move |_| Ok(gate.recv().is_ok())).await.unwrap().result }
        });
        while pool.free_workers() == 1 {
            tokio::task::yield_now().await;
        }
        let waiting = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(LONG, |_| Ok(())).await.unwrap().queued }
        });
        while pool.0.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = pool.run(LONG, |_| Ok(())).await.unwrap_err();
        let overloaded = Problem::new(Kind::OVERLOADED, "too many large mazes are waiting to be made");
        assert_eq!(refused, overloaded.retry_after(1));
        // Small work is done all the same.
        assert_eq!(pool.run(SHORT, |_| Ok(3)).await.unwrap().result, 3);
        release.send(()).unwrap();
        assert!(busy.await.unwrap());
        assert!(waiting.await.unwrap() > Duration::ZERO);

        let panicked = pool.run(LONG, |_| -> Result<(), Stopped> { panic!("on purpose") }).await.unwrap_err();
        assert_eq!(panicked, Problem::new(Kind::INTERNAL_ERROR, "something went wrong while the maze was made"));
        assert!(pool.run(LONG, |_| Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn memory_is_set_aside_until_the_result_is_sent() {
        let pool = pool(2, 2, Duration::from_secs(600));
        let cost = Cost { bytes: 6 * UNIT, ..LONG };
        let first = pool.run(cost, |_| Ok(())).await.unwrap();
        assert_eq!(pool.0.metrics.held.get(), 6 * UNIT as i64);
        let refused = pool.run(cost, |_| Ok(())).await.unwrap_err();
        assert_eq!(refused, Problem::new(Kind::OVERLOADED, "too many large mazes are being sent").retry_after(2));
        assert!(pool.run(Cost { bytes: 4 * UNIT, ..LONG }, |_| Ok(())).await.is_ok());
        drop(first);
        assert_eq!(pool.0.metrics.held.get(), 0);
        // What is larger than all there is may have all there is.
        assert!(pool.run(Cost { bytes: u64::MAX, ..LONG }, |_| Ok(())).await.is_ok());
        assert!(!pool.is_scarce());
        let _most = pool.hold(6 * UNIT).unwrap();
        assert!(pool.is_scarce());
    }

    #[tokio::test]
    async fn no_large_answer_is_begun_while_others_wait_long_for_their_turns() {
        let pool = pool(1, 1, Duration::from_secs(10));
        let (release, gate) = mpsc::channel::<()>();
        let turn = tokio::spawn(pool.turn(move || gate.recv().is_ok()));
        while pool.free_turns() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(pool.check_turns().is_ok(), "nobody has waited yet");
        pool.0.turn_waited(10 * LONGEST_TURN_WAIT);
        let refused = pool.check_turns().unwrap_err();
        assert_eq!(refused, Problem::new(Kind::OVERLOADED, "too many large mazes are being sent").retry_after(2));
        release.send(()).unwrap();
        assert!(turn.await.unwrap().unwrap());
        assert!(pool.check_turns().is_ok(), "nobody waits any more");
    }

    #[test]
    fn one_guess_that_was_far_off_does_not_make_others_wrong() {
        let pool = pool(1, 1, Duration::from_secs(10));
        pool.0.worked(10_000_000, Duration::from_micros(10));
        assert!(pool.0.pace.load(Ordering::Relaxed) <= FIRST_PACE * 5 / 4);
    }

    #[tokio::test]
    async fn what_would_wait_for_too_long_is_refused_at_once() {
        let pool = pool(1, 100, Duration::from_secs(10));
        let (release, gate) = mpsc::channel::<()>();
        // Two minutes, as far as is known.
        let long = Cost { steps: 120_000 * FIRST_PACE, ..LONG };
        let busy = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(long, move |_| Ok(gate.recv().is_ok())).await.unwrap().result }
        });
        while pool.free_workers() == 1 {
            tokio::task::yield_now().await;
        }
        let start = Instant::now();
        let refused = pool.run(LONG, |_| Ok(())).await.unwrap_err();
        assert!(start.elapsed() < Duration::from_secs(1));
        let overloaded = Problem::new(Kind::OVERLOADED, "too many large mazes are waiting to be made");
        assert_eq!(refused, overloaded.retry_after(60));
        release.send(()).unwrap();
        assert!(busy.await.unwrap());
        // A worker was much faster than that, and what was ahead is done.
        assert!(pool.run(LONG, |_| Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn requests_are_refused_while_the_threads_are_behind() {
        let pool = pool(1, 1, Duration::from_secs(10));
        pool.0.behind.store(MOST_BEHIND + 1, Ordering::Relaxed);
        assert!(pool.check_threads().is_err());
        let watching = tokio::spawn(pool.clone().watch_threads());
        while pool.check_threads().is_err() {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        // A thread that hardly comes to anything else.
        for _ in 0..2 * LOOKS {
            std::thread::sleep(Duration::from_millis(100));
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert!(pool.check_threads().is_err());
        watching.abort();
    }
}
