//! Rate limits of clients.

use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::HeaderMap;
use dedale_server::limits::rate_limit::{ClientLimiter, MAX_REMEMBERED, RATELIMIT, RATELIMIT_POLICY, RateLimit};
use dedale_server::limits::shares::Client;
use std::net::Ipv4Addr;
use std::time::Instant;

#[test]
fn clients_are_looked_at_a_few_times_however_many_there_are() {
    let limit = |number| NonZeroU32::new(number).unwrap();
    let client = |number| Client::at(Ipv4Addr::from_bits(number).into());
    let many = MAX_REMEMBERED as u32;
    let limiter = ClientLimiter::new(RateLimit { per_second: limit(1), burst: limit(1000) });
    // Each is remembered for twenty seconds, which is longer than this test takes.
    for number in (0..many).flat_map(|number| [number; 20]) {
        limiter.count(client(number)).unwrap();
    }
    let start = Instant::now();
    for number in 0..5000 {
        limiter.count(client(many + number)).unwrap();
    }
    assert!(start.elapsed() < Duration::from_secs(2), "5000 requests took {:?}", start.elapsed());
    assert!(limiter.remembered() >= MAX_REMEMBERED);

    // Here, a client is forgotten within a microsecond.
    let limiter = ClientLimiter::new(RateLimit { per_second: limit(1_000_000), burst: limit(1) });
    for number in 0..3 * many {
        limiter.count(client(number)).unwrap();
    }
    assert!(limiter.remembered() <= MAX_REMEMBERED + 1, "{} clients are stored", limiter.remembered());
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
    refused.write_headers(&mut headers);
    assert_eq!(headers[RATELIMIT_POLICY], "\"client\";q=3;w=3");
    assert_eq!(headers[RATELIMIT], "\"client\";r=0;t=1");
}
