//! Numbers as text.

use crate::solve::UNREACHED;

/// Writes a number in decimal.
#[inline]
pub(crate) fn write_digits(number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// Writes numbers in decimal with a comma after each, and `null` for [`UNREACHED`].
pub(super) fn write_numbers(numbers: &[u32], out: &mut Vec<u8>) {
    for &number in numbers {
        match number {
            UNREACHED => out.extend_from_slice(b"null"),
            number => write_digits(number.into(), out),
        }
        out.push(b',');
    }
}
