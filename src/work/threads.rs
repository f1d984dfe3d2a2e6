//! Threads that are started once and kept, so that work never waits for one that cannot be started.

use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// A number of threads that do one piece of work after the other. They end when this is dropped.
#[derive(Debug)]
pub struct Threads(Sender<Job>);

/// A piece of work panicked.
#[derive(Debug, PartialEq, Eq)]
pub struct Panicked;

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the work panicked")
    }
}

impl std::error::Error for Panicked {}

impl Threads {
    /// Starts so many threads.
    ///
    /// # Errors
    ///
    /// An error if one of them cannot be started.
    pub fn start(name: &str, count: usize) -> io::Result<Threads> {
        let (sender, receiver) = channel();
        let receiver = Arc::new(Mutex::new(receiver));
        for _ in 0..count {
            let receiver = receiver.clone();
            Builder::new().name(name.to_owned()).spawn(move || {
                while let Some(job) = next(&receiver) {
                    job();
                }
            })?;
        }
        Ok(Threads(sender))
    }

    /// Does a piece of work on the first thread that is free.
    ///
    /// # Errors
    ///
    /// Returns an error if it panics.
    pub fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, Panicked>> + Send + 'static {
        let (done, result) = oneshot::channel();
        let job = move || {
            // What the work captured is dropped before its result is known.
            if let Ok(result) = catch_unwind(AssertUnwindSafe(work)) {
                let _ = done.send(result);
            }
        };
        // There are threads as long as there is this sender.
        let _ = self.0.send(Box::new(job));
        async move { result.await.map_err(|_| Panicked) }
    }
}

fn next(receiver: &Mutex<Receiver<Job>>) -> Option<Job> {
    receiver.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_thread_survives_a_panic() {
        let threads = Threads::start("test", 1).unwrap();
        assert_eq!(threads.run(|| -> u8 { panic!("on purpose") }).await, Err(Panicked));
        assert_eq!(threads.run(|| 7).await, Ok(7));
    }
}
