//! Short texts that are written for every cell of a maze, of which there may be millions.

/// A text of at most `ROOM` bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<const ROOM: usize> {
    room: [u8; ROOM],
    length: u8,
}

impl<const ROOM: usize> Word<ROOM> {
    pub(crate) const fn of(text: &str) -> Word<ROOM> {
        Word { room: [0; ROOM], length: 0 }.then(text.as_bytes())
    }

    /// The same with another text after it.
    pub(crate) const fn then(mut self, text: &[u8]) -> Word<ROOM> {
        let mut k = 0;
        while k < text.len() {
            self.room[self.length as usize] = text[k];
            self.length += 1;
            k += 1;
        }
        self
    }
}

/// Writes words one after the other.
#[inline]
pub(crate) fn write_words<const ROOM: usize>(words: impl ExactSizeIterator<Item = Word<ROOM>>, out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + words.len() * ROOM, 0);
    let mut left = &mut out[start..];
    for word in words {
        // To copy all of its room takes less time than to copy a number of bytes that is not known before.
        let Some(room) = left.first_chunk_mut() else { break };
        *room = word.room;
        left = &mut left[usize::from(word.length)..];
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
