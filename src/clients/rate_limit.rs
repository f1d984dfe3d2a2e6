//! A limit on the request rate of each client.

use std::fmt;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::{StateInformationMiddleware, StateSnapshot};
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use crate::clients::shares::Client;
use crate::problem::{Kind, Problem};

/// Headers for the limit of a client and for the rest of it (draft-ietf-httpapi-ratelimit-headers).
const RATELIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const RATELIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// How many clients are stored, at least, before those that need not be are removed.
const MOST_REMEMBERED: usize = 100_000;

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
pub struct ClientLimiter {
    limit: RateLimit,
    limiter: Limiter,
    /// How many clients are stored before those that need not be are removed again.
    most: AtomicUsize,
}

impl fmt::Debug for ClientLimiter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.limit.fmt(f)
    }
}

/// The quota that a client has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    limit: RateLimit,
    /// How many more requests it may send at once.
    remaining: u32,
    /// How long until the full burst is available again; if nothing is left, until the next request is allowed.
    reset: Duration,
}

impl ClientLimiter {
    /// Creates a limiter with the same limit for each client.
    pub fn new(limit: RateLimit) -> ClientLimiter {
        let quota = Quota::per_second(limit.per_second).allow_burst(limit.burst);
        let limiter = RateLimiter::keyed(quota).with_middleware::<StateInformationMiddleware>();
        ClientLimiter { limit, limiter, most: AtomicUsize::new(MOST_REMEMBERED) }
    }

    /// Counts a request of a client.
    ///
    /// # Errors
    ///
    /// Returns the quota of the client (nothing) if it has sent too many requests.
    pub fn count(&self, client: Client) -> Result<Allowance, Allowance> {
        let ClientLimiter { limit, limiter, .. } = self;
        self.forget();
        let allowance = |remaining, reset| Allowance { limit: *limit, remaining, reset };
        match limiter.check_key(&client) {
            Ok(state) => Ok(allowance(state.remaining_burst_capacity(), until_full(*limit, &state))),
            Err(until) => Err(allowance(0, until.wait_time_from(DefaultClock::default().now()))),
        }
    }

    /// Removes clients whose full burst is available again, if there are many clients. All of them are looked at for that, so there must be
    /// twice as many as were left before it is done again: of each client, that is a few looks.
    fn forget(&self) {
        let most = self.most.load(Ordering::Relaxed);
        let is_due = self.limiter.len() > most;
        // Meanwhile, other threads find that nothing is due.
        if is_due && self.most.compare_exchange(most, usize::MAX, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            self.limiter.retain_recent();
            self.most.store((2 * self.limiter.len()).max(MOST_REMEMBERED), Ordering::Relaxed);
        }
    }
}

/// How long until the full burst of a client is available again.
fn until_full(limit: RateLimit, state: &StateSnapshot) -> Duration {
    let missing = limit.burst.get().saturating_sub(state.remaining_burst_capacity());
    Duration::from_secs_f64(f64::from(missing) / f64::from(limit.per_second.get()))
}

impl Allowance {
    /// Adds the quota to the headers of a response.
    pub fn tell(&self, headers: &mut HeaderMap) {
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
        Problem::new(Kind::TOO_MANY_REQUESTS, detail).retry_after(whole_seconds(self.reset))
    }
}

/// Rounded up, and at least one.
fn whole_seconds(time: Duration) -> u32 {
    time.as_secs_f64().ceil().max(1.0) as u32
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Instant;

    use super::*;

    #[test]
    fn clients_are_looked_at_a_few_times_however_many_there_are() {
        let limit = |number| NonZeroU32::new(number).unwrap();
        let client = |number| Client::at(Ipv4Addr::from_bits(number).into());
        let many = MOST_REMEMBERED as u32;
        let limiter = ClientLimiter::new(RateLimit { per_second: limit(1), burst: limit(1000) });
        for number in 0..many {
            // They are remembered for longer than this test takes.
            limiter.limiter.check_key_n(&client(number), limit(1000)).unwrap().unwrap();
        }
        let start = Instant::now();
        for number in 0..5000 {
            limiter.count(client(many + number)).unwrap();
        }
        assert!(start.elapsed() < Duration::from_secs(2), "5000 requests took {:?}", start.elapsed());
        assert!(limiter.limiter.len() >= MOST_REMEMBERED);

        // Here, a client is forgotten within a microsecond.
        let limiter = ClientLimiter::new(RateLimit { per_second: limit(1_000_000), burst: limit(1) });
        for number in 0..3 * many {
            limiter.count(client(number)).unwrap();
        }
        assert!(limiter.limiter.len() <= MOST_REMEMBERED + 1, "{} clients are stored", limiter.limiter.len());
    }

    #[test]
    fn each_client_has_a_burst_of_its_own() {
        let limit = |number| NonZeroU32::new(number).unwrap();
        let limiter = ClientLimiter::new(RateLimit { per_second: limit(1), burst: limit(3) });
        let ask = |client: &str| limiter.count(Client::at(client.parse().unwrap()));
        assert_eq!(ask("192.0.2.1").map(|left| left.remaining), Ok(2));
        assert_eq!(ask("192.0.2.1").map(|left| left.remaining), Ok(1));
        assert!(ask("192.0.2.1").is_ok());
        let refused = ask("192.0.2.1").unwrap_err();
        assert!(refused.remaining == 0 && refused.reset <= Duration::from_secs(1));
        assert!(ask("192.0.2.2").is_ok());
        // An IPv6 network counts as one client.
        for host in 1..=3 {
            assert!(ask(&format!("2001:db8::{host}")).is_ok());
        }
        assert!(ask("2001:db8::4").is_err() && ask("2001:db8:0:1::4").is_ok());

        let mut headers = HeaderMap::new();
        refused.tell(&mut headers);
        assert_eq!(headers[RATELIMIT_POLICY], "\"client\";q=3;w=3");
        assert_eq!(headers[RATELIMIT], "\"client\";r=0;t=1");
    }
}
