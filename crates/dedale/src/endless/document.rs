//! A part of a path in a maze that is not made as a whole, as JSON.

use serde_json::json;

use super::Length;
use crate::generate::LONGEST_SIDE;
use crate::picture::Head;
use crate::picture::writer::{Pieces, Writer};
use crate::text::digits::write_digits;

/// The maximum number of cells that are written at a time.
const MAX_CELLS_OF_A_PIECE: usize = 1000;

/// What is known of a path.
#[derive(Clone, Debug)]
pub struct PathDocument {
    /// The maze, and which part of it.
    pub head: Head,
    /// The cells of each part, in the order in which they are walked.
    pub parts: Vec<Vec<[u64; 2]>>,
    /// Whether the parts are written as a list of lists; else the cells of the only part are.
    pub is_list: bool,
    /// Whether this is the whole path.
    pub is_complete: bool,
    /// The number of moves of the whole path, where it is known.
    pub length: Option<Length>,
}

impl PathDocument {
    /// The document, piece by piece.
    pub fn pieces(self) -> Writer<'static> {
        let cells = self.parts.iter().map(|cells| cells.len() as u64).sum();
        Writer::of(PathPieces { document: self, next: [0, 0] }, cells, 0)
    }

    /// What is written before the cells: everything but the brace at the end of the object.
    fn start(&self) -> String {
        let (length, estimate) = match self.length {
            // Not every reader of JSON has larger whole numbers.
            Some(Length::Exact(moves)) if moves > LONGEST_SIDE => {
                (None, Some(json!({ "value": moves as f64, "error": f64::EPSILON })))
            }
            Some(Length::Exact(moves)) => (Some(moves), None),
            Some(Length::Estimate { moves, error }) => (None, Some(json!({ "value": moves, "error": error }))),
            None => (None, None),
        };
        // Strings and numbers can always be serialized.
        let mut text = serde_json::to_string(&self.head).unwrap_or_default();
        text.pop();
        let [length, estimate] = [json!(length), json!(estimate)];
        text.push_str(&format!(
            ",\"reachable\":true,\"length\":{length},\"length_estimate\":{estimate},\"complete\":{}",
            self.is_complete
        ));
        text.push_str(",\"path\":");
        text
    }
}

/// A document while it is written.
struct PathPieces {
    document: PathDocument,
    /// The part and its cell that is next.
    next: [usize; 2],
}

impl Pieces for PathPieces {
    fn count(&self) -> u64 {
        let of_part = |cells: &Vec<[u64; 2]>| cells.len().div_ceil(MAX_CELLS_OF_A_PIECE).max(1) as u64;
        2 + self.document.parts.iter().map(of_part).sum::<u64>()
    }

    fn write_piece(&mut self, number: u64, out: &mut Vec<u8>) {
        let PathDocument { parts, is_list, .. } = &self.document;
        if number == 0 {
            out.extend_from_slice(self.document.start().as_bytes());
            out.extend_from_slice(if *is_list { b"[" } else { b"" });
            return;
        }
        let [part, cell] = self.next;
        let Some(cells) = parts.get(part) else {
            out.extend_from_slice(if *is_list { b"]}\n" } else { b"}\n" });
            return;
        };
        if cell == 0 {
            out.extend_from_slice(if part > 0 { b",[" } else { b"[" });
        }
        let end = cells.len().min(cell + MAX_CELLS_OF_A_PIECE);
        for (index, place) in cells[cell..end].iter().enumerate() {
            out.extend_from_slice(if cell + index > 0 { b",[" } else { b"[" });
            write_digits(place[0], out);
            out.push(b',');
            write_digits(place[1], out);
            out.push(b']');
        }
        self.next = [part, end];
        if end == cells.len() {
            out.push(b']');
            self.next = [part + 1, 0];
        }
    }
}
