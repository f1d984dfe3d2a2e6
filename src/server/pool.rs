//! Where mazes are made: small ones at once, large ones on a bounded number of threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::{JoinError, spawn_blocking};
use tokio::time::{Instant, timeout_at};

use super::problem::{Kind, Problem};
use crate::observe::{Observer, Step, Stopped};

/// Work of no more steps than this is done where it is: it takes less time than moving it to another thread and back is
/// worth, and far less than other requests on this thread would notice.
const AT_ONCE: u64 = 20_000;

/// A bounded number of threads for work that takes long, and a bounded queue before them.
#[derive(Clone, Debug)]
pub struct Pool {
    /// One for each piece of work that is being done.
    workers: Arc<Semaphore>,
    /// One for each piece of work that is being done or waits.
    places: Arc<Semaphore>,
    /// One for each turn of work for an answer that is being sent. They are short, and do not wait for the others, which are long.
    turns: Arc<Semaphore>,
    timeout: Duration,
}

/// What came of a piece of work.
#[derive(Debug)]
pub struct Done<T> {
    /// Its result.
    pub result: T,
    /// How long it waited for a worker.
    pub queued: Duration,
}

/// Tells a piece of work to stop when nobody waits for it any more: its time is up, or the client went away.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<AtomicBool>);

impl Observer for Watch {
    const FOLLOWS: bool = false;

    #[inline]
    fn see(&mut self, _: Step) -> Result<(), Stopped> {
        if self.0.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

/// Stops the work when the request that waits for it is dropped.
struct StopOnDrop(Watch);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    /// A pool of `workers` threads, before which `queue` pieces of work may wait, each for no longer than `timeout` in all.
    pub fn new(workers: usize, queue: usize, timeout: Duration) -> Pool {
        let places = workers.saturating_add(queue).min(Semaphore::MAX_PERMITS);
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Pool { workers: semaphore(workers), places: semaphore(places), turns: semaphore(workers), timeout }
    }

    /// How many workers have nothing to do.
    pub fn free_workers(&self) -> usize {
        self.workers.available_permits()
    }

    /// How many more turns could be taken now.
    pub fn free_turns(&self) -> usize {
        self.turns.available_permits()
    }

    /// Does `work` of about `steps` steps: here when they are few, else on a thread of the pool.
    ///
    /// # Errors
    ///
    /// A [`Problem`] when too much work waits already, when it takes too long, or when it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        steps: u64,
        work: impl FnOnce(&mut Watch) -> Result<T, Stopped> + Send + 'static,
    ) -> Result<Done<T>, Problem> {
        let mut watch = Watch::default();
        if steps <= AT_ONCE {
            let result = work(&mut watch).map_err(|Stopped| self.too_slow())?;
            return Ok(Done { result, queued: Duration::ZERO });
        }
        let _stop = StopOnDrop(watch.clone());
        let start = Instant::now();
        let deadline = start + self.timeout;
        let permits = self.wait_for_worker(deadline).await?;
        let queued = start.elapsed();
        // The permits go with the work and not with the request: work that was told to stop still has its thread until it
        // has heard.
        let working = spawn_blocking(move || {
            let result = work(&mut watch);
            drop(permits);
            result
        });
        match timeout_at(deadline, working).await {
            Ok(Ok(Ok(result))) => Ok(Done { result, queued }),
            Ok(Ok(Err(Stopped))) | Err(_) => Err(self.too_slow()),
            Ok(Err(panic)) => {
                tracing::error!(error = %panic, "the work for a request panicked");
                Err(Problem::new(Kind::INTERNAL_ERROR, "something went wrong while the maze was made"))
            }
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
        let turns = self.turns.clone();
        async move {
            // The semaphore is never closed. As above, the permit goes with the work.
            let permit = turns.acquire_owned().await.ok();
            spawn_blocking(move || {
                let result = work();
                drop(permit);
                result
            })
            .await
        }
    }

    async fn wait_for_worker(&self, deadline: Instant) -> Result<[OwnedSemaphorePermit; 2], Problem> {
        let overloaded = || Problem::new(Kind::OVERLOADED, "too many large mazes are waiting to be made");
        let place = self.places.clone().try_acquire_owned().map_err(|_| overloaded())?;
        let worker = timeout_at(deadline, self.workers.clone().acquire_owned()).await;
        // Neither semaphore is ever closed, so what is left is the time being up.
        let worker = worker.ok().and_then(Result::ok).ok_or_else(overloaded)?;
        Ok([place, worker])
    }

    fn too_slow(&self) -> Problem {
        let seconds = self.timeout.as_secs_f64();
        Problem::new(
            Kind::TOO_SLOW,
            format!("the work was stopped after {seconds} s, the most that one request may take"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use std::sync::mpsc;

    const LONG: u64 = AT_ONCE + 1;

    fn forever(watch: &mut Watch) -> Result<(), Stopped> {
        loop {
            watch.see(Step::Visit(Cell(0)))?;
        }
    }

    #[tokio::test]
    async fn work_that_takes_too_long_is_stopped() {
        let pool = Pool::new(1, 0, Duration::from_millis(20));
        let problem = pool.run(LONG, forever).await.unwrap_err();
        assert_eq!(problem, pool.too_slow());
        // Its worker is free again, as soon as it has heard.
        while pool.workers.available_permits() == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(pool.run(LONG, |_| Ok(7)).await.unwrap().result, 7);
    }

    #[tokio::test]
    async fn work_is_stopped_when_nobody_waits_for_it() {
        let pool = Pool::new(1, 0, Duration::from_secs(600));
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
        let pool = Arc::new(Pool::new(1, 1, Duration::from_secs(600)));
        let (release, gate) = mpsc::channel::<()>();
        let busy = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(LONG, move |_| Ok(gate.recv().is_ok())).await.unwrap().result }
        });
        while pool.workers.available_permits() == 1 {
            tokio::task::yield_now().await;
        }
        let waiting = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(LONG, |_| Ok(())).await.unwrap().queued }
        });
        while pool.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let refused = pool.run(LONG, |_| Ok(())).await.unwrap_err();
        assert_eq!(refused, Problem::new(Kind::OVERLOADED, "too many large mazes are waiting to be made"));
        // Small work is done all the same.
        assert_eq!(pool.run(1, |_| Ok(3)).await.unwrap().result, 3);
        release.send(()).unwrap();
        assert!(busy.await.unwrap());
        assert!(waiting.await.unwrap() > Duration::ZERO);

        let panicked = pool.run(LONG, |_| -> Result<(), Stopped> { panic!("on purpose") }).await.unwrap_err();
        assert_eq!(panicked, Problem::new(Kind::INTERNAL_ERROR, "something went wrong while the maze was made"));
        assert!(pool.run(LONG, |_| Ok(())).await.is_ok());
    }
}
