//! The thread pool.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Uri;
use dedale::grid::Cell;
use dedale::observe::Stopped;
use dedale::observe::{Observer as _, Step};
use dedale_server::limits::cancel::Watch;
use dedale_server::limits::memory::{Account, Memory};
use dedale_server::limits::pool::{Cost, LONG_STEPS, Pool, TURN_STEPS};
use dedale_server::limits::shares::Client;
use dedale_server::problem::{Kind, Problem};
use dedale_server::settings::{Settings, turns};
use dedale_server::telemetry::metrics::Metrics;
use dedale_server::telemetry::timing::Timing;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

const MIB: u64 = 1 << 20;
const NOBODY: Client = Client::NOBODY;
const LONG: Cost = Cost { steps: TURN_STEPS + 1, bytes: MIB };
const SHORT: Cost = Cost { steps: 1, bytes: 1 };

fn pool(workers: usize, queue: usize, timeout: Duration) -> (Pool, Memory, Arc<Metrics>) {
    let settings =
        Settings { workers, queue, queue_timeout: timeout, timeout, max_steps: u64::MAX, ..Settings::default() };
    let metrics = Arc::new(Metrics::default());
    let memory = Memory::new(10 * MIB, 50, metrics.clone());
    (Pool::new(settings, metrics.clone()), memory, metrics)
}

/// The account of a request by this client.
fn account(memory: &Memory, client: Client) -> Account {
    memory.account(client, &Uri::from_static("/maze"))
}

fn forever(watch: &mut Watch) -> Result<(), Stopped> {
    loop {
        watch.see(Step::Visit(Cell(0)))?;
    }
}

