//! A part of a path in a maze that is not made as a whole, as JSON.

use serde_json::json;

use super::Length;
use crate::formats::json::{pieces_of_list, write_elements, write_member, write_numbers, write_object_start};
use crate::generate::MAX_SIDE;
use crate::picture::Metadata;
use crate::picture::writer::Writer;

/// A path, or parts of it, with the maze that it is in.
#[derive(Clone, Debug)]
pub struct PathDocument {
    /// The maze, and its part.
    pub metadata: Metadata,
    /// The cells of each part, in the order in which they are walked.
    pub parts: Vec<Vec<[u64; 2]>>,
    /// True if the parts are written as a list of lists. Otherwise only the cells of the single part are.
    pub is_list: bool,
    /// True if this is the whole path.
    pub is_complete: bool,
    /// The number of moves of the whole path, if it is known.
    pub length: Option<Length>,
}

impl PathDocument {
    /// Returns the document, piece by piece.
    pub fn pieces(self) -> Writer<'static> {
        let pieces_of = |cells: &Vec<[u64; 2]>| pieces_of_list(Some(cells));
        let (pieces, cells) =
            (self.parts.iter().map(pieces_of).sum::<u64>(), self.parts.iter().map(Vec::len).sum::<usize>());
        let (mut part, mut piece) = (0, 0);
        Writer::of(2 + pieces, cells as u64, 0, move |number, out| {
            if number == 0 {
                return self.write_start(out);
            }
            let Some(cells) = self.parts.get(part) else {
                return out.extend_from_slice(if self.is_list { b"]}\n" } else { b"}\n" });
            };
            if part > 0 && piece == 0 {
                out.push(b',');
            }
            write_elements(cells, piece, out, |place, out| write_numbers(place, out));
            piece += 1;
            if piece == pieces_of(cells) {
                (part, piece) = (part + 1, 0);
            }
        })
    }

    /// Writes the members before the cells.
    fn write_start(&self, out: &mut Vec<u8>) {
        let (length, estimate) = match self.length {
            // Not every program that reads JSON has larger integers.
            Some(Length::Exact(moves)) if moves > MAX_SIDE => {
                (None, Some(json!({ "value": moves as f64, "error": f64::EPSILON })))
            }
            Some(Length::Exact(moves)) => (Some(moves), None),
            Some(Length::Estimate { moves, error }) => (None, Some(json!({ "value": moves, "error": error }))),
            None => (None, None),
        };
        write_object_start(&self.metadata, out);
        write_member("reachable", &true, out);
        write_member("length", &length, out);
        write_member("length_estimate", &estimate, out);
        write_member("complete", &self.is_complete, out);
        out.extend_from_slice(if self.is_list { b",\"path\":[" } else { b",\"path\":" });
    }
}
