//! The body of an answer that is drawn while it is sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::Bytes;
use http_body::{Body, Frame, SizeHint};

use crate::render::{Format, Picture};

/// About how many bytes are drawn at a time: enough that sending them costs little for each, few enough that drawing them
/// (some tens of microseconds) holds up nothing else.
const CHUNK: usize = 64 * 1024;

/// A picture as a body. Each chunk is drawn when the reader is ready for it, so that a slow one costs no memory and no thread,
/// and one who went away costs nothing more.
#[derive(Debug)]
pub struct PictureBody {
    picture: Picture,
    format: Format,
    next: usize,
}

impl PictureBody {
    /// The body that shows `picture` in `format`.
    pub fn new(picture: Picture, format: Format) -> PictureBody {
        PictureBody { picture, format, next: 0 }
    }
}

impl Body for PictureBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = &mut *self;
        let pieces = this.picture.pieces(this.format);
        if this.next == pieces {
            return Poll::Ready(None);
        }
        let mut chunk = Vec::with_capacity(CHUNK + CHUNK / 4);
        while this.next < pieces && chunk.len() < CHUNK {
            this.picture.write_piece(this.format, this.next, &mut chunk);
            this.next += 1;
        }
        Poll::Ready(Some(Ok(Frame::data(chunk.into()))))
    }

    fn is_end_stream(&self) -> bool {
        self.next == self.picture.pieces(self.format)
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
}
