//! Response bodies that are drawn while they are sent.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use axum::BoxError;
use axum::body::{Body, Bytes};
use axum::response::Response;
use futures_util::{FutureExt as _, stream};
use http_body::{Body as HttpBody, Frame};
use http_body_util::BodyExt as _;

use crate::clients::memory::Reservation;
use crate::clients::shares::Client;
use crate::problem::{Kind, Problem};
use crate::response::path::{PathDocument, PathPieces};
use crate::work::pool::Pool;
use dedale::endless::{Streamed, Windowed};
use dedale::format::{Format, Writer};
use dedale::picture::{Picture, Plane, RowSource as _};
use dedale::text::{Encoding, SolutionDocument};

/// The approximate size of a chunk, in bytes: large enough that the overhead per chunk is small, and small enough that a thousand slow
/// readers hold no more memory than a large maze.
const CHUNK: usize = 64 * 1024;

/// The maximum duration of a turn, even if less than a chunk has been drawn: pixels that compress well take long for each byte.
const TURN: Duration = Duration::from_millis(5);

/// The capacity of a chunk: a little more than its size, since the last piece may exceed it.
const CAPACITY: usize = CHUNK + CHUNK / 4;

/// Appends the next piece of a response to a buffer, and says whether there is another one.
type WriteNext = Box<dyn FnMut(&mut Vec<u8>) -> bool + Send>;

/// A response that is written piece by piece, and its progress.
pub struct Drawing {
    write_next: WriteNext,
    is_done: bool,
    media_type: &'static str,
    /// Whether the bytes are few and take long to compute.
    is_compressed: bool,
    elements: u64,
    bytes_at_hand: u64,
    /// What the drawing itself needs while it is drawn, if it is large.
    listed_bytes: u64,
}

impl Drawing {
    /// Creates the drawing of a maze in a format; `None` if the format does not draw its grid. Nothing is drawn yet.
    pub fn picture<G: Plane>(picture: Picture<G>, format: Format) -> Option<Drawing> {
        let elements = picture.elements(format);
        let listed_bytes = picture.listed_bytes(format);
        Some(Drawing { listed_bytes, ..Drawing::of(picture.pieces(format)?, format, elements) })
    }

    /// Creates the drawing of a maze that is generated row by row; `None` if the format does not support that. Nothing is generated yet.
    pub fn rows(maze: Streamed, format: Format) -> Option<Drawing> {
        let size = maze.head.size();
        let elements = format.elements(size[0], size[1]);
        let drawing = Drawing::of(Writer::new(maze, format)?, format, elements);
        Some(Drawing { bytes_at_hand: format.row_bytes(size[0]), ..drawing })
    }

    /// Creates the drawing of a part of a maze; `None` if the format does not draw parts. Nothing is drawn yet.
    pub fn window(window: Windowed, format: Format) -> Option<Drawing> {
        let [columns, rows] = window.head().size();
        let elements = format.elements(columns, rows);
        Some(Drawing::of(Writer::new(window, format)?, format, elements))
    }

    /// Creates a document. Nothing is written yet.
    pub fn solution<G: Plane>(document: SolutionDocument<G>) -> Drawing {
        let elements = document.elements() as u64;
        let mut next = 0;
        let write_next = move |out: &mut Vec<u8>| {
            document.write_piece(next, out);
            next += 1;
            next < document.pieces()
        };
        Drawing::new(Box::new(write_next), Format::Json(Encoding::default()), elements)
    }

    /// Creates a document with a part of a path. Nothing is written yet.
    pub fn path(document: PathDocument) -> Drawing {
        let elements = document.cells();
        let mut pieces = PathPieces::new(document);
        Drawing::new(Box::new(move |out| pieces.write_next(out)), Format::Json(Encoding::default()), elements)
    }

    /// Creates a document that is compressed already, takes so many steps and holds so many bytes. Nothing is made yet.
    pub fn compressed(write_next: WriteNext, media_type: &'static str, steps: u64, bytes: u64) -> Drawing {
        let (elements, bytes_at_hand) = (steps, bytes);
        Drawing {
            write_next,
            is_done: false,
            media_type,
            is_compressed: true,
            elements,
            bytes_at_hand,
            listed_bytes: 0,
        }
    }

