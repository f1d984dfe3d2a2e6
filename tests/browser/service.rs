//! The service as any program sees it: what the page shows is compared with this.

use serde_json::Value;

/// The bytes at this address.
pub fn get(url: &str) -> Vec<u8> {
    let answer = minreq::get(url).with_timeout(30).send().unwrap_or_else(|error| panic!("{url}: {error}"));
    assert_eq!(answer.status_code, 200, "{url}: {}", answer.as_str().unwrap_or_default());
    answer.into_bytes()
}

/// Whether the service has something at this address.
pub fn is_there(url: &str) -> bool {
    minreq::get(url).with_timeout(30).send().unwrap_or_else(|error| panic!("{url}: {error}")).status_code == 200
}

/// The JSON at this address.
pub fn json(url: &str) -> Value {
    serde_json::from_slice(&get(url)).unwrap_or_else(|error| panic!("{url}: {error}"))
}
