//! The connection to a client, as the HTTP library reads and writes it.
//!
//! It does three things that the library does not:
//!
//! - It limits the bytes that are read before other connections have their turn. A megabyte of small HTTP/2 frames
//!   would hold an async thread for milliseconds.
//! - It limits the HTTP/2 frames that are neither a request nor its body. They cost time, and no other limit counts
//!   them.
//! - It keeps a request whose client has closed its side of the connection while the response is read. The client may
//!   be gone, or may wait for the response.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::time::{Instant, Sleep, sleep};

use crate::server::timeouts::Activity;

/// The number of bytes after which other connections have their turn.
const MAX_READ_IN_A_ROW: usize = 4 * 1024;

/// The maximum size of a read of HTTP/2, in bytes. One byte can be a header, and 15 can change the windows of all
/// streams.
const MAX_HTTP2_READ: usize = 512;

/// The maximum number of control frames without progress in between: honest clients need three for each part of a
/// response.
const MAX_CONTROL_FRAMES: u32 = 2_000;

/// The maximum time without a write to a client that has closed its side. After that, the client counts as gone, and
/// work for it stops.
const HALF_CLOSED_TIMEOUT: Duration = Duration::from_millis(50);

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A connection to a client. When the HTTP library drops it, the socket is returned to the owner of the connection.
#[derive(Debug)]
pub struct ClientStream {
    /// `None` only while this is dropped.
    socket: Option<TcpStream>,
    give_back: Option<oneshot::Sender<TcpStream>>,
    activity: Arc<Activity>,
    frames: FrameCounter,
    read_in_a_row: usize,
    written: u64,
    /// True if the buffer of the system was full at the last write.
    is_blocked: bool,
    /// Set when the client has closed its side.
    half_closed: Option<HalfClosed>,
}

#[derive(Debug)]
struct HalfClosed {
    check: Pin<Box<Sleep>>,
    /// The number of bytes that were written until the last check.
    written: u64,
}

impl ClientStream {
    /// Wraps a socket. The receiver gets it back when the connection has ended.
    pub fn new(socket: TcpStream, activity: Arc<Activity>) -> (ClientStream, oneshot::Receiver<TcpStream>) {
        let (give_back, given_back) = oneshot::channel();
        let stream = ClientStream {
            socket: Some(socket),
            give_back: Some(give_back),
            activity,
            frames: FrameCounter::default(),
            read_in_a_row: 0,
            written: 0,
            is_blocked: false,
            half_closed: None,
        };
        (stream, given_back)
    }

    fn socket(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        self.socket.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }

    /// Ready when the library may learn that the client has closed its side: no request is in progress, or the client
    /// reads nothing.
    fn poll_end(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let (written, is_blocked) = (self.written, self.is_blocked);
        if !self.activity.is_busy() {
            return Poll::Ready(Ok(()));
        }
        let closed =
            self.half_closed.get_or_insert_with(|| HalfClosed { check: Box::pin(sleep(HALF_CLOSED_TIMEOUT)), written });
        loop {
            ready!(closed.check.as_mut().poll(cx));
            if !is_blocked && closed.written == written {
                return Poll::Ready(Ok(()));
            }
            closed.written = written;
            closed.check.as_mut().reset(Instant::now() + HALF_CLOSED_TIMEOUT);
        }
    }

