//! What is asked of the system: memory that is given back, open files, and signals.

use std::io;

/// Has the C library give large blocks of memory back to the system as soon as they are free. By itself it begins to keep them once it
/// has seen some: after a dozen mazes of four million cells the server had 117 MiB instead of 7, and has 13 with this. Other allocators
/// kept 94 (mimalloc) and 202 (jemalloc), or needed a thread and 15 seconds.
///
/// The library looks at its environment before there is a program, so this begins anew, as the same process, with the variable set.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn return_memory() {
    use std::os::unix::process::CommandExt as _;
    const THRESHOLD: &str = "MALLOC_MMAP_THRESHOLD_";
    if std::env::var_os(THRESHOLD).is_some() || std::env::var_os("GLIBC_TUNABLES").is_some() {
        return;
    }
    // Where it cannot be begun anew, it goes on, and keeps some memory.
    let Ok(program) = std::env::current_exe() else { return };
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    let _: io::Error = std::process::Command::new(program).arg0(name).args(arguments).env(THRESHOLD, "262144").exec();
}

/// Other libraries are left as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_memory() {}

/// Asks the system for as many open files as there may be connections, and some more. Where it gives fewer, those who come when
/// all are taken wait.
pub fn raise_file_limit(connections: usize) {
    /// For listeners, the log, and threads.
    const OTHERS: u64 = 128;
    let wanted = connections as u64 + OTHERS;
    match rlimit::increase_nofile_limit(wanted) {
        Ok(files) if files < wanted => {
            tracing::warn!(files, wanted, "fewer files may be open than there may be connections (ulimit -n)");
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "the limit of open files is not known"),
    }
}

/// What tells the process to stop: SIGTERM, or Ctrl-C.
pub struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    /// Waits for them from now on.
    pub fn new() -> io::Result<Signals> {
        #[cfg(unix)]
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate())?,
            #[cfg(unix)]
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Done at the next of them.
    pub async fn next(&mut self) {
        #[cfg(unix)]
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
        #[cfg(not(unix))]
        tokio::signal::ctrl_c().await.ok();
    }
}
