//! The log: lines on standard error.
//!
//! Standard error may be a pipe that no one reads, or a file on a full disk. Requests never wait for it, and a write error never ends the
//! process: lines that do not fit into the queue or cannot be written are dropped and counted.

use std::io::{self, Write};
use std::panic::PanicHookInfo;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tracing_appender::non_blocking::{NonBlocking, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::LevelFilter;

use super::config::LogFormat;

/// The capacity of the queue, in lines. Most lines have less than 300 bytes, and those about requests have at most four kilobytes.
const MAX_LINES: usize = 8192;

/// How long writing the last lines may take at exit.
const MAX_FINISH: Duration = Duration::from_millis(1200);

/// The queue of lines, and the thread that writes them.
pub struct Log {
    queue: NonBlocking,
    /// How many lines could not be written.
    unwritten: Arc<AtomicU64>,
    worker: WorkerGuard,
}

impl Log {
    /// Starts logging to standard error.
    pub fn start(level: LevelFilter, format: LogFormat) -> Log {
        let log = Log::to(io::stderr());
        let lines = tracing_subscriber::fmt().with_max_level(level).with_writer(log.queue.clone()).with_target(false);
        match format {
            LogFormat::Text => lines.with_ansi(io::IsTerminal::is_terminal(&io::stderr())).init(),
            LogFormat::Json => lines.json().flatten_event(true).with_current_span(false).with_span_list(false).init(),
        }
        std::panic::set_hook(Box::new(log_panic));
        log
    }

    fn to(target: impl Write + Send + 'static) -> Log {
        let unwritten = Arc::new(AtomicU64::new(0));
        let target = Counting { target, unwritten: unwritten.clone() };
        let queue = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(MAX_LINES).thread_name("log");
        let (queue, worker) = queue.finish(target);
        Log { queue, unwritten, worker }
    }

    /// Returns a function that returns how many lines have been dropped.
    pub fn dropped_lines(&self) -> impl Fn() -> u64 + Send + Sync + use<> {
        let (queued, unwritten) = (self.queue.error_counter(), self.unwritten.clone());
        move || queued.dropped_lines() as u64 + unwritten.load(Ordering::Relaxed)
    }

    /// Writes a line that is not about a request, after the lines in the queue.
    pub fn print(&self, line: &str) {
        // The queue takes any line, or counts it.
        let _ = self.queue.clone().write_all(format!("{line}\n").as_bytes());
    }

    /// Writes the lines in the queue, and gives up soon if that is not possible.
    pub fn finish(self) {
        let (end, ended) = mpsc::channel::<()>();
        // When it gives up, the worker prints that to standard output, which may be closed, or the pipe that no one reads.
        let finish = move || {
            drop(self.worker);
            drop(end);
        };
        if thread::Builder::new().spawn(finish).is_ok() {
            let _ = ended.recv_timeout(MAX_FINISH);
        }
    }
}

/// Writes lines, and counts those that it cannot write.
struct Counting<W> {
    target: W,
    unwritten: Arc<AtomicU64>,
}

impl<W: Write> Write for Counting<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.target.write_all(line).is_err() {
            self.unwritten.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Logs panics like other events: their message may contain text from a client, and writing to standard error directly may block.
fn log_panic(panic: &PanicHookInfo<'_>) {
    let payload = panic.payload();
    let message = payload.downcast_ref::<&str>().copied();
    let message = message.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let location = panic.location().map(tracing::field::display);
    tracing::error!(location, panic = message.unwrap_or("no message"), "the server panicked");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes this many lines, and none after that.
    struct Disk(usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(1).ok_or(io::ErrorKind::StorageFull)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Never takes a line.
    struct Unread(mpsc::Receiver<()>);

    impl Write for Unread {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_that_cannot_be_written_are_counted() {
        let log = Log::to(Disk(2));
        let dropped = log.dropped_lines();
        (0..5).for_each(|_| log.print("line"));
        log.finish();
        assert_eq!(dropped(), 3);
    }

    #[test]
    fn lines_are_dropped_while_nothing_is_written() {
        let (_never, unread) = mpsc::channel();
        let log = Log::to(Unread(unread));
        let dropped = log.dropped_lines();
        // One more may be with the thread.
        (0..MAX_LINES + 4).for_each(|_| log.print("line"));
        assert!((3..=4).contains(&dropped()), "{}", dropped());
        let start = std::time::Instant::now();
        log.finish();
        assert!(start.elapsed() < 2 * MAX_FINISH);
    }
}
