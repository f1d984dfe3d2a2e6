//! A connection, and how long its client may take for what.
//!
//! [`Watched`] stands between a connection and HTTP and notes what happens; [`Activity::overdue`] looks at the notes once in a
//! while and says when the client has had enough time. Notes cost a request less than a timer that is set for each.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
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
pub(super) const SLOWEST: u64 = 1000;

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
    pub(super) fn crowded(self) -> Timeouts {
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
    head_since: AtomicU32,
    /// Whether there is something that the client does not take.
    is_waiting: AtomicBool,
    /// How many bytes the client, or the system for it, has taken.
    taken: AtomicU64,
    /// Whether it speaks HTTP/2, where bytes come that are no request.
    is_http2: AtomicBool,
}

/// A request on a connection that is being answered.
#[derive(Debug)]
pub struct Busy(Arc<Activity>);

impl Busy {
    /// Notes that a request has come.
    pub fn new(activity: &Arc<Activity>) -> Busy {
        activity.answering.fetch_add(1, Ordering::Relaxed);
        activity.head_since.store(0, Ordering::Relaxed);
        Busy(activity.clone())
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.idle_since.store(self.0.now(), Ordering::Relaxed);
        self.0.answering.fetch_sub(1, Ordering::Relaxed);
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

    fn came(&self, bytes: &[u8]) {
        if self.answering.load(Ordering::Relaxed) > 0 || self.head_since.load(Ordering::Relaxed) > 0 {
            return;
        }
        if bytes.starts_with(b"PRI * HTTP/2") {
            self.is_http2.store(true, Ordering::Relaxed);
        }
        if !self.is_http2.load(Ordering::Relaxed) {
            self.head_since.store(self.now(), Ordering::Relaxed);
        }
    }

    fn went<T>(&self, bytes: usize, written: &Poll<T>) {
        if self.is_waiting.load(Ordering::Relaxed) != written.is_pending() {
            self.is_waiting.store(written.is_pending(), Ordering::Relaxed);
        }
        if bytes > 0 {
            self.taken.fetch_add(bytes as u64, Ordering::Relaxed);
        }
    }

    /// Done when the client has taken too long for something. What it may take, `timeouts` says anew each time.
    pub async fn overdue(&self, timeouts: impl Fn() -> Timeouts) -> Slow {
        // Since when, and from which byte on, the client takes what waits for it.
        let mut waiting: Option<(Instant, u64)> = None;
        loop {
            sleep(timeouts().look()).await;
            let timeouts = timeouts();
            let since = |time: u32| Duration::from_millis(self.now().saturating_sub(time).into());
            if self.is_waiting.load(Ordering::Relaxed) {
                let taken = self.taken.load(Ordering::Relaxed);
                let (begin, before) = *waiting.get_or_insert((Instant::now(), taken));
                if begin.elapsed() >= timeouts.write {
                    if taken - before < SLOWEST * timeouts.write.as_millis() as u64 / 1000 {
                        return Slow::Read;
                    }
                    waiting = None;
                }
                continue;
            }
            waiting = None;
            if self.answering.load(Ordering::Relaxed) > 0 {
                continue;
            }
            match self.head_since.load(Ordering::Relaxed) {
                0 if since(self.idle_since.load(Ordering::Relaxed)) >= timeouts.idle => return Slow::Idle,
                head if head > 0 && since(head) >= timeouts.head => return Slow::Head,
                _ => {}
            }
        }
    }
}

/// A connection of which is noted what happens.
#[derive(Debug)]
pub struct Watched<T> {
    inner: T,
    activity: Arc<Activity>,
}

impl<T> Watched<T> {
    /// The connection `inner`; what happens on it is noted in `activity`.
    pub fn new(inner: T, activity: Arc<Activity>) -> Watched<T> {
        Watched { inner, activity }
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Watched<T> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(cx, buf))?;
        if buf.filled().len() > before {
            self.activity.came(&buf.filled()[before..]);
        }
        Poll::Ready(Ok(()))
    }
}

impl<T> Watched<T> {
    fn note(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        let bytes = if let Poll::Ready(Ok(bytes)) = &written { *bytes } else { 0 };
        self.activity.went(bytes, &written);
        written
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Watched<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write(cx, buf);
        self.note(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write_vectored(cx, bufs);
        self.note(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
    use tokio::time::timeout;

    const SHORT: Timeouts = Timeouts {
        head: Duration::from_millis(100),
        idle: Duration::from_millis(300),
        write: Duration::from_millis(200),
    };

    async fn overdue(activity: &Activity) -> Option<Slow> {
        timeout(Duration::from_secs(2), activity.overdue(|| SHORT)).await.ok()
    }

    #[tokio::test]
    async fn who_says_nothing_and_who_does_not_say_all() {
        let activity = Arc::new(Activity::default());
        assert_eq!(overdue(&activity).await, Some(Slow::Idle));
        let (mut client, server) = duplex(64);
        let mut server = Watched::new(server, activity.clone());
        client.write_all(b"GET / HT").await.unwrap();
        let mut read = [0; 64];
        assert_eq!(server.read(&mut read).await.unwrap(), 8);
        assert_eq!(overdue(&activity).await, Some(Slow::Head));
        // While it is answered the client need not do anything.
        let busy = Busy::new(&activity);
        assert_eq!(overdue(&activity).await, None);
        drop(busy);
        assert_eq!(overdue(&activity).await, Some(Slow::Idle));
    }

    #[tokio::test]
    async fn who_takes_nothing_and_who_takes_too_little() {
        let activity = Arc::new(Activity::default());
        let (mut client, server) = duplex(64);
        let mut server = Watched::new(server, activity.clone());
        let _busy = Busy::new(&activity);
        let sending = tokio::spawn(async move { server.write_all(&[0; 100_000]).await });
        // A byte in ten milliseconds is a tenth of what is asked for.
        let trickle = async {
            let mut byte = [0; 1];
            loop {
                client.read_exact(&mut byte).await.unwrap();
                sleep(Duration::from_millis(10)).await;
            }
        };
        let slow = tokio::select! { slow = overdue(&activity) => slow, () = trickle => None };
        assert_eq!(slow, Some(Slow::Read));
        let steady = async {
            let mut bytes = [0; 64];
            loop {
                client.read_exact(&mut bytes).await.unwrap();
                sleep(Duration::from_millis(5)).await;
            }
        };
        let slow = tokio::select! {
            slow = timeout(Duration::from_millis(600), activity.overdue(|| SHORT)) => slow.ok(),
            () = steady => None,
        };
        assert_eq!(slow, None);
        sending.abort();
    }

    #[test]
    fn a_crowd_makes_everybody_hurry() {
        let crowded = Timeouts::default().crowded();
        assert_eq!((crowded.head, crowded.idle, crowded.write), (CROWDED, CROWDED, 2 * CROWDED));
        assert_eq!(SHORT.crowded(), SHORT);
    }
}
