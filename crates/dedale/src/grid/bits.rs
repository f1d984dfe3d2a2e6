//! A set of the squares of a large rectangle, one bit each.

use crate::about::gcd;

/// A set of squares of a rectangle.
///
/// The bits are in one line, row by row. Around the rectangle are squares that are never in the set: a row above, a row below, and at least
/// one square between the last of a row and the first of the next. So the neighbors of each square have [indices](Self::index) too, at
/// constant distances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BitGrid {
    columns: u32,
    rows: u32,
    /// The distance from a square to the one below. It is odd, so that the indices of neighbors are alternately even and odd.
    stride: u32,
    words: Vec<u64>,
}

impl BitGrid {
    /// Creates an empty set; `None` if the squares cannot be numbered.
    pub(crate) fn new([columns, rows]: [u32; 2]) -> Option<BitGrid> {
        let stride = columns.checked_add(1)? | 1;
        let bits = u64::from(stride) * (u64::from(rows) + 2);
        u32::try_from(bits).ok()?;
        Some(BitGrid { columns, rows, stride, words: vec![0; bits as usize / 64 + 1] })
    }

    /// Creates an empty set of the same squares.
    pub(crate) fn emptied(&self) -> BitGrid {
        BitGrid { words: vec![0; self.words.len()], ..*self }
    }

    /// Returns the number of columns and rows.
    pub(crate) fn size(&self) -> [u32; 2] {
        [self.columns, self.rows]
    }

    /// Returns the distance from the index of a square to that of the one below.
    pub(crate) fn stride(&self) -> u32 {
        self.stride
    }

    /// Returns the number of indices.
    pub(crate) fn indices(&self) -> u32 {
        self.stride * (self.rows + 2)
    }

    /// Returns the index of the square in this row and column.
    #[inline]
    pub(crate) fn index(&self, [row, column]: [u32; 2]) -> u32 {
        (row + 1) * self.stride + column
    }

    /// Returns the row and the column of the square with this index.
    pub(crate) fn place(&self, index: u32) -> [u32; 2] {
        [index / self.stride - 1, index % self.stride]
    }

    /// Returns the indices of the squares to the north, east, south and west of a square of the rectangle.
    #[inline]
    pub(crate) fn beside(&self, index: u32) -> [u32; 4] {
        [index - self.stride, index + 1, index + self.stride, index - 1]
    }

    /// Returns true if the square with this index is in the set.
    #[inline]
    pub(crate) fn has(&self, index: u32) -> bool {
        self.words[index as usize / 64] >> (index % 64) & 1 != 0
    }

    /// Returns true if the square in this row and column is in the set. If there is no such square, it is not.
    pub(crate) fn has_at(&self, [row, column]: [u32; 2]) -> bool {
        row < self.rows && column < self.columns && self.has(self.index([row, column]))
    }

    /// Takes a square out of the set. Returns true if it was there.
    #[inline]
    pub(crate) fn take(&mut self, index: u32) -> bool {
        let (word, bit) = (&mut self.words[index as usize / 64], 1 << (index % 64));
        let is_there = *word & bit != 0;
        // Most are not, and memory that is not written need not be moved back.
        if is_there {
            *word ^= bit;
        }
        is_there
    }

    /// Adds a square.
    #[inline]
    pub(crate) fn add(&mut self, index: u32) {
        self.words[index as usize / 64] |= 1 << (index % 64);
    }

    /// Adds the squares of a row whose `bits` are true, from the first.
    pub(crate) fn add_row(&mut self, row: u32, bits: impl Iterator<Item = bool>) {
        let start = self.index([row, 0]) as usize;
        let (mut at, mut shift, mut word) = (start / 64, start % 64, 0);
        for bit in bits.take(self.columns as usize) {
            word |= u64::from(bit) << shift;
            shift += 1;
            if shift == 64 {
                self.words[at] |= word;
                (at, shift, word) = (at + 1, 0, 0);
            }
        }
        self.words[at] |= word;
    }

    /// Takes out a square and all squares that are connected with it, and calls `see` with each, nearest first.
    pub(crate) fn take_connected(&mut self, index: u32, mut see: impl FnMut(u32)) {
        self.take_joined(index, &[self.stride, 1], &mut see);
    }

