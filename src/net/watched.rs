//! A connection between the network and HTTP that notes what happens on it, for [`timeouts`](crate::net::timeouts).

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::net::timeouts::Activity;

/// What a connection of HTTP/2 begins with.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// What comes on a connection: by which version of HTTP, which may take several reads to see.
#[derive(Debug)]
enum Coming {
    /// So many bytes of [`PREFACE`].
    Preface(usize),
    /// HTTP/1, and the end of a line that has just come, if any: a line without letters ends a head.
    Heads(Line),
    /// HTTP/2, where bytes come that are no request.
    Frames,
}

/// How far a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Begun,
    /// It ends with a carriage return.
    Return,
    Empty,
}

impl Line {
    fn after(self, byte: u8) -> Line {
        match (byte, self) {
            (b'\n', _) => Line::Empty,
            (b'\r', Line::Empty) => Line::Return,
            _ => Line::Begun,
        }
    }
}

impl Coming {
    fn note(&mut self, bytes: &[u8], activity: &Activity) {
        if let Coming::Preface(came) = *self {
            let rest = &PREFACE[came..];
            *self = if bytes.starts_with(rest) {
                activity.is_http2.store(true, Ordering::Relaxed);
                activity.head_since.store(0, Ordering::Relaxed);
                Coming::Frames
            } else if rest.starts_with(bytes) {
                Coming::Preface(came + bytes.len())
            } else {
                Coming::Heads(Line::Begun)
            };
        }
        match self {
            Coming::Preface(_) => activity.came(false),
            Coming::Frames => {}
            Coming::Heads(line) if activity.has_body.load(Ordering::Relaxed) => *line = Line::Begun,
            Coming::Heads(line) => {
                // Several heads may come at once, and the beginning of another.
                let (mut has_ended, mut has_begun) = (false, false);
                for &byte in bytes {
                    has_begun = byte != b'\n' || *line == Line::Begun;
                    has_ended |= !has_begun;
                    *line = line.after(byte);
                }
                if has_ended {
                    activity.came(true);
                }
                if has_begun {
                    activity.came(false);
                }
            }
        }
    }
}

/// Finds what is of answers among the bytes that a connection of HTTP/2 sends.
#[derive(Debug, Default)]
struct Frames {
    /// The head of the next frame, as far as it was sent.
    head: [u8; 9],
    sent: usize,
    /// How much of the frame is still to be sent, and whether it is of an answer.
    left: usize,
    is_data: bool,
}

impl Frames {
    /// How many of the bytes that are sent now are of answers.
    fn count(&mut self, mut bytes: &[u8]) -> u64 {
        let mut of_answers = 0;
        loop {
            let rest = bytes.split_off(..self.left.min(bytes.len())).unwrap_or_default();
            self.left -= rest.len();
            if self.is_data {
                of_answers += rest.len() as u64;
            }
            if bytes.is_empty() {
                return of_answers;
            }
            let head = bytes.split_off(..(self.head.len() - self.sent).min(bytes.len())).unwrap_or_default();
            self.head[self.sent..self.sent + head.len()].copy_from_slice(head);
            self.sent += head.len();
            if self.sent == self.head.len() {
                let [high, middle, low, kind, ..] = self.head;
                *self = Frames {
                    left: u32::from_be_bytes([0, high, middle, low]) as usize,
                    is_data: kind == 0,
                    ..Frames::default()
                };
            }
        }
    }
}

/// A connection of which is noted what happens.
#[derive(Debug)]
pub struct Watched<T> {
    inner: T,
    activity: Arc<Activity>,
    coming: Coming,
    frames: Frames,
}

impl<T> Watched<T> {
    /// The connection `inner`; what happens on it is noted in `activity`.
    pub fn new(inner: T, activity: Arc<Activity>) -> Watched<T> {
        Watched { inner, activity, coming: Coming::Preface(0), frames: Frames::default() }
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Watched<T> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let Watched { inner, activity, coming, .. } = &mut *self;
        ready!(Pin::new(inner).poll_read(cx, buf))?;
        if buf.filled().len() > before {
            coming.note(&buf.filled()[before..], activity);
        }
        Poll::Ready(Ok(()))
    }
}

