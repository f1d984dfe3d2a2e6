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
pub const MAX_LINES: usize = 8192;

/// The time in which lines gather before they are written.
const PAUSE: Duration = Duration::from_millis(1);

/// The approximate maximum size of the lines that are written at once.
const MAX_BATCH_BYTES: usize = 64 * 1024;

/// The maximum time for writing the last lines at exit.
pub const MAX_FINISH: Duration = Duration::from_millis(1200);

/// The queue of lines, and the thread that writes them.
pub struct Log {
    queue: NonBlocking,
    /// The number of lines that could not be written.
    unwritten: Arc<AtomicU64>,
    worker: WorkerGuard,
}

impl Log {
    /// Starts logging to standard error.
    pub fn start(level: LevelFilter, format: LogFormat) -> Log {
        let log = Log::to(io::stderr());
        let lines = tracing_subscriber::fmt().with_max_level(level).with_writer(log.queue.clone()).with_target(false);
        match format {
            LogFormat::Text => lines.init(),
            LogFormat::Json => lines.json().flatten_event(true).with_current_span(false).with_span_list(false).init(),
        }
        std::panic::set_hook(Box::new(log_panic));
        log
    }

    /// Starts a thread that writes lines to `target`. Nothing is logged to it yet.
    pub fn to(target: impl Write + Send + 'static) -> Log {
        let unwritten = Arc::new(AtomicU64::new(0));
        let target = LineBatch { target, lines: Vec::new(), unwritten: unwritten.clone() };
        let queue = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(MAX_LINES).thread_name("log");
        let (queue, worker) = queue.finish(target);
        Log { queue, unwritten, worker }
    }

    /// Returns a function that returns the number of dropped lines.
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

/// Writes many lines at once, and counts those that it cannot write.
struct LineBatch<W> {
    target: W,
    lines: Vec<u8>,
    unwritten: Arc<AtomicU64>,
}

impl<W: Write> LineBatch<W> {
    /// Writes the lines, and drops those that cannot be written.
    fn write_lines(&mut self) {
        let mut rest = &self.lines[..];
        while !rest.is_empty() {
            match self.target.write(rest) {
                Ok(bytes @ 1..) => rest = &rest[bytes..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(_) | Err(_) => break,
            }
        }
        let unwritten = rest.iter().filter(|&&byte| byte == b'\n').count();
        self.unwritten.fetch_add(unwritten as u64, Ordering::Relaxed);
        self.lines.clear();
    }
}

impl<W: Write> Write for LineBatch<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.lines.len() + line.len() > MAX_BATCH_BYTES {
            self.write_lines();
        }
        self.lines.extend_from_slice(line);
        Ok(line.len())
    }

    /// Called when the queue is empty. Waking a thread takes longer than writing a line, so it waits for more lines.
    fn flush(&mut self) -> io::Result<()> {
        self.write_lines();
        thread::sleep(PAUSE);
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
