//! The maze as an array of numpy, in [version 1.0 of its format](https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html):
//! a line that says what the numbers are and how many, and then nothing but the numbers, row by row.
//!
//! Arrays of two axes are read, of whole numbers of any size and of booleans, by rows or by columns: a square each.

use std::io::Write as _;

use super::table::{self, Notation, Table};
use crate::grid::Cell;
use crate::parse::Parsed;
use crate::parse::error::{InputPlace, ParseError};
use crate::parse::input::{NPY, ReadContext};
use crate::parse::matrix::{Matrix, whole};
use crate::picture::RowSource;
use crate::picture::piece_writer::{PieceWriter, WriteInfo};

pub(crate) const WRITE: WriteInfo = WriteInfo::TEXT;

pub(crate) fn start(table: Table, source: &dyn RowSource) -> Option<Box<dyn PieceWriter>> {
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

/// Reads an array of whole numbers or of booleans.
pub(super) fn read(bytes: &[u8], context: &ReadContext<'_>) -> Result<Parsed, ParseError> {
    let wrong = |detail: String| ParseError::malformed(None, detail);
    let cut = || wrong("the file is cut off in its head".to_owned());
    let (version, rest) = bytes.get(NPY.len()..).and_then(|rest| rest.split_first_chunk::<2>()).ok_or_else(cut)?;
    let (length, rest) = match version[0] {
        1 => rest.split_first_chunk().map(|(length, rest)| (usize::from(u16::from_le_bytes(*length)), rest)),
        _ => rest.split_first_chunk().map(|(length, rest)| (u32::from_le_bytes(*length) as usize, rest)),
    }
    .ok_or_else(cut)?;
    let head = rest.get(..length).ok_or_else(cut)?;
    let data = &rest[length..];
    let head = str::from_utf8(head).map_err(|_| wrong("the head is no text".to_owned()))?;
    let kind = value(head, "descr").and_then(|value| value.strip_prefix('\'')?.split('\'').next());
    let kind = kind.ok_or_else(|| wrong("the head has no descr of a plain array".to_owned()))?;
    let is_by_columns = value(head, "fortran_order").is_some_and(|value| value.starts_with("True"));
    let shape: Option<Vec<usize>> = value(head, "shape").and_then(|value| {
        let inside = value.strip_prefix('(')?.split(')').next()?;
        inside.split(',').map(str::trim).filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
    });
    let [rows, columns] = match shape.as_deref() {
        Some(&[rows, columns]) if rows > 0 && columns > 0 => [rows, columns],
        Some(shape) => {
            let detail = format!("an array of rows and columns is read, and this one has {} axes", shape.len());
            return Err(wrong(detail));
        }
        None => return Err(wrong("the head has no shape".to_owned())),
    };
    let number = DataType::of(kind).ok_or_else(|| {
        let kind: String = kind.chars().take(20).collect();
        wrong(format!("an array of whole numbers is read, and descr is {kind:?}"))
    })?;
    let mut matrix = Matrix::of_numbers([columns, rows], false, context)?;
    let needed = rows.checked_mul(columns).and_then(|count| count.checked_mul(number.size));
    if needed != Some(data.len()) {
        let detail = format!(
            "{rows} × {columns} numbers of {} bytes must follow the head, and {} bytes do",
            number.size,
            data.len()
        );
        return Err(wrong(detail));
    }
    for row in 0..rows {
        context.go_on()?;
        for column in 0..columns {
            let at = if is_by_columns { column * rows + row } else { row * columns + column };
            let place = InputPlace::Address([row as u32, column as u32].into());
            let read = number.read(&data[at * number.size..][..number.size]);
            let read = read.ok_or_else(|| ParseError::malformed(place, "this is no whole number"))?;
            matrix.push_whole(read, || place)?;
        }
    }
    matrix.read(context)
}

/// Returns the text of a value in the head, which is written as a dictionary of Python.
fn value<'a>(head: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = head.split_once(&format!("'{key}'"))?;
    Some(rest.trim_start().strip_prefix(':')?.trim_start())
}

/// How a number is stored.
struct DataType {
    kind: u8,
    size: usize,
    is_big_endian: bool,
}

impl DataType {
    fn of(descr: &str) -> Option<DataType> {
        let &[order, kind, size] = descr.as_bytes() else { return None };
        let size = usize::from(size.checked_sub(b'0')?);
        let is_known = match kind {
            b'b' => size == 1,
            b'i' | b'u' => matches!(size, 1 | 2 | 4 | 8),
            b'f' => matches!(size, 4 | 8),
            _ => false,
        };
        (is_known && b"<>|=".contains(&order)).then_some(DataType { kind, size, is_big_endian: order == b'>' })
    }

    fn read(&self, bytes: &[u8]) -> Option<i64> {
        let mut little = [0; 8];
        little[..self.size].copy_from_slice(bytes);
        if self.is_big_endian {
            little[..self.size].reverse();
        }
        let bits = u64::from_le_bytes(little);
        let unused = 64 - 8 * self.size as u32;
        match self.kind {
            b'f' if self.size == 4 => whole(f32::from_bits(bits as u32).into()),
            b'f' => whole(f64::from_bits(bits)),
            b'i' => Some((bits << unused).cast_signed() >> unused),
            _ => i64::try_from(bits).ok(),
        }
    }
}
