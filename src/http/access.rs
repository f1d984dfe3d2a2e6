//! Who asks, and how often they may: client addresses behind proxies, and a limit on the requests of each.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::{StateInformationMiddleware, StateSnapshot};
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
pub use ipnet::IpNet as Network;

use crate::response::problem::{Kind, Problem};

/// Where proxies say for whom they ask: a list to which each appends the address that it was asked from.
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// What a client may ask in all, and what is left of it (draft-ietf-httpapi-ratelimit-headers).
const RATELIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const RATELIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// How many clients are remembered before those are looked for that can be forgotten.
const MOST_REMEMBERED: usize = 100_000;

/// How often a client may ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// Requests a second, over time.
    pub per_second: NonZeroU32,
    /// Requests at once, after a pause.
    pub burst: NonZeroU32,
}

type Limiter = RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, DefaultClock, StateInformationMiddleware>;

/// Who is believed about whom they ask for, and how often each client may ask.
#[derive(Default)]
pub struct Access {
    /// Proxies whose `X-Forwarded-For` is believed.
    trusted: Vec<Network>,
    limit: Option<(RateLimit, Limiter)>,
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = self.limit.as_ref().map(|(limit, _)| limit);
        f.debug_struct("Access").field("trusted", &self.trusted).field("limit", &limit).finish()
    }
}

/// What a client has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    limit: RateLimit,
    /// How many more requests it may make at once.
    remaining: u32,
    /// How long until it has all of its burst again; where nothing is left, until it may ask again.
    reset: Duration,
}

impl Access {
    /// The addresses of proxies that are `trusted`, and the limit for each client, if there is one.
    pub fn new(trusted: Vec<Network>, limit: Option<RateLimit>) -> Access {
        let limiter = |limit: RateLimit| {
            let quota = Quota::per_second(limit.per_second).allow_burst(limit.burst);
            (limit, RateLimiter::keyed(quota).with_middleware::<StateInformationMiddleware>())
        };
        Access { trusted, limit: limit.map(limiter) }
    }

    /// The address of the client for whom `peer` asks: its own, unless it is a trusted proxy. Then it is the last in
    /// `X-Forwarded-For` that is no trusted proxy: what stands before it is the client's own word, which anybody can forge.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer.to_canonical();
        let values = headers.get_all(X_FORWARDED_FOR);
        let lists = values.iter().rev().map(|value| value.to_str().unwrap_or("unreadable"));
        // Empty elements are for nobody (RFC 9110, section 5.6.1).
        let elements = lists.flat_map(|list| list.rsplit(',')).map(str::trim).filter(|element| !element.is_empty());
        for named in elements {
            if !self.is_trusted(client) {
                break;
            }
            // What is no address ends the list: whoever wrote it is not believed further.
            let Some(address) = read_address(named) else { break };
            client = address;
        }
        client
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(&address))
    }

    /// Counts a request of a client; `None` where there is no limit.
    ///
    /// # Errors
    ///
    /// What the client has left (nothing), when it has asked too often.
    pub fn count(&self, client: IpAddr) -> Option<Result<Allowance, Allowance>> {
        let (limit, limiter) = self.limit.as_ref()?;
        if limiter.len() > MOST_REMEMBERED {
            // Those who have all of their burst again.
            limiter.retain_recent();
        }
        let allowance = |remaining, reset| Allowance { limit: *limit, remaining, reset };
        Some(match limiter.check_key(&key(client)) {
            Ok(state) => Ok(allowance(state.remaining_burst_capacity(), until_full(*limit, &state))),
            Err(until) => Err(allowance(0, until.wait_time_from(DefaultClock::default().now()))),
        })
    }
}

/// How long until a client has all of its burst again.
fn until_full(limit: RateLimit, state: &StateSnapshot) -> Duration {
    let missing = limit.burst.get().saturating_sub(state.remaining_burst_capacity());
    Duration::from_secs_f64(f64::from(missing) / f64::from(limit.per_second.get()))
}

