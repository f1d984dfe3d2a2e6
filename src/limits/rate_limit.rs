//! A limit on the request rate of each client.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::{StateInformationMiddleware, StateSnapshot};
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use crate::limits::shares::Client;
use crate::problem::{Kind, Problem};

/// The header with the limit of a client (draft-ietf-httpapi-ratelimit-headers).
pub const RATELIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
/// The header with the rest of the quota.
pub const RATELIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// The minimum number of stored clients at which those with a full burst are removed.
pub const MAX_REMEMBERED: usize = 100_000;

/// A rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// Requests per second, over time.
    pub per_second: NonZeroU32,
    /// Requests at once, after a pause.
    pub burst: NonZeroU32,
}

type Limiter = RateLimiter<Client, DefaultKeyedStateStore<Client>, DefaultClock, StateInformationMiddleware>;

/// A limit on the request rate of each client.
#[derive(Debug)]
pub struct ClientLimiter {
    limit: RateLimit,
    limiter: Limiter,
    /// The number of stored clients at which those with a full burst are removed again.
    most: AtomicUsize,
}

/// The quota that a client has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    limit: RateLimit,
    /// The number of requests that it may still send at once.
    pub remaining: u32,
    /// The time until the full burst is available again; if nothing is left, until the next request is allowed.
    pub reset: Duration,
}

impl ClientLimiter {
    /// Creates a limiter with the same limit for each client.
    pub fn new(limit: RateLimit) -> ClientLimiter {
        let quota = Quota::per_second(limit.per_second).allow_burst(limit.burst);
        let limiter = RateLimiter::keyed(quota).with_middleware::<StateInformationMiddleware>();
        ClientLimiter { limit, limiter, most: AtomicUsize::new(MAX_REMEMBERED) }
    }

    /// Counts a request of a client, and returns the rest of its quota.
    ///
    /// # Errors
    ///
    /// The empty quota of a client that has sent too many requests.
    pub fn count(&self, client: Client) -> Result<Allowance, Allowance> {
        let ClientLimiter { limit, limiter, .. } = self;
        self.forget();
        let allowance = |remaining, reset| Allowance { limit: *limit, remaining, reset };
        match limiter.check_key(&client) {
            Ok(state) => Ok(allowance(state.remaining_burst_capacity(), time_until_full(*limit, &state))),
            Err(until) => Err(allowance(0, until.wait_time_from(DefaultClock::default().now()))),
        }
    }

    /// The number of clients that are stored.
    pub fn remembered(&self) -> usize {
        self.limiter.len()
    }

    /// Removes clients whose full burst is available again. This visits all clients, so it is done only when their
    /// number has doubled since the last time.
    fn forget(&self) {
        let most = self.most.load(Ordering::Relaxed);
        let is_due = self.limiter.len() > most;
        // Until the next `store`, other threads find that nothing is due.
        if is_due && self.most.compare_exchange(most, usize::MAX, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            self.limiter.retain_recent();
            self.most.store((2 * self.limiter.len()).max(MAX_REMEMBERED), Ordering::Relaxed);
        }
    }
}

fn time_until_full(limit: RateLimit, state: &StateSnapshot) -> Duration {
    let missing = limit.burst.get().saturating_sub(state.remaining_burst_capacity());
    Duration::from_secs_f64(f64::from(missing) / f64::from(limit.per_second.get()))
}

impl Allowance {
    /// Adds the quota to the headers of a response.
    pub fn write_headers(&self, headers: &mut HeaderMap) {
        let Allowance { limit, remaining, reset } = self;
        let window = limit.burst.get().div_ceil(limit.per_second.get());
        let policy = format!("\"client\";q={};w={window}", limit.burst);
        let left = format!("\"client\";r={remaining};t={}", whole_seconds(*reset));
        for (name, value) in [(RATELIMIT_POLICY, policy), (RATELIMIT, left)] {
            if let Ok(value) = HeaderValue::try_from(value) {
                headers.insert(name, value);
            }
        }
    }

    /// The problem for a client that has nothing left.
    pub fn problem(&self) -> Problem {
        let RateLimit { per_second, burst } = self.limit;
        let detail = format!("the limit for this address is {per_second} requests per second, and {burst} at once");
        let problem = Problem::new(Kind::TOO_MANY_REQUESTS, detail).coded(Problem::RATE_LIMIT);
        problem.retry_after(whole_seconds(self.reset))
    }
}

/// Rounded up, and at least one.
fn whole_seconds(time: Duration) -> u32 {
    time.as_secs_f64().ceil().max(1.0) as u32
}
