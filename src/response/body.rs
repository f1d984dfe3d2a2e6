//! The body of an answer that is drawn while it is sent.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use axum::BoxError;
use axum::body::{Body, Bytes};
use futures_util::stream;
use http_body::{Body as HttpBody, Frame};

use crate::response::problem::Problem;
use crate::work::pool::{Held, Pool};
use dedale::render::{Encoding, Format, Picture, RowSource, SolutionDocument, Streamed, Writer};

/// About how many bytes are drawn at a time: enough that handing them on costs little for each, few enough that a thousand slow
/// readers hold no more than a large maze.
const CHUNK: usize = 64 * 1024;

/// How long a turn may go on before others have the thread, though there is less than a chunk to send: pixels that compress well take
/// long for each byte.
const TURN: Duration = Duration::from_millis(5);

/// What writes a response piece by piece.
trait Pieces: Send {
    fn is_done(&self) -> bool;

    /// Writes the next piece to the end of `out`.
    fn write_next(&mut self, out: &mut Vec<u8>);
}

impl<S: RowSource + Send> Pieces for Writer<S> {
    fn is_done(&self) -> bool {
        Writer::is_done(self)
    }

    fn write_next(&mut self, out: &mut Vec<u8>) {
        Writer::write_next(self, out);
    }
}

/// A solution, and the number of its next piece.
struct SolutionPieces(SolutionDocument, usize);

impl Pieces for SolutionPieces {
    fn is_done(&self) -> bool {
        self.1 == self.0.pieces()
    }

    fn write_next(&mut self, out: &mut Vec<u8>) {
        self.0.write_piece(self.1, out);
        self.1 += 1;
    }
}

/// A response that is written piece by piece, and how far it has come.
pub struct Drawing {
    pieces: Box<dyn Pieces>,
    media_type: &'static str,
    /// Whether the bytes are few, and each takes long.
    is_compressed: bool,
    elements: u64,
    bytes_at_hand: u64,
}

impl Drawing {
    /// The drawing of a maze in a format, of which nothing is drawn yet.
    pub fn picture(picture: Picture, format: Format) -> Drawing {
        let size = [picture.head.w, picture.head.h];
        Drawing::new(Box::new(Writer::new(picture, format)), format, size)
    }

    /// The drawing of a maze in a format that is written row by row, of which nothing is made yet; `None` for any other.
    pub fn rows(maze: Streamed, format: Format) -> Option<Drawing> {
        let size = [maze.head.w, maze.head.h];
        let drawing = Drawing::new(Box::new(Writer::by_rows(maze, format)?), format, size);
        Some(Drawing { bytes_at_hand: format.row_bytes(size[0]), ..drawing })
    }

    /// A document of which nothing is written yet.
    pub fn solution(document: SolutionDocument) -> Drawing {
        let elements = document.elements() as u64;
        let json = Format::Json(Encoding::default());
        Drawing { elements, ..Drawing::new(Box::new(SolutionPieces(document, 0)), json, [0, 0]) }
    }

    fn new(pieces: Box<dyn Pieces>, format: Format, [columns, rows]: [u64; 2]) -> Drawing {
        Drawing {
            pieces,
            media_type: format.media_type(),
            is_compressed: format.info().is_compressed,
            elements: format.elements(columns, rows),
            bytes_at_hand: 0,
        }
    }

    /// About how many elements are drawn: cells, numbers, words, or as many pixels as take that long.
    pub fn elements(&self) -> u64 {
        self.elements
    }

    /// About how many bytes of memory a maze needs that is made meanwhile. What else there is was reserved when it was made.
    pub fn bytes_at_hand(&self) -> u64 {
        self.bytes_at_hand
    }

    /// The media type of what is drawn.
    pub fn media_type(&self) -> &'static str {
        self.media_type
    }

    /// Draws a chunk. Where a text ends a chunk is a matter of its bytes alone, and so are the bytes of the text when it is coded,
    /// which is done chunk by chunk; pixels are coded already.
    fn draw_chunk(&mut self) -> Vec<u8> {
        let start = Instant::now();
        let mut chunk = Vec::with_capacity(CHUNK + CHUNK / 4);
        while !self.pieces.is_done() && chunk.len() < CHUNK && !(self.is_compressed && start.elapsed() >= TURN) {
            self.pieces.write_next(&mut chunk);
        }
        chunk
    }

    /// All the rest at once, for what is known to be small.
    pub fn into_bytes(mut self) -> Vec<u8> {
        // As much as the bytes of most forms, so that they are seldom moved to make room for more. Pixels have few.
        let bytes_of_all = if self.is_compressed { 0 } else { self.elements as usize * 8 };
        let mut bytes = Vec::with_capacity(bytes_of_all + 512);
        while !self.pieces.is_done() {
            self.pieces.write_next(&mut bytes);
        }
        bytes
    }
}

/// A drawing as a body. Each chunk is drawn when it is asked for, by whoever asks, so that a slow reader costs no memory, and one who
/// went away costs nothing more. After each, whoever asks has to wait: what codes the body then hands on what it has.
///
/// The memory that is `held` for the drawing is given back with it.
struct Drawn {
    drawing: Drawing,
    /// Whether a chunk was given out, after which others have their turn.
    has_given: bool,
    held: Option<(Held, Pace)>,
}

/// How fast an answer is taken that has memory set aside for it.
struct Pace {
    pool: Pool,
    begin: Instant,
    bytes: u64,
}

impl Pace {
    /// How long anybody may take, and then how long for as many bytes as are held. A connection that takes little is looked after where
    /// connections are; here one is that takes just enough not to be let go, while others wait for what it has.
    const AT_LEAST: Duration = Duration::from_secs(60);
    const FOR_ALL: Duration = Duration::from_secs(600);

