//! What every handler can reach.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::pool::Pool;
use crate::spec::Limits;

/// What the server holds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How large a maze may be.
    pub limits: Limits,
    /// How long the work for one request may take, waiting included.
    pub timeout: Duration,
    /// How many large mazes are worked on at a time.
    pub workers: usize,
    /// How many requests for large mazes may wait for a worker.
    pub queue: usize,
}

impl Default for Settings {
    /// The limits of [`Limits::default`], 30 seconds, a worker for each processor, and 64 requests that wait.
    fn default() -> Settings {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        Settings { limits: Limits::default(), timeout: Duration::from_secs(30), workers, queue: 64 }
    }
}

/// The state that all requests share: nothing in it is about any of them.
#[derive(Debug)]
pub struct App {
    /// What the server holds to.
    pub settings: Settings,
    /// Where large mazes are made.
    pub pool: Pool,
    draining: AtomicBool,
}

impl App {
    /// An app that is ready for work.
    pub fn new(settings: Settings) -> App {
        let pool = Pool::new(settings.workers, settings.queue, settings.timeout);
        App { settings, pool, draining: AtomicBool::new(false) }
    }

    /// Says that the server is about to stop: from now on it is not ready for new work, and still does what it is asked.
    pub fn start_draining(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Whether the server is about to stop.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }
}
