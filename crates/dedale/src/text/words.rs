//! Rows of words from tables: what is written for each cell, when there may be millions of them.

/// A few bytes that are written for a cell: at most `ROOM`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<const ROOM: usize> {
    bytes: [u8; ROOM],
    length: usize,
}

impl<const ROOM: usize> Word<ROOM> {
    pub(crate) const EMPTY: Word<ROOM> = Word { bytes: [0; ROOM], length: 0 };

    /// The same with more after it.
    pub(crate) const fn then(mut self, text: &[u8]) -> Word<ROOM> {
        let mut k = 0;
        while k < text.len() {
            self.bytes[self.length] = text[k];
            self.length += 1;
            k += 1;
        }
        self
    }
}

/// Writes one word after the other.
#[inline]
pub(crate) fn write_words<const ROOM: usize>(
    words: impl ExactSizeIterator<Item = &'static Word<ROOM>>,
    out: &mut Vec<u8>,
) {
    let mut end = out.len();
    // As if every word were the longest, so that each is copied whole, whatever its length.
    out.resize(end + words.len() * ROOM, 0);
    for word in words {
        out[end..end + ROOM].copy_from_slice(&word.bytes);
        end += word.length;
    }
    out.truncate(end);
}

/// Writes a line of words that all have the same length, which takes less time than words of several lengths, and then its end.
#[inline]
pub(crate) fn write_line<const WIDTH: usize>(
    out: &mut Vec<u8>,
    words: impl ExactSizeIterator<Item = [u8; WIDTH]>,
    end: &[u8],
) {
    let start = out.len();
    out.resize(start + words.len() * WIDTH, 0);
    let (room, _) = out[start..].as_chunks_mut();
    room.iter_mut().zip(words).for_each(|(room, word)| *room = word);
    out.extend_from_slice(end);
}

/// Writes a number in decimal.
pub(crate) fn write_digits(number: u64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let (mut left, mut first) = (number, digits.len());
    loop {
        first -= 1;
        digits[first] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[first..]);
}
