//! A layer between the HTTP library and the network, for errors that the library sends on its own.
//!
//! Input that is not HTTP, or is too long, never becomes a request: the library responds with a head and no body, and closes the
//! connection. [`ToldErrors`] wraps the connection and adds the body and the headers that all other errors have, so every error is a
//! problem document.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::http::StatusCode;
use hyper::rt::{Read, ReadBufCursor, Write};

use crate::http::head::new_request_id;
use crate::problem::{Kind, Problem};

/// A connection on which bare errors become problems. Those of HTTP/2 contain no text and are not changed.
#[derive(Debug)]
pub struct ToldErrors<T> {
    inner: T,
    /// The rest of the response that replaces a bare error.
    told: Vec<u8>,
}

impl<T> ToldErrors<T> {
    /// Wraps the connection `inner`.
    pub fn new(inner: T) -> ToldErrors<T> {
        ToldErrors { inner, told: Vec::new() }
    }
}

impl<T: Read + Unpin> Read for ToldErrors<T> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: ReadBufCursor<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(cx, buf)
    }
}

impl<T: Write + Unpin> ToldErrors<T> {
    fn poll_tell(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.told.is_empty() {
            let written = ready!(Pin::new(&mut self.inner).poll_write(cx, &self.told))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.told.drain(..written);
        }
        Poll::Ready(Ok(()))
    }
}

impl<T: Write + Unpin> Write for ToldErrors<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.poll_tell(cx))?;
        match tell(buf) {
            Some(told) => {
                self.told = told;
                Poll::Ready(Ok(buf.len()))
            }
            None => Pin::new(&mut self.inner).poll_write(cx, buf),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_tell(cx))?;
        // A bare error has no body, so it is alone in its buffer.
        match bufs.first().and_then(|buf| Some((buf.len(), tell(buf)?))) {
            Some((length, told)) => {
                self.told = told;
                Poll::Ready(Ok(length))
            }
            None => Pin::new(&mut self.inner).poll_write_vectored(cx, bufs),
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_tell(cx))?;
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_tell(cx))?;
        Pin::new(&mut self.inner).poll_shutdown(cx)
    }
}

/// The maximum length of a bare error: a status line, a date and two more headers.
const LONGEST_BARE: usize = 256;

/// The complete response for a bare error; `None` for anything else. Every response of the router has an `X-Request-Id`, so
/// none of them is mistaken for a bare error.
fn tell(head: &[u8]) -> Option<Vec<u8>> {
    if head.len() > LONGEST_BARE || !head.starts_with(b"HTTP/1.1 4") || !head.ends_with(b"\r\n\r\n") {
        return None;
    }
    let head = std::str::from_utf8(head).ok()?;
    if !head.contains("\r\ncontent-length: 0\r\n") || head.contains("\r\nx-request-id:") {
        return None;
    }
    let status = StatusCode::from_bytes(head.as_bytes().get(9..12)?).ok()?;
    let kind = Kind::of_status(status);
    let body = Problem::new(kind, kind.meaning).to_json();
    let id = new_request_id();
    let length = format!(
        "\r\ncontent-type: application/problem+json\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n\
         access-control-allow-origin: *\r\nx-request-id: {}\r\ncontent-length: {}\r\n",
        id.to_str().unwrap_or_default(),
        body.len(),
    );
    tracing::info!(status = status.as_u16(), request_id = id.to_str().unwrap_or_default(), "unreadable request");
    Some((head.replacen("\r\ncontent-length: 0\r\n", &length, 1) + &body).into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bare_errors_become_problems() {
        let bare = "HTTP/1.1 414 URI Too Long\r\nconnection: close\r\ncontent-length: 0\r\ndate: x\r\n\r\n";
        let told = String::from_utf8(tell(bare.as_bytes()).unwrap()).unwrap();
        let (head, body) = told.split_once("\r\n\r\n").unwrap();
        assert!(
            head.starts_with(
                "HTTP/1.1 414 URI Too Long\r\nconnection: close\r\ncontent-type: application/problem+json"
            )
        );
        assert!(head.contains(&format!("content-length: {}\r\n", body.len())));
        assert!(body.contains("#uri-too-long"));

        for other in [
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\nx-request-id: 1\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-length: 7\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n",
        ] {
            assert_eq!(tell(other.as_bytes()), None, "{other}");
        }
    }
}