    fn of(mut writer: Writer<'static>, format: Format, elements: u64) -> Drawing {
        let write_next = move |out: &mut Vec<u8>| {
            writer.write_next(out);
            !writer.is_done()
        };
        Drawing::new(Box::new(write_next), format, elements)
    }

    fn new(write_next: WriteNext, format: Format, elements: u64) -> Drawing {
        Drawing {
            write_next,
            is_done: false,
            media_type: format.media_type(),
            is_compressed: format.info().is_compressed,
            elements,
            bytes_at_hand: 0,
            listed_bytes: 0,
        }
    }

    /// The approximate number of elements: cells, numbers or words, or as many pixels as take as long.
    pub fn elements(&self) -> u64 {
        self.elements
    }

    /// The approximate memory for a maze that is generated meanwhile, in bytes. Other memory was reserved when it was allocated.
    pub fn bytes_at_hand(&self) -> u64 {
        self.bytes_at_hand
    }

    /// The media type of the response.
    pub fn media_type(&self) -> &'static str {
        self.media_type
    }

    /// Draws a chunk. The boundaries of chunks of text depend only on the text. Text is compressed chunk by chunk, so the compressed bytes
    /// are always the same as well; pixels are compressed already.
    fn draw_chunk(&mut self) -> Vec<u8> {
        let start = Instant::now();
        let mut chunk = Vec::with_capacity(CAPACITY);
        // A chunk of text is only left as it is while it is empty: the triangles of a solid are counted first.
        let may_end = |chunk: &[u8]| self.is_compressed || chunk.is_empty();
        while !self.is_done && chunk.len() < CHUNK && !(may_end(&chunk) && start.elapsed() >= TURN) {
            self.is_done = !(self.write_next)(&mut chunk);
        }
        chunk
    }

    /// Draws everything that is left, for responses that are known to be small.
    pub fn into_bytes(self) -> Vec<u8> {
        // The size of most formats, so the buffer is rarely reallocated. Pictures are smaller.
        let bytes_of_all = if self.is_compressed { 0 } else { self.elements as usize * 8 };
        let mut bytes = Vec::with_capacity(bytes_of_all + 512);
        self.write(&mut bytes);
        bytes
    }

    /// Adds everything that is left to `out`.
    pub fn write(mut self, out: &mut Vec<u8>) {
        while !self.is_done {
            self.is_done = !(self.write_next)(out);
        }
    }
}

/// A drawing as a body. Each chunk is drawn when it is polled, so a slow reader costs no memory, and a client that has disconnected costs
/// nothing more. After each chunk, the body is pending once, so a compressing wrapper flushes what it has.
struct Drawn {
    drawing: Drawing,
    /// Whether a chunk has just been returned, after which other tasks get a turn.
    has_given: bool,
}

/// Drawings with at most this many elements are drawn at once by the async thread, which takes less time than moving them to
/// another thread and back.
const DRAWN_AT_ONCE: u64 = 20_000;

/// Pictures with at most this many elements are drawn in one turn of the pool, which takes two milliseconds.
const DRAWN_IN_A_TURN: u64 = 100_000;

/// A body, whether it is large, and the memory that is reserved for it.
pub type Ready = (Body, Option<Large>, Reservation);

/// Creates the body of a drawing, with the memory that is reserved for it. A small one is drawn now, so its length is known; a large one is drawn
/// while it is sent: see [`in_turns`].
///
/// # Errors
///
/// Returns a [`Problem`] if the client may not use that much memory, or if the picture cannot be drawn.
pub async fn body(drawing: Drawing, pool: &Pool, client: Client, mut memory: Reservation) -> Result<Ready, Problem> {
    let bytes = if drawing.elements() <= DRAWN_AT_ONCE {
        drawing.into_bytes()
    } else if drawing.is_compressed && drawing.elements() <= DRAWN_IN_A_TURN {
        // In a box, so that small drawings are not moved with what only larger ones need.
        let drawn = pool.turn(client, move || drawing.into_bytes()).boxed().await;
        drawn.map_err(|_panic| Problem::from(Kind::INTERNAL_ERROR))?
    } else {
        memory.resize(memory.bytes().saturating_add(drawing.listed_bytes))?;
        return Ok((Body::new(Drawn { drawing, has_given: false }), Some(Large::Drawn), memory));
    };
    // From here on, the maze is no longer needed, only the drawing.
    memory.resize(bytes.len() as u64)?;
    let large = Large::of(&bytes);
    Ok((Body::from(bytes), large, memory))
}

