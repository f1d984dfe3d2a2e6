//! The destination of log lines: standard error, through a queue and a thread.
//!
//! Standard error may be a pipe that no one reads, or a file on a full disk. Requests never wait for it, and a write error never
//! ends the process: lines that do not fit into the queue or cannot be written are dropped and counted.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use tracing_subscriber::fmt::MakeWriter;

/// The capacity of the queue, in lines. Most lines have less than 300 bytes, and those about requests have at most four kilobytes.
const MOST_LINES: usize = 8192;

/// How much memory for text is kept while there is none.
const KEPT: usize = 64 * 1024;

/// How long lines are collected before they are written together, so the thread does not wake up for each of them.
const PAUSE: Duration = Duration::from_millis(20);

/// How long writing the last lines may take at exit.
const PATIENCE: Duration = Duration::from_millis(1200);

/// The queue, and the end of the thread that empties it.
pub struct Output {
    queue: Queue,
    ended: mpsc::Receiver<()>,
}

impl Output {
    /// Starts writing to `target`.
    pub fn to(target: impl Write + Send + 'static) -> Output {
        let queue = Queue::default();
        let (end, ended) = mpsc::channel();
        let emptied = queue.clone();
        let run = move || {
            emptied.write_to(target);
            drop(end);
        };
        // Without a thread, the queue becomes full, and lines are counted as dropped.
        let _ = thread::Builder::new().name("log".to_owned()).spawn(run);
        Output { queue, ended }
    }

    /// The queue, to which lines are written.
    pub fn queue(&self) -> Queue {
        self.queue.clone()
    }

    /// Returns a function that returns how many lines have been dropped.
    pub fn dropped(&self) -> impl Fn() -> u64 + Send + Sync + use<> {
        let queue = self.queue();
        move || queue.0.lost.load(Ordering::Relaxed)
    }

    /// Writes a line that is not about a request, after the lines in the queue.
    pub fn say(&self, line: fmt::Arguments<'_>) {
        self.queue.push(format!("{line}\n").as_bytes());
    }

    /// Writes the lines in the queue, and gives up soon if that is not possible.
    pub fn finish(self) {
        self.queue.lines().are_last = true;
        self.queue.0.changed.notify_one();
        // After that time, the remaining lines are lost. It ends sooner with an error, which means that the thread has ended.
        let _ = self.ended.recv_timeout(PATIENCE);
    }
}

/// Lines that wait to be written.
#[derive(Clone, Default)]
pub struct Queue(Arc<Inner>);

#[derive(Default)]
struct Inner {
    lines: Mutex<Lines>,
    /// Told when there are lines after there were none, and when there will be no more.
    changed: Condvar,
    lost: AtomicU64,
}

#[derive(Default)]
struct Lines {
    text: Vec<u8>,
    /// How many lines there are, with those that are being written.
    count: usize,
    /// Whether there will be no more.
    are_last: bool,
}

impl Queue {
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a line, or drops it if the queue is full.
    fn push(&self, line: &[u8]) {
        let mut lines = self.lines();
        if lines.count == MOST_LINES {
            self.0.lost.fetch_add(1, Ordering::Relaxed);
            return;
        }
        let is_first = lines.text.is_empty();
        lines.text.extend_from_slice(line);
        lines.count += 1;
        drop(lines);
        if is_first {
            self.0.changed.notify_one();
        }
    }

    /// Writes lines until the last.
    fn write_to(&self, mut target: impl Write) {
        let mut text = Vec::new();
        loop {
            let lines = self.lines();
            let is_idle = |lines: &mut Lines| lines.text.is_empty() && !lines.are_last;
            let mut lines = self.0.changed.wait_while(lines, is_idle).unwrap_or_else(PoisonError::into_inner);
            if lines.text.is_empty() {
                return;
            }
            std::mem::swap(&mut text, &mut lines.text);
            let Lines { count, are_last, .. } = *lines;
            drop(lines);
            self.0.lost.fetch_add(write_together(&text, &mut target), Ordering::Relaxed);
            text.clear();
            text.shrink_to(KEPT);
            self.lines().count -= count;
            if !are_last {
                thread::sleep(PAUSE);
            }
        }
    }
}

impl Write for &Queue {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        self.push(line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Queue {
    type Writer = &'a Queue;

    fn make_writer(&'a self) -> &'a Queue {
        self
    }
}

/// Writes lines, and returns how many could not be written.
fn write_together(lines: &[u8], target: &mut impl Write) -> u64 {
    let mut rest = lines;
    while !rest.is_empty() {
        match target.write(rest) {
            Ok(0) => break,
            Ok(written) => rest = &rest[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    rest.iter().filter(|&&byte| byte == b'\n').count() as u64
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
        let output = Output::to(Disk(10));
        let dropped = output.dropped();
        for (lines, expected) in [("four\n", 0), ("four\nmore\nlines\n", 2), ("four\nmore\nlines\n", 5)] {
            for line in lines.split_inclusive('\n') {
                (&output.queue).write_all(line.as_bytes()).unwrap();
            }
            while output.queue.lines().count > 0 {
                thread::sleep(PAUSE);
            }
            assert_eq!(dropped(), expected);
        }
        output.finish();
    }

    #[test]
    fn lines_are_dropped_while_nothing_is_written() {
        // As if its thread waited for ever.
        let queue = Queue::default();
        for _ in 0..MOST_LINES + 3 {
            queue.push(b"line\n");
        }
        assert_eq!(queue.0.lost.load(Ordering::Relaxed), 3);
        queue.lines().are_last = true;
        let mut written = Vec::new();
        queue.write_to(&mut written);
        assert_eq!(written.len(), 5 * MOST_LINES);
        assert_eq!(queue.lines().count, 0);
    }
}