/// One client of the limit. Whoever has one IPv6 address has all those of its network.
fn key(client: IpAddr) -> IpAddr {
    match client {
        IpAddr::V4(_) => client,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

/// A network, or an address alone.
///
/// # Errors
///
/// What it should be, if it is neither.
pub fn read_network(text: &str) -> Result<Network, String> {
    let alone = || text.parse::<IpAddr>().map(|address| Network::from(address.to_canonical()));
    let network: Network = text
        .parse()
        .or_else(|_| alone())
        .map_err(|_| "must be an address, or a network such as 10.0.0.0/8".to_owned())?;
    match network.addr() {
        // Addresses of clients are never in this form, so that it would have none.
        IpAddr::V6(address) if address.to_ipv4_mapped().is_some() => {
            Err("must be written as a network of IPv4, such as 10.0.0.0/8".to_owned())
        }
        _ => Ok(network),
    }
}

/// An address as proxies write it: alone, in brackets, or with a port.
fn read_address(text: &str) -> Option<IpAddr> {
    let address = text.parse::<IpAddr>().ok().or_else(|| text.parse::<std::net::SocketAddr>().ok().map(|it| it.ip()));
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    address.or_else(bare).map(|address| address.to_canonical())
}

impl Allowance {
    /// Tells the client.
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

    /// Why a request is refused of a client that has nothing left.
    pub fn problem(&self) -> Problem {
        let RateLimit { per_second, burst } = self.limit;
        let detail = format!("this address may ask {per_second} times a second, and {burst} times at once");
        Problem::new(Kind::TOO_MANY_REQUESTS, detail).retry_after(whole_seconds(self.reset))
    }
}

/// Rounded up, and never at once.
fn whole_seconds(time: Duration) -> u32 {
    time.as_secs_f64().ceil().max(1.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forwarded(lists: &[&'static str]) -> HeaderMap {
        lists.iter().map(|list| (X_FORWARDED_FOR, HeaderValue::from_static(list))).collect()
    }

    #[test]
    fn whom_a_proxy_asks_for() {
        let access = Access::new(vec!["10.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()], None);
        let cases = [
            // Nobody is believed who is not trusted.
            ("192.0.2.1", &["203.0.113.9"][..], "192.0.2.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &["203.0.113.9"], "203.0.113.9"),
            // What stands before the first address that is not trusted is forged, or of no matter.
            ("10.0.0.1", &["198.51.100.7, 203.0.113.9"], "203.0.113.9"),
            ("10.0.0.1", &["198.51.100.7", "203.0.113.9, 10.0.0.2"], "203.0.113.9"),
            ("10.0.0.1", &["203.0.113.9, 10.9.9.9"], "203.0.113.9"),
            ("fd00::1", &["[2001:db8::1]:4711"], "2001:db8::1"),
            ("::ffff:10.0.0.1", &["203.0.113.9:80"], "203.0.113.9"),
            // What cannot be read ends the list.
            ("10.0.0.1", &["203.0.113.9, unknown"], "10.0.0.1"),
            ("10.0.0.1", &["203.0.113.9, unknown, 10.0.0.3"], "10.0.0.3"),
            ("10.0.0.1", &[""], "10.0.0.1"),
            ("10.0.0.1", &["203.0.113.9, ", ","], "203.0.113.9"),
        ];
        for (peer, lists, client) in cases {
            let found = access.client(peer.parse().unwrap(), &forwarded(lists));
            assert_eq!(found, client.parse::<IpAddr>().unwrap(), "{peer} {lists:?}");
        }
        let nobody = Access::default();
        assert_eq!(nobody.client([10, 0, 0, 1].into(), &forwarded(&["203.0.113.9"])), IpAddr::from([10, 0, 0, 1]));
    }

    #[test]
    fn networks() {
        for (text, network) in [
            ("10.0.0.0/8", "10.0.0.0/8"),
            ("::1", "::1/128"),
            ("::ffff:10.0.0.1", "10.0.0.1/32"),
            ("fd00::/8", "fd00::/8"),
        ] {
            assert_eq!(read_network(text).map(|it| it.to_string()).as_deref(), Ok(network));
        }
        assert!(read_network("::ffff:10.0.0.0/104").unwrap_err().contains("10.0.0.0/8"));
        assert!(read_network("all").unwrap_err().contains("10.0.0.0/8"));
    }

    #[test]
    fn each_client_has_a_burst_of_its_own() {
        let limit = |number| NonZeroU32::new(number).unwrap();
        let access = Access::new(Vec::new(), Some(RateLimit { per_second: limit(1), burst: limit(3) }));
        let ask = |client: &str| access.count(client.parse().unwrap()).unwrap();
        assert_eq!(ask("192.0.2.1").map(|left| left.remaining), Ok(2));
        assert_eq!(ask("192.0.2.1").map(|left| left.remaining), Ok(1));
        assert!(ask("192.0.2.1").is_ok());
        let refused = ask("192.0.2.1").unwrap_err();
        assert!(refused.remaining == 0 && refused.reset <= Duration::from_secs(1));
        assert!(ask("192.0.2.2").is_ok());
        // A network of IPv6 is one client.
        for host in 1..=3 {
            assert!(ask(&format!("2001:db8::{host}")).is_ok());
        }
        assert!(ask("2001:db8::4").is_err() && ask("2001:db8:0:1::4").is_ok());
        assert_eq!(Access::default().count([192, 0, 2, 1].into()), None);

        let mut headers = HeaderMap::new();
        refused.tell(&mut headers);
        assert_eq!(headers[RATELIMIT_POLICY], "\"client\";q=3;w=3");
        assert_eq!(headers[RATELIMIT], "\"client\";r=0;t=1");
    }
}
