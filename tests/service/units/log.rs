//! Lines of the log that cannot be written.

use std::io::{self, Write};
use std::sync::mpsc;

use dedale_server::cli::log::{Log, MAX_FINISH, MAX_LINES};

/// Takes this many bytes, and none after that.
struct Disk(usize);

impl Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken > 0 { Ok(taken) } else { Err(io::ErrorKind::StorageFull.into()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Says that it is asked to take lines, and never takes them.
struct Unread(mpsc::Sender<()>, mpsc::Receiver<()>);

impl Write for Unread {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.send(());
        let _ = self.1.recv();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn lines_that_cannot_be_written_are_counted() {
    // Two lines, and a part of the third.
    let log = Log::to(Disk(12));
    let dropped = log.dropped_lines();
    (0..5).for_each(|_| log.print("line"));
    log.finish();
    assert_eq!(dropped(), 3);
}

#[test]
fn lines_are_dropped_while_nothing_is_written() {
    let ((writing, is_writing), (_never, unread)) = (mpsc::channel(), mpsc::channel());
    let log = Log::to(Unread(writing, unread));
    let dropped = log.dropped_lines();
    log.print("line");
    is_writing.recv().unwrap();
    (0..MAX_LINES + 4).for_each(|_| log.print("line"));
    assert_eq!(dropped(), 4);
    let start = std::time::Instant::now();
    log.finish();
    assert!(start.elapsed() < 2 * MAX_FINISH);
}
