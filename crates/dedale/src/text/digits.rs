//! Numbers as text.

/// Writes a number in decimal.
#[inline]
pub(crate) fn write_digits(number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
