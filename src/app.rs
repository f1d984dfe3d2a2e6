//! The state that all requests share.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use prometheus_client::metrics::gauge::Gauge;

use crate::limits::client_ip::TrustedProxies;
use crate::limits::memory::Memory;
use crate::limits::pool::Pool;
use crate::limits::rate_limit::ClientLimiter;
use crate::limits::shares::LimitedResource;
use crate::settings::Settings;
use crate::telemetry::metrics::Metrics;
use crate::telemetry::pulse::Pulse;

/// The state that all requests share. It contains nothing about a particular request.
#[derive(Debug)]
pub struct App {
    /// Limits and timeouts of the server.
    pub settings: Settings,
    /// The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted.
    pub proxies: TrustedProxies,
    /// The path prefix under which clients see the service, such as `/mazes`: empty, unless a proxy strips one.
    pub base_path: String,
    /// The address under which clients reach the service, such as `https://maze.example.org`, if it is known.
    pub public_url: Option<Arc<str>>,
    /// The rate limit of each client, if there is one.
    pub rate_limit: Option<ClientLimiter>,
    /// The metrics.
    pub metrics: Arc<Metrics>,
    /// The memory for large mazes and responses.
    pub memory: Memory,
    /// The thread pool that generates large mazes.
    pub pool: Pool,
    /// The connections that may be open.
    pub connections: LimitedResource,
    /// The requests that may be in progress.
    pub requests: LimitedResource,
    /// The health checks that may be in progress. They are answered regardless of the number of other requests.
    pub probes: LimitedResource,
    /// The streams of steps that may be open.
    pub step_streams: LimitedResource,
    /// The time at which the async threads last made progress.
    pub pulse: Pulse,
    /// The exporter of spans, if one is configured.
    #[cfg(feature = "otel")]
    pub spans: Option<crate::telemetry::otel::Spans>,
    draining: AtomicBool,
    /// The time at which open streams must end, once it is known.
    streams_end: OnceLock<Instant>,
}

impl App {
    /// Creates an app that is ready for work, without trusted proxies and without a rate limit.
    pub fn new(settings: Settings) -> App {
        let Settings { max_memory, client_share, .. } = settings;
        let metrics = Arc::new(Metrics::default());
        metrics.connections_limit.set(settings.max_connections.try_into().unwrap_or(i64::MAX));
        let memory = Memory::new(max_memory, client_share, metrics.clone());
        let pool = Pool::new(settings, metrics.clone());
        let resource =
            |whole: usize, gauge: Option<&Gauge>| LimitedResource::counted(whole as u64, client_share, gauge.cloned());
        let [requests, probes] = [0, 1].map(|_| resource(settings.max_connections, Some(&metrics.in_progress)));
        App {
            settings,
            proxies: TrustedProxies::default(),
            base_path: String::new(),
            public_url: None,
            rate_limit: None,
            memory,
            pool,
            connections: resource(settings.max_connections, Some(&metrics.connections)),
            requests,
            probes,
            step_streams: resource(settings.max_step_streams, None),
            pulse: Pulse::default(),
            metrics,
            #[cfg(feature = "otel")]
            spans: None,
            draining: AtomicBool::new(false),
            streams_end: OnceLock::new(),
        }
    }

    /// Announces that the server is about to shut down. It reports that it is not ready, but still handles requests.
    pub fn start_draining(&self) {
        self.metrics.draining.set(1);
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Returns true if the server is about to shut down.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Sets the time at which streams of steps must end, because they would be cut off soon after. Only the first call has an effect.
    pub fn end_streams_at(&self, time: Instant) {
        let _ = self.streams_end.set(time);
    }

    /// Returns true if streams of steps must end now.
    pub fn must_streams_end(&self) -> bool {
        self.streams_end.get().is_some_and(|&end| Instant::now() >= end)
    }
}
