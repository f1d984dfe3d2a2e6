//! The sums of operations.md.

use dedale_server::settings::Settings;

#[test]
fn the_sum_of_the_memory() {
    let sum = |max_memory, max_connections| {
        Settings { max_memory, max_connections, ..Settings::default() }.max_process_memory()
    };
    assert_eq!(sum(0, 0), 24 << 20);
    assert_eq!(sum(448 << 20, 512), 824 << 20);
    assert_eq!(Settings::default().max_process_memory(), 1752 << 20);
    assert_eq!(sum(u64::MAX, 1), u64::MAX);
}
