//! Rectangles of cells, anywhere in a maze.

use dedale::generate::Rectangle;
use proptest::prelude::*;

/// A start and a length within `whole`.
pub fn range(whole: u64, longest: u64) -> impl Strategy<Value = (u64, u64)> {
    let length = 1..=longest.min(whole);
    length.prop_flat_map(move |length| {
        // Both ends of the whole are tried often.
        let last = whole - length;
        (prop_oneof![1 => Just(0), 1 => Just(last), 6 => 0..=last], Just(length))
    })
}

/// A rectangle in a maze of this many columns and rows.
pub fn part(columns: u64, rows: u64, longest: u64) -> impl Strategy<Value = Rectangle> {
    let ranges = (range(columns, longest), range(rows, longest));
    ranges.prop_map(|((column, columns), (row, rows))| Rectangle { row, column, rows, columns })
}
