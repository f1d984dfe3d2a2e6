//! The path over the squares of a picture, as the same JSON object as another [solution](super::SolutionDocument).

use super::solution::SolutionHead;
use super::write::write_object_start;
use crate::digits::write_digits;
use crate::picture::Metadata;
use crate::picture::writer::Writer;
use crate::scan::Scan;
use crate::solve::{Traced, moved};

/// How many squares of a path are written in one piece.
const PIECE: usize = 4096;

/// Returns a document of a path between two squares of a picture, with its squares and its directions where these are wanted, piece by piece.
pub fn traced_document(
    scan: &Scan,
    to: [u32; 2],
    traced: Traced,
    has_path: bool,
    has_directions: bool,
) -> Writer<'static> {
    let ends = [traced.from, to].map(|place| place.map(u64::from));
    let mut maze = Metadata::new(scan.squares().map(u64::from), ends[0], ends[1]);
    (maze.read, maze.grid, maze.scale) = (Some(scan.format), Some("square"), Some(scan.scale));
    maze.warnings = scan.warnings.iter().map(ToString::to_string).collect();
    (maze.threshold, maze.dark) = (scan.found.map(|shades| shades.threshold), scan.found.map(|shades| shades.dark()));
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
    let moves = length.unwrap_or(0) as usize;
    let in_list = moves.div_ceil(PIECE).max(1);
    let count = 2 + (usize::from(has_path) + usize::from(has_directions)) * in_list;
    // The last square that was written.
    let mut at = traced.from;
    Writer::of(count as u64, moves as u64, 0, move |number, out| {
        let Some(piece) = (number as usize).checked_sub(1) else { return write_object_start(&head, out) };
        if piece + 2 == count {
            return out.extend_from_slice(b"}\n");
        }
        let (is_path, piece) = (has_path && piece < in_list, piece % in_list);
        let (name, marks) = if is_path { ("path", b"[]") } else { ("directions", b"\"\"") };
        let Some(moves) = &traced.moves else { return out.extend_from_slice(format!(",\"{name}\":null").as_bytes()) };
        if piece == 0 {
            out.extend_from_slice(format!(",\"{name}\":").as_bytes());
            out.push(marks[0]);
            if is_path {
                write_place(at, out);
            }
        }
        for &side in moves.iter().skip(piece * PIECE).take(PIECE) {
            if is_path {
                at = moved(at, side);
                out.push(b',');
                write_place(at, out);
            } else {
                out.push(side.letter() as u8);
            }
        }
        if piece + 1 == in_list {
            out.push(marks[1]);
        }
    })
}

fn write_place([row, column]: [u32; 2], out: &mut Vec<u8>) {
    out.push(b'[');
    write_digits(row.into(), out);
    out.push(b',');
    write_digits(column.into(), out);
    out.push(b']');
}
