//! What every handler can reach.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use tokio::sync::Semaphore;

use crate::http::client_ip::{Network, TrustedProxies};
use crate::http::rate_limit::{ClientLimiter, RateLimit};
use crate::net::timeouts::Timeouts;
use crate::response::problem::Problem;
use crate::settings::Settings;
use crate::telemetry::metrics::{Metrics, Refusal};
use crate::work::pool::{Pool, PoolSettings};

/// The state that all requests share: nothing in it is about any of them.
#[derive(Debug)]
pub struct App {
    /// What the server holds to.
    pub settings: Settings,
    /// Who is believed about whom they ask for.
    pub proxies: TrustedProxies,
    /// How often each client may ask, if there is a limit.
    pub rate_limit: Option<ClientLimiter>,
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
        App::with_access(settings, Vec::new(), None)
    }

    /// An app that is ready for work, believes the proxies that are `trusted`, and has a limit on the requests of each client if there is one.
    pub fn with_access(settings: Settings, trusted: Vec<Network>, limit: Option<RateLimit>) -> App {
        let Settings { workers, queue, queue_timeout, timeout, max_held, .. } = settings;
        let metrics = Arc::new(Metrics::default());
        let pool = Pool::new(PoolSettings { workers, queue, queue_timeout, timeout, max_held }, metrics.clone());
        let step_streams = Arc::new(Semaphore::new(settings.max_step_streams.min(Semaphore::MAX_PERMITS)));
        App {
            settings,
            proxies: TrustedProxies(trusted),
            rate_limit: limit.map(ClientLimiter::new),
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
