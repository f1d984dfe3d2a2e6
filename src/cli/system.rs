//! Interaction with the operating system: returning memory, the limit of open files, and signals.

use std::io;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
use std::{thread, time::Duration};

/// Makes the C library return freed memory to the operating system:
///
/// - Large blocks are returned as soon as they are freed. By default, the library begins to keep them after a few: after a dozen mazes of
///   four million cells, the server used 117 MiB instead of 7.
/// - A thread returns what is free between small blocks every two seconds, which takes a thousandth of the time of a processor. By default,
///   it stays where it is as long as a block after it is in use, such as those of a connection: during attacks, memory rose for hours.
///
/// In the last quarter of five minutes of attacks, the least memory was 115 MiB without the thread, and 29 with it. With jemalloc it was 50,
/// and with mimalloc 315.
///
/// This must be called before there are other threads.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn return_memory() {
    const LARGE: i32 = 256 * 1024;
    const INTERVAL: Duration = Duration::from_secs(2);
    // If either fails, the program continues and keeps some memory.
    dedale_heap::map_blocks_from(LARGE);
    let _: io::Result<_> = thread::Builder::new().name("trim".to_owned()).spawn(|| {
        loop {
            thread::sleep(INTERVAL);
            dedale_heap::trim();
        }
    });
}

/// Other libraries are not affected.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_memory() {}

/// Raises the limit of open files to the number of connections, and some more. If the system does not allow that many, further
/// connections wait until a file descriptor is free.
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

/// Ensures that the process may open as many files as it needs to start.
///
/// # Errors
///
/// An error that contains the limit. Without this check, the runtime panics if it cannot open files for signals.
pub fn require_files() -> io::Result<()> {
    /// Those that are open when it listens at both addresses, and some for connections.
    const FEWEST: u64 = 32;
    match rlimit::increase_nofile_limit(FEWEST) {
        Ok(files) if files < FEWEST => Err(io::Error::other(format!(
            "only {files} files may be open (ulimit -n), and at least {FEWEST} are needed"
        ))),
        // If the limit is unknown, it may be sufficient.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// The signals that stop the process: SIGTERM, Ctrl-C, and the loss of its terminal (SIGHUP).
pub struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    /// `None` for a process that must survive its terminal (`nohup`).
    #[cfg(unix)]
    hangup: Option<tokio::signal::unix::Signal>,
}

impl Signals {
    /// Starts listening for the signals.
    pub fn new() -> io::Result<Signals> {
        #[cfg(unix)]
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate())?,
            #[cfg(unix)]
            interrupt: signal(SignalKind::interrupt())?,
            #[cfg(unix)]
            hangup: if is_hangup_ignored() { None } else { Some(signal(SignalKind::hangup())?) },
        })
    }

    /// Completes when the next signal arrives.
    pub async fn next(&mut self) {
        #[cfg(unix)]
        let hangup = async {
            match &mut self.hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        #[cfg(unix)]
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
            _ = hangup => {}
        }
        #[cfg(not(unix))]
        tokio::signal::ctrl_c().await.ok();
    }
}

/// Whether the process was started with SIGHUP ignored. If the system does not say, it is assumed not to be.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    const HANGUP: u64 = 1;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // One bit for each signal; the lowest bit is signal 1.
    ignored
        .and_then(|ignored| u64::from_str_radix(ignored.trim(), 16).ok())
        .is_some_and(|ignored| ignored & HANGUP != 0)
}
