//! Letters and digits of five by seven points, for masks.

use super::smooth::around;

/// Returns the rows of a letter from the top, five bits each, the leftmost bit being the highest; `None` for an unknown character.
pub(super) fn rows(letter: char) -> Option<[u8; 7]> {
    LETTERS.iter().find(|(known, _)| *known == letter).map(|&(_, rows)| rows)
}

/// The columns of a letter and the gap after it.
const ADVANCE: usize = 6;

/// The rows of a letter and the line below it.
const LINES: usize = 8;

/// Returns the smallest width and height of a grid in which every row and column of the letters has cells.
pub(super) fn least_size(text: &str) -> [f64; 2] {
    [text.chars().count() * ADVANCE - 1, LINES].map(|cells| cells as f64)
}

/// Returns true if the text covers a point, `0.0 .. 1.0` from the left and from the top, if it fills the whole. The letters stand on a line that
/// joins them, so that there is a way from each to the next.
pub(super) fn covers(text: &str, x: f64, y: f64) -> bool {
    let columns = text.chars().count() * ADVANCE - 1;
    let column = ((x * columns as f64) as usize).min(columns - 1);
    let row = ((y * LINES as f64) as usize).min(LINES - 1);
    if row == LINES - 1 {
        return true;
    }
    let rows = text.chars().nth(column / ADVANCE).and_then(rows);
    let bit = ADVANCE - 1 - column % ADVANCE;
    bit > 0 && rows.is_some_and(|rows| rows[row] >> (bit - 1) & 1 == 1)
}

/// Returns the outline of a text and the line below it, in columns and rows of its points. Its corners are rounded.
pub(super) fn outline(text: &str) -> Vec<Vec<[f64; 2]>> {
    let columns = text.chars().count() * ADVANCE - 1;
    let is_set = |column: i64, row: i64| {
        let is_inside = (0..columns as i64).contains(&column) && (0..LINES as i64).contains(&row);
        let middle = |at: i64, count: usize| (at as f64 + 0.5) / count as f64;
        is_inside && covers(text, middle(column, columns), middle(row, LINES))
    };
    let lines = around(is_set, [columns as i64, LINES as i64]);
    lines
        .iter()
        .map(|line| rounded(&line.iter().map(|at| at.map(|number| number as f64)).collect::<Vec<_>>()))
        .collect()
}

/// How far from a corner its arc begins, in points, and how many straight lines it is.
const ROUNDING: f64 = 0.45;
const ARC_SIDES: u32 = 4;

/// Returns a line with rounded corners.
fn rounded(corners: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let count = corners.len();
    let towards = |from: [f64; 2], to: [f64; 2]| {
        let length = (to[0] - from[0]).abs() + (to[1] - from[1]).abs();
        [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) / length * ROUNDING)
    };
    let arcs = (0..count).flat_map(|k| {
        let [before, here, after] = [k + count - 1, k, k + 1].map(|k| corners[k % count]);
        let (from, to) = (towards(here, before), towards(here, after));
        (0..=ARC_SIDES).map(move |side| {
            let t = f64::from(side) / f64::from(ARC_SIDES);
            let weights = [(1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t];
            [0, 1].map(|axis| from[axis] * weights[0] + here[axis] * weights[1] + to[axis] * weights[2])
        })
    });
    arcs.collect()
}

/// Every letter is one piece, and has a part in its lowest row.
const LETTERS: [(char, [u8; 7]); 36] = [
    ('A', [0b01110, 0b11011, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001]),
    ('B', [0b11110, 0b10011, 0b10011, 0b11110, 0b10011, 0b10011, 0b11110]),
    ('C', [0b01111, 0b11000, 0b10000, 0b10000, 0b10000, 0b11000, 0b01111]),
    ('D', [0b11110, 0b10011, 0b10001, 0b10001, 0b10001, 0b10011, 0b11110]),
    ('E', [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b11111]),
    ('F', [0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b10000]),
    ('G', [0b01111, 0b11000, 0b10000, 0b10111, 0b10001, 0b11001, 0b01111]),
    ('H', [0b10001, 0b10001, 0b10001, 0b11111, 0b10001, 0b10001, 0b10001]),
    ('I', [0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b11111]),
    ('J', [0b00111, 0b00001, 0b00001, 0b00001, 0b00001, 0b11011, 0b01110]),
    ('K', [0b10001, 0b10011, 0b10110, 0b11100, 0b10110, 0b10011, 0b10001]),
    ('L', [0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b10000, 0b11111]),
    ('M', [0b10001, 0b11011, 0b11111, 0b10101, 0b10001, 0b10001, 0b10001]),
    ('N', [0b10001, 0b11001, 0b11101, 0b10111, 0b10011, 0b10001, 0b10001]),
    ('O', [0b01110, 0b11011, 0b10001, 0b10001, 0b10001, 0b11011, 0b01110]),
    ('P', [0b11110, 0b10011, 0b10011, 0b11110, 0b10000, 0b10000, 0b10000]),
    ('Q', [0b01110, 0b11011, 0b10001, 0b10001, 0b10111, 0b11011, 0b01111]),
    ('R', [0b11110, 0b10011, 0b10011, 0b11110, 0b10110, 0b10011, 0b10001]),
    ('S', [0b01111, 0b11000, 0b11000, 0b01110, 0b00011, 0b00011, 0b11110]),
    ('T', [0b11111, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100]),
    ('U', [0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b11011, 0b01110]),
    ('V', [0b10001, 0b10001, 0b10001, 0b11011, 0b01010, 0b01110, 0b00100]),
    ('W', [0b10001, 0b10001, 0b10001, 0b10101, 0b11111, 0b11011, 0b10001]),
    ('X', [0b10001, 0b11011, 0b01110, 0b00100, 0b01110, 0b11011, 0b10001]),
    ('Y', [0b10001, 0b11011, 0b01110, 0b00100, 0b00100, 0b00100, 0b00100]),
    ('Z', [0b11111, 0b00011, 0b00110, 0b00100, 0b01100, 0b11000, 0b11111]),
    ('0', [0b01110, 0b11011, 0b10001, 0b10001, 0b10001, 0b11011, 0b01110]),
    ('1', [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b11111]),
    ('2', [0b11110, 0b00011, 0b00011, 0b01110, 0b11000, 0b10000, 0b11111]),
    ('3', [0b11110, 0b00011, 0b00011, 0b01110, 0b00011, 0b00011, 0b11110]),
    ('4', [0b10010, 0b10010, 0b10010, 0b11111, 0b00010, 0b00010, 0b00010]),
    ('5', [0b11111, 0b10000, 0b11110, 0b00011, 0b00001, 0b00011, 0b11110]),
    ('6', [0b01110, 0b11000, 0b11110, 0b10011, 0b10001, 0b11011, 0b01110]),
    ('7', [0b11111, 0b00001, 0b00011, 0b00110, 0b00100, 0b00100, 0b00100]),
    ('8', [0b01110, 0b11011, 0b11011, 0b01110, 0b11011, 0b11011, 0b01110]),
    ('9', [0b01110, 0b11011, 0b10001, 0b11011, 0b01111, 0b00011, 0b01110]),
];
