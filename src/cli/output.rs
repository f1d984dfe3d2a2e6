//! The destination of log lines: standard error, through a queue and a thread.
//!
//! Standard error may be a pipe that no one reads, or a file on a full disk. Requests never wait for it, and a write error never
//! ends the process: lines that do not fit into the queue or cannot be written are dropped and counted.

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tracing_appender::non_blocking::{NonBlocking, NonBlockingBuilder, WorkerGuard};

/// The capacity of the queue, in lines. Most lines have less than 300 bytes, and those about requests have at most four kilobytes.
const MOST_LINES: usize = 8192;

/// Lines are written together, and at once when they reach this many bytes.
const MOST_TOGETHER: usize = 64 * 1024;

/// How long lines are collected before they are written together, so the thread does not wake up for each of them.
const PAUSE: Duration = Duration::from_millis(20);

/// How long writing the last lines may take at exit. The library gives up after 1.1 seconds if no one reads them.
const PATIENCE: Duration = Duration::from_millis(1200);

/// The queue, and the thread that empties it.
pub struct Output {
    queue: NonBlocking,
    thread: WorkerGuard,
    lost: Arc<AtomicU64>,
}

impl Output {
    /// Starts writing to `target`.
    pub fn to(target: impl Write + Send + 'static) -> Output {
        let lost = Arc::new(AtomicU64::new(0));
        let lines = Lines { target, together: Vec::with_capacity(MOST_TOGETHER), lost: lost.clone() };
        let queue = NonBlockingBuilder::default().buffered_lines_limit(MOST_LINES).lossy(true).thread_name("log");
        let (queue, thread) = queue.finish(lines);
        Output { queue, thread, lost }
    }

    /// The writer that adds lines to the queue.
    pub fn queue(&self) -> NonBlocking {
        self.queue.clone()
    }

    /// Returns a function that returns how many lines have been dropped.
    pub fn dropped(&self) -> impl Fn() -> u64 + Send + Sync + use<> {
        let (errors, lost) = (self.queue.error_counter(), self.lost.clone());
        move || errors.dropped_lines() as u64 + lost.load(Ordering::Relaxed)
    }

    /// Writes a line that is not about a request, after the lines in the queue.
    pub fn say(&self, line: fmt::Arguments<'_>) {
        // If the queue is full, the line is dropped, which is not an error.
        let _ = self.queue().write_all(format!("{line}\n").as_bytes());
    }

    /// Writes the lines in the queue, and gives up soon if that is not possible.
    pub fn finish(self) {
        let Output { thread: writing, .. } = self;
        let (done, finished) = mpsc::channel();
        // If the queue is full, the library prints a message to standard output, which may be closed or unread as well. That must neither
        // end this thread nor block it.
        let finishing = thread::Builder::new().spawn(move || {
            drop(writing);
            let _ = done.send(());
        });
        if finishing.is_ok() {
            // After that time, the remaining lines are lost.
            let _ = finished.recv_timeout(PATIENCE);
        }
    }
}

/// Writes lines together. It never returns an error, because the library would report it on standard error.
struct Lines<W> {
    target: W,
    together: Vec<u8>,
    lost: Arc<AtomicU64>,
}

impl<W: Write> Lines<W> {
    fn write_together(&mut self) {
        let mut rest = &self.together[..];
        while !rest.is_empty() {
            match self.target.write(rest) {
                Ok(0) => break,
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        let lost = rest.iter().filter(|&&byte| byte == b'\n').count();
        self.lost.fetch_add(lost as u64, Ordering::Relaxed);
        self.together.clear();
    }
}

impl<W: Write> Write for Lines<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.together.extend_from_slice(line);
        if self.together.len() >= MOST_TOGETHER {
            self.write_together();
        }
        Ok(line.len())
    }

    /// Called when the queue is empty.
    fn flush(&mut self) -> io::Result<()> {
        self.write_together();
        thread::sleep(PAUSE);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Accepts a number of bytes, and fails after that.
    struct Disk(usize);

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(self.0);
            self.0 -= taken;
            if taken == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(taken) }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_that_cannot_be_written_are_counted() {
        let lost = Arc::new(AtomicU64::new(0));
        let mut lines = Lines { target: Disk(10), together: Vec::new(), lost: lost.clone() };
        for expected in [0, 2, 5] {
            assert_eq!(lines.write(b"four\n").unwrap(), 5);
            if expected > 0 {
                lines.write_all(b"more\nlines\n").unwrap();
            }
            lines.flush().unwrap();
            assert_eq!(lost.load(Ordering::Relaxed), expected);
        }
    }
}
