//! Response bodies that are drawn while they are sent.

use std::io;
use std::time::Instant;

use axum::BoxError;
use axum::body::{Body, Bytes};
use futures_util::{Stream, stream};

use crate::limits::cancel::Watch;
use crate::limits::memory::{Account, Counted, Reservation};
use crate::limits::pool::{MAX_TURN_TIME, Pieces};
use crate::problem::{Kind, Problem};
use crate::response::answer::Content;
use crate::response::coding::{Coding, Encoder};
use crate::response::context::RequestContext;
use dedale::formats::{Encoding, Format, Writer};
use dedale::observe::{Observer as _, Stopped};
use dedale::picture::Picture;

/// The approximate size of a chunk, in bytes: the chunks of a thousand slow readers take no more memory than a large
/// maze.
const CHUNK_BYTES: usize = 64 * 1024;

/// The capacity of a chunk: a little more than its size, since the last piece may exceed it.
const CHUNK_CAPACITY: usize = CHUNK_BYTES + CHUNK_BYTES / 4;

/// Appends the next piece of a response to a buffer, and returns true if there is another one.
type WriteNext = Box<dyn FnMut(&mut Vec<u8>, &mut Watch) -> Result<bool, Stopped> + Send>;

/// A response that is written piece by piece, and its progress.
pub struct Drawing {
    write_next: WriteNext,
    is_done: bool,
    /// The bytes that are drawn already, and are sent first.
    begun: Vec<u8>,
    /// True if the content is compressed already: its bytes are few and take long to compute.
    is_compressed: bool,
    /// The approximate number of elements: cells, numbers or words, or as many pixels as take as long.
    elements: u64,
    /// The approximate number of steps of a piece: no more than a turn, unless a maze is made for it.
    steps_of_piece: u64,
    /// The approximate memory of the drawing, in bytes, without the maze, whose memory was reserved when it was made.
    bytes_at_hand: u64,
}

impl Drawing {
    /// Creates the drawing of a maze in a format; `None` if the format does not draw its grid. Nothing is drawn yet.
    pub fn picture(picture: Picture, format: Format) -> Option<Drawing> {
        Some(Drawing::written(Writer::new(picture, format).ok()?, format))
    }

    /// Creates a document. Nothing is written yet.
    pub fn document(pieces: Writer<'static>) -> Drawing {
        Drawing::written(pieces, Format::Json(Encoding::default()))
    }

    /// Creates a document that is compressed already. It takes about `steps` steps in all, at most `steps_of_piece` for
    /// each piece, and `bytes` bytes of memory. Nothing is written yet.
    pub fn compressed(write_next: WriteNext, steps: u64, steps_of_piece: u64, bytes: u64) -> Drawing {
        let begun = Vec::new();
        let (is_compressed, elements, bytes_at_hand) = (true, steps, bytes);
        Drawing { write_next, is_done: false, begun, is_compressed, elements, steps_of_piece, bytes_at_hand }
    }

    /// Creates a drawing from bytes that are drawn already.
    pub fn ready(bytes: Vec<u8>, format: Format) -> Drawing {
        // Compressing eight bytes takes as long as drawing an element.
        let elements = if format.write_info().is_compressed { 0 } else { bytes.len() as u64 / 8 };
        let (bytes_at_hand, mut next) = (bytes.len() as u64, 0);
        let write_next = move |out: &mut Vec<u8>, _: &mut Watch| {
            let end = bytes.len().min(next + CHUNK_BYTES);
            out.extend_from_slice(&bytes[next..end]);
            next = end;
            Ok(next < bytes.len())
        };
        Drawing { bytes_at_hand, ..Drawing::new(Box::new(write_next), format, elements) }
    }

    /// Creates a drawing from a writer. Nothing is drawn yet.
    pub fn written(mut writer: Writer<'static>, format: Format) -> Drawing {
        let (elements, bytes_at_hand) = (writer.elements(), writer.expected_bytes());
        let write_next = move |out: &mut Vec<u8>, _: &mut Watch| {
            writer.write_next(out);
            Ok(!writer.is_done())
        };
        Drawing { bytes_at_hand, ..Drawing::new(Box::new(write_next), format, elements) }
    }

