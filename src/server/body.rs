//! The body of an answer that is drawn while it is sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use http_body::{Body, Frame};

use crate::grid::Grid;
use crate::render::{Format, Picture, SolutionDocument, Writing};

/// About how many bytes are drawn at a time: enough that sending them costs little for each, few enough that drawing them
/// (some tens of microseconds) holds up nothing else.
const CHUNK: usize = 64 * 1024;

/// How long drawing may go on before others have their turn on the thread, though there is less than a chunk to send: what
/// compresses well takes long for each byte.
const TURN: Duration = Duration::from_millis(1);

/// What is drawn piece by piece, and how far it has come.
#[derive(Debug)]
pub enum Drawing {
    /// A maze, and perhaps a path, in a format.
    Picture(Picture, Format, Writing),
    /// What was found out about a maze, and the number of the next piece.
    Solution(SolutionDocument, usize),
}

impl Drawing {
    /// The drawing of a maze in a format, of which nothing is drawn yet.
    pub fn picture(picture: Picture, format: Format) -> Drawing {
        let writing = Writing::new(&picture, format);
        Drawing::Picture(picture, format, writing)
    }

    /// A document of which nothing is written yet.
    pub fn solution(document: SolutionDocument) -> Drawing {
        Drawing::Solution(document, 0)
    }

    fn is_done(&self) -> bool {
        match self {
            Drawing::Picture(_, _, writing) => writing.is_done(),
            Drawing::Solution(document, next) => *next == document.pieces(),
        }
    }

    fn write_next(&mut self, out: &mut Vec<u8>) {
        match self {
            Drawing::Picture(picture, _, writing) => writing.write_next(picture, out),
            Drawing::Solution(document, next) => {
                document.write_piece(*next, out);
                *next += 1;
            }
        }
    }

    /// About how many elements are drawn: cells, numbers, words, or as many pixels as take that long.
    pub fn elements(&self) -> u64 {
        match self {
            Drawing::Picture(picture, Format::Png(style), _) => {
                let [width, height] = style.size(picture.maze.grid());
                width * height / 32
            }
            Drawing::Picture(picture, ..) => picture.maze.grid().cells().into(),
            Drawing::Solution(document, _) => document.elements() as u64,
        }
    }

    /// The media type of what is drawn.
    pub fn media_type(&self) -> &'static str {
        match self {
            Drawing::Picture(_, format, _) => format.media_type(),
            Drawing::Solution(..) => "application/json",
        }
    }

    /// All the rest at once, for what is known to be small.
    pub fn into_bytes(mut self) -> Vec<u8> {
        // As much as the bytes of most forms, so that they are seldom moved to make room for more.
        let mut bytes = Vec::with_capacity(self.elements() as usize * 8 + 512);
        while !self.is_done() {
            self.write_next(&mut bytes);
        }
        bytes
    }
}

/// A drawing as a body. Each chunk is drawn when the reader is ready for it, so that a slow one costs no memory and no thread,
/// and one who went away costs nothing more.
#[derive(Debug)]
pub struct DrawingBody(Drawing);

impl DrawingBody {
    /// The body that is `drawing`.
    pub fn new(drawing: Drawing) -> DrawingBody {
        DrawingBody(drawing)
    }
}

impl Body for DrawingBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let DrawingBody(drawing) = &mut *self;
        let start = Instant::now();
        let mut chunk = Vec::with_capacity(CHUNK + CHUNK / 4);
        while !drawing.is_done() && chunk.len() < CHUNK && start.elapsed() < TURN {
            drawing.write_next(&mut chunk);
        }
        match (chunk.is_empty(), drawing.is_done()) {
            (false, _) => Poll::Ready(Some(Ok(Frame::data(chunk.into())))),
            (true, true) => Poll::Ready(None),
            (true, false) => {
                cx.waker().wake_by_ref();
                Poll::Pending
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_done()
    }
}
