//! The body of an answer that is drawn while it is sent.

use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::task::JoinError;

use super::pool::{Held, Pool};
use crate::render::{Endless, EndlessWriting, Format, Picture, SolutionDocument, Writing};

/// About how many bytes are drawn at a time: enough that handing them on costs little for each, few enough that a thousand slow
/// readers hold no more than a large maze.
const CHUNK: usize = 64 * 1024;

/// How long drawing may go on before others have their turn on the thread, though there is less than a chunk to send: what
/// compresses well takes long for each byte.
const TURN: Duration = Duration::from_millis(5);

/// The most bytes that a cell has in any text: `{"N":false,"E":false,"S":false,"W":false},`.
const MOST_BYTES_OF_A_CELL: u64 = 46;

/// What is drawn piece by piece, and how far it has come.
#[derive(Debug)]
pub enum Drawing {
    /// A maze, and perhaps a path, in a format.
    Picture(Picture, Format, Writing),
    /// A maze that is made meanwhile, in a format; and its size in columns and rows.
    Rows(EndlessWriting, Format, [u32; 2]),
    /// What was found out about a maze, and the number of the next piece.
    Solution(SolutionDocument, usize),
}

impl Drawing {
    /// The drawing of a maze in a format, of which nothing is drawn yet.
    pub fn picture(picture: Picture, format: Format) -> Drawing {
        let writing = Writing::new(&picture, format);
        Drawing::Picture(picture, format, writing)
    }

    /// The drawing of a maze in a format that is written row by row, of which nothing is made yet; `None` for any other.
    pub fn rows(endless: Endless, format: Format) -> Option<Drawing> {
        let size = [endless.about.w, endless.about.h];
        Some(Drawing::Rows(EndlessWriting::new(endless, format)?, format, size))
    }

    /// A document of which nothing is written yet.
    pub fn solution(document: SolutionDocument) -> Drawing {
        Drawing::Solution(document, 0)
    }

    fn is_done(&self) -> bool {
        match self {
            Drawing::Picture(_, _, writing) => writing.is_done(),
            Drawing::Rows(writing, ..) => writing.is_done(),
            Drawing::Solution(document, next) => *next == document.pieces(),
        }
    }

    fn write_next(&mut self, out: &mut Vec<u8>) {
        match self {
            Drawing::Picture(picture, _, writing) => writing.write_next(picture, out),
            Drawing::Rows(writing, ..) => writing.write_next(out),
            Drawing::Solution(document, next) => {
                document.write_piece(*next, out);
                *next += 1;
            }
        }
    }

    /// About how many elements are drawn: cells, numbers, words, or as many pixels as take that long.
    pub fn elements(&self) -> u64 {
        match self {
            Drawing::Picture(picture, format, _) => {
                elements(*format, picture.maze.grid().columns(), picture.maze.grid().rows())
            }
            &Drawing::Rows(_, format, [columns, rows]) => elements(format, columns, rows),
            Drawing::Solution(document, _) => document.elements() as u64,
        }
    }

    /// About how many bytes a maze has at hand that is made meanwhile: two rows of text, or two lines of pixels. What else there is
    /// is set aside when it is made.
    pub fn bytes_at_hand(&self) -> u64 {
        match self {
            &Drawing::Rows(_, Format::Png(style), [columns, _]) => 2 * style.size(columns, 1)[0],
            &Drawing::Rows(_, _, [columns, _]) => 2 * MOST_BYTES_OF_A_CELL * u64::from(columns),
            Drawing::Picture(..) | Drawing::Solution(..) => 0,
        }
    }

    /// The media type of what is drawn.
    pub fn media_type(&self) -> &'static str {
        match self {
            Drawing::Picture(_, format, _) | Drawing::Rows(_, format, _) => format.media_type(),
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

/// How many elements a maze of this size has in a format.
fn elements(format: Format, columns: u32, rows: u32) -> u64 {
    match format {
        Format::Png(style) => {
            let [width, height] = style.size(columns, rows);
            width * height / 32
        }
        _ => u64::from(columns) * u64::from(rows),
    }
}

/// A drawing as a body. Each chunk is drawn when the reader is ready for it, so that a slow one costs no memory and no thread,
/// and one who went away costs nothing more. It is drawn by a thread of `pool`, so that those who answer requests have nothing
/// to do but to send it.
///
/// A drawing that panics has nothing more to give: the connection is cut, and the reader sees that it is not all.
///
/// The memory that is `held` for it is given back with it.
pub fn drawn_while_sent(drawing: Drawing, pool: Pool, held: Option<Held>) -> Body {
    let chunks = stream::try_unfold(drawing, move |mut drawing| {
        let _held = &held;
        let pool = pool.clone();
        async move {
            while !drawing.is_done() {
                let (chunk, rest) = pool.turn(move || draw_chunk(drawing)).await?;
                drawing = rest;
                if !chunk.is_empty() {
                    return Ok::<_, JoinError>(Some((chunk, drawing)));
                }
            }
            Ok(None)
        }
    });
    Body::from_stream(chunks)
}

/// Draws a chunk, or as much as there is time for, and gives back the rest.
fn draw_chunk(mut drawing: Drawing) -> (Bytes, Drawing) {
    let start = Instant::now();
    let mut chunk = Vec::with_capacity(CHUNK + CHUNK / 4);
    while !drawing.is_done() && chunk.len() < CHUNK && start.elapsed() < TURN {
        drawing.write_next(&mut chunk);
    }
    (chunk.into(), drawing)
}
