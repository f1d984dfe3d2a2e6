//! What the operating system says of memory.

use dedale_server::cli::system::{limit_files, memory};
use procfs::{FromBufRead as _, ProcessCGroups};

#[test]
fn the_memory_of_a_machine_and_of_a_control_group() {
    assert!(memory().is_some_and(|bytes| bytes > 64 << 20), "{:?}", memory());
    let files = |groups: &str| {
        let groups = ProcessCGroups::from_buf_read(groups.as_bytes()).unwrap();
        limit_files(&groups).collect::<Vec<_>>()
    };
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