    /// Records the result of a write.
    fn wrote(&mut self, polled: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        self.is_blocked = polled.is_pending();
        if let Poll::Ready(Ok(length)) = polled {
            self.written += length as u64;
        }
        polled
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if self.half_closed.is_some() {
            return self.poll_end(cx);
        }
        if self.read_in_a_row >= MAX_READ_IN_A_ROW {
            self.read_in_a_row = 0;
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let before = buf.filled().len();
        let polled = if self.frames.is_http2() && buf.remaining() > MAX_HTTP2_READ {
            let mut piece = [0; MAX_HTTP2_READ];
            let mut piece = ReadBuf::new(&mut piece);
            let polled = self.socket()?.poll_read(cx, &mut piece);
            buf.put_slice(piece.filled());
            self.read_in_a_row = MAX_READ_IN_A_ROW;
            polled
        } else {
            self.socket()?.poll_read(cx, buf)
        };
        if polled.is_pending() {
            self.read_in_a_row = 0;
        }
        ready!(polled)?;
        let read = &buf.filled()[before..];
        if read.is_empty() && buf.remaining() > 0 {
            return self.poll_end(cx);
        }
        self.read_in_a_row += read.len();
        let events = self.activity.events();
        if self.frames.read(read, events) > MAX_CONTROL_FRAMES {
            self.activity.sent_too_many_frames();
            return Poll::Ready(Err(io::Error::other("too many frames that are no request")));
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let polled = self.socket()?.poll_write(cx, buf);
        self.wrote(polled)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let polled = self.socket()?.poll_write_vectored(cx, bufs);
        self.wrote(polled)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    /// Does nothing: the socket is closed when the whole response has been sent.
    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

impl Drop for ClientStream {
    fn drop(&mut self) {
        if let (Some(socket), Some(give_back)) = (self.socket.take(), self.give_back.take()) {
            // Without a receiver, the socket is closed.
            let _ = give_back.send(socket);
        }
    }
}

/// Counts HTTP/2 frames. Only their heads are read.
#[derive(Debug)]
struct FrameCounter {
    part: FramePart,
    /// The number of bytes of that part that have not arrived.
    left: usize,
    head: [u8; HEAD],
    /// The number of control frames since the last progress: those that are neither a request nor its body.
    control: u32,
    /// The value of [`Activity::events`] when `control` was last reset.
    events: u32,
}

/// The part of the connection that is read next.
#[derive(Clone, Copy, Debug)]
enum FramePart {
    Preface,
    Head,
    Payload,
    /// It is not HTTP/2.
    Other,
}

const HEAD: usize = 9;

impl Default for FrameCounter {
    fn default() -> FrameCounter {
        FrameCounter { part: FramePart::Preface, left: PREFACE.len(), head: [0; HEAD], control: 0, events: 0 }
    }
}

impl FrameCounter {
    const DATA: u8 = 0;
    const HEADERS: u8 = 1;
    const CONTINUATION: u8 = 9;
    const SETTINGS: u8 = 4;

    /// The number of control frames that a `SETTINGS` frame counts for: it changes all streams, and a client needs only
    /// a few.
    const SETTINGS_COST: u32 = 100;

    fn is_http2(&self) -> bool {
        matches!(self.part, FramePart::Head | FramePart::Payload)
    }

    /// Reads the next bytes and returns the number of control frames, which is reset when `events` has changed.
    fn read(&mut self, mut bytes: &[u8], events: u32) -> u32 {
        if self.events != events {
            (self.events, self.control) = (events, 0);
        }
        while !bytes.is_empty() {
            let (read, rest) = bytes.split_at(self.left.min(bytes.len()));
            bytes = rest;
            match self.part {
                FramePart::Preface if !PREFACE[PREFACE.len() - self.left..].starts_with(read) => {
                    self.part = FramePart::Other;
                    break;
                }
                FramePart::Head => self.head[HEAD - self.left..][..read.len()].copy_from_slice(read),
                FramePart::Other => break,
                FramePart::Preface | FramePart::Payload => {}
            }
            self.left -= read.len();
            if self.left == 0 {
                (self.part, self.left) = self.next();
            }
        }
        self.control
    }

    /// The part after the current one, and its size.
    fn next(&mut self) -> (FramePart, usize) {
        let FramePart::Head = self.part else { return (FramePart::Head, HEAD) };
        let [a, b, c, kind, ..] = self.head;
        if ![FrameCounter::DATA, FrameCounter::HEADERS, FrameCounter::CONTINUATION].contains(&kind) {
            let cost = if kind == FrameCounter::SETTINGS { FrameCounter::SETTINGS_COST } else { 1 };
            self.control = self.control.saturating_add(cost);
        }
        match u32::from_be_bytes([0, a, b, c]) {
            0 => (FramePart::Head, HEAD),
            length => (FramePart::Payload, length as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(kind: u8, payload: &[u8]) -> Vec<u8> {
        let head = [0, 0, payload.len() as u8, kind, 0, 0, 0, 0, 0];
        [&head, payload].concat()
    }

    #[test]
    fn frames_that_are_no_request_are_counted_however_they_arrive() {
        let frames: Vec<u8> = [4, 1, 9, 0, 6, 2, 77].iter().flat_map(|&kind| frame(kind, &[6; 8])).collect();
        let frames = [PREFACE, &frames, &frame(8, b""), &frame(0, b"")].concat();
        for size in [1, 2, 7, 9, 24, 1000] {
            let mut counted = FrameCounter::default();
            let counts = frames.chunks(size).map(|bytes| counted.read(bytes, 0));
            assert_eq!(counts.last(), Some(104), "{size}");
            assert_eq!(counted.read(&frame(6, b""), 0), 105);
            assert_eq!(counted.read(&frame(6, b""), 1), 1, "something has happened");
        }
        let mut other = FrameCounter::default();
        let text = b"PRI * HTTP/1.1\r\nHost: x\r\n\r\n";
        assert_eq!(other.read(&[&text[..], &[6; 10_000]].concat(), 0), 0);
    }
}
