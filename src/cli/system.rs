//! Interaction with the operating system: returning memory, the limit of open files, and signals.

use std::io;
#[cfg(target_os = "linux")]
use std::path::Path;
use std::thread::Thread;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
use std::{thread, time::Duration};

#[cfg(unix)]
use futures_util::future::select_all;
#[cfg(target_os = "linux")]
use procfs::process::Process;
#[cfg(target_os = "linux")]
use procfs::{Current as _, Meminfo, ProcessCGroups};
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::settings::Settings;

/// Makes the C library return freed memory to the operating system: large blocks at once, and the free space between
/// small ones every two seconds, which takes a thousandth of a processor, or as soon as much was freed
/// ([`Memory::trimmed_by`]). Otherwise, freed memory is kept as long as a block after it is in use: in five minutes of
/// attacks, the minimum was 115 MiB instead of 29. With jemalloc it was 50, and with mimalloc 315. Fewer arenas make no
/// difference.
///
/// This must be called before there are other threads. It returns the thread that trims, which also does so when it is
/// unparked.
///
/// [`Memory::trimmed_by`]: crate::limits::memory::Memory::trimmed_by
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn return_memory() -> Option<Thread> {
    const LARGE: i32 = 256 * 1024;
    const INTERVAL: Duration = Duration::from_secs(2);
    // If either fails, the program continues and keeps some memory.
    dedale_heap::map_blocks_from(LARGE);
    let trims = thread::Builder::new().name("trim".to_owned()).spawn(|| {
        loop {
            thread::park_timeout(INTERVAL);
            dedale_heap::trim();
        }
    });
    trims.ok().map(|trims| trims.thread().clone())
}

/// Other libraries are not affected.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_memory() -> Option<Thread> {
    None
}

/// Raises the limit of open files to the number of connections, and some more. If the system does not allow that many,
/// the numbers of open and waiting connections are reduced: without a spare descriptor, the admin address could not be
/// reached.
pub fn fit_to_file_limit(settings: &mut Settings) {
    /// For listeners, the log, threads, and connections to the admin address.
    const OTHER_FILES: usize = 128;
    let Settings { max_connections, max_waiting_connections, .. } = settings;
    let wanted = max_connections.saturating_add(*max_waiting_connections).saturating_add(OTHER_FILES);
    match rlimit::increase_nofile_limit(wanted as u64) {
        Ok(files) if files < wanted as u64 => {
            let free = files as usize - OTHER_FILES.min(files as usize / 2);
            if free < *max_connections {
                tracing::warn!(
                    files,
                    connections = free,
                    "the limit of open files allows fewer connections (ulimit -n)"
                );
            }
            *max_connections = free.min(*max_connections);
            *max_waiting_connections = free - *max_connections;
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "the limit of open files is not known"),
    }
}

/// The memory that the process may use, in bytes: that of the machine, or less if a control group (version 2) has a limit. `None` if it is
/// not known, as on systems other than Linux.
#[cfg(target_os = "linux")]
pub fn memory() -> Option<u64> {
    let groups = Process::myself().and_then(|process| process.cgroups());
    let groups = groups.unwrap_or(ProcessCGroups(Vec::new()));
    let limits = limit_files(&groups).filter_map(|path| std::fs::read_to_string(path).ok()?.trim().parse().ok());
    limits.chain(Meminfo::current().map(|memory| memory.mem_total)).min()
}

/// On other systems it is not known.
#[cfg(not(target_os = "linux"))]
pub fn memory() -> Option<u64> {
    None
}

/// The files that may limit the memory of a process in these control groups: those of its group (version 2), and of all
/// groups around it. A file that has no number sets no limit.
#[cfg(target_os = "linux")]
pub fn limit_files(groups: &ProcessCGroups) -> impl Iterator<Item = String> {
    let group = groups.into_iter().find(|group| group.hierarchy == 0 && group.controllers.is_empty());
    let around = group.into_iter().flat_map(|group| Path::new(&group.pathname).ancestors());
    around.map(|group| format!("/sys/fs/cgroup{}/memory.max", group.display().to_string().trim_end_matches('/')))
}

/// Logs a warning if the settings allow clients to make the process use more memory than there is.
pub fn warn_of_memory(needed: u64, memory: Option<u64>) {
    if let Some(memory) = memory.filter(|&memory| memory < needed) {
        tracing::warn!(
            needed_mib = needed.div_ceil(1 << 20),
            memory_mib = memory >> 20,
            "clients can make the server need more memory than there is: lower --max-memory or --max-connections"
        );
    }
}

/// Ensures that the process may open the files that it needs to start. Without this check, the runtime panics if it
/// cannot open files for signals.
pub fn require_files() -> io::Result<()> {
    /// Those that are open when it listens at both addresses, and some for connections.
    const MIN_FILES: u64 = 32;
    match rlimit::increase_nofile_limit(MIN_FILES) {
        Ok(files) if files < MIN_FILES => Err(io::Error::other(format!(
            "only {files} files may be open (ulimit -n), and at least {MIN_FILES} are needed"
        ))),
        // If the limit is unknown, it may be sufficient.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// The signals that stop the process: SIGTERM, Ctrl-C, and the loss of its terminal (SIGHUP), unless it must survive that (`nohup`).
pub struct Signals(#[cfg(unix)] Vec<Signal>);

impl Signals {
    /// Starts listening for the signals.
    #[cfg(unix)]
    pub fn new() -> io::Result<Signals> {
        let hangup = Some(SignalKind::hangup()).filter(|_| !is_hangup_ignored());
        let kinds = [SignalKind::terminate(), SignalKind::interrupt()].into_iter().chain(hangup);
        kinds.map(signal).collect::<io::Result<_>>().map(Signals)
    }

    /// Starts listening for the signals.
    #[cfg(not(unix))]
    pub fn new() -> io::Result<Signals> {
        Ok(Signals())
    }

    /// Completes when the next signal arrives.
    pub async fn next(&mut self) {
        #[cfg(unix)]
        select_all(self.0.iter_mut().map(|signal| Box::pin(signal.recv()))).await;
        #[cfg(not(unix))]
        tokio::signal::ctrl_c().await.ok();
    }
}

/// Returns true if the process was started with SIGHUP ignored.
#[cfg(target_os = "linux")]
fn is_hangup_ignored() -> bool {
    // One bit for each signal; the lowest bit is signal 1.
    const HANGUP: u64 = 1;
    Process::myself().and_then(|process| process.status()).is_ok_and(|status| status.sigign & HANGUP != 0)
}

/// Other systems do not say, and it is assumed not to be.
#[cfg(all(unix, not(target_os = "linux")))]
fn is_hangup_ignored() -> bool {
    false
}
