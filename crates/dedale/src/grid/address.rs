//! Addresses of cells, in the numbers that people use.

use std::fmt;

/// The address of a cell: one to three numbers, each from 0.
///
/// The numbers depend on the grid: the row and the column of a square, `[row, column]`; `[floor, row, column]` if there are floors; the ring
/// and the place in it, `[ring, index]`, on a circle; `[row, column, piece]` on most tilings; and only the number of the cell, `[number]`, on
/// a custom grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    numbers: [u32; 3],
    count: u8,
}

impl Address {
    /// Returns the numbers.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers[..usize::from(self.count)]
    }
}

impl TryFrom<&[u32]> for Address {
    type Error = ();

    /// Creates the address with these numbers, unless there are none, or more than three.
    fn try_from(numbers: &[u32]) -> Result<Address, ()> {
        match *numbers {
            [a] => Ok([a].into()),
            [a, b] => Ok([a, b].into()),
            [a, b, c] => Ok([a, b, c].into()),
            _ => Err(()),
        }
    }
}

impl<const N: usize> From<[u32; N]> for Address {
    /// Creates the address with these one to three numbers.
    fn from(numbers: [u32; N]) -> Address {
        const { assert!(1 <= N && N <= 3) };
        let mut address = Address { numbers: [0; 3], count: N as u8 };
        address.numbers[..N].copy_from_slice(&numbers);
        address
    }
}

impl fmt::Display for Address {
    /// Writes the numbers with commas between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, rest @ ..] = self.numbers() else { return Ok(()) };
        write!(f, "{first}")?;
        rest.iter().try_for_each(|number| write!(f, ",{number}"))
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.numbers()).finish()
    }
}