    /// Does the same, with squares connected at their corners too.
    pub(crate) fn take_spot(&mut self, index: u32, mut see: impl FnMut(u32)) {
        self.take_joined(index, &[self.stride, 1, self.stride + 1, self.stride - 1], &mut see);
    }

    fn take_joined(&mut self, index: u32, distances: &[u32], see: &mut impl FnMut(u32)) {
        let (mut ring, mut next) = (vec![index], Vec::new());
        self.take(index);
        while !ring.is_empty() {
            for at in ring.drain(..) {
                see(at);
                // There are no bits before the first square above the first row.
                let before = distances.iter().filter_map(|distance| at.checked_sub(*distance));
                for index in before.chain(distances.iter().map(|distance| at + distance)) {
                    if self.take(index) {
                        next.push(index);
                    }
                }
            }
            std::mem::swap(&mut ring, &mut next);
        }
    }

    /// Returns true if a way leads from one square to another.
    pub(crate) fn are_connected(&self, from: [u32; 2], to: [u32; 2]) -> bool {
        let mut left = self.clone();
        left.take_connected(self.index(from), |_| {});
        self.has_at(to) && !left.has(self.index(to))
    }

    /// Returns the 64 squares from this index on, the first of them in the lowest bit.
    #[inline]
    fn word_at(&self, index: usize) -> u64 {
        let (at, shift) = (index / 64, index % 64);
        let word = |at: usize| self.words.get(at).copied().unwrap_or(0);
        if shift == 0 { word(at) } else { word(at) >> shift | word(at + 1) << (64 - shift) }
    }

    /// Returns the indices in the set, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        let words = self.words.iter().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(|(number, &word)| bits_of(word).map(move |bit| number as u32 * 64 + bit))
    }

    /// Returns the columns of the squares of a row that are in the set.
    pub(crate) fn columns_of(&self, row: u32) -> impl Iterator<Item = u32> {
        let start = self.index([row, 0]);
        let words = (0..self.columns).step_by(64).map(move |column| {
            let left = self.columns - column;
            let mask = if left < 64 { (1 << left) - 1 } else { u64::MAX };
            (column, self.word_at((start + column) as usize) & mask)
        });
        words.flat_map(|(column, word)| bits_of(word).map(move |bit| column + bit))
    }

    /// Takes the squares of a row out that are not in `first..=last`.
    pub(crate) fn keep(&mut self, row: u32, [first, last]: [u32; 2]) {
        let others = (0..first.min(self.columns)).chain(last.saturating_add(1)..self.columns);
        for column in others {
            self.take(self.index([row, column]));
        }
    }

    /// Returns true if some three by three squares are all in the set.
    pub(crate) fn has_three_by_three(&self) -> bool {
        let stride = self.stride as usize;
        let across = |index: usize| self.word_at(index) & self.word_at(index + 1) & self.word_at(index + 2);
        (0..self.words.len()).map(|word| word * 64).any(|index| {
            let row = across(index);
            row != 0 && row & across(index + stride) & across(index + 2 * stride) != 0
        })
    }

    /// Returns the width of the largest squares that are each in the set or not in it as a whole: a divisor of `scale`.
    pub(crate) fn scale(&self, mut scale: u32) -> u32 {
        let mut above: Vec<u32> = Vec::new();
        for row in 0..self.rows {
            if scale <= 1 {
                break;
            }
            // Where runs begin and end.
            let mut edges: Vec<u32> = Vec::new();
            for column in self.columns_of(row) {
                if edges.last() == Some(&column) {
                    edges.pop();
                } else {
                    edges.push(column);
                }
                edges.push(column + 1);
            }
            if edges != above {
                scale = edges
                    .iter()
                    .filter(|&&edge| edge < self.columns)
                    .fold(gcd(scale, row), |scale, &edge| gcd(scale, edge));
                above = edges;
            }
        }
        scale
    }

    /// Returns every `times`-th square in both directions, from the first.
    pub(crate) fn reduced(&self, times: u32) -> Option<BitGrid> {
        let size = [self.columns, self.rows].map(|side| side / times);
        let mut reduced = BitGrid::new(size)?;
        for row in 0..size[1] {
            let bits = (0..size[0]).map(|column| self.has(self.index([row * times, column * times])));
            reduced.add_row(row, bits);
        }
        Some(reduced)
    }
}

/// Returns the numbers of the bits of a word that are set.
fn bits_of(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros());
        word &= word.wrapping_sub(1);
        bit
    })
}
