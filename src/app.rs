//! What every handler can reach.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::http::access::Access;
use crate::net::connection::Timeouts;
use crate::response::problem::Problem;
use crate::telemetry::metrics::{Metrics, Refusal};
use crate::work::pool::{Pool, PoolSettings};
use dedale::render::Style;
use dedale::spec::{Limits, MostPixels, RowLimits};

/// What the server holds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How large a maze may be.
    pub limits: Limits,
    /// The most cells of a maze that is made row by row, while it is sent.
    pub max_streamed_cells: u64,
    /// The most pixels of a picture whose maze is made as a whole.
    pub max_pixels: u64,
    /// How long the work for one request may take, waiting included.
    pub timeout: Duration,
    /// How many large mazes are worked on at a time.
    pub workers: usize,
    /// How many requests for large mazes may wait for a worker.
    pub queue: usize,
    /// How long a request may wait for a worker.
    pub queue_timeout: Duration,
    /// How many bytes the large mazes may have in all that are being made or sent.
    pub max_held: u64,
    /// The largest body that is read, in bytes.
    pub max_body: usize,
    /// The most cells of a maze whose steps are told.
    pub max_step_cells: u32,
    /// How many connections there may be at a time.
    pub max_connections: usize,
    /// How long the client of a connection may take for what.
    pub timeouts: Timeouts,
    /// How many streams of steps there may be at a time.
    pub max_step_streams: usize,
}

impl Default for Settings {
    /// The limits of [`Limits::default`] and of [`RowLimits::default`], 2^28 pixels, 30 seconds, a worker for each processor, 64
    /// requests that wait for up to 10 seconds, a GiB of mazes, bodies of 32 MiB, 1024 connections, and 16 streams of steps of
    /// mazes of 65,536 cells.
    fn default() -> Settings {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            limits: Limits::default(),
            max_streamed_cells: RowLimits::default().max_cells,
            max_pixels: 1 << 28,
            timeout: Duration::from_secs(30),
            workers,
            queue: 64,
            queue_timeout: Duration::from_secs(10),
            max_held: 1 << 30,
            max_body: 32 * 1024 * 1024,
            max_step_cells: 65_536,
            max_connections: 1024,
            timeouts: Timeouts::default(),
            max_step_streams: 16,
        }
    }
}

impl Settings {
    /// How large a maze may be that is made row by row.
    pub fn row_limits(&self) -> RowLimits {
        RowLimits { max_columns: self.limits.max_side, max_cells: self.max_streamed_cells, ..RowLimits::default() }
    }

    /// The most pixels of a picture whose maze is made as a whole.
    pub fn most_pixels(&self) -> MostPixels {
        MostPixels::InAll(self.max_pixels)
    }

    /// The most pixels of a picture that is made row by row: what as many cells have in their usual size, so that the largest
    /// maze can be drawn in it; and no fewer than of any other picture.
    pub fn most_streamed_pixels(&self) -> MostPixels {
        let cell = u64::from(Style::DEFAULT.cell);
        MostPixels::OfCells(self.max_streamed_cells.saturating_mul(cell * cell).max(self.max_pixels))
    }
}

/// The state that all requests share: nothing in it is about any of them.
#[derive(Debug)]
pub struct App {
    /// What the server holds to.
    pub settings: Settings,
    /// Who may ask how often.
    pub access: Access,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Where large mazes are made.
    pub pool: Pool,
    /// One for each stream of steps that there may be.
    pub step_streams: Arc<Semaphore>,
    /// Where spans of requests go, if anywhere.
    #[cfg(feature = "otel")]
    pub spans: Option<crate::telemetry::otel::Spans>,
    draining: AtomicBool,
    /// When streams end that would go on, once it is known.
    streams_end: OnceLock<Instant>,
}

impl App {
    /// An app that is ready for work, and asked by anybody as often as they like.
    pub fn new(settings: Settings) -> App {
        App::with_access(settings, Access::default())
    }

    /// An app that is ready for work.
    pub fn with_access(settings: Settings, access: Access) -> App {
        let Settings { workers, queue, queue_timeout, timeout, max_held, .. } = settings;
        let metrics = Arc::new(Metrics::default());
        let pool = Pool::new(PoolSettings { workers, queue, queue_timeout, timeout, max_held }, metrics.clone());
        let step_streams = Arc::new(Semaphore::new(settings.max_step_streams.min(Semaphore::MAX_PERMITS)));
        App {
            settings,
            access,
            metrics,
            pool,
            step_streams,
            #[cfg(feature = "otel")]
            spans: None,
            draining: AtomicBool::new(false),
            streams_end: OnceLock::new(),
        }
    }

    /// How long clients may take now: less while more than half of the connections, or of the memory, are taken that there may be, or as many
    /// requests are under way.
    pub fn timeouts(&self) -> Timeouts {
        let Settings { timeouts, max_connections, .. } = self.settings;
        let taken = self.metrics.connections.get().max(self.metrics.in_progress.get());
        let is_crowded = taken > max_connections as i64 / 2;
        if is_crowded || self.pool.is_scarce() { timeouts.crowded() } else { timeouts }
    }

    /// Refuses a request, however small, while the server has more to do than it can.
    ///
    /// # Errors
    ///
    /// A [`Problem`] that says so.
    pub fn check_load(&self) -> Result<(), Problem> {
        // A connection of HTTP/2 may have many requests under way. All together are no more than if each had a connection of its own.
        if self.metrics.in_progress.get() > self.settings.max_connections as i64 {
            return Err(self.pool.refuse(Refusal::Behind, 1));
        }
        self.pool.check_threads()
    }

    /// Says that the server is about to stop: from now on it is not ready for new work, and still does what it is asked.
    pub fn start_draining(&self) {
        self.metrics.draining.set(1);
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Whether the server is about to stop.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Says when streams of steps are to end, since they would be cut off soon after. The first word counts.
    pub fn end_streams_at(&self, time: Instant) {
        let _ = self.streams_end.set(time);
    }

    /// Whether streams of steps are to end now.
    pub fn must_streams_end(&self) -> bool {
        self.streams_end.get().is_some_and(|&end| Instant::now() >= end)
    }
}