    /// Whether too little has been taken, for so much held, while memory is scarce.
    fn is_too_slow(&self, held: u64) -> bool {
        let elapsed = self.begin.elapsed();
        let expected = held as f64 * elapsed.as_secs_f64() / Pace::FOR_ALL.as_secs_f64();
        elapsed > Pace::AT_LEAST && (self.bytes as f64) < expected && self.pool.is_scarce()
    }
}

/// Drawings of no more elements than this are drawn at once, by the thread that answers: that takes less time than to move it to
/// another thread and back.
const DRAWN_AT_ONCE: u64 = 20_000;

/// Pictures of no more elements than this are drawn in one turn of the pool, which takes two milliseconds.
const DRAWN_IN_A_TURN: u64 = 100_000;

/// The body of a drawing, and whether it is large. A small one is drawn now, so that its length is known; a large one while it is sent:
/// see [`in_turns`] for who does that.
///
/// # Errors
///
/// A [`Problem`] when too many others are being drawn, or it cannot be.
pub async fn body(drawing: Drawing, pool: &Pool, held: Option<Held>) -> Result<(Body, Option<Large>), Problem> {
    let whole = |bytes: Vec<u8>| {
        let large = Large::of(&bytes);
        (Body::from(bytes), large)
    };
    let elements = drawing.elements();
    if elements <= DRAWN_AT_ONCE {
        return Ok(whole(drawing.into_bytes()));
    }
    pool.check_turns()?;
    if drawing.is_compressed && elements <= DRAWN_IN_A_TURN {
        let drawn = pool.turn(move || drawing.into_bytes()).await;
        return drawn.map(whole).map_err(|_panic| pool.panicked());
    }
    let pace = || Pace { pool: pool.clone(), begin: Instant::now(), bytes: 0 };
    let held = held.map(|held| (held, pace()));
    Ok((Body::new(Drawn { drawing, has_given: false, held }), Some(Large::Drawn)))
}

impl HttpBody for Drawn {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        if self.held.as_ref().is_some_and(|(held, pace)| pace.is_too_slow(held.bytes())) {
            return Poll::Ready(Some(Err(io::ErrorKind::TimedOut.into())));
        }
        if !self.has_given {
            if self.drawing.pieces.is_done() {
                return Poll::Ready(None);
            }
            let chunk = Bytes::from(self.drawing.draw_chunk());
            if !chunk.is_empty() {
                self.has_given = true;
                if let Some((_, pace)) = &mut self.held {
                    pace.bytes += chunk.len() as u64;
                }
                return Poll::Ready(Some(Ok(Frame::data(chunk))));
            }
        }
        self.has_given = false;
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}

/// What is said of an answer whose body takes long to make, or to code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Large {
    /// It is there, and takes long only if it is coded.
    Ready,
    /// It is drawn while it is sent.
    Drawn,
}

impl Large {
    /// The most bytes that are coded as fast as a small maze is made.
    const LEAST: usize = 32 * 1024;

    /// Whether a body that is there is large.
    pub fn of(bytes: &[u8]) -> Option<Large> {
        (bytes.len() >= Large::LEAST).then_some(Large::Ready)
    }

    /// Whether it is work for the pool.
    pub fn takes_long(self, is_coded: bool) -> bool {
        is_coded || self == Large::Drawn
    }
}

/// The same body, of which each part is made by a thread of `pool`, so that those who answer requests have nothing to do but to send
/// it.
///
/// A body that panics has nothing more to give: the connection is cut, and the reader sees that it is not all.
pub fn in_turns(body: Body, pool: Pool) -> Body {
    let parts = stream::try_unfold(Some(body), move |mut body| {
        let pool = pool.clone();
        async move {
            while let Some(rest) = body {
                let (part, rest) = pool.turn(move || next_part(rest)).await??;
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

/// What a body has to give until it has to wait, or there is enough of it; and the rest, if there is any.
fn next_part(mut body: Body) -> Result<(Bytes, Option<Body>), axum::Error> {
    let start = Instant::now();
    // Nobody has to be woken: its next turn is asked for anyway.
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

/// Frames as one, which is most often what they are.
fn joined(mut frames: Vec<Bytes>) -> Bytes {
    if frames.len() > 1 { frames.concat().into() } else { frames.pop().unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::pool::PoolSettings;

    #[test]
    fn who_takes_little_while_memory_is_scarce_is_too_slow() {
        let second = Duration::from_secs(1);
        let settings = PoolSettings { workers: 1, queue: 1, queue_timeout: second, timeout: second, max_held: 1 << 20 };
        let pool = Pool::new(settings, std::sync::Arc::default());
        let held = pool.hold(600 << 10).unwrap();
        let is_too_slow = |seconds: u64, bytes: u64| {
            let begin = Instant::now().checked_sub(Duration::from_secs(seconds)).unwrap();
            Pace { pool: pool.clone(), begin, bytes }.is_too_slow(held.bytes())
        };
        // A kilobyte a second, as much as is held in ten minutes.
        assert!(!is_too_slow(50, 0) && is_too_slow(70, 0));
        assert!(!is_too_slow(300, 310 << 10) && is_too_slow(300, 290 << 10));
        let few = Pool::new(PoolSettings { max_held: 2 << 20, ..settings }, std::sync::Arc::default());
        let _few = few.hold(600 << 10).unwrap();
        let begin = Instant::now().checked_sub(Duration::from_secs(300)).unwrap();
        assert!(!Pace { pool: few, begin, bytes: 0 }.is_too_slow(600 << 10), "there is enough for others");
    }
}
