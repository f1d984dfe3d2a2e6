//! The sides that the bits of a number mean.

use std::fmt::{self, Write as _};
use std::str::FromStr;

use crate::about::{InvalidValue, InvalidValueKind};
use crate::grid::{Side, Sides};

/// The sides that the bits 1, 2, 4 and 8 of a digit or a number stand for, and whether a bit that is set is a wall or an open side.
///
/// It is written as four letters in the order of the bits: large ones where a bit is a wall, small ones where it is an open side.
///
/// ```
/// use dedale::parse::BitSides;
/// let bits: BitSides = "eswn".parse()?;
/// assert_eq!(bits.to_string(), "eswn");
/// assert_eq!(BitSides::default().to_string(), "NESW");
/// assert!("NESS".parse::<BitSides>().is_err() && "NESw".parse::<BitSides>().is_err());
/// # Ok::<(), dedale::about::InvalidValue>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitSides {
    sides: [Side; 4],
    are_open: bool,
}

impl BitSides {
    /// Returns the walls of a cell, by its digit.
    pub(crate) fn walls(self, digit: u8) -> Sides {
        let is_set = |&(bit, _): &(u8, Side)| digit >> bit & 1 == 1;
        let set: Sides = (0..).zip(self.sides).filter(is_set).map(|(_, side)| side).collect();
        if self.are_open { Sides::SQUARE.minus(set) } else { set }
    }

    /// Returns the orders of bits with which the cells of these rows of digits agree about the walls between them: each as walls, and as open sides.
    /// Digits in places where the row above has none are not compared with it.
    pub(crate) fn orders_of(rows: impl Iterator<Item = impl Iterator<Item = u8>>) -> Vec<(BitSides, BitSides)> {
        // For each bit of a cell, the bits of its neighbor that are always the same.
        let (mut beside, mut below) = ([15u8; 4], [15u8; 4]);
        let compare = |same: &mut [u8; 4], one: u8, other: u8| {
            for (bit, same) in same.iter_mut().enumerate() {
                *same &= if one >> bit & 1 == 1 { other } else { !other };
            }
        };
        let mut above: Vec<u8> = Vec::new();
        for row in rows {
            let row: Vec<u8> = row.collect();
            row.windows(2).for_each(|pair| compare(&mut beside, pair[0], pair[1]));
            above.iter().zip(&row).for_each(|(&one, &other)| compare(&mut below, one, other));
            above = row;
        }
        let mut found = Vec::new();
        for bits in 0..256u32 {
            let [north, east, south, west] = [0, 2, 4, 6].map(|shift| (bits >> shift & 3) as usize);
            let are_all = [north, east, south, west].iter().fold(0, |all, bit| all | 1 << bit) == 15;
            if !are_all || beside[east] >> west & 1 == 0 || below[south] >> north & 1 == 0 {
                continue;
            }
            let mut sides = [Side::N; 4];
            for (bit, side) in [(north, Side::N), (east, Side::E), (south, Side::S), (west, Side::W)] {
                sides[bit] = side;
            }
            found.push((BitSides { sides, are_open: false }, BitSides { sides, are_open: true }));
        }
        found
    }
}

impl Default for BitSides {
    /// Returns the walls in the order north, east, south, west, as they are [written](crate::formats::Format::Hex).
    fn default() -> BitSides {
        BitSides { sides: [Side::N, Side::E, Side::S, Side::W], are_open: false }
    }
}

fn unreadable() -> InvalidValue {
    InvalidValueKind::Unreadable("nesw")
        .with_reason("must be the letters N, E, S and W in the order of the bits 1, 2, 4 and 8; or n, e, s and w where a bit is an open side")
}

impl FromStr for BitSides {
    type Err = InvalidValue;

    fn from_str(text: &str) -> Result<BitSides, InvalidValue> {
        let are_open = text.chars().all(|char| char.is_ascii_lowercase());
        let side = |char: char| Side::from_letter(if are_open { char.to_ascii_uppercase() } else { char });
        let sides: Vec<Side> = text.chars().map(side).collect::<Option<_>>().ok_or_else(unreadable)?;
        let all: Sides = sides.iter().copied().collect();
        let sides = sides.try_into().map_err(|_| unreadable())?;
        if all == Sides::SQUARE { Ok(BitSides { sides, are_open }) } else { Err(unreadable()) }
    }
}

impl fmt::Display for BitSides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sides.iter().try_for_each(|side| {
            let letter = side.letter();
            f.write_char(if self.are_open { letter.to_ascii_lowercase() } else { letter })
        })
    }
}