impl HttpBody for Drawn {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        if !self.has_given {
            if self.drawing.is_done {
                return Poll::Ready(None);
            }
            let chunk = self.drawing.draw_chunk();
            if !chunk.is_empty() {
                self.has_given = true;
                return Poll::Ready(Some(Ok(Frame::data(chunk.into()))));
            }
        }
        self.has_given = false;
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

/// Why the body of a response takes long to create or to compress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Large {
    /// The body exists, and takes long only if it is compressed.
    Ready,
    /// The body is drawn while it is sent.
    Drawn,
}

impl Large {
    /// The size up to which a body is compressed as fast as a small maze is generated.
    const LEAST: usize = 32 * 1024;

    /// Whether a complete body is large.
    pub fn of(bytes: &[u8]) -> Option<Large> {
        (bytes.len() >= Large::LEAST).then_some(Large::Ready)
    }

    /// Whether this is work for the pool.
    pub fn takes_long(self, is_coded: bool) -> bool {
        is_coded || self == Large::Drawn
    }
}

/// A body whose first frame has arrived.
struct Begun {
    first: Option<Frame<Bytes>>,
    rest: Body,
}

impl HttpBody for Begun {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        match self.first.take() {
            Some(first) => Poll::Ready(Some(Ok(first))),
            None => Pin::new(&mut self.rest).poll_frame(cx),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.first.is_none() && self.rest.is_end_stream()
    }
}

/// Waits for the first byte of a body that is written while it is sent, so that its head is not sent before something can follow it. Other
/// bodies are in memory already.
///
/// # Errors
///
/// Returns an error if the body fails before its first byte.
///
/// # Panics
///
/// Panics if the body does.
pub async fn begun(response: Response) -> Result<Response, axum::Error> {
    let (head, mut rest) = response.into_parts();
    let is_empty = |frame: &Frame<Bytes>| frame.data_ref().is_some_and(Bytes::is_empty);
    let mut first = rest.frame().await.transpose()?;
    while first.as_ref().is_some_and(is_empty) {
        first = rest.frame().await.transpose()?;
    }
    Ok(Response::from_parts(head, Body::new(Begun { first, rest })))
}

/// Wraps a body so that each part is generated by a thread of `pool`. The async threads then only send it.
///
/// If the body panics, it ends with an error. After its first byte, the connection is closed, and the client can detect that the response is
/// incomplete; before it, see [`begun`].
pub fn in_turns(body: Body, pool: Pool, client: Client) -> Body {
    let parts = stream::try_unfold(Some(body), move |mut body| {
        let pool = pool.clone();
        async move {
            while let Some(rest) = body {
                let (part, rest) = pool.turn(client, move || next_part(rest)).await??;
                body = rest;
                if !part.is_empty() {
                    return Ok::<_, BoxError>(Some((part, body)));
                }
            }
            Ok(None)
        }
    });
    Body::from_stream(parts)
}

/// Polls a body until it is pending or has returned enough data. Returns the data, and the rest of the body if there is any.
fn next_part(mut body: Body) -> Result<(Bytes, Option<Body>), axum::Error> {
    let start = Instant::now();
    // No waker is needed: the next turn polls it anyway.
    let mut cx = Context::from_waker(Waker::noop());
    let mut frames: Vec<Bytes> = Vec::new();
    let mut bytes = 0;
    while bytes < CHUNK && start.elapsed() < TURN {
        match Pin::new(&mut body).poll_frame(&mut cx) {
            // There are no trailers.
            Poll::Ready(Some(frame)) => frames.extend(frame?.into_data()),
            Poll::Ready(None) => return Ok((joined(frames), None)),
            Poll::Pending => break,
        }
        bytes = frames.iter().map(Bytes::len).sum();
    }
    Ok((joined(frames), Some(body)))
}

/// Joins frames into one. Usually there is only one.
fn joined(mut frames: Vec<Bytes>) -> Bytes {
    if frames.len() > 1 { frames.concat().into() } else { frames.pop().unwrap_or_default() }
}
