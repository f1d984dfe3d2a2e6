//! Short texts that are written for every cell of a maze, which may have millions.

/// A text of at most [`ROOM`] bytes, the first in the lowest bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    bytes: u128,
    length: u32,
}

const ROOM: usize = size_of::<u128>();

impl Word {
    pub(crate) const NONE: Word = Word { bytes: 0, length: 0 };

    pub(crate) const fn of(text: &str) -> Word {
        let (mut word, mut k) = (Word::NONE, 0);
        while k < text.len() {
            word = word.then(Word::byte(text.as_bytes()[k]));
            k += 1;
        }
        word
    }

    pub(crate) const fn byte(byte: u8) -> Word {
        Word { bytes: byte as u128, length: 1 }
    }

    /// Returns the same with another word after it.
    #[inline]
    pub(crate) const fn then(self, next: Word) -> Word {
        Word { bytes: self.bytes | next.bytes << (8 * self.length), length: self.length + next.length }
    }
}

/// Writes words in order.
#[inline]
pub(crate) fn write_words(words: impl ExactSizeIterator<Item = Word>, out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + words.len() * ROOM, 0);
    let mut left = &mut out[start..];
    for word in words {
        // To copy all of its room takes less time than to copy a number of bytes that is not known before.
        let Some(room) = left.first_chunk_mut() else { break };
        *room = word.bytes.to_le_bytes();
        left = &mut left[word.length as usize..];
    }
    let left = left.len();
    out.truncate(out.len() - left);
}

/// Writes texts of the same length, which takes even less time.
#[inline]
pub(crate) fn write_even<const LENGTH: usize>(texts: impl ExactSizeIterator<Item = [u8; LENGTH]>, out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + texts.len() * LENGTH, 0);
    let room = out[start..].as_chunks_mut().0;
    room.iter_mut().zip(texts).for_each(|(room, text)| *room = text);
}
