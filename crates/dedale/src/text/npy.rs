//! The maze as an array of numpy, in [version 1.0 of its format](https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html):
//! a line that says what the numbers are and how many, and then nothing but the numbers, row by row.

use std::io::Write as _;

use super::table::{self, Notation, Table};
use crate::grid::Cell;
use crate::picture::RowSource;
use crate::picture::form::{Form, FormatInfo};

pub(crate) const INFO: FormatInfo =
    FormatInfo { media_type: "application/x-npy", extension: Some("npy"), ..FormatInfo::text("npy") };

pub(crate) fn start(table: Table, source: &dyn RowSource) -> Option<Box<dyn Form>> {
    table::start(table, Binary, source)
}

/// Bytes, or for distances whole numbers of four bytes, the lowest first, and for weights of two, without a sign. Neighbors are records of two such numbers, which have no sign, and
/// of a byte that is 1 for a passage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binary;

/// What every file begins with, up to the length of the line.
const START: &[u8] = b"\x93NUMPY\x01\x00";

/// The numbers begin at a multiple of this.
const ALIGNMENT: usize = 64;

/// What comes before the numbers of an array of this shape: `number` says of what kind they are, as numpy writes it in Python.
pub(crate) fn array_start(number: &str, shape: &[u64]) -> Vec<u8> {
    let shape = match shape {
        [length] => format!("{length},"),
        _ => shape.iter().map(u64::to_string).collect::<Vec<_>>().join(", "),
    };
    let mut line = format!("{{'descr': {number}, 'fortran_order': False, 'shape': ({shape}), }}");
    let length = (START.len() + 2 + line.len() + 1).next_multiple_of(ALIGNMENT);
    let blanks = length - START.len() - 2 - line.len() - 1;
    line.extend(std::iter::repeat_n(' ', blanks));
    let mut start = START.to_vec();
    start.extend_from_slice(&(line.len() as u16 + 1).to_le_bytes());
    let _ = writeln!(start, "{line}");
    start
}

impl Notation for Binary {
    fn write_start(self, table: Table, shape: &[u64], out: &mut Vec<u8>) {
        let number = match table {
            Table::Distances => "'<i4'",
            Table::Weights => "'<u2'",
            Table::Graph => "[('from', '<u4'), ('to', '<u4'), ('open', '|b1')]",
            Table::Blocks | Table::Squares | Table::Bits => "'|u1'",
        };
        out.extend_from_slice(&array_start(number, shape));
    }

    fn write_squares(self, numbers: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(numbers);
    }

    fn write(self, table: Table, number: i32, out: &mut Vec<u8>) {
        match table {
            Table::Distances => out.extend_from_slice(&number.to_le_bytes()),
            Table::Weights => out.extend_from_slice(&(number as u16).to_le_bytes()),
            _ => out.push(number as u8),
        }
    }

    fn write_pair(self, cells: [Cell; 2], is_open: bool, out: &mut Vec<u8>) {
        cells.iter().for_each(|cell| out.extend_from_slice(&cell.0.to_le_bytes()));
        out.push(is_open.into());
    }

    fn end_row(self, _: &mut Vec<u8>) {}
}