    /// Creates a drawing from a function that writes its pieces, about `elements` elements in all. Nothing is written
    /// yet.
    pub fn new(write_next: WriteNext, format: Format, elements: u64) -> Drawing {
        let is_compressed = format.write_info().is_compressed;
        let (begun, steps_of_piece, bytes_at_hand) = (Vec::new(), 0, 0);
        Drawing { write_next, is_done: false, begun, is_compressed, elements, steps_of_piece, bytes_at_hand }
    }

    /// Appends the next piece to a buffer.
    fn write_next(&mut self, out: &mut Vec<u8>, watch: &mut Watch) -> Result<(), Stopped> {
        watch.go_on()?;
        self.is_done = !(self.write_next)(out, watch)?;
        Ok(())
    }

    /// Draws the first bytes, unless they are compressed, as part of the work on the maze: a solid computes all its
    /// triangles before its first byte, which takes longer than a turn may.
    pub fn begin(mut self, watch: &mut Watch) -> Result<Drawing, Stopped> {
        let mut begun = std::mem::take(&mut self.begun);
        while !self.is_compressed && !self.is_done && begun.is_empty() {
            self.write_next(&mut begun, watch)?;
        }
        Ok(Drawing { begun, ..self })
    }

    /// Draws a chunk. The boundaries of text chunks depend only on the text, so that the compressed bytes are always
    /// the same too.
    fn draw_chunk(&mut self, watch: &mut Watch) -> Result<Vec<u8>, Stopped> {
        let start = Instant::now();
        let mut chunk = Vec::with_capacity(CHUNK_CAPACITY);
        chunk.append(&mut self.begun);
        while !self.is_done && chunk.len() < CHUNK_BYTES && !(self.is_compressed && start.elapsed() >= MAX_TURN_TIME) {
            self.write_next(&mut chunk, watch)?;
        }
        Ok(chunk)
    }

    /// Draws the rest in a coding, for responses that are known to be small.
    fn into_bytes(self, coding: Coding, watch: &mut Watch) -> Result<io::Result<Vec<u8>>, Stopped> {
        // Most formats have this size, so the buffer is rarely reallocated. Pictures are smaller.
        let bytes_of_all = if self.is_compressed { 0 } else { self.elements as usize * 8 };
        let mut bytes = Vec::with_capacity(bytes_of_all + 512);
        self.write(&mut bytes, watch)?;
        Ok(Encoder::new(coding).and_then(|encoder| match encoder {
            Some(encoder) => encoder.last(&bytes),
            None => Ok(bytes),
        }))
    }

    /// Appends the rest to `out`.
    pub fn write(mut self, out: &mut Vec<u8>, watch: &mut Watch) -> Result<(), Stopped> {
        out.append(&mut self.begun);
        while !self.is_done {
            self.write_next(out, watch)?;
        }
        Ok(())
    }
}

/// Drawings with at most this many elements are drawn at once on the async thread, since moving them to another thread
/// and back takes longer.
const MAX_INLINE_ELEMENTS: u64 = 20_000;

/// The same for drawings that are compressed, which takes several times as long.
const MAX_INLINE_ENCODED_ELEMENTS: u64 = 4_000;

/// The maximum memory of an encoder, in bytes.
const ENCODER_BYTES: u64 = 1 << 20;

/// Pictures with at most this many elements are drawn in one turn of the pool, which takes two milliseconds.
const MAX_TURN_ELEMENTS: u64 = 100_000;

