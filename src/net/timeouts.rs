//! How long the client of a connection may take for what.
//!
//! [`Watched`](crate::net::watched::Watched) notes in an [`Activity`] what happens on a connection; [`Activity::overdue`] looks at the
//! notes once in a while and says when the client has had enough time. Notes cost a request less than a timer that is set for each.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

use tokio::time::sleep;

/// How long the client of a connection may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For the head of a request, from its first byte to its last; and for a body, before it is seen how fast it comes.
    pub head: Duration,
    /// Between two requests, and before the first.
    pub idle: Duration,
    /// For taking something of an answer that waits for it.
    pub write: Duration,
}

impl Default for Timeouts {
    /// Ten seconds for a head, a minute between requests, thirty seconds for taking something.
    fn default() -> Timeouts {
        Timeouts { head: Duration::from_secs(10), idle: Duration::from_secs(60), write: Duration::from_secs(30) }
    }
}

/// The longest that a client may take for any of it while more than half of the places for connections are taken: then who does
/// nothing makes room for others.
const CROWDED: Duration = Duration::from_secs(2);

/// The fewest bytes a second that a client must take of an answer which waits for it, and send of a body which is waited for. A
/// telephone at the end of the world is faster; slower is who means to hold the service up.
pub(crate) const SLOWEST: u64 = 1000;

/// How often the notes are looked at.
const LOOK: Duration = Duration::from_secs(1);

/// What the client was slow in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slow {
    /// Sending the head of a request.
    Head,
    /// Asking for anything.
    Idle,
    /// Taking what was sent.
    Read,
}

impl Slow {
    /// All that they may be slow in.
    pub const ALL: [Slow; 3] = [Slow::Head, Slow::Idle, Slow::Read];

    /// Its name in metrics and logs.
    pub const fn name(self) -> &'static str {
        match self {
            Slow::Head => "slow-head",
            Slow::Idle => "idle",
            Slow::Read => "slow-read",
        }
    }
}

impl Timeouts {
    /// The same for a server that has few places left.
    pub(crate) fn crowded(self) -> Timeouts {
        let Timeouts { head, idle, write } = self;
        Timeouts { head: head.min(CROWDED), idle: idle.min(CROWDED), write: write.min(2 * CROWDED) }
    }

    /// How often to look, so that the shortest of them is kept.
    fn look(self) -> Duration {
        LOOK.min(self.head.min(self.idle).min(self.write) / 4).max(Duration::from_millis(1))
    }
}

/// What happens on a connection. Times are in milliseconds since it began; 0 stands for never.
#[derive(Debug)]
pub struct Activity {
    begin: Instant,
    /// How many requests are being answered.
    answering: AtomicU32,
    /// Since when there is nothing to answer.
    idle_since: AtomicU32,
    /// When the first bytes came of a request whose head is not whole yet.
    pub(super) head_since: AtomicU32,
    /// Whether there is something that the client does not take.
    is_waiting: AtomicBool,
    /// How many bytes the client, or the system for it, has taken.
    taken: AtomicU64,
    /// How many answers by HTTP/2 wait for the client to take what there is of them. They may, though the network takes all that it
    /// is given: it is the client who says how much of an answer is sent.
    offered: AtomicU32,
    /// How many bytes of answers by HTTP/2 were sent. What else is sent, such as an answer to a ping, says nothing.
    pub(super) of_answers: AtomicU64,
    /// Whether a request is answered that has a body: then what comes is no head.
    pub(super) has_body: AtomicBool,
    /// Whether it speaks HTTP/2.
    pub(super) is_http2: AtomicBool,
}

/// A request on a connection that is being answered.
#[derive(Debug)]
pub struct Busy(Arc<Activity>);

impl Busy {
    /// Notes that a request has come, of which there may be a body to come.
    pub fn new(activity: &Arc<Activity>, has_body: bool) -> Busy {
        activity.answering.fetch_add(1, Ordering::Relaxed);
        if has_body {
            // What came after its head was no other.
            activity.has_body.store(true, Ordering::Relaxed);
            activity.head_since.store(0, Ordering::Relaxed);
        }
        Busy(activity.clone())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.idle_since.store(self.0.now(), Ordering::Relaxed);
        self.0.answering.fetch_sub(1, Ordering::Relaxed);
        self.0.has_body.store(false, Ordering::Relaxed);
    }
}

/// Something of an answer by HTTP/2 that waits for its client.
#[derive(Debug)]
pub struct Offered(Arc<Activity>);

impl Busy {
    /// Notes that there is something of the answer for the client to take.
    pub fn offer(&self) -> Offered {
        self.0.offered.fetch_add(1, Ordering::Relaxed);
        Offered(self.0.clone())
    }
}