#[tokio::test]
async fn work_that_takes_too_long_is_stopped() {
    let (pool, memory, _) = pool(1, 0, Duration::from_millis(20));
    let problem = pool.run(&account(&memory, NOBODY), &Timing::default(), LONG, forever).await.unwrap_err();
    assert!(problem.to_json().contains("urn:dedale:problem:too-slow"), "{problem:?}");
    // The worker is free again as soon as the work has stopped.
    while pool.free_workers() == 0 {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(pool.run(&account(&memory, NOBODY), &Timing::default(), LONG, |_| Ok(7)).await.unwrap().result, 7);
}

#[tokio::test]
async fn work_is_cancelled_when_its_client_disconnects() {
    let (pool, memory, _) = pool(1, 0, Duration::from_secs(600));
    let (heard, stopped) = mpsc::channel();
    let work = move |watch: &mut Watch| {
        let result = forever(watch);
        heard.send(()).unwrap();
        result
    };
    let timing = Timing::default();
    let waiting =
        tokio::time::timeout(Duration::from_millis(20), pool.run(&account(&memory, NOBODY), &timing, LONG, work)).await;
    assert!(waiting.is_err());
    assert_eq!(tokio::task::spawn_blocking(move || stopped.recv()).await.unwrap(), Ok(()));
}

#[tokio::test]
async fn a_full_queue_is_refused_and_a_panic_is_a_problem() {
    let (pool, memory, metrics) = pool(1, 1, Duration::from_secs(600));
    let (release, gate) = mpsc::channel::<()>();
    let busy = tokio::spawn({
        let (pool, memory) = (pool.clone(), memory.clone());
        async move {
            pool.run(&account(&memory, NOBODY), &Timing::default(), LONG, move |_| Ok(gate.recv().is_ok()))
                .await
                .unwrap()
                .result
        }
    });
    while pool.free_workers() == 1 {
        tokio::task::yield_now().await;
    }
    let waiting = tokio::spawn({
        let (pool, memory) = (pool.clone(), memory.clone());
        async move {
            let timing = Timing::default();
            pool.run(&account(&memory, NOBODY), &timing, LONG, |_| Ok(())).await.unwrap();
            timing.header().unwrap().to_str().unwrap().to_owned()
        }
    });
    while metrics.waiting.get() < 1 {
        tokio::task::yield_now().await;
    }
    let refused = pool.run(&account(&memory, NOBODY), &Timing::default(), LONG, |_| Ok(())).await.unwrap_err();
    let overloaded = Problem::new(Kind::OVERLOADED, "the queue for large mazes is full");
    assert_eq!(refused, overloaded.retry_after(2));
    // Small work is still done.
    assert_eq!(pool.run(&account(&memory, NOBODY), &Timing::default(), SHORT, |_| Ok(3)).await.unwrap().result, 3);
    release.send(()).unwrap();
    assert!(busy.await.unwrap());
    let timing = waiting.await.unwrap();
    assert!(timing.starts_with("queue;dur=") && timing != "queue;dur=0.000", "{timing}");

    let panicked = pool
        .run(&account(&memory, NOBODY), &Timing::default(), LONG, |_| -> Result<(), Stopped> { panic!("on purpose") })
        .await
        .unwrap_err();
    assert_eq!(panicked, Problem::new(Kind::INTERNAL_ERROR, "an error occurred while the maze was processed"));
    assert!(pool.run(&account(&memory, NOBODY), &Timing::default(), LONG, |_| Ok(())).await.is_ok());
}

#[tokio::test]
async fn memory_is_held_until_the_result_is_sent() {
    let (pool, memory, metrics) = pool(2, 2, Duration::from_secs(600));
    let cost = Cost { bytes: 6 * MIB, ..LONG };
    let first = pool.run(&account(&memory, NOBODY), &Timing::default(), cost, |_| Ok(())).await.unwrap();
    assert_eq!(metrics.reserved.get(), 6 * MIB as i64);
    let refused = pool.run(&account(&memory, NOBODY), &Timing::default(), cost, |_| Ok(())).await.unwrap_err();
    let overloaded = Problem::new(Kind::OVERLOADED, "the memory for large mazes is in use");
    assert_eq!(refused, overloaded.retry_after(2));
    assert!(
        pool.run(&account(&memory, NOBODY), &Timing::default(), Cost { bytes: 4 * MIB, ..LONG }, |_| Ok(()))
            .await
            .is_ok()
    );
    drop(first);
    assert_eq!(metrics.reserved.get(), 0);
    // Work that is larger than the whole pool is never begun.
    let refused = pool
        .run(&account(&memory, NOBODY), &Timing::default(), Cost { bytes: u64::MAX, ..LONG }, |_| Ok(()))
        .await
        .unwrap_err();
    assert!(refused.to_json().contains("too-large"));
}

#[tokio::test]
async fn one_client_leaves_workers_places_and_memory_to_others() {
    let [greedy, other] = [1, 2].map(|number| Client::at([192, 0, 2, number].into()));
    let (pool, memory, metrics) = pool(4, 4, Duration::from_secs(600));
    let (release, gate) = std::sync::mpsc::channel::<()>();
    let gate = Arc::new(std::sync::Mutex::new(gate));
    let mut tasks = Vec::new();
    for number in 0..4 {
        let (works, memory, gate) = (pool.clone(), memory.clone(), gate.clone());
        tasks.push(tokio::spawn(async move {
            works
                .run(&account(&memory, greedy), &Timing::default(), LONG, move |_| {
                    Ok(gate.lock().unwrap().recv().is_ok())
                })
                .await
                .unwrap()
                .result
        }));
        // Two are running, and two wait.
        let left = || (4 - metrics.working.get(), 4 - metrics.waiting.get());
        let expected = [(3, 4), (2, 4), (2, 3), (2, 2)][number];
        while left() != expected {
            tokio::task::yield_now().await;
        }
    }
    let refused =
        pool.run(&account(&memory, greedy), &Timing::default(), LONG, |_| Ok(())).await.unwrap_err().to_json();
    assert!(refused.contains("too-many-requests"), "{refused}");
    assert!(pool.run(&account(&memory, other), &Timing::default(), LONG, |_| Ok(())).await.is_ok());
    assert!(account(&memory, greedy).reserve(5 * MIB).unwrap_err().to_json().contains("too-many-requests"));
    assert!(account(&memory, other).reserve(3 * MIB).is_ok());
    for _ in &tasks {
        release.send(()).unwrap();
    }
    for task in tasks {
        assert!(task.await.unwrap());
    }
}

#[tokio::test]
async fn responses_that_are_sent_do_not_wait_for_those_that_begin() {
    let (pool, memory, metrics) = pool(4, 64, Duration::from_secs(600));
    let client = Client::at([192, 0, 2, 1].into());
    let is_open = Arc::new(AtomicBool::new(false));
    let mut tasks = Vec::new();
    for _ in 0..16 {
        let (works, memory, is_open) = (pool.clone(), memory.clone(), is_open.clone());
        tasks.push(tokio::spawn(async move {
            let work = move |_: &mut Watch| {
                while !is_open.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(())
            };
            works
                .run(&account(&memory, client), &Timing::default(), Cost { steps: TURN_STEPS, bytes: 1 }, work)
                .await
                .unwrap();
        }));
    }
    while metrics.waiting.get() < 15 {
        tokio::task::yield_now().await;
    }
    if turns() > 2 {
        let sent =
            tokio::time::timeout(Duration::from_secs(20), pool.pieces(&account(&memory, client)).make(0, |_| Ok(7)));
        assert_eq!(sent.await.expect("a free turn").unwrap(), 7);
    }
    is_open.store(true, Ordering::Relaxed);
    for task in tasks {
        task.await.unwrap();
    }
}

#[tokio::test]
async fn long_work_has_at_most_half_of_the_workers() {
    let (pool, memory, metrics) = pool(4, 64, Duration::from_secs(600));
    let is_open = Arc::new(AtomicBool::new(false));
    let mut tasks = Vec::new();
    for number in 0..32_u8 {
        let (works, memory, is_open) = (pool.clone(), memory.clone(), is_open.clone());
        let client = Client::at([192, 0, 2, number % 4].into());
        let long = Cost { steps: LONG_STEPS + 1, bytes: 1 };
        tasks.push(tokio::spawn(async move {
            let work = move |_: &mut Watch| {
                while !is_open.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(())
            };
            works.run(&account(&memory, client), &Timing::default(), long, work).await.unwrap();
        }));
    }
    // Two are done, and all others wait.
    while metrics.waiting.get() < 30 {
        tokio::task::yield_now().await;
    }
    let other = Client::at([198, 51, 100, 1].into());
    let timing = Timing::default();
    let other = account(&memory, other);
    let short = tokio::time::timeout(Duration::from_secs(20), pool.run(&other, &timing, LONG, |_| Ok(1)));
    assert_eq!(short.await.expect("a free worker").unwrap().result, 1);
    assert_eq!(pool.free_workers(), 2);
    is_open.store(true, Ordering::Relaxed);
    for task in tasks {
        task.await.unwrap();
    }
}