impl Content {
    /// Draws a response in a coding: now if it is small, so that its length is known, otherwise while it is sent.
    /// `memory` is the reservation for the maze. Fails if the client may not hold the memory for drawing.
    pub async fn drawn(
        drawing: Drawing,
        coding: Coding,
        context: &RequestContext,
        mut memory: Reservation,
    ) -> Result<Content, Problem> {
        let (pool, account, elements) = (&context.app.pool, &context.account, drawing.elements);
        memory.resize(memory.bytes().saturating_add(drawing.bytes_at_hand))?;
        let max_inline = if coding == Coding::Identity { MAX_INLINE_ELEMENTS } else { MAX_INLINE_ENCODED_ELEMENTS };
        let start = Instant::now();
        let drawn = if elements <= max_inline {
            pool.run_here(account, &context.timing, |watch| drawing.into_bytes(coding, watch))?
        } else if drawing.is_compressed && elements <= MAX_TURN_ELEMENTS {
            let piece = pool.pieces(account).make(0, move |watch| drawing.into_bytes(coding, watch));
            piece.await.map_err(|no_piece| no_piece.problem)?
        } else {
            // If there is no memory for an encoder, the response is sent as it is.
            let has_encoder = coding != Coding::Identity && memory.try_resize(memory.bytes() + ENCODER_BYTES).is_ok();
            let encoder = has_encoder.then(|| ChunkEncoder::new(coding, account).ok().flatten()).flatten();
            let coding = if encoder.is_some() { coding } else { Coding::Identity };
            let body = Body::from_stream(chunks(drawing, encoder, pool.pieces(account)));
            return Ok(Content { coding, memory: Some(memory), ..Content::new(body) });
        };
        let bytes = drawn.map_err(|error| not_drawn(&error))?;
        context.timing.add("render", start.elapsed());
        // From here on, only the drawing is needed, and the maze is not.
        memory.resize(bytes.len() as u64)?;
        Ok(Content { coding, memory: Some(memory), ..Content::new(Body::from(bytes)) })
    }
}

/// An encoder, whose memory is counted.
pub struct ChunkEncoder {
    encoder: Encoder,
    /// The memory of a C library, which the allocator does not see.
    _memory: Option<Counted>,
}

impl ChunkEncoder {
    /// Creates an encoder; `None` for bytes that are sent as they are.
    fn new(coding: Coding, account: &Account) -> io::Result<Option<ChunkEncoder>> {
        let memory = (coding == Coding::Zstd).then(|| account.count(ENCODER_BYTES));
        let encoder = account.measure(|| Encoder::new(coding))?;
        Ok(encoder.map(|encoder| ChunkEncoder { encoder, _memory: memory }))
    }
}

/// The problem with a drawing that failed: an error in the server.
fn not_drawn(error: &dyn std::fmt::Display) -> Problem {
    tracing::error!(%error, "a response could not be drawn");
    Problem::new(Kind::INTERNAL_ERROR, "the response could not be drawn")
}

/// Draws a response chunk by chunk, each when the stream is polled. If a chunk cannot be drawn, the stream ends with an
/// error.
pub fn chunks(
    drawing: Drawing,
    encoder: Option<ChunkEncoder>,
    pieces: Pieces,
) -> impl Stream<Item = Result<Bytes, BoxError>> + Send {
    let steps = drawing.steps_of_piece;
    stream::try_unfold(Some((drawing, encoder)), move |mut rest| {
        let pieces = pieces.clone();
        async move {
            while let Some((mut drawing, mut encoder)) = rest {
                let turn = move |watch: &mut Watch| {
                    let chunk = drawing.draw_chunk(watch)?;
                    let is_done = drawing.is_done;
                    let chunk = match encoder.as_mut() {
                        None => Ok(chunk),
                        Some(it) if !is_done => it.encoder.part(&chunk),
                        Some(_) => encoder.take().map_or(Ok(Vec::new()), |it| it.encoder.last(&chunk)),
                    };
                    Ok(chunk.map(|chunk| (chunk, (!is_done).then_some((drawing, encoder)))))
                };
                let chunk;
                (chunk, rest) = pieces.make(steps, turn).await??;
                if !chunk.is_empty() {
                    return Ok(Some((pieces.account().sent(chunk), rest)));
                }
            }
            Ok(None)
        }
    })
}