impl Drop for Offered {
    fn drop(&mut self) {
        self.0.offered.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Default for Activity {
    /// That of a connection which begins now.
    fn default() -> Activity {
        Activity {
            begin: Instant::now(),
            answering: AtomicU32::new(0),
            idle_since: AtomicU32::new(1),
            head_since: AtomicU32::new(0),
            is_waiting: AtomicBool::new(false),
            taken: AtomicU64::new(0),
            offered: AtomicU32::new(0),
            of_answers: AtomicU64::new(0),
            has_body: AtomicBool::new(false),
            is_http2: AtomicBool::new(false),
        }
    }
}

impl Activity {
    /// Milliseconds since the connection began, and one.
    fn now(&self) -> u32 {
        // It would have to last for seven weeks to come near the end of them.
        u32::try_from(self.begin.elapsed().as_millis() + 1).unwrap_or(u32::MAX)
    }

    /// Notes that a part of a head has come, or all of it.
    pub(super) fn came(&self, is_whole: bool) {
        if is_whole {
            self.head_since.store(0, Ordering::Relaxed);
        } else if self.head_since.load(Ordering::Relaxed) == 0 {
            self.head_since.store(self.now(), Ordering::Relaxed);
        }
    }

    pub(super) fn went<T>(&self, bytes: usize, written: &Poll<T>) {
        if self.is_waiting.load(Ordering::Relaxed) != written.is_pending() {
            self.is_waiting.store(written.is_pending(), Ordering::Relaxed);
        }
        if bytes > 0 {
            self.taken.fetch_add(bytes as u64, Ordering::Relaxed);
        }
    }

    /// Done when the client has taken too long for something. What it may take, `timeouts` says anew each time.
    pub async fn overdue(&self, timeouts: impl Fn() -> Timeouts) -> Slow {
        let (mut of_all, mut of_answers) = (Pace::default(), Pace::default());
        loop {
            sleep(timeouts().look()).await;
            let timeouts = timeouts();
            let since = |time: u32| Duration::from_millis(self.now().saturating_sub(time).into());
            let is_waiting = self.is_waiting.load(Ordering::Relaxed);
            let taken = self.taken.load(Ordering::Relaxed);
            let taken_of_answers = self.of_answers.load(Ordering::Relaxed);
            if of_all.is_slow(is_waiting.into(), taken, timeouts.write)
                || of_answers.is_slow(self.offered.load(Ordering::Relaxed), taken_of_answers, timeouts.write)
            {
                return Slow::Read;
            }
            if is_waiting {
                continue;
            }
            if self.answering.load(Ordering::Relaxed) > 0 {
                continue;
            }
            let idle = self.idle_since.load(Ordering::Relaxed);
            match self.head_since.load(Ordering::Relaxed) {
                0 if since(idle) >= timeouts.idle => return Slow::Idle,
                // Behind a request, it need not have been whole before that was answered.
                head if head > 0 && since(head.max(idle)) >= timeouts.head => return Slow::Head,
                _ => {}
            }
        }
    }
}

/// How fast a client takes what waits for it.
#[derive(Debug, Default)]
struct Pace(Option<Waiting>);

/// Since when something waits for a client, how many bytes it had taken by then, and the fewest answers that have waited since.
#[derive(Debug)]
struct Waiting {
    begin: Instant,
    before: u64,
    fewest: u32,
}

impl Pace {
    /// Whether a client for whom so many answers wait, and who has taken so many bytes in all, has taken too few for `patience`. Each
    /// answer is to be taken as fast as if it had a connection of its own, or one that is taken could hold up any number of others.
    fn is_slow(&mut self, waiting: u32, taken: u64, patience: Duration) -> bool {
        if waiting == 0 {
            self.0 = None;
            return false;
        }
        let seen = self.0.get_or_insert_with(|| Waiting { begin: Instant::now(), before: taken, fewest: waiting });
        seen.fewest = seen.fewest.min(waiting);
        if seen.begin.elapsed() < patience {
            return false;
        }
        let least = SLOWEST * u64::from(seen.fewest) * patience.as_millis() as u64 / 1000;
        let is_slow = taken - seen.before < least;
        self.0 = None;
        is_slow
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_makes_everybody_hurry() {
        let short = Timeouts { head: CROWDED, idle: CROWDED, write: CROWDED };
        let crowded = Timeouts::default().crowded();
        assert_eq!((crowded.head, crowded.idle, crowded.write), (CROWDED, CROWDED, 2 * CROWDED));
        assert_eq!(short.crowded(), short);
    }
}
