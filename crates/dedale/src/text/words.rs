//! Rows of words from tables: what is written for each cell, when there may be millions of them.

use crate::solve::UNREACHED;

/// A few bytes that are written for a cell: at most `ROOM`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<const ROOM: usize> {
    bytes: [u8; ROOM],
    length: u8,
}

impl<const ROOM: usize> Word<ROOM> {
    pub(crate) const EMPTY: Word<ROOM> = Word { bytes: [0; ROOM], length: 0 };

    /// The same with more after it.
    pub(crate) const fn then(mut self, text: &[u8]) -> Word<ROOM> {
        let mut k = 0;
        while k < text.len() {
            self.bytes[self.length as usize] = text[k];
            self.length += 1;
            k += 1;
        }
        self
    }
}

impl Word<8> {
    /// The same with another one after it. Together they must have at most eight bytes.
    #[inline]
    pub(crate) fn and(self, next: Word<8>) -> Word<8> {
        let bytes = u64::from_le_bytes(self.bytes) | u64::from_le_bytes(next.bytes) << (8 * self.length);
        Word { bytes: bytes.to_le_bytes(), length: self.length + next.length }
    }
}

/// A table of 16 words, by the bits of a set of sides.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident: $room:literal, |$sides:ident| $word:expr) => {
        $(#[$doc])*
        static $name: [Word<$room>; 16] = {
            let mut words = [Word::EMPTY; 16];
            let mut $sides = 0;
            while $sides < 16 {
                words[$sides] = $word;
                $sides += 1;
            }
            words
        };
    };
}
pub(super) use words;

/// Writes one word after the other.
#[inline]
pub(crate) fn write_words<'a, const ROOM: usize>(
    words: impl ExactSizeIterator<Item = &'a Word<ROOM>>,
    out: &mut Vec<u8>,
) {
    let mut end = out.len();
    // As if every word were the longest, so that each is copied whole, whatever its length.
    out.resize(end + words.len() * ROOM, 0);
    for word in words {
        out[end..end + ROOM].copy_from_slice(&word.bytes);
        end += usize::from(word.length);
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
