//! The maze as a table of numbers, for spreadsheets and for programs that read arrays.
//!
//! As blocks, a maze of `rows × columns` cells is `2 × rows + 1` lines of `2 × columns + 1` numbers, as in the JSON encoding `blocks`:
//! 1 for a wall, 0 where one can walk, and 2 on the path. There is no line of headings. Of a grid with more axes than two, the rows of
//! all floors follow each other, and the pieces of a place are beside each other.

use std::io::Write as _;

use super::table::{self, Notation, Table};
use super::words::write_even;
use crate::grid::Cell;
use crate::picture::RowSource;
use crate::picture::form::{Form, FormatInfo};

pub(crate) const INFO: FormatInfo =
    FormatInfo { media_type: "text/csv", extension: Some("csv"), ..FormatInfo::text("csv") };

pub(crate) fn start(table: Table, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    table::start(table, Digits, source)
}

/// Digits, with a comma between two numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digits;

impl Notation for Digits {
    fn write_start(self, _: Table, _: &[u64], _: &mut Vec<u8>) {}

    fn write_squares(self, numbers: &[u8], out: &mut Vec<u8>) {
        write_even(numbers.iter().map(|number| [b'0' + number, b',']), out);
    }

    fn write(self, _: Table, number: i32, out: &mut Vec<u8>) {
        match u8::try_from(number) {
            Ok(digit) if digit < 10 => out.extend_from_slice(&[b'0' + digit, b',']),
            // Nothing that is written to a vector fails.
            _ => drop(write!(out, "{number},")),
        }
    }

    fn write_pair(self, [from, to]: [Cell; 2], is_open: bool, out: &mut Vec<u8>) {
        let _ = writeln!(out, "{},{},{}", from.0, to.0, u8::from(is_open));
    }

    fn end_row(self, out: &mut Vec<u8>) {
        // In the place of the last comma.
        out.pop();
        out.push(b'\n');
    }
}
