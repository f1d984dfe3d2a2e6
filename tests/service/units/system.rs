//! What the operating system says of memory.

use dedale_server::cli::system::{limit_files, total};

#[test]
fn the_memory_of_a_machine_and_of_a_control_group() {
    assert_eq!(total("MemTotal:        1009648 kB\nMemFree:           86624 kB\n"), Some(1_033_879_552));
    for unknown in ["", "MemFree: 1 kB", "MemTotal: many kB", "MemTotal: 1", "MemTotal: 99999999999999999999 kB"] {
        assert_eq!(total(unknown), None, "{unknown}");
    }
    let files = |groups| limit_files(groups).collect::<Vec<_>>();
    let of_the_service = [
        "/sys/fs/cgroup/system.slice/dedale.service/memory.max",
        "/sys/fs/cgroup/system.slice/memory.max",
        "/sys/fs/cgroup/memory.max",
    ];
    assert_eq!(files("4:memory:/old\n0::/system.slice/dedale.service\n"), of_the_service);
    // In a container.
    assert_eq!(files("0::/\n"), ["/sys/fs/cgroup/memory.max"]);
    assert!(files("4:memory:/old\n").is_empty() && files("").is_empty());
}
