//! The log of requests.

use dedale_server::telemetry::access_log::{escaped, short_method};

#[test]
fn contents_of_a_log_line() {
    assert_eq!(escaped("w=3&x=%0A"), "w=3&x=%0A");
    // Found by the fuzz target `request`: these control characters are not ASCII.
    assert_eq!(escaped("/maze\u{85}\u{9b}31m"), "/maze%C2%85%C2%9B31m");
    assert_eq!(escaped("\u{2028}é"), "%E2%80%A8%C3%A9");
    assert_eq!(escaped(&"x".repeat(9000)).len(), 500);
    assert_eq!(escaped(&"é".repeat(4500)).len(), 1500);
    assert_eq!((short_method("OPTIONS"), short_method(&"A".repeat(60_000))), ("OPTIONS", "AAAAAAAAAAAAAAAAAAAA"));
}
