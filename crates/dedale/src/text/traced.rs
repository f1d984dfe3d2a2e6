//! The path over the squares of a picture, as the same JSON object as another [solution](super::SolutionDocument).

use super::digits::write_digits;
use super::solution::SolutionHead;
use crate::cell::Side;
use crate::picture::Head;
use crate::picture::writer::Writer;
use crate::solve::{Traced, moved};
use crate::text::json::write_object_start;
use crate::text::parse::Scan;

/// How many squares of a path are written in one piece.
const PIECE: usize = 4096;

/// What was found out about a picture.
#[derive(Clone, Debug)]
pub struct TracedDocument {
    head: SolutionHead,
    traced: Traced,
    has_path: bool,
    has_directions: bool,
    /// The last square that was written.
    at: [u32; 2],
}

impl TracedDocument {
    /// A document of a path between two squares of a picture, with its squares and its directions where these are wanted.
    pub fn new(scan: &Scan, to: [u32; 2], traced: Traced, has_path: bool, has_directions: bool) -> TracedDocument {
        let ends = [traced.from, to].map(|place| place.map(u64::from));
        let mut maze = Head::new(scan.squares().map(u64::from), ends[0], ends[1]);
        (maze.read, maze.grid, maze.scale) = (Some("png"), Some("square"), Some(scan.scale));
        let length = traced.moves.as_ref().map(|moves| moves.len() as u32);
        let head = SolutionHead {
            maze,
            solver: "bfs",
            options: Default::default(),
            reachable: length.is_some(),
            length,
            cost: None,
            visited: traced.visited,
            gave_up: None,
        };
        TracedDocument { head, at: traced.from, traced, has_path, has_directions }
    }

    /// The document, piece by piece.
    pub fn pieces(mut self) -> Writer<'static> {
        Writer::of(self.count(), self.moves().len() as u64, 0, move |number, out| self.write_piece(number, out))
    }

    fn moves(&self) -> &[Side] {
        self.traced.moves.as_deref().unwrap_or_default()
    }

    /// Some moves: those of a piece.
    fn piece(&self, piece: usize) -> &[Side] {
        let moves = self.moves();
        &moves[moves.len().min(piece * PIECE)..moves.len().min((piece + 1) * PIECE)]
    }

    /// Writes a piece of the path, or of the directions.
    fn write_list(&mut self, is_path: bool, piece: usize, out: &mut Vec<u8>) {
        let (name, marks) = if is_path { (&b",\"path\":"[..], b"[]") } else { (&b",\"directions\":"[..], b"\"\"") };
        if piece == 0 {
            out.extend_from_slice(name);
            if self.traced.moves.is_none() {
                return out.extend_from_slice(b"null");
            }
            out.push(marks[0]);
            if is_path {
                write_place(self.at, out);
            }
        }
        let mut at = self.at;
        for &side in self.piece(piece) {
            if is_path {
                at = moved(at, side);
                out.push(b',');
                write_place(at, out);
            } else {
                out.push(side.letter() as u8);
            }
        }
        self.at = at;
        if piece + 1 == self.pieces_of_list() {
            out.push(marks[1]);
        }
    }

    fn pieces_of_list(&self) -> usize {
        self.moves().len().div_ceil(PIECE).max(1)
    }
}

impl TracedDocument {
    fn count(&self) -> u64 {
        let lists = u64::from(self.has_path) + u64::from(self.has_directions);
        2 + lists * self.pieces_of_list() as u64
    }

    fn write_piece(&mut self, number: u64, out: &mut Vec<u8>) {
        let Some(piece) = number.checked_sub(1).map(|piece| piece as usize) else {
            return write_object_start(&self.head, out);
        };
        let pieces = self.pieces_of_list();
        match piece / pieces {
            _ if number + 1 == self.count() => out.extend_from_slice(b"}\n"),
            list => self.write_list(list == 0 && self.has_path, piece % pieces, out),
        }
    }
}

fn write_place([row, column]: [u32; 2], out: &mut Vec<u8>) {
    out.push(b'[');
    write_digits(row.into(), out);
    out.push(b',');
    write_digits(column.into(), out);
    out.push(b']');
}
