//! The log of requests.

use dedale_server::telemetry::access_log::{plain, short};

#[test]
fn contents_of_a_log_line() {
    assert_eq!(plain("w=3&x=%0A"), "w=3&x=%0A");
    // Found by the fuzz target `request`: these control characters are not ASCII.
    assert_eq!(plain("/maze\u{85}\u{9b}31m"), "/maze%C2%85%C2%9B31m");
    assert_eq!(plain("\u{2028}é"), "%E2%80%A8%C3%A9");
    assert_eq!(plain(&"x".repeat(9000)).len(), 500);
    assert_eq!(plain(&"é".repeat(4500)).len(), 1500);
    assert_eq!((short("OPTIONS"), short(&"A".repeat(60_000))), ("OPTIONS", "AAAAAAAAAAAAAAAAAAAA"));
}