impl<T> Watched<T> {
    /// Notes how much was written of what there was to write.
    fn note<'a>(&mut self, written: &Poll<io::Result<usize>>, all: impl Iterator<Item = &'a [u8]>) {
        let bytes = if let Poll::Ready(Ok(bytes)) = written { *bytes } else { 0 };
        self.activity.went(bytes, written);
        if !self.activity.is_http2.load(Ordering::Relaxed) {
            return;
        }
        let (mut left, mut of_answers) = (bytes, 0);
        for part in all {
            let part = &part[..part.len().min(left)];
            left -= part.len();
            of_answers += self.frames.count(part);
        }
        self.activity.of_answers.fetch_add(of_answers, Ordering::Relaxed);
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Watched<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write(cx, buf);
        self.note(&written, std::iter::once(buf));
        written
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write_vectored(cx, bufs);
        self.note(&written, bufs.iter().map(|buf| &**buf));
        written
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
    use crate::net::timeouts::{Busy, Slow, Timeouts};
    use std::time::{Duration, Instant};
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
    use tokio::time::{sleep, timeout};

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
        client.write_all(b"TP/1.1\r\n\r\n").await.unwrap();
        server.read_exact(&mut read[..10]).await.unwrap();
        // While it is answered the client need not do anything.
        let busy = Busy::new(&activity, false);
        assert_eq!(overdue(&activity).await, None);
        drop(busy);
        assert_eq!(overdue(&activity).await, Some(Slow::Idle));
    }

    #[tokio::test]
    async fn a_head_behind_a_request_is_a_head() {
        const HEAD: &str = "GET / HTTP/1.1\r\nhost: x\r\n\r\n";
        let twice = HEAD.repeat(2);
        for (first, has_body, then, late) in [
            (HEAD, false, "", Slow::Idle),
            (HEAD, false, "GE", Slow::Head),
            (&format!("{HEAD}GE"), false, "", Slow::Head),
            (&format!("{HEAD}GE"), false, "T / HTTP/1.1\n\n", Slow::Idle),
            (&twice, false, "", Slow::Idle),
            (&twice, false, "GET", Slow::Head),
            // What follows a head may be its body.
            (&format!("{HEAD}body"), true, "more\r\n\r\nof it", Slow::Idle),
        ] {
            // However it is cut.
            for size in [first.len(), 1] {
                let activity = Arc::new(Activity::default());
                let (mut client, server) = duplex(256);
                let mut server = Watched::new(server, activity.clone());
                for part in first.as_bytes().chunks(size) {
                    client.write_all(part).await.unwrap();
                    server.read_exact(&mut vec![0; part.len()]).await.unwrap();
                }
                let busy = Busy::new(&activity, has_body);
                client.write_all(then.as_bytes()).await.unwrap();
                server.read_exact(&mut vec![0; then.len()]).await.unwrap();
                // The time that the answer takes is not the client's.
                sleep(SHORT.head).await;
                drop(busy);
                let since = Instant::now();
                assert_eq!(overdue(&activity).await, Some(late), "{first:?} {then:?}");
                assert!(since.elapsed() >= SHORT.head / 2, "{first:?} {then:?}");
            }
        }
    }

    #[tokio::test]
    async fn who_takes_nothing_and_who_takes_too_little() {
        let activity = Arc::new(Activity::default());
        let (mut client, server) = duplex(64);
        let mut server = Watched::new(server, activity.clone());
        let _busy = Busy::new(&activity, false);
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

    #[tokio::test]
    async fn http2_is_recognised_however_its_beginning_is_cut() {
        for cut in 0..PREFACE.len() {
            let activity = Arc::new(Activity::default());
            let (mut client, server) = duplex(64);
            let mut server = Watched::new(server, activity.clone());
            for part in [&PREFACE[..cut], &PREFACE[cut..], b"\0\0\0\x04"] {
                client.write_all(part).await.unwrap();
                server.read_exact(&mut vec![0; part.len()]).await.unwrap();
            }
            assert!(activity.is_http2.load(Ordering::Relaxed), "{cut}");
            assert_eq!(activity.head_since.load(Ordering::Relaxed), 0, "{cut}");
        }
        // Who does not come to the end of it, or means something else, is not believed.
        for begin in ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r", "PRI * HTTP/1.1\r\nhost: x\r\n", "PRI"] {
            let activity = Arc::new(Activity::default());
            let (mut client, server) = duplex(64);
            let mut server = Watched::new(server, activity.clone());
            client.write_all(begin.as_bytes()).await.unwrap();
            server.read_exact(&mut vec![0; begin.len()]).await.unwrap();
            assert_eq!(overdue(&activity).await, Some(Slow::Head), "{begin}");
        }
    }

    #[test]
    fn what_is_of_answers_among_what_is_sent() {
        let head = |length: u8, kind: u8| [0, 0, length, kind, 0, 0, 0, 0, 1];
        let all =
            [&head(8, 6)[..], b"are you?", &head(3, 0), b"abc", &head(0, 0), &head(2, 1), b"de", &head(1, 0), b"f"]
                .concat();
        for size in 1..=all.len() {
            let mut frames = Frames::default();
            assert_eq!(all.chunks(size).map(|part| frames.count(part)).sum::<u64>(), 4, "{size}");
        }
    }
}
