//! The body of an answer that is drawn while it is sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Bytes;
use http_body::{Body, Frame};

use crate::grid::Grid;
use crate::render::{Format, Picture, SolutionDocument};

/// About how many bytes are drawn at a time: enough that sending them costs little for each, few enough that drawing them
/// (some tens of microseconds) holds up nothing else.
const CHUNK: usize = 64 * 1024;

/// What can be drawn piece by piece.
#[derive(Debug)]
pub enum Drawing {
    /// A maze, and perhaps a path, in a format.
    Picture(Picture, Format),
    /// What was found out about a maze.
    Solution(SolutionDocument),
}

impl Drawing {
    fn pieces(&self) -> usize {
        match self {
            Drawing::Picture(picture, format) => picture.pieces(*format),
            Drawing::Solution(document) => document.pieces(),
        }
    }

    fn write_piece(&self, index: usize, out: &mut Vec<u8>) {
        match self {
            Drawing::Picture(picture, format) => picture.write_piece(*format, index, out),
            Drawing::Solution(document) => document.write_piece(index, out),
        }
    }

    /// About how many elements are drawn: cells, numbers or words.
    pub fn elements(&self) -> usize {
        match self {
            Drawing::Picture(picture, _) => picture.maze.grid().cells() as usize,
            Drawing::Solution(document) => document.elements(),
        }
    }

    /// The media type of what is drawn.
    pub fn media_type(&self) -> &'static str {
        match self {
            Drawing::Picture(_, format) => format.media_type(),
            Drawing::Solution(_) => "application/json",
        }
    }

    /// The whole at once, for what is known to be small.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for index in 0..self.pieces() {
            self.write_piece(index, &mut bytes);
        }
        bytes
    }
}

/// A drawing as a body. Each chunk is drawn when the reader is ready for it, so that a slow one costs no memory and no thread,
/// and one who went away costs nothing more.
#[derive(Debug)]
pub struct DrawingBody {
    drawing: Drawing,
    next: usize,
}

impl DrawingBody {
    /// The body that is `drawing`.
    pub fn new(drawing: Drawing) -> DrawingBody {
        DrawingBody { drawing, next: 0 }
    }
}

impl Body for DrawingBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = &mut *self;
        let pieces = this.drawing.pieces();
        if this.next == pieces {
            return Poll::Ready(None);
        }
        let mut chunk = Vec::with_capacity(CHUNK + CHUNK / 4);
        while this.next < pieces && chunk.len() < CHUNK {
            this.drawing.write_piece(this.next, &mut chunk);
            this.next += 1;
        }
        Poll::Ready(Some(Ok(Frame::data(chunk.into()))))
    }

    fn is_end_stream(&self) -> bool {
        self.next == self.drawing.pieces()
    }
}
