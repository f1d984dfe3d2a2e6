//! Lines of the log that cannot be written.

use std::io::{self, Write};
use std::sync::mpsc;

use dedale_server::cli::log::{Log, MAX_FINISH, MAX_LINES};

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
