//! Numbers as text.

/// Writes a number in decimal.
#[inline]
pub(crate) fn write_digits(number: u64, out: &mut Vec<u8>) {
    let digit = |number: u64| b'0' + number as u8;
    match number {
        0..10 => out.push(digit(number)),
        10..100 => out.extend_from_slice(&[digit(number / 10), digit(number % 10)]),
        _ => write_long(number, out),
    }
}

/// Writes a number with more digits than most.
#[inline(never)]
fn write_long(number: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
